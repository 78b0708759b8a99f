//! A hand played by a policy with itself, as it is remembered to learn from.

use super::Policy;
use super::softmax::{sample, softmax};
use crate::chance::Rng;
use crate::features::WIDTH;
use crate::game::{Action, Decider, Game, Legal, MAX_SEATS};

/// Decisions after which a hand is judged where it stands.
const HORIZON: u32 = 10_000;

/// Actions remembered of one hand; of longer ones the beginning counts.
const MOST_ROWS: usize = 100_000;

/// A decision: whose, its actions in the list of all, and which was taken.
pub struct Decision {
    pub seat: u8,
    pub first: usize,
    pub count: usize,
    pub chosen: usize,
}

#[derive(Default)]
pub struct Episode {
    pub decisions: Vec<Decision>,
    /// Of every action: its features, its logit and its probability.
    pub rows: Vec<[u16; WIDTH]>,
    pub logits: Vec<f32>,
    pub probabilities: Vec<f32>,
}

impl Episode {
    /// Plays on to the end of the hand, all seats by the policy.
    pub fn play<G: Game>(&mut self, game: &G, policy: &Policy, state: &mut G::State, legal: &mut Legal, rng: &mut Rng) {
        self.decisions.clear();
        self.rows.clear();
        self.logits.clear();
        self.probabilities.clear();
        let hands = game.hands(state);
        game.play(state, legal, &mut Learner { episode: self, policy, rng, hands, decisions: 0 });
    }

    /// Adds to a gradient what this episode teaches: towards actions that did better than expected, and towards keeping
    /// an open mind. The gradient of entropy needs no logarithm: -p (l - mean of l).
    pub fn teach(&self, advantages: &[f32; MAX_SEATS], entropy: f32, gradient: &mut [f32]) {
        for decision in &self.decisions {
            let advantage = advantages[decision.seat as usize & (MAX_SEATS - 1)];
            let actions = decision.first..decision.first + decision.count;
            let (logits, probabilities) = (&self.logits[actions.clone()], &self.probabilities[actions.clone()]);
            let mean: f32 = logits.iter().zip(probabilities).map(|(logit, probability)| logit * probability).sum();
            for (place, row) in self.rows[actions].iter().enumerate() {
                let probability = probabilities[place];
                let taken = if place == decision.chosen { 1.0 } else { 0.0 };
                let push = advantage * (taken - probability) - entropy * probability * (logits[place] - mean);
                for index in row {
                    gradient[*index as usize] += push;
                }
            }
        }
    }
}

/// Decides for all seats and remembers.
struct Learner<'a> {
    episode: &'a mut Episode,
    policy: &'a Policy,
    rng: &'a mut Rng,
    hands: u32,
    decisions: u32,
}

impl<G: Game> Decider<G> for Learner<'_> {
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action> {
        self.decisions += 1;
        if game.hands(state) != self.hands || self.decisions > HORIZON {
            return None;
        }
        if legal.len() < 2 {
            return legal.nth(0);
        }
        let Episode { decisions, rows, logits, probabilities } = &mut *self.episode;
        let first = rows.len();
        let policy = self.policy;
        policy.features(game, state, seat, legal, &mut |row| {
            rows.push(*row.indices());
            logits.push(policy.logit(row));
        });
        probabilities.extend_from_slice(&logits[first..]);
        softmax(&mut probabilities[first..]);
        let chosen = sample(&probabilities[first..], self.rng);
        let count = rows.len() - first;
        if rows.len() <= MOST_ROWS {
            decisions.push(Decision { seat, first, count, chosen });
        } else {
            rows.truncate(first);
            logits.truncate(first);
            probabilities.truncate(first);
        }
        legal.nth(chosen as u32)
    }
}
