//! Cross-origin requests: browsers may call the service from any page.

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use tower_http::cors::{self, CorsLayer};

use super::request_id::REQUEST_ID;

/// The response headers that scripts of other origins may read.
const EXPOSED: HeaderValue = HeaderValue::from_static("x-request-id,retry-after,etag,allow");

/// Answers preflights. No route accepts OPTIONS, so only the fallbacks need this layer.
pub fn preflight() -> CorsLayer {
    CorsLayer::new().allow_origin(cors::Any).allow_methods([Method::GET, Method::POST]).allow_headers([
        header::CONTENT_TYPE,
        header::IF_NONE_MATCH,
        REQUEST_ID,
        // These are headers of the Model Context Protocol. The endpoint of this protocol checks the origin of pages
        // itself.
        HeaderName::from_static("mcp-protocol-version"),
        HeaderName::from_static("mcp-method"),
        HeaderName::from_static("mcp-name"),
    ])
}

/// Lets scripts of any page read an answer. tower-http's layer around all routes would cost five times as much.
pub(super) fn allow(headers: &mut HeaderMap) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
}
