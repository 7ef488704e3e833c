//! `/robots.txt`: what programs may read that follow links.

use axum::response::{IntoResponse, Response};

/// All but what is for operators. Answers are free to ask for: a language model's reader keeps to this file, too.
const RULES: &str = "User-agent: *\nDisallow: /metrics\nDisallow: /healthz\nDisallow: /readyz\n";

/// Answers the rules.
pub async fn robots() -> Response {
    RULES.into_response()
}
