//! Deletion games as clients have them: the values that are known of them, and what explanations say, held against answers.

use std::sync::LazyLock;

use grundy_core::theory::Tables;
use grundy_core::wire::analysis::Analysis;
use grundy_core::wire::limits::Limits;
use grundy_core::wire::request::{Defaults, Request};
use serde_json::{Value, json};

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::default);

fn analyze(question: &Value) -> Value {
    let read = Request::from_json(question.to_string().as_bytes(), Defaults::default(), &Limits::default());
    let read = read.unwrap_or_else(|rejected| panic!("{question}: {rejected:?}"));
    let analysis = Analysis::of(read, &TABLES).unwrap_or_else(|rejected| panic!("{question}: {rejected:?}"));
    json!(analysis.answer())
}

/// Some values of a game: the rows and columns of the first board, what they grow by, and the values. Of subsets the rows are how
/// many numbers they are of.
type Row = (&'static str, [usize; 2], [usize; 2], &'static [u64]);

/// What others published, and the prototype of the search found.
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
    // Of six numbers they are 3 and 0, which takes half a minute each.
    ("subsets", [1, 0], [1, 0], &[1, 2, 3, 1, 2]),
    ("proper subsets", [2, 0], [1, 0], &[0, 0, 0, 0]),
    ("queens", [1, 1], [1, 1], &[1, 1, 2, 1, 3, 1, 2, 3, 1]),
];

/// The question about a board, or a graph or a family of sets, of a game of the tables.
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
