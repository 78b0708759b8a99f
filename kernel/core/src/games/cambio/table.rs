//! What people see of Cambio, and how its chance is gone through.

use super::cards::{DECK, TYPES, face};
use super::play::zone;
use super::state::{NOBODY, Phase, State};
use super::{Cambio, view};
use crate::chance::Seed;
use crate::game::{Event, Game};
use crate::solve::dealing::Dealt;
use crate::table::{Observation, Table};

impl Table for Cambio {
    fn begin(&self, order: Option<&[u8]>, seed: &Seed, events: &mut Vec<Event>) -> Option<State> {
        let order = match order {
            None => None,
            Some(types) => Some(cards_of(types)?),
        };
        Some(self.start(order.as_ref(), seed, events))
    }

    fn observe(&self, state: &State, observer: Option<u8>) -> Observation {
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
        Observation {
            turn: self.turn(state),
            node: state.phase as u16,
            over: self.is_over(state),
            zones: view::zones(self, state, observer),
            registers,
            trick: Vec::new(),
            draft: None,
        }
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

    fn contents(&self, state: &State) -> String {
        format!("{state:?}")
    }
}

/// Cards for types from the top of the deck; the jokers, which look alike, in turn.
fn cards_of(types: &[u8]) -> Option<[u8; DECK]> {
    let mut order = [0; DECK];
    let mut seen = 0u64;
    if types.len() != DECK {
        return None;
    }
    for (place, wanted) in order.iter_mut().zip(types) {
        let card = (0..DECK as u8).find(|card| face(*card) == *wanted && seen >> card & 1 == 0)?;
        seen |= 1 << card;
        *place = card;
    }
    Some(order)
}

impl Dealt for Cambio {
    fn cards(&self) -> &[u8] {
        &TYPES
    }

    /// The stock: nobody looks into it, and until it is made anew nothing has come back to it.
    fn unseen(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(state.stock[..state.stock_len as usize].iter().rev());
    }

    fn arrange(&self, state: &mut State, order: &[u8]) {
        for (place, card) in state.stock[..state.stock_len as usize].iter_mut().rev().zip(order) {
            *place = *card;
        }
    }

    fn is_settled(&self, state: &State) -> bool {
        state.chance.is_untouched()
    }
}
