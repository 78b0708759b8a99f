//! Where randomness comes from: a keyed stream for the deck, a small fast one for agents.

/// Thirty-two bytes that decide all chance of a game.
pub type Seed = [u8; 32];

/// ChaCha with eight rounds (Bernstein 2008): seeing every card ever dealt does not give the next one away. It is used by
/// half words: what is drawn by chance is one of a deck of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    key: [u32; 8],
    /// The next blocks, one after the other, and how much of them is used.
    halves: [u16; HALVES],
    used: u8,
    counter: u32,
}

/// Words of a block.
const WORDS: usize = 16;

/// Half words of the two blocks that are made at once: enough to shuffle a deck.
const HALVES: usize = 4 * WORDS;

impl Chance {
    pub fn new(seed: &Seed) -> Chance {
        Chance { key: key_of(seed), halves: [0; HALVES], used: HALVES as u8, counter: 0 }
    }

    /// Whether it has not been asked for anything yet.
    pub fn is_untouched(&self) -> bool {
        self.counter == 0 || (self.counter == 2 && self.used == 0)
    }

    #[inline]
    fn next(&mut self) -> u16 {
        if self.used as usize == HALVES {
            self.refill();
        }
        let at = self.used as usize;
        self.used += 1;
        self.halves[at % HALVES]
    }

    /// Has two blocks at hand again.
    #[inline(never)]
    fn refill(&mut self) {
        let blocks = two_blocks(&self.key, self.counter);
        self.fill(|block, word| blocks[block][word]);
        self.counter = self.counter.wrapping_add(2);
        self.used = 0;
    }

    /// Takes over the words of two blocks.
    #[inline(always)]
    fn fill(&mut self, word_of: impl Fn(usize, usize) -> u32) {
        for (at, halves) in self.halves.chunks_exact_mut(2).enumerate() {
            let word = word_of(at / WORDS, at % WORDS);
            halves.copy_from_slice(&[word as u16, (word >> 16) as u16]);
        }
    }

    /// A number below `n`, every one equally likely (Lemire 2019).
    #[inline]
    pub fn below(&mut self, n: u8) -> u8 {
        if n < 2 {
            return 0;
        }
        let product = self.next() as u32 * n as u32;
        if (product as u16) < n as u16 {
            return self.fair(product, n as u16);
        }
        (product >> 16) as u8
    }

    /// The rare case in which a product may have to be drawn again.
    #[cold]
    fn fair(&mut self, mut product: u32, n: u16) -> u8 {
        let least = n.wrapping_neg() % n;
        while (product as u16) < least {
            product = self.next() as u32 * n as u32;
        }
        (product >> 16) as u8
    }

    /// Exchanges each item, from the last, with one below or itself.
    pub fn shuffle(&mut self, items: &mut [u8]) {
        let mut deck = IN_ORDER;
        let count = items.len() as u8;
        deck[..count as usize].copy_from_slice(items);
        let mut places = items.iter_mut().rev();
        self.take_all(&mut deck, count, |item| {
            if let Some(place) = places.next() {
                *place = item;
            }
        });
    }

    /// Takes the first so many items out of a deck, one after the other, in an order that chance decides; which is the
    /// first of them, if there are any.
    #[inline(always)]
    pub fn take_all(&mut self, deck: &mut Deck, count: u8, mut take: impl FnMut(u8)) -> u8 {
        let mut first = deck[0];
        let mut left = count;
        while left > 1 {
            let drawn = self.draw(left);
            if left == count {
                first = deck[drawn.items[0] as usize];
            }
            for place in &drawn.items[..drawn.count] {
                left = left.wrapping_sub(1);
                take(deck[*place as usize]);
                deck[*place as usize] = deck[left as usize];
            }
        }
        if left == 1 {
            take(deck[0]);
        }
        first
    }

    /// Numbers below `left`, below one less and so on down to one below two, or as many as blocks of their own give.
    #[inline(never)]
    fn draw(&mut self, left: u8) -> Drawn {
        if self.used != 0 {
            self.refill();
        }
        let mut drawn = Drawn { items: [0; HALVES], count: HALVES.min(left as usize - 1) };
        let mut again = false;
        for (index, (item, half)) in drawn.items.iter_mut().zip(&self.halves).enumerate() {
            let below = (left as u16).saturating_sub(index as u16);
            let product = *half as u32 * below as u32;
            *item = (product >> 16) as u8;
            again |= (product as u16) < below;
        }
        self.used = drawn.count as u8;
        if again {
            self.draw_again(left, &mut drawn);
        }
        drawn
    }

    /// The rare case in which one of the numbers may have to be drawn again: up to the first of them all stands.
    #[cold]
    fn draw_again(&mut self, left: u8, drawn: &mut Drawn) {
        let may_not_do = |index: &usize| {
            let below = left as u16 - *index as u16;
            self.halves[*index].wrapping_mul(below) < below
        };
        if let Some(index) = (0..drawn.count).find(may_not_do) {
            self.used = index as u8;
            drawn.items[index] = self.below(left - index as u8);
            drawn.count = index + 1;
        }
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
    items: [u8; HALVES],
    count: usize,
}

fn key_of(seed: &Seed) -> [u32; 8] {
    let mut key = [0; 8];
    for (word, bytes) in key.iter_mut().zip(seed.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    key
}

fn seed_of(key: &[u32; 8]) -> Seed {
    let mut seed = [0; 32];
    for (bytes, word) in seed.chunks_exact_mut(4).zip(key) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    seed
}

/// One part (a game of a batch, a sample) of what a seed decides, with its chance at hand.
pub struct Part {
    pub seed: Seed,
    pub chance: Chance,
}

/// The seed of a part.
pub fn derive(seed: &Seed, index: u64) -> Seed {
    seed_of(&keys_of_parts(seed, index).map(|[word]| word))
}

/// Parts that follow each other: made side by side they take less time.
pub fn parts<const N: usize>(seed: &Seed, first: u64) -> [Part; N] {
    let keys: [[u32; N]; 8] = keys_of_parts(seed, first);
    let blocks = [0, 1].map(|block| chacha8(&keys, [block; N]));
    std::array::from_fn(|lane| {
        let key = keys.map(|row| row[lane]);
        let mut chance = Chance { key, halves: [0; HALVES], used: 0, counter: 2 };
        chance.fill(|block, word| blocks[block][word][lane]);
        Part { seed: seed_of(&key), chance }
    })
}

/// The keys of parts that follow each other, word by word.
fn keys_of_parts<const N: usize>(seed: &Seed, first: u64) -> [[u32; N]; 8] {
    let part = |lane| first.wrapping_add(lane as u64) ^ 0x6465_726b << 32;
    let words = chacha8(&key_of(seed).map(|word| [word; N]), std::array::from_fn(part));
    std::array::from_fn(|at| words[at])
}

/// The block function for several blocks side by side, so that the compiler can use vector instructions: keys word by
/// word. The number of a block is its counter, and above that its stream.
fn chacha8<const N: usize>(keys: &[[u32; N]; 8], blocks: [u64; N]) -> [[u32; N]; WORDS] {
    let mut start = [[0; N]; WORDS];
    for (row, word) in start.iter_mut().zip(FIRST_WORDS) {
        *row = [word; N];
    }
    start[4..12].copy_from_slice(keys);
    start[12] = blocks.map(|block| block as u32);
    start[13] = blocks.map(|block| (block >> 32) as u32);
    eight_rounds(&start)
}

/// The words that a block starts with, whatever the key.
const FIRST_WORDS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Two blocks that follow each other: their columns side by side, then their diagonals.
fn two_blocks(key: &[u32; 8], counter: u32) -> [[u32; WORDS]; 2] {
    let row = |first: [u32; 4]| std::array::from_fn(|at| first[at % 4]);
    let key_row = |first: usize| row(std::array::from_fn(|at| key[first + at]));
    let start: Rows = [row(FIRST_WORDS), key_row(0), key_row(4), [counter, 0, 0, 0, counter.wrapping_add(1), 0, 0, 0]];
    let mut rows = start;
    for _ in 0..4 {
        round::<3, 1, 2>(&mut rows);
        round::<1, 3, 2>(&mut rows);
    }
    for (row, start) in rows.iter_mut().zip(start) {
        *row = add(*row, start);
    }
    std::array::from_fn(|block| std::array::from_fn(|word| rows[word / 4][4 * block + word % 4]))
}

/// The rows of two blocks, each of four words of the one and four of the other.
type Rows = [[u32; 8]; 4];

/// A round, and its rows moved on for the next one.
// Apart, and from memory, as below.
#[inline(never)]
fn round<const A: usize, const C: usize, const D: usize>(rows: &mut Rows) {
    let [a, b, c, d] = *rows;
    let a = add(a, b);
    let d = turn::<16>(d, a);
    let c = add(c, d);
    let b = turn::<12>(b, c);
    let a = add(a, b);
    let d = turn::<8>(d, a);
    let c = add(c, d);
    let b = turn::<7>(b, c);
    let moved = |row: [u32; 8], by: usize| std::array::from_fn(|at| row[at / 4 * 4 + (at + by) % 4]);
    *rows = [moved(a, A), b, moved(c, C), moved(d, D)];
}

#[inline(always)]
fn add(a: [u32; 8], b: [u32; 8]) -> [u32; 8] {
    std::array::from_fn(|at| a[at].wrapping_add(b[at]))
}

#[inline(always)]
fn turn<const BITS: u32>(a: [u32; 8], by: [u32; 8]) -> [u32; 8] {
    std::array::from_fn(|at| (a[at] ^ by[at]).rotate_left(BITS))
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
        let words = chacha8(&[[0]; 8], [0]);
        assert_eq!(words[0][0].to_le_bytes(), [0x3e, 0x00, 0xef, 0x2f]);
        assert_eq!(words[1][0].to_le_bytes(), [0x89, 0x5f, 0x40, 0xd6]);
    }

    #[test]
    fn blocks_made_at_once_follow_each_other() {
        let [first, second] = parts(&[9; 32], 7);
        for mut chance in [first.chance, second.chance, Chance::new(&[9; 32])] {
            assert!(chance.is_untouched());
            for counter in 0..6 {
                for [word] in chacha8(&chance.key.map(|word| [word]), [counter]) {
                    assert_eq!([chance.next(), chance.next()], [word as u16, (word >> 16) as u16]);
                }
            }
            assert!(!chance.is_untouched());
        }
    }

    #[test]
    fn seeds_derived_at_once_are_those_derived_one_by_one() {
        let first = u32::MAX as u64 - 3;
        let derived: [Part; 8] = parts(&[5; 32], first);
        for (index, part) in (first..).zip(derived) {
            assert_eq!(part.seed, derive(&[5; 32], index));
            assert_eq!(part.chance.key, key_of(&part.seed));
        }
    }

    /// Fisher and Yates by the book, one number after the other: each deck, or what is left of it, from blocks of its own.
    fn shuffle_by_the_book(chance: &mut Chance, items: &mut [u8]) {
        let mut taken = HALVES;
        for last in (1..items.len()).rev() {
            if taken == HALVES {
                chance.refill();
                taken = 0;
            }
            let tries = chance.used;
            items.swap(last, chance.below(last as u8 + 1) as usize);
            let is_suspect = chance.halves[tries as usize % HALVES].wrapping_mul(last as u16 + 1) < last as u16 + 1;
            taken = if is_suspect { HALVES } else { taken + 1 };
        }
    }

    #[test]
    fn a_deck_is_shuffled_as_items_are_one_by_one() {
        for seed in 0..200 {
            let (mut chance, mut other) = (Chance::new(&[seed; 32]), Chance::new(&[seed; 32]));
            for size in [0u8, 1, 2, 3, 52, 65, 66, 104, 128, 255] {
                let mut shuffled: Vec<u8> = (0..size).collect();
                let mut expected = shuffled.clone();
                chance.shuffle(&mut shuffled);
                shuffle_by_the_book(&mut other, &mut expected);
                assert_eq!(shuffled, expected);
                assert_eq!(chance.next(), other.next());
            }
        }
    }

    #[test]
    fn a_number_that_may_have_to_be_drawn_again_is_drawn_again() {
        let mut chance = Chance::new(&[3; 32]);
        chance.refill();
        let last = chance.halves[5];
        let mut drawn = Drawn { items: [0; HALVES], count: 51 };
        chance.halves[4] = 0; // below the least that every number below 48 is equally likely for
        chance.draw_again(52, &mut drawn);
        assert_eq!((drawn.count, chance.used), (5, 6));
        assert_eq!(drawn.items[4], ((last as u32 * 48) >> 16) as u8);
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut chance = Chance::new(&[11; 32]);
        let mut seen = std::collections::BTreeMap::<Vec<u8>, u32>::new();
        for _ in 0..24_000 {
            let mut items = vec![0, 1, 2, 3];
            chance.shuffle(&mut items);
            *seen.entry(items).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        assert!(seen.values().all(|n| (850..1_150).contains(n)), "{seen:?}");
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
