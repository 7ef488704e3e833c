//! Tests rules that a client writes. A script that describes a game of the catalogue must have the values and winners
//! of this game, whatever requests came before.

use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use grundy_core::number::meter::Stop;
use grundy_core::wire::batch::{Answers, BatchSettings, Bill, Item, Slice};
use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::fault::Code;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::RequestLimits;
use proptest::prelude::*;
use serde_json::{Value, json};

static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

/// A game of the catalogue, a range for each number in its positions, and a script with its rules.
struct Known {
    key: &'static str,
    numbers: &'static [RangeInclusive<u64>],
    rules: &'static str,
}

const KNOWN: [Known; 13] = [
    Known { key: "nim", numbers: &[0..=12], rules: "def options(n): return range(n)" },
    Known {
        key: "kayles",
        numbers: &[0..=9],
        rules: "def options(n): return [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)]",
    },
    Known {
        key: "dawsons-kayles",
        numbers: &[0..=10],
        rules: "def options(n):\n  for left in range(n - 1):\n    yield [left, n - 2 - left]",
    },
    Known {
        key: "bachet",
        numbers: &[1..=5, 0..=14],
        rules: "def options(p):\n  k, n = p\n  return [(k, n - d) for d in range(1, min(k, n) + 1)]",
    },
    Known {
        key: "euclid",
        numbers: &[1..=20, 1..=20],
        rules: "def options(p):\n  a, b = sorted(p)\n  return [(a, c) for c in range(b - a, 0, -a)]",
    },
    Known {
        key: "euclid-zero",
        numbers: &[0..=20, 0..=20],
        rules: "def options(p):\n  a, b = min(p), max(p)\n  return [(a, c) for c in range(b - a, -1, -a)] if a else []",
    },
    Known {
        key: "wythoff",
        numbers: &[0..=8, 0..=8],
        rules: "def options(p):\n  a, b = p\n  yield from ((x, b) for x in range(a))\n  yield from ((a, y) for y in range(b))\n  \
                yield from ((a - d, b - d) for d in range(1, min(a, b) + 1))",
    },
    Known {
        key: "subtraction(1,3,4)",
        numbers: &[0..=20],
        rules: "S = (1, 3, 4)\ndef options(n): return [n - s for s in S if s <= n]",
    },
    Known {
        key: "octal(0.07)",
        numbers: &[0..=12],
        rules: "def options(n): return {(): [[x for x in (a, n - 2 - a) if x] for a in range(n - 1)]}[()]",
    },
    Known {
        key: "grundys-game",
        numbers: &[0..=12],
        rules: "def options(n): return [[a, n - a] for a in range(1, (n + 1) // 2)]",
    },
    Known {
        key: "aliquot",
        numbers: &[1..=30],
        rules: "from grundy import divisors\ndef options(n): return [n - d for d in divisors(n) if d < n]",
    },
    Known {
        key: "king",
        numbers: &[0..=6, 0..=6],
        rules: "def options(p):\n  r, c = p\n  return [(r - i, c - j) for i in (0, 1) for j in (0, 1) if 0 < i + j and i <= r and j <= c]",
    },
    Known {
        key: "lasker-nim",
        numbers: &[0..=8],
        rules: "def options(n):\n  yield from range(n)\n  for a in range(1, n // 2 + 1):\n    yield [a, n - a]",
    },
];

/// Returns the analysis; `None` for a misère sum that is neither tame nor small.
fn analyze(engine: &Engine, request: &Value) -> Option<Value> {
    let body = request.to_string();
    let outcome = engine.answer(Question::Analysis, RequestText::Json(body.as_bytes()), &engine.meter());
    match outcome.answer {
        Ok(json) => Some(serde_json::from_slice(&json).unwrap()),
        Err(NoAnswer::Faults(faults)) if faults.code() == Code::MisereUnsupported => None,
        Err(error) => panic!("{request}: {error}"),
    }
}

/// The index of a game in [`KNOWN`], and some positions of this game.
fn sums() -> impl Strategy<Value = (usize, Vec<Value>)> {
    (0..KNOWN.len()).prop_flat_map(|game| {
        let numbers: Vec<_> = KNOWN[game].numbers.to_vec();
        let position = numbers.into_iter().collect::<Vec<_>>().prop_map(|numbers| match numbers[..] {
            [number] => json!(number),
            ref numbers => json!(numbers),
        });
        (Just(game), prop::collection::vec(position, 1..4))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn scripts_agree_with_the_catalogue((game, positions) in sums(), nim in 0..8_u64, misere in any::<bool>()) {
        let Known { key, rules, .. } = KNOWN[game];
        let play = if misere { "misere" } else { "normal" };
        // The same heap of Nim is added to both positions.
        let beside = json!([nim]);
        let known = json!({"position": {key: positions, "octal(0.333...)": beside}, "play": play});
        let games = json!({"mine": {"rules": rules}});
        let mine = json!({"games": games, "position": {"mine": positions, "octal(0.333...)": beside}, "play": play});
        let (Some(known), Some(mine)) = (analyze(&ENGINE, &known), analyze(&ENGINE, &mine)) else { return Ok(()) };
        prop_assert_eq!(&known["values"][key], &mine["values"]["mine"], "{} {:?}", rules, positions);
        prop_assert_eq!(&known["winner"], &mine["winner"], "{} {:?} {}", rules, positions, play);
        prop_assert_eq!(&known["grundy"], &mine["grundy"]);
    }

    /// Earlier requests about the same rules change neither the answer nor its charge.
    #[test]
    fn answers_do_not_depend_on_what_was_asked((game, positions) in sums(), misere in any::<bool>()) {
        let rules = KNOWN[game].rules;
        let play = if misere { "misere" } else { "normal" };
        let request = |positions: &[Value]| json!({
            "games": {"mine": {"rules": rules}}, "position": {"mine": positions}, "play": play, "explain": true,
        }).to_string();
        let fresh = Engine::default();
        let answer = |engine: &Engine, positions: &[Value]| {
            let meter = engine.meter();
            let outcome = engine.answer(Question::Analysis, RequestText::Json(request(positions).as_bytes()), &meter);
            let answer = outcome.answer.map(|json| String::from_utf8(json).unwrap()).map_err(|error| error.to_string());
            (answer, meter.charged(), meter.done())
        };
        let first = answer(&fresh, &positions[..1]);
        let all = answer(&fresh, &positions);
        let again = answer(&fresh, &positions[..1]);
        let alone = answer(&Engine::default(), &positions);
        prop_assert_eq!((&first.0, first.1), (&again.0, again.1));
        prop_assert_eq!((&all.0, all.1), (&alone.0, alone.1));
        prop_assert!(again.2 <= first.2);
    }
}

/// A request that spends all its steps always has the same charge and the same refusal, whatever the cache holds. The
/// refusal names the position that the request explored last.
#[test]
fn what_is_too_costly_is_so_every_time() {
    let limits = RequestLimits { max_steps: 3_000_000, ..RequestLimits::default() };
    let engine = Engine::new(limits, 64 << 20, grundy_core::theory::graphs::product::ProductLimits::default());
    let rules = "def options(n): return [n - d for d in (1, 2, 3) if d <= n]";
    let request = |start: u32| json!({"games": {"mine": {"rules": rules}}, "position": {"mine": [start]}}).to_string();
    let refused = |start| {
        let meter = engine.meter();
        let answer = engine.answer(Question::Analysis, RequestText::Json(request(start).as_bytes()), &meter).answer;
        (answer.unwrap_err().to_string(), meter.charged())
    };
    let first = refused(100_000);
    assert!(first.0.contains("was spent (at the position 9"), "{first:?}");
    for other in [95_000, 100_000, 99_000] {
        refused(other);
        assert_eq!(refused(100_000), first);
    }
}

/// Returns a request about some positions of a rule.
fn about(rules: &str, positions: &[u32]) -> String {
    json!({"games": {"mine": {"rules": rules}}, "position": {"mine": positions}}).to_string()
}

/// A bot sends the same rules at each turn, with another position. Positions that are explored already are not explored
/// again: the same request does a small number of steps, and another one a few for each position and move.
#[test]
fn what_was_explored_is_kept() {
    for rules in [
        "def options(n): return [n - d for d in (1, 2, 3) if d <= n]",
        // A move of this rule may split a heap.
        "def options(n): return [n - 1, [n // 2, n // 3]] if n else []",
    ] {
        let engine = Engine::default();
        let done = |positions: &[u32]| {
            let meter = engine.meter();
            let asked = about(rules, positions);
            assert!(engine.answer(Question::Analysis, RequestText::Json(asked.as_bytes()), &meter).answer.is_ok());
            meter.done()
        };
        let first = done(&[20_000]);
        assert!(first > 10_000_000, "{first}");
        assert!(done(&[20_000]) < 50_000);
        for other in [&[19_999][..], &[19_000, 500, 500], &[10_000]] {
            assert!(done(other) < 20_000 * 4 * 10, "{other:?}");
            assert!(done(other) < 80_000, "{other:?}");
        }
        assert_eq!(engine.tables.cache.counts().map(|counts| usize::from(counts.bytes > 0)), [0, 0, 0, 0, 0, 0, 1]);
    }
}

/// If a request fails, what it has explored is removed, and what was explored before stays.
#[test]
fn a_request_that_fails_leaves_what_was_there() {
    let engine = Engine::default();
    let rules = "def options(n): return [n - d for d in (1, 2) if d <= n] if n < 500 else [n - 1, 1 // (n - 700)]";
    let ask = |start: u32| {
        let meter = engine.meter();
        let outcome = engine.answer(Question::Analysis, RequestText::Json(about(rules, &[start]).as_bytes()), &meter);
        (outcome.answer.map_err(|error| error.to_string()), meter.charged(), meter.done())
    };
    let before = ask(400);
    let failed = ask(900);
    assert!(
        failed.0.as_ref().is_err_and(|fault| fault.contains("division by zero (at the position 700)")),
        "{failed:?}"
    );
    let failed_again = ask(900);
    assert_eq!((failed.0, failed.1), (failed_again.0, failed_again.1));
    let after = ask(400);
    assert_eq!((&before.0, before.1), (&after.0, after.1));
    assert!(after.2 < before.2 / 10);
}

/// Moves may split more positions than a search keeps: the limits of positions and moves are those of all rules.
#[test]
fn rules_that_split_have_the_limits_of_rules() {
    let engine = Engine::default();
    let rules = "def options(n): return [[a, n - t - a] for t in (1, 2) for a in range((n - t) // 2 + 1)]";
    let asked = about(rules, &[1_200]);
    let answer =
        engine.answer(Question::Analysis, RequestText::Json(asked.as_bytes()), &engine.meter()).answer.unwrap();
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let known = json!({"position": {"kayles": [1_200]}}).to_string();
    let known = engine.answer(Question::Analysis, RequestText::Json(known.as_bytes()), &engine.meter()).answer.unwrap();
    let known: Value = serde_json::from_slice(&known).unwrap();
    assert_eq!((&answer["grundy"], &answer["winning_count"]), (&known["grundy"], &known["winning_count"]));
}

/// Values need no moves in memory, so a limit of moves does not end them.
#[test]
fn values_of_rules_keep_no_moves() {
    let limits = RequestLimits { max_edges: 1_000, ..RequestLimits::default() };
    let engine = Engine::new(limits, 64 << 20, grundy_core::theory::graphs::product::ProductLimits::default());
    let values = |request: &Value| {
        let asked = request.to_string();
        let answer = engine.answer(Question::Values, RequestText::Json(asked.as_bytes()), &engine.meter()).answer;
        answer.map(|json| serde_json::from_slice::<Value>(&json).unwrap()).map_err(|fault| fault.to_string())
    };
    let games = json!({
        "nim": {"rules": "def options(n): return range(n)"},
        "kayles": {"rules": "def options(n): return [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)]"},
        "queen": {"rules": "def options(p):\n  a, b = p\n  yield from [(a - k, b) for k in range(1, a + 1)]\n  \
            yield from [(a, b - k) for k in range(1, b + 1)]\n  yield from [(a - k, b - k) for k in range(1, min(p) + 1)]"},
        "clock": {"rules": "def options(n): return [(n + k) % 10 for k in (2, 3)] if n else []"},
    });
    let of = |game: &str, positions: Value| json!({"games": games, "game": game, "positions": positions});
    let nim = values(&of("nim", json!({"from": 0, "to": 300}))).unwrap();
    assert_eq!(nim["grundy"], json!((0..=300).collect::<Vec<u32>>()));
    // One start is valued from its smallest options upwards.
    assert_eq!(values(&of("nim", json!([300]))).unwrap()["grundy"], json!([300]));
    let kayles = values(&of("kayles", json!({"from": 0, "to": 60}))).unwrap();
    let known = json!({"game": "kayles", "positions": {"from": 0, "to": 60}});
    assert_eq!(kayles["grundy"], values(&known).unwrap()["grundy"]);
    let mut all = of("queen", json!("all"));
    all["starts"] = json!([[12, 9]]);
    let all = values(&all).unwrap();
    let (positions, winners) = (all["positions"].as_array().unwrap(), all["winner"].as_array().unwrap());
    assert_eq!((positions.len(), &positions[..3]), (13 * 10, &[json!([12, 9]), json!([11, 9]), json!([10, 9])][..]));
    let lost = positions.iter().zip(winners).filter(|(_, winner)| *winner == "second").count();
    assert_eq!(
        lost,
        [(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4), (10, 6), (6, 10), (8, 13)]
            .iter()
            .filter(|(a, b)| *a <= 12 && *b <= 9)
            .count()
    );
    // Where play may come back, moves are kept.
    assert_eq!(
        values(&of("clock", json!({"from": 0, "to": 2}))).unwrap()["winner"],
        json!(["second", "draw", "first"])
    );
    // Misère play needs the moves.
    let mut misere = of("nim", json!([300]));
    misere["play"] = json!("misere");
    assert!(values(&misere).unwrap_err().contains("--max-edges"));
}

/// A batch is charged once for each position of a game that its requests share, whatever was explored before.
#[test]
fn a_batch_pays_once_for_each_position_of_a_shared_game() {
    let games = json!({"mine": {"rules": "def options(n): return [n - 1] if n % 1000 else []"}}).to_string();
    let bill = |engine: &Engine, starts: &[u32]| {
        let games = Arc::new(Games::for_many(games.as_bytes(), &engine.limits).unwrap());
        let texts: Vec<String> = starts.iter().map(|n| json!({"position": {"mine": [n]}}).to_string()).collect();
        let (stop, before) = (Stop::default(), Bill::default());
        let slice = Slice { steps: u64::MAX, is_strict: false, budget: u64::MAX - 1, before: &before, stop: &stop };
        let items = texts.iter().map(|text| Item::of_list(text.as_bytes()));
        let answers = Answers::of(items, 0, BatchSettings::of_lines(1_000).with_games(&games), slice, engine).unwrap();
        assert_eq!((answers.count, answers.failed), (starts.len(), 0));
        answers.bill.steps()
    };
    let cold = |starts: &[u32]| bill(&Engine::default(), starts);
    let one = cold(&[999]);
    let of_request = cold(&[999, 999]) - one;
    assert!(of_request < one / 10, "{of_request} of {one}");
    assert!(cold(&[500, 999]) < one + 2 * of_request);
    let two = cold(&[999, 1999]);
    assert!(two > 2 * (one - of_request), "{two}, {one} for one");
    let engine = Engine::default();
    bill(&engine, &[1500, 999, 1999]);
    assert_eq!(bill(&engine, &[999, 1999]), two);
    assert_eq!(bill(&engine, &[999]), one);
}

/// Requests that share a game are not charged for exploring it. Their answers are the same as alone.
#[test]
fn a_shared_game_is_explored_once() {
    let engine = Engine::default();
    let rules = "def options(n): return [n - d for d in (1, 2, 3) if d <= n]";
    let games = json!({"mine": {"rules": rules}}).to_string();
    let games = Arc::new(Games::for_many(games.as_bytes(), &engine.limits).unwrap());
    let sum = |k: u32| json!({"position": {"mine": [30_000 - k, k, 7 * k + 1]}, "brief": true}).to_string();
    let (stop, before) = (Stop::default(), Bill::default());
    let slice = Slice { steps: u64::MAX, is_strict: false, budget: 100_000_000, before: &before, stop: &stop };
    let texts: Vec<String> = (0..200).map(sum).collect();
    let items = texts.iter().map(|text| Item::of_list(text.as_bytes()));
    let terms = BatchSettings::of_lines(1_000).with_games(&games);
    let answers = Answers::of(items, 0, terms, slice, &engine).unwrap();
    assert_eq!((answers.count, answers.failed), (200, 0));
    assert!(answers.done < 100_000_000, "{}", answers.done);
    for (text, answer) in texts.iter().zip(std::str::from_utf8(&answers.json).unwrap().lines()).step_by(20) {
        let mut alone: Value = serde_json::from_str(text).unwrap();
        alone["games"] = json!({"mine": {"rules": rules}});
        let asked = alone.to_string();
        let fresh = Engine::default();
        let alone =
            fresh.answer(Question::Analysis, RequestText::Json(asked.as_bytes()), &fresh.meter()).answer.unwrap();
        assert_eq!(answer.as_bytes(), alone);
    }
}
