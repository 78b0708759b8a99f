//! The state of a game in progress. Mostly flat; the actions so far are kept outside.

use std::ops::{Deref, DerefMut};

use crate::chance::Chance;
use crate::knowledge::Layout;
use crate::rules::run::past_bets::PastBets;
use crate::rules::run::prelude::*;

pub const NOBODY: u8 = 255;

/// Room for [`MAX_DEPTH`] frames: a power of two, so that no index needs a check.
const FRAMES: usize = MAX_DEPTH.next_power_of_two();

/// A turn structure in progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Frame {
    pub node: u16,
    pub child: u16,
    pub turns: u32,
    pub seat: u8,
    /// Seats still to come in `Once` and `Together`.
    pub waiting: u16,
    /// Set by effects: take another turn, skip so many, give the turn to this seat, and whether any of these may be set.
    pub again: bool,
    pub skip: u8,
    pub next: u8,
    pub turned: bool,
    /// Set by effects: cut the turn short.
    pub ended: bool,
}

/// The compound move being made. Nobody but its maker sees any of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Draft {
    pub active: bool,
    pub offer: u8,
    pub pick: u8,
    pub values: [i32; MAX_PICKS],
    pub cards: [Mask; MAX_PICKS],
    /// Sets chosen to be laid on piles, by laying.
    pub sets: [u16; MAX_SETS],
    pub set_count: u8,
    /// Offers given up this turn by cancelling.
    pub closed: u32,
}

impl Draft {
    /// Starts a move: this offer, nothing picked.
    #[inline]
    pub fn begin(&mut self, offer: u8) {
        self.active = true;
        self.offer = offer;
        self.pick = 0;
        self.values = [NONE; MAX_PICKS];
        self.cards = [Mask::EMPTY; MAX_PICKS];
        self.set_count = 0;
    }

    /// No move is being made; what was given up this turn stays so, and what was picked means nothing any more.
    #[inline]
    pub fn clear(&mut self) {
        self.active = false;
        self.offer = 0;
        self.pick = 0;
        self.set_count = 0;
    }

    /// The move cannot be completed: nothing of it is left, and its offer is closed this turn.
    pub fn given_up(&self) -> Draft {
        Draft { closed: self.closed | 1 << (self.offer & 31), ..Draft::default() }
    }
}

/// A choice made in secret, waiting for the others.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pending {
    pub made: bool,
    pub offer: u8,
    pub values: [i32; 3],
    pub cards: [Mask; 3],
}

impl Pending {
    /// A move that has been chosen.
    pub fn of(draft: &Draft) -> Pending {
        let ([a, b, c, ..], [d, e, f, ..]) = (draft.values, draft.cards);
        Pending { made: true, offer: draft.offer, values: [a, b, c], cards: [d, e, f] }
    }

    /// The move that was chosen.
    pub fn draft(&self) -> Draft {
        let mut draft = Draft { active: true, offer: self.offer, ..Draft::default() };
        draft.values[..3].copy_from_slice(&self.values);
        draft.cards[..3].copy_from_slice(&self.cards);
        draft
    }
}

/// The trick on the table.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trick {
    pub leader: u8,
    /// Whose card is next (for a dummy, its partner decides).
    pub playing: u8,
    /// Seats still to play to this trick.
    pub waiting: u16,
    pub played: u8,
    /// Who played which card, in order (the last sixteen, in a long battle).
    pub plays: [(u8, u8); MAX_SEATS],
    pub best: u8,
    /// Its strength; below any while nobody has played.
    pub best_power: i16,
    /// Seats whose cards are level with the best, where that matters.
    pub tied: u16,
    pub tricks: u32,
    /// What binds whoever plays next, where it is tabulated.
    pub duties_now: u32,
    /// The strain in force, as the tables are made for it.
    pub strain: u32,
    /// What counts of the cards: their suits, or how strong they are after the one led.
    pub row: u32,
    /// Tricks still to come for which the seats that play have cards in any case, and those seats.
    pub guaranteed: u8,
    pub holders: u16,
    pub dummy: u8,
    /// Its cards lie open, or there is none.
    pub dummy_shown: bool,
}

impl Trick {
    /// Nobody has played yet: these seats will, this one first.
    #[inline(always)]
    pub fn open(&mut self, leader: u8, waiting: u16) {
        (self.leader, self.waiting, self.played) = (leader, waiting, 0);
        (self.best, self.best_power, self.tied) = (NOBODY, -1, 0);
    }
}

/// A betting round: who has yet to answer the last raise.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bets {
    pub waiting: u16,
    /// Seats that have not acted this round.
    pub fresh: u16,
    /// Largest raise of this round.
    pub last_raise: i32,
}

/// An auction: who may still call, what was called last.
#[derive(Debug, Clone, Copy)]
pub struct Auction {
    pub waiting: u16,
    pub passed: u16,
    pub silent: u8,
    pub best_seat: u8,
    /// First seat of each side (a team, or a seat alone) to name each strain.
    pub first: [[u8; 16]; MAX_SEATS],
}

impl Auction {
    /// Nobody has called: these seats may, of so many sides.
    pub fn start(&mut self, waiting: u16, sides: usize) {
        (self.waiting, self.passed, self.silent, self.best_seat) = (waiting, 0, 0, NOBODY);
        self.first[..sides.min(MAX_SEATS)].fill([NOBODY; 16]);
    }
}

#[derive(Clone)]
pub struct State {
    pub layout: Layout,
    pub registers: [i32; MAX_REGISTERS],
    pub frames: [Frame; FRAMES],
    pub draft: Draft,
    pub pending: [Pending; MAX_SEATS],
    pub auction: Auction,
    pub past_bets: PastBets,
    pub chance: Chance,
    /// Read and written as if it were part of the state itself.
    status: Status,
}

/// Where a game has got to, in small.
#[derive(Debug, Clone, Copy, Default)]
pub struct Status {
    /// How many frames there are.
    pub depth: u8,
    /// Node that waits for a decision, and who makes it (NOBODY when the game is over).
    pub node: u16,
    pub to_act: u8,
    pub live: u16,
    pub trick: Trick,
    pub bets: Bets,
    pub over: bool,
    pub winners: u16,
    pub winning_teams: u16,
    /// Seats that the rules name as losers.
    pub losers: u16,
    /// All have won, or lost, together.
    pub together: bool,
    pub end_hand: bool,
    pub end_match: bool,
    /// The hand does not count: nobody bid.
    pub void_hand: bool,
    /// A one-player game that ended level.
    pub drawn: bool,
    /// A limit ended the match, or a hand of it.
    pub limited: bool,
    /// Turns of structures in this match, but for those of which one choice is all: they are counted as decisions.
    pub turns: u32,
    pub decisions: u32,
    /// What has been done since the last decision, and which that was.
    pub idle: Idle,
}

impl Deref for State {
    type Target = Status;

    #[inline(always)]
    fn deref(&self) -> &Status {
        &self.status
    }
}

impl DerefMut for State {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Status {
        &mut self.status
    }
}

/// Steps that were taken without a decision.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Idle {
    steps: u32,
    since: u32,
}

impl Idle {
    /// So many decisions have been made, and a turn of so many steps is over: how many have been taken since the last
    /// decision. A turn in which there was one is not idle, however much there may be to do in it.
    #[inline]
    pub fn add(&mut self, decisions: u32, steps: u32) -> u32 {
        let idle = if self.since == decisions { self.steps.saturating_add(steps) } else { 0 };
        *self = Idle { steps: idle, since: decisions };
        idle
    }
}

impl State {
    pub fn new(seed: &[u8; 32]) -> State {
        let (none, best_power) = (NOBODY, -1);
        let trick = Trick { leader: none, playing: none, best: none, best_power, dummy: none, ..Trick::default() };
        let status = Status { to_act: none, trick, ..Status::default() };
        State {
            layout: Layout::default(),
            registers: [0; MAX_REGISTERS],
            frames: [Frame::default(); FRAMES],
            draft: Draft::default(),
            pending: [Pending::default(); MAX_SEATS],
            auction: Auction { waiting: 0, passed: 0, silent: 0, best_seat: NOBODY, first: [[NOBODY; 16]; MAX_SEATS] },
            past_bets: PastBets::default(),
            chance: Chance::new(seed),
            status,
        }
    }

    /// Becomes fresh again, with so many registers; the layout is gathered when the deck is.
    pub fn renew(&mut self, fresh: &State, used: usize) {
        // Every field is named, so that none can be forgotten. The draft and past bets start afresh with every
        // hand, an auction whenever it is entered.
        let State { layout, registers, frames: _, draft: _, pending, auction: _, past_bets: _, chance: _, status } = self;
        layout.forget_keys();
        registers[..used].copy_from_slice(&fresh.registers[..used]);
        for pending in pending.iter_mut().filter(|pending| pending.made) {
            *pending = Pending::default();
        }
        *status = fresh.status;
    }

    /// Becomes like another state of the same game. What that game does not use is not copied: it is the same anyway.
    pub fn copy(&mut self, from: &State, rules: &Rules) {
        // Every field is named, so that none can be forgotten.
        let State { layout, registers, frames, draft, pending, auction, past_bets, chance, status } = self;
        layout.copy(&from.layout, &rules.places);
        registers[..rules.registers].copy_from_slice(&from.registers[..rules.registers]);
        let depth = from.depth as usize & (FRAMES - 1);
        frames[..depth].copy_from_slice(&from.frames[..depth]);
        if from.draft.active || from.draft.closed != 0 || draft.active || draft.closed != 0 {
            *draft = from.draft;
        }
        for (own, other) in pending.iter_mut().zip(&from.pending).take(rules.program.seats as usize) {
            if own.made || other.made {
                *own = *other;
            }
        }
        let sides = (rules.program.seats.max(rules.program.teams) as usize).min(MAX_SEATS);
        auction.first[..sides].copy_from_slice(&from.auction.first[..sides]);
        (auction.waiting, auction.passed) = (from.auction.waiting, from.auction.passed);
        (auction.silent, auction.best_seat) = (from.auction.silent, from.auction.best_seat);
        past_bets.copy(&from.past_bets);
        (*chance, *status) = (from.chance, from.status);
    }

    /// All that it holds, but for what is left over from before and means nothing.
    pub fn contents(&self, rules: &Rules) -> String {
        // Every field is named, so that none can be forgotten.
        let State { layout, registers, frames, draft, pending, auction, past_bets, chance, status } = self;
        let mut status = *status;
        let lies = |card: u8| rules.zones[layout.zone_of[card as usize & 127] as usize].role == Role::Trick;
        for (place, play) in status.trick.plays.iter_mut().enumerate() {
            if place >= status.trick.played as usize || !lies(play.1) {
                *play = (NOBODY, NOBODY);
            }
        }
        // Others do not see how many picks a move took. It counts only against a bound that no game comes near, and the next
        // decision ends what was idle.
        (status.decisions, status.idle) = (0, Idle::default());
        let frames = &frames[..self.depth as usize & (FRAMES - 1)];
        let draft = (draft.active || draft.closed != 0).then_some(draft);
        let pending: Vec<_> = pending.iter().filter(|pending| pending.made).collect();
        let auction = (auction.waiting, auction.passed, auction.silent, auction.best_seat);
        let registers = &registers[..rules.registers];
        let layout = layout.contents(&rules.places);
        format!("{layout} {registers:?} {frames:?} {draft:?} {pending:?} {auction:?} {:?} {chance:?} {status:?}", past_bets.all())
    }

    /// The innermost turn structure (any, if there is none).
    #[inline]
    pub fn frame(&self) -> &Frame {
        &self.frames[(self.depth as usize).wrapping_sub(1) & (FRAMES - 1)]
    }

    #[inline]
    pub fn frame_mut(&mut self) -> &mut Frame {
        &mut self.frames[(self.depth as usize).wrapping_sub(1) & (FRAMES - 1)]
    }

    /// The structure at a depth, the outermost at 0.
    #[inline]
    pub fn frame_at(&mut self, depth: u8) -> &mut Frame {
        &mut self.frames[depth as usize & (FRAMES - 1)]
    }

    /// The structure around the innermost one, if there is one.
    #[inline]
    pub fn outer_frame(&self) -> Option<&Frame> {
        (self.depth > 1).then(|| &self.frames[(self.depth as usize).wrapping_sub(2) & (FRAMES - 1)])
    }

    #[inline]
    pub fn get(&self, register: u16) -> i32 {
        self.registers[register as usize & (MAX_REGISTERS - 1)]
    }

    #[inline]
    pub fn set(&mut self, register: u16, value: i32) {
        self.registers[register as usize & (MAX_REGISTERS - 1)] = value;
    }

    /// Register of a family, by seat or team.
    #[inline]
    pub fn of(&self, family: u16, index: u8) -> i32 {
        self.registers[(family as usize + index as usize) & (MAX_REGISTERS - 1)]
    }

    #[inline]
    pub fn add(&mut self, family: u16, index: u8, amount: i32) {
        let register = &mut self.registers[(family as usize + index as usize) & (MAX_REGISTERS - 1)];
        *register = register.saturating_add(amount);
    }

    /// Sets the first so many registers of a family to 0.
    pub fn clear(&mut self, family: u16, count: u8) {
        self.registers[family as usize..][..count as usize].fill(0);
    }

    /// Next live seat from `seat`, itself excluded, in a direction (1 left, -1 right). `seat` if there is no other.
    #[inline]
    pub fn next_live(&self, seat: u8, direction: i32) -> u8 {
        next_in(self.live, seat, direction)
    }
}

/// Next seat of a set after `seat`, in a direction; `seat` itself if it is the only one or the set is empty.
#[inline]
pub fn next_in(set: u16, seat: u8, direction: i32) -> u8 {
    if set == 0 {
        return seat;
    }
    next_after(set as u32, 1 << (seat & 15), direction)
}

/// Next of some seats after the one with this bit, in a direction.
#[inline]
pub fn next_after(set: u32, bit: u32, direction: i32) -> u8 {
    let below = bit - 1;
    if direction >= 0 {
        let after = set & !below & !bit;
        (if after != 0 { after } else { set }).trailing_zeros() as u8
    } else {
        let before = set & below;
        (if before != 0 { before } else { set }).checked_ilog2().unwrap_or(0) as u8
    }
}
