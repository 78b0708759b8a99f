//! A blueprint at a table of any stacks and sizes: the nearest place that it knows, and what it does there.

use std::collections::HashMap;

use super::super::betting::{Action, Betting, Next, SEATS};
use super::tables::{MOST_ACTIONS, Tables};
use super::train::Trainer;
use super::tree::END;
use super::walk::drawn;
use super::{Deal, Game};
use crate::chance::Rng;

/// What everyone sees of the betting, seats counted from the small blind, chips in any unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Table {
    pub street: u8,
    pub seat: u8,
    /// Seats that have not folded.
    pub live: u8,
    /// Bets and raises on this street.
    pub raises: u8,
    /// Chips that each seat has put in, in all.
    pub paid: [u32; SEATS],
    pub big_blind: u32,
}

/// What to do: fold, check or call, or raise so that the chips of this street are so many times what the big blind is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    Fold,
    Call,
    RaiseTo(f64),
    AllIn,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    node: u32,
    paid: [u32; SEATS],
    /// Chips of the street after which a raise is all that the seat has.
    all_in: u32,
}

/// The places of a tree by what everyone sees.
pub struct Finder {
    by_sight: HashMap<(u8, u8, u8, u8), Vec<Known>>,
}

impl Finder {
    pub fn new(trainer: &Trainer) -> Finder {
        let mut finder = Finder { by_sight: HashMap::new() };
        let game = &trainer.game;
        finder.add(trainer, game, Betting::before_flop(&vec![game.stack; game.players], game.blinds, 0), 0);
        finder
    }

    fn add(&mut self, trainer: &Trainer, game: &Game, mut betting: Betting, code: u32) {
        if code & END != 0 {
            return;
        }
        while betting.next() == Next::Deal {
            betting = betting.dealt();
        }
        let node = trainer.tree.nodes[code as usize];
        let live = (0..game.players).filter(|seat| betting.is_live(*seat)).fold(0, |live, seat| live | 1 << seat);
        let mut paid = [0; SEATS];
        (0..game.players).for_each(|seat| paid[seat] = game.stack - betting.stacks[seat]);
        let seat = node.player as usize;
        let known = Known { node: code, paid, all_in: betting.bets[seat] + betting.stacks[seat] };
        self.by_sight.entry((node.street, node.player, live, betting.raises)).or_default().push(known);
        for (action, child) in trainer.tree.actions_of(code).iter().zip(trainer.tree.children(code)) {
            self.add(trainer, game, betting.after(*action), *child);
        }
    }

    /// The places that are nearest to what is seen, in the order of the tree; with fewer raises if it knows none with as many.
    fn nearest(&self, game: &Game, table: &Table) -> Vec<Known> {
        let scale = game.blinds[1] as f64 / table.big_blind.max(1) as f64;
        let blind = game.blinds[1] as f64;
        let apart = |known: &Known| -> f64 {
            let logs = known
                .paid
                .iter()
                .zip(&table.paid)
                .map(|(known, seen)| ((*known as f64 + blind) / (*seen as f64 * scale + blind)).ln().abs());
            logs.sum()
        };
        for raises in (0..=table.raises).rev() {
            let Some(known) = self.by_sight.get(&(table.street, table.seat, table.live, raises)) else { continue };
            let least = known.iter().map(&apart).fold(f64::INFINITY, f64::min);
            return known.iter().filter(|one| apart(one) <= least + 1e-9).copied().collect();
        }
        Vec::new()
    }
}

/// What a blueprint does, from the betting and a seat's own cards alone. Where it knows nothing it checks or calls.
pub fn choose(trainer: &Trainer, finder: &Finder, tables: &Tables, table: &Table, cards: (u64, &[u8]), rng: &mut Rng) -> Choice {
    let (hole, board) = cards;
    let mut on_board = [0; 5];
    on_board.iter_mut().zip(board).for_each(|(to, card)| *to = *card);
    let mut deal = Deal { hands: [0; SEATS], board: on_board };
    deal.hands[0] = hole;
    let mut bucket = [0];
    trainer.abstraction.buckets_of(&deal, 1, table.street as usize, &mut bucket);
    let mut policy = [0.0; MOST_ACTIONS];
    for known in finder.nearest(&trainer.game, table) {
        if !tables.average(&trainer.tree, known.node, bucket[0], &mut policy) {
            continue;
        }
        let actions = trainer.tree.actions_of(known.node);
        return match actions[drawn(&policy[..actions.len()], rng)] {
            Action::Fold => Choice::Fold,
            Action::Call => Choice::Call,
            Action::Raise(to) if to >= known.all_in => Choice::AllIn,
            Action::Raise(to) => Choice::RaiseTo(to as f64 / trainer.game.blinds[1] as f64),
        };
    }
    Choice::Call
}

#[cfg(test)]
mod tests {
    use super::super::train::tests::small;
    use super::*;

    #[test]
    fn a_place_that_it_knows_is_found_whatever_the_unit() {
        let mut trainer = small(3, 1);
        trainer.run(2000, &mut |_| true);
        let finder = Finder::new(&trainer);
        // The button is first; all its chips are still there.
        let seen = Table { street: 0, seat: 2, live: 0b111, raises: 0, paid: [1, 2, 0, 0, 0, 0], big_blind: 2 };
        let [known] = finder.nearest(&trainer.game, &seen)[..] else { panic!() };
        assert_eq!(known.node, 0);
        let tenfold = Table { paid: [10, 20, 0, 0, 0, 0], big_blind: 20, ..seen };
        assert_eq!(finder.nearest(&trainer.game, &tenfold)[0].node, 0);
        let mut rng = Rng::new(1);
        let aces = (1 << 50 | 1 << 51, [].as_slice());
        let folds = (0..50).filter(|_| choose(&trainer, &finder, &trainer.tables, &seen, aces, &mut rng) == Choice::Fold);
        assert!(folds.count() < 15, "two thousand walks are enough to like aces");
    }

    #[test]
    fn where_it_knows_nothing_it_calls() {
        let trainer = small(2, 1);
        let finder = Finder::new(&trainer);
        let unknown = Table { street: 3, seat: 5, live: 0b11, raises: 9, paid: [7; SEATS], big_blind: 2 };
        let cards = (0b11 << 20, [1u8, 2, 3, 4, 5].as_slice());
        assert_eq!(choose(&trainer, &finder, &trainer.tables, &unknown, cards, &mut Rng::new(1)), Choice::Call);
    }
}
