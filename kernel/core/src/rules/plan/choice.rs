//! Plans of a choice: when each offer is open and how its actions are listed.

use std::collections::BTreeSet;

use crate::rules::plan::effects::{EffectPlans, plan_effects};
use crate::rules::plan::expressions::Lookup;
use crate::rules::plan::fixed_pick::FixedPick;
use crate::rules::plan::moves::{MovePick, MovePlan, Naming};
use crate::rules::plan::number_picks::NumberPicks;
use crate::rules::plan::prelude::*;
use crate::rules::plan::secret_cards::SecretPlan;
use crate::rules::plan::short_list::ShortList;
use crate::rules::plan::state_tests::StateTest;
use crate::rules::plan::turns::TurnLoop;
use crate::rules::run::choice::find_offer;
use crate::rules::run::picks::afresh;

/// No offer has this number.
pub const NO_OFFER: u8 = u8::MAX;

/// About one offer.
#[derive(Debug, Clone)]
pub struct OfferPlan {
    /// How it is listed.
    pub listing: Listing,
    /// Choosing it may show something about hidden cards.
    pub tells: bool,
    /// Whole patterns, or sets, are picked: they may complete sets.
    pub lays_sets: bool,
    pub acts: EffectPlans,
    /// The whole move, if it has no pick, or one card of a deck without copies, and nothing but its effects comes of it.
    pub plain: Option<MovePlan>,
}

/// Offers that are open when something holds, and those that are open when it does not, as bits.
#[derive(Debug, Clone)]
pub struct Gate {
    pub test: Test,
    pub on: u64,
    pub off: u64,
}

/// The tag is one byte: it is read for every listing.
#[derive(Debug, Clone)]
#[repr(u8)]
pub enum Test {
    /// Both of these.
    State([StateTest; 2]),
    /// There are no such cards.
    Bare(Box<AllowedCards>),
    Holds(ExprId),
}

impl Test {
    #[inline(always)]
    pub fn holds(&self, rules: &Rules, state: &State) -> bool {
        match self {
            Test::State([one, other]) => one.holds(state) & other.holds(state),
            Test::Bare(allowed) => allowed.cards(state).is_empty(),
            Test::Holds(when) => afresh(rules, state).int(*when) != 0,
        }
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
    Held(u16, ZoneBySeat, Mask),
    /// Cards of a zone, those of sets by what the state alone gives.
    Allowed(u16, Box<AllowedCards>),
    /// The first of so many cards of a zone.
    FixedPick(Box<FixedPick>),
    /// The first of some numbers.
    Numbers(Box<NumberPicks>),
    /// Cards of another set.
    Cards(u16, ExprId),
    /// Values of a pick that can always be completed.
    Values,
    /// Values of a pick with which the move can be completed.
    LookAhead,
}

/// A zone for each seat that may decide.
pub type ZoneBySeat = [u8; MAX_SEATS];

/// The cards that whoever decides has there.
#[inline(always)]
pub fn cards_of(home: &ZoneBySeat, state: &State) -> Mask {
    state.layout.cards[home[state.to_act as usize & (MAX_SEATS - 1)] as usize & (MAX_ZONES - 1)]
}

/// The cards of a zone that the top card of another, or the value of a register, allows.
#[derive(Debug, Clone)]
pub struct AllowedCards {
    pub home: ZoneBySeat,
    zone: u8,
    by_top: Box<[Mask; VALUES]>,
    register: u16,
    first: i32,
    by_register: Box<[Mask; VALUES]>,
}

/// Its tables have room for all values of a byte, so that no index needs a check.
const VALUES: usize = 1 << u8::BITS;

impl AllowedCards {
    /// The cards of a set, if it is one of this kind.
    fn of(rules: &Rules, set: &Set) -> Option<AllowedCards> {
        let Set::Allowed(spot, lookups) = set else { return None };
        AllowedCards::find(zone_by_seat(rules, *spot)?, lookups)
    }

    /// What some tables allow, if they are no more than one of each kind and not too long, and values of a register below
    /// the first have the same set as those beyond the last.
    fn find(home: ZoneBySeat, lookups: &[Lookup]) -> Option<AllowedCards> {
        let none = || Box::new([Mask::EMPTY; VALUES]);
        let mut allowed = AllowedCards { home, zone: 0, by_top: none(), register: 0, first: 0, by_register: none() };
        let (mut tops, mut registers) = (0, 0);
        for lookup in lookups {
            let first = lookup.sets.least.saturating_sub(1);
            let sets = Box::new(std::array::from_fn(|index| lookup.sets.set_of(first.saturating_add(index as i32))));
            match lookup.top_of() {
                Some(zone) => {
                    tops += 1;
                    (allowed.zone, allowed.by_top) = (zone, sets);
                }
                None => {
                    registers += 1;
                    (allowed.register, allowed.first, allowed.by_register) = (lookup.of, first, sets);
                }
            }
        }
        let level = |lookup: &Lookup| lookup.sets.set_of(i32::MIN) == lookup.sets.set_of(i32::MAX);
        let plain = |lookup: &Lookup| lookup.sets.sets.len() < VALUES && (lookup.top_of().is_some() || level(lookup));
        (tops < 2 && registers < 2 && lookups.iter().all(plain)).then_some(allowed)
    }

    #[inline(always)]
    pub fn cards(&self, state: &State) -> Mask {
        cards_of(&self.home, state).and(self.allowed(state))
    }

    #[inline(always)]
    pub fn allowed(&self, state: &State) -> Mask {
        let top = state.layout.top[self.zone as usize & (MAX_ZONES - 1)];
        // What is below the first is taken for what is beyond the last.
        let value = (state.get(self.register).wrapping_sub(self.first) as u32).min(VALUES as u32 - 1);
        self.by_top[top as usize].or(self.by_register[value as usize & (VALUES - 1)])
    }
}

/// About a choice.
#[derive(Debug)]
pub struct ChoicePlan {
    pub phase: ChoicePhase,
    pub offers: Vec<OfferPlan>,
    /// Offers without a condition, as bits, and the conditions of the others.
    pub always: u64,
    pub gates: Vec<Gate>,
    /// Offers of each duty, lowest first, as bits.
    pub duties: Vec<u64>,
    /// The offer that an action's slot belongs to.
    pub by_slot: Vec<u8>,
    /// Some offer is open whatever the state.
    pub always_open: bool,
    /// How it is played, where that is faster: turn after turn, or by all in secret.
    pub turns: Option<Box<TurnLoop>>,
    pub secret: Option<SecretPlan>,
    pub short: Option<ShortList>,
}

impl ChoicePlan {
    /// The offers whose conditions hold, as bits.
    #[inline(always)]
    pub fn open(&self, rules: &Rules, state: &State) -> u64 {
        let mut open = self.always;
        for gate in &self.gates {
            open |= if gate.test.holds(rules, state) { gate.on } else { gate.off };
        }
        open
    }

    /// How a value is named in the move of an offer, after its card.
    #[inline(always)]
    pub fn naming(&self, offer: u8) -> Option<Naming> {
        self.offers.get(offer as usize)?.plain.as_ref()?.naming()
    }

    /// Expressions must have been tabulated.
    pub fn of(rules: &Rules, node: usize, choice: &ChoicePhase) -> ChoicePlan {
        let program = &rules.program;
        let with = |wanted: &dyn Fn(&Offer) -> bool| {
            let offers = choice.offers.iter().enumerate().filter(|(_, offer)| wanted(offer));
            offers.fold(0u64, |set, (index, _)| set | 1 << (index & 63))
        };
        let levels: BTreeSet<u8> = choice.offers.iter().map(|offer| offer.duty).collect();
        let slots = 0..program.slots.len() as u16;
        let mut plan = ChoicePlan {
            phase: choice.clone(),
            offers: choice.offers.iter().map(|offer| offer_facts(rules, choice, offer)).collect(),
            always: with(&|offer| offer.when.is_none()),
            gates: gates(rules, choice),
            duties: levels.into_iter().map(|level| with(&|offer| offer.duty == level)).collect(),
            by_slot: slots.map(|slot| find_offer(choice, slot).unwrap_or(NO_OFFER)).collect(),
            always_open: rules.uses(Recogniser::AlwaysOpen) && is_always_open(program, choice),
            turns: None,
            secret: None,
            short: None,
        };
        plan.secret = SecretPlan::find(rules, node, &plan).ok();
        plan.turns = TurnLoop::find(rules, node, &plan).ok().map(Box::new);
        plan.short = ShortList::find(rules, &plan).ok();
        plan
    }
}

/// The conditions of a choice's offers, each once, though some may want it and others not.
fn gates(rules: &Rules, choice: &ChoicePhase) -> Vec<Gate> {
    let shared = rules.uses(Recogniser::OfferTests);
    let mut gates: Vec<(ExprId, Gate)> = Vec::new();
    for (index, offer) in choice.offers.iter().enumerate() {
        let Some(when) = offer.when else { continue };
        let bit = 1 << (index & 63);
        if let Some((_, gate)) = gates.iter_mut().find(|(other, _)| shared && *other == when) {
            gate.on |= bit;
        } else if let Some((_, gate)) = gates.iter_mut().find(|(other, _)| shared && are_opposites(&rules.program, *other, when))
        {
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
        Some(_) if offer.look_ahead => {
            NumberPicks::find(rules, offer).map_or(Listing::LookAhead, |numbers| Listing::Numbers(Box::new(numbers)))
        }
        Some(Pick { slot, kind: PickKind::Card { cards, duties, .. }, .. })
            if duties.is_empty() && rules.uses(Recogniser::AllowedCards) =>
        {
            card_listing(rules, *slot, *cards)
        }
        Some(_) => FixedPick::find(rules, offer).map_or(Listing::Values, |fixed| Listing::FixedPick(Box::new(fixed))),
    }
}

fn condition(rules: &Rules, when: ExprId) -> Test {
    if !rules.uses(Recogniser::OfferTests) {
        return Test::Holds(when);
    }
    let int = &rules.ints[when as usize];
    if let Some(tests) = StateTest::find_two(int, rules.instances) {
        return Test::State(tests);
    }
    if let Int::Not(count) = int
        && let Int::Count(set) = &**count
        && let Some(allowed) = AllowedCards::of(rules, set)
    {
        return Test::Bare(Box::new(allowed));
    }
    Test::Holds(when)
}

/// The zone of each seat that may decide, if it depends on nothing else.
pub fn zone_by_seat(rules: &Rules, spot: ZoneRef) -> Option<ZoneBySeat> {
    let steps = match spot.register {
        FIXED => 0,
        register if register == at::ACTOR => 1,
        _ => return None,
    };
    let last = rules.instances as i32 - 1;
    Some(std::array::from_fn(|seat| (seat as i32 * steps + spot.offset as i32).clamp(0, last) as u8))
}

fn card_listing(rules: &Rules, slot: u16, cards: ExprId) -> Listing {
    match &rules.sets[cards as usize] {
        Set::Held(spot, mask) => zone_by_seat(rules, *spot).map(|home| Listing::Held(slot, home, *mask)),
        set => AllowedCards::of(rules, set).map(|allowed| Listing::Allowed(slot, Box::new(allowed))),
    }
    .unwrap_or(Listing::Cards(slot, cards))
}

fn offer_facts(rules: &Rules, choice: &ChoicePhase, offer: &Offer) -> OfferPlan {
    let must_show = |pick: &Pick| matches!(&pick.kind, PickKind::Card { duties, zone: Some(_), .. } if !duties.is_empty());
    let passed_over = |other: &Offer| other.duty < offer.duty && other.absent.is_some();
    let looks_for = !rules.uses(Recogniser::Absences);
    let tells = looks_for
        || offer.proof.is_some()
        || offer.picks.iter().any(|pick| pick.proof.is_some() || must_show(pick))
        || choice.offers.iter().any(passed_over);
    let pick = match offer.picks.as_slice() {
        [] => Some(MovePick::Nothing),
        [Pick { slot, kind: PickKind::Card { tail: false, .. }, .. }] if rules.single_copies => {
            Some(if rules.program.slots[*slot as usize].public { MovePick::Open } else { MovePick::Secret })
        }
        [card, value] if rules.single_copies && !offer.look_ahead => naming(rules, choice, card, value).map(MovePick::Named),
        _ => None,
    };
    let together = rules.program.nodes.iter().any(|node| matches!(node, Node::Turns(turns) if turns.order == Order::Together));
    let has_consequences = offer.plays && rules.plays_matter || rules.scores_sets;
    let acts = plan_effects(rules, &offer.effects, &offer.picks);
    let listing = listing(rules, offer);
    let source = match &listing {
        Listing::Held(_, home, _) => Some(*home),
        Listing::Allowed(_, allowed) => Some(allowed.home),
        _ => None,
    };
    let plain = pick.filter(|_| rules.uses(Recogniser::PlannedMoves) && !tells && !together && !has_consequences);
    let plain = plain.map(|pick| MovePlan::new(rules, pick, offer.is_pass, source, &acts));
    let lays = |pick: &Pick| matches!(pick.kind, PickKind::Instance { .. } | PickKind::Sets { .. });
    let lays_sets = looks_for || offer.picks.iter().any(lays);
    OfferPlan { listing, tells, plain, lays_sets, acts }
}

/// How a value is named after a card, if all see both, any value may be, and nothing else is picked where it is.
fn naming(rules: &Rules, choice: &ChoicePhase, card: &Pick, value: &Pick) -> Option<Naming> {
    let (PickKind::Card { tail: false, .. }, PickKind::Value { when: None, count }) = (&card.kind, &value.kind) else {
        return None;
    };
    let open = |pick: &Pick| rules.program.slots[pick.slot as usize].public;
    let picks = choice.offers.iter().flat_map(|offer| &offer.picks).filter(|pick| pick.slot == value.slot).count();
    let alone = picks == 1 && find_offer(choice, value.slot).is_none();
    let naming = Naming { card_slot: card.slot, slot: value.slot, values: Mask::first(*count as usize) };
    (alone && open(card) && open(value)).then_some(naming)
}

/// Whether one of two conditions is the other denied.
fn are_opposites(program: &Program, one: ExprId, other: ExprId) -> bool {
    let code = |id: ExprId| program.code[id as usize];
    let denies = |id: ExprId, what: ExprId| program.ops[code(id) as usize] == Op::Not(code(what));
    denies(one, other) || denies(other, one)
}

/// Whether an offer without conditions is there, or two of which one is always open.
fn is_always_open(program: &Program, choice: &ChoicePhase) -> bool {
    let plain = || choice.offers.iter().filter(|offer| offer.picks.is_empty() && offer.accept.is_none());
    plain().any(|offer| match offer.when {
        None => true,
        Some(when) => plain().any(|other| other.when.is_some_and(|other| are_opposites(program, when, other))),
    })
}
