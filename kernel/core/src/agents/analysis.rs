//! What a search thinks of a decision: how good each action is, how sure that is, and what may come next.

use crate::game::{Action, Legal};

/// Visits that an action's variance is taken to have besides its own, with the variance of all actions.
const ALIKE: f64 = 2.0;

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

    /// The sum of squared differences from the mean.
    fn deviation(&self) -> f64 {
        (self.squares - self.sum * self.mean()).max(0.0)
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
    ///
    /// What a few visits returned may be all the same by chance: an action's variance counts as if [`ALIKE`] more visits had
    /// varied as those of all actions do.
    pub fn finish(&mut self) {
        let members = self.members.max(1) as f64;
        let tried = || self.actions.iter().filter(|action| action.visits > 0);
        let spare: f64 = tried().map(|action| action.visits as f64 - 1.0).sum();
        let common = tried().map(Appraisal::deviation).sum::<f64>() / spare.max(1.0);
        for action in self.actions.iter_mut().filter(|action| action.visits > 0) {
            let visits = action.visits as f64;
            let variance = (action.deviation() + ALIKE * common) / (visits - 1.0 + ALIKE);
            action.value = action.mean() / members;
            action.error = (variance / visits).sqrt() / members;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::Mask;

    #[test]
    fn a_single_visit_makes_nobody_sure() {
        let mut legal = Legal::default();
        legal.push(0, Mask::first(3));
        let mut found = Analysis::new(&legal, 1);
        found.actions[0].add(100, 0.0, 100.0); // as often 1 as -1
        found.actions[1].add(1, -1.0, 1.0);
        found.finish();
        assert!((found.actions[0].error - 0.1).abs() < 0.01, "{}", found.actions[0].error);
        assert!(found.actions[1].error > 0.8, "{}", found.actions[1].error);
        assert_eq!((found.actions[2].visits, found.actions[2].error), (0, 0.0));
    }

    #[test]
    fn what_never_varies_is_sure() {
        let mut legal = Legal::default();
        legal.push(0, Mask::first(2));
        let mut found = Analysis::new(&legal, 1);
        found.actions[0].add(10, 20.0, 40.0);
        found.actions[1].add(1, 3.0, 9.0);
        found.finish();
        assert_eq!(found.actions.iter().map(|action| (action.value, action.error)).collect::<Vec<_>>(), [(2.0, 0.0), (3.0, 0.0)]);
    }
}
