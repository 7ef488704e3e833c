//! [`Map`]: the Grundy values of a rectangle of positions, for games of two numbers. Which games those are, the shape of
//! their positions decides. [`svg`] draws it.

use std::iter;

use serde::{Serialize, Serializer};

use super::fault::{Code, Fault, Faults, quote};
use super::limits::{Limits, Meter};
use super::position::refusal;
use super::text;
use super::work::Size;
use crate::game::Value;
use crate::natural::Natural;
use crate::shape::{Pair, Shape, Written};
use crate::solve::{Part, Place, Refusal};
use crate::theory::Tables;

pub mod svg;

/// The longest side of a map, in cells.
pub const MAX_SIDE: usize = 256;

/// The side of a map where a request names none.
pub const DEFAULT_RANGE: &str = "1..40";

/// The most digits of all cells' larger numbers together: about that long an answer can get, since a Grundy value is
/// hardly longer than its position. The cost of a position does not bound that, because a map's question is short.
const MAX_TOTAL_DIGITS: usize = 8 << 20;

/// The numbers along one side of a map, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    first: Natural,
    last: Natural,
    /// Their count, from 1 to [`MAX_SIDE`].
    len: usize,
}

impl Range {
    /// Reads "1..40"; both ends are in it.
    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault> {
        let malformed = |detail: String| Fault::new(Code::InvalidQuery, detail);
        let Some((first, last)) = text.split_once("..") else {
            return Err(malformed(format!("expected a range such as {DEFAULT_RANGE}, found {}", quote(text))));
        };
        let mut end = |text| {
            text::integer(text, meter).map_err(|fault| match fault.code {
                Code::InvalidInteger => malformed(format!("an end of the range is {}", fault.detail)),
                _ => fault,
            })
        };
        let (first, last) = (end(first)?, end(last)?);
        if last < first {
            return Err(malformed("the range must not go down: its first number comes first".to_owned()));
        }
        let len = (&last - &first).to_usize().map(|steps| steps.saturating_add(1)).filter(|len| *len <= MAX_SIDE);
        let len = len.ok_or_else(|| malformed(format!("a side of a map has at most {MAX_SIDE} numbers")))?;
        Ok(Self { first, last, len })
    }

    /// The first number.
    #[must_use]
    pub fn first(&self) -> &Natural {
        &self.first
    }

    /// How many numbers there are.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.len
    }

    fn numbers(&self) -> impl Iterator<Item = Natural> {
        iter::successors(Some(self.first.clone()), |number| Some(number + &Natural::ONE)).take(self.len)
    }

    /// Of the longest number.
    fn digits(&self) -> usize {
        self.last.to_string().len()
    }
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.first, &self.last).serialize(serializer)
    }
}

/// How a map is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// As JSON.
    #[default]
    Json,
    /// As a picture.
    Svg,
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
        let mut meter = Meter::new(limits);
        let mut texts = [None, None, None];
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            let known = Self::PARAMETERS.iter().position(|known| *known == name);
            let detail = match known.and_then(|known| texts.get_mut(known)) {
                None => format!("there is no parameter {}; the parameters are a, b, format", quote(&name)),
                Some(slot) if slot.is_none() => {
                    *slot = Some(text);
                    continue;
                }
                Some(_) => "this parameter appears twice".to_owned(),
            };
            faults.push_with(|| Fault::new(Code::InvalidQuery, detail).under(&name).of_parameter(&name));
        }
        let [a, b, format] = &texts;
        let mut range = |name, text: &Option<_>| {
            let range = Range::from_text(text.as_deref().unwrap_or(DEFAULT_RANGE), &mut meter);
            range.map_err(|fault| faults.push(fault.under(name).of_parameter(name))).ok()
        };
        let (a, b) = (range("a", a), range("b", b));
        let format = match format.as_deref() {
            None | Some("json") => Format::Json,
            Some("svg") => Format::Svg,
            Some(_) => {
                let fault = Fault::new(Code::InvalidQuery, r#"format is "json" or "svg""#);
                faults.push(fault.under("format").of_parameter("format"));
                Format::default()
            }
        };
        match (a, b) {
            (Some(a), Some(b)) if faults.is_empty() => {
                check_cost(&a, &b, meter)?;
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

    /// How much work all cells are.
    #[must_use]
    pub fn size(&self) -> Size {
        Size::of_pairs(total(&self.a, &self.b, 1), [self.a.digits(), self.b.digits()])
    }
}

/// Something that each cell has, for all cells.
fn total(a: &Range, b: &Range, each: usize) -> usize {
    a.len.saturating_mul(b.len).saturating_mul(each)
}

/// Each cell costs what its position would in a request.
fn check_cost(a: &Range, b: &Range, mut meter: Meter) -> Result<(), Fault> {
    let (rows, columns) = (a.digits(), b.digits());
    let cells = total(a, b, 1);
    meter.digits_of_each(rows, cells)?;
    meter.digits_of_each(columns, cells)?;
    if total(a, b, rows.max(columns)) <= MAX_TOTAL_DIGITS {
        return Ok(());
    }
    let detail =
        format!("the numbers of all cells have more than {MAX_TOTAL_DIGITS} digits in all: ask for fewer cells");
    Err(Fault::new(Code::TooCostly, detail))
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
    pub fn of(request: MapRequest, tables: &Tables) -> Result<Self, Fault> {
        let MapRequest { part: Part { key, mut run, .. }, a, b, .. } = request;
        let columns: Vec<Natural> = b.numbers().collect();
        let cells: Vec<Vec<bool>> = a
            .numbers()
            .map(|a| columns.iter().map(|b| run.push(Written::Pair(Pair::new(a.clone(), b.clone()))).is_ok()).collect())
            .collect();
        run.prepare(tables).map_err(|unsolved| {
            let place = Place { part: 0, index: unsolved.index };
            let fault = refusal(std::slice::from_ref(&key), &Refusal::Unsolved(place, unsolved));
            Fault { pointer: String::new(), ..fault }
        })?;
        run.solve();
        let mut solved = (0..run.len()).map(|index| match run.value(index) {
            Value::Nimber(value) => Some(value),
            _ => None,
        });
        let row = |cells: &Vec<bool>, solved: &mut dyn Iterator<Item = Option<Natural>>| {
            cells.iter().map(|legal| if *legal { solved.next().flatten() } else { None }).collect()
        };
        let values = cells.iter().map(|cells| row(cells, &mut solved)).collect();
        Ok(Self { game: key.into_owned(), name: run.card().name, a, b, values })
    }
}
