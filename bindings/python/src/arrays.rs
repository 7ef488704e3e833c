//! Grundy values of positions in NumPy arrays.

use std::ops::ControlFlow;

use grundy_core::game::columns::{Columns, Missing};
use grundy_core::game::{Illegal, Ruleset, Unsolved};
use grundy_core::number::meter::{Meter, Stop};
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::position;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::exceptions::rejected;
use crate::work::{ENGINE, work};

/// The values, one for each place in the columns. If values are masked, also a mask of the places without a value.
type Values<'py> = (Bound<'py, PyArray1<u64>>, Option<Bound<'py, PyArray1<bool>>>);

/// Computes the Grundy values of a game's positions. `columns` has contiguous arrays of the same length. Each array has
/// one integer of every position. Other threads of Python can run in the meantime.
///
/// # Errors
/// If the key or the number of columns is wrong. Also if values are not masked, and some position has no value. The
/// error then names the first such position.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are")]
pub fn values<'py>(
    py: Python<'py>,
    key: &str,
    columns: Vec<PyReadonlyArray1<'py, u64>>,
    masked: bool,
) -> PyResult<Values<'py>> {
    let part = position::part(key).map_err(|fault| rejected(&fault.into()))?;
    let rules = part.components.ruleset();
    let slices = columns.iter().map(PyReadonlyArray1::as_slice).collect::<Result<Vec<_>, _>>()?;
    let positions = columns_of(rules, key, &slices).map_err(|fault| rejected(&fault.into()))?;
    let length = slices.first().map_or(0, |column| column.len());
    let values = PyArray1::zeros(py, length, false);
    let mask = masked.then(|| PyArray1::zeros(py, length, false));
    let mut first = None;
    {
        let mut values = values.try_readwrite()?;
        let values = values.as_slice_mut()?;
        let mut mask = mask.as_ref().map(|mask: &Bound<'_, PyArray1<bool>>| mask.try_readwrite()).transpose()?;
        let mut mask = mask.as_mut().map(|mask| mask.as_slice_mut()).transpose()?;
        let mut on_missing = |place: usize, missing| {
            let Some(mask) = &mut mask else {
                first = Some((place, missing));
                return ControlFlow::Break(());
            };
            mask[place] = true;
            ControlFlow::Continue(())
        };
        // If the work ended at a position without a value, `first` holds that position.
        let fill =
            |meter: &Meter, _: &Stop| meter.run(|| rules.fill(positions, values, &ENGINE.tables, &mut on_missing));
        let _ = work(py, u64::MAX, fill)?;
    }
    match first {
        None => Ok((values, mask)),
        Some((place, missing)) => Err(rejected(&fault(place, &missing).into())),
    }
}

/// Creates the columns of a list of positions. Each array has one integer of every position.
///
/// # Errors
/// If the positions of the game are neither integers nor pairs of integers, if the number of arrays is wrong, or if the
/// arrays are of different lengths.
fn columns_of<'c>(rules: &dyn Ruleset, key: &str, slices: &[&'c [u64]]) -> Result<Columns<'c>, Fault> {
    let wrong = |detail| Err(Fault::new(Code::InvalidRequest, detail));
    match (Columns::count(rules.shape()), slices) {
        (Some(1), [integers]) => Ok(Columns::integers(integers)),
        (Some(2), [first, second]) => Columns::pairs(first, second)
            .ok_or_else(|| Fault::new(Code::InvalidRequest, "the arrays are of different lengths")),
        (None, _) => wrong(format!(
            "positions of {key} are neither one integer nor two, so that they are not in arrays: grundy.analyze takes them"
        )),
        (Some(1), _) => wrong(format!("positions of {key} are integers, in one array; here are {}", slices.len())),
        (Some(_), _) => wrong(format!("positions of {key} are two integers, in two arrays; here are {}", slices.len())),
    }
}

/// Creates the fault for the position at the index `place`. The pointer of the fault names the position.
fn fault(place: usize, missing: &Missing) -> Fault {
    let code = match missing {
        Missing::Illegal(Illegal { .. }) => Code::IllegalPosition,
        Missing::Unsolved(Unsolved { too_costly: true, .. }) => Code::TooCostly,
        Missing::Unsolved(_) | Missing::NoNumber | Missing::TooLarge => Code::ValueUnknown,
    };
    Fault::new(code, format!("at index {place}: {missing}")).under(place)
}
