//! `grundy survey`: goes through a family of games of heaps, and writes a line and a certificate for each game into a
//! folder.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use grundy_core::catalogue;
use grundy_core::game::PositionKind;
use grundy_core::number::Natural;
use grundy_core::number::meter::{self, Meter};
use grundy_core::theory::cache;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::theory::heaps::solved::HeapValues;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::certificate::Certificate;
use grundy_core::wire::engine::Engine;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::Request;
use grundy_verify::json::{Json, MOST_BYTES};
use serde::{Deserialize, Serialize};

use super::asking::{CommandResult, answer_by};
use super::parse::{positive, positive_seconds, steps};

/// The arguments of `survey`.
#[derive(Args, Debug)]
pub struct SurveyArgs {
    /// The games: 'octal(0.abc)' has all codes of three digits, and 'subtraction(1..12)' all sets of numbers from 1 to 12
    #[arg(value_name = "FAMILY", value_parser = GameFamily::read)]
    pub family: GameFamily,
    /// The largest heap of each game
    #[arg(long, default_value = "100000", value_parser = positive::<usize>, value_name = "COUNT")]
    pub heaps: usize,
    /// The folder for the results. It may have the results of a survey that was ended, which goes on then
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// The most work for each game, in seconds of one core
    #[arg(long, default_value = "40", value_parser = positive_seconds, value_name = "SECONDS")]
    pub max_work: Duration,
}

/// A family of games: all codes of a pattern, or all subsets of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFamily {
    /// The keys of the games.
    keys: Vec<String>,
}

/// The largest number of games of a family.
const MOST_GAMES: usize = 1 << 20;

impl GameFamily {
    /// Reads a family such as `octal(0.abc)`, in which each letter stands for any digit, or `subtraction(1..12)`.
    fn read(text: &str) -> Result<Self, String> {
        let (id, parameters) =
            text.strip_suffix(')').and_then(|text| text.split_once('(')).ok_or("such as octal(0.abc)")?;
        let all = match parameters.split_once("..") {
            Some((from, to)) => sets(from.trim(), to.trim())?,
            None => codes(parameters, if id == "hexadecimal" { 'g' } else { 'a' })?,
        };
        if all.is_empty() {
            return Err("the family has no games".to_owned());
        }
        let keys: Vec<String> = all.into_iter().map(|parameters| format!("{id}({parameters})")).collect();
        match keys.first().map(|key| catalogue::find(key)) {
            Some(Err(unknown)) => Err(unknown.to_string()),
            _ => Ok(Self { keys }),
        }
    }
}

/// Returns all codes of a pattern. The letters from `first` on stand for all digits: of hexadecimal codes, a to f are
/// digits themselves.
fn codes(pattern: &str, first: char) -> Result<Vec<String>, String> {
    let all = if first == 'a' { "01234567" } else { "0123456789abcdef" };
    let mut codes = vec![String::new()];
    for letter in pattern.chars() {
        let digits = if (first..='z').contains(&letter) { all.to_owned() } else { letter.to_string() };
        if codes.len().saturating_mul(digits.len()) > MOST_GAMES {
            return Err(format!("a family has at most {MOST_GAMES} games"));
        }
        codes = codes.iter().flat_map(|code| digits.chars().map(move |digit| format!("{code}{digit}"))).collect();
    }
    // A code without a digit above 0 has no moves.
    codes.retain(|code| code.chars().any(|digit| digit != '0' && digit.is_ascii_hexdigit()));
    Ok(codes)
}

/// Returns all sets of numbers from `from` to `to` but the empty one.
fn sets(from: &str, to: &str) -> Result<Vec<String>, String> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| (1..=1_000_000).contains(number));
    let (Some(from), Some(to)) = (number(from), number(to)) else {
        return Err("such as subtraction(1..12)".to_owned());
    };
    // A longer range has too many subsets anyway.
    let numbers: Vec<u32> = (from..=to).take(64).collect();
    let count = u32::try_from(numbers.len()).ok().and_then(|count| 1_usize.checked_shl(count));
    let Some(count) = count.filter(|count| *count <= MOST_GAMES) else {
        return Err(format!("a family has at most {MOST_GAMES} games"));
    };
    let set = |mask: usize| {
        let members = numbers.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
        members.map(|(_, number)| number.to_string()).collect::<Vec<_>>().join(",")
    };
    Ok((1..count).map(set).collect())
}

/// The results for one game: a line of `survey.ndjson`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyLine {
    /// The key of the game.
    pub game: String,
    /// The largest heap that was asked for.
    pub to: usize,
    /// The largest heap up to which all values are known.
    pub known_to: usize,
    /// The proved period.
    pub period: Option<SurveyPeriod>,
    /// The number of different values of the heaps that are known.
    values: usize,
    /// The largest heap whose value is not the one a period later; null without a period, or if there is none.
    last_exception: Option<usize>,
    /// The genera of the heaps 1, 2, 3, …, as far as they are known.
    genus: Vec<String>,
    /// The order of the misère quotient of all heaps; null if none is found.
    order: Option<usize>,
    /// The reason why there is no certificate; null if there is one.
    pub refused: Option<String>,
}

/// A period: g(n + length) = g(n) + saltus for all n from `from` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurveyPeriod {
    /// The first heap of which the certificate proves this; without a certificate, the first heap of which it is true.
    pub from: usize,
    /// The length of the period.
    pub length: usize,
    /// The number by which the values grow in each period.
    pub saltus: u32,
}

/// The name of the file with a line for each game.
pub const LINES: &str = "survey.ndjson";

/// The largest number of bytes of this file.
const MOST_OF_LINES: u64 = 1 << 30;

/// Returns the name of the file with the certificate of a game.
#[must_use]
pub fn certificate_name(key: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() || letter == '.' { letter } else { '-' };
    format!("{}.json", key.trim_end_matches(')').chars().map(letter).collect::<String>())
}

/// Opens a file that is no link.
fn open(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("it is no file")) }
}

/// Reads a file of a survey, which is no link and has at most `most` bytes.
///
/// # Errors
/// The file can't be read.
pub fn read_file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut text)?;
    if u64::try_from(text.len()).is_ok_and(|length| length <= most) {
        Ok(text)
    } else {
        Err(io::Error::other(format!("it has more than {most} bytes")))
    }
}

/// Reads the lines of a survey.
///
/// # Errors
/// The file can't be read, or has something else in it.
pub fn read_lines(dir: &Path) -> io::Result<Vec<SurveyLine>> {
    let text = read_file(&dir.join(LINES), MOST_OF_LINES)?;
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).map_err(io::Error::other)).collect()
}

/// Writes a file beside the old one, and then takes its place. So the file is whole at any time, and no link is followed.
fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let _ = fs::remove_file(&beside);
    let mut file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(&beside, path)
}

/// The lines are written to the disk at least this often, so at most this much work is lost.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The work that is shared by the threads of a survey.
struct Survey<'a> {
    /// The keys of the games that are still to do, the last one first.
    waiting: Vec<&'a str>,
    lines: Vec<SurveyLine>,
    /// The number of games that were done before.
    before: usize,
    /// The number of all games.
    all: usize,
    started: Instant,
    saved: Instant,
}

impl Survey<'_> {
    /// Writes all lines, in the order of the keys.
    fn save(&mut self, dir: &Path) -> io::Result<()> {
        self.saved = Instant::now();
        self.lines.sort_by(|one, other| one.game.cmp(&other.game));
        let mut text = Vec::new();
        for line in &self.lines {
            serde_json::to_writer(&mut text, line)?;
            text.push(b'\n');
        }
        replace(&dir.join(LINES), &text)?;
        let (done, all) = (self.lines.len(), self.all);
        let since = u32::try_from(done.saturating_sub(self.before)).unwrap_or(u32::MAX).max(1);
        let left = self.started.elapsed() / since * u32::try_from(all.saturating_sub(done)).unwrap_or(u32::MAX);
        eprintln!("{done} of {all} games, about {} min left", left.as_secs().div_ceil(60));
        Ok(())
    }
}

/// Goes through the family on all cores.
///
/// # Errors
/// The folder can't be written, or another survey writes it.
pub fn run(arguments: &SurveyArgs) -> CommandResult {
    let dir = &arguments.dir;
    fs::create_dir_all(dir)?;
    if !fs::symlink_metadata(dir)?.is_dir() {
        return Err(format!("{} is no folder", dir.display()).into());
    }
    let lock = dir.join("lock");
    if fs::symlink_metadata(&lock).is_ok_and(|lock| !lock.is_file()) {
        return Err(format!("{} is no file", lock.display()).into());
    }
    let lock = OpenOptions::new().create(true).append(true).open(lock)?;
    lock.try_lock().map_err(|_| format!("another survey writes {}", dir.display()))?;

    let mut lines = match read_lines(dir) {
        Ok(lines) => lines,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(format!("{}: {error}", dir.join(LINES).display()).into()),
    };
    lines.retain(|line| line.to >= arguments.heaps);
    let done: HashSet<&str> = lines.iter().map(|line| &*line.game).collect();
    let keys = arguments.family.keys.iter().rev().map(|key| &**key);
    let waiting: Vec<&str> = keys.filter(|key| !done.contains(key)).collect();
    let (before, now) = (lines.len(), Instant::now());
    let all = before.saturating_add(waiting.len());
    let survey = Mutex::new(Survey { waiting, lines, before, all, started: now, saved: now });
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(|| work(&survey, arguments))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a thread has ended".into())))
    })?;
    let mut survey = survey.into_inner().map_err(|_| "a thread has ended")?;
    survey.save(dir)?;
    Ok(())
}

/// Takes one game after another, until none is left.
fn work(survey: &Mutex<Survey<'_>>, arguments: &SurveyArgs) -> CommandResult {
    let usual = RequestLimits::default();
    let max_heaps = arguments.heaps.max(usual.max_heaps);
    let max_steps = steps(arguments.max_work);
    let limits = RequestLimits { max_steps, max_heaps, max_certificate: MOST_BYTES, ..usual };
    let engine = Engine::new(limits, cache::DEFAULT_MAX_BYTES, ProductLimits::DEFAULT);
    loop {
        let Some(key) = survey.lock().map_err(|_| "another thread has ended")?.waiting.pop() else { return Ok(()) };
        let line = line(key, arguments, &engine)?;
        let mut survey = survey.lock().map_err(|_| "another thread has ended")?;
        survey.lines.push(line);
        if survey.saved.elapsed() >= SAVE_EVERY {
            survey.save(&arguments.dir)?;
        }
    }
}

/// Analyses one heap of a game, with one more parameter, within some steps; `None` if the game has no answer.
fn analysis(key: &str, heap: usize, more: &str, engine: &Engine, most_steps: u64) -> Option<Analysis> {
    let parameters = [(key.to_owned(), heap.to_string()), (more.to_owned(), true.to_string())];
    let analysis = || {
        let request = Request::from_words(&parameters, &Games::default(), &engine.limits)?;
        Ok(Analysis::of(request, &engine.tables)?)
    };
    answer_by(&Meter::new(most_steps), analysis).ok()
}

/// The number of heaps whose genus a line has.
const GENERA: usize = 10;

/// A genus or a quotient takes at most one of this many parts of half of the work of a game.
const PARTS: u64 = 16;

/// Finds the results for a game, and writes its certificate.
fn line(key: &str, arguments: &SurveyArgs, engine: &Engine) -> io::Result<SurveyLine> {
    let to = arguments.heaps;
    let max_steps = engine.limits.max_steps / 2;
    // If the table of the game does not reach the largest heap within the work, half of the heap is tried, with half of
    // the work. So a game takes no more than its work in all.
    let tries = |(size, steps): &(usize, u64)| Some((size / 2, steps / 2)).filter(|(size, _)| *size > 0);
    let mut tries = std::iter::successors(Some((to, max_steps)), tries);
    let found = tries.find_map(|(size, steps)| Some((size, analysis(key, size, "certificate", engine, steps)?)));
    let genus = (1..=GENERA).map_while(|heap| {
        let answer = serde_json::to_value(analysis(key, heap, "genus", engine, max_steps / PARTS)?.answer()).ok()?;
        answer["genus"]["sum"]["text"].as_str().map(str::to_owned)
    });
    let mut line = SurveyLine {
        game: key.to_owned(),
        to,
        known_to: 0,
        period: None,
        values: 0,
        last_exception: None,
        genus: genus.collect(),
        order: None,
        refused: Some("too-costly".to_owned()),
    };
    let Some((size, analysis)) = found else { return Ok(line) };
    line.known_to = size;
    if let [part] = analysis.solution.position().parts()
        && let PositionKind::Heap(values, _) = part.components.position_kind(0)
    {
        add_values(&mut line, values);
        let quotient = || engine.tables.quotients.of_game(values.moves(), None, meter::left());
        let found = Meter::new(max_steps / PARTS).run(quotient).ok().and_then(Result::ok).flatten();
        line.order = found.map(|found| found.quotient().order());
    }
    line.refused = match &analysis.certificate {
        Some(Certificate::Proof(proof)) => {
            let claimed =
                Json::read(proof.get().as_bytes()).ok().and_then(|cert| cert.field("claim")?.field("from")?.small());
            if let Some(from) = claimed {
                line.period = line.period.map(|period| SurveyPeriod { from, ..period });
                replace(&arguments.dir.join(certificate_name(key)), proof.get().as_bytes())?;
                None
            } else {
                // The certificate proves the value of the last heap alone.
                Some("no-proof".to_owned())
            }
        }
        Some(Certificate::Refused { refused }) => serde_json::to_value(refused)?.as_str().map(str::to_owned),
        None => Some("no-proof".to_owned()),
    };
    Ok(line)
}

/// Adds the period and the number of values.
fn add_values(line: &mut SurveyLine, values: &HeapValues) {
    let known = (0..=line.known_to).filter_map(|heap| values.value(&heap.into()).ok());
    line.values = known.collect::<HashSet<Natural>>().len();
    line.period = values.period().map(|period| SurveyPeriod {
        from: period.preperiod,
        length: period.length,
        saltus: period.saltus,
    });
    line.last_exception = line.period.and_then(|period| period.from.checked_sub(1));
}
