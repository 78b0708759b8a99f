//! Long work in parts: done in parallel, merged in order, heard from in between.

use rayon::prelude::*;

/// What is told after some parts: how many are done. Returning false stops.
pub type Told<'a> = dyn FnMut(u64) -> bool + 'a;

/// Parts that are worked on between two reports, for each thread.
const PARTS_A_ROUND: usize = 4;

/// Works on parts `0..count`, so many threads at a time, and merges what they give in the order of the parts, so that sums are
/// the same for any number of threads. None if it was told to stop.
pub fn in_parts<T: Send, M>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> T + Sync,
    mut merged: M,
    mut merge: impl FnMut(&mut M, T),
    told: &mut Told,
) -> Result<Option<M>, String> {
    let threads = threads.clamp(1, 1024);
    let pool = match threads {
        1 => None,
        _ => Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?),
    };
    let mut first = 0;
    while first < count {
        let parts = first..count.min(first + PARTS_A_ROUND * threads);
        first = parts.end;
        let found: Vec<T> = match &pool {
            None => parts.map(&work).collect(),
            Some(pool) => pool.install(|| parts.into_par_iter().map(&work).collect()),
        };
        found.into_iter().for_each(|part| merge(&mut merged, part));
        if !told(first as u64) {
            return Ok(None);
        }
    }
    Ok(Some(merged))
}
