//! Features of Cambio's actions, from a seat's view alone.

use super::cards::{rank, value};
use super::play::{CARD, SWAP};
use super::state::{At, NOBODY};
use super::view::View;
use crate::features::{Row, few, few_signed};
use crate::game::{Action, Legal};

/// What stands for the value of a card that the seat does not know.
const UNKNOWN: u32 = 31;

/// What is the same for all actions.
struct Scene<'a> {
    view: &'a View<'a>,
    phase: u32,
    /// Expected sum of one's own cards, and what the best opponent may have, roughly.
    own: u32,
    lead: u32,
    unknown_own: u32,
    worst: u32,
    drawn: u32,
    top: u32,
    nearest: u32,
    called: u32,
    turns: u32,
    legal: u32,
}

pub fn features(view: &View, legal: &Legal, visit: &mut impl FnMut(&Row)) {
    let scene = Scene::new(view, legal.len());
    legal.iter().for_each(|action| visit(&scene.row(action)));
}

fn worth(card: Option<u8>) -> u32 {
    card.map_or(UNKNOWN, |card| (value(card) + 2).clamp(0, 20) as u32)
}

impl<'a> Scene<'a> {
    fn new(view: &'a View<'a>, legal: u32) -> Scene<'a> {
        let mean = view.unknown_mean();
        let expected = |seat: u8| -> f64 { view.places(seat).map(|at| view.value(at).map_or(mean, f64::from)).sum() };
        let own = expected(view.seat);
        // Others know their cards better than one does: what they keep is better than the mean.
        let best = view.opponents().map(|seat| expected(seat) * 0.8).fold(f64::INFINITY, f64::min);
        let known = || view.places(view.seat).filter_map(|at| view.value(at));
        Scene {
            view,
            phase: view.phase() as u32,
            own: (own.clamp(-3.0, 58.0) + 3.0) as u32,
            lead: few_signed(((best - own) / 2.0) as i32),
            unknown_own: view.places(view.seat).filter(|at| view.card(*at).is_none()).count().min(7) as u32,
            worst: known().max().map_or(UNKNOWN, |most| (most + 2).clamp(0, 20) as u32),
            drawn: worth(view.drawn()),
            top: worth(view.top()),
            nearest: view.opponents().map(|seat| view.size(seat)).min().map_or(7, few),
            called: view.caller().map_or(0, |seat| 1 + (seat != view.seat) as u32) * 8 + view.turns_left().min(7) as u32,
            turns: few(view.turns() as u32 / view.seats().max(1) as u32),
            legal: few(legal),
        }
    }

    fn row(&self, action: Action) -> Row {
        let mut row = Row::new(0x6361_6d62 + ((self.phase as u64) << 32));
        if action.slot == SWAP {
            self.place(&mut row, At { seat: self.view.seat, slot: action.value }, 0);
        } else if action.slot >= CARD {
            self.place(&mut row, At { seat: (action.slot - CARD) as u8, slot: action.value }, 1);
        } else {
            self.deed(&mut row, action.slot as u32 + 2);
        }
        row
    }

    /// Something that is simply done.
    fn deed(&self, row: &mut Row, slot: u32) {
        row.put([slot, self.legal]);
        row.put([slot, self.own, self.called]);
        row.put([slot, self.own, self.nearest]);
        row.put([slot, self.lead, self.turns]);
        row.put([slot, self.lead, self.unknown_own]);
        row.put([slot, self.drawn, self.worst]);
        row.put([slot, self.drawn, self.unknown_own]);
        row.put([slot, self.top, self.worst]);
        row.put([slot, self.top, self.unknown_own]);
        row.put([slot, self.view.drawn().map_or(63, |card| rank(card) as u32), self.unknown_own, self.called]);
        row.put([slot, self.view.unknown_mean().clamp(0.0, 31.0) as u32, self.unknown_own, self.own / 2]);
        row.put([slot, self.own, self.turns]);
        row.put([slot, self.own, self.lead]);
        row.put([slot, self.view.sticks().is_some() as u32, self.unknown_own]);
        row.put([slot, self.called, self.lead]);
    }

    /// A card that is pointed at.
    fn place(&self, row: &mut Row, at: At, slot: u32) {
        let view = self.view;
        let card = view.card(at);
        let own = (at.seat == view.seat) as u32;
        let first = view.first();
        let first_worth = if first.seat == NOBODY { 30 } else { worth(view.card(first)) };
        let first_own = (first.seat == view.seat) as u32;
        let known_to_owner = view.is_known_to(at.seat, at) as u32;
        let seen_by_others = view.opponents().filter(|seat| view.is_known_to(*seat, at)).count().min(3) as u32;
        let matches = match (card, view.top()) {
            (Some(card), Some(top)) => 1 + (rank(card) == rank(top)) as u32,
            _ => 0,
        };
        let gain = match (card, view.drawn()) {
            (Some(card), Some(drawn)) => few_signed(value(card) - value(drawn)),
            _ => 15,
        };
        let worth = worth(card);
        let caller = (view.caller() == Some(at.seat)) as u32;
        row.put([slot, own, worth]);
        row.put([slot, own, worth, self.drawn]);
        row.put([slot, own, matches, self.own / 2]);
        row.put([slot, own, matches, seen_by_others]);
        row.put([slot, own, known_to_owner, worth, view.is_placed(at) as u32]);
        row.put([slot, own, first_own, worth, first_worth]);
        row.put([slot, gain, (worth == self.worst) as u32, self.unknown_own]);
        row.put([slot, own, few(view.size(at.seat)), known_to_owner]);
        row.put([slot, own, caller, worth, self.called]);
        row.put([slot, own, self.drawn, (worth == UNKNOWN) as u32, self.unknown_own]);
        row.put([slot, own, (worth == self.worst) as u32, seen_by_others]);
        row.put([slot, own, first_own, known_to_owner, first_worth]);
        row.put([slot, own, worth, self.turns]);
        row.put([slot, own, worth, self.top, matches]);
    }
}
