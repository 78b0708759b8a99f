//! Choices whose offers a few tests list and whose moves are planned: decisions follow each other without the flow.

use crate::game::{Action, Decider, Event, Legal, Observer, Silent};
use crate::knowledge::key_tags::{KEY_TAG_SLOT, KEY_TAG_VALUE};
use crate::mask::Mask;
use crate::rules::load::Rules;
use crate::rules::plan::ChoiceTurns;
use crate::rules::plan::effects::EffectPlans;
use crate::rules::plan::moves::{Carries, MovePick, MovePlan};
use crate::rules::plan::offers::Open;
use crate::rules::program::*;
use crate::rules::run::flow::Play;
use crate::rules::run::state::{NOBODY, State};
use crate::rules::run::turns::TurnResult;

impl ChoiceTurns {
    /// Plays turns while decisions are made at the same node, where one is to be made; whether they are still made.
    #[inline(always)]
    pub fn play_on(&self, rules: &Rules, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) -> bool {
        let (Some(offers), Some(turns)) = (&self.offers, &self.turns) else {
            return rules.step(state, legal, decider);
        };
        let node = state.node;
        loop {
            let open = if !state.draft.active {
                offers.open(rules, state)
            } else if let Some(naming) = turns.naming(state) {
                Open::only(naming.slot, naming.values)
            } else {
                return rules.step(state, legal, decider);
            };
            let action = match decider.any_of(rules, state, state.to_act, open.count()) {
                Some(k) => open.nth(k),
                None => {
                    open.list(legal);
                    match decider.decide(rules, state, state.to_act, legal) {
                        Some(action) => action,
                        None => return false,
                    }
                }
            };
            state.decisions += 1;
            match turns.step(rules, state, action, &mut Silent) {
                TurnResult::Here => continue,
                TurnResult::On => {}
                TurnResult::Not => Play::new(rules, state, &mut Silent).apply(action),
            }
            if state.node != node || state.to_act == NOBODY {
                return true;
            }
        }
    }
}

impl MovePlan {
    /// Makes a move of one pick or none, for whoever is to act; whether the hand goes on.
    #[inline(always)]
    pub fn make<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let seat = state.to_act;
        state.layout.note(KEY_TAG_SLOT | action.slot as u64);
        let (chosen, mut seen_by) = (KEY_TAG_VALUE ^ action.value as u64, rules.places.everyone);
        if self.in_the_open {
            state.layout.note(chosen);
        } else if let MovePick::SecretPlan = self.pick {
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
                count_pass(rules, state, observer);
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
                if there || *draws && refill(rules, state, *from, observer) {
                    state.layout.draw(&rules.places, *from, to[own], observer);
                    state.add(at::DRAWN, 0, *counts as i32);
                } else if state.end_hand {
                    return false;
                }
            }
        }
        for pair in &self.marks {
            for mark in pair {
                let picked = if mark.by_last { last } else { card };
                state.set(mark.register, mark.values[picked as usize & (MAX_CARDS - 1)]);
            }
        }
        if !self.acts.is_empty() {
            state.draft.values[..2].copy_from_slice(&[card as i32, last as i32]);
            state.draft.cards[0] = Mask::of(card);
            run(rules, state, &self.acts, observer);
            return !(state.end_hand | state.end_match | state.over);
        }
        true
    }
}

#[inline(never)]
fn count_pass(rules: &Rules, state: &mut State, observer: &mut impl Observer) {
    Play::new(rules, state, observer).count_pass();
}

#[inline(never)]
fn refill(rules: &Rules, state: &mut State, stock: u8, observer: &mut impl Observer) -> bool {
    Play::new(rules, state, observer).refill(stock)
}

#[inline(never)]
fn run(rules: &Rules, state: &mut State, acts: &EffectPlans, observer: &mut impl Observer) {
    Play::new(rules, state, observer).run(acts);
}
