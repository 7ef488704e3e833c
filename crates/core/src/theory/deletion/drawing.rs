//! [`drawn`]: places the vertices of a graph on a board, so that exactly the neighbouring places are joined by edges.
//! Arc Kayles on such a graph is Cram on the board, and can be searched as Cram.

use std::collections::{HashMap, HashSet};

use super::bits::Cells;
use super::rules::DeletionRules;
use crate::number::{cost, meter};

/// A row and a column.
type Place = (i32, i32);

/// The directions of the neighbours of a cell.
const BESIDE: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The greatest lengths of the shorter and of the longer side of a board, in cells.
const SIDES: (i32, i32) = (8, 16);
const MOST_CELLS: usize = 128;

/// The search for a board gives up after this number of tries for each cell of the graph. Few tries are enough, because
/// a cell with two placed neighbours has at most two possible places.
const TRIES_A_CELL: usize = 20;

/// Finds a place for each cell that occurs in a move. Each move must take two cells. Two places are neighbours on the
/// board if and only if a move takes their two cells. `None` if the graph of the moves is not connected, or if no such
/// board is found.
pub(super) fn drawn(rules: &DeletionRules, free: &Cells) -> Option<HashMap<usize, (usize, usize)>> {
    let mut near: HashMap<usize, Vec<usize>> = HashMap::new();
    let moves = rules.possible(free);
    for made in &moves {
        let [one, other] = rules.moves()[*made].pair()?;
        for (from, to) in [(one, other), (other, one)] {
            let near = near.entry(from).or_default();
            if !near.contains(&to) {
                near.push(to);
            }
            if near.len() > BESIDE.len() {
                return None;
            }
        }
        if near.len() > MOST_CELLS {
            return None;
        }
    }
    let [first, _] = rules.moves()[*moves.first()?].pair()?;
    let in_turn = in_turn(first, &near);
    let is_whole = in_turn.len() + 1 == near.len();
    let tries = near.len().saturating_mul(TRIES_A_CELL);
    let (places, taken) = (HashMap::from([(first, (0, 0))]), HashMap::from([((0, 0), first)]));
    let mut drawing = Drawing { near, places, taken, tries };
    if !is_whole || !drawing.put(&in_turn) {
        return None;
    }
    let Drawing { places, .. } = drawing;
    let least = |of: fn(&Place) -> i32| places.values().map(of).min().unwrap_or(0);
    let (top, left) = (least(|place| place.0), least(|place| place.1));
    let counted = |(row, column): Place| Some((usize::try_from(row - top).ok()?, usize::try_from(column - left).ok()?));
    places.iter().map(|(cell, place)| Some((*cell, counted(*place)?))).collect()
}

/// Lists the cells that are connected to `first`, without `first` itself, in the order of their distances from it. Each
/// cell is paired with a neighbour that is `first` or stands earlier in the list.
fn in_turn(first: usize, near: &HashMap<usize, Vec<usize>>) -> Vec<(usize, usize)> {
    let (mut in_turn, mut seen) = (Vec::new(), HashSet::from([first]));
    let (mut from, mut done) = (first, 0);
    loop {
        for to in near.get(&from).into_iter().flatten().filter(|to| seen.insert(**to)) {
            in_turn.push((*to, from));
        }
        let Some((next, _)) = in_turn.get(done) else { return in_turn };
        (from, done) = (*next, done + 1);
    }
}

/// A board on which some cells of the graph already have a place.
struct Drawing {
    near: HashMap<usize, Vec<usize>>,
    places: HashMap<usize, Place>,
    taken: HashMap<Place, usize>,
    /// The number of tries that are left.
    tries: usize,
}

impl Drawing {
    /// Finds a place for the first cell of each pair in `in_turn`. The place is beside the second cell of the pair,
    /// which already has a place at that time. Returns whether all these cells have a place.
    fn put(&mut self, in_turn: &[(usize, usize)]) -> bool {
        let [(cell, from), others @ ..] = in_turn else { return true };
        let (row, column) = self.places.get(from).copied().unwrap_or_default();
        for (down, right) in BESIDE {
            meter::charge(cost::POSITION);
            meter::charge_each(self.places.len(), cost::ENTRY);
            let Some(tries) = self.tries.checked_sub(1) else { return false };
            self.tries = tries;
            let place = (row + down, column + right);
            if self.fits(*cell, place) {
                self.places.insert(*cell, place);
                self.taken.insert(place, *cell);
                if self.put(others) {
                    return true;
                }
                self.places.remove(cell);
                self.taken.remove(&place);
            }
        }
        false
    }

    /// Returns whether a cell may be put at a place. The place must be free and within the largest board. It must be
    /// beside all placed neighbours of the cell, and beside no other cell.
    fn fits(&self, cell: usize, (row, column): Place) -> bool {
        let near = self.near.get(&cell).map_or(&[][..], Vec::as_slice);
        let beside = BESIDE.iter().filter_map(|(down, right)| self.taken.get(&(row + down, column + right)));
        let are_near = beside.map(|other| near.contains(other)).collect::<Vec<bool>>();
        let placed = near.iter().filter(|other| self.places.contains_key(other)).count();
        let span = |at: i32, of: fn(&Place) -> i32| {
            let (least, most) =
                self.places.values().map(of).fold((at, at), |(least, most), at| (least.min(at), most.max(at)));
            most - least + 1
        };
        let (rows, columns) = (span(row, |place| place.0), span(column, |place| place.1));
        !self.taken.contains_key(&(row, column))
            && are_near.iter().all(|is_near| *is_near)
            && are_near.len() == placed
            && rows.min(columns) <= SIDES.0
            && rows.max(columns) <= SIDES.1
    }
}
