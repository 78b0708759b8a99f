//! Features of what a choice offers: a card, a seat, a rank, a set to lay, or simply to do it.

use super::sight::Sight;
use super::strength::{at_showdown, best_strain, in_strain, shape};
use super::tables::{FeatureTables, Listed, SlotFacts};
use crate::features::{Row, few, few_signed};
use crate::game::Legal;
use crate::mask::Mask;
use crate::rules::plan::Plan;
use crate::rules::program::{MAX_CARDS, NONE, Role, ValueKind, at};

/// What is the same for all actions of a choice.
struct Scene<'a> {
    sight: &'a Sight<'a>,
    tables: &'a FeatureTables,
    /// What is still in hand, without what has been picked.
    kept: Mask,
    picked: Mask,
    hand: u32,
    nearest: u32,
    top: Option<u8>,
    tableau: Mask,
    /// Melds in hand that hold a card; melds that lack one unseen card.
    full: [u8; MAX_CARDS],
    near: [u8; MAX_CARDS],
    loose: u32,
    registers: u32,
    legal: u32,
}

#[inline(never)]
pub fn features(sight: &Sight, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let scene = Scene::new(sight, legal.len());
    let plain = SlotFacts { id: 0, kind: ValueKind::Nothing, offset: 0, of: Listed::Nothing };
    for action in legal.iter() {
        let slot = scene.tables.slots.get(action.slot as usize).copied().unwrap_or(plain);
        visit(&match slot.kind {
            ValueKind::Card => scene.card(slot, action.value),
            ValueKind::Instance => scene.listed(slot, action.value),
            ValueKind::Seat => scene.seat(slot, action.value),
            ValueKind::Rank => scene.rank(slot, action.value),
            ValueKind::Suit => scene.suit(slot, action.value),
            ValueKind::Strain => scene.strain(slot, action.value),
            ValueKind::Number | ValueKind::Pile | ValueKind::Call => scene.number(slot, action.value),
            ValueKind::Nothing | ValueKind::Commit | ValueKind::Cancel => scene.deed(slot),
        });
    }
}

impl<'a> Scene<'a> {
    fn new(sight: &'a Sight<'a>, legal: u32) -> Scene<'a> {
        let state = sight.state;
        let tables = sight.tables;
        let picked = match state.draft.active {
            true => state.draft.cards.iter().fold(Mask::EMPTY, |all, cards| all.or(*cards)),
            false => Mask::EMPTY,
        };
        let kept = sight.hand.minus(picked);
        let mut scene = Scene {
            sight,
            tables,
            kept,
            picked,
            hand: few(sight.hand.len()),
            nearest: sight.nearest_out(),
            top: tables.discard.and_then(|zone| sight.top(zone)),
            tableau: sight.on_table(Role::Tableau),
            full: [0; MAX_CARDS],
            near: [0; MAX_CARDS],
            loose: 0,
            registers: 0,
            legal: few(legal),
        };
        scene.find_melds();
        let values = tables.registers.iter().map(|register| state.get(*register).clamp(-1, 14) + 1);
        scene.registers = values.fold(0, |all, value| all << 4 | value as u32);
        scene
    }

    /// Which cards are in melds, and which would be with one card more.
    fn find_melds(&mut self) {
        let mut melded = Mask::EMPTY;
        for meld in &self.tables.melds {
            let missing = meld.minus(self.kept);
            match missing.len() {
                0 => {
                    melded = melded.or(*meld);
                    meld.into_iter().for_each(|card| bump(&mut self.full, card));
                }
                1 if !missing.and(self.sight.unseen).is_empty() || self.top.is_some_and(|top| missing.has(top)) => {
                    meld.into_iter().for_each(|card| bump(&mut self.near, card));
                }
                _ => {}
            }
        }
        self.loose = few(self.kept.minus(melded).len());
    }

    fn melds_of(&self, card: u8) -> (u32, u32) {
        let at = card as usize & (MAX_CARDS - 1);
        (self.full[at].min(3) as u32, self.near[at].min(7) as u32)
    }

    fn suit_and_rank(&self, card: u8) -> (usize, u32) {
        (self.tables.suit_of[card as usize] as usize, self.tables.rank_of[card as usize] as u32)
    }

    fn card(&self, slot: SlotFacts, kind: u8) -> Row {
        let (sight, tables, kept) = (self.sight, self.tables, self.kept);
        let card = sight.card_of(kind);
        let at = card as usize;
        let (suit, rank) = self.suit_and_rank(card);
        let class = tables.suit_class.get(suit).copied().unwrap_or(0) as u32;
        let worth = tables.worth_of[at] as u32;
        let of_suit = tables.suits[suit];
        let of_rank = tables.ranks[rank as usize];
        let (in_suit, in_rank) = (few(kept.and(of_suit).len()), kept.and(of_rank).len().min(4));
        let above = tables.ranks[rank as usize + 1..].iter().fold(Mask::EMPTY, |all, set| all.or(*set));
        let higher = few(kept.and(above).len());
        let beside = self.neighbours(rank as usize).and(of_suit).and(kept).len().min(3);
        let (full, near) = self.melds_of(card);
        let laid = self.tableau.and(of_rank).len().min(3);
        let out = sight.unseen.and(of_rank).len().min(7);
        let own = !kept.and(sight.rules.cards_of_type[kind as usize]).is_empty() as u32;
        let strain = sight.state.get(at::STRAIN).max(0) as usize;
        let facts = &tables.strains[strain.min(tables.strains.len() - 1)];
        let lead = facts.leads.get(facts.suit[at] as usize);
        let (over, under, length) = lead.map_or((0, 0, 0), |lead| {
            let under = few(lead.lower[at].and(kept).len());
            (few(lead.higher[at].and(sight.unseen).len()), under, few(lead.follow.and(kept).len()))
        });
        let trump = facts.called.has(card) as u32;
        let picked = few(self.picked.len());
        let alike = self.picked.and(of_rank).len().min(3) << 2 | self.picked.and(of_suit).len().min(3);
        let to_top = self.top.map_or(3, |top| {
            let (top_suit, top_rank) = self.suit_and_rank(top);
            (top_suit == suit) as u32 | ((top_rank == rank) as u32) << 1
        });
        let mut row = Row::new(slot.id);
        row.put([kind as u32]);
        row.put([class, rank, in_suit, picked]);
        row.put([in_rank, in_suit, higher, own]);
        row.put([rank, self.hand, in_rank]);
        row.put([full, near, beside, self.loose]);
        row.put([full, near, rank]);
        row.put([worth, in_suit, own, self.nearest]);
        row.put([laid, out, in_rank, few(self.tableau.len())]);
        row.put([rank, self.nearest, self.hand]);
        row.put([over, under, length, trump, class]);
        row.put([picked, alike, in_rank, rank]);
        row.put([kind as u32, self.hand]);
        if self.tableau.is_empty() {
            row.put([class, rank, over, length, trump]);
            row.put([to_top, in_suit, in_rank, self.nearest]);
        } else {
            self.beside_tableau(&mut row, of_rank, rank, own);
        }
        row.put([self.registers, rank, in_rank, own]);
        row
    }

    /// A card as against those that lie open: what it matches, and what is left there, by the sum of ranks, if it takes
    /// as much or is laid.
    fn beside_tableau(&self, row: &mut Row, of_rank: Mask, rank: u32, own: u32) {
        let (tables, open) = (self.tables, self.tableau);
        let size = few(open.len());
        let sum: u32 = open.into_iter().map(|card| tables.rank_of[card as usize] as u32 + 1).sum();
        let matched = open.and(of_rank);
        let takes = matched.lowest().map_or(0, |card| 1 + self.sight.kind_of(card));
        let left = if own == 1 && matched.is_empty() { sum + rank + 1 } else { sum.saturating_sub(rank + 1) };
        let sweeping = tables.ranks.get(left.wrapping_sub(1) as usize).copied().unwrap_or_default();
        let threats = self.sight.unseen.and(sweeping).len().min(7);
        row.put([sum.min(31), rank, size]);
        row.put([left.min(31), threats, own]);
        row.put([takes, matched.len().min(3), (left == 0) as u32]);
    }

    /// Ranks next to a rank.
    fn neighbours(&self, rank: usize) -> Mask {
        let near = rank.saturating_sub(2)..(rank + 3).min(self.tables.ranks.len());
        near.filter(|other| *other != rank).fold(Mask::EMPTY, |all, other| all.or(self.tables.ranks[other]))
    }

    /// A set of cards, by its number in a list.
    fn listed(&self, slot: SlotFacts, value: u8) -> Row {
        let program = &self.sight.rules.program;
        let number = slot.offset as usize + value as usize;
        let mut row = Row::new(slot.id);
        match slot.of {
            Listed::Layings(family) => {
                let laying = program.sets.get(family as usize).and_then(|family| family.layings.get(number));
                let (natural, size) = laying.map_or((0, 0), |laying| (laying.natural as u32, laying.size as u32));
                let shape = program.sets.get(family as usize).and_then(|family| {
                    family
                        .shapes
                        .iter()
                        .position(|shape| (shape.first as usize..).take(shape.count as usize).any(|n| n == number))
                });
                let rank = shape.map_or(63, |shape| shape as u32);
                let wild = size - natural;
                let registers = self.registers & 0xfff;
                row.put([rank]);
                row.put([natural, wild]);
                row.put([natural, wild, self.hand]);
                row.put([rank, natural, wild]);
                row.put([natural, wild, self.nearest]);
                row.put([few(self.kept.len().saturating_sub(size)), wild]);
                row.put([registers, size, wild]);
                row.put([self.sight.state.draft.set_count as u32, size, wild]);
            }
            Listed::Instances(first) => {
                let instance = program.instances.get(first as usize + number);
                let cards = instance.map_or(Mask::EMPTY, |instance| instance.cards);
                self.set(&mut row, cards);
            }
            Listed::Nothing => row.put([value as u32]),
        }
        row
    }

    /// A set of cards that may be laid or played.
    fn set(&self, row: &mut Row, cards: Mask) {
        let (sight, tables) = (self.sight, self.tables);
        let size = few(cards.len());
        let ranks = cards.into_iter().map(|card| tables.rank_of[card as usize] as usize);
        let (low, high) = ranks.fold((63, 0), |(low, high), rank| (rank.min(low), rank.max(high)));
        let of_high = tables.ranks.get(high).copied().unwrap_or_default();
        let above = tables.ranks.get(high + 1..).into_iter().flatten().fold(Mask::EMPTY, |all, set| all.or(*set));
        let same = (low == high) as u32;
        let rest = few(self.kept.minus(cards).len());
        let left_of_rank = self.kept.and(of_high).minus(cards).len().min(4);
        let stronger = few(self.kept.and(above).len());
        let out = few(sight.unseen.and(above).len());
        let worth = cards.into_iter().map(|card| tables.worth_of[card as usize] as u32).sum::<u32>().min(63);
        let (low, high) = (low as u32, high as u32);
        row.put([size, same]);
        row.put([high, size, same]);
        row.put([low, size, rest]);
        row.put([high, rest, left_of_rank]);
        row.put([size, left_of_rank, stronger]);
        row.put([high, out, stronger]);
        row.put([size, rest, self.nearest]);
        row.put([high, self.nearest, left_of_rank]);
        row.put([worth, size]);
        row.put([self.registers, size]);
        row.put([high, self.hand, size]);
        row.put([high, self.legal, left_of_rank]);
        row.put([rest, stronger, left_of_rank, self.nearest]);
        row.put([few_signed(out as i32 - stronger as i32), size, rest]);
    }

    fn seat(&self, slot: SlotFacts, value: u8) -> Row {
        let sight = self.sight;
        let seat = value as i32 + slot.offset as i32;
        let place = sight.places_to(seat);
        let size = few(sight.hand_size(seat.clamp(0, 15) as u8));
        let holds = self.earlier(ValueKind::Rank).map_or(0, |rank| self.known_of(seat, rank));
        let own = |rank: usize| self.kept.and(self.tables.of_rank(rank as i32)).len().min(3);
        let any = (0..self.tables.ranks.len()).filter(|rank| own(*rank) > 0);
        let best = any.map(|rank| self.known_of(seat, rank) * 4 + own(rank)).max();
        let score = sight.state.of(sight.rules.at.score, seat.clamp(0, 15) as u8) - sight.own(sight.rules.at.score);
        let mut row = Row::new(slot.id);
        row.put([sight.relation(seat)]);
        row.put([place]);
        row.put([size]);
        row.put([holds]);
        row.put([best.unwrap_or(0)]);
        row.put([best.unwrap_or(0), size]);
        row.put([holds, size]);
        row.put([few_signed(score)]);
        row.put([size, self.hand]);
        row.put([place, size]);
        row
    }

    /// How many cards of a rank a seat is known to hold at least.
    fn known_of(&self, seat: i32, rank: usize) -> u32 {
        let rules = self.sight.rules;
        let cards = self.tables.of_rank(rank as i32);
        let hands = &self.sight.rules.hands[seat.clamp(0, 15) as usize];
        let mut least = 0;
        for zone in hands {
            let placed = self.sight.zone(*zone).and(cards).len();
            let tally = rules.places.spots.get(*zone as usize).and_then(|spot| spot.tally);
            let class = rules.places.tallies.iter().position(|class| *class == cards);
            let tallied = match (tally, class) {
                (Some(tally), Some(class)) => self.sight.state.layout.least[tally as usize + class] as u32,
                _ => 0,
            };
            least += placed.max(tallied);
        }
        least.min(3)
    }

    /// What was picked before of a kind.
    fn earlier(&self, kind: ValueKind) -> Option<usize> {
        let state = self.sight.state;
        let Plan::Choice(plan) = &self.sight.rules.plans[state.node as usize] else { return None };
        let picks = &plan.phase.offers.get(state.draft.offer as usize).filter(|_| state.draft.active)?.picks;
        let earlier = picks.iter().take(state.draft.pick as usize).enumerate();
        let of_kind = |slot: u16| self.tables.slots.get(slot as usize).is_some_and(|slot| slot.kind == kind);
        let found = earlier.into_iter().find(|(_, pick)| of_kind(pick.slot)).map(|(number, _)| state.draft.values[number])?;
        usize::try_from(found).ok().filter(|_| found != NONE)
    }

    fn rank(&self, slot: SlotFacts, value: u8) -> Row {
        let rank = value as usize + slot.offset as usize;
        let cards = self.tables.of_rank(rank as i32);
        let (own, out) = (self.kept.and(cards).len().min(7), self.sight.unseen.and(cards).len().min(7));
        let asked = self.earlier(ValueKind::Seat).map(|seat| seat as i32);
        let holds = asked.map_or(0, |seat| self.known_of(seat, rank));
        let mut row = Row::new(slot.id);
        row.put([rank as u32]);
        row.put([own, out]);
        row.put([holds, own]);
        row.put([holds, out]);
        row.put([own, self.hand]);
        row.put([rank as u32, own]);
        row.put([holds]);
        row.put([holds, own, out, self.hand]);
        row
    }

    fn suit(&self, slot: SlotFacts, value: u8) -> Row {
        let suit = value as usize + slot.offset as usize;
        let cards = self.tables.of_suit(suit as i32);
        let own = self.kept.and(cards).len();
        let most = self.tables.suits.iter().map(|suit| self.kept.and(*suit).len()).max().unwrap_or(0);
        let out = few(self.sight.unseen.and(cards).len());
        let mut row = Row::new(slot.id);
        row.put([suit as u32]);
        row.put([few(own)]);
        row.put([few(own), (own == most) as u32]);
        row.put([few(own), self.hand]);
        row.put([few(own), out]);
        row.put([out, self.nearest]);
        row.put([few(own), self.nearest]);
        row
    }

    fn strain(&self, slot: SlotFacts, value: u8) -> Row {
        let strain = value as usize + slot.offset as usize;
        let promise = in_strain(self.sight, self.kept, strain);
        let (best, most) = best_strain(self.sight, self.kept);
        let behind = (most.score() - promise.score()).min(63) / 2;
        let worth = self.tables.worths.iter().map(|(_, of)| self.kept.and(*of).len()).sum::<u32>();
        let level = self.sight.state.get(at::LEVEL).clamp(0, 63) as u32;
        let mut row = Row::new(slot.id);
        row.put([strain as u32]);
        row.put([promise.length, promise.sure]);
        row.put([promise.sure, promise.half]);
        row.put([promise.length, promise.honours.min(63)]);
        row.put([(strain == best) as u32, behind]);
        row.put([behind]);
        row.put([promise.short, promise.length]);
        row.put([promise.length, few(worth)]);
        row.put([strain as u32, promise.length]);
        row.put([level, promise.length, promise.sure]);
        row
    }

    fn number(&self, slot: SlotFacts, value: u8) -> Row {
        let number = value as u32 + slot.offset;
        let mut row = Row::new(slot.id);
        row.put([number]);
        row.put([number, self.hand]);
        row.put([number, self.legal]);
        row.put([number, self.nearest]);
        row.put([number, few(self.picked.len())]);
        row.put([self.registers, number]);
        row
    }

    /// Something that is simply done.
    fn deed(&self, slot: SlotFacts) -> Row {
        let (sight, tables) = (self.sight, self.tables);
        let state = sight.state;
        let top = self.top.map_or(63, |card| sight.kind_of(card));
        let (top_full, top_near) = self.top.map_or((0, 0), |card| self.completed_by(card));
        let [most, pairs, flush, run] = shape(sight, self.kept);
        let (strength, total) = at_showdown(sight, Mask::EMPTY).map_or((15, 0), |found| found);
        let house = sight.on_table(Role::Other).highest().map_or(63, |card| tables.rank_of[card as usize] as u32);
        let lowest = self.kept.into_iter().map(|card| tables.rank_of[card as usize] as u32).min().unwrap_or(63);
        let exactly = if self.kept.len() <= 2 { self.kept.into_iter().map(|card| 1 + sight.kind_of(card)).sum() } else { 0 };
        let held = |register: u16| {
            let value = state.get(register);
            let rank = tables.of_rank(value);
            let seat_holds = if (0..16).contains(&value) { few(sight.hand_size(value as u8)) } else { 15 };
            (self.kept.and(rank).len().min(7), seat_holds, value.clamp(-1, 30) as u32 & 31)
        };
        let mut row = Row::new(slot.id);
        row.put([self.legal]);
        row.put([self.hand, self.nearest]);
        row.put([top, top_full]);
        row.put([top_full, top_near, self.loose]);
        row.put([most, pairs, flush, run]);
        row.put([few(self.picked.len()), most, pairs]);
        row.put([total, house, self.legal]);
        row.put([total, lowest, strength]);
        row.put([few(self.tableau.len()), self.hand]);
        row.put([exactly, strength]);
        row.put([self.registers]);
        row.put([self.loose, self.hand, self.nearest]);
        let start = (0, 0, 0);
        let (counts, holders, last) = tables.registers.iter().fold(start, |(counts, holders, _), register| {
            let (own, holds, value) = held(*register);
            (counts << 3 | own, holders << 4 | holds, value)
        });
        row.put([counts, last]);
        row.put([holders, last]);
        row.put([counts, self.hand, last, few(self.sight.size(tables.discard.unwrap_or(0)))]);
        row
    }

    /// How many melds a card would complete, and how many it would bring within one card of it.
    fn completed_by(&self, card: u8) -> (u32, u32) {
        let (mut full, mut near) = (0, 0);
        for meld in self.tables.melds.iter().filter(|meld| meld.has(card)) {
            let missing = meld.minus(self.kept);
            let mut missing = missing;
            missing.remove(card);
            full += missing.is_empty() as u32;
            near += (missing.len() == 1 && !missing.and(self.sight.unseen).is_empty()) as u32;
        }
        (full.min(3), near.min(7))
    }
}

fn bump(counts: &mut [u8; MAX_CARDS], card: u8) {
    let count = &mut counts[card as usize & (MAX_CARDS - 1)];
    *count = count.saturating_add(1);
}
