//! The files that play a program: one for each phase and for what phases share. Which of them plays a node is decided in
//! [`super`] and in `flow.rs`. What carries out a fast plan stands here, or with the plan itself in [`super::plan`].

pub mod auction;
pub mod betting;
pub mod choice;
mod copies;
pub mod credits;
pub mod drafts;
mod effects;
pub mod expressions;
pub mod flow;
pub mod hand_evaluation;
mod laying_bounds;
pub mod look_ahead;
pub mod moves;
pub mod packing;
pub mod past_bets;
mod pick_order;
pub mod picks;
pub mod scoring;
mod secret_cards;
pub mod set_picks;
pub mod state;
pub mod trick;
mod trick_end;
pub mod turns;
pub mod utility;

/// What every file of this room uses.
mod prelude {
    pub use crate::game::{Action, Event, Legal, Observer};
    pub use crate::mask::Mask;
    pub use crate::rules::load::Rules;
    pub use crate::rules::program::*;
    pub use crate::rules::run::expressions::Eval;
    pub use crate::rules::run::flow::Play;
    pub use crate::rules::run::state::{NOBODY, State, next_in};
}
