//! [`Free`]: positions that are sets of free cells. A position and all positions that can be reached from it share one
//! [`CellTable`].

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::Position;
use crate::game::shape::{PlainValue, Shape};
use crate::number::{cost, meter};
use crate::theory::deletion::{Cells, DeletionRules, Solver};

/// The cells and moves of a game. A position and all positions that can be reached from it share one table. The table
/// also defines how these positions are written.
pub(crate) trait CellTable: Send + Sync + Debug + 'static {
    /// The cells and the moves.
    fn rules(&self) -> &Arc<DeletionRules>;

    /// Returns the position with the free cells `free`, as requests and answers write it.
    fn write(&self, free: &Cells) -> PlainValue;

    /// Returns a form that is the same for all ways to write a position. This is the written form, unless the client
    /// may write the parts in any order.
    fn written_in_order(&self, free: &Cells) -> PlainValue {
        self.write(free)
    }

    /// Removes the cells that no move needs any more. Such cells are not written.
    fn trimmed(&self, free: Cells) -> Cells {
        free
    }

    /// Returns the position after a move. `free` must be a result of [`CellTable::trimmed`]. Then the position after
    /// the move is such a result, too.
    fn after(&self, free: &Cells, made: usize) -> Cells {
        self.rules().after(free, made)
    }

    /// The words for a cell of this table, and for several.
    fn cell(&self) -> [&'static str; 2] {
        ["cell", "cells"]
    }

    /// A move in words.
    fn describe(&self, free: &Cells, made: usize) -> String;

    /// Returns the approximate number of bytes of a table that is read for one position of a request, with the solution
    /// of the position. The cells are counted elsewhere, as elements of lists, but the first cell takes far more memory
    /// than a cell of a large table. Sums of the sizes of types would miss the solution, so these bytes were measured,
    /// with 160,000 equal boards, posets and graphs.
    fn own_memory(&self) -> usize {
        const EMPTY: usize = 1_400;
        const FIRST: usize = 1_000;
        if self.rules().cells() == 0 { EMPTY } else { EMPTY + FIRST }
    }

    /// A name that no other cell of the table has. If two positions have different tables, the same cell has the same
    /// name on both tables.
    fn name(&self, cell: usize) -> String;

    /// The word for the regions of a position.
    fn region(&self) -> &'static str {
        "parts"
    }

    /// Returns, for each move, its image if the cells of all moves are turned by 180° around their middle. The second
    /// player can reply with this image. `None` if some image is not a legal reply, or if the game has no such turn.
    fn half_turn(&self, _free: &Cells) -> Option<HashMap<usize, usize>> {
        None
    }
}

/// A position: the cells that are still free.
#[derive(Clone, Debug)]
pub(crate) struct Free {
    pub(crate) table: Arc<dyn CellTable>,
    pub(crate) cells: Cells,
    /// The solver of an earlier position that leads to this one. It may already have results for this position.
    pub(super) solver: Option<Arc<Solver>>,
}

impl Free {
    pub(crate) fn new(table: Arc<dyn CellTable>, cells: Cells) -> Self {
        let cells = table.trimmed(cells);
        Self { table, cells, solver: None }
    }

    pub(super) fn rules(&self) -> &Arc<DeletionRules> {
        self.table.rules()
    }

    fn in_order(&self) -> PlainValue {
        meter::charge(cost::POSITION);
        meter::charge_each(self.cells.words(), cost::COMPONENT);
        self.table.written_in_order(&self.cells)
    }

    /// The position after a move.
    pub(super) fn after(&self, made: usize) -> Self {
        let cells = self.table.after(&self.cells, made);
        Self { table: Arc::clone(&self.table), cells, solver: self.solver.clone() }
    }

    /// The moves. If several moves leave the same position, only the first of them is listed.
    pub(super) fn moves(&self) -> Vec<usize> {
        let mut seen = HashSet::new();
        let possible = self.rules().possible(&self.cells).into_iter();
        let distinct = meter::each(possible, cost::OPTION).filter(|made| {
            meter::charge_each(self.cells.words(), cost::VALUE);
            seen.insert(self.table.after(&self.cells, *made))
        });
        distinct.collect()
    }

    /// Returns the first move that leads to the position `to`.
    pub(super) fn move_to(&self, to: &Self) -> Option<usize> {
        let (left, more) = self.in_common(to);
        if !more.is_empty() {
            return None;
        }
        let rules = self.rules();
        // Only those moves are tried that remove no cell of the position `to`.
        let takes_only_gone = |made: &usize| {
            let taken = rules.moves()[*made].taken().inspect(|_| meter::charge(cost::ENTRY));
            taken.into_iter().all(|cell| !left.contains(cell))
        };
        let is_numbered_alike = Arc::ptr_eq(&self.table, &to.table);
        let possible = rules.possible(&self.cells).into_iter().filter(takes_only_gone);
        meter::each(possible, cost::OPTION).find(|made| {
            self.table.after(&self.cells, *made) == left && (is_numbered_alike || self.after(*made) == *to)
        })
    }

    /// Returns the cells of this position that `other` has, too, and the names of the cells that only `other` has. The
    /// same cell may have different numbers in the two positions.
    pub(super) fn in_common(&self, other: &Self) -> (Cells, Vec<String>) {
        meter::charge_each(self.cells.len().saturating_add(other.cells.len()), cost::COMPONENT);
        let is_numbered_alike = Arc::ptr_eq(&self.table, &other.table);
        let own = self.cells.iter().filter(|_| !is_numbered_alike);
        let own: HashMap<String, usize> = own.map(|cell| (self.table.name(cell), cell)).collect();
        let (mut common, mut more) = (Cells::none(self.rules().cells()), Vec::new());
        for cell in other.cells.iter() {
            let here = if is_numbered_alike { Some(cell) } else { own.get(&other.table.name(cell)).copied() };
            match here.filter(|cell| self.cells.contains(*cell)) {
                Some(cell) => {
                    common.insert(cell);
                }
                None => more.push(other.table.name(cell)),
            }
        }
        (common, more)
    }
}

impl PartialEq for Free {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.table, &other.table) {
            self.cells == other.cells
        } else {
            self.in_order() == other.in_order()
        }
    }
}

impl Eq for Free {}

impl Hash for Free {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.in_order().hash(state);
    }
}

impl Position for Free {
    /// The shape of boards. Games that are not played on boards override the shape.
    const SHAPE: Shape = Shape::Board;

    fn write(&self) -> PlainValue {
        meter::charge(cost::POSITION);
        meter::charge_each(self.cells.words(), cost::COMPONENT);
        self.table.write(&self.cells)
    }

    fn weight(&self) -> usize {
        self.cells.words()
    }

    fn memory(&self) -> usize {
        self.table.own_memory().saturating_add(size_of::<Self>())
    }
}
