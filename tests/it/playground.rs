//! Tests the page at `/`: its files, and the headers that restrict the page to its own files. Its behaviour is tested
//! in Node, in `tests/page`, and what only a browser can show in `tests/browser`.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use crate::common::{Server, start};
use reqwest::StatusCode;
use serde_json::Value;

/// Returns the paths that the text of a file refers to. They are resolved as in a browser.
fn references(server: &Server, path: &str, text: &str) -> BTreeSet<String> {
    let base = reqwest::Url::parse(&server.url("/")).unwrap().join(path).unwrap();
    let quoted = text.split('"').skip(1).step_by(2);
    let is_file =
        |text: &&str| !text.contains(' ') && [".js", ".css", ".svg", ".png"].iter().any(|end| text.ends_with(end));
    quoted.filter(is_file).map(|file| base.join(file).unwrap().to_string()).collect()
}

async fn all_files(server: &Server) -> BTreeSet<String> {
    let (mut known, mut open) = (BTreeSet::new(), vec!["/".to_owned()]);
    while let Some(path) = open.pop() {
        let text = server.get(&path).await.text().await.unwrap();
        for url in references(server, &path, &text) {
            assert!(url.starts_with(&server.url("/")), "{url} is on another host");
            let path = url.trim_start_matches(&server.url(""));
            if known.insert(path.to_owned()) {
                open.push(path.to_owned());
            }
        }
    }
    known
}

#[tokio::test]
async fn the_page_and_all_that_it_loads_are_served() {
    let server = start(&[]).await;
    let files = all_files(&server).await;
    assert!(files.len() >= 4, "{files:?}");
    for path in files.iter().map(String::as_str).chain(["/"]) {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let expected = match path.rsplit_once('.') {
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            Some((_, "png")) => "image/png",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(answer.headers()["content-type"], expected, "{path}");
        assert_eq!(answer.headers()["x-content-type-options"], "nosniff", "{path}");
    }
}

#[tokio::test]
async fn the_policy_allows_no_other_host_and_no_inline_code() {
    let server = start(&[]).await;
    let answer = server.get("/").await;
    let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let directives: Vec<_> = policy.split(';').map(str::trim).collect();
    for directive in ["default-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] {
        assert!(directives.contains(&directive), "{policy}");
    }
    for directive in directives {
        let sources: Vec<_> = directive.split(' ').skip(1).collect();
        assert!(sources == ["'self'"] || sources == ["'none'"], "{directive}");
    }
    let page = answer.text().await.unwrap();
    assert!(!page.contains("style=") && !page.contains("<style") && !page.contains("onclick"), "{page}");
    assert_eq!(page.matches("<script").count(), page.matches("<script type=\"module\" src=").count(), "{page}");
}

/// The page itself may compile nothing: see `the_policy_allows_no_other_host_and_no_inline_code`.
#[tokio::test]
async fn only_the_thread_that_checks_certificates_may_compile_webassembly() {
    let server = start(&[]).await;
    for (path, may) in [("verify.js", true), ("proof.js", false), ("verify.wasm", false), ("main.js", false)] {
        let answer = server.get(&format!("/playground/{path}")).await;
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), may, "{path}: {policy}");
        assert!(!policy.contains("'unsafe-eval'") && policy.starts_with("default-src 'none'"), "{path}: {policy}");
    }
    let program = server.get("/playground/verify.wasm").await;
    assert_eq!(program.headers()["content-type"], "application/wasm");
}

#[tokio::test]
async fn only_embed_may_be_framed_and_is_the_same_page() {
    let server = start(&[]).await;
    let (page, embed) = (server.get("/").await, server.get("/embed").await);
    let policy = |answer: &reqwest::Response| answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert_eq!(policy(&page).replace("frame-ancestors 'none'", "frame-ancestors *"), policy(&embed));
    for path in ["/playground/main.js", "/docs/"] {
        assert!(policy(&server.get(path).await).contains("frame-ancestors 'none'"), "{path}");
    }
    assert!(!embed.headers().contains_key("x-frame-options"));
    assert_eq!(page.bytes().await.unwrap(), embed.bytes().await.unwrap());
}

#[tokio::test]
async fn the_picture_of_a_link_has_a_whole_address() {
    let server = start(&[]).await;
    let page = async |fields: &[(&'static str, &'static str)]| {
        let request = fields
            .iter()
            .fold(server.client.get(server.url("/")), |request, (name, value)| request.header(*name, *value));
        let answer = request.send().await.unwrap();
        (answer.headers()["etag"].clone(), answer.text().await.unwrap())
    };
    let picture = |text: &str| {
        let rest = text.split("<meta property=\"og:image\" content=\"").nth(1).unwrap();
        rest[..rest.find('"').unwrap()].to_owned()
    };
    let (tag, text) = page(&[]).await;
    assert_eq!(picture(&text), server.url("/playground/card.png"));
    let (other_tag, text) =
        page(&[("host", "example.org"), ("x-forwarded-proto", "https"), ("x-forwarded-prefix", "/grundy")]).await;
    assert_eq!(picture(&text), "https://example.org/grundy/playground/card.png");
    assert_ne!(tag, other_tag, "a cache would mix them up");
    for (name, value) in [("host", "a&b'c"), ("x-forwarded-prefix", "/\"><script>")] {
        let (_, text) = page(&[(name, value)]).await;
        assert_eq!(picture(&text), "./playground/card.png", "{value}");
        assert!(!text.contains(value));
    }
}

#[tokio::test]
async fn a_browser_that_has_a_file_gets_it_once() {
    let server = start(&[]).await;
    let mut tags = BTreeSet::new();
    let hashed = all_files(&server).await;
    let script = hashed.iter().find(|path| path.ends_with("/main.js")).unwrap().as_str();
    for path in ["/", "/playground/style.css", script] {
        let answer = server.get(path).await;
        let kept = if path == script { "public, max-age=31536000, immutable" } else { "no-cache" };
        assert_eq!(answer.headers()["cache-control"], kept, "{path}");
        let tag = answer.headers()["etag"].clone();
        let again = server.client.get(server.url(path)).header("if-none-match", &tag).send().await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(again.headers()["etag"], tag, "{path}");
        assert!(again.bytes().await.unwrap().is_empty(), "{path}");
        let other = server.client.get(server.url(path)).header("if-none-match", "W/\"other\"").send().await.unwrap();
        assert_eq!(other.status(), StatusCode::OK, "{path}");
        tags.insert(tag.to_str().unwrap().to_owned());
    }
    assert_eq!(tags.len(), 3, "each file has a tag of its own: {tags:?}");
}

#[tokio::test]
async fn a_page_of_another_version_gets_files_that_are_not_kept() {
    let server = start(&[]).await;
    let answer = server.get("/playground/0123456789abcdef/main.js").await;
    assert_eq!((answer.status(), answer.headers()["cache-control"].to_str().unwrap()), (StatusCode::OK, "no-cache"));
}

/// The page has at most the size that docs/operations.md promises. A larger page would load more slowly.
#[tokio::test]
async fn the_page_is_light() {
    let server = start(&[]).await;
    let (mut first, mut all) = (0, 0);
    let page = server.get("/").await.text().await.unwrap();
    let loaded = references(&server, "/", &page);
    let files = all_files(&server).await;
    assert!(files.len() > loaded.len(), "some scripts are loaded later: {files:?}");
    // The picture card.png is not counted, since only other sites load it.
    for path in files.iter().filter(|path| !path.ends_with("card.png")).map(String::as_str).chain(["/"]) {
        let request = server.client.get(server.url(path)).header("accept-encoding", "gzip");
        let bytes = request.send().await.unwrap().bytes().await.unwrap().len();
        all += bytes;
        if path == "/" || loaded.contains(&server.url(path)) {
            first += bytes;
        }
    }
    assert!(first <= 94_000, "{first} at first");
    assert!(all <= 115_000, "{all} of {first} at first");
    // The list of games is counted, since the page loads it before the first move.
    let games = server.client.get(server.url("/v1/games")).header("accept-encoding", "gzip").send().await.unwrap();
    first += games.bytes().await.unwrap().len();
    assert!(first <= 115_000, "{first} to the first move");
}

#[tokio::test]
async fn each_game_has_a_page_with_its_name_and_rules() {
    let server = start(&[]).await;
    let page = server.get("/games/kayles/").await;
    assert_eq!(page.status(), StatusCode::OK);
    let text = page.text().await.unwrap();
    assert!(text.contains("<title>Kayles – ") && text.contains("A row of n pins."), "{text}");
    let picture = server.url("/playground/cards/kayles.png");
    assert!(text.contains(&format!("content=\"{picture}\"")), "{text}");
    assert_eq!(server.client.get(&picture).send().await.unwrap().headers()["content-type"], "image/png");
    for url in references(&server, "/games/kayles/", &text) {
        assert_eq!(server.client.get(&url).send().await.unwrap().status(), StatusCode::OK, "{url}");
    }
    // The address must end with a slash, so that relative paths begin in the folder.
    for (path, location) in [("/games", "games/"), ("/games/kayles", "kayles/")] {
        assert_eq!(server.get(path).await.headers()["location"], location, "{path}");
    }
    assert_eq!(server.get("/games/").await.status(), StatusCode::OK);
    assert_eq!(server.get("/games/nothing/").await.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn other_paths_are_problems() {
    let server = start(&[]).await;
    for path in ["/playground/", "/playground/nothing.js", "/playground/drawings", "/playground/%2e%2e/Cargo.toml"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
        let problem: Value = answer.json().await.unwrap();
        assert_eq!(problem["code"], "not-found", "{path}");
    }
}

#[tokio::test]
async fn a_browser_that_asks_for_a_path_that_does_not_exist_gets_the_page() {
    let server = start(&[]).await;
    let ask = async |path| server.client.get(server.url(path)).header("accept", "text/html,*/*").send().await.unwrap();
    for (path, root) in [("/nowhere", "./"), ("/a/b", "../"), ("/playgrounds/c/", "../../")] {
        let answer = ask(path).await;
        assert_eq!(
            (answer.status(), &answer.headers()["cache-control"]),
            (StatusCode::NOT_FOUND, &"no-store".parse().unwrap())
        );
        assert!(answer.text().await.unwrap().contains(&format!("data-root=\"{root}\"")), "{path}");
    }
    let problem: Value = ask("/v1/nowhere").await.json().await.unwrap();
    assert_eq!(problem["code"], "not-found");
}
