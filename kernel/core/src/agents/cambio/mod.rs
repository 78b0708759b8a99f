//! Agents for Cambio. They are handed a [`View`] and nothing else, keep nothing between decisions, and can say why.

mod bayesian;
mod disruption;
mod estimate;
mod search;
mod smart;
mod tuned;

use serde::Deserialize;

use std::sync::Arc;

use crate::agents::{Agent, AgentForm, Analysis, Explanation, Player, Refusal};
use crate::chance::Rng;
use crate::erased::Playable;
use crate::game::{Action, Information, Legal};
use crate::games::cambio::Cambio;
use crate::games::cambio::play::{CALL, CARD, DISCARD, DRAW, PASS, POWER, SWAP, TAKE};
use crate::games::cambio::state::At;
use crate::games::cambio::view::View;

pub use bayesian::Bayesian;
pub use disruption::Disruption;
pub use tuned::Tuned;

/// Why an action was chosen: what for, where, and how much it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    pub code: &'static str,
    pub at: Option<At>,
    pub amount: f64,
}

/// An action and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Decision {
    pub action: Action,
    pub reason: Reason,
}

fn decide(slot: u16, value: u8, code: &'static str, at: Option<At>, amount: f64) -> Decision {
    Decision { action: Action { slot, value }, reason: Reason { code, at, amount } }
}

fn plain(slot: u16, code: &'static str, amount: f64) -> Decision {
    decide(slot, 0, code, None, amount)
}

fn point(at: At, code: &'static str, amount: f64) -> Decision {
    decide(CARD + at.seat as u16, at.slot, code, Some(at), amount)
}

fn swap_in(at: At, code: &'static str, amount: f64) -> Decision {
    decide(SWAP, at.slot, code, Some(at), amount)
}

/// An agent by its settings.
#[derive(Deserialize)]
#[serde(tag = "family", rename_all = "snake_case", deny_unknown_fields)]
pub enum CambioAgent {
    /// One that plays every game.
    #[serde(skip)]
    Any(Agent<Cambio>),
    Smart(smart::Smart),
    Bayesian(Bayesian),
    Disruption(Disruption),
    Tuned(Box<Tuned>),
    Search(Box<search::Search>),
}

impl CambioAgent {
    /// Reads the settings of one of the family, in JSON, or the text of an agent that plays every game.
    pub fn parse(game: &Arc<Cambio>, form: &AgentForm) -> Result<CambioAgent, Refusal> {
        if !form.text.starts_with('{') {
            return Agent::parse(game, form).map(CambioAgent::Any);
        }
        CambioAgent::read(&form.text).map_err(Refusal::unknown)
    }

    /// Reads settings.
    pub fn read(text: &str) -> Result<CambioAgent, String> {
        let agent: CambioAgent = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match agent {
            CambioAgent::Search(ref search) => check_playouts(search.playouts).map(|()| agent),
            agent => Ok(agent),
        }
    }

    /// What it does and why; nothing for agents that do not reason about the game.
    pub fn decide(&self, view: &View, rng: &mut Rng) -> Option<Decision> {
        match self {
            CambioAgent::Any(_) => None,
            CambioAgent::Smart(agent) => Some(agent.decide(view)),
            CambioAgent::Bayesian(agent) => Some(agent.decide(view, rng)),
            CambioAgent::Disruption(agent) => Some(agent.decide(view, rng)),
            CambioAgent::Tuned(agent) => Some(agent.decide(view)),
            // Its policy's reasons: the search only overrules them.
            CambioAgent::Search(agent) => Some(agent.policy.decide(view)),
        }
    }
}

fn check_playouts(playouts: u32) -> Result<(), String> {
    if (1..=super::MAX_PLAYOUTS).contains(&playouts) {
        return Ok(());
    }
    Err(format!("playouts are {playouts}: expected 1 to {}", super::MAX_PLAYOUTS))
}

impl Player<Cambio> for CambioAgent {
    fn choose(&self, information: Information<Cambio>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
        match self {
            CambioAgent::Any(agent) => agent.choose(information, legal, rng, inexact),
            CambioAgent::Search(agent) => agent.choose(information, legal, rng, inexact),
            // What an option of the game forbids falls back on something legal.
            agent => agent
                .decide(&information.view(), rng)
                .map(|decision| decision.action)
                .filter(|action| legal.contains(*action))
                .or_else(|| legal.nth(0)),
        }
    }

    fn is_slow(&self) -> bool {
        match self {
            CambioAgent::Any(agent) => agent.is_slow(),
            agent => matches!(agent, CambioAgent::Search(_)),
        }
    }

    fn analyse(&self, information: Information<Cambio>, legal: &Legal, rng: &mut Rng, threads: usize) -> Option<Analysis> {
        match self {
            CambioAgent::Any(agent) => agent.analyse(information, legal, rng, threads),
            _ => None,
        }
    }

    fn explain(&self, information: Information<Cambio>, rng: &mut Rng) -> Option<Explanation> {
        let Decision { action, reason } = self.decide(&information.view(), rng)?;
        let place = reason.at.map(|at| (at.seat, at.slot));
        Some(Explanation { action, code: reason.code, place, amount: reason.amount })
    }
}

impl Playable for Cambio {
    type Agent = CambioAgent;

    fn parse_agent(game: &Arc<Cambio>, form: &AgentForm) -> Result<CambioAgent, Refusal> {
        CambioAgent::parse(game, form)
    }
}
