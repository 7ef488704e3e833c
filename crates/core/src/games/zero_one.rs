//! Zeros and ones: write 0 or 1 on an empty square. Equal digits must not be next to each other.
//!
//! Consecutive empty squares between two digits are a game of their own, and a digit on one of them splits the game
//! into two. The values for *n* > 0 squares follow by induction.
//!
//! - *Between equal digits*, every move leaves two stretches between equal digits, or two stretches between different
//!   digits. Both sums have the value 0, so the value is 1.
//! - *Between different digits*, every move leaves one stretch of each kind. This sum has the value 1, so the value is
//!   0.
//! - *Beside only one digit*, the value is *n*. Writing the other digit leaves *m* = 0, …, *n* − 1 squares beside one
//!   digit, and a stretch of value 0. Writing the same digit leaves *m* ≤ *n* − 2 squares and a stretch of value 1. No
//!   such sum has the value *n*.
//! - *Beside no digit*, a move leaves *i* and *n* − 1 − *i* squares beside one digit. Their XOR has the parity of *n* −
//!   1, and for odd *n* it can be 0. So the value is *n* mod 2.

use crate::game::shape::{PlainValue, Shape};
use crate::game::{Card, Follower, Goal, Illegal, Moves, Rules, Source, Step, Tag, Tameness, Theory};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::theory::step;

/// Zeros and ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZeroOne;

const ATCODER: Source = Source { author: "AtCoder", year: 2022, title: "ARC 151 C, 01 Game" };

const EMPTY: u8 = b'.';

/// Consecutive empty squares, and the digits beside them.
#[derive(Clone, Copy)]
struct FreeRun {
    start: usize,
    length: usize,
    left: Option<u8>,
    right: Option<u8>,
}

impl FreeRun {
    fn value(self) -> usize {
        match (self.length, self.left, self.right) {
            (0, ..) => 0,
            (length, None, None) => length % 2,
            (_, Some(left), Some(right)) => usize::from(left == right),
            (length, ..) => length,
        }
    }

    /// Returns the two stretches that remain if a digit is written at this place; `None` if the same digit is next to
    /// it.
    fn split(self, place: usize, digit: u8) -> Option<[Self; 2]> {
        let before = Self { length: place, right: Some(digit), ..self };
        let after = Self {
            start: self.start + place + 1,
            length: self.length - place - 1,
            left: Some(digit),
            right: self.right,
        };
        let clash = |stretch: &Self| stretch.length == 0 && stretch.left == stretch.right;
        (!clash(&before) && !clash(&after)).then_some([before, after])
    }
}

/// A digit that is written on a square. `value` and `is_fickle` describe the strip after the move.
struct WrittenDigit {
    square: usize,
    digit: u8,
    value: usize,
    is_fickle: bool,
}

fn stretches(strip: &str) -> Vec<FreeRun> {
    meter::charge_each(strip.len(), cost::ENTRY);
    let mut stretches = Vec::new();
    let mut start: usize = 0;
    for row in strip.as_bytes().chunk_by(|left, right| (*left == EMPTY) == (*right == EMPTY)) {
        if row.first() == Some(&EMPTY) {
            let digit = |place: Option<usize>| place.and_then(|place| strip.as_bytes().get(place)).copied();
            let (left, right) = (digit(start.checked_sub(1)), digit(Some(start + row.len())));
            stretches.push(FreeRun { start, length: row.len(), left, right });
        }
        start += row.len();
    }
    stretches
}

/// The numbers of empty squares at the left end and at the right end; `None` if the strip has no digit.
fn ends(strip: &str) -> Option<[usize; 2]> {
    let is_digit = |square: &u8| *square != EMPTY;
    let left = strip.as_bytes().iter().position(is_digit)?;
    Some([left, strip.as_bytes().iter().rev().position(is_digit)?])
}

/// All moves, square by square, 0 before 1.
fn moves(strip: &str) -> impl Iterator<Item = WrittenDigit> {
    let stretches = stretches(strip);
    let value = stretches.iter().fold(0, |xor, stretch| xor ^ stretch.value());
    let (length, ends) = (strip.len(), ends(strip));
    let digits = |place| [(place, b'0'), (place, b'1')];
    let written = stretches.into_iter().flat_map(move |stretch| {
        (0..stretch.length).flat_map(digits).map(move |(place, digit)| (stretch, place, digit))
    });
    meter::each(written, cost::VALUE).filter_map(move |(stretch, place, digit)| {
        let [before, after] = stretch.split(place, digit)?;
        let square = stretch.start + place;
        let [left, right] = ends.unwrap_or([length, length]);
        Some(WrittenDigit {
            square,
            digit,
            value: value ^ stretch.value() ^ before.value() ^ after.value(),
            is_fickle: left.min(square) <= 1 && right.min(length - 1 - square) <= 1,
        })
    })
}

fn with(strip: &str, square: usize, digit: u8) -> String {
    let digit = char::from(digit);
    strip.chars().enumerate().map(|(at, old)| if at == square { digit } else { old }).collect()
}

/// Returns the square at which two strips of the same length differ, if there is exactly one such square.
fn change(strip: &str, to: &str) -> Option<usize> {
    let pairs = strip.as_bytes().iter().zip(to.as_bytes()).enumerate();
    let mut changes = pairs.filter(|(_, (before, after))| before != after).map(|(square, _)| square);
    changes.next().filter(|_| changes.next().is_none() && strip.len() == to.len())
}

impl Rules for ZeroOne {
    type Position = String;
    /// The square that the move writes on, and the digit that it writes.
    type Move = (usize, u8);

    const SHAPE: Shape = Shape::Text { pattern: "^[.01]*$" };
    const CARD: Card = Card {
        id: "zero-one",
        name: "Zeros and ones",
        aliases: &["01 Game (ARC 151 C)"],
        problems: &["AtCoder ARC 151 C", "UVa 11534", "LightOJ 1401"],
        keywords: &["binary digits", "write 0 or 1", "bits"],
        tags: &[Tag::Strips, Tag::Contest],
        rules: "A strip of squares, some with a digit 0 or 1. A move writes either digit on an empty square; two squares next to \
                each other never have the same digit. Who cannot move loses.",
        position: "a string, each character a square: 0, 1, or a dot where it is empty; without 00 and 11",
        text_form: "squares",
        example: "..0.1..",
        moves: &[("..0.1..", "0.0.1..", "write 0 on square 1")],
        sources: &[ATCODER],
        normal: "Exact. The value is the XOR over the stretches of empty squares. A stretch of n squares is worth n \
                 next to one digit, n mod 2 next to none, 1 between equal digits and 0 between different ones.",
        misere: "Exact, in sums too. Values 0 and 1 swap exactly if there are at most 3 squares and no digit, or at most 1 \
                 empty square at each end.",
        ..Card::BLANK
    };

    fn legal(&self, strip: &String) -> Result<(), Illegal> {
        if let Some(at) = strip.bytes().position(|square| !matches!(square, EMPTY | b'0' | b'1')) {
            return Err(Illegal::new(format!(
                "only 0, 1 and dots may stand in the string; after {at} of them something else does"
            )));
        }
        match strip.as_bytes().windows(2).position(|pair| pair[0] != EMPTY && pair[0] == pair[1]) {
            Some(at) => Err(Illegal::new(format!("squares {} and {} have the same digit", at + 1, at + 2))),
            None => Ok(()),
        }
    }

    /// The moves, square by square from the left, with 0 before 1.
    fn moves(&self, strip: &String) -> impl Iterator<Item = (usize, u8)> {
        let squares = strip.as_bytes();
        let free = (0..squares.len()).filter(|square| squares[*square] == EMPTY);
        let digits = free.flat_map(|square| [(square, b'0'), (square, b'1')]);
        let is_beside = |square: usize, digit: u8| {
            let beside = [square.checked_sub(1), square.checked_add(1)].into_iter().flatten();
            beside.filter_map(|square| squares.get(square)).any(|other| *other == digit)
        };
        digits.filter(move |(square, digit)| !is_beside(*square, *digit))
    }

    fn find(&self, strip: &String, left: &Follower<String>) -> Result<(usize, u8), Illegal> {
        let to = left.whole()?;
        if strip.len() != to.len() {
            return Err(format!("the strip keeps its length, {}", strip.len()).into());
        }
        // `to` is a legal position, so the new digit differs from the digits beside it. This is not checked again.
        match change(strip, to) {
            Some(square) if strip.as_bytes()[square] == EMPTY => Ok((square, to.as_bytes()[square])),
            Some(square) => Err(format!("square {} has its digit already", square + 1).into()),
            None => Err("a digit must be written on one empty square".into()),
        }
    }

    fn after(&self, strip: &String, (square, digit): &(usize, u8)) -> Follower<String> {
        with(strip, *square, *digit).into()
    }

    fn describe(&self, _: &String, (square, digit): &(usize, u8)) -> String {
        format!("write {} on square {}", char::from(*digit), square + 1)
    }

    fn small(&self) -> Vec<String> {
        let strips = (0..=6).flat_map(|length| (0..3_u32.pow(length)).map(move |code| (length, code)));
        let square = |code: u32, place: u32| match code / 3_u32.pow(place) % 3 {
            0 => '.',
            1 => '0',
            _ => '1',
        };
        let strips = strips.map(|(length, code)| (0..length).map(|place| square(code, place)).collect::<String>());
        strips.filter_map(|strip| self.read(PlainValue::Text(strip)).ok()).collect()
    }
}

impl Theory<Self> for ZeroOne {
    type Solved = Natural;

    fn solve(&self, strip: &String) -> Natural {
        stretches(strip).iter().fold(0, |xor, stretch| xor ^ stretch.value()).into()
    }

    fn moves_to<'a>(&'a self, strip: &'a String, _: &'a Natural, goal: &Goal) -> Option<Moves<'a, (usize, u8)>> {
        let is_one = |written: &WrittenDigit| match goal {
            Goal::Value(value) => *value == Natural::from(written.value),
            Goal::Tame(value, tameness) => {
                *value == Natural::from(written.value) && written.is_fickle == (*tameness == Tameness::Fickle)
            }
            _ => true,
        };
        if !matches!(goal, Goal::All | Goal::Value(_) | Goal::Tame(..)) {
            return None;
        }
        Some(Moves::list(moves(strip).filter(is_one).map(|written| (written.square, written.digit)).collect()))
    }

    fn explain(&self, strip: &String, value: &Natural) -> Vec<Step> {
        let theory = "The value is the XOR over the stretches of empty squares: one of n has the value n if it has a digit at one \
                      end, n mod 2 if it has none, 1 between equal digits, and 0 between different ones.";
        let stretches = stretches(strip);
        let show = |stretch: &FreeRun| {
            let side = |digit: Option<u8>| digit.map_or_else(String::new, |digit| char::from(digit).to_string());
            format!("{} for {}‹{}›{}", stretch.value(), side(stretch.left), stretch.length, side(stretch.right))
        };
        let here = match stretches.as_slice() {
            [] => "Here no square is empty.".to_owned(),
            stretches => format!(
                "Here the values of the stretches, from the left, with their lengths and the digits beside them: {}. Their \
                 XOR is {}.",
                step::joined(stretches, show, ", "),
                value.short()
            ),
        };
        let reason = "By induction: between equal digits a move leaves two stretches of the same value. Between different \
                      digits it leaves one of value 0 and one of value 1. Beside one digit, moves leave all values from 0 to \
                      n − 1, and none n. Beside no digit, a move leaves two stretches with n − 1 squares in all. Their XOR is \
                      odd if n is even. If n is odd, it is even, and 0 after a move in the middle.";
        vec![Step::by(ATCODER, theory), Step::new(reason), Step::new(here)]
    }

    /// A search showed which strips are fickle. Empty squares between two digits have the genus (0, 1) or (1, 0),
    /// because all their options have the other of these two genera. *n* empty squares beside only one digit have the
    /// genus of a nim heap of *n*.
    fn tameness(&self, strip: &String, _: &Natural) -> Tameness {
        let is_fickle = match ends(strip) {
            None => strip.len() <= 3,
            Some(ends) => ends.iter().all(|empty| *empty <= 1),
        };
        Tameness::tame(is_fickle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_digits_must_not_meet() {
        let illegal = ZeroOne.read(PlainValue::Text(".1.00".to_owned())).unwrap_err();
        assert_eq!(illegal.reason, "squares 4 and 5 have the same digit");
    }
}
