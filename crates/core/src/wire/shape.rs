//! Reads positions of each [`Shape`] from JSON, and writes them. The first reading is fast, because it does not
//! describe faults. If it fails, the second reading goes through the same bytes part by part, and finds all faults.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::fault::{Code, Fault, Faults};
use super::integer::WireInteger;
use super::json::{self, Seed};
use super::limits::LimitCounter;
use super::literal;
use super::rules_position::WrittenPosition;
use crate::game::shape::{Pair, PlainValue, Shape};
use crate::number::{Natural, NotNatural};

/// The fast reader of a position. If it fails, [`from_raw`] finds the faults.
pub(crate) struct WrittenVisitor<'m, 'l> {
    pub(crate) shape: Shape,
    pub(crate) counts: &'m mut LimitCounter<'l>,
}

/// Returns an error that nobody sees: if the fast reader fails, [`from_raw`] reads the position again and describes the
/// faults.
fn refused<E: Error>() -> E {
    E::custom("refused")
}

/// The fast reader of an integer in a list. It also checks the integer. A request may have a million pairs. Reading
/// their integers as separate positions would take a sixth more instructions.
struct IntegerVisitor {
    max_digits: usize,
}

impl Visitor<'_> for IntegerVisitor {
    type Value = Natural;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(Shape::Integer))
    }

    // There is no visit_f64. serde passes 26.0 as a double, without its digits, so such a number is left to `from_raw`.
    fn visit_u64<E: Error>(self, n: u64) -> Result<Natural, E> {
        WireInteger::of_integer(n).judge(self.max_digits).map_err(|_| refused())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Natural, E> {
        WireInteger::Text(Cow::Borrowed(text)).judge(self.max_digits).map_err(|_| refused())
    }
}

impl WrittenVisitor<'_, '_> {
    fn integer(&self) -> IntegerVisitor {
        IntegerVisitor { max_digits: self.counts.limits.max_digits }
    }
}

impl<'de> Visitor<'de> for WrittenVisitor<'_, '_> {
    type Value = PlainValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words(self.shape))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<PlainValue, E> {
        match self.shape {
            Shape::Integer | Shape::Coordinates | Shape::CircleOrRow => {
                self.integer().visit_u64(n).map(PlainValue::Integer)
            }
            _ => Err(refused()),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PlainValue, E> {
        match self.shape {
            Shape::Integer | Shape::Coordinates | Shape::CircleOrRow => {
                self.integer().visit_str(text).map(PlainValue::Integer)
            }
            Shape::Text { .. } | Shape::Board | Shape::Names | Shape::Comparison => {
                self.counts.text(text).map_err(|_| refused())?;
                let text = text.to_owned();
                Ok(if self.shape == Shape::Comparison { PlainValue::Comparison(text) } else { PlainValue::Text(text) })
            }
            _ => Err(refused()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PlainValue, A::Error> {
        if let Shape::Pair = self.shape {
            let mut integer = || list.next_element_seed(Seed(self.integer()))?.ok_or_else(refused);
            return Ok(PlainValue::Pair(Pair { first: integer()?, second: integer()? }));
        }
        let Self { shape, counts } = self;
        let of = match shape {
            Shape::Tuple(shapes) => {
                let part = |shape: &Shape| {
                    counts.part().map_err(|_| refused())?;
                    let seed = Seed(WrittenVisitor { shape: *shape, counts: &mut *counts });
                    list.next_element_seed(seed)?.ok_or_else(refused)
                };
                return shapes.iter().map(part).collect::<Result<_, _>>().map(PlainValue::List);
            }
            Shape::Board => return counted(list, counts).map(PlainValue::Rows),
            Shape::Names => {
                let names = counted(list, counts)?;
                return Ok(PlainValue::List(names.into_iter().map(|Name(name)| name).collect()));
            }
            Shape::List(of) => *of,
            Shape::Coordinates => Shape::Integer,
            Shape::Integer
            | Shape::CircleOrRow
            | Shape::Pair
            | Shape::Text { .. }
            | Shape::Comparison
            | Shape::Literal => {
                return Err(refused());
            }
        };
        let mut parts = Vec::new();
        while let Some(part) = list.next_element_seed(Seed(WrittenVisitor { shape: of, counts: &mut *counts }))? {
            counts.part().map_err(|_| refused())?;
            parts.push(part);
        }
        Ok(PlainValue::List(parts))
    }
}

/// A row of tokens as JSON writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row<'r> {
    #[serde(borrow)]
    row: &'r RawValue,
}

/// Reads the elements of a list, and counts them.
fn counted<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(
    mut list: A,
    counts: &mut LimitCounter,
) -> Result<Vec<T>, A::Error> {
    let mut elements = Vec::new();
    while let Some(element) = list.next_element()? {
        counts.part().map_err(|_| refused())?;
        elements.push(element);
    }
    Ok(elements)
}

/// A name: a string, or an integer in any spelling that the API accepts.
pub(super) struct Name(pub(super) PlainValue);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match WireInteger::deserialize(deserializer)? {
            WireInteger::Number(integer) => Ok(Self(PlainValue::Integer(integer.into()))),
            WireInteger::Text(text) => Ok(Self(PlainValue::Text(text.into_owned()))),
            WireInteger::Other(reason) => Err(D::Error::custom(reason)),
        }
    }
}

pub(super) fn judge(wire: WireInteger, counts: &mut LimitCounter) -> Result<Natural, Fault> {
    wire.judge(counts.limits.max_digits).map_err(|reason| match reason {
        NotNatural::TooManyDigits { limit } => {
            Fault::new(Code::TooManyDigits, format!("an integer may have at most {limit} digits (--max-digits)"))
        }
        NotNatural::OtherType("a list") => {
            let detail =
                "not an integer of 0 or more: it is a list, and each component stands by itself, such as [3, 4, 5]";
            Fault::new(Code::InvalidInteger, detail)
        }
        reason => Fault::new(Code::InvalidInteger, format!("not an integer of 0 or more: {reason}")),
    })
}

/// Reads a position and finds all its faults. [`WrittenVisitor`] is faster, but does not describe faults.
///
/// # Errors
/// Returns every fault in the position, with pointers relative to `raw`.
pub(crate) fn from_raw(shape: Shape, raw: &RawValue, counts: &mut LimitCounter) -> Result<PlainValue, Faults> {
    match shape {
        Shape::CircleOrRow if raw.get().starts_with('{') => {
            let Row { row } = serde_json::from_str(raw.get())
                .map_err(|_| Fault::new(Code::InvalidRequest, format!("expected {}", words(shape))))?;
            Ok(PlainValue::Row(integer_from_raw(row, counts).map_err(|fault| fault.under("row"))?))
        }
        Shape::Integer | Shape::CircleOrRow => Ok(PlainValue::Integer(integer_from_raw(raw, counts)?)),
        Shape::Text { .. } => Ok(PlainValue::Text(text_from_raw(raw, "a string", "a string", counts)?)),
        Shape::Comparison => Ok(PlainValue::Comparison(text_from_raw(raw, "a string", "a string", counts)?)),
        Shape::Pair => {
            let integers = list_from_raw(shape, raw, counts, |_, raw, counts| Ok(integer_from_raw(raw, counts)?))?;
            let pair =
                <[Natural; 2]>::try_from(integers).map(|[first, second]| PlainValue::Pair(Pair { first, second }));
            pair.map_err(|_| Fault::new(Code::InvalidRequest, "expected a list of two integers").into())
        }
        Shape::Tuple(parts) => {
            list_from_raw(shape, raw, counts, |place, raw, counts| from_raw(parts[place], raw, counts))
                .map(PlainValue::List)
        }
        Shape::List(of) => {
            list_from_raw(shape, raw, counts, |_, raw, counts| from_raw(*of, raw, counts)).map(PlainValue::List)
        }
        Shape::Literal => Ok(PlainValue::Literal(literal::read(raw)?)),
        Shape::Coordinates if raw.get().starts_with('[') => from_raw(Shape::List(&Shape::Integer), raw, counts),
        Shape::Coordinates => from_raw(Shape::Integer, raw, counts),
        Shape::Board | Shape::Names if !raw.get().starts_with('[') => {
            Ok(PlainValue::Text(text_from_raw(raw, &words(shape), "a word", counts)?))
        }
        Shape::Board => {
            let row = |_, raw: &RawValue, _: &mut LimitCounter| Ok(json::read(raw, "a row", "a string")?);
            list_from_raw(shape, raw, counts, row).map(PlainValue::Rows)
        }
        Shape::Names => {
            let name = |_, raw: &RawValue, _: &mut LimitCounter| {
                let Name(name) = json::read(raw, "a name", "a string or an integer")?;
                Ok(name)
            };
            list_from_raw(shape, raw, counts, name).map(PlainValue::List)
        }
    }
}

fn text_from_raw(raw: &RawValue, what: &str, kind: &str, counts: &mut LimitCounter) -> Result<String, Fault> {
    let text: String = json::read(raw, what, kind)?;
    counts.text(&text).map(|()| text)
}

fn integer_from_raw(raw: &RawValue, counts: &mut LimitCounter) -> Result<Natural, Fault> {
    let wire = serde_json::from_str(raw.get()).unwrap_or(WireInteger::Other(match raw.get().as_bytes() {
        // Only a string that contains half a surrogate pair can't be read here.
        [b'"', ..] => NotNatural::NotDecimal,
        _ => NotNatural::OtherType(json::type_of(raw.get())),
    }));
    judge(wire, counts)
}

/// Reads a list; `element` reads the element at an index.
fn list_from_raw<T>(
    list: Shape,
    raw: &RawValue,
    counts: &mut LimitCounter,
    element: impl Fn(usize, &RawValue, &mut LimitCounter) -> Result<T, Faults>,
) -> Result<Vec<T>, Faults> {
    let expected = |found: &str| Fault::new(Code::InvalidRequest, format!("expected {}, found {found}", words(list)));
    let length = match list {
        Shape::Pair => Some(2),
        Shape::Tuple(parts) => Some(parts.len()),
        _ => None,
    };
    let elements = json::elements(raw, length.unwrap_or(counts.limits.max_components));
    let elements = elements.ok_or_else(|| expected(json::type_of(raw.get())))?;
    match length {
        Some(length) if elements.len() > length => return Err(expected("more").into()),
        Some(length) if elements.len() < length => return Err(expected(&elements.len().to_string()).into()),
        _ => {}
    }
    let (mut read, mut faults) = (Vec::new(), Faults::default());
    for (index, raw) in elements.into_iter().enumerate() {
        if list != Shape::Pair
            && let Err(fault) = counts.part()
        {
            faults.push(fault.under(index));
            break;
        }
        match element(index, raw, counts) {
            Ok(part) => read.push(part),
            Err(found) => faults.append_with(found, |fault| fault.under(index)),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
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
