//! Where every card is, and who knows it.
//!
//! `knows[card]` says which observers can place a card exactly. `may[zone]` is what the public thinks a hidden zone
//! could hold; `least` and `most` bound how many cards of each tallied set it holds. Invariants:
//! a card in a zone that the spectator cannot place is in `may[zone]`; tallies hold; what the spectator knows, all know.
//! Cards move only by what is in `moving`, so nothing can be learned or forgotten by accident.

pub mod key_tags;
mod moving;
mod numbers;
mod placing;
mod rows;
mod tallies;
#[cfg(test)]
mod tests;
mod traces;
mod underway;

use serde::Deserialize;

use crate::chance::{Chance, Deck, IN_ORDER, mix};
use crate::game::{Event, MAX_SEATS, Observer, Observers, SPECTATOR_BIT};
use crate::mask::Mask;
use key_tags::{KEY_TAG_MOVED, KEY_TAG_SHUFFLED};
pub use numbers::Renumbered;
pub use placing::{Count, Counts};
pub use tallies::Tallies;
pub use traces::Traces;
pub use underway::Underway;

pub const MAX_CARDS: usize = 128;
pub const MAX_ZONES: usize = 64;
pub const MAX_TALLIES: usize = 256;
const FEW_ZONES: usize = 16;
const FEW_CARDS: usize = 64;
pub const NO_CARD: u8 = 255;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Place {
    Top,
    Bottom,
    /// At a random place by the chance stream (the zone is shuffled).
    Shuffled,
}

/// Indices that cannot be out of range, so that no check is needed.
#[inline(always)]
fn z(zone: u8) -> usize {
    zone as usize & (MAX_ZONES - 1)
}

#[inline(always)]
fn c(card: u8) -> usize {
    card as usize & (MAX_CARDS - 1)
}

/// One place for cards.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spot {
    /// Who sees a card that arrives, and what leaves.
    pub viewers: Observers,
    pub ordered: bool,
    /// Where its tallies start, if they are kept.
    pub tally: Option<u16>,
}

/// What does not change during a game: the deck and the places.
#[derive(Debug, Clone)]
pub struct Places {
    pub seats: u8,
    pub spots: Vec<Spot>,
    pub cards: usize,
    /// Type of each card.
    pub type_of: [u8; MAX_CARDS],
    /// What stands for its face in a set whose order nobody knows.
    pub faces: [u64; MAX_CARDS],
    pub tallies: Tallies,
    /// Every seat and the spectator.
    pub everyone: Observers,
    /// Some cards look alike, or are treated as if they did.
    pub has_copies: bool,
    /// Cards that look like another one.
    pub alike: Mask,
}

/// A way that cards go again and again, seen by all, where nothing is tallied and no card looks like another, or order
/// tells which it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Transfer {
    pub from: u8,
    pub to: u8,
    /// Whether order matters where they come from (then it is the top card that goes), and where they go.
    ordered: (bool, bool),
    /// What is noted of it, but for the face.
    note: u64,
}

impl Transfer {
    pub fn new(places: &Places, from: u8, to: u8) -> Transfer {
        let ordered = |zone: u8| places.spots[zone as usize].ordered;
        Transfer { from, to, ordered: (ordered(from), ordered(to)), note: seen_route(from, to) }
    }
}

/// What everybody notes of the way a card goes that all see.
#[inline]
fn seen_route(from: u8, to: u8) -> u64 {
    KEY_TAG_MOVED | (from as u64) << 8 | to as u64 | 1 << 63
}

#[derive(Clone)]
pub struct Layout {
    pub cards: [Mask; MAX_ZONES],
    pub size: [u8; MAX_ZONES],
    pub top: [u8; MAX_ZONES],
    pub bottom: [u8; MAX_ZONES],
    /// In an ordered zone, the card beneath.
    pub under: [u8; MAX_CARDS],
    pub zone_of: [u8; MAX_CARDS],
    pub knows: [Observers; MAX_CARDS],
    /// Of the seats that can place a hidden card, those that can tell who all the others are (see [`placing`]).
    pub aware: [u16; MAX_CARDS],
    /// Nobody else can place any card of a zone.
    pub known_by: [Observers; MAX_ZONES],
    pub may: [Mask; MAX_ZONES],
    pub least: [u8; MAX_TALLIES],
    pub most: [u8; MAX_TALLIES],
    /// Cards that arrived in the exchange under way, and so cannot be what leaves a zone next.
    pub arrived: Mask,
    /// Cards on their way at once, of which who sees them arrive cannot tell who knew which.
    jumbled: Mask,
    /// Cards that are on their way at once, for what is counted of them.
    underway: Underway,
    /// Cards that came to where they lie, or were shown there, so that who saw it could not tell who else knew them.
    /// Of cards that all see it says nothing.
    pub loose: Mask,
    /// How many cards of hidden places others can place.
    pub counts: Counts,
    /// Where cards may be of which seats have lost track.
    pub traces: Traces,
    public_key: u64,
    private_key: [u64; MAX_SEATS],
    /// What all had seen before cards began to go this way, and what they would see if another one did.
    run: (u64, u64),
    /// Ordered zones of which seats look at the end of the step under way where the cards lie that they know.
    touched: u64,
}

/// Seats of a set of observers.
#[inline]
fn seats_in(observers: Observers) -> impl Iterator<Item = u8> {
    let mut left = observers & (SPECTATOR_BIT - 1);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let seat = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(seat)
    })
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            cards: [Mask::EMPTY; MAX_ZONES],
            size: [0; MAX_ZONES],
            top: [NO_CARD; MAX_ZONES],
            bottom: [NO_CARD; MAX_ZONES],
            under: [NO_CARD; MAX_CARDS],
            zone_of: [0; MAX_CARDS],
            knows: [0; MAX_CARDS],
            aware: [0; MAX_CARDS],
            known_by: [0; MAX_ZONES],
            may: [Mask::EMPTY; MAX_ZONES],
            least: [0; MAX_TALLIES],
            most: [0; MAX_TALLIES],
            arrived: Mask::EMPTY,
            jumbled: Mask::EMPTY,
            underway: Underway::default(),
            loose: Mask::EMPTY,
            counts: Counts::default(),
            traces: Traces::default(),
            public_key: 0,
            private_key: [0; MAX_SEATS],
            run: (0, 0),
            touched: 0,
        }
    }
}

impl Layout {
    /// Becomes like another layout of the same places. What these places do not use is not copied: it is the same anyway.
    #[inline]
    pub fn copy(&mut self, from: &Layout, places: &Places) {
        // Most games have few zones and one deck, and lengths known beforehand need no loop.
        if places.spots.len() <= FEW_ZONES && places.cards <= FEW_CARDS {
            self.copy_first::<FEW_ZONES, FEW_CARDS>(from, places)
        } else {
            self.copy_first::<MAX_ZONES, MAX_CARDS>(from, places)
        }
    }

    #[inline(always)]
    fn copy_first<const ZONES: usize, const CARDS: usize>(&mut self, from: &Layout, places: &Places) {
        // Every field is named, so that none can be forgotten.
        let Layout {
            cards,
            size,
            top,
            bottom,
            under,
            zone_of,
            knows,
            aware,
            known_by,
            may,
            least,
            most,
            arrived,
            jumbled: _, // nothing between steps
            underway: _,
            loose,
            counts,
            traces,
            public_key,
            private_key,
            run,
            touched,
        } = self;
        cards[..ZONES].copy_from_slice(&from.cards[..ZONES]);
        size[..ZONES].copy_from_slice(&from.size[..ZONES]);
        top[..ZONES].copy_from_slice(&from.top[..ZONES]);
        bottom[..ZONES].copy_from_slice(&from.bottom[..ZONES]);
        under[..CARDS].copy_from_slice(&from.under[..CARDS]);
        zone_of[..CARDS].copy_from_slice(&from.zone_of[..CARDS]);
        knows[..CARDS].copy_from_slice(&from.knows[..CARDS]);
        aware[..CARDS].copy_from_slice(&from.aware[..CARDS]);
        known_by[..ZONES].copy_from_slice(&from.known_by[..ZONES]);
        may[..ZONES].copy_from_slice(&from.may[..ZONES]);
        if !places.tallies.is_empty() {
            (*least, *most) = (from.least, from.most);
        }
        (*arrived, *public_key, *private_key, *run) = (from.arrived, from.public_key, from.private_key, from.run);
        *loose = from.loose;
        *touched = 0; // states are copied between steps
        counts.copy(&from.counts);
        traces.copy(&from.traces);
    }

    /// Gathers all cards into `stock`, nobody knowing anything. Keys go on. [`Layout::stack`] or
    /// [`Layout::stack_shuffled`] must follow.
    pub fn gather(&mut self, places: &Places, stock: u8) {
        let cards = places.cards;
        // Most games have few zones, and lengths known beforehand need no loop.
        if places.spots.len() <= FEW_ZONES {
            self.clear_zones::<FEW_ZONES>()
        } else {
            self.clear_zones::<MAX_ZONES>()
        }
        if cards <= FEW_CARDS {
            self.collect_cards::<FEW_CARDS>(stock)
        } else {
            self.collect_cards::<MAX_CARDS>(stock)
        }
        self.arrived = Mask::EMPTY;
        self.loose = Mask::EMPTY;
        self.counts.clear();
        self.traces.clear();
        self.touched = 0;
        let at = z(stock);
        self.cards[at] = Mask::first(cards);
        self.size[at] = cards as u8;
        self.may[at] = self.cards[at];
        if !places.tallies.is_empty() {
            self.gather_tallies(places, stock);
        }
    }

    /// Empties the first zones.
    #[inline]
    fn clear_zones<const N: usize>(&mut self) {
        self.cards[..N].fill(Mask::EMPTY);
        self.may[..N].fill(Mask::EMPTY);
        self.size[..N].fill(0);
        self.top[..N].fill(NO_CARD);
        self.bottom[..N].fill(NO_CARD);
        self.known_by[..N].fill(0);
    }

    /// Puts the first cards into a zone, known by nobody.
    #[inline]
    fn collect_cards<const N: usize>(&mut self, zone: u8) {
        self.zone_of[..N].fill(zone);
        self.knows[..N].fill(0);
        self.aware[..N].fill(0);
    }

    /// Nobody has seen anything: for a new match.
    pub fn forget_keys(&mut self) {
        self.public_key = 0;
        self.private_key = [0; MAX_SEATS];
    }

    /// Cards of an ordered zone from the top down.
    pub fn from_top(&self, zone: u8) -> impl Iterator<Item = u8> + '_ {
        let mut next = self.top[zone as usize];
        std::iter::from_fn(move || {
            let card = next;
            if card == NO_CARD {
                return None;
            }
            next = self.under[card as usize];
            Some(card)
        })
    }

    /// Puts the cards of an ordered zone into this order, from the top.
    pub fn stack(&mut self, zone: u8, order: &[u8]) {
        let mut above = NO_CARD;
        for card in order.iter().rev() {
            self.under[c(*card)] = above;
            above = *card;
        }
        self.top[z(zone)] = above;
        self.bottom[z(zone)] = order.last().copied().unwrap_or(NO_CARD);
    }

    /// Puts the first so many cards into a zone in an order that chance decides.
    pub fn stack_shuffled(&mut self, zone: u8, cards: usize, chance: &mut Chance) {
        self.pile_up(zone, &mut { IN_ORDER }, cards as u8, chance);
    }

    /// Puts the first so many of a deck one on the other, in an order that chance decides.
    #[inline(always)]
    fn pile_up(&mut self, zone: u8, deck: &mut Deck, count: u8, chance: &mut Chance) {
        let mut beneath = NO_CARD;
        let first = chance.take_all(deck, count, |card| {
            self.under[c(card)] = beneath;
            beneath = card;
        });
        self.top[z(zone)] = beneath;
        self.bottom[z(zone)] = if count == 0 { NO_CARD } else { first };
    }

    /// Those of a set of cards that everyone can place: they lie face up.
    pub fn open(&self, cards: Mask) -> Mask {
        let mut open = cards;
        for card in cards {
            if self.knows[c(card)] & SPECTATOR_BIT == 0 {
                open.remove(card);
            }
        }
        open
    }

    /// A card of an ordered zone and all that lies on it.
    pub fn tail(&self, card: u8) -> Mask {
        let mut tail = Mask::of(card);
        for above in self.from_top(self.zone_of[c(card)]) {
            if above == card {
                break;
            }
            tail.insert(above);
        }
        tail
    }

    #[inline]
    fn lift(&mut self, ordered: bool, card: u8, zone: u8) {
        let at = z(zone);
        self.cards[at].remove(card);
        self.size[at] = self.size[at].wrapping_sub(1);
        if self.size[at] == 0 {
            self.forget_muddle(zone);
        }
        if !ordered {
            return;
        }
        let beneath = self.under[c(card)];
        if self.top[at] == card {
            self.top[at] = beneath;
            if beneath == NO_CARD {
                self.bottom[at] = NO_CARD;
            }
            return;
        }
        self.lift_from_within(card, beneath, zone);
    }

    #[inline(never)]
    fn lift_from_within(&mut self, card: u8, beneath: u8, zone: u8) {
        let mut above = self.top[z(zone)];
        while above != NO_CARD && self.under[c(above)] != card {
            above = self.under[c(above)];
        }
        if above != NO_CARD {
            self.under[c(above)] = beneath;
            if beneath == NO_CARD {
                self.bottom[z(zone)] = above;
            }
        }
    }

    #[inline]
    fn lay(&mut self, ordered: bool, card: u8, zone: u8, place: Place) {
        let at = z(zone);
        self.zone_of[c(card)] = zone;
        self.cards[at].insert(card);
        self.size[at] = self.size[at].wrapping_add(1);
        if !ordered {
            return;
        }
        if place == Place::Bottom && self.bottom[at] != NO_CARD {
            let lowest = self.bottom[at];
            self.under[c(lowest)] = card;
            self.under[c(card)] = NO_CARD;
            self.bottom[at] = card;
        } else {
            self.under[c(card)] = self.top[at];
            if self.top[at] == NO_CARD {
                self.bottom[at] = card;
            }
            self.top[at] = card;
        }
    }

    /// Shows cards where they lie, told in an order that says nothing (see [`Layout::next_to_move`]).
    pub fn show_all(&mut self, places: &Places, mut cards: Mask, to: Observers, observer: &mut impl Observer) {
        if places.has_copies {
            self.take_for_known(places, cards);
        }
        // Where all see them, and nobody loses count, they are seen as they are.
        if to & SPECTATOR_BIT == 0 || self.loses_count() {
            self.see_shown(places, cards, to);
        }
        // Cards of one zone that all see rise in the deck.
        let zone = cards.lowest().map_or(0, |card| self.zone_of[c(card)]);
        if to & SPECTATOR_BIT != 0 && !places.has_copies && cards.within(self.cards[z(zone)]) {
            return cards.into_iter().for_each(|card| self.show(places, card, to, observer));
        }
        while let Some(card) = self.next_to_move(places, cards, to, false) {
            cards.remove(card);
            self.show(places, card, to, observer);
        }
    }

    /// Cards are about to be shown. Whoever could place one like them in the same zone takes what is shown for that one.
    #[inline(never)]
    fn take_for_known(&mut self, places: &Places, cards: Mask) {
        for card in cards {
            let zone = self.zone_of[c(card)];
            if !places.spots[zone as usize].ordered && self.known_by[z(zone)] & !self.knows[c(card)] != 0 {
                self.exchange_copies(places, card, zone, cards.or(self.arrived));
            }
            if !places.spots[zone as usize].ordered {
                self.confuse_copies(places, card, zone, cards.or(self.arrived));
            }
        }
    }

    /// Shows a card where it lies. Whoever looks there and knows the card sees which one is shown.
    #[inline]
    pub fn show(&mut self, places: &Places, card: u8, to: Observers, observer: &mut impl Observer) {
        let zone = self.zone_of[card as usize];
        let before = self.knows[card as usize];
        let (after, seen_by) = (before | to, to | before & places.spots[zone as usize].viewers);
        if to & !before & SPECTATOR_BIT != 0 && self.counts_hidden(places) {
            self.tally_shown(places, card, zone);
        }
        if places.spots[zone as usize].ordered {
            self.touch(zone);
        } else {
            self.mingle(card, zone, to);
        }
        self.knows[card as usize] = after;
        self.known_by[z(zone)] |= after;
        // All see to whom, also where not all see what.
        let route = KEY_TAG_MOVED | (zone as u64) << 8 | zone as u64 | ((to & (SPECTATOR_BIT - 1)) as u64) << 44;
        self.note_face((places.type_of[c(card)] as u64) << 32, route, zone, to, seen_by);
        observer.see(Event::Shown { card: places.type_of[c(card)], zone, to, seen_by });
    }

    /// Shuffles an ordered zone: everyone still knows what may be there, nobody where.
    pub fn shuffle(&mut self, places: &Places, zone: u8, chance: &mut Chance, observer: &mut impl Observer) {
        if self.known_by[z(zone)] & SPECTATOR_BIT != 0 {
            self.end_exchange(places);
            self.cover(places, zone);
        }
        let mut deck = IN_ORDER;
        let (mut count, mut lost) = (0, Mask::EMPTY);
        for card in self.cards[zone as usize] {
            deck[count as usize] = card;
            count += 1;
            let known = self.knows[card as usize];
            if known & SPECTATOR_BIT != 0 {
                self.lose_openly(places, card, zone);
                self.knows[card as usize] = 0;
            } else if known != 0 {
                lost.insert(card);
            }
            self.aware[card as usize] = 0;
        }
        if !lost.is_empty() {
            self.lose_alone(places, lost, self.cards[z(zone)], Observers::MAX);
        }
        self.mingle_all(self.cards[z(zone)], Observers::MAX);
        self.known_by[z(zone)] = 0;
        self.forget_muddle(zone);
        self.pile_up(zone, &mut deck, count, chance);
        self.note(KEY_TAG_SHUFFLED | zone as u64);
        observer.see(Event::Shuffled { zone });
    }

    /// Adds something everyone saw to everyone's information.
    #[inline]
    pub fn note(&mut self, what: u64) {
        self.public_key = (self.public_key ^ what).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    /// Adds something one seat alone saw.
    #[inline]
    pub fn note_private(&mut self, seat: u8, what: u64) {
        let key = &mut self.private_key[seat as usize & 15];
        *key = (*key ^ what).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    /// Adds something that some seats saw.
    #[inline]
    fn note_privately(&mut self, observers: Observers, what: u64) {
        for seat in seats_in(observers) {
            self.note_private(seat, what);
        }
    }

    /// A card has gone from one zone to another: `seen_by` see whatever goes this way, and `known_by` this card, these
    /// and perhaps others who knew it before.
    #[inline]
    fn note_move(&mut self, kind: u8, from: u8, to: u8, ordered: bool, seen_by: Observers, known_by: Observers) {
        // Whoever sees one of several cards that go at once to an ordered zone sees between which of them it lies.
        let place = if ordered { self.size[z(to)] as u64 } else { 0 };
        let route = KEY_TAG_MOVED | (from as u64) << 8 | to as u64;
        self.note_face((kind as u64) << 32 | place << 40, route, from, seen_by, known_by);
    }

    #[inline]
    fn note_face(&mut self, face: u64, route: u64, from: u8, seen_by: Observers, known_by: Observers) {
        if known_by & SPECTATOR_BIT != 0 {
            return self.note(route | face | 1 << 63);
        }
        let before = self.public_key;
        self.note(route);
        self.note_privately(known_by & seen_by, route | face);
        if self.known_by[z(from)] & !seen_by & (SPECTATOR_BIT - 1) != 0 {
            self.note_to_knowers(before, route, face, known_by & !seen_by);
        }
    }

    /// Who knew a card before sees it go, and not all that goes the same way. So it is noted when that was: after what all
    /// had seen before cards began to go there. Which of several that go there at once was the first is not seen.
    #[inline(never)]
    fn note_to_knowers(&mut self, before: u64, route: u64, face: u64, knowers: Observers) {
        if self.run.1 != before ^ route {
            self.run.0 = before;
        }
        self.run.1 = self.public_key ^ route;
        self.note_privately(knowers, mix(self.run.0) ^ (route | face));
    }

    /// The same for cards that go one by one and the public does not see.
    fn note_moves(&mut self, places: &Places, cards: Mask, from: u8, to: u8, seen_by: Observers, known_by: Observers) {
        let route = KEY_TAG_MOVED | (from as u64) << 8 | to as u64;
        for card in cards {
            self.note_face((places.type_of[c(card)] as u64) << 32, route, from, seen_by, known_by);
        }
    }

    pub fn key(&self, seat: u8) -> u64 {
        debug_assert!(self.touched == 0, "a step is over when all have seen what has changed");
        mix(self.public_key ^ mix(self.private_key[seat as usize & 15]))
    }

    /// Forgets what other seats observed privately and rebuilds it from what they can place now, for a world that
    /// was made up for `seat`.
    pub fn rebuild_private_keys(&mut self, places: &Places, seat: u8) {
        self.run = (0, 0); // no run goes on into another step, and only those who know cards of a place keep it
        for other in (0..places.seats).filter(|other| *other != seat) {
            self.private_key[other as usize] = 0;
            // A sum, so that it does not matter which of two copies lies where.
            let known = (0..places.cards as u8).filter(|card| {
                let known = self.knows[c(*card)];
                known >> other & 1 == 1 && known & SPECTATOR_BIT == 0
            });
            let face = |card: u8| (places.type_of[c(card)] as u64) << 32 | self.zone_of[c(card)] as u64;
            let seen = known.fold(0, |sum: u64, card| sum.wrapping_add(mix(face(card))));
            self.note_private(other, seen);
        }
    }

    /// What an observer sees of a zone: card types, `None` where it cannot tell, bottom first where order matters.
    pub fn observe(&self, places: &Places, zone: u8, observer: Observers) -> Vec<Option<u8>> {
        let face = |card: u8| (self.knows[card as usize] & observer != 0).then(|| places.type_of[c(card)]);
        if places.spots[zone as usize].ordered {
            let mut cards: Vec<_> = self.from_top(zone).map(face).collect();
            cards.reverse();
            return cards;
        }
        let mut cards: Vec<_> = self.cards[zone as usize].into_iter().map(face).collect();
        cards.sort_by_key(|face| (face.is_none(), *face));
        cards
    }
}
