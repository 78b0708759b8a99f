//! Carries out effects: registers, points, the order of turns, players out; cards and chips in the files below.

mod moving;
mod rewards;

use self::moving::Moving;
use crate::game::Mark;
use crate::rules::plan::effects::EffectPlan;
use crate::rules::plan::instances::instances_of;
use crate::rules::run::expressions::CARD_LOCAL;
use crate::rules::run::prelude::*;

impl<O: Observer> Play<'_, O> {
    /// Carries out effects one after the other, until the hand is over.
    pub fn run(&mut self, acts: &[EffectPlan]) {
        for act in acts {
            if self.state.end_hand | self.state.end_match | self.state.over {
                return;
            }
            match act {
                EffectPlan::Set { register, value } => {
                    let value = self.int(*value);
                    self.state.set(*register, value);
                }
                EffectPlan::Lay { pick, to } => {
                    let (card, to) = (self.state.draft.values[*pick as usize] as u8, self.eval().zone_at(*to) as u8);
                    self.carry(card, to);
                }
                EffectPlan::Take { from, to, draws } => {
                    if self.state.layout.size[*from as usize] > 0 || *draws && self.refill(*from) {
                        let (card, to) = (self.state.layout.top[*from as usize], self.eval().zone_at(*to) as u8);
                        self.whole = true; // it goes by its place
                        self.carry(card, to);
                        self.whole = false;
                    }
                }
                EffectPlan::If { when, then, otherwise } => {
                    let branch = if self.test_one(when) { then } else { otherwise };
                    if !branch.is_empty() {
                        self.run(branch);
                    }
                }
                EffectPlan::Each { local, domain, acts } => self.run_each(*local, *domain, acts),
                EffectPlan::Other(effect) => match **effect {
                    Effect::Deal { zone, count } => self.deal(zone, count),
                    ref effect => self.exec(effect),
                },
            }
        }
    }

    fn run_each(&mut self, local: u8, domain: Domain, acts: &[EffectPlan]) {
        let before = self.locals[local as usize];
        for value in self.eval().values(domain).take(MAX_CARDS) {
            self.locals[local as usize] = value;
            self.run(acts);
        }
        self.locals[local as usize] = before;
    }

    #[inline(never)]
    fn exec(&mut self, effect: &Effect) {
        match effect {
            Effect::If { .. } | Effect::Each { .. } | Effect::Deal { .. } => {} // they are seen to before
            Effect::Mark(number) => self.observer.mark(Mark::Effect(*number)),
            Effect::Move { from, to, count, until, place, seen_by, draws } => {
                let moving = Moving { to: *to, until: *until, place: *place, seen_by: *seen_by };
                let played = self.locals[CARD_LOCAL]; // if this is what a card does
                self.move_cards(*from, moving, *count, *draws);
                self.locals[CARD_LOCAL] = played;
                self.whole = false;
            }
            Effect::Set { base, len, index, value } => {
                let index = index.map_or(0, |index| self.int(index).clamp(0, *len as i32 - 1));
                let value = self.int(*value);
                self.state.set(base + index as u16, value);
            }
            Effect::Lay { pick, kind } => self.lay_sets(kind, *pick),
            Effect::Sweep { zone, group, to, refill } => {
                let played = self.locals[CARD_LOCAL];
                self.sweep(*zone, *group, *to, *refill);
                self.locals[CARD_LOCAL] = played;
            }
            Effect::Show { cards, to } => {
                let to = match to {
                    None => self.rules.places.everyone,
                    Some(seat) => self.seat(*seat).map_or(0, |seat| 1 << seat),
                };
                let shown = self.eval().mask(*cards);
                self.name_cards(*cards, shown, false);
                self.state.layout.show_all(&self.rules.places, shown, to, self.observer);
            }
            Effect::Shuffle { zone } => {
                let zone = self.zone(*zone);
                self.shuffle(zone);
            }
            Effect::Score { to, points } => {
                let points = self.int(*points);
                match to {
                    Scored::Seat(seat) => self.seat(*seat).into_iter().for_each(|seat| self.score_seat(seat, points)),
                    Scored::Team(team) => self.score_team(self.int(*team), points),
                }
            }
            Effect::Pay { from, to, amount } => self.pay(*from, *to, *amount),
            Effect::Skip { count } => {
                let count = self.int(*count).clamp(0, 15) as u8;
                self.turn_order(|frame| frame.skip = frame.skip.saturating_add(count).min(15));
            }
            Effect::Reverse => {
                let direction = self.state.get(at::DIRECTION);
                self.state.set(at::DIRECTION, -direction);
            }
            Effect::Again => self.turn_order(|frame| frame.again = true),
            Effect::TurnTo { seat } => {
                if let Some(seat) = self.seat(*seat) {
                    self.turn_order(|frame| frame.next = seat);
                }
            }
            Effect::Out { seat, match_long } => {
                if let Some(seat) = self.seat(*seat) {
                    self.put_out(seat, *match_long);
                }
            }
            Effect::EndTurn => self.end_turn(),
            Effect::EndHand => self.state.end_hand = true,
            Effect::EndMatch => self.state.end_match = true,
        }
    }

    /// Cards are about to be shown or moved. Unless an expression names them by their places, nobody else sees where they lay.
    fn name_cards(&mut self, named: ExprId, cards: Mask, leave: bool) {
        let program = &self.rules.program;
        if program.names_places(program.code[named as usize]) {
            return;
        }
        for zone in 0..self.rules.places.spots.len() as u8 {
            if !cards.and(self.state.layout.cards[zone as usize]).is_empty() {
                self.state.layout.pick_from(&self.rules.places, zone, cards, leave);
            }
        }
    }

    fn sweep(&mut self, zone: ExprId, group: u16, to: ExprId, refill: Option<ExprId>) {
        let rules = self.rules;
        let zone = self.zone(zone);
        let moving = Moving { to, until: None, place: Place::Top, seen_by: None };
        let instances = instances_of(&rules.program, &rules.program.groups[group as usize]);
        let is_there = |left: Mask, instance: &Instance| !instance.cards.is_empty() && instance.cards.within(left);
        let mut drawn = MAX_CARDS;
        // Whether none is left: known where nothing was swept, as then each was looked for in vain.
        let mut clean;
        loop {
            let mut swept = 0;
            clean = true;
            for instance in instances {
                if !is_there(self.state.layout.cards[zone as usize], instance) {
                    continue;
                }
                clean = false;
                let leaving = self.leaving(instance.cards, &moving);
                self.state.layout.pick_from(&self.rules.places, zone, leaving, true);
                self.state.layout.set_out(&self.rules.places, leaving, false, None);
                let mut reached = zone;
                for card in instance.cards {
                    self.move_one(card, None, &moving);
                    reached = self.state.layout.zone_of[card as usize];
                    swept += (reached != zone) as usize; // what is swept to where it lay is not swept again
                }
                self.score_set(instance.cards, reached, rules.zones[zone as usize].owner());
            }
            let Some(refill) = refill else { break };
            let stock = self.zone(refill);
            for _ in 0..swept.min(drawn) {
                let is_stock = rules.zones[stock as usize].role == Role::Stock;
                if (self.state.layout.size[stock as usize] > 0 || is_stock && self.refill(stock))
                    && let Some(card) = self.next_card(stock)
                {
                    self.put(card, zone, Place::Top, None);
                }
            }
            drawn -= swept.min(drawn);
            if swept == 0 {
                break;
            }
        }
        if let Some(tally) = rules.places.spots[zone as usize].tally.filter(|_| self.zone(to) != zone)
            && (clean || !instances.iter().any(|instance| is_there(self.state.layout.cards[zone as usize], instance)))
        {
            for (k, bound) in &rules.swept[group as usize] {
                let most = &mut self.state.layout.most[tally as usize + *k as usize];
                *most = (*most).min(*bound);
            }
        }
    }

    /// Points for a set completed in a zone for sets, once a set, to whoever's it was.
    pub fn score_set(&mut self, set: Mask, reached: u8, owner: (Owner, i32)) {
        let rules = self.rules;
        if rules.zones[reached as usize].role != Role::Sets {
            return;
        }
        self.mark_card_scoring(Trigger::SetComplete, set);
        for rule in rules.program.card_scoring.iter().filter(|rule| rule.trigger == Trigger::SetComplete) {
            if !rule.cards.and(set).is_empty() {
                self.score_owner(owner, rule.points);
            }
        }
    }

    fn put_out(&mut self, seat: u8, match_long: bool) {
        let at = &self.rules.at;
        let before = self.state.of(at.out, seat);
        let after = if match_long { 2 } else { 1 };
        self.state.set(at.out + seat as u16, after.max(before));
        self.state.live &= !(1 << seat);
        if before == 0 {
            let place = (0..self.seats()).map(|other| self.state.of(at.place, other)).max().unwrap_or(0) + 1;
            self.state.set(at.place + seat as u16, place);
            self.observer.see(Event::Out { seat });
        }
    }
}
