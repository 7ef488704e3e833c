//! `/v1/games`: what can be played.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use grundy_core::catalogue;
use grundy_core::game::{Card, Parameters, Source, Tag};
use grundy_core::run::Run;
use grundy_core::solve::Position;
use grundy_core::wire::known::Known;
use grundy_core::wire::limits::Limits;
use grundy_core::wire::map::Map;
use grundy_core::wire::openapi::{self, schema_name};
use grundy_core::wire::position;
use grundy_core::wire::search::Search;
use grundy_core::wire::values::Values;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::batch::BatchLimits;
use super::body::BodyLimits;
use super::contract::{GameRefusals, SearchQuery, SearchRefusals};
use super::exchange::MAX_URL_BYTES;
use super::problem::Problem;
use super::{Service, json};

/// Everything that can be played.
#[derive(Serialize, ToSchema)]
pub struct Catalogue {
    /// The version of the service.
    version: &'static str,
    /// How much one request may ask for.
    limits: ServiceLimits,
    /// The games that were asked for, in the order in which recommended moves are looked for.
    games: Vec<Entry>,
}

/// A game.
#[derive(Serialize, ToSchema)]
#[schema(as = Game)]
pub struct Entry {
    /// The key in a position, the parameter in a URL.
    id: &'static str,
    /// The name.
    name: &'static str,
    /// Other names that it goes by.
    aliases: &'static [&'static str],
    /// What kind of game it is.
    tags: &'static [Tag],
    /// The rules in plain words.
    rules: &'static str,
    /// What goes into the parentheses of the key, null if this is no family of games.
    #[schema(required = true)]
    parameters: Option<ParameterForm>,
    /// Does a move make a list of positions of a component?
    splits: bool,
    /// What a position is.
    position: PositionForm,
    /// A position to try.
    example: Example,
    /// The pattern of the text form.
    text_form: &'static str,
    /// Where the game and its theory come from.
    sources: &'static [Source],
    /// What is known of it.
    play: Theory,
    /// The largest Grundy value, null if there is none.
    #[schema(required = true)]
    max_grundy: Option<u64>,
    /// The path of the map of its values, of a family with the example's parameters; null if its positions are neither one
    /// integer nor two.
    #[schema(required = true)]
    map: Option<String>,
    /// How much one request may ask for.
    limits: ServiceLimits,
}

/// What a position of a game is.
#[derive(Serialize, ToSchema)]
pub struct PositionForm {
    /// In words.
    text: &'static str,
    /// Its JSON Schema, a reference into the contract.
    schema: serde_json::Value,
}

/// The parameters of a family of games.
#[derive(Serialize, ToSchema)]
pub struct ParameterForm {
    /// What they are, in words.
    text: &'static str,
    /// Their pattern.
    form: &'static str,
    /// Some that work.
    example: &'static str,
}

/// A position that can be pasted.
#[derive(Serialize, ToSchema)]
pub struct Example {
    /// As the `position` of a request.
    #[schema(value_type = Position)]
    position: Position,
    /// As a query string.
    text: String,
}

/// What is known of a game under either convention.
#[derive(Serialize, ToSchema)]
pub struct Theory {
    /// Who cannot move loses.
    normal: &'static str,
    /// Who cannot move wins.
    misere: &'static str,
}

/// How much one request may ask for. The example has the defaults.
#[derive(Serialize, ToSchema, Clone, Copy)]
#[schema(as = Limits, example = json!(ServiceLimits::default()))]
pub struct ServiceLimits {
    /// Decimal digits of one integer.
    max_digits: usize,
    /// Components of one position.
    max_components: usize,
    /// The sum of digits² over its integers of 20 digits and more. An explanation counts twice, misère play three times,
    /// both six times; a turn counts twice.
    max_cost: u64,
    /// Vertices of a graph that the request defines.
    max_vertices: u32,
    /// Edges of such a graph.
    max_edges: u32,
    /// Cells of the table of a game of vectors.
    max_cells: u64,
    /// Bytes of a body, after decompression; streams have no limit.
    max_body_bytes: usize,
    /// How many times as long a body of over 64 KiB may be inside of its gzip.
    max_gzip_ratio: usize,
    /// Seconds in which a body has to arrive, or the next part of a stream.
    body_timeout: f64,
    /// Requests of a JSON batch.
    max_batch_items: usize,
    /// Work of a JSON batch in all, as the seconds of one core that it is estimated to take.
    max_batch_work: f64,
    /// Bytes of a line of a stream.
    max_line_bytes: usize,
    /// Bytes of a URL's path and query.
    max_url_bytes: usize,
}

impl ServiceLimits {
    fn of(service: &Service) -> Self {
        Self::new(service.engine.limits, &service.body, service.batch)
    }

    fn new(position: Limits, body: &BodyLimits, batch: BatchLimits) -> Self {
        let Limits { max_digits, max_components, max_cost, max_vertices, max_edges, max_cells } = position;
        let BatchLimits { max_items: max_batch_items, max_line: max_line_bytes, max_work } = batch;
        Self {
            max_digits,
            max_components,
            max_cost,
            max_vertices,
            max_edges,
            max_cells,
            max_body_bytes: body.max_bytes,
            max_gzip_ratio: body.max_ratio,
            body_timeout: body.timeout.as_secs_f64(),
            max_batch_items,
            max_batch_work: max_work.as_secs_f64(),
            max_line_bytes,
            max_url_bytes: MAX_URL_BYTES,
        }
    }
}

impl Default for ServiceLimits {
    fn default() -> Self {
        Self::new(Limits::default(), &BodyLimits::default(), BatchLimits::default())
    }
}

/// A game, with what is known of its values.
#[derive(Serialize, ToSchema)]
#[schema(as = KnownGame)]
struct KnownEntry {
    #[serde(flatten)]
    entry: Entry,
    /// What is known of the values of all heaps together; null where each position has a theory of its own, so that no
    /// period is looked for, and for a family without its parameters.
    #[schema(required = true)]
    known: Option<Known>,
}

impl Entry {
    fn new(key: &str, rules: &dyn Run, limits: ServiceLimits) -> Self {
        let card = rules.card();
        let Card { id, name, aliases, tags, rules: words, position, text_form, example, .. } = *card;
        let schema = json!({ "$ref": format!("/openapi.json#/components/schemas/{}", schema_name(card)) });
        let parameters =
            card.parameters.map(|Parameters { text, form, example }| ParameterForm { text, form, example });
        Self {
            id,
            name,
            aliases,
            tags,
            rules: words,
            parameters,
            splits: rules.splits(),
            position: PositionForm { text: position, schema },
            example: Example {
                position: openapi::example(card),
                text: format!("{}={example}", catalogue::example_key(card)),
            },
            text_form,
            sources: card.sources,
            play: Theory { normal: card.normal, misere: card.misere },
            max_grundy: card.max_grundy,
            map: (Map::is_for(rules.shape()) || Values::is_for(rules.shape())).then(|| format!("/v1/games/{key}/map")),
            limits,
        }
    }
}

/// The card of a game as an entry; of a family with the example's parameters.
fn entry(card: &'static Card, limits: ServiceLimits) -> Result<Entry, Problem> {
    let key = catalogue::example_key(card);
    let part = position::part(&key).map_err(Problem::in_path)?;
    Ok(Entry::new(&key, &*part.run, limits))
}

/// List the games
///
/// All of them, or those that have the words of `q` and the tag.
#[utoipa::path(
    get, path = "/v1/games", tag = "catalogue", operation_id = "list_games", params(SearchQuery),
    responses((status = 200, description = "The catalogue", body = Catalogue), SearchRefusals)
)]
pub async fn list(State(service): State<Arc<Service>>, RawQuery(query): RawQuery) -> Result<Response, Problem> {
    let search = Search::from_query(&query.unwrap_or_default())?;
    let limits = ServiceLimits::of(&service);
    let games = search.cards().map(|card| entry(card, limits)).collect::<Result<_, _>>()?;
    json(&Catalogue { version: env!("CARGO_PKG_VERSION"), limits, games })
}

/// Look a game up
///
/// What the list has of it, and what is known of its values: whether they are proved to repeat.
#[utoipa::path(
    get, path = "/v1/games/{game}", tag = "catalogue", operation_id = "show_game",
    params(("game" = String, Path, description = "The key of the game, or the id of a family", example = "euclid")),
    responses((status = 200, description = "The game", body = KnownEntry), GameRefusals)
)]
pub async fn show(
    State(service): State<Arc<Service>>,
    key: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let Path(key) = key.map_err(Problem::unreadable_path)?;
    let limits = ServiceLimits::of(&service);
    if let Some(family) = openapi::cards().find(|card| card.id == key && card.parameters.is_some()) {
        return json(&KnownEntry { entry: entry(family, limits)?, known: None });
    }
    let rules = position::part(&key).map_err(Problem::in_path)?.run;
    let entry = Entry::new(&key, &*rules, limits);
    let steps = Known::steps(&*rules, &service.engine.tables);
    service
        .run(steps, move |service| json(&KnownEntry { known: Known::of(&*rules, &service.engine.tables), entry }))
        .await
}
