//! Compares both checkers: on certificates of all kinds, on changed ones, and on made-up ones whose truth brute force
//! knows. What is accepted must be true.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod made_up;
mod mutants;
mod random;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

use grundy_verify::json::Json;
use grundy_verify::{GameRules, Rejection, verify};

/// Steps that are enough for each certificate here, and few enough to end soon.
const STEPS: u64 = 1_000_000_000;

/// The rules of Chomp, as an example of rules as a function.
struct Chomp;

impl GameRules for Chomp {
    fn form(&mut self, _: &Json, position: &Json) -> Result<Json, String> {
        Ok(position.clone())
    }

    fn options(&mut self, game: &Json, position: &Json) -> Result<Vec<Vec<Json>>, String> {
        if game.to_string() != r#"{"catalogue": "chomp"}"# {
            return Err("another game".to_owned());
        }
        let rows = position.list().and_then(|rows| rows.iter().map(Json::small).collect::<Option<Vec<_>>>());
        let rows = rows.ok_or("no rows")?;
        let mut options = Vec::new();
        for (row, length) in rows.iter().enumerate() {
            for kept in usize::from(row == 0)..*length {
                let left =
                    rows.iter().enumerate().map(|(at, length)| if at < row { *length } else { kept.min(*length) });
                options.push(vec![Json::List(left.filter(|length| *length > 0).map(Json::of).collect())]);
            }
        }
        Ok(options)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// Returns the certificates of the folder, by their names.
pub(crate) fn certificates() -> Vec<(String, String)> {
    let files = fs::read_dir(folder().join("certificates")).unwrap().map(|entry| entry.unwrap().path());
    let mut read: Vec<_> = files
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(path).unwrap()))
        .collect();
    read.sort();
    read
}

fn is_proved(certificate: &str) -> bool {
    verify(certificate.as_bytes(), &mut Chomp, STEPS).is_ok()
}

/// Returns what check.py says of each certificate.
fn verdicts(certificates: &[String]) -> Vec<bool> {
    let mut command = Command::new("python3");
    command.arg(folder().join("checkers/verdicts.py")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = command.spawn().unwrap();
    let mut stdin = python.stdin.take().unwrap();
    let lines = certificates.join("\n") + "\n";
    let writer = thread::spawn(move || stdin.write_all(lines.as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    writer.join().unwrap();
    let lines: Vec<bool> = String::from_utf8(output.stdout).unwrap().lines().map(|line| line == "1").collect();
    assert_eq!(lines.len(), certificates.len(), "check.py ended early");
    lines
}

/// Checks that both checkers agree on each certificate. Returns what they say.
fn agreed(certificates: &[String]) -> Vec<bool> {
    let verdicts = verdicts(certificates);
    for (certificate, verdict) in certificates.iter().zip(&verdicts) {
        let result = verify(certificate.as_bytes(), &mut Chomp, STEPS);
        assert_eq!(result.is_ok(), *verdict, "{result:?}, and check.py says {verdict}: {certificate}");
    }
    verdicts
}

#[test]
fn all_certificates_are_proved() {
    let all: Vec<String> = certificates().into_iter().map(|(_, text)| text.trim_end().to_owned()).collect();
    assert!(all.len() >= 20 && agreed(&all).into_iter().all(|is_proved| is_proved));
}

#[test]
fn statements_name_the_game_and_the_claim() {
    for (name, statement) in [
        ("period-0.77", r#"g(n + 12) = g(n) for all n ≥ 71 in {"code": "0.77"}"#),
        ("lost-chomp-4x4", r#"the first player wins [[4, 4, 4, 4]] in normal play of {"catalogue": "chomp"}"#),
        (
            "loopy-walk-labels",
            r#"["hall"] has the infinite value [] in {"graph": {"garden": ["hall", "gate"], "gate": ["street"], "hall": ["garden"], "street": []}}"#,
        ),
        ("arithmetic-all-but-2-3", r#"g(n + 4) = g(n) + 2 for all n ≥ 1 in {"all_but": [2, 3]}"#),
    ] {
        let (_, text) = certificates().into_iter().find(|(other, _)| other == name).unwrap();
        assert_eq!(verify(text.as_bytes(), &mut Chomp, STEPS).unwrap().to_string(), statement);
    }
}

#[test]
fn claims_of_huge_heaps_follow_from_periods() {
    let (_, kayles) = certificates().into_iter().find(|(name, _)| name == "period-0.77").unwrap();
    let (_, all_but) = certificates().into_iter().find(|(name, _)| name == "arithmetic-all-but-2-3").unwrap();
    // 10^30 = 4 modulo 12, and 76 = 71 + 5 is 4 modulo 12 as well: the value is that of heap 76, which is 1.
    let with = |text: &str, heaps: &str| text.replacen("\"length\":", &format!("\"heaps\":{heaps},\"length\":"), 1);
    let heap = format!("1{}", "0".repeat(30));
    let grown = format!("5{}", "0".repeat(29));
    let cases = [
        (with(&kayles, &format!("[[{heap},1],[5,4],[0,0]]")), true),
        (with(&kayles, &format!("[[\"{heap}\",\"1\"]]")), true),
        (with(&kayles, "[[\"05\",4]]"), false),
        (with(&kayles, "[[\"\",0]]"), false),
        (with(&kayles, "[[\"٥\",4]]"), false),
        (with(&kayles, &format!("[[{heap},2]]")), false),
        (with(&kayles, "[[5,3]]"), false),
        (with(&kayles, "[[-5,4]]"), false),
        (with(&kayles, "[[true,1]]"), false),
        (with(&all_but, &format!("[[{heap},{grown}]]")), true),
        (with(&all_but, &format!("[[{heap},{heap}]]")), false),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| text.trim_end().to_owned()).collect();
    assert_eq!(agreed(&texts), cases.map(|(_, expected)| expected));
}

#[test]
fn mutants_are_refused_unless_they_are_proofs_again() {
    let all = mutants::of_all();
    let texts: Vec<String> = all.iter().map(|mutant| mutant.text.clone()).collect();
    for (mutant, is_proved) in all.iter().zip(agreed(&texts)) {
        assert!(!is_proved || mutant.may_be_proof, "{}: {}", mutant.name, mutant.text);
    }
    let refused = texts.iter().filter(|text| !is_proved(text)).count();
    assert!(refused > 1000, "only {refused} mutants are refused");
}

#[test]
fn accepted_claims_are_true() {
    let count = env::var("GRUNDY_MADE_UP").map_or(4000, |count| count.parse().unwrap());
    let all = made_up::all(count);
    let texts: Vec<String> = all.iter().map(|(text, _)| text.clone()).collect();
    let verdicts = agreed(&texts);
    let proved = verdicts.iter().filter(|is_proved| **is_proved).count();
    assert!(proved * 20 > count && proved * 20 < count * 19, "{proved} of {count} are proved, which tests little");
    for ((text, is_true), is_proved) in all.iter().zip(verdicts) {
        assert!(!is_proved || *is_true, "it is false, and accepted: {text}");
    }
}

#[test]
fn hostile_texts_are_refused_or_not_read() {
    let deep = |brackets: usize| {
        let position = format!("{}{}", "[".repeat(brackets), "]".repeat(brackets));
        format!(
            r#"{{"certificate":1,"kind":"lost","game":{{"graph":[[]]}},"claim":{{"position":{position},"winner":"second"}},"play":"normal","lost":[]}}"#
        )
    };
    let empty = r#"{"certificate":1,"kind":"lost","game":{"graph":[[]]},"claim":{"position":[],"winner":"second"},"play":"normal","lost":[[]]}"#;
    assert_eq!(agreed(&[empty.to_owned()]), [true]);
    let changed = [
        deep(1000),
        deep(100_000),
        empty.replace("\"certificate\":1", "\"certificate\":true"),
        empty.replace("\"certificate\":1", "\"certificate\":1.0"),
        empty.replace("\"certificate\":1", "\"certificate\":2"),
        empty.replace("\"play\":\"normal\",", ""),
        empty.replace("\"play\":\"normal\",", "\"play\":\"normal\",\"play\":\"normal\","),
        empty.replace("\"play\":\"normal\",", "\"play\":\"normal\",\"note\":1,"),
        empty.replace("\"winner\":", "\"note\":1,\"winner\":"),
        empty.replace("\"position\":[]", "\"position\":{}"),
        empty.replace("\"position\":[]", "\"position\":[NaN]"),
        empty.replace("\"position\":[]", &format!("\"position\":[{}]", "9".repeat(5000))),
        empty.replace("\"position\":[]", "\"position\":[\"\\ud800\"]"),
        empty.replace("\"position\":[]", "\"position\":[1e3]"),
        empty.replace("\"position\":[]", "\"position\":[true]"),
        empty.replace("{\"graph\":[[]]}", "{\"catalogue\":\"../check\"}").replace("[[]]", "[[3]]"),
        empty.replace("{\"graph\":[[]]}", "{\"catalogue\":\"chomp/../nim\"}").replace("[[]]", "[[3]]"),
        empty.replace("{\"graph\":[[]]}", "{\"subtraction\":[0]}").replace("[[]]", "[[3]]"),
        empty.replace("{\"graph\":[[]]}", "{\"code\":\"1.7\"}").replace("[[]]", "[[3]]"),
        empty.replace("{\"graph\":[[]]}", "{\"code\":\"0.7\",\"subtraction\":[1]}"),
        empty.replace("\"lost\":[[]]", &format!("\"lost\":[{}]", vec!["[]"; 400_000].join(","))),
        empty[..60].to_owned(),
        format!("{empty} x"),
        format!("\u{feff}{empty}"),
        r#"{"certificate":1,"kind":"period","game":{"subtraction":[1]},"claim":{"from":1,"length":999999},"values":[0]}"#.to_owned(),
        r#"{"certificate":1,"kind":"period","game":{"code":"0.7"},"claim":{"from":1,"length":1},"values":"AAE="}"#.to_owned(),
        r#"{"certificate":1,"kind":"misere-quotient","game":{"code":"0.7"},"claim":{"from":1,"length":1},"table":[],"lost":[],"images":[0,0]}"#.to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        String::new(),
    ];
    let verdicts = agreed(&changed);
    for (text, is_proved) in changed.iter().zip(verdicts) {
        assert!(!is_proved, "{}", &text[..text.len().min(300)]);
    }
    assert!(matches!(verify(b"[", &mut Chomp, STEPS), Err(Rejection::Unread(_))));
    // The same heap, as long as one likes: the steps end it.
    let huge = r#"{"certificate":1,"kind":"labels","game":{"code":"0.777"},"claim":{"position":[],"grundy":0},"labels":[[900000000000000000,0]]}"#;
    assert_eq!(
        verify(huge.as_bytes(), &mut Chomp, 1_000_000).unwrap_err().to_string(),
        "refused: it takes too many steps"
    );
}
