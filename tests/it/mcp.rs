//! Tests the tools for language models. The client of the official SDK lists and calls the tools. The tests also call
//! the tools with hand-written messages.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(
    clippy::ptr_arg,
    clippy::trivially_copy_pass_by_ref,
    reason = "the search by brute force takes positions of every type by reference"
)]

use std::collections::BTreeMap;
use std::process::Command;

use crate::common::process::{fed, grundy};
use crate::common::{Server, patiently, start};
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
    // Node also succeeds if it finds no test, so the counts are checked.
    assert!(report.contains("# fail 0") && !report.contains("# pass 0"), "{report}");
}

/// Posts a message, which may be anything.
fn send(server: &Server, message: impl Into<String>) -> RequestBuilder {
    let request = server.client.post(server.url("/mcp")).header(CONTENT_TYPE, "application/json");
    request.header(ACCEPT, "application/json, text/event-stream").body(message.into())
}

/// Returns a call of a tool, without a handshake: there are no sessions.
fn calling(tool: &str, arguments: &str) -> String {
    let params = format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#);
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{params}}}"#)
}

fn call(server: &Server, tool: &str, arguments: &Value) -> RequestBuilder {
    send(server, calling(tool, &arguments.to_string()))
}

/// Passes lines to the standard input of `grundy mcp`, and returns the lines of its output.
async fn told(lines: String) -> Vec<String> {
    let output = spawn_blocking(move || fed(&mut grundy(&["mcp"], &[]), &lines)).await.unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;

fn nim() -> Value {
    json!({ "position": { "nim": [3, 4, 5] } })
}

async fn status(request: RequestBuilder) -> StatusCode {
    patiently(request).await.status()
}

async fn answer(request: RequestBuilder) -> Value {
    patiently(request).await.json().await.unwrap()
}

#[tokio::test]
async fn a_call_needs_no_session_and_is_counted() {
    let server = start(&[]).await;
    let answer = patiently(call(&server, "grundy_analyze", &nim())).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/json");
    assert!(answer.headers().contains_key("x-request-id"));
    assert!(!answer.headers().contains_key("mcp-session-id"));
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer["result"]["structuredContent"]["grundy"], 2);
    let metrics = server.get("/metrics").await.text().await.unwrap();
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

    let server = start(&["--mcp-hosts", "grundy.example, games.example:8443"]).await;
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
    let answer = answer(call(&server, "grundy_analyze", &nim())).await;
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(answer["result"]["isError"], true);
    assert!(text.starts_with("too-many-components"), "{text}");

    let long = json!({ "position": { "nim": ["7".repeat(70_000)] } });
    assert_eq!(status(call(&server, "grundy_analyze", &long)).await, 413);
    assert_eq!(status(server.client.post(server.url("/mcp")).body("{}")).await, 415);
    let get = server.client.get(server.url("/mcp")).send().await.unwrap();
    assert_eq!((get.status(), get.headers()[ALLOW].to_str().unwrap()), (StatusCode::METHOD_NOT_ALLOWED, "POST"));
}

/// Requests in which the order of the keys decides which move is recommended.
const ORDERED: [(&str, &str); 4] = [
    ("analyze", r#"{"position":{"octal(0.77)":[1],"octal(0.137)":[1],"octal(0.17)":[1]}}"#),
    ("analyze", r#"{"position":{"octal(0.137)":[1],"octal(0.77)":[1],"octal(0.17)":[1]}}"#),
    (
        "analyze",
        r#"{"position":{"b":["y"],"a":["y"],"nim":[0]},"games":{"b":{"graph":{"y":["x"],"x":[]}},"a":{"graph":{"y":["x"],"x":[]}}},"line":2}"#,
    ),
    ("play", r#"{"position":{"octal(0.77)":[9],"octal(0.137)":[9]},"move":{"game":"octal(0.77)","index":0,"to":[8]}}"#),
];

/// Requests with faults. The first four faults would be hidden or changed if the arguments were first parsed into a map
/// of keys, or into floats.
const WRONG: [&str; 5] = [
    r#"{"position":{"nim":[1],"nim":[2]}}"#,
    r#"{"position":{"nim":[1]},"position":{"nim":[2]}}"#,
    r#"{"position":{"nim":[123456789012345678901234567890]}}"#,
    r#"{"position":{"nim":[18446744073709551616, 1e400]}}"#,
    r#"{"position":{"nim":[1]},"id":[]}"#,
];

#[tokio::test]
async fn arguments_reach_the_api_as_they_were_written() {
    let server = start(&[]).await;
    let posted =
        async |path: &str, body: &'static str| server.post(&format!("/v1/{path}"), body).await.text().await.unwrap();
    let mut recommended = Vec::new();
    for (path, request) in ORDERED {
        let expected = posted(path, request).await;
        let message = calling(&format!("grundy_{path}"), request);
        let over_http = patiently(send(&server, message.clone())).await.text().await.unwrap();
        let over_stdio = told(format!("{INITIALIZE}{message}\n")).await;
        // The structured content equals the service's answer byte for byte. The text for the model also contains the
        // position after the move.
        for answer in [&over_http, over_stdio.iter().find(|line| line.contains("structuredContent")).unwrap()] {
            assert!(answer.contains(&format!(r#""structuredContent":{expected}"#)), "{answer} has no {expected}");
            let (_, after) = expected.split_once(r#""after":"#).unwrap();
            let after = &after[..=after.find(']').unwrap()];
            assert!(answer.contains(&after.replace('"', r#"\""#)), "{answer} does not say {after}");
        }
        let answer: Value = serde_json::from_str(&expected).unwrap();
        recommended.push(answer["move"]["game"].clone());
    }
    assert_ne!(recommended[0], recommended[1], "the order of keys matters");
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_refused() {
    let server = start(&[]).await;
    let asking = |last: u32| {
        let asked = json!({ "game": "kayles", "positions": { "from": 0, "to": last }, "of": ["grundy", "winner"] });
        answer(call(&server, "grundy_values", &asked))
    };
    assert_eq!(asking(40_000).await["result"]["isError"], false);
    let refused = asking(999_999).await;
    assert_eq!(refused["result"]["isError"], true);
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("too-costly") && text.contains("1048576 bytes"), "{text}");
}

#[tokio::test]
async fn formulas_are_in_the_text() {
    let server = start(&[]).await;
    let text = async |mut asked: Value| {
        asked["game"] = "subtraction(1,2,3)".into();
        asked["positions"] = json!({ "from": 0, "to": 60 });
        let answer = answer(call(&server, "grundy_values", &asked)).await;
        answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(
        text(json!({ "of": [], "conjecture": "def value(n):\n    return n % 4 + (n == 7)" })).await,
        "61 positions of \"subtraction(1,2,3)\".\n\
         Your formula of \"grundy\": fails. Positions that agree: 7. At 7 it gives 4, and right is 3."
    );
    let found = text(json!({ "find": true })).await;
    assert!(found.contains("\n\"grundy\" looks like: n modulo 4 (\"proved\")."), "{found}");
}

#[tokio::test]
async fn what_is_wrong_is_told_as_by_the_api() {
    let server = start(&[]).await;
    for request in WRONG {
        let problem: Value = server.post("/v1/analyze", request).await.json().await.unwrap();
        let answer = answer(send(&server, calling("grundy_analyze", request))).await;
        assert_eq!(answer["result"]["isError"], true, "{request}: {answer}");
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        let errors = problem["errors"].as_array().unwrap();
        assert_eq!(text.lines().count(), errors.len(), "{text}");
        for (error, line) in errors.iter().zip(text.lines()) {
            let word = |name: &str| error[name].as_str().unwrap();
            assert_eq!(line, format!("{} at {}: {}", word("code"), word("pointer"), word("detail")), "{request}");
        }
    }
    let twice = answer(send(&server, calling("grundy_games", r#"{"q":"nim","q":"kayles"}"#))).await;
    assert_eq!(twice["result"]["isError"], true, "{twice}");
}

/// Messages that are not valid calls, each with the code of the error, the HTTP status and the id.
fn no_calls() -> Vec<(String, i32, u16, Value)> {
    let request = |rest: &str| format!(r#"{{"jsonrpc":"2.0","id":7,{rest}}}"#);
    let null = Value::Null;
    vec![
        ("oops".to_owned(), -32700, 400, null.clone()),
        (r#"{"jsonrpc":"2.0","id":7,"method":"ping""#.to_owned(), -32700, 400, null.clone()),
        ("[1]".to_owned(), -32600, 400, null.clone()),
        ("42".to_owned(), -32600, 400, null.clone()),
        (r#"["2.0",7,"ping"]"#.to_owned(), -32600, 400, null.clone()),
        (r#"{"id":7,"method":"ping"}"#.to_owned(), -32600, 400, null.clone()),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#.to_owned(), -32600, 400, null.clone()),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#.to_owned(), -32600, 400, null.clone()),
        (r#"{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}"#.to_owned(), -32600, 400, null.clone()),
        (request(r#""result":{}"#), -32600, 400, null),
        (request(r#""method":"tools/cal""#), -32601, 200, json!(7)),
        (request(r#""method":"tools/call""#), -32602, 200, json!(7)),
        (request(r#""method":"tools/call","params":[]"#), -32602, 200, json!(7)),
        (request(r#""method":"tools/call","params":{"nam":"grundy_games"}"#), -32602, 200, json!(7)),
        (request(r#""method":"tools/call","params":{"name":"grundy_games","arguments":[]}"#), -32602, 200, json!(7)),
        (request(r#""method":"tools/call","params":{"name":"grundy_win"}"#), -32602, 200, json!(7)),
        (request(r#""method":"initialize","params":{}"#), -32602, 200, json!(7)),
    ]
}

#[tokio::test]
async fn what_is_no_call_is_an_error_of_the_protocol() {
    let server = start(&[]).await;
    for (message, code, status, id) in no_calls() {
        let answer = patiently(send(&server, message.clone())).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()[CONTENT_TYPE]),
            (status, &"application/json".parse().unwrap()),
            "{message}"
        );
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(
            (&answer["jsonrpc"], &answer["error"]["code"]),
            (&json!("2.0"), &json!(code)),
            "{message}: {answer}"
        );
        assert_eq!(answer.get("id"), Some(&id), "{message}: {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{message}: {answer}");
    }
    let notification = send(&server, r#"{"jsonrpc":"2.0","method":"notifications/none"}"#).send().await.unwrap();
    assert_eq!((notification.status().as_u16(), notification.text().await.unwrap().as_str()), (202, ""));
}

#[tokio::test]
async fn a_line_that_is_no_call_is_answered_and_the_session_goes_on() {
    let mut lines = INITIALIZE.to_owned();
    let mut expected = BTreeMap::<String, usize>::new();
    for (message, code, _, id) in no_calls() {
        lines.extend([&message, "\n"]);
        *expected.entry(format!("{code} {id}")).or_default() += 1;
    }
    // Answers may be in another order than the calls. The last line need not end with a line feed.
    lines += "\n";
    lines += &calling("grundy_analyze", r#"{"position":{"nim":[3,4,5]}}"#);
    let mut found = BTreeMap::<String, usize>::new();
    let mut results = Vec::new();
    for line in told(lines).await {
        let answer: Value = serde_json::from_str(&line).unwrap();
        if answer["error"].is_null() {
            results.push(answer);
        } else {
            *found.entry(format!("{} {}", answer["error"]["code"], answer["id"])).or_default() += 1;
        }
    }
    assert_eq!(found, expected);
    assert_eq!(results.len(), 2, "{results:?}");
    let of = |id: Value| results.iter().find(|result| result["id"] == id).unwrap()["result"].clone();
    assert_eq!(of(json!("hello"))["protocolVersion"], "2025-06-18");
    assert_eq!(of(json!(1))["structuredContent"]["grundy"], 2);
}

/// Checks that each list in a schema describes its items, and that each reference leads to a part of the same schema.
#[track_caller]
fn check_schema(schema: &Value, whole: &Value) {
    match schema {
        Value::Object(members) => {
            let is_list = members.get("type").is_some_and(|of| of.to_string().contains(r#""array""#));
            assert!(!is_list || members.contains_key("items") || members.contains_key("$ref"), "{schema} has no items");
            if let Some(Value::String(reference)) = members.get("$ref") {
                let part = whole.pointer(reference.strip_prefix('#').unwrap());
                assert!(part.is_some_and(Value::is_object), "{reference} leads nowhere in {whole}");
            }
            members.values().for_each(|part| check_schema(part, whole));
        }
        Value::Array(items) => items.iter().for_each(|part| check_schema(part, whole)),
        _ => {}
    }
}

/// The most bytes of all descriptions of tools. A model reads them before each conversation.
const MOST_TOLD: usize = 24_000;

/// The most bytes without the schemas of answers, since some programs do not show these schemas to the model.
const MOST_TOLD_OF_INPUTS: usize = 10_200;

#[tokio::test]
async fn tools_are_told_in_few_words_that_stand_alone() {
    let server = start(&[]).await;
    let list = send(&server, r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#).send().await.unwrap();
    let list = list.text().await.unwrap();
    assert!(list.len() <= MOST_TOLD, "{} bytes, more than {MOST_TOLD}", list.len());
    let mut list: Value = serde_json::from_str(&list).unwrap();
    let tools = list["result"]["tools"].as_array_mut().unwrap();
    assert_eq!(tools.len(), 6);
    for tool in &mut *tools {
        let answer = tool.as_object_mut().unwrap().remove("outputSchema").unwrap();
        assert_eq!(answer["type"], "object", "{answer}");
        check_schema(&answer, &answer);
    }
    let told = list.to_string().len();
    assert!(told <= MOST_TOLD_OF_INPUTS, "{told} bytes of inputs, more than {MOST_TOLD_OF_INPUTS}");
    for tool in list["result"]["tools"].as_array().unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)), "{tool}");
        for (name, property) in schema["properties"].as_object().unwrap() {
            assert!(property["description"].is_string() || property["enum"].is_array(), "{name}");
        }
        // Not every reader follows references, so inputs have none.
        check_schema(schema, schema);
        assert!(!schema.to_string().contains("$ref"), "{schema}");
    }
}

/// Returns whether the player to move wins, by brute force. `at_end` says whether a player who cannot move wins.
fn wins<P: Clone + Ord>(
    position: &P,
    moves: &dyn Fn(&P) -> Vec<P>,
    at_end: bool,
    known: &mut BTreeMap<P, bool>,
) -> bool {
    if let Some(wins) = known.get(position) {
        return *wins;
    }
    let options = moves(position);
    let is_won = if options.is_empty() { at_end } else { options.iter().any(|to| !wins(to, moves, at_end, known)) };
    known.insert(position.clone(), is_won);
    is_won
}

/// Returns the winner as answers name it.
fn winner<P: Clone + Ord>(position: &P, moves: &dyn Fn(&P) -> Vec<P>, at_end: bool) -> &'static str {
    if wins(position, moves, at_end, &mut BTreeMap::new()) { "first" } else { "second" }
}

/// Returns the heaps with one of them replaced by some heaps.
fn replaced(heaps: &[u32], at: usize, by: &[u32]) -> Vec<u32> {
    let mut left = [&heaps[..at], by, &heaps[at + 1..]].concat();
    left.retain(|heap| *heap > 0);
    left.sort_unstable();
    left
}

fn nim_moves(heaps: &Vec<u32>) -> Vec<Vec<u32>> {
    let each = heaps.iter().enumerate();
    each.flat_map(|(at, heap)| (0..*heap).map(move |left| replaced(heaps, at, &[left]))).collect()
}

fn kayles_moves(rows: &Vec<u32>) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for taken in 1..=2.min(*row) {
            all.extend((0..=row - taken).map(|before| replaced(rows, at, &[before, row - taken - before])));
        }
    }
    all
}

fn euclid_moves(&(a, b): &(u32, u32)) -> Vec<(u32, u32)> {
    let (small, large) = (a.min(b), a.max(b));
    (1..=large / small)
        .map(|times| times * small)
        .filter(|taken| *taken < large)
        .map(|taken| (small, large - taken))
        .collect()
}

fn prime_moves(coins: &u32) -> Vec<u32> {
    [2, 3, 5, 7].into_iter().filter_map(|taken| coins.checked_sub(taken)).collect()
}

fn queen_moves(&(a, b): &(u32, u32)) -> Vec<(u32, u32)> {
    let along =
        |step: (u32, u32)| (1..).map_while(move |n| Some((a.checked_sub(n * step.0)?, b.checked_sub(n * step.1)?)));
    [(0, 1), (1, 0), (1, 1)].into_iter().flat_map(along).collect()
}

/// Returns the moves of dominoes on a board of three rows and three columns, whose free cells are bits.
fn domino_moves(free: &u32) -> Vec<u32> {
    let across = (0..9).filter(|cell| cell % 3 < 2).map(|cell| 0b11 << cell);
    let upright = (0..6).map(|cell| 0b1001 << cell);
    across.chain(upright).filter(|domino| free & domino == *domino).map(|domino| free & !domino).collect()
}

/// Returns the moves of two heaps, of which a turn may lower one or both.
fn selective_moves(&(a, b): &(u32, u32)) -> Vec<(u32, u32)> {
    (0..=a).flat_map(|left| (0..=b).map(move |right| (left, right))).filter(|to| *to != (a, b)).collect()
}

/// A puzzle in words, with the call that a reader of the tools' descriptions makes.
struct Puzzle {
    statement: &'static str,
    tool: &'static str,
    /// The words of the tool's description from which the reader knows how to write the call.
    told: &'static [&'static str],
    arguments: Value,
    /// The answer, with the member that has it.
    answer: (&'static str, Value),
}

/// Returns puzzles of ten kinds, whose answers are found by brute force over the statements.
fn puzzles() -> Vec<Puzzle> {
    let square_heaps = |heap: &u32| (1..=*heap).filter_map(|root| heap.checked_sub(root * root)).collect();
    let lost = (0..=40_u32).filter(|heap| winner(heap, &square_heaps, false) == "second").collect::<Vec<_>>();
    let first_moves = kayles_moves(&vec![9]);
    let winning = first_moves.iter().filter(|left| winner(*left, &kayles_moves, false) == "second").count();
    let primes = "def options(coins):\n    return [coins - taken for taken in (2, 3, 5, 7) if taken <= coins]";
    let squares = "def options(n):\n    return [n - k * k for k in range(1, n + 1) if k * k <= n]";
    vec![
        Puzzle {
            statement: "Heaps of 2, 3 and 6 matches. A turn takes any number from one heap. Who takes the last match loses.",
            tool: "grundy_analyze",
            told: &["misere", "the player who makes the last move loses", "A sum of games", r#"{"nim":[3,4,5]}"#],
            arguments: json!({ "position": {"nim": [2, 3, 6]}, "play": "misere" }),
            answer: ("winner", winner(&vec![2, 3, 6], &nim_moves, true).into()),
        },
        Puzzle {
            statement: "Rows of 5 and 7 pins. A ball knocks down one pin, or two adjacent pins. Who cannot move loses.",
            tool: "grundy_analyze",
            told: &["grundy_games has the keys and the forms of positions"],
            arguments: json!({ "position": {"knock down one pin or two adjacent pins": [5, 7]} }),
            answer: ("winner", winner(&vec![5, 7], &kayles_moves, false).into()),
        },
        Puzzle {
            statement: "Two numbers, 19 and 7. A turn subtracts a positive multiple of the smaller from the larger, which stays positive.",
            tool: "grundy_analyze",
            told: &[r#""euclid":[[5,26]]"#],
            arguments: json!({ "position": {"subtract a multiple of the smaller from the larger, positive": [[19, 7]]} }),
            answer: ("winner", winner(&(7, 19), &euclid_moves, false).into()),
        },
        Puzzle {
            statement: "30 coins. A turn takes a prime number of coins below 10. Who cannot move loses.",
            tool: "grundy_analyze",
            told: &["With rules: options in Python takes a position", "returns the positions that a move leaves"],
            arguments: json!({ "games": {"coins": {"rules": primes}}, "position": {"coins": [30]} }),
            answer: ("winner", winner(&30, &prime_moves, false).into()),
        },
        Puzzle {
            statement: "One-way streets lead from a to b, from b to a and c, and from c to d. A car is at a. Who cannot drive on loses.",
            tool: "grundy_analyze",
            told: &["a graph: where a move leads from each vertex"],
            arguments: json!({
                "games": {"streets": {"graph": {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": []}}},
                "position": {"streets": ["a"]},
            }),
            // At d, the player to move loses, and wins at c. Both avoid driving to c, so they drive round for ever.
            answer: ("winner", "draw".into()),
        },
        Puzzle {
            statement: "A piece on row 5, column 9 moves any distance towards row 0, towards column 0, or diagonally towards both.",
            tool: "grundy_analyze",
            told: &["vectors to subtract (steps; rides by multiples)", r#""rides":[[0,1],[1,0],[1,1]]"#],
            arguments: json!({ "games": {"piece": {"rides": [[0, 1], [1, 0], [1, 1]]}}, "position": {"piece": [[5, 9]]} }),
            answer: ("winner", winner(&(5, 9), &queen_moves, false).into()),
        },
        Puzzle {
            statement: "A tray of 3 by 3 squares whose middle is broken. A turn lays a brick on two free squares side by side.",
            tool: "grundy_analyze",
            told: &["pieces on a board", r#""pieces":[["xx"],["x","x"]]"#],
            arguments: json!({
                "games": {"bricks": {"board": ["...", ".x.", "..."], "pieces": [["xx"], ["x", "x"]]}},
                "position": {"bricks": [["...", ".x.", "..."]]},
            }),
            answer: ("winner", winner(&0b1_1110_1111, &domino_moves, false).into()),
        },
        Puzzle {
            statement: "A turn takes a square number of beans from a heap. Which heaps of 0 to 40 beans does the player to move lose?",
            tool: "grundy_values",
            told: &[
                "Answer only with positions that the player to move loses (lost)",
                "a range",
                r#""required":["from","to"]"#,
            ],
            arguments: json!({
                "games": {"beans": {"rules": squares}}, "game": "beans", "positions": {"from": 0, "to": 40}, "only": "lost",
            }),
            answer: ("positions", json!(lost)),
        },
        Puzzle {
            statement: "Heaps of 3 and 5 stones. A turn takes stones from one heap or from both. Who cannot move loses.",
            tool: "grundy_analyze",
            told: &["in any until all end: selective"],
            arguments: json!({ "position": {"nim": [3, 5]}, "compound": "selective" }),
            answer: ("winner", winner(&(3, 5), &selective_moves, false).into()),
        },
        Puzzle {
            statement: "A row of 9 pins. A ball knocks down one pin, or two adjacent pins. How many first balls win?",
            tool: "grundy_moves",
            told: &["or only the winning ones, counted exactly"],
            arguments: json!({ "position": {"knock down one pin or two adjacent pins": [9]}, "only": "winning" }),
            answer: ("winning_count", json!(winning)),
        },
    ]
}

/// Games whose two players have different moves, as a person asks about them.
const NOT_IMPARTIAL: [(&str, &str); 2] = [
    ("Domineering on a board of 4 by 4 squares: who wins?", "Domineering"),
    ("Red-blue Hackenbush: Left cuts blue edges, Right cuts red edges. Who wins?", "red-blue hackenbush"),
];

/// A reader solves puzzles from the descriptions of the tools alone. Each call has only arguments that a description
/// names, and the keys of games come from the tool that looks games up.
#[tokio::test]
async fn puzzles_are_solved_from_the_descriptions_alone() {
    let server = start(&[]).await;
    let list = asked(&server, "tools/list", &json!({})).await.unwrap();
    let tools: BTreeMap<&str, &Value> =
        list["tools"].as_array().unwrap().iter().map(|tool| (tool["name"].as_str().unwrap(), tool)).collect();
    let call = async |tool: &str, arguments: Value| {
        let schema = &tools[tool]["inputSchema"];
        for argument in arguments.as_object().unwrap().keys() {
            assert!(schema["properties"].get(argument).is_some(), "{tool} does not tell of {argument}");
        }
        for needed in schema["required"].as_array().into_iter().flatten() {
            assert!(arguments.get(needed.as_str().unwrap()).is_some(), "{tool} needs {needed}");
        }
        let result = asked(&server, "tools/call", &json!({ "name": tool, "arguments": arguments })).await.unwrap();
        assert_eq!(result["isError"], false, "{arguments}: {result}");
        result
    };
    for Puzzle { statement, tool, told, mut arguments, answer: (member, expected) } in puzzles() {
        // The arguments have no text of the description that JSON escapes, so the text is compared as it is.
        let description = tools[tool].to_string();
        for words in told {
            assert!(description.contains(words), "{statement} needs {words:?} in {description}");
        }
        let position = arguments.get("position").and_then(Value::as_object).cloned().unwrap_or_default();
        for (words, positions) in position.iter().filter(|(key, _)| key.contains(' ')) {
            let found = call("grundy_games", json!({ "q": words })).await;
            let key = found["structuredContent"]["games"][0]["id"].as_str().unwrap().to_owned();
            arguments["position"] = json!({ key: positions });
        }
        let result = call(tool, arguments).await;
        assert_eq!(result["structuredContent"][member], expected, "{statement}");
    }
    let games = &tools["grundy_games"]["description"].as_str().unwrap();
    assert!(
        games.contains("both players have the same moves") && games.contains("why a game of q is not here"),
        "{games}"
    );
    for (statement, name) in NOT_IMPARTIAL {
        let found = call("grundy_games", json!({ "q": name })).await;
        let text = found["content"][0]["text"].as_str().unwrap();
        assert!(
            text.contains("is not here") && text.contains("the two players have different moves"),
            "{statement}: {text}"
        );
    }
}

/// Two puzzles whose games are not in the catalogue. The requests are written as the descriptions of the tools say.
#[tokio::test]
async fn rules_are_told_so_that_a_reader_can_write_them() {
    let server = start(&[]).await;
    let list = asked(&server, "tools/list", &json!({})).await.unwrap();
    let tool = list["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "grundy_analyze").unwrap().clone();
    let games = &tool["inputSchema"]["properties"]["games"];
    let description = games["description"].as_str().unwrap();
    for word in ["rules", "options", "Python", "position", "returns", "tuple", "sum"] {
        assert!(description.contains(word), "{word}: {description}");
    }
    let call = async |arguments: Value| {
        let called = asked(&server, "tools/call", &json!({ "name": "grundy_analyze", "arguments": arguments })).await;
        called.unwrap()["structuredContent"].clone()
    };

    // "A number; subtract one of its digits" is the example in the description of the tool.
    let digits = &games["examples"][0]["digits"];
    let answer = call(json!({ "games": { "digits": digits }, "position": { "digits": [23] } })).await;
    let wins = |number: u64| {
        let mut wins = vec![false];
        for number in 1..=number {
            let digits = number.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect::<Vec<_>>();
            let left = digits.into_iter().filter(|digit| *digit > 0).map(|digit| number - digit);
            let is_won = left.into_iter().any(|left| !wins[usize::try_from(left).unwrap()]);
            wins.push(is_won);
        }
        wins.pop().unwrap()
    };
    assert_eq!(answer["winner"], if wins(23) { "first" } else { "second" });

    // "3 piles 4, 7, 9; take 1 to 3 from one pile; who takes the last stone loses."
    let rule = "def options(stones):\n    return [stones - taken for taken in (1, 2, 3) if taken <= stones]";
    let piles = json!({ "games": { "pile": { "rules": rule } }, "position": { "pile": [4, 7, 9] }, "play": "misere" });
    let listed = json!({ "position": { "subtraction(1,2,3)": [4, 7, 9] }, "play": "misere" });
    let (answer, listed) = (call(piles).await, call(listed).await);
    assert!(answer["winner"].is_string(), "{answer}");
    assert_eq!((&answer["winner"], &answer["winning_count"]), (&listed["winner"], &listed["winning_count"]));
}

/// Returns the result of a method, or the error's code.
async fn asked(server: &Server, method: &str, params: &Value) -> Result<Value, Value> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let answer = answer(send(server, message.to_string())).await;
    if answer["error"].is_null() { Ok(answer["result"].clone()) } else { Err(answer["error"]["code"].clone()) }
}

#[tokio::test]
async fn the_catalogue_is_a_resource() {
    let server = start(&[]).await;
    let list = asked(&server, "resources/list", &json!({})).await.unwrap();
    let uri = list["resources"][0]["uri"].as_str().unwrap();
    let read = async |uri: &str| {
        let read = asked(&server, "resources/read", &json!({ "uri": uri })).await?;
        assert_eq!(read["contents"][0]["uri"], uri);
        Ok::<Value, Value>(serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap())
    };
    let (catalogue, games) = (read(uri).await.unwrap(), server.read("/v1/games").await);
    let names = |games: &Value| -> Vec<Value> {
        games["games"].as_array().unwrap().iter().map(|game| game["id"].clone()).collect()
    };
    assert_eq!(names(&catalogue), names(&games));

    let templates = asked(&server, "resources/templates/list", &json!({})).await.unwrap();
    let template = templates["resourceTemplates"][0]["uriTemplate"].as_str().unwrap();
    let octal = read(&template.replace("{key}", "octal(0.77)")).await.unwrap();
    assert_eq!(octal["known"]["period"]["length"], 12);
    // Clients that expand the template by RFC 6570 encode parentheses and commas.
    for (encoded, key) in [("octal%280.77%29", "octal"), ("subtraction%281%2C4%2C9%29", "subtraction")] {
        assert_eq!(read(&template.replace("{key}", encoded)).await.unwrap()["id"], key);
    }
    for uri in ["grundy://games/nimm", "grundy://gamess", "grundy://games/../healthz", "file:///etc/passwd"] {
        assert_eq!(read(uri).await, Err(json!(-32602)), "{uri}");
    }
}

#[tokio::test]
async fn a_prompt_asks_for_an_analysis() {
    let server = start(&[]).await;
    let list = asked(&server, "prompts/list", &json!({})).await.unwrap();
    let name = &list["prompts"][0]["name"];
    let get =
        async |arguments: Value| asked(&server, "prompts/get", &json!({ "name": name, "arguments": arguments })).await;
    let text = get(json!({ "position": "nim=3,4,5", "play": "misere" })).await.unwrap();
    let text = text["messages"][0]["content"]["text"].as_str().unwrap();
    // The prompt names tools that exist.
    assert!(text.contains("nim=3,4,5") && text.contains("misère") && text.contains("grundy_analyze"), "{text}");
    assert!(text.contains("Misère play: who cannot move wins"), "{text}");
    // If there is no argument, the user's words tell the kind of play.
    let text = get(json!({ "position": "three heaps, who takes the last stone loses" })).await.unwrap();
    let text = text["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(
        !text.contains("Who cannot move loses") && text.contains("If these words say who wins at the end"),
        "{text}"
    );
    for wrong in [json!({}), json!({ "position": 3 }), json!({ "position": "nim=3", "play": "other" })] {
        assert_eq!(get(wrong.clone()).await, Err(json!(-32602)), "{wrong}");
    }
    assert_eq!(asked(&server, "prompts/get", &json!({ "name": "win" })).await, Err(json!(-32602)));
}

#[tokio::test]
async fn the_revision_without_a_handshake() {
    let server = start(&[]).await;
    let message = |method: &str, version: &str, rest: &str| {
        let meta = format!(
            r#"{{"io.modelcontextprotocol/protocolVersion":"{version}","io.modelcontextprotocol/clientCapabilities":{{}}}}"#
        );
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{"_meta":{meta}{rest}}}}}"#)
    };
    let modern = "2026-07-28";
    let answer = async |message: String, headers: &[(&'static str, &str)]| {
        let request =
            headers.iter().fold(send(&server, message), |request, (name, value)| request.header(*name, *value));
        let answer = patiently(request).await;
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    let version = ("mcp-protocol-version", modern);

    let headers = [version, ("mcp-method", "server/discover")];
    let (status, found) = answer(message("server/discover", modern, ""), &headers).await;
    assert_eq!((status, &found["result"]["resultType"]), (200, &json!("complete")), "{found}");
    assert!(found["result"]["supportedVersions"].as_array().unwrap().contains(&json!(modern)), "{found}");
    assert!(
        found["result"]["capabilities"]["tools"].is_object() && found["result"]["instructions"].is_string(),
        "{found}"
    );
    assert_eq!(found["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "grundy");
    let (_, list) = answer(message("tools/list", modern, ""), &[version, ("mcp-method", "tools/list")]).await;
    assert!(list["result"]["ttlMs"].is_u64() && list["result"]["cacheScope"].is_string(), "{list}");

    let call = message("tools/call", modern, r#","name":"grundy_analyze","arguments":{"position":{"nim":[3,4,5]}}"#);
    let headers = [version, ("mcp-method", "tools/call"), ("mcp-name", "grundy_analyze")];
    let (status, called) = answer(call.clone(), &headers).await;
    assert_eq!((status, &called["result"]["structuredContent"]["grundy"]), (200, &json!(2)), "{called}");
    assert_eq!(called["result"]["resultType"], "complete", "{called}");

    // The headers must agree with the message, since proxies read only headers.
    let none: &[(&str, &str)] = &[];
    for headers in [
        none,
        &[version],
        &[version, ("mcp-method", "tools/list"), ("mcp-name", "grundy_analyze")],
        &[version, ("mcp-method", "tools/call")],
        &[version, ("mcp-method", "tools/call"), ("mcp-name", "grundy_play")],
        &[("mcp-protocol-version", "2025-11-25"), ("mcp-method", "tools/call"), ("mcp-name", "grundy_analyze")],
    ] {
        let (status, answer) = answer(call.clone(), headers).await;
        assert_eq!((status, &answer["error"]["code"]), (400, &json!(-32020)), "{headers:?}: {answer}");
    }
    let headers = [("mcp-protocol-version", "2199-01-01"), ("mcp-method", "tools/list")];
    let (status, unsupported) = answer(message("tools/list", "2199-01-01", ""), &headers).await;
    assert_eq!((status, &unsupported["error"]["code"]), (400, &json!(-32022)), "{unsupported}");
    assert!(unsupported["error"]["data"]["supported"].as_array().unwrap().contains(&json!(modern)), "{unsupported}");
    assert_eq!(unsupported["error"]["data"]["requested"], "2199-01-01");
    let bare = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#.to_owned();
    let (status, bare) = answer(bare, &[version, ("mcp-method", "tools/list")]).await;
    assert_eq!((status, &bare["error"]["code"]), (400, &json!(-32602)), "{bare}");
    let (status, unknown) = answer(message("tools/none", modern, ""), &[version, ("mcp-method", "tools/none")]).await;
    assert_eq!((status, &unknown["error"]["code"]), (404, &json!(-32601)), "{unknown}");
}

#[tokio::test]
async fn compounds_are_told_with_all_that_the_next_call_needs() {
    let server = start(&[]).await;
    let asked = json!({"position": {"square-nim": [7, 13]}, "compound": "conjunctive", "line": 2});
    let called = answer(call(&server, "grundy_analyze", &asked)).await;
    let text = called["result"]["content"][0]["text"].as_str().unwrap();
    for words in
        ["conjunctive", r#""square-nim":[4,7]"#, r#"{"game":"square-nim","index":1,"to":12}"#, "After it", "Then: take"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let mut turn = asked.clone();
    turn.as_object_mut().unwrap().remove("line");
    turn["combined_move"] = called["result"]["structuredContent"]["combined_move"].clone();
    let turn = answer(call(&server, "grundy_play", &turn)).await;
    let text = turn["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("The oracle replies: take 1² = 1 of 6") && text.contains("the oracle wins"), "{text}");
    let page = json!({"position": {"nim": [2, 1]}, "compound": "selective", "only": "winning"});
    let page = answer(call(&server, "grundy_moves", &page)).await;
    let text = page["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains(r#"win: take 2 of 2 {"game":"nim","index":0,"to":0}; take 1 of 1"#), "{text}");
}

#[tokio::test]
async fn misere_play_is_explained_where_a_model_reads() {
    let server = start(&[]).await;
    let tools = asked(&server, "tools/list", &json!({})).await.unwrap();
    let tools = tools["tools"].as_array().unwrap();
    let analyze = tools.iter().find(|tool| tool["name"] == "grundy_analyze").unwrap();
    let play = &analyze["inputSchema"]["properties"]["play"]["description"];
    assert!(play.as_str().unwrap().contains("(misere) who cannot move wins"), "{play}");
    let analysis = async |play: &str| {
        let arguments = json!({ "position": {"nim": [1, 1, 1]}, "play": play, "explain": true });
        let call = json!({ "name": "grundy_analyze", "arguments": arguments });
        let called = asked(&server, "tools/call", &call).await.unwrap();
        called["content"][0]["text"].as_str().unwrap().to_owned()
    };
    let misere = analysis("misere").await;
    assert!(misere.contains("Grundy value of normal play, which does not decide misère play: 1."), "{misere}");
    assert!(misere.contains("The Grundy values here are those of normal play"), "{misere}");
    let normal = analysis("normal").await;
    assert!(normal.contains("Grundy value: 1.") && !normal.contains("misère"), "{normal}");
    let rows = json!({ "name": "grundy_analyze", "arguments": { "position": {"kayles": ["IXXI"]} } });
    let rows = asked(&server, "tools/call", &rows).await.unwrap();
    assert!(rows["content"][0]["text"].as_str().unwrap().contains(r#"Read as: {"kayles":[1,1]}"#), "{rows}");
}
