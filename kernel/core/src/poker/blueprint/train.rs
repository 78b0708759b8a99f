//! Training in batches: walks on tables that stand still, in shards that are merged in order, so that the same walks give the
//! same bytes on any number of threads.

use rayon::prelude::*;

use super::abstraction::Abstraction;
use super::tables::Tables;
use super::tree::Tree;
use super::walk::{Log, Seen, Walker};
use super::{Deal, Game};
use crate::chance::{Rng, mix};

/// Parts that a batch is divided into.
const SHARDS: u64 = 16;
const SMALLEST_BATCH: u64 = 64;
const LARGEST_BATCH: u64 = 512;

/// How to learn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Method {
    pub seed: u64,
    /// Deals to choose from; 0 for ever new ones.
    pub deals: u64,
    /// After each of so many walks, up to `fade_until` walks, what was learned counts k / (k + 1).
    pub fade_every: u64,
    pub fade_until: u64,
    /// Big blinds below which regrets do not fall, and below which actions are skipped nineteen times of twenty.
    pub floor: f32,
    pub skip_below: f32,
    pub skip_from: u64,
}

/// A blueprint in the making.
pub struct Trainer {
    pub game: Game,
    pub tree: Tree,
    pub abstraction: Box<dyn Abstraction>,
    pub tables: Tables,
    pub method: Method,
    /// Walks done.
    pub walks: u64,
    pool: Option<rayon::ThreadPool>,
}

impl Trainer {
    /// An error tells that the tree is too large, or that threads cannot be had.
    pub fn new(game: Game, abstraction: Box<dyn Abstraction>, method: Method, threads: usize) -> Result<Trainer, String> {
        let tree = Tree::new(&game).ok_or("the betting has too many histories")?;
        let tables = Tables::new(&tree, abstraction.as_ref());
        let pool = match threads {
            0 | 1 => None,
            _ => Some(rayon::ThreadPoolBuilder::new().num_threads(threads.min(64)).build().map_err(|error| error.to_string())?),
        };
        Ok(Trainer { game, tree, abstraction, tables, method, walks: 0, pool })
    }

    /// Bytes if everything were learned.
    pub fn most_bytes(&self) -> u64 {
        let rows = self.tree.actions_by_street();
        let numbers: u64 = rows.iter().zip(self.tables.buckets).map(|(rows, buckets)| rows * buckets as u64).sum();
        8 * numbers + 16 * self.tree.nodes.len() as u64 + self.tree.bytes()
    }

    /// Walks until so many are done in all, or until it is told to stop, which it is between batches.
    pub fn run(&mut self, until: u64, told: &mut dyn FnMut(u64) -> bool) {
        while self.walks < until {
            let size = (self.walks / 32).clamp(SMALLEST_BATCH, LARGEST_BATCH);
            // Batches end where what was learned fades, so that a stop in between changes nothing.
            let fade_at = (self.walks / self.method.fade_every + 1) * self.method.fade_every;
            let end = (self.walks + size).min(until).min(fade_at);
            self.batch(self.walks, end);
            self.walks = end;
            if end == fade_at && end <= self.method.fade_until {
                let steps = (end / self.method.fade_every) as f32;
                self.tables.fade(steps / (steps + 1.0));
            }
            if !told(self.walks) {
                return;
            }
        }
    }

    fn batch(&mut self, first: u64, end: u64) {
        let walker = Walker { game: &self.game, tree: &self.tree, tables: &self.tables, skip_below: self.method.skip_below };
        let (method, abstraction) = (&self.method, self.abstraction.as_ref());
        let count = end - first;
        let shard = |shard: u64| {
            let mut log = Log::default();
            for number in first + count * shard / SHARDS..first + count * (shard + 1) / SHARDS {
                walk(&walker, method, abstraction, number, &mut log);
            }
            log
        };
        let logs: Vec<Log> = match &self.pool {
            None => (0..SHARDS).map(shard).collect(),
            Some(pool) => pool.install(|| (0..SHARDS).into_par_iter().map(shard).collect()),
        };
        for log in &logs {
            self.merge(log);
        }
    }

    fn merge(&mut self, log: &Log) {
        let mut numbers = log.numbers.as_slice();
        for (node, bucket, sums) in &log.heads {
            let (row, rest) = numbers.split_at(self.tree.nodes[*node as usize].actions as usize);
            numbers = rest;
            self.tables.add(&self.tree, *node, *bucket, *sums, row, self.method.floor);
        }
    }
}

fn walk(walker: &Walker, method: &Method, abstraction: &dyn Abstraction, number: u64, log: &mut Log) {
    let players = walker.game.players;
    // Every seat walks each deal.
    let dealt = number / players as u64;
    let deal = Deal::new(players, method.seed, if method.deals == 0 { dealt } else { dealt % method.deals });
    let mut rng = Rng::new(mix(method.seed ^ 0x7761_6c6b ^ mix(number)));
    let skips = number >= method.skip_from && rng.below(20) != 0;
    let mut seen = Seen::new(&deal, abstraction, players);
    walker.walk(0, (number % players as u64) as usize, &mut seen, &mut rng, skips, log);
}

#[cfg(test)]
pub mod tests {
    use super::super::super::betting::{BetTree, STREETS, Size, StreetTree};
    use super::super::abstraction::HandClasses;
    use super::*;

    pub fn small(players: usize, threads: usize) -> Trainer {
        let street =
            StreetTree { bets: vec![Size::Pot(1.0)], raises: vec![Size::Pot(1.0)], cap: 2, all_in: false, all_in_from: 0.7 };
        let bets = BetTree { streets: vec![street; STREETS], smallest: 2 };
        let game = Game { players, stack: 20, blinds: [1, 2], bets };
        let method =
            Method { seed: 3, deals: 0, fade_every: 500, fade_until: 4000, floor: -300.0, skip_below: -200.0, skip_from: 2000 };
        let abstraction = HandClasses { strengths: 6, river_strengths: 8, draws: true };
        Trainer::new(game, Box::new(abstraction), method, threads).unwrap()
    }

    #[test]
    fn the_same_bytes_come_of_any_threads_and_of_a_stop_and_a_start() {
        for players in [2, 3] {
            let mut one = small(players, 1);
            one.run(3000, &mut |_| true);
            let mut stopped = small(players, 2);
            stopped.run(3000, &mut |walks| walks < 1700);
            assert!((1700..3000).contains(&stopped.walks));
            let mut again = small(players, 2);
            again.tables = Tables::from_bytes(&again.tree, again.abstraction.as_ref(), &stopped.tables.to_bytes()).unwrap();
            again.walks = stopped.walks;
            again.run(3000, &mut |_| true);
            assert!(again.tables.to_bytes() == one.tables.to_bytes());
            assert!(again.tables.cells == one.tables.cells && one.tables.cells > 100);
        }
    }

    #[test]
    fn returns_of_every_end_add_up_to_nothing() {
        let trainer = small(3, 1);
        for number in 0..200 {
            let deal = Deal::new(3, 1, number);
            let mut seen = Seen::new(&deal, trainer.abstraction.as_ref(), 3);
            let end = &trainer.tree.ends[number as usize * 7 % trainer.tree.ends.len()];
            let sum: f32 = (0..3).map(|seat| seen.paid(end, seat)).sum();
            assert!(sum.abs() < 1e-3);
        }
    }

    #[test]
    fn damaged_tables_are_refused() {
        let mut trainer = small(2, 1);
        trainer.run(200, &mut |_| true);
        let bytes = trainer.tables.to_bytes();
        let read = |bytes: &[u8]| Tables::from_bytes(&trainer.tree, trainer.abstraction.as_ref(), bytes).is_some();
        assert!(read(&bytes));
        assert!(!read(&bytes[..bytes.len() - 4]) && !read(&bytes[1..]));
        let mut other = bytes.clone();
        other[..4].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(!read(&other));
    }
}
