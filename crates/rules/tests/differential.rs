//! Checks that each script gives the same set of options here and in `CPython`, or is refused here with line and
//! column.

#![allow(clippy::expect_used, reason = "what a test needs is there")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use grundy_rules::{Failure, Script, ScriptLimits, ScriptOption, ScriptPosition, Steps};

/// For each script, at most this number of positions is compared. oracle.py has the same limit.
const MOST: usize = 40;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn python(arguments: &[&Path], hash_seed: &str) -> String {
    let mut command = Command::new("python3");
    let output =
        command.args(arguments).env("PYTHONHASHSEED", hash_seed).output().expect("tests/needs installs python3");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the scripts in a file. Each script begins with a line that gives its first position.
fn scripts(text: &str) -> Vec<String> {
    text.split("\n#")
        .enumerate()
        .map(|(number, part)| if number == 0 { part.to_owned() } else { format!("#{part}") })
        .collect()
}

fn written(option: &ScriptOption<'_>) -> String {
    match option {
        ScriptOption::To(position) => position.to_string(),
        ScriptOption::Sum(parts) => {
            let mut parts: Vec<String> = parts.clone().map(|part| part.to_string()).collect();
            parts.sort();
            format!("[{}]", parts.join(", "))
        }
    }
}

/// Returns the lines that oracle.py would print for a script, as this crate computes them.
fn ours(source: &str) -> Result<Vec<String>, Failure> {
    let mut fuel = Steps::new(300_000_000);
    let start = source.lines().next().and_then(|line| line.get(2..)).expect("a position").trim();
    let start: ScriptPosition = start.parse().expect("a position");
    let explores = source.starts_with("#:");
    let mut script = Script::compile(source, &[], ScriptLimits::default(), &mut fuel)?;
    let mut queue = vec![start.clone()];
    let mut seen = BTreeSet::from([start.to_string()]);
    let (mut lines, mut next) = (Vec::new(), 0);
    while let Some(position) = queue.get(next).cloned() {
        if next > 0 && !explores {
            break;
        }
        next += 1;
        let options = script.options(position.encoded(), &mut fuel)?;
        lines.push(format!("P {position}"));
        let texts: BTreeSet<String> = options.iter().map(|option| written(&option)).collect();
        assert_eq!(texts.len(), options.len(), "an option comes twice: {source}");
        lines.extend(texts.into_iter().map(|text| format!("O {text}")));
        let mut parts: Vec<ScriptPosition> = Vec::new();
        for option in options.iter() {
            match option {
                ScriptOption::To(position) => parts.push(position.to_position()),
                ScriptOption::Sum(sum) => parts.extend(sum.map(grundy_rules::Encoded::to_position)),
            }
        }
        parts.sort_by_key(ScriptPosition::to_string);
        for part in parts {
            if queue.len() < MOST && seen.insert(part.to_string()) {
                queue.push(part);
            }
        }
    }
    Ok(lines)
}

/// Compares all scripts of a file. Returns the number of scripts, and the number of those that `CPython` runs but this
/// crate refuses.
fn compare(file: &Path, wrong: &mut Vec<String>) -> (usize, usize) {
    let text = std::fs::read_to_string(file).expect("a file");
    let scripts = scripts(&text);
    // CPython's order of the strings in a set depends on this seed. No script that is not refused depends on the order.
    let [output, other] = ["1", "2"].map(|seed| python(&[&folder().join("oracle.py"), file], seed));
    let outputs: Vec<Vec<String>> =
        output.split("S ").skip(1).map(|part| part.lines().skip(1).map(str::to_owned).collect()).collect();
    assert_eq!(scripts.len(), outputs.len(), "{}", file.display());
    let others = other.split("S ").skip(1).map(|part| part.lines().skip(1));
    for ((source, one), other) in scripts.iter().zip(&outputs).zip(others) {
        let refused = source.starts_with("#!") || one.last().is_some_and(|line| line.starts_with('E'));
        assert!(refused || other.eq(one), "CPython's options depend on the order of a set: {source}");
    }
    let mut refused = 0;
    for (source, theirs) in scripts.iter().zip(outputs) {
        let fails = theirs.last().is_some_and(|line| line.starts_with('E'));
        match ours(source) {
            Ok(_) if source.starts_with("#!") => wrong.push(format!("runs, and has to be refused: {source}")),
            Ok(_) if fails => wrong.push(format!("runs, and CPython says {:?}: {source}", theirs.last())),
            Ok(lines) if lines == theirs => {}
            Ok(lines) => {
                let line = lines.iter().zip(&theirs).find(|(ours, theirs)| ours != theirs);
                wrong.push(format!("{line:?} of {} and {} lines: {source}", lines.len(), theirs.len()));
            }
            Err(failure) => {
                let is_refused = source.starts_with("#!");
                if let Failure::Fault(fault) = &failure {
                    assert!(fault.line >= 1 && fault.column >= 1 && !fault.message.is_empty());
                    assert!(fault.line <= length(source.lines().count()) + 1, "{fault} of {source}");
                }
                if !fails && !is_refused {
                    refused += 1;
                    println!("refused: {failure}\n{source}\n");
                    // Scripts that are written by hand use only the supported subset, so none of them may be refused.
                    if !file.ends_with("generated.py") {
                        wrong.push(format!("{failure}: {source}"));
                    }
                }
            }
        }
    }
    (scripts.len(), refused)
}

fn length(count: usize) -> u32 {
    u32::try_from(count).expect("a short script")
}

#[test]
fn scripts_written_by_hand_run_as_in_cpython() {
    let (mut count, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(folder().join("corpus")).expect("a folder") {
        count += compare(&entry.expect("an entry").path(), &mut wrong).0;
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count >= 200, "{count} scripts");
}

#[test]
fn scripts_made_at_random_run_as_in_cpython() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated.py");
    let text = python(&[&self::folder().join("generate.py"), Path::new("4"), Path::new("300")], "1");
    std::fs::write(&folder, text.trim_end()).expect("a file");
    let mut wrong = Vec::new();
    let (count, refused) = compare(&folder, &mut wrong);
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n\n"));
    assert_eq!(count, 300);
    // Generated scripts may be refused only because of integers beyond 64 bits, or because they spend their fuel.
    assert!(refused <= count / 10, "{refused} of {count} are refused");
}
