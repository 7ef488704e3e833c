//! Maximum matchings of undirected graphs, by the algorithm of Edmonds (1965) in the form of Gabow (1976).
//!
//! A search by breadth grows a tree of alternating paths from a vertex without a mate. The vertices at even distance are
//! *outer*. If an edge joins two outer vertices of the tree, the odd circle that it closes (a blossom) shrinks to one
//! outer vertex. If the tree reaches another vertex without a mate, the path to it makes the matching larger. Otherwise
//! no path leads through this tree any more, so its vertices are never looked at again. In the end, the outer vertices of
//! all such trees are those that some maximum matching leaves without a mate (Gallai 1964, Edmonds 1965).

use super::graph::{Graph, NONE, index};
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The place of a vertex in the present tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
}

/// The search for a maximum matching.
struct MatchingSearch<'g> {
    graph: &'g Graph,
    /// The mate of each vertex, or [`NONE`].
    mates: Vec<u32>,
    labels: Vec<Label>,
    /// True if the vertex is in a tree from which no path was found.
    is_settled: Vec<bool>,
    /// For a vertex that was inner when the tree reached it: the outer vertex before it. For an outer vertex in a
    /// blossom, the vertex to which the path goes on.
    parents: Vec<u32>,
    /// The blossoms as a forest: the root of a vertex is the base of its blossom.
    bases: Vec<u32>,
    /// The vertices of the present tree, in the order in which they became outer.
    outer: Vec<u32>,
    /// All vertices whose labels the present tree has set.
    touched: Vec<u32>,
    /// For each vertex, the number of the last search for a common base that met it.
    met: Vec<u64>,
    searches: u64,
}

/// Returns, for each vertex of an undirected graph, whether some maximum matching leaves it without a mate. Each edge is
/// an edge of `graph` in both directions. `None` if the meter is spent.
pub(crate) fn missed(graph: &Graph) -> Option<Vec<bool>> {
    let mut search = MatchingSearch::new(graph).ok()?;
    for root in 0..graph.vertices() {
        if search.mates[index(root)] == NONE {
            search.grow(root).ok()?;
        }
    }
    let is_missed = |(label, is_settled): (&Label, &bool)| *label == Label::Outer && *is_settled;
    Some(search.labels.iter().zip(&search.is_settled).map(is_missed).collect())
}

impl<'g> MatchingSearch<'g> {
    /// Begins with a matching that pairs each vertex, those with few neighbours first, with a free neighbour that has few
    /// neighbours. It is nearly always nearly as large as the largest.
    fn new(graph: &'g Graph) -> Result<Self, Spent> {
        let vertices = index(graph.vertices());
        meter::go_on_each(vertices, cost::NUMBER)?;
        let mut mates = vec![NONE; vertices];
        let mut order: Vec<u32> = (0..graph.vertices()).collect();
        order.sort_by_key(|v| graph.options(*v).len());
        for v in order {
            let neighbours = graph.options(v);
            meter::go_on_each(neighbours.len(), cost::ENTRY)?;
            if mates[index(v)] == NONE
                && let Some(to) =
                    neighbours.iter().filter(|to| mates[index(**to)] == NONE).min_by_key(|to| graph.options(**to).len())
            {
                mates[index(v)] = *to;
                mates[index(*to)] = v;
            }
        }
        Ok(Self {
            graph,
            mates,
            labels: vec![Label::Free; vertices],
            is_settled: vec![false; vertices],
            parents: vec![NONE; vertices],
            bases: (0..graph.vertices()).collect(),
            outer: Vec::new(),
            touched: Vec::new(),
            met: vec![0; vertices],
            searches: 0,
        })
    }

    /// Grows a tree from a vertex without a mate, until it makes the matching larger or can't grow.
    fn grow(&mut self, root: u32) -> Result<(), Spent> {
        self.touched.clear();
        self.outer.clear();
        self.reach(root, Label::Outer);
        let mut next = 0;
        while let Some(from) = self.outer.get(next).copied() {
            next += 1;
            let neighbours = self.graph.options(from);
            meter::go_on_each(neighbours.len().saturating_add(1), cost::VALUE)?;
            for &to in neighbours {
                if self.is_settled[index(to)] {
                    continue;
                }
                match self.labels[index(to)] {
                    Label::Inner => {}
                    Label::Outer => {
                        if let Some(base) = self.common_base(from, to)? {
                            self.shrink(from, to, base)?;
                            self.shrink(to, from, base)?;
                        }
                    }
                    Label::Free => {
                        self.reach(to, Label::Inner);
                        self.parents[index(to)] = from;
                        let mate = self.mates[index(to)];
                        if mate == NONE {
                            return self.exchange(to);
                        }
                        self.reach(mate, Label::Outer);
                    }
                }
            }
        }
        for &v in &self.touched {
            self.is_settled[index(v)] = true;
        }
        Ok(())
    }

    fn reach(&mut self, v: u32, label: Label) {
        self.labels[index(v)] = label;
        self.touched.push(v);
        if label == Label::Outer {
            self.outer.push(v);
        }
    }

    /// Exchanges the edges in and out of the matching along the path from `end` to the root, and forgets the tree.
    fn exchange(&mut self, mut end: u32) -> Result<(), Spent> {
        while end != NONE {
            meter::go_on(cost::ENTRY)?;
            let before = self.parents[index(end)];
            let next = self.mates[index(before)];
            self.mates[index(end)] = before;
            self.mates[index(before)] = end;
            end = next;
        }
        meter::charge_each(self.touched.len(), cost::ENTRY);
        for &v in &self.touched {
            (self.labels[index(v)], self.bases[index(v)]) = (Label::Free, v);
        }
        Ok(())
    }

    /// Returns the base of the blossom of a vertex. Halves the path to it.
    fn base(&mut self, mut v: u32) -> u32 {
        while self.bases[index(v)] != v {
            let above = self.bases[index(self.bases[index(v)])];
            self.bases[index(v)] = above;
            v = above;
        }
        v
    }

    /// Returns the first base that the paths from two outer vertices to the root share; `None` if the vertices are in the
    /// same blossom already.
    fn common_base(&mut self, one: u32, other: u32) -> Result<Option<u32>, Spent> {
        let (mut here, mut there) = (self.base(one), self.base(other));
        if here == there {
            return Ok(None);
        }
        self.searches += 1;
        loop {
            meter::go_on(cost::VALUE)?;
            if here != NONE {
                if self.met[index(here)] == self.searches {
                    return Ok(Some(here));
                }
                self.met[index(here)] = self.searches;
                let mate = self.mates[index(here)];
                here = if mate == NONE { NONE } else { self.base(self.parents[index(mate)]) };
            }
            (here, there) = (there, here);
        }
    }

    /// Makes the vertices on the path from `from` to `base` a part of the blossom. `beyond` is the other end of the edge
    /// that closes the blossom.
    fn shrink(&mut self, mut from: u32, mut beyond: u32, base: u32) -> Result<(), Spent> {
        while self.base(from) != base {
            meter::go_on(cost::VALUE)?;
            self.parents[index(from)] = beyond;
            let mate = self.mates[index(from)];
            if self.labels[index(mate)] == Label::Inner {
                self.labels[index(mate)] = Label::Outer;
                self.outer.push(mate);
            }
            for v in [from, mate] {
                if self.bases[index(v)] == v {
                    self.bases[index(v)] = base;
                }
            }
            (beyond, from) = (mate, self.parents[index(mate)]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;

    /// Returns the size of the largest matching in the edges, without the vertices in a set.
    fn largest(edges: &[(u32, u32)], without: u32) -> u32 {
        let Some(((one, other), rest)) = edges.split_first() else { return 0 };
        let skipped = largest(rest, without);
        let both = 1 << one | 1 << other;
        if without & both == 0 { skipped.max(1 + largest(rest, without | both)) } else { skipped }
    }

    fn graph(vertices: u32, edges: &[(u32, u32)]) -> Graph {
        let ends = |v: u32| {
            let other = move |(a, b): &(u32, u32)| (*a == v).then_some(*b).or((*b == v).then_some(*a));
            edges.iter().filter_map(other).collect::<Vec<u32>>()
        };
        Graph::from_rows((0..vertices).map(ends)).unwrap()
    }

    fn check(vertices: u32, edges: &[(u32, u32)]) {
        let all = largest(edges, 0);
        let expected: Vec<bool> = (0..vertices).map(|v| largest(edges, 1 << v) == all).collect();
        assert_eq!(missed(&graph(vertices, edges)).unwrap(), expected, "{edges:?}");
    }

    #[test]
    fn all_graphs_on_six_vertices_and_random_larger_ones() {
        let pairs = |vertices: u32| -> Vec<(u32, u32)> {
            (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| (one, other))).collect()
        };
        for vertices in 0..=6 {
            let pairs = pairs(vertices);
            for set in 0_u32..1 << pairs.len() {
                let chosen = (0..pairs.len()).filter(|place| set >> place & 1 == 1);
                check(vertices, &chosen.map(|place| pairs[place]).collect::<Vec<_>>());
            }
        }
        // Larger graphs have blossoms inside of blossoms. The numbers are those of a linear congruential generator.
        let mut state = 1_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..3_000 {
            let vertices = 7 + u32::try_from(random(6)).unwrap();
            let mut all = pairs(vertices);
            let mut random = |below: usize| usize::try_from(random(u64::try_from(below).unwrap())).unwrap();
            let count = 1 + random(16).min(all.len() - 1);
            let chosen: Vec<_> = (0..count).map(|_| all.swap_remove(random(all.len()))).collect();
            check(vertices, &chosen);
        }
    }

    #[test]
    fn a_spent_meter_ends_the_search() {
        let path: Vec<(u32, u32)> = (0..2_000).map(|v| (v, v + 1)).collect();
        let path = graph(2_001, &path);
        assert!(Meter::new(1_000).run(|| missed(&path)).is_err());
        let missed = missed(&path).unwrap();
        assert!(missed.iter().enumerate().all(|(v, is_missed)| *is_missed == (v % 2 == 0)));
    }
}
