//! Tests deletion games that a request defines: each fault of a definition with its place, and whole games.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::start;
use serde_json::{Value, json};

/// Wrong definitions, each with the expected fault: its code, its pointer into the definition, and words of its detail.
#[tokio::test]
async fn what_is_wrong_with_definitions_has_its_place() {
    let server = start(&[]).await;
    let many = json!({"cells": 100, "moves": vec![json!([0]); 4097]});
    for (definition, code, pointer, words) in [
        (
            json!({"board": [65, 64], "pieces": [["x"]]}),
            "invalid-game",
            "/board",
            "at most 4096 cells in all, and this is [65, 64]",
        ),
        (json!({"board": vec![".".repeat(64); 65], "pieces": [["x"]]}), "invalid-game", "/board", "65 × 64 cells"),
        (json!({"board": [3], "pieces": [["x"]]}), "invalid-game", "/board", "this is [3]"),
        (json!({"board": [3, -1], "pieces": [["x"]]}), "invalid-game", "/board", "this is [3, -1]"),
        (json!({"board": [2.5, 3], "pieces": [["x"]]}), "invalid-game", "/board", "this is [2.5, 3]"),
        (json!({"board": [64, 64], "pieces": [["x"], ["xx"]]}), "too-costly", "/pieces", "4096"),
        (json!({"board": ["..", "..."], "pieces": [["x"]]}), "invalid-game", "/board/1", "length"),
        (json!({"board": ["..", ".o"], "pieces": [["x"]]}), "invalid-game", "/board/1", "dot"),
        (json!({"board": ["..", 3], "pieces": [["x"]]}), "invalid-game", "/board/1", "string"),
        (json!({"board": [".."]}), "invalid-game", "", r#"lacks "pieces""#),
        (json!({"pieces": [["x"]]}), "invalid-game", "", r#"lacks "board""#),
        (json!({"board": [".."], "pieces": vec![["x"]; 4097]}), "too-costly", "/pieces", "at most 4096 pieces"),
        (json!({"board": [".."], "pieces": [["x"], ["."]]}), "invalid-game", "/pieces/1", "an x"),
        (json!({"board": [".."], "pieces": [["x", "xx"]]}), "invalid-game", "/pieces/0/1", "length"),
        (json!({"board": [".."], "pieces": [["x"]], "turn": 1}), "invalid-game", "/turn", "true or false"),
        (json!({"board": [".."], "pieces": [["x"]], "rule": "grim"}), "invalid-game", "/rule", "board"),
        (json!({"edges": [["a", "a"]], "rule": "grim"}), "invalid-game", "/edges/0", "itself"),
        (json!({"edges": [["a"]], "rule": "grim"}), "invalid-game", "/edges/0", "two names"),
        (json!({"edges": [["a", true]], "rule": "grim"}), "invalid-game", "/edges/0/1", "boolean"),
        (json!({"edges": [["a", "b"]], "rule": "chess"}), "invalid-game", "/rule", "arc-kayles"),
        (json!({"edges": [["a", "b"]]}), "invalid-game", "", "arc-kayles"),
        (json!({"rule": "grim"}), "invalid-game", "", r#"lacks "edges""#),
        (
            json!({"edges": [[0, 1]], "rule": "grim", "vertices": (0..4097).collect::<Vec<u32>>()}),
            "invalid-game",
            "/vertices",
            "at most 4096 cells, and this has more",
        ),
        (
            json!({"edges": [["a", "b"]], "rule": "grim", "vertices": ["c", "c"]}),
            "invalid-game",
            "/vertices/1",
            "twice",
        ),
        (json!({"order": [["a", "b"], ["b", "c"], ["c", "a"]]}), "invalid-game", "/order", "below"),
        (json!({"elements": ["a"]}), "invalid-game", "", r#"lacks "order""#),
        (
            json!({"order": [], "elements": (0..4097).collect::<Vec<u32>>()}),
            "invalid-game",
            "/elements",
            "at most 4096 cells, and this has more",
        ),
        (json!({"cells": 4097, "moves": []}), "invalid-game", "/cells", "at most 4096 cells, and this has 4097"),
        (json!({"cells": -1, "moves": []}), "invalid-game", "/cells", "this has -1"),
        (json!({"cells": "3", "moves": []}), "invalid-game", "/cells", "or their number"),
        (json!({"cells": 3}), "invalid-game", "", r#"lacks "moves""#),
        (json!({"cells": 3, "pieces": []}), "invalid-game", "", "pieces and cells"),
        (json!({"cells": ["a", "a"], "moves": []}), "invalid-game", "/cells/1", "twice"),
        (json!({"moves": [[0]]}), "invalid-game", "", r#"lacks "cells""#),
        (json!({"cells": 3, "moves": [[]]}), "invalid-game", "/moves/0", "at least one"),
        (json!({"cells": 3, "moves": [[0, 3]]}), "invalid-game", "/moves/0/1", "no cell 3"),
        (json!({"cells": 3, "moves": [[0, 1, 0]]}), "invalid-game", "/moves/0/2", "twice"),
        (json!({"cells": 3, "moves": [{"needs": [], "takes": [1]}]}), "invalid-game", "/moves/0/needs", "at least one"),
        (json!({"cells": 3, "moves": [{"needs": [0], "takes": [1]}]}), "invalid-game", "/moves/0/takes", "for ever"),
        (json!({"cells": 3, "moves": [{"needs": [0]}]}), "invalid-game", "/moves/0", "takes"),
        (json!({"cells": 3, "moves": ["a"]}), "invalid-game", "/moves/0", "string"),
        (json!({"order": [["a", "b"]], "edges": [["a", "b"]], "rule": "grim"}), "invalid-game", "", "edges and order"),
        (json!({"order": [["a", "b"]], "graph": [[]]}), "invalid-game", "", "two"),
        (many, "too-costly", "/moves", "4096"),
    ] {
        let body = json!({"games": {"mine": definition}, "position": {"nim": [1]}});
        server.assert_refused("/v1/analyze", body, (code, &format!("/games/mine{pointer}"), words)).await;
    }
}

/// Moves lead to positions that can be posted again. Listings, turns and lines agree with each other.
#[tokio::test]
async fn games_are_played_to_their_ends() {
    let server = start(&[]).await;
    for (definition, play) in [
        (json!({"board": ["....", ".x..", "...."], "pieces": [["xx"], ["x", "x"]]}), "normal"),
        (json!({"board": [3, 4], "pieces": [["xx", "x."]], "turn": true}), "misere"),
        (json!({"edges": [["a", "b"], ["b", "c"], ["c", 4], [4, "a"]], "rule": "grim", "vertices": ["z"]}), "normal"),
        (json!({"order": [["a", "b"], ["a", "c"], ["d", "c"]], "elements": ["e"]}), "misere"),
        (json!({"cells": 5, "moves": [[0, 1], {"needs": [2], "takes": [2, 3, 4]}, [3]]}), "normal"),
    ] {
        let games = json!({"mine": definition});
        let mut position = json!({"mine": ["start"]});
        let mut winner: Option<Value> = None;
        loop {
            let body = json!({"games": games, "position": position, "play": play, "explain": true, "line": 5});
            let answer = server.ask("/v1/analyze", &body).await;
            // A recommended move does not change who wins. But the other player is to move after it, so the answer
            // says "second" instead of "first", or the reverse.
            if let Some(winner) = winner {
                assert_ne!(answer["winner"], winner, "{body}: {answer}");
            }
            let listing = json!({"games": games, "position": position, "play": play, "only": "winning", "limit": 1000});
            let listing = server.ask("/v1/moves", &listing).await;
            assert_eq!(listing["winning_count"], answer["winning_count"], "{body}");
            assert_eq!(json!(listing["moves"].as_array().unwrap().len()), answer["winning_count"], "{body}");
            if answer["move"].is_null() {
                break;
            }
            let made = json!({"games": games, "position": position, "play": play, "move": answer["move"]});
            let played = server.ask("/v1/play", &made).await;
            assert_eq!(played["position"], answer["after"], "{made}: {played}");
            assert_eq!(played["winning"], json!(answer["winner"] == "first"), "{made}: {played}");
            winner = Some(answer["winner"].clone());
            position = answer["after"].clone();
        }
    }
}
