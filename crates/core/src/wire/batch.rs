//! Batches of requests. Each request is answered separately. If one request fails, the other requests are still
//! answered. The items of a JSON batch are read in the same way as the lines of a stream.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use super::engine::{self, Components, Engine, append_analysis};
use super::fault::{Code, Fault};
use super::games::Games;
use super::id::Id;
use super::json::append;
use super::lines::requests;
use super::problem::Document;
use super::request::{Defaults, Rejected, Request};
use crate::number::meter::{Ran, Session, Share, Spent, Stop};

pub use shared::{Shared, StreamSection};

mod shared;

/// The length of the answer to a short request, divided by the length of the request. Memory for all answers is
/// reserved at once, because a buffer that grows is copied.
const GROWTH: usize = 6;

/// Memory for the answers is reserved in proportion to the bytes of the requests, up to this number of bytes. If the
/// requests of a batch are longer, the buffer may grow. If a single request is longer, its answer is short, or solving
/// it takes far longer than copying its answer.
const MOST_RESERVED: usize = 64 * 1024;

/// The answer of a batch to a request that failed.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Failure))]
pub struct BatchFailure<'a> {
    /// The `id` of the request, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Id>, nullable = false))]
    id: Option<&'a Id>,
    /// In a stream: the number of the request's line, counted from 1. Blank lines are counted too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    line: Option<u64>,
    /// The faults of the request. Their pointers are relative to this request, not to the batch.
    #[cfg_attr(feature = "openapi", schema(value_type = Document))]
    error: Document<'a>,
}

/// A request of a batch.
#[derive(Clone, Copy, Debug)]
pub struct Item<'t> {
    /// The request's JSON.
    pub text: &'t [u8],
    /// The number of the request's line in a stream, counted from 1.
    pub line: Option<u64>,
}

impl<'t> Item<'t> {
    /// Creates the item for a request in a JSON list.
    #[must_use]
    pub fn of_list(text: &'t [u8]) -> Self {
        Self { text, line: None }
    }

    /// Finds the requests in these lines of a stream. The first line has the number `first`.
    pub fn of_lines(lines: &'t [u8], first: u64) -> impl Iterator<Item = Self> {
        requests(lines, first).map(|(line, text)| Self { text, line: Some(line) })
    }
}

/// How the requests of a batch are read and how their answers are written.
#[derive(Clone, Copy, Debug)]
pub struct BatchSettings<'g> {
    /// Defaults for fields that a request leaves out.
    pub defaults: Defaults<'g>,
    /// The longest request, in bytes.
    pub max_bytes: usize,
    /// The byte after each answer.
    pub separator: u8,
}

impl<'g> BatchSettings<'g> {
    /// Returns the terms for a stream whose lines have at most `max_line` bytes. Unlike a JSON batch, a stream does not
    /// set defaults for its requests.
    #[must_use]
    pub fn of_lines(max_line: usize) -> Self {
        Self { defaults: Defaults::default(), max_bytes: max_line, separator: b'\n' }
    }

    /// Returns these [`BatchSettings`], but with `games` as the games that the requests share.
    #[must_use]
    pub fn with_games(self, games: &'g Arc<Games>) -> Self {
        Self { defaults: Defaults { games: Some(games), ..self.defaults }, ..self }
    }
}

/// The limits of the part of a batch that is answered without a break.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'s> {
    /// No request begins once this number of steps is done.
    pub steps: u64,
    /// True if a request that has begun must also end within these steps. Otherwise this request may take all the steps
    /// that one request may take.
    pub is_strict: bool,
    /// The number of steps that the batch may be charged.
    pub budget: u64,
    /// The bill of the requests before this slice.
    pub before: &'s Bill,
    /// Stops the work once nobody waits for it any more.
    pub stop: &'s Stop,
}

/// The steps that requests of a batch are charged together. If several of them need the same cached value, they are
/// charged for it once. Otherwise a batch of cheap requests about large tables would be charged a hundred times the steps
/// that are done. Whether the value was in the cache before the batch makes no difference.
#[derive(Clone, Debug, Default)]
pub struct Bill {
    own: u64,
    of_shared: u64,
    shared: HashMap<[u64; 2], u64>,
}

impl Bill {
    /// Returns the number of steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.own.saturating_add(self.of_shared)
    }

    /// Adds the bill of further requests.
    pub fn add(&mut self, more: &Self) {
        self.add_own(more.own);
        more.shared.iter().for_each(|(key, steps)| self.add_shared(*key, *steps));
    }

    /// Returns by how many steps [`Self::add`] would make this bill longer.
    #[must_use]
    pub fn steps_of(&self, more: &Self) -> u64 {
        let beyond = |(key, steps): (&[u64; 2], &u64)| steps.saturating_sub(self.shared.get(key).copied().unwrap_or(0));
        more.shared.iter().map(beyond).fold(more.own, u64::saturating_add)
    }

    /// Adds steps that are for one request only.
    pub(crate) fn add_own(&mut self, steps: u64) {
        self.own = self.own.saturating_add(steps);
    }

    fn add_shared(&mut self, key: [u64; 2], steps: u64) {
        let known = self.shared.entry(key).or_default();
        let more = steps.saturating_sub(*known);
        *known = known.saturating_add(more);
        self.of_shared = self.of_shared.saturating_add(more);
    }

    /// Returns the bill of a request that was charged `charged` steps. Some of these steps were for cached values.
    fn of_request(charged: u64, shared: Vec<Share>) -> Self {
        let mut bill = Self::default();
        let of_shared = shared.iter().filter(|share| share.is_charged).map(|share| share.steps);
        bill.add_own(of_shared.fold(charged, u64::saturating_sub));
        for Share { key, steps, .. } in shared {
            bill.add_shared(key, steps);
        }
        bill
    }
}

/// Answers to some of the requests of a batch, in the order of the requests.
#[derive(Debug, Default)]
pub struct Answers {
    /// The answers' JSON, one after the other, each followed by the separator.
    pub json: Vec<u8>,
    /// The number of answers.
    pub count: usize,
    /// How many of the answers are failures.
    pub failed: usize,
    /// The number of positions in the requests.
    pub positions: usize,
    /// For each game: its [`Summand::place`](crate::solve::Summand::place), and the number of its components in the
    /// requests.
    pub components: Components,
    /// The bill of these requests.
    pub bill: Bill,
    /// The number of steps that were really done. Steps for cached results are not included, but the steps in `in_vain`
    /// are.
    pub done: u64,
    /// The number of steps that were done for a request that was not answered before the slice ended.
    pub in_vain: u64,
    /// True if no request of the batch is left to be answered.
    pub is_whole: bool,
}

impl Answers {
    /// Answers requests until the slice ends. All requests together have `bytes` bytes. The first [`Answers::count`]
    /// requests are answered, and the later ones are left for the next slice. A request that costs more steps than
    /// remain of [`Slice::budget`] is refused, and so are all requests after it. If the same batch is sent again, the
    /// same requests are refused.
    ///
    /// # Errors
    /// If an answer can't be written, which is a fault of the code.
    pub fn of<'i>(
        requests: impl Iterator<Item = Item<'i>>,
        bytes: usize,
        terms: BatchSettings,
        slice: Slice,
        engine: &Engine,
    ) -> serde_json::Result<Self> {
        let json = Vec::with_capacity(bytes.min(MOST_RESERVED).saturating_mul(GROWTH));
        let mut answers = Self { json, ..Self::default() };
        let session = Session::begin(Some(slice.stop));
        if slice.budget < u64::MAX {
            session.note_shares();
        }
        let mut bill = slice.before.clone();
        for Item { text, line } in requests {
            if answers.done >= slice.steps {
                return Ok(answers);
            }
            let left = slice.budget.saturating_sub(bill.steps());
            // The request may be charged for values that are on the bill already.
            let most = if left == 0 { 0 } else { engine.limits.max_steps.min(left.saturating_add(bill.of_shared)) };
            let room = if slice.is_strict { slice.steps.saturating_sub(answers.done) } else { u64::MAX };
            let before = answers.json.len();
            // The id and the components of the request, once the request is read.
            let (mut id, mut components) = (None, None);
            let json = &mut answers.json;
            let ran = session.run(most, room, || {
                let answer = match read(text, terms, engine) {
                    Ok(request) => {
                        components = Some(engine::components(&request.position));
                        id.clone_from(&request.id);
                        append_analysis(json, request, &engine.tables)?
                    }
                    Err(rejected) => Err(rejected),
                };
                match answer {
                    Ok(()) => Ok(true),
                    Err(rejected) => fail(json, &rejected, line).map(|()| false),
                }
            });
            let Ran { outcome, charged, done, shared, .. } = ran;
            answers.done = answers.done.saturating_add(done);
            let more = Bill::of_request(charged, shared);
            let (more, is_answered) = match outcome {
                Ok(is_answered) if bill.steps_of(&more) <= left => (more, is_answered?),
                Err(Spent::Room | Spent::Stopped) => {
                    json.truncate(before);
                    answers.in_vain = done;
                    return Ok(answers);
                }
                Ok(_) | Err(Spent::Limit { .. }) => {
                    json.truncate(before);
                    let of_request = outcome.err().filter(|_| most == engine.limits.max_steps);
                    let fault = of_request.map_or_else(over_budget, Fault::spent);
                    fail(json, &Rejected { id: id.or_else(|| Id::of_body(text)), faults: fault.into() }, line)?;
                    (Bill { own: charged.min(left), ..Bill::default() }, false)
                }
            };
            bill.add(&more);
            answers.bill.add(&more);
            answers.json.push(terms.separator);
            answers.count = answers.count.saturating_add(1);
            answers.failed = answers.failed.saturating_add(usize::from(!is_answered));
            answers.note(components);
        }
        answers.is_whole = true;
        Ok(answers)
    }

    /// Answers all requests in these lines. The first line has the number `first` in its stream.
    ///
    /// # Errors
    /// If an answer can't be written, which is a fault of the code.
    pub fn of_lines(
        text: &[u8],
        first: u64,
        terms: BatchSettings,
        engine: &Engine,
        stop: &Stop,
    ) -> serde_json::Result<Self> {
        let all = Slice { steps: u64::MAX, is_strict: false, budget: u64::MAX, before: &Bill::default(), stop };
        Self::of(Item::of_lines(text, first), text.len(), terms, all, engine)
    }

    fn note(&mut self, components: Option<Components>) {
        let Some(components) = components else { return };
        self.positions = self.positions.saturating_add(1);
        for (place, more) in components {
            match self.components.iter_mut().find(|(known, _)| *known == place) {
                Some((_, count)) => *count = count.saturating_add(more),
                None => self.components.push((place, more)),
            }
        }
    }
}

/// Reads a request, unless it is too long.
fn read(
    text: &[u8],
    BatchSettings { defaults, max_bytes, .. }: BatchSettings,
    engine: &Engine,
) -> Result<Request, Rejected> {
    if text.len() > max_bytes {
        let detail = format!("the line is too long: it may have at most {max_bytes} bytes");
        return Err(Fault::new(Code::InvalidRequest, detail).into());
    }
    Request::from_json(text, defaults, &engine.limits)
}

fn fail(json: &mut Vec<u8>, Rejected { id, faults }: &Rejected, line: Option<u64>) -> serde_json::Result<()> {
    append(json, &BatchFailure { id: id.as_ref(), line, error: Document::of(faults) })
}

fn over_budget() -> Fault {
    let detail = "the requests before this one took what a batch may take in all, or this one would: send it in another \
                  batch, or as a line of a stream";
    Fault::new(Code::TooCostly, detail)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn answers(requests: &[&str], budget: u64) -> Answers {
        let slice =
            Slice { steps: u64::MAX, is_strict: false, budget, before: &Bill::default(), stop: &Stop::default() };
        let texts = requests.iter().map(|request| Item::of_list(request.as_bytes()));
        Answers::of(texts, 0, BatchSettings::of_lines(100), slice, &Engine::default()).unwrap()
    }

    fn values(answers: &Answers) -> Vec<Value> {
        let text = std::str::from_utf8(&answers.json).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn what_a_batch_has_left_is_for_the_first_requests() {
        let cheap = r#"{"position": {"nim": [1]}, "id": "cheap"}"#;
        let dear = r#"{"position": {"octal(0.77)": [9]}, "id": "dear"}"#;
        let all = answers(&[cheap, dear, cheap], u64::MAX);
        assert_eq!(all.failed, 0);
        let of_all = all.bill.steps();
        let of_one = answers(&[cheap], u64::MAX).bill.steps();
        for (left, refused) in
            [(of_all, 0), (of_all - 1, 1), (of_all - of_one - 1, 2), (of_one, 2), (of_one - 1, 3), (0, 3)]
        {
            let some = answers(&[cheap, dear, cheap], left);
            let failed: Vec<bool> = values(&some).iter().map(|answer| answer.get("error").is_some()).collect();
            assert_eq!(failed, (0..3).map(|place| place >= 3 - refused).collect::<Vec<_>>(), "{left} of {of_all}");
            assert!(values(&some).iter().all(|answer| answer["id"].is_string()));
            assert!(some.bill.steps() <= left);
        }
    }

    #[test]
    fn requests_of_a_batch_pay_once_for_a_value_that_all_of_them_need() {
        let large = r#"{"position": {"octal(0.077)": [3000]}}"#;
        let engine = Engine::default();
        let of = |count: usize, budget: u64| {
            let slice =
                Slice { steps: u64::MAX, is_strict: false, budget, before: &Bill::default(), stop: &Stop::default() };
            let texts = std::iter::repeat_n(Item::of_list(large.as_bytes()), count);
            Answers::of(texts, 0, BatchSettings::of_lines(100), slice, &engine).unwrap()
        };
        let [one, two, ten] = [1, 2, 10].map(|count| of(count, u64::MAX - 1).bill.steps());
        assert!(two - one < one / 10, "{one} {two}");
        assert_eq!(ten - two, 8 * (two - one));
        assert_eq!([ten, ten - 1].map(|budget| of(10, budget).failed), [0, 1]);
    }

    #[test]
    fn a_slice_ends_where_there_is_no_more_room() {
        let requests = [r#"{"position": {"nim": [1]}}"#; 10];
        let whole = answers(&requests, u64::MAX);
        for is_strict in [false, true] {
            let slice = Slice {
                steps: whole.bill.steps() / 2,
                is_strict,
                budget: u64::MAX,
                before: &Bill::default(),
                stop: &Stop::default(),
            };
            let texts = || requests.iter().map(|request| Item::of_list(request.as_bytes()));
            let first = Answers::of(texts(), 0, BatchSettings::of_lines(100), slice, &Engine::default()).unwrap();
            assert_eq!(first.count, 5);
            let rest =
                Answers::of(texts().skip(5), 0, BatchSettings::of_lines(100), slice, &Engine::default()).unwrap();
            assert_eq!([first.json, rest.json].concat(), whole.json);
        }
        let stop = Stop::default();
        stop.ask();
        let slice =
            Slice { steps: u64::MAX, is_strict: false, budget: u64::MAX, before: &Bill::default(), stop: &stop };
        let dear = [r#"{"position": {"octal(0.007)": [2000]}}"#];
        let none = Answers::of(
            dear.iter().map(|text| Item::of_list(text.as_bytes())),
            0,
            BatchSettings::of_lines(100),
            slice,
            &Engine::default(),
        )
        .unwrap();
        assert_eq!(none.count, 0);
    }
}
