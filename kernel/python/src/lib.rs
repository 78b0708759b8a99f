//! The Python surface of the kernel: conversions and nothing else.

mod solve;

use std::any::Any;
use std::sync::Arc;
use std::time::Instant;

use deckwright_core::agents::{Agent, MAX_PLAYOUTS, flat};
use deckwright_core::chance::{Rng, Seed, derive};
use deckwright_core::game::{Action, Beat, Event, Game, Information, Legal, Observer, SPECTATOR_BIT};
use deckwright_core::resample::admits_truth;
use deckwright_core::rules::program::Role;
use deckwright_core::rules::state::NOBODY;
use deckwright_core::rules::{self, State, patterns};
use deckwright_core::simulate::{Batch, simulate as run_batch};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

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
    fn new(program: &[u8]) -> PyResult<Rules> {
        let rules = rules::load(program).map_err(PyValueError::new_err)?;
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
        Ok(Position { rules: self.rules.clone(), state: Box::new(state), events })
    }
}

/// Seat, place among the legal actions, their number, beats passed.
type Step = (u8, u32, u32, Vec<u8>);
type Replay = (Position, Vec<(u8, Position)>, Vec<Step>);

/// Beats of one step whose states are kept; nothing waits at those after.
const MOST_PAUSES: usize = 32;

/// Keeps what happens in a step, and the states at the beats that were asked for.
#[derive(Default)]
struct Recorder {
    /// Beats to stop at: one bit each.
    beats: u8,
    /// Whether states are kept, or beats only counted.
    keeps: bool,
    events: Vec<Event>,
    passed: Vec<u8>,
    /// Events so far and the state, at each beat.
    pauses: Vec<(usize, Box<State>)>,
}

impl Recorder {
    fn start(&mut self, keeps: bool) {
        self.keeps = keeps;
        self.events.clear();
        self.passed.clear();
        self.pauses.clear();
    }

    /// The positions at the beats and at the end, each with the events since the one before.
    fn split(self, rules: &Arc<rules::Rules>, state: Box<State>) -> (Vec<(u8, Position)>, Position) {
        let mut from = 0;
        let mut pauses = Vec::with_capacity(self.pauses.len());
        for (beat, (until, mut held)) in self.passed.into_iter().zip(self.pauses) {
            held.to_act = NOBODY;
            let events = self.events[from..until].to_vec();
            pauses.push((beat, Position { rules: rules.clone(), state: held, events }));
            from = until;
        }
        (pauses, Position { rules: rules.clone(), state, events: self.events[from..].to_vec() })
    }
}

impl Observer for Recorder {
    fn see(&mut self, event: Event) {
        if self.keeps {
            self.events.push(event);
        }
    }

    fn pause(&mut self, beat: Beat, state: &dyn Any) {
        let number = beat as u8;
        if self.beats >> number & 1 == 0 || self.passed.len() >= MOST_PAUSES {
            return;
        }
        if let Some(state) = state.downcast_ref::<State>() {
            self.passed.push(number);
            if self.keeps {
                self.pauses.push((self.events.len(), Box::new(*state)));
            }
        }
    }
}

/// A state of a game. Immutable.
#[pyclass(frozen, module = "deckwright._kernel")]
struct Position {
    rules: Arc<rules::Rules>,
    state: Box<State>,
    events: Vec<Event>,
}

impl Position {
    fn bit(&self, observer: Option<u8>) -> PyResult<u32> {
        match observer {
            None => Ok(SPECTATOR_BIT),
            Some(seat) => self.seat_index(seat).map(|seat| 1 << seat),
        }
    }

    fn seat_index(&self, seat: u8) -> PyResult<u8> {
        if (seat as usize) < self.rules.seats() {
            return Ok(seat);
        }
        Err(PyValueError::new_err(format!("seat {seat} does not exist: there are {}", self.rules.seats())))
    }

    fn legal_now(&self) -> Legal {
        let mut legal = Legal::default();
        self.rules.legal(&self.state, &mut legal);
        legal
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn seat(&self) -> Option<u8> {
        self.rules.turn(&self.state)
    }

    #[getter]
    fn over(&self) -> bool {
        self.state.over
    }

    #[getter]
    fn hands(&self) -> u32 {
        self.rules.hands(&self.state)
    }

    fn legal(&self) -> Vec<(u16, u8)> {
        self.legal_now().iter().map(|action| (action.slot, action.value)).collect()
    }

    fn apply(&self, slot: u16, value: u8) -> PyResult<Position> {
        let action = Action { slot, value };
        if !self.legal_now().contains(action) {
            return Err(PyValueError::new_err(format!("action ({slot}, {value}) is not legal here")));
        }
        let mut state = self.state.clone();
        let mut events = Vec::new();
        self.rules.apply(&mut state, action, &mut events);
        Ok(Position { rules: self.rules.clone(), state, events })
    }

    /// The same, with the positions at the beats on the way; each has the events since the one before.
    fn play(&self, slot: u16, value: u8, beats: u8) -> PyResult<(Vec<(u8, Position)>, Position)> {
        let action = Action { slot, value };
        if !self.legal_now().contains(action) {
            return Err(PyValueError::new_err(format!("action ({slot}, {value}) is not legal here")));
        }
        let mut state = self.state.clone();
        let mut recorder = Recorder { beats, keeps: true, ..Recorder::default() };
        self.rules.apply(&mut state, action, &mut recorder);
        Ok(recorder.split(&self.rules, state))
    }

    /// Plays actions from here: where they lead, the beats of the last step, and of every step its seat, the
    /// action's place among the legal ones, how many those are, and the beats that it passed.
    fn replay(&self, py: Python<'_>, actions: Vec<(u16, u8)>, beats: u8) -> PyResult<Replay> {
        let played = py.detach(|| {
            let mut state = self.state.clone();
            let mut recorder = Recorder { beats, ..Recorder::default() };
            let mut steps = Vec::with_capacity(actions.len());
            let mut legal = Legal::default();
            for (number, (slot, value)) in actions.iter().enumerate() {
                let action = Action { slot: *slot, value: *value };
                self.rules.legal(&state, &mut legal);
                let Some(place) = legal.iter().position(|listed| listed == action) else {
                    return Err(number);
                };
                let seat = state.to_act;
                recorder.start(number + 1 == actions.len());
                self.rules.apply(&mut state, action, &mut recorder);
                steps.push((seat, place as u32, legal.len(), recorder.passed.clone()));
            }
            Ok((state, recorder, steps))
        });
        let (state, mut recorder, steps) =
            played.map_err(|number| PyValueError::new_err((format!("action {number} is not legal"), number)))?;
        if actions.is_empty() {
            recorder.events.clone_from(&self.events);
        }
        let (pauses, end) = recorder.split(&self.rules, state);
        Ok((end, pauses, steps))
    }

    #[pyo3(signature = (observer))]
    fn events<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Vec<(&'static str, Bound<'py, PyDict>)>> {
        let bit = self.bit(observer)?;
        let mut seen = Vec::new();
        for event in &self.events {
            let fields = PyDict::new(py);
            let face = |card: u8, seen_by: u32| if seen_by & bit != 0 { card as i32 } else { -1 };
            let kind = match *event {
                Event::Chose { seat, action, seen_by } => {
                    fields.set_item("seat", seat)?;
                    fields.set_item("slot", action.slot)?;
                    fields.set_item("value", face(action.value, seen_by))?;
                    "chose"
                }
                Event::Moved { card, from, to, seen_by } => {
                    fields.set_item("card", face(card, seen_by))?;
                    fields.set_item("from", from)?;
                    fields.set_item("to", to)?;
                    "moved"
                }
                Event::Shown { card, zone, seen_by } => {
                    fields.set_item("card", face(card, seen_by))?;
                    fields.set_item("zone", zone)?;
                    "shown"
                }
                Event::Shuffled { zone } => {
                    fields.set_item("zone", zone)?;
                    "shuffled"
                }
                Event::Dealt { hand } => {
                    fields.set_item("hand", hand)?;
                    "dealt"
                }
                Event::TrickWon { seat } => {
                    fields.set_item("seat", seat)?;
                    "trick won"
                }
                Event::Scored { side, team, points } => {
                    fields.set_item(if team { "team" } else { "seat" }, side)?;
                    fields.set_item("points", points)?;
                    "scored"
                }
                Event::Paid { seat, chips } => {
                    fields.set_item("seat", seat)?;
                    fields.set_item("chips", chips)?;
                    "paid"
                }
                Event::Out { seat } => {
                    fields.set_item("seat", seat)?;
                    "out"
                }
                Event::HandOver { hand } => {
                    fields.set_item("hand", hand)?;
                    "hand over"
                }
                Event::MatchOver => "match over",
            };
            seen.push((kind, fields));
        }
        Ok(seen)
    }

    #[pyo3(signature = (observer))]
    fn observe<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let bit = self.bit(observer)?;
        let state = &self.state;
        let zones: Vec<Vec<i32>> = (0..self.rules.instances)
            .map(|zone| {
                let cards = state.layout.observe(&self.rules.places, zone as u8, bit);
                cards.into_iter().map(|card| card.map_or(-1, i32::from)).collect()
            })
            .collect();
        let used = self.rules.program.registers.iter().map(|family| family.base + family.len).max().unwrap_or(0);
        let view = PyDict::new(py);
        view.set_item("turn", self.seat())?;
        view.set_item("node", state.node)?;
        view.set_item("over", state.over)?;
        view.set_item("zones", zones)?;
        view.set_item("registers", PyList::new(py, &state.registers[..used as usize])?)?;
        let lying = |card: u8| self.rules.zones[state.layout.zone_of[card as usize & 127] as usize].role == Role::Trick;
        let plays = state.trick.plays[..(state.trick.played as usize).min(state.trick.plays.len())].iter();
        let trick: Vec<(u8, u8)> = plays
            .filter(|(_, card)| !state.over && lying(*card))
            .map(|(seat, card)| (*seat, self.rules.places.type_of[*card as usize & 127]))
            .collect();
        view.set_item("trick", trick)?;
        let own_draft = state.draft.active && observer.is_some() && observer == self.seat();
        if own_draft {
            let draft = PyDict::new(py);
            let faces = |cards: deckwright_core::mask::Mask| -> Vec<u8> {
                cards.into_iter().map(|card| self.rules.places.type_of[card as usize]).collect()
            };
            draft.set_item("offer", state.draft.offer)?;
            draft.set_item("pick", state.draft.pick)?;
            draft.set_item("values", PyList::new(py, state.draft.values)?)?;
            draft.set_item("cards", state.draft.cards.iter().map(|cards| faces(*cards)).collect::<Vec<_>>())?;
            view.set_item("draft", draft)?;
        } else {
            view.set_item("draft", py.None())?;
        }
        Ok(view)
    }

    fn key(&self, seat: u8) -> PyResult<u64> {
        Ok(self.rules.key(&self.state, self.seat_index(seat)?))
    }

    fn resample(&self, seat: u8, seed: u64) -> PyResult<(Position, bool)> {
        let seat = self.seat_index(seat)?;
        let (state, exact) = self.rules.resample(&self.state, seat, &mut Rng::new(seed));
        Ok((Position { rules: self.rules.clone(), state: Box::new(state), events: Vec::new() }, exact))
    }

    #[pyo3(signature = (observer))]
    fn admits_truth(&self, observer: Option<u8>) -> PyResult<bool> {
        self.bit(observer)?;
        Ok(admits_truth(&self.state.layout, &self.rules.places, observer))
    }

    fn scores(&self) -> Vec<i32> {
        self.rules.scores(&self.state).0[..self.rules.seats()].to_vec()
    }

    fn team_scores(&self) -> Vec<i32> {
        self.rules.scores(&self.state).1[..self.rules.teams()].to_vec()
    }

    fn returns(&self) -> Option<Vec<f64>> {
        self.state.over.then(|| self.rules.returns(&self.state)[..self.rules.seats()].to_vec())
    }

    fn winners(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        let bits = |set: u32| (0..16).filter(|side| set >> side & 1 == 1).collect();
        self.state.over.then(|| {
            let (seats, teams) = self.rules.winners(&self.state);
            (bits(seats), bits(teams))
        })
    }

    #[getter]
    fn lost(&self) -> bool {
        self.rules.lost(&self.state)
    }

    fn layout(&self) -> Vec<Vec<i32>> {
        let layout = &self.state.layout;
        let everything = |zone: usize| -> Vec<i32> {
            let face = |card: u8| self.rules.places.type_of[card as usize] as i32;
            if self.rules.places.spots[zone].ordered {
                let mut cards: Vec<i32> = layout.from_top(zone as u8).map(face).collect();
                cards.reverse();
                return cards;
            }
            layout.cards[zone].into_iter().map(face).collect()
        };
        (0..self.rules.instances).map(everything).collect()
    }
}

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
        let information = Information::new(&*position.rules, &*position.state, seat);
        agent.choose(&information, &legal, &mut Rng::new(seed), &mut 0)
    });
    action.map(|action| (action.slot, action.value)).ok_or_else(|| PyValueError::new_err("nothing is legal here"))
}

/// Every legal action of the seat to act, with how well so many playouts ended for it on average.
#[pyfunction]
fn appraise(py: Python<'_>, position: &Position, playouts: u32, seed: u64) -> PyResult<Vec<(u16, u8, f64)>> {
    let Some(seat) = position.seat() else {
        return Err(PyValueError::new_err("the game is over"));
    };
    if !(1..=MAX_PLAYOUTS).contains(&playouts) {
        return Err(PyValueError::new_err(format!("{playouts} playouts: expected 1 to {MAX_PLAYOUTS}")));
    }
    let legal = position.legal_now();
    let means = py.detach(|| {
        let information = Information::new(&*position.rules, &*position.state, seat);
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
    let seats = rules.rules.seats();
    if agents.len() != seats {
        return Err(PyValueError::new_err(format!("{} agents for {seats} seats", agents.len())));
    }
    let batch = Batch { agents: &agents, first, games, seed: seed_of(seed)?, threads: threads.clamp(1, 1024), rotate };
    let started = Instant::now();
    let mut failure = None;
    let game = &*rules.rules;
    let outcome = py.detach(|| {
        run_batch(game, &batch, |done| {
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
