//! The exceptions of requests that have no answer.

use grundy_core::wire::engine::NoAnswer;
use grundy_core::wire::fault::Faults;
use grundy_core::wire::problem::Document;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;

create_exception!(_native, Rejected, PyException, "Its argument is the JSON of what is wrong with a request.");

/// Creates the exception of a request with these faults.
pub fn rejected(faults: &Faults) -> PyErr {
    serde_json::to_string(&Document::of(faults)).map_or_else(|fault| unwritable(&fault), Rejected::new_err)
}

pub fn unwritable(fault: &serde_json::Error) -> PyErr {
    PyRuntimeError::new_err(fault.to_string())
}

/// Creates the exception of a request without an answer.
pub fn exception(no_answer: &NoAnswer) -> PyErr {
    match no_answer {
        NoAnswer::Faults(faults) => rejected(faults),
        NoAnswer::Stopped(spent) => PyRuntimeError::new_err(spent.to_string()),
        NoAnswer::Unwritable(fault) => unwritable(fault),
    }
}
