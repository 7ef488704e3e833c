//! Asks for misère quotients at each door.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::process::grundy;
use crate::common::{problem, start};
use serde_json::{Value, json};

#[tokio::test]
async fn the_url_the_body_and_the_command_give_the_same_quotient() {
    let server = start(&[]).await;
    let of_url = server.read("/v1/games/octal(0.123)/quotient?to=9").await;
    let of_body = server.ask("/v1/quotient", &json!({"game": "octal(0.123)", "to": 9})).await;
    assert_eq!(of_url, of_body);
    let command = grundy(&["quotient", "octal(0.123)", "--to", "9", "--json"], &[]).output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&command.stdout).unwrap(), of_body);
    let listed = grundy(&["quotient", "octal(0.123)", "9"], &[]).output().unwrap();
    let words = String::from_utf8(listed.stdout).unwrap();
    assert!(words.starts_with("The misère quotient of these positions has "), "{words}");
    let call = json!({"name": "grundy_quotient", "arguments": {"game": "octal(0.123)", "to": 9}});
    let tool = server.ask("/mcp", &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})).await;
    assert_eq!(tool["result"]["structuredContent"], of_body);
    let text = tool["result"]["content"][0]["text"].as_str().unwrap();
    assert!(
        text.contains("elements. ") && text.contains("\n1: a\n") && text.contains("these positions only"),
        "{text}"
    );
    let whole = server.read("/v1/games/octal(0.123)/quotient").await;
    assert_eq!((&whole["whole"], &whole["period"]), (&json!(true), &json!({"from": 5, "length": 5})));
    assert_eq!(whole["elements"].as_array().unwrap().len(), 20);
}

/// A client that plays by the table alone wins and loses as the analysis says.
#[tokio::test]
async fn the_table_decides_sums_as_the_analysis_does() {
    let server = start(&[]).await;
    let quotient = server.read("/v1/games/kayles/quotient?to=9").await;
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let lost: Vec<usize> = quotient["p_portion"].as_array().unwrap().iter().map(number).collect();
    for sum in [vec![5], vec![5, 5], vec![9, 1], vec![9, 4, 4], vec![2, 2, 2], vec![8, 7, 1, 1], vec![9, 9, 9, 9]] {
        let image = |heap: &usize| number(&quotient["images"][*heap]);
        let product = sum.iter().map(image).fold(0, |product, image| number(&quotient["table"][product][image]));
        let analysis = server.ask("/v1/analyze", &json!({"position": {"kayles": sum}, "play": "misere"})).await;
        assert_eq!(analysis["winner"] == "second", lost.contains(&product), "{sum:?}");
    }
}

#[tokio::test]
async fn a_wrong_game_or_heap_is_refused() {
    let server = start(&[]).await;
    for (path, status, code) in [
        ("/v1/games/nothing-like-it/quotient", 404, "unknown-game"),
        ("/v1/games/kayles/quotient?to=0", 400, "invalid-query"),
        ("/v1/games/kayles/quotient?to=600", 400, "invalid-query"),
        ("/v1/games/kayles/quotient?from=1", 400, "invalid-query"),
        ("/v1/games/euclid/quotient", 422, "invalid-request"),
        ("/v1/games/euclid/quotient?to=5", 422, "invalid-request"),
    ] {
        problem(server.get(path).await, status, code).await;
    }
}
