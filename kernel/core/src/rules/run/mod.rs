//! Running a program: legal actions of a state, and their results. Each phase has a file here. What carries out a fast
//! plan stands here beside the general path, or with the plan itself in [`super::plan`].

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
pub mod laying;
pub mod look_ahead;
pub mod moves;
pub mod packing;
pub mod past_bets;
mod pick_order;
pub mod picks;
pub mod scoring;
mod set_bounds;
mod simultaneous;
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
