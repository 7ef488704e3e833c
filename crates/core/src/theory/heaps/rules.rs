//! [`Rules`]: the rules of a heap game as they are written, and what is wrong with a text that says none.

use std::fmt;

use super::moves::Moves;
use crate::number::{Natural, NotNatural};

/// The digits of a code, at most: the work for one heap grows with them.
pub const MAX_DIGITS: usize = 256;
/// The numbers in a set, at most: the work for one heap grows with them.
pub const MAX_ELEMENTS: usize = 1024;
/// The largest number in a set: far below the longest table, so that what it changes is seen in one.
pub const MAX_ELEMENT: usize = 1_000_000;

/// The rules of a game played on heaps of tokens, each heap for itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    family: Family,
    moves: Moves,
}

/// How rules are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A code such as 0.77, octal or hexadecimal: which removals may leave how many heaps.
    Code,
    /// The numbers of tokens that may be removed.
    Subtraction,
    /// The numbers of tokens that may not be removed.
    AllBut,
    /// Split a heap into two that differ.
    GrundysGame,
    /// Split any heap but of two.
    CouplesAreForever,
}

impl Rules {
    /// Reads an octal code such as `0.77` or `4.333...`, whose last digit repeats for ever.
    ///
    /// # Errors
    /// [`RulesFault`] says what is no code of a game that ends, and where.
    pub fn octal(text: &str) -> Result<Self, RulesFault> {
        Self::code(text, 8)
    }

    /// Reads a code whose digits go up to f: heaps may be split into three. Every octal code is one, too.
    ///
    /// # Errors
    /// As [`Self::octal`].
    pub fn hexadecimal(text: &str) -> Result<Self, RulesFault> {
        Self::code(text, 16)
    }

    fn code(text: &str, radix: u32) -> Result<Self, RulesFault> {
        // A repeated digit is also written in brackets: 0.1[3] is 0.1333….
        let brackets = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
        let unbracketed =
            brackets.filter(|(_, last)| last.chars().count() == 1).map(|(first, last)| [first, last].concat());
        let (digits, repeats) = match (&unbracketed, text.strip_suffix("...")) {
            (Some(digits), _) => (digits.as_str(), true),
            (None, Some(digits)) => (digits, true),
            (None, None) => (text, false),
        };
        if digits.len() > MAX_DIGITS {
            return Err(RulesFault::TooManyDigits);
        }
        let (whole, after) = match digits.split_once('.') {
            Some(parts) => parts,
            // Only whole codes may leave the point out: "77" would have to be a guess.
            None if digits.chars().count() == 1 => (digits, ""),
            None if digits.is_empty() => return Err(RulesFault::Empty),
            None => return Err(RulesFault::NoPoint),
        };
        if whole.is_empty() && after.is_empty() {
            return Err(RulesFault::Empty);
        }
        let digit = |(position, character): (usize, char)| {
            let digit = character.to_digit(radix).and_then(|digit| u8::try_from(digit).ok());
            digit.ok_or(match character {
                '.' => RulesFault::SecondPoint,
                _ if character.is_ascii_hexdigit() => RulesFault::NotOctal { character, position },
                _ => RulesFault::NotADigit { character, position },
            })
        };
        if whole.chars().count() > 1 {
            // A character that is no digit at all is the likelier slip than a digit too many.
            whole.chars().enumerate().try_for_each(|at| digit(at).map(drop))?;
            return Err(RulesFault::LongWhole);
        }
        let zero = whole.chars().enumerate().map(digit).next().transpose()?.unwrap_or(0);
        if zero & 3 != 0 {
            return Err(RulesFault::Endless { digit: zero });
        }
        let mut digits = (1..).zip(after.chars()).map(digit).collect::<Result<Vec<u8>, _>>()?;
        let tail = match digits.last() {
            Some(last) if repeats => *last,
            None if repeats => return Err(RulesFault::NothingRepeats),
            _ => 0,
        };
        while digits.last() == Some(&tail) {
            digits.pop();
        }
        Ok(Self { family: Family::Code, moves: Moves::code(zero, &digits, tail) })
    }

    /// The code with these digits, that before the point (0, 4, 8 or c) and those after it, of which `tail` repeats for
    /// ever.
    pub(crate) fn of_digits(zero: u8, digits: &[u8], tail: u8) -> Self {
        debug_assert!(zero.is_multiple_of(4) && digits.iter().all(|digit| *digit < 16));
        Self { family: Family::Code, moves: Moves::code(zero, digits, tail) }
    }

    /// Reads the numbers of tokens that may be removed: `1,3,4`.
    ///
    /// # Errors
    /// [`RulesFault`] says what is no such number, and where.
    pub fn subtraction(text: &str) -> Result<Self, RulesFault> {
        Ok(Self { family: Family::Subtraction, moves: Moves::removals(read_set(text)?, false) })
    }

    /// Reads the numbers of tokens that may not be removed: `2,5`, or nothing, which is Nim.
    ///
    /// # Errors
    /// As [`Self::subtraction`].
    pub fn all_but(text: &str) -> Result<Self, RulesFault> {
        Ok(Self { family: Family::AllBut, moves: Moves::removals(read_set(text)?, true) })
    }

    /// Grundy's game: split a heap into two of different size.
    #[must_use]
    pub fn grundys_game() -> Self {
        Self { family: Family::GrundysGame, moves: Moves::grundys_game() }
    }

    /// Couples-are-Forever: split any heap but of two.
    #[must_use]
    pub fn couples_are_forever() -> Self {
        Self { family: Family::CouplesAreForever, moves: Moves::couples_are_forever() }
    }

    /// How these rules are written. Rules of different families may have the same moves.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
    }

    /// What may be done with a heap.
    #[must_use]
    pub fn moves(&self) -> &Moves {
        &self.moves
    }
}

impl fmt::Display for Rules {
    /// The parameter in the one way that this library writes it: codes without needless zeros and with the digit
    /// that repeats three times, sets ascending. Nothing for a game without a parameter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.family {
            Family::GrundysGame | Family::CouplesAreForever => Ok(()),
            Family::Subtraction | Family::AllBut => {
                for (index, (k, _)) in self.moves.exceptions().iter().enumerate() {
                    write!(f, "{}{k}", if index == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Family::Code => {
                write!(f, "{:x}.", self.moves.digit(0))?;
                for k in 1..=self.moves.last_exception() {
                    write!(f, "{:x}", self.moves.digit(k))?;
                }
                match self.moves.tail() {
                    0 => Ok(()),
                    tail => write!(f, "{tail:x}{tail:x}{tail:x}..."),
                }
            }
        }
    }
}

/// The numbers of a set, ascending, each once.
fn read_set(text: &str) -> Result<Vec<usize>, RulesFault> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut set = Vec::new();
    for (index, element) in text.split(',').enumerate() {
        if index == MAX_ELEMENTS {
            return Err(RulesFault::TooManyElements);
        }
        // 18 digits: more is too large whatever they are, and need not be read.
        let number = match Natural::from_decimal(element, 18) {
            Ok(number) => number,
            Err(NotNatural::TooManyDigits { .. }) => return Err(RulesFault::ElementTooLarge { index }),
            Err(reason) => return Err(RulesFault::NotAnInteger { index, reason }),
        };
        match number.to_usize().filter(|number| *number <= MAX_ELEMENT) {
            None => return Err(RulesFault::ElementTooLarge { index }),
            Some(0) => return Err(RulesFault::Zero { index }),
            Some(number) => set.push(number),
        }
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

/// Why a text is not the rules of a heap game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// No digit at all.
    Empty,
    /// Several digits without a point.
    NoPoint,
    /// A second point, other than the three at the end.
    SecondPoint,
    /// Several digits before the point.
    LongWhole,
    /// A character that is no digit.
    NotADigit {
        /// What stands there.
        character: char,
        /// The number of the digit, 0 for that before the point.
        position: usize,
    },
    /// A digit from 8 on in an octal code.
    NotOctal {
        /// What stands there.
        character: char,
        /// The number of the digit, 0 for that before the point.
        position: usize,
    },
    /// A first digit that lets a move change nothing.
    Endless {
        /// The first digit.
        digit: u8,
    },
    /// `...` without a digit after the point to repeat.
    NothingRepeats,
    /// A code of more than [`MAX_DIGITS`] digits.
    TooManyDigits,
    /// Something in a set that is no integer.
    NotAnInteger {
        /// Where it stands in the list, from 0.
        index: usize,
        /// What is wrong.
        reason: NotNatural,
    },
    /// 0 in a set.
    Zero {
        /// Where it stands in the list, from 0.
        index: usize,
    },
    /// A number above [`MAX_ELEMENT`] in a set.
    ElementTooLarge {
        /// Where it stands in the list, from 0.
        index: usize,
    },
    /// A set of more than [`MAX_ELEMENTS`] numbers.
    TooManyElements,
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the code is empty: write one such as 0.77"),
            Self::NoPoint => f.write_str("the code has no point: write 0.77, not 77"),
            Self::SecondPoint => {
                f.write_str("the code has more than one point; only ... at the end repeats its last digit")
            }
            Self::LongWhole => f.write_str("the code has more than one digit before the point"),
            Self::NotADigit { character, position } => {
                write!(f, "digit {position} of the code, {character:?}, is no digit")
            }
            Self::NotOctal { character, position } => write!(
                f,
                "digit {position} of the code, {character:?}, is not octal: codes with digits from 8 to f are hexadecimal"
            ),
            Self::Endless { digit } => write!(
                f,
                "the digit {digit:x} before the point lets a move change nothing, so that play need not end: it may be 0, 4, 8 or c"
            ),
            Self::NothingRepeats => f.write_str("there is no digit after the point that ... could repeat"),
            Self::TooManyDigits => write!(f, "the code has more than {MAX_DIGITS} digits"),
            Self::NotAnInteger { index, reason } => write!(f, "number {} of the set: {reason}", index + 1),
            Self::Zero { index } => {
                write!(f, "number {} of the set is 0: removing nothing is no move", index + 1)
            }
            Self::ElementTooLarge { index } => {
                write!(
                    f,
                    "number {} of the set is above {MAX_ELEMENT}, the largest that tables here reach past",
                    index + 1
                )
            }
            Self::TooManyElements => write!(f, "the set has more than {MAX_ELEMENTS} numbers"),
        }
    }
}

impl std::error::Error for RulesFault {}

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
        ] {
            let rules = Rules::hexadecimal(text).unwrap();
            assert_eq!(rules.to_string(), canonical, "{text}");
            assert_eq!(Rules::hexadecimal(canonical).unwrap(), rules);
        }
        assert_eq!(Rules::subtraction("4,1,4").unwrap().to_string(), "1,4");
        assert_eq!(Rules::all_but("").unwrap().moves(), Rules::octal("0.333...").unwrap().moves());
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        for (text, fault) in [
            ("", RulesFault::Empty),
            (".", RulesFault::Empty),
            ("...", RulesFault::Empty),
            ("77", RulesFault::NoPoint),
            ("0.7.7", RulesFault::SecondPoint),
            ("0.7....", RulesFault::SecondPoint),
            ("00.7", RulesFault::LongWhole),
            ("0.7x", RulesFault::NotADigit { character: 'x', position: 2 }),
            ("0.7é", RulesFault::NotADigit { character: 'é', position: 2 }),
            ("-0.7", RulesFault::NotADigit { character: '-', position: 0 }),
            ("0.78", RulesFault::NotOctal { character: '8', position: 2 }),
            ("5.7", RulesFault::Endless { digit: 5 }),
            ("7", RulesFault::Endless { digit: 7 }),
            ("4....", RulesFault::NothingRepeats),
        ] {
            assert_eq!(Rules::octal(text), Err(fault), "{text}");
        }
        assert_eq!(Rules::octal(&format!("0.{}", "7".repeat(MAX_DIGITS))), Err(RulesFault::TooManyDigits));
        assert_eq!(Rules::subtraction("1,0"), Err(RulesFault::Zero { index: 1 }));
        assert_eq!(Rules::subtraction("1,"), Err(RulesFault::NotAnInteger { index: 1, reason: NotNatural::Empty }));
        assert_eq!(Rules::all_but("1000001"), Err(RulesFault::ElementTooLarge { index: 0 }));
        assert_eq!(Rules::all_but(&"9".repeat(50)), Err(RulesFault::ElementTooLarge { index: 0 }));
        assert_eq!(Rules::subtraction(&vec!["1"; 2000].join(",")), Err(RulesFault::TooManyElements));
    }
}
