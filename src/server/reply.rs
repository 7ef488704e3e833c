//! Serves the app over one connection of hyper.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONNECTION, EXPECT};
use axum::http::{HeaderValue, Request, Response};
use http_body_util::BodyExt;
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::service::{Service, service_fn};
use tokio::time::timeout;

use super::connections::{Activity, UnreadBody};
use super::drain::Drain;

/// An app that can be served: a router, or a service around a router. It must always be ready.
pub trait App:
    tower::Service<Request<Upload>, Response = Response<Body>, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S> App for S where
    S: tower::Service<Request<Upload>, Response = Response<Body>, Error = Infallible, Future: Send>
        + Clone
        + Send
        + 'static
{
}

/// The largest number of bytes that are read from a body after the app has dropped it. If the body ends within these
/// bytes, the connection can stay open.
const DRAINED_BYTES: u64 = 64 * 1024;

/// The longest time for which a body is read after the app has dropped it. This time is short, since the body has
/// usually arrived with the head.
const DRAIN_TIME: Duration = Duration::from_millis(100);

/// Passes requests to `app`, and records each request in `activity`. While the service is draining, each answer closes
/// its connection.
pub(super) fn service(
    app: impl App,
    drain: Drain,
    activity: Arc<Activity>,
) -> impl Service<Request<Incoming>, Response = Response<ReplyBody>, Error = Infallible, Future: Send> {
    // `drain` and `activity` are behind one reference counter, and each connection has its own counter. With a counter
    // that all connections share, each request would move the counter's memory from core to core.
    let connection = Arc::new((drain, activity));
    service_fn(move |request: Request<Incoming>| {
        let connection = Arc::clone(&connection);
        connection.1.request_came();
        connection.1.receive(!request.body().is_end_stream());
        // A client that waits for 100 Continue sends the body only after hyper has sent this status. hyper sends the
        // status when the body is read. So if the app leaves such a body unread, this function does not read it.
        let may_drain = !request.headers().contains_key(EXPECT);
        let request = request.map(|body| Upload { body: Some(body), connection: Arc::clone(&connection) });
        // An app is always ready, so `poll_ready` need not be called.
        let answer = app.clone().call(request);
        async move {
            let mut answer = answer.await?;
            let rest = connection.1.take_rest();
            let is_left = match rest {
                None => false,
                Some(UnreadBody::Broken) => true,
                // This future is in a box, since it is rarely needed and would make the future of every answer larger.
                Some(UnreadBody::Unread(body)) => !may_drain || !Box::pin(drained(body)).await,
            };
            // The drain is checked only now, since it may have begun while the app worked. If the rest of a body was
            // not read, the connection is closed, too, since it can't be used for another request. Without `Connection:
            // close`, some clients would notice this only at their next request (RFC 9112, 9.6).
            if is_left || connection.0.has_begun() {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(answer.map(|body| ReplyBody { body, connection }))
        }
    })
}

/// Reads the rest of a body. Returns `false` if the rest is long or does not arrive at once.
async fn drained(mut body: Incoming) -> bool {
    if body.size_hint().lower() > DRAINED_BYTES {
        return false;
    }
    let to_its_end = async {
        let mut left = DRAINED_BYTES;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return false };
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            let Some(less) = u64::try_from(bytes).ok().and_then(|bytes| left.checked_sub(bytes)) else { return false };
            left = less;
        }
        true
    };
    timeout(DRAIN_TIME, to_its_end).await.unwrap_or(false)
}

type Connection = Arc<(Drain, Arc<Activity>)>;

/// A request body that may know the address of its sender.
pub trait Sent {
    /// Returns the sender's address, if it is known.
    fn peer(&self) -> Option<SocketAddr>;
}

impl Sent for Upload {
    fn peer(&self) -> Option<SocketAddr> {
        Some(self.connection.1.peer())
    }
}

/// The body of a request. If the app does not read the body to its end, the connection's `Activity` keeps the rest.
pub struct Upload {
    /// `None` after the end of the body.
    body: Option<Incoming>,
    connection: Connection,
}

impl Upload {
    /// Creates an empty body.
    pub(super) fn none(drain: Drain, activity: Arc<Activity>) -> Self {
        Self { body: None, connection: Arc::new((drain, activity)) }
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.connection.1.receive(false);
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            self.connection.1.leave(UnreadBody::Unread(body));
        }
    }
}

impl HttpBody for Upload {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<hyper::Result<Frame<Bytes>>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(body).poll_frame(cx));
        if !matches!(frame, Some(Ok(_))) {
            self.body = None;
        }
        if let Some(Err(_)) = frame {
            self.connection.1.leave(UnreadBody::Broken);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

/// The body of an answer. Its connection counts as busy until hyper has read the whole body and drops it.
pub(super) struct ReplyBody {
    body: Body,
    connection: Connection,
}

impl Drop for ReplyBody {
    fn drop(&mut self) {
        self.connection.1.answer_left();
    }
}

impl HttpBody for ReplyBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
