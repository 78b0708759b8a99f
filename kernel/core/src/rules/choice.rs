//! Choices: offers, their picks, and the drafts in which compound moves are made.

use super::eval::{Eval, MeldMemo, subset_sums};
use super::flow::{Play, types_of};
use super::load::{Rules, ZoneInfo};
use super::offers::{Home, Listing, NO_OFFER, OfferFacts, PlainPick};
use super::program::*;
use super::sets::{Chosen, Listed, SetsPick, sets_pick};
use super::state::{Draft, NOBODY, Pending, State};
use crate::game::{Action, Event, Legal, Observer};
use crate::mask::Mask;

/// Values looked at when asking whether a move can be completed. Beyond it a value is offered anyway; if the move then
/// cannot be completed, it is taken back and its offer closed.
const LOOK_AHEAD: u32 = 20_000;

/// Lists what the actor may do at a choice.
pub fn legal(rules: &Rules, state: &State, node: u16, choice: &ChoicePhase, out: &mut Legal) {
    if state.draft.active {
        return list_next(rules, state, choice, out);
    }
    let seat = state.to_act as usize & (MAX_SEATS - 1);
    let cards = |home: &Home| state.layout.cards[home[seat] as usize & (MAX_ZONES - 1)];
    let facts = &rules.choices[node as usize];
    let open = facts.open(rules, state) & !(state.draft.closed as u64);
    for of_duty in &facts.duties {
        let mut left = open & of_duty;
        while left != 0 {
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            match &facts.listings[index] {
                Listing::Alone(slot) => out.push_one(*slot),
                Listing::Held(slot, home, mask) => out.push(*slot, types_of(rules, cards(home).and(*mask))),
                Listing::Allowed(slot, home, lookups) => {
                    let allowed = lookups.iter().fold(Mask::EMPTY, |all, lookup| all.or(lookup.set_now(state)));
                    out.push(*slot, types_of(rules, cards(home).and(allowed)));
                }
                listing => list_rest(rules, state, listing, &choice.offers[index], out),
            }
        }
        if !out.is_empty() {
            return;
        }
    }
}

/// Lists the values of the next pick of a move under way.
#[inline(never)]
fn list_next(rules: &Rules, state: &State, choice: &ChoicePhase, out: &mut Legal) {
    let offer = &choice.offers[state.draft.offer as usize];
    if !offer.look_ahead {
        return list_values(Eval::new(rules, state), offer, state.draft.pick, out);
    }
    Lister::new(rules, state, offer, state.draft.values, state.draft.cards).list(state.draft.pick, out);
}

/// For moves of which nothing has been picked.
pub fn afresh<'a>(rules: &'a Rules, state: &'a State) -> Eval<'a> {
    Eval { picks: &NO_VALUES, picked: &NO_CARDS, ..Eval::new(rules, state) }
}

#[inline(never)]
fn list_rest(rules: &Rules, state: &State, listing: &Listing, offer: &Offer, out: &mut Legal) {
    let eval = afresh(rules, state);
    match listing {
        Listing::Accepted(slot, accept) if eval.int(*accept) != 0 => out.push_one(*slot),
        Listing::Cards(slot, cards) => out.push(*slot, types_of(rules, eval.mask(*cards))),
        Listing::Values => list_values(eval, offer, 0, out),
        Listing::LookAhead => Lister::new(rules, state, offer, NO_VALUES, NO_CARDS).list(0, out),
        _ => {}
    }
}

/// Whether an offer whose condition holds has anything to choose, without looking ahead.
fn is_open(eval: Eval, offer: &Offer) -> bool {
    if offer.picks.is_empty() {
        return eval.holds(offer.accept);
    }
    match values_of(eval, offer, 0) {
        Values::Cards(cards) => !cards.is_empty(),
        Values::Set { cards, commit } => !cards.is_empty() || commit.is_some(),
        Values::Instances(instances) => !instances.is_empty(),
        Values::Numbers(numbers) => !numbers.is_empty(),
    }
}

/// Lists the values of a pick without looking ahead.
#[inline(never)]
fn list_values(eval: Eval, offer: &Offer, pick: u8, out: &mut Legal) {
    let Some(spec) = offer.picks.get(pick as usize) else {
        return;
    };
    match values_of(eval, offer, pick) {
        Values::Cards(cards) => out.push(spec.slot, types_of(eval.rules, cards)),
        Values::Set { cards, commit } => {
            out.push(spec.slot, types_of(eval.rules, cards));
            if let Some(slot) = commit {
                out.push_one(slot);
            }
        }
        Values::Instances(instances) => list_instances(spec, instances.into_iter().map(|(index, _)| index), out),
        Values::Numbers(numbers) => out.push(spec.slot, numbers),
    }
}

fn list_instances(spec: &Pick, instances: impl Iterator<Item = u16>, out: &mut Legal) {
    let mut pages = [Mask::EMPTY; 32];
    for index in instances {
        pages[(index / 128) as usize & 31].insert((index % 128) as u8);
    }
    for (page, values) in pages.iter().enumerate() {
        out.push(spec.slot + page as u16, *values);
    }
}

const NO_VALUES: [i32; MAX_PICKS] = [NONE; MAX_PICKS];
const NO_CARDS: [Mask; MAX_PICKS] = [Mask::EMPTY; MAX_PICKS];

/// Lists the values of the picks of an offer with which it can be completed, given the picks so far.
struct Lister<'a> {
    rules: &'a Rules,
    state: &'a State,
    offer: &'a Offer,
    budget: u32,
    values: [i32; MAX_PICKS],
    cards: [Mask; MAX_PICKS],
    melds: MeldMemo,
    /// What a pick of sets has chosen.
    sets: Chosen,
}

/// What a pick may be, before looking ahead.
enum Values {
    Cards(Mask),
    Set {
        cards: Mask,
        commit: Option<u16>,
    },
    /// By number, and the cards that would be taken: of instances that look alike, only the first is listed.
    Instances(Vec<(u16, Mask)>),
    Numbers(Mask),
}

/// What a pick may be, given the picks before it.
fn values_of(eval: Eval, offer: &Offer, pick: u8) -> Values {
    let program = &eval.rules.program;
    match &offer.picks[pick as usize].kind {
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
            let chosen = eval.picked[pick as usize];
            let rest = eval.mask(*cards).minus(chosen);
            let (low, high) = (eval.int(*low).max(0) as u32, eval.int(*high).max(0) as u32);
            let count = chosen.len();
            let mut open = if count < high && count + rest.len() >= low { rest } else { Mask::EMPTY };
            let mut ready = count >= low && count <= high;
            if let Some((attribute, target)) = total {
                let worth = &program.deck.attributes[*attribute as usize];
                let missing = eval.int(*target).saturating_sub(chosen.into_iter().map(|card| worth[card as usize]).sum::<i32>());
                open = summing(open, worth, missing);
                ready &= missing == 0 && count > 0;
            }
            Values::Set { cards: open, commit: (ready && !(count == high || open.is_empty() && count > 0)).then_some(*commit) }
        }
        PickKind::Instance { cards, group } => {
            let held = eval.mask(*cards);
            let range = &program.groups[*group as usize];
            let all = &program.instances[range.first as usize..][..range.count as usize];
            let alike = &eval.rules.alike[range.first as usize..][..range.count as usize];
            let mut found: Vec<(u16, Mask)> = Vec::new();
            for (instance, looks) in all.iter().zip(alike) {
                if instance.cards.within(held) && (eval.rules.single_copies || found.iter().all(|(seen, _)| seen != looks)) {
                    found.push((*looks, instance.cards));
                }
            }
            Values::Instances(found)
        }
        kind @ PickKind::Sets { .. } => {
            let listed = sets_pick(eval, kind, pick as usize)
                .map_or(Vec::new(), |sets| sets.list(eval.rules, eval.state, &Chosen::NONE, 0));
            Values::Instances(listed.into_iter().map(|set| (set.index, set.cards)).collect())
        }
        PickKind::Value { count, when } => {
            let mut numbers = Mask::EMPTY;
            let mut picks = *eval.picks;
            for value in 0..*count {
                picks[pick as usize] = value as i32;
                if (Eval { picks: &picks, ..eval }).holds(*when) {
                    numbers.insert(value);
                }
            }
            Values::Numbers(numbers)
        }
    }
}

impl<'a> Lister<'a> {
    /// These picks made; of sets, those of the draft.
    fn new(
        rules: &'a Rules,
        state: &'a State,
        offer: &'a Offer,
        values: [i32; MAX_PICKS],
        cards: [Mask; MAX_PICKS],
    ) -> Lister<'a> {
        let melds = MeldMemo::default();
        let mut lister = Lister { rules, state, offer, budget: LOOK_AHEAD, values, cards, melds, sets: Chosen::NONE };
        if state.draft.set_count > 0 {
            let eval = Eval::new(rules, state);
            let sets = offer.picks.iter().enumerate().find_map(|(index, pick)| sets_pick(eval, &pick.kind, index));
            lister.sets = sets.map_or(Chosen::NONE, |sets| sets.chosen(rules, state));
        }
        lister
    }

    #[inline]
    fn eval(&self) -> Eval<'_> {
        Eval { picks: &self.values, picked: &self.cards, melds: Some(&self.melds), ..Eval::new(self.rules, self.state) }
    }

    /// Lists the values of a pick that can be completed, given the picks before it.
    fn list(&mut self, pick: u8, out: &mut Legal) {
        let Some(spec) = self.offer.picks.get(pick as usize) else {
            return;
        };
        if let PickKind::Sets { .. } = spec.kind {
            return self.list_sets(spec, pick, out);
        }
        match self.values(pick) {
            Values::Cards(cards) if pick as usize + 1 == self.offer.picks.len() && self.sets.count == 0 => {
                out.push(spec.slot, self.acceptable(pick, types_of(self.rules, cards), cards));
            }
            Values::Cards(cards) => {
                let mut types = types_of(self.rules, cards);
                for kind in types {
                    let (card, taken) = taken_as(self.rules, self.state, spec, kind, cards);
                    if !self.completes_with(pick, card as i32, taken) {
                        types.remove(kind);
                    }
                }
                out.push(spec.slot, types);
            }
            Values::Set { cards, commit } => {
                let mut types = types_of(self.rules, cards);
                let before = self.cards[pick as usize];
                for kind in types {
                    let card = self.card_of(kind, cards);
                    self.cards[pick as usize] = before.or(Mask::of(card));
                    if !self.set_completes(pick) {
                        types.remove(kind);
                    }
                }
                self.cards[pick as usize] = before;
                out.push(spec.slot, types);
                if let Some(slot) = commit
                    && self.completes_with(pick, NONE, self.cards[pick as usize])
                {
                    out.push_one(slot);
                }
            }
            Values::Instances(instances) => {
                let completable = instances.into_iter().filter(|(index, cards)| self.completes_with(pick, *index as i32, *cards));
                list_instances(spec, completable.map(|(index, _)| index), out);
            }
            Values::Numbers(mut numbers) => {
                for number in numbers {
                    if !self.completes_with(pick, number as i32, Mask::EMPTY) {
                        numbers.remove(number);
                    }
                }
                out.push(spec.slot, numbers);
            }
        }
    }

    /// Which types of card complete the move as its last pick: only `accept` is left to ask.
    fn acceptable(&mut self, pick: u8, mut types: Mask, cards: Mask) -> Mask {
        let before = self.cards.iter().fold(Mask::EMPTY, |gone, cards| gone.or(*cards));
        let least = Eval { gone: before, ..self.eval() }.least_worth_leaving(self.offer.accept);
        for kind in types {
            let (card, taken) = taken_as(self.rules, self.state, &self.offer.picks[pick as usize], kind, cards);
            let worth = |attribute| taken.into_iter().map(|card| self.rules.attribute(attribute, card).max(0)).sum::<i32>();
            if least.is_some_and(|(attribute, least)| worth(attribute) < least) {
                types.remove(kind);
                continue;
            }
            self.values[pick as usize] = card as i32;
            self.cards[pick as usize] = taken;
            if !(Eval { gone: before.or(taken), ..self.eval() }.holds(self.offer.accept)) {
                types.remove(kind);
            }
        }
        types
    }

    fn card_of(&self, kind: u8, cards: Mask) -> u8 {
        self.rules.cards_of_type[kind as usize].and(cards).lowest().unwrap_or(0)
    }

    fn values(&self, pick: u8) -> Values {
        values_of(self.eval(), self.offer, pick)
    }

    /// Whether the move can be completed once a pick has this value.
    fn completes_with(&mut self, pick: u8, value: i32, cards: Mask) -> bool {
        let before = (self.values[pick as usize], self.cards[pick as usize]);
        self.values[pick as usize] = value;
        self.cards[pick as usize] = cards;
        let completes = self.completes(pick + 1);
        self.values[pick as usize] = before.0;
        self.cards[pick as usize] = before.1;
        completes
    }

    fn completes(&mut self, pick: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        if pick as usize >= self.offer.picks.len() {
            let gone = self.cards.iter().fold(Mask::EMPTY, |gone, cards| gone.or(*cards));
            if self.sets.count > 0 && self.offer.accept.is_some() {
                let state = &self.sets.laid(self.rules, self.state);
                return Eval { state, gone: gone.minus(self.sets.all_cards()), melds: None, ..self.eval() }
                    .holds(self.offer.accept);
            }
            return Eval { gone, ..self.eval() }.holds(self.offer.accept);
        }
        if let PickKind::Sets { .. } = self.offer.picks[pick as usize].kind {
            return self.sets_complete(pick, 0);
        }
        if let PickKind::Value { count, when } = &self.offer.picks[pick as usize].kind {
            // One by one: most moves can be completed with the first number that fits.
            let before = self.values[pick as usize];
            for number in 0..*count {
                self.values[pick as usize] = number as i32;
                let fits = self.eval().holds(*when);
                self.values[pick as usize] = before;
                if fits && self.completes_with(pick, number as i32, Mask::EMPTY) {
                    return true;
                }
            }
            return false;
        }
        match self.values(pick) {
            Values::Cards(cards) => types_of(self.rules, cards).into_iter().any(|kind| {
                let spec = &self.offer.picks[pick as usize];
                let (card, taken) = taken_as(self.rules, self.state, spec, kind, cards);
                self.completes_with(pick, card as i32, taken)
            }),
            Values::Set { .. } => {
                let before = self.cards[pick as usize];
                let completes = self.set_completes(pick);
                self.cards[pick as usize] = before;
                completes
            }
            Values::Instances(instances) => {
                instances.into_iter().any(|(index, cards)| self.completes_with(pick, index as i32, cards))
            }
            Values::Numbers(numbers) => numbers.into_iter().any(|number| self.completes_with(pick, number as i32, Mask::EMPTY)),
        }
    }

    /// The pick of sets, given the picks before it.
    fn sets_pick(&self, pick: u8) -> Option<SetsPick> {
        sets_pick(self.eval(), &self.offer.picks[pick as usize].kind, pick as usize)
    }

    /// Lists the sets that can be laid, or laid besides, and commit.
    fn list_sets(&mut self, spec: &Pick, pick: u8, out: &mut Legal) {
        let Some(sets) = self.sets_pick(pick) else {
            return;
        };
        let (commit, low) = (sets.commit, sets.low);
        let mut listed = sets.list(self.rules, self.state, &self.sets, 0);
        // Each has its share of looking ahead: whether the move is complete as it stands is always asked.
        let share = (LOOK_AHEAD / listed.len().max(1) as u32).max(64);
        listed.retain(|set| {
            self.budget = share;
            self.with_set(pick, set, |lister| lister.sets_complete(pick, 0))
        });
        list_instances(spec, listed.iter().map(|set| set.index), out);
        let cards = self.cards[pick as usize];
        if let Some(slot) = commit
            && self.sets.count > 0
            && cards.len() >= low
            && self.completes_with(pick, NONE, cards)
        {
            out.push_one(slot);
        }
    }

    /// What something is with one more set chosen.
    fn with_set(&mut self, pick: u8, set: &Listed, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.cards[pick as usize];
        self.cards[pick as usize] = before.or(set.cards);
        self.sets.push(set);
        let answer = ask(self);
        self.sets.pop();
        self.cards[pick as usize] = before;
        answer
    }

    /// Whether the move can be completed with the sets chosen so far and others, of these shapes on.
    fn sets_complete(&mut self, pick: u8, from: u16) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let Some(sets) = self.sets_pick(pick) else {
            return false;
        };
        let (low, one_only) = (sets.low, sets.commit.is_none());
        let cards = self.cards[pick as usize];
        if self.sets.count > 0 {
            if cards.len() >= low && self.completes_with(pick, NONE, cards) {
                return true;
            }
            if one_only {
                return false;
            }
        }
        let listed = sets.list(self.rules, self.state, &self.sets, from);
        // The largest sets of a shape come last, and most often complete a move. Shapes in order only: the order of
        // laying does not matter.
        listed.iter().rev().any(|set| {
            let next = set.shape + 1;
            self.with_set(pick, set, |lister| lister.sets_complete(pick, next))
        })
    }

    /// Whether the cards picked so far can be made a whole set and the rest of the move completed.
    fn set_completes(&mut self, pick: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let Values::Set { cards, commit } = self.values(pick) else {
            return false;
        };
        let so_far = self.cards[pick as usize];
        let full = commit.is_none() && cards.is_empty() && self.is_whole(pick);
        if (commit.is_some() || full) && self.completes_with(pick, NONE, so_far) {
            return true;
        }
        // Larger sets, in rising order only: the order of picking does not matter.
        let last = so_far.highest().unwrap_or(0);
        for card in cards {
            if !so_far.is_empty() && card < last {
                continue;
            }
            self.cards[pick as usize] = so_far.or(Mask::of(card));
            if self.set_completes(pick) {
                self.cards[pick as usize] = so_far;
                return true;
            }
        }
        self.cards[pick as usize] = so_far;
        false
    }

    /// Whether a set pick needs nothing more.
    fn is_whole(&self, pick: u8) -> bool {
        let eval = self.eval();
        let PickKind::Cards { low, high, total, .. } = &self.offer.picks[pick as usize].kind else {
            return true;
        };
        let chosen = self.cards[pick as usize];
        let count = chosen.len() as i32;
        let adds_up = total.is_none_or(|(attribute, target)| {
            let worth = &self.rules.program.deck.attributes[attribute as usize];
            count > 0 && eval.int(target) == chosen.into_iter().map(|card| worth[card as usize]).sum::<i32>()
        });
        adds_up && count >= eval.int(*low) && count <= eval.int(*high)
    }

    /// Whether a set pick has as many cards as it may have.
    fn is_full(&self, pick: u8) -> bool {
        let PickKind::Cards { high, .. } = &self.offer.picks[pick as usize].kind else {
            return true;
        };
        self.cards[pick as usize].len() as i32 >= self.eval().int(*high)
    }
}

/// The card of a type that is picked, and what is taken with it. Of like cards in a pile, the tail of the uppermost.
fn taken_as(rules: &Rules, state: &State, spec: &Pick, kind: u8, cards: Mask) -> (u8, Mask) {
    let alike = rules.cards_of_type[kind as usize].and(cards);
    let card = alike.lowest().unwrap_or(0);
    if !matches!(spec.kind, PickKind::Card { tail: true, .. }) {
        let card = rules.copy_of(state, kind, alike).unwrap_or(card);
        return (card, Mask::of(card));
    }
    let shortest = alike.into_iter().min_by_key(|card| state.layout.tail(*card).len()).unwrap_or(card);
    (shortest, state.layout.tail(shortest))
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
        let Some(actor) = self.seat(choice.actor) else {
            return false;
        };
        if self.state.live >> actor & 1 == 0 {
            return false;
        }
        self.wait_for(node, actor);
        self.state.draft.clear();
        self.state.draft.closed = 0;
        self.rules.choices[node as usize].always_open || self.has_choice(choice, node)
    }

    /// Whether the choice at this node is still one.
    pub fn still_has_choice(&self, node: u16) -> bool {
        matches!(&self.rules.program.nodes[node as usize], Node::Choice(choice) if self.has_choice(choice, node))
    }

    #[inline(never)]
    fn has_choice(&self, choice: &ChoicePhase, node: u16) -> bool {
        let eval = afresh(self.rules, self.state);
        let closed = |index: usize| self.state.draft.closed >> (index & 31) & 1 == 1;
        let mut offers = choice.offers.iter().enumerate().filter(|(index, offer)| !offer.look_ahead && !closed(*index));
        let plain = offers.any(|(_, offer)| eval.holds(offer.when) && is_open(eval, offer));
        if plain || !choice.offers.iter().any(|offer| offer.look_ahead) {
            return plain;
        }
        let by_sets = |offer: &Offer| matches!(offer.picks.first(), Some(Pick { kind: PickKind::Cards { .. }, .. }));
        if !choice.offers.iter().any(|offer| offer.look_ahead && by_sets(offer)) {
            let mut offers = choice.offers.iter().enumerate().filter(|(index, offer)| offer.look_ahead && !closed(*index));
            return offers.any(|(_, offer)| {
                let (rules, state, values, cards) = (self.rules, &*self.state, NO_VALUES, NO_CARDS);
                eval.holds(offer.when) && Lister::new(rules, state, offer, values, cards).completes(0)
            });
        }
        let mut legal_now = Legal::default();
        legal(self.rules, self.state, node, choice, &mut legal_now);
        !legal_now.is_empty()
    }

    /// Takes one value of a move; whether the choice is made.
    #[inline]
    pub fn apply_choice(&mut self, choice: &ChoicePhase, action: Action) -> bool {
        let rules = self.rules;
        let facts = &rules.choices[self.state.node as usize];
        if !self.state.draft.active {
            let index = facts.by_slot[action.slot as usize];
            if index == NO_OFFER {
                return true;
            }
            let facts = &facts.offers[index as usize];
            if facts.plain {
                self.choose_plainly(&choice.offers[index as usize], facts, action);
                return true;
            }
            self.state.draft.begin(index);
        }
        let index = self.state.draft.offer as usize;
        let (offer, facts) = (&choice.offers[index], &facts.offers[index]);
        if !self.take_pick(offer, action) {
            return offer.look_ahead && self.take_back(choice, offer);
        }
        self.commit(choice, offer, facts);
        true
    }

    /// A move of one step, from which nothing follows but its effects.
    #[inline]
    fn choose_plainly(&mut self, offer: &Offer, facts: &OfferFacts, action: Action) {
        let (at, seat) = (&self.rules.at, self.state.to_act);
        let layout = &mut self.state.layout;
        layout.note(0x9_0000 | action.slot as u64);
        let mut seen_by = self.rules.places.everyone;
        if facts.pick != PlainPick::Nothing {
            self.state.draft.values[0] = action.value as i32;
            self.state.draft.cards[0] = Mask::of(action.value);
            let chosen = 0xa_0000 ^ action.value as u64;
            if facts.pick == PlainPick::Open {
                layout.note(chosen);
            } else {
                layout.note_private(seat, chosen);
                seen_by = 1 << seat;
            }
        }
        self.observer.see(Event::Chose { seat, action, seen_by });
        if offer.is_pass {
            self.count_pass();
        } else {
            self.state.set(at.passes, 0);
            self.state.set(at.last_player, seat as i32);
        }
        self.run(&facts.acts);
    }

    /// Takes a value for the pick at hand; whether it was the last pick.
    #[inline(never)]
    fn take_pick(&mut self, offer: &Offer, action: Action) -> bool {
        let pick = self.state.draft.pick as usize;
        let Some(spec) = offer.picks.get(pick) else {
            return true;
        };
        if !self.take_value(offer, spec, pick, action) {
            return false;
        }
        self.state.draft.pick += 1;
        // An optional set with nothing to pick needs no decision.
        while (self.state.draft.pick as usize) < offer.picks.len() {
            if !self.nothing_to_pick(offer, self.state.draft.pick) {
                return false;
            }
            self.state.draft.pick += 1;
        }
        true
    }

    fn nothing_to_pick(&self, offer: &Offer, pick: u8) -> bool {
        if !matches!(offer.picks[pick as usize].kind, PickKind::Cards { .. }) {
            return false;
        }
        let lister = self.lister(offer);
        matches!(lister.values(pick), Values::Set { cards, .. } if cards.is_empty()) && lister.is_whole(pick)
    }

    /// The draft as far as it has got.
    fn lister<'a>(&'a self, offer: &'a Offer) -> Lister<'a> {
        let (values, cards) = (self.state.draft.values, self.state.draft.cards);
        Lister::new(self.rules, self.state, offer, values, cards)
    }

    /// A move that looked as if it could be completed, and cannot: it is taken back, and its offer is closed here.
    #[inline(never)]
    fn take_back(&mut self, choice: &ChoicePhase, offer: &Offer) -> bool {
        if self.lister(offer).completes(self.state.draft.pick) {
            return false;
        }
        let node = self.state.node;
        let closed = self.state.draft.closed | 1 << (self.state.draft.offer & 31);
        self.state.draft = Draft { closed, ..Draft::default() };
        !self.has_choice(choice, node)
    }

    /// Enters a value into the draft; whether the pick is complete.
    fn take_value(&mut self, offer: &Offer, spec: &Pick, pick: usize, action: Action) -> bool {
        let eval = self.eval();
        match &spec.kind {
            PickKind::Card { cards, .. } => {
                let (card, taken) = taken_as(self.rules, self.state, spec, action.value, eval.mask(*cards));
                self.state.draft.values[pick] = card as i32;
                self.state.draft.cards[pick] = taken;
                true
            }
            PickKind::Cards { cards, commit, low, high, total } => {
                if action.slot == *commit && low != high {
                    return true;
                }
                let card = if self.rules.single_copies {
                    Some(action.value)
                } else {
                    let left = eval.mask(*cards).minus(self.state.draft.cards[pick]);
                    self.rules.copy_of(self.state, action.value, left)
                };
                if let Some(card) = card {
                    self.state.draft.cards[pick].insert(card);
                }
                if low == high && total.is_none() {
                    // Exactly so many, or as many as there are.
                    let count = self.state.draft.cards[pick].len();
                    let eval = Eval::new(self.rules, self.state);
                    return count as i32 >= eval.int(*high) || eval.mask(*cards).len() == count;
                }
                let lister = self.lister(offer);
                match lister.values(pick as u8) {
                    Values::Set { cards, commit } => commit.is_none() && (cards.is_empty() || lister.is_full(pick as u8)),
                    _ => true,
                }
            }
            PickKind::Instance { cards, group } => {
                let page = action.slot - spec.slot;
                let index = page * 128 + action.value as u16;
                let held = eval.mask(*cards);
                let range = &self.rules.program.groups[*group as usize];
                let all = &self.rules.program.instances[range.first as usize..][..range.count as usize];
                let alike = &self.rules.alike[range.first as usize..];
                let mut taken = all.iter().zip(alike).filter(|(instance, looks)| **looks == index && instance.cards.within(held));
                self.state.draft.values[pick] = index as i32;
                let taken = taken.next().map_or(Mask::EMPTY, |(instance, _)| instance.cards);
                self.state.draft.cards[pick] = self.rules.as_known(self.state, taken, held);
                true
            }
            kind @ PickKind::Sets { .. } => {
                let index = (action.slot - spec.slot) * 128 + action.value as u16;
                self.take_set(kind, pick, action.slot, index)
            }
            PickKind::Value { .. } => {
                self.state.draft.values[pick] = action.value as i32;
                true
            }
        }
    }

    /// Enters one more set into the draft, or commits it; whether the pick is complete.
    fn take_set(&mut self, kind: &PickKind, pick: usize, slot: u16, index: u16) -> bool {
        let Some(sets) = sets_pick(self.eval(), kind, pick) else {
            return true;
        };
        if sets.commit == Some(slot) {
            return true;
        }
        let mut chosen = sets.chosen(self.rules, self.state);
        if let Some(set) = sets.find(self.rules, self.state, index, &chosen)
            && chosen.count < MAX_SETS
        {
            chosen.push(&set);
            let enough = chosen.all_cards().len() >= sets.low;
            let complete = sets.commit.is_none() || enough && sets.list(self.rules, self.state, &chosen, 0).is_empty();
            let draft = &mut self.state.draft;
            draft.sets[chosen.count - 1] = index;
            draft.set_count = chosen.count as u8;
            draft.cards[pick] = draft.cards[pick].or(set.cards);
            return complete;
        }
        true
    }

    /// The sets of the draft go to their piles.
    #[inline(never)]
    pub fn lay_sets(&mut self, kind: &PickKind, pick: u8) {
        let chosen = sets_pick(self.eval(), kind, pick as usize).map_or(Chosen::NONE, |sets| sets.chosen(self.rules, self.state));
        for (zone, cards) in chosen.each() {
            self.put_all(cards, zone, Place::Top);
        }
    }

    /// The move is complete: what it shows becomes known, and it happens (or waits for the others).
    #[inline]
    fn commit(&mut self, choice: &ChoicePhase, offer: &Offer, facts: &OfferFacts) {
        let rules = self.rules;
        let seat = self.state.to_act;
        if self.state.depth > 0 && rules.together[self.state.frame().node as usize] {
            return self.keep_secret(seat);
        }
        if facts.tells {
            self.tell(choice, offer, seat);
        }
        self.announce(offer, seat);
        let played = if offer.plays && rules.plays_matter { self.state.draft.cards[0] } else { Mask::EMPTY };
        if offer.is_pass {
            self.count_pass();
        } else {
            self.state.set(rules.at.passes, 0);
            self.state.set(rules.at.last_player, seat as i32);
        }
        self.run(&facts.acts);
        if rules.scores_sets {
            self.score_laid_sets(offer);
        }
        if !played.is_empty() {
            self.played(played, seat);
        }
        self.state.draft.clear();
    }

    /// Chosen together with others: it waits until all have chosen.
    #[inline(never)]
    fn keep_secret(&mut self, seat: u8) {
        let draft = &self.state.draft;
        let mut pending = Pending { made: true, offer: draft.offer, ..Pending::default() };
        pending.values.copy_from_slice(&draft.values[..3]);
        pending.cards.copy_from_slice(&draft.cards[..3]);
        self.state.pending[seat as usize] = pending;
        self.state.draft = Draft::default();
        self.state.layout.note(0x7_0000 | seat as u64);
        self.note_secret(seat, &pending);
    }

    /// What the choice shows of hidden cards becomes known.
    #[inline(never)]
    fn tell(&mut self, choice: &ChoicePhase, offer: &Offer, seat: u8) {
        self.show_duties(choice, offer, seat);
        if let Some(proof) = &offer.proof {
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
        let actor = self.state.get(self.rules.at.actor);
        for (index, pick) in offer.picks.iter().enumerate() {
            let laid = self.state.draft.cards[index];
            if let PickKind::Sets { .. } = pick.kind {
                self.score_sets_on_piles(laid, actor);
            }
            if let (PickKind::Instance { .. }, Some(card)) = (&pick.kind, laid.lowest()) {
                let reached = self.state.layout.zone_of[card as usize];
                let own = ZoneInfo { owned_by: Owner::Seat, owner: actor, ..self.rules.zones[reached as usize] };
                self.score_set(laid, reached, own);
            }
        }
    }

    /// Sets laid on several piles: those of each pile by themselves.
    fn score_sets_on_piles(&mut self, laid: Mask, actor: i32) {
        let mut left = laid;
        while let Some(card) = left.lowest() {
            let reached = self.state.layout.zone_of[card as usize];
            let own = ZoneInfo { owned_by: Owner::Seat, owner: actor, ..self.rules.zones[reached as usize] };
            let together = left.and(self.state.layout.cards[reached as usize]);
            left = left.minus(together.or(Mask::of(card)));
            self.score_set(together, reached, own);
        }
    }

    fn note_secret(&mut self, seat: u8, pending: &Pending) {
        for (value, cards) in pending.values.iter().zip(pending.cards) {
            let chosen = if cards.is_empty() { *value as u64 } else { self.rules.faces(cards) };
            self.state.layout.note_private(seat, 0x7_1000 ^ chosen);
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
            if let PickKind::Cards { .. } | PickKind::Sets { .. } = pick.kind {
                continue; // the cards' own moves show what is to be seen
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
                self.state.layout.note(0xa_0000 ^ noted);
            } else {
                self.state.layout.note_private(seat, 0xa_0000 ^ noted);
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

    fn count_pass(&mut self) {
        let at = &self.rules.at;
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
                        self.put_all(self.state.layout.cards[tableau], discard, Place::Top);
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
            for (cards, acts) in &rules.special {
                if cards.has(card) {
                    self.locals[super::eval::CARD_LOCAL] = card as i32;
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
                        slot > pick.slot && slot < pick.slot + 32 && owns_page(choice, pick.slot, slot)
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
    play.take_pick(&choice.offers[play.state.draft.offer as usize], action)
}
