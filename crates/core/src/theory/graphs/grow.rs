//! Labels of a graph that grows: positions are explored when requests need them, and keep their labels.

use super::graph::{NONE, index, vertex};
use super::labels::{Mex, SmithLabels};
use super::splitting::SplittingGraph;
use crate::number::meter::{self, Spent};

/// The value of a vertex that [`SmithLabels::grow`] has not met.
const UNSEEN: u32 = NONE - 1;
/// This bit is set in the value of a vertex whose options [`SmithLabels::grow`] follows. The other bits are the vertex
/// before it on the path, or [`START`]. No value has this bit, since no vertex has 2^31 options.
const BEGUN: u32 = 1 << 31;
/// The place before the first vertex of a path. With the bit [`BEGUN`], it is neither [`NONE`] nor [`UNSEEN`].
const START: u32 = BEGUN - 3;
/// After this number of vertices, [`SmithLabels::grow`] looks whether anybody still waits.
const STRIDE: u32 = 4096;

impl SmithLabels {
    /// Creates the labels of a graph without vertices, for [`Self::grow`].
    pub(crate) fn empty() -> Self {
        Self { values: Vec::new(), counters: Vec::new(), acyclic: true }
    }

    /// Labels the vertices that were added to a graph without cycles. A vertex that reaches a cycle gets no value. The
    /// work is not charged.
    ///
    /// # Errors
    /// If the meter is spent.
    pub(crate) fn grow(&mut self, graph: &SplittingGraph) -> Result<(), Spent> {
        let (first, below) = (vertex(self.values.len()), graph.below());
        self.values.resize(index(graph.vertices()), UNSEEN);
        self.counters.resize(index(graph.vertices()), 0);
        let mut mex = Mex::default();
        for start in first..graph.vertices() {
            if start % STRIDE == 0 {
                meter::check()?;
            }
            if self.values[index(start)] != UNSEEN {
                continue;
            }
            self.values[index(start)] = BEGUN | START;
            let mut v = start;
            // The path from `start` to `v` needs no memory of its own. Until a vertex has a label, its value leads back
            // to the vertex before it, and its counter is the number of its options that were followed.
            while v != START {
                let options = below.options(v);
                let followed = index(self.counters[index(v)]);
                let next = options[followed..].iter().position(|to| self.values[index(*to)] == UNSEEN);
                if let Some(next) = next {
                    let to = options[followed + next];
                    self.counters[index(v)] = vertex(followed + next + 1);
                    self.values[index(to)] = BEGUN | v;
                    v = to;
                    continue;
                }
                let before = self.values[index(v)] & !BEGUN;
                // An option that is begun and not labelled yet leads back to this vertex.
                if options.iter().all(|to| self.values[index(*to)] < BEGUN) {
                    mex.start();
                    for parts in graph.options(v) {
                        mex.insert(parts.iter().fold(0, |sum, to| sum ^ self.values[index(*to)]));
                    }
                    self.values[index(v)] = mex.mex();
                    let longest = options.iter().map(|to| self.counters[index(*to)] + 1).max();
                    self.counters[index(v)] = longest.unwrap_or(0);
                } else {
                    (self.values[index(v)], self.counters[index(v)]) = (NONE, 0);
                }
                v = before;
            }
        }
        Ok(())
    }

    /// Removes the labels of the vertices that were added last, so that `vertices` vertices are left.
    pub(crate) fn truncate(&mut self, vertices: u32) {
        self.values.truncate(index(vertices));
        self.counters.truncate(index(vertices));
    }

    /// Returns the labels of a subgraph without cycles. Vertex `v` of the subgraph is `vertices[v]`.
    pub(crate) fn part(&self, vertices: &[u32]) -> Self {
        let of = |labels: &[u32]| vertices.iter().map(|v| labels[index(*v)]).collect();
        Self { values: of(&self.values), counters: of(&self.counters), acyclic: true }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::arb_graph;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A graph that grows row by row has the labels of its finite part. Options point to earlier vertices, or to
        /// vertices of the same part.
        #[test]
        fn labels_are_those_of_the_whole_graph(parts in prop::collection::vec(arb_graph(6), 1..4), back in any::<u32>()) {
            let (mut grown, mut labels) = (SplittingGraph::empty(), SmithLabels::empty());
            for part in parts {
                let first = grown.vertices();
                for v in 0..part.vertices() {
                    let mut row: Vec<u32> = part.options(v).iter().map(|to| to + first).collect();
                    row.extend(back.checked_rem(first));
                    let ends: Vec<u32> = (1..=vertex(row.len())).collect();
                    grown.add_row(&row, &ends);
                }
                labels.grow(&grown).unwrap();
                let whole = SmithLabels::of(grown.below()).unwrap();
                for v in 0..grown.vertices() {
                    let reaches_cycle = grown.below().reachable(v, usize::MAX).is_some_and(|(reached, _)| {
                        !SmithLabels::of(&reached).unwrap().acyclic()
                    });
                    let expected = if reaches_cycle { None } else { whole.finite(v) };
                    prop_assert_eq!(labels.finite(v), expected);
                    if !reaches_cycle {
                        prop_assert_eq!(labels.counter(v), whole.counter(v));
                    }
                }
            }
        }
    }
}
