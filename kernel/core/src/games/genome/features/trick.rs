//! Features of a card played to a trick.

use super::sight::Sight;
use super::tables::LeadFacts;
use crate::features::{Row, few, few_signed};
use crate::game::{Action, Legal};
use crate::mask::Mask;
use crate::rules::plan::trick::TrickPlan;
use crate::rules::program::{NONE, at};
use crate::rules::run::state::NOBODY;

const LEADS: u32 = 0;
const FOLLOWS: u32 = 1;
const VOID: u32 = 2;

/// What is the same for all cards.
struct Moment<'a> {
    sight: &'a Sight<'a>,
    plan: &'a TrickPlan,
    own: Mask,
    strain: usize,
    led: Option<&'a LeadFacts>,
    mode: u32,
    /// Whether opponents play after this seat: none, one, more.
    behind: u32,
    winning: u32,
    pile_worth: u32,
    role: u32,
    need: u32,
    their_need: u32,
    /// Whether the seat, or a partner of it, bid to take nothing.
    nil: u32,
    left: u32,
    contract: u32,
    progress: u32,
    missing: u32,
    trumps_out: u32,
    /// Seats against the side that plays.
    against: u16,
}

#[inline(never)]
pub fn features(sight: &Sight, plan: &TrickPlan, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let moment = Moment::new(sight, plan);
    for action in legal.iter() {
        visit(&if action.slot == plan.phase.slot { moment.card(action) } else { moment.hold() });
    }
}

impl<'a> Moment<'a> {
    fn new(sight: &'a Sight<'a>, plan: &'a TrickPlan) -> Moment<'a> {
        let (rules, state) = (sight.rules, sight.state);
        let at = &rules.at;
        let playing = state.trick.playing;
        let own = sight.zone(plan.source(playing));
        let strain = state.trick.strain as usize;
        let facts = &sight.tables.strains[strain.min(sight.tables.strains.len() - 1)];
        let leading = state.get(at::LEADING) == 1;
        let led = if leading { None } else { facts.leads.get(state.get(at::LED) as usize) };
        let mode = match led {
            None => LEADS,
            Some(lead) if own.and(lead.follow).is_empty() => VOID,
            Some(_) => FOLLOWS,
        };
        let side = rules.side[playing as usize & 15];
        let winning = match state.trick.best {
            NOBODY => 0,
            best => 2 - (side >> (best & 15) & 1) as u32,
        };
        let waiting = state.trick.waiting & !(1 << playing);
        let pile = state.layout.cards[plan.phase.pile as usize & 63];
        let worth =
            |cards: Mask| -> i32 { sight.tables.worths.iter().map(|(worth, of)| worth * cards.and(*of).len() as i32).sum() };
        let tricks = side_tricks(sight, playing);
        let (bids, their_bids, nil) = bids(sight, side);
        let declarer = state.get(at::DECLARER);
        let level = state.get(at::LEVEL);
        let taken = sight.tables.captured[playing as usize & 15].iter();
        let taken = taken.map(|zone| worth(sight.zone(*zone))).sum::<i32>();
        let their_tricks = state.get(at::TRICK_NUMBER) - tricks;
        let against = state.live & !side;
        Moment {
            sight,
            plan,
            own,
            strain,
            led,
            mode,
            behind: (waiting & !side).count_ones().min(2),
            winning,
            pile_worth: few_signed(worth(pile)),
            role: sight.relation(declarer),
            need: bids.map_or(0, |bid| 1 + few_signed(bid - tricks)),
            their_need: their_bids.map_or(0, |bid| 1 + few_signed(bid - their_tricks)),
            nil,
            left: few(own.len()),
            contract: (state.get(at::KIND).clamp(0, 3) as u32) << 6 | level.clamp(0, 63) as u32,
            progress: few_signed(taken) << 4 | tricks.clamp(0, 15) as u32,
            missing: if at.bid == 0 || declarer == NONE { 0 } else { missing(level - taken - tricks) },
            trumps_out: few(facts.called.and(sight.unseen).len()),
            against,
        }
    }

    /// Nothing is played to this trick.
    fn hold(&self) -> Row {
        let mut row = Row::new(0x686f_6c64);
        row.put([self.mode, self.winning]);
        row.put([self.left, self.behind]);
        row.put([self.need, self.role]);
        row
    }

    #[inline]
    fn card(&self, action: Action) -> Row {
        let sight = self.sight;
        let tables = &sight.tables;
        let card = sight.card_of(action.value);
        let at = card as usize;
        let facts = &tables.strains[self.strain.min(tables.strains.len() - 1)];
        let suit = facts.suit[at] as usize;
        let own_lead = facts.leads.get(suit).or(self.led);
        let (rank, worth) = (tables.rank_of[at] as u32, tables.worth_of[at] as u32);
        let trump = facts.called.has(card) as u32;
        let class = tables.suit_class.get(tables.suit_of[at] as usize).copied().unwrap_or(0) as u32;
        let mut row = Row::new(0x7472_6963);
        let Some(lead) = own_lead else {
            return row;
        };
        let wins = match self.led {
            None => 1,
            Some(led) => (led.power[at] as i16 > sight.state.trick.best_power) as u32,
        };
        let (higher, lower) = (lead.higher[at], lead.lower[at]);
        let (hi, lo) = (few(higher.and(sight.unseen).len()).min(5), few(lower.and(sight.unseen).len()).min(5));
        let (own_hi, own_lo) = (higher.and(self.own).len().min(3), lower.and(self.own).len().min(3));
        let length = few(lead.follow.and(self.own).len());
        let of_suit = lead.follow;
        let counting = tables.worths.iter().fold(Mask::EMPTY, |all, (_, of)| all.or(*of)).and(of_suit);
        let danger = counting.and(sight.unseen).len().min(3) << 1 | (!counting.and(self.own).is_empty()) as u32;
        let (mode, winning, behind) = (self.mode, self.winning, self.behind);
        let moment = (mode * 3 + winning) * 3 + behind;
        let voids = self.voids(of_suit);
        row.put([moment, wins, trump, hi, lo]);
        row.put([moment, wins, class, rank]);
        row.put([moment, wins, worth, self.pile_worth]);
        row.put([mode, trump, own_hi, own_lo, length]);
        row.put([mode, class, rank, self.left, trump]);
        row.put([mode, wins, winning, self.need, self.their_need, self.role]);
        row.put([mode, self.role, trump, self.trumps_out, length]);
        row.put([mode, class, hi, lo, length]);
        row.put([moment, wins, worth, (own_lo == 0) as u32, (own_hi == 0) as u32, hi]);
        row.put([mode, voids, trump, hi, winning, behind]);
        row.put([mode, self.nil, self.need, wins, hi, winning, behind]);
        row.put([self.contract, self.progress, wins, worth, self.role]);
        row.put([mode, class, rank, danger, sight.state.get(at::BROKEN).clamp(0, 1) as u32]);
        row.put([moment, wins, hi, danger, self.pile_worth]);
        row.put([mode, wins, winning, self.missing, self.role, worth, self.left]);
        row.put([sight.kind_of(card), moment, (self.left == 7) as u32]);
        row
    }

    /// How many opponents are known to have none of these cards.
    #[inline]
    fn voids(&self, cards: Mask) -> u32 {
        let mut voids = 0;
        let mut left = self.against;
        while left != 0 {
            let zone = self.plan.source(left.trailing_zeros() as u8) as usize & 63;
            voids += self.sight.state.layout.may[zone].and(cards).and(self.sight.unseen).is_empty() as u32;
            left &= left - 1;
        }
        voids.min(2)
    }
}

/// What a side still lacks of its contract, roughly.
fn missing(points: i32) -> u32 {
    match points {
        ..=0 => 1,
        1..=2 => 2,
        3..=5 => 3,
        6..=10 => 4,
        11..=15 => 5,
        16..=22 => 6,
        _ => 7,
    }
}

/// Tricks of the side that plays.
fn side_tricks(sight: &Sight, playing: u8) -> i32 {
    let (rules, state) = (sight.rules, sight.state);
    match u8::try_from(rules.program.team_of[playing as usize]) {
        Ok(team) => state.of(rules.at.team_tricks, team),
        Err(_) => state.of(rules.at.tricks, playing),
    }
}

/// What a side and the others bid together, if they bid; and whether this seat or another of its side bid nothing.
fn bids(sight: &Sight, side: u16) -> (Option<i32>, Option<i32>, u32) {
    let (rules, state) = (sight.rules, sight.state);
    let (mut own, mut theirs, mut nil) = (None, None, 0);
    for seat in 0..rules.program.seats {
        let bid = state.of(rules.at.bid, seat);
        if bid == NONE {
            continue;
        }
        let ours = side >> seat & 1 == 1;
        let sum = if ours { &mut own } else { &mut theirs };
        *sum = Some(sum.unwrap_or(0) + bid);
        if bid == 0 {
            nil |= if seat == sight.seat {
                1
            } else if ours {
                2
            } else {
                4
            };
        }
    }
    (own, theirs, nil)
}
