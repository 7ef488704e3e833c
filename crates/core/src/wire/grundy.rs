//! The Grundy values of many positions of one game, for maps and for lists of values.

use std::borrow::Cow;

use super::fault::Fault;
use super::position::refusal;
use crate::game::run::Run;
use crate::game::shape::PlainValue;
use crate::game::{Play, Unsolved, Value};
use crate::number::Natural;
use crate::number::meter;
use crate::solve::{Obstacle, Refusal};
use crate::theory::Caches;

/// Steps of keeping and writing a value, beside those that its game charges.
const STEPS_A_VALUE: u64 = 20;

/// Returns the Grundy values of positions, which are added to a run that has none. `None` if a text is not a position,
/// or the position has no Grundy value.
///
/// # Errors
/// If the theory does not reach one, or the meter is spent.
pub(super) fn values(
    run: &mut dyn Run,
    key: &str,
    positions: impl Iterator<Item = PlainValue>,
    tables: &Caches,
) -> Result<Vec<Option<Natural>>, Fault> {
    let positions = positions.take_while(|_| meter::go_on(STEPS_A_VALUE).is_ok());
    let legal: Vec<bool> = positions.map(|position| run.push(position).is_ok()).collect();
    solve(run, key, tables)?;
    let mut found = (0..run.len()).map(|index| nimber(run, index));
    Ok(legal.into_iter().map(|legal| if legal { found.next().flatten() } else { None }).collect())
}

/// Solves the components of a run.
///
/// # Errors
/// If the theory does not reach one, or the meter is spent.
pub(super) fn solve(run: &mut dyn Run, key: &str, tables: &Caches) -> Result<(), Fault> {
    run.prepare(Play::Normal, tables).map_err(|unsolved| unreached(key, unsolved))?;
    run.solve().map_err(Fault::spent)
}

/// Returns the Grundy value of a solved component, if it has one.
pub(super) fn nimber(run: &dyn Run, index: usize) -> Option<Natural> {
    match run.value(index) {
        Value::Nimber(value) => Some(value),
        _ => None,
    }
}

/// Creates the fault of a game whose theory does not reach all positions that are asked for.
fn unreached(key: &str, unsolved: Unsolved) -> Fault {
    let (key, index) = (Cow::Owned(key.to_owned()), unsolved.index);
    let fault = refusal(Refusal { key, index, reason: Obstacle::Unsolved(unsolved) });
    Fault { pointer: String::new(), ..fault }
}
