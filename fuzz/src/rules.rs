//! Scripts of rules. Any script must end within the limits, and must have the same result each time.
//! crates/rules/tests/corpus.rs replays `corpus/rules`.

#![allow(clippy::unwrap_used, reason = "a broken law is a panic")]

use grundy_rules::{Failure, Fuel, OutOfFuel, Script, ScriptLimits, ScriptOption, ScriptPosition, Steps};

/// The largest number of steps of one run. These steps take some milliseconds.
const LIMIT: u64 = 3_000_000;
/// The largest number of steps that one call of [`Fuel::charge`] may charge.
const LONGEST: u64 = 8_000_000;

struct Watched(Steps);

impl Fuel for Watched {
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel> {
        assert!(steps <= LONGEST, "{steps} steps at once");
        self.0.charge(steps)
    }
}

/// Runs any bytes as a script. Panics if a law does not hold.
pub fn rules(data: &[u8]) {
    let source = String::from_utf8_lossy(data);
    let first = run(&source);
    assert_eq!(first, run(&source), "a script ends in two ways");
    if let (Err(Failure::Fault(fault)), _) = &first {
        let lines = u32::try_from(source.lines().count()).unwrap();
        assert!(fault.line >= 1 && fault.line <= lines + 1 && fault.column >= 1, "{fault}");
    }
}

/// Returns the options of some positions, and the options of those options. Also returns the steps that this took.
fn run(source: &str) -> (Result<Vec<String>, Failure>, u64) {
    let mut fuel = Watched(Steps::new(LIMIT));
    let outcome = written(source, &mut fuel);
    (outcome, fuel.0.spent())
}

fn written(source: &str, fuel: &mut Watched) -> Result<Vec<String>, Failure> {
    let limits = ScriptLimits { memory: 1 << 20 };
    let mut script = Script::compile(source, &[], limits, fuel)?;
    let mut positions: Vec<ScriptPosition> =
        ["7", "'a.b'", "(3, (1, 'x'), ())"].map(|text| text.parse().unwrap()).to_vec();
    let mut lines = Vec::new();
    for number in 0..20 {
        let Some(position) = positions.get(number).cloned() else { break };
        match script.options(position.encoded(), fuel) {
            Ok(options) => {
                for option in options.iter() {
                    lines.push(option.to_string());
                    if let ScriptOption::To(position) = option {
                        let position = position.to_position();
                        assert_eq!(position.to_string().parse(), Ok(position.clone()), "a position is read as another");
                        positions.push(position);
                    }
                }
            }
            // The first three positions are the same for all scripts. A script may fail at them if its game has
            // positions of another form.
            Err(Failure::Fault(_)) if number < 3 => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(lines)
}
