//! [`ScriptFormula`]: a formula for the values or the winners of positions, which a client wrote as a script.

use grundy_rules::{Encoded, FormulaPeriod, PositionShape, Script, ScriptLimits, ScriptOption};

use super::reach::metered;
use crate::game::UnusableRules;
use crate::number::{cost, meter};

/// A formula that a client wrote. It is pure, as rules are.
#[derive(Clone, Debug)]
pub(crate) struct ScriptFormula {
    script: Script,
    /// Whether the formula says who loses. Otherwise it gives the value.
    pub(crate) is_of_losses: bool,
    /// How the results repeat, if the syntax tells it.
    pub(crate) period: Option<FormulaPeriod>,
}

impl ScriptFormula {
    /// Compiles a script that defines `value` or `lost`.
    ///
    /// # Errors
    /// The script has a fault or needs too much work, or the meter is spent.
    pub(crate) fn compile(source: &str) -> Result<Self, UnusableRules> {
        let Some((name, is_of_pairs)) = signature(source) else {
            let reason = "a conjecture defines either a function value(n) or a function lost(n), or for pairs value(a, b) or \
                          lost(a, b)";
            return Err(UnusableRules { place: None, at: None, too_costly: false, reason: reason.to_owned() });
        };
        // A script is called by its function `options`. Its only option here is the result.
        let star = if is_of_pairs { "*" } else { "" };
        let called = format!("{source}\n\ndef options(position):\n    return [int({name}({star}position))]\n");
        let script = metered(|fuel| Script::compile(&called, &[], ScriptLimits::default(), fuel))?;
        let is_of_losses = name == "lost";
        // The result for losses is not the number, but whether it is 0.
        let period = FormulaPeriod::of(source, name).filter(|period| period.growth == 0 || !is_of_losses);
        Ok(Self { script, is_of_losses, period })
    }

    /// Returns the result for a position: the value, or 1 if the player to move loses and 0 otherwise.
    ///
    /// # Errors
    /// The script fails at the position, or the meter is spent.
    pub(crate) fn result(&mut self, position: Encoded<'_>) -> Result<i64, UnusableRules> {
        meter::go_on(cost::POSITION)?;
        let script = &mut self.script;
        let result = metered(|fuel| {
            let options = script.options(position, fuel)?;
            Ok(options.iter().find_map(|option| match option {
                ScriptOption::To(to) => match to.shape() {
                    PositionShape::Int(result) => Some(result),
                    _ => None,
                },
                ScriptOption::Sum(_) => None,
            }))
        });
        let result = result.map_err(|fault| fault.at(position.to_position()))?;
        Ok(if self.is_of_losses { i64::from(result != Some(0)) } else { result.unwrap_or(-1) })
    }
}

/// Returns whether a formula has several parameters, so that it is about pairs.
#[must_use]
pub fn is_formula_of_pairs(source: &str) -> bool {
    signature(source).is_some_and(|(_, is_of_pairs)| is_of_pairs)
}

/// Returns the name of a formula's function, and whether it has several parameters. `None` if a script defines neither
/// `value` nor `lost`, or both.
fn signature(source: &str) -> Option<(&'static str, bool)> {
    let has_several = |name: &str| {
        let mut lines = source.lines();
        let line = lines.find_map(|line| line.strip_prefix("def ")?.trim_start().strip_prefix(name))?;
        Some(line.trim_start().strip_prefix('(')?.split(')').next()?.contains(','))
    };
    match (has_several("value"), has_several("lost")) {
        (Some(is_of_pairs), None) => Some(("value", is_of_pairs)),
        (None, Some(is_of_pairs)) => Some(("lost", is_of_pairs)),
        _ => None,
    }
}
