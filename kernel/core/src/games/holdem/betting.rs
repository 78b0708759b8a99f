//! Betting without cards: who has put in what, who is to act, and what may be done. One unit: chips.
//!
//! No-limit rules as the Tournament Directors Association states them: a raise is at least as large as the last full bet or
//! raise of the street; going all in for less is allowed, and lets only those raise again who have not acted yet or face
//! at least a full raise.

use super::options::{MAX_PLAYERS, MAX_SIZES, Options, STREETS};

pub const NOBODY: u8 = 255;
pub const PREFLOP: u8 = 0;
pub const FLOP: u8 = 1;
pub const RIVER: u8 = 3;

/// What the rules of betting depend on.
#[derive(Debug, Clone)]
pub struct Structure {
    pub players: u8,
    pub small_blind: i32,
    pub big_blind: i32,
    pub ante: i32,
    pub cap: u8,
    sizes: [Sizes; STREETS],
}

/// The sizes of a street: places in the list of all sizes, and per cents of the pot, rising.
#[derive(Debug, Clone, Copy, Default)]
struct Sizes {
    count: usize,
    of: [(u8, u16); MAX_SIZES],
}

impl Structure {
    pub fn new(options: &Options) -> Structure {
        let all = options.all_sizes();
        let place = |size: &u16| all.iter().position(|other| other == size).unwrap_or(0) as u8;
        let mut sizes = [Sizes::default(); STREETS];
        for (street, listed) in sizes.iter_mut().zip(&options.sizes) {
            for (spot, size) in street.of.iter_mut().zip(listed) {
                *spot = (place(size), *size);
                street.count += 1;
            }
        }
        Structure {
            players: options.players,
            small_blind: options.small_blind,
            big_blind: options.big_blind,
            ante: options.ante,
            cap: options.cap,
            sizes,
        }
    }
}

/// What the seat to act may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Moves {
    /// Chips that a call takes; 0: it may check.
    pub call: i32,
    /// Nobody has bet on this street: a raise is called a bet.
    pub opens: bool,
    /// Sizes that are offered, by their place in the list of all sizes.
    pub sizes: u32,
    /// What its bet is after going all in; 0: it may not raise.
    pub all_in: i32,
}

impl Moves {
    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        1 + (self.call > 0) as u32 + self.sizes.count_ones() + (self.all_in > 0) as u32
    }
}

/// What a seat does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    Fold,
    /// To check or to call.
    Call,
    /// A bet or raise, so that its bet on this street is this.
    To(i32),
}

/// Where the betting stands after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundStatus {
    Acting,
    /// All have answered: the street is over.
    Answered,
    /// All but one have folded.
    Folded,
}

/// The betting of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bets {
    /// Chips that a seat has left.
    pub stacks: [i32; MAX_PLAYERS],
    /// Chips put in on this street, and in the whole hand.
    pub bets: [i32; MAX_PLAYERS],
    pub paid: [i32; MAX_PLAYERS],
    pot: i32,
    /// Seats that have cards, those of them that have chips, and those that are still to answer; as bits.
    pub live: u8,
    able: u8,
    pub waiting: u8,
    /// Seats that have not acted on this street.
    fresh: u8,
    pub button: u8,
    pub to_act: u8,
    pub street: u8,
    /// Bets and raises on this street, and who made the last.
    pub raises: u8,
    pub aggressor: u8,
    /// What a seat has to match, and what the next raise has to add at least.
    pub highest: i32,
    pub min_raise: i32,
}

/// The first seat of a set after another, in turn.
#[inline]
pub fn next_in(set: u8, after: u8) -> u8 {
    let above = set & !(((2u16 << (after & 7)) - 1) as u8);
    let from = if above != 0 { above } else { set };
    if from == 0 { NOBODY } else { from.trailing_zeros() as u8 }
}

/// The seats of a set, in turn from the one after another.
#[inline]
pub fn in_turn(set: u8, after: u8) -> impl Iterator<Item = u8> {
    let until = ((2u16 << (after & 7)) - 1) as u8;
    seats_of(set & !until).chain(seats_of(set & until))
}

/// The seats of a set, the lowest first.
#[inline]
pub fn seats_of(set: u8) -> impl Iterator<Item = u8> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let seat = left.trailing_zeros() as u8;
            left &= left - 1;
            seat
        })
    })
}

impl Bets {
    /// Before the first hand.
    pub const NONE: Bets = Bets {
        stacks: [0; MAX_PLAYERS],
        bets: [0; MAX_PLAYERS],
        paid: [0; MAX_PLAYERS],
        pot: 0,
        live: 0,
        able: 0,
        waiting: 0,
        fresh: 0,
        button: 0,
        to_act: NOBODY,
        street: PREFLOP,
        raises: 0,
        aggressor: NOBODY,
        highest: 0,
        min_raise: 0,
    };

    /// The beginning of a hand: antes and blinds are posted by those who take part.
    pub fn post(rules: &Structure, button: u8, stacks: [i32; MAX_PLAYERS], seats: u8) -> (Bets, RoundStatus) {
        let (highest, min_raise) = (rules.big_blind, rules.big_blind);
        let has_chips = |seat: &u8| stacks[*seat as usize % MAX_PLAYERS] > 0;
        let able = seats_of(seats).filter(has_chips).fold(0, |set, seat| set | 1 << seat);
        let mut bets = Bets { stacks, live: seats, able, fresh: seats, button, highest, min_raise, ..Bets::NONE };
        if rules.ante > 0 {
            for seat in seats_of(seats) {
                bets.put(seat, rules.ante);
            }
            // An ante is no part of a bet.
            bets.bets = [0; MAX_PLAYERS];
        }
        let small = bets.small_blind();
        let big = next_in(seats, small);
        bets.put(small, rules.small_blind);
        bets.put(big, rules.big_blind);
        bets.waiting = bets.able;
        let status = bets.seek(big);
        (bets, status)
    }

    /// Who posts the small blind: the button, if there are only two.
    pub fn small_blind(&self) -> u8 {
        if self.live.count_ones() == 2 { self.button } else { next_in(self.live, self.button) }
    }

    #[inline]
    pub fn pot(&self) -> i32 {
        self.pot
    }

    /// Seats that have cards and chips.
    #[inline]
    pub fn able(&self) -> u8 {
        self.able
    }

    #[inline]
    fn put(&mut self, seat: u8, chips: i32) -> i32 {
        let at = seat as usize % MAX_PLAYERS;
        let chips = chips.min(self.stacks[at]);
        self.stacks[at] -= chips;
        self.bets[at] += chips;
        self.paid[at] += chips;
        self.pot += chips;
        self.able &= !(((self.stacks[at] == 0) as u8) << at);
        chips
    }

    /// Clears the table when the pots are paid out.
    pub fn clear(&mut self) {
        (self.paid, self.bets, self.pot) = ([0; MAX_PLAYERS], [0; MAX_PLAYERS], 0);
    }

    /// Finds who is to act next, after a seat.
    #[inline]
    fn seek(&mut self, after: u8) -> RoundStatus {
        self.to_act = NOBODY;
        if self.live.count_ones() == 1 {
            return RoundStatus::Folded;
        }
        self.waiting &= self.able;
        if self.waiting == 0 {
            return RoundStatus::Answered;
        }
        let seat = next_in(self.waiting, after);
        if self.able.count_ones() == 1 {
            // Alone among seats that are all in: it acts only if it has something to match.
            let own = self.bets[seat as usize % MAX_PLAYERS];
            let others = seats_of(self.live & !(1 << seat));
            if others.map(|other| self.bets[other as usize % MAX_PLAYERS]).max().unwrap_or(0) <= own {
                return RoundStatus::Answered;
            }
        }
        self.to_act = seat;
        RoundStatus::Acting
    }

    /// Chips that a call takes from the seat to act.
    #[inline]
    pub fn to_call(&self) -> i32 {
        let seat = self.to_act as usize % MAX_PLAYERS;
        (self.highest - self.bets[seat]).clamp(0, self.stacks[seat])
    }

    /// What the seat to act may do.
    #[inline]
    pub fn moves(&self, rules: &Structure) -> Moves {
        let seat = self.to_act as usize % MAX_PLAYERS;
        let (stack, own) = (self.stacks[seat], self.bets[seat]);
        let owed = (self.highest - own).max(0);
        let mut moves = Moves { call: owed.min(stack), opens: self.highest == 0, sizes: 0, all_in: 0 };
        let is_capped = rules.cap > 0 && self.raises >= rules.cap;
        let may_raise = self.fresh >> seat & 1 == 1 || owed >= self.min_raise;
        let is_answered = || {
            let mut others = seats_of(self.able & !(1 << seat)).map(|other| other as usize % MAX_PLAYERS);
            others.any(|other| self.stacks[other] + self.bets[other] > self.highest)
        };
        if is_capped || !may_raise || stack <= owed || !is_answered() {
            return moves;
        }
        moves.all_in = own + stack;
        let mut last = 0;
        let sizes = &rules.sizes[self.street as usize % STREETS];
        for (place, percent) in &sizes.of[..sizes.count] {
            let to = self.raise_to(*percent, owed);
            if to > last && to < moves.all_in {
                moves.sizes |= 1 << place;
                last = to;
            }
        }
        moves
    }

    /// What a bet is after raising by a part of the pot: the call is counted in the pot, and no raise is too small.
    #[inline]
    fn raise_to(&self, percent: u16, owed: i32) -> i32 {
        let pot = (self.pot + owed) as i64;
        self.highest + (((pot * percent as i64 + 50) / 100) as i32).max(self.min_raise)
    }

    /// What the bet of the seat to act is after a raise of a size.
    pub fn size_to(&self, rules: &Structure, place: u8) -> i32 {
        let seat = self.to_act as usize % MAX_PLAYERS;
        let sizes = &rules.sizes[self.street as usize % STREETS];
        let percent = sizes.of[..sizes.count].iter().find(|size| size.0 == place).map_or(0, |size| size.1);
        let owed = (self.highest - self.bets[seat]).max(0);
        self.raise_to(percent, owed).min(self.bets[seat] + self.stacks[seat])
    }

    /// Makes a move for the seat to act; the chips that it takes, and where the betting stands.
    #[inline]
    pub fn apply(&mut self, made: Move) -> (i32, RoundStatus) {
        let seat = self.to_act;
        let bit = 1u8 << (seat & 7);
        self.waiting &= !bit;
        self.fresh &= !bit;
        let mut chips = 0;
        match made {
            Move::Fold => (self.live, self.able) = (self.live & !bit, self.able & !bit),
            Move::Call => chips = self.put(seat, self.to_call()),
            Move::To(to) => {
                chips = self.put(seat, to - self.bets[seat as usize % MAX_PLAYERS]);
                let raised = self.bets[seat as usize % MAX_PLAYERS] - self.highest;
                self.min_raise = self.min_raise.max(raised);
                self.highest += raised;
                self.raises = self.raises.saturating_add(1);
                self.aggressor = seat;
                self.waiting = self.able & !bit;
            }
        }
        (chips, self.seek(seat))
    }

    /// Gives back what nobody has matched, of bets and of antes: to whom, and how much.
    #[inline]
    pub fn give_back(&mut self) -> Option<(u8, i32)> {
        let (mut top, mut second, mut seat) = (0, 0, 0);
        for (other, stake) in self.paid.iter().enumerate() {
            if *stake > top {
                (second, top, seat) = (top, *stake, other);
            } else {
                second = second.max(*stake);
            }
        }
        let chips = top - second;
        self.bets[seat] = (self.bets[seat] - chips).max(0);
        self.paid[seat] -= chips;
        self.stacks[seat] += chips;
        self.pot -= chips;
        self.able |= (((chips > 0) as u8) << seat) & self.live;
        (chips > 0).then_some((seat as u8, chips))
    }

    /// The next street begins.
    #[inline]
    pub fn next_street(&mut self, rules: &Structure) -> RoundStatus {
        self.street += 1;
        self.bets = [0; MAX_PLAYERS];
        (self.highest, self.min_raise) = (0, rules.big_blind);
        (self.raises, self.aggressor) = (0, NOBODY);
        self.fresh = self.live;
        self.waiting = self.able;
        self.seek(self.button)
    }

    /// Whether no more betting can come: all but one of those with cards are all in.
    pub fn is_all_in(&self) -> bool {
        self.able.count_ones() < 2
    }
}
