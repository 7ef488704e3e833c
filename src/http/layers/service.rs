//! [`Service`]: what the handlers share, and where the work of a request is done.

use std::sync::Arc;
use std::time::Duration;

use grundy_core::number::meter::{Meter, Spent, Stop};
use grundy_core::wire::engine::{Engine, NoAnswer, Question, RequestText};
use grundy_core::wire::value_table::ValueTable;

use super::body::BodyLimits;
use super::cache::Tags;
use super::metrics::Metrics;
use super::problem::Problem;
use crate::server::{Drain, Tally};
use crate::work::overloaded::Overloaded;
use crate::work::queue::{IN_PLACE_STEPS, LONG_STEPS, SHORT_STEPS, SLICE_STEPS, Workers, fits};
use crate::work::streams::Streams;

/// What the handlers share.
#[derive(Clone, Debug)]
pub struct Service {
    /// What answers: how much one position may ask for, and what is worked out once for all requests.
    pub engine: Arc<Engine>,
    /// What caches know its answers by.
    pub tags: Tags,
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
    pub mcp_hosts: grundy_mcp::Hosts,
    /// Whether `X-Forwarded-For` comes from a proxy of ours, so that the log may have it.
    pub trusts_forwarded: bool,
    /// Are the counts shown to everybody? Not if there is an admin listener.
    pub public_metrics: bool,
}

/// How long a batch may be.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// Requests of a JSON batch.
    pub max_items: usize,
    /// Bytes of a line of a stream, its end not counted.
    pub max_line: usize,
    /// Work of a JSON batch in all, in time of one core: a nanosecond is a step.
    pub max_work: Duration,
}

impl Default for BatchLimits {
    fn default() -> Self {
        // A line has room for a few of the longest integers.
        Self { max_items: 100_000, max_line: 1 << 20, max_work: Duration::from_secs(10) }
    }
}

/// Reading takes about so many steps a byte. A request is not begun in a room that this alone may take.
const STEPS_A_BYTE: u64 = 6;

impl Service {
    /// The answer to a request, which is counted.
    pub(crate) fn answer(&self, question: Question, asked: RequestText, meter: &Meter) -> Result<Vec<u8>, NoAnswer> {
        let engine: &Engine = &self.engine;
        let outcome = engine.answer(question, asked, meter);
        if !matches!(outcome.answer, Err(NoAnswer::Stopped(_))) && !outcome.asked.is_empty() {
            self.metrics.position(&outcome.asked);
        }
        outcome.answer
    }

    /// The values of many positions, which are counted.
    pub(crate) fn table(&self, asked: RequestText, meter: &Meter) -> Result<ValueTable, NoAnswer> {
        let outcome = self.engine.table(asked, meter);
        if !matches!(outcome.answer, Err(NoAnswer::Stopped(_))) {
            self.metrics.values(&outcome.asked);
        }
        outcome.answer
    }

    /// Does the work of a request of so many bytes, where there is room for it.
    ///
    /// # Errors
    /// Why there is no answer; 503 if the work is long and there is too much of it. Panics in `job` go on in the caller.
    pub(crate) async fn run<T: Send + 'static>(
        self: Arc<Self>,
        bytes: usize,
        job: impl Fn(&Self, &Meter) -> Result<T, NoAnswer> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        if fits(bytes, STEPS_A_BYTE, IN_PLACE_STEPS) {
            let meter = self.engine.meter().in_room(IN_PLACE_STEPS);
            let outcome = job(&self, &meter);
            self.metrics.work(meter.done());
            if !has_no_room(&outcome) {
                return Ok(outcome?);
            }
        }
        // In a box: short work, whose future is moved about with it, needs no room for this.
        Box::pin(self.run_elsewhere(bytes, Arc::new(job))).await
    }

    async fn run_elsewhere<T: Send + 'static>(
        self: Arc<Self>,
        bytes: usize,
        job: Arc<impl Fn(&Self, &Meter) -> Result<T, NoAnswer> + Send + Sync + 'static>,
    ) -> Result<T, Problem> {
        let rooms = [SHORT_STEPS, SLICE_STEPS]
            .into_iter()
            .filter(|steps| fits(bytes, STEPS_A_BYTE, *steps))
            .map(|steps| (steps, steps));
        for (steps, room) in rooms.chain([(LONG_STEPS, u64::MAX)]) {
            let (service, job) = (Arc::clone(&self), Arc::clone(&job));
            let begin = move |stop: &Stop| {
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
