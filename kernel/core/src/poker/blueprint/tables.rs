//! What was learned: regrets and sums of play for each history and bucket, made when they are first needed.

use super::abstraction::Abstraction;
use super::stored::{Source, Stored, WHOLE, to_bytes};
use super::tree::Tree;

/// By node: regrets of every bucket and action, then sums of play; or nothing yet.
pub struct Tables {
    pub blocks: Vec<Option<Box<[f32]>>>,
    /// Buckets on each street.
    pub buckets: [usize; 4],
    /// Information sets that have learned something; not counted for what was stored.
    pub cells: u64,
    /// Play that was saved, in place of all that.
    pub stored: Option<Stored>,
}

/// More actions than this at one node are not made.
pub const MOST_ACTIONS: usize = 16;

impl Tables {
    pub fn new(tree: &Tree, abstraction: &dyn Abstraction) -> Tables {
        let buckets = std::array::from_fn(|street| abstraction.buckets(street));
        Tables { blocks: (0..tree.nodes.len()).map(|_| None).collect(), buckets, cells: 0, stored: None }
    }

    /// Numbers of one kind in a node's block.
    pub fn half(&self, tree: &Tree, node: u32) -> usize {
        let node = &tree.nodes[node as usize];
        self.buckets[node.street as usize] * node.actions as usize
    }

    #[inline]
    fn row(&self, tree: &Tree, node: u32, bucket: u16, sums: bool) -> Option<&[f32]> {
        let actions = tree.nodes[node as usize].actions as usize;
        let block = self.blocks[node as usize].as_ref()?;
        let at = bucket as usize * actions + if sums { block.len() / 2 } else { 0 };
        block.get(at..at + actions)
    }

    /// How each action is played now, by regrets.
    #[inline]
    pub fn current(&self, tree: &Tree, node: u32, bucket: u16, out: &mut [f32; MOST_ACTIONS]) {
        self.matched(self.row(tree, node, bucket, false), tree.nodes[node as usize].actions as usize, out);
    }

    /// How each action was played on average; false if nothing was learned, and all are alike.
    pub fn average(&self, tree: &Tree, node: u32, bucket: u16, out: &mut [f32; MOST_ACTIONS]) -> bool {
        let actions = tree.nodes[node as usize].actions as usize;
        let Some(stored) = &self.stored else {
            return self.matched(self.row(tree, node, bucket, true), actions, out);
        };
        let mut row = [0.0; MOST_ACTIONS];
        let shares = stored.shares(node).and_then(|shares| shares.get(bucket as usize * actions..)?.get(..actions));
        shares.into_iter().flatten().zip(&mut row).for_each(|(share, number)| *number = *share as f32);
        self.matched(Some(&row[..actions]), actions, out)
    }

    pub fn regrets(&self, tree: &Tree, node: u32, bucket: u16) -> Option<&[f32]> {
        self.row(tree, node, bucket, false)
    }

    fn matched(&self, row: Option<&[f32]>, actions: usize, out: &mut [f32; MOST_ACTIONS]) -> bool {
        let sum: f32 = row.map_or(0.0, |row| row.iter().map(|number| number.max(0.0)).sum());
        match row {
            Some(row) if sum > 0.0 => {
                out.iter_mut().zip(row).for_each(|(often, number)| *often = number.max(0.0) / sum);
                true
            }
            _ => {
                out[..actions].fill(1.0 / actions as f32);
                false
            }
        }
    }

    /// Adds to a row; regrets stop at a floor.
    pub fn add(&mut self, tree: &Tree, node: u32, bucket: u16, sums: bool, more: &[f32], floor: f32) {
        let half = self.half(tree, node);
        let block = self.blocks[node as usize].get_or_insert_with(|| vec![0.0; 2 * half].into_boxed_slice());
        let at = bucket as usize * more.len() + if sums { half } else { 0 };
        let row = &mut block[at..at + more.len()];
        if sums && row.iter().all(|sum| *sum == 0.0) {
            self.cells += 1;
        }
        for (number, more) in row.iter_mut().zip(more) {
            *number = (*number + more).max(if sums { 0.0 } else { floor });
        }
    }

    /// All that was learned counts for less.
    pub fn fade(&mut self, by: f32) {
        for block in self.blocks.iter_mut().flatten() {
            block.iter_mut().for_each(|number| *number *= by);
        }
    }

    pub fn bytes(&self) -> u64 {
        self.blocks.iter().flatten().map(|block| 4 * block.len() as u64).sum::<u64>()
            + 16 * self.blocks.len() as u64
            + self.stored.as_ref().map_or(0, Stored::bytes)
    }

    /// The blocks there are, by node, as bytes: the node's number and its numbers, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (node, block) in self.blocks.iter().enumerate() {
            if let Some(block) = block {
                bytes.extend((node as u32).to_le_bytes());
                block.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
            }
        }
        bytes
    }

    /// What `to_bytes` gave; None if it is not of this tree.
    pub fn from_bytes(tree: &Tree, abstraction: &dyn Abstraction, bytes: &[u8]) -> Option<Tables> {
        let mut tables = Tables::new(tree, abstraction);
        let mut words = bytes.chunks_exact(4).map(|word| [word[0], word[1], word[2], word[3]]);
        if bytes.len() % 4 != 0 {
            return None;
        }
        while let Some(node) = words.next() {
            let node = u32::from_le_bytes(node);
            if node as usize >= tree.nodes.len() {
                return None;
            }
            let half = tables.half(tree, node);
            let block: Vec<f32> = words.by_ref().take(2 * half).map(f32::from_le_bytes).collect();
            if block.len() != 2 * half || block.iter().any(|number| !number.is_finite()) {
                return None;
            }
            let actions = tree.nodes[node as usize].actions as usize;
            let played = block[half..].chunks(actions).filter(|row| row.iter().any(|sum| *sum != 0.0)).count();
            tables.cells += played as u64;
            tables.blocks[node as usize] = Some(block.into_boxed_slice());
        }
        Some(tables)
    }
}

impl Tables {
    /// The average play alone, as `stored` tells, of rows that were met so often at least (early walks count for less):
    /// the others say little but how training began.
    pub fn play_to_bytes(&self, tree: &Tree, least: f32) -> Vec<u8> {
        let nodes: Vec<(u32, Vec<u16>)> = match &self.stored {
            Some(stored) => stored.nodes().filter_map(|node| Some((node, stored.shares(node)?.to_vec()))).collect(),
            None => {
                (0..self.blocks.len()).filter_map(|node| Some((node as u32, self.learned_shares(tree, node, least)?))).collect()
            }
        };
        to_bytes(&nodes)
    }

    fn learned_shares(&self, tree: &Tree, node: usize, least: f32) -> Option<Vec<u16>> {
        let block = self.blocks[node].as_ref()?;
        let rows = block[block.len() / 2..].chunks(tree.nodes[node].actions as usize);
        let shares = rows.flat_map(|row| {
            let sum: f32 = row.iter().sum();
            row.iter().map(move |number| if sum > 0.0 && sum >= least { (number / sum * WHOLE).round() as u16 } else { 0 })
        });
        Some(shares.collect())
    }

    /// Tables that play as `play_to_bytes` says; None if it is not of this tree.
    pub fn from_play(tree: &Tree, abstraction: &dyn Abstraction, source: Source) -> Option<Tables> {
        let mut tables = Tables::new(tree, abstraction);
        tables.stored = Some(Stored::open(tree, &tables.buckets, source)?);
        Some(tables)
    }
}
