//! [`Counterexample`]: a position at which a formula is wrong. [`Rules`] lists the options of positions that were not
//! solved.

use std::rc::Rc;

use grundy_patterns::{Claim, Conjecture, OutOfWork, StepTest, WindowProof};
use grundy_rules::PositionShape;
use serde::Serialize;

use super::patterns::Searched;
use crate::game::shape::{Literal, PlainValue};
use crate::game::{Follower, Positions, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
use crate::own::ScriptGame;
use crate::solve::Separate;
use crate::theory::step::joined;

/// A position with more options is left out of a step test, and this is the work for listing them.
const OPTIONS: usize = 2_000;
const STEPS: u64 = 4 * 2_000 * cost::COMPONENT;

/// The most options that are shown.
const SHOWN: usize = 30;

/// A position at which a formula is wrong, with its options.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counterexample {
    /// The position.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::wire::schemas::Component))]
    position: PlainValue,
    /// What the formula gives; null if it is not defined there.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub(super) formula: Option<i64>,
    /// What it should give.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub(super) value: Option<u64>,
    /// The options of the position, at most 30, with their values in normal play.
    options: Vec<ValuedOption>,
}

/// An option of a position, and its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValuedOption {
    /// The positions that the move leaves, which are one unless the move splits.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<crate::wire::schemas::Component>))]
    left: Vec<PlainValue>,
    /// The value of their sum in normal play; null if it is not known.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    value: Option<u64>,
}

impl Counterexample {
    /// Describes the position at an index. The options are left out if listing and solving them takes too long.
    pub(super) fn of(
        searched: &Searched,
        index: usize,
        formula: Option<i64>,
        value: Option<u64>,
    ) -> Result<Self, Spent> {
        let options = meter::within(meter::SMALL_PART, || {
            let options = searched.positions.options(index);
            let valued = options.iter().take(SHOWN).map(|left| -> Result<_, Spent> {
                let values = Separate::of(&**left, searched.play, searched.tables)?.values()?;
                let mut parts = values.iter().map(|value| value.as_ref().and_then(Value::small));
                let value = parts.try_fold(0, |sum, value| Some(sum ^ value?));
                Ok(ValuedOption { left: (0..left.len()).map(|part| left.written(part)).collect(), value })
            });
            valued.collect::<Result<Vec<_>, _>>()
        });
        meter::go_on(0)?;
        let options = options.and_then(|options| options).unwrap_or_default();
        Ok(Self { position: searched.positions.written(index), formula, value, options })
    }
}

impl Counterexample {
    /// Returns the position as text.
    pub(super) fn written(&self) -> String {
        self.position.to_string()
    }

    /// Returns the options and their values as a sentence, or nothing if there are none.
    pub(super) fn options_in_words(&self) -> String {
        let option = |option: &ValuedOption| {
            let left = joined(&option.left, PlainValue::to_string, " + ");
            let left = if left.is_empty() { "nothing".to_owned() } else { left };
            format!(
                "{left} has {}",
                option.value.map_or_else(|| "an unknown value".to_owned(), |value| value.to_string())
            )
        };
        if self.options.is_empty() {
            String::new()
        } else {
            format!(" Of its options, {}.", joined(&self.options, option, ", "))
        }
    }
}

impl Searched<'_> {
    /// Returns whether the positions are a range that stands for other positions than its integers.
    pub(super) fn are_starts(&self) -> bool {
        ScriptGame::of(self.rules.0).is_some_and(ScriptGame::starts)
    }
}

/// The rules of a game, with any positions of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'a>(pub(super) &'a dyn Positions);

impl Rules<'_> {
    /// Tests a formula of integers by steps beyond the last known one.
    pub(super) fn test(
        self,
        last: u64,
        claim: Claim,
        formula: impl Fn(u64) -> Option<u64>,
    ) -> Result<Option<StepTest>, Spent> {
        if ScriptGame::of(self.0).is_some_and(ScriptGame::starts) {
            return Ok(None);
        }
        let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
        let test = meter::within(meter::PART, || StepTest::of(last, claim, |n| self.options(n), formula, &mut charge));
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
                    |option: &Follower<Literal>| option.parts().iter().map(|part| integer(part.shape())).collect();
                return Some(options).filter(|options| options.len() <= OPTIONS)?.iter().map(parts).collect();
            }
            let mut alone = self.0.ruleset().none();
            alone.push(PlainValue::Integer(n.into())).ok()?;
            let options = alone.options(0);
            meter::charge_each(options.len(), cost::COMPONENT);
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
        let proof = meter::within(meter::SMALL_PART, || removals.prove(formula, &mut charge));
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
            PositionShape::Tuple(parts) => parts.map(|part| integer(part.shape()).map(Natural::from)).collect(),
            shape => Some(vec![integer(shape)?.into()]),
        },
        _ => None,
    }
}

fn integer(shape: PositionShape) -> Option<u64> {
    if let PositionShape::Int(number) = shape { u64::try_from(number).ok() } else { None }
}
