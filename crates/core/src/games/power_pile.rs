//! The pile of powers: take 1, *a*, *a*², … stones. The theory is in [`crate::theory::powers`].

use crate::game::shape::Pair;
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory, small, taken};
use crate::number::Natural;
use crate::theory::powers;

/// The pile of powers.
#[derive(Clone, Copy, Debug, Default)]
pub struct PowerPile;

impl Rules for PowerPile {
    type Position = Pair;
    /// The exponent of the power that is taken.
    type Move = usize;

    const CARD: Card = Card {
        id: "power-pile",
        name: "Pile of powers",
        aliases: &["PotatoGame", "Power Nim"],
        problems: &["HDU 1847", "TopCoder SRM 467 PotatoGame", "Timus 1180"],
        keywords: &["powers of two", "take a power of 2", "powers of four", "potatoes"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A base a, which comes first, and one heap of stones. A move takes 1, a, a², … stones, as long as the \
                heap has so many. Who cannot move loses. TopCoder's PotatoGame is base 4.",
        position: "[base, stones]: the base at least 1, the stones at least 0",
        text_form: "base,stones",
        example: "4,12",
        moves: &[
            ("4,12", "4,11", "take 1 of 12"),
            ("4,12", "4,8", "take 4 of 12"),
            ("4,20", "4,4", "take 4^2 = 16 of 20"),
        ],
        sources: &[Source { author: "TopCoder", year: 2010, title: "SRM 467 division 2, PotatoGame" }, powers::SOURCE],
        normal: "Exact. For an odd base the value is the parity of the heap; for an even one it has the period base + 1: \
                 0, 1, 0, 1, …, 0, 1, 2.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(2),
        ..Card::BLANK
    };

    fn legal(&self, pile: &Pair) -> Result<(), Illegal> {
        if pile.first.is_zero() {
            return Err(Illegal::part(0, "the base is at least 1; it comes first"));
        }
        Ok(())
    }

    /// The moves take 1, *a*, *a*², … stones, where *a* is the base `pile.first`.
    fn moves(&self, pile: &Pair) -> impl Iterator<Item = usize> {
        let powers =
            std::iter::successors(Some(Natural::ONE), |power| Some(power * &pile.first).filter(|next| next > power));
        powers.take_while(|power| *power <= pile.second).enumerate().map(|(exponent, _)| exponent)
    }

    fn find(&self, pile: &Pair, left: &Follower<Pair>) -> Result<usize, Illegal> {
        let to = left.whole()?;
        if to.first != pile.first {
            return Err(format!("the base, which comes first, stays {}", pile.first.short()).into());
        }
        let taken = taken("heap", &pile.second, &to.second)?;
        match powers::exponent(&pile.first, &taken) {
            Some(exponent) => Ok(exponent),
            None => Err(format!("what is taken, {}, must be a power of {}", taken.short(), pile.first.short()).into()),
        }
    }

    fn after(&self, pile: &Pair, exponent: &usize) -> Follower<Pair> {
        pile.after_taking(&pile.first.pow(*exponent)).into()
    }

    fn describe(&self, pile: &Pair, exponent: &usize) -> String {
        let taken = pile.first.pow(*exponent);
        let [base, stones, taken] = [&pile.first, &pile.second, &taken].map(Natural::short);
        match exponent {
            0 | 1 => format!("take {taken} of {stones}"),
            exponent => format!("take {base}^{exponent} = {taken} of {stones}"),
        }
    }

    fn small(&self) -> Vec<Pair> {
        small::pairs(1..=20, 0..=450)
    }
}

impl Theory<Self> for PowerPile {
    type Solved = u8;

    fn solve(&self, pile: &Pair) -> u8 {
        powers::grundy(&pile.first, &pile.second)
    }

    fn moves_to<'a>(&'a self, pile: &'a Pair, _: &'a u8, goal: &Goal) -> Option<Moves<'a, usize>> {
        let exponents = match goal {
            Goal::All => powers::exponents(&pile.first, &pile.second),
            Goal::Value(value) => match value.to_u64().and_then(|value| u8::try_from(value).ok()) {
                Some(value) => powers::exponents_to(&pile.first, &pile.second, value),
                None => return Some(Moves::None),
            },
            _ => return None,
        };
        Some(Moves::counted(exponents.count().into(), move |rank| exponents.get(rank.to_usize()?)))
    }

    fn explain(&self, pile: &Pair, _: &u8) -> Vec<Step> {
        let period = &pile.first + &Natural::ONE;
        let [base, period] = [&pile.first, &period].map(Natural::short);
        let theory = if pile.first.is_even() {
            format!(
                "The base {base} is even, so every move takes 1 or {base} modulo {period}, and the values have the period {period}. \
                 The value is 2 if n mod {period} is {base}. Else it is 0 if n mod {period} is even, and 1 if it is odd."
            )
        } else {
            format!(
                "The base {base} is odd, so every move takes an odd number. The value is 0 if n is even, and 1 if n is odd."
            )
        };
        let here =
            format!("Here n = {}: {}.", pile.second.short(), powers::reason(&pile.first, &pile.second, "the base"));
        vec![Step::by(powers::SOURCE, theory), Step::new(here)]
    }

    fn tameness(&self, _: &Pair, value: &u8) -> Tameness {
        Tameness::tame(*value <= 1)
    }

    fn explain_misere(&self, _: &Pair, _: &u8) -> Vec<Step> {
        vec![Step::new("In misère play the values 0 and 1 of piles swap, and 2 stays.")]
    }
}
