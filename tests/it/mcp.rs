//! Tools for language models: the official SDK's client lists and calls them, and others than it may not.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

use crate::common::{Server, start};
use reqwest::header::{ACCEPT, ALLOW, CONTENT_TYPE, HOST, ORIGIN};
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::task::spawn_blocking;

#[tokio::test(flavor = "multi_thread")]
async fn the_official_client_finds_tools_and_plays() {
    let server = start(&[]).await;
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=tap", "mcp.test.mjs"]).env("GRUNDY_URL", server.url("/"));
    node.env("GRUNDY", env!("CARGO_BIN_EXE_grundy")).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/clients"));
    let output = spawn_blocking(move || node.output().unwrap()).await.unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    // Where no test was found, node is content, too.
    assert!(report.contains("# fail 0") && !report.contains("# pass 0"), "{report}");
}

/// Calls a tool, without what the protocol wants before that: nothing is kept between calls.
fn call(server: &Server, tool: &str, arguments: &Value) -> RequestBuilder {
    let params = json!({ "name": tool, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let request = server.client.post(server.url("/mcp")).header(CONTENT_TYPE, "application/json");
    request.header(ACCEPT, "application/json, text/event-stream").body(message.to_string())
}

fn nim() -> Value {
    json!({ "position": { "nim": [3, 4, 5] } })
}

async fn status(request: RequestBuilder) -> StatusCode {
    request.send().await.unwrap().status()
}

#[tokio::test]
async fn a_call_needs_no_session_and_is_counted() {
    let server = start(&[]).await;
    let answer = call(&server, "grundy_analyze", &nim()).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    assert!(answer.headers().contains_key("x-request-id"));
    assert!(!answer.headers().contains_key("mcp-session-id"));
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer["result"]["structuredContent"]["grundy"], 2);
    let metrics = server.client.get(server.url("/metrics")).send().await.unwrap().text().await.unwrap();
    let counted = r#"grundy_requests_total{method="POST",route="/mcp",status="200"} 1"#;
    assert!(metrics.contains(counted), "{metrics}");
    assert!(metrics.contains(r#"grundy_components_total{game="nim"} 3"#), "{metrics}");
}

#[tokio::test]
async fn other_names_and_other_pages_are_refused() {
    let server = start(&[]).await;
    let to = |host: &str| call(&server, "grundy_analyze", &nim()).header(HOST, host);
    let from = |origin: &str| call(&server, "grundy_analyze", &nim()).header(ORIGIN, origin);
    for host in ["localhost", "127.0.0.1:8080", "[::1]:8080"] {
        assert_eq!(status(to(host)).await, 200, "{host}");
    }
    assert_eq!(status(to("rebound.example")).await, 403);
    for origin in ["http://localhost:3000", "https://localhost", "http://[::1]:8080"] {
        assert_eq!(status(from(origin)).await, 200, "{origin}");
    }
    for origin in ["https://evil.example", "null", "http://localhost.evil.example"] {
        assert_eq!(status(from(origin)).await, 403, "{origin}");
    }

    let server = start(&["--mcp-hosts", "grundy.example,games.example:8443"]).await;
    let call =
        |host: &str, origin: &str| call(&server, "grundy_analyze", &nim()).header(HOST, host).header(ORIGIN, origin);
    assert_eq!(status(call("grundy.example", "https://grundy.example")).await, 200);
    assert_eq!(status(call("games.example:8443", "https://games.example:8443")).await, 200);
    assert_eq!(status(call("games.example", "https://grundy.example")).await, 403);
    assert_eq!(status(call("localhost", "https://grundy.example")).await, 403);
    assert_eq!(status(call("grundy.example", "https://games.example")).await, 403);
}

#[tokio::test]
async fn limits_are_those_of_other_calls() {
    let server = start(&["--max-components", "2"]).await;
    let answer: Value = call(&server, "grundy_analyze", &nim()).send().await.unwrap().json().await.unwrap();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(answer["result"]["isError"], true);
    assert!(text.starts_with("too-many-components"), "{text}");

    let long = json!({ "position": { "nim": ["7".repeat(70_000)] } });
    assert_eq!(status(call(&server, "grundy_analyze", &long)).await, 413);
    assert_eq!(status(server.client.post(server.url("/mcp")).body("{}")).await, 415);
    let get = server.client.get(server.url("/mcp")).send().await.unwrap();
    assert_eq!((get.status(), get.headers()[ALLOW].to_str().unwrap()), (StatusCode::METHOD_NOT_ALLOWED, "POST"));
}
