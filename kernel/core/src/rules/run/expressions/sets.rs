//! Evaluates expressions that give a set of cards.

use super::Eval;
use crate::rules::plan::expressions::Set;
use crate::rules::run::prelude::*;

impl<'a> Eval<'a> {
    /// Works out a set of cards.
    #[inline]
    pub fn gather(&self, set: &Set) -> Mask {
        match set {
            Set::Const(mask) => *mask,
            Set::Held(spot, mask) => self.cards_at(*spot).and(*mask),
            Set::Allowed(spot, lookups) => {
                let allowed = lookups.iter().fold(Mask::EMPTY, |all, lookup| all.or(lookup.set_now(self.state)));
                self.cards_at(*spot).and(allowed)
            }
            Set::HeldByPick(spot, pick, table) => self.cards_at(*spot).and(table.set_of(self.picks[*pick as usize])),
            Set::Looked(lookup) => lookup.set_now(self.state),
            Set::Pick(n) => self.picked[*n as usize],
            Set::Table(table) => table.0.set_of(self.compute(&table.1)),
            set => self.gather_rest(set),
        }
    }

    /// Works out which cards of `bound` are in a set. Parts that can have none of them are not worked out.
    fn gather_within(&self, set: &Set, bound: Mask) -> Mask {
        if bound.is_empty() {
            return bound;
        }
        match set {
            Set::And(pair) => self.gather_within(&pair.1, self.gather_within(&pair.0, bound)),
            Set::Or(pair) => {
                let first = self.gather_within(&pair.0, bound);
                first.or(self.gather_within(&pair.1, bound.minus(first)))
            }
            Set::Not(set) => bound.and(self.rules.all).minus(self.gather_within(set, bound)),
            Set::Everything(test) if self.compute(test) != 0 => bound.and(self.rules.all),
            Set::Everything(_) => Mask::EMPTY,
            Set::Tested(set) => self.gather_within(set, bound),
            Set::ByCard(by_card) => {
                let (mut rest, mut found) = (bound.and(by_card.all), Mask::EMPTY);
                while let Some(card) = rest.lowest() {
                    let (cards, set) = &by_card.parts[by_card.part_of[card as usize] as usize];
                    found = found.or(self.gather_within(set, rest.and(*cards)));
                    rest = rest.minus(*cards);
                }
                found
            }
            set => self.gather(set).and(bound),
        }
    }

    #[inline(never)]
    fn gather_rest(&self, set: &Set) -> Mask {
        match set {
            Set::And(pair) => self.gather(&pair.0).and(self.gather(&pair.1)),
            Set::Tested(set) => self.gather_within(set, Mask::ALL),
            Set::ByCard(_) => self.gather_within(set, Mask::ALL),
            Set::Or(pair) => self.gather(&pair.0).or(self.gather(&pair.1)),
            Set::Not(set) => self.rules.all.minus(self.gather(set)),
            Set::Zone(zone) => self.zone_cards(self.compute(zone)),
            Set::Card(card) => {
                let card = self.compute(card);
                if card < 0 { Mask::EMPTY } else { Mask::of(card as u8) }
            }
            Set::Everything(test) if self.compute(test) != 0 => self.rules.all,
            Set::Packed(group, set) => self.pack(*group, self.gather(set), set).cards,
            Set::Open(set) => self.state.layout.open(self.gather(set)),
            Set::Follows => self.follows(),
            Set::Heads => self.heads(),
            Set::Called => self.strain().called,
            _ => Mask::EMPTY,
        }
    }

    fn follows(&self) -> Mask {
        let led = self.state.get(at::LED);
        let strain = self.strain();
        if led < 0 { Mask::EMPTY } else { strain.follow.get(led as usize).copied().unwrap_or_default() }
    }

    fn strain(&self) -> &'a Strain {
        let strains = &self.rules.program.strains;
        let index = self.state.get(at::STRAIN).clamp(0, strains.len() as i32 - 1);
        &strains[index as usize]
    }

    fn heads(&self) -> Mask {
        let led = self.state.get(at::LED);
        if led < 0 {
            return self.rules.all;
        }
        let Some(power) = self.strain().power.get(led as usize) else {
            return Mask::EMPTY;
        };
        let best = self.state.trick.best_power;
        (0..).zip(power).filter(|(_, strength)| **strength as i16 > best).map(|(card, _)| card).collect()
    }

    /// Where a table by top cards has its entry now.
    #[inline]
    pub(super) fn top_index(&self, zone: u8) -> usize {
        (self.state.layout.top[zone as usize & (MAX_ZONES - 1)] as usize).min(MAX_CARDS)
    }
}
