//! A live server for a test. It has the real listener, on a free port of this machine, and a client.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each binary of tests uses its part")]

pub mod process;

use std::fmt::Display;
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use grundy::cli::ServeArgs;
use grundy::http::layers::service::Service;
use grundy::http::routes;
use grundy::server::{self, App, Drain, Tally};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::Value;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// A server that stops when it is dropped.
pub struct Server {
    pub address: SocketAddr,
    pub client: Client,
    pub drain: Drain,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// The flags of `serve` that a test gives.
#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    serve: ServeArgs,
}

/// Starts the service with these flags.
pub async fn start(flags: &[&str]) -> Server {
    start_app(flags, |service| routes::app(&service).unwrap()).await
}

/// Starts a server with these flags. It serves the app that `app` returns.
pub async fn start_app<A: App>(flags: &[&str], app: impl FnOnce(Arc<Service>) -> A) -> Server {
    let flags = Flags::parse_from(["test"].iter().chain(flags)).serve;
    let drain = Drain::default();
    let tally = Arc::new(Tally::default());
    let app = app(Arc::new(flags.service(drain.clone(), Arc::clone(&tally)).unwrap()));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let shutdown = async {
        let _ = stopped.await;
    };
    let task = tokio::spawn(server::run(listener, app, flags.options(tally).unwrap(), drain.clone(), shutdown));
    let client = Client::builder().timeout(process::PATIENCE).redirect(reqwest::redirect::Policy::none());
    Server { address, client: client.build().unwrap(), drain, stop: Some(stop), task }
}

/// Awaits a future that must end.
pub async fn within<F: Future>(future: F) -> F::Output {
    timeout(process::PATIENCE, future).await.unwrap()
}

/// Compresses these bytes as gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Sends a request and returns the answer. While the service is overloaded, sends the request again, as clients do. The
/// service may be overloaded if the machine is busy with other work.
pub async fn patiently(request: RequestBuilder) -> Response {
    let answer = async {
        loop {
            let response = request.try_clone().unwrap().send().await.unwrap();
            if response.status() != 503 || !response.headers().contains_key("retry-after") {
                return response;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    within(answer).await
}

/// Inflates a gzip.
pub fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut decoded).unwrap();
    decoded
}

/// Returns the head of a request that posts `length` bytes of JSON.
pub fn post_head(path: &str, length: usize) -> String {
    format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n")
}

/// Returns the JSON of an answer that must be a success. If it is a failure, the test fails with a message that has
/// `asked`.
async fn success(response: Response, asked: impl Display) -> Value {
    let status = response.status();
    let answer: Value = response.json().await.unwrap();
    assert_eq!(status, 200, "{asked}: {answer}");
    answer
}

/// Returns the JSON of an answer that must be an error. Checks what holds for every error.
pub async fn document(response: Response) -> Value {
    let (status, headers) = (response.status(), response.headers().clone());
    let body = response.text().await.unwrap();
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
    assert!(status.is_client_error() || status.is_server_error(), "{status}: {body}");
    assert_eq!(header("content-type"), "application/problem+json", "{status}: {body}");
    assert_eq!(header("cache-control"), "no-store", "{body}");
    assert_eq!(header("retry-after"), if status == 503 { "1" } else { "" }, "{body}");
    let document: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(document["status"], status.as_u16(), "{body}");
    assert_eq!(document["type"], format!("/problems/{}", document["code"].as_str().unwrap()), "{body}");
    for member in ["title", "detail", "code", "request_id"] {
        assert!(document[member].as_str().is_some_and(|text| !text.is_empty()), "{member}: {body}");
    }
    assert_eq!(document["request_id"], header("x-request-id"), "{body}");
    if let Some(errors) = document.get("errors") {
        assert_eq!(errors[0]["code"], document["code"], "the top code is the first one's: {body}");
        for error in errors.as_array().unwrap() {
            let pointer = error["pointer"].as_str().unwrap();
            assert!(pointer.is_empty() || pointer.starts_with('/'), "{body}");
            assert!(!error["detail"].as_str().unwrap().is_empty(), "{body}");
        }
    }
    document
}

/// Returns the JSON of an answer that must be an error with this status and code.
pub async fn problem(response: Response, status: u16, code: &str) -> Value {
    let url = response.url().clone();
    let document = document(response).await;
    assert_eq!((&document["status"], &document["code"]), (&status.into(), &code.into()), "{url}: {document}");
    document
}

/// Returns the options of a row of Kayles. A move removes one pin or two adjacent pins, and the row splits there. Each
/// option is the list of the two rows that remain.
pub fn kayles(row: usize) -> Vec<Vec<usize>> {
    let lefts = (1..=row.min(2)).map(|taken| row - taken);
    lefts.flat_map(|left| (0..=left / 2).map(move |part| vec![part, left - part])).collect()
}

/// Returns the Grundy values of the heaps 0 to `heaps` − 1. Each option of a heap is a list of smaller heaps, and the
/// value of the option is the XOR of their values. The value of the heap is the mex of the values of its options.
pub fn by_brute_force(heaps: usize, options: impl Fn(usize) -> Vec<Vec<usize>>) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..heaps {
        let found: Vec<usize> =
            options(heap).iter().map(|parts| parts.iter().fold(0, |xor, part| xor ^ values[*part])).collect();
        values.push((0..=found.len()).find(|value| !found.contains(value)).unwrap());
    }
    values
}

/// Returns the moves on these pages of a listing.
pub fn moves_on(pages: &[Value]) -> Vec<Value> {
    pages.iter().flat_map(|page| page["moves"].as_array().unwrap()).cloned().collect()
}

/// The largest number of pages of a listing that a test reads.
const MOST_PAGES: usize = 10_000;

impl Server {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn get(&self, path: &str) -> Response {
        patiently(self.client.get(self.url(path))).await
    }

    /// Creates a request that posts a text. The content type is JSON, even if the text is not JSON.
    pub fn posting(&self, path: &str, body: impl Into<reqwest::Body>) -> RequestBuilder {
        self.client.post(self.url(path)).header("content-type", "application/json").body(body)
    }

    /// Posts a text. The content type is JSON, even if the text is not JSON.
    pub async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> Response {
        patiently(self.posting(path, body)).await
    }

    /// Gets a path, which must exist, and returns the JSON.
    pub async fn read(&self, path: &str) -> Value {
        success(self.get(path).await, path).await
    }

    /// Posts a request, which must succeed, and returns the answer.
    pub async fn ask(&self, path: &str, request: &Value) -> Value {
        success(self.post(path, request.to_string()).await, request).await
    }

    /// Returns the analysis of a request, which must succeed.
    pub async fn analyze(&self, request: &Value) -> Value {
        self.ask("/v1/analyze", request).await
    }

    /// Returns all pages of a listing of moves. The cursor of each page leads to the next one.
    pub async fn pages(&self, request: &Value) -> Vec<Value> {
        let (mut request, mut pages) = (request.clone(), Vec::new());
        loop {
            let page = self.ask("/v1/moves", &request).await;
            request["cursor"] = page["next"].clone();
            pages.push(page);
            if request["cursor"].is_null() {
                return pages;
            }
            assert!(pages.len() < MOST_PAGES, "the listing does not end: {request}");
        }
    }

    /// Checks that a posted request is refused for exactly one fault. The fault must have this code, this pointer, and
    /// these words in its detail.
    pub async fn assert_refused(&self, path: &str, body: impl Display, (code, pointer, words): (&str, &str, &str)) {
        let body = body.to_string();
        let status = if code == "invalid-json" { 400 } else { 422 };
        let document = problem(self.post(path, body.clone()).await, status, code).await;
        let errors = document["errors"].as_array().unwrap_or_else(|| unreachable!("{body}: {document}"));
        assert_eq!((errors.len(), document.get("errors_omitted")), (1, None), "{body}: {document}");
        assert_eq!((&errors[0]["code"], &errors[0]["pointer"]), (&code.into(), &pointer.into()), "{body}: {document}");
        assert!(document["detail"].as_str().unwrap().contains(words), "{words:?} of {body}: {document}");
    }

    /// Checks that a query string is refused for exactly one fault. The fault must be about this parameter, and have
    /// these words in its detail.
    pub async fn assert_bad_query(&self, path: &str, parameter: &str, words: &str) {
        let document = problem(self.get(path).await, 400, "invalid-query").await;
        let errors = document["errors"].as_array().unwrap();
        assert_eq!(errors.len(), 1, "{path}: {document}");
        let place = (&errors[0]["parameter"], &errors[0]["pointer"]);
        assert_eq!(place, (&parameter.into(), &format!("/{parameter}").into()), "{path}: {document}");
        assert!(errors[0]["detail"].as_str().unwrap().contains(words), "{path}: {document}");
    }

    /// Opens a connection and sends this text on it.
    pub async fn raw(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// Returns the value of the metric with this name and labels.
    pub async fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.text().await.unwrap();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| unreachable!("{name}: {text}"));
        line.rsplit_once(' ').unwrap().1.parse().unwrap()
    }

    /// Tells the server to stop, and waits until it has stopped.
    pub async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.task.await.unwrap();
    }
}
