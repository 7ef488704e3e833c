//! Tests the playground in a real browser, with a live server. The scripts in this folder control the browser. This is
//! a separate binary, so that `tests/run` can run it at the same time as the other tests. It takes as long as all other
//! tests together.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::Command;

#[path = "../common/mod.rs"]
mod common;

use common::start;
use tokio::task::spawn_blocking;

#[tokio::test(flavor = "multi_thread")]
async fn the_playground_in_a_browser() {
    let report = node(&["--test", "--test-reporter=tap", "playground.test.mjs"]).await;
    // Node also succeeds if it found no test.
    assert!(report.contains("# fail 0") && !report.contains("# pass 0"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "no test: `tests/anew` has the pictures drawn that links are shown with"]
async fn cards() {
    node(&["cards.mjs"]).await;
}

/// Returns the output of Node for a script of this folder, with a live server.
async fn node(arguments: &[&str]) -> String {
    let server = start(&[]).await;
    let mut node = Command::new("node");
    node.args(arguments).env("PLAYGROUND", server.url("/"));
    node.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser"));
    let output = spawn_blocking(move || node.output().unwrap()).await.unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    report
}
