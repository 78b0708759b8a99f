//! What people see of a game that is a genome.

use crate::chance::Seed;
use crate::game::{Game, SPECTATOR_BIT};
use crate::resample::admits_truth;
use crate::rules::program::{NONE, Role};
use crate::rules::run::prelude::*;
use crate::rules::{Rules, State};
use crate::table::{Asked, DraftSeen, Observation, Table};

impl Table for Rules {
    fn begin(&self, order: Option<&[u8]>, seed: &Seed, events: &mut Vec<Event>) -> Option<State> {
        let order = match order {
            None => None,
            Some(types) => Some(self.order_of(types)?),
        };
        Some(self.start(order.as_deref(), seed, events))
    }

    fn observe(&self, state: &State, observer: Option<u8>) -> Observation {
        let bit = observer.map_or(SPECTATOR_BIT, |seat| 1 << seat);
        let zones = (0..self.instances)
            .map(|zone| {
                let cards = state.layout.observe(&self.places, zone as u8, bit);
                cards.into_iter().map(|card| card.map_or(-1, i32::from)).collect()
            })
            .collect();
        let used = self.program.registers.iter().map(|family| family.base + family.len).max().unwrap_or(0);
        let lying = |card: u8| self.zones[state.layout.zone_of[card as usize & 127] as usize].role == Role::Trick;
        let plays = state.trick.plays[..(state.trick.played as usize).min(state.trick.plays.len())].iter();
        let trick = plays
            .filter(|(_, card)| !state.over && lying(*card))
            .map(|(seat, card)| (*seat, self.places.type_of[*card as usize & 127]))
            .collect();
        let own_draft = state.draft.active && observer.is_some() && observer == self.turn(state);
        let faces = |cards: Mask| -> Vec<u8> { cards.into_iter().map(|card| self.places.type_of[card as usize]).collect() };
        // Cards are seen by their faces: which copy was picked is nobody's knowledge.
        let picks = state.draft.values.iter().zip(&state.draft.cards);
        let value_picks = picks.map(|(value, cards)| if cards.is_empty() { *value } else { NONE });
        let draft = own_draft.then(|| DraftSeen {
            offer: state.draft.offer,
            pick: state.draft.pick,
            values: value_picks.collect(),
            cards: state.draft.cards.iter().map(|cards| faces(*cards)).collect(),
        });
        let mut registers = state.registers[..used as usize].to_vec();
        for register in &self.card_registers {
            registers[*register as usize] = self.seen_in(state, *register);
        }
        Observation { turn: self.turn(state), node: state.node, over: state.over, zones, registers, trick, draft }
    }

    fn asked(&self, state: &State) -> Asked {
        crate::rules::run::asked::asked(self, state)
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
