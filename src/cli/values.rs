//! `grundy values`: lists the values of a game whose positions are integers, of boards of many sizes, or of given
//! positions.

use std::fmt::Display;
use std::sync::Arc;

use grundy_core::game::shape::Shape;
use grundy_core::number::meter::Meter;
use grundy_core::solve::Summand;
use grundy_core::wire::engine::{Engine, NoAnswer, RequestText};
use grundy_core::wire::fault::Faults;
use grundy_core::wire::games::Games;
use grundy_core::wire::position;
use grundy_core::wire::request::{Defaults, Request};
use grundy_core::wire::value_table::Form;
use grundy_core::wire::values::{self, ValueRow};
use serde::Serialize;
use serde_json::{Map, Value};

use super::asking::{self, CommandResult, answer, answer_by, print, tell};
use super::parse::steps;
use super::position::file_text;
use super::progress;

/// Lists the values of a game.
///
/// # Errors
/// If the request is wrong, or the output can't be written.
pub fn run(arguments: &super::ValuesArgs) -> CommandResult {
    let super::ValuesArgs { positions, of, misere, own, start, find, conjecture, .. } = arguments;
    let is_plain = of.is_empty() && !misere && own.is_empty() && start.is_empty() && !find && conjecture.is_none();
    let range = match &positions[..] {
        [] if is_plain => None,
        [range] if is_plain && range != "all" => Some(range.as_str()),
        _ => return table(arguments),
    };
    let part = position::part(&arguments.game).map_err(|fault| fault.detail)?;
    match part.components.ruleset().shape() {
        Shape::Integer => {}
        Shape::Board => return boards(&part, range, arguments),
        _ => return Err(format!("positions of {} are neither one integer nor a board", part.key).into()),
    }
    print(answer(&asking::engine(arguments.max_work, arguments.max_heaps), |engine| {
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

/// A request about many positions, in the form of the API.
#[derive(Serialize)]
struct Question<'a> {
    game: &'a str,
    positions: Positions<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    starts: Vec<Value>,
    play: &'static str,
    of: &'a [String],
    find: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    conjecture: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Positions<'a> {
    All(&'a str),
    Range { from: &'a str, to: &'a str },
    List(Vec<Value>),
}

impl<'a> Positions<'a> {
    fn of(words: &'a [String], list: impl FnOnce(&[String]) -> Result<Vec<Value>, NoAnswer>) -> Result<Self, NoAnswer> {
        Ok(match words {
            [] => Self::Range { from: "0", to: "100" },
            [all] if all == "all" => Self::All(all),
            words => match words.first().filter(|_| words.len() == 1).and_then(|range| range.split_once("..")) {
                Some((from, to)) => Self::Range { from, to },
                None => Self::List(list(words)?),
            },
        })
    }
}

/// Lists the requested columns, with a line for each position.
fn table(arguments: &super::ValuesArgs) -> CommandResult {
    let super::ValuesArgs { game, positions, of, misere, own, start, json, find, conjecture, .. } = arguments;
    let usual = [String::from("grundy")];
    let files = own.files()?;
    let of = if of.is_empty() { &usual } else { &of[..] };
    let play = if *misere { "misere" } else { "normal" };
    let conjecture = conjecture.as_deref().map(file_text).transpose()?;
    let engine = asking::engine(arguments.max_work, arguments.max_heaps);
    let (games, body) = answer(&engine, |engine| {
        let games = asking::games(&files, engine)?;
        // The API reads a string in JSON as the text form of a position. But in a game that the user defines by rules,
        // a position may itself be a string. So for the user's own games, the words are first read as positions, and
        // the request contains the JSON of these positions.
        let list = |words: &[String]| {
            if own.is_empty() || words.is_empty() {
                return Ok(words.iter().map(|word| Value::from(&**word)).collect());
            }
            positions_of(game, words, &games, engine)
        };
        let (positions, starts) = (Positions::of(positions, list)?, list(start)?);
        let body = serde_json::to_vec(&Question { game, positions, starts, play, of, find: *find, conjecture })?;
        Ok((Arc::new(games), body))
    })?;
    let defaults = Defaults { games: Some(&games), ..Defaults::default() };
    let stop = progress::shown(None);
    let outcome = engine.table(RequestText::JsonWith(&body, defaults), &engine.meter().until(&stop));
    progress::clear();
    let table = outcome.answer.map_err(|none| asking::said(placed(none)))?;
    if *json {
        for piece in table.pieces(Form::Columns) {
            print(String::from_utf8(piece?)?)?;
        }
        return print("\n");
    }
    let formulas = table.conjectures().iter().map(ToString::to_string);
    let formulas: Vec<String> = formulas.chain(table.checked().map(ToString::to_string)).collect();
    for piece in table.pieces(Form::Lines) {
        for row in String::from_utf8(piece?)?.lines() {
            let row: Map<String, Value> = serde_json::from_str(row)?;
            let cell = |name: &str| row.get(name).map_or_else(String::new, word);
            let cells = of.iter().map(|name| cell(name));
            let line = [cell("position")].into_iter().chain(cells).collect::<Vec<_>>().join(" ");
            print(line + "\n")?;
        }
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
    let words: Vec<(String, String)> = words.iter().map(|word| (game.to_owned(), word.clone())).collect();
    let request: Request = Request::from_words(&words, games, &engine.limits)?;
    let parts = request.position.parts().iter();
    let each = parts.flat_map(|Summand { components: positions, .. }| {
        (0..positions.len()).map(|index| serde_json::to_value(positions.written(index)))
    });
    Ok(each.collect::<Result<_, _>>()?)
}

/// Writes a cell of the table as a word.
pub(super) fn word(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        // A genus has several fields. The field `text` has the form in which people write a genus.
        Value::Object(genus) if genus.contains_key("text") => word(&genus["text"]),
        cell => cell.to_string(),
    }
}

/// Adds the place in the request to the text of each fault.
fn placed(none: NoAnswer) -> NoAnswer {
    let NoAnswer::Faults(found) = none else { return none };
    let mut faults = Faults::default();
    faults.append_with(found, |fault| {
        let place = fault.pointer.clone();
        if place.is_empty() { fault } else { fault.of_parameter(&place) }
    });
    NoAnswer::Faults(faults)
}

/// Lists the values of empty boards. Each line is printed as soon as its value is known, so that an interrupted command
/// has printed all earlier lines.
fn boards(part: &Summand, range: Option<&str>, arguments: &super::ValuesArgs) -> CommandResult {
    let sizes = range.and_then(sizes).ok_or_else(|| {
        let found = range.map_or_else(String::new, |range| format!("{range}: "));
        let key = &part.key;
        format!(
            "{found}expected the sizes of boards of {key}, rows by columns, the smaller first: grundy values {key} 4x1..4x7"
        )
    })?;
    let engine = Engine::default();
    let steps = arguments.max_work.map_or(u64::MAX, steps);
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
