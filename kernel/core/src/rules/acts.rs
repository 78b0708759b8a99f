//! Effects as they are carried out: worked out from the program's at loading, the plain ones made short.

use super::eval::CARD_LOCAL;
use super::finding::Find;
use super::load::Rules;
use super::program::*;
use super::tree::{FIXED, Int, LOCAL, Spot};

/// One effect.
#[derive(Debug, Clone)]
pub enum Act {
    /// The card picked so-manieth goes on top of a zone.
    Lay {
        pick: u8,
        to: Spot,
    },
    /// The top card of an ordered zone goes on top of another. `draws`: a short stock triggers the deck-empty rule.
    Take {
        from: u8,
        to: Spot,
        draws: bool,
    },
    /// Card after card from the top of an ordered zone goes on top of another: until a condition holds, or all of them.
    Pour {
        from: u8,
        to: Spot,
        until: Option<ExprId>,
        draws: bool,
    },
    /// A register becomes what an expression gives.
    Set {
        register: u16,
        value: ExprId,
    },
    /// A register becomes what was picked so-manieth, or an attribute of the card that was.
    Mark {
        register: u16,
        pick: u8,
        attribute: Option<Box<[i32; MAX_CARDS]>>,
    },
    /// A register becomes a number.
    Put {
        register: u16,
        value: i32,
    },
    If {
        when: Condition,
        then: Acts,
        otherwise: Acts,
    },
    Each {
        local: u8,
        domain: Domain,
        acts: Acts,
    },
    /// So many cards go to each hand, one at a time.
    Deal {
        zone: u8,
        count: ExprId,
    },
    /// Chips change hands.
    Pay {
        from: Purse,
        to: Purse,
        amount: ExprId,
    },
    /// Who holds a card.
    Find(Box<Find>),
    Other(Box<Effect>),
}

pub type Acts = Box<[Act]>;

/// Works out effects, in a move with these picks. Expressions must have been tabulated.
pub fn acts_of(rules: &Rules, effects: &[Effect], picks: &[Pick]) -> Acts {
    effects.iter().map(|effect| act_of(rules, effect, picks)).collect()
}

fn act_of(rules: &Rules, effect: &Effect, picks: &[Pick]) -> Act {
    match effect {
        Effect::Move { from, to, count, until, place: Place::Top, seen_by: None, draws } => {
            let act = match (count, until) {
                (None, _) if matches!(from, Source::Zone(_)) => pour(rules, *from, *to, *until, *draws),
                (_, None) => plain_move(rules, *from, *to, *count, *draws, picks),
                _ => None,
            };
            act.unwrap_or_else(|| Act::Other(Box::new(effect.clone())))
        }
        Effect::Set { base, index: None, value, .. } | Effect::Set { base, len: 1, value, .. } => set_act(rules, *base, *value),
        Effect::If { when, then, otherwise } => {
            Act::If { when: *when, then: acts_of(rules, then, picks), otherwise: acts_of(rules, otherwise, picks) }
        }
        Effect::Each { local, domain, effects } => match Find::of(rules, *local, effects) {
            Some(find) if matches!(domain, Domain::Seats) => Act::Find(Box::new(find)),
            _ => Act::Each { local: *local, domain: *domain, acts: acts_of(rules, effects, picks) },
        },
        Effect::Deal { zone, count } => Act::Deal { zone: *zone, count: *count },
        Effect::Pay { from, to, amount } => Act::Pay { from: *from, to: *to, amount: *amount },
        effect => Act::Other(Box::new(effect.clone())),
    }
}

fn set_act(rules: &Rules, register: u16, value: ExprId) -> Act {
    match &rules.ints[value as usize] {
        Int::Const(value) => Act::Put { register, value: *value },
        Int::Pick(pick) => Act::Mark { register, pick: *pick, attribute: None },
        Int::Attr(attribute, of) => match **of {
            Int::Pick(pick) => {
                let values = &rules.program.deck.attributes[*attribute as usize];
                let of_card = |card: usize| values.get(card).copied().unwrap_or(0);
                Act::Mark { register, pick, attribute: Some(Box::new(std::array::from_fn(of_card))) }
            }
            _ => Act::Set { register, value },
        },
        _ => Act::Set { register, value },
    }
}

/// A move of one card whose way is known beforehand, if it is one.
fn plain_move(rules: &Rules, from: Source, to: ExprId, count: Option<ExprId>, draws: bool, picks: &[Pick]) -> Option<Act> {
    let to = Spot::find(&rules.ints[to as usize]).filter(|to| to.register != LOCAL + CARD_LOCAL as u16)?;
    match from {
        Source::Pick(pick) => {
            let one_card = matches!(picks.get(pick as usize)?.kind, PickKind::Card { tail: false, .. });
            (one_card && count.is_none()).then_some(Act::Lay { pick, to })
        }
        Source::Zone(_) => {
            let Int::Const(1) = rules.ints[count? as usize] else {
                return None;
            };
            ordered_source(rules, from).map(|from| Act::Take { from, to, draws })
        }
        Source::Tail(_) | Source::Cards(_) => None,
    }
}

/// A move of all cards, or of as many as a condition wants, where neither end changes meanwhile.
fn pour(rules: &Rules, from: Source, to: ExprId, until: Option<ExprId>, draws: bool) -> Option<Act> {
    let from = ordered_source(rules, from)?;
    let to = Spot::find(&rules.ints[to as usize]).filter(|_| rules.steady[to as usize])?;
    Some(Act::Pour { from, to, until, draws })
}

/// The zone that cards come from, if it is always the same and order matters there.
fn ordered_source(rules: &Rules, from: Source) -> Option<u8> {
    let Source::Zone(zone) = from else {
        return None;
    };
    let spot = Spot::find(&rules.ints[zone as usize]).filter(|spot| spot.register == FIXED)?;
    let zone = spot.offset.clamp(0, rules.instances as i16 - 1) as u8;
    rules.places.spots[zone as usize].ordered.then_some(zone)
}
