//! Tests `/v1/values`: compares the call with the analysis of each position and with brute force, and tests the limits
//! of the call.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use crate::common::{Server, by_brute_force, kayles, problem, start};
use crate::contract::contract;
use grundy_core::catalogue;
use grundy_core::game::entry::{Family, example_key};
use grundy_core::game::shape::PlainValue;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};

async fn values(server: &Server, request: Value) -> Value {
    server.ask("/v1/values", &request).await
}

async fn lines(server: &Server, request: &Value) -> String {
    let asking = server.posting("/v1/values", request.to_string()).header(ACCEPT, "application/x-ndjson");
    let response = asking.send().await.unwrap();
    assert_eq!(response.headers()[CONTENT_TYPE], "application/x-ndjson");
    response.text().await.unwrap()
}

#[tokio::test]
async fn the_first_form_that_is_accepted_is_the_answer() {
    let server = start(&[]).await;
    let asked = json!({"game": "nim", "positions": [1, 2]}).to_string();
    for (accepted, expected) in [
        ("application/json, application/x-ndjson", "application/json"),
        ("application/x-ndjson, application/json;q=0.5", "application/x-ndjson"),
        ("text/html, */*", "application/json"),
    ] {
        let response = server.posting("/v1/values", asked.clone()).header(ACCEPT, accepted).send().await.unwrap();
        assert_eq!(response.headers()[CONTENT_TYPE], expected, "{accepted}");
    }
}

/// Returns at most 9 positions of a game, spread evenly over its list of small positions.
fn some(game: &dyn Family) -> Vec<PlainValue> {
    let small = catalogue::find(&example_key(game.card())).unwrap().rules.small();
    let step = small.len() / 9 + 1;
    (0..small.len()).step_by(step).map(|index| small.written(index)).collect()
}

/// For every game of the catalogue, in normal and in misère play, the columns agree with the analyses of the single
/// positions.
#[tokio::test]
async fn columns_are_what_analyze_says_one_by_one() {
    let server = start(&["--max-batch-work", "1000"]).await;
    let (mut same, mut refused) = (0, 0);
    for game in catalogue::all() {
        let key = example_key(game.card());
        let positions = some(*game);
        for play in ["normal", "misere"] {
            let of = ["grundy", "winner", "remoteness"];
            let request = json!({"game": key, "positions": positions, "play": play, "of": of});
            let found = values(&server, request).await;
            assert_eq!(found["positions"], json!(positions), "{key}");
            for (index, position) in positions.iter().enumerate() {
                let cell = |column: &str| &found[column][index];
                let asked = json!({"position": {&key: [position]}, "play": play, "remoteness": true}).to_string();
                let response = server.post("/v1/analyze", asked).await;
                let status = response.status();
                let analysis: Value = response.json().await.unwrap();
                let place = format!("{key} {play} {}", json!(position));
                if status == StatusCode::OK {
                    same += 1;
                    assert_eq!(cell("winner"), &analysis["winner"], "{place}");
                    assert_eq!(cell("grundy"), &analysis["grundy"], "{place}");
                    assert_eq!(cell("remoteness"), &analysis["remoteness"], "{place}");
                } else {
                    refused += 1;
                    assert_eq!(analysis["code"], "misere-unsupported", "{place}: {analysis}");
                    assert_eq!(cell("winner"), &Value::Null, "{place}");
                }
            }
        }
    }
    assert!(same > 900 && refused * 10 < same, "{same} and {refused}");
}

#[tokio::test]
async fn ranges_have_the_values_of_brute_force_and_a_period_by_name() {
    let server = start(&[]).await;
    let expected = by_brute_force(201, kayles);
    let found = values(&server, json!({"game": "octal(0.77)", "positions": {"from": 0, "to": 200}})).await;
    assert_eq!((&found["game"], &found["grundy"]), (&json!("octal(0.77)"), &json!(expected)));
    assert_eq!(found["positions"], json!((0..=200).collect::<Vec<_>>()));
    let winners = expected.iter().map(|value| if *value == 0 { "second" } else { "first" });
    assert_eq!(found["winner"], json!(winners.collect::<Vec<_>>()));
    let map = server.read("/v1/games/octal(0.77)/map?n=0..200").await;
    let mut proved = map["period"].clone();
    proved["status"] = "proved".into();
    assert_eq!(found["period"], proved);

    // No period of Grundy's game is known. For nim, whose values have a closed form, a period is observed and not
    // proved.
    let grundys = values(&server, json!({"game": "grundys-game", "positions": {"from": 0, "to": 300}})).await;
    assert_eq!(grundys.get("period"), None);
    let nim = values(&server, json!({"game": "nim", "positions": {"from": 5, "to": 30}})).await;
    let observed = json!({"status": "observed", "from": 5, "length": 1, "saltus": 1, "compared": [5, 29]});
    assert_eq!(nim["period"], observed);
    // There is no period for a list, nor for a range without the column of values.
    for request in [
        json!({"game": "nim", "positions": [1, 2, 3, 4]}),
        json!({"game": "nim", "positions": {"from": 1, "to": 4}, "of": ["winner"]}),
    ] {
        assert_eq!(values(&server, request).await.get("period"), None);
    }
    // The range is far beyond all tables, and is computed by the period.
    let far = json!({"from": "1000000000000000000000000000", "to": "1000000000000000000000000002"});
    let found = values(&server, json!({"game": "kayles", "positions": far, "play": "misere"})).await;
    assert_eq!(found["positions"][2], json!("1000000000000000000000000002"));
    assert_eq!(found["grundy"].as_array().unwrap().len(), 3);
}

/// The wild heaps of misère Kayles are solved by its quotient (Plambeck 2005). The results are compared with a search
/// by the rules.
#[tokio::test]
async fn misere_ranges_share_what_is_found() {
    let server = start(&[]).await;
    let found = values(&server, json!({"game": "kayles", "positions": {"from": 0, "to": 40}, "play": "misere"})).await;
    for n in [1_usize, 2, 3, 5, 9, 12, 17, 25, 30, 40] {
        let analysis = server.analyze(&json!({"position": {"kayles": [n]}, "play": "misere"})).await;
        assert_eq!(found["winner"][n], analysis["winner"], "{n}");
    }
    assert!(found["winner"].as_array().unwrap().iter().all(Value::is_string), "{found}");
}

/// Returns a graph in which a token moves in rings of many lengths. The rings have exits.
fn rings(vertices: usize) -> Vec<Vec<usize>> {
    let options = |v: usize| match v % 7 {
        0 => vec![],
        1 => vec![v - 1, (v * 31 + 5) % vertices],
        2 => vec![(v + 7) % vertices],
        3 => vec![v - 2, (v * 17 + 3) % vertices, v],
        4 => vec![v - 1, (v + 8 * 7 + 1) % vertices],
        5 => vec![(v * 5 + 2) % vertices, (v * 13 + 11) % vertices],
        _ => vec![(v + vertices / 2) % vertices, v - 4],
    };
    (0..vertices).map(options).collect()
}

#[tokio::test]
async fn all_vertices_of_a_graph_with_cycles() {
    let server = start(&[]).await;
    let graph = rings(200_003);
    let games = json!({"mine": {"graph": graph}});
    for play in ["normal", "misere"] {
        let request = json!({
            "games": games, "game": "mine", "positions": "all", "play": play, "of": ["winner", "grundy", "remoteness"]
        });
        let response = server.post("/v1/values", request.to_string()).await;
        // A long answer is written while it is sent.
        assert_eq!((response.status(), response.headers().get(CONTENT_LENGTH)), (StatusCode::OK, None));
        let found: Value = response.json().await.unwrap();
        assert_eq!(found["positions"].as_array().unwrap().len(), 200_003);
        assert_eq!(found["positions"][200_002], 200_002);
        let draws = found["winner"].as_array().unwrap().iter().filter(|winner| *winner == "draw").count();
        assert!(draws > 1000, "{draws}");
        for v in [0, 1, 5, 7, 13, 100_000, 123_457, 200_002] {
            let asked = json!({
                "games": games, "position": {"mine": [v]}, "play": play, "remoteness": true, "brief": true
            });
            let analysis = server.analyze(&asked).await;
            for column in ["winner", "grundy", "remoteness"] {
                assert_eq!(found[column][v], analysis[column], "{v} {play} {column}");
            }
        }
        // The same rows as lines.
        let text = lines(&server, &request).await;
        let mut count = 0;
        for (row, line) in text.lines().enumerate() {
            count += 1;
            if row % 997 == 0 {
                let line: Value = serde_json::from_str(line).unwrap();
                let cell = |column: &str| found[column][row].clone();
                let expected = json!({
                    "position": row, "winner": cell("winner"), "grundy": cell("grundy"), "remoteness": cell("remoteness")
                });
                assert_eq!(line, expected);
            }
        }
        assert_eq!(count, 200_003);
    }
}

#[tokio::test]
async fn all_is_what_moves_lead_to_from_the_starts() {
    let server = start(&[]).await;
    let walk = json!({"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": [], "attic": ["hall"]}});
    let asked = |starts: Value| json!({"games": {"walk": walk}, "game": "walk", "positions": "all", "starts": starts, "of": ["winner"]});
    let found = values(&server, asked(json!(["gate"]))).await;
    assert_eq!(found, json!({"game": "walk", "positions": ["gate", "street"], "winner": ["first", "second"]}));
    let found = values(&server, asked(json!(["garden"]))).await;
    assert_eq!(found["positions"], json!(["garden", "gate", "hall", "street"]));
    let all = json!({"games": {"walk": walk}, "game": "walk", "positions": "all"});
    // The keys of an object in serde_json are sorted.
    let expected = json!({
        "game": "walk", "positions": ["attic", "garden", "gate", "hall", "street"],
        "grundy": [{"infinite": []}, {"infinite": [1]}, 1, {"infinite": []}, 0],
        "winner": ["draw", "draw", "first", "draw", "second"]
    });
    assert_eq!(values(&server, all.clone()).await, expected);
    let expected = [
        r#"{"position":"attic","grundy":{"infinite":[]},"winner":"draw"}"#,
        r#"{"position":"garden","grundy":{"infinite":[1]},"winner":"draw"}"#,
        r#"{"position":"gate","grundy":1,"winner":"first"}"#,
        r#"{"position":"hall","grundy":{"infinite":[]},"winner":"draw"}"#,
        r#"{"position":"street","grundy":0,"winner":"second"}"#,
    ];
    assert_eq!(lines(&server, &all).await.lines().collect::<Vec<_>>(), expected);

    // A request may also use `"all"` and `starts` if the moves of the graph split.
    let game = json!({"graph": [[], [0, [0, 0]], [1, [1, 1]], [[2, 1], 0]]});
    let request = |starts: Value| {
        let mut request = json!({"games": {"s": game}, "game": "s", "positions": "all"});
        if !starts.is_null() {
            request["starts"] = starts;
        }
        request
    };
    let found = values(&server, request(Value::Null)).await;
    assert_eq!(found["grundy"], json!([0, 1, 2, 1]));
    assert_eq!(values(&server, request(json!([2]))).await["positions"], json!([0, 1, 2]));
}

/// A request may write positions in short notations, such as `3x3`. A value that the theory does not reach is null.
#[tokio::test]
async fn positions_in_words_and_unreached_values() {
    let server = start(&[]).await;
    let found = values(&server, json!({"game": "cram", "positions": ["3x3", "2x2", ["..x", "..."]]})).await;
    let alone = server.analyze(&json!({"position": {"cram": [["..x", "..."]]}})).await;
    assert_eq!(found["grundy"], json!([0, 0, alone["grundy"]]));
    assert_eq!(found["positions"][1], json!(["..", ".."]));
    // The value of a heap beyond the table is null. The values before and after it in the list are known.
    let found =
        values(&server, json!({"game": "grundys-game", "positions": [3, "100000000000000000000", 5, 1e15, 8]})).await;
    assert_eq!(found["grundy"], json!([1, null, 2, null, 2]));
    assert_eq!(found["winner"], json!(["first", null, "first", null, "first"]));
    let empty = values(&server, json!({"game": "nim", "positions": [], "of": []})).await;
    assert_eq!(empty, json!({"game": "nim", "positions": []}));
    assert_eq!(lines(&server, &json!({"game": "nim", "positions": []})).await, "");
}

#[tokio::test]
async fn genera_are_those_of_the_positions_alone() {
    let server = start(&[]).await;
    for (game, positions) in [
        ("kayles", json!((0..=12).collect::<Vec<_>>())),
        ("octal(0.123)", json!([0, 3, 5, 9, 11])),
        ("cram", json!(["3x3", "2x4"])),
        ("wizards", json!([[3, 5], [4, 4]])),
    ] {
        for play in ["normal", "misere"] {
            let question = json!({"game": game, "positions": positions, "play": play, "of": ["genus"]});
            let found = values(&server, question).await;
            for (row, position) in found["positions"].as_array().unwrap().iter().enumerate() {
                let alone = json!({"position": {game: [position]}, "genus": true});
                let alone = server.analyze(&alone).await;
                assert_eq!(found["genus"][row], alone["genus"]["sum"], "{game} {position}");
            }
        }
    }
    // A move takes 1 or 2. All heaps are tame, and the genera repeat after 3.
    let question = json!({"game": "subtraction(1,2)", "positions": {"from": 4, "to": 40}, "of": ["genus"]});
    let found = values(&server, question).await;
    assert_eq!(found["genus"][2]["text"], "0^120");
    let expected = json!({"status": "observed", "from": 4, "length": 3, "compared": [4, 37]});
    assert_eq!((&found["genus_period"], &found["period"]), (&expected, &Value::Null));
    // Kayles is wild, and its genera do not repeat in so short a range.
    let found = values(&server, json!({"game": "kayles", "positions": {"from": 0, "to": 9}, "of": ["genus"]})).await;
    assert_eq!((&found["genus"][5]["text"], &found["genus_period"]), (&json!("4^146"), &Value::Null));
}

#[tokio::test]
async fn faults_name_their_places() {
    let server = start(&[]).await;
    for (request, expected) in [
        (r#"{"positions": [1]}"#, ("invalid-request", "", r#"there is no "game""#)),
        (r#"{"game": "nim"}"#, ("invalid-request", "", r#"there is no "positions""#)),
        (r#"{"game": "nim", "positions": [1], "position": 3}"#, ("invalid-request", "/position", "the fields are")),
        (r#"{"game": "nym", "positions": [1]}"#, ("unknown-game", "/game", "nim")),
        (r#"{"game": 3, "positions": [1]}"#, ("invalid-request", "/game", "found a number")),
        (r#"{"game": "octal(0.9)", "positions": [1]}"#, ("invalid-game", "/game", "")),
        (r#"{"game": "nim", "positions": [1, 2, -3]}"#, ("invalid-integer", "/positions/2", "")),
        (r#"{"game": "euclid", "positions": [[5, 26], [5, 0]]}"#, ("illegal-position", "/positions/1/1", "")),
        (r#"{"game": "euclid", "positions": [[5, 26], 5]}"#, ("invalid-request", "/positions/1", "")),
        (r#"{"game": "kayles", "positions": [1, "IXXI"]}"#, ("illegal-position", "/positions/1", "sum of 2")),
        (r#"{"game": "nim", "positions": "every"}"#, ("invalid-request", "/positions", "a range such as")),
        (r#"{"game": "nim", "positions": "all"}"#, ("invalid-request", "/positions", "a graph of your own")),
        (r#"{"game": "nim", "positions": [1], "starts": [1]}"#, ("invalid-request", "/starts", "all")),
        (r#"{"game": "nim", "positions": {"from": 3}}"#, ("invalid-request", "/positions", r#"no "to""#)),
        (r#"{"game": "nim", "positions": {"from": 3, "to": -1}}"#, ("invalid-integer", "/positions/to", "")),
        (r#"{"game": "nim", "positions": {"from": 3, "to": 4, "by": 1}}"#, ("invalid-request", "/positions/by", "")),
        (r#"{"game": "nim", "positions": {"from": 4, "to": 3}}"#, ("invalid-request", "/positions", "go down")),
        (
            r#"{"game": "nim", "positions": {"from": 1, "to": 1000001}}"#,
            ("invalid-request", "/positions", "at most 1000000"),
        ),
        (r#"{"game": "euclid", "positions": {"from": 1, "to": 2}}"#, ("invalid-request", "/positions", "no integers")),
        (
            r#"{"game": "aliquot", "positions": {"from": 0, "to": 2}}"#,
            ("illegal-position", "/positions", "0 is no position"),
        ),
        (r#"{"game": "nim", "positions": [1], "of": ["grundi"]}"#, ("invalid-request", "/of/0", "did you mean grundy")),
        (r#"{"game": "nim", "positions": [1], "of": ["winner", "winner"]}"#, ("invalid-request", "/of/1", "twice")),
        (r#"{"game": "nim", "positions": [1], "of": "winner"}"#, ("invalid-request", "/of", "a list of columns")),
        (r#"{"game": "nim", "positions": [1], "play": "both"}"#, ("invalid-request", "/play", "normal")),
        (
            r#"{"games": {"a": {"graph": {"x": ["y"]}}}, "game": "a", "positions": "all"}"#,
            ("invalid-game", "/games/a/graph/x/0", ""),
        ),
        (
            r#"{"games": {"a": {"graph": {"x": []}}}, "game": "a", "positions": ["x", "y"]}"#,
            ("illegal-position", "/positions/1", ""),
        ),
        (
            r#"{"games": {"a": {"graph": {"x": []}}}, "game": "a", "positions": "all", "starts": ["z"]}"#,
            ("illegal-position", "/starts/0", ""),
        ),
    ] {
        server.assert_refused("/v1/values", request, expected).await;
    }
    // All faults are listed.
    let many = r#"{"game": "nim", "positions": [-1, 0, "x", 2], "of": ["a"], "play": 1}"#;
    let found = problem(server.post("/v1/values", many).await, 422, "invalid-request").await;
    let pointers: Vec<&str> =
        found["errors"].as_array().unwrap().iter().map(|fault| fault["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/play", "/of/0", "/positions/0", "/positions/2"]);
    problem(server.post("/v1/values", "{").await, 400, "invalid-json").await;
    problem(
        server.post("/v1/values", r#"{"game": "nim", "game": "nim", "positions": [1]}"#).await,
        400,
        "invalid-json",
    )
    .await;
}

#[tokio::test]
async fn work_is_metered_and_lists_are_bounded() {
    let server = start(&["--max-work", "0.02"]).await;
    for request in [
        r#"{"game": "nim", "positions": {"from": 1, "to": 1000000}}"#,
        r#"{"game": "cram", "positions": ["6x7", "7x6"]}"#,
    ] {
        let found = problem(server.post("/v1/values", request).await, 422, "too-costly").await;
        assert!(found["detail"].as_str().unwrap().contains("was spent on"), "{found}");
    }
    let server = start(&[]).await;
    let million = server.post("/v1/values", r#"{"game": "nim", "positions": {"from": 1, "to": 1000000}}"#).await;
    let found: Value = million.json().await.unwrap();
    assert_eq!(found["grundy"][999_999], 1_000_000);
    let long = format!(r#"{{"game": "nim", "positions": [{}1]}}"#, "1,".repeat(100_000));
    server.assert_refused("/v1/values", long, ("invalid-request", "/positions", "at most 100000")).await;
}

#[tokio::test]
async fn a_range_in_the_url_can_be_kept() {
    let server = start(&[]).await;
    let path = "/v1/values?game=octal(0.77)&from=0&to=12&of=grundy,remoteness&play=misere";
    let response = server.get(path).await;
    let tag = response.headers()[ETAG].clone();
    let found: Value = response.json().await.unwrap();
    let posted = json!({
        "game": "octal(0.77)", "positions": {"from": 0, "to": 12}, "of": ["grundy", "remoteness"], "play": "misere"
    });
    assert_eq!(found, values(&server, posted).await);
    let again = server.client.get(server.url(path)).header(IF_NONE_MATCH, tag).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    for (query, parameter, words) in [
        ("from=0&to=1", "game", "there is no game"),
        ("game=nim&from=0", "to", "there is no to"),
        ("game=nim&from=2&to=1", "from", "go down"),
        ("game=euclid&from=0&to=1", "from", "no integers"),
        ("game=nim&from=0&to=1&n=3", "n", "there is no parameter"),
        ("game=nim&from=0&to=1&of=grundy,x", "of", "nothing is called"),
        ("game=nim&from=0&to=1&play=x", "play", "normal"),
    ] {
        let found = problem(server.get(&format!("/v1/values?{query}")).await, 400, "invalid-query").await;
        let fault = &found["errors"][0];
        assert_eq!(fault["parameter"], parameter, "{found}");
        assert!(fault["detail"].as_str().unwrap().contains(words), "{found}");
    }
    let by_the_rules =
        problem(server.get("/v1/values?game=kayles&from=0&to=9&subtract=1").await, 422, "invalid-request").await;
    assert_eq!(by_the_rules["errors"][0]["parameter"], "subtract", "{by_the_rules}");
    problem(server.get("/v1/values?game=nym&from=0&to=1").await, 422, "unknown-game").await;
    problem(server.get("/v1/values?game=nim&from=x&to=1").await, 422, "invalid-integer").await;
}

#[tokio::test]
async fn the_contract_has_what_is_answered() {
    let contract = contract();
    for method in ["get", "post"] {
        let operation = &contract["paths"]["/v1/values"][method];
        let example = &operation["responses"]["200"]["content"]["application/json"]["example"];
        assert!(example["grundy"].is_array() && example["winner"].is_array(), "{example}");
    }
    let server = start(&[]).await;
    let schema = &contract["components"]["schemas"]["ValuesRequest"];
    for example in schema["examples"].as_array().unwrap() {
        let found = values(&server, example.clone()).await;
        let rows = found["positions"].as_array().unwrap().len();
        let names = example["of"]
            .as_array()
            .map_or(vec!["grundy", "winner"], |of| of.iter().map(|name| name.as_str().unwrap()).collect());
        let names: Vec<&str> = names.into_iter().filter(|name| *name != "count").collect();
        assert!(names.iter().all(|name| found[name].as_array().unwrap().len() == rows), "{found}");
    }
    assert_eq!(server.metric("grundy_positions_total").await, 310);
}

/// The table of the lengths of play is made for the first position. Later positions may need a larger table.
#[tokio::test]
async fn vectors_of_ones_own_have_lengths_of_any_order() {
    let server = start(&[]).await;
    let games = json!({"queen": {"rides": [[1, 0], [0, 1], [1, 1]]}, "king": {"steps": [[1, 0], [0, 1], [1, 1]]}});
    let positions = json!([[2, 1], [5, 7], [0, 0], [3, 9], [12, 4]]);
    for game in ["queen", "king"] {
        for play in ["normal", "misere"] {
            let of = ["grundy", "winner", "remoteness"];
            let request = json!({"games": games, "game": game, "positions": positions, "play": play, "of": of});
            let found = values(&server, request).await;
            for (index, position) in positions.as_array().unwrap().iter().enumerate() {
                let asked = json!({"games": games, "position": {game: [position]}, "play": play, "remoteness": true});
                let analysis = server.analyze(&asked).await;
                for column in of {
                    assert_eq!(found[column][index], analysis[column], "{game} {play} {position} {column}");
                }
            }
        }
    }
}

#[tokio::test]
async fn rules_have_columns_too() {
    let server = start(&[]).await;
    let games = json!({"mine": {"rules": "def options(n):\n    return [n - d for d in range(1, n) if n % d == 0]"}});
    let listed: Vec<u32> = (1..=40).collect();
    let found = values(&server, json!({"games": games, "game": "mine", "positions": listed})).await;
    let expected: Vec<u32> = listed.iter().map(|n| n.trailing_zeros()).collect();
    assert_eq!(found["grundy"], json!(expected));
    let found = values(&server, json!({"games": games, "game": "mine", "positions": {"from": 1, "to": 40}})).await;
    assert_eq!((&found["positions"], &found["grundy"]), (&json!(listed), &json!(expected)));
    let steps = json!({"rules": "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]"});
    let range = json!({"games": {"mine": steps}, "game": "mine", "positions": {"from": 0, "to": 40}});
    let observed = json!({"status": "observed", "from": 0, "length": 4, "compared": [0, 36]});
    assert_eq!(values(&server, range).await["period"], observed);
    let all =
        json!({"games": games, "game": "mine", "positions": "all", "starts": [12], "of": ["winner", "remoteness"]});
    let found = values(&server, all).await;
    let positions = found["positions"].as_array().unwrap();
    assert!(positions.contains(&json!(12)) && positions.contains(&json!(1)) && positions.len() > 6, "{found}");
    let of = |position: u32, column: &str| {
        let at = positions.iter().position(|other| *other == json!(position)).unwrap();
        found[column][at].clone()
    };
    assert_eq!((of(1, "winner"), of(1, "remoteness"), of(12, "winner")), (json!("second"), json!(0), json!("first")));

    // Without starts, the service does not know where play begins. An empty list counts as no starts, since typed
    // clients send an empty list if they have no starts.
    for starts in [None, Some(json!([]))] {
        let mut asked = json!({"games": games, "game": "mine", "positions": "all"});
        asked.as_object_mut().unwrap().extend(starts.map(|starts| ("starts".to_owned(), starts)));
        let document = problem(server.post("/v1/values", asked.to_string()).await, 422, "invalid-request").await;
        assert_eq!(document["errors"][0]["pointer"], "/positions");
    }
    let listed = json!({"game": "nim", "positions": [3, 4], "starts": [], "of": ["grundy"]});
    assert_eq!(values(&server, listed).await["grundy"], json!([3, 4]));
    let broken =
        json!({"games": {"mine": {"rules": "def options(n):\n    return [n / 2]"}}, "game": "mine", "positions": [4]});
    let document = problem(server.post("/v1/values", broken.to_string()).await, 422, "invalid-game").await;
    assert_eq!(document["errors"][0]["pointer"], "/games/mine/rules");
}
