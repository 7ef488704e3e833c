//! Tests rules that a client writes. A script that describes a game of the catalogue must have the values and winners
//! of this game, whatever requests came before.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::fault::Code;
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

/// A bot sends the same rules at each turn, with another position. Positions that are explored already are not explored
/// again.
#[test]
fn what_was_explored_is_kept() {
    let engine = Engine::default();
    let rules = "def options(n): return [n - d for d in range(1, n) if n % d == 0]";
    let done = |start: u32| {
        let body = json!({"games": {"mine": {"rules": rules}}, "position": {"mine": [start]}}).to_string();
        let meter = engine.meter();
        assert!(engine.answer(Question::Analysis, RequestText::Json(body.as_bytes()), &meter).answer.is_ok());
        meter.done()
    };
    let first = done(600);
    assert!([600, 599, 300].into_iter().all(|start| done(start) * 10 < first));
    assert_eq!(engine.tables.cache.counts().map(|counts| usize::from(counts.bytes > 0)), [0, 0, 0, 0, 0, 0, 1]);
}
