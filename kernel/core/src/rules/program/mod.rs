//! The compiled form of a genome: tables, code and flow.
//!
//! The Python compiler writes it as JSON; [`super::load`] checks it once, so that the interpreter may trust it.
//! Nothing here names a game. Enums are externally tagged (`"Add"`, `{"Reg": 3}`), unknown fields are refused.
//!
//! Conventions
//! * A *card* is a physical card `0..cards`; a *type* is what it looks like. Copies share a type; actions name types.
//!   With one copy of everything, card and type are the same number. `NONE` (-1) stands for no card, seat or team.
//! * A *zone family* has one instance per owner and pile: `base + owner * piles + pile`.
//! * All public scalars live in one array of registers, built-in ones included (see [`at`]).
//! * An expression is an operation on the values of earlier ones, which gives one integer, or, where a *mask* is asked
//!   for, one card set. What several expressions have in common is written once.
//! * An absent (`null`) condition is true.

pub mod check;
mod effects;
mod expressions;
mod patterns;
mod phases;
pub mod registers;
mod scoring;

use serde::Deserialize;

pub use self::effects::*;
pub use self::expressions::*;
pub use self::patterns::*;
pub use self::phases::*;
pub use self::registers as at;
pub use self::scoring::*;
pub use crate::game::MAX_SEATS;
pub use crate::knowledge::{MAX_CARDS, MAX_TALLIES, MAX_ZONES, Place};
use crate::mask::Mask;

pub const MAX_REGISTERS: usize = 256;
pub use crate::game::MAX_CREDITS;
pub const MAX_DEPTH: usize = 6;
pub const MAX_PICKS: usize = 6;
/// Sets laid in one move.
pub const MAX_SETS: usize = 16;
pub const MAX_LOCALS: usize = 6;
pub const MAX_SLOTS: usize = 4096;
/// Slots of one pick of a listed set of cards, of which each holds `PAGE` sets.
pub const MAX_PAGES: usize = 256;
pub const PAGE: usize = 128;
pub const NONE: i32 = -1;

/// Index into [`Program::code`].
pub type ExprId = u16;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    pub seats: u8,
    /// Team of each seat; all NONE without teams.
    pub team_of: Vec<i32>,
    pub teams: u8,
    pub deck: Deck,
    pub masks: Vec<Mask>,
    pub mask_tables: Vec<MaskTable>,
    pub tables: Vec<ValueTable>,
    pub zones: Vec<ZoneFamily>,
    pub registers: Vec<RegisterFamily>,
    pub strains: Vec<Strain>,
    /// All operations: the operands of each stand before it.
    pub ops: Vec<Op>,
    /// The operation that each expression is.
    pub code: Vec<OpId>,
    pub aggregates: Vec<Aggregate>,
    /// Card sets that form a pattern, used by sweeps, picks and packing. A group is a range of them.
    pub instances: Vec<Instance>,
    pub groups: Vec<Group>,
    /// Patterns whose sets are laid on piles by rank.
    pub sets: Vec<SetFamily>,
    pub evaluation: Option<Evaluation>,
    /// What each action slot means; index is the slot of an action.
    pub slots: Vec<Slot>,
    /// Run at the start of each hand, with every card in `stock` in the deck's order.
    pub deal: Vec<Effect>,
    /// Instance where the deck starts.
    pub stock: u8,
    pub dealer: DealerRule,
    pub nodes: Vec<Node>,
    pub root: u16,
    pub special: Vec<Special>,
    pub card_scoring: Vec<CardScoring>,
    pub scoring: Vec<ScoringRule>,
    pub wins: Vec<Win>,
    pub credits: Credits,
    pub rules: GameRules,
    pub max_hands: u32,
    pub utility: Utility,
    /// Chips or points to one unit of utility.
    pub utility_unit: i32,
    /// Card sets whose numbers in hidden zones are tallied (ranks, suits, named sets that tests mention).
    pub tallies: Vec<Mask>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// Notation of each type.
    pub types: Vec<String>,
    /// Type of each card.
    pub type_of: Vec<u8>,
    /// Attributes of cards; 0 is the suit, 1 the rank, the others as the compiler pleases.
    pub attributes: Vec<Vec<i32>>,
}

/// Card sets by a small integer: `masks[value - min]`, `below` and `above` outside.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaskTable {
    pub min: i32,
    pub masks: Vec<Mask>,
    pub below: Mask,
    pub above: Mask,
}

/// Integers by a small integer, clamped at both ends.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueTable {
    pub min: i32,
    pub values: Vec<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Role {
    Hand,
    Stock,
    Discard,
    Tableau,
    Captured,
    Sets,
    Trick,
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Owner {
    Table,
    Seat,
    Team,
}

impl Program {
    /// How many there are of those that own things.
    pub fn owners(&self, owner: Owner) -> u8 {
        match owner {
            Owner::Table => 1,
            Owner::Seat => self.seats,
            Owner::Team => self.teams,
        }
    }

    /// Whether something is a seat's own: the table's is nobody's, a team's that of all its seats.
    #[inline(always)]
    pub fn owns(&self, seat: usize, owned_by: Owner, owner: i32) -> bool {
        match owned_by {
            Owner::Seat => owner == seat as i32,
            Owner::Team => self.team_of.get(seat) == Some(&owner),
            Owner::Table => false,
        }
    }
}

/// Who sees the face of an arriving card. `Top`: all see the card that lies on top, and none that goes underneath.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum SeenBy {
    All,
    Team,
    Owner,
    Top,
    None,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneFamily {
    pub name: String,
    pub role: Role,
    pub owner: Owner,
    pub piles: u8,
    pub seen_by: SeenBy,
    /// Order matters (stock, discard, piles whose top or tail is used); hands are plain sets.
    pub ordered: bool,
    pub base: u8,
    /// Whether `tallies` are kept for its instances.
    pub tallied: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Keep {
    /// Reset at the start of each turn of the root structure.
    Turn,
    Hand,
    Match,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterFamily {
    pub name: String,
    pub base: u16,
    pub len: u16,
    pub keep: Keep,
    pub start: i32,
    /// Whether it holds cards: they are seen by their faces.
    #[serde(default)]
    pub cards: bool,
}

/// What a strain makes of the deck. `called` is its called suit (empty if it has none); `suit` is the suit a card belongs to (the called suit has a number of its own);
/// `follow[led]` the cards that follow; `power[led][card]` their strength, 0 meaning "cannot win".
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strain {
    pub name: String,
    pub called: Mask,
    pub suit: Vec<u8>,
    pub follow: Vec<Mask>,
    pub power: Vec<Vec<u8>>,
}
