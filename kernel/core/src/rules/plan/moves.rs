//! Planned moves: at most one card is picked, and perhaps a value named, and nothing but effects follows.
//! Mostly one card goes from one place to another and registers are set; that is worked out at loading.

use crate::rules::plan::choice::{ZoneBySeat, zone_by_seat};
use crate::rules::plan::effects::{EffectPlan, EffectPlans};
use crate::rules::plan::prelude::*;
use crate::rules::plan::transfers::CountsAs;

/// What comes of choosing an offer.
#[derive(Debug, Clone)]
pub struct MovePlan {
    pub pick: MovePick,
    /// Something is picked that all see.
    pub in_the_open: bool,
    pub is_pass: bool,
    /// So many passes in a row have consequences, if that does not depend on who plays.
    pub enough_passes: i32,
    pub carries: Carries,
    /// Registers set after that, by what was picked.
    pub marks: Box<[RegisterMark]>,
    /// All its effects, where they are not as simple as that.
    pub acts: EffectPlans,
}

/// A register, and what it becomes by what was picked first or last.
#[derive(Debug, Clone)]
pub struct RegisterMark {
    pub register: u16,
    pub by_last: bool,
    pub values: Box<[i32; MAX_CARDS]>,
}

/// Its picks: none, or one card that all see, or one that they do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum MovePick {
    Nothing,
    Open,
    Secret,
    /// One card that all see, and then any of some values.
    Named(Naming),
}

/// How a value is named after a card has been picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Naming {
    /// Where the card was picked, and where the value is; which values there are.
    pub card_slot: u16,
    pub slot: u16,
    pub values: Mask,
}

/// The tag is one byte: it is read for every move.
#[derive(Debug, Clone)]
#[repr(u8)]
pub enum Carries {
    /// No card.
    Nothing,
    /// The card picked goes from where order does not matter to where everyone sees it, and whether order matters there.
    Lay { from: ZoneBySeat, to: u8, ordered: bool },
    /// The top card goes to where order does not matter, unseen by some; whether that counts as drawn, and whether a
    /// short stock triggers the deck-empty rule.
    Draw { from: u8, to: ZoneBySeat, counts: bool, draws: bool },
}

impl MovePlan {
    /// `source` is where the card picked comes from, if that is known.
    pub fn new(rules: &Rules, pick: MovePick, is_pass: bool, source: Option<ZoneBySeat>, acts: &EffectPlans) -> MovePlan {
        let (carries, rest) = match acts.split_first() {
            Some((first, rest)) => carries(rules, source, first).map_or((Carries::Nothing, &acts[..]), |carries| (carries, rest)),
            None => (Carries::Nothing, &[][..]),
        };
        let named = matches!(pick, MovePick::Named(_));
        let enough_passes = rules.program.rules.passes_to_trigger.map_or(0, i32::from);
        let in_the_open = named || pick == MovePick::Open;
        let marks = rest.iter().map(|act| mark(rules, act, named)).collect::<Option<Box<[RegisterMark]>>>();
        let (carries, acts) = if marks.is_some() { (carries, EffectPlans::default()) } else { (Carries::Nothing, acts.clone()) };
        MovePlan { pick, in_the_open, is_pass, enough_passes, carries, marks: marks.unwrap_or_default(), acts }
    }

    /// How a value is named after its card has been picked, if one is.
    pub fn naming(&self) -> Option<Naming> {
        if let MovePick::Named(naming) = self.pick { Some(naming) } else { None }
    }
}

/// What the first effect moves, if source and destination are known at loading.
fn carries(rules: &Rules, source: Option<ZoneBySeat>, act: &EffectPlan) -> Option<Carries> {
    let seats = rules.program.seats as usize;
    let transfers = |from: ZoneBySeat, to: ZoneBySeat| (0..seats).map(move |seat| rules.transfers.between(from[seat], to[seat]));
    match *act {
        EffectPlan::Lay { pick: 0, to } => {
            let (from, to) = (source?, zone_by_seat(rules, to)?);
            let plain = |zone: u8| zone == to[0];
            let simple = transfers(from, to)
                .all(|one| one.open && !one.ordered.0 && !one.uncovers && !one.stays && one.counts == CountsAs::Nothing);
            let ordered = rules.places.spots[to[0] as usize].ordered;
            (simple && to[..seats].iter().copied().all(plain)).then_some(Carries::Lay { from, to: to[0], ordered })
        }
        EffectPlan::Take { from, to, draws } => {
            let to = zone_by_seat(rules, to)?;
            let first = rules.transfers.between(from, to[0]);
            let counts = first.counts == CountsAs::Draw;
            let simple = transfers([from; MAX_SEATS], to)
                .all(|one| !one.open && one.ordered == (true, false) && !one.uncovers && one.counts == first.counts);
            (simple && (counts || first.counts == CountsAs::Nothing)).then_some(Carries::Draw { from, to, counts, draws })
        }
        _ => None,
    }
}

/// What an effect marks, if it is no more than that, in a move of one pick or one with a value named after it.
fn mark(rules: &Rules, act: &EffectPlan, named: bool) -> Option<RegisterMark> {
    let &EffectPlan::Set { register, value } = act else {
        return None;
    };
    let numbers = |pick: u8, number: &dyn Fn(usize) -> i32| {
        let values = Box::new(std::array::from_fn(number));
        (pick <= named as u8).then_some(RegisterMark { register, by_last: pick == 1, values })
    };
    match &rules.ints[value as usize] {
        Int::Const(value) => numbers(0, &|_| *value),
        Int::Pick(pick) => numbers(*pick, &|number| number as i32),
        Int::PickAttr(attribute, pick) => numbers(*pick, &|card| rules.attribute_of(*attribute, card as i32)),
        _ => None,
    }
}
