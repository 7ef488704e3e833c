//! The pile of powers as a game of its own; its theory is in [`crate::powers`].

use crate::game::{Card, Game, Illegal, MisereClass, Source};
use crate::natural::Natural;
use crate::powers::{self, Exponents};
use crate::shape::Pair;
use crate::step::Step;

/// A position: the base, at least 1, and the heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PowerPile(Pair);

impl PowerPile {
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
        let left = self.stones() - &self.base().pow(exponent);
        Some(Self(Pair::new(self.base().clone(), left)))
    }
}

impl Game for PowerPile {
    type Shape = Pair;

    const CARD: Card = Card {
        id: "power-pile",
        name: "Pile of powers",
        rules: "A base a and a heap of stones. A move takes 1, a, a², … stones, as long as the heap has so many. Who \
                cannot move loses. TopCoder's PotatoGame is base 4.",
        position: "[base, stones]: the base at least 1, the stones at least 0",
        text_form: "base,stones",
        example: "4,12",
        sources: &[Source { author: "TopCoder", year: 2010, title: "SRM 467 division 2, PotatoGame" }, powers::SOURCE],
        normal: "Exact. For an odd base the value is the parity of the heap; for an even one it has the period base + 1: \
                 0, 1, 0, 1, …, 0, 1, 2.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: Some(2),
    };

    fn new(written: Pair) -> Result<Self, Illegal> {
        if written.first.is_zero() {
            return Err(Illegal { part: Some(0), reason: "the base is at least 1; it comes first".to_owned() });
        }
        Ok(Self(written))
    }

    fn written(&self) -> &Pair {
        &self.0
    }

    fn grundy(&self) -> Natural {
        u64::from(powers::grundy(self.base(), self.stones())).into()
    }

    fn option_count(&self) -> Natural {
        powers::exponents(self.base(), self.stones()).count().into()
    }

    /// Takes 1, *a*, *a*², ….
    fn option(&self, rank: &Natural) -> Option<Self> {
        self.take(powers::exponents(self.base(), self.stones()), rank)
    }

    fn count_to(&self, value: &Natural) -> Natural {
        self.exponents_to(value).map_or(Natural::ZERO, |exponents| exponents.count().into())
    }

    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
        self.take(self.exponents_to(value)?, rank)
    }

    fn check_move(&self, to: &Self) -> Result<(), String> {
        if to.base() != self.base() {
            return Err(format!("the base, which comes first, stays {}", self.base().short()));
        }
        if to.stones() >= self.stones() {
            return Err(format!("the heap must get smaller than {}", self.stones().short()));
        }
        let taken = self.stones() - to.stones();
        match powers::exponent(self.base(), &taken) {
            Some(_) => Ok(()),
            None => Err(format!("what is taken, {}, must be a power of {}", taken.short(), self.base().short())),
        }
    }

    fn describe(&self, option: &Self) -> String {
        let taken = self.stones() - option.stones();
        match taken.ilog(self.base()) {
            Some(exponent) if exponent > 1 => {
                format!("take {}^{exponent} = {} of {}", self.base().short(), taken.short(), self.stones().short())
            }
            _ => format!("take {} of {}", taken.short(), self.stones().short()),
        }
    }

    fn explain(&self) -> Vec<Step> {
        let period = self.base() + &Natural::ONE;
        let [base, period] = [self.base(), &period].map(Natural::short);
        let theory = if self.base().is_even() {
            format!(
                "The base {base} is even, so every move takes 1 or −1 modulo {period}. The values have that period: a heap \
                 of n has the parity of n mod {period}, or 2 if that is {base}."
            )
        } else {
            format!(
                "The base {base} is odd, so every move takes an odd number. The value of a heap of n is its parity."
            )
        };
        let here = format!("Here n = {}: {}.", self.stones().short(), powers::reason(self.base(), self.stones()));
        vec![Step::by(powers::SOURCE, theory), Step::new(here), Step::value(&self.grundy())]
    }

    fn misere_class(&self) -> MisereClass {
        if powers::grundy(self.base(), self.stones()) <= 1 { MisereClass::Swap } else { MisereClass::Fixed }
    }

    fn explain_misere(&self) -> Vec<Step> {
        vec![Step::new("In misère play the values 0 and 1 of piles swap, and 2 stays.")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::laws::{self, Rules};

    impl Rules for PowerPile {
        fn small() -> Vec<Self> {
            (1..=20_u64).flat_map(|base| (0..=450_u64).map(move |stones| Self(Pair::new(base, stones)))).collect()
        }

        fn options_by_rule(&self) -> Vec<Self> {
            let (base, stones) = (self.base().to_u64().unwrap(), self.stones().to_u64().unwrap());
            let powers = (0..=64).map_while(|e| base.checked_pow(e)).take_while(|power| *power <= stones);
            powers.map(|power| Self(Pair::new(base, stones - power))).collect()
        }
    }

    #[test]
    fn theory_is_what_the_rules_give() {
        laws::check::<PowerPile>();
    }

    #[test]
    fn moves_in_words() {
        laws::check_words::<PowerPile>(&[
            ("4,12", "4,11", "take 1 of 12"),
            ("4,12", "4,8", "take 4 of 12"),
            ("4,20", "4,4", "take 4^2 = 16 of 20"),
        ]);
    }
}
