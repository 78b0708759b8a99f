//! Symmetry breaking for solvers: a set of cards is picked in rising order only.
//!
//! A pick of several cards takes a set: whoever plays may name its cards in any order, and all orders come to the same
//! move. A solver that went through all of them would give each order information sets of its own, and could mix
//! differently in each. It therefore asks for [`Game::decisions`]: types in rising order, sets by rising number.

use crate::game::Silent;
use crate::rules::run::choice::find_offer;
use crate::rules::run::prelude::*;

impl Rules {
    /// The legal actions, without those that only name the cards or sets of a pick in another order.
    pub fn list_in_order(&self, state: &State, out: &mut Legal) {
        self.legal(state, out);
        if !out.is_empty()
            && let Node::Choice(choice) = &self.program.nodes[state.node as usize]
            && choice.offers.iter().flat_map(|offer| &offer.picks).any(takes_several)
        {
            out.retain(|action| self.is_in_order(state, choice, action));
        }
    }

    /// Whether an action goes on in rising order, and can be followed by others in rising order to the end of the pick.
    fn is_in_order(&self, state: &State, choice: &ChoicePhase, action: Action) -> bool {
        let draft = &state.draft;
        let started = if draft.active { Some(draft.offer) } else { find_offer(choice, action.slot) };
        let Some(offer) = started else {
            return true;
        };
        let (number, sets) = if draft.active { (draft.pick, draft.set_count as usize) } else { (0, 0) };
        let Some(pick) = choice.offers[offer as usize].picks.get(number as usize) else {
            return true;
        };
        let rises = match &pick.kind {
            PickKind::Cards { .. } if action.slot == pick.slot => {
                let chosen = if draft.active { draft.cards[number as usize] } else { Mask::EMPTY };
                chosen.into_iter().all(|card| self.places.type_of[card as usize] <= action.value)
            }
            PickKind::Sets { commit, .. } if *commit != Some(action.slot) => {
                let index = (action.slot - pick.slot) * 128 + action.value as u16;
                draft.sets[..sets.min(MAX_SETS)].iter().all(|set| *set < index)
            }
            _ => return true,
        };
        rises && self.ends_in_order(state, action, offer, number)
    }

    /// Whether the pick is over after an action, or can be brought to its end in order.
    fn ends_in_order(&self, state: &State, action: Action, offer: u8, pick: u8) -> bool {
        let mut next = state.clone();
        self.apply(&mut next, action, &mut Silent);
        let same_pick = next.draft.active && (next.draft.offer, next.draft.pick) == (offer, pick);
        if !same_pick || (next.node, next.to_act, next.turns) != (state.node, state.to_act, state.turns) {
            return true;
        }
        let Node::Choice(choice) = &self.program.nodes[next.node as usize] else {
            return true;
        };
        let mut further = Legal::default();
        self.legal(&next, &mut further);
        further.iter().any(|action| self.is_in_order(&next, choice, action))
    }
}

fn takes_several(pick: &Pick) -> bool {
    match &pick.kind {
        PickKind::Cards { .. } => true,
        PickKind::Sets { commit, .. } => commit.is_some(),
        _ => false,
    }
}
