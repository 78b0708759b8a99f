//! Running a program: what may be done in a state, and what comes of it. Each phase has a file here; the fast plans that
//! [`super::plan`] made are carried out beside the general case they stand for.

pub mod auction;
pub mod betting;
pub mod choice;
mod copies;
pub mod credits;
pub mod drafts;
mod effects;
pub mod expressions;
pub mod flow;
pub mod look_ahead;
pub mod moves;
pub mod packing;
pub mod past_bets;
pub mod patterns;
mod pick_order;
pub mod picks;
mod reach;
pub mod scoring;
pub mod sets;
pub mod state;
mod taking;
mod together;
pub mod trick;
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
