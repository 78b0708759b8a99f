//! Choices: offers, their picks, and the drafts in which compound moves are made.

use super::eval::{Eval, subset_sums};
use super::flow::{Play, types_of};
use super::load::{Rules, ZoneInfo};
use super::program::*;
use super::state::{Draft, NOBODY, Pending, State};
use crate::game::{Action, Event, Legal, Observer};
use crate::mask::Mask;

/// Values looked at when asking whether a move can be completed; beyond it a value is offered and may be cancelled.
const LOOK_AHEAD: u32 = 20_000;

/// Lists what the actor may do at a choice.
pub fn legal(rules: &Rules, state: &State, node: u16, choice: &ChoicePhase, out: &mut Legal) {
    let mut eval = Eval::new(rules, state);
    if state.draft.active {
        let index = state.draft.offer as usize;
        let mut picked = state.draft.cards;
        Lister { rules, offer: &choice.offers[index], budget: LOOK_AHEAD }.list(&mut eval, &mut picked, state.draft.pick, out);
        return;
    }
    for duty in &rules.duties[node as usize] {
        for (index, offer) in choice.offers.iter().enumerate() {
            if offer.duty != *duty || state.draft.closed >> (index & 31) & 1 == 1 || !eval.holds(offer.when) {
                continue;
            }
            let mut picked = [Mask::EMPTY; MAX_PICKS];
            let fresh = Eval { picks: [NONE; MAX_PICKS], picked: &[Mask::EMPTY; MAX_PICKS], ..eval };
            let mut eval = fresh;
            if offer.picks.is_empty() {
                if eval.holds(offer.accept) {
                    out.push_one(offer.slot);
                }
            } else {
                Lister { rules, offer, budget: LOOK_AHEAD }.list(&mut eval, &mut picked, 0, out);
            }
        }
        if !out.is_empty() {
            return;
        }
    }
}

struct Lister<'a> {
    rules: &'a Rules,
    offer: &'a Offer,
    budget: u32,
}

/// What a pick may be, before looking ahead.
enum Values {
    Cards(Mask),
    Set { cards: Mask, commit: Option<u16> },
    Instances(Vec<u16>),
    Numbers(Mask),
}

impl Lister<'_> {
    /// Lists the values of a pick that can be completed, given the picks before it.
    fn list(&mut self, eval: &mut Eval, picked: &mut [Mask; MAX_PICKS], pick: u8, out: &mut Legal) {
        let Some(spec) = self.offer.picks.get(pick as usize) else {
            return;
        };
        match self.values(eval, picked, pick) {
            Values::Cards(cards) => {
                let mut types = types_of(self.rules, cards);
                if self.offer.look_ahead {
                    for kind in types {
                        let card = self.card_of(kind, cards);
                        if !self.completes_with(eval, picked, pick, card as i32, Mask::of(card)) {
                            types.remove(kind);
                        }
                    }
                }
                out.push(spec.slot, types);
            }
            Values::Set { cards, commit } => {
                let mut types = types_of(self.rules, cards);
                if self.offer.look_ahead {
                    let before = picked[pick as usize];
                    for kind in types {
                        let card = self.card_of(kind, cards);
                        picked[pick as usize] = before.or(Mask::of(card));
                        if !self.set_completes(eval, picked, pick) {
                            types.remove(kind);
                        }
                    }
                    picked[pick as usize] = before;
                }
                out.push(spec.slot, types);
                if let Some(slot) = commit
                    && (!self.offer.look_ahead || self.completes_with(eval, picked, pick, NONE, picked[pick as usize]))
                {
                    out.push_one(slot);
                }
            }
            Values::Instances(instances) => {
                let mut pages = [Mask::EMPTY; 32];
                for index in instances {
                    let cards = self.instance(pick, index);
                    if !self.offer.look_ahead || self.completes_with(eval, picked, pick, index as i32, cards) {
                        pages[(index / 128) as usize & 31].insert((index % 128) as u8);
                    }
                }
                for (page, values) in pages.iter().enumerate() {
                    out.push(spec.slot + page as u16, *values);
                }
            }
            Values::Numbers(mut numbers) => {
                if self.offer.look_ahead {
                    for number in numbers {
                        if !self.completes_with(eval, picked, pick, number as i32, Mask::EMPTY) {
                            numbers.remove(number);
                        }
                    }
                }
                out.push(spec.slot, numbers);
            }
        }
    }

    fn card_of(&self, kind: u8, cards: Mask) -> u8 {
        self.rules.cards_of_type[kind as usize].and(cards).lowest().unwrap_or(0)
    }

    fn instance(&self, pick: u8, index: u16) -> Mask {
        let PickKind::Instance { group, .. } = self.offer.picks[pick as usize].kind else {
            return Mask::EMPTY;
        };
        let group = &self.rules.program.groups[group as usize];
        self.rules.program.instances[(group.first + index) as usize].cards
    }

    fn values(&mut self, eval: &mut Eval, picked: &[Mask; MAX_PICKS], pick: u8) -> Values {
        let eval = Eval { picked, ..*eval };
        match &self.offer.picks[pick as usize].kind {
            PickKind::Card { cards, duties, .. } => {
                let held = eval.mask(*cards);
                let mut chosen = held;
                for duty in duties {
                    let tier = if eval.holds(duty.when) { held.and(eval.mask(duty.cards)) } else { Mask::EMPTY };
                    if !tier.is_empty() {
                        chosen = tier;
                        break;
                    }
                }
                Values::Cards(chosen)
            }
            PickKind::Cards { cards, low, high, commit, total } => {
                let chosen = picked[pick as usize];
                let rest = eval.mask(*cards).minus(chosen);
                let (low, high) = (eval.int(*low).max(0) as u32, eval.int(*high).max(0) as u32);
                let count = chosen.len();
                let mut open = if count < high && count + rest.len() >= low { rest } else { Mask::EMPTY };
                let mut ready = count >= low && count <= high;
                if let Some((attribute, target)) = total {
                    let worth = &self.rules.program.deck.attributes[*attribute as usize];
                    let missing = eval.int(*target) - chosen.into_iter().map(|card| worth[card as usize]).sum::<i32>();
                    open = summing(open, worth, missing);
                    ready &= missing == 0 && count > 0;
                }
                Values::Set {
                    cards: open,
                    commit: (ready && !(count == high || open.is_empty() && count > 0)).then_some(*commit),
                }
            }
            PickKind::Instance { cards, group } => {
                let held = eval.mask(*cards);
                let range = &self.rules.program.groups[*group as usize];
                let all = &self.rules.program.instances[range.first as usize..][..range.count as usize];
                let fits = all.iter().enumerate().filter(|(_, instance)| instance.cards.within(held));
                Values::Instances(fits.map(|(index, _)| index as u16).collect())
            }
            PickKind::Value { count, when } => {
                let mut numbers = Mask::EMPTY;
                let mut trial = eval;
                for value in 0..*count {
                    trial.picks[pick as usize] = value as i32;
                    if trial.holds(*when) {
                        numbers.insert(value);
                    }
                }
                Values::Numbers(numbers)
            }
        }
    }

    /// Whether the move can be completed once a pick has this value.
    fn completes_with(&mut self, eval: &mut Eval, picked: &mut [Mask; MAX_PICKS], pick: u8, value: i32, cards: Mask) -> bool {
        let before = (eval.picks[pick as usize], picked[pick as usize]);
        eval.picks[pick as usize] = value;
        picked[pick as usize] = cards;
        let completes = self.completes(eval, picked, pick + 1);
        eval.picks[pick as usize] = before.0;
        picked[pick as usize] = before.1;
        completes
    }

    fn completes(&mut self, eval: &mut Eval, picked: &mut [Mask; MAX_PICKS], pick: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        if pick as usize >= self.offer.picks.len() {
            let gone = picked.iter().fold(Mask::EMPTY, |gone, cards| gone.or(*cards));
            return Eval { picked, gone, ..*eval }.holds(self.offer.accept);
        }
        match self.values(eval, picked, pick) {
            Values::Cards(cards) => types_of(self.rules, cards).into_iter().any(|kind| {
                let card = self.card_of(kind, cards);
                self.completes_with(eval, picked, pick, card as i32, Mask::of(card))
            }),
            Values::Set { .. } => {
                let before = picked[pick as usize];
                let completes = self.set_completes(eval, picked, pick);
                picked[pick as usize] = before;
                completes
            }
            Values::Instances(instances) => instances.into_iter().any(|index| {
                let cards = self.instance(pick, index);
                self.completes_with(eval, picked, pick, index as i32, cards)
            }),
            Values::Numbers(numbers) => {
                numbers.into_iter().any(|number| self.completes_with(eval, picked, pick, number as i32, Mask::EMPTY))
            }
        }
    }

    /// Whether the cards picked so far can be made a whole set and the rest of the move completed.
    fn set_completes(&mut self, eval: &mut Eval, picked: &mut [Mask; MAX_PICKS], pick: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let Values::Set { cards, commit } = self.values(eval, picked, pick) else {
            return false;
        };
        let so_far = picked[pick as usize];
        let full = commit.is_none() && cards.is_empty() && self.is_whole(eval, picked, pick);
        if (commit.is_some() || full) && self.completes_with(eval, picked, pick, NONE, so_far) {
            return true;
        }
        // Larger sets, in rising order only: the order of picking does not matter.
        let last = so_far.highest().unwrap_or(0);
        for card in cards {
            if !so_far.is_empty() && card < last {
                continue;
            }
            picked[pick as usize] = so_far.or(Mask::of(card));
            if self.set_completes(eval, picked, pick) {
                picked[pick as usize] = so_far;
                return true;
            }
        }
        picked[pick as usize] = so_far;
        false
    }

    /// Whether a set pick needs nothing more.
    fn is_whole(&self, eval: &Eval, picked: &[Mask; MAX_PICKS], pick: u8) -> bool {
        let eval = Eval { picked, ..*eval };
        let PickKind::Cards { low, high, total, .. } = &self.offer.picks[pick as usize].kind else {
            return true;
        };
        let chosen = picked[pick as usize];
        let count = chosen.len() as i32;
        let adds_up = total.is_none_or(|(attribute, target)| {
            let worth = &self.rules.program.deck.attributes[attribute as usize];
            count > 0 && eval.int(target) == chosen.into_iter().map(|card| worth[card as usize]).sum::<i32>()
        });
        adds_up && count >= eval.int(*low) && count <= eval.int(*high)
    }
}

/// Cards with which some of the set sum to `missing`: subset sums as bits (worths from 1 to 127).
fn summing(cards: Mask, worth: &[i32], missing: i32) -> Mask {
    let mut fitting = Mask::EMPTY;
    if !(1..128).contains(&missing) {
        return fitting;
    }
    for card in cards {
        let own = worth[card as usize];
        if own < 1 || own > missing {
            continue;
        }
        let sums = subset_sums(cards.minus(Mask::of(card)), worth);
        if sums >> (missing - own) & 1 == 1 {
            fitting.insert(card);
        }
    }
    fitting
}

impl<O: Observer> Play<'_, O> {
    /// Whether somebody has a choice to make here.
    pub fn enter_choice(&mut self, choice: &ChoicePhase, node: u16) -> bool {
        let Some(actor) = self.eval().seat(choice.actor) else {
            return false;
        };
        if self.state.live >> actor & 1 == 0 {
            return false;
        }
        self.wait_for(node, actor);
        let closed = self.state.draft.closed;
        self.state.draft = Draft { closed, ..Draft::default() };
        if self.rules.always_open[node as usize] {
            return true;
        }
        let mut legal_now = Legal::default();
        legal(self.rules, self.state, node, choice, &mut legal_now);
        !legal_now.is_empty()
    }

    /// Takes one value of a move; whether the choice is made.
    #[inline(never)]
    pub fn apply_choice(&mut self, choice: &ChoicePhase, action: Action) -> bool {
        let rules = self.rules;
        if !self.state.draft.active {
            let Some(offer) = find_offer(choice, action.slot) else {
                return true;
            };
            let closed = self.state.draft.closed;
            self.state.draft = Draft { active: true, offer, closed, values: [NONE; MAX_PICKS], ..Draft::default() };
        }
        let offer = &choice.offers[self.state.draft.offer as usize];
        let pick = self.state.draft.pick as usize;
        if let Some(spec) = offer.picks.get(pick) {
            if !self.take_value(offer, spec, pick, action) {
                return false;
            }
            self.state.draft.pick += 1;
            if (pick + 1) < offer.picks.len() {
                // An optional set with nothing to pick from needs no decision.
                if self.nothing_to_pick(offer, pick + 1) {
                    self.state.draft.pick += 1;
                    if pick + 2 < offer.picks.len() {
                        return false;
                    }
                } else {
                    return false;
                }
            }
        }
        self.commit(rules, choice, offer);
        true
    }

    fn nothing_to_pick(&self, offer: &Offer, pick: usize) -> bool {
        let PickKind::Cards { cards, low, total, .. } = &offer.picks[pick].kind else {
            return false;
        };
        let eval = self.eval();
        total.is_none() && eval.int(*low) <= 0 && eval.mask(*cards).is_empty()
    }

    /// Enters a value into the draft; whether the pick is complete.
    fn take_value(&mut self, offer: &Offer, spec: &Pick, pick: usize, action: Action) -> bool {
        let eval = self.eval();
        match &spec.kind {
            PickKind::Card { cards, .. } => {
                let held = eval.mask(*cards).and(self.rules.cards_of_type[action.value as usize]);
                let card = held.lowest().unwrap_or(0);
                self.state.draft.values[pick] = card as i32;
                self.state.draft.cards[pick] = Mask::of(card);
                true
            }
            PickKind::Cards { cards, commit, low, high, total } => {
                if action.slot == *commit && low != high {
                    return true;
                }
                let chosen = self.state.draft.cards[pick];
                let held = eval.mask(*cards).minus(chosen).and(self.rules.cards_of_type[action.value as usize]);
                if let Some(card) = held.lowest() {
                    self.state.draft.cards[pick].insert(card);
                }
                if low == high && total.is_none() {
                    // Exactly so many, or as many as there are.
                    let count = self.state.draft.cards[pick].len();
                    let eval = Eval::new(self.rules, self.state);
                    return count as i32 >= eval.int(*high) || eval.mask(*cards).len() == count;
                }
                let mut eval = Eval::new(self.rules, self.state);
                let mut lister = Lister { rules: self.rules, offer, budget: LOOK_AHEAD };
                let picked = self.state.draft.cards;
                match lister.values(&mut eval, &picked, pick as u8) {
                    Values::Set { cards, commit } => {
                        commit.is_none() && (cards.is_empty() || lister.is_full(&eval, &picked, pick as u8))
                    }
                    _ => true,
                }
            }
            PickKind::Instance { group, .. } => {
                let page = action.slot - spec.slot;
                let index = page * 128 + action.value as u16;
                let first = self.rules.program.groups[*group as usize].first;
                self.state.draft.values[pick] = index as i32;
                self.state.draft.cards[pick] = self.rules.program.instances[(first + index) as usize].cards;
                true
            }
            PickKind::Value { .. } => {
                self.state.draft.values[pick] = action.value as i32;
                true
            }
        }
    }

    /// The move is complete: what it shows becomes known, and it happens (or waits for the others).
    fn commit(&mut self, rules: &Rules, choice: &ChoicePhase, offer: &Offer) {
        let seat = self.state.to_act;
        let depth = self.state.depth as usize;
        let together = depth > 0
            && matches!(&rules.program.nodes[self.state.frames[depth - 1].node as usize], Node::Turns(t) if t.order == Order::Together);
        if together {
            let draft = self.state.draft;
            let mut pending = Pending { made: true, offer: draft.offer, ..Pending::default() };
            pending.values.copy_from_slice(&draft.values[..3]);
            pending.cards.copy_from_slice(&draft.cards[..3]);
            self.state.pending[seat as usize] = pending;
            self.state.draft = Draft::default();
            self.state.layout.note(0x7_0000 | seat as u64);
            self.note_secret(seat, &pending);
            return;
        }
        self.show_duties(choice, offer, seat);
        if let Some(proof) = &offer.proof {
            self.record(proof, true);
        }
        for pick in &offer.picks {
            if let Some(proof) = &pick.proof {
                self.record(proof, true);
            }
        }
        self.announce(offer, seat);
        let played = if offer.plays { self.state.draft.cards[0] } else { Mask::EMPTY };
        self.count_pass(offer.is_pass, seat);
        self.exec(&offer.effects);
        self.score_laid_sets(offer);
        if !played.is_empty() {
            self.played(played, seat);
        }
        let closed = self.state.draft.closed;
        self.state.draft = Draft { closed, ..Draft::default() };
    }

    /// A pattern that was picked and now lies in a zone for sets is a set completed.
    fn score_laid_sets(&mut self, offer: &Offer) {
        if !self.rules.scores_sets {
            return;
        }
        let actor = self.state.get(self.rules.at.actor);
        for (index, pick) in offer.picks.iter().enumerate() {
            let laid = self.state.draft.cards[index];
            if let (PickKind::Instance { .. }, Some(card)) = (&pick.kind, laid.lowest()) {
                let reached = self.state.layout.zone_of[card as usize];
                let own = ZoneInfo { owned_by: Owner::Seat, owner: actor, ..self.rules.zones[reached as usize] };
                self.score_set(laid, reached, own);
            }
        }
    }

    fn note_secret(&mut self, seat: u8, pending: &Pending) {
        for cards in pending.cards {
            for card in cards {
                let kind = self.rules.places.type_of[card as usize];
                self.state.layout.note_private(seat, 0x7_0000 | kind as u64);
            }
        }
        for value in pending.values {
            self.state.layout.note_private(seat, 0x7_1000 ^ value as u64);
        }
    }

    /// Tells everyone what was chosen, as far as its slots are public.
    fn announce(&mut self, offer: &Offer, seat: u8) {
        let everyone = self.rules.places.everyone;
        let slots = &self.rules.program.slots;
        if offer.picks.is_empty() {
            let action = Action { slot: offer.slot, value: 0 };
            self.state.layout.note(0x9_0000 | offer.slot as u64);
            self.observer.see(Event::Chose { seat, action, seen_by: everyone });
            return;
        }
        for (index, pick) in offer.picks.iter().enumerate() {
            let public = slots[pick.slot as usize].public;
            let value = self.state.draft.values[index];
            self.state.layout.note(0x9_0000 | pick.slot as u64 | self.state.draft.cards[index].len() as u64 >> 1 << 32);
            if let PickKind::Cards { .. } = pick.kind {
                continue; // the cards' own moves show what is to be seen
            }
            let shown = match pick.kind {
                PickKind::Card { .. } => self.rules.places.type_of[value.max(0) as usize & 127] as i32,
                _ => value,
            };
            if public {
                self.state.layout.note(0xa_0000 | shown as u64);
            } else {
                self.state.layout.note_private(seat, 0xa_0000 | shown as u64);
            }
            let page = if let PickKind::Instance { .. } = pick.kind { shown / 128 } else { 0 };
            let action = Action { slot: pick.slot + page as u16, value: (shown & 127) as u8 };
            self.observer.see(Event::Chose { seat, action, seen_by: if public { everyone } else { 1 << seat } });
        }
    }

    /// Whoever used an offer of higher duty, or a card outside a duty, has shown that it had nothing better.
    fn show_duties(&mut self, choice: &ChoicePhase, offer: &Offer, seat: u8) {
        for other in &choice.offers {
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
            let card = self.state.draft.cards[index];
            for duty in duties {
                let eval = self.eval();
                if !eval.holds(duty.when) {
                    continue;
                }
                let tier = eval.mask(duty.cards);
                if !card.and(tier).is_empty() {
                    break;
                }
                let zone = eval.zone(*zone);
                // Only those who see the card learn it; that is everyone if it is played openly.
                if self.rules.program.slots[pick.slot as usize].public {
                    self.state.layout.prove_none(&self.rules.places, zone, tier);
                } else {
                    self.state.layout.note_private(seat, 1);
                }
            }
        }
    }

    fn count_pass(&mut self, is_pass: bool, seat: u8) {
        let at = self.rules.at;
        if !is_pass {
            self.state.set(at.passes, 0);
            self.state.set(at.last_player, seat as i32);
            return;
        }
        let passes = self.state.get(at.passes) + 1;
        self.state.set(at.passes, passes);
        let rules = &self.rules.program.rules;
        // All but the one who played last; all, if that one is out of play.
        let last = self.state.get(at.last_player);
        let last_plays = last < 0 || self.state.live >> last & 1 == 1;
        let others = self.state.live.count_ones() as i32 - last_plays as i32;
        let needed = rules.passes_to_trigger.map_or(others, i32::from).max(1);
        if passes < needed {
            return;
        }
        match rules.consecutive_pass_action {
            PassAction::None => return,
            PassAction::ClearTableau => {
                let last = self.state.get(at.last_player);
                if let Some(discard) = rules.discard {
                    for tableau in (0..self.rules.zones.len()).filter(|zone| self.rules.zones[*zone].role == Role::Tableau) {
                        for card in self.state.layout.cards[tableau] {
                            self.put(card, discard, Place::Top, None);
                        }
                    }
                }
                if last >= 0
                    && let Some(frame) = self.cycle_frame()
                {
                    frame.next = last as u8;
                }
            }
            PassAction::EndRound => self.state.end_hand = true,
            PassAction::SkipPlayer => {
                if let Some(frame) = self.cycle_frame() {
                    frame.skip = frame.skip.saturating_add(1).min(15);
                }
            }
        }
        self.state.set(at.passes, 0);
    }

    /// Cards have been played: points for playing them, and what they do.
    pub fn played(&mut self, cards: Mask, seat: u8) {
        let rules = self.rules;
        for card in cards {
            if let Some(points) = &rules.play_points {
                self.score_seat(seat, points[card as usize]);
            }
            for special in &rules.program.special {
                if special.cards.has(card) {
                    self.locals[super::eval::CARD_LOCAL] = card as i32;
                    self.exec(&special.effects);
                }
            }
        }
    }
}

impl Lister<'_> {
    /// Whether a set pick has as many cards as it may have.
    fn is_full(&self, eval: &Eval, picked: &[Mask; MAX_PICKS], pick: u8) -> bool {
        let PickKind::Cards { high, .. } = &self.offer.picks[pick as usize].kind else {
            return true;
        };
        let eval = Eval { picked, ..*eval };
        picked[pick as usize].len() as i32 >= eval.int(*high)
    }
}

fn find_offer(choice: &ChoicePhase, slot: u16) -> Option<u8> {
    let index = choice.offers.iter().position(|offer| match offer.picks.first() {
        None => offer.slot == slot,
        Some(pick) => {
            pick.slot == slot
                || match pick.kind {
                    PickKind::Cards { commit, .. } => commit == slot,
                    PickKind::Instance { .. } => slot > pick.slot && slot < pick.slot + 32 && owns_page(choice, pick.slot, slot),
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

/// After resampling: secret choices of other seats are made up again from their new cards.
pub fn redraft(rules: &Rules, state: &mut State, seat: u8, rng: &mut crate::chance::Rng) {
    if state.to_act != seat && state.draft.active {
        let closed = state.draft.closed;
        state.draft = Draft { closed, ..Draft::default() };
    }
    if state.to_act == NOBODY || !matches!(&rules.program.nodes[state.node as usize], Node::Choice(_)) {
        return;
    }
    let Node::Choice(choice) = &rules.program.nodes[state.node as usize] else {
        return;
    };
    let actor = state.get(rules.at.actor);
    let turn = state.get(rules.at.turn);
    let own = state.draft;
    for other in (0..rules.program.seats).filter(|other| *other != seat) {
        if !state.pending[other as usize].made {
            continue;
        }
        state.set(rules.at.actor, other as i32);
        state.set(rules.at.turn, other as i32);
        let mut pending = Pending { made: true, ..Pending::default() };
        // A random way through the offers, as the seat itself would have gone.
        state.draft = Draft::default();
        let mut trial = *state;
        trial.to_act = other;
        let mut out = Legal::default();
        for _ in 0..MAX_CARDS {
            out.clear();
            legal(rules, &trial, state.node, choice, &mut out);
            let Some(action) = out.choose(rng) else { break };
            if draft_step(rules, &mut trial, choice, action) {
                pending.offer = trial.draft.offer;
                pending.values.copy_from_slice(&trial.draft.values[..3]);
                pending.cards.copy_from_slice(&trial.draft.cards[..3]);
                break;
            }
        }
        state.pending[other as usize] = pending;
    }
    state.draft = own;
    state.set(rules.at.actor, actor);
    state.set(rules.at.turn, turn);
}

/// One value into the draft, without committing it; whether the move is complete.
fn draft_step(rules: &Rules, state: &mut State, choice: &ChoicePhase, action: Action) -> bool {
    let mut silent = crate::game::Silent;
    let mut play = Play::new(rules, state, &mut silent);
    if !play.state.draft.active {
        let Some(offer) = find_offer(choice, action.slot) else {
            return true;
        };
        play.state.draft = Draft { active: true, offer, values: [NONE; MAX_PICKS], ..Draft::default() };
    }
    let offer = &choice.offers[play.state.draft.offer as usize];
    let pick = play.state.draft.pick as usize;
    if let Some(spec) = offer.picks.get(pick) {
        if !play.take_value(offer, spec, pick, action) {
            return false;
        }
        play.state.draft.pick += 1;
    }
    play.state.draft.pick as usize >= offer.picks.len()
}
