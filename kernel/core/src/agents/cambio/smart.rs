//! A fair heuristic: keep a drawn card if it is better than what one knows.

use serde::Deserialize;

use super::estimate::{first_unknown, known_count, worst_known};
use super::*;
use crate::games::cambio::cards::{Power, power, value};
use crate::games::cambio::state::Phase;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smart {
    /// What a card is taken to be worth that one has never seen.
    pub unknown: f64,
    /// Calls with this many points or fewer.
    pub call: f64,
}

impl Smart {
    pub fn decide(&self, view: &View) -> Decision {
        match view.phase() {
            Phase::Turn if self.calls(view) => plain(CALL, "call.low", self.own_score(view)),
            Phase::Turn if view.stock() == 0 && view.top().is_some() => plain(TAKE, "take.nothing-else", 0.0),
            Phase::Turn => plain(DRAW, "draw.deck", 0.0),
            Phase::TurnEnd if self.calls(view) => plain(CALL, "call.low", self.own_score(view)),
            Phase::Drawn => self.place(view),
            Phase::PeekOwn => match first_unknown(view, view.seat) {
                Some(at) => point(at, "peek.own", 0.0),
                None => plain(PASS, "pass", 0.0),
            },
            Phase::Stick => match view.sticks() {
                Some(at) => point(at, "stick", 0.0),
                None => plain(PASS, "pass", 0.0),
            },
            _ => plain(PASS, "pass", 0.0),
        }
    }

    fn own_score(&self, view: &View) -> f64 {
        view.places(view.seat).map(|at| view.value(at).map_or(self.unknown, f64::from)).sum()
    }

    fn calls(&self, view: &View) -> bool {
        view.may_call() && known_count(view, view.seat) == view.size(view.seat) && self.own_score(view) <= self.call
    }

    fn place(&self, view: &View) -> Decision {
        let Some(card) = view.drawn() else { return plain(DISCARD, "discard", 0.0) };
        let drawn = value(card);
        if let Some((at, worst)) = worst_known(view)
            && worst > drawn
        {
            return swap_in(at, "swap.better", (worst - drawn) as f64);
        }
        match first_unknown(view, view.seat) {
            Some(at) if (drawn as f64) < self.unknown => swap_in(at, "swap.better", self.unknown - drawn as f64),
            Some(_) if power(card) == Some(Power::PeekOwn) && !view.is_taken() => plain(POWER, "power.peek-own", 0.0),
            _ => plain(DISCARD, "discard", 0.0),
        }
    }
}
