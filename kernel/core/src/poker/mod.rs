//! Poker with two cards in hand and five on the board: hands and what they are worth. It stands beside `solve`, which goes
//! through whole small games; what is here never expands a deal.
//!
//! A card is a number, `rank * 4 + suit`: ranks from the deuce (0) to the ace (12), suits from 0 to 3. A set of cards is a
//! mask of 52 bits.
// Several tables are read by one index: the index says it best.
#![allow(clippy::needless_range_loop)]

pub mod betting;
pub mod blueprint;
pub mod cards;
mod cells;
pub mod classes;
pub mod equity;
pub mod evaluate;
mod hash;
pub mod matchups;
pub mod parallel;
pub mod push_fold;
pub mod push_fold3;
pub mod spot;
pub mod symmetry;
pub mod triples;
mod worth;
