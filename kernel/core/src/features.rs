//! Features of actions, as a learned policy reads them: each action is a row of numbers, and each number stands for a
//! conjunction of facts (hashed, Weinberger 2009). Games say what the facts are; nothing here knows what they mean.

use crate::game::Action;

/// Conjunctions of an action at most.
pub const WIDTH: usize = 16;

/// Numbers that a conjunction is hashed to: one weight each. Number 0 stands for none, and its weight is nought.
pub const WEIGHTS: usize = 1 << 14;

/// An action's features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    indices: [u16; WIDTH],
    used: usize,
    /// What all its conjunctions are about.
    base: u64,
}

impl Row {
    /// No features yet, of an action of this kind.
    #[inline(always)]
    pub fn new(base: u64) -> Row {
        Row { indices: [0; WIDTH], used: 0, base }
    }

    /// Adds a conjunction of facts, each best below 64. What is too much is left out.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, facts: [u32; N]) {
        let Some(index) = self.indices.get_mut(self.used) else {
            return;
        };
        let packed = facts.iter().fold(0u64, |all, fact| all.wrapping_mul(64).wrapping_add(*fact as u64));
        let salted = packed ^ self.base.wrapping_add((self.used as u64) << 58);
        let mixed = salted.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hashed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - WEIGHTS.trailing_zeros());
        *index = (hashed as u16).max(1);
        self.used += 1;
    }

    #[inline(always)]
    pub fn indices(&self) -> &[u16; WIDTH] {
        &self.indices
    }
}

/// What can be said of an action of which nothing but its place in a list is known.
pub fn plain_row(action: Action, count: u32) -> Row {
    let mut row = Row::new(0);
    let (slot, value) = (action.slot as u32, action.value as u32);
    row.put([slot]);
    row.put([slot, value]);
    row.put([slot, few(count)]);
    row.put([slot, value, few(count)]);
    row
}

/// An action by itself, whatever the situation.
#[inline(always)]
pub fn fixed_row(action: Action) -> Row {
    let mut row = Row::new(1);
    row.put([action.slot as u32]);
    row.put([action.slot as u32, action.value as u32]);
    row
}

/// A number by its size: exactly where it is small, roughly where it is large. Below 8.
#[inline(always)]
pub fn few(number: u32) -> u32 {
    const SIZES: [u8; 14] = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7];
    SIZES[number.min(13) as usize] as u32
}

/// The same for numbers that may be negative. Below 16.
#[inline(always)]
pub fn few_signed(number: i32) -> u32 {
    if number < 0 { 7 + few(number.unsigned_abs()) } else { few(number as u32) }
}

/// A number by its binary digits: for sums of chips and points. Below 16.
#[inline(always)]
pub fn digits(number: i32) -> u32 {
    (32 - number.max(0).leading_zeros()).min(15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_so_many_conjunctions_and_no_more() {
        let mut row = Row::new(7);
        (0..WIDTH as u32 + 5).for_each(|fact| row.put([fact, 1]));
        assert!(row.indices().iter().all(|index| (1..WEIGHTS as u16).contains(index)));
        assert_ne!(Row::new(7), row);
    }

    #[test]
    fn the_same_facts_in_another_place_or_of_another_action_are_other_features() {
        let row = |base: u64, before: u32| {
            let mut row = Row::new(base);
            (0..before).for_each(|_| row.put([0]));
            row.put([3, 1]);
            row.indices()[before as usize]
        };
        assert_eq!(row(1, 0), row(1, 0));
        assert_ne!(row(1, 0), row(2, 0));
        assert_ne!(row(1, 0), row(1, 1));
    }

    #[test]
    fn sizes_grow_with_numbers() {
        assert!((0..100).all(|number| few(number) <= few(number + 1) && few(number) < 8));
        assert!((-50..50).all(|number| few_signed(number) < 16));
        assert_eq!((digits(-5), digits(0), digits(1), digits(1024)), (0, 0, 1, 11));
    }
}
