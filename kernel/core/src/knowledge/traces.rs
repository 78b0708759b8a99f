//! What a seat alone knew of cards that it can no longer place: where they may be.
//!
//! Who loses track of a card that the public could not place knows in which zone it lay then. When hidden cards go on from
//! there, and the seat does not see which, it may also be where those go. What all have seen is in `may`. Of cards that look
//! like another one nothing is kept: nobody can tell which of them it is.
//!
//! Made of what the seat has seen alone; samples for it hold such a card only there.

use super::{Layout, Places, c, seats_in, z};
use crate::game::Observers;
use crate::mask::Mask;

/// Groups of cards that are kept apart for a seat. What comes after them is kept with the last of them: samples then know less.
const MAX_GROUPS: usize = 8;

/// Cards that a seat has lost track of.
#[derive(Debug, Clone, Copy)]
struct Trace {
    /// Of those of them that it can place by now this says nothing.
    cards: Mask,
    /// Where each of them may be, as bits.
    zones: u64,
    seat: u8,
}

/// The traces of all seats. No card is in two of a seat.
#[derive(Debug, Clone, Default)]
pub struct Traces(Vec<Trace>);

impl Traces {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    pub(super) fn copy(&mut self, from: &Traces) {
        if !(self.is_empty() && from.is_empty()) {
            self.0.clone_from(&from.0);
        }
    }

    /// Cards of which a seat has lost track, and as bits the zones that they may be in.
    pub fn of(&self, seat: u8) -> impl Iterator<Item = (Mask, u64)> {
        self.0.iter().filter(move |trace| trace.seat == seat).map(|trace| (trace.cards, trace.zones))
    }

    /// Nothing is known of what the others have lost track of.
    pub fn keep(&mut self, seat: u8) {
        self.0.retain(|trace| trace.seat == seat);
    }

    /// A seat has lost track of cards in a zone.
    fn add(&mut self, seat: u8, cards: Mask, zone: u8) {
        self.drop(cards, 1 << seat);
        let zones = 1 << z(zone);
        let is_full = self.of(seat).count() >= MAX_GROUPS;
        let own = |trace: &&mut Trace| trace.seat == seat;
        let last = if is_full { self.0.iter_mut().rfind(own) } else { None };
        match last {
            Some(last) => (last.cards, last.zones) = (last.cards.or(cards), last.zones | zones),
            None => match self.0.iter_mut().filter(own).find(|trace| trace.zones == zones) {
                Some(same) => same.cards = same.cards.or(cards),
                None => self.0.push(Trace { cards, zones, seat }),
            },
        }
    }

    /// What these seats knew of cards before is over.
    fn drop(&mut self, cards: Mask, seats: Observers) {
        self.0.retain_mut(|trace| {
            if seats >> trace.seat & 1 == 1 {
                trace.cards = trace.cards.minus(cards);
            }
            !trace.cards.is_empty()
        });
    }

    #[inline(never)]
    fn follow(&mut self, from: u8, to: u8, is_first: bool, seen_by: Observers) {
        let (from, to) = (z(from), 1 << z(to));
        for trace in &mut self.0 {
            let may_go = trace.zones >> from & 1 == 1 && seen_by >> trace.seat & 1 == 0;
            trace.zones = if is_first { trace.zones & !to } else { trace.zones } | if may_go { to } else { 0 };
        }
    }
}

impl Layout {
    /// Those of these seats that can place some of these cards of a zone, that not all see, lose track of them.
    #[inline(never)]
    pub(super) fn lose_alone(&mut self, places: &Places, cards: Mask, zone: u8, losing: Observers) {
        let losers = cards.into_iter().fold(0, |losers, card| losers | self.knows[c(card)] & losing);
        for seat in seats_in(losers) {
            let known = cards.minus(places.alike).into_iter().filter(|card| self.knows[c(*card)] >> seat & 1 == 1);
            let known = known.fold(Mask::EMPTY, |cards, card| cards.or(Mask::of(card)));
            if !known.is_empty() {
                self.traces.add(seat, known, zone);
            }
        }
        cards.into_iter().for_each(|card| self.knows[c(card)] &= !losing);
    }

    /// What seats alone knew of a card that all could place since is over.
    #[inline(always)]
    pub(super) fn drop_traces(&mut self, card: u8) {
        if !self.traces.is_empty() {
            self.traces.drop(Mask::of(card), Observers::MAX);
        }
    }

    /// Hidden cards go from one zone to another, where others lie or not; these seats see which.
    #[inline(always)]
    pub(super) fn follow_traces(&mut self, from: u8, to: u8, is_first: bool, seen_by: Observers) {
        if !self.traces.is_empty() {
            self.traces.follow(from, to, is_first, seen_by);
        }
    }
}
