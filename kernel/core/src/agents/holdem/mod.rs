//! Agents for hold'em. They are handed a [`View`] and nothing else, and keep nothing between decisions.

mod blueprint;
mod rules;

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;

use crate::agents::{Agent, AgentForm, Analysis, Explanation, Player, Refusal};
use crate::chance::Rng;
use crate::erased::Playable;
use crate::game::{Action, Information, Legal};
use crate::games::holdem::Holdem;
use crate::poker::blueprint::resolve::Budget;
use blueprint::BlueprintAgent;
use rules::RuleBased;

/// What one of the family is told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    family: String,
    #[serde(default)]
    resolve: Option<Resolve>,
}

/// How a blueprint solves streets anew: iterations, or milliseconds; the turn too, or only the river.
#[derive(Deserialize, Clone, Copy)]
#[serde(deny_unknown_fields)]
struct Resolve {
    iterations: u64,
    milliseconds: Option<u64>,
    turn: bool,
}

/// What a decision may take at most.
const MOST_ITERATIONS: u64 = 100_000;
const MOST_MILLISECONDS: u64 = 600_000;

impl Resolve {
    fn budget(self) -> Budget {
        let time = self.milliseconds.map(|time| Duration::from_millis(time.min(MOST_MILLISECONDS)));
        Budget { iterations: self.iterations.clamp(1, MOST_ITERATIONS), time, turn: self.turn }
    }
}

/// An agent by its settings.
pub enum HoldemAgent {
    /// One that plays every game.
    Any(Agent<Holdem>),
    Rules(RuleBased),
    Blueprint(BlueprintAgent),
}

impl HoldemAgent {
    /// Reads the settings of one of the family, in JSON, or the text of an agent that plays every game.
    pub fn parse(game: &Arc<Holdem>, form: &AgentForm) -> Result<HoldemAgent, Refusal> {
        if !form.text.starts_with('{') {
            return Agent::parse(game, form).map(HoldemAgent::Any);
        }
        let settings: Settings = serde_json::from_str(&form.text).map_err(|error| Refusal::unknown(error.to_string()))?;
        if let ("blueprint", Some(file)) = (settings.family.as_str(), &form.policy) {
            let resolving = settings.resolve.map(Resolve::budget);
            return BlueprintAgent::new(game, file, resolving).map(HoldemAgent::Blueprint);
        }
        let found = RuleBased::find(&settings.family).map(HoldemAgent::Rules);
        found.ok_or_else(|| Refusal::unknown(format!("hold'em has no agent {:?}", settings.family)))
    }
}

impl Player<Holdem> for HoldemAgent {
    fn choose(&self, information: Information<Holdem>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
        match self {
            HoldemAgent::Any(agent) => agent.choose(information, legal, rng, inexact),
            HoldemAgent::Rules(agent) => Some(agent.decide(&information.view(), legal, rng).action),
            HoldemAgent::Blueprint(agent) => Some(agent.decide(&information.view(), legal, rng)),
        }
    }

    fn is_random(&self) -> bool {
        matches!(self, HoldemAgent::Any(agent) if agent.is_random())
    }

    fn is_slow(&self) -> bool {
        match self {
            HoldemAgent::Any(agent) => agent.is_slow(),
            HoldemAgent::Blueprint(agent) => agent.resolves(),
            HoldemAgent::Rules(_) => false,
        }
    }

    fn analyse(&self, information: Information<Holdem>, legal: &Legal, rng: &mut Rng, threads: usize) -> Option<Analysis> {
        match self {
            HoldemAgent::Any(agent) => agent.analyse(information, legal, rng, threads),
            HoldemAgent::Rules(_) | HoldemAgent::Blueprint(_) => None,
        }
    }

    fn explain(&self, information: Information<Holdem>, rng: &mut Rng) -> Option<Explanation> {
        let HoldemAgent::Rules(agent) = self else {
            return None;
        };
        let mut legal = Legal::default();
        information.legal(&mut legal);
        let found = agent.decide(&information.view(), &legal, rng);
        Some(Explanation { action: found.action, code: found.code, place: None, amount: found.amount })
    }
}

impl Playable for Holdem {
    type Agent = HoldemAgent;

    fn parse_agent(game: &Arc<Holdem>, form: &AgentForm) -> Result<HoldemAgent, Refusal> {
        HoldemAgent::parse(game, form)
    }
}
