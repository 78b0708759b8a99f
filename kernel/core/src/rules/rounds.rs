//! Turns of which one choice is all: the way from one decision to the next is short.
//!
//! Nothing here happens that [`super::flow`] would not do step by step: structures with a single part are left and
//! entered again so often that it is worth knowing beforehand.

use super::flow::Play;
use super::load::Rules;
use super::looks::Look;
use super::moves::{Naming, PlainMove};
use super::program::*;
use super::state::{Frame, NOBODY, State};
use super::tree::Int;
use crate::game::{Action, Observer};
use crate::mask::Mask;

/// A choice that is the only part of a structure in which one seat stays or seats take turns.
#[derive(Debug, Clone)]
pub struct Repeat {
    ends: Ends,
    /// Whether the same seat stays.
    stays: bool,
    /// Some offer is open whatever the state.
    always_open: bool,
    /// The moves that are made at once, by slot, unless there is more to see to after each; and what comes of the others.
    moves: Vec<Option<PlainMove>>,
    steps: Vec<Step>,
    /// What is named next, by the offer of the move under way.
    namings: Vec<Option<Naming>>,
    /// The end of the structure around one in which a seat stays, if seats take turns there and that is its only part.
    round: Option<Ends>,
}

/// What comes of an action that is not a whole move.
#[derive(Debug, Clone)]
enum Step {
    /// A card is picked for this offer, and something is named next.
    Begin(u8),
    /// It is named, and the move is made.
    Finish(PlainMove),
    /// More than that.
    Long,
}

/// Where an action led.
pub enum Stepped {
    /// To a decision of the same choice.
    Here,
    /// To whatever comes next.
    On,
    /// Nowhere: it is more than a step.
    Not,
}

/// When a structure is over.
#[derive(Debug, Clone)]
struct Ends {
    until: Until,
    /// After so many turns at the latest.
    limit: u32,
    /// Whether that only stops what could go on for ever.
    stops: bool,
    /// Registers that start afresh with each of its turns.
    resets: Resets,
}

/// Registers, and what they start with; in fours, the last of them more than once if need be.
pub type Resets = Box<[[(u16, i32); 4]]>;

/// Told by a byte of its own, as that is read for every turn.
#[derive(Debug, Clone)]
#[repr(u8)]
enum Until {
    Met(Look),
    Holds(Condition),
}

impl Ends {
    fn of(rules: &Rules, node: usize, turns: &Turns) -> Ends {
        let until = turns.until.as_ref().map_or(Until::Met(Look::NEVER), |condition| {
            let look = Look::find(&rules.ints[condition.test as usize], rules.instances);
            let look = look.filter(|look| condition.proof.is_none() && !look.reads(at::OUTER));
            look.map_or(Until::Holds(*condition), Until::Met)
        });
        Ends { until, limit: turns.limit, stops: turns.stops, resets: rules.resets[node].clone() }
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
        let plain = |offer: u8| facts.offers.get(offer as usize).and_then(|offer| offer.plain.as_ref());
        let naming = |offer: u8| plain(offer).and_then(PlainMove::naming);
        let names =
            |slot: u16| (0..facts.offers.len() as u8).find(|offer| naming(*offer).is_some_and(|naming| naming.slot == slot));
        let step = |slot: usize| {
            let offer = facts.by_slot[slot];
            match names(slot as u16).and_then(plain) {
                _ if naming(offer).is_some() => Step::Begin(offer),
                Some(named) if plain(offer).is_none() => Step::Finish(named.clone()),
                _ => Step::Long,
            }
        };
        let whole = |slot: usize| plain(facts.by_slot[slot]).filter(|plain| plain.naming().is_none()).cloned();
        let slots = if rules.wins_immediate { 0 } else { facts.by_slot.len() };
        Some(Repeat {
            ends: Ends::of(rules, own, turns),
            stays,
            always_open: facts.always_open,
            moves: (0..slots).map(whole).collect(),
            steps: (0..slots).map(step).collect(),
            namings: (0..facts.offers.len() as u8).map(naming).filter(|_| slots > 0).collect(),
            round: round.map(|(node, outer)| Ends::of(rules, node, outer)),
        })
    }
}

/// The structure of which a node is the only part, if it has one parent alone.
pub fn only_parent(program: &Program, node: usize) -> Option<(usize, &Turns)> {
    let parents = program.nodes.iter().enumerate().filter_map(|(index, parent)| match parent {
        Node::Turns(turns) if turns.children.contains(&(node as u16)) => Some((index, turns)),
        _ => None,
    });
    let mut parents: Vec<(usize, &Turns)> = parents.collect();
    parents.pop().filter(|(_, turns)| parents.is_empty() && turns.children.len() == 1)
}

impl Repeat {
    /// What may be named in the move under way, if it is a plain one.
    #[inline(always)]
    pub fn naming(&self, state: &State) -> Option<&Naming> {
        self.namings.get(state.draft.offer as usize)?.as_ref()
    }

    /// Makes a move, or begins it, and goes on to the next decision.
    #[inline(always)]
    pub fn step<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> Stepped {
        let made = if let Some(Some(plain)) = self.moves.get(action.slot as usize) {
            plain.make(rules, state, action, observer)
        } else {
            match self.steps.get(action.slot as usize) {
                Some(Step::Begin(offer)) => {
                    begin(state, *offer, action.value);
                    return Stepped::Here;
                }
                Some(Step::Finish(plain)) => finish(rules, state, plain, action, observer),
                Some(Step::Long) | None => return Stepped::Not,
            }
        };
        if !made {
            state.frame_mut().child += 1;
        }
        if made && self.next(rules, state, observer) {
            return Stepped::Here;
        }
        run_on(rules, state, observer);
        Stepped::On
    }

    /// The turn that the choice was is over: whether somebody has been asked for the next; if not, play runs on.
    #[inline(always)]
    pub fn next<O: Observer>(&self, rules: &Rules, state: &mut State, observer: &mut O) -> bool {
        let own = state.depth.wrapping_sub(1);
        if !self.ends.are_met(rules, state, own, observer) {
            if self.stays {
                return self.ask_same(rules, state, own, observer);
            }
            let seat = pass_turn(state, own);
            reset_turn(state, &self.ends.resets);
            return self.ask(rules, state, seat, observer);
        }
        let Some(round) = &self.round else {
            leave_turns(state);
            return false;
        };
        let around = own.wrapping_sub(1);
        if let Until::Met(_) = &round.until {
            // Both structures are at the same seat, and a look reads nothing else of their turns.
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
        let seat = pass_turn(state, around);
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
        if self.always_open || has_choice(rules, state, observer) {
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

/// A card is picked for an offer, and something is named next.
#[inline(never)]
fn begin(state: &mut State, offer: u8, card: u8) {
    state.draft.begin(offer);
    state.draft.pick = 1;
    state.draft.values[0] = card as i32;
    state.draft.cards[0] = Mask::of(card);
}

/// It is named, and the move is made; whether the hand goes on.
#[inline(never)]
fn finish(rules: &Rules, state: &mut State, plain: &PlainMove, action: Action, observer: &mut impl Observer) -> bool {
    let goes_on = plain.name(rules, state, action, observer);
    state.draft.clear();
    goes_on
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

/// Gives the turn to the next seat of the cycle at this depth.
#[inline(always)]
pub fn pass_turn(state: &mut State, depth: u8) -> u8 {
    let Frame { turned, seat, .. } = *state.frame_at(depth);
    let next = if turned { turn_by_effects(state, depth) } else { state.next_live(seat, state.get(at::DIRECTION)) };
    state.frame_at(depth).seat = next;
    next
}

/// The next seat of a cycle after effects that say which it is.
#[inline(never)]
fn turn_by_effects(state: &mut State, depth: u8) -> u8 {
    let frame = state.frame_at(depth);
    let said = *frame;
    (frame.turned, frame.again, frame.skip, frame.next) = (false, false, 0, NOBODY);
    next_turn(state, &said)
}

fn next_turn(state: &State, frame: &Frame) -> u8 {
    let direction = state.get(at::DIRECTION);
    let alive = |seat: u8| state.live >> seat & 1 == 1;
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
pub fn reset_turn(state: &mut State, resets: &Resets) {
    for four in resets {
        for (register, start) in four {
            state.set(*register, *start);
        }
    }
    state.draft.closed = 0;
}
