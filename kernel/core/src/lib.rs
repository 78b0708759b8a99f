//! Deckwright's kernel: rules, knowledge, agents, simulation and solving. It knows phases, zones and tables, never a game.
#![forbid(unsafe_code)]

pub mod agents;
pub mod chance;
pub mod duel;
pub mod erased;
pub mod features;
pub mod game;
pub mod games;
pub mod knowledge;
pub mod mask;
pub mod measure;
pub mod poker;
pub mod recorder;
pub mod resample;
pub mod rules;
pub mod simulate;
pub mod solve;
pub mod table;
