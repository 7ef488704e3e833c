//! [`Fault`]: one fault of a request, described in such a way that the client can correct it.

use std::error::Error;
use std::fmt;

use serde::{Serialize, Serializer};

use super::rules_position::WrittenPosition;
use crate::game::shape::Literal;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::step::counted;

pub use crate::game::words::{cut, for_shell, foreign_letter, quote};

/// The kind of a fault. The text form never changes, since clients branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A body that is not JSON, or an object with a key twice.
    InvalidJson,
    /// A query string with an unknown, repeated or malformed parameter, or without any game.
    InvalidQuery,
    /// JSON that does not have the shape of a request.
    InvalidRequest,
    /// A game that is not in the catalogue.
    UnknownGame,
    /// A value that is not an integer of 0 or more.
    InvalidInteger,
    /// A value that has the shape of the game's positions, but is not one of them.
    IllegalPosition,
    /// An integer with more digits than this service accepts.
    TooManyDigits,
    /// A position with more components than this service accepts.
    TooManyComponents,
    /// A request that is within every other limit, but needs too much work.
    TooCostly,
    /// A sum for which no theory of misère play is known.
    MisereUnsupported,
    /// A move that the rules do not allow.
    IllegalMove,
    /// A cursor that belongs to another listing, or a text that is not a cursor.
    InvalidCursor,
    /// A position whose value is not known, or could only be found with larger tables than this service has.
    ValueUnknown,
    /// Parameters that do not define a game of the family, or a wrong definition of a game.
    InvalidGame,
}

impl Code {
    /// Returns the stable text form.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidJson => "invalid-json",
            Self::InvalidQuery => "invalid-query",
            Self::InvalidRequest => "invalid-request",
            Self::UnknownGame => "unknown-game",
            Self::InvalidInteger => "invalid-integer",
            Self::IllegalPosition => "illegal-position",
            Self::TooManyDigits => "too-many-digits",
            Self::TooManyComponents => "too-many-components",
            Self::TooCostly => "too-costly",
            Self::MisereUnsupported => "misere-unsupported",
            Self::IllegalMove => "illegal-move",
            Self::InvalidCursor => "invalid-cursor",
            Self::ValueUnknown => "value-unknown",
            Self::InvalidGame => "invalid-game",
        }
    }

    /// Returns the HTTP status.
    #[must_use]
    pub fn status(self) -> u16 {
        match self {
            Self::InvalidJson | Self::InvalidQuery => 400,
            _ => 422,
        }
    }

    /// Returns the title: a few words, which are the same for every fault of this kind.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::InvalidJson => "The body is not JSON",
            Self::InvalidQuery => "The query string is not understood",
            Self::InvalidRequest => "The request has another shape",
            Self::UnknownGame => "There is no such game",
            Self::InvalidInteger => "Not an integer of 0 or more",
            Self::IllegalPosition => "Not a position of its game",
            Self::TooManyDigits => "An integer is too long",
            Self::TooManyComponents => "The position has too many components",
            Self::TooCostly => "The position is too much work",
            Self::MisereUnsupported => "No misère theory is known for this sum",
            Self::IllegalMove => "The rules do not allow this move",
            Self::InvalidCursor => "The cursor belongs to another listing",
            Self::ValueUnknown => "The value is not known",
            Self::InvalidGame => "This makes no game",
        }
    }

    /// Explains the error and what to do about it.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::InvalidJson => {
                "The body could not be read as JSON, or one of its objects has a key twice. The detail says where. \
                 Shells are a common cause: put the JSON in single quotes."
            }
            Self::InvalidQuery => {
                "A parameter is unknown, appears twice or has a value that can't be read, or no game is asked for. \
                 Each game is a parameter, repeated for several components: euclid=5,26&euclid=3,4&nim=3,4,5."
            }
            Self::InvalidRequest => {
                "The JSON has another shape than the contract says: an unknown or missing field, another type, \
                 another number of elements. Each entry of errors points at one such place."
            }
            Self::UnknownGame => "The id is none of the catalogue's, GET /v1/games. The detail names the nearest.",
            Self::InvalidInteger => {
                "Integers are 0 or more: a JSON integer up to 2^63 − 1, or a string of decimal digits without \
                 leading zeros, of any length up to the limit. A string is always accepted."
            }
            Self::IllegalPosition => {
                "The numbers or the string are no position of the game. Its rules are in the catalogue, GET /v1/games."
            }
            Self::TooManyDigits => "An integer has more digits than this service takes; the detail has the limit.",
            Self::TooManyComponents => {
                "The position has more components than this service takes; the detail has the limit."
            }
            Self::TooCostly => {
                "Each number is within its limit, but the work is counted while it is done, and there was too much of it: the \
                 same request is always refused, whatever others ask. Ask for parts of the sum and XOR their Grundy values, \
                 ask for less (without an explanation, a line or the length of play), or positions a service of your own with a \
                 higher limit."
            }
            Self::MisereUnsupported => {
                "The sum is not known to be tame, no misère quotient decides it, and it is too large to be searched: a \
                 guess would be worse than this error. The catalogue says of each game what misère play can do."
            }
            Self::IllegalMove => {
                "The move does not lead from the component that it names to a position that the game's rules allow next. \
                 POST /v1/moves lists the moves."
            }
            Self::InvalidCursor => {
                "A cursor comes from the next of a page of moves, and is good for the same position, play and filter only. \
                 Start again without one."
            }
            Self::ValueUnknown => {
                "Nobody knows a formula for the value of this position, and it is beyond the values that are worked out \
                 here; the detail says how far they reach. Of some games only the winner is known, of one component \
                 alone: others beside it must have no moves, or the sum must be small enough to be searched."
            }
            Self::InvalidGame => {
                "The parameters in the key's parentheses, or the definition of the game, make no game in which every play \
                 ends and every position can be read. The detail says which part is at fault; the catalogue has examples."
            }
        }
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{detail}")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fault {
    /// The place of the fault, as a JSON Pointer (RFC 6901) into the request.
    pub pointer: String,
    /// The kind of the fault.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "illegal-position"))]
    pub code: Code,
    /// The fault in a sentence, for the person who wrote the client.
    pub detail: String,
    /// The query parameter, if the request was a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub parameter: Option<String>,
    /// If the fault is in rules that the client wrote: the line of the rules, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub line: Option<u32>,
    /// The column in `line`, in characters, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub column: Option<u32>,
    /// The position for which the rules ran when the fault occurred.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "at")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<super::schemas::RulesPosition>, nullable = false))]
    pub at: Option<Box<Literal>>,
}

#[expect(clippy::ref_option, reason = "what serde calls it with")]
fn at<S: Serializer>(position: &Option<Box<Literal>>, serializer: S) -> Result<S::Ok, S::Error> {
    position.as_ref().map(|position| WrittenPosition(position.encoded())).serialize(serializer)
}

impl Fault {
    /// Creates a fault of the whole value that was read. [`Fault::under`] then adds the place of this value.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self { pointer: String::new(), code, detail, parameter: None, line: None, column: None, at: None }
    }

    /// Creates the fault of a request that has spent its meter.
    #[must_use]
    pub fn spent(spent: Spent) -> Self {
        let on = match spent {
            Spent::Limit { on } => on,
            // Nobody sees these faults: either the work starts again, or nobody waits for it.
            Spent::Room | Spent::Stopped => "",
        };
        Self::new(Code::TooCostly, format!("the work that one request may take was spent on {on} (--max-work)"))
    }

    /// Adds a key in front of the pointer. The pointer is then relative to the value one level further out.
    #[must_use]
    pub fn under(mut self, key: impl fmt::Display) -> Self {
        self.pointer = format!("/{}{}", step(&key.to_string()), self.pointer);
        self
    }

    fn bytes(&self) -> usize {
        // In JSON, a position may have six times as many bytes as in memory, because its characters may be escaped.
        let at = self.at.as_ref().map_or(0, |position| position.encoded().bytes().len().saturating_mul(6));
        self.pointer.len().saturating_add(self.detail.len()).saturating_add(at)
    }

    /// Returns the query parameter to which the pointer leads: a game of the position, or a field of the request. `None`
    /// if a query string has no parameter for this place alone.
    fn parameter_of_pointer(&self) -> Option<String> {
        let mut steps = self.pointer.split('/').skip(1);
        let name = match (steps.next()?, steps.next()) {
            ("position", game) => game?,
            ("positions", _) | ("games", Some(_)) => return None,
            (field, _) => field,
        };
        Some(name.replace("~1", "/").replace("~0", "~"))
    }

    /// Sets the query parameter of the fault.
    #[must_use]
    pub fn of_parameter(mut self, name: &str) -> Self {
        self.parameter = Some(cut(name).to_owned());
        self
    }
}

/// Returns one step of a JSON pointer, escaped. A long key is cut, so that a client cannot make answers long.
pub(super) fn step(key: &str) -> String {
    cut(key).replace('~', "~0").replace('/', "~1")
}

/// The faults of one request. The first few are kept in full, and the others are only counted. So a body with many
/// faults takes no more memory than one with few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    listed: Vec<Fault>,
    /// Bytes of the listed faults.
    bytes: usize,
    omitted: usize,
}

impl Faults {
    /// The largest number of faults that are listed.
    pub const MAX_LISTED: usize = 32;

    /// The largest number of bytes of listed faults. With this limit, the whole error has at most 64 KiB.
    const MAX_BYTES: usize = 48 << 10;

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.push_with(|| fault);
    }

    /// Adds a fault. The closure that creates the fault is called only if the fault is listed.
    pub fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.listed.len() < Self::MAX_LISTED && self.bytes < Self::MAX_BYTES {
            meter::charge(cost::SENTENCE);
            let fault = fault();
            self.bytes = self.bytes.saturating_add(fault.bytes());
            if self.bytes < Self::MAX_BYTES || self.listed.is_empty() {
                return self.listed.push(fault);
            }
        }
        self.omitted = self.omitted.saturating_add(1);
    }

    /// Returns the listed faults.
    #[must_use]
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// Returns the number of faults that are not listed.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Returns the kind of the whole error, which is that of the first fault.
    #[must_use]
    pub fn code(&self) -> Code {
        self.listed.first().map_or(Code::InvalidRequest, |first| first.code)
    }

    /// Returns the text of the first fault, with the number of the other faults.
    #[must_use]
    pub fn detail(&self) -> String {
        let first = self.listed.first().map_or("", |first| first.detail.as_str());
        match self.listed.len().saturating_sub(1).saturating_add(self.omitted) {
            0 => first.to_owned(),
            more => {
                let end = if first.ends_with(['.', '?', '!']) { "" } else { "." };
                format!("{first}{end} The request has {}.", counted(more, "more fault", "more faults"))
            }
        }
    }

    /// Returns the first fault, for a reader that finds only one.
    pub(crate) fn into_first(self) -> Fault {
        let (code, detail) = (self.code(), self.detail());
        self.listed.into_iter().next().unwrap_or_else(|| Fault::new(code, detail))
    }

    /// Returns whether there is no fault.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Sets the query parameters of the faults, for a request in a URL or in a command.
    #[must_use]
    pub(super) fn of_parameters(mut self) -> Self {
        for fault in &mut self.listed {
            fault.parameter = fault.parameter.take().or_else(|| fault.parameter_of_pointer());
        }
        self
    }

    /// Adds a key in front of all pointers.
    #[must_use]
    pub fn under(mut self, key: impl fmt::Display) -> Self {
        self.listed = self.listed.into_iter().map(|fault| fault.under(&key)).collect();
        self
    }

    /// Adds the faults of another list.
    pub fn append(&mut self, other: Self) {
        self.append_with(other, |fault| fault);
    }

    /// Adds the faults of another list. `place` changes each of these faults, for example its pointer. It is called
    /// only for faults that are listed, since a body may have a million faults.
    pub fn append_with(&mut self, other: Self, place: impl Fn(Fault) -> Fault) {
        for fault in other.listed {
            meter::charge(cost::POSITION);
            self.push_with(|| place(fault));
        }
        self.omitted = self.omitted.saturating_add(other.omitted);
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self { bytes: fault.bytes(), listed: vec![fault], omitted: 0 }
    }
}

impl Error for Faults {
    /// The first fault is the source of the error.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.listed.first()?)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_faults_are_told_in_a_sentence_of_their_own() {
        let mut faults = Faults::from(Fault::new(Code::InvalidRequest, "the list is empty"));
        assert_eq!(faults.detail(), "the list is empty");
        faults.push(Fault::new(Code::InvalidRequest, "so is this"));
        assert_eq!(faults.detail(), "the list is empty. The request has 1 more fault.");
        faults.push(Fault::new(Code::InvalidRequest, "and this"));
        assert_eq!(faults.detail(), "the list is empty. The request has 2 more faults.");
    }
}
