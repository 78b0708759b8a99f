//! Deals and moves cards; tells observers; counts draws and captures.

use crate::game::{Mark, Observers, SPECTATOR_BIT};
use crate::knowledge::NO_CARD;
use crate::rules::Recogniser;
use crate::rules::plan::transfers::CountsAs;
use crate::rules::run::expressions::CARD_LOCAL;
use crate::rules::run::prelude::*;
use crate::rules::zones;

/// How cards are moved: where to, until when, how they are put there, who sees them.
pub(super) struct Moving {
    pub to: ExprId,
    pub until: Option<ExprId>,
    pub place: Place,
    pub seen_by: Option<SeenBy>,
}

impl Moving {
    /// On top, seen as their destination says, all of them.
    fn is_plain(&self) -> bool {
        self.until.is_none() && self.place == Place::Top && self.seen_by.is_none()
    }
}

impl<O: Observer> Play<'_, O> {
    #[inline(never)]
    pub(super) fn deal(&mut self, family: u8, count: ExprId) {
        let rules = self.rules;
        let count = self.int(count).max(0);
        let stock = rules.program.stock;
        let zone = &rules.program.zones[family as usize];
        let (base, piles) = (zone.base, zone.piles);
        let mut to = [0; MAX_SEATS];
        let players = self.state.live.count_ones() as usize;
        let mut seat = self.state.get(at::DEALER).max(0) as u8;
        for to in &mut to[..players] {
            seat = self.state.next_live(seat, 1);
            *to = base + seat * piles;
        }
        let to = &to[..players];
        let public = rules.places.spots[base as usize].viewers & SPECTATOR_BIT != 0;
        if rules.places.spots[stock as usize].ordered && !public && self.state.layout.known_by[stock as usize] == 0 {
            let mut dealt = [0; MAX_ZONES];
            self.state.layout.deal(&rules.places, stock, to, count as u32, &mut dealt, self.observer);
            let zones = (0..rules.program.seats).map(|seat| base + seat * piles);
            return self.state.layout.settle_deal(&rules.places, stock, zones, &dealt);
        }
        for _ in 0..count {
            for to in to {
                let card = self.state.layout.top[stock as usize];
                if card == NO_CARD {
                    return;
                }
                let transfer = rules.transfers.between(stock, *to);
                if transfer.open && !transfer.uncovers {
                    self.state.layout.bring_openly(&rules.places, card, *to, Place::Top, transfer.ordered, true, self.observer);
                } else {
                    self.put(card, *to, Place::Top, None);
                }
            }
        }
    }

    /// Moves one card, seen as the destination says unless told otherwise.
    #[inline]
    pub fn put(&mut self, card: u8, to: u8, place: Place, seen_by: Option<SeenBy>) {
        let from = self.state.layout.zone_of[card as usize];
        // Only the top lies open: what goes underneath is not seen.
        let is_covered = || self.rules.zones[to as usize].only_top && self.state.layout.size[to as usize] > 0;
        let viewers = match seen_by {
            None if place == Place::Bottom && is_covered() => 0,
            None => self.rules.places.spots[to as usize].viewers,
            Some(seen_by) => self.viewers(to, seen_by),
        };
        self.state.layout.shift(&self.rules.places, card, to, place, viewers, self.whole, self.observer);
        if self.rules.zones[from as usize].only_top {
            self.uncover(from);
        }
        if place == Place::Shuffled {
            self.shuffle(to);
        }
    }

    /// Moves cards as their destination says.
    pub fn put_all(&mut self, mut cards: Mask, to: u8, place: Place) {
        let mut known = cards.into_iter().map(|card| self.state.layout.knows[card as usize]);
        if known.all(|known| known == self.rules.places.everyone) {
            for card in cards {
                self.put(card, to, place, None);
            }
            return;
        }
        let seen_by = self.rules.places.spots[to as usize].viewers;
        let together = self.state.layout.set_out(&self.rules.places, cards, self.whole, Some(to));
        while let Some(card) = self.state.layout.next_to_move(&self.rules.places, cards, seen_by, self.whole) {
            cards.remove(card);
            self.put(card, to, place, None);
        }
        self.state.layout.come_in(&self.rules.places, Some(to), seen_by, together);
    }

    /// The card that now lies on top is seen by all.
    #[inline(never)]
    fn uncover(&mut self, zone: u8) {
        let (top, everyone) = (self.state.layout.top[zone as usize], self.rules.places.everyone);
        if top != NO_CARD && self.state.layout.knows[top as usize] != everyone {
            self.state.layout.show(&self.rules.places, top, everyone, self.observer);
        }
    }

    #[inline(never)]
    fn viewers(&self, zone: u8, seen_by: SeenBy) -> Observers {
        zones::viewers(&self.rules.program, &self.rules.zones[zone as usize], seen_by, self.rules.places.everyone)
    }

    #[inline(never)]
    pub(super) fn shuffle(&mut self, zone: u8) {
        if self.rules.places.spots[zone as usize].ordered {
            let state = &mut *self.state;
            state.layout.shuffle(&self.rules.places, zone, &mut state.chance, self.observer);
            if self.rules.zones[zone as usize].only_top {
                self.uncover(zone);
            }
        }
    }

    pub(super) fn move_cards(&mut self, from: Source, moving: Moving, count: Option<ExprId>, draws: bool) {
        let count = count.map(|count| self.int(count));
        let mut limit = count.unwrap_or(i32::MAX);
        let zone = match from {
            Source::Zone(zone) => self.zone(zone),
            Source::Tail(pick) => return self.move_tail(self.state.draft.cards[pick as usize], &moving, limit),
            Source::Pick(pick) => return self.move_named(self.state.draft.cards[pick as usize], true, count, &moving),
            Source::Cards(named) => {
                let cards = self.eval().mask(named);
                let leaving = self.leaving(cards, &moving);
                self.name_cards(named, leaving, true);
                return self.move_named(cards, false, count, &moving);
            }
        };
        if count.is_none() && moving.until.is_none() {
            limit = self.state.layout.size[zone as usize] as i32;
            self.whole = true;
        }
        // Cards of a row go by their places, whatever they are.
        self.whole |= self.rules.places.spots[zone as usize].ordered;
        let place = self.rules.unaffected_by_moves[moving.to as usize].then(|| self.zone(moving.to));
        let fixed = place.filter(|_| self.rules.uses(Recogniser::FixedDestinations));
        if moving.until.is_none()
            && let Some(cards) = self.drawn_at_once(zone, limit)
            && !self.rules.places.spots[self.destination(self.state.layout.top[zone as usize], fixed, &moving) as usize].ordered
        {
            return self.move_at_once(cards, place, &moving);
        }
        if moving.until.is_none() && !draws && self.goes_as_it_is(zone, limit, fixed, &moving) {
            return self.move_at_once(self.state.layout.cards[zone as usize], place, &moving);
        }
        if place.is_some() && moving.until.is_none() {
            self.state.layout.send_some(&self.rules.places, zone, limit);
        }
        // A source that is also the destination is gone through once.
        let mut steps = MAX_CARDS as i32;
        while limit > 0 && steps > 0 {
            if self.state.layout.size[zone as usize] == 0 && !(draws && self.refill(zone)) {
                return;
            }
            let Some(card) = self.next_card(zone) else {
                return;
            };
            if self.move_one(card, fixed, &moving) {
                return;
            }
            limit -= 1;
            steps -= 1;
        }
        self.state.layout.arrive(&self.rules.places);
    }

    /// Moves so many of some cards, picked or not.
    #[inline(always)]
    fn move_named(&mut self, cards: Mask, picked: bool, count: Option<i32>, moving: &Moving) {
        let mut limit = count.unwrap_or(i32::MAX);
        let place = self.rules.unaffected_by_moves[moving.to as usize].then(|| self.zone(moving.to));
        let fixed = place.filter(|_| self.rules.uses(Recogniser::FixedDestinations));
        let all_go_to = place.filter(|_| count.is_none() && moving.until.is_none());
        let leaving = self.leaving(cards, moving);
        if all_go_to.is_some() {
            self.state.layout.send(&self.rules.places, leaving, picked);
        }
        if fixed.is_some_and(|to| count.is_none() && moving.is_plain() && self.give(cards, to)) {
            return;
        }
        let seen_by = self.seen_by(cards, fixed, moving);
        let together = self.state.layout.set_out(&self.rules.places, leaving, false, all_go_to);
        let mut left = cards;
        while let Some(card) = self.state.layout.next_to_move(&self.rules.places, left, seen_by, false) {
            left.remove(card);
            if limit <= 0 || self.move_one(card, fixed, moving) {
                break;
            }
            limit -= 1;
        }
        self.state.layout.come_in(&self.rules.places, all_go_to, seen_by, together);
    }

    /// These cards but for those of a row that stay where they lie: nobody else sees that they were chosen.
    pub(super) fn leaving(&mut self, mut cards: Mask, moving: &Moving) -> Mask {
        for card in cards {
            let from = self.state.layout.zone_of[card as usize];
            let in_row = moving.place == Place::Top && self.rules.places.spots[from as usize].ordered;
            if in_row && self.destination(card, None, moving) == from {
                cards.remove(card);
            }
        }
        cards
    }

    /// The cards on top of the stock, if so many are drawn at once: face down, so that nobody sees their order there.
    #[inline]
    fn drawn_at_once(&self, zone: u8, count: i32) -> Option<Mask> {
        let (rules, layout) = (self.rules, &self.state.layout);
        let is_stock = zone == rules.program.stock && rules.places.spots[zone as usize].ordered;
        let enough = count > 1 && count <= layout.size[zone as usize] as i32;
        (is_stock && enough && !rules.zones[zone as usize].only_top).then(|| layout.from_top(zone).take(count as usize).collect())
    }

    /// Whether all cards of a zone without order go to others without order: chance has no part in it.
    #[inline]
    fn goes_as_it_is(&mut self, zone: u8, count: i32, to: Option<u8>, moving: &Moving) -> bool {
        let spots = &self.rules.places.spots;
        if spots[zone as usize].ordered || count < self.state.layout.size[zone as usize] as i32 {
            return false;
        }
        self.state.layout.cards[zone as usize].into_iter().all(|card| !spots[self.destination(card, to, moving) as usize].ordered)
    }

    /// Where a card goes: to this zone, or as `to` says of it.
    #[inline(always)]
    fn destination(&mut self, card: u8, zone: Option<u8>, moving: &Moving) -> u8 {
        self.locals[CARD_LOCAL] = card as i32;
        zone.unwrap_or_else(|| self.zone(moving.to))
    }

    /// Cards that arrive together where order does not matter: no one order of them differs from another.
    #[inline(never)]
    fn move_at_once(&mut self, mut cards: Mask, place: Option<u8>, moving: &Moving) {
        let zone = place.filter(|_| self.rules.uses(Recogniser::FixedDestinations));
        let seen_by = self.seen_by(cards, zone, moving);
        let together = self.state.layout.set_out(&self.rules.places, cards, self.whole, place);
        while let Some(card) = self.state.layout.next_to_move(&self.rules.places, cards, seen_by, true) {
            cards.remove(card);
            self.move_one(card, zone, moving);
        }
        self.state.layout.come_in(&self.rules.places, place, seen_by, together);
    }

    /// Who sees these cards arrive: the same for all, as the zones that a move can lead to are alike.
    fn seen_by(&mut self, cards: Mask, zone: Option<u8>, moving: &Moving) -> Observers {
        let to = cards.lowest().map(|card| self.destination(card, zone, moving));
        to.or(zone).map_or(0, |to| match moving.seen_by {
            None => self.rules.places.spots[to as usize].viewers,
            Some(seen_by) => self.viewers(to, seen_by),
        })
    }

    /// Moves the cards of a pile that lie on one of them, that one first, so that they lie as before.
    #[inline(never)]
    fn move_tail(&mut self, tail: Mask, moving: &Moving, limit: i32) {
        let Some(first) = tail.lowest() else { return };
        let zone = self.state.layout.zone_of[first as usize];
        let order: Vec<u8> = self.state.layout.from_top(zone).filter(|card| tail.has(*card)).collect();
        for card in order.into_iter().rev().take(limit.max(0) as usize) {
            if self.move_one(card, None, moving) {
                return;
            }
        }
    }

    /// The top card of an ordered zone, any card of another.
    #[inline]
    pub fn next_card(&mut self, zone: u8) -> Option<u8> {
        if self.rules.places.spots[zone as usize].ordered {
            let card = self.state.layout.top[zone as usize];
            return (card != NO_CARD).then_some(card);
        }
        let cards = self.state.layout.cards[zone as usize];
        let k = self.state.chance.below(cards.len() as u8);
        // What chance takes may also be a card that came in the exchange under way.
        self.state.layout.arrived = self.state.layout.arrived.minus(cards);
        (!cards.is_empty()).then(|| cards.nth(k as u32))
    }

    /// Moves a card to this zone, or to where `to` sends it; whether `until` then holds.
    #[inline]
    pub(super) fn move_one(&mut self, card: u8, zone: Option<u8>, moving: &Moving) -> bool {
        let to = self.destination(card, zone, moving);
        let transfer = self.rules.transfers.between(self.state.layout.zone_of[card as usize & (MAX_CARDS - 1)], to);
        if moving.place == Place::Top && (moving.seen_by.is_none() || transfer.stays) {
            self.carry(card, to);
        } else {
            self.put(card, to, moving.place, moving.seen_by);
            self.count_move(card, to, transfer.counts);
        }
        moving.until.is_some_and(|until| self.int(until) != 0)
    }

    /// Puts a card on top of a zone, and counts what that is.
    #[inline]
    pub(super) fn carry(&mut self, card: u8, to: u8) {
        let rules = self.rules;
        let from = self.state.layout.zone_of[card as usize & (MAX_CARDS - 1)];
        let transfer = rules.transfers.between(from, to);
        if transfer.stays {
            return;
        }
        if transfer.open {
            self.state.layout.bring_openly(&rules.places, card, to, Place::Top, transfer.ordered, self.whole, self.observer);
        } else {
            let viewers = rules.places.spots[to as usize].viewers;
            self.state.layout.shift(&rules.places, card, to, Place::Top, viewers, self.whole, self.observer);
        }
        if transfer.uncovers {
            self.uncover(from);
        }
        self.count_move(card, to, transfer.counts);
    }

    /// Draws, cards taken up, captures.
    #[inline]
    fn count_move(&mut self, card: u8, to: u8, counts: CountsAs) {
        match counts {
            CountsAs::Nothing => {}
            CountsAs::Draw => {
                let drawn = at::DRAWN;
                self.state.set(drawn, self.state.get(drawn) + 1);
            }
            CountsAs::TakingUp => {
                let public = self.state.layout.knows[card as usize] & SPECTATOR_BIT != 0;
                self.state.set(at::TAKEN, if public { card as i32 } else { NONE });
            }
            CountsAs::Capture => self.score_capture(card, to),
        }
    }

    fn score_capture(&mut self, card: u8, to: u8) {
        self.mark_card_scoring(Trigger::Capture, Mask::of(card));
        if let Some(points) = self.rules.points(Trigger::Capture) {
            self.score_owner(self.rules.zones[to as usize].owner(), points[card as usize]);
        }
    }

    /// The stock is short: whether there are cards again after the deck-empty rule.
    #[inline(never)]
    pub fn refill(&mut self, zone: u8) -> bool {
        self.whole = false; // what is moved is the discards, and not all of them
        self.observer.mark(Mark::EmptyStock);
        match self.rules.program.rules.deck_empty_action {
            DeckEmptyAction::SkipDraw => false,
            DeckEmptyAction::GameEnds => {
                self.state.end_hand = true;
                false
            }
            DeckEmptyAction::ReshuffleDiscard => {
                let Some(discard) = self.rules.program.rules.discard else {
                    return false;
                };
                let keep =
                    if self.rules.program.rules.keep_top_discard { self.state.layout.top[discard as usize] } else { NO_CARD };
                let mut cards = self.state.layout.cards[discard as usize];
                if keep != NO_CARD {
                    cards.remove(keep);
                }
                self.put_all(cards, zone, Place::Top);
                self.shuffle(zone);
                self.state.layout.size[zone as usize] > 0
            }
        }
    }
}
