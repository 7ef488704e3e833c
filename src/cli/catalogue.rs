//! `grundy games`: the catalogue, for people or as the table of docs/games.md.

use std::fmt::{self, Display};

use grundy_core::game::Card;
use grundy_core::game::entry::example_key;
use grundy_core::wire::fault::for_shell;
use grundy_core::wire::search::Search;

/// The games that are found.
pub struct Catalogue(pub Search);

impl Display for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for card in self.0.cards() {
            let Card { id, name, rules, example, normal, misere, .. } = card;
            let example = for_shell(&format!("{}={example}", example_key(card)));
            writeln!(f, "{id}: {name}, such as {example}\n  {rules}")?;
            writeln!(f, "  Normal play: {normal}\n  Misère play: {misere}\n")?;
        }
        Ok(())
    }
}

/// The same as a page of Markdown.
pub struct Markdown(pub Search);

impl Display for Markdown {
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
        writeln!(f, "what stands in a URL: `curl 'localhost:8080/v1/analyze?kayles=12'`.\n")?;
        writeln!(f, "| id | name | rules | example | normal play | misère play |")?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for card in self.0.cards() {
            let Card { id, name, rules, example, normal, misere, .. } = card;
            let [name, rules, normal, misere] = [name, rules, normal, misere].map(|text| escaped(text));
            let form = card.parameters.map(|parameters| format!("({})", parameters.form)).unwrap_or_default();
            let key = example_key(card);
            writeln!(f, "| `{id}{form}` | {name} | {rules} | `{key}={example}` | {normal} | {misere} |")?;
        }
        Ok(())
    }
}

/// Fit to stand in a cell, where a bar would end it and marks would be taken for Markdown's.
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
