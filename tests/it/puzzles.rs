//! Ten puzzles in words. The test solves them with only the tools that the service offers to language models. Brute
//! force over the rules of each puzzle checks the results.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::collections::BTreeMap;

use crate::common::{Server, start};
use serde_json::{Value, json};

/// The position, as numbers.
type Table = Vec<u64>;

/// A puzzle in the words of people.
struct Puzzle {
    /// The whole text. Its numbers, in the order of the text, are the position.
    words: &'static str,
    /// The words by which the test looks up the game. If the catalogue has the game, they occur in the puzzle's text.
    search: &'static str,
    /// The key of the game.
    game: &'static str,
    /// The rules in Python if the catalogue does not have the game; otherwise empty.
    rules: &'static str,
    is_misere: bool,
    /// Returns the positions that moves lead to, for brute force.
    options: fn(&Table) -> Vec<Table>,
}

/// Returns the positions after a move that takes 1 to `most` objects from one heap.
fn fewer(table: &Table, most: u64) -> Vec<Table> {
    let one = |at: usize| (1..=most.min(table[at])).map(move |taken| (at, taken));
    let take = |(at, taken): (usize, u64)| {
        let mut left = table.clone();
        left[at] -= taken;
        left
    };
    (0..table.len()).flat_map(one).map(take).collect()
}

/// Returns the positions after a move that replaces one heap by two. `parts` gives the pairs that may replace a heap.
fn split(table: &Table, parts: impl Fn(u64) -> Vec<[u64; 2]>) -> Vec<Table> {
    let one = |at: usize| parts(table[at]).into_iter().map(move |parts| (at, parts));
    let replace = |(at, parts): (usize, [u64; 2])| {
        let mut left = table.clone();
        left.remove(at);
        left.extend(parts.into_iter().filter(|part| *part > 0));
        left
    };
    (0..table.len()).flat_map(one).map(replace).collect()
}

fn kayles(pins: u64) -> Vec<[u64; 2]> {
    let take = |taken: u64| (0..=pins.saturating_sub(taken)).map(move |left| (taken, left));
    let all = (1..=2).flat_map(take).filter(|(taken, _)| *taken <= pins);
    all.map(|(taken, left)| [left, pins - taken - left]).collect()
}

fn queen(at: &Table) -> Vec<Table> {
    let along = |dx: u64, dy: u64, most: u64| (1..=most).map(move |by| (dx * by, dy * by));
    let all = along(1, 0, at[0]).chain(along(0, 1, at[1])).chain(along(1, 1, at[0].min(at[1])));
    all.map(|(dx, dy)| vec![at[0] - dx, at[1] - dy]).collect()
}

fn euclid(pair: &Table) -> Vec<Table> {
    let (small, large) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
    let multiples = (small..large).step_by(usize::try_from(small).unwrap());
    multiples.map(|taken| vec![small, large - taken]).collect()
}

fn digits(table: &Table) -> Vec<Table> {
    let number = table.first().copied().unwrap_or_default();
    let digits: Vec<u64> = number.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect();
    digits.into_iter().filter(|digit| *digit > 0).map(|digit| vec![number - digit]).collect()
}

fn break_bar(bar: &Table) -> Vec<Table> {
    // `bar` lists the two sides of each bar on the table.
    let mut all = Vec::new();
    for at in (0..bar.len()).step_by(2) {
        let (rows, columns) = (bar[at], bar[at + 1]);
        let pieces = (1..rows).map(|cut| [cut, columns, rows - cut, columns]);
        for pieces in pieces.chain((1..columns).map(|cut| [rows, cut, rows, columns - cut])) {
            let mut left = bar.clone();
            left.drain(at..at + 2);
            left.extend(pieces);
            all.push(left);
        }
    }
    all
}

const PUZZLES: [Puzzle; 10] = [
    Puzzle {
        words: "Three heaps of 3, 4 and 5 stones. Take any number from one heap. Who takes the last stone wins.",
        search: "heap",
        game: "nim",
        rules: "",
        is_misere: false,
        options: |table| fewer(table, u64::MAX),
    },
    Puzzle {
        words: "Heaps of 1, 1 and 2 stones. Take any number from one heap. Who takes the last stone loses.",
        search: "heap",
        game: "nim",
        rules: "",
        is_misere: true,
        options: |table| fewer(table, u64::MAX),
    },
    Puzzle {
        words: "A row of 7 bowling pins. A ball knocks down one pin or two neighbours. Who knocks down the last wins.",
        search: "bowling pins",
        game: "kayles",
        rules: "",
        is_misere: false,
        options: |table| split(table, kayles),
    },
    Puzzle {
        words: "A queen stands 4 columns and 7 rows from the corner. She moves towards it, straight or diagonally. Who brings \
                her to the corner wins.",
        search: "queen corner",
        game: "wythoff",
        rules: "",
        is_misere: false,
        options: queen,
    },
    Puzzle {
        words: "Two numbers, 5 and 26. A move takes a multiple of the smaller from the larger, and both stay above zero. Who \
                cannot move loses.",
        search: "multiple of the smaller",
        game: "euclid",
        rules: "",
        is_misere: false,
        options: euclid,
    },
    Puzzle {
        words: "A chocolate bar of 3 by 4 squares is broken along its lines, piece by piece. Who cannot break loses.",
        search: "chocolate",
        game: "chocolate-bar",
        rules: "",
        is_misere: false,
        options: break_bar,
    },
    Puzzle {
        words: "A heap of 9 coins. A move divides a heap into two unequal heaps. Who cannot, loses.",
        search: "unequal heaps",
        game: "grundys-game",
        rules: "",
        is_misere: false,
        options: |table| {
            split(table, |heap| (1..heap).filter(|part| 2 * part < heap).map(|part| [part, heap - part]).collect())
        },
    },
    Puzzle {
        words: "A rook stands 6 squares to the right of the left edge of a row. It moves left, as far as it likes. Who brings it \
                to the edge wins.",
        search: "rook",
        game: "nim",
        rules: "",
        is_misere: false,
        options: |table| fewer(table, u64::MAX),
    },
    Puzzle {
        words: "The number 47. A move subtracts one of its digits. Who reaches zero wins.",
        search: "subtract digits",
        game: "digits",
        rules: "def options(n):\n    return [n - int(d) for d in str(n) if d != '0']",
        is_misere: false,
        options: digits,
    },
    Puzzle {
        words: "Heaps of 4, 7 and 9 matches. Take 1, 2 or 3 from one heap. Who takes the last match loses.",
        search: "from one heap at most three matches",
        game: "few",
        rules: "def options(n):\n    return [n - k for k in range(1, 4) if k <= n]",
        is_misere: true,
        options: |table| fewer(table, 3),
    },
];

/// Returns whether the player to move wins.
fn wins(puzzle: &Puzzle, table: &Table, known: &mut BTreeMap<Table, bool>) -> bool {
    // Heaps and bars are sorted, since their order does not matter. A bar is a pair of sides. In Wythoff's and in
    // Euclid's game, the two numbers keep their order.
    let width = if puzzle.game == "chocolate-bar" { 2 } else { 1 };
    let mut sorted = table.clone();
    if !["wythoff", "euclid"].contains(&puzzle.game) {
        let mut parts: Vec<&[u64]> = table.chunks(width).filter(|part| **part != [0] && **part != [1, 1]).collect();
        parts.sort_unstable();
        sorted = parts.concat();
    }
    if let Some(is_won) = known.get(&sorted) {
        return *is_won;
    }
    let options = (puzzle.options)(&sorted);
    let is_won =
        if options.is_empty() { puzzle.is_misere } else { options.iter().any(|left| !wins(puzzle, left, known)) };
    known.insert(sorted, is_won);
    is_won
}

/// Returns the numbers of the position in a text: the numbers before its first full stop.
fn numbers(words: &str) -> Table {
    let digits = |word: &str| word.trim_matches(|letter: char| !letter.is_ascii_digit()).parse().ok();
    words.split(". ").next().unwrap().split_whitespace().filter_map(digits).collect()
}

/// Returns the components with these numbers, in the shape of a game's example.
fn in_shape(numbers: &[u64], example: &Value) -> Value {
    match &example[0] {
        Value::Array(component) => json!(numbers.chunks(component.len()).collect::<Vec<_>>()),
        _ => json!(numbers),
    }
}

/// Calls a tool, and returns its structured answer and its words.
async fn call(server: &Server, tool: &str, arguments: &Value) -> (Value, String) {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } });
    let request = server.client.post(server.url("/mcp")).json(&message);
    let answer: Value = request.send().await.unwrap().json().await.unwrap();
    let result = &answer["result"];
    assert_eq!(result["isError"], false, "{tool} {arguments}: {answer}");
    (result["structuredContent"].clone(), result["content"][0]["text"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn puzzles_in_words_are_won_by_the_tools_alone() {
    let server = start(&[]).await;
    for puzzle in &PUZZLES {
        let Puzzle { words, search, game, rules, is_misere, .. } = puzzle;
        let table = numbers(words);
        // First the game is looked up. If it is not in the catalogue, the request defines it by its rules.
        let (found, text) = call(&server, "grundy_games", &json!({ "q": search })).await;
        let position = if rules.is_empty() {
            assert!(search.split(' ').all(|word| words.contains(word)), "{search} is not in {words}");
            let best = &found["games"][0];
            assert_eq!(best["id"], *game, "{search}: {text}");
            json!({ *game: in_shape(&table, &best["example"][*game]) })
        } else {
            assert!(found["games"].as_array().unwrap().iter().all(|found| found["id"] != *game), "{text}");
            json!({ *game: table })
        };
        let mut asked =
            json!({ "position": position, "explain": true, "play": if *is_misere { "misere" } else { "normal" } });
        if !rules.is_empty() {
            asked["games"] = json!({ *game: { "rules": rules } });
        }
        let (answer, text) = call(&server, "grundy_analyze", &asked).await;
        let is_won = wins(puzzle, &table, &mut BTreeMap::new());
        assert_eq!(answer["winner"], if is_won { "first" } else { "second" }, "{words} {text}");
        assert!(
            text.starts_with(if is_won { "The player to move wins" } else { "The player to move loses" }),
            "{text}"
        );
        assert!(!answer["explanation"].as_array().unwrap().is_empty(), "{text}");
        // Then the recommended move is made and the oracle replies, until the game is over.
        asked.as_object_mut().unwrap().remove("explain");
        let mut next = answer["move"].clone();
        for turn in 0.. {
            assert!(turn < 100, "{words} has no end");
            asked["move"] = json!({ "game": next["game"], "index": next["index"], "to": next["to"] });
            let (turn, text) = call(&server, "grundy_play", &asked).await;
            assert_eq!(turn["winner"], if is_won { "caller" } else { "oracle" }, "{words}: {text}");
            if turn["over"] == true {
                break;
            }
            asked.as_object_mut().unwrap().remove("move");
            asked["position"] = turn["after"].clone();
            next = call(&server, "grundy_analyze", &asked).await.0["move"].clone();
        }
    }
}
