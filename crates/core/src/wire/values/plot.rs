//! [`ValuePlot`]: draws values as SVG. It shows the points (n, g(n)) as papers do, and the period if one is proved.
//!
//! P-positions have their own colour. Colour-blind readers can distinguish it from the colour of the other points.
//! P-positions also lie on their own line, at the value 0.

use std::fmt::{self, Display, Formatter};

use super::ValueRow;
use crate::game::Card;
use crate::number::Natural;
use crate::wire::fault::cut;
use crate::wire::known::KnownPeriod;
use crate::wire::picture::{self, LINE, MOST_LABEL_DIGITS, escaped, is_long};

const WIDTH: usize = 760;
const LEFT: usize = 72;
const RIGHT: usize = 24;
/// Space for the title and for the line below it.
const HEAD: usize = 64;
/// Space for the marks of the period, between the head and the points.
const MARKS: usize = 28;
const POINTS_HEIGHT: usize = 320;
/// Space for the numbers below the axis and for the legend.
const FOOT: usize = 64;
/// The space between the axes and the outermost points, so that these points are not cut.
const INSET: usize = 8;

/// Coordinates of points are in tenths of a pixel.
const TENTHS: usize = 10;
/// If the plot has more numbers than this, the horizontal places of its points are rounded down to multiples of half a
/// pixel. Nobody could see the difference.
const MANY: usize = 2_000;
/// If the plot has more than [`MANY`] numbers, horizontal places are multiples of this, in tenths of a pixel.
const DENSE: usize = 5;

/// The largest number of labels along each axis.
const MOST_ACROSS: u64 = 10;
const MOST_UP: u64 = 8;

/// If the period is narrower than this number of pixels, its repetitions are not marked.
const LEAST_PERIOD: usize = 8;
/// If the shaded part is narrower than this number of pixels, the word "preperiod" above it is left out. Otherwise it
/// could cover the text for the period.
const WORD_WIDTH: usize = 140;
/// Half of the width of the text for the period, such as "period 12", in pixels.
const HALF_WORD: usize = 34;

const INK: &str = "#1f4e8c";
const P_INK: &str = "#d55e00";

/// Values as SVG.
#[derive(Debug)]
pub struct ValuePlot<'v> {
    values: &'v ValueRow,
    /// The labels of values show the difference from this number. It is 0, or the least value if that has too many
    /// digits for a label.
    base: Natural,
    /// The difference between `base` and the largest value, at least 1.
    span: Natural,
    /// The lines below the title.
    notes: Vec<String>,
}

impl<'v> ValuePlot<'v> {
    /// Creates the plot of these values.
    #[must_use]
    pub fn new(values: &'v ValueRow) -> Self {
        let found = || values.grundy.iter().flatten();
        let least = found().min().cloned().unwrap_or(Natural::ZERO);
        let is_long_value = least.to_string().len() > MOST_LABEL_DIGITS;
        let base = if is_long_value { least } else { Natural::ZERO };
        let span = found().max().map_or(Natural::ONE, |largest| largest.saturating_sub(&base)).max(Natural::ONE);
        let mut notes: Vec<String> =
            values.period.iter().map(|period| format!("{}, proved", period.formula())).collect();
        if is_long(&values.n) {
            notes.push(format!("n is {} plus its label", values.n.first.short()));
        }
        if is_long_value {
            notes.push(format!("g(n) is {} plus its label", base.short()));
        }
        if span.to_u64().is_none() {
            notes.push(format!("the largest value is {} more than the lowest label", span.short()));
        }
        Self { values, base, span, notes }
    }

    /// Returns the top of the space in which the period is marked, in pixels.
    fn top(&self) -> usize {
        HEAD + LINE * self.notes.len().saturating_sub(1)
    }

    /// Returns the top and the bottom of the rectangle that contains the points, in pixels.
    fn sides(&self) -> (usize, usize) {
        let upper = self.top() + MARKS;
        (upper, upper + POINTS_HEIGHT)
    }

    /// Returns the horizontal place of an index, in tenths of a pixel.
    fn x(&self, place: usize) -> usize {
        let width = (WIDTH - LEFT - RIGHT - 2 * INSET) * TENTHS;
        (LEFT + INSET) * TENTHS + place * width / (self.values.n.len - 1).max(1)
    }

    /// Returns the vertical place of a value, in tenths of a pixel; `above` is its difference from `self.base`.
    fn y(&self, above: &Natural) -> usize {
        let height = (POINTS_HEIGHT - 2 * INSET) * TENTHS;
        let up = (above * &Natural::from(height)).div_rem(&self.span).0.to_usize().unwrap_or(height);
        (self.sides().1 - INSET) * TENTHS - up.min(height)
    }

    /// Returns two indices. At the first, the values begin to repeat; `None` if they repeat before the plot begins. The
    /// second is the smallest index in the plot at which a period begins; `None` if no period begins in the plot.
    fn period(&self, KnownPeriod { from, length, .. }: &KnownPeriod) -> (Option<usize>, Option<usize>) {
        let (first, from, length) = (&self.values.n.first, Natural::from(*from), Natural::from(*length));
        let inside = |place: &Natural| place.to_usize().filter(|place| *place < self.values.n.len);
        if let Some(ahead) = from.checked_sub(first) {
            return (ahead.to_usize(), inside(&ahead));
        }
        let into = (first - &from).div_rem(&length).1;
        (None, inside(&if into.is_zero() { into } else { &length - &into }))
    }

    fn marks(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(period) = &self.values.period else { return Ok(()) };
        let (from, begins) = self.period(period);
        if let Some(from) = from.filter(|from| *from > 0) {
            self.preperiod(f, from)?;
        }
        let Some(begins) = begins else { return Ok(()) };
        let (upper, last) = (self.sides().0, self.values.n.len - 1);
        let end = begins.saturating_add(period.length);
        let first_only = end > last;
        if first_only || self.x(end) - self.x(begins) >= LEAST_PERIOD * TENTHS {
            write!(f, r##"<path stroke="#999" stroke-dasharray="2 3" fill="none" d=""##)?;
            for place in (begins..=last).step_by(period.length) {
                write!(f, "M{} {upper}v{POINTS_HEIGHT}", tenths(self.x(place)))?;
            }
            writeln!(f, r#""/>"#)?;
        }
        if first_only {
            return Ok(());
        }
        let (x, end) = (self.x(begins), self.x(end));
        let (y, tick) = (upper - 4, 4);
        let bracket = format!("M{} {y}v-{tick}H{}v{tick}", tenths(x), tenths(end));
        writeln!(f, r##"<path stroke="#222" fill="none" d="{bracket}"/>"##)?;
        // The text for the period must not cover the name of the axis.
        let middle = tenths(usize::midpoint(x, end).max((LEFT + HALF_WORD) * TENTHS));
        let (words, y) = (format!("period {}", period.length), upper - 12);
        writeln!(f, r#"<text x="{middle}" y="{y}" font-size="12" text-anchor="middle">{words}</text>"#)
    }

    /// Shades the part before the index `from`.
    fn preperiod(&self, f: &mut Formatter<'_>, from: usize) -> fmt::Result {
        let (left, upper) = (LEFT * TENTHS, self.sides().0);
        let is_all = from >= self.values.n.len;
        let end = if is_all { (WIDTH - RIGHT) * TENTHS } else { usize::midpoint(self.x(from), self.x(from - 1)) };
        let (x, width) = (tenths(left), tenths(end - left));
        writeln!(f, r##"<rect x="{x}" y="{upper}" width="{width}" height="{POINTS_HEIGHT}" fill="#ececec"/>"##)?;
        if end - left < WORD_WIDTH * TENTHS {
            return Ok(());
        }
        let (middle, y) = (tenths(usize::midpoint(left, end)), upper - 10);
        writeln!(f, r#"<text x="{middle}" y="{y}" font-size="12" text-anchor="middle">preperiod</text>"#)
    }

    fn axes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (upper, lower) = self.sides();
        let right = WIDTH - RIGHT;
        let (up, across) = (self.labels_up(), self.labels_across());
        write!(f, r##"<path stroke="#000" stroke-opacity="0.12" fill="none" d=""##)?;
        for (y, _) in &up {
            write!(f, "M{LEFT} {}H{right}", tenths(*y))?;
        }
        writeln!(f, r#""/>"#)?;
        write!(f, r##"<path stroke="#222" fill="none" d="M{LEFT} {upper}V{lower}H{right}"##)?;
        for (y, _) in &up {
            write!(f, "M{LEFT} {}h-5", tenths(*y))?;
        }
        for (x, _) in &across {
            write!(f, "M{} {lower}v5", tenths(*x))?;
        }
        writeln!(f, r#""/>"#)?;
        writeln!(f, r#"<g font-size="12" text-anchor="end">"#)?;
        for (y, label) in &up {
            write!(f, r#"<text x="{}" y="{}">{label}</text>"#, LEFT - 9, tenths(y + 4 * TENTHS))?;
        }
        writeln!(f, r#"<text x="{}" y="{}" font-size="13" font-style="italic">g(n)</text></g>"#, LEFT - 9, upper - 10)?;
        writeln!(f, r#"<g font-size="12" text-anchor="middle">"#)?;
        for (x, label) in &across {
            write!(f, r#"<text x="{}" y="{}">{label}</text>"#, tenths(*x), lower + 20)?;
        }
        let middle = usize::midpoint(LEFT, right);
        writeln!(f, r#"<text x="{middle}" y="{}" font-size="13" font-style="italic">n</text></g>"#, lower + 42)
    }

    /// Returns the labels of the vertical axis, each with its vertical place in tenths of a pixel.
    fn labels_up(&self) -> Vec<(usize, String)> {
        let sign = if self.base.is_zero() { "" } else { "+" };
        // If `span` does not fit into a machine word, only the lowest label is shown.
        let Some(span) = self.span.to_u64() else { return vec![(self.y(&Natural::ZERO), format!("{sign}0"))] };
        steps(0, span, MOST_UP).map(|value| (self.y(&value.into()), format!("{sign}{value}"))).collect()
    }

    /// Returns the labels of the horizontal axis, each with its horizontal place in tenths of a pixel.
    fn labels_across(&self) -> Vec<(usize, String)> {
        let n = &self.values.n;
        let (first, sign) = if is_long(n) { (0, "+") } else { (n.first.to_usize().unwrap_or_default(), "") };
        let [from, to] = [first, first + n.len - 1].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        let place = |number: u64| usize::try_from(number - from).unwrap_or_default();
        steps(from, to, MOST_ACROSS).map(|number| (self.x(place(number)), format!("{sign}{number}"))).collect()
    }

    /// Writes the points of all P-positions, or of all other positions, as one path. If each point were an element, the
    /// file of a long plot would be ten times as long. Each point is a line of length 0 with round ends.
    fn points(&self, f: &mut Formatter<'_>, of_p_positions: bool) -> fmt::Result {
        let (ink, n) = (if of_p_positions { P_INK } else { INK }, self.values.n.len);
        let coarse = |tenths: usize| if n > MANY { tenths / DENSE * DENSE } else { tenths };
        let values = self.values.grundy.iter().enumerate();
        let values = values.filter_map(|(place, value)| Some((place, value.as_ref()?)));
        let mut points: Vec<(usize, usize)> = values
            .filter(|(_, value)| value.is_zero() == of_p_positions)
            .map(|(place, value)| (coarse(self.x(place)), self.y(&value.saturating_sub(&self.base))))
            .collect();
        if points.is_empty() {
            return Ok(());
        }
        points.sort_unstable();
        points.dedup();
        // If there are many points, those of P-positions are larger, since otherwise they would not be visible.
        let size = match (n, of_p_positions) {
            (..=120, _) => "6",
            (121..=600, _) => "4",
            (601..=MANY, _) | (_, true) => "3",
            _ => "1.6",
        };
        write!(f, r#"<path fill="none" stroke="{ink}" stroke-linecap="round" stroke-width="{size}" d=""#)?;
        for (x, y) in &points {
            write!(f, "M{} {}h0", tenths(*x), tenths(*y))?;
        }
        writeln!(f, r#""/>"#)?;
        if of_p_positions {
            let y = self.sides().1 + 38;
            writeln!(f, r#"<circle cx="{}" cy="{y}" r="3" fill="{ink}"/>"#, LEFT + 4)?;
            let words = "P-position, g(n) = 0";
            writeln!(f, r#"<text x="{}" y="{}" font-size="12">{words}</text>"#, LEFT + 14, y + 4)?;
        }
        Ok(())
    }

    /// Returns the title: the name of the game, then its code if it has one, such as 0.77. If the game is of a family,
    /// its key stands in place of the code.
    fn title(&self) -> String {
        let ValueRow { game, card: Card { id, name, aliases, .. }, .. } = self.values;
        // The code is the alias that begins with a digit.
        let code = aliases.iter().find(|alias| alias.starts_with(|first: char| first.is_ascii_digit()));
        let shown = if game == id { code.map(|code| (*code).to_owned()) } else { Some(cut(game).to_owned()) };
        let shown = shown.map(|shown| format!(", {shown}")).unwrap_or_default();
        escaped(&format!("{name}{shown}: Grundy values"))
    }
}

impl Display for ValuePlot<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = &self.values.n;
        let range = format!("g(n) for n from {} to {}", n.first.short(), n.last.short());
        let description = format!("{}.", [&[range], &*self.notes].concat().join("; "));
        picture::begin(f, [WIDTH, self.sides().1 + FOOT], LEFT, &self.title(), &description)?;
        for (line, note) in self.notes.iter().enumerate() {
            writeln!(f, r#"<text x="{LEFT}" y="{}" font-size="12">{note}</text>"#, 50 + LINE * line)?;
        }
        self.marks(f)?;
        self.axes(f)?;
        self.points(f, false)?;
        self.points(f, true)?;
        writeln!(f, "</svg>")
    }
}

/// Converts tenths of a pixel into pixels, written as a decimal number for SVG.
fn tenths(tenths: usize) -> String {
    match tenths % TENTHS {
        0 => (tenths / TENTHS).to_string(),
        rest => format!("{}.{rest}", tenths / TENTHS),
    }
}

/// Returns at most `most` + 1 round numbers from `from` to `to`: all multiples of one step. The step is 1, 2 or 5 times
/// a power of ten, and as small as possible.
fn steps(from: u64, to: u64, most: u64) -> impl Iterator<Item = u64> {
    let round = (0..u64::MAX.ilog10()).flat_map(|exponent| [1, 2, 5].map(|digit| digit * 10_u64.pow(exponent)));
    let step = round.into_iter().find(|step| (to - from) / step <= most).unwrap_or(u64::MAX);
    (from.div_ceil(step)..=to / step).map(move |multiple| multiple * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round() {
        let all = |from, to| steps(from, to, 10).collect::<Vec<_>>();
        assert_eq!(all(0, 4), [0, 1, 2, 3, 4]);
        assert_eq!(all(0, 200), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]);
        assert_eq!(all(93, 117), [95, 100, 105, 110, 115]);
        assert_eq!(all(7, 7), [7]);
        assert_eq!(all(0, u64::MAX).len(), 10);
    }
}
