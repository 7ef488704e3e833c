//! The equations between numbers in the words of explanations, such as "26 = 5 × 5 + 1" or "17 modulo 5 is 2".

use crate::number::Natural;

/// The letters of an equation between numbers. Text with other letters is no equation.
const LETTERS: &str = "0123456789 +−×·⊕^/()=";

/// Operators that are not worked out here: the nim product, and remainders.
const OTHER_OPERATORS: [&str; 3] = ["⊗", "mod", "modulo"];

/// Returns the equations of a text that are wrong.
pub(super) fn wrong(text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter| LETTERS.contains(letter)) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|letter| !LETTERS.contains(letter)).unwrap_or(from.len());
        let (run, after) = from.split_at(end);
        wrong.extend(wrong_in(run, before, after).map(str::to_owned));
        rest = after;
    }
    let words: Vec<&str> = text.split(' ').map(|word| word.trim_matches(|letter: char| !letter.is_numeric())).collect();
    let modulo = words.windows(5).filter(|words| [words[1], words[3]] == ["", ""] && text.contains(" modulo "));
    wrong.extend(modulo.filter(|words| is_wrong_modulo(text, words)).map(|words| words.join(" ")));
    wrong
}

/// Returns whether three of five words are numbers a, m and r of "a modulo m is r", and r is not the rest.
fn is_wrong_modulo(text: &str, words: &[&str]) -> bool {
    let [number, _, modulus, _, rest] = words else { return false };
    let is_said = text.contains(&format!("{number} modulo {modulus} is {rest}"));
    let numbers = [number, modulus, rest].map(|word| number_of(word));
    let [Some(number), Some(modulus), Some(rest)] = numbers else { return false };
    is_said && !modulus.is_zero() && number.div_rem(&modulus).1 != rest
}

/// Returns the first chain of equal numbers in a run of letters that is wrong. A side that touches other letters or
/// begins or ends with an operator is part of something larger, and is left out.
fn wrong_in<'t>(run: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let mut sides: Vec<Option<Natural>> = run.split('=').map(value).collect();
    let touches = |letter: char| letter.is_alphanumeric() || "…⌊⌋√".contains(letter);
    let is_operand = OTHER_OPERATORS.iter().any(|operator| before.ends_with(operator));
    if is_operand || !run.starts_with(' ') && before.ends_with(touches) {
        *sides.first_mut()? = None;
    }
    let mut after = after.chars();
    let (next, second) = (after.next(), after.next());
    let is_cut = !run.ends_with(' ') && next.is_some_and(touches);
    if is_cut || next == Some('.') && second.is_some_and(char::is_numeric) {
        *sides.last_mut()? = None;
    }
    let is_wrong = sides.windows(2).any(|pair| matches!(pair, [Some(left), Some(right)] if left != right));
    is_wrong.then_some(run)
}

/// Returns the value of a term of numbers; `None` if the text is no such term, or if its value is no natural number.
fn value(text: &str) -> Option<Natural> {
    let letters: Vec<char> = text.chars().filter(|letter| *letter != ' ').collect();
    // Two numbers with a space between them are no term.
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &&str| word.starts_with(|letter: char| letter.is_numeric());
    let ends_in_number = |word: &&str| word.ends_with(|letter: char| letter.is_numeric());
    if words.windows(2).any(|pair| ends_in_number(&pair[0]) && is_number(&pair[1])) {
        return None;
    }
    let mut rest = &letters[..];
    let value = term(&mut rest, 0)?;
    rest.is_empty().then_some(value)
}

/// The operators, from those that bind least to those that bind most.
const OPERATORS: [&str; 4] = ["⊕", "+−", "×·/", "^"];

/// Reads a term with operators of this level, or of levels that bind more.
fn term(rest: &mut &[char], level: usize) -> Option<Natural> {
    let Some(operators) = OPERATORS.get(level) else { return atom(rest) };
    let mut left = term(rest, level + 1)?;
    while let Some((operator, after)) = rest.split_first().filter(|(first, _)| operators.contains(**first)) {
        *rest = after;
        let right = term(rest, level + 1)?;
        left = match operator {
            '⊕' => &left ^ &right,
            '+' => &left + &right,
            '−' => left.checked_sub(&right)?,
            '×' | '·' => &left * &right,
            '^' => left.pow(right.to_usize().filter(|exponent| *exponent < 1_000)?),
            _ if right.is_zero() => return None,
            _ => {
                let (quotient, rest) = left.div_rem(&right);
                if rest.is_zero() { quotient } else { return None }
            }
        };
    }
    Some(left)
}

/// Reads a number, or a term in brackets.
fn atom(rest: &mut &[char]) -> Option<Natural> {
    if let Some(('(', after)) = rest.split_first() {
        *rest = after;
        let value = term(rest, 0)?;
        let (')', after) = rest.split_first()? else { return None };
        *rest = after;
        return Some(value);
    }
    let digits = rest.iter().take_while(|letter| letter.is_ascii_digit()).count();
    let (number, after) = rest.split_at(digits);
    *rest = after;
    number_of(&number.iter().collect::<String>())
}

fn number_of(digits: &str) -> Option<Natural> {
    Natural::from_decimal(digits, digits.len()).ok()
}

#[test]
fn wrong_equations_are_seen() {
    for text in ["Here 26 = 5 × 5 + 2.", "so 3 ⊕ 5 = 6 = 7: yes", "17 modulo 5 is 3.", "(2^10 − 1)/3 = 340, and"] {
        assert_eq!(wrong(text).len(), 1, "{text}");
    }
    for text in [
        "26 = 5 × 5 + 1, q = 5",
        "17 modulo 5 is 2",
        "G(3) = 4 and a + 3 = 9",
        "7/2 = 3",
        "r·b = 26 > 25 = a²",
        "2 ⊗ 1 = 2",
    ] {
        assert_eq!(wrong(text), [""; 0], "{text}");
    }
}
