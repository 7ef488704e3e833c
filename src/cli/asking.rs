//! The code that is shared by all commands that answer questions about games. It reads arguments and files, limits the
//! work, and prints.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{self, Engine, NoAnswer};
use grundy_core::wire::fault::{Code, Fault, Faults};
use grundy_core::wire::games::Games;
use serde_json::Value;

use super::{progress, terminal};

/// The outcome of a command. An error is printed on standard error.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

/// The outcome of a command that says yes or no. An error is printed on standard error.
pub type CheckResult = Result<bool, Box<dyn Error + Send + Sync>>;

/// Runs `work` within the limits of the engine.
///
/// # Errors
/// Returns a line for each fault.
pub fn answer<T>(
    engine: &Engine,
    work: impl FnOnce(&Engine) -> Result<T, NoAnswer>,
) -> Result<T, Box<dyn Error + Send + Sync>> {
    let stop = progress::shown(None);
    let answer = answer_by(&engine.meter().until(&stop), || work(engine));
    progress::clear();
    answer
}

/// Runs `work` within the limit of `meter`, and charges the work to this meter.
///
/// # Errors
/// Returns a line for each fault.
pub fn answer_by<T>(
    meter: &Meter,
    work: impl FnOnce() -> Result<T, NoAnswer>,
) -> Result<T, Box<dyn Error + Send + Sync>> {
    engine::run(meter, work).map_err(said)
}

/// Converts the reason why there is no answer into a message for the user.
#[must_use]
pub fn said(none: NoAnswer) -> Box<dyn Error + Send + Sync> {
    match none {
        NoAnswer::Faults(faults) => fault_lines(&faults).into(),
        NoAnswer::Stopped(spent) => spent.into(),
        NoAnswer::Unwritable(error) => error.into(),
    }
}

/// Words about requests, and the words for the same in a command.
const IN_FLAGS: [(&str, &str); 6] = [
    ("GET /v1/games?q=", "grundy games --search "),
    ("under \"games\"", "in a file for --games"),
    ("rules with \"starts\"", "rules with --start"),
    ("starts are for \"positions\": \"all\"", "this is for the positions all"),
    ("up to one (\"to\")", "up to one (--to)"),
    ("such as 5, 'xo' or (3, 4)", "such as 5, 'xo' or (3, 4), and in a shell \"'xo'\" or '(3, 4)'"),
];

/// Replaces the members of a request in a message by flags.
fn in_flags(detail: &str) -> String {
    // A message that names both the address and the command keeps the command.
    let without_address = match (detail.find("GET /v1/games?q="), detail.find("grundy games --search ")) {
        (Some(address), Some(command)) if address < command => [&detail[..address], &detail[command..]].concat(),
        _ => detail.to_owned(),
    };
    // The first name in such a message is that of the game.
    if let Some((before, _)) = without_address.split_once("grundy games --search ")
        && let Some(file) = before.split('"').nth(1).map(|name| format!("{name}.py"))
        && Path::new(&file).is_file()
    {
        return format!("{before}did you mean the file {file}?");
    }
    IN_FLAGS.iter().fold(without_address, |detail, (member, flag)| detail.replace(member, flag))
}

/// Writes a line for each fault, with the argument or the user's game that the fault is about.
fn fault_lines(faults: &Faults) -> String {
    let own_game = |fault: &Fault| fault.pointer.strip_prefix("/games/")?.split('/').next().map(str::to_owned);
    let line = |fault: &Fault| match fault.parameter.clone().or_else(|| own_game(fault)) {
        Some(place) => format!("{place}: {}", in_flags(&fault.detail)),
        None => in_flags(&fault.detail),
    };
    faults.listed().iter().map(line).collect::<Vec<_>>().join("\ngrundy: ")
}

/// Sets the argument of each fault. `argument` finds it by the place of the fault in the request, as a JSON Pointer.
pub(super) fn placed(none: NoAnswer, argument: impl Fn(&str) -> Option<String>) -> NoAnswer {
    let NoAnswer::Faults(found) = none else { return none };
    let mut faults = Faults::default();
    faults.append_with(found, |fault| match argument(&fault.pointer) {
        Some(argument) => fault.of_parameter(&argument),
        None => fault,
    });
    NoAnswer::Faults(faults)
}

/// Returns the games that these files define. If several games have the same name, the first one is used.
///
/// # Errors
/// Returns all faults in the definitions of a file.
pub fn games(files: &[Vec<u8>], engine: &Engine) -> Result<Games, Faults> {
    beside(files, |json| Games::from_json(json, &engine.limits))
}

/// Returns the games that these files define, prepared for many requests.
///
/// # Errors
/// Returns all faults in the definitions of a file.
pub fn shared_games(files: &[Vec<u8>], engine: &Engine) -> Result<Games, Faults> {
    beside(files, |json| Games::for_many(json, &engine.limits))
}

fn beside(files: &[Vec<u8>], read: impl Fn(&[u8]) -> Result<Games, Faults>) -> Result<Games, Faults> {
    // The games of the last file are behind those of all others.
    files.iter().try_rfold(Games::default(), |games, json| {
        let read = read(json).map_err(|faults| unnamed(json).map_or(faults, Faults::from).under("games"))?;
        Ok(read.beside(Some(&Arc::new(games))))
    })
}

/// The fields of which a definition of a game has at least one.
const OF_GAMES: [&str; 8] = ["rules", "graph", "steps", "rides", "board", "edges", "order", "cells"];

/// Returns the fault of a file that has a whole request, or a game without its name, instead of games by their names.
fn unnamed(json: &[u8]) -> Option<Fault> {
    let file: Value = serde_json::from_slice(json).ok()?;
    let is_game = |value: &Value| OF_GAMES.iter().any(|field| value.get(field).is_some());
    let has_games = |value: &Value| value.as_object().is_some_and(|games| games.values().any(is_game));
    let found = if has_games(&file["games"]) && !is_game(&file["games"]) {
        "a whole request"
    } else if is_game(&file) && !has_games(&file) {
        "one game without its name"
    } else {
        return None;
    };
    let detail =
        format!("the file has the definition of each game under its name, {{\"mine\": {{…}}}}, and this is {found}");
    Some(Fault::new(Code::InvalidGame, detail))
}

/// Prints a report for people. If the output is a terminal, long lines are broken at the width of the terminal.
///
/// # Errors
/// If the report can't be written.
pub fn tell(report: impl Display) -> CommandResult {
    match terminal::width() {
        Some(width) => print(terminal::wrapped(&report.to_string(), width)),
        None => print(report),
    }
}

/// Prints a text. `print!` would panic if the program that reads the pipe has ended.
///
/// # Errors
/// If the text can't be written.
pub fn print(text: impl Display) -> CommandResult {
    write!(io::stdout().lock(), "{text}")?;
    Ok(())
}
