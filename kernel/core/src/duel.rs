//! Two agents on the same deals with seats exchanged: by how much one does better, hand by hand.

use std::time::Instant;

use rayon::prelude::*;

use crate::agents::Player;
use crate::chance::{Rng, Seed, derive};
use crate::game::{Action, Decider, Game, Information, Legal, MAX_SEATS};

/// Decisions after which a hand is judged where it stands.
const HORIZON: u32 = 20_000;

/// How much better the first agent did, over deals: mean and standard error of standing per seat and hand, and what
/// time each took to decide so often.
#[derive(Debug, Clone, Copy, Default)]
pub struct Outcome {
    pub deals: u64,
    sum: f64,
    squares: f64,
    pub seconds: [f64; 2],
    pub decisions: [u64; 2],
}

impl Outcome {
    pub fn mean(&self) -> f64 {
        self.sum / (self.deals as f64).max(1.0)
    }

    pub fn standard_error(&self) -> f64 {
        let deals = self.deals as f64;
        if self.deals < 2 {
            return f64::INFINITY;
        }
        let variance = (self.squares - self.sum * self.sum / deals) / (deals - 1.0);
        (variance.max(0.0) / deals).sqrt()
    }

    fn add(&mut self, other: &Outcome) {
        self.deals += other.deals;
        self.sum += other.sum;
        self.squares += other.squares;
        for side in 0..2 {
            self.seconds[side] += other.seconds[side];
            self.decisions[side] += other.decisions[side];
        }
    }
}

/// Plays the first hand of deals `first..first + deals`, each as often as it takes for both to sit everywhere.
pub fn duel<G: Game, P: Player<G>>(game: &G, agents: [&P; 2], first: u64, deals: u64, seed: &Seed, threads: usize) -> Outcome {
    let one = |number: u64| play_deal(game, agents, &derive(seed, number));
    let parts: Vec<Outcome> = if threads > 1 {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| (first..first + deals).into_par_iter().map(one).collect()),
            Err(_) => (first..first + deals).map(one).collect(),
        }
    } else {
        (first..first + deals).map(one).collect()
    };
    parts.iter().fold(Outcome::default(), |mut total, part| {
        total.add(part);
        total
    })
}

/// A deal: sides sit alternately, and exchange seats until each has sat where the other did.
fn play_deal<G: Game, P: Player<G>>(game: &G, agents: [&P; 2], seed: &Seed) -> Outcome {
    let seats = game.seats();
    let sides = if game.teams() > 0 { game.teams() } else { seats };
    let turns = if sides % 2 == 0 { 2 } else { sides.max(2) };
    let mut outcome = Outcome { deals: 1, ..Outcome::default() };
    let mut total = 0.0;
    for turn in 0..turns {
        let side_of = |seat: usize| game.team_of(seat as u8).map_or(seat, usize::from);
        let mut seated = [0; MAX_SEATS];
        for (seat, agent) in seated.iter_mut().enumerate().take(seats) {
            *agent = (side_of(seat) + turn) % sides.max(2) % 2;
        }
        let mut state = game.deal(None, seed);
        let (hands, rng) = (game.hands(&state), Rng::from_seed(seed));
        let mut table = Table { agents, seated, rng, hands, left: HORIZON, outcome: &mut outcome };
        game.play(&mut state, &mut Legal::default(), &mut table);
        let standing = game.standing(&state);
        total += difference(&seated[..seats], &standing, turn);
    }
    let gained = total / if seats == 1 { 1.0 } else { turns as f64 };
    (outcome.sum, outcome.squares) = (gained, gained * gained);
    outcome
}

/// Mean standing of the first agent's seats less that of the other's. Alone, each plays the same cards.
fn difference(seated: &[usize], standing: &[f64; MAX_SEATS], turn: usize) -> f64 {
    if seated.len() == 1 {
        return if turn == 0 { standing[0] } else { -standing[0] };
    }
    let mean = |agent: usize| {
        let own: Vec<f64> = seated.iter().zip(standing).filter(|(by, _)| **by == agent).map(|(_, standing)| *standing).collect();
        own.iter().sum::<f64>() / own.len().max(1) as f64
    };
    mean(0) - mean(1)
}

struct Table<'a, P> {
    agents: [&'a P; 2],
    seated: [usize; MAX_SEATS],
    rng: Rng,
    hands: u32,
    left: u32,
    outcome: &'a mut Outcome,
}

impl<G: Game, P: Player<G>> Decider<G> for Table<'_, P> {
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        if game.hands(state) != self.hands || self.left == 0 || legal.is_empty() {
            return None;
        }
        self.left -= 1;
        if legal.len() < 2 {
            return legal.nth(0);
        }
        let side = self.seated[seat as usize & (MAX_SEATS - 1)];
        let agent = self.agents[side];
        let started = agent.is_slow().then(Instant::now);
        let action = agent.choose(Information::new(game, state, seat), legal, &mut self.rng, &mut 0);
        self.outcome.decisions[side] += 1;
        self.outcome.seconds[side] += started.map_or(0.0, |started| started.elapsed().as_secs_f64());
        action
    }
}
