//! Examples for the contract: real requests, and the service's answers to them.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use serde_json::{Value, json};
use tower::ServiceExt;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, RefOr};

use super::resources;
use crate::cli::Cli;
use crate::server::Drain;

/// The media type of streams.
const LINES: &str = "application/x-ndjson";

/// The calls whose answers are not JSON. A short text is the example of each answer.
const TEXTS: [(&str, &str); 5] = [
    ("/healthz", "ok\n"),
    ("/readyz", "ready\n"),
    (
        "/metrics",
        "# HELP grundy_positions_total Positions asked about\n# TYPE grundy_positions_total counter\ngrundy_positions_total 1\n",
    ),
    ("/problems", "<!doctype html>…"),
    ("/problems/{code}", "<!doctype html>…"),
];

/// A request for each GET that answers JSON, and for each POST.
fn questions() -> [(&'static str, &'static str, Option<Value>); 13] {
    let position = json!({"nim": [3, 4, 5]});
    let kayles = json!({"kayles": [7]});
    [
        ("/v1/analyze", "/v1/analyze?euclid=5,26", None),
        ("/v1/analyze", "/v1/analyze", Some(json!({"position": position, "explain": true}))),
        ("/v1/moves", "/v1/moves?euclid=5,26&only=winning", None),
        ("/v1/moves", "/v1/moves", Some(json!({"position": kayles, "limit": 2}))),
        ("/v1/play", "/v1/play", Some(json!({"position": position, "move": {"game": "nim", "index": 2, "to": 1}}))),
        (
            "/v1/batch",
            "/v1/batch",
            Some(json!({"requests": [{"position": position, "id": 1}, {"position": {"kayle": [7]}}]})),
        ),
        ("/v1/values", "/v1/values?game=kayles&from=0&to=12", None),
        (
            "/v1/values",
            "/v1/values",
            Some(json!({"game": "euclid", "positions": [[5, 26], [3, 4]], "of": ["grundy", "winner", "remoteness"]})),
        ),
        ("/v1/quotient", "/v1/quotient", Some(json!({"game": "octal(0.123)", "to": 4}))),
        ("/v1/games", "/v1/games?q=euclid", None),
        ("/v1/games/{game}", "/v1/games/euclid", None),
        ("/v1/games/{game}/map", "/v1/games/euclid/map?a=1..3&b=1..3", None),
        ("/v1/games/{game}/quotient", "/v1/games/nim/quotient?to=3", None),
    ]
}

/// Writes an example into each operation.
pub(super) fn write(contract: &mut OpenApi) {
    for (path, text) in TEXTS {
        let operation = contract.paths.paths.get_mut(path).unwrap().get.as_mut().unwrap();
        answered(operation, text.into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for (path, url, body) in questions() {
        let answer = runtime.block_on(ask(url, body.as_ref()));
        let item = contract.paths.paths.get_mut(path).unwrap();
        let operation = if body.is_some() { &mut item.post } else { &mut item.get }.as_mut().unwrap();
        if let (Some(body), Some(request)) = (body, &mut operation.request_body) {
            content(&mut here(request).content, "application/json").example = Some(body);
        }
        answered(operation, answer);
    }
    // The example of a line of the stream is one row of the table.
    let values = contract.paths.paths.get_mut("/v1/values").unwrap().post.as_mut().unwrap();
    let response = &mut here(values.responses.responses.get_mut("200").unwrap()).content;
    let columns = here(&mut response["application/json"]).example.clone().unwrap();
    let mut line = json!({"position": columns["positions"][0]});
    for name in ["grundy", "winner", "remoteness"] {
        line[name] = columns[name][0].clone();
    }
    here(&mut response[LINES]).example = Some(line);
    // The example of a line of requests is the first request of the list. The example of a line of answers is the first
    // result.
    let batch = contract.paths.paths.get_mut("/v1/batch").unwrap().post.as_mut().unwrap();
    let request = &mut here(batch.request_body.as_mut().unwrap()).content;
    let line = content(request, "application/json").example.as_ref().unwrap()["requests"][0].clone();
    content(request, LINES).example = Some(line);
    let response = &mut here(batch.responses.responses.get_mut("200").unwrap()).content;
    let line = here(&mut response["application/json"]).example.as_ref().unwrap()["results"][0].clone();
    here(&mut response[LINES]).example = Some(line);
}

/// Writes the example of a successful answer, for its first media type.
fn answered(operation: &mut Operation, example: Value) {
    let response = here(operation.responses.responses.get_mut("200").unwrap());
    here(response.content.values_mut().next().unwrap()).example = Some(example);
}

fn content<'c>(forms: &'c mut BTreeMap<String, RefOr<Content>>, form: &str) -> &'c mut Content {
    here(forms.get_mut(form).unwrap())
}

/// Returns the value itself. Panics if it is a reference, since examples are not written into shared schemas.
fn here<T>(value: &mut RefOr<T>) -> &mut T {
    match value {
        RefOr::T(value) => value,
        RefOr::Ref(elsewhere) => unreachable!("{}", elsewhere.ref_location),
    }
}

async fn ask(url: &str, body: Option<&Value>) -> Value {
    let service = Arc::new(Cli::read_from(["grundy"]).serve.service(Drain::default(), Arc::default()).unwrap());
    let request = if body.is_some() { Request::post(url) } else { Request::get(url) };
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let request = request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap();
    let response = resources().router.with_state(service).oneshot(request).await.unwrap();
    assert_eq!(response.status(), 200, "{url}");
    serde_json::from_slice(&to_bytes(response.into_body(), usize::MAX).await.unwrap()).unwrap()
}
