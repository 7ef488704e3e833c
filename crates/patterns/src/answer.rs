//! [`Findings`]: the formulas that hold for all given values, and those that hold only for the first of them.

use crate::expression::Expression;
use crate::forms::formulas;
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
}

/// Looks for formulas of the values of consecutive positions, the first of which is `from`. Only the first `most` values
/// are used to find formulas. All others test them.
///
/// # Errors
/// The work is spent.
pub fn find(values: &[u64], from: u64, most: usize, charge: Charge) -> Result<Findings, OutOfWork> {
    let mut findings = Findings::default();
    let Some((integers, from)) = integers(values).zip(small(from)) else { return Ok(findings) };
    let most = integers.len().min(most);
    let mut lengths: Vec<usize> = PREFIXES.iter().map(|prefix| most.min(*prefix)).chain([most]).collect();
    lengths.dedup();
    for length in lengths {
        let values = GivenValues::of_integers(integers[..length].to_vec(), from, false);
        let (found, tried) = formulas(&values, charge)?;
        findings.tried += tried;
        for formula in found.into_iter().take(SHOWN) {
            let to = from.saturating_add(i64::try_from(integers.len()).unwrap_or(i64::MAX));
            charge(formula.expression.steps(to).saturating_mul(to.abs_diff(from)))?;
            let mut all = (from..).zip(&integers);
            let wrong = all.find(|(n, value)| formula.expression.value([*n, 0]) != Some(**value));
            let formula = Conjecture::new(formula, &values, to);
            let mut before = findings.refuted.iter().map(|refuted| &refuted.formula).chain(&findings.conjectures);
            if before.any(|other| other.text == formula.text) {
                continue;
            }
            match wrong {
                None => findings.conjectures.push(formula),
                Some((n, value)) => {
                    findings.refuted.push(Refuted { formula, at: position(n), value: position(*value) });
                }
            }
        }
    }
    findings.refuted.truncate(SHOWN);
    findings.compare(&|n| vec![n], charge)?;
    Ok(findings)
}

/// Looks for formulas of the values of all pairs of consecutive integers, the first of which is `from`. The rows have
/// the values for each first integer, and as many entries as there are rows.
///
/// # Errors
/// The work is spent.
pub fn find_pairs(rows: &[Vec<u64>], from: u64, charge: Charge) -> Result<Findings, OutOfWork> {
    let mut findings = Findings::default();
    let integers: Option<Vec<Vec<i64>>> = rows.iter().map(|row| integers(row)).collect();
    let Some((integers, from)) = integers.zip(small(from)) else { return Ok(findings) };
    if integers.iter().any(|row| row.len() != integers.len()) {
        return Ok(findings);
    }
    let values = GivenValues::of_pairs(&integers, from);
    let (found, tried) = formulas(&values, charge)?;
    findings.tried = tried;
    findings.conjectures = found.into_iter().take(SHOWN).map(|it| Conjecture::new(it, &values, values.to)).collect();
    findings.compare(&|n| vec![n, n / 2], charge)?;
    Ok(findings)
}

impl Findings {
    /// Leaves out the formulas that agree with a shorter one wherever they are compared. Says for the others where they
    /// differ from the shortest one.
    fn compare(&mut self, at: &dyn Fn(u64) -> Vec<u64>, charge: Charge) -> Result<(), OutOfWork> {
        self.conjectures.sort_by_key(|conjecture| conjecture.bits);
        let mut kept: Vec<Conjecture> = Vec::new();
        for mut conjecture in std::mem::take(&mut self.conjectures) {
            let mut is_new = true;
            for (index, other) in kept.iter().enumerate() {
                let last = conjecture.tested.1;
                let near = last.saturating_add(1)..last.saturating_add(COMPARED);
                let mut differs = None;
                for n in near.chain(far(last)) {
                    let most = i64::try_from(n).unwrap_or(i64::MAX);
                    charge([&conjecture, other].iter().map(|one| one.expression.steps(most)).sum())?;
                    let (one, two) = (conjecture.value(&at(n)), other.value(&at(n)));
                    if one.is_some() && two.is_some() && one != two {
                        differs = Some(n);
                        break;
                    }
                }
                is_new &= differs.is_some();
                if index == 0 {
                    conjecture.differs_at = differs;
                }
            }
            if is_new && kept.len() < SHOWN {
                kept.push(conjecture);
            }
        }
        self.conjectures = kept;
        Ok(())
    }
}

/// Returns the values as integers, if all are small.
fn integers(values: &[u64]) -> Option<Vec<i64>> {
    values.iter().map(|value| small(*value)).collect()
}

fn small(number: u64) -> Option<i64> {
    i64::try_from(number).ok().filter(|number| *number < LARGEST)
}
