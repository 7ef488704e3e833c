//! Reading request bodies: the right type, not too long, not too slow, and all of them together not too much.

use std::cell::OnceCell;
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures_util::FutureExt;
use grundy_core::number::meter::Stop;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::futures::TaskLocalFuture;

use super::gzip::{Coding, Inflater};
use super::pace::{Place, Watch};
use super::problem::{Code, Problem, Refusal};
use super::work::Workers;
use grundy_core::wire::fault;

/// The bounds of bodies.
#[derive(Clone, Debug)]
pub struct BodyLimits {
    /// The longest, in bytes.
    pub max_bytes: usize,
    /// How many times as long a body may be inside its gzip.
    pub max_ratio: usize,
    /// From the head of the request to the last byte; for so many bytes of a stream as the least rate wants.
    pub timeout: Duration,
    /// What all long ones may hold, and all long answers.
    pub budget: Budget,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { max_bytes: 64 << 20, max_ratio: 50, timeout: Duration::from_secs(30), budget: Budget::default() }
    }
}

/// The memory for long bodies and answers. What counts is what is there, not what was announced. Clones share it.
#[derive(Clone, Debug)]
pub struct Budget {
    free: Arc<Semaphore>,
    units: usize,
    /// The bodies that are being received and have a part of it.
    bodies: Arc<Watch>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(Self::DEFAULT)
    }
}

impl Budget {
    /// So many bytes by default.
    pub const DEFAULT: usize = 256 << 20;

    /// What a body or an answer may hold before it draws on the budget: small ones always go, and those of all
    /// connections together are not much.
    const FREE: usize = 64 << 10;

    /// The same for a part of a stream, which has several of them, and as many of its answer.
    const FREE_PART: usize = 16 << 10;

    /// A permit of the semaphore counts so many bytes.
    const UNIT: usize = 1024;

    /// How long a body waits for the memory of a slower one that was told to go.
    const PATIENCE: Duration = Duration::from_secs(1);

    /// So many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let units = bytes.div_ceil(Self::UNIT).min(Semaphore::MAX_PERMITS);
        Self { free: Arc::new(Semaphore::new(units)), units, bodies: Arc::default() }
    }

    /// How many bytes of it are in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.units.saturating_sub(self.free.available_permits()).saturating_mul(Self::UNIT)
    }

    /// Makes the share of a part of a stream large enough for so many bytes.
    ///
    /// # Errors
    /// 503 if others hold too much.
    pub(super) fn draw_part(&self, share: &mut Share, length: usize) -> Result<(), Problem> {
        self.draw(share, length.saturating_sub(Self::FREE_PART))
    }

    /// Makes the share of a whole body or answer large enough for so many bytes.
    fn draw_whole(&self, share: &mut Share, length: usize) -> Result<(), Problem> {
        self.draw(share, length.saturating_sub(Self::FREE))
    }

    fn draw(&self, share: &mut Share, length: usize) -> Result<(), Problem> {
        let units = length.div_ceil(Self::UNIT);
        let missing = units.saturating_sub(share.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits));
        if missing == 0 {
            return Ok(());
        }
        let missing = u32::try_from(missing).map_err(|_| out_of_memory())?;
        let more = Arc::clone(&self.free).try_acquire_many_owned(missing).map_err(|_| out_of_memory())?;
        match &mut share.0 {
            Some(share) => share.merge(more),
            None => share.0 = Some(more),
        }
        Ok(())
    }

    /// The same as [`draw_whole`](Self::draw_whole) for a body that is being received: if there is too little, the
    /// slowest other one has to go.
    async fn draw_for_body(&self, share: &mut Share, length: usize) -> Result<(), Problem> {
        let Err(problem) = self.draw_whole(share, length) else { return Ok(()) };
        let room = async {
            while self.bodies.dismiss_slowest() {
                // It goes when its task has its turn.
                tokio::time::sleep(Duration::from_millis(1)).await;
                if self.draw_whole(share, length).is_ok() {
                    return Ok(());
                }
            }
            Err(problem)
        };
        tokio::time::timeout(Self::PATIENCE, room).await.unwrap_or_else(|_| Err(out_of_memory()))
    }

    /// A part of an answer, with its share until it has left: its reader may be slow.
    ///
    /// # Errors
    /// 503 if others hold too much.
    pub(super) fn hold(&self, bytes: Vec<u8>) -> Result<Bytes, Problem> {
        let mut share = Share::default();
        self.draw_part(&mut share, bytes.len())?;
        Ok(share.keep(bytes.into()))
    }

    /// An answer that is there as a whole, with its share until it has left.
    ///
    /// # Errors
    /// 503 if others hold too much.
    pub(super) fn hold_answer(&self, mut response: Response) -> Result<Response, Problem> {
        let length = response.body().size_hint().exact().unwrap_or_default();
        let mut share = Share::default();
        self.draw_whole(&mut share, usize::try_from(length).unwrap_or(usize::MAX))?;
        if share.0.is_none() {
            return Ok(response);
        }
        // The length is lost on a body whose frames might change.
        response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        // It is one frame.
        Ok(response.map(|body| {
            Body::new(body.map_frame(move |frame| frame.map_data(|bytes| std::mem::take(&mut share).keep(bytes))))
        }))
    }
}

fn out_of_memory() -> Problem {
    Problem::overloaded(Refusal::Memory, "long bodies and answers take all the memory that there is for them")
}

/// What a body or an answer has of the budget, until this is dropped.
#[derive(Debug, Default)]
pub(super) struct Share(Option<OwnedSemaphorePermit>);

impl Share {
    /// Bytes that have this share until they are dropped.
    fn keep(self, bytes: Bytes) -> Bytes {
        if self.0.is_some() { Bytes::from_owner(Held { bytes, _share: self }) } else { bytes }
    }
}

/// Bytes, and the share that goes when they have gone.
struct Held {
    bytes: Bytes,
    _share: Share,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// A whole body, and its share of the budget.
#[derive(Debug)]
pub struct Whole {
    bytes: Bytes,
    _share: Share,
}

impl Deref for Whole {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.bytes
    }
}

tokio::task_local! {
    /// The body of the request that this task answers.
    static READ: OnceCell<Read>;
}

/// A body, and when all of it was there.
#[derive(Debug)]
pub(super) struct Read {
    pub bytes: Bytes,
    pub at: Instant,
}

/// The answer to a request, which remembers the body, if that was read: for the log, should something go wrong. The
/// answer cannot carry it, since that to a panic knows nothing of the request; and an extension of the request would
/// cost every small one an allocation.
pub(super) fn remembering<F: Future>(answer: F) -> TaskLocalFuture<OnceCell<Read>, F> {
    READ.scope(OnceCell::new(), answer)
}

/// The body that an answer remembered.
pub(super) fn remembered<F: Future>(answer: Pin<&mut TaskLocalFuture<OnceCell<Read>, F>>) -> Option<Read> {
    answer.take_value().and_then(OnceCell::into_inner)
}

/// A body that is to be read.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) body: Body,
    pub(super) coding: Coding,
}

/// The body of a request, to be read; it has to be JSON. This and [`read`] are two steps because the future of one
/// would have room for the whole request, and be moved about with it.
///
/// # Errors
/// 415, or 413 if the body is known to be too long.
pub(super) fn open_json(request: Request, limits: &BodyLimits) -> Result<Opened, Problem> {
    let found = media_type(request.headers());
    if !found.is_some_and(is_json) {
        return Err(unsupported(found, JSON_ADVICE));
    }
    open(request, limits)
}

/// The body of a request, to be read.
///
/// # Errors
/// 415, or 413 if the body is known to be too long.
pub(super) fn open(request: Request, limits: &BodyLimits) -> Result<Opened, Problem> {
    // Said before the body is read: a client that waits for 100 Continue then need not send it.
    let announced = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > limits.max_bytes) {
        return Err(too_large(limits));
    }
    let (head, body) = request.into_parts();
    Ok(Opened { body, coding: Coding::of(&head.headers)? })
}

/// The whole of a body.
///
/// # Errors
/// 413, 408 or 503; 400 if the client broke off.
pub(super) async fn read(body: Opened, limits: &BodyLimits, workers: &Workers) -> Result<Whole, Problem> {
    let Opened { body, coding } = body;
    let mut collecting = pin!(collect(body, limits));
    // A short body comes with the head, and then needs no clock.
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
    // Also where it failed: from here on it is not the client who takes time. Nobody else sets it; outside of an
    // exchange nobody wants it.
    let bytes = body.as_ref().map_or_else(|_| Bytes::new(), |body| body.bytes.clone());
    let _ = READ.try_with(|read| read.set(Read { bytes, at: Instant::now() }));
    body
}

/// What is inside of a body, found by a worker in steps, which draw on the budget one by one.
async fn inflate(body: Whole, limits: &BodyLimits, workers: &Workers) -> Result<Whole, Problem> {
    let inflater = Inflater::new(limits.max_ratio);
    let steps = inflater.steps(body.len());
    let limits = limits.clone();
    let job = move |stop: &Stop| {
        let mut share = Share::default();
        let bytes = inflater.whole(&body, |length| {
            if length > limits.max_bytes {
                return Err(too_large(&limits));
            }
            if stop.is_asked_for() {
                return Err(broken(axum::Error::new("the client has left")));
            }
            limits.budget.draw_whole(&mut share, length)
        })?;
        Ok(Whole { bytes: bytes.into(), _share: share })
    };
    workers.run(steps, job).await?
}

/// The body, or the next part of a stream, did not come in time.
pub(super) fn too_slow(timeout: Duration) -> Problem {
    let seconds = timeout.as_secs_f32();
    Problem::new(Code::RequestTimeout, format!("the body did not arrive within {seconds} s"))
}

/// The client broke off, or what it sends is not what it says it is.
pub(super) fn broken(_: axum::Error) -> Problem {
    let detail = "the body broke off, or is not what its Content-Encoding says";
    Problem::new(Code::Fault(fault::Code::InvalidJson), detail)
}

/// The body as it came.
async fn collect(mut body: Body, limits: &BodyLimits) -> Result<Whole, Problem> {
    let (mut bytes, mut share) = (Vec::new(), Share::default());
    // Short bodies have no part of the budget, and need not give way.
    let mut place: Option<Place> = None;
    loop {
        let frame = match &place {
            None => body.frame().await,
            Some(place) => tokio::select! {
                frame = body.frame() => frame,
                () = place.dismissed() => return Err(out_of_memory()),
            },
        };
        let Some(frame) = frame else { break };
        let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
        let length = bytes.len().saturating_add(data.len());
        if length > limits.max_bytes {
            return Err(too_large(limits));
        }
        if length > Budget::FREE {
            // In a box: short bodies need no room for it.
            Box::pin(limits.budget.draw_for_body(&mut share, length)).await?;
            place.get_or_insert_with(|| limits.budget.bodies.enter()).came(data.len());
        }
        if bytes.is_empty() && body.is_end_stream() {
            return Ok(Whole { bytes: data, _share: share });
        }
        bytes.extend_from_slice(&data);
    }
    Ok(Whole { bytes: bytes.into(), _share: share })
}

fn too_large(limits: &BodyLimits) -> Problem {
    let limit = limits.max_bytes;
    Problem::new(Code::BodyTooLarge, format!("the body may have at most {limit} bytes"))
}

/// The media type that a body is said to have, without parameters.
pub(super) fn media_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next()?.trim())
}

/// Is this media type one of JSON's?
pub(super) fn is_json(media_type: &str) -> bool {
    media_type.eq_ignore_ascii_case("application/json") || {
        let lower = media_type.to_ascii_lowercase();
        lower.starts_with("application/") && lower.ends_with("+json")
    }
}

const JSON_ADVICE: &str =
    "send JSON with the header Content-Type: application/json (with curl: --json in the place of -d)";

/// A form, curl's default for -d, is the usual mistake; taking it for JSON would let any web page post for its visitor.
pub(super) fn unsupported(found: Option<&str>, advice: &str) -> Problem {
    let found = found.map_or("the body has no type".to_owned(), |found| {
        let found = fault::quote(found);
        format!("the body is said to be {found}")
    });
    Problem::new(Code::UnsupportedMediaType, format!("{found}: {advice}"))
}
