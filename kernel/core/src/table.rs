//! What a table asks of a game beyond the waist: what people see, and where play waits for them.

use crate::chance::Seed;
use crate::game::{Event, Game};

/// What an observer sees. Cards are types, -1 for a card it cannot place; zones by instance, bottom card first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Observation {
    pub turn: Option<u8>,
    /// Number of the phase.
    pub node: u16,
    pub over: bool,
    pub zones: Vec<Vec<i32>>,
    pub registers: Vec<i32>,
    /// Who played which card to the trick on the table, in order.
    pub trick: Vec<(u8, u8)>,
    pub draft: Option<DraftSeen>,
}

/// A compound move that the observer is in the middle of.
#[derive(Debug, Clone, PartialEq)]
pub struct DraftSeen {
    pub offer: u8,
    pub pick: u8,
    pub values: Vec<i32>,
    pub cards: Vec<Vec<u8>>,
}

/// What is asked of the seat to act, beyond the list of its actions. Whose cards are played and which hand lies open
/// everyone knows; the rest is for the seat alone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Asked {
    /// Whose card is played; for a dummy its partner decides.
    pub playing: Option<u8>,
    /// Whose hand lies open on the table.
    pub dummy: Option<u8>,
    /// Picks of several cards: slot, how many are picked, at least and at most.
    pub limits: Vec<(u16, i32, i32, i32)>,
    /// Chips that go in: slot, value, chips.
    pub amounts: Vec<(u16, u8, i32)>,
    /// The first duty that leaves out some card, by slot.
    pub duties: Vec<(u16, u16)>,
}

pub trait Table: Game {
    /// The first state, with what is seen of the deal; `None` if the order (types, from the top) is not this deck's.
    fn begin(&self, order: Option<&[u8]>, seed: &Seed, events: &mut Vec<Event>) -> Option<Self::State>;
    /// What a seat sees; nobody in particular is a spectator.
    fn observe(&self, state: &Self::State, observer: Option<u8>) -> Observation;
    fn asked(&self, _: &Self::State) -> Asked {
        Asked::default()
    }
    /// Whether the state is among those that could be sampled for the observer.
    fn admits_truth(&self, state: &Self::State, observer: Option<u8>) -> bool;
    fn is_over(&self, state: &Self::State) -> bool;
    /// Nobody is to act while a table waits.
    fn hold(&self, state: &mut Self::State);
    /// Every card of every zone, as types.
    fn layout(&self, state: &Self::State) -> Vec<Vec<i32>>;
    /// All that a state holds, hidden cards and chance included, as text: what is the same in two states is so for ever.
    fn contents(&self, state: &Self::State) -> String;
}
