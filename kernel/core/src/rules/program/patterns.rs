//! Patterns of cards: their instances, sets laid on piles, and the ranking of hands.

use serde::Deserialize;

use crate::mask::Mask;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    pub cards: Mask,
    pub points: i32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: String,
    pub first: u16,
    pub count: u16,
}

/// Patterns of one rank each, whose sets are laid on the piles of their ranks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetFamily {
    pub shapes: Vec<SetShape>,
    /// Ways of laying, those of a shape together: the values of a pick.
    pub layings: Vec<Laying>,
}

/// A pattern for one rank.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetShape {
    /// Which pile the cards go to.
    pub pile: u8,
    pub natural: Mask,
    /// Cards that may stand for others, those of each rank by themselves.
    pub wild: Vec<Mask>,
    /// How many cards, how many wild ones at most, how many others at least.
    pub least: u8,
    pub most: u8,
    pub max_wild: u8,
    pub min_natural: u8,
    /// Its layings, those with fewer cards of the rank first.
    pub first: u16,
    pub count: u16,
}

/// So many cards of the rank, and so many wild ones of each rank.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laying {
    pub natural: u8,
    pub wild: Vec<u8>,
    /// All of them together.
    pub size: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum EvaluationMethod {
    None,
    HighCard,
    PointTotal,
    PatternMatch,
    CardCount,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    pub method: EvaluationMethod,
    pub patterns: Vec<HandPattern>,
    /// Per card, for PointTotal.
    pub values: Vec<i32>,
    /// Second value of a card, equal to the first where there is none.
    pub alternates: Vec<i32>,
    pub target: Option<i32>,
    pub bust: Option<i32>,
    /// Families looked at for a seat: its own instances of seat zones, all instances of table zones.
    pub zones: Vec<u8>,
    /// Best so many of the cards; absent: all.
    pub choose: Option<u8>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandPattern {
    pub name: String,
    pub priority: i32,
    pub required_count: Option<u8>,
    pub same_suit_count: Option<u8>,
    pub same_rank_groups: Vec<u8>,
    pub sequence_length: Option<u8>,
    pub sequence_wrap: bool,
    /// Ranks that must be there, with how many of each.
    pub required_ranks: Vec<i32>,
    pub distinct_suits: Option<u8>,
}
