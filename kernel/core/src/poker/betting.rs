//! Betting without cards: who has put in what, whose turn it is, and what may be done. Chips are whole numbers.
//!
//! Seats are counted from the small blind, the button is the last; of two players the small blind is the button, acts first
//! before the flop and last after it.

/// Most players.
pub const SEATS: usize = 6;

/// Rounds of betting: before the flop, flop, turn, river.
pub const STREETS: usize = 4;

/// How large a bet or raise is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Size {
    /// A part of the pot as it is after calling.
    Pot(f64),
    /// So many chips on top of what there is to call.
    Chips(u32),
}

/// What may be bet on a street.
#[derive(Debug, Clone, PartialEq)]
pub struct StreetTree {
    pub bets: Vec<Size>,
    pub raises: Vec<Size>,
    /// Bets and raises on the street, at most; the big blind is none.
    pub cap: u8,
    /// Whether everything may be put in besides.
    pub all_in: bool,
    /// A bet that takes at least this part of what one has takes all of it.
    pub all_in_from: f64,
}

/// The bets of every street, and the smallest bet.
#[derive(Debug, Clone, PartialEq)]
pub struct BetTree {
    pub streets: Vec<StreetTree>,
    pub smallest: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    Fold,
    /// A check too.
    Call,
    /// What one's chips of this street come to.
    Raise(u32),
}

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    Act(usize),
    /// The street is over and cards come; betting goes on if somebody still can.
    Deal,
    /// Cards come until the board is full, then hands are shown.
    Showdown,
    /// All but one have folded.
    Won(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Betting {
    pub players: u8,
    pub street: u8,
    /// The last street, after which hands are shown.
    pub last_street: u8,
    pub folded: u8,
    /// Seats that are still to act on this street.
    pub pending: u8,
    pub turn: u8,
    /// Bets and raises on this street.
    pub raises: u8,
    /// The seat that acts first on streets after the first.
    pub first: u8,
    /// Chips of earlier streets.
    pub pot: u32,
    /// By how much the last bet or raise raised.
    pub step: u32,
    pub bets: [u32; SEATS],
    pub stacks: [u32; SEATS],
}

impl Betting {
    /// Before the flop: blinds are in, the seat after them is to act.
    pub fn before_flop(stacks: &[u32], blinds: [u32; 2], ante: u32) -> Betting {
        let players = stacks.len();
        let mut betting = Betting::on_street(stacks, 0, 3, 0);
        for seat in 0..players {
            let paid = ante.min(betting.stacks[seat]);
            betting.stacks[seat] -= paid;
            betting.pot += paid;
        }
        for (seat, blind) in blinds.into_iter().enumerate() {
            let paid = blind.min(betting.stacks[seat]);
            betting.stacks[seat] -= paid;
            betting.bets[seat] = paid;
        }
        betting.step = blinds[1];
        betting.pending &= betting.with_chips();
        betting.first = u8::from(players == 2);
        betting.turn = betting.next_after(1).unwrap_or(0) as u8;
        betting
    }

    /// The start of a street with a pot and what each seat has left; the first seat acts first.
    pub fn on_street(stacks: &[u32], street: u8, last_street: u8, pot: u32) -> Betting {
        let players = stacks.len() as u8;
        let all = (1u8 << players) - 1;
        let mut of_seats = [0; SEATS];
        of_seats[..stacks.len()].copy_from_slice(stacks);
        let mut betting = Betting {
            players,
            street,
            last_street,
            folded: 0,
            pending: all,
            turn: 0,
            raises: 0,
            first: 0,
            pot,
            step: 0,
            bets: [0; SEATS],
            stacks: of_seats,
        };
        betting.open_street();
        betting
    }

    fn open_street(&mut self) {
        self.pending = self.with_chips() & !self.folded;
        if self.pending.count_ones() < 2 {
            self.pending = 0;
        }
        let before_first = (self.first as usize + self.players as usize - 1) % self.players as usize;
        self.turn = self.next_after(before_first).unwrap_or(0) as u8;
    }

    fn with_chips(&self) -> u8 {
        (0..self.players as usize).filter(|seat| self.stacks[*seat] > 0).fold(0, |mask, seat| mask | 1 << seat)
    }

    fn next_after(&self, seat: usize) -> Option<usize> {
        let players = self.players as usize;
        (1..=players).map(|step| (seat + step) % players).find(|seat| self.pending >> seat & 1 == 1)
    }

    pub fn highest(&self) -> u32 {
        self.bets.iter().copied().max().unwrap_or(0)
    }

    pub fn total(&self) -> u32 {
        self.pot + self.bets.iter().sum::<u32>()
    }

    pub fn live(&self) -> u32 {
        self.players as u32 - self.folded.count_ones()
    }

    pub fn is_live(&self, seat: usize) -> bool {
        self.folded >> seat & 1 == 0
    }

    pub fn next(&self) -> Next {
        if self.live() == 1 {
            return Next::Won((0..self.players as usize).find(|seat| self.is_live(*seat)).unwrap_or(0));
        }
        if self.pending != 0 {
            return Next::Act(self.turn as usize);
        }
        let can_bet = (self.with_chips() & !self.folded).count_ones() >= 2;
        if can_bet && self.street < self.last_street { Next::Deal } else { Next::Showdown }
    }

    /// What the seat to act may do, in a fixed order: fold, call, then raises from the smallest.
    pub fn actions(&self, tree: &BetTree) -> Vec<Action> {
        let seat = self.turn as usize;
        let (highest, own, stack) = (self.highest(), self.bets[seat], self.stacks[seat]);
        let to_call = (highest - own).min(stack);
        let mut actions = Vec::with_capacity(6);
        if to_call > 0 {
            actions.push(Action::Fold);
        }
        actions.push(Action::Call);
        let Some(street) = tree.streets.get(self.street as usize) else { return actions };
        let others_can_answer = (self.with_chips() & !self.folded & !(1 << seat)) != 0;
        if stack <= to_call || self.raises >= street.cap || !others_can_answer {
            return actions;
        }
        let all_in = own + stack;
        let smallest = (highest + self.step.max(tree.smallest)).min(all_in);
        let sizes = if highest == 0 { &street.bets } else { &street.raises };
        let mut raises: Vec<u32> =
            sizes.iter().map(|size| self.sized(*size, to_call, highest, smallest, all_in, street)).collect();
        if street.all_in {
            raises.push(all_in);
        }
        raises.sort_unstable();
        raises.dedup();
        actions.extend(raises.into_iter().map(Action::Raise));
        actions
    }

    fn sized(&self, size: Size, to_call: u32, highest: u32, smallest: u32, all_in: u32, street: &StreetTree) -> u32 {
        let more = match size {
            Size::Pot(part) => ((self.total() + to_call) as f64 * part).round() as u32,
            Size::Chips(chips) => chips,
        };
        let to = highest.saturating_add(more).clamp(smallest, all_in);
        if to as f64 >= all_in as f64 * street.all_in_from { all_in } else { to }
    }

    /// After an action of `actions`.
    pub fn after(&self, action: Action) -> Betting {
        let mut next = *self;
        let seat = self.turn as usize;
        next.pending &= !(1 << seat);
        match action {
            Action::Fold => next.folded |= 1 << seat,
            Action::Call => next.pay(seat, (self.highest() - self.bets[seat]).min(self.stacks[seat])),
            Action::Raise(to) => {
                next.pay(seat, to - self.bets[seat]);
                next.step = self.step.max(to.saturating_sub(self.highest()));
                next.raises += 1;
                next.pending = next.with_chips() & !next.folded & !(1 << seat);
            }
        }
        if next.live() == 1 {
            next.pending = 0;
        }
        // Whoever is alone with chips and owes nothing has nothing to decide.
        if next.pending.count_ones() == 1 {
            let alone = next.pending.trailing_zeros() as usize;
            let others = next.with_chips() & !next.folded & !(1 << alone);
            if others == 0 && next.bets[alone] >= next.highest() {
                next.pending = 0;
            }
        }
        next.turn = next.next_after(seat).unwrap_or(seat) as u8;
        next
    }

    fn pay(&mut self, seat: usize, chips: u32) {
        self.bets[seat] += chips;
        self.stacks[seat] -= chips;
    }

    /// The next street, cards having come.
    pub fn dealt(&self) -> Betting {
        let mut next = *self;
        next.street += 1;
        next.pot = self.total();
        next.bets = [0; SEATS];
        next.raises = 0;
        next.step = 0;
        next.open_street();
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Rng;
    use std::collections::HashSet;

    fn pot_sizes(sizes: &[f64], cap: u8) -> BetTree {
        let sizes: Vec<Size> = sizes.iter().map(|part| Size::Pot(*part)).collect();
        let street = StreetTree { bets: sizes.clone(), raises: sizes, cap, all_in: true, all_in_from: 1.0 };
        BetTree { streets: vec![street; STREETS], smallest: 2 }
    }

    #[test]
    fn of_two_the_small_blind_acts_first_before_the_flop_and_last_after_it() {
        let betting = Betting::before_flop(&[200, 200], [1, 2], 0);
        assert_eq!((betting.next(), betting.total(), betting.stacks[..2].to_vec()), (Next::Act(0), 3, vec![199, 198]));
        let limped = betting.after(Action::Call);
        assert_eq!(limped.next(), Next::Act(1), "the big blind may raise");
        let flop = limped.after(Action::Call);
        assert_eq!(flop.next(), Next::Deal);
        assert_eq!(flop.dealt().next(), Next::Act(1));
    }

    #[test]
    fn of_three_the_button_acts_first_and_the_small_blind_after_the_flop() {
        let betting = Betting::before_flop(&[200, 200, 200], [1, 2], 0);
        assert_eq!((betting.next(), betting.total()), (Next::Act(2), 3));
        let flop = betting.after(Action::Call).after(Action::Call).after(Action::Call).dealt();
        assert_eq!((flop.next(), flop.pot), (Next::Act(0), 6));
        assert_eq!(betting.after(Action::Fold).next(), Next::Act(0));
        assert_eq!(betting.after(Action::Fold).after(Action::Fold).next(), Next::Won(1));
    }

    #[test]
    fn a_raise_is_a_part_of_the_pot_after_calling_and_at_least_the_last_one() {
        let betting = Betting::before_flop(&[200, 200, 200], [1, 2], 0);
        // The pot after calling is 5: half of it is less than a raise must be.
        let actions = betting.actions(&pot_sizes(&[0.5, 1.0], 3));
        assert_eq!(actions, [Action::Fold, Action::Call, Action::Raise(5), Action::Raise(7), Action::Raise(200)]);
        let raised = betting.after(Action::Raise(7));
        let smallest = raised.actions(&pot_sizes(&[0.01], 3));
        assert_eq!(smallest, [Action::Fold, Action::Call, Action::Raise(12), Action::Raise(200)]);
        assert_eq!(raised.actions(&pot_sizes(&[1.0], 1)), [Action::Fold, Action::Call], "the cap is reached");
    }

    /// Goes through random hands: chips neither appear nor vanish, and every hand ends.
    #[test]
    fn chips_are_kept_and_every_hand_ends() {
        let mut rng = Rng::new(8);
        for round in 0..3000 {
            let players = 2 + round % 5;
            let stacks: Vec<u32> = (0..players).map(|_| 1 + rng.below(120)).collect();
            let all: u32 = stacks.iter().sum();
            let tree = pot_sizes(&[0.33, 1.0], 3);
            let mut betting = Betting::before_flop(&stacks, [1, 2], round as u32 % 2);
            for step in 0.. {
                assert!(step < 200);
                assert_eq!(betting.total() + betting.stacks.iter().sum::<u32>(), all);
                match betting.next() {
                    Next::Act(seat) => {
                        assert!(betting.stacks[seat] > 0 && betting.is_live(seat));
                        let actions = betting.actions(&tree);
                        betting = betting.after(actions[rng.below(actions.len() as u32) as usize]);
                    }
                    Next::Deal => betting = betting.dealt(),
                    Next::Showdown | Next::Won(_) => break,
                }
            }
        }
    }

    /// Every history has actions that differ, so a history is told by the places of its actions; no two lead to one.
    #[test]
    fn no_two_histories_share_a_path() {
        fn go(betting: Betting, tree: &BetTree, path: &mut Vec<u8>, seen: &mut HashSet<Vec<u8>>) {
            assert!(seen.insert(path.clone()));
            match betting.next() {
                Next::Act(_) => {
                    let actions = betting.actions(tree);
                    let different: HashSet<_> = actions.iter().collect();
                    assert_eq!(different.len(), actions.len());
                    for (at, action) in actions.iter().enumerate() {
                        path.push(at as u8);
                        go(betting.after(*action), tree, path, seen);
                        path.pop();
                    }
                }
                Next::Deal => {
                    path.push(u8::MAX);
                    go(betting.dealt(), tree, path, seen);
                    path.pop();
                }
                _ => {}
            }
        }
        let mut seen = HashSet::new();
        go(Betting::before_flop(&[40, 40, 40], [1, 2], 0), &pot_sizes(&[1.0], 2), &mut Vec::new(), &mut seen);
        assert!(seen.len() > 1000, "{}", seen.len());
    }
}
