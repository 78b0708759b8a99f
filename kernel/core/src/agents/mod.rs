//! Agents over the waist. They are handed [`Information`] and nothing else.

pub mod analysis;
pub mod cambio;
pub mod flat;
pub mod greedy;
pub mod holdem;
pub mod ismcts;
pub mod playout;
pub mod policy;
pub mod prior;

use std::sync::Arc;

use crate::chance::Rng;
use crate::erased::Playable;
use crate::game::{Action, Game, Information, Legal};
pub use analysis::Analysis;
use ismcts::{Budget, MAX_MILLIS, MAX_SIMULATIONS};
use policy::softmax::{sample, softmax};
pub use prior::{AgentForm, PolicyFile, Prior};

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
    /// What it thinks of each legal action, if it searches, on so many threads. It chooses the best of these.
    fn analyse(&self, _: Information<G>, _: &Legal, _: &mut Rng, _threads: usize) -> Option<Analysis> {
        None
    }
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

/// Why an agent cannot play a game: a code that stays, and a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub text: String,
}

impl Refusal {
    /// A text that means no agent of this game.
    pub fn unknown(text: impl Into<String>) -> Refusal {
        Refusal { code: "agent.other-game", text: text.into() }
    }
}

/// A kernel agent by its settings.
pub enum Agent<G: Game> {
    /// Any legal action, equally likely.
    Random,
    /// So many playouts over resampled worlds, spread evenly over the legal actions.
    Flat { playouts: u32 },
    /// One step of look-ahead.
    Greedy,
    /// Information-set tree search.
    Ismcts(ismcts::Settings<G>),
    /// What a learned policy prefers.
    Policy(Arc<dyn Prior<G>>),
    /// Draws by a learned policy's probabilities at a temperature.
    Softmax { prior: Arc<dyn Prior<G>>, temperature: f32 },
}

/// What somebody is told who asks for a policy where there is none.
const NO_POLICY: &str =
    "no policy comes with these cards and strains; `deckwright learn` makes one, which the agent policy:FILE plays";

/// Most playouts one decision may ask for.
pub const MAX_PLAYOUTS: u32 = 1_000_000;

/// Temperatures by which a policy may be softened: close to what it prefers, and close to random play.
pub const TEMPERATURES: std::ops::RangeInclusive<f32> = 0.01..=100.0;

impl<G: Playable> Agent<G> {
    /// Reads `random`, `greedy`, `flat:N`, `ismcts:N`, `ismcts:Nms`, `policy` or `softmax:T`.
    pub fn parse(game: &Arc<G>, form: &AgentForm) -> Result<Agent<G>, Refusal> {
        let text = form.text.as_str();
        match text.split_once(':') {
            None if text == "random" => Ok(Agent::Random),
            None if text == "greedy" => Ok(Agent::Greedy),
            None if text == "policy" => Ok(Agent::Policy(policy_of(game, form)?)),
            Some(("softmax", number)) => match number.parse() {
                Ok(temperature) if TEMPERATURES.contains(&temperature) => {
                    Ok(Agent::Softmax { prior: policy_of(game, form)?, temperature })
                }
                _ => Err(Refusal::unknown(format!(
                    "{text:?}: softmax takes a temperature from {} to {}, as in softmax:1.5",
                    TEMPERATURES.start(),
                    TEMPERATURES.end()
                ))),
            },
            Some(("flat", count)) => match count.parse() {
                Ok(playouts) if (1..=MAX_PLAYOUTS).contains(&playouts) => Ok(Agent::Flat { playouts }),
                _ => Err(Refusal::unknown(format!(
                    "{text:?}: flat takes a number of playouts from 1 to {MAX_PLAYOUTS}, as in flat:200"
                ))),
            },
            Some(("ismcts", budget)) => match Budget::parse(budget) {
                Some(budget) => {
                    let prior = form.policy.as_ref().map(|file| file.read_for(game)).transpose()?;
                    Ok(Agent::Ismcts(ismcts::Settings { budget, prior }))
                }
                None => Err(Refusal::unknown(format!(
                    "{text:?}: ismcts takes simulations from 1 to {MAX_SIMULATIONS}, as in ismcts:400, or milliseconds \
                     from 1 to {MAX_MILLIS}, as in ismcts:250ms"
                ))),
            },
            _ => {
                let found: String = text.chars().take(60).collect();
                Err(Refusal::unknown(format!(
                    "unknown agent {found:?}: expected random, greedy, flat:N, ismcts:N, policy or softmax:T"
                )))
            }
        }
    }
}

impl<G: Game> Player<G> for Agent<G> {
    #[inline(always)]
    fn choose(&self, information: Information<G>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
        match self {
            Agent::Random => legal.choose(rng),
            Agent::Flat { playouts } => flat::choose(&information, legal, *playouts, rng, inexact),
            Agent::Greedy => greedy::choose(&information, legal, rng, inexact),
            Agent::Ismcts(settings) => ismcts::choose(settings, information, legal, rng, inexact),
            Agent::Policy(prior) => preferred(&**prior, information, legal),
            Agent::Softmax { prior, temperature } => drawn(&**prior, *temperature, information, legal, rng),
        }
    }

    #[inline(always)]
    fn is_random(&self) -> bool {
        matches!(self, Agent::Random)
    }

    fn is_slow(&self) -> bool {
        matches!(self, Agent::Flat { .. } | Agent::Ismcts(_))
    }

    fn analyse(&self, information: Information<G>, legal: &Legal, rng: &mut Rng, threads: usize) -> Option<Analysis> {
        match self {
            Agent::Ismcts(settings) => Some(ismcts::analyse(settings, information, legal, rng, threads)),
            Agent::Flat { playouts } => Some(flat::analyse(&information, legal, *playouts, rng)),
            _ => None,
        }
    }
}

/// The policy that an agent was asked for with.
fn policy_of<G: Playable>(game: &Arc<G>, form: &AgentForm) -> Result<Arc<dyn Prior<G>>, Refusal> {
    match &form.policy {
        Some(file) => file.read_for(game),
        None => Err(Refusal { code: "policy.missing", text: NO_POLICY.into() }),
    }
}

/// An action drawn by a policy's probabilities: its logits are divided by the temperature.
#[inline(never)]
fn drawn<G: Game>(
    prior: &dyn Prior<G>,
    temperature: f32,
    information: Information<G>,
    legal: &Legal,
    rng: &mut Rng,
) -> Option<Action> {
    if legal.len() < 2 {
        return legal.nth(0);
    }
    let mut values = Vec::new();
    prior.logits(information, legal, &mut values);
    values.iter_mut().for_each(|logit| *logit /= temperature);
    softmax(&mut values);
    legal.nth(sample(&values, rng) as u32)
}

/// The action that a policy prefers; the first of equals.
#[inline(never)]
fn preferred<G: Game>(prior: &dyn Prior<G>, information: Information<G>, legal: &Legal) -> Option<Action> {
    if legal.len() < 2 {
        return legal.nth(0);
    }
    let mut logits = Vec::new();
    prior.logits(information, legal, &mut logits);
    let best = (0..logits.len()).max_by(|a, b| logits[*a].total_cmp(&logits[*b]).then(b.cmp(a)))?;
    legal.nth(best as u32)
}
