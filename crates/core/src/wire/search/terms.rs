//! Splits a text into the words and numbers that the search compares. They are in lower case, without accents. Each has
//! a stem, which is the word without its ending.

use super::problem;

/// A word or a number of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// The word in lower case.
    pub(super) text: String,
    /// The word without its ending: [`stem`].
    pub(super) stem: String,
}

impl Term {
    /// Returns the term of a word. A number in words is the same term as in digits.
    fn of(word: &str) -> Self {
        let text = NUMBERS.iter().zip(3..).find(|(number, _)| **number == word);
        let text = text.map_or_else(|| word.to_owned(), |(_, digits): (_, u8)| digits.to_string());
        Self { stem: stem(&text), text }
    }

    fn says_something(&self) -> bool {
        !EMPTY_WORDS.contains(&&*self.text)
    }

    /// Returns whether the word is a number.
    pub(super) fn is_number(&self) -> bool {
        self.text.bytes().all(|letter| letter.is_ascii_digit())
    }

    /// Returns how well this word of a query matches a word of a text; `None` if they do not match.
    pub(super) fn fits(&self, word: &Self) -> Option<Fit> {
        if self.text == word.text {
            return Some(Fit::Whole);
        }
        if self.stem == word.stem {
            return Some(Fit::Form);
        }
        // A longer number is another number, and a single letter begins too many words. So numbers and single letters
        // match only whole words.
        let may_go_on =
            self.text.chars().nth(1).is_some() && !self.text.starts_with(|letter: char| letter.is_ascii_digit());
        (may_go_on && word.text.starts_with(&self.text)).then_some(Fit::Beginning)
    }
}

/// How well a word of a query matches a word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// The query's word is the beginning of the text's word.
    Beginning,
    /// The query's word is the text's word with another ending.
    Form,
    /// The query's word is the text's word.
    Whole,
}

/// Words that say nothing about a game.
const EMPTY_WORDS: [&str; 44] = [
    "a", "an", "and", "are", "at", "be", "by", "can", "codechef", "com", "do", "does", "for", "from", "game", "games",
    "how", "https", "i", "in", "is", "it", "kattis", "no", "not", "of", "on", "or", "play", "problem", "problems",
    "spoj", "such", "that", "the", "their", "to", "up", "what", "where", "which", "who", "with", "www",
];

/// The numbers from 3 on, in words. "One" and "two" are often no numbers of a rule, as in "one pile" and "powers of two".
const NUMBERS: [&str; 7] = ["three", "four", "five", "six", "seven", "eight", "nine"];

/// A text, split into words and numbers of problems.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchText {
    /// The words and the numbers, without the numbers of problems. If some words say something about a game, these are
    /// the only ones.
    pub(super) words: Vec<Term>,
    /// The problems, each as the name of its judge and its number, such as `hdu 2516`.
    pub(super) problems: Vec<String>,
    /// The stems of the words.
    stems: Vec<String>,
    /// All words of the text without the signs between them, and their stems.
    joined: [String; 2],
}

impl SearchText {
    pub(super) fn of(text: &str) -> Self {
        Self::of_beginning(text, usize::MAX)
    }

    /// Reads at most this number of words.
    pub(super) fn of_beginning(text: &str, most: usize) -> Self {
        let plain = plain(text).replace('\'', "");
        let all: Vec<&str> = words(&plain).take(most).collect();
        let joined = [all.concat(), all.iter().map(|word| stem(word)).collect()];
        let (mut words, mut problems, mut at) = (Vec::new(), Vec::new(), 0);
        while let Some(word) = all.get(at) {
            if let Some((problem, length)) = problem::read(&all[at..]) {
                words.push(Term::of(problem.judge()));
                problems.push(problem.to_string());
                at += length;
            } else {
                words.push(Term::of(problem::judge(word).unwrap_or(word)));
                at += 1;
            }
        }
        if words.iter().any(Term::says_something) {
            words.retain(Term::says_something);
        }
        let stems = words.iter().map(|word| word.stem.clone()).collect();
        Self { words, problems, stems, joined }
    }

    /// Returns the stems of the words.
    pub(super) fn stems(&self) -> &[String] {
        &self.stems
    }

    /// Returns whether this text is the name, however it is spelled.
    pub(super) fn is_spelled(&self, name: &Self) -> bool {
        let [words, stems] = &name.joined;
        !words.is_empty() && (self.joined[0] == *words || self.joined[1] == *stems)
    }

    /// Returns whether this text is the name. It may also have words that say nothing, such as "the game of".
    pub(super) fn is(&self, name: &Self) -> bool {
        self.is_spelled(name) || (!self.stems.is_empty() && self.stems.concat() == name.joined[1])
    }

    /// Returns whether the name stands in this text. A name of a single word must stand there in the same form, since many
    /// words have its stem.
    pub(super) fn contains(&self, name: &Self) -> bool {
        match &*name.words {
            [word] => word.text == name.joined[0] && self.words.iter().any(|said| said.text == word.text),
            _ => contains(&self.stems, &name.stems),
        }
    }
}

/// Returns whether the stems of a phrase stand next to each other among the stems of a text.
pub(super) fn contains(text: &[String], phrase: &[String]) -> bool {
    !phrase.is_empty() && text.windows(phrase.len()).any(|words| words == phrase)
}

/// Returns the words and the numbers of a text. Letters are separated from digits even if there is no blank between
/// them, so that HDU2516 becomes HDU 2516. A number with a point, such as the code 0.3f, stays whole.
fn words(plain: &str) -> impl Iterator<Item = &str> {
    let separates = |letter: char| !letter.is_alphanumeric() && letter != '.';
    let words = plain.split(separates).map(|word| word.trim_matches('.')).flat_map(|word| {
        let is_code = word.contains('.') && word.starts_with(|letter: char| letter.is_ascii_digit());
        if is_code { vec![word] } else { word.split('.').flat_map(letters_and_digits).collect() }
    });
    words.filter(|word| !word.is_empty())
}

/// Splits a word into letters and digits: `hdu2516` becomes `hdu` and `2516`.
fn letters_and_digits(word: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let is_other = |letter: char| letter.is_ascii_digit() != first.is_ascii_digit();
        let (part, behind) = rest.split_at(rest.find(is_other).unwrap_or(rest.len()));
        parts.push(part);
        rest = behind;
    }
    parts
}

/// The smallest number of letters in a stem. So "king" is not shortened as if it were a form of a verb.
const SHORTEST_STEM: usize = 3;

/// Returns a word without the endings of English plurals and verbs. All forms of a word have the same stem: `pil` for
/// pile and piles, `split` for splits and splitting. Porter's algorithm (1980) removes more endings, but then words of
/// different meanings have the same stem.
fn stem(word: &str) -> String {
    if word.len() <= SHORTEST_STEM || !word.bytes().all(|letter| letter.is_ascii_lowercase()) {
        return word.to_owned();
    }
    let singular = singular(word);
    let base = ["ing", "ed"].iter().find_map(|ending| singular.strip_suffix(ending)).filter(|base| is_stem(base));
    let stem = match base {
        Some(base) => undoubled(base),
        None => &singular,
    };
    let stem = stem.strip_suffix('e').filter(|stem| is_stem(stem)).unwrap_or(stem);
    match stem.strip_suffix('y') {
        Some(rest) if rest.len() >= SHORTEST_STEM => format!("{rest}i"),
        _ => stem.to_owned(),
    }
}

fn singular(word: &str) -> String {
    if let Some(base) = word.strip_suffix("ies").filter(|base| base.len() >= SHORTEST_STEM) {
        return format!("{base}y");
    }
    let after_hiss = ["ches", "shes", "xes", "sses", "oes"].iter().any(|ending| word.ends_with(ending));
    let has_s = word.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    let end = word.len() - if after_hiss { 2 } else { usize::from(has_s) };
    word[..end].to_owned()
}

fn is_stem(base: &str) -> bool {
    base.len() >= SHORTEST_STEM && base.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

/// Removes the second of two equal consonants at the end: `split` for `splitt`. Keeps both of `ll` and `ss`, as in
/// `roll` and `pass`.
fn undoubled(base: &str) -> &str {
    match base.as_bytes() {
        [.., one, other] if one == other && !b"aeiouls".contains(one) => &base[..base.len() - 1],
        _ => base,
    }
}

/// Returns a text in lower case, without the accents of Western languages, and with one kind of dash and of apostrophe.
pub(super) fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        '–' | '—' => '-',
        '’' => '\'',
        letter => letter,
    };
    text.chars().flat_map(char::to_lowercase).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        SearchText::of(text).words.into_iter().map(|term| term.text).collect()
    }

    #[test]
    fn forms_of_a_word_have_one_stem() {
        for forms in [
            &["pile", "piles", "piled"][..],
            &["split", "splits", "splitting"],
            &["cut", "cuts", "cutting"],
            &["domino", "dominoes", "dominos"],
            &["match", "matches"],
            &["daisy", "daisies"],
            &["box", "boxes"],
            &["take", "takes", "taking"],
            &["turn", "turned", "turning"],
            &["game", "games"],
            &["tree", "trees"],
            &["step", "stepped", "stepping"],
            &["connect", "connects", "connected", "connecting"],
            &["divide", "divides", "divided", "dividing"],
            &["move", "moves", "moved", "moving"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{forms:?}: {stems:?}");
        }
        for whole in ["king", "string", "nim", "chess", "red", "axis", "0.77"] {
            assert_eq!(stem(whole), whole);
        }
    }

    #[test]
    fn words_are_taken_apart_as_people_spell_them() {
        assert_eq!(plain("Bézout’s MISÈRE"), "bezout's misere");
        assert_eq!(texts("Dawson’s"), ["dawsons"]);
        assert_eq!(texts("octal 0.3f and 4.333..."), ["octal", "0.3f", "4.333"]);
        assert_eq!(texts("look at it"), ["look"]);
        assert_eq!(texts("at it"), ["at", "it"]);
        assert_eq!(texts(". ... '"), [""; 0]);
    }

    #[test]
    fn problems_are_read_with_their_judges() {
        for (text, problem) in [
            ("HDU2516", "hdu 2516"),
            ("CF 167C", "codeforces 167c"),
            ("codeforces 167 c", "codeforces 167c"),
            ("PE310", "euler 310"),
            ("Project Euler Problem 310", "euler 310"),
            ("arc091_f", "arc 91f"),
            ("AtCoder ABC 368 F", "abc 368f"),
            ("P4860", "luogu 4860"),
            ("Luogu P4860", "luogu 4860"),
            ("https://codeforces.com/contest/167/problem/C", "codeforces 167c"),
        ] {
            let read = SearchText::of(text);
            assert_eq!(read.problems, [problem], "{text}");
        }
        for text in ["167C", "take 1 to 3", "p 2", "codeforces", "euler"] {
            assert_eq!(SearchText::of(text).problems, [""; 0], "{text}");
        }
    }
}
