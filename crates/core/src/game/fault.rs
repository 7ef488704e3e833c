//! The errors of the library. [`Illegal`] is for a client's positions and moves that are against the rules.
//! [`Unsolved`] is for positions that no theory solves. [`UnusableRules`] is for rules of a client that can't be used.

use crate::game::shape::Literal;
use crate::number::Natural;
use crate::number::meter::Spent;

/// The reason why a position, an option or the parameters of a family are illegal, although they have the right shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Illegal {
    /// The index of the part that is wrong, if only one part is wrong. In a pair, the index is 0 or 1.
    pub part: Option<usize>,
    /// The reason, in a sentence.
    pub reason: String,
    /// Whether the rules allow it, and only a limit of this library does not.
    pub is_limit: bool,
}

impl Illegal {
    /// Creates the error for a whole position.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Self {
        Self { part: None, reason: reason.into(), is_limit: false }
    }

    /// Creates the error for one part of a position.
    #[must_use]
    pub fn part(part: usize, reason: impl Into<String>) -> Self {
        Self { part: Some(part), reason: reason.into(), is_limit: false }
    }

    /// Creates the error for what exceeds a limit.
    #[must_use]
    pub fn limit(reason: impl Into<String>) -> Self {
        Self { is_limit: true, ..Self::new(reason) }
    }

    /// Returns the error for a value of the wrong shape. Clients never see this error, because only values of the
    /// game's shape are read from a request.
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

/// Returns how much a move takes when it lowers a number from `before` to `after`. `what` is the word for the lowered
/// number in error messages.
///
/// # Errors
/// The move takes nothing, or `after` is larger than `before`.
pub(crate) fn taken(what: &str, before: &Natural, after: &Natural) -> Result<Natural, Illegal> {
    let taken = before.checked_sub(after).filter(|taken| !taken.is_zero());
    taken.ok_or_else(|| Illegal::new(format!("the {what} must get smaller than {}", before.short())))
}

/// The reason why no theory solves a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Unsolved {
    /// The index of the position.
    pub index: usize,
    /// True if the position could be solved, but this would take too long here. False if nobody knows how to solve the
    /// position.
    pub too_costly: bool,
    /// The reason, in a sentence.
    pub reason: String,
}

impl From<Spent> for Unsolved {
    fn from(_: Spent) -> Self {
        Self { index: 0, too_costly: true, reason: "it takes too long".to_owned() }
    }
}

/// The reason why the rules that a client wrote can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct UnusableRules {
    /// The line and the column of the fault in the rules, counted from 1. `None` if the fault has no single place.
    pub place: Option<(u32, u32)>,
    /// The position at which the fault was found, if it was found at a position.
    pub at: Option<Literal>,
    /// True if the rules are right but need too much work here. False if the rules are wrong.
    pub too_costly: bool,
    /// The fault and what to write instead, in a sentence.
    pub reason: String,
}

impl From<Spent> for UnusableRules {
    fn from(spent: Spent) -> Self {
        Self { place: None, at: None, too_costly: true, reason: spent.to_string() }
    }
}
