//! Stack code read as a tree, common shapes as one node.

use super::*;

/// Longer code is refused: trees are walked by recursion, and no deeper than the code is long.
const MAX_CODE: usize = 4_000;

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
                Int::Reg(register) if self.shapes => {
                    Set::ByReg(register, Box::new(ByValue::new(&self.program.mask_tables[n as usize])))
                }
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
