//! Choices whose offers a look at the state lists: cards that are held, and moves without picks.

use super::load::Rules;
use super::looks::Look;
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
    fn list(&self, rules: &Rules, state: &State) -> (u16, Mask, u32) {
        let holds = self.test.holds(rules, state) as usize;
        let (slot, count) = (self.slots[holds], self.counts[holds]);
        (slot, Mask::from_words([count as u64, 0]), count)
    }
}

/// Nothing is offered.
const NOTHING: (u16, Mask, u32) = (0, Mask::EMPTY, 0);

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
                        let test = Test::Looks([Look::ALWAYS; 2]);
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
                _ => return None,
            }
        }
        let mut alone = alone.into_iter();
        let two = [alone.next(), alone.next()];
        if alone.next().is_some() {
            return None;
        }
        let home = home.unwrap_or_default();
        Some(Glances {
            home,
            allowed: allowed.unwrap_or_else(|| (0, Permit::nothing(home))),
            held: held.unwrap_or((0, Mask::EMPTY)),
            alone: two,
        })
    }

    #[inline(always)]
    pub fn list(&self, rules: &Rules, state: &State, out: &mut Legal) {
        let cards = cards_of(&self.home, state);
        let (allowed, held) = (cards.and(self.allowed.1.allowed(state)), cards.and(self.held.1));
        let mut alone = [NOTHING; 2];
        for (place, offer) in alone.iter_mut().zip(&self.alone) {
            if let Some(offer) = offer {
                *place = offer.list(rules, state);
            }
        }
        let [first, second] = alone;
        out.list_four([(self.allowed.0, allowed, allowed.len()), (self.held.0, held, held.len()), first, second]);
    }
}
