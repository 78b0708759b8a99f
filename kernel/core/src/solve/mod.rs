//! Equilibria of any small game over the waist: the tree once, then regret matching on flat arrays, then proof of how
//! close the answer is.

pub mod dealing;
pub mod estimate;
pub mod quality;
pub mod regret;
pub mod run;
pub mod sampling;
pub mod sequences;
mod sights;
pub mod symmetry;
#[cfg(test)]
mod toy;
pub mod tree;

use std::fmt;

/// Why a game cannot be solved. The text says what was found and what would fit.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    TooLarge {
        nodes: f64,
        information_sets: f64,
        bytes: f64,
        limit_bytes: f64,
    },
    ImperfectRecall {
        seat: u8,
        information_sets: usize,
    },
    UnboundedChance {
        decisions: usize,
    },
    /// What holds for every game of the waist does not hold for this one.
    Inconsistent(String),
}

impl Refusal {
    /// Stable name of the reason.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::TooLarge { .. } => "solve.too-large",
            Refusal::ImperfectRecall { .. } => "solve.imperfect-recall",
            Refusal::UnboundedChance { .. } => "solve.unbounded-chance",
            Refusal::Inconsistent(_) => "solve.inconsistent",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::TooLarge { nodes, information_sets, bytes, limit_bytes } => write!(
                out,
                "too large to solve: {} nodes or more, {} information sets or more, {} of memory or more, where {} are \
                 allowed. Fewer cards, seats, hands or turns would make it fit, or more memory",
                count(*nodes),
                count(*information_sets),
                memory(*bytes),
                memory(*limit_bytes)
            ),
            Refusal::ImperfectRecall { seat, information_sets } => write!(
                out,
                "imperfect recall: seat {seat} forgets what it has seen, found at its information set {information_sets}. \
                 A solution needs players that remember: the seat's key has to tell its whole past apart"
            ),
            Refusal::UnboundedChance { decisions } => write!(
                out,
                "unbounded chance: after {decisions} decisions chance is asked for more than the next cards of the stock \
                 (a reshuffle, a card taken unseen out of a hand, another hand dealt). One hand (hands=1), and a stock that \
                 is never shuffled again, would make it fit"
            ),
            Refusal::Inconsistent(what) => write!(out, "the game contradicts itself: {what}"),
        }
    }
}

/// A count as people say it: exact while it is small.
pub fn count(number: f64) -> String {
    if number < 1e6 { format!("{number:.0}") } else { format!("{number:.1e}") }
}

/// Bytes as people say it.
pub fn memory(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
        bytes if bytes < 1e9 => format!("{:.0} MB", bytes / 1e6),
        bytes if bytes < 1e15 => format!("{:.1} GB", bytes / 1e9),
        bytes => format!("{:.0e} GB", bytes / 1e9),
    }
}
