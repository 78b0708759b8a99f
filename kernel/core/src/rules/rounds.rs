//! Turns of which one choice is all: the way from one decision to the next is short.
//!
//! Nothing here happens that [`super::flow`] would not do step by step: structures with a single part are left and
//! entered again so often that it is worth knowing beforehand.

use super::eval::look;
use super::flow::Play;
use super::load::Rules;
use super::program::*;
use super::state::NOBODY;
use super::tree::Int;
use crate::game::Observer;

/// A choice that is the only part of a structure in which one seat stays or seats take turns.
#[derive(Debug, Clone)]
pub struct Repeat {
    until: Until,
    limit: Limit,
    /// Whether the same seat stays.
    stays: bool,
    /// The structure around one in which a seat stays, if seats take turns there and that is its only part.
    round: Option<Round>,
}

#[derive(Debug, Clone)]
struct Round {
    until: Until,
    limit: Limit,
}

/// So many turns, and whether that only stops what could go on for ever.
#[derive(Debug, Clone, Copy)]
struct Limit {
    turns: u32,
    stops: bool,
}

impl Limit {
    fn of(turns: &Turns) -> Limit {
        Limit { turns: turns.limit, stops: turns.stops }
    }
}

/// When a structure is over.
#[derive(Debug, Clone)]
enum Until {
    Never,
    /// What the state alone gives is not 0.
    Shown(Int),
    Holds(Condition),
}

impl Until {
    fn new(rules: &Rules, until: &Option<Condition>) -> Until {
        match until {
            None => Until::Never,
            Some(Condition { test, proof: None }) if look(rules, &rules.fresh, &rules.ints[*test as usize]).is_some() => {
                Until::Shown(rules.ints[*test as usize].clone())
            }
            Some(condition) => Until::Holds(*condition),
        }
    }
}

impl Repeat {
    /// What repeats a node, if it is a choice of this kind.
    pub fn find(rules: &Rules, node: usize) -> Option<Repeat> {
        let whose_turn = |id: ExprId| matches!(rules.ints[id as usize], Int::Reg(register) if register == rules.at.turn);
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
        let round = round.map(|(_, outer)| Round { until: Until::new(rules, &outer.until), limit: Limit::of(outer) });
        Some(Repeat { until: Until::new(rules, &turns.until), limit: Limit::of(turns), stays, round })
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

impl<O: Observer> Play<'_, O> {
    /// The turn that the choice was is over: on to the next decision.
    #[inline]
    pub fn repeat(&mut self, repeat: &Repeat) {
        let at = &self.rules.at;
        let frame = self.state.frame_mut();
        frame.child = 0;
        frame.ended = false;
        frame.turns += 1;
        let (mut seat, count) = (frame.seat, frame.turns);
        self.state.set(at.turn_number, count as i32);
        self.state.set(at.last_turn, seat as i32);
        if self.is_over(&repeat.until, count, repeat.limit) {
            self.leave_turns();
            match &repeat.round {
                Some(round) if self.next_in_round(round) => seat = self.state.frame().seat,
                _ => return self.advance(),
            }
        } else {
            if !repeat.stays {
                seat = self.pass_turn();
                self.state.set(at.turn, seat as i32);
            }
            self.reset_turn();
        }
        self.ask_again(seat);
    }

    #[inline]
    fn is_over(&mut self, until: &Until, count: u32, limit: Limit) -> bool {
        let met = match until {
            Until::Never => false,
            Until::Shown(int) => look(self.rules, self.state, int) != Some(0),
            Until::Holds(until) => self.test_one(until),
        };
        if !met && count >= limit.turns && self.state.live != 0 {
            self.state.limited |= limit.stops;
            return true;
        }
        met || self.state.live == 0
    }

    /// The turn of the round is over: the next seat's, if there is one, and its structure entered again.
    #[inline]
    fn next_in_round(&mut self, round: &Round) -> bool {
        let at = &self.rules.at;
        let frame = self.state.frame_mut();
        let (seat, count) = (frame.seat, frame.turns + 1);
        self.state.set(at.turn_number, count as i32);
        self.state.set(at.last_turn, seat as i32);
        let frame = self.state.frame_mut();
        frame.turns = count;
        frame.ended = false;
        frame.child = 0;
        if self.is_over(&round.until, count, round.limit) {
            self.leave_turns();
            return false;
        }
        let seat = self.pass_turn();
        self.reset_turn();
        let (live, frame) = (self.state.live, self.state.frame_mut());
        frame.child = 1;
        self.state.depth += 1;
        // The structure is entered as it was left, but for these.
        let frame = self.state.frame_mut();
        (frame.seat, frame.turns, frame.waiting) = (seat, 0, live);
        (frame.again, frame.skip, frame.next) = (false, 0, NOBODY);
        self.state.set(at.turn, seat as i32);
        self.state.set(at.turn_number, 0);
        self.state.set(at.outer, seat as i32);
        true
    }

    /// Gives the turn to the next seat of a cycle.
    #[inline]
    pub fn pass_turn(&mut self) -> u8 {
        let next = self.next_turn(self.state.frame());
        let frame = self.state.frame_mut();
        frame.seat = next;
        (frame.again, frame.skip, frame.next) = (false, 0, NOBODY);
        next
    }

    /// Asks for the same choice again.
    #[inline]
    fn ask_again(&mut self, seat: u8) {
        let node = self.state.node;
        self.state.set(self.rules.at.actor, seat as i32);
        if self.state.live >> seat & 1 == 1 {
            self.state.to_act = seat;
            if self.rules.choices[node as usize].always_open || self.still_has_choice(node) {
                return;
            }
        }
        self.finish_phase();
        self.advance();
    }
}
