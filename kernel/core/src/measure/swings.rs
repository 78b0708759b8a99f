//! What choices change in who wins, and whether whoever chooses can still win: how much of a game is kingmaking.

use super::decisions::{Closely, some_choices};
use super::playing::{Seated, sides_of, win_parts};
use super::significance::blocks_differ;
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, derive};
use crate::game::{Action, Game, Information, Legal, Silent};

/// Actions of a choice that are compared, at most; of more, so many at random.
const MOST_ACTIONS: usize = 8;
/// Decisions after which a playout is judged by who is ahead, unless a game has fewer.
const HORIZON: u64 = 2_000;
/// Chance of calling actions different that are not.
const LEVEL: f64 = 0.01;

/// A choice that was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swing {
    /// The chance to win of whoever chooses, with the action that is best for them.
    pub own: f64,
    /// The most that the choice changes in the chance of another side.
    pub others: f64,
    /// The actions differ in what another side's chance is by more than noise (at [`LEVEL`]).
    pub differs: bool,
}

/// Choices of games between agents: each side's chance to win by playouts to the end of the match, in the same worlds and
/// with the same chance for every action.
pub fn swings<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    playout: &P,
    closely: Closely,
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Vec<Swing>>, String> {
    let sides = sides_of(game);
    in_order(sample.games, sample.threads, progress, |index| {
        let seed = derive(&sample.seed, index);
        let horizon = HORIZON.min(sample.most_decisions);
        let mut rng = Rng::from_seed(&derive(&seed, 3));
        let kept = some_choices(game, agents, &seed, index as usize, closely.per_game, sample.most_decisions);
        kept.iter().map(|(state, seat)| look_at(game, state, *seat, playout, &sides, closely.worlds, horizon, &mut rng)).collect()
    })
}

#[allow(clippy::too_many_arguments)]
fn look_at<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    seat: u8,
    playout: &P,
    sides: &[Vec<u8>],
    worlds: usize,
    horizon: u64,
    rng: &mut Rng,
) -> Swing {
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    let mut actions: Vec<Action> = legal.iter().collect();
    rng.shuffle(&mut actions);
    actions.truncate(MOST_ACTIONS);
    actions.sort();
    let information = Information::new(game, state, seat);
    // By side, world and action: the side's part of the win.
    let mut parts = vec![Vec::with_capacity(worlds); sides.len()];
    for _ in 0..worlds {
        let (world, _) = information.sample(rng);
        let chance = rng.word();
        let ends: Vec<Vec<f64>> = actions
            .iter()
            .map(|action| {
                let mut state = world.clone();
                game.apply(&mut state, *action, &mut Silent);
                game.play(&mut state, &mut legal, &mut Seated::alike(playout, Rng::new(chance), horizon));
                win_parts(game, &state, sides)
            })
            .collect();
        for (side, rows) in parts.iter_mut().enumerate() {
            rows.push(ends.iter().map(|end| end[side]).collect::<Vec<f64>>());
        }
    }
    let mine = sides.iter().position(|side| side.contains(&seat)).unwrap_or(0);
    let own = means(&parts[mine]).into_iter().fold(0.0, f64::max);
    let mut found = Swing { own, others: 0.0, differs: false };
    for (side, rows) in parts.iter().enumerate().filter(|(side, _)| *side != mine) {
        let means = means(rows);
        let (low, high) = (means.iter().copied().fold(1.0, f64::min), means.iter().copied().fold(0.0, f64::max));
        if high - low > found.others {
            found = Swing { own, others: high - low, differs: blocks_differ(&parts[side], LEVEL) };
        }
    }
    found
}

/// Of each action over worlds.
fn means(rows: &[Vec<f64>]) -> Vec<f64> {
    let actions = rows.first().map_or(0, Vec::len);
    (0..actions).map(|action| rows.iter().map(|row| row[action]).sum::<f64>() / rows.len().max(1) as f64).collect()
}
