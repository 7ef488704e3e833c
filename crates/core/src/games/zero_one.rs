//! Zero or one: write 0 or 1 on the squares of a strip, no two neighbours alike.
//!
//! Each stretch of *n* > 0 empty squares is a game of its own: without a digit beside it, it has the value *n* mod 2; with
//! one *n*; between equal digits 1, between different ones 0. By induction on the stretches that a digit makes of it;
//! checked by brute force.

use crate::game::{Card, Class, Game, Illegal, Rules, Solved, Source, Step, Tag, Value};
use crate::natural::Natural;
use crate::shape::{Shape, Written};

/// Zero or one.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroOne;

/// The squares of a strip: `.`, `0` or `1`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strip(String);

const ARC: Source = Source { author: "AtCoder", year: 2022, title: "ARC 151 C, 01 Game" };

const EMPTY: u8 = b'.';
/// Every option is a strip of its own.
const LONGEST: usize = 1000;

/// Empty squares between two digits, or the end of the strip.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: usize,
    length: usize,
    left: Option<u8>,
    right: Option<u8>,
}

impl Stretch {
    fn value(self) -> usize {
        match (self.left, self.right) {
            _ if self.length == 0 => 0,
            (None, None) => self.length % 2,
            (Some(left), Some(right)) => usize::from(left == right),
            _ => self.length,
        }
    }

    /// The value after a digit is written on one of its squares; none if a neighbour has it already.
    fn value_after(self, place: usize, digit: u8) -> Option<usize> {
        let before = Self { length: place, right: Some(digit), ..self };
        let after = Self { length: self.length - place - 1, left: Some(digit), ..self };
        let clashes = |stretch: Self| stretch.length == 0 && stretch.left == stretch.right;
        (!clashes(before) && !clashes(after)).then(|| before.value() ^ after.value())
    }
}

impl Strip {
    fn squares(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn stretches(&self) -> Vec<Stretch> {
        let squares = self.squares();
        let mut stretches = Vec::new();
        let mut start = 0_usize;
        for run in squares.chunk_by(|left, right| (*left == EMPTY) == (*right == EMPTY)) {
            if run[0] == EMPTY {
                let left = start.checked_sub(1).map(|place| squares[place]);
                let right = squares.get(start + run.len()).copied();
                stretches.push(Stretch { start, length: run.len(), left, right });
            }
            start += run.len();
        }
        stretches
    }

    /// All moves: the square, the digit, and by what the value changes.
    fn moves(&self) -> Vec<(usize, u8, usize)> {
        let mut moves = Vec::new();
        for stretch in self.stretches() {
            for place in 0..stretch.length {
                for digit in [b'0', b'1'] {
                    if let Some(value) = stretch.value_after(place, digit) {
                        moves.push((stretch.start + place, digit, value ^ stretch.value()));
                    }
                }
            }
        }
        moves
    }

    fn with(&self, place: usize, digit: u8) -> Option<Self> {
        let mut squares = self.squares().to_vec();
        squares[place] = digit;
        String::from_utf8(squares).ok().map(Self)
    }
}

/// A solved strip.
#[derive(Clone, Debug)]
pub struct Solution {
    value: usize,
    moves: Vec<(usize, u8, usize)>,
}

impl Solved for Solution {
    fn value(&self) -> Value {
        Value::Nimber(self.value.into())
    }
}

impl Solution {
    fn moves_to(&self, value: &Natural) -> impl Iterator<Item = (usize, u8)> {
        let change = value.to_usize().map(|value| self.value ^ value);
        self.moves.iter().filter(move |(_, _, by)| Some(*by) == change).map(|(place, digit, _)| (*place, *digit))
    }
}

impl Rules for ZeroOne {
    type Position = Strip;
    type Option = Strip;

    const CARD: Card = Card {
        id: "zero-one",
        name: "Zero or one",
        aliases: &["01 Game (ARC 151 C)"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "A strip of squares. A move writes 0 or 1 on an empty one; no two neighbouring squares may have the same digit. Who \
                cannot move loses.",
        shape: Shape::Text { pattern: "^[.01]*$" },
        position: "a string of . for empty squares and of 0 and 1, without 00 and 11; at most 1000 squares",
        text_form: "..0.1",
        example: "..0.1",
        sources: &[ARC],
        normal: "Exact. The XOR over the empty stretches of n > 0 squares: n mod 2 without a digit beside, n with one, 1 between \
                 equal digits, 0 between different ones.",
        misere: "Exact, in sums too. Values 0 and 1 swap iff the stretches at the ends have at most 1 square, or the strip is empty \
                 and has at most 3.",
        max_grundy: None,
        parameters: None,
    };

    fn read(&self, written: Written) -> Result<Strip, Illegal> {
        let strip = Strip(written.into_text().ok_or_else(Illegal::shape)?);
        let squares = strip.squares();
        if let Some(place) = squares.iter().position(|square| ![EMPTY, b'0', b'1'].contains(square)) {
            return Err(Illegal::new(format!(
                "only ., 0 and 1 may stand in the string; after {place} of them something else does"
            )));
        }
        if squares.len() > LONGEST {
            return Err(Illegal::new(format!("the strip has at most {LONGEST} squares")));
        }
        match squares.windows(2).position(|pair| pair[0] != EMPTY && pair[0] == pair[1]) {
            Some(place) => {
                Err(Illegal::new(format!("the squares {place} and {}, counted from 0, have the same digit", place + 1)))
            }
            None => Ok(strip),
        }
    }

    fn write(&self, strip: &Strip) -> Written {
        Written::Text(strip.0.clone())
    }

    /// Squares from the left, 0 before 1.
    fn options(&self, strip: &Strip) -> Vec<Strip> {
        let squares = strip.squares();
        let empty = (0..squares.len()).filter(|place| squares[*place] == EMPTY);
        let written = empty.flat_map(|place| [b'0', b'1'].map(|digit| (place, digit)));
        let allowed = |(place, digit): &(usize, u8)| {
            let left = place.checked_sub(1).and_then(|place| squares.get(place));
            left != Some(digit) && squares.get(place + 1) != Some(digit)
        };
        written.filter(allowed).filter_map(|(place, digit)| strip.with(place, digit)).collect()
    }

    fn check(&self, strip: &Strip, to: &Strip) -> Result<(), String> {
        let pairs = strip.squares().iter().zip(to.squares());
        let changes: Vec<(&u8, &u8)> = pairs.filter(|(before, after)| before != after).collect();
        match changes.as_slice() {
            // The position after the move is a legal one, so no neighbour has the digit.
            [(before, _)] if **before == EMPTY && strip.0.len() == to.0.len() => Ok(()),
            _ => Err("just one empty square must get a digit".to_owned()),
        }
    }

    fn describe(&self, strip: &Strip, to: &Strip) -> String {
        let changed = strip.squares().iter().zip(to.squares()).position(|(before, after)| before != after);
        let Some(place) = changed else { return String::new() };
        format!("write {} on square {place}", u8::from(to.squares()[place] == b'1'))
    }

    fn small(&self) -> Vec<Strip> {
        let mut strips = vec![String::new()];
        let mut longest = strips.clone();
        for _ in 0..7 {
            let longer = longest.iter().flat_map(|strip| ['.', '0', '1'].map(|square| format!("{strip}{square}")));
            longest = longer.filter(|strip| !strip.ends_with("00") && !strip.ends_with("11")).collect();
            strips.extend(longest.iter().filter(|strip| strip.len() < 7 || !strip.contains("01")).cloned());
        }
        strips.into_iter().map(Strip).collect()
    }
}

impl Game for ZeroOne {
    type Solved = Solution;

    fn solve(&self, strip: &Strip) -> Solution {
        let value = strip.stretches().into_iter().fold(0, |xor, stretch| xor ^ stretch.value());
        Solution { value, moves: strip.moves() }
    }

    fn option_count(&self, _: &Strip, solution: &Solution) -> Natural {
        solution.moves.len().into()
    }

    fn option(&self, strip: &Strip, solution: &Solution, rank: &Natural) -> Option<Strip> {
        let (place, digit, _) = *solution.moves.get(rank.to_usize()?)?;
        strip.with(place, digit)
    }

    fn count_to(&self, _: &Strip, solution: &Solution, value: &Natural) -> Natural {
        solution.moves_to(value).count().into()
    }

    fn option_to(&self, strip: &Strip, solution: &Solution, value: &Natural, rank: &Natural) -> Option<Strip> {
        let (place, digit) = solution.moves_to(value).nth(rank.to_usize()?)?;
        strip.with(place, digit)
    }

    fn explain(&self, strip: &Strip, solution: &Solution) -> Vec<Step> {
        let theory = "Each stretch of n empty squares is a game of its own: n mod 2 without a digit beside it, n with one, 1 between \
                      equal digits and 0 between different ones.";
        let values: Vec<usize> = strip.stretches().into_iter().map(Stretch::value).collect();
        let here = match crate::step::joined(&values, usize::to_string, " ⊕ ") {
            shown if shown.is_empty() => "Here no square is empty.".to_owned(),
            shown => format!("Here the stretches make {shown} = {}.", solution.value),
        };
        vec![Step::by(ARC, theory), Step::new(here), Step::value(&solution.value.into())]
    }

    fn class(&self, strip: &Strip, _: &Solution) -> Class {
        let is_high = |stretch: &Stretch| match (stretch.left, stretch.right) {
            (None, None) => stretch.length > 3,
            (Some(_), Some(_)) => false,
            _ => stretch.length > 1,
        };
        if strip.stretches().iter().any(is_high) { Class::Fixed } else { Class::Swap }
    }

    fn swap_ranks(&self, strip: &Strip, solution: &Solution, value: &Natural) -> Option<Vec<Natural>> {
        Some(self.find_swap_ranks(strip, solution, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;

    #[test]
    fn moves_in_words() {
        laws::check_words(&ZeroOne, &[("..0.1", "0.0.1", "write 0 on square 0"), ("..", ".1", "write 1 on square 1")]);
    }
}
