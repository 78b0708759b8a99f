//! A state of a game, for Python: one class for every game over the waist.

use std::sync::Arc;

use deckwright_core::agents::MAX_PLAYOUTS;
use deckwright_core::agents::analysis::Appraisal;
use deckwright_core::erased::{AnyPosition, Played, Reached};
use deckwright_core::features::WIDTH;
use deckwright_core::game::{Action, Legal, SPECTATOR_BIT, told_to};
use deckwright_core::recorder::Step;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::agent::{AgentArgument, no_agent};
use crate::events::{Seen, seen_by};

/// A state of a game. Immutable.
#[pyclass(frozen, module = "deckwright._kernel")]
pub struct Position {
    pub reached: Arc<Reached>,
}

impl From<Reached> for Position {
    fn from(reached: Reached) -> Position {
        Position { reached: Arc::new(reached) }
    }
}

type Pauses = Vec<(u8, Position)>;

type Looked<'py> = (Option<u8>, u16, bool, Bound<'py, PyTuple>, Vec<i32>, Bound<'py, PyTuple>);

fn split(played: Played) -> (Pauses, Position) {
    let pauses = played.pauses.into_iter().map(|(beat, reached)| (beat, reached.into()));
    (pauses.collect(), played.end.into())
}

/// Cards of zones by name; nothing for one that is not seen.
fn named<'py>(py: Python<'py>, zones: &[Vec<i32>], names: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyTuple>> {
    let none = py.None();
    let none = none.bind_borrowed(py);
    let name = |card: &i32| match usize::try_from(*card) {
        Ok(card) => names.get_borrowed_item(card),
        Err(_) => Ok(none),
    };
    let of_zone = |cards: &Vec<i32>| PyTuple::new(py, cards.iter().map(name).collect::<PyResult<Vec<_>>>()?);
    PyTuple::new(py, zones.iter().map(of_zone).collect::<PyResult<Vec<_>>>()?)
}

impl Position {
    fn state(&self) -> &dyn AnyPosition {
        &*self.reached.position
    }

    fn bit(&self, observer: Option<u8>) -> PyResult<u32> {
        match observer {
            None => Ok(SPECTATOR_BIT),
            Some(seat) => self.seat_index(seat).map(|seat| 1 << seat),
        }
    }

    fn seat_index(&self, seat: u8) -> PyResult<u8> {
        let seats = self.state().seats();
        if (seat as usize) < seats {
            return Ok(seat);
        }
        Err(PyValueError::new_err(format!("seat {seat} does not exist: there are {seats}")))
    }

    fn legal_now(&self) -> Legal {
        let mut legal = Legal::default();
        self.state().legal(&mut legal);
        legal
    }

    fn check(&self, slot: u16, value: u8) -> PyResult<Action> {
        let action = Action { slot, value };
        if self.legal_now().contains(action) {
            return Ok(action);
        }
        Err(PyValueError::new_err(format!("action ({slot}, {value}) is not legal here")))
    }

    /// Features of each legal action of the seat to act.
    pub fn features(&self) -> PyResult<Vec<[u16; WIDTH]>> {
        Ok(self.state().features(self.to_act()?))
    }

    fn to_act(&self) -> PyResult<u8> {
        self.state().turn().ok_or_else(|| PyValueError::new_err("the game is over"))
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.state().turn()
    }

    #[getter]
    fn over(&self) -> bool {
        self.state().is_over()
    }

    #[getter]
    fn hands(&self) -> u32 {
        self.state().hands()
    }

    fn legal(&self) -> Vec<(u16, u8)> {
        self.legal_now().iter().map(|action| (action.slot, action.value)).collect()
    }

    fn decisions(&self) -> Vec<(u16, u8)> {
        let mut listed = Legal::default();
        self.state().decisions(&mut listed);
        listed.iter().map(|action| (action.slot, action.value)).collect()
    }

    fn apply(&self, slot: u16, value: u8) -> PyResult<Position> {
        let action = self.check(slot, value)?;
        Ok(self.state().apply(action).into())
    }

    /// The same, with the positions at the beats on the way; each has the events since the one before.
    fn play(&self, slot: u16, value: u8, beats: u8) -> PyResult<(Pauses, Position)> {
        let action = self.check(slot, value)?;
        Ok(split(self.state().play(action, beats)))
    }

    /// Plays actions from here: where they lead, the beats of the last step, and of every step its seat, the action's
    /// place among the legal ones, how many those are, and the beats that it passed.
    fn replay(&self, py: Python<'_>, actions: Vec<(u16, u8)>, beats: u8) -> PyResult<(Position, Pauses, Vec<Step>)> {
        let played = py.detach(|| self.state().replay(&actions, beats));
        let (played, steps) =
            played.map_err(|number| PyValueError::new_err((format!("action {number} is not legal"), number)))?;
        let (pauses, end) = split(played);
        if actions.is_empty() {
            return Ok((Position { reached: self.reached.clone() }, pauses, steps));
        }
        Ok((end, pauses, steps))
    }

    #[pyo3(signature = (observer))]
    fn events<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Seen<'py>> {
        let bit = self.bit(observer)?;
        let told = told_to(&self.reached.events, bit, |zone| self.state().keeps_order(zone));
        seen_by(py, &told, bit)
    }

    /// What all observers see alike: turn, node, whether it is over, the cards of zones by name, registers, and the trick
    /// with who played what.
    fn look<'py>(&self, py: Python<'py>, names: &Bound<'py, PyTuple>) -> PyResult<Looked<'py>> {
        let seen = self.state().observe(None);
        let plays = seen.trick.iter().map(|(seat, card)| Ok((*seat, names.get_item(*card as usize)?)));
        let plays = PyTuple::new(py, plays.collect::<PyResult<Vec<_>>>()?)?;
        Ok((seen.turn, seen.node, seen.over, named(py, &seen.zones, names)?, seen.registers, plays))
    }

    /// What a seat sees of the zones, the cards by name, and whether it is in the middle of a move.
    fn look_as<'py>(&self, py: Python<'py>, seat: u8, names: &Bound<'py, PyTuple>) -> PyResult<(Bound<'py, PyTuple>, bool)> {
        let seen = self.state().observe(Some(self.seat_index(seat)?));
        Ok((named(py, &seen.zones, names)?, seen.draft.is_some()))
    }

    #[pyo3(signature = (observer))]
    fn observe<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        self.bit(observer)?;
        let seen = self.state().observe(observer);
        let view = PyDict::new(py);
        view.set_item("turn", seen.turn)?;
        view.set_item("node", seen.node)?;
        view.set_item("over", seen.over)?;
        view.set_item("zones", seen.zones)?;
        view.set_item("registers", seen.registers)?;
        view.set_item("trick", seen.trick)?;
        let draft = match seen.draft {
            None => None,
            Some(seen) => {
                let draft = PyDict::new(py);
                // A list of small numbers, and no bytes.
                let cards = seen.cards.into_iter().map(|cards| cards.into_iter().map(u16::from).collect::<Vec<_>>());
                draft.set_item("offer", seen.offer)?;
                draft.set_item("pick", seen.pick)?;
                draft.set_item("values", seen.values)?;
                draft.set_item("cards", cards.collect::<Vec<_>>())?;
                Some(draft)
            }
        };
        view.set_item("draft", draft)?;
        Ok(view)
    }

    fn asked<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let asked = self.state().asked();
        let told = PyDict::new(py);
        told.set_item("playing", asked.playing)?;
        told.set_item("dummy", asked.dummy)?;
        told.set_item("limits", asked.limits)?;
        told.set_item("amounts", asked.amounts)?;
        told.set_item("duties", asked.duties)?;
        Ok(told)
    }

    fn key(&self, seat: u8) -> PyResult<u64> {
        Ok(self.state().key(self.seat_index(seat)?))
    }

    fn resample(&self, seat: u8, seed: u64) -> PyResult<(Position, bool)> {
        let (position, exact) = self.state().resample(self.seat_index(seat)?, seed);
        Ok((Reached { position, events: Vec::new() }.into(), exact))
    }

    #[pyo3(signature = (observer))]
    fn admits_truth(&self, observer: Option<u8>) -> PyResult<bool> {
        self.bit(observer)?;
        Ok(self.state().admits_truth(observer))
    }

    fn scores(&self) -> Vec<i32> {
        self.state().scores().0[..self.state().seats()].to_vec()
    }

    fn team_scores(&self) -> Vec<i32> {
        self.state().scores().1[..self.state().teams()].to_vec()
    }

    fn returns(&self) -> Option<Vec<f64>> {
        self.over().then(|| self.state().returns()[..self.state().seats()].to_vec())
    }

    fn winners(&self) -> Option<(Vec<u16>, Vec<u16>)> {
        let bits = |set: u32| (0..16).filter(|side| set >> side & 1 == 1).collect();
        self.over().then(|| {
            let (seats, teams) = self.state().winners();
            (bits(seats), bits(teams))
        })
    }

    #[getter]
    fn lost(&self) -> bool {
        self.state().is_lost()
    }

    fn losers(&self) -> Vec<u16> {
        let losers = self.state().losers();
        (0..16).filter(|seat| losers >> seat & 1 == 1).collect()
    }

    #[getter]
    fn shared(&self) -> bool {
        self.state().is_shared()
    }

    #[getter]
    fn limited(&self) -> bool {
        self.state().is_limited()
    }

    fn layout(&self) -> Vec<Vec<i32>> {
        self.state().layout()
    }

    fn contents(&self) -> String {
        self.state().contents()
    }
}

/// What a kernel agent does for the seat to act, given only that seat's information.
#[pyfunction]
pub fn choose(py: Python<'_>, position: &Position, agent: AgentArgument, seed: u64) -> PyResult<(u16, u8)> {
    let seat = position.to_act()?;
    let agent = agent.into_form();
    let action = py.detach(|| position.state().choose(&agent, seat, seed)).map_err(no_agent)?;
    action.map(|action| (action.slot, action.value)).ok_or_else(|| PyValueError::new_err("nothing is legal here"))
}

type Explained = (u16, u8, &'static str, Option<(u8, u8)>, f64);

/// What an agent does and why: code, place and amount; nothing for one that does not reason about the game.
#[pyfunction]
pub fn explain(position: &Position, agent: AgentArgument, seed: u64) -> PyResult<Option<Explained>> {
    let seat = position.to_act()?;
    let found = position.state().explain(&agent.into_form(), seat, seed).map_err(no_agent)?;
    Ok(found.map(|found| (found.action.slot, found.action.value, found.code, found.place, found.amount)))
}

type Foreseen = (u8, u16, u8);
type Appraised = (u16, u8, u32, f64, f64, Vec<Foreseen>);

/// What a searching agent thinks of each legal action: visits, value, standard error, and what may follow.
#[pyfunction]
#[pyo3(signature = (position, agent, seed, threads = 1))]
pub fn analyse(
    py: Python<'_>,
    position: &Position,
    agent: AgentArgument,
    seed: u64,
    threads: usize,
) -> PyResult<Option<(u32, Vec<Appraised>)>> {
    let seat = position.to_act()?;
    let agent = agent.into_form();
    let found = py.detach(|| position.state().analyse(&agent, seat, seed, threads.clamp(1, 64))).map_err(no_agent)?;
    let told = |found: Appraisal| {
        let line = found.line.into_iter().map(|step| (step.seat, step.action.slot, step.action.value)).collect();
        (found.action.slot, found.action.value, found.visits, found.value, found.error, line)
    };
    Ok(found.map(|found| (found.simulations, found.actions.into_iter().map(told).collect())))
}

/// Every legal action of the seat to act, with how well so many playouts ended for it on average.
#[pyfunction]
pub fn appraise(py: Python<'_>, position: &Position, playouts: u32, seed: u64) -> PyResult<Vec<(u16, u8, f64)>> {
    let seat = position.to_act()?;
    if !(1..=MAX_PLAYOUTS).contains(&playouts) {
        return Err(PyValueError::new_err(format!("{playouts} playouts: expected 1 to {MAX_PLAYOUTS}")));
    }
    let means = py.detach(|| position.state().appraise(playouts, seat, seed));
    Ok(means.into_iter().map(|(action, mean)| (action.slot, action.value, mean)).collect())
}
