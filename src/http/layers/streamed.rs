//! Answers that are computed while they are sent.

use std::any::Any;
use std::error::Error;
use std::iter::successors;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use hyper::body::{Frame, SizeHint};

use super::open_exchange::{OpenExchange, message};
use super::problem::{HttpProblem, Problem};

/// The status under which a stream is counted if its client has left. nginx uses the same number.
const CLIENT_LEFT: StatusCode = match StatusCode::from_u16(499) {
    Ok(status) => status,
    Err(_) => StatusCode::BAD_REQUEST,
};

/// A body that is computed while it is sent. When it is dropped, the exchange is over.
pub(super) struct Streamed {
    body: Body,
    exchange: OpenExchange,
    /// The bytes that were sent, before compression.
    bytes: u64,
    is_over: bool,
}

impl Streamed {
    pub(super) fn new(body: Body, exchange: OpenExchange) -> Self {
        Self { body, exchange, bytes: 0, is_over: false }
    }

    /// Counts and logs how the stream ended.
    fn end(&mut self, status: StatusCode, problem: Option<&Problem>, why: Option<&axum::Error>) {
        if !std::mem::replace(&mut self.is_over, true) {
            self.exchange.count(status, problem);
            self.exchange.entry.streamed(self.exchange.route(), status, self.bytes, why);
        }
    }

    /// Ends a stream that is cut off. The client received the status 200 long ago, so only the log and the counters get
    /// the real status.
    fn cut_off(&mut self, error: &axum::Error) {
        let first: &(dyn Error + 'static) = error;
        let problem =
            successors(Some(first), |&error| error.source()).find_map(|error| error.downcast_ref::<Problem>());
        // If the error contains no problem, the client has left. A fault of the body is counted in the same way.
        let status = match problem.map(Problem::code) {
            None | Some(HttpProblem::Fault(_)) => CLIENT_LEFT,
            Some(code) => code.status(),
        };
        self.end(status, problem, Some(error));
    }

    fn panicked(&mut self, panic: &(dyn Any + Send)) -> axum::Error {
        self.exchange.entry.broke(message(panic));
        let problem = Problem::new(HttpProblem::Internal, "the service failed");
        self.end(problem.code().status(), Some(&problem), None);
        axum::Error::new(problem)
    }
}

impl HttpBody for Streamed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        // Panics must be caught here, too, since the code that catches the panics of handlers has returned already.
        let polled = catch_unwind(AssertUnwindSafe(|| Pin::new(&mut self.body).poll_frame(cx)));
        let frame = match polled {
            Ok(polled) => ready!(polled),
            Err(panic) => Some(Err(self.panicked(&*panic))),
        };
        match &frame {
            Some(Ok(frame)) => {
                let length = frame.data_ref().map_or(0, Bytes::len);
                self.bytes = self.bytes.saturating_add(u64::try_from(length).unwrap_or(u64::MAX));
            }
            Some(Err(error)) => self.cut_off(error),
            None => self.end(StatusCode::OK, None, None),
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Streamed {
    fn drop(&mut self) {
        self.end(CLIENT_LEFT, None, None);
    }
}
