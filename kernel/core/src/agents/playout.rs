//! Playing a world out to the end of the hand, and what that is worth to each side.

use crate::chance::Rng;
use crate::game::{Action, Decider, Game, Legal, MAX_SEATS, any_of};

/// Decisions after which a playout is judged where it stands.
pub const HORIZON: u32 = 4_000;

/// Of so many actions that add nothing where seats bid or bet, one is left to chance. Random bidding climbs to contracts
/// that nobody can make.
const LOUD: u32 = 32;

/// Plays on at random to the end of the hand.
pub struct RandomPlayout<'a> {
    rng: &'a mut Rng,
    /// Hands completed when it started.
    hands: u32,
    left: u32,
    quiet: bool,
}

impl<'a> RandomPlayout<'a> {
    /// Any legal action, all equally likely, for so many decisions at most.
    pub fn new(rng: &'a mut Rng, hands: u32, horizon: u32) -> Self {
        RandomPlayout { rng, hands, left: horizon, quiet: false }
    }

    /// The same, but bids and bets are mostly quiet.
    pub fn quiet(rng: &'a mut Rng, hands: u32, horizon: u32) -> Self {
        RandomPlayout { rng, hands, left: horizon, quiet: true }
    }
}

impl<G: Game> Decider<G> for RandomPlayout<'_> {
    #[inline(always)]
    fn any_of(&mut self, game: &G, state: &G::State, _seat: u8, count: u32) -> Option<u32> {
        if (game.hands(state) != self.hands) | (self.left == 0) | (count == 0) {
            return None;
        }
        self.left -= 1;
        Some(any_of(count, self.rng))
    }

    #[inline(never)]
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        let k = self.any_of(game, state, seat, legal.len())?;
        match game.quiet(state) {
            Some(quiet) if self.quiet && self.rng.below(LOUD) != 0 => Some(quiet),
            _ => legal.nth(k),
        }
    }
}

/// Seats whose returns count as a seat's own: itself and its partners.
pub struct Sides {
    of: [u32; MAX_SEATS],
    seats: usize,
}

impl Sides {
    pub fn new<G: Game>(game: &G) -> Sides {
        let seats = game.seats().min(MAX_SEATS);
        let mut of = [0; MAX_SEATS];
        for (seat, side) in of.iter_mut().enumerate().take(seats) {
            let team = game.team_of(seat as u8);
            let own = |other: &usize| *other == seat || team.is_some() && game.team_of(*other as u8) == team;
            *side = (0..seats).filter(own).fold(0, |side, other| side | 1 << other);
        }
        Sides { of, seats }
    }

    pub fn size(&self, seat: u8) -> u32 {
        self.of[seat as usize].count_ones()
    }

    /// What each seat's side has of what each seat has.
    pub fn shared(&self, standing: &[f64; MAX_SEATS]) -> [f64; MAX_SEATS] {
        let mut shared = *standing;
        for (value, side) in shared.iter_mut().zip(self.of).take(self.seats).filter(|(_, side)| side.count_ones() > 1) {
            *value = (0..self.seats).filter(|seat| side >> seat & 1 == 1).map(|seat| standing[seat]).sum();
        }
        shared
    }
}
