//! Solves positions, and compares the time with that of a rival.

use std::hint::black_box;
use std::time::Instant;

use grundy_core::catalogue;
use grundy_core::game::shape::{Pair, PlainValue};
use grundy_core::game::{Play, Positions, Value};
use grundy_core::number::Natural;
use grundy_core::theory::Caches;

/// The number of rounds of each comparison.
pub const ROUNDS: usize = 15;

fn seconds(mut work: impl FnMut()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs the solver and its rival in turn. A round does `units` units of work.
pub fn compare(what: &str, goal: &str, rival: &str, units: f64, mut ours: impl FnMut(), mut theirs: impl FnMut()) {
    ours();
    theirs();
    let rounds: Vec<_> = (0..ROUNDS).map(|_| (seconds(&mut ours) / units, seconds(&mut theirs) / units)).collect();
    let own = median(rounds.iter().map(|(own, _)| *own).collect());
    let other = median(rounds.iter().map(|(_, other)| *other).collect());
    let ratio = median(rounds.iter().map(|(own, other)| own / other).collect());
    let faster = if ratio < 1.0 { format!("{:.1} × faster", 1.0 / ratio) } else { format!("{ratio:.2} ×") };
    println!("{what:44} {:>9} {rival:26} {:>9}  {faster:>16}  goal {goal}", time(own), time(other));
}

fn time(seconds: f64) -> String {
    let ns = seconds * 1e9;
    match ns {
        ..1e3 => format!("{ns:.1} ns"),
        ..1e6 => format!("{:.1} µs", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

/// Creates the components of a game, as the service has them after reading a request.
pub fn run(game: &str, positions: impl IntoIterator<Item = PlainValue>) -> Box<dyn Positions> {
    let mut run = catalogue::find(game).unwrap().rules.none();
    for position in positions {
        run.push(position).unwrap();
    }
    run
}

pub fn pairs(game: &str, numbers: &[u64]) -> Box<dyn Positions> {
    run(game, numbers.chunks(2).map(|pair| PlainValue::Pair(Pair::new(pair[0], pair[1]))))
}

pub fn pair(game: &str, first: &Natural, second: &Natural) -> Box<dyn Positions> {
    run(game, [PlainValue::Pair(Pair::new(first.clone(), second.clone()))])
}

/// Solves the components, and counts those that are not lost. Solving consumes the components, so the measured time
/// includes copying them.
pub fn won(run: &dyn Positions) -> u64 {
    let solved = black_box(run).copy().solve(Play::Normal, &Caches::default()).unwrap();
    (0..solved.len()).map(|index| u64::from(solved.value(index) != Value::Nimber(Natural::ZERO))).sum()
}
