//! `/mcp`: the same answers as tools for language models (Model Context Protocol over streamable HTTP, without sessions),
//! and the same on standard input and output.
//!
//! The protocol is rmcp's. A tool asks the routes that everybody asks, in this process, so that its limits, its workers
//! and its counts are theirs.

mod schema;
mod tools;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use http_body_util::Full;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use self::tools::Tools;
use super::body::{self, BodyLimits};
use super::problem::Problem;
use super::{Service, resources};

/// The longest message in bytes. rmcp reads messages on the threads that answer everybody, and one of this length takes
/// 0.5 ms there; what a model writes is a hundred times shorter.
const MAX_BYTES: usize = 64 << 10;

/// Who may call from a browser, and under which name of this service.
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
pub struct Mcp {
    protocol: StreamableHttpService<Tools, NeverSessionManager>,
    service: Arc<Service>,
}

impl Mcp {
    /// The tools over these routes.
    #[must_use]
    pub fn new(routes: Router, service: &Arc<Service>) -> Self {
        let tools = Tools::new(routes);
        let Hosts(hosts) = &service.mcp_hosts;
        // Pages of these hosts may call, whatever their port.
        let origins = hosts.iter().flat_map(|host| ["http", "https"].map(|scheme| origin(scheme, host)));
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BYTES)
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation();
        let protocol = StreamableHttpService::new(move || Ok(tools.clone()), Arc::default(), config);
        Self { protocol, service: Arc::clone(service) }
    }

    /// Answers a message.
    ///
    /// # Errors
    /// What is wrong with its body as one of HTTP: 408, 413, 415, 503. All else is said as the protocol wants it.
    pub async fn answer(self, request: Request) -> Result<Response, Problem> {
        let Self { protocol, service } = self;
        let limits = BodyLimits { max_bytes: MAX_BYTES.min(service.body.max_bytes), ..service.body.clone() };
        let mut empty = Request::new(());
        *empty.method_mut() = request.method().clone();
        *empty.uri_mut() = request.uri().clone();
        *empty.headers_mut() = request.headers().clone();
        let body = body::read(body::open_json(request, &limits)?, &limits, &service.workers).await?;
        let request = empty.map(|()| Full::new(body.clone()));
        Ok(protocol.handle(request).await.map(Body::new))
    }
}

/// The origins of a host, with or without a port of its own.
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
///
/// # Errors
/// What the protocol can't go on after.
pub async fn speak(service: Arc<Service>) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let tools = Tools::new(resources().0.with_state(service));
    tools.serve(stdio()).await?.waiting().await?;
    Ok(())
}
