//! What a learned policy is to the agents: a preference for each legal action. Search uses it as the prior of its tree
//! and to play worlds out; by itself it is the agent `policy`.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::Refusal;
use crate::erased::Playable;
use crate::game::{Game, Information, Legal};

/// Whoever can say at once which actions look good.
///
/// Implement it for what `Playable::read_policy` returns: nothing else has to change for an agent to use it.
pub trait Prior<G: Game>: Send + Sync {
    /// The preference (logit) of each legal action, in listing order, from what the seat knows alone. `out` is empty, and
    /// has as many finite numbers as there are legal actions afterwards.
    fn logits(&self, information: Information<G>, legal: &Legal, out: &mut Vec<f32>);
    /// How likely it is that the others would have bet as they did, with the cards that they hold in a world: by it worlds
    /// are compared that look alike to this seat.
    fn likelihood(&self, _game: &G, _world: &G::State, _seat: u8) -> f64 {
        1.0
    }
}

/// How much of a likelihood is that of any action: others need not play by the policy. With 0.1 search in Leduc gains more
/// of the policy itself and loses to search that infers nothing.
pub const INFERENCE_FLOOR: f64 = 0.5;

/// The bytes of a policy file, and what the game that asked last made of them: they are read once, not for each decision.
pub struct PolicyFile {
    bytes: Vec<u8>,
    read: Mutex<Option<Read>>,
}

/// A prior, as `Arc<dyn Prior<G>>`, and the game it is for. That the game is remembered keeps its address from being
/// another's.
struct Read {
    game: Weak<dyn Any + Send + Sync>,
    prior: Box<dyn Any + Send>,
}

impl PolicyFile {
    pub fn new(bytes: Vec<u8>) -> PolicyFile {
        PolicyFile { bytes, read: Mutex::new(None) }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The policy for a game, or why it is none of its own.
    pub fn read_for<G: Playable>(&self, game: &Arc<G>) -> Result<Arc<dyn Prior<G>>, Refusal> {
        let asking: Arc<dyn Any + Send + Sync> = game.clone();
        let asking = Arc::downgrade(&asking);
        let mut last = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.as_ref().filter(|read| read.game.ptr_eq(&asking));
        if let Some(prior) = known.and_then(|read| read.prior.downcast_ref::<Arc<dyn Prior<G>>>()) {
            return Ok(prior.clone());
        }
        let prior = game.read_policy(&self.bytes)?;
        *last = Some(Read { game: asking, prior: Box::new(prior.clone()) });
        Ok(prior)
    }
}

/// An agent as it is asked for: a text, and the policy that it is to use, if any.
#[derive(Clone)]
pub struct AgentForm {
    pub text: String,
    pub policy: Option<Arc<PolicyFile>>,
}

impl AgentForm {
    /// One that uses no policy.
    pub fn plain(text: &str) -> AgentForm {
        AgentForm { text: text.to_string(), policy: None }
    }
}
