//! `grundy rules`: what moves leave of the first positions of a rule. A wrong rule is seen here before its answers are
//! believed.

use std::error::Error;
use std::fmt::Write;
use std::sync::Arc;

use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::games::Games;
use grundy_core::wire::moves::{MovesPage, MovesRequest};
use grundy_core::wire::request::Defaults;
use serde_json::{Value, json};

use super::asking::{CommandResult, answer, games, said, tell};
use super::literal;
use super::position::name_of;
use super::{GameFiles, RulesArgs};

/// If no position is given, the positions of the range from 0 to this integer are shown.
const LAST: u32 = 8;

/// The largest number of options that are shown of one position.
const MOST_OPTIONS: &str = "30";

/// Prints the options of some positions.
///
/// # Errors
/// If the rules or a position are wrong, or the output can't be written.
pub fn run(arguments: &RulesArgs) -> CommandResult {
    let RulesArgs { file, positions } = arguments;
    let files = GameFiles { games: None, rules: vec![file.clone()] }.files([])?;
    let name = name_of(file).into_owned();
    let is_given = !positions.is_empty();
    let engine = Engine::default();
    let own = Arc::new(answer(&engine, |engine| Ok(games(&files, engine)?))?);
    // The positions that are shown if none is given are often integers.
    let with_hint = |fault: Box<dyn Error + Send + Sync>| match fault.to_string() {
        fault if !is_given && fault.contains("an integer") => format!(
            "{fault}; positions of another form are given behind the file: grundy rules {} '(3, 4)' \"'xo'\"",
            file.display()
        ),
        fault => fault,
    };
    let positions = if is_given { positions.clone() } else { first(&name, &own, &engine).map_err(with_hint)? };
    let mut text = String::new();
    let path = file.to_string_lossy();
    for position in positions {
        if is_given
            && let Some(mistake) = literal::range_mistake(&path, &position).or_else(|| literal::word_mistake(&position))
        {
            return Err(format!("{name}: {mistake}").into());
        }
        let parameters = [(name.clone(), position.clone()), ("limit".to_owned(), MOST_OPTIONS.to_owned())];
        let page = answer(&engine, |engine| -> Result<Value, NoAnswer> {
            let request = MovesRequest::from_words(&parameters, &own, &engine.limits)?;
            Ok(serde_json::to_value(MovesPage::of(request, &engine.tables, &engine.limits)?)?)
        });
        let page = page.map_err(with_hint)?;
        let options: Vec<String> =
            page["moves"].as_array().into_iter().flatten().map(|made| left(&made["to"])).collect();
        let options = if options.is_empty() { "no move".to_owned() } else { options.join(", ") };
        let more = if page["next"].is_null() { "" } else { ", …" };
        writeln!(text, "{position} → {options}{more}")?;
    }
    tell(text)
}

/// Returns the first positions of a range of the game: integers, or what its function `start` returns for them.
///
/// # Errors
/// If the rules are wrong.
fn first(game: &str, own: &Arc<Games>, engine: &Engine) -> Result<Vec<String>, Box<dyn Error + Send + Sync>> {
    let asked = json!({"game": game, "positions": {"from": 0, "to": LAST}, "of": ["winner"]});
    let body = serde_json::to_vec(&asked)?;
    let defaults = Defaults { games: Some(own), ..Defaults::default() };
    let answer = engine.answer(Question::Values, RequestText::JsonWith(&body, defaults), &engine.meter()).answer;
    let answer: Value = serde_json::from_slice(&answer.map_err(said)?)?;
    Ok(answer["positions"].as_array().into_iter().flatten().map(Value::to_string).collect())
}

/// Writes what a move leaves: a position, or a sum of positions.
fn left(to: &Value) -> String {
    match &to["sum"] {
        Value::Array(parts) if parts.is_empty() => "nothing".to_owned(),
        Value::Array(parts) => parts.iter().map(Value::to_string).collect::<Vec<_>>().join(" + "),
        _ => to.to_string(),
    }
}
