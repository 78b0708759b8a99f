//! Solving: trees, solvers and their quality.

use std::sync::Arc;

use deckwright_core::game::Action;
use deckwright_core::solve::Refusal;
use deckwright_core::solve::quality::{Quality, assess, best_response, normalised, uniform};
use deckwright_core::solve::regret::{Memory, Variant};
use deckwright_core::solve::run::{Algorithm, Progress, run};
use deckwright_core::solve::sampling::Sampling;
use deckwright_core::solve::sequences::SequenceForm;
use deckwright_core::solve::tree::{Limits, Tree};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::Rules;
use crate::listen::Listener;

fn refused(refusal: Refusal) -> PyErr {
    PyValueError::new_err((refusal.code(), refusal.to_string()))
}

fn floats(bytes: &[u8], expected: usize) -> PyResult<Vec<f64>> {
    if bytes.len() != expected * 8 {
        return Err(PyValueError::new_err(format!("found {} bytes, expected {} numbers of eight", bytes.len(), expected)));
    }
    let number = |chunk: &[u8]| chunk.try_into().map(f64::from_le_bytes).unwrap_or(f64::NAN);
    Ok(bytes.chunks_exact(8).map(number).collect())
}

fn bytes_of<'py>(py: Python<'py>, numbers: &[f64]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    PyBytes::new(py, &bytes)
}

fn pairs(actions: &[Action]) -> Vec<(u16, u8)> {
    actions.iter().map(|action| (action.slot, action.value)).collect()
}

struct Expanded {
    tree: Tree,
    form: SequenceForm,
    types: Vec<u8>,
}

/// A game as flat arrays.
#[pyclass(frozen, module = "deckwright._kernel")]
pub struct GameTree {
    expanded: Arc<Expanded>,
}

#[pymethods]
impl GameTree {
    #[new]
    fn new(py: Python<'_>, rules: &Rules, max_bytes: f64, merge: bool, threads: usize) -> PyResult<GameTree> {
        let game = rules.game.clone();
        let mut listener = Listener::new(None);
        let limits = Limits { bytes: max_bytes, merge };
        let built = py.detach(|| game.expand(&limits, &mut || !listener.hear(|py, told| told.call0(py))));
        let built = listener.finish(built)?;
        let tree = built.map_err(refused)?;
        let form = py.detach(|| SequenceForm::new(&tree, threads.clamp(1, 1024))).map_err(PyValueError::new_err)?;
        Ok(GameTree { expanded: Arc::new(Expanded { tree, form, types: game.card_types().to_vec() }) })
    }

    #[getter]
    fn seats(&self) -> usize {
        self.expanded.tree.seats
    }

    #[getter]
    fn nodes(&self) -> usize {
        self.expanded.tree.owner.len()
    }

    #[getter]
    fn leaves(&self) -> usize {
        self.expanded.tree.leaves()
    }

    #[getter]
    fn entries(&self) -> usize {
        self.expanded.form.entries()
    }

    #[getter]
    fn information_sets(&self) -> usize {
        self.expanded.tree.sets.len()
    }

    #[getter]
    fn unmerged_information_sets(&self) -> usize {
        self.expanded.tree.sets.iter().map(|set| set.keys.len()).sum()
    }

    #[getter]
    fn actions(&self) -> usize {
        self.expanded.tree.actions()
    }

    #[getter]
    fn merged(&self) -> usize {
        self.expanded.tree.merged
    }

    #[getter]
    fn depth(&self) -> u32 {
        self.expanded.tree.depth
    }

    #[getter]
    fn size_bytes(&self) -> f64 {
        self.expanded.tree.bytes()
    }

    #[getter]
    fn is_zero_sum(&self) -> bool {
        self.expanded.tree.is_zero_sum()
    }

    fn sets(&self) -> Vec<(u8, usize, usize)> {
        let place = |set: &deckwright_core::solve::tree::InformationSet| (set.seat, set.first as usize, set.actions.len());
        self.expanded.tree.sets.iter().map(place).collect()
    }

    fn set<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyDict>> {
        let set = self
            .expanded
            .tree
            .sets
            .get(number)
            .ok_or_else(|| PyValueError::new_err(format!("there is no information set {number}")))?;
        let types: Vec<u8> = set.order.iter().map(|card| self.expanded.types[*card as usize]).collect();
        let keys: Vec<(u64, Vec<(u16, u8)>)> = set.keys.iter().map(|(key, actions)| (*key, pairs(actions))).collect();
        let fields = PyDict::new(py);
        fields.set_item("seat", set.seat)?;
        fields.set_item("first", set.first)?;
        fields.set_item("parent", set.parent)?;
        fields.set_item("actions", pairs(&set.actions))?;
        fields.set_item("order", PyBytes::new(py, &types))?;
        fields.set_item("path", pairs(&set.path))?;
        fields.set_item("keys", keys)?;
        fields.set_item("nodes", set.nodes)?;
        Ok(fields)
    }

    fn leaf(&self, number: usize) -> PyResult<(f64, Vec<u32>, Vec<f64>)> {
        let tree = &self.expanded.tree;
        if number >= tree.leaves() {
            return Err(PyValueError::new_err(format!("there is no leaf {number}")));
        }
        let row = number * tree.seats..(number + 1) * tree.seats;
        Ok((tree.chance[number], tree.sequences[row.clone()].to_vec(), tree.payoffs[row].to_vec()))
    }

    fn root_sequence(&self, seat: usize) -> PyResult<usize> {
        if seat >= self.expanded.tree.seats {
            return Err(PyValueError::new_err(format!("there is no seat {seat}")));
        }
        Ok(self.expanded.tree.root_sequence(seat))
    }

    fn uniform<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        bytes_of(py, &uniform(&self.expanded.tree))
    }

    fn assess(&self, py: Python<'_>, policy: &[u8]) -> PyResult<(Vec<f64>, Vec<f64>)> {
        let policy = floats(policy, self.expanded.tree.actions())?;
        let quality = py.detach(|| assess(&self.expanded.tree, &self.expanded.form, &policy));
        Ok((quality.values, quality.gains))
    }

    fn best_response(&self, py: Python<'_>, policy: &[u8], seat: usize) -> PyResult<Vec<u32>> {
        self.root_sequence(seat)?;
        let policy = floats(policy, self.expanded.tree.actions())?;
        Ok(py.detach(|| best_response(&self.expanded.tree, &self.expanded.form, &policy, seat)))
    }
}

/// How large a game's tree would be.
#[pyfunction]
pub fn estimate_tree<'py>(py: Python<'py>, rules: &Rules, dives: u32, seed: u64) -> PyResult<Bound<'py, PyDict>> {
    let game = rules.game.clone();
    let found = py.detach(|| game.estimate(dives, seed)).map_err(refused)?;
    let size = PyDict::new(py);
    size.set_item("deals", found.deals)?;
    size.set_item("nodes", found.nodes)?;
    size.set_item("information_sets", found.decisions)?;
    size.set_item("leaves", found.leaves)?;
    size.set_item("size_bytes", found.bytes(game.seats(), game.card_types().len()))?;
    Ok(size)
}

fn algorithm_of(name: &str, numbers: &[f64], simultaneous: bool) -> PyResult<Algorithm> {
    let variant = match (name, numbers) {
        ("cfr", []) => Variant::Plain,
        ("cfr+", []) => Variant::Plus,
        ("pcfr+", []) => Variant::Predictive,
        ("lcfr", []) => Variant::Discounted { alpha: 1.0, beta: 1.0, gamma: 1.0 },
        ("dcfr", [alpha, beta, gamma]) => Variant::Discounted { alpha: *alpha, beta: *beta, gamma: *gamma },
        ("es-mccfr", [every]) => {
            return Ok(Algorithm::Sample { sampling: Sampling::External, discount_every: *every as u64 });
        }
        ("os-mccfr", [every, explore]) => {
            let sampling = Sampling::Outcome { explore: *explore };
            return Ok(Algorithm::Sample { sampling, discount_every: *every as u64 });
        }
        _ => return Err(PyValueError::new_err(format!("no algorithm {name:?} with {} numbers", numbers.len()))),
    };
    Ok(Algorithm::Regret { variant, simultaneous })
}

/// A solver at rest between runs.
#[pyclass(module = "deckwright._kernel")]
pub struct Solver {
    expanded: Arc<Expanded>,
    algorithm: Algorithm,
    progress: Option<Progress>,
}

impl Solver {
    fn at_rest(&self) -> PyResult<&Progress> {
        self.progress.as_ref().ok_or_else(|| PyValueError::new_err("the solver is running"))
    }
}

#[pymethods]
impl Solver {
    #[new]
    fn new(tree: &GameTree, algorithm: &str, numbers: Vec<f64>, simultaneous: bool, seed: u64) -> PyResult<Solver> {
        let algorithm = algorithm_of(algorithm, &numbers, simultaneous)?;
        let progress = Progress::new(&tree.expanded.tree, algorithm, seed);
        Ok(Solver { expanded: tree.expanded.clone(), algorithm, progress: Some(progress) })
    }

    #[getter]
    fn iterations(&self) -> PyResult<u64> {
        Ok(self.at_rest()?.memory.iterations)
    }

    /// Everything that a checkpoint holds: iterations, the random stream, regrets, averages, forecasts.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<(u64, u64, Vec<Bound<'py, PyBytes>>)> {
        let Progress { memory, rng } = self.at_rest()?;
        let arrays = [&memory.regrets, &memory.averages, &memory.forecast];
        Ok((memory.iterations, *rng, arrays.iter().map(|array| bytes_of(py, array)).collect()))
    }

    fn restore(&mut self, iterations: u64, rng: u64, arrays: Vec<Vec<u8>>) -> PyResult<()> {
        let actions = self.expanded.tree.actions();
        let forecasts = self.at_rest()?.memory.forecast.len();
        let [regrets, averages, forecast] = arrays.as_slice() else {
            return Err(PyValueError::new_err("a checkpoint has three arrays"));
        };
        let memory = Memory {
            iterations,
            regrets: floats(regrets, actions)?,
            averages: floats(averages, actions)?,
            forecast: floats(forecast, forecasts)?,
        };
        self.progress = Some(Progress { memory, rng });
        Ok(())
    }

    fn average<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(bytes_of(py, &normalised(&self.expanded.tree, &self.at_rest()?.memory.averages)))
    }

    /// Runs until `iterations` in all, until NashConv is at most `target`, or until `told(iteration, values, gains)`
    /// returns False; values and gains are None where it was not looked at. An exception stops it, unharmed.
    fn run(&mut self, py: Python<'_>, iterations: u64, target: Option<f64>, told: Option<Py<PyAny>>) -> PyResult<()> {
        let Some(progress) = self.progress.take() else {
            return Err(PyValueError::new_err("the solver is running"));
        };
        let (expanded, algorithm) = (self.expanded.clone(), self.algorithm);
        let mut listener = Listener::new(told);
        let mut tell = |iteration: u64, quality: Option<&Quality>| match quality {
            None => listener.hear_now_and_then(|py, told| told.call1(py, (iteration, py.None(), py.None()))),
            Some(quality) => listener.hear(|py, told| told.call1(py, (iteration, quality.values.clone(), quality.gains.clone()))),
        };
        let after = py.detach(|| run(&expanded.tree, &expanded.form, algorithm, progress, iterations, target, &mut tell));
        self.progress = Some(after);
        listener.finish(())
    }
}
