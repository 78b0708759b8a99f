//! Tricks: each seat plays a card, the strongest takes them all; and battles, when strength ties.

use super::eval::Eval;
use super::flow::{Play, types_of};
use super::load::Rules;
use super::moments::Moments;
use super::program::*;
use super::state::{NOBODY, State, next_in};
use super::tree::Set;
use crate::game::{Action, Beat, Event, Legal, Observer};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

/// What is worked out beforehand about a trick phase.
#[derive(Default)]
pub struct TrickFacts {
    /// Where each seat plays from.
    source: [u8; MAX_SEATS],
    /// Its duties, where they can be tabulated.
    moments: Option<Moments>,
    /// Cards that break a suit, where they are always the same.
    breaks: Option<Mask>,
    /// A card is the action's value, and nothing follows from playing it but the trick.
    plain: bool,
    /// By strain, suit led and card.
    power: Vec<[u8; MAX_CARDS]>,
    /// By strain and card.
    suit: Vec<[u8; MAX_CARDS]>,
    leads: usize,
}

impl TrickFacts {
    pub fn of(rules: &Rules, node: &Node) -> TrickFacts {
        let Node::Trick(phase) = node else {
            return TrickFacts::default();
        };
        let strains = &rules.program.strains;
        let leads = strains.iter().map(|strain| strain.power.len()).max().unwrap_or(0);
        let row = |values: Option<&Vec<u8>>| {
            let mut row = [0; MAX_CARDS];
            for (entry, value) in row.iter_mut().zip(values.into_iter().flatten()) {
                *entry = *value;
            }
            row
        };
        let family = &rules.program.zones[phase.source as usize];
        let step = if family.owner == Owner::Seat { family.piles } else { 0 };
        TrickFacts {
            source: std::array::from_fn(|seat| family.base + (seat as u8).min(rules.program.seats - 1) * step),
            moments: Moments::tabulate(rules, phase),
            breaks: phase.breaks.and_then(|id| match rules.sets[id as usize] {
                Set::Const(cards) => Some(cards),
                _ => None,
            }),
            plain: !phase.forced_top && rules.single_copies && !rules.plays_matter,
            power: strains.iter().flat_map(|strain| (0..leads).map(|led| row(strain.power.get(led)))).collect(),
            suit: strains.iter().map(|strain| row(Some(&strain.suit))).collect(),
            leads,
        }
    }

    #[inline]
    fn source(&self, seat: u8) -> u8 {
        self.source[seat as usize & (MAX_SEATS - 1)]
    }
}

/// Lists what may be played to the trick.
#[inline]
pub fn legal(rules: &Rules, state: &State, trick: &TrickPhase, out: &mut Legal) {
    if trick.forced_top {
        return out.push_one(trick.slot);
    }
    let facts = &rules.tricks[state.node as usize];
    let held = state.layout.cards[facts.source(state.trick.playing) as usize & (MAX_ZONES - 1)];
    let bound = match &facts.moments {
        Some(moments) => {
            let tiers = moments.tiers(&rules.at, state).iter().map(|tier| held.and(*tier));
            tiers.into_iter().find(|tier| !tier.is_empty()).unwrap_or(held)
        }
        None => bound_by_duties(rules, state, trick, held),
    };
    out.push(trick.slot, types_of(rules, bound));
    if trick.hold.is_some() && may_hold(rules, state, trick) {
        out.push_one(trick.hold_slot);
    }
}

/// Whether the seat whose turn it is may play nothing: not if it is the last, and nobody else has played.
#[inline(never)]
fn may_hold(rules: &Rules, state: &State, trick: &TrickPhase) -> bool {
    let others = state.trick.waiting & !(1 << state.trick.playing);
    (state.trick.best != NOBODY || others != 0) && Eval::new(rules, state).holds(trick.hold)
}

#[inline(never)]
fn bound_by_duties(rules: &Rules, state: &State, trick: &TrickPhase, held: Mask) -> Mask {
    let eval = Eval::new(rules, state);
    let binding = trick.duties.iter().filter(|duty| eval.holds(duty.when));
    binding.map(|duty| held.and(eval.mask(duty.cards))).find(|tier| !tier.is_empty()).unwrap_or(held)
}

impl<O: Observer> Play<'_, O> {
    #[inline]
    fn source(&self, seat: u8) -> u8 {
        self.rules.tricks[self.state.node as usize].source(seat)
    }

    pub fn enter_trick(&mut self, trick: &TrickPhase, node: u16) -> bool {
        let (leader, strain) = (self.seat(trick.leader).unwrap_or(0), self.int(trick.strain));
        let dummy = trick.dummy.and_then(|seat| self.seat(seat)).unwrap_or(NOBODY);
        let at = &self.rules.at;
        self.state.node = node;
        self.state.set(at.strain, strain);
        self.state.set(at.trick_number, 0);
        self.state.trick.tricks = 0;
        self.state.trick.dummy = dummy;
        self.state.trick.dummy_shown = false;
        self.start_trick(trick, node, leader)
    }

    /// What a card does may take others out of play, or all their cards: they are not waited for.
    #[inline(never)]
    fn drop_unable(&mut self) {
        let holds = |seat: &u8| self.state.layout.size[self.source(*seat) as usize & (MAX_ZONES - 1)] > 0;
        let able = (0..self.seats()).filter(holds).fold(0u16, |set, seat| set | 1 << seat);
        self.state.trick.waiting &= able & self.state.live;
    }

    /// Opens a trick; `false` if there is none to play.
    fn start_trick(&mut self, trick: &TrickPhase, node: u16, leader: u8) -> bool {
        let at = &self.rules.at;
        let out = trick.out.and_then(|seat| self.seat(seat)).unwrap_or(NOBODY);
        let mut waiting = 0u16;
        for seat in 0..self.seats() {
            let holds = self.state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)] > 0;
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
        self.await_play(node, leader);
        true
    }

    #[inline]
    fn await_play(&mut self, node: u16, seat: u8) {
        self.state.trick.playing = seat;
        self.wait_for(node, seat);
        if seat == self.state.trick.dummy && self.state.trick.dummy_shown {
            self.play_dummy(seat);
        }
    }

    /// The dummy's cards, once shown, are played by its partner; those that came since are shown too.
    #[inline(never)]
    fn play_dummy(&mut self, seat: u8) {
        let partners = self.rules.side[seat as usize] & !(1 << seat);
        if partners != 0 {
            self.state.to_act = partners.trailing_zeros() as u8;
            self.show_hand(self.source(seat));
        }
    }

    #[inline]
    pub fn apply_trick(&mut self, trick: &TrickPhase, action: Action) -> bool {
        let rules = self.rules;
        let facts = &rules.tricks[self.state.node as usize];
        let at = &rules.at;
        let seat = self.state.trick.playing;
        if trick.hold.is_some() && action.slot == trick.hold_slot {
            return self.hold(trick, action, seat);
        }
        let zone = facts.source(seat);
        let card = if facts.plain { action.value } else { self.card_of(trick, zone, action) };
        if card == NO_CARD {
            return true;
        }
        if !trick.forced_top {
            self.show_missed_duties(trick, facts, zone, card);
        }
        self.observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        self.state.layout.move_openly(&rules.places, card, zone, trick.pile, Place::Top, self.observer);
        if let Some(breaks) = trick.breaks
            && self.state.get(at.broken) == 0
            && facts.breaks.unwrap_or_else(|| self.eval().mask(breaks)).has(card)
        {
            self.state.set(at.broken, 1);
        }
        self.rank_card(trick, facts, seat, card);
        if !facts.plain && rules.plays_matter {
            self.played(Mask::of(card), seat);
            self.drop_unable();
        }
        self.state.set(at.passes, 0);
        self.state.set(at.last_player, seat as i32);
        if self.state.trick.dummy != NOBODY && !self.state.trick.dummy_shown {
            self.show_dummy();
        }
        self.pass_on(trick, seat)
    }

    /// The seat plays nothing to this trick.
    #[inline(never)]
    fn hold(&mut self, trick: &TrickPhase, action: Action, seat: u8) -> bool {
        self.state.layout.note(0x9_0000 | action.slot as u64);
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.pass_on(trick, seat)
    }

    /// A seat has had its turn: the next one's, or the end of the trick; whether the phase is over.
    #[inline]
    fn pass_on(&mut self, trick: &TrickPhase, seat: u8) -> bool {
        self.state.trick.waiting &= !(1 << seat);
        let waiting = self.state.trick.waiting;
        if waiting != 0 {
            let next = next_in(waiting, seat, self.state.get(self.rules.at.direction), self.seats());
            self.await_play(self.state.node, next);
            return false;
        }
        self.finish_trick(trick)
    }

    /// The card that is played: the top one, or any of the type named.
    #[inline]
    fn card_of(&self, trick: &TrickPhase, zone: u8, action: Action) -> u8 {
        if trick.forced_top {
            return self.state.layout.top[zone as usize & (MAX_ZONES - 1)];
        }
        let held = self.state.layout.cards[zone as usize];
        self.rules.copy_of(self.state, action.value, held).unwrap_or(NO_CARD)
    }

    #[inline]
    fn rank_card(&mut self, trick: &TrickPhase, facts: &TrickFacts, seat: u8, card: u8) {
        let at = &self.rules.at;
        let strain = match facts.suit.len() {
            1 => 0,
            strains => self.state.get(at.strain).clamp(0, strains as i32 - 1) as usize,
        };
        let index = card as usize & (MAX_CARDS - 1);
        if self.state.get(at.leading) == 1 {
            self.state.set(at.led, facts.suit[strain][index] as i32);
            self.state.set(at.leading, 0);
        }
        let led = self.state.get(at.led) as usize;
        let power = if led < facts.leads { facts.power[strain * facts.leads + led][index] } else { 0 };
        let best = &mut self.state.trick;
        best.plays[best.played as usize & (MAX_SEATS - 1)] = (seat, card);
        best.played = best.played.wrapping_add(1);
        if power > best.best_power || best.best == NOBODY || power == best.best_power && trick.ties == Ties::Last {
            best.tied = 1 << seat;
            best.best = seat;
            best.best_power = power;
        } else if power == best.best_power {
            best.tied |= 1 << seat;
        }
    }

    /// A card played outside a duty shows that the hand has nothing of it.
    #[inline]
    fn show_missed_duties(&mut self, trick: &TrickPhase, facts: &TrickFacts, zone: u8, card: u8) {
        let rules = self.rules;
        if let Some(moments) = &facts.moments {
            for tier in moments.tiers(&rules.at, self.state).iter().take_while(|tier| !tier.has(card)) {
                self.state.layout.prove_none(&rules.places, zone, *tier);
            }
            return;
        }
        self.show_other_duties(trick, zone, card);
    }

    #[inline(never)]
    fn show_other_duties(&mut self, trick: &TrickPhase, zone: u8, card: u8) {
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

    #[inline(never)]
    fn show_dummy(&mut self) {
        self.state.trick.dummy_shown = true;
        self.show_hand(self.source(self.state.trick.dummy));
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
        let at = &self.rules.at;
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
        let at = &rules.at;
        self.state.set(at.winner, winner as i32);
        self.state.set(at.actor, winner as i32);
        self.observer.pause(Beat::Trick, self.state);
        let to = self.zone(trick.to);
        let cards = self.state.layout.cards[trick.pile as usize];
        let everyone = rules.places.everyone;
        let known = |card: u8| self.state.layout.knows[card as usize & (MAX_CARDS - 1)] == everyone;
        let ordered = |zone: u8| rules.places.spots[zone as usize].ordered;
        let known = cards.into_iter().all(known);
        if known && !ordered(to) {
            self.state.layout.collect(&rules.places, trick.pile, to, everyone, self.observer);
        } else if known && ordered(trick.pile) && trick.place != Place::Shuffled {
            self.state.layout.pick_up(&rules.places, trick.pile, to, trick.place, self.observer);
        } else {
            self.take_unseen(trick, to);
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
            seat = next_in(tied, seat, self.state.get(at.direction), self.seats());
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
    fn battle(&mut self, trick: &TrickPhase, tied: u16) -> Option<u8> {
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
        self.await_play(self.state.node, first);
        None
    }
}
