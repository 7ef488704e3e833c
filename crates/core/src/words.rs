//! Texts that a client made up, as messages show them.

/// How many characters of such a text messages show at most.
const SHOWN: usize = 40;

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
