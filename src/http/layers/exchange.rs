//! The layer around every exchange, which is a request with its answer. The layer adds an id
//! ([`request_id`](super::request_id)), headers for browsers ([`cors`]), error answers in one shape, counts
//! ([`metrics`](super::metrics)), and a line in the log ([`log`](super::log)). It is one layer, because separate layers
//! would cost several times as much.

use std::any::Any;
use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::handler::Handler;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use futures_util::future::Either;
use tower::{BoxError, Service, service_fn};

use super::log::Ended;
use super::metrics::{Metrics, RouteMetrics};
use super::open_exchange::{OpenExchange, message};
use super::problem::{HttpProblem, Problem};
use super::streamed::Streamed;
use super::{body, cors, gzip, head};
use crate::server::{App, Sent, Unreadable};
use crate::work::queue::Workers;

/// The largest length of a path together with its query, in bytes. Proxies and browsers have limits of about this size.
pub const MAX_URL_BYTES: usize = 8 * 1024;

/// Puts the layer of this module around `routes`, which have these patterns.
///
/// # Errors
/// If two patterns match the same path.
pub fn around(
    routes: Router,
    patterns: &[&str],
    metrics: &Arc<Metrics>,
    workers: &Workers,
    trusts_forwarded: bool,
) -> Result<impl App + use<>, BoxError> {
    let routes = routes.method_not_allowed_fallback(method_not_allowed.layer(cors::preflight()));
    let exchanges = Arc::new(Exchanges::new(routes, patterns, metrics, workers, trusts_forwarded)?);
    Ok(service_fn(move |request| Arc::clone(&exchanges).answer(request).map(Ok)))
}

/// A router with the layer of this module around it. The layer is not added with `Router::layer`, since axum boxes such
/// a layer for each route and each request.
#[derive(Debug)]
pub struct Exchanges {
    router: Router,
    metrics: Arc<Metrics>,
    workers: Workers,
    routes: Arc<RouteMetrics>,
    /// True if `X-Forwarded-For` is set by a proxy of the operator.
    trusts_forwarded: bool,
}

impl Exchanges {
    /// Wraps a router whose routes have these patterns.
    ///
    /// # Errors
    /// If two patterns match the same path.
    pub fn new(
        router: Router,
        patterns: &[&str],
        metrics: &Arc<Metrics>,
        workers: &Workers,
        trusts_forwarded: bool,
    ) -> Result<Self, matchit::InsertError> {
        let by_path = Arc::new(RouteMetrics::new(patterns, metrics)?);
        let workers = workers.clone();
        Ok(Self { router, metrics: Arc::clone(metrics), workers, routes: by_path, trusts_forwarded })
    }

    /// Answers a request.
    pub fn answer<B>(self: Arc<Self>, request: Request<B>) -> impl Future<Output = Response> + Send
    where
        B: HttpBody<Data = Bytes, Error: Into<BoxError>> + Sent + Send + 'static,
    {
        let wants_gzip = gzip::is_wanted(request.headers());
        let url_bytes = request.uri().path_and_query().map_or(0, |path| path.as_str().len());
        let mut router = self.router.clone();
        let exchange = OpenExchange::begin(&self.metrics, &self.routes, self.trusts_forwarded, &request);
        let answer = if let Some(Unreadable(status)) = request.extensions().get() {
            Either::Left(ready(Ok(unreadable(*status).into_response())))
        } else if let Err(detail) = head::check(&request) {
            let mut response = Problem::new(HttpProblem::BadRequest, detail).into_response();
            // It is not certain where a request with a faulty head ends, so the connection must be closed.
            response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            Either::Left(ready(Ok(response)))
        } else if url_bytes > MAX_URL_BYTES {
            Either::Left(ready(Ok(uri_too_long().into_response())))
        } else {
            Either::Right(router.call(request))
        };
        // The code above runs outside this future, so the future does not contain the request.
        async move {
            let mut answer = pin!(body::remembering(AssertUnwindSafe(answer).catch_unwind()));
            let Ok(mut response) = answer.as_mut().await.unwrap_or_else(|panic| Ok(panicked(&*panic)));
            let body = body::remembered(answer);
            let problem = response.extensions_mut().remove::<Problem>();
            if let Some(problem) = &problem {
                write_problem(&mut response, problem, exchange.entry.id.as_str());
            }
            exchange.entry.id.write(response.headers_mut());
            cors::allow(response.headers_mut());
            // A stream is counted and logged when it ends and not when it begins, since a stream often fails in the
            // middle.
            let is_stream = response.body().size_hint().exact().is_none()
                && !response.headers().contains_key(header::CONTENT_LENGTH);
            let method = exchange.entry.method.clone();
            if is_stream {
                response = response.map(|body| Body::new(Streamed::new(body, exchange)));
            } else {
                let (status, code) = (response.status(), problem.as_ref().map(Problem::code));
                let (route, bytes) = (exchange.route(), response.body().size_hint().exact());
                let elapsed = exchange.count(status, problem.as_ref());
                let panic = response.extensions().get().map(|Panic(message)| message.as_str());
                exchange.entry.answered(&Ended { status, code, route, bytes, elapsed, body: body.as_ref(), panic });
            }
            gzip::encoded(response, &method, wants_gzip, &self.workers)
        }
    }
}

/// The message of a handler's panic, for the log.
#[derive(Clone)]
struct Panic(String);

fn write_problem(response: &mut Response, problem: &Problem, id: &str) {
    let document = problem.document(Some(id));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    match serde_json::to_vec(&document) {
        Ok(json) => {
            // An answer to HEAD has no body, but the same length as the answer to GET.
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from(json.len()));
            *response.body_mut() = Body::from(json);
        }
        Err(error) => tracing::error!(%error, "an error answer could not be written"),
    }
}

/// Answers a handler's panic.
fn panicked(panic: &(dyn Any + Send)) -> Response {
    let message = message(panic);
    let problem = Problem::new(HttpProblem::Internal, "the service failed; the log has more under this request_id");
    let mut response = problem.into_response();
    response.extensions_mut().insert(Panic(message.to_owned()));
    response
}

fn uri_too_long() -> Problem {
    let detail = format!("the URL has more than {MAX_URL_BYTES} bytes: use POST, which asks the same in a body");
    Problem::new(HttpProblem::UriTooLong, detail)
}

/// Returns the answer to a request that can't be read.
fn unreadable(status: StatusCode) -> Problem {
    if status == StatusCode::URI_TOO_LONG {
        return uri_too_long();
    }
    let detail = "the request line or a header field can't be read: in a URL a blank, < > \" and letters beyond ASCII are escaped, \
                  as %3C for <";
    Problem::new(HttpProblem::BadRequest, detail)
}

/// Answers paths that do not exist.
pub(crate) fn not_found() -> Problem {
    Problem::new(HttpProblem::NotFound, "there is nothing at this path; the contract is at /docs")
}

/// Answers methods that a path does not accept. The router adds the header Allow.
pub async fn method_not_allowed() -> Problem {
    Problem::new(HttpProblem::MethodNotAllowed, "this path takes other methods: see the Allow header")
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::net::SocketAddr;
    use std::sync::Mutex;

    use axum::extract::Request;
    use axum::routing::post;
    use serde_json::Value;

    use super::*;
    use crate::http::layers::body::{BodyLimits, open_json, read};
    use crate::http::layers::log::LOGGED_BODY_BYTES;
    use crate::http::layers::request_id::REQUEST_ID;

    impl Sent for Body {
        fn peer(&self) -> Option<SocketAddr> {
            Some(SocketAddr::from(([192, 0, 2, 1], 4711)))
        }
    }

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
        // The subscriber is set for all threads. With a subscriber for this thread only, `tracing` could switch a log
        // statement off if another thread reached the statement first.
        tracing::subscriber::set_global_default(subscriber).unwrap();
        let metrics = Arc::new(Metrics::new().unwrap());
        let router = Router::new().route("/bad", post(reads_and_panics));
        let exchanges = Arc::new(Exchanges::new(router, &["/bad"], &metrics, &Workers::new(1).unwrap(), true).unwrap());
        for body in ["{\"a\":\n1}".to_owned(), "[".repeat(100_000)] {
            let request = Request::post("/bad?x=1").header("host", "x").header(REQUEST_ID, "mine-1");
            let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
            let agent = "a".repeat(1000);
            let request = request.header("traceparent", trace).header(header::USER_AGENT, &agent);
            // The client may have sent the first addresses itself. The proxy in front of the service adds the last
            // address.
            let request = request
                .header("x-forwarded-for", "198.51.100.1, 198.51.100.2")
                .header("x-forwarded-for", "2001:db8::1");
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
            assert!(said["seconds"].is_f64(), "{line}");
            assert_eq!(said["route"], "/bad", "{line}");
            assert_eq!((&said["client"], &said["forwarded_for"]), (&"192.0.2.1:4711".into(), &"2001:db8::1".into()));
            assert_eq!((&said["traceparent"], &said["user_agent"]), (&trace.into(), &agent[..256].into()), "{line}");
        }
    }
}
