//! [`append`]: writes the JSON of an answer.
//!
//! It writes the same bytes as `serde_json`, but faster. Debug builds compare each result with that of `serde_json`.
//! `serde_json` looks up every byte of every string and key to see whether it must be escaped. Hardly any byte must be
//! escaped, and the look-ups took a fifth of the time for a line of a stream. Here strings are checked 16 bytes at a
//! time and copied, and keys are only copied. Rare cases are left to `serde_json`: strings with something to escape,
//! and floats.

use serde::Serialize;
use serde::ser::{
    Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct,
    Serializer,
};
use serde_json::Error;

use crate::number::meter;

/// Appends the JSON of a value.
///
/// # Errors
/// If the value itself fails to serialize, or if it has an enum variant with a list or fields. Answers have no such
/// variants.
pub(crate) fn append(json: &mut Vec<u8>, value: &impl Serialize) -> Result<(), Error> {
    let start = json.len();
    value.serialize(Writer { json, is_raw: false })?;
    // The comparison is not charged to the request. It is left out once the meter is spent, since the text is then
    // discarded.
    debug_assert!(
        meter::is_spent() || meter::for_all(|| serde_json::to_vec(value)).ok().as_deref() == json.get(start..),
        "{:?}",
        String::from_utf8_lossy(&json[start..])
    );
    Ok(())
}

/// The name by which `serde_json` marks a string that is JSON already.
const RAW: &str = "$serde_json::private::RawValue";

/// Writes one value.
struct Writer<'a> {
    json: &'a mut Vec<u8>,
    /// True if the value is a string that is JSON already.
    is_raw: bool,
}

/// Writes one list or object.
struct Parts<'a> {
    json: &'a mut Vec<u8>,
    is_empty: bool,
    is_raw: bool,
    end: &'static [u8],
}

impl<'a> Writer<'a> {
    #[expect(clippy::unnecessary_wraps, reason = "what a serializer answers")]
    fn verbatim(self, text: &str) -> Result<(), Error> {
        self.json.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// Writes a string without anything to escape, such as the name of a variant.
    #[expect(clippy::unnecessary_wraps, reason = "what a serializer answers")]
    fn quoted(self, text: &str) -> Result<(), Error> {
        // The memory is reserved once for all three pushes.
        self.json.reserve(text.len().saturating_add(2));
        self.json.push(b'"');
        self.json.extend_from_slice(text.as_bytes());
        self.json.push(b'"');
        Ok(())
    }

    fn integer(self, integer: impl itoa::Integer) -> Result<(), Error> {
        self.verbatim(itoa::Buffer::new().format(integer))
    }

    fn parts(self, start: u8, end: &'static [u8]) -> Parts<'a> {
        self.json.push(start);
        Parts { json: self.json, is_empty: true, is_raw: false, end }
    }
}

impl Parts<'_> {
    fn next(&mut self) -> Writer<'_> {
        if !self.is_empty {
            self.json.push(b',');
        }
        self.is_empty = false;
        self.value()
    }

    fn value(&mut self) -> Writer<'_> {
        Writer { json: self.json, is_raw: self.is_raw }
    }

    #[expect(clippy::unnecessary_wraps, reason = "what a serializer answers")]
    fn finish(self) -> Result<(), Error> {
        self.json.extend_from_slice(self.end);
        Ok(())
    }
}

/// Returns whether some byte of the text must be escaped. It checks 16 bytes at a time, which the compiler does in one
/// register. The last 16 bytes overlap the chunk before them, so some bytes are checked twice.
fn has_to_escape(text: &str) -> bool {
    let (chunks, rest) = text.as_bytes().as_chunks();
    match text.as_bytes().last_chunk() {
        None => rest.iter().any(|byte| is_special(*byte)),
        Some(last) => is_one_special(last) || chunks.iter().any(is_one_special),
    }
}

#[inline]
fn is_one_special(bytes: &[u8; 16]) -> bool {
    bytes.iter().fold(false, |found, byte| found | is_special(*byte))
}

#[expect(clippy::needless_bitwise_bool, reason = "a branch for each byte is what takes the time")]
fn is_special(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

macro_rules! integers {
    ($($method:ident $integer:ty),*) => { $(
        fn $method(self, integer: $integer) -> Result<(), Error> {
            self.integer(integer)
        }
    )* };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Impossible<(), Error>;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_i128 i128,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_u128 u128
    );

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.verbatim(if value { "true" } else { "false" })
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        serde_json::to_writer(self.json, &value)
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        serde_json::to_writer(self.json, &value)
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        serde_json::to_writer(self.json, &value)
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if self.is_raw {
            return self.verbatim(text);
        }
        if has_to_escape(text) {
            return serde_json::to_writer(self.json, text);
        }
        self.quoted(text)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        bytes.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.verbatim("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.quoted(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut object = self.parts(b'{', b"}");
        object.serialize_entry(variant, value)?;
        object.finish()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'[', b"]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>, Error> {
        Err(Error::custom("a variant with a list"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        Ok(self.parts(b'{', b"}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Parts<'a>, Error> {
        if name == RAW {
            return Ok(Parts { json: self.json, is_empty: true, is_raw: true, end: b"" });
        }
        Ok(self.parts(b'{', b"}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>, Error> {
        Err(Error::custom("a variant with fields"))
    }
}

/// The trait items that are the same for lists, maps and structs.
macro_rules! ends {
    () => {
        type Ok = ();
        type Error = Error;

        fn end(self) -> Result<(), Error> {
            self.finish()
        }
    };
}

macro_rules! lists {
    ($($list:ident $method:ident),*) => { $(
        impl $list for Parts<'_> {
            ends!();

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(self.next())
            }
        }
    )* };
}

lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field);

impl SerializeMap for Parts<'_> {
    ends!();

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        let Writer { json, .. } = self.next();
        let start = json.len();
        key.serialize(Writer { json, is_raw: false })?;
        if json.get(start) == Some(&b'"') { Ok(()) } else { Err(Error::custom("a key is a string")) }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.json.push(b':');
        value.serialize(self.value())
    }
}

impl SerializeStruct for Parts<'_> {
    ends!();

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        if self.is_raw {
            return value.serialize(self.value());
        }
        let Writer { json, .. } = self.next();
        json.reserve(name.len().saturating_add(3));
        json.push(b'"');
        json.extend_from_slice(name.as_bytes());
        json.extend_from_slice(b"\":");
        value.serialize(self.value())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::json;
    use serde_json::value::RawValue;

    use super::*;

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct Pair(u8, i64);

    #[derive(Serialize)]
    enum Branch {
        Plain,
        Of(u64),
    }

    #[derive(Serialize)]
    struct Everything<'a> {
        raw: &'a RawValue,
        #[serde(rename = "type")]
        kind: Branch,
        of: Branch,
        unit: Unit,
        pair: Pair,
        empty: [u8; 0],
        none: Option<u8>,
        some: Option<char>,
        floats: (f32, f64),
        wide: (u128, i128),
        truth: bool,
        map: BTreeMap<&'a str, [&'a str; 2]>,
    }

    fn is_the_same(value: &impl Serialize) {
        let mut json = b"x".to_vec();
        append(&mut json, value).unwrap();
        assert_eq!(String::from_utf8(json).unwrap(), format!("x{}", serde_json::to_string(value).unwrap()));
    }

    #[test]
    fn it_writes_what_serde_json_writes() {
        let raw: &RawValue = serde_json::from_str(r#"{"as": [ "it", 1.0 ]}"#).unwrap();
        is_the_same(&Everything {
            raw,
            kind: Branch::Plain,
            of: Branch::Of(u64::MAX),
            unit: Unit,
            pair: Pair(0, i64::MIN),
            empty: [],
            none: None,
            some: Some('"'),
            floats: (0.1, 1e300),
            wide: (u128::MAX, i128::MIN),
            truth: true,
            map: BTreeMap::from([("", ["\u{1f}", "é\u{7f}"]), ("a\"b", ["\\", "a\n"])]),
        });
        is_the_same(&json!([{}, [], null, {"a": [{"b": "c"}]}]));
        assert!(append(&mut Vec::new(), &BTreeMap::from([(1, 2)])).is_err());
    }

    proptest! {
        #[test]
        fn strings_are_escaped_where_they_have_to_be(text in "(.|[\\x00-\\x7f]){0,40}") {
            is_the_same(&text);
        }
    }
}
