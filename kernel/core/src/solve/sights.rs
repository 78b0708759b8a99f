//! What seats see along a path, worked out from events and not from keys: a key that takes two pasts for one is found out.

use crate::chance::mix;
use crate::game::{Event, MAX_SEATS, Observer, Observers};

/// What each seat is told of one step. The order of what happens within a step does not count: a hand that is dealt is
/// picked up as a whole.
#[derive(Default)]
pub struct Sights {
    told: [u64; MAX_SEATS],
}

impl Sights {
    /// What a seat has seen after this step, if it had seen so much before and sees cards lie in this order now.
    pub fn after(&self, seen: u64, seat: usize, order: impl FnOnce() -> u64) -> u64 {
        if self.told[seat] == 0 { seen } else { mix(seen ^ mix(self.told[seat] ^ mix(order()))) }
    }
}

impl Observer for Sights {
    fn see(&mut self, event: Event) {
        for (seat, told) in self.told.iter_mut().enumerate() {
            *told = told.wrapping_add(sight_of(event, 1 << seat));
        }
    }
}

/// An event as an observer sees it.
fn sight_of(event: Event, observer: Observers) -> u64 {
    let face = |card: u8, seen_by: Observers| if seen_by & observer != 0 { card as u64 } else { u64::MAX };
    let parts = match event {
        Event::Chose { seat, action, seen_by } => [1, seat as u64, action.slot as u64, face(action.value, seen_by)],
        Event::Moved { card, from, to, seen_by } => [2, from as u64, to as u64, face(card, seen_by)],
        Event::Shown { card, zone, to, seen_by } => [3, zone as u64, to as u64, face(card, seen_by)],
        Event::Shuffled { zone } => [4, zone as u64, 0, 0],
        Event::Dealt { hand } => [5, hand as u64, 0, 0],
        Event::TrickWon { seat } => [6, seat as u64, 0, 0],
        Event::Scored { side, team, points, rule } => [7, side as u64, (rule as u64) << 1 | team as u64, points as u64],
        Event::Paid { seat, chips } => [8, seat as u64, 0, chips as u64],
        Event::Out { seat } => [9, seat as u64, 0, 0],
        Event::HandOver { hand } => [10, hand as u64, 0, 0],
        Event::MatchOver => [11, 0, 0, 0],
        Event::Skipped { seat } => [13, seat as u64, 0, 0],
        Event::Tested { zone, count, holds } => [12, zone as u64, count as u64, holds as u64],
    };
    parts.into_iter().fold(0, |sight, part| mix(sight ^ part))
}
