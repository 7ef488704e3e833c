//! [`Chart`]: the Grundy values of a game whose positions are one or two integers, as JSON or as a picture.

use serde::Serialize;

use super::fault::{Code, Fault, Faults};
use super::limits::{LimitCounter, RequestLimits};
use super::map::svg::MapPicture;
use super::map::{self, ValueMap};
use super::parameters;
use super::range::{self, Range};
use super::values::plot::ValuePlot;
use super::values::{self, ValueRow};
use crate::game::shape::Shape;
use crate::number::{cost, meter};
use crate::solve::Summand;
use crate::theory::Caches;

/// The format of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// As JSON.
    #[default]
    Json,
    /// As a picture.
    Svg,
}

impl Format {
    /// Reads the parameter `format`, if it is there.
    fn from_text(text: Option<&str>) -> Result<Self, Fault> {
        match text {
            None | Some("json") => Ok(Self::Json),
            Some("svg") => Ok(Self::Svg),
            Some(_) => {
                let fault = Fault::new(Code::InvalidQuery, r#"format is "json" or "svg""#);
                Err(fault.under("format").of_parameter("format"))
            }
        }
    }
}

/// A request for a chart.
#[derive(Debug)]
pub struct ChartRequest {
    part: Summand,
    numbers: Numbers,
    /// The format of the answer.
    pub format: Format,
}

/// The positions of a chart.
#[derive(Debug)]
enum Numbers {
    /// Integers.
    Line(Range),
    /// Pairs. The first number is in the first range, and the second number is in the second range.
    Rectangle(Range, Range),
}

/// The Grundy values of a game, as a map or as a list.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Chart {
    /// The values of a rectangle of pairs.
    Map(ValueMap),
    /// The values of consecutive integers.
    Values(ValueRow),
}

/// Returns the message for a game that has no chart.
#[must_use]
pub fn no_chart(key: &str) -> String {
    format!("positions of {key} are neither one integer nor two, so there is no map of them")
}

impl ChartRequest {
    /// Reads a query string about a game, percent-encoded, without its question mark. `None` if the game has no chart.
    ///
    /// # Errors
    /// Returns all faults in the query string.
    pub fn from_query(part: Summand, query: &str, limits: &RequestLimits) -> Result<Option<Self>, Faults> {
        let mut faults = Faults::default();
        let (numbers, format) = match part.components.ruleset().shape() {
            // In a game of circles and rows, the integers are circles. The chart does not show rows.
            Shape::Integer | Shape::CircleOrRow => {
                let [n, format] = parameters::read(query, ["n", "format"], &mut faults);
                (
                    values::numbers(n.as_deref(), limits).map(Numbers::Line).map_err(|fault| faults.push(fault)).ok(),
                    format,
                )
            }
            Shape::Pair => {
                let mut counts = LimitCounter::new(limits);
                let [a, b, format] = parameters::read(query, ["a", "b", "format"], &mut faults);
                let [a, b] = [("a", a), ("b", b)].map(|(name, text)| {
                    let range = Range::from_text(text.as_deref(), map::DEFAULT_RANGE, map::MAX_SIDE, &mut counts);
                    range.map_err(|fault| faults.push(fault.under(name).of_parameter(name))).ok()
                });
                (a.zip(b).map(|(a, b)| Numbers::Rectangle(a, b)), format)
            }
            _ => return Ok(None),
        };
        let format = Format::from_text(format.as_deref()).map_err(|fault| faults.push(fault));
        let (Some(numbers), Ok(format), true) = (numbers, format, faults.is_empty()) else { return Err(faults) };
        if let Numbers::Rectangle(a, b) = &numbers {
            range::check_digits([a, b])?;
        }
        Ok(Some(Self { part, numbers, format }))
    }

    /// Computes the answer.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` if no position can be solved.
    pub fn answer(&self, tables: &Caches) -> Result<Chart, Fault> {
        match &self.numbers {
            Numbers::Line(n) => ValueRow::of(&self.part, n, tables).map(Chart::Values),
            Numbers::Rectangle(a, b) => ValueMap::of(&self.part, a, b, tables).map(Chart::Map),
        }
    }
}

impl Chart {
    /// Draws the chart as SVG.
    #[must_use]
    pub fn picture(&self) -> String {
        let picture = match self {
            Self::Map(map) => MapPicture::new(map).to_string(),
            Self::Values(values) => ValuePlot::new(values).to_string(),
        };
        meter::charge_each(picture.len(), cost::NUMBER);
        picture
    }
}
