//! What a seat has seen, and nothing else: all that an agent of this game is handed.

use super::cards::{DECK, DECK_VALUE, NO_CARD, face, rank, value};
use super::options::CallAt;
use super::state::{At, MAX_SLOTS, NOBODY, Phase, Record, State, slots_of};
use super::{Cambio, Options};
use crate::game::Information;

/// What E[unknown] is when no card is left to be unknown.
const NO_UNKNOWN: f64 = 5.0;

#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Cambio,
    state: &'a State,
    pub seat: u8,
}

impl<'a> Information<'a, Cambio> {
    /// The table as the seat sees it.
    pub fn view(&self) -> View<'a> {
        self.seen_as(View::new)
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(game: &'a Cambio, state: &'a State, seat: u8) -> View<'a> {
        View { game, state, seat }
    }

    pub fn options(&self) -> &'a Options {
        &self.game.options
    }

    pub fn seats(&self) -> u8 {
        self.game.options.players
    }

    pub fn opponents(&self) -> impl Iterator<Item = u8> + use<> {
        let (seats, seat) = (self.seats(), self.seat);
        (1..seats).map(move |step| (seat + step) % seats)
    }

    pub fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The slots of a seat that hold a card.
    #[inline]
    pub fn held(&self, seat: u8) -> u16 {
        self.state.held[seat as usize]
    }

    #[inline]
    pub fn size(&self, seat: u8) -> u32 {
        self.held(seat).count_ones()
    }

    pub fn places(&self, seat: u8) -> impl Iterator<Item = At> + use<> {
        slots_of(self.held(seat)).map(move |slot| At { seat, slot })
    }

    /// The card there, if this seat knows it.
    #[inline]
    pub fn card(&self, at: At) -> Option<u8> {
        let card = self.state.card(at);
        self.state.knows(self.seat, card).then_some(card)
    }

    #[inline]
    pub fn value(&self, at: At) -> Option<i32> {
        self.card(at).map(value)
    }

    /// Whether another knows the card there: everybody has seen who looked.
    #[inline]
    pub fn is_known_to(&self, other: u8, at: At) -> bool {
        self.state.knows(other, self.state.card(at))
    }

    /// Whether its owner saw it at the deal or put it there, and nobody has exchanged it since.
    #[inline]
    pub fn is_placed(&self, at: At) -> bool {
        self.state.placed[at.seat as usize] >> at.slot & 1 == 1
    }

    pub fn record(&self, at: At) -> Record {
        self.state.records[at.seat as usize][at.slot as usize % MAX_SLOTS]
    }

    pub fn top(&self) -> Option<u8> {
        (self.state.discard_len > 0).then(|| self.state.top())
    }

    /// The card this seat has drawn and not yet put anywhere.
    pub fn drawn(&self) -> Option<u8> {
        let card = self.state.drawn;
        (card != NO_CARD && self.state.knows(self.seat, card)).then_some(card)
    }

    pub fn is_taken(&self) -> bool {
        self.state.from_discard
    }

    /// The first of two cards to be exchanged.
    pub fn first(&self) -> At {
        self.state.first
    }

    /// The card that a black king was used to look at.
    pub fn looked(&self) -> At {
        self.state.looked
    }

    pub fn caller(&self) -> Option<u8> {
        (self.state.caller != NOBODY).then_some(self.state.caller)
    }

    /// Whether this is a moment to call cambio: before or after a turn, as the house rules have it.
    pub fn may_call(&self) -> bool {
        let before = self.game.options.call_at == CallAt::Start;
        self.state.caller == NOBODY && self.state.phase == if before { Phase::Turn } else { Phase::TurnEnd }
    }

    /// Turns that are left after this one, once somebody has called.
    pub fn turns_left(&self) -> u8 {
        self.state.turns_left
    }

    pub fn turns(&self) -> u16 {
        self.state.turns
    }

    pub fn stock(&self) -> u8 {
        self.state.stock_len
    }

    pub fn score(&self, seat: u8) -> i32 {
        self.state.scores[seat as usize]
    }

    /// Cards that this seat cannot place, as bits.
    pub fn unaccounted(&self) -> u64 {
        !self.state.known[self.seat as usize] & ((1 << DECK) - 1)
    }

    /// Mean value of the cards this seat cannot place.
    #[inline]
    pub fn unknown_mean(&self) -> f64 {
        let seat = self.seat as usize;
        let count = DECK as u32 - self.state.known[seat].count_ones();
        if count == 0 { NO_UNKNOWN } else { (DECK_VALUE - self.state.known_sum[seat] as i32) as f64 / count as f64 }
    }

    /// A card of one's own, known for certain, that matches the top of the discard pile.
    pub fn sticks(&self) -> Option<At> {
        let wanted = rank(self.top()?);
        self.places(self.seat).find(|at| self.card(*at).is_some_and(|card| rank(card) == wanted))
    }
}

/// Every zone as an observer sees it, -1 for a card it cannot place: the slots of each seat, stock, discard pile, and
/// the card that was drawn. Nobody in particular sees what everyone does.
pub fn zones(game: &Cambio, state: &State, observer: Option<u8>) -> Vec<Vec<i32>> {
    let sight = match observer {
        Some(seat) => state.known[seat as usize],
        None => state.everyone,
    };
    let seen = |card: u8| if sight >> card & 1 == 1 { face(card) as i32 } else { -1 };
    let mut zones = Vec::with_capacity(game.options.players as usize * MAX_SLOTS + 3);
    for seat in 0..game.options.players {
        for slot in 0..MAX_SLOTS as u8 {
            let card = state.card(At { seat, slot });
            zones.push(if card == NO_CARD { Vec::new() } else { vec![seen(card)] });
        }
    }
    zones.push(vec![-1; state.stock_len as usize]);
    zones.push(state.discard[..state.discard_len as usize].iter().map(|card| face(*card) as i32).collect());
    zones.push(if state.drawn == NO_CARD { Vec::new() } else { vec![seen(state.drawn)] });
    zones
}
