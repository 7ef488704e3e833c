//! Texts that a client wrote, as messages show them, and moves in words.

use std::fmt::Write;

use crate::number::Short;

/// The largest number of characters of such a text that messages show.
const SHOWN: usize = 40;

/// The first few dozen characters of a text that a client wrote. They are enough for any message, and bounded.
#[must_use]
pub fn cut(text: &str) -> &str {
    text.char_indices().nth(SHOWN).map_or(text, |(end, _)| &text[..end])
}

/// A client's text, prepared for a message: quoted, and cut after a few dozen characters.
#[must_use]
pub fn quote(text: &str) -> String {
    let shown = cut(text);
    if shown == text { format!("{text:?}") } else { format!("{shown:?}…") }
}

/// A hint for a name that looks like another: a comma, and then the name's first letter that is not ASCII. None of our
/// names has such a letter.
#[must_use]
pub fn foreign_letter(name: &str) -> String {
    let letter = cut(name).chars().find(|letter| !letter.is_ascii());
    letter.map_or_else(String::new, |letter| format!(", whose {letter:?} is U+{:04X}, not ASCII", u32::from(letter)))
}

/// A text as one word of a shell. It is quoted if some character of it would otherwise have a special meaning.
#[must_use]
pub fn for_shell(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "=,.-_/:+@%".contains(letter);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

/// A part of a [`sentence`].
pub(crate) trait Word {
    /// Appends it.
    fn say(&self, text: &mut String);
}

impl Word for &str {
    fn say(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Word for Short<'_> {
    fn say(&self, text: &mut String) {
        match self.to_u64() {
            Some(number) => text.push_str(itoa::Buffer::new().format(number)),
            // Writing into a string never fails.
            None => drop(write!(text, "{self}")),
        }
    }
}

/// Makes the same text as `format!` in a third of the time. Each answer has a move in words, which took a tenth of its
/// time. Only the games that are asked about most use this. Others use `format!`, which is plainer.
pub(crate) fn sentence(words: &[&dyn Word]) -> String {
    /// The room that suffices for nearly all texts. Without it, the text would be copied while it grows.
    const BYTES: usize = 64;
    let mut text = String::with_capacity(BYTES);
    for word in words {
        word.say(&mut text);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::for_shell;

    #[test]
    fn what_a_shell_would_read_is_in_quotes() {
        assert_eq!(for_shell("euclid=5,26"), "euclid=5,26");
        assert_eq!(for_shell("octal(0.77)=3"), "'octal(0.77)=3'");
        assert_eq!(for_shell("it's"), r"'it'\''s'");
    }
}
