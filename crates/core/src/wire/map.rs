//! [`Map`]: the Grundy values of a rectangle of positions, for games of two numbers. Which games those are, the shape of
//! their positions decides. [`svg`] draws it.

use std::borrow::Cow;

use serde::Serialize;

use super::fault::{Code, Fault, Faults};
use super::limits::{Counts, Limits};
use super::parameters;
use super::position::refusal;
use super::range::{self, Range};
use crate::game::shape::{Pair, Shape, Written};
use crate::game::{Unsolved, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::{Part, Reason, Refusal};
use crate::theory::Tables;

pub mod svg;

/// The longest side of a map, in cells.
pub const MAX_SIDE: usize = 256;

/// The side of a map where a request names none.
pub const DEFAULT_RANGE: &str = "1..40";

/// What a value takes to be kept and written, beside what its game charges.
pub(super) const STEPS_A_VALUE: u64 = 20;

/// How a map is written.
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
    pub(super) fn from_text(text: Option<&str>) -> Result<Self, Fault> {
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

/// A question for a map.
#[derive(Debug)]
pub struct MapRequest {
    part: Part,
    a: Range,
    b: Range,
    format: Format,
}

impl MapRequest {
    /// The names of the parameters.
    pub const PARAMETERS: [&str; 3] = ["a", "b", "format"];

    /// Reads a query string, percent-encoded, without its question mark, that asks about a game whose positions are
    /// pairs.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_query(part: Part, query: &str, limits: &Limits) -> Result<Self, Faults> {
        let mut faults = Faults::default();
        let mut counts = Counts::new(limits);
        let [a, b, format] = parameters::read(query, Self::PARAMETERS, &mut faults);
        let mut side = |name, text: Option<Cow<str>>| {
            let range = Range::from_text(text.as_deref(), DEFAULT_RANGE, MAX_SIDE, &mut counts);
            range.map_err(|fault| faults.push(fault.under(name).of_parameter(name))).ok()
        };
        let (a, b) = (side("a", a), side("b", b));
        let format = Format::from_text(format.as_deref()).unwrap_or_else(|fault| {
            faults.push(fault);
            Format::default()
        });
        match (a, b) {
            (Some(a), Some(b)) if faults.is_empty() => {
                range::check_digits([&a, &b])?;
                Ok(Self { part, a, b, format })
            }
            _ => Err(faults),
        }
    }

    /// How the answer is to be written.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }
}

/// The Grundy values of a rectangle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(example = json!({"game": "euclid", "a": [1, 3], "b": [4, 6], "values": [[3, 4, 5], [1, 2, 2], [0, 1, 1]]}))
)]
pub struct Map {
    /// The key of the game.
    game: String,
    /// The name of the game, for the picture.
    #[serde(skip)]
    name: &'static str,
    /// The first and the last number of the rows, which is the first of a pair.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    a: Range,
    /// The first and the last number of the columns, which is the second of a pair.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Natural>, min_items = 2, max_items = 2))]
    b: Range,
    /// A row for each a, in it the Grundy value of (a, b) for each b; null where (a, b) is no position.
    values: Vec<Vec<Option<Natural>>>,
}

impl Map {
    /// Are positions of this shape of two numbers, so that there is a map?
    #[must_use]
    pub fn is_for(shape: Shape) -> bool {
        shape == Shape::Pair
    }

    /// The map that a request asks for.
    ///
    /// # Errors
    /// `value-unknown` or `too-costly` where the theory does not reach a cell.
    pub fn of(request: &MapRequest, tables: &Tables) -> Result<Self, Fault> {
        let MapRequest { part: Part { key, run, .. }, a, b, .. } = request;
        let mut run = run.none();
        meter::work_at("the map");
        let columns: Vec<Natural> = b.numbers().collect();
        let row_steps = STEPS_A_VALUE.saturating_mul(u64::try_from(columns.len()).unwrap_or(u64::MAX));
        let cells: Vec<Vec<bool>> = a
            .numbers()
            .take_while(|_| meter::go_on(row_steps).is_ok())
            .map(|a| columns.iter().map(|b| run.push(Written::Pair(Pair::new(a.clone(), b.clone()))).is_ok()).collect())
            .collect();
        run.prepare(tables).map_err(|unsolved| unreached(key, unsolved))?;
        run.solve().map_err(Fault::spent)?;
        let mut solved = (0..run.len()).map(|index| match run.value(index) {
            Value::Nimber(value) => Some(value),
            _ => None,
        });
        let row = |cells: &Vec<bool>, solved: &mut dyn Iterator<Item = Option<Natural>>| {
            cells.iter().map(|legal| if *legal { solved.next().flatten() } else { None }).collect()
        };
        let values = cells.iter().map(|cells| row(cells, &mut solved)).collect();
        Ok(Self { game: key.to_string(), name: run.card().name, a: a.clone(), b: b.clone(), values })
    }
}

/// The fault of a game whose theory does not reach all that is asked for.
pub(super) fn unreached(key: &str, unsolved: Unsolved) -> Fault {
    let (key, index) = (Cow::Owned(key.to_owned()), unsolved.index);
    let fault = refusal(Refusal { key, index, reason: Reason::Unsolved(unsolved) });
    Fault { pointer: String::new(), ..fault }
}
