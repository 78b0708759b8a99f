//! Features of checks, calls, raises and folds: how strong the hand is, and what it costs.

use super::sight::Sight;
use super::strength::{at_showdown, shape};
use crate::features::Row;
use crate::game::Legal;
use crate::games::genome::Genome;
use crate::mask::Mask;
use crate::rules::program::{BettingPhase, Node, Role};
use crate::rules::run::past_bets::{PastBet, Situation, board, hand_size};
use crate::rules::run::state::State;

#[inline(never)]
pub fn features(sight: &Sight, phase: &BettingPhase, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    rows(sight, phase, legal, &Situation::now(sight.rules, sight.state, sight.seat), Mask::EMPTY, visit);
}

/// The features of a bet that was made earlier in the hand, with the cards that the seat has in this world: of each action
/// that was legal then. Where among them is the one that was taken; nothing if the seat held more or fewer cards then.
pub fn past_features(game: &Genome, state: &State, bet: &PastBet, visit: &mut impl FnMut(&Row)) -> Option<u32> {
    let rules = &game.rules;
    let Node::Betting(phase) = &rules.program.nodes[bet.node as usize] else {
        return None;
    };
    if hand_size(rules, state, bet.seat) != bet.held {
        return None;
    }
    let mut legal = Legal::default();
    bet.legal(phase, &mut legal);
    let later = board(rules, state).minus(bet.board);
    rows(&Sight::new(game, state, bet.seat), phase, &legal, &bet.situation, later, visit);
    legal.place(bet.action())
}

/// The features of each action in a situation, when some of the cards on the table were not there yet.
fn rows(sight: &Sight, phase: &BettingPhase, legal: &Legal, situation: &Situation, later: Mask, visit: &mut impl FnMut(&Row)) {
    let hand = sight.hand;
    let board = sight.on_table(Role::Other).minus(later);
    let highest = hand.into_iter().map(|card| sight.tables.rank_of[card as usize] as u32).max().map_or(0, |rank| rank + 1);
    let strength = at_showdown(sight, later).map_or(16 + highest, |(share, _)| share);
    let [most, pairs, flush, _] = shape(sight, hand.or(board));
    let exactly = if hand.len() <= 2 { faces(sight, hand) ^ faces(sight, board).rotate_left(9) } else { 0 };
    let Situation { odds, raises, live, behind, chips, staked, pot, place } = *situation;
    let [odds, raises, live, behind] = [odds, raises, live, behind].map(u32::from);
    let [chips, staked, pot, place] = [chips, staked, pot, place].map(u32::from);
    for action in legal.iter() {
        let value = if action.slot == phase.raise { 1 + action.value as u32 } else { 0 };
        let mut row = Row::new(sight.tables.slots.get(action.slot as usize).map_or(0, |slot| slot.id));
        row.put([value]);
        row.put([value, strength]);
        row.put([value, strength, odds]);
        row.put([value, strength, raises]);
        row.put([value, strength, live, behind]);
        row.put([value, strength, place]);
        row.put([value, highest, most, pairs]);
        row.put([value, strength, chips]);
        row.put([value, strength, pot]);
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
