//! Dominoes: Cram, by search, with regions and a key.

use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, Position, Rules, Tag};

/// The row and the column of a square.
type Square = (u8, u8);

/// The free squares of a board, ascending.
type Squares = Vec<Square>;

/// A board of rows of dots and crosses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board(Squares);

impl Position for Board {
    const SHAPE: Shape = Shape::Board;

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let PlainValue::Rows(rows) = written else { return Err(Illegal::shape()) };
        let row = |(row, text): (u8, &String)| -> Squares {
            (0..).zip(text.bytes()).filter(|(_, square)| *square == b'.').map(|(column, _)| (row, column)).collect()
        };
        Ok(Self((0..).zip(&rows).flat_map(row).collect()))
    }

    fn write(&self) -> PlainValue {
        let end = |at: fn(&Square) -> u8| self.0.iter().map(at).max().map_or(0, |last| last + 1);
        let columns = end(|square| square.1);
        let square = |row, column| if self.0.contains(&(row, column)) { '.' } else { 'x' };
        PlainValue::Rows(
            (0..end(|square| square.0)).map(|row| (0..columns).map(|column| square(row, column)).collect()).collect(),
        )
    }

    fn weight(&self) -> usize {
        1 + self.0.len() / 4
    }
}

/// Put a domino on two free squares.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dominoes;

const fn touch(a: Square, b: Square) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

impl Rules for Dominoes {
    type Position = Board;
    /// The squares that the domino covers.
    type Move = [Square; 2];

    const CARD: Card = Card {
        id: "dominoes",
        name: "Dominoes",
        tags: &[Tag::Boards],
        rules: "A board. A move puts a domino on two free squares that touch. Who cannot move loses.",
        position: "the rows: a dot for a free square, x for another",
        text_form: "row/row",
        example: ".../.x.",
        moves: &[(".../.x.", "x../xx.", "put a domino on [(0, 0), (1, 0)]")],
        normal: "Exact, by search.",
        misere: "By search.",
        ..Card::BLANK
    };

    fn moves(&self, Board(free): &Board) -> impl Iterator<Item = [Square; 2]> {
        let pairs = free.iter().enumerate().flat_map(|(at, a)| free[at + 1..].iter().map(move |b| [*a, *b]));
        pairs.filter(|[a, b]| touch(*a, *b))
    }

    fn after(&self, Board(free): &Board, domino: &[Square; 2]) -> Follower<Board> {
        Board(free.iter().filter(|square| !domino.contains(square)).copied().collect()).into()
    }

    fn describe(&self, _: &Board, domino: &[Square; 2]) -> String {
        format!("put a domino on {domino:?}")
    }

    /// The connected parts of the board.
    fn regions(&self, Board(free): &Board) -> Vec<Board> {
        let (mut left, mut regions) = (free.clone(), Vec::new());
        while let Some(first) = left.pop() {
            let (mut region, mut done) = (vec![first], 0);
            while let Some(here) = region.get(done).copied() {
                done += 1;
                region.extend(left.extract_if(.., |square| touch(here, *square)));
            }
            // Nothing can be put on a square that is alone.
            if region.len() > 1 {
                region.sort_unstable();
                regions.push(Board(region));
            }
        }
        regions
    }

    /// The least of its turns and reflections, each moved into the corner.
    fn key(&self, Board(free): &Board) -> Board {
        let least = |at: fn(&Square) -> u8| free.iter().map(at).min().unwrap_or_default();
        let (top, left) = (least(|square| square.0), least(|square| square.1));
        let corner: Squares = free.iter().map(|(row, column)| (row - top, column - left)).collect();
        let end = |at: fn(&Square) -> u8| corner.iter().map(at).max().unwrap_or_default();
        let (rows, columns) = (end(|square| square.0), end(|square| square.1));
        let turned = (0..8).map(|turn| {
            let place = |(row, column): &Square| {
                let row = if turn & 1 == 0 { *row } else { rows - row };
                let column = if turn & 2 == 0 { *column } else { columns - column };
                if turn & 4 == 0 { (row, column) } else { (column, row) }
            };
            let mut squares: Squares = corner.iter().map(place).collect();
            squares.sort_unstable();
            squares
        });
        Board(turned.min().unwrap_or_default())
    }

    fn small(&self) -> Vec<Board> {
        ["", ".", "../..", ".../...", ".../.x./...", "....x../.xx....", "../../xx/../..x"]
            .into_iter()
            .filter_map(|rows| Board::read(PlainValue::Rows(rows.split('/').map(str::to_owned).collect())).ok())
            .collect()
    }
}
