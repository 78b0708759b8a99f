//! Another world that looks the same to a seat: hands it has not seen, the muck and the deck are dealt anew.
//!
//! Nothing is inferred from how others bet: every hand that they may hold is equally likely.

use super::options::MAX_PLAYERS;
use super::state::{DECK, State};
use crate::chance::{Chance, Rng};

pub fn resample(state: &State, players: u8, seat: u8, rng: &mut Rng) -> State {
    let mut other = *state;
    let mut seen = state.board_mask();
    for owner in 0..players {
        if state.dealt >> owner & 1 == 1 && state.knows(Some(seat), owner) {
            seen |= state.hole_mask(owner);
        }
    }
    // In the order of the deck, so that nothing is left of where they lie.
    let mut hidden = [0u8; DECK];
    let mut count = 0;
    for card in (0..DECK as u8).filter(|card| seen >> card & 1 == 0) {
        hidden[count] = card;
        count += 1;
    }
    rng.shuffle(&mut hidden[..count]);
    let mut next = hidden[..count].iter().copied();
    for owner in 0..players {
        if state.dealt >> owner & 1 == 1 && !state.knows(Some(seat), owner) {
            let (one, two) = (next.next().unwrap_or(0), next.next().unwrap_or(0));
            other.holes[owner as usize % MAX_PLAYERS] = [one.min(two), one.max(two)];
        }
    }
    // What was dealt to hands stands at the top of the deck, in the order of the seats: which card came first is gone.
    let mut at = 0;
    for owner in (0..players).filter(|owner| state.dealt >> owner & 1 == 1) {
        for card in other.holes[owner as usize % MAX_PLAYERS] {
            other.deck[at] = card;
            at += 1;
        }
    }
    for (place, card) in other.deck[state.first as usize + state.open as usize..].iter_mut().zip(next) {
        *place = card;
    }
    // What others held in earlier hands is made up anew.
    for owner in (0..players).filter(|owner| *owner != seat) {
        other.past[owner as usize % MAX_PLAYERS] = rng.word();
    }
    other.chance = Chance::new(&rng.seed());
    other
}
