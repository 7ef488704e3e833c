//! Attacks over real sockets. In the past, with each of these attacks, one client could shut out all other clients.
//! `bench/attacks` measures the same attacks. The tests assert that requests end, but not how long they take.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::net::Shutdown;
use std::time::Duration;

use crate::common::process::{Running, grundy};
use crate::common::{Server, gzip, patiently, post_head, start, within};
use grundy_core::wire::engine::{Engine, Question, RequestText};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

const STREAM: &str = "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-ndjson\r\n\
                      Transfer-Encoding: chunked\r\n\r\n";

fn chunk(text: &str) -> String {
    format!("{:x}\r\n{text}\r\n", text.len())
}

/// Returns all bytes until the connection ends.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    // A reset also ends the connection.
    within(stream.read_to_end(&mut bytes)).await.ok();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits until no work is being done and no work waits.
async fn at_rest(server: &Server) {
    within(async {
        while server.metric("grundy_work_running").await + server.metric("grundy_work_waiting").await > 0 {}
    })
    .await;
}

/// Sends a text again and again until the service reads no more of it. On a busy machine, the service may only be late.
/// So it must refuse to read several times, each time while it does no work.
async fn send_until_stuck(server: &Server, stream: &mut TcpStream, text: &str) {
    let (mut sent, mut refusals) = (0, 0);
    while refusals < 3 {
        let rest = text.as_bytes().split_at(sent).1;
        if let Ok(count) = timeout(Duration::from_millis(100), stream.write(rest)).await {
            (sent, refusals) = ((sent + count.unwrap()) % text.len(), 0);
        } else {
            at_rest(server).await;
            refusals += 1;
        }
    }
}

/// Opens streams that read no answers. Each stream sends requests until the service reads no more of them.
async fn deaf_streams(server: &Server, count: usize) -> Vec<TcpStream> {
    let lines = chunk(&"{\"position\":{\"nim\":[3]}}\n".repeat(2_000));
    let mut streams = Vec::new();
    for _ in 0..count {
        // The buffer is short, so that answers fill it soon.
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        stream.write_all(STREAM.as_bytes()).await.unwrap();
        send_until_stuck(server, &mut stream, &lines).await;
        streams.push(stream);
    }
    streams
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_that_stand_still_hold_no_worker() {
    let server = start(&["--workers", "2"]).await;
    let streams = deaf_streams(&server, 8).await;
    at_rest(&server).await;
    let batch = json!({"requests": vec![json!({"position": {"nim": [3, 4, 5]}}); 400]});
    for _ in 0..20 {
        // If no worker becomes free, a single request is refused after a second, but a batch waits for ever.
        assert_eq!(within(server.ask("/v1/batch", &batch)).await["failed"], 0);
        server.analyze(&json!({"position": {"nim": vec![12_345; 1_000]}})).await;
    }
    assert_eq!(server.metric(r#"grundy_refused_total{too_little="workers"}"#).await, 0);
    drop(streams);
}

#[tokio::test]
async fn long_work_is_not_done_where_small_questions_are_answered() {
    let server = start(&["--workers", "1"]).await;
    let nines = "9".repeat(1_900);
    let digits = |count: usize| "7".repeat(count);
    let zeros = gzip(&vec![b' '; 3_000_000]);
    let zeros = zeros.repeat(20);
    let long = [
        server.client.get(server.url(&format!("/v1/moves?limit=1000&wizards=2,{nines}"))),
        server.client.get(server.url(&format!("/v1/analyze?explain=true&euclid={},{}", digits(1_900), digits(1_950)))),
        server.client.get(server.url(&format!("/v1/games/euclid/map?a=1..20&b={0}1..{0}9", digits(1_900)))),
        server.client.post(server.url("/v1/analyze")).header("content-encoding", "gzip").body(zeros),
    ];
    for request in long {
        let request = request.header("content-type", "application/json");
        let before = server.metric("grundy_work_total ").await;
        let answer = patiently(request).await;
        assert!(server.metric("grundy_work_total ").await > before, "{} was done in place", answer.url());
    }
}

#[tokio::test]
async fn a_bomb_is_refused_and_a_text_is_not() {
    let server = start(&[]).await;
    let bomb = gzip(&vec![0; 16 << 20]);
    let packed = async |path: &str, media_type: &str, body: Vec<u8>| {
        let request = server.client.post(server.url(path)).header("content-type", media_type);
        patiently(request.header("content-encoding", "gzip").body(body)).await
    };
    for (path, media_type) in
        [("/v1/analyze", "application/json"), ("/v1/batch", "application/json"), ("/v1/batch", "application/x-ndjson")]
    {
        let answer = packed(path, media_type, bomb.clone()).await;
        assert_eq!(
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap()["code"].clone()),
            (413, json!("body-too-large"))
        );
    }
    // The answer to this gzip would be many thousand times as long as the gzip.
    let errors = gzip(format!("{{\"requests\":[{}0]}}", "0,".repeat(99_999)).as_bytes());
    assert_eq!(packed("/v1/batch", "application/json", errors).await.status(), 413);
    let requests: Vec<Value> =
        (0..20_000_u64).map(|n| json!({"position": {"nim": [n.wrapping_mul(2_654_435_761) % 1_000_003]}})).collect();
    let text = gzip(json!({ "requests": requests }).to_string().as_bytes());
    assert_eq!(packed("/v1/batch", "application/json", text).await.json::<Value>().await.unwrap()["failed"], 0);
}

#[tokio::test]
async fn half_sent_bodies_give_way() {
    // The time-out is long, so that the bodies give way to others and not to the clock.
    let server = start(&["--body-budget", "4000000", "--max-gzip-ratio", "2000", "--body-timeout", "600"]).await;
    // Until a gzip has arrived completely, it takes memory only for the bytes that arrived, which are few here.
    let bomb = gzip(&vec![b' '; 3_000_000]);
    let packed = post_head("/v1/analyze", bomb.len()).replacen("\r\n", "\r\nContent-Encoding: gzip\r\n", 1);
    let mut stuck = Vec::new();
    for _ in 0..11 {
        let mut stream = server.raw(&packed).await;
        stream.write_all(&bomb[..bomb.len() - 1]).await.unwrap();
        stuck.push(stream);
    }
    assert_eq!(server.metric("grundy_body_budget_used_bytes").await, 0);
    // A body that is not compressed also takes memory for the bytes that arrived. The service gives such bodies up when
    // other bodies need the memory.
    for _ in 0..2 {
        let mut stream = server.raw(&post_head("/v1/analyze", 2_000_000)).await;
        stream.write_all(&vec![b' '; 1_900_000]).await.unwrap();
        stuck.push(stream);
    }
    within(async { while server.metric("grundy_body_budget_used_bytes").await < 3_600_000 {} }).await;
    let body = json!({"position": {"nim": vec![1; 300_000]}, "brief": true}).to_string();
    let answered = async { while server.post("/v1/analyze", body.clone()).await.status() != 200 {} };
    within(answered).await;
    assert!(server.metric(r#"grundy_refused_total{too_little="memory"}"#).await > 0);
}

#[tokio::test]
async fn a_batch_has_a_budget_and_a_stream_has_none() {
    let server = start(&["--max-batch-work", "0.01"]).await;
    let long =
        json!({"position": {"euclid": [["7".repeat(5_000), "9".repeat(5_000)]]}, "explain": true, "brief": true});
    let requests = vec![long; 30];
    let answer = server.ask("/v1/batch", &json!({ "requests": requests })).await;
    assert!(answer["failed"].as_u64() >= Some(10), "{answer}");
    // Each request needs a separate table.
    let tables = (3..60).map(|last| json!({"position": {format!("octal(0.{}1{last:o})", "7".repeat(9)): [1_000_000]}}));
    let answer = server.ask("/v1/batch", &json!({ "requests": tables.collect::<Vec<_>>() })).await;
    let results = answer["results"].as_array().unwrap();
    let refused = results.iter().filter(|result| result["error"]["code"] == "too-costly").count();
    assert!(refused > 50, "{answer}");
    // A stream has no budget for all its requests together.
    let lines = requests.iter().map(|request| request.to_string() + "\n").collect::<String>();
    let request = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let answers = request.body(lines).send().await.unwrap().text().await.unwrap();
    assert!(!answers.contains("too-costly") && answers.lines().count() == 30);
}

#[tokio::test(flavor = "multi_thread")]
async fn heavy_streams_leave_others_their_share() {
    let server = start(&["--workers", "1"]).await;
    let line =
        json!({"position": {"euclid": [["7".repeat(4_000), "9".repeat(4_000)]]}, "explain": true, "brief": true});
    let lines = chunk(&format!("{line}\n").repeat(50));
    let mut streams = Vec::new();
    for _ in 0..6 {
        let stream = server.raw(STREAM).await;
        let (mut reader, mut writer) = stream.into_split();
        let lines = lines.clone();
        streams.push(tokio::spawn(async move { while writer.write_all(lines.as_bytes()).await.is_ok() {} }));
        streams.push(tokio::spawn(async move {
            while reader.read(&mut vec![0; 65_536]).await.is_ok_and(|read| read > 0) {}
        }));
    }
    within(async { while server.metric("grundy_work_waiting").await < 4 {} }).await;
    let batch = json!({"requests": vec![json!({"position": {"nim": [3, 4, 5]}}); 400]});
    for _ in 0..10 {
        assert_eq!(within(server.ask("/v1/batch", &batch)).await["failed"], 0);
        server.analyze(&json!({"position": {"nim": vec![12_345; 2_000]}})).await;
    }
    streams.iter().for_each(tokio::task::JoinHandle::abort);
    // The work of clients that have left is not done any more.
    at_rest(&server).await;
}

/// Returns a request about a game with these rules.
fn by_rules(rules: &str) -> Value {
    json!({"games": {"mine": {"rules": rules}}, "position": {"mine": [4]}})
}

#[tokio::test]
async fn rules_without_end_leave_room_for_honest_rules() {
    let server = start(&["--workers", "2", "--max-work", "3600"]).await;
    let mut endless = JoinSet::new();
    for _ in 0..4 {
        let body = by_rules("def options(n):\n    while True: pass").to_string();
        endless.spawn(server.posting("/v1/analyze", body).send());
    }
    // The first one is refused when all workers have been busy for a second.
    let refused = within(endless.join_next()).await.unwrap().unwrap().unwrap();
    assert_eq!(refused.status(), 503);
    let looping = |times: u64| by_rules(&format!("def options(n):\n    for _ in range({times}): pass\n    return []"));
    let steps = |request: &Value| {
        let engine = Engine::default();
        let (text, meter) = (request.to_string(), engine.meter());
        assert!(engine.answer(Question::Analysis, RequestText::Json(text.as_bytes()), &meter).answer.is_ok());
        meter.charged()
    };
    // This is too much for the threads for short and for medium work.
    let honest = looping(75_000_000 * 1_000_000 / steps(&looping(1_000_000)));
    assert!((50_000_001..=100_000_000).contains(&steps(&honest)));
    for _ in 0..3 {
        assert_eq!(server.analyze(&honest).await["winner"], "second");
    }
}

#[tokio::test]
async fn work_stops_when_its_client_has_left() {
    let server = start(&["--workers", "1"]).await;
    let item = json!({"position": {"euclid": [["7".repeat(20_000), "9".repeat(20_000)]]}, "explain": true});
    let body = json!({"requests": vec![item; 300]}).to_string();
    let request = post_head("/v1/batch", body.len()) + &body;
    let streams = [server.raw(&request).await, server.raw(&request).await, server.raw(&request).await];
    within(async { while server.metric("grundy_work_waiting").await == 0 {} }).await;
    drop(streams);
    at_rest(&server).await;
    // The three batches have 900 requests of 20 to 50 ms each. All 900 requests would have taken half a minute.
    let done = server.metric("grundy_positions_total").await;
    assert!(done < 600, "{done}");
}

#[tokio::test(flavor = "multi_thread")]
async fn dripping_streams_lose_their_places_to_newcomers() {
    let server = start(&["--max-connections", "40", "--max-streams", "40"]).await;
    let mut dripping = Vec::new();
    for _ in 0..40 {
        let mut stream = server.raw(&format!("{STREAM}1\r\n\n\r\n")).await;
        // A connection counts as idle, and may be closed, until the head of a request is read. So this waits until the
        // answer begins.
        within(stream.read_exact(&mut [0; 12])).await.unwrap();
        dripping.push(stream);
    }
    let answered = async {
        while !server
            .client
            .get(server.url("/v1/analyze?nim=3"))
            .send()
            .await
            .is_ok_and(|answer| answer.status() == 200)
        {
            sleep(Duration::from_millis(50)).await;
        }
    };
    within(answered).await;
    assert!(server.metric(r#"grundy_connections_closed_total{why="dripping"}"#).await > 0);
}

#[tokio::test]
async fn streams_have_a_share_and_the_slowest_gives_way() {
    let server = start(&["--max-streams", "2"]).await;
    let mut streams = [server.raw(STREAM).await, server.raw(STREAM).await];
    for stream in &mut streams {
        stream.write_all(chunk("{\"position\":{\"nim\":[3]}}\n").as_bytes()).await.unwrap();
        within(stream.read_exact(&mut [0; 100])).await.unwrap();
    }
    assert_eq!(server.metric("grundy_streams_open").await, 2);
    let ask = async || {
        let request = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
        request.body("{\"position\":{\"nim\":[3]}}\n").send().await.unwrap()
    };
    // The service needs a while to find out which clients are slow. Then a slow client must give way. Until then, new
    // clients are refused.
    let let_in = async {
        loop {
            let answer = ask().await;
            match answer.status().as_u16() {
                200 => break,
                status => assert_eq!((status, &answer.headers()["retry-after"]), (503, &"1".parse().unwrap())),
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    within(let_in).await;
    assert!(server.metric(r#"grundy_refused_total{too_little="streams"}"#).await > 0);
    let [first, second] = streams;
    let ended = async {
        tokio::select! {
            text = rest(first) => text,
            text = rest(second) => text,
        }
    };
    within(ended).await;
}

#[tokio::test]
async fn a_stream_has_a_least_rate_and_how_it_ended_is_counted() {
    let server = start(&["--body-timeout", "1", "--stream-min-rate", "1000"]).await;
    let mut dripping = server.raw(STREAM).await;
    let drips = async {
        // The client sends a few bytes every 100 ms. No pause is too long, but the rate is too low.
        while dripping.write_all(b"1\r\n\n\r\n").await.is_ok() {
            sleep(Duration::from_millis(100)).await;
        }
    };
    within(drips).await;
    let counted =
        |status: &str| format!(r#"grundy_requests_total{{method="POST",route="/v1/batch",status="{status}"}}"#);
    assert_eq!(server.metric(&counted("408")).await, 1);
    let server = start(&[]).await;
    drop(server.raw(&format!("{STREAM}{}", chunk("{}\n"))).await);
    let left = counted("499");
    within(async { while !server.get("/metrics").await.text().await.unwrap().contains(&left) {} }).await;
}

#[tokio::test]
async fn a_client_that_reads_too_slowly_loses_its_answer() {
    let server = start(&["--write-timeout", "1", "--answer-min-rate", "1000000000"]).await;
    let body = json!({"position": {"red-blue": ["R".repeat(12_000_000)]}}).to_string();
    let mut stream = server.raw(&(post_head("/v1/analyze", body.len()) + &body)).await;
    let mut read = 0;
    let slowly = async {
        // The client reads at most 64 KiB every 50 ms. No pause is too long, but the rate is too low.
        while let Ok(bytes @ 1..) = stream.read(&mut vec![0; 65_536]).await {
            read += bytes;
            sleep(Duration::from_millis(50)).await;
        }
    };
    within(slowly).await;
    assert!(read < 12_000_000, "it got all of it");
    assert_eq!(server.metric(r#"grundy_connections_closed_total{why="deaf"}"#).await, 1);
}

#[tokio::test]
async fn an_early_answer_leaves_the_connection_usable_or_says_that_it_closes() {
    let server = start(&["--max-body", "1000000"]).await;
    for (path, length, media_type, status, kept) in [
        ("/nothing", 30, "application/json", 404, true),
        ("/nothing", 300_000, "application/json", 404, false),
        ("/v1/games", 30, "application/json", 405, true),
        ("/v1/analyze", 30, "text/plain", 415, true),
        ("/v1/analyze", 60_000, "text/plain", 415, true),
        ("/v1/analyze", 300_000, "text/plain", 415, false),
        ("/v1/analyze", 2_000_000, "application/json", 413, false),
    ] {
        let head = post_head(path, length).replace("application/json", media_type);
        let mut stream = server.raw(&head).await;
        stream.write_all(&vec![b'.'; length]).await.unwrap();
        let mut answer = vec![0; 4096];
        let read = within(stream.read(&mut answer)).await.unwrap();
        let answer = String::from_utf8_lossy(&answer[..read]).to_lowercase();
        assert!(answer.starts_with(&format!("http/1.1 {status} ")), "{answer}");
        assert_eq!(!answer.contains("connection: close"), kept, "{path} {length}: {answer}");
        let next = "GET /v1/analyze?nim=3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        if kept {
            stream.write_all(next.as_bytes()).await.unwrap();
            assert!(rest(stream).await.starts_with("HTTP/1.1 200 "), "{path} {length}");
        } else {
            assert!(!rest(stream).await.contains("HTTP/1.1 "), "{path} {length}");
        }
    }
    // The server does not send 100 Continue for a body that it does not want.
    let head = "POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    let answer = rest(server.raw(head).await).await.to_lowercase();
    assert!(answer.starts_with("http/1.1 404 ") && answer.contains("connection: close"), "{answer}");
}

#[tokio::test]
async fn half_closed_clients_get_their_answer() {
    let server = start(&[]).await;
    let digits = "7".repeat(3_000);
    let ask = async |target: &str, version: &str| {
        let stream = server.raw(&format!("GET {target} HTTP/{version}\r\nHost: x\r\n\r\n")).await;
        let stream = stream.into_std().unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let answer = rest(TcpStream::from_std(stream).unwrap()).await;
        let is_whole = answer.contains(" 200 OK\r\n") && answer.ends_with('}');
        assert!(is_whole || answer.is_empty(), "{version} {target}: {answer}");
        is_whole
    };
    for version in ["1.0", "1.1"] {
        for target in ["/v1/games", "/v1/analyze?nim=3"] {
            assert!(ask(target, version).await, "{version} {target}");
        }
        // The client has closed its sending side. So a worker's answer is dropped unless it is ready within 25 ms. On a
        // busy machine, it may take several tries to get the answer.
        let long = format!("/v1/analyze?explain=true&euclid={digits},{digits}");
        within(async { while !ask(&long, version).await {} }).await;
    }
    let stream = server.raw("GET /v1/games HTTP/1.0\r\n\r\n").await;
    assert!(rest(stream).await.starts_with("HTTP/1.0 200 OK"));
}

#[tokio::test]
async fn heads_that_http_forbids_are_refused() {
    let server = start(&[]).await;
    for head in [
        "",
        "Host: a\r\nHost: a\r\n",
        "Host: a b\r\n",
        "Host: user@a\r\n",
        "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n",
        "Host: a\r\nTransfer-Encoding: chunked, chunked\r\n",
        "Host: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
    ] {
        let request = format!("POST /v1/analyze HTTP/1.1\r\nContent-Type: application/json\r\n{head}\r\n0\r\n\r\n");
        let answer = rest(server.raw(&request).await).await;
        assert!(answer.starts_with("HTTP/1.1 400 "), "{head}: {answer}");
        assert!(!head.contains("Host: a\r\nT") || answer.to_lowercase().contains("connection: close"), "{answer}");
    }
    let chunked = "POST /v1/analyze HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz";
    let answer = rest(server.raw(chunked).await).await;
    assert!(answer.starts_with("HTTP/1.1 400 ") && answer.to_lowercase().contains("connection: close"), "{answer}");
    let answer = rest(server.raw("GET /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n").await).await;
    assert!(answer.contains("application/problem+json") && answer.contains("bad-request"), "{answer}");
}

#[tokio::test]
async fn head_and_304_say_what_get_would() {
    let server = start(&[]).await;
    let ask = async |method: &str, path: &str, encoding: &str, tag: &str| {
        let request = server.client.request(method.parse().unwrap(), server.url(path));
        request.header("accept-encoding", encoding).header("if-none-match", tag).send().await.unwrap().headers().clone()
    };
    let long = format!("/v1/analyze?red-blue={}", "R".repeat(5_000));
    for path in ["/v1/games", &long, "/openapi.json"] {
        for encoding in ["gzip", "identity"] {
            let [get, head] = [ask("GET", path, encoding, "").await, ask("HEAD", path, encoding, "").await];
            for name in ["content-length", "content-encoding", "vary", "content-type", "etag"] {
                assert_eq!(get.get(name), head.get(name), "{path} {encoding} {name}");
            }
            assert_eq!(get["vary"], "accept-encoding");
        }
    }
    let wrong = "/v1/analyze?nim=x";
    for encoding in ["gzip", "identity"] {
        let [get, head] = [ask("GET", wrong, encoding, "").await, ask("HEAD", wrong, encoding, "").await];
        for name in ["content-encoding", "vary", "content-type"] {
            assert_eq!(get.get(name), head.get(name), "{wrong} {encoding} {name}");
        }
        assert!(head.contains_key("content-length"), "{wrong} {encoding}");
    }
    let tag = ask("GET", &long, "gzip", "").await["etag"].to_str().unwrap().to_owned();
    assert_eq!(ask("GET", &long, "gzip", &tag).await["vary"], "accept-encoding");
}

#[tokio::test]
async fn the_probes_have_a_thread_of_their_own() {
    // The first line of the output has the public address, and the second line has the admin address.
    let (mut running, _) = Running::serve(grundy(&["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"], &[]));
    let id = running.0.id();
    let has_thread = || {
        let tasks = std::fs::read_dir(format!("/proc/{id}/task")).unwrap();
        let mut names = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).unwrap());
        names.any(|name| name == "admin\n")
    };
    // The name of a thread is set a moment after the thread has started.
    within(async {
        while !has_thread() {
            sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    running.signal("TERM");
    assert!(running.wait().success());
}

/// Clients send one request after another on connections that are kept open. The server stops without a drain delay.
#[tokio::test(flavor = "multi_thread")]
async fn sigterm_loses_no_request_on_kept_connections() {
    let (mut running, address) = Running::serve(grundy(&["--listen", "127.0.0.1:0"], &[]));
    let (busy, mut under_way) = mpsc::channel(20);
    let clients = (0..20).map(|_| {
        let busy = busy.clone();
        tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            let mut buffer = vec![0; 4096];
            let mut answered = 0_u32;
            loop {
                let request = b"GET /v1/analyze?nim=3 HTTP/1.1\r\nHost: x\r\n\r\n";
                stream.write_all(request).await.unwrap();
                let read = within(stream.read(&mut buffer)).await.unwrap();
                assert_ne!(read, 0, "a request was lost after {answered} answers");
                answered += 1;
                let answer = String::from_utf8_lossy(&buffer[..read]).to_lowercase();
                assert!(answer.starts_with("http/1.1 200 "), "{answer}");
                if answer.contains("connection: close") {
                    return;
                }
                if answered == 2 {
                    busy.send(()).await.unwrap();
                }
                // The client pauses like a client that also does other work.
                sleep(Duration::from_millis(u64::from(answered % 7))).await;
            }
        })
    });
    let clients: Vec<_> = clients.collect();
    for _ in &clients {
        within(under_way.recv()).await.unwrap();
    }
    running.signal("TERM");
    for client in clients {
        within(client).await.unwrap();
    }
    assert!(running.wait().success());
}
