//! [`Fault`]: one thing wrong with what a client asked, said so that it can be mended.

use std::fmt;

use serde::Serialize;

/// Of a text that a client made up, messages show at most so many characters.
const SHOWN: usize = 40;

/// What kind of thing is wrong. The text form is stable: clients branch on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Not JSON, or a key twice in one object.
    InvalidJson,
    /// A query string with an unknown, repeated or malformed parameter, or without any game.
    InvalidQuery,
    /// JSON of another shape than the request's.
    InvalidRequest,
    /// A game that is not in the catalogue.
    UnknownGame,
    /// Not an integer of 0 or more.
    InvalidInteger,
    /// Of the right shape, but no position of its game.
    IllegalPosition,
    /// An integer that is longer than this service takes.
    TooManyDigits,
    /// More components than this service takes in one position.
    TooManyComponents,
    /// Within every other limit, but too much work in all.
    TooCostly,
    /// A sum whose misère theory is not known.
    MisereUnsupported,
}

impl Code {
    /// The stable text form.
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
        }
    }
}

impl Serialize for Code {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One thing wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Fault {
    /// Where: a JSON Pointer (RFC 6901) into the request.
    pub pointer: String,
    /// What kind.
    #[schema(value_type = String, example = "illegal-position")]
    pub code: Code,
    /// What exactly, in a sentence for the person who wrote the client.
    pub detail: String,
    /// The query parameter, where the request was a URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
}

impl Fault {
    /// A fault of the whole of what was read; [`Fault::under`] moves it to its place.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Self { pointer: String::new(), code, detail: detail.into(), parameter: None }
    }

    /// The same fault, seen from one level further out. A key that a client made up is cut: nothing comes back
    /// unbounded.
    #[must_use]
    pub fn under(mut self, key: impl fmt::Display) -> Self {
        let key = key.to_string();
        self.pointer = format!("/{}{}", cut(&key).replace('~', "~0").replace('/', "~1"), self.pointer);
        self
    }

    /// The same fault, of a query parameter.
    #[must_use]
    pub fn of_parameter(mut self, name: &str) -> Self {
        self.parameter = Some(cut(name).to_owned());
        self
    }
}

/// The faults of one request: the first few in full, the rest counted, so that a body of nothing but errors costs
/// no more than others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    listed: Vec<Fault>,
    omitted: usize,
}

impl Faults {
    /// How many are listed.
    pub const MAX_LISTED: usize = 32;

    /// Adds one.
    pub fn push(&mut self, fault: Fault) {
        self.push_with(|| fault);
    }

    /// Adds one that is worded only if it is listed.
    pub fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.listed.len() < Self::MAX_LISTED {
            self.listed.push(fault());
        } else {
            self.omitted = self.omitted.saturating_add(1);
        }
    }

    /// Those that are listed.
    #[must_use]
    pub fn listed(&self) -> &[Fault] {
        &self.listed
    }

    /// How many more there are.
    #[must_use]
    pub fn omitted(&self) -> usize {
        self.omitted
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// The same faults, seen from one level further out.
    #[must_use]
    pub fn under(mut self, key: &str) -> Self {
        self.listed = self.listed.into_iter().map(|fault| fault.under(key)).collect();
        self
    }

    /// All of both.
    pub fn append(&mut self, other: Self) {
        for fault in other.listed {
            self.push(fault);
        }
        self.omitted = self.omitted.saturating_add(other.omitted);
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self { listed: vec![fault], omitted: 0 }
    }
}

/// The first few dozen characters of what a client made up: enough for any message, and bounded.
#[must_use]
pub fn cut(text: &str) -> &str {
    text.char_indices().nth(SHOWN).map_or(text, |(end, _)| &text[..end])
}

/// What a client sent, fit to stand in a message: quoted, and cut after a few dozen characters.
#[must_use]
pub fn quote(text: &str) -> String {
    let shown = cut(text);
    if shown == text { format!("{text:?}") } else { format!("{shown:?}…") }
}
