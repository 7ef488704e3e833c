//! Logs exchanges: the request, and how it ended.
//!
//! A failure is logged as an error and a slow answer as a warning, with the beginning of the request's body. All other
//! answers are logged at the level info, if [`filter`] admits them.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;

use super::body::ReadBody;
use super::problem::HttpProblem;
use super::request_id::RequestId;
use crate::server::Sent;

/// The log target of the lines about answers.
const ACCESS: &str = "grundy::access";

/// Adds to a filter whether each answer has a line. With `--access-log` it has one, and also at the level debug. At the
/// level info, only failures and slow answers have lines.
#[must_use]
pub fn filter(filter: Targets, access_log: bool) -> Targets {
    if access_log || filter.would_enable(ACCESS, &tracing::Level::DEBUG) {
        filter.with_target(ACCESS, LevelFilter::INFO)
    } else if filter.would_enable(ACCESS, &tracing::Level::INFO) {
        filter.with_target(ACCESS, LevelFilter::WARN)
    } else {
        filter
    }
}

/// Answers that take longer than this are logged as slow. The time is counted from the moment at which the request's
/// body is complete. Otherwise slow clients could fill the log. Streams are exempt, because most of them take long.
const SLOW: Duration = Duration::from_secs(1);

/// The most bytes of the body that are logged, if the request failed or was slow.
pub(super) const LOGGED_BODY_BYTES: usize = 4096;

/// The longest user agent that is logged, in bytes.
const MAX_AGENT_BYTES: usize = 256;

/// The length of a `traceparent` of version 00 (W3C Trace Context).
const TRACEPARENT_BYTES: usize = 55;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The fields of a request that every log line about the request has.
pub(super) struct LogEntry {
    pub(super) start: Instant,
    pub(super) method: Method,
    pub(super) uri: Uri,
    pub(super) id: RequestId,
    client: Option<SocketAddr>,
    forwarded_for: Option<HeaderValue>,
    user_agent: Option<HeaderValue>,
    traceparent: Option<HeaderValue>,
}

/// Logs an event about an [`LogEntry`].
macro_rules! log {
    ($level:ident, $entry:expr, $($event:tt)+) => {
        let LogEntry { method, uri, client, .. } = $entry;
        tracing::event!(
            target: ACCESS, tracing::Level::$level, request_id = $entry.id.as_str(), %method, %uri,
            client = client.map(tracing::field::display), forwarded_for = $entry.forwarded_for().map(tracing::field::display),
            user_agent = $entry.user_agent().as_deref(), traceparent = $entry.traceparent(), $($event)+
        );
    };
}

impl LogEntry {
    pub(super) fn of(request: &Request<impl Sent>, trusts_forwarded: bool) -> Self {
        let headers = request.headers();
        let of = |name: HeaderName| headers.get(name).cloned();
        Self {
            start: Instant::now(),
            method: request.method().clone(),
            uri: request.uri().clone(),
            id: RequestId::of(headers),
            client: request.body().peer(),
            forwarded_for: if trusts_forwarded { last(headers, &FORWARDED_FOR) } else { None },
            user_agent: of(header::USER_AGENT),
            traceparent: of(TRACEPARENT),
        }
    }

    /// Returns the address from which the proxy in front of this service received the request. This is the last address
    /// in the header. The client itself may have sent the addresses before it.
    fn forwarded_for(&self) -> Option<IpAddr> {
        let addresses = self.forwarded_for.as_ref()?.to_str().ok()?;
        addresses.rsplit(',').next()?.trim().parse().ok()
    }

    fn user_agent(&self) -> Option<String> {
        let agent = self.user_agent.as_ref()?.as_bytes();
        Some(String::from_utf8_lossy(agent.get(..MAX_AGENT_BYTES).unwrap_or(agent)).into_owned())
    }

    fn traceparent(&self) -> Option<&str> {
        let plain = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
        self.traceparent
            .as_ref()?
            .to_str()
            .ok()
            .filter(|text| text.len() == TRACEPARENT_BYTES && text.bytes().all(plain))
    }

    /// Logs an answer. The line has the whole URL. If the request failed or was slow, the line also has the beginning
    /// of the body, so that an operator can repeat the request.
    pub(super) fn answered(&self, ended: &Ended<'_>) {
        let Ended { status, code, route, bytes: answer_bytes, elapsed, body, panic } = *ended;
        let slow = elapsed >= SLOW && body.is_none_or(|body| body.at.elapsed() >= SLOW);
        let failed = status.is_server_error() && code != Some(HttpProblem::Overloaded);
        let (status, code, seconds) = (status.as_u16(), code.map(HttpProblem::as_str), elapsed.as_secs_f64());
        if !failed && !slow {
            log!(INFO, self, route, status, code, bytes = answer_bytes, seconds, "answered");
            return;
        }
        let bytes = body.map(|body| &body.bytes);
        let body_bytes = bytes.map(Bytes::len);
        let body = bytes.map(|bytes| String::from_utf8_lossy(bytes.get(..LOGGED_BODY_BYTES).unwrap_or(bytes)));
        let body = body.as_deref();
        if failed {
            log!(ERROR, self, route, status, code, bytes = answer_bytes, seconds, body_bytes, body, panic, "failed");
        } else {
            log!(WARN, self, route, status, code, bytes = answer_bytes, seconds, body_bytes, body, "slow");
        }
    }

    /// Logs the end of a stream, after these bytes.
    pub(super) fn streamed(&self, route: &str, status: StatusCode, bytes: u64, why: Option<&axum::Error>) {
        let (seconds, status) = (self.start.elapsed().as_secs_f64(), status.as_u16());
        let error = why.map(tracing::field::display);
        log!(INFO, self, route, status, bytes, seconds, error, "streamed");
    }

    /// Logs a stream that panicked after its head was sent.
    pub(super) fn broke(&self, panic: &str) {
        let seconds = self.start.elapsed().as_secs_f64();
        log!(ERROR, self, seconds, panic, "failed in the middle of its answer");
    }
}

/// The facts for the log that are known only at the end of a request.
#[derive(Clone, Copy)]
pub(super) struct Ended<'a> {
    pub(super) status: StatusCode,
    pub(super) code: Option<HttpProblem>,
    /// The pattern of the route, such as `/v1/games/{game}`.
    pub(super) route: &'a str,
    /// The bytes of the answer before compression.
    pub(super) bytes: Option<u64>,
    pub(super) elapsed: Duration,
    pub(super) body: Option<&'a ReadBody>,
    pub(super) panic: Option<&'a str>,
}

/// Returns the last header with this name, since a proxy may add its own header after that of the client.
fn last(headers: &HeaderMap, name: &HeaderName) -> Option<HeaderValue> {
    headers.get_all(name).iter().next_back().cloned()
}
