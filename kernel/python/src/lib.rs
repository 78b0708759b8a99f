//! The Python surface of the kernel: conversions and nothing else.

mod agent;
mod blueprint;
mod events;
mod listen;
mod many;
mod measure;
mod poker;
mod policy;
mod position;
mod solve;
mod spot;
mod state;

use std::sync::Arc;
use std::time::Instant;

use agent::{AgentArgument, no_agent};
use deckwright_core::chance::{Seed, derive};
use deckwright_core::erased::{AnyGame, BatchPlan};
use deckwright_core::games;
use deckwright_core::rules::Planning;
use deckwright_core::rules::run::hand_evaluation;
use deckwright_core::simulate::{CUT_OFF, Statistics};
use listen::heard;
use position::Position;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

fn seed_of(bytes: &[u8]) -> PyResult<Seed> {
    bytes.try_into().map_err(|_| PyValueError::new_err(format!("a seed is 32 bytes, not {}", bytes.len())))
}

/// A refusal with a code that stays.
fn coded(code: &'static str, message: impl Into<String>) -> PyErr {
    PyValueError::new_err((code, message.into()))
}

/// A game that was checked: a genome's program, or the house rules of one that is no genome.
#[pyclass(frozen, module = "deckwright._kernel")]
struct Rules {
    game: Arc<dyn AnyGame>,
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (settings, kind = "genome", *, fast = true))]
    fn new(settings: &[u8], kind: &str, fast: bool) -> PyResult<Rules> {
        let planning = if fast { Planning::Fast } else { Planning::General };
        let game = games::open(kind, settings, planning).map_err(PyValueError::new_err)?;
        Ok(Rules { game })
    }

    #[getter]
    fn seats(&self) -> usize {
        self.game.seats()
    }

    #[pyo3(signature = (order, seed))]
    fn deal(&self, order: Option<&[u8]>, seed: &[u8]) -> PyResult<Position> {
        let first = self.game.clone().deal(order, &seed_of(seed)?);
        first.map(Position::from).ok_or_else(|| PyValueError::new_err("the order is not this deck's cards"))
    }
}

/// Number, kind and name of a node, its plans, and of each plan that it could have what is missing.
type NodePlan = (usize, &'static str, String, Vec<&'static str>, Vec<(&'static str, Vec<&'static str>)>);

/// How each node of a program is played, and why it has no faster plan.
#[pyfunction]
fn node_plans(program: &[u8]) -> PyResult<Vec<NodePlan>> {
    let rules = deckwright_core::rules::load(program, Planning::Fast).map_err(PyValueError::new_err)?;
    let plans = rules.node_plans().into_iter();
    Ok(plans.map(|plan| (plan.node, plan.kind, plan.name, plan.plans, plan.missing)).collect())
}

/// Seed of game `index` of a batch.
#[pyfunction]
fn derive_seed<'py>(py: Python<'py>, seed: &[u8], index: u64) -> PyResult<Bound<'py, PyBytes>> {
    Ok(PyBytes::new(py, &derive(&seed_of(seed)?, index)))
}

/// Plays games `first..first + games`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (rules, agents, games, seed, threads, rotate, first, progress, most_decisions = CUT_OFF))]
fn simulate<'py>(
    py: Python<'py>,
    rules: &Rules,
    agents: Vec<AgentArgument>,
    games: u64,
    seed: &[u8],
    threads: usize,
    rotate: bool,
    first: u64,
    progress: Option<Py<PyAny>>,
    most_decisions: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let game = &rules.game;
    let agents: Vec<_> = agents.into_iter().map(AgentArgument::into_form).collect();
    let plan = BatchPlan { first, games, seed: seed_of(seed)?, threads: threads.clamp(1, 1024), rotate, most_decisions };
    let started = Instant::now();
    let statistics = heard(py, progress, |heard| game.clone().simulate(&agents, &plan, heard))?.map_err(no_agent)?;
    let result = counted_games(py, &**game, &statistics)?;
    result.set_item("seconds", started.elapsed().as_secs_f64())?;
    Ok(result)
}

/// Statistics as a dictionary.
fn counted_games<'py>(py: Python<'py>, game: &dyn AnyGame, statistics: &Statistics) -> PyResult<Bound<'py, PyDict>> {
    let (seats, teams) = (game.seats(), game.teams());
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
    result.set_item("team_score_sums", statistics.team_score_sums[..teams].to_vec())?;
    result.set_item("team_score_squares", statistics.team_score_squares[..teams].to_vec())?;
    result.set_item("return_sums", statistics.return_sums[..seats].to_vec())?;
    result.set_item("return_squares", statistics.return_squares[..seats].to_vec())?;
    result.set_item("shared", statistics.shared)?;
    result.set_item("losses_by_seat", statistics.losses_by_seat[..seats].to_vec())?;
    let by_line = |sums: &[[i64; 16]]| sums[..game.credit_lines()].iter().map(|line| line[..seats].to_vec()).collect::<Vec<_>>();
    result.set_item("credit_sums", by_line(&statistics.credit_sums))?;
    result.set_item("credit_squares", by_line(&statistics.credit_squares))?;
    result.set_item("winner_score_sum", statistics.winner_score_sum)?;
    result.set_item("lengths", statistics.lengths.filled())?;
    Ok(result)
}

fn faces(suits: &[i32], ranks: &[i32]) -> (Vec<hand_evaluation::Face>, i32) {
    let hand = suits.iter().zip(ranks).map(|(suit, rank)| hand_evaluation::Face { suit: *suit, rank: *rank }).collect();
    (hand, 13.max(ranks.iter().max().map_or(0, |top| top + 1)))
}

/// Index of the best matching pattern (-1: none) of an evaluation, and the comparable worth of the cards.
#[pyfunction]
fn pattern_worth(evaluation: &[u8], suits: Vec<i32>, ranks: Vec<i32>) -> PyResult<(i64, i32)> {
    let (hand, count) = faces(&suits, &ranks);
    let (best, worth) = hand_evaluation::judge(evaluation, &hand, count).map_err(PyValueError::new_err)?;
    Ok((best.map_or(-1, |index| index as i64), worth))
}

#[pyfunction]
fn pattern_matches(pattern: &[u8], suits: Vec<i32>, ranks: Vec<i32>) -> PyResult<bool> {
    let (hand, count) = faces(&suits, &ranks);
    hand_evaluation::fits(pattern, &hand, count).map_err(PyValueError::new_err)
}

#[pymodule]
fn _kernel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Rules>()?;
    module.add_class::<Position>()?;
    module.add_class::<agent::PolicyFile>()?;
    module.add_class::<state::ActionBook>()?;
    module.add_class::<state::StateCore>()?;
    module.add_class::<solve::GameTree>()?;
    module.add_class::<solve::Solver>()?;
    module.add_class::<spot::SpotSolver>()?;
    module.add_class::<blueprint::Blueprint>()?;
    module.add_function(wrap_pyfunction!(solve::estimate_tree, module)?)?;
    module.add_function(wrap_pyfunction!(derive_seed, module)?)?;
    module.add_function(wrap_pyfunction!(node_plans, module)?)?;
    module.add_function(wrap_pyfunction!(position::choose, module)?)?;
    module.add_function(wrap_pyfunction!(position::explain, module)?)?;
    module.add_function(wrap_pyfunction!(position::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(position::appraise, module)?)?;
    module.add_function(wrap_pyfunction!(simulate, module)?)?;
    module.add_function(wrap_pyfunction!(policy::train, module)?)?;
    module.add_function(wrap_pyfunction!(policy::hands_per_update, module)?)?;
    module.add_function(wrap_pyfunction!(policy::feature_digest, module)?)?;
    module.add_function(wrap_pyfunction!(policy::features, module)?)?;
    module.add_function(wrap_pyfunction!(policy::duel, module)?)?;
    module.add_function(wrap_pyfunction!(measure::play_duplicates, module)?)?;
    module.add_function(wrap_pyfunction!(measure::look_at_decisions, module)?)?;
    module.add_function(wrap_pyfunction!(measure::look_at_swings, module)?)?;
    module.add_function(wrap_pyfunction!(measure::follow_chances, module)?)?;
    module.add_function(wrap_pyfunction!(measure::count_rules, module)?)?;
    module.add_function(wrap_pyfunction!(many::measure_many, module)?)?;
    module.add_function(wrap_pyfunction!(poker::rank_hands, module)?)?;
    module.add_function(wrap_pyfunction!(poker::hand_category, module)?)?;
    module.add_function(wrap_pyfunction!(poker::hand_census, module)?)?;
    module.add_function(wrap_pyfunction!(poker::equity_cost, module)?)?;
    module.add_function(wrap_pyfunction!(poker::equity, module)?)?;
    module.add_function(wrap_pyfunction!(poker::class_matchups, module)?)?;
    module.add_function(wrap_pyfunction!(poker::class_equities, module)?)?;
    module.add_function(wrap_pyfunction!(poker::push_or_fold_two, module)?)?;
    module.add_function(wrap_pyfunction!(poker::class_triples, module)?)?;
    module.add_function(wrap_pyfunction!(poker::push_or_fold_three, module)?)?;
    module.add_function(wrap_pyfunction!(pattern_worth, module)?)?;
    module.add_function(wrap_pyfunction!(pattern_matches, module)?)?;
    Ok(())
}
