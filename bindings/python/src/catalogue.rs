//! The catalogue, and pictures of values.

use grundy_core::game::shape::Shape;
use grundy_core::number::meter::{Meter, Stop};
use grundy_core::solve::Part;
use grundy_core::wire::catalogue::Catalogue;
use grundy_core::wire::engine::run;
use grundy_core::wire::fault::{Code, Fault, Faults};
use grundy_core::wire::map::svg::Picture;
use grundy_core::wire::map::{Map, MapRequest};
use grundy_core::wire::position;
use grundy_core::wire::search::{self, Search};
use grundy_core::wire::values::plot::Plot;
use grundy_core::wire::values::{Values, ValuesRequest};
use pyo3::prelude::*;

use crate::work::work;
use crate::{ENGINE, exception, rejected, unwritable};

/// The JSON of the catalogue, as the service has it: of the games that have all words of a text, and a tag.
///
/// # Errors
/// If there is no such tag.
#[pyfunction]
pub fn games(text: &str, tag: Option<&str>) -> PyResult<String> {
    let tag = tag.map(search::tag).transpose();
    let tag = tag.map_err(|detail| rejected(&Fault::new(Code::InvalidRequest, detail).under("tag").into()))?;
    let limits = serde_json::value::to_raw_value(&ENGINE.limits).map_err(|fault| unwritable(&fault))?;
    let found = Catalogue::of(&Search::new(text, tag), env!("CARGO_PKG_VERSION"), &limits);
    serde_json::to_string(&found.map_err(|fault| rejected(&fault.into()))?).map_err(|fault| unwritable(&fault))
}

/// The SVG of the values of a game of one integer or of two; the ranges are a query string, as the service's map has it.
///
/// # Errors
/// What is wrong with them, or that positions of the game are of another shape.
#[pyfunction]
pub fn picture(py: Python<'_>, key: &str, ranges: &str) -> PyResult<String> {
    let part = position::part(key).map_err(|fault| rejected(&fault.into()))?;
    let draw = move |meter: &Meter, _: &Stop| run(meter, || Ok(draw(part, ranges)?));
    work(py, ENGINE.limits.max_steps, draw)?.map_err(|no_answer| exception(&no_answer))
}

fn draw(part: Part, ranges: &str) -> Result<String, Faults> {
    match part.run.shape() {
        Shape::Pair => {
            let request = MapRequest::from_query(part, ranges, &ENGINE.limits)?;
            Ok(Picture::new(&Map::of(&request, &ENGINE.tables)?).to_string())
        }
        Shape::Integer => {
            let request = ValuesRequest::from_query(part, ranges, &ENGINE.limits)?;
            Ok(Plot::new(&Values::of(&request, &ENGINE.tables)?).to_string())
        }
        _ => {
            let detail = "only games whose positions are one integer or two have a picture of their values";
            Err(Fault::new(Code::InvalidRequest, detail).into())
        }
    }
}
