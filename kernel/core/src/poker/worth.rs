//! What a hand is worth, worked out slowly from counts: the tables of the fast evaluator are made with it.

/// Ranks of cards.
pub const RANKS: usize = 13;

/// Hands by category, weakest first.
pub const CATEGORIES: usize = 9;

/// Category and ranks that decide between two of a category, as one number: the higher is the better hand. Counts are of
/// five to seven cards; `suited` says that five or more of them, all that are counted, share a suit.
pub fn worth(counts: &[u8; RANKS], suited: bool) -> u32 {
    let held = counts.iter().enumerate().fold(0u16, |held, (rank, count)| held | u16::from(*count > 0) << rank);
    let straight = straight_top(held);
    let grouped = |least: u8, but: Option<usize>| (0..RANKS).rev().find(|rank| counts[*rank] >= least && Some(*rank) != but);
    match (suited, straight) {
        (true, Some(top)) => return packed(8, &[top]),
        (true, None) => return packed(5, &kickers(counts, 5, &[])),
        _ => {}
    }
    if let Some(four) = grouped(4, None) {
        return packed(7, &[vec![four], kickers(counts, 1, &[four])].concat());
    }
    if let Some(three) = grouped(3, None) {
        return match (grouped(2, Some(three)), straight) {
            (Some(pair), _) => packed(6, &[three, pair]),
            (None, Some(top)) => packed(4, &[top]),
            (None, None) => packed(3, &[vec![three], kickers(counts, 2, &[three])].concat()),
        };
    }
    if let Some(top) = straight {
        return packed(4, &[top]);
    }
    match (grouped(2, None), grouped(2, None).and_then(|pair| grouped(2, Some(pair)))) {
        (Some(high), Some(low)) => packed(2, &[vec![high, low], kickers(counts, 1, &[high, low])].concat()),
        (Some(pair), None) => packed(1, &[vec![pair], kickers(counts, 3, &[pair])].concat()),
        _ => packed(0, &kickers(counts, 5, &[])),
    }
}

/// The category of what `worth` found.
pub fn category_of_worth(worth: u32) -> usize {
    (worth >> 20) as usize
}

/// The highest rank of the best straight among ranks; the ace is below the deuce too.
fn straight_top(held: u16) -> Option<usize> {
    let with_low_ace = (held as u32) << 1 | (held as u32) >> 12 & 1;
    (3..RANKS).rev().find(|top| with_low_ace >> (top - 3) & 0b11111 == 0b11111)
}

/// The highest ranks beside some others, each once.
fn kickers(counts: &[u8; RANKS], many: usize, but: &[usize]) -> Vec<usize> {
    (0..RANKS).rev().filter(|rank| counts[*rank] > 0 && !but.contains(rank)).take(many).collect()
}

fn packed(category: u32, ranks: &[usize]) -> u32 {
    (0..5).fold(category, |packed, at| packed << 4 | ranks.get(at).copied().unwrap_or(0) as u32)
}
