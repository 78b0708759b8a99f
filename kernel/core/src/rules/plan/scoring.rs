//! Compiles scoring rules and the utility to straight-line code (a sheet): every number once, unrolled for each side.
//!
//! Rules repeat each other ("made", "vulnerable", "tricks of the partnership"), and ask the same for each side. A sheet
//! says whose points a line is about, unrolls what runs over seats, and keeps each number for all that need it.

pub mod sheet;
mod value_numbering;

use std::ops::Range;

use self::sheet::{FEW, Sheet};
use self::value_numbering::Writer;
use crate::rules::plan::prelude::*;
use crate::rules::program::registers::Families;

/// Points for one side, if they are due.
pub struct SheetLine {
    pub side: u8,
    pub due: Option<u8>,
    pub points: u8,
}

/// The sheet; of each rule the numbers that it is the first to need, and its lines.
pub struct ScoringPlan {
    pub sheet: Sheet,
    pub rules: Vec<(Range<usize>, Vec<SheetLine>)>,
}

/// A number for each seat, as if it acted: the sheet, and where theirs are on it.
pub struct UtilityPlan {
    sheet: Sheet,
    values: Vec<u8>,
}

impl ScoringPlan {
    /// The sheet of a game's rules, if they ask for nothing but registers and the cards in known places.
    pub fn of(program: &Program, at: &Families, side: &[u16; MAX_SEATS], zones: usize) -> Option<ScoringPlan> {
        let mut writer = Writer::new(program, at, side, zones);
        let mut rules = Vec::new();
        for rule in &program.scoring {
            let start = writer.sheet.steps.len();
            let lines = writer.rule(rule)?;
            rules.push((start..writer.sheet.steps.len(), lines));
        }
        Some(ScoringPlan { sheet: writer.sheet.end(), rules })
    }
}

impl UtilityPlan {
    pub fn of(program: &Program, at: &Families, side: &[u16; MAX_SEATS], zones: usize, utility: ExprId) -> Option<UtilityPlan> {
        let mut writer = Writer::new(program, at, side, zones);
        let value = |seat: u8| {
            writer.actor = Some(seat as i32);
            writer.expression(utility)
        };
        let values = (0..program.seats).map(value).collect::<Option<_>>()?;
        writer.sheet.is_short().then_some(UtilityPlan { sheet: writer.sheet.end(), values })
    }

    /// The number of each seat.
    pub fn values(&self, rules: &Rules, state: &State) -> [i32; MAX_SEATS] {
        let (mut numbers, mut values) = (self.sheet.blank::<FEW>(), [0; MAX_SEATS]);
        self.sheet.fill(&mut numbers, &(0..self.sheet.steps.len()), rules, state);
        for (value, index) in values.iter_mut().zip(&self.values) {
            *value = numbers[*index as usize % FEW];
        }
        values
    }
}

impl Writer<'_> {
    /// Writes what a rule asks for, for each side that may have points by it.
    fn rule(&mut self, rule: &ScoringRule) -> Option<Vec<SheetLine>> {
        let program = self.program;
        self.actor = None;
        let (sides, chosen, team) = match rule.to {
            ScoredBy::EachSeat => (program.seats, None, false),
            ScoredBy::EachTeam => (program.teams, None, true),
            ScoredBy::Seat(seat) => (program.seats, Some(self.expression(seat)?), false),
            ScoredBy::Team(team) => (program.teams, Some(self.expression(team)?), true),
        };
        let of_team = |team: u8| program.team_of.iter().position(|other| *other == team as i32);
        let mut lines = Vec::new();
        for side in 0..sides {
            self.actor = Some(if team { of_team(side)? as i32 } else { side as i32 });
            let mut due = match rule.when {
                Some(when) => Some(self.expression(when)?),
                None => None,
            };
            if let Some(chosen) = chosen {
                let side = self.constant(side as i32)?;
                let this = self.join(BinaryOp::Eq, chosen, side)?;
                due = Some(due.map_or(Some(this), |due| self.join(BinaryOp::And, this, due))?);
            }
            let points = self.expression(rule.points)?;
            if due.and_then(|due| self.fixed(due)) != Some(0) && self.fixed(points) != Some(0) {
                lines.push(SheetLine { side, due, points });
            }
        }
        self.change(rule);
        Some(lines)
    }

    /// What a rule adds to is no longer what it was.
    fn change(&mut self, rule: &ScoringRule) {
        let (seats, teams) = (self.program.seats as u16, self.program.teams.max(1) as u16);
        let at = self.at;
        let scores = [(at.score, seats), (at.hand_score, seats), (at.team_score, teams), (at.team_hand_score, teams)];
        for (base, len) in rule.into.map_or(scores.to_vec(), |into| vec![into]) {
            self.versions[base as usize..][..len as usize].iter_mut().for_each(|version| *version += 1);
        }
    }
}
