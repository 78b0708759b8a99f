//! Suits and cards that play no part: permutations of card types that leave a game as it is.
//!
//! Swaps are found by playing both sides of the mirror at random. That they really change nothing is then checked at
//! every node while the tree is built ([`super::tree`]), so that what is found here is a guess and not yet a claim.

use crate::chance::Rng;
use crate::game::{Action, Legal, Silent};
use crate::solve::dealing::{Dealt, NO_CHANCE};

/// Games that a swap is tried on.
const TRIALS: u64 = 200;
/// Decisions of all of them together: a guess need not be better than that.
const EFFORT: usize = 10_000;
/// Larger groups are not worth their time: every node is looked at once for each member.
const LARGEST_GROUP: usize = 64;

/// A permutation of types with what it does to cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relabeling {
    pub types: Vec<u8>,
    pub cards: Vec<u8>,
}

impl Relabeling {
    fn new(types: Vec<u8>, deck: &[u8]) -> Relabeling {
        let cards_of = |kind: u8| deck.iter().enumerate().filter(move |(_, other)| **other == kind).map(|(card, _)| card as u8);
        let mut cards = vec![0; deck.len()];
        for kind in 0..types.len() as u8 {
            for (card, image) in cards_of(kind).zip(cards_of(types[kind as usize])) {
                cards[card as usize] = image;
            }
        }
        Relabeling { types, cards }
    }

    pub fn order(&self, order: &[u8]) -> Vec<u8> {
        order.iter().map(|card| self.cards[*card as usize]).collect()
    }
}

/// The one that changes nothing.
pub fn identity(deck: &[u8]) -> Relabeling {
    let kinds = deck.iter().map(|kind| *kind as usize + 1).max().unwrap_or(0);
    Relabeling::new((0..kinds as u8).collect(), deck)
}

/// Groups of relabelings that seem to change nothing, those that merge most first. The first member of each changes
/// nothing at all.
pub fn likely_groups<G: Dealt>(game: &G) -> impl Iterator<Item = Vec<Relabeling>> {
    [game.swaps(), game.suit_swaps()].into_iter().filter_map(move |swaps| {
        let mirrors = swaps.iter().map(|swap| swapped(game.cards(), swap)).filter(|swap| is_mirror(game, swap));
        closure(game.cards(), &mirrors.collect::<Vec<_>>()).filter(|group| group.len() > 1)
    })
}

fn swapped(deck: &[u8], pairs: &[(u8, u8)]) -> Relabeling {
    let mut types = identity(deck).types;
    for (one, other) in pairs {
        types.swap(*one as usize, *other as usize);
    }
    Relabeling::new(types, deck)
}

/// All products of the generators, unless there are too many.
fn closure(deck: &[u8], generators: &[Relabeling]) -> Option<Vec<Relabeling>> {
    let mut group = vec![identity(deck)];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let types: Vec<u8> = group[next].types.iter().map(|kind| generator.types[*kind as usize]).collect();
            if !group.iter().any(|known| known.types == types) {
                if group.len() == LARGEST_GROUP {
                    return None;
                }
                group.push(Relabeling::new(types, deck));
            }
        }
        next += 1;
    }
    Some(group)
}

/// Plays random games on both sides of the mirror and compares them step by step.
fn is_mirror<G: Dealt>(game: &G, relabeling: &Relabeling) -> bool {
    let mut effort = EFFORT;
    (0..TRIALS).all(|trial| mirrored_game(game, relabeling, trial, &mut effort))
}

fn mirrored_game<G: Dealt>(game: &G, relabeling: &Relabeling, trial: u64, effort: &mut usize) -> bool {
    let mut rng = Rng::new(trial);
    let mut order: Vec<u8> = (0..game.cards().len() as u8).collect();
    rng.shuffle(&mut order);
    let mut state = game.deal(Some(&order), &NO_CHANCE);
    let mut image = game.deal(Some(&relabeling.order(&order)), &NO_CHANCE);
    let (mut legal, mut legal_image) = (Legal::default(), Legal::default());
    while game.turn(&state).is_some() {
        if *effort == 0 {
            return true;
        }
        *effort -= 1;
        game.decisions(&state, &mut legal);
        game.decisions(&image, &mut legal_image);
        let Some(action) = legal.choose(&mut rng) else {
            return false;
        };
        if game.turn(&state) != game.turn(&image) || mapped(game, &legal, &legal_image, &relabeling.types).is_none() {
            return false;
        }
        game.apply(&mut state, action, &mut Silent);
        game.apply(&mut image, game.relabeled(action, &relabeling.types), &mut Silent);
    }
    game.turn(&image).is_none() && game.returns(&state) == game.returns(&image)
}

/// For each action here, its place among the actions of the image; `None` if they are not the same.
pub fn mapped<G: Dealt>(game: &G, here: &Legal, image: &Legal, types: &[u8]) -> Option<Vec<usize>> {
    if here.len() != image.len() {
        return None;
    }
    let others: Vec<Action> = image.iter().collect();
    here.iter().map(|action| others.iter().position(|other| *other == game.relabeled(action, types))).collect()
}
