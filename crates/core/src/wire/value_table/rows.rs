//! [`RowPeriod`]: how the values of a row of a box repeat.

use serde::Serialize;

use super::observed::Observed;
use super::tabled::integers;
use crate::game::{Positions, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// How the values of a row of a box repeat. A row has all positions of the box that differ only in their last integer.
/// No theorem proves that they repeat beyond the box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RowPeriod {
    /// The integers that all positions of the row have in common.
    at: Vec<Natural>,
    /// Always `observed`: the values repeat in the row. Nothing is known beyond it.
    status: &'static str,
    #[serde(flatten)]
    observed: Observed,
}

impl RowPeriod {
    /// Returns the rows of a box whose values repeat. Rows are left out in which a position is missing between others.
    pub(super) fn of_box(positions: &dyn Positions, values: &[Option<Value>]) -> Result<Vec<Self>, Spent> {
        let mut rows = Vec::new();
        let mut row: Option<Row> = None;
        for index in 0..positions.len() {
            meter::go_on(cost::COMPONENT)?;
            let integers = integers(&positions.written(index)).unwrap_or_default();
            let Some((last, common)) = integers.split_last() else { continue };
            match &mut row {
                Some(row) if row.at == common => {
                    row.has_gap |= *last != &row.first + &Natural::from(index.saturating_sub(row.start));
                }
                _ => {
                    let next = Row { at: common.to_vec(), first: last.clone(), start: index, has_gap: false };
                    rows.extend(row.replace(next).map(|row| row.period(&values[..index])).transpose()?.flatten());
                }
            }
        }
        rows.extend(row.map(|row| row.period(values)).transpose()?.flatten());
        Ok(rows)
    }

    /// Returns about how many bytes of memory this takes.
    pub(super) fn bytes(&self) -> usize {
        self.at.len().saturating_mul(size_of::<Natural>()).saturating_add(size_of::<Self>())
    }
}

/// A row of a box.
struct Row {
    /// The integers that all positions have in common.
    at: Vec<Natural>,
    /// The last integer of the first position.
    first: Natural,
    /// The index of the first position.
    start: usize,
    /// Whether a position is missing between others.
    has_gap: bool,
}

impl Row {
    /// Returns how the values of the row repeat, which are the last of `values`.
    fn period(self, values: &[Option<Value>]) -> Result<Option<RowPeriod>, Spent> {
        if self.has_gap {
            return Ok(None);
        }
        let observed = Observed::of(&self.first, &values[self.start..])?;
        Ok(observed.map(|observed| RowPeriod { at: self.at, status: "observed", observed }))
    }
}
