//! The end of a trick: who takes it, what ties do, battles.

use std::ops::ControlFlow;

use crate::game::Beat;
use crate::knowledge::NO_CARD;
use crate::rules::plan::trick::{NO_TEAM, TrickPlan};
use crate::rules::run::prelude::*;
use crate::rules::run::scoring::{each_in, those};
use crate::rules::run::state::Trick;

impl TrickPlan {
    /// A trick goes to its winner; `seen`: what was played is all that lies there, and in a plain phase it was seen.
    #[inline(always)]
    pub fn take_trick<O: Observer>(&self, rules: &Rules, state: &mut State, winner: u8, seen: bool, observer: &mut O) {
        state.set(at::WINNER, winner as i32);
        state.set(at::ACTOR, winner as i32);
        observer.pause(Beat::Trick, state);
        let to = match &self.to {
            Some(to) => to[winner as usize & (MAX_SEATS - 1)],
            None => Eval::new(rules, state).zone(self.phase.to),
        };
        state.add(rules.at.tricks, winner, 1);
        let team_tricks = self.team_tricks[winner as usize & (MAX_SEATS - 1)];
        if team_tricks != NO_TEAM {
            state.add(team_tricks, 0, 1);
        }
        let cards = state.layout.cards[self.phase.pile as usize & (MAX_ZONES - 1)];
        let plain = self.plain && seen;
        if plain && self.collects {
            state.layout.collect(&rules.places, self.phase.pile, to, rules.places.everyone, observer);
        } else if plain && self.picks_up {
            state.layout.pick_up(&rules.places, self.phase.pile, to, observer);
        } else {
            Play::new(rules, state, observer).take_otherwise(self, to, cards);
        }
        if let Some(credit) = &rules.credit {
            credit.take(state, winner, to, cards);
        }
        observer.see(Event::TrickWon { seat: winner });
        if !cards.and(rules.trick_scores).is_empty() {
            Play::new(rules, state, observer).score_trick(winner, cards);
        }
    }
}

impl<O: Observer> Play<'_, O> {
    /// The last card of a trick has been played, in a plain phase.
    #[inline(never)]
    pub fn complete_trick(&mut self, plan: &TrickPlan) {
        let rules = self.rules;
        let node = self.state.node;
        let done = self.finish_trick(plan);
        let waiting = self.state.trick.waiting;
        let wins_wait = !rules.wins_immediate || plan.wins_wait && waiting & waiting.wrapping_sub(1) != 0;
        if done | self.state.end_hand | !wins_wait {
            self.go_on(node, done);
        } else {
            self.state.layout.settle_places(&rules.places);
        }
    }

    /// All have played: the trick is taken, or fought on; whether the phase is over.
    #[inline(always)]
    pub fn finish_trick(&mut self, plan: &TrickPlan) -> bool {
        let Trick { best, leader, tied, .. } = self.state.trick;
        let mut winner = if best == NOBODY { leader } else { best };
        if plan.ties_matter && tied & tied.wrapping_sub(1) != 0 {
            match self.break_tied_trick(plan, tied) {
                ControlFlow::Continue(decided) => winner = decided,
                ControlFlow::Break(over) => return over,
            }
        }
        let seen = self.state.layout.size[plan.phase.pile as usize & (MAX_ZONES - 1)] == self.state.trick.played;
        plan.take_trick(self.rules, self.state, winner, seen, self.observer);
        if self.rules.program.rules.same_player_on_win {
            self.turn_order(|frame| frame.next = winner);
        }
        let tricks = self.state.trick.tricks + 1;
        self.state.trick.tricks = tricks;
        if self.state.end_hand {
            return true;
        }
        if tricks >= plan.phase.limit {
            self.state.limited |= self.plays_on(plan);
            return true;
        }
        if plan.phase.until.is_some() && self.test(&plan.phase.until) {
            return true;
        }
        self.state.set(at::TRICK_NUMBER, tricks as i32);
        !self.start_trick(plan, winner)
    }

    /// Whether there would be another trick, were there no limit.
    #[inline(never)]
    fn plays_on(&self, plan: &TrickPlan) -> bool {
        let over = plan.phase.until.as_ref().is_some_and(|until| self.int(until.test) != 0);
        !over && plan.holders(self.state).count_ones() > 1
    }

    /// Who of those level takes the trick; or nobody yet, and whether the phase is over.
    #[inline(never)]
    fn break_tied_trick(&mut self, plan: &TrickPlan, tied: u16) -> ControlFlow<bool, u8> {
        let first = self.first_in_turn(tied, self.state.trick.leader);
        ControlFlow::Continue(match self.rules.program.rules.tie_breaker {
            TieBreaker::ActivePlayer => first,
            TieBreaker::Alternating => self.alternate(tied),
            TieBreaker::Split => {
                self.split_trick(plan, tied);
                first
            }
            TieBreaker::Battle => match self.battle(plan, tied) {
                None => return ControlFlow::Break(false),
                Some(_) if self.state.end_hand => return ControlFlow::Break(true),
                Some(decided) => decided,
            },
        })
    }

    /// Of these seats, the first in turn order from a seat, itself included.
    pub fn first_in_turn(&self, set: u16, from: u8) -> u8 {
        let from = if from == NOBODY { 0 } else { from };
        if set >> from & 1 == 1 { from } else { next_in(set, from, self.state.get(at::DIRECTION)) }
    }

    /// Ties go to the tied seats in rotation.
    pub fn alternate(&mut self, tied: u16) -> u8 {
        let last = self.state.get(at::ALTERNATE);
        let seat = if last < 0 { self.first_in_turn(tied, 0) } else { next_in(tied, last as u8, 1) };
        self.state.set(at::ALTERNATE, seat as i32);
        seat
    }

    #[inline(never)]
    fn score_trick(&mut self, winner: u8, cards: Mask) {
        self.mark_card_scoring(Trigger::TrickWin, cards);
        self.score_seat(winner, self.rules.points_of(cards));
    }

    /// Takes a trick of which perhaps not everyone has seen all cards: in the order played, if order matters.
    #[inline(never)]
    fn take_otherwise(&mut self, plan: &TrickPlan, to: u8, cards: Mask) {
        let places = &self.rules.places;
        let seen = cards.into_iter().all(|card| self.state.layout.knows[card as usize & (MAX_CARDS - 1)] == places.everyone);
        match places.spots[to as usize].ordered {
            false if seen => return self.state.layout.collect(places, plan.phase.pile, to, places.everyone, self.observer),
            false => return self.put_all(cards, to, plan.phase.place),
            true if seen && plan.picks_up => return self.state.layout.pick_up(places, plan.phase.pile, to, self.observer),
            true => {}
        }
        let mut order = [0; MAX_CARDS];
        let mut count = 0;
        for card in self.state.layout.from_top(plan.phase.pile) {
            order[count] = card;
            count += 1;
        }
        for card in order[..count].iter().rev() {
            self.put(*card, to, plan.phase.place, None);
        }
    }

    /// Shares the cards of a tied trick; what does not divide is left for the first tied seat to take.
    fn split_trick(&mut self, plan: &TrickPlan, tied: u16) {
        let each = self.state.layout.size[plan.phase.pile as usize] as u32 / tied.count_ones();
        let mut seat = self.first_in_turn(tied, self.state.trick.leader);
        for _ in 1..tied.count_ones() {
            seat = next_in(tied, seat, self.state.get(at::DIRECTION));
            self.state.set(at::ACTOR, seat as i32);
            let to = self.zone(plan.phase.to);
            for _ in 0..each {
                let card = self.state.layout.top[plan.phase.pile as usize];
                if card != NO_CARD {
                    self.mark_card_scoring(Trigger::TrickWin, Mask::of(card));
                    self.score_seat(seat, self.rules.points_of(Mask::of(card)));
                    self.put(card, to, plan.phase.place, None);
                    if let Some(credit) = &self.rules.credit {
                        credit.bring(self.state, seat, to, Mask::of(card));
                    }
                }
            }
        }
    }

    /// The tied seats bury cards and play again. A seat with too few cards loses them and the battle; if all have too
    /// few, who has most wins, and if that is level the hand ends there. `Some` when it is decided.
    #[inline(never)]
    fn battle(&mut self, plan: &TrickPlan, tied: u16) -> Option<u8> {
        let size = |play: &Self, seat: u8| play.state.layout.size[plan.source(seat) as usize];
        let needed = plan.phase.bury + 1;
        let longest = each_in(tied).map(|seat| size(self, seat)).max().unwrap_or(0);
        let able = those(each_in(tied), |seat| size(self, seat) >= needed.min(longest));
        for seat in each_in(tied & !able) {
            let zone = plan.source(seat);
            while let Some(card) = self.next_card(zone) {
                self.put(card, plan.phase.pile, Place::Top, Some(SeenBy::None));
            }
        }
        self.state.trick.guaranteed = 0; // hands lose more than a card
        let leader = self.state.trick.leader;
        if able.count_ones() == 1 {
            return Some(able.trailing_zeros() as u8);
        }
        if longest < needed {
            self.state.end_hand = true;
            return Some(self.first_in_turn(able, leader));
        }
        for seat in each_in(able) {
            let zone = plan.source(seat);
            for _ in 0..plan.phase.bury {
                if plan.from_covered {
                    self.state.layout.bury(&self.rules.places, plan.transfer(seat), self.observer);
                } else if let Some(buried) = self.next_card(zone) {
                    self.whole = self.rules.places.spots[zone as usize].ordered; // it goes by its place
                    self.put(buried, plan.phase.pile, Place::Top, Some(SeenBy::None));
                    self.whole = false;
                }
            }
        }
        let first = self.first_in_turn(able, leader);
        self.state.trick.waiting = able;
        self.state.trick.best = NOBODY;
        self.state.trick.best_power = -1;
        self.state.trick.tied = 0;
        self.await_card(plan, first);
        None
    }
}
