//! A directed graph in compressed rows: the options of vertex `v` are one slice of one array.

use crate::number::{cost, meter};
use crate::theory::step::counted;

/// Stands for "no vertex" in the tables. No vertex has this number.
pub(crate) const NONE: u32 = u32::MAX;

/// Converts a vertex to an index. The tables store vertices and edges as `u32`, which halves the memory of the tables.
#[expect(clippy::as_conversions, reason = "u32 fits usize on every target that we build for (wasm32 included)")]
pub(crate) const fn index(vertex: u32) -> usize {
    vertex as usize
}

/// Converts an index to a vertex.
#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "`Limits` keep every table below 2³² entries"
)]
pub(crate) const fn vertex(index: usize) -> u32 {
    index as u32
}

/// The number of edges that are read before the meter is checked again.
const CHUNK: usize = 1 << 16;

/// A graph: vertices 0 … V−1, each with the list of its options. Each option is listed once, in the order in which the
/// options first occur in the input.
///
/// The graph of a splitting game ([`SplittingGraph::below`](super::splitting::SplittingGraph::below)) may list an option
/// several times.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    /// `offsets[v]..offsets[v + 1]` are the options of `v` in `targets`.
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Graph {
    /// Creates a graph from `rows`, which has the list of the options of each vertex. This function is for tests, and
    /// for games that are written as code.
    ///
    /// # Errors
    /// If a target is not a vertex.
    ///
    /// # Panics
    /// If there are 2³² − 1 edges or more. Graphs of clients are read by [`Rows`] instead, which has limits.
    pub fn from_rows<R: AsRef<[u32]>>(rows: impl IntoIterator<Item = R>) -> Result<Self, UnknownTarget> {
        let mut all = Rows { offsets: vec![0], targets: Vec::new(), limits: GraphLimits::NONE };
        for row in rows {
            all.targets.extend_from_slice(row.as_ref());
            assert!(all.targets.len() < index(NONE), "too many edges");
            all.offsets.push(vertex(all.targets.len()));
        }
        all.finish()
    }

    /// Creates a graph without vertices, for [`Self::add_row`].
    pub(crate) fn empty() -> Self {
        Self { offsets: vec![0], targets: Vec::new() }
    }

    /// Adds a vertex with these options, which may be vertices that are added later.
    pub(crate) fn add_row(&mut self, options: &[u32]) {
        self.targets.extend_from_slice(options);
        self.offsets.push(vertex(self.targets.len()));
    }

    /// Removes the vertices that were added last, so that `vertices` vertices are left.
    pub(crate) fn truncate(&mut self, vertices: u32) {
        self.offsets.truncate(index(vertices) + 1);
        self.targets.truncate(self.offsets.last().map_or(0, |end| index(*end)));
    }

    /// Returns the subgraph of `vertices`, which must contain all of their options. Vertex `v` has the number
    /// `numbers[v]` in the subgraph, which is its place in `vertices`.
    pub(crate) fn part(&self, vertices: &[u32], numbers: &[u32]) -> Self {
        let mut part = Self::empty();
        for v in vertices {
            part.targets.extend(self.options(*v).iter().map(|to| numbers[index(*to)]));
            part.offsets.push(vertex(part.targets.len()));
        }
        part
    }

    /// Creates a heap of nim with `n` objects: vertex `k` is a heap of `k`. The graph has n² / 2 edges, so `n` must be
    /// small.
    #[must_use]
    pub fn nim_heap(n: u16) -> Self {
        let mut offsets = vec![0];
        let mut targets = Vec::new();
        for k in 0..=u32::from(n) {
            targets.extend(0..k);
            offsets.push(vertex(targets.len()));
        }
        Self { offsets, targets }
    }

    /// Returns the number of vertices.
    #[must_use]
    pub const fn vertices(&self) -> u32 {
        vertex(self.offsets.len() - 1)
    }

    /// Returns the number of edges. An edge that was repeated counts once.
    #[must_use]
    pub const fn edges(&self) -> u32 {
        vertex(self.targets.len())
    }

    /// Returns the number of edges of all vertices before `v`.
    pub(crate) fn first_edge(&self, v: u32) -> u32 {
        self.offsets[index(v)]
    }

    /// Returns the options of a vertex. Panics if there is no such vertex.
    #[must_use]
    pub fn options(&self, v: u32) -> &[u32] {
        let v = index(v);
        &self.targets[index(self.offsets[v])..index(self.offsets[v + 1])]
    }

    /// Returns the graph with every edge reversed, by counting sort. The options of each vertex of the result are
    /// ascending. If the meter is spent, the result has no edges.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let vertices = index(self.vertices());
        meter::charge_each(vertices, cost::BYTE);
        // At first, offsets[v + 2] is the number of edges that lead to v. After these numbers are summed, the options
        // of v in the result begin at offsets[v + 1] in `targets`. While these options are written, offsets[v + 1]
        // moves to their end. So no second array of positions is needed.
        let mut offsets = vec![0_u32; vertices + 2];
        for some in meter::each(self.targets.chunks(CHUNK), 0) {
            meter::charge_each(some.len(), cost::BYTE);
            for &v in some {
                offsets[index(v) + 2] += 1;
            }
        }
        for v in 2..offsets.len() {
            offsets[v] += offsets[v - 1];
        }
        let mut targets = vec![0; self.targets.len()];
        for u in meter::each(0..self.vertices(), cost::BYTE) {
            meter::charge_each(self.options(u).len(), cost::BYTE);
            for &v in self.options(u) {
                let place = &mut offsets[index(v) + 1];
                targets[index(*place)] = u;
                *place += 1;
            }
        }
        offsets.truncate(vertices + 1);
        Self { offsets, targets }
    }

    /// Returns the graph without the edges that start or end at a vertex for which `is_gone` is true. These vertices
    /// stay, so that every vertex keeps its number. If the meter is spent, edges are missing.
    #[must_use]
    pub(crate) fn without(&self, is_gone: impl Fn(u32) -> bool) -> Self {
        let (mut offsets, mut targets) = (vec![0], Vec::new());
        for v in 0..self.vertices() {
            let row = self.options(v);
            meter::charge_each(row.len().saturating_add(1), cost::BYTE);
            if !is_gone(v) {
                targets.extend(row.iter().copied().filter(|&option| !is_gone(option)));
            }
            offsets.push(vertex(targets.len()));
        }
        Self { offsets, targets }
    }

    /// Returns the subgraph that can be reached from `start`, in which `start` is vertex 0. Also returns, for each
    /// vertex of the subgraph, its number in `self`. `None` if the subgraph has more than `limit` vertices, or if the
    /// meter is spent.
    #[must_use]
    pub fn reachable(&self, start: u32, limit: usize) -> Option<(Self, Vec<u32>)> {
        let mut found = vec![start];
        // The numbers are in a map, not in an array. So a small part of a large graph does not cost a pass over the
        // whole graph.
        let mut number = std::collections::HashMap::from([(start, 0_u32)]);
        let (mut offsets, mut targets) = (vec![0], Vec::new());
        let mut done = 0;
        while let Some(&u) = found.get(done) {
            done += 1;
            meter::go_on_each(self.options(u).len().saturating_add(1), cost::NUMBER).ok()?;
            for &v in self.options(u) {
                let to = *number.entry(v).or_insert_with(|| {
                    found.push(v);
                    vertex(found.len() - 1)
                });
                targets.push(to);
            }
            if found.len() > limit {
                return None;
            }
            offsets.push(vertex(targets.len()));
        }
        Some((Self { offsets, targets }, found))
    }

    /// Returns the bytes that the graph has allocated.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        (self.offsets.capacity() + self.targets.capacity()) * size_of::<u32>()
    }
}

/// The largest size that a graph may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphLimits {
    /// The largest number of vertices.
    pub vertices: u32,
    /// The largest number of edges. A repeated edge counts each time that it is written.
    pub edges: u32,
}

impl GraphLimits {
    /// The largest numbers that a graph can store as 32-bit integers. There is no other limit.
    pub const NONE: Self = Self { vertices: NONE - 1, edges: NONE - 1 };
}

/// A graph that is being read, row by row. A row is the list of the options of one vertex.
#[derive(Debug)]
pub struct Rows {
    offsets: Vec<u32>,
    targets: Vec<u32>,
    limits: GraphLimits,
}

impl Rows {
    /// Creates an empty list of rows.
    #[must_use]
    pub fn new(limits: GraphLimits) -> Self {
        // The largest number of 32 bits means "none" in the tables, so it can't number a vertex or an edge.
        let limits = GraphLimits {
            vertices: limits.vertices.min(GraphLimits::NONE.vertices),
            edges: limits.edges.min(GraphLimits::NONE.edges),
        };
        Self { offsets: vec![0], targets: Vec::new(), limits }
    }

    /// Creates the rows from two arrays: the options of vertex `v` are `targets[offsets[v]..offsets[v + 1]]`. `None` if
    /// the arrays do not have this form, or if there are more vertices or edges than the tables can hold.
    #[must_use]
    pub fn from_arrays(offsets: Vec<u32>, targets: Vec<u32>) -> Option<Self> {
        let fits =
            targets.len() <= index(GraphLimits::NONE.edges) && offsets.len() <= index(GraphLimits::NONE.vertices);
        let whole = offsets.first() == Some(&0) && offsets.last().is_some_and(|&end| index(end) == targets.len());
        (fits && whole && offsets.is_sorted()).then_some(Self { offsets, targets, limits: GraphLimits::NONE })
    }

    /// Adds an option to the vertex whose options are being read. The option may be a vertex that is read later.
    ///
    /// # Errors
    /// If there are more edges than the limit allows.
    pub fn target(&mut self, to: u32) -> Result<(), TooLarge> {
        if self.targets.len() >= index(self.limits.edges) {
            return Err(TooLarge { what: EDGES, limit: self.limits.edges });
        }
        self.targets.push(to);
        Ok(())
    }

    /// Ends the present row, which is the list of the options of one vertex. This adds the vertex to the graph.
    ///
    /// # Errors
    /// If there are more vertices than the limit allows.
    pub fn end_row(&mut self) -> Result<(), TooLarge> {
        if self.offsets.len() > index(self.limits.vertices) {
            return Err(TooLarge { what: VERTICES, limit: self.limits.vertices });
        }
        self.offsets.push(vertex(self.targets.len()));
        Ok(())
    }

    /// Returns the number of vertices whose options were all read.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns `true` until all options of the first vertex were read.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Creates the graph, with all edges that are repeated. `None` if a target is not a vertex.
    pub(super) fn finish_with_repeats(self) -> Option<Graph> {
        let Self { offsets, targets, .. } = self;
        meter::charge_each(offsets.len().saturating_add(targets.len()), cost::BYTE);
        targets.iter().all(|to| index(*to) + 1 < offsets.len()).then_some(Graph { offsets, targets })
    }

    /// Creates the graph, without repeated edges.
    ///
    /// # Errors
    /// If a target is not a vertex. The error names the first such target.
    pub fn finish(mut self) -> Result<Graph, UnknownTarget> {
        /// If a vertex has at most this number of edges, repeated edges are found by comparing all pairs of edges. This
        /// is faster than marking vertices in an array, because the array does not fit into the processor's cache.
        const SHORT: usize = 8;
        let vertices = self.offsets.len() - 1;
        meter::charge_each(vertices.saturating_add(self.targets.len()), cost::ENTRY);
        let mut last_row = vec![NONE; vertices];
        let (mut read, mut written) = (0, 0);
        for row in 0..vertices {
            let end = index(self.offsets[row + 1]);
            let begin = written;
            let short = end - read <= SHORT;
            let this = vertex(row);
            for place in read..end {
                let to = self.targets[place];
                let new = if index(to) >= vertices {
                    return Err(UnknownTarget { row: this, place: vertex(place - read) });
                } else if short {
                    !self.targets[begin..written].contains(&to)
                } else {
                    std::mem::replace(&mut last_row[index(to)], this) != this
                };
                if new {
                    self.targets[written] = to;
                    written += 1;
                }
            }
            read = end;
            self.offsets[row + 1] = vertex(written);
        }
        self.targets.truncate(written);
        self.targets.shrink_to_fit();
        self.offsets.shrink_to_fit();
        Ok(Graph { offsets: self.offsets, targets: self.targets })
    }
}

/// A vertex and vertices, in words.
pub const VERTICES: [&str; 2] = ["vertex", "vertices"];

/// An edge and edges, in words.
pub const EDGES: [&str; 2] = ["edge", "edges"];

/// The error for a graph that is larger than the limits allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {}", counted(.limit, .what[0], .what[1]))]
pub struct TooLarge {
    /// What there is too much of, in the singular and in the plural: [`VERTICES`] or [`EDGES`].
    pub what: [&'static str; 2],
    /// The largest number that is allowed.
    pub limit: u32,
}

/// An edge whose target is not a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("option {place} of vertex {row} is no vertex")]
pub struct UnknownTarget {
    /// The vertex at which the edge starts.
    pub row: u32,
    /// The place of the edge among the edges that start at that vertex, counted from 0.
    pub place: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_edge_is_one_and_the_order_is_of_first_occurrence() {
        let long: Vec<u32> = (0..20).map(|i| [3, 1, 3, 0, 1][i % 5]).collect();
        let graph = Graph::from_rows([vec![2, 1, 2, 2, 0], vec![], vec![1, 1], long]).unwrap();
        assert_eq!(graph.options(0), [2, 1, 0]);
        assert!(graph.options(1).is_empty());
        assert_eq!(graph.options(2), [1]);
        assert_eq!(graph.options(3), [3, 1, 0]);
        assert_eq!((graph.vertices(), graph.edges()), (4, 7));
        let back = graph.reversed();
        assert_eq!((back.options(0), back.options(1)), ([0, 3].as_slice(), [0, 2, 3].as_slice()));
        assert_eq!((back.options(2), back.options(3)), ([0].as_slice(), [3].as_slice()));
    }

    #[test]
    fn arrays_are_rows() {
        let graph =
            |offsets: &[u32], targets: &[u32]| Rows::from_arrays(offsets.into(), targets.into()).map(Rows::finish);
        let rows = Graph::from_rows([vec![1, 0, 1], vec![], vec![0]]);
        assert_eq!(graph(&[0, 3, 3, 4], &[1, 0, 1, 0]), Some(rows));
        for (offsets, targets) in [([].as_slice(), [].as_slice()), (&[0, 1], &[]), (&[1, 1], &[0]), (&[0, 2, 1], &[0])]
        {
            assert_eq!(graph(offsets, targets), None, "{offsets:?}");
        }
    }

    #[test]
    fn a_target_that_is_no_vertex_is_named() {
        assert_eq!(Graph::from_rows([vec![1], vec![0, 0, 2]]), Err(UnknownTarget { row: 1, place: 2 }));
        assert_eq!(Graph::from_rows([vec![u32::MAX]]), Err(UnknownTarget { row: 0, place: 0 }));
    }

    #[test]
    fn limits_hold_exactly() {
        let mut rows = Rows::new(GraphLimits { vertices: 1, edges: 2 });
        assert_eq!((rows.target(0), rows.target(0)), (Ok(()), Ok(())));
        assert_eq!(rows.target(0), Err(TooLarge { what: EDGES, limit: 2 }));
        assert_eq!(rows.end_row(), Ok(()));
        let over = TooLarge { what: VERTICES, limit: 1 };
        assert_eq!((rows.end_row(), over.to_string()), (Err(over), "more than 1 vertex".to_owned()));
    }

    #[test]
    fn what_can_be_reached_and_no_more() {
        let graph = Graph::from_rows([vec![1], vec![0], vec![3, 1], vec![2], vec![4]]).unwrap();
        let (part, names) = graph.reachable(3, 4).unwrap();
        assert_eq!(names, [3, 2, 1, 0]);
        assert_eq!(part, Graph::from_rows([vec![1], vec![0, 2], vec![3], vec![2]]).unwrap());
        assert_eq!(graph.reachable(3, 3), None);
        assert_eq!(graph.reachable(4, 1).unwrap().1, [4]);
    }
}
