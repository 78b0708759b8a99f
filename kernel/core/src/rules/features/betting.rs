//! Features of checks, calls, raises and folds: how strong the hand is, and what it costs.

use super::sight::Sight;
use super::strength::{at_showdown, shape};
use crate::features::{Row, digits};
use crate::game::Legal;
use crate::mask::Mask;
use crate::rules::program::{BettingPhase, Role, at};

#[inline(never)]
pub fn features(sight: &Sight, phase: &BettingPhase, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let (rules, state) = (sight.rules, sight.state);
    let hand = sight.hand;
    let board = sight.on_table(Role::Other);
    let highest = hand.into_iter().map(|card| rules.features.rank_of[card as usize] as u32).max().map_or(0, |rank| rank + 1);
    let strength = at_showdown(sight).map_or(16 + highest, |(share, _)| share);
    let [most, pairs, flush, _] = shape(sight, hand.or(board));
    let exactly = if hand.len() <= 2 { faces(sight, hand) ^ faces(sight, board).rotate_left(9) } else { 0 };
    let (pot, to_call) = (state.get(at::POT), state.get(at::TO_CALL));
    let odds = if to_call > 0 { 1 + (8 * to_call as i64 / (pot as i64 + to_call as i64).max(1)).clamp(0, 8) as u32 } else { 0 };
    let raises = state.get(at::RAISES).clamp(0, 15) as u32;
    let live = state.live.count_ones();
    let behind = (state.bets.waiting & !(1 << sight.seat)).count_ones();
    let chips = digits(sight.own(rules.at.chips));
    let staked = digits(sight.own(rules.at.staked));
    let place = sight.places_to(state.get(at::DEALER));
    for action in legal.iter() {
        let value = if action.slot == phase.raise { 1 + action.value as u32 } else { 0 };
        let mut row = Row::new(rules.features.slots.get(action.slot as usize).map_or(0, |slot| slot.id));
        row.put([value]);
        row.put([value, strength]);
        row.put([value, strength, odds]);
        row.put([value, strength, raises]);
        row.put([value, strength, live, behind]);
        row.put([value, strength, place]);
        row.put([value, highest, most, pairs]);
        row.put([value, strength, chips]);
        row.put([value, strength, digits(pot)]);
        row.put([value, raises, odds, behind]);
        row.put([exactly, value, raises]);
        row.put([exactly, value, odds, live]);
        row.put([value, strength, raises, behind, odds]);
        row.put([value, flush, most, raises]);
        row.put([value, strength, staked, chips]);
        row.put([value, odds, live, raises]);
        visit(&row);
    }
}

/// A number for the types of some cards.
fn faces(sight: &Sight, cards: Mask) -> u32 {
    cards.into_iter().fold(0u32, |sum, card| sum.wrapping_add((sight.kind_of(card) + 1).wrapping_mul(0x9e37_79b1)) >> 1)
}
