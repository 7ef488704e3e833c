//! Tests the work that one request can cause: the steps that the service itself counts, and the bytes of the answer.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use serde_json::{Value, json};

use crate::common::{Server, post_head, start, within};

/// The limits for one request and for a whole JSON batch. They are about a thirtieth of the default limits.
const LIMIT: [&str; 4] = ["--max-work", "0.05", "--max-batch-work", "0.3"];
const STEPS: u64 = 50_000_000;
const BATCH_STEPS: u64 = 300_000_000;

/// The steps that a request may cause beyond its limit. A request is first tried with fewer steps, and begins anew when
/// these are spent. These tries take 11 million steps together. The last operation of a try is always charged
/// completely.
const BEGUN: u64 = 30_000_000;

/// The largest length of an error answer in bytes.
const MAX_ERROR: usize = 64 << 10;

/// The outcome of a request: its status, its body, and the steps that were done for it.
struct Bought {
    status: u16,
    body: String,
    steps: u64,
}

impl Bought {
    fn code(&self) -> Option<String> {
        let body: Value = serde_json::from_str(&self.body).unwrap();
        body["code"].as_str().map(str::to_owned)
    }
}

async fn buy(server: &Server, path: &str, body: Option<String>) -> Bought {
    let before = server.metric("grundy_work_steps_total").await;
    let response = match body {
        Some(body) => server.post(path, body).await,
        None => server.get(path).await,
    };
    let status = response.status().as_u16();
    let body = response.text().await.unwrap();
    let steps = server.metric("grundy_work_steps_total").await - before;
    assert!(status == 200 || body.len() <= MAX_ERROR, "{path}: {} bytes", body.len());
    Bought { status, body, steps }
}

/// Sends a request to `/v1/analyze`, and checks that its work stays within the limit.
async fn ask(server: &Server, request: Value) -> Bought {
    let bought = buy(server, "/v1/analyze", Some(request.to_string())).await;
    let text: String = request.to_string().chars().take(100).collect();
    assert!(matches!(bought.status, 200 | 422), "{text}: {}", bought.body);
    assert!(bought.steps <= STEPS + BEGUN, "{text}: {} steps", bought.steps);
    bought
}

fn many<T: serde::Serialize>(count: u64, one: impl Fn(u64) -> (String, T)) -> Value {
    (0..count).map(one).map(|(key, value)| (key, json!(value))).collect::<serde_json::Map<_, _>>().into()
}

#[tokio::test]
async fn unknown_keys_are_cheap() {
    let server = start(&[]).await;
    let unknown = |count| many(count, |n| (format!("unknown{n}"), [1])).to_string();
    let few = buy(&server, "/v1/analyze", Some(format!(r#"{{"position": {}}}"#, unknown(205)))).await;
    let all = buy(&server, "/v1/analyze", Some(format!(r#"{{"position": {}}}"#, unknown(29_000)))).await;
    let query = (0..180).map(|n| format!("unknown{n}=1")).collect::<Vec<_>>().join("&");
    let in_url = buy(&server, &format!("/v1/analyze?{query}&nim=1"), None).await;
    for (bought, status) in [(&few, 422), (&all, 422), (&in_url, 400)] {
        assert_eq!(bought.status, status, "{}", bought.body);
        assert!(bought.body.contains("finds games by words"), "{}", bought.body);
    }
    assert!(few.steps < 20_000_000 && in_url.steps < 20_000_000, "{} {}", few.steps, in_url.steps);
    // The faults of this request would have 1.4 MB, but only the first faults are described.
    assert!(all.steps < 200_000_000, "{}", all.steps);
}

#[tokio::test]
async fn keys_are_found_however_many_there_are() {
    let server = start(&[]).await;
    let own = |count| {
        let games = many(count, |n| (format!("g{n}"), json!({"graph": [[]]})));
        json!({"games": games, "position": many(count, |n| (format!("g{n}"), [0])), "brief": true})
    };
    let families =
        |count| json!({"position": many(count, |n| (format!("subtraction({})", n + 1), [5])), "brief": true});
    let requests: [&dyn Fn(u64) -> Value; 2] = [&own, &families];
    for request in requests {
        let [few, all] = [1_400, 14_000].map(|count| request(count).to_string());
        let few = buy(&server, "/v1/analyze", Some(few)).await;
        let all = buy(&server, "/v1/analyze", Some(all)).await;
        assert_eq!((few.status, all.status), (200, 200), "{}", all.body);
        assert!(all.steps < 20 * few.steps, "{} for ten times as many as {}", all.steps, few.steps);
    }
}

#[tokio::test]
async fn each_costly_request_is_answered_or_refused() {
    let server = start(&LIMIT).await;
    let long = [7_u8, 9].map(|digit| digit.to_string().repeat(20_000));
    let numbers: String = (3..137).step_by(2).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    let large = "1".to_owned() + &"0".repeat(20);
    let remote = format!("subtraction({numbers})");
    for request in [
        json!({"position": {"euclid": [long]}, "line": 100}),
        json!({"position": {"nim": vec![77; 100_000]}, "line": 100}),
        json!({"position": {"wizards": [long]}, "play": "misere", "explain": true}),
        json!({"games": {"w": {"graph": [[1], [2], []]}}, "position": {"w": vec![[0]; 64_000]}, "play": "misere"}),
        json!({"position": {"chomp": [[9, 9], [8, 9], [7, 9]]}, "play": "misere"}),
        json!({"position": {"chomp": [[99_999, 99_999, 99_999]]}}),
        json!({"position": {"turning-turtles": [(1..30).collect::<Vec<_>>()]}, "remoteness": true, "line": 100}),
        json!({"position": {"dim": ["897612484786617600"]}}),
        json!({"position": {"octal(0.07)": [700, 3]}, "play": "misere"}),
        json!({"position": {"octal(0.6)": [200, 100], "octal(0.45)": [300]}, "play": "misere"}),
        json!({"position": {"aliquot": [1_000_000, 5]}, "remoteness": true}),
        json!({"position": {remote: [768_724_788, 319_499]}, "remoteness": true}),
        json!({"position": {"octal(0.007)": [9_999_999]}}),
        json!({"position": {"grundys-game": [large]}}),
        json!({"position": {"tower-breakers": vec!["18446743979220271189"; 450]}}),
    ] {
        ask(&server, request).await;
    }
    // The service first tries to answer with fewer steps than the limit. This try ends while a number is being written
    // as a sum of Fibonacci numbers.
    let heaps = [7, 8].map(|most| json!(["18446744073709551557", most]));
    let body = json!({"position": {"fibonacci-nim": heaps, "nim": [5]}}).to_string();
    let moves = buy(&server, "/v1/moves", Some(body)).await;
    assert_eq!(moves.status, 422, "{}", moves.body);
    // The period is a million heaps long, and the table ends before the period is proved.
    let heaps = vec![json!("9".repeat(300)); 1_000];
    let body = json!({"position": {"all-but(740552,889382,921894)": heaps}}).to_string();
    let moves = buy(&server, "/v1/moves", Some(body)).await;
    assert_eq!(moves.code().as_deref(), Some("value-unknown"), "{:.300}", moves.body);
    // These requests need a few steps for each heap. In the past they took minutes.
    let server = start(&["--max-work", "0.3"]).await;
    for request in [
        json!({"position": {"octal(0.77)": (0..48_000).map(|n| n % 30).collect::<Vec<_>>()}, "play": "misere", "brief": true}),
        json!({"position": {"all-but(10000)": [large]}}),
        json!({"position": {"aliquot": [1_099_511_627_776_u64]}}),
    ] {
        let text: String = request.to_string().chars().take(60).collect();
        let bought = buy(&server, "/v1/analyze", Some(request.to_string())).await;
        assert_eq!(bought.status, 200, "{text}: {}", bought.body);
    }
    let map = buy(&server, "/v1/games/all-but(10000)/map?n=0..100", None).await;
    assert!(map.status == 200 && map.steps < STEPS, "{} steps: {}", map.steps, map.body);
}

/// A few bytes can define thousands of cells and placements.
#[tokio::test]
async fn what_is_implied_is_charged() {
    let server = start(&LIMIT).await;
    let own = |game: Value| json!({"position": {"nim": [1]}, "games": many(200, |n| (format!("g{n}"), game.clone()))});
    let chain: Vec<String> = (0..4_000).map(|n| format!("v{n}<v{}", n + 1)).collect();
    for request in [
        own(json!({"cells": 4_096, "moves": [[0]]})),
        own(json!({"board": [64, 64], "pieces": [["x"]]})),
        json!({"position": {"cram": vec![vec![".".repeat(40); 40]; 100]}}),
        json!({"position": {"poset": vec![chain; 20]}}),
    ] {
        let bought = ask(&server, request).await;
        assert_eq!(bought.code().as_deref(), Some("too-costly"), "{}", bought.body);
    }
}

#[tokio::test]
async fn a_refusal_is_the_same_fresh_and_warm_whole_and_in_any_order() {
    let items: Vec<Value> = [
        json!({"position": {"octal(0.007)": [60_000]}}),
        json!({"position": {"octal(0.007)": [2_000]}}),
        json!({"position": {"octal(0.07)": [700, 3]}, "play": "misere"}),
        json!({"position": {"octal(0.007)": [9_999_999]}}),
        json!({"position": {"grundys-game": [3_000]}}),
        json!({"position": {"octal(0.6)": [30, 40]}, "play": "misere"}),
        json!({"position": {"wythoff": [[200, 300]]}}),
        json!({"position": {"aliquot": [1_000_000, 5]}, "remoteness": true}),
        json!({"position": {"chomp": [[9, 9], [8, 9]]}, "play": "misere"}),
    ]
    .into_iter()
    .enumerate()
    .map(|(id, mut item)| {
        item["id"] = json!(id);
        item
    })
    .collect();
    let flags = ["--max-work", "0.02", "--max-batch-work", "10"];
    let batch = async |server: &Server, items: Vec<Value>| {
        let answer = buy(server, "/v1/batch", Some(json!({ "requests": items }).to_string())).await;
        let mut results = serde_json::from_str::<Value>(&answer.body).unwrap()["results"].as_array().unwrap().clone();
        results.sort_by_key(|result| result["id"].as_u64());
        results
    };
    let warm = start(&flags).await;
    let whole = batch(&warm, items.clone()).await;
    assert!(whole.iter().any(|result| result["error"]["code"] == "too-costly"), "{whole:?}");
    assert!(whole.iter().any(|result| result.get("error").is_none()), "{whole:?}");
    assert_eq!(batch(&warm, items.clone()).await, whole, "again");
    let backwards: Vec<Value> = items.iter().rev().cloned().collect();
    assert_eq!(batch(&warm, backwards.clone()).await, whole, "backwards");
    assert_eq!(batch(&start(&flags).await, backwards).await, whole, "backwards, fresh");
    let alone = start(&flags).await;
    for (item, expected) in items.iter().zip(&whole) {
        let answer = buy(&alone, "/v1/analyze", Some(item.to_string())).await;
        assert_eq!(answer.code(), expected["error"]["code"].as_str().map(str::to_owned), "{item}");
    }
}

#[tokio::test]
async fn a_batch_of_cheap_items_is_answered_whole() {
    let server = start(&[]).await;
    for key in ["octal(0.77)", "subtraction(1,4,9)", "all-but(2,5)"] {
        let heap = |n: usize| format!("1{n:030}");
        let items: Vec<Value> = (0..1_000).map(|n| json!({"position": {key: [heap(n)]}})).collect();
        let answer = buy(&server, "/v1/batch", Some(json!({ "requests": items }).to_string())).await;
        assert!(answer.body.ends_with(r#"],"failed":0}"#), "{key}: {}", &answer.body[answer.body.len() - 100..]);
    }
}

#[tokio::test]
async fn a_batch_ends_at_its_budget_wherever_its_pieces_end() {
    let server = start(&LIMIT).await;
    let long = [7_u8, 9].map(|digit| digit.to_string().repeat(5_000));
    let items: Vec<Value> =
        (0..400).map(|id| json!({"id": id, "position": {"euclid": [long]}, "explain": true, "brief": true})).collect();
    let body = json!({ "requests": items }).to_string();
    let first = buy(&server, "/v1/batch", Some(body.clone())).await;
    let results = serde_json::from_str::<Value>(&first.body).unwrap()["results"].as_array().unwrap().clone();
    let refused: Vec<bool> = results.iter().map(|result| result["error"]["code"] == "too-costly").collect();
    let answered = refused.iter().take_while(|refused| !**refused).count();
    assert!(answered > 0 && answered < 400 && refused[answered..].iter().all(|refused| *refused), "{answered}");
    assert!(results.iter().enumerate().all(|(place, result)| result["id"] == place), "each has its own name");
    assert!(first.steps <= BATCH_STEPS + BATCH_STEPS / 4 + BEGUN, "{}", first.steps);
    for _ in 0..2 {
        assert_eq!(buy(&server, "/v1/batch", Some(body.clone())).await.body, first.body);
    }
}

/// Several pieces of a batch are worked on at the same time. So a piece may begin before it is known whether the pieces
/// before it spend the budget. The work on such pieces may exceed the budget, but only by a bounded amount.
#[tokio::test]
async fn a_batch_of_heavy_pieces_takes_no_more_than_its_budget() {
    let server = start(&LIMIT).await;
    let long = format!("1{:040000}", 0);
    let item = json!({"position": {"floor-divide": [long]}, "remoteness": true, "line": 10});
    let bought = buy(&server, "/v1/batch", Some(json!({ "requests": vec![item; 60] }).to_string())).await;
    assert!(bought.body.contains("the requests before this one took what a batch may take"), "{}", &bought.body[..300]);
    assert!(bought.steps <= BATCH_STEPS + BATCH_STEPS / 4 + 3 * BEGUN, "{}", bought.steps);
}

/// For these games, most of the work is to fill a table, or to search. Every move of the recommended line needs the
/// result of this work. But the work must be done only once.
#[tokio::test]
async fn a_line_takes_what_its_first_position_takes_once() {
    let server = start(&[]).await;
    let splitting: Vec<Vec<[u32; 2]>> =
        (0..300).map(|n: u32| (0..n / 2).map(|part| [part, n - 1 - part]).collect()).collect();
    for (game, own, position) in [
        ("officers", json!({}), json!([16_000])),
        ("vectors", json!({"vectors": {"steps": [[1, 0], [0, 1], [1, 2]], "rides": []}}), json!([[500, 500]])),
        ("splitting", json!({"splitting": {"graph": splitting}}), json!([299])),
        ("square-nim", json!({}), json!([90_000, 90_000, 89_999])),
        ("fibonacci-nim", json!({}), json!([[2000, 1999], [2000, 1900]])),
        ("wythoff", json!({}), json!([[2000, 1999], [2000, 1900]])),
    ] {
        let asked = async |line: u32| {
            let request = json!({"games": own, "position": {game: position}, "line": line, "brief": true});
            let bought = buy(&server, "/v1/analyze", Some(request.to_string())).await;
            assert!(bought.body.starts_with(r#"{"winner""#), "{game}: {}", bought.body);
            bought.steps
        };
        let (one, hundred) = (asked(1).await, asked(100).await);
        assert!(hundred < one + one / 4, "{game}: {one} {hundred}");
    }
}

#[tokio::test]
async fn an_error_is_short_whatever_was_sent() {
    let server = start(&[]).await;
    let name = "x".repeat(100_000);
    let graph = many(10, |n| (format!("{name}{n}"), [format!("missing{name}{n}")]));
    let rows = many(50, |n| (format!("{name}{n}"), "no list"));
    for request in [
        json!({"games": {"g": {"graph": graph}}, "position": {"g": ["q"]}}),
        json!({"games": {"g": {"graph": rows}}, "position": {"g": ["q"]}}),
        json!({"games": many(100, |n| (format!("{name}{n}"), "no game")), "position": {"nim": [1]}}),
        json!({"position": many(100, |n| (format!("{name}{n}"), [1]))}),
    ] {
        let bought = buy(&server, "/v1/analyze", Some(request.to_string())).await;
        assert_eq!(bought.status, 422);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn work_ends_when_its_client_leaves() {
    // A limit of a day of work is never reached.
    let server = start(&["--max-work", "86400", "--workers", "1"]).await;
    let body = json!({"position": {"octal(0.07)": [5_000, 3]}, "play": "misere"}).to_string();
    let stream = server.raw(&(post_head("/v1/analyze", body.len()) + &body)).await;
    let is_running = async || server.metric("grundy_work_running").await > 0;
    let wait = async |running: bool| within(async { while is_running().await != running {} }).await;
    wait(true).await;
    drop(stream);
    wait(false).await;
    // The search for the quotient would take half a billion steps. It ends earlier, since nobody waits for it.
    let steps = server.metric("grundy_work_steps_total").await;
    assert!(steps < 250_000_000, "{steps}");
    assert_eq!(server.get("/v1/analyze?nim=3").await.status(), 200);
}
