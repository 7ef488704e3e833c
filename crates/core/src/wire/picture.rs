//! The common parts of all pictures of values: the beginning of the SVG, and the rule for numbers that are too long for
//! labels.
//!
//! The pictures have presentation attributes only, without style or script, so that a page with the strictest security
//! policy can show them. They have their own background, so that they are readable on a dark page.

use std::fmt::{self, Formatter};

use super::range::Range;

/// The height of a line of text.
pub(super) const LINE: usize = 20;

/// The largest number of digits of a label. If numbers are longer, labels show the difference from the smallest of the
/// numbers.
pub(super) const MOST_LABEL_DIGITS: usize = 5;

/// Returns whether the numbers of this range are too long for labels. In that case, each label shows the difference
/// from the first number of the range.
pub(super) fn is_long(range: &Range) -> bool {
    range.digits() > MOST_LABEL_DIGITS
}

/// Begins a picture of this width and height, with a description, and with its title at `x`. The texts must be escaped
/// for XML.
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

/// Escapes a text for XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
