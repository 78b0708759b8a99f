//! Cambio for Python: its rules, positions, agents and batches.

use std::sync::Arc;

use deckwright_core::agents::Player;
use deckwright_core::agents::cambio::CambioAgent;
use deckwright_core::chance::Rng;
use deckwright_core::game::{Action, Event, Game, Information, Legal, SPECTATOR_BIT};
use deckwright_core::games::cambio::cards::{DECK, face};
use deckwright_core::games::cambio::options::Options;
use deckwright_core::games::cambio::play::zone;
use deckwright_core::games::cambio::state::{NOBODY, Phase, State};
use deckwright_core::games::cambio::{Cambio, view};
use deckwright_core::simulate::Batch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::events::{Seen, seen_by};
use crate::position::{Table, position_class};
use crate::recorder::{Recorder, Step};
use crate::{appraised, run, seed_of};

position_class!(CambioPosition, Cambio);

impl Table for Cambio {
    fn observe<'py>(&self, py: Python<'py>, state: &State, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let seat_or_none = |seat: u8| if seat == NOBODY { -1 } else { seat as i32 };
        let chosen = matches!(state.phase, Phase::SwapSecond | Phase::KingFirst | Phase::KingSecond | Phase::Give);
        let seats = self.seats();
        let mut registers: Vec<i32> = state.scores[..seats].to_vec();
        registers.extend(&state.last_scores[..seats]);
        registers.extend([
            state.rounds as i32,
            state.turns as i32,
            seat_or_none(state.turn),
            seat_or_none(state.caller),
            state.turns_left as i32,
            if chosen { zone(state.first) as i32 } else { -1 },
        ]);
        let seen = PyDict::new(py);
        seen.set_item("turn", self.turn(state))?;
        seen.set_item("node", state.phase as u8)?;
        seen.set_item("over", self.is_over(state))?;
        seen.set_item("zones", view::zones(self, state, observer))?;
        seen.set_item("registers", registers)?;
        seen.set_item("trick", Vec::<(u8, u8)>::new())?;
        seen.set_item("draft", py.None())?;
        Ok(seen)
    }

    /// Worlds are sampled by exchanging cards, so the one there is can always come of it.
    fn admits_truth(&self, _: &State, _: Option<u8>) -> bool {
        true
    }

    fn is_over(&self, state: &State) -> bool {
        state.phase == Phase::Over
    }

    fn hold(&self, state: &mut State) {
        state.to_act = NOBODY;
    }

    fn layout(&self, state: &State) -> Vec<Vec<i32>> {
        let mut open = *state;
        (open.known, open.everyone) = ([u64::MAX; 6], u64::MAX);
        let mut zones = view::zones(self, &open, None);
        let stock = zones.len() - 3;
        zones[stock] = state.stock[..state.stock_len as usize].iter().map(|card| face(*card) as i32).collect();
        zones
    }
}

/// House rules that were checked.
#[pyclass(frozen, module = "deckwright._kernel")]
pub struct CambioRules {
    rules: Arc<Cambio>,
}

#[pymethods]
impl CambioRules {
    #[new]
    fn new(options: &[u8]) -> PyResult<CambioRules> {
        let options = Options::parse(options).map_err(PyValueError::new_err)?;
        Ok(CambioRules { rules: Arc::new(Cambio::new(options)) })
    }

    #[getter]
    fn seats(&self) -> usize {
        self.rules.seats()
    }

    #[pyo3(signature = (order, seed))]
    fn deal(&self, order: Option<&[u8]>, seed: &[u8]) -> PyResult<CambioPosition> {
        let order = order.map(cards_of).transpose()?;
        let mut events = Vec::new();
        let state = self.rules.start(order.as_ref(), &seed_of(seed)?, &mut events);
        Ok(CambioPosition { game: self.rules.clone(), state: Box::new(state), events })
    }
}

/// Cards for faces from the top of the deck; the jokers, which look alike, in turn.
fn cards_of(faces: &[u8]) -> PyResult<[u8; DECK]> {
    let wrong = || PyValueError::new_err("the order is not this deck's cards");
    let mut order = [0; DECK];
    let mut seen = 0u64;
    if faces.len() != DECK {
        return Err(wrong());
    }
    for (place, wanted) in order.iter_mut().zip(faces) {
        let card = (0..DECK as u8).find(|card| face(*card) == *wanted && seen >> card & 1 == 0).ok_or_else(wrong)?;
        seen |= 1 << card;
        *place = card;
    }
    Ok(order)
}

fn agent_of(settings: &[u8]) -> PyResult<CambioAgent> {
    CambioAgent::parse(settings).map_err(PyValueError::new_err)
}

/// What an agent does, given only its seat's information.
#[pyfunction]
pub fn choose_cambio(py: Python<'_>, position: &CambioPosition, agent: &[u8], seed: u64) -> PyResult<(u16, u8)> {
    let agent = agent_of(agent)?;
    let Some(seat) = position.game.turn(&position.state) else {
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
pub fn appraise_cambio(py: Python<'_>, position: &CambioPosition, playouts: u32, seed: u64) -> PyResult<Vec<(u16, u8, f64)>> {
    appraised(py, &*position.game, &*position.state, playouts, seed)
}

type Explanation = (u16, u8, &'static str, Option<(u8, u8)>, f64);

/// What an agent does and why: code, place and amount; nothing for one that does not reason about the game.
#[pyfunction]
pub fn explain_cambio(position: &CambioPosition, agent: &[u8], seed: u64) -> PyResult<Option<Explanation>> {
    let agent = agent_of(agent)?;
    let Some(seat) = position.game.turn(&position.state) else {
        return Err(PyValueError::new_err("the game is over"));
    };
    let view = Information::new(&*position.game, &*position.state, seat).view();
    Ok(agent.decide(&view, &mut Rng::new(seed)).map(|decision| {
        let (action, reason) = (decision.action, decision.reason);
        (action.slot, action.value, reason.code, reason.at.map(|at| (at.seat, at.slot)), reason.amount)
    }))
}

/// Plays games `first..first + games`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
#[pyo3(signature = (rules, agents, games, seed, threads, rotate, first, progress))]
pub fn simulate_cambio<'py>(
    py: Python<'py>,
    rules: &CambioRules,
    agents: Vec<Vec<u8>>,
    games: u64,
    seed: &[u8],
    threads: usize,
    rotate: bool,
    first: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let agents: Vec<CambioAgent> = agents.iter().map(|agent| agent_of(agent)).collect::<PyResult<_>>()?;
    let batch = Batch { agents: &agents, first, games, seed: seed_of(seed)?, threads: threads.clamp(1, 1024), rotate };
    run(py, &*rules.rules, &batch, progress)
}
