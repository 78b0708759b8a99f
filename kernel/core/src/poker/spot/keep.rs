//! The average play of a solved spot as bytes: for each decision, in the order of the tree, a share in 65,535ths for every
//! action and holding. What was regretted on the way is not kept.

use super::pass::{Learned, matched};
use super::solver::Solver;
use super::tree::{LeafKind, Tree};

const WHOLE: f32 = 65_535.0;

/// Every decision's rows of a part of what was learned, then of the parts after it.
fn each_node(
    tree: &Tree,
    counts: [usize; 2],
    segment: usize,
    learned: &mut Learned,
    visit: &mut impl FnMut(&mut [f32], usize) -> bool,
) -> bool {
    let here = &tree.segments[segment];
    for node in &here.nodes {
        let count = counts[node.player];
        let rows = node.first_row * count..(node.first_row + node.actions.len()) * count;
        if !visit(&mut learned.sums[node.player][rows], count) {
            return false;
        }
    }
    let later = here.deals.iter().zip(&mut learned.later);
    later.into_iter().all(|(leaf, boards)| match here.leaves[*leaf].kind {
        LeafKind::Deal { segment } => boards.iter_mut().all(|board| each_node(tree, counts, segment, board, visit)),
        _ => true,
    })
}

impl Solver {
    fn visit(&mut self, visit: &mut impl FnMut(&mut [f32], usize) -> bool) -> bool {
        let counts = self.ground.spot.holdings.each_ref().map(Vec::len);
        each_node(&self.ground.tree, counts, 0, &mut self.learned, visit)
    }

    /// The average play of both.
    pub fn play(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut policy = Vec::new();
        self.visit(&mut |sums, count| {
            policy.resize(sums.len(), 0.0);
            matched(sums, &mut policy, count);
            bytes.extend(policy.iter().flat_map(|often| ((often * WHOLE).round() as u16).to_le_bytes()));
            true
        });
        bytes
    }

    /// Takes over play that was kept, after so many iterations; false if it is not of this spot.
    pub fn load_play(&mut self, iterations: u64, bytes: &[u8]) -> bool {
        let (mut shares, odd) = (bytes.chunks_exact(2), bytes.len() % 2);
        let whole = self.visit(&mut |sums, _| {
            sums.iter_mut().all(|sum| {
                let share = shares.next().map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
                *sum = share.map_or(0.0, f32::from);
                share.is_some()
            })
        });
        self.iterations = iterations;
        whole && odd == 0 && shares.next().is_none()
    }
}
