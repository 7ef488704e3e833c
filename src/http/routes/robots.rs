//! `/robots.txt`: the paths that crawlers may read.

use axum::response::{IntoResponse, Response};

/// The rules. Crawlers may read all paths except those for operators. The API is also permitted, since anybody may use
/// it. Crawlers for language models obey this file, too.
const RULES: &str = "User-agent: *\nDisallow: /metrics\nDisallow: /healthz\nDisallow: /readyz\n";

/// Answers with the rules.
pub async fn robots() -> Response {
    RULES.into_response()
}
