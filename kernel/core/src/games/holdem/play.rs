//! What happens in a hand: the deal, moves, streets, the showdown.

use super::Holdem;
use super::betting::{Bets, FLOP, Move, NOBODY, RIVER, RoundStatus, in_turn, next_in, seats_of};
use super::log::{Log, Seen};
use super::options::{MAX_PLAYERS, RAKE_UNIT};
use super::pots::{Pots, share};
use super::state::{BOARD, DECK, OPEN, State};
use crate::chance::mix;
use crate::game::{Action, Beat, Event, NO_RULE, Observer, SPECTATOR_BIT};
use crate::poker::evaluate::evaluator;

pub const FOLD: u16 = 0;
pub const CHECK: u16 = 1;
pub const CALL: u16 = 2;
/// With a size as value.
pub const BET: u16 = 3;
pub const RAISE: u16 = 4;
pub const ALL_IN: u16 = 5;

/// What is noted in the public history beside actions, told apart by these.
const NOTE_DEALT: u64 = 0x1_0000;
const NOTE_BOARD: u64 = 0x2_0000;
const NOTE_SHOWN: u64 = 0x3_0000;
const NOTE_ACTION: u64 = 0x4_0000;

/// Zones after the hands of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pile {
    Board,
    Stock,
    Muck,
}

pub fn zone(game: &Holdem, pile: Pile) -> u8 {
    game.options.players + pile as u8
}

pub struct Play<'a, O: Observer> {
    pub game: &'a Holdem,
    pub state: &'a mut State,
    pub observer: &'a mut O,
}

impl<O: Observer> Play<'_, O> {
    fn players(&self) -> u8 {
        self.game.options.players
    }

    fn everyone(&self) -> u32 {
        SPECTATOR_BIT | ((1 << self.players()) - 1)
    }

    fn paid(&mut self, seat: u8, chips: i32) {
        if chips != 0 {
            self.observer.see(Event::Paid { seat, chips });
        }
    }

    // the deal

    /// Deals a hand from a deck in this order, and those that follow as long as nobody has anything to decide.
    pub fn begin(&mut self, order: &[u8; DECK], button: u8) {
        let status = self.deal(order, button);
        self.run(status);
    }

    /// Deals a hand, one card at a time from the left of the button.
    fn deal(&mut self, order: &[u8; DECK], button: u8) -> RoundStatus {
        let game = self.game;
        let state = &mut *self.state;
        let seats = ((1u16 << game.options.players) - 1) as u8 & !state.out;
        if !game.options.carry || state.hands == 0 {
            state.began[..game.options.players as usize].copy_from_slice(&game.options.stacks);
        }
        state.deck = *order;
        state.log = Log::EMPTY;
        state.first = 2 * seats.count_ones() as u8;
        (state.open, state.shown, state.mucked, state.dealt) = (0, 0, 0, seats);
        state.note(NOTE_DEALT | button as u64);
        self.observer.see(Event::Dealt { hand: self.state.hands as u32 });
        let count = seats.count_ones() as usize;
        for (place, seat) in in_turn(seats, button).enumerate() {
            let (one, two) = (order[place], order[count + place]);
            self.state.holes[seat as usize % MAX_PLAYERS] = [one.min(two), one.max(two)];
        }
        let stock = zone(game, Pile::Stock);
        for round in 0..2 {
            for seat in in_turn(seats, button) {
                // A hand has no order: its cards are told as they rise in the deck.
                let card = self.state.holes[seat as usize % MAX_PLAYERS][round];
                self.observer.see(Event::Moved { card, from: stock, to: seat, seen_by: 1 << seat });
            }
        }
        let (bets, status) = Bets::post(&game.structure, button, self.state.began, seats);
        self.state.bets = bets;
        for seat in in_turn(seats, button) {
            self.paid(seat, -self.state.bets.paid[seat as usize % MAX_PLAYERS]);
        }
        status
    }

    /// Plays on until somebody is to act or the match is over.
    #[inline]
    fn run(&mut self, mut status: RoundStatus) {
        while status != RoundStatus::Acting {
            self.go_on(status);
            if self.state.bets.to_act != NOBODY {
                return;
            }
            let Some(button) = self.end_hand() else {
                return;
            };
            let mut order: [u8; DECK] = std::array::from_fn(|card| card as u8);
            self.state.chance.shuffle(&mut order);
            status = self.deal(&order, button);
        }
    }

    // moves

    #[inline]
    pub fn apply(&mut self, action: Action) {
        let seat = self.state.bets.to_act;
        self.observer.see(Event::Chose { seat, action, seen_by: self.everyone() });
        self.state.note(NOTE_ACTION | (action.slot as u64) << 8 | action.value as u64);
        let bets = &mut self.state.bets;
        let at = seat as usize % MAX_PLAYERS;
        let made = match action.slot {
            FOLD => Move::Fold,
            CHECK | CALL => Move::Call,
            ALL_IN => Move::To(bets.bets[at] + bets.stacks[at]),
            _ => Move::To(bets.size_to(&self.game.structure, action.value)),
        };
        self.state.log.push(match made {
            Move::Fold => Seen::Fold,
            Move::Call => Seen::Call,
            Move::To(chips) => Seen::To(chips),
        });
        let (chips, status) = self.state.bets.apply(made);
        self.paid(seat, -chips);
        if made == Move::Fold {
            self.muck(seat);
        }
        self.run(status);
    }

    /// Lays a hand on the muck, which nobody looks into: its owner remembers it.
    fn muck(&mut self, seat: u8) {
        self.state.mucked |= 1 << seat;
        for card in self.state.holes[seat as usize % MAX_PLAYERS] {
            self.observer.see(Event::Moved { card, from: seat, to: zone(self.game, Pile::Muck), seen_by: 1 << seat });
        }
    }

    /// Streets follow until somebody is to act or the pots are paid out.
    fn go_on(&mut self, mut status: RoundStatus) {
        while status != RoundStatus::Acting {
            if let Some((seat, chips)) = self.state.bets.give_back() {
                self.paid(seat, chips);
            }
            let bets = &self.state.bets;
            if status == RoundStatus::Folded {
                return self.settle(&[0; MAX_PLAYERS]);
            }
            if bets.is_all_in() && bets.able() != bets.live && self.state.shown == 0 {
                // Nobody can bet any more: hands are turned up before the rest of the board.
                self.show(self.state.bets.live);
            }
            if self.state.bets.street == RIVER {
                return self.showdown();
            }
            self.open_board();
            status = self.state.bets.next_street(&self.game.structure);
        }
    }

    fn open_board(&mut self) {
        let until = OPEN[(self.state.bets.street as usize + 1) % OPEN.len()];
        for place in self.state.open..until {
            let card = self.state.deck[(self.state.first + place) as usize % DECK];
            self.state.note(NOTE_BOARD | card as u64);
            let (from, to) = (zone(self.game, Pile::Stock), zone(self.game, Pile::Board));
            self.observer.see(Event::Moved { card, from, to, seen_by: self.everyone() });
        }
        self.state.open = until.min(BOARD as u8);
    }

    // the showdown

    fn show(&mut self, seats: u8) {
        self.state.shown |= seats;
        for seat in in_turn(seats, self.state.bets.button) {
            for card in self.state.holes[seat as usize % MAX_PLAYERS] {
                self.state.note(NOTE_SHOWN | (seat as u64) << 8 | card as u64);
                self.observer.see(Event::Shown { card, zone: seat, to: self.everyone(), seen_by: self.everyone() });
            }
        }
    }

    /// Hands are compared. Where nobody is all in they are shown in turn, from whoever bet or raised last on the river,
    /// otherwise from the left of the button; a hand that is beaten by one that was shown is not.
    fn showdown(&mut self) {
        let board = self.state.board_mask();
        let (live, evaluator) = (self.state.bets.live, evaluator());
        let mut ranks = [0u16; MAX_PLAYERS];
        for seat in seats_of(live) {
            ranks[seat as usize % MAX_PLAYERS] = evaluator.rank(board | self.state.hole_mask(seat));
        }
        if self.state.bets.able() != live {
            self.show(live & !self.state.shown);
        } else {
            let bets = &self.state.bets;
            let first = if live >> (bets.aggressor & 7) & 1 == 1 && bets.raises > 0 {
                bets.aggressor
            } else {
                next_in(live, bets.button)
            };
            let mut best = 0;
            for seat in in_turn(live, (first + 7) & 7) {
                let rank = ranks[seat as usize % MAX_PLAYERS];
                if rank >= best {
                    best = rank;
                    self.show(1 << seat);
                } else {
                    self.muck(seat);
                }
            }
        }
        self.settle(&ranks);
    }

    /// Pays the pots out.
    fn settle(&mut self, ranks: &[u16; MAX_PLAYERS]) {
        let (players, options) = (self.players(), &self.game.options);
        let bets = &self.state.bets;
        let best_of = |seats: u8| {
            let best = seats_of(seats).map(|seat| ranks[seat as usize % MAX_PLAYERS]).max();
            let level = |seat: &u8| Some(ranks[*seat as usize % MAX_PLAYERS]) == best;
            seats_of(seats).filter(level).fold(0u8, |set, seat| set | 1 << seat)
        };
        // Hands that win nothing are out: what the same seats can win then is one pot.
        let winners = Pots::of(&bets.paid, bets.live).iter().fold(0, |set, pot| set | best_of(pot.seats));
        let pots = Pots::of(&bets.paid, winners);
        let takes_rake = options.rake > 0 && bets.street >= FLOP;
        let mut rake_left = if options.rake_cap > 0 { options.rake_cap } else { i32::MAX };
        let mut won = [0; MAX_PLAYERS];
        let mut raked = 0;
        for pot in pots.iter() {
            let rake = if takes_rake { (pot.chips as i64 * options.rake as i64 / RAKE_UNIT) as i32 } else { 0 };
            let rake = rake.min(rake_left);
            rake_left -= rake;
            raked += rake;
            share(pot.chips - rake, best_of(pot.seats), bets.button, &mut won);
        }
        self.state.raked += raked;
        for seat in 0..players {
            let at = seat as usize % MAX_PLAYERS;
            let state = &mut *self.state;
            state.bets.stacks[at] += won[at];
            state.last[at] = if state.dealt >> seat & 1 == 1 { state.bets.stacks[at] - state.began[at] } else { 0 };
            state.total[at] += state.last[at];
            self.paid(seat, won[at]);
        }
        self.state.bets.clear();
        for seat in 0..players {
            let points = self.state.last[seat as usize % MAX_PLAYERS];
            if points != 0 {
                self.observer.see(Event::Scored { side: seat, team: false, points, rule: NO_RULE });
            }
        }
    }

    /// The hand is over: who has the button in the next, if there is one.
    fn end_hand(&mut self) -> Option<u8> {
        let players = self.players();
        self.observer.see(Event::HandOver { hand: self.state.hands as u32 });
        self.state.hands += 1;
        if self.game.options.carry {
            self.state.began = self.state.bets.stacks;
            for seat in in_turn(self.state.dealt, self.state.bets.button) {
                if self.state.began[seat as usize % MAX_PLAYERS] == 0 {
                    self.state.out |= 1 << seat;
                    self.observer.see(Event::Out { seat });
                }
            }
        }
        let left = ((1u16 << players) - 1) as u8 & !self.state.out;
        if self.state.hands >= self.game.options.hands || left.count_ones() < 2 {
            self.state.is_over = true;
            self.observer.see(Event::MatchOver);
            return None;
        }
        self.observer.pause(Beat::Hand, self.state);
        for seat in in_turn(self.state.dealt, self.state.bets.button) {
            let at = seat as usize % MAX_PLAYERS;
            self.state.past[at] = mix(self.state.past[at] ^ self.state.hole_mask(seat));
        }
        Some(next_in(left, self.state.bets.button))
    }
}
