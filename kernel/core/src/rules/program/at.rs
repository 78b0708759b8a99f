//! Where the built-in registers are. Every program declares all of them.

use std::collections::HashMap;

use super::{MAX_REGISTERS, Program, RegisterFamily};

macro_rules! table_registers {
    ($($name:ident $text:literal,)*) => {
        /// Those of the table, of which there is one each, come first and in this order.
        pub const TABLE: &[&str] = &[$($text),*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum TableOrder { $($name),* }

        $(pub const $name: u16 = TableOrder::$name as u16;)*
    };
}

table_registers! {
    HAND_NUMBER "hand_number", // from 0
    HANDS_PLAYED "hands_played", // complete hands
    DEALER "dealer",
    TURN "turn", // seat whose turn it is in the innermost turn structure
    OUTER "outer", // the same, one structure further out
    LAST_TURN "last_turn", // seat of the turn before this one (NONE at first)
    TURN_NUMBER "turn_number", // turns completed in the innermost structure
    ACTOR "actor", // who decides now, or whom a rule is being evaluated for
    PASSES "passes", // consecutive passes
    DIRECTION "direction", // 1 to the left, -1 to the right
    DRAWN "drawn", // cards moved from the stock to a hand this turn
    TAKEN "taken", // last card taken from a face-up pile to a hand this turn, NONE otherwise
    LAST_PLAYER "last_player", // last seat that acted other than by passing (NONE at first)
    ALTERNATE "alternate", // where ALTERNATING ties have got to
    LED "led", // suit led to the current trick, NONE while leading
    LEADING "leading", // 1 while no card has been played to the trick
    WINNER "winner", // winner of the last trick, NONE before
    TRICK_NUMBER "trick_number",
    BROKEN "broken",
    HIGH "high", // place on the ladder of the highest call, 0 before
    DECLARER "declarer",
    LEVEL "level",
    STRAIN "strain",
    KIND "kind",
    DOUBLED "doubled", // 0, 1 doubled, 2 redoubled
    POT "pot",
    TO_CALL "to_call", // what the actor must add to stay in
    RAISES "raises",
}

/// Those of which there is one per seat or per team, anywhere after them.
#[derive(Debug, Clone, Copy)]
pub struct Families {
    pub score: u16,
    pub hand_score: u16,
    pub tricks: u16,
    /// NONE before.
    pub bid: u16,
    pub chips: u16,
    /// Chips in the pot, this hand.
    pub staked: u16,
    /// Chips put in during this betting round.
    pub bet: u16,
    pub folded: u16,
    /// TableOrder of going out this hand, 1 first, 0 not yet.
    pub place: u16,
    /// 0 in play, 1 out for the hand, 2 for the match.
    pub out: u16,
    pub team_score: u16,
    pub team_hand_score: u16,
    pub team_tricks: u16,
}

impl Families {
    /// Finds them, or says which register is not as it should be.
    pub fn find(program: &Program) -> Result<Families, String> {
        let families: HashMap<&str, &RegisterFamily> =
            program.registers.iter().map(|family| (family.name.as_str(), family)).collect();
        let family = |name: &str, len: u16| {
            let family = families.get(name).ok_or_else(|| format!("register {name} is missing"))?;
            if family.len != len {
                return Err(format!("register {name} has length {}, expected {len}", family.len));
            }
            if family.base as usize + family.len as usize > MAX_REGISTERS {
                return Err(format!("register {name} is out of range"));
            }
            Ok(family.base)
        };
        for (place, name) in TABLE.iter().enumerate() {
            let base = family(name, 1)?;
            if base as usize != place {
                return Err(format!("register {name} is at {base}, expected {place}"));
            }
        }
        let of_seats = |name: &str| family(name, program.seats as u16);
        let of_teams = |name: &str| family(name, program.teams.max(1) as u16);
        Ok(Families {
            score: of_seats("score")?,
            hand_score: of_seats("hand_score")?,
            tricks: of_seats("tricks")?,
            bid: of_seats("bid")?,
            chips: of_seats("chips")?,
            staked: of_seats("staked")?,
            bet: of_seats("bet")?,
            folded: of_seats("folded")?,
            place: of_seats("place")?,
            out: of_seats("out")?,
            team_score: of_teams("team_score")?,
            team_hand_score: of_teams("team_hand_score")?,
            team_tricks: of_teams("team_tricks")?,
        })
    }
}
