//! The text form of positions, for URLs and for the command line. Integers have commas between them, and strings are
//! written without quotes. In a list of lists, dots separate the elements of an inner list, and commas separate the
//! inner lists.

use std::borrow::Cow;
use std::fmt;

use super::fault::{Code, Fault, quote};
use super::integer::WireInteger;
use super::limits::LimitCounter;
use super::shape::words;
use crate::game::shape::{Pair, PlainValue, Shape};
use crate::number::Natural;

/// Reads the text form of a position.
///
/// # Errors
/// Returns the first fault, with a pointer relative to the position.
pub(crate) fn read(shape: Shape, text: &str, counts: &mut LimitCounter) -> Result<PlainValue, Fault> {
    match shape {
        Shape::Text { .. } => counts.text(text).map(|()| PlainValue::Text(text.to_owned())),
        Shape::Pair => pair(text, ',', "a comma", counts),
        Shape::Tuple(_) | Shape::List(_) => list(shape, text, counts),
        Shape::Coordinates if text.contains(',') => list(Shape::List(&Shape::Integer), text, counts),
        Shape::CircleOrRow if text.starts_with("row") => integer(&text[3..], counts).map(PlainValue::Row),
        Shape::Integer | Shape::CircleOrRow | Shape::Coordinates => integer(text, counts).map(PlainValue::Integer),
        Shape::Board => {
            let row = |row: &str| counts.part().map(|()| row.to_owned());
            text.split('/').map(row).collect::<Result<_, _>>().map(PlainValue::Rows)
        }
        Shape::Names => names(text, counts),
        Shape::Comparison => comparison(text),
        Shape::Literal => super::literal::of_text(text).map(PlainValue::Literal),
    }
}

/// Reads an element of a poset, or a comparison of two elements: `a<b`, `b>a` or `a:b`. All three mean that `a` is
/// below `b`, and `a:b` needs no escape in a URL.
fn comparison(text: &str) -> Result<PlainValue, Fault> {
    let is_free = |name: &str| {
        !name.is_empty() && !name.contains(|letter: char| "<>:-".contains(letter) || letter.is_whitespace())
    };
    let names: Vec<&str> = text.splitn(3, ['<', '>', ':']).collect();
    if names.len() > 2 || !names.iter().all(|name| is_free(name)) {
        let detail = format!(
            "an element is a name, and a pair a:b, a below b (or a<b, or b>a); in a text names have neither < > : - nor blanks: \
             found {}",
            quote(text)
        );
        return Err(Fault::new(Code::InvalidQuery, detail));
    }
    Ok(PlainValue::Comparison(text.replace(':', "<")))
}

/// Reads names with commas between them. A name that can be read as an integer becomes an integer. A game finds a cell
/// by the integer 7 even if the name of the cell is the string "7".
fn names(text: &str, counts: &mut LimitCounter) -> Result<PlainValue, Fault> {
    let mut names = Vec::new();
    for (index, text) in text.split(',').filter(|_| !text.is_empty()).enumerate() {
        counts.part().map_err(|fault| fault.under(index))?;
        names.push(match text.parse::<u64>() {
            Ok(number) if number.to_string() == text => PlainValue::Integer(number.into()),
            _ => PlainValue::Text(text.to_owned()),
        });
    }
    Ok(PlainValue::List(names))
}

pub(super) fn integer(text: &str, counts: &mut LimitCounter) -> Result<Natural, Fault> {
    super::shape::judge(WireInteger::Text(Cow::Borrowed(text)), counts)
}

fn pair(text: &str, between: char, named: &str, counts: &mut LimitCounter) -> Result<PlainValue, Fault> {
    let malformed =
        |found| Fault::new(Code::InvalidQuery, format!("expected two integers with {named} between them{found}"));
    let (first, second) = text.split_once(between).ok_or_else(|| malformed(""))?;
    if second.contains(between) {
        return Err(malformed(", found more"));
    }
    let mut part = |index: usize, text| integer(text, counts).map_err(|fault| fault.under(index));
    Ok(PlainValue::Pair(Pair { first: part(0, first)?, second: part(1, second)? }))
}

/// Checks that a text with commas has not more words than a position may have elements.
///
/// # Errors
/// The same as [`LimitCounter::expands_to`].
pub(super) fn check_length(text: &str, counts: &mut LimitCounter) -> Result<(), Fault> {
    counts.expands_to(text.bytes().filter(|byte| *byte == b',').count().saturating_add(1))
}

fn list(shape: Shape, text: &str, counts: &mut LimitCounter) -> Result<PlainValue, Fault> {
    check_length(text, counts)?;
    let mut texts: Vec<&str> = if text.is_empty() { Vec::new() } else { text.split(',').collect() };
    let malformed = || Fault::new(Code::InvalidQuery, format!("expected {} with commas between", words(shape)));
    match shape {
        Shape::List(of) => {
            let mut parts = Vec::new();
            for (index, text) in texts.into_iter().enumerate() {
                counts.part().map_err(|fault| fault.under(index))?;
                parts.push(inner(*of, text, counts).map_err(|fault| fault.under(index))?);
            }
            Ok(PlainValue::List(parts))
        }
        Shape::Tuple(shapes) => {
            // A list at the end of a tuple contains all remaining elements.
            let rest = match shapes.last() {
                Some(Shape::List(_)) if texts.len() >= shapes.len().saturating_sub(1) => {
                    Some(texts.split_off(shapes.len().saturating_sub(1)).join(","))
                }
                _ => None,
            };
            let texts: Vec<&str> = texts.into_iter().chain(rest.as_deref()).collect();
            if texts.len() != shapes.len() {
                return Err(malformed());
            }
            let parts = shapes.iter().zip(texts).enumerate();
            let parts =
                parts.map(|(index, (shape, text))| read(*shape, text, counts).map_err(|fault| fault.under(index)));
            parts.collect::<Result<_, _>>().map(PlainValue::List)
        }
        _ => Err(malformed()),
    }
}

/// Reads an inner list, which has dots instead of commas.
fn inner(shape: Shape, text: &str, counts: &mut LimitCounter) -> Result<PlainValue, Fault> {
    match shape {
        Shape::Pair => pair(text, '.', "a dot", counts),
        Shape::Tuple(_) | Shape::List(_) | Shape::Coordinates => read(shape, &text.replace('.', ","), counts),
        _ => read(shape, text, counts),
    }
}

/// Writes the text form.
impl fmt::Display for PlainValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(integer) => integer.fmt(f),
            Self::Row(tokens) => write!(f, "row{tokens}"),
            Self::Pair(Pair { first, second }) => write!(f, "{first},{second}"),
            Self::Text(text) => f.write_str(text),
            Self::Comparison(text) => match text.split_once('>') {
                Some((high, low)) => write!(f, "{low}:{high}"),
                None => f.write_str(&text.replace('<', ":")),
            },
            Self::Rows(rows) => f.write_str(&rows.join("/")),
            Self::Literal(position) => position.fmt(f),
            Self::List(parts) => {
                let last = parts.len().saturating_sub(1);
                for (index, part) in parts.iter().enumerate() {
                    match part {
                        // In a tuple, a list in the last place is written with commas. All other inner lists are
                        // written with dots.
                        Self::List(_) if index == last && !matches!(parts.first(), Some(Self::List(_))) => {
                            part.fmt(f)?;
                        }
                        Self::Pair(_) | Self::List(_) => f.write_str(&part.to_string().replace(',', "."))?,
                        _ => part.fmt(f)?,
                    }
                    if index < last {
                        f.write_str(",")?;
                    }
                }
                Ok(())
            }
        }
    }
}
