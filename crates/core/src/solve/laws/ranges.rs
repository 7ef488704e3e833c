//! Writes into docs/theory.md which positions the laws check.

use std::fs;

use crate::catalogue;

/// The largest number of characters of a position in the table of `docs/theory.md`. Longer positions are cut.
const MOST_SHOWN: usize = 24;

/// Returns, in words, how many small positions a game has, and the last of these positions.
fn small(id: &str) -> String {
    let family =
        catalogue::all().iter().find(|family| family.card().id == id).unwrap_or_else(|| panic!("no game {id}"));
    let small = family.rules(family.card().parameters.map(|parameters| parameters.example)).unwrap().small();
    let last = small.written(small.len() - 1).to_string().replace('|', "\\|");
    let is_long = last.chars().count() > MOST_SHOWN;
    let shown: String = last.chars().take(MOST_SHOWN).collect();
    format!("{} to {shown}{}", small.len(), if is_long { "…" } else { "" })
}

/// Returns the ids between backquotes.
fn ids(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Updates a row of the table of games in `docs/theory.md`. The last cell gets the positions that the laws check now.
/// The text behind them, which a person wrote, is kept.
fn row(line: &str) -> String {
    let Some((before, last)) = line.strip_suffix(" |").and_then(|line| line.rsplit_once(" | ")) else {
        return line.to_owned();
    };
    let first = line.split('|').nth(1).unwrap_or_default();
    let generated: Vec<String> = ids(first).map(small).collect();
    if generated.is_empty() {
        return line.to_owned();
    }
    let more = last.split_once("; ").map_or_else(String::new, |(_, more)| format!("; {more}"));
    format!("{before} | {}{more} |", generated.join(", "))
}

/// This is a snapshot test, like the test of the API contract.
#[test]
fn the_documentation_has_the_ranges_of_the_laws() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/theory.md");
    // If the crate is built from its package, this file does not exist.
    let Ok(text) = fs::read_to_string(path) else { return };
    let (mut is_table, mut written) = (false, String::new());
    for line in text.lines() {
        is_table = line.starts_with("| game |") || is_table && line.starts_with('|');
        written += &if is_table { row(line) } else { line.to_owned() };
        written.push('\n');
    }
    if written != text {
        fs::write(path, written).unwrap();
        panic!("docs/theory.md was stale, and is written anew");
    }
}
