//! How many cards of each class a place holds, at least and at most, as far as all can tell; and what it may hold at all.
//!
//! Cards that all see are counted one by one. Of hidden ones it is known what was told of all that lie in a place together.
//! Where they go on, that goes with them: if so many of `n` hidden cards go at once, those that go hold at least what all of
//! them did less those that stay, and the other way round. So what was told of a place goes on whole with all of its cards,
//! to a place that is empty or where others lie, of which everything is known as well: the bounds are added.
//!
//! Everything here is made of public events alone: of how many cards go where, and not of which.

use super::key_tags::KEY_TAG_PROOF;
use super::{Layout, MAX_CARDS, MAX_TALLIES, Places, c, z};
use crate::game::SPECTATOR_BIT;
use crate::mask::Mask;

/// The classes of cards that are counted in some zones.
#[derive(Debug, Clone, Default)]
pub struct Tallies {
    classes: Vec<Mask>,
    /// The class of each card (or [`NO_CLASS`]), where no card is in two.
    class_of: Option<Box<[u8; MAX_CARDS]>>,
    /// How many cards the largest has.
    largest: u32,
    /// Cards that are in some class.
    pub(super) counted: Mask,
}

const NO_CLASS: u8 = u8::MAX;

impl From<Vec<Mask>> for Tallies {
    fn from(classes: Vec<Mask>) -> Tallies {
        let mut class_of = Box::new([NO_CLASS; MAX_CARDS]);
        let mut disjoint = classes.len() < NO_CLASS as usize;
        let mut counted = Mask::EMPTY;
        for (k, class) in classes.iter().enumerate() {
            for card in *class {
                disjoint &= class_of[c(card)] == NO_CLASS;
                class_of[c(card)] = k as u8;
            }
            counted = counted.or(*class);
        }
        let largest = classes.iter().map(|class| class.len()).max().unwrap_or(0);
        Tallies { classes, class_of: disjoint.then_some(class_of), largest, counted }
    }
}

impl std::ops::Deref for Tallies {
    type Target = [Mask];
    fn deref(&self) -> &[Mask] {
        &self.classes
    }
}

impl Tallies {
    /// Whether one of these may be of any class, and is surely of none.
    fn may_be_any(&self, may: Mask) -> bool {
        self.counted.within(may) && may.len() > self.largest
    }

    /// Does something for each class of a card.
    #[inline(always)]
    fn each_of(&self, card: u8, mut visit: impl FnMut(usize)) {
        match &self.class_of {
            Some(class_of) if class_of[c(card)] == NO_CLASS => {}
            Some(class_of) => visit(class_of[c(card)] as usize),
            None => self.classes.iter().enumerate().filter(|(_, class)| class.has(card)).for_each(|(k, _)| visit(k)),
        }
    }

    /// Does something for each class that may have one of these cards: all classes, where a card may be in several.
    #[inline(always)]
    fn each_near(&self, cards: Mask, mut visit: impl FnMut(usize, Mask)) {
        let Some(class_of) = &self.class_of else {
            return self.classes.iter().enumerate().for_each(|(k, class)| visit(k, *class));
        };
        let mut left = cards;
        while let Some(card) = left.lowest() {
            left.remove(card);
            if let Some(class) = self.classes.get(class_of[c(card)] as usize) {
                left = left.minus(*class);
                visit(class_of[c(card)] as usize, *class);
            }
        }
    }
}

/// Hidden cards of a place.
#[derive(Clone, Copy)]
pub(super) struct Hidden {
    pub count: u8,
    /// Cards that all see lie there as well.
    pub open: Mask,
}

/// The same for all classes in two zones.
#[inline(always)]
fn two_of(bounds: &mut [u8; MAX_TALLIES], one: u16, other: u16, classes: usize) -> (&mut [u8], &mut [u8]) {
    let (first, second) = (one.min(other) as usize, one.max(other) as usize);
    let (before, after) = bounds.split_at_mut(second);
    let (low, high) = (&mut before[first..first + classes], &mut after[..classes]);
    if one < other { (low, high) } else { (high, low) }
}

/// Where the least and most cards of a class in a zone stand.
#[inline(always)]
fn at(tally: u16, class: usize) -> usize {
    (tally as usize + class) & (MAX_TALLIES - 1)
}

impl Layout {
    #[inline(never)]
    pub(super) fn gather_tallies(&mut self, places: &Places, stock: u8) {
        self.least.fill(0);
        self.most.fill(0);
        if let Some(tally) = places.spots[stock as usize].tally {
            for (k, class) in places.tallies.iter().enumerate() {
                let count = class.len() as u8;
                self.least[tally as usize + k] = count;
                self.most[tally as usize + k] = count;
            }
        }
    }

    /// Whether there are more than so many hidden cards in a zone.
    #[inline]
    pub(super) fn has_hidden(&self, zone: u8, but: u8) -> bool {
        let size = self.size[z(zone)];
        if size <= but || self.known_by[z(zone)] & SPECTATOR_BIT == 0 {
            return size > but;
        }
        self.cards[z(zone)].into_iter().filter(|card| self.knows[c(*card)] & SPECTATOR_BIT == 0).nth(but as usize).is_some()
    }

    /// So many of these hidden cards go from one zone to another, where others lie or not.
    pub(super) fn pass_on(&mut self, places: &Places, going: u8, (from, source): (u8, Hidden), to: u8, among_others: bool) {
        if !among_others {
            self.make_room(places, to, 0);
        }
        let tally = places.spots[to as usize].tally;
        let may = match (places.spots[from as usize].tally, tally) {
            (Some(left), Some(tally)) if places.tallies.class_of.is_some() => {
                self.pour(places, going, (left, source), (tally, to));
                self.may[z(from)]
            }
            (None, Some(tally)) if places.tallies.may_be_any(self.may[z(from)]) => {
                let most = &mut self.most[tally as usize..][..places.tallies.len()];
                most.iter_mut().for_each(|most| *most = most.saturating_add(going));
                self.may[z(from)]
            }
            (_, None) => self.leave(places, from, source, going, |_, _, _, _| {}),
            (_, Some(tally)) => self.leave(places, from, source, going, |layout, k, low, high| layout.add(tally, k, low, high)),
        };
        self.may[z(to)] = self.may[z(to)].or(may);
    }

    /// The same between two zones of which the numbers are kept, where no card is in two classes.
    fn pour(&mut self, places: &Places, going: u8, (left, source): (u16, Hidden), (tally, to): (u16, u8)) {
        self.set_aside(places, left, source.open, false);
        let classes = places.tallies.len();
        let (all_left, all) = (self.all_least(places, left), self.all_least(places, tally));
        let (room_left, staying) = (source.count.saturating_sub(all_left), source.count.saturating_sub(going));
        let room = self.counted(places, to).saturating_sub(all);
        let (left_least, least) = two_of(&mut self.least, left, tally, classes);
        let (left_most, most) = two_of(&mut self.most, left, tally, classes);
        for (((low, high), least), most) in left_least.iter_mut().zip(left_most).zip(least).zip(most) {
            // What is told of one class leaves room for others: here before cards go, and there where those that come may be fewer
            // of a class than they are.
            let (before, limit) = (*low, (*high).min(room_left.saturating_add(*low)));
            let (fewest, come) = (before.saturating_sub(staying), limit.min(going));
            let cap = if come < going { room.saturating_add(*least) } else { u8::MAX };
            (*low, *high) = (before.saturating_sub(going), limit.min(staying));
            (*least, *most) = (least.saturating_add(fewest), (*most).min(cap).saturating_add(come));
        }
        self.set_aside(places, left, source.open, true);
    }

    /// How many cards of a zone may be in a class.
    #[inline]
    fn counted(&self, places: &Places, zone: u8) -> u8 {
        let size = self.size[z(zone)];
        if Mask::first(places.cards).within(places.tallies.counted) || self.known_by[z(zone)] & SPECTATOR_BIT == 0 {
            return size;
        }
        size - self.open(self.cards[z(zone)]).minus(places.tallies.counted).len() as u8
    }

    /// So many of the hidden cards of a zone leave it. Of each class is told how many they are at least and at most, and those
    /// that stay are counted again. What those that leave may be.
    pub(super) fn leave(
        &mut self,
        places: &Places,
        from: u8,
        source: Hidden,
        going: u8,
        mut tell: impl FnMut(&mut Layout, usize, u8, u8),
    ) -> Mask {
        let Some(tally) = places.spots[from as usize].tally else {
            let may = self.may[z(from)];
            let is_any = places.tallies.may_be_any(may);
            for (k, class) in places.tallies.iter().enumerate() {
                let high = if is_any || !class.and(may).is_empty() { going } else { 0 };
                let low = if !is_any && may.within(*class) { going } else { 0 };
                tell(self, k, low, high);
            }
            return may;
        };
        self.set_aside(places, tally, source.open, false);
        self.sharpen(places, tally, source.count);
        let may = self.sharpen_may(places, from, tally, source.count);
        let staying = source.count.saturating_sub(going);
        for k in 0..places.tallies.len() {
            let (least, most) = (&mut self.least[at(tally, k)], &mut self.most[at(tally, k)]);
            let (low, high) = (*least, *most);
            (*least, *most) = (low.saturating_sub(going), high.min(staying));
            tell(self, k, low.saturating_sub(staying), high.min(going));
        }
        self.set_aside(places, tally, source.open, true);
        may
    }

    /// Cards of a class have come to a zone, at least and at most so many.
    #[inline(always)]
    pub(super) fn add(&mut self, tally: u16, class: usize, low: u8, high: u8) {
        let (least, most) = (&mut self.least[at(tally, class)], &mut self.most[at(tally, class)]);
        (*least, *most) = (least.saturating_add(low), most.saturating_add(high));
    }

    /// How many cards of a zone are told to be of some class; 0 where that is not known, as cards may be in several.
    #[inline(always)]
    fn all_least(&self, places: &Places, tally: u16) -> u8 {
        match places.tallies.class_of {
            Some(_) => {
                self.least[tally as usize..][..places.tallies.len()].iter().fold(0, |all: u8, least| all.wrapping_add(*least))
            }
            None => 0,
        }
    }

    /// Cards that all see are left out of what is counted in a zone, or put back.
    #[inline(always)]
    fn set_aside(&mut self, places: &Places, tally: u16, open: Mask, back: bool) {
        if !open.is_empty() {
            self.set_open_aside(places, tally, open, back);
        }
    }

    #[inline(never)]
    fn set_open_aside(&mut self, places: &Places, tally: u16, open: Mask, back: bool) {
        for card in open {
            places.tallies.each_of(card, |k| {
                for bound in [&mut self.least[at(tally, k)], &mut self.most[at(tally, k)]] {
                    *bound = if back { bound.saturating_add(1) } else { bound.saturating_sub(1) };
                }
            });
        }
    }

    /// Hidden cards are about to come to a zone with so many. Where there are none, what was told of others is over.
    #[inline]
    pub(super) fn make_room(&mut self, places: &Places, zone: u8, hidden: u8) {
        if hidden > 0 {
            return;
        }
        self.may[z(zone)] = Mask::EMPTY;
        if let Some(tally) = places.spots[zone as usize].tally {
            let range = tally as usize..tally as usize + places.tallies.len();
            self.least[range.clone()].fill(0);
            self.most[range].fill(0);
            if self.known_by[z(zone)] & SPECTATOR_BIT != 0 {
                self.set_aside(places, tally, self.open(self.cards[z(zone)]), true);
            }
        }
    }

    /// What is told of so many cards of one class leaves the rest for others: no card is in two classes.
    pub(super) fn sharpen(&mut self, places: &Places, tally: u16, count: u8) {
        if places.tallies.class_of.is_some() {
            let room = count.saturating_sub(self.all_least(places, tally));
            for k in 0..places.tallies.len() {
                let most = &mut self.most[at(tally, k)];
                *most = (*most).min(room.saturating_add(self.least[at(tally, k)]));
            }
        }
    }

    /// What the hidden cards of a zone may be, by what is told of their numbers, and the other way round.
    #[inline(never)]
    fn sharpen_may(&mut self, places: &Places, zone: u8, tally: u16, count: u8) -> Mask {
        let mut may = self.may[z(zone)];
        for (k, class) in places.tallies.iter().enumerate() {
            if self.most[at(tally, k)] == 0 {
                may = may.minus(*class);
            } else if self.least[at(tally, k)] >= count {
                may = may.and(*class);
            }
        }
        for (k, class) in places.tallies.iter().enumerate() {
            if class.and(may).is_empty() {
                (self.least[at(tally, k)], self.most[at(tally, k)]) = (0, 0);
            } else if may.within(*class) {
                (self.least[at(tally, k)], self.most[at(tally, k)]) = (count, count);
            }
        }
        self.may[z(zone)] = may;
        may
    }

    /// All see the cards of a zone for the last time: from now on they are hidden with the others.
    pub(super) fn cover(&mut self, places: &Places, zone: u8) {
        if !self.counts_hidden(places) {
            if !self.may[z(zone)].is_empty() && !self.has_hidden(zone, 0) {
                self.may[z(zone)] = Mask::EMPTY;
            }
            return;
        }
        if self.gave_in_exchange(zone) {
            self.end_exchange(places);
        }
        let hidden = self.hidden(zone);
        self.make_room(places, zone, hidden.count);
        self.tally_open(places, zone, hidden.open);
    }

    /// Cards go before everybody's eyes.
    #[inline(never)]
    pub(super) fn tally_all(&mut self, places: &Places, cards: Mask, from: u8, to: u8) {
        cards.into_iter().for_each(|card| self.tally_seen(places, card, from, to));
    }

    #[inline(never)]
    pub(super) fn tally_seen(&mut self, places: &Places, card: u8, from: u8, to: u8) {
        self.end_exchange(places);
        let (source, target) = (places.spots[from as usize].tally, places.spots[to as usize].tally);
        places.tallies.each_of(card, |k| {
            if let Some(tally) = source {
                let (least, most) = (&mut self.least[at(tally, k)], &mut self.most[at(tally, k)]);
                (*least, *most) = (least.saturating_sub(1), most.saturating_sub(1));
            }
            if let Some(tally) = target {
                self.add(tally, k, 1, 1);
            }
        });
    }

    /// All are about to see a card where it lies.
    #[inline(never)]
    pub(super) fn tally_shown(&mut self, places: &Places, card: u8, zone: u8) {
        self.end_exchange(places);
        if !places.spots[zone as usize].ordered {
            let open = self.open(self.cards[z(zone)]).or(Mask::of(card));
            self.tally_open(places, zone, open);
        }
    }

    /// These cards of a zone have been seen by all: at least so many are there.
    fn tally_open(&mut self, places: &Places, zone: u8, open: Mask) {
        if let Some(tally) = places.spots[zone as usize].tally {
            places.tallies.each_near(open, |k, class| {
                let least = &mut self.least[at(tally, k)];
                *least = (*least).max(class.and(open).len() as u8);
            });
        }
    }

    /// Play has shown that a zone holds none of these cards.
    #[inline]
    pub fn prove_none(&mut self, places: &Places, zone: u8, cards: Mask) {
        if self.counts_hidden(places) {
            self.end_exchange(places);
            self.tally_none(places, zone, cards);
        }
        self.may[zone as usize] = self.may[zone as usize].minus(cards);
    }

    #[inline(never)]
    fn tally_none(&mut self, places: &Places, zone: u8, cards: Mask) {
        if let Some(tally) = places.spots[zone as usize].tally {
            places.tallies.each_near(cards, |k, class| {
                if class.within(cards) {
                    self.most[at(tally, k)] = 0;
                }
            });
        }
    }

    /// Play has shown whether a zone holds at least `count` of these cards.
    pub fn prove(&mut self, places: &Places, zone: u8, cards: Mask, count: u8, holds: bool) {
        self.note(KEY_TAG_PROOF | (zone as u64) << 1 | holds as u64);
        if !holds && count <= 1 {
            return self.prove_none(places, zone, cards);
        }
        self.end_exchange(places);
        if holds && count as u32 == cards.len() {
            // All of them are here, so none is anywhere else.
            (0..places.spots.len() as u8).filter(|other| *other != zone).for_each(|other| self.prove_none(places, other, cards));
        }
        let Some(tally) = places.spots[zone as usize].tally else {
            return;
        };
        places.tallies.each_near(cards, |k, class| {
            let at = at(tally, k);
            if holds && cards.within(class) {
                self.least[at] = self.least[at].max(count);
            } else if !holds && class.within(cards) {
                self.most[at] = self.most[at].min(count - 1);
            }
        });
    }
}
