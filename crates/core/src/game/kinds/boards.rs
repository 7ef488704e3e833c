//! [`PieceBoard`]: a board of rows and columns on which moves put pieces or queens. This module also has functions that
//! read boards.

use std::collections::HashMap;
use std::sync::Arc;

use crate::game::Illegal;
use crate::game::kinds::free::CellTable;
use crate::game::shape::PlainValue;
use crate::number::{cost, meter};
use crate::theory::deletion::{CellMove, Cells, DeletionRules, Layout};

/// A piece: the row and the column of each of its cells, counted from the corner of the piece.
pub(crate) type Piece = Vec<(usize, usize)>;

/// The largest number of cells of a board.
pub(crate) const MOST_CELLS: usize = 4096;
/// The largest number of moves on a board.
pub(crate) const MOST_MOVES: usize = 4096;

/// Returns the error for a board with too many cells.
pub(crate) fn too_large(rows: usize, columns: usize, most: usize) -> Illegal {
    Illegal::new(format!("{rows} × {columns} cells are too many: a board has at most {most}"))
}

/// Reads a board that is written as its rows. Returns the number of rows and of columns, and the cells with a dot.
pub(crate) fn of_rows(written: PlainValue) -> Result<(usize, usize, Cells), Illegal> {
    let PlainValue::Rows(rows) = written else { return Err(Illegal::new("a board is a list of rows")) };
    let free = read(&rows)?;
    Ok((rows.len(), rows.first().map_or(0, String::len), free))
}

/// Reads rows of dots and x. Returns the cells with a dot.
pub(crate) fn read(rows: &[String]) -> Result<Cells, Illegal> {
    let width = rows.first().map_or(0, String::len);
    let cells = rows.len().saturating_mul(width);
    meter::charge(cost::TABLE);
    meter::charge_each(cells, cost::ENTRY);
    if cells > MOST_CELLS {
        return Err(too_large(rows.len(), width, MOST_CELLS));
    }
    let mut free = Cells::none(cells);
    for (place, row) in rows.iter().enumerate() {
        if !row.bytes().all(|cell| matches!(cell, b'.' | b'x')) {
            return Err(Illegal::part(place, "a row has a dot for a free cell and x for another, and nothing else"));
        }
        if row.len() != width {
            let reason = format!("all rows are of one length: the first has {width} cells, and this one {}", row.len());
            return Err(Illegal::part(place, reason));
        }
        row.bytes().enumerate().filter(|(_, cell)| *cell == b'.').for_each(|(column, _)| {
            free.insert(place * width + column);
        });
    }
    Ok(free)
}

/// Returns small boards of these sizes. A size is (rows, columns, *n*). Only every *n*th of all sets of free cells is
/// used.
pub(crate) fn small(sizes: &[(usize, usize, usize)]) -> Vec<PlainValue> {
    let board = |rows: usize, columns: usize, gone: u32| {
        let cell = |cell: usize| if gone >> cell & 1 == 1 { 'x' } else { '.' };
        let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect();
        PlainValue::Rows((0..rows).map(row).collect())
    };
    let boards = sizes.iter().flat_map(|&(rows, columns, step)| {
        (0..1 << (rows * columns)).step_by(step).map(move |gone| board(rows, columns, gone))
    });
    boards.collect()
}

/// The things that moves put on a board. Descriptions of moves name them.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PlacementKind {
    /// A piece, which removes the cells that it covers.
    Piece,
    /// A queen, which removes the cells that it attacks.
    Queen,
}

/// A board on which each move puts a piece or a queen.
#[derive(Debug)]
pub(crate) struct PieceBoard {
    rules: Arc<DeletionRules>,
    rows: usize,
    columns: usize,
    put: PlacementKind,
    /// For each move, the index of the piece, and the cell at the top left of the smallest rectangle around the piece.
    /// For a queen, the index is 0, and the cell is the queen's own.
    placed: Vec<(usize, usize)>,
    /// A drawing of each piece; empty if moves put queens.
    pictures: Vec<String>,
}

impl PieceBoard {
    /// Creates a board on which moves put pieces. `None` if there are too many ways to put them, or the meter is spent.
    pub(crate) fn of_pieces(rows: usize, columns: usize, pieces: Vec<Piece>, start: Option<&Cells>) -> Option<Self> {
        let (mut moves, mut placed) = (Vec::new(), Vec::new());
        for (number, piece) in pieces.iter().enumerate() {
            let height = piece.iter().map(|cell| cell.0).max().unwrap_or(0);
            let width = piece.iter().map(|cell| cell.1).max().unwrap_or(0);
            for row in 0..rows.saturating_sub(height) {
                for column in meter::each(0..columns.saturating_sub(width), cost::NUMBER) {
                    meter::charge_each(piece.len(), cost::ENTRY);
                    let cells: Vec<usize> =
                        piece.iter().map(|cell| (row + cell.0) * columns + column + cell.1).collect();
                    if start.is_some_and(|start| !cells.iter().all(|cell| start.contains(*cell))) {
                        continue;
                    }
                    if moves.len() == MOST_MOVES {
                        return None;
                    }
                    meter::charge(cost::SENTENCE);
                    moves.push(CellMove::taking(cells));
                    placed.push((number, row * columns + column));
                }
            }
        }
        let pictures = pieces.iter().map(picture).collect();
        let rules = Arc::new(DeletionRules::new(rows * columns, moves, Layout::Board { columns, pieces }));
        Some(Self { rules, rows, columns, put: PlacementKind::Piece, placed, pictures })
    }

    /// Creates a board for queens that must not attack each other.
    pub(crate) fn of_queens(rows: usize, columns: usize) -> Self {
        let cells = rows * columns;
        meter::charge_each(cells.saturating_mul(cells), cost::BYTE);
        meter::charge_each(cells, cost::POSITION);
        let squares: Vec<(usize, usize)> =
            (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect();
        let attacks = |one: (usize, usize), other: (usize, usize)| {
            let (row, column) = (one.0.abs_diff(other.0), one.1.abs_diff(other.1));
            row == 0 || column == 0 || row == column
        };
        let queen = |cell: usize| {
            let taken = (0..).zip(&squares).filter(|(_, other)| attacks(squares[cell], **other));
            CellMove::new([cell], taken.map(|(other, _)| other).collect::<Vec<_>>())
        };
        let rules = Arc::new(DeletionRules::new(cells, (0..cells).map(queen).collect(), Layout::None));
        let placed = (0..cells).map(|cell| (0, cell)).collect();
        Self { rules, rows, columns, put: PlacementKind::Queen, placed, pictures: Vec::new() }
    }

    /// The number of rows and of columns.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }
}

/// Draws the smallest rectangle around a piece. A cell of the piece is an x, any other cell is a dot, and there are
/// slashes between the rows.
fn picture(piece: &Piece) -> String {
    let height = piece.iter().map(|cell| cell.0).max().map_or(0, |last| last + 1);
    let width = piece.iter().map(|cell| cell.1).max().map_or(0, |last| last + 1);
    let row = |row: usize| (0..width).map(|column| if piece.contains(&(row, column)) { 'x' } else { '.' }).collect();
    (0..height).map(row).collect::<Vec<String>>().join("/")
}

impl CellTable for PieceBoard {
    fn rules(&self) -> &Arc<DeletionRules> {
        &self.rules
    }

    fn write(&self, free: &Cells) -> PlainValue {
        let cell = |cell: usize| if free.contains(cell) { '.' } else { 'x' };
        meter::charge_each(self.rules.cells(), cost::BYTE);
        meter::charge_each(self.rows, cost::NUMBER);
        let row = |row: usize| (0..self.columns).map(|column| cell(row * self.columns + column)).collect();
        PlainValue::Rows((0..self.rows).map(row).collect())
    }

    fn describe(&self, _: &Cells, made: usize) -> String {
        let Some((piece, corner)) = self.placed.get(made) else { return String::new() };
        let place = self.name(*corner);
        match (self.put, self.pictures.get(*piece)) {
            (PlacementKind::Piece, Some(picture)) => format!("put {picture} at {place}"),
            _ => format!("put a queen at {place}"),
        }
    }

    fn name(&self, cell: usize) -> String {
        let columns = self.columns.max(1);
        format!("row {}, column {}", cell / columns + 1, cell % columns + 1)
    }

    fn half_turn(&self, free: &Cells) -> Option<HashMap<usize, usize>> {
        if matches!(self.put, PlacementKind::Queen) {
            return None;
        }
        let moves = self.rules.possible(free);
        // The center of the half turn is the middle of the smallest rectangle that contains the cells of all moves.
        let mut alive = Cells::none(self.rules.cells());
        for made in &moves {
            self.rules.moves()[*made].needs().iter().for_each(|cell| {
                alive.insert(*cell);
            });
        }
        let (first, last) = (alive.iter().next()?, alive.iter().last()?);
        let columns = || alive.iter().map(|cell| cell % self.columns);
        let (left, right) = (columns().min()?, columns().max()?);
        let (rows, width) = (first / self.columns + last / self.columns, left + right);
        let image = |cell: &usize| (rows - cell / self.columns) * self.columns + width - cell % self.columns;
        let all: HashMap<Vec<usize>, usize> =
            moves.iter().map(|made| (sorted(self.rules.moves()[*made].needs()), *made)).collect();
        meter::charge_each(moves.len(), cost::COMPONENT);
        let answer = |made: &usize| {
            let cells = self.rules.moves()[*made].needs();
            let turned: Vec<usize> = cells.iter().map(image).collect();
            let hinders = turned.iter().any(|cell| cells.contains(cell));
            all.get(&sorted(&turned)).filter(|_| !hinders).map(|answer| (*made, *answer))
        };
        moves.iter().map(answer).collect()
    }
}

fn sorted(cells: &[usize]) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}
