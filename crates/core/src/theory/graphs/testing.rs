//! Helpers for the tests of this folder: random graphs, and sums that are solved by the rules alone.

use super::graph::{Graph, index};
use super::{Play, Winner};
use proptest::prelude::*;
use std::collections::HashMap;

/// A position of a sum, given by the vertex of each token.
pub type TokenPlaces = Vec<u32>;

/// Returns all moves of a sum, each as the token that moves, its new vertex, and the next state.
pub fn moves(graphs: &[&Graph], state: &TokenPlaces) -> Vec<(usize, u32, TokenPlaces)> {
    let mut all = Vec::new();
    for (token, graph) in graphs.iter().enumerate() {
        for &to in graph.options(state[token]) {
            let mut next = state.clone();
            next[token] = to;
            all.push((token, to, next));
        }
    }
    all
}

/// Returns the winner and the remoteness of every position of a sum. The function applies the definition repeatedly
/// until nothing changes. If a move leads to a position that the opponent loses, the player to move wins. If all moves
/// lead to positions that the opponent wins, the player to move loses. Round n finds the positions whose remoteness is
/// n.
pub fn winners(graphs: &[&Graph], play: Play) -> HashMap<TokenPlaces, (Winner, Option<u32>)> {
    let mut states: Vec<TokenPlaces> = vec![vec![]];
    for graph in graphs {
        states =
            states.iter().flat_map(|s| (0..graph.vertices()).map(move |v| [s.as_slice(), &[v]].concat())).collect();
    }
    let mut found: HashMap<TokenPlaces, (Winner, Option<u32>)> = HashMap::new();
    let mut open: Vec<(TokenPlaces, Vec<TokenPlaces>)> = Vec::new();
    for state in states {
        let next: Vec<TokenPlaces> = moves(graphs, &state).into_iter().map(|m| m.2).collect();
        if next.is_empty() {
            let winner = if play == Play::Normal { Winner::Second } else { Winner::First };
            found.insert(state, (winner, Some(0)));
        } else {
            open.push((state, next));
        }
    }
    for round in 1.. {
        let mut new = Vec::new();
        open.retain(|(state, next)| {
            let is = |s: &TokenPlaces, winner| found.get(s).is_some_and(|f| f.0 == winner);
            let winner = if next.iter().any(|s| is(s, Winner::Second)) {
                Winner::First
            } else if next.iter().all(|s| is(s, Winner::First)) {
                Winner::Second
            } else {
                return true;
            };
            new.push((state.clone(), (winner, Some(round))));
            false
        });
        if new.is_empty() {
            break;
        }
        found.extend(new);
    }
    found.extend(open.into_iter().map(|(state, _)| (state, (Winner::Draw, None))));
    found
}

/// Random graphs with 1 to `largest` vertices. Some of these graphs are sparse, some are dense, some have many dead
/// ends, some have no cycles.
pub fn arb_graph(largest: u32) -> impl Strategy<Value = Graph> {
    (1..=largest, 1..=5_u32, any::<u64>(), 0..4_u32, any::<bool>()).prop_map(
        |(vertices, degree, seed, ends, forward)| {
            let mut random = Random(seed);
            let rows: Vec<Vec<u32>> = (0..vertices)
                .map(|u| {
                    let ends_here = random.below(4) < ends;
                    let degree = if ends_here { 0 } else { random.below(degree + 1) };
                    let below = if forward && random.below(8) != 0 { u } else { vertices };
                    if below == 0 { vec![] } else { (0..degree).map(|_| random.below(below)).collect() }
                })
                .collect();
            Graph::from_rows(rows).unwrap()
        },
    )
}

/// Random graphs without cycles, with 1 to `largest` vertices. Most vertices have several options.
pub fn arb_dag(largest: u32) -> impl Strategy<Value = Graph> {
    (1..=largest, any::<u64>()).prop_map(|(vertices, seed)| {
        let mut random = Random(seed);
        let row = |u: u32| {
            let degree = if u == 0 { 0 } else { random.below(u.min(4) + 1) };
            (0..degree).map(|_| random.below(u)).collect()
        };
        Graph::from_rows((0..vertices).map(row).collect::<Vec<Vec<u32>>>()).unwrap()
    })
}

/// Random graphs with many cycles. Most vertices still have a finite value. At least one vertex is a dead end, and each
/// vertex has at most three options.
pub fn arb_loopy(largest: u32) -> impl Strategy<Value = Graph> {
    (3..=largest, 1..=2_u32, any::<u64>()).prop_map(|(vertices, ends, seed)| {
        let mut random = Random(seed);
        let row = |u| {
            let degree = if u < ends { 0 } else { 1 + random.below(3) };
            (0..degree).map(|_| random.below(vertices)).filter(|&v| v != u).collect()
        };
        Graph::from_rows((0..vertices).map(row).collect::<Vec<Vec<u32>>>()).unwrap()
    })
}

/// Returns whether every play that begins in one of these states ends. `next` returns the states that may follow a
/// state.
pub fn always_ends(states: &[TokenPlaces], mut next: impl FnMut(&TokenPlaces) -> Vec<TokenPlaces>) -> bool {
    /// A mark on a state: play from this state is being followed, or is known to end.
    #[derive(PartialEq)]
    enum Known {
        Open,
        Ends,
    }
    let mut known: HashMap<TokenPlaces, Known> = HashMap::new();
    for start in states {
        let mut path = vec![(start.clone(), None)];
        while let Some((state, left)) = path.last_mut() {
            let left: &mut Vec<TokenPlaces> = match left {
                Some(left) => left,
                None => match known.get(state) {
                    Some(Known::Open) => return false,
                    Some(Known::Ends) => {
                        path.pop();
                        continue;
                    }
                    None => {
                        known.insert(state.clone(), Known::Open);
                        left.insert(next(state))
                    }
                },
            };
            if let Some(after) = left.pop() {
                path.push((after, None));
            } else {
                known.insert(state.clone(), Known::Ends);
                path.pop();
            }
        }
    }
    true
}

/// Returns the same graph with other names for its vertices, and with the options of each vertex in another order. Also
/// returns the new name of each vertex.
pub fn permuted(graph: &Graph, seed: u64) -> (Graph, Vec<u32>) {
    let mut random = Random(seed);
    let mut names: Vec<u32> = (0..graph.vertices()).collect();
    random.shuffle(&mut names);
    let mut rows = vec![vec![]; names.len()];
    for v in 0..graph.vertices() {
        let mut row: Vec<u32> = graph.options(v).iter().map(|&w| names[index(w)]).collect();
        random.shuffle(&mut row);
        rows[index(names[index(v)])] = row;
    }
    (Graph::from_rows(rows).unwrap(), names)
}

/// A generator of pseudorandom numbers (splitmix64). The same seed gives the same numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from((z ^ (z >> 31)) % u64::from(n)).unwrap()
    }

    fn shuffle(&mut self, list: &mut [u32]) {
        for i in (1..list.len()).rev() {
            list.swap(i, index(self.below(u32::try_from(i).unwrap() + 1)));
        }
    }
}
