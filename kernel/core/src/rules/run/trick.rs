//! Tricks: what may be played, a card played, the next seat; a trick without side effects taken and the next one led.

use crate::game::{Asked, Decider, Game, Silent};
use crate::knowledge::key_tags::KEY_TAG_SLOT;
use crate::knowledge::{NO_CARD, Transfer};
use crate::rules::plan::trick::TrickPlan;
use crate::rules::run::flow::types_of;
use crate::rules::run::picks::{bound_by_duties, each_missed};
use crate::rules::run::prelude::*;
use crate::rules::run::scoring::{each_in, those};
use crate::rules::run::state::{Trick, next_after};

/// Lists what may be played to the trick.
#[inline(never)]
pub fn legal(rules: &Rules, state: &State, plan: &TrickPlan, out: &mut Legal) {
    if plan.phase.forced_top {
        return out.push_one(plan.phase.slot);
    }
    let held = state.layout.cards[plan.source(state.trick.playing) as usize & (MAX_ZONES - 1)];
    let bound = match plan.duty_table.is_empty() {
        false => plan.duty_table.bound(state.trick.duties_now, held).0,
        true => bound_by_duties(Eval::new(rules, state), &plan.phase.duties, held),
    };
    out.push(plan.phase.slot, types_of(rules, bound));
    if plan.phase.hold.is_some() && may_hold(rules, state, plan) {
        out.push_one(plan.phase.hold_slot);
    }
}

/// Whether the seat whose turn it is may play nothing: not if it is the last, and nobody else has played.
#[inline(never)]
fn may_hold(rules: &Rules, state: &State, plan: &TrickPlan) -> bool {
    let others = state.trick.waiting & !(1 << state.trick.playing);
    (state.trick.best != NOBODY || others != 0) && Eval::new(rules, state).holds(plan.phase.hold)
}

impl TrickPlan {
    #[inline]
    pub fn transfer(&self, seat: u8) -> &Transfer {
        &self.transfers[seat as usize & (MAX_SEATS - 1)]
    }

    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.transfer(seat).from
    }

    /// Seats in play that have a card to play.
    #[inline]
    pub fn holders(&self, state: &State) -> u16 {
        those(each_in(state.live), |seat| state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)] > 0)
    }

    /// Tricks for which those who have cards now have one in any case, where they lose one a trick at most; at least one.
    #[inline(never)]
    pub fn guaranteed_tricks(&self, state: &State) -> u8 {
        let size = |seat: u8| state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)];
        each_in(state.trick.holders).map(size).min().unwrap_or(u8::MAX)
    }

    /// What may be played, in a plain phase.
    #[inline]
    pub fn open(&self, state: &State) -> Mask {
        if self.phase.forced_top {
            return Mask::of(0);
        }
        self.bound(state, self.source(state.trick.playing)).0
    }

    /// What may be played of the cards of a zone, and whether that misses a duty.
    #[inline(always)]
    fn bound(&self, state: &State, zone: u8) -> (Mask, bool) {
        self.duty_table.bound(state.trick.duties_now, state.layout.cards[zone as usize & (MAX_ZONES - 1)])
    }

    /// Plays a card, in a plain phase, and goes on to the next decision.
    #[inline(always)]
    pub fn play(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut impl Observer) {
        let seat = state.trick.playing;
        let zone = self.source(seat);
        let mut card = action.value;
        if self.phase.forced_top {
            card = state.layout.top[zone as usize & (MAX_ZONES - 1)];
        } else {
            self.duty_table.show_missed(&rules.places, state, zone, card);
        }
        self.extend(rules, state, seat, action, card, observer);
    }

    /// The card of a plain phase comes to the trick, which is taken if that completes it; whether more may follow.
    #[inline(always)]
    fn extend(&self, rules: &Rules, state: &mut State, seat: u8, action: Action, card: u8, observer: &mut impl Observer) -> bool {
        if !self.lay_out::<true>(rules, state, seat, action, card, observer) || self.take(rules, state, observer) {
            return false;
        }
        Play::new(rules, state, observer).complete_trick(self);
        true
    }

    /// Plays tricks of a plain phase while decisions are made at it; whether they are still made.
    #[inline(always)]
    pub fn play_on<G: Game<State = State>>(&self, rules: &Rules, state: &mut State, who: &mut Asked<G, impl Decider<G>>) -> bool {
        let node = state.node;
        loop {
            let (seat, decides) = (state.trick.playing, state.to_act);
            let zone = self.source(seat);
            let (action, card) = if self.phase.forced_top {
                let action = who.decide_among(state, decides, self.phase.slot, Mask::of(0));
                (action, state.layout.top[zone as usize & (MAX_ZONES - 1)])
            } else {
                let (open, misses) = self.bound(state, zone);
                let action = who.decide_among(state, decides, self.phase.slot, open);
                let card = action.map_or(0, |action| action.value);
                if misses && action.is_some() {
                    self.duty_table.show_missed(&rules.places, state, zone, card);
                }
                (action, card)
            };
            let Some(action) = action else { return false };
            state.decisions += 1;
            let more = self.extend(rules, state, seat, action, card, &mut Silent);
            if more && (state.node != node || state.to_act == NOBODY) {
                return true;
            }
        }
    }

    /// A seat's card comes to the trick, of a plain phase or not; whether that completes it.
    #[inline(always)]
    fn lay_out<const PLAIN: bool>(
        &self,
        rules: &Rules,
        state: &mut State,
        seat: u8,
        action: Action,
        card: u8,
        observer: &mut impl Observer,
    ) -> bool {
        observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        if PLAIN {
            state.layout.play(&rules.places, card, self.transfer(seat), observer);
        } else {
            let by_place = self.phase.forced_top;
            state.layout.move_openly(&rules.places, card, self.phase.pile, Place::Top, by_place, observer);
        }
        let breaks_now = |breaks: ExprId| Eval::new(rules, state).mask(breaks).has(card);
        if state.get(at::BROKEN) == 0 && (self.breaks.has(card) || !PLAIN && self.changing_breaks.is_some_and(breaks_now)) {
            state.set(at::BROKEN, 1);
            state.trick.duties_now = state.trick.duties_now.wrapping_add(self.duty_table.breaking());
        }
        if state.get(at::LEADING) == 1 {
            // Its suit is what others follow.
            let led = self.value(state, card);
            state.set(at::LED, led as i32);
            state.set(at::LEADING, 0);
            state.trick.row = if PLAIN || (led as u32) < self.leads { state.trick.row + led as u32 + 1 } else { u32::MAX };
            state.trick.duties_now = state.trick.duties_now.wrapping_add(led as u32 + 1);
        }
        self.rank(state, seat, card);
        if !PLAIN && rules.plays_matter {
            Play::new(rules, state, observer).play_matters(self, card, seat);
        }
        state.set(at::PASSES, 0);
        state.set(at::LAST_PLAYER, seat as i32);
        if !state.trick.dummy_shown {
            // After the first card the dummy's are.
            state.trick.dummy_shown = true;
            show_hand(rules, state, self.source(state.trick.dummy), observer);
        }
        self.pass_on::<PLAIN>(rules, state, seat, observer)
    }

    /// A seat has had its turn: the next one's comes, unless the trick is complete; whether it is.
    #[inline(always)]
    fn pass_on<const PLAIN: bool>(&self, rules: &Rules, state: &mut State, seat: u8, observer: &mut impl Observer) -> bool {
        let bit = 1u32 << (seat & 15);
        let waiting = state.trick.waiting as u32 & !bit;
        state.trick.waiting = waiting as u16;
        if waiting == 0 {
            return true;
        }
        let next = next_after(waiting, bit, state.get(at::DIRECTION));
        if PLAIN {
            await_play(rules, state, next);
        } else {
            Play::new(rules, state, observer).await_card(self, next);
        }
        false
    }

    /// The trick is taken and the next one led, if that is all there is to it: whether it is.
    #[inline(never)]
    fn take(&self, rules: &Rules, state: &mut State, observer: &mut impl Observer) -> bool {
        let Trick { best: winner, tied, played, guaranteed, tricks, holders, .. } = state.trick;
        let level = self.ties_matter && tied & tied.wrapping_sub(1) != 0;
        // What was played was seen; other cards may lie there too.
        let seen = state.layout.size[self.phase.pile as usize & (MAX_ZONES - 1)] == played;
        let tricks = tricks + 1;
        // With two seats or more to play on, nobody can have won yet.
        let playing = holders & state.live;
        let may_be_won = rules.wins_immediate && playing & playing.wrapping_sub(1) == 0;
        if !self.runs_on || level || !seen || guaranteed == 0 || tricks >= self.phase.limit || may_be_won {
            return false;
        }
        self.take_trick(rules, state, winner, seen, observer);
        state.trick.tricks = tricks;
        state.set(at::TRICK_NUMBER, tricks as i32);
        // The next one is led by whoever took this.
        let led = state.get(at::LED) as u32 + 1;
        let waiting = holders & state.live;
        let running = &mut state.trick;
        running.guaranteed = guaranteed - 1;
        running.open(winner, waiting);
        running.row -= led;
        running.duties_now -= led;
        state.set(at::LED, NONE);
        state.set(at::LEADING, 1);
        if self.duty_table.tells_apart(tricks) {
            state.trick.duties_now = self.duty_table.leading(state);
        }
        await_play(rules, state, winner);
        true
    }

    /// The strain in force.
    #[inline]
    pub fn strain(&self, state: &State) -> u32 {
        (state.get(at::STRAIN).max(0) as u32).min(self.strains - 1)
    }

    /// Before a card is led: what counts is its suit.
    #[inline]
    pub fn unset_led(&self, state: &mut State) {
        state.trick.row = state.trick.strain * (self.leads + 1);
    }

    /// A suit is led: what counts is how strong cards are then.
    #[inline]
    pub fn set_led(&self, state: &mut State, led: i32) {
        let known = led >= 0 && (led as u32) < self.leads;
        state.trick.row = if known { state.trick.row + led as u32 + 1 } else { u32::MAX };
    }

    /// What counts of a card now.
    #[inline]
    pub fn value(&self, state: &State, card: u8) -> u8 {
        self.rows.get(state.trick.row as usize).map_or(0, |row| row[card as usize & (MAX_CARDS - 1)])
    }

    /// Whether the card played is the best so far.
    #[inline]
    pub fn rank(&self, state: &mut State, seat: u8, card: u8) {
        let power = self.value(state, card) as i16;
        let best = &mut state.trick;
        best.plays[best.played as usize & (MAX_SEATS - 1)] = (seat, card);
        best.played = best.played.wrapping_add(1);
        if self.ties_matter {
            let others = if power > best.best_power { 0 } else { best.tied };
            best.tied = others | ((power >= best.best_power) as u16) << (seat & 15);
        }
        // Nothing branches: which card is the best cannot be foreseen.
        best.best = if power + self.last_wins as i16 > best.best_power { seat } else { best.best };
        best.best_power = best.best_power.max(power);
    }
}

/// Waits for a seat's card.
#[inline]
pub fn await_play(rules: &Rules, state: &mut State, seat: u8) {
    state.trick.playing = seat;
    state.to_act = seat;
    state.set(at::ACTOR, seat as i32);
    if seat == state.trick.dummy {
        // Its cards, once shown, are played by its partner.
        let partners = rules.side[seat as usize & (MAX_SEATS - 1)] & !(1 << seat);
        if partners != 0 && state.trick.dummy_shown {
            state.to_act = partners.trailing_zeros() as u8;
        }
    }
}

/// Shows the cards of a zone that somebody has not seen.
#[inline(never)]
pub fn show_hand(rules: &Rules, state: &mut State, zone: u8, observer: &mut impl Observer) {
    let cards = state.layout.cards[zone as usize];
    let unseen = cards.minus(state.layout.open(cards));
    state.layout.show_all(&rules.places, unseen, rules.places.everyone, observer);
    state.layout.settle_places(&rules.places);
}

impl<O: Observer> Play<'_, O> {
    pub fn enter_trick(&mut self, plan: &TrickPlan, node: u16) -> bool {
        let (leader, strain) = (self.seat(plan.phase.leader).unwrap_or(0), self.int(plan.phase.strain));
        let dummy = plan.phase.dummy.and_then(|seat| self.seat(seat)).unwrap_or(NOBODY);
        let state = &mut *self.state;
        state.node = node;
        state.set(at::STRAIN, strain);
        state.set(at::TRICK_NUMBER, 0);
        state.trick.tricks = 0;
        state.trick.strain = plan.strain(state);
        state.trick.guaranteed = 0;
        state.trick.dummy = dummy;
        state.trick.dummy_shown = dummy == NOBODY;
        self.start_trick(plan, leader)
    }

    /// What a card does may take others out of play, or all their cards: they are not waited for.
    #[inline(never)]
    fn play_matters(&mut self, plan: &TrickPlan, card: u8, seat: u8) {
        self.played(Mask::of(card), seat);
        self.state.trick.waiting &= plan.holders(self.state);
    }

    /// Opens a trick; `false` if there is none to play.
    #[inline(always)]
    pub fn start_trick(&mut self, plan: &TrickPlan, leader: u8) -> bool {
        if self.state.trick.guaranteed == 0 || !plan.same_out {
            let out = plan.phase.out.and_then(|seat| self.seat(seat)).map_or(0, |seat| 1 << seat);
            let state = &mut *self.state;
            state.trick.holders = plan.holders(state) & !out;
            state.trick.guaranteed = if plan.keeps_holders { plan.guaranteed_tricks(state) } else { 1 };
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
        state.layout.open_to(plan.phase.pile, rules.places.everyone);
        if !plan.plain {
            self.await_card(plan, leader);
            return true;
        }
        plan.unset_led(state);
        state.trick.duties_now = plan.duty_table.leading(state);
        await_play(rules, state, leader);
        true
    }

    /// Waits for a seat's card, where what binds it may have changed.
    #[inline(never)]
    pub fn await_card(&mut self, plan: &TrickPlan, seat: u8) {
        let (rules, state) = (self.rules, &mut *self.state);
        await_play(rules, state, seat);
        state.trick.strain = plan.strain(state);
        plan.unset_led(state);
        if state.get(at::LEADING) == 0 {
            plan.set_led(state, state.get(at::LED));
        }
        if !plan.duty_table.is_empty() {
            state.trick.duties_now = plan.duty_table.now(state);
        }
        if seat != state.to_act && !plan.shrinking {
            // Cards that came to the dummy since are shown too.
            show_hand(rules, state, plan.source(seat), self.observer);
        }
    }

    /// Plays a card, where more may follow from it than the trick; whether the phase is over.
    #[inline(never)]
    pub fn apply_trick(&mut self, plan: &TrickPlan, action: Action) -> bool {
        let (rules, state) = (self.rules, &mut *self.state);
        let seat = state.trick.playing;
        let complete = if plan.phase.hold.is_some() && action.slot == plan.phase.hold_slot {
            state.layout.note(KEY_TAG_SLOT | action.slot as u64);
            self.observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
            plan.pass_on::<false>(rules, state, seat, self.observer)
        } else {
            let card = card_of(rules, state, plan, seat, action);
            if card == NO_CARD {
                return true;
            }
            if !plan.phase.forced_top {
                show_missed_duties(rules, state, plan, card);
            }
            plan.lay_out::<false>(rules, state, seat, action, card, self.observer)
        };
        complete && self.finish_trick(plan)
    }
}

/// The card that is played: the top one, or any of the type named.
#[inline]
fn card_of(rules: &Rules, state: &State, plan: &TrickPlan, seat: u8, action: Action) -> u8 {
    let zone = plan.source(seat) as usize & (MAX_ZONES - 1);
    if plan.phase.forced_top {
        return state.layout.top[zone];
    }
    rules.copy_of(state, action.value, state.layout.cards[zone]).unwrap_or(NO_CARD)
}

/// A card played outside a duty shows that the hand has nothing of it.
fn show_missed_duties(rules: &Rules, state: &mut State, plan: &TrickPlan, card: u8) {
    let zone = plan.source(state.trick.playing);
    if !plan.duty_table.is_empty() {
        return plan.duty_table.show_missed(&rules.places, state, zone, card);
    }
    each_missed(rules, state, &plan.phase.duties, Mask::of(card), |state, tier| {
        if !tier.is_empty() {
            state.layout.prove_none(&rules.places, zone, tier);
        }
    });
}
