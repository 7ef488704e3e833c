//! [`CatalogueAnswer`]: the games of the catalogue as JSON. [`KnownEntry`] is one game, with the known facts about its
//! values.

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use super::fault::Fault;
use super::known::KnownValues;
use super::position;
#[cfg(feature = "openapi")]
use super::schemas;
use super::search::{CatalogueSearch, Elsewhere};
use crate::catalogue::{cards, schema_name};
use crate::game::entry::example_key;
use crate::game::shape::Shape;
use crate::game::{Card, Parameters, Positions, Source, Tag};
use crate::number::meter::{self, Spent};
use crate::solve::Sum;
use crate::theory::Caches;

/// The games that a search finds, and the limits of the service.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Catalogue))]
pub struct CatalogueAnswer {
    /// The version of the service.
    version: &'static str,
    /// How much one request may ask for. The server writes this JSON, because some of the limits are limits of HTTP.
    #[cfg_attr(feature = "openapi", schema(schema_with = schemas::limits))]
    limits: Box<RawValue>,
    /// The games that match the search. With search words, the best match comes first. Without search words, the games
    /// are in the order in which the service searches them for a recommended move.
    games: Vec<CatalogueEntry>,
    /// The games that the search words name, and that are not here, or not as they are usually played. Absent if there is
    /// none. The games of `games` are then other games, with winners of their own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    elsewhere: Vec<&'static Elsewhere>,
    /// Advice on what to try instead. Absent if games are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<String>,
}

/// A game of the catalogue.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Game))]
pub struct CatalogueEntry {
    /// The id of the game, which is its key in positions and in URLs. The key of a game of a family has parentheses
    /// after the id, such as `octal(0.77)`.
    id: &'static str,
    /// The name.
    name: &'static str,
    /// Other names of the game.
    aliases: &'static [&'static str],
    /// Public programming problems that ask about this game, such as POJ 1704.
    problems: &'static [&'static str],
    /// The kinds of games to which this game belongs.
    tags: &'static [Tag],
    /// The rules in plain words.
    rules: &'static str,
    /// For a family of games: the parameters in the parentheses of the key. For a single game: null.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    parameters: Option<Parameters>,
    /// Whether a move may turn one component into several.
    splits: bool,
    /// The form of the game's positions.
    position: PositionForm,
    /// A position to try.
    example: Example,
    /// The form of a position in a URL.
    text_form: &'static str,
    /// Another notation in which a request may write a position; null if there is none.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    notation: Option<NotationForm>,
    /// Where the game and its theory come from.
    sources: &'static [Source],
    /// The theory of normal and of misère play.
    play: TheoryOfPlays,
    /// The largest Grundy value of a position; null if the values have no largest one.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    max_grundy: Option<u64>,
    /// The path of the map of the game's values; null if the game's positions are neither integers nor pairs of
    /// integers. For a family, the path has the parameters of the example.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    map: Option<String>,
    /// How much one request may ask for. The server writes this JSON, because some of the limits are limits of HTTP.
    #[cfg_attr(feature = "openapi", schema(schema_with = schemas::limits))]
    limits: Box<RawValue>,
}

/// The form of a game's positions.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PositionForm {
    /// A description of the form, in words.
    text: &'static str,
    /// The JSON Schema of a position, as a reference into openapi.json.
    schema: serde_json::Value,
}

/// A notation for positions. In a URL, it may be used instead of the text form. In JSON, a string in this notation may
/// stand in place of a position.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NotationForm {
    /// A description of the notation, in words.
    text: &'static str,
    /// A position in this notation.
    example: &'static str,
}

/// A position that can be pasted into a request.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Example {
    /// The position as the `position` of a request.
    #[cfg_attr(feature = "openapi", schema(value_type = Sum))]
    position: Sum,
    /// The position as a query string.
    text: String,
}

/// The known facts about a game in normal and misère play.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Theory))]
pub struct TheoryOfPlays {
    /// The theory of normal play, in which a player who cannot move loses.
    normal: &'static str,
    /// The theory of misère play, in which a player who cannot move wins.
    misere: &'static str,
}

/// A game of the catalogue, and how its values repeat.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = KnownGame))]
pub struct KnownEntry<'a> {
    #[serde(flatten)]
    entry: &'a CatalogueEntry,
    /// Known facts about how the values repeat. Null for a family without its parameters, and for a game whose values
    /// are not computed as a table or take too many steps. For these, no period is looked for.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    known: Option<KnownValues>,
}

impl CatalogueAnswer {
    /// Lists the games that a search finds.
    ///
    /// # Errors
    /// If the example of a game has a wrong key, which is a fault of the code.
    pub fn of(search: &CatalogueSearch, version: &'static str, limits: &RawValue) -> Result<Self, Fault> {
        let games =
            search.cards().into_iter().map(|card| CatalogueEntry::of(card, limits)).collect::<Result<Vec<_>, _>>()?;
        let advice = games.is_empty().then(|| search.advice());
        Ok(Self { version, limits: limits.to_owned(), games, elsewhere: search.elsewhere().to_vec(), advice })
    }
}

impl CatalogueEntry {
    fn new(key: &str, rules: &dyn Positions, limits: &RawValue) -> Self {
        let card = rules.ruleset().card();
        let Card {
            id,
            name,
            aliases,
            problems,
            tags,
            rules: words,
            parameters,
            position,
            text_form,
            notation,
            example,
            ..
        } = *card;
        let schema = json!({ "$ref": format!("/openapi.json#/components/schemas/{}", schema_name(card)) });
        Self {
            id,
            name,
            aliases,
            problems,
            tags,
            rules: words,
            parameters,
            splits: rules.ruleset().splits(),
            position: PositionForm { text: position, schema },
            example: Example { position: position::example(card), text: format!("{}={example}", example_key(card)) },
            text_form,
            notation: notation.map(|notation| NotationForm { text: notation.text(), example: notation.example() }),
            sources: card.sources,
            play: TheoryOfPlays { normal: card.normal, misere: card.misere },
            max_grundy: card.max_grundy,
            map: matches!(rules.ruleset().shape(), Shape::Integer | Shape::CircleOrRow | Shape::Pair)
                .then(|| format!("/v1/games/{key}/map")),
            limits: limits.to_owned(),
        }
    }

    /// Creates the entry of the game with this card. The entry of a family has the parameters of its example.
    fn of(card: &'static Card, limits: &RawValue) -> Result<Self, Fault> {
        let key = example_key(card);
        Ok(Self::new(&key, &*position::part(&key)?.components, limits))
    }
}

/// A request for the known facts of one game.
pub struct Lookup {
    entry: CatalogueEntry,
    /// The rules of the game; `None` for a family without its parameters.
    rules: Option<Box<dyn Positions>>,
}

impl Lookup {
    /// Finds the game with this key, or the family with this id.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn of(key: &str, limits: &RawValue) -> Result<Self, Fault> {
        if let Some(family) = cards().find(|card| card.id == key && card.parameters.is_some()) {
            return Ok(Self { entry: CatalogueEntry::of(family, limits)?, rules: None });
        }
        let rules = position::part(key)?.components;
        Ok(Self { entry: CatalogueEntry::new(key, &*rules, limits), rules: Some(rules) })
    }

    /// Returns the game's entry in the catalogue, with the known facts about the game's values.
    ///
    /// # Errors
    /// If the meter is spent.
    pub fn answer(&self, tables: &Caches) -> Result<KnownEntry<'_>, Spent> {
        meter::work_at("what is known of the game");
        let known = self.rules.as_ref().map_or(Ok(None), |rules| KnownValues::of(rules.ruleset(), tables))?;
        Ok(KnownEntry { known, entry: &self.entry })
    }
}
