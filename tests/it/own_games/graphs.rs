//! Tests graphs in which moves split, through the live server. Answers are compared with brute force over sums. Faults
//! are tested, too.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::start;
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// The options of each vertex. Each option is a list of smaller vertices.
type Rows = Vec<Vec<Vec<usize>>>;

/// Random numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        // The constants are those of Knuth's MMIX.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn rows(&mut self) -> Rows {
        let count = 3 + self.below(4);
        (0..count)
            .map(|v| {
                let options = if v == 0 { 0 } else { self.below(4) };
                (0..options).map(|_| (0..[1, 2, 0, 2, 3][self.below(5)]).map(|_| self.below(v)).collect()).collect()
            })
            .collect()
    }
}

/// Returns the options of a sum of vertices and a heap of nim, by the rules alone.
fn after(rows: &Rows, (tokens, heap): &(Vec<usize>, usize)) -> Vec<(Vec<usize>, usize)> {
    let mut sums: Vec<(Vec<usize>, usize)> = (0..*heap).map(|less| (tokens.clone(), less)).collect();
    for (place, v) in tokens.iter().enumerate() {
        for parts in &rows[*v] {
            let mut left = [&tokens[..place], &tokens[place + 1..], parts].concat();
            left.sort_unstable();
            sums.push((left, *heap));
        }
    }
    sums
}

fn wins(rows: &Rows, sum: &(Vec<usize>, usize), misere: bool, known: &mut HashMap<(Vec<usize>, usize), bool>) -> bool {
    if let Some(wins) = known.get(sum) {
        return *wins;
    }
    let options = after(rows, sum);
    let wins = (options.is_empty() && misere) || options.iter().any(|option| !wins(rows, option, misere, known));
    known.insert(sum.clone(), wins);
    wins
}

/// Returns the definition of a graph, with names or with indices. If an option is only one vertex, `as_list` decides
/// whether it is written as a list.
fn definition(rows: &Rows, named: bool, as_list: bool) -> Value {
    let name = |v: &usize| if named { json!(format!("v{v}")) } else { json!(v) };
    let option = |parts: &Vec<usize>| match parts.as_slice() {
        [part] if !as_list => name(part),
        parts => parts.iter().map(name).collect(),
    };
    let row = |options: &Vec<Vec<usize>>| options.iter().map(option).collect::<Value>();
    if named {
        let rows = rows.iter().enumerate().map(|(v, options)| (format!("v{v}"), row(options)));
        json!({ "graph": rows.collect::<Map<_, _>>() })
    } else {
        json!({ "graph": rows.iter().map(row).collect::<Vec<_>>() })
    }
}

#[tokio::test]
async fn as_the_rules_say() {
    let server = start(&[]).await;
    let mut numbers = Numbers(1);
    for round in 0..120 {
        let rows = numbers.rows();
        let (named, misere) = (round % 2 == 0, round % 3 == 0);
        let games = json!({"mine": definition(&rows, named, round % 5 == 0)});
        let mut tokens: Vec<usize> = (0..=numbers.below(3)).map(|_| numbers.below(rows.len())).collect();
        tokens.sort_unstable();
        let heap = numbers.below(4);
        let name = |v: &usize| if named { json!(format!("v{v}")) } else { json!(v) };
        let position = json!({"mine": tokens.iter().map(name).collect::<Vec<_>>(), "nim": [heap]});
        let play = if misere { "misere" } else { "normal" };
        let body = json!({"games": games, "position": position, "play": play, "explain": true});
        let answer = server.ask("/v1/analyze", &body).await;
        let mut known = HashMap::new();
        let sum = (tokens.clone(), heap);
        let won = wins(&rows, &sum, misere, &mut known);
        assert_eq!(answer["winner"], if won { "first" } else { "second" }, "{body}: {answer}");
        if !misere {
            let is_value = |value: &usize| !wins(&rows, &(tokens.clone(), value ^ heap), false, &mut known);
            // The value of the tokens is the size of the heap of nim that must be added to make a lost sum. Here values
            // are below 16.
            let value = (0..16).find(is_value).unwrap();
            assert_eq!(answer["grundy"], value, "{body}: {answer}");
        }
        let listing = json!({"games": games, "position": position, "play": play, "limit": 1000});
        let listing = server.ask("/v1/moves", &listing).await;
        for listed in listing["moves"].as_array().unwrap() {
            let made = json!({"games": games, "position": position, "play": play, "move": listed});
            let played = server.ask("/v1/play", &made).await;
            let index = |name: &Value| match name {
                Value::String(name) => name[1..].parse().unwrap(),
                name => usize::try_from(name.as_u64().unwrap()).unwrap(),
            };
            let mut left: Vec<usize> =
                played["position"]["mine"].as_array().map_or_else(Vec::new, |list| list.iter().map(index).collect());
            left.sort_unstable();
            let left = (left, usize::try_from(played["position"]["nim"][0].as_u64().unwrap_or(0)).unwrap());
            assert!(after(&rows, &sum).contains(&left), "{made}: {played}");
            assert_eq!(listed["wins"], !wins(&rows, &left, misere, &mut known), "{made}: {listed}");
        }
        let mut distinct: Vec<_> = tokens.iter().map(|v| rows[*v].clone()).collect();
        for options in &mut distinct {
            for parts in options.iter_mut() {
                parts.sort_unstable();
            }
            options.sort();
            options.dedup();
        }
        let count = heap + distinct.iter().map(Vec::len).sum::<usize>();
        assert_eq!(listing["moves"].as_array().unwrap().len(), count, "each once: {body}");
    }
}

#[tokio::test]
async fn what_is_wrong_has_its_place() {
    let server = start(&[]).await;
    for (graph, pointer, words) in [
        (json!({"a": [["b", "b"]], "b": ["a"]}), "/games/mine/graph/a", "come back"),
        (json!({"a": [["a"]]}), "/games/mine/graph/a", "come back"),
        (json!([[[1, 1]], [1]]), "/games/mine/graph/1", "come back"),
        (json!({"a": [["b"]]}), "/games/mine/graph/a/0", "no vertex"),
        (json!([[[0, 7]]]), "/games/mine/graph/0/0/1", "no vertex 7"),
        (json!([[[[0]]]]), "/games/mine/graph/0/0/0", "an array"),
        (json!([[[1.5]], []]), "/games/mine/graph/0/0/0", "fraction"),
    ] {
        let body = json!({"games": {"mine": {"graph": graph}}, "position": {"nim": [1]}});
        server.assert_refused("/v1/analyze", body, ("invalid-game", pointer, words)).await;
    }
}

/// The `to` of a move is a list, as in every game that splits. The list is accepted in the form in which answers write
/// it.
#[tokio::test]
async fn moves_are_lists() {
    let server = start(&[]).await;
    let games = json!({"mine": {"graph": {"a": ["b", ["c", "b"], [], ["b", "c"]], "b": ["c"], "c": []}}});
    let listing = server.ask("/v1/moves", &json!({"games": games, "position": {"mine": ["a"]}})).await;
    let moves: Vec<_> = listing["moves"].as_array().unwrap().iter().map(|m| (&m["to"], m["text"].as_str())).collect();
    let expected = [
        (json!(["b"]), "move from a to b"),
        (json!(["b", "c"]), "move from a to b + c"),
        (json!([]), "move from a to nothing"),
    ];
    assert_eq!(moves, expected.iter().map(|(to, text)| (to, Some(*text))).collect::<Vec<_>>());
    let made =
        json!({"games": games, "position": {"mine": ["a"]}, "move": {"game": "mine", "index": 0, "to": ["c", "b"]}});
    let played = server.ask("/v1/play", &made).await;
    assert_eq!(played["position"], json!({"mine": ["c", "b"]}), "in the order of the client: {played}");
    let made = json!({"games": games, "position": {"mine": ["a"]}, "move": {"game": "mine", "index": 0, "to": ["c"]}});
    server.assert_refused("/v1/play", made, ("illegal-move", "/move/to", "")).await;
}
