//! Looks for formulas of values of integers.

use super::{digits, functions, period, places};
use crate::bits::BIT;
use crate::search::{FormulaSearch, FoundFormulas};
use crate::values::GivenValues;
use crate::work::{Charge, OutOfWork};

/// A formula with fewer bits ends the search.
const SHORT: u64 = 16 * BIT;

/// Looks for formulas of all forms for integers.
pub(crate) fn formulas(values: &GivenValues, charge: Charge) -> Result<FoundFormulas, OutOfWork> {
    let mut search = FormulaSearch::new(values, charge);
    if values.all.len() >= 8 {
        period::periods(&mut search)?;
        if search.found.iter().all(|found| found.length >= SHORT) {
            functions::functions(&mut search)?;
            digits::digits(&mut search)?;
            if values.are_bits() {
                places::places(&mut search)?;
            }
        }
    }
    Ok(search.end())
}
