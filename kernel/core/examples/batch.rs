//! Plays a batch of a compiled program with random agents: `batch PROGRAM.json GAMES`. For profilers.

use deckwright_core::agents::Agent;
use deckwright_core::game::Game;
use deckwright_core::rules;
use deckwright_core::simulate::{Batch, CUT_OFF, simulate};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, program, games] = arguments.as_slice() else {
        return Err("usage: batch PROGRAM.json GAMES".into());
    };
    let rules = rules::load(&std::fs::read(program).map_err(|error| error.to_string())?, rules::Ways::Short)?;
    let agents: Vec<Agent<_>> = (0..rules.seats()).map(|_| Agent::Random).collect();
    let games = games.parse().map_err(|_| "GAMES is a number".to_string())?;
    let batch = Batch { agents: &agents, first: 0, games, seed: [0; 32], threads: 1, rotate: false, most_decisions: CUT_OFF };
    let statistics = simulate(&rules, &batch, |_| true)?;
    println!("{} games, {} decisions, wins {:?}", statistics.games, statistics.decisions, statistics.wins);
    Ok(())
}
