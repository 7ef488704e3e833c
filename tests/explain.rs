//! `explain`: why an answer is what it is.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::start;
use serde_json::{Value, json};

fn texts(answer: &Value) -> Vec<&str> {
    answer["explanation"].as_array().unwrap().iter().map(|step| step["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_way_to_ask_has_it() {
    let server = start(&[]).await;
    let request = json!({"position": {"euclid": [[5, 26]], "nim": [3]}, "explain": true});
    let mut answer = server.analyze(&request).await;
    let by_url: Value = server.get("/v1/analyze?euclid=5,26&nim=3&explain=true").await.json().await.unwrap();
    assert_eq!(by_url, answer);
    let batch = server.post("/v1/batch", json!({"requests": [request, {"position": {}}]}).to_string()).await;
    let batch: Value = batch.json().await.unwrap();
    assert_eq!((&batch["results"][0], batch["results"][1].get("explanation")), (&answer, None));
    let lines = server.client.post(server.url("/v1/batch")).header("content-type", "application/x-ndjson");
    let lines = lines.body(request.to_string()).send().await.unwrap();
    assert_eq!(lines.json::<Value>().await.unwrap(), answer);

    // It is all that it adds.
    let explanation = answer.as_object_mut().unwrap().remove("explanation").unwrap();
    assert_eq!(server.analyze(&json!({"position": request["position"], "explain": false})).await, answer);
    let brief = json!({"position": request["position"], "explain": true, "brief": true});
    assert_eq!(server.analyze(&brief).await["explanation"], explanation);
}

#[tokio::test]
async fn only_an_analysis_is_explained() {
    let server = start(&[]).await;
    let (position, first) = (json!({"nim": [3]}), json!({"game": "nim", "index": 0, "to": 1}));
    for (path, request, pointer) in [
        ("/v1/moves", json!({"position": position, "explain": true}), "/explain"),
        ("/v1/play", json!({"position": position, "move": first, "explain": true}), "/explain"),
        ("/v1/batch", json!({"requests": [], "explain": true}), "/explain"),
        ("/v1/analyze", json!({"position": position, "explain": 1}), "/explain"),
    ] {
        let document: Value = server.post(path, request.to_string()).await.json().await.unwrap();
        assert_eq!(document["code"], "invalid-request", "{path}: {document}");
        assert_eq!(document["errors"][0]["pointer"], pointer, "{path}: {document}");
    }
    let document: Value = server.get("/v1/analyze?nim=3&explain=yes").await.json().await.unwrap();
    assert_eq!((&document["status"], &document["errors"][0]["parameter"]), (&json!(400), &json!("explain")));
}

/// The steps of a component name it and come before those of the whole, which name none.
#[tokio::test]
async fn steps_say_what_they_are_about() {
    let server = start(&[]).await;
    let request = json!({"position": {"nim": [3, 4, 5], "euclid": [[5, 26]]}, "explain": true});
    let answer = server.analyze(&request).await;
    let steps = answer["explanation"].as_array().unwrap();
    let mut about: Vec<(Option<&str>, Option<u64>)> = steps
        .iter()
        .map(|step| (step.get("game").and_then(Value::as_str), step.get("index").and_then(Value::as_u64)))
        .collect();
    about.dedup();
    let nim = |index| (Some("nim"), Some(index));
    assert_eq!(about, [(Some("euclid"), Some(0)), nim(0), nim(1), nim(2), (None, None)]);
    for step in steps.iter().filter(|step| step.get("source").is_some()) {
        let source = &step["source"];
        assert!(source["author"].is_string() && source["title"].is_string() && source["year"].is_u64(), "{step}");
    }
    assert!(texts(&answer).iter().all(|text| text.ends_with(['.', ':'])), "{answer}");
}
