//! Positions as text, in the form of Python literals: `(3, 'ab', (1,))`.

use std::fmt;
use std::str::FromStr;

use super::{Encoded, Encoder, PositionShape, ScriptPosition};
use crate::lexer;
use crate::token::ScriptToken;

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shape() {
            PositionShape::Int(value) => value.fmt(f),
            PositionShape::Text(value) => write_text(f, value),
            PositionShape::Tuple(parts) => {
                let length = parts.len();
                f.write_str("(")?;
                for (number, part) in parts.enumerate() {
                    f.write_str(if number > 0 { ", " } else { "" })?;
                    fmt::Display::fmt(&part, f)?;
                }
                f.write_str(if length == 1 { ",)" } else { ")" })
            }
        }
    }
}

/// Writes a string as Python's `repr` does.
pub(crate) fn write_text(f: &mut impl fmt::Write, value: &str) -> fmt::Result {
    let quote = if value.contains('\'') && !value.contains('"') { '"' } else { '\'' };
    f.write_char(quote)?;
    for char in value.chars() {
        match char {
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\\' => f.write_str("\\\\")?,
            _ if char == quote => write!(f, "\\{char}")?,
            _ if char.is_ascii_control() => write!(f, "\\x{:02x}", u32::from(char))?,
            _ => f.write_char(char)?,
        }
    }
    f.write_char(quote)
}

/// Reads a Python literal: an integer, a string, or a tuple of such literals.
impl FromStr for ScriptPosition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        const EXPECTED: &str = "a position is an integer, a string or a tuple of them, such as 5, 'xo' or (3, 4)";
        // Line breaks within brackets have no meaning, just as in a script.
        let tokens = lexer::tokens(text.trim()).map_err(|fault| fault.message)?;
        let mut kinds = tokens.iter().map(|(token, _)| token).peekable();
        let mut encoder = Flat::default();
        let mut open: Vec<(usize, usize)> = Vec::new();
        loop {
            // Reads a value, or the beginning of a tuple.
            let negative = kinds.next_if(|token| token.is("-")).is_some();
            match kinds.next() {
                Some(ScriptToken::Int(value)) => encoder.0.push(Item::Int(if negative { -value } else { *value })),
                Some(ScriptToken::Text(value)) if !negative => encoder.0.push(Item::Text(value.clone())),
                Some(token) if token.is("(") && !negative => {
                    if open.len() >= super::DEEPEST * 2 {
                        return Err(super::PositionFault::Deep.message().to_owned());
                    }
                    open.push((encoder.0.len(), 0));
                    encoder.0.push(Item::Tuple(0));
                    if kinds.next_if(|token| token.is(")")).is_none() {
                        continue;
                    }
                    open.pop();
                }
                _ => return Err(EXPECTED.to_owned()),
            }
            // Reads the tokens that may follow a value.
            while let Some((start, count)) = open.last_mut() {
                *count += 1;
                let comma = kinds.next_if(|token| token.is(",")).is_some();
                if kinds.next_if(|token| token.is(")")).is_none() {
                    if comma {
                        break;
                    }
                    return Err(EXPECTED.to_owned());
                }
                // If brackets contain one value and no comma, they are not a tuple.
                if *count == 1 && !comma {
                    encoder.0.remove(*start);
                } else if let Some(item) = encoder.0.get_mut(*start) {
                    *item = Item::Tuple(*count);
                }
                open.pop();
            }
            if open.is_empty() {
                break;
            }
        }
        if !matches!(kinds.next(), Some(ScriptToken::Newline | ScriptToken::End)) {
            return Err(EXPECTED.to_owned());
        }
        encoder.encode()
    }
}

enum Item {
    Int(i64),
    Text(String),
    Tuple(usize),
}

/// A position as a list of items. A tuple comes before its parts.
#[derive(Default)]
struct Flat(Vec<Item>);

impl Flat {
    fn encode(&self) -> Result<ScriptPosition, String> {
        let mut encoder = Encoder::default();
        let written = self.0.iter().try_for_each(|item| match item {
            Item::Int(value) => encoder.int(*value),
            Item::Text(value) => encoder.text(value),
            Item::Tuple(length) => encoder.tuple(*length),
        });
        written.map_err(|illegal| illegal.message().to_owned())?;
        encoder.finish().ok_or_else(|| "a position is missing".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_read_and_written() {
        for (text, written) in [
            ("5", "5"),
            ("-17", "-17"),
            ("(3,4,5)", "(3, 4, 5)"),
            (" ( 3 , ) ", "(3,)"),
            ("((3))", "3"),
            ("((((1,),),),)", "((((1,),),),)"),
            ("()", "()"),
            ("((), (), 'a')", "((), (), 'a')"),
            ("\"it's\"", "\"it's\""),
            ("9007199254740991", "9007199254740991"),
            ("(111, 112, -16, -17)", "(111, 112, -16, -17)"),
        ] {
            let position: ScriptPosition = text.parse().unwrap();
            assert_eq!(position.to_string(), written);
            assert_eq!(written.parse(), Ok(position));
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let deep = format!("{}1{}", "(".repeat(13), ",)".repeat(13));
        let long = format!("({})", "1234567,".repeat(1000));
        for text in
            ["", "1.5", "9007199254740992", "[1]", "(1", "1)", "(1 2)", "x", "None", "1,", "- -1", "-'a'", &deep, &long]
        {
            assert!(text.parse::<ScriptPosition>().is_err(), "{text}");
        }
        assert!(format!("{}1{}", "(".repeat(12), ",)".repeat(12)).parse::<ScriptPosition>().is_ok());
        assert!("(".repeat(20_000).parse::<ScriptPosition>().is_err());
    }

    #[test]
    fn equal_positions_are_equal_bytes() {
        let long: String = "x".repeat(70);
        let part = ScriptPosition::text(&long).unwrap();
        let position = ScriptPosition::tuple(&[part.clone(), ScriptPosition::int(-1).unwrap(), part]).unwrap();
        let read: ScriptPosition = format!("('{long}', -1, '{long}')").parse().unwrap();
        assert_eq!(position, read);
        let PositionShape::Tuple(parts) = position.shape() else { panic!("a tuple") };
        assert_eq!(parts.map(|part| part.bytes().len()).collect::<Vec<_>>(), [72, 1, 72]);
    }
}
