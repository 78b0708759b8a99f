//! Which rules ever apply. A program made for counting says where its effects stand; the interpreter tells of the rest.

use std::collections::BTreeMap;

use super::playing::Seated;
use super::{Sample, in_order};
use crate::agents::Player;
use crate::chance::{Rng, derive};
use crate::game::{Decider, Event, Game, Legal, Mark, Observer};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    Effect(u16),
    Node(u16),
    Scoring(u16),
    CardScoring(u16),
    Win(u16),
    Limit,
    EmptyStock,
    Passes,
    /// A card of this type was dealt, played or moved otherwise.
    Card(u8),
    /// An action: slot and value.
    Chosen(u16, u8),
}

/// How often, and in how many games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Times {
    pub times: u64,
    pub games: u64,
}

pub type Counts = BTreeMap<Counted, Times>;

/// Counts what happens in one game.
#[derive(Default)]
struct Counter {
    counts: BTreeMap<Counted, u64>,
}

impl Counter {
    fn add(&mut self, counted: Counted) {
        *self.counts.entry(counted).or_default() += 1;
    }
}

impl Observer for Counter {
    const MARKS: bool = true;

    fn see(&mut self, event: Event) {
        match event {
            Event::Chose { action, .. } => self.add(Counted::Chosen(action.slot, action.value)),
            Event::Moved { card, .. } => self.add(Counted::Card(card)),
            _ => {}
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.add(match mark {
            Mark::Effect(number) => Counted::Effect(number),
            Mark::Node(number) => Counted::Node(number),
            Mark::Scoring(number) => Counted::Scoring(number),
            Mark::CardScoring(number) => Counted::CardScoring(number),
            Mark::Win(number) => Counted::Win(number),
            Mark::Limit => Counted::Limit,
            Mark::EmptyStock => Counted::EmptyStock,
            Mark::Passes => Counted::Passes,
        });
    }
}

/// Games that are counted together: results are merged in this order.
const TOGETHER: u64 = 16;

/// What applied in games between agents, and how many games there were.
pub fn coverage<G: Game, P: Player<G>>(
    game: &G,
    agents: &[P],
    sample: &Sample,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<(Counts, u64), String> {
    let pieces = sample.games.div_ceil(TOGETHER);
    let mut heard = |done: u64| progress((done * TOGETHER).min(sample.games));
    let done = in_order(pieces, sample.threads, &mut heard, |piece| {
        let games = piece * TOGETHER..sample.games.min((piece + 1) * TOGETHER);
        let count = games.end - games.start;
        let mut all = Counts::new();
        for index in games {
            let counts = count_game(game, agents, index, sample);
            for (counted, times) in counts {
                let entry = all.entry(counted).or_default();
                (entry.times, entry.games) = (entry.times + times, entry.games + 1);
            }
        }
        (all, count)
    })?;
    let mut all = Counts::new();
    let mut games = 0;
    for (counts, count) in done {
        games += count;
        for (counted, times) in counts {
            let entry = all.entry(counted).or_default();
            (entry.times, entry.games) = (entry.times + times.times, entry.games + times.games);
        }
    }
    Ok((all, games))
}

fn count_game<G: Game, P: Player<G>>(game: &G, agents: &[P], index: u64, sample: &Sample) -> BTreeMap<Counted, u64> {
    let seed = derive(&sample.seed, index);
    let rng = Rng::from_seed(&derive(&seed, 1));
    let mut seated = Seated::turned(agents, game.seats(), index as usize, rng, sample.most_decisions);
    let mut counter = Counter::default();
    let mut state = game.deal_watched(&seed, &mut counter);
    let mut legal = Legal::default();
    while let Some(seat) = game.turn(&state) {
        game.legal(&state, &mut legal);
        let Some(action) = Decider::<G>::decide(&mut seated, game, &state, seat, &legal) else {
            break;
        };
        game.apply(&mut state, action, &mut counter);
    }
    counter.counts
}
