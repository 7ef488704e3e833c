//! Tests the listener over real sockets: slow and hostile clients, the limit on connections, and how the server stops.
//!
//! Time-outs are short, so that the tests are fast. The tests do not assert how long anything takes. They assert only
//! that everything ends within `PATIENCE`, which is far longer than any test.

// clippy.toml allows `unwrap` in test functions, but not in functions that tests share.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use crate::common::process::PATIENCE;
use crate::common::within;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use grundy::server::{self, Drain, ServerOptions};
use hyper::body::Frame;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, Notify, mpsc};
use tokio::task::JoinHandle;

const SHORT: Duration = Duration::from_millis(200);

/// A time-out that no client exceeds that is not slow on purpose, even if the machine is busy.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

/// Returns options whose time-outs are all longer than `PATIENCE`. A test then shortens the time-out that it tests.
fn patient() -> ServerOptions {
    ServerOptions {
        header_timeout: PATIENCE * 4,
        write_timeout: PATIENCE * 4,
        drain_deadline: PATIENCE * 4,
        ..ServerOptions::default()
    }
}

struct Server {
    address: std::net::SocketAddr,
    stop: Arc<Notify>,
    task: JoinHandle<()>,
    /// Receives a message at the start of each call of `/slow`.
    started: mpsc::UnboundedReceiver<()>,
    /// Lets one call of `/slow` finish.
    release: mpsc::UnboundedSender<()>,
    /// Receives a message when an answer of `/endless` is dropped.
    given_up: mpsc::UnboundedReceiver<()>,
}

#[derive(Clone)]
struct App {
    drain: Drain,
    started: mpsc::UnboundedSender<()>,
    release: Arc<Mutex<mpsc::UnboundedReceiver<()>>>,
    given_up: mpsc::UnboundedSender<()>,
}

async fn start(options: ServerOptions) -> Server {
    let (started, started_rx) = mpsc::unbounded_channel();
    let (release_tx, release) = mpsc::unbounded_channel();
    let (given_up, given_up_rx) = mpsc::unbounded_channel();
    let drain = Drain::default();
    let release = Arc::new(Mutex::new(release));
    let app = Router::new()
        .route("/quick", get(async || "quick"))
        .route("/refuse", post(async || (StatusCode::PAYLOAD_TOO_LARGE, "too large")))
        .route("/readyz", get(ready))
        .route("/slow", get(slow))
        .route("/endless", get(endless))
        .with_state(App { drain: drain.clone(), started, release, given_up });

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = Arc::new(Notify::new());
    let shutdown = Arc::clone(&stop).notified_owned();
    let task = tokio::spawn(server::run(listener, app, options, drain, shutdown));
    Server { address, stop, task, started: started_rx, release: release_tx, given_up: given_up_rx }
}

async fn ready(State(app): State<App>) -> StatusCode {
    if app.drain.has_begun() { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK }
}

async fn slow(State(app): State<App>) -> &'static str {
    app.started.send(()).unwrap();
    app.release.lock().await.recv().await;
    "slow"
}

async fn endless(State(app): State<App>) -> Body {
    Body::new(Endless(app))
}

struct Endless(App);

impl hyper::body::Body for Endless {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'.'; 4096])))))
    }
}

impl Drop for Endless {
    fn drop(&mut self) {
        // Sending fails if the test is over. This is not an error.
        self.0.given_up.send(()).ok();
    }
}

impl Server {
    async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.address).await.unwrap())
    }

    /// Returns a client whose call of `/slow` has begun.
    async fn busy(&mut self) -> Client {
        let mut client = self.connect().await;
        client.send("GET /slow HTTP/1.1\r\nhost: test\r\n\r\n").await;
        within(self.started.recv()).await.unwrap();
        client
    }
}

struct Client(TcpStream);

impl Client {
    async fn send(&mut self, bytes: &str) {
        self.0.write_all(bytes.as_bytes()).await.unwrap();
    }

    async fn get(&mut self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n")).await;
        self.answer().await
    }

    /// Returns one answer: its head in lower case, and its body. The content-length tells where the body ends.
    async fn answer(&mut self) -> String {
        let mut bytes = Vec::new();
        loop {
            assert_ne!(within(self.0.read_buf(&mut bytes)).await.unwrap(), 0, "no answer: {bytes:?}");
            let text = String::from_utf8(bytes.clone()).unwrap().to_lowercase();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.split_once("content-length: ").map_or("0", |(_, rest)| rest.lines().next().unwrap());
            if body.len() == length.parse::<usize>().unwrap() {
                return text;
            }
        }
    }

    /// Waits until the server ends the connection. Bytes that still arrive are read and dropped.
    async fn ends(&mut self) {
        let mut rest = Vec::new();
        // A reset also ends the connection.
        drop(within(self.0.read_to_end(&mut rest)).await);
    }
}

#[tokio::test]
async fn a_client_that_sends_no_whole_head_is_dropped() {
    let server = start(ServerOptions { header_timeout: LONG_ENOUGH, ..patient() }).await;
    let mut clients = Vec::new();
    for is_used in [false, true] {
        for sent in ["", "GET /quick HTTP/1.1\r\nhost: te"] {
            let mut client = server.connect().await;
            if is_used {
                assert!(client.get("/quick").await.ends_with("quick"));
            }
            client.send(sent).await;
            clients.push(client);
        }
    }
    for mut client in clients {
        client.ends().await;
    }
}

#[tokio::test]
async fn the_header_timeout_leaves_a_slow_answer_alone() {
    let mut server = start(ServerOptions { header_timeout: LONG_ENOUGH, ..patient() }).await;
    let mut client = server.busy().await;
    // The pause is longer than the time-out. It must pass, since the test is about what does not happen then.
    tokio::time::sleep(LONG_ENOUGH + SHORT).await;
    server.release.send(()).unwrap();
    assert!(client.answer().await.ends_with("slow"));
}

#[tokio::test]
async fn a_client_that_never_reads_is_dropped() {
    let mut server = start(ServerOptions { write_timeout: SHORT, ..patient() }).await;
    let mut client = server.connect().await;
    client.send("GET /endless HTTP/1.1\r\nhost: test\r\n\r\n").await;
    within(server.given_up.recv()).await.unwrap();
    client.ends().await;
}

#[tokio::test]
async fn a_long_head_is_answered() {
    let server = start(ServerOptions { buffer: 0, ..patient() }).await;
    let mut client = server.connect().await;
    client.send(&format!("GET /{} HTTP/1.1\r\nhost: test\r\n\r\n", "a".repeat(20_000))).await;
    let answer = client.answer().await;
    assert!(answer.starts_with("http/1.1 431"), "{answer}");
}

#[tokio::test]
async fn an_answer_to_an_unread_body_arrives() {
    let server = start(patient()).await;
    let mut client = server.connect().await;
    // The client behaves like Python's http.client, which sends everything before it reads. A reset would make such a
    // client fail.
    client.send("POST /refuse HTTP/1.1\r\nhost: test\r\ncontent-length: 8000000\r\n\r\n").await;
    within(client.0.write_all(&vec![b'.'; 8_000_000])).await.unwrap();
    let answer = client.answer().await;
    assert!(answer.starts_with("http/1.1 413"), "{answer}");
    client.ends().await;
}

#[tokio::test]
async fn a_refused_body_is_not_read_for_ever() {
    let server = start(patient()).await;
    let mut client = server.connect().await;
    client.send("POST /refuse HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n").await;
    within(async { while client.0.write_all(&[b'.'; 4096]).await.is_ok() {} }).await;
}

#[tokio::test]
async fn over_the_cap_the_longest_idle_connection_goes() {
    let mut server = start(ServerOptions { max_connections: 3, ..patient() }).await;
    let mut busy = server.busy().await;
    let (mut first, mut second) = (server.connect().await, server.connect().await);
    first.get("/quick").await;
    second.get("/quick").await;
    // After this, the second connection has been idle for longer than the first.
    first.get("/quick").await;

    let mut newcomer = server.connect().await;
    assert!(newcomer.get("/quick").await.ends_with("quick"));
    second.ends().await;
    assert!(first.get("/quick").await.ends_with("quick"));
    server.release.send(()).unwrap();
    assert!(busy.answer().await.ends_with("slow"));
}

#[tokio::test]
async fn over_the_cap_a_silent_connection_goes_too() {
    let server = start(ServerOptions { max_connections: 1, ..patient() }).await;
    let mut silent = server.connect().await;
    let mut newcomer = server.connect().await;
    assert!(newcomer.get("/quick").await.ends_with("quick"));
    silent.ends().await;
}

#[tokio::test]
async fn over_the_cap_the_new_connection_goes_if_all_are_busy() {
    let mut server = start(ServerOptions { max_connections: 1, ..patient() }).await;
    let mut busy = server.busy().await;
    server.connect().await.ends().await;

    server.release.send(()).unwrap();
    assert!(busy.answer().await.ends_with("slow"));
    // Once the busy connection has ended, a new connection is accepted.
    drop(busy);
    assert!(server.connect().await.get("/quick").await.ends_with("quick"));
}

#[tokio::test]
async fn a_client_that_leaves_in_the_middle_frees_its_place() {
    let mut server = start(ServerOptions { max_connections: 1, ..patient() }).await;
    let busy = server.busy().await;
    drop(busy);
    // The server may need a moment to notice that the client has left.
    let mut answer = Vec::new();
    let answered = async {
        while answer.is_empty() {
            let Client(mut stream) = server.connect().await;
            stream.write_all(b"GET /quick HTTP/1.1\r\nhost: test\r\n\r\n").await.ok();
            stream.read_buf(&mut answer).await.ok();
        }
    };
    within(answered).await;
}

#[tokio::test]
async fn a_thousand_silent_clients_do_not_shut_out_another() {
    let server = start(ServerOptions { max_connections: 100, ..patient() }).await;
    let mut silent = Vec::new();
    for _ in 0..1_000 {
        // If more clients connect at once than the listener's queue can hold, some wait until they send a second SYN.
        silent.push(server.connect().await);
        if silent.len() > 400 {
            silent.remove(0).ends().await;
        }
    }
    assert!(server.connect().await.get("/quick").await.ends_with("quick"));
}

#[tokio::test]
async fn readiness_goes_first_and_the_listener_stays_for_the_delay() {
    let server = start(ServerOptions { drain_delay: PATIENCE * 4, ..patient() }).await;
    let mut old = server.connect().await;
    let answer = old.get("/readyz").await;
    assert!(answer.starts_with("http/1.1 200") && !answer.contains("connection: close"), "{answer}");

    server.stop.notify_one();
    let not_ready = async { while !server.connect().await.get("/readyz").await.starts_with("http/1.1 503") {} };
    within(not_ready).await;
    let answer = server.connect().await.get("/quick").await;
    assert!(answer.ends_with("quick") && answer.contains("connection: close"), "{answer}");
    // A connection that was opened before the stop also gets one more answer.
    assert!(old.get("/quick").await.contains("connection: close"));
    old.ends().await;
    assert!(!server.task.is_finished());
}

#[tokio::test]
async fn a_request_in_flight_finishes() {
    let mut server = start(patient()).await;
    let mut client = server.busy().await;

    server.stop.notify_one();
    // This waits until the listener is closed.
    within(async { while TcpStream::connect(server.address).await.is_ok() {} }).await;
    assert!(!server.task.is_finished());
    server.release.send(()).unwrap();
    let answer = client.answer().await;
    assert!(answer.ends_with("slow") && answer.contains("connection: close"), "{answer}");
    drop(client);
    within(server.task).await.unwrap();
}

#[tokio::test]
async fn connections_that_wait_to_be_accepted_are_answered() {
    let server = start(ServerOptions { drain_delay: SHORT, ..patient() }).await;
    server.stop.notify_one();
    tokio::task::yield_now().await;
    // The drain delay has begun. It will be over when the server runs again, since this test occupies the only thread.
    // Until then, the operating system accepts connections and the bytes of their requests.
    let waiting = [(); 100].map(|()| {
        let mut stream = std::net::TcpStream::connect(server.address).unwrap();
        stream.write_all(b"GET /quick HTTP/1.1\r\nhost: test\r\n\r\n").unwrap();
        stream.set_nonblocking(true).unwrap();
        stream
    });
    std::thread::sleep(SHORT);
    for stream in waiting {
        let answer = Client(TcpStream::from_std(stream).unwrap()).answer().await;
        assert!(answer.ends_with("quick") && answer.contains("connection: close"), "{answer}");
    }
    within(server.task).await.unwrap();
}

#[tokio::test]
async fn idle_and_silent_connections_do_not_hold_up_the_end() {
    let server = start(patient()).await;
    let (mut idle, mut silent, mut half) = (server.connect().await, server.connect().await, server.connect().await);
    half.send("GET /quick HTTP/1.1\r\nhost: te").await;
    idle.get("/quick").await;
    server.stop.notify_one();
    within(server.task).await.unwrap();
    idle.ends().await;
    silent.ends().await;
    half.ends().await;
}

#[tokio::test]
async fn a_stuck_client_does_not_hold_up_the_end() {
    let mut server = start(ServerOptions { drain_deadline: SHORT, ..patient() }).await;
    let (mut reader, mut caller) = (server.connect().await, server.busy().await);
    reader.send("GET /endless HTTP/1.1\r\nhost: test\r\n\r\n").await;
    server.stop.notify_one();
    within(server.task).await.unwrap();
    within(server.given_up.recv()).await.unwrap();
    reader.ends().await;
    caller.ends().await;
}

#[cfg(unix)]
#[tokio::test]
async fn sigterm_is_heard() {
    let signal = server::shutdown_signal().unwrap();
    // The shell has its own `kill`. Some systems have no program of this name.
    let kill = format!("kill -s TERM {}", std::process::id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    within(signal).await;
}
