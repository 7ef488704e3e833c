//! The command line without a server.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::process::{Command, Output, Stdio};

fn grundy(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments.split(' ')).output().unwrap()
}

#[test]
fn a_report_for_people() {
    for (arguments, lines) in [
        (
            "analyze nim=1 nim=1 --misere",
            ["The player to move wins (misère play", "2 moves win, such as: take 1 of 1 (nim 1 → 0)"],
        ),
        (
            "analyze nim=4 nim=4",
            ["The other player wins (normal play", "No move wins; a small step is: take 1 of 4 (nim 4 → 3)"],
        ),
        ("analyze nim=0 --misere", ["The player to move wins (misère play", "There is no move."]),
        (
            "analyze red-blue=RBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBR",
            ["No move wins", "RBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBR…"],
        ),
    ] {
        let output = grundy(arguments);
        assert!(output.status.success(), "{arguments}");
        let text = String::from_utf8(output.stdout).unwrap();
        for line in lines {
            assert!(text.contains(line), "{arguments}: {line} is not in\n{text}");
        }
    }
}

#[test]
fn json_is_the_apis() {
    let output = grundy("analyze euclid=5,26 --json");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["grundy"], &answer["after"]["euclid"][0][1]), (&5.into(), &6.into()));
}

#[test]
fn it_says_why() {
    let text = String::from_utf8(grundy("analyze nim=3 nim=5 --explain").stdout).unwrap();
    let why = "\nnim 1\n  A move leads to any heap smaller than 5, and 5 is the first value beyond them.\n    \
               (C. L. Bouton 1901: Nim, a game with a complete mathematical theory)\n  So the Grundy value is 5.\n\nThe whole\n";
    assert!(text.contains(why), "{text}");
    let output = grundy("analyze nim=3 nim=5 --explain --json");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["explanation"][1]["text"], "So the Grundy value is 3.");
    for arguments in ["analyze nim=3", "analyze nim=3 --json"] {
        let text = String::from_utf8(grundy(arguments).stdout).unwrap();
        assert!(!text.contains("So the Grundy value is"), "{arguments}: {text}");
    }
}

#[test]
fn games_are_listed() {
    let text = String::from_utf8(grundy("games").stdout).unwrap();
    for card in grundy_core::catalogue::all().iter().map(|game| game.card()) {
        assert!(text.contains(card.rules) && text.contains(card.misere), "{}", card.id);
    }
}

#[test]
fn what_is_wrong_goes_to_standard_error() {
    for (arguments, lines) in [
        ("analyze", vec!["required"]),
        ("analyze euclid=0,3 foo=1 nim", vec!["euclid: both numbers are at least 1", "foo: ", "nim: "]),
        ("analyze nim=3,4", vec!["did you mean nim=3&nim=4?"]),
        ("analyze empty-and-divide=6,7 nim=3 --misere", vec!["no misère theory is known"]),
        ("analyse nim=3", vec!["unrecognized subcommand"]),
    ] {
        let output = grundy(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        let text = String::from_utf8(output.stderr).unwrap();
        for line in lines {
            assert!(text.contains(line), "{arguments}: {text}");
        }
    }
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let mut child = child.arg("openapi").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
