//! The Grundy values of many positions of one game, for maps and for lists of values.

use std::borrow::Cow;

use super::fault::Fault;
use super::position::refusal;
use crate::game::shape::PlainValue;
use crate::game::{Play, Positions, Solved, Unsolved, Value};
use crate::number::Natural;
use crate::number::{cost, meter};
use crate::solve::{Obstacle, Refusal};
use crate::theory::Caches;

/// Positions with their Grundy values.
pub(super) struct GrundyValues {
    /// The value of each position; `None` if the rules do not allow the position, or if it has no Grundy value.
    pub(super) values: Vec<Option<Natural>>,
    /// The solved positions, without those that the rules do not allow.
    pub(super) solved: Box<dyn Solved>,
}

/// Adds the positions to the empty list `of`, and solves them.
///
/// # Errors
/// If some position cannot be solved, or the meter is spent.
pub(super) fn values(
    mut of: Box<dyn Positions>,
    key: &str,
    positions: impl Iterator<Item = PlainValue>,
    tables: &Caches,
) -> Result<GrundyValues, Fault> {
    let positions = meter::each(positions, cost::NUMBER);
    let legal: Vec<bool> = positions.map(|position| of.push(position).is_ok()).collect();
    let solved = solve(of, key, tables)?;
    let mut found = (0..solved.len()).map(|index| nimber(&*solved, index));
    let values = legal.into_iter().map(|legal| if legal { found.next().flatten() } else { None }).collect();
    Ok(GrundyValues { values, solved })
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
