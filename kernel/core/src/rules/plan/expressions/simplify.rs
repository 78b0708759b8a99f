//! Rewrites expressions at loading: set expressions, tests last; and what reads nothing, or one top card, as a table.

use std::cell::RefCell;

use super::*;
use crate::knowledge::NO_CARD;
use crate::rules::analyse::Depends;
use crate::rules::load::Rules;
use crate::rules::run::expressions::Eval;

impl Set {
    /// A whole set in the order in which it is worked out quickest: constants within tables, tests last.
    pub fn arrange(&mut self) {
        self.narrow();
        if let Some(allowed) = self.find_allowed() {
            *self = allowed;
        }
        if matches!(self, Set::And(_) | Set::Or(_)) && self.has_test() {
            self.put_tests_last();
            *self = Set::Tested(Box::new(std::mem::replace(self, Set::Follows)));
        }
    }

    /// Whether all cards or none are in some part of it, by a test.
    fn has_test(&self) -> bool {
        match self {
            Set::Everything(_) | Set::Tested(_) | Set::ByCard(_) => true,
            Set::And(pair) | Set::Or(pair) => pair.0.has_test() || pair.1.has_test(),
            Set::Not(set) => set.has_test(),
            _ => false,
        }
    }

    /// Of two sets that both have to hold a card, the one that needs no test comes first.
    fn put_tests_last(&mut self) {
        match self {
            Set::And(pair) => {
                pair.0.put_tests_last();
                pair.1.put_tests_last();
                if pair.0.has_test() && (!pair.1.has_test() || matches!(pair.0, Set::Everything(_))) {
                    let (first, second) = &mut **pair;
                    std::mem::swap(first, second);
                }
            }
            Set::Or(pair) => {
                if let Some(by_card) = find_parts(pair) {
                    *self = Set::ByCard(Box::new(by_card));
                    return;
                }
                pair.0.put_tests_last();
                pair.1.put_tests_last();
            }
            Set::Not(set) => set.put_tests_last(),
            _ => {}
        }
    }

    /// The parts of a union, each with the cards that it can have; false if one can have any.
    fn find_parts(&self, parts: &mut Vec<(Mask, Set)>) -> bool {
        match self {
            Set::Or(pair) => pair.0.find_parts(parts) && pair.1.find_parts(parts),
            Set::And(pair) => {
                let ((Set::Const(cards), set) | (set, Set::Const(cards))) = &**pair else { return false };
                parts.push((*cards, set.clone()));
                true
            }
            _ => false,
        }
    }

    /// What of a zone is in some tables, if that is all there is to it.
    fn find_allowed(&self) -> Option<Set> {
        let Set::And(pair) = self else {
            return None;
        };
        let (spot, mask, tables) = match &**pair {
            (Set::Held(spot, mask), tables) | (tables, Set::Held(spot, mask)) => (*spot, *mask, tables),
            _ => return None,
        };
        if let Set::Table(table) = tables
            && let (sets, Int::Pick(pick)) = &**table
        {
            return Some(Set::HeldByPick(spot, *pick, Box::new(sets.within(mask))));
        }
        let mut lookups = Vec::new();
        tables.find_lookups(mask, &mut lookups).then(|| Set::Allowed(spot, lookups.into()))
    }

    /// The tables that this is the union of, if it is one, with only these cards in them.
    fn find_lookups(&self, among: Mask, found: &mut Vec<Lookup>) -> bool {
        match self {
            Set::Or(pair) => return pair.0.find_lookups(among, found) && pair.1.find_lookups(among, found),
            Set::Looked(lookup) => found.push(Lookup { of: lookup.of, sets: lookup.sets.within(among) }),
            _ => return false,
        }
        true
    }

    /// A constant in an intersection goes into the tables it is met with.
    fn narrow(&mut self) {
        match self {
            Set::And(pair) => {
                pair.0.narrow();
                pair.1.narrow();
                let (by, other) = match &mut **pair {
                    (Set::Const(by), other) | (other, Set::Const(by)) => (*by, other),
                    _ => return,
                };
                if let Some(kept) = other.kept(by) {
                    *self = kept;
                }
            }
            Set::Or(pair) => {
                pair.0.narrow();
                pair.1.narrow();
            }
            _ => {}
        }
    }

    /// The same with only these cards in all tables, if there is nothing else.
    fn kept(&self, by: Mask) -> Option<Set> {
        Some(match self {
            Set::Const(mask) => Set::Const(mask.and(by)),
            Set::Held(spot, mask) => Set::Held(*spot, mask.and(by)),
            Set::Looked(lookup) => Set::Looked(Box::new(Lookup { of: lookup.of, sets: lookup.sets.within(by) })),
            Set::Or(pair) => Set::Or(Box::new((pair.0.kept(by)?, pair.1.kept(by)?))),
            Set::And(pair) => match pair.0.kept(by) {
                Some(first) => Set::And(Box::new((first, pair.1.clone()))),
                None => Set::And(Box::new((pair.0.clone(), pair.1.kept(by)?))),
            },
            _ => return None,
        })
    }

    /// A table denied is a table of the other cards.
    pub fn deny_table(&mut self, all: Mask) {
        if let Set::Not(set) = self
            && let Set::Looked(lookup) = &**set
        {
            let sets = lookup.sets.sets.iter().map(|set| all.minus(*set)).collect();
            let sets = ByValue { least: lookup.sets.least, sets };
            *self = Set::Looked(Box::new(Lookup { of: lookup.of, sets }));
        }
    }
}

/// A union as parts of which each card is in one at most.
fn find_parts(union: &(Set, Set)) -> Option<ByCard> {
    let (mut parts, mut all) = (Vec::new(), Mask::EMPTY);
    if !(union.0.find_parts(&mut parts) && union.1.find_parts(&mut parts)) {
        return None;
    }
    let mut part_of = Box::new([0; MAX_CARDS]);
    for (place, (cards, _)) in parts.iter().enumerate() {
        if !cards.and(all).is_empty() {
            return None;
        }
        all = all.or(*cards);
        for card in *cards {
            part_of[card as usize] = u8::try_from(place).ok()?;
        }
    }
    Some(ByCard { part_of, parts, all })
}

/// Makes tables of what depends on nothing, or on the top card of one zone alone.
pub struct Tabulator<'a> {
    pub rules: &'a Rules,
    /// Any state; its top cards are changed.
    state: RefCell<State>,
}

impl<'a> Tabulator<'a> {
    pub fn new(rules: &'a Rules) -> Tabulator<'a> {
        Tabulator { rules, state: RefCell::new(State::new(&[0; 32])) }
    }

    /// What an operation gives, if that is always the same.
    pub fn constant<T>(&self, op: OpId, value: impl Fn(Eval) -> T) -> Option<T> {
        let is_constant = self.rules.analysis.depends(op) == Depends::OnNothing;
        is_constant.then(|| value(Eval::new(self.rules, &self.state.borrow())))
    }

    /// What an operation gives by the top card of a zone, and with none, if it depends on nothing else.
    pub fn by_top_card<T: Copy + Default>(&self, op: OpId, value: impl Fn(Eval) -> T) -> Option<(u8, Box<[T; BY_CARD]>)> {
        let Depends::OnTop(zone) = self.rules.analysis.depends(op) else {
            return None;
        };
        let state = &mut *self.state.borrow_mut();
        let mut values = Box::new([T::default(); BY_CARD]);
        let before = state.layout.top[zone as usize];
        for card in 0..self.rules.places.cards {
            state.layout.top[zone as usize] = card as u8;
            values[card] = value(Eval::new(self.rules, state));
        }
        state.layout.top[zone as usize] = NO_CARD;
        values[MAX_CARDS] = value(Eval::new(self.rules, state));
        state.layout.top[zone as usize] = before;
        Some((zone, values))
    }
}
