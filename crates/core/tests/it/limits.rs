//! At whatever point a meter is spent, the work ends without a panic. If the work ends before its meter is spent, its
//! answer is right.

use std::iter;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use dashu_int::UBig;
use grundy_core::game::shape::PlainValue;
use grundy_core::game::{Card, Follower, Play, Rules, Ruleset, Step, Theory};
use grundy_core::number::Natural;
use grundy_core::number::meter::{self, Meter};
use grundy_core::theory::Caches;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use grundy_core::wire::position::example;
use grundy_core::wire::search::CatalogueSearch;
use serde_json::{Value, json};

/// The largest number of steps of one request. A request that takes more steps is refused, whatever its room is (see
/// [`Meter::in_room`]).
const LIMIT: u64 = 30_000_000;

/// The largest number of steps that work may still take after the meter is spent.
const BEYOND: u64 = 3_000_000;

/// The number of points at which the work of a request is ended. The first point is the beginning, and the points are
/// the same distance apart.
const PLACES: u64 = 22;

/// Returns requests about the example of each game, about some long integers, and about games that a client defines.
fn requests() -> Vec<(Question, String)> {
    let examples =
        CatalogueSearch::new("", None).cards().into_iter().map(|card| json!(example(card))).collect::<Vec<_>>();
    let digits = |digit: &str, count: usize| digit.repeat(count);
    let power = |base: u8, exponent| UBig::from(base).pow(exponent).to_string();
    let pairs = [[power(3, 6_000), power(7, 3_300)], [power(10, 2_000), "72705".to_owned()]];
    let long = ["euclid", "euclid-zero", "wizards", "empty-and-divide", "power-pile", "wythoff", "turning-corners"];
    let long: Vec<_> = long.iter().flat_map(|game| pairs.each_ref().map(|pair| json!({*game: [pair]}))).collect();
    let lists = ["nim", "fibonacci-nim", "lieges", "mark", "rims", "octal(0.77)", "subtraction(1,4)", "all-but(2,5)"];
    let lists = lists.into_iter().map(|game| json!({game: [digits("9", 100), digits("52", 120)]}));
    let path: Vec<_> = (0..9).map(|vertex| json!([vertex, vertex + 1])).collect();
    let (a, start) = (json!("a"), json!("start"));
    let own = [
        (json!({"graph": {"a": ["b", "c"], "b": ["a", "c"], "c": []}}), &a),
        (json!({"graph": {"a": ["b"], "b": ["a", "b"]}}), &a),
        (json!({"graph": {"a": ["b", ["b", "c"]], "b": ["c"], "c": []}}), &a),
        (json!({"steps": [[1, 2]], "rides": [[1, 0], [0, 1]]}), &json!([9, 9])),
        (json!({"board": [3, 4], "pieces": [["xx"], ["x", "x"]]}), &start),
        (json!({"board": [3, 3], "pieces": [["xx", "x."]], "turn": true}), &start),
        (json!({"edges": path, "rule": "node-kayles"}), &start),
        (json!({"edges": path, "rule": "arc-kayles"}), &start),
        (json!({"edges": path, "rule": "grim"}), &start),
        (json!({"order": [["a", "b"], ["a", "c"], ["b", "d"], ["c", "d"]]}), &start),
        (json!({"cells": 6, "moves": [[0, 1], {"needs": [2], "takes": [2, 3, 4]}, [3], [4, 5], [0, 5]]}), &start),
    ];
    let of_own = own.iter().flat_map(|(game, start)| {
        ["normal", "misere"].map(|play| {
            let position = json!({"mine": [start], "nim": [3], "dim": [300, 400]});
            let asked =
                json!({"games": {"mine": game}, "position": position, "play": play, "explain": true, "seed": 7});
            (Question::Analysis, asked.to_string())
        })
    });
    let of_own: Vec<_> = of_own.collect();
    let analyses = [
        json!({}),
        json!({"explain": true, "seed": 7}),
        json!({"play": "misere", "explain": true}),
        json!({"remoteness": true, "line": 3}),
        json!({"seed": 7, "mistakes": 0.5}),
    ];
    let listings = [json!({"limit": 4}), json!({"limit": 4, "only": "winning", "play": "misere"})];
    let ways = analyses.into_iter().map(|way| (Question::Analysis, way));
    let ways: Vec<_> = ways.chain(listings.map(|way| (Question::Moves, way))).collect();
    let of_position = |position: Value| {
        let asked = ways.iter().map(|(question, way)| {
            let mut request = way.clone();
            request["position"] = position.clone();
            (*question, request.to_string())
        });
        asked.chain(turn(&position)).collect::<Vec<_>>()
    };
    // With 4,000 more digits in each integer, finding a move exceeds the limit, unless the game finds moves in a few
    // steps.
    let splitting = ["octal(4.7)", "hexadecimal(4.c13)"].map(|game| json!({game: [1]}));
    let longest: Vec<_> = examples.iter().chain(&splitting).map(|example| longer(example, 4_000)).collect();
    let positions = examples.into_iter().chain(long).chain(lists).chain(longest);
    positions.flat_map(of_position).chain(of_own).collect()
}

/// Returns the same value, but each integer has `digits` more digits.
fn longer(value: &Value, digits: usize) -> Value {
    match value {
        Value::Number(number) => json!(format!("{number}{}", "7".repeat(digits))),
        Value::Array(parts) => parts.iter().map(|part| longer(part, digits)).collect(),
        Value::Object(parts) => parts.iter().map(|(key, part)| (key.clone(), longer(part, digits))).collect(),
        _ => value.clone(),
    }
}

/// Returns the request that makes the recommended move of a position; `None` if there is no such move.
fn turn(position: &Value) -> Option<(Question, String)> {
    let request = json!({"position": position}).to_string();
    let answer = answer(&Meter::new(LIMIT), Question::Analysis, &request).ok()?;
    let answer: Value = serde_json::from_slice(&answer).ok()?;
    let request = json!({"position": position, "move": answer.get("move").filter(|made| !made.is_null())?, "seed": 7});
    Some((Question::Turn, request.to_string()))
}

fn answer(meter: &Meter, question: Question, request: &str) -> Result<Vec<u8>, String> {
    static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);
    let outcome = ENGINE.answer(question, RequestText::Json(request.as_bytes()), meter);
    outcome.answer.map_err(|none| format!("{none:?}"))
}

#[test]
fn work_may_end_anywhere() {
    let (requests, next) = (requests(), AtomicUsize::new(0));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((question, request)) = requests.get(at) else { break };
            ends_anywhere(*question, request, at);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}

/// Runs a request several times, and ends its work at a different point each time. There are [`PLACES`] points, and the
/// first is the beginning of the work. Each request is ended at the first point. It is also ended at every third or
/// seventh of the other points, beginning at a point that depends on its number `at`. Each game has many requests, so
/// together they are ended at all points.
fn ends_anywhere(question: Question, request: &str, at: usize) {
    let whole = Meter::new(LIMIT);
    let expected = answer(&whole, question, request);
    let all = whole.charged();
    // Requests with long integers are ended at fewer points, because each of these requests takes long.
    let apart = if request.len() > 3_000 { 7 } else { 3 };
    for place in iter::once(0).chain((1..PLACES).skip(at % apart).step_by(apart)) {
        // The work ends when its room is spent: see [`Meter::in_room`]. The request then has no answer, not even a
        // refusal.
        let room = all * place / PLACES;
        let meter = Meter::new(LIMIT).in_room(room);
        let found = answer(&meter, question, request);
        assert!(meter.beyond() <= BEYOND, "{} beyond a room of {room}: {request:.300}", meter.beyond());
        let Ok(found) = found else { continue };
        assert_eq!(Ok(found), expected, "{request} in a room of {room}");
    }
}

/// The largest number of steps that one call of `meter::charge` may charge. The work that these steps pay for goes on
/// even if the client leaves. This work takes 6 ms, or a few times as long if its steps are slow.
const PIECE: u64 = 6_000_000;

#[test]
fn no_piece_of_work_is_long() {
    let ring = |vertices: u32, degree: u32| -> Value {
        (0..vertices).map(|v| (1..=degree).map(|k| (v + k * k) % vertices).collect::<Vec<_>>()).collect()
    };
    let graph = |rows: Value| json!({"games": {"mine": {"graph": rows}}, "position": {"mine": [0]}});
    let rule = "def options(n): return [n - 1, n // 2, n // 3] if n > 3 else []";
    for request in [
        json!({"position": {"dim": ["897612484786617600"]}, "remoteness": true}),
        json!({"position": {"aliquot": [1_000_000, 5]}, "remoteness": true}),
        json!({"position": {"euclid": [["5".repeat(50_000), "8".repeat(50_000)]]}, "play": "misere"}),
        json!({"position": {"octal(0.07)": [700, 650]}, "play": "misere"}),
        json!({"position": {"octal(0.6)": [1_000_000]}}),
        json!({"position": {"nim": vec![1; 100_000]}, "line": 100}),
        json!({"position": {"cram": vec![vec!["........"]; 8]}}),
        graph(ring(90_000, 5)),
        json!({"games": {"a": {"graph": ring(490, 8)}, "b": {"graph": ring(490, 8)}}, "position": {"a": [0], "b": [0]}, "remoteness": true}),
        json!({"games": {"mine": {"rules": rule}}, "position": {"mine": [100_000]}, "remoteness": true}),
    ] {
        let request = request.to_string();
        let meter = Meter::new(10 * LIMIT);
        let _ = answer(&meter, Question::Analysis, &request);
        println!("{} of {}: {request:.100}", meter.largest(), meter.done());
        assert!(meter.largest() <= PIECE, "{} at once: {request:.300}", meter.largest());
    }
}

/// A game that has no moves. Solving each of its positions takes a million steps.
#[derive(Clone, Debug)]
struct Dear;

static SOLVED: AtomicUsize = AtomicUsize::new(0);

impl Rules for Dear {
    type Position = Natural;
    type Move = Natural;

    const CARD: Card = Card { id: "dear", name: "Dear", rules: "No moves.", ..Card::BLANK };

    fn moves(&self, _: &Natural) -> impl Iterator<Item = Natural> {
        std::iter::empty()
    }

    fn after(&self, _: &Natural, left: &Natural) -> Follower<Natural> {
        left.clone().into()
    }

    fn describe(&self, _: &Natural, _: &Natural) -> String {
        String::new()
    }
}

impl Theory<Self> for Dear {
    type Solved = Natural;

    fn solve(&self, _: &Natural) -> Natural {
        SOLVED.fetch_add(1, Ordering::Relaxed);
        meter::charge(1_000_000);
        Natural::ZERO
    }

    fn explain(&self, _: &Natural, _: &Natural) -> Vec<Step> {
        Vec::new()
    }
}

/// A fault of the past: charges after the limit were not counted, so 450 long numbers were factored for 26 seconds.
#[test]
fn nothing_more_is_solved_once_the_meter_is_spent() {
    let mut run = Dear.none();
    for stones in 0..100_u64 {
        run.push(PlainValue::Integer(stones.into())).unwrap();
    }
    assert!(Meter::new(3_500_000).run(|| run.solve(Play::Normal, &Caches::default())).is_err());
    assert_eq!(SOLVED.load(Ordering::Relaxed), 4);
}
