//! Monte Carlo counterfactual regret minimisation: Lanctot, Waugh, Zinkevich and Bowling 2009, "Monte Carlo sampling for
//! regret minimization in extensive games".
//!
//! An iteration is one walk for one seat, the traverser; seats take turns. External sampling looks at all actions of the
//! traverser and at one action of everyone else. The average is updated at *every* other seat that is met, not only at
//! the next one: with three seats and more that is what makes it converge. Outcome sampling looks at one path.

use crate::chance::Rng;
use crate::game::MAX_SEATS;
use crate::solve::quality::{Quality, assess, normalised};
use crate::solve::regret::{Memory, share_out};
use crate::solve::sequences::SequenceForm;
use crate::solve::tree::{CHANCE, LEAF, Tree};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sampling {
    External,
    /// The traverser explores with this probability.
    Outcome {
        explore: f64,
    },
}

/// Whose turn it is to be the traverser.
pub fn traverser(iteration: u64, seats: usize) -> usize {
    (iteration % seats as u64) as usize
}

/// How likely everyone but the traverser, and chance, which comes last, play to a node.
pub fn opponent_reach_product(reaches: &[f64], traverser: usize) -> f64 {
    reaches.iter().enumerate().filter(|(seat, _)| *seat != traverser).map(|(_, reach)| reach).product()
}

pub struct Sampler<'a> {
    tree: &'a Tree,
    form: &'a SequenceForm,
    sampling: Sampling,
    /// After so many iterations old regrets and averages are weighed down (0: never).
    discount_every: u64,
    scratch: Vec<f64>,
    pub rng: Rng,
    pub memory: Memory,
}

impl<'a> Sampler<'a> {
    pub fn new(
        tree: &'a Tree,
        form: &'a SequenceForm,
        sampling: Sampling,
        discount_every: u64,
        rng: Rng,
        memory: Option<Memory>,
    ) -> Self {
        let memory = memory.unwrap_or_else(|| Memory::new(tree, false));
        Sampler { tree, form, sampling, discount_every, scratch: Vec::new(), rng, memory }
    }

    pub fn iterate(&mut self) {
        let seat = traverser(self.memory.iterations, self.tree.seats);
        match self.sampling {
            Sampling::External => {
                self.walk(0, seat);
            }
            Sampling::Outcome { explore } => {
                let reaches = [1.0; MAX_SEATS + 1];
                self.episode(0, seat, reaches, 1.0, explore);
            }
        }
        self.memory.iterations += 1;
        if self.discount_every > 0 && self.memory.iterations % self.discount_every == 0 {
            let periods = (self.memory.iterations / self.discount_every) as f64;
            let keep = periods / (periods + 1.0);
            self.memory.regrets.iter_mut().for_each(|regret| *regret *= keep);
            self.memory.averages.iter_mut().for_each(|average| *average *= keep);
        }
    }

    pub fn average(&self) -> Vec<f64> {
        normalised(self.tree, &self.memory.averages)
    }

    pub fn quality(&self) -> Quality {
        assess(self.tree, self.form, &self.average())
    }

    fn fraction(&mut self) -> f64 {
        (self.rng.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn chance_child(&mut self, node: usize) -> usize {
        let first = self.tree.first_child[node] as usize;
        let count = self.tree.children[node] as usize;
        let drawn = self.fraction();
        let place = self.tree.cumulative[first..first + count].partition_point(|sum| *sum <= drawn);
        first + place.min(count - 1)
    }

    fn chance_probability(&self, node: usize, child: usize) -> f64 {
        let first = self.tree.first_child[node] as usize;
        let before = if child > first { self.tree.cumulative[child - 1] } else { 0.0 };
        self.tree.cumulative[child] - before
    }

    /// Puts what regrets say on top of the scratch space; where it starts.
    fn push_policy(&mut self, set: usize) -> usize {
        let start = self.scratch.len();
        let actions = self.tree.actions_of(set);
        self.scratch.extend(self.memory.regrets[actions].iter().map(|regret| regret.max(0.0)));
        share_out(&mut self.scratch[start..]);
        start
    }

    fn sample(&mut self, start: usize, count: usize) -> usize {
        let drawn = self.fraction();
        let mut sum = 0.0;
        for place in 0..count {
            sum += self.scratch[start + place];
            if drawn < sum {
                return place;
            }
        }
        // Rounding left a little at the end: the last action that is played at all.
        (0..count).rev().find(|place| self.scratch[start + place] > 0.0).unwrap_or(count - 1)
    }

    /// External sampling from a node: what it is worth to the traverser.
    fn walk(&mut self, node: usize, traverser: usize) -> f64 {
        let mut node = node;
        loop {
            let owner = self.tree.owner[node];
            if owner == LEAF {
                return self.tree.payoffs[self.tree.info[node] as usize * self.tree.seats + traverser];
            }
            if owner == CHANCE {
                node = self.chance_child(node);
                continue;
            }
            let set = self.tree.info[node] as usize;
            let actions = self.tree.actions_of(set);
            let first = self.tree.first_child[node] as usize;
            let start = self.push_policy(set);
            if owner as usize != traverser {
                let place = self.sample(start, actions.len());
                for (average, share) in self.memory.averages[actions].iter_mut().zip(&self.scratch[start..]) {
                    *average += share;
                }
                self.scratch.truncate(start);
                node = first + place;
                continue;
            }
            let values = self.scratch.len();
            let mut value = 0.0;
            for place in 0..actions.len() {
                let worth = self.walk(first + place, traverser);
                self.scratch.push(worth);
                value += self.scratch[start + place] * worth;
            }
            for (regret, worth) in self.memory.regrets[actions].iter_mut().zip(&self.scratch[values..]) {
                *regret += worth - value;
            }
            self.scratch.truncate(start);
            return value;
        }
    }

    /// Outcome sampling from a node: an estimate of what it is worth to the traverser.
    fn episode(&mut self, node: usize, traverser: usize, reaches: [f64; MAX_SEATS + 1], sampled: f64, explore: f64) -> f64 {
        let owner = self.tree.owner[node];
        if owner == LEAF {
            return self.tree.payoffs[self.tree.info[node] as usize * self.tree.seats + traverser];
        }
        let mut after = reaches;
        if owner == CHANCE {
            let child = self.chance_child(node);
            let probability = self.chance_probability(node, child);
            after[MAX_SEATS] *= probability;
            return self.episode(child, traverser, after, sampled * probability, explore);
        }
        let seat = owner as usize;
        let set = self.tree.info[node] as usize;
        let actions = self.tree.actions_of(set);
        let count = actions.len();
        let policy = self.push_policy(set);
        let drawn = self.scratch.len();
        let explore_here = if seat == traverser { explore } else { 0.0 };
        for place in 0..count {
            let share = self.scratch[policy + place];
            self.scratch.push(explore_here / count as f64 + (1.0 - explore_here) * share);
        }
        let place = self.sample(drawn, count);
        let (share, chance) = (self.scratch[policy + place], self.scratch[drawn + place]);
        self.scratch.truncate(drawn);
        after[seat] *= share;
        let child = self.tree.first_child[node] as usize + place;
        let worth = self.episode(child, traverser, after, sampled * chance, explore) / chance;
        let value = share * worth;
        if seat == traverser {
            let others = opponent_reach_product(&reaches, traverser) / sampled;
            let own = reaches[traverser] / sampled;
            for (number, action) in actions.enumerate() {
                let estimate = if number == place { worth } else { 0.0 };
                self.memory.regrets[action] += others * (estimate - value);
                self.memory.averages[action] += own * self.scratch[policy + number];
            }
        }
        self.scratch.truncate(policy);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reach_of_opponents_leaves_the_traverser_out() {
        assert_eq!(opponent_reach_product(&[0.5, 0.8], 0), 0.8);
        assert!((opponent_reach_product(&[0.5, 0.8, 0.3], 0) - 0.24).abs() < 1e-15);
        assert!((opponent_reach_product(&[0.5, 0.8, 0.3], 1) - 0.15).abs() < 1e-15);
    }

    #[test]
    fn the_traverser_goes_round() {
        let turns: Vec<usize> = (0..7).map(|iteration| traverser(iteration, 3)).collect();
        assert_eq!(turns, [0, 1, 2, 0, 1, 2, 0]);
    }
}
