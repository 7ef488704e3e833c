use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::theory::tame::{TameGenus, mex};

/// Solves positions by the rules alone. For each set of edges, given as a mask, `solve` finds the values in both kinds
/// of play, and the genus if the position is tame.
struct Plain {
    edges: Vec<[Vertex; 2]>,
    known: HashMap<u32, (u64, u64, Option<TameGenus>)>,
}

impl Plain {
    fn new(edges: &[[Vertex; 2]]) -> Self {
        Self { edges: edges.to_vec(), known: HashMap::new() }
    }

    /// Returns those edges of a mask that hang on the ground.
    fn hanging(&self, mask: u32) -> u32 {
        let (mut vertices, mut hangs) = (vec![GROUND], 0);
        for _ in 0..=self.edges.len() {
            for (place, ends) in self.edges.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1) {
                if ends.iter().any(|end| vertices.contains(end)) {
                    hangs |= 1 << place;
                    vertices.extend(ends);
                }
            }
        }
        hangs
    }

    fn after(&self, mask: u32, cut: usize) -> u32 {
        self.hanging(mask & !(1 << cut))
    }

    fn solve(&mut self, mask: u32) -> (u64, u64, Option<TameGenus>) {
        if let Some(known) = self.known.get(&mask) {
            return *known;
        }
        let cuts = (0..self.edges.len()).filter(|place| mask >> place & 1 == 1);
        let left: Vec<u32> = cuts.map(|cut| self.after(mask, cut)).collect();
        let options: Vec<_> = left.into_iter().map(|left| self.solve(left)).collect();
        let normal = mex(options.iter().map(|option| option.0));
        let misere = if options.is_empty() { 1 } else { mex(options.iter().map(|option| option.1)) };
        let all_tame = options.iter().all(|option| option.2.is_some());
        let tame = TameGenus::of_genus(normal, &misere).filter(|_| all_tame);
        self.known.insert(mask, (normal, misere, tame));
        (normal, misere, tame)
    }
}

/// Random edges between few vertices. Edges that do not hang on the ground are left out.
fn arb_edges(most: usize) -> impl Strategy<Value = Vec<[Vertex; 2]>> {
    (1..=7_u64).prop_flat_map(move |vertices| prop::collection::vec([0..vertices, 0..vertices], 0..=most)).prop_map(
        |edges| {
            let hangs = RootedGraph::of(&edges).search(None).hangs;
            edges.into_iter().zip(hangs).filter(|(_, hangs)| *hangs).map(|(edge, _)| edge).collect()
        },
    )
}

/// Random trees. Each edge is given by its lower vertex, then its upper vertex.
fn arb_tree(most: usize) -> impl Strategy<Value = Vec<[Vertex; 2]>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most).prop_map(|below| {
        (1..)
            .zip(below)
            .map(|(vertex, below)| [u64::try_from(below.index(vertex)).unwrap(), u64::try_from(vertex).unwrap()])
            .collect()
    })
}

/// Compares the results with [`Plain`], for a graph and for the graph after each cut. Returns `true` if
/// [`RootedGraph::classes`] finds out whether the graph is fickle.
fn check(edges: &[[Vertex; 2]]) -> Result<bool, TestCaseError> {
    let (graph, mut plain) = (RootedGraph::of(edges), Plain::new(edges));
    let whole = (1_u32 << edges.len()) - 1;
    let cuts: Vec<Option<usize>> = std::iter::once(None).chain((0..edges.len()).map(Some)).collect();
    let classes = graph.classes(cuts.iter().copied()).unwrap();
    for (cut, (value, class)) in cuts.iter().zip(&classes) {
        let left = cut.map_or(whole, |cut| plain.after(whole, cut));
        let (normal, _, tame) = plain.solve(left);
        prop_assert_eq!(u64::from(*value), normal, "{:?} {:?}", edges, cut);
        if let Some(is_fickle) = class {
            prop_assert_eq!(Some(TameGenus { value: normal, is_fickle: *is_fickle }), tame, "{:?} {:?}", edges, cut);
        }
    }
    prop_assert_eq!(graph.carried().last().map(Carried::value), Some(classes[0].0), "{:?}", edges);
    // If it is known whether the graph is fickle, this must also be known after each cut.
    let is_known = classes[0].1.is_some();
    prop_assert!(!is_known || classes.iter().all(|(_, class)| class.is_some()), "{:?}", edges);
    Ok(is_known)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn classes_are_as_the_rules_say(edges in arb_edges(9)) {
        check(&edges)?;
    }

    /// Checks that [`RootedGraph::classes`] tells of each tree whether it is fickle. Also checks the cuts that
    /// [`RootedGraph::cuts_of_tree`] returns, for each value and each `is_fickle`.
    #[test]
    fn trees_are_known(edges in arb_tree(9)) {
        prop_assert!(check(&edges)?);
        let graph = RootedGraph::of(&edges);
        let classes = graph.classes((0..edges.len()).map(Some)).unwrap();
        for value in 0..12 {
            for is_fickle in [None, Some(true), Some(false)] {
                let meets = |(worth, class): &(u32, Option<bool>)| *worth == value && (is_fickle.is_none() || is_fickle == *class);
                let expected: Vec<usize> = (0..edges.len()).filter(|cut| meets(&classes[*cut])).collect();
                prop_assert_eq!(graph.cuts_of_tree(value, is_fickle), expected, "{:?} to {} {:?}", edges, value, is_fickle);
            }
        }
    }

    /// Checks that a position is tame if one to three edges join the ground to a vertex that carries all other edges.
    #[test]
    fn what_stands_on_one_vertex_is_known(edges in arb_edges(7), trunks in 1..4_usize) {
        let carried = edges.iter().map(|ends| ends.map(|end| end + 1));
        let edges: Vec<[Vertex; 2]> = std::iter::repeat_n([0, 1], trunks).chain(carried).collect();
        let graph = RootedGraph::of(&edges);
        prop_assert!(graph.search(None).parts.iter().all(|part| part.is_fickle().is_some()));
        prop_assert!(check(&edges)?);
    }
}

#[test]
fn bare_cycles_are_known_and_others_can_be_wild() {
    for length in 1..9 {
        let cycle: Vec<[Vertex; 2]> = (0..length).map(|vertex| [vertex, (vertex + 1) % length]).collect();
        assert!(RootedGraph::of(&cycle).search(None).parts[0].is_fickle().is_some());
        assert!(check(&cycle).unwrap(), "{length}");
    }
    assert!(!check(&[[0, 1], [0, 2], [1, 2], [1, 3], [2, 4]]).unwrap());
}
