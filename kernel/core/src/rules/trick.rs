//! Tricks: each seat plays a card, the strongest takes them all; and battles, when strength ties.

use super::eval::Eval;
use super::flow::{Play, types_of};
use super::load::Rules;
use super::moments::Moments;
use super::program::*;
use super::state::{NOBODY, State, next_in};
use super::tree::Set;
use crate::game::{Action, Event, Legal, Observer};
use crate::knowledge::NO_CARD;
use crate::mask::Mask;

/// What is worked out beforehand about a trick phase.
#[derive(Default)]
pub struct TrickFacts {
    /// Where each seat plays from.
    source: [u8; MAX_SEATS],
    /// Its duties, where they can be tabulated.
    moments: Option<Moments>,
    /// Cards that break a suit, where they are always the same.
    breaks: Option<Mask>,
    /// A card is the action's value, and nothing follows from playing it but the trick.
    pub plain: bool,
    /// Whether the cards are played from, and to, places in which order matters.
    ordered: (bool, bool),
    /// Where the cards go, by who takes them, where that is always the same.
    pub to: Option<[u8; MAX_SEATS]>,
    /// Hands only grow smaller while tricks are played.
    shrinking: bool,
    /// By strain, suit led and card.
    power: Vec<[u8; MAX_CARDS]>,
    /// By strain and card.
    suit: Vec<[u8; MAX_CARDS]>,
    leads: usize,
}

impl TrickFacts {
    pub fn of(rules: &Rules, node: &Node) -> TrickFacts {
        let Node::Trick(phase) = node else {
            return TrickFacts::default();
        };
        let strains = &rules.program.strains;
        let leads = strains.iter().map(|strain| strain.power.len()).max().unwrap_or(0);
        let row = |values: Option<&Vec<u8>>| {
            let mut row = [0; MAX_CARDS];
            for (entry, value) in row.iter_mut().zip(values.into_iter().flatten()) {
                *entry = *value;
            }
            row
        };
        let family = &rules.program.zones[phase.source as usize];
        let step = if family.owner == Owner::Seat { family.piles } else { 0 };
        let source: [u8; MAX_SEATS] = std::array::from_fn(|seat| family.base + (seat as u8).min(rules.program.seats - 1) * step);
        let to = by_actor(rules, phase.to);
        let plain = !phase.forced_top && rules.single_copies && !rules.plays_matter;
        TrickFacts {
            source,
            moments: Moments::tabulate(rules, phase),
            breaks: phase.breaks.and_then(|id| match rules.sets[id as usize] {
                Set::Const(cards) => Some(cards),
                _ => None,
            }),
            plain,
            shrinking: plain && to.is_some_and(|to| to.iter().all(|zone| !source.contains(zone))),
            ordered: (family.ordered, rules.places.spots[phase.pile as usize].ordered),
            to,
            power: strains.iter().flat_map(|strain| (0..leads).map(|led| row(strain.power.get(led)))).collect(),
            suit: strains.iter().map(|strain| row(Some(&strain.suit))).collect(),
            leads,
        }
    }

    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.source[seat as usize & (MAX_SEATS - 1)]
    }

    /// Of these seats, those that have a card to play.
    #[inline]
    pub fn holding(&self, state: &State, mut seats: u16) -> u16 {
        let mut left = seats;
        while left != 0 {
            let seat = left.trailing_zeros() as u8;
            left &= left - 1;
            if state.layout.size[self.source(seat) as usize & (MAX_ZONES - 1)] == 0 {
                seats &= !(1 << seat);
            }
        }
        seats
    }
}

/// The zone an expression names for each actor, if it depends on nothing else.
fn by_actor(rules: &Rules, id: ExprId) -> Option<[u8; MAX_SEATS]> {
    let fixed = |op: &Op| match op {
        Op::Reg(register) => *register == rules.at.actor,
        Op::Const(_) | Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Mod | Op::Min | Op::Max | Op::Table(_) => true,
        _ => false,
    };
    if !rules.program.code[id as usize].iter().all(fixed) {
        return None;
    }
    let mut state = State::new(&[0; 32]);
    Some(std::array::from_fn(|seat| {
        state.set(rules.at.actor, seat as i32);
        Eval::new(rules, &state).zone(id)
    }))
}

/// Lists what may be played to the trick.
#[inline]
pub fn legal(rules: &Rules, state: &State, trick: &TrickPhase, out: &mut Legal) {
    if trick.forced_top {
        return out.push_one(trick.slot);
    }
    let facts = &rules.tricks[state.node as usize];
    let held = state.layout.cards[facts.source(state.trick.playing) as usize & (MAX_ZONES - 1)];
    let bound = match &facts.moments {
        Some(moments) => moments.bound(state.trick.moment, held),
        None => bound_by_duties(rules, state, trick, held),
    };
    out.push(trick.slot, types_of(rules, bound));
    if trick.hold.is_some() && may_hold(rules, state, trick) {
        out.push_one(trick.hold_slot);
    }
}

/// Whether the seat whose turn it is may play nothing: not if it is the last, and nobody else has played.
#[inline(never)]
fn may_hold(rules: &Rules, state: &State, trick: &TrickPhase) -> bool {
    let others = state.trick.waiting & !(1 << state.trick.playing);
    (state.trick.best != NOBODY || others != 0) && Eval::new(rules, state).holds(trick.hold)
}

#[inline(never)]
fn bound_by_duties(rules: &Rules, state: &State, trick: &TrickPhase, held: Mask) -> Mask {
    let eval = Eval::new(rules, state);
    let binding = trick.duties.iter().filter(|duty| eval.holds(duty.when));
    binding.map(|duty| held.and(eval.mask(duty.cards))).find(|tier| !tier.is_empty()).unwrap_or(held)
}

impl<O: Observer> Play<'_, O> {
    #[inline]
    pub fn source(&self, seat: u8) -> u8 {
        self.rules.tricks[self.state.node as usize].source(seat)
    }

    pub fn enter_trick(&mut self, trick: &TrickPhase, node: u16) -> bool {
        let (leader, strain) = (self.seat(trick.leader).unwrap_or(0), self.int(trick.strain));
        let dummy = trick.dummy.and_then(|seat| self.seat(seat)).unwrap_or(NOBODY);
        let at = &self.rules.at;
        self.state.node = node;
        self.state.set(at.strain, strain);
        self.state.set(at.trick_number, 0);
        self.state.trick.tricks = 0;
        self.state.trick.dummy = dummy;
        self.state.trick.dummy_shown = false;
        self.start_trick(trick, &self.rules.tricks[node as usize], leader)
    }

    /// What a card does may take others out of play, or all their cards: they are not waited for.
    #[inline(never)]
    fn drop_unable(&mut self) {
        let facts = &self.rules.tricks[self.state.node as usize];
        self.state.trick.waiting = facts.holding(self.state, self.state.trick.waiting & self.state.live);
    }

    /// Opens a trick; `false` if there is none to play.
    pub fn start_trick(&mut self, trick: &TrickPhase, facts: &TrickFacts, leader: u8) -> bool {
        let at = &self.rules.at;
        let out = trick.out.and_then(|seat| self.seat(seat)).map_or(0, |seat| 1u16 << seat);
        let state = &mut *self.state;
        let waiting = facts.holding(state, state.live & !out);
        // One alone plays no tricks, unless nobody else is in play.
        if waiting == 0 || waiting & (waiting - 1) == 0 && state.live & (state.live - 1) != 0 {
            return false;
        }
        let leader = if waiting >> leader & 1 == 1 { leader } else { next_in(waiting, leader, state.get(at.direction)) };
        let running = &mut state.trick;
        running.leader = leader;
        running.waiting = waiting;
        running.played = 0;
        running.best = NOBODY;
        running.best_power = 0;
        running.tied = 0;
        state.set(at.led, NONE);
        state.set(at.leading, 1);
        self.await_play(facts, leader);
        true
    }

    /// Waits for a seat's card. What it must play does not change before it does.
    #[inline]
    pub fn await_play(&mut self, facts: &TrickFacts, seat: u8) {
        let (at, state) = (&self.rules.at, &mut *self.state);
        state.trick.playing = seat;
        state.to_act = seat;
        state.set(at.actor, seat as i32);
        if let Some(moments) = &facts.moments {
            state.trick.moment = moments.now(at, state);
        }
        if seat == state.trick.dummy && state.trick.dummy_shown {
            self.play_dummy(seat);
        }
    }

    /// The dummy's cards, once shown, are played by its partner; those that came since are shown too.
    #[inline(never)]
    fn play_dummy(&mut self, seat: u8) {
        let partners = self.rules.side[seat as usize] & !(1 << seat);
        if partners != 0 {
            self.state.to_act = partners.trailing_zeros() as u8;
            let facts = &self.rules.tricks[self.state.node as usize];
            if !facts.shrinking {
                self.show_hand(facts.source(seat));
            }
        }
    }

    #[inline]
    pub fn apply_trick(&mut self, trick: &TrickPhase, action: Action) -> bool {
        let rules = self.rules;
        let at = &rules.at;
        let state = &mut *self.state;
        let facts = &rules.tricks[state.node as usize];
        let seat = state.trick.playing;
        if trick.hold.is_some() && action.slot == trick.hold_slot {
            return self.hold(trick, facts, action, seat);
        }
        let zone = facts.source(seat);
        let card = if facts.plain { action.value } else { card_of(rules, state, trick, zone, action) };
        if card == NO_CARD {
            return true;
        }
        if !trick.forced_top {
            show_missed_duties(rules, state, trick, facts, card);
        }
        self.observer.see(Event::Chose { seat, action, seen_by: rules.places.everyone });
        state.layout.play(&rules.places, card, zone, trick.pile, facts.ordered, self.observer);
        if let Some(breaks) = trick.breaks
            && state.get(at.broken) == 0
            && breaking(rules, state, facts, breaks).has(card)
        {
            state.set(at.broken, 1);
        }
        rank_card(rules, state, trick, facts, card);
        if !facts.plain && rules.plays_matter {
            self.played(Mask::of(card), seat);
            self.drop_unable();
        }
        let state = &mut *self.state;
        state.set(at.passes, 0);
        state.set(at.last_player, seat as i32);
        if state.trick.dummy != NOBODY && !state.trick.dummy_shown {
            self.show_dummy();
        }
        self.pass_on(trick, facts, seat)
    }

    /// The seat plays nothing to this trick.
    #[inline(never)]
    fn hold(&mut self, trick: &TrickPhase, facts: &TrickFacts, action: Action, seat: u8) -> bool {
        self.state.layout.note(0x9_0000 | action.slot as u64);
        self.observer.see(Event::Chose { seat, action, seen_by: self.rules.places.everyone });
        self.pass_on(trick, facts, seat)
    }

    /// A seat has had its turn: the next one's, or the end of the trick; whether the phase is over.
    #[inline]
    fn pass_on(&mut self, trick: &TrickPhase, facts: &TrickFacts, seat: u8) -> bool {
        let waiting = self.state.trick.waiting & !(1 << seat);
        self.state.trick.waiting = waiting;
        if waiting != 0 {
            let next = next_in(waiting, seat, self.state.get(self.rules.at.direction));
            self.await_play(facts, next);
            return false;
        }
        self.finish_trick(trick, facts)
    }

    #[inline(never)]
    fn show_dummy(&mut self) {
        self.state.trick.dummy_shown = true;
        self.show_hand(self.source(self.state.trick.dummy));
    }

    /// Shows the cards of a zone that somebody has not seen.
    fn show_hand(&mut self, zone: u8) {
        let everyone = self.rules.places.everyone;
        for card in self.state.layout.cards[zone as usize] {
            if self.state.layout.knows[card as usize] != everyone {
                self.state.layout.show(&self.rules.places, card, everyone, self.observer);
            }
        }
    }
}

/// The card that is played: the top one, or any of the type named.
#[inline]
fn card_of(rules: &Rules, state: &State, trick: &TrickPhase, zone: u8, action: Action) -> u8 {
    let zone = zone as usize & (MAX_ZONES - 1);
    if trick.forced_top {
        return state.layout.top[zone];
    }
    rules.copy_of(state, action.value, state.layout.cards[zone]).unwrap_or(NO_CARD)
}

/// The cards that break a suit.
#[inline]
fn breaking(rules: &Rules, state: &State, facts: &TrickFacts, breaks: ExprId) -> Mask {
    facts.breaks.unwrap_or_else(|| Eval::new(rules, state).mask(breaks))
}

/// Whether the card played is the best so far.
#[inline]
fn rank_card(rules: &Rules, state: &mut State, trick: &TrickPhase, facts: &TrickFacts, card: u8) {
    let at = &rules.at;
    let strain = match facts.suit.len() {
        1 => 0,
        strains => state.get(at.strain).clamp(0, strains as i32 - 1) as usize,
    };
    let index = card as usize & (MAX_CARDS - 1);
    let mut led = state.get(at.led);
    if state.get(at.leading) == 1 {
        led = facts.suit[strain][index] as i32;
        state.set(at.led, led);
        state.set(at.leading, 0);
    }
    let led = led as usize;
    let power = if led < facts.leads { facts.power[strain * facts.leads + led][index] } else { 0 };
    let best = &mut state.trick;
    let seat = best.playing;
    best.plays[best.played as usize & (MAX_SEATS - 1)] = (seat, card);
    best.played = best.played.wrapping_add(1);
    if power > best.best_power || best.best == NOBODY || power == best.best_power && trick.ties == Ties::Last {
        best.tied = 1 << seat;
        best.best = seat;
        best.best_power = power;
    } else if power == best.best_power {
        best.tied |= 1 << seat;
    }
}

/// A card played outside a duty shows that the hand has nothing of it.
#[inline]
fn show_missed_duties(rules: &Rules, state: &mut State, trick: &TrickPhase, facts: &TrickFacts, card: u8) {
    let zone = facts.source(state.trick.playing);
    let Some(moments) = &facts.moments else {
        return show_other_duties(rules, state, trick, zone, card);
    };
    for tier in moments.tiers(state.trick.moment) {
        if tier.has(card) {
            return;
        }
        state.layout.prove_none(&rules.places, zone, *tier);
    }
}

#[inline(never)]
fn show_other_duties(rules: &Rules, state: &mut State, trick: &TrickPhase, zone: u8, card: u8) {
    for duty in &trick.duties {
        let eval = Eval::new(rules, state);
        if !eval.holds(duty.when) {
            continue;
        }
        let tier = eval.mask(duty.cards);
        if tier.has(card) {
            return;
        }
        if !tier.is_empty() {
            state.layout.prove_none(&rules.places, zone, tier);
        }
    }
}
