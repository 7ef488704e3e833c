//! An answer and its charge depend only on the request. They depend neither on earlier requests, nor on the point at
//! which earlier requests were cut off.

use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use grundy_core::number::meter::{Meter, Stop};
use grundy_core::wire::catalogue::Lookup;
use grundy_core::wire::chart::ChartRequest;
use grundy_core::wire::engine::{self, Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::position;
use grundy_core::wire::search::CatalogueSearch;
use serde_json::value::RawValue;
use serde_json::{Value, json};

const REQUESTS: usize = 2_000;

/// The largest number of steps that a request may take. Many requests have a lower limit.
const LIMIT: u64 = 3_000_000;

/// Random numbers that are the same each time (Steele, Lea and Flood 2014, `SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn chance(&mut self, of_ten: u64) -> bool {
        self.below(10) < of_ten
    }

    fn count(&mut self, end: usize) -> usize {
        usize::try_from(self.below(u64::try_from(end).unwrap())).unwrap()
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.count(list.len())].clone()
    }

    /// Returns a number below 2^b, for a random b from 1 to `bits`. So small numbers occur, too.
    fn size(&mut self, bits: u64) -> u64 {
        let bits = 1 + self.below(bits);
        self.below(1 << bits)
    }

    fn text(&mut self, letters: &[char], length: usize) -> String {
        iter::repeat_with(|| self.pick(letters)).take(length).collect()
    }
}

/// A request, with the steps that it may take.
#[derive(Clone, Debug)]
struct Request {
    call: Call,
    limit: u64,
}

#[derive(Clone, Debug)]
enum Call {
    Ask(Question, String),
    /// The key of a game, and the query of the URL.
    Map(String, String),
    /// The key of a game.
    Game(String),
}

/// The outcome of a request, and its charge.
type Outcome = (Result<String, String>, u64);

impl Request {
    fn answer(&self, engine: &Engine, meter: &Meter) -> Outcome {
        let answer = match &self.call {
            Call::Ask(question, text) => engine.answer(*question, RequestText::Json(text.as_bytes()), meter).answer,
            Call::Map(key, query) => engine::run(meter, || {
                let request = ChartRequest::from_query(position::part(key)?, query, &engine.limits)?.unwrap();
                engine::json(&request.answer(&engine.tables)?)
            }),
            Call::Game(key) => engine::run(meter, || {
                let lookup = Lookup::of(key, &RawValue::from_string("{}".to_owned()).unwrap())?;
                engine::json(&lookup.answer(&engine.tables)?)
            }),
        };
        let answer = answer.map(|json| String::from_utf8(json).unwrap()).map_err(|none| match none {
            NoAnswer::Faults(faults) => format!("{:?}", faults.listed()),
            other => other.to_string(),
        });
        (answer, meter.charged())
    }

    fn of(random: &mut Random, examples: &[Value]) -> Self {
        let play = random.pick(&["normal", "normal", "misere"]);
        let (games, position) = position(random, examples);
        let mut request = json!({"position": position, "play": play});
        if let Some(games) = games {
            request["games"] = games;
        }
        let call = match random.below(12) {
            0..=1 => {
                let (first, span) = (random.size(12), random.size(8));
                Call::Map(code(random), format!("n={first}..{}", first + span))
            }
            2 => Call::Map(random.pick(&["wythoff", "fibonacci-nim"]).to_owned(), "a=1..4&b=3..9".to_owned()),
            3 => Call::Game(code(random)),
            4..=5 => {
                request["limit"] = json!(1 + random.below(9));
                if random.chance(3) {
                    request["only"] = json!("winning");
                }
                Call::Ask(Question::Moves, request.to_string())
            }
            6 => {
                let part = request["position"].as_object().unwrap().iter().next().unwrap();
                let (game, to) = (part.0.clone(), part.1[0].clone());
                request["move"] = json!({"game": game, "index": 0, "to": smaller(random, &to)});
                Call::Ask(Question::Turn, request.to_string())
            }
            _ => {
                for (name, value) in
                    [("explain", json!(true)), ("remoteness", json!(true)), ("line", json!(7)), ("seed", json!(5))]
                {
                    if random.chance(3) {
                        request[name] = value;
                    }
                }
                Call::Ask(Question::Analysis, request.to_string())
            }
        };
        Self { call, limit: LIMIT }
    }
}

/// Returns a position with smaller numbers. Perhaps no move leads to it.
fn smaller(random: &mut Random, position: &Value) -> Value {
    match position {
        Value::Number(number) => json!(random.below(number.as_u64().unwrap_or(1))),
        Value::Array(parts) => parts.iter().map(|part| smaller(random, part)).collect(),
        other => other.clone(),
    }
}

/// Returns the key of a game of heaps.
fn code(random: &mut Random) -> String {
    let octal = ['0', '1', '2', '3', '4', '5', '6', '7'];
    match random.below(10) {
        0 => random
            .pick(&["kayles", "dawsons-kayles", "grundys-game", "couples-are-forever", "lasker-nim", "nim"])
            .into(),
        1 => format!("subtraction({},{})", 1 + random.below(5), 6 + random.below(40)),
        2 => format!("all-but({},{})", 1 + random.below(5), 6 + random.below(9)),
        // Long sets. Computing the values of a few small heaps takes all steps of a request with a low limit.
        3 => {
            let numbers: Vec<_> = (1..200).map(|number| (number * 7).to_string()).collect();
            format!("subtraction({})", numbers.join(","))
        }
        4 => {
            let digits = random.pick(&[1, 2, 40]);
            format!("octal(0.{}7)", random.text(&octal, digits))
        }
        5 => format!("hexadecimal(0.{}f)", random.text(&['0', '3', '7', 'b', 'f'], 1)),
        // These few games come again and again, so that cached tables are used again.
        _ => random
            .pick(&["octal(0.007)", "octal(0.16)", "octal(0.137)", "octal(0.6)", "octal(0.35)", "octal(0.123)"])
            .into(),
    }
}

/// Returns the games that a request defines, if any, and a position.
fn position(random: &mut Random, examples: &[Value]) -> (Option<Value>, Value) {
    match random.below(10) {
        0..=1 => (None, random.pick(examples)),
        2..=4 => {
            let sizes: Vec<u64> = (0..=random.below(3)).map(|_| random.size(12)).collect();
            (None, json!({code(random): sizes}))
        }
        5 => {
            let game = random.pick(&["wythoff", "square-nim", "prim", "prime-nim", "fibonacci-nim"]);
            let mut number = || 1 + random.size(9);
            let position =
                if matches!(game, "wythoff" | "fibonacci-nim") { json!([number(), number()]) } else { json!(number()) };
            (None, json!({game: [position], "nim": [0]}))
        }
        6 => {
            let squares: Vec<[u64; 2]> =
                (0..=random.below(3)).map(|_| [1 + random.below(8), 1 + random.below(8)]).collect();
            (None, json!({"knight": squares}))
        }
        7 => {
            let rows: Vec<String> = (0..=random.below(3)).map(|_| random.text(&['.', '.', '.', 'x'], 5)).collect();
            (None, json!({"cram": [rows], "queens": [[".....", "....."]]}))
        }
        _ => own(random),
    }
}

/// Returns the definition of a random game, and a position with a component of this game.
fn own(random: &mut Random) -> (Option<Value>, Value) {
    let (game, start) = match random.below(6) {
        0 => {
            let piece = |random: &mut Random| -> Vec<String> {
                let width = 1 + random.count(3);
                (0..=random.below(2)).map(|_| random.text(&['.', 'x', 'x'], width) + "x").collect()
            };
            let pieces = [piece(random), piece(random)];
            let width = 1 + random.count(6);
            let rows: Vec<String> = (0..=random.below(2)).map(|_| random.text(&['.', '.', '.', 'x'], width)).collect();
            (json!({"board": rows, "pieces": pieces, "turn": random.chance(5)}), json!("start"))
        }
        1 => {
            let count = 2 + random.below(8);
            let edges: Vec<[u64; 2]> = (1..count).map(|vertex| [random.below(vertex), vertex]).collect();
            let rule = random.pick(&["node-kayles", "arc-kayles", "grim"]);
            (json!({"edges": edges, "rule": rule}), json!("start"))
        }
        2 => {
            (json!({"steps": [[1, 2], [2, 0]], "rides": [[1, 0], [0, 1]]}), json!([random.below(20), random.below(20)]))
        }
        // The labels of a graph are cached only if the graph is large.
        3 => {
            let count = 5_500 + random.below(2) * 100;
            let below = |vertex: u64| vec![vertex.saturating_sub(1), vertex / 2];
            let rows: Vec<Vec<u64>> =
                (0..count).map(|vertex| if vertex < 2 { vec![] } else { below(vertex) }).collect();
            (json!({"graph": rows}), json!(random.below(count)))
        }
        _ => {
            let count = 2 + random.below(9);
            let rows: Vec<Vec<u64>> = (0..count)
                .map(|_| {
                    let mut row: Vec<u64> = (0..random.below(4)).map(|_| random.below(count)).collect();
                    row.sort_unstable();
                    row.dedup();
                    row
                })
                .collect();
            (json!({"graph": rows}), json!(0))
        }
    };
    let mut position = json!({"mine": [start]});
    if random.chance(3) {
        position["nim"] = json!([random.below(5)]);
    }
    (Some(json!({"mine": game})), position)
}

/// Returns random requests, each with its outcome on a new engine. Each request is repeated with three other limits.
fn expected(random: &mut Random) -> Vec<(Request, Outcome)> {
    let examples: Vec<Value> =
        CatalogueSearch::new("", None).cards().into_iter().map(|card| json!(position::example(card))).collect();
    let fresh = |request: &Request| request.answer(&Engine::default(), &Meter::new(request.limit));
    let mut asked = Vec::new();
    while asked.len() < REQUESTS {
        let request = Request::of(random, &examples);
        let outcome = fresh(&request);
        let all = outcome.1;
        asked.push((request.clone(), outcome));
        // The first of these limits just suffices, the second is one step too low, and the third is a random lower
        // limit.
        for limit in [all, all.saturating_sub(1), random.below(all)] {
            let request = Request { limit, ..request.clone() };
            let outcome = fresh(&request);
            asked.push((request, outcome));
        }
    }
    asked
}

fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for end in (1..list.len()).rev() {
        list.swap(end, random.count(end + 1));
    }
}

/// Sends a request that is cut off: by its limit, by its room (see [`Meter::in_room`]), or because nobody waits any
/// more.
fn cut(request: &Request, random: &mut Random, all: u64, engine: &Engine) {
    let (stop, steps) = (Stop::default(), random.below(all.max(1)));
    let meter = match random.below(3) {
        0 => Meter::new(steps),
        1 => Meter::new(request.limit).in_room(steps),
        _ => {
            stop.ask();
            Meter::new(request.limit).until(&stop)
        }
    };
    let _ = request.answer(engine, &meter);
}

/// Neither answers nor charges depend on the cache.
#[test]
fn answers_and_charges_do_not_depend_on_what_was_asked_before() {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let seeds = AtomicUsize::new(0);
    let work = || {
        while let seed @ 0..2 = seeds.fetch_add(1, Ordering::Relaxed) {
            check(&mut Random(u64::try_from(seed).unwrap()));
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
}

fn check(random: &mut Random) {
    let mut asked = expected(random);
    let warm = Engine::default();
    for round in ["after others", "after cuts"] {
        shuffle(random, &mut asked);
        for (request, expected) in &asked {
            if round == "after cuts" {
                cut(request, random, expected.1, &warm);
            }
            let found = request.answer(&warm, &Meter::new(request.limit));
            assert!(found == *expected, "{round}: {request:?}\n  alone: {expected:?}\n  here:  {found:?}");
        }
    }
}
