//! [`ValueTable`]: the answer to one request for the values of many positions of one game. The positions are separate
//! games, not a sum. The table has a row for each position and a column for each requested property.
//!
//! Only values are computed: no moves are counted or chosen. So a large board has an answer if its value is found
//! within the limits, even if its moves can't be found within them. What the work of the request does not suffice for is
//! null. All cells are solved before the first byte is written, so an answer is never cut.

use serde::Serialize;

use super::certificate::{Certificate, Subject};
use super::fault::{Code, Fault};
use super::genus::GenusAnswer;
use super::json::append;
use super::known::{KnownPeriod, KnownValues};
use crate::game::shape::PlainValue;
use crate::game::{Play, Positions, Value};
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
use request::SharedFields;
pub(super) use request::game_from_raw;
pub use request::{COUNT, Column, OnlyOutcome, ValuesRequest, names};
pub use rows::RowPeriod;
use selection::PositionOrder;
pub use selection::{MAX_POSITIONS, MAX_RANGE};
pub(super) use selection::{Selection, is_integer};
use tabled::{FarRules, TabledGame};

mod cells;
mod check;
mod counterexample;
mod observed;
mod patterns;
mod pieces;
mod proof;
mod request;
mod rows;
mod selection;
mod steps;
mod tabled;

/// The last position of a range or a box before the first with an unknown cell; `None` if the first position has one.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct KnownTo(pub Option<PlainValue>);

/// The answer: the columns that were asked for.
#[derive(Debug)]
pub struct ValueTable {
    key: String,
    positions: Box<dyn Positions>,
    columns: Vec<(Column, ColumnCells)>,
    /// The indices of the positions in the answer, if the request asks only for some of them.
    kept: Option<Vec<usize>>,
    /// Whether the answer has the number of its positions.
    count: bool,
    /// How far all is known of a range or a box; `None` if all cells are known.
    known_to: Option<KnownTo>,
    /// How the values repeat, if the positions are a range and a period is proved or observed.
    period: Option<Period>,
    /// How the winners repeat, if the positions are a range.
    winner_period: Option<Period>,
    /// How the genera repeat, if the positions are a range in which they repeat.
    genus_period: Option<GenusPeriod>,
    /// The rows of a box whose values repeat.
    rows: Vec<RowPeriod>,
    /// The formulas that were found, if the request asks for them.
    found: Option<FoundPatterns>,
    /// The comparison of the client's own formula with the values, if the request has one.
    checked: Option<CheckedConjecture>,
    /// The certificate, if the request asks for it.
    certificate: Option<Certificate>,
}

/// How the values of a range repeat.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Period {
    /// The values repeat for ever, by a theorem.
    Proved(KnownPeriod),
    /// The values repeat in the requested range. Nothing is known beyond it.
    Observed(Observed),
}

impl Period {
    /// Returns the period of a range that begins with `first`: the proved one, else the observed one. `None` if the
    /// positions are no range, or if nothing repeats.
    fn of(
        first: Option<&Natural>,
        proved: Option<&KnownPeriod>,
        observed: impl FnOnce(&Natural) -> Result<Option<Observed>, Spent>,
    ) -> Result<Option<Self>, Spent> {
        match (first, proved) {
            (None, _) => Ok(None),
            (Some(_), Some(proved)) => Ok(Some(Self::Proved(proved.clone()))),
            (Some(first), None) => Ok(observed(first)?.map(Self::Observed)),
        }
    }
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
        let ValuesRequest { part, order, shared, rules } = request;
        let SharedFields { play, of, only, find, conjecture, subtract, certificate } = shared;
        meter::work_at("the values");
        let separate = Separate::of(&*part.components, play, tables).map_err(Fault::spent)?;
        let subject = certificate.map(|most_bytes| Subject::of([&part], rules.as_deref(), most_bytes));
        let mut table = Self {
            key: part.key.into_owned(),
            positions: part.components,
            columns: Vec::with_capacity(of.columns.len()),
            kept: None,
            count: of.count,
            known_to: None,
            period: None,
            winner_period: None,
            genus_period: None,
            rows: Vec::new(),
            found: None,
            checked: None,
            certificate: None,
        };
        table.solve(&separate, &order, play, &of.columns, only).map_err(Fault::spent)?;
        let first = order.first().and_then(Natural::to_u64);
        let rules = FarRules(rules.as_deref().unwrap_or(&*table.positions));
        let period = match &table.period {
            Some(Period::Proved(period)) => Some(period.clone()),
            None | Some(Period::Observed(_)) if first.is_some() && conjecture.is_some() => {
                table.proved(&separate).map_err(Fault::spent)?
            }
            _ => None,
        };
        let removals = subtract.map(|removals| (removals, true));
        if let (Some((removals, _)), Some(first)) = (&removals, first) {
            let last = first.saturating_add(u64::try_from(table.positions.len()).unwrap_or(u64::MAX));
            if let Some(n) = rules.contradicts(removals, first..last) {
                let detail = format!("from {n}, the rules lead to other positions than moves that take these numbers");
                return Err(Fault::new(Code::InvalidRequest, detail).under("subtract"));
            }
        }
        // The name of a subtraction game has the same list.
        let parameter = table.key.strip_prefix("subtraction(").and_then(|rest| rest.strip_suffix(')'));
        let parameter = parameter.filter(|_| table.positions.ruleset().card().id == "subtraction");
        let of_name = || parameter.and_then(|list| list.parse().ok());
        let removals = removals.or_else(|| Some((rules.removals().or_else(of_name)?, false)));
        let game = TabledGame {
            positions: &*table.positions,
            first,
            play,
            rules,
            removals,
            period: period.as_ref(),
            most: max_find,
            tables,
        };
        let found = find.then(|| FoundPatterns::of(&game, &table.columns)).transpose().map_err(Fault::spent)?;
        let checked =
            conjecture.map(|formula| CheckedConjecture::of(formula, &game, &table.columns, &separate)).transpose()?;
        (table.found, table.checked) = (found, checked);
        table.certificate = subject.map(|subject| {
            meter::work_at("the certificate");
            subject.prove_values(&*table.positions, order.first().is_none(), play, &separate)
        });
        Ok(table)
    }

    /// Solves the columns, and finds which of them repeat, how far they are known, and which positions are asked for.
    fn solve(
        &mut self,
        separate: &Separate,
        order: &PositionOrder,
        play: Play,
        columns: &[Column],
        only: Option<OnlyOutcome>,
    ) -> Result<(), Spent> {
        let first = order.first();
        let repeats = |column| matches!(column, Column::Grundy | Column::Winner);
        let proved = match first {
            Some(_) if columns.iter().any(|column| repeats(*column)) => self.proved(separate)?,
            _ => None,
        };
        let mut unknown = None;
        let mut note = |cells: &ColumnCells| {
            unknown = cells.first_unknown(separate.are_tokens()).into_iter().chain(unknown).min();
        };
        for column in columns {
            meter::work_at(column.topic());
            meter::go_on_each(self.positions.len(), cost::NUMBER)?;
            let cells = match column {
                Column::Grundy => {
                    let values = separate.values()?;
                    self.period = Period::of(first, proved.as_ref(), |first| Observed::of(first, &values))?;
                    if matches!(order, PositionOrder::Box) {
                        self.rows = RowPeriod::of_box(&*self.positions, &values)?;
                    }
                    ColumnCells::Values(values)
                }
                Column::Winner => {
                    let winners = separate.winners()?;
                    // With a saltus, the values grow beyond those that are 0. The period of the winners is another one.
                    let same = proved.as_ref().filter(|proved| play == Play::Normal && proved.saltus == 0);
                    self.winner_period = Period::of(first, same, |first| Observed::of_things(first, &winners))?;
                    ColumnCells::Winners(winners)
                }
                Column::Remoteness => ColumnCells::Lengths(separate.lengths()?),
                Column::Genus => {
                    let genera = separate.genera()?;
                    if let Some(first) = first {
                        // Two genera whose first digits agree may differ in later ones.
                        let whole = genera.iter().map(|genus| genus.as_ref().filter(|genus| !genus.is_partial()));
                        let observed = Observed::of_things(first, &whole.collect::<Vec<_>>())?;
                        self.genus_period = observed.map(|observed| GenusPeriod { status: "observed", observed });
                    }
                    ColumnCells::Genera(genera)
                }
            };
            self.columns.push((*column, cells));
        }
        cells::fill_from_genera(&mut self.columns);
        self.columns.iter().for_each(|(_, cells)| note(cells));
        if let Some(only) = only {
            let solved;
            let known = self.columns.iter().find(|(column, _)| *column == Column::Winner);
            let winners = if let Some((_, cells)) = known {
                cells
            } else {
                solved = ColumnCells::Winners(separate.winners()?);
                note(&solved);
                &solved
            };
            meter::go_on_each(self.positions.len(), cost::ENTRY)?;
            self.kept = Some(winners.indices_of(only.winner()));
        }
        self.known_to = unknown.and_then(|unknown| self.known_before(unknown, order));
        Ok(())
    }

    /// Returns the position before the one at an index, if the positions are a range or a box.
    fn known_before(&self, index: usize, order: &PositionOrder) -> Option<KnownTo> {
        let before = index.checked_sub(1);
        match order {
            // The integers of a range may stand for other positions.
            PositionOrder::Range(first) => {
                Some(KnownTo(before.map(|before| PlainValue::Integer(first + &Natural::from(before)))))
            }
            PositionOrder::Box => Some(KnownTo(before.map(|before| self.positions.written(before)))),
            PositionOrder::Listed | PositionOrder::FromStarts => None,
        }
    }

    /// Returns the period that the solved positions prove, or the values that [`KnownValues`] computes.
    fn proved(&self, separate: &Separate) -> Result<Option<KnownPeriod>, Spent> {
        if let Some(proved) = separate.solved().and_then(KnownPeriod::of) {
            return Ok(Some(proved));
        }
        // The period matters less than the values.
        let half = meter::left() / 2;
        let known = meter::within(half, || KnownValues::of(self.positions.ruleset(), separate.tables()));
        meter::go_on(0)?;
        Ok(known.ok().and_then(Result::ok).flatten().and_then(KnownValues::into_period))
    }

    /// Returns the last position before the first with an unknown cell, if the positions are a range or a box: see
    /// `known_to` in the answer.
    #[must_use]
    pub fn known_to(&self) -> Option<&KnownTo> {
        self.known_to.as_ref()
    }

    /// Returns how many positions the answer has, if the request asks for their number.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        self.count.then(|| self.kept.as_ref().map_or(self.positions.len(), Vec::len))
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

    /// Returns the number of positions that the answer lists. If only their number is asked for, none is listed.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.kept {
            _ if self.count && self.columns.is_empty() => 0,
            Some(kept) => kept.len(),
            None => self.positions.len(),
        }
    }

    /// Returns the index among all positions of a position in the answer.
    fn index(&self, row: usize) -> usize {
        self.kept.as_ref().map_or(row, |kept| kept[row])
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
        let rows = self.rows.iter().map(RowPeriod::bytes).fold(0, usize::saturating_add);
        let found = self.found.as_ref().map_or(0, FoundPatterns::bytes);
        let certificate = self.certificate.as_ref().map_or(0, Certificate::bytes);
        let more = rows.saturating_add(found).saturating_add(certificate);
        self.positions.len().saturating_mul(row).saturating_add(more)
    }

    fn append_position(&self, json: &mut Vec<u8>, row: usize) -> serde_json::Result<()> {
        append(json, &self.positions.written(self.index(row)))
    }

    fn append_cell(&self, json: &mut Vec<u8>, column: usize, row: usize) -> serde_json::Result<()> {
        let row = self.index(row);
        match &self.columns[column].1 {
            ColumnCells::Values(values) => append(json, &values[row]),
            ColumnCells::Winners(winners) => append(json, &winners[row]),
            ColumnCells::Lengths(lengths) => append(json, &lengths[row]),
            ColumnCells::Genera(genera) => append(json, &genera[row].as_ref().map(GenusAnswer::from)),
        }
    }
}
