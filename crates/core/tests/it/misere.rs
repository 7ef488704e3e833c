//! Solves misère play of octal, hexadecimal and similar games, and compares the answers with a plain search over the
//! rules. This file contains the search. If the search decides a sum by visiting a few thousand sums, the service must
//! answer the sum within its limits.

use std::collections::{BTreeSet, HashMap};

use grundy_core::number::meter::Meter;
use grundy_core::theory::Caches;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use serde_json::{Value, json};

/// The rules for the moves of a heap.
#[derive(Clone)]
enum Rules {
    /// The digits of a code. The first digit is that for removing nothing.
    Digits(Vec<u32>),
    /// A split into two different heaps.
    Unequal,
    /// A split of a heap of at least 3.
    Couples,
}

impl Rules {
    fn code(code: &str) -> Self {
        let digits = code.chars().filter(|digit| *digit != '.');
        Self::Digits(digits.map(|digit| digit.to_digit(16).unwrap()).collect())
    }

    /// Returns the results of all moves in a heap, without duplicates. The heaps of a result are ascending.
    fn options(&self, heap: usize) -> BTreeSet<Vec<usize>> {
        let splits = |heap: usize| (1..=heap / 2).map(move |one| vec![one, heap - one]);
        match self {
            Self::Unequal => splits(heap).filter(|parts| parts[0] != parts[1]).collect(),
            Self::Couples => splits(heap).filter(|_| heap > 2).collect(),
            Self::Digits(digits) => {
                let mut options = BTreeSet::new();
                for (removed, digit) in digits.iter().enumerate().take(heap + 1) {
                    let left = heap - removed;
                    if digit & 1 != 0 && left == 0 {
                        options.insert(Vec::new());
                    }
                    if digit & 2 != 0 && left > 0 {
                        options.insert(vec![left]);
                    }
                    if digit & 4 != 0 {
                        options.extend(splits(left));
                    }
                    if digit & 8 != 0 {
                        for one in 1..=left / 3 {
                            let two = (one..).take_while(|other| left >= one + 2 * other);
                            options.extend(two.map(|other| vec![one, other, left - one - other]));
                        }
                    }
                }
                options
            }
        }
    }
}

/// Heaps of one game, ascending.
type Sum = Vec<usize>;

/// A plain search. The table `loses` has each visited sum, and whether the player to move loses it.
struct Plain {
    options: Vec<BTreeSet<Vec<usize>>>,
    rules: Rules,
    loses: HashMap<Sum, bool>,
    most: usize,
}

impl Plain {
    fn new(rules: &Rules, most: usize) -> Self {
        Self { options: Vec::new(), rules: rules.clone(), loses: HashMap::new(), most }
    }

    fn after(sum: &[usize], place: usize, parts: &[usize]) -> Sum {
        let mut after: Sum =
            sum.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, heap)| *heap).collect();
        after.extend(parts);
        after.sort_unstable();
        after
    }

    fn options_of(&mut self, heap: usize) -> BTreeSet<Vec<usize>> {
        while self.options.len() <= heap {
            self.options.push(self.rules.options(self.options.len()));
        }
        self.options[heap].clone()
    }

    /// Returns whether the player to move loses; `None` if the table would need more than `most` sums.
    fn loses(&mut self, sum: &[usize]) -> Option<bool> {
        if let Some(known) = self.loses.get(sum) {
            return Some(*known);
        }
        if self.loses.len() >= self.most {
            return None;
        }
        // In misère play, a player who cannot move wins.
        let (mut moved, mut loses) = (false, true);
        'all: for (place, heap) in sum.iter().enumerate() {
            if place > 0 && sum[place - 1] == *heap {
                continue;
            }
            for parts in self.options_of(*heap) {
                moved = true;
                if self.loses(&Self::after(sum, place, &parts))? {
                    loses = false;
                    break 'all;
                }
            }
        }
        self.loses.insert(sum.to_vec(), loses && moved);
        Some(loses && moved)
    }

    /// Returns whether a sum has any move, and which of its moves win. A move is the index of its heap in the sum, and
    /// the heaps that replace this heap.
    fn winning(&mut self, sum: &[usize]) -> Option<(bool, BTreeSet<(usize, Sum)>)> {
        let (mut moved, mut winning) = (false, BTreeSet::new());
        for (place, heap) in sum.iter().enumerate() {
            for parts in self.options_of(*heap) {
                moved = true;
                if self.loses(&Self::after(sum, place, &parts))? {
                    winning.insert((place, parts));
                }
            }
        }
        Some((moved, winning))
    }
}

/// A limit of work. A position must be answered within this limit if the plain search decides it with at most `sums`
/// sums.
struct Limit {
    steps: u64,
    search: ProductLimits,
    sums: usize,
}

/// The default limit, and the limit with `--open-internet`.
const LIMITS: [Limit; 2] = [
    Limit { steps: 1_500_000_000, search: ProductLimits::DEFAULT, sums: 30_000 },
    Limit { steps: 250_000_000, search: ProductLimits { states: 50_000, moves: 800_000 }, sums: 3_000 },
];

fn engine(search: ProductLimits) -> Engine {
    Engine { tables: Caches { search, ..Caches::default() }, ..Engine::default() }
}

fn ask(engine: &Engine, question: Question, request: &Value, steps: u64) -> Result<Value, String> {
    let asked = request.to_string();
    let outcome = engine.answer(question, RequestText::Json(asked.as_bytes()), &Meter::new(steps));
    outcome.answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|none| format!("{none:?}"))
}

/// Returns whether the engine analyzes a sum of heaps and lists its winning moves. Panics if an answer is wrong.
fn is_answered(
    engine: &Engine,
    steps: u64,
    key: &str,
    sum: &[usize],
    moved: bool,
    winning: &BTreeSet<(usize, Sum)>,
) -> bool {
    let request = json!({"position": {key: sum}, "play": "misere"});
    let Ok(answer) = ask(engine, Question::Analysis, &request, steps) else { return false };
    let wins = !winning.is_empty() || !moved;
    assert_eq!(answer["winner"], if wins { "first" } else { "second" }, "{key} {sum:?}");
    assert_eq!(answer["winning_count"], winning.len(), "{key} {sum:?}");
    let request = json!({"position": {key: sum}, "play": "misere", "only": "winning", "limit": 1000});
    let Ok(listing) = ask(engine, Question::Moves, &request, steps) else { return false };
    let listed = listing["moves"].as_array().unwrap().iter().map(|made| {
        let index = usize::try_from(made["index"].as_u64().unwrap()).unwrap();
        let to = match &made["to"] {
            Value::Array(parts) => parts.iter().map(|part| usize::try_from(part.as_u64().unwrap()).unwrap()).collect(),
            one => vec![usize::try_from(one.as_u64().unwrap()).unwrap()],
        };
        (index, to)
    });
    assert_eq!(&listed.collect::<BTreeSet<_>>(), winning, "{key} {sum:?}");
    true
}

/// Named games of the catalogue, each with its code. The code is empty if the game has none.
const NAMED: [(&str, &str); 11] = [
    ("kayles", "0.77"),
    ("dawsons-kayles", "0.07"),
    ("dawsons-chess", "0.137"),
    ("treblecross", "0.007"),
    ("guiles", "0.15"),
    ("officers", "0.6"),
    ("stalking", "0.31"),
    ("daisies", "4.7"),
    ("kenyons-game", "0.3f"),
    ("grundys-game", ""),
    ("couples-are-forever", ""),
];

fn rules(key: &str) -> Rules {
    let named = NAMED.iter().find(|(named, _)| *named == key).map(|(_, code)| *code);
    match (key, named) {
        ("grundys-game", _) => Rules::Unequal,
        ("couples-are-forever", _) => Rules::Couples,
        (_, Some(code)) => Rules::code(code),
        (family, None) => Rules::code(&family[family.find('(').unwrap() + 1..family.len() - 1]),
    }
}

/// Returns all codes with two octal digits after the point, some with three octal digits, some with two hexadecimal
/// digits, and the named games.
fn games() -> Vec<String> {
    let octal = |code: usize| format!("octal({}.{:o}{:o})", if code < 64 { 0 } else { 4 }, code / 8 % 8, code % 8);
    let two = (1..128).map(octal);
    let three = (0..1024).step_by(7).filter(|code| code % 8 != 0).map(|code| {
        format!("octal({}.{:o}{:o}{:o})", if code < 512 { 0 } else { 4 }, code / 64 % 8, code / 8 % 8, code % 8)
    });
    let hexadecimal = (1..1024).step_by(13).map(|code| {
        let first = ['0', '4', '8', 'c'][code / 256];
        format!("hexadecimal({first}.{:x}{:x})", code / 16 % 16, code % 16)
    });
    let named = NAMED.iter().map(|(key, _)| (*key).to_owned());
    named.chain(two).chain(three).chain(hexadecimal).collect()
}

/// The largest heap that is tried. Without this bound, thousands of heaps would be tried if a game does not split
/// heaps.
const LARGEST: usize = 60;

/// Returns sums of one game for a test: a single large heap, and up to three random sums of heaps that are not larger.
/// The plain search decides each of these sums by visiting at most `most` sums.
fn sums(key: &str, rules: &Rules, most: usize) -> Vec<Sum> {
    let decides = |sum: &Sum| Plain::new(rules, most).winning(sum).is_some();
    let largest = (1..=LARGEST).take_while(|heap| decides(&vec![*heap])).last().unwrap_or(0);
    if largest == 0 {
        return Vec::new();
    }
    // The seed is fixed, so that the sums are the same each time.
    let mut seed = key.bytes().fold(1_u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let mut below = |end: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % end
    };
    let random = (0..3).filter_map(|_| {
        let sums = (0..20).map(|_| {
            let mut sum: Sum = (0..2 + below(3)).map(|_| 1 + below(largest)).collect();
            sum.sort_unstable();
            sum
        });
        let sums: Vec<Sum> = sums.collect();
        sums.into_iter().find(decides)
    });
    let random: Vec<Sum> = random.collect();
    std::iter::once(vec![largest]).chain(random).collect()
}

/// Sends requests about sums of each game. The sums are chosen so that a plain search decides them by visiting at most
/// `most` sums. Returns how many sums were sent, and which of them were refused.
fn refused(games: impl Iterator<Item = String>, limit: &Limit, most: usize) -> (usize, Vec<(String, Sum)>) {
    let (mut asked, mut refused) = (0, Vec::new());
    for key in games {
        let rules = rules(&key);
        let engine = engine(limit.search);
        for sum in sums(&key, &rules, most) {
            let (moved, winning) = Plain::new(&rules, most).winning(&sum).unwrap();
            asked += 1;
            if !is_answered(&engine, limit.steps, &key, &sum, moved, &winning) {
                refused.push((key.clone(), sum));
            }
        }
    }
    (asked, refused)
}

/// Checks that sums of every eleventh game are answered if the plain search decides them by visiting at most
/// `limit.sums` / 10 sums.
#[test]
fn sums_that_a_plain_search_decides_are_answered() {
    for limit in &LIMITS {
        let (asked, refused) = refused(games().into_iter().step_by(11), limit, limit.sums / 10);
        assert!(asked > 100 && refused.is_empty(), "{} steps: of {asked} {refused:?}", limit.steps);
    }
}

#[test]
#[ignore = "takes some minutes, most of them for the plain search"]
fn sums_of_all_codes_that_a_plain_search_decides_are_answered() {
    for limit in &LIMITS {
        let (asked, refused) = refused(games().into_iter(), limit, limit.sums);
        println!("{} steps: {} of {asked} are refused", limit.steps, refused.len());
        assert!(refused.is_empty(), "{refused:?}");
    }
}

/// Heaps that were refused in the past, because the search for a quotient spent all steps of the request.
#[test]
fn heaps_that_were_refused() {
    for limit in &LIMITS {
        let engine = engine(limit.search);
        for (key, heap) in [
            ("octal(0.35)", 10),
            ("octal(0.64)", 13),
            ("octal(0.16)", 17),
            ("octal(0.57)", 17),
            ("daisies", 21),
            ("dawsons-kayles", 25),
            ("grundys-game", 29),
            ("officers", 30),
        ] {
            let (moved, winning) = Plain::new(&rules(key), usize::MAX).winning(&[heap]).unwrap();
            assert!(is_answered(&engine, limit.steps, key, &[heap], moved, &winning), "{key} {heap}");
        }
    }
}

/// A quotient is looked for only once, whether or not it is found. Later requests are charged as if they had looked for
/// it.
#[test]
fn a_quotient_is_looked_for_once() {
    let limit = &LIMITS[1];
    let engine = engine(limit.search);
    let charged = |key: &str, heaps: &[usize]| {
        let request = json!({"position": {key: heaps}, "play": "misere"}).to_string();
        let meter = Meter::new(limit.steps);
        let answer = engine.answer(Question::Analysis, RequestText::Json(request.as_bytes()), &meter).answer;
        (answer.map_err(|none| none.to_string()), meter.charged(), meter.done())
    };
    for (key, heaps, others) in [("octal(0.144)", [60, 50], [70, 41]), ("octal(0.57)", [18, 13], [18, 14])] {
        let [first, again, other] = [heaps, heaps, others].map(|heaps| charged(key, &heaps));
        assert_eq!(first.0, again.0, "{key}");
        assert!(first.0.is_ok() && other.0.is_ok(), "{key}: {first:?} {other:?}");
        for later in [&again, &other] {
            assert!(later.1 > 5_000_000 && later.2 < later.1 / 2, "{key}: {later:?} after {first:?}");
        }
    }
}

/// If a search decides a sum, the answer still has an explanation and, in the field `line`, the moves of both players.
/// These moves agree with the answers about each position on the way.
#[test]
fn sums_that_are_searched_are_played() {
    let limit = &LIMITS[1];
    let engine = engine(limit.search);
    let mut position = json!({"octal(0.57)": [15, 9], "nim": [2], "dawsons-chess": [11]});
    let asked = |position: &Value, more: Value| {
        let mut request = json!({"position": position, "play": "misere"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let ask = |question, request: Value| {
        ask(&engine, question, &request, limit.steps).unwrap_or_else(|none| panic!("{request}: {none}"))
    };
    let line = ask(Question::Analysis, asked(&position, json!({"line": 100, "explain": true})));
    let mut first_wins = line["winner"] == "first";
    assert!(
        line["explanation"].as_array().unwrap().iter().any(|step| step["text"].as_str().unwrap().contains("searched")),
        "{line}"
    );
    for made in line["line"].as_array().unwrap() {
        let turn = ask(Question::Turn, asked(&position, json!({"move": made})));
        assert_eq!(turn["winning"], first_wins, "{position} {made}");
        position = turn["position"].clone();
        let answer = ask(Question::Analysis, asked(&position, json!({})));
        first_wins = answer["winner"] == "first";
        assert_eq!(turn["winning"], !first_wins, "{position}");
    }
    assert!(first_wins, "the line ends where nobody can move: {position}");
}
