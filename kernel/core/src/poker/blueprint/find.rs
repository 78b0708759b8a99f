//! A blueprint at a table of any sizes: the place of its tree that the betting leads to, and what it does there.

use std::collections::HashMap;

use super::super::betting::{Action, Betting, Next, SEATS};
use super::tables::{MOST_ACTIONS, Tables};
use super::train::Trainer;
use super::tree::{END, Tree};
use super::walk::drawn;
use super::{Deal, Game};
use crate::chance::Rng;

/// What everyone sees of the betting, seats counted from the small blind, chips in any unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub street: u8,
    pub seat: u8,
    /// Seats that have not folded.
    pub live: u8,
    /// Bets and raises on this street.
    pub raises: u8,
    /// Chips that each seat has put in, in all.
    pub paid: [u32; SEATS],
    /// Chips of each seat at the start of the hand, and blinds.
    pub stacks: [u32; SEATS],
    pub blinds: [u32; 2],
    /// What was done in the hand, in order; None where it was too much to keep.
    pub moves: Option<Vec<Action>>,
}

/// What to do: fold, check or call, or raise by a part of the pot after calling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    Fold,
    Call,
    RaiseBy(f64),
    AllIn,
}

/// How the betting of a table leads through the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed {
    /// Where it leads.
    pub code: u32,
    /// The betting there, in the chips of the tree and in those of the table.
    pub ours: Betting,
    pub seen: Betting,
    /// Decisions on the way, and the place of the action that was taken.
    pub path: Vec<(u32, usize)>,
}

impl Followed {
    fn start(game: &Game, table: &Table) -> Followed {
        let seen = Betting::before_flop(&table.stacks[..game.players], table.blinds, 0);
        let ours = Betting::before_flop(&vec![game.stack; game.players], game.blinds, 0);
        Followed { code: 0, ours, seen, path: Vec::new() }
    }

    /// Deals where cards are to come; None where the tree and the table do not ask the same seat on the same street.
    fn deal(&mut self) -> Option<()> {
        (self.seen, self.ours) = (to_decision(self.seen)?, to_decision(self.ours)?);
        let alike = self.seen.turn == self.ours.turn && self.seen.street == self.ours.street;
        (self.code & END == 0 && alike).then_some(())
    }

    fn step(&mut self, tree: &Tree, made: Action) -> Option<()> {
        let at = matching(&self.seen, made, &self.ours, tree.actions_of(self.code))?;
        self.path.push((self.code, at));
        self.ours = self.ours.after(tree.actions_of(self.code)[at]);
        self.code = tree.children(self.code)[at];
        self.seen = self.seen.after(made);
        Some(())
    }
}

/// Follows the moves of a table through the tree. A raise of a size that the tree does not have counts as one of the two next
/// to it, by pseudo-harmonic mapping (Ganzfried and Sandholm 2013) without chance: whichever would be taken more often. None
/// where the betting leaves the tree.
pub fn follow(trainer: &Trainer, table: &Table) -> Option<Followed> {
    let mut followed = Followed::start(&trainer.game, table);
    for made in table.moves.as_ref()? {
        followed.deal()?;
        followed.step(&trainer.tree, *made)?;
    }
    followed.deal()?;
    (followed.seen.turn == table.seat && followed.seen.street == table.street).then_some(followed)
}

/// The same up to the start of the street, and the moves that were made on it.
pub fn follow_to_street<'a>(trainer: &Trainer, table: &'a Table) -> Option<(Followed, &'a [Action])> {
    let mut followed = Followed::start(&trainer.game, table);
    let moves = table.moves.as_ref()?;
    for (number, made) in moves.iter().enumerate() {
        followed.deal()?;
        if followed.seen.street == table.street {
            return Some((followed, &moves[number..]));
        }
        followed.step(&trainer.tree, *made)?;
    }
    followed.deal()?;
    (followed.seen.street == table.street).then_some((followed, &[]))
}

/// Deals until somebody is to act.
fn to_decision(mut betting: Betting) -> Option<Betting> {
    while betting.next() == Next::Deal {
        betting = betting.dealt();
    }
    matches!(betting.next(), Next::Act(_)).then_some(betting)
}

/// A raise as a part of the pot after calling.
fn part(betting: &Betting, to: u32) -> f64 {
    let seat = betting.turn as usize;
    let highest = betting.highest();
    let to_call = (highest - betting.bets[seat]).min(betting.stacks[seat]);
    to.saturating_sub(highest) as f64 / (betting.total() + to_call).max(1) as f64
}

pub fn is_all_in(betting: &Betting, to: u32) -> bool {
    to >= betting.bets[betting.turn as usize] + betting.stacks[betting.turn as usize]
}

/// The place of the action that stands for a move.
pub fn matching(seen: &Betting, made: Action, ours: &Betting, actions: &[Action]) -> Option<usize> {
    let Action::Raise(to) = made else {
        return actions.iter().position(|action| *action == made);
    };
    let mut raises = actions.iter().enumerate().filter_map(|(at, action)| match action {
        Action::Raise(to) => Some((at, *to)),
        _ => None,
    });
    if is_all_in(seen, to) {
        return raises.next_back().map(|(at, _)| at);
    }
    let wanted = part(seen, to);
    let (mut below, mut above) = (None, None);
    for (at, to) in raises {
        let size = part(ours, to);
        if size <= wanted {
            below = Some((at, size));
        } else if above.is_none() {
            above = Some((at, size));
        }
    }
    match (below, above) {
        (Some((low, smaller)), Some((high, larger))) => {
            let share_below = (larger - wanted) * (1.0 + smaller) / ((larger - smaller) * (1.0 + wanted));
            Some(if share_below >= 0.5 { low } else { high })
        }
        (one, other) => one.or(other).map(|(at, _)| at),
    }
}

#[derive(Debug, Clone, Copy)]
struct Known {
    node: u32,
    paid: [u32; SEATS],
    betting: Betting,
}

/// The places of a tree by what everyone sees, for betting that the tree does not have.
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

    fn add(&mut self, trainer: &Trainer, game: &Game, betting: Betting, code: u32) {
        if code & END != 0 {
            return;
        }
        let Some(betting) = to_decision(betting) else { return };
        let node = trainer.tree.nodes[code as usize];
        let live = (0..game.players).filter(|seat| betting.is_live(*seat)).fold(0, |live, seat| live | 1 << seat);
        let mut paid = [0; SEATS];
        (0..game.players).for_each(|seat| paid[seat] = game.stack - betting.stacks[seat]);
        let known = Known { node: code, paid, betting };
        self.by_sight.entry((node.street, node.player, live, betting.raises)).or_default().push(known);
        for (action, child) in trainer.tree.actions_of(code).iter().zip(trainer.tree.children(code)) {
            self.add(trainer, game, betting.after(*action), *child);
        }
    }

    /// Places that look like what is seen, the nearest first, those alike in the order of the tree; with fewer raises after all
    /// with as many.
    fn near(&self, game: &Game, table: &Table) -> Vec<(u32, Betting)> {
        let scale = game.blinds[1] as f64 / table.blinds[1].max(1) as f64;
        let blind = game.blinds[1] as f64;
        let apart = |known: &Known| -> f64 {
            let logs = known
                .paid
                .iter()
                .zip(&table.paid)
                .map(|(known, seen)| ((*known as f64 + blind) / (*seen as f64 * scale + blind)).ln().abs());
            logs.sum()
        };
        let mut found = Vec::new();
        for raises in (0..=table.raises).rev() {
            let Some(known) = self.by_sight.get(&(table.street, table.seat, table.live, raises)) else { continue };
            let mut sorted: Vec<(f64, &Known)> = known.iter().map(|one| (apart(one), one)).collect();
            sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
            found.extend(sorted.into_iter().take(MOST_NEAR).map(|(_, known)| (known.node, known.betting)));
        }
        found
    }
}

/// Places that are looked at with as many raises.
const MOST_NEAR: usize = 32;

/// What a blueprint does, from the betting and a seat's own cards alone; None where it has learned nothing.
pub fn choose<'a>(
    trainer: &Trainer,
    finder: &dyn Fn() -> &'a Finder,
    tables: &Tables,
    table: &Table,
    cards: (u64, &[u8]),
    rng: &mut Rng,
) -> Option<Choice> {
    let bucket = bucket_of(trainer, table.street, cards);
    if let Some(followed) = follow(trainer, table)
        && let Some(choice) = play(trainer, tables, followed.code, &followed.ours, bucket, rng)
    {
        return Some(choice);
    }
    let near = finder().near(&trainer.game, table);
    near.into_iter().find_map(|(node, betting)| play(trainer, tables, node, &betting, bucket, rng))
}

fn bucket_of(trainer: &Trainer, street: u8, (hole, board): (u64, &[u8])) -> u16 {
    let mut on_board = [0; 5];
    on_board.iter_mut().zip(board).for_each(|(to, card)| *to = *card);
    let mut deal = Deal { hands: [0; SEATS], board: on_board };
    deal.hands[0] = hole;
    let mut bucket = [0];
    trainer.abstraction.buckets_of(&deal, 1, street as usize, &mut bucket);
    bucket[0]
}

fn play(trainer: &Trainer, tables: &Tables, node: u32, betting: &Betting, bucket: u16, rng: &mut Rng) -> Option<Choice> {
    let mut policy = [0.0; MOST_ACTIONS];
    if !tables.average(&trainer.tree, node, bucket, &mut policy) {
        return None;
    }
    let actions = trainer.tree.actions_of(node);
    let policy = &mut policy[..actions.len()];
    drop_rare(policy);
    Some(choice_of(betting, actions[drawn(policy, rng)]))
}

/// What is hardly ever played is left over from training more often than it is meant (Ganzfried, Sandholm and Waugh
/// 2012, thresholding).
fn drop_rare(policy: &mut [f32]) {
    const RARE: f32 = 0.5;
    let most = policy.iter().copied().fold(0.0, f32::max);
    policy.iter_mut().filter(|often| **often < RARE * most).for_each(|often| *often = 0.0);
    let sum: f32 = policy.iter().sum();
    policy.iter_mut().for_each(|often| *often /= sum);
}

/// An action of the tree, for a table of other chips.
pub fn choice_of(betting: &Betting, action: Action) -> Choice {
    match action {
        Action::Fold => Choice::Fold,
        Action::Call => Choice::Call,
        Action::Raise(to) if is_all_in(betting, to) => Choice::AllIn,
        Action::Raise(to) => Choice::RaiseBy(part(betting, to)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::train::tests::small;
    use super::*;

    /// The table of moves with blinds of 1 and 2 times a unit, everyone with ten big blinds.
    fn table(players: usize, unit: u32, moves: &[Action]) -> Table {
        let mut betting = Betting::before_flop(&vec![20 * unit; players], [unit, 2 * unit], 0);
        for made in moves {
            betting = to_decision(betting).unwrap().after(*made);
        }
        let betting = to_decision(betting).unwrap();
        let mut stacks = [0; SEATS];
        stacks[..players].fill(20 * unit);
        Table {
            street: betting.street,
            seat: betting.turn,
            live: !betting.folded & ((1 << players) - 1),
            raises: betting.raises,
            paid: std::array::from_fn(|seat| stacks[seat] - betting.stacks[seat]),
            stacks,
            blinds: [unit, 2 * unit],
            moves: Some(moves.to_vec()),
        }
    }

    #[test]
    fn a_place_that_it_knows_is_found_whatever_the_unit() {
        let mut trainer = small(3, 1);
        trainer.run(2000, &mut |_| true);
        for unit in [1, 10] {
            let seen = table(3, unit, &[]);
            assert_eq!(follow(&trainer, &seen).unwrap().code, 0);
            assert_eq!(Finder::new(&trainer).near(&trainer.game, &seen)[0].0, 0);
        }
        let finder = Finder::new(&trainer);
        let seen = table(3, 1, &[]);
        let mut rng = Rng::new(1);
        let aces = (1 << 50 | 1 << 51, [].as_slice());
        let mut choose = || choose(&trainer, &|| &finder, &trainer.tables, &seen, aces, &mut rng);
        let folds = (0..50).filter(|_| choose() == Some(Choice::Fold));
        assert!(folds.count() < 15, "two thousand walks are enough to like aces");
    }

    /// Every decision of the tree is found again from the moves that lead there, and no other.
    #[test]
    fn every_place_is_found_again_from_its_moves() {
        fn go(trainer: &Trainer, betting: Betting, code: u32, moves: &mut Vec<Action>, found: &mut usize) {
            if code & END != 0 {
                return;
            }
            let betting = to_decision(betting).unwrap();
            assert_eq!(follow(trainer, &table(trainer.game.players, 1, moves)).unwrap().code, code);
            *found += 1;
            for (action, child) in trainer.tree.actions_of(code).iter().zip(trainer.tree.children(code)) {
                moves.push(*action);
                go(trainer, betting.after(*action), *child, moves, found);
                moves.pop();
            }
        }
        for players in [2, 3] {
            let trainer = small(players, 1);
            let start = Betting::before_flop(&vec![trainer.game.stack; players], trainer.game.blinds, 0);
            let mut found = 0;
            go(&trainer, start, 0, &mut Vec::new(), &mut found);
            assert_eq!(found, trainer.tree.nodes.len());
        }
    }

    #[test]
    fn a_raise_of_another_size_counts_as_one_next_to_it() {
        let betting = Betting::before_flop(&[200, 200], [1, 2], 0);
        // The pot after calling is 4: raises by half of it, once and twice.
        let actions = [Action::Fold, Action::Call, Action::Raise(4), Action::Raise(6), Action::Raise(10), Action::Raise(200)];
        let of = |to: u32| matching(&betting, Action::Raise(to), &betting, &actions);
        assert_eq!(
            [of(3), of(4), of(6), of(7), of(9), of(10), of(20), of(22), of(200)].map(Option::unwrap),
            [2, 2, 3, 3, 4, 4, 4, 5, 5]
        );
        // (Between 2 and 49.5 pots both are as likely at 4.7.)
        assert_eq!(matching(&betting, Action::Raise(20), &betting, &actions[..2]), None);
    }

    #[test]
    fn where_it_has_learned_nothing_it_says_so() {
        let trainer = small(2, 1);
        let finder = Finder::new(&trainer);
        let unknown = Table { street: 3, seat: 5, live: 0b11, raises: 9, paid: [7; SEATS], moves: None, ..table(2, 1, &[]) };
        let cards = (0b11 << 20, [1u8, 2, 3, 4, 5].as_slice());
        assert_eq!(choose(&trainer, &|| &finder, &trainer.tables, &unknown, cards, &mut Rng::new(1)), None);
    }
}
