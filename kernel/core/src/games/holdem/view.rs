//! What a seat has seen, and nothing else: all that an agent of this game is handed.

use super::Holdem;
use super::betting::{Bets, in_turn};
use super::log::Seen;
use super::options::MAX_PLAYERS;
use super::state::State;
use crate::game::Information;

/// Where a seat sits, counted from the small blind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    Button,
    SmallBlind,
    BigBlind,
    UnderTheGun,
    Middle,
    CutOff,
}

/// The position of a seat that was dealt cards. Of two the button is the small blind.
pub fn position(state: &State, seat: u8) -> Option<Position> {
    let count = state.dealt.count_ones() as usize;
    let place = in_turn(state.dealt, state.bets.button).position(|other| other == seat)?;
    let after = [Position::SmallBlind, Position::BigBlind, Position::UnderTheGun, Position::Middle, Position::CutOff];
    Some(match (count, count - 1 - place) {
        (2, 0) => Position::SmallBlind,
        (2, _) => Position::BigBlind,
        (_, 0) => Position::Button,
        // The seat before the button, where there is one that has no other name.
        (5 | 6, 1) => Position::CutOff,
        _ => after[place],
    })
}

#[derive(Clone, Copy)]
pub struct View<'a> {
    game: &'a Holdem,
    state: &'a State,
    pub seat: u8,
}

impl<'a> Information<'a, Holdem> {
    /// The table as the seat sees it.
    pub fn view(&self) -> View<'a> {
        self.seen_as(View::new)
    }
}

impl<'a> View<'a> {
    pub(crate) fn new(game: &'a Holdem, state: &'a State, seat: u8) -> View<'a> {
        View { game, state, seat }
    }

    pub fn game(&self) -> &'a Holdem {
        self.game
    }

    /// All betting is seen by all.
    pub fn bets(&self) -> &'a Bets {
        &self.state.bets
    }

    /// What was done in this hand, in order; None if it was too much to keep.
    pub fn moves(&self) -> Option<impl Iterator<Item = Seen> + 'a> {
        self.state.log.moves()
    }

    /// One's own cards, the lower first.
    pub fn hole(&self) -> [u8; 2] {
        self.state.holes[self.seat as usize % MAX_PLAYERS]
    }

    pub fn hole_mask(&self) -> u64 {
        self.state.hole_mask(self.seat)
    }

    pub fn board(&self) -> &'a [u8] {
        self.state.board()
    }

    pub fn board_mask(&self) -> u64 {
        self.state.board_mask()
    }

    pub fn position(&self) -> Option<Position> {
        position(self.state, self.seat)
    }

    /// How many others still have cards.
    pub fn opponents(&self) -> u32 {
        (self.state.bets.live & !(1 << self.seat)).count_ones()
    }

    /// How many of them act after this seat on later streets.
    pub fn behind(&self) -> u32 {
        let order = in_turn(self.state.bets.live, self.state.bets.button);
        order.skip_while(|seat| *seat != self.seat).count().saturating_sub(1) as u32
    }
}
