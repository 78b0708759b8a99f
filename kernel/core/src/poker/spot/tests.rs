//! Closed forms and small games: what is known of them.

use super::super::betting::{Action, BetTree, STREETS, Size, StreetTree};
use super::super::cards::{COMBOS, FULL_DECK, combo_mask, combo_of};
use super::super::evaluate;
use super::lock::{Lock, LockStep, Named};
use super::pass::Ground;
use super::walk::{Place, Step};
use super::*;

fn rank(hand: u64, board: u64) -> u16 {
    evaluate::rank(hand | board)
}

fn tree(sizes: &[Size], cap: u8, all_in: bool) -> BetTree {
    let street = StreetTree { bets: sizes.to_vec(), raises: sizes.to_vec(), cap, all_in, all_in_from: 1.0 };
    BetTree { streets: vec![street; STREETS], smallest: 1 }
}

fn single_cards(cards: impl Iterator<Item = u32>) -> Vec<Holding> {
    cards.map(|card| Holding { mask: 1 << card, weight: 1.0 }).collect()
}

fn solved(spot: Spot, iterations: usize) -> Solver {
    let mut solver = Solver::new(Ground::new(spot, false).unwrap(), 1).unwrap();
    (0..iterations).for_each(|_| solver.iterate());
    solver
}

fn often(solver: &mut Solver, steps: &[Step]) -> Vec<Vec<f32>> {
    match solver.walk(steps).unwrap() {
        Place::Decision(found) => found.often,
        other => panic!("{other:?}"),
    }
}

#[test]
fn three_cards_and_one_bet_are_worth_an_eighteenth() {
    let cards = single_cards([0, 4, 8].into_iter());
    let spot = Spot {
        deck: 0x111,
        board: 0,
        holdings: [cards.clone(), cards],
        pot: 2,
        stacks: [1, 1],
        bets: [tree(&[Size::Chips(1)], 1, false), tree(&[Size::Chips(1)], 1, false)],
        street: 3,
        last_street: 3,
        rake: Rake::default(),
        rank: |hand, _| hand.trailing_zeros() as u16,
    };
    let mut solver = solved(spot, 3000);
    let report = solver.report();
    // The antes are in the pot already.
    assert!((report.values[0] - 1.0 + 1.0 / 18.0).abs() < 1e-4, "{report:?}");
    assert!((report.values[0] + report.values[1] - 2.0).abs() < 1e-5);
    assert!(report.gains.iter().all(|gain| (-1e-5..1e-3).contains(gain)), "{report:?}");
    let first = often(&mut solver, &[]);
    assert!(first[1][1] < 0.01, "the middle card never bets first");
    assert!((first[1][2] - 3.0 * first[1][0]).abs() < 0.02, "the best bets three times as often as the worst");
}

#[test]
fn two_streets_with_a_card_between_are_worth_what_a_linear_program_says() {
    let deck = [0, 1, 4, 5, 8, 9];
    let cards = single_cards(deck.into_iter());
    let mut bets = tree(&[Size::Chips(2)], 2, false);
    bets.streets[3].bets = vec![Size::Chips(4)];
    bets.streets[3].raises = vec![Size::Chips(4)];
    let spot = Spot {
        deck: deck.iter().map(|card| 1u64 << card).sum(),
        board: 0,
        holdings: [cards.clone(), cards],
        pot: 2,
        stacks: [100, 100],
        bets: [bets.clone(), bets],
        street: 2,
        last_street: 3,
        rake: Rake::default(),
        rank: |hand, board| {
            let rank = |card: u64| card.trailing_zeros() as u16 / 4;
            if rank(hand) == rank(board) { 100 } else { rank(hand) }
        },
    };
    let mut solver = solved(spot, 1500);
    let report = solver.report();
    assert!((report.values[0] - 1.0 + 0.085_606_424).abs() < 2e-4, "{report:?}");
    assert!(report.gains.iter().sum::<f64>() < 2e-3, "{report:?}");
}

/// A board on which two hands are the best and the worst, and one is between.
fn polar(pot: u32, bet: u32, rake: Rake) -> Solver {
    // 2c 2d 7h 9s Jc: jacks full is out of reach; three jacks win, king high loses, a pair of aces is between.
    let board = 1 << 0 | 1 << 1 | 1 << 22 | 1 << 31 | 1 << 36;
    let holding = |a: u8, b: u8, weight: f32| Holding { mask: combo_mask(combo_of(a, b)), weight };
    let value = holding(37, 38, 1.0);
    let bluff = holding(44, 41, 1.0);
    let catcher = holding(48, 49, 1.0);
    let spot = Spot {
        deck: FULL_DECK,
        board,
        holdings: [vec![value, bluff], vec![catcher]],
        pot,
        stacks: [bet, bet],
        bets: [tree(&[], 1, true), tree(&[], 0, false)],
        street: 3,
        last_street: 3,
        rake,
        rank,
    };
    solved(spot, 4000)
}

#[test]
fn bluffs_and_calls_against_a_bluff_catcher_are_as_known() {
    for (pot, bet) in [(100, 100), (100, 50), (60, 120)] {
        let mut solver = polar(pot, bet, Rake::default());
        let part = bet as f32 / (pot + bet) as f32;
        let bets = often(&mut solver, &[]);
        assert!((bets[1][0] - 1.0).abs() < 0.01, "the best hand always bets");
        assert!((bets[1][1] - part).abs() < 0.02, "bluffs for value: {} and {part}", bets[1][1]);
        let calls = often(&mut solver, &[Step::Act(1)]);
        assert!((calls[1][0] - (1.0 - part)).abs() < 0.02, "calls: {} and {}", calls[1][0], 1.0 - part);
        assert!(solver.report().exploitability(pot) < 1e-3);
    }
}

#[test]
fn with_rake_the_players_get_less_than_the_pot() {
    let report = polar(100, 100, Rake { part: 0.05, most: 10.0 }).report();
    let sum = report.values[0] + report.values[1];
    assert!((90.0..=95.5).contains(&sum), "{report:?}");
}

#[test]
fn von_neumanns_game_has_its_thresholds() {
    let cards = single_cards(0..52);
    let spot = Spot {
        deck: FULL_DECK,
        board: 0,
        holdings: [cards.clone(), cards],
        pot: 2,
        stacks: [2, 2],
        bets: [tree(&[], 1, true), tree(&[], 0, false)],
        street: 3,
        last_street: 3,
        rake: Rake::default(),
        rank: |hand, _| hand.trailing_zeros() as u16,
    };
    let mut solver = solved(spot, 3000);
    let bets = often(&mut solver, &[]);
    let bluffs: f32 = bets[1][..26].iter().sum::<f32>() / 52.0;
    let values: f32 = bets[1][26..].iter().sum::<f32>() / 52.0;
    let calls: f32 = often(&mut solver, &[Step::Act(1)])[1].iter().sum::<f32>() / 52.0;
    assert!((bluffs - 1.0 / 9.0).abs() < 0.02, "{bluffs}");
    assert!((values - 2.0 / 9.0).abs() < 0.02, "{values}");
    assert!((calls - 4.0 / 9.0).abs() < 0.02, "{calls}");
    assert!(bets[1][47] > 0.99 && bets[1][30] < 0.01 && bets[1][0] > 0.9);
}

fn some_turn(board: u64, parallel_free: bool) -> Spot {
    let holdings = |every: usize| -> Vec<Holding> {
        let live = (0..COMBOS).filter(|combo| combo / 8 % every == 0).map(combo_mask).filter(|mask| mask & board == 0);
        live.map(|mask| Holding { mask, weight: 1.0 }).collect()
    };
    let all = |_: usize| -> Vec<Holding> {
        let live = (0..COMBOS).filter(|combo| combo_mask(*combo) >> 36 != 0 && combo_mask(*combo) & board == 0);
        live.map(|combo| Holding { mask: combo_mask(combo), weight: 1.0 }).collect()
    };
    let held = if parallel_free { [all(0), all(0)] } else { [holdings(9), holdings(7)] };
    let bets = tree(&[Size::Pot(1.0)], 1, false);
    Spot {
        deck: FULL_DECK,
        board,
        holdings: held,
        pot: 10,
        stacks: [30, 30],
        bets: [bets.clone(), bets],
        street: 2,
        last_street: 3,
        rake: Rake::default(),
        rank,
    }
}

#[test]
fn a_turn_is_solved_the_same_with_any_number_of_threads_and_gets_better() {
    let spot = some_turn(1 << 50 | 1 << 33 | 1 << 17 | 1 << 4, false);
    let mut one = solved(spot.clone(), 12);
    let mut two = Solver::new(Ground::new(spot, true).unwrap(), 2).unwrap();
    (0..12).for_each(|_| two.iterate());
    assert!(one.learned == two.learned);
    let before = one.report();
    (0..40).for_each(|_| one.iterate());
    let after = one.report();
    assert!(after.exploitability(10) < before.exploitability(10) / 2.0, "{before:?} {after:?}");
    assert!((after.values[0] + after.values[1] - 10.0).abs() < 1e-3);
}

#[test]
fn suits_that_change_places_give_what_every_card_for_itself_gives() {
    // Three suits of the board are one card each of clubs, diamonds and hearts of different ranks: only by weights a suit
    // differs. A board of spades alone leaves three suits alike.
    let board = 1 << 51 | 1 << 35 | 1 << 19 | 1 << 7;
    let spot = some_turn(board, true);
    let alike = Ground::new(spot.clone(), false).unwrap();
    assert_eq!(alike.deals.permutations.len(), 6);
    assert!(alike.deals.boards.len() < 30);
    let mut merged = Solver::new(alike, 1).unwrap();
    let mut apart = Ground::new(spot, false).unwrap();
    apart.deals = deals::Deals::without_symmetry(&apart.spot);
    let mut apart = Solver::new(apart, 1).unwrap();
    for _ in 0..10 {
        merged.iterate();
        apart.iterate();
    }
    let (one, other) = (merged.report(), apart.report());
    assert!((one.values[0] - other.values[0]).abs() < 1e-3, "{one:?} {other:?}");
    assert!((one.gains[0] - other.gains[0]).abs() < 1e-3, "{one:?} {other:?}");
    // After check and check, a card comes: the club and the diamond of a rank are played alike.
    let path = |card: u8| [Step::Act(0), Step::Act(0), Step::Deal(card)];
    for card in [40, 41, 42] {
        let (merged, apart) = (often(&mut merged, &path(card)), often(&mut apart, &path(card)));
        let apart_by = merged.iter().flatten().zip(apart.iter().flatten()).map(|(one, other)| (one - other).abs());
        assert!(apart_by.fold(0.0, f32::max) < 0.02);
    }
}

#[test]
fn a_walk_that_cannot_be_is_told() {
    let mut solver = solved(some_turn(1 << 50 | 1 << 33 | 1 << 17 | 1 << 4, false), 1);
    assert!(solver.walk(&[Step::Act(9)]).unwrap_err().contains("step 1"));
    assert!(solver.walk(&[Step::Deal(1)]).unwrap_err().contains("no card"));
    assert!(matches!(solver.walk(&[Step::Act(0), Step::Act(0)]), Ok(Place::Deal(cards)) if cards.len() == 48));
    assert!(solver.walk(&[Step::Act(0), Step::Act(0), Step::Deal(50)]).unwrap_err().contains("step 3"));
    let Ok(Place::Decision(found)) = solver.walk(&[]) else { panic!() };
    assert_eq!(found.actions, [Action::Call, Action::Raise(10)]);
}

#[test]
fn play_that_was_kept_is_the_same_play_and_of_its_own_spot_alone() {
    let board = 0x1 | 1 << 17 | 1 << 34 | 1 << 51;
    let held = |step: usize| -> Vec<Holding> {
        let combos = (0..COMBOS).step_by(step).filter(|combo| combo_mask(*combo) & board == 0);
        combos.map(|combo| Holding { mask: combo_mask(combo), weight: 1.0 }).collect()
    };
    let spot = |step: usize| Spot {
        deck: FULL_DECK,
        board,
        holdings: [held(step), held(step + 1)],
        pot: 100,
        stacks: [100, 100],
        bets: [tree(&[Size::Pot(0.5)], 2, true), tree(&[Size::Pot(0.5)], 2, true)],
        street: 2,
        last_street: 3,
        rake: Rake::default(),
        rank,
    };
    let mut solver = solved(spot(29), 40);
    let kept = solver.play();
    let fresh = || Solver::new(Ground::new(spot(29), false).unwrap(), 1).unwrap();
    let mut again = fresh();
    assert!(again.load_play(40, &kept));
    let shares =
        |bytes: &[u8]| -> Vec<i32> { bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]) as i32).collect() };
    let rounded = |(one, other): (i32, i32)| (one - other).abs() <= 2;
    assert_eq!(again.play().len(), kept.len());
    assert!(shares(&again.play()).into_iter().zip(shares(&kept)).all(rounded));
    let (before, after) = (solver.report(), again.report());
    assert_eq!(after.iterations, 40);
    assert!((before.exploitability(100) - after.exploitability(100)).abs() < 1e-4, "{before:?} {after:?}");
    let (one, other) = (often(&mut solver, &[Step::Act(1)]), often(&mut again, &[Step::Act(1)]));
    let nearest = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-4;
    assert!(one.iter().flatten().zip(other.iter().flatten()).all(nearest));
    assert!(!fresh().load_play(40, &kept[..kept.len() - 2]));
    assert!(!fresh().load_play(40, &[kept.as_slice(), &[0, 0]].concat()));
    assert!(!solved(spot(31), 0).load_play(40, &kept));
}

fn any_hand(share: f64) -> Vec<f64> {
    vec![share; COMBOS]
}

fn locked(spot: Spot, locks: &[Lock], iterations: usize) -> Solver {
    let mut ground = Ground::new(spot, false).unwrap();
    ground.lock(locks).unwrap();
    let mut solver = Solver::new(ground, 1).unwrap();
    (0..iterations).for_each(|_| solver.iterate());
    solver
}

#[test]
fn what_is_locked_is_played_and_everything_before_it_answers() {
    let spot = |bet: u32| polar(100, bet, Rake::default()).ground.spot;
    let all_in = [LockStep::Act(Named::AllIn)];
    let calls = |share: f64| Lock { steps: all_in.to_vec(), shares: vec![(Named::Call, any_hand(share))] };
    // Called half the time, a bluff for the pot is worth nothing either way; a little more or less decides.
    for (share, bluffs) in [(0.55, 0.0), (0.45, 1.0), (1e-6, 1.0), (1.0, 0.0)] {
        let mut solver = locked(spot(100), &[calls(share)], 400);
        let report = solver.report();
        assert!((often(&mut solver, &[])[1][1] - bluffs).abs() < 0.02, "called {share}: {report:?}");
        assert!((often(&mut solver, &[Step::Act(1)])[1][0] - share as f32).abs() < 1e-6);
        assert!(report.gains.iter().all(|gain| (-1e-3..0.1).contains(gain)), "{report:?}");
        // The best hand wins the pot and what is called; a bluff the pot when it is not called, less its bet when it is.
        let bluff = if bluffs > 0.5 { (1.0 - share) * 100.0 - share * 100.0 } else { 0.0 };
        let worth = (100.0 + share * 100.0) / 2.0 + bluff / 2.0;
        assert!((report.values[0] - worth).abs() < 0.2, "called {share}: {report:?}, not {worth}");
    }
    // Locked to what is best anyway, nothing changes.
    let free = polar(100, 100, Rake::default()).report();
    let fixed = locked(spot(100), &[calls(0.5)], 400).report();
    assert!((free.values[0] - fixed.values[0]).abs() < 0.2, "{free:?} {fixed:?}");
    // Of hands that are not named nothing is fixed.
    let mut nobody = any_hand(0.0);
    nobody[combo_of(0, 4)] = 1.0;
    let mut solver = locked(spot(100), &[Lock { steps: all_in.to_vec(), shares: vec![(Named::Call, nobody)] }], 4000);
    assert!((often(&mut solver, &[Step::Act(1)])[1][0] - 0.5).abs() < 0.02);
}

#[test]
fn a_lock_after_a_card_holds_for_that_card_alone_and_suits_still_change_places() {
    let board = 1 << 51 | 1 << 35 | 1 << 19 | 1 << 7;
    let spot = some_turn(board, true);
    // After check and check the jack of clubs comes: the first player bets everything with half of its hands.
    let steps = vec![LockStep::Act(Named::Call), LockStep::Act(Named::Call), LockStep::Deal(36)];
    let locks = [Lock { steps, shares: vec![(Named::To(10), any_hand(0.5))] }];
    let mut merged = Ground::new(spot.clone(), false).unwrap();
    merged.lock(&locks).unwrap();
    assert_eq!(merged.deals.permutations.len(), 2, "clubs stand for themselves, diamonds and hearts still change places");
    let mut apart = Ground::new(spot.clone(), false).unwrap();
    apart.deals = deals::Deals::without_symmetry(&spot);
    apart.place(&locks).unwrap();
    let (mut merged, mut apart) = (Solver::new(merged, 1).unwrap(), Solver::new(apart, 1).unwrap());
    for _ in 0..10 {
        merged.iterate();
        apart.iterate();
    }
    let (one, other) = (merged.report(), apart.report());
    assert!((one.values[0] - other.values[0]).abs() < 1e-3, "{one:?} {other:?}");
    assert!((one.gains[0] - other.gains[0]).abs() < 1e-3, "{one:?} {other:?}");
    let path = |card: u8| [Step::Act(0), Step::Act(0), Step::Deal(card)];
    let bets = |solver: &mut Solver, card: u8| often(solver, &path(card))[1].clone();
    assert!(bets(&mut merged, 36).iter().all(|often| (often - 0.5).abs() < 1e-6));
    assert!(bets(&mut merged, 37).iter().any(|often| (often - 0.5).abs() > 0.1));
    // Play that is kept is read back with its locks.
    let kept = merged.play();
    let mut ground = Ground::new(spot, false).unwrap();
    ground.lock(&locks).unwrap();
    let mut read = Solver::new(ground, 1).unwrap();
    assert!(read.load_play(10, &kept));
    assert!((read.report().values[0] - one.values[0]).abs() < 1e-3);
}

#[test]
fn a_lock_that_cannot_be_is_told() {
    let mut ground = Ground::new(some_turn(1 << 50 | 1 << 33 | 1 << 17 | 1 << 4, false), false).unwrap();
    let lock = |steps: Vec<LockStep>, named: Named| Lock { steps, shares: vec![(named, any_hand(1.0))] };
    let check = LockStep::Act(Named::Call);
    for (wrong, told) in [
        (lock(vec![LockStep::Act(Named::To(11))], Named::Call), "step 1"),
        (lock(vec![check, check, LockStep::Deal(50)], Named::Call), "step 3"),
        (lock(vec![check, check], Named::Call), "nobody decides"),
        (lock(vec![], Named::Fold), "not there"),
        (Lock { steps: vec![], shares: vec![(Named::Call, vec![1.0])] }, "every combination"),
    ] {
        assert!(ground.lock(&[wrong]).unwrap_err().contains(told), "{told}");
    }
    let first = lock(vec![], Named::Call);
    assert!(ground.lock(&[first.clone(), first]).unwrap_err().contains("same decision"));
}
