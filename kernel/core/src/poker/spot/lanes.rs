//! What ends of a street are worth against all that the other may hold: eight ends side by side, so that the compiler can use
//! vector instructions; sums over sorted hands, less what own cards exclude.

use super::deals::Ranked;

pub const LANES: usize = 8;

#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub struct Lanes(pub [f32; LANES]);

impl Lanes {
    pub const ZERO: Lanes = Lanes([0.0; LANES]);
}

#[inline(always)]
fn zip(a: Lanes, b: Lanes, with: impl Fn(f32, f32) -> f32) -> Lanes {
    Lanes(std::array::from_fn(|lane| with(a.0[lane], b.0[lane])))
}

/// Cards of a holding as places of sums. A holding of one card has a second place that nothing is ever added to, or, when it
/// is added itself, one that is never read.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    pub read: [u8; 2],
    pub add: [u8; 2],
}

const NEVER_ADDED: u8 = 52;
const NEVER_READ: u8 = 53;

impl Places {
    pub fn new(mask: u64) -> Places {
        let low = mask.trailing_zeros() as u8;
        let rest = mask & (mask - 1);
        match rest {
            0 => Places { read: [low, NEVER_ADDED], add: [low, NEVER_READ] },
            _ => Places { read: [low, rest.trailing_zeros() as u8], add: [low, rest.trailing_zeros() as u8] },
        }
    }
}

/// What a batch of ends pays: `even` beside any hand of the other, `above` more beside a weaker one, `below` beside a
/// stronger one.
#[derive(Debug, Clone, Copy)]
pub struct Pays {
    pub even: Lanes,
    pub above: Lanes,
    pub below: Lanes,
}

/// Running sums of what the other may hold: of all, and by card.
struct Sums {
    all: Lanes,
    by_card: [Lanes; 64],
}

impl Sums {
    fn new() -> Sums {
        Sums { all: Lanes::ZERO, by_card: [Lanes::ZERO; 64] }
    }

    #[inline(always)]
    fn add(&mut self, places: Places, reach: Lanes) {
        self.all = zip(self.all, reach, |a, b| a + b);
        for place in places.add {
            let sum = &mut self.by_card[(place & 63) as usize];
            *sum = zip(*sum, reach, |a, b| a + b);
        }
    }

    #[inline(always)]
    fn beside(&self, places: Places) -> Lanes {
        let [one, other] = places.read.map(|place| self.by_card[(place & 63) as usize]);
        zip(zip(self.all, one, |a, b| a - b), other, |a, b| a - b)
    }
}

/// Two players' holdings as a batch needs them: places of cards, and the other's holding of the same two cards.
pub struct Table<'a> {
    pub own: &'a [Places],
    pub other: &'a [Places],
    /// For each own holding the same of the other's, or `u16::MAX`.
    pub same: &'a [u16],
}

/// Ends at which hands do not matter: `out` is what each own holding gets.
pub fn even(table: &Table, reach: &[Lanes], pays: &Lanes, out: &mut [Lanes]) {
    let mut sums = Sums::new();
    for (places, reach) in table.other.iter().zip(reach) {
        sums.add(*places, *reach);
    }
    for ((places, same), out) in table.own.iter().zip(table.same).zip(out) {
        let mut beside = sums.beside(*places);
        if let Some(reach) = reach.get(*same as usize) {
            beside = zip(beside, *reach, |a, b| a + b);
        }
        *out = zip(beside, *pays, |a, b| a * b);
    }
}

/// Ends at which hands are shown: adds to `out`, which is given for every own holding.
pub fn showdown(table: &Table, own: &[Ranked], other: &[Ranked], reach: &[Lanes], pays: &Pays, out: &mut [Lanes]) {
    let mut sums = Sums::new();
    let mut at = 0;
    for ranked in own {
        while let Some(weaker) = other.get(at).filter(|weaker| weaker.rank < ranked.rank) {
            sums.add(table.other[weaker.holding as usize], reach[weaker.holding as usize]);
            at += 1;
        }
        let beside = sums.beside(table.own[ranked.holding as usize]);
        let out = &mut out[ranked.holding as usize];
        *out = zip(*out, zip(beside, pays.above, |a, b| a * b), |a, b| a + b);
    }
    let mut sums = Sums::new();
    let mut at = other.len();
    for ranked in own.iter().rev() {
        while at > 0 && other[at - 1].rank > ranked.rank {
            at -= 1;
            let stronger = other[at].holding as usize;
            sums.add(table.other[stronger], reach[stronger]);
        }
        let beside = sums.beside(table.own[ranked.holding as usize]);
        let out = &mut out[ranked.holding as usize];
        *out = zip(*out, zip(beside, pays.below, |a, b| a * b), |a, b| a + b);
    }
}
