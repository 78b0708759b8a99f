//! Stack code: operations, aggregates, and what they run over.

use serde::Deserialize;

use super::ExprId;

/// One operation of stack code. Integers and card sets have a stack each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Op {
    // integers
    Const(i32),
    /// Register by its place in the array.
    Reg(u16),
    /// Pops an index: `registers[base + clamp(index, 0, len - 1)]`.
    RegAt(u16, u16),
    /// Value of a pick of the move in hand (a card for card picks, else the number picked).
    Pick(u8),
    /// Variable of an enclosing aggregate or `Each`, or the card being moved in a `Move`'s destination (local 5).
    Local(u8),
    Add,
    Sub,
    Mul,
    /// Floor division and modulo, as Python's; by zero gives 0 (the compiler refuses what could divide by zero).
    Div,
    Mod,
    Neg,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Not,
    Min,
    Max,
    /// Skip this many operations; `Else` pops a condition and skips if it is 0.
    Skip(u16),
    Else(u16),
    /// Pops an index, then n values pushed before it in order; leaves the value at the clamped index.
    Select(u8),
    /// Pops an index, looks it up.
    Table(u16),
    /// Pops a card, pushes an attribute (0 for no card).
    Attr(u8),
    /// Next seat in play to the left (clockwise) or right of the popped seat.
    Left,
    Right,
    /// Pops a zone instance.
    Size,
    Top,
    /// The card under the top one.
    Under,
    Bottom,
    /// Pops a card, pushes the instance that holds it.
    Where,
    Aggregate(u16),
    // card sets
    MaskConst(u16),
    /// Pops an integer.
    MaskTable(u16),
    /// Pops a zone instance, pushes its cards.
    MaskZone,
    /// Pops a card, pushes the set of it alone (empty for no card).
    MaskCard,
    /// Cards picked by a `cards` pick of the move in hand.
    MaskPick(u8),
    /// Pops an integer: all cards if it is not 0, else none.
    MaskIf,
    MaskAnd,
    MaskOr,
    MaskNot,
    /// Cards that follow the suit led (none while leading); cards that would win the trick as it stands.
    MaskFollows,
    MaskHeads,
    /// Cards of the strain's called suit.
    MaskCalled,
    // card sets to integers
    Count,
    /// Sum, largest, smallest of an attribute; largest and smallest of an empty set are 0.
    Sum(u8),
    Largest(u8),
    Smallest(u8),
    /// Lowest-numbered card, NONE if empty.
    First,
    /// Pops a card and a set.
    Contains,
    /// Pops a total and a set: whether some of its cards add up to the total by an attribute (worths from 1 to 127).
    Adds(u8),
    /// Worth of the set by the hand evaluation.
    Value,
    /// Best total of disjoint instances of a group inside the set.
    Pack(u16),
    /// The cards of the instances that make up that total.
    MaskPacked(u16),
    /// Pops a set, pushes those of its cards that everyone can place.
    MaskOpen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Gather {
    Sum,
    Max,
    Min,
    Count,
    Any,
    All,
    First,
}

/// What an aggregate or an `Each` runs over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Domain {
    Seats,
    /// Seats still in play.
    Live,
    /// Seats of the team given by an expression.
    Members(ExprId),
    /// Seats not on the actor's side.
    Opponents,
    /// `0..n`.
    Range(u16),
    /// Cards of a mask expression.
    Cards(ExprId),
    /// Instances `base..base + n` of the owner given: `(first instance, n)`, first by expression.
    Piles(ExprId, u8),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aggregate {
    pub gather: Gather,
    pub domain: Domain,
    pub local: u8,
    pub when: Option<ExprId>,
    /// Absent for `Count` and `First` (which gives the value of the variable, NONE if there is none).
    pub body: Option<ExprId>,
}
