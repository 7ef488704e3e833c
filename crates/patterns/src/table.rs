//! [`Table`]: values of pairs. [`PairSearch`] collects the formulas that hold for all of them.

use crate::bits::{BIT, lengths, size, whole};
use crate::expression::Expression;
use crate::sequence::{FoundFormula, GAP, HELD};
use crate::work::{Charge, OutOfWork};

/// The values of all pairs of consecutive integers.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    rows: &'a [Vec<i64>],
    /// The first integer.
    pub(crate) from: i64,
    /// The pairs that are used to find formulas: those of integers below this one.
    pub(crate) cut: i64,
    /// The integer behind the last one.
    pub(crate) to: i64,
    total: u64,
    held: u64,
    one: u64,
}

impl<'a> Table<'a> {
    /// Starts with the rows of a square. The inner 70 % of its side are used to find formulas.
    pub(crate) fn new(rows: &'a [Vec<i64>], from: i64) -> Self {
        let inner = (rows.len() * 7).div_ceil(10).max(3);
        let integer = |count: usize| from.saturating_add(i64::try_from(count).unwrap_or(i64::MAX));
        let mut table = Self { rows, from, cut: integer(inner), to: integer(rows.len()), total: 0, held: 0, one: BIT };
        let values: Vec<i64> = table.all().filter_map(|pair| table.at(pair)).collect();
        let lengths = lengths(&values);
        table.total = lengths.iter().sum();
        table.held = lengths.iter().skip(inner * inner).sum();
        table.one = values.iter().max().map_or(BIT, |most| size(*most).max(BIT));
        table
    }

    pub(crate) fn at(&self, [a, b]: [i64; 2]) -> Option<i64> {
        let index = |number: i64| usize::try_from(number - self.from).ok();
        self.rows.get(index(a)?)?.get(index(b)?).copied()
    }

    /// Returns all pairs, ring by ring.
    fn all(&self) -> impl Iterator<Item = [i64; 2]> + use<> {
        rings(self.from, self.from, self.to)
    }

    /// Returns the pairs that are used to find formulas, with their values.
    pub(crate) fn known(&self) -> impl Iterator<Item = ([i64; 2], i64)> {
        rings(self.from, self.from, self.cut).filter_map(|pair| Some((pair, self.at(pair)?)))
    }

    /// Returns the code length of a value.
    pub(crate) fn one(&self) -> u64 {
        self.one
    }

    /// Returns the row or the column of the first integer.
    pub(crate) fn axis(&self, is_row: bool) -> Vec<i64> {
        let pair = |n: i64| if is_row { [self.from, n] } else { [n, self.from] };
        (self.from..self.to).filter_map(|n| self.at(pair(n))).collect()
    }
}

/// Returns the pairs whose larger integer is in a range, the smaller ones first.
fn rings(least: i64, from: i64, to: i64) -> impl Iterator<Item = [i64; 2]> {
    (from..to).flat_map(move |most| {
        (least..=most).map(move |other| [other, most]).chain((least..most).map(move |other| [most, other]))
    })
}

/// Tests formulas, and keeps those that hold.
pub(crate) struct PairSearch<'a, 'b> {
    pub(crate) table: Table<'a>,
    pub(crate) found: Vec<FoundFormula>,
    pub(crate) tried: u64,
    pub(crate) charge: Charge<'b>,
}

impl PairSearch<'_, '_> {
    /// Tests a formula on the rim, and then on the inner pairs. Keeps the formula if it holds and is shorter than the
    /// values. Returns whether it was kept.
    pub(crate) fn test(
        &mut self,
        form: &'static str,
        length: u64,
        formula: Expression,
        words: Option<String>,
    ) -> Result<bool, OutOfWork> {
        self.tried += 1;
        let table = &self.table;
        let steps = formula.steps(table.to).saturating_add(5);
        for pair in rings(table.from, table.cut, table.to).chain(rings(table.from, table.from, table.cut)) {
            (self.charge)(steps)?;
            if formula.value(pair) != table.at(pair) {
                return Ok(false);
            }
        }
        if form != "constant" && (table.total < length + whole(GAP) || table.held < whole(HELD)) {
            return Ok(false);
        }
        let words = words.unwrap_or_else(|| formula.words(&["a", "b"]));
        let (rest, words) = (formula.clone(), words.trim_end_matches(',').to_owned());
        self.found.push(FoundFormula { form, length, from: table.from, formula, rest, words, periodic: None });
        Ok(true)
    }
}
