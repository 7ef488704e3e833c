//! Reads positions of games that the client defines by rules. In JSON, such a position is an integer, a
//! string or a list of positions.

use serde_json::value::RawValue;

use grundy_rules::{DEEPEST, MOST_BYTES};

use super::fault::{Code, Fault, Faults};
use super::integer::signed;
use super::json;
use super::json_reader::{self, JsonReader, Read, Unread};
use crate::game::shape::Literal;
use crate::number::{cost, meter};

/// Reads a position.
///
/// # Errors
/// `illegal-position`. The pointer is always to the whole position.
pub(super) fn read(json: &mut JsonReader) -> Read<Literal> {
    let start = *json;
    value(json, 0).or_else(|unread| match unread {
        // Reading ends at the first fault. The rest of the position is passed over.
        Unread::Ended(faults) => {
            *json = start;
            json.raw()?;
            Err(Fault { pointer: String::new(), ..faults.into_first() }.into())
        }
        unread => Err(unread),
    })
}

/// Reads a position from a text.
///
/// # Errors
/// The same as [`read`].
pub(super) fn of_text(text: &str) -> Result<Literal, Fault> {
    // Answers write a tuple as a list.
    if text.starts_with('[') && serde_json::from_str::<&RawValue>(text).is_ok() {
        return json_reader::read(text.as_bytes(), read).map_err(Faults::into_first);
    }
    text.parse().map_err(|reason: String| Fault::new(Code::IllegalPosition, reason))
}

fn value(json: &mut JsonReader, depth: usize) -> Read<Literal> {
    match json.peek()? {
        b'"' => Literal::text(&json.string()?).ok_or_else(too_long),
        b'[' => {
            if depth >= DEEPEST {
                return Err(refused(format!("a position has at most {DEEPEST} lists in one another")));
            }
            meter::charge(cost::OPTION);
            let (mut parts, mut bytes) = (Vec::new(), 0);
            json.list(|json, _| {
                let part = value(json, depth + 1)?;
                bytes += part.encoded().bytes().len();
                parts.push(part);
                // The length is checked after each part. Otherwise a list of long parts could take many times the
                // memory that a position may have.
                if bytes > MOST_BYTES { Err(too_long()) } else { Ok(()) }
            })?;
            Literal::tuple(&parts).ok_or_else(too_long)
        }
        b'-' | b'0'..=b'9' => signed(json.raw()?.get()).and_then(Literal::int).ok_or_else(|| {
            refused("the integers of a position are between -(2^53 - 1) and 2^53 - 1, and this is another number")
        }),
        _ => {
            let found = json::type_of(json.raw()?.get());
            Err(refused(format!("a position is an integer, a string or a list of positions, and this is {found}")))
        }
    }
}

fn refused(reason: impl Into<String>) -> Unread {
    Unread::ended(Fault::new(Code::IllegalPosition, reason))
}

fn too_long() -> Unread {
    refused(format!("a position has at most {} KiB", MOST_BYTES >> 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::rules_position::WrittenPosition;

    fn read(json: &str) -> Result<String, String> {
        let position = json_reader::read(json.as_bytes(), super::read).map_err(|faults| faults.detail())?;
        assert_eq!(
            serde_json::to_string(&WrittenPosition(position.encoded())).unwrap().replace(' ', ""),
            json.replace(' ', "")
        );
        Ok(position.to_string())
    }

    #[test]
    fn positions_are_read_and_written() {
        for (json, literal) in [
            ("3", "3"),
            ("-9007199254740991", "-9007199254740991"),
            (r#""a\"b""#, "'a\"b'"),
            ("[]", "()"),
            (r#"[3, "x", [[-1], []]]"#, "(3, 'x', ((-1,), ()))"),
            ("[[[[[[[[[[[[0]]]]]]]]]]]]", "((((((((((((0,),),),),),),),),),),),)"),
        ] {
            assert_eq!(read(json).as_deref(), Ok(literal));
            assert_eq!(of_text(literal).unwrap().to_string(), literal);
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let long = format!("[{}0]", "0,".repeat(4096));
        let wide = format!("[{}0]", "\"0123456789\",".repeat(400));
        let deep = format!("{}{}", "[".repeat(13), "]".repeat(13));
        for (json, reason) in [
            ("1.5", "between -(2^53 - 1) and 2^53 - 1"),
            ("9007199254740992", "between -(2^53 - 1) and 2^53 - 1"),
            ("-1e99", "between -(2^53 - 1) and 2^53 - 1"),
            ("[null]", "and this is null"),
            ("true", "and this is a boolean"),
            ("{}", "and this is an object"),
            (&deep, "12 lists"),
            (&long, "4 KiB"),
            (&wide, "4 KiB"),
        ] {
            let found = read(json).unwrap_err();
            assert!(found.contains(reason), "{json}: {found}");
        }
    }
}
