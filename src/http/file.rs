//! A file of a page, in the binary as it is: there is nothing to build, and little to send.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::digest::Digest;

use super::question::has_tag;

/// Kept, but asked for each time: after an update a page of old and new files would break.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("no-cache");

/// What a page is.
pub(super) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

const PLAIN: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// A file of a page.
pub(super) struct File {
    pub(super) path: &'static str,
    pub(super) content: &'static [u8],
    /// Is the content as gzip?
    pub(super) is_gzip: bool,
}

impl File {
    /// The file as an answer; `policy` says what the page may load, and who may frame it.
    pub(super) fn answer(&self, headers: &HeaderMap, policy: HeaderValue) -> Response {
        let mut response = answer(Bytes::from_static(self.content), self.media_type(), headers, policy);
        if self.is_gzip && response.status() == StatusCode::OK {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    fn media_type(&self) -> HeaderValue {
        HeaderValue::from_static(match self.path.rsplit_once('.').map(|(_, extension)| extension) {
            Some("html") => return HTML,
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            _ => "text/javascript; charset=utf-8",
        })
    }
}

/// This content as an answer. Its tag is the same whichever replica answers; weak, since it may be sent as gzip, too.
pub(super) fn answer(content: Bytes, media_type: HeaderValue, headers: &HeaderMap, policy: HeaderValue) -> Response {
    let tag = HeaderValue::try_from(format!("W/\"{}\"", Digest::of(&content))).ok();
    let is_known = tag.as_ref().is_some_and(|tag| has_tag(headers, tag));
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, media_type)], content).into_response()
    };
    let fields = response.headers_mut();
    fields.extend(PLAIN);
    fields.insert(header::CACHE_CONTROL, CACHE_CONTROL);
    fields.insert(header::CONTENT_SECURITY_POLICY, policy);
    fields.extend(tag.map(|tag| (header::ETAG, tag)));
    response
}
