//! `/mcp`: tools for language models, which give the same answers as the API. The tools call the other routes in this
//! process, so the same limits, workers and counters apply.

use grundy_core::number::cost;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy_core::wire::fault;
use grundy_mcp::{Later, McpAnswer, Routes, Server, Worded, Wording};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tower::ServiceExt;

use super::openapi;
use crate::http::layers::answer::{held, json_bytes};
use crate::http::layers::body::{self, BodyLimits};
use crate::http::layers::problem::{HttpProblem, Problem};
use crate::http::layers::service::Service;
use crate::work::budget::BudgetShare;
use crate::work::queue::Account;

/// The length of the longest message in bytes. Messages are read on the threads that serve all clients. Reading a
/// message of this length takes 0.5 ms. Models write messages that are a hundred times shorter.
const MAX_BYTES: usize = 64 << 10;

/// The length of the longest answer of a tool in bytes. A longer answer fills the context of a model.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// The bytes of memory that one byte of an answer needs while it is put into words.
const MEMORY_TO_WORD_A_BYTE: usize = 10;

/// The handler of `/mcp`.
#[derive(Clone)]
pub(super) struct Mcp {
    server: Arc<Server>,
    service: Arc<Service>,
}

impl Mcp {
    /// Creates the tools, which call these routes.
    pub(super) fn new(routes: Router, service: &Arc<Service>) -> Self {
        let service = Arc::clone(service);
        let server = Arc::new(Server::new(Arc::new(Own { routes, service: Arc::clone(&service) })));
        Self { server, service }
    }

    /// Answers a message.
    ///
    /// # Errors
    /// 408, 413, 415 or 503, if the body can't be read or there is no memory for the answer. All other errors are
    /// answers in the protocol.
    pub(super) async fn answer(self, request: Request) -> Result<Response, Problem> {
        let Self { server, service } = self;
        let headers = request.headers().clone();
        if !service.mcp_hosts.admit(&headers) {
            return Ok(said(McpAnswer::forbidden()));
        }
        let limits = BodyLimits { max_bytes: MAX_BYTES.min(service.body.max_bytes), ..service.body.clone() };
        let body = body::read(body::open_json(request, &limits)?, &limits, &service.workers).await?;
        let answer = server.answer(&body, Some(&headers)).await;
        let Some(answer) = answer else { return Ok(StatusCode::ACCEPTED.into_response()) };
        held(said(answer), &service.body.budget)
    }
}

fn said(answer: McpAnswer) -> Response {
    let mut response = json_bytes(answer.json);
    *response.status_mut() = answer.status;
    response
}

/// Calls the routes of this process.
struct Own {
    routes: Router,
    service: Arc<Service>,
}

/// Returns a problem as a tool returns it.
fn document(problem: &Problem) -> Value {
    serde_json::to_value(problem.document(None)).unwrap_or_default()
}

fn too_long() -> Problem {
    let detail = format!(
        "the answer has more than {MAX_ANSWER_BYTES} bytes, which is too long for a tool: ask for fewer positions or moves"
    );
    Problem::new(HttpProblem::Fault(fault::Code::TooCostly), detail)
}

impl Routes for Own {
    fn ask(&self, path: &str, body: Option<String>) -> Later<'_, Result<Box<RawValue>, Value>> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::new(body.map_or_else(Body::empty, Body::from));
        *request.method_mut() = method;
        // A path that is not a URL leads to no route.
        *request.uri_mut() = path.parse().unwrap_or_default();
        request.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let router = self.routes.clone();
        Box::pin(async move {
            // A router never fails.
            let Ok(mut response) = router.oneshot(request).await;
            if let Some(problem) = response.extensions_mut().remove() {
                return Err(document(&problem));
            }
            // The bodies of these routes fail only if they are too long.
            let body = to_bytes(response.into_body(), MAX_ANSWER_BYTES).await.map_err(|_| document(&too_long()))?;
            // If the path leads to no route, the body is empty. The key of a game may be empty, for example.
            let nothing = |_| document(&Problem::new(HttpProblem::NotFound, "there is nothing here"));
            serde_json::from_slice(&body).map_err(nothing)
        })
    }

    fn put_into_words(&self, bytes: usize, job: Wording) -> Later<'_, Result<Worded, Value>> {
        let Service { body, workers, .. } = &*self.service;
        Box::pin(async move {
            let steps = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(cost::LOOK_UP);
            let worded = async {
                let mut share = BudgetShare::default();
                body.budget.draw_whole(&mut share, bytes.saturating_mul(MEMORY_TO_WORD_A_BYTE))?;
                workers.run_piece(&Account::default(), steps, move |_| job()).await
            };
            worded.await.map_err(|overloaded| document(&overloaded.into()))
        })
    }

    fn called(&self, tool: &'static str, is_error: bool) {
        self.service.metrics.tool(tool, is_error);
    }

    fn contract(&self) -> Value {
        openapi::json().ok().and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
    }
}

/// Speaks the protocol on standard input and output, with one message on each line. The tools call these routes.
/// Returns when the input has ended and all messages are answered.
///
/// # Errors
/// If the output can't be written.
pub(super) async fn speak(routes: Router, service: Arc<Service>) -> io::Result<()> {
    let server = Arc::new(Server::new(Arc::new(Own { routes, service })));
    let (sender, mut lines) = mpsc::channel(1);
    // Standard input is read on a separate thread, since such a read can't be interrupted.
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                break;
            }
        }
    });
    let mut answers = JoinSet::new();
    loop {
        // Each message has its own task, so that a long request does not delay the requests after it.
        let answer = tokio::select! {
            Some(line) = lines.recv() => {
                let server = Arc::clone(&server);
                if !line.trim_ascii().is_empty() {
                    answers.spawn(async move { server.answer(&line, None).await });
                }
                continue;
            }
            Some(answer) = answers.join_next() => answer.unwrap_or_else(|_| Some(McpAnswer::failure())),
            else => return Ok(()),
        };
        if let Some(answer) = answer {
            let mut output = io::stdout().lock();
            output.write_all(&answer.json)?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
}
