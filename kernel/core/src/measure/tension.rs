//! How a game's outcome takes shape: each side's chance to win, time and again from the deal to the end.

use super::playing::{Seated, follow, sides_of, win_parts};
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, derive};
use crate::game::{Game, Legal, Silent};

/// Decisions after which a playout is judged by who is ahead, unless a game has fewer.
const HORIZON: u64 = 5_000;

/// How closely.
#[derive(Debug, Clone, Copy)]
pub struct Moments {
    /// Moments of each game, evenly from the first decision on.
    pub count: usize,
    /// Worlds of each seat at each of them.
    pub worlds: usize,
}

/// A game: the chances of each side at each moment, and what came of it.
pub struct Curve {
    pub decisions: u64,
    /// By moment and side. A side's chance is that of its members, each from what it knows.
    pub chances: Vec<f64>,
    /// Each side's part of the win, one in all.
    pub outcome: Vec<f64>,
    pub cut: bool,
}

/// Games between agents, with chances by playouts to the end of the match.
pub fn curves<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    playout: &P,
    moments: Moments,
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Curve>, String> {
    let (seats, sides) = (game.seats(), sides_of(game));
    in_order(sample.games, sample.threads, progress, |index| {
        let seed = derive(&sample.seed, index);
        let rng = Rng::from_seed(&derive(&seed, 1));
        let mut seated = Seated::turned(agents, seats, index as usize, rng, sample.most_decisions);
        let mut state = game.deal(None, &seed);
        let course = follow(game, &mut state, &mut seated, |_, _, _| {});
        let outcome = win_parts(game, &state, &sides);
        let mut state = game.deal(None, &seed);
        let mut rng = Rng::from_seed(&derive(&seed, 2));
        let mut chances = Vec::with_capacity(moments.count * sides.len());
        let length = course.actions.len();
        let horizon = HORIZON.min(sample.most_decisions);
        let mut done = 0;
        for moment in 0..moments.count {
            for action in &course.actions[done..moment * length / moments.count] {
                game.apply(&mut state, *action, &mut Silent);
            }
            done = moment * length / moments.count;
            for (number, side) in sides.iter().enumerate() {
                let own = side
                    .iter()
                    .map(|seat| chance(game, &state, *seat, number, &sides, playout, moments.worlds, horizon, &mut rng));
                chances.push(own.sum::<f64>() / side.len() as f64);
            }
        }
        Curve { decisions: length as u64, chances, outcome, cut: course.cut }
    })
}

/// A seat's chance that its side wins, from what it knows.
#[allow(clippy::too_many_arguments)]
fn chance<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    seat: u8,
    side: usize,
    sides: &[Vec<u8>],
    playout: &P,
    worlds: usize,
    horizon: u64,
    rng: &mut Rng,
) -> f64 {
    let mut legal = Legal::default();
    let mut won = 0.0;
    for _ in 0..worlds {
        let (mut world, _) = game.resample(state, seat, rng);
        let mut seated = Seated::alike(playout, Rng::new(rng.word()), horizon);
        game.play(&mut world, &mut legal, &mut seated);
        won += win_parts(game, &world, sides)[side];
    }
    won / worlds.max(1) as f64
}
