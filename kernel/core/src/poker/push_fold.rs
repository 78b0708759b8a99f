//! Push or fold, heads-up before the flop: the small blind puts in everything or folds, the big blind calls or folds.
//! Equities are exact and cards are removed, so the answer is that of the game.

use super::cells::{Cells, best, earned};
use super::classes::{CLASSES, pairs_of_classes};
use super::parallel::Told;

/// Blinds in big blinds.
pub const SMALL_BLIND: f64 = 0.5;
pub const BIG_BLIND: f64 = 1.0;

/// How to play: by class, how often to push, and how often to call; what each seat earns in big blinds, and what it could
/// still gain.
#[derive(Debug, Clone)]
pub struct PushFold {
    pub push: Vec<f64>,
    pub call: Vec<f64>,
    pub values: [f64; 2],
    pub gains: [f64; 2],
    pub iterations: u64,
}

/// The game as numbers: what the small blind earns is `folded + sum push (alone + sum call (more))`, over classes.
struct Game {
    /// What it earns by folding always.
    folded: f64,
    /// What pushing earns more than folding if everyone folds to it.
    alone: Vec<f64>,
    /// By class and class of the caller: what being called earns more than that.
    called: Vec<f64>,
    /// The same by the caller's class first.
    called_by: Vec<f64>,
}

impl Game {
    fn new(stack: f64, equities: &[f64]) -> Game {
        let pairs = pairs_of_classes();
        let deals: f64 = pairs.iter().map(|pairs| *pairs as f64).sum();
        let likely = |at: usize| pairs[at] as f64 / deals;
        let alone =
            |class: usize| (0..CLASSES).map(|other| likely(class * CLASSES + other)).sum::<f64>() * (BIG_BLIND + SMALL_BLIND);
        let more = |at: usize| likely(at) * ((2.0 * equities[at] - 1.0) * stack - BIG_BLIND);
        let called: Vec<f64> = (0..CLASSES * CLASSES).map(more).collect();
        let turned = (0..CLASSES * CLASSES).map(|at| called[at % CLASSES * CLASSES + at / CLASSES]);
        let called_by = turned.collect();
        Game { folded: -SMALL_BLIND, alone: (0..CLASSES).map(alone).collect(), called, called_by }
    }

    /// What pushing earns more than folding, by class, against a caller.
    fn pushing(&self, call: &[f64]) -> Vec<f64> {
        self.alone.iter().zip(self.called.chunks(CLASSES)).map(|(alone, row)| alone + earned(row, call)).collect()
    }

    /// What calling earns the big blind more than folding, by class.
    fn calling(&self, push: &[f64]) -> Vec<f64> {
        self.called_by.chunks(CLASSES).map(|row| -earned(row, push)).collect()
    }

    fn assess(&self, push: Vec<f64>, call: Vec<f64>, iterations: u64) -> PushFold {
        let (pushing, calling) = (self.pushing(&call), self.calling(&push));
        let value = self.folded + earned(&pushing, &push);
        let gains = [best(&pushing) - earned(&pushing, &push), best(&calling) - earned(&calling, &call)];
        PushFold { push, call, values: [value, -value], gains, iterations }
    }
}

/// Looks at how good the answer is after so many iterations.
const LOOK_EVERY: u64 = 100;

/// Solves it for a stack in big blinds, until nobody gains more than `target`, or for `most` iterations. The equities are by
/// class and class. None if it was told to stop.
pub fn solve(stack: f64, equities: &[f64], target: f64, most: u64, told: &mut Told) -> Option<PushFold> {
    let game = Game::new(stack, equities);
    let (mut push, mut call) = (Cells::new(CLASSES), Cells::new(CLASSES));
    for iteration in 1..=most {
        push.learn(&game.pushing(call.current()), iteration as f64);
        call.learn(&game.calling(push.current()), iteration as f64);
        if iteration % LOOK_EVERY == 0 || iteration == most {
            let found = game.assess(push.average(), call.average(), iteration);
            if found.gains[0].max(found.gains[1]) <= target || iteration == most {
                return Some(found);
            }
            if !told(iteration) {
                return None;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Equities of a made-up game in which the higher class wins nine times of ten.
    fn ladder() -> Vec<f64> {
        let equity = |at: usize| match (at / CLASSES).cmp(&(at % CLASSES)) {
            std::cmp::Ordering::Less => 0.1,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.9,
        };
        (0..CLASSES * CLASSES).map(equity).collect()
    }

    #[test]
    fn strong_classes_push_and_call_and_nobody_gains() {
        let found = solve(10.0, &ladder(), 1e-7, 50_000, &mut |_| true).unwrap();
        assert!(found.gains.iter().all(|gain| (0.0..1e-7).contains(gain)), "{:?}", found.gains);
        assert_eq!((found.push[CLASSES - 1].round(), found.call[CLASSES - 1].round(), found.call[0].round()), (1.0, 1.0, 0.0));
        assert_eq!(found.values[0], -found.values[1]);
    }

    #[test]
    fn it_stops_when_told() {
        assert!(solve(10.0, &ladder(), 0.0, 50_000, &mut |_| false).is_none());
    }
}
