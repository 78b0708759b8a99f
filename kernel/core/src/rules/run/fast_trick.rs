//! Tricks with no side effects: a card is played, the trick taken, the next one led.

use crate::game::{Action, Beat, Decider, Event, Legal, Observer, Silent};
use crate::knowledge::Transfer;
use crate::mask::Mask;
use crate::rules::load::Rules;
use crate::rules::plan::trick::{NO_TEAM, TrickPlan};
use crate::rules::program::*;
use crate::rules::run::flow::Play;
use crate::rules::run::state::{NOBODY, State, Trick, next_after};

impl TrickPlan {
    #[inline]
    pub fn route(&self, seat: u8) -> &Transfer {
        &self.routes[seat as usize & (MAX_SEATS - 1)]
    }

    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.route(seat).from
    }

    /// Seats in play that have a card to play.
    #[inline]
    pub fn holders(&self, state: &State) -> u16 {
        let mut holders = state.live;
        let mut left = holders as u32;
        while left != 0 {
            let seat = left.trailing_zeros() as u8;
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)] == 0 {
                holders ^= bit as u16;
            }
        }
        holders
    }

    /// Tricks for which those who have cards now have one in any case, where they lose one a trick at most; at least one.
    #[inline(never)]
    pub fn guaranteed_tricks(&self, state: &State) -> u8 {
        let (mut left, mut least) = (state.trick.holders as u32, u8::MAX);
        while left != 0 {
            let zone = self.source(left.trailing_zeros() as u8);
            least = least.min(state.layout.size[zone as usize & (MAX_ZONES - 1)]);
            left &= left - 1;
        }
        least
    }

    /// What may be played, in a plain phase.
    #[inline]
    pub fn open(&self, state: &State) -> Mask {
        if self.forced_top {
            return Mask::of(0);
        }
        self.bound(state, self.source(state.trick.playing)).0
    }

    /// What may be played of the cards of a zone, and whether that misses a duty.
    #[inline(always)]
    fn bound(&self, state: &State, zone: u8) -> (Mask, bool) {
        self.duty_table.bound(state.trick.duties_now, state.layout.cards[zone as usize & (MAX_ZONES - 1)])
    }

    /// Plays a card, in a plain phase; whether that completes the trick.
    #[inline(always)]
    pub fn play(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut impl Observer) -> bool {
        let seat = state.trick.playing;
        let route = self.route(seat);
        let mut card = action.value;
        if self.forced_top {
            card = state.layout.top[route.from as usize & (MAX_ZONES - 1)];
        } else {
            self.duty_table.show_missed(&rules.places, state, route.from, card);
        }
        self.lay_out(rules, state, seat, action, card, observer)
    }

    /// Plays tricks of a plain phase while decisions are made at it; whether they are still made.
    #[inline(always)]
    pub fn play_on(&self, rules: &Rules, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) -> bool {
        let node = state.node;
        loop {
            let (seat, decides) = (state.trick.playing, state.to_act);
            let zone = self.source(seat);
            let (action, card) = if self.forced_top {
                let Some(action) = decider.decide_among(rules, state, decides, legal, self.slot, Mask::of(0)) else {
                    return false;
                };
                (action, state.layout.top[zone as usize & (MAX_ZONES - 1)])
            } else {
                let (open, misses) = self.bound(state, zone);
                let Some(action) = decider.decide_among(rules, state, decides, legal, self.slot, open) else {
                    return false;
                };
                if misses {
                    self.duty_table.show_missed(&rules.places, state, zone, action.value);
                }
                (action, action.value)
            };
            state.decisions += 1;
            let complete = self.lay_out(rules, state, seat, action, card, &mut Silent);
            if complete && !self.take(rules, state, &mut Silent) {
                Play::new(rules, state, &mut Silent).complete_trick(self);
                if state.node != node || state.to_act == NOBODY {
                    return true;
                }
            }
        }
    }

    /// A seat's card comes to the trick; whether that completes it.
    #[inline(always)]
    fn lay_out(
        &self,
        rules: &Rules,
        state: &mut State,
        seat: u8,
        action: Action,
        card: u8,
        observer: &mut impl Observer,
    ) -> bool {
        observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        state.layout.play(&rules.places, card, self.route(seat), observer);
        let bit = 1u32 << (seat & 15);
        if state.get(at::BROKEN) == 0 && self.breaks.has(card) {
            state.set(at::BROKEN, 1);
            state.trick.duties_now += self.duty_table.breaking();
        }
        if state.get(at::LEADING) == 1 {
            // Its suit is what others follow.
            let led = self.value(state, card);
            state.set(at::LED, led as i32);
            state.set(at::LEADING, 0);
            state.set(at::PASSES, 0);
            state.trick.row += led as u32 + 1;
            state.trick.duties_now += led as u32 + 1;
        }
        self.rank(state, seat, card);
        state.set(at::LAST_PLAYER, seat as i32);
        if !state.trick.dummy_shown {
            show_dummy(rules, state, self, observer);
        }
        let waiting = state.trick.waiting as u32 & !bit;
        state.trick.waiting = waiting as u16;
        if waiting == 0 {
            return true;
        }
        await_play(rules, state, next_after(waiting, bit, state.get(at::DIRECTION)));
        false
    }

    /// The trick is taken and the next one led, if that is all there is to it: whether it is.
    #[inline(never)]
    pub fn take(&self, rules: &Rules, state: &mut State, observer: &mut impl Observer) -> bool {
        let Trick { best: winner, tied, played, guaranteed, tricks, holders, .. } = state.trick;
        let level = self.ties_matter && tied & tied.wrapping_sub(1) != 0;
        // What was played was seen; other cards may lie there too.
        let seen = state.layout.size[self.pile as usize & (MAX_ZONES - 1)] == played;
        let tricks = tricks + 1;
        // With two seats or more to play on, nobody can have won yet.
        let playing = holders & state.live;
        let may_be_won = rules.wins_immediate && playing & playing.wrapping_sub(1) == 0;
        if !self.runs_on || level || !seen || guaranteed == 0 || tricks >= self.limit || may_be_won {
            return false;
        }
        state.set(at::WINNER, winner as i32);
        state.set(at::ACTOR, winner as i32);
        observer.pause(Beat::Trick, state);
        state.add(rules.at.tricks, winner, 1);
        let team_tricks = self.team_tricks[winner as usize & (MAX_SEATS - 1)];
        if team_tricks != NO_TEAM {
            state.add(team_tricks, 0, 1);
        }
        let cards = state.layout.cards[self.pile as usize & (MAX_ZONES - 1)];
        let to = self.to.as_ref().map_or(0, |to| to[winner as usize & (MAX_SEATS - 1)]);
        if self.collects {
            state.layout.collect(&rules.places, self.pile, to, rules.places.everyone, observer);
        } else {
            state.layout.pick_up(&rules.places, self.pile, to, observer);
        }
        if let Some(credit) = &rules.credit {
            credit.take(state, winner, to, cards);
        }
        observer.see(Event::TrickWon { seat: winner });
        if !cards.and(rules.trick_scores).is_empty() {
            score(rules, state, winner, cards, observer);
        }
        state.trick.tricks = tricks;
        state.set(at::TRICK_NUMBER, tricks as i32);
        // The next one is led by whoever took this.
        let led = state.get(at::LED) as u32 + 1;
        let running = &mut state.trick;
        running.guaranteed = guaranteed - 1;
        running.open(winner, running.holders & state.live);
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

/// Points for the cards of a trick.
#[inline(never)]
fn score(rules: &Rules, state: &mut State, winner: u8, cards: Mask, observer: &mut impl Observer) {
    Play::new(rules, state, observer).score_seat(winner, rules.points_of(cards));
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

/// After the first card the dummy's are shown.
#[inline(never)]
pub fn show_dummy(rules: &Rules, state: &mut State, facts: &TrickPlan, observer: &mut impl Observer) {
    state.trick.dummy_shown = true;
    show_hand(rules, state, facts.source(state.trick.dummy), observer);
}

/// Shows the cards of a zone that somebody has not seen.
#[inline(never)]
pub fn show_hand(rules: &Rules, state: &mut State, zone: u8, observer: &mut impl Observer) {
    let everyone = rules.places.everyone;
    for card in state.layout.cards[zone as usize] {
        if state.layout.knows[card as usize] != everyone {
            state.layout.show(&rules.places, card, everyone, observer);
        }
    }
}
