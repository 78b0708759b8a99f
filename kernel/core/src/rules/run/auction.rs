//! Auctions: calls that climb a ladder, passes, doubles; a contract comes of it.

use crate::knowledge::key_tags::KEY_TAG_CALL;
use crate::rules::plan::auction::{AuctionPlan, calls_above};
use crate::rules::run::prelude::*;

/// The calls of a page that are open.
#[inline(always)]
fn open_calls(rules: &Rules, state: &State, plan: &AuctionPlan, page: u16) -> Mask {
    let high = state.get(at::HIGH);
    let (open, conditional) = if (high as u32 as usize) < plan.places {
        plan.above[page as usize * plan.places + high as usize]
    } else {
        let calls = plan.phase.calls.chunks(PAGE).nth(page as usize);
        calls.map(|calls| calls_above(&plan.phase, calls, high)).unwrap_or_default()
    };
    if conditional.is_empty() {
        return open;
    }
    open.minus(refused(rules, state, plan, page, conditional))
}

/// Those of some calls of a page whose conditions do not hold.
#[inline(never)]
fn refused(rules: &Rules, state: &State, plan: &AuctionPlan, page: u16, calls: Mask) -> Mask {
    let eval = Eval::new(rules, state);
    let holds = |index: u8| eval.holds(plan.phase.calls[page as usize * PAGE + index as usize].when);
    calls.filter(|index| !holds(index))
}

#[inline(never)]
fn is_true(rules: &Rules, state: &State, id: ExprId) -> bool {
    Eval::new(rules, state).int(id) != 0
}

/// To pass, where that may be done; otherwise the call whose level is nearest to a fair share of the cards held, which is
/// what bids of tricks come to on average.
pub fn quiet(rules: &Rules, state: &State, plan: &AuctionPlan) -> Option<Action> {
    if plan.phase.may_pass.is_none_or(|may_pass| is_true(rules, state, may_pass)) {
        return Some(Action { slot: plan.phase.pass, value: 0 });
    }
    let held = state.layout.size[rules.hand_of[state.to_act as usize & 15] as usize & (MAX_ZONES - 1)] as i32;
    let seats = rules.program.seats as i32;
    let off = |index: &u8| (plan.phase.calls[*index as usize].level.saturating_mul(seats) - held).abs();
    let nearest = open_calls(rules, state, plan, 0).into_iter().min_by_key(off)?;
    Some(Action { slot: plan.phase.call, value: nearest })
}

/// Lists what the actor may call.
pub fn legal(rules: &Rules, state: &State, plan: &AuctionPlan, out: &mut Legal) {
    if plan.phase.may_pass.is_none_or(|may_pass| is_true(rules, state, may_pass)) {
        out.push_one(plan.phase.pass);
    }
    for page in 0..plan.pages {
        out.push(plan.phase.call + page, open_calls(rules, state, plan, page));
    }
    if plan.phase.doubling == 0 || state.auction.best_seat == NOBODY {
        return;
    }
    let own = rules.side[state.to_act as usize & 15] >> (state.auction.best_seat & 15) & 1 == 1;
    match state.get(at::DOUBLED) {
        0 if !own => out.push_one(plan.phase.double),
        1 if own && plan.phase.doubling >= 2 => out.push_one(plan.phase.redouble),
        _ => {}
    }
}

impl<O: Observer> Play<'_, O> {
    pub fn enter_auction(&mut self, plan: &AuctionPlan, node: u16) -> bool {
        let program = &self.rules.program;
        self.state.auction.start(self.state.live, program.seats.max(program.teams) as usize);
        self.state.set(at::HIGH, 0);
        self.state.set(at::DOUBLED, 0);
        self.state.set(at::DECLARER, NONE);
        let start = self.seat(plan.phase.start).unwrap_or(0);
        let seat = self.first_in_turn(self.state.live, start);
        self.wait_for(node, seat);
        self.can_call(plan) || !self.after_call(plan, seat, true)
    }

    /// Whether the seat whose turn it is can do anything.
    #[inline]
    fn can_call(&self, plan: &AuctionPlan) -> bool {
        plan.always_open || {
            let mut open = Legal::default();
            legal(self.rules, self.state, plan, &mut open);
            !open.is_empty()
        }
    }

    #[inline(never)]
    pub fn apply_auction(&mut self, plan: &AuctionPlan, action: Action) -> bool {
        let at = &self.rules.at;
        let seat = self.state.to_act;
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.state.layout.note(KEY_TAG_CALL | (action.slot as u64) << 24 | action.value as u64);
        if action.slot == plan.phase.pass {
            return self.after_call(plan, seat, true);
        }
        if action.slot == plan.phase.double && plan.phase.doubling > 0 {
            self.state.set(at::DOUBLED, 1);
        } else if action.slot == plan.phase.redouble && plan.phase.doubling > 1 {
            self.state.set(at::DOUBLED, 2);
        } else {
            let index = (action.slot - plan.phase.call) as usize * 128 + action.value as usize;
            let call = &plan.phase.calls[index.min(plan.phase.calls.len() - 1)];
            if let Some(proof) = &call.proof {
                self.record(proof, true);
            }
            self.state.auction.best_seat = seat;
            self.state.set(at::HIGH, call.order);
            self.state.set(at::LEVEL, call.level);
            self.state.set(at::KIND, call.kind);
            if call.strain >= 0 {
                self.state.set(at::STRAIN, call.strain);
                let side = self.side_index(seat);
                let first = &mut self.state.auction.first[side][call.strain as usize & 15];
                if *first == NOBODY {
                    *first = seat;
                }
            }
            self.state.set(at::DOUBLED, 0);
            self.state.set(at.bid + seat as u16, call.level);
        }
        self.after_call(plan, seat, false)
    }

    fn side_index(&self, seat: u8) -> usize {
        let team = self.rules.program.team_of[seat as usize];
        (if team >= 0 { team as usize } else { seat as usize }) & (MAX_SEATS - 1)
    }

    /// Somebody has called or passed: the next seat's turn, or the end; whether it is over. Who can do nothing passes.
    #[inline]
    fn after_call(&mut self, plan: &AuctionPlan, mut seat: u8, mut passed: bool) -> bool {
        while let Some(next) = self.next_to_call(plan, seat, passed) {
            self.wait_for(self.state.node, next);
            if self.can_call(plan) {
                return false;
            }
            (seat, passed) = (next, true);
        }
        self.close_auction(plan)
    }

    /// Whose turn it is after a call or pass, if the auction goes on.
    #[inline]
    fn next_to_call(&mut self, plan: &AuctionPlan, seat: u8, passed: bool) -> Option<u8> {
        let live = self.state.live;
        let running = &mut self.state.auction;
        running.waiting &= !(1 << seat);
        if passed {
            running.silent += 1;
            running.passed |= 1 << seat;
        } else {
            running.silent = 0;
        }
        let bidders = live & !running.passed;
        let has_bid = running.best_seat != NOBODY;
        let may_call = match plan.phase.ends {
            AuctionEnd::Once | AuctionEnd::FirstBid => running.waiting & live,
            AuctionEnd::Silence if !plan.phase.pass_is_final => live,
            AuctionEnd::OneLeft | AuctionEnd::Silence => bidders,
        };
        let one_left = || bidders == 0 || has_bid && bidders.count_ones() == 1;
        let silent = || running.silent >= (live.count_ones() as u8 - has_bid as u8).max(1);
        let over = match plan.phase.ends {
            AuctionEnd::Once => may_call == 0,
            AuctionEnd::FirstBid => has_bid || may_call == 0,
            AuctionEnd::OneLeft => one_left(),
            AuctionEnd::Silence => silent() || plan.phase.pass_is_final && one_left(),
        };
        (!over).then(|| next_in(may_call, seat, 1))
    }

    #[inline(never)]
    fn close_auction(&mut self, plan: &AuctionPlan) -> bool {
        let running = &self.state.auction;
        if running.best_seat == NOBODY {
            self.state.end_hand |= plan.phase.all_pass != AllPass::Continue;
            self.state.void_hand |= plan.phase.all_pass == AllPass::Redeal;
            return true;
        }
        let strain = self.state.get(at::STRAIN).clamp(0, 15) as usize;
        let first = running.first[self.side_index(running.best_seat)][strain];
        let declarer = match plan.phase.declarer {
            Declarer::FirstOfSide if first != NOBODY => first,
            _ => running.best_seat,
        };
        self.state.set(at::DECLARER, declarer as i32);
        true
    }
}
