//! Agents over the waist. They are handed [`Information`] and nothing else.

pub mod cambio;
pub mod flat;

use crate::chance::Rng;
use crate::game::{Action, Game, Information, Legal};

/// Whoever chooses actions for a seat of a game.
pub trait Player<G: Game>: Sync {
    /// An action for a seat that has one to take. Counts samples that gave up some inference.
    fn choose(&self, information: Information<G>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action>;
    /// Whether it takes any action, all equally likely, and so needs to know nothing.
    fn is_random(&self) -> bool {
        false
    }
    /// Whether a decision takes long enough for progress to be worth telling.
    fn is_slow(&self) -> bool;
    /// What it does and why, if it reasons about the game.
    fn explain(&self, _: Information<G>, _: &mut Rng) -> Option<Explanation> {
        None
    }
}

/// An action, and why it was chosen: a code that names the reason, the place it is about, and how much it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Explanation {
    pub action: Action,
    pub code: &'static str,
    /// Whose, and which of theirs.
    pub place: Option<(u8, u8)>,
    pub amount: f64,
}

/// A kernel agent by its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agent {
    /// Any legal action, equally likely.
    Random,
    /// So many playouts over resampled worlds, spread evenly over the legal actions.
    Flat { playouts: u32 },
}

/// Most playouts one decision may ask for.
pub const MAX_PLAYOUTS: u32 = 1_000_000;

impl Agent {
    /// Reads `random` or `flat:N`.
    pub fn parse(text: &str) -> Result<Agent, String> {
        match text.split_once(':') {
            None if text == "random" => Ok(Agent::Random),
            Some(("flat", count)) => match count.parse() {
                Ok(playouts) if (1..=MAX_PLAYOUTS).contains(&playouts) => Ok(Agent::Flat { playouts }),
                _ => Err(format!("{text:?}: flat takes a number of playouts from 1 to {MAX_PLAYOUTS}, as in flat:200")),
            },
            _ => Err(format!("unknown agent {:?}: expected random or flat:N", text.chars().take(60).collect::<String>())),
        }
    }
}

impl<G: Game> Player<G> for Agent {
    #[inline(always)]
    fn choose(&self, information: Information<G>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
        match self {
            Agent::Random => legal.choose(rng),
            Agent::Flat { playouts } => flat::choose(&information, legal, *playouts, rng, inexact),
        }
    }

    #[inline(always)]
    fn is_random(&self) -> bool {
        *self == Agent::Random
    }

    fn is_slow(&self) -> bool {
        *self != Agent::Random
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read_from_text() {
        assert_eq!(Agent::parse("random"), Ok(Agent::Random));
        assert_eq!(Agent::parse("flat:200"), Ok(Agent::Flat { playouts: 200 }));
        for text in ["", "flat", "flat:", "flat:0", "flat:-1", "flat:99999999", "greedy"] {
            assert!(Agent::parse(text).is_err(), "{text}");
        }
    }
}
