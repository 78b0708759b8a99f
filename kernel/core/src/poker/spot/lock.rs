//! Decisions whose play is fixed beforehand: everything else is solved around them, what comes before them too.

use super::super::betting::Action;
use super::super::cards::{COMBOS, cards_of, combo_of};
use super::deals::Deals;
use super::pass::{Ground, Learned};
use super::tree::{Child, LeafKind, Node};

/// An action by what it is, whatever else may be done there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Fold,
    Call,
    /// A bet or raise to so many chips.
    To(u32),
    AllIn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockStep {
    Act(Named),
    Deal(u8),
}

/// A decision, by the steps that lead to it, and how often each combination takes some of its actions. The rest of a
/// combination is shared by the actions that are not named. A combination that takes none of the named ones is free.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    pub steps: Vec<LockStep>,
    pub shares: Vec<(Named, Vec<f64>)>,
}

/// A lock in its place: what was learned there is found by these leaves that deal and next cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    later: Vec<(usize, usize)>,
    locked: Locked,
}

/// A node of a segment whose play is fixed: rows of one action, one share for each holding, negative where it is free.
#[derive(Debug, Clone, PartialEq)]
pub struct Locked {
    pub node: usize,
    pub rows: Vec<f32>,
}

pub const FREE: f32 = -1.0;

impl Locked {
    /// Puts what is fixed in the place of what was learned.
    pub fn fix(&self, policy: &mut [f32]) {
        policy.iter_mut().zip(&self.rows).filter(|(_, share)| **share >= 0.0).for_each(|(often, share)| *often = *share);
    }
}

impl Ground {
    /// Fixes decisions; an error says which cannot be. Suits that a lock tells apart no longer change places.
    pub fn lock(&mut self, locks: &[Lock]) -> Result<(), String> {
        if locks.iter().flat_map(|lock| &lock.shares).any(|(_, shares)| shares.len() != COMBOS) {
            return Err("an action is not locked for every combination".into());
        }
        self.deals = Deals::with_locks(&self.spot, locks);
        self.place(locks)
    }

    /// The same with the boards as they are, where each card of a lock stands for itself alone.
    pub fn place(&mut self, locks: &[Lock]) -> Result<(), String> {
        self.locks = locks.iter().map(|lock| self.placed(lock)).collect::<Result<_, _>>()?;
        for (number, placed) in self.locks.iter().enumerate() {
            let same = |other: &Placed| other.later == placed.later && other.locked.node == placed.locked.node;
            if self.locks[..number].iter().any(same) {
                return Err("two locks are of the same decision".into());
            }
        }
        Ok(())
    }

    fn placed(&self, lock: &Lock) -> Result<Placed, String> {
        let (mut segment, mut board) = (0, 0);
        let mut later = Vec::new();
        let mut at = self.tree.segments[0].root;
        for (number, step) in lock.steps.iter().enumerate() {
            let here = &self.tree.segments[segment];
            let wrong = || format!("step {}: there is no such action or card there", number + 1);
            at = match (at, step) {
                (Some(Child::Node(node)), LockStep::Act(named)) => {
                    let node = &here.nodes[node];
                    Some(node.children[place_of(node, *named).ok_or_else(wrong)?])
                }
                (Some(Child::Leaf(leaf)), LockStep::Deal(card)) => {
                    let LeafKind::Deal { segment: after } = here.leaves[leaf].kind else { return Err(wrong()) };
                    let mut next = self.deals.boards[board].next.iter().enumerate();
                    // Its suit changes places with none, so it stands for itself alone.
                    let (place, next) = next.find(|(_, next)| next.card == *card).ok_or_else(wrong)?;
                    let dealing = here.deals.iter().position(|dealing| *dealing == leaf).ok_or_else(wrong)?;
                    later.push((dealing, place));
                    (segment, board) = (after, next.board);
                    self.tree.segments[segment].root
                }
                _ => return Err(wrong()),
            };
        }
        let Some(Child::Node(node)) = at else { return Err("nobody decides there".into()) };
        let rows = self.rows(&self.tree.segments[segment].nodes[node], lock)?;
        Ok(Placed { later, locked: Locked { node, rows } })
    }

    fn rows(&self, node: &Node, lock: &Lock) -> Result<Vec<f32>, String> {
        let holdings = &self.spot.holdings[node.player];
        let mut named: Vec<Option<&[f64]>> = vec![None; node.actions.len()];
        for (action, shares) in &lock.shares {
            let place = place_of(node, *action).ok_or("an action that is locked is not there")?;
            if named[place].replace(shares).is_some() {
                return Err("an action is locked twice".into());
            }
        }
        let unnamed = named.iter().filter(|shares| shares.is_none()).count();
        let mut rows = vec![FREE; node.actions.len() * holdings.len()];
        for (at, held) in holdings.iter().enumerate() {
            let mut cards = cards_of(held.mask);
            let (Some(low), Some(high)) = (cards.next(), cards.next()) else {
                return Err("only hands of two cards are locked".into());
            };
            let combo = combo_of(low, high);
            let sum: f64 = named.iter().flatten().map(|shares| shares[combo]).sum();
            if sum <= 0.0 {
                continue;
            }
            let whole = if unnamed == 0 { sum } else { sum.max(1.0) };
            let rest = if unnamed == 0 { 0.0 } else { (1.0 - sum).max(0.0) / unnamed as f64 };
            for (action, shares) in named.iter().enumerate() {
                let share = shares.map_or(rest, |shares| shares[combo] / whole);
                rows[action * holdings.len() + at] = share as f32;
            }
        }
        Ok(rows)
    }

    /// Room for all that is learned, locks in their places.
    pub fn room_with_locks(&self) -> Learned {
        let mut learned = self.room(0, 0);
        for placed in &self.locks {
            let mut there = &mut learned;
            for (dealing, place) in &placed.later {
                there = &mut there.later[*dealing][*place];
            }
            there.locked.push(placed.locked.clone());
        }
        learned
    }
}

fn place_of(node: &Node, named: Named) -> Option<usize> {
    let all = node.betting.bets[node.player] + node.betting.stacks[node.player];
    node.actions.iter().position(|action| match (action, named) {
        (Action::Fold, Named::Fold) | (Action::Call, Named::Call) => true,
        (Action::Raise(to), Named::To(wanted)) => *to == wanted,
        (Action::Raise(to), Named::AllIn) => *to >= all,
        _ => false,
    })
}
