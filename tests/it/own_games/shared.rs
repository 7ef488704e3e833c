//! Tests games that the requests of a batch share. They are defined next to `requests`, or on a line of a stream.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::process::{fed, grundy};
use crate::common::{problem, start};
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

fn mine() -> Value {
    json!({"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}})
}

fn parsed(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn a_list_has_games_of_its_own() {
    let server = start(&[]).await;
    let request = |position: &Value| json!({"position": position});
    let positions = [json!({"walk": ["hall"]}), json!({"walk": ["gate"], "nim": [2]}), json!({"other": [[3]]})];
    let games = json!({"walk": mine(), "other": {"steps": [[1], [2]]}});
    // If a request in the list defines a game with the name of a shared game, the request's game is used.
    let own = json!({"position": {"walk": [0]}, "games": {"walk": {"graph": [[]]}}});
    let requests: Vec<Value> = positions.iter().map(request).chain([own.clone()]).collect();
    let answer = server.ask("/v1/batch", &json!({"requests": requests, "games": games})).await;
    assert_eq!(answer["failed"], 0, "{answer}");
    for (place, position) in positions.iter().enumerate() {
        let alone = server.analyze(&json!({"games": games, "position": position})).await;
        assert_eq!(answer["results"][place], alone);
    }
    assert_eq!(answer["results"][3], server.analyze(&own).await);
    // Without the shared games, these names are unknown.
    let answer = server.ask("/v1/batch", &json!({"requests": requests})).await;
    assert_eq!(answer["failed"], 3, "{answer}");
    // A fault in a shared game is a fault of the whole batch.
    let broken = json!({"games": {"walk": {"graph": [[1]]}}, "requests": [{"position": {"nim": [1]}}]});
    let found = problem(server.post("/v1/batch", broken.to_string()).await, 422, "invalid-game").await;
    assert_eq!(found["errors"][0]["pointer"], "/games/walk/graph/0/0");
}

/// The values of a graph that many requests share are computed once. All other work is charged to each request that
/// needs it. So the order of the requests does not decide which of them are refused.
#[tokio::test]
async fn a_large_game_is_solved_once_for_all() {
    let vertices = 20_000;
    let graph: Vec<Vec<usize>> =
        (0..vertices).map(|v: usize| [1, 2, 5].map(|step| v.saturating_sub(step)).into()).collect();
    let requests: Vec<Value> =
        (0..400).map(|v| json!({"position": {"mine": [v * 49], "nim": [v]}, "brief": true})).collect();
    let server = start(&["--max-batch-work", "0.05"]).await;
    let shared = server.ask("/v1/batch", &json!({"requests": requests, "games": {"mine": {"graph": graph}}})).await;
    assert_eq!(shared["failed"], 0, "{}", shared["results"][399]);
    // Each request is charged for all work on a shared game that it needs, even if an earlier request has already done
    // this work.
    let server = start(&[]).await;
    let vectors = json!({"v": {"steps": [[1, 0], [0, 1]], "rides": [[1, 1]]}});
    let lengths: Vec<Value> = [[3, 3], [40, 40], [3, 3], [60, 20], [40, 40]]
        .map(|v| json!({"position": {"v": [v]}, "remoteness": true}))
        .into();
    let answer = server.ask("/v1/batch", &json!({"requests": lengths, "games": vectors})).await;
    for (request, found) in lengths.iter().zip(answer["results"].as_array().unwrap()) {
        let mut alone = request.clone();
        alone["games"] = vectors.clone();
        assert_eq!(*found, server.analyze(&alone).await);
    }
}

/// Returns a stream, and the answers to its lines.
fn stream() -> (String, Vec<Value>) {
    let at = |vertex: &str| json!({"position": {"walk": [vertex]}, "brief": true, "id": vertex}).to_string();
    let broken = json!({"games": {"later": {"graph": [[3]]}}}).to_string();
    let lines = [
        at("gate"),
        json!({"games": {"walk": mine(), "b": {"graph": [[]]}}}).to_string(),
        String::new(),
        at("hall"),
        broken,
        at("gate"),
        format!("  {}\r", json!({"games": {"walk": {"graph": {"gate": []}}}})),
        at("gate"),
        json!({"games": {"walk": mine()}, "position": {"walk": ["hall"]}, "brief": true}).to_string(),
        json!({"position": {"b": [0]}, "brief": true}).to_string(),
    ];
    let expected = [
        json!("unknown-game"),
        json!({"games": ["b", "walk"]}),
        json!("draw"),
        json!("invalid-game"),
        json!("first"),
        json!({"games": ["walk"]}),
        json!("second"),
        json!("draw"),
        json!("second"),
    ];
    (lines.join("\n"), expected.into())
}

/// Returns the main part of an answer: the winner, the code of the fault, or the names of games.
fn in_brief(answer: &Value) -> Value {
    if answer.get("games").is_some() {
        return answer.clone();
    }
    let code = &answer["error"]["code"];
    if code.is_null() { answer["winner"].clone() } else { code.clone() }
}

#[tokio::test]
async fn a_line_defines_games_for_those_behind_it() {
    let server = start(&[]).await;
    let (text, expected) = stream();
    let asking = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, "application/x-ndjson");
    let answers = parsed(&asking.body(text.clone()).send().await.unwrap().text().await.unwrap());
    assert_eq!(answers.iter().map(in_brief).collect::<Vec<_>>(), expected, "{answers:?}");
    assert_eq!(
        (&answers[3]["line"], &answers[3]["error"]["errors"][0]["pointer"]),
        (&json!(5), &json!("/games/later/graph/0/0"))
    );
    // The command `batch` gives the same answers.
    let output = fed(&mut grundy(&["batch"], &[]), &text);
    assert_eq!(parsed(&String::from_utf8(output.stdout).unwrap()), answers);
    // A stream of many pieces, in which games are defined again and again.
    let request = |v: usize| json!({"position": {"ring": [v]}, "brief": true, "id": v}).to_string() + "\n";
    let ring = |length: usize| {
        let rows: Vec<Vec<usize>> = (0..length).map(|v| if v == 0 { vec![] } else { vec![v - 1] }).collect();
        json!({"games": {"ring": {"graph": rows}}}).to_string() + "\n"
    };
    let blocks = (1..=40_usize).map(|length| ring(length) + &(0..200).map(request).collect::<String>());
    let asking = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, "application/x-ndjson");
    let text = asking.body(blocks.collect::<String>()).send().await.unwrap().text().await.unwrap();
    let answers = parsed(&text);
    assert_eq!(answers.len(), 40 * 201);
    for (place, block) in answers.chunks(201).enumerate() {
        assert_eq!(block[0], json!({"games": ["ring"]}));
        for (v, answer) in block[1..].iter().enumerate() {
            let expected = if v > place { "illegal-position" } else { ["second", "first"][v % 2] };
            assert_eq!((in_brief(answer), &answer["id"]), (json!(expected), &json!(v)), "{answer}");
        }
    }
}

#[tokio::test]
async fn the_games_of_a_stream_are_bounded() {
    let server = start(&["--max-body", "2000"]).await;
    let game = |name: &str| json!({"games": {name: {"graph": [[], [0], [1, 0], [0, 1, 2]]}}}).to_string() + "\n";
    let text: String = (0..60).map(|number| game(&format!("g{number}"))).collect();
    let asking = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, "application/x-ndjson");
    let answers = parsed(&asking.body(text).send().await.unwrap().text().await.unwrap());
    assert_eq!(answers.len(), 60);
    let refused = answers.iter().filter(|answer| answer["error"]["code"] == "invalid-game").count();
    assert!((20..40).contains(&refused), "{refused}");
}
