//! What five, six or seven cards are worth, by look-up: one key of the whole hand, and a slot for it.
//!
//! The key is a sum over cards. Its low half counts ranks in base 5, so that no two hands of different ranks share it;
//! above that, four bits a suit count from 3, so that five of a suit set the highest of them.

use std::sync::LazyLock;

use rayon::prelude::*;

use super::cards::{CARDS, FULL_DECK};
use super::hash::{PerfectHash, SLOTS};
use super::worth::{CATEGORIES, RANKS, category_of_worth, worth};

/// Names of the categories, weakest first.
pub const CATEGORY_NAMES: [&str; CATEGORIES] =
    ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"];

/// Hands that differ in worth.
pub const CLASSES: u16 = 7462;

/// Where the counters of suits begin, and what they start from.
const SUITS_AT: u32 = 32;
const NO_CARDS: u64 = 0x3333 << SUITS_AT;
const FLUSH_BITS: u64 = 0x8888 << SUITS_AT;

/// Cards are looked at by so many bits at a time: two ranks.
const CHUNK_BITS: usize = 8;
const CHUNKS: usize = CARDS.div_ceil(CHUNK_BITS);

/// The tables.
pub struct Evaluator {
    keys: Box<[[u64; 1 << CHUNK_BITS]; CHUNKS]>,
    hash: PerfectHash,
    unsuited: Box<[u16; SLOTS]>,
    suited: Box<[u16; 1 << RANKS]>,
    /// The first class of each category.
    firsts: [u16; CATEGORIES],
}

static EVALUATOR: LazyLock<Evaluator> = LazyLock::new(Evaluator::build);

/// The evaluator: ask for it once, before a loop.
pub fn evaluator() -> &'static Evaluator {
    &EVALUATOR
}

/// What five to seven cards (a mask) are worth, from 1 to 7462, the higher the better; 0 for any other number of cards.
pub fn rank(cards: u64) -> u16 {
    if (5..=7).contains(&cards.count_ones()) && cards <= FULL_DECK { EVALUATOR.rank(cards) } else { 0 }
}

impl Evaluator {
    /// The same without looking at the number of cards: for others it means nothing.
    #[inline(always)]
    pub fn rank(&self, cards: u64) -> u16 {
        self.rank_of_key(self.key(cards), cards)
    }

    #[inline(always)]
    fn rank_of_key(&self, key: u64, cards: u64) -> u16 {
        let flush = key & FLUSH_BITS;
        if flush != 0 {
            return self.flush_rank(cards, flush);
        }
        self.unsuited[self.hash.slot(key as u32)]
    }

    #[inline(always)]
    fn key(&self, cards: u64) -> u64 {
        let mut key = NO_CARDS;
        for (chunk, keys) in self.keys.iter().enumerate() {
            key = key.wrapping_add(keys[(cards >> (chunk * CHUNK_BITS)) as usize & 0xff]);
        }
        key
    }

    #[inline]
    fn flush_rank(&self, cards: u64, flush: u64) -> u16 {
        let suit = (flush.trailing_zeros() - SUITS_AT) / 4;
        self.suited[ranks_of_suit(cards, suit) as usize]
    }

    /// The category of a rank, 0 for a high card to 8 for a straight flush.
    pub fn category(&self, rank: u16) -> usize {
        self.firsts.iter().rposition(|first| rank >= *first).unwrap_or(0)
    }

    fn build() -> Evaluator {
        let hands = rank_hands();
        let mut suited_sets = Vec::new();
        for set in 0..1u16 << RANKS {
            if set.count_ones() >= 5 {
                let counts = std::array::from_fn(|rank| (set >> rank & 1) as u8);
                suited_sets.push((set, worth(&counts, true)));
            }
        }
        let mut worths: Vec<u32> = hands.iter().map(|hand| hand.1).chain(suited_sets.iter().map(|set| set.1)).collect();
        worths.sort_unstable();
        worths.dedup();
        let class_of = |worth: u32| worths.partition_point(|other| *other < worth) as u16 + 1;
        let mut firsts = [u16::MAX; CATEGORIES];
        for worth in &worths {
            let first = &mut firsts[category_of_worth(*worth)];
            *first = (*first).min(class_of(*worth));
        }
        let numbers: Vec<u32> = hands.iter().map(|hand| hand.0).collect();
        // The keys are the same in every build: that they have a perfect hash is a fact, which a test shows.
        let hash = PerfectHash::build(&numbers).expect("the counts of ranks have a perfect hash");
        let mut unsuited = boxed::<SLOTS>();
        hands.iter().for_each(|(number, worth)| unsuited[hash.slot(*number)] = class_of(*worth));
        let mut suited = boxed::<{ 1 << RANKS }>();
        suited_sets.iter().for_each(|(set, worth)| suited[*set as usize] = class_of(*worth));
        let mut keys = Box::new([[0; 1 << CHUNK_BITS]; CHUNKS]);
        for (chunk, table) in keys.iter_mut().enumerate() {
            for (bits, key) in table.iter_mut().enumerate() {
                let cards = (0..CHUNK_BITS).filter(|bit| bits >> bit & 1 == 1).map(|bit| chunk * CHUNK_BITS + bit);
                *key = cards.filter(|card| *card < CARDS).map(card_key).sum();
            }
        }
        Evaluator { keys, hash, unsuited, suited, firsts }
    }
}

fn boxed<const N: usize>() -> Box<[u16; N]> {
    vec![0; N].into_boxed_slice().try_into().expect("it has this length")
}

fn card_key(card: usize) -> u64 {
    5u64.pow(card as u32 / 4) | 1 << (SUITS_AT as usize + card % 4 * 4)
}

/// The ranks of a suit's cards as 13 bits.
#[inline]
pub fn ranks_of_suit(cards: u64, suit: u32) -> u16 {
    let mut bits = cards >> suit & 0x1_1111_1111_1111;
    bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
    bits = (bits | bits >> 6) & 0x000f_000f_000f_000f;
    bits = (bits | bits >> 12) & 0x0000_00ff_0000_00ff;
    (bits | bits >> 24) as u16 & 0x1fff
}

/// Every way to hold five to seven cards by their ranks alone: its number in base 5, and its worth.
fn rank_hands() -> Vec<(u32, u32)> {
    fn go(rank: usize, left: u8, counts: &mut [u8; RANKS], found: &mut Vec<(u32, u32)>) {
        if rank == RANKS {
            if left <= 2 {
                let number = counts.iter().rev().fold(0, |number, count| number * 5 + *count as u32);
                found.push((number, worth(counts, false)));
            }
            return;
        }
        for count in 0..=left.min(4) {
            counts[rank] = count;
            go(rank + 1, left - count, counts, found);
        }
        counts[rank] = 0;
    }
    let mut found = Vec::new();
    go(0, 7, &mut [0; RANKS], &mut found);
    found
}

/// How many hands of so many cards (5 to 7) there are in each category. Counted in parallel by highest card.
pub fn census(cards: usize) -> [u64; CATEGORIES] {
    let evaluator = evaluator();
    let mut category_of = vec![0u8; CLASSES as usize + 1];
    category_of.iter_mut().enumerate().for_each(|(rank, category)| *category = evaluator.category(rank as u16) as u8);
    let card_keys: [u64; CARDS] = std::array::from_fn(card_key);
    let counter = Counter { evaluator, category_of: &category_of, card_keys: &card_keys };
    let count_below = |highest: usize| {
        let mut counts = [[0u64; CATEGORIES]; SIDE_BY_SIDE];
        let key = NO_CARDS + card_keys[highest];
        counter.count((1 << highest) - 1, cards - 1, (key, 1 << highest), &mut counts);
        counts.iter().fold([0; CATEGORIES], |sums, counts| std::array::from_fn(|at| sums[at] + counts[at]))
    };
    let by_highest: Vec<_> = (cards - 1..CARDS).into_par_iter().map(count_below).collect();
    by_highest.iter().fold([0; CATEGORIES], |sums, counts| std::array::from_fn(|at| sums[at] + counts[at]))
}

/// Counts that are kept side by side, so that one need not wait for the last.
const SIDE_BY_SIDE: usize = 4;

struct Counter<'a> {
    evaluator: &'a Evaluator,
    category_of: &'a [u8],
    card_keys: &'a [u64; CARDS],
}

impl Counter<'_> {
    /// Counts the hands that so many cards out of a set complete. Keys are sums over cards: each level adds its own.
    fn count(&self, mut left: u64, cards: usize, (key, taken): (u64, u64), counts: &mut [[u64; CATEGORIES]; SIDE_BY_SIDE]) {
        if cards == 1 {
            let mut side = 0;
            while left != 0 {
                let card = left.trailing_zeros() as usize % CARDS;
                let bit = left & left.wrapping_neg();
                left ^= bit;
                let rank = self.evaluator.rank_of_key(key + self.card_keys[card], taken | bit);
                counts[side][self.category_of[rank as usize] as usize % CATEGORIES] += 1;
                side = (side + 1) % SIDE_BY_SIDE;
            }
            return;
        }
        while left.count_ones() as usize >= cards {
            let card = left.trailing_zeros() as usize % CARDS;
            let bit = left & left.wrapping_neg();
            left ^= bit;
            self.count(left, cards - 1, (key + self.card_keys[card], taken | bit), counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::cards::for_each_set;
    use super::*;
    use crate::chance::Rng;

    fn mask(text: &str) -> u64 {
        let card = |pair: &[u8]| {
            let rank = b"23456789TJQKA".iter().position(|rank| *rank == pair[0]).unwrap();
            rank * 4 + b"cdhs".iter().position(|suit| *suit == pair[1]).unwrap()
        };
        text.as_bytes().chunks(2).map(|pair| 1u64 << card(pair)).sum()
    }

    #[test]
    fn five_and_six_cards_have_the_published_census() {
        assert_eq!(census(5), [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]);
        assert_eq!(census(6), [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_844]);
    }

    #[test]
    #[ignore = "half a minute without optimisation; Python's test asks the compiled kernel for it"]
    fn seven_cards_have_the_published_census() {
        let published = [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584];
        assert_eq!(census(7), published);
    }

    #[test]
    fn a_hand_is_worth_its_best_five_cards() {
        let mut rng = Rng::new(1);
        let mut deck: Vec<u8> = (0..CARDS as u8).collect();
        for _ in 0..3000 {
            rng.shuffle(&mut deck);
            for many in [6, 7] {
                let hand = deck[..many].iter().fold(0, |hand, card| hand | 1u64 << card);
                let mut best = 0;
                for_each_set(hand, 5, &mut |five| best = best.max(rank(five)));
                assert_eq!(rank(hand), best, "{hand:x}");
            }
        }
    }

    #[test]
    fn hands_are_ordered_as_at_the_table() {
        let weakest_first = [
            "7c5d4h3s2c",
            "AcKdQhJs9c",
            "2c2d3h4s5c",
            "AcAdKhQsJc",
            "3c3d2h2s4c",
            "AcAdKhKsQc",
            "2c2d2h3s4c",
            "5c4d3h2sAc",
            "6c5d4h3s2c",
            "AcKdQhJsTc",
            "7c5c4c3c2c",
            "AcKcQcJc9c",
            "2c2d2h3s3c",
            "AcAdAhKsKc",
            "2c2d2h2s3c",
            "AcAdAhAsKc",
            "5c4c3c2cAc",
            "AcKcQcJcTc",
        ];
        let ranks: Vec<u16> = weakest_first.iter().map(|hand| rank(mask(hand))).collect();
        assert!(ranks.is_sorted_by(|weak, strong| weak < strong), "{ranks:?}");
        assert_eq!((ranks[0], ranks[17]), (1, CLASSES));
        assert_eq!(rank(mask("AcAdAhKsKcKd2h")), rank(mask("AcAdAhKsKc")), "the second three is a pair");
    }

    #[test]
    fn suits_play_no_part_but_in_flushes() {
        assert_eq!(rank(mask("AcKdQhJs9c")), rank(mask("AdKcQsJh9d")));
        for suit in ["c", "d", "h", "s"] {
            let hand: String = "AKQJ98".chars().map(|rank| format!("{rank}{suit}")).collect();
            assert_eq!(rank(mask(&hand)), rank(mask("AcKcQcJc9c")));
        }
    }

    #[test]
    fn other_numbers_of_cards_are_worth_nothing() {
        assert_eq!((rank(0), rank(0b1111), rank(0xff), rank(u64::MAX)), (0, 0, 0, 0));
    }
}
