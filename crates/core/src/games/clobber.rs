//! Clobber, played impartially and solved by search. Each region of connected stones is searched separately. Two boards
//! are searched only once if one becomes the other by moving, turning or reflecting it, or by exchanging the colours.

use crate::game::kinds::letters::Letters;
use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Follower, Illegal, Position, Rules, Source, Tag};
use crate::number::{cost, meter};

/// A stone: its row, its column and its colour.
type Stone = (u8, u8, Colour);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Colour {
    Black,
    White,
}

impl Colour {
    const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// A board: the numbers of its rows and columns, and its stones, sorted by row and column.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClobberBoard {
    rows: u8,
    columns: u8,
    stones: Vec<Stone>,
}

/// The letters for black and for white stones.
const LETTERS: Letters<'static> = Letters(&['x', 'o']);

impl Position for ClobberBoard {
    const SHAPE: Shape = Shape::Text { pattern: "^[xo.]*(/[xo.]*)*$" };

    fn read(written: PlainValue) -> Result<Self, Illegal> {
        let text = written.into_text().ok_or_else(Illegal::shape)?;
        let (rows, columns, squares) = LETTERS.read(&text)?;
        let stone = |(row, column, place)| (row, column, if place == 0 { Colour::Black } else { Colour::White });
        Ok(Self { rows, columns, stones: squares.into_iter().map(stone).collect() })
    }

    fn write(&self) -> PlainValue {
        let at = |row: u8, column: u8| {
            let stone = self.stones.iter().find(|stone| (stone.0, stone.1) == (row, column))?;
            Some(usize::from(stone.2 == Colour::White))
        };
        PlainValue::Text(LETTERS.write(self.rows, self.columns, at))
    }

    fn weight(&self) -> usize {
        1 + self.stones.len() / 2
    }
}

/// Clobber.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber;

const fn touch(one: Stone, other: Stone) -> bool {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
}

impl Rules for Clobber {
    type Position = ClobberBoard;
    /// The indices, in `ClobberBoard::stones`, of the stone that moves and of the stone that it takes.
    type Move = [usize; 2];

    const CARD: Card = Card {
        id: "clobber",
        name: "Clobber",
        aliases: &["Impartial Clobber"],
        keywords: &["black and white stones", "capture a neighbour"],
        tags: &[Tag::Boards],
        rules: "A board with black stones, x, and white ones, o. A move puts a stone of either colour on a stone of \
                the other colour that is beside, above or below it. The stone of the other colour is taken off. Both \
                players move both colours. Who cannot move loses.",
        position: "the rows with slashes between them: x and o for stones, a dot for a square without one",
        text_form: "row/row",
        example: "xoxo/oxox/xoxo",
        moves: &[("xo/ox", ".x/ox", "put the x of row 1, column 1 on row 1, column 2")],
        sources: &[Source {
            author: "M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe",
            year: 2005,
            title: "An introduction to Clobber",
        }],
        normal: "Exact, by search while the board is small.",
        misere: "By search while the sum is small.",
        ..Card::BLANK
    };

    /// The moves, stone by stone, in the order of rows and columns.
    fn moves(&self, board: &ClobberBoard) -> impl Iterator<Item = [usize; 2]> {
        let stones = || board.stones.iter().enumerate();
        stones().flat_map(move |(at, from)| {
            let taken = stones().filter(move |(_, to)| to.2 != from.2 && touch(*from, **to));
            taken.map(move |(to, _)| [at, to])
        })
    }

    fn after(&self, board: &ClobberBoard, [from, to]: &[usize; 2]) -> Follower<ClobberBoard> {
        meter::charge_each(board.stones.len(), cost::ENTRY);
        let mut stones = board.stones.clone();
        stones[*to].2 = stones[*from].2;
        stones.remove(*from);
        ClobberBoard { stones, ..*board }.into()
    }

    fn describe(&self, board: &ClobberBoard, [from, to]: &[usize; 2]) -> String {
        let ((row, column, colour), (to_row, to_column, _)) = (board.stones[*from], board.stones[*to]);
        let stone = if colour == Colour::Black { 'x' } else { 'o' };
        format!(
            "put the {stone} of row {}, column {} on row {}, column {}",
            row + 1,
            column + 1,
            to_row + 1,
            to_column + 1
        )
    }

    /// Returns the regions of connected stones. A region with stones of only one colour is omitted, because it has no
    /// move.
    fn regions(&self, board: &ClobberBoard) -> Vec<ClobberBoard> {
        let (mut left, mut regions) = (board.stones.clone(), Vec::new());
        while let Some(first) = left.pop() {
            let (mut stones, mut done) = (vec![first], 0);
            while let Some(here) = stones.get(done).copied() {
                done += 1;
                stones.extend(left.extract_if(.., |stone| touch(here, *stone)));
            }
            if stones.iter().any(|stone| stone.2 != first.2) {
                stones.sort_unstable();
                regions.push(ClobberBoard { stones, ..*board });
            }
        }
        regions
    }

    /// Returns the least image of the board. The images are the turned and reflected boards, with and without exchanged
    /// colours. Each image is moved into the upper left corner.
    fn key(&self, board: &ClobberBoard) -> ClobberBoard {
        let least = |at: fn(&Stone) -> u8| board.stones.iter().map(at).min().unwrap_or_default();
        let most = |at: fn(&Stone) -> u8| board.stones.iter().map(at).max().unwrap_or_default();
        let (top, left) = (least(|stone| stone.0), least(|stone| stone.1));
        let (rows, columns) = (most(|stone| stone.0) - top, most(|stone| stone.1) - left);
        let image = |turn: u8| {
            let place = |stone: &Stone| {
                let (row, column) = (stone.0 - top, stone.1 - left);
                let row = if turn & 1 == 0 { row } else { rows - row };
                let column = if turn & 2 == 0 { column } else { columns - column };
                let colour = if turn & 8 == 0 { stone.2 } else { stone.2.other() };
                if turn & 4 == 0 { (row, column, colour) } else { (column, row, colour) }
            };
            let mut stones: Vec<Stone> = board.stones.iter().map(place).collect();
            stones.sort_unstable();
            let (rows, columns) = if turn & 4 == 0 { (rows, columns) } else { (columns, rows) };
            ClobberBoard { rows: rows + 1, columns: columns + 1, stones }
        };
        let images = (0..16).map(image);
        images
            .min_by(|one, other| (one.rows, &one.stones).cmp(&(other.rows, &other.stones)))
            .unwrap_or_else(|| board.clone())
    }

    fn small(&self) -> Vec<ClobberBoard> {
        let texts = [
            "",
            "x",
            "xo",
            "xox",
            "xo/ox",
            "xoxo",
            "xo.ox",
            "xox/oxo",
            "xoo/oxx",
            "x.o/oxo",
            "xoxox",
            "xxo/oox",
            "xoxo/oxox",
            "xo./.xo/ox.",
        ];
        texts.into_iter().filter_map(|text| ClobberBoard::read(PlainValue::Text(text.to_owned())).ok()).collect()
    }
}
