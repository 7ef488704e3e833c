//! [`Findings`]: the formulas that hold for all given values, and those that hold only for the first of them.

use crate::arithmetic::integer;
use crate::expression::Expression;
use crate::forms::{integers, pairs};
use crate::search::Formula;
use crate::step::far;
use crate::values::GivenValues;
use crate::work::{Charge, OutOfWork};

/// Formulas are found for the first 200 values, for the first 1,000, and for all.
const PREFIXES: [usize; 2] = [200, 1_000];

/// How many formulas of each prefix are looked at, and how many are returned.
const SHOWN: usize = 3;

/// Larger values and positions are not looked at.
const LARGEST: i64 = 1 << 31;

/// How far two formulas are compared.
const COMPARED: u64 = 10_000;

/// The formulas that were found, and those that were refuted.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The formulas that hold for all values, the shortest first.
    pub conjectures: Vec<Conjecture>,
    /// The formulas that were found for the first values, and that a later value refutes.
    pub refuted: Vec<Refuted>,
    /// How many formulas were tested.
    pub tried: u64,
}

/// A formula that was found.
#[derive(Clone, Debug)]
pub struct Conjecture {
    expression: Expression,
    names: &'static [&'static str],
    /// The form of the formula, such as `period`.
    pub form: &'static str,
    /// The formula in words.
    pub text: String,
    /// The code length of the formula in bits.
    pub bits: u64,
    /// The position from which on the formula needs no list of values.
    pub from: u64,
    /// The period of the formula from there on, and how much it grows in each period, if it is known to have one.
    pub periodic: Option<(i64, i64)>,
    /// The first and the last position whose values were used to find the formula. For pairs, both numbers are in this
    /// range.
    pub found_on: (u64, u64),
    /// The first and the last of the further positions for which the formula holds.
    pub tested: (u64, u64),
    /// The first position at which the formula differs from the shortest one.
    pub differs_at: Option<u64>,
}

/// A formula that holds for the first values only.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// The formula.
    pub formula: Conjecture,
    /// The first position at which it fails.
    pub at: u64,
    /// The value there.
    pub value: u64,
}

/// Returns a position or a value, which is not negative.
fn position(number: i64) -> u64 {
    number.max(0).unsigned_abs()
}

impl Conjecture {
    /// Creates the conjecture that was found by some values, and tested by those up to `to`.
    fn new(formula: Formula, values: &GivenValues, to: i64) -> Self {
        let Formula { form, length, from, expression, words, periodic } = formula;
        Self {
            expression,
            form,
            text: words.unwrap_or_default(),
            bits: length.div_ceil(crate::bits::BIT),
            from: position(from),
            periodic,
            names: if values.are_pairs { &["a", "b"] } else { &["n"] },
            found_on: (position(values.from), position(values.cut - 1)),
            tested: (position(values.cut), position(to - 1)),
            differs_at: None,
        }
    }

    /// Returns the formula in Python, as a function with this name.
    #[must_use]
    pub fn code(&self, name: &str) -> String {
        self.expression.define(name, self.names)
    }

    /// Returns the value of a position, or of a pair. Returns `None` if the formula says nothing about the position, or
    /// if its numbers are too large.
    #[must_use]
    pub fn value(&self, position: &[u64]) -> Option<u64> {
        let mut at = [0; 2];
        for (place, number) in at.iter_mut().zip(position) {
            // The numbers of JSON are exact up to here, and no function of the formulas overflows.
            *place = i64::try_from(*number).ok().filter(|number| *number < 1 << 53)?;
        }
        self.expression.value(at)?.try_into().ok()
    }

    /// Returns the first position beyond the tested ones at which both formulas are compared and differ.
    fn differs(&self, other: &Self, charge: Charge) -> Result<Option<u64>, OutOfWork> {
        let last = self.tested.1;
        for n in (last.saturating_add(1)..last.saturating_add(COMPARED)).chain(far(last)) {
            let most = n.try_into().unwrap_or(i64::MAX);
            charge(self.expression.steps(most).saturating_add(other.expression.steps(most)))?;
            // A formula of one integer does not look at the second one.
            let (one, two) = (self.value(&[n, n / 2]), other.value(&[n, n / 2]));
            if one.is_some() && two.is_some() && one != two {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }
}

/// Looks for formulas of the values of consecutive positions, the first of which is `from`. Only the first `most` values
/// are used to find formulas. All others test them.
///
/// # Errors
/// The work is spent.
pub fn find(values: &[u64], from: u64, most: usize, charge: Charge) -> Result<Findings, OutOfWork> {
    let mut findings = Findings::default();
    let Some((integers, from)) = all_small(values).zip(small(from)) else { return Ok(findings) };
    let most = integers.len().min(most);
    let mut lengths: Vec<usize> = PREFIXES.iter().map(|prefix| most.min(*prefix)).chain([most]).collect();
    lengths.dedup();
    for length in lengths {
        findings.add(&GivenValues::of_integers(integers[..length].to_vec(), from, false), &integers, charge)?;
    }
    findings.refuted.truncate(SHOWN);
    findings.compare(charge)?;
    Ok(findings)
}

/// Looks for formulas of the values of all pairs of consecutive integers, the first of which is `from`. The rows have
/// the values for each first integer, and as many entries as there are rows.
///
/// # Errors
/// The work is spent.
pub fn find_pairs(rows: &[Vec<u64>], from: u64, charge: Charge) -> Result<Findings, OutOfWork> {
    let mut findings = Findings::default();
    let rows: Option<Vec<Vec<i64>>> = rows.iter().map(|row| all_small(row)).collect();
    let rows = rows.filter(|rows| rows.iter().all(|row| row.len() == rows.len()));
    if let Some((rows, from)) = rows.zip(small(from)) {
        findings.add(&GivenValues::of_pairs(&rows, from), &[], charge)?;
        findings.compare(charge)?;
    }
    Ok(findings)
}

impl Findings {
    /// Adds the formulas of some values. All values of integers, of which these are the first ones, test the formulas.
    fn add(&mut self, values: &GivenValues, all: &[i64], charge: Charge) -> Result<(), OutOfWork> {
        let formulas = if values.are_pairs { pairs::formulas } else { integers::formulas };
        let (found, tried) = formulas(values, charge)?;
        self.tried += tried;
        let to = values.to.max(values.from.saturating_add(integer(all.len())));
        for formula in found.into_iter().take(SHOWN) {
            charge(formula.expression.steps(to).saturating_mul(to.abs_diff(values.from)))?;
            let mut all = (values.from..).zip(all);
            let wrong = all.find(|(n, value)| formula.expression.value([*n, 0]) != Some(**value));
            let formula = Conjecture::new(formula, values, to);
            let mut before = self.refuted.iter().map(|refuted| &refuted.formula).chain(&self.conjectures);
            if before.any(|other| other.text == formula.text) {
                continue;
            }
            match wrong {
                None => self.conjectures.push(formula),
                Some((n, value)) => self.refuted.push(Refuted { formula, at: position(n), value: position(*value) }),
            }
        }
        Ok(())
    }

    /// Leaves out the formulas that agree with a shorter one wherever they are compared. Says for the others where they
    /// differ from the shortest one.
    fn compare(&mut self, charge: Charge) -> Result<(), OutOfWork> {
        self.conjectures.sort_by_key(|conjecture| conjecture.bits);
        let mut kept: Vec<Conjecture> = Vec::new();
        for mut conjecture in std::mem::take(&mut self.conjectures) {
            let differ = kept.iter().map(|other| conjecture.differs(other, charge)).collect::<Result<Vec<_>, _>>()?;
            conjecture.differs_at = differ.first().copied().flatten();
            if differ.iter().all(Option::is_some) && kept.len() < SHOWN {
                kept.push(conjecture);
            }
        }
        self.conjectures = kept;
        Ok(())
    }
}

/// Returns the values as integers, if all are small.
fn all_small(values: &[u64]) -> Option<Vec<i64>> {
    values.iter().map(|value| small(*value)).collect()
}

fn small(number: u64) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| *number < LARGEST)
}
