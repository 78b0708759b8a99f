//! Where every card is, and who knows it.
//!
//! `knows[card]` says which observers can place a card exactly. `may[zone]` is what the public thinks a hidden zone
//! could hold; `least` and `most` bound how many cards of each tallied set it holds. Invariants:
//! a card in a zone that the spectator cannot place is in `may[zone]`; tallies hold; what the spectator knows, all know.
//! Cards move only through [`Layout::move_card`], so nothing can be learned or forgotten by accident.

use serde::Deserialize;

use crate::chance::{Chance, mix};
use crate::game::{Event, MAX_SEATS, Observer, Observers, SPECTATOR_BIT};
use crate::mask::Mask;

pub const MAX_CARDS: usize = 128;
pub const MAX_ZONES: usize = 64;
pub const MAX_TALLIES: usize = 256;
const FEW_ZONES: usize = 16;
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
    pub tallies: Vec<Mask>,
    /// Every seat and the spectator.
    pub everyone: Observers,
    /// Some cards look alike.
    pub has_copies: bool,
}

/// A way that cards go again and again, seen by all, where nothing is tallied and no card looks like another, or order
/// tells which it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct Route {
    pub from: u8,
    pub to: u8,
    /// Whether order matters where they come from (then it is the top card that goes), and where they go.
    ordered: (bool, bool),
    /// What is noted of it, but for the face.
    note: u64,
}

impl Route {
    pub fn new(places: &Places, from: u8, to: u8) -> Route {
        let ordered = |zone: u8| places.spots[zone as usize].ordered;
        Route { from, to, ordered: (ordered(from), ordered(to)), note: seen_route(from, to) }
    }
}

/// What everybody notes of the way a card goes that all see.
#[inline]
fn seen_route(from: u8, to: u8) -> u64 {
    0x10_0000 | (from as u64) << 8 | to as u64 | 1 << 63
}

#[derive(Clone, Copy)]
pub struct Layout {
    pub cards: [Mask; MAX_ZONES],
    pub size: [u8; MAX_ZONES],
    pub top: [u8; MAX_ZONES],
    pub bottom: [u8; MAX_ZONES],
    /// In an ordered zone, the card beneath.
    pub under: [u8; MAX_CARDS],
    pub zone_of: [u8; MAX_CARDS],
    pub knows: [Observers; MAX_CARDS],
    /// Nobody else can place any card of a zone.
    pub known_by: [Observers; MAX_ZONES],
    pub may: [Mask; MAX_ZONES],
    pub least: [u8; MAX_TALLIES],
    pub most: [u8; MAX_TALLIES],
    /// Cards that arrived in the exchange under way, and so cannot be what leaves a zone next.
    pub arrived: Mask,
    public_key: u64,
    private_key: [u64; MAX_SEATS],
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
            known_by: [0; MAX_ZONES],
            may: [Mask::EMPTY; MAX_ZONES],
            least: [0; MAX_TALLIES],
            most: [0; MAX_TALLIES],
            arrived: Mask::EMPTY,
            public_key: 0,
            private_key: [0; MAX_SEATS],
        }
    }
}

impl Layout {
    /// Gathers all cards into `stock`, in this order from the top, nobody knowing anything. Keys go on.
    pub fn gather(&mut self, places: &Places, order: &[u8], stock: u8) {
        let cards = order.len().min(MAX_CARDS);
        // Most games have few zones, and lengths known beforehand need no loop.
        if places.spots.len() <= FEW_ZONES {
            self.clear_zones::<FEW_ZONES>()
        } else {
            self.clear_zones::<MAX_ZONES>()
        }
        self.zone_of = [stock; MAX_CARDS];
        self.knows = [0; MAX_CARDS];
        self.arrived = Mask::EMPTY;
        let mut above = NO_CARD;
        for card in order.iter().rev() {
            self.under[c(*card)] = above;
            above = *card;
        }
        let at = z(stock);
        self.top[at] = above;
        self.bottom[at] = order.last().copied().unwrap_or(NO_CARD);
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

    #[inline(never)]
    fn gather_tallies(&mut self, places: &Places, stock: u8) {
        self.least.fill(0);
        self.most.fill(0);
        if let Some(tally) = places.spots[stock as usize].tally {
            for (k, class) in places.tallies.iter().enumerate() {
                let count = class.len() as u8;
                self.least[tally as usize + k] = count;
                self.most[tally as usize + k] = count;
            }
        }
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

    /// Moves a card without anyone learning of it: for judging what would be, never for play.
    pub fn carry(&mut self, places: &Places, card: u8, to: u8) {
        let from = self.zone_of[c(card)];
        self.lift(places.spots[from as usize].ordered, card, from);
        self.lay(places.spots[to as usize].ordered, card, to, Place::Top);
    }

    /// Deals so many cards to each of some zones of a kind that the public does not see, one at a time, from the top of an
    /// ordered, face-down zone, as far as there are cards. Counts are added up by zone.
    /// [`Layout::settle_deal`] must follow.
    pub fn deal(
        &mut self,
        places: &Places,
        from: u8,
        to: &[u8],
        each: u32,
        dealt: &mut [u8; MAX_ZONES],
        observer: &mut impl Observer,
    ) {
        let players = to.len();
        let ordered = to.first().is_some_and(|to| places.spots[*to as usize].ordered);
        let mut taken = [0; MAX_CARDS];
        let wanted = (each as usize).saturating_mul(players).min(MAX_CARDS);
        let (mut gone, mut card) = (0, self.top[z(from)]);
        while gone < wanted && card != NO_CARD {
            taken[gone % MAX_CARDS] = card;
            card = self.under[c(card)];
            gone += 1;
        }
        for (card, to) in taken[..gone].iter().zip(to.iter().cycle()) {
            let (kind, viewers) = (places.type_of[c(*card)], places.spots[*to as usize].viewers);
            if ordered {
                self.lay(true, *card, *to, Place::Top);
                self.note_privately(viewers, (kind as u64) << 32 | *to as u64);
            }
            observer.see(Event::Moved { card: kind, from, to: *to, seen_by: viewers });
        }
        let at = z(from);
        for (first, zone) in to.iter().enumerate() {
            let (to, viewers) = (z(*zone), places.spots[*zone as usize].viewers);
            let (mut cards, mut faces) = ([0u64; 2], *zone as u64);
            for card in taken[first.min(gone)..gone].iter().step_by(players) {
                self.zone_of[c(*card)] = *zone;
                self.knows[c(*card)] |= viewers;
                cards[*card as usize >> 6 & 1] |= 1 << (*card & 63);
                faces = faces.wrapping_add(places.faces[c(*card)]);
            }
            let cards = Mask::from_words(cards);
            dealt[to] = cards.len() as u8;
            self.known_by[to] |= viewers;
            self.cards[at] = self.cards[at].minus(cards);
            if !ordered {
                self.size[to] = self.size[to].wrapping_add(dealt[to]);
                // A hand is picked up as a whole: the order in which it was dealt is nobody's knowledge.
                let before = self.cards[to].into_iter();
                let faces = before.fold(faces, |sum, card| sum.wrapping_add(places.faces[c(card)]));
                self.cards[to] = self.cards[to].or(cards);
                self.note_privately(viewers, faces);
            }
        }
        self.size[at] = self.size[at].wrapping_sub(gone as u8);
        self.top[at] = card;
        if card == NO_CARD {
            self.bottom[at] = NO_CARD;
        }
    }

    /// What the public can say after so many unseen cards went from one zone to another.
    pub fn settle_deal(&mut self, places: &Places, from: u8, to: u8, count: u8) {
        self.may[z(to)] = self.may[z(to)].or(self.may[z(from)]);
        self.note(0x11_0000 | (from as u64) << 8 | to as u64 | (count as u64) << 32);
        if !places.tallies.is_empty() {
            for _ in 0..count {
                self.tally_unseen(places, from, to);
            }
        }
    }

    /// Moves all cards of a pile that everyone has seen to an unordered zone.
    #[inline]
    pub fn collect(&mut self, places: &Places, from: u8, to: u8, seen_by: Observers, observer: &mut impl Observer) {
        let cards = self.cards[z(from)];
        for card in cards {
            self.zone_of[c(card)] = to;
            observer.see(Event::Moved { card: places.type_of[c(card)], from, to, seen_by: places.everyone | seen_by });
        }
        if !places.tallies.is_empty() {
            self.tally_all(places, cards, from, to);
        }
        self.hand_over(places, from, to);
    }

    /// The same for an ordered pile: its cards go below those of an ordered zone, the first that was laid down first.
    /// Nothing is tallied.
    pub fn pick_up(&mut self, places: &Places, from: u8, to: u8, observer: &mut impl Observer) {
        // Turned over, the pile is in the order in which it was laid down.
        let last = self.top[z(from)];
        let (mut first, mut next) = (NO_CARD, last);
        for _ in 0..self.size[z(from)] {
            self.zone_of[c(next)] = to;
            next = std::mem::replace(&mut self.under[c(next)], std::mem::replace(&mut first, next));
        }
        let mut card = first;
        for _ in 0..self.size[z(from)] {
            observer.see(Event::Moved { card: places.type_of[c(card)], from, to, seen_by: places.everyone });
            card = self.under[c(card)];
        }
        if self.top[z(to)] == NO_CARD {
            self.top[z(to)] = first;
        } else {
            self.under[c(self.bottom[z(to)])] = first;
        }
        self.bottom[z(to)] = last;
        self.hand_over(places, from, to);
    }

    /// All cards of a pile that everyone has seen have gone to a zone.
    #[inline(always)]
    fn hand_over(&mut self, places: &Places, from: u8, to: u8) {
        self.cards[z(to)] = self.cards[z(to)].or(self.cards[z(from)]);
        self.size[z(to)] = self.size[z(to)].wrapping_add(self.size[z(from)]);
        self.known_by[z(to)] |= places.everyone;
        self.cards[z(from)] = Mask::EMPTY;
        self.size[z(from)] = 0;
        self.top[z(from)] = NO_CARD;
        self.bottom[z(from)] = NO_CARD;
        self.note(0x12_0000 | (from as u64) << 8 | to as u64);
    }

    /// Cards that observers will have seen lie in a zone.
    #[inline]
    pub fn open_to(&mut self, zone: u8, observers: Observers) {
        self.known_by[z(zone)] |= observers;
    }

    /// Moves a card. `seen_by` see its face as it arrives; who watches the place it leaves sees what left. Whoever
    /// sees neither can no longer place what it knew of an unordered source.
    #[inline]
    pub fn move_card(
        &mut self,
        places: &Places,
        card: u8,
        to: u8,
        place: Place,
        seen_by: Observers,
        observer: &mut impl Observer,
    ) {
        self.shift(places, card, to, place, seen_by, false, observer);
    }

    /// The same; `located` says that everybody can tell which card of the zone it is (all of them go).
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn shift(
        &mut self,
        places: &Places,
        card: u8,
        to: u8,
        place: Place,
        seen_by: Observers,
        located: bool,
        observer: &mut impl Observer,
    ) {
        let from = self.zone_of[c(card)];
        if seen_by == places.everyone {
            return self.move_openly(places, card, from, to, place, observer);
        }
        let source = &places.spots[from as usize];
        self.take_for_another(places, card, from, source.ordered);
        let located = located || source.ordered || self.size[z(from)] == 1;
        let ordered = (source.ordered, places.spots[to as usize].ordered);
        self.slip(places, card, from, to, place, seen_by, located, ordered, observer);
    }

    /// The top card of an ordered zone goes to one where order does not matter, which not everybody sees.
    #[inline(always)]
    pub fn draw(&mut self, places: &Places, from: u8, to: u8, observer: &mut impl Observer) {
        let (card, seen_by) = (self.top[z(from)], places.spots[to as usize].viewers);
        self.slip(places, card, from, to, Place::Top, seen_by, true, (true, false), observer);
    }

    /// Moves a card that not everybody sees. `located`: all can tell which card of its zone it is.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn slip(
        &mut self,
        places: &Places,
        card: u8,
        from: u8,
        to: u8,
        place: Place,
        seen_by: Observers,
        located: bool,
        ordered: (bool, bool),
        observer: &mut impl Observer,
    ) {
        let before = self.knows[c(card)];
        let in_sight = if located { Observers::MAX } else { places.spots[from as usize].viewers | seen_by };
        let after = seen_by | before & in_sight;
        if after & SPECTATOR_BIT == 0 {
            if !located {
                self.forget(from, in_sight);
            }
            self.may[z(to)] = self.may[z(to)].or(self.may[z(from)]);
            if !places.tallies.is_empty() {
                self.tally_unseen(places, from, to);
            }
        } else if !places.tallies.is_empty() {
            self.tally_seen(places, card, from, to);
        }
        self.knows[c(card)] = after;
        self.known_by[z(to)] |= after;
        self.lift(ordered.0, card, from);
        self.lay(ordered.1, card, to, place);
        let kind = places.type_of[c(card)];
        self.note_move(kind, from, to, after);
        observer.see(Event::Moved { card: kind, from, to, seen_by: after });
    }

    /// Moves some cards of an unordered zone, not all of them, to another. The public sees neither, the same observers
    /// know all the cards, and no two look alike: what [`Layout::move_card`] does to each, at once.
    pub fn give(&mut self, places: &Places, cards: Mask, from: u8, to: u8, observer: &mut impl Observer) {
        let seen_by = places.spots[to as usize].viewers;
        let in_sight = places.spots[from as usize].viewers | seen_by;
        let known = cards.lowest().map_or(0, |card| self.knows[c(card)]);
        let after = seen_by | known & in_sight;
        self.forget(from, in_sight);
        self.may[z(to)] = self.may[z(to)].or(self.may[z(from)]);
        self.known_by[z(to)] |= after;
        self.cards[z(from)] = self.cards[z(from)].minus(cards);
        self.cards[z(to)] = self.cards[z(to)].or(cards);
        let count = cards.len() as u8;
        self.size[z(from)] = self.size[z(from)].wrapping_sub(count);
        self.size[z(to)] = self.size[z(to)].wrapping_add(count);
        for card in cards {
            self.tally_unseen(places, from, to);
            self.knows[c(card)] = after;
            self.zone_of[c(card)] = to;
            let kind = places.type_of[c(card)];
            self.note_move(kind, from, to, after);
            observer.see(Event::Moved { card: kind, from, to, seen_by: after });
        }
    }

    /// Moves a card that everybody sees.
    #[inline]
    pub fn move_openly(&mut self, places: &Places, card: u8, from: u8, to: u8, place: Place, observer: &mut impl Observer) {
        let ordered = (places.spots[from as usize].ordered, places.spots[to as usize].ordered);
        self.take_for_another(places, card, from, ordered.0);
        self.bring(places, card, from, to, place, ordered, observer);
    }

    /// The same, where no card there can be taken for it; whether order matters in either place is known.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub fn bring(
        &mut self,
        places: &Places,
        card: u8,
        from: u8,
        to: u8,
        place: Place,
        ordered: (bool, bool),
        observer: &mut impl Observer,
    ) {
        self.knows[c(card)] = places.everyone;
        self.known_by[z(to)] |= places.everyone;
        self.lift(ordered.0, card, from);
        self.lay(ordered.1, card, to, place);
        let kind = places.type_of[c(card)];
        self.note(seen_route(from, to) | (kind as u64) << 32);
        observer.see(Event::Moved { card: kind, from, to, seen_by: places.everyone });
        if !places.tallies.is_empty() {
            self.tally_seen(places, card, from, to);
        }
    }

    /// A card leaves an unordered zone: whoever cannot place it but could place one like it there takes it for that one.
    #[inline]
    fn take_for_another(&mut self, places: &Places, card: u8, from: u8, ordered: bool) {
        if !ordered && places.has_copies && self.known_by[z(from)] & !self.knows[c(card)] != 0 {
            self.exchange_copies(places, card, from);
        }
    }

    #[inline(never)]
    fn exchange_copies(&mut self, places: &Places, card: u8, from: u8) {
        let alike = |other: &u8| *other != card && places.type_of[c(*other)] == places.type_of[c(card)];
        for other in self.cards[z(from)].minus(self.arrived).into_iter().filter(alike) {
            let mistaken = self.knows[c(other)] & !self.knows[c(card)];
            self.knows[c(card)] |= mistaken;
            self.knows[c(other)] &= !mistaken;
            if mistaken & SPECTATOR_BIT != 0 {
                self.may[z(from)].insert(other);
            }
        }
    }

    /// Plays a card that everybody sees on top of a pile that is open to all.
    #[inline(always)]
    pub fn play(&mut self, places: &Places, card: u8, route: &Route, observer: &mut impl Observer) {
        let from = z(route.from);
        self.knows[c(card)] = places.everyone;
        self.cards[from].remove(card);
        self.size[from] = self.size[from].wrapping_sub(1);
        if route.ordered.0 {
            let beneath = self.under[c(card)];
            self.top[from] = beneath;
            if beneath == NO_CARD {
                self.bottom[from] = NO_CARD;
            }
        }
        self.lay(route.ordered.1, card, route.to, Place::Top);
        let kind = places.type_of[c(card)];
        self.note(route.note | (kind as u64) << 32);
        observer.see(Event::Moved { card: kind, from: route.from, to: route.to, seen_by: places.everyone });
    }

    /// Lays the top card of a place in which order matters face down on a pile: what each knew of it each still knows.
    pub fn bury(&mut self, places: &Places, route: &Route, observer: &mut impl Observer) {
        let Route { from, to, .. } = *route;
        let card = self.top[z(from)];
        if card == NO_CARD {
            return;
        }
        let (knows, kind) = (self.knows[c(card)], places.type_of[c(card)]);
        if knows & SPECTATOR_BIT == 0 {
            self.may[z(to)] = self.may[z(to)].or(self.may[z(from)]);
        }
        self.known_by[z(to)] |= knows;
        self.lift(true, card, from);
        self.lay(route.ordered.1, card, to, Place::Top);
        self.note_move(kind, from, to, knows);
        observer.see(Event::Moved { card: kind, from, to, seen_by: knows });
    }

    /// Which of these cards moves first: those that the same observers know go together, so that nobody can tell from
    /// the place of an unseen card between known ones which it is.
    pub fn next_to_move(&self, cards: Mask) -> Option<u8> {
        cards.into_iter().min_by_key(|card| (self.knows[c(*card)], *card))
    }

    /// An unseen card leaves an unordered zone: those out of sight lose their place for all of its cards.
    #[inline]
    fn forget(&mut self, zone: u8, in_sight: Observers) {
        if self.known_by[z(zone)] & !in_sight != 0 {
            self.lose_track(zone, in_sight);
        }
    }

    #[inline(never)]
    fn lose_track(&mut self, zone: u8, in_sight: Observers) {
        let cards = self.cards[zone as usize];
        for card in cards.minus(self.arrived) {
            let known = &mut self.knows[card as usize];
            if *known & !in_sight & SPECTATOR_BIT != 0 {
                self.may[zone as usize].insert(card);
            }
            *known &= in_sight;
        }
        if cards.and(self.arrived).is_empty() {
            self.known_by[zone as usize] &= in_sight;
        }
    }

    /// The card that moved is one of those that `from` may hold: classes that it cannot be in are not blurred, and one
    /// that all of them are in is counted as if it had been seen.
    #[inline]
    fn tally_unseen(&mut self, places: &Places, from: u8, to: u8) {
        if places.tallies.is_empty() {
            return;
        }
        let may = self.may[z(from)];
        let tallies = [places.spots[from as usize].tally, places.spots[to as usize].tally];
        for (k, class) in places.tallies.iter().enumerate().filter(|(_, class)| !class.and(may).is_empty()) {
            let surely = may.within(*class);
            let [source, target] = tallies.map(|tally| tally.map(|tally| tally as usize + k));
            if let Some(at) = source {
                self.least[at] = self.least[at].saturating_sub(1);
                self.most[at] = self.most[at].saturating_sub(surely as u8);
            }
            if let Some(at) = target {
                self.least[at] = self.least[at].saturating_add(surely as u8);
                self.most[at] = self.most[at].saturating_add(1);
            }
        }
    }

    #[inline(never)]
    fn tally_all(&mut self, places: &Places, cards: Mask, from: u8, to: u8) {
        cards.into_iter().for_each(|card| self.tally_seen(places, card, from, to));
    }

    #[inline(never)]
    fn tally_seen(&mut self, places: &Places, card: u8, from: u8, to: u8) {
        for (k, class) in places.tallies.iter().enumerate() {
            if !class.has(card) {
                continue;
            }
            if let Some(tally) = places.spots[from as usize].tally {
                let at = tally as usize + k;
                self.least[at] = self.least[at].saturating_sub(1);
                self.most[at] = self.most[at].saturating_sub(1);
            }
            if let Some(tally) = places.spots[to as usize].tally {
                let at = tally as usize + k;
                self.least[at] = self.least[at].saturating_add(1);
                self.most[at] = self.most[at].saturating_add(1);
            }
        }
    }

    /// Shows a card where it lies.
    pub fn show(&mut self, places: &Places, card: u8, to: Observers, observer: &mut impl Observer) {
        let zone = self.zone_of[card as usize];
        let after = self.knows[card as usize] | to;
        self.knows[card as usize] = after;
        self.known_by[z(zone)] |= after;
        self.note_move(places.type_of[c(card)], zone, zone, to);
        observer.see(Event::Shown { card: places.type_of[c(card)], zone, seen_by: to });
    }

    /// Shuffles an ordered zone: everyone still knows what may be there, nobody where.
    pub fn shuffle(&mut self, zone: u8, chance: &mut Chance, observer: &mut impl Observer) {
        let mut order = [0; MAX_CARDS];
        let mut count = 0;
        for card in self.cards[zone as usize] {
            order[count] = card;
            count += 1;
            if self.knows[card as usize] & SPECTATOR_BIT != 0 {
                self.may[zone as usize].insert(card);
            }
            self.knows[card as usize] = 0;
        }
        self.known_by[z(zone)] = 0;
        chance.shuffle(&mut order[..count]);
        let mut beneath = NO_CARD;
        self.bottom[zone as usize] = if count == 0 { NO_CARD } else { order[0] };
        for card in &order[..count] {
            self.under[*card as usize] = beneath;
            beneath = *card;
        }
        self.top[zone as usize] = beneath;
        self.note(0x5_0000 | zone as u64);
        observer.see(Event::Shuffled { zone });
    }

    /// Play has shown that a zone holds none of these cards.
    pub fn prove_none(&mut self, places: &Places, zone: u8, cards: Mask) {
        self.may[zone as usize] = self.may[zone as usize].minus(cards);
        if let Some(tally) = places.spots[zone as usize].tally {
            for (k, class) in places.tallies.iter().enumerate() {
                if class.within(cards) {
                    self.most[tally as usize + k] = 0;
                }
            }
        }
    }

    /// Play has shown whether a zone holds at least `count` of these cards.
    pub fn prove(&mut self, places: &Places, zone: u8, cards: Mask, count: u8, holds: bool) {
        self.note(0x6_0000 | (zone as u64) << 1 | holds as u64);
        if !holds && count <= 1 {
            return self.prove_none(places, zone, cards);
        }
        if holds && count as u32 == cards.len() {
            // All of them are here, so none is anywhere else.
            for (other, may) in self.may.iter_mut().enumerate().take(places.spots.len()) {
                if other != zone as usize {
                    *may = may.minus(cards);
                }
            }
        }
        let Some(tally) = places.spots[zone as usize].tally else {
            return;
        };
        for (k, class) in places.tallies.iter().enumerate() {
            let at = tally as usize + k;
            if holds && cards.within(*class) {
                self.least[at] = self.least[at].max(count);
            } else if !holds && class.within(cards) {
                self.most[at] = self.most[at].min(count - 1);
            }
        }
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

    #[inline]
    fn note_move(&mut self, kind: u8, from: u8, to: u8, seen_by: Observers) {
        let route = 0x10_0000 | (from as u64) << 8 | to as u64;
        let face = (kind as u64) << 32;
        if seen_by & SPECTATOR_BIT != 0 {
            return self.note(route | face | 1 << 63);
        }
        self.note(route);
        self.note_privately(seen_by, route | face);
    }

    pub fn key(&self, seat: u8) -> u64 {
        mix(self.public_key ^ mix(self.private_key[seat as usize & 15]))
    }

    /// Forgets what other seats observed privately and rebuilds it from what they can place now, for a world that
    /// was made up for `seat`.
    pub fn rebuild_private_keys(&mut self, places: &Places, seat: u8) {
        for other in (0..places.seats).filter(|other| *other != seat) {
            self.private_key[other as usize] = 0;
            for card in 0..places.cards as u8 {
                let known = self.knows[card as usize];
                if known >> other & 1 == 1 && known & SPECTATOR_BIT == 0 {
                    let face = (places.type_of[c(card)] as u64) << 32;
                    self.note_private(other, face | self.zone_of[card as usize] as u64);
                }
            }
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
