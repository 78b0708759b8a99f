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
}

/// The tiers that bind at an index, best first. A tier within one before it never binds, and is left out.
#[derive(Clone)]
struct Duties {
    /// All cards, if nothing binds.
    first: Mask,
    others: Option<Box<[Mask]>>,
}

static FREE: Duties = Duties { first: Mask::ALL, others: None };

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
        ((state.trick.strain * self.tricks + trick) * 2 + (state.get(at::BROKEN) != 0) as u32) * self.leads
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

    /// What may be played of the cards held, and whether that misses the first duty.
    #[inline(always)]
    pub fn bound(&self, index: u32, held: Mask) -> (Mask, bool) {
        let duties = self.at(index);
        let first = held.and(duties.first);
        let misses = first.is_empty();
        if misses && duties.others.is_some() {
            return (duties.bound_by_others(held), true);
        }
        (if misses { held } else { first }, misses)
    }

    /// A card played outside a duty shows that the hand has nothing of it.
    #[inline]
    pub fn show_missed(&self, places: &Places, state: &mut State, zone: u8, card: u8) {
        let duties = self.at(state.trick.duties_now);
        if duties.first.has(card) {
            return;
        }
        state.layout.prove_none(places, zone, duties.first);
        if duties.others.is_some() {
            duties.show_others_missed(places, state, zone, card);
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
        let mut state = State::new(&[0; 32]);
        let mut duties_of = |index: u32| {
            let (led, rest) = (index % leads, index / leads);
            state.set(at::LED, led as i32 - 1);
            state.set(at::LEADING, (led == 0) as i32);
            state.set(at::BROKEN, (rest % 2) as i32);
            state.set(at::TRICK_NUMBER, (rest / 2 % tricks) as i32);
            state.set(at::STRAIN, (rest / 2 / tricks) as i32);
            let eval = Eval::new(rules, &state);
            let mut tiers: Vec<Mask> = Vec::new();
            for duty in phase.duties.iter().filter(|duty| eval.holds(duty.when)) {
                let tier = eval.mask(duty.cards);
                if !tier.is_empty() && !tiers.iter().any(|before| tier.within(*before)) {
                    tiers.push(tier);
                }
            }
            let others = |others: &[Mask]| (!others.is_empty()).then(|| others.into());
            tiers.split_first().map_or(FREE.clone(), |(first, rest)| Duties { first: *first, others: others(rest) })
        };
        Some(DutyTable { leads, tricks, all: (0..count as u32).map(&mut duties_of).collect() })
    }
}

impl Duties {
    #[inline(never)]
    fn bound_by_others(&self, held: Mask) -> Mask {
        self.others.iter().flatten().map(|tier| held.and(*tier)).find(|cards| !cards.is_empty()).unwrap_or(held)
    }

    #[inline(never)]
    fn show_others_missed(&self, places: &Places, state: &mut State, zone: u8, card: u8) {
        for tier in self.others.iter().flatten().take_while(|tier| !tier.has(card)) {
            state.layout.prove_none(places, zone, *tier);
        }
    }
}
