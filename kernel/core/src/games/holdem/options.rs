//! House rules: how many play for how much, and which bets are offered.

use serde::Deserialize;

pub const MAX_PLAYERS: usize = 6;
pub const STREETS: usize = 4;
/// Sizes of bets on one street.
pub const MAX_SIZES: usize = 8;
/// Chips that a stack holds at most: sums of squares of what is won stay in range.
pub const MAX_STACK: i32 = 1_000_000;
pub const MAX_HANDS: u16 = 1000;
/// Per cent of a pot that a bet may be.
const MAX_PERCENT: u16 = 10_000;
/// What a rake is given in: hundredths of a per cent.
pub const RAKE_UNIT: i64 = 10_000;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    pub players: u8,
    /// Chips of each seat at the start of the match.
    pub stacks: Vec<i32>,
    pub small_blind: i32,
    pub big_blind: i32,
    pub ante: i32,
    /// For each street, sizes of bets and raises as per cent of the pot, rising.
    pub sizes: [Vec<u16>; STREETS],
    /// Bets and raises on a street at most; 0: as many as there are chips for.
    pub cap: u8,
    /// Hundredths of a per cent of every pot after a flop.
    pub rake: u16,
    /// Chips of a hand at most; 0: no limit.
    pub rake_cap: i32,
    pub hands: u16,
    /// Stacks go on from hand to hand, and whoever has none left is out; otherwise every hand begins with full stacks.
    pub carry: bool,
    /// Who has the button in the first hand.
    pub dealer: u8,
}

impl Options {
    pub fn parse(text: &[u8]) -> Result<Options, String> {
        let options: Options = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        options.check()?;
        Ok(options)
    }

    fn check(&self) -> Result<(), String> {
        within("players", self.players as i32, 2, MAX_PLAYERS as i32)?;
        if self.stacks.len() != self.players as usize {
            return Err(format!("there are {} stacks for {} players", self.stacks.len(), self.players));
        }
        self.stacks.iter().try_for_each(|stack| within("a stack", *stack, 1, MAX_STACK))?;
        within("big_blind", self.big_blind, 1, MAX_STACK)?;
        within("small_blind", self.small_blind, 0, self.big_blind)?;
        within("ante", self.ante, 0, self.big_blind)?;
        within("rake", self.rake as i32, 0, RAKE_UNIT as i32)?;
        within("rake_cap", self.rake_cap, 0, MAX_STACK)?;
        within("hands", self.hands as i32, 1, MAX_HANDS as i32)?;
        within("dealer", self.dealer as i32, 0, self.players as i32 - 1)?;
        for sizes in &self.sizes {
            within("sizes on a street", sizes.len() as i32, 0, MAX_SIZES as i32)?;
            sizes.iter().try_for_each(|size| within("a size", *size as i32, 1, MAX_PERCENT as i32))?;
            if !sizes.is_sorted_by(|a, b| a < b) {
                return Err("the sizes of a street have to rise".into());
            }
        }
        Ok(())
    }

    /// Every size of any street, rising: the value of a bet or raise is a place in this list.
    pub fn all_sizes(&self) -> Vec<u16> {
        let mut all: Vec<u16> = self.sizes.iter().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn within(name: &str, value: i32, low: i32, high: i32) -> Result<(), String> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(format!("{name} is {value}: expected {low} to {high}")) }
}
