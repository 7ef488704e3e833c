//! Reads positions of games that the client defines by rules. In JSON, such a position is an integer, a
//! string or a list of positions.

use serde_json::value::RawValue;

use grundy_rules::{DEEPEST, MOST_BYTES};

use super::fault::{Code, Fault};
use super::integer::signed;
use super::json;
use crate::game::shape::Literal;

/// Reads a position.
///
/// # Errors
/// `illegal-position`. The pointer is always to the whole position.
pub(super) fn read(raw: &RawValue) -> Result<Literal, Fault> {
    value(raw, 0).map_err(|reason| Fault::new(Code::IllegalPosition, reason))
}

/// Reads a position from a text.
///
/// # Errors
/// The same as [`read`].
pub(super) fn of_text(text: &str) -> Result<Literal, Fault> {
    // Answers write a tuple as a list.
    if text.starts_with('[')
        && let Ok(raw) = serde_json::from_str::<&RawValue>(text)
    {
        return read(raw);
    }
    text.parse().map_err(|reason: String| Fault::new(Code::IllegalPosition, reason))
}

fn value(raw: &RawValue, depth: usize) -> Result<Literal, String> {
    let json = raw.get();
    match json.as_bytes() {
        [b'"', ..] => {
            let text = serde_json::from_str::<String>(json).ok();
            text.and_then(|text| Literal::text(&text)).ok_or_else(too_long)
        }
        [b'[', ..] => {
            if depth >= DEEPEST {
                return Err(format!("a position has at most {DEEPEST} lists in one another"));
            }
            let parts = json::elements(raw, MOST_BYTES).filter(|parts| parts.len() <= MOST_BYTES);
            let mut bytes = 0;
            let read = |raw: &&RawValue| {
                let part = value(raw, depth + 1)?;
                bytes += part.encoded().bytes().len();
                // The length is checked after each part. Otherwise a list of long parts could take many times the
                // memory that a position may have.
                if bytes > MOST_BYTES { Err(too_long()) } else { Ok(part) }
            };
            let parts = parts.ok_or_else(too_long)?.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            Literal::tuple(&parts).ok_or_else(too_long)
        }
        [b'-' | b'0'..=b'9', ..] => signed(json).and_then(Literal::int).ok_or_else(|| {
            "the integers of a position are between -(2^53 - 1) and 2^53 - 1, and this is another number".to_owned()
        }),
        _ => Err(format!(
            "a position is an integer, a string or a list of positions, and this is {}",
            json::type_of(json)
        )),
    }
}

fn too_long() -> String {
    format!("a position has at most {} KiB", MOST_BYTES >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::rules_position::WrittenPosition;

    fn read(json: &str) -> Result<String, String> {
        let raw: &RawValue = serde_json::from_str(json).unwrap();
        let position = super::read(raw).map_err(|fault| fault.detail)?;
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
