//! What a seat can place: features read cards through this and nothing else.

use super::tables::FeatureTables;
use crate::features::few;
use crate::games::genome::Genome;
use crate::knowledge::NO_CARD;
use crate::mask::Mask;
use crate::rules::load::Rules;
use crate::rules::program::{MAX_CARDS, MAX_ZONES, NONE, Owner, Role};
use crate::rules::run::state::State;

pub struct Sight<'a> {
    pub rules: &'a Rules,
    pub tables: &'a FeatureTables,
    pub state: &'a State,
    pub seat: u8,
    /// Cards that the seat can place, and the others.
    known: Mask,
    pub unseen: Mask,
    /// Those in its own hands.
    pub hand: Mask,
}

impl<'a> Sight<'a> {
    #[inline]
    pub fn new(game: &'a Genome, state: &'a State, seat: u8) -> Sight<'a> {
        let Genome { rules, tables } = game;
        let mut words = [0u64; 2];
        for (word, knows) in words.iter_mut().zip(state.layout.knows.chunks_exact(MAX_CARDS / 2)) {
            for (bit, knows) in knows.iter().enumerate() {
                *word |= ((knows >> seat & 1) as u64) << bit;
            }
        }
        let known = Mask::from_words(words).and(rules.all);
        let mut hand = Mask::EMPTY;
        for zone in &rules.hands[seat as usize & 15] {
            hand = hand.or(state.layout.cards[*zone as usize & (MAX_ZONES - 1)]);
        }
        Sight { rules, tables, state, seat, known, unseen: rules.all.minus(known), hand: hand.and(known) }
    }

    /// The cards of a zone that the seat can place.
    #[inline]
    pub fn zone(&self, zone: u8) -> Mask {
        self.state.layout.cards[zone as usize & (MAX_ZONES - 1)].and(self.known)
    }

    /// How many cards a zone has, which everyone sees.
    #[inline]
    pub fn size(&self, zone: u8) -> u32 {
        self.state.layout.size[zone as usize & (MAX_ZONES - 1)] as u32
    }

    /// The top card of a zone, if the seat can place it.
    pub fn top(&self, zone: u8) -> Option<u8> {
        let card = self.state.layout.top[zone as usize & (MAX_ZONES - 1)];
        (card != NO_CARD && self.known.has(card)).then_some(card)
    }

    /// How many cards a seat has in its hands.
    pub fn hand_size(&self, seat: u8) -> u32 {
        self.rules.hands[seat as usize & 15].iter().map(|zone| self.size(*zone)).sum()
    }

    /// The seats on this seat's side, itself included.
    #[inline]
    pub fn side(&self) -> u16 {
        self.rules.side[self.seat as usize & 15]
    }

    /// The seats of the others who are in play.
    pub fn opponents(&self) -> impl Iterator<Item = u8> + use<> {
        let others = self.state.live & !self.side();
        (0..16).filter(move |seat| others >> seat & 1 == 1)
    }

    /// The least cards that anybody against this seat holds.
    pub fn nearest_out(&self) -> u32 {
        self.opponents().map(|seat| self.hand_size(seat)).min().map_or(15, few)
    }

    /// Who somebody is to this seat: nobody, itself, a partner, an opponent.
    #[inline]
    pub fn relation(&self, seat: i32) -> u32 {
        if seat == NONE || !(0..16).contains(&seat) {
            0
        } else if seat == self.seat as i32 {
            1
        } else if self.side() >> seat & 1 == 1 {
            2
        } else {
            3
        }
    }

    /// How far to the left a seat sits.
    #[inline]
    pub fn places_to(&self, seat: i32) -> u32 {
        let seats = self.rules.program.seats as i32;
        if (0..seats).contains(&seat) { (seat - self.seat as i32).rem_euclid(seats) as u32 } else { 15 }
    }

    /// A register of this seat's own.
    #[inline]
    pub fn own(&self, family: u16) -> i32 {
        self.state.of(family, self.seat)
    }

    /// The cards of a role on the table that the seat can place.
    pub fn on_table(&self, role: Role) -> Mask {
        let zones = self.rules.zones.iter().enumerate();
        let wanted = zones.filter(|(_, zone)| zone.role == role && zone.owned_by == Owner::Table);
        wanted.fold(Mask::EMPTY, |all, (zone, _)| all.or(self.zone(zone as u8)))
    }

    /// The first card of a type, which stands for all of them.
    #[inline]
    pub fn card_of(&self, kind: u8) -> u8 {
        let cards = self.rules.cards_of_type.get(kind as usize).copied().unwrap_or_default();
        cards.lowest().unwrap_or(0)
    }

    #[inline]
    pub fn kind_of(&self, card: u8) -> u32 {
        self.rules.places.type_of[card as usize & (MAX_CARDS - 1)] as u32
    }
}
