//! How strong a hand is: for tricks by strain, for showdowns against random hands, and by its shape.

use super::sight::Sight;
use super::tables::MEASURED_SIZES;
use crate::chance::Rng;
use crate::features::few;
use crate::mask::Mask;
use crate::rules::load::Rules;
use crate::rules::program::EvaluationMethod;

/// What a hand promises in a strain.
#[derive(Clone, Copy, Default)]
pub struct Strength {
    /// Cards that nothing unseen of their suit beats; cards that one such card beats, where there is another of the suit.
    pub sure: u32,
    pub half: u32,
    /// Cards of the called suit, or of the longest if there is none.
    pub length: u32,
    /// Four for a suit's highest card, three for the next, and so on.
    pub honours: u32,
    /// Suits of at most one card, but for the called one.
    pub short: u32,
}

impl Strength {
    pub fn score(&self) -> u32 {
        4 * self.sure + 2 * self.half + 3 * self.length + self.honours
    }
}

/// What some cards promise in a strain.
pub fn in_strain(sight: &Sight, hand: Mask, strain: usize) -> Strength {
    let Some(facts) = sight.tables.strains.get(strain) else {
        return Strength::default();
    };
    let mut found = Strength { length: hand.and(facts.called).len(), ..Strength::default() };
    for card in hand {
        let suit = facts.suit.get(card as usize).copied().unwrap_or(0) as usize;
        let Some(lead) = facts.leads.get(suit) else {
            continue;
        };
        let higher = lead.higher[card as usize];
        let unseen = higher.and(sight.unseen).len();
        found.sure += (unseen == 0) as u32;
        found.half += (unseen == 1 && hand.and(lead.follow).len() > 1) as u32;
        found.honours += 4u32.saturating_sub(higher.len());
    }
    let mut longest = 0;
    for lead in &facts.leads {
        let own = hand.and(lead.follow);
        found.short += (own.len() < 2 && !lead.follow.within(facts.called)) as u32;
        longest = longest.max(own.len());
    }
    if facts.called.is_empty() {
        found.length = longest;
    }
    found
}

/// The strain that promises most, and what.
pub fn best_strain(sight: &Sight, hand: Mask) -> (usize, Strength) {
    let all = (0..sight.tables.strains.len()).map(|strain| (strain, in_strain(sight, hand, strain)));
    all.reduce(|best, next| if next.1.score() > best.1.score() { next } else { best }).unwrap_or_default()
}

/// Random hands that own ones are compared with.
const SAMPLES: usize = 128;
const LEVELS: usize = 12;

/// How good what this seat has is in a showdown: a share of random hands that it beats, in twelfths, and its worth where
/// that is a plain total. Nothing if it cannot see what it has. Cards that came later are left out.
pub fn at_showdown(sight: &Sight, later: Mask) -> Option<(u32, u32)> {
    let rules = sight.rules;
    let evaluation = rules.program.evaluation.as_ref()?;
    let all = rules.evaluated(sight.state, sight.seat).minus(later);
    if matches!(evaluation.method, EvaluationMethod::None) || all.is_empty() || !all.and(sight.unseen).is_empty() {
        return None;
    }
    let worth = rules.worth(all);
    let total = if evaluation.method == EvaluationMethod::PointTotal { worth.clamp(0, 63) as u32 } else { 0 };
    let others = sight.tables.random_hands.get(all.len() as usize)?.get_or_init(|| random_hands(rules, all.len()));
    let beaten = others.partition_point(|other| *other < worth);
    let level_or_beaten = others.partition_point(|other| *other <= worth);
    Some((((beaten + level_or_beaten) * LEVELS / (2 * SAMPLES).max(1)) as u32, total))
}

fn random_hands(rules: &Rules, size: u32) -> Vec<i32> {
    debug_assert!((size as usize) < MEASURED_SIZES);
    let mut rng = Rng::new(0x6861_6e64 + size as u64);
    let mut deck: Vec<u8> = rules.all.into_iter().collect();
    let mut worths: Vec<i32> = (0..SAMPLES)
        .map(|_| {
            rng.shuffle(&mut deck);
            rules.worth(deck.iter().take(size as usize).fold(Mask::EMPTY, |hand, card| hand.or(Mask::of(*card))))
        })
        .collect();
    worths.sort_unstable();
    worths
}

/// What a hand looks like: most cards of a rank, ranks of two or more, most of a suit, longest run of ranks; each below 8.
pub fn shape(sight: &Sight, hand: Mask) -> [u32; 4] {
    let tables = &sight.tables;
    let (mut most, mut pairs, mut run, mut longest) = (0, 0, 0u32, 0);
    for rank in &tables.ranks {
        let count = hand.and(*rank).len();
        most = most.max(count);
        pairs += (count > 1) as u32;
        run = if count > 0 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let flush = tables.suits.iter().map(|suit| hand.and(*suit).len()).max().unwrap_or(0);
    [few(most), few(pairs), few(flush), few(longest)]
}
