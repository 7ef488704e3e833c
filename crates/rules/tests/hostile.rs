//! Checks that hostile scripts end within their limits. No script may panic, overflow a small stack, or charge too many
//! steps at once.

#![allow(clippy::expect_used, reason = "what a test needs is there")]

use std::path::Path;

use grundy_rules::{
    Failure, Fuel, OutOfFuel, PositionTable, Script, ScriptLimits, ScriptOption, ScriptPosition, Steps,
};

/// The number of steps that a script may use in this test. The service allows 25 times as many steps, about 2 s of
/// work.
const LIMIT: u64 = 60_000_000;
/// The largest number of steps that may be charged at once. These steps take about 5 ms.
const LONGEST: u64 = 4_000_000;

/// Counts steps, and records the largest number that was charged at once.
struct Watched {
    steps: Steps,
    longest: u64,
}

impl Fuel for Watched {
    fn charge(&mut self, steps: u64) -> Result<(), OutOfFuel> {
        self.longest = self.longest.max(steps);
        self.steps.charge(steps)
    }
}

/// Explores a game until all positions are found or a limit is reached. Returns the number of positions found.
fn explore(source: &str, fuel: &mut dyn Fuel) -> Result<usize, Failure> {
    let mut script = Script::compile(source, &[], ScriptLimits::default(), fuel)?;
    let mut positions = PositionTable::default();
    positions.number(ScriptPosition::int(30).expect("a position").encoded());
    let mut next = 0;
    while let Some(position) = positions.get(next) {
        let options = script.options(position, fuel)?;
        for option in options.iter() {
            match option {
                ScriptOption::To(position) => positions.number(position),
                ScriptOption::Sum(parts) => parts.map(|part| positions.number(part)).last().flatten(),
            };
        }
        if positions.memory() > 16 << 20 {
            break;
        }
        next += 1;
    }
    Ok(positions.len())
}

#[test]
fn hostile_scripts_end_in_bounds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let source = std::fs::read_to_string(&path).expect("a file");
        let mut fuel = Watched { steps: Steps::new(LIMIT), longest: 0 };
        // The stack of this thread is as small as that of the service's smallest thread.
        let outcome = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(2 << 20);
            let work = || explore(&source, &mut fuel);
            thread.spawn_scoped(scope, work).expect("a thread").join().expect("no panic")
        });
        println!("{} {outcome:?} longest {}", path.display(), fuel.longest);
        if let Err(Failure::Fault(fault)) = &outcome {
            assert!(fault.line >= 1 && fault.column >= 1, "{}: {fault}", path.display());
        }
        assert!(fuel.longest <= LONGEST, "{} asks for {} steps at once", path.display(), fuel.longest);
        count += 1;
    }
    assert!(count >= 100, "{count} scripts");
}
