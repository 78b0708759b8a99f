//! A pick of exactly so many cards of one zone, one by one: when it is open, what is left to pick, and its playing.

use crate::game::Legal;
use crate::rules::plan::choice::{ZoneBySeat, cards_of, zone_by_seat};
use crate::rules::plan::prelude::*;

/// The only pick of a move, in a deck without copies: always as many cards of a seat's zone, and nothing else to heed.
#[derive(Debug, Clone)]
pub struct FixedPick {
    pub slot: u16,
    home: ZoneBySeat,
    among: Mask,
    count: u32,
}

impl FixedPick {
    /// An offer's pick, if it is one of these.
    pub fn find(rules: &Rules, offer: &Offer) -> Option<FixedPick> {
        let [Pick { slot, kind: PickKind::Cards { cards, low, high, total: None, .. }, .. }] = offer.picks.as_slice() else {
            return None;
        };
        let (Int::Const(count @ 1..), Set::Held(spot, among)) = (&rules.ints[*high as usize], &rules.sets[*cards as usize])
        else {
            return None;
        };
        let fits = rules.uses(Recogniser::FixedPicks) && low == high && rules.single_copies && !offer.look_ahead;
        let home = zone_by_seat(rules, *spot).filter(|_| fits)?;
        Some(FixedPick { slot: *slot, home, among: *among, count: *count as u32 })
    }

    /// The cards to choose from.
    #[inline]
    fn held(&self, state: &State) -> Mask {
        cards_of(&self.home, state).and(self.among)
    }

    /// Whether there are as many cards.
    #[inline]
    pub fn is_open(&self, state: &State) -> bool {
        self.held(state).len() >= self.count
    }

    /// The cards that may be picked besides those chosen.
    #[inline]
    pub fn open(&self, state: &State, chosen: Mask) -> Mask {
        let held = self.held(state);
        if held.len() >= self.count { held.minus(chosen) } else { Mask::EMPTY }
    }

    /// Lists them.
    #[inline]
    pub fn list(&self, state: &State, chosen: Mask, out: &mut Legal) {
        out.push(self.slot, self.open(state, chosen));
    }

    /// Whether these are as many as are to be chosen, or as there are.
    #[inline]
    pub fn is_whole(&self, state: &State, chosen: Mask) -> bool {
        chosen.len() >= self.count || chosen == self.held(state)
    }
}
