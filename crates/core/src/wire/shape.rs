//! How each [`Shape`] is read from JSON, twice, and written. The first reading is the hot path, typed, strict, and
//! silent about what is wrong; the second goes through the same bytes part by part and finds all of that.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use serde_json::value::RawValue;

use super::fault::{Code, Fault};
use super::integer::WireInteger;
use super::json;
use super::limits::Counts;
use crate::game::shape::{Pair, Shape, Written};
use crate::number::{Natural, NotNatural};

/// The hot reading of a position.
pub(crate) struct WrittenSeed<'m, 'l> {
    pub(crate) shape: Shape,
    pub(crate) counts: &'m mut Counts<'l>,
}

impl<'de> DeserializeSeed<'de> for WrittenSeed<'_, '_> {
    type Value = Written;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Written, D::Error> {
        match self.shape {
            Shape::Integer => deserializer.deserialize_any(IntegerVisitor(self.counts)).map(Written::Integer),
            Shape::Pair => deserializer.deserialize_seq(PairVisitor(self.counts)).map(Written::Pair),
            Shape::Text { .. } => String::deserialize(deserializer).map(Written::Text),
            Shape::Tuple(_) | Shape::List(_) => deserializer.deserialize_seq(ListVisitor(self)).map(Written::List),
            Shape::Coordinates => deserializer.deserialize_any(CoordinatesVisitor(self.counts)),
            Shape::Board => deserializer.deserialize_any(BoardVisitor(self.counts)),
            Shape::Names => deserializer.deserialize_any(NamesVisitor(self.counts)),
        }
    }
}

/// Reads an integer and judges it at once.
struct IntegerVisitor<'m, 'l>(&'m mut Counts<'l>);

impl IntegerVisitor<'_, '_> {
    // The message is never shown: the slow reading words it.
    fn judged<E: Error>(self, wire: WireInteger) -> Result<Natural, E> {
        judge(wire, self.0).map_err(|_| E::custom("refused"))
    }
}

impl Visitor<'_> for IntegerVisitor<'_, '_> {
    type Value = Natural;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or a string of its digits")
    }

    // 26.0 comes as a double, which no longer tells its digits: no visit_f64, so that it is left to the slow reading.
    fn visit_u64<E: Error>(self, n: u64) -> Result<Natural, E> {
        self.judged(WireInteger::of_integer(n))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Natural, E> {
        self.judged(WireInteger::Text(Cow::Borrowed(text)))
    }
}

struct IntegerSeed<'m, 'l>(&'m mut Counts<'l>);

impl<'de> DeserializeSeed<'de> for IntegerSeed<'_, '_> {
    type Value = Natural;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Natural, D::Error> {
        deserializer.deserialize_any(IntegerVisitor(self.0))
    }
}

struct PairVisitor<'m, 'l>(&'m mut Counts<'l>);

impl<'de> Visitor<'de> for PairVisitor<'_, '_> {
    type Value = Pair;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of two integers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pair, A::Error> {
        let first = list.next_element_seed(IntegerSeed(self.0))?;
        let second = list.next_element_seed(IntegerSeed(self.0))?;
        match (first, second) {
            (Some(first), Some(second)) => Ok(Pair { first, second }),
            (first, _) => Err(A::Error::invalid_length(usize::from(first.is_some()), &self)),
        }
    }
}

/// Reads an integer or a list of integers.
struct CoordinatesVisitor<'m, 'l>(&'m mut Counts<'l>);

impl<'de> Visitor<'de> for CoordinatesVisitor<'_, '_> {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, or a list of integers")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Written, E> {
        IntegerVisitor(self.0).visit_u64(n).map(Written::Integer)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Written, E> {
        IntegerVisitor(self.0).visit_str(text).map(Written::Integer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Written, A::Error> {
        let seed = WrittenSeed { shape: Shape::List(&Shape::Integer), counts: self.0 };
        ListVisitor(seed).visit_seq(list).map(Written::List)
    }
}

/// Reads the rows of a board, or a word.
struct BoardVisitor<'m, 'l>(&'m mut Counts<'l>);

impl<'de> Visitor<'de> for BoardVisitor<'_, '_> {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows, or a word")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Written, E> {
        Ok(Written::Text(word.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Written, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = list.next_element::<String>()? {
            self.0.part().map_err(|_| A::Error::custom("refused"))?;
            rows.push(row);
        }
        Ok(Written::Rows(rows))
    }
}

/// Reads a list of names, or a word.
struct NamesVisitor<'m, 'l>(&'m mut Counts<'l>);

impl<'de> Visitor<'de> for NamesVisitor<'_, '_> {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of names, or a word")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Written, E> {
        Ok(Written::Text(word.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Written, A::Error> {
        let mut names = Vec::new();
        while let Some(Name(name)) = list.next_element()? {
            self.0.part().map_err(|_| A::Error::custom("refused"))?;
            names.push(name);
        }
        Ok(Written::List(names))
    }
}

/// A name: a string, or an integer as the contract has them.
pub(super) struct Name(pub(super) Written);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string, or an integer")
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Name, E> {
        match WireInteger::of_integer(n) {
            WireInteger::Number(n) => Ok(Name(Written::Integer(n.into()))),
            _ => Err(E::custom("too large")),
        }
    }

    /// JSON Schema counts 8.0 as an integer.
    fn visit_f64<E: Error>(self, n: f64) -> Result<Name, E> {
        match WireInteger::of_number(&format!("{n:e}")) {
            WireInteger::Number(n) => self.visit_u64(n),
            _ => Err(E::custom("no integer")),
        }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
        Ok(Name(Written::Text(text.to_owned())))
    }
}

struct ListVisitor<'m, 'l>(WrittenSeed<'m, 'l>);

impl<'de> Visitor<'de> for ListVisitor<'_, '_> {
    type Value = Vec<Written>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Written>, A::Error> {
        let WrittenSeed { shape, counts } = self.0;
        let is_counted = matches!(shape, Shape::List(_));
        let mut parts = Vec::new();
        loop {
            let (Some(shape), _) = part(shape, parts.len()) else { return Ok(parts) };
            let Some(part) = list.next_element_seed(WrittenSeed { shape, counts })? else { break };
            if is_counted {
                counts.part().map_err(|_| A::Error::custom("refused"))?;
            }
            parts.push(part);
        }
        if part(shape, parts.len()).1 { Err(A::Error::invalid_length(parts.len(), &"more")) } else { Ok(parts) }
    }
}

/// The shape of a list's part, none past its end; and whether the part must be there.
fn part(shape: Shape, index: usize) -> (Option<Shape>, bool) {
    match shape {
        Shape::Tuple(parts) => (parts.get(index).copied(), index < parts.len()),
        Shape::List(of) => (Some(*of), false),
        _ => (None, false),
    }
}

pub(super) fn judge(wire: WireInteger, counts: &mut Counts) -> Result<Natural, Fault> {
    wire.judge(counts.max_digits()).map_err(not_natural)
}

fn not_natural(reason: NotNatural) -> Fault {
    match reason {
        NotNatural::TooManyDigits { limit } => {
            Fault::new(Code::TooManyDigits, format!("an integer may have at most {limit} digits"))
        }
        reason => Fault::new(Code::InvalidInteger, format!("not an integer of 0 or more: {reason}")),
    }
}

/// The slow reading of a position.
///
/// # Errors
/// Every fault in it, with pointers relative to `raw`.
pub(crate) fn from_raw(shape: Shape, raw: &RawValue, counts: &mut Counts) -> Result<Written, Vec<Fault>> {
    match shape {
        Shape::Integer => integer_from_raw(raw, counts).map(Written::Integer).map_err(|fault| vec![fault]),
        Shape::Text { .. } => json::read(raw, "a string", "a string").map(Written::Text).map_err(|fault| vec![fault]),
        Shape::Pair => {
            let parts = list_from_raw(Shape::Tuple(&[Shape::Integer, Shape::Integer]), raw, counts)?;
            match <[Written; 2]>::try_from(parts).map(|parts| parts.map(Written::into_integer)) {
                Ok([Some(first), Some(second)]) => Ok(Written::Pair(Pair { first, second })),
                _ => Err(vec![Fault::new(Code::InvalidRequest, "expected a list of two integers")]),
            }
        }
        Shape::Tuple(_) | Shape::List(_) => list_from_raw(shape, raw, counts).map(Written::List),
        Shape::Coordinates if raw.get().starts_with('[') => from_raw(Shape::List(&Shape::Integer), raw, counts),
        Shape::Coordinates => from_raw(Shape::Integer, raw, counts),
        Shape::Board | Shape::Names if !raw.get().starts_with('[') => {
            json::read(raw, &words(shape), "a word").map(Written::Text).map_err(|fault| vec![fault])
        }
        Shape::Board => {
            list_of(shape, raw, counts, |raw| json::read::<String>(raw, "a row", "a string")).map(Written::Rows)
        }
        Shape::Names => {
            let name = |raw: &RawValue| json::read(raw, "a name", "a string or an integer").map(|Name(name)| name);
            list_of(shape, raw, counts, name).map(Written::List)
        }
    }
}

/// A list whose elements have no faults inside of them.
fn list_of<T>(
    shape: Shape,
    raw: &RawValue,
    counts: &mut Counts,
    read: impl Fn(&RawValue) -> Result<T, Fault>,
) -> Result<Vec<T>, Vec<Fault>> {
    let Some(elements) = json::elements(raw, counts.max_components()) else {
        let detail = format!("expected {}, found {}", words(shape), json::type_of(raw));
        return Err(vec![Fault::new(Code::InvalidRequest, detail)]);
    };
    let (mut list, mut faults) = (Vec::new(), Vec::new());
    for (index, raw) in elements.into_iter().enumerate() {
        if let Err(fault) = counts.part() {
            faults.push(fault.under(index));
            break;
        }
        match read(raw) {
            Ok(element) => list.push(element),
            Err(fault) => faults.push(fault.under(index)),
        }
    }
    if faults.is_empty() { Ok(list) } else { Err(faults) }
}

fn integer_from_raw(raw: &RawValue, counts: &mut Counts) -> Result<Natural, Fault> {
    let wire = serde_json::from_str(raw.get()).unwrap_or(WireInteger::Other(match raw.get().as_bytes() {
        // Of the strings only those with half a surrogate pair can't be read.
        [b'"', ..] => NotNatural::NotDecimal,
        _ => NotNatural::OtherType(json::type_of(raw)),
    }));
    judge(wire, counts)
}

fn list_from_raw(list: Shape, raw: &RawValue, counts: &mut Counts) -> Result<Vec<Written>, Vec<Fault>> {
    let expected = || format!("expected {}", words(list));
    let most = match list {
        Shape::Tuple(parts) => parts.len(),
        _ => counts.max_components(),
    };
    let Some(parts) = json::elements(raw, most) else {
        let found = json::type_of(raw);
        return Err(vec![Fault::new(Code::InvalidRequest, format!("{}, found {found}", expected()))]);
    };
    if let Shape::Tuple(shapes) = list
        && parts.len() != shapes.len()
    {
        let found = if parts.len() > shapes.len() { "more".to_owned() } else { parts.len().to_string() };
        return Err(vec![Fault::new(Code::InvalidRequest, format!("{}, found {found}", expected()))]);
    }
    let (mut read, mut faults) = (Vec::new(), Vec::new());
    for (index, raw) in parts.into_iter().enumerate() {
        if matches!(list, Shape::List(_))
            && let Err(fault) = counts.part()
        {
            faults.push(fault.under(index));
            break;
        }
        let (Some(shape), _) = part(list, index) else { break };
        match from_raw(shape, raw, counts) {
            Ok(part) => read.push(part),
            Err(found) => faults.extend(found.into_iter().map(|fault| fault.under(index))),
        }
    }
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

/// What a position of a shape is, in words.
pub(crate) fn words(shape: Shape) -> String {
    const NUMBERS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];
    match shape {
        Shape::Integer => "an integer".to_owned(),
        Shape::Text { .. } => "a string".to_owned(),
        Shape::Pair => "a list of two integers".to_owned(),
        Shape::Board => "a list of rows, each a string".to_owned(),
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

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(integer) => integer.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(parts) => parts.serialize(serializer),
            Self::Rows(rows) => rows.serialize(serializer),
            Self::Pair(Pair { first, second }) => {
                let mut pair = serializer.serialize_tuple(2)?;
                pair.serialize_element(first)?;
                pair.serialize_element(second)?;
                pair.end()
            }
        }
    }
}
