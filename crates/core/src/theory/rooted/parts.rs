//! [`GroundPart`]: a part of a rooted graph that has only the ground in common with the others, and its class in misère
//! sums.
//!
//! The classes below are our proofs. They use a fact on an edge at the ground that alone carries F. It is the ordinal
//! sum of one edge and F: see `theory/deletion/series`.
//!
//! - **A trunk**, one edge at the ground, is tame, and it may carry anything, cycles too. It is fickle iff the value of that is 0.
//! - **k ≥ 2 edges from the ground to one vertex** that carries F with g(F) = x are tame, worth x ⊕ (k mod 2), and fickle iff x ≤ 1.
//!   Write M(k, F); its options are M(k − 1, F) and M(k, F′). *k = 2.* If x = 0, M(1, F) is fickle 1, and the M(2, F′) have x′ ≠ 0: so
//!   none is worth 0, none has the misère value 1, and one has the misère value 0. If x = 1, M(1, F) is firm 2, some M(2, F′) is fickle 0
//!   and none is worth 1. If x ≥ 2, there are both fickle positions, 2 to x − 1, and x + 1, and not x. *k ≥ 3.* M(k − 1, F) is worth
//!   the value ⊕ 1. If x ≤ 1, it and the M(k, F′) with x′ = x ⊕ 1 are fickle, and all others are firm and at least 2. If x ≥ 2, the
//!   M(k, F′) with x′ < x are worth all of 0 to x − 1, except for the order of each two, both fickle positions among them.
//! - **A bare cycle through the ground**: the options are two stalks. With 3 edges it is fickle and worth 1; with n ≥ 4 firm and worth
//!   n mod 2.
//!
//! All moves in such a part leave such parts. Other parts are searched by Conway's test if they are small, since from 5
//! edges on they can be wild.

use std::collections::HashMap;

use super::RootedGraph;
use crate::number::meter::{self, Spent};
use crate::theory::tame::{TameGenus, mex};

/// The largest number of edges of a part that is searched.
const MOST_SEARCHED: usize = 16;

/// Steps of reading an edge.
const STEPS_AN_EDGE: u64 = 20;

/// A part of a rooted graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroundPart {
    /// The vertex at which the part was found. If `is_joined_once`, it is the other end of all its edges at the ground.
    start: usize,
    value: u32,
    edges: usize,
    /// The number of its edges that stand on the ground.
    at_ground: usize,
    /// `true` if all of these edges end in the same vertex.
    is_joined_once: bool,
    /// `true` if the search found just one edge from each vertex.
    is_thread: bool,
}

impl GroundPart {
    /// Starts a part with its first edge, from the ground to a vertex. The edge may be a loop at the ground.
    pub(super) fn begun_at(start: usize) -> Self {
        Self { start, value: 1, edges: 1, at_ground: 1, is_joined_once: true, is_thread: true }
    }

    /// Adds an edge that was found from a vertex of the part.
    pub(super) fn add(&mut self, vertex: usize, end: usize) {
        self.edges += 1;
        if end == 0 {
            self.at_ground += 1;
            self.is_joined_once &= vertex == self.start;
        }
    }

    /// Leaves a vertex, given the number of edges that were found from it, and the value of the part if it was the
    /// first one.
    pub(super) fn leave(&mut self, found: usize, value: Option<u32>) {
        self.is_thread &= found == 1;
        if let Some(value) = value {
            self.value = value;
        }
    }

    /// Returns whether the part is a fickle position; `None` if no theorem covers it.
    pub(super) fn is_fickle(&self) -> Option<bool> {
        match self.at_ground {
            1 => Some(self.value == 1),
            edges if self.is_joined_once => Some(self.value ^ u32::from(edges % 2 == 1) <= 1),
            2 if self.is_thread => Some(self.edges == 3),
            _ => None,
        }
    }
}

/// Searches small parts of one graph, and keeps the results.
pub(super) struct PartSearch<'g> {
    graph: &'g RootedGraph,
    /// The class of a part by its edges.
    found: HashMap<Vec<usize>, Option<TameGenus>>,
}

impl<'g> PartSearch<'g> {
    pub(super) fn new(graph: &'g RootedGraph) -> Self {
        Self { graph, found: HashMap::new() }
    }

    /// Returns whether a part that a cut left is a fickle position; `None` if it is not tame, or too large.
    pub(super) fn is_fickle(&mut self, part: &GroundPart, cut: Option<usize>) -> Result<Option<bool>, Spent> {
        if part.edges > MOST_SEARCHED {
            return Ok(None);
        }
        let edges = self.edges_from(part.start, cut);
        Ok(self.tame(edges)?.map(|tame| tame.is_fickle))
    }

    /// Returns the edges of the part that has a vertex, ascending, without the one that is cut.
    fn edges_from(&self, start: usize, cut: Option<usize>) -> Vec<usize> {
        let (mut edges, mut seen, mut open) = (Vec::new(), vec![start], vec![start]);
        while let Some(vertex) = open.pop() {
            for (edge, end) in &self.graph.neighbours[vertex] {
                meter::charge(STEPS_AN_EDGE);
                if Some(*edge) == cut || edges.contains(edge) {
                    continue;
                }
                edges.push(*edge);
                if *end != 0 && !seen.contains(end) {
                    seen.push(*end);
                    open.push(*end);
                }
            }
        }
        edges.sort_unstable();
        edges
    }

    /// Returns the class of the graph of some edges in misère sums, by Conway's test; `None` if it is not tame.
    fn tame(&mut self, edges: Vec<usize>) -> Result<Option<TameGenus>, Spent> {
        if let Some(found) = self.found.get(&edges) {
            return Ok(*found);
        }
        let mut options = Vec::with_capacity(edges.len());
        let mut is_tame = true;
        for cut in &edges {
            let left = self.hanging(&edges, *cut);
            meter::go_on_each(edges.len(), STEPS_AN_EDGE)?;
            match self.tame(left)? {
                Some(option) => options.push(option),
                None => is_tame = false,
            }
            if !is_tame {
                break;
            }
        }
        let genus = || {
            let normal = mex(options.iter().map(|option| option.value));
            TameGenus::of_genus(normal, &mex(options.iter().map(TameGenus::misere)))
        };
        let found = match (is_tame, options.is_empty()) {
            (false, _) => None,
            (true, true) => Some(TameGenus::nothing()),
            (true, false) => genus(),
        };
        self.found.insert(edges, found);
        Ok(found)
    }

    /// Returns the edges that hang on the ground when one of them is cut.
    fn hanging(&self, edges: &[usize], cut: usize) -> Vec<usize> {
        let (mut left, mut seen, mut open) = (Vec::new(), vec![0], vec![0]);
        while let Some(vertex) = open.pop() {
            for (edge, end) in &self.graph.neighbours[vertex] {
                meter::charge(1);
                if *edge == cut || left.contains(edge) || edges.binary_search(edge).is_err() {
                    continue;
                }
                left.push(*edge);
                if !seen.contains(end) {
                    seen.push(*end);
                    open.push(*end);
                }
            }
        }
        left.sort_unstable();
        left
    }
}
