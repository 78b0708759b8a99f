//! What is worked out beforehand about the offers of a choice.

use std::collections::BTreeSet;

use super::acts::{Acts, acts_of};
use super::choice::find_offer;
use super::eval::look;
use super::load::Rules;
use super::picks::afresh;
use super::program::*;
use super::several::Several;
use super::state::State;
use super::tree::{FIXED, Int, Lookup, Set, Spot};
use crate::mask::Mask;

/// No offer has this number.
pub const NO_OFFER: u8 = u8::MAX;

/// About one offer.
#[derive(Debug, Clone)]
pub struct OfferFacts {
    /// Choosing it may show something about hidden cards.
    pub tells: bool,
    /// It has no pick, or one card of a deck without copies, and nothing but its effects comes of choosing it.
    pub plain: bool,
    /// Its picks, if plain: none, or one card that all see, or one that they do not.
    pub pick: PlainPick,
    /// All there is to pick is so many cards of a zone.
    pub several: Option<Several>,
    pub acts: Acts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainPick {
    Nothing,
    Open,
    Secret,
}

/// Offers that are open when something holds, and those that are open when it does not, as bits.
#[derive(Debug, Clone)]
pub struct Gate {
    test: Test,
    on: u64,
    off: u64,
}

#[derive(Debug, Clone)]
enum Test {
    /// All of these, which the state alone gives.
    Every(Box<[Int]>),
    Holds(ExprId),
}

impl Gate {
    /// The offers that are open now.
    #[inline]
    fn open(&self, rules: &Rules, state: &State) -> u64 {
        let holds = match &self.test {
            Test::Every(all) => all.iter().all(|int| look(rules, state, int) != Some(0)),
            Test::Holds(when) => afresh(rules, state).int(*when) != 0,
        };
        if holds { self.on } else { self.off }
    }
}

/// How an offer is listed.
#[derive(Debug, Clone)]
pub enum Listing {
    /// Nothing to pick.
    Alone(u16),
    /// Nothing to pick, if this holds.
    Accepted(u16, ExprId),
    /// Cards of a zone, those of a set.
    Held(u16, Home, Mask),
    /// Cards of a zone, those of sets by what the state alone gives.
    Allowed(u16, Box<Home>, Box<[Lookup]>),
    /// The first of so many cards of a zone.
    Several(Box<Several>),
    /// Cards of another set.
    Cards(u16, ExprId),
    /// Values of a pick that can always be completed.
    Values,
    /// Values of a pick with which the move can be completed.
    LookAhead,
}

/// A zone for each seat that may decide.
pub type Home = [u8; MAX_SEATS];

/// About a choice.
#[derive(Debug, Clone, Default)]
pub struct ChoiceFacts {
    pub offers: Vec<OfferFacts>,
    /// Offers without a condition, as bits, and the conditions of the others.
    always: u64,
    gates: Vec<Gate>,
    /// Offers of each duty, lowest first, as bits.
    pub duties: Vec<u64>,
    /// How each offer is listed.
    pub listings: Vec<Listing>,
    /// The offer that an action's slot belongs to.
    pub by_slot: Vec<u8>,
    /// Some offer is open whatever the state.
    pub always_open: bool,
}

impl ChoiceFacts {
    /// The offers whose conditions hold, as bits.
    #[inline]
    pub fn open(&self, rules: &Rules, state: &State) -> u64 {
        self.gates.iter().fold(self.always, |open, gate| open | gate.open(rules, state))
    }

    /// Whether an offer without a condition has cards to choose from, which takes no more than a look.
    #[inline]
    pub fn has_cards(&self, state: &State) -> bool {
        let mut left = self.always & !(state.draft.closed as u64);
        while left != 0 {
            let has_cards = match &self.listings[left.trailing_zeros() as usize] {
                Listing::Held(_, home, mask) => {
                    let zone = home[state.to_act as usize & (MAX_SEATS - 1)];
                    !state.layout.cards[zone as usize & (MAX_ZONES - 1)].and(*mask).is_empty()
                }
                Listing::Several(several) => several.is_open(state),
                _ => false,
            };
            if has_cards {
                return true;
            }
            left &= left - 1;
        }
        false
    }

    /// Facts of a node; nothing of interest unless it is a choice. Expressions must have been tabulated.
    pub fn of(rules: &Rules, node: &Node) -> ChoiceFacts {
        let Node::Choice(choice) = node else {
            return ChoiceFacts::default();
        };
        let program = &rules.program;
        let with = |wanted: &dyn Fn(&Offer) -> bool| {
            let offers = choice.offers.iter().enumerate().filter(|(_, offer)| wanted(offer));
            offers.fold(0u64, |set, (index, _)| set | 1 << (index & 63))
        };
        let levels: BTreeSet<u8> = choice.offers.iter().map(|offer| offer.duty).collect();
        let slots = 0..program.slots.len() as u16;
        ChoiceFacts {
            offers: choice.offers.iter().map(|offer| offer_facts(rules, choice, offer)).collect(),
            always: with(&|offer| offer.when.is_none()),
            gates: gates(rules, choice),
            duties: levels.into_iter().map(|level| with(&|offer| offer.duty == level)).collect(),
            listings: choice.offers.iter().map(|offer| listing(rules, offer)).collect(),
            by_slot: slots.map(|slot| find_offer(choice, slot).unwrap_or(NO_OFFER)).collect(),
            always_open: is_always_open(program, choice),
        }
    }
}

/// The conditions of a choice's offers, each once, though some may want it and others not.
fn gates(rules: &Rules, choice: &ChoicePhase) -> Vec<Gate> {
    let mut gates: Vec<(ExprId, Gate)> = Vec::new();
    for (index, offer) in choice.offers.iter().enumerate() {
        let Some(when) = offer.when else { continue };
        let bit = 1 << (index & 63);
        if let Some((_, gate)) = gates.iter_mut().find(|(other, _)| *other == when) {
            gate.on |= bit;
        } else if let Some((_, gate)) = gates.iter_mut().find(|(other, _)| are_opposites(&rules.program, *other, when)) {
            gate.off |= bit;
        } else {
            gates.push((when, Gate { test: condition(rules, when), on: bit, off: 0 }));
        }
    }
    gates.into_iter().map(|(_, gate)| gate).collect()
}

fn listing(rules: &Rules, offer: &Offer) -> Listing {
    match offer.picks.first() {
        None => offer.accept.map_or(Listing::Alone(offer.slot), |accept| Listing::Accepted(offer.slot, accept)),
        Some(_) if offer.look_ahead => Listing::LookAhead,
        Some(Pick { slot, kind: PickKind::Card { cards, duties, .. }, .. }) if duties.is_empty() => {
            card_listing(rules, *slot, *cards)
        }
        Some(_) => Several::find(rules, offer).map_or(Listing::Values, |several| Listing::Several(Box::new(several))),
    }
}

fn condition(rules: &Rules, when: ExprId) -> Test {
    let from_state = |int: &Int| look(rules, &rules.fresh, int).is_some();
    match &rules.ints[when as usize] {
        Int::Every(all) if all.iter().all(from_state) => Test::Every(all.clone()),
        int if from_state(int) => Test::Every([int.clone()].into()),
        _ => Test::Holds(when),
    }
}

/// A zone by who decides, if it depends on nothing else.
pub fn home_of(rules: &Rules, spot: Spot) -> Option<Home> {
    let steps = match spot.register {
        FIXED => 0,
        register if register == rules.at.actor => 1,
        _ => return None,
    };
    let last = rules.instances as i32 - 1;
    Some(std::array::from_fn(|seat| (seat as i32 * steps + spot.offset as i32).clamp(0, last) as u8))
}

fn card_listing(rules: &Rules, slot: u16, cards: ExprId) -> Listing {
    match &rules.sets[cards as usize] {
        Set::Held(spot, mask) => home_of(rules, *spot).map(|home| Listing::Held(slot, home, *mask)),
        Set::Allowed(spot, lookups) => home_of(rules, *spot).map(|home| Listing::Allowed(slot, Box::new(home), lookups.clone())),
        _ => None,
    }
    .unwrap_or(Listing::Cards(slot, cards))
}

fn offer_facts(rules: &Rules, choice: &ChoicePhase, offer: &Offer) -> OfferFacts {
    let must_show = |pick: &Pick| matches!(&pick.kind, PickKind::Card { duties, zone: Some(_), .. } if !duties.is_empty());
    let passed_over = |other: &Offer| other.duty < offer.duty && other.absent.is_some();
    let tells = offer.proof.is_some()
        || offer.picks.iter().any(|pick| pick.proof.is_some() || must_show(pick))
        || choice.offers.iter().any(passed_over);
    let pick = match offer.picks.as_slice() {
        [] => Some(PlainPick::Nothing),
        [Pick { slot, kind: PickKind::Card { tail: false, .. }, .. }] if rules.single_copies => {
            Some(if rules.program.slots[*slot as usize].public { PlainPick::Open } else { PlainPick::Secret })
        }
        _ => None,
    };
    let together = rules.program.nodes.iter().any(|node| matches!(node, Node::Turns(turns) if turns.order == Order::Together));
    let has_consequences = offer.plays && rules.plays_matter || rules.scores_sets;
    OfferFacts {
        tells,
        plain: pick.is_some() && !tells && !together && !has_consequences,
        pick: pick.unwrap_or(PlainPick::Nothing),
        several: Several::find(rules, offer),
        acts: acts_of(rules, &offer.effects, &offer.picks),
    }
}

/// Whether one of two conditions is the other denied.
fn are_opposites(program: &Program, one: ExprId, other: ExprId) -> bool {
    let code = |id: ExprId| program.code[id as usize].as_slice();
    code(other).split_last() == Some((&Op::Not, code(one))) || code(one).split_last() == Some((&Op::Not, code(other)))
}

/// Whether an offer without conditions is there, or two of which one is always open.
fn is_always_open(program: &Program, choice: &ChoicePhase) -> bool {
    let plain = || choice.offers.iter().filter(|offer| offer.picks.is_empty() && offer.accept.is_none());
    plain().any(|offer| match offer.when {
        None => true,
        Some(when) => plain().any(|other| other.when.is_some_and(|other| are_opposites(program, when, other))),
    })
}
