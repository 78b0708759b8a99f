//! Another world that looks the same to a seat: cards it cannot place are dealt anew into the places it cannot see.
//!
//! Cards that were shuffled into the stock together are alike; those dealt before are not among them. So the cards
//! of each shuffle are dealt into the places that hold cards of that shuffle, all ways equally likely. When a place was
//! last filled, who has looked at it and which cards the seat can place is all that is read; never which of the other
//! cards lies where.

use super::cards::{NO_CARD, value};
use super::options::MAX_PLAYERS;
use super::state::{At, State, slots_of};
use crate::chance::{Chance, Rng};

#[derive(Clone, Copy)]
enum Place {
    Slot(At),
    Stock(usize),
    Drawn,
}

pub fn resample(state: &State, players: u8, seat: u8, rng: &mut Rng) -> State {
    let mut other = *state;
    for generation in 0..=state.reshuffles {
        let hidden = |card: u8| card != NO_CARD && !state.knows(seat, card) && state.generation[card as usize] == generation;
        let mut places = Vec::with_capacity(54);
        for owner in 0..players {
            let slots = slots_of(state.held[owner as usize]).map(|slot| At { seat: owner, slot });
            places.extend(slots.filter(|at| hidden(state.card(*at))).map(Place::Slot));
        }
        places.extend((0..state.stock_len as usize).filter(|index| hidden(state.stock[*index])).map(Place::Stock));
        if hidden(state.drawn) {
            places.push(Place::Drawn);
        }
        let card_at = |place: &Place| match *place {
            Place::Slot(at) => state.card(at),
            Place::Stock(index) => state.stock[index],
            Place::Drawn => state.drawn,
        };
        let knowers_of =
            |card: u8| (0..players).filter(|knower| state.knows(*knower, card)).fold(0u8, |set, seat| set | 1 << seat);
        let mut cards: Vec<u8> = places.iter().map(card_at).collect();
        let knowers: Vec<u8> = cards.iter().map(|card| knowers_of(*card)).collect();
        // In the order of the deck, so that nothing is left of where they lie.
        cards.sort_unstable();
        rng.shuffle(&mut cards);
        for ((place, knowers), card) in places.iter().zip(knowers).zip(cards) {
            match *place {
                Place::Slot(at) => other.slots[at.seat as usize][at.slot as usize] = card,
                Place::Stock(index) => other.stock[index] = card,
                Place::Drawn => other.drawn = card,
            }
            // Whoever has looked there knows this card.
            for knower in 0..players as usize {
                let knows = (knowers >> knower & 1) as u64;
                other.known[knower] = other.known[knower] & !(1 << card) | knows << card;
            }
        }
    }
    // What was drawn is still written behind the rest of the stock.
    other.stock[state.stock_len as usize..].fill(0);
    for knower in 0..MAX_PLAYERS {
        let cards = (0..54u8).filter(|card| other.known[knower] >> card & 1 == 1);
        other.known_sum[knower] = cards.map(|card| value(card) as i16).sum();
    }
    other.chance = Chance::new(&rng.seed());
    other
}
