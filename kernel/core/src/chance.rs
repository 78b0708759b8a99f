//! Where randomness comes from: a keyed stream for the deck, a small fast one for agents.

/// Thirty-two bytes that decide all chance of a game.
pub type Seed = [u8; 32];

/// ChaCha with eight rounds (Bernstein 2008): seeing every card ever dealt does not give the next one away.
#[derive(Clone, Copy)]
pub struct Chance {
    key: [u32; 8],
    block: [u32; 16],
    counter: u32,
    at: u8,
}

impl Chance {
    pub fn new(seed: &Seed) -> Chance {
        let mut key = [0; 8];
        for (word, bytes) in key.iter_mut().zip(seed.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        Chance { key, block: [0; 16], counter: 0, at: 16 }
    }

    /// Whether it has not been asked for anything yet.
    pub fn is_untouched(&self) -> bool {
        self.counter == 0
    }

    #[inline]
    fn next(&mut self) -> u32 {
        if self.at == 16 {
            self.refill();
        }
        let word = self.block[self.at as usize & 15];
        self.at += 1;
        word
    }

    #[inline(never)]
    fn refill(&mut self) {
        self.block = chacha8(&self.key, self.counter, 0);
        self.counter = self.counter.wrapping_add(1);
        self.at = 0;
    }

    /// A number below `n`, every one equally likely (Lemire 2019).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        let product = self.next() as u64 * n as u64;
        if (product as u32) < n {
            return self.fair(product, n);
        }
        (product >> 32) as u32
    }

    /// The rare case in which a product may have to be drawn again.
    #[cold]
    fn fair(&mut self, mut product: u64, n: u32) -> u32 {
        let least = n.wrapping_neg() % n;
        while (product as u32) < least {
            product = self.next() as u64 * n as u64;
        }
        (product >> 32) as u32
    }

    pub fn shuffle(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

/// The seed of one part (a game of a batch, a sample) of what `seed` decides.
pub fn derive(seed: &Seed, index: u64) -> Seed {
    let chance = Chance::new(seed);
    let words = chacha8(&chance.key, index as u32, (index >> 32) as u32 ^ 0x6465_726b);
    let mut derived = [0; 32];
    for (bytes, word) in derived.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    derived
}

type Row = [u32; 4];

/// The block function on rows of four words, so that the compiler can use vector instructions.
fn chacha8(key: &[u32; 8], counter: u32, stream: u32) -> [u32; 16] {
    let start: [Row; 4] = [
        [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574],
        [key[0], key[1], key[2], key[3]],
        [key[4], key[5], key[6], key[7]],
        [counter, stream, 0, 0],
    ];
    let [mut a, mut b, mut c, mut d] = start;
    for _ in 0..4 {
        (a, b, c, d) = quarter_rounds(a, b, c, d);
        (b, c, d) = (turned::<1>(b), turned::<2>(c), turned::<3>(d));
        (a, b, c, d) = quarter_rounds(a, b, c, d);
        (b, c, d) = (turned::<3>(b), turned::<2>(c), turned::<1>(d));
    }
    let mut block = [0; 16];
    for (row, (end, start)) in block.chunks_exact_mut(4).zip([a, b, c, d].into_iter().zip(start)) {
        row.copy_from_slice(&sum(end, start));
    }
    block
}

#[inline(always)]
fn quarter_rounds(mut a: Row, mut b: Row, mut c: Row, mut d: Row) -> (Row, Row, Row, Row) {
    a = sum(a, b);
    d = xor_rotated::<16>(d, a);
    c = sum(c, d);
    b = xor_rotated::<12>(b, c);
    a = sum(a, b);
    d = xor_rotated::<8>(d, a);
    c = sum(c, d);
    b = xor_rotated::<7>(b, c);
    (a, b, c, d)
}

#[inline(always)]
fn sum(a: Row, b: Row) -> Row {
    std::array::from_fn(|i| a[i].wrapping_add(b[i]))
}

#[inline(always)]
fn xor_rotated<const BITS: u32>(a: Row, b: Row) -> Row {
    std::array::from_fn(|i| (a[i] ^ b[i]).rotate_left(BITS))
}

#[inline(always)]
fn turned<const BY: usize>(row: Row) -> Row {
    std::array::from_fn(|i| row[(i + BY) & 3])
}

/// SplitMix64 (Steele 2014): for agents and playouts, where speed matters and nobody is kept from guessing.
#[derive(Clone, Copy)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// All there is to it: `Rng::new` goes on from here.
    pub fn state(&self) -> u64 {
        self.0
    }

    /// For agents of the game that this seed decides.
    pub fn from_seed(seed: &Seed) -> Rng {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&seed[..8]);
        Rng(mix(u64::from_le_bytes(bytes) ^ 0x6167_656e_7473))
    }

    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * n as u64) >> 32) as u32
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    pub fn seed(&mut self) -> Seed {
        let mut seed = [0; 32];
        for bytes in seed.chunks_exact_mut(8) {
            bytes.copy_from_slice(&self.word().to_le_bytes());
        }
        seed
    }
}

#[inline]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chacha_matches_the_published_vector() {
        // ChaCha8, all-zero key and nonce (Strombergson's test vectors, TC1): first bytes of the key stream.
        let words = chacha8(&[0; 8], 0, 0);
        assert_eq!(words[0].to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f]);
        assert_eq!(words[1].to_le_bytes(), [0x89, 0x5f, 0x40, 0xd6]);
    }

    #[test]
    fn below_is_fair() {
        let mut chance = Chance::new(&[7; 32]);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[chance.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
    }
}
