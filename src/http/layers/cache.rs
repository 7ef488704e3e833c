//! What lets others keep answers: tags, and how long an answer may be kept.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

/// An answer depends on the URL and the program alone, so one tag does for all URLs. It names the very sources: a
/// version that mends a wrong answer without another number would leave that in all caches.
const VERSION_TAG: HeaderValue = HeaderValue::from_static(concat!("W/\"", env!("BUILD_DIGEST"), "\""));

/// A day: answers stay right for ever, but a fault that is mended should not be told for long.
pub(crate) const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// The answer to a URL, with what lets others keep it.
pub(crate) fn cacheable(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.insert(header::ETAG, VERSION_TAG);
    response
}

/// Does the client have the answer of this version?
pub(crate) fn has_current_version(headers: &HeaderMap) -> bool {
    has_tag(headers, &VERSION_TAG)
}

/// Does the client have what this tag names? Tags are compared weakly (RFC 9110, 13.1.2).
pub(crate) fn has_tag(headers: &HeaderMap, own: &HeaderValue) -> bool {
    let mut tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_own = |tag: &str| tag == "*" || own.to_str().is_ok_and(|own| opaque(tag) == opaque(own));
    tags.any(|tags| tags.split(',').map(str::trim).any(is_own))
}

fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}
