//! `/metrics`: the counters in Prometheus's text form.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use grundy_core::theory::cache::CacheKind;
use prometheus::{IntCounter, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry};

#[cfg(test)]
use super::annotations::PathRefusals;
use crate::http::layers::metrics::register;
use crate::http::layers::problem::{HttpProblem, Problem};
use crate::http::layers::service::Service;
use crate::work::machine;

/// Show the counters of this process
///
/// Returns the counters in Prometheus's text form. If the service has an admin listener, only that listener returns the
/// counters, and this path is 404 not-found.
#[cfg_attr(test, utoipa::path(
    get, path = "/metrics", tag = "operations", operation_id = "metrics",
    responses((status = 200, description = "The counts", body = String), PathRefusals)
))]
pub async fn show(State(service): State<Arc<Service>>) -> Result<Response, Problem> {
    if !service.public_metrics {
        return Err(Problem::new(HttpProblem::NotFound, "metrics are at the admin listener"));
    }
    Ok(page(&service))
}

/// Answers with the counters, at the admin listener.
pub(super) async fn admin(State(service): State<Arc<Service>>) -> Response {
    page(&service)
}

fn page(service: &Service) -> Response {
    let media_type = HeaderValue::from_static("text/plain; version=0.0.4");
    match text(service) {
        Ok(text) => {
            ([(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], text)
                .into_response()
        }
        Err(error) => {
            tracing::error!(%error, "the metrics could not be written");
            Problem::new(HttpProblem::Internal, "the metrics could not be written").into_response()
        }
    }
}

/// Writes the counters, with the current gauges.
fn text(service: &Service) -> prometheus::Result<Vec<u8>> {
    let now = Registry::new();
    let Service { workers, streams, body, connections, .. } = service;
    for (name, help, value) in [
        ("grundy_workers", "Pieces of long work that are done at a time", workers.count()),
        ("grundy_work_running", "Pieces of long work that are being done", workers.running()),
        ("grundy_work_waiting", "Pieces of long work that wait", workers.waiting()),
        ("grundy_streams_open", "Streams of lines", streams.open()),
        ("grundy_body_budget_used_bytes", "Memory that long bodies and answers hold", body.budget.used()),
        ("grundy_connections_open", "Connections", connections.open()),
    ] {
        register(&now, IntGauge::new(name, help)?)?.set(i64::try_from(value).unwrap_or(i64::MAX));
    }
    if let Some(limit) = machine::memory_limit() {
        let help = "Memory that the container may take, over which it is killed; absent without a limit";
        register(&now, IntGauge::new("grundy_memory_limit_bytes", help)?)?
            .set(i64::try_from(limit).unwrap_or(i64::MAX));
    }
    let help = "Connections that were closed or refused because there were too many or too slow ones";
    let closed = register(&now, IntCounterVec::new(Opts::new("grundy_connections_closed_total", help), &["why"])?)?;
    for (reason, count) in connections.closed() {
        closed.with_label_values(&[reason]).inc_by(count);
    }
    of_cache(&now, service)?;
    register(&now, IntCounter::new("grundy_work_total", "Pieces of long work that were begun")?)?
        .inc_by(workers.begun());
    service.metrics.text(&now)
}

/// Registers the metrics of the cache, for each kind of entry.
fn of_cache(now: &Registry, service: &Service) -> prometheus::Result<()> {
    let gauge = Opts::new("grundy_cache_bytes", "Memory of what is kept for later requests, by what it is");
    let bytes = register(now, IntGaugeVec::new(gauge, &["kind"])?)?;
    let counters = |name: &str, help: &str| register(now, IntCounterVec::new(Opts::new(name, help), &["kind"])?);
    let hits = counters("grundy_cache_hits_total", "Times that what was asked for was kept")?;
    let misses = counters("grundy_cache_misses_total", "Times that it took work")?;
    let evictions = counters("grundy_cache_evictions_total", "What made room for what was used later")?;
    for (kind, counts) in CacheKind::ALL.iter().zip(service.engine.tables.cache.counts()) {
        let kind = &[kind.as_str()];
        bytes.with_label_values(kind).set(i64::try_from(counts.bytes).unwrap_or(i64::MAX));
        hits.with_label_values(kind).inc_by(counts.hits);
        misses.with_label_values(kind).inc_by(counts.misses);
        evictions.with_label_values(kind).inc_by(counts.evictions);
    }
    Ok(())
}
