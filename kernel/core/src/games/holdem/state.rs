//! A match in progress.

use super::betting::Bets;
use super::log::Log;
use super::options::MAX_PLAYERS;
use crate::chance::{Chance, mix};

pub const DECK: usize = 52;
pub const BOARD: usize = 5;
/// Cards of the board that lie open on each street.
pub const OPEN: [u8; 4] = [0, 3, 4, 5];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub bets: Bets,
    pub log: Log,
    /// Two cards of each seat, the lower first.
    pub holes: [[u8; 2]; MAX_PLAYERS],
    /// The deck from the top: what was dealt to hands, the board, the rest.
    pub deck: [u8; DECK],
    /// Where the board begins in the deck, and how many of its cards lie open.
    pub first: u8,
    pub open: u8,
    /// Seats that were dealt cards, those whose hand lies open, and those whose cards lie in the muck; as bits.
    pub dealt: u8,
    pub shown: u8,
    pub mucked: u8,
    /// Seats that have no chips left and are out of the match.
    pub out: u8,
    pub is_over: bool,
    /// Hands that are over.
    pub hands: u16,
    /// Chips at the start of the hand.
    pub began: [i32; MAX_PLAYERS],
    /// Chips won or lost: in the last hand that is over, and in all.
    pub last: [i32; MAX_PLAYERS],
    pub total: [i32; MAX_PLAYERS],
    /// Chips that the house has taken in all.
    pub raked: i32,
    /// What everyone has seen, and what each seat has held in earlier hands; hashed.
    pub history: u64,
    pub past: [u64; MAX_PLAYERS],
    pub chance: Chance,
}

impl State {
    /// The cards of the board that lie open.
    #[inline]
    pub fn board(&self) -> &[u8] {
        let first = self.first as usize;
        &self.deck[first..first + self.open as usize]
    }

    /// The same as a set.
    #[inline]
    pub fn board_mask(&self) -> u64 {
        self.board().iter().fold(0, |set, card| set | 1 << card)
    }

    #[inline]
    pub fn hole_mask(&self, seat: u8) -> u64 {
        let [low, high] = self.holes[seat as usize % MAX_PLAYERS];
        1 << low | 1 << high
    }

    /// Whether a seat knows the cards of another.
    #[inline]
    pub fn knows(&self, observer: Option<u8>, seat: u8) -> bool {
        observer == Some(seat) || self.shown >> seat & 1 == 1
    }

    #[inline]
    pub fn note(&mut self, what: u64) {
        self.history = mix(self.history ^ what);
    }
}
