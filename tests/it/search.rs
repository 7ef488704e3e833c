//! Tests the search for games: with requests over a socket, with the command, and with the tools for language models.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::process::Command;

use crate::common::{Server, document, start};
use serde_json::{Value, json};

/// Returns the ids that a search finds, with the best match first.
async fn found(server: &Server, words: &str) -> Vec<String> {
    let query: String = form_urlencoded::Serializer::new(String::new()).append_pair("q", words).finish();
    let catalogue = server.read(&format!("/v1/games?{query}")).await;
    let ids = catalogue["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned());
    ids.collect()
}

#[tokio::test]
async fn what_people_type_is_found_over_http() {
    let server = start(&[]).await;
    for (words, id) in [
        ("piles", "nim"),
        ("matchsticks", "nim"),
        ("kayles", "kayles"),
        ("dominoes", "cram"),
        ("tree", "hackenbush"),
        ("CF 167C", "wizards"),
        ("HDU2516", "fibonacci-nim"),
        ("POJ1704", "silver-dollar"),
        ("GAMEAAM", "euclid"),
        ("CHN07", "red-blue"),
        ("PE 310", "square-nim"),
    ] {
        assert_eq!(found(&server, words).await.first().map(String::as_str), Some(id), "{words}");
    }
    assert!(found(&server, "AtCoder").await.len() >= 4);
    assert_eq!(found(&server, "Rim").await, ["rims"]);
    let entry = server.read("/v1/games/silver-dollar").await;
    assert_eq!(entry["problems"], json!(["POJ 1704"]));
}

#[tokio::test]
async fn an_empty_result_says_what_to_try() {
    let server = start(&[]).await;
    let nothing = server.read("/v1/games?q=xyzzy").await;
    assert_eq!(nothing["games"], json!([]));
    let advice = nothing["advice"].as_str().unwrap();
    assert!(advice.contains("can be described in the request itself, under \"games\": by its rule"), "{advice}");
    assert_eq!(nothing.get("elsewhere"), None);
    assert!(server.read("/v1/games?q=kaylse").await["advice"].as_str().unwrap().contains("Did you mean kayles?"));
    assert_eq!(server.read("/v1/games?q=nim").await.get("advice"), None);
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["games", "--search", "xyzzy"]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), advice);
}

#[tokio::test]
async fn every_door_says_why_a_game_is_not_here() {
    let server = start(&[]).await;
    let found = server.read("/v1/games?q=domineering").await;
    assert_eq!((&found["games"], &found["elsewhere"][0]["impartial"]), (&json!([]), &json!("cram")));
    assert_eq!(found["elsewhere"][0]["name"], "Domineering");
    assert_eq!(found["elsewhere"][0]["played_by"], "CGSuite");
    let words = "Domineering, as it is usually played, is not here.";
    let output =
        Command::new(env!("CARGO_BIN_EXE_grundy")).args(["games", "--search", "domineering"]).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(words));
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "grundy_games", "arguments": { "q": "domineering" } },
    });
    let request = server.posting("/mcp", call.to_string()).header("Accept", "application/json, text/event-stream");
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().starts_with(words), "{answer}");
    assert_eq!(answer["result"]["structuredContent"]["elsewhere"], found["elsewhere"]);
    for path in ["/v1/games/domineering", "/v1/analyze?domineering=4x4"] {
        let refused = document(server.get(path).await).await;
        assert!(refused["detail"].as_str().unwrap().contains(words), "{refused}");
    }
    let refused = document(server.post("/v1/analyze", r#"{"position": {"domineering": ["4x4"]}}"#).await).await;
    assert!(refused["detail"].as_str().unwrap().contains(words), "{refused}");
}

#[tokio::test]
async fn all_doors_find_the_same_games() {
    let server = start(&[]).await;
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["games", "--search", "bowling"]).output().unwrap();
    assert!(output.stdout.starts_with(b"kayles: "), "{output:?}");
    let call = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "grundy_games", "arguments": { "q": "bowling" } },
    });
    let request = server.posting("/mcp", call.to_string()).header("Accept", "application/json, text/event-stream");
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    assert_eq!(answer["result"]["structuredContent"]["games"][0]["id"], "kayles", "{answer}");
}

#[tokio::test]
async fn games_are_named_only_where_names_are_alike() {
    let server = start(&[]).await;
    for (key, nearest) in
        [("kayls", Some("kayles")), ("marienbadd", Some("nim")), ("grundy", None), ("piles", None), ("game", None)]
    {
        let body = json!({ "position": { key: [3] } }).to_string();
        let posted = document(server.post("/v1/analyze", body).await).await;
        let asked = document(server.get(&format!("/v1/analyze?{key}=3")).await).await;
        let at = document(server.get(&format!("/v1/games/{key}")).await).await;
        for refused in [posted, asked, at] {
            let detail = refused["detail"].as_str().unwrap();
            if let Some(nearest) = nearest {
                assert!(detail.contains(&format!("the nearest is {nearest:?}")), "{detail}");
            } else {
                assert!(!detail.contains("nearest"), "{detail}");
                assert!(detail.contains(&format!("GET /v1/games?q={key}")), "{detail}");
                assert!(detail.contains("a game of your own is described"), "{detail}");
            }
        }
    }
    server.assert_bad_query("/v1/analyze?nim=3&misere=true", "misere", "misere play is asked for by play=misere").await;
    let refused = document(server.post("/v1/analyze", r#"{"position": {"nim": [3]}, "misere": true}"#).await).await;
    assert!(refused["detail"].as_str().unwrap().contains(r#"misere play is "play": "misere""#), "{refused}");
}
