//! The arguments that give a position, and the games in it that the user defines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use grundy_core::game::shape::Shape;
use grundy_core::theory::compounds::{Compound, DISJUNCTIVE};
use grundy_core::wire::games::misnamed;
use grundy_core::wire::position;
use serde_json::json;

use super::literal;

/// The position that a command is about.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// The components, as in a URL: euclid=5,26 red-blue=RBBR nim=3,4,5. A Python file with rules is a game, too:
    /// mine.py=12
    #[arg(required = true, value_name = "GAME=POSITION", value_parser = assignment)]
    pub components: Vec<String>,
    /// Misère play: the player who cannot move wins instead of losing
    #[arg(long)]
    pub misere: bool,
    /// The kind of compound, if the components are not a sum. In a conjunctive compound, players move in all
    /// components, and play ends when the first component ends. In a continued-conjunctive compound, play ends when the
    /// last component ends. In a selective compound, players move in one or more components, and play ends when the
    /// last component ends. In a shortened-selective compound, play ends when the first component ends. In a
    /// diminished-disjunctive compound, players move in one component, and play ends when the first component ends
    #[arg(long, value_name = "KIND", value_parser = compounds())]
    pub compound: Option<String>,
    /// The games that the user defines.
    #[command(flatten)]
    pub own: GameFiles,
}

/// The files with games that the user defines.
#[derive(Args, Debug)]
pub struct GameFiles {
    /// A file with your own games, written as the "games" of a request: {"mine": {"graph": {"a": ["b"], "b": []}}}
    #[arg(long, value_name = "FILE")]
    #[expect(clippy::doc_link_with_quotes, reason = "no link: the help shows it as it is")]
    pub games: Option<PathBuf>,
    /// A Python file that defines the rules of a game by a function options(position). The file name is the name of the
    /// game: mine.py defines mine. This game replaces a game with the same name in --games
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
}

/// Returns the names of the kinds of compounds, including sums.
fn compounds() -> PossibleValuesParser {
    [DISJUNCTIVE].into_iter().chain(Compound::ALL.map(Compound::as_str)).collect::<Vec<_>>().into()
}

impl PositionArgs {
    /// Returns words such as `euclid=5,26`, and flags, as the parameters of a URL. Flags are appended and never replace
    /// a word. So if a word and a flag set the same parameter, the request is refused, like any request with a repeated
    /// parameter.
    #[must_use]
    pub fn parameters(&self, flags: &[(&str, Option<String>)]) -> Vec<(String, String)> {
        let words = self.words().map(|(game, position)| (key(game), position));
        let play = self.misere.then_some(("play", "misere"));
        let compound = self.compound.as_deref().map(|compound| ("compound", compound));
        let flags = flags.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?)));
        words
            .chain(play.into_iter().chain(compound).chain(flags).map(|(name, value)| (name.into(), value)))
            .map(|(name, value)| (name.into_owned(), value.to_owned()))
            .collect()
    }

    /// Returns the files of all games that the user defines, as [`GameFiles::files`] does.
    ///
    /// # Errors
    /// If a file can't be read, two files with rules have the same name, or a word is not written as it is meant.
    pub fn files(&self) -> Result<Vec<Vec<u8>>, String> {
        let files = self.own.files(self.words().map(|(game, _)| game))?;
        match self.words().find_map(|(game, word)| self.mistake(game, word)) {
            Some(mistake) => Err(mistake),
            None => Ok(files),
        }
    }

    /// Returns what is wrong with a word, and what to type instead. `None` if the request tells of it.
    fn mistake(&self, game: &str, word: &str) -> Option<String> {
        let is_of_rules =
            |game: &str| rules_file(game).is_some() || self.own.rules.iter().any(|file| name_of(file) == game);
        let is_of_integers =
            || position::part(game).is_ok_and(|part| part.components.ruleset().shape() == Shape::Integer);
        let typed = |positions: &[&str]| literal::shell_words(&format!("{game}="), positions);
        if is_of_rules(game) {
            let mistake = literal::range_mistake(game, word).or_else(|| literal::mistake(word, typed));
            return mistake.map(|mistake| format!("{}: {mistake}", key(game)));
        }
        let may_be_constant = self.own.games.is_none() && self.words().any(|(game, _)| is_of_rules(game));
        let constant = literal::constant(game).filter(|_| may_be_constant);
        let range = || literal::range_mistake(game, word).filter(|_| is_of_integers());
        constant.or_else(|| range().map(|mistake| format!("{game}: {mistake}")))
    }

    /// Refuses words that a report for people has no use for.
    ///
    /// # Errors
    /// If there is such a word.
    pub fn refuse_words_of_json(&self, names: &[&str]) -> Result<(), String> {
        match self.words().find(|(name, _)| names.contains(name)) {
            Some((name, _)) => Err(format!("{name}: only an answer with --json has this")),
            None => Ok(()),
        }
    }

    fn words(&self) -> impl Iterator<Item = (&str, &str)> {
        self.components.iter().map(|word| word.split_once('=').unwrap_or((word, "")))
    }
}

/// Checks that a word can be a game with a position, or the key of a game, whose faults the request then tells of.
fn assignment(word: &str) -> Result<String, String> {
    let is_key = word.starts_with(|first: char| first.is_ascii_alphabetic()) && !word.contains(' ');
    if is_key || word.contains('=') {
        Ok(word.to_owned())
    } else {
        Err("expected a game and its position, such as kayles=17 or nim=3,4,5".to_owned())
    }
}

/// Returns the key of the game that a word names. A Python file with rules names the game that it defines.
#[must_use]
pub fn key(word: &str) -> Cow<'_, str> {
    rules_file(word).map_or(word.into(), name_of)
}

/// Returns the name of the game that a file with rules defines.
#[must_use]
pub fn name_of(file: &Path) -> Cow<'_, str> {
    file.file_stem().unwrap_or_default().to_string_lossy()
}

/// Returns the path of a Python file; `None` if the word is the key of a game.
fn rules_file(word: &str) -> Option<&Path> {
    Some(Path::new(word)).filter(|path| path.extension().is_some_and(|extension| extension == "py"))
}

impl GameFiles {
    /// Returns whether no file with games and no file with rules is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_none() && self.rules.is_empty()
    }

    /// Returns a JSON object of games for each file: first for the files with rules, then for the file with games. A
    /// file with rules defines one game, which has the name of the file without its extension. The words name the games
    /// that the command is about, and some may be files with rules.
    ///
    /// # Errors
    /// If a file can't be read, two files with rules have the same name, or the name is not allowed.
    pub fn files<'a>(&'a self, words: impl IntoIterator<Item = &'a str>) -> Result<Vec<Vec<u8>>, String> {
        let (mut files, mut names) = (Vec::new(), HashSet::new());
        let mut paths: Vec<&Path> = self.rules.iter().map(PathBuf::as_path).collect();
        for path in words.into_iter().filter_map(rules_file) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        for path in paths {
            let said = |error: &dyn Display| format!("{}: {error}", path.display());
            let name = name_of(path);
            let rules = file_text(path)?;
            if let Some(fault) = misnamed(&name) {
                return Err(said(&format_args!(
                    "{}. The game has the name of its file: rename the file",
                    fault.detail
                )));
            }
            files.push(json!({ &*name: { "rules": rules } }).to_string().into_bytes());
            if !names.insert(name) {
                return Err(said(&"another file with rules has this name"));
            }
        }
        files.extend(file(self.games.as_ref())?);
        Ok(files)
    }
}

/// Reads a file as text.
///
/// # Errors
/// If the file can't be read. The message names the file.
pub fn file_text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads the bytes of a file; `None` if no file is given.
fn file(path: Option<&PathBuf>) -> Result<Option<Vec<u8>>, String> {
    path.map(|path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()))).transpose()
}
