//! The errors of the library: [`Illegal`] for what a client writes, [`Unsolved`] for what a theory does not reach, and
//! [`UnusableRules`] for a client's rules.

use crate::game::shape::Literal;
use crate::number::Natural;
use crate::number::meter::Spent;

/// Why something of the right shape is no position of a game, no option of a position, or no parameters of a family.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Illegal {
    /// The part that is to blame, if it is one: 0 or 1 of a pair.
    pub part: Option<usize>,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Illegal {
    /// The whole position is to blame.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { part: None, reason: reason.into() }
    }

    /// One part of the position is to blame.
    #[must_use]
    pub fn part(part: usize, reason: impl Into<String>) -> Self {
        Self { part: Some(part), reason: reason.into() }
    }

    /// The error for a value of another shape, which no reader of the card's shape makes.
    #[must_use]
    pub fn shape() -> Self {
        Self::new("it is of another shape")
    }
}

impl From<String> for Illegal {
    fn from(reason: String) -> Self {
        Self::new(reason)
    }
}

impl From<&str> for Illegal {
    fn from(reason: &str) -> Self {
        Self::new(reason)
    }
}

/// Returns the number that a move takes away from a number, which is called `what` in the error.
///
/// # Errors
/// It takes nothing.
pub(crate) fn taken(what: &str, before: &Natural, after: &Natural) -> Result<Natural, Illegal> {
    let taken = before.checked_sub(after).filter(|taken| !taken.is_zero());
    taken.ok_or_else(|| Illegal::new(format!("the {what} must get smaller than {}", before.short())))
}

/// Why a theory has no answer about a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unsolved {
    /// The index of the position.
    pub index: usize,
    /// True if finding the answer would only take too long here. Otherwise it is not known.
    pub too_costly: bool,
    /// How far the theory reaches, in a sentence.
    pub reason: String,
}

impl From<Spent> for Unsolved {
    /// Nobody sees this text: results of spent work are thrown away.
    fn from(_: Spent) -> Self {
        Self { index: 0, too_costly: true, reason: "it takes too long".to_owned() }
    }
}

/// Why a client's rules make no game that can be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct UnusableRules {
    /// The line and the column in the rules, from 1, where the fault has a place there.
    pub place: Option<(u32, u32)>,
    /// The position at which it was found, if it is one of the game and not of the rules alone.
    pub at: Option<Literal>,
    /// True if the rules only take too much here. Otherwise they are wrong.
    pub too_costly: bool,
    /// The fault and what to write instead, in a sentence.
    pub reason: String,
}

impl From<Spent> for UnusableRules {
    /// Nobody sees this text: results of spent work are thrown away.
    fn from(spent: Spent) -> Self {
        Self { place: None, at: None, too_costly: true, reason: spent.to_string() }
    }
}
