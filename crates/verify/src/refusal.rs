//! [`Rejection`]: why a certificate proves nothing.

use std::fmt;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// It is no JSON.
    Unread(String),
    /// It does not prove what it claims.
    Refused(String),
}

impl Rejection {
    pub(crate) fn unread(reason: impl Into<String>) -> Self {
        Self::Unread(reason.into())
    }

    pub(crate) fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(reason.into())
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unread(reason) => write!(f, "not read: {reason}"),
            Self::Refused(reason) => write!(f, "refused: {reason}"),
        }
    }
}

impl std::error::Error for Rejection {}

/// Refuses a certificate unless a condition holds.
pub(crate) fn need(holds: bool, reason: impl FnOnce() -> String) -> Result<(), Rejection> {
    if holds { Ok(()) } else { Err(Rejection::Refused(reason())) }
}
