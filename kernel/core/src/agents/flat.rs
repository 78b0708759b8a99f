//! Flat Monte Carlo over determinised worlds: every action is tried in the same sampled worlds, each played out to the
//! end of the hand by a policy (at random, or by an agent that knows what its seat would know there), and the best mean
//! wins. A partner's gain is one's own.

use super::Player;
use super::analysis::Analysis;
use super::playout::{RandomPlayout, Sides};
use crate::chance::Rng;
use crate::game::{Action, Decider, Game, Information, Legal, Silent};

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
    let found = search(information, legal, playouts, AtRandom, rng);
    *inexact += found.inexact;
    found.best().map(|best| best.action)
}

/// What it thinks of every legal action.
pub fn analyse<G: Game>(information: &Information<G>, legal: &Legal, playouts: u32, rng: &mut Rng) -> Analysis {
    let mut found = search(information, legal, playouts, AtRandom, rng);
    found.finish();
    found
}

/// Every legal action with how well its playouts ended on average, for the seat and its partners together.
pub fn appraise<G: Game>(information: &Information<G>, legal: &Legal, playouts: u32, rng: &mut Rng) -> Vec<(Action, f64)> {
    search(information, legal, playouts, AtRandom, rng).totals()
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
    let found = search(information, legal, playouts, ByPolicy(policy), rng);
    *inexact += found.inexact;
    found.totals()
}

fn search<G: Game>(
    information: &Information<G>,
    legal: &Legal,
    playouts: u32,
    way: impl PlayingOut<G>,
    rng: &mut Rng,
) -> Analysis {
    let (game, seat) = (information.game(), information.seat());
    let sides = Sides::new(game);
    let mut found = Analysis::new(legal, sides.size(seat));
    // Samples depend on what the seat knows, never on the game's own stream.
    let mut rng = Rng::new(rng.word() ^ information.key());
    let rounds = playouts.div_ceil(legal.len().max(1)).max(1);
    let mut buffer = Legal::default();
    let (mut world, exact) = information.sample(&mut rng);
    found.inexact += !exact as u64;
    let mut state = world.clone();
    for round in 0..rounds {
        if round > 0 {
            found.inexact += !information.sample_into(&mut rng, &mut world) as u64;
        }
        let playout_seed = rng.word();
        for action in &mut found.actions {
            game.copy(&world, &mut state);
            let hands = game.hands(&state);
            game.apply(&mut state, action.action, &mut Silent);
            way.play_out(game, &mut state, hands, &mut Rng::new(playout_seed), &mut buffer);
            let value = sides.shared(&game.standing(&state))[seat as usize];
            action.add(1, value, value * value);
        }
    }
    found.simulations = rounds * found.actions.len() as u32;
    found
}

/// How a world is played out.
trait PlayingOut<G: Game> {
    fn play_out(&self, game: &G, state: &mut G::State, hands: u32, rng: &mut Rng, buffer: &mut Legal);
}

struct AtRandom;

impl<G: Game> PlayingOut<G> for AtRandom {
    fn play_out(&self, game: &G, state: &mut G::State, hands: u32, rng: &mut Rng, buffer: &mut Legal) {
        game.play(state, buffer, &mut RandomPlayout::new(rng, hands, HORIZON));
    }
}

struct ByPolicy<'a, P>(&'a P);

impl<G: Game, P: Player<G>> PlayingOut<G> for ByPolicy<'_, P> {
    fn play_out(&self, game: &G, state: &mut G::State, hands: u32, rng: &mut Rng, buffer: &mut Legal) {
        game.play(state, buffer, &mut Following { policy: self.0, rng, hands, left: HORIZON });
    }
}

/// All seats do what an agent would.
struct Following<'a, P> {
    policy: &'a P,
    rng: &'a mut Rng,
    hands: u32,
    left: u32,
}

impl<G: Game, P: Player<G>> Decider<G> for Following<'_, P> {
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        if game.hands(state) != self.hands || self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.policy.choose(Information::new(game, state, seat), legal, self.rng, &mut 0)
    }
}
