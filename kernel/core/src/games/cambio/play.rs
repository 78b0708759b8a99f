//! What an action does.

use super::Cambio;
use super::cards::{DECK, NO_CARD, Power, power, rank, value};
use super::options::*;
use super::state::*;
use crate::game::{Action, Beat, Event, NO_RULE, Observer, SPECTATOR_BIT};

pub const CALL: u16 = 0;
pub const DRAW: u16 = 1;
pub const TAKE: u16 = 2;
pub const SWAP: u16 = 3;
pub const DISCARD: u16 = 4;
pub const POWER: u16 = 5;
pub const PASS: u16 = 6;
/// A card on the table: this plus its seat, with the slot as value.
pub const CARD: u16 = 8;

/// A match is over after so many rounds, whatever the score.
pub const MOST_ROUNDS: u16 = 500;

pub const DEALT: u8 = 4;

/// What is noted in the public history beside actions, told apart by these.
const NOTE_SHUFFLED: u64 = 0x5000;
const NOTE_DISCARDED: u64 = 0x6000;
const NOTE_LOOKED: u64 = 0x7000;
const NOTE_CALLED: u64 = 0x8000;
const NOTE_WRONG_STICK: u64 = 0x9000;
const NOTE_REVEALED: u64 = 0xa000;

/// Zones after the slots of the seats that play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pile {
    Stock,
    Heap,
    Drawn,
}

#[inline]
pub fn zone(at: At) -> u8 {
    at.seat * MAX_SLOTS as u8 + at.slot
}

/// The zone that cards are drawn from.
pub fn stock(game: &Cambio) -> u8 {
    game.options.players * MAX_SLOTS as u8 + Pile::Stock as u8
}

pub struct Play<'a, O: Observer> {
    pub game: &'a Cambio,
    pub state: &'a mut State,
    pub observer: &'a mut O,
}

impl<O: Observer> Play<'_, O> {
    fn options(&self) -> &Options {
        &self.game.options
    }

    fn seats(&self) -> u8 {
        self.game.options.players
    }

    fn everyone(&self) -> u32 {
        SPECTATOR_BIT | ((1 << self.seats()) - 1)
    }

    fn pile(&self, pile: Pile) -> u8 {
        self.seats() * MAX_SLOTS as u8 + pile as u8
    }

    fn moved(&mut self, card: u8, from: u8, to: u8, seen_by: u32) {
        self.observer.see(Event::Moved { card: super::cards::face(card), from, to, seen_by });
    }

    // the round

    /// Deals a round from a deck in this order.
    pub fn deal(&mut self, order: &[u8; DECK]) {
        let seats = self.seats();
        let state = &mut *self.state;
        let fresh = State {
            rounds: state.rounds,
            scores: state.scores,
            last_scores: state.last_scores,
            history: state.history,
            ..State::new(state.chance)
        };
        *state = fresh;
        self.observer.see(Event::Dealt { hand: self.state.rounds as u32 });
        self.state.stock = *order;
        self.state.stock.reverse();
        self.state.stock_len = DECK as u8;
        for slot in 0..DEALT {
            for seat in 0..seats {
                self.deal_to(At { seat, slot });
            }
        }
        for seat in 0..seats {
            for slot in 0..2 {
                self.look(seat, At { seat, slot });
                self.state.placed[seat as usize] |= 1 << slot;
            }
        }
        if let Some(card) = self.draw() {
            self.moved(card, self.pile(Pile::Stock), self.pile(Pile::Heap), self.everyone());
            self.lay_on_heap(card);
        }
        let starter = match self.options().starter {
            Starter::Rotates => (self.state.rounds % seats as u16) as u8,
            Starter::Random => self.state.chance.below(seats),
            Starter::Fixed => 0,
        };
        self.begin_turn(starter);
    }

    fn deal_to(&mut self, at: At) {
        if let Some(card) = self.draw() {
            self.moved(card, self.pile(Pile::Stock), zone(at), 0);
            self.state.put(at, card, Record::BLANK);
        }
    }

    /// The top card of the stock; the discard pile is shuffled if there is none.
    fn draw(&mut self) -> Option<u8> {
        if self.state.stock_len == 0 {
            self.refill();
        }
        let left = self.state.stock_len.checked_sub(1)?;
        self.state.stock_len = left;
        Some(self.state.stock[left as usize])
    }

    pub fn can_draw(game: &Cambio, state: &State) -> bool {
        state.stock_len > 0 || !game.options.empty_deck_ends && state.discard_len > 1
    }

    /// All of the discard pile but its top becomes the stock, and nobody can place its cards.
    fn refill(&mut self) {
        if !Self::can_draw(self.game, self.state) {
            return;
        }
        let state = &mut *self.state;
        let under = state.discard_len as usize - 1;
        state.reshuffles = state.reshuffles.saturating_add(1);
        let top = state.discard[under];
        state.stock[..under].copy_from_slice(&state.discard[..under]);
        state.chance.shuffle(&mut state.stock[..under]);
        state.stock_len = under as u8;
        state.discard[0] = top;
        state.discard_len = 1;
        let gone = state.stock[..under].iter().fold(0u64, |set, card| set | 1 << card);
        let sum: i32 = state.stock[..under].iter().map(|card| value(*card)).sum();
        for card in &state.stock[..under] {
            state.generation[*card as usize] = state.reshuffles;
        }
        state.everyone &= !gone;
        for seat in 0..self.game.options.players as usize {
            // Whatever is discarded everybody can place.
            state.known[seat] &= !gone;
            state.known_sum[seat] -= sum as i16;
        }
        state.note(NOTE_SHUFFLED);
        self.observer.see(Event::Shuffled { zone: self.pile(Pile::Stock) });
    }

    fn lay_on_heap(&mut self, card: u8) {
        self.state.show(self.game.options.players, card);
        self.state.discard[self.state.discard_len as usize % DECK] = card;
        self.state.discard_len += 1;
        self.state.note(NOTE_DISCARDED | super::cards::face(card) as u64);
    }

    fn look(&mut self, seat: u8, at: At) {
        let card = self.state.card(at);
        self.state.learn(seat, card);
        self.state.note(NOTE_LOOKED | (seat as u64) << 8 | zone(at) as u64);
        self.observer.see(Event::Shown { card: super::cards::face(card), zone: zone(at), to: 1 << seat, seen_by: 1 << seat });
    }

    fn ask(&mut self, seat: u8, phase: Phase) {
        self.state.to_act = seat;
        self.state.phase = phase;
    }

    fn begin_turn(&mut self, seat: u8) {
        self.state.turn = seat;
        if self.options().empty_deck_ends && self.state.stock_len == 0 {
            return self.end_round();
        }
        if self.state.turns >= self.options().turn_cap {
            self.state.limited = true;
            return self.end_round();
        }
        self.state.turns += 1;
        self.ask(seat, Phase::Turn);
        // Nothing can be drawn or taken: only the end is left.
        let idle = !Self::can_draw(self.game, self.state) && !self.game.may_take(self.state);
        let may_call = self.options().call_at == CallAt::Start && self.state.caller == NOBODY;
        if idle && !may_call {
            self.end_round();
        }
    }

    fn call(&mut self, seat: u8) {
        self.state.caller = seat;
        self.state.turns_left = self.seats() - 1;
        self.state.note(NOTE_CALLED | seat as u64);
    }

    fn end_turn(&mut self) {
        let seat = self.state.turn;
        if self.state.caller == NOBODY && self.options().empty_hand_calls {
            let emptied = (0..self.seats()).map(|step| (seat + step) % self.seats());
            if let Some(first) = emptied.into_iter().find(|seat| self.state.held[*seat as usize] == 0) {
                self.call(first);
            }
        }
        if self.state.caller == NOBODY && self.options().call_at == CallAt::End {
            return self.ask(seat, Phase::TurnEnd);
        }
        self.next_turn();
    }

    fn next_turn(&mut self) {
        let mut next = (self.state.turn + 1) % self.seats();
        if self.state.caller != NOBODY {
            if self.state.turns_left == 0 {
                return self.end_round();
            }
            self.state.turns_left -= 1;
            if next == self.state.caller {
                next = (next + 1) % self.seats();
            }
        }
        self.begin_turn(next);
    }

    fn end_round(&mut self) {
        let seats = self.seats();
        for seat in 0..seats {
            for slot in slots_of(self.state.held[seat as usize]) {
                let at = At { seat, slot };
                self.state.show(seats, self.state.card(at));
                let card = super::cards::face(self.state.card(at));
                self.state.note(NOTE_REVEALED | card as u64);
                self.observer.see(Event::Shown { card, zone: zone(at), to: self.everyone(), seen_by: self.everyone() });
            }
        }
        let mut points = [0; MAX_PLAYERS];
        for seat in 0..seats {
            points[seat as usize] = self.state.hand_value(seat);
        }
        if self.state.caller != NOBODY {
            let caller = self.state.caller as usize;
            let lowest = points[caller] <= points[..seats as usize].iter().copied().min().unwrap_or(0);
            match (self.options().caller_score, lowest) {
                (CallerScore::Plain, _) | (CallerScore::Penalty, true) => {}
                (CallerScore::BonusAndPenalty, true) => points[caller] -= 10,
                (CallerScore::NoughtOrPenalty, true) => points[caller] = 0,
                (_, false) => points[caller] += 10,
            }
        }
        for seat in 0..seats {
            self.state.scores[seat as usize] += points[seat as usize];
            self.observer.see(Event::Scored { side: seat, team: false, points: points[seat as usize], rule: NO_RULE });
        }
        self.state.last_scores = points;
        self.state.rounds += 1;
        self.observer.see(Event::HandOver { hand: self.state.rounds as u32 - 1 });
        if self.is_decided() {
            return self.end_match();
        }
        if self.state.rounds >= MOST_ROUNDS {
            self.state.limited = true;
            return self.end_match();
        }
        self.observer.pause(Beat::Hand, self.state);
        let mut order: [u8; DECK] = std::array::from_fn(|card| card as u8);
        self.state.chance.shuffle(&mut order);
        self.deal(&order);
    }

    fn is_decided(&self) -> bool {
        let options = self.options();
        let highest = self.state.scores[..self.seats() as usize].iter().copied().max().unwrap_or(0);
        options.target > 0 && highest >= options.target as i32 || options.rounds > 0 && self.state.rounds >= options.rounds
    }

    fn end_match(&mut self) {
        let scores = &self.state.scores[..self.seats() as usize];
        let least = scores.iter().copied().min().unwrap_or(0);
        let level = (0..self.seats()).filter(|seat| scores[*seat as usize] == least).fold(0u8, |set, seat| set | 1 << seat);
        self.state.winners = if self.options().first_wins_ties { level & level.wrapping_neg() } else { level };
        self.state.to_act = NOBODY;
        self.state.phase = Phase::Over;
        self.observer.see(Event::MatchOver);
    }

    // a turn

    pub fn apply(&mut self, action: Action) {
        let seat = self.state.to_act;
        // All that is done on the table is seen by all.
        self.observer.see(Event::Chose { seat, action, seen_by: self.everyone() });
        self.state.note((action.slot as u64) << 8 | action.value as u64 | (seat as u64) << 32);
        let at = At { seat: action.slot.wrapping_sub(CARD) as u8, slot: action.value };
        match (self.state.phase, action.slot) {
            (Phase::Turn, CALL) => {
                self.call(seat);
                self.next_turn();
            }
            (Phase::Turn, DRAW) => self.draw_from_deck(seat),
            (Phase::Turn, _) => self.take_from_heap(seat),
            (Phase::Drawn, SWAP) => self.swap_in(seat, action.value),
            (Phase::Drawn, POWER) => {
                let card = self.discard_drawn();
                self.use_power(seat, card);
            }
            (Phase::Drawn, _) => {
                self.bound_by_discard(seat);
                self.discard_drawn();
                self.open_window();
            }
            (Phase::Replaced, POWER) => self.use_power(seat, self.state.top()),
            (Phase::PeekOwn | Phase::PeekOther, _) => {
                self.look(seat, at);
                self.open_window();
            }
            (Phase::SwapFirst, _) => {
                self.state.first = at;
                self.ask(seat, Phase::SwapSecond);
            }
            (Phase::KingPeek, _) => {
                self.look(seat, at);
                (self.state.first, self.state.looked) = (at, at);
                if self.game.can_exchange(self.state, seat) {
                    self.ask(seat, Phase::KingFirst);
                } else {
                    self.open_window();
                }
            }
            (Phase::KingFirst, slot) if slot != PASS => {
                self.state.first = at;
                self.ask(seat, Phase::KingSecond);
            }
            (Phase::SwapSecond | Phase::KingSecond, _) => self.exchange(at),
            (Phase::Stick, PASS) => {
                self.state.window &= !(1 << seat);
                self.ask_next_to_stick();
            }
            (Phase::Stick, _) => self.stick(seat, at),
            (Phase::Give, _) => self.give(seat, at),
            (Phase::TurnEnd, CALL) => {
                self.call(seat);
                self.next_turn();
            }
            (Phase::TurnEnd, _) => self.next_turn(),
            (Phase::Replaced | Phase::KingFirst, _) => self.open_window(),
            (Phase::Over, _) => {}
        }
    }

    fn draw_from_deck(&mut self, seat: u8) {
        let Some(card) = self.draw() else {
            return self.end_round();
        };
        self.moved(card, self.pile(Pile::Stock), self.pile(Pile::Drawn), 1 << seat);
        self.state.learn(seat, card);
        self.state.drawn = card;
        self.state.from_discard = false;
        self.ask(seat, Phase::Drawn);
    }

    fn take_from_heap(&mut self, seat: u8) {
        let card = self.state.top();
        self.state.discard_len -= 1;
        self.moved(card, self.pile(Pile::Heap), self.pile(Pile::Drawn), self.everyone());
        self.state.drawn = card;
        self.state.from_discard = true;
        self.ask(seat, Phase::Drawn);
    }

    fn discard_drawn(&mut self) -> u8 {
        let card = self.state.drawn;
        self.state.drawn = NO_CARD;
        self.moved(card, self.pile(Pile::Drawn), self.pile(Pile::Heap), self.everyone());
        self.lay_on_heap(card);
        card
    }

    fn swap_in(&mut self, seat: u8, slot: u8) {
        let at = At { seat, slot };
        let (new, old) = (self.state.drawn, self.state.card(at));
        let was_known = self.state.knows(seat, old);
        let taken = self.state.from_discard;
        self.state.drawn = NO_CARD;
        self.state.lift(at);
        self.moved(old, zone(at), self.pile(Pile::Heap), self.everyone());
        let seen_by = if taken { self.everyone() } else { 1 << seat };
        self.moved(new, self.pile(Pile::Drawn), zone(at), seen_by);
        // One keeps what is lower than what one gives up, and gives up the highest one knows.
        let bound = if was_known { (value(old) - 1).clamp(-1, UNBOUNDED as i32) as i8 } else { UNBOUNDED };
        self.state.put(at, new, Record { bound, chosen: !taken });
        self.state.placed[seat as usize] |= 1 << slot;
        if was_known {
            self.bound_known(seat, value(old), slot);
        }
        self.lay_on_heap(old);
        if self.options().power_from == PowerFrom::Discard && self.game.has_target(self.state, seat, old) {
            return self.ask(seat, Phase::Replaced);
        }
        self.open_window();
    }

    /// Whoever lets a card go has nothing higher among what it knows.
    fn bound_by_discard(&mut self, seat: u8) {
        let card = self.state.drawn;
        self.bound_known(seat, value(card), MAX_SLOTS as u8);
    }

    fn bound_known(&mut self, seat: u8, highest: i32, but: u8) {
        for slot in slots_of(self.state.held[seat as usize]).filter(|slot| *slot != but) {
            let at = At { seat, slot };
            if self.state.knows(seat, self.state.card(at)) {
                let record = self.state.record(at);
                record.bound = record.bound.min(highest.clamp(-1, UNBOUNDED as i32) as i8);
            }
        }
    }

    fn use_power(&mut self, seat: u8, card: u8) {
        match power(card) {
            Some(Power::PeekOwn) => self.ask(seat, Phase::PeekOwn),
            Some(Power::PeekOther) => self.ask(seat, Phase::PeekOther),
            Some(Power::Swap) => self.ask(seat, Phase::SwapFirst),
            Some(Power::King) => self.ask(seat, Phase::KingPeek),
            None => self.open_window(),
        }
    }

    fn exchange(&mut self, second: At) {
        let first = self.state.first;
        let (a, b) = (self.state.card(first), self.state.card(second));
        self.moved(a, zone(first), zone(second), self.knowers(a));
        self.moved(b, zone(second), zone(first), self.knowers(b));
        self.state.exchange(first, second);
        self.state.first = At { seat: NOBODY, slot: 0 };
        self.open_window();
    }

    fn knowers(&self, card: u8) -> u32 {
        let seats = (0..self.seats()).filter(|seat| self.state.knows(*seat, card)).fold(0u32, |set, seat| set | 1 << seat);
        if self.state.everyone >> card & 1 == 1 { seats | SPECTATOR_BIT } else { seats }
    }

    // sticking

    fn open_window(&mut self) {
        self.state.barred = 0;
        match self.options().sticking {
            Sticking::Nobody => return self.end_turn(),
            Sticking::Actor => self.state.window = 1 << self.state.turn,
            Sticking::Everyone | Sticking::AnyCard => self.state.window = (1 << self.seats()) - 1,
        }
        self.ask_next_to_stick();
    }

    fn ask_next_to_stick(&mut self) {
        for seat in 0..self.seats() {
            if !self.game.has_to_stick(self.state, seat) {
                self.state.window &= !(1 << seat);
            }
        }
        let asked = self.state.window & !self.state.barred;
        if asked == 0 {
            self.state.window = 0;
            return self.end_turn();
        }
        let seat = match self.options().stick_order {
            StickOrder::Race => nth_seat(asked, self.state.chance.below(asked.count_ones() as u8)),
            StickOrder::Turns => {
                let round = (0..self.seats()).map(|step| (self.state.turn + step) % self.seats());
                round.into_iter().find(|seat| asked >> seat & 1 == 1).unwrap_or(0)
            }
        };
        self.ask(seat, Phase::Stick);
    }

    fn stick(&mut self, seat: u8, at: At) {
        let card = self.state.card(at);
        if rank(card) != rank(self.state.top()) {
            return self.penalise(seat, at);
        }
        self.state.lift(at);
        self.moved(card, zone(at), self.pile(Pile::Heap), self.everyone());
        self.lay_on_heap(card);
        if at.seat != seat && self.state.held[seat as usize] != 0 {
            self.state.first = at;
            return self.ask(seat, Phase::Give);
        }
        self.reopen(seat);
    }

    /// A card of one's own takes the place of an opponent's that was stuck.
    fn give(&mut self, seat: u8, at: At) {
        let to = self.state.first;
        let record = *self.state.record(at);
        let card = self.state.lift(at);
        self.moved(card, zone(at), zone(to), self.knowers(card));
        self.state.put(to, card, record);
        self.state.first = At { seat: NOBODY, slot: 0 };
        self.reopen(seat);
    }

    /// After a card was stuck everybody may try again, if they may at all.
    fn reopen(&mut self, seat: u8) {
        match self.options().sticking {
            Sticking::Nobody | Sticking::Actor => self.state.window &= !(1 << seat),
            Sticking::Everyone | Sticking::AnyCard => self.state.window = (1 << self.seats()) - 1,
        }
        self.ask_next_to_stick();
    }

    /// A wrong card is seen by all and goes back; cards that nobody sees come with it.
    fn penalise(&mut self, seat: u8, at: At) {
        let card = self.state.card(at);
        self.state.show(self.game.options.players, card);
        self.state.note(NOTE_WRONG_STICK | super::cards::face(card) as u64);
        let everyone = self.everyone();
        self.observer.see(Event::Shown { card: super::cards::face(card), zone: zone(at), to: everyone, seen_by: everyone });
        for _ in 0..self.options().penalty {
            let free = !self.state.held[seat as usize] & ((1 << MAX_SLOTS) - 1);
            if free == 0 {
                break;
            }
            self.deal_to(At { seat, slot: free.trailing_zeros() as u8 });
        }
        self.state.barred |= 1 << seat;
        self.state.window &= !(1 << seat);
        self.ask_next_to_stick();
    }
}

fn nth_seat(set: u8, n: u8) -> u8 {
    (0..8).filter(|seat| set >> seat & 1 == 1).nth(n as usize).unwrap_or(0)
}
