//! gzip, both ways: request bodies that have it, and long answers for clients that ask for it.
//!
//! Not tower-http's layers: they cost each small exchange two boxes and a parser, and their answers to what they don't
//! know (406 over a whole answer, a bare 415) are none of the contract's.

use std::io;

use async_compression::Level;
use async_compression::tokio::bufread::{GzipDecoder, GzipEncoder};
use axum::body::{Body, HttpBody};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use futures_util::TryStreamExt;
use tokio::io::AsyncRead;
use tokio_util::io::{ReaderStream, StreamReader};

use super::problem::{Code, Problem};

/// Shorter answers fit into a few packets as they are; compressing 100 bytes takes longer than finding them.
const LEAST_BYTES: u64 = 4096;

/// So much of an answer is made at a time.
const PIECE_BYTES: usize = 64 * 1024;

const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// A request's body without its encoding; it may be longer without end, so limits are for what comes out.
///
/// # Errors
/// 415 for another encoding than gzip.
pub fn decoded(headers: &HeaderMap, body: Body) -> Result<Body, Problem> {
    match headers.get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes) {
        None => Ok(body),
        Some(encoding) if encoding.eq_ignore_ascii_case(b"identity") => Ok(body),
        Some(encoding) if encoding.eq_ignore_ascii_case(b"gzip") => {
            let mut decoder = GzipDecoder::new(reader(body));
            // What gzip makes of two files in a row.
            decoder.multiple_members(true);
            Ok(stream(decoder))
        }
        Some(_) => {
            let detail = "the body has an unknown Content-Encoding: send it as it is, or as gzip";
            Err(Problem::new(Code::UnsupportedMediaType, detail))
        }
    }
}

/// The answer as the client wants it.
pub fn encoded(mut response: Response, wanted: bool) -> Response {
    let announced = || response.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok();
    let size = response.body().size_hint().exact().or_else(announced);
    // The files of /docs are kept as gzip.
    let is_encoded = response.headers().contains_key(header::CONTENT_ENCODING);
    if !is_encoded && (size.is_some_and(|size| size <= LEAST_BYTES) || !is_text(response.headers())) {
        return response;
    }
    let headers = response.headers_mut();
    headers.append(header::VARY, header::ACCEPT_ENCODING.into());
    if wanted == is_encoded {
        return response;
    }
    headers.remove(header::CONTENT_LENGTH);
    if is_encoded {
        headers.remove(header::CONTENT_ENCODING);
        return response.map(|body| stream(GzipDecoder::new(reader(body))));
    }
    headers.insert(header::CONTENT_ENCODING, GZIP);
    response.map(|body| stream(GzipEncoder::with_quality(reader(body), Level::Fastest)))
}

/// Does the client ask for gzip (RFC 9110, 12.5.3)?
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut codings = values.flat_map(|value| value.split(',')).map(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        (name.trim(), weight.is_some_and(|weight: f32| weight > 0.0))
    });
    codings.any(|(name, accepted)| name.eq_ignore_ascii_case("gzip") && accepted)
}

/// Not streams of lines: a line that waits for a block to fill up would come late.
fn is_text(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    !media_type.starts_with(super::NDJSON) && !media_type.starts_with("image/png")
}

fn reader(
    body: Body,
) -> StreamReader<impl futures_util::Stream<Item = io::Result<axum::body::Bytes>>, axum::body::Bytes> {
    StreamReader::new(body.into_data_stream().map_err(io::Error::other))
}

fn stream(reader: impl AsyncRead + Send + 'static) -> Body {
    Body::from_stream(ReaderStream::with_capacity(reader, PIECE_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_for_those_who_ask() {
        let wanted = |text: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]);
            is_wanted(&headers)
        };
        for text in ["gzip", "GZIP", "deflate, gzip, br", "br;q=1.0, gzip;q=0.8", "gzip; q=0.001", "*;q=0, gzip"] {
            assert!(wanted(text), "{text}");
        }
        for text in
            ["", "identity", "br, zstd", "gzip;q=0", "gzip;q=0.000", "gzip;level=9", "gzipped", "identity;q=0, *;q=0"]
        {
            assert!(!wanted(text), "{text}");
        }
        assert!(!is_wanted(&HeaderMap::new()));
    }
}
