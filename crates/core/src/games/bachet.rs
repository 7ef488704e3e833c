//! Bachet's game: take 1 to *k* stones from a heap.
//!
//! For a heap of *n* stones, write *n* = *q*(*k* + 1) + *r* with 0 ≤ *r* ≤ *k*. By induction G = *r*: every move
//! changes the residue *r*, and all smaller residues can be reached. At most one move leads to each residue. If a move
//! takes *t* stones from a heap with *r* = 0, the winning reply takes *k* + 1 − *t* stones. (Bachet de Méziriac 1612
//! has *k* = 10 and 100 stones.)

use crate::game::shape::Pair;
use crate::game::{
    Card, Follower, Foreclosed, Goal, Illegal, Lengths, Moves, Play, Rules, Source, Step, Tag, Tameness, Theory, small,
    taken,
};
use crate::number::Natural;
use crate::theory::compounds::{foreclosed, lengths};

/// Bachet's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bachet;

const BACHET: Source =
    Source { author: "C.-G. Bachet de Méziriac", year: 1612, title: "Problèmes plaisans et délectables" };

/// The period of the values: 1 plus the largest number of stones that a move may take.
fn period(pile: &Pair) -> Natural {
    &pile.first + &Natural::ONE
}

impl Rules for Bachet {
    type Position = Pair;
    /// The stones taken.
    type Move = Natural;

    const CARD: Card = Card {
        id: "bachet",
        name: "Bachet's game",
        aliases: &["Subtraction game", "Bash game", "Nim Game (LeetCode 292)", "The 21 game"],
        problems: &["LeetCode 292", "HDU 1846", "HDU 2149", "HDU 2188"],
        keywords: &[
            "take 1 to 3",
            "take 1, 2 or 3",
            "take 1 to k",
            "take up to 3",
            "21",
            "twenty-one",
            "race to 100",
            "count to 21",
            "last stone",
        ],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "One heap of stones. A move takes 1 to k of them. Who cannot move loses: who takes the last stone wins. \
                LeetCode's Nim Game is k = 3. k comes first, and one heap follows: 3,17 is a heap of 17, not two heaps.",
        position: "[k, stones]: the most that a move takes, at least 1, and the stones, at least 0",
        text_form: "k,stones",
        example: "3,17",
        moves: &[("3,17", "3,16", "take 1 of 17"), ("3,17", "3,14", "take 3 of 17")],
        sources: &[BACHET, Source { author: "LeetCode", year: 2015, title: "292. Nim Game" }],
        normal: "Exact. The value is the heap modulo k + 1.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    fn legal(&self, pile: &Pair) -> Result<(), Illegal> {
        if pile.first.is_zero() {
            return Err(Illegal::part(0, "the most that a move takes, which comes first, is at least 1"));
        }
        Ok(())
    }

    /// The moves take 1, 2, … stones.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = Natural> {
        let most = pile.first.clone().min(pile.second.clone()).to_u64().unwrap_or_default();
        (1..=most).map(Natural::from)
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<Natural, Illegal> {
        let to = left.whole()?;
        if to.first != pile.first {
            return Err(format!("the most that a move takes, which comes first, stays {}", pile.first.short()).into());
        }
        let taken = taken("heap", &pile.second, &to.second)?;
        if taken > pile.first {
            return Err(format!("a move takes at most {}, this one takes {}", pile.first.short(), taken.short()).into());
        }
        Ok(taken)
    }

    fn after(&self, pile: &Pair, taken: &Natural) -> Follower<Pair> {
        pile.after_taking(taken).into()
    }

    fn describe(&self, pile: &Pair, taken: &Natural) -> String {
        let text = format!("take {} of {}", taken.short(), pile.second.short());
        // A client that writes 21,3 may mean 21 stones, of which a move takes at most 3.
        if pile.first > pile.second { format!("{text}, with k = {}", pile.first.short()) } else { text }
    }

    fn small(&self) -> Vec<Pair> {
        small::pairs(1..=9, 0..=45)
    }
}

impl Theory<Self> for Bachet {
    type Solved = Natural;

    fn solve(&self, pile: &Pair) -> Natural {
        pile.second.div_rem(&period(pile)).1
    }

    /// Moves to a larger value exist: if *k* = 3, a heap of 5 has the value 1, and its option 3 has the value 3.
    fn moves_to<'a>(&'a self, pile: &'a Pair, residue: &'a Natural, goal: &Goal) -> Option<Moves<'a, Natural>> {
        Some(match goal {
            Goal::All => {
                let count = pile.first.clone().min(pile.second.clone());
                Moves::counted(count, |rank| Some(rank + &Natural::ONE))
            }
            Goal::Value(value) => {
                let is_reached = *value <= pile.first && value != residue;
                let taken = residue.checked_sub(value).or_else(|| (residue + &period(pile)).checked_sub(value));
                taken.filter(|taken| is_reached && *taken <= pile.second).into()
            }
            _ => return None,
        })
    }

    fn explain(&self, pile: &Pair, residue: &Natural) -> Vec<Step> {
        let period = period(pile);
        let quotient = pile.second.div_rem(&period).0;
        let [most, period, stones, quotient, rest] =
            [&pile.first, &period, &pile.second, &quotient, residue].map(Natural::short);
        let theory = format!(
            "A move takes 1 to {most}, so it changes the heap modulo {period}, and whatever it takes can be answered to \
             make {period} together. The value is the heap modulo {period}."
        );
        let here = format!("Here {stones} = {quotient} × {period} + {rest}.");
        vec![Step::by(BACHET, theory), Step::new(here)]
    }

    /// In every subtraction game, a heap with the value 0 and with moves has an option with the value 1 (Ferguson
    /// 1974). So every heap is tame, and only the values 0 and 1 are fickle.
    fn tameness(&self, _: &Pair, residue: &Natural) -> Tameness {
        Tameness::tame(*residue <= Natural::ONE)
    }

    fn lengths(&self, pile: &Pair, play: Play) -> Option<Lengths> {
        Some(match play {
            Play::Normal => lengths::of_interval(&Natural::ONE, &pile.first, &pile.second),
            Play::Misere => lengths::of_bachet_in_misere(&pile.first, &pile.second),
        })
    }

    fn foreclosed(&self, pile: &Pair, play: Play) -> Option<Foreclosed> {
        foreclosed::of_bachet(&pile.first, &pile.second, play)
    }
}
