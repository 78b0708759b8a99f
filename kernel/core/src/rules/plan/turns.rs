//! Turn loops: turns of which one choice is all, so that the next decision follows without the flow.
//!
//! Nothing here happens that [`crate::rules::run::flow`] would not do: structures with a single child are left and entered
//! again so often that it is worth knowing at loading.

use crate::rules::plan::choice::ChoicePlan;
use crate::rules::plan::moves::MovePlan;
use crate::rules::plan::prelude::*;
use crate::rules::plan::state_tests::StateTest;

/// A choice that is the only part of a structure in which one seat stays or seats take turns.
#[derive(Debug, Clone)]
pub struct TurnLoop {
    pub ends: Ends,
    /// Whether the same seat stays.
    pub stays: bool,
    /// Some offer is open whatever the state.
    pub always_open: bool,
    /// What comes of the action of each slot, unless there is more to see to after each.
    pub steps: Vec<TurnStep>,
    /// The end of the structure around one in which a seat stays, if seats take turns there and that is its only part.
    pub round: Option<Ends>,
}

/// What comes of an action.
#[derive(Debug, Clone)]
pub enum TurnStep {
    /// The whole move is made.
    Whole(MovePlan),
    /// A card is picked for this offer, and something is named next.
    Begin(u8),
    /// It is named, and the move is made.
    Finish(MovePlan),
    /// More than that.
    Long,
}

/// When a structure is over.
#[derive(Debug, Clone)]
pub struct Ends {
    pub until: Until,
    /// After so many turns at the latest.
    pub limit: u32,
    /// Whether that only stops what could go on for ever.
    pub stops: bool,
    /// Registers that start afresh with each of its turns.
    pub resets: Resets,
}

/// Registers, and what they start with; in fours, the last of them more than once if need be.
pub type Resets = Box<[[(u16, i32); 4]]>;

/// The tag is one byte: it is read for every turn.
#[derive(Debug, Clone)]
#[repr(u8)]
pub enum Until {
    Met(StateTest),
    Holds(Condition),
}

impl Ends {
    fn of(rules: &Rules, node: usize, turns: &Turns) -> Ends {
        let until = turns.until.as_ref().map_or(Until::Met(StateTest::NEVER), |condition| {
            let test = StateTest::find(&rules.ints[condition.test as usize], rules.instances);
            let test = test.filter(|test| condition.proof.is_none() && !test.reads(at::OUTER));
            test.map_or(Until::Holds(*condition), Until::Met)
        });
        Ends { until, limit: turns.limit, stops: turns.stops, resets: rules.resets[node].clone() }
    }
}

impl TurnLoop {
    /// The turn loop of a choice, if it is of this kind.
    pub fn find(rules: &Rules, node: usize, facts: &ChoicePlan) -> Result<TurnLoop, Reasons> {
        let whose_turn = |id: ExprId| matches!(rules.ints[id as usize], Int::Reg(register) if register == at::TURN);
        let choice = &facts.phase;
        let Some((own, turns)) = only_parent(&rules.program, node) else {
            return Err("it is not all there is to a turn".into());
        };
        // Where choices bring in cards that count for their maker, each is made by the general path.
        let counts = rules.credit.as_ref().is_some_and(|credit| credit.counts_cards());
        let mut missing = Reasons::default();
        missing
            .unless(rules.uses(Recogniser::TurnLoop), LEFT_OUT)
            .unless(!counts, "cards that it brings in count for its maker")
            .unless(choice.when.is_none(), "there is a condition for choosing")
            .unless(whose_turn(choice.actor), "somebody else than the seat whose turn it is decides")
            .unless(matches!(turns.order, Order::Stay | Order::Cycle), "turns do not go round");
        if !missing.is_empty() {
            return Err(missing);
        }
        let stays = turns.order == Order::Stay;
        let round = only_parent(&rules.program, own)
            .filter(|(_, outer)| stays && outer.order == Order::Cycle && turns.when.is_none() && whose_turn(turns.start));
        let plain = |offer: u8| facts.offers.get(offer as usize).and_then(|offer| offer.plain.as_ref());
        let names =
            |slot: u16| (0..facts.offers.len() as u8).find(|offer| facts.naming(*offer).is_some_and(|of| of.slot == slot));
        let step = |slot: usize| {
            let offer = facts.by_slot[slot];
            match (plain(offer), names(slot as u16).and_then(plain)) {
                (Some(_), _) if facts.naming(offer).is_some() => TurnStep::Begin(offer),
                (Some(whole), _) => TurnStep::Whole(whole.clone()),
                (None, Some(named)) => TurnStep::Finish(named.clone()),
                (None, None) => TurnStep::Long,
            }
        };
        let slots = if rules.wins_immediate { 0 } else { facts.by_slot.len() };
        Ok(TurnLoop {
            ends: Ends::of(rules, own, turns),
            stays,
            always_open: facts.always_open,
            steps: (0..slots).map(step).collect(),
            round: round.map(|(node, outer)| Ends::of(rules, node, outer)),
        })
    }
}

/// The structure of which a node is the only part, if it has one parent alone.
pub fn only_parent(program: &Program, node: usize) -> Option<(usize, &Turns)> {
    let parents = program.nodes.iter().enumerate().filter_map(|(index, parent)| match parent {
        Node::Turns(turns) if turns.children.contains(&(node as u16)) => Some((index, turns)),
        _ => None,
    });
    let mut parents: Vec<(usize, &Turns)> = parents.collect();
    parents.pop().filter(|(_, turns)| parents.is_empty() && turns.children.len() == 1)
}

/// Registers kept for a turn start afresh in structures that have turns and that no other such structure encloses.
pub fn resets(program: &Program, kept: &[(u16, i32)]) -> Vec<Resets> {
    let mut resets = vec![Resets::default(); program.nodes.len()];
    let mut seen = vec![false; program.nodes.len()];
    let mut next = vec![program.root];
    while let Some(node) = next.pop() {
        if let Node::Turns(turns) = &program.nodes[node as usize]
            && !std::mem::replace(&mut seen[node as usize], true)
        {
            match turns.order {
                Order::Sequence => next.extend(&turns.children),
                _ => {
                    let four = |some: &[(u16, i32)]| std::array::from_fn(|place| some[place.min(some.len() - 1)]);
                    resets[node as usize] = kept.chunks(4).map(four).collect();
                }
            }
        }
    }
    resets
}
