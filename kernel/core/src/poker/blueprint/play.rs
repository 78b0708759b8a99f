//! Blueprints against each other and against simple players, in the game that they were made for.

use rayon::prelude::*;

use super::super::betting::Action;
use super::Deal;
use super::tables::{MOST_ACTIONS, Tables};
use super::train::Trainer;
use super::tree::END;
use super::walk::{Seen, drawn};
use crate::chance::{Rng, mix};

/// Who plays.
#[derive(Clone, Copy)]
pub enum Player<'a> {
    Blueprint(&'a Tables),
    /// Whatever is regretted most not to have done; where nothing was learned it checks or calls.
    Best(&'a Tables),
    /// Checks and calls.
    Call,
    /// Any action, all equally likely.
    Random,
}

/// What one player earns in each seat against others, in big blinds a hand, with standard errors; and how often it was where
/// nothing was learned.
#[derive(Debug, Clone, PartialEq)]
pub struct Earned {
    pub by_seat: Vec<(f64, f64)>,
    pub mean: f64,
    pub error: f64,
    pub unlearned: f64,
}

const SHARDS: u64 = 16;

#[derive(Clone, Default)]
struct Sums {
    sums: Vec<f64>,
    squares: Vec<f64>,
    of_deals: f64,
    square_of_deals: f64,
    looked: Looked,
}

/// Decisions that were looked up, and those where nothing was learned.
#[derive(Clone, Copy, Default)]
pub struct Looked {
    pub all: u64,
    pub unlearned: u64,
}

/// Sums up what deals earn in each seat, in parallel. The same for any number of threads.
pub fn earned(players: usize, deals: u64, play: impl Fn(u64, &mut [f64], &mut Looked) + Sync) -> Earned {
    let shard = |shard: u64| {
        let mut sums = Sums { sums: vec![0.0; players], squares: vec![0.0; players], ..Sums::default() };
        let mut by_seat = vec![0.0; players];
        for number in deals * shard / SHARDS..deals * (shard + 1) / SHARDS {
            play(number, &mut by_seat, &mut sums.looked);
            for (seat, earned) in by_seat.iter().enumerate() {
                sums.sums[seat] += earned;
                sums.squares[seat] += earned * earned;
            }
            let mean = by_seat.iter().sum::<f64>() / players as f64;
            sums.of_deals += mean;
            sums.square_of_deals += mean * mean;
        }
        sums
    };
    let parts: Vec<Sums> = (0..SHARDS).into_par_iter().map(shard).collect();
    let count = deals.max(1) as f64;
    let add = |of: &dyn Fn(&Sums) -> f64| parts.iter().map(of).sum::<f64>();
    let error = |sum: f64, squares: f64| ((squares / count - (sum / count).powi(2)).max(0.0) / count).sqrt();
    let by_seat = (0..players).map(|seat| {
        let (sum, squares) = (add(&|part| part.sums[seat]), add(&|part| part.squares[seat]));
        (sum / count, error(sum, squares))
    });
    let (sum, squares) = (add(&|part| part.of_deals), add(&|part| part.square_of_deals));
    let (looked, unlearned) = (add(&|part| part.looked.all as f64), add(&|part| part.looked.unlearned as f64));
    Earned { by_seat: by_seat.collect(), mean: sum / count, error: error(sum, squares), unlearned: unlearned / looked.max(1.0) }
}

/// One player in each seat in turn, the other in all others, on the same deals.
pub fn duel(trainer: &Trainer, one: Player, others: Player, deals: u64, seed: u64) -> Earned {
    let players = trainer.game.players;
    earned(players, deals, |number, by_seat, looked| {
        let deal = Deal::new(players, mix(seed ^ 0x6475_656c), number);
        for (seat, earned) in by_seat.iter_mut().enumerate() {
            let mut rng = Rng::new(mix(seed ^ mix(number * 8 + seat as u64)));
            *earned = hand(trainer, &deal, seat, [one, others], &mut rng, looked) as f64;
        }
    })
}

fn hand(trainer: &Trainer, deal: &Deal, seat: usize, [one, others]: [Player; 2], rng: &mut Rng, looked: &mut Looked) -> f32 {
    let tree = &trainer.tree;
    let mut seen = Seen::new(deal, trainer.abstraction.as_ref(), trainer.game.players);
    let mut code = 0;
    while code & END == 0 {
        let node = tree.nodes[code as usize];
        let actions = tree.actions_of(code);
        let player = if node.player as usize == seat { one } else { others };
        let at = match player {
            Player::Random => rng.below(actions.len() as u32) as usize,
            Player::Call => actions.iter().position(|action| *action == Action::Call).unwrap_or(0),
            Player::Best(tables) => {
                let regrets = tables.regrets(tree, code, seen.bucket(node.street as usize, node.player as usize));
                let known = regrets.filter(|row| row.iter().any(|regret| *regret != 0.0));
                let best = known.and_then(|row| (0..row.len()).max_by(|one, other| row[*one].total_cmp(&row[*other])));
                best.unwrap_or_else(|| actions.iter().position(|action| *action == Action::Call).unwrap_or(0))
            }
            Player::Blueprint(tables) => {
                let mut policy = [0.0; MOST_ACTIONS];
                let bucket = seen.bucket(node.street as usize, node.player as usize);
                let learned = tables.average(tree, code, bucket, &mut policy);
                if node.player as usize == seat {
                    looked.all += 1;
                    looked.unlearned += u64::from(!learned);
                }
                // Where nothing was learned it checks or calls: the least that can go wrong by betting.
                match learned {
                    true => drawn(&policy[..actions.len()], rng),
                    false => actions.iter().position(|action| *action == Action::Call).unwrap_or(0),
                }
            }
        };
        code = tree.children(code)[at];
    }
    seen.paid(&tree.ends[(code & !END) as usize], seat) / trainer.game.blinds[1] as f32
}
