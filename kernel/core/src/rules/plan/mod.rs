//! Plans: how each node of a program is played, worked out at loading. A fast plan says the same as the general case of
//! [`super::run`], of programs that meet its preconditions; all of them can be left out, and a test compares both.

pub mod auction;
pub mod choice;
pub mod duty_table;
pub mod effects;
mod explain;
pub mod expressions;
pub mod find_holder;
pub mod groups;
pub mod moves;
pub mod numbers;
pub mod offers;
pub mod recognisers;
pub mod scoring;
pub mod seat_sizes;
pub mod secret;
pub mod several;
pub mod state_tests;
pub mod transfers;
pub mod trick;
pub mod turns;
pub mod worths;

use std::sync::Arc;

pub use self::explain::{NodePlan, Reasons};
use self::offers::QuickOffers;
use self::secret::SecretPlan;
use self::trick::TrickPlan;
use self::turns::TurnLoop;
use super::load::Rules;

/// How a node is played.
#[repr(u8)]
pub enum Plan {
    /// Tricks with no side effects.
    Trick(Arc<TrickPlan>),
    /// A choice of which something is faster than the general case.
    Choice(Box<ChoiceTurns>),
    /// Cards chosen together in secret.
    Secret(Box<SecretPlan>),
    /// As the program says, step by step.
    General,
}

/// What is fast about a choice.
#[derive(Default)]
pub struct ChoiceTurns {
    /// Its offers, where a few tests list all of them.
    pub offers: Option<QuickOffers>,
    /// How the next turn follows, where the choice is all there is to a turn.
    pub turns: Option<TurnLoop>,
}

impl Plan {
    /// The turn loop of a node, if it has one.
    #[inline]
    pub fn turns(&self) -> Option<&TurnLoop> {
        match self {
            Plan::Choice(choice) => choice.turns.as_ref(),
            _ => None,
        }
    }

    /// The plan of a node: the fastest whose preconditions hold. Plans of choices and tricks must have been made.
    pub fn of(rules: &Rules, node: usize) -> Plan {
        let trick = &rules.trick_plans[node];
        if trick.plain {
            return Plan::Trick(trick.clone());
        }
        if let Ok(secret) = SecretPlan::find(rules, node) {
            return Plan::Secret(Box::new(secret));
        }
        let choice = ChoiceTurns { offers: QuickOffers::find(rules, node).ok(), turns: TurnLoop::find(rules, node).ok() };
        if choice.offers.is_none() && choice.turns.is_none() { Plan::General } else { Plan::Choice(Box::new(choice)) }
    }
}
