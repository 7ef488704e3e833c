//! Poker nim: nim, but a player may also add chips to a heap from a bank.
//!
//! The opponent can at once take away chips that a player adds. So the bank does not change the value: a heap of *n*
//! chips has the value *n*. The game ends, because the bank is never refilled.

use crate::game::shape::Pair;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, left_is_the_move};
use crate::number::Natural;

/// Poker nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct PokerNim;

const WINNING_WAYS: Source = Source {
    author: "E. R. Berlekamp, J. H. Conway and R. K. Guy",
    year: 1982,
    title: "Winning Ways for your Mathematical Plays, chapter 3",
};

/// Returns the pile after a move that leaves this number of chips. Chips that are added come from the bank. Chips that
/// are removed leave the game. `None` if there is no such move: the number of chips would stay the same, or the bank
/// has too few chips.
fn with(pile: &Pair, chips: Natural) -> Option<Pair> {
    let bank = match chips.checked_sub(&pile.first) {
        Some(added) => pile.second.checked_sub(&added)?,
        None => pile.second.clone(),
    };
    (chips != pile.first).then(|| Pair::new(chips, bank))
}

impl Rules for PokerNim {
    type Position = Pair;
    type Move = Pair;

    const CARD: Card = Card {
        id: "poker-nim",
        name: "Poker nim",
        aliases: &["Nim with a bank"],
        keywords: &["add chips", "reversible", "put stones back"],
        tags: &[Tag::Heaps],
        rules: "A heap of chips and a bank. A move takes any number of chips from the heap, which leave the game, or adds any \
                number from the bank, at least one. The bank is never refilled. Who cannot move loses.",
        position: "[chips, bank], both at least 0",
        text_form: "chips,bank",
        example: "5,3",
        moves: &[("5,3", "3,3", "take 2 of 5"), ("5,3", "7,1", "add 2 to 5")],
        sources: &[WINNING_WAYS],
        normal: "Exact. The value is the heap: chips that are added can be taken away again.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        ..Card::BLANK
    };

    /// The moves that take 1, 2, … chips come first. The moves that add 1, 2, … chips follow.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = Pair> {
        let [chips, bank] = [&pile.first, &pile.second].map(|number| number.to_u64().unwrap_or_default());
        let after = (0..chips).rev().chain(chips.saturating_add(1)..=chips.saturating_add(bank));
        after.filter_map(|chips| with(pile, chips.into()))
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<Pair, Illegal> {
        let to = left.whole()?;
        match with(pile, to.first.clone()) {
            Some(expected) if expected == *to => Ok(to.clone()),
            _ => Err("the heap must get smaller while the bank stays, or larger by what the bank loses".into()),
        }
    }

    left_is_the_move!();

    fn describe(&self, pile: &Pair, to: &Pair) -> String {
        match to.first.checked_sub(&pile.first) {
            Some(added) => format!("add {} to {}", added.short(), pile.first.short()),
            None => format!("take {} of {}", pile.first.saturating_sub(&to.first).short(), pile.first.short()),
        }
    }
}

impl Theory<Self> for PokerNim {
    type Solved = Natural;

    fn solve(&self, pile: &Pair) -> Natural {
        pile.first.clone()
    }

    fn moves_to<'a>(&'a self, pile: &'a Pair, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, Pair>> {
        Some(match goal {
            Goal::All => Moves::counted(pile.sum(), move |rank| {
                let next = rank + &Natural::ONE;
                with(pile, pile.first.checked_sub(&next).unwrap_or(next))
            }),
            Goal::Value(value) => with(pile, value.clone()).into(),
            _ => return None,
        })
    }

    fn explain(&self, pile: &Pair, _: &Natural) -> Vec<Step> {
        let theory = format!(
            "Chips that are added can be taken away at once, so only the heap counts, and it is one of nim: {}.",
            pile.first.short()
        );
        vec![Step::by(WINNING_WAYS, theory)]
    }

    /// In misère play, too, a heap of *n* chips has the same value as in nim, so it is tame. For example, an empty heap
    /// has the misère value 1 even if chips can be added, because adding one chip leaves the misère value 0.
    fn tameness(&self, _: &Pair, value: &Natural) -> Tameness {
        Tameness::tame(*value <= Natural::ONE)
    }
}
