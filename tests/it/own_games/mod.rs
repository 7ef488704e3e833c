//! Tests games that a request defines, through the live server. Each module has what only one kind of them has, and
//! this file has what all kinds share. The answer to a faulty definition or position must point to the fault in the
//! request.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use crate::common::start;
use serde_json::{Value, json};

mod deletion;
mod graphs;
mod rules;
mod shared;

#[tokio::test]
async fn definitions_that_make_no_game() {
    let server = start(&[]).await;
    let long = "x".repeat(65);
    let many: Vec<[u64; 1]> = (1..=257).map(|at| [at]).collect();
    let many = json!({"mine": {"steps": many}}).to_string();
    for (games, fault) in [
        (r#"{"mine": {"graph": {"a": ["b", "c"], "b": []}}}"#, ("invalid-game", "/games/mine/graph/a/1", "c")),
        (r#"{"mine": {"graph": {"a/~": ["a/~", "b"]}}}"#, ("invalid-game", "/games/mine/graph/a~1~0/1", "b")),
        (r#"{"mine": {"graph": {"a": [], "a": []}}}"#, ("invalid-game", "/games/mine/graph/a", "twice")),
        (r#"{"mine": {"graph": {"a": 3}}}"#, ("invalid-game", "/games/mine/graph/a", "list")),
        (r#"{"mine": {"graph": {"a": [0]}}}"#, ("invalid-game", "/games/mine/graph/a/0", "string")),
        (r#"{"mine": {"graph": [[1], [2]]}}"#, ("invalid-game", "/games/mine/graph/1/0", "2")),
        (r#"{"mine": {"graph": [[-1]]}}"#, ("invalid-game", "/games/mine/graph/0/0", "0")),
        (r#"{"mine": {"graph": [["a"]]}}"#, ("invalid-game", "/games/mine/graph/0/0", "index")),
        (r#"{"mine": {"graph": {}}}"#, ("invalid-game", "/games/mine/graph", "no vertex")),
        (r#"{"mine": {"graph": []}}"#, ("invalid-game", "/games/mine/graph", "no vertex")),
        (r#"{"mine": {"graph": "a"}}"#, ("invalid-game", "/games/mine/graph", "graph")),
        (r#"{"mine": {}}"#, ("invalid-game", "/games/mine", "graph")),
        (r#"{"mine": []}"#, ("invalid-game", "/games/mine", "graph")),
        (r#"{"mine": {"graf": {"a": []}, "graph": {"a": []}}}"#, ("invalid-game", "/games/mine/graf", "graf")),
        (
            r#"{"mine": {"graph": {"a": []}, "steps": [[1]]}}"#,
            ("invalid-game", "/games/mine", "of one form, and this is of two"),
        ),
        (r#"{"mine": {"steps": [[1]], "steps": [[1]]}}"#, ("invalid-game", "/games/mine/steps", "twice")),
        (r#"{"mine": {"steps": [[1, 0], [0, 0]]}}"#, ("invalid-game", "/games/mine/steps/1", "0")),
        (r#"{"mine": {"rides": [[0]]}}"#, ("invalid-game", "/games/mine/rides/0", "0")),
        (r#"{"mine": {"steps": [[1, 0], [1]]}}"#, ("invalid-game", "/games/mine/steps/1", "2 entries")),
        (r#"{"mine": {"steps": [[1, 0.5]]}}"#, ("invalid-game", "/games/mine/steps/0/1", "integer")),
        (r#"{"mine": {"steps": [[1, "2"]]}}"#, ("invalid-game", "/games/mine/steps/0/1", "string")),
        (r#"{"mine": {"steps": []}}"#, ("invalid-game", "/games/mine", "")),
        // Play could go back and forth for ever, since the two vectors cancel each other.
        (r#"{"mine": {"steps": [[1, -1], [-1, 1]]}}"#, ("invalid-game", "/games/mine", "")),
        (r#"{"mine": {"steps": [[-1]]}}"#, ("invalid-game", "/games/mine", "")),
        (r#"{"mine!": {"graph": {"a": []}}}"#, ("invalid-game", "/games/mine!", "")),
        (r#"{"": {"graph": {"a": []}}}"#, ("invalid-game", "/games/", "")),
        (r#"{"a(1)": {"graph": {"a": []}}}"#, ("invalid-game", "/games/a(1)", "a–z")),
        (
            &*format!(r#"{{"{long}": {{"graph": {{"a": []}}}}}}"#),
            ("invalid-game", &*format!("/games/{}", &long[..40]), "64"),
        ),
        ("[]", ("invalid-request", "/games", "object")),
        (&*many, ("too-costly", "/games/mine", "--max-vectors")),
    ] {
        for body in [
            format!(r#"{{"games": {games}, "position": {{"nim": [1]}}}}"#),
            format!(r#"{{"position": {{"nim": [1]}}, "games": {games}}}"#),
        ] {
            server.assert_refused("/v1/analyze", &body, fault).await;
            server.assert_refused("/v1/moves", &body, fault).await;
        }
        // As an item of a batch, the request has the same error. The other items are still answered.
        let batch = format!(r#"{{"requests": [{{"position": {{}}}}, {{"games": {games}, "position": {{}}}}]}}"#);
        let answer: Value = server.post("/v1/batch", batch).await.json().await.unwrap();
        assert_eq!((&answer["failed"], &answer["results"][0]["winner"]), (&json!(1), &json!("second")), "{answer}");
        assert_eq!(answer["results"][1]["error"]["errors"][0]["pointer"], fault.1, "{answer}");
    }
    // If a name is given twice, the second game is the fault, as with the keys of any JSON object.
    let twice = r#"{"games": {"mine": {"graph": {"a": []}}, "mine": {"graph": {"a": []}}}, "position": {}}"#;
    let document: Value = server.post("/v1/analyze", twice).await.json().await.unwrap();
    assert_eq!((&document["code"], &document["errors"][0]["pointer"]), (&json!("invalid-json"), &json!("/games/mine")));
}

#[tokio::test]
async fn positions_that_are_none_of_their_game() {
    let server = start(&[]).await;
    let games = json!({
        "named": {"graph": {"a": ["b"], "b": []}},
        "indexed": {"graph": [[1], []]},
        "wide": {"rides": [[1, 0], [0, 1], [1, 1]]},
        "narrow": {"steps": [[1], [3]]},
    });
    for (position, fault) in [
        (json!({"named": ["a", "c"]}), ("illegal-position", "/position/named/1", "c")),
        (json!({"named": [0]}), ("invalid-request", "/position/named/0", "string")),
        (json!({"named": "a"}), ("invalid-request", "/position/named", "[\"a\"]")),
        (json!({"indexed": [0, 2]}), ("illegal-position", "/position/indexed/1", "2 vertices")),
        (json!({"indexed": ["a"]}), ("invalid-integer", "/position/indexed/0", "")),
        (json!({"indexed": ["99999999999999999999999"]}), ("illegal-position", "/position/indexed/0", "2 vertices")),
        (json!({"wide": [[1, 2], [1, 2, 3]]}), ("illegal-position", "/position/wide/1", "2 integers")),
        (json!({"wide": [[1, 2], 3]}), ("illegal-position", "/position/wide/1", "2 integers")),
        (json!({"wide": [[1, -2]]}), ("invalid-integer", "/position/wide/0/1", "")),
        (json!({"narrow": [[1, 2]]}), ("illegal-position", "/position/narrow/0", "1 integer")),
        (json!({"other": ["a"]}), ("unknown-game", "/position/other", "other")),
        (json!({"named(1)": ["a"]}), ("unknown-game", "/position/named(1)", "named(1)")),
    ] {
        let request = json!({"games": games, "position": position});
        server.assert_refused("/v1/analyze", &request, fault).await;
    }
    // The caller makes wrong moves: to a name that is not a vertex, to a vertex to which no edge leads, and to a
    // number.
    for (to, fault) in [
        (json!("c"), ("illegal-position", "/move/to", "c")),
        (json!("a"), ("illegal-move", "/move/to", "no edge")),
        (json!(1), ("invalid-request", "/move/to", "string")),
    ] {
        let request = json!({
            "games": games, "position": {"named": ["a"]}, "move": {"game": "named", "index": 0, "to": to},
        });
        server.assert_refused("/v1/play", &request, fault).await;
    }
    // A game that is defined but not in the position is still known. For a misspelt name, the suggested name may be the
    // name of a game in the request.
    for (game, fault) in [
        ("indexed", ("illegal-move", "/move/index", "no \"indexed\"")),
        ("nim", ("illegal-move", "/move/index", "no \"nim\"")),
        ("indxed", ("unknown-game", "/move/game", "\"indexed\"")),
    ] {
        let request = json!({
            "games": games, "position": {"named": ["a"], "indexed": []}, "move": {"game": game, "index": 0, "to": 0},
        });
        server.assert_refused("/v1/play", &request, fault).await;
    }
    // A wrong definition is one fault, however often the position uses the game. Other faults are listed as well.
    let broken =
        json!({"games": {"mine": {}, "a!": {"graph": [[]]}}, "position": {"mine": ["a"], "foo": [1], "a!": [0]}});
    let document: Value = server.post("/v1/analyze", broken.to_string()).await.json().await.unwrap();
    let pointers: Vec<_> = document["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/games/a!", "/games/mine", "/position/foo"], "{document}");
    // A defined game need not be used, and the fields may be in any order.
    let unused = json!({"games": games, "position": {"nim": [2]}});
    assert_eq!(server.analyze(&unused).await["grundy"], 2);
    let after = r#"{"position": {"named": ["a"], "wide": [[1, 2]], "narrow": [4, [3]]}, "games": "#.to_owned();
    let answer: Value = server.post("/v1/analyze", after + &games.to_string() + "}").await.json().await.unwrap();
    assert_eq!(answer["after"]["narrow"], json!([4, [3]]), "each as it came: {answer}");
    assert_eq!(answer["values"], json!({"named": [1], "wide": [0], "narrow": [0, 1]}), "{answer}");
}

#[tokio::test]
async fn limits_of_games() {
    let server = start(&["--max-vertices", "3", "--max-edges", "4", "--max-cells", "100"]).await;
    let too_large =
        |graph: &str| format!(r#"{{"games": {{"mine": {{"graph": {graph}}}}}, "position": {{"nim": [1]}}}}"#);
    for (graph, words) in [
        ("[[], [], [], []]", "3 vertices"),
        (r#"{"a": [], "b": [], "c": [], "d": []}"#, "3 vertices"),
        ("[[1, 2, 0], [0, 1], []]", "4 edges"),
        ("[[1, 1, 1, 1, 1], []]", "4 edges"),
    ] {
        server.assert_refused("/v1/analyze", &too_large(graph), ("too-costly", "/games/mine/graph", words)).await;
    }
    let fits = format!(r#"{{"position": {{"mine": [0]}}, {}"#, &too_large("[[1, 2], [0, 1], []]")[1..]);
    let fits = fits.replace(r#", "position": {"nim": [1]}"#, "");
    assert_eq!(server.post("/v1/analyze", fits).await.status(), 200);

    // A table of 11 × 10 cells, which is over the limit of 100, and a table of 10 × 10 cells.
    let wide = |x: u64, y: u64| json!({"games": {"wide": {"steps": [[1, 2]], "rides": [[1, 0], [0, 1]]}}, "position": {"wide": [[1, 1], [x, y]]}});
    let fault = ("too-costly", "/position/wide/1", "110 cells");
    server.assert_refused("/v1/analyze", &wide(10, 9), fault).await;
    server.analyze(&wide(9, 9)).await;
}

/// Every listed move can be posted unchanged, and wins iff the list says so.
#[tokio::test]
async fn turns() {
    let server = start(&[]).await;
    let games = json!({
        "ring": {"graph": {"a": ["b", "c", "a"], "b": ["a"], "c": ["d", "b"], "d": []}},
        "wide": {"rides": [[1, 0], [0, 1], [1, 1]]},
    });
    for position in [
        json!({"ring": ["a"]}),
        json!({"ring": ["c", "b"], "nim": [2]}),
        json!({"wide": [[1, 2]], "nim": [1]}),
        json!({"kayles": [4], "octal(0.137)": [2]}),
        json!({"subtraction(1,3)": [5], "ring": ["c"]}),
    ] {
        for play in ["normal", "misere"] {
            let request = json!({"games": games, "position": position, "play": play});
            let moves = server.ask("/v1/moves", &request).await;
            assert!(!moves["moves"].as_array().unwrap().is_empty());
            for r#move in moves["moves"].as_array().unwrap() {
                let mut turn = request.clone();
                turn["move"] = r#move.clone();
                let answer = server.ask("/v1/play", &turn).await;
                assert_eq!(answer["winning"], r#move["wins"], "{turn}: {answer}");
                let winner = match r#move.get("outcome").and_then(Value::as_str) {
                    Some("draw") => "draw",
                    _ if r#move["wins"] == true => "caller",
                    _ => "oracle",
                };
                assert_eq!(answer["winner"], winner, "{turn}: {answer}");
            }
        }
    }
}

/// A request may define a game with the name of a game in the catalogue. So new games of the catalogue break no
/// requests.
#[tokio::test]
async fn own_games_hide_those_of_the_catalogue() {
    let server = start(&[]).await;
    let graph = r#"{"graph": {"a": ["b", "c"], "b": ["c"], "c": []}}"#;
    for name in ["nim", "octal", "euclid", "cram"] {
        for body in [
            format!(r#"{{"games": {{"{name}": {graph}}}, "position": {{"{name}": ["a"], "kayles": [3]}}}}"#),
            format!(r#"{{"position": {{"{name}": ["a"], "kayles": [3]}}, "games": {{"{name}": {graph}}}}}"#),
        ] {
            let answer = server.analyze(&serde_json::from_str(&body).unwrap()).await;
            assert_eq!(answer["values"], json!({ name: [2], "kayles": [3] }), "{body}");
        }
    }
    // A game of the request hides the catalogue's game of the same name, even if the positions are valid in both games.
    // A key with parameters, such as `octal(0.77)`, still names a game of the catalogue.
    let one = json!({"games": {"nim": {"steps": [[1]]}}, "position": {"nim": [4, 3], "octal(0.77)": [2]}});
    let answer = server.analyze(&one).await;
    assert_eq!(answer["values"], json!({"octal(0.77)": [2], "nim": [0, 1]}));
    let turn = json!({"games": {"nim": {"steps": [[1]]}}, "position": {"nim": [3]}, "move": {"game": "nim", "index": 0, "to": 1}});
    server.assert_refused("/v1/play", turn, ("illegal-move", "/move/to", "")).await;
}

/// In some objects with fixed fields, the service keeps only 256 members. But it must read all games and all keys of the
/// position.
#[tokio::test]
async fn any_number_of_games() {
    let server = start(&[]).await;
    let names: Vec<String> = std::iter::once("nim".to_owned()).chain((0..300).map(|n| format!("g{n}"))).collect();
    let each = |value: Value| Value::Object(names.iter().map(|name| (name.clone(), value.clone())).collect());
    let answer =
        server.analyze(&json!({"games": each(json!({"graph": [[], [0]]})), "position": each(json!([1]))})).await;
    assert_eq!(
        (&answer["grundy"], &answer["winner"], &answer["winning_count"]),
        (&json!(1), &json!("first"), &json!(301))
    );
}
