//! How positions are written: the trait [`Shape`], and the shapes that there are: an integer, a [`Pair`] of
//! integers, in order or [`Unordered`], and a [`Text`].
//!
//! A game says which shape its positions have, and its JSON, its text form in URLs and its schema follow from that.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

use crate::fault::{Code, Fault};
use crate::json;
use crate::limits::Meter;
use crate::natural::{Natural, NotNatural, WireInteger, WireVisitor};

/// A way to write a position. `Display` is its text form, the same in URLs and on the command line.
pub trait Shape: Sized + Clone + Eq + Hash + fmt::Debug + fmt::Display + Serialize + Send + Sync {
    /// Reads from JSON: the hot path, strict, and silent about what is wrong.
    ///
    /// # Errors
    /// If anything is; what it is, [`Shape::from_raw`] tells.
    fn read<'de, D: Deserializer<'de>>(deserializer: D, meter: &mut Meter) -> Result<Self, D::Error>;

    /// Judges a piece of JSON part by part: the slow reading, used once it is known that something is wrong.
    ///
    /// # Errors
    /// Every fault in it, with pointers relative to `raw`.
    fn from_raw(raw: &RawValue, meter: &mut Meter) -> Result<Self, Vec<Fault>>;

    /// Reads the text form.
    ///
    /// # Errors
    /// The first fault.
    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault>;

    /// The JSON Schema.
    fn schema() -> RefOr<Schema>;

    /// How two numbers are written so, if positions of this shape are two numbers.
    const FROM_PAIR: Option<fn(Pair) -> Self> = None;
}

/// The name of the integers' schema in the contract.
pub const WIRE_INTEGER: &str = "WireInteger";

/// [`Shape::read`] as a seed.
pub struct ShapeSeed<'m, 'l, S> {
    meter: &'m mut Meter<'l>,
    shape: PhantomData<S>,
}

impl<'m, 'l, S> ShapeSeed<'m, 'l, S> {
    /// With the meter that counts what is read.
    pub fn new(meter: &'m mut Meter<'l>) -> Self {
        Self { meter, shape: PhantomData }
    }
}

impl<'de, S: Shape> DeserializeSeed<'de> for ShapeSeed<'_, '_, S> {
    type Value = S;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S, D::Error> {
        S::read(deserializer, self.meter)
    }
}

/// Reads an integer and judges it at once.
struct NaturalVisitor<'m, 'l>(&'m mut Meter<'l>);

impl NaturalVisitor<'_, '_> {
    // The message is never shown: the slow reading words it.
    fn judged<E: Error>(self, wire: Result<WireInteger, E>) -> Result<Natural, E> {
        judge(wire?, self.0).map_err(|_| E::custom("refused"))
    }
}

impl Visitor<'_> for NaturalVisitor<'_, '_> {
    type Value = Natural;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        WireVisitor.expecting(f)
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Natural, E> {
        self.judged(WireVisitor.visit_u64(n))
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Natural, E> {
        self.judged(WireVisitor.visit_i64(n))
    }

    fn visit_f64<E: Error>(self, x: f64) -> Result<Natural, E> {
        self.judged(WireVisitor.visit_f64(x))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Natural, E> {
        self.judged(Ok(WireInteger::Text(Cow::Borrowed(text))))
    }
}

fn judge(wire: WireInteger, meter: &mut Meter) -> Result<Natural, Fault> {
    if let WireInteger::Text(text) = &wire {
        meter.digits(text.len())?;
    }
    wire.judge(meter.max_digits()).map_err(not_natural)
}

impl Shape for Natural {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, meter: &mut Meter) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NaturalVisitor(meter))
    }

    fn from_raw(raw: &RawValue, meter: &mut Meter) -> Result<Self, Vec<Fault>> {
        let wire = serde_json::from_str(raw.get()).unwrap_or(WireInteger::Other(match raw.get().as_bytes() {
            // Of the numbers only those beyond a double's range can't be read, of the strings only those with half
            // a surrogate pair.
            [b'-', ..] => NotNatural::Negative,
            [b'0'..=b'9', ..] => NotNatural::BareTooLarge,
            [b'"', ..] => NotNatural::NotDecimal,
            _ => NotNatural::OtherType(json::type_of(raw)),
        }));
        judge(wire, meter).map_err(|fault| vec![fault])
    }

    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault> {
        judge(WireInteger::Text(Cow::Borrowed(text)), meter)
    }

    fn schema() -> RefOr<Schema> {
        RefOr::Ref(Ref::from_schema_name(WIRE_INTEGER))
    }
}

fn not_natural(reason: NotNatural) -> Fault {
    match reason {
        NotNatural::TooManyDigits { limit } => {
            Fault::new(Code::TooManyDigits, format!("an integer may have at most {limit} digits"))
        }
        reason => Fault::new(Code::InvalidInteger, format!("not an integer of 0 or more: {reason}")),
    }
}

/// Two integers in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// The first, as posted.
    pub first: Natural,
    /// The second, as posted.
    pub second: Natural,
}

impl Pair {
    /// The pair of two integers.
    #[must_use]
    pub fn new(first: impl Into<Natural>, second: impl Into<Natural>) -> Self {
        Self { first: first.into(), second: second.into() }
    }

    /// The smaller and the larger; equal ones in order.
    #[must_use]
    pub fn sorted(&self) -> (&Natural, &Natural) {
        if self.first <= self.second { (&self.first, &self.second) } else { (&self.second, &self.first) }
    }

    /// The smaller and the larger, if they are machine words.
    #[must_use]
    pub fn sorted_words(&self) -> Option<(u64, u64)> {
        let (first, second) = (self.first.to_u64()?, self.second.to_u64()?);
        Some((first.min(second), first.max(second)))
    }

    /// The pair with another number in the place of the larger; of equal ones the second changes.
    #[must_use]
    pub fn with_larger(&self, number: Natural) -> Self {
        if self.first <= self.second {
            Self { first: self.first.clone(), second: number }
        } else {
            Self { first: number, second: self.second.clone() }
        }
    }

    /// Which of the two is 0, the first such.
    #[must_use]
    pub fn zero(&self) -> Option<usize> {
        [&self.first, &self.second].iter().position(|number| number.is_zero())
    }

    /// The number beside `number`, if that is one of the two.
    #[must_use]
    pub fn other(&self, number: &Natural) -> Option<&Natural> {
        if self.first == *number { Some(&self.second) } else { (self.second == *number).then_some(&self.first) }
    }

    /// The sum of both.
    #[must_use]
    pub fn sum(&self) -> Natural {
        &self.first + &self.second
    }
}

struct PairVisitor<'m, 'l>(&'m mut Meter<'l>);

impl<'de> Visitor<'de> for PairVisitor<'_, '_> {
    type Value = Pair;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of two integers")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pair, A::Error> {
        let mut part =
            || list.next_element_seed(ShapeSeed::new(self.0))?.ok_or_else(|| Error::custom("a shorter list"));
        Ok(Pair { first: part()?, second: part()? })
    }
}

impl Shape for Pair {
    const FROM_PAIR: Option<fn(Pair) -> Self> = Some(|pair| pair);

    fn read<'de, D: Deserializer<'de>>(deserializer: D, meter: &mut Meter) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(2, PairVisitor(meter))
    }

    fn from_raw(raw: &RawValue, meter: &mut Meter) -> Result<Self, Vec<Fault>> {
        let Some(list) = json::elements(raw, 2) else {
            return Err(vec![not_a_pair(json::type_of(raw))]);
        };
        let [first, second] = list[..] else {
            let found = if list.len() < 2 { "a shorter list" } else { "a longer list" };
            return Err(vec![not_a_pair(found)]);
        };
        let mut faults = Vec::new();
        let mut part = |index: usize, raw| match Natural::from_raw(raw, meter) {
            Ok(number) => Some(number),
            Err(found) => {
                faults.extend(found.into_iter().map(|fault| fault.under(index)));
                None
            }
        };
        match (part(0, first), part(1, second)) {
            (Some(first), Some(second)) => Ok(Self { first, second }),
            _ => Err(faults),
        }
    }

    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault> {
        let Some((first, second)) = text.split_once(',') else {
            return Err(Fault::new(Code::InvalidQuery, "expected two integers with a comma between them"));
        };
        if second.contains(',') {
            return Err(Fault::new(Code::InvalidQuery, "expected two integers with a comma between them, found more"));
        }
        let mut part = |index: usize, text| Natural::from_text(text, meter).map_err(|fault| fault.under(index));
        Ok(Self { first: part(0, first)?, second: part(1, second)? })
    }

    fn schema() -> RefOr<Schema> {
        let list = ArrayBuilder::new().items(Natural::schema()).min_items(Some(2)).max_items(Some(2));
        RefOr::T(Schema::Array(list.build()))
    }
}

fn not_a_pair(found: &str) -> Fault {
    Fault::new(Code::InvalidRequest, format!("expected a list of two integers, found {found}"))
}

impl Serialize for Pair {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.first)?;
        pair.serialize_element(&self.second)?;
        pair.end()
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.first, self.second)
    }
}

/// Two integers whose order means nothing: (5, 26) = (26, 5). It is kept all the same, to answer in the client's.
#[derive(Clone, Debug)]
pub struct Unordered(pub Pair);

impl PartialEq for Unordered {
    fn eq(&self, other: &Self) -> bool {
        self.0.sorted() == other.0.sorted()
    }
}

impl Eq for Unordered {}

impl Hash for Unordered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.sorted().hash(state);
    }
}

impl Serialize for Unordered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl fmt::Display for Unordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Shape for Unordered {
    const FROM_PAIR: Option<fn(Pair) -> Self> = Some(Self);

    fn read<'de, D: Deserializer<'de>>(deserializer: D, meter: &mut Meter) -> Result<Self, D::Error> {
        Pair::read(deserializer, meter).map(Self)
    }

    fn from_raw(raw: &RawValue, meter: &mut Meter) -> Result<Self, Vec<Fault>> {
        Pair::from_raw(raw, meter).map(Self)
    }

    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault> {
        Pair::from_text(text, meter).map(Self)
    }

    fn schema() -> RefOr<Schema> {
        Pair::schema()
    }
}

/// A string.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text(pub String);

impl Shape for Text {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, _: &mut Meter) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }

    fn from_raw(raw: &RawValue, _: &mut Meter) -> Result<Self, Vec<Fault>> {
        json::read(raw, "a string", "a string").map(Self).map_err(|fault| vec![fault])
    }

    fn from_text(text: &str, _: &mut Meter) -> Result<Self, Fault> {
        Ok(Self(text.to_owned()))
    }

    fn schema() -> RefOr<Schema> {
        RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(Type::String).build()))
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
