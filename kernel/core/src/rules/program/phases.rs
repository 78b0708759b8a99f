//! The flow: turn structures, phases, and the slots of their actions.

use serde::Deserialize;

use super::{Condition, Effect, ExprId, Place, Proof};

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
    /// The limit only stops what could go on for ever: a hand in which it is reached is counted as limited.
    #[serde(default)]
    pub stops: bool,
    /// What there is to do in a turn in which nobody decides anything, at most.
    #[serde(default)]
    pub steps: u32,
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
    /// What more it shows, if its `when` counts them in several ways.
    #[serde(default)]
    pub further: Vec<Proof>,
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
#[serde(deny_unknown_fields)]
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
    /// Sets laid on piles, `low..=high` cards in all: one, or several until commit. Values are layings, in pages
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
