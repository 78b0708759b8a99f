//! A histogram of lengths of any size in little room: exact up to 31, and then sixteen bins for each doubling, so that a
//! bin is never wider than a sixteenth of what it holds (as in HdrHistogram, Tene 2012).

/// Bins for each doubling.
const FINE: u64 = 16;
const FINE_BITS: u32 = FINE.trailing_zeros();
/// Up to 2^32: longer games go into the last bin.
const BINS: usize = (FINE * (33 - FINE_BITS as u64)) as usize;

/// How many games are in each bin.
#[derive(Debug, Clone)]
pub struct Lengths(Box<[u64; BINS]>);

impl Default for Lengths {
    fn default() -> Lengths {
        Lengths(Box::new([0; BINS]))
    }
}

impl Lengths {
    #[inline(always)]
    pub fn add(&mut self, length: u64) {
        self.0[bin_of(length)] += 1;
    }

    pub fn merge(&mut self, other: &Lengths) {
        for (own, other) in self.0.iter_mut().zip(other.0.iter()) {
            *own += other;
        }
    }

    /// Bins with games: the first length, the first after it, how many.
    pub fn filled(&self) -> Vec<(u64, u64, u64)> {
        let filled = self.0.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(bin, count)| (first_of(bin), first_of(bin + 1), *count)).collect()
    }
}

/// The bin of a length.
#[inline(always)]
fn bin_of(length: u64) -> usize {
    let doublings = (length | FINE).ilog2() - FINE_BITS;
    (((doublings as u64) << FINE_BITS) + (length >> doublings)).min(BINS as u64 - 1) as usize
}

/// The smallest length of a bin.
fn first_of(bin: usize) -> u64 {
    let bin = bin as u64;
    let doublings = (bin / FINE).saturating_sub(1);
    (bin - doublings * FINE) << doublings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_in_the_bin_that_holds_it_and_bins_are_narrow() {
        for bin in 0..BINS - 1 {
            let (low, high) = (first_of(bin), first_of(bin + 1));
            assert!(low < high && (high - low == 1 || (high - low) * 16 <= low), "{bin}: {low} {high}");
            assert_eq!((bin_of(low), bin_of(high - 1)), (bin, bin));
        }
        assert_eq!((0..32).map(bin_of).collect::<Vec<_>>(), (0..32).collect::<Vec<_>>());
        assert_eq!(bin_of(u64::MAX), BINS - 1);
    }
}
