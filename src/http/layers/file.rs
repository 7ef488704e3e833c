//! Files of pages. They are embedded in the binary, most of them as gzip.

use std::io::{self, Read};
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use grundy_core::wire::digest::Digest;

use super::cache::{has_tag, weak};

/// Browsers keep the file, but ask each time whether it is still current. Otherwise a page could mix old and new files
/// after an update.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("no-cache");

/// The media type of pages.
pub(crate) const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

const PLAIN: [(HeaderName, HeaderValue); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

/// A file of a page.
pub(crate) struct File {
    pub(crate) path: &'static str,
    pub(crate) content: &'static [u8],
    is_gzip: bool,
    /// The tag is computed once, since the digest of the longest file takes half a millisecond.
    tag: OnceLock<Option<HeaderValue>>,
}

/// Embeds a file that the build script has compressed.
macro_rules! packed {
    ($path:literal) => {
        $crate::http::layers::file::File::gzip($path, include_bytes!(concat!(env!("OUT_DIR"), "/", $path, ".gz")))
    };
}

pub(crate) use packed;

impl File {
    /// A file whose content is stored without compression.
    pub(crate) const fn plain(path: &'static str, content: &'static [u8]) -> Self {
        Self { path, content, is_gzip: false, tag: OnceLock::new() }
    }

    /// A file whose content is stored as gzip.
    pub(crate) const fn gzip(path: &'static str, content: &'static [u8]) -> Self {
        Self { path, content, is_gzip: true, tag: OnceLock::new() }
    }

    /// Answers with the file. `policy` says what the page may load, and which pages may show it in a frame.
    pub(crate) fn answer(&self, headers: &HeaderMap, policy: HeaderValue) -> Response {
        let content = Bytes::from_static(self.content);
        let tag = self.tag.get_or_init(|| tag(&content)).clone();
        let mut response = answer(content, tag, self.media_type(), headers, policy);
        if self.is_gzip && response.status() == StatusCode::OK {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }

    /// Returns the content of the file as a text.
    ///
    /// # Errors
    /// If the file is not valid gzip or UTF-8, which is a fault of the build.
    pub(crate) fn text(&self) -> io::Result<String> {
        String::from_utf8(self.bytes()?).map_err(io::Error::other)
    }

    /// Returns the content of the file.
    ///
    /// # Errors
    /// If the file is not valid gzip, which is a fault of the build.
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut content = self.content;
        if self.is_gzip { GzDecoder::new(content).read_to_end(&mut bytes) } else { content.read_to_end(&mut bytes) }?;
        Ok(bytes)
    }

    fn media_type(&self) -> HeaderValue {
        HeaderValue::from_static(match self.path.rsplit_once('.').map(|(_, extension)| extension) {
            Some("html") => return HTML,
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("json") => "application/json",
            Some("yaml") => "application/yaml",
            Some("wasm") => "application/wasm",
            _ => "text/javascript; charset=utf-8",
        })
    }
}

/// Returns the `ETag` of this content. All replicas compute the same tag.
pub(crate) fn tag(content: &[u8]) -> Option<HeaderValue> {
    weak(Digest::of(content))
}

/// Answers with this content, or with a 304 if the client has it already.
pub(crate) fn answer(
    content: Bytes,
    tag: Option<HeaderValue>,
    media_type: HeaderValue,
    headers: &HeaderMap,
    policy: HeaderValue,
) -> Response {
    let is_known = has_tag(headers, tag.as_ref());
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
