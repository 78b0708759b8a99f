//! Ranks hands: by pattern, by point total, by high card.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::run::prelude::*;
use crate::rules::zones::ZoneInfo;

/// Suits and ranks of a hand.
#[derive(Debug, Clone, Copy)]
pub struct Face {
    pub suit: i32,
    pub rank: i32,
}

/// Whether cards satisfy every constraint of a pattern. `ranks` is how many ranks there are (the ace is the highest).
pub fn matches(pattern: &HandPattern, hand: &[Face], ranks: i32) -> bool {
    let count = hand.len();
    if pattern.required_count.is_some_and(|required| count != required as usize)
        || pattern.same_suit_count.is_some_and(|needed| largest_group(hand, |face| face.suit) < needed as usize)
        || pattern.distinct_suits.is_some_and(|needed| distinct(hand, |face| face.suit) < needed as usize)
    {
        return false;
    }
    let groups = group_sizes(hand);
    let mut wanted = pattern.same_rank_groups.clone();
    wanted.sort_unstable_by(|a, b| b.cmp(a));
    if wanted.len() > groups.len() || wanted.iter().zip(&groups).any(|(wanted, (size, _))| *size < *wanted as usize) {
        return false;
    }
    if pattern.sequence_length.is_some_and(|length| sequence_top(hand, length as i32, pattern.sequence_wrap, ranks).is_none()) {
        return false;
    }
    pattern.required_ranks.iter().all(|rank| {
        let needed = pattern.required_ranks.iter().filter(|other| *other == rank).count();
        hand.iter().filter(|face| face.rank == *rank).count() >= needed
    })
}

fn largest_group(hand: &[Face], key: impl Fn(&Face) -> i32) -> usize {
    hand.iter().map(|face| hand.iter().filter(|other| key(other) == key(face)).count()).max().unwrap_or(0)
}

fn distinct(hand: &[Face], key: impl Fn(&Face) -> i32) -> usize {
    hand.iter().map(key).collect::<BTreeSet<i32>>().len()
}

/// Groups of equal rank, largest first, then highest.
fn group_sizes(hand: &[Face]) -> Vec<(usize, i32)> {
    let mut groups: Vec<(usize, i32)> = Vec::new();
    for face in hand {
        match groups.iter_mut().find(|(_, rank)| *rank == face.rank) {
            Some(group) => group.0 += 1,
            None => groups.push((1, face.rank)),
        }
    }
    groups.sort_unstable_by(|a, b| b.cmp(a));
    groups
}

/// Highest rank of a run of this length; with `wrap` the highest rank of the deck also counts below the lowest.
fn sequence_top(hand: &[Face], length: i32, wrap: bool, ranks: i32) -> Option<i32> {
    let holds = |rank: i32| hand.iter().any(|face| face.rank == rank || wrap && rank == -1 && face.rank == ranks - 1);
    let lowest = if wrap { -1 } else { 0 };
    (lowest + length - 1..ranks).rev().find(|top| (top - length + 1..=*top).all(holds))
}

/// A number that orders hands: the pattern's priority, then ranks, largest group first, then kickers. A run counts by
/// its top card (five for A-2-3-4-5).
fn order(pattern: &HandPattern, hand: &[Face], ranks: i32) -> i32 {
    let mut tail = 0i32;
    if let Some(length) = pattern.sequence_length.map(i32::from)
        && hand.len() as i32 == length
    {
        let top = sequence_top(hand, length, pattern.sequence_wrap, ranks).unwrap_or(0);
        tail = top + 1;
    } else {
        let groups = group_sizes(hand);
        for place in 0..5 {
            tail = tail * 16 + groups.get(place).map_or(0, |(_, rank)| (rank + 1) & 15);
        }
    }
    (pattern.priority.clamp(0, 1_000) << 20) + tail
}

/// Index of the best pattern the cards match, and their worth; worth 0 with no pattern.
pub fn best_pattern(patterns: &[HandPattern], hand: &[Face], ranks: i32) -> (Option<usize>, i32) {
    let mut best = (None, 0);
    for (index, pattern) in patterns.iter().enumerate() {
        if matches(pattern, hand, ranks) {
            let worth = order(pattern, hand, ranks);
            if best.0.is_none() || worth > best.1 {
                best = (Some(index), worth);
            }
        }
    }
    best
}

/// Totals of points, with all that they depend on at hand.
pub struct Totals {
    values: [i32; MAX_CARDS],
    /// Lower totals are what the cards are worth.
    limit: i32,
    /// Cards by what their alternate values save, the smallest savings first.
    savings: Vec<(i32, Mask)>,
    bust: Option<i32>,
    target: Option<i32>,
}

impl Totals {
    pub fn of(evaluation: &Evaluation) -> Totals {
        let savings = evaluation.values.iter().zip(&evaluation.alternates).map(|(value, alternate)| value - alternate);
        let mut sets = BTreeMap::<i32, Mask>::new();
        for (card, saving) in savings.enumerate().filter(|(_, saving)| *saving > 0) {
            sets.entry(saving).or_default().insert(card as u8);
        }
        let values = std::array::from_fn(|card| evaluation.values.get(card).copied().unwrap_or(0));
        let (bust, target) = (evaluation.bust, evaluation.target);
        let limit = bust.unwrap_or(i32::MAX).min(target.map_or(i32::MAX, |target| target.saturating_add(1)));
        Totals { values, limit, savings: sets.into_iter().collect(), bust, target }
    }

    #[inline]
    fn worth(&self, cards: Mask) -> i32 {
        let total: i32 = cards.into_iter().map(|card| self.values[card as usize & (MAX_CARDS - 1)]).sum();
        if total < self.limit { total } else { self.bounded(cards, total) }
    }

    /// Best total below the bust threshold, with each card's alternate used where it serves; 0 when everything busts.
    /// Beyond the target is as bad as short of it by as much.
    #[inline(never)]
    fn bounded(&self, cards: Mask, mut total: i32) -> i32 {
        if let Some(bust) = self.bust {
            // The smallest savings first, one card at a time, until it is below.
            for (saving, of) in &self.savings {
                for _ in 0..cards.and(*of).len() {
                    total -= if total >= bust { *saving } else { 0 };
                }
            }
            total = if total < bust { total } else { 0 };
        }
        match self.target {
            Some(target) if total > target => (2 * target - total).max(0),
            _ => total,
        }
    }
}

impl Rules {
    /// Worth of a set of cards by the hand evaluation.
    #[inline]
    pub fn worth(&self, cards: Mask) -> i32 {
        match (&self.totals, &self.program.evaluation) {
            (Some(totals), _) => totals.worth(cards),
            (None, Some(evaluation)) => self.worth_by(evaluation, cards),
            (None, None) => 0,
        }
    }

    #[inline(never)]
    fn worth_by(&self, evaluation: &Evaluation, cards: Mask) -> i32 {
        let ranks = &self.program.deck.attributes[1];
        match evaluation.method {
            EvaluationMethod::None | EvaluationMethod::PointTotal => 0,
            EvaluationMethod::CardCount => cards.len() as i32,
            EvaluationMethod::HighCard => self.high_cards(cards),
            EvaluationMethod::PatternMatch => {
                let suits = &self.program.deck.attributes[0];
                let rank_count = ranks.iter().max().map_or(0, |top| top + 1);
                let hand: Vec<Face> =
                    cards.into_iter().map(|card| Face { suit: suits[card as usize], rank: ranks[card as usize] }).collect();
                match evaluation.choose {
                    Some(choose) if (choose as usize) < hand.len() => {
                        best_choice(&evaluation.patterns, &hand, choose as usize, rank_count)
                    }
                    _ => best_pattern(&evaluation.patterns, &hand, rank_count).1,
                }
            }
        }
    }

    fn high_cards(&self, cards: Mask) -> i32 {
        let ranks = &self.program.deck.attributes[1];
        let mut held: Vec<i32> = cards.into_iter().map(|card| ranks[card as usize] + 1).collect();
        held.sort_unstable_by(|a, b| b.cmp(a));
        (0..5).fold(0, |worth, place| worth * 32 + held.get(place).copied().unwrap_or(0).min(31))
    }

    /// The cards of a seat that the evaluation looks at.
    pub fn evaluated(&self, state: &State, seat: u8) -> Mask {
        let Some(evaluation) = &self.program.evaluation else {
            return Mask::EMPTY;
        };
        let own = |zone: &ZoneInfo| zone.owned_by == Owner::Table || self.program.owns(seat as usize, zone.owned_by, zone.owner);
        let counts = |zone: &ZoneInfo| own(zone) && evaluation.zones.contains(&zone.family);
        let zones = self.zones.iter().zip(&state.layout.cards).filter(|(zone, _)| counts(zone));
        zones.fold(Mask::EMPTY, |all, (_, cards)| all.or(*cards))
    }
}

/// Best worth of any `choose` of the cards.
fn best_choice(patterns: &[HandPattern], hand: &[Face], choose: usize, ranks: i32) -> i32 {
    fn extend(patterns: &[HandPattern], rest: &[Face], chosen: &mut Vec<Face>, choose: usize, ranks: i32, best: &mut i32) {
        if chosen.len() == choose {
            *best = (*best).max(best_pattern(patterns, chosen, ranks).1);
            return;
        }
        for (index, face) in rest.iter().enumerate() {
            if rest.len() - index < choose - chosen.len() {
                return;
            }
            chosen.push(*face);
            extend(patterns, &rest[index + 1..], chosen, choose, ranks, best);
            chosen.pop();
        }
    }
    let mut best = 0;
    extend(patterns, hand, &mut Vec::with_capacity(choose), choose, ranks, &mut best);
    best
}

/// Best pattern of an evaluation (as JSON) for cards given by suit and rank, and their worth.
pub fn judge(evaluation: &[u8], hand: &[Face], ranks: i32) -> Result<(Option<usize>, i32), String> {
    let evaluation: Evaluation = serde_json::from_slice(evaluation).map_err(|error| error.to_string())?;
    Ok(best_pattern(&evaluation.patterns, hand, ranks))
}

/// Whether cards given by suit and rank match a pattern (as JSON).
pub fn fits(pattern: &[u8], hand: &[Face], ranks: i32) -> Result<bool, String> {
    let pattern: HandPattern = serde_json::from_slice(pattern).map_err(|error| error.to_string())?;
    Ok(matches(&pattern, hand, ranks))
}
