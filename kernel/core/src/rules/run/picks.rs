//! What a pick may be: the values of one step of a move.

use crate::rules::plan::instances::instances_of;
use crate::rules::run::expressions::subset_sums;
use crate::rules::run::flow::types_of;
use crate::rules::run::prelude::*;
use crate::rules::run::set_picks::sets_pick;

pub const NO_VALUES: [i32; MAX_PICKS] = [NONE; MAX_PICKS];
pub const NO_CARDS: [Mask; MAX_PICKS] = [Mask::EMPTY; MAX_PICKS];

/// For moves of which nothing has been picked.
pub fn afresh<'a>(rules: &'a Rules, state: &'a State) -> Eval<'a> {
    Eval { picks: &NO_VALUES, picked: &NO_CARDS, ..Eval::new(rules, state) }
}

/// Whether an offer whose condition holds has anything to choose, without looking ahead.
pub fn is_open(eval: Eval, offer: &Offer) -> bool {
    if offer.picks.is_empty() {
        return eval.holds(offer.accept);
    }
    match values_of(eval, offer, 0) {
        PickValues::Cards(cards) => !cards.is_empty(),
        PickValues::Set { cards, commit, .. } => !cards.is_empty() || commit.is_some(),
        PickValues::Instances(instances) => !instances.is_empty(),
        PickValues::Numbers(numbers) => !numbers.is_empty(),
    }
}

/// Lists the values of a pick without looking ahead.
#[inline(never)]
pub fn list_values(eval: Eval, offer: &Offer, pick: u8, out: &mut Legal) {
    let Some(spec) = offer.picks.get(pick as usize) else {
        return;
    };
    match values_of(eval, offer, pick) {
        PickValues::Cards(cards) => out.push(spec.slot, types_of(eval.rules, cards)),
        PickValues::Set { cards, commit, .. } => {
            out.push(spec.slot, types_of(eval.rules, cards));
            if let Some(slot) = commit {
                out.push_one(slot);
            }
        }
        PickValues::Instances(instances) => list_instances(spec, instances.into_iter().map(|(index, _)| index), out),
        PickValues::Numbers(numbers) => out.push(spec.slot, numbers),
    }
}

pub fn list_instances(spec: &Pick, instances: impl Iterator<Item = u16>, out: &mut Legal) {
    let mut pages: Vec<Mask> = Vec::new();
    for index in instances {
        let page = index as usize / PAGE;
        pages.resize(pages.len().max(page + 1), Mask::EMPTY);
        pages[page].insert((index as usize % PAGE) as u8);
    }
    for (page, values) in (0..).zip(pages) {
        out.push(spec.slot + page, values);
    }
}

/// What a pick may be, before looking ahead.
pub enum PickValues {
    /// Single cards.
    Cards(Mask),
    /// Cards to add to those picked, and where that may be left as it is; whether nothing more is needed, or allowed.
    Set { cards: Mask, commit: Option<u16>, whole: bool, full: bool },
    /// By number, and the cards that would be taken: of instances that look alike, only the first is listed.
    Instances(Vec<(u16, Mask)>),
    /// Small numbers.
    Numbers(Mask),
}

/// What a pick may be, given the picks before it.
pub fn values_of(eval: Eval, offer: &Offer, pick: u8) -> PickValues {
    let program = &eval.rules.program;
    match &offer.picks[pick as usize].kind {
        PickKind::Card { cards, duties, .. } => PickValues::Cards(bound_by_duties(eval, duties, eval.mask(*cards))),
        PickKind::Cards { cards, low, high, commit, total } => {
            let chosen = eval.picked[pick as usize];
            let rest = eval.mask(*cards).minus(chosen);
            let (low, high, count) = (eval.int(*low), eval.int(*high), chosen.len() as i32);
            let mut open = if count < high && count + rest.len() as i32 >= low { rest } else { Mask::EMPTY };
            let (mut whole, full) = (count >= low && count <= high, count >= high);
            if let Some((attribute, target)) = total {
                let worth = &program.deck.attributes[*attribute as usize];
                let missing = eval.int(*target).saturating_sub(chosen.into_iter().map(|card| worth[card as usize]).sum::<i32>());
                open = summing(open, worth, missing);
                whole &= missing == 0 && count > 0;
            }
            let goes_on = whole && !full && !(open.is_empty() && count > 0);
            PickValues::Set { cards: open, commit: goes_on.then_some(*commit), whole, full }
        }
        PickKind::Instance { cards, group } => {
            let mut found: Vec<(u16, Mask)> = Vec::new();
            for (number, cards) in eval.rules.instances_within(*group, eval.mask(*cards)) {
                if eval.rules.single_copies || found.iter().all(|(seen, _)| *seen != number) {
                    found.push((number, cards));
                }
            }
            PickValues::Instances(found)
        }
        kind @ PickKind::Sets { .. } => {
            let listed = sets_pick(eval, kind, pick as usize).map_or(Vec::new(), |sets| sets.list(eval.rules, eval.state, &[]));
            PickValues::Instances(listed.into_iter().map(|set| (set.index, set.cards)).collect())
        }
        PickKind::Value { count, when } => {
            let mut numbers = Mask::EMPTY;
            let mut picks = *eval.picks;
            for value in 0..*count {
                picks[pick as usize] = value as i32;
                if (Eval { picks: &picks, ..eval }).holds(*when) {
                    numbers.insert(value);
                }
            }
            PickValues::Numbers(numbers)
        }
    }
}

impl Rules {
    /// The instances of a group among some cards: what each looks like, by number, and its cards.
    #[inline]
    pub fn instances_within(&self, group: u16, held: Mask) -> impl Iterator<Item = (u16, Mask)> {
        let range = &self.program.groups[group as usize];
        let alike = &self.alike[range.first as usize..][..range.count as usize];
        let all = alike.iter().zip(instances_of(&self.program, range));
        all.filter(move |(_, instance)| instance.cards.within(held)).map(|(number, instance)| (*number, instance.cards))
    }
}

/// What may be played of some cards: those of the first duty in force that there are any of, otherwise all.
#[inline(never)]
pub fn bound_by_duties(eval: Eval, duties: &[Duty], held: Mask) -> Mask {
    let binding = duties.iter().filter(|duty| eval.holds(duty.when));
    binding.map(|duty| held.and(eval.mask(duty.cards))).find(|tier| !tier.is_empty()).unwrap_or(held)
}

/// Tells of the cards of each duty in force that some cards miss: there were none of them. One that they meet ends it.
#[inline(never)]
pub fn each_missed(rules: &Rules, state: &mut State, duties: &[Duty], cards: Mask, mut tell: impl FnMut(&mut State, Mask)) {
    for duty in duties {
        let eval = Eval::new(rules, state);
        if !eval.holds(duty.when) {
            continue;
        }
        let tier = eval.mask(duty.cards);
        if !tier.and(cards).is_empty() {
            return;
        }
        tell(state, tier);
    }
}

/// The card of a type that is picked, and what is taken with it. Of like cards in a pile, the tail of the uppermost.
pub fn taken_as(rules: &Rules, state: &State, spec: &Pick, kind: u8, cards: Mask) -> (u8, Mask) {
    let has_tail = matches!(spec.kind, PickKind::Card { tail: true, .. });
    if rules.single_copies && !has_tail {
        return (kind, Mask::of(kind));
    }
    let alike = rules.cards_of_type[kind as usize].and(cards);
    let card = alike.lowest().unwrap_or(0);
    if !has_tail {
        let card = rules.copy_of(state, kind, alike).unwrap_or(card);
        return (card, Mask::of(card));
    }
    let shortest = alike.into_iter().min_by_key(|card| state.layout.tail(*card).len()).unwrap_or(card);
    (shortest, state.layout.tail(shortest))
}

/// Cards with which some of the set sum to `missing`: subset sums as bits (worths from 1 to 127).
fn summing(cards: Mask, worth: &[i32], missing: i32) -> Mask {
    if !(1..128).contains(&missing) {
        return Mask::EMPTY;
    }
    cards.filter(|card| {
        let own = worth[card as usize];
        let others = || subset_sums(cards.minus(Mask::of(card)), worth);
        (1..=missing).contains(&own) && others() >> (missing - own) & 1 == 1
    })
}
