//! Tests rules in requests over a real socket: their answers, each kind of fault, and hostile scripts.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;

use crate::common::{kayles, moves_on, problem, start};
use serde_json::{Value, json};

/// A move subtracts a proper divisor.
const DIVISORS: &str = "def options(n): return [n - d for d in range(1, n) if n % d == 0]";

/// Rows of pins: a move takes one or two adjacent pins.
const KAYLES: &str = "def options(n):\n    for taken in (1, 2):\n        for left in range(n - taken + 1):\n            \
                      yield [left, n - taken - left]";

fn mine(rules: &str) -> Value {
    json!({"mine": {"rules": rules}})
}

/// Returns the only error of a request that is refused with this code.
async fn refused(body: &Value, code: &str) -> Value {
    let server = start(&[]).await;
    let document = problem(server.post("/v1/analyze", body.to_string()).await, 422, code).await;
    assert_eq!(document["errors"].as_array().unwrap().len(), 1, "{body}: {document}");
    document["errors"][0].clone()
}

#[tokio::test]
async fn a_rule_is_a_game_in_any_sum() {
    let server = start(&[]).await;
    // The value of n is the exponent of 2 in n.
    for n in 1..=64_u32 {
        let body = json!({"games": mine(DIVISORS), "position": {"mine": [n]}});
        assert_eq!(server.analyze(&body).await["grundy"], n.trailing_zeros(), "{n}");
    }
    let body = json!({
        "position": {"mine": [30, 24], "nim": [3]}, "games": mine(DIVISORS), "explain": true, "remoteness": true, "line": 9,
    });
    let answer = server.analyze(&body).await;
    assert_eq!(answer["values"], json!({"nim": [3], "mine": [1, 3]}));
    assert_eq!((&answer["winner"], &answer["grundy"]), (&json!("first"), &json!(1)));
    assert!(answer["remoteness"].as_u64().unwrap() > 9, "{answer}");
    let mut after = body.clone();
    after["position"] = answer["after"].clone();
    assert_eq!(server.analyze(&after).await["winner"], "second");
    assert_eq!(answer["line"].as_array().unwrap().len(), 9);
    let words = answer["explanation"].to_string();
    assert!(words.contains("The options and their values: 29 (0), 28 (2)"), "{words}");
}

#[tokio::test]
async fn rules_may_be_lines_with_constants() {
    let server = start(&[]).await;
    let rules = ["def options(v):", "    # To a neighbour.", "    return [b for a, b in EDGES if a == v][:K]"];
    let constants = json!({"K": 2, "EDGES": [["a", "b"], ["a", "c"], ["a", "a"], ["b", "c"]]});
    let games = json!({"mine": {"rules": rules, "constants": constants}});
    let body = json!({"games": games, "position": {"mine": ["a"]}});
    let answer = server.analyze(&body).await;
    assert_eq!((&answer["grundy"], &answer["move"]["to"]), (&json!(2), &json!("c")));
}

#[tokio::test]
async fn positions_are_integers_strings_and_lists() {
    let server = start(&[]).await;
    let rules = "def options(p):\n    name, (a, b) = p\n    return [(name, (a - 1, -b))] if a > -2 else []";
    let body = json!({"games": mine(rules), "position": {"mine": [["x\"y", [0, 9_007_199_254_740_991_u64]]]}});
    let answer = server.analyze(&body).await;
    assert_eq!(answer["move"]["to"], json!(["x\"y", [-1, -9_007_199_254_740_991_i64]]));
    assert_eq!(
        answer["move"]["text"],
        "move from ('x\"y', (0, 9007199254740991)) to ('x\"y', (-1, -9007199254740991))"
    );
    assert_eq!(answer["winner"], "second");
}

#[tokio::test]
async fn play_may_go_on_for_ever() {
    let server = start(&[]).await;
    let rules = "def options(room): return {'hall': ['garden'], 'garden': ['hall', 'gate'], 'gate': ['street'], 'street': []}[room]";
    let body = json!({"games": mine(rules), "position": {"mine": ["hall"]}});
    let answer = server.analyze(&body).await;
    assert_eq!((&answer["winner"], &answer["drawing_count"]), (&json!("draw"), &json!(1)));
    assert_eq!(answer["grundy"], json!({"infinite": []}));
    let body = json!({"games": mine(rules), "position": {"mine": ["gate"]}, "play": "misere", "remoteness": true});
    let answer = server.analyze(&body).await;
    assert_eq!((&answer["winner"], &answer["remoteness"]), (&json!("second"), &json!(1)));
}

#[tokio::test]
async fn a_list_is_a_sum() {
    let server = start(&[]).await;
    for (n, rows) in (0..16).map(|n| (n, kayles(n))) {
        for play in ["normal", "misere"] {
            let body = json!({"games": mine(KAYLES), "position": {"mine": [n]}, "play": play});
            let known = json!({"position": {"kayles": [n]}, "play": play});
            let (answer, known) = (server.analyze(&body).await, server.analyze(&known).await);
            assert_eq!((&answer["winner"], &answer["grundy"]), (&known["winner"], &known["grundy"]), "{n} {play}");
        }
        let body = json!({"games": mine(KAYLES), "position": {"mine": [n]}, "limit": 1000});
        assert_eq!(server.ask("/v1/moves", &body).await["count"], rows.len(), "{n}: options of equal parts are one");
    }
    // Moves are listed in the order in which the script returns them. The parts of a move are accepted in any order.
    let body = json!({"games": mine(KAYLES), "position": {"mine": [4]}});
    let listing = server.ask("/v1/moves", &body).await;
    let to: Vec<&Value> = listing["moves"].as_array().unwrap().iter().map(|listed| &listed["to"]).collect();
    let expected = [[0, 3], [1, 2], [0, 2], [1, 1]].map(|sum| json!({ "sum": sum }));
    assert_eq!(to, expected.iter().collect::<Vec<_>>());
    for (sum, after) in [(json!({"sum": [2, 1]}), json!([2, 1])), (listing["moves"][1]["to"].clone(), json!([1, 2]))] {
        let mut made = body.clone();
        made["move"] = json!({"game": "mine", "index": 0, "to": sum});
        assert_eq!(server.ask("/v1/play", &made).await["position"]["mine"], after);
    }
    // An option that is one position may be written with or without a list. An empty list is an empty sum.
    let rules = "def options(n): return {3: [[2], 2, 1], 1: [[]]}.get(n, [])";
    let body = json!({"games": mine(rules), "position": {"mine": [3]}});
    let moves = server.ask("/v1/moves", &body).await;
    assert_eq!(
        (&moves["moves"][0]["to"], &moves["moves"][1]["to"], &moves["count"]),
        (&json!(2), &json!(1), &json!(2))
    );
    let body = json!({"games": mine(rules), "position": {"mine": [1]}});
    let answer = server.analyze(&body).await;
    assert_eq!((&answer["move"]["to"], &answer["after"]), (&json!({"sum": []}), &json!({})));
}

#[tokio::test]
async fn moves_come_in_pages_and_in_the_words_of_the_rules() {
    let server = start(&[]).await;
    let rules = "def options(n): return range(n)\ndef describe(n, to): return f'take {n - to} of {n}'";
    let body = json!({"games": mine(rules), "position": {"mine": [250], "nim": [3]}, "limit": 60});
    let pages = server.pages(&body).await;
    assert!(pages.iter().all(|page| page["count"] == 253), "{pages:?}");
    let moves = moves_on(&pages);
    let texts: Vec<&str> = moves.iter().map(|listed| listed["text"].as_str().unwrap()).collect();
    assert_eq!((pages.len(), texts.len()), (5, 253));
    assert_eq!((texts[3], texts[252]), ("take 250 of 250", "take 1 of 250"));
    let broken = "def options(n): return [n - 1] if n else []\ndef describe(n, to): return n // 0";
    let body = json!({"games": mine(broken), "position": {"mine": [5]}});
    let text = server.analyze(&body).await["move"]["text"].as_str().unwrap().to_owned();
    assert!(text.starts_with("describe fails: line 2, column 31: ") && text.contains("zero"), "{text}");
}

#[tokio::test]
async fn a_bot_plays_by_rules_to_the_end() {
    let server = start(&[]).await;
    let games = mine("def options(n): return [n - d for d in (1, 2, 3) if d <= n]");
    let mut position = json!({"mine": [17], "nim": [5]});
    loop {
        let moves = server.ask("/v1/moves", &json!({"games": games, "position": position})).await;
        let made = moves["moves"].as_array().unwrap().iter().find(|listed| listed["wins"] == true).unwrap();
        let turn = server.ask("/v1/play", &json!({"games": games, "position": position, "move": made})).await;
        assert_eq!((&turn["winning"], &turn["winner"]), (&json!(true), &json!("caller")), "{turn}");
        if turn["over"] == true {
            break;
        }
        position = turn["after"].clone();
    }
    let made = |to: Value| {
        json!({"games": games, "position": {"mine": [17]}, "move": {"game": "mine", "index": 0, "to": to}}).to_string()
    };
    for (to, code, pointer, words) in [
        (json!(13), "illegal-move", "/move/to", "no move leads from 17 to 13; the options are 16, 15, 14"),
        (json!({"sum": [16, 1]}), "illegal-move", "/move/to", "no move leads from 17 to 1 + 16"),
        (json!("16"), "illegal-move", "/move/to", "no move leads from 17 to '16'"),
        (json!(1.5), "illegal-position", "/move/to", "another number"),
        (json!({"parts": [1]}), "invalid-request", "/move/to", "{\"sum\": [ … ]}"),
        (json!({"sum": 1}), "invalid-request", "/move/to", "the list of what is left"),
    ] {
        server.assert_refused("/v1/play", made(to), (code, pointer, words)).await;
    }
    // An illegal move is found before the whole game is explored.
    let endless = json!({"games": mine("def options(n): return [n + 1]"), "position": {"mine": [0]},
        "move": {"game": "mine", "index": 0, "to": 2}});
    server.assert_refused("/v1/play", &endless, ("illegal-move", "/move/to", "the options are 1")).await;
}

#[tokio::test]
async fn faults_in_the_script_have_line_and_column() {
    for (rules, line, column, words) in [
        ("def options(n) return []", 1, 16, "expected"),
        ("def options(n):\n    return [math.isqrt(n)]", 2, 13, "math is a module: write \"import math\" above"),
        ("def options(n):\n    return [*map(math.isqrt, n)]", 2, 18, "math is a module: write \"import math\" above"),
        ("def options(n):\n    return [maths.sqrt(n)]", 2, 13, "maths is not known"),
        ("def options(n):\n    return [n / 2]", 2, 15, "\"/\" makes floats: use \"//\""),
        ("def options(n):\n    return [m - 1]", 2, 13, "m"),
        ("def moves(n): return []", 1, 1, "defines a function options(position)"),
        ("import os\ndef options(n): return []", 1, 8, "os"),
        ("x = 1\nx += [][0]\ndef options(n): return []", 2, 8, "no index 0"),
        ("def options(n):\r\n\treturn [0.5]", 2, 10, ""),
    ] {
        let error = refused(&json!({"position": {"mine": [4]}, "games": mine(rules)}), "invalid-game").await;
        assert_eq!(error["pointer"], "/games/mine/rules", "{rules}: {error}");
        assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{rules}: {error}");
        assert!(error["detail"].as_str().unwrap().contains(words) && error.get("at").is_none(), "{rules}: {error}");
    }
}

#[tokio::test]
async fn faults_of_options_have_their_position() {
    for (rules, at, words) in [
        (
            "def options(n): return [n - 1] if n > 2 else None",
            json!(2),
            "is a \"return\" missing? A position without moves has []",
        ),
        (
            "def options(n): return [n - 1, [n, [n]]] if n > 2 else []",
            json!(4),
            "a position is a tuple here, not a list: write tuple(q)",
        ),
        ("def options(n): return [n - 1, n > 3]", json!(4), "not a bool: write int(x)"),
        ("def options(n): return [2 ** 60 if n == 3 else n - 1]", json!(3), "2**53 - 1"),
        (
            "def options(n): return [(n,)] if isinstance(n, int) else [n[0] - 1] if n[0] else [1 // n[0]]",
            json!([0]),
            "zero",
        ),
        ("def options(n): return n", json!(4), "write [x] for one option x"),
        ("def options(n): return [n - 1] if n else [[0]] if n else [{}[n]]", json!(0), "0"),
    ] {
        let error = refused(&json!({"games": mine(rules), "position": {"mine": [4]}}), "invalid-game").await;
        assert_eq!((&error["pointer"], &error["at"]), (&json!("/games/mine/rules"), &at), "{rules}: {error}");
        assert!(error["line"].as_u64().unwrap() >= 1 && error["column"].as_u64().unwrap() >= 1, "{rules}: {error}");
        assert!(error["detail"].as_str().unwrap().contains(words), "{rules}: {error}");
    }
    let rules = "def options(n): return [[n - 1, 5]] if n else [4]";
    let error = refused(&json!({"games": mine(rules), "position": {"mine": [4]}}), "invalid-game").await;
    assert!(error["detail"].as_str().unwrap().contains("must come to an end") && error["at"].is_u64(), "{error}");
}

#[tokio::test]
async fn starts_that_are_no_positions_are_illegal() {
    let deep = (0..13).fold(json!(0), |inner, _| json!([inner]));
    for start in [json!(1.5), json!(1_u64 << 60), json!(null), json!(true), json!({"a": 1}), deep, json!([[0.5]])] {
        let error = refused(&json!({"games": mine(DIVISORS), "position": {"mine": [start]}}), "illegal-position").await;
        assert_eq!(error["pointer"], "/position/mine/0", "{error}");
    }
    let error = refused(&json!({"games": mine(DIVISORS), "position": {"mine": 30}}), "invalid-request").await;
    assert!(error["detail"].as_str().unwrap().contains("did you mean [30]?"), "{error}");
}

#[tokio::test]
async fn rules_that_take_too_much_are_too_costly() {
    for (rules, at, words) in [
        ("def options(n):\n    while True: pass", json!(4), "options takes all the work"),
        ("def options(n): return [n + 1]", Value::Null, "(--max-rules-memory): does it end?"),
        ("def options(n): return [n - 1, n - 2]", Value::Null, "so does a test such as k <= n lack?"),
        ("def options(n): return [tuple(range(n * 10 ** 6))]", json!(4), "16 MiB of memory"),
        (
            "def options(p): return [(p[0], 'x' * 4000), (p[0] + 1, 'y' * 4000)] if isinstance(p, tuple) else [(p, '')]",
            Value::Null,
            "64 MiB of memory, the limit (--max-rules-memory): does it end? Positions without",
        ),
        ("while True: pass\ndef options(n): return []", Value::Null, "outside of functions"),
        ("x = list(range(10 ** 7))\ndef options(n): return []", Value::Null, "16 MiB of memory"),
    ] {
        let error = refused(&json!({"games": mine(rules), "position": {"mine": [4]}}), "too-costly").await;
        assert_eq!(error["pointer"], "/games/mine/rules", "{rules}: {error}");
        assert!(at.is_null() || error["at"] == at, "{rules}: {error}");
        assert!(error["detail"].as_str().unwrap().contains(words), "{rules}: {error}");
    }
    let server = start(&["--max-vertices=50", "--max-edges=100", "--max-rules=80"]).await;
    for (rules, words) in [
        ("def options(n): return [n + 1]", "more than 50 positions, the limit (--max-vertices): does it end?"),
        ("def options(n): return range(n)", "more than 100 moves"),
        (KAYLES, "at most 80 bytes (--max-rules), and these have"),
    ] {
        let body = json!({"games": mine(rules), "position": {"mine": [40]}});
        server.assert_refused("/v1/analyze", body, ("too-costly", "/games/mine/rules", words)).await;
    }
    // A refusal names the function that does not end.
    let endless = "def options(n): return range(n)\ndef start(n):\n    while n == 3: pass\n    return n\ndef describe(n, to):\n    while True: pass";
    let server = start(&["--max-work=0.05"]).await;
    let body = json!({"games": mine(endless), "position": {"mine": [4]}});
    server.assert_refused("/v1/analyze", body, ("too-costly", "", "spent on the function describe")).await;
    let body = json!({"games": mine(endless), "game": "mine", "positions": {"from": 0, "to": 4}});
    server.assert_refused("/v1/values", body, ("too-costly", "", "spent on the function start")).await;
    let server = start(&["--no-rules"]).await;
    let body = json!({"games": mine(DIVISORS), "position": {"mine": [4]}});
    server.assert_refused("/v1/analyze", body, ("invalid-game", "/games/mine/rules", "takes no rules")).await;
}

/// Hostile scripts are answered or refused; the next request is answered.
#[tokio::test]
async fn hostile_scripts_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/rules/tests/hostile");
    let server = start(&["--max-work=0.05"]).await;
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let body = json!({"games": mine(&std::fs::read_to_string(&path).unwrap()), "position": {"mine": [30]}});
        let response = server.post("/v1/analyze", body.to_string()).await;
        let status = response.status().as_u16();
        let answer = response.text().await.unwrap();
        assert!(status == 200 || status == 422, "{}: {status} {answer}", path.display());
        assert!(answer.len() < 64 << 10, "{}: {} bytes", path.display(), answer.len());
        count += 1;
    }
    assert!(count >= 100, "{count} scripts");
    assert_eq!(server.analyze(&json!({"games": mine(DIVISORS), "position": {"mine": [4]}})).await["grundy"], 2);
}

#[tokio::test]
async fn items_of_a_batch_have_rules() {
    let server = start(&[]).await;
    let items = [
        json!({"games": mine(DIVISORS), "position": {"mine": [24]}, "brief": true, "id": 1}),
        json!({"games": mine("def options(n): return [n / 2]"), "position": {"mine": [24]}, "id": 2}),
        json!({"games": mine(KAYLES), "position": {"mine": [5], "nim": [4]}, "brief": true, "id": 3}),
    ];
    let results = server.ask("/v1/batch", &json!({ "requests": items })).await;
    assert_eq!((&results["failed"], &results["results"][0]["grundy"]), (&json!(1), &json!(3)));
    let error = &results["results"][1]["error"]["errors"][0];
    assert_eq!((&error["pointer"], &error["column"]), (&json!("/games/mine/rules"), &json!(27)));
    assert_eq!(results["results"][2]["grundy"], 0);
    let lines: Vec<String> = items.iter().map(|item| format!("{item}\n")).collect();
    let stream = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let text = stream.body(lines.concat()).send().await.unwrap().text().await.unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0]["grundy"], &answers[1]["line"], &answers[2]["id"]), (&json!(3), &json!(2), &json!(3)));
}
