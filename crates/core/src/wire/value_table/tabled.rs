//! [`TabledGame`]: the game of a table, for formulas. [`FarRules`] lists the options of positions that were not solved.

use std::rc::Rc;

use grundy_patterns::{Conjecture, FormulaMeaning, OutOfWork, StepTest, WindowProof};
use grundy_rules::PositionShape;

use super::request::Column;
use crate::game::shape::{Literal, PlainValue};
use crate::game::{Follower, Play, Positions};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::own::ScriptGame;
use crate::theory::Caches;
use crate::wire::known::KnownPeriod;

/// The name of the work in an error message.
pub(super) const TOPIC: &str = "the search for formulas";

/// A position with more options is left out of a step test, and this is the work for listing them.
const OPTIONS: usize = 2_000;
const STEPS: u64 = 4 * 2_000 * cost::COMPONENT;

/// Returns how many steps a part of the work on formulas may take. Enough are left for the answer.
pub(super) fn part() -> u64 {
    meter::PART.min(meter::left() / 2)
}

/// The game of a table, and what the request says about it.
pub(super) struct TabledGame<'a> {
    pub(super) positions: &'a dyn Positions,
    /// The first integer, if the positions are a range.
    pub(super) first: Option<u64>,
    pub(super) play: Play,
    pub(super) rules: FarRules<'a>,
    /// The period of the values, if it is proved.
    pub(super) period: Option<&'a KnownPeriod>,
    /// The most values that are looked at.
    pub(super) most: usize,
    pub(super) tables: &'a Caches,
}

impl TabledGame<'_> {
    /// Returns whether the positions are a range that stands for other positions than its integers.
    pub(super) fn are_starts(&self) -> bool {
        ScriptGame::of(self.rules.0).is_some_and(ScriptGame::starts)
    }
}

/// The rules of a game, with any positions of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct FarRules<'a>(pub(super) &'a dyn Positions);

impl FarRules<'_> {
    /// Tests a formula of integers by steps beyond the last known one.
    pub(super) fn test(
        self,
        last: u64,
        claim: FormulaMeaning,
        formula: impl Fn(u64) -> Option<u64>,
    ) -> Result<Option<StepTest>, Spent> {
        if ScriptGame::of(self.0).is_some_and(ScriptGame::starts) {
            return Ok(None);
        }
        let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
        let test = meter::within(part(), || StepTest::of(last, claim, |n| self.options(n), formula, &mut charge));
        meter::go_on(0)?;
        Ok(test.ok().and_then(Result::ok))
    }

    /// Returns the options of an integer, each as its components. `None` if it is no position, if it has too many
    /// options, or if one of them is no integer.
    fn options(self, n: u64) -> Option<Vec<Vec<u64>>> {
        let listed = meter::within(STEPS, || {
            if let Some(game) = ScriptGame::of(self.0) {
                let options = game.options_of(&Literal::int(i64::try_from(n).ok()?)?).ok()?;
                let parts =
                    |option: &Follower<Literal>| option.parts().iter().map(|part| integer(&part.shape())).collect();
                return Some(options).filter(|options| options.len() <= OPTIONS)?.iter().map(parts).collect();
            }
            let mut alone = self.0.ruleset().none();
            alone.push(PlainValue::Integer(n.into())).ok()?;
            let options = alone.first_options(0, OPTIONS + 1);
            let part = |written: PlainValue| written.into_integer()?.to_u64();
            let parts = |left: &Rc<dyn Positions>| (0..left.len()).map(|index| part(left.written(index))).collect();
            Some(options).filter(|options| options.len() <= OPTIONS)?.iter().map(parts).collect()
        });
        listed.ok().flatten()
    }

    /// Proves a formula of integers by the rules, if their syntax and the form of the formula allow it.
    pub(super) fn prove(self, formula: &Conjecture) -> Result<Option<WindowProof>, Spent> {
        let Some(removals) = ScriptGame::of(self.0).filter(|game| !game.starts()).and_then(ScriptGame::removals) else {
            return Ok(None);
        };
        let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
        let proof = meter::within(part(), || removals.prove(formula, &mut charge));
        meter::go_on(0)?;
        Ok(proof.ok().and_then(Result::ok).flatten())
    }
}

/// Returns the integers of a position: one, or those of a pair or of a list.
pub(super) fn integers(written: &PlainValue) -> Option<Vec<Natural>> {
    match written {
        PlainValue::Integer(number) => Some(vec![number.clone()]),
        PlainValue::Pair(pair) => Some(vec![pair.first.clone(), pair.second.clone()]),
        PlainValue::List(_) => written.clone().into_integers(),
        PlainValue::Literal(literal) => match literal.shape() {
            PositionShape::Tuple(parts) => parts.map(|part| integer(&part.shape()).map(Natural::from)).collect(),
            shape => Some(vec![integer(&shape)?.into()]),
        },
        _ => None,
    }
}

fn integer(shape: &PositionShape) -> Option<u64> {
    if let PositionShape::Int(number) = *shape { u64::try_from(number).ok() } else { None }
}

/// Returns what a formula of a column says about a position and its options.
pub(super) fn claim(column: Column, play: Play) -> Option<FormulaMeaning> {
    match (column, play) {
        (Column::Grundy, _) => Some(FormulaMeaning::Value),
        (Column::Winner, _) => Some(FormulaMeaning::Lost { is_misere: play == Play::Misere }),
        (Column::Remoteness, Play::Normal) => Some(FormulaMeaning::Length),
        _ => None,
    }
}
