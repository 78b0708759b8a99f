//! Choices made together, in secret: when all have chosen, everything happens, seat by seat.

use super::flow::Play;
use super::program::*;
use super::state::Draft;
use crate::game::{Observer, SPECTATOR_BIT};
use crate::mask::Mask;

impl<O: Observer> Play<'_, O> {
    /// All have chosen in secret: now it happens, seat by seat.
    #[inline(never)]
    pub fn publish_together(&mut self, turns: &Turns) {
        let rules = self.rules;
        let Some(facts) = turns.children.first().map(|child| &rules.choices[*child as usize]) else {
            return;
        };
        for seat in 0..self.seats() {
            let made = std::mem::take(&mut self.state.pending[seat as usize]);
            if !made.made {
                continue;
            }
            self.state.set(at::ACTOR, seat as i32);
            self.state.set(at::TURN, seat as i32);
            let draft = &mut self.state.draft;
            *draft = Draft { active: true, offer: made.offer, ..Draft::default() };
            draft.values[..3].copy_from_slice(&made.values);
            draft.cards[..3].copy_from_slice(&made.cards);
            if let Some(offer) = facts.offers.get(made.offer as usize) {
                self.run(&offer.acts);
            }
            // What was just received cannot be what its receiver chose to give.
            self.state.layout.arrived = made.cards.iter().fold(self.state.layout.arrived, |all, cards| all.or(*cards));
        }
        self.state.layout.arrived = Mask::EMPTY;
        self.state.draft = Draft::default();
    }

    /// Cards of one hand go to another place that the public does not see, all at once; `false` if they have to go one
    /// by one.
    pub fn give(&mut self, cards: Mask, to: u8) -> bool {
        let (rules, layout) = (self.rules, &mut self.state.layout);
        let Some(first) = cards.lowest() else {
            return true;
        };
        let from = layout.zone_of[first as usize];
        let (source, target) = (&rules.places.spots[from as usize], &rules.places.spots[to as usize]);
        let hidden = (source.viewers | target.viewers) & SPECTATOR_BIT == 0;
        // Cards that the same observers know go in order; and of those that stay, nobody can tell which they are. One that
        // looks like another may be taken for it, which has to be settled card by card.
        let known = layout.knows[first as usize];
        let alike = cards.into_iter().all(|card| layout.knows[card as usize] == known);
        let at_once = rules.zones[from as usize].role == Role::Hand && from != to && hidden && alike && !rules.places.has_copies;
        if !at_once || source.ordered || target.ordered || !cards.within(layout.cards[from as usize]) {
            return false;
        }
        if cards == layout.cards[from as usize] {
            return false;
        }
        layout.give(&rules.places, cards, from, to, self.observer);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Event;
    use crate::knowledge::{Layout, NO_CARD, Places, Spot};

    /// Two seats with a hand each, seen by its owner, and a face-down stock.
    fn places() -> Places {
        let hand = |seat: u8| Spot { viewers: 1 << seat, ordered: false, tally: Some(seat as u16 * 2) };
        Places {
            seats: 2,
            spots: vec![hand(0), hand(1), Spot { viewers: 0, ordered: true, tally: None }],
            cards: 8,
            type_of: std::array::from_fn(|card| card as u8),
            faces: [0; MAX_CARDS],
            tallies: vec![Mask::from_bits(0b1111), Mask::from_bits(0b1100_0000)],
            everyone: SPECTATOR_BIT | 3,
            has_copies: false,
        }
    }

    #[test]
    fn giving_cards_at_once_is_giving_them_one_by_one() {
        let (places, order) = (places(), [0, 1, 2, 3, 4, 5, 6, 7]);
        let mut start = Layout::default();
        start.gather(&places, 2);
        start.stack(2, &order);
        let mut seen: Vec<Event> = Vec::new();
        for card in 0..8 {
            start.move_card(&places, card, card / 4, Place::Top, 1 << (card / 4), &mut seen);
        }
        // The other seat and the public have seen one card of each hand.
        start.show(&places, 0, places.everyone, &mut seen);
        start.show(&places, 5, places.everyone, &mut seen);
        for given in [0b0110, 0b1110] {
            let (mut at_once, mut singly) = (start, start);
            let (mut one, mut other): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
            at_once.give(&places, Mask::from_bits(given), 0, 1, &mut one);
            for card in Mask::from_bits(given) {
                singly.move_card(&places, card, 1, Place::Top, 2, &mut other);
            }
            assert_eq!(one, other);
            let state = |layout: &Layout| {
                (layout.cards, layout.size, layout.zone_of, layout.knows, layout.known_by, layout.may, layout.least, layout.most)
            };
            assert!(state(&at_once) == state(&singly));
            assert!((0..2).all(|seat| at_once.key(seat) == singly.key(seat)));
            assert_eq!(at_once.top[1], NO_CARD);
        }
    }
}
