//! Tests of the state alone: whether a register, or the number of cards in a zone, is within bounds.

use crate::rules::plan::expressions::{FIXED, Int, LOCAL, ZoneRef};
use crate::rules::program::*;
use crate::rules::run::state::State;

/// One test.
#[derive(Debug, Clone, Copy)]
pub struct StateTest {
    /// What is looked at: this register, or a number of cards that depends on it.
    register: u16,
    counts: bool,
    cards: CountedCards,
    /// The first number that passes, and how many do, one after the other (after the highest comes the lowest). No
    /// branches: outcomes are hard to foresee.
    first: i32,
    count: u64,
}

/// Whose cards are counted.
#[derive(Debug, Clone, Copy)]
enum CountedCards {
    /// Those of a zone, by the seat that the register says.
    OfSeat([u8; MAX_SEATS]),
    /// Those of the zone at the register plus an offset, of so many zones.
    At(i16, u8),
}

/// All numbers there are.
const ALL: u64 = 1 << u32::BITS;

impl StateTest {
    /// Holds whatever the state.
    pub const ALWAYS: StateTest =
        StateTest { register: 0, counts: false, cards: CountedCards::OfSeat([0; MAX_SEATS]), first: i32::MIN, count: ALL };
    pub const NEVER: StateTest = StateTest { count: 0, ..StateTest::ALWAYS };

    /// The test whether an expression is not 0, if it is one of this kind. `zones` is how many instances there are.
    pub fn find(int: &Int, zones: usize) -> Option<StateTest> {
        let register = |register: u16| Some(StateTest { register, ..StateTest::ALWAYS });
        let cards = |spot: ZoneRef| {
            let last = zones.checked_sub(1)? as i32;
            let zone = |seat: usize| (seat as i32 + spot.offset as i32).clamp(0, last) as u8;
            let (register, cards) = match spot.register {
                FIXED => (at::TURN, CountedCards::OfSeat([zone(0); MAX_SEATS])),
                at::TURN => (at::TURN, CountedCards::OfSeat(std::array::from_fn(zone))),
                register => (register, CountedCards::At(spot.offset, zones as u8)),
            };
            (register < LOCAL).then_some(StateTest { register, counts: true, cards, ..StateTest::ALWAYS })
        };
        let within = |look: Option<StateTest>, least: i32, most: i32| {
            Some(StateTest { first: least, count: most.wrapping_sub(least) as u32 as u64 + 1, ..look? })
        };
        let is = |look: Option<StateTest>, value: i32| within(look, value, value);
        let below = |look: Option<StateTest>, value: i32| within(look, i32::MIN, value.checked_sub(1)?);
        let above = |look: Option<StateTest>, value: i32| within(look, value.checked_add(1)?, i32::MAX);
        let denied =
            |look: StateTest| StateTest { first: look.first.wrapping_add(look.count as i32), count: ALL - look.count, ..look };
        match *int {
            Int::Reg(number) => is(register(number), 0).map(denied),
            Int::RegIs(number, value) => is(register(number), value),
            Int::RegBelow(number, value) => below(register(number), value),
            Int::RegAbove(number, value) => above(register(number), value),
            Int::SizeOf(spot) => is(cards(spot), 0).map(denied),
            Int::SizeIs(spot, value) => is(cards(spot), value),
            Int::SizeBelow(spot, value) => below(cards(spot), value),
            Int::SizeAbove(spot, value) => above(cards(spot), value),
            Int::Not(ref int) => StateTest::find(int, zones).map(denied),
            _ => None,
        }
    }

    /// The tests that an expression asks for, both of which must hold, if they are no more than two.
    pub fn find_two(int: &Int, zones: usize) -> Option<[StateTest; 2]> {
        match int {
            Int::Every(all) => match all.as_ref() {
                [one, other] => Some([StateTest::find(one, zones)?, StateTest::find(other, zones)?]),
                _ => None,
            },
            int => StateTest::find(int, zones).map(|look| [look, StateTest::ALWAYS]),
        }
    }

    /// Whether it looks at a register.
    pub fn reads(&self, wanted: u16) -> bool {
        self.register == wanted
    }

    #[inline(always)]
    pub fn holds(&self, state: &State) -> bool {
        let value = state.get(self.register);
        let number = if self.counts { self.cards(state, value) } else { value };
        (number.wrapping_sub(self.first) as u32 as u64) < self.count
    }

    #[inline(always)]
    fn cards(&self, state: &State, value: i32) -> i32 {
        let zone = match &self.cards {
            CountedCards::OfSeat(zones) => zones[value as usize & (MAX_SEATS - 1)] as usize,
            CountedCards::At(offset, zones) => (value as i64 + *offset as i64).min(*zones as i64 - 1).max(0) as usize,
        };
        state.layout.size[zone & (MAX_ZONES - 1)] as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_holds_when_the_expression_does() {
        let mut state = State::new(&[0; 32]);
        let fixed = ZoneRef { register: FIXED, offset: 1 };
        let at_register = ZoneRef { register: 5, offset: -1 };
        for value in [i32::MIN, -1, 0, 1, 2, 3, i32::MAX] {
            state.set(5, value);
            for size in 0..3u8 {
                state.layout.size[..3].copy_from_slice(&[size, 2, 1]);
                let there = state.layout.size[value.saturating_sub(1).clamp(0, 2) as usize] as i32;
                let holds = |int: Int| StateTest::find(&int, 3).map(|look| look.holds(&state));
                assert_eq!(holds(Int::Reg(5)), Some(value != 0));
                assert_eq!(holds(Int::RegIs(5, 2)), Some(value == 2));
                assert_eq!(holds(Int::RegBelow(5, 2)), Some(value < 2));
                assert_eq!(holds(Int::RegAbove(5, -1)), Some(value > -1));
                assert_eq!(holds(Int::Not(Box::new(Int::RegAbove(5, 1)))), Some(value <= 1));
                assert_eq!(holds(Int::SizeIs(fixed, 2)), Some(true));
                assert_eq!(holds(Int::SizeOf(at_register)), Some(there != 0));
                assert_eq!(holds(Int::SizeBelow(at_register, 2)), Some(there < 2));
                assert_eq!(holds(Int::SizeAbove(at_register, 1)), Some(there > 1));
                state.set(at::TURN, size as i32);
                let of_turn = ZoneRef { register: at::TURN, offset: 1 };
                let own = state.layout.size[(size as usize + 1).min(2)] as i32;
                let holds = |int: Int| StateTest::find(&int, 3).map(|look| look.holds(&state));
                assert_eq!(holds(Int::SizeIs(of_turn, 1)), Some(own == 1));
                assert!(StateTest::ALWAYS.holds(&state) && !StateTest::NEVER.holds(&state));
            }
        }
        assert!(StateTest::find(&Int::RegBelow(5, i32::MIN), 3).is_none());
        assert!(StateTest::find(&Int::Aggregate(0), 3).is_none());
    }
}
