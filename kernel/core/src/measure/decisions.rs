//! What choices are like: whether it matters what one does, and whether it changes what the next player can do.

use super::playing::{Seated, follow};
use super::significance::blocks_differ;
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, derive};
use crate::game::{Action, Game, Information, Legal, Silent};

/// Actions of a choice that are compared, at most; of more, so many at random.
const MOST_ACTIONS: usize = 12;
/// Decisions after which a playout is judged where it stands, unless a game has fewer.
const HORIZON: u64 = 2_000;
/// Decisions of one's own until the next player's.
const MOST_OF_ONES_OWN: u32 = 64;
/// Chance of calling actions different that are not.
pub const LEVEL: f64 = 0.05;

/// A choice that was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Looked {
    pub options: u32,
    /// Actions differ in value, by an analysis of variance over common worlds (at [`LEVEL`]).
    pub matters: bool,
    /// What the best action brings over any action, in standard deviations of the outcome: chosen in one half of the
    /// worlds, judged in the other.
    pub gain: f64,
    /// Two actions at random leave the next player other options, or another player next.
    pub interacts: bool,
}

/// Which choices, and how closely.
#[derive(Debug, Clone, Copy)]
pub struct Closely {
    /// Choices of each game that are looked at, at most.
    pub per_game: usize,
    /// Worlds that the seat thinks possible in which each action is tried.
    pub worlds: usize,
}

/// Choices of games between agents, valued by playouts to the end of the hand.
pub fn decisions<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    playout: &P,
    closely: Closely,
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Vec<Looked>>, String> {
    let seats = game.seats();
    in_order(sample.games, sample.threads, progress, |index| {
        let seed = derive(&sample.seed, index);
        let rng = Rng::from_seed(&derive(&seed, 1));
        let mut seated = Seated::turned(agents, seats, index as usize, rng, sample.most_decisions);
        let mut pick = Rng::from_seed(&derive(&seed, 2));
        let mut kept: Vec<(G::State, u8)> = Vec::new();
        let mut seen = 0;
        // Any of the choices, all equally likely (Vitter 1985), as their number is not known before.
        follow(game, &mut game.deal(None, &seed), &mut seated, |state, seat, legal| {
            if legal.len() < 2 {
                return;
            }
            seen += 1;
            if kept.len() < closely.per_game {
                kept.push((state.clone(), seat));
            } else if let Some(place) = kept.get_mut(pick.below(seen) as usize) {
                *place = (state.clone(), seat);
            }
        });
        let horizon = HORIZON.min(sample.most_decisions);
        let mut look = Rng::from_seed(&derive(&seed, 3));
        kept.iter().map(|(state, seat)| look_at(game, state, *seat, playout, closely.worlds, horizon, &mut look)).collect()
    })
}

#[allow(clippy::too_many_arguments)]
fn look_at<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    seat: u8,
    playout: &P,
    worlds: usize,
    horizon: u64,
    rng: &mut Rng,
) -> Looked {
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    let mut actions: Vec<Action> = legal.iter().collect();
    let options = actions.len() as u32;
    rng.shuffle(&mut actions);
    let interacts = interacts(game, state, seat, actions[0], actions[1], rng);
    actions.truncate(MOST_ACTIONS);
    actions.sort();
    let values = values(Information::new(game, state, seat), &actions, playout, worlds, horizon, rng);
    Looked { options, matters: blocks_differ(&values, LEVEL), gain: gain(&values), interacts }
}

/// What each action comes to for the seat's side, world by world.
fn values<G: Game, P: Player<G>>(
    information: Information<G>,
    actions: &[Action],
    playout: &P,
    worlds: usize,
    horizon: u64,
    rng: &mut Rng,
) -> Vec<Vec<f64>> {
    let (game, seat) = (information.game(), information.seat());
    let team = game.team_of(seat);
    let own: Vec<u8> =
        (0..game.seats() as u8).filter(|other| *other == seat || team.is_some() && game.team_of(*other) == team).collect();
    let mut legal = Legal::default();
    let world = |_| {
        let (world, _) = information.sample(rng);
        let chance = rng.word();
        let value = |action: &Action| {
            let mut state = world.clone();
            let mut rng = Rng::new(chance); // the same for every action
            let hands = game.hands(&state);
            game.apply(&mut state, *action, &mut Silent);
            for _ in 0..horizon {
                let Some(actor) = game.turn(&state).filter(|_| game.hands(&state) == hands) else {
                    break;
                };
                game.legal(&state, &mut legal);
                let Some(action) = playout.choose(Information::new(game, &state, actor), &legal, &mut rng, &mut 0) else {
                    break;
                };
                game.apply(&mut state, action, &mut Silent);
            }
            let standing = game.standing(&state);
            own.iter().map(|seat| standing[*seat as usize]).sum()
        };
        actions.iter().map(value).collect()
    };
    (0..worlds).map(world).collect()
}

/// The best of one half in the other half, over the mean of all actions there, both ways round.
fn gain(values: &[Vec<f64>]) -> f64 {
    let (one, other) = values.split_at(values.len() / 2);
    let means = |half: &[Vec<f64>]| -> Vec<f64> {
        let actions = half.first().map_or(0, Vec::len);
        (0..actions).map(|action| half.iter().map(|row| row[action]).sum::<f64>() / half.len() as f64).collect()
    };
    let all: Vec<f64> = values.iter().flatten().copied().collect();
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    let spread = (all.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / all.len().max(1) as f64).sqrt();
    let (one, other) = (means(one), means(other));
    if one.is_empty() || other.is_empty() || spread < 1e-12 {
        return 0.0;
    }
    let over = |chosen: &[f64], judged: &[f64]| {
        let best = (0..chosen.len()).max_by(|a, b| chosen[*a].total_cmp(&chosen[*b]).then(b.cmp(a))).unwrap_or(0);
        judged[best] - judged.iter().sum::<f64>() / judged.len() as f64
    };
    (over(&one, &other) + over(&other, &one)) / 2.0 / spread
}

/// Whether it makes a difference to whoever is next which of two actions is taken.
fn interacts<G: Game>(game: &G, state: &G::State, seat: u8, one: Action, other: Action, rng: &mut Rng) -> bool {
    let chance = rng.word();
    let next = |action: Action| {
        let (mut state, mut rng, mut legal) = (state.clone(), Rng::new(chance), Legal::default());
        let hands = game.hands(&state);
        game.apply(&mut state, action, &mut Silent);
        for _ in 0..MOST_OF_ONES_OWN {
            let (turn, same_hand) = (game.turn(&state), game.hands(&state) == hands);
            game.legal(&state, &mut legal);
            if turn != Some(seat) || !same_hand {
                // Another hand is dealt by chance: what it offers is nobody's doing.
                return turn.filter(|_| same_hand).map(|turn| (turn, legal.iter().collect::<Vec<Action>>()));
            }
            let Some(action) = legal.choose(&mut rng) else {
                break;
            };
            game.apply(&mut state, action, &mut Silent);
        }
        None
    };
    next(one) != next(other)
}
