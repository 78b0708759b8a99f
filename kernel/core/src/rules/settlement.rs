//! The scoring rules of a hand as one sheet: every number in them worked out once, in order, for sides known beforehand.
//!
//! Rules repeat each other ("made", "vulnerable", "tricks of the partnership"), and ask the same for each side. A sheet
//! says whose points a line is about, unrolls what runs over seats, and keeps each number for all that need it.

use std::collections::HashMap;
use std::ops::Range;

use super::eval::lookup;
use super::flow::Play;
use super::load::Rules;
use super::program::at::Families;
use super::program::*;
use super::sheet::{FEW, Join, MOST, Number, Sheet};
use super::state::State;
use crate::game::Observer;
use crate::mask::Mask;

#[derive(Debug, Clone, Copy)]
enum Target {
    Seat(u8),
    Team(u8),
    Register(u16),
}

/// Points for one side, if they are due.
struct Line {
    /// Numbers to be worked out before it, after those of the lines above.
    steps: Range<usize>,
    due: Option<u8>,
    points: u8,
    to: Target,
}

pub struct Settlement {
    sheet: Sheet,
    lines: Vec<Line>,
}

/// A number for each seat, as if it acted: the sheet, and where theirs are on it.
pub struct BySeat {
    sheet: Sheet,
    results: Vec<u8>,
}

impl Settlement {
    /// The sheet of a game's rules, if they ask for nothing but registers and the cards in known places.
    pub fn of(program: &Program, at: &Families, side: &[u16; MAX_SEATS], zones: usize) -> Option<Settlement> {
        let mut writer = Writer::new(program, at, side, zones);
        let mut lines = Vec::new();
        for rule in &program.scoring {
            writer.rule(rule, &mut lines)?;
        }
        Some(Settlement { sheet: writer.sheet, lines })
    }
}

impl BySeat {
    pub fn of(program: &Program, at: &Families, side: &[u16; MAX_SEATS], zones: usize, expression: ExprId) -> Option<BySeat> {
        let mut writer = Writer::new(program, at, side, zones);
        let result = |seat: u8| {
            writer.actor = Some(seat as i32);
            writer.expression(expression)
        };
        let results = (0..program.seats).map(result).collect::<Option<_>>()?;
        Some(BySeat { sheet: writer.sheet, results })
    }

    pub fn work_out(&self, rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        if self.sheet.is_short() { self.results::<FEW>(rules, state) } else { self.results::<MOST>(rules, state) }
    }

    fn results<const N: usize>(&self, rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        let mut values = self.sheet.blank::<N>();
        self.sheet.fill(&mut values, 0..self.sheet.steps.len(), rules, state);
        let mut results = [0; MAX_SEATS];
        for (result, index) in results.iter_mut().zip(&self.results) {
            *result = values[*index as usize % N];
        }
        results
    }
}

/// Cards in a zone, of a set; without a zone the set itself.
#[derive(Clone, Copy)]
struct Held(Option<u8>, Mask);

struct Writer<'a> {
    program: &'a Program,
    at: &'a Families,
    side: &'a [u16; MAX_SEATS],
    /// How many there are.
    zones: usize,
    sheet: Sheet,
    /// Where a number is already written. What a register holds counts as another number once it has changed.
    known: HashMap<(Number, u32), u8>,
    versions: Vec<u32>,
    actor: Option<i32>,
    locals: [Option<i32>; MAX_LOCALS],
}

impl<'a> Writer<'a> {
    fn new(program: &'a Program, at: &'a Families, side: &'a [u16; MAX_SEATS], zones: usize) -> Writer<'a> {
        let sheet = Sheet { numbers: Vec::new(), fixed: Box::new([0; MOST]), steps: Vec::new(), sets: Vec::new() };
        let (known, versions) = (HashMap::new(), vec![0; MAX_REGISTERS]);
        let locals = [None; MAX_LOCALS];
        Writer { program, at, side, zones, sheet, known, versions, actor: None, locals }
    }

    fn rule(&mut self, rule: &ScoringRule, lines: &mut Vec<Line>) -> Option<()> {
        let program = self.program;
        self.actor = None;
        let (sides, chosen, team) = match rule.to {
            ScoredBy::EachSeat => (program.seats, None, false),
            ScoredBy::EachTeam => (program.teams, None, true),
            ScoredBy::Seat(seat) => (program.seats, Some(self.expression(seat)?), false),
            ScoredBy::Team(team) => (program.teams, Some(self.expression(team)?), true),
        };
        let done = lines.last().map_or(0, |line| line.steps.end);
        let before = lines.len();
        for index in 0..sides {
            let of_team = || program.team_of.iter().position(|team| *team == index as i32);
            self.actor = Some(if team { of_team()? as i32 } else { index as i32 });
            let mut due = match rule.when {
                Some(when) => Some(self.expression(when)?),
                None => None,
            };
            if let Some(chosen) = chosen {
                let index = self.constant(index as i32)?;
                let this = self.join(Join::Eq, chosen, index)?;
                due = Some(match due {
                    Some(due) => self.join(Join::And, this, due)?,
                    None => this,
                });
            }
            let points = self.expression(rule.points)?;
            let to = match rule.into {
                Some((base, len)) => Target::Register(base + (index as u16).min(len.saturating_sub(1))),
                None if team => Target::Team(index),
                None => Target::Seat(index),
            };
            if due.and_then(|due| self.fixed(due)) != Some(0) && self.fixed(points) != Some(0) {
                lines.push(Line { steps: 0..0, due, points, to });
            }
        }
        // The points of a rule are worked out for all sides before any is added.
        let now = self.sheet.steps.len();
        for (line, start) in lines[before..].iter_mut().zip(std::iter::once(done).chain(std::iter::repeat(now))) {
            line.steps = start..now;
        }
        self.change(rule);
        Some(())
    }

    /// What a rule adds to is no longer what it was.
    fn change(&mut self, rule: &ScoringRule) {
        let (seats, teams) = (self.program.seats as u16, self.program.teams.max(1) as u16);
        let at = self.at;
        let scores = [(at.score, seats), (at.hand_score, seats), (at.team_score, teams), (at.team_hand_score, teams)];
        let into = rule.into.map(|into| [into; 1]);
        for (base, len) in into.as_ref().map_or(&scores[..], |into| &into[..]) {
            self.versions[*base as usize..][..*len as usize].iter_mut().for_each(|version| *version += 1);
        }
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
        let index = u8::try_from(self.sheet.numbers.len()).ok()?;
        self.sheet.numbers.push(number);
        match number {
            Number::Const(value) => self.sheet.fixed[index as usize] = value,
            number => self.sheet.steps.push((index, number)),
        }
        self.known.insert((number, version), index);
        Some(index)
    }

    fn constant(&mut self, value: i32) -> Option<u8> {
        self.number(Number::Const(value))
    }

    fn fixed(&self, index: u8) -> Option<i32> {
        match self.sheet.numbers[index as usize] {
            Number::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether a number is 0 or 1.
    fn is_truth(&self, index: u8) -> bool {
        use Join::*;
        match self.sheet.numbers[index as usize] {
            Number::Const(value) => value == 0 || value == 1,
            Number::Of(join, ..) => matches!(join, Eq | Ne | Lt | Le | And | Or),
            _ => false,
        }
    }

    fn join(&mut self, join: Join, a: u8, b: u8) -> Option<u8> {
        use Join::*;
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

    fn expression(&mut self, id: ExprId) -> Option<u8> {
        let program = self.program;
        self.code(&program.code[id as usize])
    }

    /// Writes what a piece of code works out, if it can be written.
    fn code(&mut self, code: &[Op]) -> Option<u8> {
        let (mut ints, mut sets): (Vec<u8>, Vec<Held>) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(op) = code.get(at) {
            at += 1;
            let int = match *op {
                Op::Const(value) => self.constant(value)?,
                Op::Reg(register) => self.register(register)?,
                Op::RegAt(base, len) => {
                    let index = ints.pop()?;
                    match self.fixed(index) {
                        Some(index) => self.register(base + index.clamp(0, len as i32 - 1) as u16)?,
                        None => self.number(Number::RegAt(base, len, index))?,
                    }
                }
                Op::Local(local) => self.locals[local as usize].and_then(|value| self.constant(value))?,
                Op::Else(n) => {
                    let middle = at + n as usize;
                    let Some(Op::Skip(m)) = code.get(middle - 1) else { return None };
                    let end = middle + *m as usize;
                    let (test, first) = (ints.pop()?, self.code(&code[at..middle - 1])?);
                    let second = self.code(code.get(middle..end)?)?;
                    at = end;
                    self.either(test, first, second)?
                }
                Op::Neg => {
                    let (zero, int) = (self.constant(0)?, ints.pop()?);
                    self.join(Join::Sub, zero, int)?
                }
                Op::Not => {
                    let (zero, int) = (self.constant(0)?, ints.pop()?);
                    self.join(Join::Eq, int, zero)?
                }
                Op::Table(table) => {
                    let index = ints.pop()?;
                    match self.fixed(index) {
                        Some(index) => self.constant(lookup(&self.program.tables[table as usize], index))?,
                        None => self.number(Number::Table(table, index))?,
                    }
                }
                Op::Size => {
                    let zone = self.fixed(ints.pop()?).and_then(|zone| self.zone(zone))?;
                    let all = self.set(Mask::ALL)?;
                    self.number(Number::Count(zone, all))?
                }
                Op::Aggregate(n) => self.aggregate(&self.program.aggregates[n as usize])?,
                Op::Count | Op::Sum(_) => {
                    let Held(Some(zone), cards) = sets.pop()? else { return None };
                    let cards = self.set(cards)?;
                    self.number(if let Op::Sum(attribute) = *op {
                        Number::Sum(attribute, zone, cards)
                    } else {
                        Number::Count(zone, cards)
                    })?
                }
                Op::MaskConst(n) => {
                    sets.push(Held(None, self.program.masks[n as usize]));
                    continue;
                }
                Op::MaskZone => {
                    let zone = self.fixed(ints.pop()?).and_then(|zone| self.zone(zone))?;
                    sets.push(Held(Some(zone), Mask::ALL));
                    continue;
                }
                Op::MaskAnd => {
                    let (Held(a, first), Held(b, second)) = (sets.pop()?, sets.pop()?);
                    if a.is_some() && b.is_some() {
                        return None;
                    }
                    sets.push(Held(a.or(b), first.and(second)));
                    continue;
                }
                op => {
                    let (b, a) = (ints.pop()?, ints.pop()?);
                    match op {
                        Op::Gt => self.join(Join::Lt, b, a)?,
                        Op::Ge => self.join(Join::Le, b, a)?,
                        op => self.join(join_of(op)?, a, b)?,
                    }
                }
            };
            ints.push(int);
        }
        if ints.len() == 1 && sets.is_empty() { ints.pop() } else { None }
    }

    /// A zone instance, if there is such a one.
    fn zone(&self, zone: i32) -> Option<u8> {
        u8::try_from(zone).ok().filter(|zone| (*zone as usize) < self.zones)
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
        let mut total = if aggregate.gather == Gather::All { one } else { zero };
        let outer = self.locals[aggregate.local as usize];
        for (index, value) in values.into_iter().enumerate() {
            self.locals[aggregate.local as usize] = Some(value);
            let holds = match aggregate.when {
                Some(when) => self.expression(when)?,
                None => one,
            };
            let body = match aggregate.body {
                Some(body) => self.expression(body)?,
                None => one,
            };
            total = match aggregate.gather {
                Gather::Sum | Gather::Count => {
                    let amount = if aggregate.gather == Gather::Sum { body } else { one };
                    let amount = self.either(holds, amount, zero)?;
                    self.join(Join::Add, total, amount)?
                }
                Gather::Any => {
                    let body = self.either(holds, body, zero)?;
                    self.join(Join::Or, total, body)?
                }
                Gather::All => {
                    let body = self.either(holds, body, one)?;
                    self.join(Join::And, total, body)?
                }
                Gather::Max | Gather::Min if holds == one => match (index, aggregate.gather) {
                    (0, _) => body,
                    (_, Gather::Max) => self.join(Join::Max, total, body)?,
                    _ => self.join(Join::Min, total, body)?,
                },
                Gather::Max | Gather::Min | Gather::First => return None,
            };
        }
        self.locals[aggregate.local as usize] = outer;
        Some(total)
    }
}

fn join_of(op: Op) -> Option<Join> {
    Some(match op {
        Op::Add => Join::Add,
        Op::Sub => Join::Sub,
        Op::Mul => Join::Mul,
        Op::Div => Join::Div,
        Op::Mod => Join::Mod,
        Op::Eq => Join::Eq,
        Op::Ne => Join::Ne,
        Op::Lt => Join::Lt,
        Op::Le => Join::Le,
        Op::And => Join::And,
        Op::Or => Join::Or,
        Op::Min => Join::Min,
        Op::Max => Join::Max,
        _ => return None,
    })
}

impl<O: Observer> Play<'_, O> {
    /// Adds up what a hand brought, by the sheet.
    pub fn settle_by(&mut self, settlement: &Settlement) {
        if settlement.sheet.is_short() { self.settle::<FEW>(settlement) } else { self.settle::<MOST>(settlement) }
    }

    #[inline(never)]
    fn settle<const N: usize>(&mut self, settlement: &Settlement) {
        let mut values = settlement.sheet.blank::<N>();
        for line in &settlement.lines {
            settlement.sheet.fill(&mut values, line.steps.clone(), self.rules, self.state);
            if line.due.is_some_and(|due| values[due as usize % N] == 0) {
                continue;
            }
            let points = values[line.points as usize % N];
            match line.to {
                Target::Seat(seat) => self.score_seat(seat, points),
                Target::Team(team) => self.score_team(team as i32, points),
                Target::Register(register) => {
                    let sum = self.state.get(register).saturating_add(points);
                    self.state.set(register, sum);
                }
            }
        }
    }
}
