//! The third of the Bayesian family: beliefs from what opponents keep, and every choice on one scale.
//!
//! What a card is believed to be worth: its value if it is known, otherwise the mean of the cards that cannot be
//! placed, only the low ones if its holder chose or kept it. Everything one may do is then worth points: so many
//! fewer of one's own, so many more of an opponent's, so much for knowing or for taking knowledge away.

use serde::Deserialize;

use super::bayesian::{any_other, any_own, is_open, may_use_taken};
use super::estimate::*;
use super::*;
use crate::games::cambio::cards::{DECK, Power, power, rank, value};
use crate::games::cambio::state::{Phase, UNBOUNDED};

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuned {
    /// How far inference is believed, from 0 to 1, and how much is added to a bound it gives.
    pub trust: f64,
    pub bound_slack: f64,
    /// A card that was drawn unseen and kept is at most about this.
    pub chosen_bound: f64,
    /// A point more for an opponent.
    pub harm: f64,
    /// Knowing a card of one's own; looking at one, or at an opponent's.
    pub info: f64,
    pub peek_own: f64,
    pub peek_other: f64,
    /// An opponent no longer knows a card; one no longer knows one's own.
    pub confusion: f64,
    pub lost: f64,
    /// What a king's look is worth beside the exchange.
    pub king: f64,
    /// What drawing from the deck is worth beside the card.
    pub draw_power: f64,
    pub take_margin: f64,
    /// Calls at this score or below, or so far ahead of all others.
    pub call_score: f64,
    pub call_margin: f64,
    /// What each unknown card of one's own, and each further opponent, adds to both.
    pub call_unknown: f64,
    pub call_rivals: f64,
    /// Cards below this are not stuck.
    pub stick_least: f64,
}

/// Cards by value, from -1 to 10.
const VALUES: usize = 12;

const OF_VALUE: [u64; VALUES] = {
    let mut masks = [0; VALUES];
    let mut card = 0;
    while card < DECK {
        let rank = if card >= 52 { 13 } else { card % 13 };
        let red = card / 13 == 1 || card / 13 == 2;
        let index = match rank {
            13 => 1,
            12 if red => 0,
            10..=12 => 11,
            rank => rank + 2,
        };
        masks[index] |= 1 << card;
        card += 1;
    }
    masks
};

/// How many cards of each value cannot be placed.
struct Pool {
    counts: [f64; VALUES],
    total: f64,
    mean: f64,
}

impl Pool {
    fn of(view: &View) -> Pool {
        let unseen = view.unaccounted();
        let counts = OF_VALUE.map(|mask| (unseen & mask).count_ones() as f64);
        Pool { counts, total: counts.iter().sum(), mean: view.unknown_mean() }
    }

    /// Mean of those that are at most `bound`.
    fn mean_up_to(&self, bound: f64) -> f64 {
        let (mut count, mut sum) = (0.0, 0.0);
        for (index, here) in self.counts.iter().enumerate() {
            let value = index as f64 - 1.0;
            if value > bound {
                break;
            }
            count += here;
            sum += here * value;
        }
        if count > 0.0 { sum / count } else { self.mean.min(bound) }
    }

    /// By how much a card drawn from these is below `worth`, on average, counting only those that are.
    fn mean_gain(&self, worth: f64) -> f64 {
        if self.total == 0.0 {
            return 0.0;
        }
        let gains = self.counts.iter().enumerate().map(|(index, here)| here * (worth - (index as f64 - 1.0)).max(0.0));
        gains.sum::<f64>() / self.total
    }
}

/// One view, with what is believed of it.
struct Mind<'a> {
    agent: &'a Tuned,
    view: &'a View<'a>,
    pool: Pool,
    /// The last turn one has: nothing learned now is of use.
    last: bool,
}

/// Something one may do, and what it is worth.
#[derive(Clone, Copy)]
struct Plan {
    decision: Decision,
    worth: f64,
}

impl Tuned {
    pub fn decide(&self, view: &View) -> Decision {
        if view.phase() == Phase::Stick {
            return self.stick(view);
        }
        let mind = Mind { agent: self, view, pool: Pool::of(view), last: view.caller().is_some() };
        match view.phase() {
            Phase::Turn => mind.call().unwrap_or_else(|| mind.draw()),
            Phase::TurnEnd => mind.call().unwrap_or_else(|| plain(PASS, "pass.call", mind.score(view.seat))),
            Phase::Drawn => mind.place(),
            Phase::Replaced => mind.use_replaced(),
            Phase::PeekOwn => {
                first_unknown(view, view.seat).map_or_else(|| any_own(view), |at| point(at, "peek.own", self.peek_own))
            }
            Phase::PeekOther => mind.threat().map_or_else(|| any_other(view), |at| point(at, "peek.threat", self.peek_other)),
            Phase::SwapFirst => mind.exchange().map_or_else(|| any_own(view), |(a, _, worth)| point(a, "swap.give", worth)),
            Phase::KingPeek => mind.king_look(),
            Phase::KingFirst => match mind.exchange() {
                Some((a, _, worth)) if worth > 0.0 => point(a, "swap.give", worth),
                _ => plain(PASS, "king.keep", 0.0),
            },
            Phase::SwapSecond | Phase::KingSecond => mind.second(view.first()),
            Phase::Give => lowest(view.places(view.seat), |at| -mind.believed(at))
                .map_or_else(|| any_own(view), |at| point(at, "give.worst", mind.believed(at))),
            Phase::Stick | Phase::Over => plain(PASS, "pass", 0.0),
        }
    }

    fn stick(&self, view: &View) -> Decision {
        match view.sticks().map(|at| (at, expected(view, at))) {
            Some((at, worth)) if worth >= self.stick_least => point(at, "stick.certain", worth),
            _ => plain(PASS, "pass.stick", 0.0),
        }
    }
}

impl Mind<'_> {
    /// What the card there is believed to be worth.
    fn believed(&self, at: At) -> f64 {
        if let Some(value) = self.view.value(at) {
            return value as f64;
        }
        let record = self.view.record(at);
        let mut bound = record.bound as f64 + self.agent.bound_slack;
        if record.chosen {
            bound = bound.min(self.agent.chosen_bound);
        }
        if bound >= UNBOUNDED as f64 {
            return self.pool.mean;
        }
        let trust = self.agent.trust;
        trust * self.pool.mean_up_to(bound) + (1.0 - trust) * self.pool.mean
    }

    fn score(&self, seat: u8) -> f64 {
        self.view.places(seat).map(|at| self.believed(at)).sum()
    }

    fn own(&self) -> impl Iterator<Item = At> + use<> {
        self.view.places(self.view.seat)
    }

    fn is_unknown(&self, at: At) -> bool {
        self.view.card(at).is_none()
    }

    fn unless_last(&self, worth: f64) -> f64 {
        if self.last { 0.0 } else { worth }
    }

    /// Putting a card of this value into one's best slot.
    fn best_slot(&self, card: f64) -> Option<(At, f64)> {
        let gain = |at: At| {
            let bonus = if self.is_unknown(at) { self.unless_last(self.agent.info) } else { 0.0 };
            let sticks = self.view.card(at).map_or(0.0, |replaced| self.stuck_after(replaced, Some(at)));
            self.believed(at) - card + bonus + sticks
        };
        lowest(self.own(), |at| -gain(at)).map(|at| (at, gain(at)))
    }

    /// What one gets rid of by sticking once this card lies on the discard pile.
    fn stuck_after(&self, card: u8, but: Option<At>) -> f64 {
        use crate::games::cambio::options::Sticking;
        if self.view.options().sticking == Sticking::Nobody {
            return 0.0;
        }
        let matching =
            self.own().filter(|at| Some(*at) != but).filter_map(|at| self.view.card(at)).filter(|own| rank(*own) == rank(card));
        matching.map(|own| value(own) as f64).filter(|worth| *worth >= self.agent.stick_least).map(|worth| worth.max(0.0)).sum()
    }

    fn draw(&self) -> Decision {
        let from_deck = {
            let worst = self
                .own()
                .map(|at| self.believed(at) + if self.is_unknown(at) { self.unless_last(self.agent.info) } else { 0.0 });
            let worst = worst.fold(f64::NEG_INFINITY, f64::max);
            self.pool.mean_gain(worst) + self.unless_last(self.agent.draw_power)
        };
        let taken = self.view.top().and_then(|top| self.best_slot(value(top) as f64));
        match taken {
            Some((at, gain)) if gain > from_deck + self.agent.take_margin || self.view.stock() == 0 && gain > 0.0 => {
                decide(TAKE, 0, "take.improves", Some(at), gain)
            }
            _ => plain(DRAW, "draw.deck", from_deck),
        }
    }

    fn place(&self) -> Decision {
        let Some(card) = self.view.drawn() else { return plain(DISCARD, "discard", 0.0) };
        let taken = self.view.is_taken();
        let mut best =
            self.best_slot(value(card) as f64).map(|(at, worth)| Plan { decision: swap_in(at, "swap.improves", worth), worth });
        let mut consider = |plan: Plan| {
            if best.is_none_or(|other| plan.worth > other.worth) {
                best = Some(plan);
            }
        };
        if !taken || self.view.options().taken_may_go {
            let sticks = self.stuck_after(card, None);
            consider(Plan { decision: plain(DISCARD, "discard.no-improvement", sticks), worth: sticks });
            if (!taken || may_use_taken(self.view))
                && let Some((code, worth)) = self.power_worth(card)
            {
                consider(Plan { decision: plain(POWER, code, worth + sticks), worth: worth + sticks });
            }
        }
        best.map_or_else(|| plain(DISCARD, "discard", 0.0), |plan| plan.decision)
    }

    fn use_replaced(&self) -> Decision {
        match self.view.top().and_then(|card| self.power_worth(card)) {
            Some((code, worth)) if worth > 0.0 => plain(POWER, code, worth),
            _ => plain(PASS, "pass", 0.0),
        }
    }

    fn power_worth(&self, card: u8) -> Option<(&'static str, f64)> {
        match power(card)? {
            Power::PeekOwn => {
                first_unknown(self.view, self.view.seat)?;
                Some(("power.peek-own", self.unless_last(self.agent.peek_own)))
            }
            Power::PeekOther => {
                self.threat()?;
                Some(("power.peek-other", self.unless_last(self.agent.peek_other)))
            }
            Power::Swap => self.exchange().map(|(_, _, worth)| ("power.swap", worth)),
            Power::King => {
                let now = self.exchange().map_or(0.0, |(_, _, worth)| worth.max(0.0));
                let worst = self.own().map(|at| self.believed(at)).fold(f64::NEG_INFINITY, f64::max);
                let blind = (1.0 + self.agent.harm) * self.pool.mean_gain(worst);
                let reachable = self
                    .view
                    .opponents()
                    .any(|seat| self.view.places(seat).any(|at| self.is_unknown(at) && is_open(self.view, at)));
                let looked = if reachable { blind } else { 0.0 };
                Some(("power.king", now.max(looked) + self.unless_last(self.agent.king)))
            }
        }
    }

    /// What exchanging two cards is worth.
    fn worth_of(&self, a: At, b: At) -> f64 {
        let me = self.view.seat;
        let confuses = |at: At| {
            let knows = at.seat != me && self.view.is_known_to(at.seat, at);
            self.unless_last(if knows { self.agent.confusion } else { 0.0 })
        };
        if a.seat != me {
            // Two opponents: what one loses the other gains.
            return confuses(a) + confuses(b);
        }
        let gain = self.believed(a) - self.believed(b);
        let knowledge = match (self.is_unknown(a), self.is_unknown(b)) {
            (true, false) => self.agent.info,
            (false, true) => -self.agent.lost,
            _ => 0.0,
        };
        gain * (1.0 + self.agent.harm) + confuses(b) + self.unless_last(knowledge)
    }

    /// The best two cards to exchange: one's own first, or two opponents'.
    fn exchange(&self) -> Option<(At, At, f64)> {
        let mut best: Option<(At, At, f64)> = None;
        let mut consider = |a: At, b: At| {
            let worth = self.worth_of(a, b);
            if best.is_none_or(|(_, _, most)| worth > most) {
                best = Some((a, b, worth));
            }
        };
        let theirs = || self.view.opponents().flat_map(|seat| self.view.places(seat)).filter(|at| is_open(self.view, *at));
        for a in self.own().filter(|at| is_open(self.view, *at)) {
            theirs().for_each(|b| consider(a, b));
        }
        if self.view.options().swap_any && self.view.seats() > 2 {
            for a in theirs() {
                theirs().filter(|b| b.seat > a.seat).for_each(|b| consider(a, b));
            }
        }
        best
    }

    /// The best card to exchange with one already chosen.
    fn second(&self, first: At) -> Decision {
        let theirs = self.view.opponents().flat_map(|seat| self.view.places(seat));
        let open = theirs.filter(|at| is_open(self.view, *at) && at.seat != first.seat);
        match lowest(open, |at| -self.worth_of(first, at)) {
            Some(at) => point(at, "swap.lowest", self.worth_of(first, at)),
            None => any_other(self.view),
        }
    }

    /// An unknown card of the opponent believed to be nearest to winning: the lowest it has.
    fn threat(&self) -> Option<At> {
        let seat = lowest(self.view.opponents().filter(|seat| unknown_count(self.view, *seat) > 0), |seat| self.score(seat))?;
        lowest(self.view.places(seat).filter(|at| self.is_unknown(*at)), |at| self.believed(at))
    }

    /// The unknown card believed lowest, to be taken; one's own if there is something better to exchange.
    fn king_look(&self) -> Decision {
        let own = first_unknown(self.view, self.view.seat);
        let theirs = self.view.opponents().flat_map(|seat| self.view.places(seat)).filter(|at| self.is_unknown(*at));
        let lowest_unknown = lowest(theirs, |at| self.believed(at));
        let known_is_better = self.exchange().is_some_and(|(a, b, worth)| {
            a.seat == self.view.seat
                && !self.is_unknown(b)
                && worth > 0.0
                && lowest_unknown.is_none_or(|at| self.believed(b) <= self.believed(at))
        });
        match (own, lowest_unknown) {
            (Some(at), _) if known_is_better && !self.last => point(at, "king.look", self.agent.king),
            (_, Some(at)) => point(at, "king.look", self.believed(at)),
            (Some(at), None) => point(at, "king.look", self.agent.king),
            (None, None) => any_other(self.view),
        }
    }

    fn call(&self) -> Option<Decision> {
        if !self.view.may_call() {
            return None;
        }
        let agent = self.agent;
        let rivals = self.view.seats() as f64 - 2.0;
        let own = self.score(self.view.seat);
        let unsure = agent.call_unknown * unknown_count(self.view, self.view.seat) as f64 + agent.call_rivals * rivals;
        if own + unsure <= agent.call_score {
            return Some(plain(CALL, "call.low", own));
        }
        let nearest = self.view.opponents().map(|seat| self.score(seat)).fold(f64::INFINITY, f64::min);
        (nearest - own >= agent.call_margin + unsure).then(|| plain(CALL, "call.ahead", nearest - own))
    }
}

impl Player<Cambio> for Tuned {
    fn choose(&self, information: Information<Cambio>, legal: &Legal, _: &mut Rng, _: &mut u64) -> Option<Action> {
        let action = self.decide(&information.view()).action;
        if legal.contains(action) { Some(action) } else { legal.nth(0) }
    }

    fn is_slow(&self) -> bool {
        false
    }
}
