//! Upper bound on the cards that sets can lay; prunes look-ahead.
//!
//! Wild cards count as alike, so all that matters of a set is how many cards of its rank and how many wild ones it has.
//! Shape by shape it is worked out how many cards of the ranks can go down with so many wild ones. Exact where all shapes
//! take the same wild cards or none; otherwise never too little.

use crate::rules::plan::expressions::{BinaryOp, Int, LOCAL, ZoneRef};
use crate::rules::run::prelude::*;
use crate::rules::run::set_picks::{ListedSet, SetsPick, cards_of_sets};

/// How many cards some pile must come to have, where a condition cannot hold otherwise; 0 where none need grow.
pub fn pile_wanted(eval: Eval, condition: &Int) -> u32 {
    match condition {
        Int::Of(BinaryOp::And, both) => pile_wanted(eval, &both.0).max(pile_wanted(eval, &both.1)),
        Int::In(count, bounds) => match **count {
            Int::Aggregate(n) if bounds.least() >= Some(1) => pile_sought(eval, &eval.rules.program.aggregates[n as usize]),
            _ => 0,
        },
        Int::Aggregate(n) => pile_sought(eval, &eval.rules.program.aggregates[*n as usize]),
        _ => 0,
    }
}

/// How many cards a pile must have to be counted or found, unless there is such a pile.
fn pile_sought(eval: Eval, aggregate: &Aggregate) -> u32 {
    let test = match aggregate.gather {
        Gather::Count => aggregate.when,
        Gather::Any => aggregate.body,
        _ => None,
    };
    let (Domain::Piles(..), Some(test)) = (aggregate.domain, test) else {
        return 0;
    };
    let pile = ZoneRef { register: LOCAL + aggregate.local as u16, offset: 0 };
    match eval.rules.ints[test as usize] {
        Int::SizeIn(spot, bounds) if spot == pile => {
            let Some(least) = bounds.least() else { return 0 };
            let cards = &eval.state.layout.cards;
            let sizes = eval.values(aggregate.domain).filter_map(|zone| cards.get(zone as usize)).map(|cards| cards.len() as i32);
            if sizes.max().is_some_and(|largest| largest >= least) { 0 } else { least.max(0) as u32 }
        }
        _ => 0,
    }
}

impl SetsPick {
    /// Whether the sets chosen, with others of these shapes on, can have as many cards as are asked for, with a pile as
    /// large as is wanted.
    pub fn in_reach(&self, rules: &Rules, state: &State, chosen: &[ListedSet], from: u16) -> bool {
        let taken = cards_of_sets(chosen);
        let lacking = self.low.saturating_sub(taken.len());
        let pile = |zone: u8| state.layout.cards[zone as usize];
        let large = self.wanted == 0 || chosen.iter().any(|set| pile(set.zone).or(set.cards).len() >= self.wanted);
        if lacking <= 1 && large {
            return true;
        }
        let free = self.held.minus(taken);
        let shapes = &self.family(rules).shapes;
        let open = || shapes.iter().skip(from as usize).filter(|shape| self.is_open(state, shape, chosen, free));
        let natural = open().fold(Mask::EMPTY, |all, shape| all.or(shape.natural));
        let wild = open().fold(Mask::EMPTY, |all, shape| all.or(shape.all_wild())).and(free);
        if natural.and(free).or(wild).len() < lacking {
            return false;
        }
        let mut most = Most::new(wild.len() as usize, large);
        for shape in open() {
            most.add(shape, free, pile(self.zone_of(shape)), self.wanted);
        }
        most.cards().is_some_and(|cards| cards >= lacking)
    }
}

/// The most cards of ranks that can be laid with so many wild ones, without a pile as large as is wanted and with one.
struct Most {
    with: [[Option<u8>; 2]; MAX_CARDS + 1],
    wild: usize,
}

impl Most {
    fn new(wild: usize, large: bool) -> Most {
        let mut most = Most { with: [[None; 2]; MAX_CARDS + 1], wild };
        most.with[0][large as usize] = Some(0);
        most
    }

    /// Lays, or does not lay, what is free of one shape on its pile.
    fn add(&mut self, shape: &SetShape, free: Mask, pile: Mask, wanted: u32) {
        let (lying, lying_wild) = (pile.and(shape.natural).len(), shape.wild_among(pile));
        let (own, wild) = (free.and(shape.natural).len(), shape.wild_among(free).min(shape.max_wild as u32) as usize);
        // Down from the most wild cards, so that what there was without this shape is still to be found below.
        for used in (0..=self.wild).rev() {
            let mut best = self.with[used];
            for more in 0..=used.min(wild) {
                let room = (shape.most as u32).saturating_sub(lying + lying_wild + more as u32);
                let (own, wilds) = (own.min(room), lying_wild + more as u32);
                if !shape.fits(lying + own, wilds) {
                    continue;
                }
                let large = lying + own + wilds >= wanted;
                for before in [false, true] {
                    if let Some(laid) = self.with[used - more][before as usize] {
                        let best = &mut best[(before || large) as usize];
                        *best = (*best).max(Some(laid.saturating_add(own as u8)));
                    }
                }
            }
            self.with[used] = best;
        }
    }

    /// The most cards, wild ones among them, that can be laid with a pile as large as is wanted.
    fn cards(&self) -> Option<u32> {
        (0..=self.wild).filter_map(|used| self.with[used][1].map(|laid| laid as u32 + used as u32)).max()
    }
}
