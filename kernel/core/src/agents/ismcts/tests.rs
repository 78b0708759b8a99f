//! Search where the answer is known.

use super::*;
use crate::chance::Seed;
use crate::game::{MAX_SEATS, Observer};
use crate::mask::Mask;

/// The first seat gives points away: to itself, to its partner or to an opponent. Then the last seat may double all of it
/// or not, and nobody is told what the first seat did.
struct Giving {
    teams: bool,
}

#[derive(Clone, Default)]
struct Given {
    choices: Vec<u8>,
}

impl Game for Giving {
    type State = Given;

    fn seats(&self) -> usize {
        4
    }
    fn team_of(&self, seat: u8) -> Option<u8> {
        self.teams.then_some(seat % 2)
    }
    fn teams(&self) -> usize {
        if self.teams { 2 } else { 0 }
    }
    fn deal(&self, _: Option<&[u8]>, _: &Seed) -> Given {
        Given::default()
    }
    fn turn(&self, state: &Given) -> Option<u8> {
        [Some(0), Some(3), None][state.choices.len()]
    }
    fn legal(&self, state: &Given, out: &mut Legal) {
        out.clear();
        match state.choices.len() {
            0 => out.push(0, Mask::first(3)),
            1 => out.push(1, Mask::first(2)),
            _ => {}
        }
    }
    fn apply(&self, state: &mut Given, action: Action, _: &mut impl Observer) {
        state.choices.push(action.value);
    }
    fn is_call(&self, _: &Given) -> bool {
        true
    }
    fn quiet(&self, state: &Given) -> Option<Action> {
        state.choices.is_empty().then_some(Action { slot: 0, value: 0 })
    }
    fn hands(&self, state: &Given) -> u32 {
        (state.choices.len() == 2) as u32
    }
    fn returns(&self, state: &Given) -> [f64; MAX_SEATS] {
        let mut returns = [0.0; MAX_SEATS];
        let (seat, points) = [(0, 2.0), (2, 3.0), (1, 9.0)][state.choices[0] as usize];
        returns[seat] = points * (1 + state.choices[1]) as f64;
        returns
    }
    fn standing(&self, state: &Given) -> [f64; MAX_SEATS] {
        self.returns(state)
    }
    fn scores(&self, _: &Given) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        ([0; MAX_SEATS], [0; MAX_SEATS])
    }
    fn winners(&self, _: &Given) -> (u32, u32) {
        (0, 0)
    }
    fn lost(&self, _: &Given) -> bool {
        false
    }
    fn key(&self, state: &Given, seat: u8) -> u64 {
        let own = if seat == 0 { state.choices.first().map_or(0, |choice| 1 + *choice as u64) } else { 0 };
        mix(own << 8 | (state.choices.len() as u64) << 4 | seat as u64)
    }
    fn resample(&self, state: &Given, seat: u8, rng: &mut Rng) -> (Given, bool) {
        let mut other = state.clone();
        if let Some(first) = other.choices.first_mut().filter(|_| seat != 0) {
            *first = rng.below(3) as u8;
        }
        (other, true)
    }
}

fn chosen(game: &Giving, state: &Given, budget: &str, seed: u64) -> u8 {
    let budget = Budget::parse(budget).unwrap_or_else(|| panic!("no budget"));
    let settings = Settings { budget, prior: None };
    let seat = game.turn(state).unwrap_or(0);
    let mut legal = Legal::default();
    game.legal(state, &mut legal);
    let found = choose(&settings, Information::new(game, state, seat), &legal, &mut Rng::new(seed), &mut 0);
    found.unwrap_or_else(|| panic!("nothing")).value
}

#[test]
fn what_partners_get_counts_as_ones_own() {
    let first = Given::default();
    for seed in 0..8 {
        assert_eq!(chosen(&Giving { teams: true }, &first, "200", seed), 1, "three to the partner");
        assert_eq!(chosen(&Giving { teams: false }, &first, "200", seed), 0, "two to itself");
    }
}

/// A policy that knows one action and no other.
struct Stubborn;

impl Prior<Giving> for Stubborn {
    fn logits(&self, _: Information<Giving>, legal: &Legal, out: &mut Vec<f32>) {
        out.extend(legal.iter().map(|action| if action.value == 0 { 0.0 } else { -50.0 }));
    }
}

#[test]
fn a_call_that_the_policy_never_makes_is_tried() {
    let (game, first) = (Giving { teams: true }, Given::default());
    let settings = Settings { budget: Budget::Simulations(24), prior: Some(Arc::new(Stubborn)) };
    let mut legal = Legal::default();
    game.legal(&first, &mut legal);
    for seed in 0..8 {
        let found = choose(&settings, Information::new(&game, &first, 0), &legal, &mut Rng::new(seed), &mut 0);
        assert_eq!(found.map(|action| action.value), Some(1), "three to the partner");
    }
}

#[test]
fn what_others_chose_in_secret_does_not_count() {
    let game = Giving { teams: true };
    let choices = |seed| (0..3).map(|first| chosen(&game, &Given { choices: vec![first] }, "50", seed)).collect::<Vec<_>>();
    for seed in 0..8 {
        let made = choices(seed);
        assert!(made.iter().all(|choice| *choice == made[0]), "{made:?}");
    }
}

#[test]
fn trees_are_merged_alike_on_any_number_of_threads() {
    let (game, first) = (Giving { teams: true }, Given::default());
    let settings = Settings { budget: Budget::Simulations(3 * TREE), prior: None };
    let mut legal = Legal::default();
    game.legal(&first, &mut legal);
    let on = |threads| analyse(&settings, Information::new(&game, &first, 0), &legal, &mut Rng::new(5), threads);
    let one = on(1);
    assert_eq!((one.simulations, one.actions.iter().map(|action| action.visits).sum()), (3 * TREE, 3 * TREE));
    assert!(on(2) == one && on(8) == one);
}

#[test]
fn budgets_are_read_from_text() {
    assert_eq!(Budget::parse("400"), Some(Budget::Simulations(400)));
    assert_eq!(Budget::parse("250ms"), Some(Budget::Millis(250)));
    for text in ["", "0", "ms", "0ms", "-1", "+5", "1e3", "1000001", "60001ms", "5s", "400@none"] {
        assert_eq!(Budget::parse(text), None, "{text}");
    }
    assert!(chosen(&Giving { teams: true }, &Given::default(), "1ms", 0) < 3);
}
