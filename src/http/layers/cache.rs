//! Tags of answers, and the time for which caches may keep them.

use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use grundy_core::wire::digest::Digest;
use grundy_core::wire::engine::Engine;

/// Identifies the program by its source files. With a version instead, caches would keep a wrong answer that a new
/// build of the same version corrects.
const BUILD: &str = env!("BUILD_DIGEST");

/// The time is a day. Answers stay right for ever, but a wrong answer should disappear soon after its fault is
/// corrected.
pub(crate) const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Computes the tags of answers to URLs. Tags are digests of the build, the limits and the URL, which determine the
/// answer.
///
/// Only an answer of 200 is sent with its tag, so a client that sends the tag back has had that answer. The service
/// then replies, without checks and without work, that the answer is still right. Replicas must agree on tags, so tags
/// hold no secret. A client may compute the tag of a URL that was never answered: it only fools itself.
#[derive(Clone, Copy, Debug)]
pub struct Tags(Digest);

impl Tags {
    /// Returns the tags of this build with these limits.
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

/// Returns a digest as a weak tag, since the content that it names may also be sent as gzip.
pub(crate) fn weak(digest: Digest) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("W/\"{digest}\"")).ok()
}

/// Adds to the answer to a URL the headers that let caches keep it.
pub(crate) fn cacheable(mut response: Response, tag: Option<HeaderValue>) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    headers.extend(tag.map(|tag| (header::ETAG, tag)));
    response
}

/// Returns whether the client has the content of this tag. Tags are compared weakly (RFC 9110, 13.1.2). `*` is ignored,
/// since finding out whether there is an answer costs the same as the answer.
pub(crate) fn has_tag(headers: &HeaderMap, own: &HeaderValue) -> bool {
    let mut tags = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_own = |tag: &str| own.to_str().is_ok_and(|own| opaque(tag) == opaque(own));
    tags.any(|tags| tags.split(',').map(str::trim).any(is_own))
}

fn opaque(tag: &str) -> &str {
    tag.trim_start_matches("W/")
}
