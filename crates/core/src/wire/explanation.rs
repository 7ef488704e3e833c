//! [`Explanation`] as JSON: the words of each step, the kind of statement, and the data of the statement.

use serde::{Serialize, Serializer};

use crate::game::fact::{Fact, OptionValue};
use crate::game::{Play, Source, Value};
use crate::number::Natural;
use crate::solve::explain::{Explanation, Reason};

impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ExplanationAnswer(self.0.iter().map(ReasonAnswer::of).collect()).serialize(serializer)
    }
}

/// The reasons for the winner and for the recommended move. The first steps explain the value of each component. Then
/// come the value of the sum, the winner and the move. The last step may show the play that follows the move.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Explanation))]
#[serde(transparent)]
pub(super) struct ExplanationAnswer<'a>(Vec<ReasonAnswer<'a>>);

/// One step of an explanation.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Reason))]
struct ReasonAnswer<'a> {
    /// One or two short sentences. Numbers of more than 40 digits are shortened, and long lists are cut in the middle.
    text: String,
    /// The kind of statement. About a component: `reason` is a theorem or a method, `formula` applies it to the
    /// position, `options`, `period` and `value` have their data in further fields, and `class` is the class in misère
    /// sums. `definition` says what a term means. About the whole: `sum` is the XOR of the values, `winner` says who wins, and `move` why the move is
    /// recommended. More kinds may follow.
    kind: &'static str,
    /// For `options`: if there are at most 12 options, each of them. Otherwise one example for each value that the mex
    /// passes, up to 12 of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    options: Option<Vec<OptionAnswer<'a>>>,
    /// For `options`: the number of options with other values than those that are listed. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Natural>, nullable = false))]
    others: Option<&'a Natural>,
    /// For `value`: the value of the component.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<super::schemas::ComponentValue>, nullable = false))]
    grundy: Option<&'a Value>,
    /// For `period`: the values repeat from this heap on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    from: Option<usize>,
    /// For `period`: the length of the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    length: Option<usize>,
    /// For `period`: the amount by which a value grows from one period to the next. Absent if it is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    saltus: Option<u32>,
    /// For `period`: values below this number repeat without the saltus. Absent if there are no such values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    constant_below: Option<u32>,
    /// For `period`: the smallest and the largest n for which the heaps n and n + length were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    compared: Option<[usize; 2]>,
    /// The key of the game, if the step is about one component.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    game: Option<&'a str>,
    /// The index of the component among the components of this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    index: Option<usize>,
    /// The publication of the theorem, if the step uses one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    source: Option<Source>,
}

impl<'a> ReasonAnswer<'a> {
    fn of(reason: &'a Reason) -> Self {
        let Reason { fact, game, index, source } = reason;
        let options = match fact {
            Fact::Options(options) if options.play == Play::Normal => Some(options),
            _ => None,
        };
        let period = if let Fact::Period(period) = fact { Some(period) } else { None };
        let grows = period.filter(|period| period.saltus > 0);
        Self {
            text: fact.text(),
            kind: fact.kind(),
            options: options.map(|options| options.listed.iter().map(OptionAnswer::of).collect()),
            others: options.map(|options| &options.others).filter(|others| !others.is_zero()),
            grundy: if let Fact::Value(value) = fact { Some(value) } else { None },
            from: period.map(|period| period.preperiod),
            length: period.map(|period| period.length),
            saltus: grows.map(|period| period.saltus),
            constant_below: grows.map(|period| period.constant_below).filter(|below| *below > 0),
            compared: period.map(|period| [period.preperiod, period.last_compared()]),
            game: game.as_deref(),
            index: *index,
            source: *source,
        }
    }
}

/// An option and its value.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = OptionOfReason))]
struct OptionAnswer<'a> {
    /// The positions that the move leaves, joined by plus signs. Long ones are cut in the middle.
    text: &'a str,
    /// The value.
    #[cfg_attr(feature = "openapi", schema(value_type = super::schemas::ComponentValue))]
    grundy: &'a Value,
    /// The number of options with this value, if the option is an example of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Natural>, nullable = false))]
    count: Option<&'a Natural>,
}

impl<'a> OptionAnswer<'a> {
    fn of(OptionValue { text, value, count, .. }: &'a OptionValue) -> Self {
        Self { text, grundy: value, count: Some(count).filter(|count| **count != Natural::ONE) }
    }
}
