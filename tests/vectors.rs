//! Thousands of positions solved by brute force, through the live server: value, winner, number of winning moves, and
//! that the recommended move is one of them; normal and misère.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod common;

use std::collections::BTreeSet;

use common::{Server, start};
use serde_json::{Value, json};

/// A move as the vectors mean it: two are the same iff game and index agree and `to` is the same position of that game.
fn normal_form(of: &Value) -> (String, u64, String) {
    let game = of["game"].as_str().unwrap();
    let mut to = of["to"].clone();
    if matches!(game, "euclid" | "wizards" | "empty-and-divide") {
        let numbers = to.as_array_mut().unwrap();
        numbers.sort_by_key(|number| number.to_string().trim_matches('"').len());
        numbers.sort_by_key(Value::as_u64);
    }
    (game.to_owned(), of["index"].as_u64().unwrap(), to.to_string())
}

/// Sums whose misère theory is not known: a box of more than 5 chips, and something else that can be moved in.
fn is_wild(position: &Value) -> bool {
    let numbers = |pair: &Value| (pair[0].as_u64(), pair[1].as_u64());
    let has_option = |game: &str, position: &Value| match game {
        "euclid" => position[0] != position[1],
        "wizards" => !matches!(numbers(position), (Some(0), _) | (_, Some(0))),
        "empty-and-divide" => numbers(position) != (Some(1), Some(1)),
        "red-blue" => position.as_str().unwrap().contains('R'),
        other => panic!("the vectors have {other}, this test does not"),
    };
    let games = position.as_object().unwrap().iter();
    let components =
        games.flat_map(|(game, list)| list.as_array().unwrap().iter().map(move |position| (game, position)));
    let alive: Vec<_> = components.filter(|(game, position)| has_option(game, position)).collect();
    let large =
        |pair: &Value| pair.as_array().unwrap().iter().any(|number| number.as_u64().is_none_or(|number| number > 5));
    alive.len() > 1 && alive.iter().any(|(game, position)| *game == "empty-and-divide" && large(position))
}

/// The winning moves that `/v1/moves` lists, page by page.
async fn listed_winning(server: &Server, vector: &Value, play: &str) -> BTreeSet<(String, u64, String)> {
    let mut request = json!({"position": vector["position"], "play": play, "only": "winning", "limit": 3});
    let mut moves = BTreeSet::new();
    loop {
        let page: Value = server.post("/v1/moves", request.to_string()).await.json().await.unwrap();
        for listed in page["moves"].as_array().unwrap() {
            assert_eq!(listed["wins"], true, "{play} {vector}");
            assert!(moves.insert(normal_form(listed)), "{play} {vector} lists {listed} twice");
        }
        if page["next"].is_null() {
            assert_eq!(page["winning_count"], moves.len(), "{play} {vector}");
            return moves;
        }
        request["cursor"] = page["next"].clone();
    }
}

async fn check_refusal(server: &Server, vector: &Value) {
    let request = json!({"position": vector["position"], "play": "misere"});
    let response = server.post("/v1/analyze", request.to_string()).await;
    assert_eq!(response.status(), 422, "{vector}");
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "misere-unsupported", "{vector}");
}

async fn check(server: &Server, vector: &Value, play: &str) {
    let answer = server.analyze(&json!({"position": vector["position"], "play": play})).await;
    assert_eq!(answer["grundy"], vector["grundy"], "{vector}");
    let prefix = if play == "misere" { "misere_" } else { "" };
    let Some(moves) = vector.get(format!("{prefix}winning_moves")) else { return };
    let moves: Vec<_> = moves.as_array().unwrap().iter().map(normal_form).collect();
    assert_eq!(answer["winner"], vector[format!("{prefix}winner")], "{play} {vector}");
    assert_eq!(answer["winning_count"], moves.len(), "{play} {vector}");
    let best = &answer["move"];
    assert_eq!(listed_winning(server, vector, play).await, moves.iter().cloned().collect(), "{play} {vector}");
    if best.is_null() {
        assert!(answer["after"].is_null() && moves.is_empty(), "{play} {vector}");
    } else {
        assert_eq!(moves.contains(&normal_form(best)), !moves.is_empty(), "{play} {vector}: {best}");
    }
}

async fn run(name: &str) {
    let server = start(&[]).await;
    let path = format!("{}/tests/vectors/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let vectors = std::fs::read_to_string(path).unwrap();
    for line in vectors.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        check(&server, &vector, "normal").await;
        if is_wild(&vector["position"]) {
            check_refusal(&server, &vector).await;
        } else {
            check(&server, &vector, "misere").await;
        }
    }
    assert!(vectors.lines().count() > 1000);
}

#[tokio::test]
async fn euclid() {
    run("euclid").await;
}

#[tokio::test]
async fn wizards() {
    run("wizards").await;
}

#[tokio::test]
async fn red_blue() {
    run("red-blue").await;
}

#[tokio::test]
async fn empty_and_divide() {
    run("empty-and-divide").await;
}

#[tokio::test]
async fn sums() {
    run("sums").await;
}
