//! Tests positions and moves of deletion games through the live server. The cache must change neither answers nor
//! refusals.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use crate::common::{problem, start};
use serde_json::{Value, json};

#[tokio::test]
async fn what_is_wrong_with_positions_has_its_place() {
    let server = start(&[]).await;
    let board = json!({"board": ["...", ".x."], "pieces": [["xx"]]});
    let edges = json!({"edges": [["a", "b"], ["b", 3]], "rule": "node-kayles"});
    for (definition, position, pointer, words) in [
        (&board, json!(["..."]), "", "2 rows of 3"),
        (&board, json!(["...", "..."]), "/1", "hole"),
        (&board, json!(["...", "..-"]), "/1", "dot"),
        (&board, json!("begin"), "/0", "dot"),
        (&edges, json!(["a", "z"]), "/1", "no cell"),
        (&edges, json!(["a", "b", "a"]), "/2", "twice"),
        (&edges, json!("all"), "", "start"),
    ] {
        let body = json!({"games": {"mine": definition}, "position": {"mine": [position]}});
        let place = format!("/position/mine/0{pointer}");
        server.assert_refused("/v1/analyze", body, ("illegal-position", &place, words)).await;
    }
    for (game, rows, columns, words) in
        [("cram", 65, 64, "65 × 64 cells are too many: a board has at most 4096"), ("queens", 16, 16, "at most 254")]
    {
        let body = json!({"position": {game: [vec![".".repeat(columns); rows]]}});
        server.assert_refused("/v1/analyze", body, ("illegal-position", &format!("/position/{game}/0"), words)).await;
    }
}

/// The refusal of a move names the cells that the move would take and the cells that are free.
#[tokio::test]
async fn what_is_no_move_is_told_of_the_position_at_hand() {
    let server = start(&[]).await;
    let games = json!({
        "board": {"board": ["...", "..."], "pieces": [["xx"]]},
        "order": {"order": [["a", "b"]], "elements": ["c"]},
        "cells": {"cells": 4, "moves": [[0, 1], {"needs": [2], "takes": [2, 3]}]},
    });
    for (game, from, to, words) in [
        ("cram", json!(["..."]), json!(["x.x"]), "no move takes just row 1, column 1 and row 1, column 3"),
        ("cram", json!([".x."]), json!(["..."]), "this was not free before it: row 1, column 2"),
        ("cram", json!(["..."]), json!(["..."]), "this takes nothing"),
        ("queens", json!(["..."]), json!(["x.."]), "no move takes just row 1, column 1"),
        ("arc-kayles", json!([[0, 1], [1, 2], [2, 3]]), json!([[0, 3]]), "that takes 1 and 2 leaves nothing"),
        ("node-kayles", json!([[0, 1], [1, 2]]), json!([[5, 6]]), "this was not free before it: 5 and 6"),
        ("poset", json!(["a<b", "c"]), json!(["b", "c"]), "no move takes just a"),
        ("poset", json!(["a<b", "c"]), json!(["b<a"]), "the move that takes c leaves \"a:b\""),
        ("subset-take-away", json!([[1], [2], [1, 2]]), json!([[1, 2]]), "no move takes just {1} and {2}"),
        ("board", json!("start"), json!(["x..", "..."]), "no move takes just row 1, column 1"),
        ("order", json!("start"), json!(["b", "c"]), "no move takes just a"),
        ("cells", json!([0, 1]), json!([2, 3]), "this was not free before it: 2 and 3"),
        ("cells", json!("start"), json!([0, 1, 3]), "no move takes just 2"),
    ] {
        let made = json!({"game": game, "index": 0, "to": to});
        let body = json!({"games": games, "position": {game: [from]}, "move": made});
        server.assert_refused("/v1/play", body, ("illegal-move", "/move/to", words)).await;
    }
}

/// Sums with a board that is not tame are solved in misère play. A move is listed as winning iff the analysis of the
/// position after the move says that this position is lost.
#[tokio::test]
async fn sums_in_misere_play() {
    let server = start(&[]).await;
    let games = json!({
        "bent": {"board": [3, 4], "pieces": [["xx", "x."]], "turn": true},
        "loop": {"graph": {"a": ["b"], "b": ["a", "c"], "c": []}},
        "split": {"graph": {"a": ["b", ["b", "b"]], "b": ["c", []], "c": []}},
    });
    // The second board is tame, and the first is not.
    let boards = json!([["....", "....", "...."], [".....", "....."]]);
    for position in [
        json!({"cram": boards}),
        json!({"cram": boards, "nim": [1, 5]}),
        json!({"cram": boards, "kayles": [7], "bent": ["start"]}),
        json!({"cram": boards, "octal(0.123)": [9], "split": ["a"]}),
        json!({"cram": boards, "node-kayles": [[[0, 1], [1, 2], [2, 3]]], "poset": [["a<b", "a<c"]]}),
    ] {
        let body = json!({"games": games, "position": position, "play": "misere"});
        let answer = server.ask("/v1/analyze", &body).await;
        let listing = json!({"games": games, "position": position, "play": "misere", "limit": 1000});
        let listing = server.ask("/v1/moves", &listing).await;
        let moves = listing["moves"].as_array().unwrap();
        let winning = moves.iter().filter(|made| made["wins"] == true).count();
        assert_eq!(json!(winning), answer["winning_count"], "{body}");
        assert_eq!(json!(winning > 0), json!(answer["winner"] == "first"), "{body}");
        for made in moves {
            let of = |field: &str| made[field].clone();
            let made_body = json!({"game": of("game"), "index": of("index"), "to": of("to")});
            let made_body = json!({"games": games, "position": position, "play": "misere", "move": made_body});
            let played = server.ask("/v1/play", &made_body).await;
            assert_eq!(played["winning"], made["wins"], "{made_body}: {played}");
            let after = json!({"games": games, "position": played["position"], "play": "misere"});
            let after = server.ask("/v1/analyze", &after).await;
            assert_eq!(after["winner"] == "second", made["wins"] == true, "{made_body}: {after}");
        }
    }
    for beside in [json!({"loop": ["a"]}), json!({"empty-and-divide": [[1_000_000, 999_999]]})] {
        let mut position = json!({"cram": boards});
        position.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
        let body = json!({"games": games, "position": position, "play": "misere"});
        problem(server.post("/v1/analyze", body.to_string()).await, 422, "misere-unsupported").await;
    }
}

/// The same requests are sent again in another order. Each gets the same answer or the same refusal.
#[tokio::test]
async fn what_is_kept_changes_nothing() {
    let server = start(&["--max-work", "0.05"]).await;
    let boards = [
        "...../...../...../.....",
        "..../..../....",
        "......./......./......./.......",
        "....../....../....../......x",
    ];
    let mut first = Vec::new();
    for turn in 0..3 {
        let mut answers = Vec::new();
        for place in 0..boards.len() {
            let place = if turn == 1 { boards.len() - 1 - place } else { place };
            let answer: Value = server.get(&format!("/v1/moves?cram={}", boards[place])).await.json().await.unwrap();
            answers.push((place, json!([answer["moves"], answer["code"], answer["detail"], answer["winning_count"]])));
        }
        answers.sort_by_key(|(place, _)| *place);
        if turn == 0 {
            first = answers;
        } else {
            assert_eq!(answers, first);
        }
    }
}

#[tokio::test]
async fn positions_in_urls() {
    let server = start(&[]).await;
    for (query, grundy) in [
        ("cram=...&cram=..", json!(0)),
        ("arc-kayles=0.1,1.2,2.3", json!(2)),
        ("node-kayles=0.1,1.2,5", json!(3)),
        ("grim=0.1,1.2", json!(2)),
        ("poset=a:b,b:c", json!(3)),
        ("poset=a%3Cb,c%3Eb", json!(3)),
        ("poset=a:b,c", json!(3)),
        ("cram=", json!(0)),
        ("cram=xx/xx", json!(0)),
        ("grim=", json!(0)),
        ("poset=", json!(0)),
        ("subset-take-away=1,2,1.2", json!(2)),
        ("queens=...", json!(1)),
    ] {
        let answer = server.read(&format!("/v1/analyze?{query}")).await;
        assert_eq!(answer["grundy"], grundy, "{query}: {answer}");
    }
}

/// An answer may list the cells of a position in another order than the request did. If a client posts this list, the
/// options are in another order, too. The order must not change which moves win.
#[tokio::test]
async fn what_wins_does_not_depend_on_where_cells_alone_are_written() {
    let server = start(&[]).await;
    for (position, play) in [
        (json!({"poset": [["a<b", "c", "d<e"]]}), "misere"),
        (json!({"node-kayles": [[5, [0, 1], [1, 2]]]}), "normal"),
        (json!({"poset": [["c", "a<b", "d<e"]], "moore": [[1, [3]]]}), "normal"),
        (json!({"poset": [["g", "c", "g<j", "b<j"]], "moore": [[1, [1]]]}), "normal"),
        (json!({"poset": [["c", "a<b"], ["a<b", "c"]], "moore": [[1, [3]]]}), "normal"),
        (json!({"grim": [[[0, 1], [2, 3], [1, 2], [3, 4]]], "moore": [[1, [2]]]}), "normal"),
    ] {
        let mut question = json!({"position": position, "play": play});
        question["remoteness"] = json!(true);
        let answer = server.ask("/v1/analyze", &question).await;
        assert_eq!(answer["winner"], "first", "{question}");
        question.as_object_mut().unwrap().remove("remoteness");
        question["only"] = json!("winning");
        let listing = server.ask("/v1/moves", &question).await;
        let recommended = &answer["move"];
        let moves = listing["moves"].as_array().unwrap();
        assert!(moves.iter().any(|r#move| r#move["to"] == recommended["to"]), "{answer}: {listing}");
        for r#move in moves {
            let turn = json!({"position": question["position"], "play": question["play"], "move": r#move});
            let after = server.ask("/v1/play", &turn).await["position"].clone();
            let after = json!({"position": after, "play": question["play"]});
            assert_eq!(server.ask("/v1/analyze", &after).await["winner"], "second", "{move} of {question}");
        }
    }
}

/// Positions in answers can be posted again, as positions and as the results of moves.
#[tokio::test]
async fn positions_of_answers_come_back() {
    let server = start(&[]).await;
    // A JSON reader that has only doubles would change the integer in this name.
    let games = json!({"m": {"edges": [[9_007_199_254_740_993_u64, 2], [2, 7]], "rule": "grim"}});
    let asked = json!({"games": games, "position": {"m": ["start"]}});
    let answer = server.ask("/v1/analyze", &asked).await;
    assert_eq!(answer["after"]["m"][0], json!(["9007199254740993", 7]), "{answer}");
    let again = server.ask("/v1/analyze", &json!({"games": games, "position": answer["after"]})).await;
    assert_eq!(again["winner"], "second", "{again}");
    let turn = json!({"games": games, "position": {"m": ["start"]}, "move": answer["move"]});
    assert_eq!(server.ask("/v1/play", &turn).await["winning"], true);

    // Without d, both lists stand for the same poset. Only one of them has the pair a<c, which follows from the others.
    for [from, to] in [
        [json!(["a<b", "b<c", "a<c", "d"]), json!(["a<b", "b<c"])],
        [json!(["a<b", "b<c", "d"]), json!(["b<c", "a<c", "a<b"])],
    ] {
        let turn = json!({"position": {"poset": [from]}, "move": {"game": "poset", "index": 0, "to": to}});
        let answer = server.ask("/v1/play", &turn).await;
        assert_eq!(answer["position"]["poset"].as_array().unwrap().len(), 1, "{turn}: {answer}");
    }
}

/// If it is too costly to find how long play lasts, only the length is null, and the answer has everything else.
#[tokio::test]
async fn lengths_that_are_too_costly_are_null() {
    let server = start(&[]).await;
    let board = vec![".".repeat(6); 4];
    let answer = server.ask("/v1/analyze", &json!({"position": {"cram": [board]}, "remoteness": true})).await;
    assert_eq!((&answer["winner"], &answer["remoteness"]), (&json!("second"), &Value::Null), "{answer}");
}

/// On a board with even sides, the second player can reply to each move with its image when the board is rotated by 180
/// degrees. So the player to move loses, even if the board is far too large to be searched.
#[tokio::test]
async fn boards_that_half_a_turn_answers_are_lost() {
    let server = start(&[]).await;
    for (rows, columns) in [(2, 2), (4, 6), (10, 10), (10, 12)] {
        let position = json!({"cram": [vec![".".repeat(columns); rows]]});
        let answer = server.ask("/v1/analyze", &json!({"position": position, "explain": true})).await;
        let told = [&answer["winner"], &answer["grundy"], &answer["winning_count"]];
        assert_eq!(told, [&json!("second"), &json!(0), &json!(0)], "{rows} × {columns}: {answer}");
        assert!(answer["explanation"].to_string().contains("Half a turn answers every move"), "{answer}");
    }
}

/// An explanation ends with a losing move and the reply to it, and this reply wins.
#[tokio::test]
async fn explanations_name_the_answer_that_follows() {
    let server = start(&[]).await;
    for play in ["normal", "misere"] {
        for position in [
            json!({"cram": [["....", "....", "...."]]}),
            json!({"cram": [["....", "...."]]}),
            json!({"node-kayles": [[[0, 1], [1, 2], [2, 3]]], "nim": [2]}),
        ] {
            let question = json!({"position": position, "play": play, "explain": true});
            let answer = server.ask("/v1/analyze", &question).await;
            let text = answer["explanation"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap();
            let is_won = answer["winner"] == "first";
            let begin = if is_won { "If the other goes on with " } else { "After it " };
            assert!(text.starts_with(begin), "{answer}");
            // The explanation names the winning reply to a move from this lost position.
            let lost = if is_won { &answer["after"] } else { &position };
            let listing = server.ask("/v1/moves", &json!({"position": lost, "play": play})).await;
            let made = if is_won { &listing["moves"][0] } else { &answer["move"] };
            let turn = json!({"position": lost, "play": play, "move": made});
            let left = server.ask("/v1/play", &turn).await["position"].clone();
            let winning = json!({"position": left, "play": play, "only": "winning"});
            let winning = server.ask("/v1/moves", &winning).await;
            let winning = winning["moves"].as_array().unwrap();
            let is_named = |made: &&Value| text.ends_with(&format!("{}.", made["text"].as_str().unwrap()));
            assert_eq!(winning.iter().filter(is_named).count(), 1, "{answer}: {winning:?}");
        }
    }
}

/// If a board, a graph, a poset or a list of cells has nothing free, there is no move, so the game is over.
#[tokio::test]
async fn what_has_nothing_free_is_lost() {
    let server = start(&[]).await;
    for definition in [
        json!({"board": [], "pieces": [["x"]]}),
        json!({"board": ["xx", "xx"], "pieces": [["x"]]}),
        json!({"board": ["", ""], "pieces": [["x"]]}),
        json!({"board": [0, 3], "pieces": [["x"]]}),
        json!({"board": [3, 0], "pieces": [["x"]], "turn": true}),
        json!({"edges": [], "rule": "grim"}),
        json!({"edges": [], "rule": "node-kayles", "vertices": []}),
        json!({"order": []}),
        json!({"order": [], "elements": []}),
        json!({"cells": 0, "moves": []}),
        json!({"cells": [], "moves": []}),
    ] {
        for (play, winner) in [("normal", "second"), ("misere", "first")] {
            let asked = json!({"games": {"m": definition}, "position": {"m": ["start"], "nim": [1]}, "play": play});
            let answer = server.ask("/v1/analyze", &asked).await;
            // The recommended move takes the heap. After it, the game is over.
            assert_eq!((&answer["values"]["m"], &answer["move"]["game"]), (&json!([0]), &json!("nim")), "{answer}");
            let over = json!({"games": {"m": definition}, "position": answer["after"], "play": play, "explain": true});
            let answer = server.ask("/v1/analyze", &over).await;
            assert_eq!((&answer["winner"], &answer["move"]), (&json!(winner), &Value::Null), "{over}: {answer}");
        }
    }
    for (game, position) in [
        ("cram", json!([])),
        ("cram", json!(["x"])),
        ("queens", json!([])),
        ("node-kayles", json!([])),
        ("arc-kayles", json!([])),
        ("grim", json!([])),
        ("poset", json!([])),
        ("subset-take-away", json!([])),
        ("hackenbush", json!([])),
    ] {
        let answer = server.ask("/v1/analyze", &json!({"position": {game: [position]}})).await;
        assert_eq!((&answer["winner"], &answer["winning_count"]), (&json!("second"), &json!(0)), "{game}: {answer}");
    }
}

/// In a text, a pair is written `a:b`. A text that would mean something else in another notation is refused.
#[tokio::test]
async fn orders_in_texts_are_read_in_one_way() {
    let server = start(&[]).await;
    for text in ["a-b", "a-b,c", "a:b:c", "a%3Cb%3Cc", "a:", ":b", "a%20b", "a%3E-b", "a%7Cb%20c"] {
        let document = problem(server.get(&format!("/v1/analyze?poset={text}")).await, 400, "invalid-query").await;
        assert!(document["detail"].as_str().unwrap().contains("a:b"), "{text}: {document}");
    }
    // In JSON, names may have all signs except `<`, `>`, commas and blanks.
    let answer = server.ask("/v1/analyze", &json!({"position": {"poset": [["x-1:y<x-2", "z|w"]]}})).await;
    assert_eq!(answer["grundy"], 3, "{answer}");
    for part in ["a<b<c", "a<", ">a", "a b", "a,b", ""] {
        let body = json!({"position": {"poset": [["c", part]]}});
        server.assert_refused("/v1/analyze", body, ("illegal-position", "/position/poset/0/1", "a<b or b>a")).await;
    }
    let entry = server.read("/v1/games/poset").await;
    assert_eq!(entry["example"]["text"], "poset=a:b,a:c,b:d,c:d,e", "{entry}");
}

/// Answers write the remaining elements of a position in the client's order and spelling.
#[tokio::test]
async fn positions_keep_the_clients_order_and_spelling() {
    let server = start(&[]).await;
    let order = json!(["e", "c>b", "a<c", "a<b", "f>e", "d"]);
    let asked = json!({"position": {"poset": [order, order], "node-kayles": [[7, [2, 1], 5, [1, 3]]],
        "subset-take-away": [[[2, 1], [1]]]}});
    let listing = server.ask("/v1/moves", &asked).await;
    let left: Vec<&Value> = listing["moves"].as_array().unwrap().iter().map(|made| &made["to"]).collect();
    for to in [
        json!(["c>b", "a<c", "a<b", "d"]),
        json!(["e", "c>b", "a<c", "a<b", "d"]),
        json!(["e", "a<b", "f>e", "d"]),
        json!(["e", "a", "f>e", "d"]),
        json!(["e", "f>e", "d"]),
        json!(["e", "c>b", "a<c", "a<b", "f>e"]),
        json!([[2, 1], 5, [1, 3]]),
        json!([7, [2, 1], [1, 3]]),
        json!([7, 2, 5]),
        json!([7, 5, 3]),
    ] {
        assert!(left.contains(&&to), "{to}: {left:?}");
    }
    for made in listing["moves"].as_array().unwrap() {
        let mut turn = asked.clone();
        turn["move"] = made.clone();
        let position = &server.ask("/v1/play", &turn).await["position"];
        let (game, index) = (made["game"].as_str().unwrap(), &made["index"]);
        for (key, components) in asked["position"].as_object().unwrap() {
            for (at, component) in components.as_array().unwrap().iter().enumerate() {
                let is_moved = key == game && *index == at;
                let expected = if is_moved { &made["to"] } else { component };
                assert_eq!(&position[key][at], expected, "{made}");
            }
        }
    }
    let answer = server.ask("/v1/analyze", &json!({"position": {"poset": [order]}})).await;
    assert_eq!(answer["move"]["from"], order, "{answer}");
}

/// Equal components are searched only once.
#[tokio::test]
async fn equal_components_are_searched_once() {
    let server = start(&["--max-work", "20"]).await;
    let games = json!({"g": {"graph": {"a": ["b", "c"], "b": ["c"], "c": []}},
        "v": {"steps": [[1, 2]], "rides": [[1, 0], [0, 1]]}, "w": {"steps": [[2, 1], [1, 2]]}});
    for (position, count) in [
        (json!({"knight": vec![[7, 9]; 250_001]}), 250_001),
        (json!({"g": vec!["a"; 250_001]}), 250_001),
        (json!({"v": vec![[20, 30]; 100_001]}), 100_001),
        (json!({"w": vec![[20, 30]; 100_001]}), 100_001),
        (json!({"cram": vec![["...", "..."]; 3_001]}), 3_001),
    ] {
        let game = position.as_object().unwrap().keys().next().unwrap().clone();
        let one = json!({"games": games, "position": {&game: [position[&game][0]]}});
        let one = server.ask("/v1/analyze", &one).await;
        let answer = server.ask("/v1/analyze", &json!({"games": games, "position": position, "brief": true})).await;
        // The number of components is odd, so the XOR of their equal values is the value of one component.
        assert_eq!(answer["grundy"], one["grundy"], "{game}");
        let each = one["winning_count"].as_u64().unwrap();
        assert_eq!(answer["winning_count"], each * count, "{game}");
    }
}
