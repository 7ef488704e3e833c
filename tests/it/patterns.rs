//! Tests the formulas of `/v1/values`: those that are found, and those of the client.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::process::grundy;
use crate::common::{Server, problem, start};
use serde_json::{Value, json};

async fn values(server: &Server, request: Value) -> Value {
    server.ask("/v1/values", &request).await
}

/// Returns a question about the integers of a range, in a game that is given by rules.
fn asked(rules: &str, to: u64, more: &[(&str, Value)]) -> Value {
    let mut asked = json!({"games": {"mine": {"rules": rules}}, "game": "mine", "positions": {"from": 0, "to": to}});
    for (name, value) in more {
        asked[*name] = value.clone();
    }
    asked
}

#[tokio::test]
async fn a_pattern_of_a_game_is_found_and_tested_far_beyond() {
    let server = start(&[]).await;
    let asked = json!({"game": "aliquot", "positions": {"from": 1, "to": 400}, "of": ["grundy"], "find": true});
    let found = values(&server, asked).await;
    let first = &found["conjectures"][0];
    assert_eq!((&first["about"], &first["text"]), (&json!("grundy"), &json!("the exponent of 2 in n")));
    assert_eq!((&first["status"], &first["found_on"]), (&json!("holds"), &json!([1, 100])));
    assert_eq!(first["tested"], json!([101, 400]));
    assert!(first["code"].as_str().unwrap().contains("def value(n):\n    return exponent(2, n)"), "{first}");
    let steps = &first["steps"];
    assert!(steps["tested"].as_u64().unwrap() > 500 && steps["largest"].as_u64().unwrap() > 100_000, "{steps}");
    assert!(found["tried"].as_u64().unwrap() > 0, "{found}");
    let address = "/v1/values?game=aliquot&from=1&to=400&of=grundy&find=true";
    assert_eq!(server.get(address).await.json::<Value>().await.unwrap()["conjectures"], found["conjectures"]);
}

#[tokio::test]
async fn nothing_is_looked_for_unless_it_is_asked_for() {
    let server = start(&[]).await;
    for more in [json!({}), json!({"find": false})] {
        let mut asked = json!({"game": "nim", "positions": {"from": 0, "to": 100}});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let found = values(&server, asked).await;
        assert!(["conjectures", "refuted", "tried", "checked"].iter().all(|field| found[field].is_null()), "{found}");
    }
}

#[tokio::test]
async fn winners_and_lengths_have_formulas_in_both_plays() {
    let server = start(&[]).await;
    let bachet = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]";
    for (play, text) in [("normal", "1 if n modulo 4 is 0, else 0"), ("misere", "1 if n modulo 4 is 1, else 0")] {
        let more = [("of", json!(["winner", "remoteness"])), ("play", json!(play)), ("find", json!(true))];
        let found = values(&server, asked(bachet, 300, &more)).await;
        let about = |column: &str| {
            let all = found["conjectures"].as_array().unwrap();
            all.iter().find(|one| one["about"] == column).cloned().unwrap_or_else(|| panic!("{column}: {found}"))
        };
        assert_eq!(about("winner")["text"], text);
        assert!(about("winner")["code"].as_str().unwrap().contains("def lost(n):"));
        assert!(about("winner")["steps"]["tested"].as_u64().unwrap() > 1_000);
        about("remoteness");
    }
    let found = values(&server, asked(bachet, 200, &[("of", json!(["genus"])), ("find", json!(true))])).await;
    let first = &found["conjectures"][0];
    assert_eq!((&first["text"], first["genera"].as_array().unwrap().len()), (&json!("n modulo 4"), 4), "{found}");
}

#[tokio::test]
async fn a_formula_that_fails_late_is_refuted() {
    let server = start(&[]).await;
    // Without the last move, the values repeat every 7, of which 602 is a multiple.
    let rules = "def options(n):\n    return [n - k for k in (1, 2, 6, 602) if k <= n]";
    let more = [("of", json!(["grundy"])), ("find", json!(true))];
    let found = values(&server, asked(rules, 900, &more)).await;
    let refuted = &found["refuted"][0];
    let example = &refuted["counterexample"];
    assert_eq!((&refuted["text"], &example["position"]), (&json!("the values repeat every 7"), &json!(602)), "{found}");
    assert_ne!(example["formula"], example["value"]);
    assert_eq!(example["options"].as_array().unwrap().len(), 4, "{example}");
    // On fewer values, only a step beyond them refutes the formula.
    let found = values(&server, asked(rules, 300, &more)).await;
    assert_eq!(found["conjectures"], json!([]), "{found}");
    assert_eq!((&found["refuted"][0]["step_fails"]["n"], &found["refuted"][0]["holds_to"]), (&json!(602), &json!(300)));
}

#[tokio::test]
async fn formulas_of_pairs_are_found() {
    let server = start(&[]).await;
    let pairs: Vec<[u64; 2]> = (0..20).flat_map(|a| (0..20).map(move |b| [a, b])).collect();
    let asked = json!({"game": "wythoff", "positions": pairs, "of": ["winner"], "find": true});
    let found = values(&server, asked).await;
    let code = found["conjectures"][0]["code"].as_str().unwrap_or_else(|| panic!("{found}"));
    assert!(code.contains("def lost(a, b):"), "{code}");
    assert_eq!(found["conjectures"][0]["form"], "greedy pairs");
    assert!(found["conjectures"][0]["steps"]["tested"].as_u64().unwrap() > 100, "{}", found["conjectures"]);
    // A box is a list of pairs.
    let asked = json!({"game": "wythoff", "positions": {"box": [[0, 19], [0, 19]]}, "of": ["winner"], "find": true});
    assert_eq!(values(&server, asked).await["conjectures"], found["conjectures"]);
}

#[tokio::test]
async fn a_step_of_pairs_refutes_a_formula() {
    let server = start(&[]).await;
    // A heap of 15 may also be thrown away together with the other heap.
    let rules = "def options(p):\n    a, b = p\n    return [(i, b) for i in range(a)] + [(a, j) for j in range(b)] + ([(0, 0)] if a == 15 else [])";
    let mut request = asked(rules, 0, &[("conjecture", json!("def value(a, b):\n    return a ^ b"))]);
    request["positions"] = json!({"box": [[0, 11], [0, 11]]});
    let found = values(&server, request.clone()).await["checked"].clone();
    assert_eq!((&found["status"], &found["step_fails"]["pair"]), (&json!("step-fails"), &json!([15, 15])), "{found}");
    request["games"]["mine"]["rules"] = json!(rules.replace("a == 15", "a < 0"));
    let found = values(&server, request).await["checked"].clone();
    assert_eq!(found["status"], "holds", "{found}");
    assert!(found["steps"]["largest"].as_u64().unwrap() > 100, "{found}");
}

#[tokio::test]
async fn a_formula_of_the_client_is_proved() {
    let server = start(&[]).await;
    let bachet = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]";
    let proved = |formula: &str, more: &[(&str, Value)]| {
        let request = asked(bachet, 100, &[&[("conjecture", json!(formula)), ("of", json!([]))], more].concat());
        let server = &server;
        async move { values(server, request).await["checked"].clone() }
    };
    for (formula, play) in [
        ("def value(n):\n    return n % 4", "normal"),
        ("def lost(n):\n    if n < 2:\n        return n == 0\n    return n & 3 == 0", "normal"),
        ("def lost(n):\n    return n % 4 == 1", "misere"),
    ] {
        let found = proved(formula, &[("play", json!(play))]).await;
        assert_eq!(found["status"], "proved", "{formula}: {found}");
        assert!(found["proof"]["compared"].as_u64().unwrap() < 40 && found["proof"]["text"].is_string(), "{found}");
    }
    // The syntax does not say that this formula repeats.
    let found = proved("def value(n):\n    while n > 3:\n        n -= 4\n    return n", &[]).await;
    assert_eq!((&found["status"], &found["proof"]), (&json!("holds"), &Value::Null), "{found}");
    let kayles = json!({
        "game": "subtraction(1,2,3)", "positions": {"from": 0, "to": 100}, "of": [],
        "conjecture": "def value(n): return n % 4",
    });
    assert_eq!(values(&server, kayles).await["checked"]["status"], "proved");
}

#[tokio::test]
async fn a_request_may_say_what_a_move_takes() {
    let server = start(&[]).await;
    let powers = "def options(n):\n    out = []\n    k = 1\n    while k <= n:\n        out.append(n - k)\n        k *= 2\n    return out";
    let more = [("of", json!(["grundy", "winner"])), ("find", json!(true))];
    let found = values(&server, asked(powers, 200, &more)).await;
    assert_eq!(found["conjectures"][0]["status"], "holds", "{found}");
    let found = values(&server, asked(powers, 200, &[&more[..], &[("subtract", json!("powers-of-2"))]].concat())).await;
    for (conjecture, text) in
        found["conjectures"].as_array().unwrap().iter().zip(["n modulo 3", "1 if n modulo 3 is 0, else 0"])
    {
        assert_eq!((&conjecture["text"], &conjecture["status"]), (&json!(text), &json!("proved")), "{found}");
        assert!(conjecture["proof"]["text"].as_str().unwrap().contains("The request says"), "{conjecture}");
    }
    // The name of a game says it, too.
    let primes =
        json!({"game": "subtraction(1,primes)", "positions": {"from": 0, "to": 100}, "of": ["grundy"], "find": true});
    let found = values(&server, primes).await;
    assert_eq!(
        (&found["conjectures"][0]["text"], &found["conjectures"][0]["status"]),
        (&json!("n modulo 4"), &json!("proved")),
        "{found}"
    );
    for (said, words) in [("powers-of-3", "from 2, the rules lead to other positions"), ("evens", "found evens")] {
        let request = asked(powers, 200, &[&more[..], &[("subtract", json!(said))]].concat());
        let found = problem(server.post("/v1/values", request.to_string()).await, 422, "invalid-request").await;
        let fault = &found["errors"][0];
        assert_eq!(fault["pointer"], "/subtract", "{fault}");
        assert!(fault["detail"].as_str().unwrap().contains(words), "{fault}");
    }
}

#[tokio::test]
async fn finitely_many_values_prove_a_formula() {
    let server = start(&[]).await;
    let rules = "def options(n):\n    return [n - k for k in range(1, n + 1) if k < 3 or k % 4 == 3]";
    let more = [("of", json!(["grundy"])), ("find", json!(true))];
    let found = values(&server, asked(rules, 200, &more)).await;
    let first = &found["conjectures"][0];
    assert_eq!((&first["text"], &first["status"]), (&json!("n modulo 4"), &json!("proved")), "{found}");
    assert!(first["proof"]["compared"].as_u64().unwrap() < 40, "{first}");
    // A period that the service proves itself proves the formula, too.
    let kayles = json!({"game": "kayles", "positions": {"from": 0, "to": 400}, "of": ["grundy"], "find": true});
    let found = values(&server, kayles).await;
    assert_eq!((&found["conjectures"][0]["status"], &found["period"]["status"]), (&json!("proved"), &json!("proved")));
    let nearly_half = json!({"game": "all-but(1)", "positions": {"from": 0, "to": 40}, "of": ["grundy"], "find": true});
    let found = values(&server, nearly_half).await;
    let text = found["conjectures"][0]["proof"]["text"].as_str().unwrap();
    assert!(text.contains("grows by 1 every 2"), "{text}");
}

/// Asks about ranges before which the formula is wrong.
#[tokio::test]
async fn values_before_the_range_refute_no_formula() {
    let server = start(&[]).await;
    let kayles = json!({"game": "kayles", "positions": {"from": 71, "to": 200}, "of": ["grundy"], "find": true});
    let found = values(&server, kayles).await;
    assert_eq!((&found["conjectures"][0]["status"], &found["refuted"]), (&json!("proved"), &json!([])), "{found}");
    let formula = "def value(n): return n // 2 if n > 8 else 77";
    let own = json!({"game": "all-but(1)", "positions": {"from": 9, "to": 40}, "conjecture": formula});
    let checked = values(&server, own).await["checked"].clone();
    assert!(["holds", "proved"].contains(&checked["status"].as_str().unwrap()), "{checked}");
    let wrong =
        json!({"game": "all-but(1)", "positions": {"from": 9, "to": 40}, "conjecture": "def value(n): return 4"});
    assert_eq!(values(&server, wrong).await["checked"]["status"], "fails");
}

#[tokio::test]
async fn a_formula_of_the_client_is_compared() {
    let server = start(&[]).await;
    let bachet = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]";
    let late = "def options(n):\n    return [n - k for k in (1, 2, 3, 2000) if k <= n]";
    let checked = |rules: &str, formula: &str, more: &[(&str, Value)]| {
        let more = [&[("conjecture", json!(formula))], more].concat();
        let request = asked(rules, 200, &more);
        let server = &server;
        async move { values(server, request).await["checked"].clone() }
    };
    let holds = checked(bachet, "def value(n):\n    return n % 4", &[]).await;
    assert_eq!(
        (&holds["status"], &holds["tested"], &holds["about"]),
        (&json!("proved"), &json!(201), &json!("grundy"))
    );
    let lost = checked(bachet, "def lost(n): return n % 4 == 1", &[("play", json!("misere"))]).await;
    assert_eq!((&lost["status"], &lost["about"]), (&json!("proved"), &json!("winner")), "{lost}");
    assert!(lost["steps"]["tested"].as_u64().unwrap() > 1_000, "{lost}");
    let fails = checked(bachet, "def value(n): return n % 5", &[]).await;
    let example = &fails["counterexample"];
    assert_eq!((&fails["status"], &fails["tested"]), (&json!("fails"), &json!(4)), "{fails}");
    assert_eq!((&example["position"], &example["formula"], &example["value"]), (&json!(4), &json!(4), &json!(0)));
    assert_eq!(example["options"][0], json!({"left": [3], "value": 3}));
    let step = checked(late, "def value(n): return n % 4", &[]).await;
    assert_eq!(step["status"], "step-fails", "{step}");
    let unknown = checked(bachet, "def value(n):\n    while n >= 100:\n        n += 1\n    return n % 4", &[]).await;
    assert_eq!((&unknown["status"], &unknown["tested"]), (&json!("unknown"), &json!(100)), "{unknown}");
    let pairs: Vec<[u64; 2]> = (0..9).flat_map(|a| (0..9).map(move |b| [a, b])).collect();
    let two = json!({"game": "wythoff", "positions": pairs, "conjecture": "def value(a, b): return a ^ b"});
    let found = values(&server, two).await;
    assert_eq!(found["checked"]["counterexample"]["position"], json!([1, 1]), "{}", found["checked"]);
}

#[tokio::test]
async fn a_wrong_formula_has_its_place() {
    let server = start(&[]).await;
    for (formula, line, words) in [
        ("def value(n):\n    return n +", Some(2), "line 2"),
        ("def f(n): return n", None, "either a function value(n) or a function lost(n)"),
        ("def value(n): return n // 0", Some(1), "0"),
    ] {
        let asked = json!({"game": "nim", "positions": {"from": 0, "to": 9}, "conjecture": formula});
        let found = problem(server.post("/v1/values", asked.to_string()).await, 422, "invalid-request").await;
        let fault = &found["errors"][0];
        assert_eq!((&fault["pointer"], fault["line"].as_u64()), (&json!("/conjecture"), line), "{fault}");
        assert!(fault["detail"].as_str().unwrap().contains(words), "{fault}");
    }
    let server = start(&["--no-rules"]).await;
    let asked = json!({"game": "nim", "positions": [1], "conjecture": "def value(n): return n"});
    let found = problem(server.post("/v1/values", asked.to_string()).await, 422, "invalid-request").await;
    assert!(found["errors"][0]["detail"].as_str().unwrap().contains("runs no scripts"), "{found}");
}

#[tokio::test]
async fn a_range_may_stand_for_other_positions() {
    let server = start(&[]).await;
    let rules = "def start(n):\n    return (n, n - 1)\ndef options(p):\n    n, most = p\n    return [(n - k, min(2 * k, n - k)) for k in range(1, min(n, most) + 1)]";
    let formula = "def lost(n):\n    a, b = 1, 2\n    while a < n:\n        a, b = b, a + b\n    return a == n";
    let more = [("of", json!(["winner"])), ("find", json!(true)), ("conjecture", json!(formula))];
    let mut request = asked(rules, 150, &more);
    request["positions"]["from"] = json!(1);
    let found = values(&server, request).await;
    assert_eq!((&found["positions"][7], &found["winner"][7]), (&json!([8, 7]), &json!("second")));
    assert_eq!((&found["checked"]["status"], &found["checked"]["tested"]), (&json!("holds"), &json!(150)), "{found}");
    assert!(found["conjectures"][0]["steps"].is_null(), "{}", found["conjectures"]);
}

#[tokio::test]
async fn few_values_are_looked_at_if_the_limit_says_so() {
    let server = start(&["--max-find", "60"]).await;
    let asked = json!({"game": "aliquot", "positions": {"from": 1, "to": 400}, "of": ["grundy"], "find": true});
    let found = values(&server, asked).await;
    assert_eq!(
        (&found["conjectures"][0]["found_on"], &found["conjectures"][0]["tested"]),
        (&json!([1, 30]), &json!([31, 400]))
    );
}

#[test]
fn the_command_checks_and_finds_formulas() {
    let folder = std::env::temp_dir().join(format!("grundy-patterns-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let rules = file("mine.py", "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n");
    let pairs = file(
        "pairs.py",
        "def options(p):\n    a, b = p\n    return [(i, b) for i in range(a)] + [(a, j) for j in range(b)]\n",
    );
    let xor = file("xor.py", "def lost(a, b):\n    return a == b\n");
    let right = file("right.py", "def value(n):\n    return n % 4\n");
    let listed = file("listed.py", "def value(n): return (0, 1, 2, 3)[n % 4]\n");
    let wrong = file("wrong.py", "def lost(n):\n    return n % 8 == 0\n");
    for (arguments, status, words) in [
        (
            ["check", &rules, &right, "0..300"],
            0,
            "The formula holds for all 301 positions. It is proved by the positions below 11.",
        ),
        (
            ["check", &rules, &listed, "0..300"],
            0,
            "The formula holds for all 301 positions. It is proved by the positions below 11.",
        ),
        (["check", &rules, &wrong, "0..300"], 1, "The formula fails at 4: it gives not lost, and right is lost."),
        (["check", &pairs, &xor, "0..12"], 0, "The formula holds for all 169 positions."),
        (["check", &rules, &right, "many"], 2, ""),
    ] {
        let output = grundy(&arguments, &[]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {text}");
        assert!(text.replace('\n', " ").contains(words), "{arguments:?}: {text}");
    }
    let said = |arguments: &[&str]| {
        let output = grundy(arguments, &[]).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    for (arguments, words) in [
        (["check", &pairs, &xor, "0..12,0..12"], "one range, which both integers have, such as 0..12"),
        (["check", &pairs, &right, "0..12,0..12"], "it needs two, as in def value(a, b)"),
        (["check", &rules, &right, "0-12"], "a range is written 0..12"),
    ] {
        let (code, text) = said(&arguments);
        assert!(code == 2 && text.contains(words), "{arguments:?}: {text}");
    }
    // A formula of values is compared with those of normal play, and this is told.
    let (code, text) = said(&["check", &rules, &right, "0..12", "--misere"]);
    assert!(code == 0 && text.contains("Grundy values are those of normal play"), "{text}");
    let (_, text) = said(&["check", &rules, &wrong, "0..12", "--misere"]);
    assert!(text.is_empty(), "{text}");
    let arguments = ["values", "mine", "--rules", &rules, "0..200", "--find", "--conjecture", &right];
    let output = grundy(&arguments, &[]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\n200 0\ngrundy looks like: n modulo 4."), "{text}");
    assert!(text.contains("The formula holds for all 201 positions."), "{text}");
    // The proof of a range that begins later holds only from there on.
    let text =
        String::from_utf8(grundy(&["values", "kayles", "80..300", "--find"], &[]).output().unwrap().stdout).unwrap();
    assert!(text.contains("From 80 on, it is proved by the positions below 301."), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}
