//! [`Shared`]: the games that requests of a stream share. A line `{"games": {…}}` defines games for the lines after it.
//! The answer to such a line is the list of the names of these games. So each line of a stream has an answer, unless it
//! is blank.

use std::sync::Arc;

use serde::Serialize;

use super::{Answers, Item, fail};
use crate::number::cost;
use crate::number::meter::{self, Ran, Session, Spent, Stop};
use crate::theory::step::counted;
use crate::wire::engine::Engine;
use crate::wire::fault::{Code, Fault, Faults};
use crate::wire::games::Games;
use crate::wire::json::append;
use crate::wire::json::{self, Members};
use crate::wire::lines;
use crate::wire::request::Rejected;

/// The games that the later lines of a stream may use.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    games: Arc<Games>,
    bytes: usize,
}

/// The answer to a line that defines games.
#[derive(Serialize)]
struct Defined<'n> {
    /// The names of the games that the line defines.
    games: Vec<&'n str>,
}

impl Shared {
    /// Starts a stream with these games.
    #[must_use]
    pub fn of(games: Games) -> Self {
        Self { games: Arc::new(games), bytes: 0 }
    }

    /// Returns the games.
    #[must_use]
    pub fn games(&self) -> &Arc<Games> {
        &self.games
    }

    /// Returns the total length of the lines that defined games, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds the games of a line that [defines](StreamSection::defines) some. If a name is already defined, it means the
    /// new game from now on. All lines of a stream that define games may have at most `most` bytes together, and as many
    /// games as one request.
    ///
    /// # Errors
    /// If the answer can't be written, which is a fault of the code.
    pub fn define(
        &mut self,
        Item { text, line }: Item,
        most: usize,
        engine: &Engine,
        stop: &Stop,
    ) -> serde_json::Result<Answers> {
        let mut answers = Answers { count: 1, is_whole: true, ..Answers::default() };
        let session = Session::begin(Some(stop));
        let bytes = self.bytes.saturating_add(text.len());
        let read = || {
            if bytes > most {
                let detail = format!("the lines of a stream that define games may have at most {most} bytes in all");
                return Err(Fault::new(Code::InvalidGame, detail).into());
            }
            let games = games_of(text, engine)?;
            append(&mut answers.json, &Defined { games: games.names().collect() }).map_err(|error| not_said(&error))?;
            let games = games.beside(Some(&self.games));
            if games.count() > engine.limits.max_games {
                let most = counted(engine.limits.max_games, "game", "games");
                let detail = format!("the lines of a stream may define at most {most} (--max-games)");
                return Err(Fault::new(Code::TooManyComponents, detail).into());
            }
            Ok(games)
        };
        let Ran { outcome, charged, done, .. } = session.run(engine.limits.max_steps, u64::MAX, read);
        answers.bill.add_own(charged);
        answers.done = done;
        match outcome.unwrap_or_else(|spent| Err(ended(spent))) {
            Ok(games) => *self = Self { games: Arc::new(games), bytes },
            Err(faults) => {
                answers.json.clear();
                answers.failed = 1;
                fail(&mut answers.json, &Rejected { id: None, faults }, line)?;
            }
        }
        answers.json.push(b'\n');
        Ok(answers)
    }
}

/// Reads the games that a line defines.
fn games_of(text: &[u8], engine: &Engine) -> Result<Games, Faults> {
    meter::work_at("reading the games");
    meter::charge(cost::COMPONENT);
    meter::charge_each(text.len(), cost::BYTE);
    let raw = json::raw(text)?;
    let Members(members) = Members::of(raw, r#"an object of "games""#)?;
    let games = members.first().map_or("{}", |(_, games)| games.get());
    Games::for_many(games.as_bytes(), &engine.limits).map_err(|faults| faults.under("games"))
}

fn ended(spent: Spent) -> Faults {
    Fault::spent(spent).into()
}

fn not_said(error: &serde_json::Error) -> Faults {
    Fault::new(Code::InvalidGame, error.to_string()).into()
}

/// Consecutive lines of a stream: requests, or one line that defines games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamSection<'t> {
    /// The lines, including their line ends.
    pub text: &'t [u8],
    /// The number of the first line, counted from 1.
    pub first: u64,
    /// `true` if the section is a line that defines games.
    pub defines: bool,
}

impl<'t> StreamSection<'t> {
    /// Cuts lines into sections. The first line has the number `first`.
    #[must_use]
    pub fn of_lines(lines: &'t [u8], first: u64) -> Vec<Self> {
        let (mut sections, mut rest, mut next) = (Vec::new(), lines, first);
        let mut requests = 0_usize;
        let mut push = |text: &'t [u8], first, defines| {
            if !text.is_empty() {
                sections.push(Self { text, first, defines });
            }
        };
        let mut first = first;
        while let Some(line) = rest.get(requests..).filter(|text| !text.is_empty()) {
            let length = memchr::memchr(b'\n', line).map_or(line.len(), |end| end.saturating_add(1));
            let (line, _) = line.split_at(length);
            if defines(line) {
                let (before, from_here) = rest.split_at(requests);
                let (line, behind) = from_here.split_at(length);
                push(before, first, false);
                push(line, next, true);
                (rest, requests, first) = (behind, 0, next.saturating_add(1));
            } else {
                requests = requests.saturating_add(length);
            }
            next = next.saturating_add(1);
        }
        push(rest, first, false);
        sections
    }

    /// Returns whether one of these lines may define games. It reads only the beginning of each line.
    #[must_use]
    pub fn may_define(text: &[u8]) -> bool {
        lines::lines(text).any(|line| value_of_games(line).is_some())
    }
}

/// Returns whether the line is `{"games": {…}}` and nothing else. A request that begins with its games has more fields.
fn defines(line: &[u8]) -> bool {
    let Some(value) = value_of_games(line) else { return false };
    end_of_object(value).and_then(|end| value.get(end..)).is_some_and(|behind| behind.trim_ascii() == b"}")
}

/// Returns the rest of the line after `{"games":`, if the line begins in this way and an object follows.
fn value_of_games(line: &[u8]) -> Option<&[u8]> {
    let members = line.trim_ascii_start().strip_prefix(b"{")?;
    let behind = members.trim_ascii_start().strip_prefix(br#""games""#)?;
    let value = behind.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    value.starts_with(b"{").then_some(value)
}

/// Returns the index of the byte after the object with which the text begins. `None` if the object has no end.
fn end_of_object(text: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.iter().enumerate() {
        match (in_string, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'{' | b'[') => depth = depth.saturating_add(1),
            (false, b'}' | b']') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at.saturating_add(1));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn lines_that_define_games_are_found_among_requests() {
        let text = concat!(
            "{\"position\": {}}\n\n",
            " { \"games\" : {\"a\": {\"graph\": {\"}\\\"{\": []}}} } \r\n",
            "{\"games\": {\"a\": {\"graph\": {}}}, \"position\": {}}\n",
            "{\"games\": {}}\n{\"games\": {}}\n{\"games\": 3}\n{\"games\": {",
        );
        let found: Vec<_> =
            StreamSection::of_lines(text.as_bytes(), 5).iter().map(|s| (s.first, s.defines, s.text.len())).collect();
        assert_eq!(
            found,
            [(5, false, 18), (7, true, 48), (8, false, 48), (9, true, 14), (10, true, 14), (11, false, 24)]
        );
        let whole: Vec<u8> =
            StreamSection::of_lines(text.as_bytes(), 1).iter().flat_map(|section| section.text.to_vec()).collect();
        assert_eq!(whole, text.as_bytes());
        assert!(
            StreamSection::may_define(text.as_bytes())
                && !StreamSection::may_define(b"{\"position\": {}}\n{\"game\": {}}")
        );
        assert_eq!(StreamSection::of_lines(b"", 1), []);
    }

    #[test]
    fn games_are_added_and_answered_by_their_names() {
        let (mut shared, engine, stop) = (Shared::default(), Engine::default(), Stop::default());
        let mut define = |text: &str, most: usize| {
            let item = Item { text: text.as_bytes(), line: Some(3) };
            let answers = shared.define(item, most, &engine, &stop).unwrap();
            (serde_json::from_slice::<Value>(&answers.json).unwrap(), answers.failed, shared.games().names().count())
        };
        let first = define(r#"{"games": {"b": {"graph": [[0]]}, "a": {"steps": [[1]]}}}"#, 100);
        assert_eq!(first, (json!({"games": ["b", "a"]}), 0, 2));
        let (broken, failed, count) = define(r#"{"games": {"c": {"graph": [[7]]}}}"#, 100);
        assert_eq!((failed, count), (1, 2), "{broken}");
        assert_eq!(
            (&broken["line"], &broken["error"]["errors"][0]["pointer"]),
            (&json!(3), &json!("/games/c/graph/0/0"))
        );
        let (long, failed, _) = define(r#"{"games": {"c": {"graph": [[]]}}}"#, 80);
        assert_eq!((failed, &long["error"]["code"]), (1, &json!("invalid-game")));
        assert_eq!(define(r#"{"games": {"c": {"graph": [[]]}}}"#, 100).2, 3);
    }
}
