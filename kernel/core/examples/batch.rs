//! Plays a batch of a compiled program, for profilers: `batch PROGRAM.json GAMES [AGENT [WITHOUT...]]`; by default at random,
//! with all recognisers of fast plans, and then without each of those named: `each` names all.

use std::sync::Arc;

use deckwright_core::agents::{Agent, AgentForm};
use deckwright_core::game::Game;
use deckwright_core::games::genome::Genome;
use deckwright_core::rules::{Planning, Recogniser};
use deckwright_core::simulate::{Batch, CUT_OFF, Statistics, simulate};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, program, games, others @ ..] = arguments.as_slice() else {
        return Err("usage: batch PROGRAM.json GAMES [AGENT [WITHOUT...]]".into());
    };
    let program = std::fs::read(program).map_err(|error| error.to_string())?;
    let games = games.parse().map_err(|_| "GAMES is a number".to_string())?;
    let (agent, without) = others.split_first().map_or(("random", others), |(agent, without)| (agent, without));
    let without = match without {
        [each] if each == "each" => Recogniser::ALL.iter().map(|(_, name)| name.to_string()).collect(),
        named => named.to_vec(),
    };
    for name in [None].into_iter().chain(without.into_iter().map(Some)) {
        let planning = match &name {
            Some(name) => Planning::without(name).ok_or_else(|| format!("no recogniser {name:?}"))?,
            None => Planning::Fast,
        };
        let statistics = play(Genome::load(&program, planning)?, agent, games)?;
        let (games, decisions, wins) = (statistics.games, statistics.decisions, statistics.wins);
        println!("{}: {games} games, {decisions} decisions, wins {wins:?}", name.as_deref().unwrap_or("all"));
    }
    Ok(())
}

fn play(genome: Genome, agent: &str, games: u64) -> Result<Statistics, String> {
    let (genome, form) = (Arc::new(genome), AgentForm::plain(agent));
    let agents: Result<Vec<Agent<_>>, _> = (0..genome.seats()).map(|_| Agent::parse(&genome, &form)).collect();
    play_games(&genome, &agents.map_err(|refusal| refusal.text)?, games)
}

/// What is counted: a profiler is told this name.
#[inline(never)]
fn play_games(genome: &Genome, agents: &[Agent<Genome>], games: u64) -> Result<Statistics, String> {
    let batch = Batch { agents, first: 0, games, seed: [0; 32], threads: 1, rotate: false, most_decisions: CUT_OFF };
    simulate(genome, &batch, |_| true)
}
