//! The end of a trick: who takes it, what ties do, battles.

use std::ops::ControlFlow;

use super::eval::Eval;
use super::flow::Play;
use super::load::Rules;
use super::program::*;
use super::state::{NOBODY, State, Trick, next_in};
use super::trick::TrickFacts;
use crate::game::{Beat, Event, Observer};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

impl<O: Observer> Play<'_, O> {
    /// All have played: the trick is taken, or fought on; whether the phase is over.
    #[inline(never)]
    pub fn finish_trick(&mut self, trick: &TrickPhase, facts: &TrickFacts) -> bool {
        let Trick { best, leader, tied, .. } = self.state.trick;
        let mut winner = if best == NOBODY { leader } else { best };
        if trick.ties == Ties::Breaker && tied.count_ones() > 1 {
            match self.break_tied_trick(trick, facts, tied) {
                ControlFlow::Continue(decided) => winner = decided,
                ControlFlow::Break(over) => return over,
            }
        }
        self.take_trick(trick, facts, winner);
        if self.rules.program.rules.same_player_on_win
            && let Some(frame) = self.cycle_frame()
        {
            frame.next = winner;
        }
        let tricks = self.state.trick.tricks + 1;
        self.state.trick.tricks = tricks;
        if self.state.end_hand {
            return true;
        }
        if tricks >= trick.limit {
            self.state.limited |= self.plays_on(trick, facts);
            return true;
        }
        if trick.until.is_some() && self.test(&trick.until) {
            return true;
        }
        self.state.set(self.rules.at.trick_number, tricks as i32);
        !self.start_trick(trick, facts, winner)
    }

    /// Whether there would be another trick, were there no limit.
    #[inline(never)]
    fn plays_on(&self, trick: &TrickPhase, facts: &TrickFacts) -> bool {
        let over = trick.until.as_ref().is_some_and(|until| self.int(until.test) != 0);
        !over && facts.holding(self.state, self.state.live).count_ones() > 1
    }

    /// Who of those level takes the trick; or nobody yet, and whether the phase is over.
    #[inline(never)]
    fn break_tied_trick(&mut self, trick: &TrickPhase, facts: &TrickFacts, tied: u16) -> ControlFlow<bool, u8> {
        let first = self.first_in_turn(tied, self.state.trick.leader);
        ControlFlow::Continue(match self.rules.program.rules.tie_breaker {
            TieBreaker::ActivePlayer => first,
            TieBreaker::Alternating => self.alternate(tied),
            TieBreaker::Split => {
                self.split_trick(trick, tied);
                first
            }
            TieBreaker::Battle => match self.battle(trick, facts, tied) {
                None => return ControlFlow::Break(false),
                Some(_) if self.state.end_hand => return ControlFlow::Break(true),
                Some(decided) => decided,
            },
        })
    }

    /// Of these seats, the first in turn order from a seat, itself included.
    pub fn first_in_turn(&self, set: u16, from: u8) -> u8 {
        let from = if from == NOBODY { 0 } else { from };
        if set >> from & 1 == 1 { from } else { next_in(set, from, self.state.get(self.rules.at.direction)) }
    }

    /// Ties go to the tied seats in rotation.
    pub fn alternate(&mut self, tied: u16) -> u8 {
        let last = self.state.get(self.rules.at.alternate);
        let seat = if last < 0 { self.first_in_turn(tied, 0) } else { next_in(tied, last as u8, 1) };
        self.state.set(self.rules.at.alternate, seat as i32);
        seat
    }

    #[inline]
    fn take_trick(&mut self, trick: &TrickPhase, facts: &TrickFacts, winner: u8) {
        let rules = self.rules;
        let at = &rules.at;
        let state = &mut *self.state;
        state.set(at.winner, winner as i32);
        state.set(at.actor, winner as i32);
        self.observer.pause(Beat::Trick, state);
        let to = match &facts.to {
            Some(to) => to[winner as usize & (MAX_SEATS - 1)],
            None => Eval::new(rules, state).zone(trick.to),
        };
        state.add(at.tricks, winner, 1);
        let team = rules.program.team_of[winner as usize];
        if team >= 0 {
            state.add(at.team_tricks, team as u8, 1);
        }
        let cards = state.layout.cards[trick.pile as usize & (MAX_ZONES - 1)];
        let ordered = |zone: u8| rules.places.spots[zone as usize].ordered;
        let known = all_known(rules, state, trick, facts, cards);
        if known && !ordered(to) {
            state.layout.collect(&rules.places, trick.pile, to, rules.places.everyone, self.observer);
        } else if known && ordered(trick.pile) && trick.place != Place::Shuffled {
            state.layout.pick_up(&rules.places, trick.pile, to, trick.place, self.observer);
        } else {
            self.take_unseen(trick, to);
        }
        self.observer.see(Event::TrickWon { seat: winner });
        if rules.trick_points.is_some() {
            self.score_seat(winner, rules.points_of(cards));
        }
    }

    /// Takes a trick some cards of which not everyone has seen: in the order played, if order matters.
    #[inline(never)]
    fn take_unseen(&mut self, trick: &TrickPhase, to: u8) {
        if !self.rules.places.spots[to as usize].ordered {
            return self.put_all(self.state.layout.cards[trick.pile as usize], to, trick.place);
        }
        let mut order = [0; MAX_CARDS];
        let mut count = 0;
        for card in self.state.layout.from_top(trick.pile) {
            order[count] = card;
            count += 1;
        }
        for card in order[..count].iter().rev() {
            self.put(*card, to, trick.place, None);
        }
    }

    /// Shares the cards of a tied trick; what does not divide is left for the first tied seat to take.
    fn split_trick(&mut self, trick: &TrickPhase, tied: u16) {
        let at = &self.rules.at;
        let each = self.state.layout.size[trick.pile as usize] as u32 / tied.count_ones();
        let mut seat = self.first_in_turn(tied, self.state.trick.leader);
        for _ in 1..tied.count_ones() {
            seat = next_in(tied, seat, self.state.get(at.direction));
            self.state.set(at.actor, seat as i32);
            let to = self.zone(trick.to);
            for _ in 0..each {
                let card = self.state.layout.top[trick.pile as usize];
                if card != NO_CARD {
                    if let Some(points) = &self.rules.trick_points {
                        let points = points[card as usize];
                        self.score_seat(seat, points);
                    }
                    self.put(card, to, trick.place, None);
                }
            }
        }
    }

    /// The tied seats bury cards and play again. A seat with too few cards loses them and the battle; if all have too
    /// few, who has most wins, and if that is level the hand ends there. `Some` when it is decided.
    #[inline(never)]
    fn battle(&mut self, trick: &TrickPhase, facts: &TrickFacts, tied: u16) -> Option<u8> {
        let size = |play: &Self, seat: u8| play.state.layout.size[play.source(seat) as usize];
        let seats = || (0..self.rules.program.seats).filter(|seat| tied >> seat & 1 == 1);
        let needed = trick.bury + 1;
        let longest = seats().map(|seat| size(self, seat)).max().unwrap_or(0);
        let able = seats().filter(|seat| size(self, *seat) >= needed.min(longest)).fold(0u16, |set, seat| set | 1 << seat);
        for seat in (0..self.seats()).filter(|seat| (tied & !able) >> seat & 1 == 1) {
            let zone = self.source(seat);
            while let Some(card) = self.next_card(zone) {
                self.put(card, trick.pile, Place::Top, Some(SeenBy::None));
            }
        }
        let leader = self.state.trick.leader;
        if able.count_ones() == 1 {
            return Some(able.trailing_zeros() as u8);
        }
        if longest < needed {
            self.state.end_hand = true;
            return Some(self.first_in_turn(able, leader));
        }
        for seat in (0..self.seats()).filter(|seat| able >> seat & 1 == 1) {
            let zone = self.source(seat);
            for _ in 0..trick.bury {
                if let Some(buried) = self.next_card(zone) {
                    self.put(buried, trick.pile, Place::Top, Some(SeenBy::None));
                }
            }
        }
        let first = self.first_in_turn(able, leader);
        self.state.trick.waiting = able;
        self.state.trick.best = NOBODY;
        self.state.trick.best_power = 0;
        self.state.trick.tied = 0;
        self.await_play(facts, first);
        None
    }
}

/// Whether everybody knows what is in a trick. What was played to it was seen; other cards may lie there too.
#[inline]
fn all_known(rules: &Rules, state: &State, trick: &TrickPhase, facts: &TrickFacts, cards: Mask) -> bool {
    let known = |card: u8| state.layout.knows[card as usize & (MAX_CARDS - 1)] == rules.places.everyone;
    facts.plain && state.layout.size[trick.pile as usize & (MAX_ZONES - 1)] == state.trick.played || cards.into_iter().all(known)
}
