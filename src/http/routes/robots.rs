//! `/robots.txt`: the paths that crawlers may read.

use axum::response::{IntoResponse, Response};

/// Crawlers may read all paths except those for operators. Answers are free to ask for. Crawlers for language models
/// obey this file, too.
const RULES: &str = "User-agent: *\nDisallow: /metrics\nDisallow: /healthz\nDisallow: /readyz\n";

/// Answers the rules.
pub async fn robots() -> Response {
    RULES.into_response()
}
