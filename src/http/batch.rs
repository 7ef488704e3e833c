//! `/v1/batch`: many requests at once, as a JSON list or as a stream of lines.
//!
//! Both are cut into pieces, and the pieces answered on all cores in their order. That is a chain of streams, from
//! which the rest follows: the answer's reader pulls, so a slow one slows the writer down; only so many pieces are
//! there at a time, so memory is bounded; and when the client leaves, the chain is dropped with all that waits in it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::{Request as HttpRequest, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream, StreamExt, TryStreamExt};
use grundy_core::wire::analysis::Answer;
use grundy_core::wire::batch::{Answers, Failure};
use grundy_core::wire::lines::Splitter;
use grundy_core::wire::request::Request;
use http_body_util::BodyExt;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::{BodyLimits, Share};
use super::contract::BodyRefusals;
use super::envelope::Envelope;
use super::problem::Problem;
use super::{NDJSON, Service, body, gzip};

/// How long a batch may be.
#[derive(Clone, Copy, Debug)]
pub struct BatchLimits {
    /// Requests of a JSON batch.
    pub max_items: usize,
    /// Bytes of a line of a stream, its end not counted.
    pub max_line: usize,
}

impl Default for BatchLimits {
    fn default() -> Self {
        // A line has room for a few of the longest integers.
        Self { max_items: 100_000, max_line: 1 << 20 }
    }
}

/// What tells nginx and others of its kind to pass lines on as they come.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Pieces that are worked at or wait for their turn, for each worker: while one is solved the next is there.
const PIECES_PER_WORKER: usize = 2;

/// A piece of a list has about so many bytes, as a piece of a stream has that comes in one go.
const PIECE_BYTES: usize = 32 * 1024;

/// Answers to a batch.
#[derive(ToSchema)]
#[allow(dead_code, reason = "written piece by piece; this is for the contract")]
pub(super) struct BatchAnswer<'a> {
    /// An answer for each request, in order.
    results: Vec<Item<'a>>,
    /// How many of them are failures.
    failed: usize,
}

/// An answer to one of many requests.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "for the contract")]
#[schema(as = BatchItem)]
pub(super) enum Item<'a> {
    #[schema(no_recursion)]
    Answer(Answer<'a>),
    Failure(Failure<'a>),
}

/// Answer many requests
///
/// Each request is a game of its own, and one fails without the others: in its place stands its error, with pointers
/// into that request alone.
///
/// As JSON: a list in, a list out, and the status is 200 also if all of it failed. As lines (`application/x-ndjson`,
/// `application/ndjson` or `application/jsonl`): one request a line in, one answer a line out, in order, without a limit
/// but that of the line. The first answer leaves before the last line has come, so read while you write; a client that
/// does not read is not read from. A stream that the service had to cut off ends without its last chunk, with fewer lines
/// than were sent.
#[utoipa::path(
    post, path = "/v1/batch", tag = "positions", operation_id = "batch",
    request_body(content((Envelope = "application/json"), (Request = "application/x-ndjson"))),
    responses(
        (
            status = 200, description = "The answers",
            content((BatchAnswer = "application/json"), (Item = "application/x-ndjson"))
        ),
        BodyRefusals
    )
)]
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
    let (head, body) = request.into_parts();
    let body = gzip::decoded(&head.headers, body)?;
    let (limits, tables, max_line) = (service.limits, Arc::clone(&service.tables), service.batch.max_line);
    let input =
        Input { body, splitter: Splitter::new(max_line), share: Share::default(), bounds: service.body.clone() };
    let pieces = stream::try_unfold(Some(input), next_lines);
    let jobs = pieces.map_ok(move |(piece, share)| {
        let (length, tables) = (piece.len(), Arc::clone(&tables));
        let job = move || {
            let answers = Answers::to_lines(&piece, max_line, &limits, &tables);
            drop((piece, share));
            answers
        };
        (length, job)
    });
    let mut answers = Box::pin(in_order(service, jobs).map_ok(|(json, _)| json));
    // A client that waits for 100 Continue, as curl does, gets none once the answer has begun. And what is not gzip can
    // still be answered with a problem as long as nothing else was.
    let waits = head.headers.contains_key(header::EXPECT) || head.headers.contains_key(header::CONTENT_ENCODING);
    let first = if waits { answers.next().await.transpose()? } else { None };
    let media_type = (header::CONTENT_TYPE, HeaderValue::from_static(NDJSON));
    Ok(([media_type, UNBUFFERED], Body::from_stream(stream::iter(first.map(Ok)).chain(answers))).into_response())
}

/// A stream of lines as it comes.
struct Input {
    body: Body,
    splitter: Splitter,
    /// What the line that has begun holds.
    share: Share,
    bounds: BodyLimits,
}

/// The lines that come next, with their share of the budget, and the input behind them.
async fn next_lines(input: Option<Input>) -> Result<Option<((Vec<u8>, Share), Option<Input>)>, Problem> {
    let Some(mut input) = input else { return Ok(None) };
    let timeout = input.bounds.timeout;
    loop {
        // A megabyte of gzip is a gigabyte of blank lines: others want the thread too.
        tokio::task::coop::consume_budget().await;
        let frame = tokio::time::timeout(timeout, input.body.frame()).await.map_err(|_| body::too_slow(timeout))?;
        let Some(frame) = frame else { return Ok(Some(((input.splitter.finish(), input.share), None))) };
        let Ok(data) = frame.map_err(body::broken)?.into_data() else { continue };
        let lines = input.splitter.push(&data);
        input.bounds.budget.draw_part(&mut input.share, lines.len().max(input.splitter.begun()))?;
        if !lines.is_empty() {
            return Ok(Some(((lines, std::mem::take(&mut input.share)), Some(input))));
        }
    }
}

async fn answer_list(service: &Arc<Service>, request: HttpRequest) -> Result<Response, Problem> {
    let body = body::read(body::open(request, &service.body)?, &service.body).await?;
    let (length, limits, tables) = (body.len(), service.limits, Arc::clone(&service.tables));
    let read = move |service: &Service| Ok((Envelope::read(&body, service.batch.max_items)?, body));
    let (Envelope { items, defaults }, body) = Arc::clone(service).run(length, read).await?;
    let pieces = into_pieces(items);
    let is_short = pieces.len() == 1;

    let jobs = pieces.into_iter().enumerate().map(move |(index, items)| {
        let length = items.iter().map(Bytes::len).sum();
        let tables = Arc::clone(&tables);
        let job = move || {
            let answers = Answers::to_items(items.iter().map(Bytes::as_ref), defaults, &limits, &tables)?;
            let opening: &[u8] = if index == 0 { br#"{"results":["# } else { b"," };
            Ok(Answers { json: [opening, &answers.json].concat(), ..answers })
        };
        Ok((length, job))
    });
    let failed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&failed);
    let results = in_order(service, stream::iter(jobs)).map_ok(move |(json, failed)| {
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

/// At least one piece.
fn into_pieces(items: Vec<Bytes>) -> Vec<Vec<Bytes>> {
    let (mut pieces, mut piece, mut length) = (Vec::new(), Vec::new(), 0_usize);
    for item in items {
        if length >= PIECE_BYTES {
            pieces.push(std::mem::take(&mut piece));
            length = 0;
        }
        length = length.saturating_add(item.len());
        piece.push(item);
    }
    pieces.push(piece);
    pieces
}

/// Does jobs, each for so many bytes, on all cores, and gives the JSON of their answers in the order of the jobs, and how
/// many of them are failures.
fn in_order<J, S>(service: &Service, jobs: S) -> impl Stream<Item = Result<(Bytes, usize), Problem>> + Send + use<J, S>
where
    S: Stream<Item = Result<(usize, J), Problem>> + Send,
    J: FnOnce() -> serde_json::Result<Answers> + Send + 'static,
{
    let (workers, metrics) = (service.workers.clone(), Arc::clone(&service.metrics));
    let budget = service.body.budget.clone();
    let at_once = workers.count().saturating_mul(PIECES_PER_WORKER);
    let answers = jobs.map(move |job| {
        let (workers, budget) = (workers.clone(), budget.clone());
        async move {
            let (length, job) = job?;
            let answers = workers.run_piece(length, job).await?.map_err(|error| super::unwritable(&error))?;
            Ok((budget.hold(answers.json)?, answers.failed, answers.components))
        }
    });
    answers.buffered(at_once).map_ok(move |(json, failed, components)| {
        for (game, count) in components {
            metrics.components(game, count);
        }
        (json, failed)
    })
}
