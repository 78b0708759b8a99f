//! Enters picks into a move under way and takes them back; chooses others' secret moves anew after resampling.

use crate::rules::plan::Plan;
use crate::rules::plan::choice::ChoicePlan;
use crate::rules::run::choice::{find_offer, legal};
use crate::rules::run::look_ahead::LookAhead;
use crate::rules::run::picks::{PickValues, taken_as};
use crate::rules::run::prelude::*;
use crate::rules::run::set_picks::{cards_of_sets, sets_pick};
use crate::rules::run::state::{Draft, Pending};

impl<O: Observer> Play<'_, O> {
    /// Takes a value for the pick at hand; whether it was the last pick.
    #[inline(never)]
    pub fn take_pick(&mut self, offer: &Offer, action: Action) -> bool {
        let pick = self.state.draft.pick as usize;
        let Some(spec) = offer.picks.get(pick) else {
            return true;
        };
        if !self.take_value(offer, spec, pick, action) {
            return false;
        }
        self.state.draft.pick += 1;
        // An optional set with nothing to pick needs no decision.
        while (self.state.draft.pick as usize) < offer.picks.len() {
            if !self.nothing_to_pick(offer, self.state.draft.pick) {
                return false;
            }
            self.state.draft.pick += 1;
        }
        true
    }

    fn nothing_to_pick(&self, offer: &Offer, pick: u8) -> bool {
        let nothing =
            || matches!(self.look_ahead(offer).values(pick), PickValues::Set { cards, whole: true, .. } if cards.is_empty());
        matches!(offer.picks[pick as usize].kind, PickKind::Cards { .. }) && nothing()
    }

    /// The draft as far as it has got.
    fn look_ahead<'a>(&'a self, offer: &'a Offer) -> LookAhead<'a> {
        let (values, cards) = (self.state.draft.values, self.state.draft.cards);
        LookAhead::new(self.rules, self.state, offer, values, cards)
    }

    /// A move that looked as if it could be completed, and cannot: it is taken back, and its offer is closed here.
    #[inline(never)]
    pub fn take_back(&mut self, plan: &ChoicePlan, offer: &Offer) -> bool {
        if self.look_ahead(offer).lists_any(self.state.draft.pick) {
            return false;
        }
        let seat = self.state.to_act;
        for pick in 0..=(self.state.draft.pick as usize).min(MAX_PICKS - 1) {
            self.note_own_pick(seat, pick);
        }
        self.state.draft = self.state.draft.given_up();
        !self.has_choice(plan)
    }

    /// Enters a value into the draft; whether the pick is complete.
    fn take_value(&mut self, offer: &Offer, spec: &Pick, pick: usize, action: Action) -> bool {
        let eval = self.eval();
        match &spec.kind {
            PickKind::Card { cards, .. } => {
                let (card, taken) = taken_as(self.rules, self.state, spec, action.value, eval.mask(*cards));
                self.state.draft.values[pick] = card as i32;
                self.state.draft.cards[pick] = taken;
                true
            }
            PickKind::Cards { cards, commit, low, high, total } => {
                if action.slot == *commit && low != high {
                    return true;
                }
                let card = if self.rules.single_copies {
                    Some(action.value)
                } else {
                    let left = eval.mask(*cards).minus(self.state.draft.cards[pick]);
                    self.rules.copy_of(self.state, action.value, left)
                };
                if let Some(card) = card {
                    self.state.draft.cards[pick].insert(card);
                }
                if low == high && total.is_none() {
                    // Exactly so many, or as many as there are.
                    let count = self.state.draft.cards[pick].len();
                    let eval = Eval::new(self.rules, self.state);
                    return count as i32 >= eval.int(*high) || eval.mask(*cards).len() == count;
                }
                match self.look_ahead(offer).values(pick as u8) {
                    PickValues::Set { cards, commit, full, .. } => commit.is_none() && (cards.is_empty() || full),
                    _ => true,
                }
            }
            PickKind::Instance { cards, group } => {
                let index = (action.slot - spec.slot) * 128 + action.value as u16;
                let held = eval.mask(*cards);
                let taken = self.rules.instances_within(*group, held).find(|(number, _)| *number == index);
                self.state.draft.values[pick] = index as i32;
                let taken = taken.map_or(Mask::EMPTY, |(_, cards)| cards);
                self.state.draft.cards[pick] = self.rules.as_known(self.state, taken, held);
                true
            }
            kind @ PickKind::Sets { .. } => {
                let index = (action.slot - spec.slot) * 128 + action.value as u16;
                self.take_set(kind, pick, action.slot, index)
            }
            PickKind::Value { .. } => {
                self.state.draft.values[pick] = action.value as i32;
                true
            }
        }
    }

    /// Enters one more set into the draft, or commits it; whether the pick is complete.
    fn take_set(&mut self, kind: &PickKind, pick: usize, slot: u16, index: u16) -> bool {
        let Some(sets) = sets_pick(self.eval(), kind, pick) else {
            return true;
        };
        if sets.commit == Some(slot) {
            return true;
        }
        let mut chosen = sets.chosen(self.rules, self.state);
        if let Some(set) = sets.find(self.rules, self.state, index, &chosen)
            && chosen.len() < MAX_SETS
        {
            chosen.push(set);
            let enough = cards_of_sets(&chosen).len() >= sets.low;
            let complete = sets.commit.is_none() || enough && sets.list(self.rules, self.state, &chosen).is_empty();
            let draft = &mut self.state.draft;
            draft.sets[chosen.len() - 1] = index;
            draft.set_count = chosen.len() as u8;
            // The sets of a move are laid at once: in which order they were named makes no difference.
            draft.sets[..chosen.len()].sort_unstable();
            let cards = cards_of_sets(&sets.chosen(self.rules, self.state));
            self.state.draft.cards[pick] = cards;
            return complete;
        }
        true
    }

    /// The sets of the draft go to their piles.
    #[inline(never)]
    pub fn lay_sets(&mut self, kind: &PickKind, pick: u8) {
        let chosen = sets_pick(self.eval(), kind, pick as usize).map(|sets| sets.chosen(self.rules, self.state));
        for set in chosen.into_iter().flatten() {
            self.put_all(set.cards, set.zone, Place::Top);
        }
    }
}

/// After resampling: secret choices of other seats are made up again from their new cards.
pub fn redraft(rules: &Rules, state: &mut State, seat: u8, rng: &mut crate::chance::Rng) {
    if state.to_act != seat {
        state.draft = Draft::default(); // what it has tried and given up is its own
    }
    let Plan::Choice(plan) = &rules.plans[state.node as usize] else { return };
    if state.to_act == NOBODY {
        return;
    }
    let (mut own, mut chosen) = (state.draft, state.pending[seat as usize]);
    rules.pick_anew(state, plan.phase.offers.get(own.offer as usize), &mut own.values, &mut own.cards);
    rules.pick_anew(state, plan.phase.offers.get(chosen.offer as usize), &mut chosen.values, &mut chosen.cards);
    (state.draft, state.pending[seat as usize]) = (own, chosen);
    let actor = state.get(at::ACTOR);
    let turn = state.get(at::TURN);
    for other in (0..rules.program.seats).filter(|other| *other != seat) {
        if !state.pending[other as usize].made {
            continue;
        }
        state.set(at::ACTOR, other as i32);
        state.set(at::TURN, other as i32);
        let mut pending = Pending { made: true, ..Pending::default() };
        // A random way through the offers, as the seat itself would have gone.
        state.draft = Draft::default();
        let mut trial = state.clone();
        trial.to_act = other;
        let mut out = Legal::default();
        for _ in 0..MAX_CARDS {
            out.clear();
            legal(rules, &trial, plan, &mut out);
            let Some(action) = out.choose(rng) else {
                if !trial.draft.active {
                    break;
                }
                trial.draft = trial.draft.given_up();
                continue;
            };
            if draft_step(rules, &mut trial, &plan.phase, action) {
                pending = Pending::of(&trial.draft);
                break;
            }
        }
        state.pending[other as usize] = pending;
    }
    state.draft = own;
    state.set(at::ACTOR, actor);
    state.set(at::TURN, turn);
}

/// One value into the draft, without committing it; whether the move is complete.
fn draft_step(rules: &Rules, state: &mut State, choice: &ChoicePhase, action: Action) -> bool {
    let mut silent = crate::game::Silent;
    let mut play = Play::new(rules, state, &mut silent);
    if !play.state.draft.active {
        let Some(offer) = find_offer(choice, action.slot) else {
            return true;
        };
        play.state.draft.begin(offer);
    }
    play.take_pick(&choice.offers[play.state.draft.offer as usize], action)
}
