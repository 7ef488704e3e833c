//! The service over HTTP: one file a resource. It knows no game.

use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use futures_util::FutureExt;
use grundy_core::wire::engine::Engine;
use serde::Serialize;
use tower::service_fn;
use tower_http::cors::{Any, CorsLayer};

use crate::server::{App, Drain, Tally};
use batch::BatchLimits;
use body::BodyLimits;
use exchange::Exchanges;
use mcp::{Hosts, Mcp};
pub use metrics::Metrics;
use problem::{Code, Problem};
use streams::Streams;
use work::Workers;

mod analyze;
pub mod batch;
pub mod body;
mod catalogue;
#[cfg(test)]
mod contract;
mod docs;
mod envelope;
mod exchange;
mod file;
mod gzip;
mod head;
mod map;
pub mod mcp;
mod metrics;
mod moves;
pub mod openapi;
mod pace;
mod play;
pub(crate) mod playground;
mod probes;
pub mod problem;
mod problems;
mod question;
pub mod streams;
pub mod work;

/// The media type of a stream of lines, which has other names too.
const NDJSON: &str = "application/x-ndjson";

/// What the handlers share.
#[derive(Clone, Debug)]
pub struct Service {
    /// What answers: how much one position may ask for, and what is worked out once for all requests.
    pub engine: Arc<Engine>,
    /// How long and how slow a body may be.
    pub body: BodyLimits,
    /// How long a batch may be.
    pub batch: BatchLimits,
    /// How many streams there may be, and how slow.
    pub streams: Streams,
    /// Where long work runs.
    pub workers: Workers,
    /// Is the server stopping?
    pub drain: Drain,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What the listener counts.
    pub connections: Arc<Tally>,
    /// The names under which tools for language models may be called.
    pub mcp_hosts: Hosts,
    /// Are the counts shown to everybody? Not if there is an admin listener.
    pub public_metrics: bool,
}

/// The resources, and their annotations, which are the contract.
///
/// A macro, since the same list makes both, and utoipa's router, which does so too, makes both at once: the service has no
/// need of that, since it has the contract as a file.
macro_rules! resources {
    ($($pattern:literal => $($method:ident $module:ident::$handler:ident),+;)+) => {
        const PATTERNS: &[&str] = &[$($pattern),+];

        fn router() -> Router<Arc<Service>> {
            Router::new()$(.route($pattern, MethodRouter::new()$(.$method($module::$handler))+))+
        }

        /// The OpenAPI document.
        #[cfg(test)]
        fn contract() -> utoipa::openapi::OpenApi {
            let frame = <contract::Frame as utoipa::OpenApi>::openapi();
            let router = utoipa_axum::router::OpenApiRouter::<Arc<Service>>::with_openapi(frame);
            router$(.routes(utoipa_axum::routes!($($module::$handler),+)))+.into_openapi()
        }
    };
}

resources! {
    "/v1/analyze" => post analyze::post, get analyze::get;
    "/v1/moves" => post moves::post, get moves::get;
    "/v1/play" => post play::post;
    "/v1/batch" => post batch::post;
    "/v1/games" => get catalogue::list;
    "/v1/games/{game}" => get catalogue::show;
    "/v1/games/{game}/map" => get map::show;
    "/problems" => get problems::list;
    "/problems/{code}" => get problems::show;
    "/healthz" => get probes::healthz;
    "/readyz" => get probes::readyz;
    "/metrics" => get metrics::show;
}

/// The paths that are not in the contract.
const PAGES: [&str; 13] = [
    "/",
    "/games",
    "/games/",
    "/games/{game}",
    "/games/{game}/",
    "/mcp",
    "/embed",
    "/playground/{*path}",
    "/docs",
    "/docs/",
    "/docs/{*file}",
    "/openapi.json",
    "/openapi.yaml",
];

/// The whole service.
///
/// # Errors
/// If two patterns take the same path, which is a fault of the code.
pub fn app(service: &Arc<Service>) -> Result<impl App + use<>, Box<dyn Error + Send + Sync>> {
    let resources = router();
    let mcp = Mcp::new(resources.clone().with_state(Arc::clone(service)), service);
    let routes = resources
        .route("/mcp", post(move |request| mcp.clone().answer(request)))
        .route("/", get(playground::page))
        .route("/embed", get(playground::embed))
        .route("/games", get(playground::games_folder))
        .route("/games/", get(playground::games))
        .route("/games/{game}", get(playground::game_folder))
        .route("/games/{game}/", get(playground::game))
        .route("/playground/{*path}", get(playground::file))
        .route("/openapi.json", get(openapi::answer_json))
        .route("/openapi.yaml", get(openapi::answer_yaml))
        .route("/docs", get(docs::folder))
        .route("/docs/", get(docs::page))
        .route("/docs/{*file}", get(docs::file))
        .with_state(Arc::clone(service));
    let patterns: Vec<&str> = PATTERNS.iter().copied().chain(PAGES).collect();
    around(routes, &patterns, &service.metrics, &service.workers)
}

/// What the admin listener serves: probes and counts, outside all caps, so that a flood does not get a healthy process
/// killed.
pub fn admin(service: Arc<Service>) -> Router {
    Router::new()
        .route("/healthz", get(probes::healthz))
        .route("/readyz", get(probes::readyz))
        .route("/metrics", get(metrics::admin))
        .with_state(service)
}

/// Routes of these patterns, with what every exchange gets.
///
/// # Errors
/// If two patterns take the same path.
pub fn around(
    routes: Router,
    patterns: &[&str],
    metrics: &Arc<Metrics>,
    workers: &Workers,
) -> Result<impl App + use<>, Box<dyn Error + Send + Sync>> {
    // Only preflights come this far: no route takes OPTIONS. What other answers need of CORS, the exchange adds, for a
    // fifth of what this layer costs.
    let preflight = CorsLayer::new().allow_origin(Any).allow_methods([Method::GET, Method::POST]).allow_headers([
        header::CONTENT_TYPE,
        header::IF_NONE_MATCH,
        exchange::REQUEST_ID,
        // Of the Model Context Protocol, whose endpoint has an opinion of its own about pages.
        HeaderName::from_static("mcp-protocol-version"),
        HeaderName::from_static("mcp-method"),
        HeaderName::from_static("mcp-name"),
    ]);
    let routes = routes
        .fallback(exchange::not_found.layer(preflight.clone()))
        .method_not_allowed_fallback(exchange::method_not_allowed.layer(preflight));
    let exchanges = Arc::new(Exchanges::new(routes, patterns, metrics, workers)?);
    Ok(service_fn(move |request| Arc::clone(&exchanges).answer(request).map(Ok)))
}

/// Room for a usual answer: without it, it would be copied twice while it grows.
const JSON_BYTES: usize = 512;

/// An answer of 200 with this JSON.
fn json(value: &impl Serialize) -> Result<Response, Problem> {
    let mut json = Vec::with_capacity(JSON_BYTES);
    match serde_json::to_writer(&mut json, value) {
        Ok(()) => Ok(json_bytes(json)),
        Err(error) => Err(unwritable(&error)),
    }
}

/// So many headers an answer has at the most, but for rare ones: a table that grows is copied.
const HEADERS: usize = 8;

/// An answer of 200 that was written already.
fn json_bytes(json: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(json));
    *response.headers_mut() = HeaderMap::with_capacity(HEADERS);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The problem of an answer that can't be written, which is a fault of the code.
fn unwritable(error: &impl std::error::Error) -> Problem {
    tracing::error!(%error, "an answer could not be written");
    Problem::new(Code::Internal, "the answer could not be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_has_the_routes() {
        let mut patterns = PATTERNS.to_vec();
        patterns.sort_unstable();
        assert!(contract().paths.paths.keys().eq(patterns));
    }
}
