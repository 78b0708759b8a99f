//! Expressions as trees, made from a program's operations at loading. Common shapes are one node; whatever depends on nothing, or
//! on the top card of one zone alone, is looked up in a table.

mod build;
mod simplify;

pub use self::build::{build_trees, tabulate};
use crate::mask::Mask;
use crate::rules::program::*;
use crate::rules::run::expressions::{floor_div, floor_mod};
use crate::rules::run::state::State;

type Pair = Box<(Int, Int)>;

/// Some numbers one after the other (after the highest comes the lowest): the first, and how many. No branches: outcomes
/// are hard to foresee.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    first: i32,
    count: u32,
}

impl Bounds {
    pub const NONE: Bounds = Bounds { first: 0, count: 0 };

    pub const fn is(value: i32) -> Bounds {
        Bounds { first: value, count: 1 }
    }

    pub const fn is_not(value: i32) -> Bounds {
        Bounds { first: value.wrapping_add(1), count: u32::MAX }
    }

    pub const fn below(value: i32) -> Bounds {
        Bounds { first: i32::MIN, count: value.wrapping_sub(i32::MIN) as u32 }
    }

    pub const fn above(value: i32) -> Bounds {
        Bounds { first: value.wrapping_add(1), count: i32::MAX.wrapping_sub(value) as u32 }
    }

    /// All other numbers, unless there are none in these.
    pub fn denied(self) -> Option<Bounds> {
        let first = self.first.wrapping_add_unsigned(self.count);
        (self.count > 0).then_some(Bounds { first, count: self.count.wrapping_neg() })
    }

    /// The least of them, if all above it are.
    pub fn least(self) -> Option<i32> {
        (self == Bounds::above(self.first.wrapping_sub(1))).then_some(self.first)
    }

    /// The largest of them, if all below it are.
    pub fn most(self) -> Option<i32> {
        (self.first == i32::MIN && self.count > 0).then(|| i32::MIN.wrapping_add_unsigned(self.count - 1))
    }

    #[inline(always)]
    pub fn has(self, number: i32) -> bool {
        (number.wrapping_sub(self.first) as u32) < self.count
    }
}

/// What is made of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
    And,
    Or,
    Min,
    Max,
}

impl BinaryOp {
    #[inline]
    pub fn of(self, a: i32, b: i32) -> i32 {
        match self {
            BinaryOp::Add => a.saturating_add(b),
            BinaryOp::Sub => a.saturating_sub(b),
            BinaryOp::Mul => a.saturating_mul(b),
            BinaryOp::Div => floor_div(a, b),
            BinaryOp::Mod => floor_mod(a, b),
            BinaryOp::Eq => (a == b) as i32,
            BinaryOp::Ne => (a != b) as i32,
            BinaryOp::Lt => (a < b) as i32,
            BinaryOp::Le => (a <= b) as i32,
            BinaryOp::And => (a != 0 && b != 0) as i32,
            BinaryOp::Or => (a != 0 || b != 0) as i32,
            BinaryOp::Min => a.min(b),
            BinaryOp::Max => a.max(b),
        }
    }
}

/// An entry for every card, and one for no card.
pub const BY_CARD: usize = MAX_CARDS + 1;

/// A zone: the instance at a register, local variable or picked value (none: 0) plus an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneRef {
    pub register: u16,
    pub offset: i16,
}

/// Stands for no register; from `LOCAL` on, local variables; from `PICK` on, picked values.
pub const FIXED: u16 = u16::MAX;
pub const LOCAL: u16 = 1 << 12;
pub const PICK: u16 = 1 << 13;

impl ZoneRef {
    pub fn find(zone: &Int) -> Option<ZoneRef> {
        let near = |offset: i32| i16::try_from(offset).ok();
        match *zone {
            Int::Const(zone) => near(zone).map(|offset| ZoneRef { register: FIXED, offset }),
            Int::Reg(register) => Some(ZoneRef { register, offset: 0 }),
            Int::RegPlus(register, offset) => near(offset).map(|offset| ZoneRef { register, offset }),
            Int::Local(n) => Some(ZoneRef { register: LOCAL + n as u16, offset: 0 }),
            Int::Pick(n) => Some(ZoneRef { register: PICK + n as u16, offset: 0 }),
            Int::Of(BinaryOp::Add, ref pair) => match **pair {
                (Int::Local(n), Int::Const(offset)) | (Int::Const(offset), Int::Local(n)) => {
                    near(offset).map(|offset| ZoneRef { register: LOCAL + n as u16, offset })
                }
                (Int::Pick(n), Int::Const(offset)) | (Int::Const(offset), Int::Pick(n)) => {
                    near(offset).map(|offset| ZoneRef { register: PICK + n as u16, offset })
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// An expression that gives a number.
#[derive(Debug, Clone, PartialEq)]
pub enum Int {
    Const(i32),
    Reg(u16),
    RegPlus(u16, i32),
    RegIn(u16, Bounds),
    /// What is left of a register when it is divided.
    RegMod(u16, i32),
    /// The next seat in play beside that of a register, in this direction (1 left, -1 right).
    Beside(u16, i8),
    Pick(u8),
    /// An attribute of the card picked.
    PickAttr(u8, u8),
    Local(u8),
    /// Whether a local variable (from `LOCAL` on) or a picked value (from `PICK` on) is another than that of a register.
    Differs(u16, u16),
    /// Number of cards in a zone, and a test of it.
    SizeOf(ZoneRef),
    SizeIn(ZoneRef, Bounds),
    /// A test of the number of cards of a set in a zone.
    HeldIn(Box<(ZoneRef, Mask, Bounds)>),
    /// What the cards of a zone are worth, and tests of it: against numbers, against those of another zone.
    ValueOf(ZoneRef),
    ValueIn(ZoneRef, Bounds),
    SameValue(ZoneRef, ZoneRef),
    LowerValue(ZoneRef, ZoneRef),
    // Up to here there are no parts.
    /// All of these hold, each without parts, or [one of some](Int::Either).
    Every(Box<[Int]>),
    /// One of these holds at least, none of which has parts.
    Either(Box<[Int]>),
    RegAt(u16, u16, Box<Int>),
    Of(BinaryOp, Pair),
    Neg(Box<Int>),
    /// Comparison with constants.
    In(Box<Int>, Bounds),
    Not(Box<Int>),
    /// The nearest number that is no less than one and no more than the other.
    Within(Box<Int>, i32, i32),
    If(Box<(Int, Int, Int)>),
    Select(Box<(Vec<Int>, Int)>),
    Table(u16, Box<Int>),
    Attr(u8, Box<Int>),
    Next(Box<Int>, i8),
    Size(Box<Int>),
    Top(Box<Int>),
    /// By the top card of a zone.
    OfTop(u8, Box<[i32; BY_CARD]>),
    Under(Box<Int>),
    Bottom(Box<Int>),
    Where(Box<Int>),
    Aggregate(u16),
    Count(Box<Set>),
    Sum(u8, Box<Set>),
    Largest(u8, Box<Set>),
    Smallest(u8, Box<Set>),
    First(Box<Set>),
    Contains(Box<(Int, Set)>),
    Adds(u8, Box<(Int, Set)>),
    Value(Box<Set>),
    Pack(u16, Box<Set>),
    /// A sum less the best packing of the same set.
    Rest(u8, u16, Box<Set>),
}

/// An expression that gives a set of cards.
#[derive(Debug, Clone, PartialEq)]
pub enum Set {
    Const(Mask),
    /// By a number.
    Table(Box<(ByValue, Int)>),
    /// By a register, or the top card of a zone.
    Looked(Box<Lookup>),
    Zone(Box<Int>),
    /// Cards in a zone, of a set.
    Held(ZoneRef, Mask),
    /// Cards in a zone that are in the set which a table has for a picked value.
    HeldByPick(ZoneRef, u8, Box<ByValue>),
    /// Cards in a zone that are in one of some sets by top cards or registers.
    Allowed(ZoneRef, Box<[Lookup]>),
    Card(Box<Int>),
    Pick(u8),
    Everything(Box<Int>),
    And(Box<(Set, Set)>),
    Or(Box<(Set, Set)>),
    Not(Box<Set>),
    /// A set with tests in it, which are asked only of cards that can still be in it.
    Tested(Box<Set>),
    /// A union of sets, each of cards that no other has.
    ByCard(Box<ByCard>),
    /// The cards of the best packing of a group.
    Packed(u16, Box<Set>),
    /// Those that everyone can place.
    Open(Box<Set>),
    Follows,
    Heads,
    Called,
}

/// Sets by the cards that they can have: each card is in at most one part.
#[derive(Debug, Clone, PartialEq)]
pub struct ByCard {
    /// The place of each card's part.
    pub part_of: Box<[u8; MAX_CARDS]>,
    /// The cards that a part can have, and which of them it has.
    pub parts: Vec<(Mask, Set)>,
    /// The cards of all parts.
    pub all: Mask,
}

/// Sets by a number: the first is for all below `least`, the last for all above.
#[derive(Debug, Clone, PartialEq)]
pub struct ByValue {
    pub least: i32,
    pub sets: Vec<Mask>,
}

impl ByValue {
    pub fn new(table: &MaskTable) -> ByValue {
        let ends = |mask: Mask| std::iter::once(mask);
        let sets = ends(table.below).chain(table.masks.iter().copied()).chain(ends(table.above));
        ByValue { least: table.min, sets: sets.collect() }
    }

    /// The same with only these cards in all sets.
    pub fn within(&self, cards: Mask) -> ByValue {
        ByValue { least: self.least, sets: self.sets.iter().map(|set| set.and(cards)).collect() }
    }

    /// The set for a number.
    #[inline]
    pub fn set_of(&self, value: i32) -> Mask {
        let index = value as i64 - self.least as i64 + 1;
        self.sets[index.clamp(0, self.sets.len() as i64 - 1) as usize]
    }
}

/// Sets by a small number: a register's value, or the top card of a zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Lookup {
    /// A register; from `TOP` on, the top card of a zone.
    pub of: u16,
    pub sets: ByValue,
}

/// Where zones begin in [`Lookup::of`].
const TOP: u16 = 1 << 12;

impl Lookup {
    /// The set for the number as it is now.
    #[inline]
    pub fn set_now(&self, state: &State) -> Mask {
        let value =
            if self.of < TOP { state.get(self.of) } else { state.layout.top[(self.of - TOP) as usize & (MAX_ZONES - 1)] as i32 };
        self.sets.set_of(value)
    }

    /// The zone whose top card it goes by.
    pub fn top_of(&self) -> Option<u8> {
        self.of.checked_sub(TOP).map(|zone| zone as u8)
    }
}
