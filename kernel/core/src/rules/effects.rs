//! What can happen: moving, showing and shuffling cards, registers, points, chips, the order of turns.

use super::eval::CARD_LOCAL;
use super::flow::Play;
use super::load;
use super::program::*;
use crate::game::{Event, Observer, Observers, SPECTATOR_BIT};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

impl<O: Observer> Play<'_, O> {
    pub fn exec(&mut self, effects: &[Effect]) {
        for effect in effects {
            if self.state.end_hand || self.state.end_match || self.state.over {
                return;
            }
            self.exec_one(effect);
        }
    }

    fn exec_one(&mut self, effect: &Effect) {
        match effect {
            Effect::Deal { zone, count } => self.deal(*zone, *count),
            Effect::Move { from, to, count, until, place, seen_by, draws } => {
                self.move_cards(*from, *to, *count, *until, *place, *seen_by, *draws);
                self.whole = false;
            }
            Effect::Sweep { zone, group, to, refill } => self.sweep(*zone, *group, *to, *refill),
            Effect::Show { cards, to } => {
                let eval = self.eval();
                let to = match to {
                    None => self.rules.places.everyone,
                    Some(seat) => eval.seat(*seat).map_or(0, |seat| 1 << seat),
                };
                for card in eval.mask(*cards) {
                    self.state.layout.show(&self.rules.places, card, to, self.observer);
                }
            }
            Effect::Shuffle { zone } => {
                let zone = self.eval().zone(*zone);
                self.shuffle(zone);
            }
            Effect::Set { base, len, index, value } => {
                let index = index.map_or(0, |index| self.int(index)).clamp(0, *len as i32 - 1);
                let value = self.int(*value);
                self.state.set(base + index as u16, value);
            }
            Effect::Score { to, points } => {
                let points = self.int(*points);
                match to {
                    Scored::Seat(seat) => {
                        if let Some(seat) = self.eval().seat(*seat) {
                            self.score_seat(seat, points);
                        }
                    }
                    Scored::Team(team) => {
                        let team = self.int(*team);
                        self.score_team(team, points);
                    }
                }
            }
            Effect::Pay { from, to, amount } => {
                let eval = self.eval();
                let (from, to) = (from.map(|seat| eval.seat(seat)), to.map(|seat| eval.seat(seat)));
                let amount = eval.int(*amount);
                self.pay(from, to, amount);
            }
            Effect::Skip { count } => {
                let count = self.int(*count).clamp(0, 15) as u8;
                if let Some(frame) = self.cycle_frame() {
                    frame.skip = frame.skip.saturating_add(count).min(15);
                }
            }
            Effect::Reverse => {
                let direction = self.state.get(self.rules.at.direction);
                self.state.set(self.rules.at.direction, -direction);
            }
            Effect::Again => {
                if let Some(frame) = self.cycle_frame() {
                    frame.again = true;
                }
            }
            Effect::TurnTo { seat } => {
                if let Some(seat) = self.eval().seat(*seat)
                    && let Some(frame) = self.cycle_frame()
                {
                    frame.next = seat;
                }
            }
            Effect::Out { seat, match_long } => {
                if let Some(seat) = self.eval().seat(*seat) {
                    self.put_out(seat, *match_long);
                }
            }
            Effect::If { when, then, otherwise } => {
                if self.test(&Some(*when)) {
                    self.exec(then);
                } else {
                    self.exec(otherwise);
                }
            }
            Effect::Each { local, domain, effects } => {
                let mut values = [0i32; MAX_CARDS];
                let mut count = 0;
                self.eval().each(*domain, |value| {
                    values[count] = value;
                    count += 1;
                    count < MAX_CARDS
                });
                let before = self.locals[*local as usize];
                for value in &values[..count] {
                    self.locals[*local as usize] = *value;
                    self.exec(effects);
                }
                self.locals[*local as usize] = before;
            }
            Effect::EndTurn => self.end_turn(),
            Effect::EndHand => self.state.end_hand = true,
            Effect::EndMatch => self.state.end_match = true,
        }
    }

    fn deal(&mut self, family: u8, count: ExprId) {
        let count = self.int(count).max(0);
        let stock = self.rules.program.stock;
        let zone = &self.rules.program.zones[family as usize];
        let (base, piles) = (zone.base, zone.piles);
        let dealer = self.state.get(self.rules.at.dealer).max(0) as u8;
        let rules = self.rules;
        let public = rules.places.spots[base as usize].viewers & SPECTATOR_BIT != 0;
        let hidden = rules.places.spots[stock as usize].ordered && !public;
        let mut dealt = [0u8; MAX_SEATS];
        'deal: for _ in 0..count {
            let mut seat = dealer;
            for _ in 0..self.state.live.count_ones() {
                seat = self.state.next_live(seat, 1, rules.program.seats);
                let to = base + seat * piles;
                if hidden {
                    if !self.state.layout.deal_card(&rules.places, stock, to, self.observer) {
                        break 'deal;
                    }
                    dealt[seat as usize & 15] += 1;
                    continue;
                }
                let card = self.state.layout.top[stock as usize];
                if card == NO_CARD {
                    break 'deal;
                }
                self.put(card, to, Place::Top, None);
            }
        }
        for seat in (0..rules.program.seats).filter(|seat| dealt[*seat as usize] > 0) {
            self.state.layout.settle_deal(&rules.places, stock, base + seat * piles, dealt[seat as usize]);
        }
    }

    /// Moves one card, seen as the destination says unless told otherwise.
    pub fn put(&mut self, card: u8, to: u8, place: Place, seen_by: Option<SeenBy>) {
        let from = self.state.layout.zone_of[card as usize];
        let viewers = match seen_by {
            // Only the top lies open: what goes underneath is not seen.
            None if place == Place::Bottom
                && self.rules.zones[to as usize].only_top
                && self.state.layout.size[to as usize] > 0 =>
            {
                0
            }
            None => self.rules.places.spots[to as usize].viewers,
            Some(seen_by) => self.viewers(to, seen_by),
        };
        self.state.layout.shift(&self.rules.places, card, to, place, viewers, self.whole, self.observer);
        if self.rules.zones[from as usize].only_top {
            self.uncover(from);
        }
        if place == Place::Shuffled {
            self.shuffle(to);
        }
    }

    /// The card that now lies on top is seen by all.
    fn uncover(&mut self, zone: u8) {
        let (top, everyone) = (self.state.layout.top[zone as usize], self.rules.places.everyone);
        if top != NO_CARD && self.state.layout.knows[top as usize] != everyone {
            self.state.layout.show(&self.rules.places, top, everyone, self.observer);
        }
    }

    fn viewers(&self, zone: u8, seen_by: SeenBy) -> Observers {
        load::viewers(&self.rules.program, &self.rules.zones[zone as usize], seen_by, self.rules.places.everyone)
    }

    fn shuffle(&mut self, zone: u8) {
        if self.rules.places.spots[zone as usize].ordered {
            let state = &mut *self.state;
            state.layout.shuffle(zone, &mut state.chance, self.observer);
            if self.rules.zones[zone as usize].only_top {
                self.uncover(zone);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn move_cards(
        &mut self,
        from: Source,
        to: ExprId,
        count: Option<ExprId>,
        until: Option<ExprId>,
        place: Place,
        seen_by: Option<SeenBy>,
        draws: bool,
    ) {
        let mut limit = count.map_or(i32::MAX, |count| self.int(count));
        match from {
            Source::Pick(_) | Source::Cards(_) => {
                let cards = match from {
                    Source::Pick(pick) => self.state.draft.cards[pick as usize],
                    Source::Cards(cards) => self.eval().mask(cards),
                    Source::Zone(_) => Mask::EMPTY,
                };
                let fixed = self.rules.same_for_cards[to as usize].then(|| self.eval().zone(to));
                for card in cards {
                    let done = match fixed {
                        _ if limit <= 0 => true,
                        Some(zone) => self.move_to(card, zone, until, place, seen_by),
                        None => self.move_one(card, to, until, place, seen_by),
                    };
                    if done {
                        return;
                    }
                    limit -= 1;
                }
            }
            Source::Zone(zone) => {
                let zone = self.eval().zone(zone);
                if count.is_none() && until.is_none() {
                    limit = self.state.layout.size[zone as usize] as i32;
                    self.whole = true;
                }
                // A source that is also the destination is gone through once.
                let mut steps = MAX_CARDS as i32;
                while limit > 0 && steps > 0 {
                    if self.state.layout.size[zone as usize] == 0 && !(draws && self.refill(zone)) {
                        return;
                    }
                    let Some(card) = self.next_card(zone) else {
                        return;
                    };
                    if self.move_one(card, to, until, place, seen_by) {
                        return;
                    }
                    limit -= 1;
                    steps -= 1;
                }
            }
        }
    }

    /// The top card of an ordered zone, any card of another.
    fn next_card(&mut self, zone: u8) -> Option<u8> {
        if self.rules.places.spots[zone as usize].ordered {
            let card = self.state.layout.top[zone as usize];
            return (card != NO_CARD).then_some(card);
        }
        let cards = self.state.layout.cards[zone as usize];
        let k = self.state.chance.below(cards.len());
        cards.nth(k)
    }

    /// Moves a card to where `to` sends it; whether `until` then holds.
    fn move_one(&mut self, card: u8, to: ExprId, until: Option<ExprId>, place: Place, seen_by: Option<SeenBy>) -> bool {
        self.locals[CARD_LOCAL] = card as i32;
        let to = self.eval().zone(to);
        self.move_to(card, to, until, place, seen_by)
    }

    fn move_to(&mut self, card: u8, to: u8, until: Option<ExprId>, place: Place, seen_by: Option<SeenBy>) -> bool {
        let from = self.state.layout.zone_of[card as usize];
        let (left, reached) = (self.rules.zones[from as usize].role, self.rules.zones[to as usize].role);
        if from == to && self.rules.places.spots[to as usize].ordered && place == Place::Top {
            return until.is_some_and(|until| self.int(until) != 0);
        }
        self.put(card, to, place, seen_by);
        let at = self.rules.at;
        match (left, reached) {
            (Role::Stock, Role::Hand) => self.state.registers[at.drawn as usize] += 1,
            (Role::Discard | Role::Tableau, Role::Hand) => {
                let public = self.state.layout.knows[card as usize] & SPECTATOR_BIT != 0;
                self.state.set(at.taken, if public { card as i32 } else { NONE });
            }
            (Role::Tableau, Role::Captured) => {
                if let Some(points) = &self.rules.capture_points {
                    let points = points[card as usize];
                    let owner = self.rules.zones[to as usize];
                    self.score_owner(owner, points);
                }
            }
            _ => {}
        }
        until.is_some_and(|until| self.int(until) != 0)
    }

    /// The stock is short: whether there are cards again after the deck-empty rule.
    fn refill(&mut self, zone: u8) -> bool {
        match self.rules.program.rules.deck_empty_action {
            DeckEmptyAction::SkipDraw => false,
            DeckEmptyAction::GameEnds => {
                self.state.end_hand = true;
                false
            }
            DeckEmptyAction::ReshuffleDiscard => {
                let Some(discard) = self.rules.program.rules.discard else {
                    return false;
                };
                let keep =
                    if self.rules.program.rules.keep_top_discard { self.state.layout.top[discard as usize] } else { NO_CARD };
                for card in self.state.layout.cards[discard as usize] {
                    if card != keep {
                        self.put(card, zone, Place::Top, None);
                    }
                }
                self.shuffle(zone);
                self.state.layout.size[zone as usize] > 0
            }
        }
    }

    fn sweep(&mut self, zone: ExprId, group: u16, to: ExprId, refill: Option<ExprId>) {
        let rules = self.rules;
        let zone = self.eval().zone(zone);
        let range = &rules.program.groups[group as usize];
        let instances = &rules.program.instances[range.first as usize..][..range.count as usize];
        let mut drawn = MAX_CARDS;
        loop {
            let mut swept = 0;
            for instance in instances {
                if instance.cards.is_empty() || !instance.cards.within(self.state.layout.cards[zone as usize]) {
                    continue;
                }
                let mut reached = zone;
                for card in instance.cards {
                    self.move_one(card, to, None, Place::Top, None);
                    reached = self.state.layout.zone_of[card as usize];
                    swept += (reached != zone) as usize; // what is swept to where it lay is not swept again
                }
                self.score_set(instance.cards, reached, rules.zones[zone as usize]);
            }
            let Some(refill) = refill else { break };
            let stock = self.eval().zone(refill);
            for _ in 0..swept.min(drawn) {
                if self.state.layout.size[stock as usize] > 0
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
        let left = self.state.layout.cards[zone as usize];
        let clean = !instances.iter().any(|instance| !instance.cards.is_empty() && instance.cards.within(left));
        if let Some(tally) = rules.places.spots[zone as usize].tally
            && clean
        {
            for (k, bound) in &rules.swept[group as usize] {
                let most = &mut self.state.layout.most[tally as usize + *k as usize];
                *most = (*most).min(*bound);
            }
        }
    }

    /// Points for a set completed in a zone for sets, once a set, to whoever's it was.
    pub fn score_set(&mut self, set: Mask, reached: u8, from: load::ZoneInfo) {
        let rules = self.rules;
        if rules.zones[reached as usize].role != Role::Sets {
            return;
        }
        for rule in rules.program.card_scoring.iter().filter(|rule| rule.trigger == Trigger::SetComplete) {
            if !rule.cards.and(set).is_empty() {
                self.score_owner(from, rule.points);
            }
        }
    }

    pub fn score_owner(&mut self, zone: load::ZoneInfo, points: i32) {
        match zone.owned_by {
            Owner::Seat => self.score_seat(zone.owner as u8, points),
            Owner::Team => self.score_team(zone.owner, points),
            Owner::Table => {
                let actor = self.state.get(self.rules.at.actor);
                if actor >= 0 && actor < self.seats() as i32 {
                    self.score_seat(actor as u8, points);
                }
            }
        }
    }

    /// A seat's points also go to its team; a team's go to no seat.
    #[inline]
    pub fn score_seat(&mut self, seat: u8, points: i32) {
        if points == 0 {
            return;
        }
        let at = self.rules.at;
        self.state.add(at.score, seat, points);
        self.state.add(at.hand_score, seat, points);
        self.observer.see(Event::Scored { side: seat, team: false, points });
        let team = self.rules.program.team_of[seat as usize];
        if team >= 0 {
            self.state.add(at.team_score, team as u8, points);
            self.state.add(at.team_hand_score, team as u8, points);
        }
    }

    pub fn score_team(&mut self, team: i32, points: i32) {
        if points == 0 || team < 0 || team >= self.rules.program.teams as i32 {
            return;
        }
        let at = self.rules.at;
        self.state.add(at.team_score, team as u8, points);
        self.state.add(at.team_hand_score, team as u8, points);
        self.observer.see(Event::Scored { side: team as u8, team: true, points });
    }

    /// Chips from a seat (or the bank) to a seat (or the bank), never more than the payer has.
    fn pay(&mut self, from: Option<Option<u8>>, to: Option<Option<u8>>, amount: i32) {
        let chips = self.rules.at.chips;
        let mut amount = amount.max(0);
        if let Some(from) = from {
            let Some(seat) = from else { return };
            amount = amount.min(self.state.of(chips, seat));
            self.state.add(chips, seat, -amount);
            self.observer.see(Event::Paid { seat, chips: -amount });
        }
        if let Some(Some(seat)) = to {
            self.state.add(chips, seat, amount);
            self.observer.see(Event::Paid { seat, chips: amount });
        }
    }

    fn put_out(&mut self, seat: u8, match_long: bool) {
        let at = self.rules.at;
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
