//! [`ScriptFault`]: a fault in a script, with its place. [`Failure`]: the reason why a call of a script has no result.

use std::fmt;

/// A fault in a script, described for the person who wrote the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// A description of the fault, and of the way to correct it.
    pub message: String,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// The message about a float.
pub(crate) const FLOAT: &str = "floats are not known here: write // for a division, math.isqrt(n) for n ** 0.5, 10**9 for 1e9, and \
                                a large integer, such as 2**53, for infinity";

/// The reason why a call of a script has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The script has a fault.
    Fault(ScriptFault),
    /// The fuel is spent.
    Spent,
    /// One call needs more memory than the limit. The number is the limit in bytes.
    Memory(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::Spent => f.write_str("the fuel of the script is spent"),
            Self::Memory(limit) => write!(f, "one call of the script takes more than {limit} bytes of memory"),
        }
    }
}

impl std::error::Error for Failure {}

/// A fault at a place in the source. The place is given in bytes from the start.
#[derive(Clone, Debug)]
pub(crate) struct At {
    pub(crate) offset: u32,
    pub(crate) message: String,
}

impl At {
    pub(crate) fn new(offset: u32, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    /// Converts the place to a line and a column.
    pub(crate) fn in_source(self, source: &str) -> ScriptFault {
        let mut end = crate::size::index(self.offset).min(source.len());
        while !source.is_char_boundary(end) {
            end -= 1;
        }
        let before = source.get(..end).unwrap_or_default();
        let line = before.bytes().filter(|byte| *byte == b'\n').count();
        let column = before.chars().rev().take_while(|char| *char != '\n').count();
        let from_one = |count| crate::size::length(count).saturating_add(1);
        ScriptFault { line: from_one(line), column: from_one(column), message: self.message }
    }
}

/// The reason why a call ends before it has a result. An error does not contain its place, because the caller knows the
/// place.
#[derive(Clone, Debug)]
pub(crate) enum CallEnd {
    Error(Box<str>),
    Spent,
    Memory,
}

impl From<crate::fuel::OutOfFuel> for CallEnd {
    fn from(crate::fuel::OutOfFuel: crate::fuel::OutOfFuel) -> Self {
        Self::Spent
    }
}

/// Returns an error of the script.
#[cold]
#[inline(never)]
pub(crate) fn error<T>(message: impl Into<String>) -> Result<T, CallEnd> {
    Err(CallEnd::Error(message.into().into_boxed_str()))
}
