//! Cambio: four cards face down, two of them seen; the lowest hand wins.
//!
//! Written against the waist and not as a genome: slots that are looked at, exchanged and stuck in a race would
//! strain the language, and its agents decide millions of times a second.

pub mod cards;
mod features;
pub mod options;
pub mod play;
mod resample;
pub mod state;
mod table;
#[cfg(test)]
mod tests;
pub mod view;

use crate::chance::{Chance, Rng, Seed, mix};
use crate::features::Row;
use crate::game::{Action, Game, Legal, MAX_SEATS, Observer, Silent};
use crate::mask::Mask;
use cards::{DECK, NO_CARD, Power, power};
pub use options::Options;
use options::{CallAt, MAX_PLAYERS, PowerFrom, Sticking};
use play::{CALL, CARD, DISCARD, DRAW, PASS, POWER, Play, SWAP, TAKE};
use state::{At, NOBODY, Phase, State};
use view::View;

pub struct Cambio {
    pub options: Options,
}

impl Cambio {
    pub fn new(options: Options) -> Cambio {
        Cambio { options }
    }

    pub fn start(&self, order: Option<&[u8; DECK]>, seed: &Seed, observer: &mut impl Observer) -> State {
        let mut state = State::new(Chance::new(seed));
        let mut shuffled: [u8; DECK] = std::array::from_fn(|card| card as u8);
        match order {
            Some(order) => shuffled = *order,
            None => state.chance.shuffle(&mut shuffled),
        }
        Play { game: self, state: &mut state, observer }.deal(&shuffled);
        state
    }

    fn may_take(&self, state: &State) -> bool {
        state.discard_len > 0 && (state.held[state.turn as usize] != 0 || self.options.taken_may_go)
    }

    /// Whether the power of a card can be used at all.
    fn has_target(&self, state: &State, seat: u8, card: u8) -> bool {
        let others = (0..self.options.players).filter(|other| *other != seat);
        match power(card) {
            None => false,
            Some(Power::PeekOwn) => state.held[seat as usize] != 0,
            Some(Power::PeekOther) => others.into_iter().any(|other| state.held[other as usize] != 0),
            Some(Power::Swap) => self.can_exchange(state, seat),
            Some(Power::King) => state.held.iter().any(|held| *held != 0),
        }
    }

    /// Cards of a seat that may be exchanged by `by`, before or after a first one was chosen.
    fn exchangeable(&self, state: &State, by: u8, seat: u8, first: Option<At>) -> u16 {
        if self.options.caller_locked && seat == state.caller {
            return 0;
        }
        let held = state.held[seat as usize];
        match first {
            None if self.options.swap_any => held,
            None => {
                if seat == by {
                    held
                } else {
                    0
                }
            }
            Some(first) if self.options.swap_any => {
                if first.seat == seat {
                    held & !(1 << first.slot)
                } else {
                    held
                }
            }
            Some(_) => {
                if seat == by {
                    0
                } else {
                    held
                }
            }
        }
    }

    fn can_exchange(&self, state: &State, by: u8) -> bool {
        let seats = 0..self.options.players;
        let open: u32 = seats.clone().map(|seat| self.exchangeable(state, by, seat, None).count_ones()).sum();
        if self.options.swap_any {
            return open > 1;
        }
        let nothing = At { seat: NOBODY, slot: 0 };
        open > 0 && seats.into_iter().any(|seat| self.exchangeable(state, by, seat, Some(nothing)) != 0)
    }

    /// Whether a seat has anything to stick.
    fn has_to_stick(&self, state: &State, seat: u8) -> bool {
        let any = self.options.sticking == Sticking::AnyCard;
        if any { state.held.iter().any(|held| *held != 0) } else { state.held[seat as usize] != 0 }
    }
}

/// Lists the cards in these slots of a seat.
fn list(seat: u8, slots: u16, out: &mut Legal) {
    out.push(CARD + seat as u16, slots_mask(slots));
}

fn slots_mask(slots: u16) -> Mask {
    let mut mask = Mask::EMPTY;
    for slot in state::slots_of(slots) {
        mask.insert(slot);
    }
    mask
}

impl Game for Cambio {
    type State = State;

    fn seats(&self) -> usize {
        self.options.players as usize
    }

    fn teams(&self) -> usize {
        0
    }

    fn team_of(&self, _: u8) -> Option<u8> {
        None
    }

    fn deal(&self, order: Option<&[u8]>, seed: &Seed) -> State {
        let order = order.and_then(|order| order.try_into().ok());
        self.start(order, seed, &mut Silent)
    }

    fn is_stock(&self, zone: u8) -> bool {
        zone == play::stock(self)
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<u8> {
        (state.to_act != NOBODY).then_some(state.to_act)
    }

    fn legal(&self, state: &State, out: &mut Legal) {
        out.clear();
        let seat = state.to_act;
        if seat == NOBODY {
            return;
        }
        let held = state.held[seat as usize];
        let others = (0..self.options.players).filter(|other| *other != seat);
        match state.phase {
            Phase::Turn => {
                if self.options.call_at == CallAt::Start && state.caller == NOBODY {
                    out.push_one(CALL);
                }
                if Play::<Silent>::can_draw(self, state) {
                    out.push_one(DRAW);
                }
                if self.may_take(state) {
                    out.push_one(TAKE);
                }
            }
            Phase::Drawn => {
                out.push(SWAP, slots_mask(held));
                let may_go = !state.from_discard || self.options.taken_may_go;
                if may_go {
                    out.push_one(DISCARD);
                }
                let powerful = may_go && (!state.from_discard || self.options.power_from != PowerFrom::Deck);
                if powerful && self.has_target(state, seat, state.drawn) {
                    out.push_one(POWER);
                }
            }
            Phase::Replaced => {
                out.push_one(PASS);
                out.push_one(POWER);
            }
            Phase::PeekOwn | Phase::Give => list(seat, held, out),
            Phase::PeekOther => others.for_each(|other| list(other, state.held[other as usize], out)),
            Phase::KingPeek => {
                (0..self.options.players).for_each(|other| list(other, state.held[other as usize], out));
            }
            Phase::SwapFirst | Phase::KingFirst => {
                if state.phase == Phase::KingFirst {
                    out.push_one(PASS);
                }
                for other in 0..self.options.players {
                    list(other, self.exchangeable(state, seat, other, None), out);
                }
            }
            Phase::SwapSecond | Phase::KingSecond => {
                for other in 0..self.options.players {
                    list(other, self.exchangeable(state, seat, other, Some(state.first)), out);
                }
            }
            Phase::Stick => {
                out.push_one(PASS);
                list(seat, held, out);
                if self.options.sticking == Sticking::AnyCard {
                    others.for_each(|other| list(other, state.held[other as usize], out));
                }
            }
            Phase::TurnEnd => {
                out.push_one(PASS);
                out.push_one(CALL);
            }
            Phase::Over => {}
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        Play { game: self, state, observer }.apply(action);
    }

    fn hands(&self, state: &State) -> u32 {
        state.rounds as u32
    }

    fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        let mut returns = [0.0; MAX_SEATS];
        let seats = self.options.players as u32;
        let won = state.winners.count_ones();
        if won == 0 || won == seats {
            return returns;
        }
        for (seat, share) in returns.iter_mut().enumerate().take(seats as usize) {
            let wins = state.winners >> seat & 1 == 1;
            *share = if wins { 1.0 / won as f64 } else { -1.0 / (seats - won) as f64 };
        }
        returns
    }

    /// By how much the last round was better than the others'.
    fn standing(&self, state: &State) -> [f64; MAX_SEATS] {
        let mut standing = [0.0; MAX_SEATS];
        let seats = self.options.players as usize;
        let total: i32 = state.last_scores[..seats].iter().sum();
        for (seat, worth) in standing.iter_mut().enumerate().take(seats) {
            let own = state.last_scores[seat];
            *worth = (total - own) as f64 / (seats - 1) as f64 - own as f64;
        }
        standing
    }

    fn scores(&self, state: &State) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        let mut scores = [0; MAX_SEATS];
        scores[..MAX_PLAYERS].copy_from_slice(&state.scores);
        (scores, [0; MAX_SEATS])
    }

    fn winners(&self, state: &State) -> (u32, u32) {
        (state.winners as u32, 0)
    }

    fn lost(&self, _: &State) -> bool {
        false
    }

    fn limited(&self, state: &State) -> bool {
        state.limited
    }

    fn key(&self, state: &State, seat: u8) -> u64 {
        let known = state.known[seat as usize];
        let mut key = mix(state.history ^ (state.to_act as u64) << 40 ^ (state.phase as u64) << 48);
        for owner in 0..self.options.players {
            for slot in state::slots_of(state.held[owner as usize]) {
                let at = At { seat: owner, slot };
                let card = state.card(at);
                let seen = if known >> card & 1 == 1 { cards::face(card) } else { NO_CARD };
                key = mix(key ^ (play::zone(at) as u64) << 8 ^ seen as u64);
            }
        }
        if state.drawn != NO_CARD && known >> state.drawn & 1 == 1 {
            key = mix(key ^ 0xd000 ^ cards::face(state.drawn) as u64);
        }
        key
    }

    fn resample(&self, state: &State, seat: u8, rng: &mut Rng) -> (State, bool) {
        (resample::resample(state, self.options.players, seat, rng), true)
    }

    fn features(&self, state: &State, seat: u8, legal: &Legal, visit: &mut impl FnMut(&Row)) {
        features::features(&View::new(self, state, seat), legal, visit);
    }

    fn feature_digest(&self) -> u64 {
        mix(0x6361_6d62_696f)
    }
}
