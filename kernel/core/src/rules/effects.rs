//! What can happen: moving, showing and shuffling cards, registers, points, chips, the order of turns.

use super::acts::Act;
use super::eval::CARD_LOCAL;
use super::flow::Play;
use super::load;
use super::program::*;
use super::routes::Counts;
use super::tree::{FIXED, LOCAL, Spot};
use crate::game::{Event, Observer, Observers, SPECTATOR_BIT};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

/// How cards are moved: where to, until when, how they are put there, who sees them.
struct Moving {
    to: ExprId,
    until: Option<ExprId>,
    place: Place,
    seen_by: Option<SeenBy>,
}

impl Moving {
    /// On top, seen as their destination says, all of them.
    fn is_plain(&self) -> bool {
        self.until.is_none() && self.place == Place::Top && self.seen_by.is_none()
    }
}

impl<O: Observer> Play<'_, O> {
    /// Carries out effects one after the other, until the hand is over.
    pub fn run(&mut self, acts: &[Act]) {
        for act in acts {
            if self.state.end_hand | self.state.end_match | self.state.over {
                return;
            }
            match act {
                Act::Put { register, value } => self.state.set(*register, *value),
                Act::Set { register, value } => {
                    let value = self.int(*value);
                    self.state.set(*register, value);
                }
                Act::Mark { register, pick, attribute } => {
                    let picked = self.state.draft.values[*pick as usize];
                    let of_card =
                        |values: &[i32; MAX_CARDS]| usize::try_from(picked).map_or(0, |card| values[card & (MAX_CARDS - 1)]);
                    self.state.set(*register, attribute.as_deref().map_or(picked, of_card));
                }
                Act::Lay { pick, to } => {
                    let (card, to) = (self.state.draft.values[*pick as usize] as u8, self.at(*to));
                    self.carry(card, to);
                }
                Act::Take { from, to, draws } => {
                    if self.state.layout.size[*from as usize] > 0 || *draws && self.refill(*from) {
                        let (card, to) = (self.state.layout.top[*from as usize], self.at(*to));
                        self.carry(card, to);
                    }
                }
                Act::If { when, then, otherwise } => {
                    let branch = if self.test_one(when) { then } else { otherwise };
                    if !branch.is_empty() {
                        self.run(branch);
                    }
                }
                Act::Pour { from, to, until, draws } => self.pour(*from, *to, *until, *draws),
                Act::Deal { zone, count } => self.deal(*zone, *count),
                Act::Pay { from, to, amount } => self.pay(*from, *to, *amount),
                Act::Each { local, domain, acts } => self.run_each(*local, *domain, acts),
                Act::Find(find) => self.find(find),
                Act::Other(effect) => self.exec(effect),
            }
        }
    }

    fn run_each(&mut self, local: u8, domain: Domain, acts: &[Act]) {
        let before = self.locals[local as usize];
        if domain == Domain::Live {
            let mut left = self.state.live;
            while left != 0 {
                self.locals[local as usize] = left.trailing_zeros() as i32;
                left &= left - 1;
                self.run(acts);
            }
        } else {
            for value in self.eval().values(domain).take(MAX_CARDS) {
                self.locals[local as usize] = value;
                self.run(acts);
            }
        }
        self.locals[local as usize] = before;
    }

    #[inline(never)]
    fn pour(&mut self, from: u8, to: Spot, until: Option<ExprId>, draws: bool) {
        let (to, played) = (self.at(to), self.locals[CARD_LOCAL]);
        self.whole = until.is_none();
        let size = |play: &Self| play.state.layout.size[from as usize & (MAX_ZONES - 1)] as usize;
        // A source that is also the destination is gone through once.
        let mut left = if self.whole { size(self) } else { MAX_CARDS };
        while left > 0 && (size(self) > 0 || draws && self.refill(from)) {
            let card = self.state.layout.top[from as usize & (MAX_ZONES - 1)];
            self.locals[CARD_LOCAL] = card as i32;
            self.carry(card, to);
            if until.is_some_and(|until| self.int(until) != 0) {
                break;
            }
            left -= 1;
        }
        self.locals[CARD_LOCAL] = played;
        self.whole = false;
    }

    #[inline(never)]
    fn pay(&mut self, from: Purse, to: Purse, amount: ExprId) {
        let amount = self.int(amount).max(0);
        let taken = self.take_chips(from, amount);
        self.give_chips(to, taken);
    }

    /// A zone instance, clamped to those there are.
    #[inline]
    fn at(&self, spot: Spot) -> u8 {
        let base = match spot.register {
            FIXED => 0,
            register if register >= LOCAL => self.locals[(register - LOCAL) as usize],
            register => self.state.get(register),
        };
        let zone = (base as i64 + spot.offset as i64).max(0) as usize;
        zone.min(self.rules.instances - 1) as u8
    }

    #[inline(never)]
    fn exec(&mut self, effect: &Effect) {
        match effect {
            Effect::If { .. } | Effect::Each { .. } => {} // acts of their own
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
            Effect::Deal { zone, count } => self.deal(*zone, *count),
            Effect::Lay { pick, kind } => self.lay_sets(kind, *pick),
            Effect::Sweep { zone, group, to, refill } => {
                let played = self.locals[CARD_LOCAL];
                self.sweep(*zone, *group, *to, *refill);
                self.locals[CARD_LOCAL] = played;
            }
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
                let zone = self.zone(*zone);
                self.shuffle(zone);
            }
            Effect::Score { to, points } => {
                let points = self.int(*points);
                match to {
                    Scored::Seat(seat) => {
                        if let Some(seat) = self.seat(*seat) {
                            self.score_seat(seat, points);
                        }
                    }
                    Scored::Team(team) => {
                        let team = self.int(*team);
                        self.score_team(team, points);
                    }
                }
            }
            Effect::Pay { from, to, amount } => self.pay(*from, *to, *amount),
            Effect::Skip { count } => {
                let count = self.int(*count).clamp(0, 15) as u8;
                if let Some(frame) = self.cycle_frame() {
                    frame.skip = frame.skip.saturating_add(count).min(15);
                }
            }
            Effect::Reverse => {
                let direction = self.state.get(at::DIRECTION);
                self.state.set(at::DIRECTION, -direction);
            }
            Effect::Again => {
                if let Some(frame) = self.cycle_frame() {
                    frame.again = true;
                }
            }
            Effect::TurnTo { seat } => {
                if let Some(seat) = self.seat(*seat)
                    && let Some(frame) = self.cycle_frame()
                {
                    frame.next = seat;
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

    #[inline(never)]
    fn deal(&mut self, family: u8, count: ExprId) {
        let rules = self.rules;
        let count = self.int(count).max(0);
        let stock = rules.program.stock;
        let zone = &rules.program.zones[family as usize];
        let (base, piles) = (zone.base, zone.piles);
        let mut to = [0; MAX_SEATS];
        let players = self.state.live.count_ones() as usize;
        let mut seat = self.state.get(at::DEALER).max(0) as u8;
        for to in &mut to[..players] {
            seat = self.state.next_live(seat, 1);
            *to = base + seat * piles;
        }
        let to = &to[..players];
        let public = rules.places.spots[base as usize].viewers & SPECTATOR_BIT != 0;
        if rules.places.spots[stock as usize].ordered && !public {
            let mut dealt = [0; MAX_ZONES];
            self.state.layout.deal(&rules.places, stock, to, count as u32, &mut dealt, self.observer);
            for zone in (0..rules.program.seats).map(|seat| base + seat * piles) {
                if dealt[zone as usize] > 0 {
                    self.state.layout.settle_deal(&rules.places, stock, zone, dealt[zone as usize]);
                }
            }
            return;
        }
        for _ in 0..count {
            for to in to {
                let card = self.state.layout.top[stock as usize];
                if card == NO_CARD {
                    return;
                }
                let route = rules.routes.between(stock, *to);
                if route.open && !route.uncovers {
                    self.state.layout.bring_openly(&rules.places, card, stock, *to, Place::Top, route.ordered, self.observer);
                } else {
                    self.put(card, *to, Place::Top, None);
                }
            }
        }
    }

    /// Moves one card, seen as the destination says unless told otherwise.
    #[inline]
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

    /// Moves cards as their destination says.
    pub fn put_all(&mut self, mut cards: Mask, to: u8, place: Place) {
        // Cards that the same observers know go in order, whatever moves before them.
        let mut known = cards.into_iter().map(|card| self.state.layout.knows[card as usize]);
        let first = known.next();
        if known.all(|known| Some(known) == first) && first == Some(self.rules.places.everyone) {
            for card in cards {
                self.put(card, to, place, None);
            }
            return;
        }
        while let Some(card) = self.state.layout.next_to_move(cards) {
            cards.remove(card);
            self.put(card, to, place, None);
        }
    }

    /// The card that now lies on top is seen by all.
    #[inline(never)]
    fn uncover(&mut self, zone: u8) {
        let (top, everyone) = (self.state.layout.top[zone as usize], self.rules.places.everyone);
        if top != NO_CARD && self.state.layout.knows[top as usize] != everyone {
            self.state.layout.show(&self.rules.places, top, everyone, self.observer);
        }
    }

    #[inline(never)]
    fn viewers(&self, zone: u8, seen_by: SeenBy) -> Observers {
        load::viewers(&self.rules.program, &self.rules.zones[zone as usize], seen_by, self.rules.places.everyone)
    }

    #[inline(never)]
    fn shuffle(&mut self, zone: u8) {
        if self.rules.places.spots[zone as usize].ordered {
            let state = &mut *self.state;
            state.layout.shuffle(zone, &mut state.chance, self.observer);
            if self.rules.zones[zone as usize].only_top {
                self.uncover(zone);
            }
        }
    }

    fn move_cards(&mut self, from: Source, moving: Moving, count: Option<ExprId>, draws: bool) {
        let mut limit = count.map_or(i32::MAX, |count| self.int(count));
        let zone = match from {
            Source::Zone(zone) => self.zone(zone),
            Source::Tail(pick) => return self.move_tail(self.state.draft.cards[pick as usize], &moving, limit),
            Source::Pick(_) | Source::Cards(_) => {
                let cards = match from {
                    Source::Pick(pick) => self.state.draft.cards[pick as usize],
                    Source::Cards(cards) => self.eval().mask(cards),
                    Source::Zone(_) | Source::Tail(_) => Mask::EMPTY,
                };
                let fixed = self.rules.same_for_cards[moving.to as usize].then(|| self.zone(moving.to));
                if let Some(to) = fixed
                    && count.is_none()
                    && moving.is_plain()
                    && self.give(cards, to)
                {
                    return;
                }
                let mut left = cards;
                while let Some(card) = self.state.layout.next_to_move(left) {
                    left.remove(card);
                    if limit <= 0 || self.move_one(card, fixed, &moving) {
                        return;
                    }
                    limit -= 1;
                }
                return;
            }
        };
        if count.is_none() && moving.until.is_none() {
            limit = self.state.layout.size[zone as usize] as i32;
            self.whole = true;
        }
        let fixed = self.rules.steady[moving.to as usize].then(|| self.zone(moving.to));
        // A source that is also the destination is gone through once.
        let mut steps = MAX_CARDS as i32;
        while limit > 0 && steps > 0 {
            if self.state.layout.size[zone as usize] == 0 && !(draws && self.refill(zone)) {
                return;
            }
            let Some(card) = self.next_card(zone) else {
                return;
            };
            self.locals[CARD_LOCAL] = card as i32;
            if self.move_one(card, fixed, &moving) {
                return;
            }
            limit -= 1;
            steps -= 1;
        }
    }

    /// Moves the cards of a pile that lie on one of them, that one first, so that they lie as before.
    #[inline(never)]
    fn move_tail(&mut self, tail: Mask, moving: &Moving, limit: i32) {
        let mut order = [0; MAX_CARDS];
        let mut count = 0;
        if let Some(card) = tail.lowest() {
            let zone = self.state.layout.zone_of[card as usize];
            for card in self.state.layout.from_top(zone).filter(|card| tail.has(*card)) {
                order[count] = card;
                count += 1;
            }
        }
        for card in order[..count].iter().rev().take(limit.max(0) as usize) {
            if self.move_one(*card, None, moving) {
                return;
            }
        }
    }

    /// The top card of an ordered zone, any card of another.
    #[inline]
    pub fn next_card(&mut self, zone: u8) -> Option<u8> {
        if self.rules.places.spots[zone as usize].ordered {
            let card = self.state.layout.top[zone as usize];
            return (card != NO_CARD).then_some(card);
        }
        let cards = self.state.layout.cards[zone as usize];
        let k = self.state.chance.below(cards.len() as u8);
        (!cards.is_empty()).then(|| cards.nth(k as u32))
    }

    /// Moves a card to this zone, or to where `to` sends it; whether `until` then holds.
    #[inline]
    fn move_one(&mut self, card: u8, zone: Option<u8>, moving: &Moving) -> bool {
        let to = zone.unwrap_or_else(|| {
            self.locals[CARD_LOCAL] = card as i32;
            self.zone(moving.to)
        });
        if moving.place == Place::Top && moving.seen_by.is_none() {
            self.carry(card, to);
        } else {
            let from = self.state.layout.zone_of[card as usize & (MAX_CARDS - 1)];
            let stays = from == to && self.rules.places.spots[to as usize].ordered && moving.place == Place::Top;
            if !stays {
                self.put(card, to, moving.place, moving.seen_by);
                self.count_move(card, to, self.rules.routes.between(from, to).counts);
            }
        }
        moving.until.is_some_and(|until| self.int(until) != 0)
    }

    /// Puts a card on top of a zone, and counts what that is.
    #[inline]
    fn carry(&mut self, card: u8, to: u8) {
        let rules = self.rules;
        let from = self.state.layout.zone_of[card as usize & (MAX_CARDS - 1)];
        let route = rules.routes.between(from, to);
        if route.stays {
            return;
        }
        if route.open {
            self.state.layout.bring_openly(&rules.places, card, from, to, Place::Top, route.ordered, self.observer);
        } else {
            let viewers = rules.places.spots[to as usize].viewers;
            self.state.layout.shift(&rules.places, card, to, Place::Top, viewers, self.whole, self.observer);
        }
        if route.uncovers {
            self.uncover(from);
        }
        self.count_move(card, to, route.counts);
    }

    /// Draws, cards taken up, captures.
    #[inline]
    fn count_move(&mut self, card: u8, to: u8, counts: Counts) {
        match counts {
            Counts::Nothing => {}
            Counts::Draw => {
                let drawn = at::DRAWN;
                self.state.set(drawn, self.state.get(drawn) + 1);
            }
            Counts::TakingUp => {
                let public = self.state.layout.knows[card as usize] & SPECTATOR_BIT != 0;
                self.state.set(at::TAKEN, if public { card as i32 } else { NONE });
            }
            Counts::Capture => self.score_capture(card, to),
        }
    }

    fn score_capture(&mut self, card: u8, to: u8) {
        if let Some(points) = &self.rules.capture_points {
            self.score_owner(self.rules.zones[to as usize], points[card as usize]);
        }
    }

    /// The stock is short: whether there are cards again after the deck-empty rule.
    #[inline(never)]
    pub fn refill(&mut self, zone: u8) -> bool {
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
                let mut cards = self.state.layout.cards[discard as usize];
                if keep != NO_CARD {
                    cards.remove(keep);
                }
                self.put_all(cards, zone, Place::Top);
                self.shuffle(zone);
                self.state.layout.size[zone as usize] > 0
            }
        }
    }

    fn sweep(&mut self, zone: ExprId, group: u16, to: ExprId, refill: Option<ExprId>) {
        let rules = self.rules;
        let zone = self.zone(zone);
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
                    self.move_one(card, None, &Moving { to, until: None, place: Place::Top, seen_by: None });
                    reached = self.state.layout.zone_of[card as usize];
                    swept += (reached != zone) as usize; // what is swept to where it lay is not swept again
                }
                self.score_set(instance.cards, reached, rules.zones[zone as usize]);
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
                let actor = self.state.get(at::ACTOR);
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
        let at = &self.rules.at;
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
        let at = &self.rules.at;
        self.state.add(at.team_score, team as u8, points);
        self.state.add(at.team_hand_score, team as u8, points);
        self.observer.see(Event::Scored { side: team as u8, team: true, points });
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
