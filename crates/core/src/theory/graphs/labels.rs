//! The values of the vertices of a graph with cycles: integers, or ∞(K) for a vertex that has no integer value. K is
//! the set of integers among the options' values (Smith 1966; Fraenkel and Perl 1975; Fraenkel and Yesha 1986).
//!
//! **The rule.** An unlabelled vertex u may get the label m under two conditions: (a) m is the mex of the labels that
//! its options already have. (b) Every option that has no label yet already has an option labelled m. Both conditions
//! stay true: if an option of u is labelled later, that option has an option labelled m, so its own label is not m.
//! Hence the order in which vertices are labelled does not matter. When no other vertex can be labelled, all unlabelled
//! vertices are infinite.
//!
//! **The method.** The first part labels the vertices that reach no cycle. It begins with the dead ends (Kahn), and
//! each label is a plain mex. The second part processes the labels 0, 1, 2, … in turn. For each label it works in
//! waves. A wave labels every vertex that may get the present label at that moment. If an unlabelled vertex w has no
//! option labelled i when label i is finished, w cannot get a label above i. So w is infinite. If w is an option of u,
//! condition (b) still holds for u: it may get the label m only if w has an option labelled m.
//!
//! **The counter** of a vertex labelled in the first part is the length of the longest play from that vertex. In the
//! second part the counter is the number of the wave. The waves of all labels are numbered in one sequence. The counter
//! depends only on the graph, not on the numbers of its vertices or the order of its edges. Each recommended move of a
//! winner leaves a smaller sum of counters than the winner's previous move (see `tokens`).
//!
//! **Cost.** The first part is linear. The second part costs at most Σ outdegree × (labels tried). This is at most
//! E^1.5 steps for E edges. Each waiting vertex watches one option that still blocks it under condition (b). When that
//! option no longer blocks it, the vertex goes on to its next options. The alternative, to count the blocking options,
//! would cost ten times as much on dense graphs with many labels.

use super::graph::{Graph, NONE, index, vertex};
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::theory::cache::allocated;

/// The value of a vertex, or of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmithValue<N = u32> {
    /// The value of a heap of nim of this size.
    Finite(N),
    /// ∞(K), with the set K: the integers among the values of the options, ascending.
    Infinite(Vec<N>),
}

/// The values of all vertices of one graph, with the counters that show a winner's progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmithLabels {
    /// The value of each vertex; `NONE` if it is infinite.
    pub(super) values: Vec<u32>,
    pub(super) counters: Vec<u32>,
    pub(super) acyclic: bool,
}

impl SmithLabels {
    /// The topic under which the steps of labelling are charged.
    pub(super) const TOPIC: &str = "the values of a graph";

    /// Labels a graph.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn of(graph: &Graph) -> Result<Self, Spent> {
        meter::work_at(Self::TOPIC);
        let vertices = index(graph.vertices());
        let mut labelling = Labelling {
            graph,
            reversed: &graph.reversed(),
            values: vec![NONE; vertices],
            counters: vec![0; vertices],
            place: Vec::new(),
            first: Vec::new(),
            next: Vec::new(),
        };
        let queue = labelling.below_cycles()?;
        let acyclic = queue.len() == vertices;
        if !acyclic {
            labelling.level_by_level(queue)?;
        }
        Ok(Self { values: labelling.values, counters: labelling.counters, acyclic })
    }

    /// Returns the value of a vertex if it is an integer. The integer is at most the vertex's outdegree, and at most
    /// √(2E) for E edges.
    #[must_use]
    pub fn finite(&self, v: u32) -> Option<u32> {
        Some(self.values[index(v)]).filter(|&value| value != NONE)
    }

    /// Returns the value of a vertex of `graph`, which must be the graph that was labelled.
    #[must_use]
    pub fn value(&self, graph: &Graph, v: u32) -> SmithValue {
        self.finite(v).map_or_else(|| SmithValue::Infinite(self.option_values(graph, v)), SmithValue::Finite)
    }

    /// Returns the integers among the values of the vertex's options, ascending.
    #[must_use]
    pub fn option_values(&self, graph: &Graph, v: u32) -> Vec<u32> {
        meter::charge_each(graph.options(v).len(), cost::VALUE);
        let mut values: Vec<u32> = graph.options(v).iter().filter_map(|&w| self.finite(w)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns whether the vertex has an option with this value.
    #[must_use]
    pub fn has_option(&self, graph: &Graph, v: u32, value: u32) -> bool {
        meter::charge_each(graph.options(v).len(), cost::BYTE);
        value != NONE && graph.options(v).iter().any(|&w| self.values[index(w)] == value)
    }

    /// Returns the counter of a vertex: see the top of this file. The counter is below the number of vertices. For a
    /// vertex whose value is infinite, the counter is 0.
    #[must_use]
    pub fn counter(&self, v: u32) -> u32 {
        self.counters[index(v)]
    }

    /// Returns whether the graph has no cycle.
    #[must_use]
    pub const fn acyclic(&self) -> bool {
        self.acyclic
    }

    /// Returns the bytes that the labels have allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        allocated::<u32>(self.values.capacity()) + allocated::<u32>(self.counters.capacity())
    }
}

/// In the array of values, this bit is set if a vertex has no label. The other bits are then the vertex's stamp: 1 +
/// the highest label that an option of the vertex is known to have. A value never has this bit, because values are at
/// most √(2E) for E edges.
const OPEN: u32 = 1 << 31;

struct Labelling<'g> {
    graph: &'g Graph,
    reversed: &'g Graph,
    /// The labels of vertices. In `level_by_level` the array also holds the stamps of vertices without a label: see
    /// `OPEN`.
    values: Vec<u32>,
    counters: Vec<u32>,
    // The following fields serve only `level_by_level`. While one label is processed, an unlabelled vertex watches one
    // option that keeps it from getting this label.
    /// For each vertex, the place of the watched option in the list of the vertex's options.
    place: Vec<u32>,
    /// For each vertex, the first of the vertices that watch it.
    first: Vec<u32>,
    /// The links of two kinds of lists: the labelled vertices with the same value, and the unlabelled vertices that
    /// watch the same vertex. A vertex is in at most one list.
    next: Vec<u32>,
}

/// Charges the steps for reading vertices or edges.
fn count(looks: usize) -> Result<(), Spent> {
    meter::go_on_each(looks, cost::ENTRY)
}

impl Labelling<'_> {
    /// Labels the vertices that cannot reach a cycle. Returns these vertices, each after all its options. Until a
    /// vertex is labelled, its counter holds the number of its options that are unlabelled.
    fn below_cycles(&mut self) -> Result<Vec<u32>, Spent> {
        let (graph, reversed) = (self.graph, self.reversed);
        let mut queue: Vec<u32> = Vec::with_capacity(index(graph.vertices()));
        for u in 0..graph.vertices() {
            let options = graph.options(u).len();
            self.counters[index(u)] = vertex(options);
            if options == 0 {
                queue.push(u);
            }
        }
        let mut mex = Mex::default();
        let mut done = 0;
        while let Some(&u) = queue.get(done) {
            done += 1;
            count(graph.options(u).len() + reversed.options(u).len() + 1)?;
            mex.start();
            for &v in graph.options(u) {
                mex.insert(self.values[index(v)]);
            }
            self.values[index(u)] = mex.mex();
            // The queue is sorted by the length of the longest play. So among the options of a vertex, the option that
            // is processed last has the longest play.
            let counter = self.counters[index(u)] + 1;
            for &p in reversed.options(u) {
                let left = &mut self.counters[index(p)];
                *left -= 1;
                if *left == 0 {
                    *left = counter;
                    queue.push(p);
                }
            }
        }
        Ok(queue)
    }

    /// Labels those vertices that can reach a cycle and that get a label by the rule at the top of this file.
    fn level_by_level(&mut self, below: Vec<u32>) -> Result<(), Spent> {
        let vertices = self.values.len();
        (self.place, self.first, self.next) = (vec![0; vertices], vec![NONE; vertices], vec![NONE; vertices]);
        let first_wave = below.iter().map(|v| self.counters[index(*v)] + 1).max();
        let by_value = self.chain_by_value(&below);
        // The memory of `below` is used again.
        let mut alive = below;
        self.open_unlabelled(&mut alive);
        let (mut candidates, mut fresh) = (Vec::new(), Vec::new());
        let (mut level, mut wave) = (0, first_wave.unwrap_or(0));
        while !alive.is_empty() {
            // The stamp of a vertex that is known to have an option labelled `level`.
            let mark = OPEN | (level + 1);
            self.stamp_above(by_value.get(index(level)).copied().unwrap_or(NONE), mark)?;
            candidates.clear();
            for &u in &alive {
                if self.values[index(u)] != mark && self.walk(u, mark) {
                    candidates.push(u);
                }
            }
            count(alive.len())?;
            while self.label_wave(level, wave, &candidates, &mut fresh) {
                wave += 1;
                candidates.clear();
                self.release_above(&fresh, mark, &mut candidates)?;
            }
            for &u in &alive {
                self.forget(u);
            }
            alive.retain(|&u| self.values[index(u)] == mark);
            level += 1;
        }
        for value in &mut self.values {
            *value = if *value >= OPEN { NONE } else { *value };
        }
        Ok(())
    }

    /// Chains the vertices with the same label: `next` leads from each vertex to the next. Returns the first vertex of
    /// each chain, by the label; [`NONE`] if no vertex has the label.
    fn chain_by_value(&mut self, labelled: &[u32]) -> Vec<u32> {
        let mut by_value: Vec<u32> = Vec::new();
        for &v in labelled {
            let value = index(self.values[index(v)]);
            if value >= by_value.len() {
                by_value.resize(value + 1, NONE);
            }
            self.next[index(v)] = by_value[value];
            by_value[value] = v;
        }
        by_value
    }

    /// Opens all vertices without a label, and lists them in `open`.
    fn open_unlabelled(&mut self, open: &mut Vec<u32>) {
        open.clear();
        for (u, value) in (0..).zip(&mut self.values) {
            if *value == NONE {
                *value = OPEN;
                self.counters[index(u)] = 0;
                open.push(u);
            }
        }
    }

    /// Stamps the open vertices that have one of the vertices of a chain as an option. The chain begins at `first`.
    fn stamp_above(&mut self, first: u32, mark: u32) -> Result<(), Spent> {
        let mut w = first;
        while w != NONE {
            for &p in self.reversed.options(w) {
                let value = &mut self.values[index(p)];
                if *value >= OPEN {
                    *value = mark;
                }
            }
            count(self.reversed.options(w).len())?;
            w = self.next[index(w)];
        }
        Ok(())
    }

    /// Gives the label `level` to the candidates, and lists them in `fresh`. Returns `false` if there are none.
    fn label_wave(&mut self, level: u32, wave: u32, candidates: &[u32], fresh: &mut Vec<u32>) -> bool {
        fresh.clear();
        for &u in candidates {
            // The previous wave may have stamped this vertex after it became a candidate.
            if self.values[index(u)] != OPEN | (level + 1) {
                self.values[index(u)] = level;
                self.counters[index(u)] = wave;
                fresh.push(u);
            }
        }
        !fresh.is_empty()
    }

    /// Stamps the open vertices that have one of the `labelled` vertices as an option. Adds the vertices that were
    /// blocked only by vertices which are stamped now to `candidates`.
    fn release_above(&mut self, labelled: &[u32], mark: u32, candidates: &mut Vec<u32>) -> Result<(), Spent> {
        let reversed = self.reversed;
        for &w in labelled {
            for &p in reversed.options(w) {
                let value = &mut self.values[index(p)];
                if *value >= OPEN && *value != mark {
                    *value = mark;
                    self.release(p, mark, candidates);
                }
            }
            count(reversed.options(w).len())?;
        }
        Ok(())
    }

    /// Walks along the options of `u`, from the option that `u` most recently watched to an option that blocks `u`. A
    /// blocking option is unlabelled and does not have the stamp `mark`. `u` then watches that option. Returns `true`
    /// if no option blocks `u`. While one label is processed, no vertex loses the stamp `mark`. So each walk continues
    /// at the place at which the previous walk ended. All walks of a vertex together go round its options at most
    /// twice.
    fn walk(&mut self, u: u32, mark: u32) -> bool {
        let options = self.graph.options(u);
        let start = index(self.place[index(u)]);
        for (passed, place) in (start..options.len()).chain(0..start).enumerate() {
            let v = options[place];
            let value = self.values[index(v)];
            if value >= OPEN && value != mark {
                self.place[index(u)] = vertex(place);
                self.next[index(u)] = self.first[index(v)];
                self.first[index(v)] = u;
                meter::charge_each(passed + 1, cost::ENTRY);
                return false;
            }
        }
        meter::charge_each(options.len(), cost::ENTRY);
        true
    }

    /// Releases the vertices that watched `v`, because `v` no longer blocks them. A released vertex without the stamp
    /// `mark` then looks for another option that blocks it ([`Self::walk`]). If there is none, the vertex becomes a
    /// candidate.
    fn release(&mut self, v: u32, mark: u32, candidates: &mut Vec<u32>) {
        let mut u = std::mem::replace(&mut self.first[index(v)], NONE);
        while u != NONE {
            let after = self.next[index(u)];
            if self.values[index(u)] != mark && self.walk(u, mark) {
                candidates.push(u);
            }
            u = after;
        }
    }

    /// Takes the option that `u` most recently watched, and empties the list of the vertices that watch this option.
    fn forget(&mut self, u: u32) {
        let v = self.graph.options(u)[index(self.place[index(u)])];
        self.first[index(v)] = NONE;
    }
}

/// Finds the mex of inserted numbers, in time linear in the number of insertions. The memory is never cleared, because
/// each start uses a new value of `round`.
#[derive(Debug, Default)]
pub(crate) struct Mex {
    seen: Vec<u64>,
    round: u64,
}

impl Mex {
    /// Starts a new mex, with no number inserted.
    pub(crate) const fn start(&mut self) {
        self.round += 1;
    }

    /// Inserts a number.
    pub(crate) fn insert(&mut self, value: u32) {
        let value = index(value);
        if value >= self.seen.len() {
            self.seen.resize(value + 1, 0);
        }
        self.seen[value] = self.round;
    }

    /// Returns the least number that was not inserted since the last start.
    pub(crate) fn mex(&self) -> u32 {
        let missing = self.seen.iter().position(|&round| round != self.round);
        vertex(missing.unwrap_or(self.seen.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{arb_graph, permuted, winners};
    use super::super::{Play, Winner};
    use super::*;
    use crate::number::meter::Meter;
    use proptest::prelude::*;

    fn labels(graph: &Graph) -> SmithLabels {
        SmithLabels::of(graph).unwrap()
    }

    /// Checks the definition of the values. A vertex has the value m if and only if the player to move loses the sum of
    /// the vertex and a heap of m. If a vertex has the value ∞(K), the player to move wins its sum with each heap whose
    /// size is in K, and its sum with any other heap is a draw.
    fn check_by_outcomes(graph: &Graph) {
        let labels = labels(graph);
        for heap in 0..=graph.vertices() + 1 {
            let winners = winners(&[graph, &Graph::nim_heap(u16::try_from(heap).unwrap())], Play::Normal);
            for v in 0..graph.vertices() {
                let winner = winners[&vec![v, heap]].0;
                let expected = match labels.value(graph, v) {
                    SmithValue::Finite(m) if m == heap => Winner::Second,
                    SmithValue::Finite(_) => Winner::First,
                    SmithValue::Infinite(k) if k.contains(&heap) => Winner::First,
                    SmithValue::Infinite(_) => Winner::Draw,
                };
                assert_eq!(winner, expected, "{graph:?}: {v} beside a heap of {heap}, {labels:?}");
            }
        }
    }

    #[test]
    fn all_graphs_of_three_vertices() {
        for code in 0..512_u32 {
            let row = |u: u32| (0..3).filter(move |v| code >> (3 * u + v) & 1 == 1).collect::<Vec<_>>();
            check_by_outcomes(&Graph::from_rows((0..3).map(row)).unwrap());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn values_are_what_outcomes_say(graph in arb_graph(8)) {
            check_by_outcomes(&graph);
        }

        #[test]
        fn numbering_and_order_do_not_matter(graph in arb_graph(12), seed in any::<u64>()) {
            let (other, names) = permuted(&graph, seed);
            let (a, b) = (labels(&graph), labels(&other));
            for v in 0..graph.vertices() {
                let w = names[index(v)];
                prop_assert_eq!(a.value(&graph, v), b.value(&other, w));
                prop_assert_eq!(a.counter(v), b.counter(w));
            }
        }
    }

    #[test]
    fn small_cases() {
        // A lone vertex, a loop, a loop with an exit, and a two-cycle with an exit.
        let graph = Graph::from_rows([vec![], vec![1], vec![2, 0], vec![4], vec![3, 0]]).unwrap();
        let labels = labels(&graph);
        let values: Vec<SmithValue> = (0..5).map(|v| labels.value(&graph, v)).collect();
        let infinite = |k: &[u32]| SmithValue::Infinite(k.to_vec());
        assert_eq!(
            values,
            [SmithValue::Finite(0), infinite(&[]), infinite(&[0]), SmithValue::Finite(0), SmithValue::Finite(1)]
        );
        assert!(!labels.acyclic());
        assert!(super::tests::labels(&Graph::nim_heap(3)).acyclic());
    }

    #[test]
    fn the_step_limit_refuses_and_a_graph_without_cycles_is_never_refused() {
        let cycle = Graph::from_rows((0..100_u32).map(|u| vec![(u + 1) % 100, 100]).chain([vec![]])).unwrap();
        assert!(Meter::new(99).run(|| SmithLabels::of(&cycle)).is_err());
        assert!(Meter::new(20_000).run(|| SmithLabels::of(&cycle)).unwrap().is_ok());
    }
}
