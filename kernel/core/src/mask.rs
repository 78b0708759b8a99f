//! A set of cards as bits.

use std::fmt;
use std::ops::BitOr;

use serde::{Deserialize, Deserializer, de};

/// A set of up to 128 cards, as two words: most decks need only the first. In JSON, a string of hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Mask {
    low: u64,
    high: u64,
}

impl Mask {
    pub const EMPTY: Mask = Mask { low: 0, high: 0 };
    pub const ALL: Mask = Mask { low: u64::MAX, high: u64::MAX };

    pub const fn from_bits(bits: u128) -> Mask {
        Mask { low: bits as u64, high: (bits >> 64) as u64 }
    }

    /// The first 64 cards, and the others.
    #[inline]
    pub const fn from_words([low, high]: [u64; 2]) -> Mask {
        Mask { low, high }
    }

    /// The same, the other way round.
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        [self.low, self.high]
    }

    #[inline]
    pub const fn of(card: u8) -> Mask {
        ALONE[card as usize & 127]
    }

    /// The first `n` cards.
    pub const fn first(n: usize) -> Mask {
        if n >= 128 { Mask::ALL } else { Mask::from_bits((1 << n) - 1) }
    }

    #[inline]
    pub const fn has(self, card: u8) -> bool {
        let word = if card & 64 == 0 { self.low } else { self.high };
        word >> (card & 63) & 1 == 1
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    #[inline]
    pub fn insert(&mut self, card: u8) {
        *self = self.or(Mask::of(card));
    }

    #[inline]
    pub fn remove(&mut self, card: u8) {
        *self = self.minus(Mask::of(card));
    }

    #[inline]
    pub const fn and(self, other: Mask) -> Mask {
        Mask { low: self.low & other.low, high: self.high & other.high }
    }

    #[inline]
    pub const fn or(self, other: Mask) -> Mask {
        Mask { low: self.low | other.low, high: self.high | other.high }
    }

    #[inline]
    pub const fn minus(self, other: Mask) -> Mask {
        Mask { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// This set, unless so: then the other. Without a branch.
    #[inline(always)]
    pub const fn unless(self, other: Mask, so: bool) -> Mask {
        let (own, its) = ((so as u64).wrapping_sub(1), (so as u64).wrapping_neg());
        Mask { low: self.low & own | other.low & its, high: self.high & own | other.high & its }
    }

    #[inline]
    pub const fn within(self, other: Mask) -> bool {
        self.minus(other).is_empty()
    }

    #[inline]
    pub fn lowest(self) -> Option<u8> {
        if self.low != 0 {
            return Some(self.low.trailing_zeros() as u8);
        }
        if self.high == 0 { None } else { Some(64 + self.high.trailing_zeros() as u8) }
    }

    #[inline]
    pub fn highest(self) -> Option<u8> {
        match self.high.checked_ilog2() {
            Some(bit) => Some(64 + bit as u8),
            None => self.low.checked_ilog2().map(|bit| bit as u8),
        }
    }

    /// Those cards for which something holds.
    #[inline]
    pub fn filter(self, mut holds: impl FnMut(u8) -> bool) -> Mask {
        let mut kept = self;
        for card in self {
            if !holds(card) {
                kept.remove(card);
            }
        }
        kept
    }

    /// The k-th card from the lowest, if there are so many; otherwise any number below 128.
    #[inline]
    pub fn nth(self, k: u32) -> u8 {
        let below = self.low.count_ones();
        if k < below { nth_bit(self.low, k) } else { 64 + nth_bit(self.high, k - below) }
    }
}

/// Every card by itself: looked up, as working it out would depend on the word.
const ALONE: &[Mask; 128] = &{
    let mut alone = [Mask::EMPTY; 128];
    let mut card = 0;
    while card < 128 {
        alone[card] = Mask::from_bits(1 << card);
        card += 1;
    }
    alone
};

/// Position of the k-th set bit (if k is below the number of set bits; always below 64). For a small k the lowest bits
/// are taken away by ones, twos and fours; nothing branches on which, as that cannot be foreseen.
#[inline]
pub fn nth_bit(bits: u64, k: u32) -> u8 {
    if k >= 8 {
        return nth_of_many(bits, k);
    }
    let without = |bits: u64| bits & bits.wrapping_sub(1);
    let mut left = bits;
    left = if k & 1 != 0 { without(left) } else { left };
    left = if k & 2 != 0 { without(without(left)) } else { left };
    left = if k & 4 != 0 { without(without(without(without(left)))) } else { left };
    left.trailing_zeros() as u8 & 63
}

/// The same: which half has it, three times, then a table.
#[inline]
fn nth_of_many(bits: u64, mut k: u32) -> u8 {
    let mut at = 0;
    for half in [32, 16, 8] {
        let below = (bits >> at & ((1 << half) - 1)).count_ones();
        let beyond = k >= below;
        at += if beyond { half } else { 0 };
        k -= if beyond { below } else { 0 };
    }
    at as u8 | NTH_OF_BYTE[k as usize & 7][(bits >> at) as usize & 0xff]
}

/// Position of the k-th set bit of a byte.
static NTH_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut k, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[k][byte] = bit as u8;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl BitOr for Mask {
    type Output = Mask;
    #[inline]
    fn bitor(self, other: Mask) -> Mask {
        self.or(other)
    }
}

impl FromIterator<u8> for Mask {
    #[inline]
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Mask {
        cards.into_iter().fold(Mask::EMPTY, |all, card| all.or(Mask::of(card)))
    }
}

impl IntoIterator for Mask {
    type Item = u8;
    type IntoIter = Cards;
    #[inline]
    fn into_iter(self) -> Cards {
        Cards(self)
    }
}

/// Cards of a mask from the lowest up.
#[derive(Clone)]
pub struct Cards(Mask);

impl Iterator for Cards {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.low != 0 {
            let card = self.0.low.trailing_zeros() as u8;
            self.0.low &= self.0.low - 1;
            return Some(card);
        }
        if self.0.high == 0 {
            return None;
        }
        let card = 64 + self.0.high.trailing_zeros() as u8;
        self.0.high &= self.0.high - 1;
        Some(card)
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<'de> Deserialize<'de> for Mask {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mask, D::Error> {
        let text = String::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16).map(Mask::from_bits).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_finds_every_card_of_any_mask() {
        for bits in [1u128, 1 << 127, 0b1011 << 62, u128::MAX, 0xdead_beef_0123 << 50] {
            let mask = Mask::from_bits(bits);
            let all: Vec<u8> = mask.into_iter().collect();
            for (k, card) in all.iter().enumerate() {
                assert_eq!(mask.nth(k as u32), *card);
            }
            assert!((0..500).all(|k| mask.nth(k) < 128));
        }
        assert!(Mask::EMPTY.nth(0) < 128);
    }
}
