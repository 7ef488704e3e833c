//! Checks certificates of answers by both checkers, and compares the rules of check.py with those of the service.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::process::{fed, grundy};
use crate::common::{Server, start};
use grundy_core::catalogue;
use grundy_core::game::Positions;
use grundy_core::game::entry::example_key;
use grundy_core::wire::games::Games;
use grundy_core::wire::limits::RequestLimits;
use grundy_core::wire::request::{Explain, Request};
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn python(script: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new("python3");
    command.arg(root().join(script)).args(arguments);
    command
}

/// Returns what a command prints, and its exit code.
fn said(output: &Output) -> (String, i32) {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    (String::from_utf8(text).unwrap().trim_end().to_owned(), output.status.code().unwrap())
}

/// Checks a certificate by both checkers, and returns what they print.
fn proved(certificate: &str, rules: &[&str]) -> String {
    let ours = said(&fed(&mut grundy(&[&["verify"], rules, &["-"]].concat(), &[]), certificate));
    let theirs = said(&fed(&mut python("check/check.py", &[rules, &["-"]].concat()), certificate));
    let shown = &certificate[..certificate.len().min(1000)];
    assert_eq!((ours.1, theirs.1), (0, 0), "{ours:?}, {theirs:?}: {shown}");
    let spaced = |text: &str| text.replace(", ", ",").replace(": ", ":");
    assert_eq!(spaced(&ours.0), spaced(&theirs.0), "{shown}");
    ours.0
}

/// Asks for a certificate. Returns the answer.
async fn ask(server: &Server, mut request: Value) -> Value {
    let without = server.analyze(&request).await;
    request["certificate"] = true.into();
    let mut answer = server.analyze(&request).await;
    let certificate = answer.as_object_mut().unwrap().remove("certificate").unwrap();
    assert_eq!(answer, without, "{request}");
    certificate
}

/// The rules of the README, and the arguments with their file.
const RULES: &str = "def options(n): return [n - d for d in range(1, n) if n % d == 0]";

fn with_rules<T>(check: impl FnOnce(&[&str]) -> T) -> T {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("grundy-rules-{}-{number}.py", std::process::id()));
    fs::write(&file, RULES).unwrap();
    let checked = check(&["--rules", file.to_str().unwrap()]);
    fs::remove_file(file).unwrap();
    checked
}

fn written(positions: &dyn Positions) -> Vec<String> {
    (0..positions.len()).map(|index| serde_json::to_string(&positions.written(index)).unwrap()).collect()
}

/// Returns the position that a card writes as text.
fn of_text(key: &str, text: &str) -> Box<dyn Positions> {
    let words = [(key.to_owned(), text.to_owned())];
    let limits = RequestLimits::default();
    let request: Request<Explain> = Request::from_words(&words, &Games::default(), &limits).unwrap();
    request.position.into_parts().next().unwrap().components
}

#[test]
fn rules_of_the_checker_are_those_of_the_service() {
    let mut lines = String::new();
    let examples = catalogue::cards().map(|card| (card.id, card.parameters.map(|family| family.example), card.moves));
    let sets = ["primes", "squares", "triangular", "fibonacci", "factorials", "powers-of-2", "1,multiples-of-3"];
    let named = sets.iter().flat_map(|set| ["subtraction", "all-but"].map(|id| (id, Some(*set), &[][..])));
    for (id, parameters, moves) in examples.chain(named) {
        let (key, game) = match parameters {
            Some(parameters) => (format!("{id}({parameters})"), json!({"catalogue": id, "parameters": parameters})),
            None => (id.to_owned(), json!({"catalogue": id})),
        };
        let small = catalogue::find(&key).unwrap().rules.small();
        let shown = moves.iter().map(|(from, _, _)| of_text(&key, from));
        let small = (0..small.len()).map(|index| small.alone(index));
        for position in shown.chain(small) {
            let options: Vec<String> =
                position.options(0).iter().map(|option| format!("[{}]", written(&**option).join(","))).collect();
            let [position] = &written(&*position)[..] else { unreachable!("one position") };
            writeln!(lines, r#"{{"game":{game},"position":{position},"options":[{}]}}"#, options.join(",")).unwrap();
        }
    }
    let (text, code) = said(&fed(&mut python("tests/it/proofs/rules.py", &[]), &lines));
    assert_eq!(code, 0, "{text}");
    assert_eq!(text, format!("{} positions agree", lines.lines().count()));
}

#[test]
fn each_game_has_rules_in_few_lines() {
    let files = fs::read_dir(root().join("check/rules")).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|it| it == "py")).collect();
    let stems: BTreeSet<&str> = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    assert_eq!(stems, catalogue::cards().map(|card| card.id).collect());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
        let imports = text.lines().filter(|line| line.contains("import"));
        let are_standard =
            imports.into_iter().all(|line| ["from math ", "from itertools "].iter().any(|it| line.starts_with(it)));
        assert!(lines <= 24 && are_standard, "{}: {lines} lines", file.display());
    }
}

#[tokio::test]
async fn certificates_of_all_kinds_are_proved() {
    let server = start(&[]).await;
    let walk =
        json!({"walk": {"graph": {"hall": ["garden"], "garden": ["hall", "gate"], "gate": ["street"], "street": []}}});
    let splits = json!({"own": {"graph": [[], [0], [[0, 1], [1, 1]], [[2, 1], 2]]}});
    for (request, expected) in [
        (json!({"position": {"kayles": [5, 12]}}), "[5, 12] has the Grundy value 0"),
        (
            json!({"position": {"kayles": ["10000000000000000000"]}}),
            r#"g(n + 12) = g(n) for all n ≥ 71 in {"code": "0.77"}, g(10000000000000000000) = 1"#,
        ),
        (
            json!({"position": {"octal(0.137)": [200, 3]}}),
            r#"g(n + 34) = g(n) for all n ≥ 52 in {"code": "0.137"}, g(200) = 5, g(3) = 2"#,
        ),
        (
            json!({"position": {"subtraction(1,4,9)": [1000]}}),
            r#"g(n + 5) = g(n) for all n ≥ 1 in {"subtraction": [1, 4, 9]}, g(1000) = 0"#,
        ),
        (
            json!({"position": {"all-but(2,3)": [1001]}}),
            r#"g(n + 4) = g(n) + 2 for all n ≥ 1 in {"all_but": [2, 3]}, g(1001) = 501"#,
        ),
        (json!({"position": {"chomp": [[3, 2, 2]]}}), "[[3, 2, 2]] has the Grundy value 3"),
        (json!({"position": {"kayles": [5, 4]}, "play": "misere"}), "the second player wins [5, 4] in misere play"),
        (
            json!({"position": {"kayles": [9, 8, "10000000000000000000"]}, "play": "misere"}),
            r#"a misère sum of heaps of {"code": "0.77"} is lost iff"#,
        ),
        (
            json!({"position": {"subtraction(1,2)": [1_000_000]}, "play": "misere"}),
            r#"a misère sum of heaps of {"subtraction": [1, 2]} is lost iff"#,
        ),
        // No quotient of Dawson's Kayles is known.
        (json!({"position": {"octal(0.07)": [30]}, "play": "misere"}), "the second player wins [30] in misere play"),
        (json!({"position": {"end-nim": [[2, 1, 2]]}}), "the second player wins [[2, 1, 2]] in normal play"),
        (
            json!({"position": {"euclid": [[5, 26]], "nim": [3], "cram": ["2x3"]}}),
            r#"[["euclid", [5, 26]], ["nim", 3], ["cram", ["...", "..."]]] has the Grundy value 7"#,
        ),
        (json!({"position": {"circular(0.77)": [5, {"row": 3}]}}), r#"[5, {"row": 3}] has the Grundy value 3"#),
        (json!({"games": walk, "position": {"walk": ["hall"]}}), r#"["hall"] has the infinite value []"#),
        (
            json!({"games": walk, "position": {"walk": ["hall", "garden"]}}),
            r#"nobody wins ["hall", "garden"] in normal play"#,
        ),
        (
            json!({"games": walk, "position": {"walk": ["hall"]}, "play": "misere"}),
            r#"the second player wins ["hall"] in misere play"#,
        ),
        (json!({"games": splits, "position": {"own": [3]}}), "[3] has the Grundy value 0"),
        (json!({"position": {}}), "[] has the Grundy value 0"),
        (json!({"position": {"octal(0.0)": [5]}}), r#"[5] has the Grundy value 0 in {"subtraction": []}"#),
        (
            json!({"position": {"subtraction()": [5, 1000]}}),
            r#"g(n + 1) = g(n) for all n ≥ 1 in {"subtraction": []}, g(5) = 0, g(1000) = 0"#,
        ),
        (
            json!({"position": {"subtraction()": [5, 1000]}, "play": "misere"}),
            r#"a misère sum of heaps of {"subtraction": []} is lost iff its product is one of [], so the first"#,
        ),
        (
            json!({"games": {"rooks": {"steps": [[2, 1]], "rides": [[1, 0], [0, 1]]}}, "position": {"rooks": [[3, 5]]}}),
            "[[3, 5]] has the Grundy value 6",
        ),
        (json!({"games": {"line": {"steps": [[1], [4]]}}, "position": {"line": [7]}}), "[7] has the Grundy value 0"),
        (
            json!({"games": {"slide": {"steps": [[1, -1], [0, 1]]}}, "position": {"slide": [[2, 1]]}, "play": "misere"}),
            "the second player wins [[2, 1]] in misere play",
        ),
        (
            json!({"games": {"gems": {"cells": ["a", "b", 3], "moves": [["a"], {"needs": ["b"], "takes": ["b", 3]}]}}, "position": {"gems": ["start"]}}),
            r#"[["a", "b", 3]] has the Grundy value 0"#,
        ),
        (
            json!({"games": {"path": {"edges": [["p", "q"], ["q", "r"], ["r", "s"]], "rule": "node-kayles"}}, "position": {"path": ["start"]}}),
            r#"[["p", "q", "r", "s"]] has the Grundy value 0"#,
        ),
        (
            json!({"games": {"bars": {"order": [[1, 2], [2, 3]]}}, "position": {"bars": ["start"], "nim": [2]}}),
            r#"[["nim", 2], ["bars", [1, 2, 3]]] has the Grundy value 1"#,
        ),
        // The board has a hole. Its free cells are numbered row by row.
        (
            json!({"games": {"tiles": {"board": ["..", ".x"], "pieces": [["xx"]], "turn": true}}, "position": {"tiles": ["start"]}}),
            "[[0, 1, 2]] has the Grundy value 1",
        ),
    ] {
        let certificate = ask(&server, request.clone()).await;
        let statement = proved(&certificate.to_string(), &[]);
        assert!(statement.starts_with(&format!("proved: {expected}")), "{statement}: {request}");
    }
}

#[tokio::test]
async fn tables_have_certificates_of_their_values() {
    let server = start(&[]).await;
    let rooks = json!({"rooks": {"rides": [[1, 0], [0, 1]]}});
    let divisors = json!({"own": {"rules": RULES}});
    let range = json!({"from": 3, "to": 40});
    for (request, expected) in [
        (
            json!({"game": "kayles", "positions": {"from": 3, "to": 200}}),
            r#"g(n + 12) = g(n) for all n ≥ 71 in {"code": "0.77"}"#,
        ),
        (
            json!({"game": "kayles", "positions": [5, 1000]}),
            r#"g(n + 12) = g(n) for all n ≥ 71 in {"code": "0.77"}, g(5) = 4, g(1000) = 1"#,
        ),
        (
            json!({"game": "all-but(2,3)", "positions": {"from": 3, "to": 200}}),
            r#"g(n + 4) = g(n) + 2 for all n ≥ 1 in {"all_but": [2, 3]}"#,
        ),
        (
            json!({"game": "kayles", "positions": range, "play": "misere", "of": ["winner"]}),
            r#"a misère sum of heaps of {"code": "0.77"} is lost iff its product is one of "#,
        ),
        // A short range has the period that a longer table proves.
        (json!({"game": "kayles", "positions": range}), r#"g(n + 12) = g(n) for all n ≥ 71 in {"code": "0.77"}"#),
        (
            json!({"game": "all-but(2,3)", "positions": {"from": 0, "to": 5}}),
            r#"g(n + 4) = g(n) + 2 for all n ≥ 1 in {"all_but": [2, 3]}"#,
        ),
        (json!({"game": "octal(0.0)", "positions": range}), r#"g(n + 1) = g(n) for all n ≥ 1 in {"subtraction": []}"#),
        // Without a period, each value has a label. The claim is about the sum of all positions.
        (json!({"game": "nim", "positions": {"from": 0, "to": 6}}), "[0, 1, 2, 3, 4, 5, 6] has the Grundy value 7"),
        (json!({"game": "chomp", "positions": [[2, 1], [3]]}), "[[2, 1], [3]] has the Grundy value 2"),
        (
            json!({"games": rooks, "game": "rooks", "positions": {"box": [[0, 1], [2, 3]]}}),
            "[[0, 2], [0, 3], [1, 2], [1, 3]] has the Grundy value 0",
        ),
        (json!({"games": divisors, "game": "own", "positions": [12, 9]}), "[12, 9] has the Grundy value 2"),
    ] {
        let without = server.ask("/v1/values", &request).await;
        let mut asked = request.clone();
        asked["certificate"] = true.into();
        let mut answer = server.ask("/v1/values", &asked).await;
        let certificate = answer.as_object_mut().unwrap().remove("certificate").unwrap();
        assert_eq!(answer, without, "{request}");
        let statement = with_rules(|rules| proved(&certificate.to_string(), rules));
        assert!(statement.starts_with(&format!("proved: {expected}")), "{statement}: {request}");
        if certificate["kind"] == "labels" {
            // A position without moves needs no label.
            let positions = answer["positions"].as_array().unwrap().iter().zip(answer["grundy"].as_array().unwrap());
            let labels = certificate["labels"].as_array().unwrap();
            for (position, grundy) in positions.filter(|(_, grundy)| **grundy != 0) {
                assert!(labels.contains(&json!([position, grundy])), "{position}: {certificate}");
            }
        }
    }
    let answer = server.read("/v1/values?game=kayles&from=0&to=200&certificate=true").await;
    assert_eq!(answer["certificate"]["kind"], "period");
    // In a stream, the certificate is on a line of its own after the rows.
    for (only, rows) in [(json!(null), 38), (json!("drawn"), 0)] {
        let mut asked = json!({"game": "kayles", "positions": range, "certificate": true});
        if !only.is_null() {
            asked["only"] = only;
        }
        let posted = server.posting("/v1/values", asked.to_string()).header("accept", "application/x-ndjson");
        let text = posted.send().await.unwrap().text().await.unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let (last, before) = lines.split_last().unwrap();
        assert!(before.len() == rows && before.iter().all(|line| line.get("certificate").is_none()), "{text}");
        assert_eq!(last.as_object().unwrap().keys().collect::<Vec<_>>(), ["certificate"]);
        assert!(proved(&last["certificate"].to_string(), &[]).starts_with("proved: g(n + 12) = g(n)"), "{last}");
    }
    for (request, reason) in [
        (json!({"game": "grundys-game", "positions": range, "play": "misere"}), "no-proof"),
        (json!({"game": "end-nim", "positions": [[2, 1, 2], [1, 1]]}), "no-proof"),
        (json!({"game": "nim", "positions": [1_000_000]}), "too-costly"),
    ] {
        let mut asked = request.clone();
        asked["certificate"] = true.into();
        let answer = server.ask("/v1/values", &asked).await;
        assert_eq!(answer["certificate"], json!({"refused": reason}), "{request}");
    }
}

#[tokio::test]
async fn each_game_of_the_catalogue_has_proofs_of_its_card() {
    let server = start(&[]).await;
    let (mut proofs, mut certificates) = (Vec::new(), Vec::new());
    for card in catalogue::cards() {
        let key = example_key(card);
        for (from, _, _) in card.moves {
            let position = written(&*of_text(&key, from)).join(",");
            for play in ["normal", "misere"] {
                let request = format!(r#"{{"position":{{"{key}":[{position}]}},"play":"{play}"}}"#);
                let certificate = ask(&server, serde_json::from_str(&request).unwrap()).await;
                if certificate.get("refused").is_none() {
                    proofs.push(card.id);
                    certificates.push(certificate.to_string());
                } else {
                    assert!(
                        ["no-proof", "too-costly"].contains(&certificate["refused"].as_str().unwrap()),
                        "{certificate}"
                    );
                }
            }
        }
    }
    for certificate in &certificates {
        assert_eq!(said(&fed(&mut grundy(&["verify", "-"], &[]), certificate)).1, 0, "{certificate}");
    }
    let lines = certificates.join("\n") + "\n";
    let verdicts = said(&fed(&mut python("crates/verify/tests/checkers/verdicts.py", &[]), &lines)).0;
    for (verdict, certificate) in verdicts.lines().zip(&certificates) {
        assert_eq!(verdict, "1", "{certificate}");
    }
    assert_eq!(verdicts.lines().count(), certificates.len());
    proofs.dedup();
    let missing: Vec<&str> = catalogue::cards().map(|card| card.id).filter(|id| !proofs.contains(id)).collect();
    assert!(missing.is_empty(), "no position of these is proved: {missing:?}");
}

/// Each example of the README has its certificate, or the reason why not.
#[tokio::test]
async fn examples_of_the_readme_are_proved() {
    let server = start(&[]).await;
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let (mut proofs, mut reasons) = (0, 0);
    let asks =
        |line: &&str| line.starts_with("$ curl") && ["/v1/analyze", "/v1/values"].iter().any(|it| line.contains(it));
    for line in readme.lines().filter(asks) {
        let path = if line.contains("/v1/values") { "/v1/values" } else { "/v1/analyze" };
        let answer: Value = if let Some((_, rest)) = line.split_once("--json '") {
            let mut request: Value = serde_json::from_str(rest.split_once('\'').unwrap().0).unwrap();
            request["certificate"] = true.into();
            // One of the examples is a mistake.
            server.post(path, request.to_string()).await.json().await.unwrap()
        } else {
            let path = line.split_once("localhost:8080").unwrap().1.trim_end_matches('\'');
            server.read(&format!("{path}&certificate=true")).await
        };
        let Some(certificate) = answer.get("certificate") else {
            assert!(answer.get("errors").is_some(), "{line}");
            continue;
        };
        if certificate.get("refused").is_some() {
            reasons += 1;
            continue;
        }
        with_rules(|rules| proved(&certificate.to_string(), rules));
        proofs += 1;
    }
    assert!(proofs >= 5, "{proofs} proofs, {reasons} reasons");
}

#[tokio::test]
async fn refusals_say_why_and_spoil_no_answer() {
    let server = start(&["--max-certificate", "200"]).await;
    for (request, reason) in [
        (json!({"position": {"nim": ["1000000000000000000000000000000"]}}), "no-proof"),
        (json!({"position": {"nim": [1_000_000]}}), "too-costly"),
        (json!({"position": {"square-nim": [50_000]}}), "too-costly"),
        (json!({"position": {"octal(0.77)": [1000]}}), "too-large"),
        (json!({"position": {"grundys-game": [1001]}}), "no-proof"),
    ] {
        assert_eq!(ask(&server, request.clone()).await, json!({"refused": reason}), "{request}");
    }
    server
        .assert_refused(
            "/v1/analyze",
            r#"{"position": {"nim": [1]}, "compound": "selective", "certificate": true}"#,
            ("invalid-request", "/certificate", "a certificate is of sums"),
        )
        .await;
}

#[test]
fn the_command_certifies_and_verifies() {
    let folder = std::env::temp_dir().join(format!("grundy-proofs-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let run = |arguments: &[&str]| said(&grundy(arguments, &[]).output().unwrap());

    let (certificate, code) = run(&["certify", "kayles=9", "kayles=5", "--misere"]);
    assert_eq!(code, 0);
    let made = file("certificate.json", &certificate);
    let statement = r#"proved: the second player wins [9, 5] in misere play of {"code": "0.77"}"#.to_owned();
    assert_eq!(run(&["verify", &made]), (statement.clone(), 0));
    let question = file("question.json", r#"{"position": {"kayles": [9, 5]}, "play": "misere"}"#);
    assert_eq!(run(&["verify", "--question", &question, &made]), (statement, 0));
    for other in [
        r#"{"position": {"kayles": [9, 5]}}"#,
        r#"{"position": {"kayles": [9]}, "play": "misere"}"#,
        r#"{"position": {"octal(0.07)": [9, 5]}, "play": "misere"}"#,
    ] {
        let other = file("other.json", other);
        let refused = ("refused: it proves the answer to another question".to_owned(), 1);
        assert_eq!(run(&["verify", "--question", &other, &made]), refused);
    }
    // A whole answer has its certificate in a field.
    let answer = |position| file("answer.json", &run(&["analyze", position, "--json", "--certificate"]).0);
    assert_eq!(
        run(&["verify", &answer("nim=3")]),
        (r#"proved: [3] has the Grundy value 3 in {"catalogue": "nim"}"#.to_owned(), 0)
    );
    assert_eq!(
        run(&["verify", &answer("nim=1000000000000000000000000000000")]),
        ("grundy: not read: the answer has no certificate: no-proof".to_owned(), 2)
    );
    for (position, reason) in [
        ("square-nim=60000", "too-costly, which means that too many positions must be explored"),
        ("nim=1000000000000000000000000000000", "no-proof, which means that no certificate of this answer is known"),
    ] {
        let (refusal, code) = run(&["certify", position]);
        assert!(code == 1 && refusal.starts_with(&format!("grundy: there is no certificate: {reason}")), "{refusal}");
    }
    assert_eq!(run(&["verify", &file("no.json", "[")]).1, 2);
    assert_eq!(run(&["verify", "no-such-file"]).1, 2);
    assert_eq!(run(&["verify", &file("false.json", &certificate.replace("second", "first"))]).1, 1);

    // Rules of a client: the file must be the one that the certificate names. Both checkers know the module of ours.
    let text = "from grundy import divisors\ndef options(n):\n    return [n - d for d in divisors(n) if d < n]\n";
    let rules = file("divisors.py", text);
    let (certificate, code) = run(&["certify", "--rules", &rules, "divisors=12"]);
    assert_eq!(code, 0, "{certificate}");
    assert!(
        proved(&certificate, &["--rules", &rules]).starts_with(r#"proved: [12] has the Grundy value 2 in {"rules": "#)
    );
    let made = file("own.json", &certificate);
    let question = file("question.json", r#"{"position": {"divisors": [12]}}"#);
    let (text, code) = run(&["verify", "--question", &question, "--rules", &rules, &made]);
    assert!(code == 2 && text.contains(r#"is in its field "games""#) && !text.contains("--games"), "{text}");
    assert_eq!(run(&["verify", &made]).1, 1);
    fs::write(&rules, "def options(n):\n    return [n - 1] if n else []\n").unwrap();
    assert_eq!(
        run(&["verify", "--rules", &rules, &made]),
        ("refused: the certificate is about other rules".to_owned(), 1)
    );
    assert_eq!(said(&python("check/check.py", &["--rules", &rules, &made]).output().unwrap()).1, 1);
    // Rules that fail have no options to prove anything with.
    let failing = file("failing.py", "def options(n):\n    return [n - 1] if n != 3 else [1 // 0]\n");
    assert_eq!(run(&["certify", "--rules", &failing, "failing=5"]).1, 2);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn both_checkers_and_the_maker_are_small() {
    let lines = |path: &Path| -> usize {
        let code =
            |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//") && !line.trim().starts_with('#');
        fs::read_to_string(path).unwrap().lines().filter(code).count()
    };
    let sources = ["certify", "verify"].map(|name| root().join("crates").join(name).join("src"));
    let rust: usize =
        sources.iter().flat_map(|folder| fs::read_dir(folder).unwrap()).map(|file| lines(&file.unwrap().path())).sum();
    assert!(rust <= 2500, "{rust} lines");
    assert!(lines(&root().join("check/check.py")) <= 400);
}
