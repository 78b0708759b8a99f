//! The waist: what every game offers and every agent, solver and simulation uses.

use std::any::Any;

use crate::chance::{Part, Rng, Seed};
use crate::features::{Row, plain_row};
use crate::mask::{Mask, nth_bit};

pub const MAX_SEATS: usize = 16;
/// Lines of credit that results tell.
pub const MAX_CREDITS: usize = 8;

/// A seat's choice: the slot says what is chosen (an offer's pick, a call, a play), the value which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    pub slot: u16,
    pub value: u8,
}

/// Legal actions as sets of values by slot, in the order they are listed. Some of the sets may be empty.
#[derive(Clone)]
pub struct Legal {
    /// The first few sets: mostly there are no more.
    few: [Group; FEW],
    /// How many actions are listed before each of them.
    before: [u32; FEW],
    used: usize,
    /// The others, with the same.
    more: Vec<(u32, Group)>,
    count: u32,
}

const FEW: usize = 4;

/// Before sets that are not used there are more than can be listed.
const UNUSED: [u32; FEW] = [u32::MAX; FEW];

/// Before the first there are none.
const FIRST: [u32; FEW] = [0, u32::MAX, u32::MAX, u32::MAX];

/// Values of a slot.
#[derive(Clone, Copy, Default)]
struct Group {
    slot: u16,
    values: Mask,
}

impl Group {
    #[inline(always)]
    fn nth(&self, k: u32) -> Action {
        Action { slot: self.slot, value: self.values.nth(k) }
    }
}

impl Default for Legal {
    fn default() -> Legal {
        Legal { few: [Group::default(); FEW], before: UNUSED, used: 0, more: Vec::new(), count: 0 }
    }
}

impl Legal {
    #[inline(always)]
    pub fn clear(&mut self) {
        self.before = UNUSED;
        self.used = 0;
        self.more.clear();
        self.count = 0;
    }

    /// Lists values of a slot, which may be none: nothing depends on that, as it is hard to foresee.
    #[inline(always)]
    pub fn push(&mut self, slot: u16, values: Mask) {
        let before = self.count;
        self.count = before + values.len();
        if self.used < FEW {
            self.few[self.used] = Group { slot, values };
            self.before[self.used] = before;
            self.used += 1;
        } else {
            self.push_more(slot, before, values);
        }
    }

    /// Lists values of one slot and no others.
    #[inline(always)]
    pub fn list(&mut self, slot: u16, values: Mask) {
        self.more.clear();
        self.few[0] = Group { slot, values };
        self.before = FIRST;
        (self.used, self.count) = (1, values.len());
    }

    #[inline(never)]
    fn push_more(&mut self, slot: u16, before: u32, values: Mask) {
        if !values.is_empty() {
            self.more.push((before, Group { slot, values }));
        }
    }

    #[inline(always)]
    pub fn push_one(&mut self, slot: u16) {
        self.push(slot, Mask::of(0));
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub fn len(&self) -> u32 {
        self.count
    }

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.few[..self.used].iter().chain(self.more.iter().map(|(_, group)| group))
    }

    pub fn contains(&self, action: Action) -> bool {
        action.value < 128 && self.groups().any(|group| group.slot == action.slot && group.values.has(action.value))
    }

    /// Where an action is listed, if it is.
    #[inline]
    pub fn place(&self, action: Action) -> Option<u32> {
        let mut before = 0;
        for group in self.groups() {
            if group.slot == action.slot && action.value < 128 && group.values.has(action.value) {
                return Some(before + group.values.and(Mask::first(action.value as usize)).len());
            }
            before += group.values.len();
        }
        None
    }

    /// The k-th action in listing order.
    #[inline]
    pub fn nth(&self, k: u32) -> Option<Action> {
        if k >= self.count {
            return None;
        }
        if self.more.first().is_some_and(|(before, _)| *before <= k) {
            return Some(self.listed_further(k));
        }
        // The last set before which no more are listed; which it is cannot be foreseen.
        let after = |index: usize| (self.before[index] <= k) as usize;
        let last = after(1) + after(2) + after(3);
        Some(self.few[last].nth(k.wrapping_sub(self.before[last])))
    }

    #[inline(never)]
    fn listed_further(&self, k: u32) -> Action {
        let (before, group) = self.more.iter().rev().find(|(before, _)| *before <= k).unwrap_or(&self.more[0]);
        group.nth(k.wrapping_sub(*before))
    }

    /// Any action, all equally likely.
    #[inline]
    pub fn choose(&self, rng: &mut Rng) -> Option<Action> {
        self.nth(any_of(self.count, rng))
    }

    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        self.groups().flat_map(|group| group.values.into_iter().map(|value| Action { slot: group.slot, value }))
    }

    pub fn retain(&mut self, mut keep: impl FnMut(Action) -> bool) {
        let listed: Vec<Group> = self.groups().copied().collect();
        self.clear();
        for Group { slot, mut values } in listed {
            for value in values {
                if !keep(Action { slot, value }) {
                    values.remove(value);
                }
            }
            self.push(slot, values);
        }
    }
}

/// Legal actions that are chosen from without a list: values of two slots, each below 64, and two slots with nothing to pick,
/// each of which is there once (1) or not at all (0).
#[derive(Debug, Clone, Copy)]
pub struct FewActions {
    values: [(u16, u64); 2],
    alone: [(u16, u32); 2],
    /// How many values the first slot has, and both.
    first: u32,
    both: u32,
}

impl FewActions {
    #[inline(always)]
    pub fn new(values: [(u16, u64); 2], alone: [(u16, u32); 2]) -> FewActions {
        let first = values[0].1.count_ones();
        FewActions { values, alone, first, both: first + values[1].1.count_ones() }
    }

    #[inline(always)]
    pub fn count(self) -> u32 {
        self.both + self.alone[0].1 + self.alone[1].1
    }

    /// The k-th action in listing order, of at least so many.
    #[inline(always)]
    pub fn nth(self, k: u32) -> Action {
        if k >= self.both {
            let [(first, count), (second, _)] = self.alone;
            return Action { slot: if k - self.both < count { first } else { second }, value: 0 };
        }
        // Which of the two it is cannot be foreseen: nothing branches on it.
        let beyond = k >= self.first;
        let (slot, values) = self.values[beyond as usize];
        Action { slot, value: nth_bit(values, k - if beyond { self.first } else { 0 }) }
    }

    #[inline(always)]
    pub fn list(self, out: &mut Legal) {
        out.clear();
        let alone = self.alone.map(|(slot, count)| (slot, count as u64));
        self.values.into_iter().chain(alone).for_each(|(slot, values)| out.push(slot, Mask::from_words([values, 0])));
    }
}

/// Any number below `count`, all equally likely. What is forced takes nothing from the stream.
#[inline(always)]
pub fn any_of(count: u32, rng: &mut Rng) -> u32 {
    if count > 1 { rng.below(count) } else { 0 }
}

/// Who may see a thing: one bit per seat, and one for the spectator.
pub type Observers = u32;
pub const SPECTATOR: u32 = 16;
pub const SPECTATOR_BIT: Observers = 1 << SPECTATOR;

/// Points that no scoring rule gives.
pub const NO_RULE: u16 = u16::MAX;

/// What happens while an action is applied, with who sees it. Cards are types, zones are instances. What is tested is
/// whether a zone holds at least so many of the cards that a rule asks about: all learn it. Points are scored by a rule, told by
/// its number, or by cards and effects (`NO_RULE`). Whom a card is shown `to` all see;
/// who looks there may see which it is, too. Whoever is skipped loses a turn by an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Chose { seat: u8, action: Action, seen_by: Observers },
    Moved { card: u8, from: u8, to: u8, seen_by: Observers },
    Shown { card: u8, zone: u8, to: Observers, seen_by: Observers },
    Shuffled { zone: u8 },
    Tested { zone: u8, count: u8, holds: bool },
    Dealt { hand: u32 },
    TrickWon { seat: u8 },
    Scored { side: u8, team: bool, points: i32, rule: u16 },
    Paid { seat: u8, chips: i32 },
    Out { seat: u8 },
    Skipped { seat: u8 },
    HandOver { hand: u32 },
    MatchOver,
}

/// Events as whoever has this bit is told them: of cards that go one after the other to a place without order, or are
/// shown in one place, those that it does not see come first. Where they come among the others could say which they are.
pub fn told_to(events: &[Event], bit: Observers, keeps_order: impl Fn(u8) -> bool) -> Vec<Event> {
    let route = |event: &Event| match *event {
        Event::Moved { from, to, .. } if !keeps_order(to) => Some((from, to)),
        Event::Shown { zone, .. } => Some((zone, zone)),
        _ => None,
    };
    let mut told = events.to_vec();
    for run in told.chunk_by_mut(|one, next| route(one).is_some() && route(one) == route(next)) {
        let is_seen =
            |event: &Event| matches!(event, Event::Moved { seen_by, .. } | Event::Shown { seen_by, .. } if seen_by & bit != 0);
        run.sort_by_key(is_seen);
    }
    told
}

/// A moment at which a table may wait until everyone has seen what happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// A trick is complete: it still lies there, and who takes it is known.
    Trick,
    /// A hand is scored, and another one follows.
    Hand,
}

/// A rule that has applied, by its number in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Something with a number of its own: an effect, an offer, what a special card does.
    Effect(u16),
    /// A phase was entered.
    Node(u16),
    /// A scoring rule gave points to somebody.
    Scoring(u16),
    CardScoring(u16),
    /// A way to win was met.
    Win(u16),
    /// Nobody had won when the last hand was over.
    Limit,
    /// The stock ran out while cards were drawn.
    EmptyStock,
    /// As many passed in turn as the rule for it wants.
    Passes,
}

/// Receives events; the silent one compiles away.
pub trait Observer {
    /// Whether it wants to know which rules apply.
    const MARKS: bool = false;
    /// Whether it wants to know what happens at all.
    const SEES: bool = true;
    fn see(&mut self, event: Event);
    #[inline(always)]
    fn mark(&mut self, _: Mark) {}
    /// The state at a beat, before play runs on from it.
    #[inline(always)]
    fn pause(&mut self, _: Beat, _state: &dyn Any) {}
}

pub struct Silent;

impl Observer for Silent {
    const SEES: bool = false;
    #[inline(always)]
    fn see(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn see(&mut self, event: Event) {
        self.push(event);
    }
}

/// A game with hidden information, played by seats `0..seats()`.
///
/// `legal`, `apply` and `resample` trust their arguments: actions come from `legal`, states from this game.
pub trait Game: Sync {
    type State: Clone + Send + Sync;

    fn seats(&self) -> usize;
    /// Team of a seat, if there are teams.
    fn team_of(&self, seat: u8) -> Option<u8>;
    fn teams(&self) -> usize;
    /// The first state, all chance decided by the seed; the deck's order may be given.
    fn deal(&self, order: Option<&[u8]>, seed: &Seed) -> Self::State;
    /// The same, with somebody who watches the deal.
    fn deal_watched(&self, seed: &Seed, _: &mut impl Observer) -> Self::State {
        self.deal(None, seed)
    }
    /// The same in the place of another state of this game, which need not be built anew.
    fn deal_again(&self, state: &mut Self::State, part: &Part) {
        *state = self.deal(None, &part.seed);
    }
    /// Who decides; nobody when the game is over.
    fn turn(&self, state: &Self::State) -> Option<u8>;
    fn legal(&self, state: &Self::State, out: &mut Legal);
    /// The legal actions, but of those that name the same cards in another order only one: what a strategy has to tell.
    fn decisions(&self, state: &Self::State, out: &mut Legal) {
        self.legal(state, out);
    }
    fn apply(&self, state: &mut Self::State, action: Action, observer: &mut impl Observer);
    /// Plays on, as somebody decides for all seats, until they stop or the game is over.
    #[inline(always)]
    fn play(&self, state: &mut Self::State, legal: &mut Legal, decider: &mut impl Decider<Self>)
    where
        Self: Sized,
    {
        while let Some(seat) = self.turn(state) {
            self.legal(state, legal);
            let Some(action) = decider.decide(self, state, seat, legal) else {
                return;
            };
            self.apply(state, action, &mut Silent);
        }
    }
    /// Whether it is a match of several hands.
    fn is_match(&self) -> bool {
        false
    }
    /// Hands completed so far.
    fn hands(&self, state: &Self::State) -> u32;
    /// Utility per seat of a finished game.
    fn returns(&self, state: &Self::State) -> [f64; MAX_SEATS];
    /// How good a state at the end of a hand is for each seat: what playouts compare.
    fn standing(&self, state: &Self::State) -> [f64; MAX_SEATS];
    /// Points per seat and per team so far.
    fn scores(&self, state: &Self::State) -> ([i32; MAX_SEATS], [i32; MAX_SEATS]);
    /// How many lines of credit results tell, and what a seat has on one of them.
    fn credit_lines(&self) -> usize {
        0
    }
    fn credit(&self, _: &Self::State, _line: usize, _seat: u8) -> i32 {
        0
    }
    /// Winning seats and teams of a finished game, as bits.
    fn winners(&self, state: &Self::State) -> (u32, u32);
    /// Whether everybody lost a finished game: one for one that was neither won nor level, or one played together.
    fn lost(&self, state: &Self::State) -> bool;
    /// Seats that the rules of a finished game name as losers, as bits; none where they name winners.
    fn losers(&self, _: &Self::State) -> u32 {
        0
    }
    /// Whether the rules let several share the win of a finished game: all, or all but the loser.
    fn shared(&self, _: &Self::State) -> bool {
        false
    }
    /// Whether a limit, rather than play, ended the match or a hand of it.
    fn limited(&self, _: &Self::State) -> bool {
        false
    }
    /// What adds nothing where seats bid or bet: to pass, to check, to call. Nothing elsewhere, or if it is not legal.
    fn quiet(&self, _: &Self::State) -> Option<Action> {
        None
    }
    /// Whether seats bet here: what somebody does says what it holds.
    fn is_bet(&self, _: &Self::State) -> bool {
        false
    }
    /// Whether seats call here, in an auction or for tricks.
    fn is_call(&self, _: &Self::State) -> bool {
        false
    }
    /// Whether a zone is a pile that nobody sees into: a card that leaves it is new to all.
    fn is_stock(&self, _zone: u8) -> bool {
        false
    }
    /// Whether cards lie in a zone in an order.
    fn keeps_order(&self, _zone: u8) -> bool {
        true
    }
    /// What identifies the seat's information set: equal for all it cannot tell apart.
    fn key(&self, state: &Self::State, seat: u8) -> u64;
    /// Another state that looks the same to this seat; `false` if the effort bound made it ignore some inference.
    fn resample(&self, state: &Self::State, seat: u8, rng: &mut Rng) -> (Self::State, bool);
    /// The features of each legal action of the seat to act, in listing order, from what it knows alone: what a policy
    /// learns from.
    fn features(&self, _state: &Self::State, _seat: u8, legal: &Legal, visit: &mut impl FnMut(&Row)) {
        legal.iter().for_each(|action| visit(&plain_row(action, legal.len())));
    }
    /// Whether seats bet here, and somebody has bet before: that says what they may hold.
    fn has_bets(&self, _: &Self::State) -> bool {
        false
    }
    /// What seats other than this one did about bets before, as far as their cards are still the same: the features of each
    /// action that was legal then, for the cards that they hold in this world, and which of the actions was taken.
    fn bets_of_others(&self, _world: &Self::State, _seat: u8, _tell: &mut impl FnMut(&[Row], u32)) {}
    /// Nobody will infer anything from what is done from here on: it need not be remembered.
    #[inline(always)]
    fn remember_no_more(&self, _: &mut Self::State) {}
    /// What a policy depends on beside names: those of games in which this differs cannot be exchanged.
    fn feature_digest(&self) -> u64 {
        0
    }
    /// The same in the place of another state of this game, which need not be built anew.
    fn resample_into(&self, state: &Self::State, seat: u8, rng: &mut Rng, into: &mut Self::State) -> bool {
        let (other, exact) = self.resample(state, seat, rng);
        *into = other;
        exact
    }
    /// Makes a state of this game like another one; what the game never uses may be left out.
    fn copy(&self, from: &Self::State, into: &mut Self::State) {
        into.clone_from(from);
    }
}

/// Decides for all seats of a game, one by one.
pub trait Decider<G: Game> {
    /// Which of so many actions a seat takes, from 0, if it takes any of them, all equally likely: the list need not be
    /// made. Nothing, if it wants to see them.
    #[inline(always)]
    fn any_of(&mut self, _game: &G, _state: &G::State, _seat: u8, _count: u32) -> Option<u32> {
        None
    }
    /// What a seat does; nothing, to stop there.
    fn decide(&mut self, game: &G, state: &G::State, seat: u8, legal: &Legal) -> Option<Action>;
}

/// Somebody who decides in a game, with room to list actions.
pub struct Asked<'a, G, D> {
    pub game: &'a G,
    pub legal: &'a mut Legal,
    pub decider: &'a mut D,
}

impl<G: Game, D: Decider<G>> Asked<'_, G, D> {
    /// The same in other hands.
    #[inline(always)]
    pub fn again(&mut self) -> Asked<'_, G, D> {
        Asked { game: self.game, legal: self.legal, decider: self.decider }
    }

    /// What a seat does, of what is listed.
    #[inline(always)]
    pub fn decide(&mut self, state: &G::State, seat: u8) -> Option<Action> {
        self.decider.decide(self.game, state, seat, self.legal)
    }

    /// The same where all there is are values of one slot.
    #[inline(always)]
    pub fn decide_among(&mut self, state: &G::State, seat: u8, slot: u16, values: Mask) -> Option<Action> {
        if let Some(k) = self.decider.any_of(self.game, state, seat, values.len()) {
            return Some(Action { slot, value: values.nth(k) });
        }
        self.legal.list(slot, values);
        self.decide(state, seat)
    }

    /// The same where all there is are few actions.
    #[inline(always)]
    pub fn decide_of_few(&mut self, state: &G::State, seat: u8, few: FewActions) -> Option<Action> {
        if let Some(k) = self.decider.any_of(self.game, state, seat, few.count()) {
            return Some(few.nth(k));
        }
        few.list(self.legal);
        self.decide(state, seat)
    }
}

/// All that an agent gets: what it may do, and worlds that could be true for all its seat knows.
pub struct Information<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    seat: u8,
}

impl<G: Game> Clone for Information<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Information<'_, G> {}

impl<'a, G: Game> Information<'a, G> {
    pub fn new(game: &'a G, state: &'a G::State, seat: u8) -> Self {
        Information { game, state, seat }
    }

    pub fn game(&self) -> &'a G {
        self.game
    }

    pub fn seat(&self) -> u8 {
        self.seat
    }

    pub fn legal(&self, out: &mut Legal) {
        self.game.legal(self.state, out);
    }

    pub fn key(&self) -> u64 {
        self.game.key(self.state, self.seat)
    }

    /// Whether the seat is to make a call.
    pub fn is_call(&self) -> bool {
        self.game.is_call(self.state)
    }

    /// Whether it is about bets, and somebody has bet before.
    pub fn has_bets(&self) -> bool {
        self.game.has_bets(self.state)
    }

    /// For a game's own view of its state, which shows what the seat has seen and nothing else.
    pub(crate) fn seen_as<T>(&self, view: impl FnOnce(&'a G, &'a G::State, u8) -> T) -> T {
        view(self.game, self.state, self.seat)
    }

    /// A world in the place of another one; whether it heeds every inference.
    pub fn sample_into(&self, rng: &mut Rng, into: &mut G::State) -> bool {
        let exact = self.game.resample_into(self.state, self.seat, rng, into);
        self.game.remember_no_more(into);
        exact
    }

    pub fn sample(&self, rng: &mut Rng) -> (G::State, bool) {
        let (mut world, exact) = self.game.resample(self.state, self.seat, rng);
        self.game.remember_no_more(&mut world);
        (world, exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_counted_through_sets_that_may_be_empty() {
        let sets: [u128; 8] = [0, 0b1011, 0, 1 << 127, 0, 0b1, 0, 0b110];
        for used in 0..=sets.len() {
            let mut legal = Legal::default();
            for (slot, bits) in sets[..used].iter().enumerate() {
                legal.push(slot as u16, Mask::from_bits(*bits));
            }
            let all: Vec<Action> = legal.iter().collect();
            assert_eq!((legal.len() as usize, legal.is_empty()), (all.len(), all.is_empty()));
            for (k, action) in all.iter().enumerate() {
                assert_eq!(legal.nth(k as u32), Some(*action));
                assert_eq!(legal.place(*action), Some(k as u32));
                assert!(legal.contains(*action));
            }
            assert_eq!(legal.nth(legal.len()), None);
            assert!(!legal.contains(Action { slot: 1, value: 2 }));
            assert_eq!(legal.place(Action { slot: 1, value: 2 }), None);
            legal.retain(|action| action.slot != 1);
            assert_eq!(legal.iter().collect::<Vec<_>>(), all.into_iter().filter(|action| action.slot != 1).collect::<Vec<_>>());
        }
    }

    #[test]
    fn few_actions_are_those_of_their_list() {
        for (sets, alone) in [([0, 0], [0, 1]), ([0b101, 0], [1, 1]), ([0, 1 << 63], [1, 0]), ([0b11 << 20, 0b110], [0, 0])] {
            let few = FewActions::new([(7, sets[0]), (5, sets[1])], [(3, alone[0]), (9, alone[1])]);
            let mut legal = Legal::default();
            few.list(&mut legal);
            assert_eq!(few.count(), legal.len());
            assert!((0..legal.len()).all(|k| Some(few.nth(k)) == legal.nth(k)));
        }
    }

    #[test]
    fn a_forced_move_takes_nothing_from_the_stream() {
        let mut legal = Legal::default();
        let mut rng = Rng::from_seed(&[7; 32]);
        let mut other = Rng::from_seed(&[7; 32]);
        assert_eq!(legal.choose(&mut rng), None);
        legal.push(3, Mask::EMPTY);
        legal.push(4, Mask::of(9));
        assert_eq!(legal.choose(&mut rng), Some(Action { slot: 4, value: 9 }));
        assert_eq!(rng.below(1000), other.below(1000));
    }
}
