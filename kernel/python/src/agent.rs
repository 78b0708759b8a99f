//! Agents as Python asks for them: a text, or a text and the policy that it is to use.

use std::sync::Arc;

use deckwright_core::agents::{AgentForm, PolicyFile as Bytes, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::coded;

/// A policy file. What a game makes of it is kept, so that it is read once and not for each decision.
#[pyclass(frozen, module = "deckwright._kernel")]
pub struct PolicyFile {
    file: Arc<Bytes>,
}

#[pymethods]
impl PolicyFile {
    #[new]
    fn new(data: &[u8]) -> PolicyFile {
        PolicyFile { file: Arc::new(Bytes::new(data.to_vec())) }
    }

    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.file.bytes())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Bound<'py, PyBytes>,)) {
        (py.get_type::<PolicyFile>().into_any(), (self.data(py),))
    }
}

/// An agent in a call.
#[derive(FromPyObject)]
pub enum AgentArgument<'py> {
    Text(String),
    WithPolicy(String, PyRef<'py, PolicyFile>),
}

impl AgentArgument<'_> {
    pub fn into_form(self) -> AgentForm {
        match self {
            AgentArgument::Text(text) => AgentForm { text, policy: None },
            AgentArgument::WithPolicy(text, policy) => AgentForm { text, policy: Some(policy.file.clone()) },
        }
    }
}

/// Why an agent cannot play a game.
pub fn no_agent(refusal: Refusal) -> PyErr {
    coded(refusal.code, refusal.text)
}
