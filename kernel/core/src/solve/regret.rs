//! Counterfactual regret minimisation over the whole tree, for any number of seats.
//!
//! * `cfr`: Zinkevich, Johanson, Bowling and Piccione 2007, "Regret minimization in games with incomplete information".
//! * `cfr+`: Tammelin 2014, "Solving large imperfect information games using CFR+": regrets never below zero, averages
//!   weighted by the iteration.
//! * `lcfr`, `dcfr`: Brown and Sandholm 2019, "Solving imperfect-information games via discounted regret minimization".
//! * `pcfr+`: Farina, Kroer and Sandholm 2021, "Faster game solving via predictive Blackwell approachability": the last
//!   regret is taken as a forecast of the next; averages weighted by the square of the iteration.
//!
//! Seats take turns within an iteration (alternating updates, as CFR+ introduced them and OpenSpiel does for all), each
//! against what the others play by then; `simultaneous` updates all of them against the iteration's start, as CFR was
//! first published.

use crate::solve::quality::{Quality, assess, normalised, uniform};
use crate::solve::sequences::SequenceForm;
use crate::solve::tree::Tree;

/// How regrets are kept and weighed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Variant {
    Plain,
    /// Regrets of at least zero; averages by the iteration.
    Plus,
    /// Powers by which old positive regrets, negative regrets and averages fade.
    Discounted {
        alpha: f64,
        beta: f64,
        gamma: f64,
    },
    Predictive,
}

/// Regrets, averages and how far it has got: all there is to go on from.
#[derive(Debug, Clone, PartialEq)]
pub struct Memory {
    pub iterations: u64,
    pub regrets: Vec<f64>,
    pub averages: Vec<f64>,
    /// Of `pcfr+`: the last regrets; empty otherwise.
    pub forecast: Vec<f64>,
}

impl Memory {
    pub fn new(tree: &Tree, forecasts: bool) -> Memory {
        let actions = tree.actions();
        let forecast = if forecasts { vec![0.0; actions] } else { Vec::new() };
        Memory { iterations: 0, regrets: vec![0.0; actions], averages: vec![0.0; actions], forecast }
    }
}

pub struct Solver<'a> {
    tree: &'a Tree,
    form: &'a SequenceForm,
    variant: Variant,
    simultaneous: bool,
    /// Where each set starts among the actions, and which of its seat's sequences comes before it, seat after seat.
    sets: Vec<Flat>,
    policy: Vec<f64>,
    reach: Vec<f64>,
    earned: Vec<f64>,
    pub memory: Memory,
}

/// What the inner loop needs of a set.
#[derive(Clone, Copy)]
struct Flat {
    first: u32,
    end: u32,
    parent: u32,
}

impl<'a> Solver<'a> {
    pub fn new(tree: &'a Tree, form: &'a SequenceForm, variant: Variant, simultaneous: bool, memory: Option<Memory>) -> Self {
        let memory = memory.unwrap_or_else(|| Memory::new(tree, variant == Variant::Predictive));
        let flat = |set: &crate::solve::tree::InformationSet| Flat {
            first: set.first,
            end: set.first + set.actions.len() as u32,
            parent: set.parent,
        };
        let mut solver = Solver {
            tree,
            form,
            variant,
            simultaneous,
            sets: tree.sets.iter().map(flat).collect(),
            policy: uniform(tree),
            reach: vec![0.0; tree.sequence_count()],
            earned: vec![0.0; tree.sequence_count()],
            memory,
        };
        for seat in 0..tree.seats {
            solver.match_regrets(seat);
        }
        solver
    }

    pub fn iterate(&mut self) {
        self.memory.iterations += 1;
        if self.simultaneous {
            for seat in 0..self.tree.seats {
                self.earn(seat);
            }
            for seat in 0..self.tree.seats {
                self.update(seat);
            }
            for seat in 0..self.tree.seats {
                self.match_regrets(seat);
            }
            return;
        }
        for seat in 0..self.tree.seats {
            self.earn(seat);
            self.update(seat);
            self.match_regrets(seat);
        }
    }

    /// The average of all policies so far: what converges.
    pub fn average(&self) -> Vec<f64> {
        normalised(self.tree, &self.memory.averages)
    }

    pub fn quality(&self) -> Quality {
        assess(self.tree, self.form, &self.average())
    }

    fn sequences(&self, seat: usize) -> std::ops::Range<usize> {
        let root = self.tree.root_sequence(seat);
        root..root + (self.tree.action_start[seat + 1] - self.tree.action_start[seat]) as usize + 1
    }

    fn earn(&mut self, seat: usize) {
        let sequences = self.sequences(seat);
        self.form.earn(seat, &self.reach, &mut self.earned[sequences]);
    }

    /// Backwards through a seat's sets: what each action is worth beside what is played, into regrets and averages.
    fn update(&mut self, seat: usize) {
        let time = self.memory.iterations as f64;
        let own = seat + 1;
        let weight = match self.variant {
            Variant::Plain => 1.0,
            Variant::Plus => time,
            Variant::Discounted { gamma, .. } => time.powf(gamma),
            Variant::Predictive => time * time,
        };
        let (keep_gain, keep_loss) = match self.variant {
            Variant::Discounted { alpha, beta, .. } => (fading(time, alpha), fading(time, beta)),
            _ => (1.0, 1.0),
        };
        let Memory { regrets, averages, forecast, .. } = &mut self.memory;
        for set in self.sets[self.tree.sets_of(seat)].iter().rev() {
            let range = set.first as usize..set.end as usize;
            let policy = &self.policy[range.clone()];
            let earned = &self.earned[range.start + own..range.end + own];
            let value: f64 = policy.iter().zip(earned).map(|(share, earned)| share * earned).sum();
            let share = weight * self.reach[set.parent as usize];
            for (average, played) in averages[range.clone()].iter_mut().zip(policy) {
                *average += share * played;
            }
            let regrets = regrets[range.clone()].iter_mut().zip(earned);
            match self.variant {
                Variant::Plain => regrets.for_each(|(regret, earned)| *regret += earned - value),
                Variant::Plus => regrets.for_each(|(regret, earned)| *regret = (*regret + earned - value).max(0.0)),
                Variant::Discounted { .. } => regrets.for_each(|(regret, earned)| {
                    let sum = *regret + earned - value;
                    *regret = sum * if sum > 0.0 { keep_gain } else { keep_loss };
                }),
                Variant::Predictive => {
                    for ((regret, earned), forecast) in regrets.zip(&mut forecast[range]) {
                        *forecast = earned - value;
                        *regret = (*regret + *forecast).max(0.0);
                    }
                }
            }
            self.earned[set.parent as usize] += value;
        }
    }

    /// What a seat plays next, and how likely that takes it to each of its sequences.
    fn match_regrets(&mut self, seat: usize) {
        let Memory { regrets, forecast, .. } = &self.memory;
        for set in &self.sets[self.tree.sets_of(seat)] {
            let range = set.first as usize..set.end as usize;
            let policy = &mut self.policy[range.clone()];
            if self.variant == Variant::Predictive {
                for ((share, regret), forecast) in policy.iter_mut().zip(&regrets[range.clone()]).zip(&forecast[range]) {
                    *share = (regret + forecast).max(0.0);
                }
            } else {
                for (share, regret) in policy.iter_mut().zip(&regrets[range]) {
                    *share = regret.max(0.0);
                }
            }
            share_out(policy);
        }
        fill_reach_flat(&self.sets[self.tree.sets_of(seat)], self.tree.root_sequence(seat), seat, &self.policy, &mut self.reach);
    }
}

fn fill_reach_flat(sets: &[Flat], root: usize, seat: usize, policy: &[f64], reach: &mut [f64]) {
    reach[root] = 1.0;
    for set in sets {
        let before = reach[set.parent as usize];
        let range = set.first as usize..set.end as usize;
        let after = &mut reach[range.start + seat + 1..range.end + seat + 1];
        for (after, share) in after.iter_mut().zip(&policy[range]) {
            *after = before * share;
        }
    }
}

/// Numbers of at least zero as shares of their sum; all the same where there are none.
#[inline]
pub fn share_out(shares: &mut [f64]) {
    let total: f64 = shares.iter().sum();
    if total > 0.0 {
        shares.iter_mut().for_each(|share| *share /= total);
    } else {
        let each = 1.0 / shares.len() as f64;
        shares.fill(each);
    }
}

fn fading(time: f64, power: f64) -> f64 {
    let old = time.powf(power);
    old / (old + 1.0)
}
