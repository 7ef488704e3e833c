//! Draws positions in characters. The kind of picture depends on the text form and the tags in the catalogue, not on
//! the name of the game.

use grundy_core::game::shape::PlainValue;
use grundy_core::game::{Card, Tag};
use grundy_core::number::Natural;

/// The largest number of stones, squares or rows in a picture. A larger picture would not fit into a terminal.
const MOST: usize = 40;

/// Returns a picture of a position, with one string for each line of the picture. The list is empty if a picture would
/// show no more than the text, or if the position is too large.
#[must_use]
pub fn draw(card: &Card, written: &PlainValue) -> Vec<String> {
    let lines = match (card.text_form, written) {
        ("squares", PlainValue::Text(text)) if card.tags.contains(&Tag::Boards) => square(text),
        ("x,y", written) => pair(written).and_then(|(x, y)| board(x, y, "♞")),
        ("row,row,…", written) => numbers(written).and_then(|rows| each(&rows, "□ ")),
        ("heap,heap,…" | "coins,coins,…", written) => numbers(written).and_then(|heaps| each(&heaps, "● ")),
        ("square,square,…", written) => numbers(written).and_then(|squares| strip(&squares)),
        (_, written) if card.tags.contains(&Tag::Boards) => pair(written).and_then(|(a, b)| {
            // In a game of heaps, the two numbers are the coordinates of a queen. In other games, they are the lengths
            // of the sides of a board.
            if card.tags.contains(&Tag::Heaps) { board(a, b, "♛") } else { each(&vec![a.max(1); b], "□ ") }
        }),
        (_, PlainValue::Integer(stones)) if card.tags.contains(&Tag::Heaps) => one(stones, "● "),
        (_, PlainValue::Integer(squares)) if card.tags.contains(&Tag::Strips) => one(squares, "□ "),
        (_, PlainValue::List(lines)) => {
            lines.iter().map(|line| if let PlainValue::Text(line) = line { Some(line.clone()) } else { None }).collect()
        }
        _ => None,
    };
    lines.unwrap_or_default()
}

fn number(natural: &Natural) -> Option<usize> {
    natural.to_usize().filter(|number| *number <= MOST)
}

fn numbers(written: &PlainValue) -> Option<Vec<usize>> {
    let numbers = written.clone().into_integers()?;
    numbers.iter().map(number).collect::<Option<Vec<_>>>().filter(|numbers| numbers.len() <= MOST)
}

fn pair(written: &PlainValue) -> Option<(usize, usize)> {
    let pair = written.clone().into_pair()?;
    Some((number(&pair.first)?, number(&pair.second)?))
}

fn one(count: &Natural, sign: &str) -> Option<Vec<String>> {
    each(&[number(count)?], sign)
}

/// Draws a line for each number. The line of a number n has n signs, and the line of 0 is a dash. `None` if there are
/// more than [`MOST`] numbers.
fn each(numbers: &[usize], sign: &str) -> Option<Vec<String>> {
    let lines = numbers.iter().map(|number| if *number == 0 { "–".to_owned() } else { sign.repeat(*number) });
    (numbers.len() <= MOST).then(|| lines.map(|line| line.trim_end().to_owned()).collect())
}

/// Draws the smallest board that has the square (x, y), and a piece on this square. The lower left square of the board
/// is (0, 0).
fn board(x: usize, y: usize, piece: &str) -> Option<Vec<String>> {
    if x.max(y) >= MOST / 2 {
        return None;
    }
    let square = |row: usize, column: usize| if (column, row) == (x, y) { piece } else { "·" };
    let line = |row: usize| (0..=x).map(|column| square(row, column)).collect::<Vec<_>>().join(" ");
    Some((0..=y).rev().map(line).collect())
}

/// Draws a strip of squares, numbered from 0, with coins on the given squares.
fn strip(squares: &[usize]) -> Option<Vec<String>> {
    let last = *squares.iter().max()?;
    let line: Vec<&str> = (0..=last).map(|square| if squares.contains(&square) { "●" } else { "·" }).collect();
    Some(vec![line.join(" ")])
}

/// Draws a square board row by row.
fn square(text: &str) -> Option<Vec<String>> {
    let squares: Vec<char> = text.chars().collect();
    let side = (1..=MOST).find(|side| side * side == squares.len())?;
    Some(squares.chunks(side).map(|row| row.iter().flat_map(|square| [*square, ' ']).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::catalogue::cards;
    use grundy_core::wire::position::example;

    fn drawn(id: &str) -> String {
        let card = cards().find(|card| card.id == id).unwrap_or_else(|| unreachable!("{id}"));
        let position = example(card);
        draw(card, &position.parts()[0].components.written(0)).join("\n")
    }

    #[test]
    fn positions_look_like_what_they_are() {
        assert_eq!(drawn("kayles"), ["□"; 12].join(" "));
        assert_eq!(drawn("chomp").lines().map(|row| row.matches('□').count()).collect::<Vec<_>>(), [4, 4, 3]);
        assert_eq!(drawn("notakto").lines().count(), 3);
        let knight = drawn("knight");
        assert_eq!(
            (knight.matches('♞').count(), knight.lines().next().is_some_and(|top| top.ends_with('♞'))),
            (1, true)
        );
        assert!(drawn("silver-dollar").matches('●').count() > 1);
        assert_eq!(drawn("aliquot"), "", "a number is only written");
    }

    #[test]
    fn what_is_too_large_is_only_written() {
        let nim = cards().find(|card| card.id == "nim").unwrap_or_else(|| unreachable!());
        let heap = |stones: u64| draw(nim, &PlainValue::Integer(stones.into()));
        assert_eq!((heap(3), heap(0)), (vec!["● ● ●".to_owned()], vec!["–".to_owned()]));
        assert_eq!(heap(1_000_000_000), Vec::<String>::new());
    }
}
