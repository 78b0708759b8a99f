//! Tricks: each seat plays a card, the strongest takes them all; and battles, when strength ties.

use super::eval::Eval;
use super::flow::{Play, types_of};
use super::load::Rules;
use super::program::*;
use super::state::{NOBODY, State, next_in};
use crate::game::{Action, Event, Legal, Observer};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

/// Lists what may be played to the trick.
#[inline]
pub fn legal(rules: &Rules, state: &State, trick: &TrickPhase, out: &mut Legal) {
    if trick.forced_top {
        return out.push_one(trick.slot);
    }
    let hand = source(rules, trick, state.trick.playing);
    let held = state.layout.cards[hand as usize];
    if let Some(moments) = &rules.moments[state.node as usize] {
        let tiers = moments.tiers(&rules.at, state).iter().map(|tier| held.and(*tier));
        let bound = tiers.into_iter().find(|tier| !tier.is_empty()).unwrap_or(held);
        return out.push(trick.slot, types_of(rules, bound));
    }
    let eval = Eval::new(rules, state);
    for duty in &trick.duties {
        if !eval.holds(duty.when) {
            continue;
        }
        let tier = held.and(eval.mask(duty.cards));
        if !tier.is_empty() {
            return out.push(trick.slot, types_of(rules, tier));
        }
    }
    out.push(trick.slot, types_of(rules, held));
}

#[inline]
fn source(rules: &Rules, trick: &TrickPhase, seat: u8) -> u8 {
    let family = &rules.program.zones[trick.source as usize];
    match family.owner {
        Owner::Seat => family.base + seat * family.piles,
        _ => family.base,
    }
}

impl<O: Observer> Play<'_, O> {
    pub fn enter_trick(&mut self, trick: &TrickPhase, node: u16) -> bool {
        let eval = self.eval();
        let (leader, strain) = (eval.seat(trick.leader).unwrap_or(0), eval.int(trick.strain));
        let dummy = trick.dummy.and_then(|seat| eval.seat(seat)).unwrap_or(NOBODY);
        let at = self.rules.at;
        self.state.set(at.strain, strain);
        self.state.set(at.trick_number, 0);
        self.state.trick.tricks = 0;
        self.state.trick.dummy = dummy;
        self.state.trick.dummy_shown = false;
        self.start_trick(trick, node, leader)
    }

    /// Opens a trick; `false` if there is none to play.
    fn start_trick(&mut self, trick: &TrickPhase, node: u16, leader: u8) -> bool {
        let at = self.rules.at;
        let out = trick.out.and_then(|seat| self.eval().seat(seat)).unwrap_or(NOBODY);
        let mut waiting = 0u16;
        for seat in 0..self.seats() {
            let holds = self.state.layout.size[source(self.rules, trick, seat) as usize] > 0;
            waiting |= ((self.state.live >> seat & 1 == 1 && seat != out && holds) as u16) << seat;
        }
        if waiting.count_ones() < 2.min(self.state.live.count_ones()) || waiting == 0 {
            return false;
        }
        let direction = self.state.get(at.direction);
        let leader = if waiting >> leader & 1 == 1 { leader } else { next_in(waiting, leader, direction, self.seats()) };
        self.state.trick.leader = leader;
        self.state.trick.waiting = waiting;
        self.state.trick.played = 0;
        self.state.trick.best = NOBODY;
        self.state.trick.best_power = 0;
        self.state.trick.tied = 0;
        self.state.set(at.led, NONE);
        self.state.set(at.leading, 1);
        self.await_play(trick, node, leader);
        true
    }

    #[inline]
    fn await_play(&mut self, trick: &TrickPhase, node: u16, seat: u8) {
        self.state.trick.playing = seat;
        self.wait_for(node, seat);
        if seat == self.state.trick.dummy && self.state.trick.dummy_shown {
            // The dummy's cards, once shown, are played by its partner; those that came since are shown too.
            let partners = self.rules.side[seat as usize] & !(1 << seat);
            if partners != 0 {
                self.state.to_act = partners.trailing_zeros() as u8;
                self.show_hand(source(self.rules, trick, seat));
            }
        }
    }

    #[inline]
    pub fn apply_trick(&mut self, trick: &TrickPhase, action: Action) -> bool {
        let rules = self.rules;
        let at = rules.at;
        let seat = self.state.trick.playing;
        let zone = source(rules, trick, seat);
        let card = if trick.forced_top {
            self.state.layout.top[zone as usize]
        } else if rules.single_copies {
            action.value
        } else {
            let held = self.state.layout.cards[zone as usize].and(rules.cards_of_type[action.value as usize]);
            held.lowest().unwrap_or(NO_CARD)
        };
        if card == NO_CARD {
            return true;
        }
        if !trick.forced_top {
            self.show_missed_duties(trick, zone, card);
        }
        let everyone = rules.places.everyone;
        self.observer.see(Event::Chose { seat, action, seen_by: everyone });
        self.state.layout.move_card(&rules.places, card, trick.pile, Place::Top, everyone, self.observer);
        if let Some(breaks) = trick.breaks
            && self.state.get(at.broken) == 0
            && self.eval().mask(breaks).has(card)
        {
            self.state.set(at.broken, 1);
        }
        self.rank_card(trick, seat, card);
        if rules.play_points.is_some() || !rules.program.special.is_empty() {
            self.played(Mask::of(card), seat);
        }
        self.state.set(at.passes, 0);
        self.state.set(at.last_player, seat as i32);
        self.state.trick.waiting &= !(1 << seat);
        self.show_dummy(trick);
        let waiting = self.state.trick.waiting;
        if waiting != 0 {
            let next = next_in(waiting, seat, self.state.get(at.direction), self.seats());
            self.await_play(trick, self.state.node, next);
            return false;
        }
        self.finish_trick(trick)
    }

    #[inline]
    fn rank_card(&mut self, trick: &TrickPhase, seat: u8, card: u8) {
        let rules = self.rules;
        let at = rules.at;
        let strains = &rules.program.strains;
        let strain = &strains[self.state.get(at.strain).clamp(0, strains.len() as i32 - 1) as usize];
        if self.state.get(at.leading) == 1 {
            self.state.set(at.led, strain.suit[card as usize] as i32);
            self.state.set(at.leading, 0);
        }
        let led = self.state.get(at.led) as usize;
        let power = strain.power.get(led).map_or(0, |power| power[card as usize]);
        let mut best = self.state.trick;
        best.plays[best.played as usize & (MAX_SEATS - 1)] = (seat, card);
        best.played = best.played.wrapping_add(1);
        if power > best.best_power || best.best == NOBODY || power == best.best_power && trick.ties == Ties::Last {
            best.tied = 1 << seat;
            best.best = seat;
            best.best_power = power;
        } else if power == best.best_power {
            best.tied |= 1 << seat;
        }
        self.state.trick = best;
    }

    /// A card played outside a duty shows that the hand has nothing of it.
    #[inline]
    fn show_missed_duties(&mut self, trick: &TrickPhase, zone: u8, card: u8) {
        let rules = self.rules;
        if let Some(moments) = &rules.moments[self.state.node as usize] {
            for tier in moments.tiers(&rules.at, self.state).iter().take_while(|tier| !tier.has(card)) {
                self.state.layout.prove_none(&rules.places, zone, *tier);
            }
            return;
        }
        for duty in &trick.duties {
            let eval = Eval::new(self.rules, self.state);
            if !eval.holds(duty.when) {
                continue;
            }
            let tier = eval.mask(duty.cards);
            if tier.has(card) {
                return;
            }
            if !tier.is_empty() {
                self.state.layout.prove_none(&self.rules.places, zone, tier);
            }
        }
    }

    fn show_dummy(&mut self, trick: &TrickPhase) {
        let dummy = self.state.trick.dummy;
        if dummy == NOBODY || self.state.trick.dummy_shown {
            return;
        }
        self.state.trick.dummy_shown = true;
        self.show_hand(source(self.rules, trick, dummy));
    }

    /// Shows the cards of a zone that somebody has not seen.
    fn show_hand(&mut self, zone: u8) {
        let everyone = self.rules.places.everyone;
        for card in self.state.layout.cards[zone as usize] {
            if self.state.layout.knows[card as usize] != everyone {
                self.state.layout.show(&self.rules.places, card, everyone, self.observer);
            }
        }
    }

    /// All have played: the trick is taken, or fought on; whether the phase is over.
    fn finish_trick(&mut self, trick: &TrickPhase) -> bool {
        let at = self.rules.at;
        let mut winner = self.state.trick.best;
        let tied = self.state.trick.tied;
        if trick.ties == Ties::Breaker && tied.count_ones() > 1 {
            match self.rules.program.rules.tie_breaker {
                TieBreaker::ActivePlayer => winner = self.first_in_turn(tied, self.state.trick.leader),
                TieBreaker::Alternating => winner = self.alternate(tied),
                TieBreaker::Split => {
                    self.split_trick(trick, tied);
                    winner = self.first_in_turn(tied, self.state.trick.leader);
                }
                TieBreaker::Battle => match self.battle(trick, tied) {
                    None => return false,
                    Some(_) if self.state.end_hand => return true,
                    Some(decided) => winner = decided,
                },
            }
        }
        let winner = if winner == NOBODY { self.state.trick.leader } else { winner };
        self.take_trick(trick, winner);
        self.state.trick.tricks += 1;
        if self.rules.program.rules.same_player_on_win
            && let Some(frame) = self.cycle_frame()
        {
            frame.next = winner;
        }
        if self.state.end_hand || self.state.trick.tricks >= trick.limit || trick.until.is_some() && self.test(&trick.until) {
            return true;
        }
        self.state.set(at.trick_number, self.state.trick.tricks as i32);
        let node = self.state.node;
        !self.start_trick(trick, node, winner)
    }

    /// Of these seats, the first in turn order from a seat, itself included.
    pub fn first_in_turn(&self, set: u16, from: u8) -> u8 {
        let from = if from == NOBODY { 0 } else { from };
        if set >> from & 1 == 1 { from } else { next_in(set, from, self.state.get(self.rules.at.direction), self.seats()) }
    }

    /// Ties go to the tied seats in rotation.
    pub fn alternate(&mut self, tied: u16) -> u8 {
        let last = self.state.get(self.rules.at.alternate);
        let seat = if last < 0 { self.first_in_turn(tied, 0) } else { next_in(tied, last as u8, 1, self.seats()) };
        self.state.set(self.rules.at.alternate, seat as i32);
        seat
    }

    fn take_trick(&mut self, trick: &TrickPhase, winner: u8) {
        let rules = self.rules;
        let at = rules.at;
        self.state.set(at.winner, winner as i32);
        self.state.set(at.actor, winner as i32);
        let to = self.eval().zone(trick.to);
        let cards = self.state.layout.cards[trick.pile as usize];
        let everyone = rules.places.everyone;
        if cards.into_iter().all(|card| self.state.layout.knows[card as usize] == everyone)
            && !rules.places.spots[to as usize].ordered
        {
            self.state.layout.collect(&rules.places, trick.pile, to, everyone, self.observer);
        } else if rules.places.spots[to as usize].ordered {
            // Picked up in the order played.
            let mut order = [0; MAX_CARDS];
            let mut count = 0;
            for card in self.state.layout.from_top(trick.pile) {
                order[count] = card;
                count += 1;
            }
            for card in order[..count].iter().rev() {
                self.put(*card, to, trick.place, None);
            }
        } else {
            for card in cards {
                self.put(card, to, trick.place, None);
            }
        }
        self.state.add(at.tricks, winner, 1);
        let team = rules.program.team_of[winner as usize];
        if team >= 0 {
            self.state.add(at.team_tricks, team as u8, 1);
        }
        self.observer.see(Event::TrickWon { seat: winner });
        if let Some(points) = &rules.trick_points {
            let total: i32 = cards.into_iter().map(|card| points[card as usize]).sum();
            self.score_seat(winner, total);
        }
    }

    /// Shares the cards of a tied trick; what does not divide is left for the first tied seat to take.
    fn split_trick(&mut self, trick: &TrickPhase, tied: u16) {
        let at = self.rules.at;
        let each = self.state.layout.size[trick.pile as usize] as u32 / tied.count_ones();
        let mut seat = self.first_in_turn(tied, self.state.trick.leader);
        for _ in 1..tied.count_ones() {
            seat = next_in(tied, seat, self.state.get(at.direction), self.seats());
            self.state.set(at.actor, seat as i32);
            let to = self.eval().zone(trick.to);
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
    fn battle(&mut self, trick: &TrickPhase, tied: u16) -> Option<u8> {
        let size = |play: &Self, seat: u8| play.state.layout.size[source(play.rules, trick, seat) as usize];
        let seats = || (0..self.rules.program.seats).filter(|seat| tied >> seat & 1 == 1);
        let needed = trick.bury + 1;
        let longest = seats().map(|seat| size(self, seat)).max().unwrap_or(0);
        let able = seats().filter(|seat| size(self, *seat) >= needed.min(longest)).fold(0u16, |set, seat| set | 1 << seat);
        for seat in (0..self.seats()).filter(|seat| (tied & !able) >> seat & 1 == 1) {
            let zone = source(self.rules, trick, seat);
            while let Some(card) = self.state.layout.cards[zone as usize].lowest() {
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
            let zone = source(self.rules, trick, seat);
            for _ in 0..trick.bury {
                let buried = if self.rules.places.spots[zone as usize].ordered {
                    self.state.layout.top[zone as usize]
                } else {
                    self.state.layout.cards[zone as usize].lowest().unwrap_or(NO_CARD)
                };
                if buried != NO_CARD {
                    self.put(buried, trick.pile, Place::Top, Some(SeenBy::None));
                }
            }
        }
        let first = self.first_in_turn(able, leader);
        self.state.trick.waiting = able;
        self.state.trick.best = NOBODY;
        self.state.trick.best_power = 0;
        self.state.trick.tied = 0;
        self.await_play(trick, self.state.node, first);
        None
    }
}
