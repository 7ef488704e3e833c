//! Every `curl` and `grundy` command of the README runs, and gives the answer that stands under it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::process::Command;

use common::start;
use serde_json::Value;

/// The commands of the `console` blocks, each with its output.
fn examples(readme: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let blocks = readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    for line in blocks.flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            examples.push((command.to_owned(), String::new()));
        } else {
            let output = &mut examples.last_mut().unwrap().1;
            output.push_str(line);
            output.push('\n');
        }
    }
    examples
}

#[tokio::test]
async fn every_command_answers_as_it_says() {
    let server = start(&[]).await;
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let examples = examples(&readme);
    let mentioned = readme.lines().filter(|line| line.starts_with("$ ") || line.starts_with("curl ")).count();
    assert_eq!(examples.len(), mentioned, "a command stands outside of a console block");
    assert!(examples.len() >= 10);
    for (command, expected) in examples {
        let command = command.replace("localhost:8080", &server.address.to_string());
        let binary = env!("CARGO_BIN_EXE_grundy");
        let script = format!("grundy() {{ '{binary}' \"$@\"; }}\n{command}");
        let run = tokio::task::spawn_blocking(move || Command::new("sh").arg("-c").arg(script).output().unwrap());
        let output = run.await.unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).unwrap();
        match serde_json::from_str::<Value>(&expected) {
            // White space and the order of keys mean nothing.
            Ok(expected) => assert_eq!(serde_json::from_str::<Value>(&output).unwrap(), expected, "{command}"),
            Err(_) => assert_eq!(output, expected, "{command}"),
        }
    }
}
