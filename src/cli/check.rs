//! `grundy check`: compares a formula with a game whose rules are in a file.

use std::sync::Arc;

use grundy_core::own::is_formula_of_pairs;
use grundy_core::wire::engine::{Engine, RequestText};
use grundy_core::wire::fault::for_shell;
use grundy_core::wire::position;
use grundy_core::wire::request::Defaults;
use serde_json::json;

use super::asking::{self, CheckResult, answer, games, placed, print, tell};
use super::position::{file_text, name_of};
use super::values::{VALUES_OF_NORMAL_PLAY, meant_range};
use super::{CheckArgs, GameFiles, progress};

/// Compares the formula, and prints what became of it. Returns `false` if the formula is wrong.
///
/// # Errors
/// If a file or the range is wrong, if the work is spent, or if the output can't be written.
pub fn run(arguments: &CheckArgs) -> CheckResult {
    let CheckArgs { rules, formula, range, misere, json: as_json, limits } = arguments;
    let file = rules.to_string_lossy();
    if !rules.exists() && position::part(&file).is_ok() {
        let (game, formula) = (for_shell(&file), for_shell(&formula.to_string_lossy()));
        return Err(format!(
            "{file} is a game of the catalogue, and here a file with rules is expected: \
             grundy values {game} {range} --conjecture {formula}"
        )
        .into());
    }
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
    let positions = positions(range, is_formula_of_pairs(&conjecture))?;
    let asked = json!({"game": game, "positions": positions, "play": play, "of": [], "conjecture": conjecture});
    let body = serde_json::to_vec(&asked)?;
    let defaults = Defaults { games: Some(&games), ..Defaults::default() };
    let stop = progress::shown(None);
    let outcome = engine.table(RequestText::JsonWith(&body, defaults), &engine.meter().until(&stop));
    progress::clear();
    let table = outcome.answer.map_err(|none| asking::said(placed(none, file_of)))?;
    let checked = table.checked().ok_or("the formula was not compared")?;
    if *misere && serde_json::to_value(checked)?["about"] == "grundy" {
        eprintln!("grundy: {VALUES_OF_NORMAL_PLAY}; a formula lost(n) says who wins in misère play");
    }
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
///
/// # Errors
/// If the text is no range. The message says what to write instead.
fn positions(range: &str, are_pairs: bool) -> Result<serde_json::Value, String> {
    if let Some((side, _)) = range.split_once(',') {
        return Err(if are_pairs {
            format!("expected one range, which both integers have, such as {side}, and not {range}")
        } else {
            format!("{range} is about pairs, and the formula has one argument: it needs two, as in def value(a, b)")
        });
    }
    let expected = || match meant_range(range) {
        Some(meant) => format!("a range is written {meant}"),
        None => "expected a range, such as 0..100".to_owned(),
    };
    let (from, to) = range.split_once("..").ok_or_else(expected)?;
    if !are_pairs {
        return Ok(json!({"from": from, "to": to}));
    }
    let end = |end: &str| end.parse::<u32>().map_err(|_| expected());
    let integers = end(from)?..=end(to)?;
    Ok(integers.clone().flat_map(|a| integers.clone().map(move |b| [a, b])).collect())
}
