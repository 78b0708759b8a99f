//! Search on top of the third of the family: worlds are sampled from what the seat knows and played out by it, all
//! seats alike; its own choice stands unless another is better by a margin.

use serde::Deserialize;

use super::*;
use crate::agents::flat;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Search {
    pub playouts: u32,
    /// Points by which an action has to be better on average than what the policy would do.
    pub margin: f64,
    pub policy: Tuned,
}

impl Search {
    pub fn choose(&self, information: Information<Cambio>, legal: &Legal, rng: &mut Rng, inexact: &mut u64) -> Option<Action> {
        let own = self.policy.choose(information, legal, rng, inexact)?;
        if legal.len() < 2 {
            return Some(own);
        }
        let means = flat::appraise_by(&information, legal, self.playouts, &self.policy, rng, inexact);
        let stands = means.iter().find(|(action, _)| *action == own).map_or(f64::NEG_INFINITY, |(_, mean)| *mean);
        let best = means.iter().fold(
            (own, stands + self.margin),
            |best, (action, mean)| {
                if *mean > best.1 { (*action, *mean) } else { best }
            },
        );
        Some(best.0)
    }
}
