//! The Python surface of the kernel: conversions and nothing else.

mod cambio;
mod events;
mod genome;
mod position;
mod recorder;
mod solve;

use std::sync::Arc;
use std::time::Instant;

use deckwright_core::agents::{Agent, MAX_PLAYOUTS, Player, flat};
use deckwright_core::chance::{Rng, Seed, derive};
use deckwright_core::game::{Action, Event, Game, Information, Legal, SPECTATOR_BIT};
use deckwright_core::rules::{self, Ways, patterns};
use deckwright_core::simulate::{Batch, simulate as run_batch};
use events::{Seen, seen_by};
use position::{Table, position_class};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use recorder::{Recorder, Step};

fn seed_of(bytes: &[u8]) -> PyResult<Seed> {
    bytes.try_into().map_err(|_| PyValueError::new_err(format!("a seed is 32 bytes, not {}", bytes.len())))
}

/// A checked program.
#[pyclass(frozen, module = "deckwright._kernel")]
struct Rules {
    rules: Arc<rules::Rules>,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (program, short_ways = true))]
    fn new(program: &[u8], short_ways: bool) -> PyResult<Rules> {
        let ways = if short_ways { Ways::Short } else { Ways::Long };
        let rules = rules::load(program, ways).map_err(PyValueError::new_err)?;
        Ok(Rules { rules: Arc::new(rules) })
    }

    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats()
    }

    #[pyo3(signature = (order, seed))]
    fn deal(&self, order: Option<&[u8]>, seed: &[u8]) -> PyResult<Position> {
        let order = match order {
            None => None,
            Some(types) => {
                Some(self.rules.order_of(types).ok_or_else(|| PyValueError::new_err("the order is not this deck's cards"))?)
            }
        };
        let mut events = Vec::new();
        let state = self.rules.start(order.as_deref(), &seed_of(seed)?, &mut events);
        Ok(Position { game: self.rules.clone(), state: Box::new(state), events })
    }
}

position_class!(Position, rules::Rules);

/// Seed of game `index` of a batch.
#[pyfunction]
fn derive_seed<'py>(py: Python<'py>, seed: &[u8], index: u64) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &derive(&seed_of(seed)?, index)))
}

/// What a kernel agent does, given only its seat's information.
#[pyfunction]
fn choose(py: Python<'_>, position: &Position, agent: &str, seed: u64) -> PyResult<(u16, u8)> {
    let agent = Agent::parse(agent).map_err(PyValueError::new_err)?;
    let Some(seat) = position.seat() else {
        return Err(PyValueError::new_err("the game is over"));
    };
    let legal = position.legal_now();
    let action = py.detach(|| {
        let information = Information::new(&*position.game, &*position.state, seat);
        agent.choose(information, &legal, &mut Rng::new(seed), &mut 0)
    });
    action.map(|action| (action.slot, action.value)).ok_or_else(|| PyValueError::new_err("nothing is legal here"))
}

/// Every legal action of the seat to act, with how well so many playouts ended for it on average.
#[pyfunction]
fn appraise(py: Python<'_>, position: &Position, playouts: u32, seed: u64) -> PyResult<Vec<(u16, u8, f64)>> {
    appraised(py, &*position.game, &*position.state, playouts, seed)
}

fn appraised<G: Game>(py: Python<'_>, game: &G, state: &G::State, playouts: u32, seed: u64) -> PyResult<Vec<(u16, u8, f64)>> {
    let Some(seat) = game.turn(state) else {
        return Err(PyValueError::new_err("the game is over"));
    };
    if !(1..=MAX_PLAYOUTS).contains(&playouts) {
        return Err(PyValueError::new_err(format!("{playouts} playouts: expected 1 to {MAX_PLAYOUTS}")));
    }
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    let means = py.detach(|| {
        let information = Information::new(game, state, seat);
        flat::appraise(&information, &legal, playouts, &mut Rng::new(seed), &mut 0)
    });
    Ok(means.into_iter().map(|(action, mean)| (action.slot, action.value, mean)).collect())
}

/// Plays games `first..first + games`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (rules, agents, games, seed, threads, rotate, first, progress))]
fn simulate<'py>(
    py: Python<'py>,
    rules: &Rules,
    agents: Vec<String>,
    games: u64,
    seed: &[u8],
    threads: usize,
    rotate: bool,
    first: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let agents: Vec<Agent> =
        agents.iter().map(|agent| Agent::parse(agent)).collect::<Result<_, _>>().map_err(PyValueError::new_err)?;
    let batch = Batch { agents: &agents, first, games, seed: seed_of(seed)?, threads: threads.clamp(1, 1024), rotate };
    run(py, &*rules.rules, &batch, progress)
}

/// Plays a batch of any game and counts.
fn run<'py, G: Game, P: Player<G>>(
    py: Python<'py>,
    game: &G,
    batch: &Batch<P>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let seats = game.seats();
    if batch.agents.len() != seats {
        return Err(PyValueError::new_err(format!("{} agents for {seats} seats", batch.agents.len())));
    }
    let started = Instant::now();
    let mut failure = None;
    let outcome = py.detach(|| {
        run_batch(game, batch, |done| {
            Python::attach(|py| {
                let heard = py.check_signals().and_then(|()| match &progress {
                    None => Ok(true),
                    Some(callback) => callback.call1(py, (done,))?.is_truthy(py),
                });
                heard.unwrap_or_else(|error| {
                    failure = Some(error);
                    false
                })
            })
        })
    });
    if let Some(error) = failure {
        return Err(error);
    }
    let statistics = outcome.map_err(PyValueError::new_err)?;
    let teams = game.teams();
    let result = PyDict::new(py);
    result.set_item("games_played", statistics.games)?;
    result.set_item("wins", statistics.wins[..seats].to_vec())?;
    result.set_item("team_wins", statistics.team_wins[..teams].to_vec())?;
    result.set_item("draws", statistics.draws)?;
    result.set_item("losses", statistics.losses)?;
    result.set_item("decisions", statistics.decisions)?;
    result.set_item("decisions_by_seat", statistics.decisions_by_seat[..seats].to_vec())?;
    result.set_item("choices", statistics.choices)?;
    result.set_item("options", statistics.options)?;
    result.set_item("hands", statistics.hands)?;
    result.set_item("limited", statistics.limited)?;
    result.set_item("cut_off", statistics.cut_off)?;
    result.set_item("inexact_samples", statistics.inexact_samples)?;
    result.set_item("score_sums", statistics.score_sums[..seats].to_vec())?;
    result.set_item("score_squares", statistics.score_squares[..seats].to_vec())?;
    result.set_item("return_sums", statistics.return_sums[..seats].to_vec())?;
    result.set_item("return_squares", statistics.return_squares[..seats].to_vec())?;
    result.set_item("winner_score_sum", statistics.winner_score_sum)?;
    result.set_item("lengths", statistics.lengths.to_vec())?;
    result.set_item("seconds", started.elapsed().as_secs_f64())?;
    Ok(result)
}

fn faces(suits: &[i32], ranks: &[i32]) -> (Vec<patterns::Face>, i32) {
    let hand = suits.iter().zip(ranks).map(|(suit, rank)| patterns::Face { suit: *suit, rank: *rank }).collect();
    (hand, 13.max(ranks.iter().max().map_or(0, |top| top + 1)))
}

/// Index of the best matching pattern (-1: none) of an evaluation, and the comparable worth of the cards.
#[pyfunction]
fn pattern_worth(evaluation: &[u8], suits: Vec<i32>, ranks: Vec<i32>) -> PyResult<(i64, i32)> {
    let (hand, count) = faces(&suits, &ranks);
    let (best, worth) = patterns::judge(evaluation, &hand, count).map_err(PyValueError::new_err)?;
    Ok((best.map_or(-1, |index| index as i64), worth))
}

#[pyfunction]
fn pattern_matches(pattern: &[u8], suits: Vec<i32>, ranks: Vec<i32>) -> PyResult<bool> {
    let (hand, count) = faces(&suits, &ranks);
    patterns::fits(pattern, &hand, count).map_err(PyValueError::new_err)
}

#[pymodule]
fn _kernel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Rules>()?;
    module.add_class::<Position>()?;
    module.add_class::<cambio::CambioRules>()?;
    module.add_class::<cambio::CambioPosition>()?;
    module.add_function(wrap_pyfunction!(cambio::choose_cambio, module)?)?;
    module.add_function(wrap_pyfunction!(cambio::explain_cambio, module)?)?;
    module.add_function(wrap_pyfunction!(cambio::appraise_cambio, module)?)?;
    module.add_function(wrap_pyfunction!(cambio::simulate_cambio, module)?)?;
    module.add_class::<solve::GameTree>()?;
    module.add_class::<solve::Solver>()?;
    module.add_function(wrap_pyfunction!(solve::estimate_tree, module)?)?;
    module.add_function(wrap_pyfunction!(derive_seed, module)?)?;
    module.add_function(wrap_pyfunction!(choose, module)?)?;
    module.add_function(wrap_pyfunction!(appraise, module)?)?;
    module.add_function(wrap_pyfunction!(simulate, module)?)?;
    module.add_function(wrap_pyfunction!(pattern_worth, module)?)?;
    module.add_function(wrap_pyfunction!(pattern_matches, module)?)?;
    Ok(())
}
