//! Information-set Monte Carlo tree search (SO-ISMCTS, Cowling, Powley and Whitehouse 2012): one tree over what the
//! searcher can tell apart, grown in worlds that could be true for all its seat knows.
//!
//! Departures: rewards are points at the end of the hand, scaled by how much they vary; forced moves make no node; worlds
//! are used several times where nothing new comes out of a stock; wide choices are widened step by step; where seats bid
//! or bet, playouts are mostly quiet, as random bidding makes every contract fail. With a learned policy the tree is
//! searched by PUCT and worlds are played out by the policy.

mod line;
mod search;
#[cfg(test)]
mod tests;
mod tree;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::analysis::Analysis;
use super::playout::Sides;
use super::prior::Prior;
use crate::chance::{Rng, mix};
use crate::game::{Action, Game, Information, Legal};
use search::Search;

/// Most simulations, and milliseconds, that one decision may ask for.
pub const MAX_SIMULATIONS: u32 = 1_000_000;
pub const MAX_MILLIS: u32 = 60_000;

/// Simulations of a tree: more than that are shared among several trees, which threads may grow side by side. How many
/// trees there are depends on nothing else, so that threads cannot change a choice.
const TREE: u32 = 4_000;
const MAX_TREES: u32 = 8;

/// Simulations for each call that may be made, where a policy plays worlds out, and how many times the count that was asked
/// for they may come to: a call decides more than a card, and one that the policy never makes may be the best.
const FOR_A_CALL: u32 = 16;
const MOST_TIMES: u32 = 4;

/// Simulations between two looks at the clock.
const BATCH: u32 = 32;

/// What a decision may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    Simulations(u32),
    Millis(u32),
}

impl Budget {
    /// Reads `400` or `250ms`.
    pub fn parse(text: &str) -> Option<Budget> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let within = |text: &str, most: u32| text.parse().ok().filter(|count| is_number(text) && (1..=most).contains(count));
        match text.strip_suffix("ms") {
            Some(millis) => within(millis, MAX_MILLIS).map(Budget::Millis),
            None => within(text, MAX_SIMULATIONS).map(Budget::Simulations),
        }
    }
}

/// How to search.
pub struct Settings<G: Game> {
    pub budget: Budget,
    pub prior: Option<Arc<dyn Prior<G>>>,
}

/// What it does: the action that was visited most.
#[inline(never)]
pub fn choose<G: Game>(
    settings: &Settings<G>,
    information: Information<G>,
    legal: &Legal,
    rng: &mut Rng,
    inexact: &mut u64,
) -> Option<Action> {
    if legal.len() < 2 {
        return legal.nth(0);
    }
    let found = search(settings, information, legal, rng, Asked { threads: 1, lines: false });
    *inexact += found.inexact;
    found.best().map(|best| best.action)
}

/// What it thinks of every legal action.
pub fn analyse<G: Game>(
    settings: &Settings<G>,
    information: Information<G>,
    legal: &Legal,
    rng: &mut Rng,
    threads: usize,
) -> Analysis {
    let mut found = search(settings, information, legal, rng, Asked { threads, lines: true });
    found.finish();
    found
}

/// How a search is to be done, which does not change what it finds.
struct Asked {
    threads: usize,
    /// Whether likely continuations are wanted.
    lines: bool,
}

fn search<G: Game>(settings: &Settings<G>, information: Information<G>, legal: &Legal, rng: &mut Rng, asked: Asked) -> Analysis {
    // Depends on what the seat knows, never on the game's own stream.
    let seed = rng.word() ^ information.key();
    let prior = settings.prior.as_deref();
    let mut found = Analysis::new(legal, Sides::new(information.game()).size(information.seat()));
    let (trees, planned) = match settings.budget {
        Budget::Simulations(count) => {
            let calls = if prior.is_some() && information.is_call() { legal.len() } else { 0 };
            let count = (FOR_A_CALL * calls).clamp(count, MOST_TIMES * count).min(MAX_SIMULATIONS);
            let trees = count.div_ceil(TREE).min(MAX_TREES);
            (trees, count.div_ceil(trees))
        }
        Budget::Millis(_) => (1, MAX_SIMULATIONS),
    };
    let grown = |number: u32| {
        let mut search = Search::new(information, prior, planned, mix(seed.wrapping_add(number as u64)));
        match settings.budget {
            Budget::Simulations(_) => search.grow(planned, planned),
            Budget::Millis(millis) => grow_for(&mut search, Duration::from_millis(millis as u64)),
        }
        let lines = if asked.lines && number == 0 { line::lines(&information, &search, legal) } else { Vec::new() };
        let node = search.root();
        let edges = node.map(|node| search.tree.edges(node).to_vec()).unwrap_or_default();
        (edges, lines, search.simulations, search.inexact)
    };
    for (edges, lines, simulations, inexact) in on_threads(asked.threads.clamp(1, trees as usize), trees, grown) {
        found.simulations += simulations;
        found.inexact += inexact;
        for edge in edges {
            if let Some(place) = legal.place(edge.action) {
                found.actions[place as usize].add(edge.visits, edge.sum, edge.squares);
            }
        }
        for (appraisal, line) in found.actions.iter_mut().zip(lines) {
            appraisal.line = line;
        }
    }
    found
}

/// What is made of each number, in order, by so many threads.
fn on_threads<T: Send>(threads: usize, count: u32, make: impl Fn(u32) -> T + Sync) -> Vec<T> {
    if threads == 1 {
        return (0..count).map(make).collect();
    }
    let own = |thread: usize| (thread as u32..count).step_by(threads).map(|number| (number, make(number))).collect::<Vec<_>>();
    let mut made: Vec<(u32, T)> = std::thread::scope(|scope| {
        let own = &own;
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || own(thread))).collect();
        let joined = |worker: std::thread::ScopedJoinHandle<_>| worker.join().unwrap_or_else(|why| resume_unwind(why));
        workers.into_iter().flat_map(joined).collect()
    });
    made.sort_by_key(|(number, _)| *number);
    made.into_iter().map(|(_, made)| made).collect()
}

/// Stops between batches; never before the first.
fn grow_for<G: Game>(search: &mut Search<G>, time: Duration) {
    let started = Instant::now();
    while search.simulations < MAX_SIMULATIONS {
        // Worlds are reused as if the budget were what has been spent so far.
        let planned = search.simulations.next_power_of_two().max(64);
        search.grow(BATCH, planned);
        if started.elapsed() >= time {
            break;
        }
    }
}
