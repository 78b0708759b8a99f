//! Builds expression trees from operations: common shapes as one node, tables in place of what they can hold.

use super::simplify::Tabulator;
use super::*;
use crate::rules::load::Rules;

/// Every expression of a checked program as a tree: numbers, and sets of cards. What is no number stands as 0 among
/// numbers, what is no set as the empty one. `shapes`: common shapes are one node.
pub fn build_trees(program: &Program, shapes: bool) -> (Vec<Int>, Vec<Set>) {
    Builder { program, shapes, tables: None }.all()
}

/// The same with tables in the place of what they can hold.
pub fn tabulate(rules: &Rules) -> (Vec<Int>, Vec<Set>) {
    let tables = Tabulator::new(rules);
    Builder { program: &rules.program, shapes: true, tables: Some(&tables) }.all()
}

#[derive(Clone, Copy)]
struct Builder<'a> {
    program: &'a Program,
    shapes: bool,
    tables: Option<&'a Tabulator<'a>>,
}

impl Builder<'_> {
    fn all(&self) -> (Vec<Int>, Vec<Set>) {
        let tree = |op: &OpId| match self.program.ops[*op as usize].kind() {
            Kind::Int => (self.int(*op), Set::Const(Mask::EMPTY)),
            Kind::Cards => (Int::Const(0), self.whole_set(*op)),
        };
        self.program.code.iter().map(tree).unzip()
    }

    fn int(&self, op: OpId) -> Int {
        if let Some(int) = self.int_table(op) {
            return int;
        }
        let int = self.plain_int(op);
        if self.shapes { self.shaped(int) } else { int }
    }

    /// A number that a table can give.
    fn int_table(&self, op: OpId) -> Option<Int> {
        let tables = self.tables.filter(|_| !matches!(self.program.ops[op as usize], Op::Const(_) | Op::Top(_)))?;
        let plain = || Builder { tables: None, ..*self }.int(op);
        if let Some(value) = tables.constant(op, |eval| eval.compute(&plain())) {
            return Some(Int::Const(value));
        }
        let (zone, values) = tables.by_top_card(op, |eval| eval.compute(&plain()))?;
        Some(Int::OfTop(zone, values))
    }

    /// The same for a set of cards.
    fn set_table(&self, op: OpId) -> Option<Set> {
        let tables = self.tables?;
        let plain = || Builder { tables: None, ..*self }.set(op);
        if let Some(cards) = tables.constant(op, |eval| eval.gather(&plain())) {
            return Some(Set::Const(cards));
        }
        let (zone, sets) = tables.by_top_card(op, |eval| eval.gather(&plain()))?;
        let sets = ByValue { least: 1, sets: sets.to_vec() };
        Some(Set::Looked(Box::new(Lookup { of: TOP + zone as u16, sets })))
    }

    fn boxed(&self, op: OpId) -> Box<Int> {
        Box::new(self.int(op))
    }

    /// A set that is not part of another one.
    fn whole_set(&self, op: OpId) -> Set {
        let mut set = self.set(op);
        if self.tables.is_some() {
            set.arrange();
        }
        set
    }

    fn boxed_set(&self, op: OpId) -> Box<Set> {
        Box::new(self.whole_set(op))
    }

    fn set_pair(&self, left: OpId, right: OpId) -> Box<(Set, Set)> {
        Box::new((self.set(left), self.set(right)))
    }

    fn plain_int(&self, op: OpId) -> Int {
        let op = &self.program.ops[op as usize];
        if let Some((join, a, b)) = op.binary() {
            return Int::Of(join, Box::new((self.int(a), self.int(b))));
        }
        match *op {
            Op::Const(value) => Int::Const(value),
            Op::Reg(register) => Int::Reg(register),
            Op::RegAt(base, len, index) => Int::RegAt(base, len, self.boxed(index)),
            Op::Pick(n) => Int::Pick(n),
            Op::Local(n) => Int::Local(n),
            Op::Neg(a) => Int::Neg(self.boxed(a)),
            Op::Not(a) => Int::Not(self.boxed(a)),
            Op::If(test, a, b) => Int::If(Box::new((self.int(test), self.int(a), self.int(b)))),
            Op::Select(ref of, index) => Int::Select(Box::new((of.iter().map(|id| self.int(*id)).collect(), self.int(index)))),
            Op::Table(table, index) => Int::Table(table, self.boxed(index)),
            Op::Attr(attribute, card) => Int::Attr(attribute, self.boxed(card)),
            Op::Left(seat) => Int::Next(self.boxed(seat), 1),
            Op::Right(seat) => Int::Next(self.boxed(seat), -1),
            Op::Size(zone) => Int::Size(self.boxed(zone)),
            Op::Top(zone) => Int::Top(self.boxed(zone)),
            Op::Under(zone) => Int::Under(self.boxed(zone)),
            Op::Bottom(zone) => Int::Bottom(self.boxed(zone)),
            Op::Where(card) => Int::Where(self.boxed(card)),
            Op::Aggregate(n) => Int::Aggregate(n),
            Op::Count(set) => Int::Count(self.boxed_set(set)),
            Op::Sum(attribute, set) => Int::Sum(attribute, self.boxed_set(set)),
            Op::Largest(attribute, set) => Int::Largest(attribute, self.boxed_set(set)),
            Op::Smallest(attribute, set) => Int::Smallest(attribute, self.boxed_set(set)),
            Op::First(set) => Int::First(self.boxed_set(set)),
            Op::Contains(card, set) => Int::Contains(Box::new((self.int(card), self.whole_set(set)))),
            Op::Adds(attribute, total, set) => Int::Adds(attribute, Box::new((self.int(total), self.whole_set(set)))),
            Op::Value(set) => Int::Value(self.boxed_set(set)),
            Op::Pack(group, set) => Int::Pack(group, self.boxed_set(set)),
            // Sets of cards: checking has seen that none stands where a number is wanted.
            _ => Int::Const(0),
        }
    }

    fn set(&self, op: OpId) -> Set {
        if let Some(set) = self.set_table(op) {
            return set;
        }
        match self.program.ops[op as usize] {
            Op::MaskConst(n) => Set::Const(self.program.masks[n as usize]),
            Op::MaskTable(n, index) => {
                let sets = ByValue::new(&self.program.mask_tables[n as usize]);
                match self.int(index) {
                    Int::Reg(of) if self.shapes => Set::Looked(Box::new(Lookup { of, sets })),
                    index => Set::Table(Box::new((sets, index))),
                }
            }
            Op::MaskZone(zone) => {
                let zone = self.boxed(zone);
                let spot = ZoneRef::find(&zone).filter(|_| self.shapes);
                spot.map_or(Set::Zone(zone), |spot| Set::Held(spot, Mask::ALL))
            }
            Op::MaskCard(card) => Set::Card(self.boxed(card)),
            Op::MaskPick(n) => Set::Pick(n),
            Op::MaskIf(test) => Set::Everything(self.boxed(test)),
            Op::MaskAnd(a, b) => Set::And(self.set_pair(a, b)),
            Op::MaskOr(a, b) => Set::Or(self.set_pair(a, b)),
            Op::MaskNot(a) => {
                let mut set = Set::Not(self.boxed_set(a));
                if let Some(tables) = self.tables {
                    set.deny_table(tables.rules.all);
                }
                set
            }
            Op::MaskPacked(group, set) => Set::Packed(group, self.boxed_set(set)),
            Op::MaskOpen(set) => Set::Open(self.boxed_set(set)),
            Op::MaskFollows => Set::Follows,
            Op::MaskHeads => Set::Heads,
            Op::MaskCalled => Set::Called,
            // Numbers: checking has seen that none stands where a set is wanted.
            _ => Set::Const(Mask::EMPTY),
        }
    }

    /// The one node for a common shape.
    fn shaped(&self, int: Int) -> Int {
        match int {
            Int::Of(join, pair) => joined(join, *pair),
            Int::RegAt(base, 1, _) => Int::Reg(base), // whatever the index, it is clamped to the only one
            Int::Size(zone) => ZoneRef::find(&zone).map_or(Int::Size(zone), Int::SizeOf),
            Int::Attr(attribute, card) => match *card {
                Int::Pick(pick) => Int::PickAttr(attribute, pick),
                card => Int::Attr(attribute, Box::new(card)),
            },
            Int::Next(seat, direction) => match *seat {
                Int::Reg(register) => Int::Beside(register, direction),
                seat => Int::Next(Box::new(seat), direction),
            },
            Int::Value(set) => match *set {
                Set::Held(spot, Mask::ALL) => Int::ValueOf(spot),
                set => Int::Value(Box::new(set)),
            },
            int => int,
        }
    }
}

/// Two numbers joined: of a register and a constant, of comparisons with constants, and of conditions that are lists.
fn joined(join: BinaryOp, pair: (Int, Int)) -> Int {
    match (join, pair) {
        (BinaryOp::Add, (Int::Reg(register), Int::Const(value)) | (Int::Const(value), Int::Reg(register))) => {
            Int::RegPlus(register, value)
        }
        (BinaryOp::Mod, (Int::Reg(register), Int::Const(by))) => Int::RegMod(register, by),
        // A sum less a packing of the same set looks at the set once.
        (BinaryOp::Sub, (Int::Sum(attribute, of), Int::Pack(group, packed))) if of == packed => Int::Rest(attribute, group, of),
        (BinaryOp::Eq, (Int::ValueOf(spot), Int::ValueOf(other))) => Int::SameValue(spot, other),
        (BinaryOp::Lt, (Int::ValueOf(spot), Int::ValueOf(other))) => Int::LowerValue(spot, other),
        (BinaryOp::Eq, (other, Int::Const(value)) | (Int::Const(value), other)) => other.within(Bounds::is(value)),
        (BinaryOp::Ne, (other, Int::Const(value)) | (Int::Const(value), other)) => other.within(Bounds::is_not(value)),
        (BinaryOp::Ne, (Int::Local(n), Int::Reg(of)) | (Int::Reg(of), Int::Local(n))) => Int::Differs(LOCAL + n as u16, of),
        (BinaryOp::Ne, (Int::Pick(n), Int::Reg(of)) | (Int::Reg(of), Int::Pick(n))) => Int::Differs(PICK + n as u16, of),
        (BinaryOp::Lt, (other, Int::Const(value))) => other.within(Bounds::below(value)),
        (BinaryOp::Lt, (Int::Const(value), other)) => other.within(Bounds::above(value)),
        // At most, as less than the next number where there is one.
        (BinaryOp::Le, (other, Int::Const(value))) if value < i32::MAX => other.within(Bounds::below(value + 1)),
        (BinaryOp::Le, (Int::Const(value), other)) if value > i32::MIN => other.within(Bounds::above(value - 1)),
        // No more than a number that is no less than another: both bounds at once.
        (BinaryOp::Min, (Int::Of(BinaryOp::Max, inner), Int::Const(most))) => match *inner {
            (int, Int::Const(least)) if least <= most => Int::Within(Box::new(int), least, most),
            pair => Int::Of(BinaryOp::Min, Box::new((Int::Of(BinaryOp::Max, Box::new(pair)), Int::Const(most)))),
        },
        // Conditions all of which must hold are one list, if each is without parts or a list of such.
        (BinaryOp::And, (one, other)) if one.is_simple() && other.is_simple() => {
            let parts = |int: Int| if let Int::Every(all) = int { all.into_vec() } else { vec![int] };
            Int::Every([parts(one), parts(other)].concat().into())
        }
        // Conditions without parts, one of which must hold, are one list too.
        (BinaryOp::Or, (one, other)) if one.is_either() && other.is_either() => {
            let parts = |int: Int| if let Int::Either(any) = int { any.into_vec() } else { vec![int] };
            Int::Either([parts(one), parts(other)].concat().into())
        }
        (join, pair) => Int::Of(join, Box::new(pair)),
    }
}

impl Int {
    /// Whether it is one of some numbers.
    fn within(self, bounds: Bounds) -> Int {
        match self {
            Int::Reg(register) => Int::RegIn(register, bounds),
            Int::SizeOf(spot) => Int::SizeIn(spot, bounds),
            Int::ValueOf(spot) => Int::ValueIn(spot, bounds),
            Int::Count(set) => match *set {
                Set::Held(spot, among) => Int::HeldIn(Box::new((spot, among, bounds))),
                set => Int::In(Box::new(Int::Count(Box::new(set))), bounds),
            },
            other => Int::In(Box::new(other), bounds),
        }
    }

    fn is_either(&self) -> bool {
        self.is_leaf() || matches!(self, Int::Either(_))
    }

    fn is_simple(&self) -> bool {
        self.is_either() || matches!(self, Int::Every(_))
    }

    /// Whether it has no parts.
    #[inline(always)]
    pub fn is_leaf(&self) -> bool {
        use Int::*;
        let value = matches!(self, Const(_) | Reg(_) | RegPlus(..) | RegIn(..) | RegMod(..) | Beside(..) | Differs(..));
        let value = value || matches!(self, Pick(_) | PickAttr(..) | Local(_) | SizeOf(_) | SizeIn(..) | HeldIn(_));
        value || matches!(self, ValueOf(_) | ValueIn(..) | SameValue(..) | LowerValue(..))
    }
}
