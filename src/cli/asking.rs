//! The code that is shared by all commands that answer questions about games. It reads arguments and files, limits the
//! work, and prints.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use grundy_core::number::meter::Meter;
use grundy_core::theory::cache;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::engine::{self, Engine, NoAnswer};
use grundy_core::wire::fault::{Fault, Faults};
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::RequestLimits;

use serde_json::json;

use super::{GameFiles, PositionArgs, progress, terminal};

/// The outcome of a command. An error is printed on standard error.
pub type CommandResult = Result<(), Box<dyn Error + Send + Sync>>;

/// Converts a time to steps: one step takes about a nanosecond.
#[must_use]
pub fn steps(work: Duration) -> u64 {
    u64::try_from(work.as_nanos()).unwrap_or(u64::MAX)
}

/// Returns an engine for one command. A limit that is `None` has its default.
#[must_use]
pub fn engine(max_work: Option<Duration>, max_heaps: Option<usize>) -> Engine {
    let usual = RequestLimits::default();
    let max_steps = max_work.map_or(usual.max_steps, steps);
    let limits = RequestLimits { max_steps, max_heaps: max_heaps.unwrap_or(usual.max_heaps), ..usual };
    Engine::new(limits, cache::DEFAULT_MAX_BYTES, ProductLimits::default())
}

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

/// Writes a line for each fault, with the argument that the fault is about.
fn fault_lines(faults: &Faults) -> String {
    let line = |fault: &Fault| match &fault.parameter {
        Some(parameter) => format!("{parameter}: {}", fault.detail),
        None => fault.detail.clone(),
    };
    faults.listed().iter().map(line).collect::<Vec<_>>().join("\ngrundy: ")
}

impl PositionArgs {
    /// Returns words such as `euclid=5,26`, and flags, as the parameters of a URL. Flags are appended and never replace
    /// a word. So if a word and a flag set the same parameter, the request is refused, like any request with a repeated
    /// parameter.
    #[must_use]
    pub fn parameters(&self, flags: &[(&str, Option<String>)]) -> Vec<(String, String)> {
        let words = self.components.iter().map(|word| word.split_once('=').unwrap_or((word, "")));
        let play = self.misere.then_some(("play", "misere"));
        let compound = self.compound.as_deref().map(|compound| ("compound", compound));
        let flags = flags.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
        words
            .chain(play)
            .chain(compound)
            .chain(flags)
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect()
    }
}

impl GameFiles {
    /// Returns whether no file with games and no file with rules is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_none() && self.rules.is_empty()
    }

    /// Returns a JSON object of games for each file: first for the files with rules, then for the file with games. A
    /// file with rules defines one game, which has the name of the file without its extension.
    ///
    /// # Errors
    /// If a file can't be read, or two files with rules have the same name.
    pub fn files(&self) -> Result<Vec<Vec<u8>>, String> {
        let mut files = Vec::new();
        let mut names = HashSet::new();
        for path in &self.rules {
            let said = |error: &dyn Display| format!("{}: {error}", path.display());
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            let letters = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            if !name.chars().all(letters) {
                let lower = name.to_ascii_lowercase();
                let plain = lower.replace(|letter| !letters(letter), "-");
                return Err(said(&format_args!(
                    "the game has the name of its file, which has letters from a to z, digits and -: rename the file to {plain}.py"
                )));
            }
            let rules = fs::read_to_string(path).map_err(|error| said(&error))?;
            files.push(json!({ &*name: { "rules": rules } }).to_string().into_bytes());
            if !names.insert(name) {
                return Err(said(&"another file with rules has this name"));
            }
        }
        files.extend(file(self.games.as_ref())?);
        Ok(files)
    }
}

/// Reads the bytes of a file; `None` if no file is given.
///
/// # Errors
/// If the file can't be read.
pub fn file(path: Option<&PathBuf>) -> Result<Option<Vec<u8>>, String> {
    path.map(|path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()))).transpose()
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
    files.iter().try_fold(Games::default(), |games, json| Ok(games.beside(Some(&Arc::new(read(json)?)))))
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
