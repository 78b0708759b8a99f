//! What all can see that others have learned: who can place which cards of hidden places, and how many.
//!
//! Who is shown a card, or sees it go, is seen by all; which card it was is not. What a seat can tell of the others is kept
//! apart from what they truly know, and follows from what the seat has seen alone:
//!
//! - `aware`: of the seats that can place a card, those that can tell who all the others are. Who sees a card come from a
//!   place of which it is public who can place its cards is aware of them; otherwise only who was so before still is.
//! - counts: for each unordered zone and each seat that does not look into it, how many of its cards the seat can place.
//!   They are made of public events alone.
//! - In ordered zones no count is needed: who has seen the card at a place is public, as long as cards come there one by
//!   one before everybody's eyes. When that ends (see [`Layout::is_muddled`]), their cards are counted as well.
//! - Of a hidden card that came unseen to an unordered zone, `aware` also names those who look there and can tell who knows
//!   it. They cannot tell such cards apart: what is known of each is theirs only as long as no doubt arises which of them it is.
//!
//! [`Layout::seen_to_know`] is the one way from what others truly know into a world made up for a seat.

use super::{Layout, Places, c, seats_in, z};
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
    /// Of these, cards that came at once with others: who looks there cannot tell which of so many they were.
    pub loose: u8,
    pub loose_among: u8,
}

/// The counts of a layout, and the zones of which it is not public who has seen which card.
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    counts: [Count; MAX_COUNTS],
    used: u8,
    /// Ordered zones of which it is not public who has seen the card at which place.
    muddled: u64,
    /// Ordered zones of which only who looks into them can tell that.
    picked: u64,
    /// Unordered zones of which it is not public how many cards each seat can place: cards have come unseen by who looks
    /// there, or from where it was not public, or a card was shown that may have been known.
    mixed: u64,
    /// Zones for which there are counts.
    counted: u64,
    /// Zones of which somebody can place all hidden cards: one that leaves is one of them.
    whole: u64,
    /// Zones of which somebody can place some hidden cards: one that leaves may be one of them.
    partial: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        let counts = [Count::default(); MAX_COUNTS];
        Counts { counts, used: 0, muddled: 0, picked: 0, mixed: 0, counted: 0, whole: 0, partial: 0 }
    }
}

impl Counts {
    /// Nobody has seen anything.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.used, self.counted, self.whole, self.partial) = (0, 0, 0, 0);
        (self.muddled, self.picked, self.mixed) = (0, 0, 0);
    }

    #[inline]
    pub(super) fn copy(&mut self, from: &Counts) {
        let used = from.used as usize & (2 * MAX_COUNTS - 1);
        self.counts[..used].copy_from_slice(&from.counts[..used]);
        (self.used, self.counted, self.whole, self.partial) = (from.used, from.counted, from.whole, from.partial);
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
        (self.counted, self.whole, self.partial) = (0, 0, 0);
        for index in 0..self.used as usize {
            let count = self.counts[index];
            let is_whole = count.placed >= count.among;
            self.counted |= 1 << z(count.zone);
            self.whole |= u64::from(is_whole) << z(count.zone);
            self.partial |= u64::from(!is_whole) << z(count.zone);
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

    fn find(&mut self, zone: u8, seat: u8) -> Option<&mut Count> {
        let used = self.used as usize;
        self.counts[..used].iter_mut().find(|count| (count.zone, count.seat) == (zone, seat))
    }

    /// Counts for a zone and a seat that has none yet.
    fn begin(&mut self, new: Count) {
        let used = self.used as usize;
        if used < MAX_COUNTS {
            self.counts[used] = new;
            self.used += 1;
        } else {
            self.mixed |= 1 << z(new.zone);
        }
    }
}

/// What each seat knows of hidden cards that go at once: so many of so many, which of them only it can tell.
#[derive(Debug, Clone, Copy, Default)]
pub struct Together {
    placed: [(u8, u8); MAX_SEATS],
    /// How many cards go.
    going: u8,
    /// Seats that see them anyway.
    viewers: Observers,
}

impl Layout {
    /// Who can place a card, as far as a seat can tell: all of them if that is public or the seat is aware of them, otherwise who
    /// looks there. Depends on what the seat has seen alone.
    pub fn seen_to_know(&self, places: &Places, card: u8, seat: u8) -> Observers {
        let (zone, own, knows) = (self.zone_of[c(card)], 1 << seat, self.knows[c(card)]);
        let viewers = places.spots[zone as usize].viewers;
        if self.is_aware(places, card, seat) {
            knows
        } else if viewers & own == 0 || knows & own != 0 {
            viewers & !SPECTATOR_BIT | knows & own
        } else {
            0 // it came unseen to where the seat looks, from where it was not public who knew it
        }
    }

    /// Whether a seat can tell who can place a card.
    pub fn is_aware(&self, places: &Places, card: u8, seat: u8) -> bool {
        let (zone, own) = (self.zone_of[c(card)], 1 << seat);
        self.knows[c(card)] & SPECTATOR_BIT != 0
            || places.spots[zone as usize].ordered && !self.is_muddled(places, zone, own)
            // Of cards that look alike nobody can tell which one somebody else knows; of those that it cannot place, a seat
            // need not.
            || (!places.alike.has(card) || self.knows[c(card)] & own == 0) && self.aware[c(card)] as Observers & own != 0
    }

    /// These observers can place a card now, or look at where it lies unseen. Where that is public, they can tell who can.
    #[inline(always)]
    pub(super) fn be_aware(&mut self, places: &Places, card: u8, after: Observers, is_clear: bool) {
        if is_clear {
            self.aware[c(card)] = after as u16;
            self.loose.remove(card);
            return;
        }
        // Which of several like cards went is not seen.
        let before = if places.alike.has(card) { 0 } else { self.aware[c(card)] };
        self.aware[c(card)] = before & after as u16;
        self.loose.insert(card);
    }

    /// A card is about to leave an unordered zone, or to be shown there. Who could place which of those like it that stay can no
    /// longer be told.
    #[inline]
    pub(super) fn confuse_copies(&mut self, places: &Places, card: u8, zone: u8, other_than: Mask) {
        if (self.counts.counted | self.counts.mixed) >> z(zone) & 1 == 1 && places.alike.has(card) {
            for other in self.cards[z(zone)].minus(other_than) {
                if places.type_of[c(other)] == places.type_of[c(card)] {
                    self.aware[c(other)] = 0;
                    self.loose.insert(other);
                }
            }
            self.doubt_unseen(places, zone);
        }
    }

    /// Hidden cards are about to go at once. Where one seat can place other ones of them than another, who sees them arrive
    /// cannot tell which: only how many, and that only where all go to one place without order.
    #[inline]
    pub fn set_out(&mut self, places: &Places, cards: Mask, whole: bool, to: Option<u8>) -> Option<Together> {
        if self.counts_hidden(places) && to.is_some() && !self.is_sent(cards) {
            self.send(places, cards, false);
        }
        let mut together = None;
        let mut left = cards;
        while let Some(card) = left.lowest() {
            let zone = self.zone_of[c(card)];
            let going = left.and(self.cards[z(zone)]);
            left = left.minus(going);
            if going.len() > 1 && to.is_none_or(|to| places.spots[to as usize].ordered) {
                self.mingle_all(going, Observers::MAX); // in which order they lie there says nothing of where they lay
            }
            if going.len() > 1 && (whole || places.spots[zone as usize].ordered) && self.known_by[z(zone)] != 0 {
                self.jumble(places, zone, going, to, &mut together);
            }
        }
        together
    }

    #[inline(never)]
    fn jumble(&mut self, places: &Places, zone: u8, going: Mask, to: Option<u8>, together: &mut Option<Together>) {
        let spot = &places.spots[zone as usize];
        let hidden = going.minus(self.open(going));
        let in_order = spot.ordered && !self.is_out_of_order(zone);
        // Where places tell, it is public whether all were seen by the same; elsewhere, whether somebody has seen some.
        let differ = match (spot.ordered, in_order) {
            (true, true) => !self.known_alike(hidden),
            (true, false) => self.counts.counted >> z(zone) & 1 == 1,
            (false, _) => self.counts.partial >> z(zone) & 1 == 1,
        };
        if !differ {
            return;
        }
        if spot.ordered && spot.viewers & SPECTATOR_BIT == 0 && spot.viewers != 0 {
            self.pick_from(places, zone, going, true);
        }
        if !spot.ordered && self.is_unclear(places, zone, false) {
            return;
        }
        let in_order = in_order && !self.is_out_of_order(zone);
        if to.is_none_or(|to| places.spots[to as usize].ordered) {
            if !spot.ordered {
                self.counts.mixed |= 1 << z(zone);
            } else if in_order {
                self.lose_order(places, zone, Mask::EMPTY);
                self.counts.muddled |= 1 << z(zone);
            }
            return;
        }
        let together = together.get_or_insert_default();
        let hidden_cards = hidden.len() as u8;
        together.going += hidden_cards;
        together.viewers |= spot.viewers;
        for (seat, (placed, among)) in (0..).zip(&mut together.placed) {
            let count = self.counts.find(zone, seat).copied();
            *among = among.saturating_add(count.map_or(hidden_cards, |count| count.among.max(hidden_cards)));
            *placed += match in_order {
                true => hidden.into_iter().filter(|card| self.knows[c(*card)] >> seat & 1 == 1).count() as u8,
                false => count.map_or(0, |count| count.placed),
            };
        }
        self.jumbled = self.jumbled.or(hidden);
    }

    /// Cards that went at once have arrived, seen by these.
    #[inline]
    pub fn come_in(&mut self, places: &Places, to: Option<u8>, seen_by: Observers, together: Option<Together>) {
        self.arrive(places);
        if let (Some(to), Some(together)) = (to, together) {
            self.count_together(places, to, seen_by, &together);
        }
    }

    #[inline(never)]
    fn count_together(&mut self, places: &Places, to: u8, seen_by: Observers, together: &Together) {
        self.jumbled = Mask::EMPTY;
        let counted = together.viewers | seen_by | places.spots[to as usize].viewers;
        let among = self.hidden_cards(to);
        for seat in seats_in(places.everyone & !counted) {
            let (placed, of) = together.placed[seat as usize];
            let gone = of.saturating_sub(together.going);
            if placed == 0 {
                continue;
            }
            if let Some(count) = self.counts.find(to, seat) {
                count.among = count.among.saturating_add(gone);
                count.placed = count.placed.saturating_add(placed).min(count.among);
                count.loose = count.loose.saturating_add(placed);
                count.loose_among = count.loose_among.saturating_add(of);
            } else {
                let among = among.saturating_add(gone);
                self.counts.begin(Count { zone: to, seat, placed, among, loose: placed, loose_among: of });
            }
        }
        self.counts.mark();
    }

    /// Cards of a zone that not all see.
    fn hidden_cards(&self, zone: u8) -> u8 {
        let all = self.cards[z(zone)];
        all.minus(self.open(all)).len() as u8
    }

    /// So many cards that the public does not see have come to a zone: these observers have seen them.
    #[inline(always)]
    pub(super) fn count_placed(&mut self, places: &Places, zone: u8, cards: u8, seen_by: Observers, loose: bool) {
        let spot = &places.spots[zone as usize];
        if self.counts.counted != 0 && self.counts.counted >> z(zone) & 1 == 1 && seen_by & SPECTATOR_BIT == 0 {
            self.count_arrived(zone, cards, seen_by);
        }
        let is_counted = || !spot.ordered || self.is_out_of_order(zone);
        if seen_by & !spot.viewers != 0 && seen_by & SPECTATOR_BIT == 0 && is_counted() {
            self.add_counts(zone, cards, seen_by & !spot.viewers, if loose { cards } else { 0 });
        }
    }

    /// So many hidden cards have come to a zone: who has not seen them can place as many as before, among more. Where no hidden
    /// card lay before, nobody can place any.
    #[inline(never)]
    fn count_arrived(&mut self, zone: u8, cards: u8, seen_by: Observers) {
        let is_first = self.hidden_cards(zone) <= cards;
        self.counts.retain(|count| {
            if count.zone == zone && seen_by >> count.seat & 1 == 0 {
                count.among = count.among.saturating_add(cards);
            }
            count.zone != zone || !is_first
        });
    }

    /// These seats have seen so many hidden cards come to a zone.
    #[inline(never)]
    fn add_counts(&mut self, zone: u8, cards: u8, seats: Observers, loose: u8) {
        let among = self.hidden_cards(zone);
        for seat in seats_in(seats) {
            if let Some(count) = self.counts.find(zone, seat) {
                count.among = count.among.saturating_add(cards);
                count.placed = count.placed.saturating_add(cards).min(count.among);
                count.loose = count.loose.saturating_add(loose);
                count.loose_among = count.loose_among.saturating_add(loose);
            } else {
                self.counts.begin(Count { zone, seat, placed: cards, among, loose, loose_among: loose });
            }
        }
        self.counts.mark();
    }

    /// A card is about to leave a zone whose cards are counted. Who can place all of its hidden cards can place one less.
    #[inline(always)]
    pub(super) fn count_left(&mut self, places: &Places, zone: u8, card: u8) {
        let uneasy = self.counts.whole | self.counts.mixed;
        if uneasy != 0 && uneasy >> z(zone) & 1 == 1 && self.knows[c(card)] & SPECTATOR_BIT == 0 {
            self.count_out(places, zone, 1, Observers::MAX);
        }
    }

    /// So many hidden cards are about to leave an unordered zone, before the eyes of these observers alone.
    #[inline(always)]
    pub(super) fn count_leaving(&mut self, places: &Places, zone: u8, leaving: u8, in_sight: Observers) {
        if (self.counts.whole | self.counts.mixed) >> z(zone) & 1 == 1 {
            self.count_out(places, zone, leaving, in_sight);
        }
    }

    #[inline(never)]
    fn count_out(&mut self, places: &Places, zone: u8, leaving: u8, in_sight: Observers) {
        if self.counts.whole >> z(zone) & 1 == 1 {
            self.counts.leave(zone, leaving, in_sight);
        }
        self.doubt_unseen(places, zone);
    }

    /// A hidden card is about to leave an unordered zone, or to be shown there. Whoever looks there without having seen all of
    /// its cards cannot tell which of those it is, or which one somebody takes it for: where it makes a difference, it can no
    /// longer tell who knows them.
    #[inline(never)]
    fn doubt_unseen(&mut self, places: &Places, zone: u8) {
        let spot = &places.spots[zone as usize];
        if spot.ordered || self.counts.mixed >> z(zone) & 1 == 0 {
            return;
        }
        for seat in seats_in(spot.viewers & places.everyone) {
            let unseen = self.cards[z(zone)].into_iter().filter(|card| self.knows[c(*card)] >> seat & 1 == 0);
            let unseen = unseen.fold(Mask::EMPTY, |cards, card| cards.or(Mask::of(card)));
            let can_tell = |layout: &Layout, card: u8| layout.aware[c(card)] >> seat & 1 == 1;
            let first = unseen.lowest().is_some_and(|card| can_tell(self, card));
            let alike = self.known_alike(unseen) && unseen.into_iter().all(|card| can_tell(self, card) == first);
            if places.has_copies || !alike {
                unseen.into_iter().for_each(|card| self.aware[c(card)] &= !(1 << seat));
            }
        }
    }

    /// Whether the same observers know all of these cards.
    fn known_alike(&self, cards: Mask) -> bool {
        let first = cards.lowest().map_or(0, |card| self.knows[c(card)]);
        cards.into_iter().all(|card| self.knows[c(card)] == first)
    }

    /// Whether somebody may lose count of hidden cards when some are shown to all.
    #[inline(always)]
    pub(super) fn loses_count(&self) -> bool {
        self.counts.whole | self.counts.mixed != 0
    }

    /// Cards are about to be shown where they lie. Who looks there sees which; everybody does where order tells, or where all
    /// are shown, or to all.
    pub(super) fn see_shown(&mut self, places: &Places, cards: Mask, to: Observers) {
        let mut left = cards;
        while let Some(card) = left.lowest() {
            let zone = self.zone_of[c(card)];
            let all = self.cards[z(zone)];
            let hidden = all.minus(self.open(all));
            let shown = hidden.and(cards);
            left = left.minus(all);
            if hidden.is_empty() {
                continue;
            }
            let spot = &places.spots[zone as usize];
            self.doubt_unseen(places, zone);
            let is_public = spot.ordered && !self.is_out_of_order(zone);
            let is_clear = is_public || !spot.ordered && (self.counts.mixed | self.counts.partial) >> z(zone) & 1 == 0;
            let all_see = is_public || to & SPECTATOR_BIT != 0 || all.within(cards);
            // Where cards lie that all can place, only who looks sees whether one of those is shown.
            let is_counted = all_see || hidden == all;
            let is_clear = is_clear && is_counted;
            let watching = if all_see { Observers::MAX } else { to | spot.viewers };
            for card in hidden {
                self.aware[c(card)] &= watching as u16;
            }
            for card in shown {
                let after = (self.knows[c(card)] | to) & watching | if spot.ordered { 0 } else { spot.viewers };
                self.be_aware(places, card, after, is_clear);
            }
            if to & SPECTATOR_BIT != 0 {
                self.count_leaving(places, zone, shown.len() as u8, Observers::MAX); // they are hidden no more
            } else if !is_counted {
                self.counts.mixed |= 1 << z(zone);
            } else if !is_public {
                self.count_shown(zone, shown.len() as u8, hidden.len() as u8, to & !spot.viewers, is_clear);
            }
        }
    }

    /// So many hidden cards of a zone are shown to seats that do not look there.
    fn count_shown(&mut self, zone: u8, shown: u8, hidden: u8, to: Observers, is_clear: bool) {
        let loose = if is_clear { 0 } else { shown };
        for seat in seats_in(to) {
            let mut uncertain = false;
            if let Some(count) = self.counts.find(zone, seat) {
                if count.placed >= count.among {
                    continue; // it could place all of them
                }
                // A card that is shown may be one that the seat could place before, unless all are shown.
                uncertain = shown < hidden;
                count.among = if uncertain { count.among.max(hidden) } else { hidden };
                count.placed = count.placed.saturating_add(shown).min(count.among);
                count.loose = count.loose.saturating_add(loose);
                count.loose_among = count.loose_among.saturating_add(loose);
            } else {
                self.counts.begin(Count { zone, seat, placed: shown, among: hidden, loose, loose_among: loose });
            }
            self.counts.mixed |= u64::from(uncertain) << z(zone);
        }
        self.counts.mark();
    }

    /// So many unseen cards leave an unordered zone: those out of sight lose track of it, but for what arrived in the exchange
    /// under way, which stays.
    pub(super) fn lose_counts(&mut self, zone: u8, leaving: u8, in_sight: Observers, has_arrived: bool) {
        self.counts.retain(|count| {
            if count.zone == zone && has_arrived && in_sight >> count.seat & 1 == 0 {
                count.among = count.among.saturating_sub(leaving);
            } else if count.zone == zone {
                return in_sight >> count.seat & 1 == 1;
            }
            true
        });
    }

    /// A hidden card has come to a zone, seen by these for all to see. Where it was not public who had seen it, it is not there
    /// either.
    #[inline(always)]
    pub(super) fn muddle(&mut self, places: &Places, unclear: bool, card: u8, to: u8, seen_by: Observers) {
        let spot = &places.spots[to as usize];
        if spot.ordered {
            if unclear {
                self.muddle_row(places, card, to, seen_by);
            }
        } else {
            if unclear || spot.viewers & !seen_by != 0 {
                self.counts.mixed |= 1 << z(to);
            }
        }
    }

    #[inline(never)]
    fn muddle_row(&mut self, places: &Places, card: u8, to: u8, seen_by: Observers) {
        if !self.is_out_of_order(to) {
            self.lose_order(places, to, Mask::of(card));
            self.counts.muddled |= 1 << z(to);
            self.count_placed(places, to, 1, seen_by, true);
        }
        self.counts.muddled |= 1 << z(to);
    }

    /// Whether it is not public who has seen the card at which place of an ordered zone.
    #[inline]
    fn is_out_of_order(&self, zone: u8) -> bool {
        (self.counts.muddled | self.counts.picked) >> z(zone) & 1 == 1
    }

    /// From now on it is not public who has seen the card at which place of an ordered zone: only how many of its hidden cards,
    /// but for one that has just come, each seat can place.
    #[inline(never)]
    fn lose_order(&mut self, places: &Places, zone: u8, but: Mask) {
        if self.is_out_of_order(zone) {
            return;
        }
        let all = self.cards[z(zone)].minus(but);
        let hidden = all.minus(self.open(all));
        for seat in seats_in(places.everyone & !places.spots[zone as usize].viewers) {
            let placed = hidden.into_iter().filter(|card| self.knows[c(*card)] >> seat & 1 == 1).count() as u8;
            if placed > 0 {
                self.counts.begin(Count { zone, seat, placed, among: hidden.len() as u8, loose: 0, loose_among: 0 });
            }
        }
        self.counts.mark();
    }

    /// Whether it is not public who has seen a card that leaves a zone; `located`: all can tell which one it is.
    #[inline(always)]
    pub fn is_unclear(&self, places: &Places, from: u8, located: bool) -> bool {
        let Counts { muddled, picked, mixed, partial, .. } = self.counts;
        if muddled | picked | mixed | partial == 0 {
            return false;
        }
        let unclear =
            if places.spots[from as usize].ordered { muddled | picked } else { mixed | if located { partial } else { 0 } };
        unclear >> z(from) & 1 == 1
    }

    /// Cards of an ordered zone are shown, or about to leave it, because of what they are and not of where they lie. Nobody
    /// else sees at which places, unless these are all of its hidden cards. Where cards leave and the same seats have seen all of
    /// those that it could be, it makes no difference.
    pub fn pick_from(&mut self, places: &Places, zone: u8, cards: Mask, leave: bool) {
        let spot = &places.spots[zone as usize];
        let hidden = self.cards[z(zone)].minus(self.open(self.cards[z(zone)]));
        if spot.ordered && leave && !cards.and(hidden).is_empty() {
            self.mingle_all(hidden.minus(self.arrived), !spot.viewers);
        }
        if !spot.ordered || hidden.len() < 2 || hidden.within(cards) || cards.and(hidden).is_empty() {
            return;
        }
        if leave && !self.is_out_of_order(zone) && self.stays_in_order(zone, hidden, cards) {
            return;
        }
        self.lose_order(places, zone, Mask::EMPTY);
        if hidden.into_iter().all(|card| spot.viewers & !self.knows[c(card)] == 0) {
            self.counts.picked |= 1 << z(zone);
        } else {
            self.counts.muddled |= 1 << z(zone);
        }
    }

    /// Whether all can tell who has seen the card at which place, whichever of those that were there before the exchange under
    /// way leave: the same seats have seen all of them, and they lie side by side.
    fn stays_in_order(&self, zone: u8, hidden: Mask, leaving: Mask) -> bool {
        let old = hidden.minus(self.arrived);
        if !self.known_alike(old) || !leaving.and(hidden).within(old) {
            return false;
        }
        let mut is_old = self.from_top(zone).filter(|card| hidden.has(*card)).map(|card| old.has(card));
        is_old.by_ref().find(|is_old| *is_old);
        is_old.find(|is_old| !is_old);
        !is_old.any(|is_old| is_old)
    }

    /// A zone is empty, or has been shuffled: nobody can place its cards.
    #[inline(always)]
    pub(super) fn forget_muddle(&mut self, zone: u8) {
        if self.counts.counted >> z(zone) & 1 == 1 {
            self.counts.retain(|count| count.zone != zone);
        }
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
