//! The classes of the positions that cuts leave, in misère sums.

use std::collections::HashMap;

use super::parts::GroundPart;
use super::{GroundSearch, RootedGraph};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::tame::{TameGenus, mex};

/// The largest number of edges in a part that is searched.
const MOST_SEARCHED: usize = 16;

impl RootedGraph {
    /// Returns two results for each of these cuts: the value that the cut leaves, and whether the cut leaves a fickle
    /// position. The second result is `None` if this position is not known to be tame. A cut is the index of the edge
    /// that is cut. The cut `None` leaves the whole graph.
    pub(crate) fn classes(
        &self,
        cuts: impl IntoIterator<Item = Option<usize>>,
    ) -> Result<Vec<(u32, Option<bool>)>, Spent> {
        let mut search = PartSearch::new(self);
        let mut classes = Vec::new();
        for cut in cuts {
            meter::go_on(0)?;
            let GroundSearch { value, parts, .. } = self.search(cut);
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

/// Searches small parts of one graph, and stores the results.
struct PartSearch<'g> {
    graph: &'g RootedGraph,
    /// Maps the edges of each searched part to the class of the part; `None` if the part is wild.
    found: HashMap<Vec<usize>, Option<TameGenus>>,
}

impl<'g> PartSearch<'g> {
    pub(super) fn new(graph: &'g RootedGraph) -> Self {
        Self { graph, found: HashMap::new() }
    }

    /// Returns whether a part that is left after a cut is a fickle position; `None` if the part is not tame, or is too
    /// large.
    pub(super) fn is_fickle(&mut self, part: &GroundPart, cut: Option<usize>) -> Result<Option<bool>, Spent> {
        if part.edges > MOST_SEARCHED {
            return Ok(None);
        }
        let edges = self.edges_from(part.start, cut);
        Ok(self.tame(edges)?.map(|tame| tame.is_fickle))
    }

    /// Returns the edges of the part that contains the vertex `start`, ascending, without the edge that is cut.
    fn edges_from(&self, start: usize, cut: Option<usize>) -> Vec<usize> {
        let (mut edges, mut seen, mut open) = (Vec::new(), vec![start], vec![start]);
        while let Some(vertex) = open.pop() {
            for (edge, end) in &self.graph.neighbours[vertex] {
                meter::charge(cost::NUMBER);
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

    /// Returns the tame genus of the graph that has these edges. Conway's test finds it. `None` if the graph is not
    /// tame.
    fn tame(&mut self, edges: Vec<usize>) -> Result<Option<TameGenus>, Spent> {
        if let Some(found) = self.found.get(&edges) {
            return Ok(*found);
        }
        let mut options = Vec::with_capacity(edges.len());
        let mut is_tame = true;
        for cut in &edges {
            let left = self.hanging(&edges, *cut);
            meter::go_on_each(edges.len(), cost::NUMBER)?;
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

    /// Returns those of the edges that still hang on the ground after the edge `cut` is cut.
    fn hanging(&self, edges: &[usize], cut: usize) -> Vec<usize> {
        let (mut left, mut seen, mut open) = (Vec::new(), vec![0], vec![0]);
        while let Some(vertex) = open.pop() {
            for (edge, end) in &self.graph.neighbours[vertex] {
                meter::charge(cost::WORD);
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
