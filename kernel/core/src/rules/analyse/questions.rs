//! What plans ask of the analysis. Each answer is a sentence about all states, not about one.

use super::{Dependencies, RegisterSet};
use crate::rules::program::registers::Families;
use crate::rules::program::*;
use crate::rules::run::expressions::CARD_LOCAL;

/// Registers that moving cards changes: what is drawn and taken up, and points for cards captured.
fn changed_by_moves(program: &Program, at: &Families) -> RegisterSet {
    scores(program, at).with(at::DRAWN, 1).with(at::TAKEN, 1)
}

/// Registers that playing tricks changes: those of the trick, points, tricks taken, and credit for them. Contract, dealer
/// and the number of the hand stay.
fn changed_by_tricks(program: &Program, at: &Families) -> RegisterSet {
    let lasting = [at::HAND_NUMBER, at::DEALER, at::DECLARER, at::LEVEL, at::STRAIN, at::KIND, at::DOUBLED];
    let table = (0..at::TABLE.len() as u16).filter(|register| !lasting.contains(register));
    let (seats, teams) = (program.seats as u16, program.teams.max(1) as u16);
    let credits = program.credits.tricks.iter().chain(program.credits.cards.iter().map(|cards| &cards.into));
    credits
        .fold(RegisterSet::of(&table.collect::<Vec<_>>()).or(scores(program, at)), |set, base| set.with(*base, seats))
        .with(at.tricks, seats)
        .with(at.team_tricks, teams)
}

fn scores(program: &Program, at: &Families) -> RegisterSet {
    let (seats, teams) = (program.seats as u16, program.teams.max(1) as u16);
    let of_seats = RegisterSet::default().with(at.score, seats).with(at.hand_score, seats);
    of_seats.with(at.team_score, teams).with(at.team_hand_score, teams)
}

/// What a number depends on, where that is little enough for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depends {
    OnNothing,
    OnTop(u8),
    OnMore,
}

impl Dependencies {
    /// Whether an expression gives the same for each of some cards that are moved one after the other, and after each of
    /// them: it reads neither the card nor where cards are, nor what moving them counts or scores.
    pub fn is_unaffected_by_moves(&self, program: &Program, at: &Families, id: ExprId) -> bool {
        let reads = self.expression(id);
        let cards = reads.zones | reads.knowledge | (reads.tops != 0) | reads.local(CARD_LOCAL);
        !cards && !reads.registers.meets(&changed_by_moves(program, at))
    }

    /// Whether an expression gives the same whatever cards lie where.
    pub fn reads_no_cards(&self, id: ExprId) -> bool {
        let reads = self.expression(id);
        !(reads.zones | reads.knowledge | reads.trick) && reads.tops == 0 && reads.picks == 0 && reads.locals == 0
    }

    /// Whether an expression gives the same throughout tricks with no side effects.
    pub fn is_unaffected_by_tricks(&self, program: &Program, at: &Families, id: ExprId) -> bool {
        let reads = self.expression(id);
        let cards = reads.zones | reads.knowledge | reads.trick | (reads.tops != 0) | (reads.picks != 0) | (reads.locals != 0);
        !cards && !reads.registers.meets(&changed_by_tricks(program, at))
    }

    /// Whether an expression depends on these registers alone.
    pub fn depends_only_on(&self, id: ExprId, registers: &RegisterSet) -> bool {
        let reads = self.expression(id);
        reads.only_registers() && reads.registers.is_within(registers)
    }

    /// What an operation depends on.
    pub fn depends(&self, op: OpId) -> Depends {
        let reads = self.op(op);
        let others = reads.zones | reads.seats | reads.trick | reads.knowledge | (reads.picks != 0) | (reads.locals != 0);
        match reads.tops {
            _ if others || reads.registers != RegisterSet::default() => Depends::OnMore,
            0 => Depends::OnNothing,
            tops if tops & (tops - 1) == 0 => Depends::OnTop(tops.trailing_zeros() as u8),
            _ => Depends::OnMore,
        }
    }
}
