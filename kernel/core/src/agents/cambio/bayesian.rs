//! The first of the Bayesian family: all 54 cards tracked, decisions by expected value.

use serde::Deserialize;

use super::estimate::*;
use super::*;
use crate::games::cambio::cards::{Power, power, value};
use crate::games::cambio::state::Phase;

/// Its constants; their values live in Python.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bayesian {
    /// A discarded card this low is always taken.
    pub always_take: f64,
    /// Otherwise it has to improve a slot by so much.
    pub take_improvement: f64,
    /// A card this low is worth `info_bonus` more in a slot that is unknown.
    pub info_value: f64,
    pub info_bonus: f64,
    /// Jacks and queens: the worst known card is worse than the unknown mean by more than this.
    pub swap_margin: f64,
    pub king_margin: f64,
    /// Expected score below which cambio may be called, with four cards or more, three, and two or fewer.
    pub call_four: f64,
    pub call_three: f64,
    pub call_two: f64,
    /// How far every opponent has to be behind, knowing nothing of them, and everything.
    pub call_margin: f64,
    pub least_margin: f64,
    /// With every card known, a score below this is enough.
    pub certain_call: f64,
}

impl Bayesian {
    pub fn decide(&self, view: &View, rng: &mut Rng) -> Decision {
        match view.phase() {
            Phase::Turn => self.call(view).unwrap_or_else(|| self.draw(view)),
            Phase::TurnEnd => self.call(view).unwrap_or_else(|| plain(PASS, "pass.call", expected_score(view, view.seat))),
            Phase::Drawn => self.use_power(view).unwrap_or_else(|| self.place(view)),
            Phase::Replaced => plain(PASS, "pass", 0.0),
            Phase::PeekOwn => first_unknown(view, view.seat).map_or_else(|| any_own(view), |at| point(at, "peek.own", 0.0)),
            Phase::PeekOther => self.peek_other(view).map_or_else(|| any_other(view), |at| point(at, "peek.threat", 0.0)),
            Phase::SwapFirst => {
                worst_known(view).map_or_else(|| any_own(view), |(at, worst)| point(at, "swap.give", worst as f64))
            }
            Phase::SwapSecond => self.steal(view, rng),
            Phase::KingPeek => self.king_peek(view),
            Phase::KingFirst => self.king_swap(view),
            Phase::KingSecond => point(view.looked(), "swap.lowest-known", expected(view, view.looked())),
            Phase::Stick => stick(view),
            Phase::Give => worst_known(view).map_or_else(|| any_own(view), |(at, worst)| point(at, "give.worst", worst as f64)),
            Phase::Over => plain(PASS, "pass", 0.0),
        }
    }

    // drawing

    pub fn draw(&self, view: &View) -> Decision {
        let Some(top) = view.top() else { return plain(DRAW, "draw.deck", 0.0) };
        let offered = value(top) as f64;
        let Some(worst) = lowest(view.places(view.seat), |at| -expected(view, at)) else {
            return plain(DRAW, "draw.deck", 0.0);
        };
        let gain = expected(view, worst) - offered;
        if offered <= self.always_take {
            return plain(TAKE, "take.low", offered);
        }
        if gain >= self.take_improvement {
            return decide(TAKE, 0, "take.improves", Some(worst), gain);
        }
        plain(DRAW, "draw.deck", gain)
    }

    /// Into the slot with the highest score, if that is positive; a card that must be kept goes there anyway.
    pub fn place(&self, view: &View) -> Decision {
        let Some(card) = view.drawn() else { return plain(DISCARD, "discard", 0.0) };
        let drawn = value(card) as f64;
        let score = |at: At| {
            let bonus = if view.card(at).is_none() && drawn <= self.info_value { self.info_bonus } else { 0.0 };
            expected(view, at) - drawn + bonus
        };
        let Some(best) = lowest(view.places(view.seat), |at| -score(at)) else {
            return plain(DISCARD, "discard", 0.0);
        };
        if score(best) > 0.0 || view.is_taken() && !view.options().taken_may_go {
            return swap_in(best, "swap.improves", score(best));
        }
        plain(DISCARD, "discard.no-improvement", score(best))
    }

    // powers

    fn use_power(&self, view: &View) -> Option<Decision> {
        let card = view.drawn()?;
        if view.is_taken() && !may_use_taken(view) {
            return None;
        }
        match power(card)? {
            Power::PeekOwn => first_unknown(view, view.seat).map(|_| plain(POWER, "power.peek-own", 0.0)),
            Power::PeekOther => self.peek_other(view).map(|_| plain(POWER, "power.peek-other", 0.0)),
            Power::Swap => self.excess(view, self.swap_margin).map(|by| plain(POWER, "power.swap", by)),
            Power::King => self.excess(view, self.king_margin).map(|by| plain(POWER, "power.king", by)),
        }
    }

    /// By how much the worst card one knows exceeds the unknown mean and a margin, if it does.
    pub fn excess(&self, view: &View, margin: f64) -> Option<f64> {
        let (_, worst) = worst_known(view)?;
        let by = worst as f64 - (view.unknown_mean() + margin);
        (by > 0.0).then_some(by)
    }

    /// An unknown card of the opponent with the lowest expected score among those who have any.
    pub fn peek_other(&self, view: &View) -> Option<At> {
        let seat = lowest(view.opponents().filter(|seat| unknown_count(view, *seat) > 0), |seat| expected_score(view, seat))?;
        first_unknown(view, seat)
    }

    fn steal(&self, view: &View, rng: &mut Rng) -> Decision {
        let known =
            view.opponents().flat_map(|seat| view.places(seat)).filter(|at| view.card(*at).is_some() && is_open(view, *at));
        match lowest(known, |at| expected(view, at)) {
            Some(at) => point(at, "swap.lowest-known", expected(view, at)),
            None => random_other(view, rng),
        }
    }

    /// The opponent one knows least of.
    pub fn king_peek(&self, view: &View) -> Decision {
        let target = lowest(view.opponents().filter(|seat| view.size(*seat) > 0), |seat| -(unknown_count(view, seat) as f64));
        match target.and_then(|seat| first_unknown(view, seat).or_else(|| view.places(seat).next())) {
            Some(at) => point(at, "king.look", 0.0),
            None => any_own(view),
        }
    }

    /// Exchanges one's worst for the card looked at, if that is lower; one's own first, as every house rule allows.
    pub fn king_swap(&self, view: &View) -> Decision {
        let seen = view.first();
        let (Some(theirs), Some((own, worst))) = (view.value(seen), worst_known(view)) else {
            return plain(PASS, "king.keep", 0.0);
        };
        if seen.seat != view.seat && theirs < worst && is_open(view, seen) {
            return point(own, "king.steal", (worst - theirs) as f64);
        }
        plain(PASS, "king.keep", (worst - theirs) as f64)
    }

    // calling

    pub fn call(&self, view: &View) -> Option<Decision> {
        if !view.may_call() {
            return None;
        }
        let (size, known) = (view.size(view.seat), known_count(view, view.seat));
        let own = expected_score(view, view.seat);
        if known == size && own < self.certain_call {
            return Some(plain(CALL, "call.certain", own));
        }
        let threshold = match size {
            0..=2 => self.call_two,
            3 => self.call_three,
            _ => self.call_four,
        };
        let ahead = view.opponents().all(|seat| own < expected_score(view, seat) - self.margin(view));
        (known + 1 >= size && own < threshold && ahead).then(|| plain(CALL, "call.ahead", own))
    }

    /// Less is asked for the more one knows of the others.
    pub fn margin(&self, view: &View) -> f64 {
        let (known, all) =
            view.opponents().fold((0, 0), |(known, all), seat| (known + known_count(view, seat), all + view.size(seat)));
        let ratio = if all == 0 { 1.0 } else { known as f64 / all as f64 };
        let least = self.least_margin;
        (self.call_margin - ratio * (self.call_margin - least)).max(least)
    }
}

// what the whole family does alike

pub fn stick(view: &View) -> Decision {
    view.sticks().map_or_else(|| plain(PASS, "pass.stick", 0.0), |at| point(at, "stick.certain", expected(view, at)))
}

pub fn may_use_taken(view: &View) -> bool {
    view.options().taken_may_go && view.options().power_from != crate::games::cambio::options::PowerFrom::Deck
}

/// Whether a card may be exchanged at all: a caller's may be locked.
pub fn is_open(view: &View, at: At) -> bool {
    !(view.options().caller_locked && view.caller() == Some(at.seat))
}

pub fn any_own(view: &View) -> Decision {
    view.places(view.seat).next().map_or_else(|| plain(PASS, "pass", 0.0), |at| point(at, "any", 0.0))
}

pub fn any_other(view: &View) -> Decision {
    let mut others = view.opponents().flat_map(|seat| view.places(seat)).filter(|at| is_open(view, *at));
    others.next().map_or_else(|| plain(PASS, "pass", 0.0), |at| point(at, "any", 0.0))
}

/// A random card of a random opponent.
pub fn random_other(view: &View, rng: &mut Rng) -> Decision {
    let seats: Vec<u8> = view.opponents().filter(|seat| view.places(*seat).any(|at| is_open(view, at))).collect();
    if seats.is_empty() {
        return any_other(view);
    }
    let seat = seats[rng.below(seats.len() as u32) as usize];
    let places: Vec<At> = view.places(seat).collect();
    point(places[rng.below(places.len() as u32) as usize], "swap.blind", view.unknown_mean())
}
