//! Reasons: which plan each node has, and why not a faster one, for people (`deckwright show GAME --plan`).

use super::Plan;
use super::secret_cards::SecretPlan;
use super::short_list::ShortList;
use super::turns::{TurnLoop, only_parent};
use crate::rules::plan::prelude::*;

/// What a plan needs and a node does not have. Where there is nothing of that, the plan fits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reasons(pub Vec<&'static str>);

impl Reasons {
    /// Notes what is missing unless a precondition holds.
    pub fn unless(&mut self, holds: bool, missing: &'static str) -> &mut Reasons {
        if !holds {
            self.0.push(missing);
        }
        self
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A plan whose preconditions hold; otherwise what is missing.
    pub fn or<T>(self, plan: impl FnOnce() -> T) -> Result<T, Reasons> {
        if self.is_empty() { Ok(plan()) } else { Err(self) }
    }
}

impl From<&'static str> for Reasons {
    fn from(reason: &'static str) -> Reasons {
        Reasons(vec![reason])
    }
}

/// A node, how it is played, and why it has no faster plan: of each that it could have, what is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodePlan {
    pub node: usize,
    /// What the node is, and its name.
    pub kind: &'static str,
    pub name: String,
    pub plans: Vec<&'static str>,
    pub missing: Vec<(&'static str, Vec<&'static str>)>,
}

impl Rules {
    /// The plan of every node, in the program's order.
    pub fn node_plans(&self) -> Vec<NodePlan> {
        (0..self.program.nodes.len()).map(|node| self.node_plan(node)).collect()
    }

    fn node_plan(&self, node: usize) -> NodePlan {
        let (kind, name) = match &self.program.nodes[node] {
            Node::Turns(_) => ("turns", ""),
            Node::Do(phase) => ("effects", phase.name.as_str()),
            Node::Choice(phase) => ("choice", phase.name.as_str()),
            Node::Trick(phase) => ("trick", phase.name.as_str()),
            Node::Betting(phase) => ("betting", phase.name.as_str()),
            Node::Auction(phase) => ("auction", phase.name.as_str()),
        };
        let mut found = NodePlan { node, kind, name: name.to_string(), plans: Vec::new(), missing: Vec::new() };
        match &self.plans[node] {
            Plan::Trick(plan) => {
                found.add("fast trick", (!plan.plain).then(|| plan.missing.clone()));
                found.add("next trick at once", (!plan.runs_on).then(|| plan.missing_next.clone()));
            }
            Plan::Choice(plan) if plan.secret.is_some() => found.plans.push("secret cards"),
            Plan::Choice(plan) => {
                found.add("turn loop", TurnLoop::find(self, node, plan).err());
                found.add("short list", ShortList::find(self, plan).err());
                if only_parent(&self.program, node).is_some_and(|(_, turns)| turns.order == Order::Together) {
                    found.add("secret cards", SecretPlan::find(self, node, plan).err());
                }
            }
            Plan::Auction(plan) if plan.places > 0 => found.plans.push("ladder"),
            _ => {}
        }
        if found.plans.is_empty() {
            found.plans.push("general");
        }
        found
    }
}

impl NodePlan {
    fn add(&mut self, plan: &'static str, missing: Option<Reasons>) {
        match missing {
            None => self.plans.push(plan),
            Some(reasons) => self.missing.push((plan, reasons.0)),
        }
    }
}
