//! Checks that the contract agrees with the service.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, start};
use serde_json::{Value, json};

pub fn contract() -> Value {
    serde_json::from_str(&grundy::http::routes::openapi::json().unwrap()).unwrap()
}

#[tokio::test]
async fn the_service_serves_it() {
    let server = start(&[]).await;
    // This does not use assert_eq, which would print both texts of 400 KB.
    assert!(server.read("/openapi.json").await == contract(), "another contract is served");
    let yaml = server.get("/openapi.yaml").await;
    assert_eq!(yaml.headers()["content-type"], "application/yaml");
    assert!(yaml.text().await.unwrap() == include_str!("../../openapi.yaml"), "another contract is served");
}

#[tokio::test]
async fn docs_need_no_other_host() {
    let server = start(&[]).await;
    // The address is relative, since a proxy may add a prefix to all paths.
    assert_eq!(server.get("/docs").await.headers()["location"], "docs/");
    let page = server.get("/docs/").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(page.headers()["x-content-type-options"], "nosniff");
    let page = page.text().await.unwrap();
    for way in ["../", "../games/", "../desk/", "../#lessons"] {
        assert!(page.contains(&format!("href=\"{way}\"")), "no way to {way}: {page}");
    }
    // The page must have no inline script, since its policy allows none.
    assert!(!page.contains("<script>"), "{page}");
    let is_asset = |text: &&str| matches!(text.rsplit_once('.'), Some((_, "js" | "css" | "svg")));
    let sources: Vec<&str> = page.split(['"', '\'']).filter(is_asset).collect();
    assert!(sources.len() > 2, "{page}");
    for source in sources {
        let asset = server.get(&format!("/{}", source.strip_prefix("../").unwrap())).await;
        assert_eq!(asset.status(), 200, "{source}");
    }
}

#[test]
fn operations_have_names_of_their_own() {
    let contract = contract();
    let paths = contract["paths"].as_object().unwrap();
    let operations = paths.values().flat_map(|path| path.as_object().unwrap().values());
    let mut names: Vec<&str> = operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

#[test]
fn every_reference_leads_somewhere() {
    fn walk(value: &Value, contract: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref") {
                    // Examples of the catalogue contain references with the address of the contract.
                    let place = reference.trim_start_matches("/openapi.json").trim_start_matches('#');
                    assert!(contract.pointer(place).is_some(), "{reference}");
                }
                members.values().for_each(|value| walk(value, contract));
            }
            Value::Array(elements) => elements.iter().for_each(|value| walk(value, contract)),
            _ => {}
        }
    }
    let contract = contract();
    walk(&contract, &contract);
}

#[test]
fn lines_that_define_games_are_in_it() {
    let contract = contract();
    let batch = &contract["paths"]["/v1/batch"]["post"];
    for content in [&batch["requestBody"]["content"], &batch["responses"]["200"]["content"]] {
        let name = content["application/x-ndjson"]["schema"]["$ref"].as_str().unwrap();
        let line = contract.pointer(name.trim_start_matches('#')).unwrap();
        let forms = line["oneOf"].as_array().unwrap().iter().map(|form| match form["$ref"].as_str() {
            Some(name) => contract.pointer(name.trim_start_matches('#')).unwrap(),
            None => form,
        });
        let with_games_alone = forms.filter(|form| form["required"] == json!(["games"]));
        assert_eq!(with_games_alone.count(), 1, "{name}");
    }
}

#[test]
fn every_error_is_in_it() {
    let text = contract().to_string();
    for code in grundy::http::layers::problem::HttpProblem::ALL {
        // No operation in the contract has these two codes.
        if !matches!(code.as_str(), "method-not-allowed" | "invalid-query") {
            assert!(text.contains(code.as_str()), "{} is missing", code.as_str());
        }
    }
}

#[tokio::test]
async fn examples_of_bodies_are_answered() {
    let (server, contract) = (start(&[]).await, contract());
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let Some(post) = operations.get("post") else { continue };
        let schema = &post["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let schema = contract.pointer(schema.as_str().unwrap().trim_start_matches('#')).unwrap();
        let examples = schema["examples"].as_array().unwrap();
        assert!(!examples.is_empty(), "{path}");
        for example in examples {
            let answer = server.ask(path, example).await;
            assert_eq!(answer.get("id"), example.get("id"), "{path} {example}");
        }
    }
}

#[tokio::test]
async fn examples_of_urls_are_answered() {
    let (server, contract) = (start(&[]).await, contract());
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let Some(get) = operations.get("get") else { continue };
        let mut url = path.clone();
        let mut query = Vec::new();
        for parameter in get["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            match &parameter["example"] {
                Value::String(example) if parameter["in"] == "query" => query.push(format!("{name}={example}")),
                Value::String(example) => url = url.replace(&format!("{{{name}}}"), example),
                Value::Array(examples) => {
                    query.extend(examples.iter().map(|text| format!("{name}={}", text.as_str().unwrap())));
                }
                _ => {}
            }
        }
        let url = format!("{url}?{}", query.join("&"));
        let response = server.get(&url).await;
        assert_eq!(response.status(), 200, "{url}");
    }
}

#[tokio::test]
async fn examples_of_the_catalogue_are_answered() {
    let server = start(&[]).await;
    let catalogue = server.read("/v1/games").await;
    assert_eq!(catalogue["version"], env!("CARGO_PKG_VERSION"));
    let contract = contract();
    let games = catalogue["games"].as_array().unwrap();
    assert_eq!(games.len(), grundy_core::catalogue::all().len());
    for game in games {
        let example = &game["example"];
        let posted = server.analyze(&serde_json::json!({"position": example["position"]})).await;
        let asked = server.read(&format!("/v1/analyze?{}", example["text"].as_str().unwrap())).await;
        assert_eq!(asked, posted);
        let mut single = server.read(&format!("/v1/games/{}", game["id"].as_str().unwrap())).await;
        assert!(single.as_object_mut().unwrap().remove("known").is_some());
        assert_eq!(single, *game);
        let schema = game["position"]["schema"]["$ref"].as_str().unwrap().trim_start_matches("/openapi.json#");
        assert!(contract.pointer(schema).is_some(), "{schema}");
    }
}

#[tokio::test]
async fn limits_are_in_the_catalogue_and_their_defaults_in_the_contract() {
    let limits = async |server: &Server| {
        let games = server.read("/v1/games").await;
        assert!(games["games"].as_array().unwrap().iter().all(|game| game["limits"] == games["limits"]));
        games["limits"].clone()
    };
    let server = start(&[]).await;
    let contract = server.read("/openapi.json").await;
    assert_eq!(contract["components"]["schemas"]["Limits"]["example"], limits(&server).await);

    let flags = [
        "digits=1",
        "components=2",
        "body=4",
        "batch-items=5",
        "line=6",
        "games=7",
        "vertices=8",
        "edges=9",
        "cells=10",
        "heaps=11",
        "rules=12",
        "rules-memory=13",
        "certificate=14",
        "find=14",
        "vectors=15",
        "states=16",
    ];
    let flags: Vec<String> = flags.iter().map(|flag| format!("--max-{flag}")).collect();
    let others = ["--max-work=0.125", "--body-timeout=0.5", "--max-gzip-ratio=7", "--max-batch-work=0.25"];
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(others).collect();
    let expected = json!({
        "max_digits": 1, "max_components": 2, "max_work": 0.125, "max_body_bytes": 4, "body_timeout": 0.5,
        "max_batch_items": 5, "max_line_bytes": 6, "max_url_bytes": 8192, "max_gzip_ratio": 7, "max_batch_work": 0.25,
        "max_games": 7,
        "max_vertices": 8, "max_edges": 9, "max_cells": 10, "max_heaps": 11, "max_rules": 12, "max_rules_memory": 13,
        "max_certificate": 14,
        "max_find": 14,
        "max_vectors": 15,
        "max_states": 16,
    });
    assert_eq!(limits(&start(&flags).await).await, expected);
}
