//! The duty table of a trick: which cards must be played, by suit led, strain, trick and whether a suit is broken.
//!
//! Most duties depend only on the suit led, the strain, whether a suit is broken and the first few trick numbers. For
//! those the tiers are tabulated at loading, and a legal play is one intersection.

use crate::knowledge::Places;
use crate::rules::analyse::RegisterSet;
use crate::rules::plan::prelude::*;

/// Duties by index; empty where they cannot be tabulated.
#[derive(Default, Clone)]
pub struct DutyTable {
    leads: u32,
    tricks: u32,
    all: Vec<Duties>,
    /// Tiers after the first.
    tiers: Vec<Mask>,
}

/// The tiers that bind at an index, best first. A tier within one before it never binds, and is left out.
#[derive(Clone, Copy)]
struct Duties {
    /// All cards, if nothing binds.
    first: Mask,
    /// Where the others are.
    others: (u32, u32),
}

const FREE: Duties = Duties { first: Mask::ALL, others: (0, 0) };

impl DutyTable {
    /// The index of the duties in force.
    #[inline]
    pub fn now(&self, state: &State) -> u32 {
        let led = state.get(at::LED).wrapping_add(1) as u32;
        // A program may keep something else in that register: then nothing binds.
        if led < self.leads { self.leading(state) + led } else { u32::MAX }
    }

    /// The index when a trick is led.
    #[inline]
    pub fn leading(&self, state: &State) -> u32 {
        let trick = (state.get(at::TRICK_NUMBER) as u32).min(self.tricks - 1);
        self.index(0, state.trick.strain, trick, (state.get(at::BROKEN) != 0) as u32)
    }

    /// Suits that can be led.
    pub fn leads(&self) -> usize {
        self.leads as usize - 1
    }

    /// How far it is to the same duties with a suit broken. The duties of each suit that can be led follow those of
    /// leading, in order.
    #[inline]
    pub fn breaking(&self) -> u32 {
        self.leads
    }

    /// Whether a trick has other duties than the one before for its number.
    #[inline]
    pub fn tells_apart(&self, trick: u32) -> bool {
        trick < self.tricks
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    #[inline]
    fn at(&self, index: u32) -> &Duties {
        self.all.get(index as usize).unwrap_or(&FREE)
    }

    #[inline]
    fn others(&self, duties: &Duties) -> &[Mask] {
        self.tiers.get(duties.others.0 as usize..duties.others.1 as usize).unwrap_or_default()
    }

    /// What may be played of the cards held, and whether that misses the first duty.
    #[inline(always)]
    pub fn bound(&self, index: u32, held: Mask) -> (Mask, bool) {
        let duties = self.at(index);
        let first = held.and(duties.first);
        let misses = first.is_empty();
        if misses && duties.others.0 != duties.others.1 {
            return (self.bound_by_others(duties, held), true);
        }
        (if misses { held } else { first }, misses)
    }

    #[inline(never)]
    fn bound_by_others(&self, duties: &Duties, held: Mask) -> Mask {
        let tiers = self.others(duties).iter().map(|tier| held.and(*tier));
        tiers.into_iter().find(|cards| !cards.is_empty()).unwrap_or(held)
    }

    /// A card played outside a duty shows that the hand has nothing of it.
    #[inline]
    pub fn show_missed(&self, places: &Places, state: &mut State, zone: u8, card: u8) {
        let duties = self.at(state.trick.duties_now);
        if duties.first.has(card) {
            return;
        }
        state.layout.prove_none(places, zone, duties.first);
        if duties.others.0 != duties.others.1 {
            self.show_others_missed(duties, places, state, zone, card);
        }
    }

    #[inline(never)]
    fn show_others_missed(&self, duties: &Duties, places: &Places, state: &mut State, zone: u8, card: u8) {
        for tier in self.others(duties).iter().take_while(|tier| !tier.has(card)) {
            state.layout.prove_none(places, zone, *tier);
        }
    }

    #[inline]
    fn index(&self, led: u32, strain: u32, trick: u32, broken: u32) -> u32 {
        ((strain * self.tricks + trick) * 2 + broken) * self.leads + led
    }

    fn keep(&mut self, index: u32, tiers: &[Mask]) {
        let start = self.tiers.len() as u32;
        if let [first, others @ ..] = tiers {
            self.tiers.extend(others);
            self.all[index as usize] = Duties { first: *first, others: (start, self.tiers.len() as u32) };
        }
    }

    /// Tabulates the duties of a phase, if they depend on nothing else and the table is not too large.
    pub fn tabulate(rules: &Rules, phase: &TrickPhase) -> Option<DutyTable> {
        let known = RegisterSet::of(&[at::LED, at::LEADING, at::STRAIN, at::BROKEN, at::TRICK_NUMBER]);
        let mut largest = 0;
        for id in phase.duties.iter().flat_map(|duty| [Some(duty.cards), duty.when]).flatten() {
            let reads = rules.analysis.expression(id);
            // Tricks must be told apart by comparisons with constants alone.
            if !rules.analysis.depends_only_on(id, &known) || reads.computed.has(at::TRICK_NUMBER) {
                return None;
            }
            largest = largest.max(reads.largest);
        }
        // Past the largest number any comparison names, all trick numbers are alike.
        let tricks = u32::try_from(largest).ok()? + 2;
        let leads = rules.program.strains.iter().map(|strain| strain.follow.len()).max()? as u32 + 1;
        let strains = rules.program.strains.len() as u32;
        let count = tricks as u64 * leads as u64 * strains as u64 * 2;
        if count > 4_096 {
            return None;
        }
        let mut table = DutyTable { leads, tricks, all: vec![FREE; count as usize], tiers: Vec::new() };
        let mut state = State::new(&[0; 32]);
        for strain in 0..strains {
            for trick in 0..tricks {
                for broken in 0..2 {
                    for led in 0..leads {
                        state.set(at::STRAIN, strain as i32);
                        state.set(at::TRICK_NUMBER, trick as i32);
                        state.set(at::BROKEN, broken as i32);
                        state.set(at::LED, led as i32 - 1);
                        state.set(at::LEADING, (led == 0) as i32);
                        let eval = Eval::new(rules, &state);
                        let mut tiers: Vec<Mask> = Vec::new();
                        for duty in phase.duties.iter().filter(|duty| eval.holds(duty.when)) {
                            let tier = eval.mask(duty.cards);
                            if !tier.is_empty() && !tiers.iter().any(|before| tier.within(*before)) {
                                tiers.push(tier);
                            }
                        }
                        let index = table.index(led, strain, trick, broken);
                        table.keep(index, &tiers);
                    }
                }
            }
        }
        Some(table)
    }
}
