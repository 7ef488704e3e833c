//! The catalogue.

use grundy_core::game::{Card, Parameters, Source, Tag};
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::search::{self, Search};

use pyo3::prelude::*;
use serde::Serialize;

use crate::{rejected, unwritable};

/// What the catalogue says of a game, under the names of the service's answers.
#[derive(Serialize)]
struct Game {
    id: &'static str,
    key: String,
    name: &'static str,
    aliases: &'static [&'static str],
    tags: &'static [Tag],
    rules: &'static str,
    parameters: Option<&'static str>,
    position: &'static str,
    text_form: &'static str,
    example: &'static str,
    sources: &'static [Source],
    normal: &'static str,
    misere: &'static str,
    max_grundy: Option<u64>,
}

impl Game {
    fn new(card: &Card) -> Self {
        let Card { id, name, aliases, tags, rules, position, text_form, example, .. } = *card;
        Self {
            id,
            key: grundy_core::game::entry::example_key(card),
            name,
            aliases,
            tags,
            rules,
            parameters: card.parameters.map(|Parameters { text, .. }| text),
            position,
            text_form,
            example,
            sources: card.sources,
            normal: card.normal,
            misere: card.misere,
            max_grundy: card.max_grundy,
        }
    }
}

/// The JSON of the games that have all words of a text, and a tag.
///
/// # Errors
/// If there is no such tag.
#[pyfunction]
pub fn games(text: &str, tag: Option<&str>) -> PyResult<String> {
    let tag = tag.map(search::tag).transpose();
    let tag = tag.map_err(|detail| rejected(&Fault::new(Code::InvalidRequest, detail).under("tag").into()))?;
    let games: Vec<Game> = Search::new(text, tag).cards().map(Game::new).collect();
    serde_json::to_string(&games).map_err(|fault| unwritable(&fault))
}
