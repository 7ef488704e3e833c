//! [`Patterns`]: formulas that were found for the columns of a table, and the client's own formula, compared with the
//! table.

use std::collections::HashMap;
use std::fmt;

use grundy_patterns::{Claim, Conjecture, Findings, OutOfWork, Refuted, StepFailure, StepTest, find, find_pairs};
use serde::Serialize;

use super::Cells;
use super::check::CheckedConjecture;
use super::counterexample::{Counterexample, Rules};
use super::request::Column;
use crate::game::{Play, Positions, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::solve::Winner;
use crate::theory::Caches;
use crate::theory::genus::Genus;
use crate::wire::known::KnownPeriod;

/// The name of the work in an error message.
pub(super) const TOPIC: &str = "the search for formulas";

/// What was found out about formulas.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// The formulas that were found; `None` if the request asks for none.
    pub(super) found: Option<FoundPatterns>,
    /// What became of the client's own formula.
    pub(super) checked: Option<CheckedConjecture>,
}

impl Patterns {
    /// Returns about how many bytes of memory the formulas take.
    pub(super) fn bytes(&self) -> usize {
        let texts = |found: &FoundPatterns| {
            let conjectures = found.conjectures.iter().map(|it| it.text.len().saturating_add(it.code.len()));
            let refuted = found.refuted.iter().map(|it| it.text.len().saturating_add(it.code.len()));
            conjectures.chain(refuted).fold(0, usize::saturating_add)
        };
        self.found.as_ref().map_or(0, texts)
    }
}

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
    /// positions are not integers.
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

/// Why a formula holds for ever.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FormulaProof {
    /// The argument in words.
    text: String,
    /// The formula was compared with the rules for all positions below this one.
    compared: u64,
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

/// How far a formula was tested by steps.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Steps))]
pub struct StepAnswer {
    /// The number of positions.
    tested: u64,
    /// The largest of them.
    largest: u64,
}

impl StepAnswer {
    /// Returns a sentence about the positions, or nothing if there are none.
    pub(super) fn sentence(self) -> Option<String> {
        let Self { tested, largest } = self;
        (tested > 0).then(|| format!("The step holds at {tested} positions up to {largest}."))
    }
}

/// A position at which a step fails.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StepFailure))]
pub struct StepFailureAnswer {
    /// The position.
    pub(super) n: u64,
    /// The formula at the position; null if it is not defined there.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub(super) formula: Option<u64>,
    /// What follows from the formula at the options.
    pub(super) follows: u64,
}

impl From<StepTest> for StepAnswer {
    fn from(StepTest { tested, largest, .. }: StepTest) -> Self {
        Self { tested, largest }
    }
}

impl From<StepFailure> for StepFailureAnswer {
    fn from(StepFailure { at, formula, follows }: StepFailure) -> Self {
        Self { n: at, formula, follows }
    }
}

/// What the search looks at.
pub(super) struct Searched<'a> {
    pub(super) positions: &'a dyn Positions,
    /// The first integer, if the positions are a range.
    pub(super) first: Option<u64>,
    pub(super) play: Play,
    pub(super) rules: Rules<'a>,
    /// The period of the values, if it is proved.
    pub(super) period: Option<&'a KnownPeriod>,
    /// The most values that are looked at.
    pub(super) most: usize,
    pub(super) tables: &'a Caches,
}

impl FoundPatterns {
    /// Looks for formulas of all columns. If the work for it is spent, there are none for the columns that are left.
    pub(super) fn of(searched: &Searched, columns: &[(Column, Cells)]) -> Result<Self, Spent> {
        meter::work_at(TOPIC);
        let mut found = Self::default();
        let square = if searched.first.is_none() { Square::of(searched.positions, searched.most)? } else { None };
        for (column, cells) in columns {
            let (numbers, genera) = cells.numbers()?;
            let outcome = meter::within(meter::PART, || {
                let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
                match (searched.first, &square) {
                    (Some(first), _) => find(&numbers, first, searched.most, &mut charge),
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
                found.keep(conjecture, *column, &genera, searched)?;
            }
            for refuted in refuted {
                let Refuted { formula, at, value } = refuted;
                let index = searched.first.and_then(|first| usize::try_from(at.checked_sub(first)?).ok());
                let Some(index) = index else { continue };
                let said = formula.value(&[at]).and_then(|said| i64::try_from(said).ok());
                let example = Counterexample::of(searched, index, said, Some(value))?;
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
        formula: Conjecture,
        column: Column,
        genera: &[String],
        searched: &Searched,
    ) -> Result<(), Spent> {
        let last = formula.tested.1;
        let steps = match (searched.first, claim(column, searched.play)) {
            (Some(_), Some(claim)) => searched.rules.test(last, claim, |n| formula.value(&[n]))?,
            _ => None,
        };
        if let Some(failure) = steps.and_then(|test| test.fails) {
            self.refuted.push(RefutedConjecture::new(column, &formula, last, None, Some(failure.into())));
            return Ok(());
        }
        let is_of_values = column == Column::Grundy && searched.first.is_some();
        let proof = if is_of_values { searched.rules.prove(&formula)? } else { None };
        let proof = proof.map(|proof| FormulaProof { text: proof.argument, compared: proof.compared });
        let proof = proof.or_else(|| searched.period.filter(|_| is_of_values)?.prove(&formula));
        self.conjectures.push(FoundConjecture {
            about: column.as_str(),
            form: formula.form(),
            text: formula.text().to_owned(),
            code: formula.code(function(column)),
            bits: formula.bits(),
            from: formula.from(),
            status: if proof.is_some() { "proved" } else { "holds" },
            proof,
            found_on: formula.found_on.into(),
            tested: formula.tested.into(),
            steps: steps.map(Into::into),
            differs_at: formula.differs_at,
            genera: genera.to_vec(),
        });
        Ok(())
    }
}

impl fmt::Display for FoundConjecture {
    /// Says the formula, and how far it was tested, in a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { about, text, found_on: [first, last], tested: [from, to], steps, .. } = self;
        write!(f, "{about} looks like: {text}. Found on {first}..{last}, holds for {from}..{to}")?;
        if let Some(FormulaProof { compared, .. }) = &self.proof {
            return write!(f, ". It is proved by the first {compared}.");
        }
        write!(f, ".{}", steps.and_then(StepAnswer::sentence).map_or_else(String::new, |step| format!(" {step}")))
    }
}

impl KnownPeriod {
    /// Proves a formula with this period. The formula holds for one whole period behind the beginnings of both, so it
    /// holds for ever.
    fn prove(&self, formula: &Conjecture) -> Option<FormulaProof> {
        let (period, growth) = formula.periodic()?;
        let is_same = usize::try_from(period) == Ok(self.length) && u32::try_from(growth) == Ok(self.saltus);
        let begins = u64::try_from(self.from).ok()?.max(formula.from());
        let ends = begins.checked_add(u64::try_from(self.length).ok()?)?;
        let text = "The period of the values is proved, the formula has the same one, and it holds for a whole period.";
        let is_proved = is_same && self.constant_below == 0 && formula.tested.1 >= ends;
        is_proved.then(|| FormulaProof { text: text.to_owned(), compared: formula.tested.1.saturating_add(1) })
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
            text: formula.text().to_owned(),
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

/// Returns what a formula of a column says about a position and its options.
pub(super) fn claim(column: Column, play: Play) -> Option<Claim> {
    match (column, play) {
        (Column::Grundy, _) => Some(Claim::Value),
        (Column::Winner, _) => Some(Claim::Lost { is_misere: play == Play::Misere }),
        (Column::Remoteness, Play::Normal) => Some(Claim::Length),
        _ => None,
    }
}

impl Cells {
    /// Returns the cells as integers, up to the first one that is unknown or no integer. If they are genera, the names of
    /// the integers are returned, too.
    fn numbers(&self) -> Result<(Vec<u64>, Vec<String>), Spent> {
        let mut genera = Vec::new();
        let numbers = match self {
            Self::Values(values) => {
                meter::go_on_each(values.len(), cost::ENTRY)?;
                values.iter().map_while(|value| value.as_ref()?.small()).collect()
            }
            Self::Winners(winners) => {
                meter::go_on_each(winners.len(), cost::ENTRY)?;
                let lost = |winner: &Option<Winner>| match (*winner)? {
                    Winner::First => Some(0),
                    Winner::Second => Some(1),
                    Winner::Draw => None,
                };
                winners.iter().map_while(lost).collect()
            }
            Self::Lengths(lengths) => lengths.iter().map_while(|length| *length).collect(),
            Self::Genera(all) => {
                meter::go_on_each(all.len(), cost::LOOK_UP)?;
                let mut indices = HashMap::new();
                let mut index = |genus: &Genus<Natural>| {
                    let next = u64::try_from(indices.len()).unwrap_or(u64::MAX);
                    *indices.entry(genus.to_string()).or_insert_with_key(|name| {
                        genera.push(name.clone());
                        next
                    })
                };
                all.iter().map_while(|genus| genus.as_ref().map(&mut index)).collect()
            }
        };
        Ok((numbers, genera))
    }
}

impl Value {
    /// Returns the value, if it is an integer below 2^64.
    pub(super) fn small(&self) -> Option<u64> {
        if let Self::Nimber(value) = self { value.to_u64() } else { None }
    }
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
            let Some([a, b]) = super::counterexample::integers(&positions.written(index)).as_deref().and_then(pair)
            else {
                return Ok(None);
            };
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

fn pair(integers: &[Natural]) -> Option<[u64; 2]> {
    let [a, b] = integers else { return None };
    Some([a.to_u64()?, b.to_u64()?])
}
