//! A state of a game, for Python: one class for each kind of game over the waist.

use deckwright_core::game::Game;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What is asked of a game beyond the waist.
pub trait Table: Game {
    /// Zones, registers and the rest, as an observer sees them.
    fn observe<'py>(&self, py: Python<'py>, state: &Self::State, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>>;
    /// Whether the state is among those that could be sampled for the observer.
    fn admits_truth(&self, state: &Self::State, observer: Option<u8>) -> bool;
    fn is_over(&self, state: &Self::State) -> bool;
    /// Nobody is to act while a table waits.
    fn hold(&self, state: &mut Self::State);
    /// Every card of every zone.
    fn layout(&self, state: &Self::State) -> Vec<Vec<i32>>;
}

/// A class of immutable positions.
macro_rules! position_class {
    ($name:ident, $game:ty) => {
        /// A state of a game. Immutable.
        #[pyclass(frozen, module = "deckwright._kernel")]
        pub struct $name {
            pub game: Arc<$game>,
            pub state: Box<<$game as Game>::State>,
            pub events: Vec<Event>,
        }

        impl $name {
            fn bit(&self, observer: Option<u8>) -> PyResult<u32> {
                match observer {
                    None => Ok(SPECTATOR_BIT),
                    Some(seat) => self.seat_index(seat).map(|seat| 1 << seat),
                }
            }

            fn seat_index(&self, seat: u8) -> PyResult<u8> {
                if (seat as usize) < self.game.seats() {
                    return Ok(seat);
                }
                Err(PyValueError::new_err(format!("seat {seat} does not exist: there are {}", self.game.seats())))
            }

            pub fn legal_now(&self) -> Legal {
                let mut legal = Legal::default();
                self.game.legal(&self.state, &mut legal);
                legal
            }

            fn check(&self, slot: u16, value: u8) -> PyResult<Action> {
                let action = Action { slot, value };
                if self.legal_now().contains(action) {
                    return Ok(action);
                }
                Err(PyValueError::new_err(format!("action ({slot}, {value}) is not legal here")))
            }

            /// The positions at the beats, where nobody is to act, and at the end.
            fn split(
                &self,
                recorder: Recorder<<$game as Game>::State>,
                state: Box<<$game as Game>::State>,
            ) -> (Vec<(u8, $name)>, $name) {
                let (pauses, events) = recorder.split();
                let held = |(beat, events, mut state): (u8, Vec<Event>, Box<<$game as Game>::State>)| {
                    self.game.hold(&mut state);
                    (beat, $name { game: self.game.clone(), state, events })
                };
                (pauses.into_iter().map(held).collect(), $name { game: self.game.clone(), state, events })
            }
        }

        #[pymethods]
        impl $name {
            #[getter]
            fn seat(&self) -> Option<u8> {
                self.game.turn(&self.state)
            }

            #[getter]
            fn over(&self) -> bool {
                self.game.is_over(&self.state)
            }

            #[getter]
            fn hands(&self) -> u32 {
                self.game.hands(&self.state)
            }

            fn legal(&self) -> Vec<(u16, u8)> {
                self.legal_now().iter().map(|action| (action.slot, action.value)).collect()
            }

            fn apply(&self, slot: u16, value: u8) -> PyResult<$name> {
                let action = self.check(slot, value)?;
                let mut state = self.state.clone();
                let mut events = Vec::new();
                self.game.apply(&mut state, action, &mut events);
                Ok($name { game: self.game.clone(), state, events })
            }

            /// The same, with the positions at the beats on the way; each has the events since the one before.
            fn play(&self, slot: u16, value: u8, beats: u8) -> PyResult<(Vec<(u8, $name)>, $name)> {
                let action = self.check(slot, value)?;
                let mut state = self.state.clone();
                let mut recorder = Recorder::new(beats, true);
                self.game.apply(&mut state, action, &mut recorder);
                Ok(self.split(recorder, state))
            }

            /// Plays actions from here: where they lead, the beats of the last step, and of every step its seat, the
            /// action's place among the legal ones, how many those are, and the beats that it passed.
            fn replay(
                &self,
                py: Python<'_>,
                actions: Vec<(u16, u8)>,
                beats: u8,
            ) -> PyResult<($name, Vec<(u8, $name)>, Vec<Step>)> {
                let played = py.detach(|| {
                    let mut state = self.state.clone();
                    let mut recorder = Recorder::new(beats, false);
                    let mut steps = Vec::with_capacity(actions.len());
                    let mut legal = Legal::default();
                    for (number, (slot, value)) in actions.iter().enumerate() {
                        let action = Action { slot: *slot, value: *value };
                        self.game.legal(&state, &mut legal);
                        let place = legal.iter().position(|listed| listed == action);
                        let (Some(place), Some(seat)) = (place, self.game.turn(&state)) else {
                            return Err(number);
                        };
                        recorder.start(number + 1 == actions.len());
                        self.game.apply(&mut state, action, &mut recorder);
                        steps.push((seat, place as u32, legal.len(), recorder.passed.clone()));
                    }
                    Ok((state, recorder, steps))
                });
                let (state, mut recorder, steps) =
                    played.map_err(|number| PyValueError::new_err((format!("action {number} is not legal"), number)))?;
                if actions.is_empty() {
                    recorder.events.clone_from(&self.events);
                }
                let (pauses, end) = self.split(recorder, state);
                Ok((end, pauses, steps))
            }

            #[pyo3(signature = (observer))]
            fn events<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Seen<'py>> {
                seen_by(py, &self.events, self.bit(observer)?)
            }

            #[pyo3(signature = (observer))]
            fn observe<'py>(&self, py: Python<'py>, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
                self.bit(observer)?;
                self.game.observe(py, &self.state, observer)
            }

            fn key(&self, seat: u8) -> PyResult<u64> {
                Ok(self.game.key(&self.state, self.seat_index(seat)?))
            }

            fn resample(&self, seat: u8, seed: u64) -> PyResult<($name, bool)> {
                let seat = self.seat_index(seat)?;
                let (state, exact) = self.game.resample(&self.state, seat, &mut Rng::new(seed));
                Ok(($name { game: self.game.clone(), state: Box::new(state), events: Vec::new() }, exact))
            }

            #[pyo3(signature = (observer))]
            fn admits_truth(&self, observer: Option<u8>) -> PyResult<bool> {
                self.bit(observer)?;
                Ok(self.game.admits_truth(&self.state, observer))
            }

            fn scores(&self) -> Vec<i32> {
                self.game.scores(&self.state).0[..self.game.seats()].to_vec()
            }

            fn team_scores(&self) -> Vec<i32> {
                self.game.scores(&self.state).1[..self.game.teams()].to_vec()
            }

            fn returns(&self) -> Option<Vec<f64>> {
                self.over().then(|| self.game.returns(&self.state)[..self.game.seats()].to_vec())
            }

            fn winners(&self) -> Option<(Vec<u8>, Vec<u8>)> {
                let bits = |set: u32| (0..16).filter(|side| set >> side & 1 == 1).collect();
                self.over().then(|| {
                    let (seats, teams) = self.game.winners(&self.state);
                    (bits(seats), bits(teams))
                })
            }

            #[getter]
            fn lost(&self) -> bool {
                self.game.lost(&self.state)
            }

            #[getter]
            fn limited(&self) -> bool {
                self.game.limited(&self.state)
            }

            fn layout(&self) -> Vec<Vec<i32>> {
                self.game.layout(&self.state)
            }
        }
    };
}

pub(crate) use position_class;
