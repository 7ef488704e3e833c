//! `grundy values`: lists the values of a game whose positions are integers, of boards of many sizes, or of given
//! positions.

use std::fmt::Display;
use std::sync::Arc;

use grundy_core::game::shape::Shape;
use grundy_core::number::meter::Meter;
use grundy_core::solve::Summand;
use grundy_core::wire::engine::{Engine, NoAnswer, RequestText};
use grundy_core::wire::fault::{Code, Fault, for_shell};
use grundy_core::wire::games::Games;
use grundy_core::wire::position;
use grundy_core::wire::request::{Defaults, Request};
use grundy_core::wire::value_table::{Form, KnownTo};
use grundy_core::wire::values::{self, ValueRow};
use serde::Serialize;
use serde_json::Value;

use super::asking::{self, CommandResult, answer, answer_by, print, tell};
use super::literal;
use super::position::{GameFiles, file_text, key};
use super::progress;
use super::value_form::ValueForm;

/// What is told if the values of normal play are the answer to a question about misère play.
pub(super) const VALUES_OF_NORMAL_PLAY: &str = "Grundy values are those of normal play";

/// Lists the values of a game.
///
/// # Errors
/// If the request is wrong, or the output can't be written.
pub fn run(arguments: &super::ValuesArgs) -> CommandResult {
    list(arguments).map_err(|error| match arguments.positions.iter().find_map(|word| meant_range(word)) {
        Some(range) => format!("{error}; a range is written {range}").into(),
        None => error,
    })
}

/// Returns the range that a word such as `0-5` or `0:5` is meant to be; `None` for another word.
pub(super) fn meant_range(word: &str) -> Option<String> {
    let range = word.replace("..=", "..").replace("...", "..").replace(['-', '–', ':'], "..");
    let is_end = |end: &str| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x');
    let is_range = |side: &str| side.split_once("..").is_some_and(|(from, to)| is_end(from) && is_end(to));
    (range != word && range.split(',').all(is_range)).then_some(range)
}

fn list(arguments: &super::ValuesArgs) -> CommandResult {
    let super::ValuesArgs { positions, of, only, misere, own, start, find, conjecture, subtract, certificate, .. } =
        arguments;
    if let Some(instead) = misplaced(&arguments.game, own) {
        return Err(instead.into());
    }
    let has_form = arguments.table || arguments.bfile || arguments.csv;
    let is_usual =
        !(*misere || *find || *certificate || has_form) && only.is_none() && conjecture.is_none() && subtract.is_none();
    let is_own = !own.is_empty() || key(&arguments.game) != arguments.game;
    let is_plain = is_usual && of.is_empty() && !is_own && start.is_empty();
    let range = match &positions[..] {
        [] if is_plain => None,
        [range] if is_plain && range != "all" && !range.contains(',') => Some(range.as_str()),
        [range] if range.contains("..") && sizes(range).is_some() => {
            let game = &arguments.game;
            return Err(if is_board(game) {
                format!(
                    "the values of many boards are listed without further flags, except --json: grundy values {game} {range}"
                )
            } else {
                format!(
                    "values of {game} are not listed by sizes of boards: a range has integers, as in 0..100, and a box \
                     has a range for each integer, as in 0..3,0..3"
                )
            }
            .into());
        }
        _ => return columns(arguments),
    };
    let part = position::part(&arguments.game).map_err(|fault| asking::said(NoAnswer::Faults(fault.into())))?;
    match part.components.ruleset().shape() {
        // One position is a list of one.
        Shape::Integer if range.is_some_and(|range| !range.contains("..")) => return columns(arguments),
        Shape::Integer => {}
        Shape::Board => return boards(&part, range, arguments),
        _ if range.is_some() => return columns(arguments),
        _ => {
            let (key, instead) = (&part.key, listed(&part));
            return Err(format!("positions of {key} are neither one integer nor a board: {instead}").into());
        }
    }
    print(answer(&arguments.limits.engine(), |engine| {
        let n = values::numbers(range, &engine.limits)?;
        let values = ValueRow::of(&part, &n, &engine.tables)?;
        if arguments.json {
            return Ok(serde_json::to_string(&values)? + "\n");
        }
        Ok(values.each().fold(String::new(), |lines, (number, value)| match value {
            Some(value) => lines + &format!("{number} {value}\n"),
            None => lines + &format!("{number} -\n"),
        }))
    })?)
}

/// Returns what to write instead, if a range stands in the place of the game. `None` if a game stands there.
fn misplaced(game: &str, own: &GameFiles) -> Option<String> {
    let instead = own.rules.first().map_or("kayles".into(), |file| file.to_string_lossy());
    (game.contains("..") && game.starts_with(|first: char| first.is_ascii_digit()))
        .then(|| format!("{game} is a range, and the game comes before it: grundy values {instead} {game}"))
}

/// A request about many positions, in the form of the API.
#[derive(Serialize)]
struct Question<'a> {
    game: &'a str,
    positions: Positions<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starts: Vec<Value>,
    play: &'static str,
    of: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<&'a str>,
    find: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    conjecture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subtract: Option<&'a str>,
    certificate: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Positions<'a> {
    All(&'a str),
    Range {
        from: &'a str,
        to: &'a str,
    },
    Box {
        #[serde(rename = "box")]
        sides: Vec<(&'a str, &'a str)>,
    },
    List(Vec<Value>),
}

impl<'a> Positions<'a> {
    fn of(words: &'a [String], list: impl FnOnce(&[String]) -> Result<Vec<Value>, NoAnswer>) -> Result<Self, NoAnswer> {
        Ok(match words {
            [] => Self::Range { from: "0", to: "100" },
            [all] if all == "all" => Self::All(all),
            [range] if range.contains("..") && range.starts_with(|first: char| first.is_ascii_digit()) => {
                // A single integer is a range of one.
                let side = |text: &'a str| text.split_once("..").unwrap_or((text, text));
                match &range.split(',').map(side).collect::<Vec<_>>()[..] {
                    [(from, to)] => Self::Range { from, to },
                    sides => Self::Box { sides: sides.to_vec() },
                }
            }
            words if words.iter().any(|word| word.starts_with('-') && word.contains("..")) => {
                let detail = "a range has integers of 0 or more: give other positions one by one, such as -- -2 -1 0";
                return Err(Fault::new(Code::InvalidQuery, detail).under("positions").into());
            }
            words => Self::List(list(words)?),
        })
    }
}

/// Prints the requested columns.
fn columns(arguments: &super::ValuesArgs) -> CommandResult {
    let super::ValuesArgs { game, positions, of, only, misere, own, start, json, find, conjecture, .. } = arguments;
    let form = ValueForm::of(arguments);
    let files = own.files([&**game])?;
    let game = &*key(game);
    // The positions that are asked for by their outcome need no value.
    let usual = if only.is_some() && form != ValueForm::Table { Vec::new() } else { vec!["grundy".to_owned()] };
    let of = if of.is_empty() { &usual } else { of };
    let play = if *misere { "misere" } else { "normal" };
    let of_play = |column: &String| ["winner", "genus", "remoteness"].contains(&&**column);
    if *misere && only.is_none() && !of.iter().any(of_play) {
        eprintln!("grundy: {VALUES_OF_NORMAL_PLAY}; --of winner says who wins in misère play");
    }
    let conjecture = conjecture.as_deref().map(file_text).transpose()?;
    let engine = arguments.limits.engine();
    let (games, body) = answer(&engine, |engine| {
        let games = asking::games(&files, engine)?;
        // The API reads a string in JSON as the text form of a position. But in a game that the user defines by rules,
        // a position may itself be a string. So for the user's own games, the words are first read as positions, and
        // the request contains the JSON of these positions.
        let list = |words: &[String]| {
            if files.is_empty() || words.is_empty() {
                return Ok(words.iter().map(|word| Value::from(&**word)).collect());
            }
            positions_of(game, words, &games, engine)
        };
        let (positions, starts) = (Positions::of(positions, list)?, list(start)?);
        let (only, find, certificate) = (only.as_deref(), *find, arguments.certificate);
        let subtract = arguments.subtract.as_deref();
        let question = Question { game, positions, starts, play, of, only, find, conjecture, subtract, certificate };
        let body = serde_json::to_vec(&question)?;
        Ok((Arc::new(games), body))
    })?;
    let defaults = Defaults { games: Some(&games), ..Defaults::default() };
    let stop = progress::shown(None);
    let outcome = engine.table(RequestText::JsonWith(&body, defaults), &engine.meter().until(&stop));
    progress::clear();
    let table = outcome.answer.map_err(|none| {
        let error = asking::said(asking::placed(none, argument)).to_string();
        match position::part_with(game, &games) {
            Ok(part) if error.contains("are no lists of") || error.contains("are no integers: list them") => {
                format!("{error}; {}", listed(&part))
            }
            _ => error,
        }
    })?;
    if *json {
        for piece in table.pieces(Form::Columns) {
            print(String::from_utf8(piece?)?)?;
        }
        return print("\n");
    }
    let formulas = table.conjectures().iter().map(ToString::to_string);
    let formulas: Vec<String> = formulas.chain(table.checked().map(ToString::to_string)).collect();
    let (count, known_to) = (table.count(), table.known_to().cloned());
    let is_found = !table.conjectures().is_empty();
    let listed = form.print(table, of)?;
    if let Some(count) = count {
        print(format_args!("count {count}\n"))?;
    }
    if let Some(KnownTo(known_to)) = known_to {
        let known_to = known_to.map_or_else(|| "nothing".to_owned(), |known_to| format!("all up to {known_to}"));
        eprintln!("grundy: {known_to} is known; a larger limit such as --max-work may tell more");
    } else if let Some(only) = only
        && listed == 0
        && count.is_none()
    {
        eprintln!("grundy: none of these positions is {only}");
    }
    if *find && !is_found {
        eprintln!("grundy: no formula is found; more positions may show one");
    }
    formulas.into_iter().try_for_each(|formula| tell(formula + "\n"))
}

/// Reads words as positions of a game, and returns the positions as JSON.
pub(super) fn positions_of(
    game: &str,
    words: &[String],
    games: &Games,
    engine: &Engine,
) -> Result<Vec<Value>, NoAnswer> {
    if position::part_with(game, games).is_ok_and(|part| part.components.ruleset().shape() == Shape::Literal)
        && let Some(mistake) = words.iter().find_map(|word| literal::word_mistake(word))
    {
        return Err(Fault::new(Code::IllegalPosition, mistake).of_parameter(game).into());
    }
    let words: Vec<(String, String)> = words.iter().map(|word| (game.to_owned(), word.clone())).collect();
    let request: Request = Request::from_words(&words, games, &engine.limits)?;
    let parts = request.position.parts().iter();
    let each = parts.flat_map(|Summand { components: positions, .. }| {
        (0..positions.len()).map(|index| serde_json::to_value(positions.written(index)))
    });
    Ok(each.collect::<Result<_, _>>()?)
}

/// Returns whether this is the key of a game of the catalogue that is played on boards.
fn is_board(key: &str) -> bool {
    position::part(key).is_ok_and(|part| matches!(part.components.ruleset().shape(), Shape::Board))
}

/// Returns how the positions of a game are listed that are neither integers nor boards.
fn listed(part: &Summand) -> String {
    let (key, rules) = (for_shell(&part.key), part.components.ruleset());
    let example = for_shell(rules.card().example);
    match rules.shape() {
        Shape::Pair | Shape::List(Shape::Integer) | Shape::Coordinates => format!(
            "a box has a range for each integer, as in grundy values {key} 0..3,0..3, and other positions are listed \
             one by one"
        ),
        Shape::Text { .. } if example.is_empty() => {
            "vertices are listed one by one, and the word all stands for every vertex".to_owned()
        }
        _ if example.is_empty() => "positions are listed one by one".to_owned(),
        _ => format!("positions are listed one by one, as in grundy values {key} {example}"),
    }
}

/// Returns the argument for a place in the request, given as a JSON Pointer.
fn argument(pointer: &str) -> Option<String> {
    let (field, index) = pointer.strip_prefix('/').map(|path| path.split_once('/').unwrap_or((path, "")))?;
    let index = index.split('/').next().and_then(|index| index.parse::<usize>().ok());
    Some(match (field, index) {
        ("positions", Some(index)) => format!("position {}", index.saturating_add(1)),
        ("positions", None) => "positions".to_owned(),
        ("starts", _) => "--start".to_owned(),
        ("games", _) => return None,
        ("of" | "only" | "conjecture" | "subtract" | "find" | "certificate", _) => format!("--{field}"),
        _ => pointer.to_owned(),
    })
}

/// Lists the values of empty boards. Each line is printed as soon as its value is known, so that an interrupted command
/// has printed all earlier lines.
fn boards(part: &Summand, range: Option<&str>, arguments: &super::ValuesArgs) -> CommandResult {
    let sizes = range.and_then(sizes).ok_or_else(|| {
        let found = range.map_or_else(String::new, |range| format!("{range}: "));
        let key = &part.key;
        format!(
            "{found}expected the sizes of boards of {key}, rows by columns, the smaller board first: grundy values {key} 4x1..4x7"
        )
    })?;
    let engine = arguments.limits.engine();
    let steps = if arguments.is_work_limited { engine.limits.max_steps } else { u64::MAX };
    for (rows, columns) in sizes {
        let stop = progress::shown(Some(format!("{rows}x{columns}")));
        let meter = Meter::new(steps).until(&stop);
        let value = answer_by(&meter, || Ok(ValueRow::of_board(part, rows, columns, &engine.tables)?));
        progress::clear();
        let value = value?;
        if arguments.json {
            print(serde_json::json!({"game": part.key, "board": [rows, columns], "grundy": value}).to_string() + "\n")?;
        } else {
            let value: &dyn Display = value.as_ref().map_or(&"-", |value| value);
            print(format!("{rows}x{columns} {value}\n"))?;
        }
    }
    Ok(())
}

/// Parses a range of sizes, such as `4x1..4x7`, or a single size. The sizes are sorted by the number of rows, and then
/// by the number of columns.
fn sizes(range: &str) -> Option<impl Iterator<Item = (usize, usize)>> {
    let size = |text: &str| -> Option<(usize, usize)> {
        let (rows, columns) = text.split_once('x')?;
        Some((rows.parse().ok()?, columns.parse().ok()?))
    };
    let (first, last) = range.split_once("..").unwrap_or((range, range));
    let ((first_row, first_column), (last_row, last_column)) = (size(first)?, size(last)?);
    if last_row < first_row || last_column < first_column {
        return None;
    }
    let rows = first_row..=last_row;
    Some(rows.flat_map(move |row| (first_column..=last_column).map(move |column| (row, column))))
}
