//! `/openapi.json` and `/openapi.yaml`: the contract, which is the file `openapi.yaml`. A test makes that, see
//! `contract.rs`; the build script makes the other form of it.

use std::io;

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::http::layers::file::{File, packed};

static JSON: File = packed!("openapi.json");
static YAML: File = packed!("openapi.yaml");

/// It is no page.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Answers it as JSON.
pub(super) async fn answer_json(headers: HeaderMap) -> Response {
    JSON.answer(&headers, POLICY)
}

/// Answers it as YAML.
pub(super) async fn answer_yaml(headers: HeaderMap) -> Response {
    YAML.answer(&headers, POLICY)
}

/// The contract as JSON.
///
/// # Errors
/// If what was built is broken.
pub fn json() -> io::Result<String> {
    JSON.text()
}

/// The contract as YAML.
///
/// # Errors
/// If what was built is broken.
pub fn yaml() -> io::Result<String> {
    YAML.text()
}
