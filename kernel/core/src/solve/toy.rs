//! Games written directly against the waist, to referee the solver.

use crate::chance::{Rng, Seed};
use crate::game::{Action, Event, Game, Legal, MAX_SEATS, Observer};
use crate::mask::Mask;
use crate::solve::Refusal;
use crate::solve::dealing::{Dealt, openings};
use crate::solve::quality::{assess, uniform};
use crate::solve::regret::{Solver, Variant};
use crate::solve::sequences::SequenceForm;
use crate::solve::tree::{Limits, Tree};

/// Two seats pick 0 or 1 in secret; the first wins `stake` points for two ones, 1 point for two zeros, and loses 1 otherwise.
/// `forgets`: the first seat then guesses what it was dealt, having forgotten it. `lies`: what the first seat picks is shown to
/// the second one, whose key does not say so. `peeks`: it is not shown, and the second seat's key says it. `glimpses`: the first
/// seat picks twice, and the second one sees how the first pick lies until the next, which its key does not say later.
#[derive(Default)]
struct Pennies {
    stake: f64,
    forgets: bool,
    lies: bool,
    peeks: bool,
    glimpses: bool,
    deck: Vec<u8>,
}

impl Pennies {
    /// Who makes a pick.
    fn picker(&self, place: usize) -> u8 {
        if self.glimpses { (place / 2) as u8 } else { (place % 2) as u8 }
    }
}

#[derive(Clone)]
struct Picks {
    card: u8,
    picks: Vec<u8>,
}

impl Game for Pennies {
    type State = Picks;

    fn seats(&self) -> usize {
        2
    }
    fn team_of(&self, _: u8) -> Option<u8> {
        None
    }
    fn teams(&self) -> usize {
        0
    }
    fn deal(&self, order: Option<&[u8]>, _: &Seed) -> Picks {
        Picks { card: order.and_then(|order| order.first().copied()).unwrap_or(0), picks: Vec::new() }
    }
    fn turn(&self, state: &Picks) -> Option<u8> {
        let count = 2 + usize::from(self.forgets || self.glimpses);
        (state.picks.len() < count).then(|| self.picker(state.picks.len()))
    }
    fn legal(&self, _: &Picks, out: &mut Legal) {
        out.clear();
        out.push(0, Mask::first(2));
    }
    fn apply(&self, state: &mut Picks, action: Action, observer: &mut impl Observer) {
        let seat = self.picker(state.picks.len());
        let seen_by = if self.lies { 3 } else { 1 << seat };
        observer.see(Event::Chose { seat, action, seen_by });
        state.picks.push(action.value);
    }
    fn hands(&self, _: &Picks) -> u32 {
        1
    }
    fn returns(&self, state: &Picks) -> [f64; MAX_SEATS] {
        let mut returns = [0.0; MAX_SEATS];
        returns[0] = match (state.picks[0], state.picks[1 + usize::from(self.glimpses)]) {
            (1, 1) => self.stake,
            (0, 0) => 1.0,
            _ => -1.0,
        };
        returns[1] = -returns[0];
        returns
    }
    fn standing(&self, state: &Picks) -> [f64; MAX_SEATS] {
        self.returns(state)
    }
    fn scores(&self, _: &Picks) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]) {
        ([0; MAX_SEATS], [0; MAX_SEATS])
    }
    fn winners(&self, _: &Picks) -> (u32, u32) {
        (0, 0)
    }
    fn lost(&self, _: &Picks) -> bool {
        false
    }
    fn key(&self, state: &Picks, seat: u8) -> u64 {
        // The first seat sees its card before it picks, and nothing of it afterwards.
        let card = if seat == 0 && state.picks.is_empty() { state.card as u64 } else { 0 };
        let peeked = if self.peeks && seat == 1 { 5 * state.picks.first().copied().unwrap_or(0) as u64 } else { 0 };
        100 * seat as u64 + 10 * state.picks.len() as u64 + peeked + card
    }
    fn resample(&self, state: &Picks, seat: u8, rng: &mut Rng) -> (Picks, bool) {
        let mut other = state.clone();
        for (place, pick) in other.picks.iter_mut().enumerate() {
            if !self.lies && self.picker(place) != seat {
                *pick = rng.below(2) as u8;
            }
        }
        (other, true)
    }
}

impl Dealt for Pennies {
    fn cards(&self) -> &[u8] {
        &self.deck
    }
    fn unseen(&self, state: &Picks, out: &mut Vec<u8>) {
        out.extend((0..self.deck.len() as u8).filter(|card| *card != state.card));
    }
    fn arrange(&self, _: &mut Picks, _: &[u8]) {}
    fn is_settled(&self, _: &Picks) -> bool {
        true
    }
    fn order_seen(&self, state: &Picks, seat: u8) -> u64 {
        if self.glimpses && seat == 1 && state.picks.len() == 1 { state.picks[0] as u64 } else { 0 }
    }
    fn reads_order(&self) -> bool {
        true
    }
}

const ROOMY: Limits = Limits { bytes: 1e9, merge: true };

#[test]
fn a_known_value_is_found_by_every_variant() {
    // Stake 3: the first seat plays 1 with 1/3, the second alike, and the game is worth 1/3.
    let game = Pennies { stake: 3.0, deck: vec![0], ..Default::default() };
    let tree = Tree::build(&game, &ROOMY, &mut || false).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!((tree.sets.len(), tree.leaves(), tree.is_zero_sum()), (2, 4, true));
    let form = SequenceForm::new(&tree, 1).unwrap();
    let uniform_gains = assess(&tree, &form, &uniform(&tree));
    assert_eq!((uniform_gains.values[0], uniform_gains.gains.clone()), (0.5, vec![0.5, 0.5]));
    for variant in [
        Variant::Plain,
        Variant::Plus,
        Variant::Discounted { alpha: 1.0, beta: 1.0, gamma: 1.0 },
        Variant::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 },
        Variant::Predictive,
    ] {
        for simultaneous in [false, true] {
            let mut solver = Solver::new(&tree, &form, variant, simultaneous, None);
            (0..20_000).for_each(|_| solver.iterate());
            let quality = solver.quality();
            assert!(quality.nash_conv() < 0.03, "{variant:?} {simultaneous}: {quality:?}");
            assert!((quality.values[0] - 1.0 / 3.0).abs() < 0.03, "{variant:?} {simultaneous}: {quality:?}");
        }
    }
}

#[test]
fn a_seat_that_forgets_is_refused() {
    let game = Pennies { stake: 1.0, forgets: true, deck: vec![0, 1], ..Default::default() };
    let refusal = Tree::build(&game, &ROOMY, &mut || false).err();
    assert!(matches!(refusal, Some(Refusal::ImperfectRecall { seat: 0, .. })), "{refusal:?}");
}

#[test]
fn a_key_that_does_not_tell_what_was_seen_is_refused() {
    let game = Pennies { stake: 3.0, lies: true, deck: vec![0], ..Default::default() };
    let refusal = Tree::build(&game, &ROOMY, &mut || false).err();
    assert!(matches!(&refusal, Some(Refusal::Inconsistent(why)) if why.contains("seat 1 has the same key")), "{refusal:?}");
}

#[test]
fn a_key_that_forgets_how_cards_lay_is_refused() {
    let game = Pennies { stake: 3.0, glimpses: true, deck: vec![0], ..Default::default() };
    let refusal = Tree::build(&game, &ROOMY, &mut || false).err();
    assert!(matches!(&refusal, Some(Refusal::Inconsistent(why)) if why.contains("seat 1 has the same key")), "{refusal:?}");
}

#[test]
fn a_key_that_tells_what_was_not_seen_is_refused() {
    let game = Pennies { stake: 3.0, peeks: true, deck: vec![0], ..Default::default() };
    let refusal = Tree::build(&game, &ROOMY, &mut || false).err();
    assert!(matches!(&refusal, Some(Refusal::Inconsistent(why)) if why.contains("seat 1 has another key")), "{refusal:?}");
}

#[test]
fn a_tree_that_outgrows_its_limit_is_refused() {
    let game = Pennies { stake: 1.0, deck: vec![0], ..Default::default() };
    let refusal = Tree::build(&game, &Limits { bytes: 100.0, merge: false }, &mut || false).err();
    assert!(matches!(refusal, Some(Refusal::TooLarge { .. })), "{refusal:?}");
}

#[test]
fn the_ways_of_chance_add_up_to_one() {
    for deck in [vec![0], vec![0, 1], vec![0, 0, 1], vec![0, 1, 2, 2]] {
        let game = Pennies { stake: 1.0, deck, ..Default::default() };
        let outcomes = openings(&game, usize::MAX).unwrap_or_else(|why| panic!("{why}"));
        let total: f64 = outcomes.iter().map(|outcome| outcome.probability).sum();
        assert!((total - 1.0).abs() < 1e-12, "{outcomes:?}");
    }
}
