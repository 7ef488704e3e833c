//! Builds answers with the status 200.

use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::Response;
use http_body_util::BodyExt;
use serde::Serialize;

use super::problem::Problem;
use crate::work::budget::{Budget, BudgetShare};

/// The usual media type of a stream of lines. This type has other names, too.
pub(crate) const NDJSON: &str = "application/x-ndjson";

/// A header that tells nginx and similar proxies to pass each piece of an answer on as soon as it arrives.
pub(crate) const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// The initial capacity of the text of an answer, in bytes. If the capacity were 0 at first, a usual text would be
/// copied twice while it grows.
const JSON_BYTES: usize = 512;

/// Returns an answer with the status 200 and this JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<Response, Problem> {
    let mut json = Vec::with_capacity(JSON_BYTES);
    match serde_json::to_writer(&mut json, value) {
        Ok(()) => Ok(json_bytes(json)),
        Err(error) => Err(Problem::unwritable(&error)),
    }
}

/// The largest number of headers of an answer, if rare headers are not counted. The table of headers gets this
/// capacity, since a table that grows is copied.
const HEADERS: usize = 8;

/// Returns an answer with the status 200 and JSON that is already written.
pub(crate) fn json_bytes(json: impl Into<Body>) -> Response {
    let mut response = Response::new(json.into());
    *response.headers_mut() = HeaderMap::with_capacity(HEADERS);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Reserves a share of the budget for an answer until it is sent. The length of the answer must be known.
///
/// # Errors
/// 503 if other requests hold too much of the budget.
pub(crate) fn held(mut response: Response, budget: &Budget) -> Result<Response, Problem> {
    let length = response.body().size_hint().exact().unwrap_or_default();
    let mut share = BudgetShare::default();
    budget.draw_whole(&mut share, usize::try_from(length).unwrap_or(usize::MAX))?;
    if share.is_empty() {
        return Ok(response);
    }
    // The mapped body does not know its length, since the mapping might change its frames. So the length is set as a
    // header.
    response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    // The body has only one frame, which gets the whole share.
    Ok(response.map(|body| {
        Body::new(body.map_frame(move |frame| frame.map_data(|bytes| std::mem::take(&mut share).keep(bytes))))
    }))
}
