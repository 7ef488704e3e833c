//! Games that a request defines. If an accepted game is small, it must be played right. Definitions must be accepted or
//! refused alike, whether they are read alone or as a part of a request.

use std::collections::BTreeMap;

use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::fault::Code;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::{Defaults, Explain, Rejected, Request};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::brute::TABLES;
use super::loopy::{LoopyMoves, ReachedSums, position_of, vertex};
use super::metered;

/// The limits are so small that any game is solved fast, and that the fuzzer reaches the limits.
const LIMITS: RequestLimits = RequestLimits {
    max_digits: 5,
    // Edges and cells of definitions count as elements of lists.
    max_components: 100,
    max_games: 100,
    max_steps: u64::MAX,
    max_vertices: 12,
    max_edges: 30,
    max_vectors: 64,
    max_cells: 200,
    max_heaps: 100_000,
    // Rules are not accepted here, since nothing would end a script. `ask_about_rules` runs scripts with a meter.
    max_rules: 0,
    max_rules_memory: 0,
    max_certificate: 0,
    max_find: 100,
};

/// The largest number of sums that are explored.
const MAX_REACH: usize = 200;

/// Reads the JSON of `games`. Checks positions of each game alone and together with a heap of Nim, in normal and in
/// misère play.
pub fn definitions(json: &[u8]) {
    let Ok(text) = serde_json::from_slice::<&RawValue>(json).map(RawValue::get) else { return };
    ask_about_rules(text);
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
        let rules = [(name.clone(), moves(definition)), ("nim".to_owned(), LoopyMoves::Catalogue)].to_vec();
        for start in starts(&rules[0].1) {
            for heap in [None, Some(1)] {
                let mut position = json!({ name: [start] });
                if let Some(heap) = heap {
                    position["nim"] = json!([heap]);
                }
                let Some(reached) = ReachedSums::from(&rules, &position, MAX_REACH) else { continue };
                for is_misere in [false, true] {
                    check(text, &position, &reached, is_misere);
                }
            }
        }
    }
}

/// Sends two requests about each game whose rules are a script. The position of the first request is an integer. The
/// position of the second request is a tuple and a heap of Nim.
fn ask_about_rules(games: &str) {
    let Ok(definitions) = serde_json::from_str::<BTreeMap<String, Value>>(games) else { return };
    for (name, _) in definitions.iter().filter(|(_, definition)| definition.get("rules").is_some()) {
        for position in [json!({ name: [7] }), json!({ name: [[3, "a.b"]], "nim": [1] })] {
            metered::ask(format!(r#"{{"games": {games}, "position": {position}}}"#).as_bytes(), LIMITS);
        }
    }
}

/// Compares an answer with the result of exploring all sums that play can reach.
fn check(games: &str, position: &Value, reached: &ReachedSums, is_misere: bool) {
    let play = if is_misere { "misere" } else { "normal" };
    let body = format!(r#"{{"games": {games}, "position": {position}, "play": "{play}", "remoteness": true}}"#);
    let request = Request::<Explain>::from_json(body.as_bytes(), Defaults::default(), &LIMITS).unwrap();
    let answer = match Analysis::of(request, &TABLES) {
        Ok(analysis) => json!(analysis.answer()),
        // A table of vectors may exceed the limits, although play can reach only few of its cells.
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

/// Returns the rules of a definition. The rules name vertices by their indices.
fn moves(definition: &Value) -> LoopyMoves {
    let list = |name: &str| definition.get(name).map(vectors).unwrap_or_default();
    let has = |name: &str| definition.get(name).is_some();
    if has("board") {
        return board(definition);
    }
    if has("edges") || has("order") || has("cells") {
        return deletion(definition);
    }
    let (rows, names): (Vec<&Value>, Option<Vec<String>>) = match &definition["graph"] {
        Value::Null => return LoopyMoves::Vectors { steps: list("steps"), rides: list("rides") },
        Value::Array(rows) => (rows.iter().collect(), None),
        graph => {
            let graph = graph.as_object().unwrap();
            (graph.values().collect(), Some(graph.keys().cloned().collect()))
        }
    };
    let index = |to: &Value| match &names {
        Some(names) => names.iter().position(|name| to == name).unwrap(),
        None => whole(to).try_into().unwrap(),
    };
    let options = |row: &&Value| row.as_array().unwrap().clone();
    let splits = rows.iter().flat_map(options).any(|option| option.is_array());
    if splits {
        let option = |option: &Value| {
            option.as_array().map_or_else(|| vec![index(option)], |parts| parts.iter().map(index).collect())
        };
        let options = rows.iter().map(|row| options(row).iter().map(option).collect()).collect();
        return LoopyMoves::Splitting { options, names };
    }
    let targets = rows.iter().map(|row| options(row).iter().map(index).collect()).collect();
    LoopyMoves::Graph { targets, names }
}

/// Returns the moves on a board: every way to place a piece so that it fits on the board.
fn board(definition: &Value) -> LoopyMoves {
    let marks = |picture: &Value, mark: char| -> Vec<(usize, usize)> {
        let rows = picture.as_array().unwrap().iter().map(|row| row.as_str().unwrap());
        let row = |(row, text): (usize, &str)| -> Vec<(usize, usize)> {
            text.chars().enumerate().filter(|(_, letter)| *letter == mark).map(|(column, _)| (row, column)).collect()
        };
        rows.enumerate().flat_map(row).collect()
    };
    let (rows, columns, free) = match &definition["board"].as_array().unwrap()[..] {
        [rows, columns] if !rows.is_string() => {
            let (rows, columns) = (usize::try_from(whole(rows)).unwrap(), usize::try_from(whole(columns)).unwrap());
            (rows, columns, (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect())
        }
        all => (all.len(), all[0].as_str().unwrap().len(), marks(&definition["board"], '.')),
    };
    let mut moves = Vec::new();
    for picture in definition["pieces"].as_array().unwrap() {
        let piece = marks(picture, 'x');
        let turns = if definition["turn"] == true { 0..8 } else { 0..1 };
        for turn in turns {
            // The piece is turned about the origin, so some cells get negative rows or columns.
            let turned: Vec<(i64, i64)> = piece
                .iter()
                .map(|(row, column)| (i64::try_from(*row).unwrap(), i64::try_from(*column).unwrap()))
                .map(|(row, column)| {
                    (if turn & 1 == 0 { row } else { -row }, if turn & 2 == 0 { column } else { -column })
                })
                .map(|(row, column)| if turn & 4 == 0 { (row, column) } else { (column, row) })
                .collect();
            for down in -64..64 {
                for right in -64..64 {
                    let place = |(row, column): &(i64, i64)| {
                        let at = (usize::try_from(row + down).ok()?, usize::try_from(column + right).ok()?);
                        free.contains(&at).then_some(at.0 * columns + at.1)
                    };
                    let cells: Option<Vec<usize>> = turned.iter().map(place).collect();
                    moves.extend(cells.map(|cells| (cells.clone(), cells)));
                }
            }
        }
    }
    LoopyMoves::Deletion { cells: Err((rows, columns)), moves }
}

/// Returns the moves of a deletion game without a board. The cells are numbered in the order in which they are first
/// named.
fn deletion(definition: &Value) -> LoopyMoves {
    let mut names: Vec<Value> = Vec::new();
    let mut cell = |name: &Value| {
        let name = if name.is_number() { json!(whole(name)) } else { name.clone() };
        names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
    };
    let lists = |name: &str| definition.get(name).and_then(Value::as_array).cloned().unwrap_or_default();
    match &definition["cells"] {
        Value::Array(all) => all.iter().for_each(|name| {
            cell(name);
        }),
        Value::Null => {}
        count => (0..whole(count)).for_each(|name| {
            cell(&json!(name));
        }),
    }
    for name in [lists("vertices"), lists("elements")].concat() {
        cell(&name);
    }
    let pairs: Vec<[usize; 2]> =
        [lists("edges"), lists("order")].concat().iter().map(|pair| [cell(&pair[0]), cell(&pair[1])]).collect();
    let mut moves: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for listed in lists("moves") {
        let all = |list: &Value| -> Vec<usize> {
            let index = |name: &Value| match &definition["cells"] {
                Value::Array(known) => known.iter().position(|known| known == name).unwrap_or_default(),
                _ => usize::try_from(whole(name)).unwrap(),
            };
            list.as_array().unwrap().iter().map(index).collect()
        };
        moves.push(if listed.is_array() {
            (all(&listed), all(&listed))
        } else {
            (all(&listed["needs"]), all(&listed["takes"]))
        });
    }
    let touching = |one: usize| {
        let others = pairs.iter().filter(move |pair| pair.contains(&one));
        others.map(move |pair| if pair[0] == one { pair[1] } else { pair[0] }).collect::<Vec<_>>()
    };
    for one in 0..names.len() {
        let others = touching(one);
        match definition["rule"].as_str() {
            Some("node-kayles") => moves.push((vec![one], [vec![one], others].concat())),
            Some("arc-kayles") => moves.extend(others.iter().map(|other| (vec![one, *other], vec![one, *other]))),
            Some("grim") => moves.extend(others.iter().map(|other| (vec![one, *other], vec![one]))),
            _ if definition.get("order").is_some() => {
                let mut above = vec![one];
                let mut done = 0;
                while let Some(at) = above.get(done).copied() {
                    done += 1;
                    let next = pairs.iter().filter(|pair| pair[0] == at && !above.contains(&pair[1]));
                    let next: Vec<usize> = next.map(|pair| pair[1]).collect();
                    above.extend(next);
                }
                moves.push((vec![one], above));
            }
            _ => {}
        }
    }
    LoopyMoves::Deletion { cells: Ok(names), moves }
}

fn vectors(json: &Value) -> Vec<Vec<i64>> {
    let vector = |json: &Value| json.as_array().unwrap().iter().map(whole).collect();
    json.as_array().unwrap().iter().map(vector).collect()
}

/// Reads an integer, which may be written like 2.0.
fn whole(json: &Value) -> i64 {
    json.as_i64().unwrap_or_else(|| format!("{:.0}", json.as_f64().unwrap()).parse().unwrap())
}

/// Returns some positions of a game.
fn starts(moves: &LoopyMoves) -> Vec<Value> {
    match moves {
        LoopyMoves::Graph { targets, names } => (0..targets.len()).map(|at| vertex(at, names.as_deref())).collect(),
        LoopyMoves::Splitting { options, names } => (0..options.len()).map(|at| vertex(at, names.as_deref())).collect(),
        LoopyMoves::Deletion { cells, moves } => {
            let can_be_free = |cell: usize| cells.is_ok() || moves.iter().any(|(needs, _)| needs.contains(&cell));
            let third = |cell: usize| can_be_free(cell) && cell % 3 != 1;
            vec![position_of(cells, can_be_free), position_of(cells, third)]
        }
        LoopyMoves::Vectors { steps, rides } => {
            let dimensions = steps.iter().chain(rides).next().map_or(0, Vec::len);
            let places = [[0, 1], [2, 1], [3, 3]];
            places.iter().map(|place| (0..dimensions).map(|at| place[at % 2]).collect()).collect()
        }
        LoopyMoves::Catalogue => Vec::new(),
    }
}
