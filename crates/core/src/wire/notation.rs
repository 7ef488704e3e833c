//! Reads positions in the notations that people use in addition to the text form: rows of pins or coins, strips, sizes,
//! edges, and lists with blanks or brackets. One text may stand for several components.

use serde_json::value::RawValue;

use super::fault::{Code, Fault};
use super::json;
use super::json_reader::{self, JsonReader};
use super::limits::LimitCounter;
use super::{shape, text};
use crate::game::Positions;
use crate::game::shape::{Notation, Pair, PlainValue, Shape};
use crate::number::Natural;
use crate::number::{cost, meter};

/// Returns the positions that a text stands for. Only `[]` stands for none. `None` if the text is neither in the game's
/// notation nor a list with blanks or brackets. The caller then reads it in the text form.
pub(crate) fn read(
    positions: &dyn Positions,
    text: &str,
    counts: &mut LimitCounter,
) -> Option<Result<Vec<PlainValue>, Fault>> {
    let shape = positions.ruleset().shape();
    let positions = match positions.ruleset().card().notation {
        Some(notation) => of_notation(notation, shape, text, counts),
        // In a game that the request defines, a size such as 4x5 stands for the board on which all cells are free.
        None if shape == Shape::Board => of_notation(Notation::Size, shape, text, counts),
        None => None,
    };
    positions.or_else(|| with_blanks(shape, text, counts)).or_else(|| in_brackets(shape, text, counts))
}

/// Reads a JSON string that stands in place of a position. Returns the positions that the same text in a URL would
/// give.
pub(crate) fn of_json(
    positions: &dyn Positions,
    raw: &RawValue,
    counts: &mut LimitCounter,
) -> Option<Result<Vec<PlainValue>, Fault>> {
    let shape = positions.ruleset().shape();
    if !raw.get().starts_with('"')
        || matches!(shape, Shape::Text { .. } | Shape::Names | Shape::Literal)
            && positions.ruleset().card().notation.is_none()
    {
        return None;
    }
    // A text is decoded and split, and eight of its bytes become an element at most, so a long text is refused before.
    if let Err(fault) = counts.expands_to(raw.get().len() / 8) {
        return Some(Err(fault));
    }
    let text = json_reader::read(raw.get().as_bytes(), JsonReader::string).ok()?;
    meter::charge_each(text.len(), cost::BYTE);
    let listed = |counts: &mut LimitCounter| match shape {
        Shape::Integer if text.contains(',') => integers(&text, counts).ok(),
        Shape::Board if text.contains('/') || text.bytes().all(|cell| matches!(cell, b'.' | b'x')) => {
            text::read(shape, &text, counts).ok().map(|position| vec![position])
        }
        Shape::Integer | Shape::Text { .. } | Shape::Names | Shape::Board | Shape::Literal => None,
        _ => text::read(shape, &text, counts).ok().map(|position| vec![position]),
    };
    // An empty list is no position.
    let read = read(positions, &text, counts).filter(|read| !matches!(read, Ok(all) if all.is_empty()));
    let read = read.or_else(|| listed(counts).map(Ok));
    // A text that exceeds a limit is not read in another way.
    read.or_else(|| counts.within().err().map(Err))
}

fn of_notation(
    notation: Notation,
    shape: Shape,
    text: &str,
    counts: &mut LimitCounter,
) -> Option<Result<Vec<PlainValue>, Fault>> {
    let is_of = |letters: &str| !text.is_empty() && text.chars().all(|letter| letters.contains(letter));
    let is_a_row = match notation {
        Notation::Pins => text.contains('I') && is_of("IXx."),
        Notation::Crosses => is_of("Xx."),
        Notation::Faces => is_of("HT"),
        Notation::Strip | Notation::Squares => is_of("o."),
        Notation::Rows | Notation::Edges | Notation::Size => false,
    };
    // Each letter of a row is counted before the row is expanded, since an expanded letter takes 50 times its memory.
    if is_a_row && let Err(fault) = text.bytes().try_for_each(|_| counts.part()) {
        return Some(Err(fault));
    }
    meter::charge_each(text.len(), cost::BYTE);
    let places = |is: char| text.chars().enumerate().filter(move |(_, letter)| *letter == is).map(|(place, _)| place);
    let list = |integers: Vec<Natural>| PlainValue::integers(&integers);
    let positions = match notation {
        Notation::Pins if is_a_row => {
            let pins = text.split(|letter| letter != 'I').map(str::len).filter(|pins| *pins > 0);
            pins.map(|pins| PlainValue::Integer(pins.into())).collect()
        }
        Notation::Crosses if is_a_row => match strips(text.as_bytes()) {
            Ok(strips) => strips,
            Err(reason) => return Some(Err(Fault::new(Code::IllegalPosition, reason))),
        },
        Notation::Faces if is_a_row => vec![list(places('H').map(Natural::from).collect())],
        Notation::Strip if is_a_row => vec![list(places('o').map(Natural::from).collect())],
        Notation::Squares if is_a_row => {
            vec![list(text.chars().map(|square| Natural::from(square == 'o')).collect())]
        }
        Notation::Rows if text.contains('/') => vec![PlainValue::Text(text.replace('/', ""))],
        Notation::Edges if text.contains('-') && !text.contains('.') => {
            return Some(text::read(shape, &text.replace('-', "."), counts).map(|edges| vec![edges]));
        }
        Notation::Size => return size(shape, text, counts),
        _ => return None,
    };
    Some(Ok(positions))
}

/// Returns the strips of a row of Treblecross: the runs of squares that are more than two squares away from every
/// cross. A strip of *m* squares is a heap of *m* + 2. If there is no strip, an empty strip stands for the row. In a
/// row of one or two squares, each empty square is a separate strip, because three crosses never fit into the row.
///
/// # Errors
/// If the row has three adjacent crosses, or the player to move can make three. Such a row can't be part of a sum.
fn strips(row: &[u8]) -> Result<Vec<PlainValue>, String> {
    meter::charge_each(row.len(), cost::BYTE);
    let is_cross = |square: usize| row.get(square).is_some_and(|square| *square != b'.');
    // For each three adjacent squares: the index of the first square, the first empty square, and the number of further
    // empty squares.
    let threes = || {
        (0..row.len().saturating_sub(2)).map(|first| {
            let mut empty = (first..first + 3).filter(|square| !is_cross(*square));
            (first, empty.next(), empty.count())
        })
    };
    if let Some((first, ..)) = threes().find(|(_, empty, _)| empty.is_none()) {
        return Err(format!(
            "the game is over: squares {} to {} are three crosses in a row, and who made them has won",
            first + 1,
            first + 3
        ));
    }
    if let Some(empty) = threes().find_map(|(_, empty, others)| empty.filter(|_| others == 0)) {
        return Err(format!(
            "the player to move wins at once, whatever else is on the table: a cross on square {} of {} makes three in a row, so the \
             row has no Grundy value",
            empty + 1,
            row.len()
        ));
    }
    let is_safe = |square: usize| !(square.saturating_sub(2)..=square + 2).any(is_cross);
    let safe: Vec<bool> = (0..row.len()).map(is_safe).collect();
    // In a row of one or two squares, each empty square may be marked at any time.
    let strips: Vec<usize> = if row.len() < 3 {
        vec![1; (0..row.len()).filter(|square| !is_cross(*square)).count()]
    } else {
        safe.split(|is_safe| !is_safe).map(<[bool]>::len).filter(|squares| *squares > 0).collect()
    };
    let mut heaps: Vec<PlainValue> = strips.iter().map(|squares| PlainValue::Integer((squares + 2).into())).collect();
    if heaps.is_empty() {
        heaps.push(PlainValue::Integer(2_usize.into()));
    }
    Ok(heaps)
}

/// Reads a size as rows by columns, such as 4x5.
fn size(shape: Shape, text: &str, counts: &mut LimitCounter) -> Option<Result<Vec<PlainValue>, Fault>> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(rows) || !is_number(columns) {
        return None;
    }
    let numbers = (text::integer(rows, counts), text::integer(columns, counts));
    let (rows, columns) = match numbers {
        (Ok(rows), Ok(columns)) => (rows, columns),
        (Err(fault), _) | (_, Err(fault)) => return Some(Err(fault)),
    };
    if shape == Shape::Pair {
        return Some(Ok(vec![PlainValue::Pair(Pair { first: rows, second: columns })]));
    }
    // Every game refuses boards with longer sides. They are refused here already, so that a large size takes no memory.
    let too_large = || Fault::new(Code::IllegalPosition, format!("a board is at most {MOST_SIDE} cells high and wide"));
    let side = |side: &Natural| side.to_usize().filter(|side| *side <= MOST_SIDE).ok_or_else(too_large);
    Some(side(&rows).and_then(|height| {
        counts.elements(height)?;
        if shape != Shape::Board {
            return Ok(vec![PlainValue::List(vec![PlainValue::Integer(columns.clone()); height])]);
        }
        let width = side(&columns)?;
        meter::go_on_each(height.saturating_mul(width), cost::BYTE).map_err(Fault::spent)?;
        Ok(vec![PlainValue::Rows(vec![".".repeat(width); height])])
    }))
}

/// The largest number of rows and of columns of a board that is written as a size.
const MOST_SIDE: usize = 4096;

/// Returns whether positions of a shape are numbers or lists of numbers. Blanks are allowed only in such positions,
/// since in other positions they may be part of a name.
fn is_of_numbers(shape: Shape) -> bool {
    match shape {
        Shape::Integer | Shape::Pair | Shape::Coordinates => true,
        Shape::Tuple(parts) => parts.iter().all(|part| is_of_numbers(*part)),
        Shape::List(of) => is_of_numbers(*of),
        _ => false,
    }
}

/// Reads numbers with blanks between them, and perhaps commas, too.
fn with_blanks(shape: Shape, text: &str, counts: &mut LimitCounter) -> Option<Result<Vec<PlainValue>, Fault>> {
    if !is_of_numbers(shape) || !text.contains(char::is_whitespace) || text.starts_with(['[', '(']) {
        return None;
    }
    let mut words = String::with_capacity(text.len());
    for (place, part) in text.split(',').enumerate() {
        words.push_str(if place > 0 { "," } else { "" });
        for (place, word) in part.split_whitespace().enumerate() {
            words.push_str(if place > 0 { "," } else { "" });
            words.push_str(word);
        }
    }
    Some(match shape {
        Shape::Integer => integers(&words, counts),
        shape => text::read(shape, &words, counts).map(|position| vec![position]),
    })
}

fn integers(text: &str, counts: &mut LimitCounter) -> Result<Vec<PlainValue>, Fault> {
    text::check_length(text, counts)?;
    text.split(',').map(|text| text::integer(text, counts).map(PlainValue::Integer)).collect()
}

/// Reads a list as JSON writes it: one position, or several. A tuple of Python is a list, too.
fn in_brackets(shape: Shape, text: &str, counts: &mut LimitCounter) -> Option<Result<Vec<PlainValue>, Fault>> {
    let text = text.trim();
    let tuple =
        text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).filter(|text| !text.contains(['(', ')']));
    let listed = tuple.map(|parts| format!("[{parts}]"));
    let text = listed.as_deref().unwrap_or(text);
    if !text.starts_with('[') || matches!(shape, Shape::Text { .. } | Shape::Literal) {
        return None;
    }
    meter::charge_each(text.len(), cost::BYTE);
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    // Each attempt has its own counter, since the elements of a failed attempt must not count.
    let mut attempt = counts.clone();
    if let Ok(position) = shape::from_raw(shape, raw, &mut attempt) {
        *counts = attempt;
        return Some(Ok(vec![position]));
    }
    let mut attempt = counts.clone();
    let mut positions = Vec::new();
    let read = json::each(raw, |_, raw| {
        // The components are counted a second time when they are added, so they are not counted in `counts` here.
        attempt.component().map_err(Some)?;
        meter::go_on_each(raw.get().len(), cost::BYTE).map_err(|_| None)?;
        positions.push(shape::from_raw(shape, raw, &mut attempt).map_err(|_| attempt.within().err())?);
        Ok(())
    });
    match read? {
        Err(Some(over)) => {
            *counts = attempt;
            Some(Err(over))
        }
        Err(None) => None,
        Ok(()) => {
            counts.add_parts_of(&attempt);
            Some(Ok(positions))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::game::Play;
    use crate::theory::Caches;
    use crate::wire::limits::RequestLimits;

    /// Returns whether the player to move wins a row of Treblecross by its own rules: a player may mark any empty
    /// square, and three adjacent crosses win.
    fn wins(row: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
        if row.windows(3).any(|squares| squares == b"XXX") {
            return false;
        }
        if let Some(wins) = known.get(row) {
            return *wins;
        }
        let empty: Vec<usize> = (0..row.len()).filter(|square| row[*square] == b'.').collect();
        let marked = |square: &usize| {
            let mut row = row.to_vec();
            row[*square] = b'X';
            row
        };
        let wins = empty.iter().any(|square| !self::wins(&marked(square), known));
        known.insert(row.to_vec(), wins);
        wins
    }

    #[test]
    fn a_text_is_refused_before_it_takes_more_than_its_share() {
        let limits = RequestLimits { max_components: 10, ..RequestLimits::default() };
        let read = |blanks: usize| {
            let raw = serde_json::value::to_raw_value(&format!("[[1,[1]]{}]", " ".repeat(blanks))).unwrap();
            let moore = crate::catalogue::find("moore").unwrap().rules.none();
            of_json(&*moore, &raw, &mut LimitCounter::new(&limits)).unwrap().map(|all| all.len())
        };
        assert_eq!(read(60).unwrap(), 1);
        assert_eq!(read(100).unwrap_err().code, Code::TooManyComponents);
    }

    #[test]
    fn rows_of_treblecross_are_won_as_by_their_own_rules() {
        let (mut known, tables) = (HashMap::new(), Caches::default());
        for length in 1..=10_usize {
            for crosses in 0..1_u32 << length {
                let row: Vec<u8> =
                    (0..length).map(|square| if crosses >> square & 1 == 1 { b'X' } else { b'.' }).collect();
                let text = String::from_utf8_lossy(&row);
                let wins = wins(&row, &mut known);
                match strips(&row) {
                    Err(reason) => assert_eq!(reason.contains("the player to move wins"), wins, "{text}: {reason}"),
                    Ok(strips) => {
                        let mut positions = crate::catalogue::find("treblecross").unwrap().rules.none();
                        for strip in strips {
                            positions.push(strip).unwrap();
                        }
                        let positions = positions.solve(Play::Normal, &tables).unwrap();
                        assert_eq!(!positions.xor().unwrap().is_zero(), wins, "{text}");
                    }
                }
            }
        }
    }
}
