//! Looks for formulas: each module fits formulas of some forms.

mod digits;
mod functions;
mod integers;
mod pairs;
mod period;
mod places;

use crate::search::{FormulaSearch, FoundFormulas};
use crate::values::GivenValues;
use crate::work::{Charge, OutOfWork};

/// Looks for formulas of all forms.
pub(crate) fn formulas(values: &GivenValues, charge: Charge) -> Result<FoundFormulas, OutOfWork> {
    if !values.are_pairs {
        return integers::formulas(values, charge);
    }
    let mut search = FormulaSearch::new(values, charge);
    pairs::pairs(&mut search)?;
    Ok(search.end())
}
