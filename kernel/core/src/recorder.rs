//! What happens in a step of a game that is replayed, and where a table waits.

use std::any::Any;

use crate::game::{Beat, Event, Observer};

/// Seat, place among the legal actions, their number, beats passed, and whether anything was seen of it.
pub type Step = (u8, u32, u32, Vec<u8>, bool);

/// Beats of one step whose states are kept; nothing waits at those after.
const MOST_PAUSES: usize = 32;

/// Keeps what happens in a step, and the states at the beats that were asked for.
pub struct Recorder<S> {
    /// Beats to stop at: one bit each.
    beats: u8,
    /// Whether states are kept, or beats only counted.
    keeps: bool,
    pub events: Vec<Event>,
    pub passed: Vec<u8>,
    /// Something happened that was told, kept or not.
    pub was_seen: bool,
    /// Events so far and the state, at each beat.
    pauses: Vec<(usize, Box<S>)>,
}

/// A beat, what happened until it since the one before, and the state there.
pub type Pause<S> = (u8, Vec<Event>, Box<S>);

impl<S> Recorder<S> {
    pub fn new(beats: u8, keeps: bool) -> Recorder<S> {
        Recorder { beats, keeps, events: Vec::new(), passed: Vec::new(), was_seen: false, pauses: Vec::new() }
    }

    pub fn start(&mut self, keeps: bool) {
        (self.keeps, self.was_seen) = (keeps, false);
        self.events.clear();
        self.passed.clear();
        self.pauses.clear();
    }

    /// The states at the beats, and what happened after the last of them.
    pub fn split(self) -> (Vec<Pause<S>>, Vec<Event>) {
        let mut from = 0;
        let mut pauses = Vec::with_capacity(self.pauses.len());
        for (beat, (until, state)) in self.passed.into_iter().zip(self.pauses) {
            pauses.push((beat, self.events[from..until].to_vec(), state));
            from = until;
        }
        (pauses, self.events[from..].to_vec())
    }
}

impl<S: Clone + 'static> Observer for Recorder<S> {
    fn see(&mut self, event: Event) {
        self.was_seen = true;
        if self.keeps {
            self.events.push(event);
        }
    }

    fn pause(&mut self, beat: Beat, state: &dyn Any) {
        let number = beat as u8;
        if self.beats >> number & 1 == 0 || self.passed.len() >= MOST_PAUSES {
            return;
        }
        if let Some(state) = state.downcast_ref::<S>() {
            self.passed.push(number);
            if self.keeps {
                self.pauses.push((self.events.len(), Box::new(state.clone())));
            }
        }
    }
}
