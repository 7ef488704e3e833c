//! Tests `grundy survey`, and the check of its folder.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::common::process::grundy;
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-survey-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Runs the command. Returns what it prints, and its exit code.
fn run(arguments: &[&str], dir: &Path) -> (String, Option<i32>) {
    let output = grundy(&[arguments, &[dir.to_str().unwrap()]].concat(), &[]).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (String::from_utf8(text).unwrap(), output.status.code())
}

fn survey(family: &str, dir: &Path) -> (String, Option<i32>) {
    run(&["survey", family, "--heaps", "400", "--max-work", "5", "--dir"], dir)
}

fn lines(dir: &Path) -> Vec<Value> {
    let text = fs::read_to_string(dir.join("survey.ndjson")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_survey_is_verified_and_goes_on() {
    let dir = folder("codes");
    assert_eq!(survey("octal(0.7a)", &dir).1, Some(0));
    let found = lines(&dir);
    assert_eq!(found.len(), 8);
    let kayles = found.iter().find(|line| line["game"] == "octal(0.77)").unwrap();
    assert_eq!(kayles["period"], serde_json::json!({"from": 71, "length": 12, "saltus": 0}));
    assert_eq!(kayles["last_exception"], 70);
    // Plambeck (2005).
    assert_eq!(kayles["order"], 40);
    assert_eq!(kayles["genus"].as_array().unwrap()[..3], ["1^031", "2^20", "3^31"]);
    let (said, code) = run(&["verify"], &dir);
    let proved = found.iter().filter(|line| line["refused"].is_null()).count();
    assert!(proved > 2, "{found:?}");
    assert_eq!(
        (said, code),
        (
            format!("{proved} periods are proved, 0 are refused, and {} games have no certificate\n", 8 - proved),
            Some(0)
        )
    );

    // A survey that was ended goes on: what is done is not done again.
    let whole = fs::read_to_string(dir.join("survey.ndjson")).unwrap();
    fs::write(dir.join("survey.ndjson"), &whole[..=whole.find('\n').unwrap()]).unwrap();
    assert!(survey("octal(0.7a)", &dir).0.contains("8 of 8 games"));
    assert_eq!(fs::read_to_string(dir.join("survey.ndjson")).unwrap(), whole);

    // Only one survey writes a folder.
    let lock = File::options().append(true).open(dir.join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(survey("octal(0.7a)", &dir).0.contains("another survey writes"));
    fs::remove_dir_all(dir).unwrap();
}

/// The letters a to f are digits of hexadecimal codes. Each letter from g on stands for all sixteen digits.
#[test]
fn hexadecimal_codes_have_sixteen_digits() {
    let dir = folder("hexadecimal");
    assert!(survey("hexadecimal(0.fg)", &dir).0.contains("16 of 16 games"));
    let games: Vec<Value> = lines(&dir).iter().map(|line| line["game"].clone()).collect();
    assert!(games.contains(&"hexadecimal(0.f0)".into()) && games.contains(&"hexadecimal(0.fb)".into()), "{games:?}");
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_folder_that_lies_is_refused() {
    let dir = folder("sets");
    assert_eq!(survey("subtraction(1..3)", &dir).1, Some(0));
    assert_eq!(lines(&dir).len(), 7);
    let (path, certificate) = (dir.join("survey.ndjson"), dir.join("subtraction-1-2.json"));
    let (whole, made) = (fs::read_to_string(&path).unwrap(), fs::read_to_string(&certificate).unwrap());
    assert_eq!(run(&["verify"], &dir).1, Some(0));
    let refused = |reason: &str| {
        let (said, code) = run(&["verify"], &dir);
        assert!(said.contains(reason) && said.contains(" 1 are refused") && code == Some(1), "{said}");
    };
    fs::write(&certificate, made.replace(r#""length":3"#, r#""length":4"#)).unwrap();
    refused("subtraction(1,2): ");
    fs::write(&certificate, fs::read_to_string(dir.join("subtraction-1.json")).unwrap()).unwrap();
    refused("another game");
    fs::remove_file(&certificate).unwrap();
    std::os::unix::fs::symlink(dir.join("subtraction-1.json"), &certificate).unwrap();
    refused("no file");
    fs::remove_file(&certificate).unwrap();
    fs::write(&certificate, &made).unwrap();
    fs::write(&path, whole.replacen(r#""length":3"#, r#""length":6"#, 1)).unwrap();
    refused("another period");
    fs::write(&path, whole.replacen("subtraction(1,2)", "subtraction(1,2,../..)", 1)).unwrap();
    refused("subtraction(1,2,../..): ");
    fs::write(&path, "no lines").unwrap();
    assert_eq!(run(&["verify"], &dir).1, Some(2));
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn other_families_are_refused() {
    let dir = folder("none");
    for (family, reason) in [
        ("octal", "such as"),
        ("domino(0.ab)", "no game"),
        ("subtraction(1..40)", "at most"),
        ("subtraction(a..b)", "such as"),
        ("subtraction(5..2)", "no games"),
        ("octal(0.0)", "no games"),
        ("octal(0.A)", "digits"),
    ] {
        let (said, code) = survey(family, &dir);
        assert!(said.contains(reason) && code == Some(2), "{family}: {said}");
        assert!(!dir.exists());
    }
}
