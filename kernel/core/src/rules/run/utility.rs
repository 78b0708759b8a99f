//! Returns of a finished match, and a heuristic value at hand end.

use crate::rules::run::prelude::*;
use crate::rules::run::scoring::{each_in, measure, members, score, sides};

/// Own value less the mean of the other sides'.
fn lead(rules: &Rules, values: impl Fn(u8) -> f64) -> [f64; MAX_SEATS] {
    let count = sides(rules);
    let total: f64 = (0..count).map(&values).sum();
    let mut leads = [0.0; MAX_SEATS];
    for side in 0..count {
        let own = values(side);
        let others = if count > 1 { (total - own) / (count - 1) as f64 } else { 0.0 };
        for seat in each_in(members(rules, side)) {
            leads[seat as usize] = own - others;
        }
    }
    leads
}

/// Winners share one, losers share minus one; nobody gets anything in a draw. Who wins or loses together with all
/// others has one, or minus one, each.
fn win_shares(rules: &Rules, state: &State) -> [f64; MAX_SEATS] {
    let seats = rules.program.seats as u32;
    let mut shares = [0.0; MAX_SEATS];
    let won = state.winners.count_ones();
    if seats == 1 {
        shares[0] = if state.drawn { 0.0 } else { won as f64 * 2.0 - 1.0 };
        return shares;
    }
    if state.together {
        shares[..seats as usize].fill(if won > 0 { 1.0 } else { -1.0 });
        return shares;
    }
    if won == 0 || won == seats {
        return shares;
    }
    for (seat, share) in shares.iter_mut().enumerate().take(seats as usize) {
        *share = if state.winners >> seat & 1 == 1 { 1.0 / won as f64 } else { -1.0 / (seats - won) as f64 };
    }
    shares
}

fn expressed(rules: &Rules, state: &State, expression: ExprId) -> [f64; MAX_SEATS] {
    let unit = rules.program.utility_unit as f64;
    let value = |state: &State| Eval::new(rules, state).int(expression) as f64 / unit;
    let mut values = [0.0; MAX_SEATS];
    if let Some(utility) = &rules.utility_plan {
        for (value, result) in values.iter_mut().zip(utility.values(rules, state)).take(rules.seats()) {
            *value = result as f64 / unit;
        }
        return values;
    }
    let mut state = state.clone();
    for seat in 0..rules.program.seats {
        state.set(at::ACTOR, seat as i32);
        values[seat as usize] = value(&state);
    }
    values
}

/// Utility per seat of a finished game.
pub fn returns(rules: &Rules, state: &State) -> [f64; MAX_SEATS] {
    let unit = rules.program.utility_unit as f64;
    match rules.program.utility {
        Utility::Win => win_shares(rules, state),
        Utility::Score => lead(rules, |side| score(rules, state, side) as f64 / unit),
        Utility::LowScore => lead(rules, |side| -(score(rules, state, side) as f64) / unit),
        Utility::Expression(expression) => expressed(rules, state, expression),
    }
}

/// How good it is to be where a hand ended.
pub fn standing(rules: &Rules, state: &State) -> [f64; MAX_SEATS] {
    let Some(win) = rules.program.wins.first() else {
        return returns(rules, state);
    };
    match (rules.program.utility, win.kind) {
        (Utility::Expression(expression), _) => expressed(rules, state, expression),
        (Utility::Score | Utility::LowScore, _) => returns(rules, state),
        (_, WinType::HighScore | WinType::LowScore | WinType::FirstToScore) => {
            let sign = if win.low_is_good() { -1.0 } else { 1.0 };
            lead(rules, |side| sign * score(rules, state, side) as f64)
        }
        // Who plays alone and has not won was nearer to it or further away: otherwise all that is lost would be alike.
        _ if rules.program.seats == 1 && state.winners == 0 && !state.drawn && win.outcome != WinOutcome::Loses => {
            let mut standing = [0.0; MAX_SEATS];
            standing[0] = -missing(rules, state, win);
            standing
        }
        _ if state.over => win_shares(rules, state),
        _ => {
            let sign = if win.outcome == WinOutcome::Loses { -1.0 } else { 1.0 };
            lead(rules, |side| sign * measure(rules, state, win, side) as f64)
        }
    }
}

/// The share of the cards that whoever plays alone lacks to win, or has too many: all of them where winning is about
/// something else.
fn missing(rules: &Rules, state: &State, win: &Win) -> f64 {
    let (cards, found) = (rules.places.cards.max(1) as f64, measure(rules, state, win, 0) as f64);
    let lacking = match win.kind {
        WinType::CaptureAll | WinType::MostCaptured => cards - found,
        WinType::EmptyHand => -found,
        _ => cards,
    };
    (lacking / cards).clamp(0.0, 1.0)
}
