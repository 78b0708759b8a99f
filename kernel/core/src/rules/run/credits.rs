//! Tricks and card points credited to single seats in team games.

use crate::rules::run::prelude::*;
use crate::rules::zones::ZoneInfo;

/// Where credit is kept, and for which cards.
#[derive(Debug)]
pub struct Credit {
    tricks: Option<u16>,
    cards: Option<Counted>,
}

#[derive(Debug)]
struct Counted {
    into: u16,
    values: [i32; MAX_CARDS],
    /// The zones of each seat's side where cards count, as bits.
    zones: [u64; MAX_SEATS],
}

impl Credit {
    /// None if there is none to keep.
    pub fn of(program: &Program, zones: &[ZoneInfo]) -> Option<Credit> {
        let Credits { tricks, cards, .. } = &program.credits;
        let cards = cards.as_ref().map(|cards| Counted::of(program, zones, cards));
        (tricks.is_some() || cards.is_some()).then_some(Credit { tricks: *tricks, cards })
    }

    /// Whether choices can bring in cards that count.
    pub fn counts_cards(&self) -> bool {
        self.cards.is_some()
    }

    /// A seat has taken a trick of these cards, which went to this zone.
    #[inline(never)]
    pub fn take(&self, state: &mut State, seat: u8, to: u8, cards: Mask) {
        if let Some(tricks) = self.tricks {
            state.add(tricks, seat, 1);
        }
        self.bring(state, seat, to, cards);
    }

    /// A seat has brought cards to a zone.
    pub fn bring(&self, state: &mut State, seat: u8, to: u8, cards: Mask) {
        if let Some(counted) = &self.cards
            && counted.zones[seat as usize & (MAX_SEATS - 1)] >> (to & 63) & 1 == 1
        {
            state.add(counted.into, seat, counted.sum(cards));
        }
    }

    /// What lies where cards count for a seat's side.
    pub fn lying(&self, state: &State, seat: u8) -> i32 {
        let Some(counted) = &self.cards else {
            return 0;
        };
        let zones = Mask::from_words([counted.zones[seat as usize & (MAX_SEATS - 1)], 0]);
        let cards = zones.into_iter().map(|zone| state.layout.cards[zone as usize & (MAX_ZONES - 1)]);
        counted.sum(cards.fold(Mask::EMPTY, Mask::or))
    }

    /// A seat has chosen something, before which there lay so much.
    pub fn settle(&self, state: &mut State, seat: u8, before: i32) {
        let brought = self.lying(state, seat).saturating_sub(before);
        if let Some(counted) = &self.cards
            && brought != 0
        {
            state.add(counted.into, seat, brought);
        }
    }
}

impl Counted {
    fn of(program: &Program, zones: &[ZoneInfo], cards: &CardCredit) -> Counted {
        let side = |seat: usize| {
            let counts = |zone: &ZoneInfo| cards.zones.contains(&zone.family) && program.owns(seat, zone.owned_by, zone.owner);
            zones.iter().enumerate().filter(|(_, zone)| counts(zone)).fold(0, |set, (instance, _)| set | 1 << instance)
        };
        Counted {
            into: cards.into,
            values: std::array::from_fn(|card| cards.values.get(card).copied().unwrap_or(0)),
            zones: std::array::from_fn(side),
        }
    }

    fn sum(&self, cards: Mask) -> i32 {
        cards.into_iter().fold(0, |sum: i32, card| sum.saturating_add(self.values[card as usize & (MAX_CARDS - 1)]))
    }
}
