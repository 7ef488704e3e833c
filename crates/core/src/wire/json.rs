//! Functions that the readers of JSON share. [`Members`] reads one level of an object, and keeps what serde's derived
//! readers drop, such as keys that appear twice.

use serde::Deserializer;
use serde::de::{Deserialize, DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

use super::fault::{Code, Fault, Faults, quote};
use crate::number::{cost, meter};
use crate::wire::digest::Digest;

/// Only this many members of an object with fixed fields are kept, so that a body with very many members does not take
/// much memory. A valid object has fewer than a tenth of this number, so a longer object is refused anyway.
const MAX_FIELDS: usize = 256;

/// Reads a value with a visitor. JSON itself tells the type of the value.
pub(super) struct Seed<V>(pub(super) V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Seed<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_any(self.0)
    }
}

/// Reads a string, and returns the result of `meaning` for it. If `meaning` returns `None`, nobody sees the text of the
/// error, since another reader then describes the fault.
pub(super) fn string<'de, T>(meaning: impl FnOnce(&str) -> Option<T>) -> impl DeserializeSeed<'de, Value = T> {
    Seed(StringVisitor(meaning))
}

struct StringVisitor<F>(F);

impl<T, F: FnOnce(&str) -> Option<T>> Visitor<'_> for StringVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string with a meaning")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).ok_or_else(|| E::custom("a string without a meaning"))
    }
}

/// Reads the whole of a text with a visitor.
pub(super) fn visit<'de, V: Visitor<'de>>(json: &'de str, visitor: V) -> serde_json::Result<V::Value> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = Seed(visitor).deserialize(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

/// The members of an object in their order, duplicates included.
pub struct Members<'de>(pub Vec<(String, &'de RawValue)>);

impl<'de> Members<'de> {
    /// Reads the members of an object with fixed fields. Only the first 256 are kept.
    ///
    /// # Errors
    /// The same as for [`read`].
    pub fn of(raw: &'de RawValue, expected: &str) -> Result<Self, Fault> {
        read(raw, "an object", expected)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Seed(MembersVisitor).deserialize(deserializer).map(Self)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while members.len() < MAX_FIELDS
            && let Some(member) = map.next_entry()?
        {
            members.push(member);
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(members)
    }
}

/// Calls `member` with each member of an object that may have any number of members, such as a position. Duplicates are
/// included. No list of the members is made, since its memory would not be counted. Reading ends as soon as `member`
/// returns an error, which is the inner result.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn each_member<'de, E>(
    raw: &'de RawValue,
    expected: &str,
    member: impl FnMut(String, &'de RawValue) -> Result<(), E>,
) -> Result<Result<(), E>, Fault> {
    let mut ended = None;
    let reader = |json| visit(json, EachMember { member, ended: &mut ended });
    let read = read_by(reader, raw, "an object", expected);
    match ended {
        Some(error) => Ok(Err(error)),
        None => read.map(Ok),
    }
}

struct EachMember<'e, F, E> {
    member: F,
    ended: &'e mut Option<E>,
}

impl<'de, E, F: FnMut(String, &'de RawValue) -> Result<(), E>> Visitor<'de> for EachMember<'_, F, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry()? {
            (self.member)(name, value).map_err(|fault| ended(self.ended, fault))?;
        }
        Ok(())
    }
}

/// Keeps the error with which reading ends. serde's own error is a text, and nobody sees it.
fn ended<E, S: Error>(place: &mut Option<E>, error: E) -> S {
    *place = Some(error);
    S::custom("ended")
}

/// Returns the steps for reading a piece once.
fn steps_of(raw: &RawValue) -> u64 {
    meter::steps_of(raw.get().len(), cost::BYTE).saturating_add(cost::OPTION)
}

/// Returns the elements of a list, if `raw` is a list. If the list is longer than `most`, only its first `most` + 1
/// elements are read and returned.
#[must_use]
pub fn elements(raw: &RawValue, most: usize) -> Option<Vec<&RawValue>> {
    let mut elements = Vec::new();
    let read = each(raw, |_, element| {
        elements.push(element);
        if elements.len() > most { Err(()) } else { Ok(()) }
    });
    read.map(|_| elements)
}

/// Calls `read` with each element of a list and its index, if `raw` is a list. No list of the elements is made, since
/// its memory would not be counted. Reading ends as soon as `read` returns an error, which is the inner result.
pub(super) fn each<'de, E>(
    raw: &'de RawValue,
    read: impl FnMut(usize, &'de RawValue) -> Result<(), E>,
) -> Option<Result<(), E>> {
    meter::charge(steps_of(raw));
    let mut ended = None;
    let visited = visit(raw.get(), Each { read, ended: &mut ended });
    match ended {
        Some(error) => Some(Err(error)),
        None => visited.ok().map(Ok),
    }
}

struct Each<'e, F, E> {
    read: F,
    ended: &'e mut Option<E>,
}

impl<'de, E, F: FnMut(usize, &'de RawValue) -> Result<(), E>> Visitor<'de> for Each<'_, F, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0;
        while let Some(element) = list.next_element()? {
            (self.read)(index, element).map_err(|error| ended(self.ended, error))?;
            index = index.saturating_add(1);
        }
        Ok(())
    }
}

/// Reads a piece of JSON that should have the type `type_name`, such as "an object".
///
/// # Errors
/// `invalid-request` if the piece has another type. `invalid-json` if it has the type but is still wrong: the first
/// pass over JSON does not detect half a surrogate pair in a string.
pub fn read<'de, T: Deserialize<'de>>(raw: &'de RawValue, type_name: &str, expected: &str) -> Result<T, Fault> {
    read_by(serde_json::from_str, raw, type_name, expected)
}

/// Does the same as [`read`], but `reader` reads the text.
fn read_by<'de, T>(
    reader: impl FnOnce(&'de str) -> serde_json::Result<T>,
    raw: &'de RawValue,
    type_name: &str,
    expected: &str,
) -> Result<T, Fault> {
    meter::go_on(steps_of(raw)).map_err(Fault::spent)?;
    reader(raw.get()).map_err(|error| match type_of(raw.get()) {
        found if found == type_name => Fault::new(Code::InvalidJson, format!("not JSON: {error}")),
        found => Fault::new(Code::InvalidRequest, format!("expected {expected}, found {found}")),
    })
}

/// Returns whether a number is 0. Answers leave out such numbers.
pub(crate) fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// Appends an answer, and charges its bytes.
pub(super) fn append(json: &mut Vec<u8>, answer: &impl serde::Serialize) -> serde_json::Result<()> {
    meter::work_at("writing the answer");
    let before = json.len();
    serde_json::to_writer(&mut *json, answer)?;
    meter::charge_each(json.len().saturating_sub(before), cost::WORD);
    Ok(())
}

/// Returns the digest of a value's JSON.
pub(crate) fn digest(value: &impl serde::Serialize) -> u64 {
    let mut digest = Digest::default();
    // Writing to a digest fails only if the meter is spent.
    let _ = serde_json::to_writer(&mut digest, value);
    digest.finish()
}

/// Reads a text as JSON, as one piece.
///
/// # Errors
/// If the text is not JSON.
pub(super) fn raw(text: &[u8]) -> Result<&RawValue, Fault> {
    serde_json::from_slice(text).map_err(|error| not_json(text, &error))
}

/// Creates the fault of a body that is not JSON.
#[must_use]
pub fn not_json(body: &[u8], error: &serde_json::Error) -> Fault {
    let detail = if body.is_empty() { "the body is empty".to_owned() } else { format!("not JSON: {error}") };
    Fault::new(Code::InvalidJson, detail)
}

/// Returns the fields of an object, in the order of `names`. Fields with other names, and fields that are there twice, are
/// added to `faults`.
///
/// # Errors
/// The same as for [`read`].
pub(super) fn fields<'r, const N: usize>(
    raw: &'r RawValue,
    expected: &str,
    names: [&str; N],
    faults: &mut Faults,
) -> Result<[Option<&'r RawValue>; N], Fault> {
    let Members(members) = Members::of(raw, expected)?;
    let mut fields = [None; N];
    for (name, raw) in &members {
        match names.iter().position(|field| field == name).and_then(|place| fields.get_mut(place)) {
            None => faults.push_with(|| {
                let detail = format!("there is no field {}; the fields are {}", quote(name), names.join(", "));
                Fault::new(Code::InvalidRequest, detail).under(name)
            }),
            Some(Some(_)) => faults.push(repeated(name)),
            Some(field) => *field = Some(*raw),
        }
    }
    Ok(fields)
}

/// Returns the list in a field; `None` if it is empty. Typed clients, such as those generated for Java, send an empty list
/// for a field that is not given.
pub(super) fn given(raw: Option<&RawValue>) -> Option<&RawValue> {
    raw.filter(|raw| !raw.get().bytes().filter(|byte| !byte.is_ascii_whitespace()).eq(*b"[]"))
}

/// Creates the fault of a key that an object has twice, with a pointer to that key.
#[must_use]
pub fn repeated(key: &str) -> Fault {
    Fault::new(Code::InvalidJson, format!("the key {} appears twice in one object", quote(key))).under(key)
}

/// Returns the type of a piece of JSON with its article, such as "a list".
#[must_use]
pub fn type_of(json: &str) -> &'static str {
    match json.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    }
}
