//! [`ValueSequence`]: values in a row. [`FormulaSearch`] collects the formulas that hold for all of them.

use crate::bits::{BIT, lengths, log2_of, size, whole};
use crate::expression::Expression;
use crate::expression::Operator::Less;
use crate::work::{Charge, OutOfWork};

/// How many bits a formula must be shorter than the values that it explains.
pub(crate) const GAP: i64 = 20;

/// How many bits the values must carry that were not used to find a formula.
pub(crate) const HELD: i64 = 8;

/// How many values a constant must explain.
const CONSTANT: usize = 64;

/// A formula that holds for all values of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct FoundFormula {
    pub(crate) form: &'static str,
    /// The code length.
    pub(crate) length: u64,
    /// The formula holds from here on without its list of first values.
    pub(crate) from: i64,
    /// The formula, with the first values.
    pub(crate) formula: Expression,
    /// The formula without the first values.
    pub(crate) rest: Expression,
    pub(crate) words: String,
    /// The period from `from` on, and the growth in each period, if the form has them.
    pub(crate) periodic: Option<(i64, i64)>,
}

/// A formula to be tested.
pub(crate) struct Candidate {
    pub(crate) form: &'static str,
    /// The code length without the list of first values.
    pub(crate) length: u64,
    pub(crate) from: i64,
    pub(crate) formula: Expression,
    /// The formula in words, if they are not those of the expression.
    pub(crate) words: Option<String>,
    /// The period and the growth, if the form has them.
    pub(crate) periodic: Option<(i64, i64)>,
}

/// The values of consecutive integers.
#[derive(Debug)]
pub(crate) struct ValueSequence<'a> {
    pub(crate) values: &'a [i64],
    /// The integer of the first value.
    pub(crate) from: i64,
    /// The integer behind the last value.
    pub(crate) to: i64,
    /// How many values are used to find formulas. The others test them.
    pub(crate) half: usize,
    /// Where the test begins.
    pub(crate) test: i64,
    /// The code lengths of all values before each value.
    before: Vec<u64>,
    /// Whether the values are those of a part of a larger formula, which decides whether it explains enough.
    is_part: bool,
}

impl<'a> ValueSequence<'a> {
    pub(crate) fn new(values: &'a [i64], from: i64, is_part: bool) -> Self {
        let half = values.len().div_ceil(2);
        let half = if is_part { half.max(values.len() / 4 * 3) } else { half };
        let place = |index: usize| from.saturating_add(i64::try_from(index).unwrap_or(i64::MAX));
        let sum = |sum: &mut u64, length: u64| {
            *sum += length;
            Some(*sum)
        };
        let before = std::iter::once(0).chain(lengths(values)).scan(0, sum).collect();
        Self { values, from, to: place(values.len()), half, test: place(half), before, is_part }
    }

    /// Returns the value of an integer.
    pub(crate) fn at(&self, n: i64) -> Option<i64> {
        self.values.get(self.index(n)?).copied()
    }

    /// Returns the index of an integer.
    pub(crate) fn index(&self, n: i64) -> Option<usize> {
        usize::try_from(n.checked_sub(self.from)?).ok()
    }

    /// Returns the values that are used to find formulas.
    pub(crate) fn known(&self) -> &'a [i64] {
        &self.values[..self.half]
    }

    /// Returns the code length of one value.
    pub(crate) fn one(&self) -> u64 {
        self.values.iter().max().map_or(0, |most| size(*most)).max(BIT)
    }
}

/// Tests formulas, and keeps those that hold.
pub(crate) struct FormulaSearch<'a, 'b> {
    pub(crate) sequence: ValueSequence<'a>,
    pub(crate) found: Vec<FoundFormula>,
    pub(crate) tried: u64,
    charge: Charge<'b>,
}

impl<'a, 'b> FormulaSearch<'a, 'b> {
    pub(crate) fn new(sequence: ValueSequence<'a>, charge: Charge<'b>) -> Self {
        Self { sequence, found: Vec::new(), tried: 0, charge }
    }

    /// Charges work. Each item takes some nanoseconds.
    pub(crate) fn charge(&mut self, items: usize) -> Result<(), OutOfWork> {
        (self.charge)(u64::try_from(items).unwrap_or(u64::MAX).saturating_mul(5))
    }

    /// Returns what charges the work of a smaller search.
    pub(crate) fn charges(&mut self) -> Charge<'_> {
        self.charge
    }

    /// Tests a formula on the values that were not used to find it, and then on the others. Keeps the formula if it
    /// holds and is shorter than the values. Returns whether it was kept.
    pub(crate) fn test(&mut self, candidate: Candidate) -> Result<bool, OutOfWork> {
        let Candidate { form, length, from, formula, words, periodic } = candidate;
        self.tried += 1;
        let sequence = &self.sequence;
        let from = from.max(sequence.from);
        let steps = formula.steps(sequence.to).saturating_add(5);
        for n in (sequence.test..sequence.to).chain((from..sequence.test).rev()) {
            (self.charge)(steps)?;
            if n >= from && formula.value([n, 0]) != sequence.at(n) {
                return Ok(false);
            }
        }
        let Some(first) = sequence.index(from) else { return Ok(false) };
        let head = log2_of(first.saturating_add(1)).saturating_mul(2);
        if form == "constant" && !sequence.is_part {
            let explained = sequence.values.len().saturating_sub(first);
            if explained < CONSTANT || first > sequence.values.len() / 16 {
                return Ok(false);
            }
        } else if !sequence.is_part {
            let all = sequence.before.last().copied().unwrap_or(0);
            let of = |index: usize| all.saturating_sub(sequence.before.get(index).copied().unwrap_or(all));
            if of(first) < length + head + whole(GAP) || of(sequence.half) < whole(HELD) {
                return Ok(false);
            }
        }
        let mut words = words.unwrap_or_else(|| formula.words(&["n"]));
        let mut whole_formula = formula.clone();
        let mut length = length;
        if first > 0 {
            words = format!("{}, from n = {from} on", words.trim_end_matches(','));
            let list = Expression::n().plus(sequence.from.saturating_neg()).entry_of(sequence.values[..first].to_vec());
            let is_first = Expression::n().both(Less, Expression::Integer(from));
            whole_formula = is_first.choose(list, formula.clone());
            length += sequence.one().saturating_mul(u64::try_from(first).unwrap_or(u64::MAX)) + head;
        }
        let words = words.trim_end_matches(',').to_owned();
        self.found.push(FoundFormula { form, length, from, formula: whole_formula, rest: formula, words, periodic });
        Ok(true)
    }
}
