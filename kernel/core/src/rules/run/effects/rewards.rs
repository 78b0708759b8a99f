//! Points and chips change hands.

use crate::game::NO_RULE;
use crate::rules::run::prelude::*;

impl<O: Observer> Play<'_, O> {
    #[inline(never)]
    pub(super) fn pay(&mut self, from: Purse, to: Purse, amount: ExprId) {
        let amount = self.int(amount).max(0);
        let taken = self.take_chips(from, amount);
        self.give_chips(to, taken);
    }

    /// What is the table's goes to whoever acts.
    pub fn score_owner(&mut self, owner: (Owner, i32), points: i32) {
        let actor = self.state.get(at::ACTOR);
        match owner {
            (Owner::Seat, seat) => self.score_seat(seat as u8, points),
            (Owner::Team, team) => self.score_team(team, points),
            (Owner::Table, _) if actor >= 0 && actor < self.seats() as i32 => self.score_seat(actor as u8, points),
            (Owner::Table, _) => {}
        }
    }

    /// A seat's points also go to its team; a team's go to no seat.
    #[inline]
    pub fn score_seat(&mut self, seat: u8, points: i32) {
        self.score_seat_by(NO_RULE, seat, points);
    }

    /// The same by a scoring rule.
    #[inline]
    pub fn score_seat_by(&mut self, rule: u16, seat: u8, points: i32) {
        if points == 0 {
            return;
        }
        let at = &self.rules.at;
        self.state.add(at.score, seat, points);
        self.state.add(at.hand_score, seat, points);
        self.observer.see(Event::Scored { side: seat, team: false, points, rule });
        let team = self.rules.program.team_of[seat as usize];
        if team >= 0 {
            self.state.add(at.team_score, team as u8, points);
            self.state.add(at.team_hand_score, team as u8, points);
        }
    }

    pub fn score_team(&mut self, team: i32, points: i32) {
        self.score_team_by(NO_RULE, team, points);
    }

    pub fn score_team_by(&mut self, rule: u16, team: i32, points: i32) {
        if points == 0 || team < 0 || team >= self.rules.program.teams as i32 {
            return;
        }
        let at = &self.rules.at;
        self.state.add(at.team_score, team as u8, points);
        self.state.add(at.team_hand_score, team as u8, points);
        self.observer.see(Event::Scored { side: team as u8, team: true, points, rule });
    }

    /// Takes chips out of a purse: as many of them as it has; none if nobody is named.
    fn take_chips(&mut self, from: Purse, amount: i32) -> i32 {
        let at = &self.rules.at;
        match from {
            Purse::Bank => amount,
            Purse::Pot => {
                let taken = amount.min(self.state.get(at::POT)).max(0);
                self.state.add(at::POT, 0, -taken);
                taken
            }
            Purse::Seat(seat) => {
                let Some(seat) = self.seat(seat) else { return 0 };
                let taken = amount.min(self.state.of(at.chips, seat));
                self.state.add(at.chips, seat, -taken);
                self.observer.see(Event::Paid { seat, chips: -taken });
                taken
            }
        }
    }

    fn give_chips(&mut self, to: Purse, amount: i32) {
        let at = &self.rules.at;
        match to {
            Purse::Bank => {}
            Purse::Pot => self.state.add(at::POT, 0, amount),
            Purse::Seat(seat) => {
                if let Some(seat) = self.seat(seat) {
                    self.state.add(at.chips, seat, amount);
                    self.observer.see(Event::Paid { seat, chips: amount });
                }
            }
        }
    }
}
