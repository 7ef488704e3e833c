//! Functions that the readers of JSON share. [`Members`] reads one level of an object, and keeps what serde's derived
//! readers drop, such as keys that appear twice.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::fault::{Code, Fault, Faults, quote};
use super::json_reader::{self, Unread};
use crate::number::{cost, meter};
use crate::wire::digest::Digest;

pub(super) use super::json_reader::raw;
pub use super::json_reader::{not_json, reason, type_of};

/// Only this many members of an object with fixed fields are kept, so that a body with very many members does not take
/// much memory. A valid object has fewer than a tenth of this number, so a longer object is refused anyway.
const MAX_FIELDS: usize = 256;

/// The members of an object in their order, duplicates included.
pub struct Members<'de>(pub Vec<(String, &'de RawValue)>);

impl<'de> Members<'de> {
    /// Reads the members of an object with fixed fields. Only the first 256 are kept.
    ///
    /// # Errors
    /// The same as for [`read`].
    pub fn of(raw: &'de RawValue, expected: &str) -> Result<Self, Fault> {
        meter::go_on(steps_of(raw)).map_err(Fault::spent)?;
        let mut members = Vec::new();
        json_reader::read(raw.get().as_bytes(), |json| {
            if json.peek()? != b'{' {
                return json.refuse(expected);
            }
            json.object(|json, name, _| {
                let value = json.raw()?;
                if members.len() < MAX_FIELDS {
                    members.push((name.to_owned(), value));
                }
                Ok(())
            })
        })
        .map_err(Faults::into_first)?;
        Ok(Self(members))
    }
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
    mut read: impl FnMut(usize, &'de RawValue) -> Result<(), E>,
) -> Option<Result<(), E>> {
    meter::charge(steps_of(raw));
    if !raw.get().starts_with('[') {
        return None;
    }
    let mut ended = Ok(());
    // The only error is the end of reading.
    let _ = json_reader::read(raw.get().as_bytes(), |json| {
        json.list(|json, index| {
            ended = read(index, json.raw()?);
            if ended.is_err() { Err(Unread::Ended(Faults::default())) } else { Ok(()) }
        })
    });
    Some(ended)
}

/// Reads a piece of JSON that should have the type `type_name`, such as "an object".
///
/// # Errors
/// `invalid-request` if the piece has another type. `invalid-json` if it has the type but can't be read.
pub fn read<'de, T: Deserialize<'de>>(raw: &'de RawValue, type_name: &str, expected: &str) -> Result<T, Fault> {
    meter::go_on(steps_of(raw)).map_err(Fault::spent)?;
    serde_json::from_str(raw.get()).map_err(|error| match type_of(raw.get()) {
        found if found == type_name => json_reader::unreadable(&error),
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
