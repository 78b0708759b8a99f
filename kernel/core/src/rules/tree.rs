//! Expressions as trees, made from stack code at loading. Common shapes are one node; whatever depends on nothing, or
//! on the top card of one zone alone, is looked up in a table.

use super::eval::Eval;
use super::load::Rules;
use super::program::*;
use super::state::State;
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

/// Longer code is refused: trees are walked by recursion, and no deeper than the code is long.
const MAX_CODE: usize = 4_000;

type Pair = Box<(Int, Int)>;

/// An entry for every card, and one for no card.
pub const BY_CARD: usize = MAX_CARDS + 1;

/// A zone: the instance at a register or local variable (none: 0) plus an offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    pub register: u16,
    pub offset: i16,
}

/// Stands for no register; from `LOCAL` on, local variables.
pub const FIXED: u16 = u16::MAX;
pub const LOCAL: u16 = 1 << 12;

impl Spot {
    pub fn find(zone: &Int) -> Option<Spot> {
        let near = |offset: i32| i16::try_from(offset).ok();
        match *zone {
            Int::Const(zone) => near(zone).map(|offset| Spot { register: FIXED, offset }),
            Int::Reg(register) => Some(Spot { register, offset: 0 }),
            Int::RegPlus(register, offset) => near(offset).map(|offset| Spot { register, offset }),
            Int::Local(n) => Some(Spot { register: LOCAL + n as u16, offset: 0 }),
            Int::Add(ref pair) => match **pair {
                (Int::Local(n), Int::Const(offset)) | (Int::Const(offset), Int::Local(n)) => {
                    near(offset).map(|offset| Spot { register: LOCAL + n as u16, offset })
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
    RegIs(u16, i32),
    RegBelow(u16, i32),
    RegAbove(u16, i32),
    RegIsNot(u16, i32),
    /// What is left of a register when it is divided.
    RegMod(u16, i32),
    /// The next seat in play beside that of a register, in this direction.
    Beside(u16, i8),
    Pick(u8),
    Local(u8),
    /// Number of cards in a zone, and tests of it.
    SizeOf(Spot),
    SizeIs(Spot, i32),
    SizeBelow(Spot, i32),
    SizeAbove(Spot, i32),
    /// What the cards of a zone are worth, and tests of it: against a number, against those of another zone.
    ValueOf(Spot),
    ValueIs(Spot, i32),
    ValueBelow(Spot, i32),
    ValueAbove(Spot, i32),
    SameValue(Spot, Spot),
    LowerValue(Spot, Spot),
    // Up to here there are no parts.
    /// All of these hold, each without parts, or [one of some](Int::Either).
    Every(Box<[Int]>),
    /// One of these holds at least, none of which has parts.
    Either(Box<[Int]>),
    RegAt(u16, u16, Box<Int>),
    Add(Pair),
    Sub(Pair),
    Mul(Pair),
    Div(Pair),
    Mod(Pair),
    Neg(Box<Int>),
    Eq(Pair),
    Ne(Pair),
    Lt(Pair),
    Le(Pair),
    /// Comparison with a constant.
    Is(Box<Int>, i32),
    Below(Box<Int>, i32),
    Above(Box<Int>, i32),
    And(Pair),
    Or(Pair),
    Not(Box<Int>),
    Min(Pair),
    /// The nearest number that is no less than one and no more than the other.
    Within(Box<Int>, i32, i32),
    Max(Pair),
    If(Box<(Int, Int, Int)>),
    Select(Box<(Vec<Int>, Int)>),
    Table(u16, Box<Int>),
    Attr(u8, Box<Int>),
    Left(Box<Int>),
    Right(Box<Int>),
    Size(Box<Int>),
    Top(Box<Int>),
    TopOf(u8),
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
    Table(u16, Box<Int>),
    /// By the top card of a zone.
    OfTop(u8, Box<[Mask; BY_CARD]>),
    Zone(Box<Int>),
    /// Cards in a zone, of a set.
    Held(Spot, Mask),
    /// By the value of a register.
    ByReg(u16, Box<ByValue>),
    /// Cards in a zone that are in one of some sets by top cards or registers.
    Allowed(Spot, Box<[Lookup]>),
    Card(Box<Int>),
    Pick(u8),
    Everything(Box<Int>),
    And(Box<(Set, Set)>),
    Or(Box<(Set, Set)>),
    Not(Box<Set>),
    If(Box<(Int, Set, Set)>),
    /// From the first on, one after the other.
    Chain(Box<[(Join, Set)]>),
    /// The cards of the best packing of a group.
    Packed(u16, Box<Set>),
    /// Those that everyone can place.
    Open(Box<Set>),
    Follows,
    Heads,
    Called,
}

/// How a set is joined to what came before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
}

/// Sets by a number: the first is for all below `least`, the last for all above.
#[derive(Debug, Clone, PartialEq)]
pub struct ByValue {
    pub least: i32,
    pub sets: Vec<Mask>,
}

/// Sets by a small number: a register's value, or the top card of a zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Lookup {
    /// A register; from `TOP` on, the top card of a zone.
    pub of: u16,
    /// The number that has the first set. Lower ones have it too, and those beyond the last have the last.
    pub first: i32,
    pub sets: Box<[Mask]>,
}

/// Where zones begin in [`Lookup::of`].
const TOP: u16 = 1 << 12;

impl Lookup {
    /// The set for the number as it is now.
    #[inline]
    pub fn set_now(&self, state: &State) -> Mask {
        let value =
            if self.of < TOP { state.get(self.of) } else { state.layout.top[(self.of - TOP) as usize & (MAX_ZONES - 1)] as i32 };
        self.set_of(value)
    }

    /// The set for a number.
    #[inline]
    pub fn set_of(&self, value: i32) -> Mask {
        let index = value.saturating_sub(self.first).max(0) as usize;
        self.sets.get(index).or(self.sets.last()).copied().unwrap_or_default()
    }

    /// The zone whose top card it goes by.
    pub fn top_of(&self) -> Option<u8> {
        self.of.checked_sub(TOP).map(|zone| zone as u8)
    }
}

/// A piece of code as a tree: a number, or a set of cards.
#[derive(Debug, Clone)]
pub enum Tree {
    Int(Int),
    Set(Set),
}

/// Makes a tree of checked code. `instances` is how many zones there are; `shapes`: common shapes are one node.
pub fn parse(program: &Program, instances: usize, code: &[Op], shapes: bool) -> Result<Tree, String> {
    if code.len() > MAX_CODE {
        return Err(format!("{} operations in one expression: at most {MAX_CODE}", code.len()));
    }
    Parser { program, instances, shapes, ints: Vec::new(), sets: Vec::new() }.block(code)
}

struct Parser<'a> {
    program: &'a Program,
    instances: usize,
    shapes: bool,
    ints: Vec<Int>,
    sets: Vec<Set>,
}

impl Parser<'_> {
    fn int(&mut self) -> Result<Int, String> {
        self.ints.pop().ok_or_else(|| "stack underflow".into())
    }

    fn boxed(&mut self) -> Result<Box<Int>, String> {
        self.int().map(Box::new)
    }

    fn pair(&mut self) -> Result<Pair, String> {
        let right = self.int()?;
        Ok(Box::new((self.int()?, right)))
    }

    fn swapped_pair(&mut self) -> Result<Pair, String> {
        Ok(Box::new((self.int()?, self.int()?)))
    }

    fn set(&mut self) -> Result<Set, String> {
        self.sets.pop().ok_or_else(|| "stack underflow".into())
    }

    fn boxed_set(&mut self) -> Result<Box<Set>, String> {
        self.set().map(Box::new)
    }

    fn set_pair(&mut self) -> Result<Box<(Set, Set)>, String> {
        let right = self.set()?;
        Ok(Box::new((self.set()?, right)))
    }

    fn block(mut self, code: &[Op]) -> Result<Tree, String> {
        let mut at = 0;
        while let Some(op) = code.get(at) {
            at += 1;
            match *op {
                Op::Else(n) => at = self.branch(code, at, n as usize)?,
                Op::Skip(_) => return Err("a jump without a test".into()),
                op => self.operation(op)?,
            }
        }
        match (self.ints.pop(), self.sets.pop()) {
            (Some(int), None) if self.ints.is_empty() => Ok(Tree::Int(int)),
            (None, Some(set)) if self.sets.is_empty() => Ok(Tree::Set(set)),
            _ => Err("leaves more or less than one value".into()),
        }
    }

    /// The two branches after a test; where the code goes on.
    fn branch(&mut self, code: &[Op], at: usize, n: usize) -> Result<usize, String> {
        let Some(Op::Skip(m)) = n.checked_sub(1).and_then(|last| code.get(at + last)) else {
            return Err("a test without an alternative".into());
        };
        let (middle, end) = (at + n, at + n + *m as usize);
        let inside = |code| Parser { ints: Vec::new(), sets: Vec::new(), ..*self }.block(code);
        let first = inside(&code[at..middle - 1])?;
        let second = inside(code.get(middle..end).ok_or("jump out of the code")?)?;
        let test = self.int()?;
        match (first, second) {
            (Tree::Int(first), Tree::Int(second)) => self.ints.push(Int::If(Box::new((test, first, second)))),
            (Tree::Set(first), Tree::Set(second)) => self.sets.push(Set::If(Box::new((test, first, second)))),
            _ => return Err("branches differ in kind".into()),
        }
        Ok(end)
    }

    fn operation(&mut self, op: Op) -> Result<(), String> {
        let int = match op {
            Op::Const(value) => Int::Const(value),
            Op::Reg(register) => Int::Reg(register),
            Op::RegAt(base, len) => Int::RegAt(base, len, self.boxed()?),
            Op::Pick(n) => Int::Pick(n),
            Op::Local(n) => Int::Local(n),
            Op::Add => Int::Add(self.pair()?),
            Op::Sub => Int::Sub(self.pair()?),
            Op::Mul => Int::Mul(self.pair()?),
            Op::Div => Int::Div(self.pair()?),
            Op::Mod => Int::Mod(self.pair()?),
            Op::Neg => Int::Neg(self.boxed()?),
            Op::Eq => Int::Eq(self.pair()?),
            Op::Ne => Int::Ne(self.pair()?),
            Op::Lt => Int::Lt(self.pair()?),
            Op::Le => Int::Le(self.pair()?),
            Op::Gt => Int::Lt(self.swapped_pair()?),
            Op::Ge => Int::Le(self.swapped_pair()?),
            Op::And => Int::And(self.pair()?),
            Op::Or => Int::Or(self.pair()?),
            Op::Not => Int::Not(self.boxed()?),
            Op::Min => Int::Min(self.pair()?),
            Op::Max => Int::Max(self.pair()?),
            Op::Select(n) => {
                let index = self.int()?;
                let from = self.ints.len().checked_sub(n as usize).ok_or("stack underflow")?;
                Int::Select(Box::new((self.ints.split_off(from), index)))
            }
            Op::Table(table) => Int::Table(table, self.boxed()?),
            Op::Attr(attribute) => Int::Attr(attribute, self.boxed()?),
            Op::Left => Int::Left(self.boxed()?),
            Op::Right => Int::Right(self.boxed()?),
            Op::Size => Int::Size(self.boxed()?),
            Op::Top => Int::Top(self.boxed()?),
            Op::Under => Int::Under(self.boxed()?),
            Op::Bottom => Int::Bottom(self.boxed()?),
            Op::Where => Int::Where(self.boxed()?),
            Op::Aggregate(n) => Int::Aggregate(n),
            Op::Count => Int::Count(self.boxed_set()?),
            Op::Sum(attribute) => Int::Sum(attribute, self.boxed_set()?),
            Op::Largest(attribute) => Int::Largest(attribute, self.boxed_set()?),
            Op::Smallest(attribute) => Int::Smallest(attribute, self.boxed_set()?),
            Op::First => Int::First(self.boxed_set()?),
            Op::Contains => Int::Contains(Box::new((self.int()?, self.set()?))),
            Op::Adds(attribute) => Int::Adds(attribute, Box::new((self.int()?, self.set()?))),
            Op::Value => Int::Value(self.boxed_set()?),
            Op::Pack(group) => Int::Pack(group, self.boxed_set()?),
            op => {
                let set = self.set_operation(op)?;
                self.sets.push(set);
                return Ok(());
            }
        };
        self.ints.push(if self.shapes { self.shaped(int) } else { int });
        Ok(())
    }

    /// The one node for a common shape.
    fn shaped(&self, int: Int) -> Int {
        match int {
            Int::Add(pair) => sum(*pair),
            Int::Sub(pair) => difference(*pair),
            Int::Mod(pair) => rest(*pair),
            Int::Eq(pair) => is(*pair),
            Int::Ne(pair) => is_not(*pair),
            Int::Lt(pair) => less(*pair),
            Int::Le(pair) => no_more(*pair),
            Int::And(pair) => both(*pair),
            Int::Or(pair) => either(*pair),
            Int::RegAt(base, 1, _) => Int::Reg(base), // whatever the index, it is clamped to the only one
            Int::Min(pair) => least(*pair),
            Int::Left(seat) => beside(*seat, 1),
            Int::Right(seat) => beside(*seat, -1),
            Int::Size(zone) => Spot::find(&zone).map_or(Int::Size(zone), Int::SizeOf),
            Int::Top(zone) => match *zone {
                Int::Const(zone) => Int::TopOf(self.instance(zone)),
                zone => Int::Top(Box::new(zone)),
            },
            Int::Value(set) => match *set {
                Set::Held(spot, Mask::ALL) => Int::ValueOf(spot),
                set => Int::Value(Box::new(set)),
            },
            int => int,
        }
    }

    fn set_operation(&mut self, op: Op) -> Result<Set, String> {
        Ok(match op {
            Op::MaskConst(n) => Set::Const(self.program.masks[n as usize]),
            Op::MaskTable(n) => match self.int()? {
                Int::Reg(register) if self.shapes => Set::ByReg(register, Box::new(self.by_value(n))),
                index => Set::Table(n, Box::new(index)),
            },
            Op::MaskZone => {
                let zone = self.boxed()?;
                let spot = Spot::find(&zone).filter(|_| self.shapes);
                spot.map_or(Set::Zone(zone), |spot| Set::Held(spot, Mask::ALL))
            }
            Op::MaskCard => Set::Card(self.boxed()?),
            Op::MaskPick(n) => Set::Pick(n),
            Op::MaskIf => Set::Everything(self.boxed()?),
            Op::MaskAnd => Set::And(self.set_pair()?),
            Op::MaskOr => Set::Or(self.set_pair()?),
            Op::MaskNot => Set::Not(self.boxed_set()?),
            Op::MaskPacked(group) => Set::Packed(group, self.boxed_set()?),
            Op::MaskOpen => Set::Open(self.boxed_set()?),
            Op::MaskFollows => Set::Follows,
            Op::MaskHeads => Set::Heads,
            Op::MaskCalled => Set::Called,
            op => return Err(format!("{op:?} is out of place")),
        })
    }

    fn by_value(&self, table: u16) -> ByValue {
        let table = &self.program.mask_tables[table as usize];
        let ends = |mask: Mask| std::iter::once(mask);
        ByValue {
            least: table.min,
            sets: ends(table.below).chain(table.masks.iter().copied()).chain(ends(table.above)).collect(),
        }
    }

    /// A zone instance, clamped to those there are.
    fn instance(&self, zone: i32) -> u8 {
        zone.clamp(0, self.instances as i32 - 1) as u8
    }
}

fn beside(seat: Int, direction: i8) -> Int {
    match seat {
        Int::Reg(register) => Int::Beside(register, direction),
        seat if direction > 0 => Int::Left(Box::new(seat)),
        seat => Int::Right(Box::new(seat)),
    }
}

fn sum(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Reg(register), Int::Const(value)) | (Int::Const(value), Int::Reg(register)) => Int::RegPlus(register, value),
        pair => Int::Add(Box::new(pair)),
    }
}

/// Conditions all of which must hold are one list, if each is without parts or a list of such.
fn both(pair: (Int, Int)) -> Int {
    let simple = |int: &Int| int.is_leaf() || matches!(int, Int::Every(_) | Int::Either(_));
    if !simple(&pair.0) || !simple(&pair.1) {
        return Int::And(Box::new(pair));
    }
    let parts = |int: Int| if let Int::Every(all) = int { all.into_vec() } else { vec![int] };
    Int::Every([parts(pair.0), parts(pair.1)].concat().into())
}

/// Conditions without parts, one of which must hold, are one list too.
fn either(pair: (Int, Int)) -> Int {
    let simple = |int: &Int| int.is_leaf() || matches!(int, Int::Either(_));
    if !simple(&pair.0) || !simple(&pair.1) {
        return Int::Or(Box::new(pair));
    }
    let parts = |int: Int| if let Int::Either(any) = int { any.into_vec() } else { vec![int] };
    Int::Either([parts(pair.0), parts(pair.1)].concat().into())
}

/// A sum less a packing of the same set looks at the set once.
fn difference(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Sum(attribute, of), Int::Pack(group, packed)) if of == packed => Int::Rest(attribute, group, of),
        pair => Int::Sub(Box::new(pair)),
    }
}

fn is(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Reg(register), Int::Const(value)) | (Int::Const(value), Int::Reg(register)) => Int::RegIs(register, value),
        (Int::SizeOf(spot), Int::Const(value)) | (Int::Const(value), Int::SizeOf(spot)) => Int::SizeIs(spot, value),
        (Int::ValueOf(spot), Int::Const(value)) | (Int::Const(value), Int::ValueOf(spot)) => Int::ValueIs(spot, value),
        (Int::ValueOf(spot), Int::ValueOf(other)) => Int::SameValue(spot, other),
        (other, Int::Const(value)) | (Int::Const(value), other) => Int::Is(Box::new(other), value),
        pair => Int::Eq(Box::new(pair)),
    }
}

/// No more than a number that is no less than another: both bounds at once.
fn least(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Max(inner), Int::Const(most)) => match *inner {
            (int, Int::Const(least)) if least <= most => Int::Within(Box::new(int), least, most),
            pair => Int::Min(Box::new((Int::Max(Box::new(pair)), Int::Const(most)))),
        },
        pair => Int::Min(Box::new(pair)),
    }
}

fn rest(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Reg(register), Int::Const(by)) => Int::RegMod(register, by),
        pair => Int::Mod(Box::new(pair)),
    }
}

fn is_not(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Reg(register), Int::Const(value)) | (Int::Const(value), Int::Reg(register)) => Int::RegIsNot(register, value),
        pair => Int::Ne(Box::new(pair)),
    }
}

fn less(pair: (Int, Int)) -> Int {
    match pair {
        (Int::Reg(register), Int::Const(value)) => Int::RegBelow(register, value),
        (Int::Const(value), Int::Reg(register)) => Int::RegAbove(register, value),
        (Int::SizeOf(spot), Int::Const(value)) => Int::SizeBelow(spot, value),
        (Int::Const(value), Int::SizeOf(spot)) => Int::SizeAbove(spot, value),
        (Int::ValueOf(spot), Int::Const(value)) => Int::ValueBelow(spot, value),
        (Int::Const(value), Int::ValueOf(spot)) => Int::ValueAbove(spot, value),
        (Int::ValueOf(spot), Int::ValueOf(other)) => Int::LowerValue(spot, other),
        (other, Int::Const(value)) => Int::Below(Box::new(other), value),
        (Int::Const(value), other) => Int::Above(Box::new(other), value),
        pair => Int::Lt(Box::new(pair)),
    }
}

/// At most, as less than the next number where there is one.
fn no_more(pair: (Int, Int)) -> Int {
    match pair {
        (other, Int::Const(value)) if value < i32::MAX => less((other, Int::Const(value + 1))),
        (Int::Const(value), other) if value > i32::MIN => less((Int::Const(value - 1), other)),
        pair => Int::Le(Box::new(pair)),
    }
}

/// What a tree depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Nothing,
    /// The top card of this zone.
    Top(u8),
    More,
}

impl On {
    fn and(self, other: On) -> On {
        match (self, other) {
            (On::Nothing, on) | (on, On::Nothing) => on,
            (one, other) if one == other => one,
            _ => On::More,
        }
    }
}

impl Int {
    fn is_leaf(&self) -> bool {
        use Int::*;
        matches!(
            self,
            Const(_)
                | Reg(_)
                | RegPlus(..)
                | RegIs(..)
                | RegBelow(..)
                | RegAbove(..)
                | RegIsNot(..)
                | RegMod(..)
                | Beside(..)
                | Pick(_)
                | Local(_)
                | SizeOf(_)
                | SizeIs(..)
                | SizeBelow(..)
                | SizeAbove(..)
                | ValueOf(_)
                | ValueIs(..)
                | ValueBelow(..)
                | ValueAbove(..)
                | SameValue(..)
                | LowerValue(..)
        )
    }

    fn on(&self) -> On {
        use Int::*;
        match self {
            Const(_) => On::Nothing,
            TopOf(zone) | OfTop(zone, _) => On::Top(*zone),
            Add(pair) | Sub(pair) | Mul(pair) | Div(pair) | Mod(pair) | Eq(pair) | Ne(pair) | Lt(pair) | Le(pair) | And(pair)
            | Or(pair) | Min(pair) | Max(pair) => pair.0.on().and(pair.1.on()),
            Neg(int) | Not(int) | Is(int, _) | Below(int, _) | Above(int, _) | Within(int, ..) | Table(_, int) | Attr(_, int) => {
                int.on()
            }
            If(parts) => parts.0.on().and(parts.1.on()).and(parts.2.on()),
            Select(parts) => parts.0.iter().fold(parts.1.on(), |on, int| on.and(int.on())),
            Count(set) | Sum(_, set) | Largest(_, set) | Smallest(_, set) | First(set) => set.on(),
            Contains(parts) | Adds(_, parts) => parts.0.on().and(parts.1.on()),
            _ => On::More,
        }
    }

    /// Puts tables in the place of what they can hold. `state` is any state; its top cards are changed.
    pub fn tabulate(&mut self, rules: &Rules, state: &mut State) {
        use Int::*;
        if matches!(self, Const(_) | TopOf(_) | OfTop(..)) {
            return;
        }
        match self.on() {
            On::Nothing => *self = Const(Eval::new(rules, state).compute(self)),
            On::Top(zone) => *self = OfTop(zone, by_top_card(rules, state, zone, |state| Eval::new(rules, state).compute(self))),
            On::More => match self {
                Add(pair) | Sub(pair) | Mul(pair) | Div(pair) | Mod(pair) | Eq(pair) | Ne(pair) | Lt(pair) | Le(pair)
                | And(pair) | Or(pair) | Min(pair) | Max(pair) => {
                    pair.0.tabulate(rules, state);
                    pair.1.tabulate(rules, state);
                }
                RegAt(_, _, int)
                | Neg(int)
                | Not(int)
                | Is(int, _)
                | Below(int, _)
                | Above(int, _)
                | Within(int, ..)
                | Table(_, int)
                | Attr(_, int)
                | Left(int)
                | Right(int)
                | Size(int)
                | Top(int)
                | Under(int)
                | Bottom(int)
                | Where(int) => int.tabulate(rules, state),
                If(parts) => {
                    parts.0.tabulate(rules, state);
                    parts.1.tabulate(rules, state);
                    parts.2.tabulate(rules, state);
                }
                Select(parts) => {
                    parts.0.iter_mut().for_each(|int| int.tabulate(rules, state));
                    parts.1.tabulate(rules, state);
                }
                Count(set)
                | Sum(_, set)
                | Largest(_, set)
                | Smallest(_, set)
                | First(set)
                | Value(set)
                | Pack(_, set)
                | Rest(_, _, set) => {
                    set.tabulate(rules, state);
                }
                Contains(parts) | Adds(_, parts) => {
                    parts.0.tabulate(rules, state);
                    parts.1.tabulate(rules, state);
                }
                _ => {}
            },
        }
    }
}

impl Set {
    fn on(&self) -> On {
        match self {
            Set::Const(_) => On::Nothing,
            Set::OfTop(zone, _) => On::Top(*zone),
            Set::Table(_, int) | Set::Card(int) | Set::Everything(int) => int.on(),
            Set::And(pair) | Set::Or(pair) => pair.0.on().and(pair.1.on()),
            Set::Not(set) => set.on(),
            Set::If(parts) => parts.0.on().and(parts.1.on()).and(parts.2.on()),
            _ => On::More,
        }
    }

    /// The same for sets; then what is joined is made a chain.
    pub fn tabulate(&mut self, rules: &Rules, state: &mut State) {
        self.fill(rules, state);
        self.narrow();
        if let Some(allowed) = self.find_allowed() {
            *self = allowed;
        }
        if matches!(self, Set::And(_) | Set::Or(_)) {
            let mut steps = Vec::new();
            std::mem::replace(self, Set::Follows).unroll(&mut steps);
            *self = Set::Chain(steps.into());
        }
    }

    /// What of a zone is in some tables, if that is all there is to it.
    fn find_allowed(&self) -> Option<Set> {
        let Set::And(pair) = self else {
            return None;
        };
        let (spot, mask, tables) = match &**pair {
            (Set::Held(spot, mask), tables) | (tables, Set::Held(spot, mask)) => (*spot, *mask, tables),
            _ => return None,
        };
        let mut lookups = Vec::new();
        tables.find_lookups(&mut lookups).then(|| {
            let held = lookups.iter_mut().flat_map(|lookup| lookup.sets.iter_mut());
            held.for_each(|set| *set = set.and(mask));
            Set::Allowed(spot, lookups.into())
        })
    }

    /// The tables that this is the union of, if it is one.
    fn find_lookups(&self, found: &mut Vec<Lookup>) -> bool {
        match self {
            Set::Or(pair) => return pair.0.find_lookups(found) && pair.1.find_lookups(found),
            Set::OfTop(zone, sets) => found.push(Lookup { of: TOP + *zone as u16, first: 0, sets: Box::from(sets.as_slice()) }),
            Set::ByReg(register, table) => {
                found.push(Lookup {
                    of: *register,
                    first: table.least.saturating_sub(1),
                    sets: Box::from(table.sets.as_slice()),
                });
            }
            _ => return false,
        }
        true
    }

    /// A constant in an intersection goes into the tables it is met with.
    fn narrow(&mut self) {
        match self {
            Set::And(pair) => {
                pair.0.narrow();
                pair.1.narrow();
                let (by, other) = match &mut **pair {
                    (Set::Const(by), other) | (other, Set::Const(by)) => (*by, other),
                    _ => return,
                };
                if other.keep(by) {
                    *self = std::mem::replace(other, Set::Follows);
                }
            }
            Set::Or(pair) => {
                pair.0.narrow();
                pair.1.narrow();
            }
            _ => {}
        }
    }

    /// Leaves only these cards in all tables, if there is nothing else.
    fn keep(&mut self, by: Mask) -> bool {
        match self {
            Set::Const(mask) | Set::Held(_, mask) => *mask = mask.and(by),
            Set::ByReg(_, table) => table.sets.iter_mut().for_each(|set| *set = set.and(by)),
            Set::OfTop(_, table) => table.iter_mut().for_each(|set| *set = set.and(by)),
            Set::Or(pair) if pair.0.can_keep() && pair.1.can_keep() => return pair.0.keep(by) && pair.1.keep(by),
            Set::And(pair) => return pair.0.can_keep() && pair.0.keep(by) || pair.1.can_keep() && pair.1.keep(by),
            _ => return false,
        }
        true
    }

    fn can_keep(&self) -> bool {
        match self {
            Set::Const(_) | Set::Held(..) | Set::ByReg(..) | Set::OfTop(..) => true,
            Set::Or(pair) => pair.0.can_keep() && pair.1.can_keep(),
            Set::And(pair) => pair.0.can_keep() || pair.1.can_keep(),
            _ => false,
        }
    }

    /// A table denied is a table of the other cards.
    fn deny_table(&mut self, all: Mask) {
        if let Set::Not(set) = self
            && let Set::ByReg(register, table) = &**set
        {
            let sets = table.sets.iter().map(|set| all.minus(*set)).collect();
            *self = Set::ByReg(*register, Box::new(ByValue { least: table.least, sets }));
        }
    }

    /// The steps of a chain: the longer part first, the other part joined to it.
    fn unroll(self, steps: &mut Vec<(Join, Set)>) {
        let (join, (left, right)) = match self {
            Set::And(pair) => (Join::And, *pair),
            Set::Or(pair) => (Join::Or, *pair),
            other => return steps.push((Join::Or, other)),
        };
        let joined = |set: &Set| matches!(set, Set::And(_) | Set::Or(_));
        let (first, mut last) = if joined(&right) && !joined(&left) { (right, left) } else { (left, right) };
        first.unroll(steps);
        if joined(&last) {
            let mut inner = Vec::new();
            last.unroll(&mut inner);
            last = Set::Chain(inner.into());
        }
        steps.push((join, last));
    }

    fn fill(&mut self, rules: &Rules, state: &mut State) {
        if matches!(self, Set::Const(_) | Set::OfTop(..)) {
            return;
        }
        match self.on() {
            On::Nothing => *self = Set::Const(Eval::new(rules, state).gather(self)),
            On::Top(zone) => {
                *self = Set::OfTop(zone, by_top_card(rules, state, zone, |state| Eval::new(rules, state).gather(self)))
            }
            On::More => match self {
                Set::Table(_, int) | Set::Zone(int) | Set::Card(int) | Set::Everything(int) => int.tabulate(rules, state),
                Set::And(pair) | Set::Or(pair) => {
                    pair.0.fill(rules, state);
                    pair.1.fill(rules, state);
                }
                Set::Not(set) | Set::Packed(_, set) | Set::Open(set) => {
                    set.tabulate(rules, state);
                    self.deny_table(rules.all);
                }
                Set::If(parts) => {
                    parts.0.tabulate(rules, state);
                    parts.1.tabulate(rules, state);
                    parts.2.tabulate(rules, state);
                }
                _ => {}
            },
        }
    }
}

/// A value for every card that could be on top of a zone, and for none.
fn by_top_card<T: Copy + Default>(rules: &Rules, state: &mut State, zone: u8, value: impl Fn(&State) -> T) -> Box<[T; BY_CARD]> {
    let mut values = Box::new([T::default(); BY_CARD]);
    let before = state.layout.top[zone as usize];
    for card in 0..rules.places.cards {
        state.layout.top[zone as usize] = card as u8;
        values[card] = value(state);
    }
    state.layout.top[zone as usize] = NO_CARD;
    values[MAX_CARDS] = value(state);
    state.layout.top[zone as usize] = before;
    values
}
