//! The terms of explanations, each with one sentence that says what it means.

/// A term and its meaning.
struct Term {
    /// The words that name the term, in lower case.
    words: &'static [&'static str],
    /// The definition. It may use other terms of the list.
    meaning: &'static str,
}

const TERMS: &[Term] = &[
    Term {
        words: &["option", "options"],
        meaning: "An option of a position is what one move leaves: a position, or a sum of positions.",
    },
    Term {
        words: &["grundy value", "grundy values", "value", "values"],
        meaning: "The Grundy value of a position, its value for short, is the smallest of the numbers 0, 1, 2, … that \
                  no option has as its value. In normal play the player to move loses if it is 0, and else wins.",
    },
    Term {
        words: &["mex"],
        meaning: "The mex of some numbers is the smallest of the numbers 0, 1, 2, … that is not among them.",
    },
    Term {
        words: &["component", "components", "sum of positions", "value of a sum", "sums", "lost sum"],
        meaning: "The components are the positions of which the whole consists. In a sum, each move is a move in one of them. Each is \
                  named by its game and its place in the list of this game, counted from 0: “nim 0” is the first.",
    },
    Term {
        words: &["xor", "⊕"],
        meaning: "The XOR of some numbers, written with ⊕, has a binary digit 1 where an odd number of them have 1: \
                  5 ⊕ 3 = 101 ⊕ 011 = 110 = 6.",
    },
    Term { words: &["for a sum, the xor"], meaning: "The value of a sum is the XOR of the values of its components." },
    Term {
        words: &["binary"],
        meaning: "In binary, a number is written as a sum of the powers of two: 13 = 8 + 4 + 1 is 1101.",
    },
    Term { words: &["bit", "bits"], meaning: "The bits of a number are its digits in binary." },
    Term {
        words: &["modulo", "mod"],
        meaning: "A number modulo m is what is left when it is divided by m: 17 modulo 5, or 17 mod 5, is 2.",
    },
    Term { words: &["floor of", "⌊"], meaning: "The floor of x, written ⌊x⌋, is x rounded down: ⌊3.7⌋ = 3." },
    Term {
        words: &["euclid's algorithm"],
        meaning: "Euclid's algorithm divides the larger of two numbers by the smaller, then the smaller by the \
                  remainder, and so on, until no remainder is left. The quotient of 26 = 5 × 5 + 1 is 5, and the remainder 1.",
    },
    Term { words: &["normal play"], meaning: "In normal play, who cannot move loses." },
    Term { words: &["misère play", "misère"], meaning: "In misère play, who cannot move wins." },
    Term {
        words: &["nim product", "⊗"],
        meaning: "The nim product a ⊗ b is the smallest number that is no (c ⊗ b) ⊕ (a ⊗ d) ⊕ (c ⊗ d) with c < a and d < b.",
    },
    Term {
        words: &["in nim", "of nim", "nim with", "nim heaps"],
        meaning: "In nim a move takes any number of stones, at least one, from one heap. A heap of n has the value n, and several \
                  heaps together have the XOR of their numbers.",
    },
    Term {
        words: &["misère value", "misère values", "values of normal and misère play"],
        meaning: "The misère value of a position is found like its Grundy value, but a position without a move has the misère value 1 \
                  instead of 0.",
    },
    Term {
        words: &["fickle", "firm", "tame"],
        meaning: "A position is tame if all its options are, and if its Grundy value and misère value are equal, or are 0 and 1. It is \
                  firm if they are equal, and else fickle. In misère sums a fickle position acts like nim heaps of at most 1 stone, \
                  and a firm one like nim heaps of which one is larger.",
    },
    Term {
        words: &["misère quotient", "elements of a quotient"],
        meaning: "The elements of a misère quotient are classes of positions that misère play cannot tell apart in any \
                  sum, and the product of two elements is the class of the sum.",
    },
    Term {
        words: &["period", "repeat"],
        meaning: "Values repeat with the period p from n on if for each number m from n on, the positions m and m + p have \
                  the same value.",
    },
    Term {
        words: &["∞"],
        meaning: "A position has a value with ∞ if no heap of nim can stand for it. The numbers in the brackets are the \
                  values of options that are numbers. The sum of two such positions is a draw.",
    },
    Term {
        words: &["draw"],
        meaning: "The game is a draw if nobody can force a win, since the play goes on for ever.",
    },
];

/// Finds the terms of texts, each at its first use.
#[derive(Debug, Default)]
pub struct Glossary {
    /// True for each term of the list that has been defined.
    defined: [bool; TERMS.len()],
}

impl Glossary {
    /// Returns the definitions of the terms that the text uses and that were not returned before. A definition comes
    /// after those of the terms that it uses itself.
    pub fn of(&mut self, text: &str) -> Vec<&'static str> {
        let mut meanings = Vec::new();
        self.define(text, &mut meanings);
        meanings
    }

    fn define(&mut self, text: &str, meanings: &mut Vec<&'static str>) {
        let text = text.to_lowercase();
        for (index, term) in TERMS.iter().enumerate() {
            if !self.defined[index] && term.words.iter().any(|words| has(&text, words)) {
                self.defined[index] = true;
                self.define(term.meaning, meanings);
                meanings.push(term.meaning);
            }
        }
    }
}

/// Returns whether the text has these words, with no letter before or after them.
fn has(text: &str, words: &str) -> bool {
    let ends = |rest: Option<char>| !rest.is_some_and(char::is_alphanumeric) || !words.starts_with(char::is_alphabetic);
    text.match_indices(words)
        .any(|(start, _)| ends(text[..start].chars().next_back()) && ends(text[start + words.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_defined_once_after_the_terms_that_its_definition_uses() {
        let mut glossary = Glossary::default();
        let meanings = glossary.of("The mex of the values 0 and 2 is 1.");
        let starts: Vec<&str> = meanings.iter().map(|meaning| &meaning[..14]).collect();
        let expected = ["The components", "An option of a", "In normal play", "The Grundy val", "The mex of som"];
        assert_eq!(starts, expected);
        assert!(glossary.of("Its value is a mex.").is_empty());
        assert_eq!(glossary.of("Valued, mexican, summary"), [""; 0]);
    }
}
