//! Flat Monte Carlo over determinised worlds: every action is tried in the same sampled worlds, each played out to the
//! end of the hand by a policy (at random, or by an agent that knows what its seat would know there), and the best mean
//! wins. A partner's gain is one's own.

use super::{Agent, Player};
use crate::chance::Rng;
use crate::game::{Action, Game, Information, Legal, Silent};

/// Decisions after which a playout is judged where it stands.
const HORIZON: u32 = 10_000;

#[inline(never)]
pub fn choose<G: Game>(
    information: &Information<G>,
    legal: &Legal,
    playouts: u32,
    rng: &mut Rng,
    inexact: &mut u64,
) -> Option<Action> {
    if legal.len() < 2 {
        return legal.nth(0);
    }
    let means = appraise(information, legal, playouts, rng, inexact);
    let best = (0..means.len()).max_by(|a, b| means[*a].1.total_cmp(&means[*b].1).then(b.cmp(a)))?;
    Some(means[best].0)
}

/// Every legal action with how well its playouts ended on average.
pub fn appraise<G: Game>(
    information: &Information<G>,
    legal: &Legal,
    playouts: u32,
    rng: &mut Rng,
    inexact: &mut u64,
) -> Vec<(Action, f64)> {
    appraise_by(information, legal, playouts, &Agent::<G>::Random, rng, inexact)
}

/// The same, played out by a policy.
pub fn appraise_by<G: Game>(
    information: &Information<G>,
    legal: &Legal,
    playouts: u32,
    policy: &impl Player<G>,
    rng: &mut Rng,
    inexact: &mut u64,
) -> Vec<(Action, f64)> {
    let actions: Vec<Action> = legal.iter().collect();
    // Samples depend on what the seat knows, never on the game's own stream.
    let mut rng = Rng::new(rng.word() ^ information.key());
    let rounds = playouts.div_ceil(actions.len().max(1) as u32).max(1);
    let mut totals = vec![0.0; actions.len()];
    let mut buffer = Legal::default();
    for _ in 0..rounds {
        let (world, exact) = information.sample(&mut rng);
        *inexact += !exact as u64;
        let playout_seed = rng.word();
        for (total, action) in totals.iter_mut().zip(&actions) {
            let mut rng = Rng::new(playout_seed);
            *total += playout(information.game(), &world, *action, information.seat(), policy, &mut rng, &mut buffer);
        }
    }
    actions.into_iter().zip(totals).map(|(action, total)| (action, total / rounds as f64)).collect()
}

fn playout<G: Game>(
    game: &G,
    world: &G::State,
    action: Action,
    seat: u8,
    policy: &impl Player<G>,
    rng: &mut Rng,
    legal: &mut Legal,
) -> f64 {
    let mut state = world.clone();
    let hands = game.hands(&state);
    game.apply(&mut state, action, &mut Silent);
    for _ in 0..HORIZON {
        let Some(actor) = game.turn(&state).filter(|_| game.hands(&state) == hands) else {
            break;
        };
        game.legal(&state, legal);
        let Some(action) = policy.choose(Information::new(game, &state, actor), legal, rng, &mut 0) else {
            break;
        };
        game.apply(&mut state, action, &mut Silent);
    }
    let standing = game.standing(&state);
    let team = game.team_of(seat);
    let own = (0..game.seats() as u8).filter(|other| *other == seat || team.is_some() && game.team_of(*other) == team);
    own.map(|member| standing[member as usize]).sum()
}
