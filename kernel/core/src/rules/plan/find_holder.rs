//! Who holds a card: each seat's zone is tested, and everyone may learn the answer.

use crate::game::{Event, Observer};
use crate::rules::plan::prelude::*;
use crate::rules::run::flow::Play;

/// A register becomes the last seat that holds one of some cards; it stays as it is if nobody does.
#[derive(Debug, Clone)]
pub struct FindHolder {
    register: u16,
    /// Where the zones of the seats are, and what is looked for there.
    first: i16,
    cards: Mask,
    /// Whether the answers become known.
    shows: bool,
}

impl FindHolder {
    /// What is done for each seat, if it is this: whether its zone holds a card, and then the register is the seat.
    pub fn of(rules: &Rules, local: u8, effects: &[Effect]) -> Option<FindHolder> {
        let [Effect::If { when: Condition { test, proof }, then, otherwise }] = effects else {
            return None;
        };
        let [Effect::Set { base, index: None, value, .. }] = then.as_slice() else {
            return None;
        };
        let (Int::In(count, bounds), Int::Local(seat)) = (&rules.ints[*test as usize], &rules.ints[*value as usize]) else {
            return None;
        };
        let Int::Count(held) = &**count else {
            return None;
        };
        let Set::Held(spot @ ZoneRef { register, offset }, cards) = **held else {
            return None;
        };
        let tells = |proof: &Proof| {
            let zone = ZoneRef::find(&rules.ints[proof.zone as usize]);
            zone == Some(spot) && rules.sets[proof.cards as usize] == Set::Const(cards) && proof.count == 1
        };
        let some = *bounds == Bounds::above(0) && otherwise.is_empty();
        let fits = some && *seat == local && register == LOCAL + local as u16 && proof.as_ref().is_none_or(tells);
        fits.then_some(FindHolder { register: *base, first: offset, cards, shows: proof.is_some() })
    }
}

impl<O: Observer> Play<'_, O> {
    pub fn find(&mut self, find: &FindHolder) {
        let last = self.rules.instances as i32 - 1;
        for seat in 0..self.seats() as i32 {
            let zone = (seat + find.first as i32).clamp(0, last) as u8;
            let holds = !self.state.layout.cards[zone as usize & (MAX_ZONES - 1)].and(find.cards).is_empty();
            if find.shows {
                self.state.layout.prove(&self.rules.places, zone, find.cards, 1, holds);
                self.observer.see(Event::Tested { zone, count: 1, holds });
            }
            if holds {
                self.state.set(find.register, seat);
            }
        }
    }
}
