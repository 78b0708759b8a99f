//! Short lists: choices of at most two sets of cards, and then moves without a pick. An action chosen at random is found
//! without a list, and turns are played on.

use crate::game::{Asked, Decider, FewActions, Game, Silent};
use crate::rules::plan::choice::{AllowedCards, ChoicePlan, Listing, cards_of};
use crate::rules::plan::prelude::*;
use crate::rules::plan::turns::TurnLoop;
use crate::rules::run::flow::Play;
use crate::rules::run::state::NOBODY;

/// How all offers of a choice are listed.
#[derive(Debug, Clone)]
pub struct ShortList {
    /// Cards that tables allow, and those of a set: the slots of both, and which they are.
    allowed: (u16, Box<AllowedCards>),
    held: (u16, Mask),
    /// The slots of offers without a pick, which come after those, and as bits those of the lower duty.
    alone: [u16; 2],
    first: u64,
}

impl ShortList {
    /// The short list of a choice, if it has one. How its turns come round must be known.
    pub fn find(rules: &Rules, plan: &ChoicePlan) -> Result<ShortList, Reasons> {
        let listings: Vec<&Listing> = plan.offers.iter().map(|offer| &offer.listing).collect();
        let [Listing::Allowed(slot, allowed), Listing::Held(other, home, cards), rest @ ..] = &listings[..] else {
            return Err("the first offers are not cards that tables allow, and cards of a set".into());
        };
        let slots = rest.iter().filter_map(|listing| if let Listing::Alone(slot) = listing { Some(*slot) } else { None });
        let slots: Vec<u16> = slots.collect();
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::ShortLists), LEFT_OUT)
            .unless(plan.turns.is_some(), "there is more to a turn")
            .unless(rules.single_copies && rules.places.cards <= 64, "cards look alike, or are more than 64")
            .unless(*home == allowed.home, "cards are picked from two zones")
            .unless(plan.always & plan.duties[0] & 0b11 == 0b11, "cards may be picked only at times")
            .unless(slots.len() == rest.len() && rest.len() <= 2, "the other offers are not one or two without a pick")
            .unless(plan.duties.len() <= 2, "offers are of more than two duties");
        let alone = std::array::from_fn(|place| slots.get(place).copied().unwrap_or(0));
        let first = plan.duties[0] >> 2;
        missing.or(|| ShortList { allowed: (*slot, allowed.clone()), held: (*other, *cards), alone, first })
    }

    /// What may be done, where no move is under way.
    #[inline(always)]
    fn open(&self, rules: &Rules, plan: &ChoicePlan, state: &State) -> FewActions {
        let [held, _] = cards_of(&self.allowed.1.home, state).words();
        let (allowed, others) = (held & self.allowed.1.allowed(state).words()[0], held & self.held.1.words()[0]);
        let open = plan.open(rules, state) >> 2;
        // Offers of higher duty are open where there is nothing else.
        let first = open & self.first;
        let alone = (if allowed | others | first == 0 { open } else { first }) as u32;
        let alone = [(self.alone[0], alone & 1), (self.alone[1], alone >> 1 & 1)];
        FewActions::new([(self.allowed.0, allowed), (self.held.0, others)], alone)
    }

    /// Goes on at this choice while decisions are made there; whether they are still made.
    #[inline(always)]
    pub fn play_on<G: Game<State = State>>(
        &self,
        rules: &Rules,
        plan: &ChoicePlan,
        turns: &TurnLoop,
        state: &mut State,
        who: &mut Asked<G, impl Decider<G>>,
    ) -> bool {
        let node = state.node;
        while state.node == node && state.to_act != NOBODY {
            let chosen = if !state.draft.active {
                who.decide_of_few(state, state.to_act, self.open(rules, plan, state))
            } else if let Some(naming) = plan.naming(state.draft.offer) {
                who.decide_among(state, state.to_act, naming.slot, naming.values)
            } else {
                return rules.step(state, who.again());
            };
            let Some(action) = chosen else { return false };
            state.decisions += 1;
            if !turns.step(rules, state, action, &mut Silent) {
                Play::new(rules, state, &mut Silent).apply(action);
            }
        }
        true
    }
}
