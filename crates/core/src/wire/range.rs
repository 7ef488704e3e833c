//! [`Range`]: consecutive integers, such as 1..40. A request for a map or for a list of values has such ranges.

use std::iter;

use serde::{Serialize, Serializer};

use super::fault::{Code, Fault, quote};
use super::limits::LimitCounter;
use super::text;
use crate::number::Natural;

/// The largest number of digits that all positions may have together. Each position is counted as if it were as long as
/// the longest. The limit bounds the length of answers, since a Grundy value is hardly longer than its position.
const MAX_TOTAL_DIGITS: usize = 8 << 20;

/// Consecutive integers, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub(super) first: Natural,
    pub(super) last: Natural,
    /// The number of integers in the range.
    pub(super) len: usize,
}

impl Range {
    /// Reads a range such as "1..40", which includes both ends. Reads `default` if `text` is `None`.
    pub(super) fn from_text(
        text: Option<&str>,
        default: &str,
        most: usize,
        counts: &mut LimitCounter,
    ) -> Result<Self, Fault> {
        let malformed = |detail: String| Fault::new(Code::InvalidQuery, detail);
        let text = text.unwrap_or(default);
        let Some((first, last)) = text.split_once("..") else {
            return Err(malformed(format!("expected a range such as {default}, found {}", quote(text))));
        };
        let mut end = |text: &str| {
            text::integer(text, counts).map_err(|fault| match fault.code {
                Code::InvalidInteger => {
                    let instead = if text.starts_with('-') { "; a range begins at 0 or later" } else { "" };
                    malformed(format!("an end of the range is {}{instead}", fault.detail))
                }
                _ => fault,
            })
        };
        Self::of(end(first)?, end(last)?, most)
    }

    /// Creates the range from one number to another, both included.
    ///
    /// # Errors
    /// If the first number is greater than the last, or there are too many numbers.
    pub(super) fn of(first: Natural, last: Natural, most: usize) -> Result<Self, Fault> {
        let malformed = |detail: String| Fault::new(Code::InvalidQuery, detail);
        if last < first {
            return Err(malformed("the range must not go down: its first number comes first".to_owned()));
        }
        let len = (&last - &first).to_usize().map(|steps| steps.saturating_add(1)).filter(|len| *len <= most);
        let len = len.ok_or_else(|| {
            malformed(format!("a range has at most {most} numbers: ask for the others in another request"))
        })?;
        Ok(Self { first, last, len })
    }

    /// Returns all numbers of the range.
    pub fn numbers(&self) -> impl Iterator<Item = Natural> {
        iter::successors(Some(self.first.clone()), |number| Some(number + &Natural::ONE)).take(self.len)
    }

    /// Returns the number of digits of the longest number.
    pub(super) fn digits(&self) -> usize {
        self.last.to_string().len()
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.first, &self.last).serialize(serializer)
    }
}

/// Checks that all positions together do not have too many digits. A position has one number from each of these ranges.
///
/// # Errors
/// `too-costly` if they have too many digits.
pub(super) fn check_digits<'r>(ranges: impl IntoIterator<Item = &'r Range> + Clone) -> Result<(), Fault> {
    let positions = ranges.clone().into_iter().map(|range| range.len).fold(1, usize::saturating_mul);
    let longest = ranges.into_iter().map(Range::digits).max().unwrap_or_default();
    if positions.saturating_mul(longest) <= MAX_TOTAL_DIGITS {
        return Ok(());
    }
    let detail =
        format!("the numbers of all positions have more than {MAX_TOTAL_DIGITS} digits in all: ask for fewer cells");
    Err(Fault::new(Code::TooCostly, detail))
}
