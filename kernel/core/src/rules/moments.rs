//! Duties of a trick worked out beforehand: what must be played, for every moment there can be.
//!
//! Most duties depend only on the suit led, the strain, whether a suit is broken and the first few trick numbers. For
//! those the tiers are tabulated at loading, and a legal play is one intersection.

use super::eval::Eval;
use super::load::{At, Rules};
use super::program::*;
use super::state::State;
use crate::mask::Mask;

/// Tiers by moment.
pub struct Moments {
    leads: usize,
    strains: usize,
    tricks: usize,
    /// Range of tiers of each moment.
    ranges: Vec<(u32, u32)>,
    tiers: Vec<Mask>,
}

impl Moments {
    /// The moment it is.
    #[inline]
    pub fn now(&self, at: &At, state: &State) -> u32 {
        // A program may keep something else in that register: then nothing binds.
        let led = state.get(at.led).wrapping_add(1) as u32 as usize;
        let trick = (state.get(at.trick_number) as usize).min(self.tricks - 1);
        let broken = (state.get(at.broken) != 0) as usize;
        let strain = if self.strains == 1 { 0 } else { (state.get(at.strain).max(0) as usize).min(self.strains - 1) };
        u32::try_from(self.index(led, strain, trick, broken)).unwrap_or(u32::MAX)
    }

    /// The tiers that bind at a moment, best first.
    #[inline]
    pub fn tiers(&self, moment: u32) -> &[Mask] {
        let (start, end) = self.ranges.get(moment as usize).copied().unwrap_or((0, 0));
        &self.tiers[start as usize..end as usize]
    }

    /// What may be played of the cards held.
    #[inline]
    pub fn bound(&self, moment: u32, held: Mask) -> Mask {
        let tiers = self.tiers(moment).iter().map(|tier| held.and(*tier));
        tiers.into_iter().find(|cards| !cards.is_empty()).unwrap_or(held)
    }

    #[inline]
    fn index(&self, led: usize, strain: usize, trick: usize, broken: usize) -> usize {
        ((strain * self.tricks + trick) * 2 + broken) * self.leads + led
    }

    /// Tabulates the duties of a phase, if they depend on nothing else and there are not too many moments.
    pub fn tabulate(rules: &Rules, phase: &TrickPhase) -> Option<Moments> {
        let at = rules.at;
        let known = [at.led, at.leading, at.strain, at.broken, at.trick_number];
        let mut largest = 0;
        for id in phase.duties.iter().flat_map(|duty| [Some(duty.cards), duty.when]).flatten() {
            let code = &rules.program.code[id as usize];
            for op in code {
                match op {
                    Op::Reg(register) if known.contains(register) => {}
                    Op::Const(value) => largest = largest.max(*value),
                    Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod if code.contains(&Op::Reg(at.trick_number)) => {
                        return None;
                    }
                    Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Neg => {}
                    Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::And | Op::Or | Op::Not => {}
                    Op::Min | Op::Max | Op::Skip(_) | Op::Else(_) => {}
                    Op::MaskConst(_) | Op::MaskTable(_) | Op::MaskIf | Op::MaskAnd | Op::MaskOr | Op::MaskNot => {}
                    Op::MaskFollows | Op::MaskCalled => {}
                    _ => return None,
                }
            }
        }
        // Past the largest number any comparison names, all trick numbers are alike.
        let tricks = usize::try_from(largest).ok()? + 2;
        let leads = rules.program.strains.iter().map(|strain| strain.follow.len()).max()? + 1;
        let strains = rules.program.strains.len();
        if tricks * leads * strains * 2 > 4_096 {
            return None;
        }
        let mut moments =
            Moments { leads, strains, tricks, ranges: vec![(0, 0); tricks * leads * strains * 2], tiers: Vec::new() };
        let mut state = State::new(&[0; 32]);
        for strain in 0..strains {
            for trick in 0..tricks {
                for broken in 0..2 {
                    for led in 0..leads {
                        state.set(at.strain, strain as i32);
                        state.set(at.trick_number, trick as i32);
                        state.set(at.broken, broken as i32);
                        state.set(at.led, led as i32 - 1);
                        state.set(at.leading, (led == 0) as i32);
                        let eval = Eval::new(rules, &state);
                        let start = moments.tiers.len() as u32;
                        for duty in phase.duties.iter().filter(|duty| eval.holds(duty.when)) {
                            let tier = eval.mask(duty.cards);
                            if !tier.is_empty() {
                                moments.tiers.push(tier);
                            }
                        }
                        let index = moments.index(led, strain, trick, broken);
                        moments.ranges[index] = (start, moments.tiers.len() as u32);
                    }
                }
            }
        }
        Some(moments)
    }
}
