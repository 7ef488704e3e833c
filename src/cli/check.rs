//! `grundy check`: compares a formula with a game whose rules are in a file.

use std::sync::Arc;

use grundy_core::own::is_formula_of_pairs;
use grundy_core::wire::engine::{Engine, RequestText};
use grundy_core::wire::request::Defaults;
use serde_json::json;

use super::asking::{self, CheckResult, answer, games, placed, print, tell};
use super::position::{file_text, name_of};
use super::{CheckArgs, GameFiles, progress};

/// Compares the formula, and prints what became of it. Returns `false` if the formula is wrong.
///
/// # Errors
/// If a file or the range is wrong, if the work is spent, or if the output can't be written.
pub fn run(arguments: &CheckArgs) -> CheckResult {
    let CheckArgs { rules, formula, range, misere, json: as_json, limits } = arguments;
    let files = GameFiles { games: None, rules: vec![rules.clone()] }.files([])?;
    let game = name_of(rules);
    let conjecture = file_text(formula)?;
    let engine = limits.engine();
    let file_of = |pointer: &str| {
        let file =
            if pointer.starts_with("/games") { rules } else { Some(formula).filter(|_| pointer == "/conjecture")? };
        Some(file.file_name()?.to_string_lossy().into_owned())
    };
    let read = |engine: &Engine| games(&files, engine).map_err(|faults| placed(faults.into(), file_of));
    let games = answer(&engine, |engine| Ok(Arc::new(read(engine)?)))?;
    let play = if *misere { "misere" } else { "normal" };
    let positions = positions(range, is_formula_of_pairs(&conjecture)).ok_or("expected a range, such as 0..100")?;
    let asked = json!({"game": game, "positions": positions, "play": play, "of": [], "conjecture": conjecture});
    let body = serde_json::to_vec(&asked)?;
    let defaults = Defaults { games: Some(&games), ..Defaults::default() };
    let stop = progress::shown(None);
    let outcome = engine.table(RequestText::JsonWith(&body, defaults), &engine.meter().until(&stop));
    progress::clear();
    let table = outcome.answer.map_err(|none| asking::said(placed(none, file_of)))?;
    let checked = table.checked().ok_or("the formula was not compared")?;
    if *as_json {
        print(serde_json::to_string(checked)? + "\n")?;
    } else {
        tell(format!("{checked}\n"))?;
    }
    match checked.is_refuted() {
        Some(is_refuted) => Ok(!is_refuted),
        None => Err("the work was spent before all positions were compared: --max-work allows more".into()),
    }
}

/// Returns the positions of a range as JSON: the range, or all pairs of its integers.
fn positions(range: &str, are_pairs: bool) -> Option<serde_json::Value> {
    let (from, to) = range.split_once("..")?;
    if !are_pairs {
        return Some(json!({"from": from, "to": to}));
    }
    let integers = from.parse::<u32>().ok()?..=to.parse::<u32>().ok()?;
    Some(integers.clone().flat_map(|a| integers.clone().map(move |b| [a, b])).collect())
}
