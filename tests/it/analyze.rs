//! Tests the analysis over HTTP, with every field of the contract.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{Server, problem, start};
use dashu_int::UBig;
use serde_json::{Value, json};

/// Returns the analysis of a position. Checks everything that must hold for any analysis.
async fn solve(server: &Server, position: &Value, play: &str) -> Value {
    let answer = server.analyze(&json!({"position": position, "play": play})).await;
    let asked = format!("{position} in {play} play");
    let lists = position.as_object().unwrap();
    for (game, list) in lists {
        let values = answer["values"].get(game).map_or(0, |values| values.as_array().unwrap().len());
        assert_eq!(values, list.as_array().unwrap().len(), "{asked}: {answer}");
    }
    let first = answer["winner"] == "first";
    assert!(first || answer["winner"] == "second", "{asked}: {answer}");
    if play == "normal" {
        assert_eq!(first, answer["grundy"] != 0, "{asked}: {answer}");
    }
    let chosen = &answer["move"];
    if chosen.is_null() {
        assert!(answer["after"].is_null() && answer["winning_count"] == 0, "{asked}: {answer}");
        assert_eq!(first, play == "misere", "{asked}: {answer}");
        return answer;
    }
    assert_eq!(first, answer["winning_count"] != 0, "{asked}: {answer}");
    let (game, index) = (chosen["game"].as_str().unwrap(), usize::try_from(chosen["index"].as_u64().unwrap()).unwrap());
    assert_eq!(chosen["from"], position[game][index], "{asked}: {answer}");
    assert_ne!(chosen["to"], chosen["from"], "{asked}: {answer}");
    assert!(!chosen["text"].as_str().unwrap().is_empty(), "{asked}: {answer}");
    let mut after = position.clone();
    after.as_object_mut().unwrap().retain(|_, list| !list.as_array().unwrap().is_empty());
    after[game][index] = chosen["to"].clone();
    assert_eq!(answer["after"], after, "{asked}: {answer}");
    if first {
        let next = server.analyze(&json!({"position": after, "play": play, "brief": true})).await;
        assert_eq!(next["winner"], "second", "after the recommended move in {asked}: {answer}");
    }
    answer
}

/// Checks the winner, the Grundy value and the number of winning moves. Also checks the game, the index and the result
/// of the recommended move.
async fn assert_solution(
    server: &Server,
    (position, play): (&Value, &str),
    (winner, grundy, count): (&str, u64, u64),
    chosen: Option<(&str, usize, Value)>,
) {
    let answer = solve(server, position, play).await;
    let found = (&answer["winner"], &answer["grundy"], &answer["winning_count"]);
    assert_eq!(found, (&winner.into(), &grundy.into(), &count.into()), "{position} in {play} play: {answer}");
    let found = answer["move"].as_object().map(|found| json!([found["game"], found["index"], found["to"]]));
    assert_eq!(found, chosen.map(|(game, index, to)| json!([game, index, to])), "{position} in {play} play: {answer}");
    // The same request as a URL has the same answer.
    if position.as_object().unwrap().values().all(|list| list != &json!([])) && *position != json!({}) {
        let url = format!("/v1/analyze?{}&play={play}", query(position));
        assert_eq!(server.read(&url).await, answer, "{url}");
    }
}

/// Returns the position as a query string.
fn query(position: &Value) -> String {
    let text = |component: &Value| match component {
        Value::Array(numbers) => {
            numbers.iter().map(|number| number.to_string().replace('"', "")).collect::<Vec<_>>().join(",")
        }
        other => other.to_string().replace('"', ""),
    };
    let games = position.as_object().unwrap().iter();
    let parameters =
        games.flat_map(|(game, list)| list.as_array().unwrap().iter().map(move |one| format!("{game}={}", text(one))));
    parameters.collect::<Vec<_>>().join("&")
}

/// Returns an integer as answers write it.
fn wire(number: &UBig) -> Value {
    match u64::try_from(number) {
        Ok(small) if small < 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

/// Returns the `n`-th Fibonacci number, and the one after it.
fn fibonacci(n: u32) -> (UBig, UBig) {
    (0..n).fold((UBig::ZERO, UBig::ONE), |(a, b), _| (b.clone(), a + b))
}

#[tokio::test]
async fn the_example_of_the_readme() {
    let server = start(&[]).await;
    let expected = json!({
        "winner": "first",
        "grundy": 5,
        "values": {"euclid": [5]},
        "winning_count": 1,
        "move": {"game": "euclid", "index": 0, "from": [5, 26], "to": [5, 6], "text": "subtract 4 × 5 from 26"},
        "after": {"euclid": [[5, 6]]}
    });
    assert_eq!(server.analyze(&json!({"position": {"euclid": [[5, 26]]}})).await, expected);
    let response = server.get("/v1/analyze?euclid=5,26").await;
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.json::<Value>().await.unwrap(), expected);
}

#[tokio::test]
async fn the_samples_of_codeforces_167c() {
    let server = start(&[]).await;
    let samples = [json!([10, 21]), json!([31, 10]), json!([0, 1]), json!([10, 30])];
    for (pair, winner, grundy, to) in [
        (&samples[0], "first", 1, Some(json!([10, 11]))),
        (&samples[1], "second", 0, Some(json!([21, 10]))),
        (&samples[2], "second", 0, None),
        (&samples[3], "first", 1, Some(json!([10, 0]))),
    ] {
        let chosen = to.map(|to| ("wizards", 0, to));
        assert_solution(&server, (&json!({"wizards": [pair]}), "normal"), (winner, grundy, grundy), chosen).await;
    }
    // Now the four positions are one sum.
    let sum = json!({ "wizards": samples });
    let chosen = Some(("wizards", 0, json!([10, 11])));
    assert_solution(&server, (&sum, "normal"), ("second", 0, 0), chosen).await;
    assert_eq!(server.analyze(&json!({ "position": sum })).await["values"], json!({"wizards": [1, 0, 0, 1]}));
}

#[tokio::test]
async fn won_positions_of_normal_play() {
    let server = start(&[]).await;
    for (position, grundy, count, game, index, to) in [
        (json!({"euclid": [[3, 5]]}), 1, 1, "euclid", 0, json!([3, 2])),
        (json!({"euclid": [[1, 4]]}), 3, 1, "euclid", 0, json!([1, 1])),
        (json!({"euclid": [[5, 26], [3, 4]], "red-blue": ["RBBR"]}), 5, 1, "euclid", 0, json!([5, 6])),
        (json!({"euclid": [[1, 4]], "wizards": [[3, 5]]}), 2, 1, "euclid", 0, json!([1, 2])),
        (json!({"euclid": [[3, 5]], "red-blue": ["RB"]}), 3, 1, "red-blue", 0, json!("BR")),
        (json!({"red-blue": ["RBB"]}), 1, 2, "red-blue", 0, json!("BRR")),
        (json!({"empty-and-divide": [[5, 6]]}), 1, 2, "empty-and-divide", 0, json!([1, 5])),
        (json!({"empty-and-divide": [[10, 11]]}), 2, 3, "empty-and-divide", 0, json!([1, 9])),
        (json!({"power-pile": [[4, 4]]}), 2, 1, "power-pile", 0, json!([4, 0])),
        (json!({"power-pile": [[4, 12], [4, 6]]}), 1, 4, "power-pile", 1, json!([4, 5])),
        // The three components have equal values, so in each of them the move to the value 0 wins.
        (json!({"euclid": [[1, 3]], "red-blue": ["RB"], "power-pile": [[4, 4]]}), 2, 3, "euclid", 0, json!([1, 1])),
    ] {
        assert_solution(&server, (&position, "normal"), ("first", grundy, count), Some((game, index, to))).await;
    }
}

#[tokio::test]
async fn lost_positions_still_have_a_move() {
    let server = start(&[]).await;
    for (position, game, index, to) in [
        (json!({"euclid": [[3, 4]]}), "euclid", 0, json!([3, 1])),
        (json!({"euclid": [[7, 7], [4, 3]]}), "euclid", 1, json!([1, 3])),
        (json!({"wizards": [[31, 10]]}), "wizards", 0, json!([21, 10])),
        (json!({"red-blue": ["BB", "RBBR"]}), "red-blue", 1, json!("RBBB")),
        (json!({"red-blue": ["RBBB", "RBBB", "RR"]}), "red-blue", 0, json!("BRRR")),
        (json!({"empty-and-divide": [[7, 9]]}), "empty-and-divide", 0, json!([1, 8])),
        (json!({"power-pile": [[4, 12]]}), "power-pile", 0, json!([4, 11])),
        (json!({"euclid": [[3, 5]], "wizards": [[3, 5]]}), "euclid", 0, json!([3, 2])),
        (
            json!({"euclid": [[9, 9]], "wizards": [[0, 4]], "power-pile": [[2, 0], [2, 3]]}),
            "power-pile",
            1,
            json!([2, 2]),
        ),
    ] {
        assert_solution(&server, (&position, "normal"), ("second", 0, 0), Some((game, index, to))).await;
    }
}

#[tokio::test]
async fn the_number_that_changes_stays_in_its_place() {
    let server = start(&[]).await;
    for (position, game, to) in [
        (json!({"euclid": [[5, 26]]}), "euclid", json!([5, 6])),
        (json!({"euclid": [[26, 5]]}), "euclid", json!([6, 5])),
        (json!({"wizards": [[10, 21]]}), "wizards", json!([10, 11])),
        (json!({"wizards": [[21, 10]]}), "wizards", json!([11, 10])),
        (json!({"wizards": [[2, 2]]}), "wizards", json!([2, 0])),
        (json!({"wizards": [[30, 10]]}), "wizards", json!([0, 10])),
        // Here a move changes both numbers, so neither number keeps its place. The answer sorts them.
        (json!({"empty-and-divide": [[6, 5]]}), "empty-and-divide", json!([1, 5])),
        (json!({"empty-and-divide": [[5, 6]]}), "empty-and-divide", json!([1, 5])),
        (json!({"empty-and-divide": [[2, 2]]}), "empty-and-divide", json!([1, 1])),
    ] {
        let answer = solve(&server, &position, "normal").await;
        assert_eq!((&answer["move"]["game"], &answer["move"]["to"]), (&game.into(), &to), "{position}: {answer}");
    }
}

#[tokio::test]
async fn an_empty_position_is_lost_in_normal_play_and_won_in_misere_play() {
    let server = start(&[]).await;
    for (position, values) in [
        (json!({}), json!({})),
        (json!({"euclid": [[7, 7]]}), json!({"euclid": [0]})),
        (
            json!({"euclid": [[7, 7]], "wizards": [[0, 5], [0, 0]], "red-blue": ["", "BBB"], "empty-and-divide": [[1, 1]],
                "power-pile": [[3, 0]]}),
            json!({"euclid": [0], "wizards": [0, 0], "red-blue": [0, 0], "empty-and-divide": [0], "power-pile": [0]}),
        ),
    ] {
        for (play, winner) in [("normal", "second"), ("misere", "first")] {
            let answer = server.analyze(&json!({"position": position, "play": play})).await;
            let expected = json!({
                "winner": winner, "grundy": 0, "values": values, "winning_count": 0, "move": null, "after": null
            });
            assert_eq!(answer, expected, "{position} in {play} play");
        }
    }
    // The list of a game may be empty. An empty list adds nothing to the sum.
    for position in [json!({"euclid": []}), json!({"euclid": [], "red-blue": [], "power-pile": []})] {
        let answer = solve(&server, &position, "normal").await;
        assert_eq!((&answer["winner"], &answer["move"]), (&"second".into(), &Value::Null), "{answer}");
    }
    let position = json!({"wizards": [], "euclid": [[5, 26]], "red-blue": []});
    assert_solution(&server, (&position, "normal"), ("first", 5, 1), Some(("euclid", 0, json!([5, 6])))).await;
}

#[tokio::test]
async fn brief_leaves_out_what_is_long() {
    let server = start(&[]).await;
    let expected = json!({
        "winner": "first", "grundy": 5, "winning_count": 1,
        "move": {"game": "euclid", "index": 0, "to": [5, 6], "text": "subtract 4 × 5 from 26"}
    });
    let position = json!({"euclid": [[5, 26]]});
    assert_eq!(server.analyze(&json!({"position": position, "brief": true})).await, expected);
    assert_eq!(server.read("/v1/analyze?brief=true&euclid=5,26").await, expected);
    let whole = server.analyze(&json!({ "position": position })).await;
    assert_eq!(server.analyze(&json!({"brief": false, "position": position})).await, whole);
    assert_eq!(server.read("/v1/analyze?euclid=5,26&brief=false").await, whole);
    let nothing = json!({"winner": "second", "grundy": 0, "winning_count": 0, "move": null});
    assert_eq!(server.analyze(&json!({"position": {}, "brief": true})).await, nothing);
}

#[tokio::test]
async fn an_id_comes_back_first_and_as_sent() {
    let server = start(&[]).await;
    let longest = format!("\"{}\"", "x".repeat(128));
    let ids = [
        r#""q1""#,
        "\"\"",
        "\"é\"",
        r#""\u00e9""#,
        r#""a\"b\\""#,
        "\"7\"",
        "7",
        "0",
        "-7",
        "9007199254740993",
        "123456789012345678901234567890",
        &longest,
    ];
    for id in ids {
        let answer = server.post("/v1/analyze", format!(r#"{{"position": {{}}, "id": {id}}}"#)).await;
        let answer = answer.text().await.unwrap();
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"#)), "{id}: {answer}");
        serde_json::from_str::<Value>(&answer).unwrap();
    }
    let answer = server.read("/v1/analyze?euclid=5,26&id=%C3%A9%22+7").await;
    assert_eq!(answer["id"], "é\" 7");
    let answer = server.read("/v1/analyze?euclid=5,26&id=7").await;
    assert_eq!(answer["id"], "7");
    assert_eq!(server.analyze(&json!({"position": {}})).await.get("id"), None);
}

#[tokio::test]
async fn games_come_in_any_order_and_go_in_the_order_of_the_catalogue() {
    let server = start(&[]).await;
    let catalogue = server.read("/v1/games").await;
    let place =
        |game: &str| catalogue["games"].as_array().unwrap().iter().position(|entry| entry["id"] == game).unwrap();
    let lists = [
        r#""power-pile": [[4, 12], [4, 4]]"#,
        r#""red-blue": ["RBBR"]"#,
        r#""euclid": [[3, 4], [7, 7]]"#,
        r#""empty-and-divide": [[3, 3]]"#,
        r#""wizards": [[0, 1]]"#,
    ];
    let mut answers = Vec::new();
    for turn in 0..lists.len() {
        let mut lists = lists;
        lists.rotate_left(turn);
        let answer = server.post("/v1/analyze", format!(r#"{{"position": {{{}}}}}"#, lists.join(", "))).await;
        answers.push(answer.text().await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    let answer: Value = serde_json::from_str(&answers[0]).unwrap();
    let chosen =
        json!({"game": "power-pile", "index": 1, "from": [4, 4], "to": [4, 0], "text": answer["move"]["text"]});
    assert_eq!(answer["move"], chosen);
    for part in ["\"values\":", "\"after\":"] {
        let text = &answers[0][answers[0].find(part).unwrap()..];
        let mut games = ["euclid", "wizards", "red-blue", "empty-and-divide", "power-pile"];
        games.sort_by_key(|game| place(game));
        let found: Vec<_> = games.iter().map(|game| text.find(&format!("\"{game}\":")).unwrap()).collect();
        assert!(found.is_sorted(), "{part} {}", answers[0]);
    }
    // In a URL, the parameters of a game need not be adjacent. The index of a move counts only the components of the
    // same game.
    let url = "/v1/analyze?power-pile=4,12&euclid=3,4&power-pile=4,4&red-blue=RBBR&euclid=7,7&empty-and-divide=3,3&wizards=0,1";
    assert_eq!(server.get(url).await.text().await.unwrap(), answers[0]);
}

#[tokio::test]
async fn a_list_of_integers_is_several_components_in_a_url() {
    let server = start(&[]).await;
    let answer = async |query: &str| server.read(&format!("/v1/analyze?{query}")).await;
    for (list, parameters) in [
        ("nim=3,4,5", "nim=3&nim=4&nim=5"),
        ("nim=3,4&nim=5", "nim=3&nim=4,5"),
        ("octal(0.137)=17,9&kayles=12,3", "octal(0.137)=17&kayles=12&octal(0.137)=9&kayles=3"),
    ] {
        assert_eq!(answer(list).await, answer(parameters).await, "{list}");
    }
    assert_eq!(answer("nim=3,4,5").await["values"], json!({"nim": [3, 4, 5]}));
    // If a position has several numbers, a comma separates numbers and not positions.
    assert_eq!(answer("euclid=5,26").await["values"], json!({"euclid": [5]}));
    assert_eq!(answer("nimble=0,1,2").await["values"], json!({"nimble": [1]}));
}

#[tokio::test]
async fn hundreds_of_thousands_of_components() {
    let server = start(&["--max-body", "4000000"]).await;
    // The values that are not 0 begin at index 100,000.
    let pairs = |won: usize| [vec![[1, 1]; 100_000], vec![[5, 26]; won]].concat();
    let answer = server.analyze(&json!({"position": {"euclid": pairs(100_001), "red-blue": ["BB"]}})).await;
    let found = (&answer["winner"], &answer["grundy"], &answer["winning_count"]);
    assert_eq!(found, (&"first".into(), &5.into(), &100_001.into()));
    let text = "subtract 4 × 5 from 26";
    assert_eq!(
        answer["move"],
        json!({"game": "euclid", "index": 100_000, "from": [5, 26], "to": [5, 6], "text": text})
    );
    let mut after = pairs(100_001);
    after[100_000] = [5, 6];
    assert_eq!(answer["after"], json!({"euclid": after, "red-blue": ["BB"]}));
    assert_eq!(answer["values"]["euclid"].as_array().unwrap().len(), 200_001);
    let misere =
        server.analyze(&json!({"position": {"euclid": pairs(100_000)}, "play": "misere", "brief": true})).await;
    assert_eq!((&misere["winner"], &misere["move"]["index"]), (&"second".into(), &100_000.into()), "{misere}");
}

#[tokio::test]
async fn a_quarter_of_a_million_components_in_a_body_of_default_size() {
    let server = start(&[]).await;
    let answer = server.analyze(&json!({"position": {"red-blue": vec!["R"; 250_001]}, "brief": true})).await;
    let found = (&answer["winner"], &answer["grundy"], &answer["winning_count"], &answer["move"]["to"]);
    assert_eq!(found, (&"first".into(), &1.into(), &250_001.into(), &"B".into()));
}

#[tokio::test]
async fn integers_go_out_as_strings_from_2_to_the_53() {
    let server = start(&[]).await;
    let lost = [1, 1];
    for (larger, grundy, from) in [
        ("9007199254740991", json!(9_007_199_254_740_990_u64), json!([1, 9_007_199_254_740_991_u64])),
        ("9007199254740992", json!(9_007_199_254_740_991_u64), json!([1, "9007199254740992"])),
        ("9007199254740993", json!("9007199254740992"), json!([1, "9007199254740993"])),
        ("9223372036854775807", json!("9223372036854775806"), json!([1, "9223372036854775807"])),
        ("\"18446744073709551616\"", json!("18446744073709551615"), json!([1, "18446744073709551616"])),
        ("\"18446744073709551617\"", json!("18446744073709551616"), json!([1, "18446744073709551617"])),
        ("\"17\"", json!(16), json!([1, 17])),
    ] {
        let response = server.post("/v1/analyze", format!(r#"{{"position": {{"euclid": [[1, {larger}]]}}}}"#)).await;
        let answer: Value = response.json().await.unwrap();
        assert_eq!(
            (&answer["grundy"], &answer["values"]),
            (&grundy, &json!({"euclid": [grundy]})),
            "{larger}: {answer}"
        );
        assert_eq!((&answer["move"]["from"], &answer["move"]["to"]), (&from, &json!(lost)), "{larger}: {answer}");
        let url = format!("/v1/analyze?euclid=1,{}", larger.replace('"', ""));
        assert_eq!(server.read(&url).await, answer, "{url}");
    }
    // The count of winning moves is exact, too. Half of the ways to divide the 2^70 chips put an odd number into each
    // box, and only these moves win.
    let answer = solve(&server, &json!({"empty-and-divide": [[1, "1180591620717411303424"]]}), "normal").await;
    assert_eq!(
        (&answer["grundy"], &answer["winning_count"]),
        (&70.into(), &"295147905179352825856".into()),
        "{answer}"
    );
    assert_eq!(answer["move"]["to"], json!([1, "1180591620717411303423"]));
}

#[tokio::test]
async fn long_integers_are_shortened_in_texts_only() {
    let server = start(&[]).await;
    let (a, b) = ("7".repeat(1000), "8".repeat(2000));
    let answer =
        solve(&server, &json!({"euclid": [[b, a]], "wizards": [[a, b]], "power-pile": [[3, b]]}), "normal").await;
    assert!(answer["grundy"].as_str().unwrap().len() >= 1000, "{answer}");
    assert!(answer["move"]["text"].as_str().unwrap().len() < 300, "{answer}");
}

#[tokio::test]
async fn boxes_of_thousands_of_digits() {
    let server = start(&[]).await;
    let parse = |digits: &str| UBig::from_str_radix(digits, 10).unwrap();
    let two_to = |exponent: usize| UBig::ONE << exponent;
    for (m, n) in [
        (parse(&"7".repeat(4000)), parse(&"12345678".repeat(500))),
        (parse(&"9".repeat(4000)), parse(&"1".repeat(4000))),
        (two_to(13_000), two_to(13_000)),
        (two_to(13_000), UBig::ONE),
        (two_to(13_280) + two_to(200), parse(&"31".repeat(2000))),
    ] {
        let either = (&m - UBig::ONE) | (&n - UBig::ONE);
        let grundy = (either + UBig::ONE).trailing_zeros().unwrap();
        // The position [5, 26] of Euclid has the value 5. In a sum with this position, a winning move in
        // empty-and-divide must leave boxes with the value 5.
        for others in [json!([]), json!([[5, 26]])] {
            let position = json!({"empty-and-divide": [[wire(&m), wire(&n)]], "euclid": others});
            let answer = solve(&server, &position, "normal").await;
            assert_eq!(answer["values"]["empty-and-divide"], json!([grundy]));
            let Some(to) = answer["move"]["to"].as_array().filter(|_| answer["move"]["game"] == "empty-and-divide")
            else {
                assert!(answer["grundy"] == 0 || grundy & 5 != 5, "{}", answer["move"]);
                continue;
            };
            let part = |index: usize| parse(to[index].to_string().trim_matches('"'));
            assert!(part(0) <= part(1) && part(0) >= UBig::ONE);
            assert!([&m, &n].contains(&&(part(0) + part(1))), "a box is divided into {to:?}");
        }
    }
}

#[tokio::test]
async fn wizards_of_fibonacci_numbers_with_a_thousand_digits() {
    let server = start(&[]).await;
    // From (2, 3) on, the larger number of a pair is less than twice the smaller one. So each pair has only one move,
    // which leads to the pair before it. The pair (2, 3) has the value 0, and from there on, the values alternate
    // between 0 and 1. Each pair after (1, 2) has the same winner in misère play as in normal play.
    for (n, winner, grundy) in [(4786, "first", 1), (4787, "second", 0), (9999, "second", 0), (10_000, "first", 1)] {
        let (a, b) = fibonacci(n);
        assert!(a.to_string().len() >= 1000);
        for play in ["normal", "misere"] {
            let answer = solve(&server, &json!({"wizards": [[b.to_string(), a.to_string()]]}), play).await;
            let found = (&answer["winner"], &answer["grundy"], &answer["winning_count"]);
            assert_eq!(found, (&winner.into(), &grundy.into(), &grundy.into()), "F({n}) in {play} play");
            assert_eq!(answer["move"]["to"], json!([(&b - &a).to_string(), a.to_string()]), "F({n}) in {play} play");
        }
    }
}

#[tokio::test]
async fn misere_play_of_each_game() {
    let server = start(&[]).await;
    for (position, winner, grundy, count, chosen) in [
        (json!({"euclid": [[2, 3]]}), "first", 0, 1, ("euclid", json!([2, 1]))),
        (json!({"euclid": [[3, 5]]}), "second", 1, 0, ("euclid", json!([3, 2]))),
        (json!({"euclid": [[3, 4]]}), "second", 0, 0, ("euclid", json!([3, 1]))),
        (json!({"euclid": [[1, 4]]}), "first", 3, 1, ("euclid", json!([1, 2]))),
        (json!({"euclid": [[26, 5]]}), "first", 5, 1, ("euclid", json!([6, 5]))),
        (json!({"wizards": [[10, 21]]}), "first", 1, 1, ("wizards", json!([10, 11]))),
        (json!({"wizards": [[3, 5]]}), "first", 1, 1, ("wizards", json!([3, 2]))),
        (json!({"wizards": [[2, 2]]}), "second", 1, 0, ("wizards", json!([2, 0]))),
        (json!({"red-blue": ["R"]}), "second", 1, 0, ("red-blue", json!("B"))),
        (json!({"red-blue": ["RB"]}), "first", 2, 1, ("red-blue", json!("BR"))),
        (json!({"red-blue": ["RBB"]}), "second", 1, 0, ("red-blue", json!("BRR"))),
        (json!({"power-pile": [[3, 1]]}), "second", 1, 0, ("power-pile", json!([3, 0]))),
        (json!({"power-pile": [[4, 4]]}), "first", 2, 1, ("power-pile", json!([4, 3]))),
        (json!({"power-pile": [[4, 6]]}), "second", 1, 0, ("power-pile", json!([4, 5]))),
        (json!({"empty-and-divide": [[5, 6]]}), "first", 1, 1, ("empty-and-divide", json!([1, 5]))),
        (json!({"empty-and-divide": [[5, 8]]}), "second", 3, 0, ("empty-and-divide", json!([1, 7]))),
        (json!({"empty-and-divide": [[2, 9]]}), "first", 1, 1, ("empty-and-divide", json!([1, 8]))),
        (json!({"empty-and-divide": [[1, 7]]}), "first", 0, 1, ("empty-and-divide", json!([2, 5]))),
        (json!({"empty-and-divide": [[3, 3]]}), "first", 0, 1, ("empty-and-divide", json!([1, 2]))),
        (json!({"empty-and-divide": [[2, 2]]}), "second", 1, 0, ("empty-and-divide", json!([1, 1]))),
    ] {
        let (game, to) = chosen;
        assert_solution(&server, (&position, "misere"), (winner, grundy, count), Some((game, 0, to))).await;
    }
    // Each position has two winning moves, and the game chooses which of them is recommended. `solve` checks that the
    // recommended move wins.
    for position in
        [json!({"power-pile": [[4, 12]]}), json!({"red-blue": ["RBBR"]}), json!({"empty-and-divide": [[10, 11]]})]
    {
        let answer = solve(&server, &position, "misere").await;
        assert_eq!((&answer["winner"], &answer["winning_count"]), (&"first".into(), &2.into()), "{position}: {answer}");
    }
}

#[tokio::test]
async fn misere_play_of_sums() {
    let server = start(&[]).await;
    for (position, winner, count) in [
        (json!({"euclid": [[1, 4]], "wizards": [[3, 5]]}), "first", 1),
        (json!({"euclid": [[3, 5]], "red-blue": ["R"]}), "first", 2),
        (json!({"euclid": [[3, 5]], "red-blue": ["RB"]}), "first", 1),
        (json!({"euclid": [[1, 3]], "red-blue": ["RB"], "power-pile": [[4, 4]]}), "first", 3),
        (json!({"empty-and-divide": [[1, 5]], "euclid": [[1, 2]]}), "first", 1),
        (json!({"empty-and-divide": [[2, 4]], "euclid": [[1, 3]]}), "second", 0),
        (json!({"empty-and-divide": [[2, 2]], "euclid": [[2, 3]]}), "second", 0),
        (json!({"empty-and-divide": [[2, 3]], "wizards": [[2, 3]], "red-blue": ["RB"]}), "second", 0),
        (json!({"empty-and-divide": [[5, 5]], "euclid": [[1, 3]]}), "first", 3),
    ] {
        let answer = solve(&server, &position, "misere").await;
        assert_eq!(
            (&answer["winner"], &answer["winning_count"]),
            (&winner.into(), &count.into()),
            "{position}: {answer}"
        );
    }
}

#[tokio::test]
async fn misere_empty_and_divide_alone_is_answered_for_any_size() {
    let server = start(&[]).await;
    let digits = |first: &str, middle: &str, last: &str| format!("{first}{}{last}", middle.repeat(28));
    // 10^30 is 1 modulo 3.
    let (power, one_more, two_more) = (digits("1", "0", "00"), digits("1", "0", "01"), digits("1", "0", "02"));
    let answer = solve(&server, &json!({"empty-and-divide": [[2, one_more]]}), "misere").await;
    assert_eq!((&answer["winner"], &answer["winning_count"]), (&"second".into(), &0.into()), "{answer}");
    let answer = solve(&server, &json!({"empty-and-divide": [[two_more, 2]]}), "misere").await;
    assert_eq!((&answer["winner"], &answer["winning_count"]), (&"first".into(), &1.into()), "{answer}");
    assert_eq!(answer["move"]["to"], json!([1, one_more]));
    let answer = solve(&server, &json!({"empty-and-divide": [[power, 1]]}), "misere").await;
    assert_eq!(answer["winning_count"], digits("1", "6", "7"), "{answer}");
    assert_eq!(answer["move"]["to"], json!([2, digits("9", "9", "8")]));
}

#[tokio::test]
async fn components_without_options_are_dropped_first_in_misere_play() {
    let server = start(&[]).await;
    let position = json!({
        "euclid": [[4, 4]], "wizards": [[0, 3]], "red-blue": ["", "BB"], "empty-and-divide": [[1, 1], [1, 7], [1, 1]],
        "power-pile": [[2, 0]]
    });
    let chosen = Some(("empty-and-divide", 1, json!([2, 5])));
    assert_solution(
        &server,
        (&json!({"empty-and-divide": [[1, 1], [1, 7], [1, 1]], "wizards": [[0, 3]]}), "misere"),
        ("first", 0, 1),
        chosen,
    )
    .await;
    let answer = solve(&server, &position, "misere").await;
    assert_eq!((&answer["move"]["index"], &answer["move"]["to"]), (&1.into(), &json!([2, 5])), "{answer}");
    let lost = json!({"empty-and-divide": [[1, 1], [5, 8]], "euclid": [[4, 4]]});
    let answer = solve(&server, &lost, "misere").await;
    assert_eq!((&answer["winner"], &answer["move"]["index"]), (&"second".into(), &1.into()), "{answer}");
}

#[tokio::test]
async fn sums_that_are_searched_have_a_limit() {
    let wild = json!({"position": {"empty-and-divide": [[1, 6]], "nim": [1]}, "play": "misere"});
    assert_eq!(start(&[]).await.analyze(&wild).await["winner"], "first");
    let server = start(&["--max-states", "4"]).await;
    let fault = ("misere-unsupported", "/position/empty-and-divide/0", "too many sums");
    server.assert_refused("/v1/analyze", &wild, fault).await;
}

/// The fields that only some kinds of requests have, in bodies and in URLs.
#[tokio::test]
async fn how_to_play() {
    let server = start(&[]).await;
    for (field, fault) in [
        (r#""mistakes": 0.5"#, ("invalid-request", "", "seed")),
        (r#""mistakes": 1.5, "seed": 1"#, ("invalid-request", "/mistakes", "0 to 1")),
        (r#""mistakes": -0.1, "seed": 1"#, ("invalid-request", "/mistakes", "0 to 1")),
        (r#""mistakes": "0.5", "seed": 1"#, ("invalid-request", "/mistakes", "0 to 1")),
        (r#""seed": -1"#, ("invalid-request", "/seed", "0 or more")),
        (r#""seed": null"#, ("invalid-request", "/seed", "")),
        (r#""seed": "11111111111111111111111111111111111111111""#, ("invalid-request", "/seed", "40")),
        (r#""line": 0"#, ("invalid-request", "/line", "1 to 100")),
        (r#""line": 101"#, ("invalid-request", "/line", "1 to 100")),
        (r#""line": true"#, ("invalid-request", "/line", "integer")),
        (r#""remoteness": 1"#, ("invalid-request", "/remoteness", "true or false")),
        (r#""lines": 3"#, ("invalid-request", "/lines", "remoteness")),
    ] {
        let body = format!(r#"{{"position": {{"nim": [1]}}, {field}}}"#);
        server.assert_refused("/v1/analyze", &body, fault).await;
    }
    for (query, parameter, words) in [
        ("mistakes=NaN&seed=1", "mistakes", "0 to 1"),
        ("mistakes=2&seed=1", "mistakes", "0 to 1"),
        ("seed=x", "seed", "0 or more"),
        ("seed=1&seed=2", "seed", "twice"),
        ("line=0", "line", "1 to 100"),
        ("line=+1", "line", "1 to 100"),
        ("remoteness=yes", "remoteness", "true or false"),
        ("games=%7B%7D", "games", "POST"),
        ("mine=a", "mine", "mine"),
    ] {
        server.assert_bad_query(&format!("/v1/analyze?nim=3&{query}"), parameter, words).await;
    }
    let document = problem(server.get("/v1/analyze?nim=3&mistakes=0.5").await, 400, "invalid-query").await;
    assert_eq!(document["errors"][0]["pointer"], "/seed", "{document}");
    // A URL gets the same answer as the body.
    let url = "/v1/analyze?nim=3&nim=5&nim=9&remoteness=true&line=7&seed=12&mistakes=0.25";
    let asked = server.read(url).await;
    let request = json!({"position": {"nim": [3, 5, 9]}, "remoteness": true, "line": 7, "seed": 12, "mistakes": 0.25});
    assert_eq!(asked, server.analyze(&request).await);
    assert_eq!(asked["line"].as_array().unwrap().len(), 7);
    // A request for a list of moves does not accept `seed`.
    let body = r#"{"position": {"nim": [1]}, "seed": 1}"#;
    server.assert_refused("/v1/moves", body, ("invalid-request", "/seed", "limit")).await;
}
