//! A perfect hash of the counts of ranks: every way to hold five to seven cards has a slot of its own. Keys are put into
//! buckets, and each bucket is moved until nothing of it meets what is there (Fox and others 1992).

/// Slots, of which a bit more than half are used.
pub const SLOTS: usize = 1 << 17;
const BUCKETS: usize = 1 << 13;

/// Odd numbers by which keys are spread; `build` fails if they do not do for the keys.
const BUCKET_FACTOR: u32 = 0x9e37_79b1;
const SLOT_FACTORS: [u32; 64] = {
    let mut found = [0; 64];
    let mut at = 0;
    while at < 64 {
        found[at] = 0x85eb_ca6bu32.wrapping_mul(2 * at as u32 + 1) | 1;
        at += 1;
    }
    found
};

/// Where each key's slot is.
pub struct PerfectHash {
    shifts: Box<[u16; BUCKETS]>,
    factor: u32,
}

impl PerfectHash {
    /// For different keys; None if there are too many of them.
    pub fn build(keys: &[u32]) -> Option<PerfectHash> {
        SLOT_FACTORS.iter().find_map(|factor| PerfectHash::build_with(keys, *factor))
    }

    fn build_with(keys: &[u32], factor: u32) -> Option<PerfectHash> {
        let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); BUCKETS];
        for key in keys {
            buckets[bucket(*key)].push(home(*key, factor));
        }
        for homes in &mut buckets {
            homes.sort_unstable();
            if homes.windows(2).any(|two| two[0] == two[1]) {
                return None;
            }
        }
        let mut order: Vec<usize> = (0..BUCKETS).collect();
        order.sort_by_key(|bucket| std::cmp::Reverse(buckets[*bucket].len()));
        let mut taken = vec![false; SLOTS];
        let mut shifts = vec![0u16; BUCKETS];
        for bucket in order {
            let slot = |home: u32, shift: u16| moved(home, shift);
            let free = (0..=u16::MAX).find(|shift| buckets[bucket].iter().all(|home| !taken[slot(*home, *shift)]))?;
            shifts[bucket] = free;
            buckets[bucket].iter().for_each(|home| taken[slot(*home, free)] = true);
        }
        Some(PerfectHash { shifts: shifts.into_boxed_slice().try_into().ok()?, factor })
    }

    #[inline(always)]
    pub fn slot(&self, key: u32) -> usize {
        moved(home(key, self.factor), self.shifts[bucket(key)])
    }
}

#[inline(always)]
fn bucket(key: u32) -> usize {
    (key.wrapping_mul(BUCKET_FACTOR) >> 19) as usize
}

#[inline(always)]
fn home(key: u32, factor: u32) -> u32 {
    key.wrapping_mul(factor) >> 15
}

#[inline(always)]
fn moved(home: u32, shift: u16) -> usize {
    (home as usize + shift as usize) & (SLOTS - 1)
}
