//! [`OpenExchange`]: an exchange that is not over yet.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use axum::http::{Request, StatusCode};

use super::log::LogEntry;
use super::metrics::{Metrics, RouteMetrics};
use super::problem::Problem;
use crate::server::Sent;

/// An exchange that is not over yet. It is counted when it begins and when it ends.
pub(super) struct OpenExchange {
    metrics: Arc<Metrics>,
    routes: Arc<RouteMetrics>,
    pub(super) entry: LogEntry,
}

impl OpenExchange {
    pub(super) fn begin(
        metrics: &Arc<Metrics>,
        routes: &Arc<RouteMetrics>,
        trusts_forwarded: bool,
        request: &Request<impl Sent>,
    ) -> Self {
        metrics.begin();
        let (metrics, routes) = (Arc::clone(metrics), Arc::clone(routes));
        Self { metrics, routes, entry: LogEntry::of(request, trusts_forwarded) }
    }

    /// Returns the pattern of the route to which the request leads.
    pub(super) fn route(&self) -> &str {
        self.routes.of(self.entry.uri.path()).name()
    }

    /// Counts how the exchange ended. Returns the time that the exchange took.
    pub(super) fn count(&self, status: StatusCode, problem: Option<&Problem>) -> Duration {
        let LogEntry { start, method, uri, .. } = &self.entry;
        let elapsed = start.elapsed();
        self.metrics.answered(self.routes.of(uri.path()), method, status, problem, elapsed);
        elapsed
    }
}

impl Drop for OpenExchange {
    fn drop(&mut self) {
        self.metrics.end();
    }
}

/// Returns the message of a panic.
pub(super) fn message(panic: &(dyn Any + Send)) -> &str {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    message.unwrap_or_default()
}
