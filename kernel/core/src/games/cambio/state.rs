//! A match in progress, and who can place which card.
//!
//! Everything that happens to a slot is seen by all: who looked at it, which slots were exchanged. So who knows a
//! card is public, though the card is not, and moves with it.

use super::cards::{DECK, NO_CARD, value};
use super::options::MAX_PLAYERS;
use crate::chance::{Chance, mix};

pub const MAX_SLOTS: usize = 12;
pub const NOBODY: u8 = 255;
/// No bound is known on a card's value.
pub const UNBOUNDED: i8 = 10;

/// What the player to act is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Turn,
    Drawn,
    /// Whether the card just replaced is used.
    Replaced,
    PeekOwn,
    PeekOther,
    SwapFirst,
    SwapSecond,
    KingPeek,
    KingFirst,
    KingSecond,
    Stick,
    Give,
    TurnEnd,
    Over,
}

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    pub seat: u8,
    pub slot: u8,
}

/// What everybody has seen happen to the card in a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Its value is at most this, if whoever kept or put it there plays to win.
    pub bound: i8,
    /// Its holder drew it from the deck and chose to keep it.
    pub chosen: bool,
}

impl Record {
    pub const BLANK: Record = Record { bound: UNBOUNDED, chosen: false };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub slots: [[u8; MAX_SLOTS]; MAX_PLAYERS],
    pub records: [[Record; MAX_SLOTS]; MAX_PLAYERS],
    /// Which slots of a seat hold a card.
    pub held: [u16; MAX_PLAYERS],
    /// Slots whose card its owner saw at the deal or put there, and that nobody has exchanged since.
    pub placed: [u16; MAX_PLAYERS],
    /// Cards that a seat can place, and what they add up to.
    pub known: [u64; MAX_PLAYERS],
    pub known_sum: [i16; MAX_PLAYERS],
    pub everyone: u64,
    /// How often the stock had been made anew when a card was last in it.
    pub generation: [u8; DECK],
    pub stock: [u8; DECK],
    pub stock_len: u8,
    pub discard: [u8; DECK],
    pub discard_len: u8,
    pub drawn: u8,
    pub from_discard: bool,
    pub phase: Phase,
    /// Whose turn it is, and who is asked.
    pub turn: u8,
    pub to_act: u8,
    pub first: At,
    /// The card that a black king was last used to look at.
    pub looked: At,
    /// Seats still to be asked in a window for sticking, and those who were wrong in it.
    pub window: u8,
    pub barred: u8,
    pub caller: u8,
    pub turns_left: u8,
    pub turns: u16,
    pub reshuffles: u8,
    pub rounds: u16,
    pub scores: [i32; MAX_PLAYERS],
    pub last_scores: [i32; MAX_PLAYERS],
    pub winners: u8,
    /// A limit ended a round, or the match.
    pub limited: bool,
    pub history: u64,
    pub chance: Chance,
}

impl State {
    pub fn new(chance: Chance) -> State {
        State {
            slots: [[NO_CARD; MAX_SLOTS]; MAX_PLAYERS],
            records: [[Record::BLANK; MAX_SLOTS]; MAX_PLAYERS],
            held: [0; MAX_PLAYERS],
            placed: [0; MAX_PLAYERS],
            known: [0; MAX_PLAYERS],
            known_sum: [0; MAX_PLAYERS],
            everyone: 0,
            generation: [0; DECK],
            stock: [0; DECK],
            stock_len: 0,
            discard: [0; DECK],
            discard_len: 0,
            drawn: NO_CARD,
            from_discard: false,
            phase: Phase::Over,
            turn: 0,
            to_act: NOBODY,
            first: At { seat: NOBODY, slot: 0 },
            looked: At { seat: NOBODY, slot: 0 },
            window: 0,
            barred: 0,
            caller: NOBODY,
            turns_left: 0,
            turns: 0,
            reshuffles: 0,
            rounds: 0,
            scores: [0; MAX_PLAYERS],
            last_scores: [0; MAX_PLAYERS],
            winners: 0,
            limited: false,
            history: 0,
            chance,
        }
    }

    #[inline]
    pub fn card(&self, at: At) -> u8 {
        self.slots[at.seat as usize % MAX_PLAYERS][at.slot as usize % MAX_SLOTS]
    }

    #[inline]
    pub fn record(&mut self, at: At) -> &mut Record {
        &mut self.records[at.seat as usize % MAX_PLAYERS][at.slot as usize % MAX_SLOTS]
    }

    #[inline]
    pub fn knows(&self, seat: u8, card: u8) -> bool {
        card != NO_CARD && self.known[seat as usize % MAX_PLAYERS] >> card & 1 == 1
    }

    #[inline]
    pub fn top(&self) -> u8 {
        if self.discard_len == 0 { NO_CARD } else { self.discard[self.discard_len as usize - 1] }
    }

    pub fn hand_value(&self, seat: u8) -> i32 {
        slots_of(self.held[seat as usize]).map(|slot| value(self.card(At { seat, slot }))).sum()
    }

    #[inline]
    pub fn learn(&mut self, seat: u8, card: u8) {
        let seat = seat as usize % MAX_PLAYERS;
        if self.known[seat] >> card & 1 == 0 {
            self.known[seat] |= 1 << card;
            self.known_sum[seat] += value(card) as i16;
        }
    }

    #[inline]
    pub fn show(&mut self, seats: u8, card: u8) {
        self.everyone |= 1 << card;
        for seat in 0..seats {
            self.learn(seat, card);
        }
    }

    /// Puts a card into a slot, with what is known of it there.
    #[inline]
    pub fn put(&mut self, at: At, card: u8, record: Record) {
        let (seat, slot) = (at.seat as usize % MAX_PLAYERS, at.slot as usize % MAX_SLOTS);
        self.slots[seat][slot] = card;
        self.records[seat][slot] = record;
        self.held[seat] |= 1 << slot;
        self.placed[seat] &= !(1 << slot);
    }

    /// Takes the card out of a slot.
    #[inline]
    pub fn lift(&mut self, at: At) -> u8 {
        let (seat, slot) = (at.seat as usize % MAX_PLAYERS, at.slot as usize % MAX_SLOTS);
        let card = self.slots[seat][slot];
        self.slots[seat][slot] = NO_CARD;
        self.records[seat][slot] = Record::BLANK;
        self.held[seat] &= !(1 << slot);
        self.placed[seat] &= !(1 << slot);
        card
    }

    pub fn exchange(&mut self, a: At, b: At) {
        let (record_a, record_b) = (*self.record(a), *self.record(b));
        let (card_a, card_b) = (self.card(a), self.card(b));
        self.put(a, card_b, record_b);
        self.put(b, card_a, record_a);
    }

    #[inline]
    pub fn note(&mut self, what: u64) {
        self.history = mix(self.history ^ what);
    }
}

/// The slots of a set, in order.
#[inline]
pub fn slots_of(set: u16) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        if rest == 0 {
            return None;
        }
        let slot = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        Some(slot)
    })
}
