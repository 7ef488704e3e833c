//! Non-attacking queens: put queens on a board so that no queen attacks another. The game is Node Kayles on the graph
//! in which two squares are neighbours if queens on them attack each other.

use std::sync::Arc;

use crate::game::kinds::boards::{self, PieceBoard};
use crate::game::kinds::deletion::{DELETION, Deletions, Free};
use crate::game::shape::{Notation, PlainValue, Shape};
use crate::game::{Card, Illegal, Source, Tag};

const NOON: Source =
    Source { author: "H. Noon and G. Van Brummelen", year: 2006, title: "The non-attacking queens game" };

/// The largest number of cells of a board. If a position falls apart into independent regions, the search allows at
/// most this number of moves in each region. But queens attack each other from afar, so a position seldom falls apart.
/// So the limit holds for the whole board.
const MOST: usize = 254;

/// The sizes of small boards for tests, each as (rows, columns, n). On a board of this size, every nth of all sets of
/// free cells is tested.
const SIZES: [(usize, usize, usize); 4] = [(1, 4, 1), (2, 3, 1), (3, 3, 5), (3, 4, 61)];

/// Non-attacking queens.
pub(crate) const QUEENS: Deletions = Deletions {
    card: &Card {
        id: "queens",
        name: "Non-attacking queens",
        aliases: &["Queens game", "Queen placement game"],
        keywords: &["chess", "n queens", "eight queens"],
        tags: &[Tag::Boards],
        rules: "A board of cells. A move puts a queen on a free cell; the queen takes that cell and all cells in its \
                row, in its column and on its diagonals, whatever is between. Who cannot move loses.",
        position: "the rows of the board: a dot for a free cell, x for another; at most 254 cells",
        notation: Some(Notation::Size),
        text_form: "row/row/…",
        example: "...../...../...../...../.....",
        moves: &[(".../.../...", "xxx/xx./x.x", "put a queen at row 1, column 1")],
        sources: &[NOON],
        normal: "Exact, by search: boards to about 8 × 8.",
        ..DELETION
    }
    .complete(),
    shape: Shape::Board,
    read,
    small: || boards::small(&SIZES),
};

fn read(written: PlainValue) -> Result<Free, Illegal> {
    let (rows, columns, free) = boards::of_rows(written)?;
    if rows.saturating_mul(columns) > MOST {
        return Err(boards::too_large(rows, columns, MOST));
    }
    Ok(Free::new(Arc::new(PieceBoard::of_queens(rows, columns)), free))
}
