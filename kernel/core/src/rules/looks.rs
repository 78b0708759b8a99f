//! Tests that a look at the state answers: whether a register, or the number of cards in a zone, is within bounds.

use super::program::*;
use super::state::State;
use super::tree::{FIXED, Int, LOCAL, Spot};

/// One test.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    number: Number,
    /// Bounds of the number, and whether it must lie outside them. No branches: outcomes are hard to foresee.
    least: i32,
    span: u32,
    outside: bool,
}

/// What is looked at.
#[derive(Debug, Clone, Copy)]
enum Number {
    Register(u16),
    /// Cards in a zone, by whose turn it is.
    Cards([u8; MAX_SEATS]),
    /// Cards in the zone at a register plus an offset, of so many zones.
    CardsAt(u16, i16, u8),
}

impl Look {
    /// Holds whatever the state.
    pub const ALWAYS: Look = Look { number: Number::Register(0), least: i32::MIN, span: u32::MAX, outside: false };
    pub const NEVER: Look = Look { outside: true, ..Look::ALWAYS };

    /// The test whether an expression is not 0, if it is one of this kind. `zones` is how many instances there are.
    pub fn find(int: &Int, zones: usize) -> Option<Look> {
        let cards = |spot: Spot| match spot.register {
            FIXED => Some(Number::Cards([(spot.offset.max(0) as usize).min(zones.checked_sub(1)?) as u8; MAX_SEATS])),
            at::TURN => {
                let last = zones.checked_sub(1)? as i32;
                let zone = |seat: usize| (seat as i32 + spot.offset as i32).clamp(0, last) as u8;
                Some(Number::Cards(std::array::from_fn(zone)))
            }
            register => (register < LOCAL).then_some(Number::CardsAt(register, spot.offset, zones as u8)),
        };
        let within = |number: Number, least: i32, most: i32| {
            Some(Look { number, least, span: most.wrapping_sub(least) as u32, outside: false })
        };
        let is = |number: Number, value: i32| within(number, value, value);
        let below = |number: Number, value: i32| within(number, i32::MIN, value.checked_sub(1)?);
        let above = |number: Number, value: i32| within(number, value.checked_add(1)?, i32::MAX);
        let denied = |look: Look| Look { outside: !look.outside, ..look };
        match *int {
            Int::Reg(register) => is(Number::Register(register), 0).map(denied),
            Int::RegIs(register, value) => is(Number::Register(register), value),
            Int::RegBelow(register, value) => below(Number::Register(register), value),
            Int::RegAbove(register, value) => above(Number::Register(register), value),
            Int::SizeOf(spot) => is(cards(spot)?, 0).map(denied),
            Int::SizeIs(spot, value) => is(cards(spot)?, value),
            Int::SizeBelow(spot, value) => below(cards(spot)?, value),
            Int::SizeAbove(spot, value) => above(cards(spot)?, value),
            Int::Not(ref int) => Look::find(int, zones).map(denied),
            _ => None,
        }
    }

    /// The tests that an expression asks for, both of which must hold, if they are no more than two.
    pub fn find_both(int: &Int, zones: usize) -> Option<[Look; 2]> {
        match int {
            Int::Every(all) => match all.as_ref() {
                [one, other] => Some([Look::find(one, zones)?, Look::find(other, zones)?]),
                _ => None,
            },
            int => Look::find(int, zones).map(|look| [look, Look::ALWAYS]),
        }
    }

    /// Whether it looks at a register.
    pub fn reads(&self, wanted: u16) -> bool {
        match self.number {
            Number::Register(register) | Number::CardsAt(register, ..) => register == wanted,
            Number::Cards(_) => wanted == at::TURN,
        }
    }

    #[inline(always)]
    pub fn holds(&self, state: &State) -> bool {
        let size = |zone: u8| state.layout.size[zone as usize & (MAX_ZONES - 1)] as i32;
        // One after the other, as they are common: a table of them costs more.
        let number = if let Number::Register(register) = &self.number {
            state.get(*register)
        } else if let Number::Cards(zones) = &self.number {
            size(zones[state.get(at::TURN) as usize & (MAX_SEATS - 1)])
        } else {
            self.cards_elsewhere(state)
        };
        (number.wrapping_sub(self.least) as u32 <= self.span) != self.outside
    }

    #[inline(never)]
    fn cards_elsewhere(&self, state: &State) -> i32 {
        let Number::CardsAt(register, offset, zones) = self.number else {
            return 0;
        };
        let zone = (state.get(register) as i64 + offset as i64).min(zones as i64 - 1).max(0);
        state.layout.size[zone as usize & (MAX_ZONES - 1)] as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_holds_when_the_expression_does() {
        let mut state = State::new(&[0; 32]);
        let fixed = Spot { register: FIXED, offset: 1 };
        let at_register = Spot { register: 5, offset: -1 };
        for value in [i32::MIN, -1, 0, 1, 2, 3, i32::MAX] {
            state.set(5, value);
            for size in 0..3u8 {
                state.layout.size[..3].copy_from_slice(&[size, 2, 1]);
                let there = state.layout.size[value.saturating_sub(1).clamp(0, 2) as usize] as i32;
                let holds = |int: Int| Look::find(&int, 3).map(|look| look.holds(&state));
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
                let of_turn = Spot { register: at::TURN, offset: 1 };
                let own = state.layout.size[(size as usize + 1).min(2)] as i32;
                let holds = |int: Int| Look::find(&int, 3).map(|look| look.holds(&state));
                assert_eq!(holds(Int::SizeIs(of_turn, 1)), Some(own == 1));
                assert!(Look::ALWAYS.holds(&state) && !Look::NEVER.holds(&state));
            }
        }
        assert!(Look::find(&Int::RegBelow(5, i32::MIN), 3).is_none());
        assert!(Look::find(&Int::Aggregate(0), 3).is_none());
    }
}
