//! Auctions: calls that climb a ladder, passes, doubles; a contract comes of it.

use super::eval::Eval;
use super::flow::Play;
use super::load::Rules;
use super::program::*;
use super::state::{NOBODY, State, next_in};
use super::tree::Int;
use crate::game::{Action, Event, Legal, Observer};
use crate::mask::Mask;

/// Calls of a page of slots.
const PAGE: usize = 128;

/// What is worked out beforehand about an auction.
#[derive(Default)]
pub struct AuctionFacts {
    /// Page by page, the calls above each place of the ladder, and those of them that depend on a condition. The first
    /// entry is for no call yet.
    above: Vec<Vec<(Mask, Mask)>>,
    pages: u16,
    passing: Passing,
    /// Whoever's turn it is can make a call, whatever has been called.
    always_open: bool,
}

/// Whether a seat may pass.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Passing {
    #[default]
    Always,
    Never,
    When(ExprId),
}

/// Longer ladders are not tabulated.
const MAX_LADDER: i32 = 512;

impl AuctionFacts {
    /// Facts of a node; nothing of interest unless it is an auction. Expressions must have been tabulated.
    pub fn of(rules: &Rules, node: &Node) -> AuctionFacts {
        let Node::Auction(phase) = node else {
            return AuctionFacts::default();
        };
        let passing = phase.may_pass.map_or(Passing::Always, |may_pass| match rules.ints[may_pass as usize] {
            Int::Const(0) => Passing::Never,
            Int::Const(_) => Passing::Always,
            _ => Passing::When(may_pass),
        });
        let free_call = !phase.rising && phase.calls.iter().any(|call| call.when.is_none());
        AuctionFacts {
            above: ladder(phase),
            pages: phase.calls.len().div_ceil(PAGE) as u16,
            passing,
            always_open: passing == Passing::Always || free_call,
        }
    }
}

/// For each page, what is open above each place of the ladder.
fn ladder(phase: &AuctionPhase) -> Vec<Vec<(Mask, Mask)>> {
    let top = phase.calls.iter().map(|call| call.order).max().unwrap_or(0);
    if !(0..MAX_LADDER).contains(&top) {
        return Vec::new();
    }
    let above = |calls: &[Call], high: i32| {
        let mut open = (Mask::EMPTY, Mask::EMPTY);
        for (index, call) in calls.iter().enumerate().filter(|(_, call)| !phase.rising || call.order > high) {
            open.0.insert(index as u8);
            if call.when.is_some() {
                open.1.insert(index as u8);
            }
        }
        open
    };
    phase.calls.chunks(PAGE).map(|calls| (0..=top).map(|high| above(calls, high)).collect()).collect()
}

/// The calls of a page that are open.
#[inline]
fn open_calls(rules: &Rules, state: &State, auction: &AuctionPhase, page: u16) -> Mask {
    let high = state.get(rules.at.high);
    let above = rules.auctions[state.node as usize].above.get(page as usize);
    match above.and_then(|above| above.get(usize::try_from(high).ok()?)) {
        Some((open, conditional)) if conditional.is_empty() => *open,
        Some((open, conditional)) => open.minus(conditional.minus(allowed(rules, state, auction, page, *conditional))),
        None => {
            let calls = auction.calls.iter().enumerate().skip(page as usize * PAGE).take(PAGE);
            let higher = calls.filter(|(_, call)| !auction.rising || call.order > high);
            let open = higher.fold(Mask::EMPTY, |open, (index, _)| open.or(Mask::of((index % PAGE) as u8)));
            allowed(rules, state, auction, page, open)
        }
    }
}

/// Those of some calls of a page whose conditions hold.
#[inline(never)]
fn allowed(rules: &Rules, state: &State, auction: &AuctionPhase, page: u16, calls: Mask) -> Mask {
    let eval = Eval::new(rules, state);
    let holds = |index: &u8| eval.holds(auction.calls[page as usize * PAGE + *index as usize].when);
    calls.into_iter().filter(holds).fold(Mask::EMPTY, |open, index| open.or(Mask::of(index)))
}

#[inline]
fn may_pass(rules: &Rules, state: &State) -> bool {
    match rules.auctions[state.node as usize].passing {
        Passing::Always => true,
        Passing::Never => false,
        Passing::When(may_pass) => Eval::new(rules, state).int(may_pass) != 0,
    }
}

/// Lists what the actor may call.
pub fn legal(rules: &Rules, state: &State, auction: &AuctionPhase, out: &mut Legal) {
    if may_pass(rules, state) {
        out.push_one(auction.pass);
    }
    for page in 0..rules.auctions[state.node as usize].pages {
        out.push(auction.call + page, open_calls(rules, state, auction, page));
    }
    if auction.doubling == 0 || state.auction.best_seat == NOBODY {
        return;
    }
    let own = rules.side[state.to_act as usize & 15] >> (state.auction.best_seat & 15) & 1 == 1;
    match state.get(rules.at.doubled) {
        0 if !own => out.push_one(auction.double),
        1 if own && auction.doubling >= 2 => out.push_one(auction.redouble),
        _ => {}
    }
}

impl<O: Observer> Play<'_, O> {
    pub fn enter_auction(&mut self, auction: &AuctionPhase, node: u16) -> bool {
        let at = &self.rules.at;
        let program = &self.rules.program;
        self.state.auction.start(self.state.live, program.seats.max(program.teams) as usize);
        self.state.set(at.high, 0);
        self.state.set(at.doubled, 0);
        self.state.set(at.declarer, NONE);
        let start = self.seat(auction.start).unwrap_or(0);
        let seat = self.first_in_turn(self.state.live, start);
        self.state.node = node;
        !self.ask_for_call(auction, seat)
    }

    /// Waits for a seat's call; whether the auction is over instead (nobody can call).
    fn ask_for_call(&mut self, auction: &AuctionPhase, seat: u8) -> bool {
        self.wait_for(self.state.node, seat);
        let facts = &self.rules.auctions[self.state.node as usize];
        if facts.always_open || !open_calls(self.rules, self.state, auction, 0).is_empty() {
            return false;
        }
        let mut open = Legal::default();
        legal(self.rules, self.state, auction, &mut open);
        if !open.is_empty() {
            return false;
        }
        self.after_call(auction, seat, true)
    }

    #[inline(never)]
    pub fn apply_auction(&mut self, auction: &AuctionPhase, action: Action) -> bool {
        let at = &self.rules.at;
        let seat = self.state.to_act;
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.state.layout.note(0xc_0000 | (action.slot as u64) << 24 | action.value as u64);
        if action.slot == auction.pass {
            return self.after_call(auction, seat, true);
        }
        if action.slot == auction.double && auction.doubling > 0 {
            self.state.set(at.doubled, 1);
        } else if action.slot == auction.redouble && auction.doubling > 1 {
            self.state.set(at.doubled, 2);
        } else {
            let index = (action.slot - auction.call) as usize * 128 + action.value as usize;
            let call = &auction.calls[index.min(auction.calls.len() - 1)];
            if let Some(proof) = &call.proof {
                self.record(proof, true);
            }
            self.state.auction.best_seat = seat;
            self.state.set(at.high, call.order);
            self.state.set(at.level, call.level);
            self.state.set(at.kind, call.kind);
            if call.strain >= 0 {
                self.state.set(at.strain, call.strain);
                let side = self.side_index(seat);
                let first = &mut self.state.auction.first[side][call.strain as usize & 15];
                if *first == NOBODY {
                    *first = seat;
                }
            }
            self.state.set(at.doubled, 0);
            self.state.set(at.bid + seat as u16, call.level);
        }
        self.after_call(auction, seat, false)
    }

    fn side_index(&self, seat: u8) -> usize {
        let team = self.rules.program.team_of[seat as usize];
        (if team >= 0 { team as usize } else { seat as usize }) & (MAX_SEATS - 1)
    }

    fn after_call(&mut self, auction: &AuctionPhase, seat: u8, passed: bool) -> bool {
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
        let over = match auction.ends {
            AuctionEnd::Once => running.waiting & live == 0,
            AuctionEnd::FirstBid => has_bid || running.waiting & live == 0,
            AuctionEnd::OneLeft => bidders == 0 || has_bid && bidders.count_ones() == 1,
            AuctionEnd::Silence => {
                let others = live.count_ones() as u8 - has_bid as u8;
                running.silent >= others.max(1) || auction.pass_is_final && (bidders == 0 || has_bid && bidders.count_ones() == 1)
            }
        };
        if over {
            return self.close_auction(auction);
        }
        let may_call = match auction.ends {
            AuctionEnd::Once | AuctionEnd::FirstBid => running.waiting & live,
            AuctionEnd::OneLeft => bidders,
            AuctionEnd::Silence => {
                if auction.pass_is_final {
                    bidders
                } else {
                    live
                }
            }
        };
        let next = next_in(may_call, seat, 1);
        self.ask_for_call(auction, next)
    }

    fn close_auction(&mut self, auction: &AuctionPhase) -> bool {
        let at = &self.rules.at;
        let running = &self.state.auction;
        if running.best_seat == NOBODY {
            match auction.all_pass {
                AllPass::Continue => {}
                AllPass::EndHand => self.state.end_hand = true,
                AllPass::Redeal => {
                    self.state.end_hand = true;
                    self.state.void_hand = true;
                }
            }
            return true;
        }
        let strain = self.state.get(at.strain).clamp(0, 15) as usize;
        let first = running.first[self.side_index(running.best_seat)][strain];
        let declarer = match auction.declarer {
            Declarer::FirstOfSide if first != NOBODY => first,
            _ => running.best_seat,
        };
        self.state.set(at.declarer, declarer as i32);
        true
    }
}
