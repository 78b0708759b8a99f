//! Sums of what cards count, as counts of cards.

use crate::mask::Mask;
use crate::rules::load::Rules;

impl Rules {
    /// What the cards of a trick are worth to whoever takes it.
    #[inline]
    pub fn points_of(&self, cards: Mask) -> i32 {
        match (&self.trick_worths, &self.trick_points) {
            (Some(worths), _) => worths.iter().map(|(worth, of)| worth * cards.and(*of).len() as i32).sum(),
            (None, Some(points)) => cards.into_iter().map(|card| points[card as usize]).sum(),
            (None, None) => 0,
        }
    }
}

/// Sets of cards and what each of their cards counts, so that sums are counts: by worth or, if that takes fewer, by the
/// binary digits of the worths. None if it would take many, or if a sum of them could be too large.
pub fn few_worths(values: &[i32]) -> Option<Vec<(i32, Mask)>> {
    const FEW: usize = 6;
    let cards_with = |wanted: &dyn Fn(i32) -> bool| cards_with(values, wanted);
    let mut worths: Vec<i32> = values.iter().copied().filter(|value| *value != 0).collect();
    worths.sort_unstable();
    worths.dedup();
    if worths.iter().any(|worth| worth.unsigned_abs() >= 1_000_000) {
        return None;
    }
    // As two's complement: the digits below the sign, and the sign.
    let largest = worths.iter().map(|worth| if *worth < 0 { !worth } else { *worth }).max().unwrap_or(0);
    let digits = i32::BITS - largest.leading_zeros();
    if worths.len() <= FEW.min(digits as usize) {
        return Some(worths.iter().map(|worth| (*worth, cards_with(&|value| value == *worth))).collect());
    }
    let mut sets: Vec<(i32, Mask)> =
        (0..digits).map(|digit| (1 << digit, cards_with(&|value| value >> digit & 1 == 1))).collect();
    sets.push((-(1 << digits), cards_with(&|value| value < 0)));
    sets.retain(|(_, cards)| !cards.is_empty());
    (sets.len() <= FEW).then_some(sets)
}

/// Cards whose value is such.
pub fn cards_with(values: &[i32], wanted: &dyn Fn(i32) -> bool) -> Mask {
    let cards = values.iter().enumerate().filter(|(_, value)| wanted(**value));
    cards.fold(Mask::EMPTY, |all, (card, _)| all.or(Mask::of(card as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_by_counts_are_the_sums() {
        for values in
            [vec![10, -3, 7, 0, 7], vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10], vec![-8, -7, -1, 6, 5, 4, 3, 2], vec![0]]
        {
            let counts = few_worths(&values).expect("few digits");
            for bits in 0..1u128 << values.len() {
                let cards = Mask::from_bits(bits);
                let sum: i32 = cards.into_iter().map(|card| values[card as usize]).sum();
                assert_eq!(counts.iter().map(|(each, of)| each * cards.and(*of).len() as i32).sum::<i32>(), sum);
            }
        }
        assert!(few_worths(&[1, 20, 300, 4_000, 50_000, 600_000, 7, 8]).is_none());
        assert!(few_worths(&[i32::MIN, 1]).is_none());
    }
}
