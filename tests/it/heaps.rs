//! Tests games of heaps through the live server: faults in the key of a family, and heaps of a thousand digits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::str::FromStr;

use crate::common::{by_brute_force, kayles, problem, start};
use crate::moves::listed;
use dashu_int::UBig;
use serde_json::{Value, json};

#[tokio::test]
async fn keys_that_make_no_game() {
    let server = start(&[]).await;
    for (key, code, pointer, words) in [
        // A wrong digit, or no point. The message shows the digit, or the example 0.77.
        ("octal(0.79)", "invalid-game", "/position/octal(0.79)", "9"),
        ("octal(0.7x)", "invalid-game", "/position/octal(0.7x)", "x"),
        ("hexadecimal(0.3g)", "invalid-game", "/position/hexadecimal(0.3g)", "g"),
        ("octal(77)", "invalid-game", "/position/octal(77)", "0.77"),
        ("octal()", "invalid-game", "/position/octal()", "0.77"),
        // By these rules, a move may take nothing, so play might never end.
        ("octal(3.7)", "invalid-game", "/position/octal(3.7)", "3"),
        ("hexadecimal(5.3)", "invalid-game", "/position/hexadecimal(5.3)", "5"),
        ("subtraction(0,1)", "invalid-game", "/position/subtraction(0,1)", "0"),
        ("subtraction(a)", "invalid-game", "/position/subtraction(a)", "a"),
        ("all-but(0)", "invalid-game", "/position/all-but(0)", "0"),
        // Parameters for a game that has none, and a family without parameters.
        ("octal", "invalid-game", "/position/octal", "octal(0."),
        ("subtraction", "invalid-game", "/position/subtraction", "subtraction("),
        ("kayles(3)", "invalid-game", "/position/kayles(3)", "kayles"),
        ("nim()", "invalid-game", "/position/nim()", "nim"),
        // There is no game with this name.
        ("octel(0.77)", "unknown-game", "/position/octel(0.77)", "octal(0."),
        ("kayle", "unknown-game", "/position/kayle", "kayles"),
        ("octal(0.77", "unknown-game", "/position/octal(0.77", "octal(0."),
    ] {
        server.assert_refused("/v1/analyze", json!({"position": {key: [3]}}), (code, pointer, words)).await;

        // The same keys in a URL, in which an unknown game is an unknown parameter.
        let query: String = form_urlencoded::Serializer::new(String::new()).append_pair(key, "3").finish();
        let of_game = (422, code, pointer.to_owned());
        let is_unknown = code == "unknown-game";
        let (status, code, pointer) = if is_unknown { (400, "invalid-query", format!("/{key}")) } else { of_game };
        let document = problem(server.get(&format!("/v1/analyze?{query}")).await, status, code).await;
        let place = (&document["errors"][0]["parameter"], &document["errors"][0]["pointer"]);
        assert_eq!(place, (&key.into(), &pointer.into()), "{document}");
        assert!(document["detail"].as_str().unwrap().contains(words), "{document}");
    }
}

/// A list of heaps is refused if an entry is not the size of a heap. A number in place of the list is refused, too.
#[tokio::test]
async fn heaps_that_are_none() {
    let server = start(&[]).await;
    let far = "1".repeat(100_001);
    for (heaps, code, pointer) in [
        (json!([3, far]), "too-many-digits", "/position/kayles/1"),
        (json!([3, -1]), "invalid-integer", "/position/kayles/1"),
        (json!(3), "invalid-request", "/position/kayles"),
    ] {
        server.assert_refused("/v1/analyze", json!({"position": {"kayles": heaps}}), (code, pointer, "")).await;
    }
}

fn integer(json: &Value) -> UBig {
    json.as_str().map_or_else(|| json.as_u64().unwrap().into(), |text| UBig::from_str(text).unwrap())
}

/// Returns how many moves a row has, and which of them win in normal play. `values` has the value of each row. Two ways
/// to take pins count as one move if one way is the reflection of the other.
fn winning_rows(values: &[usize], pins: usize) -> (usize, Vec<Vec<usize>>) {
    let all = kayles(pins);
    let winning = all.iter().filter(|parts| values[parts[0]] == values[parts[1]]);
    let parts = winning.map(|parts| parts.iter().copied().filter(|part| *part > 0).collect());
    (all.len(), parts.collect())
}

/// Kayles has the period 12, so a long row behaves like a short one.
#[tokio::test]
async fn rows_of_kayles_of_any_length() {
    let server = start(&[]).await;
    let values = by_brute_force(401, kayles);
    // The added number is a multiple of the period 12, so the value stays the same.
    for small in [144_usize, 145, 150, 151, 155] {
        let digits = format!("1{}", "0".repeat(27));
        let huge = UBig::from_str(&digits).unwrap();
        let huge = &huge - &huge % UBig::from(12_u8) + UBig::from(small);
        let [answer, again] =
            [json!(huge.to_string()), json!(small)].map(|pins| json!({"position": {"kayles": [pins]}}));
        let (answer, again) = (server.analyze(&answer).await, server.analyze(&again).await);
        assert_eq!(answer["grundy"], values[small], "{small}");
        assert_eq!(again["grundy"], values[small], "{small}");
        let (count, rows) = winning_rows(&values, small);
        assert_eq!(again["winning_count"], rows.len(), "{small}");

        // The pages list each move once, in the service's order.
        let request = json!({"position": {"kayles": [small]}, "only": "winning"});
        let page = server.ask("/v1/moves", &request).await;
        assert_eq!((&page["count"], &page["winning_count"]), (&json!(count), &json!(rows.len())));
        let listed = listed(&server, &request, 7).await.into_iter();
        let mut listed: Vec<Vec<usize>> =
            listed.map(|mut r#move| serde_json::from_value(r#move["to"].take()).unwrap()).collect();
        let mut expected = rows;
        listed.sort();
        expected.sort();
        assert_eq!(listed, expected, "{small}");

        // For the huge row, a formula gives the number of moves, since a move takes one pin or two. The period is used
        // to check the recommended move.
        let request = json!({"position": {"kayles": [huge.to_string()]}, "limit": 1});
        let moves = server.ask("/v1/moves", &request).await;
        let one = UBig::ONE;
        let expected = (&huge - &one) / UBig::from(2_u8) + &one + (&huge - UBig::from(2_u8)) / UBig::from(2_u8) + &one;
        assert_eq!(integer(&moves["count"]), expected);
        let parts: Vec<UBig> = answer["move"]["to"].as_array().unwrap().iter().map(integer).collect();
        let left: UBig = parts.iter().sum();
        assert!(huge.clone() - left <= UBig::from(2_u8), "{answer}");
        let value = |pins: &UBig| {
            let period = UBig::from(12_u8);
            let alike = if *pins < UBig::from(144_u8) { pins.clone() } else { UBig::from(144_u8) + pins % period };
            values[usize::try_from(alike).unwrap()]
        };
        assert_eq!(parts.iter().fold(0, |sum, part| sum ^ value(part)), 0, "{answer}");
    }
}

/// Checks the number of winning moves of a very long row. For long rows, 24 more pins always add the same amount to
/// this number. The amount depends only on the length modulo 24.
#[tokio::test]
async fn winning_moves_of_a_heap_of_a_thousand_digits() {
    let server = start(&[]).await;
    let values = by_brute_force(401, kayles);
    for rest in [0_usize, 7] {
        let huge = UBig::from_str(&"1".repeat(1000)).unwrap();
        let huge = &huge - &huge % UBig::from(24_u8) + UBig::from(rest);
        let counts: Vec<usize> =
            [240, 264, 288].iter().map(|pins| winning_rows(&values, pins + rest).1.len()).collect();
        assert_eq!(counts[2] - counts[1], counts[1] - counts[0], "linear");
        let rounds = (&huge - UBig::from(240 + rest)) / UBig::from(24_u8);
        let expected = UBig::from(counts[0]) + rounds * UBig::from(counts[1] - counts[0]);
        let answer = server.read(&format!("/v1/analyze?kayles={huge}")).await;
        assert_eq!((integer(&answer["winning_count"]), &answer["grundy"]), (expected, &json!(values[240 + rest])));
        assert_eq!(answer["winner"], "first");
        // The move leads to a lost position, and the text of the move is short.
        let after = server.analyze(&json!({"position": answer["after"]})).await;
        assert_eq!((&after["winner"], &after["winning_count"]), (&json!("second"), &json!(0)));
        assert!(answer["move"]["text"].as_str().unwrap().len() < 300);
    }
}

/// Checks how many moves play lasts if the winner hurries and the loser delays. There are three checks. The winner
/// determines whether this number is odd or even. Each move of perfect play reduces it by 1. A few numbers were found
/// by hand.
#[tokio::test]
async fn lengths_of_play() {
    let server = start(&[]).await;
    for play in ["normal", "misere"] {
        for position in
            [json!({"nim": [3, 5]}), json!({"nim": [2, 2]}), json!({"subtraction(1,2)": [9]}), json!({"nim": []})]
        {
            let ask = |position: &Value| json!({"position": position, "play": play, "remoteness": true});
            let mut answer = server.analyze(&ask(&position)).await;
            let mut length = answer["remoteness"].as_u64().unwrap_or_else(|| panic!("{position}: {answer}"));
            loop {
                assert_eq!(
                    (length % 2 == 1) == (answer["winner"] == "first"),
                    play == "normal",
                    "{position}: {answer}"
                );
                if answer["move"].is_null() {
                    assert_eq!(length, 0, "{position}");
                    break;
                }
                // Both players play perfectly, so each move reduces the length by 1.
                answer = server.analyze(&ask(&answer["after"])).await;
                length = length.checked_sub(1).unwrap();
                assert_eq!(answer["remoteness"], length, "{position}: {answer}");
            }
        }
    }
    // In normal play, one move takes a whole heap of Nim. In misère play, if the heap has more than one object, the
    // first move leaves one object, and the second move takes it.
    for (play, pins, length) in [("normal", 7, 1), ("misere", 7, 2), ("misere", 1, 1), ("normal", 0, 0)] {
        let request = json!({"position": {"nim": [pins]}, "play": play, "remoteness": true});
        assert_eq!(server.analyze(&request).await["remoteness"], length, "{request}");
    }
    // If heaps are too large for a search, the length is null. For heaps that do not fit into a machine word, the
    // service only counts the options and lists none. So it can't search.
    for key in ["octal(0.123)", "kayles", "subtraction(1,2)"] {
        let request = json!({"position": {key: ["1000000000000000000000000003"]}, "remoteness": true});
        assert_eq!(server.analyze(&request).await["remoteness"], Value::Null, "{key}");
    }
    let request = json!({"position": {"nim": ["1000000000000", "2000000000000"]}, "remoteness": true});
    assert_eq!(server.analyze(&request).await["remoteness"], Value::Null);
}

/// The tables that were computed for a position in misère play are used again for the positions after its moves.
#[tokio::test]
async fn misere_games_are_played_on() {
    let server = start(&[]).await;
    for (game, from, to) in [("dawsons-kayles", 14, 12), ("dawsons-chess", 13, 11), ("octal(0.137)", 17, 15)] {
        let turn =
            json!({"position": {game: [from]}, "play": "misere", "move": {"game": game, "index": 0, "to": [to]}});
        let answer = server.ask("/v1/play", &turn).await;
        assert_eq!(answer["position"][game], json!([to]), "{answer}");
        let line = json!({"position": {game: [from]}, "play": "misere", "line": 3});
        let answer = server.analyze(&line).await;
        assert!(!answer["line"].as_array().unwrap().is_empty(), "{answer}");
    }
}
