//! Transfers between zones: what moving a card from one to another shows and counts as.

use crate::knowledge::Places;
use crate::rules::plan::prelude::*;
use crate::rules::zones::ZoneInfo;

/// What a transfer counts as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsAs {
    Nothing,
    /// From the stock to a hand.
    Draw,
    /// From the table to a hand.
    TakingUp,
    /// From the table to cards captured.
    Capture,
}

/// From one zone to the top of another.
#[derive(Debug, Clone, Copy)]
pub struct TransferPlan {
    /// Whether order matters where the card comes from, and where it goes.
    pub ordered: (bool, bool),
    /// Everyone sees it arrive.
    pub open: bool,
    /// It need not move at all: order matters, and there is no other place for it.
    pub stays: bool,
    /// The card that it lay on comes to light.
    pub uncovers: bool,
    pub counts: CountsAs,
}

/// From every zone to every other.
#[derive(Debug, Clone)]
pub struct TransferPlans {
    /// Those from a zone together, [`MAX_ZONES`] of them.
    from: Vec<[TransferPlan; MAX_ZONES]>,
}

impl TransferPlans {
    pub fn new(zones: &[ZoneInfo], places: &Places) -> TransferPlans {
        let transfer = |from: usize, to: usize| {
            let to = to.min(zones.len() - 1);
            let (left, reached) = (places.spots[from], places.spots[to]);
            TransferPlan {
                ordered: (left.ordered, reached.ordered),
                open: reached.viewers == places.everyone,
                stays: from == to && reached.ordered,
                uncovers: zones[from].only_top,
                counts: match (zones[from].role, zones[to].role) {
                    (Role::Stock, Role::Hand) => CountsAs::Draw,
                    (Role::Discard | Role::Tableau, Role::Hand) => CountsAs::TakingUp,
                    (Role::Tableau, Role::Captured) => CountsAs::Capture,
                    _ => CountsAs::Nothing,
                },
            }
        };
        TransferPlans { from: (0..zones.len()).map(|from| std::array::from_fn(|to| transfer(from, to))).collect() }
    }

    #[inline]
    pub fn between(&self, from: u8, to: u8) -> TransferPlan {
        self.from[from as usize][to as usize & (MAX_ZONES - 1)]
    }
}
