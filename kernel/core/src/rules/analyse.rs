//! What every operation of a program reads, worked out once at loading: what a plan takes for granted it asks here.

mod questions;

use std::collections::BTreeSet;

pub use self::questions::Depends;
use super::program::*;

/// Some registers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RegisterSet([u64; MAX_REGISTERS / 64]);

impl RegisterSet {
    pub fn of(registers: &[u16]) -> RegisterSet {
        registers.iter().fold(RegisterSet::default(), |set, register| set.with(*register, 1))
    }

    /// With `len` registers more, from `base` on.
    pub fn with(mut self, base: u16, len: u16) -> RegisterSet {
        for register in base..base.saturating_add(len) {
            self.0[register as usize / 64 % self.0.len()] |= 1 << (register % 64);
        }
        self
    }

    pub fn or(mut self, other: RegisterSet) -> RegisterSet {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        self
    }

    pub fn has(&self, register: u16) -> bool {
        self.0[register as usize / 64 % self.0.len()] >> (register % 64) & 1 == 1
    }

    pub fn meets(&self, other: &RegisterSet) -> bool {
        self.0.iter().zip(other.0).any(|(word, others)| word & others != 0)
    }

    pub fn is_within(&self, other: &RegisterSet) -> bool {
        self.0.iter().zip(other.0).all(|(word, others)| word & !others == 0)
    }
}

/// What an operation reads, its operands and aggregates included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reads {
    pub registers: RegisterSet,
    /// Registers whose values are calculated with, used as an index, or compared with anything but a constant.
    pub computed: RegisterSet,
    /// Cards that lie in zones, or how many, or where a card is: anything but the tops of known zones.
    pub zones: bool,
    /// Zones of which it reads the top card, as bits.
    pub tops: u64,
    /// Who is in play.
    pub seats: bool,
    /// Picks and local variables, as bits.
    pub picks: u8,
    pub locals: u8,
    /// The best card of the trick on the table.
    pub trick: bool,
    /// What observers know.
    pub knowledge: bool,
    /// The largest constant in it.
    pub largest: i32,
}

impl Reads {
    fn or(self, other: Reads) -> Reads {
        Reads {
            registers: self.registers.or(other.registers),
            computed: self.computed.or(other.computed),
            zones: self.zones | other.zones,
            tops: self.tops | other.tops,
            seats: self.seats | other.seats,
            picks: self.picks | other.picks,
            locals: self.locals | other.locals,
            trick: self.trick | other.trick,
            knowledge: self.knowledge | other.knowledge,
            largest: self.largest.max(other.largest),
        }
    }

    fn registers(base: u16, len: u16) -> Reads {
        Reads { registers: RegisterSet::default().with(base, len), ..Reads::default() }
    }

    /// Whether it reads nothing but registers.
    pub fn only_registers(&self) -> bool {
        !(self.zones | self.seats | self.trick | self.knowledge) && self.tops == 0 && self.picks == 0 && self.locals == 0
    }

    /// Whether it reads a variable.
    pub fn local(&self, local: usize) -> bool {
        self.locals >> local & 1 == 1
    }

    pub fn pick(&self, pick: usize) -> bool {
        self.picks >> pick & 1 == 1
    }
}

/// What every operation of a program reads.
#[derive(Debug, Clone, Default)]
pub struct Dependencies {
    ops: Vec<Reads>,
    /// The operation that each expression is.
    code: Vec<OpId>,
}

impl Dependencies {
    /// Of a checked program with so many zones.
    pub fn of(program: &Program, zones: usize) -> Dependencies {
        let mut walk = Walk { program, zones, reads: vec![None; program.ops.len()] };
        (0..program.ops.len()).for_each(|op| walk.add(op as OpId));
        Dependencies { ops: walk.reads.into_iter().flatten().collect(), code: program.code.clone() }
    }

    pub fn op(&self, op: OpId) -> &Reads {
        &self.ops[op as usize]
    }

    pub fn expression(&self, id: ExprId) -> &Reads {
        self.op(self.code[id as usize])
    }
}

struct Walk<'a> {
    program: &'a Program,
    zones: usize,
    reads: Vec<Option<Reads>>,
}

impl Walk<'_> {
    /// What an expression reads. Aggregates refer to expressions in no order, but without a circle: what is not known yet
    /// is worked out first, operands before what is applied to them.
    fn expression(&mut self, id: ExprId) -> Reads {
        let root = self.program.code[id as usize];
        let mut waiting = vec![root];
        let mut needed = BTreeSet::new();
        while let Some(op) = waiting.pop() {
            if self.reads[op as usize].is_none() && needed.insert(op) {
                waiting.extend(self.program.ops[op as usize].operands().iter().map(|(operand, _)| *operand));
            }
        }
        needed.into_iter().for_each(|op| self.add(op));
        self.reads[root as usize].unwrap_or_default()
    }

    /// Works out what an operation reads whose operands are known.
    fn add(&mut self, op: OpId) {
        if self.reads[op as usize].is_some() {
            return;
        }
        let program = self.program;
        let this = &program.ops[op as usize];
        let mut reads = self.own(this);
        for (operand, _) in this.operands() {
            reads = reads.or(self.reads[operand as usize].unwrap_or_default());
        }
        reads.computed = reads.computed.or(self.computed(this));
        // Of a known zone it is the top card alone that matters.
        if let Op::Top(zone) = this
            && let Op::Const(zone) = program.ops[*zone as usize]
        {
            reads = Reads { tops: 1 << zone.clamp(0, self.zones as i32 - 1), ..Reads::default() };
        }
        self.reads[op as usize] = Some(reads);
    }

    /// What an operation reads besides its operands.
    fn own(&mut self, op: &Op) -> Reads {
        let none = Reads::default();
        match *op {
            Op::Const(value) => Reads { largest: value, ..none },
            Op::Reg(register) => Reads::registers(register, 1),
            Op::RegAt(base, len, _) => Reads::registers(base, len),
            Op::Pick(pick) | Op::MaskPick(pick) => Reads { picks: 1 << pick, ..none },
            Op::Local(local) => Reads { locals: 1 << local, ..none },
            Op::Left(_) | Op::Right(_) => Reads { seats: true, ..none },
            Op::Size(_) | Op::Top(_) | Op::Under(_) | Op::Bottom(_) | Op::Where(_) | Op::MaskZone(_) => {
                Reads { zones: true, ..none }
            }
            Op::MaskFollows => Reads { registers: RegisterSet::of(&[at::LED, at::STRAIN]), ..none },
            Op::MaskHeads => Reads { registers: RegisterSet::of(&[at::LED, at::STRAIN]), trick: true, ..none },
            Op::MaskCalled => Reads::registers(at::STRAIN, 1),
            Op::MaskOpen(_) => Reads { knowledge: true, zones: true, ..none },
            Op::Aggregate(n) => self.aggregate(&self.program.aggregates[n as usize]),
            _ => none,
        }
    }

    fn aggregate(&mut self, aggregate: &Aggregate) -> Reads {
        let (mut domain, named) = match aggregate.domain {
            Domain::Seats | Domain::Range(_) => (Reads::default(), None),
            Domain::Live => (Reads { seats: true, ..Reads::default() }, None),
            Domain::Opponents => (Reads::registers(at::ACTOR, 1), None),
            Domain::Members(id) | Domain::Cards(id) | Domain::Piles(id, _) => (Reads::default(), Some(id)),
        };
        if let Some(id) = named {
            domain = self.expression(id);
        }
        let mut reads = Reads::default();
        for id in [aggregate.when, aggregate.body].into_iter().flatten() {
            reads = reads.or(self.expression(id));
        }
        reads.locals &= !(1 << aggregate.local);
        reads = reads.or(domain);
        // What is summed or compared in it may be any number.
        Reads { computed: reads.registers, ..reads }
    }

    /// Registers whose values an operation calculates with, looks up by, or compares with what is no constant.
    fn computed(&self, op: &Op) -> RegisterSet {
        let is_const = |op: OpId| matches!(self.program.ops[op as usize], Op::Const(_));
        match *op {
            Op::Eq(a, b) | Op::Ne(a, b) | Op::Lt(a, b) | Op::Le(a, b) | Op::Gt(a, b) | Op::Ge(a, b) => {
                if is_const(a) || is_const(b) { RegisterSet::default() } else { self.flowing(a).or(self.flowing(b)) }
            }
            Op::And(..) | Op::Or(..) | Op::Not(_) | Op::MaskIf(_) | Op::If(..) | Op::Min(..) | Op::Max(..) => {
                RegisterSet::default()
            }
            ref op => op.operands().iter().fold(RegisterSet::default(), |all, (operand, _)| all.or(self.flowing(*operand))),
        }
    }

    /// Registers whose value an operation may pass on as it is.
    fn flowing(&self, op: OpId) -> RegisterSet {
        match self.program.ops[op as usize] {
            Op::Reg(register) => RegisterSet::of(&[register]),
            Op::RegAt(base, len, _) => RegisterSet::default().with(base, len),
            Op::Min(a, b) | Op::Max(a, b) | Op::If(_, a, b) => self.flowing(a).or(self.flowing(b)),
            Op::Select(ref of, _) => of.iter().fold(RegisterSet::default(), |all, id| all.or(self.flowing(*id))),
            _ => RegisterSet::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_registers_has_what_was_put_in() {
        let set = RegisterSet::of(&[3, 200]).with(62, 4);
        assert!([3, 62, 63, 64, 65, 200].iter().all(|register| set.has(*register)));
        assert!(!set.has(61) && !set.has(66) && !set.meets(&RegisterSet::of(&[0, 255])));
        assert!(RegisterSet::of(&[64]).is_within(&set) && !RegisterSet::of(&[64, 66]).is_within(&set));
    }
}
