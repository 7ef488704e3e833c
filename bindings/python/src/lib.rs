//! The native half of the Python package. It answers JSON requests with JSON, and computes with arrays. Types,
//! docstrings and exceptions for users are in `python/grundy`, the only module that imports this one.

mod arrays;
mod catalogue;
mod exceptions;
mod graphs;
mod stream;
mod work;

use std::sync::Arc;

use dashu_int::UBig;
use grundy_core::game::shape::Shape;
use grundy_core::wire::engine::{Question, RequestText};
use grundy_core::wire::position;
use grundy_core::wire::request::Defaults;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::exceptions::{exception, rejected};
use crate::graphs::Named;
use crate::work::{ENGINE, work};

/// Answers a request. Other threads of Python can run in the meantime.
#[expect(clippy::needless_pass_by_value, reason = "arguments from Python are")]
fn answer(py: Python<'_>, question: Question, request: &str, named: Named) -> PyResult<String> {
    let games = graphs::games(&named)?;
    let answer = work(py, ENGINE.limits.max_steps, move |meter, _| {
        let defaults = Defaults { games: Some(&Arc::new(games)), ..Defaults::default() };
        ENGINE.answer(question, RequestText::JsonWith(request.as_bytes(), defaults), meter).answer
    })?;
    Ok(String::from_utf8(answer.map_err(|no_answer| exception(&no_answer))?)?)
}

/// Returns whether strings in positions of this shape are texts and not integers.
fn has_texts(shape: &Shape) -> bool {
    match shape {
        Shape::Text { .. } | Shape::Comparison | Shape::Board | Shape::Names => true,
        Shape::List(part) => has_texts(part),
        _ => false,
    }
}

/// The native half of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::arrays::values;
    #[pymodule_export]
    use super::catalogue::{games, picture};
    #[pymodule_export]
    use super::exceptions::Rejected;
    #[pymodule_export]
    use super::graphs::{Cycle, PyGraph, PySplitting};
    #[pymodule_export]
    use super::stream::PyStream;

    use super::{
        Bound, Named, PyBytes, PyResult, PyValueError, Python, Question, UBig, answer, has_texts, position, pyfunction,
        rejected,
    };

    /// Answers with the winner, the value and the recommended move.
    #[pyfunction]
    fn analyze(py: Python<'_>, request: &str, games: Named) -> PyResult<String> {
        answer(py, Question::Analysis, request, games)
    }

    /// Answers with a page of moves.
    #[pyfunction]
    fn moves(py: Python<'_>, request: &str, games: Named) -> PyResult<String> {
        answer(py, Question::Moves, request, games)
    }

    /// Makes a move, and replies.
    #[pyfunction]
    fn play(py: Python<'_>, request: &str, games: Named) -> PyResult<String> {
        answer(py, Question::Turn, request, games)
    }

    /// Answers with the misère quotient of some positions.
    #[pyfunction]
    fn quotient(py: Python<'_>, request: &str, games: Named) -> PyResult<String> {
        answer(py, Question::Quotient, request, games)
    }

    /// Answers with the values of many positions, which are separate and not a sum.
    #[pyfunction]
    fn table(py: Python<'_>, request: &str, games: Named) -> PyResult<String> {
        answer(py, Question::Values, request, games)
    }

    /// Returns whether the strings in positions of a game of the catalogue are texts. If not, they are integers.
    #[pyfunction]
    fn is_text(key: &str) -> PyResult<bool> {
        let part = position::part(key).map_err(|fault| rejected(&fault.into()))?;
        Ok(has_texts(&part.components.ruleset().shape()))
    }

    /// Returns the decimal digits of an integer, which is given by its bytes, the least significant first.
    #[pyfunction]
    fn to_digits(bytes: &[u8]) -> String {
        UBig::from_le_bytes(bytes).to_string()
    }

    /// Returns the bytes, the least significant first, of the integer that has these decimal digits.
    #[pyfunction]
    fn from_digits<'py>(py: Python<'py>, digits: &str) -> PyResult<Bound<'py, PyBytes>> {
        let integer: UBig = digits.parse().map_err(|_| PyValueError::new_err("not decimal digits"))?;
        Ok(PyBytes::new(py, &integer.to_le_bytes()))
    }
}
