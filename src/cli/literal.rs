//! Positions of games by rules, as people type them. A shell removes the quotes of a string, and what is left is no
//! position.

use grundy_core::game::shape::Literal;
use grundy_core::wire::fault::for_shell;
use serde::de::IgnoredAny;

/// Returns what is wrong with a word, and what to type instead. `typed` writes some positions as they are typed. `None`
/// if the word is a position, or if it is not clear which one it is meant to be.
pub(super) fn mistake(word: &str, typed: impl Fn(&[&str]) -> String) -> Option<String> {
    if word.starts_with('[') || word.parse::<Literal>().is_ok() {
        return None;
    }
    if is_range(word) {
        return Some(format!("{word} is a range, and positions beside others are given one by one"));
    }
    let parts: Vec<&str> = word.split(',').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| part.parse::<i64>().is_ok()) {
        let tuple = format!("({})", parts.join(", "));
        return Some(format!("a tuple is written {}, and several positions are {}", typed(&[&tuple]), typed(&parts)));
    }
    let is_bare = !word.is_empty() && !word.contains(['\'', '"', '(', ')', '[', ']', '\\']);
    is_bare.then(|| format!("{word} is no position; a string is written {}", typed(&[&format!("'{word}'")])))
}

/// Returns what is wrong with a range, or a box, that stands in the place of one position of a game.
pub(super) fn range_mistake(game: &str, word: &str) -> Option<String> {
    let command = format!("grundy values {} {word}", for_shell(game));
    is_range(word)
        .then(|| format!("{word} is a range, and here positions are given one by one; {command} takes a range"))
}

/// Returns how to give a constant to rules. `None` if the name is not in capitals, as names of constants are.
pub(super) fn constant(name: &str) -> Option<String> {
    let is_of = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let is_constant = name.starts_with(|first: char| first.is_ascii_uppercase()) && name.chars().all(is_of);
    is_constant.then(|| {
        format!(
            "{name}: a constant of rules is given in their file, or beside the rules in a file for --games: \
             {{\"mine\": {{\"rules\": …, \"constants\": {{\"{name}\": 3}}}}}}"
        )
    })
}

/// Returns what is wrong with a word that is a position alone, as [`mistake`] does.
pub(super) fn word_mistake(word: &str) -> Option<String> {
    let constant = word.split_once('=').and_then(|(name, _)| constant(name));
    constant.or_else(|| mistake(word, |positions| shell_words("", positions)))
}

fn is_range(word: &str) -> bool {
    let is_integer = |end: &str| !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit());
    let is_side = |side: &str| side.splitn(2, "..").all(is_integer);
    word.contains("..") && word.split(',').all(is_side)
}

/// Joins words between which there are blanks of a position, such as those of `(3, 4)`.
pub(super) fn joined(words: &[&str]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if is_open(last) => last.extend([" ", word]),
            _ => joined.push((*word).to_owned()),
        }
    }
    joined
}

/// Returns whether a word begins a position that does not end in it.
fn is_open(word: &str) -> bool {
    let is_whole = word.parse::<Literal>().is_ok() || serde_json::from_str::<IgnoredAny>(word).is_ok();
    word.starts_with(['(', '[', '\'', '"']) && !is_whole
}

/// Writes each position as a word for a shell, behind what stands before it in the same word.
pub(super) fn shell_words(before: &str, positions: &[&str]) -> String {
    let words = positions.iter().map(|position| format!("{before}{position}"));
    words.map(|word| in_quotes(&word)).collect::<Vec<_>>().join(" ")
}

/// Writes a word for a shell. A word with single quotes is easier to read in double quotes.
fn in_quotes(word: &str) -> String {
    let is_plain = word.contains('\'') && !word.contains(['"', '$', '`', '\\', '!']);
    if is_plain { format!("\"{word}\"") } else { for_shell(word) }
}
