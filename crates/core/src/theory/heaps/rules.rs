//! [`HeapRules`]: the rules of a heap game as they are written, and the faults of texts that are not valid rules.

use std::fmt;

use super::leaving::lcm;
use super::moves::HeapCode;
use super::named_sets::{MAX_ELEMENT, NAMES, NamedSet};
use crate::number::{Natural, NotNatural};

/// The largest number of digits in a code. There is a limit because the work for each heap grows with the number of
/// digits.
pub const MAX_DIGITS: usize = 256;
/// The largest number of integers in a set. There is a limit because the work for each heap grows with the number of
/// integers.
pub const MAX_ELEMENTS: usize = 1024;

/// The rules of a game that is played on independent heaps of tokens.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapRules {
    family: CodeFamily,
    moves: HeapCode,
}

/// The notation in which the rules are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeFamily {
    /// An octal or hexadecimal code such as 0.77. The code tells how many heaps each removal may leave.
    Code,
    /// A list of the numbers of tokens that may be removed.
    Subtraction,
    /// A list of the numbers of tokens that may not be removed.
    AllBut,
    /// Grundy's game: a move splits a heap into two heaps of different sizes.
    GrundysGame,
    /// Couples-are-Forever: a move splits any heap except a heap of two.
    CouplesAreForever,
}

impl HeapRules {
    /// Reads an octal code such as `0.77`. In `4.333...` the last digit repeats for ever. In `0.(05)` the block in
    /// parentheses repeats for ever.
    ///
    /// # Errors
    /// A [`RulesFault`] tells why the text is not the code of a game that ends, and at which character.
    pub fn octal(text: &str) -> Result<Self, RulesFault> {
        Self::code(text, 8)
    }

    /// Reads a hexadecimal code, whose digits go up to f. Such a code may allow moves that split a heap into three.
    /// Every octal code is also a hexadecimal code.
    ///
    /// # Errors
    /// The same errors as [`Self::octal`].
    pub fn hexadecimal(text: &str) -> Result<Self, RulesFault> {
        Self::code(text, 16)
    }

    fn code(text: &str, radix: u32) -> Result<Self, RulesFault> {
        // A block that repeats is in parentheses. A single digit that repeats may also be written before three dots or
        // in brackets: 0.1[3] is 0.1333….
        let parentheses = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let brackets = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
        let brackets = brackets.filter(|(_, last)| last.chars().count() == 1);
        let (digits, block, repeats) = match (parentheses.or(brackets), text.strip_suffix("...")) {
            (Some((digits, block)), _) => (digits, Some(block), false),
            (None, Some(digits)) => (digits, None, true),
            (None, None) => (text, None, false),
        };
        if repeats && let Some((first, block)) = repeated_block(digits) {
            let (alone, last) = digits.split_at(digits.len() - 1);
            return fault(format!(
                "... repeats one digit, the last, but the code ends in {block} twice, as if that were to repeat: if so, write \
                 {first}({block}); if it is the digit alone, write {alone}({last})"
            ));
        }
        if digits.len() + block.map_or(0, str::len) > MAX_DIGITS {
            return limit(format!("the code has more than {MAX_DIGITS} digits"));
        }
        let (whole, after) = match digits.split_once('.') {
            Some(parts) => parts,
            // Only a code of one digit may be written without the point. It would be a guess what "77" means.
            None if digits.chars().count() == 1 => (digits, ""),
            None if digits.is_empty() => return fault(EMPTY),
            None => return fault("the code has no point: write 0.77, not 77"),
        };
        if whole.is_empty() && after.is_empty() {
            return fault(EMPTY);
        }
        let digit = |(position, character): (usize, char)| {
            let digit = character.to_digit(radix).and_then(|digit| u8::try_from(digit).ok());
            digit.map_or_else(|| fault(no_digit(position, character)), Ok)
        };
        if whole.chars().count() > 1 {
            // An invalid character is more likely to be the mistake than a superfluous digit. So an invalid character
            // is reported first.
            whole.chars().enumerate().try_for_each(|at| digit(at).map(drop))?;
            return fault("the code has more than one digit before the point");
        }
        let zero = whole.chars().enumerate().map(digit).next().transpose()?.unwrap_or(0);
        if zero & 3 != 0 {
            let allowed = if radix == 8 { "0 or 4" } else { "0, 4, 8 or c" };
            return fault(format!(
                "the digit {zero:x} before the point lets a move change nothing, so that play need not end: it may be {allowed}"
            ));
        }
        let block = match (block, after.char_indices().last()) {
            (None, Some((last, _))) if repeats => &after[last..],
            (None, None) if repeats => return fault("there is no digit after the point that ... could repeat"),
            (Some(""), _) => return fault("the parentheses are empty: write the digits that repeat, as in 0.(05)"),
            (block, _) => block.unwrap_or_default(),
        };
        let first_of_block = 1 + after.chars().count();
        let digits = (1..).zip(after.chars()).map(digit).collect::<Result<Vec<u8>, _>>()?;
        let block = (first_of_block..).zip(block.chars()).map(digit).collect::<Result<Vec<u8>, _>>()?;
        Ok(Self { family: CodeFamily::Code, moves: HeapCode::code(zero, &digits, &block) })
    }

    /// Creates a code from the digit before the point (0, 4, 8 or c) and the digits after the point. After these
    /// digits, the digit `tail` repeats for ever.
    pub(crate) fn of_digits(zero: u8, digits: &[u8], tail: u8) -> Self {
        debug_assert!(zero.is_multiple_of(4) && digits.iter().all(|digit| *digit < 16));
        Self { family: CodeFamily::Code, moves: HeapCode::code(zero, digits, &[tail]) }
    }

    /// Reads the numbers of tokens that may be removed: `1,3,4`. The name of an infinite set, such as `primes`, stands
    /// for all its numbers.
    ///
    /// # Errors
    /// A [`RulesFault`] tells which part of the text is not such a number.
    pub fn subtraction(text: &str) -> Result<Self, RulesFault> {
        Ok(Self { family: CodeFamily::Subtraction, moves: WrittenSet::read(text)?.moves(false)? })
    }

    /// Reads the numbers of tokens that may not be removed: `2,5`. An empty text is Nim.
    ///
    /// # Errors
    /// The same errors as [`Self::subtraction`].
    pub fn all_but(text: &str) -> Result<Self, RulesFault> {
        Ok(Self { family: CodeFamily::AllBut, moves: WrittenSet::read(text)?.moves(true)? })
    }

    /// Creates Grundy's game: a move splits a heap into two heaps of different sizes.
    #[must_use]
    pub fn grundys_game() -> Self {
        Self { family: CodeFamily::GrundysGame, moves: HeapCode::grundys_game() }
    }

    /// Creates Couples-are-Forever: a move splits any heap except a heap of two.
    #[must_use]
    pub fn couples_are_forever() -> Self {
        Self { family: CodeFamily::CouplesAreForever, moves: HeapCode::couples_are_forever() }
    }

    /// Returns the notation in which these rules are written. Rules of different families may have the same moves.
    #[must_use]
    pub fn family(&self) -> CodeFamily {
        self.family
    }

    /// Returns the moves of a heap.
    #[must_use]
    pub fn moves(&self) -> &HeapCode {
        &self.moves
    }
}

impl fmt::Display for HeapRules {
    /// Writes the rules in their normal form, which is the same for all texts with the same meaning. A code has no
    /// needless zeros. A digit that repeats is usually written three times, followed by three dots. A block that
    /// repeats is written once, in parentheses. The numbers of a set ascend. For a game without a parameter the text is
    /// empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.family {
            CodeFamily::GrundysGame | CodeFamily::CouplesAreForever => Ok(()),
            CodeFamily::Subtraction | CodeFamily::AllBut => {
                for (index, (k, _)) in self.moves.exceptions().iter().enumerate() {
                    write!(f, "{}{k}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            CodeFamily::Code => {
                let digit = |digit: u8| char::from_digit(digit.into(), 16);
                let digits = (0..=self.moves.last_exception()).map(|k| self.moves.digit(k));
                let mut code: String = digits.filter_map(digit).collect();
                code.insert(1, '.');
                let block: String = self.moves.block().iter().copied().filter_map(digit).collect();
                let dots = format!("{code}{}", block.repeat(3));
                match self.moves.tail() {
                    Some(0) => f.write_str(&code),
                    // A text such as `0.0505...` is refused, because either its last digit or its block `05` could be
                    // meant to repeat. If such a double block would stand before the dots, parentheses are used.
                    Some(_) if repeated_block(&dots).is_none() => write!(f, "{dots}..."),
                    _ => write!(f, "{code}({block})"),
                }
            }
        }
    }
}

/// Returns the block of two or more digits, not all equal, that stands twice at the end of a text. Also returns the
/// text before the two blocks.
fn repeated_block(digits: &str) -> Option<(&str, &str)> {
    let bytes = digits.as_bytes();
    let is_block = |length: &usize| {
        let (rest, last) = bytes.split_at(bytes.len() - length);
        rest.ends_with(last) && last.iter().all(u8::is_ascii_hexdigit) && last.windows(2).any(|pair| pair[0] != pair[1])
    };
    let length = (2..=bytes.len() / 2).find(is_block)?;
    let (rest, block) = digits.split_at_checked(digits.len() - length)?;
    Some((rest.get(..rest.len() - length)?, block))
}

/// The fault of a code that has no digit.
const EMPTY: &str = "the code is empty: write one such as 0.77";

/// The fault of a character that is not a digit of the code. `position` is 0 for the digit before the point.
fn no_digit(position: usize, character: char) -> String {
    match character {
        '.' => "the code has more than one point; only ... at the end repeats its last digit".to_owned(),
        _ if character.is_ascii_hexdigit() => format!(
            "digit {position} of the code, {character:?}, is not octal: codes with digits from 8 to f are hexadecimal"
        ),
        _ => format!("digit {position} of the code, {character:?}, is no digit"),
    }
}

/// A set of numbers as it is written: numbers, and the names of infinite sets.
#[derive(Default)]
struct WrittenSet {
    listed: Vec<usize>,
    named: Vec<NamedSet>,
}

impl WrittenSet {
    fn read(text: &str) -> Result<Self, RulesFault> {
        let mut set = Self::default();
        for (number, element) in (1..).zip(text.split(',').filter(|_| !text.is_empty())) {
            if number > MAX_ELEMENTS {
                return limit(format!("the set has more than {MAX_ELEMENTS} numbers"));
            }
            if element.starts_with(|first: char| first.is_ascii_alphabetic()) {
                let Some(named) = NamedSet::read(element) else {
                    return fault(format!(
                        "number {number} of the set is no set by name: these are {NAMES}, with b from 2 and m from 1 to \
                         {MAX_ELEMENT}"
                    ));
                };
                set.named.push(named);
                continue;
            }
            // Reading 18 digits is enough: a number with more digits is too large in any case.
            let read = match Natural::from_decimal(element, 18) {
                Ok(read) => read.to_usize().filter(|read| *read <= MAX_ELEMENT),
                Err(NotNatural::TooManyDigits { .. }) => None,
                Err(reason) => return fault(format!("number {number} of the set: {reason}")),
            };
            match read {
                None => {
                    return limit(format!(
                        "number {number} of the set is above {MAX_ELEMENT}, the largest that tables here reach past"
                    ));
                }
                Some(0) => return fault(format!("number {number} of the set is 0: removing nothing is no move")),
                Some(element) => set.listed.push(element),
            }
        }
        Ok(set)
    }

    /// Returns the moves that remove a number of the set or, if `all_but` is `true`, any other number.
    fn moves(&self, all_but: bool) -> Result<HeapCode, RulesFault> {
        if let Some(code) = self.multiples(all_but) {
            return Ok(code);
        }
        let known_to = self.named.iter().map(|set| set.largest()).min();
        let mut numbers = self.listed.clone();
        for set in &self.named {
            match set.up_to(known_to.unwrap_or_default()) {
                Ok(listed) => numbers.extend(listed),
                Err(_) => return limit("listing the set takes too long"),
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        let code = HeapCode::removals(numbers, all_but);
        Ok(match known_to {
            Some(most) => code.known_to_heap(most),
            None => code,
        })
    }

    /// Returns the moves as a code whose digits repeat, if the sets are the multiples of small numbers.
    fn multiples(&self, all_but: bool) -> Option<HeapCode> {
        let multiple = |set: &NamedSet| if let NamedSet::Multiples(of) = set { Some(*of) } else { None };
        let multiples = self.named.iter().map(multiple).collect::<Option<Vec<usize>>>()?;
        let block = multiples.iter().fold(1, |block, of| if block > MAX_DIGITS { block } else { lcm(block, *of) });
        let last = self.listed.iter().max().copied().unwrap_or_default();
        if multiples.is_empty() || block > MAX_DIGITS || last > MAX_DIGITS {
            return None;
        }
        let digit = |is_of_set: bool| if is_of_set == all_but { 0 } else { 3 };
        let is_multiple = |k: usize| multiples.iter().any(|of| k.is_multiple_of(*of));
        let digits: Vec<u8> = (1..=last).map(|k| digit(is_multiple(k) || self.listed.contains(&k))).collect();
        let block: Vec<u8> = (last + 1..=last + block).map(|k| digit(is_multiple(k))).collect();
        Some(HeapCode::code(0, &digits, &block))
    }
}

/// The reason why a text is not the rules of a heap game, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct RulesFault {
    /// The reason in words.
    reason: String,
    /// Whether only a limit refuses the rules.
    pub is_limit: bool,
}

fn fault<T>(words: impl Into<String>) -> Result<T, RulesFault> {
    Err(RulesFault { reason: words.into(), is_limit: false })
}

fn limit<T>(words: impl Into<String>) -> Result<T, RulesFault> {
    Err(RulesFault { reason: words.into(), is_limit: true })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_one_canonical_text() {
        for (text, canonical) in [
            ("0.77", "0.77"),
            (".77", "0.77"),
            ("0.770", "0.77"),
            ("0.770...", "0.77"),
            ("0.F", "0.f"),
            ("4", "4."),
            ("4.0", "4."),
            ("0.", "0."),
            ("0.3...", "0.333..."),
            ("0.333...", "0.333..."),
            ("0.13...", "0.1333..."),
            ("4.33333...", "4.333..."),
            ("0.[3]", "0.333..."),
            ("0.1[3]", "0.1333..."),
            ("0.30...", "0.3"),
            ("0.(05)", "0.(05)"),
            ("0.05(05)", "0.(05)"),
            ("0.0(50)", "0.(05)"),
            ("0.1(3f)", "0.1(3f)"),
            ("0.(0505)", "0.(05)"),
            ("0.(33)", "0.333..."),
            ("0.2(0)", "0.2"),
            ("0.0505(5)", "0.050555..."),
            ("0.05(5)", "0.0555..."),
            ("0.0505[0]", "0.0505"),
        ] {
            let rules = HeapRules::hexadecimal(text).unwrap();
            assert_eq!(rules.to_string(), canonical, "{text}");
            assert_eq!(HeapRules::hexadecimal(canonical).unwrap(), rules);
        }
        assert_eq!(HeapRules::subtraction("4,1,4").unwrap().to_string(), "1,4");
        assert_eq!(HeapRules::all_but("").unwrap().moves(), HeapRules::octal("0.333...").unwrap().moves());
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        let point = "the code has more than one point; only ... at the end repeats its last digit";
        for (text, words) in [
            ("", EMPTY),
            (".", EMPTY),
            ("...", EMPTY),
            ("77", "the code has no point: write 0.77, not 77"),
            ("0.7.7", point),
            ("0.7....", point),
            ("00.7", "the code has more than one digit before the point"),
            ("0.7x", "digit 2 of the code, 'x', is no digit"),
            ("0.7é", "digit 2 of the code, 'é', is no digit"),
            ("-0.7", "digit 0 of the code, '-', is no digit"),
            ("0.78", "digit 2 of the code, '8', is not octal: codes with digits from 8 to f are hexadecimal"),
            ("4....", "there is no digit after the point that ... could repeat"),
            ("4...", "there is no digit after the point that ... could repeat"),
            ("0.7()", "the parentheses are empty: write the digits that repeat, as in 0.(05)"),
            ("0.(0x)", "digit 2 of the code, 'x', is no digit"),
            (
                "0.0505...",
                "... repeats one digit, the last, but the code ends in 05 twice, as if that were to repeat: if so, write 0.(05); if it is \
                 the digit alone, write 0.050(5)",
            ),
        ] {
            assert_eq!(HeapRules::octal(text), fault(words), "{text}");
        }
        for digit in ["5.7", "7"] {
            assert!(
                HeapRules::octal(digit).unwrap_err().to_string().starts_with(&format!("the digit {} ", &digit[..1]))
            );
        }
        let long = HeapRules::octal(&format!("0.{}", "7".repeat(MAX_DIGITS)));
        assert_eq!(long, limit("the code has more than 256 digits"));
        assert_eq!(HeapRules::subtraction("1,0"), fault("number 2 of the set is 0: removing nothing is no move"));
        assert_eq!(HeapRules::subtraction("1,"), fault("number 2 of the set: it is empty"));
        for large in ["1000001", "9".repeat(50).as_str()] {
            let words = "number 1 of the set is above 1000000, the largest that tables here reach past";
            assert_eq!(HeapRules::all_but(large), limit(words));
        }
        assert_eq!(HeapRules::subtraction(&vec!["1"; 2000].join(",")), limit("the set has more than 1024 numbers"));
    }
}
