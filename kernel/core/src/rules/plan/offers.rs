//! Choices whose offers a few tests and tables list: cards that are held, and moves without picks.
//!
//! Decks are of at most 64 cards here, so that a set of them is one word.

use crate::game::{Action, Legal};
use crate::mask::{Mask, nth_bit};
use crate::rules::load::Rules;
use crate::rules::plan::Reasons;
use crate::rules::plan::choice::{AllowedCards, Listing, Test, ZoneBySeat, cards_of};
use crate::rules::plan::recognisers::{LEFT_OUT, Recogniser};
use crate::rules::plan::state_tests::StateTest;
use crate::rules::run::state::State;

/// Most cards of a deck.
pub const MOST: usize = 64;

/// How the offers are listed, in this order. What is not offered is an empty set, so that nothing depends on what is.
pub struct QuickOffers {
    /// Where cards that are offered are held.
    home: ZoneBySeat,
    /// Those that the top card of a pile, or a register, allows.
    allowed: (u16, AllowedCards<u64>),
    /// Those of a set.
    held: (u16, u64),
    alone: [Option<Alone>; 2],
}

/// An offer with nothing to pick, or two of them of which one is open: by whether something holds, the slot, and how many
/// there are.
struct Alone {
    test: Test,
    slots: [u16; 2],
    counts: [u32; 2],
}

impl Alone {
    #[inline(always)]
    fn list(&self, rules: &Rules, state: &State) -> (u16, u32) {
        let holds = self.test.holds(rules, state) as usize;
        (self.slots[holds], self.counts[holds])
    }
}

impl QuickOffers {
    /// How a few tests list all offers of a choice, if they do.
    pub fn find(rules: &Rules, node: usize) -> Result<QuickOffers, Reasons> {
        let facts = &rules.choice_plans[node];
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::ListedOffers), LEFT_OUT)
            .unless(rules.single_copies, "cards look alike")
            .unless(rules.places.cards <= MOST, "the deck has more than 64 cards")
            .unless(facts.duties.len() == 1, "some offers are open only if others are not");
        if !missing.is_empty() {
            return Err(missing);
        }
        let mut home: Option<ZoneBySeat> = None;
        let (mut allowed, mut held, mut alone) = (None, None, Vec::new());
        for (index, listing) in facts.listings.iter().enumerate() {
            let bit = 1u64 << (index & 63);
            let always = facts.always & bit != 0;
            match listing {
                Listing::Allowed(slot, cards) if always && home.is_none() && alone.is_empty() => {
                    home = Some(cards.home);
                    allowed = Some((*slot, cards.narrow()));
                }
                Listing::Held(slot, own, mask) if always && held.is_none() && alone.is_empty() => {
                    if *home.get_or_insert(*own) != *own {
                        return Err("cards are offered from two zones".into());
                    }
                    held = Some((*slot, mask.words()[0]));
                }
                Listing::Alone(slot) => {
                    let Some(gate) = facts.gates.iter().find(|gate| (gate.on | gate.off) & bit != 0) else {
                        let test = Test::Looks([StateTest::ALWAYS; 2]);
                        alone.push(Alone { test, slots: [*slot; 2], counts: [1; 2] });
                        continue;
                    };
                    match alone.last_mut() {
                        // Open when the one before is not.
                        Some(before) if (gate.on, gate.off) == (bit >> 1, bit) && index > 0 => {
                            (before.slots[0], before.counts[0]) = (*slot, 1);
                        }
                        _ => {
                            let wanted = gate.on & bit != 0;
                            let counts = [!wanted as u32, wanted as u32];
                            alone.push(Alone { test: gate.test.clone(), slots: [*slot; 2], counts });
                        }
                    }
                }
                _ => return Err("an offer is more than cards of one zone by a table, or nothing to pick".into()),
            }
        }
        let mut alone = alone.into_iter();
        let two = [alone.next(), alone.next()];
        if alone.next().is_some() {
            return Err("there are more than two offers with nothing to pick".into());
        }
        let home = home.unwrap_or_default();
        Ok(QuickOffers {
            home,
            allowed: allowed.unwrap_or_else(|| (0, AllowedCards::nothing(home).narrow())),
            held: held.unwrap_or((0, 0)),
            alone: two,
        })
    }

    /// What is open.
    #[inline(always)]
    pub fn open(&self, rules: &Rules, state: &State) -> Open {
        let [held, _] = cards_of(&self.home, state).words();
        let cards = [(self.allowed.0, held & self.allowed.1.allowed(state)), (self.held.0, held & self.held.1)];
        let mut alone = [(0, 0); 2];
        if let Some(offer) = &self.alone[0] {
            alone[0] = offer.list(rules, state);
        }
        if let Some(offer) = &self.alone[1] {
            alone[1] = offer.list(rules, state);
        }
        Open { cards, alone }
    }
}

/// What is open: values by slot, first, and then slots with nothing to pick, and whether they are.
pub struct Open {
    cards: [(u16, u64); 2],
    alone: [(u16, u32); 2],
}

impl Open {
    /// Values of one slot.
    #[inline(always)]
    pub fn only(slot: u16, values: u64) -> Open {
        Open { cards: [(slot, values), (0, 0)], alone: [(0, 0); 2] }
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.cards[0].1.count_ones() + self.cards[1].1.count_ones() + self.alone[0].1 + self.alone[1].1
    }

    #[inline(always)]
    pub fn list(&self, out: &mut Legal) {
        let group = |slot: u16, values: u64| (slot, Mask::from_words([values, 0]), values.count_ones());
        let [first, second] = self.cards.map(|(slot, values)| group(slot, values));
        let [third, fourth] = self.alone.map(|(slot, count)| group(slot, count as u64));
        out.list_four([first, second, third, fourth]);
    }

    /// The k-th action, of at least so many.
    #[inline(always)]
    pub fn nth(&self, k: u32) -> Action {
        let [(first, values), (second, others)] = self.cards;
        let before = values.count_ones();
        let cards = before + others.count_ones();
        if k < cards {
            // Which of the two it is cannot be foreseen: nothing branches on it.
            let beyond = k >= before;
            let (slot, values) = (if beyond { second } else { first }, if beyond { others } else { values });
            return Action { slot, value: nth_bit(values, k - if beyond { before } else { 0 }) };
        }
        let [(first, count), (second, _)] = self.alone;
        Action { slot: if k - cards < count { first } else { second }, value: 0 }
    }
}
