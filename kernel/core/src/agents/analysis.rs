//! What a search thinks of a decision: how good each action is, how sure that is, and what may come next.

use crate::game::{Action, Legal};

/// A step of a continuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreseen {
    pub seat: u8,
    pub action: Action,
}

/// What is thought of an action.
#[derive(Debug, Clone, PartialEq)]
pub struct Appraisal {
    pub action: Action,
    pub visits: u32,
    /// Points at the end of the hand, for the seat (of a team, for each of its members), on average, and the standard error.
    pub value: f64,
    pub error: f64,
    /// What is expected to follow it.
    pub line: Vec<Foreseen>,
    sum: f64,
    squares: f64,
}

impl Appraisal {
    fn new(action: Action) -> Appraisal {
        Appraisal { action, visits: 0, value: 0.0, error: 0.0, line: Vec::new(), sum: 0.0, squares: 0.0 }
    }

    /// What a visit returned to the whole side on average.
    fn mean(&self) -> f64 {
        self.sum / self.visits.max(1) as f64
    }

    /// Counts visits with what they returned.
    pub fn add(&mut self, visits: u32, sum: f64, squares: f64) {
        self.visits += visits;
        self.sum += sum;
        self.squares += squares;
    }
}

/// Every legal action, in listing order.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    pub actions: Vec<Appraisal>,
    pub simulations: u32,
    /// Samples that gave up some inference.
    pub inexact: u64,
    members: u32,
}

impl Analysis {
    /// Nothing known yet, for a seat whose side has so many members.
    pub fn new(legal: &Legal, members: u32) -> Analysis {
        Analysis { actions: legal.iter().map(Appraisal::new).collect(), simulations: 0, inexact: 0, members }
    }

    /// The action visited most; of several the one worth more, then the first.
    pub fn best(&self) -> Option<&Appraisal> {
        let rank = |of: &Appraisal| (of.visits, of.mean());
        self.actions.iter().reduce(|best, other| if rank(other) > rank(best) { other } else { best })
    }

    /// Each action with what its visits returned on average, to the whole side.
    pub fn totals(&self) -> Vec<(Action, f64)> {
        self.actions.iter().map(|action| (action.action, action.mean())).collect()
    }

    /// Works out values and errors.
    pub fn finish(&mut self) {
        let members = self.members.max(1) as f64;
        for action in self.actions.iter_mut().filter(|action| action.visits > 0) {
            let visits = action.visits as f64;
            let mean = action.sum / visits;
            let variance = (action.squares / visits - mean * mean).max(0.0);
            action.value = mean / members;
            action.error = (variance / (visits - 1.0).max(1.0)).sqrt() / members;
        }
    }
}
