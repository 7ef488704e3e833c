//! Compares the formulas that are found with known formulas of games: `known.jsonl` has the rules and the formulas.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use grundy_patterns::{Conjecture, Findings, find, find_pairs};
use grundy_rules::{Script, ScriptLimits, ScriptPosition, Steps};

/// The values of a known formula.
struct Known {
    name: String,
    from: u64,
    /// Each position with its value: the numbers in a row first, or all pairs.
    values: Vec<(Vec<u64>, u64)>,
    is_pair: bool,
}

/// The integers below this one have known values, as have all pairs of integers below the other.
const INTEGERS: u64 = 12_000;
const SIDE: u64 = 240;

/// Runs Python with a program from the standard input. Returns what it writes.
fn python(program: &str) -> String {
    let mut python = Command::new("python3");
    let python = python.arg("-").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut python = python.spawn().unwrap();
    python.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn known() -> Vec<Known> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let text = python(&format!("import sys; sys.path.insert(0, \"{}\")\nimport known\nknown.main()", folder.display()));
    let known = text.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let (is_pair, from) = (words[1] == "pair", words[2].parse().unwrap());
        let positions: Vec<Vec<u64>> = if is_pair {
            (from..SIDE).flat_map(|a| (from..SIDE).map(move |b| vec![a, b])).collect()
        } else {
            (from..INTEGERS).chain(40_000..40_500).map(|n| vec![n]).collect()
        };
        let values = words[3..].iter().map(|value| value.parse().unwrap());
        Known { name: words[0].to_owned(), from, values: positions.into_iter().zip(values).collect(), is_pair }
    });
    known.collect()
}

/// Returns values of forms that few games have. Their names are the forms.
fn made() -> Vec<Known> {
    let of_one = |name: &str, value: fn(u64) -> u64| {
        let positions = (0..INTEGERS).chain(40_000..40_500);
        Known {
            name: name.to_owned(),
            from: 0,
            values: positions.map(|n| (vec![n], value(n))).collect(),
            is_pair: false,
        }
    };
    let of_two = |name: &str, value: fn(u64, u64) -> u64| {
        let pairs = (0..SIDE).flat_map(|a| (0..SIDE).map(move |b| (a, b)));
        let values = pairs.map(|(a, b)| (vec![a, b], value(a, b))).collect();
        Known { name: name.to_owned(), from: 0, values, is_pair: true }
    };
    vec![
        of_one("constant", |n| 3 + u64::from(n < 2)),
        of_one("feature", |n| if n % 2 == 1 { 3 * n } else { n / 2 }),
        of_two("constant", |_, _| 2),
    ]
}

impl Known {
    /// Looks for formulas of `count` values, or of about as many pairs.
    fn findings(&self, count: u64) -> Findings {
        let to = if self.is_pair { self.from + count.isqrt().min(100 - self.from) } else { self.from + count };
        let given = self.values.iter().filter(|(position, _)| position.iter().all(|number| *number < to));
        let given: Vec<u64> = given.map(|(_, value)| *value).collect();
        if !self.is_pair {
            return find(&given, self.from, usize::MAX, &mut |_| Ok(())).unwrap();
        }
        let side = usize::try_from(to - self.from).unwrap();
        let rows: Vec<Vec<u64>> = given.chunks(side).map(<[u64]>::to_vec).collect();
        find_pairs(&rows, self.from, &mut |_| Ok(())).unwrap()
    }

    /// Returns the first position at which a formula is wrong.
    fn wrong(&self, formula: &Conjecture, count: u64) -> Option<&[u64]> {
        let to = if self.is_pair { 2 * count.isqrt() + 40 } else { (4 * count).max(3_000) };
        let is_far = |number: &u64| *number >= to && *number < INTEGERS;
        let compared = self.values.iter().filter(|(position, _)| !position.iter().any(is_far));
        let mut wrong = compared.filter(|(position, value)| formula.value(position) != Some(*value));
        wrong.next().map(|(position, _)| &position[..])
    }
}

#[test]
fn known_formulas_are_found_and_no_wrong_ones() {
    let known = known();
    assert_eq!(known.len(), 61);
    for (count, expected) in [(200, 55), (1_000, 59), (10_000, 60)] {
        let (mut wrong, mut none) = (Vec::new(), Vec::new());
        for rule in &known {
            let Some(first) = rule.findings(count).conjectures.into_iter().next() else {
                none.push(&rule.name);
                continue;
            };
            wrong.extend(rule.wrong(&first, count).map(|at| (&rule.name, first.text.clone(), at)));
        }
        assert!(wrong.is_empty(), "{count}: {wrong:#?}");
        assert!(known.len() - none.len() >= expected, "{count}: {none:?}");
    }
}

#[test]
fn each_form_is_found() {
    for rule in made() {
        let findings = rule.findings(1_000);
        let first = findings.conjectures.first().unwrap_or_else(|| panic!("{}", rule.name));
        assert_eq!((first.form, rule.wrong(first, 1_000)), (&*rule.name, None), "{}", first.text);
    }
}

#[test]
fn a_formula_by_digits_says_where_it_begins() {
    // The lost positions of mark in misère play, where a move leaves n - 1 or the half of n.
    let mut lost = vec![0_u64];
    for n in 1..300 {
        lost.push(u64::from(lost[n - 1] + lost[n / 2] == 0));
    }
    let text = &find(&lost, 0, usize::MAX, &mut |_| Ok(())).unwrap().conjectures[0].text;
    assert_eq!(text, "g(n), where g begins at 0 with 0, 1; g(2k) = 1, 0 by g(k); g(2k + 1) = 0");
}

#[test]
fn formulas_give_the_same_values_in_python() {
    let (mut program, mut expected) = (String::new(), Vec::new());
    for rule in known().into_iter().chain(made()) {
        for findings in [200, 1_000].map(|count| rule.findings(count)) {
            let refuted = findings.refuted.into_iter().map(|refuted| refuted.formula);
            for formula in findings.conjectures.into_iter().chain(refuted) {
                let to = if rule.is_pair { 12 } else { rule.from + 250 };
                let near = rule.values.iter().filter(|(position, _)| position.iter().all(|number| *number < to));
                let positions: Vec<&Vec<u64>> = near.map(|(position, _)| position).collect();
                let values: Vec<u64> = positions.iter().map(|position| formula.value(position).unwrap()).collect();
                let code = formula.code("value");
                writeln!(program, "{code}\nprint(*(value(*p) for p in {positions:?}))").unwrap();
                // A rule whose only option is the value of the position.
                let rule_of = format!("{code}\ndef options(p):\n    return [value(*p)]\n");
                let mut fuel = Steps::new(1_000_000_000);
                let mut script = Script::compile(&rule_of, &[], ScriptLimits::default(), &mut fuel).unwrap();
                for (position, value) in positions.iter().zip(&values) {
                    let numbers: Vec<String> = position.iter().map(u64::to_string).collect();
                    let tuple: ScriptPosition = format!("({},)", numbers.join(",")).parse().unwrap();
                    let options = script.options(tuple.encoded(), &mut fuel).unwrap();
                    let option = options.iter().next().unwrap().to_string();
                    assert_eq!(option, value.to_string(), "{position:?} {code}");
                }
                expected.push((code, values));
            }
        }
    }
    assert!(expected.len() > 110, "{}", expected.len());
    for (line, (code, values)) in python(&program).lines().zip(expected) {
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        assert_eq!(line, values.join(" "), "{code}");
    }
}
