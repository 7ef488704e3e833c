//! Tests `/v1/play` over HTTP: turns, whole games, and illegal moves.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{problem, start};
use serde_json::{Value, json};

#[tokio::test]
async fn a_turn() {
    let server = start(&[]).await;
    let request = json!({
        "position": {"euclid": [[5, 26]], "nim": [2]},
        "move": {"game": "euclid", "index": 0, "to": [6, 5]},
        "id": "turn"
    });
    let expected = json!({
        "id": "turn",
        "position": {"euclid": [[6, 5]], "nim": [2]},
        "winning": false,
        "reply": {"game": "nim", "index": 0, "from": 2, "to": 0, "text": "take 2 of 2"},
        "after": {"euclid": [[6, 5]], "nim": [0]},
        "over": false,
        "winner": "oracle"
    });
    assert_eq!(server.ask("/v1/play", &request).await, expected);
}

#[tokio::test]
async fn the_first_move_of_every_game() {
    let server = start(&[]).await;
    let catalogue = server.read("/v1/games").await;
    for game in catalogue["games"].as_array().unwrap() {
        let position = &game["example"]["position"];
        let moves = server.ask("/v1/moves", &json!({"position": position})).await;
        for listed in moves["moves"].as_array().unwrap().iter().take(3) {
            let turn = server.ask("/v1/play", &json!({"position": position, "move": listed})).await;
            assert_eq!(turn["winning"], listed["wins"], "{listed}");
        }
    }
}

#[tokio::test]
async fn the_end() {
    let server = start(&[]).await;
    let take_all = json!({"game": "nim", "index": 0, "to": 0});
    let normal = server.ask("/v1/play", &json!({"position": {"nim": [3]}, "move": take_all})).await;
    let expected = json!({"position": {"nim": [0]}, "winning": true, "reply": null, "after": {"nim": [0]},
        "over": true, "winner": "caller"});
    assert_eq!(normal, expected);
    let misere = server.ask("/v1/play", &json!({"position": {"nim": [3]}, "play": "misere", "move": take_all})).await;
    assert_eq!(
        (&misere["winner"], &misere["over"], &misere["winning"]),
        (&"oracle".into(), &true.into(), &false.into())
    );
    // The oracle takes the last stone.
    let reply = server
        .ask("/v1/play", &json!({"position": {"nim": [3, 1]}, "move": {"game": "nim", "index": 1, "to": 0}}))
        .await;
    assert_eq!(
        (&reply["winner"], &reply["over"], &reply["after"]),
        (&"oracle".into(), &true.into(), &json!({"nim": [0, 0]}))
    );
}

/// The caller makes the recommended moves. So the player who is the winner in the first answer does win.
#[tokio::test]
async fn whole_games_end_as_foretold() {
    let server = start(&[]).await;
    for play_mode in ["normal", "misere"] {
        for position in [
            json!({"nim": [3, 4, 5]}),
            json!({"euclid": [[5, 26], [3, 4]], "red-blue": ["RBBR"], "nim": [3, 4, 5]}),
            json!({"wizards": [[10, 21], [4, 33]], "power-pile": [[4, 12]]}),
            json!({"empty-and-divide": [[12, 7]]}),
            json!({"nim": [1, 1, 1]}),
        ] {
            let mut position = position;
            let first = server.analyze(&json!({"position": position, "play": play_mode})).await;
            let expected = if first["winner"] == "first" { "caller" } else { "oracle" };
            loop {
                let advice = server.analyze(&json!({"position": position, "play": play_mode})).await;
                let request = json!({"position": position, "play": play_mode, "move": advice["move"]});
                let turn = server.ask("/v1/play", &request).await;
                assert_eq!(turn["winner"], expected, "{request}: {turn}");
                assert_eq!(turn["winning"], expected == "caller", "{request}: {turn}");
                position = turn["after"].clone();
                if turn["over"] == true {
                    break;
                }
            }
            let end = server.analyze(&json!({"position": position})).await;
            assert!(end["move"].is_null(), "{position} is not over");
        }
    }
}

#[tokio::test]
async fn moves_of_a_listing_can_be_played_as_they_came() {
    let server = start(&[]).await;
    let position = json!({"euclid": [[5, 26]], "wizards": [[2, 31], [7, 7]], "red-blue": ["RBBRB"],
        "empty-and-divide": [[6, 6]], "power-pile": [[2, 9], [1, 3]], "nim": [4]});
    let listing = server.ask("/v1/moves", &json!({"position": position, "limit": 1000})).await;
    let moves = listing["moves"].as_array().unwrap();
    assert_eq!(listing["count"], moves.len());
    for listed in moves {
        let turn = server.ask("/v1/play", &json!({"position": position, "move": listed})).await;
        assert_eq!(turn["winning"], listed["wins"], "{listed}");
        let after = server.analyze(&json!({"position": turn["position"]})).await;
        assert_eq!(after["grundy"], listed["grundy"], "{listed}");
    }
}

#[tokio::test]
async fn numbers_of_any_size() {
    let server = start(&[]).await;
    let digits = format!("1{}", "0".repeat(4000));
    let left = format!("{}5", "9".repeat(3999));
    let request =
        json!({"position": {"power-pile": [[5, digits]]}, "move": {"game": "power-pile", "index": 0, "to": [5, left]}});
    assert_eq!(server.ask("/v1/play", &request).await["position"], json!({"power-pile": [[5, left]]}));
    let request =
        json!({"position": {"euclid": [[digits, 7]]}, "move": {"game": "euclid", "index": 0, "to": [7, digits]}});
    server.assert_refused("/v1/play", request, ("illegal-move", "/move/to", "")).await;
}

#[tokio::test]
async fn moves_that_are_none() {
    let server = start(&[]).await;
    let position = json!({"euclid": [[5, 26], [4, 4]], "wizards": [[3, 30], [0, 9]], "red-blue": ["RBBR"],
        "empty-and-divide": [[6, 10]], "power-pile": [[4, 12]], "nim": [3]});
    for (game, index, to, reason) in [
        ("euclid", 0, json!([5, 26]), "smaller than 26"),
        ("euclid", 0, json!([5, 13]), "what is subtracted, 13, must be a multiple of 5"),
        ("euclid", 0, json!([6, 21]), "to must leave 5 unchanged"),
        ("euclid", 0, json!([5, 31]), "smaller than 26"),
        ("euclid", 1, json!([4, 2]), "must be a multiple of 4"),
        ("wizards", 0, json!([3, 28]), "must be a power of 3"),
        ("wizards", 0, json!([3, 24]), "must be a power of 3"),
        ("wizards", 0, json!([3, 29]), "must be a power of 3"),
        ("wizards", 1, json!([0, 0]), "there is no move"),
        ("red-blue", 0, json!("RBBR"), "must flip"),
        ("red-blue", 0, json!("BRRB"), "must flip"),
        ("red-blue", 0, json!("RBRR"), "must flip"),
        ("red-blue", 0, json!("BRR"), "keeps its length, 4"),
        ("empty-and-divide", 0, json!([3, 4]), "7 is neither 6 nor 10"),
        ("power-pile", 0, json!([4, 10]), "must be a power of 4"),
        ("power-pile", 0, json!([8, 4]), "the base, which comes first, stays 4"),
        ("power-pile", 0, json!([4, 12]), "smaller than 12"),
        ("nim", 0, json!(3), "smaller than 3"),
    ] {
        let request = json!({"position": position, "move": {"game": game, "index": index, "to": to}});
        server.assert_refused("/v1/play", request, ("illegal-move", "/move/to", reason)).await;
    }
}

#[tokio::test]
async fn requests_that_are_none() {
    let server = start(&[]).await;
    for (own, code, pointer) in [
        (json!(null), "invalid-request", "/move"),
        (json!([5, 6]), "invalid-request", "/move"),
        (json!({}), "invalid-request", "/move"),
        (json!({"game": "nim", "index": 0}), "invalid-request", "/move"),
        (json!({"game": "nim", "index": 0, "to": 1, "with": 5}), "invalid-request", "/move/with"),
        (json!({"game": "nmi", "index": 0, "to": 1}), "unknown-game", "/move/game"),
        (json!({"game": 5, "index": 0, "to": 1}), "invalid-request", "/move/game"),
        (json!({"game": "nim", "index": "x", "to": 1}), "invalid-request", "/move/index"),
        (json!({"game": "nim", "index": 1, "to": 1}), "illegal-move", "/move/index"),
        (json!({"game": "euclid", "index": 0, "to": [1, 1]}), "illegal-move", "/move/index"),
        (json!({"game": "nim", "index": 0, "to": -1}), "invalid-integer", "/move/to"),
        (json!({"game": "nim", "index": 0, "to": 1, "from": 4}), "illegal-move", "/move/from"),
    ] {
        let request = json!({"position": {"nim": [3]}, "move": own});
        let document = problem(server.post("/v1/play", request.to_string()).await, 422, code).await;
        assert_eq!(document["errors"][0]["pointer"], pointer, "{document}");
    }
    server.assert_refused("/v1/play", json!({"position": {"nim": [3]}}), ("invalid-request", "", "\"move\"")).await;
    // An illegal position after a move is refused in the same way as an illegal position before it.
    let request = json!({"position": {"euclid": [[5, 25]]}, "move": {"game": "euclid", "index": 0, "to": [5, 0]}});
    problem(server.post("/v1/play", request.to_string()).await, 422, "illegal-position").await;
}

/// Numbers whose divisors can't be found are valid positions. So play can continue from each position in an answer.
#[tokio::test]
async fn play_goes_on_where_moves_can_not_be_counted() {
    let server = start(&[]).await;
    // 2^70 - 1 has only small factors, but most numbers that moves reach from it do not.
    let start = "1180591620717411303423";
    for game in ["aliquot", "dim"] {
        let listing = server.ask("/v1/moves", &json!({"position": {game: [start]}, "limit": 1000})).await;
        for made in listing["moves"].as_array().unwrap() {
            let turn = json!({"position": {game: [start]}, "move": made});
            let mut answer = server.ask("/v1/play", &turn).await;
            assert_eq!(answer["winning"], made["wins"], "{turn}: {answer}");
            // Two more turns. The move of each turn is the reply in the answer to the previous turn.
            for _ in 0..2 {
                let Value::String(left) = &answer["position"][game][0] else { break };
                let turn = json!({"position": {game: [left]}, "move": answer["reply"]});
                let winner = if answer["winner"] == "oracle" { "caller" } else { "oracle" };
                answer = server.ask("/v1/play", &turn).await;
                assert_eq!(answer["winner"], winner, "{turn}: {answer}");
            }
        }
    }
    // A number of 600 digits, which is too large for the service to factor.
    let digits = "123456789012345678901234567891".repeat(20);
    for (game, winner) in [("aliquot", "second"), ("dim", "first")] {
        let asked = json!({"position": {game: [digits]}});
        let place = format!("/position/{game}/0");
        let analysis = server.ask("/v1/analyze", &asked).await;
        assert_eq!((&analysis["winner"], &analysis["winning_count"]), (&json!(winner), &Value::Null), "{game}");
        // The position after the recommended move can be asked about, too.
        let after = server.ask("/v1/analyze", &json!({"position": analysis["after"]})).await;
        assert_ne!(after["winner"], analysis["winner"], "{game}: {after}");
        server
            .assert_refused("/v1/moves", &asked, ("too-costly", &place, "the divisors of the number are listed"))
            .await;
        let mut turn = asked.clone();
        turn["move"] = json!({"game": game, "index": 0, "to": format!("{}0", &digits[..digits.len() - 1])});
        let answer = server.ask("/v1/play", &turn).await;
        assert_eq!(answer["winner"], "oracle", "{winner}: {answer}");
        turn["seed"] = json!(3);
        server.assert_refused("/v1/play", &turn, ("too-costly", &place, "the divisors of the number are listed")).await;
    }
    // A fault of the past: a search found no divisor of a number from 2^64 on, and treated the number as a position
    // without moves. The number here is 2^65.
    let asked = json!({"position": {"aliquot": ["36893488147419103232"], "nim": [2]}, "play": "misere"});
    server.assert_refused("/v1/analyze", &asked, ("misere-unsupported", "/position/aliquot/0", "tame")).await;
    let asked = json!({"position": {"dim": ["36893488147419103232"]}, "remoteness": true});
    assert_eq!(server.ask("/v1/analyze", &asked).await["remoteness"], Value::Null);
}
