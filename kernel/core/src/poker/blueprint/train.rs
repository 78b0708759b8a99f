//! Training in batches: walks on tables that stand still, in shards that are merged in order, so that the same walks give the
//! same bytes on any number of threads.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::abstraction::Abstraction;
use super::tables::Tables;
use super::tree::Tree;
use super::walk::{Log, Seen, Walker};
use super::{Deal, Game};
use crate::chance::{Rng, mix};

/// Parts that a batch is divided into.
pub const SHARDS: u64 = 16;
const SMALLEST_BATCH: u64 = 64;
/// Six players after ten million walks lose 56 bb/100 to loose ones with every row, and win 73 with those met 150 times.
const SELDOM: f32 = 70_000.0;

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
    /// Walks of a batch at most. In a batch nobody learns from the others: large ones cost strength, small ones time.
    pub largest_batch: u64,
}

/// A blueprint in the making.
pub struct Trainer {
    pub game: Game,
    pub tree: Arc<Tree>,
    pub abstraction: Arc<dyn Abstraction>,
    pub tables: Tables,
    /// How everyone but the traverser plays, if they do not learn: what is learned is an answer to that.
    pub fixed: Option<Tables>,
    pub method: Method,
    /// Walks done.
    pub walks: u64,
    pool: Option<rayon::ThreadPool>,
}

impl Trainer {
    /// An error tells that the tree is too large, or that threads cannot be had.
    pub fn new(game: Game, abstraction: Box<dyn Abstraction>, method: Method, threads: usize) -> Result<Trainer, String> {
        let tree = Arc::new(Tree::new(&game).ok_or("the betting has too many histories")?);
        let abstraction: Arc<dyn Abstraction> = abstraction.into();
        let tables = Tables::new(&tree, abstraction.as_ref());
        let pool = pool_of(threads)?;
        Ok(Trainer { game, tree, abstraction, tables, fixed: None, method, walks: 0, pool })
    }

    /// One that learns an answer to play that stands still, in the same game and abstraction.
    pub fn answering(other: &Trainer, fixed: Tables, method: Method, threads: usize) -> Result<Trainer, String> {
        let (tree, abstraction) = (other.tree.clone(), other.abstraction.clone());
        let tables = Tables::new(&tree, abstraction.as_ref());
        let (game, pool) = (other.game.clone(), pool_of(threads)?);
        Ok(Trainer { game, tree, abstraction, tables, fixed: Some(fixed), method, walks: 0, pool })
    }

    /// Bytes if everything were learned.
    pub fn most_bytes(&self) -> u64 {
        let rows = self.tree.actions_by_street();
        let numbers: u64 = rows.iter().zip(self.tables.buckets).map(|(rows, buckets)| rows * buckets as u64).sum();
        8 * numbers + 16 * self.tree.nodes.len() as u64 + self.tree.bytes()
    }

    /// What is kept to play by: rows met at least once in so many walks.
    pub fn play_to_bytes(&self) -> Vec<u8> {
        self.tables.play_to_bytes(&self.tree, self.walks as f32 / SELDOM)
    }

    /// Walks until so many are done in all, or until it is told to stop, which it is between batches.
    pub fn run(&mut self, until: u64, told: &mut dyn FnMut(u64) -> bool) {
        while self.walks < until {
            let end = self.batch_end(until);
            let logs: Vec<Log> = match &self.pool {
                None => (0..SHARDS).map(|shard| self.shard(end, shard)).collect(),
                Some(pool) => pool.install(|| (0..SHARDS).into_par_iter().map(|shard| self.shard(end, shard)).collect()),
            };
            self.merge(&logs, end);
            if !told(self.walks) {
                return;
            }
        }
    }

    /// Where the batch that begins now ends. Batches end where what was learned fades, so that a stop changes nothing.
    pub fn batch_end(&self, until: u64) -> u64 {
        let size = (self.walks / 32).clamp(SMALLEST_BATCH, self.method.largest_batch.max(SMALLEST_BATCH));
        (self.walks + size).min(until).min(self.fade_at())
    }

    fn fade_at(&self) -> u64 {
        (self.walks / self.method.fade_every + 1) * self.method.fade_every
    }

    /// What one of the parts of a batch learns.
    pub fn shard(&self, end: u64, shard: u64) -> Log {
        let walker = Walker {
            game: &self.game,
            tree: &self.tree,
            tables: &self.tables,
            fixed: self.fixed.as_ref(),
            skip_below: self.method.skip_below,
        };
        let (first, count) = (self.walks, end - self.walks);
        let mut log = Log::default();
        let walks = first + count * shard / SHARDS..first + count * (shard + 1) / SHARDS;
        walk_all(&walker, &self.method, self.abstraction.as_ref(), walks, &mut log);
        log
    }

    /// Learns what all parts of a batch have found, in their order; false, and nothing is learned, if they are not of this game.
    pub fn merge(&mut self, logs: &[Log], end: u64) -> bool {
        if !logs.iter().all(|log| self.fits(log)) {
            return false;
        }
        for log in logs {
            let mut numbers = log.numbers.as_slice();
            for (node, bucket, sums) in &log.heads {
                let (row, rest) = numbers.split_at(self.tree.nodes[*node as usize].actions as usize);
                numbers = rest;
                self.tables.add(&self.tree, *node, *bucket, *sums, row, self.method.floor);
            }
        }
        let fade_at = self.fade_at();
        self.walks = end;
        if end == fade_at && end <= self.method.fade_until {
            let steps = (end / self.method.fade_every) as f32;
            self.tables.fade(steps / (steps + 1.0));
        }
        true
    }

    fn fits(&self, log: &Log) -> bool {
        let mut numbers = 0;
        for (node, bucket, _) in &log.heads {
            let Some(node) = self.tree.nodes.get(*node as usize) else { return false };
            if *bucket as usize >= self.tables.buckets[node.street as usize] {
                return false;
            }
            numbers += node.actions as usize;
        }
        numbers == log.numbers.len()
    }
}

fn pool_of(threads: usize) -> Result<Option<rayon::ThreadPool>, String> {
    match threads {
        0 | 1 => Ok(None),
        _ => rayon::ThreadPoolBuilder::new().num_threads(threads.min(64)).build().map(Some).map_err(|error| error.to_string()),
    }
}

fn walk_all(walker: &Walker, method: &Method, abstraction: &dyn Abstraction, mut walks: Range<u64>, log: &mut Log) {
    let players = walker.game.players as u64;
    // Every seat walks each deal: what is found out about it serves all of them.
    while !walks.is_empty() {
        let dealt = walks.start / players;
        let deal = Deal::new(walker.game.players, method.seed, if method.deals == 0 { dealt } else { dealt % method.deals });
        let mut seen = Seen::new(&deal, abstraction, walker.game.players);
        let end = walks.end.min((dealt + 1) * players);
        for number in walks.start..end {
            let mut rng = Rng::new(mix(method.seed ^ 0x7761_6c6b ^ mix(number)));
            let skips = number >= method.skip_from && rng.below(20) != 0;
            walker.walk(0, (number % players) as usize, &mut seen, &mut rng, skips, log);
        }
        walks.start = end;
    }
}

#[cfg(test)]
pub mod tests {
    use super::super::super::betting::{BetTree, STREETS, Size, StreetTree};
    use super::super::abstraction::HandClasses;
    use super::super::stored::Source;
    use super::*;

    pub fn small(players: usize, threads: usize) -> Trainer {
        let street =
            StreetTree { bets: vec![Size::Pot(1.0)], raises: vec![Size::Pot(1.0)], cap: 2, all_in: false, all_in_from: 0.7 };
        let bets = BetTree { streets: vec![street; STREETS], smallest: 2 };
        let game = Game { players, stack: 20, blinds: [1, 2], bets };
        let method = Method {
            seed: 3,
            deals: 0,
            fade_every: 500,
            fade_until: 4000,
            floor: -300.0,
            skip_below: -200.0,
            skip_from: 2000,
            largest_batch: 512,
        };
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

    /// As on several machines: each part is worked out by a trainer of its own, and travels as bytes.
    #[test]
    fn parts_that_are_worked_out_elsewhere_come_to_the_same_bytes() {
        let mut whole = small(3, 1);
        whole.run(2500, &mut |_| true);
        let mut parts = small(3, 1);
        while parts.walks < 2500 {
            let end = parts.batch_end(2500);
            let state = parts.tables.to_bytes();
            let logs = (0..SHARDS).map(|shard| {
                let mut elsewhere = small(3, 1);
                elsewhere.tables = Tables::from_bytes(&elsewhere.tree, elsewhere.abstraction.as_ref(), &state).unwrap();
                elsewhere.walks = parts.walks;
                Log::from_bytes(&elsewhere.shard(end, shard).to_bytes()).unwrap()
            });
            let logs: Vec<Log> = logs.collect();
            assert!(parts.merge(&logs, end));
        }
        assert!(parts.tables.to_bytes() == whole.tables.to_bytes());
        let strange = Log { heads: vec![(u32::MAX, 0, false)], numbers: vec![] };
        assert!(!parts.merge(&[strange], 2501) && parts.walks == 2500);
        assert!(Log::from_bytes(&[1, 2, 3]).is_none());
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

    #[test]
    fn play_that_was_stored_is_the_same_and_damage_is_seen() {
        let mut trainer = small(2, 1);
        trainer.run(2000, &mut |_| true);
        let bytes = trainer.play_to_bytes();
        let read = |bytes: &[u8]| Tables::from_play(&trainer.tree, trainer.abstraction.as_ref(), Source::Memory(bytes.to_vec()));
        let whole = |bytes: &[u8]| read(bytes).is_some_and(|tables| tables.stored.is_some_and(|stored| stored.is_whole()));
        assert!(whole(&bytes));
        let stored = read(&bytes).unwrap();
        assert!(stored.play_to_bytes(&trainer.tree, 0.0) == bytes);
        for (node, bucket) in (0..trainer.tree.nodes.len() as u32).flat_map(|node| (0..6).map(move |bucket| (node, bucket))) {
            let (mut ours, mut theirs) = ([0.0; 16], [0.0; 16]);
            let learned = trainer.tables.average(&trainer.tree, node, bucket, &mut ours);
            assert_eq!(learned, stored.average(&trainer.tree, node, bucket, &mut theirs));
            assert!(ours.iter().zip(theirs).all(|(one, other)| (one - other).abs() < 1e-3));
        }
        for place in (0..bytes.len()).step_by(bytes.len() / 97) {
            let mut other = bytes.clone();
            other[place] ^= 4;
            assert!(!whole(&other), "byte {place}");
        }
        assert!(!whole(&bytes[..bytes.len() - 2]) && !whole(&[]));
    }
}
