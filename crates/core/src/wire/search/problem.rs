//! [`JudgeProblem`]: the number of a problem together with its online judge. A number without its judge would find
//! problems of other judges: `UVa` 10165 is nim, and `LeetCode` has no problem 10165.

use std::fmt::{self, Display};

/// An online judge whose problems have numbers.
#[derive(Debug)]
struct Judge {
    /// The name, and other names that people write.
    names: &'static [&'static str],
    /// Whether a number is that of a contest, so that a letter for the problem follows.
    has_letters: bool,
}

const fn numbers(names: &'static [&'static str]) -> Judge {
    Judge { names, has_letters: false }
}

const fn contests(names: &'static [&'static str]) -> Judge {
    Judge { names, has_letters: true }
}

const JUDGES: [Judge; 17] = [
    numbers(&["aoj", "aizu"]),
    numbers(&["boj", "baekjoon", "acmicpc"]),
    numbers(&["cses"]),
    numbers(&["euler", "pe", "projecteuler"]),
    numbers(&["hdu", "hdoj"]),
    numbers(&["leetcode", "lc"]),
    numbers(&["lightoj"]),
    numbers(&["luogu"]),
    numbers(&["poj", "pku"]),
    numbers(&["srm"]),
    numbers(&["timus", "ural"]),
    numbers(&["uva"]),
    numbers(&["zoj"]),
    contests(&["codeforces", "cf"]),
    contests(&["abc"]),
    contests(&["arc"]),
    contests(&["agc"]),
];

/// Other names of judges whose problems have names and no numbers.
const SHORT_FORMS: [(&str, &str); 2] = [("cc", "codechef"), ("hr", "hackerrank")];

/// Words that may stand between the name of a judge and a number, as in addresses of problems.
const BETWEEN: [&str; 23] = [
    "acm",
    "cn",
    "com",
    "contest",
    "contests",
    "edu",
    "fi",
    "gym",
    "id",
    "jp",
    "net",
    "no",
    "number",
    "org",
    "p",
    "php",
    "pid",
    "problem",
    "problems",
    "problemset",
    "ru",
    "showproblem",
    "task",
];

/// The smallest number of digits of a problem of Luogu, such as P1000. People write these without the name of the judge.
const DIGITS_OF_LUOGU: usize = 4;

/// The number of a problem.
pub(super) struct JudgeProblem<'w> {
    judge: &'static str,
    number: &'w str,
    letter: Option<&'w str>,
}

impl JudgeProblem<'_> {
    /// Returns the name of the judge.
    pub(super) fn judge(&self) -> &'static str {
        self.judge
    }
}

impl Display for JudgeProblem<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { judge, number, letter } = self;
        write!(f, "{judge} {number}{}", letter.unwrap_or_default())
    }
}

/// Returns the usual name of a judge.
pub(super) fn judge(word: &str) -> Option<&'static str> {
    let short = SHORT_FORMS.iter().find(|(short, _)| *short == word).map(|(_, long)| *long);
    short.or_else(|| known(word).map(Judge::name))
}

impl Judge {
    fn name(&self) -> &'static str {
        self.names[0]
    }
}

fn known(word: &str) -> Option<&'static Judge> {
    JUDGES.iter().find(|judge| judge.names.contains(&word))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_digit())
}

/// Reads the problem with which these words begin. Returns it with the number of its words.
pub(super) fn read<'w>(words: &[&'w str]) -> Option<(JudgeProblem<'w>, usize)> {
    let (first, rest) = words.split_first()?;
    let is_of_luogu = |number: &&str| is_number(number) && number.len() >= DIGITS_OF_LUOGU;
    let judge = match known(first) {
        Some(judge) => judge,
        None if *first == "p" && rest.first().is_some_and(is_of_luogu) => known("luogu")?,
        None => return None,
    };
    let skipped = |words: &[&str]| words.iter().take_while(|word| BETWEEN.contains(*word)).count();
    let before = skipped(rest);
    let number = *rest.get(before)?;
    if !is_number(number) {
        return None;
    }
    let behind = &rest[before + 1..];
    let between = skipped(behind);
    let is_letter = |word: &&&str| judge.has_letters && word.len() == 1 && !is_number(word);
    let letter = behind.get(between).filter(is_letter).copied();
    let length = 1 + before + 1 + if letter.is_some() { between + 1 } else { 0 };
    // The same problem is written as ABC 091 F and as ABC 91 F.
    Some((JudgeProblem { judge: judge.name(), number: number.trim_start_matches('0'), letter }, length))
}
