//! One tree grown by simulations: a world that could be true, a way down the tree, a playout to the end of the hand.

use super::tree::{Choice, Step, Tree};
use crate::agents::playout::{HORIZON, RandomPlayout, Sides};
use crate::agents::policy::softmax;
use crate::agents::prior::Prior;
use crate::chance::{Rng, mix};
use crate::game::{Action, Decider, Event, Game, Information, Legal, MAX_SEATS, Observer, Silent};

/// Decisions on a way down the tree, at most.
const DEPTH: u32 = 400;

/// How often each world is used, where nothing new comes out of a stock, and how many there are at most.
const USES: u32 = 8;
const MOST_WORLDS: u32 = 512;

/// Worlds that are kept in any case, to tell a likely continuation by.
pub const KEPT: usize = 8;

/// Worlds that are proposed before the first one is used, where others' bets tell likely from unlikely ones.
const SETTLING: u32 = 8;

/// In some simulations the others bet by the policy, in the rest the tree searches for them, too (a restricted Nash response,
/// Johanson 2007). So many times the root of a count of simulations are searched for, as far as they matter: the deeper the
/// tree, the better others answer in it whatever they would do, and the more it loses to a policy that does not.
const SEARCHED_FOR: f64 = 75.0;
const MOST_COUNTED: u32 = 4_000;

/// Every call of an auction is tried at the root where there are so many simulations for each: with fewer, chance would
/// choose among them.
const EACH_CALL: u32 = 8;

/// Playouts that look whether anything does.
const PROBES: u32 = 4;

/// Mean and spread of what a seat gets.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
    }

    /// What a value is multiplied by to be comparable: two standard deviations are one.
    fn scale(&self) -> f64 {
        let deviation = (self.squares / self.count.max(1.0)).sqrt();
        if deviation > 1e-9 { 0.5 / deviation } else { 1.0 }
    }
}

/// A tree for one seat, and what it needs to grow.
pub struct Search<'a, G: Game> {
    information: Information<'a, G>,
    prior: Option<&'a dyn Prior<G>>,
    /// Calls at the root, at most, that are all tried: one that the policy never makes may be the best.
    calls_tried: u32,
    sides: Sides,
    rng: Rng,
    pub tree: Tree,
    pub worlds: Vec<G::State>,
    /// Whether worlds are used again.
    reuses: bool,
    /// The last world that others' bets made likely, and how likely; nothing where there were none.
    likely: Option<(G::State, f64)>,
    state: G::State,
    legal: Legal,
    path: Vec<(Step, u8)>,
    spreads: [Spread; MAX_SEATS],
    logits: Vec<f32>,
    /// The share of simulations in which the others bet by the policy.
    following: f64,
    pub simulations: u32,
    pub inexact: u64,
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(information: Information<'a, G>, prior: Option<&'a dyn Prior<G>>, simulations: u32, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let (state, exact) = information.sample(&mut rng);
        let mut search = Search {
            information,
            prior,
            calls_tried: if prior.is_some() { simulations / EACH_CALL } else { 0 },
            sides: Sides::new(information.game()),
            tree: Tree::new(simulations as usize),
            worlds: Vec::new(),
            reuses: false,
            likely: None,
            state,
            rng,
            legal: Legal::default(),
            path: Vec::new(),
            spreads: [Spread::default(); MAX_SEATS],
            logits: Vec::new(),
            following: following(simulations),
            simulations: 0,
            inexact: !exact as u64,
        };
        if let Some(prior) = prior.filter(|_| information.has_bets()) {
            let likelihood = prior.likelihood(information.game(), &search.state, information.seat());
            search.likely = Some((search.state.clone(), likelihood));
            (0..SETTLING).for_each(|_| search.sample());
        }
        search.worlds.push(search.state.clone());
        search.reuses = simulations >= USES && !search.draws();
        search
    }

    /// Whether play of this hand brings out cards that nobody has seen, as far as some playouts tell.
    fn draws(&mut self) -> bool {
        let game = self.information.game();
        for _ in 0..PROBES {
            let mut probe = Probe { game, draws: false, over: false };
            game.copy(&self.worlds[0], &mut self.state);
            for _ in 0..HORIZON {
                game.legal(&self.state, &mut self.legal);
                let Some(action) = self.legal.choose(&mut self.rng).filter(|_| !probe.over && !probe.draws) else {
                    break;
                };
                game.apply(&mut self.state, action, &mut probe);
            }
            if probe.draws {
                return true;
            }
        }
        false
    }

    /// The node at which the seat decides, once it has been passed.
    pub fn root(&self) -> Option<u32> {
        self.tree.find(self.information.key())
    }

    /// Grows the tree by so many simulations, of `planned` in all.
    pub fn grow(&mut self, count: u32, planned: u32) {
        let wanted = (planned / USES).clamp(1, MOST_WORLDS) as usize;
        for _ in 0..count {
            let game = self.information.game();
            if self.reuses && self.worlds.len() >= wanted {
                let world = self.simulations as usize % self.worlds.len();
                game.copy(&self.worlds[world], &mut self.state);
            } else if self.simulations > 0 {
                self.sample();
                if self.reuses || self.worlds.len() < KEPT {
                    self.worlds.push(self.state.clone());
                }
            } else {
                game.copy(&self.worlds[0], &mut self.state);
            }
            self.simulate();
            self.simulations += 1;
        }
    }

    /// A world that could be true. Where others have bet, a world is as frequent as the policy thinks these bets likely in
    /// it: an independence chain (Hastings 1970), which stays where it is if what is proposed is too unlikely.
    fn sample(&mut self) {
        self.inexact += !self.information.sample_into(&mut self.rng, &mut self.state) as u64;
        let (Some(prior), Some((likely, before))) = (self.prior, &mut self.likely) else {
            return;
        };
        let game = self.information.game();
        let likelihood = prior.likelihood(game, &self.state, self.information.seat());
        if fraction(&mut self.rng) * *before < likelihood {
            game.copy(&self.state, likely);
            *before = likelihood;
        } else {
            game.copy(likely, &mut self.state);
        }
    }

    /// Down the tree in the world at hand, then on to the end of the hand.
    fn simulate(&mut self) {
        let game = self.information.game();
        let hands = game.hands(&self.state);
        self.descend(hands);
        match self.prior {
            None => {
                let mut playout = RandomPlayout::quiet(&mut self.rng, hands, HORIZON);
                game.play(&mut self.state, &mut self.legal, &mut playout);
            }
            Some(prior) => {
                let logits = &mut self.logits;
                let mut playout = PolicyPlayout { prior, rng: &mut self.rng, hands, left: HORIZON, logits };
                game.play(&mut self.state, &mut self.legal, &mut playout);
            }
        }
        let shared = self.sides.shared(&game.standing(&self.state));
        for (spread, value) in self.spreads.iter_mut().zip(shared).take(game.seats()) {
            spread.add(value);
        }
        for (step, actor) in self.path.drain(..) {
            self.tree.record(&step, shared[actor as usize & (MAX_SEATS - 1)]);
        }
    }

    /// Chooses by the tree until something is tried that was not tried before.
    fn descend(&mut self, hands: u32) {
        let game = self.information.game();
        let (mut last, mut same) = (None, 0);
        let mut follows = None; // decided when the first of the others bets
        for _ in 0..DEPTH {
            let Some(actor) = game.turn(&self.state).filter(|_| game.hands(&self.state) == hands) else {
                return;
            };
            game.legal(&self.state, &mut self.legal);
            if self.legal.len() < 2 {
                let Some(action) = self.legal.nth(0) else { return };
                game.apply(&mut self.state, action, &mut Silent);
                continue;
            }
            let key = game.key(&self.state, observer(game, &self.state, actor, self.information.seat()));
            same = if last == Some(key) { same + 1 } else { 0 };
            last = Some(key);
            let Some(node) = self.tree.node(node_key(key, same)) else { return };
            if let Some(prior) = self.prior {
                probabilities(prior, Information::new(game, &self.state, actor), &self.legal, &mut self.logits);
            }
            if self.prior.is_some()
                && actor != self.information.seat()
                && game.is_bet(&self.state)
                && *follows.get_or_insert_with(|| fraction(&mut self.rng) < self.following)
            {
                let place = softmax::sample(&self.logits, &mut self.rng);
                let Some(action) = self.legal.nth(place as u32) else { return };
                game.apply(&mut self.state, action, &mut Silent);
                continue;
            }
            let is_root = self.path.is_empty();
            let few_calls = is_root && self.legal.len() <= self.calls_tried;
            let choice = Choice {
                legal: &self.legal,
                scale: self.spreads[actor as usize & (MAX_SEATS - 1)].scale(),
                quiet: if self.prior.is_none() { game.quiet(&self.state) } else { None },
                is_root,
                tries_all: few_calls && game.is_call(&self.state),
                prior: if self.prior.is_some() { &self.logits } else { &[] },
            };
            let Some(step) = self.tree.choose(node, &choice, &mut self.rng) else { return };
            let (action, is_new) = (self.tree.action(&step), step.is_new);
            self.path.push((step, actor));
            game.apply(&mut self.state, action, &mut Silent);
            if is_new {
                return;
            }
        }
    }
}

/// The share of so many simulations in which the others bet by the policy: a fifth of 400, two fifths of 2,000.
fn following(simulations: u32) -> f64 {
    let root = (simulations.min(MOST_COUNTED) as f64).sqrt();
    root / (root + SEARCHED_FOR)
}

/// A number from 0 up to 1.
fn fraction(rng: &mut Rng) -> f64 {
    (rng.word() >> 11) as f64 / (1u64 << 53) as f64
}

/// Whose eyes a node is seen by: the searcher's, so that a few hundred simulations tell something of it. But who bets does
/// so on its own cards, and would be taken for one that bets on none.
pub fn observer<G: Game>(game: &G, state: &G::State, actor: u8, searcher: u8) -> u8 {
    if game.is_bet(state) { actor } else { searcher }
}

/// The key of a node: what the searcher has seen, and how many choices that it saw nothing of came since.
pub fn node_key(key: u64, same: u64) -> u64 {
    if same == 0 { key } else { mix(key ^ same) }
}

/// Makes probabilities of preferences.
fn probabilities<G: Game>(prior: &dyn Prior<G>, information: Information<G>, legal: &Legal, out: &mut Vec<f32>) {
    out.clear();
    prior.logits(information, legal, out);
    let top = out.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for value in out.iter_mut() {
        *value = (*value - top).exp();
        sum += *value;
    }
    out.iter_mut().for_each(|value| *value /= sum);
}

/// Plays on as a policy would, by chance in proportion to what it thinks of each action.
struct PolicyPlayout<'a, G: Game> {
    prior: &'a dyn Prior<G>,
    rng: &'a mut Rng,
    hands: u32,
    left: u32,
    logits: &'a mut Vec<f32>,
}

impl<G: Game> Decider<G> for PolicyPlayout<'_, G> {
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        if (game.hands(state) != self.hands) | (self.left == 0) {
            return None;
        }
        self.left -= 1;
        if legal.len() < 2 {
            return legal.nth(0);
        }
        probabilities(self.prior, Information::new(game, state, seat), legal, self.logits);
        let mut drawn = (self.rng.word() >> 40) as f32 / (1u64 << 24) as f32;
        let place = self.logits.iter().position(|probability| {
            drawn -= probability;
            drawn < 0.0
        });
        legal.nth(place.unwrap_or(0) as u32)
    }
}

/// Sees whether cards come out of a stock before the hand is over.
struct Probe<'a, G: Game> {
    game: &'a G,
    draws: bool,
    over: bool,
}

impl<G: Game> Observer for Probe<'_, G> {
    fn see(&mut self, event: Event) {
        match event {
            _ if self.over => {}
            Event::HandOver { .. } | Event::MatchOver | Event::Dealt { .. } => self.over = true,
            Event::Moved { from, .. } => self.draws |= self.game.is_stock(from),
            Event::Shuffled { .. } => self.draws = true,
            _ => {}
        }
    }
}
