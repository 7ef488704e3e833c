//! How positions are written: the trait [`Shape`], and the shapes that there are: an integer, a [`Pair`] of
//! integers, in order or [`Unordered`], and a [`Text`].
//!
//! A game says which shape its positions have, and its JSON, its text form in URLs and its schema follow from that.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::Deserialize;
use serde::ser::{Serialize, SerializeTuple, Serializer};
use serde_json::value::RawValue;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};

use crate::fault::{Code, Fault};
use crate::json;
use crate::limits::Meter;
use crate::natural::{Natural, NotNatural, WireInteger};

/// A way to write a position. `Display` is its text form, the same in URLs and on the command line.
pub trait Shape: Sized + Clone + Eq + Hash + fmt::Debug + fmt::Display + Serialize + Send + Sync {
    /// What serde reads from JSON, before it is judged. Judging is a step of its own so that a fault keeps its type:
    /// an error that goes through serde is only a text.
    type Wire<'de>: Deserialize<'de>;

    /// Judges what JSON gave. This is the hot path.
    ///
    /// # Errors
    /// The first fault; [`Shape::from_raw`] gives all of them, with their places.
    fn from_wire(wire: Self::Wire<'_>, meter: &mut Meter) -> Result<Self, Fault>;

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

impl Shape for Natural {
    type Wire<'de> = WireInteger<'de>;

    fn from_wire(wire: WireInteger<'_>, meter: &mut Meter) -> Result<Self, Fault> {
        if let WireInteger::Text(text) = &wire {
            meter.digits(text.len())?;
        }
        wire.judge(meter.max_digits()).map_err(not_natural)
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
        Self::from_wire(wire, meter).map_err(|fault| vec![fault])
    }

    fn from_text(text: &str, meter: &mut Meter) -> Result<Self, Fault> {
        Self::from_wire(WireInteger::Text(Cow::Borrowed(text)), meter)
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

impl Shape for Pair {
    type Wire<'de> = (WireInteger<'de>, WireInteger<'de>);
    const FROM_PAIR: Option<fn(Pair) -> Self> = Some(|pair| pair);

    fn from_wire((first, second): Self::Wire<'_>, meter: &mut Meter) -> Result<Self, Fault> {
        Ok(Self { first: Natural::from_wire(first, meter)?, second: Natural::from_wire(second, meter)? })
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
    type Wire<'de> = <Pair as Shape>::Wire<'de>;
    const FROM_PAIR: Option<fn(Pair) -> Self> = Some(Self);

    fn from_wire(wire: Self::Wire<'_>, meter: &mut Meter) -> Result<Self, Fault> {
        Pair::from_wire(wire, meter).map(Self)
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
    type Wire<'de> = String;

    fn from_wire(wire: String, _: &mut Meter) -> Result<Self, Fault> {
        Ok(Self(wire))
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
