//! How each node of a program is played: along a short way worked out at loading, or step by step.

use std::sync::Arc;

use super::flow::Play;
use super::glances::{Glances, Open};
use super::load::Rules;
use super::plain::TrickFacts;
use super::rounds::{Repeat, Stepped};
use super::state::{NOBODY, State};
use super::together::Secret;
use crate::game::{Decider, Legal, Silent};

/// The way a node is played.
#[repr(u8)]
pub enum Way {
    /// Tricks from which nothing follows.
    Trick(Arc<TrickFacts>),
    /// A choice.
    Turn(Box<Turn>),
    /// Cards chosen together in secret.
    Secret(Box<Secret>),
    Steps,
}

/// What is short about a choice.
#[derive(Default)]
pub struct Turn {
    /// Its offers, as a look at the state lists them, if that lists all.
    pub glances: Option<Glances>,
    /// How it comes round again, if that is all that happens.
    pub repeat: Option<Repeat>,
}

impl Turn {
    /// Plays turns while decisions are made at the same node, where one is to be made; whether they are still made.
    #[inline(always)]
    pub fn play_on(&self, rules: &Rules, state: &mut State, legal: &mut Legal, decider: &mut impl Decider<Rules>) -> bool {
        let (Some(glances), Some(repeat)) = (&self.glances, &self.repeat) else {
            return rules.step(state, legal, decider);
        };
        let node = state.node;
        loop {
            let open = if !state.draft.active {
                glances.open(rules, state)
            } else if let Some(naming) = repeat.naming(state) {
                Open::only(naming.slot, naming.values)
            } else {
                return rules.step(state, legal, decider);
            };
            let action = match decider.any_of(rules, state, state.to_act, open.count()) {
                Some(k) => open.nth(k),
                None => {
                    open.list(legal);
                    match decider.decide(rules, state, state.to_act, legal) {
                        Some(action) => action,
                        None => return false,
                    }
                }
            };
            state.decisions += 1;
            match repeat.step(rules, state, action, &mut Silent) {
                Stepped::Here => continue,
                Stepped::On => {}
                Stepped::Not => Play::new(rules, state, &mut Silent).apply(action),
            }
            if state.node != node || state.to_act == NOBODY {
                return true;
            }
        }
    }
}

impl Way {
    /// How it comes round again, if it is a choice of that kind.
    #[inline]
    pub fn repeat(&self) -> Option<&Repeat> {
        match self {
            Way::Turn(turn) => turn.repeat.as_ref(),
            _ => None,
        }
    }

    /// The way of a node. Choices and tricks must have been worked out.
    pub fn find(rules: &Rules, node: usize) -> Way {
        let facts = &rules.tricks[node];
        if facts.plain {
            return Way::Trick(facts.clone());
        }
        if let Some(secret) = Secret::find(rules, node) {
            return Way::Secret(Box::new(secret));
        }
        // Where choices bring in cards that count for their maker, each is made by the general path.
        let counts = rules.credit.as_ref().is_some_and(|credit| credit.counts_cards());
        let repeat = if counts { None } else { Repeat::find(rules, node) };
        let turn = Turn { glances: Glances::find(rules, &rules.choices[node]), repeat };
        if turn.glances.is_none() && turn.repeat.is_none() { Way::Steps } else { Way::Turn(Box::new(turn)) }
    }
}
