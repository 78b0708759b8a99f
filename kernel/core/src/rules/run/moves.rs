//! Planned moves: carries out a choice without its general path.

use crate::knowledge::key_tags::{KEY_TAG_SLOT, KEY_TAG_VALUE};
use crate::rules::plan::moves::{Carries, MovePick, MovePlan};
use crate::rules::run::prelude::*;

impl MovePlan {
    /// Makes a move of one pick or none, for whoever is to act; whether the hand goes on.
    #[inline(always)]
    pub fn make<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let seat = state.to_act;
        state.layout.note(KEY_TAG_SLOT | action.slot as u64);
        let (chosen, mut seen_by) = (KEY_TAG_VALUE ^ action.value as u64, rules.places.everyone);
        if self.in_the_open {
            state.layout.note(chosen);
        } else if let MovePick::Secret = self.pick {
            state.layout.note_private(seat, chosen);
            seen_by = 1 << seat;
        }
        observer.see(Event::Chose { seat, action, seen_by });
        self.carry_out(rules, state, action.value, action.value, observer)
    }

    /// Makes a move for which a card has been picked, by naming a value; whether the hand goes on.
    #[inline(always)]
    pub fn name<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let (seat, seen_by) = (state.to_act, rules.places.everyone);
        let card = state.draft.values[0] as u8 & (MAX_CARDS as u8 - 1);
        let slot = self.naming().map_or(action.slot, |naming| naming.card_slot);
        for action in [Action { slot, value: card }, action] {
            state.layout.note(KEY_TAG_SLOT | action.slot as u64);
            state.layout.note(KEY_TAG_VALUE ^ action.value as u64);
            observer.see(Event::Chose { seat, action, seen_by });
        }
        self.carry_out(rules, state, card, action.value, observer)
    }

    /// What comes of a card, if one was picked, and the last value picked; whether the hand goes on.
    #[inline(always)]
    fn carry_out<O: Observer>(&self, rules: &Rules, state: &mut State, card: u8, last: u8, observer: &mut O) -> bool {
        let seat = state.to_act;
        if self.is_pass {
            let passes = state.get(at::PASSES).saturating_add(1);
            if passes < self.enough_passes {
                state.set(at::PASSES, passes);
            } else {
                Play::new(rules, state, observer).count_pass();
                if state.end_hand {
                    return false;
                }
            }
        } else {
            state.set(at::PASSES, 0);
            state.set(at::LAST_PLAYER, seat as i32);
        }
        let own = seat as usize & (MAX_SEATS - 1);
        match &self.carries {
            Carries::Nothing => {}
            Carries::Lay { from, to, ordered } => {
                state.layout.bring(&rules.places, card, from[own], *to, Place::Top, (false, *ordered), observer);
            }
            Carries::Draw { from, to, counts, draws } => {
                let there = state.layout.size[*from as usize & (MAX_ZONES - 1)] > 0;
                if there || *draws && Play::new(rules, state, observer).refill(*from) {
                    state.layout.draw(&rules.places, *from, to[own], observer);
                    state.add(at::DRAWN, 0, *counts as i32);
                } else if state.end_hand {
                    return false;
                }
            }
        }
        for mark in &self.marks {
            let picked = if mark.by_last { last } else { card };
            state.set(mark.register, mark.values[picked as usize & (MAX_CARDS - 1)]);
        }
        if !self.acts.is_empty() {
            state.draft.values[..2].copy_from_slice(&[card as i32, last as i32]);
            state.draft.cards[0] = Mask::of(card);
            Play::new(rules, state, observer).run(&self.acts);
            return !(state.end_hand | state.end_match | state.over);
        }
        true
    }
}
