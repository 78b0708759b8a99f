//! The compiled form of a genome: tables, code and flow.
//!
//! The Python compiler writes it as JSON; [`super::load`] checks it once, so that the interpreter may trust it.
//! Nothing here names a game. Enums are externally tagged (`"Add"`, `{"Reg": 3}`), unknown fields are refused.
//!
//! Conventions
//! * A *card* is a physical card `0..cards`; a *type* is what it looks like. Copies share a type; actions name types.
//!   With one copy of everything, card and type are the same number. `NONE` (-1) stands for no card, seat or team.
//! * A *zone family* has one instance per owner and pile: `base + owner * piles + pile`.
//! * All public scalars live in one array of registers, built-in ones included (see [`BUILT_IN`]).
//! * An expression is stack code that leaves exactly one integer, or, where a *mask* is asked for, one card set.
//! * An absent (`null`) condition is true.

use serde::Deserialize;

pub use crate::game::MAX_SEATS;
pub use crate::knowledge::{MAX_CARDS, MAX_TALLIES, MAX_ZONES, Place};
use crate::mask::Mask;

pub const MAX_REGISTERS: usize = 256;
pub const MAX_DEPTH: usize = 6;
pub const MAX_PICKS: usize = 6;
/// Sets laid in one move.
pub const MAX_SETS: usize = 16;
pub const MAX_LOCALS: usize = 6;
pub const MAX_SLOTS: usize = 4096;
pub const NONE: i32 = -1;

/// Index into [`Program::code`].
pub type ExprId = u16;

/// Built-in registers: name and whether there is one per table (`t`), per seat (`s`) or per team (`m`).
/// Every program declares all of them, anywhere in the array.
pub const BUILT_IN: &[(&str, char)] = &[
    ("hand_number", 't'),  // from 0
    ("hands_played", 't'), // complete hands
    ("dealer", 't'),
    ("turn", 't'),        // seat whose turn it is in the innermost turn structure
    ("outer", 't'),       // the same, one structure further out
    ("last_turn", 't'),   // seat of the turn before this one (NONE at first)
    ("turn_number", 't'), // turns completed in the innermost structure
    ("actor", 't'),       // who decides now, or whom a rule is being evaluated for
    ("passes", 't'),      // consecutive passes
    ("direction", 't'),   // 1 to the left, -1 to the right
    ("drawn", 't'),       // cards moved from the stock to a hand this turn
    ("taken", 't'),       // last card taken from a face-up pile to a hand this turn, NONE otherwise
    ("led", 't'),         // suit led to the current trick, NONE while leading
    ("leading", 't'),     // 1 while no card has been played to the trick
    ("winner", 't'),      // winner of the last trick, NONE before
    ("trick_number", 't'),
    ("broken", 't'),
    ("high", 't'), // place on the ladder of the highest call, 0 before
    ("declarer", 't'),
    ("level", 't'),
    ("strain", 't'),
    ("kind", 't'),
    ("doubled", 't'), // 0, 1 doubled, 2 redoubled
    ("pot", 't'),
    ("to_call", 't'), // what the actor must add to stay in
    ("raises", 't'),
    ("last_player", 't'), // last seat that acted other than by passing (NONE at first)
    ("alternate", 't'),   // where ALTERNATING ties have got to
    ("score", 's'),
    ("hand_score", 's'),
    ("tricks", 's'),
    ("bid", 's'), // NONE before
    ("chips", 's'),
    ("staked", 's'), // chips in the pot, this hand
    ("bet", 's'),    // chips put in during this betting round
    ("folded", 's'),
    ("place", 's'), // order of going out this hand, 1 first, 0 not yet
    ("out", 's'),   // 0 in play, 1 out for the hand, 2 for the match
    ("team_score", 'm'),
    ("team_hand_score", 'm'),
    ("team_tricks", 'm'),
];

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
    pub tables: Vec<Table>,
    pub zones: Vec<ZoneFamily>,
    pub registers: Vec<RegisterFamily>,
    pub strains: Vec<Strain>,
    /// All code, one list of operations per expression.
    pub code: Vec<Vec<Op>>,
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
pub struct Table {
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

/// One operation of stack code. Integers and card sets have a stack each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Op {
    // integers
    Const(i32),
    /// Register by its place in the array.
    Reg(u16),
    /// Pops an index: `registers[base + clamp(index, 0, len - 1)]`.
    RegAt(u16, u16),
    /// Value of a pick of the move in hand (a card for card picks, else the number picked).
    Pick(u8),
    /// Variable of an enclosing aggregate or `Each`, or the card being moved in a `Move`'s destination (local 5).
    Local(u8),
    Add,
    Sub,
    Mul,
    /// Floor division and modulo, as Python's; by zero gives 0 (the compiler refuses what could divide by zero).
    Div,
    Mod,
    Neg,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Not,
    Min,
    Max,
    /// Skip this many operations; `Else` pops a condition and skips if it is 0.
    Skip(u16),
    Else(u16),
    /// Pops an index, then n values pushed before it in order; leaves the value at the clamped index.
    Select(u8),
    /// Pops an index, looks it up.
    Table(u16),
    /// Pops a card, pushes an attribute (0 for no card).
    Attr(u8),
    /// Next seat in play to the left (clockwise) or right of the popped seat.
    Left,
    Right,
    /// Pops a zone instance.
    Size,
    Top,
    /// The card under the top one.
    Under,
    Bottom,
    /// Pops a card, pushes the instance that holds it.
    Where,
    Aggregate(u16),
    // card sets
    MaskConst(u16),
    /// Pops an integer.
    MaskTable(u16),
    /// Pops a zone instance, pushes its cards.
    MaskZone,
    /// Pops a card, pushes the set of it alone (empty for no card).
    MaskCard,
    /// Cards picked by a `cards` pick of the move in hand.
    MaskPick(u8),
    /// Pops an integer: all cards if it is not 0, else none.
    MaskIf,
    MaskAnd,
    MaskOr,
    MaskNot,
    /// Cards that follow the suit led (none while leading); cards that would win the trick as it stands.
    MaskFollows,
    MaskHeads,
    /// Cards of the strain's called suit.
    MaskCalled,
    // card sets to integers
    Count,
    /// Sum, largest, smallest of an attribute; largest and smallest of an empty set are 0.
    Sum(u8),
    Largest(u8),
    Smallest(u8),
    /// Lowest-numbered card, NONE if empty.
    First,
    /// Pops a card and a set.
    Contains,
    /// Pops a total and a set: whether some of its cards add up to the total by an attribute (worths from 1 to 127).
    Adds(u8),
    /// Worth of the set by the hand evaluation.
    Value,
    /// Best total of disjoint instances of a group inside the set.
    Pack(u16),
    /// The cards of the instances that make up that total.
    MaskPacked(u16),
    /// Pops a set, pushes those of its cards that everyone can place.
    MaskOpen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Gather {
    Sum,
    Max,
    Min,
    Count,
    Any,
    All,
    First,
}

/// What an aggregate or an `Each` runs over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Domain {
    Seats,
    /// Seats still in play.
    Live,
    /// Seats of the team given by an expression.
    Members(ExprId),
    /// Seats not on the actor's side.
    Opponents,
    /// `0..n`.
    Range(u16),
    /// Cards of a mask expression.
    Cards(ExprId),
    /// Instances `base..base + n` of the owner given: `(first instance, n)`, first by expression.
    Piles(ExprId, u8),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aggregate {
    pub gather: Gather,
    pub domain: Domain,
    pub local: u8,
    pub when: Option<ExprId>,
    /// Absent for `Count` and `First` (which gives the value of the variable, NONE if there is none).
    pub body: Option<ExprId>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    pub cards: Mask,
    pub points: i32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    pub name: String,
    pub first: u16,
    pub count: u16,
}

/// Patterns of one rank each, whose sets are laid on the piles of their ranks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetFamily {
    pub shapes: Vec<SetShape>,
    /// Ways of laying, those of a shape together: the values of a pick.
    pub layings: Vec<Laying>,
}

/// A pattern for one rank.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetShape {
    /// Which pile the cards go to.
    pub pile: u8,
    pub natural: Mask,
    /// Cards that may stand for others, those of each rank by themselves.
    pub wild: Vec<Mask>,
    /// How many cards, how many wild ones at most, how many others at least.
    pub least: u8,
    pub most: u8,
    pub max_wild: u8,
    pub min_natural: u8,
    /// Its ways of laying, those with fewer cards of the rank first.
    pub first: u16,
    pub count: u16,
}

/// So many cards of the rank, and so many wild ones of each rank.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Laying {
    pub natural: u8,
    pub wild: Vec<u8>,
    /// All of them together.
    pub size: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum EvaluationMethod {
    None,
    HighCard,
    PointTotal,
    PatternMatch,
    CardCount,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evaluation {
    pub method: EvaluationMethod,
    pub patterns: Vec<HandPattern>,
    /// Per card, for PointTotal.
    pub values: Vec<i32>,
    /// Second value of a card, equal to the first where there is none.
    pub alternates: Vec<i32>,
    pub target: Option<i32>,
    pub bust: Option<i32>,
    /// Families looked at for a seat: its own instances of seat zones, all instances of table zones.
    pub zones: Vec<u8>,
    /// Best so many of the cards; absent: all.
    pub choose: Option<u8>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandPattern {
    pub name: String,
    pub priority: i32,
    pub required_count: Option<u8>,
    pub same_suit_count: Option<u8>,
    pub same_rank_groups: Vec<u8>,
    pub sequence_length: Option<u8>,
    pub sequence_wrap: bool,
    /// Ranks that must be there, with how many of each.
    pub required_ranks: Vec<i32>,
    pub distinct_suits: Option<u8>,
}

/// What an action of a slot is, for printing: `verb` with the value's kind.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    pub verb: String,
    pub kind: ValueKind,
    /// For `Number`: what value 0 stands for. For `Instance`: the first instance of this page.
    pub offset: i32,
    /// Whether the value is shown to all when it is chosen (a card passed in secret is not).
    pub public: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ValueKind {
    Nothing,
    Card,
    Seat,
    Rank,
    Suit,
    Number,
    Pile,
    Strain,
    Call,
    Instance,
    Commit,
    Cancel,
}

/// A test on a hidden zone whose outcome play shows: true means at least `count` cards of `cards` are there.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    pub zone: ExprId,
    pub cards: ExprId,
    pub count: u8,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub test: ExprId,
    /// Recorded as public knowledge when the test is made in the flow.
    pub proof: Option<Proof>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Source {
    /// Cards of a pick (card, cards or instance).
    Pick(u8),
    /// Cards of a tail that was picked, in the order in which they lie, the lowest first.
    Tail(u8),
    /// From the top of an ordered zone; from an unordered one, cards at random by the chance stream.
    Zone(ExprId),
    /// All cards of a mask expression.
    Cards(ExprId),
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Scored {
    Seat(ExprId),
    Team(ExprId),
}

#[derive(Debug, Clone, Deserialize)]
pub enum Effect {
    /// `count` cards to each seat in play, singly, from the left of the dealer.
    Deal {
        zone: u8,
        count: ExprId,
    },
    /// `to` is evaluated for each card, which is local 5 meanwhile. Without `count`: all of them.
    /// `until` is tested after each card. `draws`: a short stock triggers the deck-empty rule.
    Move {
        from: Source,
        to: ExprId,
        count: Option<ExprId>,
        until: Option<ExprId>,
        place: Place,
        seen_by: Option<SeenBy>,
        draws: bool,
    },
    /// The sets that a pick chose go to their piles; `kind` is that of the pick.
    Lay {
        pick: u8,
        kind: PickKind,
    },
    /// Every complete instance of the group leaves `zone`; `refill` draws as many from there.
    Sweep {
        zone: ExprId,
        group: u16,
        to: ExprId,
        refill: Option<ExprId>,
    },
    /// Shows cards (a mask expression) to all, or to one seat.
    Show {
        cards: ExprId,
        to: Option<ExprId>,
    },
    Shuffle {
        zone: ExprId,
    },
    /// `registers[base + clamp(index)] = value`.
    Set {
        base: u16,
        len: u16,
        index: Option<ExprId>,
        value: ExprId,
    },
    Score {
        to: Scored,
        points: ExprId,
    },
    /// Chips. Never more than the payer has.
    Pay {
        from: Purse,
        to: Purse,
        amount: ExprId,
    },
    Skip {
        count: ExprId,
    },
    Reverse,
    Again,
    TurnTo {
        seat: ExprId,
    },
    Out {
        seat: ExprId,
        match_long: bool,
    },
    If {
        when: Condition,
        then: Vec<Effect>,
        otherwise: Vec<Effect>,
    },
    Each {
        local: u8,
        domain: Domain,
        effects: Vec<Effect>,
    },
    EndTurn,
    EndHand,
    EndMatch,
}

/// Where chips come from or go to; the bank has as many as are wanted.
#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Purse {
    Bank,
    Pot,
    Seat(ExprId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum DealerRule {
    Rotate,
    /// Best or worst of the last hand by `hand_score`, as the first win condition compares.
    Winner,
    Loser,
    Stay,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Order {
    /// Round and round, until `until` or `limit`.
    Cycle,
    /// Each seat in play once.
    Once,
    /// One seat again and again.
    Stay,
    /// Each seat once, in secret; effects follow when all have chosen.
    Together,
    /// No turns: the children in order; again and again if there is an `until`.
    Sequence,
}

#[derive(Debug, Clone, Deserialize)]
pub enum Node {
    Turns(Turns),
    Do(DoPhase),
    Choice(ChoicePhase),
    Trick(TrickPhase),
    Betting(BettingPhase),
    Auction(AuctionPhase),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    pub order: Order,
    pub start: ExprId,
    pub when: Option<Condition>,
    /// Tested after each turn (after each round of the children, in a sequence).
    pub until: Option<Condition>,
    /// Turns; reaching it ends this structure, and the root's ends the hand.
    pub limit: u32,
    pub children: Vec<u16>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoPhase {
    pub name: String,
    pub when: Option<Condition>,
    pub actor: ExprId,
    pub effects: Vec<Effect>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoicePhase {
    pub name: String,
    pub when: Option<Condition>,
    pub actor: ExprId,
    pub offers: Vec<Offer>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Slot of the offer itself when it has no picks (value 0).
    pub slot: u16,
    pub when: Option<ExprId>,
    /// What choosing this offer shows of its `when`, if that counts hidden cards.
    pub proof: Option<Proof>,
    /// What choosing an offer of higher duty shows: fewer than `count` cards of these are there (who
    /// must draw holds nothing playable). Evaluated from public facts only.
    pub absent: Option<Proof>,
    pub duty: u8,
    pub picks: Vec<Pick>,
    /// Judged as if the picked cards had left their zones.
    pub accept: Option<ExprId>,
    pub effects: Vec<Effect>,
    pub is_pass: bool,
    /// Cards picked from a hand count as played: special effects and PLAY scoring apply.
    pub plays: bool,
    /// Some first pick may be impossible to complete: look ahead before listing it.
    pub look_ahead: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    pub slot: u16,
    pub kind: PickKind,
    /// What making this pick shows (asking for a rank shows that one is held).
    pub proof: Option<Proof>,
}

#[derive(Debug, Clone, Deserialize)]
pub enum PickKind {
    /// One card of a mask expression. Duties: see [`Duty`]; `zone` is the hidden zone a duty not met is shown of.
    /// `tail`: all that lies on the card is picked with it.
    Card { cards: ExprId, duties: Vec<Duty>, zone: Option<ExprId>, tail: bool },
    /// `low..=high` cards of a mask expression, one by one in rising order of type or any order that remains
    /// completable, then commit (slot `commit`), which is left out when `low == high`.
    /// `total`: the cards' attribute sums to this.
    Cards { cards: ExprId, low: ExprId, high: ExprId, commit: u16, total: Option<(u8, ExprId)> },
    /// One whole instance of a group inside a mask expression; pages of 128 values from the pick's slot on.
    Instance { cards: ExprId, group: u16 },
    /// Sets laid on piles, `low..=high` cards in all: one, or several until commit. Values are ways of laying, in pages
    /// of 128 from the pick's slot on; `to` is the first of the piles.
    Sets { cards: ExprId, family: u16, to: ExprId, low: ExprId, high: ExprId, commit: Option<u16> },
    /// A number `0..count` (seat, suit, rank, strain, pile, number) for which `when` holds, itself being the pick.
    Value { count: u8, when: Option<ExprId> },
}

/// The first duty of which the source holds a card is compulsory; without any, every card goes.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    pub cards: ExprId,
    pub when: Option<ExprId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Ties {
    First,
    Last,
    /// By the game's tie-breaker (equal strength is possible only with copies or across suits).
    Breaker,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrickPhase {
    pub name: String,
    pub when: Option<Condition>,
    pub slot: u16,
    /// Who leads the first trick; later ones are led by the winner.
    pub leader: ExprId,
    pub strain: ExprId,
    /// Family the cards are played from.
    pub source: u8,
    /// Instance of the trick itself.
    pub pile: u8,
    /// Where the cards go, evaluated with the winner as actor.
    pub to: ExprId,
    pub place: Place,
    pub duties: Vec<Duty>,
    /// Cards whose play sets `broken`.
    pub breaks: Option<ExprId>,
    /// Whether whoever's turn it is may play nothing to this trick, with the slot of doing so. Somebody plays to each.
    pub hold: Option<ExprId>,
    pub hold_slot: u16,
    /// Seat that sits out, and seat that is dummy (NONE: nobody).
    pub out: Option<ExprId>,
    pub dummy: Option<ExprId>,
    /// The top card is played, unseen before.
    pub forced_top: bool,
    /// Cards buried by each tied seat in a battle.
    pub bury: u8,
    pub ties: Ties,
    /// Ends the phase after a trick, as empty hands do.
    pub until: Option<Condition>,
    pub limit: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Showdown {
    HandEvaluation,
    HighestCard,
    FoldOnly,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BettingPhase {
    pub name: String,
    pub when: Option<Condition>,
    pub fold: u16,
    pub check: u16,
    pub call: u16,
    /// Bet or raise; the value is the index into `sizes`.
    pub raise: u16,
    pub start: ExprId,
    /// Paid by each seat before the first decision.
    pub ante: Option<ExprId>,
    /// Paid from `start` on, before the first decision, which is then the seat after them.
    pub blinds: Vec<ExprId>,
    /// Raise increments in chips, evaluated when offered; a first bet is an increment over nothing. Whoever has less
    /// may raise by all it has, which reopens the betting only to those who have not acted.
    pub sizes: Vec<ExprId>,
    pub max_raises: u32,
    pub showdown: Showdown,
    /// Family compared by HighestCard.
    pub hands: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum AuctionEnd {
    Once,
    FirstBid,
    OneLeft,
    Silence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Declarer {
    Bidder,
    FirstOfSide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum AllPass {
    Redeal,
    EndHand,
    Continue,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuctionPhase {
    pub name: String,
    pub when: Option<Condition>,
    pub start: ExprId,
    /// Slot of the calls (value: call index; pages of 128), of pass, double and redouble.
    pub call: u16,
    pub pass: u16,
    pub double: u16,
    pub redouble: u16,
    pub calls: Vec<Call>,
    pub rising: bool,
    pub may_pass: Option<ExprId>,
    pub pass_is_final: bool,
    /// 0 none, 1 double, 2 double and redouble.
    pub doubling: u8,
    pub ends: AuctionEnd,
    pub declarer: Declarer,
    pub all_pass: AllPass,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub name: String,
    pub kind: i32,
    pub level: i32,
    pub strain: i32,
    /// Place on the ladder.
    pub order: i32,
    pub when: Option<ExprId>,
    pub proof: Option<Proof>,
}

/// Effects of playing one of these cards; the card is local 5.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Special {
    pub cards: Mask,
    pub effects: Vec<Effect>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Trigger {
    TrickWin,
    Capture,
    Play,
    HandEnd,
    SetComplete,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardScoring {
    pub cards: Mask,
    pub points: i32,
    pub trigger: Trigger,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum ScoredBy {
    EachSeat,
    EachTeam,
    Seat(ExprId),
    Team(ExprId),
}

/// Evaluated at the end of a hand, in order; the points of one rule are worked out for all before any is added.
/// With `into`, they are added to that register (`base`, `len`) instead of the score.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScoringRule {
    pub to: ScoredBy,
    pub when: Option<ExprId>,
    pub points: ExprId,
    pub into: Option<(u16, u16)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum WinType {
    EmptyHand,
    HighScore,
    LowScore,
    FirstToScore,
    CaptureAll,
    MostCaptured,
    BestHand,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Comparison {
    Highest,
    Lowest,
    First,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum TriggerMode {
    Immediate,
    ThresholdGate,
    AllHandsEmpty,
    DeckEmpty,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Win {
    pub kind: WinType,
    pub threshold: i32,
    pub comparison: Comparison,
    pub trigger: TriggerMode,
    pub hand_size: Option<u8>,
    /// What is held against the threshold, per side (seat or team as actor); absent: the score.
    pub gate: Option<ExprId>,
}

impl Win {
    pub fn lowest_wins(&self) -> bool {
        self.kind == WinType::LowScore || self.comparison == Comparison::Lowest
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum PassAction {
    None,
    ClearTableau,
    EndRound,
    SkipPlayer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum DeckEmptyAction {
    ReshuffleDiscard,
    GameEnds,
    SkipDraw,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum TieBreaker {
    ActivePlayer,
    Alternating,
    Split,
    Battle,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRules {
    pub consecutive_pass_action: PassAction,
    /// Absent: seats in play less one.
    pub passes_to_trigger: Option<u8>,
    pub deck_empty_action: DeckEmptyAction,
    pub keep_top_discard: bool,
    pub tie_breaker: TieBreaker,
    /// The winner of a comparison (trick, battle, showdown) takes the next turn.
    pub same_player_on_win: bool,
    /// At the limit of hands: compare by the first win condition, or a draw.
    pub compare_at_limit: bool,
    /// Instance that reshuffles draw from, if any (role discard), and the tableau that CLEAR_TABLEAU empties.
    pub discard: Option<u8>,
    pub tableau: Option<u8>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
pub enum Utility {
    Win,
    /// Own score less the mean of the others' (teams: of the other teams).
    Score,
    /// The same, where low is good.
    LowScore,
    /// Per seat, the seat being the actor.
    Expression(ExprId),
}
