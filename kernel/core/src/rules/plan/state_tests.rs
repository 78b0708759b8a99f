//! Tests of the state alone: whether a register, or the number of cards in a zone, is within bounds.

use crate::rules::plan::prelude::*;
/// One test.
#[derive(Debug, Clone, Copy)]
pub struct StateTest {
    /// What is tested: this register, or a number of cards that depends on it.
    register: u16,
    counts: bool,
    cards: CountedCards,
    bounds: Bounds,
}

/// Whose cards are counted.
#[derive(Debug, Clone, Copy)]
enum CountedCards {
    /// Those of a zone, by the seat that the register says.
    OfSeat([u8; MAX_SEATS]),
    /// Those of the zone at the register plus an offset, of so many zones.
    At(i16, u8),
}

impl StateTest {
    /// Holds in no state.
    pub const NEVER: StateTest =
        StateTest { register: 0, counts: false, cards: CountedCards::OfSeat([0; MAX_SEATS]), bounds: Bounds::NONE };

    /// The test whether an expression is not 0, if it is one of this kind. `zones` is how many instances there are.
    pub fn find(int: &Int, zones: usize) -> Option<StateTest> {
        let register = |register: u16, bounds: Bounds| Some(StateTest { register, bounds, ..StateTest::NEVER });
        let cards = |spot: ZoneRef, bounds: Bounds| {
            let last = zones.checked_sub(1)? as i32;
            let zone = |seat: usize| (seat as i32 + spot.offset as i32).clamp(0, last) as u8;
            let (register, cards) = match spot.register {
                FIXED => (at::TURN, CountedCards::OfSeat([zone(0); MAX_SEATS])),
                at::TURN => (at::TURN, CountedCards::OfSeat(std::array::from_fn(zone))),
                register => (register, CountedCards::At(spot.offset, zones as u8)),
            };
            (register < LOCAL).then_some(StateTest { register, counts: true, cards, bounds })
        };
        match *int {
            Int::Reg(number) => register(number, Bounds::is_not(0)),
            Int::RegIn(number, bounds) => register(number, bounds),
            Int::SizeOf(spot) => cards(spot, Bounds::is_not(0)),
            Int::SizeIn(spot, bounds) => cards(spot, bounds),
            Int::Not(ref int) => {
                let test = StateTest::find(int, zones)?;
                Some(StateTest { bounds: test.bounds.denied()?, ..test })
            }
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
            int => StateTest::find(int, zones).map(|test| [test; 2]),
        }
    }

    /// Whether it tests a register.
    pub fn reads(&self, wanted: u16) -> bool {
        self.register == wanted
    }

    #[inline(always)]
    pub fn holds(&self, state: &State) -> bool {
        let value = state.get(self.register);
        let number = if self.counts { self.cards(state, value) } else { value };
        self.bounds.has(number)
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
    fn a_test_holds_when_the_expression_does() {
        let mut state = State::new(&[0; 32]);
        let fixed = ZoneRef { register: FIXED, offset: 1 };
        let at_register = ZoneRef { register: 5, offset: -1 };
        for value in [i32::MIN, -1, 0, 1, 2, 3, i32::MAX] {
            state.set(5, value);
            for size in 0..3u8 {
                state.layout.size[..3].copy_from_slice(&[size, 2, 1]);
                let there = state.layout.size[value.saturating_sub(1).clamp(0, 2) as usize] as i32;
                let holds = |int: Int| StateTest::find(&int, 3).map(|test| test.holds(&state));
                assert_eq!(holds(Int::Reg(5)), Some(value != 0));
                assert_eq!(holds(Int::RegIn(5, Bounds::is(2))), Some(value == 2));
                assert_eq!(holds(Int::RegIn(5, Bounds::below(2))), Some(value < 2));
                assert_eq!(holds(Int::RegIn(5, Bounds::above(-1))), Some(value > -1));
                assert_eq!(holds(Int::Not(Box::new(Int::RegIn(5, Bounds::above(1))))), Some(value <= 1));
                assert_eq!(holds(Int::SizeIn(fixed, Bounds::is(2))), Some(true));
                assert_eq!(holds(Int::SizeOf(at_register)), Some(there != 0));
                assert_eq!(holds(Int::SizeIn(at_register, Bounds::below(2))), Some(there < 2));
                assert_eq!(holds(Int::SizeIn(at_register, Bounds::above(1))), Some(there > 1));
                state.set(at::TURN, size as i32);
                let of_turn = ZoneRef { register: at::TURN, offset: 1 };
                let own = state.layout.size[(size as usize + 1).min(2)] as i32;
                let holds = |int: Int| StateTest::find(&int, 3).map(|test| test.holds(&state));
                assert_eq!(holds(Int::SizeIn(of_turn, Bounds::is(1))), Some(own == 1));
                assert!(!StateTest::NEVER.holds(&state));
            }
        }
        for edge in [i32::MIN, -1, 0, 1, i32::MAX] {
            for number in [i32::MIN, -2, -1, 0, 1, 2, i32::MAX] {
                let all = [Bounds::is(edge), Bounds::is_not(edge), Bounds::below(edge), Bounds::above(edge)];
                let holds = [number == edge, number != edge, number < edge, number > edge];
                assert_eq!(all.map(|bounds| bounds.has(number)), holds);
                let denied = |bounds: Bounds| bounds.denied().is_none_or(|others| others.has(number) != bounds.has(number));
                assert!(all.into_iter().all(denied));
            }
        }
        assert_eq!((Bounds::above(4).least(), Bounds::below(4).most()), (Some(5), Some(3)));
        assert_eq!((Bounds::is(4).least(), Bounds::above(4).most(), Bounds::below(i32::MIN).most()), (None, None, None));
        assert!(StateTest::find(&Int::Aggregate(0), 3).is_none());
    }
}
