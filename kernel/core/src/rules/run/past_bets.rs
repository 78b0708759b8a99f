//! The last bets of a hand, each with all that was public then: by those of others search weighs worlds.

use crate::features::digits;
use crate::knowledge::Renumbered;
use crate::rules::run::betting;
use crate::rules::run::prelude::*;

/// Bets of a hand that are remembered: the last so many.
const MOST: usize = 16;

/// A betting decision as everyone sees it, each number as features want it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Situation {
    /// What a call costs, in eighths of the pot with the call.
    pub odds: u8,
    pub raises: u8,
    pub live: u8,
    /// How many others have yet to answer.
    pub behind: u8,
    pub chips: u8,
    pub staked: u8,
    pub pot: u8,
    /// How far to the left the dealer sits.
    pub place: u8,
}

impl Situation {
    /// The one that a seat is in now.
    #[inline]
    pub fn now(rules: &Rules, state: &State, seat: u8) -> Situation {
        let (pot, to_call) = (state.get(at::POT), state.get(at::TO_CALL));
        let share = 8 * to_call as i64 / (pot as i64 + to_call as i64).max(1);
        let (seats, dealer) = (rules.program.seats as i32, state.get(at::DEALER));
        Situation {
            odds: if to_call > 0 { 1 + share.clamp(0, 8) as u8 } else { 0 },
            raises: state.get(at::RAISES).clamp(0, 15) as u8,
            live: state.live.count_ones() as u8,
            behind: (state.bets.waiting & !(1 << seat)).count_ones() as u8,
            chips: digits(state.of(rules.at.chips, seat)) as u8,
            staked: digits(state.of(rules.at.staked, seat)) as u8,
            pot: digits(pot) as u8,
            place: if (0..seats).contains(&dealer) { (dealer - seat as i32).rem_euclid(seats) as u8 } else { 15 },
        }
    }
}

/// What a seat did about the bets.
#[derive(Debug, Clone, Copy, Default)]
pub struct PastBet {
    pub node: u16,
    pub seat: u8,
    slot: u16,
    value: u8,
    /// Whether there was something to call.
    faced: bool,
    /// Raises that were open.
    raises: Mask,
    pub situation: Situation,
    /// Cards that lay on the table, and how many the seat held.
    pub board: Mask,
    pub held: u8,
}

impl PastBet {
    pub fn action(&self) -> Action {
        Action { slot: self.slot, value: self.value }
    }

    /// What was legal then.
    pub fn legal(&self, betting: &BettingPhase, out: &mut Legal) {
        out.clear();
        betting::list(betting, self.faced, self.raises, out);
    }
}

/// The bets of a hand that are remembered, in the order they were made.
#[derive(Debug, Clone, Copy, Default)]
pub struct PastBets {
    count: u8,
    /// Nothing more is remembered, in any hand: nobody will ask.
    closed: bool,
    bets: [PastBet; MOST],
}

impl PastBets {
    pub fn forget(&mut self) {
        self.count = 0;
    }

    pub fn close(&mut self) {
        self.closed = true;
    }

    pub fn all(&self) -> &[PastBet] {
        &self.bets[..(self.count as usize).min(MOST)]
    }

    /// Becomes like another: what is not used is not copied.
    #[inline]
    pub fn copy(&mut self, from: &PastBets) {
        (self.count, self.closed) = (from.count, from.closed);
        let used = (from.count as usize).min(MOST);
        self.bets[..used].copy_from_slice(&from.bets[..used]);
    }

    /// Like cards have other numbers.
    pub fn renumber(&mut self, new: &Renumbered) {
        let used = (self.count as usize).min(MOST);
        for bet in &mut self.bets[..used] {
            bet.board = new.set(bet.board);
        }
    }

    fn push(&mut self, bet: PastBet) {
        let used = (self.count as usize).min(MOST);
        if used == MOST {
            self.bets.copy_within(1.., 0);
        }
        self.bets[used.min(MOST - 1)] = bet;
        self.count = (used + 1).min(MOST) as u8;
    }
}

/// The actor is about to do this about the bets.
#[inline]
pub fn remember(rules: &Rules, state: &mut State, betting: &BettingPhase, action: Action) {
    if rules.bets_tell && !state.past_bets.closed {
        keep(rules, state, betting, action);
    }
}

#[inline(never)]
fn keep(rules: &Rules, state: &mut State, betting: &BettingPhase, action: Action) {
    let bet = PastBet {
        node: state.node,
        seat: state.to_act,
        slot: action.slot,
        value: action.value,
        faced: state.get(at::TO_CALL) > 0,
        raises: betting::raises(rules, state, betting),
        situation: Situation::now(rules, state, state.to_act),
        board: board(rules, state),
        held: hand_size(rules, state, state.to_act),
    };
    state.past_bets.push(bet);
}

/// Cards on the table that everyone can place.
pub fn board(rules: &Rules, state: &State) -> Mask {
    let zones = rules.zones.iter().zip(&state.layout.cards);
    let wanted = zones.filter(|(zone, _)| zone.role == Role::Other && zone.owned_by == Owner::Table);
    state.layout.open(wanted.fold(Mask::EMPTY, |all, (_, cards)| all.or(*cards)))
}

/// How many cards a seat has in its hands.
pub fn hand_size(rules: &Rules, state: &State, seat: u8) -> u8 {
    let zones = rules.hands[seat as usize & (MAX_SEATS - 1)].iter();
    zones.map(|zone| state.layout.size[*zone as usize & (MAX_ZONES - 1)]).fold(0, u8::saturating_add)
}
