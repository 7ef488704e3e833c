//! Laws for whole answers: a client can send back every position that an answer has. The requests are read and answered
//! as those of a client are, with positions up to the largest ones that are answered.

use std::thread;

use serde_json::{Value, json};

use super::{beyond, check_games};
use crate::game::Ruleset;
use crate::game::shape::PlainValue;
use crate::number::Natural;
use crate::theory::cache::DEFAULT_MAX_BYTES;
use crate::theory::graphs::product::ProductLimits;
use crate::wire::engine::{Engine, NoAnswer, Question, RequestText};
use crate::wire::fault::Code;
use crate::wire::limits::RequestLimits;

/// The largest number of steps for one request.
const MOST_STEPS: u64 = 1_000_000;

/// The largest number of digits of an integer.
const MOST_DIGITS: usize = 1_000;

/// The largest size that is tried. A size is the number of bits of an integer, or tells how often a text is repeated.
const MOST_SIZE: usize = 4_000;

/// The number of sizes that are tried between the last size that is answered and the first that is refused.
const HALVINGS: usize = 6;

/// The number of moves that are asked for.
const MOVES: usize = 3;

/// The client of one game.
struct Client {
    key: String,
    splits: bool,
    engine: Engine,
}

impl Client {
    /// Asks about one position.
    fn ask(&self, question: Question, position: &Value, more: &Value) -> Result<Value, Code> {
        let mut request = json!({ "position": position });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let body = request.to_string();
        match self.engine.answer(question, RequestText::Json(body.as_bytes()), &self.engine.meter()).answer {
            Ok(answer) => Ok(serde_json::from_slice(&answer).unwrap()),
            Err(NoAnswer::Faults(faults)) => Err(faults.code()),
            Err(other) => panic!("{body}: {other}"),
        }
    }

    /// Asks who wins from a position that an answer has.
    fn send_back(&self, position: &Value, play: &Value, what: &str) {
        let answer = self.ask(Question::Analysis, position, play);
        let is_legal = matches!(answer, Ok(_) | Err(Code::TooCostly));
        assert!(is_legal, "{what} leaves {position}, which is refused: {answer:?}");
    }

    /// Checks the answers about a position. Returns whether it is answered.
    fn check(&self, position: &Value, play: &Value) -> bool {
        let Ok(answer) = self.ask(Question::Analysis, position, play) else { return false };
        let what = format!("{position}, {play},");
        if answer["after"].is_object() {
            self.send_back(&answer["after"], play, &what);
            let mut with_move = play.clone();
            with_move["move"] = answer["move"].clone();
            match self.ask(Question::Turn, position, &with_move) {
                Ok(turn) => {
                    assert_eq!(turn["position"], answer["after"], "{what} played otherwise");
                    self.send_back(&turn["after"], play, &what);
                }
                Err(code) => assert_eq!(code, Code::TooCostly, "{what} with its own move"),
            }
        }
        let mut with_limit = play.clone();
        with_limit["limit"] = MOVES.into();
        let listed = match self.ask(Question::Moves, position, &with_limit) {
            Ok(page) => page["moves"].as_array().unwrap().clone(),
            // Too many moves can't be counted in the work of a request.
            Err(code) => {
                assert_eq!(code, Code::TooCostly, "{what} has no list of moves");
                Vec::new()
            }
        };
        for listed in listed {
            let left = if self.splits { listed["to"].clone() } else { json!([listed["to"]]) };
            self.send_back(&json!({ self.key.as_str(): left }), play, &what);
        }
        true
    }
}

/// Returns the positions that are like this one, but of this size.
fn of_size(written: &PlainValue, size: usize) -> Vec<PlainValue> {
    let power = Natural::ONE.shift_left(size);
    let numbers = [&power - &Natural::ONE, power];
    match written {
        PlainValue::Text(text) => vec![PlainValue::Text(text.repeat(size))],
        PlainValue::Rows(rows) => vec![
            PlainValue::Rows(vec![rows.clone(); size].concat()),
            PlainValue::Rows(rows.iter().map(|row| row.repeat(size)).collect()),
        ],
        PlainValue::List(parts) => {
            let repeated = PlainValue::List(vec![parts.clone(); size].concat());
            let with_last = parts.split_last().into_iter().flat_map(|(last, others)| {
                let with = move |last| PlainValue::List([others, &[last]].concat());
                of_size(last, size).into_iter().map(with)
            });
            with_last.chain([repeated]).collect()
        }
        written => beyond::larger(written, &numbers),
    }
}

/// Asks about larger and larger positions, until none of a size is answered, and then about those between this size and
/// the last.
fn check(rules: &dyn Ruleset) {
    let key = thread::current().name().unwrap().to_owned();
    let limits = RequestLimits { max_steps: MOST_STEPS, max_digits: MOST_DIGITS, ..RequestLimits::default() };
    let engine = Engine::new(limits, DEFAULT_MAX_BYTES, ProductLimits::default());
    let client = Client { splits: rules.splits(), engine, key };
    let small = rules.small();
    for index in [small.len() / 2, small.len() - 1] {
        let written = small.written(index);
        for play in [json!({}), json!({"play": "misere"})] {
            let is_answered = |size: usize| {
                let positions = of_size(&written, size);
                let positions = positions.iter().map(|written| json!({ client.key.as_str(): [written] }));
                positions.filter(|position| client.check(position, &play)).count() > 0
            };
            client.check(&json!({ client.key.as_str(): [written] }), &play);
            let mut answered = 1;
            while answered < MOST_SIZE && is_answered(2 * answered) {
                answered *= 2;
            }
            let mut refused = 2 * answered;
            for _ in 0..HALVINGS {
                let size = answered.midpoint(refused);
                *(if is_answered(size) { &mut answered } else { &mut refused }) = size;
            }
        }
    }
}

#[test]
fn what_an_answer_has_can_be_sent_back() {
    check_games(check);
}
