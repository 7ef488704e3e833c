//! `/v1/games`: the catalogue of games.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use grundy_core::number::meter::Meter;
use grundy_core::theory::graphs::product::ProductLimits;
use grundy_core::wire::catalogue::{CatalogueAnswer, Lookup};
use grundy_core::wire::engine;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::parameters;
use grundy_core::wire::search::CatalogueSearch;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

#[cfg(test)]
use super::annotations::{GameRefusals, KnownEntry, SearchQuery, SearchRefusals};
use crate::http::layers::answer::{json, json_bytes};
use crate::http::layers::body::BodyLimits;
use crate::http::layers::exchange::MAX_URL_BYTES;
use crate::http::layers::gzip::{GZIP, is_wanted};
use crate::http::layers::problem::Problem;
use crate::http::layers::service::{BatchLimits, Service};

/// The limits of one request. The example has the default limits.
#[derive(Serialize, Clone, Copy)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Limits, example = json!(ServiceLimits::default())))]
pub struct ServiceLimits {
    /// The largest number of decimal digits of one integer.
    max_digits: usize,
    /// The largest number of components of one position.
    max_components: usize,
    /// The largest number of games of one request. A key of a position and a definition of a game count as one game
    /// each.
    max_games: usize,
    /// The largest amount of work for one request, in seconds of one core. The service counts the work in steps of
    /// about a nanosecond.
    max_work: f64,
    /// The largest number of vertices of a graph that a request defines. It is also the largest number of positions
    /// that the rules of a game may reach.
    max_vertices: u32,
    /// The largest number of edges of a graph that a request defines. It is also the largest number of moves between
    /// the positions that the rules of a game reach.
    max_edges: u32,
    /// The largest number of steps and rides of a game that vectors define.
    max_vectors: usize,
    /// The largest number of cells in the table of a game that vectors define.
    max_cells: u64,
    /// The largest number of positions of a sum that is searched as a whole, and of a game of vectors in which a number
    /// can grow.
    max_states: u64,
    /// The largest number of heaps in the table of a game of heaps.
    max_heaps: usize,
    /// The largest number of bytes of the rules of one game; 0 if no rules are accepted.
    max_rules: usize,
    /// The largest number of bytes of memory for the positions that the rules of a game reach.
    max_rules_memory: usize,
    /// The largest number of bytes of a certificate.
    max_certificate: usize,
    /// The largest number of values in which formulas are looked for.
    max_find: usize,
    /// The largest number of bytes of a body after decompression. A stream may have any length.
    max_body_bytes: usize,
    /// The largest ratio of a body's length to the length of its gzip. A body of at most 64 KiB may have any ratio.
    max_gzip_ratio: usize,
    /// The number of seconds within which a body, or the next part of a stream, must arrive.
    body_timeout: f64,
    /// The largest number of requests in a JSON batch.
    max_batch_items: usize,
    /// The largest amount of work for a whole JSON batch, in seconds of one core.
    max_batch_work: f64,
    /// The largest number of bytes of a line of a stream.
    max_line_bytes: usize,
    /// The largest number of bytes of a URL's path and query string.
    max_url_bytes: usize,
}

impl ServiceLimits {
    /// Writes the limits as JSON.
    fn of(service: &Service) -> Result<Box<RawValue>, Problem> {
        let engine = &service.engine;
        to_raw_value(&Self::new(engine.limits, engine.tables.search, &service.body, service.batch))
            .map_err(|error| Problem::unwritable(&error))
    }

    fn new(position: RequestLimits, search: ProductLimits, body: &BodyLimits, batch: BatchLimits) -> Self {
        let RequestLimits {
            max_digits,
            max_components,
            max_games,
            max_steps,
            max_vertices,
            max_edges,
            max_vectors,
            max_cells,
            max_heaps,
            max_rules,
            max_rules_memory,
            max_certificate,
            max_find,
        } = position;
        let BatchLimits { max_items: max_batch_items, max_line: max_line_bytes, max_work } = batch;
        Self {
            max_digits,
            max_components,
            max_games,
            max_work: Duration::from_nanos(max_steps).as_secs_f64(),
            max_vertices,
            max_edges,
            max_vectors,
            max_cells,
            max_states: search.states,
            max_heaps,
            max_rules,
            max_rules_memory,
            max_certificate,
            max_find,
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

#[cfg(test)]
impl Default for ServiceLimits {
    fn default() -> Self {
        let search = ProductLimits::default();
        Self::new(RequestLimits::default(), search, &BodyLimits::default(), BatchLimits::default())
    }
}

/// List the games
///
/// Returns all games, or only those that have words of `q` and the tag in `tag`. With words, the best match comes first,
/// and rare words count more. The number of a problem is found together with its judge, such as POJ 1704. If `q` names
/// games that are not here, `elsewhere` says why. If no game is found, `advice` says what to try instead.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/games", tag = "catalogue", operation_id = "list_games", params(SearchQuery),
    responses((status = 200, description = "The catalogue", body = CatalogueAnswer), SearchRefusals)
))]
pub async fn list(
    State(service): State<Arc<Service>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if query.is_none() && is_wanted(&headers) {
        return packed(&service);
    }
    json(&answer(&service, &CatalogueSearch::from_query(&query.unwrap_or_default())?)?)
}

fn answer(service: &Service, search: &CatalogueSearch) -> Result<CatalogueAnswer, Problem> {
    let limits = ServiceLimits::of(service)?;
    CatalogueAnswer::of(search, env!("CARGO_PKG_VERSION"), &limits).map_err(Problem::in_path)
}

/// Answers with the whole catalogue as gzip. The catalogue is compressed once, with the best compression, since each
/// page loads it before the first move. With the fast compression that other answers use, the gzip would be 1.5 times
/// as long.
fn packed(service: &Service) -> Result<Response, Problem> {
    let gzip = if let Some(gzip) = service.catalogue.get() {
        gzip
    } else {
        let answer = answer(service, &CatalogueSearch::default())?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        let written = serde_json::to_writer(&mut gzip, &answer).map_err(io::Error::from).and_then(|()| gzip.finish());
        let written = written.map_err(|error| Problem::unwritable(&error))?;
        service.catalogue.get_or_init(|| written.into())
    };
    let mut response = json_bytes(gzip.clone());
    response.headers_mut().insert(header::CONTENT_ENCODING, GZIP);
    Ok(response)
}

/// Look a game up
///
/// Returns the game's entry in the catalogue, and whether the values of the game are proved to repeat.
#[cfg_attr(test, utoipa::path(
    get, path = "/v1/games/{game}", tag = "catalogue", operation_id = "show_game",
    params(("game" = String, Path, description = "The key of the game, or the id of a family", example = "euclid")),
    responses((status = 200, description = "The game", body = KnownEntry), GameRefusals)
))]
pub async fn show(
    State(service): State<Arc<Service>>,
    key: Result<Path<String>, PathRejection>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let Path(key) = key.map_err(Problem::unreadable_path)?;
    let lookup = Lookup::of(&key, &ServiceLimits::of(&service)?).map_err(Problem::in_path)?;
    parameters::none(&query.unwrap_or_default())?;
    let job = move |service: &Service, meter: &Meter| {
        engine::run(meter, || engine::json(&lookup.answer(&service.engine.tables)?))
    };
    service.run(0, job).await.map(json_bytes)
}
