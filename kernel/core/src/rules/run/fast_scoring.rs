//! Scoring by a sheet: what each side has coming to it, worked out in one pass.

use crate::rules::plan::scoring::sheet::{FEW, MOST};
use crate::rules::plan::scoring::{ScoringPlan, Target, UtilityPlan};
use crate::rules::run::prelude::*;

impl UtilityPlan {
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

impl<O: Observer> Play<'_, O> {
    /// Adds up what a hand brought, by the sheet.
    pub fn settle_by(&mut self, settlement: &ScoringPlan) {
        if settlement.sheet.is_short() { self.settle::<FEW>(settlement) } else { self.settle::<MOST>(settlement) }
    }

    #[inline(never)]
    fn settle<const N: usize>(&mut self, settlement: &ScoringPlan) {
        let mut values = settlement.sheet.blank::<N>();
        for part in &settlement.parts {
            if part.test.is_none_or(|test| values[test as usize % N] != 0) {
                settlement.sheet.fill(&mut values, part.steps.clone(), self.rules, self.state);
            }
            for line in &settlement.lines[part.lines.clone()] {
                if line.due.is_some_and(|due| values[due as usize % N] == 0) {
                    continue;
                }
                let points = values[line.points as usize % N];
                match line.to {
                    Target::Seat(seat) => self.score_seat_by(line.rule, seat, points),
                    Target::Team(team) => self.score_team_by(line.rule, team as i32, points),
                    Target::Register(register) => {
                        let sum = self.state.get(register).saturating_add(points);
                        self.state.set(register, sum);
                    }
                }
            }
        }
    }
}
