//! Hands worked out by the rules, and laws that hold in every hand.

use super::play::*;
use super::state::{DECK, State};
use super::view::{Position, position};
use super::*;
use crate::chance::derive;
use crate::game::Event;

/// A game with these stacks, blinds of 1 and 2, bets of half a pot and a pot.
fn game(stacks: &[i32]) -> Holdem {
    let players = stacks.len() as u8;
    Holdem::new(Options {
        players,
        stacks: stacks.to_vec(),
        small_blind: 1,
        big_blind: 2,
        ante: 0,
        sizes: std::array::from_fn(|_| vec![50, 100]),
        cap: 0,
        rake: 0,
        rake_cap: 0,
        hands: 1,
        carry: false,
        dealer: if players == 2 { 0 } else { players - 1 },
    })
}

fn card(text: &str) -> u8 {
    let find = |from: &str, at: usize| from.find(&text[at..=at]).map_or(0, |place| place as u8);
    find("23456789TJQKA", 0) * 4 + find("cdhs", 1)
}

/// A deal in which seats hold these cards and the board is this.
fn deal(game: &Holdem, hands: &[&str], board: &str) -> State {
    let players = game.options.players as usize;
    let mut order = Vec::new();
    for round in 0..2 {
        for step in 1..=players {
            let seat = (game.options.dealer as usize + step) % players;
            order.push(card(hands[seat].split(' ').nth(round).unwrap_or("2c")));
        }
    }
    order.extend(board.split(' ').map(card));
    order.extend((0..DECK as u8).filter(|card| !order.contains(card)).collect::<Vec<u8>>());
    game.deal(Some(&order), &[0; 32])
}

fn any(game: &Holdem) -> State {
    game.deal(None, &[3; 32])
}

fn act(game: &Holdem, state: &mut State, slot: u16, value: u8) {
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    let action = Action { slot, value };
    assert!(legal.contains(action), "{action:?} is not among {:?}", legal.iter().collect::<Vec<_>>());
    game.apply(state, action, &mut Silent);
}

fn all(game: &Holdem, state: &mut State, slots: &[u16]) {
    slots.iter().for_each(|slot| act(game, state, *slot, 0));
}

fn may(game: &Holdem, state: &State, slot: u16) -> bool {
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    legal.iter().any(|action| action.slot == slot)
}

#[test]
fn three_players_post_the_blinds_left_of_the_button() {
    let game = game(&[200; 3]);
    let state = any(&game);
    assert_eq!((state.bets.pot(), &state.bets.stacks[..3]), (3, &[199, 198, 200][..]));
    assert_eq!(state.bets.to_act, 2, "the button acts first, before the flop");
}

#[test]
fn of_two_the_button_posts_the_small_blind_and_acts_first_before_the_flop_only() {
    let game = game(&[200; 2]);
    let mut state = any(&game);
    assert_eq!((state.bets.button, &state.bets.stacks[..2], state.bets.to_act), (0, &[199, 198][..], 0));
    all(&game, &mut state, &[CALL, CHECK]);
    assert_eq!((state.bets.street, state.bets.to_act), (1, 1));
}

#[test]
fn after_the_flop_the_first_seat_with_cards_left_of_the_button_acts() {
    let game = game(&[200; 6]);
    let mut state = any(&game);
    assert_eq!(state.bets.to_act, 2);
    all(&game, &mut state, &[CALL, FOLD, CALL, CALL, FOLD, CHECK]);
    assert_eq!((state.bets.street, state.bets.to_act, state.open), (1, 1, 3));
}

#[test]
fn positions_have_their_names_at_every_size_of_table() {
    use Position::*;
    let names = |players: usize| -> Vec<Option<Position>> {
        let game = game(&vec![200; players]);
        let state = any(&game);
        (0..players as u8).map(|seat| position(&state, seat)).collect()
    };
    let some = |names: &[Position]| names.iter().copied().map(Some).collect::<Vec<_>>();
    assert_eq!(names(2), some(&[SmallBlind, BigBlind]));
    assert_eq!(names(3), some(&[SmallBlind, BigBlind, Button]));
    assert_eq!(names(4), some(&[SmallBlind, BigBlind, UnderTheGun, Button]));
    assert_eq!(names(5), some(&[SmallBlind, BigBlind, UnderTheGun, CutOff, Button]));
    assert_eq!(names(6), some(&[SmallBlind, BigBlind, UnderTheGun, Middle, CutOff, Button]));
}

#[test]
fn a_fold_of_three_goes_on_and_a_second_ends_the_hand_without_a_showdown() {
    let game = game(&[200; 3]);
    let mut state = any(&game);
    act(&game, &mut state, FOLD, 0);
    assert!(!state.is_over);
    let mut events: Vec<Event> = Vec::new();
    game.apply(&mut state, Action { slot: FOLD, value: 0 }, &mut events);
    assert!(state.is_over && state.shown == 0 && game.turn(&state).is_none());
    assert_eq!(&state.total[..3], &[-1, 1, 0]);
    assert!(!events.iter().any(|event| matches!(event, Event::Shown { .. })));
}

#[test]
fn the_best_hand_wins_at_the_showdown_and_equal_hands_share() {
    let game = game(&[200; 3]);
    let mut state = deal(&game, &["As Ac", "Kd Kh", "Qd Qh"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[CALL, CALL, CHECK]);
    all(&game, &mut state, &[CHECK; 9]);
    assert_eq!(&state.total[..3], &[4, -2, -2]);
    let mut state = deal(&game, &["As 3c", "Ad 3h", "Qd Qh"], "Ac Kd 9h Js 8s");
    all(&game, &mut state, &[CALL, CALL, CHECK]);
    all(&game, &mut state, &[CHECK; 9]);
    assert_eq!(&state.total[..3], &[1, 1, -2]);
}

#[test]
fn a_beaten_hand_is_mucked_and_one_that_was_bet_is_shown() {
    let game = game(&[200; 3]);
    let mut state = deal(&game, &["Kd Kh", "As Ac", "Qd Qh"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[CALL, CALL, CHECK]);
    all(&game, &mut state, &[CHECK; 9]);
    // The small blind shows first, the big blind beats it, the button is beaten and does not show.
    assert_eq!((state.shown, state.mucked), (0b011, 0b100));
    let mut state = deal(&game, &["Kd Kh", "As Ac", "Qd Qh"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[CALL, CALL, CHECK]);
    all(&game, &mut state, &[CHECK; 6]);
    all(&game, &mut state, &[CHECK, CHECK, BET, CALL, CALL]);
    assert_eq!((state.shown, state.mucked), (0b111, 0), "who bet on the river shows first");
}

#[test]
fn all_hands_are_turned_up_when_somebody_is_all_in() {
    let game = game(&[20, 200, 200]);
    let mut state = deal(&game, &["Kd Kh", "As Ac", "Qd Qh"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[ALL_IN, CALL, CALL]);
    assert!(state.is_over);
    assert_eq!((state.shown, state.open), (0b111, 5));
    assert_eq!(&state.total[..3], &[-20, 220, -200]);
}

#[test]
fn side_pots_are_won_by_those_who_paid_them() {
    let game = game(&[20, 60, 100]);
    let mut state = deal(&game, &["As Ac", "Kd Kh", "Qd Qh"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[ALL_IN, CALL, CALL]);
    // 60 in the main pot, 80 in the side pot, 40 given back.
    assert_eq!(&state.total[..3], &[40, 20, -60]);
}

#[test]
fn odd_chips_go_to_the_first_winner_left_of_the_button() {
    let game = game(&[200; 3]);
    let mut state = deal(&game, &["2s 3c", "Ad 3h", "Ah 3d"], "Ac Kd 9h Js 8s");
    all(&game, &mut state, &[RAISE, FOLD, CALL]);
    all(&game, &mut state, &[CHECK; 6]);
    // 5 + 5 + 1 chips: six for the big blind, which sits left of the small blind that folded.
    assert_eq!(&state.total[..3], &[-1, 1, 0]);
}

/// Stakes of 1, 46, 149, 93 and 149: a main pot of 185 and side pots of 141 and 112. Two level hands win the first two
/// pots, which are one when the beaten hands are out: 326 are 163 each, with no odd chip.
#[test]
fn pots_that_the_same_hands_win_are_shared_as_one() {
    let game = game(&[48, 46, 185, 93, 149]);
    let mut state = deal(&game, &["Ks Jh", "4c 4s", "Jc 7d", "5c 7h", "5d Td"], "5h 9s Ad 8c 9c");
    all(&game, &mut state, &[ALL_IN, CALL, CALL, FOLD, CALL]);
    assert_eq!(&state.total[..5], &[-1, -46, -149, 70, 126]);
}

#[test]
fn a_short_all_in_does_not_let_those_raise_who_have_acted() {
    let game = game(&[200, 200, 200, 13]);
    let mut state = any(&game);
    // The third seat raises to 9 (a raise of 7), the button is all in for 13 (a raise of 4).
    act(&game, &mut state, RAISE, 1);
    let to = state.bets.highest;
    assert_eq!((to, state.bets.min_raise), (7, 5));
    act(&game, &mut state, ALL_IN, 0);
    assert_eq!((state.bets.highest, state.bets.min_raise), (13, 6));
    act(&game, &mut state, CALL, 0);
    act(&game, &mut state, CALL, 0);
    assert_eq!(state.bets.to_act, 2);
    assert!(may(&game, &state, RAISE), "a raise of six is a full one");

    let game = self::game(&[200, 200, 200, 11]);
    let mut state = any(&game);
    act(&game, &mut state, RAISE, 1);
    act(&game, &mut state, ALL_IN, 0);
    assert_eq!((state.bets.highest, state.bets.min_raise), (11, 5));
    assert!(may(&game, &state, RAISE), "the small blind has not acted");
    act(&game, &mut state, CALL, 0);
    act(&game, &mut state, CALL, 0);
    assert_eq!(state.bets.to_act, 2);
    assert!(may(&game, &state, CALL) && !may(&game, &state, RAISE) && !may(&game, &state, ALL_IN));
}

#[test]
fn a_raise_is_at_least_as_large_as_the_one_before_and_a_cap_ends_raising() {
    let mut options = game(&[400; 2]).options;
    (options.sizes[0], options.cap) = (vec![1, 100], 2);
    let game = Holdem::new(options);
    let mut state = any(&game);
    assert_eq!((state.bets.size_to(&game.structure, 0), state.bets.size_to(&game.structure, 2)), (4, 6));
    act(&game, &mut state, RAISE, 2);
    assert_eq!(state.bets.size_to(&game.structure, 0), 10);
    act(&game, &mut state, RAISE, 0);
    assert!(may(&game, &state, CALL) && !may(&game, &state, RAISE) && !may(&game, &state, ALL_IN));
}

#[test]
fn a_short_big_blind_does_not_lower_what_others_have_to_call() {
    let game = game(&[200, 1, 200]);
    let mut state = deal(&game, &["Kd Kh", "As Ac", "Qd Qh"], "2c 7d 9h Js 3s");
    assert_eq!(state.bets.to_call(), 2);
    all(&game, &mut state, &[CALL, CALL]);
    all(&game, &mut state, &[CHECK; 6]);
    assert_eq!(&state.total[..3], &[0, 2, -2]);
    // Against one who is all in with less than one's own blind there is nothing to decide.
    let game = self::game(&[200, 1]);
    let state = deal(&game, &["Kd Kh", "As Ac"], "2c 7d 9h Js 3s");
    assert!(state.is_over);
    assert_eq!(&state.total[..2], &[-1, 1]);
}

#[test]
fn rake_is_taken_of_every_pot_after_a_flop_up_to_its_cap() {
    let mut options = game(&[200; 2]).options;
    (options.rake, options.rake_cap) = (500, 5);
    let game = Holdem::new(options);
    let mut state = deal(&game, &["Kd Kh", "As Ac"], "2c 7d 9h Js 3s");
    act(&game, &mut state, FOLD, 0);
    assert_eq!((&state.total[..2], state.raked), (&[-1, 1][..], 0));
    let mut state = deal(&game, &["Kd Kh", "As Ac"], "2c 7d 9h Js 3s");
    act(&game, &mut state, RAISE, 1);
    all(&game, &mut state, &[CALL, CHECK, CHECK, CHECK, CHECK, CHECK, CHECK]);
    assert_eq!((&state.total[..2], state.raked), (&[-6, 6][..], 0), "5 % of 12 chips is less than one");
    let mut state = deal(&game, &["Kd Kh", "As Ac"], "2c 7d 9h Js 3s");
    all(&game, &mut state, &[ALL_IN, CALL]);
    assert_eq!((&state.total[..2], state.raked), (&[-200, 195][..], 5));
}

#[test]
fn the_button_moves_on_and_broke_seats_leave_a_match_in_which_stacks_carry() {
    let mut options = game(&[20, 30, 40]).options;
    (options.hands, options.carry) = (1000, true);
    let game = Holdem::new(options);
    let mut legal = Legal::default();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.deal(None, &derive(&[1; 32], seed));
        let (mut hands, mut button) = (0, state.bets.button);
        while game.turn(&state).is_some() {
            game.legal(&state, &mut legal);
            let action = legal.choose(&mut rng).unwrap_or(Action { slot: FOLD, value: 0 });
            game.apply(&mut state, action, &mut Silent);
            assert_eq!(state.bets.stacks.iter().sum::<i32>() + state.bets.pot(), 90);
            if state.hands != hands && !state.is_over {
                assert!(state.bets.button != button || state.hands > hands + 1, "some hands have nothing to decide");
                assert_eq!(state.dealt & state.out, 0);
                (hands, button) = (state.hands, state.bets.button);
            }
        }
        assert_eq!(state.out.count_ones(), 2);
    }
}

/// Random hands at every size of table with stacks of all kinds: chips are neither made nor lost, and what is offered
/// is neither too little nor more than there is.
#[test]
fn chips_are_conserved_and_bets_are_within_bounds() {
    let mut legal = Legal::default();
    for seed in 0..4000u64 {
        let mut rng = Rng::new(seed);
        let players = 2 + rng.below(5) as usize;
        let stacks: Vec<i32> = (0..players).map(|_| 1 + rng.below(if seed % 2 == 0 { 12 } else { 300 }) as i32).collect();
        let mut options = game(&stacks).options;
        (options.ante, options.rake, options.cap) = (rng.below(3) as i32, rng.below(2) as u16 * 500, rng.below(4) as u8);
        options.sizes[1] = vec![33, 75, 150];
        let game = Holdem::new(options);
        let mut state = game.deal(None, &derive(&[2; 32], seed));
        while game.turn(&state).is_some() {
            let bets = state.bets;
            let seat = bets.to_act as usize;
            assert!(bets.stacks[seat] > 0 && bets.live >> seat & 1 == 1);
            game.legal(&state, &mut legal);
            let Some(action) = legal.choose(&mut rng) else { panic!("nothing to do") };
            if matches!(action.slot, BET | RAISE) {
                let to = bets.size_to(&game.structure, action.value);
                assert!(to >= bets.highest + bets.min_raise && to < bets.bets[seat] + bets.stacks[seat]);
            }
            game.apply(&mut state, action, &mut Silent);
            let all: i32 = state.bets.stacks.iter().sum::<i32>() + state.bets.pot() + state.raked;
            assert_eq!(all, stacks.iter().sum::<i32>());
        }
        assert!(state.is_over);
        assert_eq!(state.total.iter().sum::<i32>(), -state.raked, "what is won was lost, but for the rake");
    }
}

#[test]
fn impossible_options_are_refused() {
    let written = |change: fn(&mut serde_json::Value)| {
        let mut options = serde_json::json!({
            "players": 2, "stacks": [200, 200], "small_blind": 1, "big_blind": 2, "ante": 0,
            "sizes": [[50], [50], [50], [50]], "cap": 0, "rake": 0, "rake_cap": 0, "hands": 1, "carry": false, "dealer": 0
        });
        change(&mut options);
        Options::parse(options.to_string().as_bytes()).err()
    };
    assert_eq!(written(|_| {}), None);
    assert!(written(|options| options["players"] = 7.into()).is_some());
    assert!(written(|options| options["stacks"] = serde_json::json!([200])).is_some());
    assert!(written(|options| options["stacks"] = serde_json::json!([200, 0])).is_some());
    assert!(written(|options| options["small_blind"] = 3.into()).is_some());
    assert!(written(|options| options["sizes"] = serde_json::json!([[50, 50], [], [], []])).is_some());
    assert!(written(|options| options["dealer"] = 2.into()).is_some());
    assert!(written(|options| options["hands"] = 0.into()).is_some());
}
