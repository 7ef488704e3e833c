//! The knight that comes home: a knight's game on the 15 × 15 board. A search finds the values of all 225 squares.
//!
//! On a board without far edges, each 4 × 4 block has the same values as the next block on its diagonal (see the white
//! knight in Winning Ways). On this board, 13 squares have other values because of the far edges. All 13 squares are in
//! the last row or column.

use crate::game::{Card, Follower, Illegal, Rules, Source, Tag, left_is_the_move};
use crate::theory::sources::WINNING_WAYS;

/// The knight's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knight;

/// The number of columns, which is also the number of rows. Columns and rows are numbered from 1.
const SIDE: u8 = 15;

const MOVES: [(i8, i8); 4] = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];

/// A square: its column and row.
type Square = (u8, u8);

impl Rules for Knight {
    type Position = Square;
    type Move = Square;

    const CARD: Card = Card {
        id: "knight",
        name: "Knight on a 15 × 15 board",
        aliases: &["A Chessboard Game (HackerRank)", "Chessboard Game, Again!", "White knight"],
        problems: &["HackerRank A Chessboard Game", "HackerRank Chessboard Game, Again!"],
        keywords: &["chess knight", "chess", "horse"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A knight on a board of 15 × 15 squares, counted from 1. A move takes it from [x, y] to [x − 2, y + 1], \
                [x − 2, y − 1], [x + 1, y − 2] or [x − 1, y − 2], if that is on the board. Who cannot move loses.",
        position: "[x, y], both from 1 to 15",
        text_form: "x,y",
        example: "7,9",
        moves: &[("7,9", "5,10", "move the knight to 5, 10")],
        sources: &[
            WINNING_WAYS,
            Source { author: "HackerRank", year: 2015, title: "Game Theory: Chessboard Game, Again!" },
        ],
        normal: "Exact, by search over the 225 squares.",
        misere: "Exact alone, by search. Exact in sums on the 42 squares that are tame; other sums are searched while \
                 they are small.",
        max_grundy: Some(4),
        ..Card::BLANK
    };

    fn legal(&self, (x, y): &Square) -> Result<(), Illegal> {
        match [x, y].iter().position(|number| !(1..=SIDE).contains(*number)) {
            Some(part) => Err(Illegal::part(part, format!("the squares are counted from 1 to {SIDE}"))),
            None => Ok(()),
        }
    }

    /// The moves in the order of `MOVES`.
    fn moves(&self, (x, y): &Square) -> impl Iterator<Item = Square> {
        let targets = MOVES.iter().filter_map(move |(dx, dy)| x.checked_add_signed(*dx).zip(y.checked_add_signed(*dy)));
        targets.filter(|to| self.legal(to).is_ok())
    }

    fn why_not(&self, _: &Square, _: &Follower<Square>) -> String {
        "the knight moves by −2 and ±1 or by ±1 and −2, and stays on the board".to_owned()
    }

    left_is_the_move!();

    fn describe(&self, _: &Square, (x, y): &Square) -> String {
        format!("move the knight to {x}, {y}")
    }

    fn small(&self) -> Vec<Square> {
        (1..=SIDE).flat_map(|x| (1..=SIDE).map(move |y| (x, y))).collect()
    }
}
