//! [`Document`]: the JSON of an error, the same for a request over HTTP and for an item of a batch.

use std::borrow::Cow;

use serde::Serialize;

use super::fault::{Fault, Faults};
use super::json;

/// An error (RFC 9457).
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Problem))]
pub struct Document<'a> {
    /// A page about this kind of error.
    #[cfg_attr(feature = "openapi", schema(format = "uri-reference", example = "/problems/illegal-position"))]
    pub r#type: String,
    /// The kind of error, in words.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// This error in a sentence. If the input has several faults, the sentence is about the first.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub detail: Cow<'a, str>,
    /// The kind of error, for programs. If the input has several faults, this is the kind of the first.
    #[cfg_attr(feature = "openapi", schema(example = "illegal-position"))]
    pub code: &'static str,
    /// The X-Request-Id of the answer. Errors inside a batch do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub request_id: Option<&'a str>,
    /// The faults of the input, at most 32.
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub errors: &'a [Fault],
    /// How many faults of the input are not in `errors`.
    #[serde(skip_serializing_if = "json::is_zero")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub errors_omitted: usize,
}

impl<'a> Document<'a> {
    /// Creates the error of a request with these faults.
    #[must_use]
    pub fn of(faults: &'a Faults) -> Self {
        let code = faults.code();
        Self {
            r#type: Self::type_of(code.as_str()),
            title: code.title(),
            status: code.status(),
            detail: faults.detail().into(),
            code: code.as_str(),
            request_id: None,
            errors: faults.listed(),
            errors_omitted: faults.omitted(),
        }
    }

    /// Returns the address of the page about a kind of error.
    #[must_use]
    pub fn type_of(code: &str) -> String {
        format!("/problems/{code}")
    }
}
