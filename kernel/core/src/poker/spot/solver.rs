//! Iterations until a number or a quality is reached.

use super::Spot;
use super::deals::Deals;
use super::lanes::Places;
use super::pass::{Ground, Learned, Purpose};
use super::tree::Tree;

/// How good the average play is: in chips, what each player gets of the pot, and what it could still gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Report {
    pub iterations: u64,
    pub values: [f64; 2],
    pub gains: [f64; 2],
}

impl Report {
    /// What a player could gain on average, as a part of the pot.
    pub fn exploitability(&self, pot: u32) -> f64 {
        (self.gains[0] + self.gains[1]) / 2.0 / pot as f64
    }
}

/// How fast early regrets, positive and negative, and early play fade.
const ALPHA: f64 = 1.5;
const KEEP_NEGATIVE: f32 = 0.5;
const GAMMA: f64 = 3.0;

/// A solver, and all it has learned.
pub struct Solver {
    pub ground: Ground,
    pub learned: Learned,
    pub iterations: u64,
    pool: Option<rayon::ThreadPool>,
    /// Pairs of holdings that can be held at the same time, weighted.
    pairs: f64,
}

impl Ground {
    /// What there is to know before solving; an error says what cannot be.
    pub fn new(spot: Spot, parallel: bool) -> Result<Ground, String> {
        let tree = Tree::new(&spot)?;
        let deals = Deals::new(&spot);
        let places = spot.holdings.each_ref().map(|holdings| holdings.iter().map(|held| Places::new(held.mask)).collect());
        let same = [0, 1].map(|player: usize| {
            let of_other = |mask: u64| spot.holdings[1 - player].iter().position(|held| held.mask == mask);
            let same = |mask: u64| if mask.count_ones() == 2 { of_other(mask) } else { None };
            spot.holdings[player].iter().map(|held| same(held.mask).map_or(u16::MAX, |at| at as u16)).collect()
        });
        Ok(Ground { spot, tree, deals, places, same, parallel, locks: Vec::new() })
    }

    /// Bytes that solving takes, beside what is small.
    pub fn bytes(&self) -> u64 {
        let orders: usize = self.deals.boards.iter().map(|board| 4 * (board.order[0].len() + board.order[1].len())).sum();
        self.room_bytes(0, 0) + orders as u64
    }
}

impl Solver {
    pub fn new(ground: Ground, threads: usize) -> Result<Solver, String> {
        let pool = match threads {
            0 | 1 => None,
            _ => Some(rayon::ThreadPoolBuilder::new().num_threads(threads.min(64)).build().map_err(|error| error.to_string())?),
        };
        let learned = ground.room_with_locks();
        let [first, second] = &ground.spot.holdings;
        let beside = |mask: u64| second.iter().filter(|held| held.mask & mask == 0).map(|held| held.weight as f64).sum::<f64>();
        let pairs = first.iter().map(|held| held.weight as f64 * beside(held.mask)).sum();
        Ok(Solver { ground: Ground { parallel: pool.is_some(), ..ground }, learned, iterations: 0, pool, pairs })
    }

    fn pass(&mut self, player: usize, purpose: Purpose) -> Vec<f32> {
        let Solver { ground, learned, pool, .. } = self;
        let weights =
            ground.spot.holdings.each_ref().map(|holdings| holdings.iter().map(|held| held.weight).collect::<Vec<f32>>());
        let mut out = vec![0.0; weights[player].len()];
        let mut work = || ground.pass(player, purpose, learned, [0, 0], [&weights[0], &weights[1]], &mut out);
        match pool {
            None => work(),
            Some(pool) => pool.install(work),
        }
        out
    }

    /// Both players learn once, one after the other.
    pub fn iterate(&mut self) {
        let before = self.iterations as f64;
        let faded = before.powf(ALPHA);
        let purpose = Purpose::Learn {
            keep_positive: (faded / (faded + 1.0)) as f32,
            keep_negative: KEEP_NEGATIVE,
            keep_sums: (before / (before + 1.0)).powf(GAMMA) as f32,
        };
        self.pass(0, purpose);
        self.pass(1, purpose);
        self.iterations += 1;
    }

    fn worth(&mut self, player: usize, purpose: Purpose) -> f64 {
        let values = self.pass(player, purpose);
        let holdings = &self.ground.spot.holdings[player];
        let sum: f64 = values.iter().zip(holdings).map(|(value, held)| *value as f64 * held.weight as f64).sum();
        sum / self.pairs + self.ground.spot.pot as f64 / 2.0
    }

    /// Exactly how good the average play is: from best answers of both players.
    pub fn report(&mut self) -> Report {
        let values = [0, 1].map(|player| self.worth(player, Purpose::Value));
        let best = [0, 1].map(|player| self.worth(player, Purpose::Best));
        Report { iterations: self.iterations, values, gains: [best[0] - values[0], best[1] - values[1]] }
    }

    /// Pairs of holdings, weighted; 0 if the ranges cannot be held at the same time.
    pub fn pairs(&self) -> f64 {
        self.pairs
    }
}

/// What is told on the way: the iteration, and the quality where it was looked at. Returning false stops.
pub type Told<'a> = dyn FnMut(u64, Option<Report>) -> bool + 'a;

impl Solver {
    /// Goes on until `iterations` are done, until the average gain of a player is at most `target` chips, or until it is told
    /// to stop.
    pub fn run(&mut self, iterations: u64, target: Option<f64>, told: &mut Told) -> Report {
        let mut look = next_look(self.iterations);
        while self.iterations < iterations {
            self.iterate();
            let mut seen = None;
            if self.iterations == look {
                look = next_look(look);
                seen = Some(self.report());
            }
            let reached =
                seen.is_some_and(|report| target.is_some_and(|target| report.gains.iter().sum::<f64>() / 2.0 <= target));
            if !told(self.iterations, seen) || reached {
                if let Some(report) = seen {
                    return report;
                }
                break;
            }
        }
        self.report()
    }
}

/// The next iteration after which quality is looked at: every ten, then ever further apart.
fn next_look(iteration: u64) -> u64 {
    let mut look = 0;
    while look <= iteration {
        look += (look / 5).max(10);
    }
    look
}
