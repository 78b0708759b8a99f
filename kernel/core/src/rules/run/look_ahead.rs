//! Looking ahead: which values of a pick are such that the move can be completed.

use std::mem::replace;

use crate::rules::run::expressions::MeldMemo;
use crate::rules::run::flow::types_of;
use crate::rules::run::laying_bounds::pile_wanted;
use crate::rules::run::picks::{PickValues, list_instances, taken_as, values_of};
use crate::rules::run::prelude::*;
use crate::rules::run::set_picks::{ListedSet, SetsPick, cards_of_sets, sets_pick};

/// Values tried when asking whether a move can be completed. Beyond it a value is offered anyway; if the move then
/// cannot be completed, it is taken back and its offer closed.
const LOOK_AHEAD: u32 = 20_000;

/// Lists the values of the picks of an offer with which it can be completed, given the picks so far.
pub struct LookAhead<'a> {
    rules: &'a Rules,
    state: &'a State,
    offer: &'a Offer,
    budget: u32,
    values: [i32; MAX_PICKS],
    cards: [Mask; MAX_PICKS],
    melds: MeldMemo,
    /// What a pick of sets has chosen.
    sets: Vec<ListedSet>,
}

impl<'a> LookAhead<'a> {
    /// These picks made; of sets, those of the draft.
    pub fn new(
        rules: &'a Rules,
        state: &'a State,
        offer: &'a Offer,
        values: [i32; MAX_PICKS],
        cards: [Mask; MAX_PICKS],
    ) -> LookAhead<'a> {
        let melds = MeldMemo::default();
        let mut ahead = LookAhead { rules, state, offer, budget: LOOK_AHEAD, values, cards, melds, sets: Vec::new() };
        if state.draft.set_count > 0 {
            let eval = Eval::new(rules, state);
            let sets = offer.picks.iter().enumerate().find_map(|(index, pick)| sets_pick(eval, &pick.kind, index));
            ahead.sets = sets.map_or(Vec::new(), |sets| sets.chosen(rules, state));
        }
        ahead
    }

    #[inline]
    fn eval(&self) -> Eval<'_> {
        Eval { picks: &self.values, picked: &self.cards, melds: Some(&self.melds), ..Eval::new(self.rules, self.state) }
    }

    /// Lists the values of a pick that can be completed, given the picks before it.
    pub fn list(&mut self, pick: u8, out: &mut Legal) {
        let Some(spec) = self.offer.picks.get(pick as usize) else {
            return;
        };
        if let PickKind::Sets { .. } = spec.kind {
            return self.list_sets(spec, pick, out);
        }
        match self.values(pick) {
            PickValues::Cards(cards) if pick as usize + 1 == self.offer.picks.len() && self.sets.is_empty() => {
                out.push(spec.slot, self.acceptable(pick, types_of(self.rules, cards), cards));
            }
            PickValues::Set { cards, commit, .. } => {
                let before = self.cards[pick as usize];
                let types = types_of(self.rules, cards).filter(|kind| {
                    let card = self.rules.cards_of_type[kind as usize].and(cards).lowest().unwrap_or(0);
                    self.cards[pick as usize] = before.or(Mask::of(card));
                    self.set_completes(pick, 0)
                });
                self.cards[pick as usize] = before;
                out.push(spec.slot, types);
                if let Some(slot) = commit
                    && self.completes_with(pick, NONE, self.cards[pick as usize])
                {
                    out.push_one(slot);
                }
            }
            PickValues::Instances(instances) => {
                let completable = instances.into_iter().filter(|(index, cards)| self.completes_with(pick, *index as i32, *cards));
                list_instances(spec, completable.map(|(index, _)| index), out);
            }
            values => {
                let mut fitting = Mask::EMPTY;
                self.any_value(pick, values, |ahead, listed, value, cards| {
                    fitting = if ahead.completes_with(pick, value, cards) { fitting.or(Mask::of(listed)) } else { fitting };
                    false
                });
                out.push(spec.slot, fitting);
            }
        }
    }

    /// Goes through the values of a pick until something holds for one: as it is listed (but for instances), as a number,
    /// and its cards.
    fn any_value(&mut self, pick: u8, values: PickValues, mut holds: impl FnMut(&mut Self, u8, i32, Mask) -> bool) -> bool {
        match values {
            PickValues::Cards(cards) => types_of(self.rules, cards).into_iter().any(|kind| {
                let (card, taken) = taken_as(self.rules, self.state, &self.offer.picks[pick as usize], kind, cards);
                holds(self, kind, card as i32, taken)
            }),
            PickValues::Instances(instances) => instances.into_iter().any(|(index, cards)| holds(self, 0, index as i32, cards)),
            PickValues::Numbers(numbers) => numbers.into_iter().any(|number| holds(self, number, number as i32, Mask::EMPTY)),
            PickValues::Set { .. } => false,
        }
    }

    /// Which types of card complete the move as its last pick: only `accept` is left to ask.
    fn acceptable(&mut self, pick: u8, types: Mask, cards: Mask) -> Mask {
        let before = self.cards.iter().fold(Mask::EMPTY, |gone, cards| gone.or(*cards));
        let least = Eval { gone: before, ..self.eval() }.least_worth_leaving(self.offer.accept);
        types.filter(|kind| {
            let (card, taken) = taken_as(self.rules, self.state, &self.offer.picks[pick as usize], kind, cards);
            let worth = |attribute| taken.into_iter().map(|card| self.rules.attribute(attribute, card).max(0)).sum::<i32>();
            if least.is_some_and(|(attribute, least)| worth(attribute) < least) {
                return false;
            }
            self.values[pick as usize] = card as i32;
            self.cards[pick as usize] = taken;
            Eval { gone: before.or(taken), ..self.eval() }.holds(self.offer.accept)
        })
    }

    pub fn values(&self, pick: u8) -> PickValues {
        values_of(self.eval(), self.offer, pick)
    }

    /// Whether the move can be completed once a pick has this value.
    fn completes_with(&mut self, pick: u8, value: i32, cards: Mask) -> bool {
        let place = pick as usize;
        let before = (replace(&mut self.values[place], value), replace(&mut self.cards[place], cards));
        let completes = self.completes(pick + 1);
        (self.values[place], self.cards[place]) = before;
        completes
    }

    /// Whether anything is listed for a pick. Where all that may be looked at was looked at, the list itself is asked: it
    /// goes through the same values in another order, and may see that there is nothing.
    pub fn lists_any(&mut self, pick: u8) -> bool {
        let completes = self.completes(pick);
        if !completes || self.budget > 0 {
            return completes;
        }
        self.budget = LOOK_AHEAD;
        let mut listed = Legal::default();
        self.list(pick, &mut listed);
        !listed.is_empty()
    }

    fn completes(&mut self, pick: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        if pick as usize >= self.offer.picks.len() {
            let gone = self.cards.iter().fold(Mask::EMPTY, |gone, cards| gone.or(*cards));
            if !self.sets.is_empty() && self.offer.accept.is_some() {
                // As it would be with the sets laid. Nobody learns anything: it only serves to judge the move.
                let mut laid = self.state.clone();
                for set in &self.sets {
                    set.cards.into_iter().for_each(|card| laid.layout.carry(&self.rules.places, card, set.zone));
                }
                let gone = gone.minus(cards_of_sets(&self.sets));
                return Eval { state: &laid, gone, melds: None, ..self.eval() }.holds(self.offer.accept);
            }
            return Eval { gone, ..self.eval() }.holds(self.offer.accept);
        }
        if let PickKind::Sets { .. } = self.offer.picks[pick as usize].kind {
            return self.sets_complete(pick, 0);
        }
        if let PickKind::Value { count, when } = &self.offer.picks[pick as usize].kind {
            // One by one: most moves can be completed with the first number that fits.
            return (0..*count as i32).any(|number| {
                let before = replace(&mut self.values[pick as usize], number);
                let fits = self.eval().holds(*when);
                self.values[pick as usize] = before;
                fits && self.completes_with(pick, number, Mask::EMPTY)
            });
        }
        match self.values(pick) {
            PickValues::Set { .. } => {
                let before = self.cards[pick as usize];
                let completes = self.set_completes(pick, 0);
                self.cards[pick as usize] = before;
                completes
            }
            values => self.any_value(pick, values, |ahead, _, value, cards| ahead.completes_with(pick, value, cards)),
        }
    }

    /// The pick of sets, given the picks before it.
    fn sets_pick(&self, pick: u8) -> Option<SetsPick> {
        let eval = self.eval();
        let mut sets = sets_pick(eval, &self.offer.picks[pick as usize].kind, pick as usize)?;
        sets.wanted = self.offer.accept.map_or(0, |accept| pile_wanted(eval, &self.rules.ints[accept as usize]));
        Some(sets)
    }

    /// Lists the sets that can be laid, or laid besides, and commit.
    fn list_sets(&mut self, spec: &Pick, pick: u8, out: &mut Legal) {
        let Some(sets) = self.sets_pick(pick) else {
            return;
        };
        let (commit, low) = (sets.commit, sets.low);
        let mut listed = sets.list(self.rules, self.state, &self.sets);
        // Each has its share of looking ahead: whether the move is complete as it stands is always asked.
        let share = (LOOK_AHEAD / listed.len().max(1) as u32).max(512);
        listed.retain(|set| {
            self.budget = share;
            self.with_set(pick, set, |ahead| ahead.sets_complete(pick, 0))
        });
        list_instances(spec, listed.iter().map(|set| set.index), out);
        let cards = self.cards[pick as usize];
        if let Some(slot) = commit
            && !self.sets.is_empty()
            && cards.len() >= low
            && self.completes_with(pick, NONE, cards)
        {
            out.push_one(slot);
        }
    }

    /// What something is with one more set chosen.
    fn with_set(&mut self, pick: u8, set: &ListedSet, ask: impl FnOnce(&mut Self) -> bool) -> bool {
        let before = self.cards[pick as usize];
        self.cards[pick as usize] = before.or(set.cards);
        self.sets.push(*set);
        let answer = ask(self);
        self.sets.pop();
        self.cards[pick as usize] = before;
        answer
    }

    /// Whether the move can be completed with the sets chosen so far and others, of these shapes on.
    fn sets_complete(&mut self, pick: u8, from: u16) -> bool {
        let Some(sets) = self.sets_pick(pick) else {
            return false;
        };
        let spent = self.budget == 0;
        self.budget = self.budget.saturating_sub(1);
        if !sets.in_reach(self.rules, self.state, &self.sets, from) {
            return false;
        }
        if spent {
            return true;
        }
        let cards = self.cards[pick as usize];
        if !self.sets.is_empty() {
            if cards.len() >= sets.low && self.completes_with(pick, NONE, cards) {
                return true;
            }
            // One set is all there is to pick.
            if sets.commit.is_none() {
                return false;
            }
        }
        // Shapes in order only: the order of laying does not matter. The largest sets of a shape come last, and most often
        // complete a move.
        let mut listed = Vec::new();
        for shape in from..sets.family(self.rules).shapes.len() as u16 {
            if shape > from && !sets.in_reach(self.rules, self.state, &self.sets, shape) {
                return false;
            }
            listed.clear();
            sets.list_shape(self.rules, self.state, &self.sets, shape, &mut listed);
            if listed.iter().rev().any(|set| self.with_set(pick, set, |ahead| ahead.sets_complete(pick, shape + 1))) {
                return true;
            }
        }
        false
    }

    /// Whether the cards picked so far can be made a whole set, with others from this one on, and the rest of the move
    /// completed.
    fn set_completes(&mut self, pick: u8, from: u8) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        let PickValues::Set { cards, commit, whole, .. } = self.values(pick) else {
            return false;
        };
        let so_far = self.cards[pick as usize];
        if (commit.is_some() || whole && cards.is_empty()) && self.completes_with(pick, NONE, so_far) {
            return true;
        }
        // Larger sets, each once: what is added comes in rising order.
        for card in cards.into_iter().filter(|card| *card >= from) {
            self.cards[pick as usize] = so_far.or(Mask::of(card));
            if self.set_completes(pick, card + 1) {
                self.cards[pick as usize] = so_far;
                return true;
            }
        }
        self.cards[pick as usize] = so_far;
        false
    }
}
