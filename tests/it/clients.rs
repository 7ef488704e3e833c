//! Tests the clients in `clients/`. The clients for streams must read while they write, and notice a stream that was
//! cut off. The client whose types are made from the contract sends requests about its own games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

use crate::common::start;
use tokio::task::spawn_blocking;

const CLIENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/clients");

/// The compiled TypeScript client. Compiling it also checks its types.
static COMPILED: LazyLock<String> = LazyLock::new(|| {
    let build = Command::new("npm").args(["run", "--silent", "build"]).current_dir(CLIENTS).output().unwrap();
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stdout));
    format!("{CLIENTS}/../target/clients/stream.js")
});

/// Returns each client's command line.
fn clients() -> [[String; 2]; 2] {
    [["python3".to_owned(), format!("{CLIENTS}/stream.py")], ["node".to_owned(), COMPILED.clone()]]
}

fn spawn([program, script]: &[String; 2], url: &str, input: impl Into<Stdio>) -> Child {
    let mut command = Command::new(program);
    command.args([script, url]).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Returns a request with this id, without the end of its line.
fn request(id: usize) -> String {
    format!(r#"{{"position": {{"euclid": [[{}, {}]]}}, "id": {id}}}"#, id % 977 + 1, id % 1009 + 1)
}

/// Asserts that the client failed, and that its message has one of these texts.
fn assert_fails(output: &Output, reasons: &[&str]) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.starts_with("stream."), "{message}");
    assert!(reasons.iter().any(|reason| message.contains(reason)), "{message}");
}

/// The types are made from the contract, the client is compiled with these types, and the client reads the service's
/// answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_typed_by_the_contract_plays_games_of_its_own() {
    let server = start(&[]).await;
    let build = Command::new("npm").args(["run", "--silent", "games"]).current_dir(CLIENTS).output().unwrap();
    let [printed, errors] = [&build.stdout, &build.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(build.status.success(), "{printed}{errors}: was tests/needs run?");
    let url = server.url("");
    let script = format!("{CLIENTS}/../target/clients/games.js");
    let run = spawn_blocking(move || Command::new("node").args([script, url]).output().unwrap()).await.unwrap();
    let printed = String::from_utf8_lossy(&run.stdout);
    let expected =
        ["first 3 9 3", r#"draw {"infinite":[]} 1"#, "2 2", "true caller", "422 invalid-game /games/mine/graph/a/0"];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected, "{}", String::from_utf8_lossy(&run.stderr));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_longer_than_all_buffers_comes_back_in_order() {
    let server = start(&[]).await;
    let count = 50_000;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients.ndjson");
    let mut lines = String::new();
    for id in 0..count {
        // The blanks make the line as long as its answer.
        writeln!(lines, "{:240}", request(id)).unwrap();
    }
    assert!(lines.len() > 10 << 20);
    fs::write(&path, lines).unwrap();
    for client in clients() {
        let child = spawn(&client, &server.url(""), File::open(&path).unwrap());
        let output = spawn_blocking(|| child.wait_with_output().unwrap()).await.unwrap();
        assert!(output.status.success(), "{client:?}: {}", String::from_utf8_lossy(&output.stderr));
        let answers = String::from_utf8(output.stdout).unwrap();
        assert!(answers.len() > 10 << 20, "{client:?}: {}", answers.len());
        assert_eq!(answers.lines().count(), count, "{client:?}");
        for (id, answer) in answers.lines().enumerate() {
            assert!(answer.starts_with(&format!(r#"{{"id":{id},"winner":"#)), "{client:?} {id}: {answer}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_comes_before_the_next_request() {
    let server = start(&[]).await;
    for client in clients() {
        let mut child = spawn(&client, &server.url("/"), Stdio::piped());
        let output = spawn_blocking(move || {
            let mut input = child.stdin.take().unwrap();
            let mut answers = BufReader::new(child.stdout.as_mut().unwrap());
            // Blank lines have no answer, and the last line need not end with a line feed.
            for (id, end) in ["\n\n", "\r\n \r\n"].iter().enumerate() {
                write!(input, "{}{end}", request(id)).unwrap();
                let mut answer = String::new();
                answers.read_line(&mut answer).unwrap();
                assert!(answer.starts_with(&format!(r#"{{"id":{id},"#)), "{answer}");
            }
            write!(input, "{}", request(2)).unwrap();
            drop(input);
            child.wait_with_output().unwrap()
        });
        let output = output.await.unwrap();
        assert!(output.status.success(), "{client:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.starts_with(br#"{"id":2,"#), "{client:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_the_server_cuts_is_noticed() {
    for client in clients() {
        let server = start(&["--drain-deadline", "0.1"]).await;
        let mut child = spawn(&client, &server.url(""), Stdio::piped());
        // The input stays open, but the client must end in spite of this.
        let mut input = child.stdin.take().unwrap();
        writeln!(input, "{}", request(0)).unwrap();
        let answered = spawn_blocking(move || {
            let mut answer = String::new();
            BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut answer).unwrap();
            (child, answer)
        });
        let (child, answer) = answered.await.unwrap();
        assert!(answer.starts_with(r#"{"id":0,"#), "{answer}");
        server.stop().await;
        let output = spawn_blocking(|| child.wait_with_output().unwrap()).await.unwrap();
        assert_fails(&output, &["IncompleteRead", "aborted"]);
    }
}

/// If the stream to a proxy is cut off, the proxy may send its client an answer that is too short but ends properly.
#[test]
fn answers_that_are_too_few_are_noticed() {
    for client in clients() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut child = spawn(&client, &format!("http://{}", listener.local_addr().unwrap()), Stdio::piped());
        write!(child.stdin.take().unwrap(), "{}\n{}", request(0), request(1)).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        let mut sent = Vec::new();
        while !sent.ends_with(b"\r\n0\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            sent.extend(byte);
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n0\r\n\r\n").unwrap();
        assert_fails(&child.wait_with_output().unwrap(), &["cut after 1 answers"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_is_shown() {
    let server = start(&[]).await;
    for client in clients() {
        let child = spawn(&client, &server.url("/nowhere"), Stdio::null());
        let output = spawn_blocking(|| child.wait_with_output().unwrap()).await.unwrap();
        assert_fails(&output, &["not-found"]);
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn without_a_url_it_says_what_it_wants() {
    for [program, script] in clients() {
        for arguments in [&[][..], &["nowhere"]] {
            let output = Command::new(&program).arg(&script).args(arguments).stdin(Stdio::null()).output().unwrap();
            let message = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && message.contains("URL"), "{script} {arguments:?}: {message}");
            assert!(!message.contains("Traceback"), "{message}");
        }
    }
}
