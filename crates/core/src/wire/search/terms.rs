//! Splits a text into the words and numbers that the search compares. They are in lower case, without accents. Each has
//! a stem, which is the word without its ending.

/// A word or a number of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// The word in lower case.
    pub(super) text: String,
    /// The word without its ending: [`stem`].
    pub(super) stem: String,
}

impl Term {
    fn new(text: String) -> Self {
        Self { stem: stem(&text), text }
    }

    /// Returns how well this word of a query matches a word of a text; `None` if they do not match.
    pub(super) fn fits(&self, word: &Self) -> Option<Fit> {
        if self.text == word.text || self.stem == word.stem {
            return Some(Fit::Whole);
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
    /// The query's word is the text's word, perhaps with another ending.
    Whole,
}

/// Short names of online judges, as people write them, and the words for which they stand.
const SHORT_FORMS: [(&str, &str); 11] = [
    ("cf", "codeforces"),
    ("cc", "codechef"),
    ("pe", "project euler"),
    ("projecteuler", "project euler"),
    ("lc", "leetcode"),
    ("hr", "hackerrank"),
    ("hdoj", "hdu"),
    ("pku", "poj"),
    ("baekjoon", "boj"),
    ("ac", "atcoder"),
    ("at", "atcoder"),
];

/// Returns the words and the numbers of a text. Letters are separated from digits even if there is no blank between
/// them, so that HDU2516 becomes HDU 2516. A number with a point, such as the code 0.3f, stays whole.
pub(super) fn terms(text: &str) -> Vec<Term> {
    let plain = plain(text).replace('\'', "");
    let separates = |letter: char| !letter.is_alphanumeric() && letter != '.';
    let words = plain.split(separates).map(|word| word.trim_matches('.')).flat_map(|word| {
        let is_code = word.contains('.') && word.starts_with(|letter: char| letter.is_ascii_digit());
        if is_code { vec![word] } else { word.split('.').flat_map(letters_and_digits).collect() }
    });
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    // A short form, such as "at" for AtCoder, stands for an online judge only if the number of a problem follows.
    let is_numbered =
        |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with(|letter: char| letter.is_ascii_digit()));
    let long = words.iter().enumerate().flat_map(|(at, word)| {
        let long = SHORT_FORMS.iter().find(|(short, _)| short == word && is_numbered(at));
        long.map_or(*word, |(_, long)| long).split(' ')
    });
    long.map(|word| Term::new(word.to_owned())).collect()
}

/// Joins the words of a text without the signs between them. Returns the joined words and the joined stems. Two
/// spellings of one name then have at least one of these two results in common.
pub(super) fn joined(terms: &[Term]) -> [String; 2] {
    [terms.iter().map(|term| &*term.text).collect(), terms.iter().map(|term| &*term.stem).collect()]
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
        terms(text).into_iter().map(|term| term.text).collect()
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
        assert_eq!(texts("HDU2516, Dawson’s"), ["hdu", "2516", "dawsons"]);
        assert_eq!(texts("CF 167C"), ["codeforces", "167", "c"]);
        assert_eq!(texts("PE310"), ["project", "euler", "310"]);
        assert_eq!(texts("octal 0.3f and 4.333..."), ["octal", "0.3f", "and", "4.333"]);
        assert_eq!(texts("arc091_f"), ["arc", "091", "f"]);
        assert_eq!(texts("look at it"), ["look", "at", "it"]);
        assert_eq!(texts(". ... '"), [""; 0]);
    }
}
