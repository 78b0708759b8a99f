//! Betting rounds, pots and side pots, and the showdown. All amounts are in chips.

use crate::knowledge::key_tags::KEY_TAG_BET;
use crate::rules::run::past_bets;
use crate::rules::run::prelude::*;
use crate::rules::run::scoring::{each_in, those};

/// Lists what the actor may do about the bets.
#[inline(never)]
pub fn legal(rules: &Rules, state: &State, betting: &BettingPhase, out: &mut Legal) {
    list(betting, state.get(at::TO_CALL) > 0, raises(rules, state, betting), out);
}

/// Lists what there is to do where there is something to call or not, and these raises are open.
pub fn list(betting: &BettingPhase, faced: bool, raises: Mask, out: &mut Legal) {
    if faced {
        out.push_one(betting.fold);
    }
    out.push_one(if faced { betting.call } else { betting.check });
    out.push(betting.raise, raises);
}

/// The raises that are open to the actor.
#[inline(always)]
pub fn raises(rules: &Rules, state: &State, betting: &BettingPhase) -> Mask {
    let at = &rules.at;
    let seat = state.to_act;
    let to_call = state.get(at::TO_CALL);
    let chips = state.of(at.chips, seat);
    let highest = state.of(at.bet, seat) + to_call;
    let can_answer = |other: u8| state.of(at.chips, other) + state.of(at.bet, other) > highest;
    let answers = || each_in(state.live & !(1 << seat)).any(can_answer);
    let reopened = to_call >= state.bets.last_raise || state.bets.fresh >> seat & 1 == 1;
    if state.get(at::RAISES) as u32 >= betting.max_raises || chips <= to_call || !reopened || !answers() {
        return Mask::EMPTY;
    }
    let eval = Eval::new(rules, state);
    let size_of = |index: u8| eval.int(betting.sizes[index as usize]).min(chips - to_call);
    let (mut values, mut most) = (Mask::EMPTY, 0);
    for index in 0..betting.sizes.len().min(64) as u8 {
        let size = size_of(index);
        // No raise is smaller than the one before it, unless it is all there is; and each is offered once.
        let large_enough = size >= state.bets.last_raise || size == chips - to_call;
        if size > 0 && large_enough && (size > most || !values.into_iter().any(|other| size_of(other) == size)) {
            values.insert(index);
            most = most.max(size);
        }
    }
    values
}

/// To check, or to call what is owed.
pub fn quiet(state: &State, betting: &BettingPhase) -> Action {
    Action { slot: if state.get(at::TO_CALL) > 0 { betting.call } else { betting.check }, value: 0 }
}

impl<O: Observer> Play<'_, O> {
    pub fn enter_betting(&mut self, betting: &BettingPhase, node: u16) -> bool {
        let at = &self.rules.at;
        self.state.clear(at.bet, self.seats());
        self.state.set(at::RAISES, 0);
        self.state.bets.last_raise = 0;
        if self.rules.hands_change {
            self.state.past_bets.forget();
        }
        if let Some(ante) = betting.ante {
            for seat in each_in(self.state.live) {
                let ante = self.int(ante);
                self.stake(seat, ante);
            }
            self.state.clear(at.bet, self.seats());
        }
        let start = self.seat(betting.start).unwrap_or(0);
        let mut seat = self.first_in_turn(self.state.live, start);
        for blind in &betting.blinds {
            let blind = self.int(*blind);
            self.stake(seat, blind);
            seat = self.next_live(seat);
        }
        self.state.bets.waiting = self.able();
        self.state.bets.fresh = self.state.live;
        let owed = self.highest_bet();
        let unmatched = each_in(self.able()).any(|seat| self.state.of(at.bet, seat) < owed);
        if (self.able().count_ones() < 2 || betting.max_raises == 0) && !unmatched {
            return !self.close_betting(betting);
        }
        self.state.node = node;
        !self.ask(betting, self.first_in_turn(self.state.bets.waiting, seat))
    }

    /// Seats that can still put chips in.
    fn able(&self) -> u16 {
        those(each_in(self.state.live), |seat| self.state.of(self.rules.at.chips, seat) > 0)
    }

    fn highest_bet(&self) -> i32 {
        (0..self.seats()).map(|seat| self.state.of(self.rules.at.bet, seat)).max().unwrap_or(0)
    }

    fn stake(&mut self, seat: u8, amount: i32) {
        let at = &self.rules.at;
        let amount = amount.clamp(0, self.state.of(at.chips, seat).max(0));
        self.state.add(at.chips, seat, -amount);
        self.state.add(at.staked, seat, amount);
        self.state.add(at.bet, seat, amount);
        self.state.add(at::POT, 0, amount);
        if amount > 0 {
            self.observer.see(Event::Paid { seat, chips: -amount });
        }
    }

    /// Asks the next seat that has to answer; closes the round if there is none. Whether the phase is over.
    fn ask(&mut self, betting: &BettingPhase, from: u8) -> bool {
        let at = &self.rules.at;
        let waiting = self.state.bets.waiting;
        if waiting == 0 {
            return self.close_betting(betting);
        }
        let seat = if waiting >> from & 1 == 1 { from } else { next_in(waiting, from, 1) };
        let to_call = self.highest_bet() - self.state.of(at.bet, seat);
        self.state.set(at::TO_CALL, to_call.max(0));
        self.wait_for(self.state.node, seat);
        false
    }

    #[inline(never)]
    pub fn apply_betting(&mut self, betting: &BettingPhase, action: Action) -> bool {
        let at = &self.rules.at;
        let seat = self.state.to_act;
        let to_call = self.state.get(at::TO_CALL);
        past_bets::remember(self.rules, self.state, betting, action);
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.state.layout.note(KEY_TAG_BET | (action.slot as u64) << 24 | action.value as u64);
        self.state.bets.waiting &= !(1 << seat);
        self.state.bets.fresh &= !(1 << seat);
        self.state.set(at::LAST_PLAYER, seat as i32);
        if action.slot == betting.fold {
            self.state.set(at.folded + seat as u16, 1);
            self.state.set(at.out + seat as u16, 1);
            self.state.live &= !(1 << seat);
            self.observer.see(Event::Out { seat });
            if self.state.live.count_ones() == 1 {
                self.settle_pots(self.state.live, |_, _| 0, self.rules.program.rules.tie_breaker);
                self.state.end_hand = true;
                return true;
            }
        } else if action.slot == betting.call {
            self.stake(seat, to_call);
        } else if action.slot == betting.raise {
            let size = betting.sizes.get(action.value as usize).map_or(0, |size| self.int(*size));
            let before = self.highest_bet();
            self.stake(seat, to_call.saturating_add(size));
            self.state.bets.last_raise = self.state.bets.last_raise.max(self.highest_bet() - before);
            self.state.add(at::RAISES, 0, 1);
            self.state.bets.waiting = self.able() & !(1 << seat);
        }
        let next = self.state.next_live(seat, 1);
        self.ask(betting, next)
    }

    /// The round is over: hands are compared, or the pot waits. Always true: the phase is over.
    fn close_betting(&mut self, betting: &BettingPhase) -> bool {
        self.state.set(at::TO_CALL, 0);
        // With nobody left in the hand there is nobody to compare: the pot waits, as in a round without a showdown.
        if betting.showdown == Showdown::FoldOnly || self.state.live == 0 {
            return true;
        }
        let contenders = self.state.live;
        let rules = self.rules;
        let by_highest = betting.showdown == Showdown::HighestCard;
        let family = &rules.program.zones[betting.hands as usize];
        let hands = |state: &State, seat: u8| {
            let own = &state.layout.cards[(family.base + seat * family.piles) as usize..][..family.piles as usize];
            if by_highest { own.iter().fold(Mask::EMPTY, |all, cards| all.or(*cards)) } else { rules.evaluated(state, seat) }
        };
        let worth = |state: &State, seat: u8| {
            let (cards, ranks) = (hands(state, seat), &rules.program.deck.attributes[1]);
            let highest = || cards.into_iter().map(|card| ranks[card as usize]).max().unwrap_or(NONE);
            if by_highest { highest() } else { rules.worth(cards) }
        };
        for seat in each_in(contenders) {
            let cards = hands(self.state, seat);
            let unseen = cards.minus(self.state.layout.open(cards));
            self.state.layout.show_all(&rules.places, unseen, rules.places.everyone, self.observer);
        }
        self.settle_pots(contenders, worth, rules.program.rules.tie_breaker);
        true
    }

    /// Pays the pot out layer by layer: a seat can win from each other seat at most what it staked itself.
    fn settle_pots(&mut self, contenders: u16, worth: impl Fn(&State, u8) -> i32, ties: TieBreaker) {
        let at = &self.rules.at;
        let seats = self.seats();
        let dealer = self.state.get(at::DEALER).max(0) as u8;
        let first = next_in(contenders, dealer, 1);
        let mut stakes = [0; MAX_SEATS];
        for (stake, seat) in stakes.iter_mut().zip(0..seats) {
            *stake = self.state.of(at.staked, seat);
        }
        // What earlier betting left unsettled goes with the main pot.
        let mut carried = self.state.get(at::POT) - stakes.iter().sum::<i32>();
        // What is in each pot and who can win it: there are no more than there are stakes.
        let mut pots = [(0, 0u16); MAX_SEATS];
        let mut count = 0;
        loop {
            let eligible = those(each_in(contenders), |seat| stakes[seat as usize] > 0);
            let Some(level) = each_in(eligible).map(|seat| stakes[seat as usize]).min() else { break };
            let mut pot = std::mem::take(&mut carried);
            for stake in &mut stakes {
                let part = (*stake).min(level);
                pot += part;
                *stake -= part;
            }
            if count == 0 || pots[count - 1].1 != eligible {
                pots[count] = (0, eligible);
                count += 1;
            }
            pots[count - 1].0 += pot;
        }
        // What is left was staked by seats that folded, beyond what any contender staked.
        let left: i32 = stakes.iter().sum::<i32>() + carried;
        if count == 0 {
            (pots[0].1, count) = (contenders, 1);
        }
        pots[count - 1].0 += left;
        let mut best_seat = first;
        for (pot, eligible) in pots.into_iter().take(count) {
            let best = each_in(eligible).map(|seat| worth(self.state, seat)).max().unwrap_or(0);
            let tied = those(each_in(eligible), |seat| worth(self.state, seat) == best);
            if pot > 0 {
                best_seat = self.share(pot, tied, first, ties);
            }
        }
        self.state.clear(at.staked, seats);
        self.state.set(at::POT, 0);
        if self.rules.program.rules.same_player_on_win {
            self.turn_order(|frame| frame.next = best_seat);
        }
    }

    /// Shares a pot among level seats by the tie-breaker; returns the first of them.
    fn share(&mut self, pot: i32, tied: u16, from: u8, ties: TieBreaker) -> u8 {
        let first = self.first_in_turn(tied, from);
        let (first, each) = match ties {
            _ if tied.count_ones() == 1 => (first, 0),
            TieBreaker::ActivePlayer => (first, 0),
            TieBreaker::Alternating => (self.alternate(tied), 0),
            TieBreaker::Split | TieBreaker::Battle => (first, pot / tied.count_ones() as i32),
        };
        let mut rest = pot;
        if each > 0 {
            for seat in each_in(tied & !(1 << first)) {
                self.state.add(self.rules.at.chips, seat, each);
                self.observer.see(Event::Paid { seat, chips: each });
                rest -= each;
            }
        }
        self.state.add(self.rules.at.chips, first, rest);
        self.observer.see(Event::Paid { seat: first, chips: rest });
        first
    }

    /// At the end of a match nothing stays in the pot: those left in the hand split it, each layer among those in it.
    pub fn split_leftover_pot(&mut self) {
        if self.state.get(at::POT) <= 0 {
            return;
        }
        let live = if self.state.live != 0 { self.state.live } else { self.in_match() };
        if live != 0 {
            self.settle_pots(live, |_, _| 0, TieBreaker::Split);
        }
    }
}
