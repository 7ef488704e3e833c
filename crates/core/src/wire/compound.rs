//! [`ComponentNumbers`]: numbers or words for the components of a compound.

use std::fmt;

use serde::{Serialize, Serializer};

use super::position::serialize_each;
use crate::solve::Winner;
use crate::solve::compound::CompoundSolution;
use crate::theory::compounds::{Compound, CompoundRule, Label};

impl Serialize for Compound {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The [`Label`] of each component: a list for each key of the position.
pub struct ComponentNumbers<'a>(pub(super) &'a CompoundSolution);

impl Serialize for ComponentNumbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(solution) = self;
        serialize_each(solution.position(), serializer, |place, _| {
            solution.label(place).map(|label| ComponentNumber { label, rule: solution.rule() })
        })
    }
}

/// The [`Label`] of a component. Answers write it as a number or as a word. For people, it has other words.
#[derive(Clone, Copy)]
pub struct ComponentNumber<'a> {
    /// The label.
    pub label: &'a Label,
    /// The kind of compound.
    pub rule: CompoundRule,
}

impl ComponentNumber<'_> {
    /// Returns the word for a label that is not a number. The words for a component that a move ends, that is won and
    /// that is lost are given.
    fn word(&self, [at_once, won, lost]: [&'static str; 3]) -> &'static str {
        match (self.label, self.rule.compound) {
            (Label::AtOnce, _) => at_once,
            (Label::Over, Compound::DiminishedDisjunctive) => "over",
            _ => match self.rule.winner(self.label) {
                Winner::First => won,
                Winner::Second => lost,
                Winner::Draw => "draw",
            },
        }
    }
}

impl Serialize for ComponentNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.label {
            Label::Length(number) | Label::Value(number) => number.serialize(serializer),
            _ => serializer.serialize_str(self.word(["at once", "N", "P"])),
        }
    }
}

impl fmt::Display for ComponentNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label {
            Label::Length(number) | Label::Value(number) => number.short().fmt(f),
            _ => f.write_str(self.word(["a move ends it", "won", "lost"])),
        }
    }
}
