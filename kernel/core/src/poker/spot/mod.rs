//! Exact spots for two players: all hands that each may hold at once, as vectors (Johanson and others 2011), over a tree of
//! betting alone. Cards that come later are gone through up to suits that can change places. Regrets are discounted (Brown
//! and Sandholm 2019), numbers are 32-bit floats.

pub mod deals;
pub mod keep;
pub mod lanes;
pub mod lock;
pub mod pass;
pub mod solver;
pub mod tree;
pub mod walk;

#[cfg(test)]
mod tests;

pub use solver::{Report, Solver};

use super::betting::BetTree;

/// What a player may hold: one card or two, and how likely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Holding {
    pub mask: u64,
    pub weight: f32,
}

/// A spot: the first player is the first to act.
#[derive(Debug, Clone)]
pub struct Spot {
    pub deck: u64,
    pub board: u64,
    pub holdings: [Vec<Holding>; 2],
    pub pot: u32,
    pub stacks: [u32; 2],
    /// What each player may bet.
    pub bets: [BetTree; 2],
    /// The street that is played first, and the last one.
    pub street: u8,
    pub last_street: u8,
    pub rake: Rake,
    /// What a holding is worth on the full board, the higher the better.
    pub rank: fn(u64, u64) -> u16,
}

/// What the house takes of a pot that is shown down or won: a part, at most so many chips.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rake {
    pub part: f64,
    pub most: f64,
}

impl Rake {
    pub fn of(&self, pot: f64) -> f64 {
        (self.part * pot).min(self.most)
    }
}
