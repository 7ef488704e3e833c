//! Requests about games whose rules are scripts. A script need not end by itself, so a meter ends it. An answer must be
//! the same whether or not the game was explored before. In an analysis, the winner must agree with the counts of moves
//! and with the remoteness.

use grundy_core::number::meter::Meter;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::{Engine, NoAnswer, Question};
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::RequestText;
use serde_json::{Value, json};

/// The largest number of steps of one request. These steps take some milliseconds.
const MAX_STEPS: u64 = 2_000_000;
/// The largest number of steps that a request may be charged beyond its limit.
const MAX_BEYOND: u64 = 8_000_000;

/// The largest number of bytes of tables that an engine keeps.
const KEPT: usize = 4 << 20;

/// Sends a body that contains `"rules"` as each kind of request. Here the limits of steps and of rules are small. All
/// other limits are those of `limits`.
pub fn ask(body: &[u8], limits: RequestLimits) {
    if !body.windows(7).any(|word| word == br#""rules""#) {
        return;
    }
    let limits = RequestLimits { max_steps: MAX_STEPS, max_rules: 4_000, max_rules_memory: 1 << 20, ..limits };
    for question in [Question::Analysis, Question::Moves, Question::Turn, Question::Values, Question::Quotient] {
        let engine = Engine::new(limits, KEPT, ProductLimits::default());
        let [first, again] = [(); 2].map(|()| answer(&engine, question, body));
        assert_eq!(first, again, "an answer depends on what ran before");
        if let (Ok(answer), Question::Analysis) = (&first, question) {
            check(answer, &serde_json::from_slice(body).unwrap());
        }
    }
}

/// Returns the answer, or the codes and places of the faults.
fn answer(engine: &Engine, question: Question, body: &[u8]) -> Result<Value, Vec<(&'static str, String)>> {
    let meter = Meter::new(engine.limits.max_steps);
    let answer = engine.answer(question, RequestText::Json(body), &meter).answer;
    assert!(meter.beyond() <= MAX_BEYOND, "{} steps beyond the limit", meter.beyond());
    match answer {
        Ok(answer) => Ok(serde_json::from_slice(&answer).unwrap()),
        Err(NoAnswer::Faults(faults)) => {
            let faults = faults.listed().iter().inspect(|fault| {
                assert!(fault.pointer.is_empty() || fault.pointer.starts_with('/'), "{fault:?}");
                assert!(fault.pointer.len() <= 1000 && fault.detail.len() <= 2000, "{fault:?}");
                assert_eq!(fault.line.is_some(), fault.column.is_some(), "{fault:?}");
            });
            Err(faults.map(|fault| (fault.code.as_str(), fault.pointer.clone())).collect())
        }
        Err(other) => panic!("{other}"),
    }
}

/// Checks the laws that an analysis must obey.
fn check(answer: &Value, body: &Value) {
    let is_zero = |name: &str| matches!(&answer[name], Value::Null) || answer[name] == 0;
    let is_stuck = answer["move"].is_null() && answer["combined_move"].is_null();
    let stuck_wins = body["play"] == "misere" && is_stuck;
    let winner = match (is_zero("winning_count"), is_zero("drawing_count")) {
        (true, _) if stuck_wins => "first",
        (true, true) => "second",
        (true, false) => "draw",
        (false, _) => "first",
    };
    assert_eq!(answer["winner"], json!(winner), "{answer}");
    if let Some(length) = answer["remoteness"].as_u64() {
        // The winner makes the last move, or in misère play the move before the last.
        assert_eq!((length % 2 == 1) == (winner == "first"), body["play"] != "misere", "{answer}");
    }
}
