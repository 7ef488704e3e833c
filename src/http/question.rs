//! What the calls that take a position have in common: a body or a query string is read, the answer made where there is
//! room for the work, and an answer to a URL may be cached.

use std::sync::Arc;

use axum::extract::Request as HttpRequest;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::wire::limits::Limits;
use grundy_core::wire::question::Question;
use grundy_core::wire::request::{Defaults, Fields, Request};
use grundy_core::wire::work;

use super::problem::Problem;
use super::{Service, body, json_bytes};

/// Up to so many bytes a request is read in place, which tells how much work it is: 2,000 digits take some 50 µs.
const READ_IN_PLACE_BYTES: usize = 2048;

/// The answer to a request of this text, which is counted.
fn answer<E: Fields>(
    question: &Question<E>,
    request: Request<E>,
    text: &[u8],
    service: &Service,
) -> Result<Response, Problem> {
    question.check(&request, &service.engine)?;
    service.metrics.position(&request.position);
    Ok(json_bytes(question.answer(request, text, &service.engine)?))
}

fn read_json<E: Fields>(body: &[u8], limits: &Limits) -> Result<Request<E>, Problem> {
    Request::from_json(body, Defaults::default(), limits).map_err(|rejected| rejected.faults.into())
}

fn read_query<E: Fields>(query: &str, limits: &Limits) -> Result<Request<E>, Problem> {
    Request::from_query(query, limits).map_err(|rejected| rejected.faults.into())
}

/// Answers a position in a body.
///
/// # Errors
/// What is wrong with the body, or with the request in it.
pub(super) fn posted<E: Fields + Send + 'static>(
    service: Arc<Service>,
    request: HttpRequest,
    question: &'static Question<E>,
) -> impl Future<Output = Result<Response, Problem>> {
    let body = body::open_json(request, &service.body);
    async move {
        let body = body::read(body?, &service.body, &service.workers).await?;
        let early =
            if body.len() <= READ_IN_PLACE_BYTES { Some(read_json(&body, &service.engine.limits)?) } else { None };
        let steps = match &early {
            Some(request) => question.steps(request, &body, &service.engine),
            None => work::steps_of_json(&body),
        };
        let job = move |service: &Service| {
            let request = match early {
                Some(request) => request,
                None => read_json(&body, &service.engine.limits)?,
            };
            let answer = answer(question, request, &body, service)?;
            // The memory that the body had is for the answer now.
            drop(body);
            service.body.budget.hold_answer(answer)
        };
        Arc::clone(&service).run(steps, job).await
    }
}

/// Answers a position in a URL.
///
/// # Errors
/// What is wrong with it.
pub(super) fn asked<E: Fields + Send + 'static>(
    service: Arc<Service>,
    request: &HttpRequest,
    question: &'static Question<E>,
) -> impl Future<Output = Result<Response, Problem>> + use<E> {
    let (uri, known) = (request.uri().clone(), has_current_version(request.headers()));
    async move {
        let text = uri.query().unwrap_or_default();
        let early =
            if text.len() <= READ_IN_PLACE_BYTES { Some(read_query(text, &service.engine.limits)?) } else { None };
        let steps = match &early {
            Some(request) => question.steps(request, text.as_bytes(), &service.engine),
            None => work::steps_of_json(text.as_bytes()),
        };
        let job = move |service: &Service| {
            let text = uri.query().unwrap_or_default();
            let request = match early {
                Some(request) => request,
                None => read_query(text, &service.engine.limits)?,
            };
            let response = if known {
                question.check(&request, &service.engine)?;
                StatusCode::NOT_MODIFIED.into_response()
            } else {
                answer(question, request, text.as_bytes(), service)?
            };
            service.body.budget.hold_answer(cacheable(response))
        };
        Arc::clone(&service).run(steps, job).await
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
