//! Notakto: tic-tac-toe on 3 × 3 boards, in which both players write X. On a board with three X in a line, nobody can
//! move any more.
//!
//! Notakto is a misère game: the player who makes the last line loses. Plambeck and Whitehead (2013) found its misère
//! quotient: each board stands for an element of a commutative monoid with 18 elements. A sum of boards is lost for the
//! player to move iff the product of their elements belongs to a set of 4 elements. For normal play, a table has the
//! values of all boards.

use std::sync::LazyLock;

use crate::game::shape::{Notation, PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, PositionKind, Rules, Tag, Theory};
use crate::number::meter;
use crate::theory::misere::notakto::{BOARDS, NotaktoBoard, is_dead};
use crate::theory::sources::PLAMBECK_WHITEHEAD;

/// Notakto.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notakto;

const SQUARES: usize = 9;

/// The Grundy values of all boards, indexed by the bits of the board.
static VALUES: LazyLock<Vec<u8>> = LazyLock::new(|| meter::for_all(values));

fn values() -> Vec<u8> {
    let mut values = vec![0; BOARDS.into()];
    // The loop goes down, because a move sets a bit, and so each option has a larger index than the board.
    for board in (0..BOARDS).rev() {
        let reached =
            free(board).fold(0_u16, |reached, square| reached | 1 << values[usize::from(board | 1 << square)]);
        values[usize::from(board)] = u8::try_from(reached.trailing_ones()).unwrap_or(u8::MAX);
    }
    values
}

/// The squares that may get an X. A dead board has none.
fn free(board: NotaktoBoard) -> impl Iterator<Item = usize> {
    (0..SQUARES).filter(move |square| !is_dead(board) && board >> square & 1 == 0)
}

impl Rules for Notakto {
    type Position = NotaktoBoard;
    /// The square that gets an X.
    type Move = usize;

    const SHAPE: Shape = Shape::Text { pattern: "^[Xx.]{9}$" };
    const CARD: Card = Card {
        id: "notakto",
        name: "Notakto",
        aliases: &["X-only tic-tac-toe", "Neutral tic-tac-toe", "Impartial tic-tac-toe"],
        keywords: &["three in a row", "crosses"],
        tags: &[Tag::Boards],
        rules: "Boards of 3 × 3 squares. A move writes an X on an empty square of a board that has no line of three \
                yet; a board with such a line is dead. Notakto is the misère game: who completes the last line loses. \
                In normal play who cannot move loses, so who completes it wins.",
        position: "the nine squares row by row: X, or a dot for an empty one",
        notation: Some(Notation::Rows),
        text_form: "squares",
        example: "....X....",
        moves: &[
            (".........", "....X....", "write X in row 2, column 2"),
            ("XX.......", "XXX......", "write X in row 1, column 3, which completes a line"),
        ],
        sources: &[PLAMBECK_WHITEHEAD],
        normal: "Exact: a table of all 512 boards.",
        misere: "Exact for any number of boards, by their quotient of 18 elements. Sums with other games are searched \
                 while they are small.",
        ..Card::BLANK
    };

    fn read(&self, written: PlainValue) -> Result<NotaktoBoard, Illegal> {
        let squares = written.into_text().ok_or_else(Illegal::shape)?;
        if squares.len() != SQUARES || !squares.bytes().all(|square| matches!(square, b'X' | b'x' | b'.')) {
            return Err(Illegal::new("a board is nine squares, each X or a dot"));
        }
        let marks = squares.bytes().enumerate().filter(|(_, square)| *square != b'.');
        Ok(marks.fold(0, |board, (square, _)| board | 1 << square))
    }

    fn write(&self, board: &NotaktoBoard) -> PlainValue {
        let square = |square: usize| if board >> square & 1 == 1 { 'X' } else { '.' };
        PlainValue::Text((0..SQUARES).map(square).collect())
    }

    /// The moves, square by square.
    fn moves(&self, board: &NotaktoBoard) -> impl Iterator<Item = usize> {
        free(*board)
    }

    fn why_not(&self, board: &NotaktoBoard, _: &Follower<NotaktoBoard>) -> String {
        let why = if is_dead(*board) {
            "the board is dead: it has a line of three"
        } else {
            "one X must be written on an empty square, and nothing else change"
        };
        why.to_owned()
    }

    fn after(&self, board: &NotaktoBoard, square: &usize) -> Follower<NotaktoBoard> {
        (board | 1 << square).into()
    }

    fn describe(&self, board: &NotaktoBoard, square: &usize) -> String {
        let killed = if is_dead(board | 1 << square) { ", which completes a line" } else { "" };
        format!("write X in row {}, column {}{killed}", square / 3 + 1, square % 3 + 1)
    }

    /// All boards.
    fn small(&self) -> Vec<NotaktoBoard> {
        (0..BOARDS).collect()
    }
}

impl Theory<Self> for Notakto {
    type Solved = u8;

    fn solve(&self, board: &NotaktoBoard) -> u8 {
        VALUES.get(usize::from(*board)).copied().unwrap_or_default()
    }

    fn position_kind(&self, board: &NotaktoBoard) -> PositionKind<'_> {
        PositionKind::Notakto(*board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_are_none_are_refused() {
        for squares in ["", "XXX", "XOX......", "X........."] {
            assert!(Notakto.read(PlainValue::Text(squares.to_owned())).is_err(), "{squares}");
        }
    }
}
