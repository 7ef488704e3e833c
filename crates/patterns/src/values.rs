//! [`GivenValues`]: the known values of consecutive integers, or of all pairs of them.

use crate::arithmetic::integer;
use crate::bits::{BIT, lengths, size};

/// The values of consecutive integers, or of all pairs of them.
#[derive(Debug)]
pub(crate) struct GivenValues {
    /// The values, in the order of the positions.
    pub(crate) all: Vec<i64>,
    /// The positions. The second number of an integer is 0. Pairs are in the order of their larger number.
    pub(crate) positions: Vec<[i64; 2]>,
    /// The first integer.
    pub(crate) from: i64,
    /// The integer behind the last one.
    pub(crate) to: i64,
    /// Formulas are found by the values of integers below this one. The others test them.
    pub(crate) cut: i64,
    /// How many values are used to find formulas.
    pub(crate) half: usize,
    /// The code length of each value.
    lengths: Vec<u64>,
    pub(crate) are_pairs: bool,
    /// Whether the values are those of a part of a larger formula, which decides whether it explains enough.
    pub(crate) is_part: bool,
}

impl GivenValues {
    /// Starts with the values of integers. Half of them are used to find formulas, and more if they are only a part.
    pub(crate) fn of_integers(values: Vec<i64>, from: i64, is_part: bool) -> Self {
        let half = values.len().div_ceil(2);
        let half = if is_part { half.max(values.len() / 4 * 3) } else { half };
        let positions = (from..).map(|n| [n, 0]).take(values.len()).collect();
        let counts = [half, values.len()];
        Self { half, is_part, ..Self::new(values, positions, from, counts) }
    }

    /// Starts with the rows of a square. The inner 70 % of its side are used to find formulas.
    pub(crate) fn of_pairs(rows: &[Vec<i64>], from: i64) -> Self {
        let inner = (rows.len() * 7).div_ceil(10).max(3);
        let ring = |most| (0..=most).map(move |a| [a, most]).chain((0..most).map(move |b| [most, b]));
        let places = (0..rows.len()).flat_map(ring).filter(|[a, b]| *b < rows[*a].len());
        let at = |[a, b]: [usize; 2]| ([a, b].map(|place| from.saturating_add(integer(place))), rows[a][b]);
        let (positions, values) = places.map(at).unzip();
        Self { half: inner * inner, are_pairs: true, ..Self::new(values, positions, from, [inner, rows.len()]) }
    }

    fn new(all: Vec<i64>, positions: Vec<[i64; 2]>, from: i64, counts: [usize; 2]) -> Self {
        let [cut, to] = counts.map(|count| from.saturating_add(integer(count)));
        let lengths = lengths(&all);
        Self { all, positions, from, to, cut, half: 0, lengths, are_pairs: false, is_part: false }
    }

    /// Returns the value of an integer or of a pair.
    pub(crate) fn at(&self, [a, b]: [i64; 2]) -> Option<i64> {
        let index = |number: i64| usize::try_from(number.checked_sub(self.from)?).ok();
        let mut place = index(a)?;
        if self.are_pairs {
            let (row, column) = (place, index(b)?);
            let ring = row.max(column);
            place = ring.checked_mul(ring)? + if column == ring { row } else { ring + 1 + column };
        }
        self.all.get(place).copied()
    }

    /// Returns the values that are used to find formulas.
    pub(crate) fn known(&self) -> &[i64] {
        &self.all[..self.half.min(self.all.len())]
    }

    /// Returns the values that are used to find formulas, with their positions.
    pub(crate) fn known_at(&self) -> impl Iterator<Item = ([i64; 2], i64)> {
        self.positions.iter().copied().zip(self.known().iter().copied())
    }

    pub(crate) fn are_bits(&self) -> bool {
        self.all.iter().all(|value| (0..=1).contains(value))
    }

    /// Returns the code length of one value.
    pub(crate) fn one(&self) -> u64 {
        self.all.iter().max().map_or(0, |most| size(*most)).max(BIT)
    }

    /// Returns the code length of all values from an index on.
    pub(crate) fn length_from(&self, index: usize) -> u64 {
        self.lengths.iter().skip(index).sum()
    }
}
