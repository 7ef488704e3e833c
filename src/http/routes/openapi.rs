//! `/openapi.json` and `/openapi.yaml`: the contract, which is the file `openapi.yaml`. A test writes it (see
//! `contract.rs`); the build script converts it to JSON.

use std::io;

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::http::layers::file::{File, packed};

static JSON: File = packed!("openapi.json");
static YAML: File = packed!("openapi.yaml");

/// The documents load nothing.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// Answers with the contract as JSON.
pub(super) async fn answer_json(headers: HeaderMap) -> Response {
    JSON.answer(&headers, POLICY)
}

/// Answers with the contract as YAML.
pub(super) async fn answer_yaml(headers: HeaderMap) -> Response {
    YAML.answer(&headers, POLICY)
}

/// Returns the contract as JSON.
///
/// # Errors
/// If the packed file is broken, which is a fault of the build.
pub fn json() -> io::Result<String> {
    JSON.text()
}

/// Returns the contract as YAML.
///
/// # Errors
/// If the packed file is broken, which is a fault of the build.
pub fn yaml() -> io::Result<String> {
    YAML.text()
}
