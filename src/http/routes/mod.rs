//! The resources of the service. Each resource has a file. This file lists all resources.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler as _;
use axum::routing::{MethodRouter, get, post};
use tower::BoxError;

use super::layers::cors;
use super::layers::exchange::around;
use super::layers::service::Service;
use crate::server::App;
use mcp::Mcp;

mod analyze;
#[cfg(test)]
mod annotations;
mod batch;
mod catalogue;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod examples;
mod llms;
mod map;
mod mcp;
mod metrics;
mod moves;
pub mod openapi;
mod play;
pub(crate) mod playground;
mod probes;
mod problems;
mod quotient;
mod robots;
mod values;

/// Routes with their patterns. Exchanges are counted by pattern.
#[derive(Default)]
struct Routes {
    router: Router<Arc<Service>>,
    patterns: Vec<&'static str>,
}

impl Routes {
    fn route(self, pattern: &'static str, methods: MethodRouter<Arc<Service>>) -> Self {
        let Self { router, mut patterns } = self;
        patterns.push(pattern);
        Self { router: router.route(pattern, methods), patterns }
    }
}

/// Returns the routes that the contract (`openapi.yaml`) describes.
fn resources() -> Routes {
    Routes::default()
        .route("/v1/analyze", get(analyze::get).post(analyze::post))
        .route("/v1/moves", get(moves::get).post(moves::post))
        .route("/v1/play", post(play::post))
        .route("/v1/values", get(values::get).post(values::post))
        .route("/v1/quotient", post(quotient::post))
        .route("/v1/batch", post(batch::post))
        .route("/v1/games", get(catalogue::list))
        .route("/v1/games/{game}", get(catalogue::show))
        .route("/v1/games/{game}/map", get(map::show))
        .route("/v1/games/{game}/quotient", get(quotient::show))
        .route("/problems", get(problems::list))
        .route("/problems/{code}", get(problems::show))
        .route("/healthz", get(probes::healthz))
        .route("/readyz", get(probes::readyz))
        .route("/metrics", get(metrics::show))
}

/// Builds the whole service.
///
/// # Errors
/// If two patterns match the same path, which is a fault of the code.
pub fn app(service: &Arc<Service>) -> Result<impl App + use<>, BoxError> {
    let resources = resources();
    let mcp = Mcp::new(resources.router.clone().with_state(Arc::clone(service)), service);
    let Routes { router, patterns } = resources
        .route("/mcp", post(move |request| mcp.clone().answer(request)))
        .route("/", get(playground::page))
        .route("/embed", get(playground::embed))
        .route("/favicon.ico", get(playground::icon))
        .route("/robots.txt", get(robots::robots))
        .route("/llms.txt", get(llms::llms))
        .route("/desk", get(playground::desk_folder))
        .route("/desk/", get(playground::desk))
        .route("/games", get(playground::games_folder))
        .route("/games/", get(playground::games))
        .route("/games/{game}", get(playground::game_folder))
        .route("/games/{game}/", get(playground::game))
        .route("/playground/{*path}", get(playground::file))
        .route("/openapi.json", get(openapi::answer_json))
        .route("/openapi.yaml", get(openapi::answer_yaml))
        .route("/docs", get(playground::docs_folder))
        .route("/docs/", get(playground::docs));
    let Service { metrics, workers, trusts_forwarded, .. } = &**service;
    let router = router.with_state(Arc::clone(service)).fallback(playground::nowhere.layer(cors::preflight()));
    around(router, &patterns, metrics, workers, *trusts_forwarded)
}

/// Builds the routes of the admin listener: probes and counters. The limits on requests do not apply to these routes,
/// so that a flood of requests does not get a healthy process killed.
pub fn admin(service: Arc<Service>) -> Router {
    Router::new()
        .route("/healthz", get(probes::healthz))
        .route("/readyz", get(probes::readyz))
        .route("/metrics", get(metrics::admin))
        .with_state(service)
}

/// Speaks the Model Context Protocol on standard input and output, with one message on each line. Returns when the
/// input has ended and all messages are answered.
///
/// # Errors
/// If the output can't be written.
pub async fn speak_mcp(service: Arc<Service>) -> std::io::Result<()> {
    mcp::speak(resources().router.with_state(Arc::clone(&service)), service).await
}
