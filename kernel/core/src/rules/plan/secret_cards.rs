//! Secret cards: choices in which each seat picks a fixed number of cards in secret; the next seat follows without the flow.

use crate::rules::plan::choice::{ChoicePlan, Listing, OfferPlan};
use crate::rules::plan::fixed_pick::FixedPick;
use crate::rules::plan::prelude::*;
use crate::rules::plan::turns::only_parent;

/// A choice of so many cards that is all there is to turns taken together: who has chosen, the next one is asked.
#[derive(Debug, Clone)]
pub struct SecretPlan {
    pub fixed: FixedPick,
    /// Turns after which it is over in any case.
    pub limit: u32,
}

impl SecretPlan {
    /// The plan of a choice, if it is such a one.
    pub fn find(rules: &Rules, node: usize, plan: &ChoicePlan) -> Result<SecretPlan, Reasons> {
        let choice = &plan.phase;
        let turns = only_parent(&rules.program, node).map(|(_, turns)| turns).filter(|turns| turns.order == Order::Together);
        let Some(turns) = turns else {
            return Err("it is not all there is to turns taken together".into());
        };
        let own_turn = matches!(rules.ints[choice.actor as usize], Int::Reg(register) if register == at::TURN);
        let unconditional = choice.when.is_none() && choice.offers.iter().all(|offer| offer.when.is_none());
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::SecretCards), LEFT_OUT)
            .unless(turns.until.is_none(), "a condition ends the turns")
            .unless(unconditional, "there is a condition for choosing")
            .unless(own_turn, "somebody else than the seat whose turn it is decides")
            .unless(!rules.wins_immediate, "the match can be won at any time");
        let [OfferPlan { listing: Listing::FixedPick(fixed), .. }] = plan.offers.as_slice() else {
            return Err("more is picked than a fixed number of cards".into());
        };
        missing.or(|| SecretPlan { fixed: FixedPick::clone(fixed), limit: turns.limit })
    }
}
