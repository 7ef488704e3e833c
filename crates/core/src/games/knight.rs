//! The knight that comes home: a knight's game on the 15 × 15 board, by search over its 225 squares.
//!
//! The values come in 4 × 4 blocks, as those of the white knight in Winning Ways, but the edge of this board changes 13
//! squares, all in its last row or column.

use crate::game::shape::{Pair, Shape, Written};
use crate::game::{Card, Illegal, Rules, Source, Tag};
use crate::number::Natural;
use crate::theory::sources::WINNING_WAYS;

/// The knight's game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knight;

/// The board has so many columns and rows, counted from 1.
const SIDE: i8 = 15;

const MOVES: [(i8, i8); 4] = [(-2, 1), (-2, -1), (1, -2), (-1, -2)];

/// A square: its column and row.
type Square = (i8, i8);

impl Rules for Knight {
    type Position = Square;
    type Option = Square;

    const CARD: Card = Card {
        id: "knight",
        name: "Knight on a 15 × 15 board",
        aliases: &["A Chessboard Game (HackerRank)", "Chessboard Game, Again!", "White knight"],
        tags: &[Tag::Boards, Tag::Contest],
        rules: "A knight on a board of 15 × 15 squares, counted from 1. A move takes it from [x, y] to [x − 2, y + 1], \
                [x − 2, y − 1], [x + 1, y − 2] or [x − 1, y − 2], if that is on the board. Who cannot move loses.",
        shape: Shape::Pair,
        position: "[x, y], both from 1 to 15",
        text_form: "x,y",
        example: "7,9",
        sources: &[
            WINNING_WAYS,
            Source { author: "HackerRank", year: 2015, title: "Game Theory: Chessboard Game, Again!" },
        ],
        normal: "Exact, by search over the 225 squares.",
        misere: "Exact alone, by search; in sums on the 42 squares that are tame, other sums by search while they \
                 are small.",
        max_grundy: Some(4),
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Square, Illegal> {
        let Pair { first, second } = written.into_pair().ok_or_else(Illegal::shape)?;
        let coordinate = |part: usize, number: &Natural| {
            let small = number.to_u64().and_then(|number| i8::try_from(number).ok());
            small
                .filter(|number| (1..=SIDE).contains(number))
                .ok_or_else(|| Illegal::part(part, format!("the squares are counted from 1 to {SIDE}")))
        };
        Ok((coordinate(0, &first)?, coordinate(1, &second)?))
    }

    fn write(&self, (x, y): &Square) -> Written {
        Written::Pair(Pair::new(u64::from(x.unsigned_abs()), u64::from(y.unsigned_abs())))
    }

    /// In the order of the rules.
    fn options(&self, (x, y): &Square) -> Vec<Square> {
        let targets = MOVES.iter().map(|(dx, dy)| (x + dx, y + dy));
        targets.filter(|(x, y)| (1..=SIDE).contains(x) && (1..=SIDE).contains(y)).collect()
    }

    fn check(&self, square: &Square, to: &Square) -> Result<(), String> {
        if self.options(square).contains(to) {
            return Ok(());
        }
        Err("the knight moves by −2 and ±1 or by ±1 and −2, and stays on the board".to_owned())
    }

    fn describe(&self, _: &Square, (x, y): &Square) -> String {
        format!("move the knight to {x}, {y}")
    }

    fn small(&self) -> Vec<Square> {
        (1..=SIDE).flat_map(|x| (1..=SIDE).map(move |y| (x, y))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::search::Searched;
    use crate::solve::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&Searched::new(Knight), &[("7,9", "5,10", "move the knight to 5, 10")]);
    }
}
