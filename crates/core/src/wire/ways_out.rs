//! Tests that refusals of what people often write say what to write instead.

use super::engine::{Engine, Question, RequestText};

/// The things that people write and that are not here: bodies and query strings, each with its way out.
const WAYS_OUT: &str = include_str!("ways_out.tsv");

#[test]
fn every_refusal_says_what_to_write_instead() {
    let engine = Engine::default();
    let table: Vec<(&str, &str)> = WAYS_OUT.lines().filter_map(|line| line.split_once('\t')).collect();
    assert!(table.len() >= 60, "{}", table.len());
    let refused = |asked: &str| {
        let text = if asked.starts_with('{') { RequestText::Json(asked.as_bytes()) } else { RequestText::Query(asked) };
        let answer = engine.answer(Question::Analysis, text, &engine.meter()).answer;
        answer.err().map_or_else(|| "an answer".to_owned(), |no_answer| no_answer.to_string())
    };
    let refused = table.into_iter().map(|(asked, way)| (asked, way, refused(asked)));
    let wrong: Vec<_> = refused.filter(|(_, way, refusal)| !refusal.contains(way)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
