//! What choices are like: whether it matters what one does, and whether it changes what the next player can do.

use super::playing::{Seated, follow};
use super::significance::blocks_differ;
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, Seed, derive};
use crate::game::{Action, Game, Information, Legal, MAX_SEATS, Silent};

/// Actions of a choice that are compared, at most; of more, so many at random.
const MOST_ACTIONS: usize = 12;
/// Decisions after which a playout is judged where it stands, unless a game has fewer.
const HORIZON: u64 = 2_000;
/// Decisions of one's own until the next player's.
const MOST_OF_ONES_OWN: u32 = 64;
/// Of the next player, that are tried.
const MOST_ANSWERS: usize = 8;
/// Ways in which a hand is played to its end after each of them.
const ENDINGS: u64 = 4;
/// Chance of calling actions different that are not.
pub const LEVEL: f64 = 0.05;

/// A choice that was looked at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Looked {
    pub options: u32,
    /// In some world some action comes to something else than another.
    pub has_consequence: bool,
    /// Actions differ in value, by an analysis of variance over common worlds (at [`LEVEL`]).
    pub matters: bool,
    /// What the best action brings over any action, in standard deviations of the outcome: chosen in one half of the
    /// worlds, judged in the other.
    pub gain: f64,
    /// Two actions at random leave the next player other options, or another player next.
    pub interacts: bool,
    /// Of the worlds in which actions come to different things, the share in which none comes to more than what the rival
    /// would do; nothing without a rival, or where no world is such.
    pub foremost: Option<f64>,
    /// Over all worlds, nothing is better on average than what the rival would do; nothing where `foremost` is.
    pub is_best: Option<bool>,
    /// In the rest of the hand the two actions give other players other options, all else played alike.
    pub reaches: bool,
    /// That, or what is better for whoever is next depends on which of the two is taken.
    pub sways: bool,
}

/// Which choices, and how closely.
#[derive(Debug, Clone, Copy)]
pub struct Closely {
    /// Choices of each game that are looked at, at most.
    pub per_game: usize,
    /// Worlds that the seat thinks possible in which each action is tried.
    pub worlds: usize,
}

/// Who plays out what is judged, and whose choices are compared with the best.
pub struct Judges<'a, P> {
    pub playout: &'a P,
    pub rival: Option<&'a P>,
}

/// Choices of games between agents, valued by playouts to the end of the hand.
pub fn decisions<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    judges: Judges<P>,
    closely: Closely,
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Vec<Vec<Looked>>, String> {
    in_order(sample.games, sample.threads, progress, |index| {
        let seed = derive(&sample.seed, index);
        let horizon = HORIZON.min(sample.most_decisions);
        let mut look = Rng::from_seed(&derive(&seed, 3));
        let kept = some_choices(game, agents, &seed, index as usize, closely.per_game, sample.most_decisions);
        kept.iter().map(|(state, seat)| look_at(game, state, *seat, &judges, closely.worlds, horizon, &mut look)).collect()
    })
}

/// So many choices of a game between agents (`turned` seats on), any of them, all equally likely (Vitter 1985).
pub(super) fn some_choices<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    seed: &Seed,
    turned: usize,
    most: usize,
    most_decisions: u64,
) -> Vec<(G::State, u8)> {
    let rng = Rng::from_seed(&derive(seed, 1));
    let mut seated = Seated::turned(agents, game.seats(), turned, rng, most_decisions);
    let mut pick = Rng::from_seed(&derive(seed, 2));
    let mut kept: Vec<(G::State, u8)> = Vec::new();
    let mut seen = 0;
    follow(game, &mut game.deal(None, seed), &mut seated, |state, seat, legal| {
        if legal.len() < 2 {
            return;
        }
        seen += 1;
        if kept.len() < most {
            kept.push((state.clone(), seat));
        } else if let Some(place) = kept.get_mut(pick.below(seen) as usize) {
            *place = (state.clone(), seat);
        }
    });
    kept
}

#[allow(clippy::too_many_arguments)]
fn look_at<G: Game, P: Player<G>>(
    game: &G,
    state: &G::State,
    seat: u8,
    judges: &Judges<P>,
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
    let reaches = interacts || reaches(game, state, seat, actions[0], actions[1], horizon, rng);
    let chance = rng.clone().word();
    let sways = reaches
        || (0..ENDINGS).any(|at| sways(game, state, seat, [actions[0], actions[1]], horizon, Rng::new(chance ^ at).word()));
    let rival = judges
        .rival
        .and_then(|rival| rival.choose(Information::new(game, state, seat), &legal, &mut Rng::new(rng.word()), &mut 0));
    if let Some(place) = rival.and_then(|rival| actions.iter().position(|action| *action == rival)) {
        actions.swap(0, place); // it is among those that are compared
    }
    actions.truncate(MOST_ACTIONS);
    actions.sort();
    let values = values(Information::new(game, state, seat), &actions, judges.playout, worlds, horizon, rng);
    let place = rival.and_then(|rival| actions.iter().position(|action| *action == rival));
    let foremost = place.and_then(|place| foremost(&values, place));
    let is_best = place.filter(|_| foremost.is_some()).map(|place| is_best(&values, place));
    Looked {
        options,
        has_consequence: values.iter().any(|world| differs(world)),
        matters: blocks_differ(&values, LEVEL),
        gain: gain(&values),
        foremost,
        is_best,
        interacts,
        reaches,
        sways,
    }
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

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Whether it matters in a world which action is taken.
fn differs(world: &[f64]) -> bool {
    world.iter().any(|value| (value - world[0]).abs() > 1e-9)
}

/// Of the worlds in which it matters, the share in which one action is as good as any.
fn foremost(values: &[Vec<f64>], place: usize) -> Option<f64> {
    let mattering: Vec<&Vec<f64>> = values.iter().filter(|world| differs(world)).collect();
    let first = mattering.iter().filter(|world| world.iter().all(|value| *value <= world[place] + 1e-9)).count();
    (!mattering.is_empty()).then(|| first as f64 / mattering.len() as f64)
}

/// Whether no action has a higher mean over worlds than this one.
fn is_best(values: &[Vec<f64>], place: usize) -> bool {
    let total = |action: usize| values.iter().map(|world| world[action]).sum::<f64>();
    let own = total(place);
    (0..values.first().map_or(0, Vec::len)).all(|action| total(action) <= own + 1e-9)
}

/// The best of one half in the other half, over the mean of all actions there, both ways round.
fn gain(values: &[Vec<f64>]) -> f64 {
    let (one, other) = values.split_at(values.len() / 2);
    let means = |half: &[Vec<f64>]| -> Vec<f64> {
        let actions = half.first().map_or(0, Vec::len);
        (0..actions).map(|action| half.iter().map(|row| row[action]).sum::<f64>() / half.len() as f64).collect()
    };
    let all: Vec<f64> = values.iter().flatten().copied().collect();
    let middle = mean(&all);
    let spread = (all.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / all.len().max(1) as f64).sqrt();
    let (one, other) = (means(one), means(other));
    if one.is_empty() || other.is_empty() || spread < 1e-12 {
        return 0.0;
    }
    let over = |chosen: &[f64], judged: &[f64]| {
        let best = (0..chosen.len()).max_by(|a, b| chosen[*a].total_cmp(&chosen[*b]).then(b.cmp(a))).unwrap_or(0);
        judged[best] - mean(judged)
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

/// Whether what other players can do in the rest of the hand depends on which of two actions is taken. Every seat's n-th
/// choice is made by the same chance in both, so that a difference is the action's doing.
fn reaches<G: Game>(game: &G, state: &G::State, seat: u8, one: Action, other: Action, horizon: u64, rng: &mut Rng) -> bool {
    let chance = rng.word();
    let mut lines = [one, other].map(|action| Line::after(game, state, action));
    let hands = game.hands(state);
    for _ in 0..horizon {
        let [first, second] = &mut lines;
        let offered = (first.until_another(game, seat, hands, chance), second.until_another(game, seat, hands, chance));
        match offered {
            (None, None) => return false,
            (Some(one), Some(other)) if one == other => {}
            _ => return true,
        }
        first.choose(game, chance);
        second.choose(game, chance);
    }
    false
}

/// Whether what is better for whoever is next depends on which of two actions is taken: of two answers the one brings more
/// after the first action, the other after the second. Where each plays for themselves no answer is ever turned over so,
/// though what others have done may decide who wins.
fn sways<G: Game>(game: &G, state: &G::State, seat: u8, actions: [Action; 2], horizon: u64, chance: u64) -> bool {
    let hands = game.hands(state);
    let answers: [Vec<f64>; 2] = actions.map(|action| {
        let mut line = Line::after(game, state, action);
        let Some((turn, options)) = line.until_another(game, seat, hands, chance) else {
            return Vec::new();
        };
        options.into_iter().take(MOST_ANSWERS).map(|answer| line.worth(game, answer, turn, horizon, chance)).collect()
    });
    let [first, second] = &answers;
    let order = |values: &[f64], a: usize, b: usize| values[a] > values[b] + 1e-9;
    let count = first.len().min(second.len());
    (0..count).any(|a| (0..count).any(|b| order(first, a, b) && order(second, b, a)))
}

/// A hand as it goes on after an action.
#[derive(Clone)]
struct Line<S> {
    state: S,
    hands: u32,
    /// Choices that each seat has made.
    made: [u64; MAX_SEATS],
    legal: Legal,
}

impl<S: Clone> Line<S> {
    fn after<G: Game<State = S>>(game: &G, state: &S, action: Action) -> Self {
        let mut state = state.clone();
        game.apply(&mut state, action, &mut Silent);
        Line { hands: game.hands(&state), state, made: [0; MAX_SEATS], legal: Legal::default() }
    }

    /// What an answer comes to for the seat that gives it, if all play on by chance to the end of the hand.
    fn worth<G: Game<State = S>>(&self, game: &G, answer: Action, seat: u8, horizon: u64, chance: u64) -> f64 {
        let mut line = self.clone();
        line.made[seat as usize & (MAX_SEATS - 1)] += 1;
        game.apply(&mut line.state, answer, &mut Silent);
        for _ in 0..horizon {
            if game.turn(&line.state).is_none() || game.hands(&line.state) != self.hands {
                break;
            }
            line.choose(game, chance);
        }
        game.standing(&line.state)[seat as usize & (MAX_SEATS - 1)]
    }

    /// Plays on until a seat other than this one chooses: which, and among what. Nothing when the hand is over.
    fn until_another<G: Game<State = S>>(&mut self, game: &G, seat: u8, hands: u32, chance: u64) -> Option<(u8, Vec<Action>)> {
        for _ in 0..HORIZON {
            self.hands = game.hands(&self.state);
            let turn = game.turn(&self.state).filter(|_| self.hands == hands)?;
            game.legal(&self.state, &mut self.legal);
            if turn != seat {
                return Some((turn, self.legal.iter().collect()));
            }
            self.choose(game, chance);
        }
        None
    }

    /// The seat to act takes one of what it has, by the chance of its n-th choice.
    fn choose<G: Game<State = S>>(&mut self, game: &G, chance: u64) {
        let Some(turn) = game.turn(&self.state) else {
            return;
        };
        let place = turn as usize & (MAX_SEATS - 1);
        self.made[place] += 1;
        game.legal(&self.state, &mut self.legal);
        let own = chance ^ (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.made[place].rotate_left(32);
        if let Some(action) = self.legal.choose(&mut Rng::new(own)) {
            game.apply(&mut self.state, action, &mut Silent);
        }
    }
}
