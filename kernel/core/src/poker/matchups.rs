//! The equity of every class of hands against every other before the flop, exactly, with removed cards: all boards, each
//! sorted once, and for each hand what of every class is below it.

use super::cards::{COMBO_CARDS, COMBOS, FULL_DECK, combo_mask};
use super::classes::{CLASSES, class_of, pairs_of_classes};
use super::evaluate::evaluator;
use super::parallel::{Told, in_parts};
use super::symmetry::{canonical_sets, permutations};

/// Boards that two hands can meet.
pub const BOARDS_OF_TWO: u64 = 1_712_304;

/// Room for a row of classes: whole vectors.
const ROW: usize = 176;
type Row = [u16; ROW];

const BOARDS_A_PART: usize = 1024;

/// By class and class: twice the deals won and once those shared, over all their combinations and boards.
pub fn count_matchups(threads: usize, told: &mut Told) -> Result<Option<Vec<u64>>, String> {
    let boards = canonical_sets(FULL_DECK, 5, &permutations());
    let work = |part: usize| {
        let mut counts = vec![0u64; CLASSES * ROW];
        for (board, alike) in &boards[part * BOARDS_A_PART..boards.len().min((part + 1) * BOARDS_A_PART)] {
            count_board(*board, *alike as u64, &mut counts);
        }
        counts
    };
    let merge = |sums: &mut Vec<u64>, part: Vec<u64>| sums.iter_mut().zip(part).for_each(|(sum, count)| *sum += count);
    let found = in_parts(boards.len().div_ceil(BOARDS_A_PART), threads, work, vec![0; CLASSES * ROW], merge, told)?;
    Ok(found.map(|counts| counts.chunks(ROW).flat_map(|row| row[..CLASSES].to_vec()).collect()))
}

fn count_board(board: u64, alike: u64, counts: &mut [u64]) {
    let evaluator = evaluator();
    let live = (0..COMBOS).filter(|combo| combo_mask(*combo) & board == 0);
    let mut order: Vec<u32> = live.map(|combo| (evaluator.rank(board | combo_mask(combo)) as u32) << 16 | combo as u32).collect();
    order.sort_unstable();
    let mut below: Row = [0; ROW];
    let mut by_card: Vec<Row> = vec![[0; ROW]; 52];
    let mut here = vec![[0u16; ROW]; CLASSES];
    for equal in order.chunk_by(|one, other| one >> 16 == other >> 16) {
        let combos = equal.iter().map(|entry| (entry & 0xffff) as usize);
        for after in [false, true] {
            for combo in combos.clone() {
                let [high, low] = COMBO_CARDS[combo];
                add_beside(&mut here[class_of(combo)], &below, &by_card[high as usize], &by_card[low as usize]);
                // Once hands of equal worth are in, the hand itself is in all three sums.
                here[class_of(combo)][class_of(combo)] += u16::from(after);
            }
            if !after {
                for combo in combos.clone() {
                    below[class_of(combo)] += 1;
                    COMBO_CARDS[combo].iter().for_each(|card| by_card[*card as usize][class_of(combo)] += 1);
                }
            }
        }
    }
    for (sums, row) in counts.chunks_mut(ROW).zip(&here) {
        sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += alike * *count as u64);
    }
}

#[inline]
fn add_beside(sum: &mut Row, below: &Row, one: &Row, other: &Row) {
    for at in 0..ROW {
        sum[at] = sum[at].wrapping_add(below[at].wrapping_sub(one[at]).wrapping_sub(other[at]));
    }
}

/// The equities that the counts say, by class and class.
pub fn equities(counts: &[u64]) -> Vec<f64> {
    let pairs = pairs_of_classes();
    counts.iter().zip(pairs).map(|(count, pairs)| *count as f64 / (2 * pairs as u64 * BOARDS_OF_TWO) as f64).collect()
}
