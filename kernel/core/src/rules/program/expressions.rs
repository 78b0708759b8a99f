//! Expressions: operations, aggregates, and what they run over.

use std::collections::HashSet;

use serde::Deserialize;

use super::{ExprId, Program};
use crate::rules::plan::expressions::BinaryOp;

/// Of one expression, what is shared counted each time: trees are walked by recursion, and no deeper than that.
pub const MAX_OPERATIONS: usize = 4_000;

/// Index into [`Program::ops`].
pub type OpId = u32;

/// One operation of an expression, on the values of earlier ones: an integer, or a set of cards (`Mask...`).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub enum Op {
    // integers
    Const(i32),
    /// Register by its place in the array.
    Reg(u16),
    /// `registers[base + clamp(index, 0, len - 1)]`.
    RegAt(u16, u16, OpId),
    /// Value of a pick of the move in hand (a card for card picks, else the number picked).
    Pick(u8),
    /// Variable of an enclosing aggregate or `Each`, or the card being moved in a `Move`'s destination (local 5).
    Local(u8),
    Add(OpId, OpId),
    Sub(OpId, OpId),
    Mul(OpId, OpId),
    /// Floor division and modulo, as Python's; by zero gives 0 (the compiler refuses what could divide by zero).
    Div(OpId, OpId),
    Mod(OpId, OpId),
    Neg(OpId),
    Eq(OpId, OpId),
    Ne(OpId, OpId),
    Lt(OpId, OpId),
    Le(OpId, OpId),
    Gt(OpId, OpId),
    Ge(OpId, OpId),
    And(OpId, OpId),
    Or(OpId, OpId),
    Not(OpId),
    Min(OpId, OpId),
    Max(OpId, OpId),
    /// A test, and what is worked out if it holds (is not 0) or not. Both are integers.
    If(OpId, OpId, OpId),
    /// The value at a clamped index.
    Select(Vec<OpId>, OpId),
    /// What a table has for an index.
    Table(u16, OpId),
    /// An attribute of a card (0 for no card).
    Attr(u8, OpId),
    /// Next seat in play to the left (clockwise) or right of a seat.
    Left(OpId),
    Right(OpId),
    /// Of a zone instance.
    Size(OpId),
    Top(OpId),
    /// The card under the top one.
    Under(OpId),
    Bottom(OpId),
    /// The instance that holds a card.
    Where(OpId),
    Aggregate(u16),
    // card sets
    MaskConst(u16),
    /// By an integer.
    MaskTable(u16, OpId),
    /// The cards of a zone instance.
    MaskZone(OpId),
    /// One card alone (empty for no card).
    MaskCard(OpId),
    /// Cards picked by a `cards` pick of the move in hand.
    MaskPick(u8),
    /// All cards if an integer is not 0, else none.
    MaskIf(OpId),
    MaskAnd(OpId, OpId),
    MaskOr(OpId, OpId),
    MaskNot(OpId),
    /// Cards that follow the suit led (none while leading); cards that would win the trick as it stands.
    MaskFollows,
    MaskHeads,
    /// Cards of the strain's called suit.
    MaskCalled,
    /// The cards of the instances that make up the best total of a group inside the set (see `Pack`).
    MaskPacked(u16, OpId),
    /// Those of a set that everyone can place.
    MaskOpen(OpId),
    // card sets to integers
    Count(OpId),
    /// Sum, largest, smallest of an attribute; largest and smallest of an empty set are 0.
    Sum(u8, OpId),
    Largest(u8, OpId),
    Smallest(u8, OpId),
    /// Lowest-numbered card, NONE if empty.
    First(OpId),
    /// Whether a card is in a set.
    Contains(OpId, OpId),
    /// Whether some cards of a set add up to a total by an attribute (worths from 1 to 127): attribute, total, set.
    Adds(u8, OpId, OpId),
    /// Worth of the set by the hand evaluation.
    Value(OpId),
    /// Best total of disjoint instances of a group inside the set.
    Pack(u16, OpId),
}

/// What an operation gives or is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Int,
    Cards,
}

impl Op {
    pub fn kind(&self) -> Kind {
        use Op::*;
        match self {
            MaskConst(_) | MaskTable(..) | MaskZone(_) | MaskCard(_) | MaskPick(_) | MaskIf(_) | MaskAnd(..) | MaskOr(..)
            | MaskNot(_) | MaskFollows | MaskHeads | MaskCalled | MaskPacked(..) | MaskOpen(_) => Kind::Cards,
            _ => Kind::Int,
        }
    }

    /// An operation on two numbers, a comparison by more than the other way round.
    pub fn binary(&self) -> Option<(BinaryOp, OpId, OpId)> {
        Some(match *self {
            Op::Add(a, b) => (BinaryOp::Add, a, b),
            Op::Sub(a, b) => (BinaryOp::Sub, a, b),
            Op::Mul(a, b) => (BinaryOp::Mul, a, b),
            Op::Div(a, b) => (BinaryOp::Div, a, b),
            Op::Mod(a, b) => (BinaryOp::Mod, a, b),
            Op::Eq(a, b) => (BinaryOp::Eq, a, b),
            Op::Ne(a, b) => (BinaryOp::Ne, a, b),
            Op::Lt(a, b) | Op::Gt(b, a) => (BinaryOp::Lt, a, b),
            Op::Le(a, b) | Op::Ge(b, a) => (BinaryOp::Le, a, b),
            Op::And(a, b) => (BinaryOp::And, a, b),
            Op::Or(a, b) => (BinaryOp::Or, a, b),
            Op::Min(a, b) => (BinaryOp::Min, a, b),
            Op::Max(a, b) => (BinaryOp::Max, a, b),
            _ => return None,
        })
    }

    /// What it is applied to.
    pub fn operands(&self) -> Vec<(OpId, Kind)> {
        use Kind::{Cards, Int};
        use Op::*;
        if let Some((_, a, b)) = self.binary() {
            return vec![(a, Int), (b, Int)];
        }
        match *self {
            If(test, a, b) => vec![(test, Int), (a, Int), (b, Int)],
            Select(ref of, index) => of.iter().map(|id| (*id, Int)).chain([(index, Int)]).collect(),
            MaskAnd(a, b) | MaskOr(a, b) => vec![(a, Cards), (b, Cards)],
            Contains(number, set) | Adds(_, number, set) => vec![(number, Int), (set, Cards)],
            RegAt(_, _, a) | Table(_, a) | Attr(_, a) | MaskTable(_, a) => vec![(a, Int)],
            Neg(a) | Not(a) | Left(a) | Right(a) | Size(a) | Top(a) | Under(a) | Bottom(a) | Where(a) => vec![(a, Int)],
            MaskZone(a) | MaskCard(a) | MaskIf(a) => vec![(a, Int)],
            MaskPacked(_, a) | Pack(_, a) | Sum(_, a) | Largest(_, a) | Smallest(_, a) => vec![(a, Cards)],
            MaskNot(a) | MaskOpen(a) | Count(a) | First(a) | Value(a) => vec![(a, Cards)],
            _ => vec![],
        }
    }
}

impl Program {
    /// Whether cards are named by where they lie alone: all of a zone, or those at its ends.
    pub fn names_places(&self, op: OpId) -> bool {
        match &self.ops[op as usize] {
            Op::MaskZone(_) => true,
            Op::MaskCard(card) => matches!(self.ops[*card as usize], Op::Top(_) | Op::Under(_) | Op::Bottom(_)),
            Op::MaskOr(a, b) => self.names_places(*a) && self.names_places(*b),
            _ => false,
        }
    }

    /// The operations of an expression, each once and before its operands; those of its aggregates are not among them.
    pub fn ops_of(&self, id: ExprId) -> impl Iterator<Item = &Op> {
        let mut seen = HashSet::new();
        let mut waiting = vec![self.code[id as usize]];
        std::iter::from_fn(move || {
            let op = loop {
                let id = waiting.pop()?;
                if seen.insert(id) {
                    break &self.ops[id as usize];
                }
            };
            waiting.extend(op.operands().iter().map(|(id, _)| *id));
            Some(op)
        })
    }
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
