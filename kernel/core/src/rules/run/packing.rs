//! Packing: dividing cards into melds that share none, for the best total.

use std::ops::Range;

use crate::rules::run::prelude::*;

/// Steps after which the best found so far is good enough.
const EFFORT: u32 = 100_000;

/// The melds of a group that are worth something, by their lowest cards.
#[derive(Debug, Default)]
pub struct PackIndex {
    melds: Vec<Instance>,
    /// Where those of each lowest card are, and the cards that they have besides.
    lowest: Vec<(Range<usize>, Mask)>,
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
        for card in 0..MAX_CARDS as u8 {
            let (start, own) = (index.melds.len(), Mask::of(card));
            let own_ones = instances.iter().filter(|instance| instance.points > 0 && instance.cards.lowest() == Some(card));
            index.melds.extend(own_ones.copied());
            let all = index.melds[start..].iter().fold(Mask::EMPTY, |all, meld| all.or(meld.cards));
            let alone = index.melds[start..].iter().any(|meld| meld.cards == own);
            index.lowest.push((start..index.melds.len(), if alone { all } else { all.minus(own) }));
        }
        index
    }

    /// The melds among these cards, the most valuable first.
    pub fn find(&self, cards: Mask) -> Melds {
        let mut all = Vec::new();
        for card in cards {
            let (own, others) = &self.lowest[card as usize];
            if !others.and(cards).is_empty() {
                all.extend(self.melds[own.clone()].iter().filter(|meld| meld.cards.within(cards)).copied());
            }
        }
        all.sort_by_key(|meld| std::cmp::Reverse(meld.points));
        Melds { among: cards, all }
    }
}

/// The melds that some cards contain, the most valuable first.
#[derive(Debug)]
pub struct Melds {
    pub among: Mask,
    all: Vec<Instance>,
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
    fn extend(&mut self, melds: &[Instance], all: Mask, free: Mask, so_far: i32) {
        if so_far > self.best.total {
            self.best = Packing { total: so_far, cards: all.minus(free) };
        }
        for (index, Instance { cards, points }) in melds.iter().enumerate() {
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
        Instance { cards: cards.iter().copied().collect(), points }
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
