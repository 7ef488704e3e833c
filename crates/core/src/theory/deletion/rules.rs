//! [`DeletionRules`]: the moves of a deletion game, and the cells that are left after each move.

use super::bits::Cells;
use crate::number::{cost, meter};

/// A move, with the cells that it needs and the cells that it takes. A move is possible if all cells that it needs are
/// free. When the move is made, it takes only those cells that are still free.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellMove {
    needs: Box<[usize]>,
    takes: Taken,
}

/// The cells that a move takes, in the smallest of three forms. Moves of poset games may take thousands of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Taken {
    /// The move takes exactly the cells that it needs.
    Needed,
    List(Box<[usize]>),
    Set(Cells),
}

impl CellMove {
    /// Creates a move that needs the cells `needs` and takes the cells `takes`. Neither list may be empty, and the two
    /// lists must have a cell in common. Otherwise the move could be made again and again.
    #[must_use]
    pub fn new(needs: impl Into<Box<[usize]>>, takes: impl Into<Box<[usize]>>) -> Self {
        let mut takes = takes.into();
        takes.sort_unstable();
        let end = takes.last().map_or(0, |last| last.saturating_add(1));
        let takes = if takes.len() > end.div_ceil(64) {
            let mut set = Cells::none(end);
            takes.iter().for_each(|cell| {
                set.insert(*cell);
            });
            Taken::Set(set)
        } else {
            Taken::List(takes)
        };
        Self { needs: needs.into(), takes }
    }

    /// Creates a move that takes exactly the cells that it needs.
    #[must_use]
    pub fn taking(cells: impl Into<Box<[usize]>>) -> Self {
        Self { needs: cells.into(), takes: Taken::Needed }
    }

    /// Returns the cells that the move needs.
    #[must_use]
    pub fn needs(&self) -> &[usize] {
        &self.needs
    }

    /// Returns the two cells of the move, if it needs two cells and takes exactly these two.
    pub(super) fn pair(&self) -> Option<[usize; 2]> {
        match (&self.takes, &self.needs[..]) {
            (Taken::Needed, [one, other]) if one != other => Some([*one, *other]),
            _ => None,
        }
    }

    /// Returns whether the move takes this cell if the cell is free.
    #[must_use]
    pub fn takes(&self, cell: usize) -> bool {
        match &self.takes {
            Taken::Needed => self.needs.contains(&cell),
            Taken::List(cells) => cells.contains(&cell),
            Taken::Set(cells) => cells.contains(cell),
        }
    }

    /// Returns the cells that the move takes if they are free. The cells are ascending, or in the same order as the
    /// cells that the move needs.
    pub fn taken(&self) -> impl Iterator<Item = usize> + '_ {
        let (list, set) = match &self.takes {
            Taken::Needed => (&self.needs[..], None),
            Taken::List(cells) => (&cells[..], None),
            Taken::Set(cells) => (&[][..], Some(cells)),
        };
        list.iter().copied().chain(set.into_iter().flat_map(Cells::iter))
    }
}

/// The places of the cells on a board, if these places help a search to find equal components.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// The rules give the cells no places on a board.
    None,
    /// The cells lie in rows and are numbered row by row. A move puts one of the `pieces` on the board. A piece is a
    /// list of cells, each given by row and column.
    Board {
        /// The number of cells in a row.
        columns: usize,
        /// The pieces, in the orientation in which they are placed.
        pieces: Vec<Vec<(usize, usize)>>,
    },
    /// The cells are the elements of a poset and do not lie on a board. A move takes an element and all elements above
    /// it. Such games are searched in full: the value of every option is found.
    Order,
}

/// A deletion game.
#[derive(Clone, Debug)]
pub struct DeletionRules {
    cells: usize,
    moves: Vec<CellMove>,
    layout: Layout,
}

impl DeletionRules {
    /// Creates the game with this number of cells and these moves.
    #[must_use]
    pub fn new(cells: usize, moves: Vec<CellMove>, layout: Layout) -> Self {
        Self { cells, moves, layout }
    }

    /// Returns how many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Returns all moves.
    #[must_use]
    pub fn moves(&self) -> &[CellMove] {
        &self.moves
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the moves that are possible if only these cells are free. Each move is given by its place in the list of
    /// all moves. The places are ascending.
    #[must_use]
    pub fn possible(&self, free: &Cells) -> Vec<usize> {
        let is_possible = |made: &CellMove| {
            meter::charge_each(made.needs.len(), cost::BYTE);
            made.needs.iter().all(|cell| free.contains(*cell))
        };
        let moves = meter::each(self.moves.iter().enumerate(), cost::ENTRY);
        moves.filter(|(_, made)| is_possible(made)).map(|(place, _)| place).collect()
    }

    /// Returns the cells that are left after a move.
    #[must_use]
    pub fn after(&self, free: &Cells, made: usize) -> Cells {
        meter::charge_each(free.words(), cost::BYTE);
        let mut left = free.clone();
        for cell in self.moves.get(made).into_iter().flat_map(CellMove::taken) {
            meter::charge(cost::BYTE);
            left.remove(cell);
        }
        left
    }

    /// Returns the regions, in the order of their first cells. A region is a set of free cells that moves connect with
    /// each other, but not with any other free cell. Cells that no move needs are left out.
    #[must_use]
    pub fn regions(&self, free: &Cells) -> Vec<Cells> {
        let possible = self.possible(free);
        let mut alive = Cells::none(self.cells);
        for made in &possible {
            for cell in &self.moves[*made].needs {
                alive.insert(*cell);
            }
        }
        // For each cell, the representative of its region, or another cell from which `to` leads to the representative.
        let mut to: Vec<usize> = (0..self.cells).collect();
        for made in &possible {
            let made = &self.moves[*made];
            for cell in made.needs.iter().copied().chain(made.taken().filter(|cell| alive.contains(*cell))) {
                meter::charge(cost::VALUE);
                let (one, other) = (root(&mut to, made.needs[0]), root(&mut to, cell));
                to[one.max(other)] = one.min(other);
            }
        }
        let mut regions: Vec<(usize, Cells)> = Vec::new();
        for cell in alive.iter() {
            let root = root(&mut to, cell);
            if let Some((_, region)) = regions.iter_mut().find(|(of, _)| *of == root) {
                region.insert(cell);
            } else {
                let mut region = Cells::none(self.cells);
                region.insert(cell);
                regions.push((root, region));
            }
            meter::charge_each(regions.len(), cost::BYTE);
        }
        regions.into_iter().map(|(_, region)| region).collect()
    }

    /// Returns a list for each move in `moves`. The list has the moves that can no longer be made after this move, as
    /// indices in `moves`.
    pub(super) fn deletes(&self, moves: &[usize]) -> Vec<Vec<usize>> {
        let mut needed: Vec<Vec<usize>> = vec![Vec::new(); self.cells];
        for (place, made) in moves.iter().enumerate() {
            self.moves[*made].needs.iter().for_each(|cell| needed[*cell].push(place));
        }
        let of = |made: &usize| {
            let mut deleted: Vec<usize> =
                self.moves[*made].taken().flat_map(|cell| needed[cell].iter().copied()).collect();
            meter::charge_each(deleted.len(), cost::VALUE);
            deleted.sort_unstable();
            deleted.dedup();
            deleted
        };
        meter::each(moves.iter(), cost::LOOK_UP).map(of).collect()
    }
}

/// Returns the representative of a cell's region, and makes the way to it shorter for later calls.
fn root(to: &mut [usize], cell: usize) -> usize {
    let mut at = cell;
    while to[at] != at {
        to[at] = to[to[at]];
        at = to[at];
    }
    at
}
