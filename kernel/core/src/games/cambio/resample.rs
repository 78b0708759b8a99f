//! Another world that looks the same to a seat: cards it cannot place change places.
//!
//! Cards that were shuffled into the stock together are alike; those dealt before are not among them. So the cards
//! of each shuffle change places among themselves, all ways equally likely, and nothing else is known.

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
        let old: Vec<u8> = places.iter().map(card_at).collect();
        let mut new = old.clone();
        rng.shuffle(&mut new);
        for (place, (old, new)) in places.iter().zip(old.iter().zip(&new)) {
            match *place {
                Place::Slot(at) => other.slots[at.seat as usize][at.slot as usize] = *new,
                Place::Stock(index) => other.stock[index] = *new,
                Place::Drawn => other.drawn = *new,
            }
            // Whoever knew the card that lay there knows this one instead.
            for knower in 0..players as usize {
                let knew = state.known[knower] >> old & 1;
                other.known[knower] = other.known[knower] & !(1 << new) | knew << new;
            }
        }
    }
    for knower in 0..MAX_PLAYERS {
        let cards = (0..54u8).filter(|card| other.known[knower] >> card & 1 == 1);
        other.known_sum[knower] = cards.map(|card| value(card) as i16).sum();
    }
    other.chance = Chance::new(&rng.seed());
    other
}
