//! Turn loops: from one decision to the next; and what they share with `flow.rs`: passing, leaving, resets.

use crate::rules::plan::turns::{Ends, Resets, TurnLoop, TurnStep, Until};
use crate::rules::run::prelude::*;
use crate::rules::run::state::Frame;

impl TurnLoop {
    /// Makes a move, or begins it, and goes on to the next decision; `false` if the action is more than a step.
    #[inline(always)]
    pub fn step<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let made = match self.steps.get(action.slot as usize) {
            Some(TurnStep::Whole(plain)) => plain.make(rules, state, action, observer),
            Some(TurnStep::Begin(offer)) => {
                state.draft.begin(*offer);
                state.draft.pick = 1;
                (state.draft.values[0], state.draft.cards[0]) = (action.value as i32, Mask::of(action.value));
                return true;
            }
            Some(TurnStep::Finish(plain)) => {
                let goes_on = plain.name(rules, state, action, observer);
                state.draft.clear();
                goes_on
            }
            Some(TurnStep::Long) | None => return false,
        };
        if !made {
            state.frame_mut().child += 1;
        }
        if !(made && self.next(rules, state, observer)) {
            Play::new(rules, state, observer).advance();
        } else {
            state.layout.settle_places(&rules.places);
        }
        true
    }

    /// The turn that the choice was is over: whether somebody has been asked for the next; if not, play runs on.
    #[inline(always)]
    pub fn next<O: Observer>(&self, rules: &Rules, state: &mut State, observer: &mut O) -> bool {
        let own = state.depth.wrapping_sub(1);
        if !self.ends.are_met(rules, state, own, observer) {
            if self.stays {
                return self.ask_same(rules, state, own, observer);
            }
            let seat = pass_turn(state, own, observer);
            reset_turn(state, &self.ends.resets);
            return self.ask(rules, state, seat, observer);
        }
        let Some(round) = &self.round else {
            leave_turns(state);
            return false;
        };
        let around = own.wrapping_sub(1);
        if let Until::Met(_) = &round.until {
            // Both structures are at the same seat, and a test reads nothing else of their turns.
            state.set(at::ACTOR, state.get(at::TURN));
        } else {
            state.depth -= 1;
            set_turn_registers(state);
            state.depth += 1;
        }
        if round.are_met(rules, state, around, observer) {
            leave_turns(state);
            leave_turns(state);
            return false;
        }
        // The structure is entered again as it was left, but for these.
        let seat = pass_turn(state, around, observer);
        reset_turn(state, &round.resets);
        let live = state.live;
        let frame = state.frame_at(own);
        (frame.seat, frame.turns, frame.waiting) = (seat, 0, live);
        state.set(at::TURN_NUMBER, 0);
        state.set(at::OUTER, seat as i32);
        self.ask(rules, state, seat, observer)
    }

    /// Asks the seat of a structure in which it stays once more, if it is still in play.
    #[inline(always)]
    fn ask_same<O: Observer>(&self, rules: &Rules, state: &mut State, own: u8, observer: &mut O) -> bool {
        reset_turn(state, &self.ends.resets);
        let seat = state.frame_at(own).seat;
        if state.live >> (seat & 15) & 1 == 0 {
            state.set(at::TURN, seat as i32);
            state.set(at::ACTOR, seat as i32);
            state.frame_at(own).child += 1;
            return false;
        }
        self.ask(rules, state, seat, observer)
    }

    /// Asks a seat that is in play, and whose turn it is, for the same choice.
    #[inline(always)]
    fn ask<O: Observer>(&self, rules: &Rules, state: &mut State, seat: u8, observer: &mut O) -> bool {
        state.set(at::TURN, seat as i32);
        state.set(at::ACTOR, seat as i32);
        state.to_act = seat;
        if self.always_open || Play::new(rules, state, observer).still_has_choice() {
            return true;
        }
        state.frame_mut().child += 1;
        false
    }
}

impl Ends {
    /// A turn of the structure at this depth is over: whether it was the last.
    #[inline(always)]
    fn are_met<O: Observer>(&self, rules: &Rules, state: &mut State, depth: u8, observer: &mut O) -> bool {
        let frame = state.frame_at(depth);
        frame.ended = false;
        frame.turns += 1;
        let (seat, count) = (frame.seat, frame.turns);
        state.set(at::TURN_NUMBER, count as i32);
        state.set(at::LAST_TURN, seat as i32);
        let met = match &self.until {
            Until::Met(test) => test.holds(state),
            Until::Holds(until) => Play::new(rules, state, observer).test_one(until),
        };
        let over = met | (state.live == 0);
        if count >= self.limit {
            state.limited |= self.stops & !over;
            return true;
        }
        over
    }
}

/// Gives the turn to the next seat of the cycle at this depth.
#[inline(always)]
pub fn pass_turn(state: &mut State, depth: u8, observer: &mut impl Observer) -> u8 {
    let Frame { turned, seat, .. } = *state.frame_at(depth);
    let next = if turned { turn_by_effects(state, depth, observer) } else { state.next_live(seat, state.get(at::DIRECTION)) };
    state.frame_at(depth).seat = next;
    next
}

/// The next seat of a cycle after effects that say which it is. Whoever loses a turn by them is told of.
#[inline(never)]
fn turn_by_effects(state: &mut State, depth: u8, observer: &mut impl Observer) -> u8 {
    let frame = state.frame_at(depth);
    let said = *frame;
    (frame.turned, frame.again, frame.skip, frame.next) = (false, false, 0, NOBODY);
    let direction = state.get(at::DIRECTION);
    let alive = |seat: u8| state.live >> seat & 1 == 1;
    if said.next != NOBODY {
        return if alive(said.next) { said.next } else { state.next_live(said.next, direction) };
    }
    if said.again && alive(said.seat) {
        return said.seat;
    }
    let mut seat = state.next_live(said.seat, direction);
    for _ in 0..said.skip {
        observer.see(Event::Skipped { seat });
        seat = state.next_live(seat, direction);
    }
    seat
}

/// Back to the structure around this one.
#[inline]
pub fn leave_turns(state: &mut State) {
    state.depth -= 1;
    set_turn_registers(state);
}

/// Registers say whose turn it is.
#[inline]
pub fn set_turn_registers(state: &mut State) {
    if state.depth == 0 {
        return;
    }
    let frame = state.frame();
    let (seat, turns) = (frame.seat as i32, frame.turns as i32);
    let outer = state.outer_frame().map_or(NONE, |frame| frame.seat as i32);
    state.set(at::TURN, seat);
    state.set(at::ACTOR, seat);
    state.set(at::TURN_NUMBER, turns);
    state.set(at::OUTER, outer);
}

/// Registers kept for a turn start afresh.
#[inline(always)]
pub fn reset_turn(state: &mut State, resets: &Resets) {
    for four in resets {
        four.iter().for_each(|(register, start)| state.set(*register, *start));
    }
    state.draft.closed = 0;
}
