//! How good a strategy is: expected values, exact best responses, and what each seat could still gain.

use crate::solve::sequences::SequenceForm;
use crate::solve::tree::Tree;

/// What a profile of strategies is worth and how far it is from an equilibrium.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Quality {
    pub values: Vec<f64>,
    /// What each seat would gain by its best response, the others staying as they are. Never from a zero-sum shortcut.
    pub gains: Vec<f64>,
}

impl Quality {
    /// The sum of the gains; 0 exactly at an equilibrium.
    pub fn nash_conv(&self) -> f64 {
        self.gains.iter().sum()
    }
}

/// How likely each seat plays each of its sequences, if nothing else stood in its way.
pub fn fill_reach(tree: &Tree, seat: usize, policy: &[f64], reach: &mut [f64]) {
    reach[tree.root_sequence(seat)] = 1.0;
    for set in tree.sets_of(seat) {
        let before = reach[tree.sets[set].parent as usize];
        for action in tree.actions_of(set) {
            reach[action + seat + 1] = before * policy[action];
        }
    }
}

pub fn reaches(tree: &Tree, policy: &[f64]) -> Vec<f64> {
    let mut reach = vec![0.0; tree.sequence_count()];
    for seat in 0..tree.seats {
        fill_reach(tree, seat, policy, &mut reach);
    }
    reach
}

/// Values and best responses of a policy, a probability for every action of every set.
pub fn assess(tree: &Tree, form: &SequenceForm, policy: &[f64]) -> Quality {
    let reach = reaches(tree, policy);
    let mut quality = Quality::default();
    for seat in 0..tree.seats {
        let root = tree.root_sequence(seat);
        let sequences = (tree.action_start[seat + 1] - tree.action_start[seat]) as usize + 1;
        let mut played = vec![0.0; sequences];
        form.earn(seat, &reach, &mut played);
        let mut best = played.clone();
        for set in tree.sets_of(seat).rev() {
            let parent = tree.sets[set].parent as usize - root;
            let actions = tree.actions_of(set);
            let own = |action: usize| action + seat + 1 - root;
            let value: f64 = actions.clone().map(|action| policy[action] * played[own(action)]).sum();
            let most = actions.map(|action| best[own(action)]).fold(f64::NEG_INFINITY, f64::max);
            played[parent] += value;
            best[parent] += most;
        }
        quality.values.push(played[0]);
        quality.gains.push((best[0] - played[0]).max(0.0));
    }
    quality
}

/// The best response of a seat: for each of its sets the place of the action to take.
pub fn best_response(tree: &Tree, form: &SequenceForm, policy: &[f64], seat: usize) -> Vec<u32> {
    let reach = reaches(tree, policy);
    let root = tree.root_sequence(seat);
    let sequences = (tree.action_start[seat + 1] - tree.action_start[seat]) as usize + 1;
    let mut best = vec![0.0; sequences];
    form.earn(seat, &reach, &mut best);
    let sets = tree.sets_of(seat);
    let mut chosen = vec![0; sets.len()];
    for set in sets.clone().rev() {
        let mut most = f64::NEG_INFINITY;
        for (place, action) in tree.actions_of(set).enumerate() {
            let value = best[action + seat + 1 - root];
            if value > most {
                most = value;
                chosen[set - sets.start] = place as u32;
            }
        }
        best[tree.sets[set].parent as usize - root] += most;
    }
    chosen
}

/// The policy that a sum of policies amounts to; uniform where a seat never played to.
pub fn normalised(tree: &Tree, sums: &[f64]) -> Vec<f64> {
    let mut policy = sums.to_vec();
    for set in 0..tree.sets.len() {
        let actions = tree.actions_of(set);
        let count = actions.len() as f64;
        let total: f64 = sums[actions.clone()].iter().sum();
        for action in actions {
            policy[action] = if total > 0.0 { sums[action] / total } else { 1.0 / count };
        }
    }
    policy
}

/// Every action equally likely.
pub fn uniform(tree: &Tree) -> Vec<f64> {
    normalised(tree, &vec![0.0; tree.actions()])
}
