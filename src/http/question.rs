//! What the calls that take a position have in common: a body or a query string is read, the answer made where there is
//! room for the work, and an answer to a URL may be cached.

use std::sync::Arc;

use axum::extract::Request as HttpRequest;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{Asked, NoAnswer, Question};

use super::problem::Problem;
use super::{Service, body, json_bytes};

impl Service {
    /// The answer to a request, which is counted.
    fn answer(&self, question: Question, asked: Asked, meter: &Meter) -> Result<Vec<u8>, NoAnswer> {
        let outcome = self.engine.answer(question, asked, meter);
        if !matches!(outcome.answer, Err(NoAnswer::Stopped(_))) && !outcome.asked.is_empty() {
            self.metrics.position(&outcome.asked);
        }
        outcome.answer
    }
}

/// Answers a position in a body.
///
/// # Errors
/// What is wrong with the body, or with the request in it.
pub(super) fn posted(
    service: Arc<Service>,
    request: HttpRequest,
    question: Question,
) -> impl Future<Output = Result<Response, Problem>> {
    let body = body::open_json(request, &service.body);
    async move {
        let body = body::read(body?, &service.body, &service.workers).await?;
        let budget = service.body.budget.clone();
        let bytes = body.len();
        let job = move |service: &Service, meter: &Meter| service.answer(question, Asked::Json(&body), meter);
        let json = service.run(bytes, job).await?;
        // The memory that the body had is for the answer now.
        budget.hold_answer(json_bytes(json))
    }
}

/// Answers a position in a URL.
///
/// # Errors
/// What is wrong with it.
pub(super) fn asked(
    service: Arc<Service>,
    request: &HttpRequest,
    question: Question,
) -> impl Future<Output = Result<Response, Problem>> + use<> {
    let (uri, known) = (request.uri().clone(), has_current_version(request.headers()));
    async move {
        let budget = service.body.budget.clone();
        let job = move |service: &Service, meter: &Meter| {
            let asked = Asked::Query(uri.query().unwrap_or_default());
            if known {
                return service.engine.check(question, asked, meter).map(|()| None);
            }
            service.answer(question, asked, meter).map(Some)
        };
        let answer = service.run(0, job).await?;
        let response = answer.map_or_else(|| StatusCode::NOT_MODIFIED.into_response(), json_bytes);
        budget.hold_answer(cacheable(response))
    }
}

/// An answer depends on the URL and the program alone, so one tag does for all URLs. It names the very sources: a
/// version that mends a wrong answer without another number would leave that in all caches.
const VERSION_TAG: HeaderValue = HeaderValue::from_static(concat!("W/\"", env!("GRUNDY_BUILD"), "\""));

/// A day: answers stay right for ever, but a fault that is mended should not be told for long.
pub(super) const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The answer to a URL, with what lets others keep it.
pub(super) fn cacheable(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.insert(header::ETAG, VERSION_TAG);
    response
}

/// Does the client have the answer of this version?
pub(super) fn has_current_version(headers: &HeaderMap) -> bool {
    has_tag(headers, &VERSION_TAG)
}

/// Does the client have what this tag names? Tags are compared weakly (RFC 9110, 13.1.2).
pub(super) fn has_tag(headers: &HeaderMap, own: &HeaderValue) -> bool {
    let mut tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_own = |tag: &str| tag == "*" || own.to_str().is_ok_and(|own| opaque(tag) == opaque(own));
    tags.any(|tags| tags.split(',').map(str::trim).any(is_own))
}

fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}
