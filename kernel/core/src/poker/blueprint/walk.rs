//! One walk: all actions of the traverser, one of everyone else.

use super::super::evaluate::evaluator;
use super::abstraction::Abstraction;
use super::tables::{MOST_ACTIONS, Tables};
use super::tree::{END, End, Tree};
use super::{Deal, Game};
use crate::chance::Rng;

use super::super::betting::SEATS;

/// Changes to tables, to be merged later: where, and as many numbers as the node has actions.
#[derive(Default)]
pub struct Log {
    pub heads: Vec<(u32, u16, bool)>,
    pub numbers: Vec<f32>,
}

const HEAD: usize = 7;

impl Log {
    /// How many places there are (4 bytes, little-endian), the places, and the numbers.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.heads.len() as u32).to_le_bytes().to_vec();
        for (node, bucket, sums) in &self.heads {
            bytes.extend(node.to_le_bytes());
            bytes.extend(bucket.to_le_bytes());
            bytes.push(u8::from(*sums));
        }
        self.numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }

    /// What `to_bytes` gave; None if it is none.
    pub fn from_bytes(bytes: &[u8]) -> Option<Log> {
        let (count, rest) = bytes.split_at_checked(4)?;
        let count = u32::from_le_bytes(count.try_into().ok()?) as usize;
        let (heads, rest) = rest.split_at_checked(count.checked_mul(HEAD)?)?;
        let head = |head: &[u8]| {
            let node = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
            (node, u16::from_le_bytes([head[4], head[5]]), head[6] == 1)
        };
        let numbers = rest.chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        let log = Log { heads: heads.chunks_exact(HEAD).map(head).collect(), numbers: numbers.collect() };
        (rest.len() % 4 == 0 && log.numbers.iter().all(|number| number.is_finite())).then_some(log)
    }
}

/// Buckets of a deal, street by street as they are needed.
pub struct Seen<'a> {
    deal: &'a Deal,
    abstraction: &'a dyn Abstraction,
    players: usize,
    buckets: [[u16; SEATS]; 4],
    known: u8,
    ranks: Option<[u16; SEATS]>,
}

impl<'a> Seen<'a> {
    pub fn new(deal: &'a Deal, abstraction: &'a dyn Abstraction, players: usize) -> Seen<'a> {
        Seen { deal, abstraction, players, buckets: [[0; SEATS]; 4], known: 0, ranks: None }
    }

    pub fn bucket(&mut self, street: usize, seat: usize) -> u16 {
        if self.known >> street & 1 == 0 {
            self.abstraction.buckets_of(self.deal, self.players, street, &mut self.buckets[street]);
            self.known |= 1 << street;
        }
        self.buckets[street][seat]
    }

    /// What a seat wins or loses at an end, in chips.
    pub fn paid(&mut self, end: &End, seat: usize) -> f32 {
        let own = end.paid[seat] as f32;
        if end.live >> seat & 1 == 0 {
            return -own;
        }
        let pot = end.paid.iter().sum::<u32>() as f32;
        if end.live.count_ones() == 1 {
            return pot - own;
        }
        let (deal, players) = (self.deal, self.players);
        let ranks = self.ranks.get_or_insert_with(|| {
            let board = deal.board_on(3);
            let mut ranks = [0; SEATS];
            (0..players).for_each(|seat| ranks[seat] = evaluator().rank(board | deal.hands[seat]));
            ranks
        });
        let live = (0..players).filter(|seat| end.live >> seat & 1 == 1);
        let best = live.clone().map(|seat| ranks[seat]).max().unwrap_or(0);
        if ranks[seat] < best {
            return -own;
        }
        pot / live.filter(|seat| ranks[*seat] == best).count() as f32 - own
    }
}

/// What does not change during a batch.
pub struct Walker<'a> {
    pub game: &'a Game,
    pub tree: &'a Tree,
    pub tables: &'a Tables,
    /// How everyone but the traverser plays, if they do not learn.
    pub fixed: Option<&'a Tables>,
    /// Actions with regrets below this are skipped, if the walk skips any.
    pub skip_below: f32,
}

impl Walker<'_> {
    /// What the traverser earns from a node on, in big blinds; what is learned goes to the log.
    pub fn walk(&self, code: u32, traverser: usize, seen: &mut Seen, rng: &mut Rng, skips: bool, log: &mut Log) -> f32 {
        if code & END != 0 {
            return seen.paid(&self.tree.ends[(code & !END) as usize], traverser) / self.game.blinds[1] as f32;
        }
        let node = self.tree.nodes[code as usize];
        let (player, actions) = (node.player as usize, node.actions as usize);
        let bucket = seen.bucket(node.street as usize, player);
        let mut policy = [0.0; MOST_ACTIONS];
        let children = self.tree.children(code);
        if player != traverser
            && let Some(fixed) = self.fixed
        {
            fixed.average(self.tree, code, bucket, &mut policy);
            return self.walk(children[drawn(&policy[..actions], rng)], traverser, seen, rng, skips, log);
        }
        self.tables.current(self.tree, code, bucket, &mut policy);
        if player != traverser {
            log.heads.push((code, bucket, true));
            log.numbers.extend(&policy[..actions]);
            return self.walk(children[drawn(&policy[..actions], rng)], traverser, seen, rng, skips, log);
        }
        let mut skipped = 0u16;
        if skips && let Some(regrets) = self.tables.regrets(self.tree, code, bucket) {
            let below = |at: &usize| regrets[*at] < self.skip_below && children[*at] & END == 0;
            (0..actions).filter(below).for_each(|at| skipped |= 1 << at);
        }
        let mut values = [0.0; MOST_ACTIONS];
        let mut value = 0.0;
        for at in 0..actions {
            if skipped >> at & 1 == 0 {
                values[at] = self.walk(children[at], traverser, seen, rng, skips, log);
                value += policy[at] * values[at];
            }
        }
        log.heads.push((code, bucket, false));
        let missed = (0..actions).map(|at| if skipped >> at & 1 == 0 { values[at] - value } else { 0.0 });
        log.numbers.extend(missed);
        value
    }
}

/// An action, each as often as a policy says.
pub fn drawn(policy: &[f32], rng: &mut Rng) -> usize {
    let mut left = (rng.word() >> 40) as f32 / (1u64 << 24) as f32;
    for (at, often) in policy.iter().enumerate() {
        left -= often;
        if left < 0.0 {
            return at;
        }
    }
    policy.iter().rposition(|often| *often > 0.0).unwrap_or(0)
}
