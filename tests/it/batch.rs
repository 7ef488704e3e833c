//! Tests `/v1/batch` over a real socket: lists and streams, their faults, their limits, and clients that misbehave.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::io;
use std::time::Duration;

use crate::common::{Server, gunzip, gzip, post_head, problem, start, within};
use axum::body::Bytes;
use futures_util::stream;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, VARY};
use reqwest::{Body, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;

const NDJSON: &str = "application/x-ndjson";

async fn post(server: &Server, media_type: &str, body: impl Into<Body>) -> Response {
    let request = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, media_type);
    request.body(body).send().await.unwrap()
}

/// Returns the answers to a stream.
async fn answers(server: &Server, lines: impl Into<Body>) -> Vec<Value> {
    let response = post(server, NDJSON, lines).await;
    assert_eq!((response.status().as_u16(), &response.headers()[CONTENT_TYPE]), (200, &NDJSON.parse().unwrap()));
    let text = response.text().await.unwrap();
    assert!(text.is_empty() || text.ends_with('\n'), "{text}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the answer to a list of requests.
async fn results(server: &Server, body: &Value) -> Value {
    server.ask("/v1/batch", body).await
}

/// A stream in which a line is written, its answer is read, and so on.
struct Conversation {
    lines: mpsc::UnboundedSender<Bytes>,
    response: Response,
    read: Vec<u8>,
}

impl Conversation {
    async fn open(server: &Server) -> Self {
        let (lines, input) = mpsc::unbounded_channel::<Bytes>();
        let next = |mut input: mpsc::UnboundedReceiver<Bytes>| async {
            input.recv().await.map(|line| (io::Result::Ok(line), input))
        };
        let body = Body::wrap_stream(stream::unfold(input, next));
        Self { lines, response: within(post(server, NDJSON, body)).await, read: Vec::new() }
    }

    fn say(&self, text: &str) {
        self.lines.send(Bytes::copy_from_slice(text.as_bytes())).unwrap();
    }

    /// Returns the next answer; `None` if the stream ends properly.
    async fn hear(&mut self) -> reqwest::Result<Option<Value>> {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Ok(Some(serde_json::from_slice(&line).unwrap()));
            }
            let Some(more) = within(self.response.chunk()).await? else { return Ok(None) };
            self.read.extend_from_slice(&more);
        }
    }

    /// Ends the input, and awaits the end of the answers.
    async fn end(mut self) {
        self.lines = mpsc::unbounded_channel().0;
        assert_eq!(self.hear().await.unwrap(), None);
    }
}

fn line(id: usize) -> String {
    json!({"position": {"euclid": [[5, 26 + id]]}, "id": id}).to_string() + "\n"
}

const CHUNKED: &str = "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n\
                       Transfer-Encoding: chunked\r\n\r\n";

async fn write_chunk(stream: &mut TcpStream, data: &str) -> io::Result<()> {
    stream.write_all(format!("{:x}\r\n{data}\r\n", data.len()).as_bytes()).await
}

#[tokio::test]
async fn the_first_answer_leaves_before_the_last_line_arrives() {
    let server = start(&[]).await;
    let mut talk = Conversation::open(&server).await;
    for id in 0..5 {
        let line = line(id);
        // The line is sent in two pieces, since a client may send a line in several pieces.
        let (first, second) = line.split_at(id * 7);
        talk.say(first);
        talk.say(second);
        assert_eq!(talk.hear().await.unwrap().unwrap()["id"], id);
    }
    talk.end().await;
}

#[tokio::test]
async fn a_client_that_waits_for_100_continue_gets_it() {
    let server = start(&[]).await;
    let head = CHUNKED.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");
    let mut stream = server.raw(&head).await;
    let mut answer = [0; 25];
    within(stream.read_exact(&mut answer)).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 100 Continue\r\n\r\n");
    write_chunk(&mut stream, &line(1)).await.unwrap();
    let mut answer = String::new();
    while !answer.contains("winner") {
        let mut buffer = vec![0; 1000];
        let read = within(stream.read(&mut buffer)).await.unwrap();
        answer += std::str::from_utf8(&buffer[..read]).unwrap();
    }
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_those_of_analyze_and_in_order() {
    let server = start(&["--workers", "4"]).await;
    let long = |id: usize| if id.is_multiple_of(100) { "7".repeat(3000) } else { (id + 1).to_string() };
    let requests: Vec<Value> = (0..5_000)
        .map(|id| json!({"id": id, "position": {"euclid": [[long(id), 26]], "nim": [id]}, "brief": id % 3 == 0}))
        .collect();
    let lines: String = requests.iter().flat_map(|request| [request.to_string(), "\n".to_owned()]).collect();
    let answers = answers(&server, lines).await;
    assert_eq!(answers.len(), requests.len());
    for (id, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], id);
    }
    for (request, answer) in requests.iter().zip(&answers).step_by(50) {
        assert_eq!(server.analyze(request).await, *answer);
    }
    let listed = results(&server, &json!({ "requests": requests })).await;
    assert_eq!(listed, json!({"results": answers, "failed": 0}));
}

#[tokio::test]
async fn every_line_stands_for_itself() {
    let server = start(&["--max-line", "100"]).await;
    let good = r#"{"position": {"nim": [1]}, "brief": true}"#;
    let lines = [
        good,
        "",
        "not JSON",
        " \t ",
        &format!("{}{good}", " ".repeat(101 - good.len())),
        &format!("{}{good}", " ".repeat(100 - good.len())),
        &format!("{good}{}", "x".repeat(200_000)),
        r#"{"position": {"euclid": [[0, 1]]}, "id": "zero"}"#,
        r#"{"position": {"empty-and-divide": [[1, 999999]], "nim": [1]}, "play": "misere", "id": 7}"#,
        r#"{"position": {"nim": [1]}, "nim": 1}"#,
        "\u{feff}",
        good,
    ];
    let expected = [
        (None, None),
        (Some("invalid-json"), None),
        (Some("invalid-request"), None),
        (None, None),
        (Some("invalid-request"), None),
        (Some("illegal-position"), Some(json!("zero"))),
        (Some("misere-unsupported"), Some(json!(7))),
        (Some("invalid-request"), None),
        (Some("invalid-json"), None),
        (None, None),
    ];
    let media_types = [NDJSON, "application/ndjson", "application/jsonl; charset=utf-8"];
    for (media_type, end) in media_types.into_iter().zip(["\n", "\r\n", "\n"]) {
        let text = lines.join(end);
        for text in [text.clone(), text + end] {
            let response = post(&server, media_type, text).await;
            assert_eq!(response.status(), 200);
            let answers = response.text().await.unwrap();
            let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(answers.len(), expected.len(), "{answers:?}");
            for (answer, (code, id)) in answers.iter().zip(&expected) {
                assert_eq!(answer["error"]["code"].as_str(), *code, "{answer}");
                assert_eq!(answer.get("id"), id.as_ref(), "{answer}");
                assert_eq!(answer.get("winner").is_some(), code.is_none(), "{answer}");
            }
            for long in [2, 4] {
                assert!(answers[long]["error"]["detail"].as_str().unwrap().contains("at most 100 bytes"));
            }
            assert_eq!(answers[5]["error"]["errors"][0]["pointer"], "/position/euclid/0/0");
            assert_eq!(answers[5]["error"]["status"], 422);
        }
    }
    for empty in ["", "\n", "\r\n\r\n \n"] {
        assert!(answers(&server, empty).await.is_empty());
    }
}

#[tokio::test]
async fn a_reader_that_does_not_read_stops_the_writer() {
    let server = start(&[]).await;
    let mut stream = server.raw(CHUNKED).await;
    let lines: String = (0..500).map(line).collect();
    let mut written = 0;
    while let Ok(outcome) = timeout(Duration::from_secs(1), write_chunk(&mut stream, &lines)).await {
        outcome.unwrap();
        written += lines.len();
        assert!(written < 100_000_000, "the server takes everything and sends nothing");
    }
    // The server continues as soon as the client reads.
    let mut buffer = vec![0; 65_536];
    let blanks = "\n".repeat(1_000);
    let mut read = 0;
    while read < written {
        read += within(stream.read(&mut buffer)).await.unwrap();
    }
    // Only a part of the last chunk was sent. Blank lines can continue the chunk, since the service ignores them.
    // Writing the blank lines may have to wait until the client has read more.
    let (mut reader, mut writer) = stream.split();
    let writing = async {
        tokio::select! {
            outcome = writer.write_all(blanks.as_bytes()) => outcome.unwrap(),
            () = async { while reader.read(&mut buffer).await.unwrap() > 0 {} } => panic!("the stream ended"),
        }
    };
    within(writing).await;
}

#[tokio::test]
async fn a_client_that_leaves_frees_its_place() {
    let server = start(&["--max-connections", "1"]).await;
    let mut stream = server.raw(CHUNKED).await;
    let lines: String = (0..500).map(line).collect();
    while let Ok(outcome) = timeout(Duration::from_millis(300), write_chunk(&mut stream, &lines)).await {
        outcome.unwrap();
    }
    drop(stream);
    let answered = async { while server.client.get(server.url("/v1/analyze?nim=1")).send().await.is_err() {} };
    within(answered).await;
}

#[tokio::test]
async fn a_stream_that_never_begins_is_answered_where_it_can_be() {
    let server = start(&["--body-timeout", "0.2"]).await;
    let mut stream = server.raw(&CHUNKED.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n")).await;
    let mut answer = String::new();
    within(stream.read_to_string(&mut answer)).await.unwrap();
    let answer = answer.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n").unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 ") && answer.contains("request-timeout"), "{answer}");
}

#[tokio::test]
async fn a_stream_that_stalls_is_cut() {
    // The time-out is not shorter, since on a busy machine the first line may be late.
    let server = start(&["--body-timeout", "3"]).await;
    let mut talk = Conversation::open(&server).await;
    talk.say(&line(1));
    assert_eq!(talk.hear().await.unwrap().unwrap()["id"], 1);
    talk.say("{");
    // The answer ends with an error and not properly, since the last chunk is missing.
    assert!(talk.hear().await.is_err());
}

#[tokio::test]
async fn a_broken_upload_is_no_end() {
    let server = start(&[]).await;
    let mut stream = server.raw(CHUNKED).await;
    write_chunk(&mut stream, &(line(1) + "{")).await.unwrap();
    // This is not a valid size of a chunk.
    stream.write_all(b"nonsense\r\n").await.unwrap();
    let mut answer = String::new();
    within(stream.read_to_string(&mut answer)).await.ok();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(!answer.contains("error") && !answer.ends_with("\r\n0\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn a_drain_lets_a_stream_finish() {
    let server = start(&[]).await;
    let mut talk = Conversation::open(&server).await;
    talk.say(&line(1));
    talk.hear().await.unwrap().unwrap();
    let address = server.address;
    let stopped = tokio::spawn(server.stop());
    // This waits until the listener is closed.
    within(async { while TcpStream::connect(address).await.is_ok() {} }).await;
    talk.say(&line(2));
    assert_eq!(talk.hear().await.unwrap().unwrap()["id"], 2);
    assert!(!stopped.is_finished());
    talk.end().await;
    within(stopped).await.unwrap();
}

#[tokio::test]
async fn the_drain_deadline_cuts_a_stream() {
    let server = start(&["--drain-deadline", "0.2"]).await;
    let mut talk = Conversation::open(&server).await;
    talk.say(&line(1));
    talk.hear().await.unwrap().unwrap();
    within(server.stop()).await;
    assert!(talk.hear().await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn others_are_answered_beside_streams() {
    let server = start(&["--workers", "1"]).await;
    let lines: Bytes = (0..500).map(line).collect::<String>().into();
    let mut streams = Vec::new();
    for _ in 0..8 {
        let lines = lines.clone();
        let endless = stream::repeat_with(move || io::Result::Ok(lines.clone()));
        let mut response = post(&server, NDJSON, Body::wrap_stream(endless)).await;
        streams.push(tokio::spawn(async move { while response.chunk().await.unwrap().is_some() {} }));
    }
    for size in [1, 1_000] {
        for _ in 0..20 {
            // The longer requests need a worker, and the streams keep the only worker busy.
            server.analyze(&json!({"position": {"nim": vec![12_345; size]}})).await;
        }
    }
    streams.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn a_list_of_requests() {
    let server = start(&[]).await;
    let answer = results(
        &server,
        &json!({"play": "misere", "brief": true, "requests": [
            {"position": {"nim": [1]}, "id": "a"},
            {"position": {"nim": [1]}, "play": "normal", "brief": false},
            {"position": {"euclid": [[5, 26], [0, 1]]}, "id": 3},
            17,
            {"position": {"empty-and-divide": [[1, "1000000000000000000000"]], "nim": [1]}},
            {"position": {"nim": [1]}, "play": "chess"},
        ]}),
    )
    .await;
    assert_eq!(answer["failed"], 4);
    let results = answer["results"].as_array().unwrap();
    assert_eq!(
        (&results[0]["id"], &results[0]["winner"], results[0].get("values")),
        (&json!("a"), &json!("second"), None)
    );
    assert_eq!((&results[1]["winner"], &results[1]["values"]), (&json!("first"), &json!({"nim": [1]})));
    let failures = [
        (2, "illegal-position", "/position/euclid/1/0"),
        (3, "invalid-request", ""),
        (4, "misere-unsupported", "/position/empty-and-divide/0"),
        (5, "invalid-request", "/play"),
    ];
    for (place, code, pointer) in failures {
        let error = &results[place]["error"];
        assert_eq!((&error["code"], &error["errors"][0]["pointer"]), (&json!(code), &json!(pointer)), "{error}");
        assert_eq!((&error["status"], &error["type"]), (&json!(422), &json!(format!("/problems/{code}"))));
        for member in ["title", "detail"] {
            assert!(!error[member].as_str().unwrap().is_empty());
        }
    }
    assert_eq!((results[2]["id"].as_u64(), results.len()), (Some(3), 6));

    // If wrong JSON is noticed only when an item is read, only this item fails.
    let body =
        r#"{"requests": [{"position": {}, "position": {}}, {"position": {"red-blue": ["\ud800"]}}, {"position": {}}]}"#;
    let answer: Value = post(&server, "application/json", body).await.json().await.unwrap();
    assert_eq!((&answer["failed"], &answer["results"][0]["error"]["code"]), (&json!(2), &json!("invalid-json")));
    assert_eq!(self::results(&server, &json!({"requests": []})).await, json!({"results": [], "failed": 0}));
}

#[tokio::test]
async fn a_long_list_counts_all_its_failures() {
    let server = start(&[]).await;
    let request = |id: usize| json!({"position": {"nim": [if id.is_multiple_of(7) { -1 } else { 1 }]}, "id": id});
    let answer = results(&server, &json!({"requests": (0..10_000).map(request).collect::<Vec<_>>()})).await;
    assert_eq!(answer["failed"], 1_429);
    for (id, result) in answer["results"].as_array().unwrap().iter().enumerate() {
        assert_eq!((&result["id"], result.get("error").is_some()), (&json!(id), id.is_multiple_of(7)));
    }
}

#[tokio::test]
async fn faults_around_the_requests() {
    let server = start(&["--max-batch-items", "3"]).await;
    for (body, code, pointer) in [
        ("", "invalid-json", ""),
        (r#"{"requests": [{"position": {}},]}"#, "invalid-json", ""),
        (r#"{"requests": []} {}"#, "invalid-json", ""),
        (r#"{"requests": [], "requests": []}"#, "invalid-json", "/requests"),
        ("[]", "invalid-request", ""),
        ("{}", "invalid-request", ""),
        (r#"{"requests": {}}"#, "invalid-request", "/requests"),
        (r#"{"requests": null}"#, "invalid-request", "/requests"),
        (r#"{"requests": [], "play": "chess"}"#, "invalid-request", "/play"),
        (r#"{"requests": [], "play": null}"#, "invalid-request", "/play"),
        (r#"{"requests": [], "brief": 1}"#, "invalid-request", "/brief"),
        (r#"{"requests": [], "id": 1}"#, "invalid-request", "/id"),
        (r#"{"requests": [], "a/b": 1}"#, "invalid-request", "/a~1b"),
        (r#"{"requests": [1, 2, 3, 4]}"#, "invalid-request", "/requests"),
    ] {
        server.assert_refused("/v1/batch", body, (code, pointer, "")).await;
    }
    let twice = server.post("/v1/batch", r#"{"requests": 1, "requests": []}"#).await;
    assert_eq!(problem(twice, 422, "invalid-request").await["errors"][0]["pointer"], "/requests");
    let response = post(&server, "application/json", r#"{"requests": [1, 2, 3, 4, 5]}"#).await.text().await.unwrap();
    assert!(response.contains("at most 3") && response.contains(NDJSON), "{response}");
    assert_eq!(results(&server, &json!({"requests": [1, 2, 3]})).await["failed"], 3);

    for media_type in ["text/plain", "application/x-www-form-urlencoded", "application/x-ndjsons"] {
        let response = post(&server, media_type, "{}").await;
        assert_eq!(response.status(), 415, "{media_type}");
        assert!(response.text().await.unwrap().contains(NDJSON));
    }
    let response = server.get("/v1/batch").await;
    assert_eq!((response.status().as_u16(), &response.headers()["allow"]), (405, &"POST".parse().unwrap()));
}

#[tokio::test]
async fn batches_are_counted() {
    let server = start(&[]).await;
    let request = json!({"position": {"nim": [1, 2], "euclid": [[5, 26]]}});
    answers(&server, format!("{request}\n{request}")).await;
    results(&server, &json!({"requests": [request, 1]})).await;
    let metrics = server.get("/metrics").await.text().await.unwrap();
    for line in [
        "\ngrundy_positions_total 3\n",
        r#"grundy_batch_items_total{outcome="answered"} 3"#,
        r#"grundy_batch_items_total{outcome="failed"} 1"#,
        r#"grundy_components_total{game="nim"} 6"#,
        r#"grundy_components_total{game="euclid"} 3"#,
    ] {
        assert!(metrics.contains(line), "{line} is not in\n{metrics}");
    }
}

#[tokio::test]
async fn a_stream_is_in_flight_to_its_end() {
    let server = start(&[]).await;
    let counts = async || server.get("/metrics").await.text().await.unwrap();
    let of_batches = r#"grundy_request_duration_seconds_count{route="/v1/batch"}"#;
    let mut talk = Conversation::open(&server).await;
    talk.say(&line(1));
    talk.hear().await.unwrap().unwrap();
    let text = counts().await;
    assert!(text.contains("\ngrundy_requests_in_flight 2\n"), "{text}");
    assert!(text.contains(&format!("\n{of_batches} 0\n")), "{text}");
    talk.end().await;
    let ended = async { while !counts().await.contains("\ngrundy_requests_in_flight 1\n") {} };
    within(ended).await;
    assert!(counts().await.contains(&format!("\n{of_batches} 1\n")));
}

/// Returns a request about one component of this length. The answer is three times as long.
fn beads(bytes: usize) -> Value {
    json!({"position": {"red-blue": ["R".repeat(bytes)]}})
}

#[tokio::test(flavor = "multi_thread")]
async fn long_bodies_share_a_budget() {
    // The write time-out is long, so that the stuck client is not cut off, however slow the machine is.
    let server = start(&["--body-budget", "34000000", "--write-timeout", "600"]).await;
    let refused = async |path: &str, request: &Value| {
        // On a busy machine, the first refusals may be for lack of workers.
        let for_memory = async || {
            let response = server.posting(path, request.to_string()).send().await.unwrap();
            problem(response, 503, "overloaded").await["detail"].as_str().unwrap().contains("memory")
        };
        within(async { while !for_memory().await {} }).await;
    };
    for _ in 0..2 {
        // Each request gives its share of the memory back.
        server.analyze(&beads(8_000_000)).await;
    }
    // The body fits into the budget, but the answer does not.
    refused("/v1/analyze", &beads(12_000_000)).await;

    // An answer that nobody reads keeps its share of the memory as long as its connection is open.
    let body = beads(8_000_000).to_string();
    let mut stuck = server.raw(&(post_head("/v1/analyze", body.len()) + &body)).await;
    within(stuck.read_exact(&mut [0; 1000])).await.unwrap();
    refused("/v1/analyze", &beads(8_000_000)).await;
    let requests = json!({"requests": [beads(8_000_000)]});
    refused("/v1/batch", &requests).await;
    // Short answers need no share of the memory.
    server.analyze(&beads(20_000)).await;
    drop(stuck);
    server.analyze(&beads(8_000_000)).await;
    for _ in 0..2 {
        assert_eq!(results(&server, &requests).await["failed"], 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_megabytes_leave_as_they_are_made() {
    // Each line has 80 bytes, and its answer has nearly two megabytes. All answers together are longer than the budget.
    let server = start(&["--body-budget", "6000000"]).await;
    let request = json!({"position": {"ruler": [[7432]]}, "mistakes": 1, "seed": 7, "line": 100, "brief": true});
    let whole = answers(&server, format!("{request}\n").repeat(8)).await;
    let list = results(&server, &json!({"requests": vec![&request; 8]})).await;
    assert_eq!((whole.len(), &list["failed"]), (8, &json!(0)));
    assert_eq!(list["results"], json!(whole));
    assert_eq!(whole[0]["line"].as_array().unwrap().len(), 100);
}

async fn post_encoded(server: &Server, path: &str, media_type: &str, encoding: &str, body: Vec<u8>) -> Response {
    let request = server.client.post(server.url(path)).header(CONTENT_TYPE, media_type);
    request.header(CONTENT_ENCODING, encoding).body(body).send().await.unwrap()
}

#[tokio::test]
async fn long_answers_are_gzip_for_those_who_ask() {
    let server = start(&[]).await;
    let get = async |path: &str, encoding: Option<&str>| {
        let request = server.client.get(server.url(path));
        encoding.into_iter().fold(request, |request, encoding| request.header(ACCEPT_ENCODING, encoding)).send().await
    };
    for path in [
        "/v1/games",
        "/v1/games?tag=heaps",
        "/openapi.json",
        "/openapi.yaml",
        "/playground/docs.js",
        "/playground/style.css",
    ] {
        let plain = get(path, None).await.unwrap();
        assert!(plain.headers().get(CONTENT_ENCODING).is_none());
        let varies = |response: &Response| {
            let mut values = response.headers().get_all(VARY).iter().map(|value| value.to_str().unwrap());
            values.any(|value| value.contains("accept-encoding"))
        };
        assert!(varies(&plain), "{path}");
        let plain = plain.bytes().await.unwrap();
        let zipped = get(path, Some("br, gzip")).await.unwrap();
        assert_eq!(zipped.headers()[CONTENT_ENCODING], "gzip");
        // An answer that is stored as gzip has a Content-Length.
        assert!(varies(&zipped), "{path}");
        assert_eq!(zipped.headers().contains_key(CONTENT_LENGTH), !path.contains('?'), "{path}");
        let zipped = zipped.bytes().await.unwrap();
        assert!(zipped.len() < plain.len() / 2, "{path}");
        assert!(gunzip(&zipped) == plain, "{path}");
        assert!(get(path, Some("gzip;q=0, *")).await.unwrap().headers().get(CONTENT_ENCODING).is_none());
    }
    for path in ["/v1/analyze?nim=1", "/v1/nothing", "/healthz"] {
        let response = get(path, Some("gzip")).await.unwrap();
        assert!(response.headers().get(CONTENT_ENCODING).is_none(), "{path}");
        assert!(response.headers().get(CONTENT_LENGTH).is_some(), "{path}");
    }

    let ask = async |media_type: &str, body: String| {
        let request = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, media_type);
        request.header(ACCEPT_ENCODING, "gzip").body(body).send().await.unwrap()
    };
    let request = json!({"position": {"nim": [1]}});
    let short = ask("application/json", json!({"requests": [request]}).to_string()).await;
    assert!(short.headers().get(CONTENT_ENCODING).is_none());
    let long = ask("application/json", json!({"requests": vec![&request; 10_000]}).to_string()).await;
    assert_eq!(long.headers()[CONTENT_ENCODING], "gzip");
    let decoded = gunzip(&long.bytes().await.unwrap());
    assert_eq!(serde_json::from_slice::<Value>(&decoded).unwrap()["results"].as_array().unwrap().len(), 10_000);
    let lines = ask(NDJSON, format!("{request}\n").repeat(10_000)).await;
    assert!(lines.headers().get(CONTENT_ENCODING).is_none());
    assert_eq!(lines.text().await.unwrap().lines().count(), 10_000);
}

#[tokio::test]
async fn bodies_may_be_gzip_and_limits_hold_for_what_is_in_them() {
    let server = start(&["--max-body", "1000000", "--max-line", "1000"]).await;
    let request = json!({"position": {"nim": [1]}}).to_string();
    let expected = server.analyze(&json!({"position": {"nim": [1]}})).await;
    let json = "application/json";
    let response = post_encoded(&server, "/v1/analyze", json, "gzip", gzip(request.as_bytes())).await;
    assert_eq!(response.json::<Value>().await.unwrap(), expected);

    // Two gzip files in a row are valid gzip, too. A line may begin in the first file and end in the second.
    let (first, second) = (format!("{request}\n{}", &request[..5]), format!("{}\n{request}", &request[5..]));
    let both = [gzip(first.as_bytes()), gzip(second.as_bytes())].concat();
    let lines = post_encoded(&server, "/v1/batch", NDJSON, "GZIP", both).await.text().await.unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, vec![expected; 3]);

    let bomb = gzip(&vec![b' '; 50_000_000]);
    assert!(bomb.len() < 100_000);
    for path in ["/v1/analyze", "/v1/batch"] {
        assert_eq!(post_encoded(&server, path, json, "gzip", bomb.clone()).await.status(), 413, "{path}");
        for unknown in ["br", "gzip, gzip", "zstd"] {
            let response = post_encoded(&server, path, json, unknown, request.clone().into()).await;
            assert_eq!(response.status(), 415, "{path} {unknown}");
            assert_eq!(response.json::<Value>().await.unwrap()["code"], "unsupported-media-type");
        }
        for broken in [request.clone().into(), gzip(request.as_bytes())[..20].to_vec()] {
            assert_eq!(post_encoded(&server, path, json, "gzip", broken).await.status(), 400, "{path}");
        }
    }
    let response = post_encoded(&server, "/v1/batch", NDJSON, "gzip", bomb).await;
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "body-too-large");
    // x-gzip is the old name of gzip. Short bodies may be compressed by any ratio.
    let long = gzip(format!("{}{request}", " ".repeat(60_000)).as_bytes());
    assert_eq!(post_encoded(&server, "/v1/analyze", json, "x-gzip", long).await.status(), 200);
    let answers = format!("{request}\n").repeat(5_000);
    let answers = post_encoded(&server, "/v1/batch", NDJSON, "x-gzip", gzip(answers.as_bytes())).await;
    let seen = answers.text().await;
    assert!(seen.is_err() || seen.unwrap().contains("body-too-large"), "a repetition of one line is a bomb");
    // If already the first bytes of a stream are not gzip, the whole answer is one problem document.
    let response = post_encoded(&server, "/v1/batch", NDJSON, "gzip", b"not gzip".to_vec()).await;
    assert_eq!(response.status(), 400);
    assert_eq!(response.json::<Value>().await.unwrap()["code"], "invalid-json");
    // If other bytes follow the gzip part of a stream, the stream is cut off. By then, the answers to the lines of the
    // gzip part may not have been sent.
    let lines = gzip((request.clone() + "\n").repeat(10).as_bytes());
    let broken = server.client.post(server.url("/v1/batch")).header(CONTENT_TYPE, NDJSON);
    let broken = broken.header(CONTENT_ENCODING, "gzip").body([&lines[..], b"not gzip"].concat());
    assert!(match broken.send().await {
        Ok(response) => response.text().await.is_err(),
        Err(_) => true,
    });
    assert_eq!(post_encoded(&server, "/v1/batch", NDJSON, "br", Vec::new()).await.status(), 415);
    let plain = post_encoded(&server, "/v1/analyze", json, "identity", request.into()).await;
    assert_eq!(plain.status(), 200);
}

/// Blank lines are not requests, but they count as lines, as in an editor.
#[tokio::test]
async fn errors_of_a_stream_name_the_line() {
    let server = start(&[]).await;
    let good = r#"{"position": {"nim": [3]}}"#;
    let text = format!("{good}\n\n \r\nno json\n{good}\n\n{{\"position\": {{\"nmi\": [3]}}}}\n{good}\n{{");
    let lines = async |body: String| {
        let request =
            server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson").body(body);
        let text = request.send().await.unwrap().text().await.unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let failed = |answers: &[Value]| -> Vec<(usize, u64)> {
        let lines =
            answers.iter().enumerate().map(|(place, answer)| (place, answer.get("line").and_then(Value::as_u64)));
        lines.filter_map(|(place, line)| Some((place, line?))).collect()
    };
    let answers = lines(text.clone()).await;
    assert_eq!(answers.len(), 6);
    assert_eq!(failed(&answers), [(1, 4), (3, 7), (5, 9)], "{answers:?}");
    assert_eq!(answers[1]["error"]["code"], "invalid-json");
    // The line numbers are also right if the stream has many pieces.
    let long = format!("{}oops\n", format!("{good}\n\n").repeat(20_000));
    let answers = lines(long).await;
    assert_eq!(failed(&answers), [(20_000, 40_001)]);
    // The command `grundy batch` reports the same line numbers as the service.
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"));
    let pipes = command.arg("batch").stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut process = pipes.spawn().unwrap();
    std::io::Write::write_all(&mut process.stdin.take().unwrap(), text.as_bytes()).unwrap();
    let output = process.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(failed(&answers), [(1, 4), (3, 7), (5, 9)], "{answers:?}");
    // The failures in a list have no line number.
    let listed = server.ask("/v1/batch", &json!({"requests": [3]})).await;
    assert_eq!(listed["results"][0].get("line"), None, "{listed}");
}

#[tokio::test]
async fn a_stream_defines_as_many_games_as_one_request() {
    let server = start(&["--max-games", "3"]).await;
    let define = |names: &[&str]| {
        let games = names.iter().map(|name| ((*name).to_owned(), json!({"graph": {"a": []}})));
        json!({"games": games.collect::<serde_json::Map<_, _>>()}).to_string()
    };
    let lines = [
        define(&["one"]),
        define(&["two", "three"]),
        define(&["four"]),
        json!({"position": {"three": ["a"]}}).to_string(),
    ];
    let answers = answers(&server, lines.join("\n")).await;
    assert_eq!(answers[1], json!({"games": ["three", "two"]}));
    assert_eq!(answers[2]["error"]["code"], "too-many-components");
    assert_eq!(answers[3]["winner"], "second");
}
