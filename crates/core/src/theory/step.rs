//! [`Source`]: a publication that an explanation quotes. This module also shortens long lists in the middle.

use std::fmt::Display;

/// A publication in which a game or a theorem was published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Source {
    /// The authors.
    pub author: &'static str,
    /// The year of publication.
    pub year: u16,
    /// The title.
    pub title: &'static str,
}

/// The number of items that an explanation shows at each end of a long list.
pub const SHOWN_AT_EITHER_END: usize = 4;

/// Returns a count with its noun: "1 bit", "2 bits".
#[must_use]
pub fn counted(count: impl Display, one: &str, more: &str) -> String {
    let count = count.to_string();
    let noun = if count == "1" { one } else { more };
    format!("{count} {noun}")
}

/// Returns an equation, such as "5 ⊕ 3 = 6". A single number is its own value, so it needs no equation: "5".
#[must_use]
pub fn equation(sum: &str, value: impl Display) -> String {
    let value = value.to_string();
    if sum == value { value } else { format!("{sum} = {value}") }
}

/// Returns how many of `count` items an explanation leaves out: all except the first few and the last few.
#[must_use]
pub fn left_out(count: usize) -> usize {
    // A single item is not left out, because the remark in its place would be as long as the item.
    Some(count.saturating_sub(2 * SHOWN_AT_EITHER_END)).filter(|left_out| *left_out > 1).unwrap_or(0)
}

/// Joins the texts of some items with a separator. If there are many items, those in the middle are left out.
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
