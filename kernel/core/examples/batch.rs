//! Plays a batch of a compiled program, for profilers: `batch PROGRAM.json GAMES [AGENT [WITHOUT]]`; by default at random,
//! and with all recognisers of fast plans.

use std::sync::Arc;

use deckwright_core::agents::{Agent, AgentForm};
use deckwright_core::game::Game;
use deckwright_core::rules::{self, Planning};
use deckwright_core::simulate::{Batch, CUT_OFF, simulate};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, program, games, agent @ ..] = arguments.as_slice() else {
        return Err("usage: batch PROGRAM.json GAMES [AGENT [WITHOUT]]".into());
    };
    let planning = match agent.get(1) {
        Some(name) => Planning::without(name).ok_or_else(|| format!("no recogniser {name:?}"))?,
        None => Planning::Fast,
    };
    let rules = rules::load(&std::fs::read(program).map_err(|error| error.to_string())?, planning)?;
    let rules = Arc::new(rules);
    let form = AgentForm::plain(agent.first().map_or("random", |agent| agent.as_str()));
    let agents: Result<Vec<Agent<_>>, _> = (0..rules.seats()).map(|_| Agent::parse(&rules, &form)).collect();
    let agents = agents.map_err(|refusal| refusal.text)?;
    let games = games.parse().map_err(|_| "GAMES is a number".to_string())?;
    let batch = Batch { agents: &agents, first: 0, games, seed: [0; 32], threads: 1, rotate: false, most_decisions: CUT_OFF };
    let statistics = simulate(&*rules, &batch, |_| true)?;
    println!("{} games, {} decisions, wins {:?}", statistics.games, statistics.decisions, statistics.wins);
    Ok(())
}
