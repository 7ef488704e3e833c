//! The pile of powers as a game of its own; its theory is in [`crate::theory::powers`].

use crate::game::shape::{Pair, Shape, Written};
use crate::game::{Card, Class, Game, Illegal, Position, Rules, Source, Step, Tag};
use crate::number::Natural;
use crate::theory::powers::{self, Exponents};

/// The pile of powers.
#[derive(Clone, Copy, Debug, Default)]
pub struct PowerPile;

/// The base, at least 1, and the heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pile(Pair);

impl Pile {
    fn base(&self) -> &Natural {
        &self.0.first
    }

    fn stones(&self) -> &Natural {
        &self.0.second
    }

    fn exponents_to(&self, value: &Natural) -> Option<Exponents> {
        let value = u8::try_from(value.to_u64()?).ok()?;
        Some(powers::exponents_to(self.base(), self.stones(), value))
    }

    fn take(&self, exponents: Exponents, rank: &Natural) -> Option<Self> {
        let exponent = exponents.get(rank.to_usize()?)?;
        Some(self.with(self.stones() - &self.base().pow(exponent)))
    }

    fn with(&self, stones: Natural) -> Self {
        Self(Pair::new(self.base().clone(), stones))
    }
}

impl Position for Pile {
    fn read(written: Written) -> Result<Self, Illegal> {
        let pair = written.into_pair().ok_or_else(Illegal::shape)?;
        if pair.first.is_zero() {
            return Err(Illegal::part(0, "the base is at least 1; it comes first"));
        }
        Ok(Self(pair))
    }

    fn write(&self) -> Written {
        Written::Pair(self.0.clone())
    }
}

impl Rules for PowerPile {
    type Position = Pile;
    type Option = Pile;

    const CARD: Card = Card {
        id: "power-pile",
        name: "Pile of powers",
        aliases: &["PotatoGame", "Power Nim"],
        tags: &[Tag::Heaps, Tag::Contest],
        rules: "A base a and a heap of stones. A move takes 1, a, a², … stones, as long as the heap has so many. Who \
                cannot move loses. TopCoder's PotatoGame is base 4.",
        shape: Shape::Pair,
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

    /// Takes 1, *a*, *a*², ….
    fn options(&self, pile: &Pile) -> impl Iterator<Item = Pile> {
        let powers =
            std::iter::successors(Some(Natural::ONE), |power| Some(power * pile.base()).filter(|next| next > power));
        powers.map_while(|power| pile.stones().checked_sub(&power)).map(|left| pile.with(left))
    }

    fn check(&self, pile: &Pile, to: &Pile) -> Result<(), String> {
        if to.base() != pile.base() {
            return Err(format!("the base, which comes first, stays {}", pile.base().short()));
        }
        if to.stones() >= pile.stones() {
            return Err(format!("the heap must get smaller than {}", pile.stones().short()));
        }
        let taken = pile.stones() - to.stones();
        match powers::exponent(pile.base(), &taken) {
            Some(_) => Ok(()),
            None => Err(format!("what is taken, {}, must be a power of {}", taken.short(), pile.base().short())),
        }
    }

    fn describe(&self, pile: &Pile, to: &Pile) -> String {
        let taken = pile.stones() - to.stones();
        match taken.ilog(pile.base()) {
            Some(exponent) if exponent > 1 => {
                format!("take {}^{exponent} = {} of {}", pile.base().short(), taken.short(), pile.stones().short())
            }
            _ => format!("take {} of {}", taken.short(), pile.stones().short()),
        }
    }

    fn small(&self) -> Vec<Pile> {
        (1..=20_u64).flat_map(|base| (0..=450_u64).map(move |stones| Pile(Pair::new(base, stones)))).collect()
    }
}

impl Game for PowerPile {
    type Solved = u8;

    fn solve(&self, pile: &Pile) -> u8 {
        powers::grundy(pile.base(), pile.stones())
    }

    fn option_count(&self, pile: &Pile, _: &u8) -> Natural {
        powers::exponents(pile.base(), pile.stones()).count().into()
    }

    fn option(&self, pile: &Pile, _: &u8, rank: &Natural) -> Option<Pile> {
        pile.take(powers::exponents(pile.base(), pile.stones()), rank)
    }

    fn count_to(&self, pile: &Pile, _: &u8, value: &Natural) -> Natural {
        pile.exponents_to(value).map_or(Natural::ZERO, |exponents| exponents.count().into())
    }

    fn option_to(&self, pile: &Pile, _: &u8, value: &Natural, rank: &Natural) -> Option<Pile> {
        pile.take(pile.exponents_to(value)?, rank)
    }

    fn explain(&self, pile: &Pile, value: &u8) -> Vec<Step> {
        let period = pile.base() + &Natural::ONE;
        let [base, period] = [pile.base(), &period].map(Natural::short);
        let theory = if pile.base().is_even() {
            format!(
                "The base {base} is even, so every move takes 1 or −1 modulo {period}. The values have that period: a heap \
                 of n has the parity of n mod {period}, or 2 if that is {base}."
            )
        } else {
            format!(
                "The base {base} is odd, so every move takes an odd number. The value of a heap of n is its parity."
            )
        };
        let here = format!("Here n = {}: {}.", pile.stones().short(), powers::reason(pile.base(), pile.stones()));
        vec![Step::by(powers::SOURCE, theory), Step::new(here), Step::value(&u64::from(*value).into())]
    }

    fn class(&self, _: &Pile, value: &u8) -> Class {
        if *value <= 1 { Class::Swap } else { Class::Fixed }
    }

    fn explain_misere(&self, _: &Pile, _: &u8) -> Vec<Step> {
        vec![Step::new("In misère play the values 0 and 1 of piles swap, and 2 stays.")]
    }
}
