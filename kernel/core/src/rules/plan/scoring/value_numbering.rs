//! Compiles expressions to a sheet: constants folded, aggregates over seats unrolled, equal numbers written once.

use std::collections::HashMap;

use crate::rules::plan::prelude::*;
use crate::rules::plan::scoring::sheet::{Number, Sheet};
use crate::rules::program::registers::Families;
use crate::rules::run::expressions::lookup;

/// Cards in a zone, of a set; without a zone the set itself.
#[derive(Clone, Copy)]
struct Held(Option<u8>, Mask);

pub struct Writer<'a> {
    pub program: &'a Program,
    pub at: &'a Families,
    side: &'a [u16; MAX_SEATS],
    /// How many there are.
    zones: usize,
    pub sheet: Sheet,
    numbers: Vec<Number>,
    /// Where a number is already written. What a register holds counts as another number once it has changed.
    known: HashMap<(Number, u32), u8>,
    pub versions: Vec<u32>,
    pub actor: Option<i32>,
    locals: [Option<i32>; MAX_LOCALS],
}

impl<'a> Writer<'a> {
    pub fn new(program: &'a Program, at: &'a Families, side: &'a [u16; MAX_SEATS], zones: usize) -> Writer<'a> {
        let (known, versions, locals) = (HashMap::new(), vec![0; MAX_REGISTERS], [None; MAX_LOCALS]);
        let (sheet, numbers) = (Sheet::default(), Vec::new());
        Writer { program, at, side, zones, sheet, numbers, known, versions, actor: None, locals }
    }

    /// Writes a number, unless it is there already.
    fn number(&mut self, number: Number) -> Option<u8> {
        let version = match number {
            Number::Reg(register) => self.versions[register as usize],
            Number::RegAt(base, len, _) => self.versions[base as usize..][..len as usize].iter().sum(),
            _ => 0,
        };
        if let Some(index) = self.known.get(&(number, version)) {
            return Some(*index);
        }
        let index = u8::try_from(self.numbers.len()).ok()?;
        self.numbers.push(number);
        self.sheet.fixed.push(self.fixed(index).unwrap_or(0));
        if self.fixed(index).is_none() {
            self.sheet.steps.push((index, number));
        }
        self.known.insert((number, version), index);
        Some(index)
    }

    pub fn constant(&mut self, value: i32) -> Option<u8> {
        self.number(Number::Const(value))
    }

    pub fn fixed(&self, index: u8) -> Option<i32> {
        match self.numbers[index as usize] {
            Number::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a number is 0 or 1.
    fn is_truth(&self, index: u8) -> bool {
        use BinaryOp::*;
        match self.numbers[index as usize] {
            Number::Const(value) => value == 0 || value == 1,
            Number::Of(join, ..) => matches!(join, Eq | Ne | Lt | Le | And | Or),
            _ => false,
        }
    }

    pub fn join(&mut self, join: BinaryOp, a: u8, b: u8) -> Option<u8> {
        use BinaryOp::*;
        let symmetric = matches!(join, Add | Mul | Eq | Ne | And | Or | Min | Max);
        // What is fixed comes first, so that it is found below, and what is the same is written the same.
        let swap = symmetric && (self.fixed(a).is_none(), a) > (self.fixed(b).is_none(), b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        match (join, self.fixed(a), self.fixed(b)) {
            (_, Some(a), Some(b)) => self.constant(join.of(a, b)),
            (Add, Some(0), _) | (Mul, Some(1), _) => Some(b),
            (Sub, _, Some(0)) => Some(a),
            (Or, Some(0), _) if self.is_truth(b) => Some(b),
            (And, Some(truth), _) if truth != 0 && self.is_truth(b) => Some(b),
            (And, Some(0), _) => self.constant(0),
            (Eq, ..) if a == b => self.constant(1),
            (Sub, ..) if a == b => self.constant(0),
            _ => self.number(Number::Of(join, a, b)),
        }
    }

    fn either(&mut self, test: u8, first: u8, second: u8) -> Option<u8> {
        match (self.fixed(test), self.fixed(first), self.fixed(second)) {
            (Some(test), ..) => Some(if test != 0 { first } else { second }),
            _ if first == second => Some(first),
            (None, Some(1), Some(0)) if self.is_truth(test) => Some(test),
            _ => self.number(Number::If(test, first, second)),
        }
    }

    /// Where a set of cards is noted.
    fn set(&mut self, cards: Mask) -> Option<u8> {
        let known = self.sheet.sets.iter().position(|set| *set == cards);
        if known.is_none() {
            self.sheet.sets.push(cards);
        }
        u8::try_from(known.unwrap_or(self.sheet.sets.len() - 1)).ok()
    }

    fn register(&mut self, register: u16) -> Option<u8> {
        match self.actor {
            Some(actor) if register == at::ACTOR => self.constant(actor),
            _ => self.number(Number::Reg(register)),
        }
    }

    pub fn expression(&mut self, id: ExprId) -> Option<u8> {
        self.int(self.program.code[id as usize])
    }

    /// Writes what an operation gives, if it can be written.
    pub fn int(&mut self, op: OpId) -> Option<u8> {
        let program = self.program;
        match program.ops[op as usize] {
            Op::Const(value) => self.constant(value),
            Op::Reg(register) => self.register(register),
            Op::RegAt(base, len, index) => {
                let index = self.int(index)?;
                match self.fixed(index) {
                    Some(index) => self.register(base + index.clamp(0, len as i32 - 1) as u16),
                    None => self.number(Number::RegAt(base, len, index)),
                }
            }
            Op::Local(local) => self.locals[local as usize].and_then(|value| self.constant(value)),
            Op::If(test, first, second) => {
                let (test, first) = (self.int(test)?, self.int(first)?);
                let second = self.int(second)?;
                self.either(test, first, second)
            }
            Op::Neg(int) => {
                let (int, zero) = (self.int(int)?, self.constant(0)?);
                self.join(BinaryOp::Sub, zero, int)
            }
            Op::Not(int) => {
                let (int, zero) = (self.int(int)?, self.constant(0)?);
                self.join(BinaryOp::Eq, int, zero)
            }
            Op::Table(table, index) => {
                let index = self.int(index)?;
                match self.fixed(index) {
                    Some(index) => self.constant(lookup(&program.tables[table as usize], index)),
                    None => self.number(Number::Table(table, index)),
                }
            }
            Op::Size(zone) => {
                let zone = self.fixed_zone(zone)?;
                let all = self.set(Mask::ALL)?;
                self.number(Number::Count(zone, all))
            }
            Op::Aggregate(n) => self.aggregate(&program.aggregates[n as usize]),
            Op::Count(set) => {
                let (zone, cards) = self.counted(set, Mask::ALL)?;
                self.number(Number::Count(zone, cards))
            }
            Op::Sum(attribute, set) => {
                let values = (0..).zip(&program.deck.attributes[attribute as usize]);
                let (zone, cards) =
                    self.counted(set, values.filter(|(_, value)| **value != 0).map(|(card, _)| card).collect())?;
                self.number(Number::Sum(attribute, zone, cards))
            }
            ref op => {
                let (join, a, b) = op.binary()?;
                let (a, b) = (self.int(a)?, self.int(b)?);
                self.join(join, a, b)
            }
        }
    }

    /// The zone of cards that are counted, and where it is noted which of these.
    fn counted(&mut self, set: OpId, among: Mask) -> Option<(u8, u8)> {
        let Held(Some(zone), cards) = self.held(set)? else { return None };
        Some((zone, self.set(cards.and(among))?))
    }

    fn held(&mut self, set: OpId) -> Option<Held> {
        match self.program.ops[set as usize] {
            Op::MaskConst(n) => Some(Held(None, self.program.masks[n as usize])),
            Op::MaskZone(zone) => Some(Held(Some(self.fixed_zone(zone)?), Mask::ALL)),
            Op::MaskAnd(a, b) => {
                let (Held(a, first), Held(b, second)) = (self.held(a)?, self.held(b)?);
                (a.is_none() || b.is_none()).then_some(Held(a.or(b), first.and(second)))
            }
            _ => None,
        }
    }

    /// A zone instance that is known beforehand, if there is such a one.
    fn fixed_zone(&mut self, zone: OpId) -> Option<u8> {
        let zone = self.int(zone)?;
        self.fixed(zone).and_then(|zone| u8::try_from(zone).ok()).filter(|zone| (*zone as usize) < self.zones)
    }

    /// Writes an aggregate out, value by value.
    fn aggregate(&mut self, aggregate: &Aggregate) -> Option<u8> {
        let seats = |set: u16| (0..self.program.seats as i32).filter(|seat| set >> seat & 1 == 1).collect::<Vec<_>>();
        let values = match aggregate.domain {
            Domain::Seats => seats(u16::MAX),
            Domain::Opponents => seats(!self.side[self.actor? as usize & (MAX_SEATS - 1)]),
            Domain::Range(n) => (0..n as i32).collect(),
            Domain::Members(team) => {
                let team = self.expression(team).and_then(|team| self.fixed(team))?;
                let member = |seat: &i32| self.program.team_of[*seat as usize] == team;
                (0..self.program.seats as i32).filter(member).collect()
            }
            Domain::Live | Domain::Cards(_) | Domain::Piles(..) => return None,
        };
        let (zero, one) = (self.constant(0)?, self.constant(1)?);
        let (join, none) = match aggregate.gather {
            Gather::Sum | Gather::Count => (BinaryOp::Add, zero),
            Gather::Any => (BinaryOp::Or, zero),
            Gather::All => (BinaryOp::And, one),
            Gather::Max => (BinaryOp::Max, zero),
            Gather::Min => (BinaryOp::Min, zero),
            Gather::First => return None,
        };
        let best = matches!(aggregate.gather, Gather::Max | Gather::Min);
        let mut total = none;
        let outer = self.locals[aggregate.local as usize];
        for (index, value) in values.into_iter().enumerate() {
            self.locals[aggregate.local as usize] = Some(value);
            let holds = aggregate.when.map_or(Some(one), |when| self.expression(when))?;
            let body = aggregate.body.map_or(Some(one), |body| self.expression(body))?;
            let amount = if aggregate.gather == Gather::Count { one } else { body };
            total = match (best, index) {
                (true, _) if holds != one => return None,
                (true, 0) => amount,
                (true, _) => self.join(join, total, amount)?,
                (false, _) => {
                    let amount = self.either(holds, amount, none)?;
                    self.join(join, total, amount)?
                }
            };
        }
        self.locals[aggregate.local as usize] = outer;
        Some(total)
    }
}
