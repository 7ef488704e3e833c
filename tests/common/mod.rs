//! A live server for a test: the real listener on a free port of the loopback, and a client for it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each binary of tests uses its part")]

pub mod process;

use std::net::SocketAddr;
use std::sync::Arc;

use clap::Parser;
use grundy::cli::Serve;
use grundy::http::layers::service::Service;
use grundy::http::routes;
use grundy::server::{self, App, Drain, Tally};
use reqwest::{Client, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that stops when it is dropped.
pub struct Server {
    pub address: SocketAddr,
    pub client: Client,
    pub drain: Drain,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// The flags of the command line, for a test.
#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    serve: Serve,
}

/// Starts the service with these flags.
pub async fn start(flags: &[&str]) -> Server {
    start_app(flags, |service| routes::app(&service).unwrap()).await
}

/// Starts a server with these flags, for another app than the service's.
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

impl Server {
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub async fn get(&self, path: &str) -> Response {
        self.client.get(self.url(path)).send().await.unwrap()
    }

    /// Posts a text as JSON, whether it is or not.
    pub async fn post(&self, path: &str, body: impl Into<reqwest::Body>) -> Response {
        let request = self.client.post(self.url(path)).header("content-type", "application/json");
        request.body(body).send().await.unwrap()
    }

    /// The analysis of a request, which must succeed.
    pub async fn analyze(&self, request: &Value) -> Value {
        let response = self.post("/v1/analyze", request.to_string()).await;
        let status = response.status();
        let answer: Value = response.json().await.unwrap();
        assert_eq!(status, 200, "{request}: {answer}");
        answer
    }

    /// What a metric without labels says, or one with these.
    pub async fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").await.text().await.unwrap();
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| unreachable!("{name}: {text}"));
        line.rsplit_once(' ').unwrap().1.parse().unwrap()
    }

    /// Tells the server to stop and waits until it has.
    pub async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.task.await.unwrap();
    }
}
