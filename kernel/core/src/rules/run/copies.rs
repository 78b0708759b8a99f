//! Identical cards: which copy moves, and numbers for copies, so that a seat learns nothing that it has not seen.
//! Whoever could place another copy takes the one that goes for it (see [`crate::knowledge::Layout`]): so nobody learns
//! from a card that there was a second one like it.

use crate::knowledge::Renumbered;
use crate::rules::plan::Plan;
use crate::rules::run::prelude::*;

impl Rules {
    /// What a register says to whoever looks: of a card its face, told by the first card that has it.
    pub fn seen_in(&self, state: &State, register: u16) -> i32 {
        let value = state.get(register);
        if self.card_registers.is_empty() || !self.card_registers.contains(&register) {
            return value;
        }
        let kind = usize::try_from(value).ok().and_then(|card| self.places.type_of.get(card));
        kind.and_then(|kind| self.cards_of_type[*kind as usize].lowest()).map_or(value, i32::from)
    }

    /// The same faces from the same zones, but of copies the one that most observers can place: who has seen a card
    /// come to a hand and sees one like it leave must not be told that it was another. Where order matters, of several such
    /// copies the uppermost: which copy lies where nobody sees, so nothing may depend on it.
    pub fn as_known(&self, state: &State, cards: Mask, free: Mask) -> Mask {
        if self.single_copies {
            return cards;
        }
        let mut left = free;
        let mut chosen = Mask::EMPTY;
        for card in cards {
            let zone = state.layout.zone_of[card as usize] as usize;
            let kind = self.places.type_of[card as usize] as usize;
            let alike = left.and(self.cards_of_type[kind]).and(state.layout.cards[zone]);
            let ordered = self.places.spots[zone].ordered;
            let depth = |card: u8| if ordered { state.layout.tail(card).len() } else { u32::from(card) };
            let known = |card: &u8| {
                let known = state.layout.knows[*card as usize];
                (known.count_ones(), std::cmp::Reverse((if ordered { 0 } else { known }, depth(*card))))
            };
            let best = alike.into_iter().max_by_key(known).unwrap_or(card);
            left.remove(best);
            chosen.insert(best);
        }
        chosen
    }

    /// One card of a type, if any of these is: of copies in one zone the one that most observers can place.
    pub fn copy_of(&self, state: &State, kind: u8, cards: Mask) -> Option<u8> {
        let alike = cards.and(self.cards_of_type[kind as usize]);
        let card = alike.lowest()?;
        self.as_known(state, Mask::of(card), alike).lowest()
    }

    /// Of like cards that a seat has picked, those that it would pick in this world. Where order matters they lie at a place
    /// that the seat has seen.
    pub fn pick_anew(&self, state: &State, offer: Option<&Offer>, values: &mut [i32], cards: &mut [Mask]) {
        if self.single_copies {
            return;
        }
        let is_ordered = |card: u8| self.places.spots[state.layout.zone_of[card as usize] as usize].ordered;
        for pick in 0..cards.len() {
            let picked = cards[pick];
            if picked.is_empty() || picked.into_iter().any(is_ordered) {
                continue;
            }
            let others = (0..cards.len()).filter(|other| *other != pick).fold(Mask::EMPTY, |all, other| all.or(cards[other]));
            cards[pick] = self.as_known(state, picked, Mask::first(self.places.cards).minus(others.minus(picked)));
            let kind = offer.and_then(|offer| offer.picks.get(pick)).map(|pick| &pick.kind);
            if let (Some(PickKind::Card { .. }), Some(card)) = (kind, cards[pick].lowest()) {
                values[pick] = card as i32;
            }
        }
    }

    /// Numbers cards that look alike by what a seat sees of them: where those lie that it can place, and of the others where
    /// all think that they may lie. Otherwise the numbers would tell which of them lies where.
    pub fn number_copies(&self, state: &mut State, seat: u8) {
        if self.single_copies {
            return;
        }
        let mut new = Renumbered::default();
        for alike in self.cards_of_type.iter().filter(|cards| cards.len() > 1) {
            let mut cards: Vec<(Sight, u8)> = alike.into_iter().map(|card| (self.sight(state, seat, card), card)).collect();
            cards.sort_unstable();
            for ((_, card), number) in cards.iter().zip(*alike) {
                new.number[*card as usize] = number;
            }
        }
        for register in &self.card_registers {
            let value = state.get(*register);
            if let Some(card) = u8::try_from(value).ok().filter(|card| (*card as usize) < self.places.cards) {
                // Which of those that it cannot tell apart it is, nobody sees.
                let seen = self.sight(state, seat, card);
                let alike = self.cards_of_type[self.places.type_of[card as usize] as usize].into_iter();
                let same = alike.filter(|other| self.sight(state, seat, *other) == seen);
                let first = same.map(|other| new.number[other as usize]).min().unwrap_or(card);
                state.set(*register, first as i32);
            }
        }
        if let Plan::Choice(plan) = &self.plans[state.node as usize] {
            let offers = &plan.phase.offers;
            let is_card = |offer: u8, pick: usize| {
                let pick = offers.get(offer as usize).and_then(|offer| offer.picks.get(pick));
                pick.is_some_and(|pick| matches!(pick.kind, PickKind::Card { .. }))
            };
            let draft = &mut state.draft;
            for (pick, (value, cards)) in draft.values.iter_mut().zip(&mut draft.cards).enumerate() {
                new.change(value, cards, is_card(draft.offer, pick));
            }
            for pending in state.pending.iter_mut().filter(|pending| pending.made) {
                for (pick, (value, cards)) in pending.values.iter_mut().zip(&mut pending.cards).enumerate() {
                    new.change(value, cards, is_card(pending.offer, pick));
                }
            }
        }
        for (_, card) in &mut state.trick.plays {
            *card = new.of(*card);
        }
        state.past_bets.renumber(&new);
        state.layout.renumber(&self.places, &new);
    }

    /// What tells a card from others that look like it.
    fn sight(&self, state: &State, seat: u8, card: u8) -> Sight {
        let layout = &state.layout;
        let may = (0..self.instances).fold(0, |may, zone| may | (layout.may[zone].has(card) as u64) << zone);
        let own = &state.pending[seat as usize];
        let drafted = if state.to_act == seat { &state.draft.cards[..] } else { &[] };
        let picked = drafted.iter().chain(&own.cards).fold(0, |picked, cards| picked << 1 | cards.has(card) as u32);
        if layout.knows[card as usize] >> seat & 1 == 0 {
            return Sight { is_unknown: true, may, picked, ..Sight::default() };
        }
        let zone = layout.zone_of[card as usize];
        let above = if self.places.spots[zone as usize].ordered { layout.tail(card).len() } else { 0 };
        let known = layout.seen_to_know(&self.places, card, seat);
        Sight { is_unknown: false, zone, above, known, may, picked }
    }
}

/// What a seat can tell of one of several like cards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sight {
    is_unknown: bool,
    zone: u8,
    /// Cards from the top of a row down to it.
    above: u32,
    /// Who else can place it, as far as the seat can tell.
    known: u32,
    may: u64,
    picked: u32,
}
