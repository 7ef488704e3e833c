//! Reads positions of each [`Shape`] from JSON, and writes them.

use std::borrow::Cow;

use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::fault::{Code, Fault, Faults};
use super::integer::WireInteger;
use super::json;
use super::json_reader::{self, JsonReader, Read, Unread};
use super::limits::LimitCounter;
use super::literal;
use super::rules_position::WrittenPosition;
use crate::game::shape::{Pair, PlainValue, Shape};
use crate::number::{Natural, NotNatural};
use crate::theory::step;

/// Reads a position.
///
/// # Errors
/// Returns every fault in the position, with pointers relative to the position.
pub(crate) fn read(shape: Shape, json: &mut JsonReader, counts: &mut LimitCounter) -> Read<PlainValue> {
    match (shape, json.peek()?) {
        (Shape::Pair, _) => {
            let mut pair = Pair { first: Natural::ZERO, second: Natural::ZERO };
            parts(shape, json, |json, index| {
                let part = if index == 0 { &mut pair.first } else { &mut pair.second };
                *part = integer(json, counts)?;
                Ok(())
            })?;
            Ok(PlainValue::Pair(pair))
        }
        (Shape::CircleOrRow, b'{') => row(json, counts),
        (Shape::Coordinates, b'[') => read(Shape::List(&Shape::Integer), json, counts),
        (Shape::Integer | Shape::CircleOrRow | Shape::Coordinates, _) => integer(json, counts).map(PlainValue::Integer),
        (Shape::Text { .. }, _) => text(json, "a string", counts).map(PlainValue::Text),
        (Shape::Comparison, _) => text(json, "a string", counts).map(PlainValue::Comparison),
        (Shape::Literal, _) => literal::read(json).map(PlainValue::Literal),
        (Shape::Tuple(shapes), _) => {
            counted(shape, json, counts, |json, counts, index| read(shapes[index], json, counts)).map(PlainValue::List)
        }
        (Shape::List(of), _) => {
            counted(shape, json, counts, |json, counts, _| read(*of, json, counts)).map(PlainValue::List)
        }
        (Shape::Board, b'[') => {
            counted(shape, json, counts, |json, _, _| string(json, "a string")).map(PlainValue::Rows)
        }
        (Shape::Names, b'[') => counted(shape, json, counts, |json, _, _| name(json, no_name)).map(PlainValue::List),
        (Shape::Board | Shape::Names, _) => text(json, "a word", counts).map(PlainValue::Text),
    }
}

/// Reads a position from a piece of JSON.
///
/// # Errors
/// The same as [`read`].
pub(crate) fn from_raw(shape: Shape, raw: &RawValue, counts: &mut LimitCounter) -> Result<PlainValue, Faults> {
    json_reader::read(raw.get().as_bytes(), |json| read(shape, json, counts))
}

#[inline]
fn integer(json: &mut JsonReader, counts: &mut LimitCounter) -> Read<Natural> {
    judge(WireInteger::read(json)?, counts).map_err(|fault| counts.unread(fault))
}

fn string(json: &mut JsonReader, expected: &str) -> Read<String> {
    if json.peek()? == b'"' { json.string().map(Cow::into_owned) } else { json.refuse(expected) }
}

/// Reads a string, and counts it.
fn text(json: &mut JsonReader, expected: &str, counts: &mut LimitCounter) -> Read<String> {
    let text = string(json, expected)?;
    counts.text(&text).map_err(Unread::ended)?;
    Ok(text)
}

fn row(json: &mut JsonReader, counts: &mut LimitCounter) -> Read<PlainValue> {
    let Row { row } = serde_json::from_str(json.raw()?.get())
        .map_err(|_| Fault::new(Code::InvalidRequest, format!("expected {}", words(Shape::CircleOrRow))))?;
    let row = json_reader::read(row.get().as_bytes(), |json| integer(json, counts)).map_err(|found| found.under("row"));
    Ok(PlainValue::Row(row?))
}

/// Reads a name: a string, or an integer in any spelling that the API accepts. `other` creates the fault of another
/// value, from its text.
pub(super) fn name(json: &mut JsonReader, other: impl FnOnce(&str) -> Fault) -> Read<PlainValue> {
    let mut start = *json;
    match WireInteger::read(json)? {
        WireInteger::Number(integer) => Ok(PlainValue::Integer(integer.into())),
        WireInteger::Text(text) => Ok(PlainValue::Text(text.into_owned())),
        WireInteger::Other(_) => Err(other(start.raw()?.get()).into()),
    }
}

fn no_name(found: &str) -> Fault {
    Fault::new(Code::InvalidRequest, format!("expected a string or an integer, found {}", json::type_of(found)))
}

/// Reads a list, and counts its elements; `read` reads the element at an index.
fn counted<T>(
    shape: Shape,
    json: &mut JsonReader,
    counts: &mut LimitCounter,
    mut read: impl FnMut(&mut JsonReader, &mut LimitCounter, usize) -> Read<T>,
) -> Read<Vec<T>> {
    let mut elements = Vec::new();
    parts(shape, json, |json, index| {
        counts.part().map_err(Unread::ended)?;
        elements.push(read(json, counts, index)?);
        Ok(())
    })?;
    Ok(elements)
}

/// Reads a list of the length that the shape has; `part` reads the element at an index.
#[inline]
fn parts(shape: Shape, json: &mut JsonReader, mut part: impl FnMut(&mut JsonReader, usize) -> Read<()>) -> Read<()> {
    if json.peek()? != b'[' {
        return json.refuse(&words(shape));
    }
    let length = match shape {
        Shape::Pair => Some(2),
        Shape::Tuple(parts) => Some(parts.len()),
        _ => None,
    };
    let mut found = 0;
    let read = json.list(|json, index| {
        found = index + 1;
        if length.is_none_or(|length| index < length) { part(json, index) } else { json.raw().map(drop) }
    });
    match (length, read) {
        (Some(length), Ok(()) | Err(Unread::Faults(_))) if found != length => {
            let found = if found > length { "more".to_owned() } else { found.to_string() };
            Err(Fault::new(Code::InvalidRequest, format!("expected {}, found {found}", words(shape))).into())
        }
        (_, read) => read,
    }
}

/// A row of tokens as JSON writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row<'r> {
    #[serde(borrow)]
    row: &'r RawValue,
}

pub(super) fn judge(wire: WireInteger, counts: &mut LimitCounter) -> Result<Natural, Fault> {
    let integer = wire.judge(counts.limits.max_digits).map_err(|reason| match reason {
        NotNatural::TooManyDigits { limit } => {
            let most = step::counted(limit, "digit", "digits");
            Fault::new(Code::TooManyDigits, format!("an integer may have at most {most} (--max-digits)"))
        }
        NotNatural::OtherType("a list") => {
            let detail =
                "not an integer of 0 or more: it is a list, and each component stands by itself, such as [3, 4, 5]";
            Fault::new(Code::InvalidInteger, detail)
        }
        reason => Fault::new(Code::InvalidInteger, format!("not an integer of 0 or more: {reason}")),
    })?;
    counts.integer(&integer)?;
    Ok(integer)
}

/// Describes the positions that have this shape.
pub(crate) fn words(shape: Shape) -> String {
    const NUMBERS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    match shape {
        Shape::Integer => "an integer".to_owned(),
        Shape::CircleOrRow => "an integer, or {\"row\": n} with one".to_owned(),
        Shape::Text { .. } | Shape::Comparison => "a string".to_owned(),
        Shape::Pair => "a list of two integers".to_owned(),
        Shape::Board => "a list of rows, each a string".to_owned(),
        Shape::Literal => "an integer, a string or a list of positions".to_owned(),
        Shape::Names => "a list of names".to_owned(),
        Shape::List(Shape::Integer) | Shape::Coordinates => "a list of integers".to_owned(),
        Shape::List(of) => format!("a list, each element {}", words(*of)),
        Shape::Tuple(parts) if parts.iter().all(|part| *part == Shape::Integer) => {
            let count = NUMBERS.get(parts.len()).map_or_else(|| parts.len().to_string(), |word| (*word).to_owned());
            format!("a list of {count} integers")
        }
        Shape::Tuple(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| words(*part)).collect();
            format!("a list of {}", parts.join(" and "))
        }
    }
}

impl Serialize for PlainValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(integer) => integer.serialize(serializer),
            Self::Row(tokens) => serializer.collect_map([("row", tokens)]),
            Self::Text(text) | Self::Comparison(text) => serializer.serialize_str(text),
            Self::List(parts) => parts.serialize(serializer),
            Self::Rows(rows) => rows.serialize(serializer),
            Self::Literal(position) => WrittenPosition(position.encoded()).serialize(serializer),
            Self::Pair(Pair { first, second }) => (first, second).serialize(serializer),
        }
    }
}
