//! Tests that the positions that answers leave are answered, too, for all games and for large numbers.

use serde_json::{Value, json};

use super::engine::{Engine, NoAnswer, Question, RequestText};
use super::fault::Code;
use crate::catalogue;
use crate::game::entry::example_key;
use crate::number::meter::Meter;

/// Numbers that replace those of examples. The odd neighbour of 2^70 has a prime factor that is too large to be found.
const LARGE: [&str; 4] = ["97", "1000000", "18446744073709551615", "1180591620751771041792"];

/// The largest number of steps of the first request. Positions that need more are left out.
const STEPS: u64 = 3_000_000;

/// Returns the example of each game, and variants with large numbers, as query strings.
fn queries() -> Vec<String> {
    let mut queries = Vec::new();
    for card in catalogue::cards() {
        let (key, example) = (example_key(card), card.example);
        queries.push(format!("{key}={example}"));
        let numbers: Vec<&str> = example.split(',').collect();
        if numbers.iter().all(|number| number.bytes().all(|digit| digit.is_ascii_digit())) {
            for (place, large) in (0..numbers.len()).flat_map(|place| LARGE.map(|large| (place, large))) {
                let mut numbers = numbers.clone();
                numbers[place] = large;
                queries.push(format!("{key}={}", numbers.join(",")));
            }
        }
    }
    queries
}

#[test]
fn what_a_winning_move_leaves_is_answered_and_what_any_move_leaves_is_legal() {
    let engine = Engine::default();
    let (mut won, mut lost) = (0, 0);
    for (query, play) in queries().into_iter().flat_map(|query| ["normal", "misere"].map(|play| (query.clone(), play)))
    {
        let asked = format!("{query}&play={play}");
        let answer = engine.answer(Question::Analysis, RequestText::Query(&asked), &Meter::new(STEPS)).answer;
        let Ok(answer) = answer else { continue };
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        if answer["after"].is_null() {
            continue;
        }
        let posted = json!({ "position": answer["after"], "play": play }).to_string();
        let after = engine.answer(Question::Analysis, RequestText::Json(posted.as_bytes()), &engine.meter()).answer;
        let after = after.map(|after| serde_json::from_slice::<Value>(&after).unwrap()["winner"].clone());
        if answer["winner"] == "first" {
            assert_eq!(after.unwrap_or_else(|no_answer| panic!("{asked}: {posted}: {no_answer}")), "second", "{asked}");
            won += 1;
        } else {
            let is_legal = match &after {
                Err(NoAnswer::Faults(faults)) => faults.listed().iter().all(|fault| fault.code == Code::TooCostly),
                after => after.is_ok(),
            };
            assert!(is_legal, "{asked}: {posted}: {after:?}");
            lost += 1;
        }
    }
    assert!(won > 100 && lost > 30, "{won} won, {lost} lost");
}
