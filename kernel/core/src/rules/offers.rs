//! What is worked out beforehand about the offers of a choice.

use super::choice::find_offer;
use super::program::*;

/// No offer has this number.
pub const NO_OFFER: u8 = u8::MAX;

/// About one offer.
#[derive(Debug, Clone)]
pub struct OfferFacts {
    /// An earlier offer of the same duty that is open exactly when this one is not.
    pub opposite: Option<u8>,
    /// Choosing it may show something about hidden cards.
    pub tells: bool,
    /// Its only pick is a card, and that card alone.
    pub one_card: bool,
}

/// About a choice.
#[derive(Debug, Clone, Default)]
pub struct ChoiceFacts {
    pub offers: Vec<OfferFacts>,
    /// Duty levels, lowest first.
    pub duties: Vec<u8>,
    /// The offer that an action's slot belongs to.
    pub by_slot: Vec<u8>,
    /// Some offer is open whatever the state.
    pub always_open: bool,
}

impl ChoiceFacts {
    /// Facts of a node; nothing of interest unless it is a choice.
    pub fn of(program: &Program, node: &Node) -> ChoiceFacts {
        let Node::Choice(choice) = node else {
            return ChoiceFacts::default();
        };
        let mut duties: Vec<u8> = choice.offers.iter().map(|offer| offer.duty).collect();
        duties.sort_unstable();
        duties.dedup();
        let slots = 0..program.slots.len() as u16;
        ChoiceFacts {
            offers: (0..choice.offers.len()).map(|index| offer_facts(program, choice, index)).collect(),
            duties,
            by_slot: slots.map(|slot| find_offer(choice, slot).unwrap_or(NO_OFFER)).collect(),
            always_open: is_always_open(program, choice),
        }
    }
}

fn offer_facts(program: &Program, choice: &ChoicePhase, index: usize) -> OfferFacts {
    let offer = &choice.offers[index];
    let opposite = offer.when.and_then(|when| {
        choice.offers[..index].iter().position(|earlier| {
            earlier.duty == offer.duty && earlier.when.is_some_and(|earlier| are_opposites(program, earlier, when))
        })
    });
    let must_show = |pick: &Pick| matches!(&pick.kind, PickKind::Card { duties, zone: Some(_), .. } if !duties.is_empty());
    let passed_over = |other: &Offer| other.duty < offer.duty && other.absent.is_some();
    OfferFacts {
        opposite: opposite.map(|index| index as u8),
        tells: offer.proof.is_some()
            || offer.picks.iter().any(|pick| pick.proof.is_some() || must_show(pick))
            || choice.offers.iter().any(passed_over),
        one_card: matches!(offer.picks.as_slice(), [Pick { kind: PickKind::Card { tail: false, .. }, .. }]),
    }
}

/// Whether one of two conditions is the other denied.
fn are_opposites(program: &Program, one: ExprId, other: ExprId) -> bool {
    let code = |id: ExprId| program.code[id as usize].as_slice();
    code(other).split_last() == Some((&Op::Not, code(one))) || code(one).split_last() == Some((&Op::Not, code(other)))
}

/// Whether an offer without conditions is there, or two of which one is always open.
fn is_always_open(program: &Program, choice: &ChoicePhase) -> bool {
    let plain = || choice.offers.iter().filter(|offer| offer.picks.is_empty() && offer.accept.is_none());
    plain().any(|offer| match offer.when {
        None => true,
        Some(when) => plain().any(|other| other.when.is_some_and(|other| are_opposites(program, when, other))),
    })
}
