//! Looks for formulas: each module fits formulas of some forms.

mod digits;
mod functions;
pub(crate) mod integers;
pub(crate) mod pairs;
mod period;
mod places;
