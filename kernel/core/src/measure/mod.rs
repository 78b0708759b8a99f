//! What kind of game a game is: batches from which measures are worked out. A batch is the same whatever the number of
//! threads, and stops early, with what it has, when its caller says so.

pub mod any;
pub mod coverage;
pub mod decisions;
pub mod duplicates;
pub mod lengths;
pub mod many;
pub mod playing;
mod significance;
pub mod swings;
pub mod tension;

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::chance::Seed;

/// Between a round of work and the next there is progress: so often, about, and so many pieces for each thread at most.
const HEARD: Duration = Duration::from_millis(50);
const MOST_PIECES: u64 = 64;

/// What a batch of measurements is to be, beside who plays.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// Games (deals, of duplicates).
    pub games: u64,
    pub seed: Seed,
    pub threads: usize,
    /// A game that is not over after so many decisions is judged where it stands.
    pub most_decisions: u64,
}

/// Does work for `0..count` and keeps what comes of it in that order. `progress` hears how many are done after each
/// round; returning false stops there.
pub fn in_order<T: Send>(
    count: u64,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> bool,
    work: impl Fn(u64) -> T + Sync,
) -> Result<Vec<T>, String> {
    let threads = threads.max(1);
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string());
    let pool = if threads > 1 { Some(pool()?) } else { None };
    let mut done: Vec<T> = Vec::new();
    let mut per_round = threads as u64;
    let mut next = 0;
    while next < count {
        let started = Instant::now();
        let until = count.min(next + per_round);
        match &pool {
            Some(pool) => done.extend(pool.install(|| (next..until).into_par_iter().map(&work).collect::<Vec<T>>())),
            None => done.extend((next..until).map(&work)),
        }
        next = until;
        if !progress(next) {
            break;
        }
        if started.elapsed() < HEARD {
            per_round = (2 * per_round).min(threads as u64 * MOST_PIECES);
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_on_many_threads_stays_in_order_and_stops_when_told() {
        for threads in [1, 3] {
            let all = in_order(1000, threads, &mut |_| true, |number| number * number);
            assert_eq!(all, Ok((0..1000).map(|number| number * number).collect()));
            let some = in_order(1000, threads, &mut |done| done < 10, |number| number).unwrap_or_default();
            assert!((10..1000).contains(&some.len()) && some.iter().copied().eq(0..some.len() as u64));
        }
    }
}
