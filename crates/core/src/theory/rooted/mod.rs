//! [`RootedGraph`]: a graph that stands on the ground. A move cuts an edge, and the part that no longer hangs on the
//! ground falls.
//!
//! **Normal play.** Vertices of a cycle may be fused without changing the value (the fusion principle, Winning Ways,
//! chapter 7). Only loops and bridges are left then. A loop is worth 1, and a bridge 1 more than the part it carries;
//! the edges at a vertex are summed. So one depth-first search from the ground finds the value, which is an XOR. An
//! edge that is not a bridge counts 1, and a bridge counts 1 more than all beyond it.
//!
//! In a tree the cuts that leave a value are found in one pass down from the ground. The value that a vertex must carry
//! and the XOR of all branches on it tell the value that each single branch would have to become. A branch that must be
//! worth 0 must be cut. If it must be worth *y* > 0, *y* − 1 must be left beyond its first edge.
//!
//! **Misère play** is decided separately for each part: [`GroundPart`].

mod parts;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use crate::number::meter::{self, Spent};
pub(crate) use parts::GroundPart;
use parts::PartSearch;

/// A vertex by its name.
pub(crate) type Vertex = u64;

/// The name of the ground.
pub(crate) const GROUND: Vertex = 0;

/// A graph with its vertices numbered, the ground first.
pub(crate) struct RootedGraph {
    /// The edges of each vertex, by their places, with their other ends. A loop is there twice.
    neighbours: Vec<Vec<(usize, usize)>>,
    edges: usize,
}

/// The result of a search from the ground.
pub(crate) struct Standing {
    /// The Grundy value of normal play.
    pub(crate) value: u32,
    /// The edges that hang on the ground.
    pub(crate) hangs: Vec<bool>,
    /// The number of edges that are bridges.
    pub(crate) bridges: usize,
    /// The parts that have only the ground in common.
    pub(crate) parts: Vec<GroundPart>,
}

/// A vertex on the way from the ground.
struct OnWay {
    vertex: usize,
    /// The index of its next edge.
    next: usize,
    /// The number of edges that were found from it.
    found: usize,
}

impl OnWay {
    fn at(vertex: usize) -> Self {
        Self { vertex, next: 0, found: 0 }
    }
}

impl RootedGraph {
    /// Creates the graph of these edges.
    pub(crate) fn of(edges: &[[Vertex; 2]]) -> Self {
        meter::charge_each(edges.len(), 150);
        let mut numbers = HashMap::from([(GROUND, 0)]);
        let mut neighbours = vec![Vec::new()];
        for (place, ends) in edges.iter().enumerate() {
            let [one, other] = ends.map(|vertex| {
                let next = numbers.len();
                *numbers.entry(vertex).or_insert(next)
            });
            neighbours.resize_with(numbers.len(), Vec::new);
            neighbours[one].push((place, other));
            neighbours[other].push((place, one));
        }
        Self { neighbours, edges: edges.len() }
    }

    /// Returns whether a graph that hangs on the ground has no cycle.
    pub(crate) fn is_tree(&self) -> bool {
        self.neighbours.len() == self.edges + 1
    }

    /// Returns the edges of a tree whose cut leaves a value. If `is_fickle` is given, only those that leave a fickle
    /// position, or only the others.
    ///
    /// A tree is fickle iff all its trunks are worth 1: see [`GroundPart`].
    pub(crate) fn cuts_of_tree(&self, value: u32, is_fickle: Option<bool>) -> Vec<usize> {
        meter::charge_each(self.edges, 40);
        // The vertices from the ground up: each with the vertex below it and the edge between.
        let mut order = Vec::with_capacity(self.neighbours.len());
        let mut open = vec![(0, 0, usize::MAX)];
        while let Some((vertex, below, edge)) = open.pop() {
            order.push((vertex, below, edge));
            let above = self.neighbours[vertex].iter().filter(|(other, _)| *other != edge);
            open.extend(above.map(|(edge, end)| (*end, vertex, *edge)));
        }
        let mut worth = vec![0_u32; self.neighbours.len()];
        for (vertex, below, _) in order.iter().skip(1).rev() {
            worth[*below] ^= worth[*vertex] + 1;
        }
        let firm = self.neighbours[0].iter().filter(|(_, end)| worth[*end] > 0).count();
        // The value that each vertex must carry for the whole to have the wanted one; `None` if no value does.
        let mut wanted = vec![None; self.neighbours.len()];
        wanted[0] = Some(value);
        let mut cuts = Vec::new();
        for (vertex, below, edge) in order.into_iter().skip(1) {
            let Some(wanted_below) = wanted[below] else { continue };
            let branch: u32 = wanted_below ^ worth[below] ^ (worth[vertex] + 1);
            if below == 0 {
                let leaves_fickle = branch <= 1 && firm == usize::from(worth[vertex] > 0);
                if is_fickle.is_some_and(|is_fickle| is_fickle != leaves_fickle) {
                    continue;
                }
            }
            wanted[vertex] = branch.checked_sub(1);
            if branch == 0 {
                cuts.push(edge);
            }
        }
        cuts.sort_unstable();
        cuts
    }

    /// Searches the graph, or the part that still hangs on the ground after an edge is cut.
    pub(crate) fn search(&self, cut: Option<usize>) -> Standing {
        meter::charge_each(self.edges, 15);
        let mut hangs = vec![false; self.edges];
        // For each vertex, the time at which it was reached, from 1, and the earliest time of all vertices that can be
        // reached beyond it without its own edge.
        let mut order = vec![0_usize; self.neighbours.len()];
        let mut low = order.clone();
        let mut worth = vec![0_u32; self.neighbours.len()];
        (order[0], low[0]) = (1, 1);
        let (mut reached, mut bridges, mut parts) = (1, 0, Vec::new());
        let mut way = vec![OnWay::at(0)];
        while let Some(OnWay { vertex, next, found }) = way.last_mut() {
            let vertex = *vertex;
            if let Some((edge, end)) = self.neighbours[vertex].get(*next).copied() {
                *next += 1;
                if hangs[edge] || cut == Some(edge) {
                    continue;
                }
                hangs[edge] = true;
                *found += 1;
                if vertex == 0 {
                    parts.push(GroundPart::begun_at(end));
                } else if let Some(part) = parts.last_mut() {
                    part.add(vertex, end);
                }
                if order[end] > 0 {
                    low[vertex] = low[vertex].min(order[end]);
                    worth[vertex] ^= 1;
                } else {
                    reached += 1;
                    (order[end], low[end]) = (reached, reached);
                    way.push(OnWay::at(end));
                }
                continue;
            }
            let found = *found;
            way.pop();
            if let Some(OnWay { vertex: before, .. }) = way.last() {
                let before = *before;
                let is_bridge = low[vertex] > order[before];
                bridges += usize::from(is_bridge);
                let branch = if is_bridge { worth[vertex] + 1 } else { worth[vertex] ^ 1 };
                worth[before] ^= branch;
                low[before] = low[before].min(low[vertex]);
                if let Some(part) = parts.last_mut() {
                    part.leave(found, (before == 0).then_some(branch));
                }
            }
        }
        Standing { value: worth[0], hangs, bridges, parts }
    }

    /// Returns, for each of these cuts, the value that it leaves, and whether the rest is a fickle position; `None` if
    /// it is not known to be tame.
    ///
    /// # Errors
    /// If the meter is spent.
    pub(crate) fn classes(
        &self,
        cuts: impl IntoIterator<Item = Option<usize>>,
    ) -> Result<Vec<(u32, Option<bool>)>, Spent> {
        let mut search = PartSearch::new(self);
        let mut classes = Vec::new();
        for cut in cuts {
            meter::go_on(0)?;
            let Standing { value, parts, .. } = self.search(cut);
            let mut all = Some(true);
            for part in &parts {
                let class = match part.is_fickle() {
                    None => search.is_fickle(part, cut)?,
                    known => known,
                };
                all = all.zip(class).map(|(all, is_fickle)| all && is_fickle);
            }
            classes.push((value, all));
        }
        Ok(classes)
    }
}

/// Returns whether the sum of parts is a fickle position; `None` if no theorem covers one of them.
pub(crate) fn is_fickle(parts: &[GroundPart]) -> Option<bool> {
    parts.iter().try_fold(true, |all, part| Some(part.is_fickle()? && all))
}
