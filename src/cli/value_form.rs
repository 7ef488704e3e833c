//! [`ValueForm`]: the forms in which `grundy values` prints positions and their values.

use std::collections::BTreeMap;
use std::error::Error;

use grundy_core::wire::value_table::{COUNT, Form, ValueTable};
use serde_json::{Map, Value};

use super::ValuesArgs;
use super::asking::print;

/// The number of integers in a row of a table.
const IN_A_ROW: u64 = 10;

/// The form in which positions and values are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueForm {
    /// A line for each position, with blanks between the columns.
    Lines,
    /// Comma-separated values.
    Csv,
    /// A b-file of OEIS.
    Bfile,
    /// A table with rows and columns.
    Table,
}

impl ValueForm {
    pub(super) fn of(ValuesArgs { table, bfile, csv, .. }: &ValuesArgs) -> Self {
        match (table, bfile, csv) {
            (true, ..) => Self::Table,
            (_, true, _) => Self::Bfile,
            (.., true) => Self::Csv,
            _ => Self::Lines,
        }
    }

    /// Prints a table of values, and returns the number of its positions. `of` has the names of its columns.
    ///
    /// # Errors
    /// If the positions do not have this form, or the output can't be written.
    pub(super) fn print(self, table: ValueTable, of: &[String]) -> Result<u64, Box<dyn Error + Send + Sync>> {
        let of: Vec<&str> = of.iter().map(String::as_str).filter(|name| *name != COUNT).collect();
        let mut rows = Vec::new();
        let mut number = 0_u64;
        for piece in table.pieces(Form::Lines) {
            for line in String::from_utf8(piece?)?.lines() {
                let line: Map<String, Value> = serde_json::from_str(line)?;
                let cells: Vec<String> = of.iter().filter_map(|name| line.get(*name)).map(word).collect();
                let position = line.get("position").unwrap_or(&Value::Null);
                number = number.saturating_add(1);
                match self {
                    Self::Lines => print([vec![word(position)], cells].concat().join(" ") + "\n")?,
                    Self::Csv => {
                        let integers = integers(position);
                        if number == 1 {
                            print(
                                [names(&integers), of.iter().map(ToString::to_string).collect()].concat().join(",")
                                    + "\n",
                            )?;
                        }
                        let cells = integers.iter().chain(&cells).map(|cell| quoted(cell));
                        print(cells.collect::<Vec<_>>().join(",") + "\n")?;
                    }
                    Self::Bfile => match (&integers(position)[..], cells.first()) {
                        ([n], Some(value)) if value.bytes().all(|digit| digit.is_ascii_digit()) => {
                            print(format_args!("{n} {value}\n"))?;
                        }
                        ([n], Some(value)) => {
                            return Err(format!("a b-file has only integers, and the value of {n} is {value}").into());
                        }
                        ([n], None) => print(format_args!("{number} {n}\n"))?,
                        _ => return Err("a b-file is about integers: ask about a range".into()),
                    },
                    Self::Table => rows.push((place(position)?, cells)),
                }
            }
        }
        for (column, name) in of.iter().enumerate().filter(|_| !rows.is_empty()) {
            if of.len() > 1 {
                print(format_args!("{name}\n"))?;
            }
            let cells = rows.iter().filter_map(|(place, cells)| Some((*place, cells.get(column)?.as_str())));
            print(grid(&cells.collect()))?;
        }
        Ok(number)
    }
}

/// Returns the row and the column of a position in a table. An integer has those of its tens and its last digit.
fn place(position: &Value) -> Result<(u64, u64), &'static str> {
    let integers: Option<Vec<u64>> = integers(position).iter().map(|word| word.parse().ok()).collect();
    match integers.as_deref() {
        Some([n]) => Ok((n - n % IN_A_ROW, n % IN_A_ROW)),
        Some([a, b]) => Ok((*a, *b)),
        _ => Err("a table is about integers or pairs of integers: ask about a range, or about two ranges, 0..9,0..9"),
    }
}

/// Writes cells as rows, below the numbers of the columns and behind the numbers of the rows.
fn grid(cells: &BTreeMap<(u64, u64), &str>) -> String {
    let mut columns: Vec<u64> = cells.keys().map(|(_, column)| *column).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut rows: Vec<u64> = cells.keys().map(|(row, _)| *row).collect();
    rows.dedup();
    let length = |number: &u64| number.to_string().len();
    let head = rows.iter().map(length).max().unwrap_or_default();
    let longest = cells.values().map(|cell| cell.chars().count()).max().unwrap_or_default();
    let width = columns.iter().map(length).max().unwrap_or_default().max(longest);
    let line = |head_word: String, words: Vec<String>| {
        let words = words.iter().fold(String::new(), |text, word| text + &format!(" {word:>width$}"));
        format!("{head_word:>head$} |{words}\n")
    };
    let mut text = line(String::new(), columns.iter().map(ToString::to_string).collect());
    for row in rows {
        let cell = |column: &u64| cells.get(&(row, *column)).map_or_else(|| ".".to_owned(), |cell| (*cell).to_owned());
        text += &line(row.to_string(), columns.iter().map(cell).collect());
    }
    text
}

/// Returns the integers of a list, or the position as the only word.
fn integers(position: &Value) -> Vec<String> {
    match position {
        Value::Array(parts) if !parts.iter().any(Value::is_array) => parts.iter().map(word).collect(),
        position => vec![word(position)],
    }
}

/// Returns the names of the columns of a position.
fn names(integers: &[String]) -> Vec<String> {
    match integers.len() {
        1 => vec!["n".to_owned()],
        count => ('a'..='z').map(String::from).take(count).chain((27..=count).map(|n| format!("n{n}"))).collect(),
    }
}

/// Writes a cell of comma-separated values (RFC 4180).
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Writes a cell as a word.
pub(super) fn word(cell: &Value) -> String {
    match cell {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        // A genus has several fields. The field `text` has the form in which people write a genus.
        Value::Object(genus) if genus.contains_key("text") => word(&genus["text"]),
        cell => cell.to_string(),
    }
}
