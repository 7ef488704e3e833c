//! Tests `/metrics` and the admin listener.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::common::process::{Running, fed, grundy};
use crate::common::{Server, start};

#[tokio::test]
async fn requests_are_counted_by_route() {
    let server = start(&[]).await;
    server.get("/v1/analyze?euclid=5,26&euclid=3,4&nim=3").await;
    server.get("/v1/analyze?euclid=x").await;
    server.get("/v1/games/nim").await;
    for path in ["/a", "/b", "/c/d", "/", "/playground/main.js", "/openapi.json", "/docs/"] {
        // An answer is counted only when it has ended.
        server.get(path).await.bytes().await.unwrap();
    }
    server.client.request("BREW".parse().unwrap(), server.url("/v1/games")).send().await.unwrap();
    for position in [r#"{"position": {"nim": [3]}}"#, r#"{"position": {"nim": [-3]}}"#] {
        call_tool(&server, position).await;
    }
    let text = server.get("/metrics").await.text().await.unwrap();
    for line in [
        r#"grundy_requests_total{method="GET",route="/v1/analyze",status="200"} 1"#,
        r#"grundy_requests_total{method="GET",route="/v1/analyze",status="400"} 1"#,
        r#"grundy_requests_total{method="GET",route="/v1/games/{game}",status="200"} 1"#,
        r#"grundy_requests_total{method="GET",route="unknown",status="404"} 3"#,
        r#"grundy_request_duration_seconds_count{route="unknown"} 3"#,
        r#"grundy_requests_total{method="GET",route="/",status="200"} 1"#,
        r#"grundy_requests_total{method="GET",route="/playground/{*path}",status="200"} 1"#,
        r#"grundy_requests_total{method="GET",route="/openapi.json",status="200"} 1"#,
        r#"grundy_requests_total{method="GET",route="/docs/",status="200"} 1"#,
        r#"grundy_requests_total{method="unknown",route="/v1/games",status="405"} 1"#,
        "grundy_positions_total 2",
        r#"grundy_components_total{game="euclid"} 2"#,
        r#"grundy_components_total{game="nim"} 2"#,
        "grundy_work_running 0",
        "grundy_work_waiting 0",
        "grundy_streams_open 0",
        "grundy_body_budget_used_bytes 0",
        r#"grundy_refused_total{too_little="streams"} 0"#,
        r#"grundy_connections_closed_total{why="refused"} 0"#,
        "grundy_requests_in_flight 1",
        "grundy_shed_total 0",
        r#"grundy_problems_total{code="invalid-query"} 1"#,
        r#"grundy_problems_total{code="not-found"} 3"#,
        r#"grundy_problems_total{code="internal"} 0"#,
        r#"grundy_mcp_calls_total{outcome="answered",tool="grundy_analyze"} 1"#,
        r#"grundy_mcp_calls_total{outcome="failed",tool="grundy_analyze"} 1"#,
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
    let build = concat!(r#"version=""#, env!("CARGO_PKG_VERSION"), r#""} 1"#);
    assert!(
        text.lines().any(|line| line.starts_with(r#"grundy_build_info{build=""#) && line.ends_with(build)),
        "{text}"
    );
    assert!(!cfg!(target_os = "linux") || text.contains("process_resident_memory_bytes"));
}

/// Calls a tool as a language model does.
async fn call_tool(server: &Server, arguments: &str) {
    let call = format!(
        r#"{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "grundy_analyze", "arguments": {arguments}}}}}"#
    );
    let answer =
        server.posting("/mcp", call).header("accept", "application/json, text/event-stream").send().await.unwrap();
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn an_admin_listener_takes_the_counts_away_from_the_public_one() {
    let mut command = grundy(&["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"], &[]);
    let mut running = Running(command.stderr(Stdio::null()).spawn().unwrap());
    let lines = BufReader::new(running.0.stdout.take().unwrap()).lines().take(2);
    let urls: Vec<String> = lines.map(|line| line.unwrap().split(' ').next_back().unwrap().to_owned()).collect();
    let status = |url: String| async { reqwest::get(url).await.unwrap().status().as_u16() };
    let [public, admin] = &urls[..] else { panic!("{urls:?}") };
    assert_eq!(status(format!("{public}/metrics")).await, 404);
    for (url, expected) in [(public, [200, 200, 200]), (admin, [200, 200, 404])] {
        let found = [
            status(format!("{url}/healthz")).await,
            status(format!("{url}/readyz")).await,
            status(format!("{url}/v1/games")).await,
        ];
        assert_eq!(found, expected, "{url}");
    }
    assert_eq!(status(format!("{admin}/metrics")).await, 200);
    running.signal("TERM");
    assert!(running.wait().success());
}

#[tokio::test]
async fn prometheus_approves() {
    let server = start(&[]).await;
    server.get("/v1/analyze?nim=3").await;
    server.get("/nothing").await;
    let text = server.get("/metrics").await.text().await.unwrap();
    let output = fed(Command::new("promtool").args(["check", "metrics"]), &text);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns the names of the service's own metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let names = text.split(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
    // All parts of a histogram are one metric.
    let names = names.map(|name| name.trim_end_matches("_bucket").trim_end_matches("_count").trim_end_matches("_sum"));
    names.filter(|name| name.starts_with("grundy_") && !name.starts_with("grundy_mcp_hosts")).collect()
}

/// The documentation and the dashboard name all counters, and no counters that do not exist.
#[tokio::test]
async fn the_documentation_and_the_dashboard_have_every_metric() {
    let server = start(&[]).await;
    server.get("/v1/analyze?nim=3").await;
    call_tool(&server, r#"{"position": {"nim": [3]}}"#).await;
    let text = server.get("/metrics").await.text().await.unwrap();
    let mut told: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .filter(|name| name.starts_with("grundy_"))
        .collect();
    // This metric exists only if the memory of the container is limited.
    told.insert("grundy_memory_limit_bytes");
    let read = |file: &str| std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let documentation = read("docs/operations.md");
    let (_, watched) = documentation.split_once("## What to watch").unwrap();
    let (watched, _) = watched.split_once("\n## ").unwrap();
    assert_eq!(names(watched), told, "docs/operations.md");
    assert_eq!(names(&read("deploy/grafana/dashboard.json")), told, "the dashboard");
}

/// The service has every metric that occurs in the dashboard or in the alerts.
#[tokio::test]
async fn the_dashboard_and_the_alerts_ask_for_what_there_is() {
    let server = start(&[]).await;
    server.get("/v1/analyze?nim=3").await;
    call_tool(&server, r#"{"position": {"nim": [3]}}"#).await;
    let text = server.get("/metrics").await.text().await.unwrap();
    for (file, most) in [("grafana/dashboard.json", 10), ("prometheus/alerts.yml", 5)] {
        let asked = std::fs::read_to_string(format!("{}/deploy/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
        let names = asked.split(|letter: char| !is_part(letter));
        let names = names.filter(|name| name.starts_with("grundy_") || name.starts_with("process_"));
        let names: BTreeSet<&str> = names.collect();
        assert!(names.len() > most, "{names:?}");
        for name in names.into_iter().filter(|name| *name != "grundy_memory_limit_bytes") {
            assert!(text.lines().any(|line| line.starts_with(name)), "{file}: {name} is not in\n{text}");
        }
    }
}

/// Each alert fires when it should, and does not fire while all is well.
#[test]
fn alerts_come_when_they_should() {
    let promtool = |arguments: [&str; 3]| {
        let mut promtool = Command::new("promtool");
        promtool.args(arguments).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/prometheus"));
        let output = promtool.output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&told));
    };
    promtool(["check", "config", "prometheus.yml"]);
    promtool(["test", "rules", "alerts.test.yml"]);
}
