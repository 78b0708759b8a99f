//! What people see of hold'em, and how its chance is gone through.

use super::Holdem;
use super::betting::NOBODY;
use super::options::MAX_PLAYERS;
use super::play::{ALL_IN, BET, CALL, Pile, RAISE, zone};
use super::pots::parted;
use super::state::{DECK, State};
use super::view::position;
use crate::chance::{Chance, Seed};
use crate::game::{Event, Game};
use crate::mask::Mask;
use crate::solve::dealing::Dealt;
use crate::table::{Asked, Observation, Table};

/// Pots that are told apart from the main pot.
const SIDE_POTS: usize = MAX_PLAYERS - 1;
/// A number that there is not.
const NONE: i32 = -1;

impl Table for Holdem {
    fn begin(&self, order: Option<&[u8]>, seed: &Seed, events: &mut Vec<Event>) -> Option<State> {
        let order = match order {
            None => None,
            Some(cards) => Some(whole_deck(cards)?),
        };
        Some(self.start(order.as_ref(), Chance::new(seed), events))
    }

    fn observe(&self, state: &State, observer: Option<u8>) -> Observation {
        Observation {
            turn: self.turn(state),
            node: state.bets.street as u16,
            over: state.is_over,
            zones: zones(self, state, |seat| state.knows(observer, seat), false),
            registers: registers(self, state),
            trick: Vec::new(),
            draft: None,
        }
    }

    fn asked(&self, state: &State) -> Asked {
        let mut asked = Asked::default();
        if state.bets.to_act == NOBODY {
            return asked;
        }
        let moves = state.bets.moves(&self.structure);
        if moves.call > 0 {
            asked.amounts.push((CALL, 0, moves.call));
        }
        for size in Mask::from_bits(moves.sizes as u128) {
            let slot = if moves.opens { BET } else { RAISE };
            asked.amounts.push((slot, size, state.bets.size_to(&self.structure, size)));
        }
        if moves.all_in > 0 {
            asked.amounts.push((ALL_IN, 0, moves.all_in));
        }
        asked
    }

    /// Nothing is inferred, so whatever a seat has not seen may be as it is.
    fn admits_truth(&self, _: &State, _: Option<u8>) -> bool {
        true
    }

    fn is_over(&self, state: &State) -> bool {
        state.is_over
    }

    fn hold(&self, state: &mut State) {
        state.bets.to_act = NOBODY;
    }

    fn layout(&self, state: &State) -> Vec<Vec<i32>> {
        zones(self, state, |_| true, true)
    }

    fn contents(&self, state: &State) -> String {
        format!("{state:?}")
    }
}

/// Hands, board, stock and muck, with a card that is not seen as -1; the next card of the stock last.
fn zones(game: &Holdem, state: &State, knows: impl Fn(u8) -> bool, all: bool) -> Vec<Vec<i32>> {
    let players = game.options.players;
    let mut zones = vec![Vec::new(); players as usize + 3];
    for seat in (0..players).filter(|seat| state.dealt >> seat & 1 == 1) {
        let place = if state.mucked >> seat & 1 == 1 { zone(game, Pile::Muck) } else { seat };
        let seen = |card: u8| if knows(seat) { card as i32 } else { -1 };
        zones[place as usize].extend(state.holes[seat as usize % MAX_PLAYERS].map(seen));
    }
    zones[zone(game, Pile::Board) as usize].extend(state.board().iter().map(|card| *card as i32));
    let stock = state.deck[(state.first + state.open) as usize % DECK..].iter().rev();
    zones[zone(game, Pile::Stock) as usize].extend(stock.map(|card| if all { *card as i32 } else { -1 }));
    zones
}

/// Everything that is public and not a card, in the order that the vocabulary names.
fn registers(game: &Holdem, state: &State) -> Vec<i32> {
    let seats = game.seats();
    let bets = &state.bets;
    let mut registers = vec![
        state.hands as i32,
        bets.button as i32,
        bets.pot(),
        if bets.to_act == NOBODY { 0 } else { bets.to_call() },
        bets.raises as i32,
    ];
    let pots = parted(&bets.paid, bets.live & !bets.able());
    registers.extend((1..=SIDE_POTS).map(|place| pots.get(place).copied().unwrap_or(NONE)));
    let per_seat = |values: &[i32; MAX_PLAYERS]| values[..seats].to_vec();
    registers.extend(per_seat(&state.total));
    registers.extend(per_seat(&bets.stacks));
    registers.extend(per_seat(&bets.bets));
    registers.extend((0..seats).map(|seat| ((state.dealt & !bets.live) >> seat & 1) as i32));
    registers.extend((0..seats).map(|seat| (state.out >> seat & 1) as i32));
    registers.extend((0..seats as u8).map(|seat| position(state, seat).map_or(NONE, |place| place as i32)));
    registers
}

/// An order of the whole deck, if it is one.
fn whole_deck(cards: &[u8]) -> Option<[u8; DECK]> {
    let order: [u8; DECK] = cards.try_into().ok()?;
    let all = order.iter().try_fold(0u64, |set, card| {
        let bit = 1u64.checked_shl(*card as u32)?;
        ((*card as usize) < DECK && set & bit == 0).then_some(set | bit)
    });
    all.map(|_| order)
}

const TYPES: [u8; DECK] = {
    let mut types = [0; DECK];
    let mut card = 0;
    while card < DECK {
        types[card] = card as u8;
        card += 1;
    }
    types
};

impl Dealt for Holdem {
    fn cards(&self) -> &[u8] {
        &TYPES
    }

    fn unseen(&self, state: &State, out: &mut Vec<u8>) {
        out.extend(&state.deck[(state.first + state.open) as usize % DECK..]);
    }

    fn arrange(&self, state: &mut State, order: &[u8]) {
        let from = (state.first + state.open) as usize % DECK;
        for (place, card) in state.deck[from..].iter_mut().zip(order) {
            *place = *card;
        }
    }

    fn is_settled(&self, state: &State) -> bool {
        state.chance.is_untouched()
    }

    fn hands_dealt(&self) -> Vec<u8> {
        let players = self.options.players;
        (0..2 * players).map(|place| (self.options.dealer + 1 + place) % players).collect()
    }

    fn suit_swaps(&self) -> Vec<Vec<(u8, u8)>> {
        let pairs = (0..4u8).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
        pairs.map(|(one, other)| (0..13).map(|rank| (rank * 4 + one, rank * 4 + other)).collect()).collect()
    }
}
