//! The second of the Bayesian family: it also reckons what opponents know, and takes it from them.

use serde::Deserialize;

use super::bayesian::{Bayesian, any_other, is_open, may_use_taken, random_other};
use super::estimate::*;
use super::*;
use crate::games::cambio::cards::{Power, power};
use crate::games::cambio::state::Phase;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disruption {
    #[serde(rename = "base")]
    pub first: Bayesian,
    /// What it is worth that an opponent loses a card it knows.
    pub disruption_bonus: f64,
    /// A hand whose worst known card is no worse than this is good enough to disrupt others.
    pub good_hand: f64,
}

impl Disruption {
    pub fn decide(&self, view: &View, rng: &mut Rng) -> Decision {
        match view.phase() {
            Phase::Drawn => self.use_power(view).unwrap_or_else(|| self.without_swaps(view, rng)),
            Phase::SwapFirst if self.first.excess(view, self.first.swap_margin).is_none() => self.third_party(view, 0),
            Phase::SwapSecond if view.first().seat != view.seat => self.third_party(view, 1),
            Phase::SwapSecond => self.steal(view, rng),
            Phase::KingPeek if self.disrupts(view) => self.king_look(view),
            Phase::KingFirst if self.king_disrupts(view) => self.third_party(view, 0),
            Phase::KingSecond if self.king_disrupts(view) => self.third_party(view, 1),
            _ => self.first.decide(view, rng),
        }
    }

    /// Swap or discard as the first of the family does, and its powers to look.
    fn without_swaps(&self, view: &View, rng: &mut Rng) -> Decision {
        match view.drawn().and_then(power) {
            Some(Power::Swap) => self.first.place(view),
            _ => self.first.decide(view, rng),
        }
    }

    fn use_power(&self, view: &View) -> Option<Decision> {
        let card = view.drawn()?;
        if view.is_taken() && !may_use_taken(view) {
            return None;
        }
        match power(card)? {
            Power::Swap => match self.first.excess(view, self.first.swap_margin) {
                Some(by) => Some(plain(POWER, "power.swap", by)),
                None if self.disrupts(view) => self.pair(view).map(|_| plain(POWER, "power.third-party", self.disruption_bonus)),
                None => None,
            },
            Power::King if self.disrupts(view) => Some(plain(POWER, "power.king-disrupts", self.disruption_bonus)),
            _ => None,
        }
    }

    /// A good hand, and two opponents or more whose cards can change places.
    pub fn disrupts(&self, view: &View) -> bool {
        view.seats() > 2 && view.options().swap_any && worst_known(view).is_some_and(|(_, worst)| worst as f64 <= self.good_hand)
    }

    /// The same once a king has been used to look: the card seen may be a bad one of one's own, and only a king that
    /// disrupts looks at those.
    fn king_disrupts(&self, view: &View) -> bool {
        view.looked().seat == view.seat || self.disrupts(view)
    }

    /// The lowest cards that two different opponents know of their own.
    pub fn pair(&self, view: &View) -> Option<[At; 2]> {
        let candidates =
            || view.opponents().flat_map(|seat| view.places(seat)).filter(|at| view.is_placed(*at) && is_open(view, *at));
        let first = lowest(candidates(), |at| expected(view, at))?;
        let second = lowest(candidates().filter(|at| at.seat != first.seat), |at| expected(view, at))?;
        Some([first, second])
    }

    fn third_party(&self, view: &View, which: usize) -> Decision {
        match self.pair(view) {
            // The pair is the same after its first card was chosen.
            Some(pair) => point(pair[which], "swap.third-party", expected(view, pair[which])),
            None if view.phase() == Phase::KingFirst => plain(PASS, "king.keep", 0.0),
            None => any_other(view),
        }
    }

    /// A known card: the lower the better, and better still if its owner knows it.
    pub fn target(&self, view: &View) -> Option<(At, f64)> {
        let known =
            view.opponents().flat_map(|seat| view.places(seat)).filter(|at| view.card(*at).is_some() && is_open(view, *at));
        let score = |at: At| self.disruption_bonus * view.is_placed(at) as u8 as f64 - expected(view, at);
        lowest(known, |at| -score(at)).map(|at| (at, score(at)))
    }

    fn steal(&self, view: &View, rng: &mut Rng) -> Decision {
        self.target(view).map_or_else(|| random_other(view, rng), |(at, score)| point(at, "swap.disrupts", score))
    }

    /// A card of one's own that one does not know; otherwise one of the most dangerous opponent.
    fn king_look(&self, view: &View) -> Decision {
        match first_unknown(view, view.seat).or_else(|| self.first.peek_other(view)) {
            Some(at) => point(at, "king.look", 0.0),
            None => self.first.king_peek(view),
        }
    }
}
