//! [`Step`]: a sentence of an explanation with its [`Source`]; and lists that are cut in the middle to fit into one.

use crate::number::Natural;

/// A publication: where a game or a theorem comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Source {
    /// Who.
    pub author: &'static str,
    /// When.
    pub year: u16,
    /// What.
    pub title: &'static str,
}

/// The number of items that explanations show at either end of a long list.
pub const SHOWN_AT_EITHER_END: usize = 4;

/// One step of an explanation.
#[derive(Clone, Debug)]
pub struct Step {
    /// A short sentence or two with the numbers of the position. Numbers over 40 digits are shortened.
    pub text: String,
    /// The publication of the theorem that it rests on.
    pub source: Option<Source>,
}

impl Step {
    /// Creates a step that needs no theorem.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), source: None }
    }

    /// Creates a step that rests on a theorem.
    #[must_use]
    pub fn by(source: Source, text: impl Into<String>) -> Self {
        Self { text: text.into(), source: Some(source) }
    }

    /// Creates the last step of a component: its Grundy value.
    #[must_use]
    pub fn value(value: &Natural) -> Self {
        Self::new(format!("So the Grundy value is {}.", value.short()))
    }
}

/// Returns the number of items that are left out of `count`: all between the first few and the last few.
#[must_use]
pub fn left_out(count: usize) -> usize {
    // Leaving out a single item saves nothing, since the remark would be as long.
    Some(count.saturating_sub(2 * SHOWN_AT_EITHER_END)).filter(|left_out| *left_out > 1).unwrap_or(0)
}

/// Joins items with a separator, cut in the middle if they are many.
#[must_use]
pub fn joined<T>(things: &[T], show: impl Fn(&T) -> String, separator: &str) -> String {
    let cut = left_out(things.len());
    let (head, rest) = things.split_at(if cut == 0 { things.len() } else { SHOWN_AT_EITHER_END });
    let words = (cut > 0).then(|| format!("… ({cut} left out) …"));
    let parts = head.iter().map(&show).chain(words).chain(rest.iter().skip(cut).map(&show));
    parts.collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut_in_the_middle() {
        let numbers = |count| joined(&(1..=count).collect::<Vec<u32>>(), u32::to_string, ", ");
        assert_eq!(numbers(0), "");
        assert_eq!(numbers(9), "1, 2, 3, 4, 5, 6, 7, 8, 9");
        assert_eq!(numbers(10), "1, 2, 3, 4, … (2 left out) …, 7, 8, 9, 10");
        assert_eq!(numbers(100_000), "1, 2, 3, 4, … (99992 left out) …, 99997, 99998, 99999, 100000");
    }
}
