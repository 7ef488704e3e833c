//! [`Size`]: how much work a request is, told from its text before any of it is done.
//!
//! The text is enough: what takes long is reading, comparing and writing long integers, and how long they are stands in
//! it. So the estimate comes before the reading, which for long integers is half of the work, and is the same whatever
//! else is going on: of the items of a batch always the same ones are over its budget. It knows no game. Steps are
//! about a nanosecond of one core each; measured beside `grundy batch` on pairs of 20 to 100,000 digits of each game,
//! estimates are those of the slowest game within a factor of 2, and above the others.

use memchr::memmem;

use super::fault::{Code, Fault};
use crate::game::Convention;

/// What any request takes, however short.
const STEPS_PER_REQUEST: u64 = 800;

/// A small component is two or three bytes and takes 80 ns; a digit of a long integer 45.
const STEPS_PER_BYTE: u64 = 45;

/// The digits² that conversion from decimal, products and Euclid's algorithm do in about one step.
const SQUARES_PER_STEP: u64 = 120;

/// Up to here an integer is a machine word, and its cost is that of its bytes.
const WORD_DIGITS: u64 = 19;

/// How often the parts of the work on a position are done, in comparison to a plain analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// What grows as the length.
    linear: u64,
    /// What grows as the square of it.
    square: u64,
}

impl Weight {
    /// A move of the caller's and the reply: two positions are solved.
    pub const TURN: Self = Self { linear: 3, square: 2 };

    /// Of an analysis. An explanation writes products in decimal, which are twice as long as their factors; Euclid's
    /// misère theory has squares and a greatest common divisor.
    #[must_use]
    pub fn of_analysis(play: Convention, explain: bool) -> Self {
        match (play, explain) {
            (Convention::Normal, false) => Self { linear: 1, square: 1 },
            (Convention::Normal, true) => Self { linear: 3, square: 2 },
            (Convention::Misere, false) => Self { linear: 3, square: 3 },
            (Convention::Misere, true) => Self { linear: 5, square: 6 },
        }
    }

    /// Of an analysis in JSON that was not read yet: what it seems to ask for. Where it may be spelled with escapes,
    /// the most.
    #[must_use]
    pub fn of_json(text: &[u8], usual: Convention) -> Self {
        let has = |word: &[u8]| memmem::find(text, word).is_some();
        let is_spelled_strangely = memchr::memchr(b'\\', text).is_some();
        let play = if is_spelled_strangely || has(b"misere") { Convention::Misere } else { usual };
        Self::of_analysis(play, is_spelled_strangely || (has(b"explain") && has(b"true")))
    }
}

/// How long the text of a request is, and the integers in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    bytes: u64,
    /// Σ digits² over the integers longer than a machine word.
    squares: u64,
    /// The longest integer or word.
    longest: u64,
    /// The longest integer, if one is longer than a machine word.
    longest_integer: u64,
}

impl Size {
    /// Of a JSON text or a query string.
    #[must_use]
    pub fn of(text: &[u8]) -> Self {
        let (mut squares, mut longest_integer) = (0_u64, 0);
        for length in long_integers(text) {
            squares = squares.saturating_add(square(length));
            longest_integer = length.max(longest_integer);
        }
        let longest = text.split(|byte| !is_of_word(*byte)).map(<[u8]>::len).max().map_or(0, long);
        Self { bytes: long(text.len()), squares, longest, longest_integer }
    }

    /// Of so many positions of integers of so many digits.
    #[must_use]
    pub fn of_positions<const N: usize>(count: usize, digits: [usize; N]) -> Self {
        let (count, digits) = (long(count), digits.map(long));
        let each: u64 = digits.iter().sum();
        let squares: u64 = digits.into_iter().filter(|digits| *digits > WORD_DIGITS).map(square).sum();
        let longest = digits.into_iter().max().unwrap_or_default();
        Self {
            bytes: count.saturating_mul(each.saturating_add(WORD_DIGITS)),
            squares: count.saturating_mul(squares),
            longest,
            longest_integer: longest,
        }
    }

    /// About how many nanoseconds of one core work of this weight takes.
    #[must_use]
    pub fn steps(self, weight: Weight) -> u64 {
        let linear = self.bytes.saturating_mul(STEPS_PER_BYTE).saturating_mul(weight.linear);
        let square = self.squares.saturating_mul(weight.square).div_ceil(SQUARES_PER_STEP);
        STEPS_PER_REQUEST.saturating_add(linear).saturating_add(square)
    }

    /// About how many steps it takes to find and write one more move of the longest component, which is solved for
    /// that.
    #[must_use]
    pub fn steps_per_move(self) -> u64 {
        self.longest_pair().steps(Weight::of_analysis(Convention::Normal, false)).saturating_mul(2)
    }

    /// How many moves of the longest component may be listed within the limit of one position: at least one.
    #[must_use]
    pub fn moves_within(self, max_cost: u64) -> usize {
        let each = self.longest_pair().squares.saturating_mul(2).max(1);
        usize::try_from(max_cost / each).unwrap_or(usize::MAX).max(1)
    }

    fn longest_pair(self) -> Self {
        let squares = square(self.longest_integer).saturating_mul(2);
        Self { bytes: self.longest.saturating_mul(2), squares, ..self }
    }
}

/// Is the work on integers with this Σ digits², with this weight, within the limit of one position?
///
/// # Errors
/// `too-costly`.
pub fn check(squares: u64, weight: Weight, max_cost: u64) -> Result<(), Fault> {
    if squares.saturating_mul(weight.square) <= max_cost {
        return Ok(());
    }
    let times = weight.square;
    let detail = format!(
        "the squares of the lengths of its long integers (digits²), which count {times} times here, add up to more \
         than {max_cost}: an explanation counts twice, misère play three times"
    );
    Err(Fault::new(Code::TooCostly, detail))
}

/// Can a byte be in an integer? An escape may be a digit; letters are in words that are none.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"\\%".contains(&byte)
}

/// The lengths of what may be integers longer than a machine word. A stretch of so many bytes is looked at from its end,
/// so that of texts without long integers, such as a million pairs, only a few bytes are.
fn long_integers(text: &[u8]) -> impl Iterator<Item = u64> {
    let shortest = usize::try_from(WORD_DIGITS).unwrap_or(usize::MAX).saturating_add(1);
    let mut left = text;
    std::iter::from_fn(move || {
        loop {
            let stretch = left.get(..shortest)?;
            let Some(end) = stretch.iter().rposition(|byte| !is_of_word(*byte)) else { break };
            left = left.get(end.saturating_add(1)..)?;
        }
        let length = left.iter().position(|byte| !is_of_word(*byte)).unwrap_or(left.len());
        let (word, rest) = left.split_at_checked(length)?;
        left = rest;
        let may_be_integer = word[0].is_ascii_digit() || memchr::memchr2(b'\\', b'%', word).is_some();
        Some(if may_be_integer { long(length) } else { 0 })
    })
}

/// About how many steps an analysis takes at most of which only the length is known.
#[must_use]
pub fn most_steps(bytes: usize, max_digits: usize) -> u64 {
    let bytes = long(bytes);
    let size = Size { bytes, squares: bytes.saturating_mul(bytes.min(long(max_digits))), ..Size::default() };
    size.steps(Weight::of_analysis(Convention::Misere, true))
}

/// About how many steps a request takes that was not read yet. Of a very long one only the length counts, since looking
/// at it would take too long where this is asked; and most often it has many short integers.
#[must_use]
pub fn steps_of_json(text: &[u8]) -> u64 {
    /// How many bytes are looked at, which takes 0.1 ms.
    const SEEN_BYTES: usize = 128 << 10;
    if text.len() <= SEEN_BYTES {
        return Size::of(text).steps(Weight::of_json(text, Convention::Normal));
    }
    steps_of_bytes(text.len()).saturating_mul(2)
}

/// About how many steps requests of this many bytes take, if their integers are short.
#[must_use]
pub fn steps_of_bytes(bytes: usize) -> u64 {
    Size { bytes: long(bytes), ..Size::default() }.steps(Weight::of_analysis(Convention::Normal, false))
}

fn long(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

fn square(length: u64) -> u64 {
    length.saturating_mul(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Weight = Weight { linear: 1, square: 1 };

    fn steps(text: &str) -> u64 {
        Size::of(text.as_bytes()).steps(PLAIN)
    }

    #[test]
    fn long_integers_weigh_as_their_squares() {
        let pair = |digits: usize| format!(r#"{{"position":{{"euclid":[["{0}","{0}"]]}}}}"#, "7".repeat(digits));
        let per_pair = |digits| steps(&pair(digits));
        assert!(per_pair(100_000) > 50 * per_pair(10_000), "{}", per_pair(100_000));
        assert!(per_pair(19) < 5_000, "{}", per_pair(19));
        // Many short ones do not.
        let many = format!(r#"{{"position":{{"nim":[{}1]}}}}"#, "12345,".repeat(10_000));
        assert!(steps(&many) < 10_000_000, "{}", steps(&many));
        // Beads are no digits.
        assert_eq!(Size::of(&vec![b'R'; 1_000_000]).squares, 0);
    }

    #[test]
    fn long_integers_are_found_wherever_they_are() {
        for before in ["", "1", ",", "12345678901234567890,", "1,22,333,4444,"] {
            for length in 15..60 {
                for gap in 0..25 {
                    let text = format!("{before}{}{}{}", "7".repeat(length), " ".repeat(gap), "8".repeat(19));
                    let words = text.split([' ', ',']).map(str::len).filter(|length| *length > 19);
                    let expected: Vec<u64> = words.map(long).collect();
                    assert_eq!(long_integers(text.as_bytes()).collect::<Vec<_>>(), expected, "{text}");
                }
            }
        }
        assert_eq!(long_integers(&[b'R'; 100]).sum::<u64>(), 0);
    }

    #[test]
    fn no_spelling_hides_an_integer() {
        let digits = "7".repeat(1_000);
        let plain = steps(&digits);
        for hidden in [
            format!("\\u0037{digits}"),
            digits.replace('7', "%37"),
            format!("{}\\u0037{}", &digits[..500], &digits[..499]),
        ] {
            assert!(steps(&hidden) >= plain, "{hidden}");
        }
    }

    #[test]
    fn what_is_asked_for_counts() {
        let weight = |text: &str| Weight::of_json(text.as_bytes(), Convention::Normal);
        assert_eq!(weight(r#"{"position":{},"brief":true}"#), PLAIN);
        assert_eq!(weight(r#"{"explain":false}"#), PLAIN);
        assert_eq!(weight(r#"{"explain":true}"#), Weight::of_analysis(Convention::Normal, true));
        assert_eq!(weight(r#"{"play":"misere"}"#), Weight::of_analysis(Convention::Misere, false));
        assert_eq!(weight(r#"{"\u0065xplain":true}"#), Weight::of_analysis(Convention::Misere, true));
        assert_eq!(Weight::of_json(b"{}", Convention::Misere), Weight::of_analysis(Convention::Misere, false));
        let check = |weight, max_cost| check(1_000_000, weight, max_cost);
        assert!(check(PLAIN, 1_000_000).is_ok());
        assert_eq!(check(PLAIN, 999_999).unwrap_err().code, Code::TooCostly);
        assert!(check(Weight::of_analysis(Convention::Misere, true), 5_999_999).is_err());
        assert!(check(Weight::of_analysis(Convention::Misere, true), 6_000_000).is_ok());
    }

    #[test]
    fn a_page_of_long_moves_is_short() {
        assert_eq!(Size::of(b"nim=5").moves_within(1_000), 1_000);
        let long = Size::of("7".repeat(100_000).as_bytes());
        assert_eq!(long.moves_within(100_000_000_000), 2);
        assert_eq!(long.moves_within(1), 1);
    }
}
