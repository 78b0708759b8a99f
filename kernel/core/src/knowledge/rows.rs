//! What seats see of cards where order matters, as each step leaves them.
//!
//! Cards that leave an ordered zone for what they are, or are shown there, show whoever knows cards of that zone where those
//! lie: not at once, as several may go in an order that nobody sees, but when the step is over. Then each seat adds to its
//! information how the row looks to it, with the time. That is made of faces and places alone, and all see which rows it is
//! about: which of two like cards went, and what others know, cannot enter.

use super::key_tags::KEY_TAG_PLACES;
use super::{Layout, Places, c, seats_in, z};
use crate::chance::mix;
use crate::game::{MAX_SEATS, SPECTATOR_BIT};

impl Layout {
    /// Something happens to cards of an ordered zone after which seats look where those that they know lie.
    #[inline(always)]
    pub(super) fn touch(&mut self, zone: u8) {
        self.touched |= 1 << z(zone);
    }

    /// The step is over: seats see where the cards that they know lie now.
    #[inline(always)]
    pub fn settle_places(&mut self, places: &Places) {
        if self.touched != 0 {
            self.note_places(places);
        }
    }

    #[inline(never)]
    fn note_places(&mut self, places: &Places) {
        let (mut seen, mut open) = ([0u64; MAX_SEATS], 0u64);
        let touched = std::mem::take(&mut self.touched);
        for zone in (0..places.spots.len() as u8).filter(|zone| touched >> zone & 1 == 1) {
            if self.known_by[z(zone)] == 0 {
                continue;
            }
            let mut below = self.size[z(zone)] as u64;
            for card in self.from_top(zone) {
                below -= 1;
                let place = mix((zone as u64) << 32 | (places.type_of[c(card)] as u64) << 16 | below);
                let known = self.knows[c(card)];
                // Sums, as it makes no difference in which order they are made.
                if known & SPECTATOR_BIT != 0 {
                    open = open.wrapping_add(place);
                } else {
                    for seat in seats_in(known) {
                        let sum = &mut seen[seat as usize & (MAX_SEATS - 1)];
                        *sum = sum.wrapping_add(place);
                    }
                }
            }
        }
        if open != 0 {
            self.note(KEY_TAG_PLACES ^ mix(open));
        }
        let now = mix(self.public_key);
        for (seat, sum) in (0..).zip(seen).filter(|(_, sum)| *sum != 0) {
            self.note_private(seat, KEY_TAG_PLACES ^ mix(sum ^ now));
        }
    }
}
