//! Tests diminished disjunctive compounds of tokens on graphs with cycles. Brute force over whole compounds checks the
//! winner, the number of winning moves and the number of drawing moves. The tests also check that a winner who makes
//! the recommended moves reaches the end of the game.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use grundy_core::theory::Caches;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::{Defaults, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The vertices on which the tokens are, and the sizes of the heaps of Nim.
type State = (Vec<usize>, Vec<usize>);

/// Returns the positions that moves lead to. The game ends when any component has ended.
fn moves(graph: &[Vec<usize>], (tokens, heaps): &State) -> Vec<State> {
    if tokens.iter().any(|at| graph[*at].is_empty()) || heaps.contains(&0) || tokens.is_empty() && heaps.is_empty() {
        return Vec::new();
    }
    let with = |list: &[usize], place: usize, to: usize| {
        let mut list = list.to_vec();
        list[place] = to;
        list
    };
    let of_tokens = tokens.iter().enumerate().flat_map(|(place, at)| {
        let to: BTreeSet<usize> = graph[*at].iter().copied().collect();
        to.into_iter().map(move |to| (with(tokens, place, to), heaps.clone()))
    });
    let of_heaps = heaps.iter().enumerate();
    let of_heaps =
        of_heaps.flat_map(|(place, heap)| (0..*heap).map(move |to| (tokens.clone(), with(heaps, place, to))));
    of_tokens.chain(of_heaps).collect()
}

/// Returns, for each position that can be reached, whether the player to move wins. Draws are left out.
fn truth(graph: &[Vec<usize>], start: &State, is_misere: bool) -> BTreeMap<State, bool> {
    let (mut options, mut open) = (BTreeMap::new(), vec![start.clone()]);
    while let Some(state) = open.pop() {
        if let Entry::Vacant(entry) = options.entry(state) {
            let found = moves(graph, entry.key());
            open.extend(found.iter().cloned());
            entry.insert(found);
        }
    }
    let mut wins: BTreeMap<State, bool> = BTreeMap::new();
    loop {
        let decided = |options: &[State]| match options {
            [] => Some(is_misere),
            _ if options.iter().any(|option| wins.get(option) == Some(&false)) => Some(true),
            _ if options.iter().all(|option| wins.get(option) == Some(&true)) => Some(false),
            _ => None,
        };
        let open = options.iter().filter(|(state, _)| !wins.contains_key(*state));
        let new: Vec<_> = open.filter_map(|(state, options)| Some((state.clone(), decided(options)?))).collect();
        if new.is_empty() {
            return wins;
        }
        wins.extend(new);
    }
}

fn ask(graph: &[Vec<usize>], (tokens, heaps): &State, is_misere: bool) -> Value {
    let play = if is_misere { "misere" } else { "normal" };
    let request = json!({
        "games": {"walk": {"graph": graph}}, "position": {"walk": tokens, "nim": heaps},
        "compound": "diminished-disjunctive", "play": play,
    });
    let request = request.to_string();
    let request = Request::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
    json!(Analysis::of(request, &Caches::default()).unwrap().answer())
}

/// Returns the position after the recommended move.
fn after(answer: &Value) -> State {
    let list = |game: &str| {
        let list = answer["after"][game].as_array().into_iter().flatten();
        list.map(|at| usize::try_from(at.as_u64().unwrap()).unwrap()).collect()
    };
    (list("walk"), list("nim"))
}

/// Plays the recommended moves of the winner against all moves of the loser. Fails if a position comes twice in one
/// game.
fn follow(graph: &[Vec<usize>], state: &State, is_misere: bool, path: &mut Vec<State>, done: &mut BTreeSet<State>) {
    assert!(!path.contains(state), "{graph:?}, misère {is_misere}: {state:?} comes twice after {path:?}");
    if moves(graph, state).is_empty() || !done.insert(state.clone()) {
        return;
    }
    path.push(state.clone());
    let left = after(&ask(graph, state, is_misere));
    for next in moves(graph, &left) {
        follow(graph, &next, is_misere, path, done);
    }
    path.pop();
}

/// From vertex 2, the move to vertex 4 ends the game, and the move to vertex 0 leads in a circle.
#[test]
fn a_win_at_once_is_recommended() {
    let graph = [vec![2], vec![3], vec![0, 4, 0], vec![2], vec![], vec![3, 4, 5]];
    for start in [1, 2] {
        follow(&graph, &(vec![start], vec![]), false, &mut Vec::new(), &mut BTreeSet::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn foreclosed_values_decide_where_play_may_go_on(
        (graph, tokens) in (2..7_usize).prop_flat_map(|vertices| (
            prop::collection::vec(prop::collection::vec(0..vertices, 0..4), vertices),
            prop::collection::vec(0..vertices, 1..4),
        )),
        heaps in prop::collection::vec(0..4_usize, 0..2),
        is_misere: bool,
    ) {
        let start = (tokens, heaps);
        let wins = truth(&graph, &start, is_misere);
        let answer = ask(&graph, &start, is_misere);
        let winner = wins.get(&start).map_or("draw", |wins| if *wins { "first" } else { "second" });
        prop_assert_eq!(&answer["winner"], winner, "{:?} {:?}: {}", graph, start, answer);
        let options = moves(&graph, &start);
        let count = |result: Option<&bool>| options.iter().filter(|left| wins.get(*left) == result).count();
        prop_assert_eq!(&answer["winning_count"], count(Some(&false)));
        prop_assert_eq!(&answer["drawing_count"], count(None));
        prop_assert_eq!(answer["combined_move"].is_null(), options.is_empty());
        if !options.is_empty() {
            let left = after(&answer);
            prop_assert!(options.contains(&left));
            let is_kept = match wins.get(&start) {
                Some(true) => wins.get(&left) == Some(&false),
                Some(false) => true,
                None => !wins.contains_key(&left),
            };
            prop_assert!(is_kept, "{:?} {:?}: {}", graph, start, answer);
        }
        if winner == "first" {
            follow(&graph, &start, is_misere, &mut Vec::new(), &mut BTreeSet::new());
        }
    }
}
