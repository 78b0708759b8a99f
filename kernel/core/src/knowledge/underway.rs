//! Hidden cards on their way: those that go at once are counted at once, those of an exchange when it is over.
//!
//! In an exchange all give at once what they had. What has come in it is kept apart until it is over, so that it is not
//! taken for what a place had before.

use super::tallies::Hidden;
use super::{Layout, Places, z};
use crate::game::SPECTATOR_BIT;
use crate::mask::Mask;

/// Parts of an exchange that are kept apart: who gives after so many is taken to give of all that lies there then.
const MAX_PARTS: usize = 7;

/// Cards on their way. Between steps there are none.
#[derive(Clone, Copy)]
pub struct Underway {
    /// Cards that go to one place at once.
    sent: Mask,
    /// What has gone in an exchange: it is counted when the exchange is over.
    parts: [Part; MAX_PARTS],
    used: u8,
    /// How many of the parts were of those who gave before.
    earlier: u8,
    /// The zone of which those that were sent are counted already.
    counted: u8,
    kind: Kind,
}

/// How cards are on their way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Alone,
    /// In an exchange, all give at once what they had, and nothing else has happened yet.
    Exchange,
    /// In an exchange, and picked by whoever gives now.
    Picked,
}

/// So many of the hidden cards of a zone went to another one.
#[derive(Clone, Copy, Default)]
struct Part {
    from: u8,
    to: u8,
    going: u8,
    /// Of so many hidden cards.
    of: u8,
}

impl Default for Underway {
    fn default() -> Underway {
        let parts = [Part::default(); MAX_PARTS];
        Underway { sent: Mask::EMPTY, parts, used: 0, earlier: 0, counted: NO_ZONE, kind: Kind::Alone }
    }
}

const NO_ZONE: u8 = u8::MAX;

impl Layout {
    #[inline(always)]
    fn is_exchange(&self) -> bool {
        self.underway.kind != Kind::Alone
    }

    /// Whether it is counted how many hidden cards go where.
    #[inline(always)]
    pub(super) fn counts_hidden(&self, places: &Places) -> bool {
        !places.tallies.is_empty() || self.is_exchange()
    }

    /// These cards are about to go to one place at once; `picked`: by whoever's turn it is.
    #[inline]
    pub fn send(&mut self, places: &Places, cards: Mask, picked: bool) {
        if self.counts_hidden(places) {
            (self.underway.sent, self.underway.counted) = (cards, NO_ZONE);
            if self.is_exchange() {
                self.underway.kind = if picked { Kind::Picked } else { Kind::Exchange };
            }
        }
    }

    #[inline]
    pub(super) fn is_sent(&self, cards: Mask) -> bool {
        self.underway.sent == cards
    }

    /// The same for so many cards of a zone, if all can tell which: those on top, or all of them.
    #[inline]
    pub fn send_some(&mut self, places: &Places, zone: u8, count: i32) {
        let size = self.size[z(zone)] as i32;
        if self.counts_hidden(places) && count > 1 && (count == size || count < size && places.spots[zone as usize].ordered) {
            let top = || self.from_top(zone).take(count as usize).fold(Mask::EMPTY, |cards, card| cards.or(Mask::of(card)));
            let cards = if count == size { self.cards[z(zone)] } else { top() };
            self.send(places, cards, false);
        }
    }

    /// They have all gone.
    #[inline]
    pub fn arrive(&mut self, places: &Places) {
        if self.counts_hidden(places) {
            self.underway.sent = Mask::EMPTY;
        }
    }

    /// Seats are about to give at once what they have picked. Where nothing was told of any place, nothing goes with it.
    pub fn begin_exchange(&mut self, places: &Places) {
        let may = &self.may[..places.spots.len()];
        if !places.tallies.is_empty() || may.iter().any(|may| !may.is_empty() && *may != Mask::first(places.cards)) {
            self.underway.kind = Kind::Exchange;
        }
    }

    /// Another seat is about to give.
    pub fn next_to_give(&mut self) {
        self.underway.earlier = self.underway.used;
    }

    /// The exchange is over, or something else happens in it: what has come lies where it came to.
    #[inline(always)]
    pub fn end_exchange(&mut self, places: &Places) {
        if self.is_exchange() {
            self.take_in(places);
        }
    }

    #[inline(never)]
    fn take_in(&mut self, places: &Places) {
        let Underway { parts, used, .. } = self.underway;
        self.underway.kind = Kind::Alone;
        let mut gone = Vec::new();
        for part in &parts[..used as usize] {
            let source = Hidden { count: part.of, ..self.hidden(part.from) };
            let mut bounds = vec![(0, 0); places.tallies.len()];
            let may = self.leave(places, part.from, source, part.going, |_, k, low, high| bounds[k] = (low, high));
            gone.push((part.to, may, bounds));
        }
        for zone in 0..places.spots.len() as u8 {
            if gone.iter().any(|(to, ..)| *to == zone) {
                let old = self.hidden(zone);
                self.make_room(places, zone, old.count);
                if let Some(tally) = places.spots[zone as usize].tally {
                    self.sharpen(places, tally, old.count + old.open.and(places.tallies.counted).len() as u8);
                }
            }
        }
        for (to, may, bounds) in gone {
            self.may[z(to)] = self.may[z(to)].or(may);
            if let Some(tally) = places.spots[to as usize].tally {
                for (k, (low, high)) in bounds.into_iter().enumerate() {
                    self.add(tally, k, low, high);
                }
            }
        }
        (self.underway.used, self.underway.earlier) = (0, 0);
    }

    /// Whether cards of a zone that have gone in an exchange are still to be counted.
    pub(super) fn gave_in_exchange(&self, zone: u8) -> bool {
        self.underway.parts[..self.underway.used as usize].iter().any(|part| part.from == zone)
    }

    /// The hidden cards of a zone, but for what has come in an exchange.
    pub(super) fn hidden(&self, zone: u8) -> Hidden {
        let (all, size) = (self.cards[z(zone)], self.size[z(zone)]);
        let came = self.underway.parts[..self.underway.used as usize].iter().filter(|part| part.to == zone);
        let hidden = size.saturating_sub(came.map(|part| part.going).sum());
        if self.known_by[z(zone)] & SPECTATOR_BIT == 0 {
            return Hidden { count: hidden, open: Mask::EMPTY };
        }
        let open = self.open(all);
        Hidden { count: hidden.saturating_sub(open.len() as u8), open }
    }

    /// A hidden card goes where the public does not see it, alone or with others that were sent.
    #[inline(always)]
    pub(super) fn go_unseen(&mut self, places: &Places, card: u8, from: u8, to: u8) {
        if self.counts_hidden(places) {
            return self.count_unseen(places, card, from, to);
        }
        self.may_come(from, to);
    }

    /// The same for several that go at once.
    #[inline]
    pub(super) fn go_all_unseen(&mut self, places: &Places, cards: Mask, from: u8, to: u8) {
        if !self.counts_hidden(places) {
            return self.may_come(from, to);
        }
        let is_sent = cards.within(self.underway.sent);
        self.underway.sent = self.underway.sent.minus(cards);
        self.go_together(places, cards.len() as u8, from, to, is_sent);
    }

    /// Hidden cards of a zone, and of no other if none lay there, may now be in another one.
    #[inline(always)]
    fn may_come(&mut self, from: u8, to: u8) {
        let (may, before) = (self.may[z(from)], self.may[z(to)]);
        let is_first = || self.size[z(to)] == 0 || self.known_by[z(to)] & SPECTATOR_BIT != 0 && self.is_open(to);
        self.may[z(to)] = if before.within(may) || is_first() { may } else { before.or(may) };
    }

    /// Whether all see all cards of a zone.
    #[inline(never)]
    fn is_open(&self, zone: u8) -> bool {
        self.open(self.cards[z(zone)]) == self.cards[z(zone)]
    }

    #[inline(never)]
    fn count_unseen(&mut self, places: &Places, card: u8, from: u8, to: u8) {
        if !self.underway.sent.has(card) {
            return self.go_together(places, 1, from, to, false);
        }
        if self.underway.counted != from {
            self.underway.counted = from;
            let group = self.underway.sent.and(self.cards[z(from)]);
            let hidden = group.minus(self.open(group)); // all see the others go
            self.go_together(places, hidden.len() as u8, from, to, true);
        }
    }

    /// So many hidden cards go at once where the public does not see them.
    #[inline]
    fn go_together(&mut self, places: &Places, going: u8, from: u8, to: u8, is_sent: bool) {
        if from != to && !(self.is_exchange() && self.is_kept_apart(places, going, from, to, is_sent)) {
            let source = self.hidden(from);
            self.pass_on(places, going, (from, source), to, self.has_hidden(to, 0));
        }
    }

    /// Whether cards that go in an exchange are counted when it is over. What was picked goes once: who gives it on gives what
    /// has come.
    #[inline(never)]
    fn is_kept_apart(&mut self, places: &Places, going: u8, from: u8, to: u8, is_sent: bool) -> bool {
        let Underway { kind, parts, used, earlier, .. } = self.underway;
        let is_first = parts[earlier as usize..used as usize].iter().all(|part| part.to != from);
        if is_sent && kind == Kind::Picked && is_first && (used as usize) < MAX_PARTS {
            self.underway.parts[used as usize] = Part { from, to, going, of: self.hidden(from).count };
            self.underway.used += 1;
            return true;
        }
        self.take_in(places);
        false
    }

    /// So many hidden cards have been dealt from the top of a zone, which had so many hidden ones.
    pub(super) fn count_dealt(&mut self, places: &Places, from: u8, had: u8, to: u8, dealt: u8) {
        self.end_exchange(places);
        self.pass_on(places, dealt, (from, Hidden { count: had, open: Mask::EMPTY }), to, self.has_hidden(to, dealt));
    }
}
