//! One pass through the tree for one player: what the other's play makes of each of its holdings.

use rayon::prelude::*;

use super::Spot;
use super::deals::Deals;
use super::lanes::{LANES, Lanes, Pays, Places, Table, even, showdown};
use super::lock::{Locked, Placed};
use super::tree::{Child, LeafKind, Segment, Tree};

/// What was learned on one street after one board and one way to bet there; and on the streets after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// By player: rows of one action, one number for each holding.
    pub regrets: [Vec<f32>; 2],
    pub sums: [Vec<f32>; 2],
    /// By leaf that deals (in the segment's order), then by next card.
    pub later: Vec<Vec<Learned>>,
    /// Nodes of this street whose play is fixed.
    pub locked: Vec<Locked>,
}

/// What a pass is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Purpose {
    /// Learn, fading what was learned before.
    Learn { keep_positive: f32, keep_negative: f32, keep_sums: f32 },
    /// What the average play of both is worth.
    Value,
    /// What the best answer to the other's average play is worth.
    Best,
}

/// All that does not change while solving.
pub struct Ground {
    pub spot: Spot,
    pub tree: Tree,
    pub deals: Deals,
    pub places: [Vec<Places>; 2],
    pub same: [Vec<u16>; 2],
    pub parallel: bool,
    pub locks: Vec<Placed>,
}

/// Numbers that are used again and again, without being cleared.
#[derive(Default)]
struct Scratch {
    policy: [Vec<f32>; 2],
    reach: [Vec<f32>; 2],
    values: Vec<f32>,
    leaves: Vec<f32>,
    lanes: Vec<Lanes>,
    paid: Vec<Lanes>,
}

thread_local! {
    static SCRATCH: std::cell::RefCell<Vec<Scratch>> = const { std::cell::RefCell::new(Vec::new()) };
}

fn sized(numbers: &mut Vec<f32>, size: usize) -> &mut [f32] {
    if numbers.len() < size {
        numbers.resize(size, 0.0);
    }
    &mut numbers[..size]
}

impl Ground {
    fn holdings(&self, player: usize) -> usize {
        self.spot.holdings[player].len()
    }

    /// Room for all that is learned, from a segment and a board on.
    pub fn room(&self, segment: usize, board: usize) -> Learned {
        let here = &self.tree.segments[segment];
        let rows = |player: usize| vec![0.0; here.rows[player] * self.holdings(player)];
        let later = here.deals.iter().map(|leaf| match here.leaves[*leaf].kind {
            LeafKind::Deal { segment } => {
                self.deals.boards[board].next.iter().map(|next| self.room(segment, next.board)).collect()
            }
            _ => Vec::new(),
        });
        Learned { regrets: [rows(0), rows(1)], sums: [rows(0), rows(1)], later: later.collect(), locked: Vec::new() }
    }

    /// Bytes that `room` takes.
    pub fn room_bytes(&self, segment: usize, board: usize) -> u64 {
        let here = &self.tree.segments[segment];
        let own: usize = (0..2).map(|player| here.rows[player] * self.holdings(player)).sum();
        let later = here.deals.iter().map(|leaf| match here.leaves[*leaf].kind {
            LeafKind::Deal { segment } => {
                self.deals.boards[board].next.iter().map(|next| self.room_bytes(segment, next.board)).sum()
            }
            _ => 0,
        });
        8 * own as u64 + later.sum::<u64>()
    }

    /// What each holding of a player gets from a segment on, given how likely each holding of both plays to here.
    pub fn pass(
        &self,
        player: usize,
        purpose: Purpose,
        learned: &mut Learned,
        [segment, board]: [usize; 2],
        reach: [&[f32]; 2],
        out: &mut [f32],
    ) {
        let count = self.holdings(player);
        self.pass_then(player, purpose, learned, [segment, board], reach, |here, values, leaves| {
            out.copy_from_slice(match here.root {
                Some(Child::Leaf(leaf)) => &leaves[leaf * count..][..count],
                _ => &values[..count],
            });
        });
    }

    /// The same, and what comes of it: values of the segment's nodes and of its leaves, one row each.
    pub fn pass_then<T>(
        &self,
        player: usize,
        purpose: Purpose,
        learned: &mut Learned,
        [segment, board]: [usize; 2],
        reach: [&[f32]; 2],
        then: impl FnOnce(&Segment, &[f32], &[f32]) -> T,
    ) -> T {
        let mut scratch = SCRATCH.with(|pool| pool.borrow_mut().pop()).unwrap_or_default();
        let here = &self.tree.segments[segment];
        self.forward(player, purpose, learned, here, reach, &mut scratch);
        self.ends(player, here, board, &mut scratch);
        self.deal(player, purpose, learned, here, board, &mut scratch);
        self.backward(player, purpose, learned, here, &mut scratch);
        let found = then(here, &scratch.values, &scratch.leaves);
        SCRATCH.with(|pool| pool.borrow_mut().push(scratch));
        found
    }

    /// How both play here, and how likely each holding comes to each slot.
    fn forward(
        &self,
        player: usize,
        purpose: Purpose,
        learned: &Learned,
        here: &Segment,
        reach: [&[f32]; 2],
        scratch: &mut Scratch,
    ) {
        for seat in 0..2 {
            let count = self.holdings(seat);
            let learns = matches!(purpose, Purpose::Learn { .. });
            let numbers = if learns { &learned.regrets[seat] } else { &learned.sums[seat] };
            let policy = sized(&mut scratch.policy[seat], here.rows[seat] * count);
            for node in here.nodes.iter().filter(|node| node.player == seat) {
                let rows = node.first_row * count..(node.first_row + node.actions.len()) * count;
                matched(&numbers[rows.clone()], &mut policy[rows], count);
            }
            for locked in learned.locked.iter().filter(|locked| here.nodes[locked.node].player == seat) {
                locked.fix(&mut policy[here.nodes[locked.node].first_row * count..]);
            }
            // Own reach is needed only for the average.
            if seat == player && !learns {
                continue;
            }
            let reached = sized(&mut scratch.reach[seat], here.slots[seat] * count);
            reached[..count].copy_from_slice(reach[seat]);
            for node in here.nodes.iter().filter(|node| node.player == seat) {
                let (before, after) = reached.split_at_mut(node.first_slot * count);
                let from = &before[node.slots[seat] * count..][..count];
                for (at, to) in after.chunks_exact_mut(count).take(node.actions.len()).enumerate() {
                    let row = &policy[(node.first_row + at) * count..][..count];
                    for ((to, from), often) in to.iter_mut().zip(from).zip(row) {
                        *to = from * often;
                    }
                }
            }
        }
    }

    /// Folds and showdowns, eight at a time.
    fn ends(&self, player: usize, here: &Segment, board: usize, scratch: &mut Scratch) {
        let (own, other) = (self.holdings(player), self.holdings(1 - player));
        sized(&mut scratch.leaves, here.leaves.len() * own);
        scratch.lanes.resize(other.max(scratch.lanes.len()), Lanes::ZERO);
        scratch.paid.resize(own.max(scratch.paid.len()), Lanes::ZERO);
        let table = Table { own: &self.places[player], other: &self.places[1 - player], same: &self.same[player] };
        let order = &self.deals.boards[board].order;
        for (leaves, shown) in [(&here.folds, false), (&here.showdowns, true)] {
            for batch in leaves.chunks(LANES) {
                self.gather(player, here, batch, scratch);
                let pays = self.pays(player, here, batch);
                let paid = &mut scratch.paid[..own];
                let reach = &scratch.lanes[..other];
                if shown && pays.even.0 == [0.0; LANES] {
                    paid.fill(Lanes::ZERO);
                } else {
                    even(&table, reach, &pays.even, paid);
                }
                if shown {
                    showdown(&table, &order[player], &order[1 - player], reach, &pays, paid);
                }
                for (lane, leaf) in batch.iter().enumerate() {
                    let to = &mut scratch.leaves[leaf * own..][..own];
                    to.iter_mut().zip(paid.iter()).for_each(|(to, paid)| *to = paid.0[lane]);
                }
            }
        }
    }

    /// The other's reach at a batch of leaves, side by side.
    fn gather(&self, player: usize, here: &Segment, batch: &[usize], scratch: &mut Scratch) {
        let other = self.holdings(1 - player);
        for (lane, leaf) in batch.iter().enumerate() {
            let slot = here.leaves[*leaf].slots[1 - player];
            let from = &scratch.reach[1 - player][slot * other..][..other];
            scratch.lanes[..other].iter_mut().zip(from).for_each(|(to, from)| to.0[lane] = *from);
        }
    }

    /// What a batch of leaves pays a player, beyond half of the pot with which the spot began.
    fn pays(&self, player: usize, here: &Segment, batch: &[usize]) -> Pays {
        let mut pays = Pays { even: Lanes::ZERO, above: Lanes::ZERO, below: Lanes::ZERO };
        for (lane, leaf) in batch.iter().enumerate() {
            let leaf = &here.leaves[*leaf];
            let half = self.spot.pot as f64 / 2.0;
            let stake = half + leaf.paid[0] as f64;
            let rake = self.spot.rake.of(2.0 * stake);
            match leaf.kind {
                LeafKind::Fold { winner } => {
                    pays.even.0[lane] = if winner == player { stake - rake } else { -stake } as f32;
                }
                _ => {
                    let even = -rake / 2.0;
                    pays.even.0[lane] = even as f32;
                    pays.above.0[lane] = (stake - rake - even) as f32;
                    pays.below.0[lane] = (-stake - even) as f32;
                }
            }
        }
        pays
    }

    /// Cards that come, and what is after them.
    fn deal(&self, player: usize, purpose: Purpose, learned: &mut Learned, here: &Segment, board: usize, scratch: &mut Scratch) {
        let own = self.holdings(player);
        for (leaf, later) in here.deals.iter().zip(&mut learned.later) {
            let LeafKind::Deal { segment } = here.leaves[*leaf].kind else { continue };
            let next = &self.deals.boards[board].next;
            let reach = |seat: usize| match purpose {
                Purpose::Learn { .. } => self.reach_of(seat, here, *leaf, scratch),
                _ if seat == player => &[],
                _ => self.reach_of(seat, here, *leaf, scratch),
            };
            let reaches = [reach(0), reach(1)];
            let after = |(next, learned): (&super::deals::NextCard, &mut Learned)| {
                let without = [0, 1].map(|seat| {
                    let mut reach = reaches[seat].to_vec();
                    if !reach.is_empty() {
                        self.deals.boards[next.board].blocked[seat].iter().for_each(|holding| reach[*holding as usize] = 0.0);
                    }
                    reach
                });
                let mut values = vec![0.0; own];
                self.pass(player, purpose, learned, [segment, next.board], [&without[0], &without[1]], &mut values);
                self.deals.boards[next.board].blocked[player].iter().for_each(|holding| values[*holding as usize] = 0.0);
                values
            };
            let found: Vec<Vec<f32>> = match self.parallel {
                true => next.par_iter().zip(later.par_iter_mut()).map(after).collect(),
                false => next.iter().zip(later.iter_mut()).map(after).collect(),
            };
            let chance = self.deals.chance(&self.spot, board);
            let to = &mut scratch.leaves[leaf * own..][..own];
            to.fill(0.0);
            for (next, values) in next.iter().zip(&found) {
                for by in &next.alike {
                    let moved = &self.deals.moved[*by][player];
                    moved.iter().zip(values).for_each(|(to_holding, value)| to[*to_holding as usize] += chance * value);
                }
            }
        }
    }

    fn reach_of<'a>(&self, seat: usize, here: &Segment, leaf: usize, scratch: &'a Scratch) -> &'a [f32] {
        let count = self.holdings(seat);
        &scratch.reach[seat][here.leaves[leaf].slots[seat] * count..][..count]
    }

    /// From the leaves back: what nodes are worth, and what is learned from it.
    fn backward(&self, player: usize, purpose: Purpose, learned: &mut Learned, here: &Segment, scratch: &mut Scratch) {
        let count = self.holdings(player);
        sized(&mut scratch.values, here.nodes.len().max(1) * count);
        for (number, node) in here.nodes.iter().enumerate().rev() {
            let (before, later) = scratch.values.split_at_mut((number + 1) * count);
            let value = &mut before[number * count..];
            let leaves = &scratch.leaves;
            let child = |at: usize| match node.children[at] {
                Child::Leaf(leaf) => &leaves[leaf * count..][..count],
                Child::Node(node) => &later[(node - number - 1) * count..][..count],
            };
            value.copy_from_slice(child(0));
            if node.player != player {
                for at in 1..node.children.len() {
                    value.iter_mut().zip(child(at)).for_each(|(value, of_child)| *value += of_child);
                }
                continue;
            }
            let rows = node.first_row * count;
            let policy = &scratch.policy[player][rows..];
            match purpose {
                Purpose::Best => {
                    for at in 1..node.children.len() {
                        value.iter_mut().zip(child(at)).for_each(|(value, of_child)| *value = value.max(*of_child));
                    }
                    // What is fixed cannot be answered better.
                    if let Some(locked) = learned.locked.iter().find(|locked| locked.node == number) {
                        for held in (0..count).filter(|held| locked.rows[*held] >= 0.0) {
                            value[held] = (0..node.children.len()).map(|at| policy[at * count + held] * child(at)[held]).sum();
                        }
                    }
                }
                _ => {
                    value.iter_mut().zip(policy).for_each(|(value, often)| *value *= often);
                    for at in 1..node.children.len() {
                        let row = &policy[at * count..][..count];
                        for ((value, of_child), often) in value.iter_mut().zip(child(at)).zip(row) {
                            *value += of_child * often;
                        }
                    }
                }
            }
            let Purpose::Learn { keep_positive, keep_negative, keep_sums } = purpose else { continue };
            let reach = &scratch.reach[player][node.slots[player] * count..][..count];
            for at in 0..node.children.len() {
                let row = rows + at * count..rows + (at + 1) * count;
                let regrets = &mut learned.regrets[player][row.clone()];
                for ((regret, of_child), value) in regrets.iter_mut().zip(child(at)).zip(value.iter()) {
                    let keep = if *regret > 0.0 { keep_positive } else { keep_negative };
                    *regret = *regret * keep + (of_child - value);
                }
                let often = &policy[at * count..][..count];
                let sums = &mut learned.sums[player][row];
                for ((sum, often), reach) in sums.iter_mut().zip(often).zip(reach) {
                    *sum = *sum * keep_sums + reach * often;
                }
            }
        }
    }
}

/// Each action in proportion to what is positive of its number, all alike where nothing is.
pub fn matched(numbers: &[f32], policy: &mut [f32], count: usize) {
    let actions = numbers.len() / count;
    let even = 1.0 / actions as f32;
    let (first, rest) = policy.split_at_mut(count);
    // The first row holds the sums until it is written itself.
    first.iter_mut().zip(&numbers[..count]).for_each(|(sum, number)| *sum = number.max(0.0));
    for row in numbers.chunks_exact(count).skip(1) {
        first.iter_mut().zip(row).for_each(|(sum, number)| *sum += number.max(0.0));
    }
    for (row, numbers) in rest.chunks_exact_mut(count).zip(numbers.chunks_exact(count).skip(1)) {
        for ((often, number), sum) in row.iter_mut().zip(numbers).zip(first.iter()) {
            *often = if *sum > 0.0 { number.max(0.0) / sum } else { even };
        }
    }
    for (sum, number) in first.iter_mut().zip(&numbers[..count]) {
        *sum = if *sum > 0.0 { number.max(0.0) / *sum } else { even };
    }
}
