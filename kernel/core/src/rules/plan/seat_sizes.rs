//! Whether some seat, or every seat, has so many cards in a zone of its own: asked of the sizes alone.

use crate::rules::plan::prelude::*;
/// An aggregate of that kind.
#[derive(Debug, Clone)]
pub struct SeatSizes {
    any: bool,
    /// The zone of seat 0; those of the others follow.
    first: i32,
    bounds: Bounds,
    /// The seat that this register says is left out.
    except: Option<u16>,
}

impl SeatSizes {
    /// An aggregate, if it is of that kind. Expressions must have been made trees.
    pub fn find(rules: &Rules, aggregate: &Aggregate) -> Option<SeatSizes> {
        let any = match aggregate.gather {
            Gather::Any => true,
            Gather::All => false,
            _ => return None,
        };
        let except = match aggregate.when.map(|when| &rules.ints[when as usize]) {
            None => None,
            Some(Int::Of(BinaryOp::Ne, pair)) => match &**pair {
                (Int::Local(local), Int::Reg(register)) | (Int::Reg(register), Int::Local(local))
                    if *local == aggregate.local =>
                {
                    Some(*register)
                }
                _ => return None,
            },
            _ => return None,
        };
        let (spot, bounds) = match rules.ints[aggregate.body? as usize] {
            Int::SizeOf(spot) => (spot, Bounds::is_not(0)),
            Int::SizeIn(spot, bounds) => (spot, bounds),
            _ => return None,
        };
        let ZoneRef { register, offset } = spot;
        let fits = aggregate.domain == Domain::Seats && register == LOCAL + aggregate.local as u16;
        fits.then_some(SeatSizes { any, first: offset as i32, bounds, except })
    }

    pub fn holds(&self, eval: &Eval) -> bool {
        let except = self.except.map_or(NONE, |register| eval.state.get(register));
        for seat in (0..eval.rules.program.seats as i32).filter(|seat| *seat != except) {
            let size = eval.zone_cards(self.first + seat).len() as i32;
            if self.bounds.has(size) == self.any {
                return self.any;
            }
        }
        !self.any
    }
}
