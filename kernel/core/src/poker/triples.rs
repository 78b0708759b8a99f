//! Three classes of hands that go all in together before the flop, by sampling: each triple has hands and boards of its own,
//! so that errors of different triples do not add up.

use super::cards::{CARDS, combo_mask};
use super::classes::{CLASSES, combos_of_classes};
use super::evaluate::{Evaluator, evaluator};
use super::parallel::{Told, in_parts};
use crate::chance::{Rng, mix};

/// Triples of classes without regard to order.
pub const TRIPLES: usize = CLASSES * (CLASSES + 1) * (CLASSES + 2) / 6;

/// Numbers that are kept of a triple (i, j, k): how many of its combinations share no card; the parts of the pot of i and of
/// j, all three being in; the equity of i against j, of i against k and of j against k, the third's cards being gone. All
/// but the first are 65,535ths.
pub const NUMBERS: usize = 6;
const UNIT: f64 = 65_535.0;

/// The place of a triple that is in order.
pub fn triple_at(i: usize, j: usize, k: usize) -> usize {
    i + j * (j + 1) / 2 + k * (k + 1) * (k + 2) / 6
}

/// The numbers of every triple, from so many deals each, in the order of their places.
pub fn sample_triples(deals: u32, seed: u64, threads: usize, told: &mut Told) -> Result<Option<Vec<u16>>, String> {
    let combos: Vec<Vec<u64>> =
        combos_of_classes().iter().map(|of| of.iter().map(|combo| combo_mask(*combo)).collect()).collect();
    let pairs: Vec<(usize, usize)> = (0..CLASSES).flat_map(|k| (0..=k).map(move |j| (j, k))).collect();
    let work = |part: usize| {
        let (j, k) = pairs[part];
        let mut numbers = Vec::with_capacity((j + 1) * NUMBERS);
        for i in 0..=j {
            let rng = Rng::new(mix(seed ^ mix(triple_at(i, j, k) as u64 + 1)));
            numbers.extend(sample_triple([&combos[i], &combos[j], &combos[k]], deals, rng));
        }
        numbers
    };
    let merge = |all: &mut Vec<u16>, part: Vec<u16>| all.extend(part);
    in_parts(pairs.len(), threads, work, Vec::with_capacity(TRIPLES * NUMBERS), merge, told)
}

fn sample_triple(hands: [&[u64]; 3], deals: u32, mut rng: Rng) -> [u16; NUMBERS] {
    let together = held_together(hands);
    if together.is_empty() {
        return [0; NUMBERS];
    }
    let evaluator = evaluator();
    let mut counts = [0u32; 5];
    for deal in 0..deals {
        // Every way to hold the three in turn: where they are more than the deals, evenly spread among them.
        let at = match together.len() as u64 {
            few if few <= deals as u64 => deal as u64 % few,
            many => deal as u64 * many / deals as u64,
        };
        count_deal(evaluator, together[at as usize], &mut rng, &mut counts);
    }
    // Parts of the pot were counted in sixths, equities in halves.
    let [first, second, ij, ik, jk] = counts.map(|count| count as f64 / deals as f64);
    let number = |share: f64| (share * UNIT).round() as u16;
    [together.len() as u16, number(first / 6.0), number(second / 6.0), number(ij / 2.0), number(ik / 2.0), number(jk / 2.0)]
}

fn held_together([first, second, third]: [&[u64]; 3]) -> Vec<[u64; 3]> {
    let mut found = Vec::new();
    for one in first {
        for two in second.iter().filter(|two| *two & one == 0) {
            for three in third.iter().filter(|three| *three & (one | two) == 0) {
                found.push([*one, *two, *three]);
            }
        }
    }
    found
}

fn count_deal(evaluator: &Evaluator, hands: [u64; 3], rng: &mut Rng, counts: &mut [u32; 5]) {
    let mut gone = hands[0] | hands[1] | hands[2];
    let held = gone;
    // Six bits of a word at a time are a place in the deck, or beyond it: then the next six.
    let mut word = rng.word();
    let mut left = 10;
    while gone.count_ones() < 11 {
        if word & 63 < CARDS as u64 {
            gone |= 1 << (word & 63);
        }
        word >>= 6;
        left -= 1;
        if left == 0 {
            word = rng.word();
            left = 10;
        }
    }
    let board = gone & !held;
    let [i, j, k] = hands.map(|hand| evaluator.rank(board | hand));
    let best = i.max(j).max(k);
    let winners = u32::from(i == best) + u32::from(j == best) + u32::from(k == best);
    counts[0] += if i == best { 6 / winners } else { 0 };
    counts[1] += if j == best { 6 / winners } else { 0 };
    for (count, (one, other)) in counts[2..].iter_mut().zip([(i, j), (i, k), (j, k)]) {
        *count += u32::from(one > other) + u32::from(one >= other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::cards::combo_of;
    use super::super::equity::{Matchup, single};
    use super::*;

    #[test]
    fn triples_are_numbered_without_gaps() {
        let mut next = 0;
        for k in 0..CLASSES {
            for j in 0..=k {
                for i in 0..=j {
                    assert_eq!(triple_at(i, j, k), next);
                    next += 1;
                }
            }
        }
        assert_eq!(next, TRIPLES);
    }

    #[test]
    fn a_triple_comes_near_its_exact_shares() {
        let hands = [combo_of(50, 51), combo_of(44, 45), combo_of(0, 21)];
        let masks = hands.map(|hand| [combo_mask(hand)]);
        let [ways, first, second, ij, ..] = sample_triple([&masks[0], &masks[1], &masks[2]], 20_000, Rng::new(3));
        assert_eq!(ways, 1);
        let all = Matchup { ranges: hands.map(single).to_vec(), board: 0, dead: 0 };
        let all = all.sampled(40_000, 1, 1, &mut |_| true).unwrap().unwrap();
        assert!((first as f64 / UNIT - all.share[0]).abs() < 0.02 && (second as f64 / UNIT - all.share[1]).abs() < 0.02);
        assert!((ij as f64 / UNIT - 0.8).abs() < 0.06, "aces against kings, about four times of five: {ij}");
    }

    #[test]
    fn three_pairs_of_one_rank_cannot_be_held() {
        let aces = &combos_of_classes()[168].iter().map(|combo| combo_mask(*combo)).collect::<Vec<_>>();
        assert_eq!(sample_triple([aces, aces, aces], 10, Rng::new(1)), [0; NUMBERS]);
    }
}
