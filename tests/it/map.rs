//! Compares `/v1/games/{game}/map` with the other calls, with brute force and with the contract.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, patiently, problem, start};
use crate::contract::contract;
use serde_json::{Value, json};

async fn map(server: &Server, path: &str) -> Value {
    server.read(&format!("/v1/games/{path}")).await
}

async fn svg(server: &Server, path: &str) -> String {
    let response = server.get(&format!("/v1/games/{path}")).await;
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
    response.text().await.unwrap()
}

/// Returns three lists of keys: games whose positions are two numbers, games whose positions are one number, and all
/// other games.
async fn games(server: &Server) -> [Vec<String>; 3] {
    let catalogue = server.read("/v1/games").await;
    let mut games = [const { Vec::new() }; 3];
    for game in catalogue["games"].as_array().unwrap() {
        let (key, positions) = game["example"]["position"].as_object().unwrap().iter().next().unwrap();
        let position = &positions[0];
        let schema = game["position"]["schema"]["$ref"].as_str().unwrap();
        let kind = match position {
            Value::Array(numbers)
                if numbers.len() == 2
                    && numbers.iter().all(Value::is_number)
                    && schema != "/openapi.json#/components/schemas/Nimble" =>
            {
                0
            }
            Value::Number(_) => 1,
            _ => 2,
        };
        let path = format!("/v1/games/{key}/map");
        assert_eq!(game["map"], if kind < 2 { path.into() } else { Value::Null }, "{key}");
        games[kind].push(key.clone());
    }
    games
}

/// Returns the values that a batch finds for the rectangle whose corner is (a, b); null for cells that are not
/// positions.
async fn analyzed(server: &Server, game: &str, [a, b]: [u64; 2], [rows, columns]: [u64; 2]) -> Value {
    let cells = (a..a + rows).flat_map(|a| (b..b + columns).map(move |b| [a, b]));
    let requests: Vec<Value> = cells.map(|cell| json!({"position": {game: [cell]}, "brief": true})).collect();
    let batch = server.ask("/v1/batch", &json!({ "requests": requests })).await;
    let value = |result: &Value| {
        let refusal = &result["error"]["code"];
        assert!(refusal.is_null() || refusal == "illegal-position", "{result}");
        result["grundy"].clone()
    };
    let values: Vec<Value> = batch["results"].as_array().unwrap().iter().map(value).collect();
    values.chunks(usize::try_from(columns).unwrap()).collect()
}

#[tokio::test]
async fn values_are_those_that_analyze_finds() {
    let server = start(&[]).await;
    let [pairs, ..] = games(&server).await;
    assert!(pairs.len() >= 4, "{pairs:?}");
    for game in &pairs {
        for (corner, size) in [([0, 0], [13, 17]), ([1, 30], [9, 5]), ([9_007_199_254_740_990, 7], [3, 4])] {
            let (a, b) = (corner[0]..=corner[0] + size[0] - 1, corner[1]..=corner[1] + size[1] - 1);
            let query = format!("{game}/map?a={}..{}&b={}..{}", a.start(), a.end(), b.start(), b.end());
            let answer = map(&server, &query).await;
            assert_eq!(answer["game"], *game);
            assert_eq!(answer["values"], analyzed(&server, game, corner, size).await, "{query}");
        }
    }
}

#[tokio::test]
async fn rows_are_the_first_number_and_columns_the_second() {
    let server = start(&[]).await;
    let answer = map(&server, "power-pile/map?a=0..2&b=4..8").await;
    // The first number is the base, and 0 is not a base.
    let values = [[const { Value::Null }; 5], [0, 1, 0, 1, 0].map(Value::from), [1, 2, 0, 1, 2].map(Value::from)];
    assert_eq!(answer, json!({"game": "power-pile", "a": [0, 2], "b": [4, 8], "values": values}));
}

#[tokio::test]
async fn values_are_those_of_brute_force() {
    let server = start(&[]).await;
    for game in ["euclid", "wizards", "empty-and-divide"] {
        let values = map(&server, &format!("{game}/map?a=0..255&b=0..255")).await["values"].take();
        let file = format!("{}/tests/vectors/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
        let mut checked = 0;
        for line in std::fs::read_to_string(file).unwrap().lines() {
            let vector: Value = serde_json::from_str(line).unwrap();
            let [position] = &vector["position"][game].as_array().unwrap()[..] else { continue };
            let number = |at: usize| position[at].as_u64().and_then(|number| usize::try_from(number).ok());
            if let (Some(a @ ..256), Some(b @ ..256)) = (number(0), number(1)) {
                assert_eq!(values[a][b], vector["grundy"], "{vector}");
                checked += 1;
            }
        }
        assert!(checked >= 100, "{game} has {checked} vectors");
    }
}

#[tokio::test]
async fn a_map_may_start_anywhere() {
    let server = start(&[]).await;
    let (from, to) = (format!("1{:0>60}", 0), format!("1{:0>60}", 2));
    let answer = map(&server, &format!("euclid/map?a=7..8&b={from}..{to}")).await;
    assert_eq!(answer["b"], json!([from, to]));
    for (row, a) in (7..=8).enumerate() {
        for column in 0..3 {
            let b = format!("1{column:0>60}");
            let analysis = server.analyze(&json!({"position": {"euclid": [[a, b]]}})).await;
            assert_eq!(answer["values"][row][column], analysis["grundy"], "({a}, {b})");
        }
    }
}

#[tokio::test]
async fn without_ranges_it_is_a_square() {
    let server = start(&[]).await;
    for game in games(&server).await[0].clone() {
        let answer = map(&server, &format!("{game}/map")).await;
        assert_eq!((&answer["a"], &answer["b"]), (&json!([1, 40]), &json!([1, 40])));
        let rows = answer["values"].as_array().unwrap();
        assert!(rows.len() == 40 && rows.iter().all(|row| row.as_array().unwrap().len() == 40));
        assert_eq!(map(&server, &format!("{game}/map?format=json&b=1..40")).await, answer);
    }
}

#[tokio::test]
async fn the_example_of_the_contract_is_one() {
    let server = start(&[]).await;
    let contract = contract();
    let example = &contract["components"]["schemas"]["GrundyMap"]["example"];
    assert_eq!(map(&server, "euclid/map?a=1..3&b=4..6").await, *example);
}

#[tokio::test]
async fn a_game_of_other_positions_has_no_map() {
    let server = start(&[]).await;
    let [.., others] = games(&server).await;
    assert!(!others.is_empty());
    for game in others {
        let document = problem(server.get(&format!("/v1/games/{game}/map")).await, 404, "not-found").await;
        assert!(document["detail"].as_str().unwrap().contains(&game), "{document}");
    }
    let document = problem(server.get("/v1/games/euclide/map").await, 404, "unknown-game").await;
    assert!(document["detail"].as_str().unwrap().contains("\"euclid\""), "{document}");
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let server = start(&[]).await;
    let huge = "9".repeat(40);
    for (query, parameter, detail) in [
        ("a=1", "a", "a range such as 1..40"),
        ("a=1..2..3", "a", "not an integer"),
        ("b=..40", "b", "not an integer"),
        ("b=-1..4", "b", "below 0"),
        ("b=1.5..4", "b", "not an integer"),
        ("b=01..4", "b", "leading zero"),
        ("a=3..2", "a", "must not go down"),
        ("a=1..257", "a", "at most 256"),
        (&format!("a=1..{huge}"), "a", "at most 256"),
        ("a=1..2&a=1..2", "a", "twice"),
        ("format=png", "format", "svg"),
        ("format=", "format", "svg"),
        ("play=misere", "play", "there is no parameter"),
        ("=", "", "there is no parameter"),
    ] {
        server.assert_bad_query(&format!("/v1/games/euclid/map?{query}"), parameter, detail).await;
    }
    let all = problem(server.get("/v1/games/euclid/map?a=x&b=2..1&format=0&c").await, 400, "invalid-query").await;
    let parameters: Vec<&Value> = all["errors"].as_array().unwrap().iter().map(|error| &error["parameter"]).collect();
    assert_eq!(parameters, ["c", "a", "b", "format"]);
}

#[tokio::test]
async fn the_work_is_bounded() {
    let server = start(&[]).await;
    let end = |digits: usize, last: usize| format!("1{last:0>width$}", width = digits - 1);
    let side = |digits, len| format!("{}..{}", end(digits, 1), end(digits, len));
    // The request needs little work, but its answer would be too long.
    let query = format!("/v1/games/euclid/map?a=1..256&b={}", side(1000, 256));
    let document = problem(server.get(&query).await, 422, "too-costly").await;
    assert!(document["detail"].as_str().unwrap().contains("fewer cells"), "{document}");
    let few = format!("euclid/map?a=1..2&b={}", side(1000, 256));
    assert_eq!(map(&server, &few).await["values"][1].as_array().unwrap().len(), 256);
    let query = format!("/v1/games/wizards/map?a={0}&b={0}", side(1000, 2));
    for (max_work, status) in [("0.1", 200), ("0.00001", 422)] {
        let small = start(&["--max-work", max_work]).await;
        assert_eq!(small.get(&query).await.status(), status);
    }
    let short = start(&["--max-digits", "3"]).await;
    let document = problem(short.get("/v1/games/wizards/map?b=999..1000").await, 422, "too-many-digits").await;
    assert_eq!(document["errors"][0]["parameter"], "b");
}

#[tokio::test]
async fn answers_are_kept_by_who_keeps_answers() {
    let server = start(&[]).await;
    for format in ["json", "svg"] {
        let path = format!("/v1/games/wizards/map?b=1..60&format={format}");
        let response = server.get(&path).await;
        let tag = response.headers()["etag"].clone();
        assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
        assert_eq!(response.headers()["vary"].to_str().unwrap().to_lowercase(), "accept-encoding");
        let again = patiently(server.client.get(server.url(&path)).header("if-none-match", &tag)).await;
        assert_eq!((again.status().as_u16(), &again.headers()["etag"]), (304, &tag));
        // A wrong request is refused even if it has the tag.
        let wrong = server.client.get(server.url(&format!("{path}&a=x"))).header("if-none-match", &tag);
        let wrong = patiently(wrong).await;
        assert_eq!((wrong.status().as_u16(), &wrong.headers()["cache-control"]), (400, &"no-store".parse().unwrap()));
    }
}

/// Returns the elements of an SVG picture in their order. Checks that the elements are closed in the right order.
fn elements(svg: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut elements = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap();
        assert!(!text.contains(['>', '&']), "{piece}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            elements.push(piece);
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    elements
}

#[tokio::test]
async fn the_picture_shows_the_values() {
    let server = start(&[]).await;
    let [pairs, ..] = games(&server).await;
    for game in &pairs {
        let query = format!("{game}/map?a=0..40&b=1..30");
        let values = map(&server, &query).await["values"].take();
        let values: Vec<&Value> = values
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .filter(|v| !v.is_null())
            .collect();
        let picture = svg(&server, &(query + "&format=svg")).await;
        let elements = elements(&picture);
        assert!(elements[0].starts_with("svg xmlns=\"http://www.w3.org/2000/svg\""), "{}", elements[0]);
        assert!(elements[1].starts_with("title>") && elements[1].contains("Grundy values"), "{}", elements[1]);
        // A disc is drawn as a line of length 0.
        let count = |what: &str| values.iter().filter(|value| value.to_string() == what).count();
        assert_eq!(picture.matches("h0").count(), count("0"), "{game}");
        // The first texts are the numbers of the cells. The legend follows.
        let numbers = &picture[picture.find("font-size=\"10\"").unwrap()..];
        for value in ["0", "1", "2", "3", "5"] {
            let cells = count(value);
            let in_legend = usize::from(cells > 0 && ["1", "2", "3"].contains(&value));
            let found = numbers.matches(&format!(">{value}</text>")).count();
            assert_eq!(found, cells + in_legend, "{game} {value}");
        }
        for label in ["a ↓", "b →", ">30<", ">40<", "P-position"] {
            assert!(picture.contains(label), "{game} has no {label}");
        }
    }
}

#[tokio::test]
async fn a_large_picture_has_no_numbers() {
    let server = start(&[]).await;
    let small = svg(&server, "euclid/map?a=1..48&b=1..48&format=svg").await;
    let large = svg(&server, "euclid/map?a=1..49&b=1..48&format=svg").await;
    assert!(small.contains("font-size=\"10\"") && !large.contains("font-size=\"10\""));
    let largest = svg(&server, "wizards/map?a=0..255&b=0..255&format=svg").await;
    assert!(largest.len() < 2_000_000, "{}", largest.len());
    elements(&largest);
}

#[tokio::test]
async fn a_picture_of_long_numbers_says_them_once() {
    let server = start(&[]).await;
    let (from, to) = (format!("1{:0>60}", 0), format!("1{:0>60}", 2));
    let picture = svg(&server, &format!("euclid/map?a=7..8&b={from}..{to}&format=svg")).await;
    assert!(picture.contains("b is 100000000000…000000000000 (61 digits) plus its label"), "{picture}");
    assert!(picture.contains(">+2<") && picture.contains(">7<"), "{picture}");
    // No cell has space for such a value.
    assert_eq!(picture.matches(">…<").count(), 6);
    elements(&picture);
}

/// A page whose policy is `default-src 'self'` can show the picture, inline or in an `img`, and no other host is used.
#[tokio::test]
async fn a_picture_needs_nothing_else() {
    let server = start(&[]).await;
    let picture = svg(&server, "euclid/map?format=svg").await.replace("http://www.w3.org/2000/svg", "");
    for word in ["style", "script", "href", "url(", "//", "class=", "@import", " on", "<!"] {
        assert!(!picture.contains(word), "{word}");
    }
}
