//! Deletion games on graphs.

use super::rules::CellMove;
use crate::number::{cost, meter};

/// Returns the edges without repetitions. The two ends of an edge may be given in either order.
fn distinct(edges: &[[usize; 2]]) -> Vec<[usize; 2]> {
    meter::charge_each(edges.len(), cost::LOOK_UP);
    let mut seen = std::collections::HashSet::new();
    edges.iter().filter(|[one, other]| seen.insert((one.min(other), one.max(other)))).copied().collect()
}

/// Returns the moves of Arc Kayles: each move takes two neighbours (Schaefer 1978).
#[must_use]
pub fn arc_kayles(edges: &[[usize; 2]]) -> Vec<CellMove> {
    distinct(edges).into_iter().map(CellMove::taking).collect()
}

/// Returns the moves of Node Kayles: each move takes a vertex with its neighbours (Schaefer 1978).
#[must_use]
pub fn node_kayles(vertices: usize, edges: &[[usize; 2]]) -> Vec<CellMove> {
    let mut takes: Vec<Vec<usize>> = (0..vertices).map(|vertex| vec![vertex]).collect();
    for [one, other] in distinct(edges) {
        takes[one].push(other);
        takes[other].push(one);
    }
    takes.into_iter().enumerate().map(|(vertex, takes)| CellMove::new([vertex], takes)).collect()
}

/// Returns the moves of Grim: each move takes a vertex that has a neighbour.
#[must_use]
pub fn grim(edges: &[[usize; 2]]) -> Vec<CellMove> {
    let of = |[one, other]: [usize; 2]| [CellMove::new([one, other], [one]), CellMove::new([other, one], [other])];
    distinct(edges).into_iter().flat_map(of).collect()
}
