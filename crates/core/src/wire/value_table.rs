//! [`ValueTable`]: the answer to one request for the values of many positions of one game. The positions are separate
//! games, not a sum. The table has a row for each position and a column for each requested property.
//!
//! Only values are computed: no moves are counted or chosen. So a large board has an answer if its value is found
//! within the limits, even if its moves can't be found within them. All values are known before the first byte is
//! written, so a request is either answered completely or refused.

use serde::Serialize;

use super::fault::Fault;
use super::genus::GenusAnswer;
use super::json::append;
use super::known::{KnownPeriod, KnownValues};
use crate::game::{Positions, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::{Separate, Winner};
use crate::theory::Caches;
use crate::theory::genus::Genus;
use cells::ColumnCells;
pub use check::CheckedConjecture;
pub use observed::Observed;
use patterns::FoundPatterns;
pub use patterns::{FoundConjecture, RefutedConjecture};
pub use pieces::{Form, Pieces};
pub use request::{Column, MAX_POSITIONS, MAX_RANGE, ValuesRequest};
pub(super) use request::{Selection, game_from_raw};
use tabled::{FarRules, TabledGame};

mod cells;
mod check;
mod counterexample;
mod observed;
mod patterns;
mod pieces;
mod request;
mod tabled;

/// The answer: the columns that were asked for.
#[derive(Debug)]
pub struct ValueTable {
    key: String,
    positions: Box<dyn Positions>,
    columns: Vec<(Column, ColumnCells)>,
    /// How the values repeat, if the positions are a range and a period is proved or observed.
    period: Option<Period>,
    /// How the genera repeat, if the positions are a range in which they repeat.
    genus_period: Option<GenusPeriod>,
    /// The formulas that were found, if the request asks for them.
    found: Option<FoundPatterns>,
    /// The comparison of the client's own formula with the values, if the request has one.
    checked: Option<CheckedConjecture>,
}

/// How the values of a range repeat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ValuesPeriod))]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Period {
    /// The values repeat for ever, by a theorem.
    Proved(KnownPeriod),
    /// The values repeat in the requested range. Nothing is known beyond it.
    Observed(Observed),
}

/// How the genera of a range repeat. No theorem proves that they repeat beyond the range.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GenusPeriod {
    /// Always `observed`: the genera repeat in the requested range. Nothing is known beyond it.
    status: &'static str,
    #[serde(flatten)]
    observed: Observed,
}

impl ValueTable {
    /// Answers a request.
    ///
    /// # Errors
    /// If the client's formula fails, or the meter is spent.
    pub fn of(request: ValuesRequest, max_find: usize, tables: &Caches) -> Result<Self, Fault> {
        let ValuesRequest { part, first, play, columns, find, conjecture, rules, .. } = request;
        meter::work_at("the values");
        let positions = part.components;
        let separate = Separate::of(&*positions, play, tables).map_err(Fault::spent)?;
        let mut table =
            Self::solved(part.key.into_owned(), positions, &separate, first.as_ref(), columns).map_err(Fault::spent)?;
        let game = TabledGame {
            positions: &*table.positions,
            first: first.and_then(|first| first.to_u64()),
            play,
            rules: FarRules(rules.as_deref().unwrap_or(&*table.positions)),
            period: match &table.period {
                Some(Period::Proved(period)) => Some(period),
                _ => None,
            },
            most: max_find,
            tables,
        };
        let found = find.then(|| FoundPatterns::of(&game, &table.columns)).transpose().map_err(Fault::spent)?;
        let checked =
            conjecture.map(|formula| CheckedConjecture::of(formula, &game, &table.columns, &separate)).transpose()?;
        (table.found, table.checked) = (found, checked);
        Ok(table)
    }

    /// Solves the columns of a table.
    fn solved(
        key: String,
        positions: Box<dyn Positions>,
        separate: &Separate,
        first: Option<&Natural>,
        columns: Vec<Column>,
    ) -> Result<Self, Spent> {
        let tables = separate.tables();
        let mut found = Vec::with_capacity(columns.len());
        let (mut period, mut genus_period) = (None, None);
        for column in columns {
            meter::work_at(column.topic());
            meter::go_on_each(positions.len(), cost::NUMBER)?;
            let cells = match column {
                Column::Grundy => {
                    let values = separate.values()?;
                    if let Some(first) = first {
                        period = Self::period(separate, &*positions, first, &values, tables)?;
                    }
                    ColumnCells::Values(values)
                }
                Column::Winner => ColumnCells::Winners(separate.winners()?),
                Column::Remoteness => ColumnCells::Lengths(separate.lengths()?),
                Column::Genus => {
                    let genera = separate.genera()?;
                    if let Some(first) = first {
                        let observed = Observed::of_genera(first, &genera)?;
                        genus_period = observed.map(|observed| GenusPeriod { status: "observed", observed });
                    }
                    ColumnCells::Genera(genera)
                }
            };
            found.push((column, cells));
        }
        Ok(Self { key, positions, columns: found, period, genus_period, found: None, checked: None })
    }

    /// Returns how the values of a range repeat. The period is proved by the requested values or by the values that
    /// [`KnownValues`] computes, or it is only observed.
    fn period(
        separate: &Separate,
        positions: &dyn Positions,
        first: &Natural,
        values: &[Option<Value>],
        tables: &Caches,
    ) -> Result<Option<Period>, Spent> {
        let proved = match separate.solved().and_then(KnownPeriod::of) {
            Some(proved) => Some(proved),
            None => KnownValues::of(positions.ruleset(), tables)?.and_then(KnownValues::into_period),
        };
        let observed = || Observed::of(first, values).map(|observed| observed.map(Period::Observed));
        proved.map_or_else(observed, |proved| Ok(Some(Period::Proved(proved))))
    }

    /// Returns the formulas that were found; empty if the request asks for none.
    #[must_use]
    pub fn conjectures(&self) -> &[FoundConjecture] {
        self.found.as_ref().map_or(&[], |found| &found.conjectures)
    }

    /// Returns what became of the client's own formula, if the request has one.
    #[must_use]
    pub fn checked(&self) -> Option<&CheckedConjecture> {
        self.checked.as_ref()
    }

    /// Returns the number of positions in the table.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether the table has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns about how many bytes of memory the table takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let cell = |(_, cells): &(Column, ColumnCells)| match cells {
            ColumnCells::Values(_) => size_of::<Option<Value>>(),
            ColumnCells::Winners(_) => size_of::<Option<Winner>>(),
            ColumnCells::Lengths(_) => size_of::<Option<u64>>(),
            ColumnCells::Genera(_) => size_of::<Option<Genus<Natural>>>(),
        };
        let row = self.columns.iter().map(cell).fold(size_of::<Natural>(), usize::saturating_add);
        self.len().saturating_mul(row).saturating_add(self.found.as_ref().map_or(0, FoundPatterns::bytes))
    }

    fn append_position(&self, json: &mut Vec<u8>, row: usize) -> serde_json::Result<()> {
        append(json, &self.positions.written(row))
    }

    fn append_cell(&self, json: &mut Vec<u8>, column: usize, row: usize) -> serde_json::Result<()> {
        match &self.columns[column].1 {
            ColumnCells::Values(values) => append(json, &values[row]),
            ColumnCells::Winners(winners) => append(json, &winners[row]),
            ColumnCells::Lengths(lengths) => append(json, &lengths[row]),
            ColumnCells::Genera(genera) => append(json, &genera[row].as_ref().map(GenusAnswer::from)),
        }
    }
}
