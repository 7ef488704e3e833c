//! `/mcp`: the answers as tools for language models. The tools ask the other routes, in this process, so that limits,
//! workers and counts are the same.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, header};
use axum::response::Response;
use grundy_mcp::{Endpoint, Later, Routes};
use http_body_util::Full;
use serde_json::Value;
use tower::ServiceExt;

use super::body::{self, BodyLimits};
use super::problem::Problem;
use super::{Service, openapi, router};

/// The longest message in bytes. They are read on the threads that answer everybody, where one of this length takes
/// 0.5 ms; what a model writes is a hundred times shorter.
const MAX_BYTES: usize = 64 << 10;

/// The names under which the tools may be called, and pages from where may call them.
#[derive(Clone, Debug)]
pub struct Hosts(pub Vec<String>);

impl Default for Hosts {
    /// This machine alone: a page of somebody else's, whose name suddenly leads here, has another one (DNS rebinding).
    fn default() -> Self {
        Self(["localhost", "127.0.0.1", "::1"].map(str::to_owned).into())
    }
}

/// What answers at `/mcp`.
#[derive(Clone)]
pub(super) struct Mcp {
    endpoint: Endpoint,
    service: Arc<Service>,
}

impl Mcp {
    /// The tools over these routes.
    pub(super) fn new(routes: Router, service: &Arc<Service>) -> Self {
        let endpoint = Endpoint::new(Arc::new(Own(routes)), &service.mcp_hosts.0, MAX_BYTES);
        Self { endpoint, service: Arc::clone(service) }
    }

    /// Answers a message.
    ///
    /// # Errors
    /// What is wrong with its body as one of HTTP: 408, 413, 415, 503. All else is said as the protocol wants it.
    pub(super) async fn answer(self, request: Request) -> Result<Response, Problem> {
        let Self { endpoint, service } = self;
        let limits = BodyLimits { max_bytes: MAX_BYTES.min(service.body.max_bytes), ..service.body.clone() };
        let mut empty = Request::new(());
        *empty.method_mut() = request.method().clone();
        *empty.uri_mut() = request.uri().clone();
        *empty.headers_mut() = request.headers().clone();
        let body = body::read(body::open_json(request, &limits)?, &limits, &service.workers).await?;
        let answer = endpoint.answer(empty.map(|()| Full::new(body.clone())));
        Ok(answer.await.map(Body::new))
    }
}

/// The routes of this process.
struct Own(Router);

impl Routes for Own {
    fn ask(&self, path: &str, body: Option<Vec<u8>>) -> Later<'_, Result<Value, Value>> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::new(body.map_or_else(Body::empty, Body::from));
        *request.method_mut() = method;
        // What is no URL is no path that there is.
        *request.uri_mut() = path.parse().unwrap_or_default();
        request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let router = self.0.clone();
        Box::pin(async move {
            // A router never fails.
            let Ok(mut response) = router.oneshot(request).await;
            if let Some(problem) = response.extensions_mut().remove::<Problem>() {
                return Err(serde_json::to_value(problem.document(None)).unwrap_or_default());
            }
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
            Ok(serde_json::from_slice(&body).unwrap_or_default())
        })
    }

    fn contract(&self) -> Value {
        openapi::json().ok().and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
    }
}

/// Speaks the protocol on standard input and output until the input ends.
///
/// # Errors
/// What the protocol can't go on after.
pub async fn speak(service: Arc<Service>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    grundy_mcp::speak(Arc::new(Own(router().with_state(service)))).await
}
