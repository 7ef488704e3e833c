//! Requests that can't be read. hyper refuses them with an answer that has no body, and closes the connection. This
//! module replaces that answer by a more detailed answer of the app.
//!
//! hyper has no hook for this, and only hyper knows where a request begins. Therefore this module looks for the refusal
//! in the bytes that hyper writes.

use std::sync::Arc;

use axum::http::header::{CONNECTION, CONTENT_LENGTH, DATE};
use axum::http::{HeaderName, HeaderValue, Request, StatusCode, Uri};
use futures_util::FutureExt;
use http_body_util::BodyExt;
use memchr::memrchr_iter;

use super::connections::Activity;
use super::drain::Drain;
use super::reply::{App, Upload};

/// The status of the answer to an unreadable request. The app gets an empty request instead. This empty request has the
/// status as an extension.
#[derive(Clone, Copy, Debug)]
pub struct Unreadable(pub StatusCode);

/// A function that returns the bytes of the answer to a request that can't be read. It returns `None` if hyper's own
/// answer should be sent.
pub(super) type UnreadableAnswers = Box<dyn Fn(&Bare) -> Option<Vec<u8>> + Send>;

/// An answer of hyper itself to a request that hyper can't read. It was found in the bytes that hyper writes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bare {
    /// The offset at which this answer begins in the bytes that hyper writes. The answer extends to the end of these
    /// bytes.
    pub(super) start: usize,
    status: StatusCode,
    date: Option<HeaderValue>,
}

impl Bare {
    /// Finds an answer of hyper itself at the end of the bytes that hyper writes. Such an answer has no body, and no
    /// header fields except `Content-Length`, `Date` and `Connection`. Answers of the app have other fields, too.
    pub(super) fn find(written: &[u8]) -> Option<Self> {
        const LINE: &[u8] = b"HTTP/1.1 4";
        const LONGEST: usize = 160;
        let head = written.strip_suffix(b"\r\n\r\n")?;
        let from = head.len().saturating_sub(LONGEST);
        // This search runs for every answer. It is fastest to look for the letter `H` first, since few answers have
        // this letter in their last bytes.
        let start = from + memrchr_iter(b'H', &head[from..]).find(|at| head[from + at..].starts_with(LINE))?;
        let mut lines = std::str::from_utf8(&head[start..]).ok()?.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let (mut is_empty, mut date) = (false, None);
        for line in lines {
            let (name, value) = line.split_once(": ")?;
            match HeaderName::try_from(name).ok()? {
                CONTENT_LENGTH => is_empty = value == "0",
                DATE => date = HeaderValue::try_from(value).ok(),
                CONNECTION => {}
                _ => return None,
            }
        }
        is_empty.then_some(Self { start, status, date })
    }
}

/// Returns a function that asks `app` how to answer a request that can't be read.
pub(super) fn answers(app: impl App, drain: Drain, activity: Arc<Activity>) -> UnreadableAnswers {
    Box::new(move |Bare { status, date, .. }| {
        if !matches!(*status, StatusCode::BAD_REQUEST | StatusCode::URI_TOO_LONG) {
            return None;
        }
        let mut request = Request::new(Upload::none(drain.clone(), Arc::clone(&activity)));
        *request.uri_mut() = Uri::from_static("*");
        request.extensions_mut().insert(Unreadable(*status));
        // The app answers such a request without waiting.
        let answer = app.clone().call(request).now_or_never()?.ok()?;
        let (mut head, body) = answer.into_parts();
        let body = body.collect().now_or_never()?.ok()?.to_bytes();
        if head.status != *status || body.is_empty() {
            return None;
        }
        head.headers.insert(CONTENT_LENGTH, body.len().into());
        head.headers.insert(CONNECTION, HeaderValue::from_static("close"));
        head.headers.extend(date.clone().map(|date| (DATE, date)));
        let mut bytes = format!("HTTP/1.1 {status}\r\n").into_bytes();
        for (name, value) in &head.headers {
            for part in [name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"] {
                bytes.extend_from_slice(part);
            }
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&body);
        Some(bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_refusal_is_told_from_answers() {
        let bare = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n";
        let earlier = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
        let found = |text: &str| Bare::find(text.as_bytes()).map(|bare| (bare.start, bare.status.as_u16()));
        assert_eq!(found(bare), Some((0, 400)));
        assert_eq!(found(&[earlier, bare].concat()), Some((earlier.len(), 400)));
        for other in [
            earlier,
            &[bare, "x"].concat(),
            &bare.replace("date", "x-request-id"),
            &bare.replace("length: 0", "length: 2"),
            &bare.replace(" 400", " 200"),
            "\r\n\r\n",
            "",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
