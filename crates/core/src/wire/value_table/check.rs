//! [`CheckedConjecture`]: a formula of the client, compared with the values in the table.

use std::cell::{Cell, RefCell};
use std::fmt;

use grundy_rules::FormulaPeriod;
use serde::Serialize;

use super::cells::ColumnCells;
use super::counterexample::Counterexample;
use super::proof::{FormulaProof, FormulaRepeats};
use super::request::Column;
use super::steps::{StepAnswer, StepAnswers, StepFailureAnswer};
use super::tabled::{TOPIC, TabledGame, claim, literal};
use crate::game::shape::Literal;
use crate::game::{Play, UnusableRules};
use crate::number::meter;
use crate::own::ScriptFormula;
use crate::solve::Separate;
use crate::theory::step::counted;
use crate::wire::fault::{Code, Fault};

/// The part of the remaining work that is used for comparing the client's formula: all but one of this many parts.
const PARTS: u64 = 4;

/// The client's formula, and what became of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckedConjecture {
    /// The column that the formula gives: `grundy` or `winner`.
    #[cfg_attr(feature = "openapi", schema(value_type = String, example = "grundy"))]
    about: &'static str,
    /// The result of the comparison.
    pub(super) status: Status,
    /// The number of positions that were compared and agree.
    tested: usize,
    /// The first position at which the formula is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    counterexample: Option<Counterexample>,
    /// Why a formula that is proved holds for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    proof: Option<FormulaProof>,
    /// Positions beyond the answer at which the formula follows from the formula at their options; absent if the
    /// positions are neither integers nor pairs, or if the work was spent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    steps: Option<StepAnswer>,
    /// A position beyond the answer at which the formula does not follow from the formula at the options. So the formula
    /// is wrong there, or at an option.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    step_fails: Option<StepFailureAnswer>,
    /// The number of positions in the answer, and how they are played.
    #[serde(skip)]
    asked: (usize, Play),
}

/// The result of comparing a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ConjectureStatus))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Status {
    /// The formula holds for all known values in the answer, and a step test did not refute it.
    Holds,
    /// The formula holds for ever.
    Proved,
    /// A value in the answer is another one.
    Fails,
    /// All known values in the answer agree, but further out the formula does not follow from the formula at the
    /// options.
    StepFails,
    /// The work was spent before all values were compared.
    Unknown,
}

impl CheckedConjecture {
    /// Compares a formula with the values or the winners of all positions. They are taken from `columns`, or solved.
    ///
    /// # Errors
    /// The script of the formula fails, or the meter is spent.
    pub(super) fn of(
        formula: ScriptFormula,
        game: &TabledGame,
        columns: &[(Column, ColumnCells)],
        separate: &Separate,
    ) -> Result<Self, Fault> {
        meter::work_at(TOPIC);
        let column = if formula.is_of_losses { Column::Winner } else { Column::Grundy };
        let solved;
        let cells = if let Some((_, cells)) = columns.iter().find(|(other, _)| *other == column) {
            cells
        } else {
            solved = if formula.is_of_losses {
                ColumnCells::Winners(separate.winners().map_err(Fault::spent)?)
            } else {
                ColumnCells::Values(separate.values().map_err(Fault::spent)?)
            };
            &solved
        };
        let formula = RefCell::new(formula);
        let mut checked = Self {
            about: column.as_str(),
            status: Status::Holds,
            tested: 0,
            counterexample: None,
            proof: None,
            steps: None,
            step_fails: None,
            asked: (game.positions.len(), game.play),
        };
        let agree = Cell::new(0_usize);
        let compare = || -> Result<Option<(usize, i64, u64)>, UnusableRules> {
            for index in 0..game.positions.len() {
                let Some(expected) = cells.expected(index) else { continue };
                let number = || Literal::int(i64::try_from(game.first?).ok()?.checked_add(i64::try_from(index).ok()?)?);
                let position = if game.first.is_some() && game.are_starts() {
                    number()
                } else {
                    literal(&game.positions.written(index))
                };
                let Some(position) = position else { continue };
                let said = formula.borrow_mut().result(position.encoded())?;
                if u64::try_from(said) != Ok(expected) {
                    return Ok(Some((index, said, expected)));
                }
                agree.update(|agree| agree.saturating_add(1));
            }
            Ok(None)
        };
        let compared = meter::within(meter::left() / PARTS * (PARTS - 1), compare);
        meter::go_on(0).map_err(Fault::spent)?;
        checked.tested = agree.get();
        match compared {
            Err(_) => {
                checked.status = Status::Unknown;
                return Ok(checked);
            }
            Ok(Err(fault)) => return Err(of_formula(fault)),
            Ok(Ok(Some((index, said, expected)))) => {
                checked.status = Status::Fails;
                let example = Counterexample::of(game, index, Some(said), Some(expected));
                checked.counterexample = Some(example.map_err(Fault::spent)?);
                return Ok(checked);
            }
            Ok(Ok(None)) => {}
        }
        let Some(claim) = claim(column, game.play) else { return Ok(checked) };
        let result = |position: &[u64]| {
            let number = |number: &u64| Literal::int(i64::try_from(*number).ok()?);
            let numbers: Vec<Literal> = position.iter().map(number).collect::<Option<_>>()?;
            let position = if let [only] = &numbers[..] { only.clone() } else { Literal::tuple(&numbers)? };
            formula.borrow_mut().result(position.encoded()).ok()?.try_into().ok()
        };
        if let Some(StepAnswers { steps, fails }) = game.test(claim, result).map_err(Fault::spent)? {
            (checked.steps, checked.step_fails) = (Some(steps), fails);
        }
        if checked.step_fails.is_some() {
            checked.status = Status::StepFails;
            return Ok(checked);
        }
        // The proof needs all values, of which some may be unknown.
        if let Some(last) = game.last().filter(|_| checked.tested == game.positions.len()) {
            let period = formula.borrow().period;
            let repeats = period.and_then(|FormulaPeriod { from, period, growth }| {
                Some(FormulaRepeats { from, period: i64::try_from(period).ok()?, growth, holds_to: last })
            });
            if let Some(repeats) = repeats {
                checked.proof = game.prove(column, repeats, &|n| result(&[n])).map_err(Fault::spent)?;
            }
            if checked.proof.is_some() {
                checked.status = Status::Proved;
            }
        }
        Ok(checked)
    }
}

impl CheckedConjecture {
    /// Returns whether the formula is refuted; `None` if not all values were compared.
    #[must_use]
    pub fn is_refuted(&self) -> Option<bool> {
        match self.status {
            Status::Holds | Status::Proved => Some(false),
            Status::Fails | Status::StepFails => Some(true),
            Status::Unknown => None,
        }
    }

    /// Returns a result of the formula in words.
    fn said(&self, result: Option<i64>) -> String {
        match result {
            None => "nothing".to_owned(),
            Some(result) if self.about == Column::Winner.as_str() => {
                if result == 1 { "lost" } else { "not lost" }.to_owned()
            }
            Some(result) => result.to_string(),
        }
    }
}

impl fmt::Display for CheckedConjecture {
    /// Says what became of the formula, in a few sentences.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, (of, play)) = (self.tested, self.asked);
        let agree = if count == 1 { "agrees" } else { "agree" };
        let positions = counted(count, "position", "positions");
        if let Some(example) = &self.counterexample {
            let (said, value) =
                (self.said(example.formula), self.said(example.value.and_then(|it| it.try_into().ok())));
            write!(f, "The formula fails at {}: it gives {said}, and right is {value}.", example.written())?;
            return write!(f, " {positions} before {agree}.{}", example.options_in_words(play));
        }
        if self.status == Status::Unknown {
            return write!(f, "The work was spent. {positions} {agree}.");
        }
        match count {
            _ if count < of => write!(
                f,
                "The formula holds for {count} of {of} positions. The others are no numbers, or are not known."
            )?,
            1 => f.write_str("The formula holds for the position.")?,
            _ => write!(f, "The formula holds for all {positions}.")?,
        }
        if let Some(failure @ StepFailureAnswer { formula, follows, .. }) = self.step_fails {
            let n = failure.written();
            let said = |result: Option<u64>| self.said(result.and_then(|it| it.try_into().ok()));
            let (said, follows) = (said(formula), said(Some(follows)));
            return write!(
                f,
                " The step fails at {n}: the formula gives {said}, and the formula at its options gives {follows}. So it \
                 is false at {n} or at an option of it."
            );
        }
        if let Some(proof) = &self.proof {
            return write!(f, " {}", proof.sentence());
        }
        match self.steps.and_then(StepAnswer::sentence) {
            Some(step) => write!(f, " {step}"),
            None => Ok(()),
        }
    }
}

/// Converts a fault of a formula into a fault of the request.
pub(super) fn of_formula(fault: UnusableRules) -> Fault {
    let Fault { code, detail, line, column, at, .. } = Fault::of_rules(fault);
    let code = if code == Code::TooCostly { code } else { Code::InvalidRequest };
    Fault { line, column, at, ..Fault::new(code, detail) }.under("conjecture")
}
