//! Games that a request defines: what is taken is played right, as far as it is small; both readings take the same.

use std::collections::BTreeMap;

use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::fault::Code;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::Limits;
use grundy_core::wire::request::{Defaults, Explain, Rejected, Request};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::brute::TABLES;
use super::loopy::{Moves, Reached, vertex};

/// Small enough for any game to be quick, and to be reached by the fuzzer.
const LIMITS: Limits =
    Limits { max_digits: 5, max_components: 8, max_steps: u64::MAX, max_vertices: 12, max_edges: 30, max_cells: 200 };

/// The most sums that are analysed.
const MAX_REACH: usize = 200;

/// The JSON of `games`: each position alone and beside a heap of Nim, by normal and by misère play.
pub fn definitions(json: &[u8]) {
    let Ok(text) = serde_json::from_slice::<&RawValue>(json).map(RawValue::get) else { return };
    let slowly = Games::from_json(json, &LIMITS);
    let body = format!(r#"{{"games": {text}, "position": {{}}}}"#);
    let read = Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &LIMITS);
    assert_eq!(slowly.is_ok(), read.is_ok(), "the readings disagree: {slowly:?}, {read:?}");
    if let Err(faults) = slowly {
        for fault in faults.listed() {
            assert!(fault.pointer.is_empty() || fault.pointer.starts_with('/'));
            assert!(matches!(
                fault.code,
                Code::InvalidGame | Code::TooCostly | Code::InvalidJson | Code::InvalidRequest
            ));
            assert!(fault.pointer.len() <= 1000 && fault.detail.len() <= 1500, "{fault:?}");
        }
        return;
    }
    let games: BTreeMap<String, Value> = serde_json::from_str(text).unwrap();
    for (name, definition) in &games {
        let rules = [(name.clone(), moves(definition)), ("nim".to_owned(), Moves::Catalogue)].to_vec();
        for start in starts(&rules[0].1) {
            for heap in [None, Some(1)] {
                let mut position = json!({ name: [start] });
                if let Some(heap) = heap {
                    position["nim"] = json!([heap]);
                }
                let Some(reached) = Reached::from(&rules, &position, MAX_REACH) else { continue };
                for is_misere in [false, true] {
                    check(text, &position, &reached, is_misere);
                }
            }
        }
    }
}

/// Holds an answer against everything that can be reached.
fn check(games: &str, position: &Value, reached: &Reached, is_misere: bool) {
    let play = if is_misere { "misere" } else { "normal" };
    let body = format!(r#"{{"games": {games}, "position": {position}, "play": "{play}", "remoteness": true}}"#);
    let request = Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &LIMITS).unwrap();
    let answer = match Analysis::of(request, &TABLES) {
        Ok(analysis) => json!(analysis.answer()),
        // A table of vectors may have to be larger than what can be reached in it.
        Err(Rejected { faults, .. }) => return assert_eq!(faults.code(), Code::TooCostly, "{body}: {faults:?}"),
    };
    let truth = reached.truth(position, is_misere);
    assert_eq!((&answer["winner"], &answer["remoteness"]), (&json!(truth.winner()), &json!(truth.length())), "{body}");
    let all = reached.listed(position);
    let outcomes: Vec<&str> = all.iter().map(|(.., after)| reached.truth(after, is_misere).outcome_before()).collect();
    let count = |outcome: &str| outcomes.iter().filter(|other| **other == outcome).count();
    assert_eq!(answer["winning_count"], count("win"), "{body}");
    assert_eq!(answer.get("drawing_count").unwrap_or(&json!(0)), count("draw"), "{body}");
    if !answer["move"].is_null() {
        let after = reached.truth(&answer["after"], is_misere);
        let as_good = json!({"first": "win", "second": "loss", "draw": "draw"})[truth.winner()].clone();
        assert_eq!(after.outcome_before(), as_good, "{body}: {answer}");
    }
}

/// The rules that a definition says, vertices by their places.
fn moves(definition: &Value) -> Moves {
    let list = |name: &str| definition.get(name).map(vectors).unwrap_or_default();
    match &definition["graph"] {
        Value::Null => Moves::Vectors { steps: list("steps"), rides: list("rides") },
        Value::Array(rows) => {
            let index = |to: &Value| whole(to).try_into().unwrap();
            let row = |row: &Value| row.as_array().unwrap().iter().map(index).collect();
            Moves::Graph { targets: rows.iter().map(row).collect(), names: None }
        }
        graph => {
            let names: Vec<String> = graph.as_object().unwrap().keys().cloned().collect();
            let index = |to: &Value| names.iter().position(|name| to == name).unwrap();
            let rows = graph.as_object().unwrap().values();
            let targets = rows.map(|row| row.as_array().unwrap().iter().map(index).collect()).collect();
            Moves::Graph { targets, names: Some(names) }
        }
    }
}

fn vectors(json: &Value) -> Vec<Vec<i64>> {
    let vector = |json: &Value| json.as_array().unwrap().iter().map(whole).collect();
    json.as_array().unwrap().iter().map(vector).collect()
}

/// An integer, also spelled 2.0.
fn whole(json: &Value) -> i64 {
    json.as_i64().unwrap_or_else(|| format!("{:.0}", json.as_f64().unwrap()).parse().unwrap())
}

/// Some positions of a game.
fn starts(moves: &Moves) -> Vec<Value> {
    match moves {
        Moves::Graph { targets, names } => (0..targets.len()).map(|at| vertex(at, names.as_deref())).collect(),
        Moves::Vectors { steps, rides } => {
            let dimensions = steps.iter().chain(rides).next().map_or(0, Vec::len);
            let places = [[0, 1], [2, 1], [3, 3]];
            places.iter().map(|place| (0..dimensions).map(|at| place[at % 2]).collect()).collect()
        }
        Moves::Catalogue => Vec::new(),
    }
}
