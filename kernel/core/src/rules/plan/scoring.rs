//! The scoring rules of a hand as one sheet: every number in them worked out once, in order, for sides known beforehand.
//!
//! Rules repeat each other ("made", "vulnerable", "tricks of the partnership"), and ask the same for each side. A sheet
//! says whose points a line is about, unrolls what runs over seats, and keeps each number for all that need it.

pub mod sheet;
mod writer;

use std::ops::Range;

use self::writer::{Purpose, Writer, first_of_both};
use crate::rules::plan::prelude::*;
use crate::rules::plan::scoring::sheet::Sheet;
use crate::rules::program::at::Families;

#[derive(Debug, Clone, Copy)]
pub enum Target {
    Seat(u8),
    Team(u8),
    Register(u16),
}

/// Points for one side, if they are due.
pub struct SheetLine {
    pub rule: u16,
    pub side: u8,
    pub due: Option<u8>,
    pub points: u8,
    pub to: Target,
}

/// Numbers that matter only where another, if there is one, is not 0 (where they are left out they stay 0), and then the
/// lines of a rule, after the last of its numbers: those of all sides are worked out before any is added.
pub struct SheetPart {
    pub test: Option<u8>,
    pub steps: Range<usize>,
    pub lines: Range<usize>,
}

pub struct ScoringPlan {
    pub sheet: Sheet,
    pub parts: Vec<SheetPart>,
    pub lines: Vec<SheetLine>,
}

/// A number for each seat, as if it acted: the sheet, and where theirs are on it.
pub struct UtilityPlan {
    pub sheet: Sheet,
    pub results: Vec<u8>,
}

impl ScoringPlan {
    /// The sheet of a game's rules, if they ask for nothing but registers and the cards in known places.
    pub fn of(program: &Program, at: &Families, side: &[u16; MAX_SEATS], zones: usize) -> Option<ScoringPlan> {
        let mut writer = Writer::new(program, at, side, zones);
        let rules = program.scoring.iter().enumerate();
        let drafts = rules.map(|(number, rule)| writer.rule(rule, number)).collect::<Option<Vec<RuleDraft>>>()?;
        // Only now is it known what each number is for.
        let (mut parts, mut lines) = (Vec::new(), Vec::new());
        for (number, draft) in drafts.into_iter().enumerate() {
            let before = lines.len();
            parts.extend(writer.arrange(number, &draft));
            lines.extend(draft.lines);
            if let Some(last) = parts.last_mut() {
                last.lines = before..lines.len();
            }
        }
        Some(ScoringPlan { sheet: writer.sheet, parts, lines })
    }
}

impl UtilityPlan {
    pub fn of(
        program: &Program,
        at: &Families,
        side: &[u16; MAX_SEATS],
        zones: usize,
        expression: ExprId,
    ) -> Option<UtilityPlan> {
        let mut writer = Writer::new(program, at, side, zones);
        let result = |seat: u8| {
            writer.actor = Some(seat as i32);
            writer.expression(expression)
        };
        let results = (0..program.seats).map(result).collect::<Option<_>>()?;
        writer.add_steps(&(0..writer.sheet.numbers.len()), |_| true);
        Some(UtilityPlan { sheet: writer.sheet, results })
    }
}

/// The lines of a rule before it is known what each number is for.
struct RuleDraft {
    /// What must hold for points to be due to any side.
    gate: Option<u8>,
    /// Numbers first written for it.
    numbers: Range<usize>,
    lines: Vec<SheetLine>,
}

/// So many numbers take longer to work out than to leave out.
const WORTH_LEAVING_OUT: usize = 2;

impl Writer<'_> {
    fn rule(&mut self, rule: &ScoringRule, number: usize) -> Option<RuleDraft> {
        let program = self.program;
        let start = self.sheet.numbers.len();
        (self.actor, self.purpose) = (None, Purpose::Any);
        let (sides, chosen, team) = match rule.to {
            ScoredBy::EachSeat => (program.seats, None, false),
            ScoredBy::EachTeam => (program.teams, None, true),
            ScoredBy::Seat(seat) => (program.seats, Some(self.expression(seat)?), false),
            ScoredBy::Team(team) => (program.teams, Some(self.expression(team)?), true),
        };
        let of_team = |team: u8| program.team_of.iter().position(|other| *other == team as i32);
        let actor = |index: u8| Some(if team { of_team(index)? as i32 } else { index as i32 });
        let first = rule.when.and_then(|when| first_of_both(program, when));
        let gate = first.and_then(|first| self.same_for_all((0..sides).map(actor), first));
        let mut lines = Vec::new();
        for index in 0..sides {
            self.actor = Some(actor(index)?);
            self.purpose = Purpose::Rule(number);
            let mut due = match rule.when {
                Some(when) => Some(self.expression(when)?),
                None => None,
            };
            if let Some(chosen) = chosen {
                let index = self.constant(index as i32)?;
                let this = self.join(BinaryOp::Eq, chosen, index)?;
                due = Some(match due {
                    Some(due) => self.join(BinaryOp::And, this, due)?,
                    None => this,
                });
            }
            self.purpose = Purpose::Points(number, index);
            let points = self.expression(rule.points)?;
            let to = match rule.into {
                Some((base, len)) => Target::Register(base + (index as u16).min(len.saturating_sub(1))),
                None if team => Target::Team(index),
                None => Target::Seat(index),
            };
            if due.and_then(|due| self.fixed(due)) != Some(0) && self.fixed(points) != Some(0) {
                lines.push(SheetLine { rule: number as u16, side: index, due, points, to });
            }
        }
        self.change(rule);
        Some(RuleDraft { gate, numbers: start..self.sheet.numbers.len(), lines })
    }

    /// What an operation gives, if that is the same for all who act.
    fn same_for_all(&mut self, mut actors: impl Iterator<Item = Option<i32>>, op: OpId) -> Option<u8> {
        let mut write = |actor: Option<i32>| {
            self.actor = actor;
            self.int(op)
        };
        let first = actors.next().and_then(&mut write)?;
        actors.all(|actor| write(actor) == Some(first)).then_some(first)
    }

    /// Puts the numbers of a rule in order: those that others need too; if the rule may apply, those that it needs for all
    /// sides; and those that it needs for each side to which points are due, unless they are few.
    fn arrange(&mut self, rule: usize, draft: &RuleDraft) -> Vec<SheetPart> {
        let RuleDraft { gate, numbers, lines } = draft;
        let of_side = |line: &SheetLine| Purpose::Points(rule, line.side);
        let count = |line: &SheetLine| self.purposes[numbers.clone()].iter().filter(|purpose| **purpose == of_side(line)).count();
        let many = |line: &&SheetLine| line.due.is_some() && count(line) >= WORTH_LEAVING_OUT;
        let (many, few): (Vec<&SheetLine>, Vec<&SheetLine>) = lines.iter().partition(many);
        let any = |purpose: Purpose| purpose == Purpose::Any;
        let own = |purpose: Purpose| purpose == Purpose::Rule(rule) || few.iter().any(|line| of_side(line) == purpose);
        let mut parts = Vec::new();
        let mut add = |test: Option<u8>, wanted: &dyn Fn(Purpose) -> bool| {
            parts.push(SheetPart { test, steps: self.add_steps(numbers, wanted), lines: 0..0 });
        };
        if gate.is_none() {
            add(None, &|purpose| any(purpose) || own(purpose));
        } else {
            add(None, &any);
            add(*gate, &own);
        }
        many.iter().for_each(|line| add(line.due, &|purpose| purpose == of_side(line)));
        parts
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
}
