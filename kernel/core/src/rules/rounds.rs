//! Turns of which one choice is all: the way from one decision to the next is short.
//!
//! Nothing here happens that [`super::flow`] would not do step by step: structures with a single part are left and
//! entered again so often that it is worth knowing beforehand.

use super::flow::Play;
use super::load::Rules;
use super::looks::Look;
use super::moves::PlainMove;
use super::program::*;
use super::state::{NOBODY, State};
use super::tree::Int;
use crate::game::{Action, Observer};

/// A choice that is the only part of a structure in which one seat stays or seats take turns.
#[derive(Debug, Clone)]
pub struct Repeat {
    ends: Ends,
    /// Whether the same seat stays.
    stays: bool,
    /// Some offer is open whatever the state.
    always_open: bool,
    /// Moves of one step, by slot, unless there is more to see to after each.
    moves: Vec<Option<PlainMove>>,
    /// The end of the structure around one in which a seat stays, if seats take turns there and that is its only part.
    round: Option<Ends>,
}

/// When a structure is over.
#[derive(Debug, Clone)]
struct Ends {
    until: Until,
    /// After so many turns at the latest.
    limit: u32,
    /// Whether that only stops what could go on for ever.
    stops: bool,
}

/// Told by a byte of its own, as that is read for every turn.
#[derive(Debug, Clone)]
#[repr(u8)]
enum Until {
    Met(Look),
    Holds(Condition),
}

impl Ends {
    fn of(rules: &Rules, turns: &Turns) -> Ends {
        let until = turns.until.as_ref().map_or(Until::Met(Look::NEVER), |condition| {
            let look = Look::find(&rules.ints[condition.test as usize], rules.instances);
            let look = look.filter(|look| condition.proof.is_none() && !look.reads(at::OUTER));
            look.map_or(Until::Holds(*condition), Until::Met)
        });
        Ends { until, limit: turns.limit, stops: turns.stops }
    }
}

impl Repeat {
    /// What repeats a node, if it is a choice of this kind. Offers must have been worked out.
    pub fn find(rules: &Rules, node: usize) -> Option<Repeat> {
        let whose_turn = |id: ExprId| matches!(rules.ints[id as usize], Int::Reg(register) if register == at::TURN);
        let Node::Choice(choice) = &rules.program.nodes[node] else {
            return None;
        };
        let (own, turns) = only_parent(&rules.program, node)?;
        if choice.when.is_some() || !whose_turn(choice.actor) || !matches!(turns.order, Order::Stay | Order::Cycle) {
            return None;
        }
        let stays = turns.order == Order::Stay;
        let round = only_parent(&rules.program, own)
            .filter(|(_, outer)| stays && outer.order == Order::Cycle && turns.when.is_none() && whose_turn(turns.start));
        let facts = &rules.choices[node];
        let step = |offer: &u8| facts.offers.get(*offer as usize).and_then(|offer| offer.plain.clone());
        Some(Repeat {
            ends: Ends::of(rules, turns),
            stays,
            always_open: facts.always_open,
            moves: facts.by_slot.iter().filter(|_| !rules.wins_immediate).map(step).collect(),
            round: round.map(|(_, outer)| Ends::of(rules, outer)),
        })
    }
}

/// The structure of which a node is the only part, if it has one parent alone.
fn only_parent(program: &Program, node: usize) -> Option<(usize, &Turns)> {
    let parents = program.nodes.iter().enumerate().filter_map(|(index, parent)| match parent {
        Node::Turns(turns) if turns.children.contains(&(node as u16)) => Some((index, turns)),
        _ => None,
    });
    let mut parents: Vec<(usize, &Turns)> = parents.collect();
    parents.pop().filter(|(_, turns)| parents.is_empty() && turns.children.len() == 1)
}

impl Repeat {
    /// Makes a move of one step, and goes on to the next decision; `false` if the action is not one.
    #[inline(always)]
    pub fn step<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let Some(Some(plain)) = self.moves.get(action.slot as usize).filter(|_| !state.draft.active) else {
            return false;
        };
        if !plain.make(rules, state, action, observer) {
            state.frame_mut().child += 1;
            run_on(rules, state, observer);
        } else if !self.next(rules, state, observer) {
            run_on(rules, state, observer);
        }
        true
    }

    /// The turn that the choice was is over: whether somebody has been asked for the next; if not, play runs on.
    #[inline(always)]
    pub fn next<O: Observer>(&self, rules: &Rules, state: &mut State, observer: &mut O) -> bool {
        let seat = if !self.ends.are_met(rules, state, observer) {
            if self.stays { state.frame().seat } else { pass_turn(state) }
        } else {
            let Some(round) = &self.round else {
                leave_turns(state);
                return false;
            };
            state.depth -= 1;
            match &round.until {
                // The structures have the same seat; a look reads nothing else of their turns.
                Until::Met(_) => state.set(at::ACTOR, state.get(at::TURN)),
                Until::Holds(_) => set_turn_registers(state),
            }
            if round.are_met(rules, state, observer) {
                set_turn_registers(state);
                leave_turns(state);
                return false;
            }
            // The structure is entered again as it was left, but for these.
            let seat = pass_turn(state);
            reset_turn(rules, state);
            let live = state.live;
            state.depth += 1;
            let frame = state.frame_mut();
            (frame.seat, frame.turns, frame.waiting) = (seat, 0, live);
            state.set(at::TURN_NUMBER, 0);
            state.set(at::OUTER, seat as i32);
            return self.ask_again(rules, state, seat, observer);
        };
        reset_turn(rules, state);
        self.ask_again(rules, state, seat, observer)
    }

    /// Asks a seat, whose turn it is, for the same choice.
    #[inline(always)]
    fn ask_again<O: Observer>(&self, rules: &Rules, state: &mut State, seat: u8, observer: &mut O) -> bool {
        state.set(at::TURN, seat as i32);
        state.set(at::ACTOR, seat as i32);
        if state.live >> (seat & 15) & 1 == 1 {
            state.to_act = seat;
            if self.always_open || has_choice(rules, state, observer) {
                return true;
            }
        }
        state.frame_mut().child += 1;
        false
    }
}

impl Ends {
    /// A turn of the innermost structure is over: whether it was the last.
    #[inline(always)]
    fn are_met<O: Observer>(&self, rules: &Rules, state: &mut State, observer: &mut O) -> bool {
        let frame = state.frame_mut();
        frame.ended = false;
        frame.turns += 1;
        let (seat, count) = (frame.seat, frame.turns);
        state.set(at::TURN_NUMBER, count as i32);
        state.set(at::LAST_TURN, seat as i32);
        let met = match &self.until {
            Until::Met(look) => look.holds(state),
            Until::Holds(until) => holds(rules, state, until, observer),
        };
        let over = met | (state.live == 0);
        if count >= self.limit {
            state.limited |= self.stops & !over;
            return true;
        }
        over
    }
}

#[inline(never)]
fn run_on(rules: &Rules, state: &mut State, observer: &mut impl Observer) {
    Play::new(rules, state, observer).advance();
}

#[inline(never)]
fn holds(rules: &Rules, state: &mut State, until: &Condition, observer: &mut impl Observer) -> bool {
    Play::new(rules, state, observer).test_one(until)
}

#[inline(never)]
fn has_choice(rules: &Rules, state: &mut State, observer: &mut impl Observer) -> bool {
    let node = state.node;
    Play::new(rules, state, observer).still_has_choice(node)
}

/// Gives the turn to the next seat of a cycle.
#[inline(always)]
pub fn pass_turn(state: &mut State) -> u8 {
    let frame = state.frame();
    let next = if frame.turned { turn_by_effects(state) } else { state.next_live(frame.seat, state.get(at::DIRECTION)) };
    state.frame_mut().seat = next;
    next
}

/// The next seat of a cycle after effects that say which it is.
#[inline(never)]
fn turn_by_effects(state: &mut State) -> u8 {
    let next = next_turn(state);
    let frame = state.frame_mut();
    (frame.turned, frame.again, frame.skip, frame.next) = (false, false, 0, NOBODY);
    next
}

fn next_turn(state: &State) -> u8 {
    let direction = state.get(at::DIRECTION);
    let alive = |seat: u8| state.live >> seat & 1 == 1;
    let frame = state.frame();
    if frame.next != NOBODY {
        return if alive(frame.next) { frame.next } else { state.next_live(frame.next, direction) };
    }
    if frame.again && alive(frame.seat) {
        return frame.seat;
    }
    let mut seat = state.next_live(frame.seat, direction);
    for _ in 0..frame.skip {
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
pub fn reset_turn(rules: &Rules, state: &mut State) {
    if state.frame().outermost {
        for four in &rules.turn_registers {
            for (register, start) in four {
                state.set(*register, *start);
            }
        }
    }
    state.draft.closed = 0;
}
