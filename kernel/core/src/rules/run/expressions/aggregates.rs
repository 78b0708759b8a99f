//! Evaluates aggregates, over each of several values: counts, sums, the first, the best.

use std::ops::Range;

use super::Eval;
use crate::mask::Cards;
use crate::rules::run::prelude::*;
use crate::rules::run::scoring::those;

impl Eval<'_> {
    #[inline(never)]
    pub(super) fn aggregate(&self, n: u16) -> i32 {
        let aggregate = &self.rules.program.aggregates[n as usize];
        let mut inner = *self;
        let (mut total, mut best) = (0i32, None::<i32>);
        for value in self.values(aggregate.domain) {
            inner.locals[aggregate.local as usize] = value;
            if !inner.holds(aggregate.when) {
                continue;
            }
            let body = || aggregate.body.map_or(1, |body| inner.int(body));
            match aggregate.gather {
                Gather::Count => total += 1,
                Gather::First => return value,
                Gather::Sum => total = total.saturating_add(body()),
                Gather::Max => best = Some(best.map_or_else(body, |best| best.max(body()))),
                Gather::Min => best = Some(best.map_or_else(body, |best| best.min(body()))),
                Gather::Any if body() != 0 => return 1,
                Gather::All if body() == 0 => return 0,
                Gather::Any | Gather::All => {}
            }
        }
        match aggregate.gather {
            Gather::Sum | Gather::Count | Gather::Any => total,
            Gather::Max | Gather::Min => best.unwrap_or(0),
            Gather::First => NONE,
            Gather::All => 1,
        }
    }

    /// The values of a domain as it is now.
    #[inline]
    pub fn values(&self, domain: Domain) -> DomainValues {
        let seats = |set: u16| DomainValues::Members(Mask::from_bits((set & self.rules.seats) as u128).into_iter());
        match domain {
            Domain::Seats => seats(u16::MAX),
            Domain::Live => seats(self.state.live),
            Domain::Members(team) => {
                let team = self.int(team);
                seats(those(0..self.rules.program.seats, |seat| self.rules.program.team_of[seat as usize] == team))
            }
            Domain::Opponents => {
                let actor = self.state.get(at::ACTOR);
                seats(!if actor < 0 { 0 } else { self.rules.side[actor as usize & 15] })
            }
            Domain::Range(n) => DomainValues::Run(0..n as i32),
            Domain::Cards(cards) => DomainValues::Members(self.mask(cards).into_iter()),
            Domain::Piles(first, n) => {
                let first = self.int(first);
                DomainValues::Run(first..first.saturating_add(n as i32))
            }
        }
    }
}

/// The values of a domain: seats or cards, or numbers one after the other.
pub enum DomainValues {
    Members(Cards),
    Run(Range<i32>),
}

impl Iterator for DomainValues {
    type Item = i32;
    #[inline]
    fn next(&mut self) -> Option<i32> {
        match self {
            DomainValues::Members(members) => members.next().map(i32::from),
            DomainValues::Run(run) => run.next(),
        }
    }
}
