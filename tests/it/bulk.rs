//! Tests `grundy batch`, which answers the streams of `/v1/batch` without HTTP.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::process::{Running, fed, grundy};
use crate::common::start;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

/// Runs a shell script with `input` as its standard input. In the script, `$GRUNDY` is the path of the program. A
/// pipeline fails if any of its commands fails.
fn shell(script: &str, input: &str) -> Output {
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("set -o pipefail; {script}")]).env("GRUNDY", env!("CARGO_BIN_EXE_grundy"));
    fed(&mut bash, input)
}

fn requests(count: usize) -> String {
    let request = |id: usize| match id % 10 {
        0 => json!({"position": {"euclid": [["1".repeat(id % 977 + 1), 26]]}, "id": id}).to_string() + "\r\n",
        1 => "not JSON\n\n".to_owned(),
        _ => json!({"position": {"euclid": [[5, 26 + id]], "nim": [id]}, "id": id, "brief": true}).to_string() + "\n",
    };
    (0..count).map(request).collect()
}

#[tokio::test]
async fn the_same_bytes_as_over_http() {
    let requests = requests(20_000) + r#"{"position": {"nim": [1]}, "id": "last"}"#;
    let output = shell("$GRUNDY batch", &requests);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]));
    let server = start(&[]).await;
    let request = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, "application/x-ndjson");
    let answers = request.body(requests).send().await.unwrap().bytes().await.unwrap();
    assert!(answers == output.stdout);
    assert_eq!(BufReader::new(&answers[..]).lines().count(), 20_001);
}

#[test]
fn a_stream_in_pieces_gets_the_same_bytes() {
    let requests = requests(20_000);
    let alone = shell("$GRUNDY batch", &requests);
    // `split` stands for GNU parallel, which also gives each piece to a process of its own.
    let spread = shell("split --line-bytes 100k --filter '$GRUNDY batch'", &requests);
    assert!(spread.status.success(), "{}", String::from_utf8_lossy(&spread.stderr));
    // Each process counts lines from 1.
    let without_lines = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let line = |answer: &str| match answer.split_once(r#""line":"#) {
            Some((before, after)) => {
                [before, after.trim_start_matches(|letter: char| letter.is_ascii_digit())].concat()
            }
            None => answer.to_owned(),
        };
        text.lines().map(line).collect::<Vec<_>>()
    };
    assert!(without_lines(&alone.stdout) == without_lines(&spread.stdout));
}

#[test]
fn strict_tells_of_failures() {
    for (input, code) in [("", 0), ("\n", 0), ("{\"position\": {}}\n", 0), ("{\"position\": {}}\n{}\n", 1), ("x", 1)] {
        let output = shell("$GRUNDY batch --strict", input);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(code), &[][..]), "{input:?}");
        assert_eq!(shell("$GRUNDY batch", input).status.code(), Some(0), "{input:?}");
    }
}

#[test]
fn limits_are_flags() {
    let position = r#"{"position": {"nim": ["1000", 1]}}"#;
    for (flags, detail) in [
        ("--max-line 20", "at most 20 bytes"),
        ("--max-digits 3", "3 digits"),
        ("--max-components 1", "at most 1 component "),
    ] {
        let output = shell(&format!("$GRUNDY batch {flags}"), position);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(detail) && text.ends_with('\n'), "{flags}: {text}");
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    // If the command did not notice the closed pipe, it would run for ever.
    let line = r#"{"position": {"nim": [1]}, "id": 1, "brief": true}"#;
    let output = shell(&format!("set +o pipefail; yes '{line}' | ($GRUNDY batch; echo $? >&2) | head -1"), "");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n");
    assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap()["id"], 1);
}

#[test]
fn all_lines_may_name_the_games_of_files() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch");
    fs::create_dir_all(&folder).unwrap();
    let [halve, games] = ["halve.py", "games.json"].map(|name| folder.join(name).display().to_string());
    fs::write(&halve, "def options(n): return [n // 2] if n else []\n").unwrap();
    fs::write(&games, r#"{"walk": {"graph": [[1], [0, 2], []]}, "halve": {"graph": [[]]}}"#).unwrap();
    let lines = [
        r#"{"position": {"halve": [9], "walk": [1]}}"#,
        r#"{"games": {"halve": {"rules": "def options(n): return []"}}}"#,
        r#"{"position": {"halve": [9], "walk": [1]}}"#,
    ];
    let output = fed(&mut grundy(&["batch", "--strict", "--rules", &halve, "--games", &games], &[]), &lines.join("\n"));
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(0), ""));
    let answers: Vec<Value> = output.stdout.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    // Both files define `halve`, and the file with the rules has precedence. Then a line of the input replaces the
    // rules.
    assert_eq!(answers[0]["values"]["halve"], json!([0]));
    assert_eq!(answers[1], json!({"games": ["halve"]}));
    assert_eq!((&answers[2]["winner"], &answers[2]["values"]["halve"]), (&json!("first"), &json!([0])));
}

#[test]
fn other_faults_of_files_are_errors() {
    for script in ["$GRUNDY batch < /", "echo '{}' | $GRUNDY batch > /dev/full"] {
        let output = shell(script, "");
        assert_eq!(output.status.code(), Some(2), "{script}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.starts_with("grundy: ") && errors.contains("os error"), "{script}: {errors}");
    }
}

#[test]
fn answers_come_while_the_input_goes_on() {
    let mut running = Running(grundy(&["batch"], &[]).stdin(Stdio::piped()).spawn().unwrap());
    let mut input = running.0.stdin.take().unwrap();
    let mut output = BufReader::new(running.0.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(input, r#"{{"position": {{"nim": [1]}}, "id": {id}}}"#).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["id"], id);
    }
    drop(input);
    assert_eq!(output.read_to_end(&mut Vec::new()).unwrap(), 0);
    assert!(running.wait().success());
}

#[test]
fn files_are_as_good_as_pipes() {
    let path = std::env::temp_dir().join(format!("grundy-bulk-{}", std::process::id()));
    File::create(&path).unwrap().write_all(requests(5_000).as_bytes()).unwrap();
    let output = shell(&format!("$GRUNDY batch < {}", path.display()), "");
    std::fs::remove_file(&path).unwrap();
    assert!(output.stdout == shell("$GRUNDY batch", &requests(5_000)).stdout);
}
