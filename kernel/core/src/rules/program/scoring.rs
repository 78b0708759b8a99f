//! Scoring, winning, dealer, passes, empty deck, ties, credits, utility.

use serde::Deserialize;

use super::ExprId;
use crate::mask::Mask;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum DealerRule {
    Rotate,
    /// Best or worst of the last hand by `hand_score`, as the first win condition compares.
    Winner,
    Loser,
    Stay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Trigger {
    TrickWin,
    Capture,
    Play,
    HandEnd,
    SetComplete,
}

impl Trigger {
    /// In order.
    pub const ALL: [Trigger; 5] = [Trigger::TrickWin, Trigger::Capture, Trigger::Play, Trigger::HandEnd, Trigger::SetComplete];
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardScoring {
    pub cards: Mask,
    pub points: i32,
    pub trigger: Trigger,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum ScoredBy {
    EachSeat,
    EachTeam,
    Seat(ExprId),
    Team(ExprId),
}

/// Evaluated at the end of a hand, in order; the points of one rule are worked out for all before any is added.
/// With `into`, they are added to that register (`base`, `len`) instead of the score.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringRule {
    pub to: ScoredBy,
    pub when: Option<ExprId>,
    pub points: ExprId,
    pub into: Option<(u16, u16)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum WinType {
    EmptyHand,
    HighScore,
    LowScore,
    FirstToScore,
    CaptureAll,
    MostCaptured,
    BestHand,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Comparison {
    Highest,
    Lowest,
    First,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum TriggerMode {
    Immediate,
    ThresholdGate,
    AllHandsEmpty,
    DeckEmpty,
}

/// What meeting a condition means for those who meet it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum WinOutcome {
    Wins,
    /// They lose, and all others share the win.
    Loses,
    AllWin,
    AllLose,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Win {
    pub kind: WinType,
    pub threshold: i32,
    pub comparison: Comparison,
    pub trigger: TriggerMode,
    pub hand_size: Option<u8>,
    /// What is held against the threshold, per side (seat or team as actor); absent: the score.
    pub gate: Option<ExprId>,
    pub outcome: WinOutcome,
}

impl Win {
    /// Whether it is good to have little of what is compared.
    pub fn low_is_good(&self) -> bool {
        self.lowest_wins() != (self.outcome == WinOutcome::Loses)
    }

    pub fn lowest_wins(&self) -> bool {
        self.kind == WinType::LowScore || self.comparison == Comparison::Lowest
    }

    /// Whether play can meet it: otherwise it says who has won when the match is over, and no more.
    pub fn is_waited_for(&self) -> bool {
        match self.trigger {
            TriggerMode::AllHandsEmpty | TriggerMode::DeckEmpty => true,
            TriggerMode::Immediate | TriggerMode::ThresholdGate => match self.kind {
                WinType::EmptyHand | WinType::CaptureAll => true,
                WinType::BestHand => self.hand_size.is_some(),
                WinType::HighScore | WinType::LowScore | WinType::FirstToScore | WinType::MostCaptured => self.threshold > 0,
            },
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PassAction {
    None,
    ClearTableau,
    EndRound,
    SkipPlayer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum DeckEmptyAction {
    ReshuffleDiscard,
    GameEnds,
    SkipDraw,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum TieBreaker {
    ActivePlayer,
    Alternating,
    Split,
    Battle,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRules {
    pub consecutive_pass_action: PassAction,
    /// Absent: seats in play less one.
    pub passes_to_trigger: Option<u8>,
    pub deck_empty_action: DeckEmptyAction,
    pub keep_top_discard: bool,
    pub tie_breaker: TieBreaker,
    /// The winner of a comparison (trick, battle, showdown) takes the next turn.
    pub same_player_on_win: bool,
    /// At the limit of hands: compare by the first win condition, or a draw.
    pub compare_at_limit: bool,
    /// Instance that reshuffles draw from, if any (role discard), and the tableau that CLEAR_TABLEAU empties.
    pub discard: Option<u8>,
    pub tableau: Option<u8>,
    /// Instance where cards lie while it is open whether they stay played (a claim that may be doubted): nobody wins yet.
    pub unsettled: Option<u8>,
}

/// What each seat has brought in by itself, beside what its side has scored.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credits {
    /// The first of the registers, one a seat, of each line that results tell.
    pub lines: Vec<u16>,
    /// Where the tricks of a seat are counted.
    pub tricks: Option<u16>,
    pub cards: Option<CardCredit>,
}

/// Cards that a seat brings to zones of these families are summed up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardCredit {
    pub into: u16,
    pub zones: Vec<u8>,
    /// What each card counts.
    pub values: Vec<i32>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Utility {
    Win,
    /// Own score less the mean of the others' (teams: of the other teams).
    Score,
    /// The same, where low is good.
    LowScore,
    /// Per seat, the seat being the actor.
    Expression(ExprId),
}
