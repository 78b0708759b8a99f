//! Suits that can change places: boards that differ only by such a change are looked at once.

use super::cards::{COMBO_CARDS, COMBOS, combo_of, for_each_set};

/// For each suit, the suit that takes its place.
pub type Permutation = [u8; 4];

/// All 24 ways to permute suits, the one that changes nothing first.
pub fn permutations() -> Vec<Permutation> {
    let mut found = Vec::new();
    for code in 0..256u32 {
        let images: Permutation = std::array::from_fn(|suit| (code >> (6 - 2 * suit) & 3) as u8);
        if images.iter().fold(0, |seen, image| seen | 1 << image) == 0b1111 {
            found.push(images);
        }
    }
    found
}

pub fn permuted_card(card: u8, by: &Permutation) -> u8 {
    card & !3 | by[(card & 3) as usize]
}

pub fn permuted_combo(combo: usize, by: &Permutation) -> usize {
    let [high, low] = COMBO_CARDS[combo];
    combo_of(permuted_card(high, by), permuted_card(low, by))
}

#[inline]
pub fn permuted(mask: u64, by: &Permutation) -> u64 {
    const SUIT: u64 = 0x1_1111_1111_1111;
    by.iter().enumerate().fold(0, |image, (suit, to)| image | (mask >> suit & SUIT) << to)
}

/// The permutations that leave sets of cards and weights of combinations as they are.
pub fn symmetries(sets: &[u64], weights: &[&[f64]]) -> Vec<Permutation> {
    let keeps = |by: &Permutation| {
        sets.iter().all(|set| permuted(*set, by) == *set)
            && weights.iter().all(|weights| (0..COMBOS).all(|combo| weights[combo] == weights[permuted_combo(combo, by)]))
    };
    permutations().into_iter().filter(keeps).collect()
}

/// One set of `count` cards for each orbit under a group of permutations, with the size of the orbit.
pub fn canonical_sets(from: u64, count: usize, group: &[Permutation]) -> Vec<(u64, u32)> {
    let mut found = Vec::new();
    for_each_set(from, count, &mut |set| {
        let mut keeping = 0;
        for by in group {
            let image = permuted(set, by);
            if image < set {
                return;
            }
            keeping += u32::from(image == set);
        }
        found.push((set, group.len() as u32 / keeping));
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::cards::FULL_DECK;
    use super::*;

    #[test]
    fn suits_have_24_permutations_and_the_first_changes_nothing() {
        let all = permutations();
        assert_eq!((all.len(), all[0]), (24, [0, 1, 2, 3]));
        assert!(all.iter().all(|by| permuted(FULL_DECK, by) == FULL_DECK));
    }

    #[test]
    fn flops_are_as_many_as_is_known_and_stand_for_all() {
        let flops = canonical_sets(FULL_DECK, 3, &permutations());
        assert_eq!(flops.len(), 1755);
        assert_eq!(flops.iter().map(|flop| flop.1).sum::<u32>(), 22_100);
    }

    #[test]
    fn a_suited_card_leaves_three_suits_to_change() {
        assert_eq!(symmetries(&[1 << 50], &[]).len(), 6);
        let mut weights = vec![1.0; COMBOS];
        weights[combo_of(0, 1)] = 0.5;
        assert_eq!(symmetries(&[], &[&weights]).len(), 4);
    }
}
