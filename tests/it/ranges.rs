//! Tests ranges and boxes of `/v1/values`: which positions they have, which of these are asked for, and how far all is
//! known.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, problem, start};
use serde_json::{Value, json};

async fn values(server: &Server, request: Value) -> Value {
    server.ask("/v1/values", &request).await
}

/// Returns the smallest number that is not in the list.
fn mex(mut values: Vec<u64>) -> u64 {
    values.sort_unstable();
    values.dedup();
    (0..).zip(&values).find(|(n, value)| n != *value).map_or_else(|| u64::try_from(values.len()).unwrap(), |(n, _)| n)
}

/// Returns the values of Wythoff's game for all pairs up to `side`, by its rules.
fn wythoff(side: usize) -> Vec<Vec<u64>> {
    let mut values: Vec<Vec<u64>> = vec![vec![0; side + 1]; side + 1];
    for a in 0..=side {
        for b in 0..=side {
            let down = (0..a).map(|to| values[to][b]);
            let left = (0..b).map(|to| values[a][to]);
            let both = (1..=a.min(b)).map(|taken| values[a - taken][b - taken]);
            values[a][b] = mex(down.chain(left).chain(both).collect());
        }
    }
    values
}

const QUEEN: &str = "def options(p):\n    a, b = p\n    return ([(a - k, b) for k in range(1, a + 1)] + \
                     [(a, b - k) for k in range(1, b + 1)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)])";

#[tokio::test]
async fn boxes_have_all_pairs_and_the_last_number_runs_fastest() {
    let server = start(&[]).await;
    let expected = wythoff(11);
    let pairs: Vec<[usize; 2]> = (2..=6).flat_map(|a| (0..=11).map(move |b| [a, b])).collect();
    let cells: Vec<u64> = pairs.iter().map(|[a, b]| expected[*a][*b]).collect();
    let games = json!({"mine": {"rules": QUEEN}, "queen": {"rides": [[1, 0], [0, 1], [1, 1]]}});
    let sides = json!({"box": [[2, 6], [0, 11]]});
    for game in ["wythoff", "mine", "queen"] {
        let asked = json!({"games": games, "game": game, "positions": sides, "of": ["grundy", "count"]});
        let found = values(&server, asked).await;
        assert_eq!((&found["positions"], &found["grundy"]), (&json!(pairs), &json!(cells)), "{game}");
        assert_eq!((&found["count"], found.get("known_to")), (&json!(60), None), "{game}");
    }
    // Three numbers, and one number.
    let cube = json!({"box": [[0, 1], [3, 3], [0, 1]]});
    let asked = json!({"games": {"m": {"rules": "def options(p): return []"}}, "game": "m", "positions": cube});
    assert_eq!(values(&server, asked).await["positions"], json!([[0, 3, 0], [0, 3, 1], [1, 3, 0], [1, 3, 1]]));
    let read = server.read("/v1/values?game=wythoff&box=2..6,0..11").await;
    assert_eq!(read, values(&server, json!({"game": "wythoff", "positions": sides})).await, "by GET");
    let both = server.get("/v1/values?game=wythoff&box=2..6,0..11&from=1").await;
    problem(both, 400, "invalid-query").await;
    let line = values(&server, json!({"game": "kayles", "positions": {"box": [[0, 80]]}, "of": ["grundy"]})).await;
    assert_eq!((&line["period"]["status"], &line["positions"][80]), (&json!("proved"), &json!(80)));
}

#[tokio::test]
async fn only_the_lost_ones_and_their_number() {
    let server = start(&[]).await;
    let expected = wythoff(30);
    let lost: Vec<[usize; 2]> =
        (0..=30).flat_map(|a| (0..=30).map(move |b| [a, b])).filter(|[a, b]| expected[*a][*b] == 0).collect();
    let asked =
        |of: Value| json!({"game": "wythoff", "positions": {"box": [[0, 30], [0, 30]]}, "only": "lost", "of": of});
    let found = values(&server, asked(json!(["grundy", "count"]))).await;
    assert_eq!((&found["positions"], &found["count"]), (&json!(lost), &json!(lost.len())));
    assert_eq!(found["grundy"], json!(vec![0; lost.len()]));
    let found = values(&server, asked(json!(["count"]))).await;
    assert_eq!(found, json!({"game": "wythoff", "positions": [], "count": lost.len()}));
    let lines = server.posting("/v1/values", asked(json!([])).to_string()).header("accept", "application/x-ndjson");
    let text = lines.send().await.unwrap().text().await.unwrap();
    assert_eq!(text.lines().nth(1).unwrap(), r#"{"position":[1,2]}"#);
    assert_eq!(text.lines().count(), lost.len());

    // Taking the last of 1 to 3 stones loses.
    let misere =
        json!({"game": "subtraction(1,2,3)", "positions": {"from": 0, "to": 12}, "only": "lost", "play": "misere"});
    assert_eq!(values(&server, misere).await["positions"], json!([1, 5, 9]));
    let read = server.read("/v1/values?game=subtraction(1,2,3)&from=0&to=12&only=won&of=count").await;
    assert_eq!(read["count"], 9);
    let walk = json!({"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}});
    for (only, positions) in
        [("drawn", json!(["hall", "garden"])), ("won", json!(["gate"])), ("lost", json!(["street"]))]
    {
        let mut asked = json!({"games": {"walk": walk}, "game": "walk", "positions": "all", "only": only});
        asked["positions"] = json!(["hall", "garden", "gate", "street"]);
        assert_eq!(values(&server, asked).await["positions"], positions, "{only}");
    }
}

#[tokio::test]
async fn what_is_no_position_is_left_out_of_a_box() {
    let server = start(&[]).await;
    let found = values(&server, json!({"game": "euclid", "positions": {"box": [[0, 2], [0, 2]]}})).await;
    assert_eq!(found["positions"], json!([[1, 1], [1, 2], [2, 1], [2, 2]]));
    for (positions, expected) in [
        (json!({"box": []}), ("invalid-request", "/positions", "at least one range")),
        (json!({"box": 3}), ("invalid-request", "/positions/box", "a list of ranges")),
        (json!({"box": [[0, 3], 4]}), ("invalid-request", "/positions/box/1", "")),
        (json!({"box": [[0, 3], [4, -1]]}), ("invalid-integer", "/positions/box/1/1", "")),
        (json!({"box": [[0, 3], [5, 4]]}), ("invalid-request", "/positions/box/1", "go down")),
        (json!({"box": [[0, 3], [5, 9]], "from": 1, "to": 2}), ("invalid-request", "/positions/box", "no field")),
        (json!({"box": [[0, 3], [5, 9], [1, 2]]}), ("invalid-request", "/positions", "no lists of 3 integers")),
        (json!({"box": [[0, 1000], [0, 1000]]}), ("invalid-request", "/positions", "at most 1000000")),
        (json!({"box": [[0, 0], [0, 5]]}), ("illegal-position", "/positions", "the box has no position")),
    ] {
        let request = json!({"game": "euclid", "positions": positions}).to_string();
        server.assert_refused("/v1/values", request, expected).await;
    }
    let nim = r#"{"game": "nim", "positions": {"box": [[0, 3], [0, 3]]}}"#;
    server.assert_refused("/v1/values", nim, ("invalid-request", "/positions", "no lists of 2 integers")).await;
    let only = r#"{"game": "nim", "positions": [1], "only": "loss"}"#;
    server.assert_refused("/v1/values", only, ("invalid-request", "/only", "lost, won or drawn")).await;
    let small = start(&["--max-components", "100"]).await;
    let wide = r#"{"game": "euclid", "positions": {"box": [[1, 10], [1, 10]]}}"#;
    small.assert_refused("/v1/values", wide, ("too-many-components", "/positions", "--max-components")).await;
}

#[tokio::test]
async fn rows_and_winners_have_periods() {
    let server = start(&[]).await;
    let rules = "def options(p):\n    a, b = p\n    return [(a - k, b) for k in (1, 2) if k <= a] + [(a, b - k) for k in (1, 2) if k <= b]";
    let asked = json!({"games": {"m": {"rules": rules}}, "game": "m", "positions": {"box": [[0, 1], [4, 24]]}});
    let row = |a: u32| json!({"at": [a], "status": "observed", "from": 4, "length": 3, "compared": [4, 21]});
    assert_eq!(values(&server, asked).await["rows"], json!([row(0), row(1)]));
    let euclid = values(&server, json!({"game": "euclid", "positions": {"box": [[1, 2], [1, 9]]}})).await;
    let row = json!({"at": [1], "status": "observed", "from": 1, "length": 1, "saltus": 1, "compared": [1, 8]});
    assert_eq!(euclid["rows"], json!([row]));

    let winners = |game: &str, to: u32, play: &str| json!({"game": game, "positions": {"from": 0, "to": to}, "of": ["winner"], "play": play});
    let found = values(&server, winners("kayles", 40, "normal")).await;
    let period = &found["winner_period"];
    assert_eq!((&period["status"], &period["from"], &period["length"]), (&json!("proved"), &json!(71), &json!(12)));
    assert_eq!(found.get("period"), None);
    let found = values(&server, winners("subtraction(1,2,3)", 20, "misere")).await;
    assert_eq!(found["winner_period"], json!({"status": "observed", "from": 0, "length": 4, "compared": [0, 16]}));
    let found = values(&server, winners("grundys-game", 60, "normal")).await;
    assert_eq!(found.get("winner_period"), None);
}

/// Checks that an answer is known exactly up to `known_to`, and returns how many positions that are.
fn known(found: &Value, column: &str) -> usize {
    let cells = found[column].as_array().unwrap();
    let known = cells.iter().position(Value::is_null).unwrap_or(cells.len());
    let expected = if known == cells.len() { None } else { Some(json!(null)) };
    let before = known.checked_sub(1).map(|last| found["positions"][last].clone());
    assert_eq!(found.get("known_to").cloned(), expected.map(|_| before.unwrap_or_default()), "{column}");
    known
}

#[tokio::test]
async fn a_range_is_answered_as_far_as_it_goes() {
    let server = start(&["--max-work", "0.05"]).await;
    for game in ["dawsons-chess", "officers"] {
        let range =
            |to: u64| json!({"game": game, "positions": {"from": 1, "to": to}, "of": ["winner"], "play": "misere"});
        let found = values(&server, range(200)).await;
        let count = known(&found, "winner");
        assert!((20..200).contains(&count), "{game}: {count}");
        // A shorter range has the same winners, and the second answer is the first.
        let part = values(&server, range(20)).await;
        assert_eq!(part["winner"].as_array().unwrap()[..], found["winner"].as_array().unwrap()[..20], "{game}");
        assert_eq!(values(&server, range(200)).await, found, "{game}");
    }
}

#[tokio::test]
async fn genus_and_remoteness_never_spoil_an_answer() {
    let server = start(&["--max-work", "0.1"]).await;
    let cases = [
        ("kayles", "genus"),
        ("kayles", "remoteness"),
        ("officers", "remoteness"),
        ("subtraction(primes)", "remoteness"),
    ];
    for (game, of) in cases {
        let asked = json!({"game": game, "positions": {"from": 1, "to": 150}, "of": [of, "winner"]});
        let found = values(&server, asked).await;
        assert!(known(&found, of) >= 8, "{game} {of}: {found}");
        assert!(found["winner"].as_array().unwrap().iter().all(Value::is_string), "{game} {of}");
    }
    for (position, play) in [
        (json!({"octal(0.77)": [5, 4, 3]}), "misere"),
        (json!({"kayles": [200, 300, 400, 500, 600, 700]}), "normal"),
        (json!({"dawsons-chess": [40, 50, 60, 70]}), "normal"),
    ] {
        let asked = json!({"position": position, "play": play, "genus": true, "remoteness": true});
        let found = server.analyze(&asked).await;
        assert!(found["genus"].is_object() && found["winner"].is_string(), "{found}");
    }
}

#[tokio::test]
async fn positions_are_solved_as_far_as_the_work_goes() {
    let server = start(&["--max-work", "0.05"]).await;
    // A single position that takes all the work is refused with the flag.
    let found =
        problem(server.post("/v1/values", r#"{"game": "cram", "positions": ["6x7"]}"#).await, 422, "too-costly").await;
    assert!(found["detail"].as_str().unwrap().contains("was spent on"), "{found}");
    // Boards that fit into the work have values, and the others have none.
    let sizes: Vec<String> = (1..=8).map(|n| format!("{n}x{n}")).collect();
    let found = values(&server, json!({"game": "cram", "positions": sizes, "of": ["grundy"]})).await;
    assert_eq!(found["grundy"].as_array().unwrap()[..3], [json!(0), json!(0), json!(0)]);
    assert_eq!(found["grundy"][7], Value::Null);
}
