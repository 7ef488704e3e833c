//! `/robots.txt`: the paths that crawlers may read.

use axum::response::{IntoResponse, Response};

/// All paths but those for operators. Answers are free to ask for: the readers of language models keep to this file,
/// too.
const RULES: &str = "User-agent: *\nDisallow: /metrics\nDisallow: /healthz\nDisallow: /readyz\n";

/// Answers the rules.
pub async fn robots() -> Response {
    RULES.into_response()
}
