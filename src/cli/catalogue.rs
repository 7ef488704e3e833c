//! `grundy games`: prints the catalogue for people, or as the table of docs/games.md. If a key is given, prints what is
//! known about the game with this key.

use std::fmt::{self, Display};

use grundy_core::game::Card;
use grundy_core::game::entry::example_key;
use grundy_core::wire::catalogue::Lookup;
use grundy_core::wire::engine::Engine;
use grundy_core::wire::fault::{Fault, Faults, for_shell};
use grundy_core::wire::search::CatalogueSearch;
use serde_json::Value;
use serde_json::value::RawValue;

/// Prints the games that a search found.
pub struct CatalogueReport(pub CatalogueSearch);

impl Display for CatalogueReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cards = self.0.cards();
        for game in self.0.elsewhere() {
            writeln!(f, "{}\n", game.in_words())?;
        }
        if cards.is_empty() {
            writeln!(f, "{}", self.0.advice())?;
        }
        for card in cards {
            let Card { id, name, rules, example, normal, misere, .. } = card;
            let example = for_shell(&format!("{}={example}", example_key(card)));
            writeln!(f, "{id}: {name}, such as {example}\n  {rules}")?;
            writeln!(f, "  Normal play: {normal}\n  Misère play: {misere}\n")?;
        }
        Ok(())
    }
}

/// The catalogue entry of one game, as the API writes it.
pub struct GameReport(Value);

impl GameReport {
    /// Finds the entry of a game or of a family by its key.
    ///
    /// # Errors
    /// If there is no such game, or computing its values takes too much work.
    pub fn of(key: &str, engine: &Engine) -> Result<Self, Faults> {
        let entry = Lookup::of(key, RawValue::NULL)?;
        let entry = entry.answer(&engine.tables).map_err(Fault::spent)?;
        Ok(Self(serde_json::to_value(entry).unwrap_or_default()))
    }
}

impl Display for GameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(entry) = self;
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let words = |list: &Value| list.as_array().into_iter().flatten().map(word).collect::<Vec<_>>().join(", ");
        writeln!(f, "{}: {}", word(&entry["id"]), word(&entry["name"]))?;
        writeln!(f, "\n{}\n", word(&entry["rules"]))?;
        let mut line = |name: &str, text: String| {
            if text.is_empty() { Ok(()) } else { writeln!(f, "  {name:<12}{text}") }
        };
        line("Also called", words(&entry["aliases"]))?;
        line("Problems", words(&entry["problems"]))?;
        line("Kinds", words(&entry["tags"]))?;
        line("Parameters", word(&entry["parameters"]["text"]))?;
        line("A position", word(&entry["position"]["text"]))?;
        line("Example", for_shell(&word(&entry["example"]["text"])))?;
        let also = &entry["notation"];
        line(
            "Or",
            if also.is_null() {
                String::new()
            } else {
                format!("{}, such as {}", word(&also["text"]), word(&also["example"]))
            },
        )?;
        line("Normal play", word(&entry["play"]["normal"]))?;
        line("Misère play", word(&entry["play"]["misere"]))?;
        line("Period", word(&entry["known"]["period"]["proof"]["text"]))?;
        for source in entry["sources"].as_array().into_iter().flatten() {
            line("Source", format!("{} {}: {}", word(&source["author"]), source["year"], word(&source["title"])))?;
        }
        Ok(())
    }
}

/// Prints the catalogue as a page of Markdown.
pub struct CatalogueMarkdown(pub CatalogueSearch);

impl Display for CatalogueMarkdown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# Games\n")?;
        writeln!(
            f,
            "This page is made by `grundy games --markdown` from the catalogue, which `GET /v1/games` has with"
        )?;
        writeln!(
            f,
            "sources and more. A position is the key of a game with a list of its components; the examples are"
        )?;
        writeln!(
            f,
            "what stands in a URL: `curl 'localhost:8080/v1/analyze?kayles=12'`. Behind an \"or\" is another notation,"
        )?;
        writeln!(
            f,
            "which `notation` of the entry explains; in JSON it is a string in the place of a position: `{{\"kayles\": [\"IXXI\"]}}`."
        )?;
        writeln!(f, "Where a list has its places counted from 0, the first is number 0.\n")?;
        writeln!(f, "| id | name | rules | example | normal play | misère play |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for card in self.0.cards() {
            let Card { id, name, rules, example, notation, normal, misere, .. } = card;
            let [name, rules, normal, misere] = [name, rules, normal, misere].map(|text| escaped(text));
            let form = card.parameters.map(|parameters| format!("({})", parameters.form)).unwrap_or_default();
            let key = example_key(card);
            let notation = notation.map_or_else(String::new, |notation| format!(" or `{key}={}`", notation.example()));
            writeln!(f, "| `{id}{form}` | {name} | {rules} | `{key}={example}`{notation} | {normal} | {misere} |")?;
        }
        Ok(())
    }
}

/// Escapes a text for a cell of a table in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, '|' | '*' | '_' | '<' | '\\' | '`' | '[') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
