//! Blueprints for two to six players: external-sampling MCCFR (Lanctot and others 2009) on betting states, over an abstraction
//! of cards. A seat forgets the cards of earlier streets but for their bucket's history in the betting: imperfect recall.
//!
//! Departures: the average is updated at every seat that is not the traverser, which matters with more than two; what was
//! learned early fades in steps (linear weighting); regrets have a floor, and actions far below are skipped most of the time.

pub mod abstraction;
pub mod file;
pub mod find;
pub mod kmeans;
pub mod local;
pub mod play;
pub mod resolve;
pub mod stored;
pub mod tables;
pub mod train;
pub mod tree;
pub mod walk;

use super::betting::{BetTree, SEATS};
use super::cards::CARDS;
use crate::chance::{Rng, mix};

/// What is played and how cards are told apart.
#[derive(Debug, Clone)]
pub struct Game {
    pub players: usize,
    /// Chips of each seat; blinds in chips.
    pub stack: u32,
    pub blinds: [u32; 2],
    pub bets: BetTree,
}

/// A deal: two cards for each seat, and the board from the flop on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    pub hands: [u64; SEATS],
    pub board: [u8; 5],
}

impl Deal {
    /// The deal of a number under a seed.
    pub fn new(players: usize, seed: u64, number: u64) -> Deal {
        let mut rng = Rng::new(mix(seed ^ mix(number.wrapping_add(1))));
        let mut gone = 0u64;
        let mut draw = || loop {
            let card = rng.below(CARDS as u32) as u8;
            if gone >> card & 1 == 0 {
                gone |= 1 << card;
                return card;
            }
        };
        let mut hands = [0; SEATS];
        for hand in &mut hands[..players] {
            *hand = 1 << draw() | 1 << draw();
        }
        Deal { hands, board: std::array::from_fn(|_| draw()) }
    }

    /// The board on a street: 0, 3, 4 or 5 cards.
    pub fn board_on(&self, street: usize) -> u64 {
        let cards = [0, 3, 4, 5][street.min(3)];
        self.board[..cards].iter().fold(0, |board, card| board | 1 << card)
    }
}
