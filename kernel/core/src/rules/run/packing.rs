//! Packing: dividing cards into melds that share none, for the best total.

use crate::rules::program::{Instance, MAX_CARDS};
use crate::rules::run::prelude::*;

/// A meld: its cards, what they are worth together, and its place among melds worth the same.
#[derive(Debug, Clone, Copy, Default)]
struct Meld {
    cards: Mask,
    points: i32,
    order: u16,
}

/// Steps after which the best found so far is good enough.
const EFFORT: u32 = 100_000;

/// Melds with the same two lowest cards.
#[derive(Debug, Clone, Copy)]
struct MeldPair {
    second: u8,
    /// Whether the two alone are a meld.
    whole: bool,
    /// Third cards of the others.
    thirds: Mask,
    melds: (u16, u16),
}

/// Melds with the same lowest card.
#[derive(Debug, Clone, Copy, Default)]
struct Lowest {
    /// Second cards; this card itself, if it is a meld alone.
    next: Mask,
    pairs: (u16, u16),
    /// Those of this card alone.
    single: (u16, u16),
}

/// The melds of a group that are worth something, by their lowest cards.
#[derive(Debug, Default)]
pub struct PackIndex {
    melds: Vec<Meld>,
    pairs: Vec<MeldPair>,
    lowest: Vec<Lowest>,
}

/// A way to divide cards into melds: what they are worth, and the cards in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    pub total: i32,
    pub cards: Mask,
}

impl PackIndex {
    pub fn new(instances: &[Instance]) -> PackIndex {
        let mut index = PackIndex::default();
        let mut order = 0;
        for card in 0..MAX_CARDS as u8 {
            let mut own: Vec<(Option<u8>, Meld)> = Vec::new();
            for instance in instances.iter().filter(|instance| instance.points > 0 && instance.cards.lowest() == Some(card)) {
                let second = instance.cards.minus(Mask::of(card)).lowest();
                own.push((second, Meld { cards: instance.cards, points: instance.points, order }));
                order += 1;
            }
            own.sort_by_key(|(second, meld)| (*second, meld.order));
            index.add(&own);
        }
        index
    }

    /// Adds the melds of one lowest card, by their second ones.
    fn add(&mut self, own: &[(Option<u8>, Meld)]) {
        let mut lowest = Lowest { pairs: (self.pairs.len() as u16, 0), ..Lowest::default() };
        for same in own.chunk_by(|one, other| one.0 == other.0) {
            let start = self.melds.len() as u16;
            self.melds.extend(same.iter().map(|(_, meld)| *meld));
            let melds = (start, self.melds.len() as u16);
            let Some(second) = same[0].0 else {
                lowest.single = melds;
                lowest.next = lowest.next.or(same[0].1.cards);
                continue;
            };
            let third = |meld: &Meld| meld.cards.into_iter().nth(2);
            let thirds = same.iter().filter_map(|(_, meld)| third(meld)).fold(Mask::EMPTY, |all, card| all.or(Mask::of(card)));
            let whole = same.iter().any(|(_, meld)| meld.cards.len() == 2);
            lowest.next.insert(second);
            self.pairs.push(MeldPair { second, whole, thirds, melds });
        }
        lowest.pairs.1 = self.pairs.len() as u16;
        self.lowest.push(lowest);
    }

    /// Visits the melds that these cards contain.
    fn visit(&self, cards: Mask, mut found: impl FnMut(Meld)) {
        let of = |range: (u16, u16)| &self.melds[range.0 as usize..range.1 as usize];
        for card in cards {
            let lowest = &self.lowest[card as usize];
            if lowest.next.and(cards).is_empty() {
                continue;
            }
            of(lowest.single).iter().for_each(|meld| found(*meld));
            for pair in &self.pairs[lowest.pairs.0 as usize..lowest.pairs.1 as usize] {
                if cards.has(pair.second) && (pair.whole || !pair.thirds.and(cards).is_empty()) {
                    of(pair.melds).iter().filter(|meld| meld.cards.within(cards)).for_each(|meld| found(*meld));
                }
            }
        }
    }

    /// The melds among these cards, the most valuable first.
    pub fn find(&self, cards: Mask) -> Melds {
        let mut melds = Melds { among: cards, all: Vec::new() };
        self.visit(cards, |meld| melds.all.push(meld));
        melds.all.sort_by_key(|meld| (std::cmp::Reverse(meld.points), meld.order));
        melds
    }
}

/// The melds that some cards contain, the most valuable first.
#[derive(Debug)]
pub struct Melds {
    pub among: Mask,
    all: Vec<Meld>,
}

impl Melds {
    /// The best way to divide some of the cards.
    pub fn pack(&self, cards: Mask) -> Packing {
        let mut search = PackSearch { best: Packing { total: 0, cards: Mask::EMPTY }, budget: EFFORT };
        match self.all.as_slice() {
            [] => {}
            [meld] if !meld.cards.within(cards) => {}
            [meld] => search.best = Packing { total: meld.points, cards: meld.cards },
            all => search.extend(all, cards, cards, 0),
        }
        search.best
    }
}

/// Branch and bound over melds, the most valuable first.
struct PackSearch {
    best: Packing,
    budget: u32,
}

impl PackSearch {
    fn extend(&mut self, melds: &[Meld], all: Mask, free: Mask, so_far: i32) {
        if so_far > self.best.total {
            self.best = Packing { total: so_far, cards: all.minus(free) };
        }
        for (index, Meld { cards, points, .. }) in melds.iter().enumerate() {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            if !cards.within(free) {
                continue;
            }
            // Even if all later melds were as good as this one on every card left, could the best be beaten?
            let bound = so_far as i64 + *points as i64 * (free.len() as i64 / cards.len().max(1) as i64);
            if bound <= self.best.total as i64 && melds.iter().skip(index).all(|other| other.cards.len() >= cards.len()) {
                break;
            }
            self.extend(&melds[index + 1..], all, free.minus(*cards), so_far + points);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(cards: &[u8], points: i32) -> Instance {
        Instance { cards: cards.iter().fold(Mask::EMPTY, |all, card| all.or(Mask::of(*card))), points }
    }

    fn mask(cards: &[u8]) -> Mask {
        instance(cards, 0).cards
    }

    #[test]
    fn the_best_division_shares_no_card() {
        let index = PackIndex::new(&[
            instance(&[0, 1, 2], 6),
            instance(&[2, 3, 4], 9),
            instance(&[0, 1, 2, 3, 4], 13),
            instance(&[4, 9], 8),
            instance(&[7], 1),
            instance(&[5, 6], 0),
        ]);
        let hand = mask(&[0, 1, 2, 3, 4, 5, 6, 7, 9]);
        let melds = index.find(hand);
        assert_eq!(melds.pack(hand), Packing { total: 15, cards: mask(&[0, 1, 2, 4, 9, 7]) });
        assert_eq!(melds.pack(hand.minus(Mask::of(9))).total, 14);
        assert_eq!(melds.pack(mask(&[3, 4, 2])), index.find(mask(&[3, 4, 2])).pack(mask(&[3, 4, 2])));
        assert_eq!(index.find(mask(&[5, 6])).pack(mask(&[5, 6])).total, 0);
    }
}
