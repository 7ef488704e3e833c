//! What every exchange gets, in one layer (three would cost three times as much): an id, error answers in one shape,
//! and a line in the log where there is something to say.

use std::any::Any;
use std::cell::Cell;
use std::error::Error;
use std::future::ready;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::iter::successors;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{self, Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::Either;
use hyper::body::{Frame, SizeHint};
use tower::{BoxError, Service, service_fn};
use tower_http::cors::{self, CorsLayer};

use super::body::{self, Read};
use super::cache::CACHE_CONTROL;
use super::gzip;
use super::head;
use super::metrics::{Metrics, Routes};
use super::problem::{Code, Problem};
use crate::server::App;
use crate::work::queue::Workers;

/// The header that names an exchange in answers and in logs.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What takes the service as long as this, once the body is there, is worth a line in the log; streams are longer by
/// their nature. A slow client is not: it could fill the log for nothing.
const SLOW: Duration = Duration::from_secs(1);

/// The longest id of a client's own that is kept.
const MAX_ID_BYTES: usize = 64;

/// The longest path and query. Proxies and browsers have limits of about this size.
pub const MAX_URL_BYTES: usize = 8 * 1024;

/// How much the log has of the body of a failed or slow request: all, if it was short enough to be solved in place.
const LOGGED_BODY_BYTES: usize = 4096;

/// What browsers' scripts of other origins may read of an answer.
const EXPOSED: HeaderValue = HeaderValue::from_static("x-request-id,retry-after,etag,allow");

/// Routes of these patterns, with what every exchange gets.
///
/// # Errors
/// If two patterns take the same path.
pub fn around(
    routes: Router,
    patterns: &[&str],
    metrics: &Arc<Metrics>,
    workers: &Workers,
) -> Result<impl App + use<>, BoxError> {
    // Only preflights come this far: no route takes OPTIONS. What other answers need of CORS, the exchange adds, for a
    // fifth of what this layer costs.
    let preflight =
        CorsLayer::new().allow_origin(cors::Any).allow_methods([Method::GET, Method::POST]).allow_headers([
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            REQUEST_ID,
            // Of the Model Context Protocol, whose endpoint has an opinion of its own about pages.
            HeaderName::from_static("mcp-protocol-version"),
            HeaderName::from_static("mcp-method"),
            HeaderName::from_static("mcp-name"),
        ]);
    let routes = routes
        .fallback(not_found.layer(preflight.clone()))
        .method_not_allowed_fallback(method_not_allowed.layer(preflight));
    let exchanges = Arc::new(Exchanges::new(routes, patterns, metrics, workers)?);
    Ok(service_fn(move |request| Arc::clone(&exchanges).answer(request).map(Ok)))
}

/// A router, and what every exchange gets. It is around the router and not a layer of it: a layer is put into a box for
/// each route and each request.
#[derive(Debug)]
pub struct Exchanges {
    router: Router,
    metrics: Arc<Metrics>,
    workers: Workers,
    routes: Routes,
}

impl Exchanges {
    /// Those with a router, whose routes have these patterns.
    ///
    /// # Errors
    /// If two patterns take the same path.
    pub fn new(
        router: Router,
        patterns: &[&str],
        metrics: &Arc<Metrics>,
        workers: &Workers,
    ) -> Result<Self, matchit::InsertError> {
        let by_path = Routes::new(patterns, metrics)?;
        Ok(Self { router, metrics: Arc::clone(metrics), workers: workers.clone(), routes: by_path })
    }

    /// Answers a request.
    pub fn answer<B>(self: Arc<Self>, request: Request<B>) -> impl Future<Output = Response> + Send
    where
        B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Send + 'static,
    {
        let wants_gzip = gzip::is_wanted(request.headers());
        let url_bytes = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
        let mut router = self.router.clone();
        let exchange = Exchange::begin(self, &request);
        let answer = if let Err(detail) = head::check(&request) {
            let mut response = Problem::new(Code::BadRequest, detail).into_response();
            // Where such a request ends is anybody's guess.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            Either::Left(ready(Ok(response)))
        } else if url_bytes > MAX_URL_BYTES {
            let detail =
                format!("the URL has more than {MAX_URL_BYTES} bytes: use POST, which asks the same in a body");
            Either::Left(ready(Ok(Problem::new(Code::UriTooLong, detail).into_response())))
        } else {
            Either::Right(router.call(request))
        };
        // The request is gone from here on: the future has no room for it, and is moved about the more easily.
        async move {
            let mut answer = pin!(body::remembering(AssertUnwindSafe(answer).catch_unwind()));
            let Ok(mut response) = answer.as_mut().await.unwrap_or_else(|panic| Ok(panicked(&*panic)));
            let body = body::remembered(answer);
            let problem = response.extensions_mut().remove::<Problem>();
            if let Some(problem) = &problem {
                write_problem(&mut response, problem, &exchange.id);
            }
            let headers = response.headers_mut();
            // A cache would give a client's own id to others.
            if !exchange.is_clients_id || headers.get(header::CACHE_CONTROL) != Some(&CACHE_CONTROL) {
                headers.insert(REQUEST_ID, exchange.id.clone());
            }
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
            // A stream is over with its last line, and often goes wrong in the middle.
            let is_stream = response.body().size_hint().exact().is_none()
                && !response.headers().contains_key(header::CONTENT_LENGTH);
            let (exchanges, method) = (Arc::clone(&exchange.exchanges), exchange.method.clone());
            if is_stream {
                response = response.map(|body| Body::new(Streamed { body, exchange, is_over: false }));
            } else {
                exchange.answered(&response, problem.as_ref(), body.as_ref());
            }
            gzip::encoded(response, &method, wants_gzip, &exchanges.workers)
        }
    }
}

/// What is told of an exchange when it is over.
struct Exchange {
    exchanges: Arc<Exchanges>,
    start: Instant,
    method: Method,
    uri: Uri,
    id: HeaderValue,
    is_clients_id: bool,
}

impl Exchange {
    fn begin<B>(exchanges: Arc<Exchanges>, request: &Request<B>) -> Self {
        exchanges.metrics.begin();
        let own = own_id(request.headers());
        Self {
            start: Instant::now(),
            exchanges,
            method: request.method().clone(),
            uri: request.uri().clone(),
            is_clients_id: own.is_some(),
            id: own.unwrap_or_else(new_id),
        }
    }

    fn count(&self, status: StatusCode, problem: Option<&Problem>) -> Duration {
        let elapsed = self.start.elapsed();
        let Exchanges { routes, metrics, .. } = &*self.exchanges;
        metrics.answered(routes.of(self.uri.path()), &self.method, status, problem, elapsed);
        elapsed
    }

    /// Counts it, and logs what it takes to ask again: the whole of a GET is in its URL, which is at most as long as
    /// the listener's limit, and of a POST there is the beginning.
    fn answered(&self, response: &Response, problem: Option<&Problem>, body: Option<&Read>) {
        let status = response.status();
        let elapsed = self.count(status, problem);
        let code = problem.map(Problem::code);
        let slow = elapsed >= SLOW && body.is_none_or(|body| body.at.elapsed() >= SLOW);
        let Self { method, uri, .. } = self;
        let (request_id, status_code) = (self.id.to_str().unwrap_or_default(), status.as_u16());
        let failed = status.is_server_error() && code != Some(Code::Overloaded);
        let code = code.map(Code::as_str);
        if !failed && !slow {
            tracing::debug!(request_id, %method, %uri, status = status_code, code, ?elapsed, "answered");
            return;
        }
        let bytes = body.map(|body| &body.bytes);
        let body_bytes = bytes.map(Bytes::len);
        let body = bytes.map(|bytes| String::from_utf8_lossy(bytes.get(..LOGGED_BODY_BYTES).unwrap_or(bytes)));
        let body = body.as_deref();
        if failed {
            let panic = response.extensions().get().map(|Panic(message)| message.as_str());
            tracing::error!(
                request_id, %method, %uri, status = status_code, code, ?elapsed, body_bytes, body, panic, "failed"
            );
        } else {
            tracing::warn!(request_id, %method, %uri, status = status_code, code, ?elapsed, body_bytes, body, "slow");
        }
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.exchanges.metrics.end();
    }
}

/// An answer that is made while it is sent; when it is dropped, the exchange is over.
struct Streamed {
    body: Body,
    exchange: Exchange,
    is_over: bool,
}

impl Streamed {
    /// Counts how it ended.
    fn end(&mut self, status: StatusCode, problem: Option<&Problem>) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.exchange.count(status, problem);
        }
    }

    /// It is cut off. The head, with its 200, left long ago; the log and the counts say what really was.
    fn cut_off(&mut self, error: &axum::Error) {
        let first: &(dyn Error + 'static) = error;
        let problem =
            successors(Some(first), |&error| error.source()).find_map(|error| error.downcast_ref::<Problem>());
        // Without a problem of ours, or with one of the body, it is the client that broke off.
        let status = match problem.map(Problem::code) {
            None | Some(Code::Fault(_)) => CLIENT_LEFT,
            Some(code) => code.status(),
        };
        let Exchange { method, uri, id, start, .. } = &self.exchange;
        let (request_id, elapsed) = (id.to_str().unwrap_or_default(), start.elapsed());
        tracing::debug!(request_id, %method, %uri, status = status.as_u16(), ?elapsed, %error, "cut off");
        self.end(status, problem);
    }

    fn panicked(&mut self, panic: &(dyn Any + Send)) -> axum::Error {
        let Exchange { method, uri, id, start, .. } = &self.exchange;
        let (request_id, elapsed) = (id.to_str().unwrap_or_default(), start.elapsed());
        let panic = message(panic);
        tracing::error!(request_id, %method, %uri, ?elapsed, panic, "failed in the middle of its answer");
        let problem = Problem::new(Code::Internal, "the service failed");
        self.end(problem.code().status(), Some(&problem));
        axum::Error::new(problem)
    }
}

/// The status that counts a stream whose client broke off: nginx's number for it.
const CLIENT_LEFT: StatusCode = match StatusCode::from_u16(499) {
    Ok(status) => status,
    Err(_) => StatusCode::BAD_REQUEST,
};

impl HttpBody for Streamed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // A piece that panics goes on panicking here, outside of what catches it in a handler.
        let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.body).poll_frame(cx)));
        let frame = match polled {
            Ok(polled) => task::ready!(polled),
            Err(panic) => Some(Err(self.panicked(&*panic))),
        };
        match &frame {
            Some(Ok(_)) => {}
            Some(Err(error)) => self.cut_off(error),
            None => self.end(StatusCode::OK, None),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Streamed {
    fn drop(&mut self) {
        self.end(CLIENT_LEFT, None);
    }
}

/// What a handler said when it panicked: for the log.
#[derive(Clone)]
struct Panic(String);

fn write_problem(response: &mut Response, problem: &Problem, id: &HeaderValue) {
    let document = problem.document(id.to_str().ok());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(header::CONTENT_LENGTH);
    match serde_json::to_vec(&document) {
        Ok(json) => *response.body_mut() = Body::from(json),
        Err(error) => tracing::error!(%error, "an error answer could not be written"),
    }
}

/// The client's own id, if it is short and plain: it goes into logs.
fn own_id(headers: &HeaderMap) -> Option<HeaderValue> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    let fits = |id: &&HeaderValue| !id.is_empty() && id.len() <= MAX_ID_BYTES && id.as_bytes().iter().all(plain);
    headers.get(REQUEST_ID).filter(fits).cloned()
}

/// A count from a random start on, each thread's own: unique enough to find a line in a log, and cheaper than a UUID or
/// a count that threads share.
fn new_id() -> HeaderValue {
    thread_local!(static NEXT: Cell<u64> = Cell::new(RandomState::new().build_hasher().finish()));
    let id = NEXT.get();
    NEXT.set(id.wrapping_add(1));
    id.into()
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    message.unwrap_or_default()
}

/// Answers a handler's panic.
fn panicked(panic: &(dyn Any + Send)) -> Response {
    let message = message(panic);
    let problem = Problem::new(Code::Internal, "the service failed; the log has more under this request_id");
    let mut response = problem.into_response();
    response.extensions_mut().insert(Panic(message.to_owned()));
    response
}

/// Answers paths that do not exist.
pub async fn not_found() -> Problem {
    Problem::new(Code::NotFound, "there is nothing at this path; the contract is at /docs")
}

/// Answers methods that a path does not take; the router adds Allow.
pub async fn method_not_allowed() -> Problem {
    Problem::new(Code::MethodNotAllowed, "this path takes other methods: see the Allow header")
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::Mutex;

    use axum::extract::Request;
    use axum::routing::post;
    use serde_json::Value;

    use super::*;
    use crate::http::layers::body::{BodyLimits, open_json, read};

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    async fn reads_and_panics(request: Request) {
        let limits = BodyLimits::default();
        let workers = Workers::new(1).unwrap();
        let body = read(open_json(request, &limits).unwrap(), &limits, &workers).await.unwrap();
        panic!("on purpose: {} bytes", body.len());
    }

    #[tokio::test]
    async fn a_failure_is_a_line_in_the_log_that_is_enough_to_ask_it_again() {
        let log = Log::default();
        let lines = log.clone();
        let subscriber = tracing_subscriber::fmt().json().with_writer(move || lines.clone()).finish();
        // For all threads: one of a thread's own may miss lines whose place another thread comes by first.
        tracing::subscriber::set_global_default(subscriber).unwrap();
        let metrics = Arc::new(Metrics::new().unwrap());
        let router = Router::new().route("/bad", post(reads_and_panics));
        let exchanges = Arc::new(Exchanges::new(router, &["/bad"], &metrics, &Workers::new(1).unwrap()).unwrap());
        for body in ["{\"a\":\n1}".to_owned(), "[".repeat(100_000)] {
            let request = Request::post("/bad?x=1").header("host", "x").header(REQUEST_ID, "mine-1");
            let request =
                request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.clone())).unwrap();
            assert_eq!(Arc::clone(&exchanges).answer(request).await.status(), 500);
            let text = String::from_utf8(std::mem::take(&mut *log.0.lock().unwrap())).unwrap();
            let line = text.lines().find(|line| line.contains("mine-1")).unwrap();
            let line: Value = serde_json::from_str(line).unwrap();
            let said = &line["fields"];
            assert_eq!((&said["method"], &said["uri"]), (&"POST".into(), &"/bad?x=1".into()), "{line}");
            assert_eq!((&said["request_id"], &said["status"]), (&"mine-1".into(), &500.into()), "{line}");
            assert_eq!(said["panic"], format!("on purpose: {} bytes", body.len()), "{line}");
            assert_eq!((&said["code"], &said["body_bytes"]), (&"internal".into(), &body.len().into()), "{line}");
            assert_eq!(said["body"], body[..body.len().min(LOGGED_BODY_BYTES)], "{line}");
            assert!(said["elapsed"].is_string(), "{line}");
        }
    }
}
