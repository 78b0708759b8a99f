//! Straight-line code for scoring: each number computed once from earlier ones.

use std::ops::Range;

use crate::rules::plan::prelude::*;
use crate::rules::run::expressions::lookup;

/// Most numbers on a sheet: an index fits in a byte. Few of them take less to write down.
pub const MOST: usize = 256;
pub const FEW: usize = 32;

/// A number, from those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    Const(i32),
    Reg(u16),
    RegAt(u16, u16, u8),
    Of(BinaryOp, u8, u8),
    If(u8, u8, u8),
    Table(u16, u8),
    /// How many cards of a set lie in a zone; their attribute summed.
    Count(u8, u8),
    Sum(u8, u8, u8),
}

/// Numbers in order: those that never change are there from the start, the others are worked out in steps.
#[derive(Default)]
pub struct Sheet {
    pub fixed: Vec<i32>,
    pub steps: Vec<(u8, Number)>,
    /// Sets of cards that numbers refer to.
    pub sets: Vec<Mask>,
}

impl Sheet {
    pub fn is_short(&self) -> bool {
        self.fixed.len() <= FEW
    }

    /// All has been written: there is room for as many numbers as are worked with at once.
    pub fn end(mut self) -> Sheet {
        self.fixed.resize(if self.is_short() { FEW } else { MOST }, 0);
        self
    }

    /// The sheet with nothing worked out yet.
    #[inline]
    pub fn blank<const N: usize>(&self) -> [i32; N] {
        self.fixed.first_chunk().copied().unwrap_or([0; N])
    }

    /// Works some of the numbers out, those before them being known.
    #[inline(always)]
    pub fn fill<const N: usize>(&self, values: &mut [i32; N], some: &Range<usize>, rules: &Rules, state: &State) {
        let held = |zone: u8, set: u8| state.layout.cards[zone as usize & (MAX_ZONES - 1)].and(self.sets[set as usize]);
        for (index, number) in &self.steps[some.clone()] {
            let of = |index: u8| values[index as usize % N];
            values[*index as usize % N] = match *number {
                Number::Const(value) => value,
                Number::Reg(register) => state.get(register),
                Number::RegAt(base, len, index) => state.get(base + of(index).clamp(0, len as i32 - 1) as u16),
                Number::Of(join, a, b) => join.of(of(a), of(b)),
                Number::If(test, first, second) => of(if of(test) != 0 { first } else { second }),
                Number::Table(table, index) => lookup(&rules.program.tables[table as usize], of(index)),
                Number::Count(zone, set) => held(zone, set).len() as i32,
                Number::Sum(attribute, zone, set) => Eval::new(rules, state).sum(attribute, held(zone, set)),
            };
        }
    }
}
