//! How many cards of a hidden place somebody else can place: what all can see that others have learned.
//!
//! Who is shown a card, or sees it go, is seen by all; which card it was is not. For each unordered zone and each seat that
//! does not look into it, the layout counts the cards that the seat has seen come there or was shown there. Counts are made
//! of public events alone, so that a world made up for one seat can tell how much the others know without telling what.
//! In ordered zones no count is needed: who has seen the card at a place is public, as long as cards come there one by
//! one before everybody's eyes (see [`Layout::is_muddled`]).

use super::{Layout, Places, c, z};
use crate::game::{MAX_SEATS, Observers, SPECTATOR_BIT};
use crate::mask::Mask;

/// Zones and seats for which cards are counted. What does not fit is not counted: samples then know less.
const MAX_COUNTS: usize = 32;

/// Cards of a zone that a seat can place, though it does not look into it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub zone: u8,
    pub seat: u8,
    pub placed: u8,
    /// Of so many hidden cards. Some of them may have been played since.
    pub among: u8,
    /// Seats that can tell which cards these are.
    pub audience: u16,
}

/// The counts of a layout, and the ordered zones of which it is not public who has seen which card.
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    counts: [Count; MAX_COUNTS],
    used: u8,
    muddled: u64,
    /// Ordered zones of which only who looks into them can tell that.
    picked: u64,
    /// Unordered zones to which cards have come unseen by who looks there: which of them are left is not public.
    mixed: u64,
    /// Zones for which there are counts.
    counted: u64,
    /// Zones of which somebody can place all hidden cards: one that leaves is one of them.
    whole: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { counts: [Count::default(); MAX_COUNTS], used: 0, muddled: 0, picked: 0, mixed: 0, counted: 0, whole: 0 }
    }
}

impl Counts {
    /// Nobody has seen anything.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.used, self.counted, self.whole) = (0, 0, 0);
        (self.muddled, self.picked, self.mixed) = (0, 0, 0);
    }

    #[inline]
    pub(super) fn copy(&mut self, from: &Counts) {
        let used = from.used as usize & (2 * MAX_COUNTS - 1);
        self.counts[..used].copy_from_slice(&from.counts[..used]);
        (self.used, self.counted, self.whole) = (from.used, from.counted, from.whole);
        (self.muddled, self.picked, self.mixed) = (from.muddled, from.picked, from.mixed);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Count> {
        self.counts[..self.used as usize & (2 * MAX_COUNTS - 1)].iter()
    }

    /// All that it holds.
    pub(super) fn contents(&self) -> String {
        let counts: Vec<&Count> = self.iter().collect();
        format!("counts {counts:?} muddled {} picked {} mixed {}", self.muddled, self.picked, self.mixed)
    }

    fn retain(&mut self, mut keep: impl FnMut(&mut Count) -> bool) {
        let mut kept = 0;
        for index in 0..self.used as usize {
            let mut count = self.counts[index];
            if keep(&mut count) {
                self.counts[kept] = count;
                kept += 1;
            }
        }
        self.used = kept as u8;
        self.mark();
    }

    /// Marks the zones that have counts.
    fn mark(&mut self) {
        (self.counted, self.whole) = (0, 0);
        for index in 0..self.used as usize {
            let count = self.counts[index];
            self.counted |= 1 << z(count.zone);
            self.whole |= u64::from(count.placed >= count.among) << z(count.zone);
        }
    }

    /// So many hidden cards leave a zone before the eyes of these observers.
    #[inline(never)]
    fn leave(&mut self, zone: u8, leaving: u8, in_sight: Observers) {
        self.retain(|count| {
            if count.zone == zone && count.placed >= count.among && in_sight >> count.seat & 1 == 1 {
                count.among = count.among.saturating_sub(leaving);
                count.placed = count.among;
            }
            count.placed > 0
        });
    }

    fn add(&mut self, new: Count, arrived: bool) {
        let used = self.used as usize;
        if let Some(count) = self.counts[..used].iter_mut().find(|count| (count.zone, count.seat) == (new.zone, new.seat)) {
            count.among = if arrived { count.among.saturating_add(new.placed) } else { count.among.max(new.among) };
            // A card that is shown may be one that the seat could place before.
            count.placed = count.placed.saturating_add(new.placed).min(count.among);
            count.audience &= new.audience;
        } else if used < MAX_COUNTS {
            self.counts[used] = new;
            self.used += 1;
        }
        self.mark();
    }
}

impl Layout {
    /// So many cards that the public does not see have come to a zone: these observers have seen them.
    #[inline]
    pub(super) fn count_placed(&mut self, places: &Places, zone: u8, cards: u8, seen_by: Observers) {
        let spot = &places.spots[zone as usize];
        if self.counts.counted >> z(zone) & 1 == 1 && seen_by & SPECTATOR_BIT == 0 {
            self.count_arrived(zone, cards, seen_by);
        }
        if seen_by & !spot.viewers != 0 && seen_by & SPECTATOR_BIT == 0 && !spot.ordered {
            self.add_counts(zone, cards, seen_by & !spot.viewers, seen_by, true);
        }
    }

    /// So many hidden cards have come to a zone: who has not seen them can place as many as before, among more. Where no hidden
    /// card lay before, nobody can place any.
    #[inline(never)]
    fn count_arrived(&mut self, zone: u8, cards: u8, seen_by: Observers) {
        let all = self.cards[z(zone)];
        let is_first = all.minus(self.open(all)).len() <= cards as u32;
        self.counts.retain(|count| {
            if count.zone == zone && seen_by >> count.seat & 1 == 0 {
                count.among = count.among.saturating_add(cards);
            }
            count.zone != zone || !is_first
        });
    }

    /// A card is about to leave an unordered zone. Who can place all of its hidden cards can place one less.
    #[inline(always)]
    pub(super) fn count_left(&mut self, zone: u8, card: u8) {
        if self.counts.whole >> z(zone) & 1 == 1 && self.knows[c(card)] & SPECTATOR_BIT == 0 {
            self.counts.leave(zone, 1, Observers::MAX);
        }
    }

    /// So many unseen cards are about to leave an unordered zone, before the eyes of these observers alone.
    #[inline(always)]
    pub(super) fn count_leaving(&mut self, zone: u8, leaving: u8, in_sight: Observers) {
        if self.counts.whole >> z(zone) & 1 == 1 {
            self.counts.leave(zone, leaving, in_sight);
        }
    }

    /// A card of a zone was shown to these observers. Who looks there and knows all of its cards can tell which one.
    pub(super) fn count_shown(&mut self, places: &Places, zone: u8, seen_by: Observers) {
        let spot = &places.spots[zone as usize];
        if seen_by & !spot.viewers != 0 && seen_by & SPECTATOR_BIT == 0 && !spot.ordered {
            let watching = self.cards[z(zone)].into_iter().fold(spot.viewers, |all, card| all & self.knows[c(card)]);
            self.add_counts(zone, 1, seen_by & !spot.viewers, seen_by | watching, false);
        }
    }

    #[inline(never)]
    fn add_counts(&mut self, zone: u8, cards: u8, seats: Observers, audience: Observers, arrived: bool) {
        let all = self.cards[z(zone)];
        let among = all.minus(self.open(all)).len() as u8;
        let is_mixed = self.counts.mixed >> z(zone) & 1 == 1;
        for seat in (0..MAX_SEATS as u8).filter(|seat| seats >> seat & 1 == 1) {
            // Of cards that came before, and were not counted, nobody can tell whether the seat has seen them.
            let is_counted = self.counts.iter().any(|count| (count.zone, count.seat) == (zone, seat));
            let audience = if is_mixed && !is_counted { 0 } else { audience };
            self.counts.add(Count { zone, seat, placed: cards, among, audience: audience as u16 }, arrived);
        }
    }

    /// So many unseen cards leave an unordered zone: those out of sight lose track of it, but for what arrived in the exchange
    /// under way, which stays.
    pub(super) fn lose_counts(&mut self, zone: u8, leaving: u8, in_sight: Observers, has_arrived: bool) {
        self.counts.retain(|count| {
            if count.zone == zone && has_arrived && in_sight >> count.seat & 1 == 0 {
                count.among = count.among.saturating_sub(leaving);
            } else if count.zone == zone {
                count.audience &= in_sight as u16;
                return in_sight >> count.seat & 1 == 1;
            }
            true
        });
    }

    /// A hidden card has come to a zone, seen by these for all to see. Where it was not public who had seen it, it is not there
    /// either.
    #[inline]
    pub(super) fn muddle(&mut self, places: &Places, unclear: bool, to: u8, seen_by: Observers) {
        let spot = &places.spots[to as usize];
        if spot.ordered {
            self.counts.muddled |= u64::from(unclear) << z(to);
        } else {
            self.counts.mixed |= u64::from(unclear || spot.viewers & !seen_by != 0) << z(to);
        }
    }

    /// Whether it is not public who has seen a card that leaves a zone; `located`: all can tell which one it is.
    #[inline]
    pub(super) fn is_unclear(&self, places: &Places, from: u8, located: bool) -> bool {
        let Counts { muddled, picked, mixed, counted, .. } = self.counts;
        let unclear =
            if places.spots[from as usize].ordered { muddled | picked } else { mixed | if located { counted } else { 0 } };
        unclear >> z(from) & 1 == 1
    }

    /// Cards of an ordered zone are shown, or about to leave it, because of what they are and not of where they lie. Nobody
    /// else sees at which places, unless these are all of its hidden cards.
    pub fn pick_from(&mut self, places: &Places, zone: u8, cards: Mask) {
        let spot = &places.spots[zone as usize];
        let hidden = self.cards[z(zone)].minus(self.open(self.cards[z(zone)]));
        if !spot.ordered || hidden.len() < 2 || hidden.within(cards) || cards.and(hidden).is_empty() {
            return;
        }
        if hidden.into_iter().all(|card| spot.viewers & !self.knows[c(card)] == 0) {
            self.counts.picked |= 1 << z(zone);
        } else {
            self.counts.muddled |= 1 << z(zone);
        }
    }

    /// A zone is empty, or has been shuffled: nobody can place its cards.
    #[inline(always)]
    pub(super) fn forget_muddle(&mut self, zone: u8) {
        let others = !(1 << z(zone));
        self.counts.muddled &= others;
        self.counts.picked &= others;
        self.counts.mixed &= others;
    }

    /// Whether a seat cannot tell who has seen which card of an ordered zone.
    pub fn is_muddled(&self, places: &Places, zone: u8, seat: Observers) -> bool {
        let picked = self.counts.picked >> z(zone) & 1 == 1 && places.spots[zone as usize].viewers & seat == 0;
        picked || self.counts.muddled >> z(zone) & 1 == 1
    }
}
