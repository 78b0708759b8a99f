//! `Play` runs a state on, hand by hand, through turn structures and phases, until somebody decides.

use crate::game::{Beat, Mark};
use crate::knowledge::key_tags::{KEY_TAG_DEALT, KEY_TAG_MATCH_REGISTER};
use crate::rules::plan::Plan;
use crate::rules::plan::expressions::{Int, Set};
use crate::rules::plan::turns::TurnLoop;
use crate::rules::run::expressions::seat_or_nobody;
use crate::rules::run::prelude::*;
use crate::rules::run::scoring::{each_in, those};
use crate::rules::run::state::{Draft, Frame, Pending};
use crate::rules::run::turns::{leave_turns, pass_turn, reset_turn, set_turn_registers};

/// Turns after which a match is over, whatever its own limits say: nobody could have played so long, and a structure
/// in which nobody decides anything must not run for minutes. Turns of which one choice is all are counted as decisions,
/// and those when a hand is over.
pub const MOST_TURNS: u32 = 10_000_000;

/// Steps without a decision after which a match is over: seconds at worst.
pub const MOST_IDLE_STEPS: u32 = 10_000_000;

/// A state being played on.
pub struct Play<'a, O: Observer> {
    pub rules: &'a Rules,
    pub state: &'a mut State,
    pub observer: &'a mut O,
    pub locals: [i32; MAX_LOCALS],
    /// A whole zone is being moved: nobody loses track of its cards.
    pub whole: bool,
}

impl<'a, O: Observer> Play<'a, O> {
    pub fn new(rules: &'a Rules, state: &'a mut State, observer: &'a mut O) -> Self {
        Play { rules, state, observer, locals: [NONE; MAX_LOCALS], whole: false }
    }

    #[inline]
    pub fn eval(&self) -> Eval<'_> {
        Eval { locals: self.locals, ..Eval::new(self.rules, self.state) }
    }

    /// Works out a number; a register or a constant is read at once.
    #[inline]
    pub fn int(&self, id: ExprId) -> i32 {
        match &self.rules.ints[id as usize] {
            Int::Const(value) => *value,
            Int::Reg(register) => self.state.get(*register),
            int => self.work_out(int),
        }
    }

    #[inline(never)]
    fn work_out(&self, int: &Int) -> i32 {
        match int {
            Int::RegPlus(register, value) => self.state.get(*register).saturating_add(*value),
            Int::Local(n) => self.locals[*n as usize],
            Int::Pick(n) => self.state.draft.values[*n as usize],
            Int::PickAttr(n, pick) => self.rules.attribute_of(*n, self.state.draft.values[*pick as usize]),
            int => self.eval().compute(int),
        }
    }

    #[inline]
    pub fn holds(&self, id: Option<ExprId>) -> bool {
        id.is_none_or(|id| self.int(id) != 0)
    }

    /// A seat named by an expression, if it names one.
    #[inline]
    pub fn seat(&self, id: ExprId) -> Option<u8> {
        let seat = self.int(id);
        (seat >= 0 && seat < self.seats() as i32).then_some(seat as u8)
    }

    /// A zone instance, clamped to those there are.
    #[inline]
    pub fn zone(&self, id: ExprId) -> u8 {
        self.int(id).clamp(0, self.rules.instances as i32 - 1) as u8
    }

    /// Tests a condition of the flow; what it shows of hidden cards becomes public.
    #[inline(always)]
    pub fn test(&mut self, condition: &Option<Condition>) -> bool {
        match condition {
            None => true,
            Some(condition) => self.test_one(condition),
        }
    }

    #[inline]
    pub fn test_one(&mut self, condition: &Condition) -> bool {
        let holds = self.int(condition.test) != 0;
        if let Some(proof) = &condition.proof {
            self.tell_outcome(proof, holds);
        }
        holds
    }

    /// The outcome of a test is told to all: nothing that they see need come of it.
    #[inline(never)]
    fn tell_outcome(&mut self, proof: &Proof, holds: bool) {
        let (zone, holds) = self.record(proof, holds);
        self.observer.see(Event::Tested { zone, count: proof.count, holds });
    }

    /// Records what a test has shown: of which zone, and whether it holds so many of some cards.
    #[inline(never)]
    pub fn record(&mut self, proof: &Proof, holds: bool) -> (u8, bool) {
        let zone = self.zone(proof.zone);
        let cards = match &self.rules.sets[proof.cards as usize] {
            Set::Const(cards) => *cards,
            set => self.eval().gather(set),
        };
        let holds = holds != proof.fewer;
        self.state.layout.prove(&self.rules.places, zone, cards, proof.count, holds);
        (zone, holds)
    }

    #[inline]
    pub fn seats(&self) -> u8 {
        self.rules.program.seats
    }

    #[inline]
    pub fn next_live(&self, seat: u8) -> u8 {
        self.state.next_live(seat, self.state.get(at::DIRECTION))
    }

    /// Starts a match from a fresh state, with the deck in this order if it is given.
    pub fn start_match(&mut self, order: Option<&[u8]>) {
        self.start_hand(order);
        self.advance();
    }

    #[inline(never)]
    fn start_hand(&mut self, order: Option<&[u8]>) {
        let at = &self.rules.at;
        self.state.live = self.in_match();
        for seat in each_in(self.state.live) {
            self.state.set(at.out + seat as u16, 0);
        }
        self.state.draft = Draft::default();
        self.state.past_bets.forget();
        self.state.end_hand = false;
        let hand = self.state.get(at::HAND_NUMBER);
        let (places, stock) = (&self.rules.places, self.rules.program.stock);
        self.state.layout.gather(places, stock);
        match order {
            Some(order) => self.state.layout.stack(stock, &order[..places.cards]),
            None => self.state.layout.stack_shuffled(stock, places.cards, &mut self.state.chance),
        }
        self.state.layout.note(KEY_TAG_DEALT | hand as u64);
        self.observer.see(Event::Dealt { hand: hand as u32 });
        self.state.set(at::ACTOR, self.state.get(at::DEALER));
        let rules = self.rules;
        self.run(&rules.deal);
        self.state.depth = 0;
        if let Plan::Turns(turns) = &rules.plans[rules.program.root as usize] {
            self.observer.mark(Mark::Node(rules.program.root));
            self.push_frame(rules.program.root, turns);
        }
    }

    /// Applies a legal action.
    #[inline(never)]
    pub fn apply(&mut self, action: Action) {
        let rules = self.rules;
        let node = self.state.node;
        let done = match &rules.plans[node as usize] {
            Plan::Choice(plan) => self.apply_choice(plan, action),
            Plan::Trick(plan) => self.apply_trick(plan, action),
            _ => true,
        };
        self.go_on(node, done);
    }

    /// The same where seats bet or call, which takes less.
    #[inline(never)]
    pub fn apply_call(&mut self, action: Action) {
        let rules = self.rules;
        let node = self.state.node;
        let done = match &rules.plans[node as usize] {
            Plan::Betting(betting) => self.apply_betting(betting, action),
            Plan::Auction(plan) => self.apply_auction(plan, action),
            _ => true,
        };
        self.go_on(node, done);
    }

    /// What follows from an action at a node, which may be done.
    #[inline]
    pub fn go_on(&mut self, node: u16, done: bool) {
        self.follow(node, done);
        self.state.layout.settle_places(&self.rules.places);
    }

    #[inline(always)]
    fn follow(&mut self, node: u16, done: bool) {
        if self.rules.wins_immediate && !self.state.draft.active {
            self.check_wins_now();
        }
        let ends = self.state.end_hand | self.state.end_match | self.state.over;
        if done || ends {
            match &self.rules.plans[node as usize] {
                Plan::Choice(plan) if !ends && plan.turns.is_some() => {
                    let next = |turns: &TurnLoop| turns.next(self.rules, self.state, self.observer);
                    if plan.turns.as_deref().is_some_and(next) {
                        return;
                    }
                }
                _ => self.finish_phase(),
            }
            self.advance();
        }
    }

    #[inline]
    pub fn finish_phase(&mut self) {
        if self.state.depth > 0 {
            self.state.frame_mut().child += 1;
        }
    }

    /// Runs what happens by itself until somebody has to decide or the game is over: then the step is over.
    #[inline(never)]
    pub fn advance(&mut self) {
        self.run_on();
        self.state.layout.settle_places(&self.rules.places);
    }

    #[inline(always)]
    fn run_on(&mut self) {
        let rules = self.rules;
        loop {
            let state = &*self.state;
            if state.over | state.end_match | state.end_hand | (state.depth == 0) {
                if state.over {
                    self.state.to_act = NOBODY;
                    return;
                }
                self.finish_hand();
                continue;
            }
            let frame = state.frame();
            let Plan::Turns(turns) = &rules.plans[frame.node as usize] else {
                self.state.depth -= 1;
                continue;
            };
            let child = match turns.children.get(frame.child as usize) {
                Some(child) if !frame.ended => *child,
                _ => {
                    self.finish_turn(turns);
                    continue;
                }
            };
            let waits = match &rules.plans[child as usize] {
                Plan::Turns(inner) => {
                    self.finish_phase();
                    if self.test(&inner.when) {
                        self.observer.mark(Mark::Node(child));
                        self.push_frame(child, inner);
                    }
                    continue;
                }
                Plan::Do(phase, effects) => {
                    self.finish_phase();
                    if self.test(&phase.when) {
                        self.observer.mark(Mark::Node(child));
                        let actor = self.int(phase.actor);
                        self.state.set(at::ACTOR, actor);
                        self.run(effects);
                        if rules.wins_immediate {
                            self.check_wins_now();
                        }
                    }
                    continue;
                }
                Plan::Choice(plan) => self.test(&plan.phase.when) && self.enter_choice(plan, child),
                Plan::Trick(plan) => self.reaches(child, &plan.phase.when) && self.enter_trick(plan, child),
                Plan::Betting(phase) => self.reaches(child, &phase.when) && self.enter_betting(phase, child),
                Plan::Auction(plan) => self.reaches(child, &plan.phase.when) && self.enter_auction(plan, child),
            };
            if waits {
                if O::MARKS && matches!(&rules.plans[child as usize], Plan::Choice(_)) {
                    self.observer.mark(Mark::Node(child)); // somebody could do something
                }
                return;
            }
            if !self.state.over {
                self.finish_phase();
            }
        }
    }

    /// Whether a phase is entered, which is told to whoever counts.
    #[inline(always)]
    fn reaches(&mut self, node: u16, when: &Option<Condition>) -> bool {
        let reached = self.test(when);
        if reached {
            self.observer.mark(Mark::Node(node));
        }
        reached
    }

    /// Makes a seat the one to decide at a node.
    #[inline]
    pub fn wait_for(&mut self, node: u16, seat: u8) {
        self.state.node = node;
        self.state.to_act = seat;
        self.state.set(at::ACTOR, seat as i32);
    }

    fn push_frame(&mut self, node: u16, turns: &Turns) {
        let depth = self.state.depth as usize;
        if depth >= MAX_DEPTH {
            return;
        }
        let outer = if depth > 0 { self.state.frame().seat } else { NOBODY };
        // A sequence has no turns of its own: inside a turn it keeps the seat whose turn it is.
        let inherits = turns.order == Order::Sequence && outer != NOBODY;
        let mut seat = if inherits { outer } else { seat_or_nobody(self.int(turns.start), self.seats()) };
        if seat == NOBODY {
            seat = if outer == NOBODY { 0 } else { outer };
        }
        if turns.order != Order::Sequence && self.state.live >> seat & 1 == 0 {
            seat = self.next_live(seat);
        }
        let frame = Frame { node, seat, next: NOBODY, waiting: self.state.live, ..Frame::default() };
        self.state.frames[depth] = frame;
        self.state.depth += 1;
        if turns.order == Order::Together {
            self.state.pending = [Pending::default(); MAX_SEATS];
        }
        self.begin_turn();
    }

    /// Registers that say whose turn it is; registers kept for a turn start afresh.
    #[inline]
    fn begin_turn(&mut self) {
        reset_turn(self.state, &self.rules.resets[self.state.frame().node as usize]);
        set_turn_registers(self.state);
    }

    #[inline]
    fn finish_turn(&mut self, turns: &Turns) {
        let frame = self.state.frame_mut();
        frame.child = 0;
        frame.ended = false;
        frame.turns += 1;
        let (seat, count) = (frame.seat, frame.turns);
        frame.waiting &= !(1 << seat);
        let waiting = frame.waiting;
        self.state.set(at::TURN_NUMBER, count as i32);
        self.state.set(at::LAST_TURN, seat as i32);
        self.state.turns += 1;
        let decisions = self.state.decisions;
        let idle = self.state.idle.add(decisions, turns.steps);
        if (self.state.turns > MOST_TURNS) | (idle > MOST_IDLE_STEPS) {
            (self.state.limited, self.state.end_match) = (true, true);
            return;
        }
        let all_had_one = matches!(turns.order, Order::Once | Order::Together) && self.state.live & waiting == 0;
        let over = all_had_one
            || match &turns.until {
                None => turns.order == Order::Sequence,
                Some(until) => self.test_one(until),
            };
        let stopped = !over && self.state.live != 0 && count >= turns.limit;
        self.state.limited |= stopped && turns.stops;
        if over || stopped || self.state.live == 0 {
            if turns.order == Order::Together {
                self.publish_together(turns);
            }
            return leave_turns(self.state);
        }
        let next = match turns.order {
            Order::Sequence | Order::Stay => {
                // The same seat: the registers say so already, but for who acts.
                reset_turn(self.state, &self.rules.resets[self.state.frame().node as usize]);
                return self.state.set(at::ACTOR, seat as i32);
            }
            Order::Once | Order::Together => next_in(self.state.live & waiting, seat, self.state.get(at::DIRECTION)),
            Order::Cycle => {
                pass_turn(self.state, self.state.depth.wrapping_sub(1), self.observer);
                return self.begin_turn();
            }
        };
        self.state.frame_mut().seat = next;
        self.begin_turn();
    }

    /// An effect on the order of turns: of the innermost structure in which they go round.
    pub fn turn_order(&mut self, change: impl FnOnce(&mut Frame)) {
        let rules = self.rules;
        let depth = self.state.depth as usize;
        let goes_round = |node: u16| matches!(&rules.plans[node as usize], Plan::Turns(turns) if turns.order == Order::Cycle);
        if let Some(frame) = self.state.frames[..depth].iter_mut().rev().find(|frame| goes_round(frame.node)) {
            frame.turned = true;
            change(frame);
        }
    }

    /// Cuts the turn of the innermost structure that has turns short.
    pub fn end_turn(&mut self) {
        let rules = self.rules;
        while self.state.depth > 0 {
            let frame = &mut self.state.frames[self.state.depth as usize - 1];
            frame.ended = true;
            let sequence = matches!(&rules.plans[frame.node as usize], Plan::Turns(turns) if turns.order == Order::Sequence);
            if !sequence || self.state.depth == 1 {
                return;
            }
            self.state.depth -= 1;
        }
    }

    /// Scores the hand, looks for a winner, and deals the next one if there is none.
    #[inline(never)]
    fn finish_hand(&mut self) {
        self.state.depth = 0;
        self.state.draft = Draft::default();
        let root = &self.rules.plans[self.rules.program.root as usize];
        let steps = if let Plan::Turns(turns) = root { turns.steps } else { 0 };
        let decisions = self.state.decisions;
        let idle = self.state.idle.add(decisions, steps);
        if (self.state.turns.saturating_add(self.state.decisions) > MOST_TURNS) | (idle > MOST_IDLE_STEPS) {
            (self.state.limited, self.state.end_match) = (true, true);
        }
        let hand = self.state.get(at::HAND_NUMBER);
        let limit = hand as u32 + 1 >= self.rules.program.max_hands;
        let last = self.state.end_match || limit || self.in_match().count_ones() < 2.min(self.rules.program.seats as u32);
        if last {
            self.split_leftover_pot(); // before the hand is scored: chips may count
        }
        self.settle_hand();
        self.state.set(at::HANDS_PLAYED, hand + 1);
        self.observer.see(Event::HandOver { hand: hand as u32 });
        if (self.state.end_match || !self.check_wins_at_hand_end()) && last {
            self.state.limited |= limit && !self.state.end_match && self.rules.plays_on && self.in_match().count_ones() > 1;
            self.decide_at_limit();
        }
        if self.state.over {
            return;
        }
        self.observer.pause(Beat::Hand, self.state);
        self.note_match_registers();
        let dealer = self.next_dealer();
        self.state.set(at::DEALER, dealer as i32);
        self.state.set(at::HAND_NUMBER, hand + 1);
        for (register, start) in &self.rules.hand_registers {
            self.state.set(*register, *start);
        }
        self.start_hand(None);
    }

    /// What a hand leaves behind is seen by all, and may come of cards that nobody was shown.
    fn note_match_registers(&mut self) {
        for register in &self.rules.match_registers {
            let value = self.rules.seen_in(self.state, *register) as u32;
            self.state.layout.note(KEY_TAG_MATCH_REGISTER | (value as u64) << 32);
        }
    }

    /// Seats that play the next hand, if there is one.
    pub fn in_match(&self) -> u16 {
        those(0..self.seats(), |seat| self.state.of(self.rules.at.out, seat) != 2)
    }

    fn next_dealer(&self) -> u8 {
        let at = &self.rules.at;
        let dealer = seat_or_nobody(self.state.get(at::DEALER), self.seats());
        let staying = self.in_match();
        let left = next_in(staying, if dealer == NOBODY { 0 } else { dealer }, 1);
        let lowest_wins = self.rules.program.wins.first().is_some_and(Win::lowest_wins);
        let want_high = match self.rules.program.dealer {
            DealerRule::Rotate => return left,
            DealerRule::Stay => {
                return if staying >> dealer.min(15) & 1 == 1 { dealer } else { left };
            }
            DealerRule::Winner => !lowest_wins,
            DealerRule::Loser => lowest_wins,
        };
        let score = |seat: u8| self.state.of(at.hand_score, seat) as i64 * if want_high { 1 } else { -1 };
        // Nobody has done better or worse: the hand decided nothing, and its dealer deals again.
        if dealer != NOBODY && staying >> dealer & 1 == 1 && each_in(staying).all(|seat| score(seat) == score(left)) {
            return dealer;
        }
        let (mut best, mut seat) = (left, left);
        for _ in each_in(staying) {
            best = if score(seat) > score(best) { seat } else { best };
            seat = next_in(staying, seat, 1);
        }
        best
    }
}

#[inline]
pub fn types_of(rules: &Rules, cards: Mask) -> Mask {
    if rules.single_copies {
        return cards;
    }
    cards.into_iter().map(|card| rules.places.type_of[card as usize]).collect()
}
