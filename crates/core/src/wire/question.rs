//! The questions about a position, and [`Engine`], which answers them: request in, answer out, both JSON, as the service
//! does it over HTTP and the bindings without.

use serde::Serialize;

use super::analysis::Analysis;
use super::fault::Faults;
use super::limits::Limits;
use super::moves::{self, Listing, Paging};
use super::play::{CallersMove, Turn};
use super::request::{Defaults, Explain, Fields, Rejected, Request};
use super::work::{self, Size, Weight};
use super::writer;
use crate::solve::cost;
use crate::theory::Tables;

/// What answers: the limits of one request, and the tables that all of them share.
#[derive(Debug, Default)]
pub struct Engine {
    /// How much one request may ask for.
    pub limits: Limits,
    /// What was worked out before. Answers never depend on it.
    pub tables: Tables,
}

/// Estimates the work of a request of this size.
type Steps<E> = fn(&Request<E>, Size, &Limits) -> u64;

/// Answers a request of this size.
type Answer<E> = fn(Request<E>, Size, &Engine) -> Result<Vec<u8>, NoAnswer>;

/// A kind of question about a position, whose requests have these fields of their own.
#[derive(Debug)]
pub struct Question<E: 'static> {
    /// How often the work on a position is done.
    weight: fn(&Request<E>) -> Weight,
    /// About how many steps it takes, if there is more to do than solving.
    steps: Option<Steps<E>>,
    /// Is the sum searched as a whole, too?
    searches: fn(&Request<E>) -> bool,
    /// The answer.
    answer: Answer<E>,
}

/// Who wins, the value, the move to make: [`Answer`](super::analysis::Answer).
pub const ANALYSIS: Question<Explain> = Question {
    weight: |request| Weight::of_analysis(request.play, request.own.explain),
    steps: None,
    searches: |request| request.own.remoteness,
    answer: |request, _, engine| {
        json(&Analysis::of(request, &engine.tables).map_err(|rejected| rejected.faults)?.answer())
    },
};

/// The options, a page at a time: [`Listing`].
pub const MOVES: Question<Paging> = Question {
    weight: |request| Weight::of_analysis(request.play, false),
    steps: Some(moves::steps),
    searches: |_| false,
    answer: |request, size, engine| json(&Listing::within(request, size, &engine.tables, &engine.limits)?),
};

/// A move and the reply: [`TurnAnswer`](super::play::TurnAnswer).
pub const TURN: Question<CallersMove> = Question {
    weight: |_| Weight::TURN,
    steps: None,
    searches: |_| false,
    answer: |request, _, engine| json(&Turn::of(request, &engine.tables, &engine.limits)?.answer()),
};

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// What is wrong with the request.
    Faults(Faults),
    /// The answer can't be written, which is a fault of the code.
    Unwritable(serde_json::Error),
}

impl<E: Fields> Question<E> {
    /// About how many steps, of a nanosecond each, it takes to answer a request of this text.
    #[must_use]
    pub fn steps(&self, request: &Request<E>, text: &[u8], engine: &Engine) -> u64 {
        /// Up to here the most that it can take will do.
        const FEW_STEPS: u64 = 100_000;
        let of_text = match self.steps {
            Some(steps) => steps(request, Size::of(text), &engine.limits),
            // Nearly all are so short that nothing in them needs to be looked for.
            None => Some(work::most_steps(text.len(), engine.limits.max_digits))
                .filter(|most| *most <= FEW_STEPS)
                .unwrap_or_else(|| Size::of(text).steps((self.weight)(request))),
        };
        // A short text may ask for a long table.
        of_text.saturating_add(cost(&request.position, request.play, (self.searches)(request), &engine.tables))
    }

    /// Is the work on a request within the limit?
    ///
    /// # Errors
    /// `too-costly`.
    pub fn check(&self, request: &Request<E>, engine: &Engine) -> Result<(), Faults> {
        Ok(work::check(request.squares, (self.weight)(request), engine.limits.max_cost)?)
    }

    /// Answers a request of this text, which was [checked](Self::check).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer(&self, request: Request<E>, text: &[u8], engine: &Engine) -> Result<Vec<u8>, NoAnswer> {
        let size = if self.steps.is_some() { Size::of(text) } else { Size::default() };
        (self.answer)(request, size, engine)
    }

    /// Reads a request in JSON and answers it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer_json(&self, text: &[u8], engine: &Engine) -> Result<Vec<u8>, NoAnswer> {
        let request = Request::from_json(text, Defaults::default(), &engine.limits);
        self.answer_read(request, text, engine)
    }

    /// Reads a request from a query string, percent-encoded, without its question mark, and answers it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer_query(&self, query: &str, engine: &Engine) -> Result<Vec<u8>, NoAnswer> {
        self.answer_read(Request::from_query(query, &engine.limits), query.as_bytes(), engine)
    }

    fn answer_read(
        &self,
        request: Result<Request<E>, Rejected>,
        text: &[u8],
        engine: &Engine,
    ) -> Result<Vec<u8>, NoAnswer> {
        let request = request.map_err(|rejected| rejected.faults)?;
        self.check(&request, engine)?;
        self.answer(request, text, engine)
    }
}

/// Room for a usual answer: without it, it would be copied twice while it grows.
const JSON_BYTES: usize = 512;

fn json(answer: &impl Serialize) -> Result<Vec<u8>, NoAnswer> {
    let mut json = Vec::with_capacity(JSON_BYTES);
    writer::append(&mut json, answer).map_err(NoAnswer::Unwritable)?;
    Ok(json)
}

impl From<Faults> for NoAnswer {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}
