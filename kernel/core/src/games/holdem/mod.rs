//! Texas hold'em without limit, for two to six: blinds, four streets of betting, side pots, a showdown.
//!
//! Written against the waist and not as a genome: solvers and agents of its own know it well, and play millions of hands.

pub mod betting;
mod features;
pub mod log;
pub mod options;
pub mod play;
pub mod pots;
mod resample;
pub mod state;
pub mod strength;
mod table;
#[cfg(test)]
mod tests;
pub mod view;

use crate::chance::{Chance, Part, Rng, Seed, mix};
use crate::features::Row;
use crate::game::{Action, Decider, Game, Legal, MAX_SEATS, Observer, Silent};
use crate::mask::{Mask, nth_bit};
use betting::{Bets, Moves, NOBODY, Structure};
use log::Log;
use options::MAX_PLAYERS;
pub use options::Options;
use play::{ALL_IN, BET, CALL, CHECK, FOLD, Pile, Play, RAISE};
use state::{DECK, State};
use view::View;

pub struct Holdem {
    pub options: Options,
    pub structure: Structure,
}

impl Holdem {
    pub fn new(options: Options) -> Holdem {
        let structure = Structure::new(&options);
        Holdem { options, structure }
    }

    fn start(&self, order: Option<&[u8; DECK]>, chance: Chance, observer: &mut impl Observer) -> State {
        let mut state = State {
            bets: Bets::NONE,
            log: Log::EMPTY,
            holes: [[0; 2]; MAX_PLAYERS],
            deck: [0; DECK],
            first: 0,
            open: 0,
            dealt: 0,
            shown: 0,
            mucked: 0,
            out: 0,
            is_over: false,
            hands: 0,
            began: [0; MAX_PLAYERS],
            last: [0; MAX_PLAYERS],
            total: [0; MAX_PLAYERS],
            raked: 0,
            history: 0,
            past: [0; MAX_PLAYERS],
            chance,
        };
        let mut shuffled: [u8; DECK] = std::array::from_fn(|card| card as u8);
        match order {
            Some(order) => shuffled = *order,
            None => state.chance.shuffle(&mut shuffled),
        }
        Play { game: self, state: &mut state, observer }.begin(&shuffled, self.options.dealer);
        state
    }

    fn in_big_blinds(&self, chips: &[i32; MAX_PLAYERS]) -> [f64; MAX_SEATS] {
        let mut found = [0.0; MAX_SEATS];
        for (worth, chips) in found.iter_mut().zip(&chips[..self.options.players as usize]) {
            *worth = *chips as f64 / self.options.big_blind as f64;
        }
        found
    }
}

/// Lists moves as actions: to fold and to call, or to check; sizes; all in.
#[inline]
fn list(moves: &Moves, out: &mut Legal) {
    if moves.call > 0 {
        out.push_one(FOLD);
        out.push_one(CALL);
    } else {
        out.push_one(CHECK);
    }
    if moves.all_in > 0 {
        out.push(raise_slot(moves), Mask::from_bits(moves.sizes as u128));
        out.push_one(ALL_IN);
    }
}

/// The k-th of them, without a list.
#[inline]
fn nth(moves: &Moves, k: u32) -> Action {
    let quiet = 1 + (moves.call > 0) as u32;
    match (quiet, k) {
        (1, 0) => Action { slot: CHECK, value: 0 },
        (_, 0) => Action { slot: FOLD, value: 0 },
        (2, 1) => Action { slot: CALL, value: 0 },
        _ if k - quiet < moves.sizes.count_ones() => {
            Action { slot: raise_slot(moves), value: nth_bit(moves.sizes as u64, k - quiet) }
        }
        _ => Action { slot: ALL_IN, value: 0 },
    }
}

#[inline]
fn raise_slot(moves: &Moves) -> u16 {
    if moves.opens { BET } else { RAISE }
}

impl Game for Holdem {
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
        self.start(order, Chance::new(seed), &mut Silent)
    }

    fn deal_again(&self, state: &mut State, part: &Part) {
        *state = self.start(None, part.chance, &mut Silent);
    }

    fn is_match(&self) -> bool {
        self.options.hands > 1
    }

    fn is_stock(&self, zone: u8) -> bool {
        zone == play::zone(self, Pile::Stock)
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<u8> {
        (state.bets.to_act != NOBODY).then_some(state.bets.to_act)
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Legal) {
        out.clear();
        if state.bets.to_act == NOBODY {
            return;
        }
        list(&state.bets.moves(&self.structure), out);
    }

    #[inline]
    fn play(&self, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Holdem>) {
        while state.bets.to_act != NOBODY {
            let seat = state.bets.to_act;
            let moves = state.bets.moves(&self.structure);
            let action = match decider.any_of(self, state, seat, moves.count()) {
                Some(k) => nth(&moves, k),
                None => {
                    legal.clear();
                    list(&moves, legal);
                    let Some(action) = decider.decide(self, state, seat, legal) else {
                        return;
                    };
                    action
                }
            };
            Play { game: self, state, observer: &mut Silent }.apply(action);
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        Play { game: self, state, observer }.apply(action);
    }

    fn hands(&self, state: &State) -> u32 {
        state.hands as u32
    }

    /// Big blinds won or lost.
    fn returns(&self, state: &State) -> [f64; MAX_SEATS] {
        self.in_big_blinds(&state.total)
    }

    fn standing(&self, state: &State) -> [f64; MAX_SEATS] {
        self.in_big_blinds(&state.total)
    }

    fn scores(&self, state: &State) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        let mut scores = [0; MAX_SEATS];
        scores[..MAX_PLAYERS].copy_from_slice(&state.total);
        (scores, [0; MAX_SEATS])
    }

    fn winners(&self, state: &State) -> (u32, u32) {
        let total = &state.total[..self.options.players as usize];
        let most = total.iter().copied().max().unwrap_or(0);
        let level = total.iter().enumerate().filter(|(_, chips)| **chips == most);
        (level.fold(0, |set, (seat, _)| set | 1 << seat), 0)
    }

    fn lost(&self, _: &State) -> bool {
        false
    }

    fn quiet(&self, state: &State) -> Option<Action> {
        (state.bets.to_act != NOBODY).then(|| Action { slot: if state.bets.to_call() > 0 { CALL } else { CHECK }, value: 0 })
    }

    fn is_bet(&self, _: &State) -> bool {
        true
    }

    fn key(&self, state: &State, seat: u8) -> u64 {
        let turn = (state.bets.to_act as u64) << 56;
        let mut key = mix(state.history ^ turn ^ mix(state.past[seat as usize % MAX_PLAYERS]));
        if state.dealt >> seat & 1 == 1 {
            key = mix(key ^ state.hole_mask(seat));
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
        mix(0x686f_6c64_656d)
    }
}
