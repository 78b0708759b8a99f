//! Choices whose offers a look at the state lists: cards that are held, and moves without picks.

use super::load::Rules;
use super::offers::{ChoiceFacts, Home, Listing, Permit, Test, cards_of};
use super::state::State;
use crate::game::Legal;
use crate::mask::Mask;

/// How the offers are listed, in this order. What is not offered is an empty set, so that nothing depends on what is.
pub struct Glances {
    /// Where cards that are offered are held.
    home: Home,
    /// Those that the top card of a pile, or a register, allows.
    allowed: (u16, Permit),
    /// Those of a set.
    held: (u16, Mask),
    alone: [Alone; 2],
}

/// An offer with nothing to pick, or two of them.
#[derive(Clone)]
enum Alone {
    Never,
    Always(u16),
    /// If something holds, or if it does not.
    When(u16, Test, bool),
    /// The second, if something holds, and the first if not.
    Either([u16; 2], Test),
}

impl Alone {
    /// Its slot, and how many there are.
    #[inline(always)]
    fn list(&self, rules: &Rules, state: &State) -> (u16, u32) {
        match self {
            Alone::Never => (0, 0),
            Alone::Always(slot) => (*slot, 1),
            Alone::When(slot, test, wanted) => (*slot, (test.holds(rules, state) == *wanted) as u32),
            Alone::Either(slots, test) => (slots[test.holds(rules, state) as usize], 1),
        }
    }
}

impl Glances {
    /// How a look lists all offers of a choice, if it does: they are of one duty, and those of cards have no conditions.
    pub fn find(rules: &Rules, facts: &ChoiceFacts) -> Option<Glances> {
        if !rules.single_copies || facts.duties.len() != 1 {
            return None;
        }
        let mut home: Option<Home> = None;
        let (mut allowed, mut held, mut alone) = (None, None, Vec::new());
        for (index, listing) in facts.listings.iter().enumerate() {
            let bit = 1u64 << (index & 63);
            let always = facts.always & bit != 0;
            match listing {
                Listing::Allowed(slot, permit) if always && home.is_none() && alone.is_empty() => {
                    home = Some(permit.home);
                    allowed = Some((*slot, permit.as_ref().clone()));
                }
                Listing::Held(slot, own, mask) if always && held.is_none() && alone.is_empty() => {
                    if *home.get_or_insert(*own) != *own {
                        return None;
                    }
                    held = Some((*slot, *mask));
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
        if alone.len() > 2 {
            return None;
        }
        alone.resize(2, Alone::Never);
        let home = home.unwrap_or_default();
        Some(Glances {
            home,
            allowed: allowed.unwrap_or_else(|| (0, Permit::nothing(home))),
            held: held.unwrap_or((0, Mask::EMPTY)),
            alone: alone.try_into().ok()?,
        })
    }

    #[inline(always)]
    pub fn list(&self, rules: &Rules, state: &State, out: &mut Legal) {
        let cards = cards_of(&self.home, state);
        let (allowed, held) = (cards.and(self.allowed.1.allowed(state)), cards.and(self.held.1));
        let (first, second) = (self.alone[0].list(rules, state), self.alone[1].list(rules, state));
        let one = |(slot, count): (u16, u32)| (slot, Mask::from_words([count as u64, 0]), count);
        out.list_four([(self.allowed.0, allowed, allowed.len()), (self.held.0, held, held.len()), one(first), one(second)]);
    }
}
