//! What a seat alone knew of cards that it can no longer place: where they may be.
//!
//! Who loses track of a card that the public could not place knows among which cards it lay then: it is one of those that
//! the seat could not tell apart there. Of each group of lost cards these are kept as *slots*, wherever they go: a slot is a
//! card that lies face down for the seat, whatever it is. Cards that come to lie beside a slot are none: only when one of them
//! goes from a place without order, or is seen there, can the seat no longer tell whether it was the slot, and all that lie there are
//! slots from then on. So a hand of which a seat knew all cards, and that has put one down, has put down one of them, also
//! when it gets others. What all have seen is in `may`. Of cards that look like another one nothing is kept: nobody can tell
//! which of them it is.
//!
//! Made of what the seat has seen alone: which slots there are in a place without order, and where they lie in one with order.
//! Samples for it hold such cards only there.

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
    /// All of them are among these.
    slots: Mask,
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

    /// Cards of which a seat has lost track, and the slots that they are among.
    pub fn of(&self, seat: u8) -> impl Iterator<Item = (Mask, Mask)> {
        self.0.iter().filter(move |trace| trace.seat == seat).map(|trace| (trace.cards, trace.slots))
    }

    /// Nothing is known of what the others have lost track of; what a seat has lost lies in other slots.
    pub fn keep(&mut self, seat: u8, mut change: impl FnMut(Mask, Mask) -> (Mask, Mask)) {
        self.0.retain_mut(|trace| {
            if trace.seat == seat {
                (trace.cards, trace.slots) = change(trace.cards, trace.slots);
            }
            trace.seat == seat && !trace.cards.is_empty()
        });
    }

    /// Cards get other numbers.
    pub(super) fn renumber(&mut self, number: impl Fn(Mask) -> Mask) {
        self.0.iter_mut().for_each(|trace| (trace.cards, trace.slots) = (number(trace.cards), number(trace.slots)));
    }

    /// A seat has lost track of cards among these.
    fn add(&mut self, seat: u8, cards: Mask, slots: Mask) {
        let is_full = self.of(seat).count() >= MAX_GROUPS;
        let own = |trace: &&mut Trace| trace.seat == seat;
        let last = if is_full { self.0.iter_mut().rfind(own) } else { None };
        match last {
            Some(last) => (last.cards, last.slots) = (last.cards.or(cards), last.slots.or(slots)),
            None => match self.0.iter_mut().filter(own).find(|trace| trace.slots == slots) {
                Some(same) => same.cards = same.cards.or(cards),
                None => self.0.push(Trace { cards, slots, seat }),
            },
        }
    }

    /// What these seats knew of cards before is over: they could place them.
    fn drop(&mut self, cards: Mask, seats: Observers) {
        self.0.retain_mut(|trace| {
            if seats >> trace.seat & 1 == 1 {
                (trace.cards, trace.slots) = (trace.cards.minus(cards), trace.slots.minus(cards));
            }
            !trace.cards.is_empty()
        });
    }

    /// To these seats a card is what another one was until now.
    pub(super) fn stand_in(&mut self, card: u8, other: u8, seats: Observers) {
        for trace in self.0.iter_mut().filter(|trace| seats >> trace.seat & 1 == 1) {
            let is_slot = trace.slots.has(other);
            let without = trace.slots.minus(Mask::of(card));
            trace.slots = if is_slot { without.or(Mask::of(card)) } else { without };
        }
    }

    /// These seats cannot tell which of these cards are slots: if one of them is, all are.
    fn mingle(&mut self, seats: Observers, unseen: impl Fn(u8) -> Mask) {
        for trace in self.0.iter_mut().filter(|trace| seats >> trace.seat & 1 == 1) {
            let unseen = unseen(trace.seat);
            if !trace.slots.and(unseen).is_empty() {
                trace.slots = trace.slots.or(unseen);
            }
        }
    }
}

impl Layout {
    /// Those of these seats that can place some of these cards of a zone, that not all see, lose track of them among those
    /// that were there.
    #[inline(never)]
    pub(super) fn lose_alone(&mut self, places: &Places, cards: Mask, there: Mask, losing: Observers) {
        let losers = cards.into_iter().fold(0, |losers, card| losers | self.knows[c(card)] & losing);
        for seat in seats_in(losers) {
            let known = cards.minus(self.unseen(cards, seat));
            self.traces.drop(known, 1 << seat);
            if !known.minus(places.alike).is_empty() {
                let slots = known.or(self.unseen(there, seat));
                self.traces.mingle(1 << seat, |_| slots);
                self.traces.add(seat, known.minus(places.alike), slots);
            }
        }
        cards.into_iter().for_each(|card| self.knows[c(card)] &= !losing);
    }

    /// Those of these cards that a seat cannot place.
    fn unseen(&self, cards: Mask, seat: u8) -> Mask {
        let unseen = cards.into_iter().filter(|card| self.knows[c(*card)] >> seat & 1 == 0);
        unseen.fold(Mask::EMPTY, |unseen, card| unseen.or(Mask::of(card)))
    }

    /// What seats alone knew of a card that all could place since is over.
    #[inline(always)]
    pub(super) fn drop_traces(&mut self, card: u8) {
        if !self.traces.is_empty() {
            self.traces.drop(Mask::of(card), Observers::MAX);
        }
    }

    /// A card is about to go from a place, or to be seen there; these seats do not see which of those that they cannot tell apart
    /// it is, unless they could place it.
    #[inline(always)]
    pub(super) fn mingle(&mut self, card: u8, zone: u8, seats: Observers) {
        if !self.traces.is_empty() {
            self.mingle_all(self.cards[z(zone)].minus(self.arrived), seats & !self.knows[c(card)]);
        }
    }

    /// These seats cannot tell which of these cards is which.
    #[inline(never)]
    pub(super) fn mingle_all(&mut self, cards: Mask, seats: Observers) {
        if self.traces.is_empty() {
            return;
        }
        let mut traces = std::mem::take(&mut self.traces);
        traces.mingle(seats, |seat| self.unseen(cards, seat));
        self.traces = traces;
    }
}
