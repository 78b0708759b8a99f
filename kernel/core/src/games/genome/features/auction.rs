//! Features of a call: what it says, and what the hand promises for it.

use super::sight::Sight;
use super::strength::{Strength, best_strain, in_strain};
use crate::features::{Row, few, few_signed};
use crate::game::{Action, Legal};
use crate::mask::Mask;
use crate::rules::program::{AuctionPhase, NONE, PAGE, at};
use crate::rules::run::state::NOBODY;

#[inline(never)]
pub fn features(sight: &Sight, phase: &AuctionPhase, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let (rules, state) = (sight.rules, sight.state);
    let hand = sight.hand;
    let (best, promise) = named_strain(sight).map_or_else(|| best_strain(sight, hand), |s| (s, in_strain(sight, hand, s)));
    let bids = (0..rules.program.seats).map(|seat| (seat, state.of(rules.at.bid, seat))).filter(|(_, bid)| *bid != NONE);
    let (mut partner, mut total, mut called) = (0, 0, 0);
    for (seat, bid) in bids {
        if seat != sight.seat && sight.side() >> seat & 1 == 1 {
            partner = 1 + bid.clamp(0, 61) as u32;
        }
        total += bid.clamp(0, 63) as u32;
        called += 1;
    }
    let high = if state.auction.best_seat == NOBODY { NONE } else { state.auction.best_seat as i32 };
    let table = Table {
        partner,
        total: total.min(63),
        called,
        high: sight.relation(high),
        place: sight.places_to(state.get(at::DEALER)),
        passed: state.auction.passed.count_ones(),
        worth: worth_in(sight, hand),
        strain: if high == NONE { 15 } else { state.get(at::STRAIN).clamp(0, 14) as u32 },
    };
    for action in legal.iter() {
        let call = call_of(phase, action);
        let strain = call.and_then(|call| usize::try_from(phase.calls[call].strain).ok());
        let promise = strain.map_or(promise, |strain| in_strain(sight, hand, strain));
        let steps = call.map_or(0, |call| few_signed(phase.calls[call].order - state.get(at::HIGH)));
        let slot = sight.tables.slots.get(action.slot as usize).map_or(0, |slot| slot.id);
        visit(&table.row(slot, call.map_or(0, |call| call as u32 + 1), promise, steps, strain == Some(best)));
    }
}

/// What is the same for all calls.
struct Table {
    partner: u32,
    total: u32,
    called: u32,
    high: u32,
    place: u32,
    passed: u32,
    worth: u32,
    strain: u32,
}

impl Table {
    fn row(&self, slot: u64, call: u32, promise: Strength, steps: u32, best: bool) -> Row {
        let Strength { sure, half, length, honours, short } = promise;
        let (length, honours) = (length.min(15), (honours / 2).min(31));
        let tricks = (2 * sure + half).min(31);
        let mut row = Row::new(slot);
        row.put([call]);
        row.put([call, sure, half]);
        row.put([call, length, sure]);
        row.put([call, honours]);
        row.put([call, self.partner, tricks / 2]);
        row.put([call, self.total, tricks / 2, self.called]);
        row.put([call, self.high, tricks]);
        row.put([steps, self.high, honours, best as u32]);
        row.put([steps, length, honours / 2, best as u32]);
        row.put([call, self.place, tricks / 2]);
        row.put([call, short, length, sure]);
        row.put([call, self.worth, sure, length]);
        row.put([call, self.strain, self.high, honours / 2]);
        row.put([call, self.passed, self.high, self.partner]);
        row.put([steps, best as u32, self.high, tricks]);
        row.put([call, honours / 2, length, short]);
        row
    }
}

/// The strain that a card turned up suggests.
fn named_strain(sight: &Sight) -> Option<usize> {
    let card = sight.tables.turned_up.and_then(|zone| sight.zone(zone).highest())?;
    sight.tables.strains.iter().position(|strain| strain.called.has(card))
}

fn call_of(phase: &AuctionPhase, action: Action) -> Option<usize> {
    let named = [phase.pass, phase.double, phase.redouble];
    let page = action.slot.checked_sub(phase.call).filter(|_| !named.contains(&action.slot))?;
    Some(page as usize * PAGE + action.value as usize).filter(|call| *call < phase.calls.len())
}

/// What the cards of a hand count, roughly.
fn worth_in(sight: &Sight, hand: Mask) -> u32 {
    few(sight.tables.worths.iter().map(|(_, of)| hand.and(*of).len()).sum())
}
