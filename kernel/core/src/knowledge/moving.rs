//! How cards move, and who can place them afterwards: dealt, laid, drawn, given, played and taken.

use super::key_tags::{KEY_TAG_MOVED_ALL, KEY_TAG_MOVED_MANY};
use super::{Layout, MAX_CARDS, MAX_ZONES, NO_CARD, Place, Places, Transfer, c, seen_route, z};
use crate::game::{Event, MAX_SEATS, Observer, Observers, SPECTATOR_BIT};
use crate::mask::Mask;

impl Layout {
    /// Moves a card without anyone learning of it: for judging what would be, never for play.
    pub fn carry(&mut self, places: &Places, card: u8, to: u8) {
        let from = self.zone_of[c(card)];
        self.lift(places.spots[from as usize].ordered, card, from);
        self.lay(places.spots[to as usize].ordered, card, to, Place::Top);
    }

    /// Deals so many cards to each of some zones of a kind that the public does not see, one at a time, from the top of an
    /// ordered zone of which nobody can place a card, as far as there are cards. How many each zone got is written down.
    /// [`Layout::settle_deal`] must follow.
    pub fn deal<O: Observer>(
        &mut self,
        places: &Places,
        from: u8,
        to: &[u8],
        each: u32,
        dealt: &mut [u8; MAX_ZONES],
        observer: &mut O,
    ) {
        let players = to.len().min(MAX_SEATS);
        let ordered = to.first().is_some_and(|to| places.spots[*to as usize].ordered);
        let mut ends = [(0, 0); MAX_SEATS];
        for (end, to) in ends.iter_mut().zip(to) {
            *end = (*to, places.spots[*to as usize].viewers);
        }
        let mut taken = [0; MAX_CARDS];
        let wanted = (each as usize).saturating_mul(players).min(MAX_CARDS);
        let (mut gone, mut card) = (0, self.top[z(from)]);
        while gone < wanted && card != NO_CARD {
            taken[gone] = card;
            card = self.under[c(card)];
            gone += 1;
        }
        if ordered {
            let mut turn = 0;
            for card in &taken[..gone] {
                let (to, viewers) = ends[turn % MAX_SEATS];
                self.lay(true, *card, to, Place::Top);
                self.note_privately(viewers, (places.type_of[c(*card)] as u64) << 32 | to as u64);
                turn = if turn + 1 == players { 0 } else { turn + 1 };
            }
        }
        if O::SEES {
            tell_deal(places, from, &mut { taken }[..gone], &ends[..players], ordered, observer);
        }
        let at = z(from);
        let (rounds, rest) = (gone / players.max(1), gone % players.max(1));
        for (first, (zone, viewers)) in ends[..players].iter().enumerate() {
            let (to, mut cards, mut faces) = (z(*zone), Mask::EMPTY, *zone as u64);
            let mut index = first;
            while index < gone {
                let card = taken[index];
                self.zone_of[c(card)] = *zone;
                self.knows[c(card)] = *viewers; // nobody could place it
                self.aware[c(card)] = *viewers as u16;
                cards = cards.or(Mask::of(card));
                faces = faces.wrapping_add(places.faces[c(card)]);
                index += players;
            }
            dealt[to] = (rounds + (first < rest) as usize) as u8;
            self.known_by[to] |= viewers;
            self.cards[at] = self.cards[at].minus(cards);
            if !ordered {
                self.size[to] = self.size[to].wrapping_add(dealt[to]);
                // A hand is picked up as a whole: the order in which it was dealt is nobody's knowledge.
                let before = self.cards[to].into_iter();
                let faces = before.fold(faces, |sum, card| sum.wrapping_add(places.faces[c(card)]));
                self.cards[to] = self.cards[to].or(cards);
                self.note_privately(*viewers, faces);
            }
        }
        self.size[at] = self.size[at].wrapping_sub(gone as u8);
        self.top[at] = card;
        if card == NO_CARD {
            self.bottom[at] = NO_CARD;
        }
    }

    /// What the public can say after so many unseen cards were dealt from one zone to each of others.
    #[inline(always)]
    pub fn settle_deal(&mut self, places: &Places, from: u8, to: impl Iterator<Item = u8> + Clone, dealt: &[u8; MAX_ZONES]) {
        let mut had =
            if self.counts_hidden(places) { self.size[z(from)] + to.clone().map(|to| dealt[z(to)]).sum::<u8>() } else { 0 };
        for to in to.filter(|to| dealt[z(*to)] > 0) {
            let (count, viewers) = (dealt[z(to)], places.spots[to as usize].viewers);
            let is_first = self.size[z(to)] == count;
            if self.counts_hidden(places) {
                self.count_dealt(places, from, had, to, count);
            } else {
                self.may[z(to)] = if is_first { self.may[z(from)] } else { self.may[z(to)].or(self.may[z(from)]) };
            }
            had = had.saturating_sub(count);
            self.count_placed(places, to, count, viewers, false);
            self.note(KEY_TAG_MOVED_MANY | (from as u64) << 8 | to as u64 | (count as u64) << 32);
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
        let last = self.top[z(from)];
        if last == NO_CARD {
            return; // effects may have taken every card of a trick
        }
        // Turned over, the pile is in the order in which it was laid down.
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
        self.note(KEY_TAG_MOVED_ALL | (from as u64) << 8 | to as u64);
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

    /// The same; `located` says that everybody can tell which card of the zone it is (all of them go, or it goes by its place).
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
            return self.move_openly(places, card, to, place, located, observer);
        }
        let (source, target) = (&places.spots[from as usize], &places.spots[to as usize]);
        if !located {
            self.take_for_another(places, card, from, source.ordered);
        }
        let is_whole = located;
        let located = located || source.ordered || self.size[z(from)] == 1;
        let in_sight = if located { Observers::MAX } else { source.viewers | seen_by };
        let after = seen_by | self.knows[c(card)] & in_sight;
        if source.ordered && !is_whole {
            self.leave_row(places, card, from);
        }
        let jumbled = self.jumbled.has(card);
        let unclear = self.is_unclear(places, from, located && !jumbled);
        let is_clear = located && self.knows[c(card)] & SPECTATOR_BIT != 0 || !(unclear || jumbled);
        if after & SPECTATOR_BIT == 0 {
            if !located {
                self.forget(places, from, 1, in_sight);
            } else {
                self.count_left(places, from, card);
            }
            self.go_unseen(places, card, from, to);
        } else if self.counts_hidden(places) {
            self.tally_seen(places, card, from, to);
        }
        if after & SPECTATOR_BIT != 0 {
            self.count_left(places, from, card);
        }
        if !source.ordered && (!is_whole || target.ordered) {
            self.mingle(card, from, Observers::MAX);
        }
        self.lift(source.ordered, card, from);
        self.knows[c(card)] = after;
        let looking = if is_clear && !target.ordered { target.viewers } else { 0 };
        self.be_aware(places, card, after | looking, is_clear);
        self.known_by[z(to)] |= after;
        self.lay(target.ordered, card, to, place);
        if after & SPECTATOR_BIT == 0 {
            // Who knew one of several cards that could not be told apart is not public.
            let seen_by = if is_clear { after } else { source.viewers | seen_by };
            self.count_placed(places, to, 1, seen_by, !is_clear);
            self.muddle(places, unclear && !jumbled, card, to, seen_by);
        }
        let kind = places.type_of[c(card)];
        self.note_move(kind, from, to, target.ordered, seen_by, after);
        observer.see(Event::Moved { card: kind, from, to, seen_by: after });
    }

    /// The top card of an ordered zone goes to one where order does not matter, which not everybody sees: there is one,
    /// and all can tell which it is.
    #[inline(always)]
    pub fn draw(&mut self, places: &Places, from: u8, to: u8, observer: &mut impl Observer) {
        let (at, there, card) = (z(from), z(to), self.top[z(from)]);
        let after = places.spots[to as usize].viewers | self.knows[c(card)];
        if after & SPECTATOR_BIT == 0 {
            self.go_unseen(places, card, from, to);
        } else if self.counts_hidden(places) {
            self.tally_seen(places, card, from, to);
        }
        self.knows[c(card)] = after;
        let unclear = self.is_unclear(places, from, true);
        if unclear {
            self.count_left(places, from, card);
        }
        self.be_aware(places, card, after, !unclear);
        self.known_by[there] |= after;
        self.zone_of[c(card)] = to;
        self.cards[at].remove(card);
        self.cards[there].insert(card);
        let seen_by = if unclear { places.spots[to as usize].viewers } else { after };
        self.count_placed(places, to, 1, seen_by, unclear);
        if after & SPECTATOR_BIT == 0 {
            self.muddle(places, unclear, card, to, seen_by);
        }
        self.size[at] = self.size[at].wrapping_sub(1);
        self.size[there] = self.size[there].wrapping_add(1);
        self.top[at] = self.under[c(card)];
        if self.top[at] == NO_CARD {
            self.bottom[at] = NO_CARD;
            self.forget_muddle(from);
        }
        let kind = places.type_of[c(card)];
        self.note_move(kind, from, to, false, places.spots[to as usize].viewers, after);
        observer.see(Event::Moved { card: kind, from, to, seen_by: after });
    }

    /// Whether [`Layout::give`] can move these cards.
    pub fn can_give(&self, places: &Places, cards: Mask, from: u8, to: u8) -> bool {
        let (source, target) = (&places.spots[from as usize], &places.spots[to as usize]);
        let hidden = (source.viewers | target.viewers) & SPECTATOR_BIT == 0;
        // Cards that the same observers know go in order; and of those that stay, nobody can tell which they are. One that
        // looks like another may be taken for it, which has to be settled card by card.
        let known = cards.lowest().map(|first| self.knows[c(first)]);
        let alike = cards.into_iter().all(|card| Some(self.knows[c(card)]) == known);
        from != to
            && hidden
            && alike
            && !(places.has_copies || source.ordered || target.ordered)
            && cards.within(self.cards[z(from)])
            && cards != self.cards[z(from)]
            && !self.is_unclear(places, from, false)
    }

    /// Moves some cards of an unordered zone, not all of them, to another. The public sees neither, the same observers
    /// know all the cards, all can tell who they are, and no two look alike: what [`Layout::move_card`] does to each, at once.
    pub fn give(&mut self, places: &Places, cards: Mask, from: u8, to: u8, observer: &mut impl Observer) {
        let seen_by = places.spots[to as usize].viewers;
        let in_sight = places.spots[from as usize].viewers | seen_by;
        let known = cards.lowest().map_or(0, |card| self.knows[c(card)]);
        let after = seen_by | known & in_sight;
        self.forget(places, from, cards.len() as u8, in_sight);
        cards.lowest().into_iter().for_each(|card| self.mingle(card, from, Observers::MAX));
        self.go_all_unseen(places, cards, from, to);
        self.known_by[z(to)] |= after;
        self.cards[z(from)] = self.cards[z(from)].minus(cards);
        self.cards[z(to)] = self.cards[z(to)].or(cards);
        let count = cards.len() as u8;
        self.size[z(from)] = self.size[z(from)].wrapping_sub(count);
        self.size[z(to)] = self.size[z(to)].wrapping_add(count);
        for card in cards {
            self.knows[c(card)] = after;
            self.be_aware(places, card, after, true);
            self.zone_of[c(card)] = to;
            observer.see(Event::Moved { card: places.type_of[c(card)], from, to, seen_by: after });
        }
        self.count_placed(places, to, count, in_sight, false);
        self.note_moves(places, cards, from, to, seen_by, after);
    }

    /// Moves a card that everybody sees; `located` as for [`Layout::shift`].
    #[inline]
    pub fn move_openly(&mut self, places: &Places, card: u8, to: u8, place: Place, located: bool, observer: &mut impl Observer) {
        let from = self.zone_of[c(card)];
        let ordered = (places.spots[from as usize].ordered, places.spots[to as usize].ordered);
        self.bring_openly(places, card, to, place, ordered, located, observer);
    }

    /// The same, where it is known whether order matters in either place.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn bring_openly(
        &mut self,
        places: &Places,
        card: u8,
        to: u8,
        place: Place,
        ordered: (bool, bool),
        located: bool,
        observer: &mut impl Observer,
    ) {
        let from = self.zone_of[c(card)];
        if ordered.0 && !located {
            self.leave_row(places, card, from);
        }
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
        if self.counts_hidden(places) {
            self.tally_seen(places, card, from, to);
        }
        self.count_left(places, from, card);
        if !ordered.0 {
            self.mingle(card, from, Observers::MAX);
        }
        self.lift(ordered.0, card, from);
        self.knows[c(card)] = places.everyone;
        self.known_by[z(to)] |= places.everyone;
        self.lay(ordered.1, card, to, place);
        let kind = places.type_of[c(card)];
        self.note(seen_route(from, to) | (kind as u64) << 32);
        observer.see(Event::Moved { card: kind, from, to, seen_by: places.everyone });
    }

    /// A card is about to leave an ordered zone, perhaps chosen for what it is. Where some look into the zone and others do not,
    /// the others do not see from which place.
    #[inline]
    fn leave_row(&mut self, places: &Places, card: u8, zone: u8) {
        // Of a card that all can place, and that is like no other, all see what its leaving changes.
        if self.knows[c(card)] & SPECTATOR_BIT == 0 || places.alike.has(card) {
            self.touch(zone);
        }
        let viewers = places.spots[zone as usize].viewers;
        if viewers & SPECTATOR_BIT == 0 && viewers != 0 {
            self.pick_from(places, zone, Mask::of(card), true);
        }
    }

    /// A card leaves an unordered zone: whoever cannot place it but could place one like it there takes it for that one.
    #[inline]
    fn take_for_another(&mut self, places: &Places, card: u8, from: u8, ordered: bool) {
        if ordered || !places.has_copies {
            return;
        }
        if self.known_by[z(from)] & !self.knows[c(card)] != 0 {
            self.exchange_copies(places, card, from, Mask::of(card).or(self.arrived));
        }
        self.confuse_copies(places, card, from, Mask::of(card).or(self.arrived));
    }

    /// Whoever could place a card like this one, but for those of a set, takes this one for it.
    #[inline(never)]
    pub(super) fn exchange_copies(&mut self, places: &Places, card: u8, from: u8, other_than: Mask) {
        let alike = |other: &u8| places.type_of[c(*other)] == places.type_of[c(card)];
        for other in self.cards[z(from)].minus(other_than).into_iter().filter(alike) {
            let mistaken = self.knows[c(other)] & !self.knows[c(card)];
            self.knows[c(card)] |= mistaken;
            self.knows[c(other)] &= !mistaken;
            self.aware[c(other)] &= !mistaken as u16;
            if mistaken & SPECTATOR_BIT != 0 {
                self.may[z(from)].insert(other);
            }
            self.traces.stand_in(other, card, mistaken);
        }
    }

    /// Plays a card that everybody sees on top of a pile that is open to all.
    #[inline(always)]
    pub fn play(&mut self, places: &Places, card: u8, route: &Transfer, observer: &mut impl Observer) {
        let from = z(route.from);
        self.count_left(places, route.from, card);
        if !route.ordered.0 {
            self.mingle(card, route.from, Observers::MAX);
        }
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
    pub fn bury(&mut self, places: &Places, route: &Transfer, observer: &mut impl Observer) {
        let Transfer { from, to, .. } = *route;
        let card = self.top[z(from)];
        if card == NO_CARD {
            return;
        }
        let (knows, kind) = (self.knows[c(card)], places.type_of[c(card)]);
        let mut unclear = false;
        if knows & SPECTATOR_BIT != 0 && !places.tallies.is_empty() {
            self.tally_seen(places, card, from, to);
        }
        if knows & SPECTATOR_BIT == 0 {
            self.go_unseen(places, card, from, to);
            unclear = self.is_unclear(places, from, true);
            if unclear {
                self.count_left(places, from, card);
            }
            self.be_aware(places, card, knows, !unclear);
        }
        self.known_by[z(to)] |= knows;
        self.lift(true, card, from);
        self.lay(route.ordered.1, card, to, Place::Top);
        if knows & SPECTATOR_BIT == 0 {
            let seen_by = if unclear { places.spots[from as usize].viewers } else { knows };
            self.count_placed(places, to, 1, seen_by, unclear);
            self.muddle(places, unclear, card, to, seen_by);
        }
        self.note_move(kind, from, to, route.ordered.1, 0, knows);
        observer.see(Event::Moved { card: kind, from, to, seen_by: knows });
    }

    /// Which of these cards, that go at once, is told first. Whoever sees them sees them as they rise in the deck, whoever
    /// else knew them: their order shows nobody where they came from. What all see comes after what not all do, so that
    /// nobody can tell from the place of an unseen card between known ones which it is ([`crate::game::told_to`]).
    /// Of cards that look alike it does not show which is which.
    #[inline]
    pub fn next_to_move(&self, places: &Places, cards: Mask, seen_by: Observers, located: bool) -> Option<u8> {
        let zone = self.zone_of[c(cards.lowest()?)];
        let alike = seen_by & SPECTATOR_BIT != 0 || !(located || places.spots[zone as usize].ordered);
        if alike && !places.has_copies && cards.within(self.cards[z(zone)]) {
            return cards.lowest();
        }
        self.next_among(places, cards, seen_by, located)
    }

    #[inline(never)]
    fn next_among(&self, places: &Places, cards: Mask, seen_by: Observers, located: bool) -> Option<u8> {
        cards.into_iter().min_by_key(|card| {
            let (from, known) = (self.zone_of[c(*card)], self.knows[c(*card)]);
            let open = seen_by | if located || places.spots[from as usize].ordered { known } else { 0 };
            (open & SPECTATOR_BIT, from, places.type_of[c(*card)], *card)
        })
    }

    /// So many unseen cards leave an unordered zone: those out of sight lose their place for all of its cards.
    #[inline]
    fn forget(&mut self, places: &Places, zone: u8, leaving: u8, in_sight: Observers) {
        self.count_leaving(places, zone, leaving, in_sight);
        if self.known_by[z(zone)] & !in_sight != 0 {
            self.lose_track(places, zone, leaving, in_sight);
        }
    }

    #[inline(never)]
    fn lose_track(&mut self, places: &Places, zone: u8, leaving: u8, in_sight: Observers) {
        let cards = self.cards[z(zone)];
        if self.known_by[z(zone)] & !in_sight & SPECTATOR_BIT != 0 {
            self.cover(places, zone);
        }
        self.lose_counts(zone, leaving, in_sight, !cards.and(self.arrived).is_empty());
        let mut lost = Mask::EMPTY;
        for card in cards.minus(self.arrived) {
            let known = self.knows[c(card)];
            if known & !in_sight & SPECTATOR_BIT != 0 {
                self.lose_openly(places, card, zone);
                self.knows[c(card)] = known & in_sight;
            } else if known & !in_sight != 0 {
                lost.insert(card);
            }
            let mut aware = self.aware[c(card)] as Observers;
            if known & SPECTATOR_BIT != 0 {
                aware = Observers::MAX; // who can place what all could place is seen by all
                self.loose.remove(card);
            }
            self.aware[c(card)] = (aware & in_sight) as u16;
        }
        if !lost.is_empty() {
            self.lose_alone(places, lost, cards.minus(self.arrived), !in_sight);
        }
        if cards.and(self.arrived).is_empty() {
            self.known_by[z(zone)] &= in_sight;
        }
    }

    /// All could place a card in this zone, and the public no longer can: until then it was nowhere else.
    pub(super) fn lose_openly(&mut self, places: &Places, card: u8, zone: u8) {
        if !places.alike.has(card) {
            self.may.iter_mut().take(places.spots.len()).for_each(|may| may.remove(card));
        }
        self.may[z(zone)].insert(card);
        self.drop_traces(card);
    }
}

/// Tells of cards that are dealt in turn to zones with their viewers. A hand is picked up as a whole: its cards are told as they
/// rise in the deck.
#[inline(never)]
fn tell_deal(places: &Places, from: u8, taken: &mut [u8], ends: &[(u8, Observers)], ordered: bool, observer: &mut impl Observer) {
    for first in (0..ends.len()).filter(|_| !ordered) {
        let mut hand: Vec<u8> = taken.iter().skip(first).step_by(ends.len()).copied().collect();
        hand.sort_by_key(|card| places.type_of[c(*card)]);
        for (place, card) in taken.iter_mut().skip(first).step_by(ends.len()).zip(hand) {
            *place = card;
        }
    }
    for (card, (to, viewers)) in taken.iter().zip(ends.iter().cycle()) {
        observer.see(Event::Moved { card: places.type_of[c(*card)], from, to: *to, seen_by: *viewers });
    }
}
