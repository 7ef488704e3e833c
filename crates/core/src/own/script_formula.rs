//! [`ScriptFormula`]: a formula for the values or the winners of positions, which a client wrote as a script.

use grundy_rules::{
    Encoded, Failure, FormulaPeriod, Fuel, PositionShape, Script, ScriptFault, ScriptLimits, ScriptOption,
};

use super::reach::metered;
use crate::game::UnusableRules;
use crate::number::{cost, meter};
use crate::theory::step::counted;

/// A formula that a client wrote. It is pure, as rules are.
#[derive(Clone, Debug)]
pub(crate) struct ScriptFormula {
    script: Script,
    signature: Signature,
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
        let Some(signature) = Signature::of(source) else {
            let reason = "a conjecture defines either a function value(n) or a function lost(n), or for pairs value(a, b) or \
                          lost(a, b)";
            return Err(UnusableRules { place: None, at: None, too_costly: false, reason: reason.to_owned() });
        };
        let Signature { name, parameters, .. } = signature;
        // A script is called by its function `options`. Its only option here is the result. The function comes first, so
        // that a fault at the end of the client's text has its place in this text.
        let star = if parameters > 1 { "*" } else { "" };
        let called = format!("def options(position): return [int({name}({star}position))]\n{source}");
        let compile = |fuel: &mut dyn Fuel| Script::compile(&called, &[], ScriptLimits::default(), fuel);
        let script = metered(|fuel| compile(fuel).map_err(|failure| signature.placed(failure, None)))?;
        let is_of_losses = name == "lost";
        // The result for losses is not the number, but whether it is 0.
        let period = FormulaPeriod::of(source, name).filter(|period| period.growth == 0 || !is_of_losses);
        Ok(Self { script, signature, is_of_losses, period })
    }

    /// Returns the result for a position: the value, or 1 if the player to move loses and 0 otherwise.
    ///
    /// # Errors
    /// The script fails at the position, or the meter is spent.
    pub(crate) fn result(&mut self, position: Encoded<'_>) -> Result<i64, UnusableRules> {
        meter::go_on(cost::POSITION)?;
        let Self { script, signature, .. } = self;
        let result = metered(|fuel| {
            let placed = |failure| signature.placed(failure, Some(position));
            let options = script.options(position, fuel).map_err(placed)?;
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
    Signature::of(source).is_some_and(|signature| signature.parameters > 1)
}

/// The function that a formula defines.
#[derive(Clone, Copy, Debug)]
struct Signature {
    /// `value` or `lost`.
    name: &'static str,
    /// The number of parameters. Each of several parameters is an integer of the position.
    parameters: usize,
    /// The line of the definition, counted from 1.
    line: u32,
}

impl Signature {
    /// Finds the function. `None` if a script defines neither `value` nor `lost`, or both, or if it defines `options`,
    /// by which the formula is called.
    fn of(source: &str) -> Option<Self> {
        let defined = |name: &'static str| {
            let (list, line) = source.lines().zip(1_u32..).find_map(|(text, line)| {
                let rest = text.strip_prefix("def ")?.trim_start().strip_prefix(name)?;
                Some((rest.trim_start().strip_prefix('(')?.split(')').next()?, line))
            })?;
            let parameters = list.split(',').filter(|parameter| !parameter.trim().is_empty()).count();
            Some(Self { name, parameters, line })
        };
        match (defined("value"), defined("lost"), defined("options")) {
            (Some(signature), None, None) | (None, Some(signature), None) => Some(signature),
            _ => None,
        }
    }

    /// Moves the place of a fault into the client's text, which begins after one line. A fault of that line is about the
    /// parameters or the result of the function at `position`.
    fn placed(self, failure: Failure, position: Option<Encoded<'_>>) -> Failure {
        let Failure::Fault(ScriptFault { line, column, message }) = failure else { return failure };
        if line > 1 {
            return Failure::Fault(ScriptFault { line: line - 1, column, message });
        }
        let Self { name, parameters, line } = self;
        let numbers = position.map(|position| match position.shape() {
            PositionShape::Tuple(parts) => parts.count(),
            PositionShape::Int(_) | PositionShape::Text(_) => 1,
        });
        let message = match numbers {
            Some(numbers) if numbers != parameters && parameters != 1 => {
                let (has, needs) = (counted(parameters, "parameter", "parameters"), counted(numbers, "part", "parts"));
                format!(
                    "{name} has {has}, but a position here has {needs}: the function needs a parameter for each part"
                )
            }
            _ => format!("{name} must give an integer, or True or False: {message}"),
        };
        Failure::Fault(ScriptFault { line, column: 1, message })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::shape::Literal;

    /// The place and the words of the fault of a formula, at a position if it compiles.
    fn fault(source: &str, position: &[i64]) -> (Option<(u32, u32)>, String) {
        let numbers: Vec<Literal> = position.iter().map(|n| Literal::int(*n).unwrap()).collect();
        let position = if let [only] = &numbers[..] { only.clone() } else { Literal::tuple(&numbers).unwrap() };
        let result = ScriptFormula::compile(source).and_then(|mut formula| formula.result(position.encoded()));
        let UnusableRules { place, reason, .. } = result.unwrap_err();
        (place, reason)
    }

    #[test]
    fn a_fault_is_in_the_text_of_the_client() {
        for (source, position, line, words) in [
            (
                "# three\ndef value(a, b, c):\n    return a",
                &[1_i64, 2][..],
                2,
                "value has 3 parameters, but a position here has 2 parts",
            ),
            ("def value(a, b): return a", &[1], 1, "value has 2 parameters, but a position here has 1 part"),
            ("def value():\n    return 1", &[1], 1, "value has 0 parameters, but a position here has 1 part"),
            ("\ndef value(n):\n    return 'x'", &[1], 2, "value must give an integer"),
            ("def value(n):\n    m = 0\n    return n // m", &[1], 3, "line 3"),
            ("def value(n):\n    return (n", &[1], 2, "line 2"),
        ] {
            let (place, reason) = fault(source, position);
            let found = place.map(|(line, _)| line);
            assert!(found == Some(line) && reason.contains(words), "{source}: {found:?}, {reason}");
        }
    }
}
