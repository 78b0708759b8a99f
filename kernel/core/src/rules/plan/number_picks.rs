//! Number picks: moves all of whose picks are numbers (seats, ranks, amounts): which numbers may be picked, worked out for all at once.

use crate::game::Legal;
use crate::rules::plan::prelude::*;
use crate::rules::run::picks::NO_VALUES;

/// Looking ahead through more numbers than this is left to the general path, which gives up after as many.
const MOST_TRIED: u32 = 10_000;

/// The picks of such a move, in order.
#[derive(Debug, Clone)]
pub struct NumberPicks {
    picks: Vec<NumberPick>,
    accept: Option<ExprId>,
}

/// One of them.
#[derive(Debug, Clone)]
struct NumberPick {
    slot: u16,
    /// Numbers are below this.
    count: usize,
    tests: Vec<NumberTest>,
    /// Nothing picked later depends on it: whether the move can be completed is the same for each number.
    independent: bool,
}

/// What a number has to pass.
#[derive(Debug, Clone)]
enum NumberTest {
    /// It is not what a register says.
    IsNot(u16),
    /// The zone with this number has so many cards.
    SizeIn(Bounds),
    /// A zone has a card of the set with this number.
    Meets(ZoneRef, Meeting),
    /// Asked number by number.
    Each(Int),
}

impl NumberPicks {
    /// The picks of an offer, if all are numbers and there are not too many ways through them.
    pub fn find(rules: &Rules, offer: &Offer) -> Option<NumberPicks> {
        let mut tried = 1u32;
        let mut picks = Vec::new();
        for (index, pick) in offer.picks.iter().enumerate() {
            let PickKind::Value { count, when } = &pick.kind else {
                return None;
            };
            tried = tried.checked_mul(*count as u32 + 1).filter(|tried| *tried <= MOST_TRIED)?;
            let later = offer.picks[index + 1..].iter().filter_map(|later| match later.kind {
                PickKind::Value { when, .. } => when,
                _ => None,
            });
            let mut tests = Vec::new();
            if let Some(when) = when {
                split(&rules.ints[*when as usize], &mut |part| tests.push(NumberTest::of(part, index as u8, *count)));
            }
            // What is quick to ask comes first: the others are asked of fewer numbers.
            tests.sort_by_key(|test| matches!(test, NumberTest::Each(_)));
            picks.push(NumberPick {
                slot: pick.slot,
                count: *count as usize,
                tests,
                independent: !later.chain(offer.accept).any(|id| rules.analysis.expression(id).pick(index)),
            });
        }
        (!picks.is_empty() && rules.uses(Recogniser::NumberPicks)).then_some(NumberPicks { picks, accept: offer.accept })
    }

    /// Lists the numbers of the pick that a move has come to with which it can be completed.
    pub fn list(&self, rules: &Rules, state: &State, out: &mut Legal) {
        let draft = &state.draft;
        let (mut values, pick) = if draft.active { (draft.values, draft.pick as usize) } else { (NO_VALUES, 0) };
        let Some(spec) = self.picks.get(pick) else {
            return;
        };
        let mut numbers = spec.fitting(rules, state, &mut values, pick);
        if spec.independent {
            if !numbers.is_empty() && !self.completes(rules, state, &mut values, pick + 1) {
                numbers = Mask::EMPTY;
            }
        } else {
            numbers = numbers.filter(|number| {
                values[pick] = number as i32;
                self.completes(rules, state, &mut values, pick + 1)
            });
        }
        out.push(spec.slot, numbers);
    }

    /// Whether a move can be made, nothing of it being picked.
    pub fn is_open(&self, rules: &Rules, state: &State) -> bool {
        self.completes(rules, state, &mut { NO_VALUES }, 0)
    }

    fn completes(&self, rules: &Rules, state: &State, values: &mut [i32; MAX_PICKS], pick: usize) -> bool {
        let Some(spec) = self.picks.get(pick) else {
            return self.accept.is_none() || Eval { picks: values, ..Eval::new(rules, state) }.holds(self.accept);
        };
        if spec.independent {
            return spec.fits_any(rules, state, values, pick) && self.completes(rules, state, values, pick + 1);
        }
        let numbers = spec.fitting(rules, state, values, pick);
        numbers.into_iter().any(|number| {
            values[pick] = number as i32;
            self.completes(rules, state, values, pick + 1)
        })
    }
}

impl NumberPick {
    /// Whether there is a number that may be picked.
    #[inline]
    fn fits_any(&self, rules: &Rules, state: &State, values: &mut [i32; MAX_PICKS], pick: usize) -> bool {
        if let [NumberTest::Meets(spot, sets)] = self.tests.as_slice() {
            return !cards_at(rules, state, values, *spot).and(sets.all).is_empty();
        }
        !self.fitting(rules, state, values, pick).is_empty()
    }

    /// The numbers that may be picked, given those before; what may be picked later is not asked.
    #[inline]
    fn fitting(&self, rules: &Rules, state: &State, values: &mut [i32; MAX_PICKS], pick: usize) -> Mask {
        let mut fitting = Mask::first(self.count);
        for test in &self.tests {
            match test {
                NumberTest::IsNot(register) => {
                    if let Ok(number @ 0..128) = u8::try_from(state.get(*register)) {
                        fitting.remove(number);
                    }
                }
                NumberTest::SizeIn(bounds) => {
                    let zone = |number: u8| (number as usize).min(rules.instances - 1) & (MAX_ZONES - 1);
                    fitting = fitting.filter(|number| bounds.has(state.layout.size[zone(number)] as i32));
                }
                NumberTest::Meets(spot, sets) => {
                    fitting = fitting.and(sets.met_by(cards_at(rules, state, values, *spot)));
                }
                NumberTest::Each(int) => {
                    fitting = fitting.filter(|number| {
                        values[pick] = number as i32;
                        Eval { picks: values, ..Eval::new(rules, state) }.compute(int) != 0
                    });
                }
            }
        }
        values[pick] = NONE;
        fitting
    }
}

/// Sets of cards by number.
#[derive(Debug, Clone)]
struct Meeting {
    sets: Box<[Mask]>,
    /// The cards of all of them.
    all: Mask,
}

impl Meeting {
    fn new(sets: Box<[Mask]>) -> Meeting {
        let all = sets.iter().fold(Mask::EMPTY, |all, set| all.or(*set));
        Meeting { sets, all }
    }

    /// The numbers of the sets that have one of these cards.
    #[inline]
    fn met_by(&self, cards: Mask) -> Mask {
        let (low, high) = self.sets.split_at(self.sets.len().min(64));
        let met = |sets: &[Mask]| (0..).zip(sets).fold(0, |met, (n, set)| met | (!set.and(cards).is_empty() as u64) << n);
        Mask::from_words([met(low), met(high)])
    }
}

impl NumberTest {
    /// One of several conditions on the n-th pick, which is below `count`.
    fn of(int: &Int, pick: u8, count: u8) -> NumberTest {
        let own = PICK + pick as u16;
        if let Int::Count(set) = int
            && let Set::HeldByPick(spot, by, table) = &**set
            && *by == pick
            && spot.register != own
        {
            let sets = (0..count).map(|number| table.set_of(number as i32)).collect();
            return NumberTest::Meets(*spot, Meeting::new(sets));
        }
        match int {
            Int::Differs(other, register) if *other == own => NumberTest::IsNot(*register),
            Int::SizeIn(ZoneRef { register, offset: 0 }, bounds) if *register == own => NumberTest::SizeIn(*bounds),
            int => NumberTest::Each(int.clone()),
        }
    }
}

/// The cards of a zone, which a picked value may tell.
#[inline]
fn cards_at(rules: &Rules, state: &State, values: &[i32; MAX_PICKS], spot: ZoneRef) -> Mask {
    Eval { picks: values, ..Eval::new(rules, state) }.cards_at(spot)
}

/// The conditions all of which must hold for an expression to.
fn split(int: &Int, take: &mut impl FnMut(&Int)) {
    match int {
        Int::Of(BinaryOp::And, pair) => {
            split(&pair.0, take);
            split(&pair.1, take);
        }
        Int::Every(all) => all.iter().for_each(take),
        int => take(int),
    }
}
