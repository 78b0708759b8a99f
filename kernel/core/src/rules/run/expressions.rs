//! Evaluates expression trees.

mod aggregates;
mod sets;

use std::cell::RefCell;

use crate::knowledge::NO_CARD;
use crate::rules::plan::expressions::{BinaryOp, FIXED, Int, LOCAL, PICK, Set, ZoneRef};
use crate::rules::run::packing::{Melds, Packing};
use crate::rules::run::prelude::*;

/// The card being moved, in a destination; the card played, in a special effect.
pub const CARD_LOCAL: usize = MAX_LOCALS - 1;

/// One evaluation: rules, state, variables.
#[derive(Clone, Copy)]
pub struct Eval<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub picks: &'a [i32; MAX_PICKS],
    pub picked: &'a [Mask; MAX_PICKS],
    pub locals: [i32; MAX_LOCALS],
    /// Cards treated as having left their zones.
    pub gone: Mask,
    /// Melds found before, for what differs only by the cards gone.
    pub melds: Option<&'a MeldMemo>,
}

/// The melds of a group among some cards, kept while moves from one position are compared.
pub type MeldMemo = RefCell<Option<(u16, Melds)>>;

impl<'a> Eval<'a> {
    #[inline]
    pub fn new(rules: &'a Rules, state: &'a State) -> Eval<'a> {
        Eval {
            rules,
            state,
            picks: &state.draft.values,
            picked: &state.draft.cards,
            locals: [NONE; MAX_LOCALS],
            gone: Mask::EMPTY,
            melds: None,
        }
    }

    #[inline]
    pub fn int(&self, id: ExprId) -> i32 {
        match &self.rules.ints[id as usize] {
            Int::Const(value) => *value,
            int => self.compute(int),
        }
    }

    #[inline]
    pub fn holds(&self, id: Option<ExprId>) -> bool {
        id.is_none_or(|id| self.int(id) != 0)
    }

    #[inline]
    pub fn mask(&self, id: ExprId) -> Mask {
        self.gather(&self.rules.sets[id as usize])
    }

    /// A zone instance, clamped to those there are.
    #[inline]
    pub fn zone(&self, id: ExprId) -> u8 {
        self.instance(self.int(id)) as u8
    }

    #[inline]
    pub fn zone_cards(&self, zone: i32) -> Mask {
        self.state.layout.cards[self.instance(zone)].minus(self.gone)
    }

    /// A zone instance, clamped to those there are.
    #[inline]
    fn instance(&self, zone: i32) -> usize {
        (zone.max(0) as usize).min(self.rules.instances - 1) & (MAX_ZONES - 1)
    }

    /// Works out a number.
    #[inline(always)]
    pub fn compute(&self, int: &Int) -> i32 {
        if int.is_leaf() { self.compute_leaf(int) } else { self.compute_parts(int) }
    }

    #[inline]
    fn compute_leaf(&self, int: &Int) -> i32 {
        match int {
            Int::Const(value) => *value,
            Int::Reg(register) => self.state.get(*register),
            Int::RegPlus(register, value) => self.state.get(*register).saturating_add(*value),
            Int::RegIn(register, bounds) => bounds.has(self.state.get(*register)) as i32,
            Int::RegMod(register, by) => floor_mod(self.state.get(*register), *by),
            Int::Beside(register, direction) => beside(self.rules, self.state, self.state.get(*register), *direction),
            Int::Pick(n) => self.picks[*n as usize],
            Int::PickAttr(n, pick) => self.rules.attribute_of(*n, self.picks[*pick as usize]),
            Int::Local(n) => self.locals[*n as usize],
            Int::Differs(own, register) => (self.value_in(*own) != self.state.get(*register)) as i32,
            Int::SizeOf(spot) => self.size_at(*spot),
            Int::SizeIn(spot, bounds) => bounds.has(self.size_at(*spot)) as i32,
            Int::HeldIn(held) => {
                let (spot, among, bounds) = &**held;
                bounds.has(self.cards_at(*spot).and(*among).len() as i32) as i32
            }
            Int::ValueOf(spot) => self.value_at(*spot),
            Int::ValueIn(spot, bounds) => bounds.has(self.value_at(*spot)) as i32,
            Int::SameValue(spot, other) => (self.value_at(*spot) == self.value_at(*other)) as i32,
            Int::LowerValue(spot, other) => (self.value_at(*spot) < self.value_at(*other)) as i32,
            _ => 0,
        }
    }

    fn compute_parts(&self, int: &Int) -> i32 {
        match int {
            Int::RegAt(base, len, index) => {
                let index = self.compute(index).clamp(0, *len as i32 - 1);
                self.state.get(*base + index as u16)
            }
            Int::Of(BinaryOp::And, pair) => (self.compute(&pair.0) != 0 && self.compute(&pair.1) != 0) as i32,
            Int::Of(BinaryOp::Or, pair) => (self.compute(&pair.0) != 0 || self.compute(&pair.1) != 0) as i32,
            Int::Of(join, pair) => join.of(self.compute(&pair.0), self.compute(&pair.1)),
            Int::In(int, bounds) => bounds.has(self.compute(int)) as i32,
            Int::Not(int) => (self.compute(int) == 0) as i32,
            Int::Every(all) => all.iter().all(|int| self.compute(int) != 0) as i32,
            Int::Either(any) => any.iter().any(|leaf| self.compute_leaf(leaf) != 0) as i32,
            Int::If(parts) => self.compute(if self.compute(&parts.0) != 0 { &parts.1 } else { &parts.2 }),
            Int::Within(int, least, most) => self.compute(int).max(*least).min(*most),
            Int::Size(zone) => self.zone_cards(self.compute(zone)).len() as i32,
            Int::OfTop(zone, values) => values[self.top_index(*zone)],
            Int::Attr(n, card) => self.rules.attribute_of(*n, self.compute(card)),
            Int::Count(set) => self.gather(set).len() as i32,
            int => self.compute_rest(int),
        }
    }

    #[inline(never)]
    fn compute_rest(&self, int: &Int) -> i32 {
        let (program, layout) = (&self.rules.program, &self.state.layout);
        let attribute = |n: u8| program.deck.attributes[n as usize].as_slice();
        let values = |n: u8, set: &Set| self.gather(set).into_iter().map(move |card| attribute(n)[card as usize]);
        match int {
            Int::Neg(int) => self.compute(int).saturating_neg(),
            Int::Select(parts) => {
                let index = self.compute(&parts.1).clamp(0, parts.0.len() as i32 - 1);
                parts.0.get(index as usize).map_or(0, |int| self.compute(int))
            }
            Int::Table(table, index) => lookup(&program.tables[*table as usize], self.compute(index)),
            Int::Next(seat, direction) => beside(self.rules, self.state, self.compute(seat), *direction),
            Int::Top(zone) => card_or_none(layout.top[self.instance(self.compute(zone))]),
            Int::Under(zone) => match layout.top[self.instance(self.compute(zone))] {
                NO_CARD => NONE,
                top => card_or_none(layout.under[top as usize & 127]),
            },
            Int::Bottom(zone) => card_or_none(layout.bottom[self.instance(self.compute(zone))]),
            Int::Where(card) => {
                let card = self.compute(card);
                if card < 0 { NONE } else { layout.zone_of[card as usize & 127] as i32 }
            }
            Int::Aggregate(n) => self.aggregate(*n),
            Int::Sum(n, set) => self.sum(*n, self.gather(set)),
            Int::Largest(n, set) => values(*n, set).max().unwrap_or(0),
            Int::Smallest(n, set) => values(*n, set).min().unwrap_or(0),
            Int::First(set) => self.gather(set).lowest().map_or(NONE, i32::from),
            Int::Contains(parts) => {
                let card = self.compute(&parts.0);
                (card >= 0 && self.gather(&parts.1).has(card as u8)) as i32
            }
            Int::Adds(n, parts) => adds_up(self.gather(&parts.1), attribute(*n), self.compute(&parts.0)) as i32,
            Int::Value(set) => self.rules.worth(self.gather(set)),
            Int::Pack(group, set) => self.pack(*group, self.gather(set), set).total,
            Int::Rest(n, group, set) => {
                let cards = self.gather(set);
                self.sum(*n, cards).saturating_sub(self.pack(*group, cards, set).total)
            }
            _ => 0,
        }
    }

    /// If a condition wants little left outside melds: what a card must at least be worth, so that without it the
    /// condition could hold. Cards never pack better for being fewer.
    pub fn least_worth_leaving(&self, condition: Option<ExprId>) -> Option<(u8, i32)> {
        let Int::In(rest, bounds) = &self.rules.ints[condition? as usize] else {
            return None;
        };
        let (Int::Rest(attribute, _, set), Some(most)) = (&**rest, bounds.most()) else {
            return None;
        };
        matches!(**set, Set::Held(..)).then(|| (*attribute, self.compute(rest).saturating_sub(most)))
    }

    /// The best division of cards into melds of a group; they are the cards of a set.
    #[inline(never)]
    fn pack(&self, group: u16, cards: Mask, set: &Set) -> Packing {
        let index = &self.rules.packs[group as usize];
        let Some(memo) = self.melds else {
            return index.find(cards).pack(cards);
        };
        let mut memo = memo.borrow_mut();
        if let Some((_, melds)) = memo.as_ref().filter(|(of, melds)| *of == group && cards.within(melds.among)) {
            return melds.pack(cards);
        }
        let whole = Eval { gone: Mask::EMPTY, melds: None, ..*self }.gather(set);
        let melds = index.find(if cards.within(whole) { whole } else { cards });
        memo.insert((group, melds)).1.pack(cards)
    }

    pub fn sum(&self, attribute: u8, cards: Mask) -> i32 {
        let values = &self.rules.program.deck.attributes[attribute as usize];
        cards.into_iter().fold(0i32, |sum, card| sum.saturating_add(values[card as usize]))
    }

    /// The zone instance of a reference.
    #[inline]
    pub fn zone_at(&self, spot: ZoneRef) -> usize {
        self.instance(self.value_in(spot.register).saturating_add(spot.offset as i32))
    }

    /// What a register, local variable or picked value is; 0 if it is none.
    #[inline(always)]
    fn value_in(&self, register: u16) -> i32 {
        match register {
            FIXED => 0,
            register if register >= PICK => self.picks[(register - PICK) as usize],
            register if register >= LOCAL => self.locals[(register - LOCAL) as usize],
            register => self.state.get(register),
        }
    }

    #[inline]
    pub fn cards_at(&self, spot: ZoneRef) -> Mask {
        self.state.layout.cards[self.zone_at(spot)].minus(self.gone)
    }

    /// How many cards there are.
    #[inline(always)]
    fn size_at(&self, spot: ZoneRef) -> i32 {
        let zone = self.zone_at(spot);
        if self.gone.is_empty() { self.state.layout.size[zone] as i32 } else { self.cards_at(spot).len() as i32 }
    }

    /// What the cards of a zone are worth.
    #[inline(never)]
    fn value_at(&self, spot: ZoneRef) -> i32 {
        self.rules.worth(self.cards_at(spot))
    }
}

fn card_or_none(card: u8) -> i32 {
    if card == NO_CARD { NONE } else { card as i32 }
}

/// The next seat in play beside a seat; none beside what is no seat.
#[inline]
fn beside(rules: &Rules, state: &State, seat: i32, direction: i8) -> i32 {
    if seat < 0 || seat >= rules.program.seats as i32 {
        return NONE;
    }
    state.next_live(seat as u8, direction as i32) as i32
}

/// Totals that some of the cards add up to, as bits (worths from 1 to 127; 0 is always one).
pub fn subset_sums(cards: Mask, worth: &[i32]) -> u128 {
    cards
        .into_iter()
        .map(|card| worth[card as usize])
        .filter(|worth| (1..128).contains(worth))
        .fold(1, |sums, worth| sums | sums << worth)
}

fn adds_up(cards: Mask, worth: &[i32], total: i32) -> bool {
    (1..128).contains(&total) && subset_sums(cards, worth) >> total & 1 == 1
}

pub fn lookup(table: &ValueTable, index: i32) -> i32 {
    let last = table.values.len() as i64 - 1;
    let at = (index as i64 - table.min as i64).clamp(0, last.max(0));
    table.values.get(at as usize).copied().unwrap_or(0)
}

pub fn floor_div(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

pub fn floor_mod(a: i32, b: i32) -> i32 {
    if b == 0 {
        return 0;
    }
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

/// The seat as an index for frames: NOBODY when there is none.
pub fn seat_or_nobody(seat: i32, seats: u8) -> u8 {
    if seat >= 0 && seat < seats as i32 { seat as u8 } else { NOBODY }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_as_in_python() {
        assert_eq!((floor_div(-7, 2), floor_mod(-7, 2)), (-4, 1));
        assert_eq!((floor_div(7, -2), floor_mod(7, -2)), (-4, -1));
        assert_eq!((floor_div(i32::MIN, -1), floor_mod(5, 0)), (i32::MIN, 0));
    }
}
