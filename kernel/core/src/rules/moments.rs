//! Duties of a trick worked out beforehand: what must be played, for every moment there can be.
//!
//! Most duties depend only on the suit led, the strain, whether a suit is broken and the first few trick numbers. For
//! those the tiers are tabulated at loading, and a legal play is one intersection.

use super::eval::Eval;
use super::load::Rules;
use super::program::*;
use super::state::State;
use crate::knowledge::Places;
use crate::mask::Mask;

/// Tiers by moment; none, where they cannot be tabulated.
#[derive(Default, Clone)]
pub struct Moments {
    leads: u32,
    tricks: u32,
    all: Vec<Moment>,
    /// Tiers after the first.
    tiers: Vec<Mask>,
}

/// The tiers that bind at a moment, best first. A tier within one before it never binds, and is left out.
#[derive(Clone, Copy)]
struct Moment {
    /// All cards, if nothing binds.
    first: Mask,
    /// Where the others are.
    others: (u32, u32),
}

const FREE: Moment = Moment { first: Mask::ALL, others: (0, 0) };

impl Moments {
    /// The moment it is.
    #[inline]
    pub fn now(&self, state: &State) -> u32 {
        let led = state.get(at::LED).wrapping_add(1) as u32;
        // A program may keep something else in that register: then nothing binds.
        if led < self.leads { self.leading(state) + led } else { u32::MAX }
    }

    /// The moment it is when a trick is led.
    #[inline]
    pub fn leading(&self, state: &State) -> u32 {
        let trick = (state.get(at::TRICK_NUMBER) as u32).min(self.tricks - 1);
        self.index(0, state.trick.strain, trick, (state.get(at::BROKEN) != 0) as u32)
    }

    /// Suits that can be led.
    pub fn leads(&self) -> usize {
        self.leads as usize - 1
    }

    /// How far it is to the same moment with a suit broken; the moments of the suits that can be led follow that of
    /// leading, in their order.
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
    fn at(&self, moment: u32) -> &Moment {
        self.all.get(moment as usize).unwrap_or(&FREE)
    }

    #[inline]
    fn others(&self, moment: &Moment) -> &[Mask] {
        self.tiers.get(moment.others.0 as usize..moment.others.1 as usize).unwrap_or_default()
    }

    /// What may be played of the cards held, and whether that misses the first duty.
    #[inline(always)]
    pub fn bound(&self, moment: u32, held: Mask) -> (Mask, bool) {
        let moment = self.at(moment);
        let first = held.and(moment.first);
        let misses = first.is_empty();
        if misses && moment.others.0 != moment.others.1 {
            return (self.bound_by_others(moment, held), true);
        }
        (if misses { held } else { first }, misses)
    }

    #[inline(never)]
    fn bound_by_others(&self, moment: &Moment, held: Mask) -> Mask {
        let tiers = self.others(moment).iter().map(|tier| held.and(*tier));
        tiers.into_iter().find(|cards| !cards.is_empty()).unwrap_or(held)
    }

    /// A card played outside a duty shows that the hand has nothing of it.
    #[inline]
    pub fn show_missed(&self, places: &Places, state: &mut State, zone: u8, card: u8) {
        let moment = self.at(state.trick.moment);
        if moment.first.has(card) {
            return;
        }
        state.layout.prove_none(places, zone, moment.first);
        if moment.others.0 != moment.others.1 {
            self.show_others_missed(moment, places, state, zone, card);
        }
    }

    #[inline(never)]
    fn show_others_missed(&self, moment: &Moment, places: &Places, state: &mut State, zone: u8, card: u8) {
        for tier in self.others(moment).iter().take_while(|tier| !tier.has(card)) {
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
            self.all[index as usize] = Moment { first: *first, others: (start, self.tiers.len() as u32) };
        }
    }

    /// Tabulates the duties of a phase, if they depend on nothing else and there are not too many moments.
    pub fn tabulate(rules: &Rules, phase: &TrickPhase) -> Option<Moments> {
        let known = [at::LED, at::LEADING, at::STRAIN, at::BROKEN, at::TRICK_NUMBER];
        let mut largest = 0;
        for id in phase.duties.iter().flat_map(|duty| [Some(duty.cards), duty.when]).flatten() {
            let counts_tricks = rules.program.ops_of(id).any(|op| *op == Op::Reg(at::TRICK_NUMBER));
            for op in rules.program.ops_of(id) {
                match op {
                    Op::Reg(register) if known.contains(register) => {}
                    Op::Const(value) => largest = largest.max(*value),
                    Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Div(..) | Op::Mod(..) if counts_tricks => return None,
                    Op::Add(..) | Op::Sub(..) | Op::Mul(..) | Op::Div(..) | Op::Mod(..) | Op::Neg(_) => {}
                    Op::Eq(..) | Op::Ne(..) | Op::Lt(..) | Op::Le(..) | Op::Gt(..) | Op::Ge(..) => {}
                    Op::And(..) | Op::Or(..) | Op::Not(_) | Op::Min(..) | Op::Max(..) | Op::If(..) => {}
                    Op::MaskConst(_) | Op::MaskTable(..) | Op::MaskIf(_) => {}
                    Op::MaskAnd(..) | Op::MaskOr(..) | Op::MaskNot(_) | Op::MaskFollows | Op::MaskCalled => {}
                    _ => return None,
                }
            }
        }
        // Past the largest number any comparison names, all trick numbers are alike.
        let tricks = u32::try_from(largest).ok()? + 2;
        let leads = rules.program.strains.iter().map(|strain| strain.follow.len()).max()? as u32 + 1;
        let strains = rules.program.strains.len() as u32;
        let count = tricks as u64 * leads as u64 * strains as u64 * 2;
        if count > 4_096 {
            return None;
        }
        let mut moments = Moments { leads, tricks, all: vec![FREE; count as usize], tiers: Vec::new() };
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
                        let index = moments.index(led, strain, trick, broken);
                        moments.keep(index, &tiers);
                    }
                }
            }
        }
        Some(moments)
    }
}
