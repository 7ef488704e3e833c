//! The catalogue, and pictures of values.

use grundy_core::number::meter::{Meter, Stop};
use grundy_core::wire::catalogue::CatalogueAnswer;
use grundy_core::wire::chart::ChartRequest;
use grundy_core::wire::engine::run;
use grundy_core::wire::fault::{Code, Fault};
use grundy_core::wire::position;
use grundy_core::wire::search::{self, CatalogueSearch};
use pyo3::prelude::*;

use crate::exceptions::{exception, rejected, unwritable};
use crate::work::{ENGINE, work};

/// Returns the games that match all words of `text` and have the tag, if there is one. The result is the JSON that the
/// service writes.
///
/// # Errors
/// If there is no such tag.
#[pyfunction]
pub fn games(text: &str, tag: Option<&str>) -> PyResult<String> {
    let tag = tag.map(search::tag).transpose();
    let tag = tag.map_err(|detail| rejected(&Fault::new(Code::InvalidRequest, detail).under("tag").into()))?;
    let limits = serde_json::value::to_raw_value(&ENGINE.limits).map_err(|fault| unwritable(&fault))?;
    let found = CatalogueAnswer::of(&CatalogueSearch::new(text, tag), env!("CARGO_PKG_VERSION"), &limits);
    serde_json::to_string(&found.map_err(|fault| rejected(&fault.into()))?).map_err(|fault| unwritable(&fault))
}

/// Draws, as SVG, the values of a game whose positions are one or two integers. The ranges are a query string, as for
/// the service's map.
///
/// # Errors
/// If the ranges are wrong, or positions of the game have another shape.
#[pyfunction]
pub fn picture(py: Python<'_>, key: &str, ranges: &str) -> PyResult<String> {
    let part = position::part(key).map_err(|fault| rejected(&fault.into()))?;
    let draw = move |meter: &Meter, _: &Stop| {
        run(meter, || {
            let request = ChartRequest::from_query(part, ranges, &ENGINE.limits)?.ok_or_else(|| {
                let detail = "only games whose positions are one integer or two have a picture of their values";
                Fault::new(Code::InvalidRequest, detail)
            })?;
            Ok(request.answer(&ENGINE.tables)?.picture())
        })
    };
    work(py, ENGINE.limits.max_steps, draw)?.map_err(|no_answer| exception(&no_answer))
}
