//! Reads a board and its pieces from JSON.

use serde_json::value::RawValue;

use super::fault::type_of;
use super::reader::{Reader, are_cells, count, is_number};
use crate::game::kinds::boards::{self, MOST_CELLS, MOST_MOVES, Piece, PieceBoard};
use crate::game::words::cut;
use crate::number::{cost, meter};
use crate::own::OwnBoard;
use crate::theory::deletion::Cells;
use crate::theory::step::joined;

/// The size of a board, and its free cells.
struct BoardCells {
    rows: usize,
    columns: usize,
    free: Cells,
}

impl Reader<'_, '_, '_> {
    /// Reads a game from the fields "board", "pieces" and "turn".
    pub(super) fn board(&mut self) -> Option<OwnBoard> {
        let BoardCells { rows, columns, free: start } = self.start()?;
        let pieces = self.pieces();
        let turn = self.fields.get("turn").is_some_and(|json| {
            serde_json::from_str::<bool>(json.get()).unwrap_or_else(|_| {
                self.fault("/turn", format!("it is true or false, and this is {}", type_of(json.get())));
                false
            })
        });
        if !self.faults.is_empty() {
            return None;
        }
        let mut distinct: Vec<Piece> = Vec::new();
        for piece in pieces {
            for piece in if turn { turned(&piece) } else { vec![piece] } {
                meter::go_on_each(distinct.len(), cost::NUMBER).ok()?;
                // The pieces were counted when they were read, but turned they take more memory.
                if turn && !piece.iter().all(|_| self.count(|| "/pieces".to_owned())) {
                    return None;
                }
                if !distinct.contains(&piece) {
                    distinct.push(piece);
                }
            }
        }
        let Some(board) = PieceBoard::of_pieces(rows, columns, distinct, Some(&start)) else {
            self.too_large(
                "/pieces",
                format!("there are more than {MOST_MOVES} ways to put the pieces, which is the limit"),
            );
            return None;
        };
        Some(OwnBoard { board: board.into(), start })
    }

    fn start(&mut self) -> Option<BoardCells> {
        let list = self.required("board", "rows, or the numbers of rows and columns", MOST_CELLS)?;
        if !list.is_empty() && list.iter().all(|json| is_number(json)) {
            return self.whole(&list);
        }
        self.picture("/board", &list)
    }

    /// Returns all cells of a board of this size.
    fn whole(&mut self, size: &[&RawValue]) -> Option<BoardCells> {
        let sizes: Option<Vec<usize>> = size.iter().map(|json| count(json)).collect();
        if let Some(&[rows, columns]) = sizes.as_deref()
            && are_cells(rows.saturating_mul(columns))
        {
            return Some(BoardCells { rows, columns, free: Cells::all(rows.saturating_mul(columns)) });
        }
        // A size has two numbers, so a few are enough to show what is wrong.
        let (shown, rest) = size.split_at(size.len().min(4));
        let (found, rest) =
            (joined(shown, |json| cut(json.get()).to_owned(), ", "), if rest.is_empty() { "" } else { ", …" });
        let detail = format!(
            "a board's size is its numbers of rows and of columns, with at most {MOST_CELLS} cells in all, and this is [{found}{rest}]"
        );
        self.fault("/board", detail);
        None
    }

    fn picture(&mut self, pointer: &str, list: &[&RawValue]) -> Option<BoardCells> {
        if !are_cells(list.len()) {
            self.fault(pointer, format!("a board has at most {MOST_CELLS} rows, and this has more"));
            return None;
        }
        let mut rows: Vec<String> = Vec::new();
        for (place, json) in list.iter().enumerate() {
            if let Ok(row) = serde_json::from_str(json.get()) {
                rows.push(row);
            } else {
                let detail = format!("a row is a string, and this is {}", type_of(json.get()));
                self.fault(format!("{pointer}/{place}"), detail);
            }
        }
        if rows.len() < list.len() {
            return None;
        }
        match boards::read(&rows) {
            Ok(free) => Some(BoardCells { rows: rows.len(), columns: rows.first().map_or(0, String::len), free }),
            Err(illegal) => {
                let pointer = illegal.part.map_or_else(|| pointer.to_owned(), |row| format!("{pointer}/{row}"));
                self.fault(pointer, illegal.reason);
                None
            }
        }
    }

    fn pieces(&mut self) -> Vec<Piece> {
        let list = self.required("pieces", "pictures such as [\"xx\"]", MOST_MOVES).unwrap_or_default();
        if list.len() > MOST_MOVES {
            self.too_large("/pieces", format!("a game has at most {MOST_MOVES} pieces, and this has more"));
            return Vec::new();
        }
        let mut pieces = Vec::new();
        for (place, json) in list.into_iter().enumerate() {
            let pointer = format!("/pieces/{place}");
            let picture = self.list(&pointer, json, "rows", MOST_CELLS).and_then(|list| self.picture(&pointer, &list));
            let Some(BoardCells { rows, columns, free }) = picture else { continue };
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let piece: Piece = cells.filter(|(row, column)| !free.contains(row * columns + column)).collect();
            if !piece.iter().all(|_| self.count(|| pointer.clone())) {
                return Vec::new();
            }
            if piece.is_empty() {
                self.fault(pointer, "a piece has at least one cell, an x");
                continue;
            }
            pieces.push(cornered(piece));
        }
        pieces
    }
}

/// Moves a piece into the corner and sorts its cells.
fn cornered(piece: Piece) -> Piece {
    let row = piece.iter().map(|cell| cell.0).min().unwrap_or(0);
    let column = piece.iter().map(|cell| cell.1).min().unwrap_or(0);
    let mut piece: Piece = piece.into_iter().map(|cell| (cell.0 - row, cell.1 - column)).collect();
    piece.sort_unstable();
    piece
}

/// Returns the piece in all eight orientations: turned and reflected.
fn turned(piece: &Piece) -> Vec<Piece> {
    meter::charge_each(piece.len(), cost::POSITION);
    let mut ways = Vec::new();
    let mut now = piece.clone();
    for turn in 0..8 {
        ways.push(now.clone());
        let last = now.iter().map(|cell| cell.0).max().unwrap_or(0);
        now = cornered(now.into_iter().map(|(row, column)| (column, last - row)).collect());
        if turn == 3 {
            now = cornered(now.into_iter().map(|(row, column)| (column, row)).collect());
        }
    }
    ways
}
