//! Cram: put dominoes on a board, horizontally or vertically.

use std::sync::Arc;

use crate::game::kinds::boards::{self, PieceBoard};
use crate::game::kinds::deletion::{DELETION, Deletions, Free};
use crate::game::shape::{Notation, PlainValue, Shape};
use crate::game::{Card, Illegal, Source, Tag};
use crate::theory::sources::{LEMOINE_VIENNOT, WINNING_WAYS};

const GARDNER: Source =
    Source { author: "M. Gardner", year: 1974, title: "Mathematical Games: Cram, crosscram and quadraphage" };

/// The sizes of small boards for tests, each as (rows, columns, n). On a board of this size, every nth of all sets of
/// free cells is tested.
const SIZES: [(usize, usize, usize); 5] = [(1, 6, 1), (2, 3, 1), (3, 2, 3), (3, 3, 7), (2, 5, 31)];

/// Cram.
pub(crate) const CRAM: Deletions = Deletions {
    card: &Card {
        id: "cram",
        name: "Cram",
        aliases: &["Impartial Domineering", "Plugg", "Dots-and-pairs", "Impartial crosscram"],
        keywords: &["dominoes", "domino", "domino tiling", "bricks", "tiles"],
        tags: &[Tag::Boards],
        rules: "A board of cells. A move puts a domino on two free cells that are side by side or one above the other. Who cannot move loses.",
        position: "the rows of the board: a dot for a free cell, x for a hole or a cell that is covered; at most 4096 cells",
        notation: Some(Notation::Size),
        text_form: "row/row/…",
        example: "..../.x../....",
        moves: &[
            ("...", "xx.", "put xx at row 1, column 1"),
            ("...", ".xx", "put xx at row 1, column 2"),
            ("../..", "x./x.", "put x/x at row 1, column 1"),
        ],
        sources: &[GARDNER, WINNING_WAYS, LEMOINE_VIENNOT],
        normal: "Exact, by search: boards of about 35 cells. Larger ones are refused, but by symmetry under half a turn, \
                 the player to move loses even × even boards and wins even × odd ones. A strip of n cells, however \
                 long, is Dawson's Kayles with n.",
        ..DELETION
    }
    .complete(),
    shape: Shape::Board,
    read,
    small: || boards::small(&SIZES),
};

fn read(written: PlainValue) -> Result<Free, Illegal> {
    let (rows, columns, free) = boards::of_rows(written)?;
    let dominoes = vec![vec![(0, 0), (0, 1)], vec![(0, 0), (1, 0)]];
    let board = PieceBoard::of_pieces(rows, columns, dominoes, Some(&free))
        .ok_or_else(|| Illegal::new(format!("a board has at most {} places for a domino", boards::MOST_MOVES)))?;
    Ok(Free::new(Arc::new(board), free))
}
