//! Many clients that are slow on purpose, at the same time. The service drops them and still answers other clients.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::net::SocketAddr;
use std::time::Duration;

use crate::common::process::PATIENCE;
use crate::common::{Server, post_head, start, within};
use reqwest::Client;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// Sends the beginning of a request and waits for the end of the connection.
async fn begin(server: &Server, text: &str) -> impl Future<Output = String> + use<> {
    let mut stream = server.raw(text).await;
    async move {
        let mut answer = String::new();
        // A reset also ends the connection.
        stream.read_to_string(&mut answer).await.ok();
        answer
    }
}

/// Sends requests without end, and never reads an answer.
async fn never_read(server: &Server) -> impl Future<Output = String> + use<> {
    let head = "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n\
                Content-Length: 1000000000\r\n\r\n";
    let mut stream = server.raw(head).await;
    let lines = (json!({"position": {"nim": vec![1; 1_000]}}).to_string() + "\n").repeat(100);
    async move {
        while stream.write_all(lines.as_bytes()).await.is_ok() {}
        String::new()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_clients_of_each_kind_are_dropped_and_others_answered() {
    // The time-outs are not shorter, since on a busy machine even fast clients need seconds.
    let flags = ["--header-timeout", "5", "--body-timeout", "5", "--write-timeout", "5"];
    let server = start(&flags).await;
    let (mut silent, mut half_heads, mut half_bodies) = (JoinSet::new(), JoinSet::new(), JoinSet::new());
    let mut deaf = JoinSet::new();
    let half_body = post_head("/v1/analyze", 50) + "{\"position\":";
    // The number of clients is small, since a process may have 1,024 open files by default. This process has both ends
    // of each connection.
    for _ in 0..4 {
        deaf.spawn(never_read(&server).await);
        for _ in 0..25 {
            silent.spawn(begin(&server, "").await);
            half_heads.spawn(begin(&server, "GET /v1/games HTTP/1.1\r\nHo").await);
            half_bodies.spawn(begin(&server, &half_body).await);
        }
        assert_eq!(server.analyze(&json!({"position": {"nim": [1]}})).await["winner"], "first");
    }
    let ended = async |clients: JoinSet<String>| within(clients.join_all()).await;
    assert!(ended(silent).await.iter().all(String::is_empty));
    assert!(ended(half_heads).await.iter().all(String::is_empty));
    assert!(ended(half_bodies).await.iter().all(|answer| answer.starts_with("HTTP/1.1 408 ")));
    ended(deaf).await;
    assert_eq!(server.analyze(&json!({"position": {"nim": [1]}})).await["winner"], "first");
}

/// Sends a body byte by byte. When the connection ends, opens another one.
async fn drip(address: SocketAddr) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address).await {
            let mut bytes = post_head("/v1/analyze", 50);
            while stream.write_all(bytes.as_bytes()).await.is_ok() {
                " ".clone_into(&mut bytes);
                sleep(Duration::from_millis(100)).await;
            }
        }
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_drip_are_dropped_before_anyone_else() {
    let server = start(&["--max-connections", "100"]).await;
    let mut dripping = JoinSet::new();
    for _ in 0..110 {
        dripping.spawn(drip(server.address));
    }
    let dropped = r#"grundy_connections_closed_total{why="dripping"}"#;
    let client = || Client::builder().timeout(PATIENCE).build().unwrap();
    let ask = async || client().get(server.url("/v1/analyze?nim=3")).send().await.is_ok_and(|it| it.status() == 200);
    // At first no connection has dripped for long enough to be judged, so requests may be refused.
    let has_dropped = async || {
        let Ok(answer) = client().get(server.url("/metrics")).send().await else { return false };
        let text = answer.text().await.unwrap_or_default();
        text.lines().any(|line| line.strip_prefix(dropped).is_some_and(|count| count.trim() != "0"))
    };
    within(async { while !has_dropped().await {} }).await;
    // Each request has its own connection, and none is refused for long, although clients that drip come again at once.
    let mut answered = 0;
    for _ in 0..100 {
        answered += usize::from(ask().await);
    }
    assert!(answered >= 90, "{answered} of 100");
    drop(dripping);
    assert!(within(server.metric(dropped)).await > 0);
}
