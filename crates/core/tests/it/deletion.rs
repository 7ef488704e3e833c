//! Sends requests about deletion games, as clients do. Compares the answers with known values, and checks the
//! statements of explanations.

use std::sync::LazyLock;

use grundy_core::theory::Caches;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::moves::{MovesPage, MovesRequest};
use grundy_core::wire::play::{PlayRequest, Turn};
use grundy_core::wire::request::{Defaults, Request};
use serde_json::{Value, json};

static TABLES: LazyLock<Caches> = LazyLock::new(Caches::default);

fn with(question: &Value, more: &Value) -> String {
    let mut question = question.clone();
    question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    question.to_string()
}

fn analyze(question: &Value) -> Value {
    let read = Request::from_json(question.to_string().as_bytes(), Defaults::default(), &RequestLimits::default());
    let read = read.unwrap_or_else(|rejected| panic!("{question}: {rejected:?}"));
    let analysis = Analysis::of(read, &TABLES).unwrap_or_else(|rejected| panic!("{question}: {rejected:?}"));
    json!(analysis.answer())
}

/// Returns all moves.
fn moves(question: &Value) -> Vec<Value> {
    let request = with(question, &json!({"limit": 1000}));
    let request = MovesRequest::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
    let page = json!(MovesPage::of(request, &TABLES, &RequestLimits::default()).unwrap());
    assert!(page["next"].is_null(), "{question}");
    page["moves"].as_array().unwrap().clone()
}

/// Returns the request about the position after a move.
fn after(question: &Value, made: &Value) -> Value {
    let made = json!({"game": made["game"], "index": made["index"], "to": made["to"]});
    let request = with(question, &json!({ "move": made }));
    let request = PlayRequest::from_json(request.as_bytes(), Defaults::default(), &RequestLimits::default()).unwrap();
    let turn = Turn::of(request, &TABLES, &RequestLimits::default()).unwrap();
    let mut after = question.clone();
    after["position"] = json!(turn.answer())["position"].clone();
    after
}

fn explained(question: &Value) -> Vec<String> {
    let answer = analyze(&serde_json::from_str(&with(question, &json!({"explain": true}))).unwrap());
    let steps = answer["explanation"].as_array().unwrap();
    steps.iter().map(|step| step["text"].as_str().unwrap().to_owned()).collect()
}

/// The name of a game, the rows and columns of its first board, an increment, and the values of the boards. The
/// increment is added to the rows and columns to get the next board. For families of subsets, the first number is the
/// number of elements.
type Row = (&'static str, [usize; 2], [usize; 2], &'static [u64]);

/// Published values, and values that a prototype of the search found.
const VALUES: [Row; 19] = [
    ("cram", [1, 1], [0, 1], &[0, 1, 1, 2, 0, 3, 1, 1]),
    ("cram", [2, 2], [0, 1], &[0, 1, 0, 1, 0, 1, 0]),
    ("cram", [3, 3], [0, 1], &[0, 1, 1, 4, 1, 3]),
    ("cram", [3, 10], [0, 1], &[2]),
    ("cram", [4, 4], [0, 1], &[0, 2, 0, 3, 0]),
    ("cram", [5, 5], [0, 1], &[0, 2]),
    ("cram", [6, 6], [0, 1], &[0]),
    ("node-kayles", [2, 2], [0, 1], &[0, 1, 0, 1, 0, 1, 0, 1, 0]),
    ("node-kayles", [3, 3], [0, 1], &[1, 0, 3, 3, 2, 2, 2, 3]),
    ("node-kayles", [4, 4], [0, 1], &[0, 0, 0, 0, 0, 0, 0]),
    ("node-kayles", [5, 5], [0, 1], &[3, 3, 2, 0, 4, 1]),
    ("node-kayles", [6, 6], [0, 1], &[0, 3, 0]),
    ("node-kayles", [7, 7], [0, 1], &[1]),
    ("straight trominoes", [3, 3], [1, 1], &[1, 0, 1, 0]),
    ("bent trominoes", [3, 3], [1, 1], &[0, 0, 0, 1]),
    ("squares", [3, 3], [1, 1], &[1, 1, 0, 4]),
    // For six elements, the values are 3 (all subsets) and 0 (proper subsets). They are left out, since each takes half
    // a minute.
    ("subsets", [1, 0], [1, 0], &[1, 2, 3, 1, 2]),
    ("proper subsets", [2, 0], [1, 0], &[0, 0, 0, 0]),
    ("queens", [1, 1], [1, 1], &[1, 1, 2, 1, 3, 1, 2, 3, 1]),
];

/// Returns the request about the starting position of a game in `VALUES`. The position is a whole board, a graph or a
/// family of sets.
fn whole(game: &str, [rows, columns]: [usize; 2]) -> Value {
    let on_board = |pieces: Value| {
        let game = json!({"board": [rows, columns], "pieces": [pieces], "turn": true});
        json!({"games": {"pieces": game}, "position": {"pieces": ["start"]}})
    };
    let subsets = |end: u32| {
        let set = |set: u32| (1..=9).filter(|number| set >> (number - 1) & 1 == 1).collect::<Vec<u32>>();
        json!({"position": {"subset-take-away": [(1..end).map(set).collect::<Vec<_>>()]}})
    };
    match game {
        "cram" | "queens" => json!({"position": {game: [vec![".".repeat(columns); rows]]}}),
        "straight trominoes" => on_board(json!(["xxx"])),
        "bent trominoes" => on_board(json!(["xx", "x."])),
        "squares" => on_board(json!(["xx", "xx"])),
        "subsets" => subsets(1 << rows),
        "proper subsets" => subsets((1 << rows) - 1),
        _ => {
            let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            let edges = cells.flat_map(|(row, column)| {
                let here = row * columns + column;
                let right = (column + 1 < columns).then_some([here, here + 1]);
                right.into_iter().chain((row + 1 < rows).then_some([here, here + columns]))
            });
            json!({"position": {game: [edges.collect::<Vec<_>>()]}})
        }
    }
}

#[test]
fn known_values() {
    for (game, first, step, values) in VALUES {
        let mut size = first;
        for value in values {
            assert_eq!(analyze(&whole(game, size))["grundy"], *value, "{game} {size:?}");
            size = [size[0] + step[0], size[1] + step[1]];
        }
    }
}

fn words(made: &Value) -> String {
    let of = |field: &str| made[field].as_str().unwrap().to_owned();
    format!("{} {}, {}", of("game"), made["index"], of("text"))
}

/// Checks the last sentence of an explanation. The sentence names a move of the loser, and a winning reply to that
/// move.
fn check_answer(question: &Value) {
    let (answer, texts) = (analyze(question), explained(question));
    let text = texts.last().unwrap();
    let what = format!("{question}: {texts:#?}");
    let (lost, made) = if answer["winner"] == "first" && !answer["move"].is_null() {
        let mut lost = question.clone();
        lost["position"] = answer["after"].clone();
        let Some(made) = moves(&lost).first().cloned() else {
            return assert_eq!(text, "No move is left after it.", "{what}");
        };
        assert!(text.starts_with(&format!("If the other goes on with {}, ", words(&made))), "{what}");
        (lost, made)
    } else if answer["move"].is_null() {
        return assert!(text.starts_with("There is no move"), "{what}");
    } else {
        assert!(text.starts_with("After it "), "{what}");
        (question.clone(), answer["move"].clone())
    };
    let left = after(&lost, &made);
    if moves(&left).is_empty() {
        assert_eq!(question["play"], "misere", "{what}");
        return assert!(text.ends_with(" no move is left, and who cannot move wins."), "{what}");
    }
    let told: Vec<Value> =
        moves(&left).into_iter().filter(|made| text.ends_with(&format!(" {}.", words(made)))).collect();
    assert_eq!(told.len(), 1, "{what}");
    assert_eq!(told[0]["wins"], true, "{what}");
    if question["play"] == "normal" && !text.contains("half a turn of the part in which it is made gives the answer") {
        let value = analyze(&left)["grundy"].clone();
        assert!(text.contains(&format!("the whole is worth {value}, and an answer that leaves 0 is ")), "{what}");
    }
}

/// Checks that the replies named in explanations are winning moves. The positions belong to named deletion games and to
/// games that the client defines. Some are sums with games that are not deletion games, and many are small boards of
/// Cram.
#[test]
fn the_answers_that_explanations_name_win() {
    let games = json!({
        "bent": {"board": [3, 4], "pieces": [["xx", "x."]], "turn": true},
        "edges": {"edges": [["a", "b"], ["b", "c"], ["c", 4], [4, "a"]], "rule": "node-kayles", "vertices": ["z"]},
        "order": {"order": [["a", "b"], ["a", "c"], ["d", "c"]], "elements": ["e"]},
        "cells": {"cells": 5, "moves": [[0, 1], {"needs": [2], "takes": [2, 3, 4]}, [3]]},
    });
    let mut positions = vec![
        json!({"cram": [["....", "....", "...."], ["..x", "..."]]}),
        json!({"cram": [[]], "nim": [2]}),
        json!({"cram": [["..."]], "nim": [1, 2], "kayles": [3]}),
        json!({"queens": [["....", "....", "....", "...."]]}),
        json!({"arc-kayles": [[[0, 1], [1, 2], [2, 3], [3, 0], [1, 4]]]}),
        json!({"node-kayles": [[[0, 1], [1, 2], [2, 3], 5]]}),
        json!({"grim": [[[0, 1], [1, 2], [2, 3], [3, 0], [1, 4]]]}),
        json!({"poset": [["a<b", "a<c", "b<d", "c<d", "e"]], "cram": [["...."]]}),
        json!({"subset-take-away": [[[1], [2], [3], [1, 2], [1, 3], [2, 3]]]}),
        json!({"bent": ["start"]}),
        json!({"edges": ["start"], "nim": [3]}),
        json!({"order": ["start"], "cells": ["start"]}),
        json!({"cells": ["start"]}),
    ];
    positions.extend((0..512_usize).step_by(5).map(|gone| {
        let cell = |cell: usize| if gone >> cell & 1 == 1 { 'x' } else { '.' };
        let row = |row: usize| (0..3).map(|column| cell(3 * row + column)).collect::<String>();
        json!({"cram": [[row(0), row(1), row(2)]]})
    }));
    for position in positions {
        for play in ["normal", "misere"] {
            check_answer(&json!({"games": games, "position": position, "play": play}));
        }
    }
}

/// On boards with even sides, the second player can reply to each move with its image, rotated by 180 degrees around
/// the centre of the board. The explanation names this reply. No search is needed, so the board may have any size.
#[test]
fn half_a_turn_is_the_answer_that_is_named() {
    for (rows, columns) in [(2, 2), (4, 4), (10, 10)] {
        let question = whole("cram", [rows, columns]);
        let texts = explained(&question);
        let expected = format!(
            "After it half a turn of the part in which it is made gives the answer: cram 0, put xx at row {rows}, column {}.",
            columns - 1
        );
        assert_eq!(texts.last(), Some(&expected), "{texts:#?}");
    }
    // In misère play, the explanation does not name the rotated move, since this move need not win.
    let texts = explained(&json!({"position": {"cram": [["....", "...."]]}, "play": "misere"}));
    assert!(!texts.last().unwrap().contains("half a turn"), "{texts:#?}");
    // Here the winning move is in Nim. The explanation says that a later move on the board is answered by the rotated
    // move.
    let texts = explained(&json!({"position": {"cram": [vec![".".repeat(4); 4]], "nim": [1]}}));
    let expected = "If the other goes on with cram 0, put xx at row 1, column 1, half a turn of the part in which it is made gives the answer: cram 0, put xx at \
                    row 4, column 3.";
    assert_eq!(texts.last().unwrap(), expected, "{texts:#?}");
}

/// Explanations name the regions of a position with their values, in normal and in misère play.
#[test]
fn regions_are_told_with_their_values() {
    let games = json!({
        "board": {"board": [2, 6], "pieces": [["xx", "x."]], "turn": true},
        "edges": {"edges": [["a", "b"], ["b", "c"], ["d", "e"]], "rule": "grim"},
        "order": {"order": [["a", "b"], ["a", "c"], ["d", "e"]], "elements": ["f"]},
        "cells": {"cells": 6, "moves": [[0, 1], {"needs": [1], "takes": [1, 2]}, [3], {"needs": [4], "takes": [3, 4]}, [5]]},
    });
    for (game, position, regions) in [
        ("cram", json!(["..x...", "..x..."]), vec![json!(["..", ".."]), json!(["...", "..."])]),
        ("board", json!(["..x...", "..x..."]), vec![json!(["..xxxx", "..xxxx"]), json!(["xxx...", "xxx..."])]),
        ("edges", json!("start"), vec![json!(["a", "b", "c"]), json!(["d", "e"])]),
        ("order", json!("start"), vec![json!(["f"]), json!(["a", "b", "c"]), json!(["d", "e"])]),
        ("cells", json!("start"), vec![json!([0, 1, 2]), json!([3, 4]), json!([5])]),
        ("poset", json!(["a<b", "b<c", "d<e"]), vec![json!(["a<b", "b<c"]), json!(["d<e"])]),
    ] {
        let grundy =
            |region| analyze(&json!({"games": games, "position": {game: [region]}}))["grundy"].as_u64().unwrap();
        let values: Vec<u64> = regions.iter().map(grundy).collect();
        let expected = format!(
            "It falls into {} parts that no move ties together. The value is the XOR of their values: {} = {}.",
            regions.len(),
            values.iter().map(u64::to_string).collect::<Vec<_>>().join(" ⊕ "),
            values.iter().fold(0, |xor, value| xor ^ value)
        );
        for play in ["normal", "misere"] {
            let texts = explained(&json!({"games": games, "position": {game: [position]}, "play": play}));
            assert_eq!(texts[0], expected, "{texts:#?}");
            for region in &regions {
                let texts = explained(&json!({"games": games, "position": {game: [region]}, "play": play}));
                assert!(!texts.iter().any(|text| text.contains("falls into")), "{texts:#?}");
            }
        }
    }
}

/// Returns the Grundy value in misère play. A position without moves has the value 1, since a player who cannot move
/// has won.
fn misere_value(question: &Value) -> u64 {
    let options: Vec<u64> = moves(question).iter().map(|made| misere_value(&after(question, made))).collect();
    let missing = |value: &u64| if options.is_empty() { *value == 1 } else { !options.contains(value) };
    (0..=u64::MAX).find(missing).unwrap()
}

/// Tests the largest boards of Cram that the default limit of work must allow.
#[test]
fn large_boards_of_cram_have_values() {
    let engine = Engine::default();
    for board in ["4x9", "5x8"] {
        let asked = json!({"game": "cram", "positions": [board]}).to_string();
        let json =
            engine.answer(Question::Values, RequestText::Json(asked.as_bytes()), &engine.meter()).answer.unwrap();
        let answer: Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(answer["grundy"], json!([1]), "{board}");
    }
}

#[test]
fn misere_play_is_explained_by_both_values() {
    for position in [
        json!({"cram": [["x"]]}),
        json!({"cram": [["..."]]}),
        json!({"cram": [["...."]]}),
        json!({"cram": [["..", ".."]]}),
        json!({"cram": [["...", ".x."]]}),
        json!({"grim": [[[0, 1], [1, 2], [2, 3]]]}),
        json!({"poset": [["a<b", "b<c", "d"]]}),
    ] {
        let question = json!({"position": position, "play": "misere"});
        let values = (analyze(&question)["grundy"].clone(), misere_value(&question));
        let expected = format!(
            "It is tame, as is all that moves lead to: its values of normal and misère play are {} and {}.",
            values.0, values.1
        );
        let texts = explained(&question);
        assert!(texts.contains(&expected), "{position}: {expected} {texts:#?}");
    }
    let texts = explained(&json!({"position": {"cram": [vec![".".repeat(5); 4]]}, "play": "misere"}));
    assert!(texts.iter().any(|text| text.starts_with("It is not tame, or it is not known to be")), "{texts:#?}");
}
