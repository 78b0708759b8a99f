//! Where randomness comes from: a keyed stream for the deck, a small fast one for agents.

/// Thirty-two bytes that decide all chance of a game.
pub type Seed = [u8; 32];

/// ChaCha with eight rounds (Bernstein 2008): seeing every card ever dealt does not give the next one away.
#[derive(Clone, Copy)]
pub struct Chance {
    key: [u32; 8],
    /// The next blocks, one after the other.
    words: [u32; WORDS * BLOCKS],
    counter: u32,
    /// Words used of the blocks at hand, and how many these have.
    used: u8,
    ready: u8,
}

/// Words of a block, and blocks made at once: enough to shuffle a deck, and as many as a vector register holds.
const WORDS: usize = 16;
const BLOCKS: usize = 4;

impl Chance {
    pub fn new(seed: &Seed) -> Chance {
        Chance { key: key_of(seed), words: [0; WORDS * BLOCKS], counter: 0, used: 0, ready: 0 }
    }

    /// Starts over, as [`Chance::new`] does.
    pub fn restart(&mut self, seed: &Seed) {
        (self.key, self.counter, self.used, self.ready) = (key_of(seed), 0, 0, 0);
    }

    /// Whether it has not been asked for anything yet.
    pub fn is_untouched(&self) -> bool {
        self.counter as usize * WORDS == (self.ready - self.used) as usize
    }

    #[inline]
    fn next(&mut self) -> u32 {
        if self.used == self.ready {
            self.refill(WORDS * BLOCKS);
        }
        let at = self.used as usize;
        self.used += 1;
        self.words[at % (WORDS * BLOCKS)]
    }

    /// Has words at hand again: a block of them where so many are wanted and no more, otherwise as many as there is room
    /// for.
    #[inline(never)]
    fn refill(&mut self, wanted: usize) {
        (self.used, self.ready) = (0, WORDS as u8);
        if wanted <= WORDS {
            self.words[..WORDS].copy_from_slice(one_block(&self.key, self.counter).as_flattened());
            self.counter = self.counter.wrapping_add(1);
            return;
        }
        let blocks: [[u32; BLOCKS]; WORDS] =
            chacha8(&self.key, std::array::from_fn(|block| self.counter.wrapping_add(block as u32) as u64));
        for (at, word) in self.words.iter_mut().enumerate() {
            *word = blocks[at % WORDS][at / WORDS];
        }
        self.counter = self.counter.wrapping_add(BLOCKS as u32);
        self.ready = (WORDS * BLOCKS) as u8;
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

    /// Exchanges each item, from the last, with [one below](Chance::below) or itself.
    pub fn shuffle(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Shuffles the first so many items. Each is shown as soon as its place is settled, the last first.
    #[inline(always)]
    pub fn shuffle_deck(&mut self, items: &mut Deck, count: u8, mut settled: impl FnMut(u8)) {
        let mut left = count;
        while left > 1 {
            let drawn = self.draw(left as usize);
            for other in &drawn.items[..drawn.count] {
                left = left.wrapping_sub(1);
                items.swap(*other as usize, left as usize);
                settled(items[left as usize]);
            }
        }
        if left == 1 {
            settled(items[0]);
        }
    }

    /// Numbers below `left`, below one less and so on, as many as are at hand, down to one below two.
    #[inline(never)]
    fn draw(&mut self, left: usize) -> Drawn {
        if self.used == self.ready {
            self.refill(left - 1);
        }
        let words = &self.words[self.used as usize..self.ready as usize];
        let mut drawn = Drawn { items: [0; WORDS * BLOCKS], count: words.len().min(left - 1) };
        let mut least = u32::MAX;
        for ((item, word), index) in drawn.items.iter_mut().zip(words).zip(0..drawn.count) {
            let below = (left - index) as u32;
            let product = *word as u64 * below as u64;
            *item = (product >> 32) as u8;
            least = least.min(product as u32);
        }
        // The rare case in which one of them may have to be drawn again: one by one.
        if (least as usize) < left {
            drawn.count = 1;
            drawn.items[0] = self.below(left as u32) as u8;
        } else {
            self.used += drawn.count as u8;
        }
        drawn
    }
}

/// Room for a deck, and for any place in it that a byte can name.
pub type Deck = [u8; 256];

/// The deck as it is numbered.
pub const IN_ORDER: Deck = {
    let mut order = [0; 256];
    let mut item = 0;
    while item < 256 {
        order[item] = item as u8;
        item += 1;
    }
    order
};

/// Numbers drawn at once.
struct Drawn {
    items: [u8; WORDS * BLOCKS],
    count: usize,
}

fn key_of(seed: &Seed) -> [u32; 8] {
    let mut key = [0; 8];
    for (word, bytes) in key.iter_mut().zip(seed.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    key
}

/// The seed of one part (a game of a batch, a sample) of what `seed` decides.
pub fn derive(seed: &Seed, index: u64) -> Seed {
    let [derived] = derive_from(seed, index);
    derived
}

/// The seeds of parts that follow each other.
pub fn derive_from<const N: usize>(seed: &Seed, first: u64) -> [Seed; N] {
    let part = |lane| first.wrapping_add(lane as u64) ^ 0x6465_726b << 32;
    let words: [[u32; N]; WORDS] = chacha8(&key_of(seed), std::array::from_fn(part));
    std::array::from_fn(|lane| {
        let mut derived = [0; 32];
        for (bytes, word) in derived.chunks_exact_mut(4).zip(words) {
            bytes.copy_from_slice(&word[lane].to_le_bytes());
        }
        derived
    })
}

/// The block function for several blocks side by side, so that the compiler can use vector instructions. The number of
/// a block is its counter, and above that its stream.
fn chacha8<const N: usize>(key: &[u32; 8], blocks: [u64; N]) -> [[u32; N]; WORDS] {
    let mut start = [[0; N]; WORDS];
    for (row, word) in start.iter_mut().zip(FIRST_WORDS.iter().chain(key)) {
        *row = [*word; N];
    }
    start[12] = blocks.map(|block| block as u32);
    start[13] = blocks.map(|block| (block >> 32) as u32);
    eight_rounds(&start)
}

/// The words that a block starts with, whatever the key.
const FIRST_WORDS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// One block by itself: its four columns side by side, then its four diagonals.
fn one_block(key: &[u32; 8], counter: u32) -> [[u32; 4]; 4] {
    let row = |first: usize| std::array::from_fn(|word| key[first + word]);
    let start = [FIRST_WORDS, row(0), row(4), [counter, 0, 0, 0]];
    let mut rows = start;
    for _ in 0..4 {
        two_rounds(&mut rows);
    }
    for (word, start) in rows.as_flattened_mut().iter_mut().zip(start.as_flattened()) {
        *word = word.wrapping_add(*start);
    }
    rows
}

// Apart, and from memory, as below.
#[inline(never)]
fn two_rounds(rows: &mut [[u32; 4]; 4]) {
    let moved = |row: [u32; 4], by: usize| std::array::from_fn(|at| row[(at + by) % 4]);
    quarter_rounds(rows);
    let [a, b, c, d] = *rows;
    *rows = [a, moved(b, 1), moved(c, 2), moved(d, 3)];
    quarter_rounds(rows);
    let [a, b, c, d] = *rows;
    *rows = [a, moved(b, 3), moved(c, 2), moved(d, 1)];
}

#[inline(always)]
fn quarter_rounds(rows: &mut [[u32; 4]; 4]) {
    step::<4, 4, 16>(rows, 0, 1, 3);
    step::<4, 4, 12>(rows, 2, 3, 1);
    step::<4, 4, 8>(rows, 0, 1, 3);
    step::<4, 4, 7>(rows, 2, 3, 1);
}

// Apart, and from memory: otherwise the compiler sees the constants and gives up on vectors.
#[inline(never)]
fn eight_rounds<const N: usize>(start: &[[u32; N]; WORDS]) -> [[u32; N]; WORDS] {
    let mut rows = *start;
    for _ in 0..4 {
        quarter_round(&mut rows, [0, 4, 8, 12]);
        quarter_round(&mut rows, [1, 5, 9, 13]);
        quarter_round(&mut rows, [2, 6, 10, 14]);
        quarter_round(&mut rows, [3, 7, 11, 15]);
        quarter_round(&mut rows, [0, 5, 10, 15]);
        quarter_round(&mut rows, [1, 6, 11, 12]);
        quarter_round(&mut rows, [2, 7, 8, 13]);
        quarter_round(&mut rows, [3, 4, 9, 14]);
    }
    for (row, start) in rows.iter_mut().zip(start) {
        for (word, start) in row.iter_mut().zip(start) {
            *word = word.wrapping_add(*start);
        }
    }
    rows
}

#[inline(always)]
fn quarter_round<const N: usize>(rows: &mut [[u32; N]; WORDS], [a, b, c, d]: [usize; 4]) {
    step::<N, WORDS, 16>(rows, a, b, d);
    step::<N, WORDS, 12>(rows, c, d, b);
    step::<N, WORDS, 8>(rows, a, b, d);
    step::<N, WORDS, 7>(rows, c, d, b);
}

/// Adds one row to another, and turns a third by what comes of it. Said by index: in this form it becomes vectors.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn step<const N: usize, const R: usize, const BITS: u32>(rows: &mut [[u32; N]; R], to: usize, from: usize, turned: usize) {
    for block in 0..N {
        rows[to][block] = rows[to][block].wrapping_add(rows[from][block]);
        rows[turned][block] = (rows[turned][block] ^ rows[to][block]).rotate_left(BITS);
    }
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
        let words = chacha8(&[0; 8], [0]);
        assert_eq!(words[0][0].to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f]);
        assert_eq!(words[1][0].to_le_bytes(), [0x89, 0x5f, 0x40, 0xd6]);
    }

    #[test]
    fn a_block_alone_is_the_one_made_with_others() {
        for counter in [0, 1, 77] {
            let block = chacha8(&key_of(&[9; 32]), [counter]);
            assert_eq!(one_block(&key_of(&[9; 32]), counter as u32).as_flattened(), block.as_flattened());
        }
    }

    #[test]
    fn blocks_made_at_once_follow_each_other() {
        let mut chance = Chance::new(&[9; 32]);
        for counter in 0..6 {
            let block = chacha8(&chance.key, [counter]);
            for word in block {
                assert_eq!(chance.next(), word[0]);
            }
        }
    }

    #[test]
    fn seeds_derived_at_once_are_those_derived_one_by_one() {
        let first = u32::MAX as u64 - 3;
        let derived: [Seed; 8] = derive_from(&[5; 32], first);
        for (index, derived) in (first..).zip(derived) {
            assert_eq!(derived, derive(&[5; 32], index));
        }
    }

    #[test]
    fn a_deck_is_shuffled_as_items_are_one_by_one() {
        let (mut chance, mut other) = (Chance::new(&[3; 32]), Chance::new(&[3; 32]));
        for size in [0u8, 1, 2, 3, 52, 104, 128, 255] {
            let mut deck = IN_ORDER;
            let mut expected: Vec<u8> = (0..size).collect();
            let mut settled = Vec::new();
            chance.shuffle_deck(&mut deck, size, |item| settled.insert(0, item));
            other.shuffle(&mut expected);
            assert_eq!(deck[..size as usize], expected);
            assert_eq!(settled, expected);
            assert_eq!(chance.next(), other.next());
        }
    }

    #[test]
    fn a_number_that_may_have_to_be_drawn_again_is_the_same_in_a_deck() {
        let mut chance = Chance::new(&[3; 32]);
        chance.refill(51);
        chance.words[4] = 0; // below the least that every number below 48 is equally likely for
        let mut other = chance;
        let mut deck = IN_ORDER;
        let mut expected: Vec<u8> = (0..52).collect();
        chance.shuffle_deck(&mut deck, 52, |_| {});
        other.shuffle(&mut expected);
        assert_eq!(deck[..52], expected);
        assert_eq!(chance.used, other.used);
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
