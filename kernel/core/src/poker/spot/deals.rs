//! Cards that come: boards, who cannot hold what then, and which boards are alike.

use super::super::cards::{COMBOS, cards_of, combo_of};
use super::super::symmetry::{Permutation, permutations, permuted, permuted_card, symmetries};
use super::lock::{Lock, LockStep};
use super::{Holding, Spot};

/// A board on which betting goes on.
pub struct Board {
    pub mask: u64,
    /// Cards that may come next, one for each orbit; none on the last street.
    pub next: Vec<NextCard>,
    /// For each player, holdings that the board excludes.
    pub blocked: [Vec<u32>; 2],
    /// For each player, on a full board: its holdings from the weakest.
    pub order: [Vec<Ranked>; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    pub rank: u16,
    pub holding: u16,
}

pub struct NextCard {
    pub card: u8,
    pub board: usize,
    /// The permutations that give the cards that are alike, as places in the list of all; the first gives the card itself.
    pub alike: Vec<usize>,
}

/// All boards; the first is that of the spot.
pub struct Deals {
    pub boards: Vec<Board>,
    pub permutations: Vec<Permutation>,
    /// By permutation and player: for each holding, the one that takes its place.
    pub moved: Vec<[Vec<u16>; 2]>,
    /// How likely each card is that two holdings leave, by cards on the board.
    pub cards_each: u32,
}

impl Deals {
    pub fn new(spot: &Spot) -> Deals {
        Deals::with_locks(spot, &[])
    }

    /// The same where decisions are fixed: suits that a lock tells apart do not change places.
    pub fn with_locks(spot: &Spot, locks: &[Lock]) -> Deals {
        Deals::with_group(spot, group_of(spot, locks))
    }

    /// Every card for itself.
    pub fn without_symmetry(spot: &Spot) -> Deals {
        Deals::with_group(spot, vec![permutations()[0]])
    }

    fn with_group(spot: &Spot, group: Vec<Permutation>) -> Deals {
        let moved = group.iter().map(|by| [0, 1].map(|player| moved_holdings(&spot.holdings[player], by))).collect();
        let cards_each = spot.holdings.iter().flatten().next().map_or(2, |holding| holding.mask.count_ones());
        let mut deals = Deals { boards: Vec::new(), permutations: group.clone(), moved, cards_each };
        let all: Vec<usize> = (0..group.len()).collect();
        deals.add(spot, spot.board, spot.last_street - spot.street, &all);
        deals
    }

    fn add(&mut self, spot: &Spot, mask: u64, to_come: u8, group: &[usize]) -> usize {
        let number = self.boards.len();
        let blocked = [0, 1].map(|player| {
            let holdings = spot.holdings[player].iter().enumerate();
            holdings.filter(|(_, holding)| holding.mask & mask != 0).map(|(at, _)| at as u32).collect()
        });
        let order = match to_come {
            0 => [0, 1].map(|player| ranked(spot, player, mask)),
            _ => [Vec::new(), Vec::new()],
        };
        self.boards.push(Board { mask, next: Vec::new(), blocked, order });
        if to_come == 0 {
            return number;
        }
        let mut next = Vec::new();
        let mut seen = 0u64;
        for card in cards_of(spot.deck & !mask) {
            if seen >> card & 1 == 1 {
                continue;
            }
            let mut alike = Vec::new();
            let mut keeping = Vec::new();
            for by in group {
                let image = permuted_card(card, &self.permutations[*by]);
                if seen >> image & 1 == 0 {
                    seen |= 1 << image;
                    alike.push(*by);
                }
                if image == card {
                    keeping.push(*by);
                }
            }
            let board = self.add(spot, mask | 1 << card, to_come - 1, &keeping);
            next.push(NextCard { card, board, alike });
        }
        self.boards[number].next = next;
        number
    }

    /// How likely each next card is, for two holdings that do not have it.
    pub fn chance(&self, spot: &Spot, board: usize) -> f32 {
        let left = spot.deck.count_ones() - self.boards[board].mask.count_ones() - 2 * self.cards_each;
        1.0 / left as f32
    }
}

fn ranked(spot: &Spot, player: usize, board: u64) -> Vec<Ranked> {
    let live = spot.holdings[player].iter().enumerate().filter(|(_, holding)| holding.mask & board == 0);
    let mut order: Vec<Ranked> =
        live.map(|(at, holding)| Ranked { rank: (spot.rank)(holding.mask, board), holding: at as u16 }).collect();
    order.sort_unstable();
    order
}

/// The permutations of suits that change nothing: the board, the deck, what each may hold. The first changes no card.
fn group_of(spot: &Spot, locks: &[Lock]) -> Vec<Permutation> {
    let of_two = spot.holdings.iter().flatten().all(|holding| holding.mask.count_ones() == 2);
    if !of_two {
        return vec![permutations()[0]];
    }
    let weights = spot.holdings.each_ref().map(|holdings| {
        let mut weights = vec![0.0; COMBOS];
        for holding in holdings {
            let mut cards = cards_of(holding.mask);
            if let (Some(low), Some(high)) = (cards.next(), cards.next()) {
                weights[combo_of(low, high)] = holding.weight as f64;
            }
        }
        weights
    });
    let mut sets = vec![spot.board, spot.deck];
    sets.extend(locks.iter().flat_map(|lock| &lock.steps).filter_map(|step| match step {
        LockStep::Deal(card) => Some(1 << (card & 63)),
        LockStep::Act(_) => None,
    }));
    let mut all: Vec<&[f64]> = weights.iter().map(Vec::as_slice).collect();
    all.extend(locks.iter().flat_map(|lock| &lock.shares).map(|(_, shares)| shares.as_slice()));
    symmetries(&sets, &all)
}

fn moved_holdings(holdings: &[Holding], by: &Permutation) -> Vec<u16> {
    let place = |mask: u64| holdings.iter().position(|holding| holding.mask == mask).unwrap_or(0) as u16;
    match by {
        [0, 1, 2, 3] => (0..holdings.len() as u16).collect(),
        _ => holdings.iter().map(|holding| place(permuted(holding.mask, by))).collect(),
    }
}
