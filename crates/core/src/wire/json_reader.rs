//! [`JsonReader`]: reads JSON value by value, without a tree. One pass collects all faults, each with its pointer.
//!
//! The crate jiter has such a reader, too. But it does not bound how deep its caller may go, its names and numbers can't
//! be kept while reading goes on, and it brings eleven crates, among them a second one for long integers. Here all that
//! is rare is left to `serde_json`: escapes, long numbers, values that are passed over, and the words for a text that is
//! not JSON.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr2;
use memchr::memmem::find;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::fault::{Code, Fault, Faults};
use crate::number::meter::{self, Spent};

/// The reason why a value was not read.
#[derive(Debug)]
pub(crate) enum Unread {
    /// The text is not JSON.
    NotJson,
    /// Reading has ended before the end of the value, mostly at a limit. No other faults are reported.
    Ended(Faults),
    /// The value was read to its end, and has these faults.
    Faults(Faults),
}

/// The result of reading a value.
pub(crate) type Read<T> = Result<T, Unread>;

impl Unread {
    /// Ends reading with these faults.
    #[cold]
    pub(crate) fn ended(faults: impl Into<Faults>) -> Self {
        Self::Ended(faults.into())
    }

    /// Moves the fault with which reading has ended to the value itself, from its place in the value.
    pub(crate) fn without_place(self) -> Self {
        match self {
            Self::Ended(faults) => Self::ended(Fault { pointer: String::new(), ..faults.into_first() }),
            unread => unread,
        }
    }

    /// Adds the faults of an element or a member to those of its list or object, so that reading can go on.
    ///
    /// # Errors
    /// Reading has ended.
    #[cold]
    pub(crate) fn gather(self, key: impl fmt::Display, faults: &mut Faults) -> Read<()> {
        match self {
            Self::Faults(found) => {
                faults.append_with(found, |fault| fault.under(&key));
                Ok(meter::check()?)
            }
            Self::Ended(faults) => Err(Self::Ended(faults.under(key))),
            Self::NotJson => Err(Self::NotJson),
        }
    }
}

/// Returns the faults of a value that was read to its end, so that more may be added.
///
/// # Errors
/// Reading has ended.
pub(crate) fn faults_of(read: Read<()>) -> Read<Faults> {
    match read {
        Ok(()) => Ok(Faults::default()),
        Err(Unread::Faults(faults)) => Ok(faults),
        Err(unread) => Err(unread),
    }
}

impl From<Spent> for Unread {
    fn from(spent: Spent) -> Self {
        Self::ended(Fault::spent(spent))
    }
}

impl From<Fault> for Unread {
    fn from(fault: Fault) -> Self {
        Self::Faults(fault.into())
    }
}

impl From<Faults> for Unread {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}

/// A place in a JSON text. A copy of the reader can read the value at this place again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonReader<'t> {
    text: &'t str,
    at: usize,
}

/// Reads the whole of a text.
///
/// # Errors
/// Returns all faults that `read` finds, or the only fault of a text that is not JSON.
pub(crate) fn read<'t, T>(text: &'t [u8], read: impl FnOnce(&mut JsonReader<'t>) -> Read<T>) -> Result<T, Faults> {
    let whole = |text| {
        let mut json = JsonReader { text, at: 0 };
        let value = read(&mut json);
        match value {
            Ok(_) | Err(Unread::Faults(_)) if json.peek().is_ok() => Err(Unread::NotJson),
            value => value,
        }
    };
    std::str::from_utf8(text).map_err(|_| Unread::NotJson).and_then(whole).map_err(|unread| match unread {
        Unread::NotJson => raw(text).err().unwrap_or_else(|| Fault::new(Code::InvalidJson, "not JSON")).into(),
        Unread::Ended(faults) | Unread::Faults(faults) => faults,
    })
}

impl<'t> JsonReader<'t> {
    /// Returns the first byte of the next value.
    #[inline]
    pub(crate) fn peek(&mut self) -> Read<u8> {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Ok(*byte);
            }
            self.at += 1;
        }
        Err(Unread::NotJson)
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Read<()> {
        if self.peek()? != byte {
            return Err(Unread::NotJson);
        }
        self.at += 1;
        Ok(())
    }

    /// Reads a list. `each` reads the element at an index.
    #[inline]
    pub(crate) fn list(&mut self, mut each: impl FnMut(&mut Self, usize) -> Read<()>) -> Read<()> {
        let (mut faults, mut index) = (Faults::default(), 0);
        self.expect(b'[')?;
        while self.has_more(index == 0, b']')? {
            if let Err(unread) = each(self, index) {
                unread.gather(index, &mut faults)?;
            }
            index += 1;
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
    }

    /// Reads an object. `each` reads the value of the member with a name. It may also add faults of its own.
    pub(crate) fn object(&mut self, mut each: impl FnMut(&mut Self, &str, &mut Faults) -> Read<()>) -> Read<()> {
        let (mut faults, mut is_first) = (Faults::default(), true);
        self.expect(b'{')?;
        while self.has_more(is_first, b'}')? {
            is_first = false;
            let name = self.string().map_err(|unread| match unread {
                Unread::Faults(faults) => Unread::Ended(faults),
                unread => unread,
            })?;
            self.expect(b':')?;
            if let Err(unread) = each(self, &name, &mut faults) {
                unread.gather(&name, &mut faults)?;
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
    }

    /// Passes over the comma between two elements, or over the end.
    #[inline]
    fn has_more(&mut self, is_first: bool, end: u8) -> Read<bool> {
        match self.peek()? {
            byte if byte == end => {
                self.at += 1;
                Ok(false)
            }
            b',' if !is_first => {
                self.at += 1;
                // JSON has no comma before the end.
                if self.peek()? == end { Err(Unread::NotJson) } else { Ok(true) }
            }
            _ if is_first => Ok(true),
            _ => Err(Unread::NotJson),
        }
    }

    /// Reads an integer below 2^63 that is spelled without sign, point and exponent. `None` if the next value is another
    /// one.
    #[inline]
    pub(crate) fn short_integer(&mut self) -> Option<u64> {
        self.peek().ok()?;
        let rest = self.text.as_bytes().get(self.at..)?;
        let (length, n) = leading_digits(rest);
        let is_other = length == 0
            // An integer of 19 digits is below 2^64.
            || length > 19
            || i64::try_from(n).is_err()
            || length > 1 && rest.first() == Some(&b'0')
            || matches!(rest.get(length), Some(b'.' | b'e' | b'E'));
        if is_other {
            return None;
        }
        self.at += length;
        Some(n)
    }

    /// Reads a string. A string without escapes is borrowed from the text.
    pub(crate) fn string(&mut self) -> Read<Cow<'t, str>> {
        self.expect(b'"')?;
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f));
        if let Some((plain, behind)) = end.and_then(|end| rest.split_at_checked(end))
            && behind.starts_with('"')
        {
            self.at += plain.len() + 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.at -= 1;
        Ok(serde_json::from_str(self.raw()?.get()).map(Cow::Owned).map_err(|error| unreadable(&error))?)
    }

    /// Passes over a value, and returns its text.
    pub(crate) fn raw(&mut self) -> Read<&'t RawValue> {
        self.peek()?;
        let mut rest = serde_json::Deserializer::from_str(&self.text[self.at..]);
        let raw = <&RawValue>::deserialize(&mut rest).map_err(|_| Unread::NotJson)?;
        self.at += raw.get().len();
        Ok(raw)
    }

    /// Passes over a value of another type than `expected` says.
    ///
    /// # Errors
    /// Always: this value is the fault.
    #[cold]
    pub(crate) fn refuse<T>(&mut self, expected: &str) -> Read<T> {
        let found = type_of(self.raw()?.get());
        Err(Fault::new(Code::InvalidRequest, format!("expected {expected}, found {found}")).into())
    }

    /// Returns whether a member of this name may come after this place. A name with escapes may be the same name.
    pub(crate) fn may_have(&self, name: &str) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        // Most texts have neither this letter nor an escape. In a short text, two searches take twenty times as long.
        let first = name.bytes().next().and_then(|letter| memchr2(letter, b'\\', rest));
        first.is_some_and(|at| {
            let quoted = format!("\"{name}\"");
            [&quoted, "\\u"].iter().any(|text| find(&rest[at.saturating_sub(1)..], text.as_bytes()).is_some())
        })
    }
}

/// Returns how many decimal digits a text begins with, and their number modulo 2^64.
fn leading_digits(text: &[u8]) -> (usize, u64) {
    let (mut rest, mut n) = (text, 0_u64);
    // Digit by digit, an integer of 19 digits takes twice as many instructions.
    while let Some((eight, after)) = rest.split_first_chunk()
        && let Some(part) = eight_digits(*eight)
    {
        n = n.wrapping_mul(100_000_000).wrapping_add(part);
        rest = after;
    }
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        n = n.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        rest = after;
    }
    (text.len() - rest.len(), n)
}

/// Returns the number that eight decimal digits spell; `None` if some byte is no digit (the method of Lemire 2018).
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    // The first digit is the lowest byte. A byte above 9 has one of its four high bits set, or gets one by adding 6.
    let digits = u64::from_le_bytes(text) ^ 0x3030_3030_3030_3030;
    if (digits | digits.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0 != 0 {
        return None;
    }
    // Neighbours are joined: first to four numbers of two digits, then to two numbers of four digits.
    let twos = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = twos.wrapping_mul(100).wrapping_add(twos >> 16) & 0x0000_ffff_0000_ffff;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff)
}

/// Reads a text as JSON, as one piece.
///
/// # Errors
/// If the text is not JSON.
pub(crate) fn raw(text: &[u8]) -> Result<&RawValue, Fault> {
    serde_json::from_slice(text).map_err(|error| not_json(text, &error))
}

/// Creates the fault of a body that is not JSON.
#[must_use]
pub fn not_json(body: &[u8], error: &serde_json::Error) -> Fault {
    let detail = if body.is_empty() { "the body is empty".to_owned() } else { format!("not JSON: {error}") };
    Fault::new(Code::InvalidJson, detail)
}

/// Creates the fault of a value that is JSON by its grammar, but can't be read: a string with half a surrogate pair, or a
/// number beyond all doubles.
pub(super) fn unreadable(error: &serde_json::Error) -> Fault {
    Fault::new(Code::InvalidJson, format!("not JSON: {}", reason(error)))
}

/// Returns the words of an error without the line and the column at their end. They are counted from the beginning
/// of the piece that was read, which may be any part of a request.
#[must_use]
pub fn reason(error: &serde_json::Error) -> String {
    error.to_string().split(" at line ").next().unwrap_or_default().to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads a value in the way that is fastest for it, whatever it is.
    fn walk(json: &mut JsonReader) -> Read<()> {
        match json.peek()? {
            b'[' => json.list(|json, _| walk(json)),
            b'{' => json.object(|json, _, _| walk(json)),
            b'"' => json.string().map(drop),
            _ if json.short_integer().is_some() => Ok(()),
            _ => json.raw().map(drop),
        }
    }

    #[test]
    fn faults_are_gathered_with_their_places() {
        let even = |json: &mut JsonReader| match json.short_integer() {
            Some(n) if n % 2 == 0 => Ok(()),
            Some(n) => Err(Fault::new(Code::InvalidInteger, format!("{n} is odd")).into()),
            None => json.refuse("an integer"),
        };
        let text = r#" {"a/b": [2, 3, [5]], "c": {"d": 7}, "e\u0066": [1.0], "g": []} "#;
        let faults = read(text.as_bytes(), |json| {
            json.object(|json, _, _| match json.peek()? {
                b'[' => json.list(|json, _| even(json)),
                _ => json.object(|json, _, _| even(json)),
            })
        });
        let faults = faults.unwrap_err();
        let found: Vec<_> = faults.listed().iter().map(|fault| (&*fault.pointer, &*fault.detail)).collect();
        let expected = [
            ("/a~1b/1", "3 is odd"),
            ("/a~1b/2", "expected an integer, found a list"),
            ("/c/d", "7 is odd"),
            ("/ef/0", "expected an integer, found a number"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn reading_ends_where_it_is_told_to() {
        let mut count = 0;
        let ended = read(b"[[1, 2, 3], 4, what is this", |json| {
            json.list(|json, _| {
                json.list(|json, _| {
                    count += 1;
                    json.raw()?;
                    if count == 2 { Err(Unread::ended(Fault::new(Code::TooCostly, "too many"))) } else { Ok(()) }
                })
            })
        });
        let faults = ended.unwrap_err();
        assert_eq!((count, faults.listed().len(), &*faults.listed()[0].pointer), (2, 1, "/0/1"));
    }

    /// Pieces of JSON, of which some don't fit to each other.
    const PIECES: [&str; 26] = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "\\",
        "0",
        "-1",
        "1e400",
        "1.5",
        "00",
        "1.",
        "null",
        "true",
        "nul",
        "\"a\"",
        "\"\\n\"",
        "\"\\ud800\"",
        "\"\\x\"",
        " ",
        "\n",
        "\u{feff}",
        "é",
        "\u{1}",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn digits_end_at_the_first_other_byte(digits in "[0-9]{0,40}", other: u8, after in "[0-9]{0,9}") {
            prop_assume!(!other.is_ascii_digit());
            let text = [digits.as_bytes(), &[other], after.as_bytes()].concat();
            let expected =
                digits.bytes().fold(0_u64, |n, digit| n.wrapping_mul(10).wrapping_add(u64::from(digit - b'0')));
            prop_assert_eq!(leading_digits(&text), (digits.len(), expected));
        }

        #[test]
        fn what_is_json_is_read_and_nothing_else(
            edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..3_usize, 0..PIECES.len()), 0..4),
        ) {
            let mut text = br#" {"a": [1, "b\"\u00e9", [], {}, -2.5e3], "c": {"d": null, "e": [[true], false]}}"#.to_vec();
            for (at, cut, piece) in edits {
                let at = at.index(text.len());
                let end = (at + cut).min(text.len());
                text.splice(at..end, PIECES[piece].bytes());
            }
            let is_json = raw(&text).is_ok();
            match read(&text, walk) {
                Ok(()) => prop_assert!(is_json, "{}", String::from_utf8_lossy(&text)),
                // Half a surrogate pair is JSON by the grammar, but no text.
                Err(faults) => {
                    let is_half = ["surrogate", "hex escape"].iter().any(|words| faults.detail().contains(words));
                    prop_assert!(!is_json || is_half, "{faults}");
                }
            }
        }
    }
}
