//! What is wrong with a definition, and where.

use crate::game::words::cut;
use crate::number::meter;

/// Faults that are listed; the others are counted.
const LISTED: usize = 32;

/// What kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The definition is wrong.
    InvalidGame,
    /// It is over a limit.
    TooLarge,
}

/// One fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where, as a JSON pointer (RFC 6901) from the definition on: `/graph/a/1`.
    pub pointer: String,
    /// What kind.
    pub kind: Kind,
    /// What is wrong, in words for the client.
    pub detail: String,
}

/// The faults of a definition: at least one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    /// The first of them, at most 32.
    pub listed: Vec<Fault>,
    /// How many more there are.
    pub omitted: usize,
}

impl Faults {
    /// A single fault.
    #[must_use]
    pub fn one(pointer: impl Into<String>, kind: Kind, detail: impl Into<String>) -> Self {
        Self { listed: vec![Fault { pointer: pointer.into(), kind, detail: detail.into() }], omitted: 0 }
    }

    /// Adds one; what it says is only composed if it is listed.
    pub(super) fn add(&mut self, fault: impl FnOnce() -> (String, String)) {
        if self.listed.len() < LISTED {
            meter::charge(1_000);
            let (pointer, detail) = fault();
            self.listed.push(Fault { pointer, kind: Kind::InvalidGame, detail });
        } else {
            self.omitted += 1;
        }
    }

    /// Whether nothing was found.
    pub(super) const fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

/// One step of a JSON pointer, escaped; a name that the client made up is cut.
pub(super) fn step(name: &str) -> String {
    cut(name).replace('~', "~0").replace('/', "~1")
}

/// A client's text in quotes, shortened.
pub(super) fn quoted(text: &str) -> String {
    format!("“{}”", shortened(text))
}

/// A client's text, cut after a few words.
pub(super) fn shortened(text: &str) -> String {
    let shown = cut(text);
    if shown == text { text.to_owned() } else { format!("{shown}…") }
}
