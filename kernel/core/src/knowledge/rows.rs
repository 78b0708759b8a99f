//! What seats see of the places of cards where order matters, as each step leaves them.
//!
//! A card that leaves an ordered zone from within, or is shown there, shows whoever knows cards of that zone where they
//! lie: not at once, as several cards may go in an order that nobody sees, but when the step is over. What has changed
//! for a seat is then added to its information with the time, so that a key tells after which step it was so.
//! Places are counted from the bottom: whatever happens on top of a card leaves it where it is.

use super::key_tags::KEY_TAG_PLACES;
use super::{Layout, MAX_CARDS, Places, c, seats_in, z};
use crate::chance::mix;
use crate::game::{MAX_SEATS, Observers, SPECTATOR_BIT};
use crate::mask::Mask;

/// Places that change in the step under way. Between steps there are none.
#[derive(Default)]
pub(super) struct Rows {
    /// Zones in which some do, a bit each.
    touched: u64,
    /// What changes there: apart, as few games need it and every state is copied often. Kept for the next step.
    changes: Option<Box<Changes>>,
}

impl Clone for Rows {
    #[inline]
    fn clone(&self) -> Rows {
        if self.touched == 0 {
            return Rows::default();
        }
        Rows { touched: self.touched, changes: self.changes.clone() }
    }
}

#[derive(Clone)]
struct Changes {
    /// Zones that cards have left from within, a bit each.
    left: u64,
    /// Cards that have lain in these since before the first left, and where that was.
    stayed: Mask,
    was: [u8; MAX_CARDS],
    /// Cards that were shown there, and the seats that had not known them.
    shown: Mask,
    learned: [u16; MAX_CARDS],
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { left: 0, stayed: Mask::EMPTY, was: [0; MAX_CARDS], shown: Mask::EMPTY, learned: [0; MAX_CARDS] }
    }
}

impl Rows {
    /// Nothing has changed.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.touched = 0;
    }

    pub(super) fn are_unsettled(&self) -> bool {
        self.touched != 0
    }

    /// A card leaves its place, and may come back to another.
    #[inline]
    pub(super) fn leave(&mut self, card: u8) {
        if self.touched != 0
            && let Some(changes) = &mut self.changes
        {
            changes.stayed.remove(card);
            changes.shown.remove(card);
        }
    }

    /// Whether a card has left a zone from within.
    fn have_left(&self, zone: u8) -> bool {
        self.touched != 0 && self.changes.as_ref().is_some_and(|changes| changes.left >> z(zone) & 1 == 1)
    }

    /// Something changes in a zone.
    fn touch(&mut self, zone: u8) -> &mut Changes {
        let changes = self.changes.get_or_insert_default();
        if self.touched == 0 {
            (changes.left, changes.stayed, changes.shown) = (0, Mask::EMPTY, Mask::EMPTY);
        }
        self.touched |= 1 << z(zone);
        changes
    }
}

impl Layout {
    /// A card is about to leave an ordered zone from within.
    #[inline(never)]
    pub(super) fn leave_from_within(&mut self, places: &Places, card: u8, zone: u8) {
        // A card that all can place and that is like no other all see leave.
        let is_seen = self.knows[c(card)] & SPECTATOR_BIT != 0 && !places.alike.has(card);
        let is_known = self.known_by[z(zone)] & (SPECTATOR_BIT - 1) != 0;
        if is_seen || !is_known || self.rows.have_left(zone) {
            return;
        }
        let mut below = self.from_top(zone).count() as u8;
        let mut lying = self.top[z(zone)];
        let changes = self.rows.touch(zone);
        changes.left |= 1 << z(zone);
        while below > 0 {
            below -= 1;
            changes.was[c(lying)] = below;
            changes.stayed.insert(lying);
            lying = self.under[c(lying)];
        }
    }

    /// A card of an ordered zone has been shown to seats that did not know it.
    pub(super) fn show_place(&mut self, card: u8, zone: u8, learned: Observers) {
        if learned == 0 {
            return;
        }
        let changes = self.rows.touch(zone);
        let before = if changes.shown.has(card) { changes.learned[c(card)] } else { 0 };
        changes.shown.insert(card);
        changes.learned[c(card)] = before | learned as u16;
    }

    /// The step is over: seats see where the cards that they know lie now.
    #[inline(always)]
    pub fn settle_places(&mut self, places: &Places) {
        if self.rows.touched != 0 {
            self.note_places(places);
        }
    }

    #[inline(never)]
    fn note_places(&mut self, places: &Places) {
        let mut seen = [0u64; MAX_SEATS];
        let Some(changes) = &self.rows.changes else {
            return;
        };
        for zone in (0..places.spots.len() as u8).filter(|zone| self.rows.touched >> zone & 1 == 1) {
            let mut below = self.from_top(zone).count() as u64;
            for card in self.from_top(zone) {
                below -= 1;
                let place = (zone as u64) << 32 | (places.type_of[c(card)] as u64) << 16 | below << 8;
                let learned = if changes.shown.has(card) { changes.learned[c(card)] as Observers } else { 0 };
                seats_in(learned).for_each(|seat| add(&mut seen, seat, place | 1 << 40));
                let was = changes.was[c(card)] as u64;
                if changes.stayed.has(card) && was != below {
                    seats_in(self.knows[c(card)] & !learned).for_each(|seat| add(&mut seen, seat, place | was));
                }
            }
        }
        self.rows.clear();
        let now = mix(self.public_key);
        for (seat, sum) in (0..).zip(seen).filter(|(_, sum)| *sum != 0) {
            self.note_private(seat, KEY_TAG_PLACES ^ mix(sum ^ now));
        }
    }
}

/// A sum, as nobody sees in which order several cards went.
fn add(seen: &mut [u64; MAX_SEATS], seat: u8, place: u64) {
    let sum = &mut seen[seat as usize & (MAX_SEATS - 1)];
    *sum = sum.wrapping_add(mix(place));
}
