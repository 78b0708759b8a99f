//! Effects, where their cards and chips come from, conditions, and what a condition proves about hidden cards.

use serde::Deserialize;

use super::{Domain, ExprId, PickKind, Place, SeenBy};
use crate::mask::Mask;

/// A test on a hidden zone whose outcome play shows: true means at least `count` cards of `cards` are there.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub zone: ExprId,
    pub cards: ExprId,
    pub count: u8,
    /// It is the other way round: true means that there are fewer.
    #[serde(default)]
    pub fewer: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub test: ExprId,
    /// Recorded as public knowledge when the test is made in the flow.
    pub proof: Option<Proof>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Source {
    /// Cards of a pick (card, cards or instance).
    Pick(u8),
    /// Cards of a tail that was picked, in the order in which they lie, the lowest first.
    Tail(u8),
    /// From the top of an ordered zone; from an unordered one, cards at random by the chance stream.
    Zone(ExprId),
    /// All cards of a mask expression.
    Cards(ExprId),
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Scored {
    Seat(ExprId),
    Team(ExprId),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// Tells whoever counts that this was reached, and does nothing else. Only programs made for counting have any.
    Mark(u16),
    /// `count` cards to each seat in play, singly, from the left of the dealer.
    Deal { zone: u8, count: ExprId },
    /// `to` is evaluated for each card, which is local 5 meanwhile. Without `count`: all of them.
    /// `until` is tested after each card. `draws`: a short stock triggers the deck-empty rule.
    Move {
        from: Source,
        to: ExprId,
        count: Option<ExprId>,
        until: Option<ExprId>,
        place: Place,
        seen_by: Option<SeenBy>,
        draws: bool,
    },
    /// The sets that a pick chose go to their piles; `kind` is that of the pick.
    Lay { pick: u8, kind: PickKind },
    /// Every complete instance of the group leaves `zone`; `refill` draws as many from there.
    Sweep { zone: ExprId, group: u16, to: ExprId, refill: Option<ExprId> },
    /// Shows cards (a mask expression) to all, or to one seat.
    Show { cards: ExprId, to: Option<ExprId> },
    /// An ordered zone.
    Shuffle { zone: ExprId },
    /// `registers[base + clamp(index)] = value`.
    Set { base: u16, len: u16, index: Option<ExprId>, value: ExprId },
    /// Points; a seat's also go to its team.
    Score { to: Scored, points: ExprId },
    /// Chips. Never more than the payer has.
    Pay { from: Purse, to: Purse, amount: ExprId },
    /// So many seats miss their next turn.
    Skip { count: ExprId },
    /// Turns go the other way round.
    Reverse,
    /// The same seat has the next turn.
    Again,
    /// This seat has the next turn.
    TurnTo { seat: ExprId },
    /// A seat is out, for the hand or the match.
    Out { seat: ExprId, match_long: bool },
    /// What happens if something holds, and if not.
    If { when: Condition, then: Vec<Effect>, otherwise: Vec<Effect> },
    /// What happens for each value of a variable.
    Each { local: u8, domain: Domain, effects: Vec<Effect> },
    /// The turn of the innermost structure that has turns is cut short.
    EndTurn,
    /// The hand is over.
    EndHand,
    /// The match is over.
    EndMatch,
}

/// Where chips come from or go to; the bank has as many as are wanted.
#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Purse {
    Bank,
    Pot,
    Seat(ExprId),
}

/// Effects of playing one of these cards; the card is local 5.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub cards: Mask,
    pub effects: Vec<Effect>,
}
