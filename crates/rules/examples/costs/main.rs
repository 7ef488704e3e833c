//! Measures the processor time of a step: `costs [--all] [ENTRY…]`. Each case of `cases.txt` runs with small and with
//! large arguments. The cases are printed from the most nanoseconds a step to the fewest: the worst 40 or all.

#![expect(clippy::expect_used, clippy::panic, reason = "a mistake in a case ends the measurement")]

mod cases;

use std::time::Duration;

use cases::{Case, Law, Size, cases};
use grundy_rules::{Failure, Script, ScriptLimits, ScriptPosition, Steps};

/// The number of steps after which a case was measured for long enough. It is far above the steps that make the
/// largest dict.
const LONG: u64 = 16_000_000;
/// How often each case is measured. The least time counts, because other programs only make a case slower.
const ROUNDS: usize = 3;
/// How often the work of a script is repeated in one call, unless a limit ends the call before.
const REPEATED: i64 = 1 << 40;

/// The processor time and the steps of some calls.
#[derive(Default)]
struct Cost {
    seconds: f64,
    steps: u64,
    calls: u32,
}

/// Calls a script, and returns the steps of the call.
fn call(script: &mut Script, repeated: i64, limit: u64) -> Result<u64, Failure> {
    let position = ScriptPosition::int(repeated).expect("a position");
    let mut fuel = Steps::new(limit);
    match script.options(position.encoded(), &mut fuel) {
        Ok(_) | Err(Failure::Spent | Failure::Memory(_)) => Ok(fuel.spent()),
        Err(fault) => Err(fault),
    }
}

/// Measures calls that do the work as often as `repeated`.
fn measure(script: &mut Script, repeated: i64, enough: u64) -> Result<Cost, Failure> {
    let mut cost = Cost::default();
    let begun = processor_time();
    while cost.steps < enough && cost.calls < 100_000 {
        cost.steps += call(script, repeated, LONG)?;
        cost.calls += 1;
    }
    cost.seconds = processor_time() - begun;
    Ok(cost)
}

/// Returns the nanoseconds of a step of a case, without what its script does before the loop.
fn nanoseconds(case: &Case, size: usize) -> Result<f64, Failure> {
    let mut script = Script::compile(&case.script(size), &[], ScriptLimits::default(), &mut Steps::new(u64::MAX))?;
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        least = least.min(round(&mut script)?);
    }
    Ok(least)
}

fn round(script: &mut Script) -> Result<f64, Failure> {
    let all = measure(script, REPEATED, LONG)?;
    let before = measure(script, 0, LONG / 20)?;
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "for people")]
    let each = |total: u64| total as f64 / f64::from(before.calls) * f64::from(all.calls);
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "for people")]
    let steps = all.steps as f64 - each(before.steps);
    let seconds = all.seconds - before.seconds / f64::from(before.calls) * f64::from(all.calls);
    Ok(seconds * 1e9 / steps)
}

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    let is_all = names.first().is_some_and(|name| name == "--all");
    names.drain(..usize::from(is_all));
    let mut rows = Vec::new();
    for case in cases().filter(|case| names.is_empty() || names.iter().any(|name| name == case.entry)) {
        let sizes = match (case.size, case.law) {
            (Size::None, _) => vec![1],
            (size, Law::Constant) => vec![size.largest()],
            (size, _) => vec![20, 1000.min(size.largest()), size.largest()],
        };
        for size in sizes {
            match nanoseconds(&case, size) {
                Ok(time) => rows.push((time, size, case)),
                Err(failure) => println!("{}: {}: {failure}", case.entry, case.work),
            }
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (time, size, case) in rows.iter().take(if is_all { usize::MAX } else { 40 }) {
        println!("{time:6.2} ns a step, N = {size:6}: {}: {}", case.entry, case.work);
    }
}

/// Returns the processor time of this thread in seconds.
fn processor_time() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default()).as_secs_f64()
}
