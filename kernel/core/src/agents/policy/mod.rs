//! Policies learned by self-play: a softmax over the legal actions, whose logits are sums of weights of hashed features.

pub mod episode;
pub mod softmax;
pub mod train;

use super::prior::INFERENCE_FLOOR;
use super::{Prior, Refusal};
use crate::features::{Row, WEIGHTS, fixed_row};
use crate::game::{Game, Information, Legal};

/// How policies are written: what it starts with, and the version of features and numbers.
const MAGIC: &[u8; 4] = b"DWPL";
/// The same of a policy that is a fixed order of preference among actions.
const FIXED_MAGIC: &[u8; 4] = b"DWPF";
const VERSION: u32 = 1;
const HEADER: usize = 20;

/// The weights of a policy.
#[derive(Clone, PartialEq)]
pub struct Policy {
    weights: Box<[f32]>,
    /// It knows each action by itself and nothing of the situation: a fixed order of preference.
    is_fixed: bool,
}

impl Policy {
    /// One that prefers nothing.
    pub fn indifferent() -> Policy {
        Policy { weights: vec![0.0; WEIGHTS].into(), is_fixed: false }
    }

    /// The same, and it will never know more than which action it is.
    pub fn fixed() -> Policy {
        Policy { is_fixed: true, ..Policy::indifferent() }
    }

    /// The features of each legal action, as far as this policy sees them.
    #[inline(always)]
    pub fn features<G: Game>(&self, game: &G, state: &G::State, seat: u8, legal: &Legal, put: &mut impl FnMut(&Row)) {
        if self.is_fixed {
            legal.iter().for_each(|action| put(&fixed_row(action)));
        } else {
            game.features(state, seat, legal, put);
        }
    }

    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// How much an action with these features is preferred.
    #[inline(always)]
    pub fn logit(&self, row: &Row) -> f32 {
        row.indices().iter().map(|index| self.weights[*index as usize & (WEIGHTS - 1)]).sum()
    }

    /// Its bytes: header, digest of the features, step, and each weight in steps (16 bits).
    pub fn to_bytes(&self, digest: u64) -> Vec<u8> {
        let largest = self.weights.iter().fold(0f32, |most, weight| most.max(weight.abs()));
        let step = if largest > 0.0 { largest / i16::MAX as f32 } else { 1.0 };
        let mut bytes = Vec::with_capacity(HEADER + 2 * WEIGHTS);
        bytes.extend(if self.is_fixed { FIXED_MAGIC } else { MAGIC });
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(digest.to_le_bytes());
        bytes.extend(step.to_le_bytes());
        for weight in &self.weights {
            bytes.extend(((weight / step).round() as i16).to_le_bytes());
        }
        bytes
    }

    /// The policy of some bytes, for a game with this digest of features.
    pub fn from_bytes(bytes: &[u8], digest: u64) -> Result<Policy, Refusal> {
        let refusal = |code: &'static str, text: &str| Err(Refusal { code, text: text.to_string() });
        let damaged = |text: &str| refusal("policy.damaged", text);
        let is_fixed = bytes.starts_with(FIXED_MAGIC);
        if bytes.len() < HEADER || !(is_fixed || bytes.starts_with(MAGIC)) {
            return damaged("these bytes are no policy");
        }
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if number(4) != VERSION {
            return refusal("policy.other-version", &format!("found version {}, expected {VERSION}", number(4)));
        }
        if bytes.len() != HEADER + 2 * WEIGHTS {
            return damaged("the policy is not whole");
        }
        let found = number(8) as u64 | (number(12) as u64) << 32;
        if found != digest {
            return refusal("policy.other-game", "the policy was learned for other cards, strains or counts");
        }
        let step = f32::from_bits(number(16));
        if !(step.is_finite() && step > 0.0 && step < 1e6) {
            return damaged("the policy's step is no number");
        }
        let weights = bytes[HEADER..].chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]) as f32 * step);
        Ok(Policy { weights: weights.collect(), is_fixed })
    }
}

impl<G: Game> Prior<G> for Policy {
    fn likelihood(&self, game: &G, world: &G::State, seat: u8) -> f64 {
        if self.is_fixed {
            return 1.0; // it would do the same with any cards
        }
        let mut logits = Vec::new();
        let mut likelihood = 1.0;
        game.bets_of_others(world, seat, &mut |rows, taken| {
            logits.clear();
            logits.extend(rows.iter().map(|row| self.logit(row)));
            softmax::softmax(&mut logits);
            let probability = logits.get(taken as usize).copied().unwrap_or(0.0) as f64;
            likelihood *= (1.0 - INFERENCE_FLOOR) * probability + INFERENCE_FLOOR / logits.len().max(1) as f64;
        });
        likelihood
    }

    #[inline(never)]
    fn logits(&self, information: Information<G>, legal: &Legal, out: &mut Vec<f32>) {
        information.seen_as(|game, state, seat| self.features(game, state, seat, legal, &mut |row| out.push(self.logit(row))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_reads_back_as_it_was_written() {
        let mut policy = Policy::indifferent();
        policy.weights_mut()[5] = 2.0;
        policy.weights_mut()[6] = -1.0;
        let bytes = policy.to_bytes(9);
        let again = Policy::from_bytes(&bytes, 9).unwrap_or_else(|why| panic!("{why:?}"));
        assert!((again.weights()[6] + 1.0).abs() < 1e-4 && again.weights()[7] == 0.0);
        assert_eq!(again.to_bytes(9), bytes);
    }

    #[test]
    fn other_bytes_are_refused_with_a_code() {
        let bytes = Policy::indifferent().to_bytes(9);
        let code = |bytes: &[u8], digest: u64| Policy::from_bytes(bytes, digest).err().map(|why| why.code);
        assert_eq!(code(&bytes, 9), None);
        assert_eq!(code(&bytes, 8), Some("policy.other-game"));
        assert_eq!(code(&bytes[..bytes.len() - 1], 9), Some("policy.damaged"));
        assert_eq!(code(b"", 9), Some("policy.damaged"));
        let mut other = bytes.clone();
        other[4] = 2;
        assert_eq!(code(&other, 9), Some("policy.other-version"));
        other = bytes.clone();
        other[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(code(&other, 9), Some("policy.damaged"));
    }
}
