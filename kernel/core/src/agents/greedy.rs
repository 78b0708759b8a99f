//! One step of look-ahead: every action is tried in the same few worlds that could be true, each played on at random for
//! a while, and the best mean wins. That is right where high cards are bad, too, as it knows nothing but the score.

use super::playout::{RandomPlayout, Sides};
use crate::chance::Rng;
use crate::game::{Action, Game, Information, Legal, Silent};

/// Worlds in which each action is tried.
const WORLDS: u32 = 3;

/// Decisions after which a world is judged where it stands, and actions that are compared, at most.
const HORIZON: u32 = 400;
const MOST_ACTIONS: usize = 32;

#[inline(never)]
pub fn choose<G: Game>(information: &Information<G>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
    if legal.len() < 2 {
        return legal.nth(0);
    }
    let (game, seat) = (information.game(), information.seat() as usize);
    // Depends on what the seat knows, never on the game's own stream.
    let mut rng = Rng::new(rng.word() ^ information.key());
    let mut actions: Vec<Action> = legal.iter().collect();
    if actions.len() > MOST_ACTIONS {
        rng.shuffle(&mut actions);
        actions.truncate(MOST_ACTIONS);
    }
    let sides = Sides::new(game);
    let mut totals = vec![0.0; actions.len()];
    let mut buffer = Legal::default();
    let mut state = None;
    for _ in 0..WORLDS {
        let (world, exact) = information.sample(&mut rng);
        *inexact += !exact as u64;
        let seed = rng.word();
        for (total, action) in totals.iter_mut().zip(&actions) {
            let state = state.get_or_insert_with(|| world.clone());
            game.copy(&world, state);
            let hands = game.hands(state);
            game.apply(state, *action, &mut Silent);
            game.play(state, &mut buffer, &mut RandomPlayout::quiet(&mut Rng::new(seed), hands, HORIZON));
            *total += sides.shared(&game.standing(state))[seat];
        }
    }
    let best = (0..actions.len()).max_by(|a, b| totals[*a].total_cmp(&totals[*b]).then(b.cmp(a)))?;
    Some(actions[best])
}
