//! `/healthz` and `/readyz`: the probes of orchestrators and load balancers.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

#[cfg(test)]
use super::annotations::FixedRefusals;
use crate::http::layers::service::Service;

/// Check that the process is alive
///
/// Answers as long as the process runs, whatever its load.
#[cfg_attr(test, utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, description = "Alive", body = String), FixedRefusals)))]
pub async fn healthz() -> Response {
    probe(StatusCode::OK, "ok\n")
}

/// Check that requests may be sent here
///
/// Fails while the service is stopping, but never because of load. If a busy replica were taken out of service, the
/// other replicas would become busier.
#[cfg_attr(test, utoipa::path(
    get, path = "/readyz", tag = "operations",
    responses(
        (status = 200, description = "Ready", body = String),
        FixedRefusals,
        (status = 503, description = "Stopping", body = String)
    )
))]
pub async fn readyz(State(service): State<Arc<Service>>) -> Response {
    if service.drain.has_begun() {
        return probe(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    probe(StatusCode::OK, "ready\n")
}

fn probe(status: StatusCode, text: &'static str) -> Response {
    let mut response = (status, text).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
