//! Players by rule of thumb, to measure others against: tight, loose, aggressive, and one that always calls.
//!
//! Before the flop they go by Chen's formula and position; afterwards by the part of all hands that theirs beats, raised to
//! the number of opponents, with something for draws, against the price of a call.

use crate::chance::Rng;
use crate::game::{Action, Legal};
use crate::games::holdem::betting::PREFLOP;
use crate::games::holdem::options::MAX_PLAYERS;
use crate::games::holdem::play::{ALL_IN, BET, CALL, CHECK, FOLD, RAISE};
use crate::games::holdem::strength::{beaten, chen, outs};
use crate::games::holdem::view::{Position, View};

/// What a card still to come is worth for a draw, per card hoped for.
const PER_OUT: f64 = 0.02;
/// A bluff is tried against no more than so many.
const FEW: u32 = 2;

/// An action, why, and how good the hand looks.
pub struct Decision {
    pub action: Action,
    pub code: &'static str,
    pub amount: f64,
}

/// Thresholds. Before the flop they are points of Chen's formula, doubled; afterwards parts of one.
pub struct RuleBased {
    /// To raise first, to call without a raise, to call a raise, and to raise again.
    open: i32,
    limp: i32,
    call: i32,
    again: i32,
    /// To bet, to raise, and by how much the chance to win has to be above the price of a call.
    bet: f64,
    raise: f64,
    margin: f64,
    /// How often it bets with nothing.
    bluff: f64,
    always_calls: bool,
}

pub const TIGHT: RuleBased =
    RuleBased { open: 16, limp: 15, call: 18, again: 24, bet: 0.62, raise: 0.85, margin: 0.10, bluff: 0.0, always_calls: false };

const LOOSE: RuleBased =
    RuleBased { open: 22, limp: 4, call: 8, again: 32, bet: 0.75, raise: 0.93, margin: -0.08, bluff: 0.05, always_calls: false };

const AGGRESSIVE: RuleBased =
    RuleBased { open: 9, limp: 8, call: 14, again: 20, bet: 0.48, raise: 0.72, margin: 0.0, bluff: 0.35, always_calls: false };

const ALWAYS_CALL: RuleBased = RuleBased { always_calls: true, ..TIGHT };

impl RuleBased {
    /// The agent of a name.
    pub fn find(name: &str) -> Option<RuleBased> {
        match name {
            "tight" => Some(TIGHT),
            "loose" => Some(LOOSE),
            "aggressive" => Some(AGGRESSIVE),
            "always-call" => Some(ALWAYS_CALL),
            _ => None,
        }
    }

    /// What it does and why.
    pub fn decide(&self, view: &View, legal: &Legal, rng: &mut Rng) -> Decision {
        if self.always_calls {
            return Decision { action: quiet(legal), code: "always-calls", amount: 0.0 };
        }
        if view.bets().street == PREFLOP { self.before_the_flop(view, legal) } else { self.afterwards(view, legal, rng) }
    }

    fn before_the_flop(&self, view: &View, legal: &Legal) -> Decision {
        let late = match view.position() {
            Some(Position::Button | Position::CutOff) => 3,
            Some(Position::SmallBlind) if view.opponents() == 1 => 4,
            Some(Position::BigBlind) => 2,
            _ => 0,
        };
        let few = MAX_PLAYERS as i32 - 1 - view.opponents() as i32;
        let hand = chen(view.hole());
        let points = hand + late + few;
        let (action, code) = match view.bets().raises {
            0 if points >= self.open => (raise_by(view, legal, 0.8), "raises-first"),
            0 if points >= self.limp => (quiet(legal), "sees-the-flop"),
            0 => (give_up(legal), "too-weak"),
            1 if points >= self.again => (raise_by(view, legal, 1.0), "raises-again"),
            1 if points >= self.call => (quiet(legal), "calls-a-raise"),
            _ if points >= self.again + 6 => (all_in_or_raise(view, legal), "has-the-best"),
            _ if points >= self.again => (quiet(legal), "calls-a-raise"),
            _ => (give_up(legal), "too-weak"),
        };
        Decision { action, code, amount: hand as f64 / 2.0 }
    }

    fn afterwards(&self, view: &View, legal: &Legal, rng: &mut Rng) -> Decision {
        let (hole, board) = (view.hole_mask(), view.board_mask());
        let bets = view.bets();
        let to_come = 5 - board.count_ones();
        let made = beaten(hole, board).powi(view.opponents() as i32);
        let drawn = if to_come > 0 { (outs(hole, board) * to_come) as f64 * PER_OUT } else { 0.0 };
        let chance = made + (1.0 - made) * drawn.min(0.6);
        let seat = view.seat as usize % MAX_PLAYERS;
        let to_call = (bets.highest - bets.bets[seat]).clamp(0, bets.stacks[seat]) as f64;
        let price = to_call / (bets.pot() as f64 + to_call);
        let mut bluffs = || view.opponents() <= FEW && (rng.below(1000) as f64) < 1000.0 * self.bluff;
        let (action, code) = if to_call > 0.0 {
            // Whoever raises has something: the more raises, the more it takes.
            let caution = 0.08 * (bets.raises.saturating_sub(1)) as f64 + 0.10 * price;
            if chance >= self.raise + caution && bets.raises < 3 {
                (raise_by(view, legal, 0.9), "raises-for-value")
            } else if chance >= price + self.margin + caution {
                (quiet(legal), "has-the-price")
            } else {
                (give_up(legal), "too-dear")
            }
        } else if chance >= self.bet {
            (raise_by(view, legal, if chance > 0.85 { 1.0 } else { 0.6 }), "bets-for-value")
        } else if bluffs() {
            (raise_by(view, legal, 0.6), "bluffs")
        } else {
            (quiet(legal), "checks")
        };
        Decision { action, code, amount: chance }
    }
}

pub fn plain(slot: u16) -> Action {
    Action { slot, value: 0 }
}

/// To check or to call.
pub fn quiet(legal: &Legal) -> Action {
    if legal.contains(plain(CHECK)) { plain(CHECK) } else { plain(CALL) }
}

/// To fold, or to check where that is free.
pub fn give_up(legal: &Legal) -> Action {
    if legal.contains(plain(CHECK)) { plain(CHECK) } else { plain(FOLD) }
}

/// The raise nearest to a part of the pot; all in where that is nearly all there is.
pub fn raise_by(view: &View, legal: &Legal, part: f64) -> Action {
    let bets = view.bets();
    let seat = view.seat as usize % MAX_PLAYERS;
    let owed = (bets.highest - bets.bets[seat]).max(0);
    raise_to(view, legal, bets.highest as f64 + part * (bets.pot() + owed) as f64)
}

/// The raise nearest to a number of chips on this street; to check or call where there is none.
fn raise_to(view: &View, legal: &Legal, wanted: f64) -> Action {
    let bets = view.bets();
    let seat = view.seat as usize % MAX_PLAYERS;
    let rules = &view.game().structure;
    let to = |action: Action| match action.slot {
        BET | RAISE => Some(bets.size_to(rules, action.value)),
        ALL_IN => Some(bets.bets[seat] + bets.stacks[seat]),
        _ => None,
    };
    let far = |chips: i32| (chips as f64 - wanted).abs();
    let listed = legal.iter().filter_map(|action| Some((action, far(to(action)?))));
    listed.min_by(|a, b| a.1.total_cmp(&b.1)).map_or_else(|| quiet(legal), |(action, _)| action)
}

fn all_in_or_raise(view: &View, legal: &Legal) -> Action {
    if legal.contains(plain(ALL_IN)) { plain(ALL_IN) } else { raise_by(view, legal, 1.0) }
}
