//! Other numbers for cards that look alike.

use super::{Layout, MAX_CARDS, NO_CARD, Places, z};
use crate::mask::Mask;

/// The number that each card gets: that of a card that looks like it.
pub struct Renumbered {
    pub number: [u8; MAX_CARDS],
}

impl Default for Renumbered {
    fn default() -> Renumbered {
        Renumbered { number: std::array::from_fn(|card| card as u8) }
    }
}

impl Renumbered {
    /// Of a card, or of none.
    pub fn of(&self, card: u8) -> u8 {
        self.number.get(card as usize).copied().unwrap_or(card)
    }

    pub fn set(&self, cards: Mask) -> Mask {
        cards.into_iter().fold(Mask::EMPTY, |set, card| set.or(Mask::of(self.of(card))))
    }

    /// The cards of a pick, and its value, which may be a card.
    pub fn change(&self, value: &mut i32, cards: &mut Mask, is_card: bool) {
        *cards = self.set(*cards);
        if is_card {
            *value = u8::try_from(*value).map_or(*value, |card| self.of(card) as i32);
        }
    }
}

impl Layout {
    pub fn renumber(&mut self, places: &Places, new: &Renumbered) {
        let old = (self.under, self.zone_of, self.knows, self.aware);
        for card in 0..places.cards {
            let number = new.number[card] as usize;
            self.under[number] = if old.0[card] == NO_CARD { NO_CARD } else { new.of(old.0[card]) };
            self.zone_of[number] = old.1[card];
            self.knows[number] = old.2[card];
            self.aware[number] = old.3[card];
        }
        for zone in 0..places.spots.len() {
            self.cards[zone] = new.set(self.cards[zone]);
            self.may[zone] = new.set(self.may[zone]);
            self.top[zone] = new.of(self.top[zone]);
            self.bottom[zone] = new.of(self.bottom[zone]);
        }
        self.arrived = new.set(self.arrived);
        self.loose = new.set(self.loose);
        self.traces.renumber(|cards| new.set(cards));
    }

    /// Who can place cards of each zone, from what they can place now: not who once could.
    pub fn forget_who_knew(&mut self, places: &Places) {
        self.known_by[..places.spots.len()].fill(0);
        for card in 0..places.cards {
            self.known_by[z(self.zone_of[card])] |= self.knows[card];
        }
    }

    /// All that it holds, but for what is left over from before and means nothing.
    pub fn contents(&self, places: &Places) -> String {
        // Every field is named, so that none can be forgotten.
        let Layout {
            cards,
            size,
            top: _, // what `from_top` goes through
            bottom: _,
            under: _,
            zone_of,
            knows,
            aware,
            known_by,
            may,
            least,
            most,
            arrived,
            jumbled: _,  // nothing between steps
            underway: _, // nor here
            loose,
            counts,
            traces,
            public_key,
            private_key,
            run,
            touched: _, // nothing between steps
        } = self;
        let zones = places.spots.len();
        let is_ordered = |zone: &u8| places.spots[*zone as usize].ordered;
        let rows: Vec<Vec<u8>> = (0..zones as u8).filter(is_ordered).map(|zone| self.from_top(zone).collect()).collect();
        let tallies = (!places.tallies.is_empty()).then_some((least, most));
        format!(
            "cards {:?} size {:?} rows {rows:?} in {:?} knows {:?} aware {:?} known_by {:?} may {:?} tallies {tallies:?} arrived {arrived:?} \
             loose {loose:?} {} {traces:?} keys {public_key} {:?} {run:?}",
            &cards[..zones],
            &size[..zones],
            &zone_of[..places.cards],
            &knows[..places.cards],
            &aware[..places.cards],
            &known_by[..zones],
            &may[..zones],
            counts.contents(),
            &private_key[..places.seats as usize],
        )
    }
}
