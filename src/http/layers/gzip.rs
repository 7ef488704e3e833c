//! Gzip in both directions: compressed request bodies, and long answers for clients that ask for gzip. The workers do
//! this piece by piece, since a short body may inflate to a very long one, and compressing a long answer takes long.
//!
//! tower-http's layers were rejected for three reasons. They compress on the threads that answer short requests, so
//! short requests would have to wait. They cost each short exchange two allocations and a parser (0.4 µs). They refuse
//! requests in ways that are not in the contract: with a 406 instead of an answer, and with a 415 that has no body.

use grundy_core::number::cost;
use std::io::{self, Write};
use std::mem;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::{GzEncoder, MultiGzDecoder};
use futures_util::stream;
use http_body_util::BodyExt;

use super::answer::NDJSON;
use super::problem::{HttpProblem, Problem};
use crate::work::queue::{Account, Workers};
use grundy_core::wire::fault;

/// Answers of at most this number of bytes are not compressed. They fit into a few packets, and compressing 100 bytes
/// takes longer than computing them.
const LEAST_BYTES: u64 = 4096;

/// The number of bytes of an answer that are compressed at a time.
const PIECE_BYTES: usize = 64 * 1024;

/// The number of bytes of a body that are inflated between two checks of the limits. They inflate to at most a
/// megabyte.
const STEP_BYTES: usize = 1024;

/// The number of bytes of a stream that are inflated at a time.
const STREAM_STEP_BYTES: usize = 4096;

/// The number of bytes to which any body may inflate, however short it is.
const FREE_BYTES: usize = 64 * 1024;

pub(crate) const GZIP: HeaderValue = HeaderValue::from_static("gzip");

/// The encoding of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    Identity,
    Gzip,
}

impl Coding {
    /// Returns the encoding of a request's body.
    ///
    /// # Errors
    /// 415 if `Content-Encoding` names another encoding than gzip and identity.
    pub(crate) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let Some(encoding) = headers.get(header::CONTENT_ENCODING).map(HeaderValue::as_bytes) else {
            return Ok(Self::Identity);
        };
        if encoding.eq_ignore_ascii_case(b"identity") {
            Ok(Self::Identity)
        // The old name `x-gzip` means the same (RFC 9110, 8.4.1.3).
        } else if encoding.eq_ignore_ascii_case(b"gzip") || encoding.eq_ignore_ascii_case(b"x-gzip") {
            Ok(Self::Gzip)
        } else {
            let detail = "the body has an unknown Content-Encoding: send it as it is, or as gzip";
            Err(Problem::new(HttpProblem::UnsupportedMediaType, detail))
        }
    }
}

/// Inflates gzip as it arrives.
pub(crate) struct Inflater {
    // Several gzip files in a row are one valid body with several members.
    decoder: MultiGzDecoder<Vec<u8>>,
    received: usize,
    inflated: usize,
    max_ratio: usize,
}

impl Inflater {
    /// Creates an inflater for a body whose inflated length may be at most `max_ratio` times its compressed length.
    pub(crate) fn new(max_ratio: usize) -> Self {
        Self { decoder: MultiGzDecoder::new(Vec::new()), received: 0, inflated: 0, max_ratio }
    }

    /// Inflates a whole body. `judge` is given the inflated length so far, and may end the work.
    pub(crate) fn whole(
        mut self,
        body: &[u8],
        mut judge: impl FnMut(usize) -> Result<(), Problem>,
    ) -> Result<Vec<u8>, Problem> {
        let mut whole = Vec::new();
        for step in body.chunks(STEP_BYTES) {
            let more = self.push(step)?;
            judge(whole.len().saturating_add(more.len()))?;
            whole.extend_from_slice(&more);
        }
        let rest = self.finish()?;
        whole.extend_from_slice(&rest);
        Ok(whole)
    }

    /// Inflates the next bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Problem> {
        for step in bytes.chunks(STEP_BYTES) {
            self.decoder.write_all(step).map_err(|_| broken())?;
            self.received = self.received.saturating_add(step.len());
            let out = self.inflated.saturating_add(self.decoder.get_ref().len());
            if out > self.received.saturating_mul(self.max_ratio).max(FREE_BYTES) {
                let times = self.max_ratio;
                let detail = format!("inside its gzip the body is more than {times} times as long: send it as it is");
                return Err(Problem::new(HttpProblem::BodyTooLarge, detail));
            }
        }
        Ok(self.take())
    }

    /// Ends the inflation after the last bytes of the body, and returns the rest of the output.
    pub(crate) fn finish(&mut self) -> Result<Vec<u8>, Problem> {
        self.decoder.try_finish().map_err(|_| broken())?;
        Ok(self.take())
    }

    fn take(&mut self) -> Vec<u8> {
        let out = mem::take(self.decoder.get_mut());
        self.inflated = self.inflated.saturating_add(out.len());
        out
    }

    /// Estimates the largest number of steps that inflating this number of bytes can take.
    pub(crate) fn steps(&self, bytes: usize) -> u64 {
        let inflated = u64::try_from(bytes.saturating_mul(self.max_ratio)).unwrap_or(u64::MAX);
        inflated.saturating_mul(cost::NUMBER)
    }

    /// Removes the bytes for the next step from the front of `frame`, and returns these bytes.
    pub(crate) fn step(frame: &mut Bytes) -> Bytes {
        frame.split_to(frame.len().min(STREAM_STEP_BYTES))
    }
}

fn broken() -> Problem {
    let detail = "the body broke off, or is not what its Content-Encoding says";
    Problem::new(HttpProblem::Fault(fault::Code::InvalidJson), detail)
}

/// Compresses a long text if the client wants gzip. Inflates an answer that is stored as gzip if the client does not
/// want gzip.
pub(crate) fn encoded(mut response: Response, method: &Method, wanted: bool, workers: &Workers) -> Response {
    // A 304 needs the same `Vary` as the answer that the client has kept.
    if response.status() == StatusCode::NOT_MODIFIED {
        add_vary(response.headers_mut());
        return response;
    }
    let announced = || response.headers().get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok();
    let size =
        if *method == Method::HEAD { announced() } else { response.body().size_hint().exact().or_else(announced) };
    // The long files of pages are stored as gzip already.
    let is_encoded = response.headers().contains_key(header::CONTENT_ENCODING);
    if !is_encoded && (size.is_some_and(|size| size <= LEAST_BYTES) || !is_text(response.headers())) {
        return response;
    }
    let headers = response.headers_mut();
    add_vary(headers);
    if wanted == is_encoded {
        return response;
    }
    headers.remove(header::CONTENT_LENGTH);
    if is_encoded {
        headers.remove(header::CONTENT_ENCODING);
    } else {
        headers.insert(header::CONTENT_ENCODING, GZIP);
    }
    // An answer to HEAD has no body to encode. Its body becomes an empty stream of unknown length, since the compressed
    // answer to a GET has no Content-Length either.
    if *method == Method::HEAD {
        return response.map(|_| Body::from_stream(stream::empty::<Result<Bytes, io::Error>>()));
    }
    let workers = workers.clone();
    response.map(|body| {
        let coder = if is_encoded { Coder::Inflate(Inflater::new(usize::MAX)) } else { Coder::deflate() };
        let state = Recoded { body, rest: Bytes::new(), coder: Some(coder), workers, account: Account::default() };
        Body::from_stream(stream::try_unfold(state, Recoded::next))
    })
}

fn add_vary(headers: &mut HeaderMap) {
    headers.append(header::VARY, header::ACCEPT_ENCODING.into());
}

/// A body that is compressed or inflated while it is sent.
struct Recoded {
    body: Body,
    /// Bytes of the body that have arrived and are not coded yet.
    rest: Bytes,
    /// Compresses or inflates the body; `None` once the whole body is coded.
    coder: Option<Coder>,
    workers: Workers,
    account: Account,
}

enum Coder {
    Deflate(GzEncoder<Vec<u8>>),
    Inflate(Inflater),
}

impl Coder {
    fn deflate() -> Self {
        Self::Deflate(GzEncoder::new(Vec::new(), Compression::fast()))
    }

    /// Compresses or inflates `piece`, which is `None` at the end of the body. Returns the resulting bytes, and the
    /// coder unless the body has ended.
    fn code(mut self, piece: Option<&[u8]>) -> io::Result<(Vec<u8>, Option<Self>)> {
        let out = match (&mut self, piece) {
            (Self::Deflate(encoder), Some(piece)) => {
                encoder.write_all(piece)?;
                mem::take(encoder.get_mut())
            }
            (Self::Deflate(encoder), None) => {
                encoder.try_finish()?;
                mem::take(encoder.get_mut())
            }
            (Self::Inflate(inflater), Some(piece)) => inflater.push(piece).map_err(io::Error::other)?,
            (Self::Inflate(inflater), None) => inflater.finish().map_err(io::Error::other)?,
        };
        Ok((out, piece.is_some().then_some(self)))
    }
}

impl Recoded {
    /// Returns the next coded piece, and the rest of the body.
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, axum::Error> {
        while let Some(coder) = self.coder.take() {
            let piece = self.piece().await?;
            let steps = u64::try_from(piece.as_ref().map_or(0, Bytes::len)).unwrap_or(u64::MAX);
            let job = move |_: &_| coder.code(piece.as_deref());
            let steps = steps.saturating_mul(cost::NUMBER);
            let out = self
                .workers
                .run_piece(&self.account, steps, job)
                .await
                .map_err(Problem::from)
                .map_err(axum::Error::new)?;
            let (out, coder) = out.map_err(axum::Error::new)?;
            self.coder = coder;
            if !out.is_empty() {
                return Ok(Some((out.into(), self)));
            }
        }
        Ok(None)
    }

    async fn piece(&mut self) -> Result<Option<Bytes>, axum::Error> {
        while self.rest.is_empty() {
            match self.body.frame().await {
                None => return Ok(None),
                Some(frame) => self.rest = frame?.into_data().unwrap_or_default(),
            }
        }
        Ok(Some(self.rest.split_to(self.rest.len().min(PIECE_BYTES))))
    }
}

/// Returns whether the client asks for gzip (RFC 9110, 12.5.3).
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut codings = values.flat_map(|value| value.split(',')).map(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, "q=1"));
        let weight = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok());
        (name.trim(), weight.is_some_and(|weight: f32| weight > 0.0))
    });
    codings.any(|(name, accepted)| {
        let is_gzip = name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip");
        is_gzip && accepted
    })
}

/// Returns whether an answer is a text that should be compressed. Streams of lines are not compressed, since a line
/// would wait until a block of gzip is full, and would arrive late.
fn is_text(headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    !media_type.starts_with(NDJSON) && !media_type.starts_with("image/png")
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
        for text in
            ["gzip", "GZIP", "x-gzip", "deflate, gzip, br", "br;q=1.0, gzip;q=0.8", "gzip; q=0.001", "*;q=0, gzip"]
        {
            assert!(wanted(text), "{text}");
        }
        for text in
            ["", "identity", "br, zstd", "gzip;q=0", "gzip;q=0.000", "gzip;level=9", "gzipped", "identity;q=0, *;q=0"]
        {
            assert!(!wanted(text), "{text}");
        }
        assert!(!is_wanted(&HeaderMap::new()));
    }

    fn deflated(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn what_is_inside_comes_out_however_it_comes_in() {
        let text: Vec<u8> =
            (0..300_000_u32).flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 20).to_le_bytes()).collect();
        let members = [deflated(&text[..1000]), deflated(&text[1000..])].concat();
        for size in [1, 7, 1000, members.len()] {
            let mut inflater = Inflater::new(50);
            let mut out = Vec::new();
            for piece in members.chunks(size) {
                out.extend(inflater.push(piece).unwrap());
            }
            out.extend(inflater.finish().unwrap());
            assert!(out == text, "{size}");
        }
        let broken = Inflater::new(50).whole(&members[..members.len() - 4], |_| Ok(()));
        assert_eq!(broken.unwrap_err().code(), HttpProblem::Fault(fault::Code::InvalidJson));
        assert!(Inflater::new(50).whole(b"not gzip", |_| Ok(())).is_err());
    }

    #[test]
    fn a_bomb_ends_after_a_step() {
        let bomb = deflated(&vec![0; 64 << 20]);
        let mut most = 0;
        let outcome = Inflater::new(50).whole(&bomb, |length| {
            most = length;
            Ok(())
        });
        assert_eq!(outcome.unwrap_err().code(), HttpProblem::BodyTooLarge);
        assert!(most < 2 << 20, "{most}");
        // Short bodies may inflate by any ratio, up to a fixed length.
        let short = deflated(&vec![b' '; 60_000]);
        assert!(short.len() < 200 && Inflater::new(50).whole(&short, |_| Ok(())).is_ok());
    }
}
