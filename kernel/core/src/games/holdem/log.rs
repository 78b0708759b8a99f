//! What was done in a hand, in order, as everyone saw it.

/// Actions that are kept. Longer hands are possible (many small raises), and have no log.
const MOST: usize = 40;
const FOLDED: i32 = -1;
const CALLED: i32 = 0;

/// A move that everyone saw; a check is a call of nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    Fold,
    Call,
    /// A bet or raise: the seat's chips of this street after it.
    To(i32),
}

/// The moves of a hand. Seats follow from the rules of betting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Log {
    moves: [i32; MOST],
    count: u8,
}

impl Log {
    pub const EMPTY: Log = Log { moves: [0; MOST], count: 0 };

    #[inline]
    pub fn push(&mut self, seen: Seen) {
        let coded = match seen {
            Seen::Fold => FOLDED,
            Seen::Call => CALLED,
            Seen::To(chips) => chips.max(1),
        };
        if let Some(free) = self.moves.get_mut(self.count as usize) {
            *free = coded;
        }
        self.count = self.count.saturating_add(1).min(MOST as u8 + 1);
    }

    /// All moves so far; None if there were too many to keep.
    pub fn moves(&self) -> Option<impl Iterator<Item = Seen> + '_> {
        let kept = self.moves.get(..self.count as usize)?;
        Some(kept.iter().map(|coded| match *coded {
            FOLDED => Seen::Fold,
            CALLED => Seen::Call,
            chips => Seen::To(chips),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_tells_all_or_nothing() {
        let mut log = Log::EMPTY;
        let made = [Seen::Call, Seen::To(6), Seen::Fold];
        made.into_iter().for_each(|seen| log.push(seen));
        assert_eq!(log.moves().map(Iterator::collect::<Vec<_>>), Some(made.to_vec()));
        (0..300).for_each(|_| log.push(Seen::Call));
        assert!(log.moves().is_none());
    }
}
