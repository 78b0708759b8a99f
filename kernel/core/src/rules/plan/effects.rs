//! Effects with their operands resolved at loading.

use crate::rules::plan::prelude::*;
use crate::rules::run::expressions::CARD_LOCAL;

/// One effect.
#[derive(Debug, Clone)]
pub enum EffectPlan {
    /// The card of the n-th pick goes on top of a zone.
    Lay { pick: u8, to: ZoneRef },
    /// The top card of an ordered zone goes on top of another. `draws`: a short stock triggers the deck-empty rule.
    Take { from: u8, to: ZoneRef, draws: bool },
    /// A register becomes what an expression gives.
    Set { register: u16, value: ExprId },
    /// What happens if something holds, and if not.
    If { when: Condition, then: EffectPlans, otherwise: EffectPlans },
    /// What happens for each value of a variable.
    Each { local: u8, domain: Domain, acts: EffectPlans },
    /// What has no plan of its own.
    Other(Box<Effect>),
}

pub type EffectPlans = Box<[EffectPlan]>;

/// Works out effects, in a move with these picks. Expressions must have been tabulated.
pub fn plan_effects(rules: &Rules, effects: &[Effect], picks: &[Pick]) -> EffectPlans {
    effects.iter().map(|effect| act_of(rules, effect, picks)).collect()
}

fn act_of(rules: &Rules, effect: &Effect, picks: &[Pick]) -> EffectPlan {
    let planned = rules.uses(Recogniser::PlannedEffects);
    match effect {
        Effect::Move { from, to, count, until: None, place: Place::Top, seen_by: None, draws } if planned => {
            let act = plain_move(rules, *from, *to, *count, *draws, picks);
            act.unwrap_or_else(|| EffectPlan::Other(Box::new(effect.clone())))
        }
        Effect::Set { base, index: None, value, .. } | Effect::Set { base, len: 1, value, .. } if planned => {
            EffectPlan::Set { register: *base, value: *value }
        }
        Effect::If { when, then, otherwise } => EffectPlan::If {
            when: *when,
            then: plan_effects(rules, then, picks),
            otherwise: plan_effects(rules, otherwise, picks),
        },
        Effect::Each { local, domain, effects } => {
            EffectPlan::Each { local: *local, domain: *domain, acts: plan_effects(rules, effects, picks) }
        }
        effect => EffectPlan::Other(Box::new(effect.clone())),
    }
}

/// A move of one card whose transfer is known beforehand, if it is one.
fn plain_move(rules: &Rules, from: Source, to: ExprId, count: Option<ExprId>, draws: bool, picks: &[Pick]) -> Option<EffectPlan> {
    let to = ZoneRef::find(&rules.ints[to as usize]).filter(|to| to.register != LOCAL + CARD_LOCAL as u16)?;
    match from {
        Source::Pick(pick) => {
            let one_card = matches!(picks.get(pick as usize)?.kind, PickKind::Card { tail: false, .. });
            (one_card && count.is_none()).then_some(EffectPlan::Lay { pick, to })
        }
        Source::Zone(zone) => {
            let Int::Const(1) = rules.ints[count? as usize] else {
                return None;
            };
            let spot = ZoneRef::find(&rules.ints[zone as usize]).filter(|spot| spot.register == FIXED)?;
            let from = spot.offset.clamp(0, rules.instances as i16 - 1) as u8;
            rules.places.spots[from as usize].ordered.then_some(EffectPlan::Take { from, to, draws })
        }
        Source::Tail(_) | Source::Cards(_) => None,
    }
}
