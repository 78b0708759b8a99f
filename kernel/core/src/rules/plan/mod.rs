//! Plans: how each node of a program is played, worked out at loading. A fast plan says the same as the general path of
//! [`super::run`], of programs that meet its preconditions; all of them can be left out, and a test compares both.

pub mod auction;
pub mod choice;
pub mod duty_table;
pub mod effects;
pub mod expressions;
pub mod fixed_pick;
pub mod instances;
pub mod moves;
pub mod number_picks;
mod reasons;
pub mod recognisers;
pub mod scoring;
pub mod secret_cards;
pub mod short_list;
pub mod state_tests;
pub mod transfers;
pub mod trick;
pub mod turns;

use self::auction::AuctionPlan;
use self::choice::ChoicePlan;
use self::effects::{EffectPlans, plan_effects};
pub use self::reasons::{NodePlan, Reasons};
use self::trick::TrickPlan;
use super::load::Rules;
use super::program::*;

/// How a node is played: what the program says of it, and what was worked out about that.
pub enum Plan {
    Turns(Turns),
    Do(DoPhase, EffectPlans),
    Choice(Box<ChoicePlan>),
    Trick(Box<TrickPlan>),
    Betting(Box<BettingPhase>),
    Auction(Box<AuctionPlan>),
}

impl Plan {
    /// The plan of a node: the fastest whose preconditions hold.
    pub fn of(rules: &Rules, node: usize) -> Plan {
        match &rules.program.nodes[node] {
            Node::Turns(turns) => Plan::Turns(turns.clone()),
            Node::Do(phase) => Plan::Do(phase.clone(), plan_effects(rules, &phase.effects, &[])),
            Node::Choice(phase) => Plan::Choice(Box::new(ChoicePlan::of(rules, node, phase))),
            Node::Trick(phase) => Plan::Trick(Box::new(TrickPlan::of(rules, phase))),
            Node::Betting(phase) => Plan::Betting(Box::new(phase.clone())),
            Node::Auction(phase) => Plan::Auction(Box::new(AuctionPlan::of(rules, phase))),
        }
    }
}

/// What every file of this room uses.
mod prelude {
    pub use crate::mask::Mask;
    pub use crate::rules::load::Rules;
    pub use crate::rules::plan::Reasons;
    pub use crate::rules::plan::expressions::{BinaryOp, Bounds, FIXED, Int, LOCAL, PICK, Set, ZoneRef};
    pub use crate::rules::plan::recognisers::{LEFT_OUT, Recogniser};
    pub use crate::rules::program::*;
    pub use crate::rules::run::expressions::Eval;
    pub use crate::rules::run::state::State;
}
