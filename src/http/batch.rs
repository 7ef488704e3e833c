//! `/v1/batch`: many requests at once, as a JSON list or as a stream of lines.
//!
//! Both are cut into pieces, and the pieces answered on all cores in their order. That is a chain of streams, from
//! which the rest follows: the answer's reader pulls, so a slow one slows the writer down; only so many pieces are
//! there at a time, so memory is bounded; and when the client leaves, the chain is dropped with all that waits in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};
use grundy_core::wire::batch::{self, Answers};
use grundy_core::wire::lines::Splitter;
use grundy_core::wire::request::Defaults;
use grundy_core::wire::work;
use http_body_util::BodyExt;
use tokio::time::timeout;

use super::body::{BodyLimits, Share};
#[cfg(test)]
use super::contract::{BatchAnswer, BatchItem, BodyRefusals, Request};
use super::envelope::Envelope;
use super::gzip::{Coding, Inflater};
use super::pace::Place;
use super::problem::{Code, Problem};
use super::work::{Account, SHORT_STEPS, Stop, Workers};
use super::{NDJSON, Service, body, streams};

/// How long a batch may be.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// Requests of a JSON batch.
    pub max_items: usize,
    /// Bytes of a line of a stream, its end not counted.
    pub max_line: usize,
    /// Work of a JSON batch in all, in time of one core as it is estimated beforehand.
    pub max_work: Duration,
}

impl Default for BatchLimits {
    fn default() -> Self {
        // A line has room for a few of the longest integers.
        Self { max_items: 100_000, max_line: 1 << 20, max_work: Duration::from_secs(10) }
    }
}

/// What tells nginx and others of its kind to pass lines on as they come.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Pieces that are worked at or wait for their turn, for each worker: while one is solved the next is there.
const PIECES_PER_WORKER: usize = 2;

/// A piece of a list has about so many bytes, as a piece of a stream has that comes in one go.
const PIECE_BYTES: usize = 32 * 1024;

/// A piece has no more items once it takes about so many steps, 5 ms: others wait for the worker.
const PIECE_STEPS: u64 = 5_000_000;

/// Finding the items of a list takes about so many steps for each byte, and telling their work as many.
const STEPS_PER_BYTE_OF_LIST: u64 = 3;

/// What it takes to say that an item is over the budget.
const STEPS_PER_REFUSAL: u64 = 2_000;

/// Answer many requests
///
/// Each request is a game of its own, and one fails without the others: its error is in its place, with pointers
/// into that request alone.
///
/// As JSON: a list in, a list out, and the status is 200 also if all of it failed. It has a budget of work in all: requests
/// over it are `too-costly`, always the same ones. As lines (`application/x-ndjson`,
/// `application/ndjson` or `application/jsonl`): one request a line in, one answer a line out, in order, without a limit
/// but that of the line. The first answer leaves before the last line has come, so read while you write; a client that
/// does not read is not read from. A stream that the service had to cut off ends without its last chunk, with fewer lines
/// than were sent.
#[cfg_attr(test, utoipa::path(
    post, path = "/v1/batch", tag = "positions", operation_id = "batch",
    request_body(content((Envelope = "application/json"), (Request = "application/x-ndjson"))),
    responses(
        (
            status = 200, description = "The answers",
            content((BatchAnswer = "application/json"), (BatchItem = "application/x-ndjson"))
        ),
        BodyRefusals
    )
))]
pub(super) async fn post(State(service): State<Arc<Service>>, request: HttpRequest) -> Result<Response, Problem> {
    match body::media_type(request.headers()).map(str::to_ascii_lowercase).as_deref() {
        Some(NDJSON | "application/ndjson" | "application/jsonl") => answer_lines(&service, request).await,
        Some(found) if body::is_json(found) => answer_list(&service, request).await,
        found => {
            let advice = "send a list with the header Content-Type: application/json, or a request a line with \
                          application/x-ndjson";
            Err(body::unsupported(found, advice))
        }
    }
}

async fn answer_lines(service: &Service, request: HttpRequest) -> Result<Response, Problem> {
    let place = service.streams.enter()?;
    let (head, body) = request.into_parts();
    let account = Account::of_stream();
    let inflater = match Coding::of(&head.headers)? {
        Coding::Identity => None,
        Coding::Gzip => Some(Inflater::new(service.body.max_ratio)),
    };
    let (engine, max_line) = (Arc::clone(&service.engine), service.batch.max_line);
    let input = Input {
        body,
        inflater,
        packed: Bytes::new(),
        workers: service.workers.clone(),
        account: account.clone(),
        splitter: Splitter::new(max_line),
        share: Share::default(),
        bounds: service.body.clone(),
        place,
        pace: Pace::new(service.streams.least_bytes(service.body.timeout), service.body.timeout),
    };
    let pieces = stream::try_unfold(Some(input), next_lines);
    let jobs = pieces.map_ok(move |(piece, share)| {
        let (steps, engine) = (steps_of_lines(piece.len(), engine.limits.max_digits), Arc::clone(&engine));
        let job = move |stop: &Stop| {
            let answers = Answers::to_lines(&piece, max_line, &engine, || !stop.is_asked_for());
            drop((piece, share));
            answers
        };
        (steps, job)
    });
    let mut answers = Box::pin(in_order(service, account, jobs).map_ok(|(json, _)| json));
    // A client that waits for 100 Continue, as curl does, gets none once the answer has begun. And what is not gzip can
    // still be answered with a problem as long as nothing else was.
    let waits = head.headers.contains_key(header::EXPECT) || head.headers.contains_key(header::CONTENT_ENCODING);
    let first = if waits { answers.next().await.transpose()? } else { None };
    let media_type = (header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    Ok(([media_type, UNBUFFERED], Body::from_stream(stream::iter(first.map(Ok)).chain(answers))).into_response())
}

/// About how many steps so many bytes of lines take. Long integers are not looked for, which would take a part of what
/// answering takes; what they really took is put right afterwards. But what may have them is not short.
fn steps_of_lines(bytes: usize, max_digits: usize) -> u64 {
    let (usual, most) = (work::steps_of_bytes(bytes), work::most_steps(bytes, max_digits));
    if most <= SHORT_STEPS { usual.max(most / 4) } else { usual.max(SHORT_STEPS.saturating_add(1)) }
}

/// A stream of lines as it comes.
struct Input {
    body: Body,
    inflater: Option<Inflater>,
    /// What came and was not inflated yet.
    packed: Bytes,
    workers: Workers,
    account: Account,
    splitter: Splitter,
    /// What the line that has begun holds.
    share: Share,
    bounds: BodyLimits,
    place: Place,
    pace: Pace,
}

/// The lines that come next, with their share of the budget, and the input behind them.
async fn next_lines(input: Option<Input>) -> Result<Option<((Vec<u8>, Share), Option<Input>)>, Problem> {
    let Some(mut input) = input else { return Ok(None) };
    loop {
        // A megabyte of gzip is many blank lines: others want the thread too.
        tokio::task::coop::consume_budget().await;
        let data = if input.packed.is_empty() { input.frame().await? } else { Some(input.packed.split_off(0)) };
        let lines = match (data, input.inflater.take()) {
            (Some(data), None) => input.splitter.push(&data),
            (Some(mut data), Some(mut inflater)) => {
                let step = Inflater::step(&mut data);
                input.packed = data;
                let steps = inflater.steps(step.len());
                let job = move |_: &Stop| inflater.push(&step).map(|lines| (lines, inflater));
                let (lines, inflater) = input.workers.run_piece(&input.account, steps, job).await??;
                input.inflater = Some(inflater);
                input.splitter.push(&lines)
            }
            (None, mut inflater) => {
                let rest = inflater.as_mut().map(Inflater::finish).transpose()?.unwrap_or_default();
                let lines = [input.splitter.push(&rest), input.splitter.finish()].concat();
                return Ok(Some(((lines, input.share), None)));
            }
        };
        input.bounds.budget.draw_part(&mut input.share, lines.len().max(input.splitter.begun()))?;
        if !lines.is_empty() {
            return Ok(Some(((lines, std::mem::take(&mut input.share)), Some(input))));
        }
    }
}

impl Input {
    /// What comes next, none at the end.
    ///
    /// # Errors
    /// 408 if it comes too slowly, 503 if it is the slowest and others want its place, 400 if it broke off.
    async fn frame(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            let start = Instant::now();
            let frame = tokio::select! {
                frame = timeout(self.pace.left(), self.body.frame()) => frame.map_err(|_| self.pace.too_slow())?,
                () = self.place.dismissed() => return Err(streams::dismissed()),
            };
            let Some(frame) = frame else { return Ok(None) };
            let Ok(data) = frame.map_err(body::broken)?.into_data() else { continue };
            self.place.came(data.len());
            self.pace.came(data.len(), start.elapsed());
            if !data.is_empty() {
                return Ok(Some(data));
            }
        }
    }
}

/// The least rate of a stream: so many bytes in so much time. Only the time counts in which the service waits for the
/// client, and not that in which the client waits for answers, or takes none.
struct Pace {
    least_bytes: usize,
    within: Duration,
    waited: Duration,
    bytes: usize,
}

impl Pace {
    fn new(least_bytes: usize, within: Duration) -> Self {
        Self { least_bytes, within, waited: Duration::ZERO, bytes: 0 }
    }

    /// How long may be waited for what comes next.
    fn left(&self) -> Duration {
        self.within.saturating_sub(self.waited)
    }

    fn came(&mut self, bytes: usize, waited: Duration) {
        self.waited = self.waited.saturating_add(waited);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes >= self.least_bytes {
            (self.waited, self.bytes) = (Duration::ZERO, 0);
        }
    }

    fn too_slow(&self) -> Problem {
        let (bytes, seconds) = (self.least_bytes, self.within.as_secs_f32());
        let detail = format!("a stream has to send at least {bytes} bytes in {seconds} s, while it is waited for");
        Problem::new(Code::RequestTimeout, detail)
    }
}

async fn answer_list(service: &Arc<Service>, request: HttpRequest) -> Result<Response, Problem> {
    let opened = body::open(request, &service.body)?;
    let body = body::read(opened, &service.body, &service.workers).await?;
    let engine = Arc::clone(&service.engine);
    let steps = u64::try_from(body.len()).unwrap_or(u64::MAX).saturating_mul(STEPS_PER_BYTE_OF_LIST);
    let read = move |service: &Service| {
        let Envelope { items, defaults } = Envelope::read(&body, service.batch.max_items)?;
        Ok((within_budget(items, defaults, service), defaults, body))
    };
    let (items, defaults, body) = Arc::clone(service).run(steps, read).await?;
    let pieces = into_pieces(items);
    let is_short = pieces.len() == 1;

    let jobs = pieces.into_iter().enumerate().map(move |(index, Piece { items, steps, .. })| {
        let engine = Arc::clone(&engine);
        let job = move |stop: &Stop| {
            let items = items.iter().map(|(item, is_affordable)| match is_affordable {
                true => batch::Item::Affordable(item),
                false => batch::Item::TooCostly(item),
            });
            let answers = Answers::to_items(items, defaults, &engine, || !stop.is_asked_for())?;
            let opening: &[u8] = if index == 0 { br#"{"results":["# } else { b"," };
            Ok(Answers { json: [opening, &answers.json].concat(), ..answers })
        };
        Ok((steps, job))
    });
    let failed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&failed);
    let results = in_order(service, Account::default(), stream::iter(jobs)).map_ok(move |(json, failed)| {
        count.fetch_add(failed, Ordering::Relaxed);
        json
    });
    let ending = stream::once(async move {
        // The body's memory is taken until its last piece is answered.
        drop(body);
        Ok(Bytes::from(format!(r#"],"failed":{}}}"#, failed.load(Ordering::Relaxed))))
    });
    let json = results.chain(ending);
    let media_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
    if !is_short {
        return Ok((media_type, Body::from_stream(json)).into_response());
    }
    let parts: Vec<Bytes> = json.try_collect().await?;
    let whole = parts.concat();
    // Their share is for the whole now.
    drop(parts);
    service.body.budget.hold_answer((media_type, whole).into_response())
}

/// An item, about how many steps it takes, and whether the budget has that.
struct Weighed {
    item: Bytes,
    steps: u64,
    is_affordable: bool,
}

/// The items in their order, and which of them the budget of the batch has enough for: always the same ones.
fn within_budget(items: Vec<Bytes>, defaults: Defaults, service: &Service) -> Vec<Weighed> {
    let mut left = u64::try_from(service.batch.max_work.as_nanos()).unwrap_or(u64::MAX);
    let weigh = |item: Bytes| {
        let steps = batch::steps(&item, defaults, &service.engine.limits);
        let is_affordable = steps <= left;
        // A refusal is written, too.
        let steps = if is_affordable { steps } else { STEPS_PER_REFUSAL };
        left = left.saturating_sub(steps);
        Weighed { item, steps, is_affordable }
    };
    items.into_iter().map(weigh).collect()
}

/// Items that are answered by one worker in one go.
#[derive(Default)]
struct Piece {
    items: Vec<(Bytes, bool)>,
    bytes: usize,
    steps: u64,
}

/// At least one piece.
fn into_pieces(items: Vec<Weighed>) -> Vec<Piece> {
    let (mut pieces, mut piece) = (Vec::new(), Piece::default());
    for Weighed { item, steps, is_affordable } in items {
        if piece.bytes >= PIECE_BYTES || piece.steps >= PIECE_STEPS {
            pieces.push(std::mem::take(&mut piece));
        }
        piece.bytes = piece.bytes.saturating_add(item.len());
        piece.steps = piece.steps.saturating_add(steps);
        piece.items.push((item, is_affordable));
    }
    pieces.push(piece);
    pieces
}

/// Does jobs, each of about so many steps, on all cores, and gives the JSON of their answers in the order of the jobs, and
/// how many of them are failures.
///
/// The stream is pulled: a job is put into the queue when there is room for its answer, so a client that takes none has
/// none there, and what was put there is done whether this is polled or not.
fn in_order<J, S>(
    service: &Service,
    account: Account,
    jobs: S,
) -> impl Stream<Item = Result<(Bytes, usize), Problem>> + Send + use<J, S>
where
    S: Stream<Item = Result<(u64, J), Problem>> + Send,
    J: FnOnce(&Stop) -> serde_json::Result<Answers> + Send + 'static,
{
    let (workers, metrics) = (service.workers.clone(), Arc::clone(&service.metrics));
    let budget = service.body.budget.clone();
    let at_once = workers.count().saturating_mul(PIECES_PER_WORKER);
    let answers = jobs.map(move |job| {
        let (workers, budget, account) = (workers.clone(), budget.clone(), account.clone());
        async move {
            let (steps, job) = job?;
            let held = move |stop: &Stop| {
                let mut answers = job(stop).map_err(|error| super::unwritable(&error))?;
                let json = budget.hold(std::mem::take(&mut answers.json))?;
                Ok((json, answers))
            };
            workers.run_piece(&account, steps, held).await?
        }
    });
    answers.buffered(at_once).map_ok(move |(json, answers)| {
        metrics.batch(&answers);
        (json, answers.failed)
    })
}
