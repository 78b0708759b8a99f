//! Cards that look alike: which of them goes makes no difference to the game, only to what observers could tell.
//! Whoever could place another copy takes the one that goes for it (see [`crate::knowledge::Layout`]): so nobody learns
//! from a card that there was a second one like it.

use crate::rules::run::prelude::*;
impl Rules {
    /// What a register says to whoever looks: of a card its face, told by the first card that has it.
    pub fn seen_in(&self, state: &State, register: u16) -> i32 {
        let value = state.get(register);
        if !self.card_registers.contains(&register) {
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
            let known = |card: &u8| (state.layout.knows[*card as usize].count_ones(), std::cmp::Reverse(depth(*card)));
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
}
