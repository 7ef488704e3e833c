//! What the calls that take a position have in common: a body or a query string is read, the answer made where there is
//! room for the work, and an answer to a URL may be cached.

use std::sync::Arc;

use axum::extract::Request as HttpRequest;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::wire::request::{Defaults, Fields, Request};

use super::problem::Problem;
use super::{Service, body};

/// Answers a position in a body.
///
/// # Errors
/// What is wrong with the body, or with the request in it.
pub(super) fn posted<E: Fields + 'static>(
    service: Arc<Service>,
    request: HttpRequest,
    answer: fn(Request<E>, &Service) -> Result<Response, Problem>,
) -> impl Future<Output = Result<Response, Problem>> {
    let body = body::open_json(request, &service.body);
    async move {
        let body = body::read(body?, &service.body).await?;
        let length = body.len();
        let job = move |service: &Service| {
            let Service { limits, metrics, body: bounds, .. } = service;
            let request = Request::from_json(&body, Defaults::default(), limits).map_err(|rejected| rejected.faults)?;
            metrics.position(&request.position);
            let answer = answer(request, service)?;
            // The memory that the body had is for the answer now.
            drop(body);
            bounds.budget.hold_answer(answer)
        };
        service.run(length, job).await
    }
}

/// Answers a position in a URL.
///
/// # Errors
/// What is wrong with it.
pub(super) fn asked<E: Fields + 'static>(
    service: Arc<Service>,
    request: &HttpRequest,
    answer: fn(Request<E>, &Service) -> Result<Response, Problem>,
) -> impl Future<Output = Result<Response, Problem>> + use<E> {
    let (uri, known) = (request.uri().clone(), has_current_version(request.headers()));
    let length = uri.query().map_or(0, str::len);
    let job = move |service: &Service| {
            let Service { limits, metrics, body: bounds, .. } = service;
        let query = uri.query().unwrap_or_default();
        let request = Request::from_query(query, limits).map_err(|rejected| rejected.faults)?;
        metrics.position(&request.position);
        let response = if known { StatusCode::NOT_MODIFIED.into_response() } else { answer(request, service)? };
        bounds.budget.hold_answer(cacheable(response))
    };
    service.run(length, job)
}

/// An answer depends on the URL and the version alone, so one tag does for all URLs.
const VERSION_TAG: HeaderValue = HeaderValue::from_static(concat!("W/\"", env!("CARGO_PKG_VERSION"), "\""));

/// A day: answers stay right for ever, but a fault that is mended should not be told for long.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// So many headers are still to come: their table would be copied for the last of them.
const HEADERS: usize = 6;

/// The answer to a URL, with what lets others keep it.
pub(super) fn cacheable(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.reserve(HEADERS);
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
