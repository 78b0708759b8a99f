//! Learning by self-play: policy gradient (Williams 1992) with a leave-one-out baseline (Kool 2019). Every hand is played
//! several times from the same cards; what a seat gained beyond the mean of the other times, in standard deviations, is
//! how strongly its actions are encouraged. An entropy bonus keeps bidding from collapsing to one call.
//!
//! Shards are fixed in number, each with a table and a stream of its own, and their gradients are added in order: the
//! number of threads cannot change a weight.

use rayon::prelude::*;

use super::Policy;
use super::episode::Episode;
use crate::chance::{Rng, Seed, derive};
use crate::features::WEIGHTS;
use crate::game::{Game, Legal, MAX_SEATS};

/// Tables at which hands are played side by side, and how often each is played.
pub const SHARDS: usize = 8;
pub const PLAYS: usize = 4;

/// Hands of an update.
pub const BATCH: u64 = (SHARDS * PLAYS) as u64;

/// Hands of one match after which another one is dealt.
const MOST_HANDS: u32 = 12;

/// An advantage is at most so many standard deviations.
const CLIP: f32 = 3.0;

/// How it is learned. Weights are averaged over the second half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Recipe {
    /// Step, falling to nought.
    pub rate: f32,
    /// Entropy bonus in the first half, and in the second.
    pub entropy: [f32; 2],
    /// Learns a fixed order of preference among actions, not what to do when.
    pub is_fixed: bool,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe { rate: 0.02, entropy: [0.04, 0.01], is_fixed: false }
    }
}

/// What is to be learned: so many updates of [`BATCH`] hands.
#[derive(Debug, Clone, Copy)]
pub struct TrainingPlan {
    pub updates: u64,
    pub seed: Seed,
    pub threads: usize,
    pub recipe: Recipe,
}

/// What came of it, after so many updates, fewer than planned if it was stopped.
pub struct Learned {
    pub policy: Policy,
    pub updates: u64,
}

/// Learns. `progress` hears how many updates are done, with the policy as it stands; returning false stops there.
pub fn train<G: Game>(game: &G, plan: &TrainingPlan, mut progress: impl FnMut(u64, &Policy) -> bool) -> Result<Learned, String> {
    let threads = plan.threads.clamp(1, SHARDS);
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string());
    let pool = if threads > 1 { Some(pool()?) } else { None };
    let mut shards: Vec<Shard<G>> = (0..SHARDS as u64).map(|number| Shard::new(game, plan, number)).collect();
    let mut learner = Learner::new(plan);
    while learner.done < plan.updates {
        let (policy, entropy, deviation) = (&learner.policy, learner.entropy(), learner.deviation());
        let work = |shard: &mut Shard<G>| shard.play(game, policy, entropy, deviation);
        match &pool {
            Some(pool) => pool.install(|| shards.par_iter_mut().for_each(work)),
            None => shards.iter_mut().for_each(work),
        }
        learner.update(&shards);
        if !progress(learner.done, &learner.policy) {
            break;
        }
    }
    Ok(Learned { updates: learner.done, policy: learner.finish() })
}

/// The weights, and how they move (Adam, Kingma 2015, without its first moment's correction: the step falls anyway).
struct Learner<'a> {
    plan: &'a TrainingPlan,
    policy: Policy,
    average: Vec<f32>,
    averaged: u64,
    gradient: Vec<f32>,
    squares: Vec<f32>,
    momentum: Vec<f32>,
    /// Mean square of what a hand gains beyond the mean, and the share of it that is still the nought it started from.
    spread: f64,
    unlearned: f64,
    done: u64,
}

const MOMENTUM: f32 = 0.9;
const SQUARES: f32 = 0.99;
const SPREAD: f64 = 0.99;
const TINY: f32 = 1e-2;

impl<'a> Learner<'a> {
    fn new(plan: &'a TrainingPlan) -> Learner<'a> {
        Learner {
            plan,
            policy: if plan.recipe.is_fixed { Policy::fixed() } else { Policy::indifferent() },
            average: vec![0.0; WEIGHTS],
            averaged: 0,
            gradient: vec![0.0; WEIGHTS],
            squares: vec![0.0; WEIGHTS],
            momentum: vec![0.0; WEIGHTS],
            spread: 0.0,
            unlearned: 1.0,
            done: 0,
        }
    }

    fn in_second_half(&self) -> bool {
        2 * self.done >= self.plan.updates
    }

    fn entropy(&self) -> f32 {
        self.plan.recipe.entropy[self.in_second_half() as usize]
    }

    /// Standard deviation of what hands gain; nothing before the first.
    fn deviation(&self) -> Option<f32> {
        (self.done > 0).then(|| (self.spread / (1.0 - self.unlearned)).sqrt() as f32)
    }

    fn update<G: Game>(&mut self, shards: &[Shard<G>]) {
        let gains: f64 = shards.iter().map(|shard| shard.squares).sum();
        let seats: f64 = shards.iter().map(|shard| shard.seats).sum();
        self.spread = SPREAD * self.spread + (1.0 - SPREAD) * gains / seats.max(1.0);
        self.unlearned *= SPREAD;
        let rate = self.plan.recipe.rate * (1.0 - self.done as f32 / self.plan.updates as f32);
        self.gradient.fill(0.0);
        for shard in shards {
            self.gradient.iter_mut().zip(&shard.gradient).for_each(|(total, part)| *total += part);
        }
        self.gradient[0] = 0.0; // stands for no feature
        let moments = self.momentum.iter_mut().zip(&mut self.squares);
        let weights = self.policy.weights_mut().iter_mut().zip(&self.gradient);
        for ((weight, gradient), (momentum, square)) in weights.zip(moments) {
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * gradient;
            *square = SQUARES * *square + (1.0 - SQUARES) * gradient * gradient;
            *weight += rate * *momentum / (square.sqrt() + TINY);
        }
        self.done += 1;
        if self.in_second_half() {
            self.averaged += 1;
            let share = 1.0 / self.averaged as f32;
            for (average, weight) in self.average.iter_mut().zip(self.policy.weights()) {
                *average += share * (weight - *average);
            }
        }
    }

    fn finish(mut self) -> Policy {
        if self.averaged > 0 {
            self.policy.weights_mut().copy_from_slice(&self.average);
        }
        self.policy
    }
}

/// A table: a match in progress, and what its hands teach.
struct Shard<G: Game> {
    seed: Seed,
    matches: u64,
    hands: u32,
    state: G::State,
    rng: Rng,
    legal: Legal,
    episodes: [Episode; PLAYS],
    gradient: Vec<f32>,
    /// Squares of gains beyond the mean, and how many.
    squares: f64,
    seats: f64,
}

impl<G: Game> Shard<G> {
    fn new(game: &G, plan: &TrainingPlan, number: u64) -> Shard<G> {
        let seed = derive(&plan.seed, number);
        Shard {
            state: game.deal(None, &derive(&seed, 0)),
            rng: Rng::from_seed(&seed),
            seed,
            matches: 0,
            hands: 0,
            legal: Legal::default(),
            episodes: Default::default(),
            gradient: vec![0.0; WEIGHTS],
            squares: 0.0,
            seats: 0.0,
        }
    }

    /// Plays a hand several times and learns from it, then goes on to the next hand.
    fn play(&mut self, game: &G, policy: &Policy, entropy: f32, deviation: Option<f32>) {
        let mut ends: [Option<G::State>; PLAYS] = Default::default();
        let mut gains = [[0.0; MAX_SEATS]; PLAYS];
        for play in 0..PLAYS {
            let mut state = self.state.clone();
            self.episodes[play].play(game, policy, &mut state, &mut self.legal, &mut self.rng);
            gains[play] = for_sides(game, game.standing(&state));
            ends[play] = Some(state);
        }
        let seats = game.seats();
        let mut beyond = [[0f32; MAX_SEATS]; PLAYS];
        (self.squares, self.seats) = (0.0, (PLAYS * seats) as f64);
        for seat in 0..seats {
            let total: f64 = gains.iter().map(|gains| gains[seat]).sum();
            for play in 0..PLAYS {
                let gain = gains[play][seat] - (total - gains[play][seat]) / (PLAYS - 1) as f64;
                self.squares += gain * gain;
                beyond[play][seat] = gain as f32;
            }
        }
        let own = (self.squares / self.seats).sqrt() as f32;
        let unit = deviation.unwrap_or(own).max(1e-9);
        self.gradient.fill(0.0);
        for (episode, beyond) in self.episodes.iter().zip(&beyond) {
            let advantages = beyond.map(|gain| (gain / unit).clamp(-CLIP, CLIP));
            episode.teach(&advantages, entropy, &mut self.gradient);
        }
        self.go_on(game, ends);
    }

    /// The next hand of one of the matches played, or the first of another.
    fn go_on(&mut self, game: &G, mut ends: [Option<G::State>; PLAYS]) {
        self.hands += 1;
        let next = ends[self.rng.below(PLAYS as u32) as usize].take();
        let going = next.filter(|state| game.turn(state).is_some() && self.hands < MOST_HANDS && game.hands(state) >= self.hands);
        match going {
            Some(state) => self.state = state,
            None => {
                self.matches += 1;
                self.hands = 0;
                self.state = game.deal(None, &derive(&self.seed, self.matches));
            }
        }
    }
}

/// What a state is worth to each seat, a partner's gain being one's own.
pub fn for_sides<G: Game>(game: &G, standing: [f64; MAX_SEATS]) -> [f64; MAX_SEATS] {
    let seats = game.seats();
    let mut sums = standing;
    for (seat, sum) in sums.iter_mut().enumerate().take(seats) {
        let team = game.team_of(seat as u8);
        let mates = (0..seats).filter(|other| *other == seat || team.is_some() && game.team_of(*other as u8) == team);
        *sum = mates.map(|mate| standing[mate]).sum();
    }
    sums
}
