//! What is asked of the seat to act, beyond the list of its actions: for whom it plays, how many cards, how many chips.

use crate::mask::Mask;
use crate::rules::plan::Plan;
use crate::rules::plan::trick::TrickPlan;
use crate::rules::program::*;
use crate::rules::run::expressions::Eval;
use crate::rules::run::picks::afresh;
use crate::rules::run::set_picks::sets_pick;
use crate::rules::run::state::NOBODY;
use crate::rules::{Rules, State};
use crate::table::Asked;

pub fn asked(rules: &Rules, state: &State) -> Asked {
    let mut asked = Asked::default();
    if state.over {
        return asked;
    }
    match &rules.plans[state.node as usize] {
        Plan::Trick(trick) => of_trick(rules, state, trick, &mut asked),
        Plan::Betting(betting) if state.to_act != NOBODY => of_betting(rules, state, betting, &mut asked),
        Plan::Choice(choice) if state.to_act != NOBODY => of_choice(rules, state, &choice.phase, &mut asked),
        _ => {}
    }
    asked
}

fn of_trick(rules: &Rules, state: &State, trick: &TrickPlan, asked: &mut Asked) {
    let seats = rules.program.seats;
    asked.dummy = (state.trick.dummy < seats && state.trick.dummy_shown).then_some(state.trick.dummy);
    if state.to_act == NOBODY || state.trick.playing >= seats {
        return;
    }
    asked.playing = Some(state.trick.playing);
    if trick.phase.forced_top {
        return;
    }
    let zone = trick.source(state.trick.playing);
    let held = state.layout.cards[zone as usize & (MAX_ZONES - 1)];
    asked.duties.extend(binding(Eval::new(rules, state), &trick.phase.duties, held).map(|duty| (trick.phase.slot, duty)));
}

/// The chips that go in now.
fn of_betting(rules: &Rules, state: &State, betting: &BettingPhase, asked: &mut Asked) {
    let chips = state.of(rules.at.chips, state.to_act);
    let to_call = state.get(at::TO_CALL);
    let eval = Eval::new(rules, state);
    asked.amounts.push((betting.call, 0, to_call.min(chips)));
    for (index, size) in betting.sizes.iter().enumerate().take(64) {
        let raised = to_call.saturating_add(eval.int(*size)).min(chips);
        asked.amounts.push((betting.raise, index as u8, raised));
    }
}

fn of_choice(rules: &Rules, state: &State, choice: &ChoicePhase, asked: &mut Asked) {
    if state.draft.active {
        if let Some(offer) = choice.offers.get(state.draft.offer as usize) {
            of_pick(Eval::new(rules, state), offer, state.draft.pick as usize, asked);
        }
        return;
    }
    for offer in &choice.offers {
        let eval = afresh(rules, state);
        if eval.holds(offer.when) {
            of_pick(eval, offer, 0, asked);
        }
    }
}

fn of_pick(eval: Eval, offer: &Offer, pick: usize, asked: &mut Asked) {
    let Some(spec) = offer.picks.get(pick) else {
        return;
    };
    match &spec.kind {
        PickKind::Card { cards, duties, .. } => {
            asked.duties.extend(binding(eval, duties, eval.mask(*cards)).map(|duty| (spec.slot, duty)));
        }
        PickKind::Cards { cards, low, high, .. } => {
            let chosen = eval.picked[pick];
            let most = eval.mask(*cards).or(chosen).len() as i32;
            let limit = |bound: ExprId| eval.int(bound).clamp(0, most);
            asked.limits.push((spec.slot, chosen.len() as i32, limit(*low), limit(*high)));
        }
        kind @ PickKind::Sets { .. } => {
            if let Some(sets) = sets_pick(eval, kind, pick) {
                let most = sets.held.len() as i32;
                let limit = |bound: u32| (bound as i32).min(most);
                asked.limits.push((spec.slot, eval.picked[pick].len() as i32, limit(sets.low), limit(sets.high)));
            }
        }
        PickKind::Instance { .. } | PickKind::Value { .. } => {}
    }
}

/// The first duty that leaves some card out.
fn binding(eval: Eval, duties: &[Duty], held: Mask) -> Option<u16> {
    let tiers = duties.iter().enumerate().filter(|(_, duty)| eval.holds(duty.when));
    let mut tiers = tiers.map(|(number, duty)| (number, held.and(eval.mask(duty.cards))));
    let (number, tier) = tiers.find(|(_, tier)| !tier.is_empty())?;
    (tier != held).then_some(number as u16)
}
