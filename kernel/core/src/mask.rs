//! A set of cards as bits.

use std::fmt;

use serde::{Deserialize, Deserializer, de};

/// A set of up to 128 cards. In JSON, a string of hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Mask(pub u128);

impl Mask {
    pub const EMPTY: Mask = Mask(0);
    pub const ALL: Mask = Mask(u128::MAX);

    #[inline]
    pub const fn of(card: u8) -> Mask {
        Mask(1 << (card & 127))
    }

    /// The first `n` cards.
    pub const fn first(n: usize) -> Mask {
        if n >= 128 {
            Mask::ALL
        } else {
            Mask((1 << n) - 1)
        }
    }

    #[inline]
    pub const fn has(self, card: u8) -> bool {
        self.0 >> (card & 127) & 1 == 1
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn insert(&mut self, card: u8) {
        self.0 |= 1 << (card & 127);
    }

    #[inline]
    pub fn remove(&mut self, card: u8) {
        self.0 &= !(1 << (card & 127));
    }

    #[inline]
    pub const fn and(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }

    #[inline]
    pub const fn or(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }

    #[inline]
    pub const fn minus(self, other: Mask) -> Mask {
        Mask(self.0 & !other.0)
    }

    #[inline]
    pub const fn within(self, other: Mask) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub fn lowest(self) -> Option<u8> {
        if self.0 == 0 {
            None
        } else {
            Some(self.0.trailing_zeros() as u8)
        }
    }

    /// The k-th card from the lowest; the last one if there are fewer.
    #[inline]
    pub fn nth(self, k: u32) -> Option<u8> {
        let low = self.0 as u64;
        let below = low.count_ones();
        if k < below {
            return Some(nth_bit(low, k));
        }
        let high = (self.0 >> 64) as u64;
        if high == 0 {
            return self.0.checked_ilog2().map(|bit| bit as u8);
        }
        Some(64 + nth_bit(high, (k - below).min(high.count_ones() - 1)))
    }
}

/// Position of the k-th set bit (k below the number of set bits), by halves.
#[inline]
fn nth_bit(bits: u64, mut k: u32) -> u8 {
    let mut at = 0;
    let mut width = 32;
    while width > 0 {
        let ones = (bits >> at & ((1u64 << width) - 1)).count_ones();
        let beyond = (k >= ones) as u32;
        k -= ones * beyond;
        at += width * beyond;
        width >>= 1;
    }
    at as u8
}

impl IntoIterator for Mask {
    type Item = u8;
    type IntoIter = Cards;
    fn into_iter(self) -> Cards {
        Cards(self.0)
    }
}

/// Cards of a mask from the lowest up.
#[derive(Clone)]
pub struct Cards(u128);

impl Iterator for Cards {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        let card = Mask(self.0).lowest()?;
        self.0 &= self.0 - 1;
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
        u128::from_str_radix(&text, 16)
            .map(Mask)
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_finds_every_card_of_any_mask() {
        for bits in [
            1u128,
            1 << 127,
            0b1011 << 62,
            u128::MAX,
            0xdead_beef_0123 << 50,
        ] {
            let all: Vec<u8> = Mask(bits).into_iter().collect();
            for (k, card) in all.iter().enumerate() {
                assert_eq!(Mask(bits).nth(k as u32), Some(*card));
            }
            assert_eq!(Mask(bits).nth(500), all.last().copied());
        }
        assert_eq!(Mask::EMPTY.nth(0), None);
    }
}
