//! [`HeapDigits`]: heap games whose moves are given by digits.

use std::collections::BTreeMap;

use crate::fields::{fields, list, whole};
use crate::json::Json;
use crate::refusal::{Rejection, need};
use crate::work::{MOST_ENTRIES, Work};

/// The most heaps that a move leaves, and 1.
const MOST_PARTS: usize = 4;

/// The digits of a code. Bit t of the digit of k says that a move that takes k tokens may leave exactly t heaps.
#[derive(Debug)]
pub(crate) struct HeapDigits(Vec<(usize, u8)>);

impl HeapDigits {
    /// Reads `{"code": "0.77"}` or `{"subtraction": [1, 3]}`.
    pub(crate) fn of(game: &Json) -> Result<Self, Rejection> {
        let [code, set] = fields(game, "the game", ["code", "subtraction"], 0)?;
        let digits = match (code, set) {
            (Some(code), None) => digits(code.text().unwrap_or_default())?,
            (None, set) => {
                let taken =
                    list(set, "subtraction")?.iter().map(|k| whole(Some(k), "what may be taken", 1, MOST_ENTRIES));
                taken.map(|k| Ok((k?, 3))).collect::<Result<BTreeMap<_, _>, _>>()?
            }
            _ => return Err(Rejection::refused("a game is a code or a set")),
        };
        Ok(Self(digits.into_iter().filter(|(_, digit)| *digit > 0).collect()))
    }

    /// The numbers of tokens that a move may take and leave this many heaps.
    pub(crate) fn taken(&self, parts: usize) -> impl Iterator<Item = usize> {
        self.0.iter().filter(move |(_, digit)| digit >> parts & 1 == 1).map(|(k, _)| *k)
    }

    /// Calls `found` with the heaps that each move of a heap leaves.
    pub(crate) fn each_option(
        &self,
        heap: usize,
        work: &mut Work,
        mut found: impl FnMut(&[usize]) -> Result<(), Rejection>,
    ) -> Result<(), Rejection> {
        for parts in 0..MOST_PARTS {
            for k in self.taken(parts).filter(|k| heap > 0 && *k <= heap) {
                each_split(heap - k, parts, work, &mut found)?;
            }
        }
        Ok(())
    }

    /// The bound of Guy and Smith (1956), for any number of heaps: if g(n + length) = g(n) for start ≤ n < window, then
    /// for all n from `start` on. With the length, it is the number of heaps to check.
    pub(crate) fn heaps_to_check(&self, start: usize, length: usize) -> Result<usize, Rejection> {
        let of = |parts: usize, k: usize| match parts.checked_sub(1) {
            None => k.checked_add(1),
            Some(others) => {
                let starts = parts.checked_mul(start.checked_sub(1)?)?;
                k.checked_add(starts)?.checked_add(others.checked_mul(length)?)?.checked_add(1)
            }
        };
        let mut window = Some(start);
        for parts in 0..MOST_PARTS {
            for k in self.taken(parts) {
                window = window.zip(of(parts, k)).map(|(one, other)| one.max(other));
            }
        }
        let size = window.and_then(|window| window.checked_add(length)).filter(|size| *size <= MOST_ENTRIES);
        size.ok_or_else(|| Rejection::refused("too many heaps"))
    }
}

fn digits(code: &str) -> Result<BTreeMap<usize, u8>, Rejection> {
    let refused = || Rejection::refused("no code");
    let (head, tail) = code.split_once('.').ok_or_else(refused)?;
    let is_code = |digits: &str, most: usize| {
        (1..=most).contains(&digits.len()) && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    };
    need(is_code(head, 1) && is_code(tail, 256), || "no code".to_owned())?;
    let all = head.chars().chain(tail.chars());
    let digits: BTreeMap<usize, u8> = all
        .enumerate()
        .map(|(k, digit)| digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok()).map(|digit| (k, digit)))
        .collect::<Option<_>>()
        .ok_or_else(refused)?;
    need([0, 4, 8, 12].contains(&digits[&0]), || "a move that takes nothing divides the heap".to_owned())?;
    Ok(digits)
}

/// Calls `found` with each way to divide a total into this many heaps, ascending.
fn each_split(
    total: usize,
    parts: usize,
    work: &mut Work,
    found: &mut impl FnMut(&[usize]) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    work.spend(1)?;
    match parts {
        0 if total == 0 => found(&[])?,
        1 if total > 0 => found(&[total])?,
        2 => {
            for first in 1..=total / 2 {
                work.spend(1)?;
                found(&[first, total - first])?;
            }
        }
        3 => {
            for first in 1..=total / 3 {
                for second in first..=(total - first) / 2 {
                    work.spend(1)?;
                    found(&[first, second, total - first - second])?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}
