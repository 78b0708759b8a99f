//! Measures of a game of any type, for agents asked for by text.

use std::sync::Arc;

use super::Sample;
use super::coverage::{Counts, coverage};
use super::decisions::{Closely, Judges, Looked, decisions};
use super::duplicates::{Deal, duplicates};
use super::swings::{Swing, swings};
use super::tension::{Curve, Moments, curves};
use crate::agents::{AgentForm, Refusal};
use crate::erased::Playable;
use crate::game::Game;

/// Told how much is done; returning false stops a batch there.
pub type Heard<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Who plays, and who plays out what is judged.
pub struct Judged {
    pub agents: Vec<AgentForm>,
    pub playout: AgentForm,
    /// Somebody whose choices are compared with the best, if anybody's are.
    pub rival: Option<AgentForm>,
}

pub trait AnyMeasured {
    /// Plays each deal so many times, agents one seat further each time.
    fn duplicates(
        self: Arc<Self>,
        agents: &[AgentForm],
        turns: usize,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Deal>, Refusal>;
    /// Looks at choices in games between agents.
    fn measure_decisions(
        self: Arc<Self>,
        by: &Judged,
        closely: Closely,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Vec<Looked>>, Refusal>;
    /// Looks at what choices change in who wins.
    fn measure_swings(
        self: Arc<Self>,
        by: &Judged,
        closely: Closely,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Vec<Swing>>, Refusal>;
    /// Follows each side's chance to win through games between agents.
    fn measure_tension(
        self: Arc<Self>,
        by: &Judged,
        moments: Moments,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Curve>, Refusal>;
    /// Counts what applies in games between agents, and the games.
    fn measure_coverage(
        self: Arc<Self>,
        agents: &[AgentForm],
        sample: &Sample,
        progress: Heard,
    ) -> Result<(Counts, u64), Refusal>;
}

/// An agent for each seat.
fn seat_agents<G: Playable>(game: &Arc<G>, agents: &[AgentForm]) -> Result<Vec<G::Agent>, Refusal> {
    let seats = Game::seats(&**game);
    if agents.len() != seats {
        return Err(Refusal::unknown(format!("{} agents for {seats} seats", agents.len())));
    }
    agents.iter().map(|form| G::parse_agent(game, form)).collect()
}

fn no_threads(text: String) -> Refusal {
    Refusal { code: "simulate.threads", text }
}

impl<G: Playable> AnyMeasured for G {
    fn duplicates(
        self: Arc<Self>,
        agents: &[AgentForm],
        turns: usize,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Deal>, Refusal> {
        duplicates(&*self, &seat_agents(&self, agents)?, turns, sample, progress).map_err(no_threads)
    }

    fn measure_decisions(
        self: Arc<Self>,
        by: &Judged,
        closely: Closely,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Vec<Looked>>, Refusal> {
        let (agents, playout) = (seat_agents(&self, &by.agents)?, G::parse_agent(&self, &by.playout)?);
        let rival = by.rival.as_ref().map(|form| G::parse_agent(&self, form)).transpose()?;
        let judges = Judges { playout: &playout, rival: rival.as_ref() };
        decisions(&*self, &agents, judges, closely, sample, progress).map_err(no_threads)
    }

    fn measure_swings(
        self: Arc<Self>,
        by: &Judged,
        closely: Closely,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Vec<Swing>>, Refusal> {
        let (agents, playout) = (seat_agents(&self, &by.agents)?, G::parse_agent(&self, &by.playout)?);
        swings(&*self, &agents, &playout, closely, sample, progress).map_err(no_threads)
    }

    fn measure_tension(
        self: Arc<Self>,
        by: &Judged,
        moments: Moments,
        sample: &Sample,
        progress: Heard,
    ) -> Result<Vec<Curve>, Refusal> {
        let (agents, playout) = (seat_agents(&self, &by.agents)?, G::parse_agent(&self, &by.playout)?);
        curves(&*self, &agents, &playout, moments, sample, progress).map_err(no_threads)
    }

    fn measure_coverage(
        self: Arc<Self>,
        agents: &[AgentForm],
        sample: &Sample,
        progress: Heard,
    ) -> Result<(Counts, u64), Refusal> {
        coverage(&*self, &seat_agents(&self, agents)?, sample, progress).map_err(no_threads)
    }
}
