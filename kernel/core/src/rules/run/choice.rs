//! Choices: what is offered, and what comes of choosing it.

use crate::game::Mark;
use crate::knowledge::key_tags::{
    KEY_TAG_HAS_CHOSEN, KEY_TAG_OWN_PICK, KEY_TAG_SECRET_OFFER, KEY_TAG_SECRET_PICK, KEY_TAG_SLOT, KEY_TAG_VALUE,
};
use crate::rules::plan::Plan;
use crate::rules::plan::choice::{ChoicePlan, Listing, NO_OFFER, OfferPlan, cards_of};
use crate::rules::run::flow::types_of;
use crate::rules::run::look_ahead::LookAhead;
use crate::rules::run::picks::{NO_CARDS, NO_VALUES, afresh, each_missed, is_open, list_values};
use crate::rules::run::prelude::*;
use crate::rules::run::state::{Draft, Pending};

/// Lists what the actor may do at a choice.
#[inline]
pub fn legal(rules: &Rules, state: &State, plan: &ChoicePlan, out: &mut Legal) {
    if state.draft.active {
        match &plan.offers[state.draft.offer as usize].listing {
            Listing::FixedPick(fixed) => fixed.list(state, state.draft.cards[0], out),
            Listing::Numbers(numbers) => numbers.list(rules, state, out),
            _ => list_next(rules, state, plan, out),
        }
    } else {
        list_offers(rules, state, plan, out);
    }
}

/// Lists the offers of the lowest duty of which any is open.
#[inline(never)]
fn list_offers(rules: &Rules, state: &State, plan: &ChoicePlan, out: &mut Legal) {
    let open = plan.open(rules, state) & !(state.draft.closed as u64);
    for of_duty in &plan.duties {
        let mut left = open & of_duty;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            match &plan.offers[index].listing {
                Listing::Alone(slot) => out.push_one(*slot),
                Listing::Held(slot, home, mask) => out.push(*slot, types_of(rules, cards_of(home, state).and(*mask))),
                Listing::Allowed(slot, allowed) => out.push(*slot, types_of(rules, allowed.cards(state))),
                Listing::FixedPick(fixed) => fixed.list(state, Mask::EMPTY, out),
                Listing::Numbers(numbers) => numbers.list(rules, state, out),
                listing => list_rest(rules, state, listing, &plan.phase.offers[index], out),
            }
        }
        if !out.is_empty() {
            return;
        }
    }
}

/// Lists the values of the next pick of a move under way.
#[inline(never)]
fn list_next(rules: &Rules, state: &State, plan: &ChoicePlan, out: &mut Legal) {
    let offer = &plan.phase.offers[state.draft.offer as usize];
    if !offer.look_ahead {
        return list_values(Eval::new(rules, state), offer, state.draft.pick, out);
    }
    LookAhead::new(rules, state, offer, state.draft.values, state.draft.cards).list(state.draft.pick, out);
}

#[inline(never)]
fn list_rest(rules: &Rules, state: &State, listing: &Listing, offer: &Offer, out: &mut Legal) {
    let eval = afresh(rules, state);
    match listing {
        Listing::Accepted(slot, accept) if eval.int(*accept) != 0 => out.push_one(*slot),
        Listing::Cards(slot, cards) => out.push(*slot, types_of(rules, eval.mask(*cards))),
        Listing::Values => list_values(eval, offer, 0, out),
        Listing::LookAhead => LookAhead::new(rules, state, offer, NO_VALUES, NO_CARDS).list(0, out),
        _ => {}
    }
}

impl<O: Observer> Play<'_, O> {
    /// Whether somebody has a choice to make here.
    pub fn enter_choice(&mut self, plan: &ChoicePlan, node: u16) -> bool {
        let Some(actor) = self.seat(plan.phase.actor) else {
            return false;
        };
        if self.state.live >> actor & 1 == 0 {
            return false;
        }
        self.wait_for(node, actor);
        self.state.draft.clear();
        self.state.draft.closed = 0;
        plan.always_open || self.has_choice(plan)
    }

    /// Whether the choice at this node is still one.
    #[inline(never)]
    pub fn still_has_choice(&self) -> bool {
        matches!(&self.rules.plans[self.state.node as usize], Plan::Choice(plan) if self.has_choice(plan))
    }

    /// Whether anything is offered. What needs no looking ahead, which is quick to tell, is asked first.
    #[inline(never)]
    pub fn has_choice(&self, plan: &ChoicePlan) -> bool {
        let (rules, state, eval) = (self.rules, &*self.state, afresh(self.rules, self.state));
        let closed = |index: usize| state.draft.closed >> (index & 31) & 1 == 1;
        let offers = || plan.phase.offers.iter().zip(&plan.offers).enumerate().filter(|(index, _)| !closed(*index));
        let any = |is_open: &dyn Fn(&Offer, &Listing) -> bool| {
            offers().any(|(_, (offer, facts))| eval.holds(offer.when) && is_open(offer, &facts.listing))
        };
        let at_once = |offer: &Offer, listing: &Listing| match listing {
            Listing::Held(_, home, mask) => !cards_of(home, state).and(*mask).is_empty(),
            Listing::FixedPick(fixed) => fixed.is_open(state),
            Listing::Numbers(numbers) => numbers.is_open(rules, state),
            Listing::LookAhead => false,
            _ => is_open(eval, offer),
        };
        if any(&at_once) {
            return true;
        }
        let by_sets = |offer: &Offer| matches!(offer.picks.first(), Some(Pick { kind: PickKind::Cards { .. }, .. }));
        if plan.phase.offers.iter().any(|offer| offer.look_ahead && by_sets(offer)) {
            let mut legal_now = Legal::default();
            legal(rules, state, plan, &mut legal_now);
            return !legal_now.is_empty();
        }
        any(&|offer, listing| {
            let look_ahead = || LookAhead::new(rules, state, offer, NO_VALUES, NO_CARDS);
            matches!(listing, Listing::LookAhead) && look_ahead().lists_any(0)
        })
    }

    /// Takes one value of a move; whether the choice is made.
    #[inline]
    pub fn apply_choice(&mut self, plan: &ChoicePlan, action: Action) -> bool {
        self.for_credit(self.state.to_act, |play| play.choose(plan, action))
    }

    /// Does something for a seat; where cards that it brings in count for its maker, they are counted.
    #[inline(always)]
    pub fn for_credit<T>(&mut self, seat: u8, act: impl FnOnce(&mut Self) -> T) -> T {
        let credit = self.rules.credit.as_ref().filter(|credit| credit.counts_cards());
        let before = credit.map_or(0, |credit| credit.lying(self.state, seat));
        let done = act(self);
        if let Some(credit) = credit {
            credit.settle(self.state, seat, before);
        }
        done
    }

    #[inline]
    fn choose(&mut self, plan: &ChoicePlan, action: Action) -> bool {
        let rules = self.rules;
        if !self.state.draft.active {
            let index = plan.by_slot[action.slot as usize];
            if index == NO_OFFER {
                return true;
            }
            let facts = &plan.offers[index as usize];
            if let Some(plain) = facts.plain.as_ref().filter(|plain| plain.naming().is_none()) {
                plain.make(rules, self.state, action, self.observer);
                return true;
            }
            self.state.draft.begin(index);
        }
        let index = self.state.draft.offer as usize;
        let (offer, facts) = (&plan.phase.offers[index], &plan.offers[index]);
        if let Listing::FixedPick(fixed) = &facts.listing {
            let chosen = &mut self.state.draft.cards[0];
            chosen.insert(action.value);
            let chosen = *chosen;
            if !fixed.is_whole(self.state, chosen) {
                return false;
            }
        } else if !self.take_pick(offer, action) {
            // Numbers were listed that complete the move: nothing is to be taken back.
            return offer.look_ahead && !matches!(facts.listing, Listing::Numbers(_)) && self.take_back(plan, offer);
        }
        self.commit(plan, offer, facts);
        true
    }

    /// The move is complete: what it shows becomes known, and it happens (or waits for the others).
    #[inline]
    fn commit(&mut self, plan: &ChoicePlan, offer: &Offer, facts: &OfferPlan) {
        let rules = self.rules;
        let seat = self.state.to_act;
        if let Plan::Turns(Turns { order: Order::Together, .. }) = &rules.plans[self.state.frame().node as usize] {
            return self.keep_secret(seat);
        }
        if facts.tells {
            self.tell(plan, offer, seat);
        }
        self.announce(offer, seat);
        let played = if offer.plays && rules.plays_matter { self.state.draft.cards[0] } else { Mask::EMPTY };
        if offer.is_pass {
            self.count_pass();
        } else {
            self.state.set(at::PASSES, 0);
            self.state.set(at::LAST_PLAYER, seat as i32);
        }
        self.run(&facts.acts);
        if rules.scores_sets && facts.lays_sets {
            self.score_laid_sets(offer);
        }
        if !played.is_empty() {
            self.played(played, seat);
        }
        self.state.draft.clear();
    }

    /// Chosen together with others: it waits until all have chosen.
    #[inline(never)]
    pub fn keep_secret(&mut self, seat: u8) {
        let pending = Pending::of(&self.state.draft);
        self.state.pending[seat as usize] = pending;
        self.state.draft = Draft::default();
        self.state.layout.note(KEY_TAG_HAS_CHOSEN | seat as u64);
        self.note_secret(seat, &pending);
    }

    /// What the choice shows of hidden cards becomes known.
    #[inline(never)]
    fn tell(&mut self, plan: &ChoicePlan, offer: &Offer, seat: u8) {
        self.show_duties(plan, offer, seat);
        for proof in offer.proof.iter().chain(&offer.further) {
            self.record(proof, true);
        }
        for pick in &offer.picks {
            if let Some(proof) = &pick.proof {
                self.record(proof, true);
            }
        }
    }

    /// A pattern that was picked and now lies in a zone for sets is a set completed.
    #[inline(never)]
    fn score_laid_sets(&mut self, offer: &Offer) {
        let actor = self.state.get(at::ACTOR);
        for (index, pick) in offer.picks.iter().enumerate() {
            let laid = self.state.draft.cards[index];
            if let PickKind::Sets { .. } = pick.kind {
                self.score_sets_on_piles(laid, actor);
            }
            if let (PickKind::Instance { .. }, Some(card)) = (&pick.kind, laid.lowest()) {
                self.score_set(laid, self.state.layout.zone_of[card as usize], (Owner::Seat, actor));
            }
        }
    }

    /// Sets laid on several piles: those of each pile by themselves.
    fn score_sets_on_piles(&mut self, laid: Mask, actor: i32) {
        let mut left = laid;
        while let Some(card) = left.lowest() {
            let reached = self.state.layout.zone_of[card as usize];
            let together = left.and(self.state.layout.cards[reached as usize]);
            left = left.minus(together.or(Mask::of(card)));
            self.score_set(together, reached, (Owner::Seat, actor));
        }
    }

    /// A seat knows what it has chosen, while nobody else does.
    fn note_secret(&mut self, seat: u8, pending: &Pending) {
        self.state.layout.note_private(seat, KEY_TAG_SECRET_OFFER | pending.offer as u64);
        for (value, cards) in pending.values.iter().zip(pending.cards) {
            let chosen = if cards.is_empty() { *value as u64 } else { self.rules.faces(cards) };
            self.state.layout.note_private(seat, KEY_TAG_SECRET_PICK ^ chosen);
        }
    }

    /// Cards that lie open were picked and stay where they are: all see which they are. Whether that is so.
    fn point_out(&mut self, offer: &Offer, seat: u8, index: usize) -> bool {
        let cards = self.state.draft.cards[index];
        let moves = |effect: &Effect| match effect {
            Effect::Move { from: Source::Pick(pick) | Source::Tail(pick), count: None, until: None, .. } => {
                *pick as usize == index
            }
            Effect::Lay { pick, .. } => *pick as usize == index,
            _ => false,
        };
        // That none was picked is seen no more than how many hidden ones were.
        if cards.is_empty() || self.state.layout.open(cards) != cards || offer.effects.iter().any(moves) {
            return false;
        }
        self.state.layout.note(KEY_TAG_VALUE ^ self.rules.faces(cards));
        for card in cards {
            let action = Action { slot: offer.picks[index].slot, value: self.rules.places.type_of[card as usize] };
            self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        }
        true
    }

    /// A seat remembers what it has picked, whether or not anything comes of it.
    pub fn note_own_pick(&mut self, seat: u8, pick: usize) {
        let (value, cards) = (self.state.draft.values[pick], self.state.draft.cards[pick]);
        let picked = if cards.is_empty() { value as u64 } else { self.rules.faces(cards) };
        self.state.layout.note_private(seat, KEY_TAG_OWN_PICK ^ picked);
    }

    /// Tells everyone what was chosen, as far as its slots are public.
    pub fn announce(&mut self, offer: &Offer, seat: u8) {
        let everyone = self.rules.places.everyone;
        let slots = &self.rules.program.slots;
        if offer.picks.is_empty() {
            let action = Action { slot: offer.slot, value: 0 };
            self.state.layout.note(KEY_TAG_SLOT | offer.slot as u64);
            self.observer.see(Event::Chose { seat, action, seen_by: everyone });
            return;
        }
        for (index, pick) in offer.picks.iter().enumerate() {
            let public = slots[pick.slot as usize].public;
            let value = self.state.draft.values[index];
            self.state.layout.note(KEY_TAG_SLOT | pick.slot as u64);
            if let PickKind::Cards { .. } | PickKind::Sets { .. } = pick.kind {
                self.note_own_pick(seat, index);
                if !self.point_out(offer, seat, index) {
                    // What was done; the cards' own moves show what else is to be seen.
                    self.observer.see(Event::Chose { seat, action: Action { slot: pick.slot, value: 0 }, seen_by: 0 });
                }
                continue;
            }
            let shown = match pick.kind {
                PickKind::Card { .. } => self.rules.places.type_of[value.max(0) as usize & 127] as i32,
                _ => value,
            };
            let noted = match pick.kind {
                PickKind::Instance { .. } => self.rules.faces(self.state.draft.cards[index]),
                _ => shown as u64,
            };
            if public {
                self.state.layout.note(KEY_TAG_VALUE ^ noted);
            } else {
                self.state.layout.note_private(seat, KEY_TAG_VALUE ^ noted);
            }
            let page = if let PickKind::Instance { .. } = pick.kind { shown / 128 } else { 0 };
            let chosen = Action { slot: pick.slot + page as u16, value: (shown & 127) as u8 };
            let (action, seen_by) = match pick.kind {
                _ if public => (chosen, everyone),
                // On which page of the list a secret set stands would tell something of its cards.
                PickKind::Instance { .. } => (Action { slot: pick.slot, value: 0 }, 0),
                _ => (chosen, 1 << seat),
            };
            self.observer.see(Event::Chose { seat, action, seen_by });
        }
    }

    /// Whoever used an offer of higher duty, or a card outside a duty, has shown that it had nothing better.
    fn show_duties(&mut self, plan: &ChoicePlan, offer: &Offer, seat: u8) {
        for other in &plan.phase.offers {
            if other.duty < offer.duty
                && let Some(proof) = &other.absent
                && self.holds(other.when)
            {
                self.record(proof, false);
            }
        }
        for (index, pick) in offer.picks.iter().enumerate() {
            let PickKind::Card { duties, zone: Some(zone), .. } = &pick.kind else {
                continue;
            };
            let (rules, card) = (self.rules, self.state.draft.cards[index]);
            each_missed(rules, self.state, duties, card, |state, tier| {
                // Only those who see the card learn it; that is everyone if it is played openly.
                if rules.program.slots[pick.slot as usize].public {
                    let zone = Eval::new(rules, state).zone(*zone);
                    state.layout.prove_none(&rules.places, zone, tier);
                } else {
                    state.layout.note_private(seat, 1);
                }
            });
        }
    }

    pub fn count_pass(&mut self) {
        let passes = self.state.get(at::PASSES) + 1;
        self.state.set(at::PASSES, passes);
        let rules = &self.rules.program.rules;
        // All but the one who played last; all, if that one is out of play.
        let last = self.state.get(at::LAST_PLAYER);
        let last_plays = last < 0 || self.state.live >> last & 1 == 1;
        let others = self.state.live.count_ones() as i32 - last_plays as i32;
        let needed = rules.passes_to_trigger.map_or(others, i32::from).max(1);
        if passes < needed {
            return;
        }
        self.observer.mark(Mark::Passes);
        match rules.consecutive_pass_action {
            PassAction::None => return,
            PassAction::ClearTableau => {
                let last = self.state.get(at::LAST_PLAYER);
                if let Some(discard) = rules.discard {
                    for tableau in (0..self.rules.zones.len()).filter(|zone| self.rules.zones[*zone].role == Role::Tableau) {
                        self.put_all(self.state.layout.cards[tableau], discard, Place::Top);
                    }
                }
                if last >= 0 {
                    self.turn_order(|frame| frame.next = last as u8);
                }
            }
            PassAction::EndRound => self.state.end_hand = true,
            PassAction::SkipPlayer => self.turn_order(|frame| frame.skip = frame.skip.saturating_add(1).min(15)),
        }
        self.state.set(at::PASSES, 0);
    }

    /// Cards have been played: points for playing them, and what they do.
    pub fn played(&mut self, cards: Mask, seat: u8) {
        let rules = self.rules;
        self.mark_card_scoring(Trigger::Play, cards);
        for card in cards {
            if let Some(points) = rules.points(Trigger::Play) {
                self.score_seat(seat, points[card as usize]);
            }
            for (cards, acts) in &rules.special {
                if cards.has(card) {
                    self.locals[crate::rules::run::expressions::CARD_LOCAL] = card as i32;
                    self.run(acts);
                }
            }
        }
    }
}

/// The offer that a slot belongs to.
pub fn find_offer(choice: &ChoicePhase, slot: u16) -> Option<u8> {
    let index = choice.offers.iter().position(|offer| match offer.picks.first() {
        None => offer.slot == slot,
        Some(pick) => {
            pick.slot == slot
                || match pick.kind {
                    PickKind::Cards { commit, .. } => commit == slot,
                    PickKind::Instance { .. } | PickKind::Sets { .. } => {
                        slot > pick.slot && slot < pick.slot + MAX_PAGES as u16 && owns_page(choice, pick.slot, slot)
                    }
                    _ => false,
                }
        }
    })?;
    Some(index as u8)
}

/// Whether `slot` is a page of the pick at `first`: no other offer's slot lies between.
fn owns_page(choice: &ChoicePhase, first: u16, slot: u16) -> bool {
    !choice.offers.iter().any(|offer| {
        let between = |other: u16| other > first && other <= slot;
        offer.picks.is_empty() && between(offer.slot) || offer.picks.iter().any(|pick| between(pick.slot))
    })
}
