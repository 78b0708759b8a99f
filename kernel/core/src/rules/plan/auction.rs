//! Auctions: which calls are open above each place of the ladder.

use crate::rules::plan::prelude::*;
/// What is worked out beforehand about an auction.
pub struct AuctionPlan {
    pub phase: AuctionPhase,
    /// Page by page, the calls above each place of the ladder, and those of them that depend on a condition. The first
    /// entry of a page is for no call yet.
    pub above: Vec<(Mask, Mask)>,
    /// Places of the ladder; none if it is not tabulated.
    pub places: usize,
    pub pages: u16,
    /// Whoever's turn it is can make a call, whatever has been called.
    pub always_open: bool,
}

/// Longer ladders are not tabulated.
const MAX_LADDER: i32 = 512;

impl AuctionPlan {
    /// Expressions must have been tabulated.
    pub fn of(rules: &Rules, phase: &AuctionPhase) -> AuctionPlan {
        let known = rules.uses(Recogniser::Ladder);
        let always = |id: ExprId| matches!(rules.ints[id as usize], Int::Const(holds) if holds != 0);
        let free_call = !phase.rising && phase.calls.iter().any(|call| call.when.is_none());
        let top = phase.calls.iter().map(|call| call.order).max().unwrap_or(0);
        let places = if known && (0..MAX_LADDER).contains(&top) { top + 1 } else { 0 };
        let pages = phase.calls.chunks(PAGE);
        AuctionPlan {
            // Where passing is always allowed, nothing is asked.
            phase: AuctionPhase { may_pass: phase.may_pass.filter(|id| !(known && always(*id))), ..phase.clone() },
            pages: pages.len() as u16,
            above: pages.flat_map(|calls| (0..places).map(|high| calls_above(phase, calls, high))).collect(),
            places: places as usize,
            always_open: known && (phase.may_pass.is_none_or(always) || free_call),
        }
    }
}

/// Those of some calls that are above a place of the ladder, and those of them that depend on a condition.
#[inline(never)]
pub fn calls_above(phase: &AuctionPhase, calls: &[Call], high: i32) -> (Mask, Mask) {
    let open: Mask = (0..).zip(calls).filter(|(_, call)| !phase.rising || call.order > high).map(|(index, _)| index).collect();
    (open, open.filter(|index| calls[index as usize].when.is_some()))
}
