//! Tests `grundy play`, a match against the oracle. The tests write lines into a pipe, and read the output.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use crate::common::process::{fed, grundy};

/// Returns the output for these lines, the error messages, and the exit code.
fn said(arguments: &str, lines: &str) -> (String, String, i32) {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let output = fed(&mut grundy(&arguments, &[]), lines);
    let [out, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (out, errors, output.status.code().unwrap())
}

fn played(arguments: &str, lines: &str) -> String {
    let (out, errors, code) = said(arguments, lines);
    assert_eq!((code, errors.as_str()), (0, ""), "{arguments}: {out}");
    out
}

#[test]
fn who_follows_the_hints_wins() {
    // The player asks for a hint before each move. The hint is read from the output, and then played.
    for arguments in [
        "play nim=3,4,5",
        "play nim=1,2,2 --misere",
        "play kayles=7",
        "play euclid=5,26 red-blue=RBBR",
        "play square-nim=13,13 --compound conjunctive",
        "play kayles=4 nim=2,3 --compound selective",
        "play nim=2,4 --compound selective --misere",
        "play euclid=5,26 bachet=3,9 --compound diminished-disjunctive",
    ] {
        let mut lines = "hint\n".to_owned();
        let out = loop {
            let out = played(arguments, &lines);
            if !out.trim_end().ends_with('>') {
                break out;
            }
            let hint =
                out.lines().rfind(|line| line.contains("You can win: ")).unwrap_or_else(|| unreachable!("{out}"));
            let (_, typed) = hint.rsplit_once('(').unwrap();
            lines.extend([typed.trim_end_matches(')'), "\nhint\n"]);
        };
        assert!(out.trim_end().ends_with("There is no move left. You have won."), "{arguments}: {out}");
    }
}

#[test]
fn rules_of_a_file_are_played() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play");
    fs::create_dir_all(&folder).unwrap();
    let rules = folder.join("digits.py");
    fs::write(&rules, "def options(n): return {n - int(d) for d in str(n)} - {n}\n").unwrap();
    let arguments = format!("play digits=23 --rules {}", rules.display());
    // 22 is refused, since no move leads from 23 to 22. The oracle then moves from 20 to 18, and from 17 to 10.
    let out = played(&arguments, "22\n20\n11\n17\n9\n");
    let lines: Vec<&str> =
        out.lines().filter(|line| line.contains("That is no move") || line.contains("The oracle: ")).collect();
    assert_eq!(lines.len(), 5, "{out}");
    assert!(out.starts_with("digits: A move takes a position to one of those that the rules return"), "{out}");
    for (line, words) in lines.iter().zip(["none leads to 22", "(a 18)", "from 18 to 11", "(a 10)", "(a 0)"]) {
        assert!(line.contains(words), "{out}");
    }
}

#[test]
fn the_oracle_wins_what_is_lost() {
    let out = played("play nim=1,1", "a 0\n");
    assert!(out.contains("The oracle: ") && out.trim_end().ends_with("The oracle has won."), "{out}");
    let out = played("play nim=1,1 --misere --second", "b 0\n");
    assert!(out.contains("who cannot move wins") && out.trim_end().ends_with("The oracle has won."), "{out}");
    assert!(played("play nim=1 --misere --second", "").trim_end().ends_with("You have won."));
}

#[test]
fn what_is_typed_is_checked_and_can_be_taken_back() {
    let out = played("play nim=3,4,5", "undo\nb 4\nd 1\nb 1 2\nb x\nb 1\nundo\nhelp\nquit\nb 1\n");
    let tables: Vec<&str> = out.split("> ").filter_map(|part| Some(part.rsplit_once("\n\n")?.1)).collect();
    for line in [
        "There is no move of yours to take back.",
        "That is no move: the heap must get smaller than 4.",
        "There is no such component",
        "nim does not split",
        "nim: not an integer",
        "undo    take your move back",
    ] {
        assert!(out.contains(line), "{line}: {out}");
    }
    assert_eq!(out.matches("The oracle: ").count(), 1, "{out}");
    // Before each line that it reads, the program prints the position. After the move is taken back, it prints the
    // first position again.
    assert_eq!(tables.len(), 9, "{out}");
    assert!(tables[6] != tables[0] && tables[7] == tables[0], "{tables:?}");
}

#[test]
fn moves_are_listed_as_they_are_typed() {
    let out = played("play kayles=3", "moves\na 1 1\n");
    assert!(out.contains("Moves: 3.") && out.contains("(a 1 1)"), "{out}");
    assert!(out.contains("The oracle: kayles 0: take all 1 (a)\n"), "nothing is left: {out}");
    assert!(played("play nim=1000000000000", "moves\n").contains("\n  and more\n"));
}

#[test]
fn positions_are_drawn() {
    assert!(played("play chomp=3,1", "").contains("\n       □ □ □\n       □\n"));
    assert!(played("play knight=3,2", "").contains("\n       · · · ♞\n       · · · ·\n"));
}

#[test]
fn the_oracle_errs_as_it_is_told() {
    let match_of =
        |level: &str, seed: u32| played(&format!("play nim=9,10 --second --level {level} --seed {seed}"), "");
    assert_eq!(match_of("easy", 1), match_of("easy", 1));
    let kinds = |level: &str| (0..20).map(|seed| match_of(level, seed)).collect::<std::collections::HashSet<_>>().len();
    assert_eq!((kinds("perfect"), kinds("easy") > 3), (1, true));
}

#[test]
fn a_position_without_moves_is_over_at_once() {
    for (arguments, winner) in [
        ("play nim=0", "The oracle has won."),
        ("play nim=0 --misere", "You have won."),
        ("play nim=0 --second", "You have won."),
    ] {
        let text = played(arguments, "moves\n");
        assert!(text.trim_end().ends_with(winner) && !text.contains("> "), "{arguments}: {text}");
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (arguments, reason) in [
        ("play nimm=3", "the nearest is \"nim\""),
        ("play empty-and-divide=600,700 nim=3 --misere", "no misère theory"),
        ("play nim=3 --level god", "possible values: easy, medium, hard, perfect"),
    ] {
        let (out, errors, code) = said(arguments, "");
        assert!(code == 2 && out.is_empty() && errors.contains(reason), "{arguments}: {code} {out}{errors}");
    }
}

/// If a turn has moves in several components, these moves are typed with semicolons between them.
#[test]
fn compounds_are_played() {
    let lines = "a 6\na 6; a 3\na 6; b 13\nwhy\nmoves\na 6; b 12\nundo\nquit\n";
    let out = played("play square-nim=7,13 --compound conjunctive", lines);
    let said = [
        "A move is made in all components at once, and the game ends when any of them has ended.\nYou play",
        "That is no move: the move leaves out \"square-nim\" 1.",
        "That is no move: the move changes \"square-nim\" 0 twice.",
        "That is no move: ",
        "The other player wins",
        "Moves: 6.\n  square-nim 0: take 1² = 1 of 7; square-nim 1: take 1² = 1 of 13 (a 6; b 12)\n",
        "The oracle: square-nim 0: take",
        "Your move is taken back.",
    ];
    let mut rest = out.as_str();
    for words in said {
        let at = rest.find(words).unwrap_or_else(|| unreachable!("{words} is not in {rest}, of {out}"));
        rest = &rest[at + words.len()..];
    }
    assert!(played("play nim=3,4", "a 1; b 1\n").contains("That is no move: it changes more than one component."));
}

/// Components get their letters in the order of the request, not in that of the catalogue.
#[test]
fn components_are_named_as_they_were_asked_for() {
    let output = played("play kayles=2 nim=5", "moves\na\n");
    let at = |text: &str| output.find(text).unwrap_or_else(|| unreachable!("{text} is not in {output}"));
    assert!(at("  a  kayles  2") < at("  b  nim  5"), "{output}");
    assert!(at("kayles: A row") < at("nim: One heap"), "{output}");
    assert!(output.contains("take all 2 (a)") && output.contains("take 5 of 5 (b 0)"), "{output}");
    assert!(output.contains("The oracle: nim 0: take"), "{output}");
}
