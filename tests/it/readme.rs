//! Checks that every command in the README and in docs/ runs, and prints the answer that is shown.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::process::Command;

use crate::common::start;
use serde_json::Value;

/// The paths of the pages whose examples are run, relative to the root of the repository.
const PAGES: [&str; 8] = [
    "README.md",
    "docs/api.md",
    "docs/codeforces-167c.md",
    "docs/operations.md",
    "docs/patterns.md",
    "docs/proofs.md",
    "docs/rules.md",
    "docs/setters.md",
];

/// The address of the service in the examples.
const SHOWN_ADDRESS: &str = "localhost:8080";

/// A program, and its output.
struct Example {
    program: &'static str,
    arguments: Vec<&'static str>,
    text: String,
    output: String,
}

/// Returns the code blocks in this language, without their fences.
fn blocks<'p>(page: &'p str, language: &str) -> impl Iterator<Item = &'p str> {
    let fence = format!("\n```{language}\n");
    page.match_indices(&fence)
        .map(|(at, fence)| &page[at + fence.len()..])
        .map(|rest| rest.split("```").next().unwrap())
        .collect::<Vec<_>>()
        .into_iter()
}

/// Returns the commands of the `console` blocks, each with its output.
fn commands(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in blocks(page, "console").flat_map(str::lines) {
        if let Some(command) = line.strip_prefix("$ ") {
            let text = format!("grundy() {{ '{}' \"$@\"; }}\n{command}", env!("CARGO_BIN_EXE_grundy"));
            examples.push(Example { program: "sh", arguments: vec!["-c"], text, output: String::new() });
        } else {
            let output = &mut examples.last_mut().unwrap().output;
            output.push_str(line);
            output.push('\n');
        }
    }
    let mentioned = page.lines().filter(|line| line.starts_with("$ ") || line.starts_with("curl ")).count();
    assert_eq!(examples.len(), mentioned, "a command is outside of a console block");
    examples
}

/// Returns the code blocks in `language` as programs. The last line of each program ends in a comment, which is the
/// expected output. `comment` is the text with which this comment begins.
fn programs(
    page: &str,
    language: &str,
    (program, arguments): (&'static str, &[&'static str]),
    comment: &str,
) -> Vec<Example> {
    let example = |text: &str| {
        let (_, output) = text.trim_end().rsplit_once(comment).unwrap();
        Example { program, arguments: arguments.to_vec(), text: text.to_owned(), output: format!("{output}\n") }
    };
    blocks(page, language).map(example).collect()
}

#[tokio::test]
async fn every_example_answers_as_it_says() {
    let server = start(&[]).await;
    let address = server.address.to_string();
    let mut examples = Vec::new();
    for page in PAGES {
        let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
        examples.extend(commands(&page));
        examples.extend(programs(&page, "python", ("python3", &["-c"]), "  # "));
        // The examples declare no types, so they are also valid JavaScript.
        examples.extend(programs(&page, "ts", ("node", &["--input-type=module", "-e"]), "  // "));
    }
    assert!(examples.len() >= 20, "{} examples", examples.len());
    for Example { program, arguments, text, output: expected } in examples {
        let script = text.replace(SHOWN_ADDRESS, &address);
        let run = move || Command::new(program).args(arguments).arg(script).output().unwrap();
        let output = tokio::task::spawn_blocking(run).await.unwrap();
        assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
        let output = String::from_utf8(output.stdout).unwrap();
        match serde_json::from_str::<Value>(&expected) {
            // White space and the order of keys do not matter.
            Ok(expected) => assert_eq!(serde_json::from_str::<Value>(&output).unwrap(), expected, "{text}"),
            Err(_) => assert_eq!(output, expected, "{text}"),
        }
    }
}
