//! Chance gone through card by card: whatever the next cards of the deck could be, no further than they are used.
//!
//! A deck has far more orders than a game tells apart. An order is therefore decided from the top, as far as a step of
//! the game (the deal, or an action) takes cards, and the rest stays open until it is drawn: the cards that nobody has
//! seen are exchangeable. Cards dealt to one hand come in one order for all.

use crate::chance::{Rng, Seed};
use crate::game::{Action, Game, Silent};
use crate::solve::Refusal;

/// The seed of every deal here. It decides nothing: whoever asks it is refused.
pub const NO_CHANCE: Seed = [0; 32];

/// Beside the cards themselves, of an outcome that is kept.
pub const OUTCOME_BYTES: usize = 48;

/// What going through all chance needs to know of a game whose chance is the order of a deck.
pub trait Dealt: Game {
    /// The type of each card of the deck; cards of one type are alike.
    fn cards(&self) -> &[u8];
    /// Cards that nobody has seen, lying in the order of the deck, the next one first.
    fn unseen(&self, state: &Self::State, out: &mut Vec<u8>);
    /// Puts exactly those cards into this order.
    fn arrange(&self, state: &mut Self::State, order: &[u8]);
    /// Whether chance has decided nothing but the deck's order.
    fn is_settled(&self, state: &Self::State) -> bool;
    /// A number for all that a seat sees now, made of the same as its view and not of its key: by it keys are checked.
    fn sight(&self, _state: &Self::State, _seat: u8) -> u64 {
        0
    }
    /// A number for the order in which a seat sees cards lie: what events do not tell.
    fn order_seen(&self, _state: &Self::State, _seat: u8) -> u64 {
        0
    }
    /// Whether rules look at unseen cards where they lie.
    fn reads_order(&self) -> bool {
        false
    }
    /// For the first cards of the deck, which hand they are dealt to; cards of one hand are picked up together.
    fn hands_dealt(&self) -> Vec<u8> {
        Vec::new()
    }
    /// Permutations of types that might change nothing: single swaps, in families that are tried one after another.
    fn swaps(&self) -> Vec<Vec<(u8, u8)>> {
        Vec::new()
    }
    /// Swaps of whole suits, each as pairs of types.
    fn suit_swaps(&self) -> Vec<Vec<(u8, u8)>> {
        Vec::new()
    }
    /// The action that an action becomes when types change places.
    fn relabeled(&self, action: Action, _types: &[u8]) -> Action {
        action
    }
}

/// One way that chance may go.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The cards nobody had seen, in the order that decides it: the first `consumed` of them are used.
    pub order: Vec<u8>,
    pub consumed: usize,
    pub probability: f64,
}

/// Goes through the orders of a pile as far as they are used.
pub struct Walk<'a, R: FnMut(&[u8]) -> Result<usize, Refusal>> {
    pub types: &'a [u8],
    /// Hand of each of the first positions.
    pub hands: &'a [u8],
    /// How many cards an order uses.
    pub run: R,
    /// Follow one branch only, chosen as chance would; `branches` is then how many it stands for.
    pub dive: Option<&'a mut Rng>,
    pub branches: f64,
    pub out: Vec<Outcome>,
    /// More outcomes than this are too many.
    pub most: usize,
    order: Vec<u8>,
    last: Vec<Option<(u8, u32, u32)>>,
}

impl<'a, R: FnMut(&[u8]) -> Result<usize, Refusal>> Walk<'a, R> {
    pub fn new(types: &'a [u8], hands: &'a [u8], pile: &[u8], run: R) -> Self {
        let hand_count = hands.iter().map(|hand| *hand as usize + 1).max().unwrap_or(0);
        Walk {
            types,
            hands,
            run,
            dive: None,
            branches: 1.0,
            out: Vec::new(),
            most: usize::MAX,
            order: pile.to_vec(),
            last: vec![None; hand_count],
        }
    }

    /// Everything that may happen. Probabilities add up to one.
    pub fn go(mut self) -> Result<(Vec<Outcome>, f64), Refusal> {
        self.extend(0, 0, 1.0)?;
        Ok((self.out, self.branches))
    }

    fn extend(&mut self, decided: usize, needed: usize, probability: f64) -> Result<(), Refusal> {
        if decided < needed {
            return self.decide(decided, needed, probability);
        }
        let consumed = (self.run)(&self.order)?.max(self.hands.len()).min(self.order.len());
        if consumed > decided {
            return self.decide(decided, consumed, probability);
        }
        if self.dive.is_some() {
            self.branches /= self.ways_to_deal();
        }
        if self.out.len() >= self.most {
            let nodes = self.out.len() as f64;
            let limit_bytes = nodes * (self.order.len() + OUTCOME_BYTES) as f64;
            return Err(Refusal::TooLarge { nodes, information_sets: nodes, bytes: 2.0 * limit_bytes, limit_bytes });
        }
        self.out.push(Outcome { order: self.order.clone(), consumed, probability });
        Ok(())
    }

    /// In how many orders the hands could have been dealt card by card.
    fn ways_to_deal(&self) -> f64 {
        let mut ways = 1.0;
        for hand in 0..self.last.len() {
            let held = self.hands.iter().zip(&self.order).filter(|(other, _)| **other as usize == hand);
            let mut alike = [0u32; 256];
            for (held, (_, card)) in held.enumerate() {
                let count = &mut alike[self.types[*card as usize] as usize];
                *count += 1;
                ways *= (held + 1) as f64 / *count as f64;
            }
        }
        ways
    }

    /// The card at this place as chance has it.
    fn draw(&mut self, at: usize, needed: usize, probability: f64) -> Result<(), Refusal> {
        let left = self.order.len() - at;
        let place = at + self.dive.as_mut().map_or(0, |rng| rng.below(left as u32)) as usize;
        let kind = self.types[self.order[place] as usize];
        let copies = self.order[at..].iter().filter(|card| self.types[**card as usize] == kind).count();
        self.branches *= left as f64 / copies as f64;
        self.order.swap(at, place);
        self.extend(at + 1, needed, probability * copies as f64 / left as f64)
    }

    /// Every type that the card at this place may have.
    fn decide(&mut self, at: usize, needed: usize, probability: f64) -> Result<(), Refusal> {
        if self.dive.is_some() {
            return self.draw(at, needed, probability);
        }
        let left = (self.order.len() - at) as f64;
        let hand = self.hands.get(at).map(|hand| *hand as usize);
        let before = hand.and_then(|hand| self.last[hand]);
        let mut choices: Vec<(usize, u8, u32)> = Vec::new();
        for place in at..self.order.len() {
            let kind = self.types[self.order[place] as usize];
            match choices.iter_mut().find(|choice| choice.1 == kind) {
                Some(choice) => choice.2 += 1,
                None => choices.push((place, kind, 1)),
            }
        }
        choices.retain(|choice| before.is_none_or(|(kind, _, _)| choice.1 >= kind));
        for (place, kind, copies) in choices {
            let mut ways = 1.0;
            if let Some(hand) = hand {
                let (held, alike) = match before {
                    Some((last, held, alike)) => (held + 1, if last == kind { alike + 1 } else { 1 }),
                    None => (1, 1),
                };
                ways = held as f64 / alike as f64;
                self.last[hand] = Some((kind, held, alike));
            }
            self.order.swap(at, place);
            self.extend(at + 1, needed, probability * ways * copies as f64 / left)?;
            self.order.swap(at, place);
        }
        if let Some(hand) = hand {
            self.last[hand] = before;
        }
        Ok(())
    }
}

/// How many cards of the pile were used: all but what still lies there untouched.
fn used<G: Dealt>(game: &G, before: &[u8], after: &G::State, pile: &mut Vec<u8>) -> usize {
    pile.clear();
    game.unseen(after, pile);
    if !game.reads_order() && before.ends_with(pile) { before.len() - pile.len() } else { before.len() }
}

/// All first states, as orders of the deck.
pub fn openings<G: Dealt>(game: &G, most: usize) -> Result<Vec<Outcome>, Refusal> {
    walk_openings(game, None, most).map(|(outcomes, _)| outcomes)
}

/// One of them, and an estimate of how many there are.
pub fn dive_openings<G: Dealt>(game: &G, rng: &mut Rng) -> Result<(Option<Outcome>, f64), Refusal> {
    walk_openings(game, Some(rng), usize::MAX).map(|(outcomes, branches)| (outcomes.into_iter().next(), branches))
}

fn walk_openings<G: Dealt>(game: &G, dive: Option<&mut Rng>, most: usize) -> Result<(Vec<Outcome>, f64), Refusal> {
    let deck: Vec<u8> = (0..game.cards().len() as u8).collect();
    let hands = game.hands_dealt();
    let mut pile = Vec::new();
    let run = |order: &[u8]| {
        let state = game.deal(Some(order), &NO_CHANCE);
        if !game.is_settled(&state) {
            return Err(Refusal::UnboundedChance { decisions: 0 });
        }
        Ok(used(game, order, &state, &mut pile))
    };
    let mut walk = Walk::new(game.cards(), &hands, &deck, run);
    walk.dive = dive;
    walk.most = most;
    walk.go()
}

/// What an action may lead to: its one outcome if it draws no unseen card, otherwise `None` and all of them.
pub enum After<S> {
    Certain(S),
    Chance(Vec<Outcome>, f64),
}

/// Applies an action and goes through the chance in it.
pub fn after<G: Dealt>(
    game: &G,
    state: &G::State,
    action: Action,
    depth: usize,
    dive: Option<&mut Rng>,
) -> Result<After<G::State>, Refusal> {
    let (mut before, mut pile) = (Vec::new(), Vec::new());
    game.unseen(state, &mut before);
    let mut next = state.clone();
    game.apply(&mut next, action, &mut Silent);
    if !game.is_settled(&next) {
        return Err(Refusal::UnboundedChance { decisions: depth });
    }
    if before.is_empty() || used(game, &before, &next, &mut pile) == 0 {
        return Ok(After::Certain(next));
    }
    let run = |order: &[u8]| {
        let mut next = state.clone();
        game.arrange(&mut next, order);
        game.apply(&mut next, action, &mut Silent);
        if !game.is_settled(&next) {
            return Err(Refusal::UnboundedChance { decisions: depth });
        }
        Ok(used(game, order, &next, &mut pile))
    };
    let mut walk = Walk::new(game.cards(), &[], &before, run);
    walk.dive = dive;
    let (outcomes, branches) = walk.go()?;
    Ok(After::Chance(outcomes, branches))
}
