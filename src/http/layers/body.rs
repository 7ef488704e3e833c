//! Reads request bodies. Checks the type, length and speed of each body, and the memory of all bodies together.

use std::cell::OnceCell;
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, header};
use futures_util::FutureExt;
use grundy_core::number::meter::Stop;
use http_body_util::BodyExt;
use tokio::task::futures::TaskLocalFuture;

use super::answer::NDJSON;
use super::gzip::{Coding, Inflater};
use super::problem::{HttpProblem, Problem};
use crate::work::WatchedTransfer;
use crate::work::budget::{Budget, BudgetShare, out_of_memory};
use crate::work::queue::Workers;
use grundy_core::wire::fault;

/// The limits of request bodies.
#[derive(Clone, Debug)]
pub struct BodyLimits {
    /// The longest body, in bytes.
    pub max_bytes: usize,
    /// The largest ratio of a body's length to the length of its gzip.
    pub max_ratio: usize,
    /// The longest time from the head of the request to the last byte of the body. A stream may take longer, but must
    /// keep a least rate, averaged over this time (see [`Streams`](crate::work::streams::Streams)).
    pub timeout: Duration,
    /// The memory of all long bodies and all long answers together.
    pub budget: Budget,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { max_bytes: 64 << 20, max_ratio: 50, timeout: Duration::from_secs(30), budget: Budget::default() }
    }
}

/// A whole body, with its share of the memory budget.
#[derive(Debug)]
pub struct Whole {
    bytes: Bytes,
    _share: BudgetShare,
}

impl Deref for Whole {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.bytes
    }
}

tokio::task_local! {
    /// The body of the request that the current task answers.
    static READ: OnceCell<ReadBody>;
}

/// A body, and the time at which it was complete.
#[derive(Debug)]
pub(crate) struct ReadBody {
    pub bytes: Bytes,
    pub at: Instant,
}

/// Runs the handler of a request. If the handler reads the body, the body is remembered for the log. The answer itself
/// cannot carry the body, since a handler that panics returns no answer. An extension of the request would cost an
/// allocation for every small request.
pub(crate) fn remembering<F: Future>(answer: F) -> TaskLocalFuture<OnceCell<ReadBody>, F> {
    READ.scope(OnceCell::new(), answer)
}

/// Returns the body that was remembered, if the handler has read it.
pub(crate) fn remembered<F: Future>(answer: Pin<&mut TaskLocalFuture<OnceCell<ReadBody>, F>>) -> Option<ReadBody> {
    answer.take_value().and_then(OnceCell::into_inner)
}

/// A body that is not read yet.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) body: Body,
    pub(crate) coding: Coding,
}

/// Opens the body of a request, which must be JSON. [`read`] is a separate step, since one future that opens and reads
/// would contain the whole request, and would be slow to move.
///
/// # Errors
/// 415 if the body is not JSON, or has an unknown encoding. 413 if the announced length is too large.
pub(crate) fn open_json(request: Request, limits: &BodyLimits) -> Result<Opened, Problem> {
    let found = media_type(request.headers());
    if !found.is_some_and(is_json) {
        return Err(unsupported(found, JSON_ADVICE));
    }
    open(request, limits)
}

/// Opens the body of a request.
///
/// # Errors
/// 415 if the encoding is unknown. 413 if the announced length is too large.
pub(crate) fn open(request: Request, limits: &BodyLimits) -> Result<Opened, Problem> {
    // The request is refused before the body is read. So a client that waits for 100 Continue need not send the body.
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limits.max_bytes) {
        return Err(too_large(limits));
    }
    let (head, body) = request.into_parts();
    Ok(Opened { body, coding: Coding::of(&head.headers)? })
}

/// Reads a whole body.
///
/// # Errors
/// 413 if the body is too long, or 408 if it arrives too slowly. 503 if the service has too much to do. 400 if the
/// client stopped in the middle, or if the body is not valid gzip.
pub(crate) async fn read(body: Opened, limits: &BodyLimits, workers: &Workers) -> Result<Whole, Problem> {
    let Opened { body, coding } = body;
    let mut collecting = pin!(collect(body, limits));
    // A short body comes together with the head, and needs no time-out.
    let body = if let Some(body) = collecting.as_mut().now_or_never() {
        body
    } else {
        let timed = Box::pin(tokio::time::timeout(limits.timeout, collecting));
        timed.await.unwrap_or_else(|_| Err(too_slow(limits.timeout)))
    };
    let body = match (body, coding) {
        (Ok(body), Coding::Gzip) => Box::pin(inflate(body, limits, workers)).await,
        (body, _) => body,
    };
    // The time is kept even if reading failed, since the service is responsible only for the time from here on. Errors
    // are ignored here. `set` never fails, since a request has one body. `try_with` fails only in tests of this
    // function, which have no log.
    let bytes = body.as_ref().map_or_else(|_| Bytes::new(), |body| body.bytes.clone());
    let _ = READ.try_with(|read| read.set(ReadBody { bytes, at: Instant::now() }));
    body
}

/// Inflates a body on a worker, piece by piece. Each piece takes its memory from the budget.
async fn inflate(body: Whole, limits: &BodyLimits, workers: &Workers) -> Result<Whole, Problem> {
    let inflater = Inflater::new(limits.max_ratio);
    let steps = inflater.steps(body.len());
    let limits = limits.clone();
    let job = move |stop: &Stop, _: u64| {
        let mut share = BudgetShare::default();
        let bytes = inflater.whole(&body, |length| {
            if length > limits.max_bytes {
                return Err(too_large(&limits));
            }
            if stop.is_asked_for() {
                return Err(broken(axum::Error::new("the client has left")));
            }
            Ok(limits.budget.draw_whole(&mut share, length)?)
        })?;
        Ok(Whole { bytes: bytes.into(), _share: share })
    };
    workers.run(steps, job).await?
}

/// Creates the problem for a body, or the next part of a stream, that did not arrive in time.
pub(crate) fn too_slow(timeout: Duration) -> Problem {
    let seconds = timeout.as_secs_f32();
    Problem::new(HttpProblem::RequestTimeout, format!("the body did not arrive within {seconds} s"))
}

/// Creates the problem for a body that breaks off in the middle, or that is not encoded as its header says.
pub(crate) fn broken(_: axum::Error) -> Problem {
    let detail = "the body broke off, or is not what its Content-Encoding says";
    Problem::new(HttpProblem::Fault(fault::Code::InvalidJson), detail)
}

/// A body gets memory for its whole announced length once this length is at most this number of times what has arrived.
const MOST_ANNOUNCED: usize = 4;

/// Collects the bytes of a body as they arrive, without inflating them.
async fn collect(mut body: Body, limits: &BodyLimits) -> Result<Whole, Problem> {
    let (mut bytes, mut share) = (Vec::new(), BudgetShare::default());
    let announced = body.size_hint().exact().and_then(|announced| usize::try_from(announced).ok());
    let announced = announced.unwrap_or_default().min(limits.max_bytes);
    // Short bodies have no share of the memory budget. So they are neither watched nor dismissed to free memory.
    let mut place: Option<WatchedTransfer> = None;
    loop {
        let frame = match &place {
            None => body.frame().await,
            Some(place) => tokio::select! {
                frame = body.frame() => frame,
                () = place.dismissed() => return Err(out_of_memory().into()),
            },
        };
        let Some(frame) = frame else { break };
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        let length = bytes.len().saturating_add(data.len());
        if length > limits.max_bytes {
            return Err(too_large(limits));
        }
        if length > Budget::FREE {
            // This future is in a box, so that the futures of short bodies stay small.
            Box::pin(limits.budget.draw_for_body(&mut share, length)).await?;
            place.get_or_insert_with(|| limits.budget.enter()).came(data.len());
        }
        if bytes.is_empty() && body.is_end_stream() {
            return Ok(Whole { bytes: data, _share: share });
        }
        // Doubling up to the end would copy a long body once more. With memory for all of it from the beginning, a client
        // could announce a long body and send nothing.
        if length.saturating_mul(MOST_ANNOUNCED) >= announced {
            bytes.reserve_exact(announced.saturating_sub(bytes.len()));
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Whole { bytes: bytes.into(), _share: share })
}

fn too_large(limits: &BodyLimits) -> Problem {
    let limit = limits.max_bytes;
    Problem::new(HttpProblem::BodyTooLarge, format!("the body may have at most {limit} bytes"))
}

/// Returns the media type that the headers give, without its parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next()?.trim())
}

/// Returns whether this media type stands for lines of JSON. It must be written in lower case.
pub(crate) fn is_lines(media_type: &str) -> bool {
    matches!(media_type, NDJSON | "application/ndjson" | "application/jsonl")
}

/// Returns whether this media type stands for JSON.
pub(crate) fn is_json(media_type: &str) -> bool {
    media_type.eq_ignore_ascii_case("application/json") || {
        let lower = media_type.to_ascii_lowercase();
        lower.starts_with("application/") && lower.ends_with("+json")
    }
}

const JSON_ADVICE: &str =
    "send JSON with the header Content-Type: application/json (with curl: --json in the place of -d)";

/// Creates the problem of a wrong media type. The usual mistake is the type of a form, which is curl's default for -d.
/// This type is not accepted for JSON, since any web page may post a form in the name of its visitor, without a
/// preflight.
pub(crate) fn unsupported(found: Option<&str>, advice: &str) -> Problem {
    let found = found.map_or("the body has no type".to_owned(), |found| {
        let found = fault::quote(found);
        format!("the body is said to be {found}")
    });
    Problem::new(HttpProblem::UnsupportedMediaType, format!("{found}: {advice}"))
}
