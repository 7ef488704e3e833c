//! [`Free`]: positions that are sets of free cells on a [`Table`], which is the same for all that moves lead to.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::Position;
use crate::game::shape::{Shape, Written};
use crate::number::meter;
use crate::theory::deletion::{Cells, DeletionRules, Solver};

/// What is the same for a position and for all that moves lead to.
pub(crate) trait Table: Send + Sync + Debug + 'static {
    /// How positions are written, where no game says more.
    const SHAPE: Shape;

    /// The cells and the moves.
    fn rules(&self) -> &Arc<DeletionRules>;

    /// How a position is written.
    fn write(&self, free: &Cells) -> Written;

    /// The same for all ways to write a position: what is written, unless its parts come in any order.
    fn written_in_order(&self, free: &Cells) -> Written {
        self.write(free)
    }

    /// A position without those cells that are not written, because no move needs them any more.
    fn trimmed(&self, free: Cells) -> Cells {
        free
    }

    /// A move in words.
    fn describe(&self, free: &Cells, made: usize) -> String;

    /// What a region is called.
    fn region(&self) -> &'static str {
        "parts"
    }

    /// Does half a turn answer every move?
    fn half_turn_answers(&self, _free: &Cells) -> bool {
        false
    }
}

/// A position: the cells that are still free.
#[derive(Debug)]
pub(crate) struct Free<T> {
    pub(crate) table: Arc<T>,
    pub(crate) cells: Cells,
    /// That of a position before it, which knows the way to its value.
    pub(super) solver: Option<Arc<Solver>>,
}

/// What a position takes to be written, as it is to be looked up, too; and each machine word of its cells.
const STEPS_A_TABLE: u64 = 400;
const STEPS_A_WORD: u64 = 200;

impl<T> Clone for Free<T> {
    fn clone(&self) -> Self {
        Self { table: Arc::clone(&self.table), cells: self.cells.clone(), solver: self.solver.clone() }
    }
}

impl<T: Table> Free<T> {
    pub(crate) fn new(table: Arc<T>, cells: Cells) -> Self {
        let cells = table.trimmed(cells);
        Self { table, cells, solver: None }
    }

    pub(super) fn rules(&self) -> &Arc<DeletionRules> {
        self.table.rules()
    }

    fn in_order(&self) -> Written {
        meter::charge(STEPS_A_TABLE);
        meter::charge_each(self.cells.words(), STEPS_A_WORD);
        self.table.written_in_order(&self.cells)
    }

    /// What a move leaves.
    pub(super) fn after(&self, made: usize) -> Self {
        let cells = self.table.trimmed(self.rules().after(&self.cells, made));
        Self { table: Arc::clone(&self.table), cells, solver: self.solver.clone() }
    }

    /// The moves, of those that leave the same the first.
    pub(super) fn moves(&self) -> Vec<usize> {
        let distinct = self.rules().distinct(&self.cells);
        let mut seen = HashSet::new();
        distinct.into_iter().filter(|made| seen.insert(self.after(*made).cells)).collect()
    }

    pub(super) fn move_to(&self, to: &Self) -> Option<usize> {
        self.moves().into_iter().find(|made| self.after(*made) == *to)
    }
}

impl<T: Table> PartialEq for Free<T> {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.table, &other.table) {
            self.cells == other.cells
        } else {
            self.in_order() == other.in_order()
        }
    }
}

impl<T: Table> Eq for Free<T> {}

impl<T: Table> Hash for Free<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.in_order().hash(state);
    }
}

impl<T: Table> Position for Free<T> {
    const SHAPE: Shape = T::SHAPE;

    fn write(&self) -> Written {
        meter::charge(STEPS_A_TABLE);
        meter::charge_each(self.cells.words(), STEPS_A_WORD);
        self.table.write(&self.cells)
    }

    fn weight(&self) -> usize {
        self.cells.words()
    }
}
