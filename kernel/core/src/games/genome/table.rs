//! What people see of a game that is a genome.

use super::Genome;
use super::asked::asked;
use crate::chance::Seed;
use crate::game::{Event, Game, SPECTATOR_BIT};
use crate::mask::Mask;
use crate::resample::admits_truth;
use crate::rules::State;
use crate::rules::program::{NONE, Role};
use crate::rules::run::state::NOBODY;
use crate::table::{Asked, DraftSeen, Observation, Table};

impl Table for Genome {
    fn begin(&self, order: Option<&[u8]>, seed: &Seed, events: &mut Vec<Event>) -> Option<State> {
        let order = match order {
            None => None,
            Some(types) => Some(self.order_of(types)?),
        };
        Some(self.rules.start(order.as_deref(), seed, events))
    }

    fn observe(&self, state: &State, observer: Option<u8>) -> Observation {
        let bit = observer.map_or(SPECTATOR_BIT, |seat| 1 << seat);
        let zones = (0..self.rules.instances)
            .map(|zone| {
                let cards = state.layout.observe(&self.rules.places, zone as u8, bit);
                cards.into_iter().map(|card| card.map_or(-1, i32::from)).collect()
            })
            .collect();
        let used = self.rules.program.registers.iter().map(|family| family.base + family.len).max().unwrap_or(0);
        let lying = |card: u8| self.rules.zones[state.layout.zone_of[card as usize & 127] as usize].role == Role::Trick;
        let plays = state.trick.plays[..(state.trick.played as usize).min(state.trick.plays.len())].iter();
        let trick = plays
            .filter(|(_, card)| !state.over && lying(*card))
            .map(|(seat, card)| (*seat, self.rules.places.type_of[*card as usize & 127]))
            .collect();
        let own_draft = state.draft.active && observer.is_some() && observer == self.turn(state);
        let faces = |cards: Mask| -> Vec<u8> { cards.into_iter().map(|card| self.rules.places.type_of[card as usize]).collect() };
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
        for register in &self.rules.card_registers {
            registers[*register as usize] = self.rules.seen_in(state, *register);
        }
        Observation { turn: self.turn(state), node: state.node, over: state.over, zones, registers, trick, draft }
    }

    fn asked(&self, state: &State) -> Asked {
        asked(&self.rules, state)
    }

    fn admits_truth(&self, state: &State, observer: Option<u8>) -> bool {
        admits_truth(&state.layout, &self.rules.places, observer)
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

    fn contents(&self, state: &State) -> String {
        state.contents(&self.rules)
    }
}

impl Genome {
    /// Cards for an order given by types from the top of the deck: the copies of a type in turn. `None` if it is not
    /// this deck.
    fn order_of(&self, types: &[u8]) -> Option<Vec<u8>> {
        let mut left = self.rules.cards_of_type.clone();
        let mut order = Vec::with_capacity(types.len());
        for kind in types {
            let cards = left.get_mut(*kind as usize)?;
            let card = cards.lowest()?;
            cards.remove(card);
            order.push(card);
        }
        (order.len() == self.rules.places.cards).then_some(order)
    }
}
