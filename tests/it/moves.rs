//! Tests `/v1/moves` over HTTP: pages, counts, cursors and caching.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, moves_on, start};
use serde_json::{Value, json};

/// Returns all moves, which are read in pages of this size. Only the last page may have fewer moves.
pub async fn listed(server: &Server, request: &Value, limit: usize) -> Vec<Value> {
    let mut request = request.clone();
    request["limit"] = limit.into();
    let pages = server.pages(&request).await;
    let lengths: Vec<usize> = pages.iter().map(|page| page["moves"].as_array().unwrap().len()).collect();
    let (last, full) = lengths.split_last().unwrap();
    assert!(*last <= limit && full.iter().all(|length| *length == limit), "{limit}: {lengths:?}");
    moves_on(&pages)
}

#[tokio::test]
async fn every_field_of_a_page() {
    let server = start(&[]).await;
    let request = json!({"position": {"euclid": [[26, 5]], "nim": [1]}, "id": 7});
    // The options of (5, 26) have the values 3, 2, 1, 0, and 4, in the order below. The nim heap of 1 changes each
    // value to its XOR with 1.
    let expected = json!({
        "id": 7,
        "count": 6,
        "winning_count": 1,
        "moves": [
            {"game": "euclid", "index": 0, "to": [21, 5], "text": "subtract 5 from 26", "grundy": 2, "wins": false},
            {"game": "euclid", "index": 0, "to": [16, 5], "text": "subtract 2 × 5 from 26", "grundy": 3, "wins": false},
            {"game": "euclid", "index": 0, "to": [11, 5], "text": "subtract 3 × 5 from 26", "grundy": 0, "wins": true},
            {"game": "euclid", "index": 0, "to": [6, 5], "text": "subtract 4 × 5 from 26", "grundy": 1, "wins": false},
            {"game": "euclid", "index": 0, "to": [1, 5], "text": "subtract 5 × 5 from 26", "grundy": 5, "wins": false},
            {"game": "nim", "index": 0, "to": 0, "text": "take 1 of 1", "grundy": 5, "wins": false},
        ],
        "next": null
    });
    assert_eq!(server.ask("/v1/moves", &request).await, expected);
}

#[tokio::test]
async fn pages_of_any_size_make_the_same_listing() {
    let server = start(&[]).await;
    let position = json!({"euclid": [[5, 26], [3, 3]], "wizards": [[2, 31]], "red-blue": ["RBBRB", ""],
        "empty-and-divide": [[5, 4]], "power-pile": [[2, 9]], "nim": [3, 0, 4]});
    for (play, only) in [("normal", None), ("normal", Some("winning"))] {
        let mut request = json!({"position": position, "play": play});
        if let Some(only) = only {
            request["only"] = only.into();
        }
        let whole = listed(&server, &request, 1000).await;
        let count = if only.is_some() { "winning_count" } else { "count" };
        assert_eq!(server.ask("/v1/moves", &request).await[count], whole.len());
        for limit in [1, 2, 7] {
            assert_eq!(listed(&server, &request, limit).await, whole, "{limit}");
        }
        if only.is_none() {
            let winning: Vec<_> = whole.iter().filter(|listed| listed["wins"] == true).collect();
            let listed = listed(&server, &json!({"position": position, "only": "winning"}), 1000).await;
            assert_eq!(winning.len(), listed.len());
            assert!(winning.iter().all(|winning| listed.contains(winning)));
        }
    }
}

#[tokio::test]
async fn a_quintillion_moves_come_page_by_page() {
    let server = start(&[]).await;
    let (m, n) = ((1_u64 << 60) - 3, (1_u64 << 60) - 7);
    let position = json!({"empty-and-divide": [[m, n]], "nim": [5]});
    for only in [false, true] {
        let mut request = json!({"position": position, "limit": 1000});
        if only {
            request["only"] = "winning".into();
        }
        let first = server.ask("/v1/moves", &request).await;
        assert_eq!(first["moves"].as_array().unwrap().len(), 1000);
        assert!(first["count"].as_str().unwrap().len() >= 18);
        assert!(first["winning_count"].as_str().unwrap().len() >= 16, "{}", first["winning_count"]);
        request["cursor"] = first["next"].clone();
        let second = server.ask("/v1/moves", &request).await;
        assert_ne!(first["moves"], second["moves"]);
        if only {
            assert!(second["moves"].as_array().unwrap().iter().all(|listed| listed["grundy"] == 0));
        }
    }
}

#[tokio::test]
async fn a_page_ends_at_a_mebibyte() {
    let server = start(&[]).await;
    let position = json!({"red-blue": ["R".repeat(100_000)]});
    let page = server.ask("/v1/moves", &json!({"position": position, "limit": 1000})).await;
    let moves = page["moves"].as_array().unwrap().len();
    assert!((10..=12).contains(&moves), "{moves}");
    assert!(!page["next"].is_null());
}

#[tokio::test]
async fn a_page_of_long_moves_ends_at_the_limit_of_work() {
    let server = start(&["--max-work", "0.002"]).await;
    let position = json!({"nim": ["7".repeat(200)]});
    let first = server.ask("/v1/moves", &json!({"position": position, "limit": 1000})).await;
    let moves = first["moves"].as_array().unwrap().len();
    assert!((1..1000).contains(&moves), "{moves}");
    let more = server.ask("/v1/moves", &json!({"position": position, "limit": 1000, "cursor": first["next"]})).await;
    assert_ne!(more["moves"], first["moves"]);
}

#[tokio::test]
async fn cursors_are_those_of_all_builds() {
    let server = start(&[]).await;
    let next = server.ask("/v1/moves", &json!({"position": {"nim": [5, 6]}, "limit": 2})).await["next"].clone();
    assert_eq!(next, "a14363ece54daf98-0-0-2");
}

#[tokio::test]
async fn limits_are_plain_integers_and_parameters_have_neighbours() {
    let server = start(&[]).await;
    for limit in ["%2B5", "-1", "5.0", "", "0", "1001", "5%20"] {
        let response = server.get(&format!("/v1/moves?nim=5&limit={limit}")).await;
        assert_eq!(response.status(), 400, "{limit}");
    }
    for (wrong, nearest) in [("curser=x", "cursor"), ("limt=5", "limit"), ("nmi=5", "nim")] {
        let problem: Value = server.get(&format!("/v1/moves?nim=5&{wrong}")).await.json().await.unwrap();
        assert!(problem["detail"].as_str().unwrap().contains(&format!("the nearest is {nearest:?}")), "{problem}");
    }
}

#[tokio::test]
async fn a_cursor_is_bound_to_its_listing() {
    let server = start(&[]).await;
    let request = json!({"position": {"nim": [5, 6]}, "limit": 2});
    let cursor = server.ask("/v1/moves", &request).await["next"].clone();
    assert!(cursor.is_string());
    for (field, value) in [
        ("position", json!({"nim": [6, 5]})),
        ("play", "misere".into()),
        ("only", "winning".into()),
        ("cursor", "".into()),
        ("cursor", "0-0-0".into()),
        ("cursor", "nonsense".into()),
        ("cursor", format!("{}x", cursor.as_str().unwrap()).into()),
    ] {
        let mut other = request.clone();
        other["cursor"] = cursor.clone();
        other[field] = value;
        server.assert_refused("/v1/moves", other, ("invalid-cursor", "/cursor", "")).await;
    }
    // A cursor may be used with another page size, since the listing is the same.
    let mut other = request.clone();
    (other["cursor"], other["limit"]) = (cursor, 3.into());
    assert_eq!(server.ask("/v1/moves", &other).await["moves"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn what_is_not_understood() {
    let server = start(&[]).await;
    for (field, value) in [
        ("limit", json!(0)),
        ("limit", json!(1001)),
        ("limit", json!(-1)),
        ("limit", json!(1.5)),
        ("limit", json!("1001")),
        ("limit", json!(null)),
        ("only", json!("losing")),
        ("only", json!(true)),
        ("cursor", json!(5)),
        ("move", json!({})),
    ] {
        let mut request = json!({"position": {"nim": [1]}});
        request[field] = value;
        server.assert_refused("/v1/moves", request, ("invalid-request", &format!("/{field}"), "")).await;
    }
    assert_eq!(server.ask("/v1/moves", &json!({"position": {"nim": [5]}, "limit": 2.0})).await["moves"][1]["to"], 3);
    for query in ["nim=5&limit=x", "nim=5&limit=0", "nim=5&only=all", "nim=5&limit=1&limit=2"] {
        assert_eq!(server.get(&format!("/v1/moves?{query}")).await.status(), 400, "{query}");
    }
}

#[tokio::test]
async fn urls_ask_the_same() {
    let server = start(&[]).await;
    let posted =
        server.ask("/v1/moves", &json!({"position": {"wizards": [[3, 30]]}, "only": "winning", "limit": 2})).await;
    let asked = server.read("/v1/moves?wizards=3,30&only=winning&limit=2").await;
    assert_eq!(asked, posted);
}

async fn conditional(server: &Server, path: &str, tags: &str) -> reqwest::Response {
    server.client.get(server.url(path)).header("if-none-match", tags).send().await.unwrap()
}

#[tokio::test]
async fn answers_to_urls_may_be_cached() {
    let server = start(&[]).await;
    let mut tags = Vec::new();
    for path in ["/v1/moves?nim=5", "/v1/analyze?nim=5", "/v1/analyze?nim=6", "/v1/games/nim/map?n=1..5"] {
        let response = server.get(path).await;
        assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
        let tag = response.headers()["etag"].to_str().unwrap().to_owned();
        let opaque = tag.strip_prefix("W/").unwrap();
        for known in [&tag, &format!("\"other\", {tag}"), opaque] {
            let again = conditional(&server, path, known).await;
            assert_eq!((again.status().as_u16(), again.headers()["etag"].to_str().unwrap()), (304, &*tag), "{known}");
            assert_eq!(again.headers()["cache-control"], "public, max-age=86400");
            assert!(again.bytes().await.unwrap().is_empty());
        }
        // A star does not say which content the client has.
        for other in ["\"other\"", "*", &tags.join(", ")] {
            assert_eq!(conditional(&server, path, other).await.status(), 200, "{path} with {other}");
        }
        tags.push(tag);
    }
    assert_eq!(server.get("/healthz").await.headers()["cache-control"], "no-store");
    // The tags depend on the limits, since a server with smaller limits may refuse a request that this server answers.
    let smaller = start(&["--max-digits", "99999"]).await;
    assert_eq!(conditional(&smaller, "/v1/analyze?nim=5", &tags.join(", ")).await.status(), 200);
}

/// An error is never answered with 304, whatever tags the client sends. A tag means that the client has received the
/// answer, and an error is not an answer.
#[tokio::test]
async fn errors_are_never_not_modified() {
    let server = start(&["--max-work", "0.0001"]).await;
    let mut tags = "*".to_owned();
    for path in ["/v1/analyze?nim=5", "/v1/moves?nim=5", "/v1/games/euclid/map?b=1..2"] {
        let response = server.get(path).await;
        tags = format!("{tags}, {}", response.headers()["etag"].to_str().unwrap());
    }
    for (path, status) in [
        ("/v1/analyze?nim=x", 422),
        ("/v1/analyze?nim=5&what=1", 400),
        ("/v1/moves?nim=5&cursor=x", 422),
        (
            "/v1/analyze?play=misere&wythoff=5,7&wythoff=3,9&cram=......../......../......../......../......../........",
            422,
        ),
        ("/v1/analyze?cram=......../......../......../......../......../........", 422),
        ("/v1/games/wizards/map?a=1..256&b=1..256", 422),
        ("/v1/games/euclid/map?b=1..2&a=x", 400),
        ("/v1/games/cram/map?b=1..2", 404),
    ] {
        let response = conditional(&server, path, &tags).await;
        assert_eq!(response.status().as_u16(), status, "{path}");
        assert_eq!(response.headers()["cache-control"], "no-store", "{path}");
        assert!(!response.headers().contains_key("etag"), "{path}");
        assert!(response.json::<serde_json::Value>().await.unwrap()["code"].is_string(), "{path}");
    }
}

/// Moves are counted exactly even if there are far too many to list.
#[tokio::test]
async fn large_positions_are_counted_and_played() {
    let server = start(&[]).await;
    for (game, position, grundy, count, winning) in [
        // A move subtracts 1 or a prime, and π(10^10) = 455052511. Of these primes, 227529235 are 3 modulo 4, and
        // 227523275 are 1 modulo 4.
        ("prime-nim", json!(10_000_000_000_u64), 0, 455_052_512_u64, 0),
        ("prime-nim", json!(10_000_000_001_u64), 1, 455_052_512, 227_523_276),
        ("prime-nim", json!(10_000_000_003_u64), 3, 455_052_512, 227_529_235),
        ("prime-nim", json!(10_000_000_002_u64), 2, 455_052_512, 1),
        // 29999997 = 3^3 × 239 × 4649, so there are φ = 18 × 238 × 4648 options. Half of them are even.
        ("prim", json!(29_999_997), 2, 19_912_032, 9_956_016),
        // A move divides the heap into equal heaps. Their number is one of the 49 divisors of 10^6 = 2^6 × 5^6, but not
        // 1. The move wins if their number is even, that is, unless it is one of 5^0 to 5^6.
        ("equal-split", json!(1_000_000), 7, 48, 42),
    ] {
        let asked = json!({"position": {game: [position]}});
        let answer = server.ask("/v1/analyze", &asked).await;
        let found = (answer["grundy"].as_u64().unwrap(), answer["winning_count"].as_u64().unwrap());
        assert_eq!(found, (grundy, winning), "{asked}");
        let mut listing = asked.clone();
        listing["limit"] = json!(5);
        let page = server.ask("/v1/moves", &listing).await;
        assert_eq!((&page["count"], &page["winning_count"]), (&json!(count), &json!(winning)), "{asked}");
        for made in page["moves"].as_array().unwrap().iter().chain([&answer["move"]]).filter(|made| made.is_object()) {
            let mut turn = asked.clone();
            turn["move"] = made.clone();
            let played = server.ask("/v1/play", &turn).await;
            let wins = made.get("wins").map_or(found.1 > 0, |wins| wins == true);
            assert_eq!(played["winning"], wins, "{asked}");
        }
    }
    // Turns are answered even for numbers that have too many moves to count.
    let turn = json!({"position": {"prime-nim": ["10000000000000000001"]},
        "move": {"game": "prime-nim", "index": 0, "to": "10000000000000000000"}});
    assert_eq!(server.ask("/v1/play", &turn).await["winning"], true);
}

/// Trees as large as in programming contests, with 10^5 edges. All cuts are counted in one pass.
#[tokio::test]
async fn large_trees_are_counted() {
    let server = start(&[]).await;
    let size = 100_000_u64;
    // A stalk, and a stalk that has a twig on each of its vertices.
    let stalk: Vec<[u64; 2]> = (0..size).map(|vertex| [vertex, vertex + 1]).collect();
    let comb: Vec<[u64; 2]> =
        (1..=size / 2).flat_map(|vertex| [[vertex - 1, vertex], [vertex, size + vertex]]).collect();
    for (edges, grundy) in [(stalk, size), (comb, size)] {
        let asked = json!({"position": {"hackenbush": [edges]}, "brief": true});
        let answer = server.ask("/v1/analyze", &asked).await;
        assert_eq!(answer["grundy"], grundy);
        let page =
            server.ask("/v1/moves", &json!({"position": {"hackenbush": [edges]}, "only": "winning", "limit": 1})).await;
        assert_eq!((&page["count"], &page["winning_count"]), (&json!(size), &answer["winning_count"]));
        assert_eq!(page["moves"][0]["grundy"], 0);
        let turn = json!({"position": {"hackenbush": [edges]}, "move": page["moves"][0]});
        assert_eq!(server.ask("/v1/play", &turn).await["winning"], true);
    }
}
