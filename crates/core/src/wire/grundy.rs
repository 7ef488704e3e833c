//! The Grundy values of many positions of one game, for maps and for lists of values.

use std::borrow::Cow;

use super::fault::Fault;
use super::position::refusal;
use crate::game::shape::PlainValue;
use crate::game::{Play, Positions, Solved, Unsolved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Obstacle, Refusal, Separate};
use crate::theory::Caches;

/// Positions with their Grundy values.
pub(super) struct GrundyValues<'t> {
    /// The value of each position; `None` if the rules do not allow the position, if it has no Grundy value, or if the
    /// value needs more work than is left.
    pub(super) values: Vec<Option<Natural>>,
    /// The solved positions, without those that the rules do not allow.
    pub(super) separate: Separate<'t>,
}

/// Adds the positions to the empty list `of`, and solves them. If the work does not suffice for all of them, the first
/// positions are solved.
///
/// # Errors
/// If no position can be solved, or the meter is spent.
pub(super) fn values<'t>(
    mut of: Box<dyn Positions>,
    key: &str,
    positions: impl Iterator<Item = PlainValue>,
    tables: &'t Caches,
) -> Result<GrundyValues<'t>, Fault> {
    let positions = meter::each(positions, cost::NUMBER);
    let legal: Vec<bool> = positions.map(|position| of.push(position).is_ok()).collect();
    let separate = Separate::of(&*of, Play::Normal, tables).map_err(Fault::spent)?;
    if separate.solved().is_none() && !of.is_empty() {
        // The fault of one of the positions says why.
        solve(of, key, tables)?;
    }
    let mut found = separate.values().map_err(Fault::spent)?.into_iter().map(|value| match value {
        Some(Value::Nimber(value)) => Some(value),
        _ => None,
    });
    let values = legal.into_iter().map(|legal| if legal { found.next().flatten() } else { None }).collect();
    Ok(GrundyValues { values, separate })
}

/// Solves positions.
///
/// # Errors
/// If some position cannot be solved, or the meter is spent.
pub(super) fn solve(positions: Box<dyn Positions>, key: &str, tables: &Caches) -> Result<Box<dyn Solved>, Fault> {
    positions.solve(Play::Normal, tables).map_err(|unsolved| unreached(key, unsolved))
}

/// Returns the Grundy value of a position, if it has one.
pub(super) fn nimber(solved: &dyn Solved, index: usize) -> Option<Natural> {
    match solved.value(index) {
        Value::Nimber(value) => Some(value),
        _ => None,
    }
}

/// Creates the fault of a position that cannot be solved.
fn unreached(key: &str, unsolved: Unsolved) -> Fault {
    let (key, index) = (Cow::Owned(key.to_owned()), unsolved.index);
    let fault = refusal(Refusal { key, index, reason: Obstacle::Unsolved(unsolved) });
    Fault { pointer: String::new(), ..fault }
}
