//! Choices whose offers a look at the state lists: cards that are held, and moves without picks.

use super::load::Rules;
use super::offers::{ChoiceFacts, Home, Listing, Permit, Test, cards_of};
use super::state::State;
use crate::game::Legal;
use crate::mask::Mask;

/// How the offers are listed, in this order.
pub struct Glances {
    /// Where cards that are offered are held.
    home: Home,
    /// Those that the top card of a pile, or a register, allows.
    allowed: Option<(u16, Permit)>,
    /// Those of a set.
    held: Box<[(u16, Mask)]>,
    alone: Box<[Alone]>,
}

/// An offer with nothing to pick, or two of them.
enum Alone {
    Always(u16),
    /// If something holds, or if it does not.
    When(u16, Test, bool),
    /// The second, if something holds, and the first if not.
    Either([u16; 2], Test),
}

impl Glances {
    /// How a look lists all offers of a choice, if it does: they are of one duty, and those of cards have no conditions.
    pub fn find(rules: &Rules, facts: &ChoiceFacts) -> Option<Glances> {
        if !rules.single_copies || facts.duties.len() != 1 {
            return None;
        }
        let mut home: Option<Home> = None;
        let (mut allowed, mut held, mut alone) = (None, Vec::new(), Vec::new());
        for (index, listing) in facts.listings.iter().enumerate() {
            let bit = 1u64 << (index & 63);
            let always = facts.always & bit != 0;
            match listing {
                Listing::Allowed(slot, permit) if always && home.is_none() && alone.is_empty() => {
                    home = Some(permit.home);
                    allowed = Some((*slot, permit.as_ref().clone()));
                }
                Listing::Held(slot, own, mask) if always && *home.get_or_insert(*own) == *own && alone.is_empty() => {
                    held.push((*slot, *mask));
                }
                Listing::Alone(slot) => {
                    let Some(gate) = facts.gates.iter().find(|gate| (gate.on | gate.off) & bit != 0) else {
                        alone.push(Alone::Always(*slot));
                        continue;
                    };
                    match alone.last() {
                        // Open when the one before is not.
                        Some(Alone::When(other, _, true)) if (gate.on, gate.off) == (bit >> 1, bit) => {
                            let slots = [*slot, *other];
                            alone.pop();
                            alone.push(Alone::Either(slots, gate.test.clone()));
                        }
                        _ => alone.push(Alone::When(*slot, gate.test.clone(), gate.on & bit != 0)),
                    }
                }
                _ => return None,
            }
        }
        Some(Glances { home: home.unwrap_or_default(), allowed, held: held.into(), alone: alone.into() })
    }

    #[inline(always)]
    pub fn list(&self, rules: &Rules, state: &State, out: &mut Legal) {
        let mut list = out.relist();
        let cards = cards_of(&self.home, state);
        if let Some((slot, permit)) = &self.allowed {
            let open = cards.and(permit.allowed(state));
            list.add(*slot, open, open.len());
        }
        for (slot, mask) in &self.held {
            let open = cards.and(*mask);
            list.add(*slot, open, open.len());
        }
        for alone in &self.alone {
            match alone {
                Alone::Always(slot) => list.add(*slot, Mask::of(0), 1),
                Alone::When(slot, test, wanted) => {
                    let open = test.holds(rules, state) == *wanted;
                    list.add(*slot, Mask::from_words([open as u64, 0]), open as u32);
                }
                Alone::Either(slots, test) => list.add(slots[test.holds(rules, state) as usize], Mask::of(0), 1),
            }
        }
        list.end();
    }
}
