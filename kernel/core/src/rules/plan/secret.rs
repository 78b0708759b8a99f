//! Cards chosen together, in secret.

use crate::rules::load::Rules;
use crate::rules::plan::Reasons;
use crate::rules::plan::expressions::Int;
use crate::rules::plan::recognisers::{LEFT_OUT, Recogniser};
use crate::rules::plan::several::FixedPick;
use crate::rules::plan::turns::only_parent;
use crate::rules::program::*;

/// A choice of so many cards that is all there is to turns taken together: who has chosen, the next one is asked.
#[derive(Debug, Clone)]
pub struct SecretPlan {
    pub several: FixedPick,
    /// Turns after which it is over in any case.
    pub limit: u32,
}

impl SecretPlan {
    /// The plan of a node, if it is such a choice. Plans of offers must have been made.
    pub fn find(rules: &Rules, node: usize) -> Result<SecretPlan, Reasons> {
        let Node::Choice(choice) = &rules.program.nodes[node] else {
            return Err("it is no choice".into());
        };
        let turns = only_parent(&rules.program, node).map(|(_, turns)| turns).filter(|turns| turns.order == Order::Together);
        let Some(turns) = turns else {
            return Err("it is not all there is to turns taken together".into());
        };
        let own_turn = matches!(rules.ints[choice.actor as usize], Int::Reg(register) if register == at::TURN);
        let unconditional = choice.when.is_none() && choice.offers.iter().all(|offer| offer.when.is_none());
        let several = match rules.choice_plans[node].offers.as_slice() {
            [offer] => offer.several.clone(),
            _ => None,
        };
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::SecretCards), LEFT_OUT)
            .unless(turns.until.is_none(), "a condition ends the turns")
            .unless(unconditional, "there is a condition for choosing")
            .unless(own_turn, "somebody else than the seat whose turn it is decides")
            .unless(!rules.wins_immediate, "the match can be won at any time");
        let Some(several) = several else {
            return Err("more is picked than a fixed number of cards".into());
        };
        missing.or(|| SecretPlan { several, limit: turns.limit })
    }
}
