//! The app as hyper's service, for one connection.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Request, Response};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::{Service, service_fn};

use super::connections::Activity;
use super::{App, Drain};

/// Passes requests to `app`, tells `activity` of each, and closes the connection after its answer while draining.
pub(super) fn service(
    app: impl App,
    drain: Drain,
    activity: Arc<Activity>,
) -> impl Service<Request<Incoming>, Response = Response<Reply>, Error = Infallible, Future: Send> {
    // One counter for both, and no other connection's: one that all share goes from core to core with each request.
    let connection = Arc::new((drain, activity));
    service_fn(move |request| {
        let connection = Arc::clone(&connection);
        connection.1.request_came();
        // An app is always ready, so `poll_ready` need not be asked.
        let answer = app.clone().call(request);
        async move {
            let mut answer = answer.await?;
            // Asked only now: the drain may have begun while the app was at work.
            if connection.0.has_begun() {
                answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(answer.map(|body| Reply { body, connection }))
        }
    })
}

/// The body of an answer. Its connection is busy until hyper drops it, which is once it has taken all of it.
pub(super) struct Reply {
    body: Body,
    connection: Arc<(Drain, Arc<Activity>)>,
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.connection.1.answer_left();
    }
}

impl hyper::body::Body for Reply {
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
