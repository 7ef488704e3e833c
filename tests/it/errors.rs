//! Tests every error in the contract over a real socket: its status, its code, its place and its advice. All errors
//! have the same shape.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use crate::common::{Server, document, post_head, problem, start, start_app, within};
use axum::Router;
use axum::routing::get;
use grundy::http::layers::problem::HttpProblem;
use reqwest::header::HeaderMap;
use reqwest::{Body, Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Returns the error with which a posted text is refused.
async fn refused(server: &Server, body: impl Into<Body>) -> Value {
    document(server.post("/v1/analyze", body).await).await
}

/// Returns the error with which a query string is refused.
async fn refused_query(server: &Server, query: &str) -> Value {
    document(server.get(&format!("/v1/analyze?{query}")).await).await
}

/// Checks an error that has one fault.
#[track_caller]
fn assert_fault(document: &Value, asked: &str, status: u16, code: &str, pointer: &str) {
    assert_eq!(
        (document["status"].as_u64(), &document["code"]),
        (Some(status.into()), &code.into()),
        "{asked}: {document}"
    );
    assert_eq!(document["errors"][0]["pointer"], pointer, "{asked}: {document}");
    assert_eq!(document["errors"].as_array().unwrap().len(), 1, "{asked}: {document}");
    assert_eq!(document.get("errors_omitted"), None, "{asked}: {document}");
}

#[track_caller]
fn assert_detail(document: &Value, words: &str) {
    let detail = document["detail"].as_str().unwrap();
    assert!(detail.contains(words), "{words:?} is not in {document}");
}

/// Sends these bytes on a new connection, and returns everything that is received.
async fn exchange(server: &Server, request: impl AsRef<str>) -> String {
    let mut stream = server.raw(request.as_ref()).await;
    let mut answer = String::new();
    within(stream.read_to_string(&mut answer)).await.unwrap();
    answer
}

/// Reads one answer to its end. The length is in the head of the answer. Answers differ in length, since request ids
/// do.
async fn skip_answer(stream: &mut TcpStream) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    stream.read_exact(&mut vec![0; length.parse().unwrap()]).await.unwrap();
}

/// Checks the status line and the code of an answer of [`exchange`].
#[track_caller]
fn assert_answer(answer: &str, status: u16, code: &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
    assert!(head.to_ascii_lowercase().contains("content-type: application/problem+json"), "{answer}");
    let document: Value = serde_json::from_str(body).unwrap();
    assert_eq!((&document["code"], &document["status"]), (&code.into(), &status.into()), "{answer}");
}

#[tokio::test]
async fn bad_json() {
    let server = start(&[]).await;
    let texts: [&[u8]; 22] = [
        b"",
        b" \n",
        b"nothing",
        b"{",
        b"{\"position\": {\"euclid\": [[5, 26",
        b"{\"position\": {}} x",
        b"{\"position\": {}}{\"position\": {}}",
        b"{\"position\": {},}",
        b"{\"position\": {\"euclid\": [[5, 26,]]}}",
        b"{position: {}}",
        b"{'position': {}}",
        b"{\"position\": {\"euclid\": [[05, 26]]}}",
        b"{\"position\": {\"euclid\": [[+5, 26]]}}",
        b"{\"position\": {\"euclid\": [[.5, 26]]}}",
        b"{\"position\": {\"euclid\": [[5., 26]]}}",
        b"{\"position\": {\"euclid\": [[NaN, 26]]}}",
        b"{\"position\": {\"red-blue\": [\"R\nB\"]}}",
        b"{\"position\": {\"red-blue\": [\"\\x\"]}}",
        b"{\"position\": {}} // a comment",
        b"\xef\xbb\xbf{\"position\": {}}",
        b"{\"position\": {\"red-blue\": [\"\xff\"]}}",
        b"{\"position\": {}, \"id\": \"\xc3\"}",
    ];
    for text in texts {
        let asked = String::from_utf8_lossy(text).into_owned();
        assert_fault(&refused(&server, text).await, &asked, 400, "invalid-json", "");
    }
    assert_detail(&refused(&server, "").await, "empty");
    assert_detail(&refused(&server, "{\n  \"position\": {},\n}").await, "line 3");
}

#[tokio::test]
async fn deep_nesting_is_only_another_bad_request() {
    let server = start(&[]).await;
    for opening in ["[", "{\"a\":"] {
        for around in
            ["@", "{\"position\": @}", "{\"position\": {\"euclid\": @}}", "{\"position\": {\"euclid\": [[@, 1]]}}"]
        {
            for closed in [true, false] {
                let closing = if opening == "[" { "]" } else { "}" };
                let (depth, inner) = (100_000, if opening == "[" { "" } else { "1" });
                let mut deep = opening.repeat(depth);
                if closed {
                    deep += inner;
                    deep += &closing.repeat(depth);
                }
                let document = refused(&server, around.replace('@', &deep)).await;
                let expected: &[_] = if closed { &[400, 422] } else { &[400] };
                assert!(
                    expected.iter().any(|status| document["status"] == *status),
                    "{opening} in {around}: {document}"
                );
            }
        }
    }
    assert_eq!(server.get("/healthz").await.status(), 200);
}

#[tokio::test]
async fn half_a_surrogate_pair_is_refused_for_what_it_is() {
    let server = start(&[]).await;
    for (body, contradiction) in [
        (r#"{"position": {}, "\ud800": 1}"#, "found an object"),
        (r#"{"position": {"\ud800": []}}"#, "found an object"),
        (r#"{"position": {"red-blue": ["\ud800"]}}"#, "found a string"),
        (r#"{"position": {"euclid": [["\ud800", 1]]}}"#, "found"),
        (r#"{"position": {}, "id": "\ud800"}"#, "found"),
        (r#"{"position": {}, "play": "\ud800"}"#, "found"),
    ] {
        let document = refused(&server, body).await;
        assert!([400, 422].iter().any(|status| document["status"] == *status), "{body}: {document}");
        assert!(!document["detail"].as_str().unwrap().contains(contradiction), "{body}: {document}");
    }
}

#[tokio::test]
async fn json_of_another_shape() {
    let server = start(&[]).await;
    let long_id = format!(r#"{{"position": {{}}, "id": "{}"}}"#, "x".repeat(129));
    // The length is counted in characters, as in JSON Schema.
    let long_umlauts = format!(r#"{{"position": {{}}, "id": "{}"}}"#, "ü".repeat(129));
    for (body, pointer) in [
        ("null", ""),
        ("true", ""),
        ("5", ""),
        ("\"euclid\"", ""),
        ("[]", ""),
        ("[[5, 26]]", ""),
        ("{}", ""),
        (r#"{"play": "normal"}"#, ""),
        (r#"{"position": null}"#, "/position"),
        (r#"{"position": 5}"#, "/position"),
        (r#"{"position": [[5, 26]]}"#, "/position"),
        (r#"{"position": "euclid=5,26"}"#, "/position"),
        (r#"{"position": {"euclid": null}}"#, "/position/euclid"),
        (r#"{"position": {"euclid": 5}}"#, "/position/euclid"),
        (r#"{"position": {"euclid": {"0": [5, 26]}}}"#, "/position/euclid"),
        (r#"{"position": {"euclid": [null]}}"#, "/position/euclid/0"),
        (r#"{"position": {"euclid": [[5, 26], 5]}}"#, "/position/euclid/1"),
        (r#"{"position": {"euclid": ["5;26"]}}"#, "/position/euclid/0"),
        (r#"{"position": {"euclid": [{"a": 5, "b": 26}]}}"#, "/position/euclid/0"),
        (r#"{"position": {"red-blue": [5]}}"#, "/position/red-blue/0"),
        (r#"{"position": {"red-blue": ["R", null]}}"#, "/position/red-blue/1"),
        (r#"{"position": {"red-blue": [["R", "B"]]}}"#, "/position/red-blue/0"),
        (r#"{"position": {}, "play": "fast"}"#, "/play"),
        (r#"{"position": {}, "play": "Misere"}"#, "/play"),
        (r#"{"position": {}, "play": "misère"}"#, "/play"),
        (r#"{"position": {}, "play": null}"#, "/play"),
        (r#"{"position": {}, "play": 1}"#, "/play"),
        (r#"{"position": {}, "play": {"misere": null}}"#, "/play"),
        (r#"{"position": {}, "brief": "yes"}"#, "/brief"),
        (r#"{"position": {}, "brief": 1}"#, "/brief"),
        (r#"{"position": {}, "brief": null}"#, "/brief"),
        (r#"{"position": {}, "id": null}"#, "/id"),
        (r#"{"position": {}, "id": 1.5}"#, "/id"),
        (r#"{"position": {}, "id": true}"#, "/id"),
        (r#"{"position": {}, "id": ["a"]}"#, "/id"),
        (&long_id, "/id"),
        (&long_umlauts, "/id"),
    ] {
        server.assert_refused("/v1/analyze", body, ("invalid-request", pointer, "")).await;
    }
}

#[tokio::test]
async fn wrong_arity() {
    let server = start(&[]).await;
    for game in ["euclid", "wizards", "empty-and-divide", "power-pile"] {
        for list in ["[]", "[7]", "[5, 26, 3]", "[5, 26, 3, 4]"] {
            let body = format!(r#"{{"position": {{"{game}": [[5, 26], {list}]}}}}"#);
            let fault = ("invalid-request", &*format!("/position/{game}/1"), "two integers");
            server.assert_refused("/v1/analyze", body, fault).await;
        }
    }
}

#[tokio::test]
async fn unknown_games_get_the_nearest() {
    let server = start(&[]).await;
    for (id, nearest) in [
        ("divisor-game", "aliquot"),
        ("euclidd", "euclid"),
        ("Euclid", "euclid"),
        ("wizard", "wizards"),
        ("red_blue", "red-blue"),
        ("redblue", "red-blue"),
        ("powerpile", "power-pile"),
        ("empty-divide", "empty-and-divide"),
    ] {
        let (body, nearest) = (json!({"position": {"euclid": [[5, 26]], id: [[1, 2]]}}), format!("\"{nearest}\""));
        server.assert_refused("/v1/analyze", body, ("unknown-game", &format!("/position/{id}"), &nearest)).await;
        let document = problem(server.get(&format!("/v1/games/{id}")).await, 404, "unknown-game").await;
        assert_detail(&document, &nearest);
    }
    // Pointers escape `~` and `/`, as RFC 6901 requires.
    for (id, pointer) in [("a/b~c", "/position/a~1b~0c"), ("", "/position/")] {
        server.assert_refused("/v1/analyze", json!({"position": {id: []}}), ("unknown-game", pointer, "")).await;
    }
}

#[tokio::test]
async fn unknown_fields() {
    let server = start(&[]).await;
    for (name, pointer) in [("positions", "/positions"), ("Play", "/Play"), ("", "/"), ("x/y", "/x~1y"), ("é", "/é")]
    {
        let body = json!({"position": {"euclid": [[5, 26]]}, name: null});
        server.assert_refused("/v1/analyze", body, ("invalid-request", pointer, "position, play, brief")).await;
    }
}

#[tokio::test]
async fn duplicate_fields() {
    let server = start(&[]).await;
    for (body, pointer) in [
        (r#"{"position": {}, "position": {}}"#, "/position"),
        (r#"{"position": {"euclid": [[5, 26]]}, "\u0070osition": {"euclid": [[5, 26]]}}"#, "/position"),
        (r#"{"play": "normal", "position": {}, "play": "normal"}"#, "/play"),
        (r#"{"brief": true, "brief": true, "position": {}}"#, "/brief"),
        (r#"{"id": 1, "position": {}, "id": 2}"#, "/id"),
        (r#"{"position": {"euclid": [[5, 26]], "euclid": [[5, 26]]}}"#, "/position/euclid"),
        (r#"{"position": {"euclid": [], "euclid": []}}"#, "/position/euclid"),
        (r#"{"position": {"red-blue": ["R"], "euclid": [[5, 26]], "red\u002dblue": ["R"]}}"#, "/position/red-blue"),
    ] {
        server.assert_refused("/v1/analyze", body, ("invalid-json", pointer, "")).await;
    }
}

#[tokio::test]
async fn not_an_integer_of_0_or_more() {
    let server = start(&[]).await;
    let digits = "7".repeat(400);
    let texts = [
        "1.5",
        "-1",
        "-1.0",
        "-0.5",
        "1e400",
        "-1e400",
        "0.1e-5",
        "1e20",
        &digits,
        "9007199254740993.0",
        "9223372036854775808",
        "18446744073709551616",
        "\"007\"",
        "\"00\"",
        "\"\"",
        "\"12a\"",
        "\" 5\"",
        "\"5 \"",
        "\"-1\"",
        "\"+5\"",
        "\"1e3\"",
        "\"1.0\"",
        "\"0x10\"",
        "\"1,000\"",
        "\"٣\"",
        "\"５\"",
        "\"\\u0000\"",
        "null",
        "true",
        "false",
        "{}",
        "[]",
        "[5]",
        "{\"5\": 5}",
    ];
    for text in texts {
        for game in ["euclid", "power-pile", "wizards", "empty-and-divide"] {
            for (pair, part) in [(format!("[{text}, 5]"), 0), (format!("[5, {text}]"), 1)] {
                let body = format!(r#"{{"position": {{"{game}": [[3, 4], {pair}]}}}}"#);
                let fault = ("invalid-integer", &*format!("/position/{game}/1/{part}"), "");
                server.assert_refused("/v1/analyze", body, fault).await;
            }
        }
    }
    let document = refused(&server, format!(r#"{{"position": {{"euclid": [[5, {digits}]]}}}}"#)).await;
    assert_detail(&document, "string of digits");
}

#[tokio::test]
async fn integers_in_other_spellings() {
    let server = start(&[]).await;
    let expected = server.analyze(&json!({"position": {"euclid": [[5, 26]], "power-pile": [[5, 26]]}})).await;
    for text in ["26", "26.0", "26.000", "2.6e1", "2.6E+1", "260e-1", "\"26\"", r#""\u00326""#] {
        let body = format!(r#"{{"position": {{"euclid": [[5, {text}]], "power-pile": [[5, {text}]]}}}}"#);
        assert_eq!(server.post("/v1/analyze", body).await.json::<Value>().await.unwrap(), expected, "{text}");
    }
}

#[tokio::test]
async fn illegal_positions() {
    let server = start(&[]).await;
    for (position, pointer, words) in [
        (json!({"euclid": [[0, 5]]}), "/position/euclid/0/0", "Grossman"),
        (json!({"euclid": [[5, 26], [5, "0"]]}), "/position/euclid/1/1", "Cole and Davie"),
        (json!({"euclid": [[0, 0]]}), "/position/euclid/0/0", "only (a, a) has another winner"),
        (json!({"empty-and-divide": [[0, 5]]}), "/position/empty-and-divide/0/0", "at least 1"),
        (json!({"empty-and-divide": [[5, 0]]}), "/position/empty-and-divide/0/1", "at least 1"),
        (json!({"power-pile": [[0, 5]]}), "/position/power-pile/0/0", "base"),
        (json!({"red-blue": ["RXB"]}), "/position/red-blue/0", "R and B"),
        (json!({"red-blue": ["", "rb"]}), "/position/red-blue/1", "R and B"),
        (json!({"red-blue": ["R B"]}), "/position/red-blue/0", "R and B"),
        (json!({"red-blue": ["R🔴"]}), "/position/red-blue/0", "R and B"),
    ] {
        let body = json!({ "position": position });
        server.assert_refused("/v1/analyze", body, ("illegal-position", pointer, words)).await;
    }
    // In wizards, every pair is a position, and in power-pile, the pile may be empty.
    server.analyze(&json!({"position": {"wizards": [[0, 0], [0, 5], [5, 0]], "power-pile": [[1, 0]]}})).await;
}

#[tokio::test]
async fn too_many_digits() {
    let server = start(&["--max-digits", "50"]).await;
    let (fits, long) = ("1".repeat(50), "1".repeat(51));
    for game in ["euclid", "wizards", "empty-and-divide", "power-pile"] {
        server.analyze(&json!({"position": {game: [[3, fits]]}})).await;
        let body = json!({"position": {game: [[3, fits], [4, long]]}});
        let fault = ("too-many-digits", &*format!("/position/{game}/1/1"), "50");
        server.assert_refused("/v1/analyze", body, fault).await;
        let document = refused_query(&server, &format!("{game}=3,{fits}&{game}={long},4")).await;
        assert_fault(&document, game, 422, "too-many-digits", &format!("/position/{game}/1/0"));
        assert_eq!(document["errors"][0]["parameter"], game);
    }
    // A string of beads may be longer, since it is not an integer.
    server.analyze(&json!({"position": {"red-blue": ["R".repeat(51)]}})).await;
}

#[tokio::test]
async fn too_many_components() {
    let server = start(&["--max-components", "3"]).await;
    server.analyze(&json!({"position": {"euclid": [[1, 2], [1, 2]], "red-blue": ["R"]}})).await;
    for (position, pointer) in [
        (json!({"euclid": [[1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]}), "/position/euclid/3"),
        (json!({"euclid": [[1, 2], [1, 2]], "red-blue": ["", ""]}), "/position/red-blue/1"),
        (json!({"red-blue": ["", "", "", ""]}), "/position/red-blue/3"),
    ] {
        let body = json!({ "position": position });
        server.assert_refused("/v1/analyze", body, ("too-many-components", pointer, "3")).await;
    }
    let document = refused_query(&server, "euclid=1,2&red-blue=R&euclid=1,2&red-blue=B").await;
    assert_fault(&document, "four in a URL", 422, "too-many-components", "/position/red-blue/1");
}

#[tokio::test]
async fn components_that_take_much_memory() {
    let server = start(&[]).await;
    let body = json!({"position": {"poset": vec![["a"]; 300_000]}});
    let document = problem(server.post("/v1/analyze", body.to_string()).await, 422, "too-many-components").await;
    assert!(document["detail"].as_str().unwrap().contains("bytes of memory"), "{document}");
}

#[tokio::test]
async fn too_costly() {
    let server = start(&["--max-work", "0.001"]).await;
    let pairs = |count: usize, digits: usize| json!({"position": {"euclid": vec![["7".repeat(digits), "9".repeat(digits)]; count]}, "brief": true});
    server.analyze(&pairs(1, 30)).await;
    for request in [pairs(1, 30_000), pairs(10_000, 30)] {
        let fault = ("too-costly", "", "the work that one request may take was spent on");
        for _ in 0..2 {
            server.assert_refused("/v1/analyze", &request, fault).await;
        }
    }
    let document = refused_query(&server, "dim=897612484786617600").await;
    assert_fault(&document, "divisors in a URL", 422, "too-costly", "");
}

/// Returns a request of `length` bytes.
fn padded(length: usize) -> String {
    let request = r#"{"position": {"euclid": [[5, 26]]}}"#;
    request.to_owned() + &" ".repeat(length - request.len())
}

#[tokio::test]
async fn body_too_large() {
    let server = start(&["--max-body", "1000"]).await;
    let head = "POST /v1/analyze HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\n";
    let chunked = |length: usize| {
        let chunks = padded(length).into_bytes();
        let chunks =
            chunks.chunks(100).map(|chunk| format!("{:x}\r\n{}\r\n", chunk.len(), str::from_utf8(chunk).unwrap()));
        format!("{head}Transfer-Encoding: chunked\r\n\r\n{}0\r\n\r\n", chunks.collect::<String>())
    };
    assert_eq!(server.post("/v1/analyze", padded(1000)).await.status(), 200);
    assert!(exchange(&server, chunked(1000)).await.starts_with("HTTP/1.1 200 "));

    for length in [1001, 100_000] {
        let response = server.post("/v1/analyze", padded(length)).await;
        assert_detail(&problem(response, 413, "body-too-large").await, "1000");
        assert_answer(&exchange(&server, chunked(length)).await, 413, "body-too-large");
    }
    // The request is refused for its Content-Length alone, so a client that waits for 100 Continue need not send the
    // body.
    let announced = format!("{head}Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n");
    assert_answer(&exchange(&server, announced).await, 413, "body-too-large");
    let absurd = format!("{head}Content-Length: 18446744073709551615\r\n\r\n");
    let answer = exchange(&server, absurd).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
}

#[tokio::test]
async fn the_default_limit_of_a_body_is_64_mebibytes() {
    let server = start(&[]).await;
    assert_eq!(server.post("/v1/analyze", padded(64 << 20)).await.status(), 200);
    let response = server.post("/v1/analyze", padded((64 << 20) + 1)).await;
    assert_detail(&problem(response, 413, "body-too-large").await, "67108864");
}

#[tokio::test]
async fn a_body_that_does_not_arrive() {
    let server = start(&["--body-timeout", "0.2"]).await;
    assert_answer(&exchange(&server, post_head("/v1/analyze", 50) + "{").await, 408, "request-timeout");
}

#[tokio::test]
async fn wrong_content_types() {
    let server = start(&[]).await;
    let body = r#"{"position": {"euclid": [[5, 26]]}}"#;
    let post = |content_type: Option<String>| {
        let request = server.client.post(server.url("/v1/analyze")).body(body);
        match content_type {
            Some(content_type) => request.header("content-type", content_type),
            None => request,
        }
    };
    for content_type in ["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=\"utf-8\""] {
        assert_eq!(post(Some(content_type.to_owned())).send().await.unwrap().status(), 200, "{content_type}");
    }
    let wrong = [
        "application/x-www-form-urlencoded",
        "text/plain",
        "text/json",
        "multipart/form-data; boundary=x",
        "application/jsonx",
        "application/octet-stream",
        "json",
        "",
    ];
    for content_type in [None].into_iter().chain(wrong.map(|content_type| Some(content_type.to_owned()))) {
        let document = problem(post(content_type).send().await.unwrap(), 415, "unsupported-media-type").await;
        assert_detail(&document, "--json");
        assert_detail(&document, "application/json");
    }
}

#[tokio::test]
async fn unknown_paths() {
    let server = start(&[]).await;
    for path in
        ["/nothing", "/v1", "/v1/", "/v1/analyse", "/v1/analyze/", "/v2/analyze", "//v1/analyze", "/problems/none"]
    {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            if path == "/problems/none" && method != Method::GET {
                continue;
            }
            let response = server.client.request(method.clone(), server.url(path)).send().await.unwrap();
            problem(response, 404, "not-found").await;
        }
    }
}

/// Paths that a router from a library would answer in its own way.
#[tokio::test]
async fn unknown_paths_below_known_ones() {
    let server = start(&[]).await;
    for path in
        ["/v1/games/%FF", "/problems/%FF", "/problems/%00", "/v1/games/%2e%2e", "/docs/nothing", "/docs/../nothing"]
    {
        let answer = exchange(&server, format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).await;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap();
        assert!(["400", "404"].contains(&status), "{path}: {answer}");
        assert!(head.contains("application/problem+json"), "{path}: {answer}");
        let document: Value = serde_json::from_str(body).unwrap();
        assert_eq!(document["status"].to_string(), status, "{path}: {answer}");
    }
}

#[tokio::test]
async fn wrong_methods() {
    let server = start(&[]).await;
    for (path, methods, allowed) in [
        ("/v1/analyze", &["DELETE", "PUT", "PATCH", "BREW"][..], &["GET", "POST"][..]),
        ("/v1/games", &["POST", "DELETE"], &["GET"]),
        ("/v1/games/euclid", &["POST"], &["GET"]),
        ("/problems", &["POST"], &["GET"]),
        ("/problems/internal", &["PUT"], &["GET"]),
        ("/healthz", &["POST"], &["GET"]),
        ("/readyz", &["POST"], &["GET"]),
        ("/openapi.json", &["POST"], &["GET"]),
        ("/openapi.yaml", &["POST"], &["GET"]),
        ("/docs/", &["POST"], &["GET"]),
        ("/", &["POST"], &["GET"]),
    ] {
        for method in methods {
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let response = server.client.request(method.clone(), server.url(path)).send().await.unwrap();
            let allow = response.headers().get("allow").map_or("", |allow| allow.to_str().unwrap()).to_owned();
            problem(response, 405, "method-not-allowed").await;
            let mut listed: Vec<_> = allow.split(',').map(str::trim).filter(|method| *method != "HEAD").collect();
            listed.sort_unstable();
            assert_eq!(listed, allowed, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn bad_query_parameters() {
    let server = start(&[]).await;
    for (query, status, code, pointer, parameter) in [
        ("", 400, "invalid-query", "/position", None),
        ("play=misere&brief=true&id=x", 400, "invalid-query", "/position", None),
        ("euclid=5,26&pretty=1", 400, "invalid-query", "/pretty", Some("pretty")),
        ("euclid=5,26&position=1", 400, "invalid-query", "/position", Some("position")),
        ("euclid=5,26&Euclid=5,26", 400, "invalid-query", "/Euclid", Some("Euclid")),
        ("euclid=5,26&=1", 400, "invalid-query", "/", Some("")),
        ("euclid=5,26&play=misere&play=misere", 400, "invalid-query", "/play", Some("play")),
        ("brief=true&euclid=5,26&brief=false", 400, "invalid-query", "/brief", Some("brief")),
        ("id=1&euclid=5,26&id=1", 400, "invalid-query", "/id", Some("id")),
        ("euclid=5,26&brief=yes", 400, "invalid-query", "/brief", Some("brief")),
        ("euclid=5,26&brief", 400, "invalid-query", "/brief", Some("brief")),
        ("euclid=5,26&play=fast", 400, "invalid-query", "/play", Some("play")),
        ("euclid=5,26&play=", 400, "invalid-query", "/play", Some("play")),
        ("euclid", 400, "invalid-query", "/position/euclid/0", Some("euclid")),
        ("euclid=5", 400, "invalid-query", "/position/euclid/0", Some("euclid")),
        ("euclid=5;26", 400, "invalid-query", "/position/euclid/0", Some("euclid")),
        ("power-pile=4,12&euclid=5,26,3&euclid=5,26", 400, "invalid-query", "/position/euclid/0", Some("euclid")),
        ("euclid=1.5,26", 422, "invalid-integer", "/position/euclid/0/0", Some("euclid")),
        ("euclid=5,-26", 422, "invalid-integer", "/position/euclid/0/1", Some("euclid")),
        ("euclid=5,%2B26", 422, "invalid-integer", "/position/euclid/0/1", Some("euclid")),
        ("euclid=5,", 422, "invalid-integer", "/position/euclid/0/1", Some("euclid")),
        ("euclid=5,%FF", 422, "invalid-integer", "/position/euclid/0/1", Some("euclid")),
        ("wizards=1,2&wizards=1,2&wizards=007,2", 422, "invalid-integer", "/position/wizards/2/0", Some("wizards")),
        ("euclid=5,26&euclid=0,5", 422, "illegal-position", "/position/euclid/1/0", Some("euclid")),
        ("euclid=5,0", 422, "illegal-position", "/position/euclid/0/1", Some("euclid")),
        ("power-pile=0,5", 422, "illegal-position", "/position/power-pile/0/0", Some("power-pile")),
        ("red-blue=RBX", 422, "illegal-position", "/position/red-blue/0", Some("red-blue")),
        ("nim=3&genus=true&compound=selective", 422, "invalid-request", "/genus", Some("genus")),
    ] {
        let document = refused_query(&server, query).await;
        assert_fault(&document, query, status, code, pointer);
        assert_eq!(document["errors"][0].get("parameter").and_then(Value::as_str), parameter, "{query}: {document}");
    }
    assert_detail(&refused_query(&server, "").await, "euclid=5,26");
    assert_detail(&refused_query(&server, "euclid=5,26&wizard=1,2").await, "\"wizards\"");
    assert_detail(&refused_query(&server, "euclid=5,0").await, "Grossman");
    let document = refused_query(&server, &format!("euclid=5,26&id={}", "x".repeat(129))).await;
    assert_eq!(document["errors"][0]["parameter"], "id", "{document}");
    assert_eq!(server.get("/v1/analyze").await.status(), 400);
    for path in ["/v1/games", "/v1/games/kayles", "/v1/games/kayles/map", "/v1/games/kayles/quotient", "/v1/values"] {
        let document = problem(server.get(&format!("{path}?bogus=1")).await, 400, "invalid-query").await;
        assert_eq!(document["errors"][0]["parameter"], "bogus", "{path}: {document}");
    }
}

#[tokio::test]
async fn urls_over_8_kib() {
    let server = start(&[]).await;
    let url = |length: usize| format!("{:R<length$}", "/v1/analyze?red-blue=");
    assert_eq!(server.get(&url(8192)).await.status(), 200);
    for length in [8193, 30_000] {
        assert_detail(&problem(server.get(&url(length)).await, 414, "uri-too-long").await, "use POST");
    }
}

#[tokio::test]
async fn misere_unsupported() {
    let server = start(&[]).await;
    for (position, game, index) in [
        (json!({"empty-and-divide": [[1, 2], [1, "1000000000000000000000"]]}), "empty-and-divide", 1),
        (json!({"empty-and-divide": [[1, "1000000000000000000000"]], "red-blue": ["R"]}), "empty-and-divide", 0),
        (
            json!({"empty-and-divide": [[1, 1], [1, 5], ["1000000000000000000000", 5]], "euclid": [[1, 2]]}),
            "empty-and-divide",
            2,
        ),
    ] {
        let body = json!({"position": position, "play": "misere"});
        let fault = ("misere-unsupported", &*format!("/position/{game}/{index}"), game);
        server.assert_refused("/v1/analyze", body, fault).await;
        // In normal play, the same position is solved.
        server.analyze(&json!({ "position": position })).await;
    }
    let document = refused_query(&server, "empty-and-divide=1,1000000000000000000000&euclid=1,2&play=misere").await;
    assert_fault(&document, "a URL", 422, "misere-unsupported", "/position/empty-and-divide/0");
}

#[tokio::test]
async fn several_bad_values_are_all_reported() {
    let server = start(&[]).await;
    let body = r#"{
        "pos": 1,
        "play": "fast",
        "position": {"euclid": [[5, -1], [1.5, "x"], [0, 5], [5, 26], [7]], "chess": [], "red-blue": ["R", "X", 5]},
        "brief": 0
    }"#;
    let document = refused(&server, body).await;
    let found: Vec<_> = document["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["pointer"].as_str().unwrap(), error["code"].as_str().unwrap()))
        .collect();
    let expected = [
        ("/pos", "invalid-request"),
        ("/play", "invalid-request"),
        ("/position/euclid/0/1", "invalid-integer"),
        ("/position/euclid/1/0", "invalid-integer"),
        ("/position/euclid/1/1", "invalid-integer"),
        ("/position/euclid/2/0", "illegal-position"),
        ("/position/euclid/4", "invalid-request"),
        ("/position/chess", "unknown-game"),
        ("/position/red-blue/1", "illegal-position"),
        ("/position/red-blue/2", "invalid-request"),
        ("/brief", "invalid-request"),
    ];
    assert_eq!(found, expected, "{document}");
    assert_eq!((&document["status"], &document["code"]), (&422.into(), &"invalid-request".into()));

    let document = refused_query(&server, "euclid=0,1&colour=red&euclid=a,1&play=fast").await;
    let found: Vec<_> = document["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(found, ["/position/euclid/0/0", "/colour", "/position/euclid/1/0", "/play"], "{document}");
}

#[tokio::test]
async fn at_most_32_faults_are_listed() {
    let server = start(&[]).await;
    let pair = |count: usize| json!({"position": {"euclid": vec![[1.5, -1.0]; count]}}).to_string();
    let document = refused(&server, pair(16)).await;
    assert_eq!(document["errors"].as_array().unwrap().len(), 32);
    assert_eq!(document.get("errors_omitted"), None, "{document}");
    let document = refused(&server, pair(20)).await;
    assert_eq!(document["errors"].as_array().unwrap().len(), 32);
    assert_eq!(document["errors_omitted"], 8);
    assert_eq!(document["errors"][31]["pointer"], "/position/euclid/15/1");
    let document = refused(&server, pair(60_000)).await;
    assert_eq!(document["errors"].as_array().unwrap().len(), 32);
    assert_eq!(document["errors_omitted"], 120_000 - 32);
    // The faults in the batch itself and in its requests are counted together.
    let body = pair(20).replacen('{', r#"{"x": 1, "#, 1);
    let document = refused(&server, body.replace("]]}}", "]]}, \"y\": 1}")).await;
    assert_eq!(document["errors"].as_array().unwrap().len(), 32);
    assert_eq!((&document["errors"][0]["pointer"], &document["errors_omitted"]), (&"/x".into(), &10.into()));
}

#[tokio::test]
async fn common_slips_get_a_hint() {
    let server = start(&[]).await;
    for (body, hint) in [
        (r#"{"position": {"euclid": [5, 26]}}"#, "did you mean [[5, 26]]?"),
        (r#"{"position": {"wizards": ["10", 21]}}"#, r#"did you mean [["10", 21]]?"#),
        (r#"{"position": {"red-blue": "RBBR"}}"#, r#"did you mean ["RBBR"]?"#),
        (r#"{"position": {"power-pile": [4, 12]}}"#, "did you mean [[4, 12]]?"),
        (r#"{"position": {"nim": 3}}"#, "did you mean [3]?"),
        (r#"{"euclid": [[5, 26]]}"#, r#"{"position": {"euclid": "#),
        (r#"{"position": {}, "red-blue": ["R"]}"#, r#"{"position": {"red-blue": "#),
    ] {
        assert_detail(&problem(server.post("/v1/analyze", body).await, 422, "invalid-request").await, hint);
    }
    // No valid position is close to this one, so no position is suggested.
    let document = refused(&server, r#"{"position": {"euclid": [5, -26]}}"#).await;
    assert!(!document["detail"].as_str().unwrap().contains("did you mean"), "{document}");
    let document = refused_query(&server, "red-blue=RB,BR,R").await;
    assert_fault(&document, "a list of strings", 422, "illegal-position", "/position/red-blue/0");
    assert_detail(&document, "did you mean red-blue=RB&red-blue=BR&red-blue=R?");
    // Each number in a list is a component with its own index.
    let document = refused_query(&server, "nim=3,x&nim=,5").await;
    let pointers: Vec<_> = document["errors"].as_array().unwrap().iter().map(|error| &error["pointer"]).collect();
    assert_eq!(pointers, ["/position/nim/1", "/position/nim/2"], "{document}");
    assert_eq!(document["errors"][1]["parameter"], "nim");
    // `3,4` could mean two bars with one row each. But hardly anyone would mean this, so nothing is suggested.
    let document = refused_query(&server, "chomp=3,4").await;
    assert!(!document["detail"].as_str().unwrap().contains("did you mean"), "{document}");
}

#[tokio::test]
async fn what_is_wrong_is_said_as_it_is() {
    let server = start(&[]).await;
    let cyrillic = "n\u{456}m";
    for (body, detail) in [
        (r#"{"position": {"nim": [3]}, "mistakes": 0.5}"#.to_owned(), r#""mistakes" needs a "seed""#),
        (
            format!(r#"{{"position": {{"{cyrillic}": [3]}}}}"#),
            r#"whose 'і' is U+0456, not ASCII; the nearest is "nim""#,
        ),
        (r#"{"games": {"v": {"steps": [[1], [1, 2]]}}, "position": {"v": [3]}}"#.to_owned(), "it needs 1 entry,"),
        (r#"{"position": {"nim": [1e-400]}}"#.to_owned(), "it has a fraction"),
        (r#"{"position": {"moore": [[1, [3000000]]], "nim": [1000000]}}"#.to_owned(), "small enough to be searched"),
    ] {
        assert_detail(&refused(&server, body).await, detail);
    }
    assert_detail(&refused_query(&server, "nim=3&mistakes=0.5").await, r#""mistakes" needs a "seed""#);
    assert_detail(&refused_query(&server, "n%D1%96m=3").await, "whose 'і' is U+0456, not ASCII");
    assert_detail(&refused_query(&server, "octal(0.77=3").await, r#"the game is written "octal(0.77)""#);
    assert_detail(&refused_query(&server, "octal(0.(05)=3").await, r#"did you mean "octal(0.(05))"?"#);
    assert_detail(
        &refused(&server, r#"{"games": {}, "id": 1}"#).await,
        r#"a line that defines games has "games" alone"#,
    );
}

#[tokio::test]
async fn request_ids() {
    let server = start(&[]).await;
    let ask = |id: &str| {
        let request = server.client.get(server.url("/nothing")).header("x-request-id", id.as_bytes());
        async { document(request.send().await.unwrap()).await["request_id"].as_str().unwrap().to_owned() }
    };
    for id in ["a", "7b2f-4c:1_x.Y", &"x".repeat(64)] {
        assert_eq!(ask(id).await, id);
    }
    let mut made = std::collections::HashSet::new();
    for id in ["", "a b", "a\"b", "a/b", "<x>", "é", "a,b", &"x".repeat(65), &"x".repeat(5000)] {
        let own = ask(id).await;
        assert!(own != id && own.len() <= 64, "{id:?} → {own:?}");
        assert!(own.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{own}");
        assert!(made.insert(own), "an id came twice");
    }
    let request = server.client.get(server.url("/v1/games"));
    let response = request.header("x-request-id", "mine").send().await.unwrap();
    assert_eq!((response.status(), &response.headers()["x-request-id"]), (StatusCode::OK, &"mine".parse().unwrap()));
    // Caches may give the next answer to other clients, so it does not repeat the client's id.
    let request = server.client.get(server.url("/v1/analyze?euclid=5,26"));
    let response = request.header("x-request-id", "mine").send().await.unwrap();
    assert_eq!((response.status(), response.headers().get("x-request-id")), (StatusCode::OK, None));
    assert!(!server.get("/v1/analyze?euclid=5,26").await.headers()["x-request-id"].is_empty());
    assert!(!server.get("/healthz").await.headers()["x-request-id"].is_empty());
}

#[tokio::test]
async fn nothing_is_echoed_unbounded() {
    let server = start(&[]).await;
    for unit in ["x", "é", "\u{0}", "\"", "~", "/", "\u{1f600}"] {
        let long = unit.repeat(100_000 / unit.len());
        let text = Value::from(long.clone());
        for body in [
            format!(r#"{{"position": {{}}, {text}: 1}}"#),
            format!(r#"{{"position": {{{text}: []}}}}"#),
            format!(r#"{{"position": {{"euclid": [[{text}, 1]]}}}}"#),
            format!(r#"{{"position": {{"euclid": [{text}]}}}}"#),
            format!(r#"{{"position": {{"euclid": {text}}}}}"#),
            format!(r#"{{"position": {{"red-blue": [{text}]}}}}"#),
            format!(r#"{{"position": {{"red-blue": {text}}}}}"#),
            format!(r#"{{"position": {text}}}"#),
            format!(r#"{{"position": {{}}, "play": {text}}}"#),
            format!(r#"{{"position": {{}}, "brief": {text}}}"#),
            format!(r#"{{"position": {{}}, "id": {text}}}"#),
            text.to_string(),
            long.clone(),
        ] {
            let response = server.post("/v1/analyze", body.clone()).await;
            let answer = response.text().await.unwrap();
            assert!(answer.len() < 4096, "{:?} gets {answer}", body.chars().take(60).collect::<String>());
        }
    }
    let long = "x".repeat(7000);
    for path in [
        format!("/v1/analyze?{long}=1"),
        format!("/v1/analyze?euclid={long}"),
        format!("/v1/analyze?euclid={long},5"),
        format!("/v1/analyze?red-blue={long}"),
        format!("/v1/analyze?red-blue={}", "R,".repeat(3500)),
        format!("/v1/analyze?euclid=5,26&play={long}"),
        format!("/v1/analyze?euclid=5,26&id={long}"),
        format!("/v1/games/{long}"),
        format!("/problems/{long}"),
        format!("/{long}"),
    ] {
        let answer = document(server.get(&path).await).await.to_string();
        assert!(answer.len() < 4096, "{answer}");
    }
    let request = server.client.post(server.url("/v1/analyze")).header("content-type", format!("text/{long}"));
    let answer = document(request.body("{}").send().await.unwrap()).await.to_string();
    assert!(answer.len() < 4096, "{answer}");
    // Even if there are many long unknown names, the answer has at most 32 names, and long names are cut.
    let names: serde_json::Map<_, _> = (0..1000).map(|n| (format!("{n}{}", "x".repeat(500)), Value::Null)).collect();
    let answer = refused(&server, Value::from(names).to_string()).await.to_string();
    assert!(answer.len() < 16_384, "{answer}");
}

async fn panics() -> &'static str {
    panic!("on purpose: the tests make a handler panic")
}

#[tokio::test]
async fn a_panic_is_a_500_and_the_process_lives_on() {
    let routes = Router::new().route("/panic", get(panics).post(panics)).route("/fine", get(async || "fine"));
    let metrics = std::sync::Arc::new(grundy::http::layers::metrics::Metrics::new().unwrap());
    let workers = grundy::work::queue::Workers::new(1).unwrap();
    let app = grundy::http::layers::exchange::around(routes, &["/panic", "/fine"], &metrics, &workers, false).unwrap();
    let server = start_app(&[], |_| app).await;
    for _ in 0..3 {
        let request = server.client.get(server.url("/panic")).header("origin", "https://example.org");
        let response = request.header("x-request-id", "panic-1").send().await.unwrap();
        assert_open_to_scripts(response.headers());
        let document = problem(response, 500, "internal").await;
        assert_eq!(document["request_id"], "panic-1");
        assert!(!document.to_string().contains("on purpose"), "the message is for the log: {document}");
        assert_eq!(server.get("/fine").await.text().await.unwrap(), "fine");
    }
    problem(server.post("/panic", "{}").await, 500, "internal").await;
}

#[tokio::test]
async fn too_much_work_at_once_is_a_503() {
    let server = start(&["--workers", "1"]).await;
    let long = [7_u8, 9].map(|digit| digit.to_string().repeat(20_000));
    let body = json!({"position": {"euclid": [long]}, "explain": true, "brief": true}).to_string();
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..40 {
        requests.spawn(server.posting("/v1/analyze", body.clone()).send());
    }
    let mut refused = 0;
    for response in requests.join_all().await {
        let response = response.unwrap();
        if response.status() == 200 {
            continue;
        }
        problem(response, 503, "overloaded").await;
        refused += 1;
    }
    assert!(refused > 0, "one worker took all of it");
    // Short requests never wait for long ones.
    let short = server.client.get(server.url("/v1/analyze?euclid=5,26")).send().await.unwrap();
    assert_eq!(short.status(), 200);
}

#[tokio::test]
async fn every_code_of_the_contract_has_its_page() {
    let server = start(&[]).await;
    let list = server.get("/problems").await.text().await.unwrap();
    for code in HttpProblem::ALL.iter().map(|code| code.as_str()) {
        let page = server.get(&format!("/problems/{code}")).await;
        assert_eq!(page.status(), 200, "{code}");
        let page = page.text().await.unwrap();
        assert!(page.contains(code));
        assert!(list.contains(code), "{code} is not in the list");
        // The service may be under a path prefix.
        assert!(page.contains("href=../problems>") && page.contains("href=../docs>"), "{page}");
    }
    assert!(list.contains("href=./problems>") && list.contains("href=./docs>"), "{list}");
}

/// A script of any page may read the answer and the important headers.
#[track_caller]
fn assert_open_to_scripts(headers: &HeaderMap) {
    assert_eq!(headers.get("access-control-allow-origin").unwrap(), "*", "{headers:?}");
    let exposed = headers.get("access-control-expose-headers").unwrap().to_str().unwrap().to_ascii_lowercase();
    for name in ["x-request-id", "retry-after", "etag", "allow"] {
        assert!(exposed.split(',').any(|exposed| exposed.trim() == name), "{name} is not in {exposed}");
    }
}

#[tokio::test]
async fn errors_are_open_to_scripts_of_other_pages() {
    let server = start(&["--max-body", "1000"]).await;
    let send = |method: Method, path: String, content_type: &'static str, body: String| {
        let request = server.client.request(method, server.url(&path)).header("origin", "https://example.org");
        request.header("content-type", content_type).body(body).send()
    };
    for (method, path, content_type, body, status) in [
        (Method::POST, "/v1/analyze", "application/json", "{".to_owned(), 400),
        (Method::GET, "/nothing", "", String::new(), 404),
        (Method::PUT, "/v1/analyze", "application/json", "{}".to_owned(), 405),
        (Method::POST, "/v1/analyze", "application/json", " ".repeat(1001), 413),
        (Method::POST, "/v1/analyze", "text/plain", "{}".to_owned(), 415),
        (Method::POST, "/v1/analyze", "application/json", "{}".to_owned(), 422),
    ] {
        let response = send(method, path.to_owned(), content_type, body).await.unwrap();
        assert_eq!(response.status(), status);
        assert_open_to_scripts(response.headers());
        document(response).await;
    }
    let long = format!("/v1/analyze?red-blue={}", "R".repeat(9000));
    let response = send(Method::GET, long, "", String::new()).await.unwrap();
    assert_eq!(response.status(), 414);
    assert_open_to_scripts(response.headers());
}

#[tokio::test]
async fn a_preflight_is_answered() {
    let server = start(&[]).await;
    let request = server.client.request(Method::OPTIONS, server.url("/v1/analyze"));
    let request = request.header("origin", "https://example.org").header("access-control-request-method", "POST");
    let response = request.header("access-control-request-headers", "content-type,x-request-id").send().await.unwrap();
    assert!(response.status().is_success(), "{}", response.status());
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_ascii_lowercase();
    assert_eq!(header("access-control-allow-origin"), "*");
    assert!(header("access-control-allow-methods").contains("post"));
    assert!(header("access-control-allow-headers").contains("content-type"));
    assert!(header("access-control-allow-headers").contains("x-request-id"));
    assert!(header("access-control-allow-headers").contains("mcp-protocol-version"));
}

/// A request line that can't be read is also answered with a problem document. Then the connection is closed.
#[tokio::test]
async fn requests_that_can_not_be_read_have_a_problem_document() {
    let server = start(&[]).await;
    let post = post_head("/v1/analyze", 26) + r#"{"position": {"nim": [5]}}"#;
    let get = "GET /v1/analyze?nim=5 HTTP/1.1\r\nHost: x\r\n\r\n";
    for line in [
        "GET /v1/analyze?poset=a<b,b<c HTTP/1.1",
        "GET /v1/analyze?poset=a>b HTTP/1.1",
        "GET /v1/analyze?nim=\"5\" HTTP/1.1",
        "GET /v1/analyze?nim=5 6 HTTP/1.1",
        "GET /v1/analyze?nim=\u{e9}\u{7f}<> HTTP/1.1",
        "POST /v1/analyze?<> HTTP/1.1",
        "G<T / HTTP/1.1",
        "GET / HTTP/1.7",
    ] {
        let head = format!("{line}\r\nHost: x\r\n\r\n");
        let answer = exchange(&server, &head).await;
        assert_answer(&answer, 400, "bad-request");
        let lower = answer.to_ascii_lowercase();
        for field in [
            "x-request-id: ",
            "connection: close",
            "cache-control: no-store",
            "access-control-allow-origin: *",
            "date: ",
        ] {
            assert!(lower.contains(&format!("\r\n{field}")), "{field}: {answer}");
        }
        // The wrong request follows other requests on the same connection. This is tested with all requests sent
        // together, and with each request sent after the previous answer.
        for (before, answers) in
            [(get.to_owned(), 1), (get.repeat(3), 3), (post.clone(), 1), ([get, &post].concat(), 2)]
        {
            let together = exchange(&server, [&before, &*head].concat()).await;
            assert_eq!(together.matches("HTTP/1.1 200 OK").count(), answers, "{together}");
            assert_answer(&together[together.rfind("HTTP/1.1 ").unwrap()..], 400, "bad-request");

            let mut stream = server.raw(&before).await;
            for _ in 0..answers {
                within(skip_answer(&mut stream)).await;
            }
            within(stream.write_all(head.as_bytes())).await.unwrap();
            let mut rest = String::new();
            within(stream.read_to_string(&mut rest)).await.unwrap();
            assert_answer(&rest, 400, "bad-request");
        }
    }
    let long = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(65_535));
    let answer = exchange(&server, &long).await;
    assert!(answer.starts_with("HTTP/1.1 414") || answer.starts_with("HTTP/1.1 431"), "{answer}");
    let counted = server.get("/metrics").await.text().await.unwrap();
    assert!(counted.contains("bad-request"), "{counted}");
}
