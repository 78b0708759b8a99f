//! Tricks: each seat plays a card, the strongest takes them all; and battles, when strength ties.

use crate::game::{Action, Event, Legal, Observer};
use crate::knowledge::NO_CARD;
use crate::knowledge::key_tags::KEY_TAG_SLOT;
use crate::mask::Mask;
use crate::rules::load::Rules;
use crate::rules::plan::trick::TrickPlan;
use crate::rules::program::*;
use crate::rules::run::expressions::Eval;
use crate::rules::run::fast_trick::{await_play, show_dummy, show_hand};
use crate::rules::run::flow::{Play, types_of};
use crate::rules::run::state::{NOBODY, State, next_in};

/// Lists what may be played to the trick.
#[inline(never)]
pub fn legal(rules: &Rules, state: &State, trick: &TrickPhase, out: &mut Legal) {
    let facts = &rules.trick_plans[state.node as usize];
    if trick.forced_top {
        return out.push_one(trick.slot);
    }
    let held = state.layout.cards[facts.source(state.trick.playing) as usize & (MAX_ZONES - 1)];
    let bound = match facts.duty_table.is_empty() {
        false => facts.duty_table.bound(state.trick.duties_now, held).0,
        true => bound_by_duties(rules, state, trick, held),
    };
    out.push(trick.slot, types_of(rules, bound));
    if trick.hold.is_some() && may_hold(rules, state, trick) {
        out.push_one(trick.hold_slot);
    }
}

/// Whether the seat whose turn it is may play nothing: not if it is the last, and nobody else has played.
#[inline(never)]
fn may_hold(rules: &Rules, state: &State, trick: &TrickPhase) -> bool {
    let others = state.trick.waiting & !(1 << state.trick.playing);
    (state.trick.best != NOBODY || others != 0) && Eval::new(rules, state).holds(trick.hold)
}

#[inline(never)]
fn bound_by_duties(rules: &Rules, state: &State, trick: &TrickPhase, held: Mask) -> Mask {
    let eval = Eval::new(rules, state);
    let binding = trick.duties.iter().filter(|duty| eval.holds(duty.when));
    binding.map(|duty| held.and(eval.mask(duty.cards))).find(|tier| !tier.is_empty()).unwrap_or(held)
}

impl<O: Observer> Play<'_, O> {
    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.rules.trick_plans[self.state.node as usize].source(seat)
    }

    pub fn enter_trick(&mut self, trick: &TrickPhase, node: u16) -> bool {
        let (leader, strain) = (self.seat(trick.leader).unwrap_or(0), self.int(trick.strain));
        let dummy = trick.dummy.and_then(|seat| self.seat(seat)).unwrap_or(NOBODY);
        let facts = &self.rules.trick_plans[node as usize];
        let state = &mut *self.state;
        state.node = node;
        state.set(at::STRAIN, strain);
        state.set(at::TRICK_NUMBER, 0);
        state.trick.tricks = 0;
        state.trick.strain = facts.strain(state);
        state.trick.guaranteed = 0;
        state.trick.dummy = dummy;
        state.trick.dummy_shown = dummy == NOBODY;
        self.start_trick(trick, facts, leader)
    }

    /// What a card does may take others out of play, or all their cards: they are not waited for.
    #[inline(never)]
    fn drop_unable(&mut self) {
        let facts = &self.rules.trick_plans[self.state.node as usize];
        self.state.trick.waiting &= facts.holders(self.state);
    }

    /// Opens a trick; `false` if there is none to play.
    #[inline(always)]
    pub fn start_trick(&mut self, trick: &TrickPhase, facts: &TrickPlan, leader: u8) -> bool {
        if self.state.trick.guaranteed == 0 || !facts.same_out {
            let out = if trick.out.is_some() { self.sitting_out(trick) } else { 0 };
            let state = &mut *self.state;
            state.trick.holders = facts.holders(state) & !out;
            state.trick.guaranteed = if facts.keeps_holders { facts.guaranteed_tricks(state) } else { 1 };
        }
        let (rules, state) = (self.rules, &mut *self.state);
        state.trick.guaranteed -= 1;
        let waiting = state.trick.holders & state.live;
        // One alone plays no tricks, unless nobody else is in play.
        if waiting == 0 || waiting & (waiting - 1) == 0 && state.live & (state.live - 1) != 0 {
            return false;
        }
        let leader = if waiting >> leader & 1 == 1 { leader } else { next_in(waiting, leader, state.get(at::DIRECTION)) };
        state.trick.open(leader, waiting);
        state.set(at::LED, NONE);
        state.set(at::LEADING, 1);
        state.layout.open_to(trick.pile, rules.places.everyone);
        if !facts.plain {
            self.await_card(facts, leader);
            return true;
        }
        facts.unset_led(state);
        state.trick.duties_now = facts.duty_table.leading(state);
        await_play(rules, state, leader);
        true
    }

    #[inline(never)]
    fn sitting_out(&self, trick: &TrickPhase) -> u16 {
        trick.out.and_then(|seat| self.seat(seat)).map_or(0, |seat| 1 << seat)
    }

    /// Waits for a seat's card, where what binds it may have changed.
    #[inline(never)]
    pub fn await_card(&mut self, facts: &TrickPlan, seat: u8) {
        let (rules, state) = (self.rules, &mut *self.state);
        await_play(rules, state, seat);
        state.trick.strain = facts.strain(state);
        if !facts.duty_table.is_empty() {
            state.trick.duties_now = facts.duty_table.now(state);
        }
        if seat != state.to_act && !facts.shrinking {
            // Cards that came to the dummy since are shown too.
            show_hand(rules, state, facts.source(seat), self.observer);
        }
    }

    /// Plays a card, where more may follow from it than the trick; whether the phase is over.
    #[inline(never)]
    pub fn apply_trick(&mut self, trick: &TrickPhase, action: Action) -> bool {
        let rules = self.rules;
        let state = &mut *self.state;
        let facts = &rules.trick_plans[state.node as usize];
        let seat = state.trick.playing;
        if trick.hold.is_some() && action.slot == trick.hold_slot {
            return self.hold(trick, facts, action, seat);
        }
        let zone = facts.source(seat);
        let card = card_of(rules, state, trick, zone, action);
        if card == NO_CARD {
            return true;
        }
        if !trick.forced_top {
            show_missed_duties(rules, state, trick, facts, card);
        }
        self.observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        state.layout.move_openly(&rules.places, card, zone, trick.pile, Place::Top, self.observer);
        if let Some(breaks) = trick.breaks
            && state.get(at::BROKEN) == 0
            && Eval::new(rules, state).mask(breaks).has(card)
        {
            state.set(at::BROKEN, 1);
        }
        facts.unset_led(state);
        if state.get(at::LEADING) == 1 {
            let led = facts.value(state, card);
            state.set(at::LED, led as i32);
            state.set(at::LEADING, 0);
        }
        facts.set_led(state, state.get(at::LED));
        facts.rank(state, seat, card);
        if rules.plays_matter {
            self.played(Mask::of(card), seat);
            self.drop_unable();
        }
        let state = &mut *self.state;
        state.set(at::PASSES, 0);
        state.set(at::LAST_PLAYER, seat as i32);
        if !state.trick.dummy_shown {
            show_dummy(rules, state, facts, self.observer);
        }
        self.pass_on(trick, facts, seat)
    }

    /// The seat plays nothing to this trick.
    #[inline(never)]
    fn hold(&mut self, trick: &TrickPhase, facts: &TrickPlan, action: Action, seat: u8) -> bool {
        self.state.layout.note(KEY_TAG_SLOT | action.slot as u64);
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.pass_on(trick, facts, seat)
    }

    /// A seat has had its turn: the next one's, or the end of the trick; whether the phase is over.
    #[inline(never)]
    fn pass_on(&mut self, trick: &TrickPhase, facts: &TrickPlan, seat: u8) -> bool {
        let waiting = self.state.trick.waiting & !(1 << seat);
        self.state.trick.waiting = waiting;
        if waiting != 0 {
            let next = next_in(waiting, seat, self.state.get(at::DIRECTION));
            self.await_card(facts, next);
            return false;
        }
        self.finish_trick(trick, facts)
    }
}

/// The card that is played: the top one, or any of the type named.
#[inline]
fn card_of(rules: &Rules, state: &State, trick: &TrickPhase, zone: u8, action: Action) -> u8 {
    let zone = zone as usize & (MAX_ZONES - 1);
    if trick.forced_top {
        return state.layout.top[zone];
    }
    rules.copy_of(state, action.value, state.layout.cards[zone]).unwrap_or(NO_CARD)
}

/// A card played outside a duty shows that the hand has nothing of it.
fn show_missed_duties(rules: &Rules, state: &mut State, trick: &TrickPhase, facts: &TrickPlan, card: u8) {
    let zone = facts.source(state.trick.playing);
    match facts.duty_table.is_empty() {
        false => facts.duty_table.show_missed(&rules.places, state, zone, card),
        true => show_other_duties(rules, state, trick, zone, card),
    }
}

#[inline(never)]
fn show_other_duties(rules: &Rules, state: &mut State, trick: &TrickPhase, zone: u8, card: u8) {
    for duty in &trick.duties {
        let eval = Eval::new(rules, state);
        if !eval.holds(duty.when) {
            continue;
        }
        let tier = eval.mask(duty.cards);
        if tier.has(card) {
            return;
        }
        if !tier.is_empty() {
            state.layout.prove_none(&rules.places, zone, tier);
        }
    }
}
