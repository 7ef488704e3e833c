//! Sends requests about positions of the catalogue's games, as clients do, and compares the answers with the results of
//! brute force.

use std::collections::BTreeSet;

use grundy_core::catalogue;
use grundy_core::theory::Caches;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::moves::{MovesPage, MovesRequest};
use grundy_core::wire::request::{Defaults, Request};
use serde_json::{Value, json};

fn vectors(name: &str) -> Vec<Value> {
    let path = format!("{}/../../tests/vectors/{name}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns whether all games in a case are in the catalogue.
fn is_known(case: &Value) -> bool {
    case["position"].as_object().unwrap().keys().all(|game| catalogue::find(game).is_ok())
}

/// Returns the answer to a case and the page of its winning moves, or the code of the fault. The page is null if the
/// moves can't be counted.
fn answer(case: &Value, play: &str, page: usize) -> Result<(Value, Value), String> {
    let (limits, tables) = (RequestLimits::default(), Caches::default());
    let body = json!({"position": case["position"], "play": play}).to_string();
    let request = Request::from_json(body.as_bytes(), Defaults::default(), &limits)
        .map_err(|rejected| rejected.faults.code().as_str().to_owned())?;
    let analysis = Analysis::of(request, &tables).map_err(|rejected| rejected.faults.code().as_str().to_owned())?;
    let body = json!({"position": case["position"], "play": play, "only": "winning", "limit": page}).to_string();
    let request = MovesRequest::from_json(body.as_bytes(), Defaults::default(), &limits).unwrap();
    let answer = serde_json::to_value(analysis.answer()).unwrap();
    let listing = match MovesPage::of(request, &tables, &limits) {
        Ok(listing) => serde_json::to_value(listing).unwrap(),
        // Winning moves that can't be counted can't be listed.
        Err(_) if answer["winning_count"].is_null() => Value::Null,
        Err(faults) => return Err(format!("{faults:?}")),
    };
    Ok((answer, listing))
}

/// Normalizes a position or a list of positions. Unordered pairs are sorted, and integers become strings. For `lieges`,
/// empty heaps are dropped from a list of positions.
fn normal(game: &str, to: &Value) -> Value {
    const UNORDERED: [&str; 5] = ["wythoff", "euclid-zero", "chocolate-bar", "cutting-game", "euclid"];
    match to {
        Value::Number(number) => Value::String(number.to_string()),
        Value::Array(parts) => {
            // An empty heap of `lieges` is a pair [k, 0].
            let is_empty = |part: &&Value| game == "lieges" && part.is_array() && part[1] == 0;
            let mut parts: Vec<Value> =
                parts.iter().filter(|part| !is_empty(part)).map(|part| normal(game, part)).collect();
            if game == "t-wythoff" && parts.len() == 3 {
                // The first number is t, which stays first.
                parts[1..].sort_by_key(|part| (part.to_string().len(), part.to_string()));
            }
            if UNORDERED.contains(&game) {
                parts.sort_by_key(|part| (part.to_string().len(), part.to_string()));
            }
            Value::Array(parts)
        }
        other => other.clone(),
    }
}

fn key(r#move: &Value) -> String {
    let game = r#move["game"].as_str().unwrap();
    format!("{game} {} {}", r#move["index"], normal(game, &r#move["to"]))
}

fn keys(moves: &Value) -> BTreeSet<String> {
    moves.as_array().unwrap().iter().map(key).collect()
}

/// Checks an answer against the winner and the winning moves.
fn check(case: &Value, (answer, listing): &(Value, Value), winner: &Value, moves: &Value) {
    assert_eq!(answer["winner"], *winner, "{case}");
    if moves.is_null() {
        return;
    }
    let listed = keys(&listing["moves"]);
    assert_eq!(listed, keys(moves), "{case}");
    assert_eq!(listing["moves"].as_array().unwrap().len(), listed.len(), "a move is listed twice: {case}");
    assert_eq!(answer["winning_count"], listed.len(), "{case}");
    if winner == "first" && !listed.is_empty() {
        assert!(listed.contains(&key(&answer["move"])), "{case}: {answer}");
    }
}

/// Sends each case of a file in normal and in misère play. Returns the number of cases, and how many are refused in
/// misère play.
fn ask_all(name: &str) -> (usize, usize) {
    let (mut cases, mut refused) = (0, 0);
    for case in vectors(name).iter().filter(|case| is_known(case)) {
        cases += 1;
        match answer(case, "normal", 1000) {
            Ok(found) => {
                if !case["grundy"].is_null() {
                    assert_eq!(found.0["grundy"], case["grundy"], "{case}");
                }
                check(case, &found, &case["winner"], &case["winning_moves"]);
                for (game, values) in case["values"].as_object().into_iter().flatten() {
                    assert_eq!(found.0["values"][game], *values, "{case}");
                }
            }
            Err(code) => panic!("{code}: {case}"),
        }
        if case["misere_winner"].is_null() {
            continue;
        }
        match answer(case, "misere", 1000) {
            Ok(found) => check(case, &found, &case["misere_winner"], &case["misere_winning_moves"]),
            Err(code) => {
                assert_eq!(code, "misere-unsupported", "{case}");
                assert_eq!(case["misere_theory"], "unknown", "{case}");
                refused += 1;
            }
        }
    }
    (cases, refused)
}

#[test]
fn sums_are_answered_as_by_search() {
    let (cases, refused) = ask_all("games");
    assert!(cases > 2000 && refused < cases / 4, "{cases} cases, {refused} refused in misère play");
}

/// The cases are heaps of octal games whose codes repeat a block of digits for ever, such as `0.(300)`. Most cases were
/// solved by brute force over the rules. Every fifth case has a huge heap, whose value follows from a proved period.
#[test]
fn blocks_of_digits_are_answered_as_by_search() {
    let (cases, refused) = ask_all("blocks");
    assert!(cases == 200 && refused < 20, "{cases} cases, {refused} refused in misère play");
}

#[test]
fn circles_and_rows_are_answered_as_by_search() {
    assert_eq!(ask_all("circles"), (200, 0));
}

/// The expected answers for small positions come from brute force over the rules. Those for positions with up to forty
/// digits come from theorems that brute force checked.
#[test]
fn take_away_and_t_wythoff_are_answered_in_both_plays() {
    for name in ["take-away", "t-wythoff"] {
        assert_eq!(ask_all(name), (200, 0), "{name}");
    }
}

/// Games that accept only bounded numbers, since solving them means counting primes or rectangles.
const BOUNDED: [&str; 2] = ["prime-nim", "turning-corners"];

#[test]
fn huge_numbers_are_answered_too() {
    let mut cases = 0;
    for case in vectors("games-huge").iter().filter(|case| is_known(case)) {
        cases += 1;
        let bounded = case["position"].as_object().unwrap().keys().any(|game| BOUNDED.contains(&game.as_str()));
        let text = |value: &Value| normal("", value);
        let (answer_found, listing) = match answer(case, "normal", 10) {
            Ok(found) => found,
            Err(code) => {
                assert!(bounded && ["illegal-position", "too-costly"].contains(&&*code), "{code}: {case}");
                continue;
            }
        };
        if !case["grundy"].is_null() {
            assert_eq!(text(&answer_found["grundy"]), text(&case["grundy"]), "{case}");
        }
        assert_eq!(answer_found["winner"], case["winner"], "{case}");
        if !case["winning_count"].is_null() {
            assert_eq!(text(&answer_found["winning_count"]), text(&case["winning_count"]), "{case}");
        }
        if let Some(moves) = case["some_winning_moves"].as_array() {
            let all = answer_found["winning_count"] == moves.len();
            assert!(!all || keys(&listing["moves"]) == keys(&case["some_winning_moves"]), "{case}: {listing}");
        }
        if case["misere_winner"].is_null() {
            continue;
        }
        let (misere, _) = answer(case, "misere", 10).unwrap_or_else(|code| panic!("{code}: {case}"));
        assert_eq!(misere["winner"], case["misere_winner"], "{case}");
        if !case["misere_winning_count"].is_null() {
            assert_eq!(text(&misere["winning_count"]), text(&case["misere_winning_count"]), "{case}");
        }
    }
    assert!(cases > 150, "{cases}");
}
