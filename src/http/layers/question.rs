//! The common code of the handlers of requests about a position. It reads the body or the query string, and does the
//! work on the current thread or on a worker. It lets caches keep the answer to a URL.

use std::sync::Arc;

use axum::extract::Request as HttpRequest;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{Question, RequestText};

use super::answer::{held, json_bytes};
use super::body;
use super::cache::{cacheable, has_tag};
use super::problem::Problem;
use super::service::Service;

/// Answers a request in a body.
///
/// # Errors
/// If the body or the request in it is wrong.
pub(crate) fn posted(
    service: Arc<Service>,
    request: HttpRequest,
    question: Question,
) -> impl Future<Output = Result<Response, Problem>> {
    let body = body::open_json(request, &service.body);
    async move {
        let body = body::read(body?, &service.body, &service.workers).await?;
        let budget = service.body.budget.clone();
        let bytes = body.len();
        let job = move |service: &Service, meter: &Meter| service.answer(question, RequestText::Json(&body), meter);
        let json = service.run(bytes, job).await?;
        // By now the body is dropped, so the answer can use the body's share of the memory.
        held(json_bytes(json), &budget)
    }
}

/// Answers a request in a URL.
///
/// # Errors
/// If the request is wrong.
pub(crate) fn asked(
    service: Arc<Service>,
    request: &HttpRequest,
    question: Question,
) -> impl Future<Output = Result<Response, Problem>> + use<> {
    let uri = request.uri().clone();
    let tag = service.tags.of(&uri);
    let is_known = has_tag(request.headers(), tag.as_ref());
    async move {
        if is_known {
            return Ok(cacheable(StatusCode::NOT_MODIFIED.into_response(), tag));
        }
        let budget = service.body.budget.clone();
        let job = move |service: &Service, meter: &Meter| {
            service.answer(question, RequestText::Query(uri.query().unwrap_or_default()), meter)
        };
        let json = service.run(0, job).await?;
        held(cacheable(json_bytes(json), tag), &budget)
    }
}
