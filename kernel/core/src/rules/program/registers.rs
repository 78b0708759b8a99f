//! Numbers of the built-in registers (`at::ACTOR`). Every program declares all of them.

use super::{MAX_REGISTERS, Owner, Program};

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

macro_rules! families {
    ($($(#[$what:meta])* $name:ident of $owner:ident,)*) => {
        /// Those of which there is one per seat or per team, anywhere after them.
        #[derive(Debug, Clone, Copy)]
        pub struct Families { $($(#[$what])* pub $name: u16,)* }

        impl Families {
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn of(base: impl Fn(&str, Owner) -> Result<u16, String>) -> Result<Families, String> {
                Ok(Families { $($name: base(stringify!($name), Owner::$owner)?,)* })
            }
        }
    };
}

families! {
    score of Seat,
    hand_score of Seat,
    tricks of Seat,
    /// NONE before.
    bid of Seat,
    chips of Seat,
    /// Chips in the pot, this hand.
    staked of Seat,
    /// Chips put in during this betting round.
    bet of Seat,
    folded of Seat,
    /// Order of going out this hand, 1 first, 0 not yet.
    place of Seat,
    /// 0 in play, 1 out for the hand, 2 for the match.
    out of Seat,
    team_score of Team,
    team_hand_score of Team,
    team_tricks of Team,
}

impl Families {
    /// Finds them, or says which register is not as it should be.
    pub fn find(program: &Program) -> Result<Families, String> {
        let family = |name: &str, owner: Owner| {
            let len = program.owners(owner).max(1) as u16;
            let family = program.registers.iter().rfind(|family| family.name == name);
            let family = family.ok_or_else(|| format!("register {name} is missing"))?;
            if family.len != len {
                return Err(format!("register {name} has length {}, expected {len}", family.len));
            }
            if family.base as usize + family.len as usize > MAX_REGISTERS {
                return Err(format!("register {name} is out of range"));
            }
            Ok(family.base)
        };
        for (place, name) in TABLE.iter().enumerate() {
            let base = family(name, Owner::Table)?;
            if base as usize != place {
                return Err(format!("register {name} is at {base}, expected {place}"));
            }
        }
        Families::of(family)
    }
}
