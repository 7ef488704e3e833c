//! Tests the files that browsers, crawlers and language models look for.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, start};
use reqwest::Url;
use serde_json::Value;

async fn text(server: &Server, path: &str, media_type: &str) -> String {
    let answer = server.get(path).await;
    assert_eq!((answer.status().as_u16(), &answer.headers()["content-type"]), (200, &media_type.parse().unwrap()));
    answer.text().await.unwrap()
}

/// The text names calls that work.
#[tokio::test]
async fn the_text_for_language_models_leads_to_answers() {
    let server = start(&[]).await;
    let llms = text(&server, "/llms.txt", "text/markdown; charset=utf-8").await;
    assert!(llms.starts_with("# grundy\n\n> "), "{llms}");
    let links: Vec<&str> = llms.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > 8, "{llms}");
    for link in links {
        // The links are absolute, since a model may have only the text and not its address.
        let url = Url::parse(link).unwrap();
        assert_eq!(url.origin(), Url::parse(&server.url("/")).unwrap().origin(), "{link}");
        let answer = server.client.get(url).send().await.unwrap();
        assert!(answer.status().is_success(), "{link}: {}", answer.status());
        if link.contains("/v1/games?q=") {
            let found: Value = answer.json().await.unwrap();
            assert!(!found["games"].as_array().unwrap().is_empty(), "{link}: {found}");
        }
    }
    let posted = llms.split("posted as JSON to ").skip(1).map(|rest| {
        let url = rest.split([' ', '\n']).next().unwrap().trim_end_matches(':');
        (url, rest.split("```json\n").nth(1).unwrap().split("```").next().unwrap())
    });
    let posted: Vec<(&str, &str)> = posted.collect();
    assert_eq!(posted.len(), 3, "{posted:?}");
    for (url, body) in posted {
        let request = server.client.post(url).header("content-type", "application/json").body(body.to_owned());
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let answer = answer.text().await.unwrap();
        assert!(status.is_success() && !answer.contains("\"error\""), "{url} {body}: {answer}");
    }
    let words = ["winner", "move", "grundy"];
    let answer = server.read("/v1/analyze?nim=3,4,5").await;
    assert!(words.iter().all(|word| llms.contains(&format!("`{word}`")) && answer[word] != Value::Null), "{answer}");
}

#[tokio::test]
async fn crawlers_and_browsers_find_their_files() {
    let server = start(&[]).await;
    let robots = text(&server, "/robots.txt", "text/plain; charset=utf-8").await;
    assert!(robots.starts_with("User-agent: *\n") && !robots.contains("Disallow: /\n"), "{robots}");
    let icon = text(&server, "/favicon.ico", "image/svg+xml").await;
    assert!(icon.contains("<svg"), "{icon}");
}
