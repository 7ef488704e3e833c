//! Games of heaps through the live server: what is wrong with the key of a family, and heaps of a thousand digits.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::str::FromStr;

use crate::common::{Server, start};
use dashu_int::UBig;
use serde_json::{Value, json};

/// The error that a position gets: its code, its one pointer, and what it says.
async fn refused(server: &Server, position: Value) -> (String, String, String) {
    let body = json!({ "position": position });
    let response = server.post("/v1/analyze", body.to_string()).await;
    let status = response.status();
    let document: Value = response.json().await.unwrap();
    assert_eq!(status, 422, "{body}: {document}");
    assert_eq!(document["errors"].as_array().unwrap().len(), 1, "{body}: {document}");
    assert_eq!(document["errors"][0]["code"], document["code"], "{document}");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&document["code"]), text(&document["errors"][0]["pointer"]), text(&document["detail"]))
}

#[tokio::test]
async fn keys_that_make_no_game() {
    let server = start(&[]).await;
    for (key, code, pointer, words) in [
        // A digit that there is not: the message has it, and where it stands.
        ("octal(0.79)", "invalid-game", "/position/octal(0.79)", "9"),
        ("octal(0.7x)", "invalid-game", "/position/octal(0.7x)", "x"),
        ("hexadecimal(0.3g)", "invalid-game", "/position/hexadecimal(0.3g)", "g"),
        ("octal(77)", "invalid-game", "/position/octal(77)", "0.77"),
        ("octal()", "invalid-game", "/position/octal()", "0.77"),
        // Nothing is taken, and one heap becomes two: play that never ends.
        ("octal(3.7)", "invalid-game", "/position/octal(3.7)", "3"),
        ("hexadecimal(5.3)", "invalid-game", "/position/hexadecimal(5.3)", "5"),
        ("subtraction(0,1)", "invalid-game", "/position/subtraction(0,1)", "0"),
        ("subtraction(a)", "invalid-game", "/position/subtraction(a)", "a"),
        ("all-but(0)", "invalid-game", "/position/all-but(0)", "0"),
        // Parameters where none belong, and none where some do.
        ("octal", "invalid-game", "/position/octal", "octal(0."),
        ("subtraction", "invalid-game", "/position/subtraction", "subtraction("),
        ("kayles(3)", "invalid-game", "/position/kayles(3)", "kayles"),
        ("nim()", "invalid-game", "/position/nim()", "nim"),
        // No game of this name.
        ("octel(0.77)", "unknown-game", "/position/octel(0.77)", "octal(0."),
        ("kayle", "unknown-game", "/position/kayle", "kayles"),
        ("octal(0.77", "unknown-game", "/position/octal(0.77", "octal(0."),
    ] {
        let (found, at, detail) = refused(&server, json!({ key: [3] })).await;
        assert_eq!((found.as_str(), at.as_str()), (code, pointer), "{detail}");
        assert!(detail.contains(words), "{key}: {words:?} is not in {detail:?}");

        // The same in a URL, where a game that there is not is an unknown parameter.
        let query: String = form_urlencoded::Serializer::new(String::new()).append_pair(key, "3").finish();
        let response = server.get(&format!("/v1/analyze?{query}")).await;
        let document: Value = response.json().await.unwrap();
        let is_unknown = code == "unknown-game";
        let (code, pointer) =
            if is_unknown { ("invalid-query", format!("/{key}")) } else { (code, pointer.to_owned()) };
        assert_eq!(
            (&document["code"], &document["errors"][0]["pointer"]),
            (&code.into(), &pointer.into()),
            "{document}"
        );
        assert_eq!(document["errors"][0]["parameter"], key, "{document}");
        assert!(document["detail"].as_str().unwrap().contains(words), "{document}");
    }
}

/// Heaps that are none.
#[tokio::test]
async fn heaps_that_are_none() {
    let server = start(&[]).await;
    let far = "1".repeat(100_001);
    let (code, pointer, _) = refused(&server, json!({"kayles": [3, far]})).await;
    assert_eq!((code.as_str(), pointer.as_str()), ("too-many-digits", "/position/kayles/1"));
    let (code, pointer, _) = refused(&server, json!({"kayles": [3, -1]})).await;
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-integer", "/position/kayles/1"));
    let (code, pointer, _) = refused(&server, json!({"kayles": 3})).await;
    assert_eq!((code.as_str(), pointer.as_str()), ("invalid-request", "/position/kayles"));
}

fn integer(json: &Value) -> UBig {
    json.as_str().map_or_else(|| json.as_u64().unwrap().into(), |text| UBig::from_str(text).unwrap())
}

/// The Grundy values of Kayles from 0 on, by its rules: one or two adjacent pins go, and the row falls apart there.
fn kayles(last: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for pins in 1..=last {
        let options =
            (1..=2_usize.min(pins)).flat_map(|hit| (0..=pins - hit).map(move |left| (left, pins - hit - left)));
        let values_of: Vec<u64> = options.map(|(left, right)| values[left] ^ values[right]).collect();
        values.push((0..=u64::MAX).find(|value| !values_of.contains(value)).unwrap());
    }
    values
}

/// Counts and all winning moves of a row, by the rules: the moves are the ways to take pins, up to a mirror image.
fn winning_rows(values: &[u64], pins: usize) -> (usize, Vec<Vec<usize>>) {
    let rows =
        (1..=2_usize.min(pins)).flat_map(|hit| (0..=(pins - hit) / 2).map(move |left| (left, pins - hit - left)));
    let all: Vec<(usize, usize)> = rows.collect();
    let winning = all.iter().filter(|(left, right)| values[*left] == values[*right]);
    let parts = winning.map(|(left, right)| [*left, *right].into_iter().filter(|part| *part > 0).collect());
    (all.len(), parts.collect())
}

/// Kayles has the period 12, so long rows behave as short ones do.
#[tokio::test]
async fn rows_of_kayles_of_any_length() {
    let server = start(&[]).await;
    let values = kayles(400);
    // 12 divides what is added: the value stays the same.
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

        // Page by page, in the service's own order, each once.
        let mut listed: Vec<Vec<usize>> = Vec::new();
        let mut request = json!({"position": {"kayles": [small]}, "only": "winning", "limit": 7});
        loop {
            let page: Value = server.post("/v1/moves", request.to_string()).await.json().await.unwrap();
            assert_eq!((&page["count"], &page["winning_count"]), (&json!(count), &json!(rows.len())));
            for r#move in page["moves"].as_array().unwrap() {
                listed.push(serde_json::from_value(r#move["to"].clone()).unwrap());
            }
            if page["next"].is_null() {
                break;
            }
            request["cursor"] = page["next"].clone();
        }
        let mut expected = rows;
        listed.sort();
        expected.sort();
        assert_eq!(listed, expected, "{small}");

        // Of the huge row: all moves by formula, one pin or two go; and the recommended one is checked by the period.
        let moves: Value = server
            .post("/v1/moves", json!({"position": {"kayles": [huge.to_string()]}, "limit": 1}).to_string())
            .await
            .json()
            .await
            .unwrap();
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

/// The winning moves of a row are as many for each 12 pins more: the count is linear, so it is known for any length.
#[tokio::test]
async fn winning_moves_of_a_heap_of_a_thousand_digits() {
    let server = start(&[]).await;
    let values = kayles(400);
    for rest in [0_usize, 7] {
        let huge = UBig::from_str(&"1".repeat(1000)).unwrap();
        let huge = &huge - &huge % UBig::from(24_u8) + UBig::from(rest);
        let counts: Vec<usize> =
            [240, 264, 288].iter().map(|pins| winning_rows(&values, pins + rest).1.len()).collect();
        assert_eq!(counts[2] - counts[1], counts[1] - counts[0], "linear");
        let rounds = (&huge - UBig::from(240 + rest)) / UBig::from(24_u8);
        let expected = UBig::from(counts[0]) + rounds * UBig::from(counts[1] - counts[0]);
        let answer = server.get(&format!("/v1/analyze?kayles={huge}")).await;
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.unwrap();
        assert_eq!((integer(&answer["winning_count"]), &answer["grundy"]), (expected, &json!(values[240 + rest])));
        assert_eq!(answer["winner"], "first");
        // The answer's position after the move is lost, and its text is short.
        let after = server.analyze(&json!({"position": answer["after"]})).await;
        assert_eq!((&after["winner"], &after["winning_count"]), (&json!("second"), &json!(0)));
        assert!(answer["move"]["text"].as_str().unwrap().len() < 300);
    }
}

/// How long play lasts, the winner hurrying and the loser delaying: the parity says who wins, a winning move takes 1 off,
/// and both conventions agree with a search by hand.
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
                // Both play their best: each move is one less to play.
                answer = server.analyze(&ask(&answer["after"])).await;
                length = length.checked_sub(1).unwrap();
                assert_eq!(answer["remoteness"], length, "{position}: {answer}");
            }
        }
    }
    // Bouton's heap alone is taken at once, and in misère play but for one.
    for (play, pins, length) in [("normal", 7, 1), ("misere", 7, 2), ("misere", 1, 1), ("normal", 0, 0)] {
        let request = json!({"position": {"nim": [pins]}, "play": play, "remoteness": true});
        assert_eq!(server.analyze(&request).await["remoteness"], length, "{request}");
    }
    // Too large to be searched: not known, and said so.
    let request = json!({"position": {"nim": ["1000000000000", "2000000000000"]}, "remoteness": true});
    assert_eq!(server.analyze(&request).await["remoteness"], Value::Null);
}

/// What is found for a position in misère play serves the positions that moves make of it.
#[tokio::test]
async fn misere_games_are_played_on() {
    let server = start(&[]).await;
    for (game, from, to) in [("dawsons-kayles", 14, 12), ("dawsons-chess", 13, 11), ("octal(0.137)", 17, 15)] {
        let turn =
            json!({"position": {game: [from]}, "play": "misere", "move": {"game": game, "index": 0, "to": [to]}});
        let answer: Value = server.post("/v1/play", turn.to_string()).await.json().await.unwrap();
        assert_eq!(answer["position"][game], json!([to]), "{answer}");
        let line = json!({"position": {game: [from]}, "play": "misere", "line": 3});
        let answer: Value = server.post("/v1/analyze", line.to_string()).await.json().await.unwrap();
        assert!(!answer["line"].as_array().unwrap().is_empty(), "{answer}");
    }
}
