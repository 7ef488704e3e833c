//! What every exchange gets, in one layer (three would cost three times as much): an id, error answers in one shape,
//! and a line in the log where there is something to say.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::gzip;
use super::metrics::{self, Metrics};
use super::problem::{Code, Problem};

/// The header that names an exchange in answers and in logs.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// From this on an exchange is worth a line in the log. Whole batches are longer, and say so.
const SLOW: Duration = Duration::from_secs(1);

/// The longest id of a client's own that is kept.
const MAX_ID_BYTES: usize = 64;

/// The longest path and query. Proxies and browsers have limits of about this size.
const MAX_URL_BYTES: usize = 8 * 1024;

/// Handles one exchange.
pub async fn exchange(State(metrics): State<Arc<Metrics>>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let _in_flight = metrics.begin();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let id = own_id(&request).unwrap_or_else(new_id);
    let wants_gzip = gzip::is_wanted(request.headers());
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let url_bytes = uri.path_and_query().map_or(0, |path| path.as_str().len());
    let mut response = if url_bytes > MAX_URL_BYTES {
        let detail = format!("the URL has more than {MAX_URL_BYTES} bytes: use POST, which asks the same in a body");
        Problem::new(Code::UriTooLong, detail).into_response()
    } else {
        next.run(request).await
    };
    let problem = response.extensions_mut().remove::<Problem>();
    if let Some(problem) = &problem {
        write_problem(&mut response, problem, &id);
    }
    let (status, elapsed) = (response.status(), start.elapsed());
    let id_text = id.to_str().unwrap_or_default();
    let code = problem.as_ref().map(Problem::code);
    let route = route.as_ref().map_or(metrics::UNKNOWN_ROUTE, MatchedPath::as_str);
    metrics.answered(route, method.as_str(), status, code, elapsed);
    let code = code.map(Code::as_str);
    // The whole of a GET is in its URL; a URL is at most as long as the limit of the listener.
    if status.is_server_error() && code != Some(Code::Overloaded.as_str()) {
        tracing::error!(request_id = id_text, %method, %uri, status = status.as_u16(), code, ?elapsed, "failed");
    } else if elapsed >= SLOW {
        tracing::warn!(request_id = id_text, %method, %uri, status = status.as_u16(), code, ?elapsed, "slow");
    } else {
        tracing::debug!(request_id = id_text, %method, %uri, status = status.as_u16(), code, ?elapsed, "answered");
    }
    response.headers_mut().insert(REQUEST_ID, id);
    gzip::encoded(response, wants_gzip)
}

fn write_problem(response: &mut Response, problem: &Problem, id: &HeaderValue) {
    let document = problem.document(id.to_str().unwrap_or_default());
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
fn own_id(request: &Request) -> Option<HeaderValue> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(byte);
    let fits = |id: &&HeaderValue| !id.is_empty() && id.len() <= MAX_ID_BYTES && id.as_bytes().iter().all(plain);
    request.headers().get(REQUEST_ID).filter(fits).cloned()
}

/// A random number of the process and a count: unique enough to find a line in a log, and cheaper than a UUID.
fn new_id() -> HeaderValue {
    static PROCESS: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    HeaderValue::try_from(format!("{:016x}-{count}", *PROCESS)).unwrap_or(HeaderValue::from_static("none"))
}

/// Answers a handler's panic.
#[expect(clippy::needless_pass_by_value, reason = "the layer gives it so")]
pub fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let message = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    tracing::error!(message, "a handler panicked");
    Problem::new(Code::Internal, "the service failed; the log has more under this request_id").into_response()
}

/// Answers paths that do not exist.
pub async fn not_found() -> Problem {
    Problem::new(Code::NotFound, "there is nothing at this path; the contract is at /docs")
}

/// Gives a library's bare 404 our shape.
pub async fn missing_page(response: Response) -> Response {
    if response.status() == StatusCode::NOT_FOUND { not_found().await.into_response() } else { response }
}

/// Answers methods that a path does not take; the router adds Allow.
pub async fn method_not_allowed() -> Problem {
    Problem::new(Code::MethodNotAllowed, "this path takes other methods: see the Allow header")
}
