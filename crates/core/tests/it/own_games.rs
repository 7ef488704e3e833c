//! Properties of sums that contain games of the client, such as graphs with cycles, and games of the catalogue.
//! Requests and answers are JSON, as for a client. The answers are compared with an analysis of every sum that play can
//! reach.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use crate::fuzz::loopy::{LoopyGames, LoopyMoves, PlayResult, ReachedSums, vertex};
use grundy_core::theory::Caches;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::theory::misere::quotients::Quotients;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::fault::Code;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::moves::{MovesPage, MovesRequest};
use grundy_core::wire::request::{Defaults, Request};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

static TABLES: LazyLock<Caches> = LazyLock::new(Caches::default);

/// Tables that permit no search of a sum, so that theory alone decides. The search for a misère quotient gets few
/// steps, since most sums of several games have no finite quotient.
static WITHOUT_SEARCH: LazyLock<Caches> = LazyLock::new(|| Caches {
    search: ProductLimits { states: 1, moves: 1 },
    quotients: Quotients::new(Arc::default(), 500_000),
    ..Caches::default()
});

/// The largest number of sums that the analysis may visit.
const MAX_REACH: usize = 600;

/// Returns the definition of a game as requests write it; `None` for a game of the catalogue.
fn definition(moves: &LoopyMoves) -> Option<Value> {
    match moves {
        LoopyMoves::Graph { targets, names: None } => Some(json!({ "graph": targets })),
        LoopyMoves::Graph { targets, names: Some(names) } => {
            let row = |row: &Vec<usize>| row.iter().map(|to| vertex(*to, Some(names))).collect::<Value>();
            let rows = targets.iter().zip(names).map(|(to, name)| (name.clone(), row(to)));
            Some(json!({ "graph": rows.collect::<Map<_, _>>() }))
        }
        LoopyMoves::Splitting { options, .. } => Some(json!({ "graph": options })),
        LoopyMoves::Deletion { cells, moves } => {
            let moves: Vec<Value> =
                moves.iter().map(|(needs, takes)| json!({"needs": needs, "takes": takes})).collect();
            Some(json!({"cells": cells.as_ref().unwrap().len(), "moves": moves}))
        }
        LoopyMoves::Vectors { steps, rides } => Some(json!({ "steps": steps, "rides": rides })),
        LoopyMoves::Catalogue => None,
    }
}

/// Returns whether a move of the game makes a number grow.
fn can_grow(moves: &LoopyMoves) -> bool {
    let LoopyMoves::Vectors { steps, rides } = moves else { return false };
    steps.iter().chain(rides).flatten().any(|part| *part < 0)
}

/// A sum with its games.
#[derive(Clone, Debug)]
struct Sum {
    games: LoopyGames,
    position: Value,
    /// `true` if the service may search sums. Every sum of these tests is small enough for the search.
    has_search: bool,
}

impl Sum {
    fn tables(&self) -> &'static Caches {
        if self.has_search { &TABLES } else { &WITHOUT_SEARCH }
    }

    fn request(&self, position: &Value, is_misere: bool, more: &Value) -> Value {
        let games: Map<String, Value> =
            self.games.iter().filter_map(|(key, moves)| Some((key.clone(), definition(moves)?))).collect();
        let play = if is_misere { "misere" } else { "normal" };
        let mut request = json!({"games": games, "position": position, "play": play});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    }

    /// Returns the answer to a request; `None` if the service refuses a request that it is allowed to refuse.
    fn answer(&self, position: &Value, is_misere: bool, more: &Value) -> Option<Value> {
        let request = self.request(position, is_misere, more).to_string();
        let read = Request::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default());
        let read = read.unwrap_or_else(|rejected| panic!("{request}: {rejected:?}"));
        match Analysis::of(read, self.tables()) {
            Ok(analysis) => Some(json!(analysis.answer())),
            Err(rejected) => {
                let is_unsupported = rejected.faults.code() == Code::MisereUnsupported;
                assert!(is_misere && is_unsupported && !self.has_search, "{request}: {rejected:?}");
                None
            }
        }
    }

    /// Returns the answer to a request that must not be refused.
    fn analyze(&self, position: &Value, is_misere: bool, more: &Value) -> Value {
        self.answer(position, is_misere, more).unwrap_or_else(|| panic!("{}", self.request(position, is_misere, more)))
    }

    /// Returns all moves, page by page.
    fn listed(&self, position: &Value, is_misere: bool) -> Vec<Value> {
        let (mut moves, mut more) = (Vec::new(), json!({"limit": 4}));
        loop {
            let request = self.request(position, is_misere, &more).to_string();
            let request =
                MovesRequest::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
            let page = json!(MovesPage::of(request, self.tables(), &RequestLimits::default()).unwrap());
            moves.extend(page["moves"].as_array().unwrap().clone());
            match &page["next"] {
                Value::Null => return moves,
                next => more["cursor"] = next.clone(),
            }
        }
    }

    /// Adds a heap of Nim of this size to the sum, and explores all sums that play can reach from there.
    fn reached(&self, heap: u64) -> Option<ReachedSums<'_>> {
        let mut position = self.position.clone();
        if heap > 0 {
            let heaps = position.as_object_mut().unwrap().entry("nim").or_insert(json!([]));
            heaps.as_array_mut().unwrap().push(heap.into());
        }
        ReachedSums::from(&self.games, &position, MAX_REACH * usize::try_from(heap + 1).unwrap())
    }
}

/// A graph of a few vertices. Most vertices have one or two moves, and some have none. There may be cycles.
fn graph() -> impl Strategy<Value = LoopyMoves> {
    (2..7_usize).prop_flat_map(|vertices| {
        let row = prop_oneof![2 => Just(0..=0_usize), 5 => Just(1..=2), 1 => Just(3..=4)]
            .prop_flat_map(move |length| prop::collection::vec(0..vertices, length));
        let targets = prop::collection::vec(row, vertices);
        (targets, any::<bool>()).prop_map(move |(targets, named)| {
            let names = named.then(|| (0..vertices).map(|at| format!("v{at}")).collect());
            LoopyMoves::Graph { targets, names }
        })
    })
}

fn vectors() -> impl Strategy<Value = LoopyMoves> {
    prop::sample::select(vec![
        (vec![], vec![vec![1, 0], vec![0, 1], vec![1, 1]]),
        (vec![vec![1, 2], vec![2, 1]], vec![]),
        (vec![vec![1, -1]], vec![vec![0, 1]]),
        (vec![vec![2, -1], vec![1, 1]], vec![vec![0, 2]]),
    ])
    .prop_map(|(steps, rides)| LoopyMoves::Vectors { steps, rides })
}

/// A graph without cycles, and a starting vertex. A move in the graph may replace a token by several tokens.
fn splitting() -> impl Strategy<Value = (LoopyMoves, Value)> {
    let sum = prop::collection::vec(any::<prop::sample::Index>(), 0..3);
    let rows = prop::collection::vec(prop::collection::vec(sum, 0..4), 2..6);
    (rows, any::<prop::sample::Index>()).prop_map(|(rows, start)| {
        let below = |v: usize, row: Vec<Vec<prop::sample::Index>>| -> Vec<Vec<usize>> {
            let row = if v == 0 { Vec::new() } else { row };
            row.into_iter().map(|sum| sum.into_iter().map(|part| part.index(v)).collect()).collect()
        };
        let mut options: Vec<Vec<Vec<usize>>> = rows.into_iter().enumerate().map(|(v, row)| below(v, row)).collect();
        let start = start.index(options.len());
        // At least one option must be a list. Otherwise the graph would be an ordinary graph.
        options.push(vec![vec![0, 0]]);
        (LoopyMoves::Splitting { options, names: None }, json!(start))
    })
}

/// A deletion game of cells and moves, and the cells that are free at the start.
fn deletion() -> impl Strategy<Value = (LoopyMoves, Value)> {
    (1..6_usize).prop_flat_map(|count| {
        let cells = || prop::collection::btree_set(0..count, 1..=count.min(3));
        let r#move = (cells(), cells(), any::<bool>()).prop_map(|(needs, takes, same)| {
            let needs: Vec<usize> = needs.into_iter().collect();
            // A move takes at least one of the cells that it needs. Otherwise it could be repeated for ever.
            let takes = if same { needs.clone() } else { takes.into_iter().chain([needs[0]]).collect() };
            let takes: std::collections::BTreeSet<usize> = takes.into_iter().collect();
            (needs, takes.into_iter().collect::<Vec<_>>())
        });
        let moves = prop::collection::vec(r#move, 0..6);
        (moves, prop::collection::vec(any::<bool>(), count)).prop_map(move |(moves, free)| {
            let start: Vec<usize> = (0..count).filter(|cell| free[*cell]).collect();
            (LoopyMoves::Deletion { cells: Ok((0..count).map(|cell| json!(cell)).collect()), moves }, json!(start))
        })
    })
}

/// Small positions of some games of the catalogue. The games are of different kinds.
fn of_catalogue() -> impl Strategy<Value = (String, Value)> {
    prop_oneof![
        3 => (0..4_u64).prop_map(|heap| ("nim".to_owned(), json!(heap))),
        1 => (0..5_u64).prop_map(|heap| ("kayles".to_owned(), json!(heap))),
        1 => (0..6_u64).prop_map(|heap| ("subtraction(1,3)".to_owned(), json!(heap))),
        1 => ((1..5_u64), (1..5_u64)).prop_map(|pair| ("euclid".to_owned(), json!(pair))),
        1 => "[RB]{0,3}".prop_map(|beads| ("red-blue".to_owned(), json!(beads))),
    ]
}

/// Sums of a few components. At least one of them belongs to a game of the client.
fn sums() -> impl Strategy<Value = Sum> {
    let token = (any::<prop::sample::Index>(), 0..2_usize);
    let tokens = prop::collection::vec(token, 1..3);
    let pair = prop::option::weighted(0.3, (vectors(), 0..3_i64, 0..3_i64));
    let others = prop::collection::vec(of_catalogue(), 0..2);
    let ending = prop::option::weighted(
        0.4,
        prop_oneof![splitting().prop_map(|game| ("splits", game)), deletion().prop_map(|game| ("cells", game)),],
    );
    (graph(), graph(), tokens, (pair, ending), others, any::<bool>()).prop_map(
        |(one, other, tokens, (pair, ending), others, has_search)| {
            let graphs = [("loop", one), ("ring", other)];
            let mut position: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            for (at, which) in tokens {
                let (key, LoopyMoves::Graph { targets, names }) = &graphs[which] else { unreachable!("a graph") };
                let at = vertex(at.index(targets.len()), names.as_deref());
                position.entry((*key).to_owned()).or_default().push(at);
            }
            let mut games: LoopyGames = graphs.map(|(key, moves)| (key.to_owned(), moves)).to_vec();
            if let Some((moves, x, y)) = pair {
                games.push(("pairs".to_owned(), moves));
                position.insert("pairs".to_owned(), vec![json!([x, y])]);
            }
            if let Some((key, (moves, start))) = ending {
                games.push((key.to_owned(), moves));
                position.insert(key.to_owned(), vec![start]);
            }
            for key in ["nim", "kayles", "subtraction(1,3)", "euclid", "red-blue"] {
                games.push((key.to_owned(), LoopyMoves::Catalogue));
            }
            for (key, component) in others {
                position.entry(key).or_default().push(component);
            }
            // A search of positions finds the values of vectors that make a number grow.
            let has_search = has_search || games.iter().any(|(_, moves)| can_grow(moves));
            Sum { games, position: json!(position), has_search }
        },
    )
}

/// Returns the list of the positions that a move leaves. In answers about games that do not split, `to` is one position
/// and not a list.
fn parts_of(r#move: &Value) -> Vec<Value> {
    match (&r#move["to"], r#move["game"] == "kayles" || r#move["game"] == "splits") {
        (to, true) => to.as_array().unwrap().clone(),
        (to, false) => vec![to.clone()],
    }
}

/// Returns whether a move in an answer is this move. Two orders do not matter: that of the positions in `to`, and that
/// of the two numbers in a position of Euclid.
fn is_move(answered: &Value, (key, index, to): (&str, usize, &[Value])) -> bool {
    let unordered = |parts: &[Value]| {
        let mut parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        parts.sort_unstable();
        parts
    };
    answered["game"] == *key && answered["index"] == index && unordered(&parts_of(answered)) == unordered(to)
}

/// Checks all statements of one answer about a position.
fn check(sum: &Sum, reached: &ReachedSums, position: &Value, is_misere: bool) {
    let what = || format!("{}", sum.request(position, is_misere, &json!({})));
    let truth = reached.truth(position, is_misere);
    let Some(answer) = sum.answer(position, is_misere, &json!({"remoteness": true})) else { return };
    assert_eq!(answer["winner"], truth.winner(), "{}", what());
    if sum.has_search || !answer["remoteness"].is_null() {
        assert_eq!(answer["remoteness"], json!(truth.length()), "{}", what());
    }

    let all = reached.listed(position);
    let count = |outcome: &str| {
        let after = all.iter().map(|(.., after)| reached.truth(after, is_misere).outcome_before());
        after.filter(|of| *of == outcome).count()
    };
    assert_eq!(answer["winning_count"], count("win"), "{}", what());
    assert_eq!(answer.get("drawing_count").unwrap_or(&json!(0)), count("draw"), "{}", what());

    let listed = sum.listed(position, is_misere);
    assert_eq!(listed.len(), all.len(), "{}: {listed:?}", what());
    for (key, index, to, after) in &all {
        let mut these = listed.iter().filter(|listed| is_move(listed, (key, *index, to)));
        let (Some(listed), None) = (these.next(), these.next()) else { panic!("{key} {index} to {to:?}: {}", what()) };
        let outcome = reached.truth(after, is_misere).outcome_before();
        assert_eq!(listed["wins"], outcome == "win", "{listed}: {}", what());
        assert_eq!(listed.get("outcome").unwrap_or(&json!(outcome)), outcome, "{listed}: {}", what());
    }
}

/// Returns the position after the recommended move; `None` if there is no move. Checks that the move is legal, and that
/// it keeps the outcome of the position. `more` has further fields of the request, which may change the recommended
/// move.
fn next(sum: &Sum, reached: &ReachedSums, position: &Value, is_misere: bool, more: &Value) -> Option<Value> {
    let answer = sum.analyze(position, is_misere, more);
    let all = reached.listed(position);
    if answer["move"].is_null() {
        assert!(all.is_empty() && answer["after"].is_null(), "{answer}");
        return None;
    }
    let chosen = all.iter().find(|(key, index, to, _)| is_move(&answer["move"], (key, *index, to)));
    let (.., after) = chosen.unwrap_or_else(|| panic!("no move: {answer}"));
    let (before, truth) = (reached.truth(position, is_misere), reached.truth(after, is_misere));
    let is_as_good = matches!(
        (before, truth),
        (PlayResult::Win(_), PlayResult::Loss(_))
            | (PlayResult::Loss(_), PlayResult::Win(_))
            | (PlayResult::Draw, PlayResult::Draw)
    );
    assert!(is_as_good, "{before:?} becomes {truth:?}: {}, {answer}", sum.request(position, is_misere, more));
    assert_eq!(reached.truth(&answer["after"], is_misere), truth, "{answer}");
    // The next request is about the position as the answer writes it.
    Some(answer["after"].clone())
}

/// Finds how many moves play lasts if the winner always makes the recommended move. All moves of the loser are tried.
/// Fails if play goes round in circles.
struct Follower<'a> {
    sum: &'a Sum,
    reached: &'a ReachedSums<'a>,
    is_misere: bool,
    more: Value,
    /// For each position in which the winner is to move, how many moves play lasts from there. The entry is `None`
    /// while the number is being computed. If play comes back to a position with `None`, play goes round in circles.
    lengths: HashMap<String, Option<u64>>,
}

impl Follower<'_> {
    /// Returns how many moves play lasts from a position in which the player to move wins.
    fn won(&mut self, position: &Value) -> u64 {
        let key = position.to_string();
        match self.lengths.get(&key) {
            Some(Some(length)) => return *length,
            Some(None) => panic!("round in circles from {}", self.sum.request(position, self.is_misere, &self.more)),
            None => {}
        }
        // A service that does not search sums can refuse this position in misère play, even if it answered the position
        // before the last move.
        if !self.sum.has_search && self.sum.answer(position, self.is_misere, &self.more).is_none() {
            return self.reached.truth(position, self.is_misere).length().unwrap();
        }
        self.lengths.insert(key.clone(), None);
        let after = next(self.sum, self.reached, position, self.is_misere, &self.more);
        let length = after.map_or(0, |after| 1 + self.lost(&after));
        self.lengths.insert(key, Some(length));
        length
    }

    /// Returns how many moves play lasts from a position in which the player to move loses. The loser makes play last
    /// as long as possible.
    fn lost(&mut self, position: &Value) -> u64 {
        let all = self.reached.listed(position);
        all.iter().map(|(.., after)| 1 + self.won(after)).max().unwrap_or(0)
    }
}

/// From x there is a winning move to y, but the only move from y leads back to x. Another winning move, to s, leads to
/// the end of the game.
#[test]
fn no_winner_goes_round_in_circles() {
    let names = ["x", "y", "s", "t", "z", "e"].map(str::to_owned).to_vec();
    let targets = vec![vec![1, 2, 5, 4], vec![0], vec![3], vec![5, 4], vec![5], vec![]];
    let graph = LoopyMoves::Graph { targets, names: Some(names) };
    let games: LoopyGames = vec![("loop".to_owned(), graph), ("nim".to_owned(), LoopyMoves::Catalogue)];
    for position in [
        json!({"loop": ["x"]}),
        json!({"loop": ["y"]}),
        json!({"loop": ["x", "y"]}),
        json!({"loop": ["x", "x"], "nim": [1]}),
        json!({"loop": ["x"], "nim": [1, 1]}),
        json!({"loop": ["x"], "nim": [3, 2]}),
    ] {
        for (is_misere, has_search) in [(false, false), (false, true), (true, false), (true, true)] {
            let sum = Sum { games: games.clone(), position: position.clone(), has_search };
            let reached = sum.reached(0).unwrap();
            let (more, lengths) = (json!({}), HashMap::new());
            let mut follower = Follower { sum: &sum, reached: &reached, is_misere, more, lengths };
            match reached.truth(&position, is_misere) {
                PlayResult::Win(_) => follower.won(&position),
                PlayResult::Loss(_) => follower.lost(&position),
                PlayResult::Draw => panic!("a draw: {position}"),
            };
        }
    }
}

/// Creates a sum of one component, whose game is defined by `moves`.
fn alone(moves: LoopyMoves, at: &Value) -> Sum {
    Sum { games: vec![("mine".to_owned(), moves)], position: json!({ "mine": [at] }), has_search: true }
}

#[test]
fn one_component_is_exact_however_large_it_is() {
    /// The length of a path. A search of a sum may visit fewer positions than the path has vertices.
    const END: usize = 300_001;
    let length = json!({ "remoteness": true });
    // A path. Among its first 30 vertices, every third vertex also has a move to a vertex without moves. If the last
    // vertex of the path has a move to itself, play that comes there never ends.
    let path = |last: Vec<usize>| {
        let rows = (0..END).map(|v| if v % 3 == 2 && v < 30 { vec![v + 1, END + 1] } else { vec![v + 1] });
        LoopyMoves::Graph { targets: rows.chain([last, vec![]]).collect(), names: None }
    };
    for is_misere in [false, true] {
        // In normal play, the third move wins: it leads to the vertex `END + 1`, which has no moves. In misère play,
        // nobody moves to this vertex, so play goes along the whole path.
        let answer = alone(path(vec![]), &json!(0)).analyze(&json!({"mine": [0]}), is_misere, &length);
        let expected = if is_misere { ("second", json!(END)) } else { ("first", json!(3)) };
        assert_eq!((answer["winner"].as_str().unwrap(), &answer["remoteness"]), (expected.0, &expected.1), "{answer}");
        let answer = alone(path(vec![END]), &json!(40)).analyze(&json!({"mine": [40]}), is_misere, &length);
        assert_eq!((&answer["winner"], &answer["remoteness"]), (&json!("draw"), &Value::Null), "{answer}");
        assert_eq!((&answer["winning_count"], &answer["drawing_count"]), (&json!(0), &json!(1)), "{answer}");
    }

    // Wythoff's game, defined by vectors, has the same answers as in the catalogue. If the recommended move wins, it is
    // one of the fastest winning moves.
    let queen = || LoopyMoves::Vectors { steps: vec![], rides: vec![vec![1, 0], vec![0, 1], vec![1, 1]] };
    for (pair, is_misere) in [([150, 210], false), ([150, 210], true), ([110, 178], false), ([110, 178], true)] {
        let of_catalogue = Sum { games: vec![], position: json!({}), has_search: true };
        let known = of_catalogue.analyze(&json!({ "wythoff": [pair] }), is_misere, &json!({}));
        let sum = alone(queen(), &json!(pair));
        let answer = sum.analyze(&sum.position, is_misere, &length);
        for field in ["winner", "grundy", "winning_count"] {
            assert_eq!(answer[field], known[field], "{field} of {pair:?}: {answer}");
        }
        let after = sum.analyze(&answer["after"], is_misere, &length);
        let [before, after] = [&answer, &after].map(|answer| answer["remoteness"].as_u64().unwrap());
        assert!(if answer["winner"] == "first" { after + 1 == before } else { after < before }, "{pair:?}: {answer}");
    }
    // In one dimension, a game of vectors is a subtraction game. This game is tame, so it is solved in a sum with any
    // tame game.
    let line = LoopyMoves::Vectors { steps: vec![vec![1], vec![4]], rides: vec![vec![6]] };
    let sum = alone(line, &json!(500_000));
    let answer = sum.analyze(&json!({"mine": ["1000000000"], "nim": ["10000000000"]}), true, &json!({}));
    assert_eq!(answer["winner"], "first", "{answer}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks the winner, how long play lasts, how many moves have each outcome, and the outcome of each move.
    #[test]
    fn sums_are_what_play_makes_of_them(sum in sums()) {
        let Some(reached) = sum.reached(0) else { return Ok(()) };
        for is_misere in [false, true] {
            check(&sum, &reached, &sum.position, is_misere);
        }
    }

    /// The value of a sum agrees with the outcomes of this sum together with a heap of Nim. If the heap equals the
    /// value, the whole is lost. If the value is ∞(K), the whole is won if the heap is in K, and a draw otherwise.
    #[test]
    fn values_are_what_heaps_beside_them_say(sum in sums()) {
        let value = sum.analyze(&sum.position, false, &json!({}))["grundy"].clone();
        for heap in 0..4_u64 {
            let Some(reached) = sum.reached(heap) else { continue };
            let mut position = sum.position.clone();
            if heap > 0 {
                let heaps = position.as_object_mut().unwrap().entry("nim").or_insert(json!([]));
                heaps.as_array_mut().unwrap().push(heap.into());
            }
            let expected = match value.get("infinite") {
                Some(options) if options.as_array().unwrap().contains(&json!(heap)) => "first",
                Some(_) => "draw",
                None if value == heap => "second",
                None => "first",
            };
            prop_assert_eq!(reached.truth(&position, false).winner(), expected, "{} beside {}: {:?}", value, heap, sum);
        }
    }

    /// A winner who follows the recommended moves wins, whether or not the other player follows them too.
    #[test]
    fn who_follows_the_answers_wins(sum in sums(), is_misere: bool) {
        let Some(reached) = sum.reached(0) else { return Ok(()) };
        if sum.answer(&sum.position, is_misere, &json!({})).is_none() {
            return Ok(());
        }
        for more in [json!({}), json!({"remoteness": true})] {
            let mut follower =
                Follower { sum: &sum, reached: &reached, is_misere, more: more.clone(), lengths: HashMap::new() };
            let length = match reached.truth(&sum.position, is_misere) {
                PlayResult::Win(_) => follower.won(&sum.position),
                PlayResult::Loss(_) => follower.lost(&sum.position),
                PlayResult::Draw => {
                    // Both players can keep a draw for any number of moves.
                    let mut position = sum.position.clone();
                    for _ in 0..10 {
                        position = next(&sum, &reached, &position, is_misere, &more).unwrap();
                    }
                    continue;
                }
            };
            let shortest = reached.truth(&sum.position, is_misere).length().unwrap();
            prop_assert!(length >= shortest);
            let answer = sum.analyze(&sum.position, is_misere, &more);
            if more["remoteness"] == true && sum.has_search {
                prop_assert_eq!(length, shortest, "the winner hurries: {:?}", sum);
            } else if let Some(bound) = answer["at_most"].as_u64() {
                prop_assert!(length <= bound, "{} moves, at most {}: {:?}", length, bound, sum);
            }
        }
    }

    /// The field `line` of an answer lists the recommended moves of both players. They are the moves that separate
    /// requests recommend, one request for each position on the way.
    #[test]
    fn lines_are_the_recommended_moves(sum in sums(), is_misere: bool, more in choices()) {
        let mut asked = more.clone();
        asked["line"] = json!(6);
        let Some(answer) = sum.answer(&sum.position, is_misere, &asked) else { return Ok(()) };
        let line = answer["line"].as_array().unwrap();
        let mut position = sum.position.clone();
        for r#move in line {
            let answer = sum.analyze(&position, is_misere, &more);
            for field in ["game", "index", "to", "text"] {
                prop_assert_eq!(&r#move[field], &answer["move"][field], "{}", answer);
            }
            position = answer["after"].clone();
        }
        let ended = sum.analyze(&position, is_misere, &more)["move"].is_null();
        prop_assert!(line.len() == 6 || line.len() < 6 && ended, "{}", answer);
    }

    /// With a seed, the recommended move is random. It is legal, keeps the outcome of the position, and is the same for
    /// the same seed. With the field `mistakes`, any legal move may be chosen.
    ///
    /// If a position has at most three moves, the test also checks that no move is missed. With `mistakes`, each move
    /// must be chosen for some seed. Without `mistakes`, each move that keeps the outcome must be chosen for some seed.
    /// In a draw without `mistakes`, this is checked only for the moves in the graphs `loop` and `ring`.
    #[test]
    fn seeds_draw_good_moves(sum in sums(), is_misere: bool) {
        let Some(reached) = sum.reached(0) else { return Ok(()) };
        if sum.answer(&sum.position, is_misere, &json!({})).is_none() {
            return Ok(());
        }
        let all = reached.listed(&sum.position);
        let good = |after: &Value| {
            let truth = reached.truth(after, is_misere).outcome_before();
            truth == match reached.truth(&sum.position, is_misere) {
                PlayResult::Win(_) => "win",
                PlayResult::Loss(_) => "loss",
                PlayResult::Draw => "draw",
            }
        };
        let is_draw = reached.truth(&sum.position, is_misere) == PlayResult::Draw;
        let (mut best, mut any) = (Vec::new(), Vec::new());
        for seed in 0..40 {
            let more = json!({ "seed": seed });
            next(&sum, &reached, &sum.position, is_misere, &more);
            let answer = sum.analyze(&sum.position, is_misere, &more);
            prop_assert_eq!(&answer, &sum.analyze(&sum.position, is_misere, &more));
            best.push(answer["move"].clone());
            let erring = sum.analyze(&sum.position, is_misere, &json!({"seed": seed, "mistakes": 1}));
            let r#move = erring["move"].clone();
            prop_assert!(r#move.is_null() == all.is_empty());
            prop_assert!(all.is_empty() || all.iter().any(|(key, index, to, _)| is_move(&r#move, (key, *index, to))));
            any.push(r#move);
        }
        // If there are at most three moves, 40 seeds miss some move with a chance of less than one in a million.
        let is_drawn = |drawn: &[Value], (key, index, to): (&str, usize, &[Value])| drawn.iter().any(|each| is_move(each, (key, index, to)));
        if all.len() <= 3 {
            for (key, index, to, after) in &all {
                prop_assert!(is_drawn(&any, (key, *index, to)), "{} {} to {:?} is never drawn: {:?}", key, index, to, sum);
                prop_assert!(!good(after) || is_draw && key != "loop" && key != "ring" || is_drawn(&best, (key, *index, to)), "{} {} to {:?}: {:?}", key, index, to, sum);
            }
        }
    }
}

/// Ways to choose a move.
fn choices() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!({"remoteness": true})),
        (0..1000_u64).prop_map(|seed| json!({ "seed": seed })),
        (0..1000_u64).prop_map(|seed| json!({"seed": seed, "mistakes": 0.5})),
    ]
}
