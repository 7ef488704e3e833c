//! The catalogue: games by their keys. A key is the id of a game, or the id of a family with its parameters in
//! parentheses, such as `octal(0.77)`.

use std::sync::LazyLock;

use crate::game::entry::{Family, example_key};
use crate::game::words::{self, cut};
use crate::game::{Card, Illegal, Ruleset};
use crate::games::GAMES;

/// The game that [`find`] returns for a key, such as `nim` or `octal(0.77)`.
#[derive(Debug)]
pub struct Entry {
    /// The index of the game in the catalogue.
    pub place: usize,
    /// The rules of the game, with the parameters of the key.
    pub rules: Box<dyn Ruleset>,
}

/// The reason why [`find`] returns no game for a key, such as `nim` or `octal(0.77)`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownKey {
    /// There is no game with this id.
    #[error("there is no game of this id")]
    Id,
    /// There is a game with this id, but it does not accept these parameters.
    #[error("{0}")]
    Parameters(#[source] Illegal),
}

/// Returns all games.
#[must_use]
pub fn all() -> &'static [&'static dyn Family] {
    GAMES
}

/// Returns the cards of all games, in the order of the catalogue.
pub fn cards() -> impl Iterator<Item = &'static Card> {
    all().iter().map(|game| game.card())
}

/// Returns the name of the schema of a game's positions.
#[must_use]
pub fn schema_name(card: &Card) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    let name: String = card.id.split('-').map(capital).collect();
    format!("{name}Position")
}

/// Returns the first eight letters of an id as one integer. Nearly all ids differ in these letters, and comparing two
/// integers is a single instruction.
fn initials(id: &str) -> u64 {
    let mut initials = [0; 8];
    let length = id.len().min(initials.len());
    initials[..length].copy_from_slice(&id.as_bytes()[..length]);
    u64::from_be_bytes(initials)
}

/// Returns the index in the catalogue of the game with this id; `None` if there is no such game.
#[must_use]
pub fn place(id: &str) -> Option<usize> {
    static BY_ID: LazyLock<Vec<(u64, &str, usize)>> = LazyLock::new(|| {
        let ids = GAMES.iter().map(|game| game.card().id).enumerate();
        let mut places: Vec<_> = ids.map(|(place, id)| (initials(id), id, place)).collect();
        places.sort_unstable();
        places
    });
    let wanted = initials(id);
    let first = BY_ID.partition_point(|(initials, _, _)| *initials < wanted);
    let alike = BY_ID.iter().skip(first).take_while(|(initials, _, _)| *initials == wanted);
    alike.into_iter().find(|(_, known, _)| *known == id).map(|(_, _, place)| *place)
}

/// Finds the game for a key, such as `nim` or `octal(0.77)`.
///
/// # Errors
/// No game has the id in the key, or the game does not accept the parameters in the key.
pub fn find(key: &str) -> Result<Entry, UnknownKey> {
    let (id, parameters) = split(key);
    let place = place(id).ok_or(UnknownKey::Id)?;
    // People write a blank behind a comma.
    let plain = parameters.filter(|text| text.contains(", ")).map(|text| text.replace(", ", ","));
    let rules = GAMES[place].rules(plain.as_deref().or(parameters)).map_err(UnknownKey::Parameters)?;
    Ok(Entry { place, rules })
}

/// Splits a key into its id and its parameters.
fn split(key: &str) -> (&str, Option<&str>) {
    match key.strip_suffix(')').and_then(|key| key.split_once('(')) {
        Some((id, parameters)) => (id, Some(parameters)),
        None => (key, None),
    }
}

/// Returns the key of the game whose id or other name is most similar to `text`; `None` if no name is similar enough.
/// For a family, the key contains an example of the parameters.
#[must_use]
pub fn nearest(text: &str) -> Option<String> {
    nearest_of(text, &[])
}

/// Does the same as [`nearest`], but also compares `text` with `words`. If one of these words is more similar to `text`
/// than all names of games, this word is returned.
#[must_use]
pub fn nearest_of(text: &str, words: &[&str]) -> Option<String> {
    /// Each name of each game in lower case, with the key of the game.
    static NAMES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let names = |card: &'static Card| {
            std::iter::once(card.id).chain(card.aliases.iter().copied()).chain(card.names_of_aliases())
        };
        let games = GAMES.iter().map(|game| game.card());
        games.flat_map(|card| names(card).map(move |name| (name.to_lowercase(), example_key(card)))).collect()
    });
    let words = words.iter().map(|word| (*word, *word));
    let names = NAMES.iter().map(|(name, key)| (name.as_str(), key.as_str())).chain(words);
    words::nearest(split(cut(text)).0, names).map(str::to_owned)
}
