//! What all pictures of values have in common: how they begin, and which numbers are too long for labels.
//!
//! They have presentation attributes only, no style and no script, so that the strictest page may show them, and a
//! background of their own, so that a dark one may.

use std::fmt::{self, Formatter};

use super::range::Range;

/// The height of a line of text.
pub(super) const LINE: usize = 20;

/// Longest label of a number at a side; from longer ones on, labels count from the first.
pub(super) const MOST_LABEL_DIGITS: usize = 5;

/// Do labels of this range count from its first number, since it is long?
pub(super) fn is_long(range: &Range) -> bool {
    range.digits() > MOST_LABEL_DIGITS
}

/// Begins a picture of a width and a height: what it shows, and its title from such an x on. The texts are fit to stand in
/// XML.
pub(super) fn begin(
    f: &mut Formatter<'_>,
    [width, height]: [usize; 2],
    x: usize,
    title: &str,
    description: &str,
) -> fmt::Result {
    writeln!(
        f,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" fill="#222">"##
    )?;
    writeln!(f, "<title>{title}</title>")?;
    writeln!(f, "<desc>{description}</desc>")?;
    writeln!(f, r##"<rect width="{width}" height="{height}" fill="#fff"/>"##)?;
    writeln!(f, r#"<text x="{x}" y="28" font-size="16">{title}</text>"#)
}

/// Fit to stand in XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
