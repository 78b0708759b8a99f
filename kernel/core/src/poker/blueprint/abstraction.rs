//! Which hands are taken for the same.

use super::super::cards::{COMBOS, cards_of, combo_mask, combo_of};
use super::super::classes::{CLASSES, class_of};
use super::super::evaluate::{Evaluator, evaluator, ranks_of_suit};
use super::Deal;

use super::super::betting::SEATS;

/// An abstraction: a bucket for each hand on each street.
pub trait Abstraction: Send + Sync {
    fn buckets(&self, street: usize) -> usize;
    /// The buckets of all hands of a deal on a street.
    fn buckets_of(&self, deal: &Deal, players: usize, street: usize, out: &mut [u16]);

    /// The bucket of every combination on a street; of those that the board excludes it means nothing.
    fn all_buckets(&self, board: [u8; 5], street: usize) -> Vec<u16> {
        let mut found = vec![0; COMBOS];
        let mut deal = Deal { hands: [0; SEATS], board };
        let on_board = deal.board_on(street);
        let live: Vec<usize> = (0..COMBOS).filter(|combo| combo_mask(*combo) & on_board == 0).collect();
        for few in live.chunks(SEATS) {
            let mut out = [0; SEATS];
            few.iter().enumerate().for_each(|(seat, combo)| deal.hands[seat] = combo_mask(*combo));
            self.buckets_of(&deal, few.len(), street, &mut out);
            few.iter().zip(out).for_each(|(combo, bucket)| found[*combo] = bucket);
        }
        found
    }
}

/// The 169 classes before the flop; after it how many hands of all that the board leaves are weaker, and what the hand may
/// still become; on the river the first alone. `hand_class_v2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandClasses {
    /// Parts of equal size by strength, on the flop and the turn, and on the river.
    pub strengths: usize,
    pub river_strengths: usize,
    /// Whether draws are told apart.
    pub draws: bool,
}

const DRAW_CLASSES: usize = 3;

impl HandClasses {
    fn strengths_on(&self, street: usize) -> usize {
        if street == 3 { self.river_strengths } else { self.strengths }
    }
}

impl Abstraction for HandClasses {
    fn buckets(&self, street: usize) -> usize {
        match street {
            0 => CLASSES,
            3 => self.river_strengths,
            _ => self.strengths * if self.draws { DRAW_CLASSES } else { 1 },
        }
    }

    fn buckets_of(&self, deal: &Deal, players: usize, street: usize, out: &mut [u16]) {
        if street == 0 {
            for (out, hand) in out.iter_mut().zip(&deal.hands[..players]) {
                *out = class_of(combo_of_mask(*hand)) as u16;
            }
            return;
        }
        let board = deal.board_on(street);
        let evaluator = evaluator();
        let mut ranks = [0u16; COMBOS];
        let count = live_ranks(evaluator, board, &mut ranks);
        let bins = self.strengths_on(street);
        for (out, hand) in out.iter_mut().zip(&deal.hands[..players]) {
            let own = evaluator.rank(board | hand);
            let (weaker, equal) = compared(&ranks[..count], own);
            *out = self.bucket(street, bins, (weaker, equal, count), board, *hand);
        }
    }

    /// All at once: hands in order of strength, each rank looked at once.
    fn all_buckets(&self, board: [u8; 5], street: usize) -> Vec<u16> {
        if street == 0 {
            return (0..COMBOS).map(|combo| class_of(combo) as u16).collect();
        }
        let board = Deal { hands: [0; SEATS], board }.board_on(street);
        let evaluator = evaluator();
        let live = (0..COMBOS).filter(|combo| combo_mask(*combo) & board == 0);
        let mut order: Vec<(u16, u16)> = live.map(|combo| (evaluator.rank(board | combo_mask(combo)), combo as u16)).collect();
        order.sort_unstable();
        let bins = self.strengths_on(street);
        let mut found = vec![0; COMBOS];
        let mut weaker = 0;
        for equal in order.chunk_by(|one, other| one.0 == other.0) {
            let counts = (weaker, equal.len() as u32, order.len());
            for (_, combo) in equal {
                found[*combo as usize] = self.bucket(street, bins, counts, board, combo_mask(*combo as usize));
            }
            weaker += equal.len() as u32;
        }
        found
    }
}

impl HandClasses {
    /// The bucket of a hand that so many of all hands are weaker than, and so many equal to.
    fn bucket(&self, street: usize, bins: usize, (weaker, equal, count): (u32, u32, usize), board: u64, hand: u64) -> u16 {
        // Equal ones count half.
        let strength = (weaker as f64 + equal as f64 / 2.0) / count as f64;
        let bin = ((strength * bins as f64) as usize).min(bins - 1);
        let draw = if street < 3 && self.draws { draw_class(board, hand) } else { 0 };
        (draw * bins + bin) as u16
    }
}

fn combo_of_mask(mask: u64) -> usize {
    let mut cards = cards_of(mask);
    match (cards.next(), cards.next()) {
        (Some(low), Some(high)) => combo_of(low, high),
        _ => 0,
    }
}

fn live_ranks(evaluator: &Evaluator, board: u64, ranks: &mut [u16; COMBOS]) -> usize {
    let mut count = 0;
    for combo in 0..COMBOS {
        let mask = combo_mask(combo);
        if mask & board == 0 {
            ranks[count] = evaluator.rank(board | mask);
            count += 1;
        }
    }
    count
}

/// How many hands are weaker, and how many are worth the same.
fn compared(ranks: &[u16], own: u16) -> (u32, u32) {
    ranks.iter().fold((0, 0), |(weaker, equal), rank| (weaker + u32::from(*rank < own), equal + u32::from(*rank == own)))
}

/// 0: no draw that uses a card of the hand; 1: a straight needs one rank, or three of a suit are held on the flop with two in
/// hand; 2: four of a suit, or a straight that two ranks complete.
fn draw_class(board: u64, hand: u64) -> usize {
    let all = board | hand;
    for suit in 0..4 {
        let (held, own) = (ranks_of_suit(all, suit).count_ones(), ranks_of_suit(hand, suit).count_ones());
        if held == 4 && own > 0 {
            return 2;
        }
    }
    let outs = straight_outs(ranks_of(all)) & !straight_outs(ranks_of(board));
    let made = has_straight(ranks_of(all));
    if made {
        return 0;
    }
    match outs.count_ones() {
        0 => 0,
        1 => 1,
        _ => 2,
    }
}

fn ranks_of(mask: u64) -> u16 {
    (0..4).fold(0, |ranks, suit| ranks | ranks_of_suit(mask, suit))
}

fn has_straight(ranks: u16) -> bool {
    let with_low_ace = (ranks as u32) << 1 | (ranks as u32) >> 12 & 1;
    let runs = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    runs != 0
}

/// Ranks that would complete a straight.
fn straight_outs(ranks: u16) -> u16 {
    (0..13).filter(|rank| ranks >> rank & 1 == 0 && has_straight(ranks | 1 << rank)).fold(0, |outs, rank| outs | 1 << rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_in_range_and_stronger_hands_are_not_lower() {
        let classes = HandClasses { strengths: 8, river_strengths: 12, draws: true };
        for number in 0..300 {
            let deal = Deal::new(6, 5, number);
            for street in 0..4 {
                let mut out = [0; 6];
                classes.buckets_of(&deal, 6, street, &mut out);
                assert!(out.iter().all(|bucket| (*bucket as usize) < classes.buckets(street)));
                if street == 3 {
                    let ranks = deal.hands.map(|hand| super::super::super::evaluate::rank(hand | deal.board_on(3)));
                    for (one, other) in (0..6).flat_map(|one| (0..6).map(move |other| (one, other))) {
                        assert!(ranks[one] < ranks[other] || out[one] >= out[other]);
                    }
                }
            }
        }
    }

    #[test]
    fn all_buckets_at_once_are_those_of_each_hand() {
        let classes = HandClasses { strengths: 7, river_strengths: 11, draws: true };
        for (number, street) in (0..8).map(|number| (number, number as usize % 4)) {
            let board = Deal::new(0, 9, number).board;
            let on_board = Deal { hands: [0; SEATS], board }.board_on(street);
            let all = classes.all_buckets(board, street);
            for combo in (0..COMBOS).filter(|combo| combo_mask(*combo) & on_board == 0) {
                let mut deal = Deal { hands: [0; SEATS], board };
                deal.hands[0] = combo_mask(combo);
                let mut one = [0];
                classes.buckets_of(&deal, 1, street, &mut one);
                assert_eq!(one[0], all[combo], "{board:?} {combo}");
            }
        }
    }

    #[test]
    fn draws_are_told_apart() {
        let card = |rank: u32, suit: u32| 1u64 << (rank * 4 + suit);
        let board = card(4, 0) | card(5, 0) | card(11, 2);
        assert_eq!(draw_class(board, card(9, 0) | card(12, 0)), 2, "four clubs");
        assert_eq!(draw_class(board, card(6, 1) | card(7, 2)), 2, "open at both ends");
        assert_eq!(draw_class(board, card(8, 1) | card(7, 2)), 1, "one rank is missing");
        assert_eq!(draw_class(board, card(0, 1) | card(9, 2)), 0);
    }
}
