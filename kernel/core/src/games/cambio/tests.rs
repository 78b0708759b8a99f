//! Every combination of house rules, played at random: cards are conserved, games end, and nobody learns more than
//! they saw.

use super::cards::{DECK, NO_CARD};
use super::options::*;
use super::state::*;
use super::*;
use crate::agents::Player;
use crate::agents::cambio::CambioAgent;
use crate::game::{Event, Information, SPECTATOR_BIT};

fn options() -> Options {
    Options {
        players: 3,
        power_from: PowerFrom::Deck,
        taken_may_go: false,
        sticking: Sticking::Everyone,
        stick_order: StickOrder::Race,
        penalty: 1,
        call_at: CallAt::Start,
        caller_locked: false,
        caller_score: CallerScore::Plain,
        swap_any: true,
        empty_deck_ends: false,
        turn_cap: 50,
        starter: Starter::Rotates,
        target: 0,
        rounds: 2,
        first_wins_ties: false,
        empty_hand_calls: false,
    }
}

fn variants() -> Vec<Options> {
    let base = options();
    vec![
        base.clone(),
        Options { players: 2, ..base.clone() },
        Options { players: 6, penalty: 2, ..base.clone() },
        Options {
            power_from: PowerFrom::Drawn,
            taken_may_go: true,
            sticking: Sticking::Actor,
            call_at: CallAt::End,
            ..base.clone()
        },
        Options { power_from: PowerFrom::Discard, sticking: Sticking::AnyCard, swap_any: false, ..base.clone() },
        Options { caller_locked: true, caller_score: CallerScore::BonusAndPenalty, empty_hand_calls: true, ..base.clone() },
        Options { empty_deck_ends: true, starter: Starter::Random, sticking: Sticking::Nobody, ..base.clone() },
        Options { stick_order: StickOrder::Turns, caller_score: CallerScore::NoughtOrPenalty, turn_cap: 200, ..base },
    ]
}

/// Every card once: in a slot, the stock, the discard pile or a hand that has just drawn.
fn assert_conserved(state: &State) {
    let mut seen = 0u64;
    let mut count = 0;
    let mut see = |card: u8| {
        assert!((card as usize) < DECK);
        seen |= 1 << card;
        count += 1;
    };
    for seat in 0..MAX_PLAYERS as u8 {
        for slot in slots_of(state.held[seat as usize]) {
            see(state.card(At { seat, slot }));
        }
    }
    state.stock[..state.stock_len as usize].iter().for_each(|card| see(*card));
    state.discard[..state.discard_len as usize].iter().for_each(|card| see(*card));
    if state.drawn != NO_CARD {
        see(state.drawn);
    }
    assert_eq!((count, seen), (DECK, (1 << DECK) - 1));
}

fn assert_sums(state: &State, players: u8) {
    for seat in 0..players as usize {
        let sum: i32 = (0..54).filter(|card| state.known[seat] >> card & 1 == 1).map(cards::value).sum();
        assert_eq!(sum, state.known_sum[seat] as i32);
        assert_eq!(state.everyone & !state.known[seat], 0, "what everyone knows each of them knows");
    }
}

#[test]
fn cards_are_conserved_and_matches_end_whatever_the_house_rules() {
    for options in variants() {
        let game = Cambio::new(options);
        for number in 0..40u8 {
            let mut state = game.deal(None, &[number; 32]);
            let mut rng = Rng::new(number as u64);
            let mut legal = Legal::default();
            let mut steps = 0;
            while game.turn(&state).is_some() {
                game.legal(&state, &mut legal);
                let action = legal.choose(&mut rng).expect("whoever is asked can do something");
                game.apply(&mut state, action, &mut Silent);
                assert_conserved(&state);
                assert_sums(&state, game.options.players);
                steps += 1;
                assert!(steps < 100_000);
            }
            assert_ne!(state.winners, 0);
            let sum: f64 = game.returns(&state).iter().sum();
            assert!(sum.abs() < 1e-9);
        }
    }
}

#[test]
fn resampled_worlds_look_the_same_and_differ() {
    for options in variants() {
        let game = Cambio::new(options);
        let mut differ = 0;
        for number in 0..20u8 {
            let mut state = game.deal(None, &[number; 32]);
            let mut rng = Rng::new(number as u64);
            let (mut legal, mut other_legal) = (Legal::default(), Legal::default());
            while let Some(actor) = game.turn(&state) {
                for seat in 0..game.options.players {
                    let (other, exact) = game.resample(&state, seat, &mut rng);
                    assert!(exact);
                    assert_conserved(&other);
                    assert_sums(&other, game.options.players);
                    assert_eq!(game.key(&state, seat), game.key(&other, seat));
                    assert_eq!(view::zones(&game, &state, Some(seat)), view::zones(&game, &other, Some(seat)));
                    assert_eq!(view::zones(&game, &state, None), view::zones(&game, &other, None));
                    differ += (state.slots != other.slots) as u32;
                    if seat == actor {
                        game.legal(&state, &mut legal);
                        game.legal(&other, &mut other_legal);
                        assert!(legal.iter().eq(other_legal.iter()));
                    }
                }
                game.legal(&state, &mut legal);
                let action = legal.choose(&mut rng).expect("whoever is asked can do something");
                game.apply(&mut state, action, &mut Silent);
            }
        }
        assert!(differ > 1000);
    }
}

/// Plays on at random, the same actions in both, until they differ or the match is over.
fn stay_alike(game: &Cambio, mut one: State, mut other: State, rng: &mut Rng) -> bool {
    let mut legal = Legal::default();
    while one == other && game.turn(&one).is_some() {
        game.legal(&one, &mut legal);
        let Some(action) = legal.choose(rng) else { break };
        game.apply(&mut one, action, &mut Silent);
        game.apply(&mut other, action, &mut Silent);
    }
    one == other
}

#[test]
fn samples_are_decided_by_what_the_seat_knows_and_the_seed_alone() {
    for options in variants() {
        let game = Cambio::new(options);
        for number in 0..6u8 {
            let mut state = game.deal(None, &[number; 32]);
            let mut rng = Rng::new(number as u64);
            let mut legal = Legal::default();
            let mut step = 0;
            while game.turn(&state).is_some() {
                for seat in 0..game.options.players {
                    let (look_alike, _) = game.resample(&state, seat, &mut rng);
                    let sample = |world: &State| game.resample(world, seat, &mut Rng::new(step)).0;
                    let (one, other) = (sample(&state), sample(&look_alike));
                    assert!(one == other, "step {step}: seat {seat}'s samples tell the worlds apart");
                    assert!(step % 16 != 0 || stay_alike(&game, one, other, &mut rng), "later chance tells them apart");
                }
                game.legal(&state, &mut legal);
                let action = legal.choose(&mut rng).expect("whoever is asked can do something");
                game.apply(&mut state, action, &mut Silent);
                step += 1;
            }
        }
    }
}

/// All that a seat has been shown so far: the table as it sees it, and what it was told on the way.
fn remembered(game: &Cambio, state: &State, events: &[Event], seat: u8, before: u64) -> u64 {
    let told: Vec<Event> = events
        .iter()
        .map(|event| match *event {
            Event::Moved { from, to, seen_by, .. } if seen_by >> seat & 1 == 0 => {
                Event::Moved { card: NO_CARD, from, to, seen_by }
            }
            Event::Shown { zone, to, seen_by, .. } if seen_by >> seat & 1 == 0 => {
                Event::Shown { card: NO_CARD, zone, to, seen_by }
            }
            event => event,
        })
        .collect();
    let public = (state.to_act, state.phase, state.rounds, state.scores, state.last_scores);
    let seen = format!("{told:?} {:?} {public:?}", view::zones(game, state, Some(seat)));
    seen.bytes().fold(before, |hash, byte| mix(hash ^ byte as u64))
}

#[test]
fn keys_are_equal_exactly_where_a_seat_has_seen_the_same() {
    for options in variants() {
        let game = Cambio::new(options);
        let (mut same, mut differ) = (0, 0);
        for number in 0..30u8 {
            let mut one = game.deal(None, &[number; 32]);
            let mut rng = Rng::new(number as u64);
            // Two cards that nobody has seen, one of them the last to be drawn.
            let mut other = one;
            (other.slots[0][3], other.stock[0]) = (one.stock[0], one.slots[0][3]);
            let mut seen = [[0u64; 2]; MAX_PLAYERS];
            let (mut legal, mut other_legal) = (Legal::default(), Legal::default());
            let (mut events, mut other_events) = (Vec::new(), Vec::new());
            while game.turn(&one).is_some() && game.turn(&other).is_some() {
                for seat in 0..game.options.players {
                    let [first, second] = &mut seen[seat as usize];
                    *first = remembered(&game, &one, &events, seat, *first);
                    *second = remembered(&game, &other, &other_events, seat, *second);
                    assert_eq!(game.key(&one, seat) == game.key(&other, seat), first == second, "seat {seat}");
                    (same, differ) = (same + (first == second) as u32, differ + (first != second) as u32);
                }
                game.legal(&one, &mut legal);
                game.legal(&other, &mut other_legal);
                let common: Vec<Action> = legal.iter().filter(|action| other_legal.contains(*action)).collect();
                let Some(action) = common.get(rng.below(common.len().max(1) as u32) as usize) else { break };
                (events, other_events) = (Vec::new(), Vec::new());
                game.apply(&mut one, *action, &mut events);
                game.apply(&mut other, *action, &mut other_events);
            }
        }
        assert!(same > 100 && differ > 100, "{same} {differ}");
    }
}

/// Generations differ where a card was discarded, shuffled and drawn again: it is nowhere it cannot have come to.
#[test]
fn after_a_reshuffle_old_slots_hold_none_of_the_cards_that_were_discarded() {
    let game = Cambio::new(Options { sticking: Sticking::Nobody, turn_cap: 200, call_at: CallAt::End, rounds: 1, ..options() });
    let mut state = game.deal(None, &[5; 32]);
    let mut rng = Rng::new(1);
    let mut legal = Legal::default();
    let untouched = state.card(At { seat: 1, slot: 3 });
    while state.reshuffles == 0 {
        game.legal(&state, &mut legal);
        // Draw and discard: nothing is exchanged.
        let wanted = [play::DRAW, play::DISCARD, play::PASS];
        let action = legal.iter().find(|action| wanted.contains(&action.slot)).expect("one of these is legal");
        game.apply(&mut state, action, &mut Silent);
    }
    for _ in 0..200 {
        let (other, _) = game.resample(&state, 0, &mut rng);
        let card = other.card(At { seat: 1, slot: 3 });
        assert_eq!(other.generation[card as usize], state.generation[untouched as usize]);
    }
}

#[test]
fn agents_choose_the_same_in_worlds_that_look_the_same_to_them() {
    let text = r#"{"family": "smart", "unknown": 5, "call": 8}"#;
    let agent = CambioAgent::read(text).expect("an agent");
    let game = Cambio::new(options());
    let mut legal = Legal::default();
    for number in 0..20u8 {
        let mut state = game.deal(None, &[number; 32]);
        let mut rng = Rng::new(number as u64);
        while let Some(seat) = game.turn(&state) {
            game.legal(&state, &mut legal);
            let (other, _) = game.resample(&state, seat, &mut rng);
            let choose = |state: &State| agent.choose(Information::new(&game, state, seat), &legal, &mut Rng::new(9), &mut 0);
            let action = choose(&state);
            assert_eq!(action, choose(&other));
            game.apply(&mut state, action.expect("a choice"), &mut Silent);
        }
    }
}

#[test]
fn events_show_a_card_to_those_who_see_it_and_to_nobody_else() {
    let game = Cambio::new(options());
    let mut events = Vec::new();
    let state = game.start(None, &[1; 32], &mut events);
    let shown: Vec<u32> = events
        .iter()
        .filter_map(|event| match event {
            Event::Shown { seen_by, .. } => Some(*seen_by),
            _ => None,
        })
        .collect();
    assert_eq!(shown, [1, 1, 2, 2, 4, 4]);
    let dealt = events.iter().filter(|event| matches!(event, Event::Moved { seen_by: 0, .. })).count();
    assert_eq!(dealt, 12);
    assert!(events.iter().any(|event| matches!(event, Event::Moved { seen_by, .. } if seen_by & SPECTATOR_BIT != 0)));
    assert_eq!(view::zones(&game, &state, None).iter().flatten().filter(|card| **card >= 0).count(), 1);
}
