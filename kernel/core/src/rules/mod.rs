//! The rule interpreter: `Rules` lists, applies and plays actions, by the plan of the current node.
//!
//! `program` is what the compiler wrote, `analyse` what each expression reads, `plan` how each node is played, `run` playing.
//! What agents, tables and solvers ask of a game besides is in [`crate::games::genome`].

pub mod analyse;
pub mod load;
pub mod plan;
pub mod program;
pub mod run;
pub mod zones;

use crate::chance::{Chance, Part, Seed};
use crate::game::{Action, Asked, Decider, Game, Legal, Observer, Silent};
use crate::mask::Mask;
pub use load::{Rules, load};
use plan::Plan;
pub use plan::recognisers::{Planning, Recogniser};
use program::MAX_CARDS;
use run::state::NOBODY;
pub use run::state::State;
use run::{auction, betting, choice, flow, trick};

impl Rules {
    /// The first state of a match, with what is seen of the deal.
    pub fn start(&self, order: Option<&[u8]>, seed: &Seed, observer: &mut impl Observer) -> State {
        let mut state = self.fresh.clone();
        state.chance = Chance::new(seed);
        flow::Play::new(self, &mut state, observer).start_match(order);
        state
    }

    /// Begins another match in place of one.
    pub fn start_again(&self, state: &mut State, part: &Part) {
        state.renew(&self.fresh, self.registers);
        state.chance = part.chance;
        flow::Play::new(self, state, &mut Silent).start_match(None);
    }

    /// Lists what the seat to act may do.
    #[inline(always)]
    pub fn legal(&self, state: &State, out: &mut Legal) {
        if state.to_act == NOBODY {
            return out.clear();
        }
        match &self.plans[state.node as usize] {
            Plan::Trick(trick) if trick.plain => out.list(trick.phase.slot, trick.open(state)),
            _ => self.list(state, out),
        }
    }

    /// Lists what may be done where no plan does.
    #[inline(never)]
    fn list(&self, state: &State, out: &mut Legal) {
        out.clear();
        match &self.plans[state.node as usize] {
            Plan::Choice(plan) => choice::legal(self, state, plan, out),
            Plan::Trick(plan) => trick::legal(self, state, plan, out),
            Plan::Betting(phase) => betting::legal(self, state, phase, out),
            Plan::Auction(plan) => auction::legal(self, state, plan, out),
            Plan::Turns(_) | Plan::Do(..) => {}
        }
    }

    /// Carries out an action of the seat to act, and what follows until somebody has to decide.
    #[inline(always)]
    pub fn apply(&self, state: &mut State, action: Action, observer: &mut impl Observer) {
        state.decisions += 1;
        match &self.plans[state.node as usize] {
            Plan::Trick(trick) if trick.plain => return trick.play(self, state, action, observer),
            Plan::Choice(choice) => match (&choice.turns, &choice.secret) {
                (Some(turns), _) if turns.step(self, state, action, observer) => return,
                (_, Some(secret)) => return secret.pick(self, state, action, observer),
                _ => {}
            },
            Plan::Betting(_) | Plan::Auction(_) => return flow::Play::new(self, state, observer).apply_call(action),
            _ => {}
        }
        flow::Play::new(self, state, observer).apply(action);
    }

    /// Plays on for as long as decisions are made; the game is what whoever decides takes these rules for.
    #[inline(always)]
    pub fn play<G: Game<State = State>>(&self, state: &mut State, mut who: Asked<G, impl Decider<G>>) {
        while state.to_act != NOBODY {
            // Most decisions come at the node of the one before: its plan is not looked up again.
            let going = match &self.plans[state.node as usize] {
                Plan::Trick(trick) if trick.plain => trick.play_on(self, state, &mut who),
                Plan::Choice(choice) => match (&choice.secret, &choice.short, &choice.turns) {
                    (Some(secret), ..) => secret.play_on(self, state, who.again()),
                    (_, Some(short), Some(turns)) => short.play_on(self, choice, turns, state, &mut who),
                    _ => self.step(state, who.again()),
                },
                _ => self.step(state, who.again()),
            };
            if !going {
                return;
            }
        }
    }

    /// One decision, step by step; whether there was one.
    #[inline(never)]
    fn step<G: Game<State = State>>(&self, state: &mut State, mut who: Asked<G, impl Decider<G>>) -> bool {
        self.legal(state, who.legal);
        let action = who.decide(state, state.to_act);
        if let Some(action) = action {
            self.apply(state, action, &mut Silent);
        }
        action.is_some()
    }

    /// How many play.
    #[inline]
    pub fn seats(&self) -> usize {
        self.program.seats as usize
    }

    /// A number that stands for the faces of cards: the same for copies that look alike.
    pub fn faces(&self, cards: Mask) -> u64 {
        cards.into_iter().fold(0, |sum, card| sum.wrapping_add(self.places.faces[card as usize & (MAX_CARDS - 1)]))
    }
}
