//! Games given as a graph without cycles. A move may leave several vertices, which together are a sum. In normal play
//! the value of a sum is the XOR of the values of its parts (Sprague 1935, Grundy 1939). So the values also decide
//! games in which a move splits a component. In misère play no such theory is known, so sums are searched. A search
//! stores only a limited number of sums.

use std::sync::Arc;

use super::graph::{Graph, Rows, index, vertex};
use super::labels::Mex;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::misere::multisets::{ComponentRules, Multisets, Number, ONE_MOVE, Summands};

pub use crate::theory::misere::multisets::NotSearched;

/// A graph in which an option of a vertex is a list of vertices. A move to this option leaves the sum of these
/// vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplittingGraph {
    /// A plain graph with an edge from each vertex to every part of its options, in their order.
    below: Arc<Graph>,
    /// The bounds of the options; `None` if each option has one part.
    bounds: Option<Bounds>,
}

/// The bounds of the options of all vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bounds {
    /// `options[v]..options[v + 1]` are the numbers of the options of vertex `v`. Each number is a place in `sums`.
    options: Vec<u32>,
    /// `sums[o]..sums[o + 1]` are the places of the parts of option `o` among all edges of `below`.
    sums: Vec<u32>,
}

/// The reason why the vertices have no values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoValues {
    /// Play may come back to the same vertex.
    #[error("play that begins at vertex {through} may come back to it")]
    Cycle {
        /// A vertex on a cycle.
        through: u32,
    },
    /// The meter is spent.
    #[error("{0}")]
    Spent(#[from] Spent),
}

impl SplittingGraph {
    /// Creates the graph from compressed rows. The options of vertex `v` have the numbers from `options[v]` to
    /// `options[v + 1]` − 1. The move to option `o` leaves the sum of the vertices `parts[sums[o]..sums[o + 1]]`.
    /// `None` if the arrays do not have this form.
    #[must_use]
    pub fn from_arrays(options: Vec<u32>, sums: Vec<u32>, parts: Vec<u32>) -> Option<Self> {
        let count = sums.len().checked_sub(1)?;
        let rows = options.iter().map(|&option| sums.get(index(option)).copied()).collect::<Option<Vec<u32>>>()?;
        let ends = options.last().is_some_and(|&end| index(end) == count);
        let ascend = options.is_sorted() && options.first() == Some(&0) && sums.is_sorted();
        let below = Rows::from_arrays(rows, parts).filter(|_| ends && ascend)?.finish_with_repeats()?;
        Some(Self { below: Arc::new(below), bounds: Some(Bounds { options, sums }) })
    }

    /// Creates a graph without vertices, for [`Self::add_row`].
    pub(crate) fn empty() -> Self {
        Self { below: Arc::new(Graph::empty()), bounds: None }
    }

    /// Adds a vertex. Its options are consecutive `parts`, and `ends` has the end of each option in `parts`. Parts may
    /// be vertices that are added later.
    pub(crate) fn add_row(&mut self, parts: &[u32], ends: &[u32]) {
        let (edges, splits) = (self.below.edges(), (1..).zip(ends).any(|(end, found)| end != *found));
        if splits && self.bounds.is_none() {
            let options = (0..=self.vertices()).map(|v| self.below.first_edge(v)).collect();
            self.bounds = Some(Bounds { options, sums: (0..=edges).collect() });
        }
        if let Some(Bounds { options, sums }) = &mut self.bounds {
            sums.extend(ends.iter().map(|end| edges + end));
            options.push(vertex(sums.len() - 1));
        }
        Arc::make_mut(&mut self.below).add_row(parts);
    }

    /// Removes the vertices that were added last, so that `vertices` vertices are left.
    pub(crate) fn truncate(&mut self, vertices: u32) {
        if let Some(Bounds { options, sums }) = &mut self.bounds {
            options.truncate(index(vertices) + 1);
            sums.truncate(options.last().map_or(0, |end| index(*end)) + 1);
        }
        Arc::make_mut(&mut self.below).truncate(vertices);
    }

    /// Returns the subgraph of `vertices`: see [`Graph::part`].
    pub(crate) fn part(&self, vertices: &[u32], numbers: &[u32]) -> Self {
        let mut part = Self::empty();
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        for v in vertices {
            parts.clear();
            ends.clear();
            for option in self.options(*v) {
                parts.extend(option.iter().map(|to| numbers[index(*to)]));
                ends.push(vertex(parts.len()));
            }
            part.add_row(&parts, &ends);
        }
        part
    }

    /// Returns how many vertices there are.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.below.vertices()
    }

    /// Returns the graph whose edges lead from a vertex to the parts of its options.
    pub(crate) const fn below(&self) -> &Arc<Graph> {
        &self.below
    }

    /// Returns whether some vertex has an option that does not have exactly one part.
    pub(crate) const fn splits(&self) -> bool {
        self.bounds.is_some()
    }

    /// Returns whether a vertex has an option that does not have exactly one part.
    pub(crate) fn splits_at(&self, v: u32) -> bool {
        self.splits() && self.options(v).any(|parts| parts.len() != 1)
    }

    /// Returns the number of options of a vertex.
    pub(crate) fn option_count(&self, v: u32) -> usize {
        self.bounds.as_ref().map_or_else(
            || self.below.options(v).len(),
            |bounds| index(bounds.options[index(v) + 1] - bounds.options[index(v)]),
        )
    }

    /// Returns the options of a vertex, each as a list of vertices. Panics if there is no such vertex.
    pub fn options(&self, v: u32) -> impl Iterator<Item = &[u32]> {
        let (parts, first) = (self.below.options(v), self.below.first_edge(v));
        (0..self.option_count(v)).map(move |number| match &self.bounds {
            None => &parts[number..=number],
            Some(Bounds { options, sums }) => {
                let option = index(options[index(v)]) + number;
                &parts[index(sums[option] - first)..index(sums[option + 1] - first)]
            }
        })
    }

    /// Returns the bytes that the graph has allocated.
    pub(crate) fn bytes(&self) -> usize {
        let bounds = |Bounds { options, sums }: &Bounds| options.capacity() + sums.capacity();
        self.below.bytes() + size_of::<u32>() * self.bounds.as_ref().map_or(0, bounds)
    }

    /// Returns all vertices, each after the parts of its options.
    ///
    /// # Errors
    /// If the graph has a cycle, or if the meter is spent.
    pub(crate) fn bottom_up(&self) -> Result<Vec<u32>, NoValues> {
        meter::work_at("the values of a graph");
        let above = self.below.reversed();
        let mut waiting: Vec<u32> = (0..self.vertices()).map(|v| vertex(self.below.options(v).len())).collect();
        let mut queue: Vec<u32> = (0..self.vertices()).filter(|&v| waiting[index(v)] == 0).collect();
        let mut done = 0;
        while let Some(&v) = queue.get(done) {
            done += 1;
            meter::go_on(cost::ENTRY)?;
            meter::charge_each(above.options(v).len(), cost::BYTE);
            for &u in above.options(v) {
                waiting[index(u)] -= 1;
                if waiting[index(u)] == 0 {
                    queue.push(u);
                }
            }
        }
        match waiting.iter().position(|&left| left > 0) {
            None => Ok(queue),
            Some(stuck) => Err(NoValues::Cycle { through: self.on_cycle(vertex(stuck), &waiting) }),
        }
    }

    /// Returns the Grundy values of all vertices.
    ///
    /// # Errors
    /// If the graph has a cycle, or if the meter is spent.
    pub fn values(&self) -> Result<Vec<u32>, NoValues> {
        let mut values = vec![0; index(self.vertices())];
        let mut mex = Mex::default();
        for v in self.bottom_up()? {
            meter::go_on(cost::ENTRY)?;
            mex.start();
            for parts in self.options(v) {
                meter::charge_each(parts.len() + 1, cost::ENTRY);
                mex.insert(parts.iter().fold(0, |sum, &part| sum ^ values[index(part)]));
            }
            values[index(v)] = mex.mex();
        }
        Ok(values)
    }

    /// Returns a vertex on a cycle, given a vertex `v` without a value. Every vertex without a value has an option that
    /// contains a vertex without a value.
    fn on_cycle(&self, mut v: u32, waiting: &[u32]) -> u32 {
        // After as many steps as there are vertices, the walk must be on a cycle.
        for _ in 0..self.vertices() {
            v = self.below.options(v).iter().copied().find(|&to| waiting[index(to)] > 0).unwrap_or(v);
        }
        v
    }
}

/// The winners of sums of vertices in misère play, for all sums that were searched so far.
#[derive(Debug)]
pub struct MisereSearch<'g>(Multisets<&'g SplittingGraph>);

impl<'g> MisereSearch<'g> {
    /// Creates a search of a graph without cycles. The search stores at most `most` sums.
    #[must_use]
    pub fn new(graph: &'g SplittingGraph, most: usize) -> Self {
        Self(Multisets::new(graph, most))
    }

    /// Returns whether the player to move wins this sum of vertices.
    ///
    /// # Errors
    /// If the sum is too large, or if the meter is spent.
    pub fn wins(&mut self, sum: &[u32]) -> Result<bool, NotSearched> {
        let sum = self.0.components.sum(sum);
        self.0.wins(&sum)
    }
}

impl SplittingGraph {
    /// Creates the sum of these vertices. A vertex `v` is the component `v` + 1, or [`ONE_MOVE`] if all its options are
    /// empty. Vertices without options are left out.
    fn sum(&self, sum: &[u32]) -> Summands {
        let left = |v: u32| {
            let mut options = self.options(v);
            let first = options.next()?;
            Some(if first.is_empty() && options.all(<[u32]>::is_empty) { ONE_MOVE } else { v.saturating_add(1) })
        };
        Summands::of(sum.iter().filter_map(|v| left(*v)))
    }
}

impl ComponentRules for &SplittingGraph {
    fn option(&mut self, component: Number, rank: usize) -> Result<Option<Summands>, NotSearched> {
        let Some(v) = component.checked_sub(1) else { return Ok((rank == 0).then(Summands::default)) };
        Ok(self.options(v).nth(rank).map(|parts| self.sum(parts)))
    }

    fn plain(&mut self, sum: &Summands) -> Result<Option<bool>, NotSearched> {
        Ok(sum.list().is_empty().then_some(true))
    }

    /// The graph is not made by the search.
    fn bytes(&self) -> usize {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::meter::Meter;
    use proptest::prelude::*;
    use std::collections::HashMap;

    /// Creates the graph in which `rows[v]` is the list of the options of vertex `v`.
    fn graph(rows: &[Vec<Vec<u32>>]) -> Option<SplittingGraph> {
        let (mut options, mut sums, mut parts) = (vec![0], vec![0], Vec::new());
        for row in rows {
            for option in row {
                parts.extend(option);
                sums.push(vertex(parts.len()));
            }
            options.push(vertex(sums.len() - 1));
        }
        SplittingGraph::from_arrays(options, sums, parts)
    }

    /// Returns the heaps of Kayles up to this size: a move removes one pin or two adjacent pins.
    fn kayles(largest: u32) -> SplittingGraph {
        let left = |heap: u32, taken: u32| {
            let rest = heap.checked_sub(taken).into_iter();
            rest.flat_map(|rest| (0..=rest / 2).map(move |one| vec![one, rest - one]))
        };
        let rows: Vec<_> = (0..=largest).map(|heap| left(heap, 1).chain(left(heap, 2)).collect()).collect();
        graph(&rows).unwrap()
    }

    #[test]
    fn kayles_in_normal_and_misere_play() {
        let kayles = kayles(22);
        // These values are from Guy and Smith 1956.
        let values = kayles.values().unwrap();
        assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6]);
        // According to Sibert and Conway 1992, these single heaps are lost.
        let mut search = MisereSearch::new(&kayles, 100_000);
        let lost: Vec<u32> = (0..=22).filter(|&heap| !search.wins(&[heap]).unwrap()).collect();
        assert_eq!(lost, [1, 4, 9, 12, 20]);
        assert!(!search.wins(&[0, 1, 5, 5, 0]).unwrap() && search.wins(&[]).unwrap());
        assert_eq!(MisereSearch::new(&kayles, 100).wins(&[22]), Err(NotSearched::TooLarge));
    }

    #[test]
    fn a_cycle_is_named() {
        let rows = [vec![vec![], vec![1, 3]], vec![vec![2]], vec![vec![1, 1]], vec![]];
        let Err(NoValues::Cycle { through: 1 | 2 }) = graph(&rows).unwrap().values() else { panic!("a cycle") };
    }

    #[test]
    fn arrays_that_are_no_graph() {
        assert!(SplittingGraph::from_arrays(vec![0], vec![0], vec![]).is_some());
        for (options, sums, parts) in [
            (vec![], vec![0], vec![]),
            (vec![0], vec![], vec![]),
            (vec![0, 1], vec![0], vec![]),
            (vec![0, 0], vec![0, 1], vec![0]),
            (vec![0, 1], vec![0, 2], vec![0]),
            (vec![0, 1], vec![0, 1], vec![1]),
            (vec![0, 2], vec![0, 1, 0], vec![0]),
            (vec![1, 2], vec![0, 0, 0], vec![]),
            (vec![0, 1], vec![0, 0], vec![0]),
        ] {
            assert_eq!(
                SplittingGraph::from_arrays(options.clone(), sums.clone(), parts.clone()),
                None,
                "{options:?} {sums:?} {parts:?}"
            );
        }
    }

    #[test]
    fn work_ends_where_the_meter_does() {
        let kayles = kayles(40);
        assert_eq!(
            Meter::new(1_000).run(|| kayles.values().is_err()),
            Err(Spent::Limit { on: "the values of a graph" })
        );
        let search = || MisereSearch::new(&kayles, usize::MAX).wins(&[40]).is_err();
        assert_eq!(Meter::new(10_000_000).run(search), Err(Spent::Limit { on: "the search of the sum" }));
    }

    /// For each vertex of a random graph, the list of its options. Each option is a list of smaller vertices.
    fn arb_rows() -> impl Strategy<Value = Vec<Vec<Vec<u32>>>> {
        let row = prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..3), 0..4);
        prop::collection::vec(row, 1..6).prop_map(|rows| {
            let below = |v: usize, row: Vec<Vec<prop::sample::Index>>| {
                let sum = |sum: Vec<prop::sample::Index>| sum.iter().map(|part| vertex(part.index(v))).collect();
                if v == 0 { vec![Vec::new(); row.len()] } else { row.into_iter().map(sum).collect() }
            };
            rows.into_iter().enumerate().map(|(v, row)| below(v, row)).collect()
        })
    }

    /// Returns whether the player to move wins, by the rules alone.
    fn wins(rows: &[Vec<Vec<u32>>], mut sum: Vec<u32>, misere: bool, known: &mut HashMap<Vec<u32>, bool>) -> bool {
        sum.sort_unstable();
        if let Some(&wins) = known.get(&sum) {
            return wins;
        }
        let after = |place: usize, option: &Vec<u32>| [&sum[..place], &sum[place + 1..], option].concat();
        let moves =
            sum.iter().enumerate().flat_map(|(place, &v)| rows[index(v)].iter().map(move |option| (place, option)));
        let all: Vec<Vec<u32>> = moves.map(|(place, option)| after(place, option)).collect();
        let can_move = !all.is_empty();
        let wins = all.into_iter().any(|after| !wins(rows, after, misere, known)) || !can_move && misere;
        known.insert(sum, wins);
        wins
    }

    proptest! {
        #[test]
        fn as_the_rules_say(rows in arb_rows()) {
            let graph = graph(&rows).unwrap();
            let values = graph.values().unwrap();
            let (mut normal, mut misere) = (HashMap::new(), HashMap::new());
            let mut search = MisereSearch::new(&graph, usize::MAX);
            for a in 0..graph.vertices() {
                for b in 0..=a {
                    prop_assert_eq!(wins(&rows, vec![a, b], false, &mut normal), values[index(a)] != values[index(b)]);
                    prop_assert_eq!(wins(&rows, vec![a, b], true, &mut misere), search.wins(&[b, a]).unwrap());
                }
            }
        }
    }
}
