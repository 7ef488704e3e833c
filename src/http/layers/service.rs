//! [`Service`]: the state that handlers share. It also does the work of a request, on the current thread or on a
//! worker.

use grundy_core::number::cost;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Bytes;
use grundy_core::number::meter::{Meter, Spent, Stop};
use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::value_table::ValueTable;

use super::body::BodyLimits;
use super::cache::Tags;
use super::metrics::Metrics;
use super::problem::Problem;
use crate::server::{Drain, Tally};
use crate::work::overloaded::Overloaded;
use crate::work::queue::{
    ENDLESS_STEPS, IN_PLACE_STEPS, LONG_STEPS, MEDIUM_STEPS, SHORT_STEPS, SLICE_STEPS, Workers, fits,
};
use crate::work::streams::Streams;

/// The state that the handlers share.
#[derive(Clone, Debug)]
pub struct Service {
    /// The engine, with the limits of one position and the tables that all requests share.
    pub engine: Arc<Engine>,
    /// The whole catalogue as gzip, once somebody has asked for it.
    pub catalogue: OnceLock<Bytes>,
    /// Computes the `ETag`s, by which caches recognize answers.
    pub tags: Tags,
    /// The limits of bodies.
    pub body: BodyLimits,
    /// The limits of batches.
    pub batch: BatchLimits,
    /// Limits how many streams are open, and how slowly their clients may send.
    pub streams: Streams,
    /// The threads for long work.
    pub workers: Workers,
    /// Tells whether the service is stopping.
    pub drain: Drain,
    /// The counters.
    pub metrics: Arc<Metrics>,
    /// The counters of the listener.
    pub connections: Arc<Tally>,
    /// The host names under which tools for language models may be called.
    pub mcp_hosts: grundy_mcp::Hosts,
    /// True if a proxy of the operator sets `X-Forwarded-For`. Otherwise this header is not logged.
    pub trusts_forwarded: bool,
    /// True if every client may read the counters. False if there is an admin listener.
    pub public_metrics: bool,
}

/// The limits of batches.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// The largest number of requests in one JSON batch.
    pub max_items: usize,
    /// The longest line of a stream, in bytes. The line break does not count.
    pub max_line: usize,
    /// The largest amount of work of a JSON batch, as the time of one core. A step counts as a nanosecond.
    pub max_work: Duration,
}

impl Default for BatchLimits {
    fn default() -> Self {
        // A line of `max_line` bytes can contain a few of the longest integers.
        Self { max_items: 100_000, max_line: 1 << 20, max_work: Duration::from_secs(10) }
    }
}

impl Service {
    /// Answers a request, and counts it.
    pub(crate) fn answer(&self, question: Question, asked: RequestText, meter: &Meter) -> Result<Vec<u8>, NoAnswer> {
        let engine: &Engine = &self.engine;
        let outcome = engine.answer(question, asked, meter);
        if !matches!(outcome.answer, Err(NoAnswer::Stopped(_))) && !outcome.asked.is_empty() {
            self.metrics.position(&outcome.asked);
        }
        outcome.answer
    }

    /// Computes the values of many positions, and counts them.
    pub(crate) fn table(&self, asked: RequestText, meter: &Meter) -> Result<ValueTable, NoAnswer> {
        let outcome = self.engine.table(asked, meter);
        if !matches!(outcome.answer, Err(NoAnswer::Stopped(_))) {
            self.metrics.values(&outcome.asked);
        }
        outcome.answer
    }

    /// Does the work of a request: short work on the current thread, and longer work on a worker. `bytes` is the length
    /// of the request.
    ///
    /// # Errors
    /// If there is no answer. 503 if the work is long and too much work waits. If `job` panics, the caller panics, too.
    pub(crate) async fn run<T: Send + 'static>(
        self: Arc<Self>,
        bytes: usize,
        job: impl Fn(&Self, &Meter) -> Result<T, NoAnswer> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        if fits(bytes, cost::ENTRY, IN_PLACE_STEPS) {
            let meter = self.engine.meter().in_room(IN_PLACE_STEPS);
            let outcome = job(&self, &meter);
            self.metrics.work(meter.done());
            if !has_no_room(&outcome) {
                return Ok(outcome?);
            }
        }
        // This future is in a box. Otherwise the future of short work, which is moved often, would be as large as this
        // one.
        Box::pin(self.run_elsewhere(bytes, Arc::new(job))).await
    }

    async fn run_elsewhere<T: Send + 'static>(
        self: Arc<Self>,
        bytes: usize,
        job: Arc<impl Fn(&Self, &Meter) -> Result<T, NoAnswer> + Send + Sync + 'static>,
    ) -> Result<T, Problem> {
        let tries = [SHORT_STEPS, SLICE_STEPS, MEDIUM_STEPS, LONG_STEPS]
            .into_iter()
            .filter(|steps| fits(bytes, cost::NUMBER, *steps));
        for steps in tries.chain([ENDLESS_STEPS]) {
            let (service, job) = (Arc::clone(&self), Arc::clone(&job));
            let begin = move |stop: &Stop, most: u64| {
                // Long work is not tried with less than its thread allows. Shorter tries are, wherever they are made.
                let room = if steps < LONG_STEPS { steps } else { most };
                let meter = service.engine.meter().in_room(room).until(stop);
                let outcome = job(&service, &meter);
                service.metrics.work(meter.done());
                outcome
            };
            let outcome = self.workers.run(steps, begin).await?;
            if !has_no_room(&outcome) {
                return Ok(outcome?);
            }
        }
        Err(Overloaded::stopping().into())
    }
}

fn has_no_room<T>(outcome: &Result<T, NoAnswer>) -> bool {
    matches!(outcome, Err(NoAnswer::Stopped(Spent::Room)))
}
