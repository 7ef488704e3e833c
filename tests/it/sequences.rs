//! Compares `/v1/games/{game}/map`, for games whose positions are integers, with the other calls, with brute force and
//! with tables.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

use crate::common::{Server, by_brute_force, kayles, problem, start};
use crate::contract::contract;
use serde_json::{Value, json};

async fn values(server: &Server, path: &str) -> Value {
    server.read(&format!("/v1/games/{path}")).await
}

#[tokio::test]
async fn values_are_those_of_brute_force() {
    let server = start(&[]).await;
    let expected = by_brute_force(201, kayles);
    // Parentheses may be escaped or not.
    for key in ["kayles", "octal(0.77)", "octal%280.77%29"] {
        let answer = values(&server, &format!("{key}/map?n=0..200")).await;
        assert_eq!(answer["values"], json!(expected), "{key}");
        assert_eq!(
            (&answer["n"], &answer["game"]),
            (&json!([0, 200]), &json!(key.replace("%28", "(").replace("%29", ")")))
        );
    }
    let all_but = |heap: usize| (1..=heap).filter(|k| ![2, 5].contains(k)).map(|k| vec![heap - k]).collect();
    let answer = values(&server, "all-but(2,5)/map?n=0..200").await;
    assert_eq!(answer["values"], json!(by_brute_force(201, all_but)));
}

#[tokio::test]
async fn values_are_those_that_analyze_finds() {
    let server = start(&[]).await;
    let catalogue = server.read("/v1/games").await;
    let mut checked = 0;
    for game in catalogue["games"].as_array().unwrap() {
        let (key, positions) = game["example"]["position"].as_object().unwrap().iter().next().unwrap();
        if !positions[0].is_number() {
            continue;
        }
        checked += 1;
        for first in [0_u64, 90] {
            let answer = values(&server, &format!("{key}/map?n={first}..{}", first + 10)).await;
            let found = answer["values"].as_array().unwrap();
            assert_eq!(found.len(), 11);
            for (n, value) in (first..).zip(found) {
                let body = json!({"position": {key: [n]}}).to_string();
                let analysis: Value = server.post("/v1/analyze", body).await.json().await.unwrap();
                assert!(analysis["code"].is_null() || analysis["code"] == "illegal-position", "{analysis}");
                assert_eq!(*value, analysis["grundy"], "{key} {n}");
            }
        }
    }
    assert!(checked >= 15, "{checked}");
}

/// Checks that the period in an answer holds far beyond the requested range. Also checks that no shorter period holds,
/// and that the period does not begin earlier.
#[tokio::test]
async fn periods_hold() {
    let server = start(&[]).await;
    // The periods are those of Winning Ways, chapter 4, and of Bachet's game with 1, 2 and 3.
    for (key, from, length) in
        [("kayles", 71, 12), ("octal(0.07)", 53, 34), ("octal(0.15)", 1, 10), ("subtraction(1,2,3)", 0, 4)]
    {
        let answer = values(&server, &format!("{key}/map?n=0..20")).await;
        let period = &answer["period"];
        assert_eq!((&period["from"], &period["length"]), (&json!(from), &json!(length)), "{answer}");
        assert_eq!(period.get("saltus"), None);
        let compared = period["proof"]["compared"].as_array().unwrap();
        assert!(compared[0] == from && compared[1].as_u64() >= compared[0].as_u64(), "{period}");
        let text = period["proof"]["text"].as_str().unwrap();
        assert!(
            text.contains(&format!("g(n + {length}) = g(n) was checked for every n from {from} to {}", compared[1]))
        );
        let far = values(&server, &format!("{key}/map?n=0..1000")).await;
        assert_eq!(far["period"], *period, "{key}");
        let far = far["values"].as_array().unwrap();
        let repeats = |from: usize, length: usize| (from..=1000 - length).all(|n| far[n] == far[n + length]);
        assert!(repeats(from, length) && (from == 0 || !repeats(from - 1, length)), "{key}");
        assert!((1..length).all(|shorter| !repeats(from, shorter)), "{key}");
    }
    let answer = values(&server, "all-but(2,5)/map?n=0..1000").await;
    let number = |name: &str| usize::try_from(answer["period"][name].as_u64().unwrap()).unwrap();
    let (from, length, saltus) = (number("from"), number("length"), number("saltus"));
    assert!(saltus > 0);
    let found: Vec<u64> = answer["values"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect();
    assert!((from..=1000 - length).all(|n| found[n + length] == found[n] + u64::try_from(saltus).unwrap()));
}

/// A period is the same in the card of a game, its map, its values in a short, a long and a distant range, and in the
/// explanation of a large heap.
#[tokio::test]
async fn each_answer_has_the_same_period() {
    let server = start(&[]).await;
    let of = |found: &Value| {
        let fields = ["from", "length", "saltus", "constant_below"];
        found.get("length").map(|_| fields.map(|field| found[field].as_u64()))
    };
    for (key, is_known) in [
        ("kayles", true),
        ("dawsons-kayles", true),
        ("octal(0.15)", true),
        ("octal(0.156)", true),
        ("octal(0.137)", true),
        ("octal(0.165)", true),
        ("octal(0.17)", true),
        ("octal(0.26)", true),
        ("octal(0.35)", true),
        ("octal(0.4)", true),
        ("octal(0.45)", true),
        ("octal(0.644)", true),
        ("octal(0.71)", true),
        ("octal(0.106)", false),
        ("octal(0.16)", false),
        ("octal(0.56)", false),
        ("all-but(2,5)", true),
        ("hexadecimal(0.a527)", true),
        ("hexadecimal(0.b)", true),
        ("subtraction(2,5,7)", true),
    ] {
        let known = values(&server, key).await["known"]["period"].clone();
        assert_eq!(of(&known).is_some(), is_known, "{key}: {known}");
        assert_eq!(values(&server, &format!("{key}/map?n=0..40")).await["period"], known, "{key}");
        for (first, last) in [(0, 20), (0, 20_000), (30_000, 30_010)] {
            let asked = json!({"game": key, "positions": {"from": first, "to": last}});
            let found = server.ask("/v1/values", &asked).await;
            assert_eq!(of(&found["period"]), of(&known), "{key} {first} {last}");
        }
        let asked = json!({"position": {key: [200_000]}, "explain": true});
        let explanation = server.ask("/v1/analyze", &asked).await["explanation"].take();
        let told = explanation.as_array().into_iter().flatten().find_map(of);
        assert_eq!(told, of(&known), "{key}: {explanation}");
    }
}

#[tokio::test]
async fn a_period_that_is_not_proved_is_not_told() {
    let server = start(&[]).await;
    // The period 149,459 of 0.16 begins only after heap 105,350. Nim has a formula and no table. No period of
    // treblecross is known.
    for key in ["octal(0.16)", "nim", "treblecross"] {
        assert_eq!(values(&server, &format!("{key}/map?n=0..50")).await["period"], Value::Null, "{key}");
    }
    // Earlier requests of other clients make no difference.
    let cold = start(&[]).await;
    let key = "octal(0.156)";
    let expected = values(&cold, &format!("{key}/map?n=0..20")).await;
    values(&server, &format!("{key}/map?n=9000..9001")).await;
    assert_eq!(values(&server, &format!("{key}/map?n=0..20")).await, expected);
}

#[tokio::test]
async fn numbers_may_be_of_any_size() {
    let server = start(&[]).await;
    let number = |last: u32| format!("1{last:0>40}");
    let answer = values(&server, &format!("kayles/map?n={}..{}", number(0), number(30))).await;
    assert_eq!(answer["n"], json!([number(0), number(30)]));
    for (place, value) in answer["values"].as_array().unwrap().iter().enumerate() {
        let heap = number(u32::try_from(place).unwrap());
        assert_eq!(*value, server.analyze(&json!({"position": {"kayles": [heap]}})).await["grundy"]);
    }
    let most = values(&server, "nim/map?n=1..65536").await;
    assert_eq!(most["values"].as_array().unwrap().last(), Some(&json!(65536)));
}

#[tokio::test]
async fn without_a_range_there_are_a_hundred_and_one() {
    let server = start(&[]).await;
    let answer = values(&server, "nim/map").await;
    assert_eq!(answer, values(&server, "nim/map?n=0..100&format=json").await);
    assert_eq!(answer["values"], json!((0..=100).collect::<Vec<_>>()));
    let contract = contract();
    assert_eq!(values(&server, "nim/map?n=0..4").await, contract["components"]["schemas"]["GrundyValues"]["example"]);
}

#[tokio::test]
async fn what_is_wrong_is_named() {
    let server = start(&[]).await;
    for (path, parameter, detail) in [
        ("kayles/map?n=3", "n", "a range such as 0..100"),
        ("kayles/map?n=5..4", "n", "must not go down"),
        ("kayles/map?n=0..65536", "n", "at most 65536"),
        ("kayles/map?n=-1..4", "n", "below 0"),
        ("kayles/map?n=0..1&n=0..1", "n", "twice"),
        ("kayles/map?a=0..1", "a", "the parameters are n, format"),
        ("euclid/map?n=0..1", "n", "the parameters are a, b, format"),
        ("kayles/map?formt=svg", "formt", "did you mean format?"),
        ("kayles/map?format=png", "format", "svg"),
    ] {
        server.assert_bad_query(&format!("/v1/games/{path}"), parameter, detail).await;
    }
    for path in ["/v1/games/octal/map", "/v1/games/octal(0.9)/map"] {
        problem(server.get(path).await, 404, "invalid-game").await;
    }
}

#[tokio::test]
async fn the_work_is_bounded() {
    let server = start(&["--max-digits", "2000"]).await;
    let numbers = format!("{}0000..{}9999", "7".repeat(1900), "7".repeat(1900));
    let response = server.get(&format!("/v1/games/nim/map?n={numbers}")).await;
    let document = problem(response, 422, "too-costly").await;
    assert_eq!(document["errors"][0]["parameter"], "n");
}

/// Returns the text between the first `from` and the next `to`.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let text = text.split_once(from).unwrap_or_else(|| panic!("no {from} in {text}")).1;
    text.split_once(to).unwrap().0
}

#[tokio::test]
async fn a_plot_has_a_point_for_each_value() {
    let server = start(&[]).await;
    for (path, title, formula) in [
        ("kayles/map?n=0..200", "Kayles, 0.77: Grundy values", Some("g(n + 12) = g(n) for every n ≥ 71, proved")),
        ("octal(0.77)/map?n=0..100", "Octal games, octal(0.77): Grundy values", Some("g(n + 12) = g(n)")),
        ("nim/map?n=5..50", "Nim: Grundy values", None),
        ("all-but(2,5)/map?n=0..90", "All-but", Some("g(n + ")),
    ] {
        let found = values(&server, path).await["values"].take();
        let response = server.get(&format!("/v1/games/{path}&format=svg")).await;
        assert_eq!(response.headers()["content-type"], "image/svg+xml");
        let picture = response.text().await.unwrap();
        assert!(between(&picture, "<title>", "</title>").contains(title), "{picture}");
        match formula {
            Some(formula) => assert!(picture.contains(formula), "{path}: {picture}"),
            None => assert!(!picture.contains("period"), "{path}: {picture}"),
        }
        let found = found.as_array().unwrap();
        assert_eq!(picture.matches("h0").count(), found.len(), "{path}");
        // The points of P-positions are drawn as the last path.
        let lost = found.iter().filter(|value| **value == 0).count();
        let last_path = picture.rsplit("<path").next().unwrap();
        assert_eq!(if lost == 0 { 0 } else { last_path.matches("h0").count() }, lost, "{path}");
        assert_eq!(picture.contains("P-position"), lost > 0);
        for word in [" style=", "<style", "script", "href", "url(", "class=", "@import", " on", "<!"] {
            assert!(!picture.contains(word), "{path}: {word}");
        }
        assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count());
    }
}

#[tokio::test]
async fn plots_mark_the_period_where_it_is() {
    let server = start(&[]).await;
    let plot = async |path: &str| server.get(&format!("/v1/games/{path}&format=svg")).await.text().await.unwrap();
    let whole = plot("kayles/map?n=0..200").await;
    assert!(whole.contains(">preperiod<") && whole.contains(">period 12<"), "{whole}");
    let before = plot("kayles/map?n=0..60").await;
    assert!(before.contains(">preperiod<") && !before.contains(">period 12<"), "{before}");
    for after in ["100..150", "1000000000000000000000..1000000000000000000050"] {
        let after = plot(&format!("kayles/map?n={after}")).await;
        assert!(!after.contains(">preperiod<") && after.contains(">period 12<"), "{after}");
    }
    // A plot with one point, with no point, and with many points that coincide.
    for path in ["nim/map?n=3..3", "aliquot/map?n=0..0", "octal(0.16)/map?n=0..3000"] {
        let picture = plot(path).await;
        assert!(picture.ends_with("</svg>\n") && picture.len() < 300_000, "{path}: {}", picture.len());
    }
}

/// A search for a period stays within the limits, even for games that have no period.
#[tokio::test]
async fn strangers_may_look_up_every_game() {
    let server = start(&["--open-internet"]).await;
    let games = server.read("/v1/games").await;
    for game in games["games"].as_array().unwrap() {
        values(&server, game["id"].as_str().unwrap()).await;
    }
}

#[tokio::test]
async fn the_catalogue_says_what_is_known() {
    let server = start(&[]).await;
    let known = async |key: &str| values(&server, key).await["known"].clone();
    let kayles = known("kayles").await;
    assert_eq!(kayles["period"], values(&server, "kayles/map").await["period"]);
    assert_eq!(known("octal(0.77)").await, kayles);
    assert!(kayles["steps"].as_u64() >= Some(1_000), "{kayles}");
    let treblecross = known("treblecross").await;
    assert!(treblecross["period"].is_null() && treblecross["searched"].as_u64() >= Some(256), "{treblecross}");
    // `known` is null for games whose theory finds the value of each position separately. It is also null for a family
    // without parameters.
    for key in ["nim", "euclid", "lasker-nim", "octal"] {
        assert_eq!(known(key).await, Value::Null, "{key}");
    }
    assert_eq!(values(&server, "octal(0.77)").await["map"], "/v1/games/octal(0.77)/map");
    assert_eq!(values(&server, "octal").await["map"], "/v1/games/octal(0.137)/map");
}

#[tokio::test]
async fn the_catalogue_is_searched() {
    let server = start(&[]).await;
    let ids = async |query: &str| -> Vec<String> {
        let answer = server.read(&format!("/v1/games?{query}")).await;
        answer["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let all = ids("").await;
    assert_eq!(all.len(), grundy_core::catalogue::all().len());
    assert_eq!(ids("q=KaYlEs").await, ["kayles", "node-kayles", "arc-kayles", "dawsons-kayles", "circular"]);
    let heaps = ids("tag=heaps").await;
    assert!(heaps.contains(&"nim".to_owned()) && !heaps.contains(&"euclid".to_owned()));
    assert_eq!(ids("tag=heaps&q=bouton").await[0], "nim");
    assert_eq!(ids("q=xyzzy-qwertz").await, [""; 0]);
    for (query, detail) in
        [("tags=heaps", "did you mean tag?"), ("tag=heap", "did you mean heaps?"), ("q=a&q=b", "twice")]
    {
        server.assert_bad_query(&format!("/v1/games?{query}"), query.split('=').next().unwrap(), detail).await;
    }
}
