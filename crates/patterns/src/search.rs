//! [`FormulaSearch`]: tests formulas, and collects those that hold for all values.

use crate::bits::{log2_of, whole};
use crate::expression::Expression;
use crate::function::LESS;
use crate::values::GivenValues;
use crate::work::{Charge, OutOfWork};

/// How many bits a formula must be shorter than the values that it explains.
const GAP: i64 = 20;

/// How many bits the values must carry that were not used to find a formula.
const HELD: i64 = 8;

/// How many values a constant must explain.
const CONSTANT: usize = 64;

/// A formula, to be tested or found.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) form: &'static str,
    /// The code length, without the list of first values before the test, and with it afterwards.
    pub(crate) length: u64,
    /// The formula holds from here on without its list of first values.
    pub(crate) from: i64,
    /// The formula, without the first values before the test, and with them afterwards.
    pub(crate) expression: Expression,
    /// The formula in words, if they are not those of the expression.
    pub(crate) words: Option<String>,
    /// The period from `from` on, and the growth in each period, if the form has them.
    pub(crate) periodic: Option<(i64, i64)>,
}

/// The formulas that were found, the shortest first, and how many were tested.
pub(crate) type FoundFormulas = (Vec<Formula>, u64);

/// Tests formulas, and keeps those that hold.
pub(crate) struct FormulaSearch<'a, 'b> {
    pub(crate) values: &'a GivenValues,
    pub(crate) found: Vec<Formula>,
    pub(crate) tried: u64,
    pub(crate) charges: Charge<'b>,
}

impl<'a, 'b> FormulaSearch<'a, 'b> {
    pub(crate) fn new(values: &'a GivenValues, charges: Charge<'b>) -> Self {
        Self { values, found: Vec::new(), tried: 0, charges }
    }

    /// Ends the search.
    pub(crate) fn end(mut self) -> FoundFormulas {
        self.found.sort_by_key(|found| found.length);
        (self.found, self.tried)
    }

    /// Charges work. Each item takes some nanoseconds.
    pub(crate) fn charge(&mut self, items: usize) -> Result<(), OutOfWork> {
        (self.charges)(u64::try_from(items).unwrap_or(u64::MAX).saturating_mul(5))
    }

    /// Tests a formula of all positions.
    pub(crate) fn test(&mut self, form: &'static str, length: u64, expression: Expression) -> Result<bool, OutOfWork> {
        let from = self.values.from;
        self.test_formula(Formula { form, length, from, expression, words: None, periodic: None })
    }

    /// Tests a formula on the values that were not used to find it, and then on the others. Keeps the formula if it
    /// holds and is shorter than the values. Returns whether it was kept.
    pub(crate) fn test_formula(&mut self, mut formula: Formula) -> Result<bool, OutOfWork> {
        self.tried += 1;
        let values = self.values;
        let from = formula.from.max(values.from);
        let Ok(first) = usize::try_from(from - values.from) else { return Ok(false) };
        let steps = formula.expression.steps(values.to).saturating_add(5);
        let count = values.all.len();
        for index in (values.half.max(first)..count).chain((first..values.half.min(count)).rev()) {
            (self.charges)(steps)?;
            if formula.expression.value(values.positions[index]) != Some(values.all[index]) {
                return Ok(false);
            }
        }
        let head = log2_of(first.saturating_add(1)).saturating_mul(2);
        let explains_enough = match formula.form {
            _ if values.is_part => true,
            "constant" => values.are_pairs || count.saturating_sub(first) >= CONSTANT && first <= count / 16,
            _ => {
                let least = formula.length + head + whole(GAP);
                values.length_from(first) >= least && values.length_from(values.half) >= whole(HELD)
            }
        };
        if !explains_enough {
            return Ok(false);
        }
        let names: &[&str] = if values.are_pairs { &["a", "b"] } else { &["n"] };
        let always = if formula.form == "constant" { "always " } else { "" };
        let mut words = formula.words.unwrap_or_else(|| always.to_owned() + &formula.expression.words(names));
        words.truncate(words.trim_end_matches(',').len());
        if first > 0 {
            words = format!("{words}, from n = {from} on");
            let list = Expression::n().plus(values.from.saturating_neg()).entry_of(values.all[..first].to_vec());
            let is_first = Expression::n().both(&LESS, Expression::Integer(from));
            formula.expression = is_first.choose(list, formula.expression);
            formula.length += values.one().saturating_mul(u64::try_from(first).unwrap_or(u64::MAX)) + head;
        }
        self.found.push(Formula { from, words: Some(words), ..formula });
        Ok(true)
    }
}
