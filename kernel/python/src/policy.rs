//! Learned policies, for Python: training, features, and two agents on the same deals.

use deckwright_core::agents::policy::Policy;
use deckwright_core::agents::policy::train::{BATCH, Recipe, TrainingPlan};
use deckwright_core::erased::BatchPlan;
use deckwright_core::simulate::CUT_OFF;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::agent::{AgentArgument, no_agent};
use crate::listen::Listener;
use crate::position::Position;
use crate::{Rules, seed_of};

/// Learns a policy for a game: its bytes, after how many updates of how many hands each, and whether an interrupt was the
/// reason to stop there.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (rules, updates, seed, threads, rate, entropy, every, progress, is_fixed=false))]
pub fn train<'py>(
    py: Python<'py>,
    rules: &Rules,
    updates: u64,
    seed: &[u8],
    threads: usize,
    rate: f32,
    entropy: [f32; 2],
    every: u64,
    progress: Option<Py<PyAny>>,
    is_fixed: bool,
) -> PyResult<(Bound<'py, PyBytes>, u64, bool)> {
    let fits = rate > 0.0 && rate <= 1.0 && entropy.iter().all(|bonus| (0.0..=1.0).contains(bonus));
    if !fits || updates == 0 || every == 0 {
        return Err(PyValueError::new_err("updates from 1, a rate in (0, 1], entropy bonuses in [0, 1], every from 1"));
    }
    let plan = TrainingPlan { updates, seed: seed_of(seed)?, threads, recipe: Recipe { rate, entropy, is_fixed } };
    let digest = rules.game.feature_digest();
    let mut listener = Listener::new(progress);
    let mut heard = |done: u64, policy: &Policy| {
        listener.hear(|py, told| {
            let bytes = (done % every == 0).then(|| PyBytes::new(py, &policy.to_bytes(digest)));
            told.call1(py, (done, bytes))
        })
    };
    let outcome = py.detach(|| rules.game.train(&plan, &mut heard));
    let interrupted = match listener.finish(()) {
        Err(error) if !error.is_instance_of::<PyKeyboardInterrupt>(py) => return Err(error),
        stopped => stopped.is_err(),
    };
    let (bytes, done) = outcome.map_err(PyValueError::new_err)?;
    Ok((PyBytes::new(py, &bytes), done, interrupted))
}

/// Hands that an update plays.
#[pyfunction]
pub fn hands_per_update() -> u64 {
    BATCH
}

/// What a policy of a game depends on beside names.
#[pyfunction]
pub fn feature_digest(rules: &Rules) -> u64 {
    rules.game.feature_digest()
}

/// Features of each legal action of the seat to act: numbers of weights.
#[pyfunction]
pub fn features(position: &Position) -> PyResult<Vec<Vec<u16>>> {
    Ok(position.features()?.into_iter().map(|row| row.to_vec()).collect())
}

type Duel = (u64, f64, f64, [f64; 2], [u64; 2]);

/// Deals `first..first + deals` between two agents, who exchange seats: how many, mean gain of the first a hand, its
/// standard error, seconds and decisions of each.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn duel(
    py: Python<'_>,
    rules: &Rules,
    one: AgentArgument,
    other: AgentArgument,
    deals: u64,
    seed: &[u8],
    threads: usize,
    first: u64,
) -> PyResult<Duel> {
    let (one, other) = (one.into_form(), other.into_form());
    let plan = BatchPlan {
        first,
        games: deals,
        seed: seed_of(seed)?,
        threads: threads.clamp(1, 1024),
        rotate: false,
        most_decisions: CUT_OFF,
    };
    let found = py.detach(|| rules.game.clone().duel([&one, &other], &plan)).map_err(no_agent)?;
    Ok((found.deals, found.mean(), found.standard_error(), found.seconds, found.decisions))
}
