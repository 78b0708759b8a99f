//! Many games measured in one call.

use deckwright_core::measure::many::{self, Errand, Found};
use deckwright_core::measure::tension::Moments;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::agent::{AgentArgument, no_agent};
use crate::listen::heard;
use crate::measure::{plain_counts, plain_curve};
use crate::{Rules, counted_games, seed_of};

/// What is asked of one game, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct ErrandArgument<'py> {
    rules: PyRef<'py, Rules>,
    counted: Option<PyRef<'py, Rules>>,
    agent: AgentArgument<'py>,
    seed: Vec<u8>,
    games: u64,
    most_decisions: u64,
    budget: u64,
    counted_games: u64,
    followed_games: u64,
    moments: usize,
    worlds: usize,
}

impl ErrandArgument<'_> {
    fn into_errand(self) -> PyResult<Errand> {
        Ok(Errand {
            game: self.rules.game.clone(),
            counted: self.counted.map(|rules| rules.game.clone()),
            agent: self.agent.into_form(),
            seed: seed_of(&self.seed)?,
            games: self.games,
            most_decisions: self.most_decisions,
            budget: self.budget,
            counted_games: self.counted_games,
            followed_games: self.followed_games,
            moments: Moments { count: self.moments, worlds: self.worlds },
        })
    }
}

/// Goes through games on so many threads, each within its own budget, without the interpreter's lock.
#[pyfunction]
pub fn measure_many<'py>(
    py: Python<'py>,
    errands: Vec<ErrandArgument>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let errands: Vec<Errand> = errands.into_iter().map(ErrandArgument::into_errand).collect::<PyResult<_>>()?;
    let done = heard(py, progress, |heard| many::measure_many(&errands, threads.clamp(1, 1024), heard))?;
    let done = done.map_err(|text| crate::coded("simulate.threads", text))?;
    let plain = |(found, errand): (Result<Found, _>, &Errand)| {
        let found = found.map_err(no_agent)?;
        let result = PyDict::new(py);
        let statistics = counted_games(py, &*errand.game, &found.statistics)?;
        statistics.set_item("seconds", 0.0)?; // games of several threads are not timed one by one
        result.set_item("statistics", statistics)?;
        result.set_item("counts", plain_counts(found.counts))?;
        result.set_item("counted_games", found.counted_games)?;
        result.set_item("curves", found.curves.into_iter().map(plain_curve).collect::<Vec<_>>())?;
        result.set_item("is_spent", found.is_spent)?;
        Ok(result)
    };
    done.into_iter().zip(&errands).map(plain).collect()
}
