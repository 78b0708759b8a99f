//! Games that are genomes: what an observer sees of them.

use deckwright_core::game::{Game, SPECTATOR_BIT};
use deckwright_core::mask::Mask;
use deckwright_core::resample::admits_truth;
use deckwright_core::rules::program::Role;
use deckwright_core::rules::state::NOBODY;
use deckwright_core::rules::{Rules, State};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::position::Table;

impl Table for Rules {
    fn observe<'py>(&self, py: Python<'py>, state: &State, observer: Option<u8>) -> PyResult<Bound<'py, PyDict>> {
        let bit = observer.map_or(SPECTATOR_BIT, |seat| 1 << seat);
        let zones: Vec<Vec<i32>> = (0..self.instances)
            .map(|zone| {
                let cards = state.layout.observe(&self.places, zone as u8, bit);
                cards.into_iter().map(|card| card.map_or(-1, i32::from)).collect()
            })
            .collect();
        let used = self.program.registers.iter().map(|family| family.base + family.len).max().unwrap_or(0);
        let view = PyDict::new(py);
        view.set_item("turn", self.turn(state))?;
        view.set_item("node", state.node)?;
        view.set_item("over", state.over)?;
        view.set_item("zones", zones)?;
        view.set_item("registers", PyList::new(py, &state.registers[..used as usize])?)?;
        let lying = |card: u8| self.zones[state.layout.zone_of[card as usize & 127] as usize].role == Role::Trick;
        let plays = state.trick.plays[..(state.trick.played as usize).min(state.trick.plays.len())].iter();
        let trick: Vec<(u8, u8)> = plays
            .filter(|(_, card)| !state.over && lying(*card))
            .map(|(seat, card)| (*seat, self.places.type_of[*card as usize & 127]))
            .collect();
        view.set_item("trick", trick)?;
        let own_draft = state.draft.active && observer.is_some() && observer == self.turn(state);
        if own_draft {
            let draft = PyDict::new(py);
            let faces = |cards: Mask| -> Vec<u8> { cards.into_iter().map(|card| self.places.type_of[card as usize]).collect() };
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

    fn admits_truth(&self, state: &State, observer: Option<u8>) -> bool {
        admits_truth(&state.layout, &self.places, observer)
    }

    fn is_over(&self, state: &State) -> bool {
        state.over
    }

    fn hold(&self, state: &mut State) {
        state.to_act = NOBODY;
    }

    fn layout(&self, state: &State) -> Vec<Vec<i32>> {
        let layout = &state.layout;
        let everything = |zone: usize| -> Vec<i32> {
            let face = |card: u8| self.places.type_of[card as usize] as i32;
            if self.places.spots[zone].ordered {
                let mut cards: Vec<i32> = layout.from_top(zone as u8).map(face).collect();
                cards.reverse();
                return cards;
            }
            layout.cards[zone].into_iter().map(face).collect()
        };
        (0..self.instances).map(everything).collect()
    }
}
