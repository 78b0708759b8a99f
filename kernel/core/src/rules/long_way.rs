//! The long way: a program played step by step, with nothing worked out beforehand that could be worked out at the time.
//!
//! The short ways restate what the language means. To hold them to it, a test plays the same games both ways; whatever is
//! worked out at loading to save time, and could be wrong, is dropped here.

use std::sync::Arc;

use super::acts::{Act, Acts};
use super::auction::{AuctionFacts, Passing};
use super::load::Rules;
use super::moments::Moments;
use super::offers::{ChoiceFacts, Gate, Listing, Test};
use super::plain::TrickFacts;
use super::program::*;
use crate::mask::Mask;

impl Rules {
    /// What stays is how cards go from zone to zone, which is tested card by card beside it, and the bound on the turns of
    /// a match, which counts turns of one choice only here.
    pub fn drop_short_ways(&mut self) {
        let Rules { program, choices, tricks, auctions, doing, .. } = self;
        for (index, node) in program.nodes.iter().enumerate() {
            match node {
                Node::Choice(choice) => list_by_conditions(&mut choices[index], choice),
                Node::Trick(_) => play_by_duties(Arc::make_mut(&mut tricks[index])),
                Node::Auction(auction) => call_by_conditions(&mut auctions[index], auction),
                Node::Do(phase) => doing[index] = one_by_one(&phase.effects),
                Node::Turns(_) | Node::Betting(_) => {}
            }
        }
        self.deal = one_by_one(&program.deal);
        self.special = program.special.iter().map(|special| (special.cards, one_by_one(&special.effects))).collect();
        (self.settlement, self.utility) = (None, None);
        // Sums card by card, every condition asked for every seat and card, and copies looked for everywhere.
        self.worths.fill(None);
        (self.trick_worths, self.trick_scores) = (None, Mask::ALL);
        for same in [&mut self.same_for_cards, &mut self.same_for_seats, &mut self.steady] {
            same.fill(false);
        }
        (self.single_copies, self.places.has_copies) = (false, true);
        (self.wins_immediate, self.scores_sets) = (true, true);
    }
}

/// Each offer by its own condition and the values of its first pick; moves as drafts.
fn list_by_conditions(facts: &mut ChoiceFacts, choice: &ChoicePhase) {
    facts.always_open = false;
    facts.gates.clear();
    for (index, offer) in choice.offers.iter().enumerate() {
        if let Some(when) = offer.when {
            facts.gates.push(Gate { test: Test::Holds(when), on: 1 << (index & 63), off: 0 });
        }
        facts.listings[index] = match offer.accept {
            _ if !offer.picks.is_empty() && offer.look_ahead => Listing::LookAhead,
            _ if !offer.picks.is_empty() => Listing::Values,
            Some(accept) => Listing::Accepted(offer.slot, accept),
            None => Listing::Alone(offer.slot),
        };
        let facts = &mut facts.offers[index];
        (facts.tells, facts.lays_sets) = (true, true);
        (facts.plain, facts.several, facts.numbers) = (None, None, None);
        facts.acts = one_by_one(&offer.effects);
    }
}

/// A card at a time, by the duties as they are then.
fn play_by_duties(facts: &mut TrickFacts) {
    facts.moments = Moments::default();
    facts.to = None;
    let known = [&mut facts.plain, &mut facts.shrinking, &mut facts.wins_wait, &mut facts.keeps_holders, &mut facts.same_out];
    known.into_iter().for_each(|known| *known = false);
    // A trick that everyone has seen is taken up as a whole, here too: it is noted as one thing.
    (facts.collects, facts.from_covered) = (false, false);
}

fn call_by_conditions(facts: &mut AuctionFacts, auction: &AuctionPhase) {
    facts.places = 0;
    facts.passing = auction.may_pass.map_or(Passing::Always, Passing::When);
    facts.always_open = false;
}

/// Effects as the program has them.
fn one_by_one(effects: &[Effect]) -> Acts {
    let act = |effect: &Effect| match effect {
        Effect::If { when, then, otherwise } => Act::If { when: *when, then: one_by_one(then), otherwise: one_by_one(otherwise) },
        Effect::Each { local, domain, effects } => Act::Each { local: *local, domain: *domain, acts: one_by_one(effects) },
        effect => Act::Other(Box::new(effect.clone())),
    };
    effects.iter().map(act).collect()
}
