//! Iterations until a number or a quality is reached, looked at on the way.

use crate::chance::Rng;
use crate::solve::quality::Quality;
use crate::solve::regret::{Memory, Solver, Variant};
use crate::solve::sampling::{Sampler, Sampling};
use crate::solve::sequences::SequenceForm;
use crate::solve::tree::Tree;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Algorithm {
    Regret { variant: Variant, simultaneous: bool },
    Sample { sampling: Sampling, discount_every: u64 },
}

/// A solver at rest: with the tree, all it takes to go on exactly as if it had never stopped.
#[derive(Debug, Clone, PartialEq)]
pub struct Progress {
    pub memory: Memory,
    pub rng: u64,
}

impl Progress {
    pub fn new(tree: &Tree, algorithm: Algorithm, seed: u64) -> Progress {
        let forecasts = matches!(algorithm, Algorithm::Regret { variant: Variant::Predictive, .. });
        Progress { memory: Memory::new(tree, forecasts), rng: seed }
    }
}

/// What is told on the way: the iteration, and the quality where it was looked at. Returning false stops.
pub type Told<'a> = dyn FnMut(u64, Option<&Quality>) -> bool + 'a;

/// The next iteration after which quality is looked at: ever further apart, wherever one starts.
pub fn next_look(iteration: u64) -> u64 {
    let mut look = 0;
    while look <= iteration {
        look += (look / 10).max(1);
    }
    look
}

enum Working<'a> {
    Regret(Box<Solver<'a>>),
    Sample(Box<Sampler<'a>>),
}

impl Working<'_> {
    fn iterate(&mut self) {
        match self {
            Working::Regret(solver) => solver.iterate(),
            Working::Sample(sampler) => sampler.iterate(),
        }
    }

    fn quality(&self) -> Quality {
        match self {
            Working::Regret(solver) => solver.quality(),
            Working::Sample(sampler) => sampler.quality(),
        }
    }
}

/// Goes on until `iterations` are done, until NashConv is at most `target`, or until it is told to stop. `pulse` is the
/// number of iterations after which it listens.
pub fn run(
    tree: &Tree,
    form: &SequenceForm,
    algorithm: Algorithm,
    progress: Progress,
    iterations: u64,
    target: Option<f64>,
    told: &mut Told,
) -> Progress {
    let Progress { memory, rng } = progress;
    let mut done = memory.iterations;
    let mut working = match algorithm {
        Algorithm::Regret { variant, simultaneous } => {
            Working::Regret(Box::new(Solver::new(tree, form, variant, simultaneous, Some(memory))))
        }
        Algorithm::Sample { sampling, discount_every } => {
            Working::Sample(Box::new(Sampler::new(tree, form, sampling, discount_every, Rng::new(rng), Some(memory))))
        }
    };
    // About a million leaves between two moments of listening.
    let pulse = match algorithm {
        Algorithm::Regret { .. } => (1_000_000 / form.entries().max(1) as u64).max(1),
        Algorithm::Sample { .. } => 2_000,
    };
    let mut look = next_look(done);
    while done < iterations {
        working.iterate();
        done += 1;
        if done == look || done == iterations {
            let quality = working.quality();
            look = next_look(done);
            let reached = target.is_some_and(|target| quality.nash_conv() <= target);
            if !told(done, Some(&quality)) || reached {
                break;
            }
        } else if done % pulse == 0 && !told(done, None) {
            break;
        }
    }
    match working {
        Working::Regret(solver) => Progress { memory: solver.memory, rng },
        Working::Sample(sampler) => Progress { rng: sampler.rng.state(), memory: sampler.memory },
    }
}
