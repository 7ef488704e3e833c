//! [`MapPicture`]: draws a map as an SVG heat map, which can be a file of its own or part of a page.
//!
//! The colours are those of the colour map viridis. Their order can be seen by colour-blind readers, and also in a grey
//! print. P-positions also have a disc.

use std::fmt::{self, Display, Formatter};

use super::{MAX_SIDE, Range, ValueMap};
use crate::number::Natural;
use crate::wire::picture::{self, LINE, escaped, is_long};

/// A class of values that have one colour.
struct Class {
    /// The values, for the legend.
    values: &'static str,
    colour: &'static str,
    /// The colour of the numbers in cells of this class: black or white, whichever has more contrast (WCAG 2). A
    /// P-position has a white disc, so its number is black.
    ink: &'static str,
}

/// Eight colours of viridis. Each value from 0 to 3 has its own colour, because small values decide most games. From 4
/// to 31, all values with the same number of binary digits have one colour.
const CLASSES: [Class; 8] = [
    Class { values: "0: P-position, the player to move loses", colour: "#440154", ink: "#000" },
    Class { values: "1", colour: "#46337e", ink: "#fff" },
    Class { values: "2", colour: "#365c8d", ink: "#fff" },
    Class { values: "3", colour: "#277f8e", ink: "#fff" },
    Class { values: "4–7", colour: "#1fa187", ink: "#000" },
    Class { values: "8–15", colour: "#4ac16d", ink: "#000" },
    Class { values: "16–31", colour: "#9fda3a", ink: "#000" },
    Class { values: "32 or more", colour: "#fde725", ink: "#000" },
];

/// Returns the index in [`CLASSES`] of the class that contains a value.
fn class(value: &Natural) -> usize {
    let step = match value.to_u64() {
        Some(0) => 0,
        Some(1) => 1,
        Some(2) => 2,
        Some(3) => 3,
        // Only values from 4 on come here. They have at least three bits.
        _ => value.bit_len().saturating_add(1),
    };
    step.min(CLASSES.len() - 1)
}

/// The space on the left of the cells, for a label of five characters.
const LEFT: usize = 56;
const RIGHT: usize = 24;
/// The smallest width of the picture. The title fits into it, and so do the lines above and below the cells.
const LEAST_WIDTH: usize = 520;
/// The longest side, in cells, of a map that shows numbers. A cell of such a map has space for [`MOST_DIGITS`] digits.
const MOST_WITH_NUMBERS: usize = 48;
const MOST_DIGITS: usize = 3;

/// A map as SVG.
#[derive(Debug)]
pub struct MapPicture<'m> {
    map: &'m ValueMap,
    /// The index of each cell's class; `None` if the cell is not a position.
    classes: Vec<Vec<Option<usize>>>,
    /// The side of a cell, in pixels.
    cell: usize,
    /// The lines of text between the title and the cells.
    notes: Vec<String>,
}

impl<'m> MapPicture<'m> {
    /// Creates the picture of a map.
    #[must_use]
    pub fn new(map: &'m ValueMap) -> Self {
        let classes = map.values.iter().map(|row| row.iter().map(|value| value.as_ref().map(class)).collect());
        let cell = match map.a.len.max(map.b.len) {
            ..=MOST_WITH_NUMBERS => 20,
            side if side <= MAX_SIDE / 2 => 8,
            _ => 4,
        };
        let notes = [("a", &map.a), ("b", &map.b)].into_iter().filter(|(_, range)| is_long(range));
        let notes = notes.map(|(name, range)| format!("{name} is {} plus its label", range.first.short()));
        Self { map, classes: classes.collect(), cell, notes: notes.collect() }
    }

    fn top(&self) -> usize {
        LINE * (4 + self.notes.len())
    }

    /// Returns the left side of a column.
    fn x(&self, column: usize) -> usize {
        LEFT + self.cell * column
    }

    /// Returns the upper side of a row.
    fn y(&self, row: usize) -> usize {
        self.top() + self.cell * row
    }

    /// Returns the runs of adjacent cells in one row that all have this class. Each run is given by its row, its first
    /// column and its length.
    fn runs(&self, class: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        self.classes.iter().enumerate().flat_map(move |(row, cells)| {
            let runs = cells.chunk_by(|left, right| left == right).scan(0, |column, run| {
                *column += run.len();
                Some((run[0], *column - run.len(), run.len()))
            });
            runs.filter(move |(found, ..)| *found == Some(class)).map(move |(_, column, len)| (row, column, len))
        })
    }

    /// Writes all cells of a class as one path. If each cell were an element, the file of a large map would be ten
    /// times as long.
    fn cells(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, Class { colour, .. }) in CLASSES.iter().enumerate() {
            let mut runs = self.runs(index).peekable();
            if runs.peek().is_none() {
                continue;
            }
            write!(f, r#"<path fill="{colour}" d=""#)?;
            for (row, column, len) in runs {
                let (width, height) = (self.cell * len, self.cell);
                write!(f, "M{} {}h{width}v{height}h-{width}z", self.x(column), self.y(row))?;
            }
            writeln!(f, r#""/>"#)?;
        }
        Ok(())
    }

    /// Writes a disc for each P-position, as a line of length 0 with round ends.
    fn discs(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let centres =
            self.runs(0).flat_map(|(row, column, len)| (column..column + len).map(move |column| (row, column)));
        let half = self.cell / 2;
        write!(f, r##"<path stroke="#fff" stroke-linecap="round" stroke-width="{}" d=""##, self.cell * 3 / 4)?;
        for (row, column) in centres {
            write!(f, "M{} {}h0", self.x(column) + half, self.y(row) + half)?;
        }
        writeln!(f, r#""/>"#)
    }

    fn numbers(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, Class { ink, .. }) in CLASSES.iter().enumerate() {
            writeln!(f, r#"<g fill="{ink}" font-size="10" text-anchor="middle">"#)?;
            for (row, column, len) in self.runs(index) {
                for column in column..column + len {
                    let number = self.map.values[row][column].as_ref().map(ToString::to_string).unwrap_or_default();
                    let shown = if number.len() > MOST_DIGITS { "…" } else { &number };
                    let (x, y) = (self.x(column) + self.cell / 2, self.y(row) + self.cell / 2 + 4);
                    write!(f, r#"<text x="{x}" y="{y}">{shown}</text>"#)?;
                }
            }
            writeln!(f, "</g>")?;
        }
        Ok(())
    }

    fn labels(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let top = self.top();
        writeln!(f, r#"<text x="{LEFT}" y="{}" font-size="12">b →</text>"#, top - LINE)?;
        writeln!(f, r#"<g font-size="11" text-anchor="end"><text x="{}" y="{}">a ↓</text>"#, LEFT - 6, top - 6)?;
        // A label is 12 pixels high, and each of its characters is 7 pixels wide.
        for (row, label) in labels(&self.map.a, 12_usize.div_ceil(self.cell)) {
            write!(f, r#"<text x="{}" y="{}">{label}</text>"#, LEFT - 6, self.y(row) + self.cell / 2 + 4)?;
        }
        writeln!(f, "</g>")?;
        writeln!(f, r#"<g font-size="11" text-anchor="middle">"#)?;
        let width = labels(&self.map.b, 1).map(|(_, label)| label.len() * 7 + 6).max().unwrap_or_default();
        for (column, label) in labels(&self.map.b, width.div_ceil(self.cell)) {
            write!(f, r#"<text x="{}" y="{}">{label}</text>"#, self.x(column) + self.cell / 2, top - 6)?;
        }
        writeln!(f, "</g>")
    }

    /// Writes the legend of the classes that occur. All classes except the first are in one line.
    fn legend(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut y = self.y(self.map.a.len) + LINE;
        let occurs = |index: usize| self.classes.iter().flatten().any(|class| *class == Some(index));
        let mut x = LEFT;
        for (index, Class { values, colour, .. }) in CLASSES.iter().enumerate().filter(|(index, _)| occurs(*index)) {
            write!(f, r#"<rect x="{x}" y="{y}" width="14" height="14" fill="{colour}"/>"#)?;
            if index == 0 {
                write!(f, r##"<circle cx="{}" cy="{}" r="5" fill="#fff"/>"##, x + 7, y + 7)?;
            }
            writeln!(f, r#"<text x="{}" y="{}" font-size="12">{values}</text>"#, x + 20, y + 12)?;
            if index == 0 {
                y += LINE;
            } else {
                x += 36 + values.chars().count() * 7;
            }
        }
        if self.classes.iter().flatten().any(Option::is_none) {
            let y = y + LINE + 12;
            writeln!(f, r#"<text x="{LEFT}" y="{y}" font-size="12">blank: no position</text>"#)?;
        }
        Ok(())
    }
}

impl Display for MapPicture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ValueMap { name, a, b, .. } = self.map;
        let size = [(self.x(b.len) + RIGHT).max(LEAST_WIDTH), self.y(a.len) + 4 * LINE + 8];
        let [rows, columns] = [a, b].map(|range| format!("{} to {}", range.first.short(), range.last.short()));
        let description = format!("Rows are a, {rows}; columns are b, {columns}. A disc marks a P-position.");
        picture::begin(f, size, LEFT, &format!("{}: Grundy values", escaped(name)), &description)?;
        for (line, note) in (2..).zip(&self.notes) {
            writeln!(f, r#"<text x="{LEFT}" y="{}" font-size="12">{note}</text>"#, LINE * line + 8)?;
        }
        self.labels(f)?;
        writeln!(f, r#"<g shape-rendering="crispEdges">"#)?;
        self.cells(f)?;
        writeln!(f, "</g>")?;
        self.discs(f)?;
        if a.len.max(b.len) <= MOST_WITH_NUMBERS {
            self.numbers(f)?;
        }
        self.legend(f)?;
        writeln!(f, "</svg>")
    }
}

/// Returns the labels of the rows or of the columns, each with the index of its row or column. Two labels are at least
/// `apart` cells apart. The labels are round numbers if the range contains any.
fn labels(range: &Range, apart: usize) -> impl Iterator<Item = (usize, String)> {
    let step = [1, 2, 5, 10, 20].into_iter().find(|step| *step >= apart).unwrap_or(50);
    let first = if is_long(range) { 0 } else { range.first.to_usize().unwrap_or_default() };
    let sign = if is_long(range) { "+" } else { "" };
    let start = (0..range.len).find(|place| (first + place) % step == 0).unwrap_or_default();
    (start..range.len).step_by(step).map(move |place| (place, format!("{sign}{}", first + place)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::limits::{LimitCounter, RequestLimits};

    #[test]
    fn labels_are_round_numbers_where_there_are_any() {
        let all = |text: &str, apart| {
            let range =
                Range::from_text(Some(text), "", MAX_SIDE, &mut LimitCounter::new(&RequestLimits::default())).unwrap();
            labels(&range, apart).map(|(place, label)| format!("{place}:{label}")).collect::<Vec<_>>()
        };
        assert_eq!(all("1..3", 1), ["0:1", "1:2", "2:3"]);
        assert_eq!(all("93..117", 6), ["7:100", "17:110"]);
        assert_eq!(all("93..94", 4), ["0:93"]);
        assert_eq!(all("99997..99999", 2), ["1:99998"]);
        assert_eq!(all("99998..100002", 2), ["0:+0", "2:+2", "4:+4"]);
    }

    #[test]
    fn small_values_have_classes_of_their_own() {
        let classes = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, u64::MAX].map(|value| class(&value.into()));
        assert_eq!(classes, [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7]);
        assert_eq!(class(&Natural::from(10_u64).pow(100)), 7);
    }
}
