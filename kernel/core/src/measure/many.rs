//! Many games measured in one call, each within a budget of its own: the cheap tiers of a generation of genomes.

use std::sync::Arc;

use super::any::Judged;
use super::coverage::Counts;
use super::tension::{Curve, Moments};
use super::{Sample, in_order};
use crate::agents::{AgentForm, Refusal};
use crate::chance::{Seed, derive};
use crate::erased::{AnyGame, BatchPlan};
use crate::simulate::Statistics;

/// Games that are played before the budget is asked again.
const TOGETHER: u64 = 10;

/// What is asked of one game. The same agent sits in every seat.
pub struct Errand {
    pub game: Arc<dyn AnyGame>,
    /// The same rules made for counting, if they are to be counted.
    pub counted: Option<Arc<dyn AnyGame>>,
    pub agent: AgentForm,
    pub seed: Seed,
    pub games: u64,
    /// A game that is not over after so many decisions is cut.
    pub most_decisions: u64,
    /// Decisions of everything together, after which nothing more is begun.
    pub budget: u64,
    pub counted_games: u64,
    /// Games that are followed by their chances to win.
    pub followed_games: u64,
    pub moments: Moments,
}

/// What was found of one game.
pub struct Found {
    pub statistics: Statistics,
    pub counts: Counts,
    pub counted_games: u64,
    pub curves: Vec<Curve>,
    /// Less was played than was asked for: the budget did not reach.
    pub is_spent: bool,
}

/// Goes through games on so many threads; what is found of each does not depend on the others, nor on the threads.
pub fn measure_many(
    errands: &[Errand],
    threads: usize,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Result<Found, Refusal>>, String> {
    in_order(errands.len() as u64, threads, progress, |place| measure_one(&errands[place as usize]))
}

fn measure_one(errand: &Errand) -> Result<Found, Refusal> {
    let seats = errand.game.seats();
    let agents = vec![errand.agent.clone(); seats];
    let mut statistics = Statistics::default();
    let mut first = 0;
    while first < errand.games && statistics.decisions < errand.budget {
        let plan = BatchPlan {
            first,
            games: TOGETHER.min(errand.games - first),
            seed: errand.seed,
            threads: 1,
            rotate: false,
            most_decisions: errand.most_decisions,
        };
        statistics = statistics.merge(&errand.game.clone().simulate(&agents, &plan, &mut |_| true)?);
        first += plan.games;
    }
    let mut is_spent = first < errand.games;
    let mut left = errand.budget.saturating_sub(statistics.decisions);
    let length = (statistics.decisions / statistics.games.max(1)).clamp(1, errand.most_decisions.max(1));
    let mut afforded = |asked: u64, cost: u64| {
        let games = asked.min(left / cost.max(1));
        left -= games * cost;
        is_spent |= games < asked;
        games
    };
    let sample = |games: u64, part: u64| Sample {
        games,
        seed: derive(&errand.seed, part),
        threads: 1,
        most_decisions: errand.most_decisions,
    };
    let (mut counts, mut counted_games) = (Counts::new(), 0);
    if let Some(counted) = &errand.counted {
        let games = afforded(errand.counted_games, length);
        (counts, counted_games) = counted.clone().measure_coverage(&agents, &sample(games, u64::MAX), &mut |_| true)?;
    }
    let Moments { count, worlds } = errand.moments;
    let playouts = (count * worlds * seats) as u64;
    let games = afforded(errand.followed_games, length.saturating_add(playouts.saturating_mul(length) / 2));
    let by = Judged { agents: agents.clone(), playout: errand.agent.clone(), rival: None };
    let curves = errand.game.clone().measure_tension(&by, errand.moments, &sample(games, u64::MAX - 1), &mut |_| true)?;
    Ok(Found { statistics, counts, counted_games, curves, is_spent })
}
