//! Features of a genome's actions, worked out from its program alone and from what the seat to act can place. With
//! copies in the deck only types count: all sets of cards used here hold all copies of a type or none.

mod auction;
mod betting;
mod choice;
mod sight;
mod strength;
mod tables;
mod trick;

pub use betting::past_features;
pub use tables::FeatureTables;

use crate::features::{Row, plain_row};
use crate::game::Legal;
use crate::games::genome::Genome;
use crate::rules::plan::Plan;
use crate::rules::run::state::State;
use sight::Sight;

/// The features of each legal action of a seat that is to act, in listing order.
#[inline(never)]
pub fn features(game: &Genome, state: &State, seat: u8, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let sight = Sight::new(game, state, seat);
    match &game.rules.plans[state.node as usize] {
        Plan::Trick(plan) => trick::features(&sight, plan, legal, visit),
        Plan::Auction(plan) => auction::features(&sight, &plan.phase, legal, visit),
        Plan::Choice(_) => choice::features(&sight, legal, visit),
        Plan::Betting(phase) => betting::features(&sight, phase, legal, visit),
        Plan::Turns(_) | Plan::Do(..) => legal.iter().for_each(|action| visit(&plain_row(action, legal.len()))),
    }
}
