//! How long work listens to Python: a callback is told how far it is, and may stop it; so does an interrupt.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long work that asks often may be deaf.
const PATIENCE: Duration = Duration::from_millis(100);

/// Asked during long work, without the interpreter's lock in between.
pub struct Listener {
    told: Option<Py<PyAny>>,
    failure: Option<PyErr>,
    last: Instant,
}

impl Listener {
    pub fn new(told: Option<Py<PyAny>>) -> Listener {
        Listener { told, failure: None, last: Instant::now() }
    }

    /// Whether to go on: no interrupt has come, and the callback, if there is one, answers so.
    pub fn hear(&mut self, call: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<Py<PyAny>>) -> bool {
        self.last = Instant::now();
        Python::attach(|py| {
            let answer = py.check_signals().and_then(|()| match &self.told {
                None => Ok(true),
                Some(told) => call(py, told)?.is_truthy(py),
            });
            answer.unwrap_or_else(|error| {
                self.failure = Some(error);
                false
            })
        })
    }

    /// The same for work that asks often: now and then is enough.
    pub fn hear_now_and_then(&mut self, call: impl FnOnce(Python<'_>, &Py<PyAny>) -> PyResult<Py<PyAny>>) -> bool {
        self.last.elapsed() < PATIENCE || self.hear(call)
    }

    /// What the work gave, or the exception that stopped it.
    pub fn finish<T>(self, outcome: T) -> PyResult<T> {
        self.failure.map_or(Ok(outcome), Err)
    }
}

/// Does something long without the interpreter's lock, telling Python how far it is; an interrupt is raised.
pub fn heard<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn FnMut(u64) -> bool) -> T + Send,
) -> PyResult<T> {
    let mut listener = Listener::new(progress);
    let outcome = py.detach(|| work(&mut |done| listener.hear(|py, told| told.call1(py, (done,)))));
    listener.finish(outcome)
}
