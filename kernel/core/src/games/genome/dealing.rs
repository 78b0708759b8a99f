//! How a genome deals, for whoever solves it: what of the deck matters, and which cards may change places.

use super::Genome;
use crate::chance::mix;
use crate::game::{Action, SPECTATOR_BIT};
use crate::mask::Mask;
use crate::rules::plan::expressions::Int;
use crate::rules::program::{Effect, ExprId, Op, ValueKind};
use crate::solve::dealing::Dealt;

impl Dealt for Genome {
    fn cards(&self) -> &[u8] {
        &self.rules.program.deck.type_of
    }

    fn unseen(&self, state: &Self::State, out: &mut Vec<u8>) {
        out.extend(state.layout.from_top(self.rules.program.stock).filter(|card| state.layout.knows[*card as usize] == 0));
    }

    fn arrange(&self, state: &mut Self::State, order: &[u8]) {
        let stock = self.rules.program.stock;
        let mut next = order.iter();
        let pile: Vec<u8> = state
            .layout
            .from_top(stock)
            .map(|card| if state.layout.knows[card as usize] == 0 { next.next().copied().unwrap_or(card) } else { card })
            .collect();
        state.layout.stack(stock, &pile);
    }

    fn is_settled(&self, state: &Self::State) -> bool {
        state.chance.is_untouched()
    }

    fn sight(&self, state: &Self::State, seat: u8) -> u64 {
        let mut sight = mix((state.node as u64) << 8 | state.to_act as u64);
        for zone in 0..self.rules.instances as u8 {
            sight = mix(sight ^ zone as u64);
            for card in state.layout.observe(&self.rules.places, zone, 1 << seat) {
                sight = mix(sight ^ card.map_or(u64::MAX, u64::from));
            }
        }
        for family in &self.rules.program.registers {
            for register in family.base..family.base + family.len {
                sight = mix(sight ^ self.rules.seen_in(state, register) as u64);
            }
        }
        sight
    }

    fn order_seen(&self, state: &Self::State, seat: u8) -> u64 {
        let layout = &state.layout;
        let is_seen =
            |zone: &u8| self.rules.places.spots[*zone as usize].ordered && layout.known_by[*zone as usize] >> seat & 1 == 1;
        (0..self.rules.instances as u8).filter(is_seen).fold(0, |sight, zone| {
            let cards = layout.observe(&self.rules.places, zone, 1 << seat);
            let known = cards.into_iter().zip(0u64..).filter_map(|(card, place)| card.map(|card| place << 8 | card as u64));
            known.fold(sight, |sight, card| mix(sight ^ (zone as u64) << 32 ^ card))
        })
    }

    fn reads_order(&self) -> bool {
        let stock = self.rules.program.stock as i32;
        let looks = |op: &Op| match *op {
            Op::Top(zone) | Op::Under(zone) | Op::Bottom(zone) => match self.rules.program.ops[zone as usize] {
                Op::Const(zone) => zone == stock,
                _ => true,
            },
            _ => false,
        };
        let mut expressions = 0..self.rules.program.code.len() as ExprId;
        !self.rules.places.spots[stock as usize].ordered || expressions.any(|id| self.rules.program.ops_of(id).any(looks))
    }

    fn hands_dealt(&self) -> Vec<u8> {
        let Some(Effect::Deal { zone, count }) = self.rules.program.deal.first() else {
            return Vec::new();
        };
        let family = &self.rules.program.zones[*zone as usize];
        let spot = &self.rules.places.spots[family.base as usize];
        let public = spot.viewers & SPECTATOR_BIT != 0;
        let Int::Const(each) = self.rules.ints[*count as usize] else {
            return Vec::new();
        };
        if spot.ordered || public || !self.rules.places.spots[self.rules.program.stock as usize].ordered {
            return Vec::new();
        }
        let seats = self.rules.program.seats as usize;
        let dealt = (each.max(0) as usize * seats).min(self.cards().len());
        (0..dealt).map(|place| (place % seats) as u8).collect()
    }

    fn swaps(&self) -> Vec<Vec<(u8, u8)>> {
        let looks = self.looks();
        let pairs = (0..looks.len()).flat_map(|one| (one + 1..looks.len()).map(move |other| (one, other)));
        pairs
            .filter(|(one, other)| looks[*one].rank == looks[*other].rank && looks[*one].copies == looks[*other].copies)
            .map(|(one, other)| vec![(one as u8, other as u8)])
            .collect()
    }

    fn suit_swaps(&self) -> Vec<Vec<(u8, u8)>> {
        let looks = self.looks();
        let mut suits: Vec<i32> = looks.iter().map(|look| look.suit).collect();
        suits.sort_unstable();
        suits.dedup();
        let of = |suit: i32| -> Vec<usize> { (0..looks.len()).filter(|kind| looks[*kind].suit == suit).collect() };
        let mut swaps = Vec::new();
        for (place, one) in suits.iter().enumerate() {
            for other in &suits[place + 1..] {
                let (one, other) = (of(*one), of(*other));
                let same = |(a, b): (&usize, &usize)| looks[*a].rank == looks[*b].rank && looks[*a].copies == looks[*b].copies;
                if one.len() == other.len() && one.iter().zip(&other).all(same) {
                    swaps.push(one.iter().zip(&other).map(|(a, b)| (*a as u8, *b as u8)).collect());
                }
            }
        }
        swaps
    }

    fn relabeled(&self, action: Action, types: &[u8]) -> Action {
        let is_card = self.rules.program.slots.get(action.slot as usize).is_some_and(|slot| slot.kind == ValueKind::Card);
        match types.get(action.value as usize) {
            Some(kind) if is_card => Action { value: *kind, ..action },
            _ => action,
        }
    }
}

/// What a type of card looks like, as far as swaps care.
struct Look {
    suit: i32,
    rank: i32,
    copies: u32,
}

impl Genome {
    fn looks(&self) -> Vec<Look> {
        let deck = &self.rules.program.deck;
        let attribute = |number: usize, card: u8| deck.attributes.get(number).map_or(0, |values| values[card as usize]);
        let look = |cards: &Mask| {
            let card = cards.lowest().unwrap_or(0);
            Look { suit: attribute(0, card), rank: attribute(1, card), copies: cards.len() }
        };
        self.rules.cards_of_type.iter().map(look).collect()
    }
}
