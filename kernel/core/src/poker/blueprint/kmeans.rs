//! Buckets by how strong a hand may become: k-means over distributions of strength on the river, by earth mover's distance
//! (Johanson and others 2013). Two hands that win as often now are told apart if one is a draw and the other is made.

use super::super::cards::{CARDS, COMBOS, FULL_DECK, cards_of, combo_mask};
use super::super::evaluate::evaluator;
use super::Deal;
use super::abstraction::{Abstraction, HandClasses};
use crate::chance::{Rng, mix};

/// Parts into which strength is divided.
const BINS: usize = 20;
/// Boards that a flop is followed to; a turn is followed to all.
const RUNOUTS: usize = 24;
/// Hands that a hand is compared with on each board.
const OTHERS: usize = 200;
const ROUNDS: usize = 25;

/// How likely strength on the river is up to each bin: the distance of two is the earth mover's.
type Distribution = [f32; BINS];

/// Centres of buckets on flop and turn; on the river and before the flop hands are told apart by strength and class.
pub struct EquityBuckets {
    centres: [Vec<Distribution>; 2],
    plain: HandClasses,
    others: Vec<u64>,
}

/// How well buckets tell hands apart on a street: the spread (standard deviation) of mean strength over all hands, and inside
/// a bucket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quality {
    pub spread: f64,
    pub inside: f64,
}

impl EquityBuckets {
    /// So many buckets, from so many deals at random. The same numbers give the same buckets.
    pub fn new(buckets: usize, river_strengths: usize, deals: usize, seed: u64) -> EquityBuckets {
        let mut combos: Vec<usize> = (0..COMBOS).collect();
        Rng::new(mix(seed ^ 0x6f74_6865)).shuffle(&mut combos);
        let others = combos[..OTHERS].iter().map(|combo| combo_mask(*combo)).collect();
        let plain = HandClasses { strengths: 1, river_strengths, draws: false };
        let mut made = EquityBuckets { centres: [Vec::new(), Vec::new()], plain, others };
        for street in [1, 2] {
            let seen = made.sampled(street, deals, seed);
            made.centres[street - 1] = clustered(&seen, buckets.clamp(1, deals.max(1)), seed);
        }
        made
    }

    fn sampled(&self, street: usize, deals: usize, seed: u64) -> Vec<Distribution> {
        let deal = |number: usize| Deal::new(1, mix(seed ^ street as u64), number as u64);
        (0..deals).map(|number| self.distributions(&deal(number), 1, street)[0]).collect()
    }

    /// The distribution of each hand of a deal on flop or turn.
    fn distributions(&self, deal: &Deal, players: usize, street: usize) -> Vec<Distribution> {
        let board = deal.board_on(street);
        let mut counts = vec![[0.0f32; BINS]; players];
        for full in boards_after(board) {
            let mut ranks = [0u16; OTHERS];
            let mut count = 0;
            for other in self.others.iter().filter(|other| **other & full == 0) {
                ranks[count] = evaluator().rank(full | other);
                count += 1;
            }
            for (counts, hand) in counts.iter_mut().zip(&deal.hands[..players]) {
                if hand & full != 0 || count == 0 {
                    continue;
                }
                let own = evaluator().rank(full | hand);
                let twice: usize = ranks[..count].iter().map(|rank| usize::from(*rank < own) + usize::from(*rank <= own)).sum();
                counts[(twice * BINS / (2 * count)).min(BINS - 1)] += 1.0;
            }
        }
        counts.into_iter().map(cumulated).collect()
    }
}

/// How well an abstraction tells hands apart on flop (1) or turn (2), by deals at random.
pub fn quality(abstraction: &dyn Abstraction, street: usize, deals: usize, seed: u64) -> Quality {
    let judge = EquityBuckets::new(1, 1, 1, 0);
    let mut by_bucket = vec![Vec::new(); abstraction.buckets(street)];
    for number in 0..deals {
        let deal = Deal::new(1, mix(seed ^ 0x7465_7374), number as u64);
        let mut bucket = [0];
        abstraction.buckets_of(&deal, 1, street, &mut bucket);
        by_bucket[bucket[0] as usize].push(mean(&judge.distributions(&deal, 1, street)[0]));
    }
    let squares = |values: &[f64]| {
        let middle = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.iter().map(|value| (value - middle).powi(2)).sum::<f64>()
    };
    let all: Vec<f64> = by_bucket.concat();
    let inside: f64 = by_bucket.iter().map(|values| squares(values)).sum();
    let count = all.len().max(1) as f64;
    Quality { spread: (squares(&all) / count).sqrt(), inside: (inside / count).sqrt() }
}

/// How hands are told apart: parts by strength on flop and turn, on the river, whether draws are told apart; and, if not 0, as
/// many buckets of k-means on flop and turn instead.
pub type Classes = (usize, usize, bool, usize);

/// Deals that k-means learns from, and their seed: the same buckets everywhere.
const LEARNED_FROM: usize = 4000;
const SEED: u64 = 1;

/// The abstraction that is meant.
pub fn abstraction_of((strengths, river_strengths, draws, buckets): Classes) -> Box<dyn Abstraction> {
    let river_strengths = river_strengths.clamp(1, 1000);
    match buckets {
        0 => Box::new(HandClasses { strengths: strengths.clamp(1, 1000), river_strengths, draws }),
        _ => Box::new(EquityBuckets::new(buckets.min(1000), river_strengths, LEARNED_FROM, SEED)),
    }
}

impl Abstraction for EquityBuckets {
    fn buckets(&self, street: usize) -> usize {
        match street {
            1 | 2 => self.centres[street - 1].len(),
            _ => self.plain.buckets(street),
        }
    }

    fn buckets_of(&self, deal: &Deal, players: usize, street: usize, out: &mut [u16]) {
        if street == 0 || street == 3 {
            return self.plain.buckets_of(deal, players, street, out);
        }
        for (out, seen) in out.iter_mut().zip(self.distributions(deal, players, street)) {
            *out = nearest(&self.centres[street - 1], &seen) as u16;
        }
    }
}

/// Full boards after a flop (some, the same for the same flop) or a turn (all).
fn boards_after(board: u64) -> Vec<u64> {
    if board.count_ones() == 4 {
        return cards_of(FULL_DECK & !board).map(|card| board | 1 << card).collect();
    }
    let mut rng = Rng::new(mix(board));
    let one = |_| {
        let mut full = board;
        while full.count_ones() < 5 {
            full |= 1 << rng.below(CARDS as u32);
        }
        full
    };
    (0..RUNOUTS).map(one).collect()
}

fn cumulated(counts: Distribution) -> Distribution {
    let all: f32 = counts.iter().sum::<f32>().max(1.0);
    let mut sum = 0.0;
    counts.map(|count| {
        sum += count / all;
        sum
    })
}

fn mean(seen: &Distribution) -> f64 {
    1.0 - seen.iter().map(|up_to| *up_to as f64).sum::<f64>() / BINS as f64
}

fn apart(one: &Distribution, other: &Distribution) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum()
}

fn nearest(centres: &[Distribution], seen: &Distribution) -> usize {
    let mut best = (0, f32::INFINITY);
    for (at, centre) in centres.iter().enumerate() {
        let far = apart(centre, seen);
        if far < best.1 {
            best = (at, far);
        }
    }
    best.0
}

/// k-means with centres that begin far apart (Arthur and Vassilvitskii 2007), in order of mean strength.
fn clustered(seen: &[Distribution], buckets: usize, seed: u64) -> Vec<Distribution> {
    let mut rng = Rng::new(mix(seed ^ 0x6b6d_6561_6e73));
    let mut centres = vec![seen[rng.below(seen.len() as u32) as usize]];
    let mut far: Vec<f32> = vec![f32::INFINITY; seen.len()];
    while centres.len() < buckets {
        let last = centres[centres.len() - 1];
        far.iter_mut().zip(seen).for_each(|(far, one)| *far = far.min(apart(one, &last)));
        let all: f64 = far.iter().map(|far| (*far as f64).powi(2)).sum();
        let mut left = (rng.word() >> 11) as f64 / (1u64 << 53) as f64 * all;
        let chosen = far.iter().position(|far| {
            left -= (*far as f64).powi(2);
            left < 0.0
        });
        centres.push(seen[chosen.unwrap_or(seen.len() - 1)]);
    }
    for _ in 0..ROUNDS {
        let mut sums = vec![[0.0f64; BINS]; buckets];
        let mut counts = vec![0u32; buckets];
        for one in seen {
            let at = nearest(&centres, one);
            counts[at] += 1;
            sums[at].iter_mut().zip(one).for_each(|(sum, up_to)| *sum += *up_to as f64);
        }
        for ((centre, sum), count) in centres.iter_mut().zip(&sums).zip(&counts) {
            if *count > 0 {
                *centre = sum.map(|sum| (sum / *count as f64) as f32);
            }
        }
    }
    centres.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
    centres
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_tell_strength_and_draws_apart() {
        let made = EquityBuckets::new(12, 8, 600, 5);
        for street in [1, 2] {
            let quality = quality(&made, street, 200, 9);
            assert!(quality.inside < quality.spread / 2.0, "{street}: {quality:?}");
        }
        let card = |rank: u32, suit: u32| 1u64 << (rank * 4 + suit);
        // On 9 8 2 with two clubs: a set, a flush draw, nothing.
        let hands = [card(0, 2) | card(0, 3), card(12, 0) | card(11, 0), card(3, 1) | card(4, 2)];
        let mut deal = Deal { hands: [0; 6], board: [28, 24, 1, 0, 0] };
        deal.hands[..3].copy_from_slice(&hands);
        let mut out = [0; 3];
        made.buckets_of(&deal, 3, 1, &mut out);
        assert!(out[0] > out[1] && out[1] > out[2], "{out:?}");
    }

    #[test]
    fn the_same_numbers_give_the_same_buckets() {
        let (one, other) = (EquityBuckets::new(6, 8, 150, 5), EquityBuckets::new(6, 8, 150, 5));
        assert_eq!(one.centres, other.centres);
        assert_ne!(one.centres, EquityBuckets::new(6, 8, 150, 6).centres);
    }
}
