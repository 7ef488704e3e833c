//! Kinds of compounds: ways to play several components together. In most of them, one move may change several
//! components.
//!
//! Conway (On Numbers and Games, 1976, chapter 14) and Smith (1966) found a [`Label`] for each kind of compound. The
//! label of a component depends on that component alone. The label of a compound follows from the labels of its
//! components, and decides who wins. If a component is itself a list of parts, its label follows from the labels of the
//! parts in the same way.
//!
//! | file | what it knows |
//! |---|---|
//! | `label` | the label that decides a compound, how labels combine, and how a label follows from the options |
//! | `pass` | the labels of all vertices of a graph |
//! | `counts` | how many combined moves leave each label |
//! | `lengths` | closed forms for how long play lasts |
//! | `foreclosed` | closed forms of foreclosed values |

pub(crate) mod counts;
pub(crate) mod foreclosed;
pub(crate) mod label;
pub(crate) mod lengths;
pub(crate) mod pass;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display, Formatter};

use crate::theory::graphs::Play;
use crate::theory::step::Source;

pub use label::Label;

/// A kind of compound other than the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compound {
    /// A move is made in every component. The game ends when any component has ended.
    Conjunctive,
    /// A move is made in every component that has not ended. The game ends when all components have ended.
    ContinuedConjunctive,
    /// A move is made in at least one of the components that have not ended. The game ends when all components have
    /// ended.
    Selective,
    /// A move is made in at least one of the components. The game ends when any component has ended.
    ShortenedSelective,
    /// A move is made in exactly one component. The game ends when any component has ended.
    DiminishedDisjunctive,
}

/// The name of the sum as a kind of compound.
pub const DISJUNCTIVE: &str = "disjunctive";

impl Compound {
    /// All kinds of compounds except the sum.
    pub const ALL: [Self; 5] = [
        Self::Conjunctive,
        Self::ContinuedConjunctive,
        Self::Selective,
        Self::ShortenedSelective,
        Self::DiminishedDisjunctive,
    ];

    /// Returns the name of this kind of compound, as requests write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Conjunctive => "conjunctive",
            Self::ContinuedConjunctive => "continued-conjunctive",
            Self::Selective => "selective",
            Self::ShortenedSelective => "shortened-selective",
            Self::DiminishedDisjunctive => "diminished-disjunctive",
        }
    }

    /// Returns the rule of this kind of compound in a sentence.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Conjunctive => {
                "A move is made in all components at once, and the game ends when any of them has ended."
            }
            Self::ContinuedConjunctive => {
                "A move is made in all components at once that have not ended, and the game ends when all have ended."
            }
            Self::Selective => {
                "A move is made in one or more of the components, and the game ends when all have ended."
            }
            Self::ShortenedSelective => {
                "A move is made in one or more of the components, and the game ends when any of them has ended."
            }
            Self::DiminishedDisjunctive => {
                "A move is made in exactly one component, and the game ends when any of them has ended."
            }
        }
    }

    /// Returns `true` if the game ends as soon as any component has ended.
    #[must_use]
    pub const fn is_short(self) -> bool {
        matches!(self, Self::Conjunctive | Self::ShortenedSelective | Self::DiminishedDisjunctive)
    }

    /// Returns `true` if a component that has not ended may stay unchanged in a move.
    #[must_use]
    pub const fn may_stay(self) -> bool {
        matches!(self, Self::Selective | Self::ShortenedSelective)
    }
}

/// The rules for a list of components: the kind of compound and the kind of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompoundRule {
    /// The kind of compound, which tells in which components a move is made.
    pub compound: Compound,
    /// The kind of play, which tells the winner of a game that has ended.
    pub play: Play,
}

impl Display for CompoundRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let play = match self.play {
            Play::Normal => "normal",
            Play::Misere => "misère",
        };
        write!(f, "{} compounds in {play} play", self.compound.as_str())
    }
}

pub(crate) const CONWAY: Source =
    Source { author: "J. H. Conway", year: 1976, title: "On Numbers and Games, chapter 14" };

pub(crate) const SMITH: Source = Source { author: "C. A. B. Smith", year: 1966, title: "Graphs and composite games" };
