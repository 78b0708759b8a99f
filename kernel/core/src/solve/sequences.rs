//! The sequence form (von Stengel 1996): for each seat, what every sequence of its own actions earns.
//!
//! With perfect recall the probability that a seat plays towards a leaf is a number of its last sequence alone. What a
//! seat's sequence earns is then a sum over leaves of payoff times the others' numbers: one pass over leaves, no walk
//! through the tree. Leaves that no seat tells apart are one entry.

use rayon::prelude::*;

use crate::solve::tree::Tree;

/// Entries that are worth the trouble of threads.
const MANY: usize = 50_000;
/// Sequences of one piece of work.
const PIECE: usize = 512;

/// What earns for one seat.
struct Table {
    /// Entries `start[s]..start[s + 1]` belong to the seat's sequence `s`, its empty one being 0.
    start: Vec<u32>,
    /// Probability of chance times the seat's return.
    weight: Vec<f64>,
    /// For each entry the sequences of the other seats, in order.
    others: Vec<u32>,
}

pub struct SequenceForm {
    seats: usize,
    tables: Vec<Table>,
    pool: Option<rayon::ThreadPool>,
}

impl SequenceForm {
    pub fn new(tree: &Tree, threads: usize) -> Result<SequenceForm, String> {
        let seats = tree.seats;
        let tables: Vec<Table> = (0..seats).map(|seat| table(tree, seat)).collect();
        let large = tables.iter().any(|table| table.weight.len() >= MANY);
        let pool = if threads > 1 && large {
            Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?)
        } else {
            None
        };
        Ok(SequenceForm { seats, tables, pool })
    }

    pub fn entries(&self) -> usize {
        self.tables.iter().map(|table| table.weight.len()).sum()
    }

    /// What each sequence of a seat earns by itself (not counting what later ones earn), given how likely every seat
    /// plays each of its sequences. The same for any number of threads: every sum is made by one of them, in order.
    pub fn earn(&self, seat: usize, reach: &[f64], out: &mut [f64]) {
        let table = &self.tables[seat];
        match &self.pool {
            Some(pool) if table.weight.len() >= MANY => pool.install(|| {
                out.par_chunks_mut(PIECE).enumerate().for_each(|(piece, out)| self.earn_some(table, piece * PIECE, reach, out));
            }),
            _ => self.earn_some(table, 0, reach, out),
        }
    }

    fn earn_some(&self, table: &Table, first: usize, reach: &[f64], out: &mut [f64]) {
        match self.seats - 1 {
            0 => sums::<0>(table, first, reach, out),
            1 => sums::<1>(table, first, reach, out),
            2 => sums::<2>(table, first, reach, out),
            3 => sums::<3>(table, first, reach, out),
            4 => sums::<4>(table, first, reach, out),
            5 => sums::<5>(table, first, reach, out),
            others => many_sums(table, others, first, reach, out),
        }
    }
}

fn sums<const OTHERS: usize>(table: &Table, first: usize, reach: &[f64], out: &mut [f64]) {
    let starts = &table.start[first..first + out.len() + 1];
    for (sum, ends) in out.iter_mut().zip(starts.windows(2)) {
        let (from, to) = (ends[0] as usize, ends[1] as usize);
        let weights = &table.weight[from..to];
        let others = &table.others[from * OTHERS..to * OTHERS];
        let mut total = 0.0;
        if OTHERS == 0 {
            total = weights.iter().sum();
        } else {
            for (weight, others) in weights.iter().zip(others.chunks_exact(OTHERS)) {
                total += others.iter().fold(*weight, |product, other| product * reach[*other as usize]);
            }
        }
        *sum = total;
    }
}

fn many_sums(table: &Table, others: usize, first: usize, reach: &[f64], out: &mut [f64]) {
    let starts = &table.start[first..first + out.len() + 1];
    for (sum, ends) in out.iter_mut().zip(starts.windows(2)) {
        let (from, to) = (ends[0] as usize, ends[1] as usize);
        let rows = table.weight[from..to].iter().zip(table.others[from * others..to * others].chunks_exact(others));
        *sum = rows.map(|(weight, row)| row.iter().fold(*weight, |product, other| product * reach[*other as usize])).sum();
    }
}

fn table(tree: &Tree, seat: usize) -> Table {
    let seats = tree.seats;
    let row = |leaf: u32| &tree.sequences[leaf as usize * seats..][..seats];
    let payoff = |leaf: u32| tree.payoffs[leaf as usize * seats + seat];
    let mut leaves: Vec<u32> = (0..tree.leaves() as u32).filter(|leaf| payoff(*leaf) != 0.0).collect();
    leaves.sort_by(|one, other| (row(*one)[seat], row(*one)).cmp(&(row(*other)[seat], row(*other))));
    let root = tree.root_sequence(seat) as u32;
    let sequences = (tree.action_start[seat + 1] - tree.action_start[seat]) as usize + 1;
    let mut start = vec![0u32; sequences + 1];
    let (mut weight, mut others): (Vec<f64>, Vec<u32>) = (Vec::new(), Vec::new());
    let mut before: Option<u32> = None;
    for leaf in leaves {
        let earned = tree.chance[leaf as usize] * payoff(leaf);
        match (before, weight.last_mut()) {
            (Some(other), Some(last)) if row(other) == row(leaf) => *last += earned,
            _ => {
                weight.push(earned);
                others.extend((0..seats).filter(|other| *other != seat).map(|other| row(leaf)[other]));
                start[(row(leaf)[seat] - root) as usize + 1] += 1;
            }
        }
        before = Some(leaf);
    }
    for sequence in 0..sequences {
        start[sequence + 1] += start[sequence];
    }
    Table { start, weight, others }
}
