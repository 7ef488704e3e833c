//! grundy's answers as tools for language models: the Model Context Protocol over streamable HTTP, without sessions, and
//! on standard input and output.
//!
//! The protocol is rmcp's. What answers is behind [`Routes`]: a tool asks what everybody asks, so that its limits, its
//! workers and its counts are theirs.
#![forbid(unsafe_code)]

mod schema;
mod tools;
mod words;

use std::convert::Infallible;
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::Value;

use self::tools::Tools;

/// What comes later. In a box, so that it is compiled here and not where it is awaited.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What answers: the calls of the API.
pub trait Routes: Send + Sync {
    /// Asks for what is at a path, or posts a JSON text there: the answer, or the problem.
    fn ask(&self, path: &str, body: Option<Vec<u8>>) -> Later<'_, Result<Value, Value>>;

    /// The OpenAPI document of the API.
    fn contract(&self) -> Value;
}

/// What answers messages over HTTP.
#[derive(Clone)]
pub struct Endpoint(StreamableHttpService<Tools, NeverSessionManager>);

impl Endpoint {
    /// The tools over these routes, for who names one of these hosts: as the `Host`, or, if it is a page, as the `Origin`.
    #[must_use]
    pub fn new(routes: Arc<dyn Routes>, hosts: &[String], max_bytes: usize) -> Self {
        let tools = Tools::new(routes);
        let origins = hosts.iter().flat_map(|host| ["http", "https"].map(|scheme| origin(scheme, host)));
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(max_bytes)
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation();
        Self(StreamableHttpService::new(move || Ok(tools.clone()), Arc::default(), config))
    }

    /// Answers a message.
    #[must_use]
    pub fn answer(self, request: Request<Full<Bytes>>) -> Later<'static, Response<BoxBody<Bytes, Infallible>>> {
        Box::pin(async move { self.0.handle(request).await })
    }
}

/// The origins of a host: of any port, unless it has one of its own.
fn origin(scheme: &str, host: &str) -> String {
    let has_port = host.rsplit_once(':').is_some_and(|(name, port)| !name.contains(':') && port.parse::<u16>().is_ok());
    let is_bare_v6 = host.contains(':') && !has_port && !host.starts_with('[');
    match (has_port, is_bare_v6) {
        (true, _) => format!("{scheme}://{host}"),
        (false, true) => format!("{scheme}://[{host}]:*"),
        (false, false) => format!("{scheme}://{host}:*"),
    }
}

/// Speaks the protocol on standard input and output until the input ends.
#[must_use]
pub fn speak(routes: Arc<dyn Routes>) -> Later<'static, Result<(), Box<dyn Error + Send + Sync>>> {
    Box::pin(async move {
        Tools::new(routes).serve(stdio()).await?.waiting().await?;
        Ok(())
    })
}
