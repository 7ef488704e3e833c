//! [`Counterexample`]: a position at which a formula is wrong. [`Rules`] lists the options of positions that were not
//! solved.

use grundy_patterns::{Claim, OutOfWork, StepTest};
use grundy_rules::PositionShape;
use serde::Serialize;

use super::patterns::Searched;
use crate::game::shape::{Literal, PlainValue};
use crate::game::{Positions, Value};
use crate::number::Natural;
use crate::number::cost;
use crate::number::meter::{self, Spent};
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
    pub(super) fn of(searched: &Searched, index: usize, formula: Option<i64>, value: Option<u64>) -> Result<Self, Spent> {
        let options = meter::within(meter::SMALL_PART, || {
            let options = searched.positions.options(index);
            let valued = options.iter().take(SHOWN).map(|left| -> Result<_, Spent> {
                let values = Separate::of(&**left, searched.play, searched.tables)?.values()?;
                let value = values.iter().map(|value| value.as_ref().and_then(Value::small));
                let value = value.try_fold(0, |sum, value| Some(sum ^ value?));
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
            format!("{left} has {}", option.value.map_or_else(|| "an unknown value".to_owned(), |value| value.to_string()))
        };
        if self.options.is_empty() { String::new() } else { format!(" Of its options, {}.", joined(&self.options, option, ", ")) }
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
        let mut charge = |steps| meter::go_on(steps).map_err(|_| OutOfWork);
        let test = meter::within(meter::PART, || StepTest::of(last, claim, |n| self.options(n), formula, &mut charge));
        meter::go_on(0)?;
        Ok(test.ok().and_then(Result::ok))
    }

    /// Returns the options of an integer, each as its components. `None` if it is no position, if it has too many
    /// options, or if one of them is no integer.
    fn options(self, n: u64) -> Option<Vec<Vec<u64>>> {
        let ruleset = self.0.ruleset();
        let mut alone = ruleset.none();
        let number = i64::try_from(n).ok()?;
        let written = [PlainValue::Integer(n.into()), PlainValue::Literal(Literal::int(number)?)];
        written.into_iter().find_map(|written| alone.push(written).ok())?;
        let listed = meter::within(STEPS, || {
            let options = alone.options(0);
            meter::charge_each(options.len(), cost::COMPONENT);
            // A script that fails has no options here. Then it finds any move.
            let fails = options.is_empty() && alone.find(0, &*ruleset.none()).is_ok();
            let is_listed = options.len() <= OPTIONS && !fails;
            let part = |written: PlainValue| match integers(&written)?.as_slice() {
                [n] => n.to_u64(),
                _ => None,
            };
            let parts = |left: &std::rc::Rc<dyn Positions>| (0..left.len()).map(|index| part(left.written(index))).collect();
            is_listed.then(|| options.iter().map(parts).collect::<Option<Vec<_>>>()).flatten()
        });
        listed.ok().flatten()
    }
}

/// Returns the integers of a position: one, or those of a pair or of a list.
pub(super) fn integers(written: &PlainValue) -> Option<Vec<Natural>> {
    match written {
        PlainValue::Integer(number) => Some(vec![number.clone()]),
        PlainValue::Pair(pair) => Some(vec![pair.first.clone(), pair.second.clone()]),
        PlainValue::List(_) => written.clone().into_integers(),
        PlainValue::Literal(literal) => {
            let integer = |shape: &PositionShape| match shape {
                PositionShape::Int(number) => u64::try_from(*number).ok().map(Natural::from),
                _ => None,
            };
            match literal.shape() {
                PositionShape::Tuple(parts) => parts.map(|part| integer(&part.shape())).collect(),
                shape => Some(vec![integer(&shape)?]),
            }
        }
        _ => None,
    }
}
