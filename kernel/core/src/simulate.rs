//! Batches of games and their statistics, the same whatever the number of threads.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::agents::Player;
use crate::chance::{Part, Rng, Seed, derive, parts};
use crate::game::{Action, Decider, Game, Information, Legal, MAX_CREDITS, MAX_SEATS, any_of};
use crate::measure::lengths::Lengths;

/// Games per piece of work; statistics are merged piece by piece, in order. Of matches of several hands, and of games
/// whose agents think, there are fewer in a piece: progress is to be seen, and an interrupt to be heard.
const PIECE: u64 = 256;
const PIECE_OF_MATCHES: u64 = 16;
const SLOW_PIECE: u64 = 1;

/// Between a round of work and the next there is progress: so often, about, and so many pieces for each thread at most.
const HEARD: Duration = Duration::from_millis(50);
const MOST_PIECES: u64 = 64;

/// Games whose chance is worked out at once.
const AT_ONCE: usize = 8;

/// Decisions after which a game is given up, whatever its limits allow, unless a batch says fewer.
pub const CUT_OFF: u64 = 50_000_000;

#[derive(Debug, Clone, Default)]
pub struct Statistics {
    pub games: u64,
    pub wins: [u64; MAX_SEATS],
    pub team_wins: [u64; MAX_SEATS],
    pub draws: u64,
    pub losses: u64,
    pub decisions: u64,
    pub decisions_by_seat: [u64; MAX_SEATS],
    /// Decisions with more than one legal action, and legal actions summed.
    pub choices: u64,
    pub options: u64,
    pub hands: u64,
    /// Games that a limit of theirs ended, or a hand of which it ended.
    pub limited: u64,
    pub cut_off: u64,
    pub inexact_samples: u64,
    pub score_sums: [i64; MAX_SEATS],
    pub score_squares: [i64; MAX_SEATS],
    pub team_score_sums: [i64; MAX_SEATS],
    pub team_score_squares: [i64; MAX_SEATS],
    pub return_sums: [f64; MAX_SEATS],
    pub return_squares: [f64; MAX_SEATS],
    pub winner_score_sum: i64,
    /// Of the draws, those that several won by the rules: together, or all but the loser; and how often each seat was named a loser.
    pub shared: u64,
    pub losses_by_seat: [u64; MAX_SEATS],
    /// By line of credit and seat.
    pub credit_sums: [[i64; MAX_SEATS]; MAX_CREDITS],
    pub credit_squares: [[i64; MAX_SEATS]; MAX_CREDITS],
    /// Games by their number of decisions.
    pub lengths: Lengths,
}

impl Statistics {
    /// Both together; the order matters to the last digit of sums of returns.
    pub fn merge(mut self, other: &Statistics) -> Statistics {
        self.games += other.games;
        self.draws += other.draws;
        self.losses += other.losses;
        self.decisions += other.decisions;
        self.choices += other.choices;
        self.options += other.options;
        self.hands += other.hands;
        self.limited += other.limited;
        self.cut_off += other.cut_off;
        self.inexact_samples += other.inexact_samples;
        self.winner_score_sum += other.winner_score_sum;
        self.shared += other.shared;
        for line in 0..MAX_CREDITS {
            for seat in 0..MAX_SEATS {
                self.credit_sums[line][seat] += other.credit_sums[line][seat];
                self.credit_squares[line][seat] += other.credit_squares[line][seat];
            }
        }
        for seat in 0..MAX_SEATS {
            self.wins[seat] += other.wins[seat];
            self.team_wins[seat] += other.team_wins[seat];
            self.decisions_by_seat[seat] += other.decisions_by_seat[seat];
            self.score_sums[seat] += other.score_sums[seat];
            self.score_squares[seat] += other.score_squares[seat];
            self.team_score_sums[seat] += other.team_score_sums[seat];
            self.team_score_squares[seat] += other.team_score_squares[seat];
            self.return_sums[seat] += other.return_sums[seat];
            self.return_squares[seat] += other.return_squares[seat];
            self.losses_by_seat[seat] += other.losses_by_seat[seat];
        }
        self.lengths.merge(&other.lengths);
        self
    }
}

/// What to play: one agent per seat (by game, if seats rotate).
pub struct Batch<'a, P> {
    pub agents: &'a [P],
    pub first: u64,
    pub games: u64,
    pub seed: Seed,
    pub threads: usize,
    pub rotate: bool,
    /// Decisions after which a game is given up: at most [`CUT_OFF`].
    pub most_decisions: u64,
}

/// Plays a batch. `progress` hears how many games are done after each round of work; returning false stops there.
pub fn simulate<G: Game, P: Player<G>>(
    game: &G,
    batch: &Batch<P>,
    mut progress: impl FnMut(u64) -> bool,
) -> Result<Statistics, String> {
    let threads = batch.threads.max(1);
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string());
    let pool = if threads > 1 { Some(pool()?) } else { None };
    let slow = batch.agents.iter().any(|agent| agent.is_slow());
    let size = if slow {
        SLOW_PIECE
    } else if game.is_match() {
        PIECE_OF_MATCHES
    } else {
        PIECE
    };
    let mut per_round = threads as u64;
    let mut total = Statistics::default();
    let mut next = 0;
    while next < batch.games {
        let started = Instant::now();
        let starts: Vec<u64> = (0..per_round).map(|piece| next + piece * size).filter(|start| *start < batch.games).collect();
        let play = |start: &u64| play_piece(game, batch, batch.first + start, size.min(batch.games - start));
        let parts: Vec<Statistics> = match &pool {
            Some(pool) => pool.install(|| starts.par_iter().map(play).collect()),
            None => starts.iter().map(play).collect(),
        };
        total = parts.iter().fold(total, Statistics::merge);
        if !progress(total.games) {
            break;
        }
        next += per_round * size;
        if started.elapsed() < HEARD {
            per_round = (2 * per_round).min(threads as u64 * MOST_PIECES);
        }
    }
    Ok(total)
}

fn play_piece<G: Game, P: Player<G>>(game: &G, batch: &Batch<P>, first: u64, count: u64) -> Statistics {
    let mut statistics = Statistics::default();
    let mut legal = Legal::default();
    let mut state = game.deal(None, &derive(&batch.seed, first));
    if batch.agents.iter().all(|agent| agent.is_random()) {
        game.remember_no_more(&mut state);
    }
    for start in (first..first + count).step_by(AT_ONCE) {
        let parts: [Part; AT_ONCE] = parts(&batch.seed, start);
        for (index, part) in (start..first + count).zip(&parts) {
            game.deal_again(&mut state, part);
            play_game(game, batch, index, &part.seed, &mut state, &mut legal, &mut statistics);
        }
    }
    statistics
}

/// Plays a game that has been dealt.
fn play_game<G: Game, P: Player<G>>(
    game: &G,
    batch: &Batch<P>,
    index: u64,
    seed: &Seed,
    state: &mut G::State,
    legal: &mut Legal,
    statistics: &mut Statistics,
) {
    let seats = game.seats();
    let rng = Rng::from_seed(seed);
    let turned = if batch.rotate { index as usize % seats } else { 0 };
    let mut seated = [&batch.agents[0]; MAX_SEATS];
    for (seat, agent) in seated.iter_mut().enumerate().take(seats) {
        let place = seat + seats - turned;
        *agent = &batch.agents[if place >= seats { place - seats } else { place }];
    }
    let all_random = batch.agents.iter().all(|agent| agent.is_random());
    let most = batch.most_decisions.min(CUT_OFF);
    let mut table = Table { seated, all_random, rng, statistics, decisions: 0, most, options: 0, choices: 0 };
    game.play(state, legal, &mut table);
    let Table { decisions, options, choices, .. } = table;
    statistics.options += options;
    statistics.choices += choices as u64;
    record(game, state, decisions, statistics);
}

/// Who sits where in a game, and what is counted of their decisions.
struct Table<'a, P> {
    seated: [&'a P; MAX_SEATS],
    /// Nobody needs to know anything.
    all_random: bool,
    rng: Rng,
    statistics: &'a mut Statistics,
    decisions: u64,
    most: u64,
    options: u64,
    /// Of less than [`CUT_OFF`] decisions.
    choices: u32,
}

impl<P> Table<'_, P> {
    /// Counts a decision of a seat with so many legal actions; whether there is one to make.
    #[inline(always)]
    fn count(&mut self, seat: u8, actions: u32) -> bool {
        if (self.decisions == self.most) | (actions == 0) {
            return false;
        }
        self.options += actions as u64;
        self.choices += (actions > 1) as u32;
        self.statistics.decisions_by_seat[seat as usize & (MAX_SEATS - 1)] += 1;
        self.decisions += 1;
        true
    }
}

impl<G: Game, P: Player<G>> Decider<G> for Table<'_, P> {
    #[inline(always)]
    fn any_of(&mut self, _: &G, _: &G::State, seat: u8, count: u32) -> Option<u32> {
        let random = self.all_random || self.seated[seat as usize & (MAX_SEATS - 1)].is_random();
        (random && self.count(seat, count)).then(|| any_of(count, &mut self.rng))
    }

    #[inline(never)]
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        if let Some(k) = self.any_of(game, state, seat, legal.len()) {
            return legal.nth(k);
        }
        if !self.count(seat, legal.len()) {
            self.statistics.cut_off += 1; // too long, or nothing can be done
            return None;
        }
        let player = self.seated[seat as usize & (MAX_SEATS - 1)];
        player.choose(Information::new(game, state, seat), legal, &mut self.rng, &mut self.statistics.inexact_samples)
    }
}

fn record<G: Game>(game: &G, state: &G::State, decisions: u64, statistics: &mut Statistics) {
    let seats = game.seats();
    statistics.games += 1;
    statistics.decisions += decisions;
    statistics.hands += game.hands(state) as u64;
    statistics.limited += game.limited(state) as u64;
    statistics.lengths.add(decisions);
    let (winners, teams) = game.winners(state);
    let (scores, team_scores) = game.scores(state);
    let returns = game.returns(state);
    if teams.count_ones() == 1 {
        let team = teams.trailing_zeros() as usize;
        statistics.team_wins[team] += 1;
        statistics.winner_score_sum += team_scores[team] as i64;
    } else if game.teams() == 0 && winners.count_ones() == 1 {
        let seat = winners.trailing_zeros() as usize;
        statistics.wins[seat] += 1;
        statistics.winner_score_sum += scores[seat] as i64;
    } else if game.lost(state) {
        statistics.losses += 1;
    } else {
        statistics.draws += 1;
        statistics.shared += game.shared(state) as u64;
    }
    for (team, &score) in team_scores.iter().enumerate().take(game.teams()) {
        statistics.team_score_sums[team] += score as i64;
        statistics.team_score_squares[team] += score as i64 * score as i64;
    }
    for seat in 0..seats {
        let score = scores[seat] as i64;
        statistics.score_sums[seat] += score;
        statistics.score_squares[seat] += score * score;
        statistics.return_sums[seat] += returns[seat];
        statistics.return_squares[seat] += returns[seat] * returns[seat];
        statistics.losses_by_seat[seat] += (game.losers(state) >> seat & 1) as u64;
    }
    for line in 0..game.credit_lines().min(MAX_CREDITS) {
        for seat in 0..seats {
            let credit = game.credit(state, line, seat as u8) as i64;
            statistics.credit_sums[line][seat] += credit;
            statistics.credit_squares[line][seat] += credit * credit;
        }
    }
}
