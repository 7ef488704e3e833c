//! `grundy values`: the values of a game of one integer, or of boards of many sizes.

use std::fmt::Display;

use grundy_core::game::shape::Shape;
use grundy_core::number::meter::Meter;
use grundy_core::solve::Summand;
use grundy_core::wire::engine::Engine;
use grundy_core::wire::position;
use grundy_core::wire::values::{self, ValueRow};

use super::asking::{self, CommandResult, answer, answer_by, print};
use super::progress;

/// Lists the values of a game.
///
/// # Errors
/// What is wrong with the request, or that the output can't be written.
pub fn run(arguments: &super::ValuesArgs) -> CommandResult {
    let part = position::part(&arguments.game).map_err(|fault| fault.detail)?;
    match part.run.shape() {
        Shape::Integer => {}
        Shape::Board => return boards(&part, arguments),
        _ => return Err(format!("positions of {} are neither one integer nor a board", part.key).into()),
    }
    print(answer(&asking::engine(arguments.max_work, arguments.max_heaps), |engine| {
        let n = values::numbers(arguments.range.as_deref(), &engine.limits)?;
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

/// Lists the values of empty boards, each as soon as it is known: whoever ends it keeps the lines before.
fn boards(part: &Summand, arguments: &super::ValuesArgs) -> CommandResult {
    let sizes = arguments.range.as_deref().and_then(sizes).ok_or_else(|| {
        let found = arguments.range.as_ref().map_or_else(String::new, |range| format!("{range}: "));
        let key = &part.key;
        format!(
            "{found}expected the sizes of boards of {key}, rows by columns, the smaller first: grundy values {key} 4x1..4x7"
        )
    })?;
    let engine = Engine::default();
    let steps = arguments.max_work.map_or(u64::MAX, asking::steps);
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

/// The sizes from one to another, row by row: `4x1..4x7`, or one alone.
fn sizes(range: &str) -> Option<Vec<(usize, usize)>> {
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
    Some(rows.flat_map(|row| (first_column..=last_column).map(move |column| (row, column))).collect())
}
