//! The 169 kinds of hands before the flop: pairs, suited and offsuit hands. Their numbers are places of a square of 13 by 13
//! by rank from the deuce up: suited hands have their higher rank first.

use super::cards::{COMBO_CARDS, COMBOS, combo_mask};

pub const CLASSES: usize = 169;

/// The class of a combination.
pub const fn class_of(combo: usize) -> usize {
    let [high, low] = COMBO_CARDS[combo];
    let (first, second) = (high as usize / 4, low as usize / 4);
    if high % 4 == low % 4 || first == second { first * 13 + second } else { second * 13 + first }
}

/// The combinations of each class.
pub fn combos_of_classes() -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new(); CLASSES];
    (0..COMBOS).for_each(|combo| found[class_of(combo)].push(combo));
    found
}

/// For each pair of classes, how many pairs of their combinations share no card.
pub fn pairs_of_classes() -> Vec<u32> {
    let combos = combos_of_classes();
    let mut found = vec![0; CLASSES * CLASSES];
    for (first, of_first) in combos.iter().enumerate() {
        for (second, of_second) in combos.iter().enumerate() {
            let apart = |one: &usize| of_second.iter().filter(|other| combo_mask(*one) & combo_mask(**other) == 0).count();
            found[first * CLASSES + second] = of_first.iter().map(apart).sum::<usize>() as u32;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_6_4_or_12_combinations() {
        let sizes: Vec<usize> = combos_of_classes().iter().map(Vec::len).collect();
        let count = |size: usize| sizes.iter().filter(|found| **found == size).count();
        assert_eq!((count(6), count(4), count(12)), (13, 78, 78));
        assert_eq!(pairs_of_classes().iter().map(|pairs| *pairs as usize).sum::<usize>(), 1326 * 1225);
    }
}
