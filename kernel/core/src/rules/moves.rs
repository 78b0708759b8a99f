//! Plain moves: at most one card is picked, and perhaps a value named, and nothing but effects comes of it.
//!
//! Mostly one card goes from one place to another and registers are set; that is worked out at loading.

use super::acts::{Act, Acts};
use super::flow::Play;
use super::load::Rules;
use super::offers::{Home, home_of};
use super::program::*;
use super::routes::Counts;
use super::state::State;
use crate::game::{Action, Event, Observer};
use crate::mask::Mask;

/// What comes of choosing an offer.
#[derive(Debug, Clone)]
pub struct PlainMove {
    pick: PlainPick,
    /// Something is picked that all see.
    in_the_open: bool,
    is_pass: bool,
    /// So many passes in a row have consequences, if that does not depend on who plays.
    enough_passes: i32,
    carries: Carries,
    /// Registers set after that, by what was picked; in pairs, the last of them twice if need be.
    marks: Box<[[Mark; 2]]>,
    /// All its effects, where they are not as simple as that.
    acts: Acts,
}

/// A register, and what it becomes by what was picked first or last.
#[derive(Debug, Clone)]
struct Mark {
    register: u16,
    by_last: bool,
    values: Box<[i32; MAX_CARDS]>,
}

/// Its picks: none, or one card that all see, or one that they do not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum PlainPick {
    Nothing,
    Open,
    Secret,
    /// One card that all see, and then any of some values.
    Named(Naming),
}

/// How a value is named after a card has been picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Naming {
    /// Where the card was picked, and where the value is.
    pub card_slot: u16,
    pub slot: u16,
    /// As bits.
    pub values: u64,
}

/// Told by a byte of its own, as that is read for every move.
#[derive(Debug, Clone)]
#[repr(u8)]
enum Carries {
    Nothing,
    /// The card picked goes from where order does not matter to where everyone sees it, and whether order matters there.
    Lay {
        from: Home,
        to: u8,
        ordered: bool,
    },
    /// The top card goes to where order does not matter, unseen by some; whether that counts as drawn, and whether a
    /// short stock triggers the deck-empty rule.
    Draw {
        from: u8,
        to: Home,
        counts: bool,
        draws: bool,
    },
}

impl PlainMove {
    /// `source` is where the card picked comes from, if that is known.
    pub fn new(rules: &Rules, pick: PlainPick, is_pass: bool, source: Option<Home>, acts: &Acts) -> PlainMove {
        let (carries, rest) = match acts.split_first() {
            Some((first, rest)) => carries(rules, source, first).map_or((Carries::Nothing, &acts[..]), |carries| (carries, rest)),
            None => (Carries::Nothing, &[][..]),
        };
        let in_pairs = |marks: Vec<Mark>| {
            let pair = |pair: &[Mark]| std::array::from_fn(|index| pair[index.min(pair.len() - 1)].clone());
            marks.chunks(2).map(pair).collect()
        };
        let named = matches!(pick, PlainPick::Named(_));
        let enough_passes = rules.program.rules.passes_to_trigger.map_or(0, i32::from);
        let in_the_open = named || pick == PlainPick::Open;
        let marks = rest.iter().map(|act| mark(act, named)).collect::<Option<Vec<Mark>>>().map(in_pairs);
        let (carries, acts) = if marks.is_some() { (carries, Acts::default()) } else { (Carries::Nothing, acts.clone()) };
        PlainMove { pick, in_the_open, is_pass, enough_passes, carries, marks: marks.unwrap_or_default(), acts }
    }
}

/// What a first effect carries, if its way is known beforehand.
fn carries(rules: &Rules, source: Option<Home>, act: &Act) -> Option<Carries> {
    let seats = rules.program.seats as usize;
    let routes = |from: Home, to: Home| (0..seats).map(move |seat| rules.routes.between(from[seat], to[seat]));
    match *act {
        Act::Lay { pick: 0, to } => {
            let (from, to) = (source?, home_of(rules, to)?);
            let plain = |zone: u8| zone == to[0];
            let simple = routes(from, to)
                .all(|way| way.open && !way.ordered.0 && !way.uncovers && !way.stays && way.counts == Counts::Nothing);
            let ordered = rules.places.spots[to[0] as usize].ordered;
            (simple && to[..seats].iter().copied().all(plain)).then_some(Carries::Lay { from, to: to[0], ordered })
        }
        Act::Take { from, to, draws } => {
            let to = home_of(rules, to)?;
            let first = rules.routes.between(from, to[0]);
            let counts = first.counts == Counts::Draw;
            let simple = routes([from; MAX_SEATS], to)
                .all(|way| !way.open && way.ordered == (true, false) && !way.uncovers && way.counts == first.counts);
            (simple && (counts || first.counts == Counts::Nothing)).then_some(Carries::Draw { from, to, counts, draws })
        }
        _ => None,
    }
}

/// What an effect marks, if it is no more than that, in a move of one pick or one with a value named after it.
fn mark(act: &Act, named: bool) -> Option<Mark> {
    let numbers = || Box::new(std::array::from_fn(|number| number as i32));
    match act {
        Act::Put { register, value } => Some(Mark { register: *register, by_last: false, values: Box::new([*value; MAX_CARDS]) }),
        Act::Mark { register, pick, attribute } if *pick <= named as u8 => {
            let values = attribute.clone().unwrap_or_else(numbers);
            Some(Mark { register: *register, by_last: *pick == 1, values })
        }
        _ => None,
    }
}

impl PlainMove {
    /// How a value is named after its card has been picked, if one is.
    pub fn naming(&self) -> Option<Naming> {
        match self.pick {
            PlainPick::Named(naming) => Some(naming),
            _ => None,
        }
    }

    /// Makes a move of one pick or none, for whoever is to act; whether the hand goes on.
    #[inline(always)]
    pub fn make<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let seat = state.to_act;
        state.layout.note(0x9_0000 | action.slot as u64);
        let (chosen, mut seen_by) = (0xa_0000 ^ action.value as u64, rules.places.everyone);
        if self.in_the_open {
            state.layout.note(chosen);
        } else if let PlainPick::Secret = self.pick {
            state.layout.note_private(seat, chosen);
            seen_by = 1 << seat;
        }
        observer.see(Event::Chose { seat, action, seen_by });
        self.carry_out(rules, state, action.value, action.value, observer)
    }

    /// Makes a move for which a card has been picked, by naming a value; whether the hand goes on.
    #[inline(always)]
    pub fn name<O: Observer>(&self, rules: &Rules, state: &mut State, action: Action, observer: &mut O) -> bool {
        let (seat, seen_by) = (state.to_act, rules.places.everyone);
        let card = state.draft.values[0] as u8 & (MAX_CARDS as u8 - 1);
        let slot = self.naming().map_or(action.slot, |naming| naming.card_slot);
        for action in [Action { slot, value: card }, action] {
            state.layout.note(0x9_0000 | action.slot as u64);
            state.layout.note(0xa_0000 ^ action.value as u64);
            observer.see(Event::Chose { seat, action, seen_by });
        }
        self.carry_out(rules, state, card, action.value, observer)
    }

    /// What comes of a card, if one was picked, and the last value picked; whether the hand goes on.
    #[inline(always)]
    fn carry_out<O: Observer>(&self, rules: &Rules, state: &mut State, card: u8, last: u8, observer: &mut O) -> bool {
        let seat = state.to_act;
        if self.is_pass {
            let passes = state.get(at::PASSES).saturating_add(1);
            if passes < self.enough_passes {
                state.set(at::PASSES, passes);
            } else {
                count_pass(rules, state, observer);
                if state.end_hand {
                    return false;
                }
            }
        } else {
            state.set(at::PASSES, 0);
            state.set(at::LAST_PLAYER, seat as i32);
        }
        let own = seat as usize & (MAX_SEATS - 1);
        match &self.carries {
            Carries::Nothing => {}
            Carries::Lay { from, to, ordered } => {
                state.layout.bring(&rules.places, card, from[own], *to, Place::Top, (false, *ordered), observer);
            }
            Carries::Draw { from, to, counts, draws } => {
                let there = state.layout.size[*from as usize & (MAX_ZONES - 1)] > 0;
                if there || *draws && refill(rules, state, *from, observer) {
                    state.layout.draw(&rules.places, *from, to[own], observer);
                    state.add(at::DRAWN, 0, *counts as i32);
                } else if state.end_hand {
                    return false;
                }
            }
        }
        for pair in &self.marks {
            for mark in pair {
                let picked = if mark.by_last { last } else { card };
                state.set(mark.register, mark.values[picked as usize & (MAX_CARDS - 1)]);
            }
        }
        if !self.acts.is_empty() {
            state.draft.values[..2].copy_from_slice(&[card as i32, last as i32]);
            state.draft.cards[0] = Mask::of(card);
            run(rules, state, &self.acts, observer);
            return !(state.end_hand | state.end_match | state.over);
        }
        true
    }
}

#[inline(never)]
fn count_pass(rules: &Rules, state: &mut State, observer: &mut impl Observer) {
    Play::new(rules, state, observer).count_pass();
}

#[inline(never)]
fn refill(rules: &Rules, state: &mut State, stock: u8, observer: &mut impl Observer) -> bool {
    Play::new(rules, state, observer).refill(stock)
}

#[inline(never)]
fn run(rules: &Rules, state: &mut State, acts: &Acts, observer: &mut impl Observer) {
    Play::new(rules, state, observer).run(acts);
}
