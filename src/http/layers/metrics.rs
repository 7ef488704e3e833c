//! [`Metrics`]: the counters of the service.

use std::sync::OnceLock;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use grundy_core::catalogue::cards;
use grundy_core::wire::batch::Answers;
use grundy_core::wire::engine::Components;
use prometheus::core::Collector;
use prometheus::{
    Encoder, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};

use super::problem::{HttpProblem, Problem};
use crate::server::LogThrottle;
use crate::work::overloaded::Shortage;

/// The label of all paths that do not exist, and of all unknown methods. They share a label, since clients can invent
/// any number of them.
const UNKNOWN: &str = "unknown";

/// The label of games that requests define.
const OWN: &str = "own";

/// The upper bounds of the latency histogram's buckets, in seconds. They range from the time of a short request, about
/// 10 µs, to the time of the longest request that the limits allow.
const LATENCY_BUCKETS: [f64; 11] = [2e-5, 5e-5, 1e-4, 2.5e-4, 1e-3, 5e-3, 0.025, 0.1, 0.5, 2.0, 10.0];

const REQUESTS_HELP: &str = "Requests answered; a stream that was cut off as what cut it off, 499 if its client left";

/// The counters of one process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    duration: HistogramVec,
    in_flight: IntGauge,
    positions: IntCounter,
    /// Counters by game, in the order of the catalogue. The last counter is for games that requests define.
    components: Vec<IntCounter>,
    items_answered: IntCounter,
    items_failed: IntCounter,
    /// Counters of problems, in the order of [`HttpProblem::ALL`].
    problems: Vec<IntCounter>,
    tool_calls: IntCounterVec,
    steps: IntCounter,
    shed: IntCounter,
    /// Counters of refusals, in the order of [`Shortage::ALL`].
    refused: Vec<(IntCounter, LogThrottle)>,
}

impl Metrics {
    /// Creates all counters at 0.
    ///
    /// # Errors
    /// If two metrics share a name, which is a fault of the code.
    pub fn new() -> prometheus::Result<Self> {
        let registry = Registry::new();
        #[cfg(target_os = "linux")]
        registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        let counters = |name: &str, help: &str, labels: &[&str]| {
            register(&registry, IntCounterVec::new(Opts::new(name, help), labels)?)
        };
        let version = Opts::new("grundy_build_info", "1, with the version of the service and a digest of its sources")
            .const_label("version", env!("CARGO_PKG_VERSION"))
            .const_label("build", env!("BUILD_DIGEST"));
        register(&registry, IntGauge::with_opts(version)?)?.set(1);
        let help = "Lines of streams and items of JSON batches";
        let items = counters("grundy_batch_items_total", help, &["outcome"])?;
        let help = "From the head of a request to that of its answer, or to the end of a stream";
        let latency = HistogramOpts::new("grundy_request_duration_seconds", help).buckets(LATENCY_BUCKETS.to_vec());
        Ok(Self {
            requests: counters("grundy_requests_total", REQUESTS_HELP, &["route", "method", "status"])?,
            duration: register(&registry, HistogramVec::new(latency, &["route"])?)?,
            in_flight: register(&registry, IntGauge::new("grundy_requests_in_flight", "Requests being answered")?)?,
            positions: register(&registry, IntCounter::new("grundy_positions_total", "Positions asked about")?)?,
            components: {
                let components = counters(
                    "grundy_components_total",
                    "Components of the positions that were asked about",
                    &["game"],
                )?;
                cards().map(|card| card.id).chain([OWN]).map(|id| components.with_label_values(&[id])).collect()
            },
            refused: {
                let refused = counters(
                    "grundy_refused_total",
                    "Requests refused and streams ended, by what there was too little of",
                    &["too_little"],
                )?;
                let of =
                    |shortage: &Shortage| (refused.with_label_values(&[shortage.as_str()]), LogThrottle::default());
                Shortage::ALL.iter().map(of).collect()
            },
            problems: {
                let problems = counters(
                    "grundy_problems_total",
                    "Requests answered with a problem, and streams cut off by one, by its code",
                    &["code"],
                )?;
                HttpProblem::ALL.iter().map(|code| problems.with_label_values(&[code.as_str()])).collect()
            },
            tool_calls: counters(
                "grundy_mcp_calls_total",
                "Calls of tools by language models; what failed was refused",
                &["tool", "outcome"],
            )?,
            items_answered: items.with_label_values(&["answered"]),
            items_failed: items.with_label_values(&["failed"]),
            steps: register(
                &registry,
                IntCounter::new("grundy_work_steps_total", "Steps of work, of about a nanosecond of one core each")?,
            )?,
            shed: register(
                &registry,
                IntCounter::new("grundy_shed_total", "Requests refused because the service was busy")?,
            )?,
            registry,
        })
    }

    /// Counts a request that begins.
    pub(crate) fn begin(&self) {
        self.in_flight.inc();
    }

    /// Counts a request as no longer in flight. This is called at the end of each request, even if its client has gone.
    pub(crate) fn end(&self) {
        self.in_flight.dec();
    }

    /// Counts an answer.
    pub(crate) fn answered(
        &self,
        route: &Route,
        method: &Method,
        status: StatusCode,
        problem: Option<&Problem>,
        elapsed: Duration,
    ) {
        let count = |method| self.requests.with_label_values(&[&*route.name, method, status.as_str()]);
        match (method, status) {
            (&Method::GET, StatusCode::OK) => route.got.get_or_init(|| count("GET")).inc(),
            (&Method::POST, StatusCode::OK) => route.posted.get_or_init(|| count("POST")).inc(),
            (&Method::GET | &Method::POST | &Method::HEAD, _) => count(method.as_str()).inc(),
            _ => count(UNKNOWN).inc(),
        }
        route.duration.observe(elapsed.as_secs_f64());
        if let Some(problem) = problem {
            let counters = HttpProblem::ALL.iter().zip(&self.problems);
            counters.filter(|(code, _)| **code == problem.code()).for_each(|(_, counter)| counter.inc());
        }
        if let Some(problem) = problem.filter(|problem| problem.code() == HttpProblem::Overloaded) {
            self.shed.inc();
            if let Some(shortage) = problem.shortage() {
                self.refused(shortage);
            }
        }
    }

    /// Counts a refusal. Logs refusals at most once in a few seconds.
    fn refused(&self, shortage: Shortage) {
        let known = Shortage::ALL.iter().zip(&self.refused).find(|(known, _)| **known == shortage);
        let Some((_, (counter, seldom))) = known else { return };
        counter.inc();
        if let Some(times) = seldom.again() {
            tracing::warn!(too_little = shortage.as_str(), times, "requests are refused");
        }
    }

    /// Counts answers of a batch, and the positions and components in their requests. [`Self::work`] counts the steps.
    pub(crate) fn batch(&self, answers: &Answers) {
        let Answers { failed, count, positions, components, .. } = answers;
        let answered = count.saturating_sub(*failed);
        let counters = [&self.positions, &self.items_answered, &self.items_failed];
        for (counter, count) in counters.into_iter().zip([*positions, answered, *failed]) {
            counter.inc_by(u64::try_from(count).unwrap_or(u64::MAX));
        }
        for (game, count) in components {
            self.components(*game, *count);
        }
    }

    /// Counts a position and its components.
    pub(crate) fn position(&self, components: &Components) {
        self.positions.inc();
        for (place, count) in components {
            self.components(*place, *count);
        }
    }

    /// Counts positions that consist of one component each.
    pub(crate) fn values(&self, components: &Components) {
        for (place, count) in components {
            self.positions.inc_by(u64::try_from(*count).unwrap_or(u64::MAX));
            self.components(*place, *count);
        }
    }

    /// Counts a call of a tool by a language model.
    pub(crate) fn tool(&self, name: &'static str, is_error: bool) {
        let outcome = if is_error { "failed" } else { "answered" };
        self.tool_calls.with_label_values(&[name, outcome]).inc();
    }

    /// Counts the work of a request.
    pub(crate) fn work(&self, steps: u64) {
        self.steps.inc_by(steps);
    }

    /// Counts components of the game with this index in the catalogue.
    fn components(&self, place: usize, count: usize) {
        if let Some(counter) = self.components.get(place).or(self.components.last()) {
            counter.inc_by(u64::try_from(count).unwrap_or(u64::MAX));
        }
    }

    /// Writes all counters in Prometheus's text form, together with the gauges of other parts of the program.
    pub(crate) fn text(&self, now: &Registry) -> prometheus::Result<Vec<u8>> {
        let mut families = self.registry.gather();
        families.extend(now.gather());
        let mut text = Vec::new();
        TextEncoder::new().encode(&families, &mut text)?;
        Ok(text)
    }
}

/// Adds a metric to a registry.
pub(crate) fn register<C: Collector + Clone + 'static>(registry: &Registry, metric: C) -> prometheus::Result<C> {
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}

/// The counters of one route. The counters that nearly all answers need are stored here, since finding a counter by its
/// labels takes as long as answering a short request.
#[derive(Debug)]
pub(crate) struct Route {
    name: String,
    duration: Histogram,
    got: OnceLock<IntCounter>,
    posted: OnceLock<IntCounter>,
}

impl Route {
    fn new(name: &str, metrics: &Metrics) -> Self {
        let duration = metrics.duration.with_label_values(&[name]);
        Self { name: name.to_owned(), duration, got: OnceLock::new(), posted: OnceLock::new() }
    }

    /// Returns the pattern of the route.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// The routes, by path. axum knows the route of a request as well, but only layers inside its router can read the
/// route. axum boxes and copies such layers for each request.
#[derive(Debug)]
pub(crate) struct RouteMetrics {
    known: matchit::Router<Route>,
    unknown: Route,
}

impl RouteMetrics {
    /// Creates routes from these patterns, such as `/v1/games/{game}`.
    ///
    /// # Errors
    /// If two patterns match the same path.
    pub(crate) fn new(patterns: &[&str], metrics: &Metrics) -> Result<Self, matchit::InsertError> {
        let mut known = matchit::Router::new();
        for pattern in patterns {
            known.insert(*pattern, Route::new(pattern, metrics))?;
        }
        Ok(Self { known, unknown: Route::new(UNKNOWN, metrics) })
    }

    /// Returns the route to which a path leads.
    pub(crate) fn of(&self, path: &str) -> &Route {
        self.known.at(path).map_or(&self.unknown, |found| found.value)
    }
}
