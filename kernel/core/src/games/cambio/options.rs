//! House rules.

use serde::Deserialize;

pub const MAX_PLAYERS: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PowerFrom {
    /// A card drawn from the deck and discarded.
    Deck,
    /// Any card drawn, from the discard pile too.
    Drawn,
    /// Any card one discards, the one replaced too.
    Discard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sticking {
    Nobody,
    /// Whoever's turn it is, once.
    Actor,
    /// Everybody, cards of their own, again and again.
    Everyone,
    /// Everybody, opponents' cards too; a card of one's own takes their place.
    AnyCard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StickOrder {
    Race,
    Turns,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallAt {
    /// Instead of a turn.
    Start,
    /// After one's turn, free.
    End,
}

/// What a caller scores beside the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallerScore {
    Plain,
    /// Ten more if not the lowest.
    Penalty,
    /// Ten less if the lowest, ten more if not.
    BonusAndPenalty,
    /// Nothing if the lowest, ten more if not.
    NoughtOrPenalty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Starter {
    Rotates,
    Random,
    Fixed,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    pub players: u8,
    pub power_from: PowerFrom,
    /// A card taken from the discard pile may be discarded again.
    pub taken_may_go: bool,
    pub sticking: Sticking,
    pub stick_order: StickOrder,
    pub penalty: u8,
    pub call_at: CallAt,
    pub caller_locked: bool,
    pub caller_score: CallerScore,
    /// Jacks, queens and black kings exchange any two cards; otherwise one's own with an opponent's.
    pub swap_any: bool,
    pub empty_deck_ends: bool,
    pub turn_cap: u16,
    pub starter: Starter,
    /// The match ends when somebody has so many points; 0: after `rounds`.
    pub target: u16,
    pub rounds: u16,
    /// The first seat of those who are level wins, instead of all of them.
    pub first_wins_ties: bool,
    pub empty_hand_calls: bool,
}

impl Options {
    pub fn parse(text: &[u8]) -> Result<Options, String> {
        let options: Options = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        options.check()?;
        Ok(options)
    }

    fn check(&self) -> Result<(), String> {
        let within = |name: &str, value: u16, low: u16, high: u16| {
            if (low..=high).contains(&value) { Ok(()) } else { Err(format!("{name} is {value}: expected {low} to {high}")) }
        };
        within("players", self.players as u16, 2, MAX_PLAYERS as u16)?;
        within("penalty", self.penalty as u16, 1, 2)?;
        within("turn_cap", self.turn_cap, 1, 1000)?;
        within("target", self.target, 0, 1000)?;
        within("rounds", self.rounds, if self.target == 0 { 1 } else { 0 }, 1000)?;
        if self.target > 0 && self.rounds > 0 {
            return Err("a match goes to a target or for a number of rounds, not both".into());
        }
        if self.power_from == PowerFrom::Drawn && !self.taken_may_go {
            return Err("a card taken from the discard pile has its power only if it may be discarded again".into());
        }
        Ok(())
    }
}
