//! Take-away with a factor *k*: take at most *k* times as many stones as the previous move took from the same heap. Its
//! theory is in [`crate::theory::take_away`].

use crate::game::kinds::last_take::{LastTakeVariant, SCHWENK, WHINIHAN};
use crate::game::{Card, Tag};

/// Take-away. A move takes at most *k* times as many stones as the previous move from the same heap. Each position
/// states this factor *k*.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakeAway;

impl LastTakeVariant for TakeAway {
    const FACTOR: Option<u64> = None;

    const CARD: Card = Card {
        id: "take-away",
        name: "Take-away",
        aliases: &["k-fold take-away", "Dynamic nim", "A simple stone game", "Schwenk's nim"],
        problems: &["POJ 3922", "HDU 2486"],
        keywords: &["at most k times the last", "k times as many as before", "at most as many as the last"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A factor k, a heap of stones and a bound q. A move takes 1 to q of the stones; if it takes t, the next move in this \
                heap may take at most k times t. Who cannot move loses. The usual start is q = n − 1, as in POJ 3922: the first move \
                may not take all. The bound belongs to the heap: with several heaps each has its own. k = 2 is Fibonacci nim.",
        position: "[k, stones, q]: k at least 1, the others at least 0, all below 2^4096; a bound above the heap means the same as \
                   the heap",
        text_form: "k,stones,q",
        example: "3,12,11",
        moves: &[("3,12,11", "3,11,3", "take 1 of 12"), ("3,12,11", "3,8,12", "take 4 of 12")],
        sources: &[SCHWENK, WHINIHAN],
        normal: "Alone exact for any size, by Schwenk's numeration, while its numbers fit in memory: there are about \
                 k times as many as the heap has digits. In sums exact up to 4095 stones, by a table: no closed form \
                 is known.",
        misere: "Exact where normal play is: while a move is possible, it is normal play of one stone less. Values 0 and 1 swap, except for \
                 heaps that are lost in both plays.",
        ..Card::BLANK
    };
}
