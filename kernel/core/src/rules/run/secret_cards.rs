//! Simultaneous choices: all choose in secret, then all are carried out, seat by seat.

use crate::game::{Asked, Decider, Game, Silent};
use crate::rules::plan::Plan;
use crate::rules::plan::secret_cards::SecretPlan;
use crate::rules::run::flow::MOST_TURNS;
use crate::rules::run::prelude::*;
use crate::rules::run::state::Draft;
use crate::rules::run::turns::{reset_turn, set_turn_registers};

impl SecretPlan {
    /// Goes on while cards are picked at the same node; whether decisions are still made.
    #[inline(never)]
    pub fn play_on<G: Game<State = State>>(&self, rules: &Rules, state: &mut State, mut who: Asked<G, impl Decider<G>>) -> bool {
        let node = state.node;
        while state.node == node && state.to_act != NOBODY {
            let chosen = if state.draft.active { state.draft.cards[0] } else { Mask::EMPTY };
            let open = self.fixed.open(state, chosen);
            let Some(action) = who.decide_among(state, state.to_act, self.fixed.slot, open) else {
                return false;
            };
            state.decisions += 1;
            self.pick(rules, state, action, &mut Silent);
        }
        true
    }

    /// Takes a card, and goes on to the next decision.
    #[inline]
    pub fn pick<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) {
        let draft = &mut state.draft;
        if !draft.active {
            draft.begin(0);
        }
        draft.cards[0].insert(action.value);
        let chosen = draft.cards[0];
        if self.fixed.is_whole(state, chosen) {
            Play::new(rules, state, observer).choose_in_secret(self);
        }
    }
}

impl<O: Observer> Play<'_, O> {
    /// A seat has picked all its cards.
    #[inline(never)]
    fn choose_in_secret(&mut self, secret: &SecretPlan) {
        let (node, seat) = (self.state.node, self.state.to_act);
        self.keep_secret(seat);
        if !self.ask_next(secret, seat) {
            self.go_on(node, true);
        }
    }

    /// A seat has chosen: whether there is another one to ask.
    fn ask_next(&mut self, secret: &SecretPlan, seat: u8) -> bool {
        let state = &mut *self.state;
        let frame = state.frames[state.depth as usize - 1];
        let waiting = frame.waiting & !(1 << seat) & state.live;
        if waiting == 0 || frame.turns + 1 >= secret.limit || state.turns >= MOST_TURNS {
            return false;
        }
        let next = next_in(waiting, seat, state.get(at::DIRECTION));
        let frame = state.frame_mut();
        (frame.seat, frame.turns) = (next, frame.turns + 1);
        frame.waiting &= !(1 << seat);
        state.turns += 1;
        state.set(at::LAST_TURN, seat as i32);
        reset_turn(state, &self.rules.resets[state.frame().node as usize]);
        set_turn_registers(state);
        state.to_act = next;
        if !secret.fixed.is_open(state) {
            self.advance();
        }
        true
    }

    /// All have chosen in secret: now all see what was chosen, and it happens, seat by seat.
    #[inline(never)]
    pub fn publish_together(&mut self, turns: &Turns) {
        let rules = self.rules;
        let Some(Plan::Choice(plan)) = turns.children.first().map(|child| &rules.plans[*child as usize]) else { return };
        let made = std::mem::take(&mut self.state.pending);
        let chosen = || (0..self.rules.program.seats).zip(&made).filter(|(_, made)| made.made);
        for (seat, made) in chosen() {
            self.state.draft = made.draft();
            if let Some(offer) = plan.phase.offers.get(made.offer as usize) {
                self.announce(offer, seat);
            }
        }
        self.state.layout.begin_exchange(&self.rules.places);
        for (seat, made) in chosen() {
            self.state.set(at::ACTOR, seat as i32);
            self.state.set(at::TURN, seat as i32);
            self.state.draft = made.draft();
            let places = self.state.layout.zone_of;
            self.state.layout.next_to_give();
            if let Some(offer) = plan.offers.get(made.offer as usize) {
                self.for_credit(seat, |play| play.run(&offer.acts));
            }
            // What was just received cannot be what its receiver chose to give.
            for card in made.cards.iter().flat_map(|cards| cards.into_iter()) {
                if self.state.layout.zone_of[card as usize] != places[card as usize] {
                    self.state.layout.arrived.insert(card);
                }
            }
        }
        self.state.layout.end_exchange(&self.rules.places);
        self.state.layout.arrived = Mask::EMPTY;
        self.state.draft = Draft::default();
    }

    /// Cards of one hand go to another place that the public does not see, all at once; `false` if they have to go one
    /// by one.
    pub fn give(&mut self, cards: Mask, to: u8) -> bool {
        let (rules, layout) = (self.rules, &mut self.state.layout);
        let Some(first) = cards.lowest() else {
            return true;
        };
        let from = layout.zone_of[first as usize];
        if rules.zones[from as usize].role != Role::Hand || !layout.can_give(&rules.places, cards, from, to) {
            return false;
        }
        layout.give(&rules.places, cards, from, to, self.observer);
        true
    }
}
