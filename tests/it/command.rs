//! Tests the commands that need no server.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::process::fed;

fn grundy(arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments.split(' ')).output().unwrap()
}

/// Returns the output of a command that succeeds.
fn printed(arguments: &str) -> String {
    let output = grundy(arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
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
            ["The other player wins (normal play", "No move wins; one of the moves is: take 1 of 4 (nim 4 → 3)"],
        ),
        ("analyze nim=0 --misere", ["The player to move wins (misère play", "There is no move."]),
        (
            "analyze red-blue=RBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBR",
            ["No move wins", "RBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBRRBBR…"],
        ),
    ] {
        let text = printed(arguments);
        for line in lines {
            assert!(text.contains(line), "{arguments}: {line} is not in\n{text}");
        }
    }
}

/// Components are printed in the order of the request, not in the order of the catalogue.
#[test]
fn components_are_told_as_they_were_asked_for() {
    let text = printed("analyze nim=3,4 euclid=5,26 nim=5 --explain");
    let places = ["  nim     3 ", "  euclid  5,26", "\nnim 0\n", "\neuclid 0\n", "\nThe whole\n"];
    let places = places.map(|line| text.find(line).unwrap_or_else(|| unreachable!("{line} is not in {text}")));
    assert!(places.is_sorted(), "{text}");
}

/// Terms are defined where the printed steps use them first, although the steps of a component come in another order
/// than in JSON. A position without a text is shown, too.
#[test]
fn terms_are_defined_in_the_printed_order() {
    let text = printed("analyze nim=3 cram=.. --terms");
    let (first, second) = text.split_once("\ncram 0\n").unwrap();
    assert!(first.contains("\nnim 0\n") && first.contains("The Grundy value of a position, "), "{text}");
    assert!(!second.contains("The Grundy value of a position, "), "{text}");
    let text = printed("analyze mock-turtles=0");
    assert!(text.contains(" → nothing)"), "{text}");
}

/// `script` runs the command in a terminal.
#[test]
fn lines_follow_the_width_of_the_terminal() {
    let command = format!("stty cols 44; {} games kayles 2>/dev/null", env!("CARGO_BIN_EXE_grundy"));
    let output = Command::new("script").args(["--quiet", "--command", &command, "/dev/null"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap().replace('\r', "");
    assert!(text.lines().all(|line| line.chars().count() <= 44), "{text}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let whole = printed("games kayles");
    assert_eq!(words(&text), words(&whole));
    assert!(whole.lines().any(|line| line.len() > 100), "{whole}");
}

#[test]
fn words_say_what_flags_say() {
    for (words, flags) in [
        ("analyze nim=1 nim=1 nim=1 play=misere", "analyze nim=1 nim=1 nim=1 --misere"),
        ("analyze nim=1 nim=1 nim=1 play=misere --json", "analyze nim=1 nim=1 nim=1 --misere --json"),
        ("analyze nim=3 explain=true", "analyze nim=3 --explain"),
        ("analyze nim=3 nim=4 line=3", "analyze nim=3 nim=4 --line 3"),
        (
            "analyze nim=3 nim=4 line=3 remoteness=true genus=true --json",
            "analyze nim=3 nim=4 --line 3 --remoteness --genus --json",
        ),
        ("moves nim=1 nim=1 nim=1 play=misere", "moves nim=1 nim=1 nim=1 --misere"),
        ("moves nim=1,1 nim=1", "moves nim=1 nim=1 nim=1"),
        ("moves nim=1 nim=1 nim=1 play=misere --json", "moves nim=1 nim=1 nim=1 --misere --json"),
        ("moves nim=5 only=winning limit=2", "moves nim=5 --winning --limit 2"),
        ("moves nim=5 only=winning limit=2 --json", "moves nim=5 --winning --limit 2 --json"),
    ] {
        assert_eq!(printed(words), printed(flags), "{words}");
    }
    assert!(printed("analyze nim=1 nim=1 nim=1 play=misere").starts_with("The other player wins (misère play"));
    assert!(printed("moves nim=1 nim=1 nim=1 play=misere").starts_with("Moves: 3. Winning moves: 0."));
    // The word `play=misere` does not cancel the flag `--explain`.
    let both = printed("analyze nim=1 nim=1 play=misere --explain");
    assert!(both.contains("misère play") && both.contains("So the Grundy value is 1"), "{both}");
}

#[test]
fn a_report_says_how_long_play_lasts_and_how_it_goes_on() {
    for (arguments, lines) in [
        (
            "analyze nim=1 nim=3 --remoteness --line 9",
            "\nA perfect game lasts 3 moves.\n\
             As recommended, play goes on: nim 1: take 2 of 3; nim 0: take 1 of 1; nim 1: take 1 of 1.\n",
        ),
        ("analyze nim=4 --remoteness", "\nA perfect game lasts 1 move.\n"),
        ("analyze nim=1000000 nim=999999 --remoteness", "\nHow long a perfect game lasts is not known.\n"),
        ("analyze kayles=5 --genus", "\nThe genus is 4^146.\n"),
        ("analyze kayles=5 nim=2 --genus", "\nThe genus is 6^"),
        ("analyze kayles=5 nim=2 --genus", "; of the components 2^20, 4^146.\n"),
        ("analyze nim=0 --line 3", "\nThere is no move.\n"),
    ] {
        let text = printed(arguments);
        assert!(text.contains(lines), "{arguments}: {text}");
    }
    let draws = Path::new(env!("CARGO_TARGET_TMPDIR")).join("draws.json");
    fs::write(&draws, r#"{"ring": {"graph": {"a": ["b"], "b": ["a"]}}}"#).unwrap();
    let text = printed(&format!("analyze ring=a --remoteness --games {}", draws.display()));
    assert!(text.contains("\nA perfect game never ends.\n"));
}

#[test]
fn a_move_that_is_drawn_is_in_the_report() {
    let moves: std::collections::HashSet<String> = (0..20)
        .map(|seed| {
            let text = printed(&format!("analyze nim=7 seed={seed} mistakes=1"));
            let is_best = text.contains("take 7 of 7");
            assert_eq!(text.contains("\nOne move wins: "), is_best, "{text}");
            assert_eq!(text.contains("\nThe move drawn is a mistake: take "), !is_best, "{text}");
            text
        })
        .collect();
    assert!(moves.len() > 3, "{moves:?}");
}

#[test]
fn json_is_the_apis() {
    let output = grundy("analyze euclid=5,26 --json");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["grundy"], &answer["after"]["euclid"][0][1]), (&5.into(), &6.into()));
}

#[test]
fn it_says_why() {
    let text = printed("analyze nim=3 nim=5 --explain");
    let why = "\nnim 1\n  A move leads to any heap smaller than 5, and 5 is the first value beyond them.\n    \
               (C. L. Bouton 1901: Nim, a game with a complete mathematical theory)\n  So the Grundy value is 5.\n\nThe whole\n";
    assert!(text.contains(why), "{text}");
    let output = grundy("analyze nim=3 nim=5 --explain --json");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["explanation"][1]["text"], "So the Grundy value is 3.");
    for arguments in ["analyze nim=3", "analyze nim=3 --json"] {
        let text = printed(arguments);
        assert!(!text.contains("So the Grundy value is"), "{arguments}: {text}");
    }
}

#[test]
fn games_are_listed() {
    let text = printed("games");
    for card in grundy_core::catalogue::all().iter().map(|game| game.card()) {
        assert!(text.contains(card.rules) && text.contains(card.misere), "{}", card.id);
    }
    // Keys with parentheses must be quoted, since parentheses have a meaning in a shell.
    assert!(text.contains(", such as kayles=12\n") && text.contains(", such as 'octal(0.137)=17'\n"), "{text}");
}

#[test]
fn one_game_is_told_of() {
    let text = printed("games kayles");
    let known = "\n  Period      g(n + 12) = g(n) was checked";
    assert!(text.starts_with("kayles: Kayles\n\nA row of n pins.") && text.contains(known), "{text}");
    assert!(text.contains("\n  Example     kayles=12\n") && text.contains("Dudeney 1908"), "{text}");
    let text = printed("games octal(0.77)");
    assert!(text.contains(known) && text.contains("\n  Example     'octal(0.137)=17'\n"), "{text}");
    assert!(printed("games octal").contains("\n  Parameters  "));
    let unknown = grundy("games kayls");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("the nearest is \"kayles\""));
}

#[test]
fn shells_complete_and_the_manual_has_every_command() {
    let commands = ["analyze", "batch", "games", "moves", "play", "serve", "values"];
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&format!("completions {shell}"));
        assert!(commands.iter().all(|command| script.contains(command)) && script.contains("misere"), "{shell}");
    }
    let script = "source /dev/stdin; COMP_WORDS=(grundy pl); COMP_CWORD=1; _grundy grundy pl grundy; echo $COMPREPLY";
    let completed = fed(Command::new("bash").args(["-c", script]), &printed("completions bash"));
    assert_eq!(completed.stdout, b"play\n");
    for (command, word, whole) in [("analyze", "kay", "kayles=12"), ("games", "fibo", "fibonacci-nim")] {
        let script = format!(
            "source /dev/stdin; COMP_WORDS=(grundy {command} {word}); COMP_CWORD=2; _grundy grundy {word} {command}; \
             echo $COMPREPLY"
        );
        let completed = fed(Command::new("bash").args(["-c", &script]), &printed("completions bash"));
        assert_eq!(String::from_utf8(completed.stdout).unwrap(), format!("{whole}\n"));
    }
    for shell in ["zsh", "fish"] {
        assert!(printed(&format!("completions {shell}")).contains("kayles=12"), "{shell}");
    }
    let page = printed("man");
    assert!(page.contains(".TH grundy 1"), "{page}");
    for command in commands {
        assert!(page.contains(&format!("\ngrundy\\-{command} \\- ")), "{command}: {page}");
    }
}

#[test]
fn games_are_searched() {
    let text = printed("games --search KAYLES --tag strips");
    let names: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')).collect();
    assert_eq!(
        names,
        [
            "kayles: Kayles, such as kayles=12",
            "dawsons-kayles: Dawson's Kayles, such as dawsons-kayles=14",
            "circular: Octal games in a circle, such as 'circular(0.77)=7'"
        ]
    );
}

#[test]
fn the_table_of_games_is_as_the_catalogue() {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/games.md")).unwrap();
    let hint = "docs/games.md is stale: run `cargo run -- games --markdown > docs/games.md`";
    assert!(file == printed("games --markdown"), "{hint}");
    let columns = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<&str> = file.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), grundy_core::catalogue::all().len() + 2);
    assert!(rows.iter().all(|row| columns(row) == columns(rows[0])));
}

#[test]
fn values_a_line_each() {
    let text = printed("values octal(0.77) 0..5");
    assert_eq!(text, "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n");
    let text = printed("values cram 3x1..4x3");
    assert_eq!(text, "3x1 1\n3x2 1\n3x3 0\n4x1 2\n4x2 0\n4x3 1\n");
    let text = printed("values queens 5x5 --json");
    assert_eq!(text, "{\"board\":[5,5],\"game\":\"queens\",\"grundy\":3}\n");
    let text = printed("values aliquot 0..2");
    assert_eq!(text, "0 -\n1 0\n2 1\n");
    let answer: serde_json::Value = serde_json::from_slice(&grundy("values kayles 0..5 --json").stdout).unwrap();
    assert_eq!((&answer["values"][5], &answer["period"]["length"]), (&4.into(), &12.into()));
}

#[test]
fn moves_are_listed() {
    let text = printed("moves nim=1 nim=3");
    assert!(text.starts_with("Moves: 4. Winning moves: 1.\n"), "{text}");
    let rows: Vec<Vec<&str>> = text.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[2], ["nim", "1:", "take", "2", "of", "3", "0", "wins"]);
    assert_eq!(rows.iter().filter(|row| row.last() == Some(&"loses")).count(), 3);
    let text = printed("moves nim=1 nim=3 --winning --misere");
    assert_eq!(text.lines().skip(3).count(), 1, "{text}");
    assert!(text.contains("take 3 of 3"), "{text}");
    let text = printed("moves nim=5 --limit 2");
    assert!(text.contains("take 2 of 5") && !text.contains("take 3"), "{text}");
    assert!(text.ends_with("\nThere are more: a larger --limit shows more of them.\n"), "{text}");
    assert!(printed("moves nim=5 --limit 4").ends_with("\nThere is one more: --limit shows it.\n"));
}

#[test]
fn another_kind_of_compound_is_a_flag() {
    let report = printed("analyze square-nim=7,13 --compound conjunctive --remoteness --line 2 --explain");
    for words in [
        "The other player wins",
        "in all components at once",
        "square-nim  13        7",
        "The game lasts 4 moves.",
        "Move 2 as recommended: square-nim 0: take 1² = 1 of 6; square-nim 1: take 2² = 4 of 12.",
        "C. A. B. Smith 1966",
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
    let moves = printed("moves nim=2,1 --compound selective");
    assert!(
        moves.contains("Moves: 5. Winning moves: 1.") && moves.contains("nim 0: take 2 of 2; nim 1: take 1 of 1"),
        "{moves}"
    );
    let pages = printed("moves nim=40,40 --compound selective --json");
    let listed = pages.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    assert_eq!(listed.map(|page| page["moves"].as_array().unwrap().len()).sum::<usize>(), 41 * 41 - 1);
}

#[test]
fn moves_in_json_are_all_pages() {
    let pages = |arguments: &str| -> Vec<serde_json::Value> {
        let text = printed(arguments);
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let counts = |pages: &[serde_json::Value]| -> Vec<usize> {
        pages.iter().map(|page| page["moves"].as_array().unwrap().len()).collect()
    };
    let all = pages("moves nim=2500 --json");
    assert_eq!(counts(&all), [1000, 1000, 500]);
    assert!(all[2]["next"].is_null() && all[2]["moves"][499]["to"] == 0);
    assert_eq!(counts(&pages("moves nim=2500 --json --limit 1200")), [1000, 200]);
    assert_eq!(counts(&pages("moves nim=2500 --json --winning")), [1]);
}

#[test]
fn what_is_wrong_goes_to_standard_error() {
    for (arguments, lines) in [
        ("analyze", vec!["required"]),
        ("analyze euclid=0,3 foo=1 nim", vec!["euclid: both numbers are at least 1", "foo: ", "nim: "]),
        ("analyze red-blue=R,B", vec!["did you mean red-blue=R red-blue=B?"]),
        ("analyze kayles 17", vec!["'17'", "expected a game and its position, such as kayles=17"]),
        ("values kayles 0-20", vec!["not an integer of 0 or more", "; a range is written 0..20"]),
        ("values euclid 0:3,0:5", vec!["; a range is written 0..3,0..5"]),
        ("values cram 2x2-3x3", vec!["; a range is written 2x2..3x3"]),
        ("values chomp 1x1..3x4 --table", vec!["grundy: values of chomp are not listed by sizes of boards"]),
        ("quotient kayles 0..5", vec!["; --to 5 asks for the integers up to 5"]),
        ("quotient notakto", vec!["ask for a list of positions\n"]),
        ("quotient nim", vec!["ask for a list of positions, or for the integers up to one (--to)"]),
        ("moves nim=3 --limit 0", vec!["expected an integer of at least 1"]),
        ("analyze nim=1 kayles=2 --max-games 1", vec!["kayles: a request may have at most 1 game: "]),
        ("nim=3 kayles=4", vec!["a position is analysed by: grundy analyze nim=3"]),
        ("analyze nim=3,4x,5y", vec!["nim: not an integer", "\ngrundy: nim: not an integer"]),
        ("analyze nim=3 games={}", vec!["games: games are defined in a file: use --games"]),
        ("analyze empty-and-divide=600,700 nim=3 --misere", vec!["no misère theory is known"]),
        ("analyze nim=3 --misere play=normal", vec!["play: this parameter appears twice"]),
        ("analyze nim=3 line=2 --line 3", vec!["line: this parameter appears twice"]),
        ("moves nim=3 explain=true", vec!["explain: no parameter"]),
        ("moves nim=3 limit=2 --limit 3 --json", vec!["limit: this parameter appears twice"]),
        ("moves nim=3 cursor=x", vec!["cursor: only an answer with --json has this"]),
        ("analyze nim=3 certificate=true", vec!["certificate: only an answer with --json has this"]),
        ("analyze nim=3 --certificate", vec!["--json"]),
        ("values nim 0..3 --certificate", vec!["--json"]),
        ("analyze nim=5..8", vec!["nim: 5..8 is a range", "grundy values nim 5..8 takes a range"]),
        ("moves nim=3 --only winning", vec!["listed by '--winning'"]),
        ("games --json", vec!["unexpected argument '--json'"]),
        ("values kayles --remoteness", vec!["'--of remoteness'"]),
        ("serve --port 9000", vec!["'--listen 127.0.0.1:8080'"]),
        ("healthcheck 127.0.0.1:18462", vec!["'--listen 127.0.0.1:18462'"]),
        ("games mine.py", vec!["mine.py is a file with rules", "grundy rules mine.py"]),
        ("check kayles f.py 0..9", vec!["grundy values kayles 0..9 --conjecture f.py"]),
        ("values moore 0..3,0..3", vec!["; positions are listed one by one, as in grundy values moore 2,3,5,7"]),
        ("values moore", vec!["positions are listed one by one, as in grundy values moore 2,3,5,7"]),
        ("values euclid", vec!["positions of euclid are neither one integer nor a board"]),
        ("values cram", vec!["expected the sizes of boards of cram", "grundy values cram 4x1..4x7"]),
        ("values cram 4", vec!["4: expected the sizes of boards"]),
        ("values cram 4x5..4x3", vec!["sizes of boards", "the smaller board first"]),
        ("values cram 3x99999", vec!["3 × 99999 cells"]),
        ("values cram 3x99999..3x99999999999", vec!["3 × 99999 cells"]),
        ("values cram 5x7 --max-work 0.1", vec!["the search of a deletion game"]),
        ("analyze cram=......./......./......./....... --max-work 0.001", vec!["the search of a deletion game"]),
        ("values kayls", vec!["\"kayles\""]),
        ("games --tag heap", vec!["did you mean heaps?"]),
        ("analyse nim=3", vec!["unrecognized subcommand"]),
        ("serve --header-timeout 1e19", vec!["expected at most a year"]),
        ("serve --mcp-hosts *.example", vec!["expected a host name"]),
        ("serve --mcp-hosts https://grundy.example", vec!["expected a host name"]),
    ] {
        let output = grundy(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        let text = String::from_utf8(output.stderr).unwrap();
        for line in lines {
            assert!(text.contains(line), "{arguments}: {text}");
        }
        assert!(!text.contains("'-- --"), "a flag is no position: {text}");
    }
    assert_eq!(printed("values moore 2,3,5,7"), "[2,[3,5,7]] 15\n");
}

/// What a message says to type is typed into a shell.
#[test]
fn positions_of_rules_are_typed_as_the_messages_say() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typed");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in [
        ("word.py", "def options(s): return [s[1:]] if s else []\n"),
        (
            "pair.py",
            "def options(p):\n    a, b = p\n    return [(i, b) for i in range(a)] + [(a, i) for i in range(b)]\n",
        ),
        ("heap.py", "MOST = 3\ndef options(n): return [n - k for k in range(1, MOST + 1) if k <= n]\n"),
        ("walk.json", r#"{"walk": {"graph": {"hall": ["garden"], "garden": []}}}"#),
        ("request.json", r#"{"games": {"mine": {"graph": [[]]}}, "position": {"mine": [0]}}"#),
        ("unnamed.json", r#"{"rules": "def options(n): return []"}"#),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let run = |line: &str| {
        let line = format!("'{}' {line}", env!("CARGO_BIN_EXE_grundy"));
        let output = Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    for (command, wrong, right) in [
        ("analyze", "word.py=aab", r#""word.py='aab'""#),
        ("moves", "word.py='aab'", r#""word.py='aab'""#),
        ("rules word.py", "aab", r#""'aab'""#),
        ("values word.py", "aab", r#""'aab'""#),
        ("quotient word.py", "aab", r#""'aab'""#),
        ("analyze", "pair.py=3,4", "'pair.py=(3, 4)'"),
        ("values pair.py", "3,4", "'(3, 4)'"),
        ("analyze", "heap.py=7,10", "heap.py=7 heap.py=10"),
        ("rules heap.py", "7,10", "7 10"),
        ("analyze", "heap=5", "heap.py"),
        ("values", "heap", "heap.py"),
    ] {
        let (code, text) = run(&format!("{command} {wrong}"));
        assert!(code == 2 && text.contains(right), "{command} {wrong}: {text}");
        let (code, text) = run(&format!(
            "{command} {}",
            if right == "heap.py" { wrong.replace("heap", right) } else { right.to_owned() }
        ));
        assert_eq!(code, 0, "{command} {right}: {text}");
    }
    for (line, words) in [
        ("rules heap.py 0..8", "grundy values heap.py 0..8 takes a range"),
        ("analyze heap.py=5..8", "grundy values heap.py 5..8 takes a range"),
        ("moves pair.py=0..8,0..3", "grundy values pair.py 0..8,0..3 takes a range"),
        ("values heap.py 0..5 7", "0..5 is a range"),
        ("quotient heap.py", "--to 20"),
        ("rules word.py", "'xo'"),
        ("values walk --games walk.json", "the word all stands for every vertex"),
        ("analyze heap.py=5 MOST=4", r#"a file for --games: {"mine": {"rules": …, "constants": {"MOST": 3}}}"#),
        ("rules heap.py 5 MOST=4", "MOST: a constant of rules is given in their file"),
        ("analyze mine=0 --games request.json", "under its name, {\"mine\": {…}}, and this is a whole request\n"),
        (
            "analyze mine=0 --games unnamed.json",
            "under its name, {\"mine\": {…}}, and this is one game without its name\n",
        ),
    ] {
        let (code, text) = run(line);
        assert!(code == 2 && text.contains(words), "{line}: {text}");
    }
    let mut play = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let play = play.args(["play", "word.py='aab'", "pair.py=(3, 1)"]).current_dir(&folder);
    let output = fed(play, "a ab\nb (1, 1)\n").stdout;
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("a string is written a 'ab'\n") && text.contains("\n  b  pair  (1, 1)"), "{text}");
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let mut child = child.arg("openapi").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_site_has_the_page_with_the_engine_of_its_own_version() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let (site, package) = (folder.join("site"), folder.join("package"));
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(package.join("wasm")).unwrap();
    let write = || grundy(&format!("site {} --module {}", site.display(), package.display()));
    let refusal = |output: Output| {
        assert_eq!((output.status.code(), site.exists()), (Some(2), false));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal(write()).contains("npm install @grundy/engine"));
    fs::write(package.join("package.json"), r#"{"version": "0.1.0"}"#).unwrap();
    assert!(refusal(write()).contains("is version 0.1.0, not"));

    fs::write(package.join("package.json"), format!(r#"{{"version": "{}"}}"#, env!("CARGO_PKG_VERSION"))).unwrap();
    let engine = ["browser.js", "calls.js", "graphs.js", "wasm/grundy.js", "wasm/inline.js"];
    for path in &engine[..3] {
        fs::write(package.join(path), path).unwrap();
    }
    assert!(refusal(write()).contains("package/build builds it"));
    for path in engine {
        fs::write(package.join(path), path).unwrap();
    }
    let output = write();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let read = |path: &str| fs::read_to_string(site.join(path)).unwrap();
    let page = read("games/kayles/index.html");
    let script = page.split('"').find(|text| text.ends_with("/main.js")).unwrap();
    let folder = script.trim_start_matches("../../").trim_end_matches("/main.js");
    for path in engine {
        assert_eq!(read(&format!("{folder}/engine/{path}")), path);
    }
    assert!(read(&format!("{folder}/main.js")).contains("worker.js"));
    assert!(read(&format!("{folder}/worker.js")).contains("engine/"));
    assert!(page.contains("<title>Kayles – ") && !page.contains("docs/") && !page.contains("v1/games"));
    assert_eq!(read("openapi.yaml"), fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml")).unwrap());
    assert_eq!(read("index.html"), read("embed.html"));
}

#[test]
fn values_of_any_positions_are_listed() {
    let folder = folder_of_its_own();
    let file = folder.join("walk.json");
    std::fs::write(
        &file,
        r#"{"walk": {"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}}}"#,
    )
    .unwrap();
    let games = file.to_str().unwrap();
    let said = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap())
    };
    for (arguments, expected) in [
        (
            &["values", "walk", "all", "--games", games, "--of", "winner,remoteness"][..],
            "hall draw -\ngarden draw -\ngate first 1\nstreet second 0\n",
        ),
        (&["values", "walk", "all", "--games", games, "--start", "gate"], "gate 1\nstreet 0\n"),
        (&["values", "walk", "hall", "gate", "--games", games], "hall {\"infinite\":[]}\ngate 1\n"),
        (&["values", "nim", "0..2", "--misere", "--of", "winner"], "0 first\n1 second\n2 first\n"),
        (&["values", "cram", "2x2", "2x3", "--of", "winner"], "[\"..\",\"..\"] second\n[\"...\",\"...\"] first\n"),
        (&["values", "kayles", "5"], "5 4\n"),
        (&["values", "kayles", "1..3", "--only", "lost", "--table"], "grundy: none of these positions is lost\n"),
        (
            &["values", "kayles", "2..3", "--find"],
            "2 2\n3 3\ngrundy: no formula is found; more positions may show one\n",
        ),
        (&["values", "nim", "1", "3", "--json"], "{\"game\":\"nim\",\"positions\":[1,3],\"grundy\":[1,3]}\n"),
    ] {
        assert_eq!(said(arguments), (Some(0), expected.to_owned()), "{arguments:?}");
    }
    let (status, text) = said(&["values", "euclid", "5,26", "5,0", "--of", "winner"]);
    assert!(status == Some(2) && text.contains("position 2: "), "{text}");
    let (status, text) = said(&["values", "nim", "1", "2", "--of", "winer"]);
    assert!(status == Some(2) && text.contains("did you mean winner?"), "{text}");
    for (arguments, words) in [
        (&["values", "nim", "all"][..], "rules with --start"),
        (&["values", "nim", "0..5", "--start", "3"], "--start: this is for the positions all"),
        (
            &["values", "qqqqqqqq"],
            "grundy games --search qqqqqqqq finds games by words, and a game of your own is described in a file for --games",
        ),
        (&["values", "nim", "--", "-5..5"], "a range begins at 0 or later"),
        (
            &["values", "euclid", "--", "-5..5,0..3"],
            "a range has integers of 0 or more: give other positions one by one",
        ),
    ] {
        let (status, text) = said(arguments);
        assert!(status == Some(2) && text.contains(words), "{arguments:?}: {text}");
        assert!(!text.contains("GET /") && !text.contains("\"positions\""), "{arguments:?}: {text}");
    }
}

#[test]
fn a_file_with_rules_is_a_game() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules");
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let digits = file(
        "digits.py",
        "def options(n): return {n - int(d) for d in str(n)} - {n}\ndef describe(n, to): return f'subtract {n - to}'\n",
    );
    let row = file("row.py", "def options(s): return [s[1:]] if s else []\n");
    let games = file("games.json", r#"{"walk": {"graph": [[1], []]}, "row": {"graph": [[]]}}"#);
    let text = printed(&format!("analyze digits=23 nim=1 --rules {digits}"));
    assert!(text.contains("\n  digits  23        1\n") && text.contains("The other player wins"), "{text}");
    let text =
        printed(&format!("analyze digits=23 row='ab' walk=0 --rules {digits} --rules {row} --games {games} --json"));
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["values"], serde_json::json!({"digits": [1], "row": [0], "walk": [1]}));
    let text = printed(&format!("moves digits=23 --rules {digits}"));
    assert!(text.contains("subtract 3") && text.contains("subtract 2"), "{text}");
    let line = printed(&format!("moves digits=23 --winning --json --rules {digits}"));
    assert!(line.contains(r#""to":20"#), "{line}");
    for (arguments, expected) in [
        ("values digits 21..23", "21 2\n22 1\n23 1\n"),
        ("values digits 23 9 --of grundy,winner --misere", "23 1 first\n9 1 second\n"),
        ("values digits all --start 12", "12 2\n11 1\n10 0\n9 1\n0 0\n"),
    ] {
        assert_eq!(printed(&format!("{arguments} --rules {digits}")), expected, "{arguments}");
        // A file in the place of a game has its rules.
        assert_eq!(printed(&arguments.replace("digits", &digits)), expected, "{arguments}");
    }
    assert_eq!(
        printed(&format!("analyze {digits}=23 nim=1")),
        printed(&format!("analyze digits=23 nim=1 --rules {digits}"))
    );
    assert_eq!(printed(&format!("moves {digits}=23 --rules {digits}")), printed(&format!("moves {digits}=23")));
    // If a file with rules and another file define the same name, the rules are used.
    let table = printed(&format!("values row 'abc' 'ab' --rules {row} --games {games} --json"));
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(
        (&table["positions"], &table["grundy"]),
        (&serde_json::json!(["abc", "ab"]), &serde_json::json!([1, 0]))
    );
    let broken = file("broken.py", "def options(n):\n    return [n / 2]\n");
    let fails = file("fails.py", "def options(n): return [m]\n");
    let formula = file("formula.py", "def value(n): return n % 2\n");
    let wrong = file("wrong.json", r#"{"one": {"graph": [[]]}, "two": {"graph": [["a"]]}}"#);
    for (arguments, words) in [
        (format!("analyze broken=4 --rules {broken}"), "grundy: broken: line 2, column 15: \"/\" makes floats"),
        (format!("values fails 4 --rules {fails}"), "grundy: fails: line 1, column "),
        (format!("check {broken} {formula} 0..5"), "grundy: broken.py: line 2, column 15: "),
        (format!("check {fails} {formula} 0..5"), "grundy: fails.py: line 1, column "),
        (format!("check {digits} {broken} 0..5"), "grundy: broken.py: a conjecture defines "),
        (format!("analyze two=0 --games {wrong}"), "grundy: two: a vertex of this graph is an index"),
        (format!("analyze row='a' --rules {row} --rules {row}"), "another file with rules has this name"),
        (format!("analyze row='a' --rules {row}x"), "row.pyx: "),
        (format!("analyze é=1 --rules {}", file("é.py", "")), "a–z, A–Z, 0–9, _ and -"),
        (format!("values broken 1 2 --rules {broken}"), "line 2, column 15: \"/\" makes floats"),
        (format!("batch --rules {row} --games {row}"), "not JSON: "),
        (format!("batch --rules {}", file("words.py", "def options(n) return []")), "line 1, column 16"),
    ] {
        let output = grundy(&arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && text.contains(words), "{arguments}: {text}");
    }
}

/// Returns a folder that only this test uses.
fn folder_of_its_own() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-values-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn values_have_the_forms_that_people_use() {
    for (arguments, expected) in [
        ("kayles 0..12 --table", "   | 0 1 2 3 4 5 6 7 8 9\n 0 | 0 1 2 3 1 4 3 2 1 4\n10 | 2 6 4 . . . . . . .\n"),
        ("wythoff 0..2,1..3 --table", "  | 1 2 3\n0 | 1 2 3\n1 | 2 0 4\n2 | 0 1 5\n"),
        ("wythoff 0..3,0..5 --only lost", "[0,0]\n[1,2]\n[2,1]\n[3,5]\n"),
        ("wythoff 0..3,0..5 --only lost --csv", "a,b\n0,0\n1,2\n2,1\n3,5\n"),
        ("euclid 5..5,25..26 --csv --of grundy,winner", "a,b,grundy,winner\n5,25,4,first\n5,26,5,first\n"),
        ("kayles 5..7 --bfile", "5 4\n6 3\n7 2\n"),
        ("kayles 0..20 --only lost --bfile", "1 0\n"),
        ("subtraction(1,2,3) 1..30 --only lost --bfile --misere", "1 1\n2 5\n3 9\n4 13\n5 17\n6 21\n7 25\n8 29\n"),
        ("wythoff 0..30,0..30 --only lost --of count", "count 23\n"),
    ] {
        assert_eq!(printed(&format!("values {arguments}")), expected, "{arguments}");
    }
    for (arguments, words) in [
        ("cram 3x3 2x2 --table --of grundy", "a table is about integers or pairs"),
        ("wythoff 0..3,0..5 --bfile", "a b-file is about integers"),
        ("kayles 0..9 --csv --table", "cannot be used with"),
        ("nim 3..5 --bfile --of winner", "only integers, and the value of 3 is first"),
        ("cram 2x2..2x4 --csv", "grundy values cram 2x2..2x4"),
        ("0..5", "grundy values kayles 0..5"),
        ("--rules a/mine.py 0..5", "grundy values a/mine.py 0..5"),
        ("kayles 0..9 --only loss", "lost, won, drawn"),
    ] {
        let output = grundy(&format!("values {arguments}"));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && text.contains(words), "{arguments}: {text}");
    }
}

#[test]
fn what_is_printed_can_be_read_back() {
    for written in ["euclid=5,26", "euclid=[5,26]", "euclid=(5,26)"] {
        assert!(printed(&format!("analyze {written}")).contains("5,26      5"), "{written}");
    }
    assert_eq!(printed("values euclid [5,26] (3,4) --of grundy"), "[5,26] 5\n[3,4] 0\n");
    assert_eq!(printed("analyze nim=(3,4)"), printed("analyze nim=3,4"));
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["values", "subtraction(1, 2, 4)", "3..5"]).output();
    assert_eq!(output.unwrap().stdout, b"3 0\n4 1\n5 2\n");
}

#[test]
fn commands_have_the_limits_of_the_service() {
    let folder = folder_of_its_own();
    let file = folder.join("my_Sub2.py");
    std::fs::write(&file, "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n").unwrap();
    let rules = file.to_str().unwrap();
    let odd = folder.join("my+game.py");
    std::fs::copy(&file, &odd).unwrap();
    let refused = grundy(&format!("values mine 0..5 --rules {}", odd.display()));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("this is \"my+game\". The game has the name of its file")
    );
    assert!(printed(&format!("analyze my_Sub2=50 --rules {rules}")).contains("The Grundy value is 2."));
    for command in
        ["analyze my_Sub2=50", "moves my_Sub2=50", "play my_Sub2=50", "values my_Sub2 0..50", "certify my_Sub2=50"]
    {
        for (limit, flag) in [("--max-vertices 20", "--max-vertices"), ("--max-rules-memory 900", "--max-rules-memory")]
        {
            let output = grundy(&format!("{command} --rules {rules} {limit}"));
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.code() == Some(2) && text.contains(flag), "{command} {limit}: {text}");
        }
        let help = printed(&format!("{} --help", command.split(' ').next().unwrap()));
        for flag in
            ["digits", "components", "games", "work", "vertices", "edges", "vectors", "cells", "states", "heaps"]
        {
            assert!(help.contains(&format!("--max-{flag} ")), "{command}: {flag}");
        }
    }
}

#[test]
fn a_rule_shows_what_its_first_positions_leave() {
    let file = std::env::temp_dir().join(format!("pins-{}.py", std::process::id()));
    let path = file.to_str().unwrap();
    std::fs::write(
        &file,
        "def options(n):\n    return [[left, n - 2 - left] for left in range(n - 1)] + [0] * (n == 1)\n",
    )
    .unwrap();
    let shown = printed(&format!("rules {path}"));
    assert!(shown.starts_with("0 → no move\n1 → 0\n2 → 0 + 0\n3 → 0 + 1\n4 → 0 + 2, 1 + 1\n"), "{shown}");
    assert_eq!(printed(&format!("rules {path} 3")), "3 → 0 + 1\n");
    let refusal = || {
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["rules", path]).output().unwrap();
        String::from_utf8(output.stderr).unwrap()
    };
    std::fs::write(&file, "def options(p):\n    a, b = p\n    return [(a - k, b) for k in range(1, a + 1)]\n").unwrap();
    for written in ["(2,1)", "[2,1]"] {
        assert_eq!(printed(&format!("rules {path} {written}")), format!("{written} → [1,1], [0,1]\n"));
    }
    let refused = refusal();
    assert!(refused.contains("positions of another form are given behind the file"), "{refused}");
    std::fs::write(&file, "def options(p): return [(p[0] - 1, p[1])] if p[0] else []\ndef start(n): return (n, 7)\n")
        .unwrap();
    let shown = printed(&format!("rules {path}"));
    assert!(shown.starts_with("[0,7] → no move\n[1,7] → [0,7]\n"), "{shown}");
    std::fs::write(&file, "def options(n): return [m]\n").unwrap();
    let refused = refusal();
    assert!(refused.contains("m is not known") && !refused.contains("behind the file"), "{refused}");
    std::fs::remove_file(&file).unwrap();
}
