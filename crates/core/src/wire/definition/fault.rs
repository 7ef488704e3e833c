//! Creates the faults of a definition.

use crate::game::words::cut;
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::json;
use crate::wire::json_reader::Unread;

impl Faults {
    /// Creates a list that has only this fault.
    pub(super) fn one(pointer: impl Into<String>, code: Code, detail: impl Into<String>) -> Self {
        Fault { pointer: pointer.into(), ..Fault::new(code, detail) }.into()
    }

    /// Adds a fault of a definition. The closure that makes the pointer and the text is called only if the fault is
    /// listed.
    pub(super) fn add(&mut self, fault: impl FnOnce() -> (String, String)) {
        self.push_with(|| {
            let (pointer, detail) = fault();
            Fault { pointer, ..Fault::new(Code::InvalidGame, detail) }
        });
    }
}

/// Creates the fault of a part of a definition that was read to its end.
pub(super) fn invalid(detail: impl Into<String>) -> Unread {
    Fault::new(Code::InvalidGame, detail).into()
}

/// Puts a client's text in quotes, and cuts it after a few dozen characters.
pub(super) fn quoted(text: &str) -> String {
    let shown = cut(text);
    if shown == text { format!("“{text}”") } else { format!("“{shown}…”") }
}

/// Returns the JSON type with its article, such as "an array". A list is called an array, because "list" in the
/// messages means a list of vertices.
pub(super) fn type_of(json: &str) -> &'static str {
    match json::type_of(json) {
        "a list" => "an array",
        other => other,
    }
}
