//! Zero-move nim: nim in which each heap has one pass. Instead of taking stones, a player may use the pass of a heap
//! that is not empty.
//!
//! After its pass is used, a heap is a heap of nim. With its pass, the values are G(0) = 0, G(*n*) = *n* + 1 for odd
//! *n*, and G(*n*) = *n* − 1 for even *n* > 0. The proof is by induction. The pass leads to the value *n*. Taking
//! stones keeps the pass, so it leads to the values of all smaller heaps with their pass. For odd *n* these are 0 to
//! *n* − 1, so with the value *n* the mex is *n* + 1. For even *n* these are 0 to *n* − 2 and *n*, so the mex is *n* −
//! 1.

use crate::game::shape::Pair;
use crate::game::{
    Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move, small,
};
use crate::number::Natural;

/// Zero-move nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroMoveNim;

const HACKERRANK: Source = Source { author: "HackerRank", year: 2015, title: "Game Theory: Zero-Move Nim" };

fn can_pass(pile: &Pair) -> bool {
    !pile.second.is_zero() && !pile.first.is_zero()
}

/// Returns the value of a heap with its pass. Called with a value, it returns the heap with this value, because it only
/// swaps 1 and 2, 3 and 4, ….
fn exchanged(number: &Natural) -> Natural {
    match number.checked_sub(&Natural::ONE) {
        None => Natural::ZERO,
        Some(less) if number.is_even() => less,
        Some(_) => number + &Natural::ONE,
    }
}

/// Returns the options with this value. These are at most the pass, and one option that takes stones.
fn moves_to(pile: &Pair, value: &Natural) -> Vec<Pair> {
    let with = |stones: Natural| (stones < pile.first).then(|| Pair::new(stones, pile.second.clone()));
    if pile.second.is_zero() {
        return with(value.clone()).into_iter().collect();
    }
    let pass = (*value == pile.first && can_pass(pile)).then(|| Pair::new(pile.first.clone(), 0_u64));
    pass.into_iter().chain(with(exchanged(value))).collect()
}

impl Rules for ZeroMoveNim {
    type Position = Pair;
    type Move = Pair;

    const CARD: Card = Card {
        id: "zero-move-nim",
        name: "Zero-move nim",
        aliases: &["Zero-Move Nim (HackerRank)", "Nim with a pass for each heap"],
        problems: &["HackerRank Zero-Move Nim"],
        keywords: &["pass", "skip a turn"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A heap of stones. A move takes any number of them, at least one. Besides, once in the game, while the heap is not \
                empty, one of the players may take none of it. Who cannot move loses.",
        position: "[stones, pass]: the pass is 1 while it is left, and 0 when it is used",
        text_form: "stones,pass",
        example: "5,1",
        moves: &[("5,1", "5,0", "take none of 5"), ("5,1", "3,1", "take 2 of 5")],
        sources: &[HACKERRANK],
        normal: "Exact. Without the pass the value is the heap. With the pass it is 1 more for an odd heap and 1 less \
                 for an even one that is not empty.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, pile: &Pair) -> Result<(), Illegal> {
        if pile.second > Natural::ONE {
            return Err(Illegal::part(1, "the pass, which comes second, is 1 while it is left, and else 0"));
        }
        Ok(())
    }

    /// The moves are listed in this order: the pass, then taking 1, 2, … stones.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = Pair> {
        let pass = can_pass(pile).then(|| Pair::new(pile.first.clone(), 0_u64));
        let left = (0..pile.first.to_u64().unwrap_or_default()).rev();
        pass.into_iter().chain(left.map(|stones| Pair::new(stones, pile.second.clone())))
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<Pair, Illegal> {
        let to = left.whole()?;
        if to.second == pile.second && to.first >= pile.first {
            return Err(format!("the heap must get smaller than {}", pile.first.short()).into());
        }
        let is_pass = can_pass(pile) && to.second.is_zero() && to.first == pile.first;
        if to.second == pile.second || is_pass {
            return Ok(to.clone());
        }
        Err("the pass changes only from 1 to 0, while the heap is not empty, and then the heap stays".into())
    }

    left_is_the_move!();

    fn describe(&self, pile: &Pair, to: &Pair) -> String {
        if to.first == pile.first {
            return format!("take none of {}", pile.first.short());
        }
        format!("take {} of {}", pile.first.saturating_sub(&to.first).short(), pile.first.short())
    }

    fn small(&self) -> Vec<Pair> {
        small::pairs(0..=40, 0..=1)
    }
}

impl Theory<Self> for ZeroMoveNim {
    type Solved = Natural;

    fn solve(&self, pile: &Pair) -> Natural {
        if pile.second.is_zero() { pile.first.clone() } else { exchanged(&pile.first) }
    }

    fn moves_to<'a>(&'a self, pile: &'a Pair, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Pair>> {
        Some(match goal {
            Goal::All => {
                let passes = Natural::from(can_pass(pile));
                Moves::counted(&pile.first + &passes, move |rank| match rank.checked_sub(&passes) {
                    None => Some(Pair::new(pile.first.clone(), 0_u64)),
                    Some(rank) => {
                        Some(Pair::new(pile.first.checked_sub(&(&rank + &Natural::ONE))?, pile.second.clone()))
                    }
                })
            }
            Goal::Value(value) => Moves::list(moves_to(pile, value)),
            _ => return None,
        })
    }

    fn explain(&self, pile: &Pair, _: &Natural) -> Vec<Step> {
        let theory = "Without its pass the heap is one of nim. With it the values of the heaps 1 and 2 are exchanged, those of 3 \
                      and 4, and so on.";
        let pass = if pile.second.is_zero() { "is used" } else { "is left" };
        let here = format!("Here the heap is {} and the pass {pass}.", pile.first.short());
        let reason = "By induction: the pass leads to the value n, and taking stones leads to the smaller heaps with their pass. For \
                      odd n these have the values from 0 to n − 1, and for even n ≥ 2 those from 0 to n − 2, and n.";
        vec![Step::by(HACKERRANK, theory), Step::new(reason), Step::new(here)]
    }

    /// Only empty heaps have the value 0. So, by induction, misère play swaps the values 0 and 1 and keeps all other
    /// values.
    fn tameness(&self, _: &Pair, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }
}
