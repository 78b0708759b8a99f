//! How often hands win when all cards come: ranges of two to six players, exactly or by sampling.

use super::cards::{COMBO_CARDS, COMBOS, FULL_DECK, cards_of, combo_mask};
use super::evaluate::{Evaluator, evaluator};
use super::parallel::{Told, in_parts};
use super::symmetry::{canonical_sets, symmetries};
use crate::chance::{Rng, mix};

/// Most players.
pub const MOST_PLAYERS: usize = 6;

/// Hands and what is on the table: for each player a weight for each combination.
#[derive(Debug, Clone)]
pub struct Matchup {
    pub ranges: Vec<Vec<f64>>,
    pub board: u64,
    /// Cards that are out of play.
    pub dead: u64,
}

/// For each player, in parts of one: how often it wins alone, how often it shares, its part of the pot; and the standard
/// error of the last (0 if it is exact).
#[derive(Debug, Clone, PartialEq)]
pub struct Equity {
    pub win: Vec<f64>,
    pub tie: Vec<f64>,
    pub share: Vec<f64>,
    pub error: Vec<f64>,
    /// Deals that were looked at, or that there are, up to suits that can change places.
    pub deals: f64,
}

/// A combination that can be held, and how likely.
#[derive(Clone, Copy)]
struct Held {
    mask: u64,
    weight: f64,
}

/// Sums over deals, by player.
#[derive(Clone, Copy, Default)]
struct Sums {
    win: [f64; MOST_PLAYERS],
    tie: [f64; MOST_PLAYERS],
    share: [f64; MOST_PLAYERS],
    squares: [f64; MOST_PLAYERS],
    weight: f64,
    deals: f64,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        for seat in 0..MOST_PLAYERS {
            self.win[seat] += other.win[seat];
            self.tie[seat] += other.tie[seat];
            self.share[seat] += other.share[seat];
            self.squares[seat] += other.squares[seat];
        }
        self.weight += other.weight;
        self.deals += other.deals;
    }

    /// One deal and what each player's hand is worth in it.
    #[inline]
    fn count(&mut self, ranks: &[u16], weight: f64) {
        let best = ranks.iter().copied().max().unwrap_or(0);
        let winners = ranks.iter().filter(|rank| **rank == best).count();
        let share = 1.0 / winners as f64;
        for (seat, rank) in ranks.iter().enumerate() {
            if *rank == best {
                *(if winners == 1 { &mut self.win[seat] } else { &mut self.tie[seat] }) += weight;
                self.share[seat] += share * weight;
                self.squares[seat] += share * share * weight;
            }
        }
        self.weight += weight;
        self.deals += 1.0;
    }

    fn equity(&self, players: usize, sampled: bool) -> Equity {
        let mean = |sums: &[f64; MOST_PLAYERS]| sums[..players].iter().map(|sum| sum / self.weight).collect::<Vec<f64>>();
        let (share, squares) = (mean(&self.share), mean(&self.squares));
        let error = |(share, square): (&f64, &f64)| match sampled {
            true => ((square - share * share).max(0.0) / self.deals).sqrt(),
            false => 0.0,
        };
        let error = share.iter().zip(&squares).map(error).collect();
        Equity { win: mean(&self.win), tie: mean(&self.tie), share, error, deals: self.deals }
    }
}

impl Matchup {
    fn gone(&self) -> u64 {
        self.board | self.dead
    }

    fn to_come(&self) -> usize {
        5 - self.board.count_ones() as usize
    }

    fn held(&self) -> Vec<Vec<Held>> {
        let gone = self.gone();
        let of = |range: &Vec<f64>| {
            let held = range.iter().enumerate().map(|(combo, weight)| Held { mask: combo_mask(combo), weight: *weight });
            held.filter(|held| held.weight > 0.0 && held.mask & gone == 0).collect()
        };
        self.ranges.iter().map(of).collect()
    }

    /// What is wrong with it, if anything: a code and a text.
    pub fn issue(&self) -> Option<(&'static str, String)> {
        let players = self.ranges.len();
        if !(2..=MOST_PLAYERS).contains(&players) {
            return Some(("equity.players", format!("found {players} ranges, expected 2 to {MOST_PLAYERS}")));
        }
        if self.board.count_ones() > 5 || self.board & self.dead != 0 {
            return Some(("equity.board", "expected a board of at most five cards, none of them dead".into()));
        }
        let held = self.held();
        if let Some(seat) = held.iter().position(Vec::is_empty) {
            return Some(("range.empty", format!("player {}: no hand is left beside the board and the dead cards", seat + 1)));
        }
        let mut tries = MOST_TRIES;
        if !can_be_dealt(&held, 0, &mut tries) {
            return Some(("range.no-deal", "the ranges cannot be held at the same time: they need the same cards".into()));
        }
        let left = 52 - self.gone().count_ones() as usize;
        if left < 2 * players + self.to_come() {
            return Some(("equity.too-few-cards", format!("{left} cards are left, too few for the hands and the board")));
        }
        None
    }

    /// Showdowns to look at for an exact answer: what it costs, roughly in evaluations.
    pub fn exact_cost(&self) -> f64 {
        let left = 52 - self.gone().count_ones() as usize;
        let boards = choose(left - if self.ranges.len() == 2 { 0 } else { 2 }, self.to_come());
        let held = self.held();
        let sizes = held.iter().map(|held| held.len() as f64);
        match held.as_slice() {
            [_, _] => {
                let weights: Vec<&[f64]> = self.ranges.iter().map(Vec::as_slice).collect();
                let alike = symmetries(&[self.board, self.dead], &weights).len() as f64;
                boards / alike * 12.0 * sizes.sum::<f64>()
            }
            _ => boards * sizes.product::<f64>(),
        }
    }

    /// Every deal. With two players each board is sorted once; with more, all combinations are gone through.
    pub fn exact(&self, threads: usize, told: &mut Told) -> Result<Option<Equity>, String> {
        let weights: Vec<&[f64]> = self.ranges.iter().map(Vec::as_slice).collect();
        let group = symmetries(&[self.board, self.dead], &weights);
        let boards = canonical_sets(FULL_DECK & !self.gone(), self.to_come(), &group);
        let held = self.held();
        let evaluator = evaluator();
        let work = |part: usize| {
            let mut sums = Sums::default();
            for (rest, alike) in &boards[part * BOARDS_A_PART..boards.len().min((part + 1) * BOARDS_A_PART)] {
                let board = self.board | rest;
                match held.len() {
                    2 => sweep(evaluator, &self.ranges, board, self.gone() | rest, *alike as f64, &mut sums),
                    _ => go_through(evaluator, &held, board, *rest, *alike as f64, &mut sums),
                }
            }
            sums
        };
        let parts = boards.len().div_ceil(BOARDS_A_PART);
        let found = in_parts(parts, threads, work, Sums::default(), |sums, part| sums.add(part), told)?;
        Ok(found.map(|sums| sums.equity(held.len(), false)))
    }

    /// So many deals at random, as likely as they are.
    pub fn sampled(&self, deals: u64, seed: u64, threads: usize, told: &mut Told) -> Result<Option<Equity>, String> {
        let held = self.held();
        let sampler = Sampler { up_to: held.iter().map(|held| cumulated(held)).collect(), held: &held, matchup: self };
        let work = |part: usize| {
            let many = DEALS_A_PART.min(deals - part as u64 * DEALS_A_PART);
            sampler.sample(many, Rng::new(mix(seed ^ mix(part as u64 + 1))))
        };
        let parts = deals.div_ceil(DEALS_A_PART) as usize;
        let found = in_parts(parts, threads, work, Sums::default(), |sums, part| sums.add(part), told)?;
        Ok(found.map(|sums| sums.equity(held.len(), true)))
    }
}

const BOARDS_A_PART: usize = 256;
const DEALS_A_PART: u64 = 1 << 14;
const MOST_TRIES: u32 = 2_000_000;

/// Whether everyone can hold something at the same time; after too many tries it is taken to be so.
fn can_be_dealt(held: &[Vec<Held>], gone: u64, tries: &mut u32) -> bool {
    let Some((first, rest)) = held.split_first() else { return true };
    first.iter().any(|hand| {
        *tries = tries.saturating_sub(1);
        *tries == 0 || (hand.mask & gone == 0 && can_be_dealt(rest, gone | hand.mask, tries))
    })
}

fn choose(from: usize, count: usize) -> f64 {
    (0..count).fold(1.0, |product, at| product * (from - at) as f64 / (at + 1) as f64)
}

/// All pairs of hands of two players on a full board: hands from the weakest to the strongest, and for each what the other
/// holds below it, less what it cannot hold.
fn sweep(evaluator: &Evaluator, ranges: &[Vec<f64>], board: u64, gone: u64, alike: f64, sums: &mut Sums) {
    let mut order: Vec<u32> = Vec::with_capacity(COMBOS);
    let mut total = Below::new();
    for combo in 0..COMBOS {
        let mask = combo_mask(combo);
        if mask & gone == 0 && (ranges[0][combo] > 0.0 || ranges[1][combo] > 0.0) {
            order.push((evaluator.rank(board | mask) as u32) << 16 | combo as u32);
            total.add(combo, ranges[1][combo]);
        }
    }
    order.sort_unstable();
    let mut below = Below::new();
    let (mut wins, mut ties, mut pairs) = (0.0, 0.0, 0.0);
    for equal in order.chunk_by(|one, other| one >> 16 == other >> 16) {
        let combos = equal.iter().map(|entry| (entry & 0xffff) as usize);
        let mut won: f64 = combos.clone().map(|combo| ranges[0][combo] * below.beside(combo, 0.0)).sum();
        wins += won;
        won = -won;
        combos.clone().for_each(|combo| below.add(combo, ranges[1][combo]));
        won += combos.clone().map(|combo| ranges[0][combo] * below.beside(combo, ranges[1][combo])).sum::<f64>();
        ties += won;
        pairs += combos.map(|combo| ranges[0][combo] * total.beside(combo, ranges[1][combo])).sum::<f64>();
    }
    let shares = [wins + ties / 2.0, pairs - wins - ties / 2.0];
    for (seat, win) in [wins, pairs - wins - ties].into_iter().enumerate() {
        sums.win[seat] += alike * win;
        sums.tie[seat] += alike * ties;
        sums.share[seat] += alike * shares[seat];
    }
    sums.weight += alike * pairs;
    sums.deals += 1.0;
}

/// The weight of hands, and of those with each card.
struct Below {
    all: f64,
    by_card: [f64; 52],
}

impl Below {
    fn new() -> Below {
        Below { all: 0.0, by_card: [0.0; 52] }
    }

    fn add(&mut self, combo: usize, weight: f64) {
        self.all += weight;
        COMBO_CARDS[combo].iter().for_each(|card| self.by_card[*card as usize] += weight);
    }

    /// What can be held beside a combination; `same` is the weight of that combination itself if it is among the hands.
    fn beside(&self, combo: usize, same: f64) -> f64 {
        let [high, low] = COMBO_CARDS[combo];
        self.all - self.by_card[high as usize] - self.by_card[low as usize] + same
    }
}

/// All hands that players can hold at the same time on a full board.
fn go_through(evaluator: &Evaluator, held: &[Vec<Held>], board: u64, rest: u64, alike: f64, sums: &mut Sums) {
    let ranked = |held: &Vec<Held>| {
        let live = held.iter().filter(|hand| hand.mask & rest == 0);
        live.map(|hand| (*hand, evaluator.rank(board | hand.mask))).collect::<Vec<_>>()
    };
    let ranked: Vec<_> = held.iter().map(ranked).collect();
    let mut ranks = [0; MOST_PLAYERS];
    descend(&ranked, 0, 0, alike, &mut ranks, sums);
}

fn descend(ranked: &[Vec<(Held, u16)>], seat: usize, gone: u64, weight: f64, ranks: &mut [u16; MOST_PLAYERS], sums: &mut Sums) {
    if seat == ranked.len() {
        return sums.count(&ranks[..seat], weight);
    }
    for (hand, rank) in &ranked[seat] {
        if hand.mask & gone == 0 {
            ranks[seat] = *rank;
            descend(ranked, seat + 1, gone | hand.mask, weight * hand.weight, ranks, sums);
        }
    }
}

struct Sampler<'a> {
    matchup: &'a Matchup,
    held: &'a [Vec<Held>],
    /// By player and hand, the weight of all hands up to it.
    up_to: Vec<Vec<f64>>,
}

fn cumulated(held: &[Held]) -> Vec<f64> {
    let sums = held.iter().scan(0.0, |sum, hand| {
        *sum += hand.weight;
        Some(*sum)
    });
    sums.collect()
}

impl Sampler<'_> {
    fn sample(&self, deals: u64, mut rng: Rng) -> Sums {
        let evaluator = evaluator();
        let mut sums = Sums::default();
        let mut ranks = [0; MOST_PLAYERS];
        let mut masks = [0; MOST_PLAYERS];
        let players = self.held.len();
        let mut tries = deals.saturating_mul(MOST_REJECTED);
        while sums.deals < deals as f64 && tries > 0 {
            tries -= 1;
            let Some(mut gone) = self.hands(&mut rng, &mut masks) else { continue };
            let mut board = self.matchup.board;
            while board.count_ones() < 5 {
                let card = 1u64 << rng.below(52);
                if gone & card == 0 {
                    gone |= card;
                    board |= card;
                }
            }
            for (rank, mask) in ranks.iter_mut().zip(&masks[..players]) {
                *rank = evaluator.rank(board | mask);
            }
            sums.count(&ranks[..players], 1.0);
        }
        sums
    }

    /// A hand for each player, if those drawn go together; all cards that are gone then.
    fn hands(&self, rng: &mut Rng, masks: &mut [u64; MOST_PLAYERS]) -> Option<u64> {
        let mut gone = self.matchup.gone();
        for ((held, up_to), mask) in self.held.iter().zip(&self.up_to).zip(masks) {
            let all = up_to.last().copied().unwrap_or(0.0);
            let drawn = (rng.word() >> 11) as f64 / (1u64 << 53) as f64 * all;
            let at = up_to.partition_point(|sum| *sum <= drawn).min(held.len() - 1);
            *mask = held[at].mask;
            if *mask & gone != 0 {
                return None;
            }
            gone |= *mask;
        }
        Some(gone)
    }
}

/// Draws for each deal that is counted, at most: ranges that hardly go together end with fewer deals.
const MOST_REJECTED: u64 = 10_000;

/// A range of one combination.
pub fn single(combo: usize) -> Vec<f64> {
    let mut range = vec![0.0; COMBOS];
    range[combo] = 1.0;
    range
}

/// All combinations alike.
pub fn any_two() -> Vec<f64> {
    vec![1.0; COMBOS]
}

/// Cards of a board in a fixed order.
pub fn board_cards(board: u64) -> Vec<u8> {
    cards_of(board).collect()
}

#[cfg(test)]
mod tests {
    use super::super::cards::combo_of;
    use super::*;

    fn exact(ranges: Vec<Vec<f64>>, board: u64) -> Equity {
        Matchup { ranges, board, dead: 0 }.exact(1, &mut |_| true).unwrap().unwrap()
    }

    /// The class of all pairs of a rank.
    fn pairs(rank: u8) -> Vec<f64> {
        let mut range = vec![0.0; COMBOS];
        for (a, b) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            range[combo_of(rank * 4 + a, rank * 4 + b)] = 1.0;
        }
        range
    }

    #[test]
    fn sorting_boards_and_going_through_all_pairs_agree() {
        let mut rng = Rng::new(4);
        let board = 1 << 3 | 1 << 17 | 1 << 22 | 1 << 45;
        let mut range = || (0..COMBOS).map(|_| rng.below(20).saturating_sub(17) as f64).collect::<Vec<_>>();
        let ranges = vec![range(), range()];
        let swept = exact(ranges.clone(), board);
        let matchup = Matchup { ranges, board, dead: 0 };
        let (held, mut sums) = (matchup.held(), Sums::default());
        for rest in (0..52).map(|card| 1u64 << card).filter(|card| card & board == 0) {
            go_through(evaluator(), &held, board | rest, rest, 1.0, &mut sums);
        }
        let slow = sums.equity(2, false);
        for seat in 0..2 {
            assert!((swept.share[seat] - slow.share[seat]).abs() < 1e-12);
            assert!((swept.tie[seat] - slow.tie[seat]).abs() < 1e-12);
        }
    }

    #[test]
    fn sampling_comes_near_the_exact_answer_whatever_the_threads() {
        let ranges = vec![pairs(12), pairs(11), single(combo_of(0, 21))];
        let board = 1 << 8 | 1 << 13 | 1 << 22;
        let matchup = Matchup { ranges: ranges.clone(), board, dead: 0 };
        let one = matchup.sampled(40_000, 7, 1, &mut |_| true).unwrap().unwrap();
        assert_eq!(Some(one.clone()), matchup.sampled(40_000, 7, 2, &mut |_| true).unwrap());
        let all = exact(ranges, board);
        for seat in 0..3 {
            assert!((one.share[seat] - all.share[seat]).abs() < 4.0 * one.error[seat], "{one:?} {all:?}");
        }
        assert!((all.share.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn ranges_that_need_the_same_cards_are_refused() {
        let issue = |ranges: Vec<Vec<f64>>, board| Matchup { ranges, board, dead: 0 }.issue().map(|issue| issue.0);
        let hand = single(combo_of(50, 51));
        assert_eq!(issue(vec![hand.clone(), hand.clone()], 0), Some("range.no-deal"));
        assert_eq!(issue(vec![hand.clone(), any_two()], 1 << 50), Some("range.empty"));
        assert_eq!(issue(vec![hand.clone()], 0), Some("equity.players"));
        assert_eq!(issue(vec![pairs(3), pairs(3), pairs(3)], 0), Some("range.no-deal"));
        assert_eq!(issue(vec![pairs(3), pairs(3), any_two()], 0), None);
    }
}
