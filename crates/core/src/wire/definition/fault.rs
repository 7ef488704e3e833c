//! How a definition's faults are worded.

use crate::game::words::cut;
use crate::wire::fault::{Code, Fault, Faults};

impl Faults {
    /// A single fault of a definition.
    pub(super) fn one(pointer: impl Into<String>, code: Code, detail: impl Into<String>) -> Self {
        Fault { pointer: pointer.into(), ..Fault::new(code, detail) }.into()
    }

    /// Adds a fault of a definition; where it is and what it is are only composed if it is listed.
    pub(super) fn add(&mut self, fault: impl FnOnce() -> (String, String)) {
        self.push_with(|| {
            let (pointer, detail) = fault();
            Fault { pointer, ..Fault::new(Code::InvalidGame, detail) }
        });
    }
}

/// A client's text in quotes, cut after a few words.
pub(super) fn quoted(text: &str) -> String {
    let shown = cut(text);
    if shown == text { format!("“{text}”") } else { format!("“{shown}…”") }
}
