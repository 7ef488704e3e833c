//! [`FoundPatterns`]: formulas that were found for the columns of a table.

use std::collections::HashMap;
use std::fmt;

use grundy_patterns::{Conjecture, Findings, OutOfWork, Refuted, find, find_pairs};
use serde::Serialize;

use super::cells::ColumnCells;
use super::counterexample::Counterexample;
use super::proof::{FormulaProof, FormulaRepeats};
use super::request::Column;
use super::steps::{StepAnswer, StepFailureAnswer};
use super::tabled::{TOPIC, TabledGame, claim, part, two};
use crate::game::Positions;
use crate::number::cost;
use crate::number::meter::{self, Spent};

/// The formulas that were found.
#[derive(Debug, Default)]
pub(super) struct FoundPatterns {
    pub(super) conjectures: Vec<FoundConjecture>,
    pub(super) refuted: Vec<RefutedConjecture>,
    pub(super) tried: u64,
}

/// A formula that holds for all values in the answer. It is not proved: it says nothing certain about other positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FoundConjecture {
    /// The column that the formula gives: a winner is 1 if the player to move loses, and 0 if not. A genus is its index
    /// in `genera`.
    about: &'static str,
    /// The form of the formula, such as `period`.
    form: &'static str,
    /// The formula in words.
    text: String,
    /// The formula in Python, with all functions that it needs.
    code: String,
    /// The code length of the formula. The shortest formula comes first.
    bits: u64,
    /// The position from which on the formula needs no list of first values.
    from: u64,
    /// `holds` if the formula holds for all values in the answer, and `proved` if it holds for ever.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "holds"))]
    status: &'static str,
    /// Why a formula that is proved holds for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    proof: Option<FormulaProof>,
    /// The first and the last position whose values were used to find the formula.
    found_on: [u64; 2],
    /// The first and the last of the further positions for which the formula holds.
    tested: [u64; 2],
    /// Positions beyond the answer at which the formula follows from the formula at their options; absent if the
    /// positions are neither integers nor pairs, or if the work was spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    steps: Option<StepAnswer>,
    /// The first position at which the formula differs from the first one of the same column.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    differs_at: Option<u64>,
    /// The genera in the usual notation, in the order of their indices. Only for `genus`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    genera: Vec<String>,
}

/// A formula that was found for the first values, and that a later value or a step refutes.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefutedConjecture {
    /// The column that the formula gives.
    about: &'static str,
    /// The formula in words.
    text: String,
    /// The formula in Python.
    code: String,
    /// The first and the last position whose values were used to find the formula.
    found_on: [u64; 2],
    /// The last position before which all values agree.
    holds_to: u64,
    /// The first position at which the value is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    counterexample: Option<Counterexample>,
    /// A position beyond the answer at which the formula does not follow from the formula at the options. So the formula
    /// is wrong there, or at an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    step_fails: Option<StepFailureAnswer>,
}

impl FoundPatterns {
    /// Returns about how many bytes of memory the formulas take.
    pub(super) fn bytes(&self) -> usize {
        let conjectures = self.conjectures.iter().map(|it| it.text.len().saturating_add(it.code.len()));
        let refuted = self.refuted.iter().map(|it| it.text.len().saturating_add(it.code.len()));
        conjectures.chain(refuted).fold(0, usize::saturating_add)
    }

    /// Looks for formulas of all columns. If the work for it is spent, there are none for the columns that are left.
    pub(super) fn of(game: &TabledGame, columns: &[(Column, ColumnCells)]) -> Result<Self, Spent> {
        meter::work_at(TOPIC);
        let mut found = Self::default();
        let square = if game.first.is_none() { Square::of(game.positions, game.most)? } else { None };
        for (column, cells) in columns {
            let (numbers, genera) = cells.numbers()?;
            let outcome = meter::within(part(), || {
                let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
                match (game.first, &square) {
                    (Some(first), _) => find(&numbers, first, game.most, &mut charge),
                    (None, Some(square)) => match square.rows(&numbers) {
                        Some(rows) => find_pairs(&rows, square.from, &mut charge),
                        None => Ok(Findings::default()),
                    },
                    _ => Ok(Findings::default()),
                }
            });
            meter::go_on(0)?;
            let Ok(Ok(Findings { conjectures, refuted, tried })) = outcome else { continue };
            found.tried = found.tried.saturating_add(tried);
            for conjecture in conjectures {
                found.keep(&conjecture, *column, &genera, game)?;
            }
            for refuted in refuted {
                let Refuted { formula, at, value } = refuted;
                let index = game.first.and_then(|first| usize::try_from(at.checked_sub(first)?).ok());
                let Some(index) = index else { continue };
                let said = formula.value(&[at]).and_then(|said| i64::try_from(said).ok());
                let example = Counterexample::of(game, index, said, Some(value))?;
                found.refuted.push(RefutedConjecture::new(
                    *column,
                    &formula,
                    at.saturating_sub(1),
                    Some(example),
                    None,
                ));
            }
        }
        Ok(found)
    }

    /// Keeps a formula, unless a step refutes it.
    fn keep(
        &mut self,
        formula: &Conjecture,
        column: Column,
        genera: &[String],
        game: &TabledGame,
    ) -> Result<(), Spent> {
        let last = formula.tested.1;
        let repeats = formula.periodic.map(|(period, growth)| FormulaRepeats {
            from: formula.from,
            period,
            growth,
            holds_to: last,
        });
        let proof = match repeats {
            Some(repeats) => game.prove(column, repeats, &|n| formula.value(&[n]))?,
            None => None,
        };
        let steps = match claim(column, game.play) {
            Some(claim) => game.test(claim, |position| formula.value(position))?,
            None => None,
        };
        if let Some(failure) = steps.and_then(|test| test.fails) {
            self.refuted.push(RefutedConjecture::new(column, formula, last, None, Some(failure)));
            return Ok(());
        }
        self.conjectures.push(FoundConjecture {
            about: column.as_str(),
            form: formula.form,
            text: formula.text.clone(),
            code: formula.code(function(column)),
            bits: formula.bits,
            from: formula.from,
            status: if proof.is_some() { "proved" } else { "holds" },
            proof,
            found_on: formula.found_on.into(),
            tested: formula.tested.into(),
            steps: steps.map(|test| test.steps),
            differs_at: formula.differs_at,
            genera: genera.to_vec(),
        });
        Ok(())
    }
}

/// The largest number of genera that a sentence names.
const MOST_GENERA: usize = 20;

impl fmt::Display for FoundConjecture {
    /// Says the formula, and how far it was tested, in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { about, text, found_on: [first, last], tested: [from, to], steps, genera, .. } = self;
        let names = genera.iter().take(MOST_GENERA).enumerate().map(|(index, genus)| format!(", {index} is {genus}"));
        let names = names.collect::<String>().replacen(',', ", where", 1);
        write!(f, "{about} looks like: {text}{names}. Found on {first}..{last}, holds for {from}..{to}")?;
        if let Some(proof) = &self.proof {
            return write!(f, ". {}", proof.sentence());
        }
        write!(f, ".{}", steps.and_then(StepAnswer::sentence).map_or_else(String::new, |step| format!(" {step}")))
    }
}

impl RefutedConjecture {
    fn new(
        column: Column,
        formula: &Conjecture,
        holds_to: u64,
        counterexample: Option<Counterexample>,
        step_fails: Option<StepFailureAnswer>,
    ) -> Self {
        Self {
            about: column.as_str(),
            text: formula.text.clone(),
            code: formula.code(function(column)),
            found_on: formula.found_on.into(),
            holds_to,
            counterexample,
            step_fails,
        }
    }
}

/// Returns the name of the function in Python.
fn function(column: Column) -> &'static str {
    if column == Column::Winner { "lost" } else { "value" }
}

/// The positions that are all pairs of consecutive integers.
struct Square {
    from: u64,
    /// The index of each pair, row by row.
    indices: Vec<Vec<usize>>,
}

impl Square {
    /// Returns the largest square of pairs from the least number on; `None` if the positions are no pairs.
    fn of(positions: &dyn Positions, most: usize) -> Result<Option<Self>, Spent> {
        meter::go_on_each(positions.len(), cost::COMPONENT)?;
        let mut places = HashMap::new();
        for index in 0..positions.len() {
            let Some([a, b]) = two(&positions.written(index)) else { return Ok(None) };
            places.insert((a, b), index);
        }
        let Some(from) = places.keys().map(|(a, b)| *a.min(b)).min() else { return Ok(None) };
        let is_ring = |side: &u64| {
            let most = from.saturating_add(*side);
            (from..=most).all(|n| places.contains_key(&(n, most)) && places.contains_key(&(most, n)))
        };
        let largest = u64::try_from(most.isqrt()).unwrap_or(u64::MAX);
        let side = u64::try_from((0..largest).take_while(is_ring).count()).unwrap_or(0);
        let to = from.saturating_add(side);
        let row = |a| (from..to).filter_map(|b| places.get(&(a, b)).copied()).collect();
        Ok(Some(Self { from, indices: (from..to).map(row).collect() }))
    }

    /// Returns the rows of the values. `None` if one of them is not known.
    fn rows(&self, values: &[u64]) -> Option<Vec<Vec<u64>>> {
        let row = |row: &Vec<usize>| row.iter().map(|index| values.get(*index).copied()).collect();
        self.indices.iter().map(row).collect()
    }
}
