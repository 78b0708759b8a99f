//! Cards, sets of them, and the 1,326 combinations that a player can hold.

/// Cards in the deck.
pub const CARDS: usize = 52;

/// Pairs of cards that a player can hold.
pub const COMBOS: usize = 1326;

/// All cards.
pub const FULL_DECK: u64 = (1 << CARDS) - 1;

/// The number of a pair of different cards: those of a lower highest card first.
#[inline]
pub const fn combo_of(a: u8, b: u8) -> usize {
    let (high, low) = if a > b { (a as usize, b as usize) } else { (b as usize, a as usize) };
    high * (high - 1) / 2 + low
}

/// The cards of every combination, the higher first.
pub const COMBO_CARDS: [[u8; 2]; COMBOS] = {
    let mut found = [[0; 2]; COMBOS];
    let mut high = 1;
    while high < CARDS as u8 {
        let mut low = 0;
        while low < high {
            found[combo_of(high, low)] = [high, low];
            low += 1;
        }
        high += 1;
    }
    found
};

/// The combination as a set of cards.
#[inline]
pub const fn combo_mask(combo: usize) -> u64 {
    let [high, low] = COMBO_CARDS[combo];
    1 << high | 1 << low
}

/// The cards of a set, lowest first.
pub fn cards_of(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let card = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            card
        })
    })
}

/// Calls back with every set of `count` cards out of a set, in a fixed order.
pub fn for_each_set(from: u64, count: usize, visit: &mut impl FnMut(u64)) {
    fn go(mut left: u64, count: usize, taken: u64, visit: &mut impl FnMut(u64)) {
        if count == 0 {
            return visit(taken);
        }
        while left.count_ones() as usize >= count {
            let card = left & left.wrapping_neg();
            left ^= card;
            go(left, count - 1, taken | card, visit);
        }
    }
    go(from, count, 0, visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let numbers: Vec<usize> = COMBO_CARDS.iter().map(|[high, low]| combo_of(*low, *high)).collect();
        assert_eq!(numbers, (0..COMBOS).collect::<Vec<_>>());
    }

    #[test]
    fn every_set_is_visited_once() {
        let mut seen = Vec::new();
        for_each_set(0b1011_0110, 3, &mut |set| seen.push(set));
        assert_eq!(seen.len(), 10);
        seen.dedup();
        assert!(seen.len() == 10 && seen.iter().all(|set| set.count_ones() == 3 && set & !0b1011_0110 == 0));
    }
}
