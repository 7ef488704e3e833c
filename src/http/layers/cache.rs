//! The tags (`ETag`s) of answers, and the time for which caches may keep answers.

use std::io::Write;

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use grundy_core::wire::digest::Digest;
use grundy_core::wire::engine::Engine;

/// Identifies the program by its source files. The version would not suffice: caches would keep a wrong answer even
/// after a new build of the same version corrects it.
const BUILD: &str = env!("BUILD_DIGEST");

/// Caches may keep an answer for a day. Right answers stay right for ever, but a wrong answer should disappear soon
/// after the fault of the program is corrected.
pub(crate) const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Computes the tags of answers to URLs. Tags are digests of the build, the limits and the URL, which determine the
/// answer.
///
/// Only an answer with the status 200 has a tag. If a client sends the tag of a URL, the service assumes that the
/// client has this answer. The service replies that the answer is still right, without checking the request and without
/// work. Tags hold no secret, since all replicas must compute the same tags. A client can compute the tag of a URL that
/// was never answered, but gains nothing by it.
#[derive(Clone, Copy, Debug)]
pub struct Tags(Digest);

impl Tags {
    /// Prepares to compute the tags for this build with the limits of `engine`.
    #[must_use]
    pub fn new(engine: &Engine) -> Self {
        Self(Digest::of(format!("{BUILD} {:?} {:?} ", engine.limits, engine.tables.search).as_bytes()))
    }

    /// Returns the tag of the answer to a URL.
    pub(crate) fn of(self, uri: &Uri) -> Option<HeaderValue> {
        let Self(mut digest) = self;
        digest.add(uri.path_and_query()?.as_str().as_bytes());
        weak(digest)
    }
}

/// Returns a digest as a weak tag. The tag is weak, since the same content may also be sent as gzip.
pub(crate) fn weak(digest: Digest) -> Option<HeaderValue> {
    // This is an array, since a string would be reallocated twice.
    let mut tag = [0; r#"W/"0123456789abcdef""#.len()];
    write!(&mut tag[..], "W/\"{:016x}\"", digest.finish()).ok()?;
    HeaderValue::from_bytes(&tag).ok()
}

/// Adds the headers that let caches keep the answer to a URL.
pub(crate) fn cacheable(mut response: Response, tag: Option<HeaderValue>) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.extend(tag.map(|tag| (header::ETAG, tag)));
    response
}

/// Returns whether the client has the content with this tag, if it has one. Tags are compared weakly (RFC 9110, 13.1.2). `*` is
/// ignored: it means any answer, and finding out whether there is an answer is as much work as answering.
pub(crate) fn has_tag(headers: &HeaderMap, own: Option<&HeaderValue>) -> bool {
    let Some(own) = own else { return false };
    let mut tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_own = |tag: &str| own.to_str().is_ok_and(|own| opaque(tag) == opaque(own));
    tags.any(|tags| tags.split(',').map(str::trim).any(is_own))
}

fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}
