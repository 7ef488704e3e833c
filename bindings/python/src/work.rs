//! Runs work of the engine without holding the interpreter's lock. Ctrl-C ends the work.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy_core::number::meter::{Meter, Stop};
use grundy_core::wire::engine::Engine;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// The process has one engine, so that calls use the tables of earlier calls.
pub static ENGINE: LazyLock<Engine> = LazyLock::new(Engine::default);

/// The time between two checks of Python's signals. It is not shorter, since a check keeps other threads of Python
/// waiting.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Does work of at most `limit` steps. Other threads of Python can run in the meantime. Signal handlers run as well, if
/// this is the thread in which Python runs them.
///
/// # Errors
/// The exception that a signal handler raised to end the work, such as `KeyboardInterrupt`.
pub fn work<T: Send>(py: Python<'_>, limit: u64, job: impl FnOnce(&Meter, &Stop) -> T + Send) -> PyResult<T> {
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let stop = Stop::when({
        let (raised, last) = (Arc::clone(&raised), Mutex::new(Instant::now()));
        move || {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() < BETWEEN_LOOKS {
                return false;
            }
            // `None` means that the interpreter is about to end.
            let signal = Python::try_attach(|py| py.check_signals().err());
            let ends = signal.unwrap_or_else(|| Some(PyKeyboardInterrupt::new_err(())));
            *last = Instant::now();
            let is_raised = ends.is_some();
            *raised.lock().unwrap_or_else(PoisonError::into_inner) = ends;
            is_raised
        }
    });
    let outcome = py.detach(|| job(&Meter::new(limit).until(&stop), &stop));
    let raised = raised.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.map_or(Ok(outcome), Err)
}
