//! `/llms.txt`: a description of the service for language models (llmstxt.org).

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use super::playground;
use crate::http::layers::file;

/// The text of the answer. Its links begin with `./`, which [`llms`] replaces with the address of the service.
const TEXT: &str = include_str!("llms.txt");

const MARKDOWN: HeaderValue = HeaderValue::from_static("text/markdown; charset=utf-8");

/// The content security policy of the answer: nothing may be loaded.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'");

/// Answers with the description for language models. Its links are absolute if the service's address is known, since a
/// model may read the description without knowing from where it comes.
pub async fn llms(headers: HeaderMap) -> Response {
    let root = playground::address(&headers).unwrap_or_else(|| "./".to_owned());
    let text = Bytes::from(TEXT.replace("./", &root));
    let tag = file::tag(&text);
    file::answer(text, tag, MARKDOWN, &headers, POLICY)
}
