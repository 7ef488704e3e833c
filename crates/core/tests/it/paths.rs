//! Paths and circles in deletion games are solved as heaps of octal games. For example, a row of n cells of Cram is a
//! heap of n in Dawson's Kayles. The row and the heap must have the same answers.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use grundy_core::number::meter::Meter;
use grundy_core::wire::engine::{Engine, Question, RequestText};
use serde_json::{Value, json};

static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

fn ask(question: Question, request: &Value, steps: u64) -> Result<Value, String> {
    let asked = request.to_string();
    let outcome = ENGINE.answer(question, RequestText::Json(asked.as_bytes()), &Meter::new(steps));
    outcome.answer.map(|answer| serde_json::from_slice(&answer).unwrap()).map_err(|none| format!("{none:?}"))
}

/// The largest number of steps of a request.
const STEPS: u64 = 1_500_000_000;

/// A position of one component, with the definition of its game if the client defines it.
#[derive(Clone)]
struct Named {
    game: &'static str,
    definition: Option<Value>,
    position: Value,
}

impl Named {
    fn known(game: &'static str, position: Value) -> Self {
        Self { game, definition: None, position }
    }

    fn own(definition: Value) -> Self {
        Self { game: "mine", definition: Some(definition), position: json!("start") }
    }

    /// Returns a request about `times` equal components.
    fn request(&self, play: &str, times: usize) -> Value {
        let mut request = json!({"position": {self.game: vec![&self.position; times]}, "play": play});
        if let Some(definition) = &self.definition {
            request["games"] = json!({"mine": definition});
        }
        request
    }

    fn analyze(&self, play: &str) -> Value {
        let request = self.request(play, 1);
        ask(Question::Analysis, &request, STEPS).unwrap_or_else(|none| panic!("{request:.300}: {none}"))
    }

    /// Returns the results of the winning moves, each as a list of heaps. Heaps below `least` are left out. Also
    /// returns the number of winning moves.
    fn winning(&self, play: &str, least: usize) -> (BTreeSet<Vec<usize>>, usize) {
        let mut request = self.request(play, 1);
        request["only"] = json!("winning");
        request["limit"] = json!(1000);
        let (mut all, mut count) = (BTreeSet::new(), 0);
        loop {
            let page = ask(Question::Moves, &request, STEPS).unwrap_or_else(|none| panic!("{request:.300}: {none}"));
            for made in page["moves"].as_array().unwrap() {
                let mut heaps = if self.is_code() { integers(&made["to"]) } else { runs(&made["to"]) };
                heaps.retain(|heap| *heap >= least);
                heaps.sort_unstable();
                all.insert(heaps);
                count += 1;
            }
            if page["next"].is_null() {
                assert_eq!(page["winning_count"], count, "{request:.300}");
                return (all, count);
            }
            request["cursor"] = page["next"].clone();
        }
    }

    fn is_code(&self) -> bool {
        self.position.is_number()
    }
}

/// Returns all integers in a JSON value.
fn integers(value: &Value) -> Vec<usize> {
    match value {
        Value::Number(number) => vec![usize::try_from(number.as_u64().unwrap()).unwrap()],
        Value::Array(parts) => parts.iter().flat_map(integers).collect(),
        _ => Vec::new(),
    }
}

/// Returns the lengths of the runs of free cells. `to` is a board with one row or column, or a position on a path whose
/// vertices are numbered in order.
fn runs(to: &Value) -> Vec<usize> {
    let rows: Option<Vec<&str>> = to.as_array().unwrap().iter().map(Value::as_str).collect();
    let free: BTreeSet<usize> = match rows {
        Some(rows) => rows.concat().char_indices().filter(|(_, cell)| *cell == '.').map(|(place, _)| place).collect(),
        None => integers(to).into_iter().collect(),
    };
    let end = free.last().map_or(0, |last| last + 1);
    let starts = free.iter().filter(|cell| **cell == 0 || !free.contains(&(**cell - 1)));
    starts.map(|start| (*start..end).take_while(|cell| free.contains(cell)).count()).collect()
}

fn edges(length: usize, is_circle: bool) -> Vec<[usize; 2]> {
    (0..length - usize::from(!is_circle)).map(|vertex| [vertex, (vertex + 1) % length]).collect()
}

/// Returns one entry for each of five octal games. An entry begins with a heap of size `length`. The number after it is
/// the size of the smallest heap that has a move. Then come paths in deletion games. Each path must have the same
/// answers as the heap of size `length`.
fn names(length: usize) -> [(Named, usize, Vec<Named>); 5] {
    let row = || json!([".".repeat(length)]);
    let path = |rule: &str| Named::own(json!({"edges": edges(length, false), "rule": rule}));
    let board = |pieces: Value| Named::own(json!({"board": [1, length], "pieces": pieces}));
    let cells: Vec<Vec<usize>> =
        (1..=2).flat_map(|taken| (0..=length - taken).map(move |first| (first..first + taken).collect())).collect();
    [
        (
            Named::known("dawsons-kayles", json!(length)),
            2,
            vec![
                Named::known("cram", row()),
                Named::known("cram", json!(vec!["."; length])),
                Named::known("arc-kayles", json!(edges(length, false))),
                path("arc-kayles"),
                board(json!([["xx"]])),
            ],
        ),
        (
            Named::known("dawsons-chess", json!(length)),
            1,
            vec![Named::known("node-kayles", json!(edges(length, false))), path("node-kayles")],
        ),
        (
            Named::known("officers", json!(length)),
            2,
            vec![Named::known("grim", json!(edges(length, false))), path("grim")],
        ),
        (Named::known("treblecross", json!(length)), 3, vec![board(json!([["xxx"]]))]),
        (
            Named::known("kayles", json!(length)),
            1,
            vec![board(json!([["x"], ["xx"]])), Named::own(json!({"cells": length, "moves": cells}))],
        ),
    ]
}

/// Checks that `other` has the answers of `code`. In `code`, a split of a heap is one move. In `other`, a split of a
/// path into unequal parts is two moves, since either part may be on the left. So `other` may have up to twice as many
/// winning moves.
fn check(code: &Named, least: usize, other: &Named, play: &str) {
    let what = format!("{} {} as {} {play}", code.game, code.position, other.game);
    let (one, two) = (code.analyze(play), other.analyze(play));
    assert_eq!((&one["winner"], &one["grundy"]), (&two["winner"], &two["grundy"]), "{what}");
    let (of_code, count) = code.winning(play, least);
    let (of_other, more) = other.winning(play, least);
    assert_eq!(of_code, of_other, "{what}");
    assert!(more >= count && more <= 2 * count, "{what}: {count} {more}");
    assert_eq!(two["winning_count"], more, "{what}");
}

#[test]
fn short_paths_have_the_answers_of_heaps() {
    for length in [3, 4, 7, 12, 17, 24] {
        for (code, least, others) in names(length) {
            for other in &others {
                check(&code, least, other, "normal");
                check(&code, least, other, "misere");
            }
        }
    }
}

#[test]
fn long_paths_have_the_answers_of_heaps() {
    for length in [129, 260, 401] {
        for (code, least, others) in names(length) {
            for other in &others {
                check(&code, least, other, "normal");
            }
        }
    }
}

/// Tests long paths. Some of them are at the limits of a game, which are 4096 cells and 4096 moves. Grim has two moves
/// for each edge, so a path of 2049 vertices is at the limit. In misère play, the misère quotient of Kayles decides the
/// board of 1000 cells.
#[test]
fn thousands_of_cells_are_answered() {
    let own = |pieces: Value, columns: usize| Named::own(json!({"board": [1, columns], "pieces": pieces}));
    for (code, other, play) in [
        (Named::known("dawsons-kayles", json!(4096)), Named::known("cram", json!([".".repeat(4096)])), "normal"),
        (Named::known("dawsons-chess", json!(3000)), Named::known("node-kayles", json!(edges(3000, false))), "normal"),
        (Named::known("officers", json!(2049)), Named::known("grim", json!(edges(2049, false))), "normal"),
        (Named::known("dawsons-kayles", json!(4096)), Named::known("arc-kayles", json!(edges(4096, false))), "normal"),
        (Named::known("kayles", json!(1000)), own(json!([["x"], ["xx"]]), 1000), "misere"),
    ] {
        let (one, two) = (code.analyze(play), other.analyze(play));
        assert_eq!((&one["winner"], &one["grundy"]), (&two["winner"], &two["grundy"]), "{}", other.game);
        let made = &two["move"];
        assert!(!made.is_null(), "{}", other.game);
        let mut request = other.request(play, 1);
        request["move"] = made.clone();
        let turn = ask(Question::Turn, &request, STEPS).unwrap_or_else(|none| panic!("{}: {none}", other.game));
        assert_eq!(turn["winning"], two["winner"] == "first", "{}", other.game);
    }
}

/// Tests heaps of Dawson's Kayles in misère play, together with the paths of Cram and of Arc Kayles that equal them.
/// The misère quotient decides 30 heaps of 9. A single heap of 90 is refused in all three games.
#[test]
fn what_is_refused_is_refused_under_each_name() {
    const OPEN_INTERNET: u64 = 250_000_000;
    let both = |length: usize, times: usize, steps: u64| {
        let (code, _, others) = names(length)[0].clone();
        [&code, &others[0], &others[2]].map(|named| {
            let answer = ask(Question::Analysis, &named.request("misere", times), steps);
            answer.ok().map(|answer| (answer["winner"].clone(), answer["grundy"].clone()))
        })
    };
    for (length, times, steps, is_answered) in [(9, 30, STEPS, true), (90, 1, OPEN_INTERNET, false)] {
        let answers = both(length, times, steps);
        assert!(answers.iter().all(|answer| *answer == answers[0] && answer.is_some() == is_answered), "{answers:?}");
    }
}

/// All moves on a circle leave the same path.
#[test]
fn circles_have_the_answers_of_their_only_option() {
    for (game, code, fewer) in
        [("arc-kayles", "dawsons-kayles", 2), ("node-kayles", "dawsons-chess", 3), ("grim", "officers", 1)]
    {
        for (length, play) in
            [(5, "normal"), (8, "misere"), (19, "misere"), (20, "misere"), (260, "normal"), (1000, "normal")]
        {
            let circle = Named::known(game, json!(edges(length, true))).analyze(play);
            let left = Named::known(code, json!(length - fewer)).analyze(play);
            let wins = left["winner"] == "second";
            assert_eq!(circle["grundy"], u64::from(left["grundy"] == 0), "{game} {length}");
            assert_eq!(circle["winner"], if wins { "first" } else { "second" }, "{game} {length} {play}");
            assert_eq!(circle["winning_count"], if wins { length } else { 0 }, "{game} {length} {play}");
        }
    }
}

#[test]
fn explanations_say_which_heap_a_path_is() {
    let path = |is_circle| json!(edges(260, is_circle));
    for (named, words) in [
        (Named::known("node-kayles", path(false)), "A row of 260 vertices is a heap of 260 of the game Dawson's Chess"),
        (
            Named::known("cram", json!([".".repeat(260)])),
            "A row of 260 cells is a heap of 260 of the game Dawson's Kayles",
        ),
        (
            Named::known("grim", path(true)),
            "on a closed ring of 260 vertices leaves 259 in a row, a heap of 259 of the game Officers",
        ),
        (
            Named::own(json!({"board": [260, 1], "pieces": [["x", "x", "x", "x"], ["x"]]})),
            "a move takes 1 or 4 in a row",
        ),
    ] {
        let mut request = named.request("normal", 1);
        request["explain"] = json!(true);
        let answer = ask(Question::Analysis, &request, STEPS).unwrap();
        let steps = answer["explanation"].as_array().unwrap();
        assert!(steps.iter().any(|step| step["text"].as_str().unwrap().contains(words)), "{words}: {steps:#?}");
    }
}
