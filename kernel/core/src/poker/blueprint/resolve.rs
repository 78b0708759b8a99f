//! A street solved anew at the table: exactly, for the two that are left, with the ranges that the blueprint's own play implies.
//!
//! Where the street began each may hold any hand, as often as the blueprint would have come there with it. What the other does
//! is taken for the blueprint's play too: nothing holds it to that (the solving is not "safe" in the sense of Burch and others
//! 2014). Cards of those who have folded are taken for unknown.

use std::time::{Duration, Instant};

use super::super::betting::{Action, BetTree};
use super::super::cards::{COMBOS, FULL_DECK, combo_mask};
use super::super::evaluate;
use super::super::spot::pass::Ground;
use super::super::spot::walk::{Decision, Place, Step};
use super::super::spot::{Holding, Rake, Solver, Spot};
use super::find::{Choice, Followed, Table, choice_of, follow_to_street, matching};
use super::tables::MOST_ACTIONS;
use super::train::Trainer;
use super::walk::drawn;
use crate::chance::Rng;

/// How long to solve, and what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub iterations: u64,
    /// A time in place of iterations: what comes of it then depends on the machine.
    pub time: Option<Duration>,
    /// The turn too, not only the river.
    pub turn: bool,
}

const TURN: u8 = 2;
const RIVER: u8 = 3;
/// Spots that take more are left to the blueprint.
const MOST_BYTES: u64 = 200_000_000;
/// No hand is held to be less likely than this part of the likeliest: others may play otherwise than the blueprint.
const LEAST_WEIGHT: f32 = 0.005;

/// What is known at a table beside the betting.
pub struct Sight<'a> {
    /// Own cards, as a set, and those on the board.
    pub hole: u64,
    pub board: &'a [u8],
    /// What may be bet there.
    pub bets: BetTree,
    pub rake: Rake,
}

/// What to do on a street that is solved; None where it is not: on other streets, with more than two players left, where the
/// betting before it is not in the blueprint's tree, or where it would take too much memory.
pub fn resolve(trainer: &Trainer, table: &Table, sight: Sight, budget: Budget, rng: &mut Rng) -> Option<Choice> {
    if table.street != RIVER && !(table.street == TURN && budget.turn) {
        return None;
    }
    let (followed, moves) = follow_to_street(trainer, table)?;
    let hole = sight.hole;
    let (spot, seats) = spot_of(trainer, table, &followed, sight)?;
    let ground = Ground::new(spot, false).ok()?;
    if ground.bytes() > MOST_BYTES {
        return None;
    }
    let mut solver = Solver::new(ground, 1).ok()?;
    if solver.pairs() <= 0.0 {
        return None;
    }
    let started = Instant::now();
    loop {
        solver.iterate();
        let enough = match budget.time {
            None => solver.iterations >= budget.iterations,
            Some(time) => started.elapsed() >= time,
        };
        if enough {
            break;
        }
    }
    let decision = decision_after(&mut solver, &followed, moves)?;
    if seats[decision.player] != table.seat as usize {
        return None;
    }
    let held = solver.ground.spot.holdings[decision.player].iter().position(|held| held.mask == hole)?;
    let policy: Vec<f32> = decision.often.iter().map(|row| row[held]).collect();
    Some(choice_of(&decision.betting, decision.actions[drawn(&policy, rng)]))
}

/// The spot at the start of the street, and which seats its players are.
fn spot_of(trainer: &Trainer, table: &Table, followed: &Followed, sight: Sight) -> Option<(Spot, [usize; 2])> {
    let seen = &followed.seen;
    let first = seen.turn as usize;
    let players = seen.players as usize;
    let [_, second] =
        (0..players).map(|step| (first + step) % players).filter(|seat| seen.is_live(*seat)).collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let seats = [first, second];
    let mask = sight.board.iter().fold(0u64, |board, card| board | 1 << card);
    let mut board = [0; 5];
    board.iter_mut().zip(sight.board).for_each(|(to, card)| *to = *card);
    let weights = ranges(trainer, &followed.path, seats, board);
    let holdings = weights.map(|weights| {
        let live = || (0..COMBOS).filter(|combo| combo_mask(*combo) & mask == 0);
        let most = live().map(|combo| weights[combo]).fold(0.0, f32::max).max(f32::MIN_POSITIVE);
        live()
            .map(|combo| Holding { mask: combo_mask(combo), weight: (weights[combo] / most).max(LEAST_WEIGHT) })
            .collect::<Vec<_>>()
    });
    let spot = Spot {
        deck: FULL_DECK,
        board: mask,
        holdings,
        pot: seen.total(),
        stacks: seats.map(|seat| seen.stacks[seat]),
        bets: [sight.bets.clone(), sight.bets],
        street: table.street,
        last_street: RIVER,
        rake: sight.rake,
        rank: |hand, board| evaluate::rank(hand | board),
    };
    Some((spot, seats))
}

/// How likely each of two seats plays as it did on a path, with each combination; where nothing was learned all actions are
/// alike.
fn ranges(trainer: &Trainer, path: &[(u32, usize)], seats: [usize; 2], board: [u8; 5]) -> [Vec<f32>; 2] {
    let mut found = [vec![1.0f32; COMBOS], vec![1.0f32; COMBOS]];
    let mut buckets: [Option<Vec<u16>>; 4] = [const { None }; 4];
    for (code, taken) in path {
        let node = trainer.tree.nodes[*code as usize];
        let Some(place) = seats.iter().position(|seat| *seat == node.player as usize) else { continue };
        let street = node.street as usize;
        let buckets = buckets[street].get_or_insert_with(|| trainer.abstraction.all_buckets(board, street));
        let often: Vec<f32> = (0..trainer.tables.buckets[street])
            .map(|bucket| {
                let mut policy = [0.0; MOST_ACTIONS];
                trainer.tables.average(&trainer.tree, *code, bucket as u16, &mut policy);
                policy[*taken]
            })
            .collect();
        found[place].iter_mut().zip(buckets.iter()).for_each(|(weight, bucket)| *weight *= often[*bucket as usize]);
    }
    found
}

/// The decision of the solved street after the moves that were made on it.
fn decision_after(solver: &mut Solver, followed: &Followed, moves: &[Action]) -> Option<Box<Decision>> {
    let mut seen = followed.seen;
    let mut steps = Vec::new();
    for made in moves {
        let Ok(Place::Decision(decision)) = solver.walk(&steps) else { return None };
        steps.push(Step::Act(matching(&seen, *made, &decision.betting, &decision.actions)?));
        seen = seen.after(*made);
    }
    match solver.walk(&steps) {
        Ok(Place::Decision(decision)) => Some(decision),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::betting::{Betting, Next, SEATS, STREETS, Size, StreetTree};
    use super::super::train::tests::small;
    use super::*;

    fn bets() -> BetTree {
        let sizes = vec![Size::Pot(0.5), Size::Pot(1.0)];
        let street = StreetTree { bets: sizes.clone(), raises: sizes, cap: 3, all_in: true, all_in_from: 1.0 };
        BetTree { streets: vec![street; STREETS], smallest: 2 }
    }

    /// All check and call to the river; there the first to act bets the pot.
    fn river(players: usize, folds: usize) -> Table {
        let mut betting = Betting::before_flop(&vec![20; players], [1, 2], 0);
        let mut moves = Vec::new();
        let mut act = |betting: Betting, made: Action| {
            moves.push(made);
            betting.after(made)
        };
        for _ in 0..folds {
            betting = act(betting, Action::Fold);
        }
        while betting.street < RIVER {
            while betting.next() == Next::Deal {
                betting = betting.dealt();
            }
            if betting.street < RIVER {
                betting = act(betting, Action::Call);
            }
        }
        let pot = betting.total();
        betting = act(betting, Action::Raise(pot));
        let mut stacks = [0; SEATS];
        stacks[..players].fill(20);
        Table {
            street: RIVER,
            seat: betting.turn,
            live: !betting.folded & ((1 << players) - 1),
            raises: 1,
            paid: std::array::from_fn(|seat| stacks[seat] - betting.stacks[seat]),
            stacks,
            blinds: [1, 2],
            moves: Some(moves),
        }
    }

    const BOARD: [u8; 5] = [0, 9, 22, 35, 47];
    const BUDGET: Budget = Budget { iterations: 40, time: None, turn: false };

    fn chosen(trainer: &Trainer, table: &Table, hole: u64, seed: u64) -> Option<Choice> {
        let sight = Sight { hole, board: &BOARD, bets: bets(), rake: Rake::default() };
        resolve(trainer, table, sight, BUDGET, &mut Rng::new(seed))
    }

    #[test]
    fn the_best_hand_never_folds_and_is_raised_and_the_worst_never_calls() {
        let mut trainer = small(2, 1);
        trainer.run(4000, &mut |_| true);
        let table = river(2, 0);
        let on_board = BOARD.iter().fold(0u64, |board, card| board | 1 << card);
        let mut live: Vec<u64> = (0..COMBOS).map(combo_mask).filter(|mask| mask & on_board == 0).collect();
        live.sort_by_key(|mask| evaluate::rank(mask | on_board));
        let choices = |hole: u64| (0..4).map(|seed| chosen(&trainer, &table, hole, seed).unwrap()).collect::<Vec<_>>();
        let best = choices(*live.last().unwrap());
        assert!(
            best.iter().all(|choice| *choice != Choice::Fold) && best.iter().any(|choice| *choice != Choice::Call),
            "{best:?}"
        );
        assert!(choices(live[0]).iter().all(|choice| *choice != Choice::Call));
    }

    #[test]
    fn it_is_for_two_that_are_left_and_for_betting_that_is_known() {
        let trainer = small(3, 1);
        assert!(chosen(&trainer, &river(3, 1), 1 << 50 | 1 << 51, 1).is_some());
        assert_eq!(chosen(&trainer, &river(3, 0), 1 << 50 | 1 << 51, 1), None);
        assert_eq!(chosen(&trainer, &Table { moves: None, ..river(3, 1) }, 1 << 50 | 1 << 51, 1), None);
    }
}
