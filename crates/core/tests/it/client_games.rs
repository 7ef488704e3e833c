//! Solves every case of `tests/vectors/graphs.jsonl` by the theory of graphs and vectors, and also by a search of the
//! sum as a whole. The programs that made the file share no code with grundy.

use grundy_core::game::shape::PlainValue;
use grundy_core::own::NamedGraph;
use grundy_core::theory::graphs::labels::{SmithLabels, SmithValue};
use grundy_core::theory::graphs::misere::Types;
use grundy_core::theory::graphs::misere_sum::{MisereSum, Others, TypedToken};
use grundy_core::theory::graphs::product::{Product, ProductLimits};
use grundy_core::theory::graphs::retrograde::Retrograde;
use grundy_core::theory::graphs::sum::{Token, TokenSum};
use grundy_core::theory::graphs::tokens::Tokens;
use grundy_core::theory::graphs::{Graph, GraphLimits, MoveResult, OutcomeCounts, Play, TokenMove, Winner};
use grundy_core::theory::vectors::VectorRules;
use grundy_core::theory::vectors::explore::Explored;
use grundy_core::theory::vectors::table::BoxTable;
use grundy_core::wire::definition::read_graph;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

#[derive(Deserialize)]
struct Case {
    id: String,
    games: BTreeMap<String, Definition>,
    position: BTreeMap<String, Vec<Json>>,
    winner: String,
    grundy: Json,
    grundy_options: Option<Vec<u32>>,
    components: Vec<Expected>,
    winning_moves: BTreeSet<Made>,
    drawing_moves: BTreeSet<Made>,
    counts: Numbers,
    remoteness: Option<u32>,
    fastest_wins: Option<BTreeSet<Made>>,
    longest_resistance: Option<BTreeSet<Made>>,
    misere_winner: String,
    misere_winning_moves: BTreeSet<Made>,
    misere_drawing_moves: BTreeSet<Made>,
    misere_counts: Numbers,
    misere_remoteness: Option<u32>,
    misere_fastest_wins: Option<BTreeSet<Made>>,
    misere_longest_resistance: Option<BTreeSet<Made>>,
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct Definition {
    graph: Option<Box<RawValue>>,
    #[serde(default)]
    steps: Vec<Vec<i64>>,
    #[serde(default)]
    rides: Vec<Vec<i64>>,
}

#[derive(Deserialize)]
struct Expected {
    game: String,
    index: usize,
    grundy: Json,
    grundy_options: Option<Vec<u32>>,
    misere_type: Option<[u32; 2]>,
}

#[derive(Deserialize)]
struct Numbers {
    moves: u64,
    winning: u64,
    drawing: u64,
    losing: u64,
}

/// A move as the cases write it. `to` is a text, since JSON values cannot be sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Made {
    game: String,
    index: usize,
    to: String,
}

impl<'de> Deserialize<'de> for Made {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Wire {
            game: String,
            index: usize,
            to: Json,
        }
        let Wire { game, index, to } = Wire::deserialize(deserializer)?;
        Ok(Self { game, index, to: to.to_string() })
    }
}

/// A component: a token on a graph of its own.
struct Component {
    game: String,
    index: usize,
    graph: Graph,
    at: u32,
    /// The vertices as the cases write them.
    names: Vec<String>,
    labels: SmithLabels,
    types: Types,
}

impl Component {
    fn new(definition: Option<&Definition>, game: &str, index: usize, position: &Json) -> Self {
        let (graph, at, names) = match definition {
            None => {
                let n = u16::try_from(position.as_u64().unwrap()).unwrap();
                (Graph::nim_heap(n), u32::from(n), (0..=n).map(|k| k.to_string()).collect())
            }
            Some(Definition { graph: Some(graph), .. }) => {
                let own: NamedGraph = read_graph(graph.get(), GraphLimits::NONE).unwrap();
                let at = own.vertex(&PlainValue::Text(position.as_str().unwrap().to_owned())).unwrap();
                let names = (0..own.graph.vertices()).map(|v| json!(own.written(v)).to_string()).collect();
                (Graph::clone(&own.graph), at, names)
            }
            Some(Definition { steps, rides, .. }) => {
                let rules = VectorRules::new(steps.clone(), rides.clone()).unwrap();
                let start: Vec<u64> = serde_json::from_value(position.clone()).unwrap();
                let Explored { graph, positions } = Explored::from(&rules, &start, GraphLimits::NONE).unwrap();
                check_vectors(&rules, &start, &graph, &positions);
                (graph, 0, positions.iter().map(|x| json!(x).to_string()).collect())
            }
        };
        let labels = SmithLabels::of(&graph).unwrap();
        let types = Types::of(&graph).unwrap();
        Self { game: game.to_owned(), index, graph, at, names, labels, types }
    }
}

/// Checks that the table of a game of vectors has the same values as the graph of its positions.
fn check_vectors(rules: &VectorRules, start: &[u64], graph: &Graph, positions: &[Vec<u64>]) {
    if let Some(table) = BoxTable::values(rules, start, 1_000_000) {
        let labels = SmithLabels::of(graph).unwrap();
        for (v, position) in (0..).zip(positions) {
            assert_eq!(table.get(position), labels.finite(v));
        }
    } else {
        assert!(rules.can_grow());
    }
}

fn winner(name: &str) -> Winner {
    match name {
        "first" => Winner::First,
        "second" => Winner::Second,
        "draw" => Winner::Draw,
        other => panic!("{other}"),
    }
}

fn made(components: &[Component], each: TokenMove) -> Made {
    let Component { game, index, names, .. } = &components[each.token];
    Made { game: game.clone(), index: *index, to: names[each.to as usize].clone() }
}

/// Returns the moves that have this outcome.
fn of_outcome(components: &[Component], moves: &[(TokenMove, MoveResult)], outcome: MoveResult) -> BTreeSet<Made> {
    moves.iter().filter(|m| m.1 == outcome).map(|m| made(components, m.0)).collect()
}

fn assert_counts(expected: &Numbers, moves: &[(TokenMove, MoveResult)], id: &str) {
    let mut counts = OutcomeCounts::default();
    for &(_, outcome) in moves {
        counts.add(outcome);
    }
    let Numbers { moves, winning, drawing, losing } = *expected;
    assert_eq!((counts, counts.total()), (OutcomeCounts { winning, drawing, losing }, moves), "{id}");
}

fn assert_value<N: From<u32> + PartialEq + Debug>(
    grundy: &Json,
    options: Option<&Vec<u32>>,
    found: &SmithValue<N>,
    id: &str,
) {
    let expected = grundy.as_u64().map_or_else(
        || SmithValue::Infinite(options.unwrap().iter().map(|option| N::from(*option)).collect()),
        |value| SmithValue::Finite(u32::try_from(value).unwrap().into()),
    );
    assert_eq!(*found, expected, "{id}");
}

#[test]
fn every_case() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/graphs.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let mut cases = 0;
    let mut unsure = 0;
    for line in text.lines() {
        let case: Case = serde_json::from_str(line).unwrap();
        let mut components = Vec::new();
        for (game, positions) in &case.position {
            for (index, position) in positions.iter().enumerate() {
                components.push(Component::new(case.games.get(game), game, index, position));
            }
        }
        normal(&case, &components);
        unsure += usize::from(!misere(&case, &components));
        cases += 1;
    }
    assert_eq!(cases, 1_062);
    println!("{unsure} of {cases} in misère play by search of the product only");
}

fn normal(case: &Case, components: &[Component]) {
    let id = &case.id;
    for expected in &case.components {
        let of = |c: &&Component| c.game == expected.game && c.index == expected.index;
        let component = components.iter().find(of).unwrap();
        let value = component.labels.value(&component.graph, component.at);
        assert_value(&expected.grundy, expected.grundy_options.as_ref(), &value, id);
        let pair = component.types.get(component.at).map(|kind| [kind.value, kind.misere()]);
        assert_eq!(pair, expected.misere_type, "{id}");
    }
    let tokens = components.iter().map(|c| Token { graph: &c.graph, labels: &c.labels, at: c.at }).enumerate();
    let mut sum = TokenSum::default();
    tokens.clone().for_each(|(at, token)| sum.add_token(at, token));
    let tokens = Tokens { sum: &sum, tokens: tokens.collect() };
    assert_eq!(sum.winner(), winner(&case.winner), "{id}");
    assert_value(&case.grundy, case.grundy_options.as_ref(), &sum.value(), id);
    let moves: Vec<(TokenMove, MoveResult)> = tokens.moves().collect();
    assert_counts(&case.counts, &moves, id);
    assert_eq!(of_outcome(components, &moves, MoveResult::Win), case.winning_moves, "{id}");
    assert_eq!(of_outcome(components, &moves, MoveResult::Draw), case.drawing_moves, "{id}");
    let recommended = tokens.recommended().map(|each| made(components, each));
    match sum.winner() {
        Winner::First => assert!(case.winning_moves.contains(&recommended.unwrap()), "{id}"),
        Winner::Draw => assert!(case.drawing_moves.contains(&recommended.unwrap()), "{id}"),
        Winner::Second => assert_eq!(recommended.is_some(), !moves.is_empty(), "{id}"),
    }
    let best = case.fastest_wins.as_ref().or(case.longest_resistance.as_ref());
    by_search(components, Play::Normal, id, (&case.winner, case.remoteness, best), &moves);
}

/// Checks misère play. Returns `false` if the misère types of the vertices (see [`Types`]) do not decide the winner.
fn misere(case: &Case, components: &[Component]) -> bool {
    let id = &case.id;
    let tokens = components.iter().map(|c| TypedToken { graph: &c.graph, types: &c.types, at: c.at }).collect();
    let sum = MisereSum::new(tokens, Others::NONE);
    if let Some(said) = sum.winner() {
        assert_eq!(said, winner(&case.misere_winner), "{id}");
    }
    if case.tags.iter().any(|tag| tag == "misere-by-types") {
        assert!(sum.winner().is_some(), "{id}");
    }
    for (each, outcome) in sum.moves() {
        let made = made(components, each);
        let right = if case.misere_winning_moves.contains(&made) {
            MoveResult::Win
        } else if case.misere_drawing_moves.contains(&made) {
            MoveResult::Draw
        } else {
            MoveResult::Loss
        };
        assert!(outcome.is_none_or(|outcome| outcome == right), "{id}");
    }
    if let Some((best, _)) = sum.best_win() {
        assert!(case.misere_winning_moves.contains(&made(components, best)), "{id}");
    }
    let tokens: Vec<(&Graph, u32)> = components.iter().map(|c| (&c.graph, c.at)).collect();
    let product = Product::solve(&tokens, Play::Misere, ProductLimits::DEFAULT).unwrap();
    let moves: Vec<(TokenMove, MoveResult)> = product.moves().map(|(each, outcome, _)| (each, outcome)).collect();
    assert_counts(&case.misere_counts, &moves, id);
    assert_eq!(of_outcome(components, &moves, MoveResult::Win), case.misere_winning_moves, "{id}");
    assert_eq!(of_outcome(components, &moves, MoveResult::Draw), case.misere_drawing_moves, "{id}");
    let best = case.misere_fastest_wins.as_ref().or(case.misere_longest_resistance.as_ref());
    by_search(components, Play::Misere, id, (&case.misere_winner, case.misere_remoteness, best), &moves);
    sum.winner().is_some()
}

type Lengths<'c> = (&'c str, Option<u32>, Option<&'c BTreeSet<Made>>);

fn by_search(components: &[Component], play: Play, id: &str, expected: Lengths<'_>, moves: &[(TokenMove, MoveResult)]) {
    let (name, remoteness, best) = expected;
    let tokens: Vec<(&Graph, u32)> = components.iter().map(|c| (&c.graph, c.at)).collect();
    let product = Product::solve(&tokens, play, ProductLimits::DEFAULT).unwrap();
    assert_eq!((product.winner(), product.remoteness()), (winner(name), remoteness), "{id}");
    assert!(product.moves().map(|(each, outcome, _)| (each, outcome)).eq(moves.iter().copied()), "{id}");
    if let (Some(best), Some(recommended)) = (best, product.recommended()) {
        assert!(best.contains(&made(components, recommended)), "{id}");
    }
    if let [only] = components {
        let alone = Retrograde::of(&only.graph, play);
        assert_eq!((alone.winner(only.at), alone.remoteness(only.at)), (winner(name), remoteness), "{id}");
    }
}
