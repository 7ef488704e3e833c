//! Lieges of Legendre: take one stone, or replace an even heap by *k* heaps of half its size.
//!
//! If *k* is even, a split leaves the value 0. Then G = 0, 1, 2 for *n* ≤ 2, and for larger *n*, G = 0 if *n* is odd
//! and G = 1 if *n* is even. If *k* is odd, a split leaves the value of *n*/2. Then G = 0, 1, 0, 1, 2 for *n* ≤ 4. For
//! larger odd *n*, the only option is *n* − 1. By induction its value is not 0, so G = 0. For larger even *n*, G = 2 if
//! *n*/2 has the value 1, and otherwise G = 1.

use crate::game::shape::Pair;
use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;
use crate::number::{cost, meter};

/// Lieges of Legendre.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lieges;

const CODEFORCES: Source = Source { author: "Codeforces", year: 2015, title: "Round 334. 603C: Lieges of Legendre" };

/// The largest number of heaps that a split makes. It is limited because all these heaps are listed.
const MOST_HEAPS: u64 = 1000;

fn grundy(pile: &Pair) -> u8 {
    let (is_even, stones) = (pile.second.is_even(), pile.second.to_u64());
    if pile.first.is_even() {
        return match stones {
            Some(stones @ 0..=2) => u8::try_from(stones).unwrap_or_default(),
            _ => u8::from(is_even),
        };
    }
    // All factors 2 are divided out at once. One division for each factor would need quadratic time.
    let twos = pile.second.trailing_zeros().unwrap_or_default();
    let (rest, halved) = match (pile.second.shift_right(twos).to_u64(), twos) {
        (Some(1), 1) => (Some(2), 0),
        (Some(1), 2..) => (Some(4), twos - 2),
        (odd, _) => (odd, twos),
    };
    let bottom = match rest {
        Some(1 | 3) => 1,
        Some(4) => 2,
        _ => 0,
    };
    // With each doubling, the value becomes 2 if it was 1, and otherwise 1.
    match (halved, bottom == 1) {
        (0, _) => bottom,
        (_, is_one) if is_one != halved.is_multiple_of(2) => 2,
        _ => 1,
    }
}

impl Rules for Lieges {
    type Position = LiegePile;
    type Move = Follower<LiegePile>;

    const SPLITS: bool = true;

    const CARD: Card = Card {
        id: "lieges",
        name: "Lieges of Legendre",
        aliases: &["Lieges of Legendre (Codeforces 603C)", "Take one or split evenly"],
        problems: &["Codeforces 603C"],
        keywords: &["cows", "split into k equal heaps"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A number k, which comes first, and a heap. A move takes one stone from the heap, or splits a heap of \
                an even number of stones into k equal heaps. Each has half as many stones, so stones may be added. \
                Who cannot move loses.",
        position: "[k, stones]: k from 1 to 1000, the stones at least 0",
        text_form: "k,stones",
        example: "2,6",
        moves: &[
            ("2,6", "2,5", "take 1 of 6"),
            ("2,6", "2,3 2,3", "split 6 into 2 heaps of 3"),
            ("3,1", "3,0", "take 1 of 1"),
        ],
        sources: &[CODEFORCES],
        normal: "Exact. For even k the values are 0, 1, 2, then 0 for odd heaps and 1 for even ones. For odd k they \
                 are found by halving.",
        misere: "For even k exact, in sums too: no value swaps from 2 stones on. For odd k exact in sums of heaps up to 5 \
                 stones; other sums are searched while they are small.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    fn legal(&self, pile: &LiegePile) -> Result<(), Illegal> {
        match pile.first.to_u64() {
            Some(1..=MOST_HEAPS) => Ok(()),
            _ => Err(Illegal::part(
                0,
                format!("k, which comes first, is from 1 to {MOST_HEAPS}: a split lists the heaps"),
            )),
        }
    }

    /// Returns at most two moves: first the move that takes one stone, then the move that splits an even heap. If both
    /// leave the same heap, it is listed once.
    fn moves(&self, pile: &LiegePile) -> impl Iterator<Item = Follower<LiegePile>> {
        let with = |stones: Natural| Pair::new(pile.first.clone(), stones);
        let heaps = |stones: Natural, count: usize| Follower::sorted(vec![with(stones); count]);
        let less = pile.second.checked_sub(&Natural::ONE).map(|less| heaps(less, 1));
        let half = less.as_ref().filter(|_| pile.second.is_even()).map(|_| {
            // The steps are charged for each heap, because each heap needs memory of its own. Allocating this memory
            // takes more time than copying the number.
            let bytes = pile.second.bit_len() / 8;
            let each = meter::steps_of(bytes, cost::WORD).saturating_add(cost::NUMBER);
            meter::charge_each(pile.first.to_usize().unwrap_or_default(), each);
            heaps(pile.second.shift_right(1), pile.first.to_usize().unwrap_or_default())
        });
        let half = half.filter(|half| Some(half) != less.as_ref());
        less.into_iter().chain(half)
    }

    fn why_not(&self, pile: &LiegePile, _: &Follower<LiegePile>) -> String {
        let k = pile.first.short();
        format!("one stone must go, or an even heap become {k} of half as many")
    }

    left_is_the_move!();

    fn describe(&self, pile: &LiegePile, to: &Follower<LiegePile>) -> String {
        let one = pile.second.saturating_sub(&Natural::ONE);
        match to.parts() {
            [left] if left.second == one => format!("take 1 of {}", pile.second.short()),
            heaps => {
                let half = pile.second.shift_right(1);
                let what = if heaps.len() == 1 { "heap" } else { "heaps" };
                format!("split {} into {} {what} of {}", pile.second.short(), heaps.len(), half.short())
            }
        }
    }

    /// Returns only a few heaps. A move splits a heap, so brute force must go through all sums of heaps.
    fn small(&self) -> Vec<LiegePile> {
        let piles = |k, most| small::pairs(k..=k, 0..=most);
        [piles(1, 60), piles(2, 10), piles(3, 8), piles(4, 7)].concat()
    }
}

/// The number *k* and the number of stones.
type LiegePile = Pair;

impl Theory<Self> for Lieges {
    type Solved = u8;

    fn solve(&self, pile: &LiegePile) -> u8 {
        grundy(pile)
    }

    fn moves_to<'a>(&'a self, pile: &'a LiegePile, _: &'a u8, goal: &Goal) -> Option<Moves<'a, Follower<LiegePile>>> {
        match goal {
            Goal::Wins(Play::Misere) if pile.first == 1 => {
                let lost =
                    |option: &Follower<LiegePile>| option.parts().first().is_some_and(|left| !left.second.is_even());
                Some(Moves::list(self.moves(pile).filter(lost).collect()))
            }
            _ => None,
        }
    }

    fn explain(&self, pile: &LiegePile, _: &u8) -> Vec<Step> {
        let theory = if pile.first.is_even() {
            "An even number of equal heaps has the value 0, so up to 2 the value is the heap, and then 0 for odd heaps and 1 \
             for even ones."
        } else {
            "An odd number of equal heaps has the value of one. The values are 0, 1, 0, 1, 2 up to 4; then 0 for odd heaps, \
             and for even ones 2 if half the heap has 1, else 1."
        };
        let here = format!("Here k = {} and the heap is {}.", pile.first.short(), pile.second.short());
        vec![Step::by(CODEFORCES, theory), Step::new(here)]
    }

    fn shows_options(&self, _: &LiegePile, _: &u8) -> bool {
        true
    }

    fn tameness(&self, pile: &LiegePile, _: &u8) -> Tameness {
        match (pile.first.is_even(), pile.second.to_u64()) {
            (true, Some(0 | 1)) | (false, Some(0..=3)) => Tameness::Fickle,
            (true, _) | (false, Some(4 | 5)) => Tameness::Firm,
            _ => Tameness::Unknown,
        }
    }
}
