//! Scoring at hand end, win conditions, ties.

use crate::game::Mark;
use crate::rules::plan::scoring::ScoringPlan;
use crate::rules::plan::scoring::sheet::{FEW, MOST};
use crate::rules::run::prelude::*;
use crate::rules::zones::ZoneInfo;

/// A side: a team in team games, otherwise a seat.
pub struct Side {
    /// Its seats.
    pub members: u16,
    /// Its zones for captured cards; the same and its hands.
    pub captured: Vec<u8>,
    pub held: Vec<u8>,
}

/// The sides of a game.
pub fn sides_of(program: &Program, zones: &[ZoneInfo]) -> Vec<Side> {
    let count = if program.teams > 0 { program.teams } else { program.seats };
    let side = |side: u8| {
        let own = |seat: u8| program.teams == 0 && seat == side || program.team_of[seat as usize] == side as i32;
        let members = those(0..program.seats, own);
        let owns = |zone: &ZoneInfo| each_in(members).any(|seat| program.owns(seat as usize, zone.owned_by, zone.owner));
        let of_roles = |roles: &[Role]| {
            let wanted = |instance: &usize| roles.contains(&zones[*instance].role) && owns(&zones[*instance]);
            (0..zones.len()).filter(wanted).map(|instance| instance as u8).collect()
        };
        Side { members, captured: of_roles(&[Role::Captured]), held: of_roles(&[Role::Captured, Role::Hand]) }
    };
    (0..count).map(side).collect()
}

pub fn sides(rules: &Rules) -> u8 {
    rules.sides.len() as u8
}

/// Seats of a side.
pub fn members(rules: &Rules, side: u8) -> u16 {
    rules.sides[side as usize].members
}

/// One after the other.
pub fn each_in(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let seat = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        seat
    })
}

/// Those of some seats, teams or sides that fulfil a condition, as bits.
pub fn those(all: impl IntoIterator<Item = u8>, wanted: impl Fn(u8) -> bool) -> u16 {
    all.into_iter().filter(|one| wanted(*one)).fold(0, |set, one| set | 1 << one)
}

/// Cards in some zones.
fn cards_in(state: &State, zones: &[u8]) -> i32 {
    zones.iter().map(|zone| state.layout.size[*zone as usize & (MAX_ZONES - 1)] as i32).sum()
}

pub fn score(rules: &Rules, state: &State, side: u8) -> i32 {
    state.of(if rules.program.teams > 0 { rules.at.team_score } else { rules.at.score }, side)
}

impl Rules {
    /// What the cards of a trick are worth to whoever takes it.
    #[inline]
    pub fn points_of(&self, cards: Mask) -> i32 {
        let points = self.points(Trigger::TrickWin).unwrap_or_default();
        cards.and(self.trick_scores).into_iter().map(|card| points[card as usize]).sum()
    }
}

/// What a win condition compares.
pub fn measure(rules: &Rules, state: &State, win: &Win, side: u8) -> i32 {
    match win.kind {
        WinType::HighScore | WinType::LowScore | WinType::FirstToScore => score(rules, state, side),
        WinType::MostCaptured => cards_in(state, &rules.sides[side as usize].captured),
        WinType::CaptureAll => cards_in(state, &rules.sides[side as usize].held),
        WinType::EmptyHand => -each_in(members(rules, side))
            .map(|seat| state.layout.size[rules.hand_of[seat as usize] as usize] as i32)
            .min()
            .unwrap_or(0),
        WinType::BestHand => {
            each_in(members(rules, side)).map(|seat| rules.worth(rules.evaluated(state, seat))).max().unwrap_or(0)
        }
    }
}

/// Whether one seat has won against the house, and if not, whether it has lost nothing. A threshold is what it has to
/// reach, or to stay below if the lowest wins; where there is none, or something else is held against it, any gain wins.
fn alone(rules: &Rules, state: &State, win: &Win) -> (bool, bool) {
    let score = score(rules, state, 0);
    match win.kind {
        WinType::HighScore | WinType::LowScore | WinType::FirstToScore => {}
        _ => return (false, false),
    }
    if win.gate.is_none() && win.threshold > 0 {
        return ((score >= win.threshold) != win.lowest_wins(), false);
    }
    let gain = if win.lowest_wins() { score.saturating_neg() } else { score };
    (gain > 0, gain == 0)
}

impl<O: Observer> Play<'_, O> {
    /// Points for cards still in hand, then the scoring rules in order.
    pub fn settle_hand(&mut self) {
        let rules = self.rules;
        if std::mem::take(&mut self.state.void_hand) {
            return;
        }
        if let Some(points) = rules.points(Trigger::HandEnd) {
            for (instance, zone) in rules.zones.iter().enumerate().filter(|(_, zone)| zone.role == Role::Hand) {
                self.mark_card_scoring(Trigger::HandEnd, self.state.layout.cards[instance]);
                let total = self.state.layout.cards[instance].into_iter().map(|card| points[card as usize]).sum();
                self.score_owner(zone.owner(), total);
            }
        }
        match &rules.scoring_plan {
            Some(plan) if plan.sheet.is_short() => self.settle_by::<FEW>(plan),
            Some(plan) => self.settle_by::<MOST>(plan),
            None => (0..).zip(&rules.program.scoring).for_each(|(number, rule)| self.apply_scoring(number, rule)),
        }
    }

    /// Adds up what a hand brought, by the sheet.
    #[inline(never)]
    fn settle_by<const N: usize>(&mut self, plan: &ScoringPlan) {
        let (rules, mut values) = (self.rules, plan.sheet.blank::<N>());
        for (number, (rule, (numbers, lines))) in (0..).zip(rules.program.scoring.iter().zip(&plan.rules)) {
            plan.sheet.fill(&mut values, numbers, rules, self.state);
            for line in lines {
                if line.due.is_none_or(|due| values[due as usize % N] != 0) {
                    self.add_points(number, rule, line.side, values[line.points as usize % N]);
                }
            }
        }
    }

    /// Tells whoever counts which rules for points of single cards apply to some cards.
    #[inline(always)]
    pub fn mark_card_scoring(&mut self, trigger: Trigger, cards: Mask) {
        if O::MARKS {
            let rules = (0..).zip(&self.rules.program.card_scoring);
            for (number, _) in rules.filter(|(_, rule)| rule.trigger == trigger && !rule.cards.and(cards).is_empty()) {
                self.observer.mark(Mark::CardScoring(number));
            }
        }
    }

    /// What a rule brings is worked out for all sides before any has it.
    fn apply_scoring(&mut self, number: u16, rule: &ScoringRule) {
        let rules = self.rules;
        let teams = || 0..rules.program.teams;
        let (targets, team) = match rule.to {
            ScoredBy::EachSeat => (rules.seats, false),
            ScoredBy::EachTeam => (those(teams(), |_| true), true),
            ScoredBy::Seat(seat) => (those(self.seat(seat), |_| true), false),
            ScoredBy::Team(team) => {
                let team = self.int(team);
                (those(teams(), |side| side as i32 == team), true)
            }
        };
        let mut points = [0i32; MAX_SEATS];
        if let Some(when) = rule.when
            && rules.is_same_for_seats(when)
            && self.int(when) == 0
        {
            return;
        }
        let acting = self.state.get(at::ACTOR);
        for target in each_in(targets) {
            let actor = if team { members(rules, target).trailing_zeros() as i32 } else { target as i32 };
            self.state.set(at::ACTOR, actor);
            if self.holds(rule.when) {
                points[target as usize] = self.int(rule.points);
            }
        }
        self.state.set(at::ACTOR, acting);
        if points != [0; MAX_SEATS] {
            self.observer.mark(Mark::Scoring(number));
        }
        each_in(targets).for_each(|side| self.add_points(number, rule, side, points[side as usize]));
    }

    /// A side has points by a rule.
    #[inline]
    fn add_points(&mut self, number: u16, rule: &ScoringRule, side: u8, points: i32) {
        match (rule.into, rule.to) {
            (Some((base, len)), _) => self.state.add(base, side.min(len.saturating_sub(1) as u8), points),
            (None, ScoredBy::EachTeam | ScoredBy::Team(_)) => self.score_team_by(number, side as i32, points),
            (None, ScoredBy::EachSeat | ScoredBy::Seat(_)) => self.score_seat_by(number, side, points),
        }
    }

    /// Win conditions that are looked at after every action.
    #[inline]
    pub fn check_wins_now(&mut self) {
        let rules = self.rules;
        let unsettled = rules.program.rules.unsettled.is_some_and(|zone| self.state.layout.size[zone as usize] > 0);
        if self.state.over || unsettled {
            return;
        }
        for (number, win) in (0..).zip(&rules.program.wins) {
            let met = match win.trigger {
                TriggerMode::ThresholdGate => false,
                TriggerMode::Immediate => self.met_now(win),
                TriggerMode::AllHandsEmpty | TriggerMode::DeckEmpty => self.run_out(win),
            };
            if met {
                self.observer.mark(Mark::Win(number));
                return self.win_now(win);
            }
        }
    }

    /// Whether there are no cards left where a condition looks for them.
    #[inline(never)]
    fn run_out(&self, win: &Win) -> bool {
        let (rules, size) = (self.rules, &self.state.layout.size);
        if win.trigger == TriggerMode::DeckEmpty {
            return size[rules.program.stock as usize] == 0;
        }
        let of_role = |role: Role| rules.zones.iter().zip(size).filter(move |(zone, _)| zone.role == role);
        let empty = |role: Role| of_role(role).all(|(_, size)| *size == 0);
        // No trick is half played.
        of_role(Role::Hand).count() > 0 && empty(Role::Hand) && empty(Role::Trick)
    }

    #[inline(never)]
    fn win_now(&mut self, win: &Win) {
        if win.trigger != TriggerMode::Immediate {
            self.split_leftover_pot();
            self.settle_hand();
            let hand = self.state.get(at::HAND_NUMBER);
            self.state.set(at::HANDS_PLAYED, hand + 1);
            self.observer.see(Event::HandOver { hand: hand as u32 });
        }
        self.decide(win);
    }

    #[inline]
    fn met_now(&self, win: &Win) -> bool {
        let rules = self.rules;
        let deck = rules.places.cards as i32;
        if win.kind == WinType::CaptureAll {
            return rules.sides.iter().any(|side| cards_in(self.state, &side.held) == deck);
        }
        (0..sides(rules)).any(|side| self.meets(win, side, deck))
    }

    /// Whether a side alone satisfies a condition.
    #[inline(never)]
    fn meets(&self, win: &Win, side: u8, deck: i32) -> bool {
        let rules = self.rules;
        let hand = |seat: u8| self.state.layout.size[rules.hand_of[seat as usize] as usize];
        match win.kind {
            WinType::EmptyHand => {
                let wanted = win.hand_size.unwrap_or(0);
                each_in(members(rules, side)).any(|seat| self.state.of(rules.at.out, seat) != 2 && hand(seat) == wanted)
            }
            WinType::CaptureAll => cards_in(self.state, &rules.sides[side as usize].held) == deck,
            WinType::BestHand => win.hand_size.is_some_and(|size| each_in(self.state.live).all(|seat| hand(seat) == size)),
            WinType::MostCaptured => {
                win.threshold > 0 && self.counts(win, side) && measure(rules, self.state, win, side) >= win.threshold
            }
            WinType::HighScore | WinType::LowScore | WinType::FirstToScore => {
                // Without a threshold the scores are compared when the match ends, not before.
                win.threshold > 0 && self.counts(win, side) && self.gate(win, side) >= win.threshold
            }
        }
    }

    /// Whether `required_hand_size` lets a side count.
    fn counts(&self, win: &Win, side: u8) -> bool {
        win.hand_size.is_none_or(|size| {
            each_in(members(self.rules, side))
                .any(|seat| self.state.layout.size[self.rules.hand_of[seat as usize] as usize] == size)
        })
    }

    fn gate(&self, win: &Win, side: u8) -> i32 {
        match win.gate {
            None => score(self.rules, self.state, side),
            Some(gate) if self.rules.is_same_for_seats(gate) => self.int(gate),
            Some(gate) => {
                let mut state = self.state.clone();
                state.set(at::ACTOR, members(self.rules, side).trailing_zeros() as i32);
                Eval::new(self.rules, &state).int(gate)
            }
        }
    }

    /// At the end of a hand: whether somebody has won the match.
    pub fn check_wins_at_hand_end(&mut self) -> bool {
        let rules = self.rules;
        for (number, win) in (0..).zip(&rules.program.wins) {
            let met = match win.trigger {
                TriggerMode::ThresholdGate => (0..sides(rules)).any(|side| self.gate(win, side) >= win.threshold),
                TriggerMode::Immediate => win.kind != WinType::BestHand && self.met_now(win),
                TriggerMode::AllHandsEmpty | TriggerMode::DeckEmpty => false,
            };
            if met {
                self.observer.mark(Mark::Win(number));
                self.decide(win);
                return true;
            }
        }
        false
    }

    fn decide_alone(&mut self, win: &Win) {
        let (won, drawn) = alone(self.rules, self.state, win);
        self.state.drawn = drawn;
        self.finish_match(won as u16);
    }

    /// Names the winner of a condition that has been met.
    fn decide(&mut self, win: &Win) {
        let rules = self.rules;
        if rules.program.seats == 1 && matches!(win.kind, WinType::HighScore | WinType::LowScore) {
            return self.decide_alone(win);
        }
        if matches!(win.outcome, WinOutcome::AllWin | WinOutcome::AllLose) {
            return self.finish_together(win.outcome == WinOutcome::AllWin);
        }
        let deck = rules.places.cards as i32;
        let all = || 0..sides(rules);
        let candidates = match (win.kind, win.comparison) {
            (WinType::EmptyHand | WinType::CaptureAll, _) => those(all(), |side| self.meets(win, side, deck)),
            (WinType::FirstToScore, _) | (_, Comparison::First) => {
                those(all(), |side| self.counts(win, side) && self.gate(win, side) >= win.threshold)
            }
            _ => those(all(), |side| self.counts(win, side)),
        };
        let value = |side: u8| measure(rules, self.state, win, side);
        let best = match (win.kind, win.comparison) {
            (WinType::EmptyHand | WinType::CaptureAll, _) | (_, Comparison::First | Comparison::None) => None,
            (WinType::LowScore, _) | (_, Comparison::Lowest) => each_in(candidates).map(value).min(),
            _ => each_in(candidates).map(value).max(),
        };
        let tied = those(each_in(candidates), |side| best.is_none_or(|best| value(side) == best));
        let named = self.break_tie(tied);
        self.finish_with(win, named);
    }

    /// The match is over: these sides were named by a condition, as winners or as losers.
    fn finish_with(&mut self, win: &Win, named: u16) {
        if win.outcome != WinOutcome::Loses {
            return self.finish_match(named);
        }
        let others = those(0..sides(self.rules), |side| named >> side & 1 == 0);
        if others == 0 || named == 0 {
            return self.finish_match(0); // all level: nobody has lost
        }
        self.state.losers = each_in(named).fold(0, |set, side| set | members(self.rules, side));
        self.finish_match(others);
    }

    /// All have won, or lost, together.
    fn finish_together(&mut self, won: bool) {
        self.state.together = true;
        self.state.losers = if won { 0 } else { self.rules.seats };
        self.finish_match(if won { those(0..sides(self.rules), |_| true) } else { 0 });
    }

    /// Which of level sides win, by the tie-breaker.
    fn break_tie(&mut self, tied: u16) -> u16 {
        if tied.count_ones() < 2 {
            return tied;
        }
        let set = each_in(tied).fold(0u16, |set, side| set | members(self.rules, side));
        let seat = match self.rules.program.rules.tie_breaker {
            TieBreaker::Split | TieBreaker::Battle => return tied,
            TieBreaker::ActivePlayer => {
                let active = self.state.get(at::ACTOR);
                self.first_in_turn(set, if active < 0 { NOBODY } else { active as u8 })
            }
            TieBreaker::Alternating => self.alternate(set),
        };
        those(each_in(tied), |side| members(self.rules, side) >> seat & 1 == 1)
    }

    /// The last hand is over and nobody has won: the leader does, or nobody; level is a draw.
    pub fn decide_at_limit(&mut self) {
        let rules = self.rules;
        self.observer.mark(Mark::Limit);
        let compares = |win: &&Win| rules.program.rules.compare_at_limit && win.comparison != Comparison::None;
        let Some(win) = rules.program.wins.first().filter(compares) else {
            return self.finish_match(0);
        };
        if rules.program.seats == 1 {
            return self.decide_alone(win);
        }
        if matches!(win.outcome, WinOutcome::AllWin | WinOutcome::AllLose) {
            return self.finish_together(win.outcome == WinOutcome::AllLose); // what they were to reach was not reached
        }
        let value = |side: u8| {
            let value = measure(rules, self.state, win, side);
            if win.lowest_wins() { value.saturating_neg() } else { value }
        };
        let in_match = |side: u8| self.in_match() & members(rules, side) != 0;
        let counts = |side: u8| win.kind == WinType::EmptyHand || self.counts(win, side);
        let candidates = those(0..sides(rules), |side| in_match(side) && counts(side));
        let best = each_in(candidates).map(value).max();
        let named = those(each_in(candidates), |side| Some(value(side)) == best);
        self.finish_with(win, named);
    }

    /// The match is over, won by these sides.
    fn finish_match(&mut self, winners: u16) {
        self.split_leftover_pot();
        self.state.over = true;
        self.state.to_act = NOBODY;
        self.state.winners = each_in(winners).fold(0, |set, side| set | members(self.rules, side));
        self.state.winning_teams = if self.rules.program.teams > 0 { winners } else { 0 };
        self.observer.see(Event::MatchOver);
    }
}
