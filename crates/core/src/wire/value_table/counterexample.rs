//! [`Counterexample`]: a position at which a formula is wrong.

use serde::Serialize;

use super::tabled::{TabledGame, part};
use crate::game::shape::PlainValue;
use crate::game::{Play, Value};
use crate::number::meter::{self, Spent};
use crate::solve::Separate;
use crate::theory::step::joined;

/// The most options that are shown.
const SHOWN: usize = 30;

/// A position at which a formula is wrong, with its options.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Counterexample {
    /// The position.
    #[cfg_attr(feature = "openapi", schema(value_type = crate::wire::schemas::Component))]
    position: PlainValue,
    /// The value by the formula; null if it is not defined there.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub(super) formula: Option<i64>,
    /// The right value.
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
    pub(super) fn of(game: &TabledGame, index: usize, formula: Option<i64>, value: Option<u64>) -> Result<Self, Spent> {
        let options = meter::within(part(), || {
            let options = game.positions.first_options(index, SHOWN);
            let valued = options.iter().map(|left| -> Result<_, Spent> {
                let values = Separate::of(&**left, game.play, game.tables)?.values()?;
                let mut parts = values.iter().map(|value| value.as_ref().and_then(Value::small));
                let value = parts.try_fold(0, |sum, value| Some(sum ^ value?));
                Ok(ValuedOption { left: (0..left.len()).map(|part| left.written(part)).collect(), value })
            });
            valued.collect::<Result<Vec<_>, _>>()
        });
        meter::go_on(0)?;
        let options = options.and_then(|options| options).unwrap_or_default();
        Ok(Self { position: game.positions.written(index), formula, value, options })
    }
}

impl Counterexample {
    /// Returns the position as text.
    pub(super) fn written(&self) -> String {
        self.position.to_string()
    }

    /// Returns the options and their values as a sentence, or nothing if there are none.
    pub(super) fn options_in_words(&self, play: Play) -> String {
        let option = |option: &ValuedOption| {
            let left = joined(&option.left, PlainValue::to_string, " + ");
            let left = if left.is_empty() { "nothing".to_owned() } else { left };
            format!(
                "{left} has {}",
                option.value.map_or_else(|| "no known finite value".to_owned(), |value| value.to_string())
            )
        };
        if self.options.is_empty() {
            String::new()
        } else {
            let normal = if play == Play::Misere { " in normal play" } else { "" };
            format!(" Of its options, {}{normal}.", joined(&self.options, option, ", "))
        }
    }
}
