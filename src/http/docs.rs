//! `/docs`: the contract in a page of Swagger UI, which a library serves; here is what that leaves out.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::exchange;

/// The page loads its own files and asks its own service; no frame around it. It sets styles on its elements, and has
/// its pictures inline.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    // For browsers that do not know frame-ancestors.
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// The library's page has no way back to ours, so this is served in its place; the files that it loads are the library's.
const PAGE: &str = include_str!("docs.html");

/// The library's answer with our page, our headers, our 404, and a redirection that a path prefix does not break.
pub(super) async fn answer(response: Response) -> Response {
    if response.status() == StatusCode::NOT_FOUND {
        return exchange::not_found().await.into_response();
    }
    let is_page = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/html");
    let mut response = if is_page { Html(PAGE).into_response() } else { response };
    let headers = response.headers_mut();
    if let Some(location) = headers.get_mut(header::LOCATION) {
        *location = HeaderValue::from_static("docs/");
    }
    headers.extend(HEADERS);
    response
}
