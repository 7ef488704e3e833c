//! Streams of requests: lines of JSON, which are answered piece by piece.

use std::sync::{Mutex, PoisonError};

use grundy_core::wire::batch::{Answers, BatchSettings, Item, Shared, StreamSection};
use grundy_core::wire::lines;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exceptions::unwritable;
use crate::graphs::{self, Named};
use crate::work::{ENGINE, work};

/// A stream of requests for analyses. Pieces of the stream may come one after the other, so that neither the requests
/// nor the answers are in memory at once.
#[pyclass(frozen, name = "Stream")]
pub struct PyStream(Mutex<Place>);

/// The games that the later lines may use, and the number of the next line.
struct Place {
    shared: Shared,
    next: u64,
}

#[pymethods]
impl PyStream {
    /// Creates a stream whose requests may use these games.
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "arguments from Python are")]
    fn new(games: Named) -> PyResult<Self> {
        Ok(Self(Mutex::new(Place { shared: Shared::of(graphs::games(&games)?), next: 1 })))
    }

    /// Answers the next lines. The answer has a line for each line of the input that is not blank.
    fn answer<'py>(&self, py: Python<'py>, lines: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let json = work(py, u64::MAX, |_, stop| {
            let (mut place, mut json) = (self.0.lock().unwrap_or_else(PoisonError::into_inner), Vec::new());
            for StreamSection { text, first, defines } in StreamSection::of_lines(lines, place.next) {
                let mut answers = if defines {
                    let line = Item { text: text.trim_ascii_end(), line: Some(first) };
                    place.shared.define(line, usize::MAX, &ENGINE, stop)?
                } else {
                    let terms = BatchSettings::of_lines(usize::MAX).with_games(place.shared.games());
                    Answers::of_lines(text, first, terms, &ENGINE, stop)?
                };
                json.append(&mut answers.json);
            }
            place.next = place.next.saturating_add(lines::ends(lines));
            Ok(json)
        })?;
        Ok(PyBytes::new(py, &json.map_err(|fault| unwritable(&fault))?))
    }
}
