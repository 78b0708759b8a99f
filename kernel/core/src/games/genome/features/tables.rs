//! What features need of a program, worked out once.

use std::sync::OnceLock;

use crate::chance::mix;
use crate::features::few_signed;
use crate::mask::Mask;
use crate::rules::Rules;
use crate::rules::program::*;
use crate::rules::zones::zones_by_seat;

/// Patterns with more instances than this are not looked at one by one.
const MOST_MELDS: usize = 512;

/// Hand sizes whose strength is measured against random hands.
pub const MEASURED_SIZES: usize = 12;

/// Registers of a game's own that are looked at.
const MOST_REGISTERS: usize = 4;

pub struct FeatureTables {
    /// What each slot means, by names, so that a rule more or less does not change the others' features.
    pub slots: Vec<SlotFacts>,
    /// The zones of each seat where taken cards lie, its side's included.
    pub captured: [Vec<u8>; MAX_SEATS],
    /// Cards by suit, by rank, and what each has.
    pub suits: Vec<Mask>,
    pub ranks: Vec<Mask>,
    pub suit_of: Vec<u8>,
    pub rank_of: Vec<u8>,
    /// What the first of these suits and ranks is called by actions and registers.
    first: [i32; 2],
    /// What a card counts for whoever takes or keeps it: its size by class, and cards by what they count.
    pub worth_of: Vec<u8>,
    pub worths: Vec<(i32, Mask)>,
    /// Suits that count alike are alike.
    pub suit_class: Vec<u8>,
    pub strains: Vec<StrainFacts>,
    pub melds: Vec<Mask>,
    /// Registers of the game's own of which there is one.
    pub registers: Vec<u16>,
    /// Where the discards lie, if there is one such place; a zone of open cards beside them.
    pub discard: Option<u8>,
    pub turned_up: Option<u8>,
    /// The worths of random hands by size, lowest first.
    pub random_hands: [OnceLock<Vec<i32>>; MEASURED_SIZES],
    /// What identifies all this: policies of games whose cards, strains or counts differ cannot be exchanged.
    pub digest: u64,
}

#[derive(Clone, Copy)]
pub struct SlotFacts {
    pub id: u64,
    pub kind: ValueKind,
    pub offset: u32,
    /// For instances: which are meant.
    pub of: Listed,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Listed {
    Nothing,
    /// Instances of a pattern, from this number on.
    Instances(u16),
    /// Ways of laying a family of sets.
    Layings(u16),
}

pub struct StrainFacts {
    pub called: Mask,
    pub suit: Vec<u8>,
    /// By suit led.
    pub leads: Vec<LeadFacts>,
}

pub struct LeadFacts {
    pub follow: Mask,
    pub power: Vec<u8>,
    /// Of the cards that follow, those stronger and those weaker than each card.
    pub higher: Vec<Mask>,
    pub lower: Vec<Mask>,
}

impl FeatureTables {
    pub fn of(rules: &Rules) -> FeatureTables {
        let program = &rules.program;
        let cards = program.deck.type_of.len();
        let (suit_of, suits) = by_attribute(program, 0);
        let (rank_of, ranks) = by_attribute(program, 1);
        let counts = counts_of(program);
        let worths = cards_by(&counts);
        let class = |count: &i32| few_signed(*count) as u8;
        let single = |role: Role, seen: &dyn Fn(SeenBy) -> bool| {
            let fits = |family: &&ZoneFamily| {
                family.role == role && family.owner == Owner::Table && family.piles == 1 && seen(family.seen_by)
            };
            program.zones.iter().find(fits).map(|family| family.base)
        };
        let suit_class = (0..suits.len()).map(|suit| suit_class(suits[suit], &rank_of, &counts)).collect();
        let own_registers = program.registers.iter().filter(|family| !is_built_in(&family.name) && family.len == 1);
        let mut melds: Vec<Mask> = program.instances.iter().map(|instance| instance.cards).collect();
        if melds.len() > MOST_MELDS || cards > program.deck.types.len() {
            melds.clear();
        }
        FeatureTables {
            slots: slots_of(program),
            captured: zones_by_seat(program, &rules.zones, Role::Captured),
            suit_class,
            suits,
            ranks,
            suit_of,
            rank_of,
            first: [0, 1].map(|attribute| least_of(program, attribute)),
            worth_of: counts.iter().map(class).collect(),
            worths,
            strains: program.strains.iter().map(|strain| strain_facts(strain, cards)).collect(),
            melds,
            registers: own_registers.map(|family| family.base).take(MOST_REGISTERS).collect(),
            discard: single(Role::Discard, &|seen| seen != SeenBy::None),
            turned_up: single(Role::Other, &|seen| seen == SeenBy::All),
            random_hands: Default::default(),
            digest: digest_of(program, &counts),
        }
    }
}

impl FeatureTables {
    /// The cards of a suit, or of a rank, by the number that actions and registers have for it.
    pub fn of_suit(&self, suit: i32) -> Mask {
        numbered(&self.suits, suit, self.first[0])
    }

    pub fn of_rank(&self, rank: i32) -> Mask {
        numbered(&self.ranks, rank, self.first[1])
    }
}

fn numbered(sets: &[Mask], number: i32, first: i32) -> Mask {
    usize::try_from(number as i64 - first as i64).ok().and_then(|at| sets.get(at)).copied().unwrap_or_default()
}

fn least_of(program: &Program, attribute: usize) -> i32 {
    program.deck.attributes.get(attribute).and_then(|values| values.iter().copied().min()).unwrap_or(0)
}

/// The number of each card by an attribute, the numbers in use closed up, and the cards of each.
fn by_attribute(program: &Program, attribute: usize) -> (Vec<u8>, Vec<Mask>) {
    let cards = program.deck.type_of.len();
    let values = program.deck.attributes.get(attribute).cloned().unwrap_or_else(|| vec![0; cards]);
    let least = least_of(program, attribute);
    let number = |value: i32| (value as i64 - least as i64).min(63) as u8;
    let mut sets = vec![Mask::EMPTY; 64];
    for (card, value) in values.iter().enumerate() {
        sets[number(*value) as usize].insert(card as u8);
    }
    let used = sets.iter().rposition(|set| !set.is_empty()).map_or(1, |last| last + 1);
    sets.truncate(used);
    (values.into_iter().map(number).collect(), sets)
}

/// What each card counts: by the scoring of cards, or by the attributes that scoring rules add up.
fn counts_of(program: &Program) -> Vec<i32> {
    let cards = program.deck.type_of.len();
    let mut counts = vec![0i32; cards];
    for rule in &program.card_scoring {
        for card in rule.cards {
            if let Some(count) = counts.get_mut(card as usize) {
                *count = count.saturating_add(rule.points);
            }
        }
    }
    if counts.iter().any(|count| *count != 0) {
        return counts;
    }
    let mut added = Vec::new();
    for rule in &program.scoring {
        let read = [Some(rule.points), rule.when].into_iter().flatten();
        read.for_each(|id| attributes_in(program, id, 0, &mut added));
    }
    added.sort_unstable();
    added.dedup();
    for attribute in added.into_iter().filter(|attribute| *attribute > 1) {
        let values = program.deck.attributes.get(attribute as usize).into_iter().flatten();
        for (count, value) in counts.iter_mut().zip(values) {
            *count = count.saturating_add(*value);
        }
    }
    counts
}

/// Attributes that an expression reads, itself or in its aggregates.
fn attributes_in(program: &Program, id: ExprId, depth: usize, out: &mut Vec<u8>) {
    const DEEPEST: usize = 4;
    for op in program.ops_of(id) {
        match op {
            Op::Attr(attribute, _) | Op::Sum(attribute, _) => out.push(*attribute),
            Op::Aggregate(number) if depth < DEEPEST => {
                let Some(aggregate) = program.aggregates.get(*number as usize) else {
                    continue;
                };
                let parts = [aggregate.when, aggregate.body].into_iter().flatten();
                parts.for_each(|part| attributes_in(program, part, depth + 1, out));
            }
            _ => {}
        }
    }
}

/// Cards by what they count, nought left out.
fn cards_by(counts: &[i32]) -> Vec<(i32, Mask)> {
    let mut sets: Vec<(i32, Mask)> = Vec::new();
    for (card, count) in counts.iter().enumerate().filter(|(_, count)| **count != 0) {
        match sets.iter_mut().find(|(value, _)| value == count) {
            Some((_, set)) => set.insert(card as u8),
            None => sets.push((*count, Mask::of(card as u8))),
        }
    }
    sets
}

/// Suits are alike if their cards count alike, rank by rank. Below 32.
fn suit_class(suit: Mask, rank_of: &[u8], counts: &[i32]) -> u8 {
    let seen = suit.into_iter().filter(|card| counts[*card as usize] != 0);
    let key = seen.fold(0u64, |key, card| {
        key.wrapping_add(mix(1 + rank_of[card as usize] as u64 + ((counts[card as usize] as u32 as u64) << 16)))
    });
    (mix(key) >> 59) as u8
}

fn strain_facts(strain: &Strain, cards: usize) -> StrainFacts {
    let lead = |(follow, power): (&Mask, &Vec<u8>)| {
        let of = |card: usize| power.get(card).copied().unwrap_or(0);
        let those = |wanted: &dyn Fn(u8) -> bool| {
            follow.into_iter().filter(|other| wanted(of(*other as usize))).fold(Mask::EMPTY, |all, one| all.or(Mask::of(one)))
        };
        LeadFacts {
            follow: *follow,
            power: (0..cards).map(of).collect(),
            higher: (0..cards).map(|card| those(&|other| other > of(card))).collect(),
            lower: (0..cards).map(|card| those(&|other| other < of(card))).collect(),
        }
    };
    StrainFacts {
        called: strain.called,
        suit: strain.suit.clone(),
        leads: strain.follow.iter().zip(&strain.power).map(lead).collect(),
    }
}

fn slots_of(program: &Program) -> Vec<SlotFacts> {
    let plain = |slot: &Slot| SlotFacts {
        id: hashed(&format!("{} {:?}", slot.verb, slot.kind)),
        kind: slot.kind,
        offset: slot.offset.max(0) as u32,
        of: Listed::Nothing,
    };
    let mut slots: Vec<SlotFacts> = program.slots.iter().map(plain).collect();
    for node in &program.nodes {
        match node {
            Node::Choice(phase) => {
                for offer in &phase.offers {
                    for (number, pick) in offer.picks.iter().enumerate() {
                        name_slots(program, &mut slots, phase, offer, number, pick);
                    }
                }
            }
            Node::Betting(phase) => {
                for slot in [phase.fold, phase.check, phase.call, phase.raise] {
                    rename(&mut slots, slot, &phase.name);
                }
            }
            Node::Auction(phase) => {
                let pages = phase.calls.len().div_ceil(PAGE).max(1) as u16;
                for slot in [phase.pass, phase.double, phase.redouble].into_iter().chain(phase.call..phase.call + pages) {
                    rename(&mut slots, slot, &phase.name);
                }
            }
            Node::Trick(_) | Node::Turns(_) | Node::Do(_) => {}
        }
    }
    slots
}

/// The same verb in another phase is something else.
fn rename(slots: &mut [SlotFacts], slot: u16, name: &str) {
    if let Some(facts) = slots.get_mut(slot as usize) {
        facts.id = mix(facts.id ^ hashed(name));
    }
}

/// Says of a pick's slots what they list, and in which offer and place.
fn name_slots(program: &Program, slots: &mut [SlotFacts], phase: &ChoicePhase, offer: &Offer, number: usize, pick: &Pick) {
    let verb = program.slots.get(offer.slot as usize).map_or("", |slot| slot.verb.as_str());
    let name = format!("{} {verb} {} {number}", phase.name, offer.picks.len());
    let (of, pages) = match &pick.kind {
        PickKind::Instance { group, .. } => {
            let (first, count) = program.groups.get(*group as usize).map_or((0, 0), |group| (group.first, group.count));
            (Listed::Instances(first), (count as usize).div_ceil(PAGE).max(1))
        }
        PickKind::Sets { family, .. } => {
            let count = program.sets.get(*family as usize).map_or(0, |family| family.layings.len());
            (Listed::Layings(*family), count.div_ceil(PAGE).max(1))
        }
        _ => (Listed::Nothing, 1),
    };
    for slot in pick.slot..pick.slot.saturating_add(pages as u16) {
        rename(slots, slot, &name);
        if let Some(facts) = slots.get_mut(slot as usize) {
            facts.of = of;
            if of != Listed::Nothing {
                facts.id = mix(hashed(&name));
                facts.offset = (slot - pick.slot) as u32 * PAGE as u32;
            }
        }
    }
}

fn hashed(text: &str) -> u64 {
    text.bytes().fold(0x6665_6174, |hash, byte| mix(hash ^ byte as u64))
}

fn digest_of(program: &Program, counts: &[i32]) -> u64 {
    let mut digest = hashed("features 1");
    for (card, kind) in program.deck.type_of.iter().enumerate() {
        let name = program.deck.types.get(*kind as usize).map_or("", String::as_str);
        digest = mix(digest ^ hashed(name) ^ counts[card] as u32 as u64);
    }
    program.strains.iter().fold(digest, |digest, strain| mix(digest ^ hashed(&strain.name)))
}

fn is_built_in(name: &str) -> bool {
    at::TABLE.contains(&name) || at::Families::NAMES.contains(&name)
}
