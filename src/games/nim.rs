//! Nim with one heap: the game that every Grundy value is a heap of.
//!
//! From *n* stones every smaller heap is one move away, so G = *n*; a sum of heaps is Bouton's Nim (1901).

use crate::game::{Card, Game, Illegal, MisereClass, Source};
use crate::natural::Natural;
use crate::step::Step;

/// A position: one heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nim(Natural);

const BOUTON: Source =
    Source { author: "C. L. Bouton", year: 1901, title: "Nim, a game with a complete mathematical theory" };

impl Game for Nim {
    type Shape = Natural;

    const CARD: Card = Card {
        id: "nim",
        name: "Nim",
        rules: "One heap of stones. A move takes any number of them, at least one. Who cannot move loses. Several heaps \
                are several components.",
        position: "the stones of one heap, at least 0",
        text_form: "stones",
        example: "3",
        sources: &[BOUTON],
        normal: "Exact. The value is the heap.",
        misere: "Exact, in sums too. Values 0 and 1 swap.",
        max_grundy: None,
    };

    fn new(written: Natural) -> Result<Self, Illegal> {
        Ok(Self(written))
    }

    fn written(&self) -> &Natural {
        &self.0
    }

    fn grundy(&self) -> Natural {
        self.0.clone()
    }

    fn option_count(&self) -> Natural {
        self.0.clone()
    }

    /// Takes 1, 2, ….
    fn option(&self, rank: &Natural) -> Option<Self> {
        (rank < &self.0).then(|| Self(&self.0 - &(rank + &Natural::ONE)))
    }

    fn count_to(&self, value: &Natural) -> Natural {
        Natural::from(value < &self.0)
    }

    fn option_to(&self, value: &Natural, rank: &Natural) -> Option<Self> {
        (value < &self.0 && rank.is_zero()).then(|| Self(value.clone()))
    }

    fn check_move(&self, to: &Self) -> Result<(), String> {
        if to.0 < self.0 { Ok(()) } else { Err(format!("the heap must get smaller than {}", self.0.short())) }
    }

    fn describe(&self, option: &Self) -> String {
        format!("take {} of {}", (&self.0 - &option.0).short(), self.0.short())
    }

    fn explain(&self) -> Vec<Step> {
        let stones = self.0.short();
        let text =
            format!("A move leads to any heap smaller than {stones}, and {stones} is the first value beyond them.");
        vec![Step::by(BOUTON, text), Step::value(&self.0)]
    }

    fn misere_class(&self) -> MisereClass {
        if self.0 <= Natural::ONE { MisereClass::Swap } else { MisereClass::Fixed }
    }

    fn explain_misere(&self) -> Vec<Step> {
        vec![Step::by(BOUTON, "In misère play the values 0 and 1 of heaps swap, and others stay.")]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::laws::{self, Rules};

    impl Rules for Nim {
        fn small() -> Vec<Self> {
            (0..=100_u64).map(|stones| Self(stones.into())).collect()
        }

        fn options_by_rule(&self) -> Vec<Self> {
            (0..self.0.to_u64().unwrap()).map(|left| Self(left.into())).collect()
        }
    }

    #[test]
    fn theory_is_what_the_rules_give() {
        laws::check::<Nim>();
    }

    #[test]
    fn moves_in_words() {
        laws::check_words::<Nim>(&[("5", "3", "take 2 of 5")]);
    }
}
