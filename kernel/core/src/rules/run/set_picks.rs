//! Picks of sets to lay on piles: which layings are possible now (so many cards of a rank, with wild ones among them).
//! Which cards of a rank go down does not matter to a pick of sets: a laying says how many, and the first there
//! are of them go. So there are few, however many cards the deck has.

use crate::rules::run::prelude::*;
/// One laying that is possible now.
#[derive(Clone, Copy)]
pub struct ListedSet {
    pub index: u16,
    pub zone: u8,
    pub cards: Mask,
}

/// The cards of some sets.
pub fn cards_of_sets(sets: &[ListedSet]) -> Mask {
    sets.iter().fold(Mask::EMPTY, |all, set| all.or(set.cards))
}

/// A pick of sets, as far as it has got.
#[derive(Clone, Copy)]
pub struct SetsPick {
    family: u16,
    pub low: u32,
    pub high: u32,
    /// Absent when one set is all there is to pick.
    pub commit: Option<u16>,
    pub held: Mask,
    /// Cards that some pile must come to have for the move to be accepted; 0 where none need grow.
    pub wanted: u32,
    /// Cards of earlier picks: of cards that would do, these go first.
    earlier: Mask,
    /// Instance of the first pile, and the last there is of any zone.
    base: u8,
    last: u8,
}

/// Reads a pick of sets, given the picks before it; `None` for picks of other kinds.
pub fn sets_pick(eval: Eval, kind: &PickKind, pick: usize) -> Option<SetsPick> {
    let PickKind::Sets { cards, family, to, low, high, commit } = kind else {
        return None;
    };
    Some(SetsPick {
        family: *family,
        low: eval.int(*low).max(1) as u32,
        high: eval.int(*high).max(0) as u32,
        commit: *commit,
        held: eval.mask(*cards),
        wanted: 0,
        earlier: eval.picked[..pick].iter().fold(Mask::EMPTY, |all, cards| all.or(*cards)),
        base: eval.zone(*to),
        last: (eval.rules.instances.max(1) - 1) as u8,
    })
}

impl SetsPick {
    pub fn family<'a>(&self, rules: &'a Rules) -> &'a SetFamily {
        &rules.program.sets[self.family as usize]
    }

    /// The layings of one more set: each pile at most once in a move. None where the move could not be completed.
    pub fn list(&self, rules: &Rules, state: &State, chosen: &[ListedSet]) -> Vec<ListedSet> {
        let mut found = Vec::new();
        if self.in_reach(rules, state, chosen, 0) {
            for shape in 0..self.family(rules).shapes.len() as u16 {
                self.list_shape(rules, state, chosen, shape, &mut found);
            }
        }
        found
    }

    /// Whether cards of a shape can be laid: enough of its rank, on a pile not chosen before that has no others.
    pub fn is_open(&self, state: &State, shape: &SetShape, chosen: &[ListedSet], free: Mask) -> bool {
        let zone = self.zone_of(shape);
        let pile = state.layout.cards[zone as usize];
        let (lying, own) = (pile.and(shape.natural).len(), free.and(shape.natural).len());
        lying + own >= shape.min_natural as u32
            && lying + shape.wild_among(pile) == pile.len()
            && chosen.iter().all(|set| set.zone != zone)
    }

    /// The layings of cards of one shape, no more than there is room for.
    pub fn list_shape(&self, rules: &Rules, state: &State, chosen: &[ListedSet], number: u16, found: &mut Vec<ListedSet>) {
        let (shape, taken) = (&self.family(rules).shapes[number as usize], cards_of_sets(chosen));
        let free = self.held.minus(taken);
        if chosen.len() >= MAX_SETS || taken.len() >= self.high || !self.is_open(state, shape, chosen, free) {
            return;
        }
        let room = self.high - taken.len();
        let zone = self.zone_of(shape);
        let pile = state.layout.cards[zone as usize];
        let (natural, wild) = (free.and(shape.natural).len(), shape.wild_among(free));
        let (lying, lying_wild) = (pile.and(shape.natural).len(), shape.wild_among(pile));
        // One set that is all there is to pick has as many cards as are asked for.
        let least = if self.commit.is_none() { self.low } else { 1 };
        let layings = &self.family(rules).layings[shape.first as usize..][..shape.count as usize];
        for (place, laying) in layings.iter().enumerate() {
            let (own, size) = (laying.natural as u32, laying.size as u32);
            if own > natural {
                break;
            }
            if (least..=room).contains(&size)
                && size - own <= wild
                && shape.fits(lying + own, lying_wild + size - own)
                && let Some(cards) = shape.take(laying, free, self.earlier)
            {
                found.push(ListedSet { index: shape.first + place as u16, zone, cards });
            }
        }
    }

    /// What one laying would take now.
    pub fn find(&self, rules: &Rules, state: &State, index: u16, chosen: &[ListedSet]) -> Option<ListedSet> {
        let family = self.family(rules);
        let shape = family.shapes.iter().find(|shape| (shape.first..shape.first + shape.count).contains(&index))?;
        let laying = family.layings.get(index as usize)?;
        let free = self.held.minus(cards_of_sets(chosen));
        let cards = rules.as_known(state, shape.take(laying, free, self.earlier)?, free);
        Some(ListedSet { index, zone: self.zone_of(shape), cards })
    }

    /// The sets of a draft.
    pub fn chosen(&self, rules: &Rules, state: &State) -> Vec<ListedSet> {
        let mut chosen = Vec::new();
        for index in &state.draft.sets[..(state.draft.set_count as usize).min(MAX_SETS)] {
            chosen.extend(self.find(rules, state, *index, &chosen));
        }
        chosen
    }

    pub fn zone_of(&self, shape: &SetShape) -> u8 {
        self.base.saturating_add(shape.pile).min(self.last)
    }
}

impl SetShape {
    /// The cards that this laying takes, if there are as many.
    fn take(&self, laying: &Laying, free: Mask, first: Mask) -> Option<Mask> {
        let mut taken = some_of(free.and(self.natural), laying.natural, first)?;
        for (kind, count) in self.wild.iter().zip(&laying.wild) {
            taken = taken.or(some_of(free.and(*kind), *count, first)?);
        }
        Some(taken)
    }

    /// How many of the cards are wild.
    pub fn wild_among(&self, cards: Mask) -> u32 {
        self.wild.iter().map(|kind| cards.and(*kind).len()).sum()
    }

    pub fn all_wild(&self) -> Mask {
        self.wild.iter().fold(Mask::EMPTY, |all, kind| all.or(*kind))
    }

    /// Whether so many cards of the rank and so many wild ones form the pattern.
    pub fn fits(&self, natural: u32, wild: u32) -> bool {
        let all = natural + wild;
        natural >= self.min_natural as u32 && wild <= self.max_wild as u32 && all >= self.least as u32 && all <= self.most as u32
    }
}

/// So many of the cards, lowest first, but before all others those of `first`.
fn some_of(cards: Mask, count: u8, first: Mask) -> Option<Mask> {
    if cards.len() < count as u32 {
        return None;
    }
    let (early, late) = (cards.and(first), cards.minus(first));
    Some(early.into_iter().chain(late).take(count as usize).collect())
}
