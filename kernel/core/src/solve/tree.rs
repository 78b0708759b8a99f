//! A whole game as flat arrays: nodes, information sets, sequences and payoffs.
//!
//! Nodes are numbered so that parents come before children and the children of a node lie side by side; information
//! sets so that those of a seat lie side by side, earlier ones first. The last action of a seat on the way to a node is
//! its *sequence*; with perfect recall a seat's information set has one sequence before it.

mod building;

use self::building::Builder;
use crate::game::Action;
use crate::solve::Refusal;
use crate::solve::dealing::Dealt;
use crate::solve::estimate::{NODE_BYTES, leaf_bytes};
use crate::solve::symmetry::{identity, likely_groups};

/// Owner of a node where chance decides, and of a leaf.
pub const CHANCE: u8 = 254;
pub const LEAF: u8 = 255;

/// What a seat knows at some of its decisions, and what it may do there.
#[derive(Debug, Clone)]
pub struct InformationSet {
    pub seat: u8,
    pub actions: Vec<Action>,
    /// First action of this set in the numbering of all actions.
    pub first: u32,
    /// The sequence before it, in the numbering of sequences.
    pub parent: u32,
    /// The deck's order and the actions that lead to one of its nodes.
    pub order: Vec<u8>,
    pub path: Vec<Action>,
    /// Keys by which the waist knows it, each with the actions in the order of `actions`.
    pub keys: Vec<(u64, Vec<Action>)>,
    pub nodes: u32,
}

/// A game expanded.
pub struct Tree {
    pub seats: usize,
    pub owner: Vec<u8>,
    /// Information set of a decision, number of a leaf.
    pub info: Vec<u32>,
    pub first_child: Vec<u32>,
    pub children: Vec<u32>,
    /// Probability of this node and of its earlier siblings, where chance leads to it; 1 elsewhere.
    pub cumulative: Vec<f64>,
    /// Per leaf: return of each seat, last sequence of each seat; and the probability of chance on the way.
    pub payoffs: Vec<f64>,
    pub sequences: Vec<u32>,
    pub chance: Vec<f64>,
    pub sets: Vec<InformationSet>,
    /// Sets `set_start[seat]..set_start[seat + 1]` and actions alike are a seat's.
    pub set_start: Vec<u32>,
    pub action_start: Vec<u32>,
    /// How many relabelings of the cards were merged (1: none).
    pub merged: usize,
    /// Decisions, and the most of them on one path.
    pub decisions: u64,
    pub depth: u32,
}

/// How a tree is to be built.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub bytes: f64,
    /// Merge what differs only by cards that play no part.
    pub merge: bool,
}

impl Tree {
    pub fn build<G: Dealt>(game: &G, limits: &Limits, stop: &mut dyn FnMut() -> bool) -> Result<Tree, Refusal> {
        for group in likely_groups(game).filter(|_| limits.merge) {
            if let Some(tree) = Builder::new(game, &group, limits, stop).build()? {
                return Ok(tree);
            }
        }
        // No guess at symmetry held: every card for itself.
        let alone = [identity(game.cards())];
        match Builder::new(game, &alone, limits, stop).build()? {
            Some(tree) => Ok(tree),
            None => Err(Refusal::Inconsistent("a position is not like itself".into())),
        }
    }

    pub fn actions(&self) -> usize {
        self.action_start[self.seats] as usize
    }

    pub fn leaves(&self) -> usize {
        self.chance.len()
    }

    /// Sequences of all seats: each seat's empty one, then its actions.
    pub fn sequence_count(&self) -> usize {
        self.actions() + self.seats
    }

    /// The empty sequence of a seat.
    pub fn root_sequence(&self, seat: usize) -> usize {
        self.action_start[seat] as usize + seat
    }

    pub fn sets_of(&self, seat: usize) -> std::ops::Range<usize> {
        self.set_start[seat] as usize..self.set_start[seat + 1] as usize
    }

    /// The actions of a set, as places in arrays over all actions.
    #[inline]
    pub fn actions_of(&self, set: usize) -> std::ops::Range<usize> {
        let set = &self.sets[set];
        set.first as usize..set.first as usize + set.actions.len()
    }

    pub fn bytes(&self) -> f64 {
        let sets: usize = self.sets.iter().map(|set| 160 + set.order.len() + set.path.len() * 4 + set.keys.len() * 48).sum();
        self.owner.len() as f64 * NODE_BYTES + self.leaves() as f64 * leaf_bytes(self.seats as f64) + sets as f64
    }

    /// Whether returns add up to zero at every leaf.
    pub fn is_zero_sum(&self) -> bool {
        self.payoffs.chunks_exact(self.seats).all(|leaf| leaf.iter().sum::<f64>().abs() < 1e-9)
    }
}
