//! Checks that each field of a request is known at every door: a new field fails here wherever it was forgotten. The
//! tools for language models have their schemas from the contract, as have the types of the npm package.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::process::grundy;
use crate::common::{Server, start};
use crate::contract::contract;
use serde_json::Value;

/// A question: its path, the schema of its request, the command, and the function of the Python package.
struct Question {
    name: &'static str,
    schema: &'static str,
    /// Fields that the command has under another name, or does not have. `""` means that it needs none.
    command: &'static [(&'static str, &'static str)],
    /// Fields that are no keywords of the function.
    python: &'static [&'static str],
}

/// Positions and games are words or files of a command. A report for people needs no id, and is never brief.
const WORDS: [(&str, &str); 4] = [("position", ""), ("id", ""), ("brief", ""), ("play", "--misere")];

const QUESTIONS: [Question; 5] = [
    Question {
        name: "analyze",
        schema: "Request",
        // A bot asks the service or a library.
        command: &[("seed", ""), ("mistakes", "")],
        python: &["position", "id"],
    },
    Question {
        name: "moves",
        schema: "MovesRequest",
        // The command goes on to the next page by itself, as the function `all_moves` does.
        command: &[("only", "--winning"), ("cursor", "")],
        // The package returns the positions of each move, which `brief` would leave out.
        python: &["position", "id", "brief"],
    },
    Question {
        name: "play",
        schema: "PlayRequest",
        // The command asks for moves at the terminal.
        command: &[("move", ""), ("combined_move", ""), ("mistakes", "--level")],
        // A list of moves is a combined move. A turn is as long as the position anyway.
        python: &["position", "id", "move", "combined_move", "brief"],
    },
    Question {
        name: "values",
        schema: "ValuesRequest",
        command: &[("game", ""), ("positions", ""), ("starts", "--start")],
        python: &["game"],
    },
    Question {
        name: "quotient",
        schema: "QuotientRequest",
        command: &[("game", ""), ("positions", "")],
        python: &["game"],
    },
];

/// Returns the fields that the service itself lists when it refuses an unknown one.
async fn fields(server: &Server, name: &str) -> BTreeSet<String> {
    let answer: Value = server.post(&format!("/v1/{name}"), r#"{"no-such-field": 1}"#).await.json().await.unwrap();
    let detail = answer["errors"][0]["detail"].as_str().unwrap();
    let (_, list) = detail.rsplit_once("the fields are ").unwrap();
    list.split(", ").map(str::to_owned).collect()
}

/// Returns the keywords of a function of the Python package.
fn keywords(source: &str, name: &str) -> BTreeSet<String> {
    let start = source.rfind(&format!("\ndef {name}(\n")).unwrap();
    let lines = source[start..].lines().skip(2).take_while(|line| line.starts_with("    "));
    lines.filter_map(|line| line.trim().split_once(':')).map(|(name, _)| name.to_owned()).collect()
}

#[tokio::test]
async fn each_field_is_known_at_every_door() {
    let server = start(&[]).await;
    let (contract, root) = (contract(), Path::new(env!("CARGO_MANIFEST_DIR")));
    let package = root.join("bindings/python/python/grundy");
    let python = ["__init__.py", "_quotient.py", "_values.py"]
        .map(|file| fs::read_to_string(package.join(file)).unwrap())
        .concat();
    let docs = fs::read_to_string(root.join("docs/api.md")).unwrap();
    let mut forgotten = Vec::new();
    for Question { name, schema, command, python: no_keywords } in QUESTIONS {
        let help = grundy(&[name, "--help"], &[]).output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let in_query = |field: &str| {
            let parameters = contract["paths"][format!("/v1/{name}")]["get"]["parameters"].as_array();
            parameters.is_none_or(|list| list.iter().any(|parameter| parameter["name"] == *field))
        };
        let keywords = keywords(&python, name);
        for field in fields(&server, name).await {
            let renamed = WORDS.iter().chain(command).find(|(other, _)| *other == field).map(|(_, flag)| *flag);
            let flag = renamed.map_or_else(|| format!("--{field}"), str::to_owned);
            // A query string has a parameter for each game, or a range of positions. It can't define games.
            let may_be_parameter = !["position", "games", "positions", "starts"].contains(&&*field);
            for (door, is_known) in [
                ("the contract", !contract["components"]["schemas"][schema]["properties"][&field].is_null()),
                ("the contract's parameters", !may_be_parameter || in_query(&field)),
                ("the command", help.contains(&flag)),
                ("Python", no_keywords.contains(&&*field) || keywords.contains(&field)),
                (
                    "docs/api.md",
                    ["`FIELD`", "\"FIELD\"", "&FIELD="]
                        .iter()
                        .any(|quoted| docs.contains(&quoted.replace("FIELD", &field))),
                ),
            ] {
                if !is_known {
                    forgotten.push(format!("{name}: {field} in {door}"));
                }
            }
        }
    }
    assert!(forgotten.is_empty(), "{forgotten:#?}");
}
