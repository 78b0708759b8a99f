//! What keys are held against while a tree is built.

use super::{Builder, Item, NO_SEQUENCE};
use crate::chance::Rng;
use crate::solve::Refusal;
use crate::solve::dealing::Dealt;

/// Worlds that the key of an information set is compared in.
const LOOK_ALIKES: usize = 2;

impl<G: Dealt> Builder<'_, G> {
    /// A key may not tell what its seat has not seen: it is the same in other worlds that look alike to the seat.
    pub(super) fn check_unseen(&self, seat: u8, item: &Item<G::State>, frame: usize, key: u64) -> Result<(), Refusal> {
        let mut rng = Rng::new(key);
        for _ in 0..LOOK_ALIKES {
            let (other, is_exact) = self.game.resample(&item.states[frame], seat, &mut rng);
            if is_exact && self.game.key(&other, seat) != key {
                return Err(Refusal::Inconsistent(format!(
                    "seat {seat} has another key where all that it has seen is the same, {} decisions into the game: its key \
                     tells what it has not seen",
                    item.path.len()
                )));
            }
        }
        Ok(())
    }

    /// Two pasts of one key: whether they differ in what was seen, and not only in what the seat itself has done, which
    /// it is taken to remember.
    pub(super) fn forgets_sights(&self, one: u32, other: u32) -> bool {
        let past = |sequence: u32| {
            let mut past = Vec::new();
            let mut at = sequence;
            while at != NO_SEQUENCE {
                let set = self.tree.sets.partition_point(|set| set.first <= at) - 1;
                past.push((set, at));
                at = self.tree.sets[set].parent;
            }
            past.reverse();
            past
        };
        let (one, other) = (past(one), past(other));
        for (a, b) in one.iter().zip(&other) {
            if a != b {
                return a.0 != b.0;
            }
        }
        // One past goes on where the other ends: the same key before and after an action of its own.
        true
    }
}
