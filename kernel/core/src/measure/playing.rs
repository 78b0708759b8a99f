//! One game between agents, bounded, and who has won it.

use crate::agents::Player;
use crate::chance::Rng;
use crate::game::{Action, Decider, Game, Information, Legal, MAX_SEATS, Silent, any_of};

/// Who sits where, and how long they may play.
pub struct Seated<'a, P> {
    pub agents: [&'a P; MAX_SEATS],
    pub rng: Rng,
    /// Decisions that may still be made.
    pub left: u64,
    pub inexact: u64,
}

impl<'a, P> Seated<'a, P> {
    /// Agents `turned` seats on from where they are named.
    pub fn turned(agents: &'a [P], seats: usize, turned: usize, rng: Rng, most: u64) -> Seated<'a, P> {
        let mut seated = [&agents[0]; MAX_SEATS];
        for (seat, agent) in seated.iter_mut().enumerate().take(seats) {
            *agent = &agents[(seat + seats - turned % seats) % seats % agents.len()];
        }
        Seated { agents: seated, rng, left: most, inexact: 0 }
    }

    /// The same agent in every seat.
    pub fn alike(agent: &'a P, rng: Rng, most: u64) -> Seated<'a, P> {
        Seated { agents: [agent; MAX_SEATS], rng, left: most, inexact: 0 }
    }

    fn agent(&self, seat: u8) -> &'a P {
        self.agents[seat as usize & (MAX_SEATS - 1)]
    }
}

impl<G: Game, P: Player<G>> Decider<G> for Seated<'_, P> {
    #[inline(always)]
    fn any_of(&mut self, _: &G, _: &G::State, seat: u8, count: u32) -> Option<u32> {
        if (count == 0) | (self.left == 0) || !self.agent(seat).is_random() {
            return None;
        }
        self.left -= 1;
        Some(any_of(count, &mut self.rng))
    }

    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        if let Some(k) = self.any_of(game, state, seat, legal.len()) {
            return legal.nth(k);
        }
        if self.left == 0 || legal.is_empty() {
            return None;
        }
        self.left -= 1;
        self.agent(seat).choose(Information::new(game, state, seat), legal, &mut self.rng, &mut self.inexact)
    }
}

/// A game that was played: its decisions in order.
pub struct Course {
    pub actions: Vec<Action>,
    /// It was not over when it had to be.
    pub cut: bool,
}

/// Plays from a state and keeps what was done. `visit` sees every decision before it is made.
pub fn follow<G: Game, P: Player<G>>(
    game: &G,
    state: &mut G::State,
    seated: &mut Seated<P>,
    mut visit: impl FnMut(&G::State, u8, &Legal),
) -> Course {
    let (mut legal, mut actions) = (Legal::default(), Vec::new());
    while let Some(seat) = game.turn(state) {
        game.legal(state, &mut legal);
        let Some(action) = Decider::<G>::decide(seated, game, state, seat, &legal) else {
            return Course { actions, cut: true };
        };
        visit(state, seat, &legal);
        game.apply(state, action, &mut Silent);
        actions.push(action);
    }
    Course { actions, cut: false }
}

/// Seats of each side that can win: the teams, or every seat alone.
pub fn sides_of<G: Game>(game: &G) -> Vec<Vec<u8>> {
    let seats = 0..game.seats() as u8;
    if game.teams() == 0 {
        return seats.map(|seat| vec![seat]).collect();
    }
    (0..game.teams() as u8).map(|team| seats.clone().filter(|seat| game.team_of(*seat) == Some(team)).collect()).collect()
}

/// Each side's part of the win, one in all: of a game that is over by who has won it, of another by who is ahead. A draw
/// between all is shared by all; a game for one is won or not.
pub fn win_parts<G: Game>(game: &G, state: &G::State, sides: &[Vec<u8>]) -> Vec<f64> {
    let over = game.turn(state).is_none();
    if let [_] = sides {
        let won = if over { game.winners(state).0 != 0 } else { game.standing(state)[0] > 0.0 };
        return vec![if won { 1.0 } else { 0.0 }];
    }
    let mut ahead: Vec<bool> = if over {
        let winners = game.winners(state).0;
        sides.iter().map(|side| side.iter().any(|seat| winners >> seat & 1 == 1)).collect()
    } else {
        let standing = game.standing(state);
        let own = |side: &Vec<u8>| side.iter().map(|seat| standing[*seat as usize]).sum::<f64>();
        let best = sides.iter().map(own).fold(f64::NEG_INFINITY, f64::max);
        sides.iter().map(|side| own(side) >= best).collect()
    };
    if !ahead.contains(&true) {
        ahead.fill(true);
    }
    let part = 1.0 / ahead.iter().filter(|ahead| **ahead).count() as f64;
    ahead.into_iter().map(|ahead| if ahead { part } else { 0.0 }).collect()
}
